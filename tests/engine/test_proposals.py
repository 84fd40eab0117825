"""Proposals: submitted, voted on, open for a time, and adopted or not."""

from __future__ import annotations

from deckmastor.engine.state.layout import CLOCK
from deckmastor.engine.time.advance import advance
from deckmastor.testing import Table

DAY = 86400

BOOK = """# Moot {#moot}

## Words {#words}

- A petition is a kind of proposal. A proposal can be open or popular.
- To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- Each player may submit a petition.
- The voting period of a petition is 3 days. A petition is open until its voting period ends.
- Each player may vote on an open petition.
- A petition is popular if it has more votes for than votes against.
- When the voting period of a popular petition ends, adopt that petition.
- When a petition is adopted, its author gains 5 points.
"""


def moot(more: str = "", **players: dict[str, list[str] | int | str]) -> Table:
    """A table where petitions are voted on."""
    made = Table(BOOK + more, **(players or {"ann": {}, "bob": {}, "cyd": {}}))
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def wait(made: Table, seconds: int) -> None:
    """Let time pass."""
    advance(made.match.machine, made.state, made.state.v[CLOCK] + seconds)


def tally(made: Table, name: str) -> int:
    """The votes of one sort on the only petition."""
    (petition,) = made.state.zones[made.match.rules.schema.docket]
    return made.state.cols[made.match.rules.schema.attrs[name].at][petition]


def submits(made: Table, player: str) -> None:
    made.choose(player, next(text for text in made.options(player) if "submit" in text))


def votes(made: Table, player: str, way: str) -> None:
    """A player votes: for, against, or abstains."""
    made.choose(player, next(text for text in made.options(player) if text.startswith("vote")), way)


def test_a_popular_petition_is_adopted_when_its_voting_period_ends() -> None:
    made = moot()
    submits(made, "bob")
    votes(made, "ann", "for")

    wait(made, 3 * DAY - 1)
    early = made.count("bob", "point")
    wait(made, 1)

    assert (early, made.count("bob", "point")) == (0, 5)


def test_an_unpopular_petition_is_not_adopted() -> None:
    made = moot()
    submits(made, "bob")
    votes(made, "ann", "for")
    votes(made, "cyd", "against")

    wait(made, 4 * DAY)

    assert made.count("bob", "point") == 0


def test_what_a_player_may_adopt_is_a_petition_that_is_there_and_can_be_adopted() -> None:
    made = moot(
        "- On their turn, a player may adopt a petition.\n"
        "- A petition can be adopted if it has at least 2 votes for.\n"
    )
    early = made.options("ann")
    submits(made, "ann")
    votes(made, "ann", "for")
    once = made.options("ann")
    votes(made, "bob", "for")
    offered = [text for text in made.options("ann") if text.startswith("adopt")]

    made.choose("ann", offered[0])

    assert not [text for text in (*early, *once) if text.startswith("adopt")]
    assert made.count("ann", "point") == 5


def test_the_last_vote_of_each_player_counts() -> None:
    made = moot()
    submits(made, "bob")

    votes(made, "ann", "for")
    votes(made, "ann", "against")
    votes(made, "cyd", "abstain")

    assert [tally(made, name) for name in ("vote for", "vote against", "abstention")] == [0, 1, 1]


def test_nobody_can_vote_when_the_voting_period_is_over() -> None:
    made = moot()
    submits(made, "bob")

    open_ = any(text.startswith("vote") for text in made.options("ann"))
    wait(made, 4 * DAY)

    assert open_
    assert not any(text.startswith("vote") for text in made.options("ann"))


def test_a_longer_voting_period_ends_later() -> None:
    made = moot("- To extend a petition is to increase its voting period by 1 day.\n"
                "- When a player claps, extend a petition.\n")  # fmt: skip
    submits(made, "bob")
    votes(made, "ann", "for")
    made.choose("cyd", "clap")

    wait(made, 3 * DAY + 1)
    early = made.count("bob", "point")
    wait(made, DAY)

    assert (early, made.count("bob", "point")) == (0, 5)


def test_what_a_player_voted_is_remembered() -> None:
    made = moot("- When a player claps, each player who voted against a petition loses 1 point.\n")
    submits(made, "bob")
    votes(made, "ann", "for")
    votes(made, "cyd", "against")

    made.choose("bob", "clap")

    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [0, 1, -1]
