"""Change bits: only changes that some watched state depends on are noted, as small bits.

Changes that the same states depend on share a bit. A state that asks only whether places are empty
is tested when one of them becomes empty or ceases to be.

Gain: 12 % on the mean of the shipped games.
"""

from __future__ import annotations

from collections.abc import Iterable

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.people import AllPersons
from deckmastor.engine.expressions.things import ContentOf, Things
from deckmastor.engine.expressions.truths import And, Le, Not, Or
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import CONTENT
from deckmastor.engine.speed.by_species import BySpecies
from deckmastor.engine.speed.keep_facts import changes_of
from deckmastor.engine.speed.short import EmptyOne, EmptyOwn, HasKind, HasSome, SizeOfKind, VarIs
from deckmastor.engine.triggers.triggers import Watch


def note_changes(rules: Ruleset) -> None:
    """Assign bits to the changes that are watched, and none to others."""
    first = rules.fact_bits.bit_length()
    emptied = [1 << (first + place) for place in range(len(rules.place_bits))]
    used = rules.fact_bits if rules.spells else 0
    for watch in rules.watches:
        narrow(rules, watch, emptied)
        used |= watch.bits if watch.bits > 0 else rules.fact_bits
    masks = [watch.bits for watch in rules.watches]  # a mask of -1 has every bit
    alike = {bit: tuple(bool(mask & bit) for mask in masks) for bit in each(used)}
    small = {told: 1 << n for n, told in enumerate(dict.fromkeys(alike.values()))}

    def mapped(bits: int) -> int:
        return joined([small[alike[bit]] for bit in each(bits & used)])

    for watch in rules.watches:
        watch.bits = mapped(watch.bits) if watch.bits > 0 else -1
    rules.empty_bits = [mapped(bit) for bit in emptied]
    rules.place_bits = [mapped(bits) for bits in rules.place_bits]
    rules.places_watched = any(rules.place_bits) or bool(mapped(rules.any_zone))
    rules.zone_bits = [mapped(bit) for bit in rules.zone_bits]
    rules.column_bits = [mapped(bit) for bit in rules.column_bits]
    rules.scalar_bits = [mapped(bit) for bit in rules.scalar_bits]
    rules.scalar_bit = mapped(rules.scalar_bit)
    rules.filled_bit = mapped(rules.filled_bit)
    rules.history_bit = mapped(rules.history_bit)
    rules.any_zone = mapped(rules.any_zone)
    rules.fact_bits = rules.watched = (1 << len(small)) - 1


def each(bits: int) -> Iterable[int]:
    """The single bits of a mask."""
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit


def narrow(rules: Ruleset, watch: Watch, emptied: list[int]) -> None:
    """Let a watch be tested only when something changes that its state depends on, if known."""
    found = watch.found
    if not watch.level and watch.bits > 0:
        watch.bits &= changes_of(rules, watch) or watch.bits
    if not watch.alone and (watch.level or not watch.trigger.plain):
        return
    if found is None or isinstance(found, (AllPersons, Things)):
        persons = range(len(found.persons)) if isinstance(found, AllPersons) else range(0)
        bits = Deciding(rules, watch.slot, emptied, persons).bits(watch.body)
        if bits > 0:
            aside = rules.place_bits[found.but] if isinstance(found, Things) else 0
            watch.bits = bits | aside
            watch.free = found is None


class Deciding:
    """Finds the bits of the changes that decide a condition on the thing under a label."""

    def __init__(self, rules: Ruleset, slot: Slot, emptied: list[int], persons: range) -> None:
        self.rules = rules
        self.slot = slot
        self.emptied = emptied
        self.persons = persons

    def bits(self, expr: Expr) -> int:
        """The bits of a condition; 0 if nothing changes it, NONE if it may depend on more."""
        match expr:
            case And(parts=parts) | Or(parts=parts):
                told = [self.bits(part) for part in parts]
                return joined(told) if NONE not in told else NONE
            case Not(a=a):
                return self.bits(a)
            case HasSome(place=place) | EmptyOne(place=place):
                return self.emptied[place]
            case VarIs(i=i):
                return self.rules.scalar(i)
            case EmptyOwn(place=own) if own.slot == self.slot and self.persons:
                return joined([self.emptied[own.base + person] for person in self.persons])
            case BySpecies(calm=None, slot=self.slot):
                return 0
            case HasKind(place=ContentOf() as content, species=species):
                if isinstance(content.thing, Reg) and content.thing.slot == self.slot:
                    bit = self.rules.column_bits[content.column]
                    if species == self.rules.schema.of_kind("card"):
                        return bit | self.rules.filled_bit
                    return bit | self.rules.zone_bits[CONTENT]
            case Le(a=Lit(n=n), b=SizeOfKind(place=ContentOf() as content)) if n > 0:
                if isinstance(content.thing, Reg) and content.thing.slot == self.slot:
                    return self.rules.zone_bits[CONTENT] | self.rules.column_bits[content.column]
        return NONE


def joined(parts: list[int]) -> int:
    """The union of several masks."""
    found = 0
    for part in parts:
        found |= part
    return found
