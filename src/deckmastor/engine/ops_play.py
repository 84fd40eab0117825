"""Instructions of playing: announced, landed, resolved, cancelled; and targets."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.acts import CANCEL, FAIL, PLAY, RESOLVE, TARGET, fire, move
from deckmastor.engine.batches import tell
from deckmastor.engine.describing import TOLD, Described
from deckmastor.engine.machine import AGAIN, CALL, JUMP, NEXT, ONE, WAIT, Machine, Op
from deckmastor.engine.ops import ENOUGH, Branch, Choose, chooser
from deckmastor.engine.ops_acts import Act, Told
from deckmastor.engine.parts import attributes
from deckmastor.engine.resolution import queue
from deckmastor.engine.schema import ASIDE_PLACE, LIMBO_PLACE
from deckmastor.engine.state import EFFECTS, NONE, THIS, UNBOUND, YOU, Record, State
from deckmastor.engine.values import Expr
from deckmastor.engine.visibility import PLAIN


class PlayBegin(Act):
    """A card is announced: it leaves where it was, and may be answered."""

    __slots__ = ("lies", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.lies = PLAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        origin = s.where[card]
        s.column(m.rules.player_of)[card] = agent
        move(m, s, agent, card, LIMBO_PLACE, NONE, self.lies)
        fire(m, s, PLAY, agent, card, self.to.ev(s, r) if self.to is not None else NONE, origin)
        return self.done(r, True)


class PlayLand(Act):
    """A played card that nobody cancelled comes to its place; a cancelled one is over."""

    __slots__ = ("lies", "target", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None) -> None:
        super().__init__(agent, obj, NONE)
        self.to = to
        self.lies = PLAIN
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0 or s.where[card] != LIMBO_PLACE:
            forget_aims(s, card)
            m.target = self.target
            return JUMP
        if self.to is not None:
            to = self.to.ev(s, r)
            if to >= 0:
                move(m, s, self.agent.ev(s, r), card, to, NONE, self.lies)
        return NEXT


class Resolving(Act):
    """Tell that a card resolves, ahead of its text."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0:
            fire(m, s, RESOLVE, card, card)
        return NEXT


class Resolve(Act):
    """The text of a card is performed."""

    __slots__ = ("alias",)

    def __init__(self, agent: Expr, obj: Expr, alias: Expr | None, label: int) -> None:
        super().__init__(agent, obj, label)
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        self.done(r, True)
        agent = self.agent.ev(s, r)
        block = m.rules.texts.get(s.species[card], NONE)
        table = m.rules.facts.get("text")
        if block == NONE or (table is not None and not table.value(s, card, 1)):
            return NEXT
        s.v[EFFECTS] += 1
        here = m.blocks[block]
        regs = [UNBOUND] * here.slots
        bearer = self.alias.ev(s, r) if self.alias is not None else card
        regs[THIS] = bearer
        regs[YOU] = m.rules.you_of(s, bearer, agent)
        m.block = here
        m.record = Record(regs)
        return CALL


class ResolveAbility(Act):
    """The text of a modifier is performed for the card that has it, or as that of another."""

    __slots__ = ("alias", "word")

    def __init__(self, agent: Expr, card: Expr, word: Expr, alias: Expr | None, label: int) -> None:
        super().__init__(agent, card, label)
        self.word = word
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        text = m.rules.abilities.get(self.word.ev(s, r))
        if card < 0 or text is None:
            return self.done(r, False)
        self.done(r, True)
        s.v[EFFECTS] += 1
        m.block = m.blocks[text[0]]
        regs = [UNBOUND] * m.block.slots
        for slot, value in text[1]:
            regs[slot] = value
        regs[THIS] = self.alias.ev(s, r) if self.alias is not None else card
        regs[YOU] = self.agent.ev(s, r)
        if regs[YOU] < 0:
            regs[YOU] = m.rules.you_of(s, regs[THIS], regs[YOU])
        m.record = Record(regs)
        return CALL


class Over(Act):
    """An act that lasted is over: what waits for its end is due."""

    __slots__ = ("verb",)

    def __init__(self, verb: int, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.rules.laws[self.verb].over:
            self.tell(m, s, self.agent.ev(s, r), self.obj.ev(s, r))
        return NEXT

    def tell(self, m: Machine, s: State, agent: int, card: int) -> None:
        """Let run what waits for the end of the act."""
        law = m.rules.laws[self.verb]
        if law.over:
            if card >= 0:
                told = law.lasting(s.species[card])
                if told.swift and not s.muted:
                    tell(m, s, told, agent, card, NONE, NONE)
                    return
            for trigger in law.over:
                for record in trigger.match(s, agent, card, NONE, NONE, 1):
                    queue(m, s, trigger.id, record)


class PutAway(Act):
    """A card that was played and has no place goes to the discard pile, if there is one."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0 and s.where[card] == LIMBO_PLACE:
            agent = self.agent.ev(s, r)
            place = m.rules.discard_of(agent)
            move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
        return NEXT


class Cancel(Act):
    """A card being played will not resolve."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        agent = self.agent.ev(s, r)
        for card in self.obj.many(s, r):
            if s.where[card] == LIMBO_PLACE:
                place = m.rules.discard_of(s.cols[m.rules.player_of][card])
                move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
                fire(m, s, CANCEL, agent, card)
                was = True
        return self.done(r, was)


def aim_key(card: int, number: int) -> int:
    """Where the targets that were announced for a card are kept, by their number in its text."""
    return -1 - (card << 4 | number)


def forget_aims(s: State, card: int) -> None:
    """A card is stopped: what was announced for it is void."""
    for key in [key for key in s.bags if key < 0 and (-1 - key) >> 4 == card]:
        del s.bags[key]


class TakeAim(Act):
    """The targets of a card are chosen and announced as it is played."""

    __slots__ = ()

    def __init__(self, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        block = m.rules.aims.get(s.species[card], NONE) if card >= 0 else NONE
        if block == NONE:
            return NEXT
        forget_aims(s, card)
        m.block = m.blocks[block]
        regs = [UNBOUND] * m.block.slots
        regs[THIS] = card
        regs[YOU] = self.agent.ev(s, r)
        m.record = Record(regs)
        return CALL


class KeepAim(Op):
    """Keep what was announced until the text of the card is performed."""

    __slots__ = ("found", "number")

    def __init__(self, found: Expr, number: int) -> None:
        self.found = found
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        kept = list(self.found.many(s, r))
        s.bags[aim_key(r.regs[THIS], self.number)] = kept
        if kept and kept[0] <= TOLD:
            told = phrase_of(m, s, kept[0])
            kept += [told.now(s) if told is not None else 0]
        return NEXT


class KeepTime(Op):
    """Keep when something was announced that is yet to come."""

    __slots__ = ("events", "number")

    def __init__(self, number: int, events: int) -> None:
        self.number = number
        self.events = events  # where the events that it waits for are kept

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.bags[aim_key(r.regs[THIS], self.number)] = [len(s.past[self.events])]
        return NEXT


def phrase_of(m: Machine, s: State, answer: int) -> Described | None:
    """What was announced by a description."""
    from deckmastor.engine.program.describing import phrase

    return phrase(m.rules, s.texts[TOLD - answer])


class Announce(Choose):
    """A target that is announced: a thing that fits, or a description in the player's own words."""

    __slots__ = ("noun", "wanted")

    def __init__(self, choice: Choose, wanted: str, noun: str) -> None:
        super().__init__(choice.who, choice.found, choice.slot, choice.least, choice.most)
        self.sort = choice.sort
        self.text = choice.text
        self.wanted = wanted  # the sort of what it must be: player, card or place
        self.noun = noun

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        r.sets[self.slot] = []
        m.asked = [chooser(s, self.who.ev(s, r))]
        m.way = ONE
        return WAIT

    def options(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        return self.found.many(s, r) or [ENOUGH]

    def take(self, m: Machine, s: State, r: Record, who: int, option: int) -> int:
        if option <= TOLD and m.observer is not None:
            m.observer.event(TARGET, who, option, NONE, NONE, 1, m.sentence, r.regs[THIS])
        r.bind(self.slot, [] if option == ENOUGH else [option])
        return NEXT


class ToldThing(Told):
    """Tell that something is targeted; what is only described is not known yet."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        return self.done(r, True) if self.obj.ev(s, r) <= TOLD else super().run(m, s, r)


class Aimed(Op):
    """What was announced is the target; if it is gone or not allowed now, the card fails."""

    __slots__ = ("allowed", "number", "slot", "targets")

    def __init__(self, slot: int, number: int, allowed: Expr) -> None:
        self.slot = slot
        self.number = number
        self.allowed = allowed
        self.targets = [0, 0]  # where to go on if it fails, and if it does not

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = r.regs[THIS]
        aimed = s.bags.pop(aim_key(card, self.number), None)
        if aimed is None:
            return NEXT  # nothing was announced: it is chosen now
        allowed = self.allowed.many(s, r)
        if aimed and aimed[0] <= TOLD:
            told, you = phrase_of(m, s, aimed[0]), r.regs[YOU]
            seats = m.rules.seats
            aimed = told.fits(s, seats, card, you, aimed[1]) if told is not None else []
            if len(aimed) == 1 and aimed[0] in allowed:
                fire(m, s, TARGET, you, aimed[0])
            else:
                aimed = []
        if aimed and all(thing in allowed for thing in aimed):
            r.bind(self.slot, aimed)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, card, NONE)
            m.target = self.targets[0]
        return JUMP


NAMED: Final = 15  # the number under which choices are kept that were named beforehand


def name(s: State, r: Record, number: int, chosen: list[int]) -> None:
    """Keep what was chosen, behind all that was chosen for the same card before."""
    s.bags.setdefault(aim_key(r.regs[THIS], NAMED), []).extend([number, len(chosen), *chosen])


class NameChoice(Choose):
    """A choice that is made and named as a card is played."""

    __slots__ = ("number",)

    def __init__(self, choice: Choose, number: int) -> None:
        super().__init__(choice.who, choice.found, choice.slot, choice.least, choice.most)
        for field in attributes(Choose):
            setattr(self, field, getattr(choice, field))
        self.number = number  # which choice of the text it is

    def run(self, m: Machine, s: State, r: Record) -> int:
        if Choose.run(self, m, s, r) == WAIT:
            return AGAIN
        name(s, r, self.number, r.many(self.slot))
        return NEXT


class NameBranch(Branch):
    """A way that is picked and named as a card is played."""

    __slots__ = ("number",)

    def __init__(self, branch: Branch, number: int) -> None:
        super().__init__(branch.who, branch.slot, branch.able)
        self.targets = branch.targets.copy()
        self.texts = branch.texts
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        signal = Branch.run(self, m, s, r)
        if signal == JUMP:
            name(s, r, self.number, [r.regs[self.slot]])
        return signal


class TakeUp(Op):
    """What was named is what is chosen, as far as it still can be."""

    __slots__ = ("found", "number", "slot", "ways")

    def __init__(self, slot: int, number: int, found: Expr | None, ways: int) -> None:
        self.slot = slot
        self.number = number
        self.found = found  # all that could be chosen; None for a way
        self.ways = ways  # how many ways there are: a hidden card is imagined to be another

    def run(self, m: Machine, s: State, r: Record) -> int:
        key = aim_key(r.regs[THIS], NAMED)
        named = s.bags.get(key)
        if named and named[0] == self.number:
            end = 2 + named[1]
            chosen = named[2:end]
            if end < len(named):
                s.bags[key] = named[end:]
            else:
                del s.bags[key]
            if self.found is None:
                if chosen and 0 <= chosen[0] < self.ways:
                    r.regs[self.slot] = chosen[0]
            else:
                fit = self.found.many(s, r)
                r.bind(self.slot, [thing for thing in chosen if thing in fit])
        return NEXT


class Sought(Aimed):
    """A target that was announced by a description is what fits it now; else the card fails."""

    __slots__ = ("since",)

    def __init__(self, slot: int, number: int, allowed: Expr, since: int = NONE) -> None:
        super().__init__(slot, number, allowed)
        self.since = since  # the label of when it was announced, if it waits for something

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.since != NONE:
            kept = s.bags.pop(aim_key(r.regs[THIS], self.number), None)
            r.regs[self.since] = kept[0] if kept else 1 << 30
        found = self.allowed.many(s, r)
        if found:
            r.bind(self.slot, found)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, r.regs[THIS], NONE)
            m.target = self.targets[0]
        return JUMP
