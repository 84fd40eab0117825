"""The verbs `set`, `increase`, `decrease` and `become`: values, statuses, members of sets."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add
from deckmastor.engine.expressions.base import Expr, Lit, Reg, Var, bounded
from deckmastor.engine.expressions.compile_picks import pick
from deckmastor.engine.expressions.compile_terms import (
    by_whom,
    of_several_sorts,
    sort_of,
    stored,
)
from deckmastor.engine.facts.modifiers import forget, note, place_of
from deckmastor.engine.ids import NONE, NOTHING, Slot, Thing, Word
from deckmastor.engine.knowledge.visibility import FACE_DOWN, FACE_UP
from deckmastor.engine.law.offices import Appoint, office
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.resolution.settings import unchanging
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import DONE, NEXT
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Attr, Unsupported
from deckmastor.engine.state.layout import SERIAL, THIS
from deckmastor.engine.state.state import BAGS, Record, State
from deckmastor.engine.turns.contests import Joining
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import assign, change, fire, has_now, publish
from deckmastor.engine.verbs.doing import doer, label_of, role
from deckmastor.engine.verbs.kept_targets import compile_retarget
from deckmastor.engine.verbs.numbers import refuse_set
from deckmastor.engine.verbs.primitives import BECOME, GAIN, GAME, LOSE, SET
from deckmastor.language.ir import Calc, Do, In, Kind, Of, Pick, Qty, Ref, Tally


class Assign(Act):
    """Set a scalar of the game, or add to it."""

    inline = True

    def __init__(self, agent: Expr, index: int, word: Word, n: Expr, by: bool, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.index = index
        self.word = word
        self.n = n
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        index = self.index
        if self.by and n != NOTHING:
            n = bounded(s.v[index] + n)
        assign(m, s, index, n)
        if m.rules.sets_heard or m.observer is not None:
            fire(m, s, SET, self.agent.ev(s, r), self.word, NONE, NONE, s.v[index])
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class AssignTo(Act):
    """Set a property of things, or add to it, within bounds."""

    inline = True

    def __init__(
        self, agent: Expr, owner: Expr, attr: Attr, word: Word, n: Expr, by: bool, label: Slot
    ) -> None:
        super().__init__(agent, owner, label)
        self.attr = attr
        self.word = word
        self.n = n
        self.by = by
        self.counted = False  # whether it is a counter: a number that nobody is without

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if n == NOTHING and self.counted:
            return self.done(r, False)
        things = self.obj.many(s, r)
        for thing in things:
            was = has_now(m, s, self.attr.at, thing)
            if self.by and NOTHING in (was, n):
                continue  # what is missing is not raised
            change(m, s, self.attr.at, thing, was + n if self.by else n)
            if m.rules.sets_heard or m.observer is not None:
                fire(m, s, SET, thing, self.word, NONE, NONE, s.cols[self.attr.at][thing])
            if self.counted:
                self._difference(m, s, thing, was)
        return self.done(r, bool(things))

    def _difference(self, m: Machine, s: State, thing: int, was: int) -> None:
        """Publish what a counter that was set gained or lost by it, within its bounds."""
        column = self.attr.at
        now = s.cols[column][thing]
        if m.rules.limits:
            was = m.rules.limited(s, "column", column, thing, was)
            now = m.rules.limited(s, "column", column, thing, now)
        if now != was:
            publish(m, s, GAIN if now > was else LOSE, thing, self.word, n=abs(now - was))


class Become(Act):
    """Give things a status, make them a member of a family, or the holder of an office."""

    inline = True

    def __init__(self, agent: Expr, attr: Attr, value: Expr, word: Word, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.attr = attr
        self.value = value
        self.word = word

    def guarded_object(self) -> Expr | None:
        return Lit(self.word)

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.agent.many(s, r)
        for thing in things:
            if self.attr.home == "scalar":
                assign(m, s, self.attr.at, thing if thing >= 0 else self.value.ev(s, r))
            elif self.attr.home == "bag":
                bag = s.bags.setdefault(self.attr.at << 20 | thing, [])
                if self.word not in bag:
                    bag.append(self.word)
                s.stale |= BAGS
                s.dirty |= m.rules.column_bits[self.attr.at]
            else:
                if self.attr.at == m.rules.views.facing:
                    m.rules.views.witness(s, thing)
                change(m, s, self.attr.at, thing, self.value.ev(s, r))
            fire(m, s, BECOME, thing, self.word)
        return self.done(r, bool(things))


class BagChange(Act):
    """Add members to the sets of things or take them away: colours, modifiers."""

    def __init__(
        self, agent: Expr, attr: Attr, value: Expr, lose: bool, label: Slot, author: Expr
    ) -> None:
        super().__init__(agent, agent, label)
        self.attr = attr
        self.value = value
        self.lose = lose
        self.author = author  # by whose act a modifier is gained; of `this modifier` its author

    def guarded_object(self) -> Expr | None:
        return self.value

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        for thing in self.agent.many(s, r):
            key = self.attr.at << 20 | thing
            bag = s.bags.setdefault(key, [])
            for word in self.value.many(s, r):
                if (word in bag) != self.lose and (self.lose or not self.attr.stacks):
                    continue
                if self.attr.stacks:
                    self.modify(m, s, r, thing, bag, word)
                elif self.lose:
                    bag.remove(word)
                else:
                    bag.append(word)
                s.stale |= BAGS
                was = True
                fire(m, s, LOSE if self.lose else GAIN, thing, word)
        s.dirty |= m.rules.column_bits[self.attr.at]
        return self.done(r, was)

    def modify(
        self, m: Machine, s: State, r: Record, thing: Thing, bag: list[int], word: Word
    ) -> None:
        """Gain or lose one modifier, with the notes of when and by whose act."""
        gained, authors = m.rules.gained, m.rules.authors
        author = self.author.ev(s, r) if authors >= 0 else NONE
        if self.lose:
            at = place_of(s, authors, thing, bag, word, author)
            forget(s, gained, thing, len(bag), at)
            forget(s, authors, thing, len(bag), at)
            del bag[at]
            return
        if gained >= 0:
            s.v[SERIAL] += 1
            note(s, gained, thing, s.v[SERIAL])
        note(s, authors, thing, author if 0 <= author < m.rules.first_card else NONE)
        bag.append(word)


def compile_assign(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `set`, `increase` and `decrease`: a value, a property, or the holder of an office."""
    obj = do.obj
    refuse_set(ctx, obj)
    by = role(do, "by")
    told = by if by is not None else role(do, "to")
    if isinstance(obj, Ref) and obj.name in ctx.schema.offices:
        obj = Of(None, obj.name)
    if not isinstance(obj, Of):
        raise Unsupported("setting something that is no value or property")
    if obj.name == "holder" and isinstance(obj.owner, Ref) and obj.owner.name in ctx.schema.offices:
        obj = Of(None, obj.owner.name)
    if obj.name == "holder" and sort_of(ctx, obj.owner) == "office":
        nobody = isinstance(told, Pick) and told.how == "no"
        holder = Lit(NONE) if nobody else doer(ctx, told)
        ctx.emit(Appoint(holder, office(ctx, obj.owner), label_of(ctx, do)))
        return
    if of_several_sorts(ctx, obj.name) and by is None:
        compile_retarget(ctx, do, who, obj.owner, told)
        return
    unchanging(ctx, obj.name, False, told)
    attr = ctx.schema.attrs.get(obj.name)
    if attr is None or attr.home not in ("scalar", "column"):
        raise Unsupported(f"setting '{obj.name}'")
    if isinstance(told, Pick) and told.how == "no":
        n: Expr = Lit(attr.none)
    elif isinstance(told, Pick):
        n = pick(ctx, told, who)
    elif isinstance(told, Calc) and told.op == "dice":
        raise Unsupported("dice inside a value")
    else:
        n = term(ctx, told)
    word = ctx.schema.word(obj.name)
    table = ctx.rules.facts.get(obj.name)
    if by is not None and table is not None and not any(attr.table):
        table.adjusted = True
    owner = None
    if attr.home != "scalar":
        owner = doer(ctx, obj.owner)

    def write() -> None:
        if owner is None:
            ctx.emit(Assign(who, attr.at, word, n, by is not None, label_of(ctx, do)))
        else:
            made = AssignTo(who, owner, attr, word, n, by is not None, label_of(ctx, do))
            made.counted = obj.name in ctx.schema.lexicon.units
            ctx.emit(made)

    now = Var(attr.at) if owner is None else stored(ctx, attr, owner)
    value = n if by is None else Add([now, n])
    guarded(ctx, do, owner if owner is not None else who, Lit(word), write, value)


def compile_become(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `become`: a status, a member of a family, a player, the holder of an office."""
    obj = do.obj
    schema = ctx.schema
    if isinstance(do.agent, Of) and do.agent.owner is None and isinstance(obj, str):
        compile_assign(ctx, Do("set", None, do.agent, (("to", obj),), do.label), Lit(GAME))
        return  # `The called suit becomes hearts.`
    if isinstance(obj, Of) and obj.name == "holder" and sort_of(ctx, obj.owner) == "office":
        ctx.emit(Appoint(who, office(ctx, obj.owner), label_of(ctx, do)))
        return
    if isinstance(obj, Of) and obj.name == "holder" and isinstance(obj.owner, Ref):
        obj = obj.owner
    if isinstance(obj, Ref) and obj.name in schema.offices:
        ctx.emit(Become(who, schema.attrs[obj.name], who, schema.word(obj.name), label_of(ctx, do)))
        return
    if isinstance(obj, (int, Tally, Qty)) or (isinstance(obj, Calc) and obj.op != "with"):
        raise Unsupported("becoming a number")
    name = obj if isinstance(obj, str) else obj.name if isinstance(obj, Ref) else ""
    if isinstance(obj, (Kind, Pick)):
        kind = obj if isinstance(obj, Kind) else obj.kind
        name = kind.noun
        for part in kind.where:
            match part:
                case In(place=Ref(name=contest), rel="of") if ctx.knows(f"#{contest}"):
                    who = Joining(who, ctx.slot(f"#{contest}"))
    family = role(do, "family")
    if isinstance(family, str) and family in schema.attrs:
        attr = schema.attrs[family]
        if attr.home in ("bag", "printed bag"):
            ctx.emit(
                BagChange(who, attr, Lit(schema.word(name)), False, label_of(ctx, do), by_whom(ctx))
            )
            return
        word = schema.word(name)
        ctx.emit(Become(who, attr, Lit(word), word, label_of(ctx, do)))
        return
    if name in ("face up", "face down"):
        ctx.rules.views.faced = True
        lies = Lit(FACE_DOWN if name == "face down" else FACE_UP)
        attr = schema.attrs["#face down"]
        ctx.emit(Become(who, attr, lies, schema.word(name), label_of(ctx, do)))
        return
    status = schema.lexicon.statuses.get(name)
    if status is not None and status.family in schema.attrs:
        word = schema.word(name)
        ctx.emit(Become(who, schema.attrs[status.family], Lit(word), word, label_of(ctx, do)))
        return
    if name == "player":
        gone = schema.attrs["#gone"]
        ctx.emit(Become(who, gone, Lit(0), schema.word(name), label_of(ctx, do)))
        return
    found = schema.attrs.get(name)
    if found is not None and status is not None and status.of == "game":
        ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))
        return
    if found is None or found.home != "column":
        raise Unsupported(f"becoming '{name}'")
    ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))


def office_named(ctx: Context, tree: Ref) -> bool:
    """True if a term names an office, or is `this office`."""
    return tree.name in ctx.schema.offices or tree.name == "this office"


def resign(ctx: Context, do: Do, who: Expr, tree: Ref) -> None:
    """Compile the loss of an office."""
    if tree.name == "this office":
        ctx.emit(Appoint(Lit(NONE), Reg(THIS), label_of(ctx, do)))
    else:
        attr = ctx.schema.attrs[tree.name]
        word = ctx.schema.word(tree.name)
        ctx.emit(Assign(who, attr.at, word, Lit(NONE), False, label_of(ctx, do)))


VERBS["set"] = compile_assign
VERBS["increase"] = compile_assign
VERBS["decrease"] = compile_assign
VERBS["become"] = compile_become
