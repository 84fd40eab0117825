"""Every comparison with every quantifier, on either side, against plain Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from garden import lay

from deckmastor.testing import Table


@dataclass(frozen=True)
class Card:
    """A card as the test sees it."""

    name: str
    height: int
    colours: frozenset[str]
    planted: bool

    @property
    def wilted(self) -> bool:
        return self.height <= 2


PRINT = {
    "Rose": (3, "red"),
    "Daisy": (1, "white"),
    "Tulip": (2, "red white"),
    "Nettle": (4, ""),
}
Test = Callable[[Card, Card], bool]
MARK = "the top card of the discard pile"

# What is said of one card, of several cards, and when it is true of a card and the mark.
SAID: list[tuple[str, str, Test]] = [
    ("has a height of 3", "have a height of 3", lambda c, m: c.height == 3),
    ("has a height of at least 3", "have a height of at least 3", lambda c, m: c.height >= 3),
    ("has a height of at most 2", "have a height of at most 2", lambda c, m: c.height <= 2),
    (
        f"has a higher height than {MARK}",
        f"have a higher height than {MARK}",
        lambda c, m: c.height > m.height,
    ),
    (
        f"has a lower height than {MARK}",
        f"have a lower height than {MARK}",
        lambda c, m: c.height < m.height,
    ),
    (
        f"has the same height as {MARK}",
        f"have the same height as {MARK}",
        lambda c, m: c.height == m.height,
    ),
    (
        f"has a height within 1 of the height of {MARK}",
        f"have a height within 1 of the height of {MARK}",
        lambda c, m: abs(c.height - m.height) <= 1,
    ),
    ("is a weed", "are weeds", lambda c, m: c.name == "Nettle"),
    ("is a flower", "are flowers", lambda c, m: c.name != "Nettle"),
    ("is a tulip", "are tulips", lambda c, m: c.name == "Tulip"),
    ("has the red colour", "have the red colour", lambda c, m: "red" in c.colours),
    (
        "does not have the red colour",
        "do not have the red colour",
        lambda c, m: "red" not in c.colours,
    ),
    (
        f"has a colour of {MARK}",
        f"have a colour of {MARK}",
        lambda c, m: bool(c.colours & m.colours),
    ),
    ("is wilted", "are wilted", lambda c, m: c.wilted),
    ("is not wilted", "are not wilted", lambda c, m: not c.wilted),
    ("was planted this turn", "were planted this turn", lambda c, m: c.planted),
    ("was not planted this turn", "were not planted this turn", lambda c, m: not c.planted),
]
LEFT: list[tuple[str, bool, Callable[[list[bool]], bool]]] = [
    ("a card in your bed {0}", False, any),
    ("each card in your bed {0}", False, all),
    ("all cards in your bed {1}", True, all),
    ("no card in your bed {0}", False, lambda found: not any(found)),
    ("at least 2 cards in your bed {1}", True, lambda found: sum(found) >= 2),
    ("the number of cards in your bed that {1} is 1", True, lambda found: sum(found) == 1),
]

# What is said of the mark and one card of the bed, the bed behind it.
BEHIND: list[tuple[str, Test]] = [
    (MARK + " has the same height as {0}", lambda c, m: m.height == c.height),
    (MARK + " has a higher height than {0}", lambda c, m: m.height > c.height),
    (MARK + " has a lower height than {0}", lambda c, m: m.height < c.height),
    ("the height of " + MARK + " is less than the height of {0}", lambda c, m: m.height < c.height),
    ("the height of " + MARK + " is at least the height of {0}", lambda c, m: m.height >= c.height),
    (
        "the height of " + MARK + " is within 1 of the height of {0}",
        lambda c, m: abs(m.height - c.height) <= 1,
    ),
    (MARK + " shares a colour with {0}", lambda c, m: bool(m.colours & c.colours)),
]
RIGHT: list[tuple[str, Callable[[list[bool]], bool]]] = [
    ("a card in your bed", any),
    ("each card in your bed", all),
    ("all cards in your bed", all),
    ("at least 2 cards in your bed", lambda found: sum(found) >= 2),
]

# What is said of somebody's place, status or past, and which of ann and bob it is true of.
Who = Callable[[str, dict[str, list[str]]], bool]
PEOPLE: list[tuple[str, Who]] = [
    ("{0}'s bed is empty", lambda who, beds: not beds[who]),
    ("the top card of {0}'s bed is a weed", lambda who, beds: beds[who][-1:] == ["Nettle"]),
    ("there are at least 2 cards in {0}'s bed", lambda who, beds: len(beds[who]) >= 2),
    ("{0} has at least 2 cards in their bed", lambda who, beds: len(beds[who]) >= 2),
    ("{0} is muddy", lambda who, beds: len(beds[who]) >= 3),
    ("{0} has planted a card this turn", lambda who, beds: who == "ann" and len(beds[who]) > 2),
]
PERSONS: list[tuple[str, Callable[[list[bool]], bool]]] = [("a player", any), ("each player", all)]

BEDS = [
    ["Daisy", "Rose"],
    ["Rose", "Rose"],
    ["Tulip", "Nettle", "Rose"],
    ["Nettle", "Daisy", "Daisy"],
    ["Daisy", "Tulip", "Nettle", "Rose"],
]
MARKS = ["Rose", "Tulip", "Nettle"]
RULES = (
    "A card is wilted if its height is at most 2.",
    "A player is muddy if they have at least 3 cards in their bed.",
    "A player may plant a card from their hand.",
)


def as_card(name: str, planted: bool = False) -> Card:
    height, colours = PRINT[name]
    return Card(name, height, frozenset(colours.split()), planted)


def questions() -> list[tuple[str, Callable[[list[Card], Card, dict[str, list[str]]], bool]]]:
    """Each condition as it is said, with its truth in plain Python."""
    found: list[tuple[str, Callable[[list[Card], Card, dict[str, list[str]]], bool]]] = []
    for one, several, test in SAID:
        for said, _, fold in LEFT:
            found.append(
                (
                    said.format(one, several),
                    lambda bed, mark, beds, t=test, f=fold: f([t(card, mark) for card in bed]),
                )
            )
    for said, test in BEHIND:
        for who, fold in RIGHT:
            found.append(
                (
                    said.format(who),
                    lambda bed, mark, beds, t=test, f=fold: f([t(card, mark) for card in bed]),
                )
            )
    for said, holds in PEOPLE:
        for who, fold in PERSONS:
            found.append(
                (
                    said.format(who),
                    lambda bed, mark, beds, h=holds, f=fold: f([h(name, beds) for name in beds]),
                )
            )
    return found


ASKED = questions()
NAMES = [f"Try {chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(len(ASKED))]
TRICKS = {name: f"If {said}, gain 1 seed." for name, (said, _) in zip(NAMES, ASKED, strict=True)}


def laid(bed: list[str], mark: str) -> Table:
    """A bed of which all cards but the first two were planted this turn."""
    table = lay(
        *RULES,
        tricks=TRICKS,
        ann={"bed": bed[:2], "hand": bed[2:]},
        bob={"bed": ["Rose", "Nettle"]},
        common={"discard pile": ["Daisy", mark]},
    )
    for name in bed[2:]:
        table.choose("ann", f"plant {name}")
    return table


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("bed", BEDS, ids="-".join)
def test_a_quantified_condition_is_as_plain_python_computes_it(bed: list[str], mark: str) -> None:
    table = laid(bed, mark)
    cards = [as_card(name, at >= 2) for at, name in enumerate(bed)]
    beds = {"ann": bed, "bob": ["Rose", "Nettle"]}

    wrong = []
    for name, (said, holds) in zip(NAMES, ASKED, strict=True):
        before = table.count("ann", "seed")
        table.perform("ann", name)
        if (table.count("ann", "seed") > before) != holds(cards, as_card(mark), beds):
            wrong.append(said)

    assert wrong == []
