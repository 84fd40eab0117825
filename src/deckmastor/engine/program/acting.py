"""Acts compiled: defined verbs written out, primitive verbs as instructions, with their guards."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine import acts
from deckmastor.engine.ops import EachBegin, EachNext, Forget, Hold, Let, LetNumber, Settle, Times
from deckmastor.engine.ops_acts import (
    ABOVE,
    BELOW,
    BOTTOM,
    TOP,
    Assign,
    AssignTo,
    BagChange,
    Become,
    Cancel,
    Count,
    Create,
    EndSpan,
    Event,
    Guard,
    LoseGame,
    Move,
    Over,
    PlayBegin,
    PlayLand,
    PutAway,
    Remove,
    Resolve,
    Reverse,
    Roll,
    Show,
    Shuffle,
    Skip,
    StartTurn,
    Swap,
    TakeTurn,
    Told,
    Win,
)  # fmt: skip
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.effects import effect, pick, somewhere, things
from deckmastor.engine.program.events import time_like
from deckmastor.engine.program.terms import place_term, sort_of, term
from deckmastor.engine.schema import Attr
from deckmastor.engine.state import NONE
from deckmastor.engine.values import Expr, Lit, PlaceOf, Reg
from deckmastor.language.ir import (
    Block,
    Calc,
    Do,
    Each,
    Group,
    If,
    In,
    Kind,
    May,
    Of,
    Pick,
    Qty,
    Ref,
    Repeat,
    Tally,
    Tree,
    mentions,
    replace,
    substitute,
    walk,
)  # fmt: skip


def perform(ctx: Context, do: Do) -> None:
    """Write an act."""
    if do.verb in ctx.defs:
        defined(ctx, do)
        return
    write = PRIMITIVE.get(do.verb)
    if write is None:
        raise Unsupported(f"the verb '{do.verb}'")
    write(ctx, do, doer(ctx, do.agent))


def doer(ctx: Context, tree: Tree) -> Expr:
    """Who acts; picked first if there is a choice."""
    if isinstance(tree, Pick):
        return pick(ctx, tree, Lit(NONE))
    if tree is None:
        return Lit(acts.GAME)
    return term(ctx, tree)


def label_of(ctx: Context, do: Do) -> int:
    """Where the outcome of an act is noted, if anything asks for it."""
    return ctx.slot(do.label) if do.label else NONE


def role(do: Do, *names: str) -> Tree:
    """What stands in one of these roles."""
    return next((told for name, told in do.roles if name in names), None)


# ---- defined verbs --------------------------------------------------------------------------


def defined(ctx: Context, do: Do) -> None:
    """Write out a verb by its definition; it is an event of its own."""
    if ctx.deep > 12:
        raise Unsupported(f"the verb '{do.verb}', defined too deeply")
    definition = ctx.defs[do.verb]
    shape = definition.do
    assert isinstance(shape, Do)
    who, you = doer_label(ctx, do)
    if isinstance(definition.means, str):
        native(ctx, do, definition.means, who)
        return
    renamed = ctx.rename(Block("next", (shape, definition.means)), set())
    assert isinstance(renamed, Block)
    shape, means = renamed.parts[0], renamed.parts[1]
    assert isinstance(shape, Do)
    means = substitute(means, "you", you)
    shape = substitute(shape, "you", you)
    means = bind_roles(ctx, do, shape, means, who)
    ctx.deep += 1
    param = shape.obj if isinstance(shape.obj, Pick) else None
    if isinstance(shape.obj, Qty) or isinstance(do.obj, Qty):
        amount(ctx, do, shape, means)
    elif param is None or do.obj is None:
        guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, None))
    elif mentions(means, param.label):
        with_object(ctx, do, shape, param, means, who)
    else:
        without_object(ctx, do, means, who)
    ctx.deep -= 1


def doer_label(ctx: Context, do: Do) -> tuple[Expr, Tree]:
    """The doer as an expression and as a term that a definition's `you` becomes."""
    agent = do.agent
    if isinstance(agent, Ref):
        return (term(ctx, agent), agent)
    if isinstance(agent, Pick):
        return (pick(ctx, agent, Lit(NONE)), Ref(agent.label))
    if agent is None:
        return (Lit(acts.GAME), Ref("game"))
    label = f"doer{ctx.spare()}"
    slot = ctx.slot(label)
    ctx.sorts[label] = "player"
    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, term(ctx, agent)))
    return (Reg(slot), Ref(label))


def bind_roles(ctx: Context, do: Do, shape: Do, means: Tree, who: Expr) -> Tree:
    """Put what the call says in each role into the definition."""
    given = dict(do.roles)
    for name, told in shape.roles:
        if not isinstance(told, Pick):
            continue
        said_ = given.get(name)
        if said_ is None:
            said_ = next(
                (t for n, t in do.roles if n in ("to", "into", "onto", "for", "with", "on")), None
            )
        if isinstance(said_, Pick) and said_.how not in ("any",):
            pick(ctx, said_, who)
            said_ = Ref(said_.label)
        elif isinstance(said_, Pick):
            pick(ctx, replace(said_, how="a"), who)
            said_ = Ref(said_.label)
        if said_ is not None:
            means = substitute(means, told.label, said_)
    return means


def said(ctx: Context, do: Do, means: Tree, who: Expr, obj: Expr | None) -> None:
    """The effect of a definition, then the event of its verb."""
    label = do.label
    if label:
        means = labelled(means, label)
    body(ctx, means)
    if label and not any(isinstance(n, Do) and n.label == label for n in walk(means)):
        ctx.emit(LetNumber(ctx.slot(label), Lit(1)))
    told = role(do, "to", "into", "onto", "for", "with", "on")
    to: Expr | None = None
    if told is not None and not isinstance(told, (Pick, Group, Qty)):
        to = place_term(ctx, told) if sort_of(ctx, told) == "place" else term(ctx, told)
    elif isinstance(told, Pick) and ctx.knows(told.label):
        to = Reg(ctx.slots[told.label])
    ctx.emit(Event(ctx.rules.verb(do.verb), who, obj, to))


def body(ctx: Context, means: Tree) -> None:
    """The effect of a definition, as part of the step of its call where it is one act."""
    if isinstance(means, Do):
        perform(ctx, means)
    elif isinstance(means, Block) and means.mode == "both":
        ctx.emit(Hold(1))
        for part in means.parts:
            effect(ctx, part)
        ctx.emit(Hold(-1))
    else:
        effect(ctx, means)


def labelled(means: Tree, label: str) -> Tree:
    """The effect with its first act under a label."""
    if isinstance(means, Do):
        return replace(means, label=label)
    if isinstance(means, Block) and means.mode != "one":
        return replace(means, parts=(labelled(means.parts[0], label), *means.parts[1:]))
    if isinstance(means, (If,)):
        return replace(means, then=labelled(means.then, label))
    if isinstance(means, (May, Repeat)):
        return replace(means, effect=labelled(means.effect, label))
    if isinstance(means, Each):
        return replace(means, body=labelled(means.body, label))
    return means


def source_of(means: Tree, label: str) -> tuple[Tree, ...]:
    """Where a definition takes its object from: that limits what can be chosen."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label:
            origin = role(node, "from")
            if origin is not None:
                return (origin,)
    return ()


def with_object(ctx: Context, do: Do, shape: Do, param: Pick, means: Tree, who: Expr) -> None:
    """A definition that speaks of its object: the object is picked, then each is acted on."""
    assert do.obj is not None
    within: tuple[Tree, ...] = ()
    for origin in source_of(means, param.label):
        var = do.obj.kind.var if isinstance(do.obj, Pick) else ""
        if var and isinstance(do.obj, Pick) and do.obj.how != "top":
            within = (In(Ref(var), origin, "in"),)
    given = role(do, "from")
    if given is not None and isinstance(do.obj, Pick):
        within += (In(Ref(do.obj.kind.var), given, "in"),)
    if isinstance(do.obj, Pick) and param.kind.where:
        within += tuple(
            substitute(part, param.kind.var, Ref(do.obj.kind.var)) for part in param.kind.where
        )
    if sort_of(ctx, do.obj) in ("place", "time", "office"):
        direct(ctx, do, param, means, who)
        return
    found = things(ctx, do.obj, who, within)
    slot = ctx.slot(param.label)
    ctx.sorts[param.label] = sort_of(ctx, do.obj) or sort_of(ctx, param)
    contested = do.verb in ctx.rules.contested
    if not contested and single(do.obj):
        ctx.emit(Forget([slot]))
        ctx.emit(Let(slot, found))
        said(ctx, do, means, who, Reg(slot))
        return
    loop(
        ctx,
        found,
        slot,
        lambda: guarded(ctx, do, who, Reg(slot), lambda: said(ctx, do, means, who, Reg(slot))),
    )


def direct(ctx: Context, do: Do, param: Pick, means: Tree, who: Expr) -> None:
    """An object that is no thing: a place, a time, an office."""
    means = substitute(means, param.label, do.obj)
    guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, None))


def single(tree: Tree) -> bool:
    """Whether a term can only be one thing, or an act takes all of them at once."""
    if isinstance(tree, Ref):
        return True
    return (
        isinstance(tree, Pick)
        and tree.n == 1
        and tree.how in ("a", "the", "random", "top", "bottom")
    )


def loop(ctx: Context, found: Expr, slot: int, write: Callable[[], None]) -> None:
    """Act on each of several things, in one step."""
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    ctx.emit(Hold(1))
    start = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(start)
    write()
    ctx.jump().target = top
    start.target = ctx.here()
    ctx.emit(Hold(-1))


def guarded(ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None]) -> None:
    """What can stand in the way of an act, then the act."""
    if do.verb not in ctx.rules.contested:
        write()
        return
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    guard = Guard(law, who, obj, None, None, label_of(ctx, do))
    ctx.emit(guard)
    write()
    guard.target = ctx.here()


def without_object(ctx: Context, do: Do, means: Tree, who: Expr) -> None:
    """A definition that finds its object itself (`draw a card`): once for each that is asked."""
    obj = do.obj
    moved = first_object(means)
    n: Tree = obj.n if isinstance(obj, Pick) else 1
    slot = ctx.slot(moved) if moved else NONE
    told = Reg(slot) if moved else None
    restricted = isinstance(obj, Pick) and (
        obj.kind.where or obj.kind.noun not in ("card", "thing")
    )
    if restricted and isinstance(obj, Pick):
        means = narrowed(means, obj)

    def once() -> None:
        if moved:
            ctx.emit(Forget([slot]))
        guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, told))

    if n == 1:
        once()
    else:
        most, at = ctx.spare(), ctx.spare()
        ctx.emit(LetNumber(most, term(ctx, n)))
        ctx.emit(LetNumber(at, Lit(0)))
        ctx.emit(Hold(1))
        times = Times(most, at)
        top = ctx.here()
        ctx.emit(times)
        once()
        ctx.jump().target = top
        times.target = ctx.here()
        if moved:
            times.owns = [slot]
        ctx.emit(Hold(-1))
    if moved and isinstance(obj, Pick):
        mine = ctx.slot(obj.label)
        ctx.sorts[obj.label] = "card"
        ctx.emit(Forget([mine]))
        ctx.emit(Let(mine, Reg(slot)))


def narrowed(means: Tree, obj: Pick) -> Tree:
    """A definition whose object must fit a description as well: `draw a card with …`."""
    if isinstance(means, Do) and isinstance(means.obj, Pick):
        kind = means.obj.kind
        extra = tuple(substitute(part, obj.kind.var, Ref(kind.var)) for part in obj.kind.where)
        noun = kind.noun if obj.kind.noun == "card" else obj.kind.noun
        return replace(means, obj=replace(means.obj, kind=Kind(noun, kind.where + extra, kind.var)))
    return means


def first_object(means: Tree) -> str:
    """The label of what the first act of a definition is done to."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Pick):
            return node.obj.label
    return ""


def amount(ctx: Context, do: Do, shape: Do, means: Tree) -> None:
    """A definition over an amount: `To score X points is to gain X points.`"""
    if isinstance(shape.obj, Qty) and isinstance(do.obj, Qty):
        if isinstance(shape.obj.n, Ref):
            means = substitute(means, shape.obj.n.name, do.obj.n)
        elif isinstance(shape.obj.n, str):
            means = substitute(means, shape.obj.n, do.obj.n)
    said(ctx, do, means, term(ctx, do.agent), None)


def native(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """A procedure that comes with the engine."""
    if name == "swap":
        swap(ctx, do, who)
        return
    from deckmastor.engine.natives import call

    call(ctx, do, name, who)


# ---- primitive verbs ------------------------------------------------------------------------


def move(ctx: Context, do: Do, who: Expr) -> None:
    """Put something somewhere."""
    assert do.obj is not None
    name, told = next(
        ((n, t) for n, t in do.roles if n not in ("from", "manner", "order", "within", "before")),
        ("", None),
    )
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick):
        if (
            isinstance(origin, Of)
            and isinstance(origin.owner, Pick)
            and not ctx.knows(origin.owner.label)
        ):
            pick(ctx, origin.owner, who)
            origin = replace(origin, owner=Ref(origin.owner.label))
        elif isinstance(origin, Pick) and not ctx.knows(origin.label):
            pick(ctx, origin, who)
            origin = Ref(origin.label)
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = things(ctx, do.obj, who, within)
    end = {"on the bottom of": BOTTOM, "above": ABOVE, "below": BELOW}.get(name, TOP)
    assert told is not None or name
    to = term(ctx, told) if end in (ABOVE, BELOW) else somewhere(ctx, told, who)
    order = role(do, "order")
    if order == "in random order":
        from deckmastor.engine.roles import Mixed

        found = Mixed(found)
    facing(ctx, do, found)
    if end in (TOP, BOTTOM) and ctx.rules.contested & {"move", "enter", "leave"}:
        slot = ctx.spare()
        loop(ctx, found, slot, lambda: contested_move(ctx, do, who, Reg(slot), to, end))
    else:
        ctx.emit(Move(who, found, to, end, label_of(ctx, do)))


def contested_move(ctx: Context, do: Do, who: Expr, thing: Expr, to: Expr, end: int) -> None:
    """A move that a rule about moving, entering or leaving may stand against."""
    laws = ctx.rules.laws
    label = label_of(ctx, do)
    guards: list[Guard] = []
    if "move" in ctx.rules.contested:
        guards.append(Guard(laws[acts.MOVE], who, thing, to, PlaceOf(thing), label))
    if "leave" in ctx.rules.contested:
        guards.append(Guard(laws[acts.LEAVE], thing, PlaceOf(thing), to, None, label))
    if "enter" in ctx.rules.contested:
        guards.append(Guard(laws[acts.ENTER], thing, to, None, PlaceOf(thing), label))
    for guard in guards:
        ctx.emit(guard)
    ctx.emit(Move(who, thing, to, end, label))
    for guard in guards:
        guard.target = ctx.here()


def facing(ctx: Context, do: Do, found: Expr) -> None:
    """Face up or face down, where an act says so."""
    manner = [told for name, told in do.roles if name == "manner"]
    for told in manner:
        if told in ("face down", "face up"):
            attr = ctx.schema.attrs["#face down"]
            n = Lit(1 if told == "face down" else 0)
            ctx.emit(AssignTo(Lit(acts.GAME), found, attr, ctx.schema.word("face"), n, False, NONE))


def gain(ctx: Context, do: Do, who: Expr) -> None:
    """Gain counters, a modifier, a member of a set."""
    counters(ctx, do, who, False, False)


def lose(ctx: Context, do: Do, who: Expr) -> None:
    """Lose counters, a modifier, or the game."""
    if do.obj is None or time_like(ctx, do.obj):
        ctx.emit(LoseGame(who, who, label_of(ctx, do)))
        return
    counters(ctx, do, who, True, False)


def pay(ctx: Context, do: Do, who: Expr) -> None:
    """Pay counters: all or nothing."""
    counters(ctx, do, who, True, True)


def counters(ctx: Context, do: Do, who: Expr, less: bool, strict: bool) -> None:
    """Counters gained, lost or paid; or members of sets."""
    obj = do.obj
    if isinstance(obj, Qty):
        attr = ctx.schema.attrs[obj.unit]
        told = role(do, "from", "to")
        other = doer(ctx, told) if told is not None else None
        n = how_many(ctx, obj, who, attr)
        guarded(
            ctx, do, who, Lit(ctx.schema.word(obj.unit)),
            lambda: _count(ctx, do, who, attr, obj, n, less, strict, other),
        )  # fmt: skip
        return
    if isinstance(obj, Pick) and obj.kind.noun in ctx.schema.attrs:
        attr = ctx.schema.attrs[obj.kind.noun]
        ctx.emit(BagChange(who, attr, pick(ctx, obj, who), less, label_of(ctx, do)))
        return
    word, family = told_member(ctx, obj, do)
    ctx.emit(BagChange(who, ctx.schema.attrs[family], Lit(word), less, label_of(ctx, do)))


def _count(
    ctx: Context, do: Do, who: Expr, attr: Attr, obj: Qty, n: Expr, less: bool, strict: bool,
    other: Expr | None,
) -> None:  # fmt: skip
    unit = ctx.schema.word(obj.unit)
    ctx.emit(Count(who, attr, unit, n, less, other, strict, label_of(ctx, do)))


def how_many(ctx: Context, obj: Qty, who: Expr, attr: Attr) -> Expr:
    """The number of counters; `up to`, `any number of` and `all` depend on what one has."""
    n = obj.n
    if isinstance(n, Pick):
        from deckmastor.engine.ops import Choose
        from deckmastor.engine.roles import UpTo
        from deckmastor.engine.values import Col

        slot = ctx.slot(n.label)
        have = Col(attr.at, who)
        if n.how in ("all", "each"):
            ctx.emit(Forget([slot]))
            ctx.emit(Let(slot, have))
        else:
            most = term(ctx, n.n) if n.how == "upto" else have
            ctx.emit(Forget([slot]))
            ctx.emit(Choose(who, UpTo(most), slot, Lit(1), Lit(1)))
        return Reg(slot)
    if isinstance(n, Ref) and not ctx.knows(n.name):
        raise Unsupported(f"an unknown number of {obj.unit}s")
    return term(ctx, n)


def told_member(ctx: Context, obj: Tree, do: Do) -> tuple[int, str]:
    """The word and the family of a member that is gained or lost."""
    word = ctx.schema.literal(obj)
    family = role(do, "family")
    if isinstance(family, str) and family in ctx.schema.attrs:
        return (word, family)
    name = obj if isinstance(obj, str) else (obj.args[0] if isinstance(obj, Calc) else "")
    status = ctx.schema.lexicon.statuses.get(str(name))
    if status is not None and status.family in ctx.schema.attrs:
        return (word, status.family)
    raise Unsupported(f"gaining '{obj}'")


def assign(ctx: Context, do: Do, who: Expr) -> None:
    """Set a value or a property, or add to it."""
    obj = do.obj
    by = role(do, "by")
    told = by if by is not None else role(do, "to")
    if isinstance(obj, Ref) and obj.name in ctx.schema.offices:
        obj = Of(None, obj.name)
    if not isinstance(obj, Of):
        raise Unsupported("setting something that is no value or property")
    if obj.name == "holder" and isinstance(obj.owner, Ref) and obj.owner.name in ctx.schema.offices:
        obj = Of(None, obj.owner.name)
    attr = ctx.schema.attrs.get(obj.name)
    if attr is None or attr.home not in ("scalar", "column"):
        raise Unsupported(f"setting '{obj.name}'")
    if isinstance(told, Pick) and told.how == "no":
        n: Expr = Lit(NONE)
    elif isinstance(told, Pick):
        n = pick(ctx, told, who)
    elif isinstance(told, Calc) and told.op == "dice":
        raise Unsupported("dice inside a value")
    else:
        n = term(ctx, told)
    word = ctx.schema.word(obj.name)
    owner = None
    if attr.home != "scalar":
        owner = doer(ctx, obj.owner)

    def write() -> None:
        if owner is None:
            ctx.emit(Assign(who, attr.at, word, n, by is not None, label_of(ctx, do)))
        else:
            ctx.emit(AssignTo(who, owner, attr, word, n, by is not None, label_of(ctx, do)))

    guarded(ctx, do, owner if owner is not None else who, Lit(word), write)


def become(ctx: Context, do: Do, who: Expr) -> None:
    """Become something: a status, a member of a family, the holder of an office."""
    obj = do.obj
    schema = ctx.schema
    if isinstance(obj, Of) and obj.name == "holder" and isinstance(obj.owner, Ref):
        obj = obj.owner
    if isinstance(obj, Ref) and obj.name in schema.offices:
        ctx.emit(Become(who, schema.attrs[obj.name], who, schema.word(obj.name), label_of(ctx, do)))
        return
    if isinstance(obj, (int, Tally, Qty)) or (isinstance(obj, Calc) and obj.op != "with"):
        raise Unsupported("becoming a number")
    name = obj if isinstance(obj, str) else obj.name if isinstance(obj, Ref) else ""
    if isinstance(obj, (Kind, Pick)):
        name = obj.noun if isinstance(obj, Kind) else obj.kind.noun
    family = role(do, "family")
    if isinstance(family, str) and family in schema.attrs:
        attr = schema.attrs[family]
        if attr.home in ("bag", "printed bag"):
            ctx.emit(BagChange(who, attr, Lit(schema.word(name)), False, label_of(ctx, do)))
            return
        word = schema.word(name)
        ctx.emit(Become(who, attr, Lit(word), word, label_of(ctx, do)))
        return
    if name in ("face up", "face down"):
        attr = schema.attrs["#face down"]
        ctx.emit(
            Become(
                who,
                attr,
                Lit(1 if name == "face down" else 0),
                schema.word(name),
                label_of(ctx, do),
            )
        )
        return
    status = schema.lexicon.statuses.get(name)
    if status is not None and status.family in schema.attrs:
        word = schema.word(name)
        ctx.emit(Become(who, schema.attrs[status.family], Lit(word), word, label_of(ctx, do)))
        return
    found = schema.attrs.get(name)
    if found is None or found.home != "column":
        raise Unsupported(f"becoming '{name}'")
    ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))


def create(ctx: Context, do: Do, who: Expr) -> None:
    """Make something new, or a copy."""
    obj = do.obj
    if not isinstance(obj, Pick):
        raise Unsupported("creating something that is already there")
    told = role(do, "in", "to", "into", "onto")
    copy: Expr | None = None
    species = NONE
    if obj.kind.noun == "copy":
        part = next((p for p in obj.kind.where if isinstance(p, In) and p.rel == "of"), None)
        if part is None:
            raise Unsupported("a copy of nothing")
        copy = pick(ctx, part.place, who) if isinstance(part.place, Pick) else term(ctx, part.place)
    else:
        species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
        if species == NONE:
            fitting = sorted(ctx.schema.of_kind(obj.kind.noun))
            if not fitting:
                raise Unsupported(f"creating a {obj.kind.noun}")
            species = fitting[0]
    place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
    n = term(ctx, obj.n)
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = "card"
    ctx.emit(Create(who, species, copy, place, n, slot, label_of(ctx, do)))


def remove(ctx: Context, do: Do, who: Expr) -> None:
    """Take something out of the game."""
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick) and not time_like(ctx, origin):
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = things(ctx, do.obj, who, within)
    slot = ctx.spare()
    one = Remove(who, Reg(slot), label_of(ctx, do))
    loop(ctx, found, slot, lambda: guarded(ctx, do, who, Reg(slot), lambda: _emit(ctx, one)))


def _emit(ctx: Context, op: object) -> None:
    ctx.emit(op)  # type: ignore[arg-type]


def shuffle(ctx: Context, do: Do, who: Expr) -> None:
    """Shuffle a place, or something into a place."""
    told = role(do, "into")
    into = somewhere(ctx, told, who) if told is not None else None
    if sort_of(ctx, do.obj) == "place":
        place = somewhere(ctx, do.obj, who)
        ctx.emit(Shuffle(who, None, place, into, label_of(ctx, do)))
        return
    ctx.emit(Shuffle(who, things(ctx, do.obj, who), None, into, label_of(ctx, do)))


def reverse(ctx: Context, do: Do, who: Expr) -> None:
    """Turn an order round."""
    place = somewhere(ctx, do.obj, who) if sort_of(ctx, do.obj) == "place" else None
    if place is None and not (isinstance(do.obj, Of) and do.obj.name == "turn order"):
        raise Unsupported("reversing this")
    ctx.emit(Reverse(who, place, label_of(ctx, do)))


def reveal(ctx: Context, do: Do, who: Expr) -> None:
    """Show something to all, or to some."""
    told = role(do, "to")
    to = doer(ctx, told) if told is not None else None
    if isinstance(told, Pick) and told.how == "each":
        to = None
    ctx.emit(Show(who, things(ctx, do.obj, who), to, False, label_of(ctx, do)))


def look_at(ctx: Context, do: Do, who: Expr) -> None:
    """Show something to the one who looks."""
    ctx.emit(Show(who, things(ctx, do.obj, who), None, True, label_of(ctx, do)))


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
    """Choose and announce; the rules may forbid some targets."""
    found = things(ctx, do.obj, who)
    ctx.emit(Told(acts.TARGET, who, found, None, label_of(ctx, do)))


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
    to = somewhere(ctx, told, who) if told is not None else default_place(ctx, do, who, slot)
    label = label_of(ctx, do)

    def write() -> None:
        ctx.emit(PlayBegin(who, one, to, label))
        ctx.emit(Settle())
        land = PlayLand(who, one, to)
        ctx.emit(land)
        if role(do, "manner") != "without effect":
            ctx.emit(Settle())
            ctx.emit(Resolve(who, one, None, NONE))
            ctx.emit(Settle())
            ctx.emit(Over(acts.RESOLVE, one, one))
        ctx.emit(Over(acts.PLAY, who, one))
        ctx.emit(Settle())
        ctx.emit(PutAway(who, one, NONE))
        land.target = ctx.here()

    if "play" in ctx.rules.contested:
        guard = Guard(ctx.rules.laws[acts.PLAY], who, one, to, None, label)
        ctx.emit(guard)
        pay_costs(ctx, do, who, one, label)
        write()
        guard.target = ctx.here()
    else:
        pay_costs(ctx, do, who, one, label)
        write()


def pay_costs(ctx: Context, do: Do, who: Expr, card: Expr, label: int) -> None:
    """The prices of an act, paid before it."""
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if ctx.rules.costed(do.verb):
        from deckmastor.engine.window import PayCosts

        ctx.emit(PayCosts(law, who, card, ctx.spare()))


def default_place(ctx: Context, do: Do, who: Expr, slot: int) -> Expr | None:
    """Where a card goes that is played without saying where: where the rules say it can."""
    if not ctx.rules.placed:
        return None
    from deckmastor.engine.ops import Choose
    from deckmastor.engine.window import Destinations

    place = ctx.spare()
    ctx.emit(Forget([place]))
    found = Destinations(ctx.rules.laws[acts.PLAY], who, Reg(slot))
    ctx.emit(Choose(who, found, place, Lit(1), Lit(1)))
    return Reg(place)


def cancel(ctx: Context, do: Do, who: Expr) -> None:
    """Keep a card from resolving."""
    ctx.emit(Cancel(who, things(ctx, do.obj, who), label_of(ctx, do)))


def resolve(ctx: Context, do: Do, who: Expr) -> None:
    """Perform the text of a card."""
    told = role(do, "as")
    alias = term(ctx, told) if told is not None else None
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick):
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    card = things(ctx, do.obj, who, within)
    ctx.emit(Resolve(who, card, alias, label_of(ctx, do)))
    ctx.emit(Settle())
    ctx.emit(Over(acts.RESOLVE, card, card))


def end(ctx: Context, do: Do, who: Expr) -> None:
    """End the phase, the turn or the game."""
    name = span(do.obj)
    bits = {"phase": 1, "turn": 2, "game": 4}
    bit = (
        1
        if name.endswith("phase")
        else bits.get(name, 4 if ctx.schema.lexicon.is_kind(name, "game") else 0)
    )
    if not bit:
        raise Unsupported(f"ending '{name}'")
    ctx.emit(EndSpan(who, bit, acts.END, label_of(ctx, do)))


def span(tree: Tree) -> str:
    """The name of a span that is told to end or be skipped."""
    if tree is None:
        return "game"
    if isinstance(tree, Ref):
        return "game" if tree.name == "this game" else tree.name
    if isinstance(tree, Of):
        return tree.name
    if isinstance(tree, Pick):
        return tree.kind.noun
    return ""


def skip(ctx: Context, do: Do, who: Expr) -> None:
    """Leave out a turn or a phase."""
    name = span(do.obj)
    if isinstance(do.obj, Of) and do.obj.owner is not None and name.endswith("turn"):
        ctx.emit(Skip(doer(ctx, do.obj.owner), NONE, label_of(ctx, do)))
    elif name.endswith("phase") and name[:-6] in ctx.rules.phases:
        ctx.emit(Skip(who, ctx.rules.phases.index(name[:-6]), label_of(ctx, do)))
    else:
        raise Unsupported(f"skipping '{name}'")


def take(ctx: Context, do: Do, who: Expr) -> None:
    """Take another turn."""
    if not time_like(ctx, do.obj):
        raise Unsupported("taking something that is no turn")
    if isinstance(do.obj, Pick) and do.obj.how == "first":
        ctx.emit(StartTurn(who, who, label_of(ctx, do)))
    else:
        ctx.emit(TakeTurn(who, who, label_of(ctx, do)))


def win(ctx: Context, do: Do, who: Expr) -> None:
    """Win the game."""
    ctx.emit(Win(who, who, label_of(ctx, do)))
    if ctx.block is not None:
        ctx.block.wins = True


def swap(ctx: Context, do: Do, who: Expr) -> None:
    """Exchange two things, or what lies in two places."""
    other = role(do, "with")
    if sort_of(ctx, do.obj) == "place":
        ctx.emit(
            Swap(
                who,
                somewhere(ctx, do.obj, who),
                somewhere(ctx, other, who),
                True,
                label_of(ctx, do),
            )
        )
    else:
        a, b = things(ctx, do.obj, who), things(ctx, other, who)
        ctx.emit(Swap(who, a, b, False, label_of(ctx, do)))


def told(ctx: Context, do: Do, who: Expr) -> None:
    """An act that changes nothing itself, but is an event."""
    obj = things(ctx, do.obj, who) if do.obj is not None else None
    said_ = role(do, "for", "against", "on", "to")
    to = doer(ctx, said_) if said_ is not None else None
    guarded(
        ctx, do, who, obj,
        lambda: _emit(ctx, Told(ctx.rules.verb(do.verb), who, obj, to, label_of(ctx, do))),
    )  # fmt: skip


PRIMITIVE: dict[str, Callable[[Context, Do, Expr], None]] = {
    "move": move, "gain": gain, "lose": lose, "pay": pay, "set": assign, "increase": assign,
    "decrease": assign, "become": become, "create": create, "remove": remove, "shuffle": shuffle,
    "reverse": reverse, "reveal": reveal, "look at": look_at, "choose": choose, "target": target,
    "roll": roll, "play": play, "cancel": cancel, "resolve": resolve, "end": end, "skip": skip,
    "take": take, "win": win, "pass": told, "act": told, "fail": told, "abstain": told,
    "consent": told, "object": told,
}  # fmt: skip
