"""Rules compiled: triggers, norms, replacements, facts, orders, and rules that effects adopt."""

from __future__ import annotations

from deckmastor.engine import acts
from deckmastor.engine.machine import Block
from deckmastor.engine.moments import Ending
from deckmastor.engine.norms import Norm as Law
from deckmastor.engine.norms import Only
from deckmastor.engine.ops import Settle
from deckmastor.engine.ops_acts import AdoptRule, Replaced
from deckmastor.engine.program.conditions import condition
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.effects import effect
from deckmastor.engine.program.events import TO_ROLES, happened, matcher, pattern, window
from deckmastor.engine.program.facts import fact
from deckmastor.engine.program.feasible import feasible
from deckmastor.engine.program.moments import during, point
from deckmastor.engine.program.terms import find, place_term, sort_of, term
from deckmastor.engine.standing import Adopted
from deckmastor.engine.state import NONE, PHASES, ROUNDS, TURNS
from deckmastor.engine.triggers import Trigger, Watch
from deckmastor.engine.values import Eq, Expr, Le, Lit, Reg
from deckmastor.engine.window import Offer
from deckmastor.language.ir import (
    Block as Joined,
)
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Define,
    Did,
    Do,
    Done,
    Each,
    Group,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    May,
    Moment,
    Norm,
    Of,
    Pick,
    Qty,
    Rank,
    Ref,
    Scope,
    Tree,
    When,
    replace,
    walk,
)  # fmt: skip

SPANS = {"turn": TURNS, "phase": PHASES, "round": ROUNDS, "game": acts.ACT}
EFFECTS = (Do, Joined, Each, May, If)


class Around:
    """What stands around a rule: conditions, limits, and whether it beats other rules."""

    __slots__ = ("anytime", "conds", "per", "times")

    def __init__(self) -> None:
        self.conds: list[Expr] = []
        self.times: tuple[Tree, str] | None = None
        self.per = ""
        self.anytime = False


def rule(ctx: Context, tree: Tree, around: Around | None = None) -> None:
    """Put one rule into the indexes of the ruleset."""
    around = around or Around()
    match tree:
        case Scope():
            scoped(ctx, tree, around)
        case When():
            trigger(ctx, tree, around)
        case Norm():
            norm(ctx, tree, around)
        case Instead():
            replacement(ctx, tree, around)
        case Hold():
            fact(ctx, tree, around.conds)
        case Rank():
            ctx.rules.orders[tree.of] = tree.keys
        case Define():
            pass
        case _:
            raise Unsupported(f"a {type(tree).__name__} as a rule")


def scoped(ctx: Context, tree: Scope, around: Around) -> None:
    """A rule within a time, a condition or a limit."""
    match tree.kind:
        case "during":
            if isinstance(tree.rule, (Norm, Scope)):
                subject_first(ctx, tree.rule)
            around.conds.append(during(ctx, tree.arg))
        case "while":
            around.conds.append(condition(ctx, tree.arg))
        case "despite":
            ctx.standing.tier += 10
        case "anytime":
            around.anytime = True
        case "limit":
            arg = tree.arg
            if isinstance(arg, Group) and len(arg.items) == 2:
                around.times = (arg.items[0], str(arg.items[1]))
            else:
                raise Unsupported("this limit")
        case "per":
            around.per = str(tree.arg)
        case _:
            raise Unsupported(f"'{tree.kind}' around a rule")
    rule(ctx, tree.rule, around)


def subject_first(ctx: Context, tree: Tree) -> None:
    """Know the label of who acts before the time that speaks of them: `On their turn, …`."""
    while isinstance(tree, Scope):
        tree = tree.rule
    if isinstance(tree, Norm):
        for node in walk(tree.do):
            if isinstance(node, Do) and isinstance(node.agent, Pick):
                slot = ctx.slot(node.agent.label)
                ctx.slots.setdefault(node.agent.kind.var, slot)
                ctx.sorts[node.agent.label] = "player"


# ---- triggers -------------------------------------------------------------------------------


def trigger(ctx: Context, tree: When, around: Around) -> None:
    """What happens when something is done, becomes so, or a moment comes."""
    events = alternatives(tree.event)
    made: list[Trigger] = []
    for event in events:
        made.append(waiting(ctx, event, tree, around))
    block = ctx.rules.new_block(ctx.sentence)
    ctx.block = block
    block.slots = ctx.size
    effect(ctx, tree.effect)
    ctx.emit(Settle())
    ctx.block = None
    for one in made:
        one.block = block


def alternatives(event: Tree) -> list[Tree]:
    """The events any of which will do."""
    if isinstance(event, Joined) and event.mode == "one":
        return [part for item in event.parts for part in alternatives(item)]
    if (
        isinstance(event, Logic)
        and event.op == "or"
        and all(isinstance(part, (Do, Did, Moment)) for part in event.parts)
    ):
        return list(event.parts)
    if isinstance(event, Group):
        return list(event.items)
    return [event]


def waiting(ctx: Context, event: Tree, tree: When, around: Around) -> Trigger:
    """A trigger for one event, in the index where it is looked for."""
    rules = ctx.rules
    extra: list[Expr] = []
    if isinstance(event, Did):
        event, more = asked_event(ctx, event)
        extra += more
    if isinstance(event, Do) and event.verb == "become" and derived_status(ctx, event):
        event = (
            Each(event.agent, Is(Ref(event.agent.label), event.obj, ""))
            if isinstance(event.agent, Pick)
            else Is(event.agent, event.obj, "")
        )
    if isinstance(event, Do):
        span = span_event(ctx, event)
        if span is not None:
            event = span
    if isinstance(event, Do):
        shape = pattern(ctx, event)
        found = Trigger(len(rules.triggers), ctx.standing, shape, tree.once)
        law = rules.laws[shape.verb]
        {"before": law.before, "over": law.over}.get(tree.timing, law.after).append(found)
    elif isinstance(event, Moment):
        found = Trigger(len(rules.triggers), ctx.standing, None, tree.once)
        edge, name, cond = point(ctx, event)
        if cond is not None:
            extra.append(cond)
        rules.moments.setdefault((edge, name), []).append(found)
    else:
        found = Trigger(len(rules.triggers), ctx.standing, None, tree.once)
        watch(ctx, event, found)
    rules.triggers.append(found)
    conds = around.conds + extra
    if conds:
        from deckmastor.engine.values import And

        found.cond = conds[0] if len(conds) == 1 else And(conds)
    return found


def asked_event(ctx: Context, event: Did) -> tuple[Tree, list[Expr]]:
    """An event with a window: in a phase, or for the first time."""
    do = event.do
    if not isinstance(do, Do):
        raise Unsupported("waiting for something to have been so for a time")
    conds: list[Expr] = []
    for node in walk(do):
        if isinstance(node, Pick):
            ctx.slots.setdefault(node.label, ctx.slot(node.kind.var or node.label))
    if event.nth == "first":
        bound = rebound(do)
        conds.append(Eq(happened(ctx, Did(bound, event.window)), Lit(1)))
    elif isinstance(event.window, Moment) and event.window.edge == "during":
        conds.append(during(ctx, event.window))
    elif event.window != "ever":
        raise Unsupported("this window of an event")
    return (do, conds)


def rebound(do: Do) -> Do:
    """The act with its doer as known, and anything as its object."""
    agent = Ref(do.agent.label) if isinstance(do.agent, Pick) else do.agent
    obj = do.obj
    if isinstance(obj, Pick):
        obj = replace(obj, label=obj.label + "*", kind=Kind(obj.kind.noun, (), obj.kind.var + "*"))
    return replace(do, agent=agent, obj=obj)


def derived_status(ctx: Context, event: Do) -> bool:
    """Whether what is become is stated by facts, and by no act."""
    word = event.obj
    return isinstance(word, str) and word in ctx.rules.facts and word not in ctx.schema.written


def span_event(ctx: Context, event: Do) -> Moment | None:
    """`When a turn begins` as the moment it is."""
    if event.verb not in ("begin", "end"):
        return None
    span = event.obj if event.obj is not None else event.agent
    edge = "beginning" if event.verb == "begin" else "end"
    return Moment(edge, span)


def watch(ctx: Context, event: Tree, found: Trigger) -> None:
    """Look for the moment when a state becomes true."""
    rules = ctx.rules
    ctx.bits = 0
    who: Expr | None = None
    slot = NONE
    if isinstance(event, (Is, In)) and isinstance(event.who, Pick):
        event = Each(event.who, replace(event, who=Ref(event.who.label)))
    if (
        isinstance(event, Each)
        and isinstance(event.pick, Pick)
        and event.pick.how not in ("each", "all")
    ):
        who = term(ctx, event.pick)
        slot = ctx.slot(event.pick.label)
        ctx.slots.setdefault(event.pick.kind.var, slot)
        body = condition(ctx, event.body)
    else:
        body = condition(ctx, event)
    bits = ctx.bits or -1
    made = Watch(len(rules.watches), found, who, slot, body, bits)
    rules.watches.append(made)
    rules.watched |= bits if bits > 0 else rules.fact_bits


# ---- norms ----------------------------------------------------------------------------------


def norm(ctx: Context, tree: Norm, around: Around) -> None:
    """A permission, duty, prohibition, restriction or price."""
    if isinstance(tree.do, Joined) and tree.do.mode == "one":
        group: list[Offer] = []
        for part in tree.do.parts:
            if isinstance(part, Joined):
                raise Unsupported("a permission of several steps")
            one(ctx, replace(tree, do=part), around, group)
        return
    if not isinstance(tree.do, Do):
        bound(ctx, tree, around)
        return
    one(ctx, tree, around, [])


def bound(ctx: Context, tree: Norm, around: Around) -> None:
    """A state that may never be: `The hand limit cannot be less than 3.`"""
    raise Unsupported("a bound")


def one(ctx: Context, tree: Norm, around: Around, group: list[Offer]) -> None:
    """A norm about one act."""
    do = tree.do
    assert isinstance(do, Do)
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if tree.mode == "only":
        only(ctx, tree, around)
        return
    if tree.mode == "cost":
        price(ctx, tree, around)
        return
    if tree.mode in ("may", "must") and do.agent is not None:
        offer(ctx, tree, around, group)
        return
    made = Law(tree.mode, ctx.standing, pattern(ctx, counted(do)))
    made.scopes = list(around.conds)
    if around.per:
        made.scopes.append(limit_reached(ctx, do, around.per))
    if tree.cond is not None:
        made.cond = during(ctx, tree.cond)
    if tree.mode == "cannot":
        law.cannot.append(made)
        return
    if tree.mode == "must":
        raise Unsupported("a duty of nobody")
    told = next((t for n, t in do.roles if n in ("onto", "into", "to")), None)
    if told is not None:
        made.place = places_of(ctx, told)
        ctx.rules.placed = ctx.rules.placed or do.verb == "play"
    law.what.append(made)


def places_of(ctx: Context, told: Tree) -> Expr:
    """All places that a role of a norm can mean."""
    if (
        isinstance(told, Pick)
        and sort_of(ctx, told) == "place"
        and told.kind.noun in ctx.schema.attrs
    ):
        return find(ctx, told.kind)
    return place_term(ctx, told)


def counted(do: Do) -> Do:
    """The act without `more than n`, which is a limit and no description."""
    if isinstance(do.obj, Pick) and do.obj.how == "over":
        return replace(do, obj=replace(do.obj, how="any", n=1))
    return do


def limit_reached(ctx: Context, do: Do, span: str) -> Expr:
    """Whether somebody has done something as often as they may in a span."""
    if not (isinstance(do.obj, Pick) and do.obj.how == "over"):
        raise Unsupported("a limit without a number")
    most = term(ctx, do.obj.n)
    bound_do = rebound(counted(do))
    asked = happened(ctx, Did(bound_do, Moment("this", span)))
    return Le(most, asked)


def only(ctx: Context, tree: Norm, around: Around) -> None:
    """A restriction: what it leaves over, and what it forbids."""
    do = tree.do
    assert isinstance(do, Do)
    focus = tree.focus
    shape = pattern(ctx, do, focus)
    made = Only(ctx.standing, shape, focus)
    made.scopes = list(around.conds)
    if focus == "agent":
        made.focus = matcher(ctx, do.agent)
    elif focus == "obj":
        made.focus = matcher(ctx, do.obj)
    elif focus in (*TO_ROLES, "from"):
        told = next(t for n, t in do.roles if n == focus)
        made.focus = matcher(ctx, told)
    elif focus in ("if", "time"):
        made.cond = during(ctx, tree.cond)
        if do.agent is not None and shape.agent is None:
            shape.agent = matcher(ctx, do.agent)
    else:
        raise Unsupported(f"'only' about {focus}")
    ctx.rules.laws[ctx.rules.verb(do.verb)].only.append(made)


def price(ctx: Context, tree: Norm, around: Around) -> None:
    """What must be paid for an act."""
    do = tree.do
    assert isinstance(do, Do)
    made = Law("cost", ctx.standing, pattern(ctx, do))
    made.scopes = list(around.conds)
    made.cond = condition(ctx, tree.cond) if tree.cond is not None else None
    made.able = feasible(ctx, tree.then)
    made.block = written(ctx, tree.then)
    ctx.rules.laws[ctx.rules.verb(do.verb)].costs.append(made)


def written(ctx: Context, tree: Tree) -> Block:
    """A block for an effect."""
    block = ctx.rules.new_block(ctx.sentence)
    kept = ctx.block
    ctx.block = block
    block.slots = ctx.size
    effect(ctx, tree)
    ctx.emit(Settle())
    ctx.block = kept
    return block


def offer(ctx: Context, tree: Norm, around: Around, group: list[Offer]) -> None:
    """Something that players may or must do of their own accord."""
    do = tree.do
    assert isinstance(do, Do)
    rules = ctx.rules
    made = Law(tree.mode, ctx.standing, pattern(ctx, replace(do, obj=None, roles=())))
    made.scopes = list(around.conds)
    found = Offer(len(rules.offers), made, rules.verb(do.verb))
    found.duty = tree.mode == "must"
    found.anytime = around.anytime
    if isinstance(do.agent, Pick):
        found.agent = ctx.slot(do.agent.label)
        agent: Tree = Ref(do.agent.label)
        ctx.sorts[do.agent.label] = "player"
    else:
        agent = do.agent
    if tree.cond is not None:
        made.cond = during(ctx, tree.cond)
    made.span = TURNS
    if around.times is not None:
        made.times = term(ctx, around.times[0])
        if around.times[1] not in ("turn", "phase", "round"):
            raise Unsupported(f"a limit per {around.times[1]}")
        made.span = SPANS[around.times[1]]
    if found.duty:
        made.span = PHASES
    act = replace(do, agent=agent)
    if isinstance(do.obj, Pick) and do.obj.how in ("any", "a", "over"):
        act = replace(act, obj=replace(do.obj, how="a"))
    told = next((t for n, t in do.roles if n in ("onto", "into", "to")), None)
    if told is not None and not isinstance(told, Pick) and sort_of(ctx, told) == "place":
        found.to = place_term(ctx, told)
    block = rules.new_block(ctx.sentence)
    ctx.block = block
    block.slots = ctx.size
    before = set(ctx.slots)
    effect(ctx, act)
    after(ctx, tree, found)
    ctx.emit(Settle())
    ctx.block = None
    found.block = block
    candidates(ctx, act, found, before)
    rules.offers.append(found)
    group.append(found)


def candidates(ctx: Context, act: Do, found: Offer, before: set[str]) -> None:
    """What an offer can be done to: what its first pick would offer."""
    from deckmastor.engine.ops import Choose

    obj = act.obj
    if isinstance(obj, Pick) and obj.n == 1 and obj.how == "a":
        for op in found.block.ops:
            if isinstance(op, Choose):
                if op.slot == ctx.slots.get(obj.label):
                    found.obj = op.slot
                    found.found = op.found
                break
    if found.found is None:
        found.able = feasible(ctx, act, known=before)


def after(ctx: Context, tree: Norm, found: Offer) -> None:
    """What follows if a permission is used, or if it is not."""
    if tree.then is None:
        return
    effect(ctx, tree.then)
    if any(isinstance(node, Logic) and node.op == "not" for node in walk(tree.then)):
        label = next((n.step for n in walk(tree.then) if isinstance(n, Done)), "")
        if label:
            from deckmastor.engine.ops import LetNumber

            block = ctx.rules.new_block(ctx.sentence)
            kept = ctx.block
            ctx.block = block
            block.slots = ctx.size
            ctx.emit(LetNumber(ctx.slot(label), Lit(0)))
            effect(ctx, tree.then)
            ctx.emit(Settle())
            ctx.block = kept
            found.undone = block
            found.once = True


# ---- replacements ---------------------------------------------------------------------------


def replacement(ctx: Context, tree: Instead, around: Around) -> None:
    """What happens in place of an event."""
    made: list[Trigger] = []
    for event in alternatives(tree.event):
        conds = list(around.conds)
        if isinstance(event, Did):
            event, more = asked_event(ctx, event)
            conds += more
        if not isinstance(event, Do):
            raise Unsupported("a replacement of something that is no act")
        shape = pattern(ctx, event)
        found = Trigger(len(ctx.rules.triggers), ctx.standing, shape, tree.once)
        ctx.rules.triggers.append(found)
        ctx.rules.laws[shape.verb].instead.append(found)
        if tree.cond is not None:
            conds.append(condition(ctx, tree.cond))
        if conds:
            from deckmastor.engine.values import And

            found.cond = And(conds)
        made.append(found)
    block = ctx.rules.new_block(ctx.sentence)
    ctx.block = block
    block.slots = ctx.size
    instead(ctx, tree.effect)
    ctx.block = None
    for one_ in made:
        one_.block = block


def instead(ctx: Context, tree: Tree) -> None:
    """The effect of a replacement: the event is replaced only where the effect is really done."""
    if isinstance(tree, May):
        effect(ctx, replace(tree, effect=Joined("next", (MARK, tree.effect))))
    elif isinstance(tree, If) and tree.orelse is None:
        effect(ctx, replace(tree, then=Joined("next", (MARK, tree.then))))
    else:
        ctx.emit(Replaced())
        effect(ctx, tree)


MARK = Do("replaced mark")


def mark(ctx: Context, do: Do, who: Expr) -> None:
    """Note that the act is replaced."""
    ctx.emit(Replaced())


# ---- adopted rules --------------------------------------------------------------------------


def adopted(ctx: Context, tree: Tree, until: Tree) -> None:
    """Write the adoption of a rule: it is compiled once, and in force as often as adopted."""
    rules = ctx.rules
    standing = Adopted(ctx.sentence, max(ctx.standing.tier, 1))
    standing.number = len(rules.endings)
    standing.time = ctx.standing.time + 1
    inner = Context(rules, ctx.defs, ctx.sentence, standing)
    inner.slots = dict(ctx.slots)
    inner.sorts = dict(ctx.sorts)
    inner.size = ctx.size + 40
    inner.renamed = ctx.renamed + 1000
    standing.size = inner.size
    number = standing.number
    rules.endings.append(Ending(standing, "", "", None))
    rule(inner, tree)
    ctx.renamed = inner.renamed
    if until is not None:
        rules.endings[number] = ending(inner, standing, until)
    standing.size = inner.size
    ctx.emit(AdoptRule(number))


def ending(ctx: Context, standing: Adopted, until: Tree) -> Ending:
    """When an adopted rule ends."""
    if isinstance(until, Moment):
        edge, span, cond = point(ctx, until)
        return Ending(standing, edge, span, later(ctx, until, cond))
    raise Unsupported("this end of a rule")


def later(ctx: Context, until: Moment, cond: Expr | None) -> Expr | None:
    """A next turn is not the present one."""
    return cond


__all__ = ["EFFECTS", "Calc", "Cmp", "Of", "Qty", "Reg", "adopted", "rule", "window"]
