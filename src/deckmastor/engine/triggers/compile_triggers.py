"""Compile triggers: rules that wait for an act, a moment or a time, or watch a state."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.compile_terms import noun_sort, place_term, sort_of
from deckmastor.engine.expressions.raise_quantifiers import raised, some
from deckmastor.engine.expressions.things import Inside
from deckmastor.engine.expressions.truths import And, Eq, Exists, Or
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.around import rebound, sharing, unsilenced, written
from deckmastor.engine.rules.context import ACTOR, Context, RuleScope
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.compile_times import elapses, passes
from deckmastor.engine.triggers.compile_moments import during, point
from deckmastor.engine.triggers.compile_patterns import (
    collective,
    comparison,
    exact,
    of_its_bearer,
    pattern,
)
from deckmastor.engine.triggers.group_events import Collective
from deckmastor.engine.triggers.triggers import Trigger, Watch
from deckmastor.language.ir import (
    Adopt,
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    Moment,
    Node,
    Norm,
    Of,
    Pick,
    Qty,
    Ref,
    Scope,
    Tally,
    Tree,
    When,
    replace,
    rewrite,
    walk,
)
from deckmastor.language.ir import Block as Joined
from deckmastor.language.morphology import plural

BESIDE: Final = ("below", "above", "next to", "left of", "right of")
LYING: Final = (*BESIDE, "in", "on")
LASTING = (Adopt, Hold, Instead, Norm, When)  # rules that an effect puts into force


def trigger(ctx: Context, tree: When, around: RuleScope) -> None:
    """Compile a `when` sentence: a trigger for each of its events, all with one block."""
    events = sharing(alternatives(tree.event))
    check_landed(tree, events)
    made: list[Trigger] = []
    for event in events:
        made.append(waiting(ctx, event, tree, around))
    block = written(ctx, holders_kept(ctx, tree.effect, events, made))
    for one in made:
        one.block = block


def check_landed(tree: When, events: list[Tree]) -> None:
    """Refuse `When a card is played` with an effect that looks where the card is to lie."""
    if tree.timing != "after":
        return
    for event in events:
        card = played(event)
        if card is None:
            return
        acts = outside(tree.effect, (*LASTING, Can, Did))
        if any(isinstance(node, Do) and card in (node.obj, node.agent) for node in acts):
            return  # the effect may put it somewhere first
        asked = [node for node in outside(tree.effect, LASTING) if isinstance(node, In)]
        if not any(looks_around(node, card) for node in asked):
            return
    told = "this card" if card == Ref("this") else "a card"
    raise Unsupported(
        f"'When {told} is played' comes before the card lies in its new place, so that nothing is "
        f"below it. Say 'After {told} resolves, …'"
    )


def played(event: Tree) -> Tree:
    """The card that an event says is played; None for other events."""
    if not isinstance(event, Do) or event.verb != "play":
        return None
    return Ref(event.obj.label) if isinstance(event.obj, Pick) else event.obj


def outside(tree: Tree, kinds: tuple[type[Node], ...]) -> list[Node]:
    """The nodes of a tree that are not part of a node of some kinds."""
    inner = {id(part) for node in walk(tree) if isinstance(node, kinds) for part in walk(node)}
    return [node for node in walk(tree) if id(node) not in inner]


def looks_around(node: In, card: Tree) -> bool:
    """True if a condition asks what lies beside a card, or whether it lies in a place."""
    return (node.place == card and node.rel in BESIDE) or (node.who == card and node.rel in LYING)


def level(ctx: Context, tree: Scope) -> None:
    """Compile `While …, EFFECT`: the effect runs at every check as long as the state holds."""
    found = Trigger(len(ctx.rules.triggers), ctx.standing, None, False)
    ctx.rules.triggers.append(found)
    watch(ctx, tree.arg, found, True)
    found.block = written(ctx, tree.rule)


def alternatives(event: Tree) -> list[Tree]:
    """The alternative events of a sentence: `when … or …`."""
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
    """The effect with the holders of agent and object as labels, bound at the event."""
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
    """The tree with each node `old` replaced by `new`."""
    if tree == old:
        return new
    return rewrite(tree, lambda child: renamed(child, old, new)) if isinstance(tree, Node) else tree


def is_elapse(event: Moment) -> bool:
    """True if a moment is a time that passes: `If 24 hours pass`, `After 24 hours`."""
    length = event.span
    timed = isinstance(length, Qty) and length.unit in SECONDS
    return event.edge == "elapsed" or (event.edge == "after" and timed)


def waiting(ctx: Context, event: Tree, tree: When, around: RuleScope) -> Trigger:
    """Compile the trigger of one event and index it: by verb, by moment, or as a watch."""
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
    elif isinstance(event, Did) and raised(ctx, event) is event:
        event, more = asked_event(ctx, event)
        extra += more
    if isinstance(event, Do):
        event = of_its_bearer(ctx, event)
    if isinstance(event, Do) and event.verb == "set" and tree.timing == "after":
        event = reached(event)
    elif isinstance(event, Do):
        check_counted(ctx, event, "Before a player loses X {}, if that player has at most X {}, …")
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
        throws = ctx.schema.rerolls  # it is asked whose the draws of an effect are
        if gives(tree.effect) or throws:
            slot = ctx.slot(ACTOR)
            shape.doer = slot if rules.authors >= 0 or throws else NONE
        if isinstance(event.agent, Pick) and sort_of(ctx, event.agent) == "player":
            ctx.members.add(event.agent.label)
            ctx.circle = ctx.slot(event.agent.label)  # `the next player` is next to who acted
        found = Trigger(len(rules.triggers), ctx.standing, shape, tree.once)
        if told is not None and event is told[0]:
            if tree.timing != "after":
                raise Unsupported("several things before or behind an act")
            found.group = group(ctx, told)
            rules.collective = True
        verb_rules = rules.verb_rules[shape.verb]
        if tree.timing == "over" and shape.origin is not None:
            raise Unsupported("where a card comes from, after it was played. Say 'When …'")
        if tree.timing == "before":
            found.early = True
            found.brings = brought(ctx, ctx.rename(tree.effect, set(ctx.slots)))
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
    elif without_end(event):
        if tree.timing != "after":
            raise Unsupported("what comes before effects without end. Say 'When effects …'")
        found = Trigger(len(rules.triggers), ctx.standing, None, tree.once)
        rules.settlers.append(found)
    else:
        found = Trigger(len(rules.triggers), ctx.standing, None, tree.once)
        watch(ctx, event, found)
    rules.triggers.append(found)
    found.free = free
    put_condition(found, around.conds + extra)
    return found


def gives(tree: Tree) -> bool:
    """True if an effect can give something a modifier, whose author is then who acted."""
    return any(
        isinstance(node, Do)
        and node.verb in ("gain", "become")
        and (("family", "modifier") in node.roles or not isinstance(node.obj, (Qty, str)))
        for node in walk(tree)
    )


def check_counted(ctx: Context, event: Do, instead: str) -> None:
    """Refuse to wait for what a number of counters would become: a loss would not be seen.

    `instead` is the wording to offer.
    """
    unit = event.obj.name if event.verb == "set" and isinstance(event.obj, Of) else ""
    if unit in ctx.schema.lexicon.units:
        many = plural(unit)
        said = instead.replace("{}", many)
        raise Unsupported(f"what {many} would become: a loss would not be seen. Say '{said}'")


def reached(event: Do) -> Tree:
    """`A player's coins become at most 0` as the state that they are, however that comes about."""
    value = event.obj
    told = next((told for name, told in event.roles if name == "to"), None)
    if not isinstance(value, Of) or not isinstance(told, (int, Calc, Of, Tally)):
        return event
    op, than = comparison(told)
    if isinstance(value.owner, Pick):
        owner = value.owner
        return Each(owner, Cmp(Of(Ref(owner.label), value.name), op, than))
    return Cmp(value, op, than)


def without_end(event: Tree) -> bool:
    """True if an event is that effects have no end."""
    match event:
        case Each(
            pick=Pick(how="some" | "any", kind=Kind(noun="effect", where=())),
            body=Logic(op="not", parts=(Is(family="end"),)),
        ):
            return True
    return False


def brought(ctx: Context, tree: Tree) -> Expr:
    """The condition that an effect can bring something: a pile that it moves is not empty."""
    match tree:
        case If(cond=cond, then=then, orelse=None):
            return And([condition(ctx, cond), brought(ctx, then)])
        case Joined(parts=parts):
            return Or([brought(ctx, part) for part in parts])
        case Do(verb="shuffle" | "move", obj=Of() as pile, roles=roles) if roles:
            if sort_of(ctx, pile) == "place" and not isinstance(pile.owner, Pick):
                return Exists(Inside(place_term(ctx, pile)))
    return Lit(1)


def put_condition(found: Trigger, conds: list[Expr]) -> None:
    """Give a trigger its conditions; they may speak of the number of things of a group."""
    cond = And(conds) if len(conds) > 1 else conds[0] if conds else None
    if found.group is not None and found.group.amount != NONE:
        found.group.cond = cond
    else:
        found.cond = cond


def group(ctx: Context, told: tuple[Do, str, str, Tree]) -> Collective:
    """The group of an event about several things: their label, shared labels, and number."""
    do, label, op, n = told
    if n == 0 and op in ("=", "<="):
        raise Unsupported("nothing as an event")
    others = [do.agent, do.obj, *(tree for _, tree in do.roles)]
    keys = [ctx.slots[p.label] for p in others if isinstance(p, Pick) and p.label != label]
    if isinstance(n, Ref) and not ctx.knows(n.name):
        made = Collective(ctx.slots[label], keys, ">=", Lit(1))
        made.amount = ctx.slot(n.name)
        ctx.sorts[n.name] = "number"
        return made
    return Collective(ctx.slots[label], keys, op, term(ctx, n))


def by_group(ctx: Context, do: Do) -> bool:
    """True if acts of the verb can be replaced for several things at once."""
    return do.verb in ctx.defs or do.verb == "remove"


def counted_out(told: tuple[Do, str, str, Tree]) -> bool:
    """True if an event states a number of things, not just `some`."""
    return told[3] != 1 or told[2] != ">="


def asked_event(ctx: Context, event: Did, before: bool = False) -> tuple[Tree, list[Expr]]:
    """The act and the conditions of an event with a window: in a phase, or for the first time.

    `before`: the conditions are tested before the act is counted.
    """
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
    """True if facts state the status that is become, and no act sets it."""
    word = event.obj
    return isinstance(word, str) and word in ctx.rules.facts and word not in ctx.schema.written


def span_event(ctx: Context, event: Do) -> Moment | None:
    """`When a turn begins` as a moment, or None if the event is no such act."""
    if event.verb not in ("begin", "end"):
        return None
    span = event.obj if event.obj is not None else event.agent
    if isinstance(span, Of) and span.name == "voting period":
        return None
    edge = "beginning" if event.verb == "begin" else "end"
    return Moment(edge, span)


def ends_in_act(tree: Tree) -> bool:
    """True if an event with a description is an act and not a state."""
    while isinstance(tree, Each):
        tree = tree.body
    return isinstance(tree, Do) or (isinstance(tree, Did) and tree.window != "now")


def about_time(event: Did) -> Tree:
    """A state that has lasted for a time, of a described thing, as a sentence about each thing."""
    state = event.do
    if isinstance(state, (Is, In)) and isinstance(state.who, Pick):
        who = state.who
        return Each(who, replace(event, do=replace(state, who=Ref(who.label))))
    return event


def about(ctx: Context, event: Tree) -> Tree:
    """A state with the first of its noun phrases around it that speaks of some thing.

    `a player is tired and the deck is empty` is true of each such player.
    """
    if isinstance(event, Logic) and event.op == "and":
        for part in event.parts:
            told = about(ctx, part)
            if isinstance(told, Each) and some(told.pick):
                rest = tuple(told.body if other is part else other for other in event.parts)
                return replace(told, body=replace(event, parts=rest))
        return event
    return raised(ctx, event)


def watch(ctx: Context, event: Tree, found: Trigger, level: bool = False) -> None:
    """Compile a watch: it fires when a state becomes true, or with `level` while it is true."""
    rules = ctx.rules
    ctx.bits = 0
    who: Expr | None = None
    slot = NONE
    spells = len(rules.spells)
    event = about(ctx, event)
    if isinstance(event, Each) and isinstance(event.pick, Pick):
        if event.pick.kind.noun in rules.spans:  # only one exists at a time
            ctx.sorts[event.pick.label] = event.pick.kind.noun
            event = event.body
    if isinstance(event, Each) and isinstance(event.pick, Pick) and some(event.pick):
        who = term(ctx, event.pick)
        slot = ctx.slot(event.pick.label)
        ctx.slots.setdefault(event.pick.kind.var, slot)
        body = condition(ctx, event.body)
    else:
        slots, sorts = dict(ctx.slots), dict(ctx.sorts)
        body = condition(ctx, event)
        ctx.slots, ctx.sorts = slots, sorts  # labels of the state are unknown to the effect
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
    made.timed = len(rules.spells) > spells
    made.level = level
    rules.watches.append(made)
    rules.watched |= bits if bits > 0 else rules.fact_bits
