"""Proposals: submitted, voted on, open for a time, and adopted or not."""

from __future__ import annotations

import pytest

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


CLASSES = """# Board {#board}

## Words {#words}

- A proposal has one class: slow, urgent or idle. Permits are counters.
- A player has one standing: newcomer or reputable.
- To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- Each player may submit a slow proposal or submit an urgent proposal.
"""


def board(*rules: str) -> Table:
    """A table where proposals have classes; bob is reputable and has a permit."""
    book = CLASSES + "".join(f"- {rule}\n" for rule in rules)
    ann, bob = {"standing": "newcomer"}, {"standing": "reputable", "permit": 1}
    made = Table(book, ann=dict(ann), bob=dict(bob))
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def submittable(made: Table, player: str) -> list[str]:
    """What a player is offered to submit."""
    return [text for text in made.options(player) if "submit" in text]


SLOW, URGENT = "submit a slow proposal", "submit an urgent proposal"


@pytest.mark.parametrize(
    "rule",
    [
        "Only a reputable player may submit an urgent proposal.",
        "A newcomer cannot submit an urgent proposal.",
        "To submit an urgent proposal, a player must pay 1 permit.",
        "Urgent proposals cannot be submitted by a newcomer.",
    ],
)
def test_norms_about_a_class_of_proposals_hold_for_that_class(rule: str) -> None:
    made = board(rule)

    assert submittable(made, "ann") == [SLOW]
    assert submittable(made, "bob") == [SLOW, URGENT]


def test_a_proposal_of_a_class_has_its_price() -> None:
    made = board("To submit an urgent proposal, a player must pay 1 permit.")

    made.choose("bob", SLOW)
    before = made.count("bob", "permit")
    made.choose("bob", URGENT)

    assert (before, made.count("bob", "permit")) == (1, 0)
    assert submittable(made, "bob") == [SLOW]


def test_an_effect_does_not_submit_what_is_forbidden() -> None:
    made = board(
        "A newcomer cannot submit an urgent proposal.",
        "When a player claps, they submit an urgent proposal.",
        "When an urgent proposal is submitted, its author gains 5 points.",
    )

    made.choose("ann", "clap")
    made.choose("bob", "clap")

    assert (made.count("ann", "point"), made.count("bob", "point")) == (1, 6)


def test_a_proposal_of_one_class_is_replaced() -> None:
    made = board(
        "If a player would submit an urgent proposal, they submit an idle proposal instead.",
        "When an idle proposal is submitted, its author gains 5 points.",
    )

    made.choose("ann", SLOW)
    slow = made.count("ann", "point")
    made.choose("ann", URGENT)

    assert (slow, made.count("ann", "point")) == (0, 5)


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("A newcomer cannot submit an urgent proposal.", [4, 4]),
        ("If a newcomer would submit an urgent proposal, they gain 7 points instead.", [11, 4]),
        ("A newcomer cannot submit a slow proposal.", [7, 7]),
    ],
)
def test_nobody_votes_for_a_proposal_that_was_not_submitted(rule: str, points: list[int]) -> None:
    made = board(
        rule,
        "When a player claps, they submit an urgent proposal. Each player votes for that proposal.",
        "When a player votes for an urgent proposal, they gain 3 points.",
    )

    made.choose("ann", "clap")
    made.choose("bob", "clap")

    assert [made.count(player, "point") for player in ("ann", "bob")] == points


def test_a_description_that_a_new_proposal_cannot_have_is_refused() -> None:
    made = Table(CLASSES + "- Each player may submit a proposal with at least 2 votes for.\n")

    (refused,) = made.match.rules.unrunnable
    assert "name its kind or class only" in str(refused)


WAYS = """# Ways {#ways}

## Words {#words}

- A petition is a kind of proposal. A motion is a kind of proposal. A proposal can be open.
- A player has one standing: newcomer or reputable. Permits are counters.
- To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- Each player may submit a petition or submit a motion.
- The voting period of a proposal is 3 days. A proposal is open until its voting period ends.
"""
FOR = "A newcomer cannot vote for a motion."
AGAINST = "A newcomer cannot vote against a motion."


def ways(*rules: str) -> Table:
    """A table with an open petition and, behind it, an open motion; bob is reputable."""
    book = WAYS + "".join(f"- {rule}\n" for rule in rules)
    bob: dict[str, list[str] | int | str] = {"standing": "reputable", "permit": 1}
    made = Table(book, carried=True, ann={"standing": "newcomer"}, bob=bob)
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    made.choose("ann", "submit a petition")
    made.choose("ann", "submit a motion")
    return made


def open_ways(made: Table, player: str) -> dict[str, list[str]]:
    """How a player can vote on each proposal, if they vote on it."""
    found: dict[str, list[str]] = {}
    for text in made.options(player):
        if text.startswith("vote"):
            fork = made.match.fork()
            fork.choose(player, text)
            asked = [one for one in fork.decisions if one.player == player]
            found[text[5:]] = [option.text for one in asked for option in one.options]
    return found


ALL = ["for", "against", "abstain"]


@pytest.mark.parametrize(
    ("rule", "ann", "bob"),
    [
        (FOR, {"petition": ALL, "motion": ["against", "abstain"]}, ALL),
        (AGAINST, {"petition": ALL, "motion": ["for", "abstain"]}, ALL),
        ("A newcomer cannot vote on a motion.", {"petition": ALL}, ALL),
        ("Only a reputable player may vote for a motion.",
         {"petition": ALL, "motion": ["against", "abstain"]}, ALL),
        ("To vote for a motion, a player must pay 1 permit.",
         {"petition": ALL, "motion": ["against", "abstain"]}, ALL),
        ("Despite any other rule, a newcomer cannot vote for a motion.",
         {"petition": ALL, "motion": ["against", "abstain"]}, ALL),
    ],
)  # fmt: skip
def test_who_votes_on_something_picks_a_way_that_is_not_forbidden(
    rule: str, ann: dict[str, list[str]], bob: list[str]
) -> None:
    made = ways("Each player may vote on an open proposal.", rule)

    assert open_ways(made, "ann") == ann
    assert open_ways(made, "bob")["motion"] == bob


def test_a_vote_that_is_forbidden_in_one_way_is_not_offered_in_that_way() -> None:
    made = ways("Each player may vote for an open proposal.", FOR)
    other = ways("Each player may vote for an open proposal.", AGAINST)

    assert list(open_ways(made, "ann")) == ["for petition"]
    assert list(open_ways(made, "bob")) == ["for petition", "for motion"]
    assert list(open_ways(other, "ann")) == ["for petition", "for motion"]


def test_a_vote_has_a_price_for_what_it_is_for() -> None:
    made = ways(
        "Each player may vote for an open proposal.",
        "To vote for a motion, a player must pay 1 permit.",
    )

    made.choose("bob", "vote for petition")
    before = made.count("bob", "permit")
    made.choose("bob", "vote for motion")

    assert (before, made.count("bob", "permit")) == (1, 0)
    assert list(open_ways(made, "bob")) == ["for petition"]


def test_an_effect_casts_no_vote_that_is_forbidden() -> None:
    made = ways(
        FOR,
        "When a player claps, they vote for each open proposal.",
        "When a player votes for a proposal, the author of that proposal gains 10 points.",
    )

    made.choose("ann", "clap")
    newcomer = made.count("ann", "point")
    made.choose("bob", "clap")

    assert (newcomer, made.count("ann", "point")) == (11, 31)


def test_an_effect_offers_what_can_be_voted_for() -> None:
    made = ways(FOR, "When a player claps, they vote for an open proposal.", "Each player may nap.",
                "To nap is to gain 1 permit.",
                "When a player naps, they may vote for an open motion.")  # fmt: skip

    made.choose("ann", "nap")
    asked = made.options("ann")
    made.choose("ann", "clap")

    assert "clap" in asked  # no motion can be voted for, so nothing is offered
    assert "clap" in made.options("ann")  # the petition alone is left
    made.choose("bob", "clap")
    assert made.options("bob") == ["petition", "motion"]


def test_a_prohibition_for_a_time_forbids_votes_for_one_proposal() -> None:
    made = ways(
        "Each player may vote on an open proposal.",
        "When a player claps, they choose an open motion. Until the end of the turn, players cannot "
        "vote for that motion.",
    )

    made.choose("bob", "clap")

    assert open_ways(made, "ann") == {"petition": ALL, "motion": ["against", "abstain"]}


def test_a_card_can_offer_to_submit_a_proposal() -> None:
    cards = (
        "\nThe cards are:\n\n| Name | Count | Text |\n|---|---|---|\n"
        "| Leave | 2 | You may submit an urgent proposal. If you do, gain 3 points. |\n"
    )
    book = CLASSES + (
        "- Each player has a hand. Each player may play a card from their hand.\n"
        "- A newcomer cannot submit an urgent proposal.\n"
        "- When an urgent proposal is submitted, its author gains 10 points.\n"
    )
    made = Table(
        book + cards, bare=True, carried=True,
        ann={"hand": ["Leave"], "standing": "newcomer"},
        bob={"hand": ["Leave"], "standing": "reputable"},
    )  # fmt: skip
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("ann", "play Leave")
    newcomer = made.options("ann")
    made.choose("bob", "play Leave")
    asked = made.options("bob")
    made.choose("bob", "yes")

    assert "clap" in newcomer  # what is forbidden is not offered
    assert asked == ["yes", "no"]
    assert (made.count("ann", "point"), made.count("bob", "point")) == (0, 13)


AUTHORS = """
- A candidacy is a kind of proposal. The Judge is an office. Chips are counters.
- To crown is to gain 0 points. Each player may crown. Each player may submit a candidacy.
- The voting period of a candidacy is 3 days. A candidacy is open until its voting period ends.
- Each player may vote on an open candidacy.
- A candidacy is popular if it has more votes for than votes against.
"""


def crowned(rule: str) -> Table:
    """A moot where ann and cyd voted for the candidacy of cyd, bob for his, and ann crowns."""
    made = moot(f"{AUTHORS}- {rule}\n")
    for player in ("ann", "bob", "cyd"):
        made.choose(player, "submit a candidacy")
    for player, at in (("ann", 2), ("cyd", 2), ("bob", 1)):
        (asked,) = [one for one in made.match.decisions if one.player == player]
        made.match.choose([one for one in asked.options if one.text.startswith("vote")][at])
        made.choose(player, "for")
    made.choose("ann", "crown")
    return made


def chips(made: Table) -> list[int]:
    """The chips of all players, in order of seats."""
    return [made.count(player, "chip") for player in made.match.players]


BEST = "the author of the candidacy with the most votes for"


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (f"{BEST} gains 1 chip", [0, 0, 1]),
        (f"{BEST} gains 1 chip, then gains 2 chips", [0, 0, 3]),
        ("the author of the popular candidacy with the fewest votes for gains 1 chip", [0, 1, 0]),
        ("the author of the first popular candidacy submitted this week gains 1 chip", [0, 1, 0]),
        ("the author of the candidacy with at least 3 votes for gains 1 chip", [0, 0, 0]),
    ],
)
def test_the_author_of_a_described_proposal_acts(effect: str, told: list[int]) -> None:
    made = crowned(f"When a player crowns, {effect}.")

    assert chips(made) == told


def test_the_author_of_a_described_proposal_becomes_the_holder_of_an_office() -> None:
    made = crowned(f"When a player crowns, {BEST} becomes the Judge.")

    assert made.state.v[made.match.rules.schema.attrs["Judge"].at] == made.seat("cyd")


def test_the_author_of_a_described_proposal_is_asked() -> None:
    made = crowned(f"When a player crowns, {BEST} may gain 1 chip.")
    asked = made.asked()
    made.choose("cyd", "yes")

    assert asked == ["cyd"]
    assert chips(made) == [0, 0, 1]


def test_the_author_of_a_described_proposal_has_a_permission() -> None:
    made = crowned("The author of the candidacy with the most votes for may gain 1 chip.")

    able = [one for one in made.asked() if "gain 1 chip" in made.options(one)]
    made.choose("cyd", "gain 1 chip")

    assert able == ["cyd"]
    assert chips(made) == [0, 0, 1]


def test_a_proposal_has_a_number_of_its_own() -> None:
    made = moot(
        "- Each proposal has a number. The running number is 7. Chips are counters.\n"
        "- When a player submits a petition, increase the running number by 1. "
        "Set the number of that petition to the running number.\n"
        "- When a player claps, they gain 1 chip if the number of a petition is 9.\n"
        "- When a player claps, they gain 10 chips if the number of each petition is 9.\n"
    )
    submits(made, "ann")
    made.choose("ann", "clap")
    early = chips(made)
    submits(made, "bob")
    made.choose("ann", "clap")

    assert made.value("running number") == 9
    assert (early, chips(made)) == ([0, 0, 0], [1, 0, 0])


def test_proposals_of_several_authors_are_told_apart() -> None:
    made = moot()
    submits(made, "bob")
    alone = [text for text in made.options("ann") if text.startswith("vote")]
    submits(made, "cyd")
    two = [text for text in made.options("ann") if text.startswith("vote")]
    made.choose("ann", "vote petition of cyd", "for")
    wait(made, 3 * DAY)

    assert alone == ["vote petition"]
    assert two == ["vote petition of bob", "vote petition of cyd"]
    assert [made.count(player, "point") for player in ("ann", "bob", "cyd")] == [0, 0, 5]


def test_proposals_of_one_author_have_numbers() -> None:
    made = moot()
    for author in ("bob", "cyd", "bob", "bob"):
        submits(made, author)
    offered = [text for text in made.options("ann") if text.startswith("vote")]
    made.choose("ann", "vote petition of bob (3)", "for")
    docket = made.state.zones[made.match.rules.schema.docket]
    votes_for = made.state.cols[made.match.rules.schema.attrs["vote for"].at]

    assert offered == [
        "vote petition of bob (1)", "vote petition of cyd", "vote petition of bob (2)",
        "vote petition of bob (3)",
    ]  # fmt: skip
    assert [votes_for[one] for one in docket] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("rule", "ways"),
    [
        ("A player can be shy.", ["for", "against", "abstain"]),
        ("A player cannot abstain.", ["for", "against"]),
        ("A player cannot vote against a petition.", ["for", "abstain"]),
    ],
)
def test_each_way_to_vote_can_be_forbidden(rule: str, ways: list[str]) -> None:
    made = moot(f"- {rule}\n")
    submits(made, "bob")

    made.choose("cyd", next(text for text in made.options("cyd") if text.startswith("vote")))

    assert made.options("cyd") == ways


def test_several_proposals_are_submitted_one_by_one() -> None:
    made = Table(BOOK + "- When a player claps, they submit 2 petitions.\n", ann={}, bob={})

    assert [told for told in made.match.rules.unrunnable if "several petitions" in str(told)]
