"""Compile rules: scopes, replacements and adopted rules; other packages compile the rest."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Sub
from deckmastor.engine.expressions.base import Lit, Reg, Var
from deckmastor.engine.expressions.truths import Le
from deckmastor.engine.facts.adopting import AdoptRule, EndRule
from deckmastor.engine.facts.compile_facts import fact, first_value
from deckmastor.engine.facts.in_force import Adopted, Ending, Standing
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.ids import NONE
from deckmastor.engine.law.rules_as_things import Amendable
from deckmastor.engine.machine.control import LetNumber, Settle, Unless
from deckmastor.engine.permission.compile_norms import norm
from deckmastor.engine.resolution.compile_orders import order
from deckmastor.engine.rules.around import postponed
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.registry import EFFECTS, RULES, condition, rule, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.layout import ROUNDS, SINCE, THIS, TURNS
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.deadlines import SetTimer
from deckmastor.engine.triggers.compile_moments import ROUNDS_THEN, during, point
from deckmastor.engine.triggers.compile_patterns import pattern
from deckmastor.engine.triggers.compile_triggers import (
    level,
    renamed,
    span_event,
    trigger,
    watch,
)
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.verbs.acts import TellOnly
from deckmastor.engine.verbs.primitives import ADOPT, AMEND
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
    Logic,
    May,
    Moment,
    Node,
    Norm,
    Of,
    Pick,
    Qty,
    Rank,
    Ref,
    Scope,
    Tree,
    When,
    mentions,
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
            inner = about_object(tree.rule, tree.arg)
            if inner is not None:
                rule(ctx, inner, around)
                return
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


def about_object(told: Tree, arg: Tree) -> Tree:
    """The norm with a condition on its object as its own: `may sell a pony while it is lame`.

    None if the condition is not about the object: it is then asked before there is one.
    """
    match told:
        case Scope(rule=inner):
            found = about_object(inner, arg)
            return None if found is None else replace(told, rule=found)
        case Norm(do=Do(obj=Pick(label=label) | Ref(name=label)), cond=cond) if mentions(
            arg, label
        ):
            return replace(told, cond=arg if cond is None else Logic("and", (arg, cond)))
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
    if isinstance(ctx.standing, OnModified):
        standing.acts = ctx.standing.acts
    inner = Context(rules, ctx.defs, ctx.sentence, standing)
    inner.slots = dict(ctx.slots)
    inner.sorts = dict(ctx.sorts)
    inner.size = ctx.size + 40
    inner.renamed = ctx.renamed + 1000
    standing.tell(Adopt(tree, until), ctx.slots, ctx.sorts)
    standing.witness = inner.spare()
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
    ctx.emit(AdoptRule(number, standing.witness))
    if isinstance(length, Qty):
        ctx.emit(SetTimer(number, term(ctx, length)))
    delayed = isinstance(tree, When) and until is None
    if not delayed and rules.tells("adopt") and "card" in rules.hosts[ctx.sentence]:
        ctx.emit(TellOnly(ADOPT, Reg(THIS), Lit(UNKNOWN), None, NONE))


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
    if isinstance(until, Did) and isinstance(until.do, Do) and over(until.do, until.window):
        shape = pattern(ctx, until.do)
        found = Trigger(found.id, standing, shape, True)
        found.last = True
        rules.verb_rules[shape.verb].over.append(found)
    elif isinstance(until, Do):
        shape = pattern(ctx, until)
        found = Trigger(found.id, standing, shape, True)
        rules.verb_rules[shape.verb].after.append(found)
    else:
        watch(ctx, until, found, True)
    rules.triggers.append(found)
    found.block = rules.new_block(ctx.sentence)
    found.block.ops += [EndRule()] if found.last else []
    found.block.ops.append(Settle())
    return Ending(standing, "", "", None)


def over(do: Do, window: Tree) -> bool:
    """True if an end is that an act is over which takes its time: `until it has resolved`."""
    return do.verb in ("play", "resolve") and window == "ever"


def adopt(ctx: Context, tree: Adopt) -> None:
    """Compile an effect that puts a rule into force, perhaps for a time."""
    unless_protected(ctx, tree.rule, tree.until)


def adopt_for_good(ctx: Context, tree: Tree) -> None:
    """Compile a rule in the place of an effect: it is adopted without an end."""
    unless_protected(ctx, tree, None)


def unless_protected(ctx: Context, tree: Tree, until: Tree) -> None:
    """Compile the adoption of a rule; a card cannot change a value whose rule is protected."""
    schema = ctx.schema
    stated = {stating(ctx, name) for name in changed(tree)}
    species = [schema.rule_ids[id] for id in sorted(stated) if id in schema.rule_ids]
    if not species or "card" not in ctx.rules.hosts[ctx.sentence]:
        adopted(ctx, tree, until)
        return
    free = Unless(Amendable(ctx.rules.verb_rules[AMEND], species))
    ctx.emit(free)
    adopted(ctx, tree, until)
    free.target = ctx.here()


def changed(tree: Tree) -> list[str]:
    """The values that an adopted rule changes."""
    return [
        node.fact.a.name
        for node in walk(tree)
        if isinstance(node, Hold) and isinstance(node.fact, Cmp) and isinstance(node.fact.a, Of)
    ]


def stating(ctx: Context, name: str) -> str:
    """The id of the rule that gives a value; empty if none does."""
    for value in ctx.schema.book.values:
        if value.name == name:
            return value.rule
    for entry in ctx.schema.entries:
        if entry.para is not None and entry.paragraph.host == "rule":
            if any(name in changed(told) for told in entry.para.rules):
                return entry.paragraph.rule
    return ""


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
RULES[Hold] = state
RULES[Rank] = ranked
RULES[Define] = defined
EFFECTS[Adopt] = adopt
for adopts in (When, Norm, Instead, Scope, Hold):
    EFFECTS[adopts] = adopt_for_good
