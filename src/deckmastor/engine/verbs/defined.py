"""Defined verbs: the compiler expands the definition where the verb is used.

`To discard a card is to move it to your discard pile.` makes `discard` a defined verb. Its event
is fired after the effect of the definition, so triggers can wait for `discard` as for `move`.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_amounts import VAGUE, vague_label
from deckmastor.engine.expressions.compile_descriptions import description
from deckmastor.engine.expressions.compile_picks import made_new, parts_in, pick
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.things import PlaceOf, Top
from deckmastor.engine.expressions.truths import Ne
from deckmastor.engine.ids import NONE
from deckmastor.engine.law.offices import office
from deckmastor.engine.machine.control import (
    Forget,
    Let,
    LetNumber,
    OpenStep,
    StepEnd,
    Times,
    Unless,
)  # fmt: skip
from deckmastor.engine.natives.calls import call
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.permission.compile_permits import narrow, narrow_aim
from deckmastor.engine.permission.group_guards import GuardMany
from deckmastor.engine.permission.missing_objects import ThingOrUnknown
from deckmastor.engine.resolution.compile_effects import act
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import effect, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.verbs.acts import CountEvent, Event
from deckmastor.engine.verbs.definitions import anywhere, check_source, creates, source_of
from deckmastor.engine.verbs.doing import AIMS, aimed_at, chosen, doer, label_of, loop, role
from deckmastor.engine.verbs.moving import TAKING, in_order
from deckmastor.engine.verbs.primitives import GAME
from deckmastor.engine.verbs.swapping import swap
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
)


def defined(ctx: Context, do: Do) -> None:
    """Compile an act with a defined verb: its guard, the effect of its definition, its event."""
    if ctx.deep > 12:
        raise Unsupported(f"the verb '{do.verb}', defined too deeply")
    definition = ctx.defs[do.verb]
    shape = definition.do
    assert isinstance(shape, Do)
    who, you = doer_label(ctx, do)
    if isinstance(definition.means, str):
        native(ctx, do, definition.means, who)
        return
    own, means = ctx.renamed_definition(do.verb)
    assert isinstance(own, Do)
    shape = own
    if do.agent is None and isinstance(do.obj, Pick) and do.obj.how not in ("top", "bottom"):
        taken = source_of(ctx, means, shape.obj.label) if isinstance(shape.obj, Pick) else ()
        if any(mentions(origin, "you") for origin in taken):
            raise Unsupported(f"'{do.verb}' from a place of its doer, by nobody: say who does it")
    if isinstance(shape.obj, Pick):
        means = taking(means, shape.obj.label)
    means = substitute(means, "you", you)
    shape = substitute(shape, "you", you)
    ctx.deep += 1
    actor = ctx.actor
    if sort_of(ctx, you) == "player" or you == Ref("you"):
        ctx.actor = who
    param = shape.obj if isinstance(shape.obj, Pick) else None
    first = beforehand(ctx, do, shape, means)
    if first:
        assert param is not None
        assert isinstance(means, Block)
        search(
            ctx,
            do,
            shape,
            param,
            replace(means, parts=means.parts[first:]),
            who,
            means.parts[:first],
        )
        ctx.deep -= 1
        ctx.actor = actor
        return
    means = bind_roles(ctx, do, shape, means, who)
    if isinstance(shape.obj, Qty) or isinstance(do.obj, Qty):
        amount(ctx, do, shape, means, who)
    elif param is None or do.obj is None:
        guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, None))
    elif mentions(means, param.label) or not (first_object(means) or unseen(do.obj, param)):
        with_object(ctx, do, shape, param, means, who)
    else:
        without_object(ctx, do, means, who)
    ctx.deep -= 1
    ctx.actor = actor


def taking(means: Tree, label: str) -> Tree:
    """The effect of a verb; if it moves a card and then performs it, the move takes the card up."""
    if not isinstance(means, Block) or means.mode == "one":
        return means
    card = Ref(label)
    steps = [(part.verb, part.obj) if isinstance(part, Do) else None for part in means.parts]
    if ("resolve", card) not in steps:
        return means
    parts = list(means.parts)
    last = steps.index(("resolve", card))
    for at in range(last + 1):
        part = parts[at]
        if isinstance(part, Do) and (steps[at] == ("move", card) or at == last):
            parts[at] = replace(part, roles=(*part.roles, TAKING))
    return replace(means, parts=tuple(parts))


def unseen(obj: Tree, param: Pick) -> bool:
    """True if an act is on some card, whichever: `draw 2 cards`, where that means `gain a debt`."""
    picked = isinstance(obj, Pick) and obj.how == "a" and not obj.kind.where
    return picked and param.kind.noun == "card" and not param.kind.where


def doer_label(ctx: Context, do: Do) -> tuple[Expr, Tree]:
    """The doer as an expression, and as the term that replaces `you` in the definition."""
    agent = do.agent
    if isinstance(agent, Ref):
        return (term(ctx, agent), agent)
    if isinstance(agent, Pick):
        return (doer(ctx, agent), Ref(agent.label))
    if agent is None:
        return (Lit(GAME), Ref("game"))
    label = f"doer{ctx.spare()}"
    slot = ctx.slot(label)
    ctx.sorts[label] = "player"
    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, term(ctx, agent)))
    return (Reg(slot), Ref(label))


def bind_roles(ctx: Context, do: Do, shape: Do, means: Tree, who: Expr) -> Tree:
    """Substitute the roles of the act for the parameters of the definition."""
    given = dict(do.roles)
    for name, told in shape.roles:
        if not isinstance(told, Pick):
            continue
        said_ = given.get(name)
        if said_ is None:
            said_ = next(
                (t for n, t in do.roles if n in ("to", "into", "onto", "for", "with", "on")), None
            )
        if isinstance(said_, Pick):
            if said_.how == "any":
                said_ = replace(said_, how="a")
            pick(ctx, said_, who, lying_in(ctx, do, shape, means, told.label, said_))
            narrow_aim(ctx, do, said_)
            said_ = Ref(said_.label)
        if said_ is not None:
            means = substitute(means, told.label, said_)
    return means


def beforehand(ctx: Context, do: Do, shape: Do, means: Tree) -> int:
    """The number of first steps of a definition on a place that come before a role is picked.

    Who searches a place looks at it first, and then picks what it is searched for.
    """
    if not isinstance(means, Block) or means.mode == "one" or sort_of(ctx, do.obj) != "place":
        return 0
    if not any(isinstance(told, Pick) for _, told in do.roles):
        return 0
    labels = [told.label for _, told in shape.roles if isinstance(told, Pick)]
    for at, part in enumerate(means.parts):
        if any(mentions(part, label) for label in labels):
            return at
    return 0


def search(
    ctx: Context, do: Do, shape: Do, param: Pick, means: Block, who: Expr, first: tuple[Tree, ...]
) -> None:
    """Compile a definition on a place whose first steps come before its roles are picked."""

    def write() -> None:
        for part in first:
            effect(ctx, substitute(part, param.label, do.obj))
        rest = means.parts[0] if len(means.parts) == 1 else means
        rest = bind_roles(ctx, do, shape, rest, who)
        said(ctx, do, substitute(rest, param.label, do.obj), who, None)

    guarded(ctx, do, who, None, write)


def lying_in(
    ctx: Context, do: Do, shape: Do, means: Tree, label: str, told: Pick
) -> tuple[Tree, ...]:
    """Conditions on the pick of a role: it lies where the definition takes it from."""
    found: list[Tree] = []
    for origin in source_of(ctx, means, label):
        if isinstance(shape.obj, Pick) and isinstance(do.obj, (Of, Ref)):
            origin = substitute(origin, shape.obj.label, do.obj)
        if not any(isinstance(node, Pick) for node in walk(origin)):
            found.append(In(Ref(told.kind.var), origin, "in"))
    return tuple(found)


def said(
    ctx: Context, do: Do, means: Tree, who: Expr, obj: Expr | None, lying: Expr | None = None
) -> None:
    """Compile the effect of a definition, then the event of its verb.

    `lying` describes the object before the effect, if another expression describes it then.
    """
    label = do.label
    if label:
        means = labelled(means, label)
    origin = sight(ctx, do, obj if lying is None else lying)
    body(ctx, means)
    noted(ctx, means, label)
    event = Event(ctx.rules.verb(do.verb), who, obj, recipient(ctx, do))
    event.origin = origin
    ctx.emit(event)


def noted(ctx: Context, means: Tree, label: str) -> None:
    """Note an act as done if no act of its definition does so."""
    if label and not any(isinstance(n, Do) and n.label == label for n in walk(means)):
        ctx.emit(LetNumber(ctx.slot(label), Lit(1)))


def recipient(ctx: Context, do: Do) -> Expr | None:
    """The goal of an act as its event tells it."""
    to = aimed_at(ctx, do)
    if to is not None and sort_of(ctx, role(do, *AIMS)) != "place":
        ctx.rules.told_to_things.add(ctx.rules.verb(do.verb))
    return to


def sight(ctx: Context, do: Do, obj: Expr | None) -> Expr | None:
    """The place of the object before the act, or None if no rule asks for acts of this verb."""
    if obj is None or not ctx.rules.tells(do.verb):
        return None
    if isinstance(obj, Top) and isinstance(obj.place, Lit):
        return obj.place
    slot = ctx.spare()
    ctx.emit(LetNumber(slot, PlaceOf(obj)))
    return Reg(slot)


def body(ctx: Context, means: Tree) -> None:
    """Compile the effect of a definition; its last step is part of the step of the act."""
    if isinstance(means, Do):
        act(ctx, means)
    elif isinstance(means, Block) and means.mode == "both":
        ctx.emit(OpenStep(1))
        for part in means.parts:
            effect(ctx, part)
        ctx.emit(OpenStep(-1))
    else:
        effect(ctx, means)
        assert ctx.block is not None
        if isinstance(ctx.block.ops[-1], StepEnd):
            ctx.block.ops[-1] = OpenStep(0)  # its last step ends with the step of the act


def labelled(means: Tree, label: str) -> Tree:
    """The effect with a label on its first act."""
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


def with_object(ctx: Context, do: Do, shape: Do, param: Pick, means: Tree, who: Expr) -> None:
    """Compile a definition that names its object: pick the objects, then act on each."""
    assert do.obj is not None
    within: tuple[Tree, ...] = ()
    for origin in source_of(ctx, means, param.label):
        check_source(ctx, do, do.obj, origin)
        check_source(ctx, do, param, origin)
        origin = anywhere(origin, means)
        if isinstance(do.obj, Group):
            do = replace(do, obj=parts_in(do.obj, origin))
        var = do.obj.kind.var if isinstance(do.obj, Pick) else ""
        if var and isinstance(do.obj, Pick) and do.obj.how != "top":
            within = (In(Ref(var), substitute(origin, param.label, Ref(var)), "in"),)
    given = role(do, "from") if role(shape, "from") is None else None  # else its own words use it
    if given is not None and isinstance(do.obj, Group):
        do = replace(do, obj=parts_in(do.obj, given))
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
    if isinstance(do.obj, Pick) and creates(ctx, means, param.label):
        do = replace(do, obj=made_new(do.obj))
    named = isinstance(do.obj, Ref) and do.obj.name in ctx.schema.office_things
    found = office(ctx, do.obj) if named else chosen(ctx, do, who, within)
    narrow(ctx, do)
    slot = ctx.slot(param.label)
    ctx.sorts[param.label] = sort_of(ctx, do.obj) or sort_of(ctx, param)
    hindered = do.verb in ctx.rules.contested or ctx.rules.costed(do.verb)
    lone = one_thing(ctx, do.obj)
    if not hindered and (lone or single(do.obj)):
        ctx.emit(Forget([slot]))
        ctx.emit(Let(slot, found))
        there = Unless(Ne(Reg(slot), Lit(NONE)))  # what is done to nothing is not done
        ctx.emit(there)
        said(ctx, do, means, who, Reg(slot))
        there.target = ctx.here()
        return
    there = Unless(Ne(found, Lit(NONE)))
    if isinstance(do.obj, Of) and lone:
        ctx.emit(there)

    def one() -> None:
        guarded(ctx, do, who, Reg(slot), lambda: said(ctx, do, means, who, Reg(slot)), means=means)

    def each(found: Expr) -> None:
        loop(ctx, found, slot, one, do, who, lone=lone)

    in_order(ctx, do, who, found, goes_under(means), each)
    there.target = ctx.here()


def goes_under(means: Tree) -> bool:
    """True if a definition puts its object under what lies there, or above another thing."""
    names = [name for node in walk(means) if isinstance(node, Do) for name, _ in node.roles]
    return "on the bottom of" in names or "above" in names


def direct(ctx: Context, do: Do, param: Pick, means: Tree, who: Expr) -> None:
    """Compile a definition whose object is a place, a time or an office, by substitution."""
    means = substitute(means, param.label, do.obj)
    guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, None))


def single(tree: Tree) -> bool:
    """True if a term is a label, or picks a single thing."""
    if isinstance(tree, Ref):
        return True
    return (
        isinstance(tree, Pick)
        and tree.n == 1
        and tree.how in ("a", "the", "only", "random", "top", "bottom")
    )


def one_thing(ctx: Context, tree: Tree) -> bool:
    """True if a term stands for one thing at most."""
    if isinstance(tree, Of):
        attr = ctx.schema.attrs.get(tree.name)
        return (
            attr is not None and attr.home in ("scalar", "column", "printed")
            and one_thing(ctx, tree.owner)
        )  # fmt: skip
    return single(tree) and not (isinstance(tree, Ref) and tree.name in ctx.plural)


def top_of(ctx: Context, means: Tree) -> Expr | None:
    """The object of a definition that takes it from the top or bottom of a place, or None."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Pick):
            if node.obj.how in ("top", "bottom"):
                return description(ctx, replace(node.obj, label=""))
            break
    return None


def without_object(ctx: Context, do: Do, means: Tree, who: Expr) -> None:
    """Compile a definition that finds its object itself (`draw 2 cards`): once for each."""
    obj = do.obj
    moved = first_object(means)
    n: Tree = obj.n if isinstance(obj, Pick) else 1
    slot = ctx.slot(moved) if moved else NONE
    told: Expr | None = Reg(slot) if moved else Lit(UNKNOWN) if obj is not None else None
    restricted = isinstance(obj, Pick) and (
        obj.kind.where or obj.kind.noun not in ("card", "thing")
    )
    if restricted and isinstance(obj, Pick):
        for source in taken_from(means):
            check_source(ctx, do, obj, source)
        means = narrowed(means, obj)
    if isinstance(obj, Pick) and obj.how == "all":
        n = all_of(ctx, means)

    def once() -> None:
        if moved:
            ctx.emit(Forget([slot]))
        found = top_of(ctx, means)

        def write() -> None:
            said(ctx, do, means, who, told, found)

        if found is None or do.verb not in ctx.rules.contested:
            guarded(ctx, do, who, None, write)
        else:
            guarded(ctx, do, who, ThingOrUnknown(found), write)

    many: GuardMany | None = None
    if do.verb in ctx.rules.grouped:
        verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
        many = GuardMany(verb_rules, who, NONE, term(ctx, n), label_of(ctx, do))
        ctx.emit(many)
    if n == 1:
        once()
    else:
        most, at = ctx.spare(), ctx.spare()
        ctx.emit(LetNumber(most, term(ctx, n)))
        ctx.emit(LetNumber(at, Lit(0)))
        ctx.emit(OpenStep(1))
        times = Times(most, at)
        top = ctx.here()
        ctx.emit(times)
        once()
        ctx.jump().target = top
        times.target = ctx.here()
        if moved:
            times.owns = [slot]
        ctx.emit(OpenStep(-1))
    if many is not None:
        many.target = ctx.here()
    if moved and isinstance(obj, Pick):
        mine = ctx.slot(obj.label)
        ctx.sorts[obj.label] = "card"
        ctx.emit(Forget([mine]))
        ctx.emit(Let(mine, Reg(slot)))


def taken_from(means: Tree) -> list[Tree]:
    """The places that a definition finds its object in: the deck of `the top card of the deck`."""
    if not isinstance(means, Do) or not isinstance(means.obj, Pick):
        return []
    rels = ("of", "in", "on")
    return [
        part.place for part in means.obj.kind.where if isinstance(part, In) and part.rel in rels
    ]


def all_of(ctx: Context, means: Tree) -> Tree:
    """The number of things that a definition can take: `draw all cards`."""
    if not (isinstance(means, Do) and isinstance(means.obj, Pick)):
        raise Unsupported("all things, of a verb that picks several things itself")
    return ctx.rename(Tally("count", means.obj.kind), set(ctx.slots))


def narrowed(means: Tree, obj: Pick) -> Tree:
    """The definition with the conditions of the act on its object: `draw a card with …`."""
    if isinstance(means, Do) and isinstance(means.obj, Pick):
        kind = means.obj.kind
        extra = tuple(substitute(part, obj.kind.var, Ref(kind.var)) for part in obj.kind.where)
        noun = kind.noun if obj.kind.noun == "card" else obj.kind.noun
        return replace(means, obj=replace(means.obj, kind=Kind(noun, kind.where + extra, kind.var)))
    return means


def first_object(means: Tree) -> str:
    """The label of the first object that a definition picks, or an empty string."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Pick):
            return node.obj.label
    return ""


def amount(ctx: Context, do: Do, shape: Do, means: Tree, who: Expr) -> None:
    """Compile a definition over an amount: `To score X points is to gain X points.`

    A verb that moves a thing to somebody (`give`) pays an amount instead.
    """
    if not isinstance(do.obj, Qty):
        guarded(ctx, do, who, None, lambda: said(ctx, do, means, who, None))
        return
    n = do.obj.n
    if isinstance(shape.obj, Pick):
        to = role(do, "to")
        if not isinstance(means, Do) or means.verb != "move" or to is None:
            raise Unsupported(f"'{do.verb}' of an amount")
        means = Do("pay", do.agent, do.obj, (("to", to),))
    elif isinstance(shape.obj, Qty) and isinstance(shape.obj.n, (Ref, str)):
        name = shape.obj.n.name if isinstance(shape.obj.n, Ref) else shape.obj.n
        means = substitute(means, name, n)
    unit = Lit(ctx.schema.word(do.obj.unit))
    known = None if chosen_amount(n) else term(ctx, n)
    guarded(ctx, do, who, unit, lambda: counted(ctx, do, means, who, unit, known), known)


def chosen_amount(n: Tree) -> str:
    """The label of an amount that is settled when the act is done (`all`, `up to 3`), or ""."""
    if isinstance(n, Pick):
        return n.label
    if isinstance(n, Ref) and n.name == "all":
        return n.name
    return vague_label(n) if isinstance(n, Calc) and n.op in VAGUE else ""


def counted(
    ctx: Context, do: Do, means: Tree, who: Expr, unit: Expr, known: Expr | None
) -> None:  # fmt: skip
    """Compile the effect of a definition over an amount, then the event with that amount."""
    means = labelled(means, do.label) if do.label else means
    body(ctx, means)
    noted(ctx, means, do.label)
    assert isinstance(do.obj, Qty)
    n = known
    if n is None:
        slot = ctx.slots.get(chosen_amount(do.obj.n))
        n = Reg(slot) if slot is not None else Lit(1)
    ctx.emit(CountEvent(ctx.rules.verb(do.verb), who, unit, n, recipient(ctx, do)))


def native(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """Compile a call of a native procedure."""
    if name == "swap":
        swap(ctx, do, who)
        return
    call(ctx, do, name, who)
