"""The verbs `resolve` and `cancel`: perform the text of a card, or prevent that."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import things
from deckmastor.engine.expressions.compile_terms import prop
from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import NONE, UNBOUND, Place, Slot, Thing
from deckmastor.engine.machine.control import EachBegin, EachNext, Forget, Settle
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.order import queue
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import CALL, NEXT
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import ASIDE_PLACE, LIMBO_PLACE, Unsupported
from deckmastor.engine.state.aims import forget_origin
from deckmastor.engine.state.layout import EFFECTS, PARENT, THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.batches import tell
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire, move
from deckmastor.engine.verbs.doing import doer, emit, label_of, role
from deckmastor.engine.verbs.moving import TAKING
from deckmastor.engine.verbs.new_things import MakeNew
from deckmastor.engine.verbs.primitives import CANCEL, RESOLVE
from deckmastor.language.ir import Do, In, Pick, Ref, Tree


class Resolving(Act):
    """Fire the event that a card resolves, before its text is performed."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0:
            fire(m, s, RESOLVE, card, card)
        return NEXT


class Resolve(Act):
    """Call the text of a card; `alias` is another card that counts as its bearer."""

    def __init__(self, agent: Expr, obj: Expr, alias: Expr | None, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        self.done(r, True)
        agent = self.agent.ev(s, r)
        block = m.rules.texts.get(s.species[card], NONE)
        table = m.rules.facts.get("text")
        if block == NONE or (table is not None and not table.value(s, card, 1)):
            return NEXT
        s.v[EFFECTS] += 1
        here = m.blocks[block]
        regs = [UNBOUND] * here.slots
        bearer = self.alias.ev(s, r) if self.alias is not None else card
        regs[THIS] = bearer
        regs[YOU] = m.rules.you_of(s, bearer, agent)
        m.block = here
        m.record = Record(regs)
        return CALL


class LayDown(Act):
    """End the performance of a card that was taken up: it lies where it is now."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0:
            forget_origin(s, card)
        return NEXT


class ResolveAbility(Act):
    """Call the text of a modifier for the card that has it, or for `alias`."""

    def __init__(
        self, agent: Expr, card: Expr, word: Expr, alias: Expr | None, label: Slot
    ) -> None:
        super().__init__(agent, card, label)
        self.word = word
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        text = m.rules.abilities.get(self.word.ev(s, r))
        if card < 0 or text is None:
            return self.done(r, False)
        self.done(r, True)
        s.v[EFFECTS] += 1
        m.block = m.blocks[text[0]]
        regs = [UNBOUND] * m.block.slots
        for slot, value in text[1]:
            regs[slot] = value
        regs[THIS] = self.alias.ev(s, r) if self.alias is not None else card
        regs[YOU] = self.agent.ev(s, r)
        if regs[YOU] < 0:
            regs[YOU] = m.rules.you_of(s, regs[THIS], regs[YOU])
        m.record = Record(regs)
        return CALL


class Over(Act):
    """Set off the triggers that wait for the end of an act."""

    def __init__(self, verb: int, agent: Expr, obj: Expr, to: Expr | None = None) -> None:
        super().__init__(agent, obj, NONE)
        self.verb = verb
        self.to = to  # where a card was played to

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.rules.verb_rules[self.verb].over:
            to = self.to.ev(s, r) if self.to is not None else NONE
            self.tell(m, s, self.agent.ev(s, r), self.obj.ev(s, r), to)
        return NEXT

    def tell(self, m: Machine, s: State, agent: Thing, card: Thing, to: Place) -> None:
        """Queue the triggers that wait for the end of the act."""
        verb_rules = m.rules.verb_rules[self.verb]
        if verb_rules.over:
            if card >= 0:
                told = verb_rules.lasting(s.species[card])
                if told.swift and not s.muted:
                    tell(m, s, told, agent, card, to, NONE)
                    return
            for trigger in verb_rules.over:
                for record in trigger.match(s, agent, card, to, NONE, 1):
                    if trigger.last:
                        record.regs[YOU] = NONE  # nobody chooses when an end comes
                    queue(m, s, trigger.id, record)
                    if trigger.once and not trigger.last and trigger.group is None:
                        lapse(s, record.regs[PARENT])


class Cancel(Act):
    """Cancel cards that are being played: they go to the discard pile and do not resolve."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        agent = self.agent.ev(s, r)
        for card in self.obj.many(s, r):
            if s.where[card] == LIMBO_PLACE:
                place = m.rules.discard_of(s.cols[m.rules.player_of][card])
                move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
                fire(m, s, CANCEL, agent, card)
                was = True
        return self.done(r, was)


def compile_cancel(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `cancel`."""
    ctx.emit(Cancel(who, things(ctx, do.obj, who), label_of(ctx, do)))


def compile_resolve(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `resolve`: the text of a card, or the texts of its modifiers."""
    told = role(do, "as")
    alias = term(ctx, told) if told is not None else None
    if isinstance(do.obj, Pick) and do.obj.kind.noun == "modifier":
        abilities(ctx, do, who, alias)
        return
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick):
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    card = things(ctx, do.obj, who, within)
    if isinstance(do.obj, Pick) and from_collection(ctx, do.obj):
        card = row_made(ctx, card)
    resolving(ctx, who, card, alias, label_of(ctx, do))
    if TAKING in do.roles:
        ctx.emit(LayDown(who, card, NONE))


def from_collection(ctx: Context, obj: Pick) -> bool:
    """True if a pick is from a collection."""
    return any(
        isinstance(part, In)
        and part.rel == "from"
        and isinstance(part.place, Ref)
        and part.place.name in ctx.rules.collections
        for part in obj.kind.where
    )


def row_made(ctx: Context, word: Expr) -> Expr:
    """Compile a new thing of the row that a word names; it lies nowhere."""
    slot = ctx.spare()
    rows = [number for number, species in enumerate(ctx.schema.species) if species.row]
    ctx.emit(Forget([slot]))
    ctx.emit(MakeNew(slot, Lit(1), rows, word))
    return Reg(slot)


def abilities(ctx: Context, do: Do, who: Expr, alias: Expr | None) -> None:
    """Compile a loop over the modifiers of a card that performs their texts."""
    assert isinstance(do.obj, Pick)
    inside = [p for p in do.obj.kind.where if isinstance(p, In) and p.rel == "of"]
    if len(do.obj.kind.where) != 1 or not inside or do.obj.how not in ("all", "each"):
        raise Unsupported("resolving some modifiers of a card")
    card = doer(ctx, inside[0].place)
    members, at, word = ctx.spare(), ctx.spare(), ctx.spare()
    if "modifier" not in ctx.schema.attrs:
        return  # no card of the book has any
    words = prop(ctx, ctx.schema.attrs["modifier"], card)
    ctx.emit(EachBegin(words, members, at))
    start = EachNext(members, at, word)
    top = ctx.here()
    ctx.emit(start)
    each = ResolveAbility(who, card, Reg(word), alias, label_of(ctx, do))
    guarded(ctx, do, who, Reg(word), lambda: emit(ctx, each))
    ctx.emit(Settle())
    ctx.jump().target = top
    start.target = ctx.here()


def resolving(ctx: Context, who: Expr, card: Expr, alias: Expr | None, label: Slot) -> None:
    """Compile the performance of a text: guard, event, text, and the triggers of its end."""
    guard = Guard(ctx.rules.verb_rules[RESOLVE], card, card, None, None, label)
    if "resolve" in ctx.rules.contested:
        ctx.emit(guard)
    ctx.emit(Resolving(card, card, NONE))
    ctx.emit(Settle())
    ctx.emit(Resolve(who, card, alias, label))
    ctx.emit(Settle())
    ctx.emit(Over(RESOLVE, card, card))
    guard.target = ctx.here()


VERBS["cancel"] = compile_cancel
VERBS["resolve"] = compile_resolve
