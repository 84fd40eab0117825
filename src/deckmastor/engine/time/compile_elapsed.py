"""Compile comparisons with a time that has passed: `at most 72 hours have passed since …`."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add, Mul
from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.truths import And, Eq, Le, Lt
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.spells import NEVER, Ageing, Alarm, Since, SinceEvent, SinceStart
from deckmastor.engine.triggers.compile_patterns import remembered, span_name
from deckmastor.engine.triggers.patterns import Matcher, Pattern
from deckmastor.language.ir import Cmp, Did, Do, Kind, Moment, Ref, Tally, Tree


def passed(ctx: Context, tree: Cmp) -> Expr | None:
    """`At most 72 hours have passed since …`, compared in seconds; None for other comparisons.

    If that since which they pass has not happened, it is false.
    """
    match tree.a:
        case Tally("count", Kind(unit, (Did(Do("pass", Ref(who), None), span),), var)):
            if who != var or unit not in SECONDS or unit in ctx.schema.lexicon.units:
                return None
        case _:
            return None
    gone, length = since(ctx, span), Mul(term(ctx, tree.b), Lit(SECONDS[unit]))
    if isinstance(gone, Since) and isinstance(length.a, Lit):
        ctx.rules.alarms += [Alarm(gone.span, length), Alarm(gone.span, Add([length, Lit(1)]))]
    elif not isinstance(gone, Since):
        index = gone.index if isinstance(gone, SinceEvent) else NONE
        ctx.rules.wait_for(Ageing(index, length))
    ctx.bits |= ctx.rules.scalar_bit | ctx.rules.history_bit
    return And([Lt(gone, Lit(NEVER)), ordered(tree.op, gone, length)])


def since(ctx: Context, span: Tree) -> Expr:
    """The seconds since a span began or an act was done."""
    match span:
        case "ever":
            return SinceStart()
        case Moment("since", Did(Do() as do, "ever")):
            return SinceEvent(ctx.rules.remember(do.verb), remembered(ctx, do))
        case Moment("since", Moment("beginning", told)):
            name = span_name(told)
            calendar = ctx.rules.calendar
            if name in SECONDS or (calendar.phases and name == "phase"):
                return Since(name, calendar)
            if name == "turn" or name in ctx.rules.spans:
                ctx.rules.turns_timed = ctx.rules.turns_timed or name == "turn"
                begun = Pattern(ctx.rules.verb("begin"))
                begun.obj = Matcher(NONE, [], Lit(ctx.schema.word(name)), None)
                return SinceEvent(ctx.rules.remember("begin"), begun)
            raise Unsupported(f"how long ago a {name} began")
    raise Unsupported("a time that has passed")


def ordered(op: str, a: Expr, b: Expr) -> Expr:
    """A comparison of two numbers."""
    match op:
        case "<":
            return Lt(a, b)
        case ">":
            return Lt(b, a)
        case "<=":
            return Le(a, b)
        case ">=":
            return Le(b, a)
    return Eq(a, b)
