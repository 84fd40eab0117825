"""How a link goes can be said by values: who sees options, what `then` and `and` mean, who chooses
first, and when it is settled what happens instead."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

TIMINGS = 'The trigger timing is "next step". The choice timing is "before the link".'

QUAY = f"""# Quay {{#quay}}

## Words {{#words}}

- Each player has a hand and a yard. There is a deck and a discard pile.
- Tools, crates and calls are kinds of card. Coins and grains are counters.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To scrap a card is to move it from your yard to the discard pile.
- To wreck a card is to move it from another player's yard to the discard pile.

## Play {{#play}}

- {TIMINGS}
- On their turn, a player may nod. To nod is to gain 1 grain.
- On their turn, a player may play a call from their hand. A call can be played if its text can be resolved.

## Cards {{#cards}}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Bell | tool | 4 | At the beginning of each turn, you may scrap a crate, then gain 1 coin. |
| Gong | tool | 4 | At the beginning of each turn, you may gain 5 coins. |
| Hook | tool | 4 | At the beginning of each turn, wreck a crate. |
| Crane | tool | 4 | At the beginning of your turn, wreck a crate. |
| Winch | tool | 4 | At the beginning of your turn, wreck 2 crates. |
| Saw | tool | 4 | At the beginning of your turn, scrap a crate, then scrap a tool. |
| Grab | tool | 4 | When a tool leaves your yard, gain 100 coins. |
| Sluice | tool | 4 | At the beginning of your turn, draw 2 cards and discard a card. |
| Storm | tool | 1 | At the beginning of your turn, each player scraps a crate. |
| Tub | crate | 9 | |
| Keg | crate | 9 | |
| Cork | crate | 4 | If a crate in your yard would enter the discard pile, move it to your hand instead. |
| Buoy | crate | 4 | If this card would be scrapped or wrecked, you may discard a card instead. |
| Raft | crate | 4 | If another crate in your yard would be wrecked, you may scrap this card instead. |
| Deal | call | 4 | Draw 2 cards and discard 3 cards. |
| Rope | call | 9 | Gain 1 grain. |
"""


def quay(says: str = "", **players: dict[str, list[str] | int | str]) -> Table:
    """A table at the first decision of ann's turn."""
    players.setdefault("bob", {})
    book = QUAY.replace(TIMINGS, f"{TIMINGS} {says}".rstrip())
    table = Table(book, {"deck": ["Tub", "Keg", "Rope"]}, bare=True, carried=True, **players)
    table.begin_turn("ann")
    return table


def pile(table: Table) -> list[str]:
    return sorted(table.cards("", "discard pile"))


SECRET = 'The choice secrecy is "secret".'


# ---- options of several players ---------------------------------------------------------------


def test_open_options_of_several_players_are_decided_one_after_the_other() -> None:
    table = quay(ann={"yard": ["Gong"]}, bob={"yard": ["Gong"]})

    first = table.asked()
    table.choose("ann", "yes")

    assert first == ["ann"]
    assert table.asked() == ["bob"]


def test_secret_options_of_several_players_are_decided_at_once() -> None:
    table = quay(SECRET, ann={"yard": ["Gong"]}, bob={"yard": ["Gong"]})

    asked = table.asked()
    table.choose("bob", "yes")
    left = table.asked()
    gained = table.count("bob", "coin")
    table.choose("ann", "no")

    assert asked == ["ann", "bob"]
    assert left == ["ann"]
    assert gained == 0
    assert (table.count("ann", "coin"), table.count("bob", "coin")) == (0, 5)


def test_who_has_more_secret_options_is_asked_on_before_anything_is_shown() -> None:
    table = quay(SECRET, ann={"yard": ["Gong", "Gong"]}, bob={"yard": ["Gong"]})

    table.choose("bob", "yes")
    table.choose("ann", "yes")
    coins = table.count("ann", "coin") + table.count("bob", "coin")
    asked = table.asked()
    table.choose("ann", "yes")

    assert coins == 0
    assert asked == ["ann"]
    assert (table.count("ann", "coin"), table.count("bob", "coin")) == (10, 5)


def test_secret_options_must_be_payable_together() -> None:
    table = quay(
        SECRET, ann={"yard": ["Bell", "Bell", "Tub"]}, bob={"yard": ["Bell", "Tub", "Keg"]}
    )

    asked = table.asked()
    table.choose("ann", "yes")
    table.choose("bob", "yes", "Keg")

    assert asked == ["ann", "bob"]
    assert pile(table) == ["Keg", "Tub"]
    assert (table.count("ann", "coin"), table.count("bob", "coin")) == (1, 1)
    assert table.quiet


def test_an_option_that_cannot_be_taken_is_not_asked_in_secret() -> None:
    table = quay(SECRET, ann={"yard": ["Gong"]}, bob={"yard": ["Bell"]})

    assert table.asked() == ["ann"]


def test_secrecy_can_change_in_play() -> None:
    often = 'While a player has a grain, the choice secrecy is "secret".'
    table = quay(often, ann={"yard": ["Gong"]}, bob={"yard": ["Gong"]})

    first = table.asked()
    table.choose("ann", "no")
    table.choose("bob", "no")
    table.choose("ann", "nod", "pass")

    assert first == ["ann"]
    assert sorted(table.asked()) == ["ann", "bob"]


# ---- then -------------------------------------------------------------------------------------


def test_what_stands_behind_then_is_the_next_link() -> None:
    table = quay(ann={"yard": ["Saw", "Grab", "Grab", "Tub", "Keg"]})

    table.choose("ann", "Tub")
    links = len({event.link for event in table.events if event.verb == "scrap"})
    table.choose("ann", "Saw")

    assert links == 1
    assert len({event.link for event in table.events if event.verb == "scrap"}) == 2


def test_what_stands_behind_then_can_be_a_later_wave_of_the_same_link() -> None:
    table = quay(
        'The then timing is "same link".', ann={"yard": ["Saw", "Grab", "Grab", "Tub", "Keg"]}
    )

    table.choose("ann", "Tub", "Saw")

    assert pile(table) == ["Saw", "Tub"]
    assert len({event.link for event in table.events if event.verb == "scrap"}) == 1
    assert table.count("ann", "coin") == 200  # what it triggers is still the link behind it


def test_a_later_wave_waits_for_the_first_one_of_all_effects() -> None:
    table = quay(
        'The then timing is "same link".',
        ann={"yard": ["Saw", "Crane", "Tub"]},
        bob={"yard": ["Keg", "Tub"]},
    )

    table.choose("ann", "Saw", "Keg")
    told = [(event.verb, event.what) for event in table.events if event.verb in ("scrap", "wreck")]
    table.choose("ann", "Crane")

    assert told == [("scrap", "Tub"), ("wreck", "Keg")]


# ---- and --------------------------------------------------------------------------------------


def test_a_discard_may_take_what_was_drawn_in_the_same_step() -> None:
    table = quay(ann={"yard": ["Sluice"], "hand": ["Rope"]})

    assert sorted(table.options("ann")) == ["Keg", "Rope", "Rope"]


def test_a_blind_discard_is_chosen_before_the_draw() -> None:
    blind = 'The and timing is "blind".'
    table = quay(blind, ann={"yard": ["Sluice"], "hand": ["Rope", "Deal"]})

    offered = table.options("ann")
    hand = len(table.cards("ann", "hand"))
    table.choose("ann", "Deal")

    assert sorted(offered) == ["Deal", "Rope"]
    assert hand == 2
    assert pile(table) == ["Deal"]
    assert len(table.cards("ann", "hand")) == 3


def test_blind_discards_of_two_effects_take_different_cards() -> None:
    blind = 'The and timing is "blind".'
    table = quay(blind, ann={"yard": ["Sluice", "Sluice"], "hand": ["Rope", "Deal", "Tub"]})

    table.choose("ann", "Deal")
    offered = table.options("ann")
    table.choose("ann", "Tub")

    assert sorted(offered) == ["Rope", "Tub"]
    assert pile(table) == ["Deal", "Tub"]


def test_parts_of_a_step_that_are_checked_blindly_must_each_be_possible_by_themselves() -> None:
    hand: dict[str, list[str] | int | str] = {"hand": ["Deal", "Tub"]}

    assert "play Deal" in quay(ann=hand).options("ann")
    assert "play Deal" not in quay('The and timing is "blind".', ann=hand).options("ann")


# ---- who chooses first ------------------------------------------------------------------------


def hooked(says: str, seed: int = 0, draws: tuple[int, ...] = ()) -> Table:
    """Three players, two of whom wreck a crate at the beginning of each turn; it is bob's."""
    hook: dict[str, list[str] | int | str] = {"yard": ["Hook"]}
    book = QUAY.replace(TIMINGS, f"{TIMINGS} {says}".rstrip())
    crates: dict[str, list[str] | int | str] = {"yard": ["Tub", "Keg"]}
    table = Table(book, {"deck": ["Rope"]}, seed=seed, bare=True, ann=hook, bob=hook, cyd=crates)
    table.fate(*draws)
    table.begin_turn("bob")
    return table


def test_the_player_at_turn_chooses_first() -> None:
    table = hooked("The order of claims is turn order.")

    first = table.asked()
    table.choose("bob", "Tub")

    assert first == ["bob"]
    assert pile(table) == ["Keg", "Tub"]  # nothing else is left for ann


def test_the_first_seat_can_choose_first() -> None:
    table = hooked("The order of claims is the lowest seat number.")

    assert table.asked() == ["ann"]


@pytest.mark.parametrize(("draws", "first"), [((2, 1), "ann"), ((3, 1), "bob")])
def test_the_order_of_claims_can_be_drawn_for_each_link(draws: tuple[int, ...], first: str) -> None:
    table = hooked("The order of claims is random.", draws=draws)

    assert table.asked() == [first]


def test_a_random_order_of_claims_is_another_one_each_time() -> None:
    tables = [hooked("The order of claims is random.", seed=seed) for seed in range(20)]

    assert {table.asked()[0] for table in tables} == {"ann", "bob"}


def test_the_order_of_claims_can_depend_on_a_value() -> None:
    says = "While a player has a grain, the order of claims is the lowest seat number."
    table = hooked(f"The order of claims is turn order. {says}")

    assert table.asked() == ["bob"]


# ---- instead ----------------------------------------------------------------------------------


def test_what_happens_instead_is_settled_before_anything_moves() -> None:
    table = quay(ann={"yard": ["Winch"]}, bob={"yard": ["Tub", "Keg", "Raft"]})

    table.choose("ann", "Tub", "Keg")
    asked, moved = table.asked(), pile(table)
    table.choose("bob", "no", "yes")

    assert asked == ["bob"]
    assert moved == []
    assert pile(table) == ["Raft", "Tub"]


def test_what_moves_in_a_link_cannot_pay_for_what_happens_instead_in_it() -> None:
    table = quay(ann={"yard": ["Winch"]}, bob={"yard": ["Cork", "Tub", "Buoy"], "hand": []})

    table.choose("ann", "Tub", "Buoy")

    assert table.quiet  # bob has no card to discard when that is settled
    assert sorted(table.cards("bob", "hand")) == ["Buoy", "Tub"]


def test_what_must_be_discarded_in_the_same_link_cannot_be_discarded_instead() -> None:
    book = QUAY.replace(
        "| Tub | crate",
        "| Tax | tool | 2 | At the beginning of each turn, discard a card. |\n| Tub | crate",
    )
    for hand, asked in ((["Rope"], False), (["Rope", "Deal"], True)):
        table = Table(
            book,
            {"deck": ["Tub"]},
            bare=True,
            ann={"yard": ["Crane"]},
            bob={"yard": ["Tax", "Buoy"], "hand": hand},
        )
        table.begin_turn("ann")

        assert (table.asked() == ["bob"]) is asked


def test_each_of_several_players_is_asked_what_happens_instead_before_anything_moves() -> None:
    table = quay(
        ann={"yard": ["Storm", "Buoy"], "hand": ["Rope"]},
        bob={"yard": ["Buoy", "Tub"], "hand": ["Rope"]},
    )

    table.choose("bob", "Buoy")
    table.choose("ann", "yes")
    moved = pile(table)
    table.choose("bob", "yes")

    assert moved == []
    assert pile(table) == ["Rope", "Rope"]
    assert table.cards("bob", "yard") == ["Buoy", "Tub"]


def test_what_is_sacrificed_instead_cannot_stand_in_twice() -> None:
    table = quay(ann={"yard": ["Winch"]}, bob={"yard": ["Tub", "Keg", "Raft"]})

    table.choose("ann", "Tub", "Keg")
    table.choose("bob", "yes")

    assert table.quiet
    assert pile(table) == ["Keg", "Raft"]


# ---- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        'The choice secrecy is "secret".',
        'The then timing is "same link".',
        'The and timing is "blind".',
        "The order of claims is random.",
    ],
)
def test_how_a_link_goes_cannot_be_said_where_choices_are_not_made_before_it(
    sentence: str,
) -> None:
    book = QUAY.replace(TIMINGS, sentence)

    assert Table(book, bare=True).game.rules(2, None).unrunnable
