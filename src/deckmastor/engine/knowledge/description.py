"""Descriptions of targets and conditions that are said in words, compiled to expressions."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.expressions.history import EVER, Done, matching
from deckmastor.engine.ids import NONE, UNBOUND, Thing
from deckmastor.engine.state.aims import MOST, aim_key
from deckmastor.engine.state.layout import LABELS, THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.state.workspace import Trial
from deckmastor.engine.triggers.patterns import Pattern

TOLD: Final = -1_000  # answers from here downwards are descriptions, by the number of the text
LONGEST: Final = 300  # the greatest number of characters of a description


class Unfit(Exception):
    """A text that cannot be announced as a target; the message says why."""


class Described:
    """A compiled description: its expression, and the labels that a record needs for it."""

    def __init__(self, found: Expr, size: int, sort: str, noun: str) -> None:
        self.found = found
        self.size = size
        self.sort = sort  # player, card or place
        self.noun = noun  # its noun, or empty
        self.since = NONE  # the label of the index from which it searches a future event
        self.kept = NONE  # the index of the history that keeps such events
        self.own = False  # whether it speaks of the card that it is announced for
        self.named: list[tuple[str, Expr]] = []  # what else it speaks of, each behind its sort

    def now(self, s: State) -> int:
        """The length of that history now: events from this index on are in the future."""
        return len(s.past[self.kept]) if self.kept != NONE else 0

    def fits(self, s: State, seats: int, card: Thing, you: int, since: int) -> list[int]:
        """The things that it fits, for a card and the player who announced the target."""
        record = self._record(seats, card, you)
        if self.since != NONE:
            record.regs[self.since] = since
        return list(dict.fromkeys(self.found.many(s, record)))

    def speaks_of(self, s: State, seats: int, card: Thing, you: int, sort: str) -> list[int]:
        """The things of a sort that its parts name, and the card itself if one of them does."""
        record = self._record(seats, card, you)
        found = [card] if self.own and sort == "card" else []
        for named, part in self.named:
            if named == sort:
                found += [thing for thing in part.many(s, record) if thing >= 0]
        return found

    def _record(self, seats: int, card: Thing, you: int) -> Record:
        regs = [UNBOUND] * self.size
        regs[THIS], regs[YOU] = card, you
        regs[LABELS : LABELS + seats] = range(seats)
        return Record(regs)


def tried(s: State, found: list[int]) -> Trial | None:
    """The trial of a target that is one of those found, or None."""
    trial = s.work.trial
    return trial if trial is not None and trial.target in found else None


class Question:
    """A compiled condition or amount, and the labels that a record needs for it."""

    def __init__(self, asked: Expr, size: int) -> None:
        self.asked = asked
        self.size = size

    def value(self, s: State, seats: int) -> int:
        """The amount now; of a condition, 1 if it is true."""
        regs = [UNBOUND] * self.size
        regs[THIS], regs[YOU] = NONE, NONE
        regs[LABELS : LABELS + seats] = range(seats)
        return self.asked.ev(s, Record(regs))

    def holds(self, s: State, seats: int) -> bool:
        """True if the condition is true now."""
        return self.value(s, seats) != 0


class DoneSince(Several):
    """The objects of events since a moment, in order of time, without this card."""

    def __init__(self, done: Done, since: int) -> None:
        self.index = done.index
        self.pattern: Pattern = done.pattern
        self.field = done.field
        self.slot = done.slot
        self.since = since

    def many(self, s: State, r: Record) -> list[int]:
        start = r.regs[self.since]
        kept = r.regs[self.slot]
        found = matching(s, r, self.index, self.pattern, EVER, self.slot, self.field)
        r.regs[self.slot] = kept
        things = [s.past[self.index][at + self.field] for at in found if at >= start]
        return [thing for thing in things if thing != r.regs[THIS]]


class Announced(Several):
    """Targets that were announced for cards; whoever sees a card knows them."""

    def __init__(self, cards: Expr) -> None:
        self.cards = cards

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found(s, r)
        trial = tried(s, found)
        if trial is not None:
            trial.itself = True
        return found

    def any(self, s: State, r: Record) -> bool:
        return bool(self.found(s, r))  # which one is tried makes no difference

    def found(self, s: State, r: Record) -> list[int]:
        """The targets; whoever asks notes in the `Trial` of one of them what was asked."""
        raise NotImplementedError

    def described(self, s: State, card: Thing) -> bool:
        """True if a target of a card was announced in words: what it means depends on the table."""
        for number in range(MOST):
            kept = s.bags.get(aim_key(card, number))
            if kept and kept[0] <= TOLD:
                return True
        return False
