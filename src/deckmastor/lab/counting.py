"""Classes that count and do the same besides, for a coverage run.

A compiled class cannot be exchanged for another: this module needs the source of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from deckmastor.engine import Machine, Record, State
from deckmastor.engine.inside import (
    OVER,
    REFUSED,
    Act,
    Aimed,
    Ask,
    Assign,
    Choose,
    GuardMany,
    KeepAim,
    LayDown,
    Note,
    Over,
    PickRandom,
    PlayLand,
    PutAway,
    Resolving,
    Respond,
    TakeAim,
    TakeUp,
    Vacuous,
)

if TYPE_CHECKING:
    from deckmastor.lab.coverage import Coverage

PROBE: Final = 8  # after so many answers it is asked which facts hold
LEADING = (
    "machine.control", "machine.questions", "permission.costs", "permission.replacements",
    "permission.offers", "permission.permits", "permission.reactions", "resolution.early_choices",
    "resolution.links",
)  # fmt: skip
QUIET = {f"deckmastor.engine.{name}" for name in LEADING}  # these only lead on
QUIETLY = (Note, Vacuous, GuardMany, Aimed, KeepAim, TakeUp)
# acts that do not tell whether they were done
SURE = (Assign, LayDown, Over, PlayLand, PutAway, Resolving, TakeAim)


class Counting(Machine):
    """A machine that tells which offers were open, and now and then asks which facts hold.

    Whatever would change the rules is refused: the sentences that count stay the same.
    """

    __slots__ = ("answers", "coverage")

    def __init__(self, coverage: Coverage) -> None:
        super().__init__(coverage.rules, coverage)
        self.coverage = coverage
        self.answers = 0

    def options(self, s: State, at: int) -> list[int]:
        with self.coverage.counting():
            return super().options(s, at)

    def answer(self, s: State, at: int, option: int) -> None:
        with self.coverage.counting():
            self.coverage.answered(self, s, at, option)
            super().answer(s, at, option)
            self.refuse_bills(s)
            self.answers += 1
            if self.answers % PROBE == 0 and not s.v[OVER]:
                self.coverage.probe(s)

    def refuse_bills(self, s: State) -> None:
        """Refuse all changes of the rules that effects bring in."""
        while s.bills:
            s.bills = [REFUSED]
            self.resume(s)


# ---- classes that count ---------------------------------------------------------------------


def counting(cls: type, coverage: Coverage) -> type:
    """An instruction that counts how often it was run, did something, or was declined."""
    acts = issubclass(cls, Act)
    leads = cls.__module__ in QUIET or issubclass(cls, QUIETLY)
    sure = issubclass(cls, SURE) or not (acts or leads)
    plain: Any = cls

    def run(self: Any, m: Machine, s: State, r: Record) -> Any:
        if coverage.live:
            coverage.ran[self] += 1
            if sure or self in coverage.naming:
                coverage.did[self] += 1
            if issubclass(cls, Ask) and r.regs[self.slot] == 0:
                coverage.declined[self] += 1
        return plain.run(self, m, s, r)

    def choose(self: Any, m: Machine, s: State, r: Record) -> Any:
        signal = plain.run(self, m, s, r)
        if coverage.live:
            coverage.ran[self] += 1
            if self in coverage.choosing and (signal or r.many(self.slot)):
                coverage.did[self] += 1
        return signal

    def done(self: Any, r: Record, was: bool) -> Any:
        if was and coverage.live:
            coverage.did[self] += 1
        return plain.done(self, r, was)

    def take(self: Any, m: Machine, s: State, r: Record, who: int, option: int) -> Any:
        if option == 0 and coverage.live:
            coverage.declined[self] += 1
        return plain.take(self, m, s, r, who, option)

    told: dict[str, object] = {"__slots__": (), "run": run}
    if issubclass(cls, (Choose, PickRandom)):
        told["run"] = choose
    if acts:
        told["done"] = done
    if issubclass(cls, Respond):
        told["take"] = take
    return type(cls.__name__, (cls,), told)


def holding(cls: type, coverage: Coverage) -> type:
    """A norm or a fact that counts how often it speaks of an act or holds for something."""

    def counted(name: str) -> Callable[..., Any]:
        plain = getattr(cls, name)

        def told(self: Any, *given: Any) -> Any:
            found = plain(self, *given)
            if found and coverage.live:
                coverage.held[self.standing] += 1
            return found

        return told

    def places(self: Any, *given: Any) -> Iterator[int]:
        for place in cls.places(self, *given):  # type: ignore[attr-defined]
            if coverage.live:
                coverage.held[self.standing] += 1
            yield place

    names = [name for name in ("fits", "forbids", "about") if hasattr(cls, name)]
    told: dict[str, object] = {"__slots__": (), **{name: counted(name) for name in names}}
    if hasattr(cls, "places"):
        told["places"] = places
    return type(cls.__name__, (cls,), told)
