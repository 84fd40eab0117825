"""How games end when players leave, and how low counters can fall."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

BOOK = """# Barn {#barn}

## Words {#words}

- Each player has a hand. There is a deck. Oats are counters. A turn has these phases: day.
- To quit is to lose the game. On their turn, a player may quit. On their turn, a player may nod.
- To nod is to gain 1 point. When there are no cards in a player's hand, that player gains 1 oat.

## Rules {#rules}

"""
LAST = "When there is only 1 player, that player wins the game."


def barn(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table in the barn; it is ann's turn."""
    made = Table(
        BOOK + "".join(f"- {rule}\n" for rule in rules), **(players or {"ann": {}, "bob": {}})
    )
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


# ---- players who leave ----------------------------------------------------------------------


def test_the_last_one_left_wins_and_the_record_says_why() -> None:
    made = barn()

    made.choose("ann", "quit")
    told = made.events[-1]

    assert made.match.winners == ["bob"]
    assert (told.verb, told.agent) == ("win", "bob")
    assert told.text == "bob wins the game because everybody else has left it"
    assert told.because.text.startswith("To quit is to lose the game.")


def test_a_sentence_about_the_last_one_is_what_the_record_cites() -> None:
    made = barn(LAST)

    made.choose("ann", "quit")
    (told,) = [event for event in made.events if event.verb == "win"]

    assert made.match.winners == ["bob"]
    assert told.because.text == LAST
    assert told.text == "bob wins the game"


def test_a_sentence_can_decide_who_wins_although_one_is_left() -> None:
    made = barn(
        "When there is only 1 player, end the game.",
        "At the end of the game, each player with at least 3 points wins the game.",
        ann={"point": 3},
        bob={},
    )

    made.choose("ann", "quit")

    assert made.match.over
    assert made.match.winners == []


@pytest.mark.parametrize(
    ("points", "over"), [(1, False), (2, True)], ids=["nobody has enough", "somebody has enough"]
)
def test_a_game_goes_on_if_nobody_wins_it(points: int, over: bool) -> None:
    made = barn(
        "When the day phase ends, each player with at least 3 points wins the game.",
        ann={"point": points},
        bob={},
    )

    made.choose("ann", "nod", "pass")

    assert made.match.over is over
    assert made.match.winners == (["ann"] if over else [])


def test_a_game_goes_on_while_two_are_left() -> None:
    made = barn(LAST, ann={}, bob={}, cyd={})

    made.choose("ann", "quit")

    assert not made.match.over
    assert made.asked() == ["bob"]


def test_a_game_that_all_leave_at_once_has_no_winner() -> None:
    made = barn("When a player nods, each player loses the game.")

    made.choose("ann", "nod")

    assert made.match.over
    assert made.match.winners == []
    assert made.events[-1].text == "the game ends because everybody has left it"


def test_who_wins_because_others_left_sets_off_what_waits_for_a_win() -> None:
    made = barn("When a player wins the game, that player gains 9 points.")

    made.choose("ann", "quit")

    assert made.count("bob", "point") == 9


GOES_ON = 'The desertion is "the game goes on".'


@pytest.mark.parametrize("rules", [(), (LAST,)], ids=["nothing said", "a sentence lets them win"])
def test_a_game_goes_on_with_one_player_if_the_book_says_so(rules: tuple[str, ...]) -> None:
    made = barn(GOES_ON, *rules)

    made.choose("ann", "quit")

    assert made.match.over is bool(rules)
    assert made.match.winners == ["bob"][: len(rules)]
    assert made.asked() == ["bob"][len(rules) :]


def test_a_game_that_goes_on_ends_when_the_last_one_leaves_it() -> None:
    made = barn(GOES_ON)

    made.choose("ann", "quit")
    made.choose("bob", "quit")

    assert made.match.over
    assert made.match.winners == []


# ---- counters that are set ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "gained", "lost"),
    [
        ("The oats of that player become 7.", 3, 0),
        ("Set the oats of that player to 2.", 0, 2),
        ("The oats of that player become 4.", 0, 0),
        ("Set the oats of that player to 30.", 5, 0),
        ("The oats of that player decrease by 3.", 0, 3),
        ("Swap the oats of that player with the oats of the next player.", 2, 2),
    ],
    ids=["higher", "lower", "the same", "above the ceiling", "decreased", "swapped"],
)
def test_a_counter_that_is_set_is_gained_or_lost_by_the_difference(
    said: str, gained: int, lost: int
) -> None:
    made = barn(
        "Berries and herbs are counters. A player cannot have more than 9 oats.",
        f"When a player nods, {said[0].lower()}{said[1:]}",
        "When a player gains X oats, each player gains X berries.",
        "When a player loses X oats, each player gains X herbs.",
        ann={"oat": 4},
        bob={"oat": 6},
    )

    made.choose("ann", "nod")

    assert (made.count("ann", "berry"), made.count("ann", "herb")) == (gained, lost)


# ---- how low counters fall ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ((), -1),
        (("A player cannot have fewer than 0 oats.",), 0),
        (("The oats of a player cannot be less than 0.",), 0),
        (("The oats of a player cannot be less than -5.",), -1),
    ],
    ids=["nothing said", "no fewer than 0", "not less than 0", "a lower floor"],
)
def test_a_loss_is_taken_in_full_unless_a_floor_is_stated(
    rules: tuple[str, ...], left: int
) -> None:
    made = barn("When a player nods, that player loses 2 oats.", *rules, ann={"oat": 1}, bob={})

    made.choose("ann", "nod")

    assert made.count("ann", "oat") == left


@pytest.mark.parametrize(
    ("rules", "oats"), [((), (-1, 2)), (("A player cannot have fewer than 0 oats.",), (0, 1))]
)
def test_what_is_lost_to_another_is_what_the_other_gets(
    rules: tuple[str, ...], oats: tuple[int, int]
) -> None:
    made = barn("When a player nods, that player loses 2 oats to the next player.", *rules,
                ann={"oat": 1}, bob={})  # fmt: skip

    made.choose("ann", "nod")

    assert (made.count("ann", "oat"), made.count("bob", "oat")) == oats


def test_a_loss_of_nothing_at_the_floor_did_not_happen() -> None:
    made = barn(
        "A player cannot have fewer than 0 oats.",
        "When a player nods, that player loses 2 oats.",
        "When a player loses oats, that player gains 7 points.",
        ann={"oat": 0},
        bob={},
    )

    made.choose("ann", "nod")

    assert made.count("ann", "point") == 1


def test_a_payment_is_not_made_by_who_has_too_little() -> None:
    made = barn("When a player nods, that player may pay 2 oats. If they do, they gain 7 points.",
                ann={"oat": 1}, bob={})  # fmt: skip

    made.choose("ann", "nod")

    assert (made.count("ann", "oat"), made.count("ann", "point")) == (1, 1)


def test_an_offer_to_the_next_player_is_theirs() -> None:
    made = barn("When a player nods, the next player may gain 3 oats.")

    made.choose("ann", "nod")
    made.choose("bob", "yes")

    assert (made.count("ann", "oat"), made.count("bob", "oat")) == (0, 3)
