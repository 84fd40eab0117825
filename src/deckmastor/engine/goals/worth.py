"""The worth of a card in play, estimated from its sentences."""

from __future__ import annotations

from deckmastor.engine.knowledge.visibility import EVERYBODY
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.language.ir import (
    Block,
    Do,
    If,
    Instead,
    May,
    Moment,
    Norm,
    Of,
    Ref,
    Scope,
    Tree,
    When,
)

YOU = Ref("you")
DEEP = 4  # the depth of verbs defined by verbs


def worths(rules: Ruleset, defs: Defs) -> list[int]:
    """The worth of each species' text to its holder while it is in play."""
    by_row: dict[str, int] = {}
    for entry in rules.schema.entries:
        if entry.para is not None and entry.paragraph.host == "card":
            told = sum(_lasting(rule, rules, defs) for rule in entry.para.rules)
            by_row[entry.id] = by_row.get(entry.id, 0) + told
    return [by_row.get(species.row, 0) if species.row else 0 for species in rules.schema.species]


def _lasting(tree: Tree, rules: Ruleset, defs: Defs) -> int:
    """The worth of a sentence as long as its card is in play: -2 to 1."""
    match tree:
        case Scope(rule=rule):
            return _lasting(rule, rules, defs) or _effect(rule, rules, defs)
        case When(event=Moment(), effect=effect):
            return _effect(effect, rules, defs)
        case When(event=Do(agent=Ref(name="this")) | Do(obj=Ref(name="this"))):
            return 0  # it happens once, and the other goals measure its outcome
        case When(effect=effect):
            return _effect(effect, rules, defs)
        case Instead():
            return 1
        case Norm(mode="cannot" | "only", do=Do(agent=agent)):
            return -1 if agent == YOU else 1
        case Norm(mode="must"):
            return -1
        case Norm(mode="may"):
            return 1
    return 0


def _effect(tree: Tree, rules: Ruleset, defs: Defs) -> int:
    """The worth of an effect to the holder of its card."""
    match tree:
        case May():
            return 1
        case Block(parts=parts):
            return max(-1, min(1, sum(_effect(part, rules, defs) for part in parts)))
        case If(then=then):
            return _effect(then, rules, defs)
        case Do(agent=agent) if agent == YOU or agent is None:
            return _act(tree, rules, defs, 0)
    return 0


def _act(do: Do, rules: Ruleset, defs: Defs, deep: int) -> int:
    """The worth of an act of one's own: positive if it brings something, negative if it costs."""
    if do.verb in ("gain", "lose", "pay"):
        return 1 if do.verb == "gain" else -1
    roles = dict(do.roles)
    if do.verb == "move":
        to = roles.get("to", roles.get("into"))
        if isinstance(to, Of) and to.owner == YOU:
            return 1
        origin = roles.get("from")
        if isinstance(origin, Of) and origin.owner == YOU:
            number = rules.schema.zone_number(origin.name)
            return -2 if number >= 0 and rules.views.defaults[number] == EVERYBODY else -1
        return 0
    meant = defs.get(do.verb)
    if meant is None or deep >= DEEP:
        return 0
    means = meant.means
    parts = means.parts if isinstance(means, Block) else (means,)
    acts = [_act(part, rules, defs, deep + 1) for part in parts if isinstance(part, Do)]
    return max(-2, min(1, sum(acts)))
