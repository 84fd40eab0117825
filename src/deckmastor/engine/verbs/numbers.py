"""Numbers that things gain and lose as members of a set, and shifts of all numbers of a set."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_number_sets import name_of, of_numbers
from deckmastor.engine.expressions.number_sets import besides, joined, shifted, spans_of
from deckmastor.engine.ids import NONE, NOTHING, Slot, Word, range_of
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import effect, term
from deckmastor.engine.rules.schema import Attr, Unsupported
from deckmastor.engine.state.state import BAGS, Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import doer, emit, label_of, role
from deckmastor.engine.verbs.primitives import GAIN, LOSE, SET
from deckmastor.language.ir import Do, Each, In, Kind, Of, Pick, Ref, Tree, replace
from deckmastor.language.morphology import plural


class ChangeNumbers(Act):
    """Add numbers to the sets of things or take them away; of a range, the others stay."""

    def __init__(
        self, agent: Expr, attr: Attr, word: Word, value: Expr, lose: bool, label: Slot
    ) -> None:
        super().__init__(agent, agent, label)
        self.attr = attr
        self.word = word
        self.value = value
        self.lose = lose

    def guarded_object(self) -> Expr | None:
        return Lit(self.word)

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        for thing in self.agent.many(s, r):
            key = self.attr.at << 20 | thing
            for number in self.value.many(s, r):
                now = s.bags.get(key, [])
                left = besides(spans_of([number]), spans_of(now))
                if self.lose:
                    gone = spans_of([number])
                    kept = [range_of(*span) for n in now for span in besides(spans_of([n]), gone)]
                    if kept == now:
                        continue
                    s.bags[key] = kept
                elif left:
                    s.bags[key] = [*now, number]
                else:
                    continue
                s.stale |= BAGS
                was = True
                fire(m, s, LOSE if self.lose else GAIN, thing, self.word, n=number)
        s.dirty |= m.rules.column_bits[self.attr.at]
        return self.done(r, was)


class ShiftNumbers(Act):
    """Raise all numbers of the sets of things; what has no numbers stays as it is."""

    inline = True

    def __init__(
        self, agent: Expr, owner: Expr, attr: Attr, word: Word, n: Expr, label: Slot
    ) -> None:
        super().__init__(agent, owner, label)
        self.attr = attr
        self.word = word
        self.n = n

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        was = False
        for thing in self.obj.many(s, r):
            key = self.attr.at << 20 | thing
            now = s.bags.get(key, [])
            if n == NOTHING or n == 0 or not now:
                continue
            s.bags[key] = joined([shifted(number, n) for number in now])
            s.stale |= BAGS
            was = True
            s.dirty |= m.rules.column_bits[self.attr.at]
            if m.rules.sets_heard or m.observer is not None:
                fire(m, s, SET, thing, self.word, NONE, NONE, n)
        return self.done(r, was)


def each_member(ctx: Context, pick: Pick, body: Tree) -> bool:
    """Compile what is done with each member of a set; False if it is no such thing.

    `Each value of this card increases by 2.` shifts them; `gain each colour of that card` gains
    them all.
    """
    attr = ctx.schema.attrs.get(pick.kind.noun)
    if attr is None or attr.home not in ("bag", "printed bag") or attr.stacks:
        return False
    told = body if isinstance(body, Do) and body.obj == Ref(pick.label) else None
    if told is not None and told.verb in ("gain", "lose"):
        effect(ctx, replace(told, obj=replace(pick, how="all")))
        return True
    if not of_numbers(ctx, pick.kind.noun):
        return False
    if told is None or told.verb != "set" or told.agent is not None or not role(told, "by"):
        if told is not None and told.verb == "set":
            raise wrong(pick.kind.noun)
        if ctx.schema.ranged:
            raise Unsupported(f"something for each {pick.kind.noun}, which can be a range")
        return False
    owner = owner_of(pick.kind)
    if isinstance(owner, Pick) and owner.how in ("each", "all"):
        mine = Pick("each", 1, Kind(pick.kind.noun, _of(pick.kind.var, owner), pick.kind.var),
                    pick.label)  # fmt: skip
        effect(ctx, Each(replace(owner, how="each"), Each(mine, told)))
        return True
    shift(ctx, told, Of(owner, pick.kind.noun))
    return True


def _of(var: str, owner: Pick) -> tuple[Tree, ...]:
    return (In(Ref(var), Ref(owner.label), "of"),)


def owner_of(kind: Kind) -> Tree:
    """Whose numbers are changed: all of them, not those that fit a description."""
    match kind.where:
        case (In(place=owner, rel="of"),):
            return owner
    raise Unsupported(
        f"a change of some {plural(kind.noun)} of something: all of them change, "
        f"'each {kind.noun} of … increases by …'"
    )


def wrong(noun: str) -> Unsupported:
    """A change of a set of numbers that is said in other words."""
    return Unsupported(
        f"a change of a set of numbers in these words: say 'Each {noun} of … increases by …' "
        f"or 'Each {noun} of … decreases by …'"
    )


def shift(ctx: Context, do: Do, changed: Of) -> None:
    """Compile a shift of all numbers of something."""
    attr = ctx.schema.attrs[changed.name]
    owner = doer(ctx, changed.owner)
    n = term(ctx, role(do, "by"))
    word = ctx.schema.word(changed.name)
    made = ShiftNumbers(Lit(NONE), owner, attr, word, n, label_of(ctx, do))
    guarded(ctx, do, owner, Lit(word), lambda: emit(ctx, made), n)


def refuse_set(ctx: Context, obj: Tree) -> None:
    """Refuse to set or raise a set of numbers as if it were one number."""
    name = name_of(obj)
    if of_numbers(ctx, name) and not isinstance(obj, Ref):
        raise wrong(name)
