"""Orders that a book states: of persons by sort keys, and of triggers that fire together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.expressions.history import WIDTH
from deckmastor.engine.ids import UNBOUND, Seat, Slot, Thing, Word
from deckmastor.engine.resolution.link_record import SEATED, the_link
from deckmastor.engine.state.layout import DIRECTION, STARTER, TURN
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.turns.seating import distance, first

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset


AGE: Final = "age"
SEATING: Final = "turn order"
CHOICE: Final = "choice"
NEVER: Final = 1 << 60
USUAL: Final = (SEATING, CHOICE, AGE)  # the default keys of the order of triggers


class Key:
    """A sort key of persons: an amount, whether they are among others, or where they sit."""

    def __init__(self, amount: Expr | None, most: bool, same: Expr | None) -> None:
        self.amount = amount
        self.most = most
        self.same = same

    def weight(self, s: State, r: Record, person: Thing, seat: Seat, slot: Slot) -> int:
        """The weight of a person: the lower, the earlier."""
        if self.same is not None:
            return 0 if person in self.same.many(s, r) else 1
        if self.amount is None:
            return seat
        r.regs[slot] = person
        n = self.amount.ev(s, r)
        return -n if self.most else n


class StatedOrder:
    """Several sort keys: a later one breaks ties that earlier ones leave."""

    def __init__(self, keys: list[Key], slot: Slot, size: int) -> None:
        self.mixed = False  # whether it is random, drawn for each link
        self.keys = keys
        self.slot = slot
        self.size = size

    def sort(self, s: State, persons: list[int]) -> list[int]:
        """Sort persons by the keys; ties keep their order."""
        if len(self.keys) == 1:
            key = self.keys[0]
            if key.amount is None and key.same is None:
                return persons  # as they sit
            return self._sort_by(key, s, Record([UNBOUND] * self.size), persons)
        r = Record([UNBOUND] * self.size)
        weights = {
            person: [key.weight(s, r, person, seat, self.slot) for key in self.keys]
            for seat, person in enumerate(persons)
        }
        return sorted(persons, key=weights.__getitem__)

    def _sort_by(self, key: Key, s: State, r: Record, persons: list[int]) -> list[int]:
        """Sort persons by one key, by insertion; ties keep their order."""
        found: list[int] = []
        weights: list[int] = []
        for seat, person in enumerate(persons):
            weight = key.weight(s, r, person, seat, self.slot)
            at = len(found)
            while at > 0 and weights[at - 1] > weight:
                at -= 1
            found.insert(at, person)
            weights.insert(at, weight)
        return found


class Claiming(Several):
    """Persons in the order of claims."""

    def __init__(self, found: Expr, rules: Ruleset) -> None:
        self.found = found
        self.rules = rules

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        order = self.rules.claiming(s) if len(found) > 1 else None
        if order is None:
            return found
        if not order.mixed:
            return order.sort(s, found)

        link = the_link(s, self.rules.link_block)
        drawn = link.sets.get(SEATED, []) if link is not None else []
        return sorted(found, key=lambda one: drawn.index(one) if one in drawn else len(drawn))


class FirstInTurn:
    """A tie-breaker: whoever comes first in the order of turns from its start."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def choose(self, s: State, r: Record, found: list[int], slot: Slot) -> list[int]:
        """The one who comes first."""
        start = s.v[STARTER] if s.v[STARTER] >= 0 else first(s)
        return [min(found, key=lambda one: distance(s, start, one, s.v[DIRECTION], self.seats))]


class ByTurn:
    """A tie-breaker: whoever took the earliest turn of all, or the latest."""

    def __init__(self, index: int, latest: bool, word: Word) -> None:
        self.index = index  # the history of beginnings
        self.latest = latest
        self.word = word

    def choose(self, s: State, r: Record, found: list[int], slot: Slot) -> list[int]:
        """The one who took that turn; all of them if none has had a turn."""
        past = s.past[self.index]
        begun = [past[at] for at in range(0, len(past), WIDTH) if past[at + 1] == self.word]
        for player in reversed(begun) if self.latest else begun:
            if player in found:
                return [player]
        return found


class Amount:
    """A sort key of triggers: an amount of their card, or of their holder."""

    def __init__(self, amount: Expr, most: bool, of_holder: bool, slot: Slot, size: int) -> None:
        self.amount = amount
        self.most = most
        self.of_holder = of_holder
        self.slot = slot
        self.size = size

    def weight(self, s: State, you: int, this: int) -> int:
        """The weight of a trigger: the lower, the earlier; without card or holder, the last."""
        whose = you if self.of_holder else this
        if whose < 0:
            return NEVER
        regs = [UNBOUND] * self.size
        regs[self.slot] = whose
        n = self.amount.ev(s, Record(regs))
        return -n if self.most else n


TriggerKey = str | tuple[str, ...] | Amount


def trigger_weight(
    rules: Ruleset, s: State, trigger: int, you: int, this: int,
    keys: Sequence[TriggerKey] | None = None,
) -> tuple[int, ...]:  # fmt: skip
    """The sort key of a trigger by `keys`, by default those of the order of triggers."""
    found: list[int] = []
    seats = rules.seats
    turn = s.v[TURN]
    for key in rules.trigger_keys if keys is None else keys:
        if key == SEATING:
            seated = 0 <= you < seats and turn >= 0
            far = distance(s, turn, you, s.v[DIRECTION], seats) if seated else seats
            found.append(-1 if you < 0 else far)
        elif key == AGE:
            found += [trigger, this]
        elif isinstance(key, Amount):
            found.append(key.weight(s, you, this))
        elif isinstance(key, tuple):
            hosts = rules.hosts[rules.triggers[trigger].standing.sentence]
            ranks = [rank for rank, host in enumerate(key) if host in hosts]
            found.append(ranks[0] if ranks else len(key))
    return (*found, trigger, this)
