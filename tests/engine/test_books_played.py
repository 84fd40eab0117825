"""Every sentence of the small books acts when random players play, but for a list with reasons.

A sentence that never acts proves nothing in the laws of play: it may be dead by mistake.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from laws import HOURS

from deckmastor.engine.state.layout import OVER, TICKED
from deckmastor.engine.time.advance import advance
from deckmastor.lab.coverage import Counts, Coverage
from deckmastor.lab.untouched import Untouched
from deckmastor.match import load

pytestmark = pytest.mark.source  # sentences are counted where the engine is source

BOOKS = Path(__file__).with_name("books")
NAMES = sorted(path.stem for path in BOOKS.glob("*.md"))
SEATS = (2, 3, 4)
MATCHES = 120  # at most; most books need a dozen
LIMIT = 300  # decisions

LAWS = "where sentences are counted, all changes of the rules are refused"
SOONER = "a plan resolves as soon as it is played, before there is a next card"
MET = "the same act is permitted and offered once; taking it meets the duty"
LAID = "a trap is never rung: its rule stands on it, and its text is not performed"
LEGAL = "all decks that the book lists are legal"
EXCUSED: dict[str, dict[str, str]] = {
    "harvest": {
        "The game cannot begin unless each player brought cards equal to the deck size": LEGAL,
        "The game cannot begin unless the number of starred cards brought by each player is at most the star limit": LEGAL,
        "The game cannot begin if the tally of a card is more than its uniqueness": LEGAL,
    },
    "belfry": {
        "Target a player": LAID,
        "When that player gains coins, spring this card and gain 1 coin": LAID,
        "Target a name": LAID,
        "Before a player rings a card with that name, spring this card and gain 1 coin": LAID,
    },
    "workshop": {"Put that card into your hand": SOONER},
    "moot": {
        "This rule cannot be amended or repealed": LAWS,
        "No card can amend this rule": LAWS,
        "The player at turn must play a card within 30 hours": MET,
    },
    "senate": {
        "On their turn, a player may amend a rule once per turn": LAWS,
        "When a player has at least 6 coins, repeal this rule": LAWS,
        "When a rule is repealed, each player gains 1 coin": LAWS,
        "When a rule is amended, the player at turn gains 2 coins": LAWS,
        "No card can repeal this rule": LAWS,
        'Repeal the rule "Tax"': LAWS,
        "If you do, gain 2 coins": LAWS,
        'Adopt the rule "Tax"': LAWS,
        'Amend the rule "Stipend": replace "2" by "3"': LAWS,
        'Amend the rule "Stipend": replace "3" by "2"': LAWS,
        "You may repeal that rule": LAWS,
    },
}


def play(covered: Coverage, seed: int) -> Counts:
    """A match of random players in which time passes now and then; what it touched."""
    dice = random.Random(seed)
    state, machine = covered.begin(seed)
    for _ in range(LIMIT):
        if state.v[OVER]:
            break
        if dice.random() < 0.08 or not state.asks:
            with covered.counting():
                advance(machine, state, state.v[TICKED] + 3600 * dice.choice(HOURS))
                machine.refuse_bills(state)
        else:
            at = 4 * dice.randrange(len(state.asks) // 4)
            machine.answer(state, at, dice.choice(machine.options(state, at)))
    return covered.counts()


def silent(name: str) -> set[str]:
    """The sentences of a book that never acted, or not in all their parts."""
    book = load(BOOKS / f"{name}.md").book
    covered = [Coverage(book, seats) for seats in SEATS]
    counts: Counts = Counter()
    found: set[str] = set()
    for seed in range(MATCHES):
        counts += play(covered[seed % len(SEATS)], seed)
        if seed % 12 == 11:
            told = Untouched(covered[0], counts)
            found = {gap.line.text for gap in (*told.idle, *told.gaps)}
            if found <= set(EXCUSED.get(name, {})):
                break
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_of_a_small_book_acts(name: str) -> None:
    assert silent(name) == set(EXCUSED.get(name, {}))
