"""Announced targets as kept data: rules read them, also before a card has its place."""

from __future__ import annotations

import pytest
from garden import lay

from deckmastor.engine import State
from deckmastor.engine.state.workspace import Trial
from deckmastor.engine.verbs.targeting import alike
from deckmastor.record.errors import RulebookError
from deckmastor.testing import Table

BOOK = """# Ladders {#ladders}

## Words {#words}

- Each player has a hand, a row and a graveyard. There is a field, a limbo and a deck.
- Stacks are kinds of item. Ground stacks, high stacks and sky stacks are kinds of stack. "Graveyard" means "discard pile".
- Each stack has a level. Each card has a reach and any number of aims. An aim is a stack.
- Events, lifts and traps are kinds of card. Life points and marks are counters.
- A player can be asleep.
- A turn has these phases: pushing, executing.
- On a card, "you" means its player.
- To bury a card is to put it on the top of its player's graveyard.
- To execute a card is to move it to the limbo, then resolve it, then bury it.
- To spring a card is to reveal it, then bury it.
- The announce timing is "before the place".

## Play {#play}

- In the pushing phase, the player at turn may play a card from their hand.
- In the executing phase, the player at turn may execute the top card of a ground stack.
- On their turn, a player may act.
- A stack is an aim of each card that targets that stack.
- A stack is an aim of each card that targets a card on that stack.
- An event can be played onto a ground stack.
- The reach of a card is the highest level of its aims. A lift can be played onto a stack whose level is 1 more than the reach of that lift if that lift has at least 1 aim.
- A trap can be played into its player's row.
- Each row is visible only to its holder.
RULES
The stacks are:

| Name | Type | Level |
|---|---|---|
| Ground | ground stack | 0 |
| Attic | high stack | 1 |
| Roof | sky stack | 2 |

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Sting | event | 3 | Target a player. That player loses 3 life points. |
| Rest | event | 3 | You gain 1 life point. |
| Strike | lift | 3 | Target a card on a stack. Bury that card. |
| Turn | lift | 3 | Target a stack. Reverse that stack. |
| Wire | trap | 3 | Target a player. When that player loses life points, spring this card and gain 1 mark. |
| Ladder | lift | 3 | You gain 2 life points. |
| Bell | trap | 3 | When a player gains life points, spring this card. |
"""


DESCRIBED = 'The target wording is "things or descriptions".'


def ladders(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table at ann's turn, with three stacks in the field."""
    book = BOOK.replace("RULES", "\n".join(f"- {rule}" for rule in rules) + "\n")
    players.setdefault("ann", {})
    players.setdefault("bob", {})
    players.setdefault("cat", {})
    table = Table(book, common={"field": ["Ground", "Attic", "Roof"]}, **players)
    table.begin_turn("ann")
    return table


def test_a_card_goes_where_its_target_says() -> None:
    table = ladders(ann={"hand": ["Rest", "Sting", "Strike", "Turn", "Turn"]})

    table.choose("ann", "play Rest")
    table.choose("ann", "play Sting", "bob")
    table.choose("ann", "play Strike", "Sting")
    table.choose("ann", "play Turn", "Ground")
    table.choose("ann", "play Turn", "Attic")

    assert table.cards("", "Ground") == ["Rest", "Sting"]
    assert table.cards("", "Attic") == ["Strike", "Turn"]
    assert table.cards("", "Roof") == ["Turn"]


def test_a_target_that_leaves_a_card_no_place_is_not_offered() -> None:
    table = ladders(ann={"hand": ["Turn"]})

    table.choose("ann", "play Turn")
    offered = table.options("ann")
    table.choose("ann", "Attic")

    assert offered == ["Ground", "Attic"]
    assert table.cards("", "Roof") == ["Turn"]


def test_a_card_without_a_target_that_gives_it_a_place_stays_in_the_hand() -> None:
    table = ladders(ann={"hand": ["Strike", "Rest"]})

    table.choose("ann", "play Strike")
    held = table.cards("ann", "hand")
    table.choose("ann", "play Rest", "play Strike")

    assert held == ["Strike", "Rest"]
    assert table.cards("", "Attic") == ["Strike"]


def test_an_effect_lets_nobody_choose_a_card_that_has_no_place() -> None:
    table = ladders(
        "When a player acts, they may play a card from their hand.",
        ann={"hand": ["Ladder", "Rest", "Strike"]},
    )

    table.choose("ann", "act", "yes")

    assert table.options("ann") == ["Rest", "Strike"]


def test_where_targets_can_be_described_nothing_can_be_announced_too() -> None:
    table = ladders(DESCRIBED, ann={"hand": ["Strike"]})

    table.choose("ann", "play Strike")
    offered = table.options("ann")
    table.choose("ann", "nothing")

    assert offered == ["nothing"]
    assert table.cards("ann", "hand") == ["Strike"]


AIMS = (
    "A player is asleep if a card that targets that player is on a stack.",
    "A player is asleep if that player is a target of a card on a stack.",
)


@pytest.mark.parametrize("rule", AIMS)
def test_a_rule_can_ask_for_the_targets_of_a_card(rule: str) -> None:
    table = ladders(
        rule,
        "When a player passes, each asleep player gains 1 mark.",
        ann={"hand": ["Rest", "Sting"]},
    )

    table.choose("ann", "play Rest")
    table.choose("ann", "play Sting", "bob")
    table.choose("ann", "pass")

    assert [table.count(who, "mark") for who in ("ann", "bob", "cat")] == [0, 1, 0]


@pytest.mark.parametrize(
    ("card", "answers", "marks"),
    [
        ("Rest", [], 1),  # it has no target
        ("Sting", ["bob"], 0),  # a player
        ("Turn", ["Ground"], 0),  # a stack
        ("Strike", [], 0),  # a card: there is one alone
    ],
)
def test_a_card_can_have_no_targets(card: str, answers: list[str], marks: int) -> None:
    table = ladders(
        "When a card with no targets is played, its player gains 1 mark.",
        ann={"hand": ["Rest", "Rest", "Sting", "Turn", "Strike"]},
    )
    table.choose("ann", "play Rest")

    table.choose("ann", f"play {card}", *answers)

    assert table.count("ann", "mark") == 1 + marks


LOFTY = "A stack is an aim of each card if that stack is a mention of that card."


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ("the bottom card of the Attic", "Roof"),  # where none lies yet
        ("the bottom card of the Ground", "Attic"),
        ("the card below the bottom card of the Ground", "Attic"),  # there is none
    ],
)
def test_what_a_described_target_speaks_of_is_there_whatever_it_fits(told: str, place: str) -> None:
    table = ladders(DESCRIBED, LOFTY, ann={"hand": ["Rest", "Rest", "Strike"]})
    table.choose("ann", "play Rest", "play Rest")

    table.choose("ann", "play Strike", told)

    assert table.cards("", place) == ["Strike"]


@pytest.mark.parametrize(
    ("told", "marks"),
    [
        ("the next card that bob plays", 1),  # it names a player, and no thing
        ("the next card that bob plays onto the Ground", 0),
        ("the bottom card of the graveyard of bob", 0),  # none lies there
        ("the card below this card", 0),  # the card itself
    ],
)
def test_a_card_can_have_no_mentions(told: str, marks: int) -> None:
    table = ladders(
        DESCRIBED,
        LOFTY,
        "A lift with no aims can be played onto the Roof.",
        "When a lift with no mentions is played, its player gains 1 mark.",
        ann={"hand": ["Rest", "Strike"]},
    )

    table.choose("ann", "play Strike", told)

    assert table.count("ann", "mark") == marks


def test_the_place_that_a_performed_card_was_taken_from_contains_it_for_its_target() -> None:
    table = ladders(
        DESCRIBED,
        "A lift with no aims can be played onto the Attic.",
        "In the executing phase, the player at turn may execute the top card of the Attic.",
        ann={"hand": ["Rest", "Sting", "Strike", "Strike", "Turn"]},
    )
    table.choose("ann", "play Rest", "play Sting", "bob")
    table.choose("ann", "play Strike", "Rest", "play Strike", "Ground", "Sting")
    table.choose("ann", "play Turn", "the stack that contains this card")

    table.choose("ann", "pass")
    table.choose("ann", "execute the top card of the Attic")

    assert table.cards("", "Attic") == ["Strike", "Strike"]
    told = [event.text for event in table.events]
    assert told[told.index("Turn resolves") :][1:3] == [
        "ann targets Attic",
        "ann reverses the order",
    ]


def test_a_condition_can_ask_what_a_card_targets() -> None:
    table = ladders(
        "When a card is played, if that card targets a player with at least 5 life points, each "
        "player gains 1 mark.",
        ann={"hand": ["Sting", "Sting"]},
        cat={"life point": 5},
    )

    table.choose("ann", "play Sting", "bob")
    before = table.count("bob", "mark")
    table.choose("ann", "play Sting", "cat")

    assert (before, table.count("bob", "mark")) == (0, 1)


def test_the_highest_of_the_targets_of_a_card_is_found() -> None:
    table = ladders(
        "When a card is played, if the stack with the highest level that that card targets is a "
        "high stack, its player gains 1 mark.",
        ann={"hand": ["Turn", "Turn"]},
    )

    table.choose("ann", "play Turn", "Ground")
    before = table.count("ann", "mark")
    table.choose("ann", "play Turn", "Attic")

    assert (before, table.count("ann", "mark")) == (0, 1)


@pytest.mark.parametrize(("victim", "sprung"), [("bob", False), ("cat", True)])
def test_a_trap_springs_for_its_target_alone(victim: str, sprung: bool) -> None:
    table = ladders(ann={"hand": ["Sting", "Wire"]}, bob={"life point": 9}, cat={"life point": 9})

    table.choose("ann", "play Wire", "cat")
    table.choose("ann", "play Sting", victim)
    table.choose("ann", "pass", "execute the top card of any ground stack")

    assert table.count(victim, "life point") == 6
    assert (table.cards("ann", "row") == []) == sprung
    assert table.count("ann", "mark") == int(sprung)
    assert ("Wire" in table.cards("ann", "graveyard")) == sprung


def test_a_target_can_become_another_player() -> None:
    table = ladders(
        "When a player passes, the target of each card on a stack becomes that player.",
        ann={"hand": ["Rest", "Sting"], "life point": 9},
        bob={"life point": 9},
    )

    table.choose("ann", "play Rest")
    table.choose("ann", "play Sting", "bob")
    table.choose("ann", "pass", "execute the top card of any ground stack")

    assert (table.count("ann", "life point"), table.count("bob", "life point")) == (6, 9)


def test_a_copy_has_the_targets_of_its_original_and_its_maker_as_its_player() -> None:
    table = ladders(
        "When a player passes, they create a copy of the top card of a ground stack in the field. "
        "They put the copy on the top of a ground stack.",
        ann={"hand": ["Sting"]},
        cat={"life point": 9},
    )

    table.choose("ann", "play Sting", "cat")
    table.choose("ann", "pass", "execute the top card of any ground stack")
    once = table.count("cat", "life point")
    table.choose("ann", "execute the top card of any ground stack")

    assert (once, table.count("cat", "life point")) == (6, 3)


def test_a_card_that_comes_back_to_the_hand_has_no_targets() -> None:
    table = ladders(
        "When a player passes, move all cards on a ground stack to their hand.",
        "A player is asleep if a card targets that player.",
        "At the beginning of the executing phase, each asleep player gains 1 mark.",
        ann={"hand": ["Sting", "Rest"]},
    )

    table.choose("ann", "play Sting", "cat")
    table.choose("ann", "pass")

    assert table.cards("ann", "hand") == ["Rest", "Sting"]
    assert table.count("cat", "mark") == 0


def test_a_row_that_stands_for_one_thing_names_it() -> None:
    table = ladders(
        "When a player passes, move each card on the Attic to their hand.",
        ann={"hand": ["Rest", "Strike", "Turn"]},
    )

    table.choose("ann", "play Rest")
    table.choose("ann", "play Strike")
    table.choose("ann", "play Turn", "Attic")
    table.choose("ann", "pass")

    assert table.cards("ann", "hand") == ["Strike"]
    assert (table.cards("", "Ground"), table.cards("", "Roof")) == (["Rest"], ["Turn"])


def test_a_name_of_several_things_is_none() -> None:
    with pytest.raises(RulebookError, match="nothing to refer to"):
        ladders("When a player passes, move the Sting to their hand.")


def test_a_trap_waits_once_and_only_where_it_was_laid() -> None:
    table = ladders(
        "When a player passes, each player moves all cards in their row to the field.",
        ann={"hand": ["Sting", "Wire"]},
        cat={"life point": 9},
    )

    table.choose("ann", "play Wire", "cat")
    table.choose("ann", "play Sting", "cat")
    table.choose("ann", "pass", "execute the top card of any ground stack")

    assert table.count("cat", "life point") == 6
    assert table.count("ann", "mark") == 0


def test_a_trap_that_was_sprung_does_not_spring_from_the_graveyard() -> None:
    table = ladders(ann={"hand": ["Sting", "Sting", "Wire"]}, cat={"life point": 9})

    table.choose("ann", "play Wire", "cat")
    table.choose("ann", "play Sting", "cat")
    table.choose("ann", "play Sting", "cat")
    table.choose("ann", "pass", "execute the top card of any ground stack")
    table.choose("ann", "execute the top card of any ground stack")

    assert table.count("cat", "life point") == 3
    assert table.count("ann", "mark") == 1


def aims(table: Table, player: str, place: str) -> list[object]:
    """The targets of the cards in a place, as a player sees them."""
    (found,) = [p for p in table.match.view(player)["places"] if p["name"] == place]
    return [card.get("targets") if card is not None else None for card in found["properties"]]


def test_all_see_the_targets_of_a_card_but_no_card_that_is_hidden() -> None:
    table = ladders(
        "When a player passes, they shuffle all cards on a ground stack into the deck.",
        ann={"hand": ["Rest", "Sting", "Strike", "Turn"]},
    )

    table.choose("ann", "play Rest", "play Sting", "cat", "play Strike", "Rest")
    table.choose("ann", "play Turn", "Attic")
    before = (aims(table, "bob", "Ground"), aims(table, "bob", "Attic"), aims(table, "bob", "Roof"))
    table.choose("ann", "pass")

    assert before == ([None, ["cat"]], [["Rest"]], [["Attic"]])
    assert aims(table, "bob", "Attic") == [["a card"]]


PILE = """# Pile {#pile}

- Each player has a hand, a stall and a graveyard. There is a field, a deck and a discard pile. Marks are counters.
- Events and traps are kinds of card. On a card, "you" means its player.
- On their turn, a player may play a card from their hand. On their turn, a player may act.
- An event can be played onto the discard pile. A trap can be played into its player's stall.
RULES
## Cards {#cards}

The cards are:

| Name | Type | Text |
|---|---|---|
| Gift | event | Target a player. That player gains 1 mark. |
| Twice | event | Target a player. That player gains 1 mark. Put this card into the discard pile. Target a player other than that player. The second player gains 2 marks. |
| Snare | trap | Target a player. When that player acts, put this card into your graveyard and gain 1 mark. |
| Next | trap | Target a player. The next time that player acts, reveal this card and gain 1 mark. |
"""


def pile(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    table = Table(PILE.replace("RULES", "\n".join(f"- {rule}" for rule in rules)), **players)
    table.begin_turn("ann")
    return table


def test_a_card_put_away_before_its_text_keeps_its_target() -> None:
    table = pile(ann={"hand": ["Gift", "Twice"]}, bob={}, cat={})

    table.choose("ann", "play Gift", "bob")
    table.choose("ann", "play Twice", "bob", "cat")

    assert [table.count(who, "mark") for who in ("ann", "bob", "cat")] == [0, 2, 2]


@pytest.mark.parametrize("trap", ["Snare", "Next"])
def test_where_playing_performs_texts_such_a_text_is_an_effect_that_waits_once(trap: str) -> None:
    table = pile(ann={"hand": [trap]}, bob={}, cat={})

    table.choose("ann", f"play {trap}", "ann")
    table.choose("ann", "act", "act")

    assert table.count("ann", "mark") == 1


def test_a_property_called_target_can_be_a_number() -> None:
    table = pile(
        "Each card has a target. A target is a number.",
        "When a player acts, the target of each card in a hand becomes 4.",
        "When a player passes, put each card whose target is at least 3 into the field.",
        ann={"hand": ["Gift"]},
        bob={"hand": ["Next"]},
    )

    table.choose("ann", "act", "pass")

    assert table.cards("", "field") == ["Gift", "Next"]


def test_a_rule_about_a_verb_of_the_book_can_speak_of_a_place() -> None:
    table = pile(
        "To clear a stall is to put all cards in it into the discard pile.",
        "On their turn, a player may clear their stall.",
        "When a player clears their stall, they gain 1 mark.",
        ann={"stall": ["Snare"]},
        bob={},
    )

    table.choose("ann", "clear your stall")

    assert table.count("ann", "mark") == 1
    assert table.cards("ann", "stall") == []


def test_what_was_shuffled_are_cards_and_no_places() -> None:
    table = pile(
        "When a player acts, they shuffle their hand into the deck.",
        "When a player passes, they gain marks equal to the number of cards shuffled this turn.",
        "When a player passes, put each card that was shuffled this turn into the field.",
        ann={"hand": ["Gift", "Next"]},
        bob={"hand": ["Snare"]},
    )

    table.choose("ann", "act", "pass")

    assert table.count("ann", "mark") == 2
    assert sorted(table.cards("", "field")) == ["Gift", "Next"]


def shown(table: Table, viewer: str, stack: str) -> list[dict[str, object]]:
    """What a view tells of the cards on a stack."""
    places = table.match.view(viewer)["places"]
    return next(place["properties"] for place in places if place["name"] == stack)


def test_a_view_tells_the_aims_of_a_card_that_is_seen() -> None:
    table = ladders(ann={"hand": ["Rest", "Turn", "Strike"]}, bob={"hand": ["Rest"]})

    table.choose("ann", "play Rest", "play Strike")
    table.choose("ann", "play Turn", "Attic")

    for viewer in ("ann", "bob"):
        assert [card.get("aim") for card in shown(table, viewer, "Ground")] == [None]
        assert [card["aim"] for card in shown(table, viewer, "Attic")] == [["Ground"]]
        (turn,) = shown(table, viewer, "Roof")
        assert (turn["aim"], turn["reach"]) == (["Attic"], 1)


def test_what_a_described_target_means_is_not_told_while_cards_are_hidden() -> None:
    table = ladders(DESCRIBED, ann={"hand": ["Rest", "Turn", "Strike"]}, bob={"hand": ["Rest"]})

    table.choose("ann", "play Rest", "play Turn", "the Ground")

    (turn,) = shown(table, "bob", "Attic")
    assert (turn["aim"], turn["reach"]) == (None, None)


@pytest.mark.parametrize(("named", "seeds"), [("bob", [0, 2]), ("enough", [0, 0])])
def test_a_target_of_up_to_one_need_not_be_announced(named: str, seeds: list[int]) -> None:
    table = lay(
        tricks={"Hint": "Target up to 1 player. That player gains 2 seeds. You gain 1 coin."},
        ann={"hand": ["Hint"]}, bob={},
    )  # fmt: skip

    table.choose("ann", "play Hint", named)

    assert [table.count(player, "seed") for player in ("ann", "bob")] == seeds
    assert table.count("ann", "coin") == 1


# ---- targets that rules cannot tell apart ---------------------------------------------------


def stacked(*rules: str, **stacks: list[str]) -> Table:
    """A table at ann's turn, with cards on stacks and a strike in ann's hand."""
    book = BOOK.replace("RULES", "\n".join(f"- {rule}" for rule in rules) + "\n")
    if "Roof" in stacks:
        book += "| Hook | lift | 1 | Target a heaped card. Bury that card. |\n"
    hand = ["Hook" if "Roof" in stacks else "Strike"]
    table = Table(
        book, common={"field": ["Ground", "Attic", "Roof"], **stacks}, ann={"hand": hand}, bob={}
    )
    table.begin_turn("ann")
    return table


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("is an event", ["Turn", "Bell"]),
        ("is a trap", ["Rest", "Turn"]),
        ("is golden", ["Rest", "Bell"]),
        ("has a reach of at least 5", ["Rest", "Turn", "Bell"]),
    ],
)
def test_cards_on_one_stack_are_told_apart_by_what_rules_ask_of_them(
    asked: str, offered: list[str]
) -> None:
    ban = f"A lift cannot be played onto a high stack if a card that lift targets {asked}."
    gilding = "A card can be golden. When a card is resolved, it becomes golden."
    table = stacked(gilding, ban, Ground=["Rest", "Turn", "Bell"])
    table.give("Turn", "golden", 1)

    table.choose("ann", "play Strike")

    assert table.options("ann") == offered


def test_cards_on_one_stack_are_told_apart_by_their_kind() -> None:
    table = stacked(
        "A card can be wary. A card that targets an event on a ground stack is wary.",
        "A wary card cannot be played onto a high stack.",
        Ground=["Turn", "Rest", "Sting", "Bell"],
    )  # fmt: skip

    table.choose("ann", "play Strike")

    assert table.options("ann") == ["Turn", "Bell"]


def test_cards_on_different_stacks_are_told_apart() -> None:
    table = stacked(
        "A card can be heaped. A card is heaped if it is on a stack.",
        Roof=["Rest"], Ground=["Wire", "Turn"], Attic=["Bell", "Sting"],
    )  # fmt: skip

    table.choose("ann", "play Hook")

    assert table.options("ann") == ["Sting", "Turn", "Wire", "Bell"]


@pytest.mark.parametrize(
    ("asked", "like"),
    [
        ({}, "the same, another place, another species"),
        ({"lies": True}, "the same, another species"),
        ({"kinds": [frozenset({2})]}, "the same, another place"),
        ({"kinds": [frozenset({2, 3})]}, "the same, another place, another species"),
        ({"kinds": [frozenset({2, 3}), frozenset({3})]}, "the same, another place"),
        ({"itself": True}, ""),
    ],
)
def test_a_target_is_like_one_of_which_all_answers_are_the_same(
    asked: dict[str, bool | list[frozenset[int]]], like: str
) -> None:
    others = {"the same": (5, 2), "another place": (6, 2), "another species": (5, 3)}
    state, tried = State(), Trial(0)
    state.where = [5, *(place for place, _ in others.values())]
    state.species = [2, *(species for _, species in others.values())]
    for name, value in asked.items():
        setattr(tried, name, value)

    alikes = [name for at, name in enumerate(others, 1) if alike(state, [tried], at) is tried]

    assert ", ".join(alikes) == like
