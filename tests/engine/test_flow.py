"""The flow of a game: turns, phases and rounds, who is next, and how a game ends."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden, lay, seeds

from deckmastor.testing import Table

DAY = "A turn has these phases: dawn, noon, dusk."
THREE = {"ann": {}, "bob": {}, "cid": {}}


def turns(table, n):
    """Who is at turn now and in the next turns, all of them passing."""
    found = [table.turn]
    while len(found) < n:
        before = table.state.v[4]
        while table.state.v[4] == before:
            table.choose(table.turn, "pass")
        found.append(table.turn)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 1 coin.", ["ann", "bob", "cid", "ann", "bob"]),
        ("Reverse the turn order.", ["ann", "cid", "bob", "ann", "cid"]),
        ("Skip your next turn.", ["ann", "bob", "cid", "bob", "cid"]),
        ("Each other player skips their next turn.", ["ann", "ann", "bob", "cid", "ann"]),
        ("The next player skips their next turn.", ["ann", "cid", "ann", "bob", "cid"]),
        ("Take another turn.", ["ann", "ann", "bob", "cid", "ann"]),
        ("Choose a player. That player takes another turn.", ["ann", "cid", "bob", "cid", "ann"]),
        ("Take another turn. Take another turn.", ["ann", "ann", "ann", "bob", "cid"]),
        (
            "Choose a player. That player takes another turn. Take another turn.",
            ["ann", "cid", "ann", "bob", "cid"],
        ),
        ("End the turn.", ["bob", "cid", "ann", "bob", "cid"]),
        ("Reverse the turn order. Reverse the turn order.", ["ann", "bob", "cid", "ann", "bob"]),
        ("Skip your next turn. Skip your next turn.", ["ann", "bob", "cid", "bob", "cid"]),
    ],
)
def test_who_is_next(text, expected):
    table = lay(tricks={"Deed": text}, **THREE)

    table.perform("ann", "Deed")
    if not table.quiet:
        table.choose("ann", "cid")

    assert turns(table, 5) == expected


def test_the_order_goes_on_where_it_was_left_also_in_a_match_that_was_saved():
    table = lay(
        tricks={"Deed": "Choose a player. That player takes another turn."}, turn="cid", **THREE
    )
    table.perform("cid", "Deed")
    table.choose("cid", "bob", "pass")
    assert table.turn == "bob"
    table.choose("bob", "pass")  # a carried table saves and restores the match before each answer

    assert table.turn == "ann"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 1 coin.", "dawn noon dusk dawn noon dusk"),
        ("End the phase.", "noon dusk dawn noon dusk dawn"),
        ("End the turn.", "dawn noon dusk dawn noon dusk"),
        ("Skip the noon phase.", "dawn dusk dawn noon dusk dawn"),
        ("Skip the dusk phase.", "dawn noon dawn noon dusk dawn"),
        ("Skip the noon phase and the dusk phase.", "dawn dawn noon dusk dawn noon"),
    ],
)
def test_phases(text, expected):
    table = lay(DAY, tricks={"Deed": text})
    names = ["dawn", "noon", "dusk"]

    table.perform("ann", "Deed")
    found = []
    for _ in range(6):
        found.append(names[table.state.v[3]])
        table.choose(table.turn, "pass")

    assert found == expected.split()


SKIP = "Skip the noon phase and the dusk phase."


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("The dusk phase cannot be skipped.", "dawn dusk dawn noon"),
        ("The noon phase cannot be skipped.", "dawn noon dawn noon"),
        ("The dawn phase cannot be skipped.", "dawn dawn noon dusk"),
        ("Phases cannot be skipped.", "dawn noon dusk dawn"),
        ("A player cannot skip the noon phase.", "dawn noon dawn noon"),
        ("A player cannot skip a turn.", "dawn dawn noon dusk"),
    ],
)
def test_a_phase_that_cannot_be_skipped_is_that_phase_alone(rule, expected):
    table = lay(DAY, rule, tricks={"Deed": SKIP})
    names = ["dawn", "noon", "dusk"]

    table.perform("ann", "Deed")
    found = []
    for _ in range(4):
        found.append(names[table.state.v[3]])
        table.choose(table.turn, "pass")

    assert found == expected.split()


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("When the noon phase is skipped, each player gains 1 seed.", SKIP, [1, 1]),
        ("When a player skips the dawn phase, they gain 1 seed.", SKIP, [0, 0]),
        ("When a player skips a phase, they gain 1 seed.", SKIP, [2, 0]),
        ("When a player skips a turn, they gain 1 seed.", SKIP, [0, 0]),
        ("When a player skips a turn, they gain 1 seed.", "Skip your next turn.", [1, 0]),
        ("When a player skips a phase, they gain 1 seed.", "Skip your next turn.", [0, 0]),
    ],
)
def test_a_skipped_phase_is_heard(rule, text, expected):
    table = lay(DAY, rule, tricks={"Deed": text})

    table.perform("ann", "Deed")

    assert seeds(table) == expected


def test_additional_turns_survive_a_save():
    table = lay(tricks={"Deed": "Take another turn. Take another turn."}, **THREE)
    table.perform("ann", "Deed")

    saved = table.match.save()
    table.match = table.match.restore(saved)

    assert turns(table, 4) == ["ann", "ann", "ann", "bob"]


def test_end_the_turn_leaves_out_what_is_left_of_it():
    table = lay(
        DAY, "In the dusk phase, the player at turn gains 1 seed.", tricks={"Deed": "End the turn."}
    )

    table.perform("ann", "Deed")

    assert table.turn == "bob"
    assert seeds(table) == [0, 0]


def test_the_end_of_a_turn_is_reached_though_it_was_ended():
    table = lay(
        "At the end of each turn, the player at turn gains 1 seed.",
        tricks={"Deed": "End the turn."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [1, 0]


def test_a_skipped_turn_has_no_beginning_and_no_end():
    table = lay(
        "At the beginning of each turn, the player at turn gains 1 seed.",
        tricks={"Deed": "Each other player skips their next turn."},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "pass")

    assert table.turn == "ann"
    assert seeds(table) == [2, 0]


# ---- rounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "passes", "expected"),
    [
        ("Gain 1 coin.", 3, 1),
        ("Gain 1 coin.", 2, 0),
        ("Gain 1 coin.", 6, 2),
        ("Take another turn.", 3, 0),
        ("Take another turn.", 4, 1),
    ],
)
def test_a_round_ends_when_everybody_had_their_turn(text, passes, expected):
    table = lay(
        "At the end of each round, each player gains 1 seed.", tricks={"Deed": text}, **THREE
    )

    table.perform("ann", "Deed")
    for _ in range(passes):
        table.choose(table.turn, "pass")

    assert table.count("ann", "seed") == expected


def test_a_round_without_its_starter_still_ends():
    table = lay(
        "At the end of each round, each player gains 1 seed.",
        tricks={"Deed": "Lose the game."},
        **THREE,
    )

    table.perform("ann", "Deed")
    while table.turn == "ann":
        table.choose("ann", "pass")
    for _ in range(4):
        table.choose(table.turn, "pass")

    assert table.count("bob", "seed") == 2


# ---- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("Win the game.", ["ann"]),
        ("Choose another player. That player wins the game.", ["cid"]),
        ("Each player with the most seeds wins the game.", ["bob", "cid"]),
        ("Each other player wins the game.", ["bob", "cid"]),
        ("Each other player loses the game.", ["ann"]),
        ("End the game.", []),
    ],
)
def test_winning(text, winners):
    table = lay(tricks={"Deed": text}, ann={"seed": 1}, bob={"seed": 5}, cid={"seed": 5})

    table.perform("ann", "Deed")
    if not table.match.over:
        table.choose("ann", "cid")

    assert table.match.over
    assert table.match.winners == winners


@pytest.mark.parametrize(
    ("order", "winners"),
    [
        ("", ["bob", "cid"]),
        ("The order of winners is the most coins.", ["cid"]),
        ("The order of winners is the fewest coins.", ["bob"]),
        ("The order of winners is the most seeds, then the fewest coins.", ["bob"]),
        ("The order of winners is the most seeds.", ["bob", "cid"]),
    ],
)
def test_ties_between_winners(order, winners):
    table = lay(
        *([order] if order else []),
        tricks={"Deed": "Each player with the most seeds wins the game."},
        ann={"seed": 1},
        bob={"seed": 5, "coin": 1},
        cid={"seed": 5, "coin": 2},
    )

    table.perform("ann", "Deed")

    assert table.match.winners == winners


def test_several_can_win_at_the_same_time():
    table = lay(
        "When a player has at least 3 seeds, they win the game.",
        tricks={"Deed": "Each player gains 3 seeds."},
        **THREE,
    )

    table.perform("ann", "Deed")

    assert table.match.over
    assert table.match.winners == ["ann", "bob", "cid"]


def test_nothing_happens_after_the_game_was_won():
    table = lay(
        "When a player has at least 3 seeds, they win the game.",
        "When a player has at least 3 seeds, each player gains 1 coin.",
        tricks={"Deed": "Gain 3 seeds. Gain 9 coins."},
    )

    table.perform("ann", "Deed")

    assert table.match.over
    assert table.count("ann", "coin") == 0


@pytest.mark.parametrize("text", ["Lose the game.", "Forfeit."])
def test_who_lost_takes_no_further_part(text):
    table = lay(
        "When a player loses the game, each other player gains 1 coin.",
        tricks={"Deed": text, "All": "Each player gains 1 seed."},
        **THREE,
    )

    table.perform("ann", "Deed")
    while table.turn == "ann":
        table.choose("ann", "pass")
    order = turns(table, 4)
    table.perform("bob", "All")

    assert order == ["bob", "cid", "bob", "cid"]
    assert seeds(table) == [0, 1, 1]
    assert [table.count(name, "coin") for name in ("ann", "bob", "cid")] == [0, 1, 1]


def test_the_last_one_left_has_won():
    table = lay(tricks={"Deed": "Lose the game."})

    table.perform("ann", "Deed")

    assert table.match.over
    assert table.match.winners == ["bob"]


def test_who_has_the_most_at_the_end_wins():
    table = lay(
        "At the end of the game, each player with the most seeds wins the game.",
        "When the deck is empty, end the game.",
        tricks={"Deed": "Move all cards in the deck to the shed. Gain 9 seeds."},
        bob={"seed": 3},
    )

    table.perform("ann", "Deed")

    assert table.match.winners == ["bob"]


# ---- the beginning ----------------------------------------------------------------------------


def test_before_the_game():
    rule = "Before the game, each player draws 2 cards."
    table = Table(garden(AT_WILL, rule), setup=True, ann={}, bob={}, cid={})

    assert table.turn == "ann"
    assert [len(table.cards(name, "hand")) for name in ("ann", "bob", "cid")] == [2, 2, 2]


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("The player with the fewest seeds takes the first turn.", "bob"),
        ("The player with the most seeds takes the first turn.", "cid"),
    ],
)
def test_who_takes_the_first_turn(rule, first):
    table = Table(
        garden(AT_WILL, f"Before the game, each player gains 1 coin. {rule}"),
        ann={"seed": 2},
        bob={"seed": 1},
        cid={"seed": 3},
    )
    table.state.v[2] = 0

    table.match.machine.resume(table.state)

    assert table.turn == first


def test_the_game_within_phases_of_a_round():
    table = lay(
        "A round has these phases: spring, autumn.",
        "In the spring phase, each player gains 1 seed.",
    )

    assert table.count("ann", "seed") == 1


def test_what_a_pass_sets_off_comes_before_the_others_act() -> None:
    book = """# Yard {#yard}

- Coins and beads are counters. To rest is to gain 1 coin.
- On their turn, a player may rest. At any time, a player may rest if they have at least 1 bead.
- When a player passes, each player gains 1 bead.
"""
    table = Table(book, ann={}, bob={"bead": 1})
    table.begin_turn("ann")

    table.choose("bob", "pass")
    saved = table.match.restore(table.match.save())

    assert [table.count(name, "bead") for name in ("ann", "bob")] == [1, 2]
    assert table.asked() == ["ann"]
    assert saved.state.to_data() == table.state.to_data()
