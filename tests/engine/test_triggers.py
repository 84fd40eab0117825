"""Triggers: what `When`, `Before`, `After`, `At` and `In` wait for, how often, and in which order."""

from __future__ import annotations

import pytest
from garden import because, garden, lay, seeds, told

import deckmastor as dm

DRAW_TWO = {"Pick": "Draw 2 cards."}
DAY = "A turn has these phases: dawn, noon, dusk."


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("When a player draws a card, they gain 1 seed.", "Draw 2 cards.", [2, 0]),
        ("When a player draws a card, each other player gains 1 seed.", "Draw 2 cards.", [0, 2]),
        ("When a card is drawn, each player gains 1 seed.", "Draw a card.", [1, 1]),
        ("When a card is drawn by a player, that player gains 1 seed.", "Draw a card.", [1, 0]),
        (
            "When a flower is discarded, each player gains 1 seed.",
            "Discard all cards in your hand.",
            [2, 2],
        ),
        (
            "When a weed is discarded, each player gains 1 seed.",
            "Discard all cards in your hand.",
            [1, 1],
        ),
        (
            "When a tulip is discarded, each player gains 1 seed.",
            "Discard all cards in your hand.",
            [0, 0],
        ),
        (
            "When a player discards a card or draws a card, they gain 1 seed.",
            "Discard a card. Draw a card.",
            [2, 0],
        ),
        ("When a card is discarded or drawn, each player gains 1 seed.", "Draw 2 cards.", [2, 2]),
        (
            "When a player gains at least 3 coins, they gain 1 seed.",
            "Gain 2 coins. Gain 3 coins.",
            [1, 0],
        ),
        ("When a player gains coins, they gain 1 seed.", "Gain 2 coins. Gain 3 coins.", [2, 0]),
        ("When a player reveals a card, they gain 1 seed.", "Reveal a card in your hand.", [1, 0]),
        ("When a player reveals a card, they gain 1 seed.", "Show a card in your hand.", [0, 0]),
        ("When a player shows a card, they gain 1 seed.", "Show a card in your hand.", [1, 0]),
        ("When a player shows a card, they gain 1 seed.", "Reveal a card in your hand.", [0, 0]),
        (
            "When a player reveals a card in their hand, they gain 1 seed.",
            "Reveal the top card of the deck. Reveal a card in your hand.",
            [1, 0],
        ),
        (
            "When a player looks at a card in their hand, they gain 1 seed.",
            "Look at the top card of the deck. Look at a card in your hand.",
            [1, 0],
        ),
        ("When the deck is shuffled, each player gains 1 seed.", "Shuffle the deck.", [1, 1]),
        (
            "When a card enters the shed, each player gains 1 seed.",
            "Move a card from your hand to the shed.",
            [1, 1],
        ),
        (
            "When a card leaves a hand, each player gains 1 seed.",
            "Move a card from your hand to the shed.",
            [1, 1],
        ),
        (
            "When a card enters the shed from a hand, each player gains 1 seed.",
            "Move the top card of the deck to the shed.",
            [0, 0],
        ),
        ("When a player becomes tired, they gain 1 seed.", "Each player becomes tired.", [1, 1]),
    ],
)
def test_an_event_sets_off_what_waits_for_it(rule, text, expected):
    table = lay(rule, tricks={"Deed": text}, ann={"hand": ["Rose", "Daisy", "Nettle"]})

    table.perform("ann", "Deed")
    while table.asked() and not table.quiet:
        table.choose("ann", table.options("ann")[0])

    assert seeds(table) == expected
    assert set(because(table, "gain")) - {text} <= {rule}


def test_where_a_thing_lies_is_said_from_its_doer():
    own = "When a player reveals a card in their hand, they gain 1 seed."
    other = "When a player reveals a card in another player's hand, they gain 2 seeds."
    table = lay(
        own,
        other,
        tricks={"Peep": "Reveal a card in another player's hand.", "Boast": "Reveal your hand."},
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
    )

    table.perform("ann", "Peep")
    before = seeds(table)
    table.perform("bob", "Boast")

    assert (before, seeds(table)) == ([2, 0], [2, 1])


def test_a_defined_verb_is_an_event_of_its_own():
    table = lay(
        "When a card is discarded, each player gains 1 seed.",
        tricks={"Deed": "Move a card from your hand to the discard pile."},
        ann={"hand": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert table.cards("", "discard pile") == ["Rose"]
    assert seeds(table) == [0, 0]


# ---- states -----------------------------------------------------------------------------------


def test_a_state_sets_off_its_effect_when_it_becomes_so_and_only_for_whom():
    table = lay(
        "When a player has no cards in their hand, they gain 1 seed.",
        tricks={"Deed": "Discard a card."},
        ann={"hand": ["Rose", "Rose"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Rose")
    before = seeds(table)
    table.perform("ann", "Deed")

    assert before == [0, 0]
    assert seeds(table) == [1, 0]


def test_a_state_that_lasts_does_not_set_off_its_effect_again():
    table = lay(
        "When a player has at least 2 coins, they gain 1 seed.", tricks={"Deed": "Gain 2 coins."}
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


def test_a_state_that_ended_and_comes_again_sets_off_its_effect_again():
    table = lay(
        "When a player has at least 2 coins, they gain 1 seed.",
        tricks={"Deed": "Gain 2 coins. Lose 2 coins. Gain 2 coins."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [2, 0]


def test_within_one_step_a_state_is_not_looked_at():
    table = lay(
        "When a player has at least 2 coins, they gain 1 seed.",
        tricks={"Deed": "Gain 2 coins and lose 2 coins."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 0]


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (
            "When at least 2 players are tired, each player gains 1 seed.",
            "Each player becomes tired.",
            [1, 1],
        ),
        (
            "When at least 2 players are tired, each player gains 1 seed.",
            "You become tired.",
            [0, 0],
        ),
        (
            "When each player is tired, each player gains 1 seed.",
            "Each player becomes tired.",
            [1, 1],
        ),
        ("When each player is tired, each player gains 1 seed.", "You become tired.", [0, 0]),
        ("When only 1 player is not tired, that player gains 1 seed.", "You become tired.", [0, 1]),
        ("When a player is tired and muddy, they gain 1 seed.", "You become tired.", [0, 0]),
        (
            "When a player is tired and muddy, they gain 1 seed.",
            "You become tired. You become muddy.",
            [1, 0],
        ),
        (
            "When a player is tired or muddy, they gain 1 seed.",
            "You become tired. You become muddy.",
            [1, 0],
        ),
        (
            "When a player has more coins than each other player, they gain 1 seed.",
            "Gain 2 coins.",
            [1, 0],
        ),
        (
            "When a player has the most coins, they gain 1 seed.",
            "Each other player gains 2 coins. Gain 3 coins.",
            [1, 0],
        ),
        (
            "When the deck is empty, each player gains 1 seed.",
            "Move all cards in the deck to the shed.",
            [1, 1],
        ),
        (
            "When there are at least 3 flowers in the shed, each player gains 1 seed.",
            "Move the top 3 cards of the deck to the shed.",
            [1, 1],
        ),
        (
            "When there are at least 3 flowers in the shed, each player gains 1 seed.",
            "Move the top 2 cards of the deck to the shed.",
            [0, 0],
        ),
        (
            "When a player becomes cross, they gain 1 seed.",
            "Each player becomes cross. You become calm.",
            [1, 1],
        ),
        (
            "A player is rich if they have at least 2 coins. When a player becomes rich, they gain 1 seed.",
            "Gain 2 coins.",
            [1, 0],
        ),
    ],
)
def test_a_state_is_asked_of_all_it_speaks_of(rule, text, expected):
    table = lay(rule, tricks={"Deed": text})

    table.perform("ann", "Deed")

    assert seeds(table) == expected


def test_a_state_that_held_when_its_rule_began_sets_off_nothing():
    table = lay(
        tricks={
            "Deed": "Until the end of the turn, when a player has at least 2 coins, they gain 1 seed."
        },
        ann={"coin": 3},
        bob={"coin": 1},
    )

    table.perform("ann", "Deed")
    before = seeds(table)
    table.choose("ann", "rest")

    assert before == [0, 0]
    assert seeds(table) == [0, 0]


def test_a_state_that_begins_after_its_rule_sets_it_off():
    table = lay(
        tricks={
            "Deed": "Until the end of the turn, when a player has at least 2 coins, they gain 1 seed. Gain 1 coin."
        },
        ann={"coin": 1},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


def test_a_state_on_a_card_is_looked_at_from_when_the_card_is_there():
    table = lay(
        tricks={"Deed": "Move a tool from your hand to your bed.", "Pay": "Gain 2 coins."},
        tools={"Scale": "When you have at least 2 coins, gain 1 seed."},
        ann={"hand": ["Scale"]},
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Pay")

    assert seeds(table) == [1, 0]


def test_a_state_that_held_when_its_card_came_sets_off_nothing():
    table = lay(
        tricks={"Deed": "Move a tool from your hand to your bed."},
        tools={"Scale": "When you have at least 2 coins, gain 1 seed."},
        ann={"hand": ["Scale"], "coin": 5},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "rest")

    assert seeds(table) == [0, 0]


# ---- for the first time -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [
        ("When a player draws a card for the first time, they gain 1 seed.", [1, 0], [1, 0]),
        (
            "When a player draws a card for the first time this turn, they gain 1 seed.",
            [1, 0],
            [2, 0],
        ),
        ("When a player draws a card, they gain 1 seed.", [2, 0], [4, 0]),
    ],
)
def test_for_the_first_time(rule, first, second):
    table = lay(rule, tricks=DRAW_TWO)

    table.perform("ann", "Pick")
    now = seeds(table)
    table.choose("ann", "pass")
    table.choose("bob", "pass")
    table.perform("ann", "Pick")

    assert now == first
    assert seeds(table) == second


def test_for_the_first_time_is_counted_for_each_player():
    table = lay(
        "When a player draws a card for the first time, they gain 1 seed.",
        tricks={"Deed": "Each player draws a card. Each player draws a card."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 1]


def test_to_become_something_for_the_first_time():
    table = lay(
        "When a player becomes cross for the first time, they gain 1 seed.",
        tricks={"Deed": "You become cross. You become calm. You become cross."},
        ann={"mood": "calm"},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


# ---- before, when, after ----------------------------------------------------------------------


def test_before_comes_ahead_of_the_act_and_when_behind_it():
    table = lay(
        "Before a player draws a card, they gain 1 seed.",
        "When a player draws a card, they lose 1 seed.",
        tricks={"Pick": "Draw a card."},
    )

    table.perform("ann", "Pick")

    assert told(table, "gain", "draw", "lose") == [
        "ann gain seed",
        "ann draw Rose",
        "ann lose seed",
    ]


def test_what_happens_before_an_act_changes_what_it_finds():
    table = lay(
        "Before a player draws a card, move the top card of the deck to the shed.",
        tricks={"Pick": "Draw a card."},
        deck=["Daisy", "Rose"],
    )

    table.perform("ann", "Pick")

    assert table.cards("ann", "hand") == ["Daisy"]
    assert table.cards("", "shed") == ["Rose"]


def test_before_a_plant_is_uprooted_its_holder_is_still_known():
    table = lay(
        "Before a flower is uprooted, its holder gains 1 seed.",
        tricks={"Deed": "Uproot a flower."},
        ann={"bed": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]
    assert table.cards("ann", "bed") == []


def test_when_a_card_is_played_comes_ahead_of_its_text_and_after_behind():
    table = lay(
        "When a trick is played, each player gains 1 seed.",
        "When a trick resolves, each player gains 1 coin.",
        "After a trick resolves, put it into the shed.",
        tricks={"Deed": "Draw a card."},
        ann={"hand": ["Deed"]},
    )

    table.play("ann", "Deed")

    kinds = [
        event.verb + " " + event.object for event in table.events if event.agent in ("ann", "bob")
    ]
    wanted = [
        "play Deed",
        "gain seed",
        "gain seed",
        "gain coin",
        "gain coin",
        "move Rose",
        "draw Rose",
    ]
    assert [kind for kind in kinds if kind in wanted] == wanted
    assert table.cards("", "shed") == ["Deed"]
    assert table.cards("", "discard pile") == []


def test_after_a_card_is_played_waits_for_all_of_its_text():
    table = lay(
        "After a player plays a card, they gain 1 seed.",
        tricks={"Deed": "Draw a card. Lose 4 seeds."},
        ann={"hand": ["Deed"], "seed": 4},
    )

    table.play("ann", "Deed")

    assert seeds(table) == [1, 0]


# ---- moments ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "before", "after_one", "after_two"),
    [
        ("At the beginning of each turn, the player at turn gains 1 seed.", [1, 0], [1, 1], [2, 1]),
        ("At the end of each turn, the player at turn gains 1 seed.", [0, 0], [1, 0], [1, 1]),
        ("When a turn begins, the player at turn gains 1 seed.", [1, 0], [1, 1], [2, 1]),
        ("When a turn ends, the player at turn gains 1 seed.", [0, 0], [1, 0], [1, 1]),
        ("Before each turn, the player at turn gains 1 seed.", [1, 0], [1, 1], [2, 1]),
        ("After each turn, the player at turn gains 1 seed.", [0, 0], [1, 0], [1, 1]),
        ("At the beginning of each round, each player gains 1 seed.", [1, 1], [1, 1], [2, 2]),
        ("At the end of each round, each player gains 1 seed.", [0, 0], [0, 0], [1, 1]),
        ("When a round begins, each player gains 1 seed.", [1, 1], [1, 1], [2, 2]),
        ("When a round ends, each player gains 1 seed.", [0, 0], [0, 0], [1, 1]),
        ("At the beginning of a player's turn, they gain 1 seed.", [1, 0], [1, 1], [2, 1]),
        ("At the end of a player's turn, they gain 1 seed.", [0, 0], [1, 0], [1, 1]),
        (
            "At the end of each turn, if the deck is empty, each player gains 1 seed.",
            [0, 0],
            [0, 0],
            [0, 0],
        ),
    ],
)
def test_moments_of_turns_and_rounds(rule, before, after_one, after_two):
    table = lay(rule)

    first = seeds(table)
    table.choose("ann", "pass")
    second = seeds(table)
    table.choose("bob", "pass")

    assert first == before
    assert second == after_one
    assert seeds(table) == after_two
    assert set(because(table, "gain")) <= {rule}


@pytest.mark.parametrize(
    ("rule", "in_each_phase"),
    [
        (f"{DAY} In the noon phase, the player at turn gains 1 seed.", [0, 1, 1, 0]),
        (
            f"{DAY} At the beginning of the noon phase, the player at turn gains 1 seed.",
            [0, 1, 1, 0],
        ),
        (f"{DAY} At the end of the noon phase, the player at turn gains 1 seed.", [0, 0, 1, 0]),
        (f"{DAY} When the noon phase begins, the player at turn gains 1 seed.", [0, 1, 1, 0]),
        (f"{DAY} When the noon phase ends, the player at turn gains 1 seed.", [0, 0, 1, 0]),
        (f"{DAY} Before the noon phase, the player at turn gains 1 seed.", [0, 1, 1, 0]),
        (f"{DAY} After the noon phase, the player at turn gains 1 seed.", [0, 0, 1, 0]),
        (f"{DAY} At the beginning of each phase, the player at turn gains 1 seed.", [1, 2, 3, 1]),
        (f"{DAY} At the end of each phase, the player at turn gains 1 seed.", [0, 1, 2, 0]),
        (f"{DAY} At the beginning of a turn, the player at turn gains 1 seed.", [1, 1, 1, 1]),
    ],
)
def test_moments_of_phases(rule, in_each_phase):
    table = lay(rule)

    found = []
    for player in ("ann", "ann", "ann", "bob"):
        found.append(table.count(player, "seed"))
        table.choose(player, "pass")

    assert found == in_each_phase


def test_the_beginning_of_a_phase_comes_ahead_of_what_is_done_in_it():
    table = lay(
        DAY,
        "In the dawn phase, the player at turn draws a card.",
        "At the beginning of the dawn phase, the player at turn gains 1 seed.",
        "At the end of the dawn phase, the player at turn loses 1 seed.",
    )

    table.choose("ann", "pass")

    assert told(table, "gain", "draw", "lose") == [
        "ann gain seed",
        "ann draw Rose",
        "ann lose seed",
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "At the end of the game, the player with the most coins wins the game.",
        "When the game ends, the player with the most coins wins the game.",
    ],
)
def test_the_end_of_the_game_is_a_moment(rule):
    table = lay(rule, tricks={"Deed": "End the game."}, ann={"coin": 1}, bob={"coin": 2})

    table.perform("ann", "Deed")

    assert table.match.over
    assert table.match.winners == ["bob"]


# ---- leaving and entering ---------------------------------------------------------------------


def test_a_card_that_leaves_is_judged_by_where_it_was():
    table = lay(
        "When a flower in a player's bed is uprooted, that player gains 1 seed.",
        tricks={"Deed": "Uproot a card."},
        ann={"bed": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    ("text", "deed", "expected"),
    [
        ("When this card leaves your bed, gain 1 seed.", "Uproot a tool.", 1),
        ("When this card is uprooted, gain 1 seed.", "Uproot a tool.", 1),
        ("When this card enters your bed, gain 1 seed.", "Uproot a tool.", 0),
        ("When a card leaves your bed, gain 1 seed.", "Uproot a tool.", 1),
        ("When another card leaves your bed, gain 1 seed.", "Uproot a tool.", 0),
    ],
)
def test_a_card_sees_itself_leave(text, deed, expected):
    table = lay(tricks={"Deed": deed}, tools={"Spade": text}, ann={"bed": ["Spade"]})

    table.perform("ann", "Deed")

    assert table.cards("ann", "bed") == []
    assert table.count("ann", "seed") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When this card enters your bed, gain 1 seed.", 1),
        ("When a tool enters your bed, gain 1 seed.", 1),
        ("When a card leaves your hand, gain 1 seed.", 0),
    ],
)
def test_a_card_that_enters_is_judged_by_where_it_is(text, expected):
    table = lay(tricks={"Deed": "Plant a tool."}, tools={"Spade": text}, ann={"hand": ["Spade"]})

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


@pytest.mark.parametrize("place", ["hand", "deck", "discard pile"])
def test_a_card_says_nothing_in_hand_deck_and_discard_pile(place):
    spade = {place: ["Spade"]}
    table = lay(
        tricks={"Pick": "Draw a card."},
        tools={"Spade": "When a player draws a card, that player gains 1 seed."},
        common={}
        if place == "hand"
        else spade | ({"deck": ["Spade", "Rose"]} if place == "deck" else {}),
        ann=spade if place == "hand" else {},
    )

    table.perform("ann", "Pick")

    assert seeds(table) == [0, 0]


# ---- order ------------------------------------------------------------------------------------

BELL = "When a player draws a card, gain 1 seed."


@pytest.mark.parametrize(
    ("turn", "order"), [("ann", ["ann", "bob", "cid"]), ("bob", ["bob", "cid", "ann"])]
)
def test_triggers_of_one_step_come_in_the_order_of_turns(turn, order):
    table = lay(
        tricks={"Pick": "Draw a card."},
        tools={"Bell": BELL},
        turn=turn,
        ann={"bed": ["Bell"]},
        bob={"bed": ["Bell"]},
        cid={"bed": ["Bell"]},
    )

    table.perform(turn, "Pick")

    assert [event.agent for event in table.events if event.verb == "gain"] == order


def test_triggers_of_rules_come_by_age():
    table = lay(
        "When a player draws a card, they gain 1 seed.",
        "When a player draws a card, they lose 1 seed.",
        tricks={"Pick": "Draw a card."},
    )

    table.perform("ann", "Pick")

    assert told(table, "gain", "lose") == ["ann gain seed", "ann lose seed"]


def test_their_holder_chooses_the_order_of_their_triggers_if_the_book_says_so():
    table = lay(
        "The order of triggers is turn order, then the choice of their holder, then age.",
        tricks={"Pick": "Draw a card."},
        tools={
            "Bell": "When a player draws a card, gain 1 seed.",
            "Drum": "When a player draws a card, lose 1 seed.",
        },
        ann={"bed": ["Bell", "Drum"]},
    )

    table.perform("ann", "Pick")
    offered = table.options("ann")
    table.choose("ann", "Drum")

    assert offered == ["Bell", "Drum"]
    assert told(table, "gain", "lose") == ["ann lose seed", "ann gain seed"]


BY_CHOICE = "The order of triggers is turn order, then the choice of their holder, then age."


@pytest.mark.parametrize(("pick", "last"), [("Bell (1)", 1), ("Bell (2)", 0)])
def test_their_holder_orders_equal_cards_that_something_tells_apart(pick: str, last: int):
    table = lay(
        "Each player has a pet. A pet is a card.",
        BY_CHOICE,
        tricks={"Pick": "Draw a card."},
        tools={"Bell": "When a player draws a card, gain 1 seed. Your pet becomes this card."},
        ann={"bed": ["Bell", "Bell"]},
    )
    table.perform("ann", "Pick")
    assert seeds(table) == [2, 0]  # neither was a pet before

    table.perform("ann", "Pick")
    assert table.options("ann") == ["Bell (1)", "Bell (2)"]
    table.choose("ann", pick)

    attrs, state = table.match.rules.schema.attrs, table.state
    assert state.cols[attrs["pet"].at][0] == state.zones[attrs["bed"].at][last]
    assert seeds(table) == [4, 0]


def test_equal_cards_that_nothing_tells_apart_need_no_order():
    table = lay(
        BY_CHOICE,
        tricks={"Pick": "Draw a card."},
        tools={"Bell": "When a player draws a card, gain 1 seed."},
        ann={"bed": ["Bell", "Bell"]},
    )

    table.perform("ann", "Pick")

    assert seeds(table) == [2, 0]


CHAIN = {"Pick": "Draw a card. Gain 1 coin."}
ON_DRAW = "When a player draws a card, they gain 1 seed."
ON_SEED = "When a player gains seeds, they become tired."


def test_at_once_a_trigger_interrupts_the_rest_of_a_text():
    table = lay(ON_DRAW, ON_SEED, 'The trigger timing is "at once".', tricks=CHAIN)

    table.perform("ann", "Pick")

    assert told(table, "draw", "gain", "become") == [
        "ann draw Rose", "ann gain seed", "ann become tired", "ann gain coin",
    ]  # fmt: skip


def test_next_step_lets_a_text_come_to_its_end_first():
    table = lay(
        ON_DRAW, ON_SEED, 'The trigger timing is "next step".', tricks=CHAIN, ann={"hand": ["Pick"]}
    )

    table.play("ann", "Pick")

    assert told(table, "draw", "gain", "become") == [
        "ann draw Rose", "ann gain coin", "ann gain seed", "ann become tired",
    ]  # fmt: skip


def test_next_step_runs_all_that_a_step_set_off_before_what_these_set_off():
    table = lay(
        ON_DRAW,
        ON_SEED,
        "When a player draws a card, they gain 1 coin.",
        'The trigger timing is "next step".',
        tricks={"Pick": "Draw a card."},
        ann={"hand": ["Pick"]},
    )

    table.play("ann", "Pick")

    assert told(table, "draw", "gain", "become") == [
        "ann draw Rose", "ann gain seed", "ann gain coin", "ann become tired",
    ]  # fmt: skip


def test_a_level_does_something_at_every_check_while_it_holds():
    table = lay(
        "While a player has at least 3 coins, they lose 1 coin.", tricks={"Deed": "Gain 5 coins."}
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "coin") == 2


def test_the_owner_of_a_place_that_is_entered_is_the_one_who_is_meant():
    table = lay(
        "When a card enters a player's bed, that player gains 1 seed.",
        tricks={"Deed": "Move this card to your bed."},
    )

    table.perform("bob", "Deed")

    assert seeds(table) == [0, 1]


def test_only_places_of_those_who_fit_are_meant():
    table = lay(
        "When a card leaves a tired player's hand, that player gains 1 seed.",
        tricks={"Deed": "Become tired. Each player discards a card."},
        ann={"hand": ["Rose"]},
        bob={"hand": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


def test_who_only_acts_acts_once() -> None:
    table = lay("When a player acts, that player gains 1 seed.", "On their turn, a player may act.")

    table.choose("ann", "act")

    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    "rule",
    [
        "When all flowers leave a bed, shuffle the deck.",
        "If all flowers would be discarded, shuffle the deck instead.",
    ],
)
def test_all_of_something_is_no_event_and_is_refused(rule: str) -> None:
    rules = dm.read(garden(rule)).rules(2)

    assert [why for _, why in rules.unrunnable] == [
        "all flowers in an act that is waited or asked for"
    ]


def test_a_card_hears_of_a_copy_that_is_made_and_comes_from_no_place():
    twin = "Choose a weed in your bed. Create a copy of that weed in your bed."
    table = lay(
        tricks={"Twin": twin},
        tools={"Ear": "When a card is created, gain 1 seed."},
        ann={"bed": ["Ear", "Nettle"]},
    )

    table.perform("ann", "Twin")

    assert table.cards("ann", "bed") == ["Ear", "Nettle", "Nettle"]
    assert table.count("ann", "seed") == 1


@pytest.mark.parametrize("hindrance", ["Nettles cannot be aired.", "Daisies cannot be planted."])
def test_the_steps_of_a_definition_let_triggers_between_if_it_is_done_to_one_thing(
    hindrance: str,
) -> None:
    table = lay(
        'The trigger timing is "at once".',
        "To air a card is to move it to the shed, then move it to the discard pile.",
        "When a card enters the shed, if there is a card in the shed, the player at turn rests.",
        hindrance,
        tricks={
            "One": "Choose a card in your bed. Air that card.",
            "Top": "Air the top card of the deck.",
            "All": "Air each card in your bed.",
        },
        ann={"hand": ["One", "Top", "All"], "bed": ["Daisy", "Rose"]},
    )
    table.choose("ann", "play One", "Rose")
    assert table.count("ann", "coin") == 1
    table.choose("ann", "play Top")
    assert table.count("ann", "coin") == 2
    table.choose("ann", "play All")  # one step for all: the shed is empty when it is over
    assert table.count("ann", "coin") == 2


@pytest.mark.parametrize("act", ["rests", "discards a card"])
def test_before_an_act_each_card_that_says_so_has_its_effect(act: str) -> None:
    table = lay(
        "The player at turn may discard a card.",
        'On a card, "you" means its holder.',
        tools={"Hut": f"Before a player {act}, you gain 1 seed.", "Well": "You cannot draw cards."},
        ann={"bed": ["Well", "Hut", "Hut"], "hand": ["Rose"]},
        bob={"bed": ["Hut"]},
    )

    table.choose("ann", "rest" if act == "rests" else "discard Rose")

    assert seeds(table) == [2, 1]


def test_what_each_card_does_before_an_act_comes_to_an_end() -> None:
    table = lay(
        'On a card, "you" means its holder.',
        tools={"Hut": "Before a player rests, that player rests."},
        ann={"bed": ["Hut", "Hut"]},
    )

    table.choose("ann", "rest")

    assert table.count("ann", "coin") == 4


@pytest.mark.parametrize(
    "loss",
    [
        "When a player rests, each player loses 3 coins.",
        "When a player rests, that player loses 3 coins and the next player loses 3 coins.",
    ],
)
def test_what_comes_before_several_losses_of_a_step_comes_ahead_of_all(loss: str) -> None:
    table = lay(
        loss,
        "Before a player loses 3 coins, they gain 1 seed.",
        "When a player loses coins, if each player has at least 1 seed, that player gains 5 seeds.",
        ann={"coin": 9},
        bob={"coin": 9},
    )
    table.choose("ann", "rest")

    assert [table.count(who, "seed") for who in ("ann", "bob")] == [6, 6]


def test_what_comes_before_a_loss_changes_its_size_and_comes_once() -> None:
    table = lay(
        "When a player rests, each player loses coins equal to the number of Roses in the shed.",
        "Before a player loses coins, create a Rose in the shed.",
        common={"shed": ["Rose"]},
        ann={"coin": 9},
        bob={"coin": 9},
    )
    table.choose("ann", "rest")

    assert len(table.cards("", "shed")) == 3
    assert [table.count(who, "coin") for who in ("ann", "bob")] == [7, 6]
