"""Compile triggers: what waits for an event, and what watches a state."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.compile_terms import noun_sort
from deckmastor.engine.expressions.truths import And, Eq
from deckmastor.engine.facts.in_force import OnCards, OnModified
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.around import rebound, sharing, unsilenced, written
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.compile_times import elapses, passes
from deckmastor.engine.triggers.compile_moments import during, point
from deckmastor.engine.triggers.compile_patterns import collective, exact, pattern
from deckmastor.engine.triggers.group_events import Collective
from deckmastor.engine.triggers.triggers import Trigger, Watch
from deckmastor.language.ir import Block as Joined
from deckmastor.language.ir import (
    Cmp,
    Did,
    Do,
    Each,
    Group,
    In,
    Is,
    Logic,
    Moment,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Scope,
    Tree,
    When,
    replace,
    rewrite,
    walk,
)


def trigger(ctx: Context, tree: When, around: RuleScope) -> None:
    """What happens when something is done, becomes so, or a moment comes."""
    events = sharing(alternatives(tree.event))
    made: list[Trigger] = []
    for event in events:
        made.append(waiting(ctx, event, tree, around))
    block = written(ctx, holders_kept(ctx, tree.effect, events, made))
    for one in made:
        one.block = block


def level(ctx: Context, tree: Scope) -> None:
    """`While …, EFFECT`: done at every check as long as it is so."""
    found = Trigger(len(ctx.rules.triggers), ctx.standing, None, False)
    ctx.rules.triggers.append(found)
    watch(ctx, tree.arg, found, True)
    found.block = written(ctx, tree.rule)


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
    if isinstance(event, Do) and event.verb in ("begin", "end"):
        spans = event.obj if event.obj is not None else event.agent
        if isinstance(spans, Group):
            return [replace(event, agent=None, obj=item) for item in spans.items]
    return [event]


def holders_kept(ctx: Context, tree: Tree, events: list[Tree], made: list[Trigger]) -> Tree:
    """The effect, with the holder of what the event is about as they were at the event."""
    for event in events:
        do = event.do if isinstance(event, Did) else event
        if not isinstance(do, Do):
            continue
        for pick in (do.agent, do.obj):
            if not isinstance(pick, Pick):
                continue
            held = Of(Ref(pick.label), "holder")
            if not any(node == held for node in walk(tree)):
                continue
            label = f"{pick.label} holder"
            ctx.sorts[label] = "player"
            slot = ctx.slot(label)
            for one_ in made:
                one_.kept.append((slot, term(ctx, held)))
            tree = renamed(tree, held, Ref(label))
    return tree


def renamed(tree: Tree, old: Tree, new: Tree) -> Tree:
    """A tree with one node in the place of another."""
    if tree == old:
        return new
    return rewrite(tree, lambda child: renamed(child, old, new)) if isinstance(tree, Node) else tree


def is_elapse(event: Moment) -> bool:
    """`If 24 hours pass` and `After 24 hours`."""
    length = event.span
    timed = isinstance(length, Qty) and length.unit in SECONDS
    return event.edge == "elapsed" or (event.edge == "after" and timed)


def waiting(ctx: Context, event: Tree, tree: When, around: RuleScope) -> Trigger:
    """A trigger for one event, in the index where it is looked for."""
    rules = ctx.rules
    extra: list[Expr] = unsilenced(ctx, "trigger")
    free: list[tuple[int, Expr]] = []
    while isinstance(event, Each) and isinstance(event.body, (Do, Did, Each)):
        if not isinstance(event.pick, Pick) or not ends_in_act(event.body):
            break
        found_ = term(ctx, event.pick)
        slot = ctx.slot(event.pick.label)
        ctx.slots.setdefault(event.pick.kind.var, slot)
        free.append((slot, found_))
        event = event.body
    if isinstance(event, Did) and not isinstance(event.do, Do):
        event = about_time(event)
    elif isinstance(event, Did):
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
    told = collective(event)
    if told is not None and (tree.timing == "after" or counted_out(told)):
        event = told[0]
    if isinstance(event, Do):
        shape = pattern(ctx, event)
        exact(ctx, event, shape)
        found = Trigger(len(rules.triggers), ctx.standing, shape, tree.once)
        if told is not None and event is told[0]:
            if tree.timing != "after":
                raise Unsupported("several things before or behind an act")
            found.group = group(ctx, told)
            rules.collective = True
        verb_rules = rules.verb_rules[shape.verb]
        {"before": verb_rules.before, "over": verb_rules.over}.get(
            tree.timing, verb_rules.after
        ).append(found)
    elif isinstance(event, Moment) and is_elapse(event):
        found = Trigger(len(rules.triggers), ctx.standing, None, tree.once)
        if event.without is None:
            passes(ctx, event, found)
        else:
            elapses(ctx, event, found)
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
    found.free = free
    conds = around.conds + extra
    if conds:
        found.cond = conds[0] if len(conds) == 1 else And(conds)
    return found


def group(ctx: Context, told: tuple[Do, str, str, Tree]) -> Collective:
    """How many things an event is about, of its labels."""
    do, label, op, n = told
    if n == 0 and op in ("=", "<="):
        raise Unsupported("nothing as an event")
    others = [do.agent, do.obj, *(tree for _, tree in do.roles)]
    keys = [ctx.slots[p.label] for p in others if isinstance(p, Pick) and p.label != label]
    return Collective(ctx.slots[label], keys, op, term(ctx, n))


def by_group(ctx: Context, do: Do) -> bool:
    """Whether an act on several things is begun as one act."""
    return do.verb in ctx.defs or do.verb == "remove"


def counted_out(told: tuple[Do, str, str, Tree]) -> bool:
    """Whether an event names a number, and not just several things."""
    return told[3] != 1 or told[2] != ">="


def asked_event(ctx: Context, event: Did, before: bool = False) -> tuple[Tree, list[Expr]]:
    """An event with a window: in a phase, or for the first time; `before` it has happened."""
    do = event.do
    if not isinstance(do, Do):
        raise Unsupported("waiting for something to have been so for a time")
    conds: list[Expr] = []
    for node in walk(do):
        if isinstance(node, Pick):
            ctx.slots.setdefault(node.label, ctx.slot(node.kind.var or node.label))
            ctx.sorts.setdefault(node.label, noun_sort(ctx, node.kind.noun))
    if event.nth == "first":
        bound = rebound(do)
        conds.append(Eq(happened(ctx, Did(bound, event.window)), Lit(0 if before else 1)))
    elif isinstance(event.window, Moment) and event.window.edge == "during":
        conds.append(during(ctx, event.window))
    elif event.window != "ever":
        raise Unsupported("this window of an event")
    return (do, conds)


def derived_status(ctx: Context, event: Do) -> bool:
    """Whether what is become is stated by facts, and by no act."""
    word = event.obj
    return isinstance(word, str) and word in ctx.rules.facts and word not in ctx.schema.written


def span_event(ctx: Context, event: Do) -> Moment | None:
    """`When a turn begins` as the moment it is."""
    if event.verb not in ("begin", "end"):
        return None
    span = event.obj if event.obj is not None else event.agent
    if isinstance(span, Of) and span.name == "voting period":
        return None
    edge = "beginning" if event.verb == "begin" else "end"
    return Moment(edge, span)


def ends_in_act(tree: Tree) -> bool:
    """Whether an event of something described is an act, and no state."""
    while isinstance(tree, Each):
        tree = tree.body
    return isinstance(tree, Do) or (isinstance(tree, Did) and tree.window != "now")


def about_time(event: Did) -> Tree:
    """A state of something described that has lasted for a time, said of each that fits."""
    state = event.do
    if isinstance(state, (Is, In)) and isinstance(state.who, Pick):
        who = state.who
        return Each(who, replace(event, do=replace(state, who=Ref(who.label))))
    return event


def about(event: Tree) -> Tree:
    """A state of something described, said of each that fits."""
    if isinstance(event, (Is, In)) and isinstance(event.who, Pick):
        return Each(event.who, replace(event, who=Ref(event.who.label)))
    if isinstance(event, Cmp) and isinstance(event.a, Of) and isinstance(event.a.owner, Pick):
        owner = event.a.owner
        return Each(owner, replace(event, a=replace(event.a, owner=Ref(owner.label))))
    return event


def watch(ctx: Context, event: Tree, found: Trigger, level: bool = False) -> None:
    """Look for the moment when a state becomes true, or for as long as it is."""
    rules = ctx.rules
    ctx.bits = 0
    who: Expr | None = None
    slot = NONE
    event = about(event)
    if isinstance(event, Each) and isinstance(event.pick, Pick):
        if event.pick.kind.noun in rules.spans:  # there is one at a time
            ctx.sorts[event.pick.label] = event.pick.kind.noun
            event = event.body
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
        slots, sorts = dict(ctx.slots), dict(ctx.sorts)
        body = condition(ctx, event)
        ctx.slots, ctx.sorts = slots, sorts  # nothing in it is a label of what follows
    voiced = unsilenced(ctx, "trigger")
    if voiced:
        body = And([*voiced, body])
        ctx.bits |= rules.fact_bits
    bits = ctx.bits or -1
    if isinstance(ctx.standing, OnModified):
        bits |= rules.fact_bits
    elif isinstance(ctx.standing, OnCards):
        bits |= rules.any_zone
    made = Watch(len(rules.watches), found, who, slot, body, bits)
    made.level = level
    rules.watches.append(made)
    rules.watched |= bits if bits > 0 else rules.fact_bits
