"""Rules compiled: triggers, norms, replacements, facts, orders, and rules that effects adopt."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.collective import Collective
from deckmastor.engine.duties import SetTimer
from deckmastor.engine.history import Happened, Total
from deckmastor.engine.machine import Block
from deckmastor.engine.moments import Ending
from deckmastor.engine.norms import OUT_OF_TURN, Only, freed
from deckmastor.engine.norms import Norm as Law
from deckmastor.engine.ops import Choose, LetNumber, Settle
from deckmastor.engine.ops import Hold as OneStep
from deckmastor.engine.ops_acts import AdoptRule, Guard, Replaced
from deckmastor.engine.patterns import Pattern
from deckmastor.engine.program.conditions import condition
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.effects import effect, objected
from deckmastor.engine.program.effects import pick as picked_now
from deckmastor.engine.program.events import (
    TO_ROLES,
    collective,
    destination,
    exact,
    happened,
    matcher,
    pattern,
    window,
)
from deckmastor.engine.program.facts import fact, first_value, limited
from deckmastor.engine.program.feasible import demands, feasible
from deckmastor.engine.program.lawmaking import any_rule
from deckmastor.engine.program.moments import ROUNDS_THEN, during, point, within
from deckmastor.engine.program.orders import order
from deckmastor.engine.program.terms import SECONDS, find, noun_sort, place_term, sort_of, term
from deckmastor.engine.program.timing import deadline_of, due_by, elapses, passes, per, untimed
from deckmastor.engine.roles import AllPersons
from deckmastor.engine.ruleset import FIRST_ZONE
from deckmastor.engine.standing import Adopted, OnCards, OnModified, Standing
from deckmastor.engine.state import NONE, OVER, PHASES, ROUNDS, SINCE, TURNS
from deckmastor.engine.triggers import Trigger, Watch
from deckmastor.engine.values import (
    Add,
    And,
    Empty,
    Eq,
    Expr,
    Le,
    Lit,
    Lt,
    Not,
    Or,
    OwnPlace,
    Reg,
    SizeOne,
    Sub,
    Var,
)  # fmt: skip
from deckmastor.engine.window import Fitting, Offer, Unforbidden
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
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Rank,
    Ref,
    Scope,
    Tally,
    Tree,
    When,
    replace,
    rewrite,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.paraphrase import Style, tell

SPANS = {"turn": TURNS, "phase": PHASES, "round": ROUNDS, "game": OVER}
EFFECTS = (Do, Joined, Each, May, If)
YOU_WORD = Ref("you")
LIMITS = {">": ">=", "<": "<="}  # when what a bound forbids is one thing away
DENIED = {"<=": ">", ">=": "<"}  # what a bound that must be forbids
MAKING = ("submit", "create")  # acts on something that is not there before them


class Around:
    """What stands around a rule: conditions, limits, and whether it beats other rules."""

    __slots__ = ("anytime", "conds", "over", "per", "times")

    def __init__(self) -> None:
        self.conds: list[Expr] = []
        self.times: tuple[Tree, str] | None = None  # how often at most, in which span
        self.over = False  # whether more often than that is forbidden
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
            if not (type(ctx.standing) is Standing and first_value(ctx.schema, tree)):
                fact(ctx, tree, around.conds)
        case Rank():
            order(ctx, tree)
        case Define():
            pass
        case _:
            raise Unsupported(f"a {type(tree).__name__} as a rule")


def scoped(ctx: Context, tree: Scope, around: Around) -> None:
    """A rule within a time, a condition or a limit."""
    duty = with_deadline(tree)
    if duty is not None:
        rule(ctx, duty, around)
        return
    match tree.kind:
        case "during":
            if isinstance(tree.rule, (Norm, Scope)):
                subject_first(ctx, tree.rule)
            around.conds.append(during(ctx, tree.arg))
        case "while":
            if isinstance(tree.rule, EFFECTS):
                level(ctx, tree)
                return
            tree = about_doer(tree)
            subject_first(ctx, tree.rule)
            around.conds.append(condition(ctx, tree.arg))
        case "despite":
            ctx.standing.tier += 10
        case "anytime":
            around.anytime = True
        case "limit":
            arg = tree.arg
            if isinstance(arg, Group) and len(arg.items) == 2:
                around.times = (arg.items[0], str(arg.items[1]))
                around.over = arg.op == "over"
            else:
                raise Unsupported("this limit")
        case "per":
            around.per = str(tree.arg)
        case "until":
            rule(ctx, until(tree.rule, tree.arg), around)
            return
        case _:
            raise Unsupported(f"'{tree.kind}' around a rule")
    rule(ctx, tree.rule, around)


def with_deadline(tree: Scope) -> Norm | None:
    """`must … before the end of the week` as the duty by then that it is."""
    match tree:
        case Scope(kind="during", arg=Moment(edge="before", span=Moment() as end), rule=n):
            if not isinstance(n, Norm) or n.mode != "must":
                return None
            if isinstance(n.do, Do):
                return replace(n, do=replace(n.do, roles=(*n.do.roles, ("before", end))))
            if isinstance(n.do, Joined) and all(isinstance(part, Do) for part in n.do.parts):
                parts = tuple(
                    replace(part, roles=(*part.roles, ("before", end)))
                    for part in n.do.parts
                    if isinstance(part, Do)
                )
                return replace(n, do=replace(n.do, parts=parts))
    return None


def about_doer(tree: Scope) -> Scope:
    """`While a player is tired, they …`: the rule describes the player, its condition asks."""
    for pick in walk(tree.arg):
        if isinstance(pick, Pick) and pick.how in ("any", "a"):
            named = Ref(pick.label)
            if any(node == named for node in walk(tree.rule)):
                arg = renamed(tree.arg, pick, named)
                return replace(tree, arg=arg, rule=first_renamed(tree.rule, named, pick))
    return tree


def first_renamed(tree: Tree, old: Tree, new: Tree) -> Tree:
    """A tree with a node in the place of the first of another, in written order."""
    done = False

    def swap(child: Tree) -> Tree:
        nonlocal done
        if done:
            return child
        if child == old:
            done = True
            return new
        return rewrite(child, swap) if isinstance(child, Node) else child

    return swap(tree)


def until(tree: Tree, end: Tree) -> Tree:
    """A rule that holds as long as something was not done, or is not so."""
    if isinstance(tree, Scope):
        return replace(tree, rule=until(tree.rule, end))
    if not isinstance(tree, (Norm, Hold)):
        raise Unsupported("'until' around such a rule")
    over = Logic("not", (Did(end) if isinstance(end, Do) else end,))
    cond = over if tree.cond is None else Logic("and", (over, tree.cond))
    return replace(tree, cond=cond)


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


def sharing(events: list[Tree]) -> list[Tree]:
    """Alternative events of which one speaks of what another describes: all describe it."""
    picks = {
        node.label: node
        for event in events
        if isinstance(event, Do)
        for node in (event.agent, event.obj, *(told for _, told in event.roles))
        if isinstance(node, Pick)
    }

    def told(tree: Tree) -> Tree:
        return picks.get(tree.name, tree) if isinstance(tree, Ref) else tree

    return [
        replace(
            event,
            agent=told(event.agent),
            obj=told(event.obj),
            roles=tuple((name, told(tree)) for name, tree in event.roles),
        )
        if isinstance(event, Do)
        else event
        for event in events
    ]


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


def waiting(ctx: Context, event: Tree, tree: When, around: Around) -> Trigger:
    """A trigger for one event, in the index where it is looked for."""
    rules = ctx.rules
    extra: list[Expr] = []
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
        law = rules.laws[shape.verb]
        {"before": law.before, "over": law.over}.get(tree.timing, law.after).append(found)
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
        from deckmastor.engine.values import And

        found.cond = conds[0] if len(conds) == 1 else And(conds)
    return found


def group(ctx: Context, told: tuple[Do, str, str, Tree]) -> Collective:
    """How many things an event is about, of its labels."""
    do, label, op, n = told
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
    bits = ctx.bits or -1
    if isinstance(ctx.standing, OnModified):
        bits |= rules.fact_bits
    elif isinstance(ctx.standing, OnCards):
        bits |= rules.any_zone
    made = Watch(len(rules.watches), found, who, slot, body, bits)
    made.level = level
    bases = own_places(body, slot)
    if bases and isinstance(who, AllPersons) and not level:
        # The bit of a place says more than the bit of its name: only the former is looked at.
        named = (1 << (FIRST_ZONE + len(ctx.schema.zone_names))) - 1
        for person in range(len(who.persons)):
            bits_of = [rules.place_bits[base + person] & ~named for base in bases]
            made.own.append(sum(set(bits_of)))
    rules.watches.append(made)
    rules.watched |= bits if bits > 0 else rules.fact_bits


def own_places(expr: Expr, slot: int) -> list[int]:
    """The places of the thing under a label that alone decide a condition; none if others do."""
    if isinstance(expr, (And, Or)):
        parts = [own_places(part, slot) for part in expr.parts]
        return [base for part in parts for base in part] if all(parts) else []
    if isinstance(expr, Not):
        return own_places(expr.a, slot)
    if isinstance(expr, (Eq, Le, Lt)):
        sides = [side for side in (expr.a, expr.b) if not isinstance(side, Lit)]
        return own_places(sides[0], slot) if len(sides) == 1 else []
    if isinstance(expr, (SizeOne, Empty)) and isinstance(expr.place, OwnPlace):
        owner = expr.place.owner
        return [expr.place.base] if isinstance(owner, Reg) and owner.slot == slot else []
    return []


# ---- norms ----------------------------------------------------------------------------------


def norm(ctx: Context, tree: Norm, around: Around) -> None:
    """A permission, duty, prohibition, restriction or price."""
    if isinstance(tree.do, Joined) and tree.do.mode == "one":
        group: list[Offer] = []
        for part in tree.do.parts:
            if isinstance(part, Joined):
                raise Unsupported("a permission of several steps")
            one(ctx, replace(tree, do=part), around, group)
        if tree.mode == "must":
            for found in group:
                found.group = [other.number for other in group]
        return
    if isinstance(tree.do, Logic) and all(isinstance(part, Do) for part in tree.do.parts):
        for part in sharing(list(tree.do.parts)):
            one(ctx, replace(tree, do=part), around, [])
        return
    if not isinstance(tree.do, Do):
        bound(ctx, tree, around)
        return
    one(ctx, tree, around, [])


def bound(ctx: Context, tree: Norm, around: Around) -> None:
    """A state that may never be: `The hand limit cannot be less than 3.`"""
    told = tree.do
    if isinstance(told, Logic) and told.op == ("and" if tree.mode == "must" else "or"):
        for part in told.parts:
            bound(ctx, replace(tree, do=part), around)
        return
    if tree.mode == "must" and isinstance(told, Cmp) and told.op in DENIED:
        told = replace(told, op=DENIED[told.op])
    elif tree.mode == "must" and isinstance(told, Each) and isinstance(told.body, Cmp):
        told = replace(told, body=replace(told.body, op=DENIED.get(told.body.op, "")))
    elif tree.mode != "cannot":
        raise Unsupported("a bound that is no prohibition")
    tree = replace(tree, mode="cannot")
    if isinstance(told, Each) and isinstance(told.pick, Pick):
        crowded(ctx, told, tree, around)
    elif isinstance(told, Is):
        fact(ctx, Hold(Logic("not", (told,)), tree.cond), around.conds)
    elif isinstance(told, Cmp):
        limited(ctx, told, tree.cond, around.conds)
    else:
        raise Unsupported("a bound of this sort")


def crowded(ctx: Context, told: Each, tree: Norm, around: Around) -> None:
    """`A bed cannot contain more than 3 flowers`: no further one can enter (or leave) it."""
    pick, body = told.pick, told.body
    assert isinstance(pick, Pick)
    if not (isinstance(body, Cmp) and body.op in LIMITS and isinstance(body.a, Tally)):
        raise Unsupported("a bound of this sort")
    kind = body.a.what
    if not isinstance(kind, Kind):
        raise Unsupported("a bound of this sort")
    whose = Ref(pick.label)
    inside = [p for p in kind.where if isinstance(p, In) and p.place == whose]
    own = [p for p in kind.where if isinstance(p, In) and holds(p.place, whose)]
    if len(inside) != 1 or len(own) > 1:
        raise Unsupported("a bound of this sort")
    var = kind.var + "*"
    said = (*inside, *own)
    rest = tuple(substitute(p, kind.var, Ref(var)) for p in kind.where if p not in said)
    full = replace(body, op=LIMITS[body.op])
    cond = full if tree.cond is None else Logic("and", (full, tree.cond))
    moved = Pick("any", 1, Kind(kind.noun, rest, var), var)
    verb = "enter" if body.op == ">" else "leave"
    if own:
        do = Do(verb, moved, replace(own[0].place, owner=pick))  # type: ignore[type-var]
    elif inside[0].rel in ("in", "on"):
        do = Do(verb, moved, pick)
    elif body.op == "<":
        raise Unsupported("a bound of this sort")
    elif kind.noun in ctx.schema.attrs and inside[0].rel == "of":
        do = Do("gain", pick, moved)
    else:
        raise Unsupported("a bound of this sort")
    one(ctx, replace(tree, do=do, cond=cond), around, [])


def holds(place: Tree, whose: Tree) -> bool:
    """Whether a place is said to be somebody's."""
    return isinstance(place, Of) and place.owner == whose


def one(ctx: Context, tree: Norm, around: Around, group: list[Offer]) -> None:
    """A norm about one act."""
    do = tree.do
    assert isinstance(do, Do)
    ctx.judged = ctx.rules.verb(do.verb)
    law = ctx.rules.laws[ctx.judged]
    if tree.mode == "only":
        only(ctx, tree, around)
        return
    if tree.mode == "cost":
        price(ctx, tree, around)
        return
    if tree.mode in ("may", "must") and do.agent is not None:
        offer(ctx, tree, around, group)
        return
    made = Law(tree.mode, ctx.standing, pattern(ctx, counted(do) if around.per else single(do)))
    if tree.mode == "cannot":
        exact(ctx, do, made.pattern)
    made.scopes = list(around.conds)
    made.unless, cond = required(tree.cond)
    conds = [during(ctx, cond)] if cond is not None else []
    if around.per:
        conds.append(limit_reached(ctx, do, around.per, made.pattern))
    if around.times is not None:
        if not around.over:
            raise Unsupported("how often something cannot be done: say 'more than … per …'")
        most, span = around.times
        asked = happened(ctx, Did(rebound(do), Moment("this", span)))
        conds.append(Le(term(ctx, most), asked))
    if conds:
        made.cond = conds[0] if len(conds) == 1 else And(conds)
    if tree.mode == "cannot" and not around.per and several_told(do):
        raise Unsupported("a number of things in a prohibition")
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


def several_told(do: Do) -> bool:
    """Whether an act is on a number of things."""
    return isinstance(do.obj, Pick) and isinstance(do.obj.n, int) and do.obj.n > 1


def required(cond: Tree) -> tuple[frozenset[str], Tree]:
    """Whose texts may require an act (`unless a card requires this act`), and what else."""
    match cond:
        case Logic(op="not", parts=(Did(do=Do(verb="require", agent=who, obj=Ref(name="act"))),)):
            told = who.items if isinstance(who, Group) else (who,)
            return (frozenset(p.kind.noun for p in told if isinstance(p, Pick)), None)
        case Logic(op="and", parts=parts):
            for n, part in enumerate(parts):
                found, rest = required(part)
                if found and rest is None:
                    left = parts[:n] + parts[n + 1 :]
                    return (found, left[0] if len(left) == 1 else Logic("and", left))
    return (frozenset(), cond)


def places_of(ctx: Context, told: Tree) -> Expr:
    """All places that a role of a norm can mean."""
    if (
        isinstance(told, Pick)
        and sort_of(ctx, told) == "place"
        and told.kind.noun in ctx.schema.attrs
    ):
        return find(ctx, told.kind)
    return place_term(ctx, told)


def single(do: Do) -> Do:
    """The act on one thing instead of `more than n`, which is a limit and no description."""
    if isinstance(do.obj, Pick) and do.obj.how == "over":
        return replace(do, obj=replace(do.obj, how="any", n=1))
    return do


def counted(do: Do) -> Do:
    """The act without `more than n`, of things or of counters."""
    if isinstance(do.obj, Qty) and isinstance(do.obj.n, Calc) and do.obj.n.op == "more than":
        return replace(do, obj=replace(do.obj, n=1))
    return single(do)


def limit_reached(ctx: Context, do: Do, span: str, shape: Pattern) -> Expr:
    """Whether somebody has done something as often as they may in a span.

    Of counters, whether they would then have done it to more than they may.
    """
    if isinstance(do.obj, Qty) and isinstance(do.obj.n, Calc) and do.obj.n.op == "more than":
        done = happened(ctx, Did(rebound(counted(do)), Moment("this", span)))
        assert isinstance(done, Happened)
        total = Total(done.index, done.pattern, done.window)
        shape.amount = ctx.spare()
        return Lt(term(ctx, do.obj.n.args[0]), Add([total, Reg(shape.amount)]))
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
    made.unless, cond = required(tree.cond)
    if cond is not None and focus not in ("if", "time"):
        made.scopes.append(condition(ctx, cond))
    if focus == "agent":
        made.focus = matcher(ctx, do.agent)
    elif focus == "obj":
        made.focus = matcher(ctx, do.obj)
    elif focus in (*TO_ROLES, "from"):
        told = next(t for n, t in do.roles if n == focus)
        made.focus = destination(ctx, focus, told)
    elif focus in ("if", "time"):
        made.cond = during(ctx, tree.cond)
        if isinstance(tree.cond, Moment) and is_turn(tree.cond.span):
            made.unless |= {OUT_OF_TURN}
        if do.agent is not None and shape.agent is None:
            shape.agent = matcher(ctx, do.agent)
    elif focus == "limit" and around.times is not None:
        most, span = around.times
        asked = happened(ctx, Did(rebound(do), Moment("this", span)))
        made.cond = Lt(asked, term(ctx, most))
    else:
        raise Unsupported(f"'only' about {focus}")
    ctx.rules.laws[ctx.rules.verb(do.verb)].only.append(made)


def is_turn(span: Tree) -> bool:
    """Whether a time is somebody's turn."""
    return isinstance(span, Of) and span.name == "turn"


def price(ctx: Context, tree: Norm, around: Around) -> None:
    """What must be paid for an act."""
    do = tree.do
    assert isinstance(do, Do)
    made = Law("cost", ctx.standing, pattern(ctx, do))
    made.scopes = list(around.conds)
    made.cond = condition(ctx, tree.cond) if tree.cond is not None else None
    paid = apart(ctx, tree.then, do.obj)
    made.able = feasible(ctx, paid, full=True)
    made.demands = demands(ctx, paid)
    made.block = held(ctx, lambda: effect(ctx, paid))
    ctx.rules.laws[ctx.rules.verb(do.verb)].costs.append(made)


def apart(ctx: Context, tree: Tree, thing: Tree) -> Tree:
    """A price that is not paid with the very thing it is paid for."""
    told = Ref(thing.label) if isinstance(thing, Pick) else thing
    if not isinstance(told, Ref):
        return tree

    def part(node: Tree) -> Tree:
        if isinstance(node, Do) and isinstance(node.obj, Pick) and node.obj.how != "top":
            if sort_of(ctx, node.obj) == "card":
                kind = node.obj.kind
                other = Cmp(Ref(kind.var), "!=", told)
                kind = replace(kind, where=(*kind.where, other))
                return replace(node, obj=replace(node.obj, kind=kind))
        return rewrite(node, part) if isinstance(node, Node) else node

    return part(tree)


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


def held(ctx: Context, write: Callable[[], None]) -> Block:
    """A block that is part of the step in which it is called."""
    block = ctx.rules.new_block(ctx.sentence)
    kept = ctx.block
    ctx.block = block
    block.slots = ctx.size
    ctx.emit(OneStep(1))
    write()
    ctx.emit(OneStep(-1))
    ctx.block = kept
    return block


def offer(ctx: Context, tree: Norm, around: Around, group: list[Offer]) -> None:
    """Something that players may or must do of their own accord."""
    do = tree.do
    assert isinstance(do, Do)
    rules = ctx.rules
    made = Law(tree.mode, ctx.standing, pattern(ctx, replace(do, obj=None, roles=())))
    made.scopes = list(around.conds)
    whom = next((told for name, told in do.roles if name == "for"), None)
    if do.verb == "act" and whom is not None:
        if tree.cond is not None:
            made.cond = during(ctx, tree.cond)
        rules.proxies.append((made, term(ctx, whom)))
        return
    found = Offer(len(rules.offers), made, rules.verb(do.verb))
    found.by = freed(do)
    found.duty = tree.mode == "must"
    if found.duty:
        rules.duties.append(made)
    found.anytime = around.anytime
    if isinstance(do.agent, Pick):
        found.agent = ctx.slot(do.agent.label)
        agent: Tree = Ref(do.agent.label)
        ctx.sorts[do.agent.label] = "player"
    else:
        agent = do.agent
    time, asked = objected(tree.cond)
    if tree.cond is not None and time is None:
        made.cond = during(ctx, tree.cond)
    made.span = TURNS
    if around.times is not None:
        made.times = term(ctx, around.times[0])
        made.span = counting(ctx, around.times[1])
    if found.duty:
        made.span = PHASES
    act = replace(untimed(do), agent=agent)
    due = deadline_of(do) if found.duty else None
    if isinstance(do.obj, Pick) and do.obj.how in ("any", "a", "over"):
        act = replace(act, obj=replace(do.obj, how="new" if makes(do) else "a"))
    act = replace(act, roles=tuple((n, picked(t)) for n, t in act.roles))
    told = next((t for n, t in do.roles if n in ("onto", "into", "to")), None)
    if told is not None and not isinstance(told, Pick) and sort_of(ctx, told) == "place":
        found.to = place_term(ctx, told)
    block = rules.new_block(ctx.sentence)
    ctx.block = block
    block.slots = ctx.size
    before = set(ctx.slots)
    if time is None:
        effect(ctx, act)
    else:
        announced(ctx, act, asked, time)
    after(ctx, tree, found)
    if due is not None:
        found.once = False
    ctx.emit(Settle())
    ctx.block = None
    found.block = block
    candidates(ctx, act, found, before)
    found.goal = next((op.found for op in block.ops if isinstance(op, Choose)
                       and isinstance(op.found, Fitting)), None)  # fmt: skip
    allowed_before(ctx, act, block)
    if found.found is None:
        found.text = spoken(ctx, do)
    if due is not None:
        due_by(ctx, due, found, None if group else found.undone)  # once for all ways to meet it
        found.undone = None  # it follows when the time is up, not when somebody passes
    rules.offers.append(found)
    group.append(found)


def announced(ctx: Context, act: Do, cond: Tree, time: Qty) -> None:
    """Write an act that is only announced: it is done after a time, if nothing stands against it.

    What it is done to is chosen when it is announced.
    """
    if isinstance(act.obj, Pick):
        assert act.agent is not None
        picked_now(ctx, act.obj, term(ctx, act.agent))
        act = replace(act, obj=Ref(act.obj.label))
    postponed(ctx, If(cond, act), time)


def makes(do: Do) -> bool:
    """Whether what an act is done to is not there before it."""
    return do.verb in MAKING or (do.verb == "adopt" and any_rule(do.obj))


def allowed_before(ctx: Context, act: Do, block: Block) -> None:
    """Whether an offered act is allowed is asked when it is offered, and not again."""
    if act.obj is None or (isinstance(act.obj, Pick) and act.obj.n == 1):
        law = ctx.rules.laws[ctx.rules.verb(act.verb)]
        for op in block.ops:
            if isinstance(op, Guard) and op.law is law:
                op.free = True
                return


def spoken(ctx: Context, do: Do) -> str:
    """An act as it is offered: `draw a card`."""
    act = do
    if isinstance(do.agent, Pick):
        act = substitute(substitute(do, do.agent.label, YOU_WORD), do.agent.kind.var, YOU_WORD)
    if isinstance(act.obj, Pick) and act.obj.how == "any":
        act = replace(act, obj=replace(act.obj, how="a"))
    act = replace(act, agent=YOU_WORD, label="")
    text = tell(Para((act,), "card"), ctx.schema.lexicon, Style()).rstrip(".")
    return text[:1].lower() + text[1:] if text.lower().startswith(do.verb) else do.verb


def picked(told: Tree) -> Tree:
    """Anything in a role of an offer, as something that is picked."""
    return replace(told, how="a") if isinstance(told, Pick) and told.how == "any" else told


def counting(ctx: Context, span: str) -> int:
    """The scalar that counts the spans of a limit."""
    found = per(ctx, span)
    if found != NONE:
        return found
    if within(ctx, span):
        return ctx.schema.attrs["#contests"].at
    if span not in SPANS and ctx.schema.lexicon.is_kind(span, "game"):
        return OVER
    if span not in SPANS:
        raise Unsupported(f"a limit per {span}")
    return SPANS[span]


def candidates(ctx: Context, act: Do, found: Offer, before: set[str]) -> None:
    """What an offer can be done to: what its first pick would offer."""
    obj = act.obj
    if obj is None:
        picks = [told for _, told in act.roles if isinstance(told, Pick)]
        obj = picks[0] if len(picks) == 1 else None
        found.aimed = obj is not None
    if isinstance(obj, Pick) and obj.n == 1 and obj.how == "a":
        for op in found.block.ops:
            if isinstance(op, Choose):
                if op.slot == ctx.slots.get(obj.label):
                    found.obj = op.slot
                    found.found = op.found
                    if isinstance(op.found, Unforbidden):
                        found.found = op.found.found  # the offer itself asks what is forbidden
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
            event, more = asked_event(ctx, event, True)
            conds += more
        told = collective(event)
        event, least = (told[0], None) if told is not None else together(event)
        if told is not None and not counted_out(told) and not by_group(ctx, told[0]):
            told = None  # each of them is replaced on its own
        if not isinstance(event, Do):
            raise Unsupported("a replacement of something that is no act")
        shape = pattern(ctx, event)
        if least is not None:
            shape.least = term(ctx, least)
        exact(ctx, event, shape)
        found = Trigger(len(ctx.rules.triggers), ctx.standing, shape, tree.once)
        ctx.rules.triggers.append(found)
        law = ctx.rules.laws[shape.verb]
        if told is not None:
            if not by_group(ctx, event):
                raise Unsupported(f"several things that would {event.verb} at once")
            found.group = group(ctx, told)
            law.many.append(found)
        else:
            law.instead.append(found)
        if tree.cond is not None:
            conds.append(condition(ctx, tree.cond))
        if conds:
            from deckmastor.engine.values import And

            found.cond = And(conds)
        made.append(found)
    block = held(ctx, lambda: instead(ctx, tree.effect))
    for one_ in made:
        one_.block = block


def together(event: Tree) -> tuple[Tree, Tree]:
    """`at least 2 players would win the game`: an act of several at once, and of how many."""
    match event:
        case Cmp(
            a=Tally(op="count", what=Kind(where=(Did(do=Do(agent=Ref(name=who)) as do),), var=var)),
            op=">=",
            b=least,
        ) if who == var and do.verb == "win":
            return (replace(do, agent=None), least)
    return (event, None)


def instead(ctx: Context, tree: Tree) -> None:
    """The effect of a replacement: the event is replaced only where the effect is really done."""
    if isinstance(tree, May):
        effect(ctx, replace(tree, effect=Joined("next", (tree.effect, MARK))))
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
    match tree:
        case When(event=Moment(edge="after", span=Qty(unit=unit) as time)):
            if unit in SECONDS and until is None:
                postponed(ctx, tree.effect, time)
                return
    if any(isinstance(n, Moment) and n.edge == "after" for n in walk(tree)):
        ctx.emit(LetNumber(ctx.slot(ROUNDS_THEN), Var(ROUNDS)))
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
    until = until if until is not None else inner.deadline
    length = until.span if isinstance(until, Moment) and until.edge == "elapsed" else until
    if isinstance(length, Qty) and length.unit not in SECONDS:
        rules.endings[number] = after_turns(inner, standing, length)
        length = None
    elif until is not None and not isinstance(length, Qty):
        rules.endings[number] = ending(inner, standing, until)
    standing.size = inner.size
    ctx.emit(AdoptRule(number))
    if isinstance(length, Qty):
        ctx.emit(SetTimer(number, term(ctx, length)))


def after_turns(ctx: Context, standing: Adopted, length: Qty) -> Ending:
    """A rule for a number of turns ends with the last of them; the present one does not count."""
    if length.unit != "turn":
        raise Unsupported(f"a rule for a number of {length.unit}s")
    ctx.rules.turns_timed = True
    begun = Sub(Var(TURNS), Reg(SINCE))
    return Ending(standing, "end", "turn", Le(term(ctx, length.n), begun))


def postponed(ctx: Context, tree: Tree, length: Qty) -> None:
    """Write an effect that is done after a time, with what its labels stand for now."""
    rules = ctx.rules
    standing = Adopted(ctx.sentence, max(ctx.standing.tier, 1))
    standing.number = number = len(rules.endings)
    standing.time = ctx.standing.time + 1
    rules.endings.append(Ending(standing, "", "", None))
    inner = Context(rules, ctx.defs, ctx.sentence, standing)
    inner.slots, inner.sorts = dict(ctx.slots), dict(ctx.sorts)
    inner.size = ctx.size + 40
    inner.renamed = ctx.renamed + 1000
    found = Trigger(len(rules.triggers), standing, None, False)
    rules.triggers.append(found)
    found.block = written(inner, tree)
    found.block.slots = standing.size = inner.size
    ctx.renamed = inner.renamed
    rules.unmet[number] = found
    ctx.emit(AdoptRule(number))
    ctx.emit(SetTimer(number, term(ctx, length)))


def ending(ctx: Context, standing: Adopted, until: Tree) -> Ending:
    """When an adopted rule ends: at a moment, with an event, or as soon as something is so."""
    if isinstance(until, Do):
        until = span_event(ctx, until) or until
    if isinstance(until, Moment):
        edge, span, cond = point(ctx, until)
        return Ending(standing, edge, span, cond)
    rules = ctx.rules
    found = Trigger(len(rules.triggers), standing, None, True)
    if isinstance(until, Do):
        shape = pattern(ctx, until)
        found = Trigger(found.id, standing, shape, True)
        rules.laws[shape.verb].after.append(found)
    else:
        watch(ctx, until, found, True)
    rules.triggers.append(found)
    found.block = rules.new_block(ctx.sentence)
    found.block.ops.append(Settle())
    return Ending(standing, "", "", None)


__all__ = ["EFFECTS", "Calc", "Cmp", "Of", "Qty", "Reg", "adopted", "rule", "window"]
