"""Choosing, targeting, rolling and playing: what asks somebody, and how a card is played."""

from __future__ import annotations

from deckmastor.engine import acts
from deckmastor.engine.norms import freed
from deckmastor.engine.ops import (
    Announced,
    Choose,
    EachBegin,
    EachNext,
    Forget,
    Let,
    LetNumber,
    Settle,
    Unless,
)
from deckmastor.engine.ops_acts import MakeNew, Roll, Told
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.ops_play import (
    Aimed,
    Announce,
    Cancel,
    KeepAim,
    KeepTime,
    Over,
    PlayBegin,
    PlayLand,
    PutAway,
    Resolve,
    ResolveAbility,
    Resolving,
    Sought,
    TakeAim,
    ToldThing,
)
from deckmastor.engine.program.changing import facing
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.foresight import (
    AFTER_REACTIONS,
    ANNOUNCING,
    DESCRIPTIONS,
    WORDING,
    said_of,
)
from deckmastor.engine.program.guarding import (
    chosen,
    doer,
    emit,
    guarded,
    label_of,
    pay_costs,
    role,
)
from deckmastor.engine.program.picking import DEFINITE, pick, somewhere, things
from deckmastor.engine.program.registry import VERBS, term
from deckmastor.engine.program.terms import count, description, find, prop, sort_of
from deckmastor.engine.state import NONE
from deckmastor.engine.values import Expr, Lit, Reg
from deckmastor.engine.window import Destinations, Fitting, Unforbidden
from deckmastor.language.ir import Calc, Do, Group, In, Of, Pick, Qty, Ref, Tree, replace


def choose(ctx: Context, do: Do, who: Expr) -> None:
    """Choose something; it is then the chosen one."""
    origin = role(do, "from")
    obj = do.obj
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(obj, Pick):
        if sort_of(ctx, obj) == "number":
            raise Unsupported("choosing a number from something")
        within = (In(Ref(obj.kind.var), origin, "in"),)
    if isinstance(obj, Pick) and sort_of(ctx, obj) == "place":
        found = pick(ctx, obj, who)
    elif isinstance(obj, Group) and obj.op == "or" and all(isinstance(i, str) for i in obj.items):
        raise Unsupported("choosing between words")
    else:
        found = things(ctx, obj, who, within)
    if ctx.rules.tells("choose"):
        ctx.emit(Told(acts.CHOOSE, who, found, None, label_of(ctx, do)))
    elif do.label:
        ctx.emit(LetNumber(ctx.slot(do.label), Lit(1)))


def target(ctx: Context, do: Do, who: Expr) -> None:
    """Choose and announce, as the card is played; the rules may forbid some targets."""
    if isinstance(do.obj, Group) and do.obj.op == "and":
        for item in do.obj.items:
            target(ctx, replace(do, obj=item), who)
        return
    if isinstance(do.obj, Pick) and do.obj.how in DEFINITE:
        aim_at(ctx, do, do.obj, who)
        return
    number = len(ctx.aimed)
    aimed = Aimed(NONE, number, Lit(NONE))
    if isinstance(do.obj, Pick) and not ctx.aiming:
        again = ctx.rename(do.obj, set(ctx.slots))
        assert isinstance(again, Pick)
        aimed = Aimed(ctx.slot(do.obj.label), number, allowed(ctx, do, who, again))
        ctx.emit(aimed)
    ctx.aimed.append(aimed)
    if isinstance(do.obj, Pick) and sort_of(ctx, do.obj) == "place":
        law = ctx.rules.laws[acts.TARGET] if do.verb in ctx.rules.contested else None
        found = pick(ctx, do.obj, who, (), law)
    else:
        found = chosen(ctx, do, who, ())
    told = Told
    if ctx.aiming and isinstance(do.obj, Pick) and describable(ctx, do.obj):
        told = ToldThing
    ctx.emit(told(acts.TARGET, who, found, None, label_of(ctx, do)))
    if ctx.aiming:
        ctx.emit(KeepAim(found, number))
    aimed.targets[1] = ctx.here()


def describable(ctx: Context, obj: Pick) -> bool:
    """Let the choice of a target be answered with a description, where the book allows that."""
    sort = sort_of(ctx, obj)
    if said_of(ctx.schema, WORDING) != DESCRIPTIONS or sort not in ("player", "card", "place"):
        return False
    assert ctx.block is not None
    ops = ctx.block.ops
    for at in range(len(ops) - 1, -1, -1):
        op = ops[at]
        if isinstance(op, Choose) and op.slot == ctx.slots.get(obj.label):
            if obj.how not in ("a", "any") or obj.n != 1 or op.distinct is not None:
                return False
            ops[at] = Announce(op, sort, obj.kind.noun)
            if ctx.rules.origins is not None:
                ctx.rules.origins.ops[ops[at]] = ctx.rules.origins.ops.pop(op)
            return True
    return False


def aim_at(ctx: Context, do: Do, obj: Pick, who: Expr) -> None:
    """Target what fits a description: it is announced so, and looked for when the text begins."""
    ctx.since, ctx.awaits = ctx.spare(), NONE
    found = unforbidden(ctx, do, who, description(ctx, replace(obj, label="")))
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = sort_of(ctx, obj)
    since, ctx.since = ctx.since, NONE
    if ctx.aiming and ctx.awaits != NONE:
        ctx.emit(KeepTime(len(ctx.aimed), ctx.awaits))
    elif ctx.aiming:
        ctx.emit(Told(acts.TARGET, who, found, None, label_of(ctx, do)))
    if ctx.aiming:
        ctx.aimed.append(Aimed(NONE, len(ctx.aimed), Lit(NONE)))
        return
    sought = Sought(slot, len(ctx.aimed), found, since if ctx.awaits != NONE else NONE)
    ctx.aimed.append(sought)
    ctx.emit(sought)
    sought.targets[1] = ctx.here()


def allowed(ctx: Context, do: Do, who: Expr, tree: Pick) -> Expr:
    """All that an act could be done to."""
    return unforbidden(ctx, do, who, find(ctx, tree.kind))


def unforbidden(ctx: Context, do: Do, who: Expr, found: Expr) -> Expr:
    """Those of some things that nothing forbids an act for."""
    if do.verb not in ctx.rules.contested:
        return found
    return Unforbidden(ctx.rules.laws[ctx.rules.verb(do.verb)], who, found)


def roll(ctx: Context, do: Do, who: Expr) -> None:
    """Roll dice."""
    dice = do.obj
    if isinstance(dice, Qty):
        dice = dice.n
    if not (isinstance(dice, Calc) and dice.op == "dice"):
        raise Unsupported("rolling something that is no dice")
    args = [term(ctx, arg) for arg in dice.args]
    goal = args[2] if len(args) > 2 else None
    ctx.emit(Roll(who, args[0], args[1], goal, label_of(ctx, do)))


def play(ctx: Context, do: Do, who: Expr) -> None:
    """Play a card: announced, answered, put in its place, resolved."""
    assert do.obj is not None
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if isinstance(do.obj, Pick) and do.obj.how not in ("top", "bottom"):
        from_ = origin if origin is not None else Of(do.agent, ctx.rules.hand)
        within = (In(Ref(do.obj.kind.var), from_, "in"),)
    card = things(ctx, do.obj, who, within)
    slot = ctx.spare()
    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, card))
    one = Reg(slot)
    told = role(do, "onto", "into", "to")
    late = said_of(ctx.schema, ANNOUNCING) == AFTER_REACTIONS
    to: Expr | None = None
    if told is not None:
        to = somewhere(ctx, told, who)
    elif not late:
        to = default_place(ctx, who, slot, False)
    nowhere: Unless | None = None
    if isinstance(told, Pick) and to is not None:
        fitting(ctx, told, who, one)
        nowhere = Unless(count(to))
        ctx.emit(nowhere)
    label = label_of(ctx, do)

    def write() -> None:
        if not late:
            ctx.emit(TakeAim(who, one))
        begin = PlayBegin(who, one, to, label)
        ctx.emit(begin)
        ctx.emit(Announced())
        place, stopped = to, None
        if late and told is None:
            stopped = PlayLand(who, one, None)
            ctx.emit(stopped)
            place = default_place(ctx, who, slot, True)
        land = PlayLand(who, one, place)
        begin.lies = land.lies = facing(ctx, do)
        ctx.emit(land)
        if late:
            ctx.emit(TakeAim(who, one))
        performed = ctx.rules.resolving and not ctx.rules.executing
        if role(do, "manner") != "without effect" and performed:
            ctx.emit(Settle())
            resolving(ctx, who, one, None, NONE)
        ctx.emit(Over(acts.PLAY, who, one))
        ctx.emit(Settle())
        if place is None or not isinstance(place, Lit):
            ctx.emit(PutAway(who, one, NONE))
        land.target = ctx.here()
        if stopped is not None:
            stopped.target = land.target

    if "play" in ctx.rules.contested:
        guard = Guard(ctx.rules.laws[acts.PLAY], who, one, to, None, label)
        guard.by = freed(do)
        ctx.emit(guard)
        pay_costs(ctx, do, who, one, label)
        write()
        guard.target = ctx.here()
    else:
        pay_costs(ctx, do, who, one, label)
        write()
    if nowhere is not None:
        nowhere.target = ctx.here()


def fitting(ctx: Context, told: Pick, who: Expr, card: Expr) -> None:
    """Let the choice of where a card is played offer only what the rules allow."""
    assert ctx.block is not None
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose) and op.slot == ctx.slots.get(told.label):
            content = NONE if op.sort == "place" else ctx.rules.content
            op.found = Fitting(ctx.rules.laws[acts.PLAY], who, card, op.found, content)
            return


def default_place(ctx: Context, who: Expr, slot: int, announced: bool) -> Expr | None:
    """Where a card goes that is played without saying where: where the rules say it can."""
    if not ctx.rules.placed:
        return None
    place = ctx.spare()
    ctx.emit(Forget([place]))
    found = Destinations(ctx.rules.laws[acts.PLAY], who, Reg(slot), announced)
    choice = Choose(who, found, place, Lit(1), Lit(1))
    choice.sort = "place"
    ctx.emit(choice)
    return Reg(place)


def cancel(ctx: Context, do: Do, who: Expr) -> None:
    """Keep a card from resolving."""
    ctx.emit(Cancel(who, things(ctx, do.obj, who), label_of(ctx, do)))


def resolve(ctx: Context, do: Do, who: Expr) -> None:
    """Perform the text of a card, or those of its modifiers."""
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


def from_collection(ctx: Context, obj: Pick) -> bool:
    """Whether what is picked is a row of a collection."""
    return any(
        isinstance(part, In)
        and part.rel == "from"
        and isinstance(part.place, Ref)
        and part.place.name in ctx.rules.collections
        for part in obj.kind.where
    )


def row_made(ctx: Context, word: Expr) -> Expr:
    """A thing of the row that a word names; it is nowhere."""
    slot = ctx.spare()
    rows = [number for number, species in enumerate(ctx.schema.species) if species.row]
    ctx.emit(Forget([slot]))
    ctx.emit(MakeNew(slot, Lit(1), rows, word))
    return Reg(slot)


def abilities(ctx: Context, do: Do, who: Expr, alias: Expr | None) -> None:
    """Perform the texts of the modifiers of a card, one after the other."""
    assert isinstance(do.obj, Pick)
    inside = [p for p in do.obj.kind.where if isinstance(p, In) and p.rel == "of"]
    if len(do.obj.kind.where) != 1 or not inside or do.obj.how not in ("all", "each"):
        raise Unsupported("resolving some modifiers of a card")
    card = doer(ctx, inside[0].place)
    members, at, word = ctx.spare(), ctx.spare(), ctx.spare()
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


def resolving(ctx: Context, who: Expr, card: Expr, alias: Expr | None, label: int) -> None:
    """A text is performed unless something stands in its way; then it is over."""
    guard = Guard(ctx.rules.laws[acts.RESOLVE], card, card, None, None, label)
    if "resolve" in ctx.rules.contested:
        ctx.emit(guard)
    ctx.emit(Resolving(card, card, NONE))
    ctx.emit(Settle())
    ctx.emit(Resolve(who, card, alias, label))
    ctx.emit(Settle())
    ctx.emit(Over(acts.RESOLVE, card, card))
    guard.target = ctx.here()


VERBS["choose"] = choose
VERBS["target"] = target
VERBS["roll"] = roll
VERBS["play"] = play
VERBS["cancel"] = cancel
VERBS["resolve"] = resolve
