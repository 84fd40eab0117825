"""Norms: who may and must do what, what is forbidden, what it costs, how often, and who wins."""

from __future__ import annotations

import pytest
from garden import AT_WILL, because, garden, lay, seeds, told

from deckmastor.testing import Table

DAY = "A turn has these phases: dawn, noon, dusk."
HAND = ["Rose", "Nettle"]


def offered(*rules, **players):
    """What ann can choose at the beginning of her turn, besides resting and passing."""
    table = lay(*rules, **players)
    return [text for text in table.options("ann") if text not in ("rest", "pass")]


# ---- may, can be, cannot ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["The player at turn may discard a card."], ["discard Rose", "discard Nettle"]),
        (["A player may discard a flower."], ["discard Rose"]),
        (["Each player may discard a weed."], ["discard Nettle"]),
        (["Players may discard cards."], ["discard Rose", "discard Nettle"]),
        (["A tired player may discard a card."], []),
        (["A player may discard a card if they are tired."], []),
        (
            ["A player may discard a card unless they are tired."],
            ["discard Rose", "discard Nettle"],
        ),
        (["A player may discard a card only if they are tired."], []),
        (["A player may discard a card.", "A player cannot discard a flower."], ["discard Nettle"]),
        (["A player may discard a card.", "Flowers cannot be discarded."], ["discard Nettle"]),
        (["A player may discard a card.", "No flower can be discarded."], ["discard Nettle"]),
        (
            ["A player may discard a card.", "A player cannot discard a card if they are tired."],
            ["discard Rose", "discard Nettle"],
        ),
        (
            [
                "A player may discard a card.",
                "A player cannot discard a card unless they are tired.",
            ],
            [],
        ),
        (["A player may discard a card.", "A flower can be discarded."], ["discard Rose"]),
        (
            [
                "A player may discard a card.",
                "A flower can be discarded.",
                "A weed can be discarded.",
            ],
            ["discard Rose", "discard Nettle"],
        ),
        (
            [
                "A player may discard a card.",
                "A card can be discarded if its height is at least 4.",
            ],
            ["discard Nettle"],
        ),
        (
            ["A player may discard a card.", "A flower can be discarded or uprooted."],
            ["discard Rose"],
        ),
        (["A flower can be discarded."], []),
        (["A player may discard a card.", "Only flowers can be discarded."], ["discard Rose"]),
        (["Only flowers can be discarded."], []),
        (
            ["A player may discard a card.", "Only a tired player may discard a flower."],
            ["discard Nettle"],
        ),
        (
            [
                "A player may discard a card.",
                "A flower can be discarded only by a tired player.",
                "A flower can be discarded.",
            ],
            [],
        ),
        (["A player may discard a card while they are tired."], []),
        (["While a player is tired, they may discard a card."], []),
        (
            ["The player at turn may plant a flower or discard a weed."],
            ["plant Rose", "discard Nettle"],
        ),
    ],
)
def test_what_a_player_may_do(rules, expected):
    assert offered(*rules, ann={"hand": HAND}) == expected


@pytest.mark.parametrize("state", ["tired", "cross"])
@pytest.mark.parametrize("act", ["play a trick", "draw a card", "discard a card"])
def test_what_a_player_cannot_do_while_they_are_something(act, state):
    table = Table(
        garden(
            AT_WILL,
            "The player at turn may draw a card or discard a card.",
            f"When a player rests, they become {state}.",
            f"A player cannot {act} while they are {state}.",
            tricks={"Whim": "Gain 1 seed."},
        ),
        ann={"hand": ["Whim"]},
        bob={},
    )
    table.begin_turn("ann")
    before = table.options("ann")

    table.choose("ann", "rest")

    barred = {"play a trick": "play Whim", "discard a card": "discard Whim"}.get(act, act)
    assert [text for text in before if text not in table.options("ann")] == [barred]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["A tired player may discard a card."], ["discard Rose", "discard Nettle"]),
        (["A player may discard a card if they are tired."], ["discard Rose", "discard Nettle"]),
        (["A player may discard a card unless they are tired."], []),
        (
            ["A player may discard a card only if they are tired.", "A player may discard a card."],
            ["discard Rose", "discard Nettle"],
        ),
        (["A player may discard a card.", "A player cannot discard a card if they are tired."], []),
        (
            [
                "A player may discard a card.",
                "A player cannot discard a card while they are tired.",
            ],
            [],
        ),
        (
            [
                "A player may discard a card.",
                "While a player is tired, they cannot discard flowers.",
            ],
            ["discard Nettle"],
        ),
        (["A player may discard a card.", "A tired player cannot discard cards."], []),
        (
            ["A player may discard a card.", "Only a tired player may discard a flower."],
            ["discard Rose", "discard Nettle"],
        ),
        (
            [
                "A player may discard a card.",
                "A flower can be discarded only by a tired player.",
                "Flowers and weeds can be discarded.",
            ],
            ["discard Rose", "discard Nettle"],
        ),
        (
            ["A player may discard a card.", "A flower cannot be discarded by a tired player."],
            ["discard Nettle"],
        ),
        (["While a player is tired, they may discard a card."], ["discard Rose", "discard Nettle"]),
    ],
)
def test_what_a_tired_player_may_do(rules, expected):
    assert (
        offered(
            *rules,
            "At the beginning of the game, each player becomes tired.",
            ann={"hand": HAND, "tired": 1},
        )
        == expected
    )


def test_an_instruction_is_its_own_permission_but_cannot_stops_it():
    table = lay(
        "A player cannot discard a flower.",
        tricks={"Deed": "Discard a card. Gain 1 seed."},
        ann={"hand": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert table.cards("ann", "hand") == ["Rose"]
    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("Players cannot draw cards.", 0),
        ("A tired player cannot draw cards.", 1),
        ("A player cannot draw more than 1 card per turn.", 1),
        ("A player cannot draw a card.", 0),
        ("Cards cannot be drawn.", 0),
        ("Weeds cannot be drawn.", 1),
        ("Flowers cannot be drawn.", 0),
    ],
)
def test_a_prohibition_of_drawing(rule, expected):
    table = lay(rule, tricks={"Deed": "Draw a card."})

    table.perform("ann", "Deed")

    assert len(table.cards("ann", "hand")) == expected


@pytest.mark.parametrize(
    ("rule", "text", "still"),
    [
        ("Cards cannot be moved to the shed.", "Move a card from your hand to the shed.", True),
        ("Cards cannot enter the shed.", "Move a card from your hand to the shed.", True),
        ("Cards cannot leave hands.", "Move a card from your hand to the shed.", True),
        ("Weeds cannot enter the shed.", "Move a card from your hand to the shed.", False),
        ("Cards cannot be removed.", "Remove a card in your hand from the game.", True),
        ("Cards cannot be revealed.", "Reveal a card in your hand.", True),
    ],
)
def test_a_prohibition_of_what_is_done_to_cards(rule, text, still):
    table = lay(rule, tricks={"Deed": text}, ann={"hand": ["Rose"]})

    table.perform("ann", "Deed")

    assert (table.cards("ann", "hand") == ["Rose"]) is still


@pytest.mark.parametrize(
    ("rule", "text", "coins", "tired"),
    [
        ("A player cannot gain coins.", "Gain 2 coins.", 3, False),
        ("A player cannot lose coins.", "Lose 2 coins.", 3, False),
        ("A player cannot gain seeds.", "Gain 2 coins.", 5, False),
        ("A player cannot become tired.", "You become tired.", 3, False),
        ("A player cannot become muddy.", "You become tired.", 3, True),
    ],
)
def test_a_prohibition_of_counters_and_statuses(rule, text, coins, tired):
    table = lay(
        rule,
        "A player may discard a card if they are tired.",
        "The player at turn may become cross.",  # so that a turn stops where nobody can rest
        tricks={"Deed": text},
        ann={"coin": 3},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "coin") == coins
    assert bool(table.count("ann", "tired")) is tired if "tired" in text else True


# ---- where to ---------------------------------------------------------------------------------

MAY_PLAY = "The player at turn may play a card from their hand."


@pytest.mark.parametrize(
    ("rules", "rose", "nettle"),
    [
        (["A flower can be played into the shed."], ["shed"], []),
        (["A flower can be played into its holder's bed."], ["bed"], []),
        (
            ["Cards can be played into the shed.", "Only flowers can be played into the shed."],
            ["shed"],
            [],
        ),
        (
            [
                "Cards can be played into the shed.",
                "A card can be played into its holder's bed.",
                "Flowers can be played only into the shed.",
            ],
            ["shed"],
            ["bed", "shed"],
        ),
        (
            [
                "Cards can be played into the shed.",
                "A card can be played into its holder's bed.",
                "Only flowers can be played into the shed.",
            ],
            ["bed", "shed"],
            ["bed"],
        ),
        (
            ["A card can be played into its holder's bed.", "A weed cannot be played into a bed."],
            ["bed"],
            [],
        ),
    ],
)
def test_where_a_card_can_be_played(rules, rose, nettle):
    found = []
    for card in ("Rose", "Nettle"):
        table = lay(MAY_PLAY, *rules, ann={"hand": [card]})
        places = []
        if f"play {card}" in table.options("ann"):
            table.play("ann", card)
            if table.quiet:
                places = (
                    ["bed"]
                    if table.cards("ann", "bed")
                    else ["shed"]
                    if table.cards("", "shed")
                    else []
                )
            else:
                places = sorted(text.removeprefix("ann's ") for text in table.options("ann"))
        found.append(places)

    assert found == [rose, nettle]


# ---- times ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "phases"),
    [
        ([f"{DAY} A player may discard a card in the noon phase."], "010"),
        ([f"{DAY} In the noon phase, a player may discard a card."], "010"),
        (
            [
                f"{DAY} The player at turn may discard a card.",
                "A player cannot discard a card in the noon phase.",
            ],
            "101",
        ),
        (
            [
                f"{DAY} The player at turn may discard a card.",
                "In the noon phase, players cannot discard cards.",
            ],
            "101",
        ),
        (
            [
                f"{DAY} A player may discard a card.",
                "A player may discard a card only in the noon phase.",
            ],
            "010",
        ),
        ([f"{DAY} The player at turn may discard a card before the noon phase."], "100"),
        ([f"{DAY} The player at turn may discard a card after the noon phase."], "001"),
        ([f"{DAY} On their turn, a player may discard a card."], "111"),
    ],
)
def test_a_norm_for_a_time(rules, phases):
    table = lay(*rules, ann={"hand": ["Rose"]})

    found = ""
    for _ in range(3):
        found += str(int("discard Rose" in table.options("ann")))
        table.choose("ann", "pass")

    assert found == phases


def test_on_their_turn_is_for_the_player_at_turn_alone():
    table = lay(
        "On their turn, a player may discard a card.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Nettle"]},
    )

    first = (table.options("ann"), table.options("bob"))
    table.choose("ann", "pass")

    assert first == (["discard Rose", "rest", "pass"], [])
    assert table.options("bob") == ["discard Nettle", "rest", "pass"]


def test_a_permission_of_all_players_is_a_window_for_all():
    table = lay("A player may discard a card.", ann={"hand": ["Rose"]}, bob={"hand": ["Nettle"]})

    table.choose("bob", "discard Nettle")

    assert table.asked() == ["ann"]
    assert table.cards("", "discard pile") == ["Nettle"]


def test_whoever_passed_is_asked_again_when_somebody_acted():
    table = lay(
        "A player may discard a card.", ann={"hand": ["Rose", "Rose"]}, bob={"hand": ["Nettle"]}
    )

    table.choose("bob", "pass")
    before = table.asked()
    table.choose("ann", "discard Rose")

    assert before == ["ann"]
    assert sorted(table.asked()) == ["ann", "bob"]


def test_a_permission_after_an_event():
    table = lay(
        "The player at turn may discard a card after they draw a card.",
        tricks={"Deed": "Draw a card."},
        ann={"hand": ["Nettle"]},
    )

    before = table.options("ann")
    table.perform("ann", "Deed")

    assert before == ["rest", "pass"]
    assert table.options("ann") == ["discard Nettle", "discard Rose", "rest", "pass"]


# ---- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [
        ("Once per turn, the player at turn may discard a card.", 1, 1),
        ("Twice per turn, the player at turn may discard a card.", 2, 2),
        ("A player may discard a card 3 times per turn.", 3, 3),
        ("A player may discard a card once per turn.", 1, 1),
        ("A player may discard a card once per round.", 1, 1),
        ("A player may discard a card once per game.", 1, 0),
        ("A player may discard a card. A player cannot discard more than 2 cards per turn.", 2, 2),
        ("A player may discard a card. A player may discard a card only once per turn.", 1, 1),
        ("A player may discard a card. A player may discard a card only twice per turn.", 2, 2),
        ("A player may discard a card.", 4, 2),
    ],
)
def test_how_often(rule, first, second):
    table = lay(
        f"{DAY} {rule.replace('A player', 'On their turn, a player', 1)}"
        if rule[0] == "A"
        else f"{DAY} {rule}",
        ann={"hand": ["Rose"] * 6},
    )

    found = []
    for _ in range(2):
        n = 0
        while "discard Rose" in table.options("ann") and n < 4:
            table.choose("ann", "discard Rose")
            n += 1
        found.append(n)
        while table.turn == "ann":
            table.choose("ann", "pass")
        while table.turn == "bob":
            table.choose("bob", "pass")

    assert found == [first, second]


def test_once_per_phase():
    table = lay(
        f"{DAY} Once per phase, the player at turn may discard a card.", ann={"hand": ["Rose"] * 6}
    )

    table.choose("ann", "discard Rose")
    used = "discard Rose" in table.options("ann")
    table.choose("ann", "pass")

    assert not used
    assert "discard Rose" in table.options("ann")


def test_a_limit_is_counted_for_each_doer():
    table = lay(
        "Once per turn, a player may discard a card.",
        ann={"hand": ["Rose"] * 2},
        bob={"hand": ["Rose"] * 2},
    )

    table.choose("bob", "discard Rose")

    assert "discard Rose" not in table.options("bob")
    assert "discard Rose" in table.options("ann")


# ---- duties -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "hand", "options"),
    [
        ("The player at turn must discard a card.", ["Rose"], ["discard Rose"]),
        ("The player at turn must discard a card.", [], ["rest", "pass"]),
        (
            "The player at turn must discard a card or draw a card.",
            ["Rose"],
            ["discard Rose", "draw a card"],
        ),
        (
            "The player at turn must discard a card unless they have a flower in their hand.",
            ["Rose"],
            ["rest", "pass"],
        ),
    ],
)
def test_who_has_a_duty_cannot_pass(rule, hand, options):
    table = lay(rule, ann={"hand": hand})

    assert [text for text in table.options("ann") if text != "rest" or "rest" in options] == options


def test_either_act_of_a_duty_fulfils_it():
    table = lay(
        "The player at turn must discard a card or draw a card.", ann={"hand": ["Rose", "Rose"]}
    )

    table.choose("ann", "draw a card")

    assert table.options("ann") == ["rest", "pass"]


def test_a_duty_is_done_once_in_a_phase_and_comes_again():
    table = lay(
        "The player at turn must discard a card.",
        ann={"hand": ["Rose", "Rose"]},
        bob={"hand": ["Nettle"]},
    )

    table.choose("ann", "discard Rose")
    after = table.options("ann")
    table.choose("ann", "pass")

    assert after == ["rest", "pass"]
    assert "pass" not in table.options("bob")


@pytest.mark.parametrize(
    ("tail", "expected"),
    [("", [0, 0]), (" If you do not, gain 1 seed.", [1, 0])],
)
def test_a_duty_with_a_deadline_is_looked_at_when_the_time_is_up(tail, expected):
    table = lay(
        f"{DAY}",
        tricks={"Deed": f"You must discard a flower by the end of the turn.{tail}"},
        ann={"hand": ["Nettle", "Rose"]},
    )

    table.perform("ann", "Deed")
    may = "discard Rose" in table.options("ann")
    pass_ = "pass" in table.options("ann")
    while table.turn == "ann":
        table.choose("ann", "pass")

    assert (may, pass_) == (True, True)
    assert seeds(table) == expected


def test_a_duty_with_a_deadline_that_was_met_has_no_consequence():
    table = lay(
        tricks={
            "Deed": "You must discard a flower by the end of the turn. If you do not, gain 1 seed."
        },
        ann={"hand": ["Rose", "Rose"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "discard Rose")
    again = "discard Rose" in table.options("ann")
    table.choose("ann", "pass")

    assert not again
    assert seeds(table) == [0, 0]


# ---- what follows -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "act", "expected"),
    [
        ("The player at turn may discard a card. If they do, they gain 1 seed.", "discard Rose", 1),
        ("The player at turn may discard a card. If they do, they gain 1 seed.", "pass", 0),
        (
            "On their turn, a player may discard a card. If they do not, they gain 1 seed.",
            "discard Rose",
            0,
        ),
        (
            "On their turn, a player may discard a card. If they do not, they gain 1 seed.",
            "pass",
            1,
        ),
        (
            "The player at turn must discard a card. If they do, they gain 1 seed.",
            "discard Rose",
            1,
        ),
    ],
)
def test_what_follows_a_permission(rule, act, expected):
    table = lay(rule, ann={"hand": ["Rose"]})

    table.choose("ann", act)
    if table.asked() == ["ann"]:
        table.choose("ann", "pass")

    assert table.count("ann", "seed") == expected


# ---- costs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "ann", "open_", "left"),
    [
        ("To play a trick, a player must pay 1 seed.", {"seed": 2}, True, 1),
        ("To play a trick, a player must pay 1 seed.", {}, False, 0),
        ("To play a tool, a player must pay 1 seed.", {}, True, 0),
        ("To play a trick, a player must pay 1 seed if they are tired.", {}, True, 0),
        (
            "To play a trick, a player must pay 2 seeds if they are tired.",
            {"tired": 1, "seed": 2},
            True,
            0,
        ),
        ("To play a trick, a player must pay 1 seed and pay 1 coin.", {"seed": 2}, False, 2),
        (
            "To play a trick, a player must pay 1 seed and pay 1 coin.",
            {"seed": 2, "coin": 1},
            True,
            1,
        ),
    ],
)
def test_a_price(rule, ann, open_, left):
    table = lay(
        rule,
        "When a player passes, they become tired.",
        tricks={"Deed": "Draw a card."},
        ann={"hand": ["Deed"], **ann},
    )

    there = "play Deed" in table.options("ann")
    if there:
        table.play("ann", "Deed")

    assert there is open_
    assert table.count("ann", "seed") == left
    assert len(table.cards("ann", "hand")) == 1


def test_several_prices_are_all_paid():
    table = lay(
        "To play a trick, a player must pay 1 seed.",
        "To play a card, a player must pay 1 coin.",
        tricks={"Deed": "Draw a card."},
        ann={"hand": ["Deed"], "seed": 1, "coin": 1},
    )

    table.play("ann", "Deed")

    assert (table.count("ann", "seed"), table.count("ann", "coin")) == (0, 0)
    assert because(table, "pay") == [
        "To play a trick, a player must pay 1 seed.",
        "To play a card, a player must pay 1 coin.",
    ]


def test_a_price_of_one_or_the_other_is_chosen():
    table = lay(
        "To play a trick, a player must pay 1 seed or pay 1 coin.",
        tricks={"Deed": "Draw a card."},
        ann={"hand": ["Deed"], "seed": 1, "coin": 1},
    )

    table.play("ann", "Deed")
    table.choose("ann", next(text for text in table.options("ann") if "coin" in text))

    assert (table.count("ann", "seed"), table.count("ann", "coin")) == (1, 0)


def test_a_defined_verb_has_its_price_too():
    table = lay(
        "To draw a card, a player must pay 1 seed.",
        tricks={"Deed": "Draw a card."},
        ann={"seed": 1},
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Deed")

    assert table.cards("ann", "hand") == ["Rose"]
    assert seeds(table) == [0, 0]


def test_a_defined_verb_has_its_price_for_a_thing_that_is_chosen():
    table = lay(
        "To discard a card, a player must pay 1 seed.",
        tricks={"Deed": "Discard a card."},
        ann={"hand": ["Rose", "Nettle"], "seed": 1},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Rose")
    table.perform("ann", "Deed")

    assert table.cards("ann", "hand") == ["Nettle"]
    assert seeds(table) == [0, 0]


# ---- precedence -------------------------------------------------------------------------------

SEAL = {"Seal": "A flower cannot be discarded."}
KEY = {"Key": "A flower can be discarded."}


@pytest.mark.parametrize(
    ("rules", "tools", "bed", "allowed"),
    [
        (["A player may discard a card.", "A flower cannot be discarded."], {}, [], False),
        (["A player may discard a card."], SEAL, ["Seal"], False),
        (["A player may discard a card."], SEAL, [], True),
        (["A player may discard a card.", "A flower cannot be discarded."], KEY, ["Key"], True),
        (["A player may discard a card."], SEAL | KEY, ["Seal", "Key"], False),
        (
            ["A player may discard a card.", "Despite any other rule, a flower can be discarded."],
            SEAL,
            ["Seal"],
            True,
        ),
        (
            [
                "A player may discard a card.",
                "Despite any other rule, a flower cannot be discarded.",
            ],
            KEY,
            ["Key"],
            False,
        ),
        (
            [
                "A player may discard a card.",
                "Despite any other rule, a flower can be discarded.",
                "Despite any other rule, a flower cannot be discarded.",
            ],
            {},
            [],
            False,
        ),
        (
            [
                "A player may discard a card.",
                "A flower cannot be discarded.",
                "The order of precedence is rule over card, then cannot over may.",
            ],
            KEY,
            ["Key"],
            False,
        ),
        (
            [
                "A player may discard a card.",
                "A flower cannot be discarded.",
                "A flower can be discarded.",
                "The order of precedence is may over cannot.",
            ],
            {},
            [],
            True,
        ),
        (
            [
                "A player may discard a card.",
                "A card cannot be discarded.",
                "A Rose can be discarded.",
                "The order of precedence is specific, then cannot over may.",
            ],
            {},
            [],
            True,
        ),
        (
            [
                "A player may discard a card.",
                "A flower can be discarded.",
                "A Rose cannot be discarded.",
                "The order of precedence is specific, then may over cannot.",
            ],
            {},
            [],
            False,
        ),
        (
            [
                "A player may discard a card.",
                "A flower cannot be discarded.",
                "A flower can be discarded.",
                "The order of precedence is later.",
            ],
            {},
            [],
            True,
        ),
        (
            [
                "A flower can be discarded.",
                "A player may discard a card.",
                "A flower cannot be discarded.",
                "The order of precedence is later.",
            ],
            {},
            [],
            False,
        ),
        (
            [
                "A flower can be discarded.",
                "A player may discard a card.",
                "A flower cannot be discarded.",
                "The order of precedence is earlier.",
            ],
            {},
            [],
            True,
        ),
        (
            [
                "A flower cannot be discarded.",
                "A player may discard a card.",
                "A flower can be discarded.",
                "The order of precedence is earlier.",
            ],
            {},
            [],
            False,
        ),
    ],
)
def test_which_sentence_wins(rules, tools, bed, allowed):
    table = lay(*rules, tools=tools, ann={"hand": ["Rose"], "bed": bed})

    assert ("discard Rose" in table.options("ann")) is allowed


CROWDED = [
    "The crowd is the number of cards in the shed.",
    "A flower cannot be discarded if the crowd is at least 2.",
]


@pytest.mark.parametrize(
    ("rules", "tools", "bed", "shed", "allowed"),
    [
        ([], {}, [], 1, ["Rose", "Nettle"]),  # its condition does not hold
        ([], {}, [], 2, ["Nettle"]),
        (
            [],
            KEY,
            ["Key"],
            2,
            ["Rose"],
        ),  # a card beats it; of nettles nothing says that they can be
        (["Despite any other rule, a flower can be discarded."], {}, [], 2, ["Rose"]),
    ],
)
def test_a_prohibition_that_holds_for_all_at_once_yields_like_any_other(
    rules, tools, bed, shed, allowed
):
    table = lay(
        "A player may discard a card.", *CROWDED, *rules, tools=tools,
        ann={"hand": ["Rose", "Nettle"], "bed": bed}, common={"shed": ["Daisy"] * shed},
    )  # fmt: skip

    options = table.options("ann")

    assert [card for card in ("Rose", "Nettle") if f"discard {card}" in options] == allowed


# ---- acting at any time, acting for -----------------------------------------------------------


def test_at_any_time_does_not_hold_up_the_phase():
    table = lay(
        "At any time, a player may discard a card.",
        "When a turn ends, each player gains 1 seed.",
        bob={"hand": ["Rose"]},
    )

    both = sorted(table.asked())
    table.choose("ann", "pass")

    assert both == ["ann", "bob"]
    assert seeds(table) == [1, 1]


def test_who_acts_for_somebody_may_do_what_they_may():
    table = lay("The Gnome may gain 1 seed.", "The player at turn may act for the Gnome.")

    offered_ = table.options("ann")
    table.choose("ann", next(text for text in offered_ if text.startswith("gain")))

    assert [event.agent for event in table.events if event.verb == "gain"] == ["Gnome"]
    assert "gain" not in " ".join(table.options("bob"))
    assert told(table, "gain") == ["Gnome gain seed"]


# ---- bounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (["The prize is 3.", "The prize cannot be less than 2."], "The prize becomes 1.", 2),
        (["The prize is 3.", "The prize cannot be less than 2."], "The prize becomes 5.", 5),
        (["The prize is 3.", "The prize must be at most 4."], "The prize becomes 9.", 4),
        (["The prize is 3.", "The prize cannot be more than 4."], "The prize increases by 5.", 4),
        (
            ["The prize is 3.", "The prize cannot be less than 2.", "The prize is 2 less."],
            "The prize becomes 3.",
            2,
        ),
        (["The prize is 3.", "The prize must be at least 2."], "The prize decreases by 5.", 2),
    ],
)
def test_a_bound_of_a_value(rules, text, expected):
    table = lay(
        *rules,
        "When a player has at least 9 seeds, they gain coins equal to the prize.",
        tricks={"Deed": text},
    )

    table.perform("ann", "Deed")

    assert table.value("prize") == expected


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("A player cannot have more than 3 seeds.", "Gain 5 seeds.", 3),
        ("A player cannot have fewer than 1 seed.", "Lose 5 seeds.", 1),
        ("A player must have at least 1 seed.", "Lose 5 seeds.", 1),
        ("A player must have at most 3 seeds.", "Gain 5 seeds.", 3),
        ("A tired player cannot have more than 3 seeds.", "Gain 5 seeds.", 7),
    ],
)
def test_a_bound_of_a_counter(rule, text, expected):
    table = lay(
        rule, "When a player passes, they become tired.", tricks={"Deed": text}, ann={"seed": 2}
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_a_place_that_cannot_contain_more_takes_no_more():
    table = lay(
        "A bed cannot contain more than 2 flowers.",
        "The player at turn may plant a card.",
        ann={"hand": ["Rose", "Nettle"], "bed": ["Rose", "Daisy"]},
        bob={"hand": ["Rose"], "bed": ["Rose"]},
    )

    offered = table.options("ann")
    table.choose("ann", "plant Nettle", "pass")
    table.choose("bob", "plant Rose")

    assert offered == ["plant Nettle", "rest", "pass"]
    assert table.cards("ann", "bed") == ["Rose", "Daisy", "Nettle"]
    assert table.cards("bob", "bed") == ["Rose", "Rose"]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ('whose type is "weed"', ["Nettle"]),
        ('whose type is not "weed"', ["Rose"]),
        ('whose type is "flower"', ["Rose"]),
    ],
)
def test_the_type_of_a_card_is_what_it_is(said, left):
    table = lay(
        f"A card {said} cannot be discarded.",
        tricks={"Deed": "Discard all cards in your hand."},
        ann={"hand": ["Rose", "Nettle"]},
    )

    table.perform("ann", "Deed")

    assert table.cards("ann", "hand") == left


def test_a_rule_can_beat_others_up_to_a_moment():
    book = garden(
        "Despite any other rule, until the end of the turn, players cannot draw cards.",
        AT_WILL,
        tricks={"Deed": "Draw a card."},
    )
    table = Table(book, setup=True)

    table.perform("ann", "Deed")
    before = len(table.cards("ann", "hand"))
    table.choose("ann", "pass")
    table.perform("ann", "Deed")

    assert (before, len(table.cards("ann", "hand"))) == (0, 1)


# ---- amounts and limits that are forbidden -----------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "gained"),
    [
        ("A player cannot gain coins.", [0, 0, 0]),
        ("A player cannot gain 2 coins.", [1, 0, 3]),
        ("A player cannot gain at least 2 coins.", [1, 0, 0]),
        ("A player cannot gain more than 2 coins.", [1, 2, 0]),
        ("A tired player cannot gain 2 coins.", [1, 2, 3]),
    ],
)
def test_an_amount_that_cannot_be_gained(rule: str, gained: list[int]) -> None:
    texts = {f"Deed {n}": f"Gain {n} coin{'s' * (n > 1)}." for n in (1, 2, 3)}

    seen = []
    for name in texts:
        table = lay(rule, "The player at turn may become cross.", tricks=texts)
        table.perform("ann", name)
        seen.append(table.count("ann", "coin"))

    assert seen == gained


def test_what_would_go_beyond_the_coins_of_a_turn_is_forbidden() -> None:
    rule = "A player cannot gain more than 3 coins per turn."
    table = lay(rule, "The player at turn may become cross.", tricks={"Two": "Gain 2 coins."})

    seen = []
    for _ in range(2):
        table.perform("ann", "Two")
        seen.append(table.count("ann", "coin"))
    table.choose("ann", "rest")
    seen.append(table.count("ann", "coin"))
    assert "rest" not in table.options("ann")  # it would do nothing
    table.choose("ann", "pass")
    table.choose("bob", "pass")
    table.perform("ann", "Two")

    assert seen == [2, 2, 3]
    assert table.count("ann", "coin") == 5


@pytest.mark.parametrize(
    ("rule", "often"),
    [
        ("A player cannot rest more than 2 times per turn.", 2),
        ("A player cannot rest more than once per turn.", 1),
        ("A player cannot rest more than once per turn if they are tired.", 4),
        ("A player cannot rest more than 3 times per game.", 3),
    ],
)
def test_how_often_something_can_be_done(rule: str, often: int) -> None:
    table = lay(rule)

    for _ in range(4):
        if table.turn == "ann" and "rest" in table.options("ann"):
            table.choose("ann", "rest")

    assert table.count("ann", "coin") == often


def test_the_limit_of_a_turn_is_free_again_in_the_next() -> None:
    table = lay("A player cannot rest more than once per turn.")
    table.choose("ann", "rest")

    table.choose("bob", "pass")

    assert "rest" in table.options("ann")


def test_how_often_something_cannot_be_done_says_more_than() -> None:
    table = Table(garden("A player cannot rest twice per turn.", AT_WILL))

    assert [text for text, _ in table.match.rules.unrunnable] == [
        "A player cannot rest twice per turn."
    ]


@pytest.mark.parametrize(
    ("asked", "text", "drawn"),
    [
        ("gained 2 coins", "Gain 2 coins.", 1),
        ("gained 2 coins", "Gain 3 coins.", 0),
        ("gained more than 2 coins", "Gain 3 coins.", 1),
        ("gained more than 2 coins", "Gain 2 coins.", 0),
        ("gained a coin", "Gain 3 coins.", 1),
    ],
)
def test_history_knows_how_many_counters_an_act_was_about(
    asked: str, text: str, drawn: int
) -> None:
    table = lay(tricks={"Deed": f"{text} If you {asked} this turn, draw a card."})

    table.perform("ann", "Deed")

    assert len(table.cards("ann", "hand")) == drawn


@pytest.mark.parametrize(
    ("cond", "allowed"),
    [
        ("a player has at least 1 seed", True),
        ("a player has more than 2 seeds", False),
        ("a player has fewer than 1 seed", True),
        ("each player has at least 1 seed", False),
    ],
)
def test_a_condition_on_a_player_is_met_by_any_of_them(cond: str, allowed: bool) -> None:
    table = lay(f"The player at turn may discard a card if {cond}.", ann={"hand": ["Rose"]},
                bob={"seed": 2})  # fmt: skip

    assert ("discard Rose" in table.options("ann")) is allowed
