"""Change bits: only changes that some watched state depends on are noted, as small bits.

Changes that the same states depend on share a bit. A state that asks only whether places are empty
is tested when one of them becomes empty or ceases to be.

Gain: 12 % on the mean of the shipped games.
"""

from __future__ import annotations

from collections.abc import Iterable

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.people import AllPersons
from deckmastor.engine.expressions.truths import And, Not, Or
from deckmastor.engine.ids import Slot
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.speed.short import EmptyOne, EmptyOwn, HasSome, VarIs
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
    """Let a watch be tested only when a place it asks about becomes empty or ceases to be."""
    if watch.alone:
        bits = decisive(rules, watch.body, emptied)
        if bits:
            watch.bits = bits
    elif isinstance(watch.found, AllPersons) and watch.trigger.plain and not watch.level:
        persons = range(len(watch.found.persons))
        bases = own_places(watch.body, watch.slot)
        if bases:
            watch.bits = joined([emptied[base + person] for base in bases for person in persons])


def decisive(rules: Ruleset, expr: Expr, emptied: list[int]) -> int:
    """The bits of a condition on empty places and scalars; 0 if it depends on more."""
    if isinstance(expr, (And, Or)):
        parts = [decisive(rules, part, emptied) for part in expr.parts]
        return joined(parts) if all(parts) else 0
    if isinstance(expr, Not):
        return decisive(rules, expr.a, emptied)
    if isinstance(expr, (HasSome, EmptyOne)):
        return emptied[expr.place]
    if isinstance(expr, VarIs):
        return rules.scalar(expr.i)
    return 0


def joined(parts: list[int]) -> int:
    """The union of several masks."""
    found = 0
    for part in parts:
        found |= part
    return found


def own_places(expr: Expr, slot: Slot) -> list[int]:
    """The bases of persons' places that a condition asks to be empty; none if it asks for more."""
    if isinstance(expr, (And, Or)):
        parts = [own_places(part, slot) for part in expr.parts]
        return [base for part in parts for base in part] if all(parts) else []
    if isinstance(expr, Not):
        return own_places(expr.a, slot)
    if isinstance(expr, EmptyOwn) and expr.place.slot == slot:
        return [expr.place.base]
    return []
