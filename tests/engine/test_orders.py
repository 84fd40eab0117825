"""Orders that a book states: who claims first, whose turn is when, what runs first, who wins."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import TURN
from deckmastor.match import read
from deckmastor.testing import Table
from engine.garden import AT_WILL, Laid, garden, lay, seeds, told

TAKE = {"Deed": "Each player moves a card from the shed to their hand."}
COINS: dict[str, Laid] = {"ann": {"coin": 5}, "bob": {"coin": 2}, "cid": {"coin": 9}}
SHED: Laid = {"shed": ["Rose", "Daisy", "Tulip", "Nettle"]}


@pytest.mark.parametrize(
    ("rule", "claims"),
    [
        ("The order of claims is turn order.", ["ann", "bob", "cid"]),
        ("The order of claims is the fewest coins.", ["bob", "ann", "cid"]),
        ("The order of claims is the most coins, then turn order.", ["cid", "ann", "bob"]),
        ("The order of claims is the player at turn, then the most coins.", ["ann", "cid", "bob"]),
        ("The order of claims is the most seeds, then turn order.", ["ann", "bob", "cid"]),
    ],
)
def test_who_claims_first(rule: str, claims: list[str]) -> None:
    table = lay(rule, tricks=TAKE, common=SHED, **COINS)

    table.perform("bob", "Deed")
    asked = []
    for card in ("Nettle", "Tulip", "Daisy"):
        asked += table.asked()
        table.choose(asked[-1], card)

    assert asked == claims


@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        ((), ["ann", "bob", "cid", "ann"]),
        (("The order of turns is clockwise.",), ["ann", "bob", "cid", "ann"]),
        (("The order of turns is the fewest coins.",), ["bob", "ann", "cid", "bob"]),
        (("The order of turns is the most coins, then clockwise.",), ["cid", "ann", "bob", "cid"]),
        (("The order of turns is the most seeds, then clockwise.",), ["ann", "bob", "cid", "ann"]),
    ],
)
def test_who_takes_their_turn_when(rules: tuple[str, ...], turns: list[str]) -> None:
    table = Table(garden(*rules, AT_WILL), bare=True, **COINS)

    table.match.machine.resume(table.state)
    seen = []
    for _ in turns:
        seen.append(table.turn)
        table.choose(table.turn, "pass")

    assert seen == turns


BELL = "When a player draws a card, gain 1 seed."
RULE = "When a player draws a card, each player gains 1 coin."


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("The order of triggers is turn order, then age.", ["ann gain coin", "bob gain coin"]),
        ("The order of triggers is age.", ["ann gain coin", "bob gain coin"]),
        (
            "The order of triggers is card over modifier over rule, then turn order, then age.",
            ["bob gain seed", "ann gain coin"],
        ),
    ],
)
def test_what_runs_first(rule: str, first: list[str]) -> None:
    table = lay(
        rule, RULE, tricks={"Deed": "Draw a card."}, tools={"Bell": BELL}, bob={"bed": ["Bell"]}
    )

    table.perform("ann", "Deed")

    assert told(table, "gain")[:2] == first


def test_by_age_alone_it_does_not_matter_whose_turn_it_is() -> None:
    def order(rule: str) -> list[str]:
        table = lay(
            rule,
            tricks={"Deed": "Draw a card."},
            tools={"Bell": BELL, "Drum": BELL},
            ann={"bed": ["Bell"]},
            bob={"bed": ["Drum"]},
            turn="bob",
        )
        table.perform("ann", "Deed")
        return told(table, "gain")

    assert order("The order of triggers is turn order, then age.") == [
        "bob gain seed", "ann gain seed",
    ]  # fmt: skip
    assert order("The order of triggers is age.") == ["ann gain seed", "bob gain seed"]


@pytest.mark.parametrize(
    ("rule", "winners"),
    [
        ("The order of winners is the most seeds.", ["ann", "bob"]),
        ("The order of winners is the most seeds, then the fewest coins.", ["bob"]),
        ("The order of winners is the most seeds, then turn order.", ["ann"]),
    ],
)
def test_who_wins_of_several(rule: str, winners: list[str]) -> None:
    table = lay(
        rule, tricks={"Deed": "Each player wins the game."}, ann=COINS["ann"], bob=COINS["bob"]
    )

    table.perform("bob", "Deed")

    assert sorted(table.match.winners) == winners


@pytest.mark.parametrize(
    "rule",
    [
        "The order of triggers is the earliest vote.",
        "The order of triggers is turn order, then the choice of the player at turn.",
        "The order of triggers is the choice of the affected player.",
        "The order of replacements is the choice of their holder.",
        "The order of replacements is turn order, then the choice of the affected player.",
        "The order of turns is random, then clockwise.",
        "The order of claims is random.",
        "The order of replacements is random.",
        "The order of claims is age.",
        "The order of winners is the earliest vote.",
        "The order of winners is age.",
    ],
)
def test_an_order_that_cannot_be_kept_is_refused_and_not_left_out(rule: str) -> None:
    table = Table(garden(rule, AT_WILL))

    assert [text for text, _ in table.match.rules.unrunnable] == [rule]


# ---- triggers by amounts ----------------------------------------------------------------------

HIGH = "When a card is discarded, you gain 1 seed.<br>The height of this card is 9."
LOW = "When a card is discarded, you gain 1 coin."


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("the highest height, then age", ["ann gain seed", "ann gain coin"]),
        ("the lowest height, then age", ["ann gain coin", "ann gain seed"]),
        ("turn order, then the lowest height", ["ann gain coin", "ann gain seed"]),
        (
            "the lowest height, then the choice of their holder",
            ["ann gain coin", "ann gain seed"],
        ),
    ],
)
def test_triggers_go_by_an_amount_of_their_cards(rule: str, expected: list[str]) -> None:
    table = lay(
        f"The order of triggers is {rule}.",
        tricks={"Deed": "Discard a card."},
        tools={"High": HIGH, "Low": LOW},
        ann={"hand": ["Rose"], "bed": ["High", "Low"]},
    )

    table.perform("ann", "Deed")

    assert told(table, "gain") == expected


@pytest.mark.parametrize(
    ("rule", "first"), [("the most coins", "bob"), ("the fewest cards in their hand", "bob")]
)
def test_triggers_go_by_an_amount_of_their_holders(rule: str, first: str) -> None:
    table = lay(
        f"The order of triggers is {rule}, then age.",
        tricks={"Deed": "Discard a card."},
        tools={"Bell": "When a card is discarded, you gain 1 seed."},
        ann={"hand": ["Rose", "Rose"], "bed": ["Bell"], "coin": 1},
        bob={"bed": ["Bell"], "coin": 5},
    )

    table.perform("ann", "Deed")
    table.choose("ann", table.options("ann")[0])

    assert told(table, "gain")[0] == f"{first} gain seed"


def test_among_equals_by_amount_their_holder_chooses() -> None:
    table = lay(
        "The order of triggers is the lowest height, then the choice of their holder.",
        tricks={"Deed": "Discard a card."},
        tools={"High": HIGH, "Low": LOW, "Deep": "When a card is discarded, you draw a card."},
        ann={"hand": ["Rose"], "bed": ["High", "Low", "Deep"]},
    )

    table.perform("ann", "Deed")

    assert table.options("ann") == ["Low", "Deep"]


def test_where_whoever_is_affected_chooses_the_replacement_no_further_key_matters() -> None:
    table = lay(
        "The order of replacements is the choice of the affected player, then turn order.",
        tricks={"Deed": "Discard a card."},
        tools={"Net": "If a card would be discarded, you gain 1 seed instead.",
               "Mat": "If a card would be discarded, you gain 1 coin instead."},
        ann={"hand": ["Rose"]},
        bob={"bed": ["Net", "Mat"]},
    )  # fmt: skip

    table.perform("ann", "Deed")

    assert table.asked() == ["ann"]
    assert len(table.options("ann")) == 2


def test_replacements_go_by_an_amount() -> None:
    table = lay(
        "The order of replacements is the most coins.",
        tricks={"Deed": "Discard a card."},
        tools={"Net": "If a card would be discarded, you gain 1 seed instead."},
        ann={"hand": ["Rose"], "bed": ["Net"], "coin": 1},
        bob={"bed": ["Net"], "coin": 5},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 1]


# ---- who had the earliest turn --------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "skipped", "winner"),
    [
        ("The order of winners is the earliest turn.", False, "ann"),
        ("The order of winners is the earliest turn.", True, "bob"),
        ("The order of winners is the latest turn.", False, "bob"),
        ("The order of winners is the most coins, then the latest turn.", False, "bob"),
        ("The order of winners is the fewest coins, then the latest turn.", False, "ann"),
    ],
)
def test_who_took_the_earliest_or_the_latest_turn_wins(
    rule: str, skipped: bool, winner: str
) -> None:
    table = Table(
        garden(rule, AT_WILL, tricks={"Deed": "Each player wins the game."}),
        ann={},
        bob={"coin": 1 if "fewest" in rule else 0},
    )
    if skipped:
        table.state.column(table.match.rules.skips)[0] = 1
        table.state.v[TURN] = 1  # ann would be next, and leaves her first turn out
    table.match.resume()
    for _ in range(3):
        table.choose(table.turn, "pass")

    table.perform("ann", "Deed")

    assert table.match.winners == [winner]


# ---- turns in random order ------------------------------------------------------------------


def first_turns(*rules: str, seed: int) -> list[str]:
    """Who takes the first turns of a match."""
    match = read(garden(*rules, "Before the game, each player gains 1 coin.", AT_WILL)).start(
        ["ann", "bob", "cid"], seed
    )
    found = []
    for _ in range(6):
        (decision,) = match.decisions
        found.append(decision.player)
        match.choose(decision.player, "pass")
    return found


def test_a_random_order_of_turns_is_kept_through_the_game() -> None:
    seen = {tuple(first_turns("The order of turns is random.", seed=seed)) for seed in range(30)}

    assert all(turns[:3] == turns[3:] and len(set(turns)) == 3 for turns in seen)
    assert len(seen) == 6


def test_who_is_equal_comes_in_random_order() -> None:
    rule = "The order of turns is the most seeds, then random."

    seen = {tuple(first_turns(rule, seed=seed)) for seed in range(30)}

    assert len(seen) == 6


def test_where_chance_is_a_seat_it_settles_the_order_of_turns() -> None:
    game = read(garden("The order of turns is random.", AT_WILL))
    match = game.start(["ann", "bob", "cid"], 0, outside=True)

    asked = match.decisions[0].player

    assert asked not in ("ann", "bob", "cid")


# ---- which replacement comes first ----------------------------------------------------------

TO_SHED = "If a player would discard a card, they move it to the shed instead."
TO_DECK = "If a player would discard a card, they move it to the deck instead."
BED = "If a player would discard a card, you move it to your bed instead."


@pytest.mark.parametrize(
    ("order", "gains"), [("rule over card", "seed"), ("card over rule", "coin"), ("age", "seed")]
)
def test_the_order_holds_for_replacements_of_several_cards_at_once(order: str, gains: str) -> None:
    table = lay(
        f"The order of replacements is {order}.",
        "If a player would draw at least 2 cards, that player gains 3 seeds instead.",
        tricks={"Deed": "Draw 2 cards."},
        tools={"Net": "If a player would draw at least 2 cards, you gain 3 coins instead."},
        ann={"bed": ["Net"]},
    )

    table.perform("ann", "Deed")

    assert [table.count("ann", what) for what in ("seed", "coin")] == [
        3 * (gains == "seed"), 3 * (gains == "coin"),
    ]  # fmt: skip
    assert table.cards("ann", "hand") == []


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        (("The order of replacements is age.", TO_SHED, TO_DECK), "shed"),
        (("The order of replacements is age.", TO_DECK, TO_SHED), "deck"),
        (("The order of replacements is rule over card.", TO_SHED), "shed"),
        (("The order of replacements is card over rule.", TO_SHED), "bed"),
    ],
)
def test_of_several_replacements_the_first_in_order_is_applied(
    rules: tuple[str, ...], place: str
) -> None:
    tools = {"Net": BED} if "over" in rules[0] else {}
    table = lay(
        *rules,
        tricks={"Deed": "Discard a card."},
        tools=tools,
        deck=[],
        ann={"hand": ["Rose"]},
        bob={"bed": ["Net"]} if tools else {},
    )

    table.perform("ann", "Deed")

    owner = "bob" if place == "bed" else ""
    assert "Rose" in table.cards(owner, place)


def test_replacements_of_several_holders_come_in_turn_order() -> None:
    table = lay(
        "The order of replacements is turn order.",
        tricks={"Deed": "Discard a card."},
        tools={"Net": BED, "Mat": BED},
        ann={"hand": ["Rose"]},
        bob={"bed": ["Net"]},
        cid={"bed": ["Mat"]},
        turn="cid",
    )

    table.perform("ann", "Deed")

    assert table.cards("cid", "bed") == ["Mat", "Rose"]


LINKS = 'The trigger timing is "next step". The choice timing is "before the link".'


@pytest.mark.parametrize(
    ("timing", "order", "why"),
    [
        ("", "move, then shuffle", "an order of acts where choices are not made before the link"),
        (LINKS, "move, then turn order", "this order of acts"),
    ],
)
def test_an_order_of_acts_that_nothing_follows_is_refused(
    timing: str, order: str, why: str
) -> None:
    told = [timing] if timing else []

    rules = read(garden(*told, f"The order of acts is {order}.")).rules(2)

    assert [reason for _, reason in rules.unrunnable] == [why]
