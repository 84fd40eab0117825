"""The verbs `gain`, `lose` and `pay`: counters and members of sets, and to lose the game."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Least, Range
from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_amounts import VAGUE, vague_label
from deckmastor.engine.expressions.compile_number_sets import of_numbers, one_number
from deckmastor.engine.expressions.compile_picks import pick
from deckmastor.engine.expressions.compile_terms import by_whom, sort_of
from deckmastor.engine.expressions.compile_tests import is_set
from deckmastor.engine.expressions.things import Col
from deckmastor.engine.ids import NONE, UNBOUND, Slot
from deckmastor.engine.machine.control import Forget, LetNumber, Unless
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Choose
from deckmastor.engine.permission.compile_guards import guard_last, guarded
from deckmastor.engine.permission.feasible import feasible
from deckmastor.engine.rules.context import AUTHOR, Context
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Attr, Unsupported
from deckmastor.engine.state.layout import YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import time_like
from deckmastor.engine.turns.compile_contests import contest_of
from deckmastor.engine.turns.contests import Innermost, LoseContest
from deckmastor.engine.turns.ending import LoseGame
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import change, fire, has_now
from deckmastor.engine.verbs.doing import doer, emit, label_of, role
from deckmastor.engine.verbs.numbers import ChangeNumbers
from deckmastor.engine.verbs.primitives import GAIN, LOSE, PAY
from deckmastor.engine.verbs.setting import BagChange, office_named, resign
from deckmastor.language.ir import (
    Calc,
    Do,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Tree,
    replace,
)
from deckmastor.language.morphology import plural


class ChangeCount(Act):
    """Add counters to things or take them away; the other side, if any, loses or gains them."""

    inline = True

    def __init__(
        self, agent: Expr, attr: Attr, unit: int, n: Expr, lose: bool, other: Expr | None,
        strict: bool, label: Slot,
    ) -> None:  # fmt: skip
        super().__init__(agent, agent, label)
        self.attr = attr
        self.unit = unit
        self.n = n
        self.lose = lose
        self.other = other
        self.strict = strict
        self.verb = PAY if strict else LOSE if lose else GAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if n <= 0:
            return self.done(r, n == 0 and self.strict)
        column = self.attr.at
        was = False
        for thing in self.agent.many(s, r):
            if not 0 <= thing < len(s.cols[column]):
                continue
            have = has_now(m, s, column, thing)
            if self.strict and have < n:
                continue
            other = self.other.ev(s, r) if self.other is not None else NONE
            amount = n
            if other >= 0 and not self.lose:
                amount = min(n, max(has_now(m, s, column, other), 0))
                change(m, s, column, other, has_now(m, s, column, other) - amount)
            if self.lose and other >= 0 and m.rules.limits:
                left = m.rules.limited(s, "column", column, thing, have - amount)
                amount = have - left  # what goes to another is what there is
            change(m, s, column, thing, have - amount if self.lose else have + amount)
            if m.rules.limits and (self.lose or other < 0):
                amount = self._really(m, s, thing, have, amount)
            if other >= 0 and self.lose:
                change(m, s, column, other, s.cols[column][other] + amount)
            if amount > 0:
                fire(m, s, self.verb, thing, self.unit, other, NONE, amount)
                was = True
        return self.done(r, was)

    def _really(self, m: Machine, s: State, thing: int, have: int, amount: int) -> int:
        """How many counters are gained or lost within the bounds of the book.

        Inside a step the stored number may be out of them; only the difference within them counts.
        """
        column, rules = self.attr.at, m.rules
        after = have - amount if self.lose else have + amount
        was = rules.limited(s, "column", column, thing, have)
        now = rules.limited(s, "column", column, thing, after)
        return was - now if self.lose else now - was


def compile_gain(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `gain`: counters, a modifier, a member of a set."""
    counters(ctx, do, who, False, False)


def compile_lose(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `lose`: counters, a modifier, an office, a contest or the game."""
    if do.obj is None or time_like(ctx, do.obj):
        told = contest_of(ctx, do.obj)
        contests = ctx.rules.contests
        if told is not None and contests is not None:
            what = Lit(NONE) if told[1] else Innermost(contests)
            ctx.emit(LoseContest(who, what, *told, label_of(ctx, do)))
        else:
            ctx.emit(LoseGame(who, who, label_of(ctx, do)))
        if do.verb in ctx.rules.contested:
            guard_last(ctx, do)
        return
    counters(ctx, do, who, True, False)


def compile_pay(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `pay`: counters of one or several sorts, all or none."""
    if not isinstance(do.obj, Group):
        counters(ctx, do, who, True, True)
        return
    enough = Unless(feasible(ctx, do))
    ctx.emit(enough)
    counters(ctx, do, who, True, True)
    enough.target = ctx.here()


def counters(ctx: Context, do: Do, who: Expr, less: bool, strict: bool) -> None:
    """Compile an act that gains, loses or pays counters, or gains or loses members of sets."""
    obj = do.obj
    if isinstance(obj, Qty):
        attr = ctx.schema.attrs[obj.unit]
        told = role(do, "from", "to")
        for held in (do.agent, told):
            if isinstance(held, Of) and sort_of(ctx, held) == "place":
                raise Unsupported(f"{plural(obj.unit)} in a place; give them to a player")
        other = doer(ctx, told) if told is not None else None
        owner = who if less else other
        most = Least([Col(attr.at, owner), Lit(0)], True) if owner is not None else None
        n = how_many(ctx, obj, who, attr, most)
        guarded(
            ctx, do, who, Lit(ctx.schema.word(obj.unit)),
            lambda: _count(ctx, do, who, attr, obj, n, less, strict, other), n,
        )  # fmt: skip
        return
    if isinstance(obj, Group) and obj.op == "and":
        for item in obj.items:
            counters(ctx, replace(do, obj=item), who, less, strict)
        return
    if isinstance(obj, Ref) and office_named(ctx, obj) and less:
        resign(ctx, do, who, obj)
        return
    if isinstance(obj, Pick) and obj.kind.noun == "counter" and obj.how == "all":
        for unit in counters_that(ctx, obj.kind):
            counters(ctx, replace(do, obj=Qty(Ref("all"), unit)), who, less, strict)
        return
    if isinstance(obj, Pick) and obj.kind.noun in ctx.schema.attrs:
        told = own_members(obj, do.agent) if less else obj
        by = who if sort_of(ctx, do.agent) == "player" else ctx.asker or Reg(YOU)
        member(ctx, do, who, ctx.schema.attrs[obj.kind.noun], pick(ctx, told, by), less)
        return
    if isinstance(obj, Ref) and chosen_modifier(ctx, obj):
        member(ctx, do, who, ctx.schema.attrs["modifier"], Reg(ctx.slots[obj.name]), less)
        return
    if isinstance(obj, Ref) and is_set(ctx, ctx.sorts.get(obj.name, "")):
        noun = ctx.sorts[obj.name]
        raise Unsupported(f"each {noun} one by one; say 'all {plural(noun)}'")
    author: Expr = Lit(UNBOUND) if less else by_whom(ctx)
    if isinstance(obj, Ref) and obj.name == "this modifier" and ctx.knows(obj.name):
        family = "modifier"
        value: Expr = Reg(ctx.slots[obj.name])
        if less and ctx.knows(AUTHOR):
            author = Reg(ctx.slots[AUTHOR])
    elif isinstance(obj, Of) and is_set(ctx, obj.name) and is_thing(ctx, obj.owner):
        family = obj.name
        value = term(ctx, obj)
    elif isinstance(obj, Of) and isinstance(obj.owner, Ref) and ctx.knows(obj.owner.name):
        family = obj.name
        value = Reg(ctx.slots[obj.owner.name])
    else:
        word, family = told_member(ctx, obj, do)
        value = Lit(word)
    member(ctx, do, who, ctx.schema.attrs[family], value, less, author)


def chosen_modifier(ctx: Context, obj: Ref) -> bool:
    """True if a label holds a modifier that was chosen: `the chosen modifier`."""
    known = obj.name in ctx.chosen and ctx.knows(obj.name)
    return known and ctx.sorts.get(obj.name) == "modifier" and "modifier" in ctx.schema.attrs


def own_members(told: Pick, agent: Tree) -> Pick:
    """`all modifiers` of what is lost, as those of the one that loses them."""
    kind = told.kind
    if agent is None or any(isinstance(part, In) and part.rel == "of" for part in kind.where):
        return told
    mine = In(Ref(kind.var), agent, "of")
    return replace(told, kind=replace(kind, where=(mine, *kind.where)))


def counters_that(ctx: Context, kind: Kind) -> list[str]:
    """The counters of the book that have the statuses of a description."""
    found = [
        unit for unit, owner in ctx.schema.lexicon.units.items()
        if unit in ctx.schema.attrs and owner not in ("proposal", "rule")
    ]  # fmt: skip
    for part in kind.where:
        match part:
            case Logic(op="not", parts=(Is(word=str() as word),)):
                found = [unit for unit in found if unit not in ctx.rules.counters.get(word, ())]
            case Is(word=str() as word):
                found = [unit for unit in found if unit in ctx.rules.counters.get(word, ())]
            case _:
                raise Unsupported("counters that are described so")
    return found


def member(
    ctx: Context, do: Do, who: Expr, attr: Attr, value: Expr, less: bool,
    author: Expr | None = None,
) -> None:  # fmt: skip
    """Compile the gain or loss of a member of a set, with its guard."""
    if of_numbers(ctx, attr.name):
        word = ctx.schema.word(attr.name)
        numbers = ChangeNumbers(who, attr, word, value, less, label_of(ctx, do))
        guarded(ctx, do, who, Lit(word), lambda: emit(ctx, numbers))
        return
    if author is None:
        author = Lit(UNBOUND) if less else by_whom(ctx)
    change = BagChange(who, attr, value, less, label_of(ctx, do), author)
    guarded(ctx, do, who, value, lambda: emit(ctx, change))


def _count(
    ctx: Context, do: Do, who: Expr, attr: Attr, obj: Qty, n: Expr, less: bool, strict: bool,
    other: Expr | None,
) -> None:  # fmt: skip
    unit = ctx.schema.word(obj.unit)
    ctx.emit(ChangeCount(who, attr, unit, n, less, other, strict, label_of(ctx, do)))


def how_many(ctx: Context, obj: Qty, who: Expr, attr: Attr, most: Expr | None) -> Expr:
    """The number of counters that an act is about.

    `up to` and `any number of` become a choice here, and `all` becomes a number. `that many` then
    means that number. `most` is how many there are, if that limits the number.
    """
    n = obj.n
    one_number(ctx, n)
    vague = ("number",) if isinstance(n, Pick) else VAGUE
    if isinstance(n, Pick) and n.kind.noun in vague and not n.kind.where:
        label = n.label
        op = "any number of"
    elif isinstance(n, Ref) and n.name == "all" and most is not None:
        label, op = n.name, n.name
    elif isinstance(n, Calc) and n.op in VAGUE:
        label, op = vague_label(n), n.op
    elif isinstance(n, Ref) and n.name != "result" and not ctx.knows(n.name):
        raise Unsupported(f"an unknown number of {obj.unit}s")
    else:
        return term(ctx, n)
    bound = term(ctx, n) if isinstance(n, Calc) else Lit(0)
    slot = ctx.spare()
    ctx.slots[label] = slot
    ctx.emit(Forget([slot]))
    if op == "all":
        assert most is not None
        ctx.emit(LetNumber(slot, most))
        return Reg(slot)
    if op == "up to":
        top = bound if most is None else Least([bound, most], False)
        found = Range(Lit(0), top)
    elif most is None:
        raise Unsupported(f"any number of {obj.unit}s, out of nowhere")
    else:
        found = Range(bound, most)
    choice = Choose(who, found, slot, Lit(1), Lit(1))
    choice.sort = "number"
    ctx.emit(choice)
    return Reg(slot)


def is_thing(ctx: Context, owner: Tree) -> bool:
    """True if a set is that of a thing, `the colours of that card`; not `the red colour`."""
    if isinstance(owner, Pick):
        return True
    if not isinstance(owner, Ref):
        return isinstance(owner, Of)
    return sort_of(ctx, owner) in ("card", "player")


def told_member(ctx: Context, obj: Tree, do: Do) -> tuple[int, str]:
    """The word and the family of a member of a set that is gained or lost."""
    if isinstance(obj, Of) and obj.name in ctx.schema.attrs:
        return (ctx.schema.literal(obj.owner), obj.name)
    word = ctx.schema.literal(obj)
    family = role(do, "family")
    if isinstance(family, str) and family in ctx.schema.attrs:
        return (word, family)
    name = obj if isinstance(obj, str) else (obj.args[0] if isinstance(obj, Calc) else "")
    status = ctx.schema.lexicon.statuses.get(str(name))
    if status is not None and status.family in ctx.schema.attrs:
        return (word, status.family)
    raise Unsupported(f"gaining '{obj}'")


VERBS["gain"] = compile_gain
VERBS["lose"] = compile_lose
VERBS["pay"] = compile_pay
