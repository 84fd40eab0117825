"""Acts compiled: defined verbs written out, primitive verbs as instructions, with their guards."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine import acts
from deckmastor.engine.collective import GuardMany
from deckmastor.engine.contests import EndContest, LoseContest, Open, WinContest
from deckmastor.engine.mixing import Mix
from deckmastor.engine.norms import freed
from deckmastor.engine.offices import Appoint, office
from deckmastor.engine.ops import (
    Announced,
    Arrange,
    EachBegin,
    EachNext,
    Forget,
    Hold,
    Let,
    LetNumber,
    Settle,
    StepEnd,
    Times,
    Unless,
)  # fmt: skip
from deckmastor.engine.ops_acts import (
    ABOVE,
    BELOW,
    BOTTOM,
    TOP,
    Act,
    Aimed,
    Assign,
    AssignTo,
    BagChange,
    Become,
    Cancel,
    Count,
    Create,
    Emerge,
    EndGame,
    EndSpan,
    Event,
    Guard,
    KeepAim,
    LoseGame,
    MakeNew,
    Move,
    Over,
    PlayBegin,
    PlayLand,
    PutAway,
    Remove,
    Resolve,
    ResolveAbility,
    Resolving,
    Reverse,
    Roll,
    Show,
    Shuffle,
    Skip,
    Sought,
    StartTurn,
    Swap,
    TakeAim,
    TakeTurn,
    Told,
    Vacuous,
    Win,
)  # fmt: skip
from deckmastor.engine.patterns import UNKNOWN
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.effects import effect, pick, somewhere, stocked, things
from deckmastor.engine.program.events import is_game, time_like
from deckmastor.engine.program.feasible import feasible
from deckmastor.engine.program.foresight import AFTER_REACTIONS, ANNOUNCING, said_of, unchanging
from deckmastor.engine.program.terms import (
    VAGUE,
    count,
    description,
    find,
    place_term,
    prop,
    sort_of,
    term,
    vague_label,
)
from deckmastor.engine.roles import AsTheyLie
from deckmastor.engine.schema import Attr
from deckmastor.engine.spans import BeginSpan, CloseSpan
from deckmastor.engine.state import NONE, ROUND_ENDS, THIS
from deckmastor.engine.values import Col, Expr, Least, Lit, PlaceOf, Reg, Top
from deckmastor.engine.visibility import FACE_DOWN, FACE_UP, PLAIN
from deckmastor.engine.wanting import GuardTop, Wanted
from deckmastor.language.ir import (
    Block,
    Calc,
    Do,
    Each,
    Group,
    If,
    In,
    Is,
    Kind,
    Logic,
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
    if ("manner", "in full") in do.roles:
        in_full(ctx, do)
        return
    if do.verb in ctx.defs:
        defined(ctx, do)
        return
    write = PRIMITIVE.get(do.verb)
    if write is None:
        raise Unsupported(f"the verb '{do.verb}'")
    write(ctx, do, doer(ctx, do.agent))
    if do.verb in LAST and do.verb in ctx.rules.contested:
        guard_last(ctx, do)


def in_full(ctx: Context, do: Do) -> None:
    """Write an act that is done wholly or not at all."""
    roles = tuple(one for one in do.roles if one != ("manner", "in full"))
    do = replace(do, roles=roles)
    asked = replace(do, verb="pay") if do.verb == "lose" and isinstance(do.obj, Qty) else do
    enough = Unless(feasible(ctx, asked, full=True))
    ctx.emit(enough)
    perform(ctx, do)
    enough.target = ctx.here()


def guard_last(ctx: Context, do: Do) -> None:
    """Put what can stand in the way of an act before the instruction that was written last."""
    assert ctx.block is not None
    op = ctx.block.ops[-1]
    if not isinstance(op, (Act, Shuffle)):
        return
    ctx.block.ops.pop()
    obj: Expr | None = None
    if isinstance(op, Become):
        obj = Lit(op.word)
    elif isinstance(op, BagChange):
        obj = op.value
    elif isinstance(op, Shuffle):
        obj = op.place
    elif op.obj is not op.agent:
        obj = op.obj
    guard = Guard(ctx.rules.laws[ctx.rules.verb(do.verb)], op.agent, obj, None, None, op.label)
    if isinstance(op, Win):
        guard.n = count(op.agent)
    ctx.emit(guard)
    ctx.emit(op)
    guard.target = ctx.here()


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


def said(
    ctx: Context, do: Do, means: Tree, who: Expr, obj: Expr | None, lying: Expr | None = None
) -> None:
    """The effect of a definition, then the event of its verb.

    `lying` is the object as it is found before the effect, where that differs.
    """
    label = do.label
    if label:
        means = labelled(means, label)
    origin = sight(ctx, do, obj if lying is None else lying)
    body(ctx, means)
    if label and not any(isinstance(n, Do) and n.label == label for n in walk(means)):
        ctx.emit(LetNumber(ctx.slot(label), Lit(1)))
    told = role(do, *AIMS)
    to = aimed_at(ctx, do)
    if to is not None and sort_of(ctx, told) != "place":
        ctx.rules.told_to_things.add(ctx.rules.verb(do.verb))
    event = Event(ctx.rules.verb(do.verb), who, obj, to)
    event.origin = origin
    ctx.emit(event)


AIMS = ("to", "into", "onto", "for", "with", "on")


def aimed_at(ctx: Context, do: Do) -> Expr | None:
    """Whom or what an act is done to besides its object, where that is known."""
    told = role(do, *AIMS)
    if told is not None and not isinstance(told, (Pick, Group, Qty)):
        return place_term(ctx, told) if sort_of(ctx, told) == "place" else term(ctx, told)
    if isinstance(told, Pick) and ctx.knows(told.label):
        return Reg(ctx.slots[told.label])
    return None


def sight(ctx: Context, do: Do, obj: Expr | None) -> Expr | None:
    """Where the object of an act is before it, if anything asks for such acts."""
    if obj is None or not ctx.rules.tells(do.verb):
        return None
    if isinstance(obj, Top) and isinstance(obj.place, Lit):
        return obj.place
    slot = ctx.spare()
    ctx.emit(LetNumber(slot, PlaceOf(obj)))
    return Reg(slot)


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
        assert ctx.block is not None
        if isinstance(ctx.block.ops[-1], StepEnd):
            ctx.block.ops[-1] = Hold(0)  # its last step ends with the step of its call


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
            if origin is not None and not is_game(origin):
                return (origin,)
    return ()


def anywhere(origin: Tree, means: Tree) -> Tree:
    """A source of whomever, where the definition says no more of whose it is."""
    owner = origin.owner if isinstance(origin, Of) else origin
    if isinstance(owner, Pick) and owner.how == "a":
        inside = sum(isinstance(n, Ref) and n.name == owner.label for n in walk(owner))
        if sum(isinstance(n, Ref) and n.name == owner.label for n in walk(means)) == inside:
            owner = replace(owner, how="any")
            return replace(origin, owner=owner) if isinstance(origin, Of) else owner
    return origin


def with_object(ctx: Context, do: Do, shape: Do, param: Pick, means: Tree, who: Expr) -> None:
    """A definition that speaks of its object: the object is picked, then each is acted on."""
    assert do.obj is not None
    within: tuple[Tree, ...] = ()
    for origin in source_of(means, param.label):
        origin = anywhere(origin, means)
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
    sort = sort_of(ctx, do.obj)
    if sort in ("place", "time") or (sort == "office" and not ctx.schema.office_things):
        direct(ctx, do, param, means, who)
        return
    if isinstance(do.obj, Pick) and creates(means, param.label):
        do = replace(do, obj=replace(do.obj, how="new"))
    named = isinstance(do.obj, Ref) and do.obj.name in ctx.schema.office_things
    found = office(ctx, do.obj) if named else chosen(ctx, do, who, within)
    welcome(ctx, do, goal_of(means, param.label))
    slot = ctx.slot(param.label)
    ctx.sorts[param.label] = sort_of(ctx, do.obj) or sort_of(ctx, param)
    hindered = do.verb in ctx.rules.contested or ctx.rules.costed(do.verb)
    if not hindered and single(do.obj):
        ctx.emit(Forget([slot]))
        ctx.emit(Let(slot, found))
        said(ctx, do, means, who, Reg(slot))
        return
    loop(
        ctx,
        found,
        slot,
        lambda: guarded(ctx, do, who, Reg(slot), lambda: said(ctx, do, means, who, Reg(slot))),
        do,
        who,
    )


def chosen(ctx: Context, do: Do, who: Expr, within: tuple[Tree, ...]) -> Expr:
    """What an act is done to; where there is a choice, only of what nothing forbids."""
    law = ctx.rules.laws[ctx.rules.verb(do.verb)] if do.verb in ctx.rules.contested else None
    found = things(ctx, do.obj, who, within, law)
    if do.label and isinstance(do.obj, Pick) and do.obj.how in ("all", "each"):
        ctx.emit(Vacuous(found, label_of(ctx, do)))
    return found


def goal_of(means: Tree, label: str) -> Of | None:
    """Where a definition moves its object, if it names that place."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label:
            to = role(node, "to", "into", "onto")
            if isinstance(to, Of):
                return to
    return None


def welcome(ctx: Context, do: Do, goal: Of | None) -> None:
    """Let the choice of what is moved offer only what may enter the place it is moved to."""
    from deckmastor.engine.ops import Choose
    from deckmastor.engine.window import Enterable

    obj = do.obj
    if goal is None or "enter" not in ctx.rules.contested or not isinstance(obj, Pick):
        return
    assert ctx.block is not None
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose) and op.slot == ctx.slots.get(obj.label):
            op.found = Enterable(ctx.rules.laws[acts.ENTER], op.found, somewhere(ctx, goal, op.who))
            return


def creates(means: Tree, label: str) -> bool:
    """Whether a definition creates its object."""
    return any(
        isinstance(node, Do)
        and node.verb == "create"
        and isinstance(node.obj, Ref)
        and node.obj.name == label
        for node in walk(means)
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


def loop(
    ctx: Context, found: Expr, slot: int, write: Callable[[], None], do: Do | None = None,
    who: Expr | None = None,
) -> None:  # fmt: skip
    """Act on each of several things, in one step."""
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    many: GuardMany | None = None
    if do is not None and who is not None and do.verb in ctx.rules.grouped:
        law = ctx.rules.laws[ctx.rules.verb(do.verb)]
        many = GuardMany(law, who, members, None, label_of(ctx, do))
        ctx.emit(many)
    ctx.emit(Hold(1))
    start = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(start)
    write()
    ctx.jump().target = top
    start.target = ctx.here()
    ctx.emit(Hold(-1))
    if many is not None:
        many.target = ctx.here()


def guarded(
    ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None],
    n: Expr | None = None, sort: type[Guard] = Guard,
) -> None:  # fmt: skip
    """What can stand in the way of an act, then the act."""
    if do.verb not in ctx.rules.contested:
        charged(ctx, do, who, obj, write)
        return
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if obj is None and do.obj is not None:
        obj = Lit(UNKNOWN)
    guard = sort(law, who, obj, aimed_at(ctx, do), None, label_of(ctx, do))
    guard.n = n
    guard.by = freed(do)
    ctx.emit(guard)
    charged(ctx, do, who, obj, write)
    guard.target = ctx.here()


def charged(ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None]) -> None:
    """An act with its prices: where one cannot be paid, nothing happens."""
    if not ctx.rules.costed(do.verb):
        write()
        return
    from deckmastor.engine.window import Afford

    one = obj if obj is not None else Lit(UNKNOWN if do.obj is not None else NONE)
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    afford = Afford(law, who, one, label_of(ctx, do))
    ctx.emit(afford)
    pay_costs(ctx, do, who, one, NONE)
    write()
    afford.target = ctx.here()


def top_of(ctx: Context, means: Tree) -> Expr | None:
    """What a definition will find, where that lies on the top or the bottom of a place."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Pick):
            if node.obj.how in ("top", "bottom"):
                return description(ctx, replace(node.obj, label=""))
            break
    return None


def without_object(ctx: Context, do: Do, means: Tree, who: Expr) -> None:
    """A definition that finds its object itself (`draw a card`): once for each that is asked."""
    obj = do.obj
    moved = first_object(means)
    n: Tree = obj.n if isinstance(obj, Pick) else 1
    slot = ctx.slot(moved) if moved else NONE
    told: Expr | None = Reg(slot) if moved else Lit(UNKNOWN) if obj is not None else None
    restricted = isinstance(obj, Pick) and (
        obj.kind.where or obj.kind.noun not in ("card", "thing")
    )
    if restricted and isinstance(obj, Pick):
        means = narrowed(means, obj)

    def once() -> None:
        if moved:
            ctx.emit(Forget([slot]))
        found = top_of(ctx, means)

        def write() -> None:
            said(ctx, do, means, who, told, found)

        if found is None or do.verb not in ctx.rules.contested:
            guarded(ctx, do, who, None, write)
        else:
            guarded(ctx, do, who, Wanted(found), write, sort=GuardTop)

    many: GuardMany | None = None
    if do.verb in ctx.rules.grouped:
        law = ctx.rules.laws[ctx.rules.verb(do.verb)]
        many = GuardMany(law, who, NONE, term(ctx, n), label_of(ctx, do))
        ctx.emit(many)
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
    if many is not None:
        many.target = ctx.here()
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
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin.owner, do.obj.kind, inside), who)
            origin = replace(origin, owner=Ref(origin.owner.label))
        elif isinstance(origin, Pick) and origin.how == "a" and not ctx.knows(origin.label):
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin, do.obj.kind, inside), who)
            origin = Ref(origin.label)
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = chosen(ctx, do, who, within)
    end = {"on the bottom of": BOTTOM, "above": ABOVE, "below": BELOW}.get(name, TOP)
    assert told is not None or name
    to = term(ctx, told) if end in (ABOVE, BELOW) else somewhere(ctx, told, who)
    order = role(do, "order")
    if order == "random":
        mixed = ctx.spare()
        ctx.emit(Mix(found, mixed))
        found = Reg(mixed)
    elif order == "any":
        arranged = ctx.spare()
        ctx.emit(Arrange(who, found, arranged))
        found = Reg(arranged)
    elif order == "same":
        found = AsTheyLie(found, end in (BOTTOM, ABOVE))
    if end in (TOP, BOTTOM) and ctx.rules.contested & {"move", "enter", "leave"}:
        slot = ctx.spare()
        loop(ctx, found, slot, lambda: contested_move(ctx, do, who, Reg(slot), to, end))
    else:
        ctx.emit(moving(ctx, do, who, found, to, end))


def moving(ctx: Context, do: Do, who: Expr, found: Expr, to: Expr, end: int) -> Move:
    """The instruction of a move, with how the things lie afterwards."""
    made = Move(who, found, to, end, label_of(ctx, do))
    made.lies = facing(ctx, do)
    made.mixed = role(do, "order") == "random"
    return made


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
        guard.moved = thing
        ctx.emit(guard)
    ctx.emit(moving(ctx, do, who, thing, to, end))
    for guard in guards:
        guard.target = ctx.here()


def facing(ctx: Context, do: Do) -> int:
    """How a card lies afterwards: face up or face down where an act says so."""
    for name, told in do.roles:
        if name == "manner" and told in ("face down", "face up"):
            ctx.rules.views.faced = True
            return FACE_DOWN if told == "face down" else FACE_UP
    return PLAIN


def gain(ctx: Context, do: Do, who: Expr) -> None:
    """Gain counters, a modifier, a member of a set."""
    counters(ctx, do, who, False, False)


def lose(ctx: Context, do: Do, who: Expr) -> None:
    """Lose counters, a modifier, or the game."""
    if do.obj is None or time_like(ctx, do.obj):
        lost = LoseContest if ctx.schema.contests else LoseGame
        ctx.emit(lost(who, who, label_of(ctx, do)))
        if do.verb in ctx.rules.contested:
            guard_last(ctx, do)
        return
    counters(ctx, do, who, True, False)


def pay(ctx: Context, do: Do, who: Expr) -> None:
    """Pay counters: all or nothing, also of several sorts."""
    if not isinstance(do.obj, Group):
        counters(ctx, do, who, True, True)
        return
    enough = Unless(feasible(ctx, do))
    ctx.emit(enough)
    counters(ctx, do, who, True, True)
    enough.target = ctx.here()


def counters(ctx: Context, do: Do, who: Expr, less: bool, strict: bool) -> None:
    """Counters gained, lost or paid; or members of sets."""
    obj = do.obj
    if isinstance(obj, Qty):
        attr = ctx.schema.attrs[obj.unit]
        told = role(do, "from", "to")
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
            label = f"{obj.label} {unit}"
            every = Pick("all", 1, Kind(unit, var=label), label)
            counters(ctx, replace(do, obj=Qty(every, unit)), who, less, strict)
        return
    if isinstance(obj, Pick) and obj.kind.noun in ctx.schema.attrs:
        member(ctx, do, who, ctx.schema.attrs[obj.kind.noun], pick(ctx, obj, who), less)
        return
    if isinstance(obj, Ref) and obj.name == "this modifier" and ctx.knows(obj.name):
        family = "modifier"
        value: Expr = Reg(ctx.slots[obj.name])
    elif isinstance(obj, Of) and isinstance(obj.owner, Ref) and ctx.knows(obj.owner.name):
        family = obj.name
        value = Reg(ctx.slots[obj.owner.name])
    else:
        word, family = told_member(ctx, obj, do)
        value = Lit(word)
    member(ctx, do, who, ctx.schema.attrs[family], value, less)


def counters_that(ctx: Context, kind: Kind) -> list[str]:
    """The counters of the book that are said to be so, or not to be so."""
    found = list(ctx.schema.lexicon.units)
    for part in kind.where:
        match part:
            case Logic(op="not", parts=(Is(word=str() as word),)):
                found = [unit for unit in found if unit not in ctx.rules.counters.get(word, ())]
            case Is(word=str() as word):
                found = [unit for unit in found if unit in ctx.rules.counters.get(word, ())]
            case _:
                raise Unsupported("counters that are described so")
    return found


def member(ctx: Context, do: Do, who: Expr, attr: Attr, value: Expr, less: bool) -> None:
    """A member of a set is gained or lost, unless something stands in the way."""
    change = BagChange(who, attr, value, less, label_of(ctx, do))
    guarded(ctx, do, who, value, lambda: _emit(ctx, change))


def _count(
    ctx: Context, do: Do, who: Expr, attr: Attr, obj: Qty, n: Expr, less: bool, strict: bool,
    other: Expr | None,
) -> None:  # fmt: skip
    unit = ctx.schema.word(obj.unit)
    ctx.emit(Count(who, attr, unit, n, less, other, strict, label_of(ctx, do)))


def how_many(ctx: Context, obj: Qty, who: Expr, attr: Attr, most: Expr | None) -> Expr:
    """The number of counters; `up to`, `any number of` and `all` are settled now, and are then
    what `that many` means. `most` is what there is, where that limits the number."""
    n = obj.n
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
    from deckmastor.engine.ops import Choose
    from deckmastor.engine.roles import Range

    bound = term(ctx, n.args[0]) if isinstance(n, Calc) else Lit(0)
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


def told_member(ctx: Context, obj: Tree, do: Do) -> tuple[int, str]:
    """The word and the family of a member that is gained or lost."""
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
    if obj.name == "holder" and sort_of(ctx, obj.owner) == "office":
        nobody = isinstance(told, Pick) and told.how == "no"
        holder = Lit(NONE) if nobody else doer(ctx, told)
        ctx.emit(Appoint(holder, office(ctx, obj.owner), label_of(ctx, do)))
        return
    unchanging(ctx, obj.name, False)
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
            ctx.emit(AssignTo(who, owner, attr, word, n, by is not None, label_of(ctx, do)))

    guarded(ctx, do, owner if owner is not None else who, Lit(word), write)


def become(ctx: Context, do: Do, who: Expr) -> None:
    """Become something: a status, a member of a family, the holder of an office."""
    obj = do.obj
    schema = ctx.schema
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
    if found is None or found.home != "column":
        raise Unsupported(f"becoming '{name}'")
    ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))


def office_named(ctx: Context, tree: Ref) -> bool:
    """Whether a term is an office by its name, or the one whose text this is."""
    return tree.name in ctx.schema.offices or tree.name == "this office"


def resign(ctx: Context, do: Do, who: Expr, tree: Ref) -> None:
    """Lose an office."""
    if tree.name == "this office":
        ctx.emit(Appoint(Lit(NONE), Reg(THIS), label_of(ctx, do)))
    else:
        attr = ctx.schema.attrs[tree.name]
        word = ctx.schema.word(tree.name)
        ctx.emit(Assign(who, attr.at, word, Lit(NONE), False, label_of(ctx, do)))


def create(ctx: Context, do: Do, who: Expr) -> None:
    """Make something new, or a copy."""
    obj = do.obj
    if isinstance(obj, Ref):
        told = role(do, "in", "to", "into", "onto")
        place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
        ctx.emit(Emerge(who, term(ctx, obj), place, label_of(ctx, do)))
        return
    if not isinstance(obj, Pick):
        raise Unsupported("creating something that is already there")
    if obj.kind.noun in ctx.schema.contests:
        ctx.sorts[obj.label] = obj.kind.noun
        begin(ctx, do, who)
        return
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
            made = pick(ctx, replace(obj, how="new"), who)
            place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
            ctx.emit(Emerge(who, made, place, label_of(ctx, do)))
            return
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
    found = chosen(ctx, do, who, within)
    slot = ctx.spare()
    one = Remove(who, Reg(slot), label_of(ctx, do))
    loop(
        ctx, found, slot,
        lambda: guarded(ctx, do, who, Reg(slot), lambda: _emit(ctx, one)), do, who,
    )  # fmt: skip


def _emit(ctx: Context, op: object) -> None:
    ctx.emit(op)  # type: ignore[arg-type]


def shuffle(ctx: Context, do: Do, who: Expr) -> None:
    """Shuffle a place or several, or something into a place."""
    told = role(do, "into")
    if isinstance(do.obj, Group) and told is None:
        for item in do.obj.items:
            shuffle(ctx, replace(do, obj=item), who)
        return
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
    found = chosen(ctx, do, who, ())
    ctx.emit(Told(acts.TARGET, who, found, None, label_of(ctx, do)))
    if ctx.aiming:
        ctx.emit(KeepAim(found, number))
    aimed.targets[1] = ctx.here()


DEFINITE = ("the", "top", "bottom", "first", "last", "next", "previous")


def aim_at(ctx: Context, do: Do, obj: Pick, who: Expr) -> None:
    """Target what fits a description: it is announced so, and looked for when the text begins."""
    found = unforbidden(ctx, do, who, description(ctx, replace(obj, label="")))
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = sort_of(ctx, obj)
    if ctx.aiming:
        ctx.aimed.append(Aimed(NONE, len(ctx.aimed), Lit(NONE)))
        ctx.emit(Told(acts.TARGET, who, found, None, label_of(ctx, do)))
        return
    sought = Sought(slot, len(ctx.aimed), found)
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
    from deckmastor.engine.window import Unforbidden

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
    from deckmastor.engine.ops import Choose
    from deckmastor.engine.window import Fitting

    assert ctx.block is not None
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose) and op.slot == ctx.slots.get(told.label):
            content = NONE if op.sort == "place" else ctx.rules.content
            op.found = Fitting(ctx.rules.laws[acts.PLAY], who, card, op.found, content)
            return


def pay_costs(ctx: Context, do: Do, who: Expr, card: Expr, label: int) -> None:
    """The prices of an act, paid before it."""
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if ctx.rules.costed(do.verb):
        from deckmastor.engine.window import PayCosts

        ctx.emit(PayCosts(law, who, card, ctx.spare()))


def default_place(ctx: Context, who: Expr, slot: int, announced: bool) -> Expr | None:
    """Where a card goes that is played without saying where: where the rules say it can."""
    if not ctx.rules.placed:
        return None
    from deckmastor.engine.ops import Choose
    from deckmastor.engine.window import Destinations

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
    guarded(ctx, do, who, Reg(word), lambda: _emit(ctx, each))
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


def end(ctx: Context, do: Do, who: Expr) -> None:
    """End the phase, the turn, the game, or a span that a rule began."""
    name = span(do.obj)
    name = ctx.sorts.get(name, name) if ctx.sorts.get(name) in ctx.rules.spans else name
    if name in ctx.rules.spans:
        ctx.emit(CloseSpan(who, name, label_of(ctx, do)))
        return
    told = contest_of(ctx, do.obj)
    if told is not None:
        ctx.emit(EndContest(who, *told, label_of(ctx, do)))
        return
    bits = {"phase": 1, "turn": 2, "game": 4, "round": ROUND_ENDS | 2}
    bit = (
        1
        if name.endswith("phase")
        else bits.get(name, 4 if ctx.schema.lexicon.is_kind(name, "game") else 0)
    )
    if not bit:
        raise Unsupported(f"ending '{name}'")
    op = EndGame if bit == 4 else EndSpan
    ctx.emit(op(who, bit, acts.END, label_of(ctx, do)))


def begin(ctx: Context, do: Do, who: Expr) -> None:
    """Begin a span that is no turn and no phase."""
    name = span(do.obj)
    if name in ctx.schema.contests:
        ctx.emit(Open(who, list(ctx.schema.contests).index(name) + 1, label_of(ctx, do)))
        return
    if name not in ctx.rules.spans:
        raise Unsupported(f"beginning '{name}'")
    ctx.emit(BeginSpan(who, name, label_of(ctx, do)))


def contest_of(ctx: Context, tree: Tree) -> tuple[list[int], bool] | None:
    """Which games within the game a term can mean, and whether it is the game itself.

    None in a book without games within the game, or where a turn or a phase is meant.
    """
    kinds = list(ctx.schema.contests)
    if not kinds:
        return None
    if isinstance(tree, Ref) and tree.name == "this game":
        return (list(range(len(kinds) + 1)), False)
    name = ctx.sorts.get(tree.name, tree.name) if isinstance(tree, Ref) else span(tree)
    found = [n for n, kind in enumerate(kinds, 1) if name in (kind, *ctx.schema.contests[kind])]
    if found:
        return (found, False)
    lexicon = ctx.schema.lexicon
    whole = name == "game" or (name in lexicon.kinds and lexicon.is_kind(name, "game"))
    return ([], True) if whole else None


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
    """Leave out a turn or a phase, or several."""
    if isinstance(do.obj, Group):
        for item in do.obj.items:
            skip(ctx, replace(do, obj=item), who)
        return
    name = span(do.obj)
    if isinstance(do.obj, Ref) and ctx.sorts.get(name) == "time":
        if do.label:  # the turn that is being replaced is left out by that
            ctx.emit(LetNumber(ctx.slot(do.label), Lit(1)))
        return
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
    """Win the game, or a game within it."""
    told = contest_of(ctx, do.obj)
    if told is not None:
        ctx.emit(WinContest(who, *told, label_of(ctx, do)))
    else:
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
    if to is not None:
        ctx.rules.told_to_things.add(ctx.rules.verb(do.verb))
    guarded(
        ctx, do, who, obj,
        lambda: _emit(ctx, Told(ctx.rules.verb(do.verb), who, obj, to, label_of(ctx, do))),
    )  # fmt: skip


# Acts that are one instruction, written last.
LAST = (
    "become", "create", "shuffle", "reverse", "reveal", "look at", "cancel", "end", "skip", "take",
    "win",
)  # fmt: skip

PRIMITIVE: dict[str, Callable[[Context, Do, Expr], None]] = {
    "move": move, "gain": gain, "lose": lose, "pay": pay, "set": assign, "increase": assign,
    "decrease": assign, "become": become, "create": create, "remove": remove, "shuffle": shuffle,
    "reverse": reverse, "reveal": reveal, "look at": look_at, "choose": choose, "target": target,
    "roll": roll, "play": play, "cancel": cancel, "resolve": resolve, "end": end, "begin": begin,
    "skip": skip, "take": take, "win": win, "pass": told, "act": told, "fail": told,
    "abstain": told, "consent": told, "object": told,
}  # fmt: skip
