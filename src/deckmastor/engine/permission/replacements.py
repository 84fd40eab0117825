"""Guards: instructions that apply prohibitions, earlier triggers and replacements to an act.

A guard runs before its act. If a rule forbids the act, the guard jumps behind it, to `target`. If
a trigger `before` or `instead` fits, its block runs first, and then the guard runs again. FLAG in
the record says what happened meanwhile: `Replaced` sets it to 1, and the guard skips the act.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.facts.in_force import UNRANKED
from deckmastor.engine.ids import NONE, UNBOUND, Place, Seat, Slot, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import chooser
from deckmastor.engine.permission.norms import (
    SpeciesRules,
    VerbRules,
    against,
    could_forbid,
    permitting,
)
from deckmastor.engine.resolution.stated_orders import trigger_weight
from deckmastor.engine.rules.program import AGAIN, DONE, JUMP, NEXT, ONE, REPLACED, UNABLE, Op
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.layout import APPLIED, FLAG, PARENT, SINCE, THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.verbs.changes import put_before

FIRST_CHOICE: Final = 16  # added to the number of a chosen replacement, in FLAG
NOTHING: Final[list[int]] = []  # shared; never changed


class Guard(Op):
    """Judge an act: skip it if forbidden, run what comes before it, or run its replacement."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr | None, obj: Expr | None, to: Expr | None,
        origin: Expr | None, label: Slot,
    ) -> None:  # fmt: skip
        self.verb_rules = verb_rules
        self.slot = NONE  # the label of its object, if only triggers about that can fit
        self.idle = False  # whether nothing can prevent the act: its object is a word
        self.moved: Expr | None = None  # the moved thing; sent elsewhere, the act is DONE
        self.by: frozenset[str] = frozenset()  # exemptions from rules with `unless`
        self.settled = False  # whether replacements were applied by an earlier guard
        self.free = False  # whether it was found to be allowed when it was offered
        self.backing = UNRANKED  # of its permission, which outranks prohibitions of lower tiers
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin = origin
        self.n: Expr | None = None
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.idle:
            return NEXT
        if self.slot >= 0 and r.regs[FLAG] == UNBOUND:
            thing = r.regs[self.slot]
            if 0 <= thing < len(s.species) and not self.verb_rules.hindering(s.species[thing]):
                return NEXT
        return self.judge(m, s, r, self.verb_rules)

    def ready(self, places: list[int]) -> None:
        """Set `slot` if only triggers about the object can fit: `run` checks its species first.

        Set `idle` if the object is a word and nothing can prevent the act: `become calm`.

        `places` has the names of all places.
        """
        obj = self.obj
        if type(self) is Guard and isinstance(obj, Reg):
            if self.free or not could_forbid(self.verb_rules, obj, self.to, places):
                self.slot = obj.slot
        elif type(self) is Guard and isinstance(obj, Lit) and obj.n >= WORD:
            self.idle = self.verb_rules.spares(obj.n)

    def judge(self, m: Machine, s: State, r: Record, verb_rules: VerbRules) -> int:
        """Apply the rules about a verb to the act: skip it, run a trigger first, or let it pass."""
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        obj = self.obj.ev(s, r) if self.obj is not None else NONE
        said = verb_rules.saying(s, agent, obj)
        if said.nothing and r.regs[FLAG] == UNBOUND:
            if self.free or not verb_rules.guarded_ends():
                return NEXT
        to = self.to.ev(s, r) if self.to is not None else NONE
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        if origin == NONE and 0 <= obj < len(s.where):
            origin = s.where[obj]
        n = self.n.ev(s, r) if self.n is not None else 1
        applied = NOTHING
        if r.regs[FLAG] == UNBOUND:
            by = m.rules.hosts[m.sentence]
            if self.by:
                by = by | self.by
            card = r.regs[THIS]
            if not self.free and self._barred(
                said, verb_rules, s, agent, obj, to, origin, n, by, card
            ):
                return self._skip(m, r, UNABLE)
            applied = r.told(PARENT) or NOTHING
        elif r.regs[FLAG] == 1:
            elsewhere = self.moved is not None and r.sets[FLAG] != [s.where[self.moved.ev(s, r)]]
            if m.observer is not None:
                self.tell(m, s, r, agent, obj, to)
            return self._skip(m, r, DONE if elsewhere else REPLACED)
        else:
            applied = r.sets[APPLIED]
        chosen = r.regs[FLAG] - FIRST_CHOICE
        for trigger in said.hindering:
            if trigger.id in applied or trigger.id in s.muted or 0 <= chosen != trigger.id:
                continue
            if not self.judges(trigger):
                continue
            found = trigger.match(s, agent, obj, to, origin, n, r.regs[THIS])
            if trigger.early:
                found = [one for one in found if trigger.applied_as(s, one) not in applied]
            if found:
                if r.regs[FLAG] == UNBOUND:
                    r.regs[FLAG] = 0
                    r.sets[APPLIED] = applied.copy()
                    if self.moved is not None:
                        r.sets[FLAG] = [s.where[self.moved.ev(s, r)]]
                if chosen < 0 and trigger in verb_rules.instead:
                    others = self._rivals(m, s, r, verb_rules, agent, obj, to, origin, n)
                    if len(others) > 1 and m.rules.replacement_keys:
                        if trigger.id != others[0]:
                            continue
                    elif len(others) > 1:
                        r.sets[SINCE] = others
                        m.asked = [self._affected(s, agent, obj)]
                        m.way = ONE
                        return AGAIN
                record = found[0]
                if len(found) > 1 and m.rules.replacement_keys:
                    record = min(found, key=lambda one: weight(m, s, trigger.id, one))
                return self.enter(m, s, r, trigger, record, agent, obj, to)
        r.regs[FLAG] = UNBOUND
        return NEXT

    def _barred(
        self, said: SpeciesRules, verb_rules: VerbRules, s: State, agent: Thing, obj: int, to: int,
        origin: Place, n: int, by: frozenset[str], card: Thing,
    ) -> bool:  # fmt: skip
        """True if a prohibition forbids the act that no permission (`can be`) outranks."""
        freed = self.backing.tier
        if not against(verb_rules, said, s, agent, obj, to, origin, n, freed, by, card):
            return False
        norm = permitting(said, s, agent, obj, to, origin, n)
        if norm is None or norm.standing.tier <= freed:
            return True
        freed = norm.standing.tier
        return against(verb_rules, said, s, agent, obj, to, origin, n, freed, by, card) != 0

    def enter(
        self, m: Machine, s: State, r: Record, trigger: Trigger, record: Record, agent: Thing,
        obj: int, to: int,
    ) -> int:  # fmt: skip
        """Run a trigger before the act, or in its place."""
        return put_before(m, s, r, trigger, record)

    def tell(self, m: Machine, s: State, r: Record, agent: Thing, obj: int, to: int) -> None:
        """Tell the observer that the act was replaced."""
        assert m.observer is not None
        why = m.rules.triggers[r.sets[APPLIED][-1]].standing.sentence
        m.observer.instead(self.verb_rules.number, agent, obj, to, m.sentence, m.card, why)

    def judges(self, trigger: Trigger) -> bool:
        """True if this guard applies a trigger."""
        return not self.settled or trigger not in self.verb_rules.instead

    def _rivals(
        self, m: Machine, s: State, r: Record, verb_rules: VerbRules, agent: Thing, obj: int,
        to: int, origin: Place, n: int,
    ) -> list[int]:  # fmt: skip
        """The replacements that fit now, in the order that the book states."""
        if len(verb_rules.instead) < 2:
            return []
        keys = m.rules.replacement_keys
        weights: dict[int, tuple[int, ...]] = {}
        for trigger in verb_rules.instead:
            if trigger.id not in r.sets[APPLIED] and trigger.id not in s.muted:
                found = trigger.match(s, agent, obj, to, origin, n, r.regs[THIS])
                if found:
                    weights[trigger.id] = min(weight(m, s, trigger.id, one) for one in found)
        return sorted(weights, key=weights.__getitem__) if keys else list(weights)

    def _affected(self, s: State, agent: Thing, obj: int) -> int:
        """The seat that chooses between replacements: the holder of the object, else the agent."""
        if 0 <= obj < len(s.where) and s.where[obj] >= 0 and s.zowner[s.where[obj]] >= 0:
            return chooser(s, s.zowner[s.where[obj]])
        return chooser(s, agent)

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return r.sets[SINCE]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[FLAG] = FIRST_CHOICE + option
        return NEXT

    def _skip(self, m: Machine, r: Record, outcome: int) -> int:
        r.regs[FLAG] = UNBOUND
        if self.label >= 0 and r.regs[self.label] != DONE:
            r.regs[self.label] = outcome
        m.target = self.target
        return JUMP


class Replaced(Op):
    """Mark the act that this block replaces as replaced."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        parent = s.recs.get(r.regs[PARENT])
        if parent is not None:
            parent.regs[FLAG] = 1
        return NEXT


def weight(m: Machine, s: State, trigger: int, record: Record) -> tuple[int, ...]:
    """The sort key of a replacement in the order that the book states."""
    you, this = record.regs[YOU], record.regs[THIS]
    return trigger_weight(m.rules, s, trigger, you, this, m.rules.replacement_keys)
