"""Find works: things that bring a reward when they become complete."""

from __future__ import annotations

from collections.abc import Iterator

from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_terms import noun_sort
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.goals.goals import DOWN, UP, Goal, Work
from deckmastor.engine.goals.measured import Statuses, measured
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.language.ir import Cmp, Do, Is, Kind, Logic, Pick, Scope, Tree, When, walk

BRINGS = frozenset({"gain", "score", "win"})
DEEP = 4  # the length of chains of acts that trigger acts


def find_works(rules: Ruleset, defs: Defs, stated: Statuses) -> list[Work]:
    """The works of a book, one for each comparison that completes a thing."""
    triggers = list(_triggers(rules))
    found: list[Work] = []
    known: set[tuple[str, str]] = set()
    for told in triggers:
        key = _becoming(told.event)
        if key is None or key in known or not _brings(told.effect, triggers, defs, 0):
            continue
        known.add(key)
        for label, cond in stated.get(key, []):
            for compared in _compared(cond):
                work = _work(rules, defs, key[0], label, compared)
                if work is not None:
                    found.append(work)
    return found


def _triggers(rules: Ruleset) -> Iterator[When]:
    for entry in rules.schema.entries:
        if entry.para is None or entry.paragraph.host != "rule":
            continue
        for told in entry.para.rules:
            rule = told.rule if isinstance(told, Scope) else told
            if isinstance(rule, When):
                yield rule


def _becoming(event: Tree) -> tuple[str, str] | None:
    """The kind of thing and the status that a trigger waits for; None for other events."""
    match event:
        case Do(verb="become", agent=Pick(kind=Kind(noun=noun)), obj=str() as word):
            return None if noun == "player" else (noun, word)
        case Is(who=Pick(kind=Kind(noun=noun)), word=str() as word):
            return None if noun == "player" else (noun, word)
    return None


def _brings(effect: Tree, triggers: list[When], defs: Defs, deep: int) -> bool:
    """True if an effect, its definition or what it triggers rewards somebody."""
    verbs = {node.verb for node in walk(effect) if isinstance(node, Do)}
    if verbs & BRINGS:
        return True
    if deep == DEEP:
        return False
    meant = [defs[verb].means for verb in verbs if verb in defs]
    led = [
        told.effect
        for told in triggers
        if isinstance(told.event, Do) and told.event.verb in verbs - {"become"}
    ]
    return any(_brings(told, triggers, defs, deep + 1) for told in meant + led)


def _compared(cond: Tree) -> Iterator[Cmp]:
    """The comparisons of a condition that are joined by `and`."""
    match cond:
        case Logic(op="and", parts=parts):
            for part in parts:
                yield from _compared(part)
        case Cmp():
            yield cond


def _work(rules: Ruleset, defs: Defs, noun: str, label: str, compared: Cmp) -> Work | None:
    ctx = Context(rules, defs, 0, Standing(0, 1))
    goal = measured(rules, defs, label, noun_sort(ctx, noun), compared)
    if not _reached(goal):
        return None
    assert goal is not None
    try:
        things = find(ctx, Kind(noun, (), label))
    except Unsupported:
        return None
    goal.size = max(goal.size, ctx.size)
    return Work(things, goal)


def _reached(goal: Goal | None) -> bool:
    return goal is not None and goal.kind in (UP, DOWN)
