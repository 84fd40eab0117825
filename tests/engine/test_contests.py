"""Games within the game: begun by a rule, with turns, an end and a winner of their own."""

from __future__ import annotations

import pytest

from deckmastor.match import Match, replay, restore
from deckmastor.testing import Table

WORDS = """# Inn {#inn}

## Words {#words}

- A duel is a kind of game. A fighter is a kind of player. Each duel has any number of fighters.
- Each player has a hand. There is a deck. Oats are counters. Each player may rest.
- To rest is to gain 1 coin. Coins are counters. To jab is to gain 1 oat.

## The duel {#duel}

- On their turn, a fighter may jab once per turn.
- When a fighter has at least 2 oats, they win this game.
- When a fighter wins a duel, that fighter gains 5 points.

## Rules {#rules}

"""
CALL = (
    "When a player rests, create a new duel. That player becomes a fighter of that duel. "
    "That player chooses another player. The chosen player becomes a fighter of that duel."
)


def inn(*rules: str, turn: str = "ann", **players: dict[str, list[str] | int | str]) -> Table:
    """An inn without turns of its own, where people duel."""
    players = players or {"ann": {}, "bob": {}, "cyd": {}}
    made = Table(WORDS + "".join(f"- {rule}\n" for rule in (CALL, *rules)), **players)
    assert made.match.rules.unrunnable == []
    made.begin_turn(turn)
    return made


def calls(made: Table, player: str, other: str) -> None:
    """A player rests and so calls another to a duel."""
    made.choose(player, "rest", other)


def jabs(made: Table) -> list[str]:
    """Who can jab now."""
    return [name for name in made.asked() if "jab" in made.options(name)]


def jab_to_the_end(made: Table) -> None:
    """Let whoever is at turn jab until nobody can any more."""
    while jabs(made):
        made.choose(jabs(made)[0], "jab")


# ---- beginning ------------------------------------------------------------------------------


def test_nobody_is_at_turn_before_a_contest_begins() -> None:
    made = inn()

    assert jabs(made) == []
    assert made.asked() == ["ann", "bob", "cyd"]


def test_a_contest_has_its_own_participants_and_turns() -> None:
    made = inn()

    calls(made, "bob", "cyd")
    turns = []
    for _ in range(3):
        turns += jabs(made)
        made.choose(jabs(made)[0], "jab")

    assert turns == ["bob", "cyd", "bob"]
    assert (made.count("ann", "oat"), made.count("bob", "oat"), made.count("cyd", "oat")) == (
        0,
        2,
        1,
    )


def test_who_takes_no_part_can_do_what_the_game_allows_meanwhile() -> None:
    made = inn()
    calls(made, "bob", "cyd")

    assert "rest" in made.options("ann")
    assert "jab" not in made.options("ann")


def test_a_contest_that_cannot_begin_does_not() -> None:
    made = inn(
        "A duel with fewer than 3 fighters cannot begin.",
        "When a duel begins, each player gains 100 points.",
    )

    calls(made, "bob", "cyd")

    assert jabs(made) == []
    assert made.count("ann", "point") == 0


def test_a_second_contest_does_not_begin_while_one_is_open() -> None:
    made = inn("When a duel begins, each player gains 1 point.")
    calls(made, "bob", "cyd")

    calls(made, "ann", "bob")
    calls(made, "ann", "bob")

    assert made.count("ann", "point") == 1


def test_who_calls_a_contest_that_does_not_begin_takes_no_part_in_the_open_one() -> None:
    made = inn()
    calls(made, "bob", "cyd")

    calls(made, "ann", "bob")
    jab_to_the_end(made)

    assert (made.count("ann", "oat"), made.count("ann", "point")) == (0, 0)


def test_what_somebody_becomes_is_no_second_player() -> None:
    call = CALL.replace("The chosen player", "The second player")
    made = Table(WORDS + f"- {call}\n", ann={}, bob={}, cyd={})
    made.begin_turn("ann")

    calls(made, "bob", "cyd")
    made.choose("bob", "jab")

    assert jabs(made) == ["cyd"]


def test_a_contest_is_not_offered_while_one_is_open() -> None:
    made = inn("Each player may begin a duel if a player has at least 1 coin.")
    before = [text for text in made.options("ann") if "begin" in text]

    calls(made, "bob", "cyd")
    during = [text for text in made.options("ann") if "begin" in text]
    jab_to_the_end(made)
    after = [text for text in made.options("ann") if "begin" in text]

    assert (before, during, after) == ([], [], ["begin a duel"])


# ---- the end --------------------------------------------------------------------------------


def test_to_win_a_contest_is_not_to_win_the_game() -> None:
    made = inn("When a player wins the game, each player gains 1000 points.")

    calls(made, "bob", "cyd")
    jab_to_the_end(made)

    assert not made.match.over
    assert made.match.winners == []
    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [0, 5, 0]
    assert made.asked() == ["ann", "bob", "cyd"]


def test_the_result_of_a_contest_is_told() -> None:
    made = inn()

    calls(made, "bob", "cyd")
    jab_to_the_end(made)
    told = [event.text for event in made.events]

    assert "bob wins the duel" in told
    assert (
        told.index("the duel begins")
        < told.index("bob wins the duel")
        < told.index("the duel ends")
    )
    won = next(event for event in made.events if event.verb == "win")
    assert won.because.text == "When a fighter has at least 2 oats, they win this game."


def test_what_ends_with_a_contest_is_done_then_and_only_then() -> None:
    made = inn("At the end of a duel, each fighter loses all oats.")

    calls(made, "bob", "cyd")
    made.choose("bob", "jab")
    during = made.count("bob", "oat")
    jab_to_the_end(made)

    assert during == 1
    assert [made.count(name, "oat") for name in ("bob", "cyd")] == [0, 0]


def test_nobody_is_a_participant_after_a_contest() -> None:
    made = inn("To bow is to gain 1 coin. Each fighter may bow.")
    calls(made, "bob", "cyd")
    during = ["bow" in made.options(name) for name in ("ann", "bob", "cyd")]

    jab_to_the_end(made)
    after = ["bow" in made.options(name) for name in ("ann", "bob", "cyd")]

    assert during == [False, True, True]
    assert after == [False, False, False]


def test_a_contest_can_be_ended_without_a_winner() -> None:
    made = inn("When a fighter passes, end the duel.")

    calls(made, "bob", "cyd")
    made.choose("bob", "pass")

    assert jabs(made) == []
    assert not made.match.over
    assert made.count("bob", "point") == 0


def test_the_game_itself_can_end_in_the_middle_of_a_contest() -> None:
    made = inn("When a player has 3 coins, they win the game.")
    calls(made, "bob", "cyd")

    calls(made, "ann", "bob")
    calls(made, "ann", "bob")
    calls(made, "ann", "bob")

    assert made.match.over
    assert made.match.winners == ["ann"]
    assert made.count("bob", "point") == 0


def test_who_forfeits_a_contest_is_still_in_the_game() -> None:
    made = inn("At any time, a fighter may forfeit.")

    calls(made, "bob", "cyd")
    made.choose("cyd", "forfeit")

    assert not made.match.over
    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [0, 5, 0]
    assert made.asked() == ["ann", "bob", "cyd"]


def test_a_limit_per_contest_is_free_again_in_the_next() -> None:
    made = inn(
        "To feint is to gain 1 coin. A fighter may feint once per duel.",
        "At the end of a duel, each player loses all oats.",
    )
    calls(made, "bob", "cyd")
    first = "feint" in made.options("bob")
    made.choose("bob", "feint")
    used = "feint" in made.options("bob")
    jab_to_the_end(made)

    calls(made, "bob", "cyd")

    assert (first, used, "feint" in made.options("bob")) == (True, False, True)


# ---- a game with turns of its own -----------------------------------------------------------

FAIR = """# Fair {#fair}

## Words {#words}

- A bout is a kind of game. A boxer is a kind of player. Each bout has any number of boxers.
- Oats and coins are counters. To dare is to gain 1 coin. To jab is to gain 1 oat.
- On their turn, a player may dare once per turn. On their turn, a boxer may jab once per turn.
- A boxer cannot dare.
- When a player dares, begin a bout. Each other player becomes a boxer.
- When a boxer has at least 1 oat, they win the bout.
- At the end of a bout, each player loses all oats.
- When a player has 2 coins, they win the game.
"""


def test_the_turn_of_the_game_goes_on_where_it_was() -> None:
    made = Table(FAIR, ann={}, bob={}, cyd={})
    made.begin_turn("bob")

    made.choose("bob", "dare")
    inner = (made.turn, made.options(made.turn))
    made.choose("ann", "jab")

    assert inner == ("ann", ["jab", "pass"])
    assert made.turn == "cyd"  # bob has dared: nothing is left to do in that turn
    assert made.options("cyd") == ["dare", "pass"]


def fair(*rules: str) -> Table:
    """A fair with further rules, at bob's turn."""
    made = Table(FAIR + "".join(f"- {rule}\n" for rule in rules), ann={}, bob={}, cyd={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("bob")
    return made


def test_the_turn_that_goes_on_knows_what_was_done_before_the_contest() -> None:
    made = fair(
        "Nuts are counters. To hop is to gain 1 nut. On their turn, a player may hop.",
        "To nod is to gain 1 point. On their turn, a player may nod if they hopped this turn.",
        "On their turn, a player may nod if they dared this turn and no player jabbed this turn.",
    )
    made.choose("bob", "hop", "dare")
    inner = [text for text in made.options("ann") if text == "nod"]

    made.choose("ann", "jab")
    again = (made.turn, "nod" in made.options("bob"))
    made.choose("bob", "pass")

    assert inner == []
    assert again == ("bob", True)
    assert "nod" not in made.options("cyd")


def test_what_was_done_in_a_contest_was_done_in_the_turn_of_the_game() -> None:
    made = fair(
        "To nod is to gain 1 point. The player at turn may nod if a player jabbed this turn.",
    )
    made.choose("bob", "dare")
    made.choose("ann", "jab")

    assert made.turn == "bob"
    assert "nod" in made.options("bob")


def test_this_game_is_the_contest_while_it_is_open() -> None:
    rules = (
        "Nuts are counters. To hop is to gain 1 nut. On their turn, a player may hop.",
        "To nod is to gain 1 point. The player at turn may nod if a player hopped this game.",
    )
    made = fair(*rules)
    before = "nod" in made.options("bob")
    made.choose("bob", "hop")
    outer = "nod" in made.options("bob")

    made.choose("bob", "dare")
    inner = "nod" in made.options("ann")
    made.choose("ann", "hop")
    later = "nod" in made.options("ann")
    made.choose("ann", "jab")

    assert (before, outer, inner, later) == (False, True, False, True)
    assert "nod" in made.options("bob")


@pytest.mark.parametrize("span", ["turn", "round"])
def test_what_came_before_is_asked_in_the_same_game(span: str) -> None:
    made = fair(
        "Nuts are counters. To hop is to gain 1 nut. On their turn, a player may hop.",
        "To nod is to gain 1 point.",
        f"The player at turn may nod if a player hopped in the previous {span}.",
    )
    made.choose("bob", "hop", "dare")
    inner = "nod" in made.options("ann")
    made.choose("ann", "jab")
    outer = "nod" in made.options("bob")

    made.choose("bob", "pass")
    following = "nod" in made.options("cyd")
    made.choose("cyd", "pass")
    made.choose("ann", "pass")
    later = "nod" in made.options("bob")

    assert (inner, outer) == (False, False)
    assert (following, later) == ((True, False) if span == "turn" else (False, True))


def test_what_was_done_in_a_contest_was_done_in_the_turn_around_it() -> None:
    made = fair(
        "Nuts are counters. To hop is to gain 1 nut. On their turn, a player may hop.",
        "To nod is to gain 1 point.",
        "The player at turn may nod if a player jabbed in the previous turn.",
    )

    made.choose("bob", "dare")
    made.choose("ann", "jab")
    outer = "nod" in made.options("bob")
    made.choose("bob", "pass")
    following = "nod" in made.options("cyd")
    made.choose("cyd", "pass")

    assert (outer, following) == (False, True)
    assert "nod" not in made.options("ann")


def test_rounds_of_a_contest_are_no_rounds_of_the_game() -> None:
    made = Table(
        FAIR.replace("at least 1 oat", "at least 3 oats")
        + "- At the end of the second round, each player gains 1 point.\n",
        ann={}, bob={}, cyd={},
    )  # fmt: skip
    made.begin_turn("ann")
    made.choose("ann", "dare")
    for name in ("bob", "cyd", "bob", "cyd", "bob"):
        made.choose(name, "jab")
    during = made.count("ann", "point")
    seen = []
    for name in ("bob", "cyd", "ann", "bob", "cyd"):
        seen.append(made.turn)
        made.choose(name, "pass")

    assert during == 0
    assert seen == ["bob", "cyd", "ann", "bob", "cyd"]
    assert made.count("ann", "point") == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_match_with_contests_is_saved_restored_and_replayed(seed: int) -> None:
    match: Match = Table(FAIR, ann={}, bob={}, cyd={}).game.start(["ann", "bob", "cyd"], seed)
    for _ in range(60):
        if match.over:
            break
        match = restore(match.save())
        option = match.decisions[0].options[0]
        match.choose(option.player, option.text)

    again = replay(match.journal)

    assert match.over
    assert len(match.winners) == 1
    assert again.state.to_data() == match.state.to_data()


def test_the_rules_can_be_amended_in_the_middle_of_a_contest() -> None:
    made = inn()
    calls(made, "bob", "cyd")

    made.match.amend("Each player gains 7 coins. When a duel ends, each player gains 1 point.")
    coins = made.count("ann", "coin")
    jab_to_the_end(made)

    assert coins == 7
    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [1, 6, 1]


# ---- what is lost, and who takes part -------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "gone", "told"),
    [
        ("they lose this game", [], "bob loses the duel"),
        ("they lose the duel", [], "bob loses the duel"),
        ("they lose the game", ["bob"], "bob loses the game"),
    ],
)
def test_to_lose_a_contest_is_not_to_lose_the_game(lost: str, gone: list[str], told: str) -> None:
    made = inn(
        f"When a fighter has 1 oat, {lost}.",
        "When a player loses the game, each other player gains 1 point.",
        "When a fighter loses a duel, that fighter gains 1 coin.",
    )

    calls(made, "bob", "cyd")
    made.choose("bob", "jab")

    assert told in [event.text for event in made.events]
    assert [name for name in ("ann", "bob", "cyd") if name not in made.asked()] == gone
    assert made.count("ann", "point") == len(gone)
    assert made.count("bob", "coin") == 2 - len(gone)
    assert made.count("cyd", "point") == 5 + len(gone)


def test_something_else_can_happen_in_place_of_a_contest_that_is_lost() -> None:
    made = inn(
        "At any time, a fighter may forfeit.",
        "If a fighter would lose a duel, that fighter gains 3 coins instead.",
    )

    calls(made, "bob", "cyd")
    made.choose("cyd", "forfeit")

    assert made.count("cyd", "coin") == 3
    assert jabs(made) == ["bob"]


def test_whoever_is_left_in_the_game_after_a_contest_wins_it() -> None:
    made = inn("When a fighter has 1 oat, they lose the game.", ann={}, bob={})

    made.choose("bob", "rest")
    made.choose("ann", "jab")

    assert made.match.over
    assert made.match.winners == ["bob"]


def test_each_kind_of_contest_has_those_who_take_part_in_it() -> None:
    made = Table(
        FAIR
        + "- A race is a kind of game. To sprint is to gain 1 lap. Laps are counters.\n"
        + "- On their turn, a player may sprint if there is a race.\n"
        + "- When a player has 1 lap, they win this game. When a bout ends, begin a race.\n",
        ann={},
        bob={},
        cyd={},
    )
    made.begin_turn("bob")

    made.choose("bob", "dare")
    made.choose("ann", "jab")
    racing = (made.turn, made.options(made.turn))

    assert racing == ("ann", ["dare", "sprint", "pass"])


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("A player with at least 1 coin cannot win a duel.", [0, 0, 5]),
        ("A player with at least 1 coin cannot win a game.", [0, 0, 5]),
        ("A player with at least 1 coin cannot win the game.", [0, 5, 0]),
    ],
)
def test_who_cannot_win_a_contest_does_not(rule: str, points: list[int]) -> None:
    made = inn(rule)

    calls(made, "bob", "cyd")  # who calls has a coin
    for _ in range(6):
        if jabs(made):
            made.choose(jabs(made)[0], "jab")

    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == points
