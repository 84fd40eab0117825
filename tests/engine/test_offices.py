"""Offices: who holds one, when it is vacant, and what its holder may do."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.testing import Table
from engine.garden import told

BOOK = """# Court {#court}

## Words {#words}

- The Warden is an office. An office can be vacant. Each office has a holder.
- An officer is a kind of player.
- To claim an office is to become its holder.
- To resign from an office is to set its holder to no player.
- To bow is to gain 1 point. To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- An office is vacant if it has no holder.
- Each player who holds an office is an officer.
- Each player may claim a vacant office.
- An officer may resign from an office they hold.
- The Warden may bow.
"""


def court(more: str = "") -> Table:
    """A table with a vacant office."""
    made = Table(BOOK + more, ann={}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def offered(made: Table, player: str, verb: str) -> list[str]:
    """What a player can do that begins with a verb."""
    return [text for text in made.options(player) if text.startswith(verb)]


def test_a_vacant_office_can_be_claimed_once() -> None:
    made = court()
    before = (offered(made, "ann", "claim"), offered(made, "bob", "claim"))

    made.choose("bob", *offered(made, "bob", "claim"))

    assert before == (["claim Warden"], ["claim Warden"])
    assert offered(made, "ann", "claim") == []


def test_the_story_names_the_office_that_somebody_leaves() -> None:
    made = Table(BOOK.replace("resign from", "leave"), ann={}, bob={})
    made.begin_turn("ann")

    made.choose("bob", "claim Warden", "leave Warden")

    assert "bob leave Warden" in told(made, "leave")


def test_only_the_holder_of_an_office_has_its_rights() -> None:
    made = court()

    made.choose("bob", "claim Warden")

    assert (offered(made, "ann", "bow"), offered(made, "bob", "bow")) == ([], ["bow"])


def test_an_office_that_was_resigned_from_is_vacant_again() -> None:
    made = court()
    made.choose("bob", "claim Warden")

    made.choose("bob", *offered(made, "bob", "resign"))

    assert offered(made, "ann", "claim") == ["claim Warden"]
    assert offered(made, "bob", "resign") == []


def test_an_officer_is_whoever_holds_an_office() -> None:
    made = court("- When a player claps, each officer gains 10 points.\n")
    made.choose("bob", "claim Warden")

    made.choose("ann", "clap")

    assert (made.count("ann", "point"), made.count("bob", "point")) == (1, 10)


def test_the_text_of_an_office_speaks_to_its_holder() -> None:
    made = court(
        "\nThe offices are:\n\n| Name | Text |\n|---|---|\n"
        "| Warden | When a player claps, you gain 3 points. |\n"
    )
    made.choose("bob", "claim Warden")

    made.choose("ann", "clap")

    assert (made.count("ann", "point"), made.count("bob", "point")) == (1, 3)


def test_an_entity_without_a_seat_acts_through_whoever_may_act_for_it() -> None:
    made = court(
        "- A gambler is a kind of entity. A player is a kind of gambler. The Vault is a gambler.\n"
        "- To lend is to gain 1 point. The Vault may lend. The Warden may act for the Vault.\n"
    )
    before = (offered(made, "ann", "lend"), offered(made, "bob", "lend"))

    made.choose("bob", "claim Warden")

    assert before == ([], [])
    assert (offered(made, "ann", "lend"), offered(made, "bob", "lend")) == ([], ["lend"])


def test_who_cannot_win_does_not_win_by_an_effect() -> None:
    made = court(
        "- A player can be idle. When a player claps, that player wins the game.\n"
        "- An officer cannot win the game.\n"
    )
    made.choose("bob", "claim Warden")

    made.choose("bob", "clap")
    spared = made.match.over
    made.choose("ann", "clap")

    assert (spared, made.match.over, made.match.winners) == (False, True, ["ann"])


# ---- claims that others can object to -------------------------------------------------------

DAY = 86400
SLOW = BOOK.replace(
    "may claim a vacant office.",
    "may claim a vacant office if no player objects within 4 days. Each player may object.",
)


def wait(made: Table, seconds: int) -> None:
    made.match.tick(made.state.v[CLOCK] + seconds)


@pytest.mark.parametrize(("objects", "bows"), [(False, ["bow"]), (True, [])])
def test_a_claim_waits_for_objections(objects: bool, bows: list[str]) -> None:
    made = Table(SLOW, ann={}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("bob", "claim Warden")
    at_once = offered(made, "bob", "bow")
    wait(made, 3 * DAY)
    if objects:
        made.choose("ann", "object")
    before = offered(made, "bob", "bow")
    wait(made, DAY)

    assert (at_once, before) == ([], [])
    assert offered(made, "bob", "bow") == bows


# ---- acting for the holder of an office -----------------------------------------------------

DUTY = """- Chips are counters. To sweep is to gain 1 chip. The Reeve is an office. To drum is to gain 0 points.
- When a player claps, the Warden must sweep within 3 days. If they do not, they lose 5 points.
- When a player claps, the Reeve must drum within 3 days.
"""
SWEEP = "sweep within 3 days"
PROXY = "- Each player may act for the Warden if a rule requires this act.\n"
VACANT = "- While the Warden is vacant, each player may act for the Warden if a rule requires this act.\n"


def chips(made: Table) -> list[int]:
    """The chips of both players."""
    return [made.count(player, "chip") for player in ("ann", "bob")]


@pytest.mark.parametrize(("rule", "able"), [(PROXY, [SWEEP]), (VACANT, []), ("", [])])
def test_who_may_act_for_an_office_can_meet_its_duty(rule: str, able: list[str]) -> None:
    made = court(DUTY + rule)
    made.choose("bob", "claim Warden")
    before = offered(made, "ann", "sweep")

    made.choose("bob", "clap")
    during = (offered(made, "ann", "sweep"), offered(made, "bob", "sweep"))
    for text in able or ["clap"]:
        made.choose("ann", text)

    assert (before, during) == ([], (able, [SWEEP]))
    assert chips(made) == [0, len(able)]  # it is an act of the Warden
    assert offered(made, "ann", "bow") == []  # no rule requires it
    assert offered(made, "ann", "drum") == []  # that is for the Reeve


@pytest.mark.parametrize(("rule", "able"), [(PROXY, [SWEEP]), (VACANT, [SWEEP]), ("", [])])
def test_the_duty_of_an_office_can_be_met_when_its_holder_has_resigned(
    rule: str, able: list[str]
) -> None:
    made = court(DUTY + rule)
    made.choose("bob", "claim Warden", "clap", "resign Warden")
    during = offered(made, "ann", "sweep")
    for text in able:
        made.choose("ann", text)

    assert during == able
    assert chips(made) == [len(able), 0]  # nobody is the Warden: who acts does it
    assert (offered(made, "ann", "sweep"), offered(made, "bob", "sweep")) == ([], [])
    assert (offered(made, "ann", "drum"), offered(made, "ann", "bow")) == ([], [])


def test_the_next_holder_of_an_office_has_its_duty() -> None:
    made = court(DUTY)
    made.choose("bob", "claim Warden", "clap", "resign Warden")
    made.choose("ann", "claim Warden")

    assert (offered(made, "ann", "sweep"), offered(made, "bob", "sweep")) == ([SWEEP], [])
