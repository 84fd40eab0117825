"""Find goals: the comparisons in the sentences that win, lose or end the game.

From `When a player has at least 20 points, that player wins the game` comes the goal UP: 20 points.
"""

from __future__ import annotations

from collections.abc import Iterator

from deckmastor.engine.goals.goals import DOWN, UP, Goal, Goals
from deckmastor.engine.goals.measured import measured, statuses
from deckmastor.engine.goals.works import find_works
from deckmastor.engine.goals.worth import worths
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.language.ir import (
    Block,
    Cmp,
    Do,
    Each,
    If,
    Is,
    Kind,
    Logic,
    May,
    Node,
    Of,
    Para,
    Pick,
    Ref,
    Scope,
    Tally,
    Tree,
    When,
    remade,
    replace,
    rewrite,
    walk,
)

CONTRARY = {"<": ">=", "<=": ">"}  # the comparison that avoids losing
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
DECIDING = ("win", "lose", "end")
GAME = Ref("game")
DEEP = 4  # the depth of statuses defined by statuses
Outcome = tuple[str, tuple[Tree, ...]]  # a deciding verb or a status, and its conditions


def find_goals(rules: Ruleset, defs: Defs) -> Goals:
    """The goals of a book, with its works, clocks and the worth of its cards."""
    made = statuses(rules)
    stated = {
        word: [cond for _, cond in told] for (noun, word), told in made.items() if noun == "player"
    }
    found: dict[str, Goal | None] = {}
    shared: dict[str, Goal | None] = {}
    outcomes = _all_outcomes(rules)
    out = {}
    for player, compared in _last_ones(outcomes, stated):
        goal = _goal(rules, defs, player, compared, True)
        if goal is not None:
            goal.open = True
            out[_nameless(compared, player)] = goal
    for verb, conditions in outcomes:
        if verb not in DECIDING:
            continue
        losing = verb == "lose"
        told_of = list(_compared(conditions, stated, 0))
        if verb == "end" and any(_nameless(one, player) in out for player, one in told_of):
            continue  # it ends for want of anybody who could still win
        for player, compared in told_of:
            key = f"{losing} {_nameless(compared, player)}"
            if found.get(key) is None:
                found[key] = _goal(rules, defs, player, compared, losing)
        for compared in _together(conditions) if verb != "end" else ():
            contrary = CONTRARY.get(compared.op) if losing else None
            told = replace(compared, op=contrary) if contrary else compared
            key = str(told)
            if shared.get(key) is None:
                shared[key] = _goal(rules, defs, "", told, losing and not contrary)
    return Goals(
        [*out.values(), *(goal for goal in found.values() if goal is not None)],
        [goal for goal in shared.values() if goal is not None and goal.kind in (UP, DOWN)],
        find_works(rules, defs, made),
        _clocks(rules, outcomes),
        worths(rules, defs),
    )


def _goal(rules: Ruleset, defs: Defs, player: str, compared: Cmp, losing: bool) -> Goal | None:
    goal = measured(rules, defs, player, "player", compared)
    if goal is not None:
        goal.losing = losing
    return goal


def _clocks(rules: Ruleset, outcomes: list[Outcome]) -> list[int]:
    """The names of places whose emptiness ends the game."""
    ending = [conditions for verb, conditions in outcomes if verb == "end"]
    status = {
        node.word
        for conditions in ending
        for told in conditions
        for node in walk(told)
        if isinstance(node, Is) and node.who == GAME
    }
    ending += [conditions for verb, conditions in outcomes if verb in status]
    names: dict[str, None] = {}
    for conditions in ending:
        for told in conditions:
            for node in walk(told):
                match node:
                    case Is(who=Of(owner=None, name=name), word="empty"):
                        names[name] = None
    numbers = [rules.schema.zone_number(name) for name in names]
    return [number for number in numbers if number >= 0]


# ---- which sentences ------------------------------------------------------------------------


def _all_outcomes(rules: Ruleset) -> list[Outcome]:
    found: list[Outcome] = []
    for entry in rules.schema.entries:
        if entry.para is not None and entry.paragraph.host == "rule":
            found += _outcomes_of(entry.para)
    return found


def _outcomes_of(para: Para) -> list[Outcome]:
    """The outcomes in a paragraph; memoized on the paragraph."""
    found: list[Outcome] = remade(
        para, "outcomes", lambda: [one for told in para.rules for one in _outcomes(told, ())]
    )
    return found


def _outcomes(tree: Tree, given: tuple[Tree, ...]) -> Iterator[Outcome]:
    """The acts that decide the game or give it a status, each with all its conditions."""
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
        case Do(verb="become", agent=Ref(name="game"), obj=str() as status):
            yield status, given
        case Do(verb="win" | "lose" | "end" as verb, agent=agent, obj=Ref(name="game")):
            where = agent.kind.where if isinstance(agent, Pick) else ()
            yield verb, given + where


def _compared(
    conditions: tuple[Tree, ...], stated: dict[str, list[Tree]], deep: int
) -> Iterator[tuple[str, Cmp]]:
    """The comparisons about one player in conditions, with the label of that player."""
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


def _last_ones(outcomes: list[Outcome], stated: dict[str, list[Tree]]) -> Iterator[tuple[str, Cmp]]:
    """What keeps a player from being the last one, where the only one with a status wins.

    From `When only 1 player is alive, that player wins the game` and `A player is alive if they
    have at least 1 point` comes: fewer than 1 point.
    """
    for verb, conditions in outcomes:
        if verb != "win":
            continue
        for told in conditions:
            for part in told.parts if isinstance(told, Logic) and told.op == "and" else (told,):
                match part:
                    case Cmp(
                        a=Tally(op="count", what=Kind(noun="player", where=where)), op="=", b=1
                    ):
                        yield from _unmet(where, stated, 0, False)


def _unmet(
    conditions: tuple[Tree, ...], stated: dict[str, list[Tree]], deep: int, met: bool
) -> Iterator[tuple[str, Cmp]]:
    """The comparisons under which conditions do not hold; with `met`, under which they hold."""
    for told in conditions:
        match told:
            case Logic(op="not", parts=parts):
                yield from _unmet(parts, stated, deep, not met)
            case Logic(parts=parts):
                yield from _unmet(parts, stated, deep, met)
            case Is(word=str() as word) if word in stated and deep < DEEP:
                yield from _unmet(tuple(stated[word]), stated, deep + 1, met)
            case Cmp(op=op):
                op = op if met else NEGATED.get(op, "")
                yield from _compared((replace(told, op=op),), stated, deep) if op else ()


def _together(conditions: tuple[Tree, ...]) -> Iterator[Cmp]:
    """The comparisons of tallies that are about no single player."""
    for told in conditions:
        match told:
            case Logic(op="and", parts=parts):
                yield from _together(parts)
            case Cmp(a=Tally() as amount) if not any(_players(node) for node in walk(amount)):
                yield told


def _players(node: Tree) -> bool:
    """True if a node of a tally is about a player."""
    match node:
        case Ref(name=name):
            return name.rstrip("0123456789") in ("player", "you", "at_turn")
        case Kind(noun=noun):
            return noun == "player"
    return False


def _nameless(compared: Cmp, player: str) -> str:
    """A comparison as a text without the numbers of its labels: a key to find duplicates."""
    labels: dict[str, str] = {player: "one"}

    def plain(child: Tree) -> Tree:
        if isinstance(child, Ref):
            digits = child.name.rstrip("0123456789")
            return Ref(labels.setdefault(child.name, digits))
        return rewrite(child, plain) if isinstance(child, Node) else child

    return str(plain(compared))
