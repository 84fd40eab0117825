"""Announced targets as kept data of a card: read by rules, set, copied and forgotten.

A card keeps its targets from the announcement until its text is performed, or until it comes to lie
where texts do not count. A described target is looked for each time it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import pick
from deckmastor.engine.expressions.compile_terms import sort_label, sort_of
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.ids import NONE, Slot, Thing, Word
from deckmastor.engine.knowledge.compile_described import phrase
from deckmastor.engine.knowledge.description import TOLD, Announced
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import PROPERTIES, term
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import LIMBO_PLACE, Unsupported
from deckmastor.engine.state.aims import aim_key
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import BAGS, Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import doer, emit, label_of
from deckmastor.engine.verbs.primitives import TARGET
from deckmastor.language.ir import Adopt, Block, Do, Group, Instead, Pick, Tree, When, walk
from deckmastor.language.whereabouts import THIS_CARD

THINGS: Final = "card"  # the sort of targets that are things: cards, and places that are things


def kept_sort(sort: str) -> str:
    """The sort under which a target is kept: a place that is a thing is kept as a thing."""
    if not sort:
        raise Unsupported("a target without saying whether it is a player, a card or a place")
    return sort if sort in ("player", "place", "word", "number") else THINGS


def looked_up(rules: Ruleset, s: State, card: Thing, kept: list[int]) -> list[int]:
    """The things that a kept target means now: itself, or what its description fits."""
    if not kept or kept[0] > TOLD:
        return kept
    told = phrase(rules, s.texts[TOLD - kept[0]])
    if told is None:
        return []
    found = told.fits(s, rules.seats, card, s.cols[rules.player_of][card], kept[1])
    return found if len(found) == 1 else []


def is_done(rules: Ruleset, s: State, card: Thing) -> bool:
    """True if a card was put away: what was announced for it is of no account any more."""
    place = s.where[card]
    if place == LIMBO_PLACE:
        return False
    return place < 0 or not (rules.loud[s.zname[place]] or rules.unplayed[s.zname[place]])


def announced(rules: Ruleset, s: State, card: Thing) -> list[tuple[str, int]]:
    """The kept targets of a card as they were announced, each behind its sort.

    A described target is the number of its description.
    """
    found: list[tuple[str, int]] = []
    if is_done(rules, s, card):
        return found
    for number, sort in enumerate(rules.aim_sorts.get(s.species[card], [])):
        kept = s.bags.get(aim_key(card, number)) if sort else None
        if kept:
            found += [(sort, one) for one in (kept[:1] if kept[0] <= TOLD else kept)]
    return found


class KeptTarget(Announced):
    """One kept target of a card, by its number in the text."""

    def __init__(self, rules: Ruleset, card: Expr, number: int) -> None:
        super().__init__(card)
        self.rules = rules
        self.number = number

    def found(self, s: State, r: Record) -> list[int]:
        card = self.cards.ev(s, r)
        if card < 0 or is_done(self.rules, s, card):
            return []
        kept = s.bags.get(aim_key(card, self.number))
        return looked_up(self.rules, s, card, kept) if kept else []


class KeptTargets(Announced):
    """The kept targets of cards that are of one sort."""

    def __init__(self, rules: Ruleset, cards: Expr, sort: str) -> None:
        super().__init__(cards)
        self.rules = rules
        self.sort = sort

    def found(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for card in self.cards.many(s, r):
            if is_done(self.rules, s, card):
                continue
            for number, sort in enumerate(self.rules.aim_sorts.get(s.species[card], [])):
                kept = s.bags.get(aim_key(card, number)) if sort == self.sort else None
                if kept:
                    found += looked_up(self.rules, s, card, kept)
        return found


class KeptMentions(KeptTargets):
    """The targets of cards that are of one sort, and what described targets speak of.

    A description speaks of the things that it names, whatever it fits.
    """

    def found(self, s: State, r: Record) -> list[int]:
        found = KeptTargets.found(self, s, r)
        for card in self.cards.many(s, r):
            for _, kept in announced(self.rules, s, card):
                told = phrase(self.rules, s.texts[TOLD - kept]) if kept <= TOLD else None
                if told is not None:
                    you = s.cols[self.rules.player_of][card]
                    found += told.speaks_of(s, self.rules.seats, card, you, self.sort)
        return list(dict.fromkeys(found))


class Retarget(Act):
    """Give cards another target in the place of the first one that is of the same sort."""

    def __init__(
        self, agent: Expr, cards: Expr, aim: Expr, sort: str, word: Word, label: Slot
    ) -> None:
        super().__init__(agent, cards, label)
        self.aim = aim  # the new target
        self.sort = sort
        self.word = word

    def guarded_object(self) -> Expr | None:
        return Lit(self.word)

    def run(self, m: Machine, s: State, r: Record) -> int:
        target = self.aim.ev(s, r)
        was = False
        for card in self.obj.many(s, r):
            sorts = m.rules.aim_sorts.get(s.species[card], [])
            for number in [n for n, sort in enumerate(sorts) if sort == self.sort]:
                key = aim_key(card, number)
                if target != NONE and s.bags.get(key):
                    s.bags[key] = [target]
                    s.stale |= BAGS
                    s.dirty |= m.rules.column_bits[m.rules.player_of]
                    goal = target if self.sort == "place" else NONE
                    fire(m, s, TARGET, self.agent.ev(s, r), NONE if goal >= 0 else target, goal)
                    was = True
                    break
        return self.done(r, was)


def compile_retarget(ctx: Context, do: Do, who: Expr, owner: Tree, told: Tree) -> None:
    """Compile `The target of that card becomes that player.`"""
    target = pick(ctx, told, who) if isinstance(told, Pick) else term(ctx, told)
    sort = kept_sort(sort_of(ctx, told))
    cards, word = doer(ctx, owner), ctx.schema.word("target")
    made = Retarget(who, cards, target, sort, word, label_of(ctx, do))
    guarded(ctx, do, cards, Lit(word), lambda: emit(ctx, made))


def targets_of(ctx: Context, owner: Tree, sort: str) -> Expr:
    """The targets of a card that are of a sort."""
    ctx.bits |= ctx.rules.column_bit(ctx.rules.player_of) | ctx.rules.any_zone
    if not ctx.rules.sealed and ctx.block is None:  # no effect decides where a card can be placed
        ctx.rules.target_sorts.add(kept_sort(sort))
    return KeptTargets(ctx.rules, term(ctx, owner), kept_sort(sort))


def mentions_of(ctx: Context, owner: Tree, sort: str) -> Expr:
    """The targets of a card that are of a sort, and the things of it that they speak of."""
    targets_of(ctx, owner, sort)
    return KeptMentions(ctx.rules, term(ctx, owner), kept_sort(sort))


def with_targets(rules: tuple[Tree, ...]) -> tuple[list[Tree], tuple[Tree, ...]]:
    """The targets that a text announces and the rules about them; no targets if it does more.

    Each rule does something to its card, so it takes for granted that the card stays.
    """
    match rules:
        case (Block(parts=parts),):
            found = [part for part in parts if isinstance(part, Do) and part.verb == "target"]
            rest = parts[len(found) :]
            said = [part.rule for part in rest if isinstance(part, Adopt) and part.until is None]
            standing = [told for told in said if acts_on_itself(told)]
            if found and standing and len(found) + len(standing) == len(parts):
                return (list(found), tuple(standing))
    return ([], rules)


def acts_on_itself(told: Tree) -> bool:
    """True if a rule on a card waits for something else, and then does something to its card."""
    if not isinstance(told, (When, Instead)):
        return False
    waits = any(part == THIS_CARD for part in walk(told.event))
    return not waits and any(part == THIS_CARD for part in walk(told.effect))


def bind_targets(ctx: Context, standing: OnCards, targets: Sequence[Tree]) -> None:
    """Give the announced targets of a card to a rule that stands on it."""
    number = 0
    for told in targets:
        assert isinstance(told, Do)
        items = told.obj.items if isinstance(told.obj, Group) else (told.obj,)
        for item in items:
            if isinstance(item, Pick) and item.label:
                sort_label(ctx, item.label, item.kind.noun)
                kept = KeptTarget(ctx.rules, Reg(THIS), number)
                standing.aims.append((ctx.slot(item.label), kept))
            number += 1


PROPERTIES["target"] = targets_of
PROPERTIES["mention"] = mentions_of
