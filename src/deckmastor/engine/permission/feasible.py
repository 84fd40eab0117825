"""Compile feasibility: conditions that an effect can be done, tested before it is offered."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add, Count
from deckmastor.engine.expressions.base import Expr, Lit, Lits, Var
from deckmastor.engine.expressions.compile_amounts import VAGUE
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_picks import ANEW, made_new
from deckmastor.engine.expressions.compile_terms import place_term, prop, sort_of
from deckmastor.engine.expressions.compile_tests import flat, is_now
from deckmastor.engine.expressions.places import AsObject
from deckmastor.engine.expressions.things import Col, Exposed, Inside, LiesOn
from deckmastor.engine.expressions.truths import And, Exists, Le, Ne, Not, Or
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.law.proposals import WAYS
from deckmastor.engine.permission.compile_permits import (
    judged,
    judged_new,
    permits,
    shufflable,
    specimens,
    whole,
)
from deckmastor.engine.permission.costs import Demand, Ways
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.permits import Allowed, CanResolve, Permitted, Prepared
from deckmastor.engine.resolution.settings import AND_TIMING, BLIND, says
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.speed.short import shorter
from deckmastor.engine.triggers.compile_patterns import contains, of_its_bearer
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.verbs.definitions import object_parts, of_any
from deckmastor.engine.verbs.primitives import GAME, SHUFFLE, VOTE
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
    Tree,
    replace,
    substitute,
    walk,
)


def feasible(
    ctx: Context, tree: Tree, strict: bool = False, known: set[str] | None = None,
    full: bool = False,
) -> Expr:  # fmt: skip
    """The condition that the first step of an effect can be done; in full amounts if `full`.

    `known` are the labels that have values before the effect; its own picks have none yet.
    """
    match tree:
        case Block(mode="one"):
            return Or([feasible(ctx, part, strict, known, full) for part in tree.parts])
        case Block(mode="both") if full:
            return And([feasible(ctx, part, strict, known, full) for part in tree.parts])
        case Block():
            return feasible(ctx, tree.parts[0], strict, known, full)
        case May() | Repeat():
            return feasible(ctx, tree.effect, strict, known, full)
        case Do():
            renamed = ctx.rename(
                of_its_bearer(ctx, tree), set(ctx.slots) if known is None else known
            )
            assert isinstance(renamed, Do)
            with ctx.acting(renamed.agent):
                return can_do(ctx, renamed, strict, full)
        case Each() | If():
            return Lit(1)
    return Lit(1)


MAKING = ("submit", "create")  # acts whose object does not exist before them
VOTING = ("for", "against", "on")  # roles of what is voted on
DEEPEST = 8  # definitions within definitions that feasibility looks into
Coming = tuple[tuple[Tree, Expr], ...]  # how many things come into a place before


def resolvable(ctx: Context, tree: Tree, coming: Coming = ()) -> Expr:
    """The condition that its player can do the first step of a text.

    Things to choose must be there in full number; of things to draw, one is enough. Of a step
    that each player does, only the player's own part counts. A part of a step can use things that
    an earlier part draws (`coming`). An optional step is always resolvable.
    """
    match tree:
        case Block(mode="one"):
            return Or([resolvable(ctx, part, coming) for part in tree.parts])
        case Block(mode="both"):
            alone = [resolvable(ctx, part, coming) for part in tree.parts]
            parts: list[Expr] = []
            for part in tree.parts:
                parts.append(resolvable(ctx, part, coming))
                coming = (*coming, *brought(ctx, part))
            if not ctx.rules.linkwise:
                return And(parts)
            blind = says(ctx, AND_TIMING, BLIND)
            return Or([And([Not(blind), *parts]), And([blind, *alone])])
        case Block():
            return resolvable(ctx, tree.parts[0], coming)
        case May():
            return Lit(1)
        case If(cond=cond, then=then, orelse=orelse) if plain(cond):
            told = condition(ctx, cond)
            able = resolvable(ctx, then, coming)
            other = resolvable(ctx, orelse, coming) if orelse is not None else Lit(1)
            return Or([And([told, able]), And([Not(told), other])])
        case Each(pick=Pick(label=label, kind=Kind(noun="player", where=())), body=body):
            return resolvable(ctx, substitute(body, label, Ref("you")), coming)
        case Do():
            renamed = ctx.rename(tree, set(ctx.slots))
            assert isinstance(renamed, Do)
            with ctx.acting(renamed.agent):
                return can_do(ctx, renamed, False, True, coming)
    return feasible(ctx, tree)


def plain(cond: Tree) -> bool:
    """True if a condition contains no act and no pick, so that it can be evaluated at any time."""
    return not any(isinstance(node, (Do, Pick)) for node in walk(cond))


def brought(ctx: Context, tree: Tree) -> Coming:
    """The number of things that a part of a step draws from a pile, for the parts after it."""
    if not isinstance(tree, Do) or not isinstance(tree.obj, Pick) or tree.verb not in ctx.defs:
        return ()
    means = ctx.rename(ctx.defs[tree.verb].means, set())
    match substitute(means, "you", tree.agent if tree.agent is not None else Ref("game")):
        case Do(verb="move", obj=Pick(how="top") as top, roles=roles):
            goal = next((told for name, told in roles if name in ("to", "into", "onto")), None)
            return ((goal, Count(term(ctx, replace(top, n=tree.obj.n)))),)
    return ()


def can_do(
    ctx: Context, do: Do, strict: bool, full: bool = False, coming: Coming | None = None
) -> Expr:
    """The condition that an act can be done: there is an object, and no rule forbids the act.

    With `coming`, an act that draws from a pile needs one thing only, and not the full number.
    """
    do = whole(do)
    parts: list[Expr] = []
    if do.verb in ("resolve", "take effect") and isinstance(do.obj, Of) and do.obj.name == "text":
        text = CanResolve(ctx.rules, term(ctx, do.obj.owner))
        text.unplayed = isinstance(ctx.judged, Do) and ctx.judged.verb == "play"
        return text
    if becomes_player(do) and do.agent is not None:
        parts.append(Ne(Col(ctx.rules.gone, term(ctx, do.agent)), Lit(0)))  # who is one cannot
    if do.verb == "adopt" and sort_of(ctx, do.obj) == "rule":
        return Lit(1)  # an adopted rule does not exist before
    within: tuple[Tree, ...] = ()
    obj = do.obj
    if do.verb in ("begin", "create") and isinstance(obj, Pick):
        if obj.kind.noun in ctx.schema.contests:
            attrs = ctx.schema.attrs
            parts += [Not(Var(attrs[name].at)) for name in ("#contest", "#next contest")]
    if do.verb in ctx.defs and not isinstance(obj, Qty):
        found = object_parts(ctx, do)
        if found is not None:
            obj, within = found
        elif obj is not None and not named(ctx, obj):
            return Lit(1)
        if obj is None:
            parts.append(does_something(ctx, do))
    elif do.verb == "play" and isinstance(obj, Pick) and obj.how not in ("top", "bottom"):
        origin = next((t for n, t in do.roles if n == "from"), Of(do.agent, ctx.rules.hand))
        within = (In(Ref(obj.kind.var), origin, "in"),)
    elif isinstance(obj, Pick) and do.verb in MAKING:
        obj = made_new(obj)
    elif isinstance(obj, Pick):
        origin = next((t for n, t in do.roles if n == "from"), None)
        if do.verb in ("move", "choose", "remove") and origin not in (None, Ref("game")):
            within = (In(Ref(obj.kind.var), origin, "in"),)
    elif isinstance(obj, Ref) and do.verb in ("move", "play", "remove"):
        origin = next((t for n, t in do.roles if n == "from"), None)
        if origin not in (None, Ref("game")) and sort_of(ctx, origin) == "place":
            within = (In(obj, origin, "in"),)  # `play it from their hand`: it must lie there
    if do.verb == "vote":
        return can_vote(ctx, do, strict)
    made = new_object(ctx, do)
    if made is not None:
        return shorter(And([*parts, Exists(specimens(ctx, replace(do, obj=made), None, strict))]))
    test, slot = permitted(ctx, do, obj)
    known = set(ctx.slots)
    if (
        isinstance(obj, Pick)
        and obj.how not in ANEW
        and sort_of(ctx, obj) not in ("time", "number")
    ):
        drawn = coming is not None and obj.how in ("top", "bottom")
        asked = do.obj if full and not drawn else None
        if obj.how == "all" and test is not None and coming is None:
            some, left = lying(ctx, obj, within, test, slot)
            there: Expr = Or([Not(some), left])
        else:
            there = enough(ctx, obj, within, asked, test, slot, coming or ())
        if obj.how in ("top", "bottom") and do.verb in ctx.rules.contested:
            agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
            there = Or([there, Prepared(ctx.rules.verb_rules[ctx.rules.verb(do.verb)], agent)])
        parts.append(there)
    elif isinstance(obj, Ref) and ctx.knows(obj.name) and (within or test is not None):
        thing = term(ctx, obj)
        parts += [condition(ctx, everywhere(part)) for part in within]
        parts.append(Exists(Permitted(thing, slot, test)) if test is not None else Exists(thing))
    elif isinstance(obj, Ref) and do.verb == "move" and ctx.knows(obj.name):
        parts.append(Exists(term(ctx, obj)))  # an earlier search may have found nothing
    elif isinstance(obj, (Qty, Group)) and do.verb == "pay":
        owed = obj.items if isinstance(obj, Group) else (obj,)
        parts += [affordable(ctx, do, one) for one in owed if isinstance(one, Qty)]
    elif isinstance(obj, Of) and isinstance(obj.owner, Pick) and sort_of(ctx, obj) == "place":
        parts.append(Exists(find(ctx, obj.owner.kind)))  # the place must have an owner
    elif (
        isinstance(obj, Of)
        and sort_of(ctx, obj) == "place"
        and do.verb in ("move", "discard", "reveal", "show")
    ):
        parts.append(Exists(Inside(place_term(ctx, obj))))
    into = next((told for name, told in do.roles if name == "into"), None)
    if do.verb == "shuffle" and do.verb in ctx.rules.contested and isinstance(obj, Of):
        if into is not None and sort_of(ctx, obj) == "place":
            inside = Inside(place_term(ctx, obj))
            agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
            some = Exists(shufflable(ctx, do, agent, inside, place_term(ctx, into)))
            parts.append(Or([Not(Exists(inside)), some]))
    if do.verb == "shuffle" and into is not None and judged(ctx):
        parts.append(shuffled_place(ctx, do, into))
    if do.verb in ctx.rules.contested or ctx.rules.costed(do.verb):
        legal = allowed(ctx, do, obj, within, known, strict)
        parts.insert(0 if strict else len(parts), legal)  # most acts have no permission
    return shorter(And([shorter(part) for part in parts])) if parts else Lit(1)


def shuffled_place(ctx: Context, do: Do, into: Tree) -> Expr:
    """The condition that no rule forbids to shuffle the place that things are shuffled into."""
    if isinstance(into, Pick) or any(isinstance(node, Pick) for node in walk(into)):
        return Lit(1)
    agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
    whole = AsObject(place_term(ctx, into))
    made = Allowed(ctx.rules.verb_rules[SHUFFLE], agent, whole, Lit(NONE), False)
    made.by, made.backing = freed(do) | ctx.causes(), ctx.backing
    return made


def can_vote(ctx: Context, do: Do, strict: bool) -> Expr:
    """The condition that there is something to vote on, and no rule forbids each way to do so."""
    told = next((t for n, t in do.roles if n in VOTING), None)
    if told is None:
        return Lit(1)
    found = find(ctx, told.kind) if isinstance(told, Pick) else term(ctx, told)
    agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
    return And([Exists(found), votable(ctx, do, agent, found, strict)])


def votable(ctx: Context, do: Do, agent: Expr, found: Expr, strict: bool) -> Expr:
    """The condition that a vote on one of some things is allowed and payable."""
    made = Allowed(ctx.rules.verb_rules[VOTE], agent, Lits(voting_ways(ctx, do)), found, strict)
    made.by, made.backing, made.onto = freed(do) | ctx.causes(), ctx.backing, True
    return made


def voting_ways(ctx: Context, do: Do) -> list[int]:
    """The words of the ways in which somebody votes: one that is named, or all."""
    name = next((name for name, _ in do.roles if name in VOTING), "on")
    return [ctx.schema.word(way) for way in (WAYS if name == "on" else (name,))]


def new_object(ctx: Context, do: Do) -> Pick | None:
    """The object of an act that makes it, if its kind is known before the act; else None."""
    obj = do.obj
    if do.verb in ctx.defs and not isinstance(obj, Qty):
        found = object_parts(ctx, do)
        obj = found[0] if found is not None else None
    elif do.verb in MAKING and isinstance(obj, Pick):
        if obj.how in ANEW or obj.how in ("a", "any", "random"):
            obj = made_new(obj)
    if isinstance(obj, Pick) and obj.how in ANEW and judged_new(ctx, obj):
        return obj
    return None


def becomes_player(do: Do) -> bool:
    """True if an act makes a player of its doer."""
    return do.verb == "become" and do.obj == "player"


def does_something(ctx: Context, do: Do) -> Expr:
    """The condition that something of what a verb without an object means can be done."""
    if isinstance(ctx.defs[do.verb].means, str) or ctx.deep > DEEPEST:
        return Lit(1)
    _, means = ctx.renamed_definition(do.verb)
    ctx.deep += 1
    found = part_of(
        ctx, substitute(means, "you", do.agent if do.agent is not None else Ref("game"))
    )
    ctx.deep -= 1
    return found


def part_of(ctx: Context, tree: Tree) -> Expr:
    """The condition that some part of an effect can be done; what follows `then` does not count."""
    match tree:
        case Block(mode="then"):
            return part_of(ctx, tree.parts[0])
        case Block():
            return Or([part_of(ctx, part) for part in tree.parts])
        case Do():
            return feasible(ctx, tree)
        case Each():
            return on_each(ctx, tree)
    return Lit(1)


def named(ctx: Context, obj: Tree) -> bool:
    """True if an object is a label that has a value."""
    return isinstance(obj, Ref) and ctx.knows(obj.name)


def everywhere(part: Tree) -> Tree:
    """A condition on a place with `a` owner turned into `any`."""
    return replace(part, place=of_any(part.place)) if isinstance(part, In) else part


def permitted(ctx: Context, do: Do, obj: Tree) -> tuple[Expr | None, Slot]:
    """The condition that no rule forbids an act on the thing under a slot, and that slot."""
    if not judged(ctx) or not isinstance(obj, (Pick, Ref)):
        return (None, NONE)
    if isinstance(obj, Pick) and sort_of(ctx, obj) in ("time", "number", "word", "place"):
        return (None, NONE)
    label = f"judged{ctx.spare()}"
    ctx.sorts[label] = sort_of(ctx, obj) or "card"
    slot = ctx.slot(label)
    found = permits(ctx, do, label)
    for one in (*found.own, *found.implied):
        one.backing = ctx.backing
    return (found.test(), slot)


def allowed(
    ctx: Context, do: Do, obj: Tree, within: tuple[Tree, ...], known: set[str], strict: bool
) -> Expr:
    """The condition that an act is allowed and payable for one of its objects and goals."""
    spanned = isinstance(obj, Pick) and sort_of(ctx, obj) == "time"
    thing: Expr = Lit(NONE)
    if isinstance(obj, Qty):
        thing = Lit(ctx.schema.word(obj.unit))
    elif isinstance(obj, str):
        thing = Lit(ctx.schema.word(obj))  # `become tired`
    elif isinstance(obj, (Ref, Pick)) and not spanned:
        thing = term(ctx, obj)
    elif isinstance(obj, Of) and do.verb == "shuffle" and sort_of(ctx, obj) == "place":
        thing = AsObject(place_term(ctx, of_any(obj)))
    if isinstance(obj, Pick) and obj.how in ANEW:
        thing = Lit(UNKNOWN)
    elif isinstance(obj, Pick) and sort_of(ctx, obj) not in ("time", "number"):
        kind = Kind(obj.kind.noun, (*obj.kind.where, *within), obj.kind.var)
        for label in ctx.slots.keys() - known:
            del ctx.slots[label]  # its own picks are searched anew
        thing = find(ctx, kind)
        if obj.how == "the" and any(is_now(part, "play") for part in flat(kind.where)):
            thing = Exposed(thing)
    agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
    told = next((t for n, t in do.roles if n in ("onto", "into", "to")), None)
    to: Expr = Lit(NONE)
    onto = do.verb == "play" and isinstance(told, (Ref, Pick))  # a thing that is a place itself
    if onto and sort_of(ctx, told) == "card" and not contains(ctx, told):
        to = LiesOn(ctx.rules.content, term(ctx, told))
    elif told is not None and (onto or sort_of(ctx, told) == "place"):
        to = place_term(ctx, told)
    elif isinstance(told, Ref):
        to = term(ctx, told)
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    made = Allowed(verb_rules, agent, thing, to, strict)
    made.by = freed(do) | ctx.causes()
    made.backing = ctx.backing
    made.onto = onto
    if isinstance(obj, Qty) and isinstance(obj.n, (int, Ref, Of, Calc)) and not vague(obj.n):
        made.n = term(ctx, obj.n)
    return made


def vague(n: Tree) -> bool:
    """True if an amount leaves the number open: `at least 2`."""
    return isinstance(n, Calc) and n.op in VAGUE


def enough(
    ctx: Context, obj: Pick, within: tuple[Tree, ...], asked: Tree, test: Expr | None, slot: Slot,
    coming: Coming = (),
) -> Expr:  # fmt: skip
    """The condition that enough things fit a pick: one, or the full number of `asked`.

    Things for which the act is forbidden do not count: they fail `test` under `slot`.
    """
    n = asked.n if isinstance(asked, Pick) and asked.how in ("a", "any", "random") else 1
    if obj.how == "all":
        return Lit(1)
    if obj.how in ("top", "bottom"):
        found = term(ctx, obj if n == 1 else replace(obj, n=n))
    else:
        found = find(ctx, Kind(obj.kind.noun, (*obj.kind.where, *within), obj.kind.var))
    if test is not None:
        found = Permitted(found, slot, test)
    places = [part.place for part in within if isinstance(part, In)]
    more = [number for place, number in coming if place in places]
    if more:
        return Le(term(ctx, n), Add([Count(found), *more]))
    return Exists(found) if n == 1 else Le(term(ctx, n), Count(found))


def lying(
    ctx: Context, obj: Pick, within: tuple[Tree, ...], test: Expr, slot: Slot
) -> tuple[Expr, Expr]:
    """Two conditions on an act on all of some things: there are some, and some are permitted.

    An act on all of no things counts as done; one that is forbidden for all of them does not.
    """
    found = find(ctx, Kind(obj.kind.noun, (*obj.kind.where, *within), obj.kind.var))
    return (Exists(found), Exists(Permitted(found, slot, test)))


def on_each(ctx: Context, tree: Each) -> Expr:
    """The condition that an act on all things in each of some places is not forbidden for all."""
    pick, body = tree.pick, tree.body
    if not (isinstance(pick, Pick) and isinstance(body, Do) and isinstance(body.obj, Pick)):
        return Lit(1)
    if body.obj.how != "all" or body.verb != "move":
        return Lit(1)
    found = find(ctx, pick.kind)
    slot = ctx.slot(pick.label)
    ctx.sorts[pick.label] = sort_of(ctx, pick)
    with ctx.acting(body.agent):
        test, judged_slot = permitted(ctx, body, body.obj)
        if test is None:
            return Lit(1)
        some, left = lying(ctx, body.obj, (), test, judged_slot)
    return Or([Not(Exists(Permitted(found, slot, some))), Exists(Permitted(found, slot, left))])


def affordable(ctx: Context, do: Do, obj: Qty) -> Expr:
    """The condition that an agent has the counters that they are to pay."""
    if isinstance(obj.n, Pick) or (isinstance(obj.n, Calc) and obj.n.op in VAGUE):
        return Lit(1)
    attr = ctx.schema.attrs[obj.unit]
    if do.agent is None:
        raise Unsupported("a payment by nobody")
    return Le(term(ctx, obj.n), prop(ctx, attr, term(ctx, do.agent)))


def demands(ctx: Context, tree: Tree) -> Ways:
    """The ways to meet a price, in demands for counters and things."""
    match tree:
        case Block(mode="one"):
            return [way for part in tree.parts for way in demands(ctx, part)]
        case Block():
            ways: Ways = [[]]
            for part in tree.parts:
                ways = [way + more for way in ways for more in demands(ctx, part)]
            return ways
        case Do(verb="pay", obj=Qty() | Group() as obj, agent=agent) if agent is not None:
            owed = obj.items if isinstance(obj, Group) else (obj,)
            return [[demand for one in owed for demand in counted(ctx, agent, one)]]
        case Do():
            renamed = ctx.rename(tree, set(ctx.slots))
            assert isinstance(renamed, Do)
            return [asked_things(ctx, renamed)]
    return [[]]


def counted(ctx: Context, agent: Tree, obj: Tree) -> list[Demand]:
    """The demand for counters that an agent is to pay; none if their number is a choice."""
    if not isinstance(obj, Qty) or isinstance(obj.n, Pick):
        return []
    if isinstance(obj.n, Calc) and obj.n.op in VAGUE:
        return []
    return [Demand(ctx.schema.attrs[obj.unit].at, term(ctx, agent), None, term(ctx, obj.n))]


def asked_things(ctx: Context, do: Do) -> list[Demand]:
    """The demand for things that a price takes away."""
    obj: Tree = do.obj
    within: tuple[Tree, ...] = ()
    if do.verb in ctx.defs:
        found = object_parts(ctx, do)
        if found is None:
            return []
        obj, within = found
    elif do.verb not in ("move", "remove"):
        return []
    if not (isinstance(obj, Pick) and obj.how in ("a", "any", "random")):
        return []
    fitting = find(ctx, Kind(obj.kind.noun, (*obj.kind.where, *within), obj.kind.var))
    return [Demand(NONE, None, fitting, term(ctx, obj.n))]
