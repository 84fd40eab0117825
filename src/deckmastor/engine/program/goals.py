"""Goals found: what the sentences that end the game, win it or lose it compare."""

from __future__ import annotations

from collections.abc import Iterator

from deckmastor.engine.goals import DOWN, FEWEST, MOST, UP, Goal, Goals
from deckmastor.engine.program.context import Context, Defs, Unsupported
from deckmastor.engine.program.terms import term
from deckmastor.engine.program.worth import worths
from deckmastor.engine.ruleset import Ruleset
from deckmastor.engine.standing import Standing
from deckmastor.language.ir import (
    Block,
    Cmp,
    Do,
    Each,
    Hold,
    If,
    Is,
    Kind,
    Logic,
    May,
    Node,
    Of,
    Pick,
    Ref,
    Scope,
    Tree,
    When,
    replace,
    rewrite,
    walk,
)

KINDS = {">=": UP, ">": UP, "=": UP, "<=": DOWN, "<": DOWN, "most": MOST, "fewest": FEWEST}
DEEP = 4  # statuses that stand for statuses


def find_goals(rules: Ruleset, defs: Defs) -> Goals:
    """The goals of a book, and what the texts of its cards are worth."""
    stated = _statuses(rules)
    found: list[Goal] = []
    known: set[str] = set()
    for entry in rules.schema.entries:
        if entry.para is None or entry.paragraph.host != "rule":
            continue
        for told in entry.para.rules:
            for verb, conditions in _outcomes(told, ()):
                for player, compared in _compared(conditions, stated, 0):
                    losing = verb == "lose"
                    key = f"{losing} {_nameless(compared, player)}"
                    goal = None if key in known else _goal(rules, defs, player, compared)
                    if goal is not None:
                        known.add(key)
                        goal.losing = losing
                        found.append(goal)
    return Goals(found, worths(rules, defs))


def _statuses(rules: Ruleset) -> dict[str, list[Tree]]:
    """What makes players be something, by the word for it."""
    found: dict[str, list[Tree]] = {}
    for entry in rules.schema.entries:
        for told in entry.para.rules if entry.para is not None else ():
            match told:
                case Hold(fact=Is(who=Pick() as who, word=str() as word), cond=cond) if cond:
                    if who.kind.noun == "player":
                        found.setdefault(word, []).append(cond)
    return found


# ---- which sentences ------------------------------------------------------------------------


def _outcomes(tree: Tree, given: tuple[Tree, ...]) -> Iterator[tuple[str, tuple[Tree, ...]]]:
    """The acts that decide the game, with all that must be so for them."""
    match tree:
        case Scope(rule=rule):
            yield from _outcomes(rule, given)
        case When(event=event, effect=effect):
            state = (event,) if isinstance(event, (Cmp, Is, Each, Logic)) else ()
            yield from _outcomes(effect, given + state)
        case If(cond=cond, then=then, orelse=orelse):
            yield from _outcomes(then, (*given, cond))
            yield from _outcomes(orelse, given)
        case Each(pick=Pick() as pick, body=body):
            yield from _outcomes(body, given + pick.kind.where)
        case Block(parts=parts):
            for part in parts:
                yield from _outcomes(part, given)
        case May(effect=effect):
            yield from _outcomes(effect, given)
        case Do(verb="win" | "lose" | "end" as verb, agent=agent, obj=Ref(name="game")):
            where = agent.kind.where if isinstance(agent, Pick) else ()
            yield verb, given + where


def _compared(
    conditions: tuple[Tree, ...], stated: dict[str, list[Tree]], deep: int
) -> Iterator[tuple[str, Cmp]]:
    """The comparisons of one player among conditions, with the label of that player."""
    for told in conditions:
        match told:
            case Logic(op="and" | "or", parts=parts):
                yield from _compared(parts, stated, deep)
            case Each(pick=Pick(), body=body):
                yield from _compared((body,), stated, deep)
            case Is(word=str() as word) if word in stated and deep < DEEP:
                yield from _compared(tuple(stated[word]), stated, deep + 1)
            case Cmp(a=Of(owner=Pick() as who) as amount) if who.kind.noun == "player":
                yield who.label, replace(told, a=replace(amount, owner=Ref(who.label)))
            case Cmp(a=amount):
                names = {node.name for node in walk(amount) if isinstance(node, Ref)}
                names -= {node.var for node in walk(amount) if isinstance(node, Kind)}
                players = {name for name in names if name.rstrip("0123456789") == "player"}
                if len(players) == 1:
                    yield players.pop(), told


def _nameless(compared: Cmp, player: str) -> str:
    """A comparison as a text that does not depend on how its labels are numbered."""
    labels: dict[str, str] = {player: "one"}

    def plain(child: Tree) -> Tree:
        if isinstance(child, Ref):
            digits = child.name.rstrip("0123456789")
            return Ref(labels.setdefault(child.name, digits))
        return rewrite(child, plain) if isinstance(child, Node) else child

    return str(plain(compared))


# ---- compiled -------------------------------------------------------------------------------


def _goal(rules: Ruleset, defs: Defs, player: str, compared: Cmp) -> Goal | None:
    """A comparison as a goal; nothing if it cannot be measured."""
    ctx = Context(rules, defs, 0, Standing(0, 1))
    slot = ctx.slot(player)
    ctx.sorts[player] = "player"
    kind = KINDS.get(compared.op)
    if kind is None:
        return None
    if compared.op == "=" and compared.b == 0:
        kind = DOWN
    try:
        amount = term(ctx, compared.a)
        bound = term(ctx, compared.b) if kind in (UP, DOWN) else None
    except (Unsupported, KeyError, AssertionError):
        return None
    goal = Goal(kind, amount, bound, slot, ctx.size)
    goal.of_hand = kind == DOWN and any(
        isinstance(node, Of) and node.name == rules.hand for node in walk(compared.a)
    )
    return goal
