"""Compile rules: scopes, replacements and adopted rules; other packages compile the rest."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Sub
from deckmastor.engine.expressions.base import Expr, Lit, Reg, Var
from deckmastor.engine.expressions.truths import And, Le
from deckmastor.engine.facts.adopting import AdoptRule
from deckmastor.engine.facts.compile_facts import fact, first_value
from deckmastor.engine.facts.in_force import Adopted, Standing
from deckmastor.engine.ids import NONE
from deckmastor.engine.machine.control import LetNumber, Settle
from deckmastor.engine.permission.compile_norms import norm
from deckmastor.engine.permission.guards import Replaced
from deckmastor.engine.resolution.compile_links import detached
from deckmastor.engine.resolution.compile_orders import order
from deckmastor.engine.resolution.links import TellInstead
from deckmastor.engine.rules.around import held, postponed, unsilenced
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.registry import EFFECTS, RULES, VERBS, condition, effect, rule, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.rules.wording import MARK
from deckmastor.engine.state.layout import ROUNDS, SINCE, TURNS
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.deadlines import SetTimer
from deckmastor.engine.triggers.compile_moments import ROUNDS_THEN, during, point
from deckmastor.engine.triggers.compile_patterns import collective, exact, pattern
from deckmastor.engine.triggers.compile_triggers import (
    alternatives,
    asked_event,
    by_group,
    counted_out,
    group,
    level,
    renamed,
    span_event,
    trigger,
    watch,
)
from deckmastor.engine.triggers.endings import Ending
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.language.ir import (
    Adopt,
    Cmp,
    Define,
    Did,
    Do,
    Each,
    Group,
    Hold,
    If,
    Instead,
    Kind,
    Logic,
    May,
    Moment,
    Node,
    Norm,
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
    walk,
)
from deckmastor.language.ir import Block as Joined

WHILE_TRUE = (Do, Joined, Each, May, If)


def scoped(ctx: Context, tree: Scope, around: RuleScope) -> None:
    """Compile a rule within a time, a condition or a limit."""
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
            if isinstance(tree.rule, WHILE_TRUE):
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
    """`must … before the end of the week` as a duty with a deadline; None for other scopes."""
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
    """`While a player is tired, they …`, with the description moved from condition to rule."""
    for pick in walk(tree.arg):
        if isinstance(pick, Pick) and pick.how in ("any", "a"):
            named = Ref(pick.label)
            if any(node == named for node in walk(tree.rule)):
                arg = renamed(tree.arg, pick, named)
                return replace(tree, arg=arg, rule=first_renamed(tree.rule, named, pick))
    return tree


def first_renamed(tree: Tree, old: Tree, new: Tree) -> Tree:
    """Replace the first occurrence of a node in a tree, in written order."""
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
    """A rule with the condition that its end has not come: an act or a state."""
    if isinstance(tree, Scope):
        return replace(tree, rule=until(tree.rule, end))
    if not isinstance(tree, (Norm, Hold)):
        raise Unsupported("'until' around such a rule")
    over = Logic("not", (Did(end) if isinstance(end, Do) else end,))
    cond = over if tree.cond is None else Logic("and", (over, tree.cond))
    return replace(tree, cond=cond)


def subject_first(ctx: Context, tree: Tree) -> None:
    """Reserve the slot of who acts, for a time that refers to them: `On their turn, …`."""
    while isinstance(tree, Scope):
        tree = tree.rule
    if isinstance(tree, Norm):
        for node in walk(tree.do):
            if isinstance(node, Do) and isinstance(node.agent, Pick):
                slot = ctx.slot(node.agent.label)
                ctx.slots.setdefault(node.agent.kind.var, slot)
                ctx.sorts[node.agent.label] = "player"


def replacement(ctx: Context, tree: Instead, around: RuleScope) -> None:
    """Compile a replacement of an event."""
    made: list[Trigger] = []
    for event in alternatives(tree.event):
        conds = around.conds + unsilenced(ctx, "replacement")
        if isinstance(event, Did):
            event, more = asked_event(ctx, event, True)
            conds += more
        told = collective(event)
        event, least = (told[0], None) if told is not None else together(event)
        if told is not None and not counted_out(told) and not by_group(ctx, told[0]):
            told = None  # each act is replaced on its own
        if not isinstance(event, Do):
            raise Unsupported("a replacement of something that is no act")
        shape = pattern(ctx, event)
        if least is not None:
            shape.least = term(ctx, least)
        exact(ctx, event, shape)
        found = Trigger(len(ctx.rules.triggers), ctx.standing, shape, tree.once)
        ctx.rules.triggers.append(found)
        verb_rules = ctx.rules.verb_rules[shape.verb]
        if told is not None:
            if not by_group(ctx, event):
                raise Unsupported(f"several things that would {event.verb} at once")
            found.group = group(ctx, told)
            verb_rules.many.append(found)
        else:
            verb_rules.instead.append(found)
        if tree.cond is not None:
            conds.append(condition(ctx, tree.cond))
        if conds:
            found.cond = And(conds)
        made.append(found)
    ctx.inside += 1
    ctx.replacing = True
    block = held(ctx, lambda: instead(ctx, tree.effect))
    ctx.inside -= 1
    ctx.replacing = False
    for one_ in made:
        one_.block = block


def together(event: Tree) -> tuple[Tree, Tree]:
    """`at least 2 players would win the game` as an act, and the least number who do it."""
    match event:
        case Cmp(
            a=Tally(op="count", what=Kind(where=(Did(do=Do(agent=Ref(name=who)) as do),), var=var)),
            op=">=",
            b=least,
        ) if who == var and do.verb == "win":
            return (replace(do, agent=None), least)
    return (event, None)


def instead(ctx: Context, tree: Tree) -> None:
    """Compile the effect of a replacement; the event is replaced only if the effect is done."""
    ctx.apart = detached(ctx, tree) if ctx.rules.linkwise else []
    if isinstance(tree, May) and ctx.rules.linkwise:
        effect(ctx, replace(tree, effect=Joined("next", (MARK, tree.effect))))
    elif isinstance(tree, May):
        effect(ctx, replace(tree, effect=Joined("next", (tree.effect, MARK))))
    elif isinstance(tree, If) and tree.orelse is None:
        effect(ctx, replace(tree, then=Joined("next", (MARK, tree.then))))
    else:
        mark(ctx, MARK, Lit(NONE))
        effect(ctx, tree)
    if ctx.rules.linkwise:
        ctx.emit(TellInstead())


def mark(ctx: Context, do: Do, who: Expr) -> None:
    """Mark that the act is replaced; from here on, its replacement is an effect of its own."""
    for op in (Replaced(), *ctx.apart):
        ctx.emit(op)


def adopted(ctx: Context, tree: Tree, until: Tree) -> None:
    """Compile the adoption of a rule, which is in force once for each time it is adopted."""
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
    """The end of a rule for a number of turns; the present turn does not count."""
    if length.unit != "turn":
        raise Unsupported(f"a rule for a number of {length.unit}s")
    ctx.rules.turns_timed = True
    begun = Sub(Var(TURNS), Reg(SINCE))
    return Ending(standing, "end", "turn", Le(term(ctx, length.n), begun))


def ending(ctx: Context, standing: Adopted, until: Tree) -> Ending:
    """Compile the end of an adopted rule: a moment, an event, or a state."""
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
        rules.verb_rules[shape.verb].after.append(found)
    else:
        watch(ctx, until, found, True)
    rules.triggers.append(found)
    found.block = rules.new_block(ctx.sentence)
    found.block.ops.append(Settle())
    return Ending(standing, "", "", None)


def adopt(ctx: Context, tree: Adopt) -> None:
    """Compile an effect that puts a rule into force, perhaps for a time."""
    adopted(ctx, tree.rule, tree.until)


def adopt_for_good(ctx: Context, tree: Tree) -> None:
    """Compile a rule in the place of an effect: it is adopted without an end."""
    adopted(ctx, tree, None)


def state(ctx: Context, tree: Hold, around: RuleScope) -> None:
    """Compile a fact, unless it only gives a value its first value."""
    if not (type(ctx.standing) is Standing and first_value(ctx.schema, tree)):
        fact(ctx, tree, around.conds)


def ranked(ctx: Context, tree: Rank, around: RuleScope) -> None:
    """Compile an order that the book states."""
    order(ctx, tree, around.conds)


def defined(ctx: Context, tree: Define, around: RuleScope) -> None:
    """Skip a definition: it is expanded where its verb is used."""


RULES[Scope] = scoped
RULES[When] = trigger
RULES[Norm] = norm
RULES[Instead] = replacement
RULES[Hold] = state
RULES[Rank] = ranked
RULES[Define] = defined
EFFECTS[Adopt] = adopt
for adopts in (When, Norm, Instead, Scope, Hold):
    EFFECTS[adopts] = adopt_for_good
VERBS["replaced mark"] = mark
