"""Compile amounts: numbers, arithmetic, counts, sums, most and fewest."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add, Count, Distance, Div, Gather, Least, Mul, Sub
from deckmastor.engine.expressions.base import Expr, Lit, Reg, RegSize, Several, Var
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.compile_number_sets import (
    count_numbers,
    distance,
    extreme,
    is_numbers,
    of_numbers,
    one_number,
)
from deckmastor.engine.expressions.compile_terms import prop
from deckmastor.engine.expressions.names import Letters
from deckmastor.engine.expressions.number_sets import NumberTally
from deckmastor.engine.expressions.places import OwnPlace, Size, SizeOne
from deckmastor.engine.expressions.things import Inside, NameOf
from deckmastor.engine.facts.facts import FactTable, Weighed
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import TERMS, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.language.ir import RANGES, Calc, Did, In, Kind, Of, Qty, Ref, Tally

VAGUE = ("up to", "at least", "more than")


# ---- amounts --------------------------------------------------------------------------------


def quantity(ctx: Context, tree: Qty) -> Expr:
    """An amount of a counter, or a length of time in seconds."""
    one_number(ctx, tree.n)
    if tree.unit in SECONDS and tree.unit not in ctx.schema.lexicon.units:
        return Mul(term(ctx, tree.n), Lit(SECONDS[tree.unit]))
    return term(ctx, tree.n)


def calculation(ctx: Context, tree: Calc) -> Expr:
    """Arithmetic."""
    op = tree.op
    if op == "with":
        return Lit(ctx.schema.literal(tree))
    if op in RANGES:
        return Lit(ctx.schema.literal(tree))
    apart = distance(ctx, tree)
    if apart is not None:
        return apart
    for arg in tree.args:
        one_number(ctx, arg)
    args = [term(ctx, arg) for arg in tree.args]
    match op:
        case "+":
            return Add(args)
        case "-":
            return Sub(args[0], args[1]) if len(args) == 2 else Sub(Lit(0), args[0])
        case "neg":
            return Lit(-args[0].n) if isinstance(args[0], Lit) else Sub(Lit(0), args[0])
        case "*":
            return Mul(args[0], args[1])
        case "/" | "floor" | "ceil":
            if len(args) == 1:
                inner = tree.args[0]
                if isinstance(inner, Calc) and inner.op == "/":
                    return Div(term(ctx, inner.args[0]), term(ctx, inner.args[1]), op == "ceil")
                return args[0]
            return Div(args[0], args[1], False)
        case "half up" | "half down":
            return Div(args[0], Lit(2), op == "half up")
        case "groups":
            return Div(args[0], args[1], False)
        case "min" | "max":
            return Least(args, op == "max")
        case "abs":
            return Distance(args[0], Lit(0))
        case "distance":
            return Distance(args[0], args[1])
        case "count":
            return Count(args[0])
        case "sum":
            return Add(args)
        case "<=" | ">=" | "<" | ">" | "=" | "at least" | "up to":
            label = vague_label(tree)
            return Reg(ctx.slots[label]) if ctx.knows(label) else args[-1]
        case "more than":
            label = vague_label(tree)
            return Reg(ctx.slots[label]) if ctx.knows(label) else Add([args[0], Lit(1)])
    raise Unsupported(f"the calculation '{op}'")


def count(found: Expr) -> Expr:
    """The number of things; for the contents of a place, the size of the place."""
    if isinstance(found, Inside):
        one = isinstance(found.place, Lit) or (
            isinstance(found.place, OwnPlace) and not isinstance(found.place.owner, Several)
        )
        return SizeOne(found.place) if one else Size(found.place)
    return Count(found)


def vague_label(tree: Calc) -> str:
    """The label of an amount that somebody chose (`up to 3`); `that many` refers to it."""
    return f"#{tree.op} {tree.args[0]}"


def counted(ctx: Context, what: Kind) -> Expr:
    """The number of things that fit a description, weighted if a rule gives weights."""
    if ctx.rules.weights:
        return weighed(ctx, what)
    return count(term(ctx, what))


def spelt(ctx: Context, what: Kind) -> Expr | None:
    """The number of letters in a name, if the noun means a part of a name; else None."""
    attr = ctx.schema.attrs.get(what.noun)
    if attr is None or attr.owner != "name" or len(what.where) != 1:
        return None
    match what.where[0]:
        case In(rel="in" | "of", place=Of(name="name", owner=owner)) if owner is not None:
            return Letters([one.name for one in ctx.schema.species], term(ctx, owner))
    return None


def tally(ctx: Context, tree: Tally) -> Expr:
    """A count or a sum over a description."""
    what = tree.what
    if tree.op == "count" and isinstance(what, Kind) and what.noun in ctx.rules.spans:
        ctx.bits |= ctx.rules.scalar(ctx.rules.spans[what.noun])
        return Var(ctx.rules.spans[what.noun])
    if tree.op == "count":
        numbers = count_numbers(ctx, what)
        if numbers is not None:
            return numbers
        if isinstance(what, Ref) and ctx.knows(what.name):
            return RegSize(ctx.slots[what.name])
        if isinstance(what, Kind):
            named = spelt(ctx, what)
            if named is not None:
                return named
            before = what.var in ctx.slots
            found = counted(ctx, what)
            if not before:  # a later mention of the things counted describes them anew
                ctx.slots.pop(what.var, None)
                ctx.sorts.pop(what.var, None)
            return found
        return count(term(ctx, what))
    if isinstance(what, Of) and not tree.prop and is_numbers(ctx, what):
        return extreme(ctx, what, tree.op)
    if tree.op in ("sum", "most", "fewest", "distinct"):
        slot = ctx.spare()
        found = term(ctx, what)
        attr = ctx.schema.attrs.get(tree.prop)
        if tree.prop == "name":
            return Gather(tree.op, found, slot, NameOf(ctx.rules.names, Reg(slot)))
        if attr is None:
            if not tree.prop:
                return Gather(tree.op, found, slot, Reg(slot))
            raise Unsupported(f"'{tree.op}' of '{tree.prop}'")
        if of_numbers(ctx, tree.prop):
            return NumberTally(tree.op, found, slot, prop(ctx, attr, Reg(slot)))
        return Gather(tree.op, found, slot, prop(ctx, attr, Reg(slot)))
    if tree.op == "times" and isinstance(what, Did):
        return happened(ctx, what)
    raise Unsupported(f"the tally '{tree.op}'")


def table(ctx: Context, name: str) -> FactTable:
    """The table of the facts about a property."""
    return ctx.rules.facts.setdefault(name, FactTable())


def weighed(ctx: Context, kind: Kind) -> Expr:
    """The number of things of a kind, each with its weight."""
    found = find(ctx, kind)
    name = f"#weight {kind.noun}"
    if name in ctx.rules.weights:
        return Weighed(found, table(ctx, name))
    return Count(found)


TERMS[Qty] = quantity
TERMS[Calc] = calculation
TERMS[Tally] = tally
