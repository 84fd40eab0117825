"""Where a rule is in force: always, on every copy of a card that is in play, or as adopted."""

from __future__ import annotations

from deckmastor.engine.state import NONE, PARENT, THIS, UNBOUND, YOU, Record, State
from deckmastor.engine.values import Expr


class Standing:
    """Gives the records under which a rule is in force now; a plain rule has exactly one."""

    __slots__ = ("number", "sentence", "size", "template", "tier", "time")

    def __init__(self, sentence: int, tier: int) -> None:
        self.sentence = sentence
        self.tier = tier  # 0 base book, 1 rule, 2 modifier, 3 card; 10 more with `despite`
        self.time = 0  # later rules have greater numbers
        self.size = 0  # labels, known when the rule is compiled
        self.number = -1
        self.template: list[int] = []

    def fresh(self) -> Record:
        """A record whose labels have no values."""
        regs = self.template
        if len(regs) != self.size:
            regs = self.template = [NONE, NONE] + [UNBOUND] * (self.size - 2)
        return Record(regs.copy())

    def records(self, s: State) -> list[Record]:
        """One record for each time the rule is in force."""
        return [self.fresh()]


class OnCards(Standing):
    """A rule printed on cards: in force for each copy that is where its text counts."""

    __slots__ = ("silent", "species", "text", "you")

    def __init__(self, sentence: int, tier: int, species: int, silent: set[int], you: Expr) -> None:
        super().__init__(sentence, tier)
        self.species = species
        self.silent = silent
        self.you = you
        self.text: Expr | None = None

    def records(self, s: State) -> list[Record]:
        found: list[Record] = []
        kinds, species = s.species, self.species
        thing = -1
        for _ in range(kinds.count(species)):
            thing = kinds.index(species, thing + 1)
            place = s.where[thing]
            if place >= 0 and s.zname[place] not in self.silent:
                record = self.host(s, thing)
                if self.text is None or self.text.ev(s, record):
                    found.append(record)
        return found

    def host(self, s: State, thing: int) -> Record:
        """The record of the text of one copy."""
        record = self.fresh()
        record.regs[THIS] = thing
        record.regs[YOU] = self.you.ev(s, record)
        return record


class OnModified(OnCards):
    """A rule of a modifier: in force for each thing that has it, with its parameters."""

    __slots__ = ("bag", "instances", "word")

    def __init__(
        self, sentence: int, tier: int, silent: set[int], you: Expr, bag: Expr,
        instances: dict[int, list[tuple[int, int]]],
    ) -> None:  # fmt: skip
        super().__init__(sentence, tier, NONE, silent, you)
        self.bag = bag  # the modifiers of the thing in THIS
        self.word = NONE  # the label of the modifier itself
        self.instances = instances  # word -> (slot, value) of its parameters

    def records(self, s: State) -> list[Record]:
        found: list[Record] = []
        for thing, place in enumerate(s.where):
            if place < 0 or s.zname[place] in self.silent:
                continue
            record = self.host(s, thing)
            for word in self.bag.many(s, record):
                if word in self.instances:
                    instance = self.host(s, thing)
                    for slot, value in self.instances[word]:
                        instance.regs[slot] = value
                    if self.word != NONE:
                        instance.regs[self.word] = word
                    found.append(instance)
        return found


class Adopted(Standing):
    """A rule that an effect put into force: once for each time it was adopted."""

    __slots__ = ()

    def records(self, s: State) -> list[Record]:
        lasting = s.lasting
        found: list[Record] = []
        for i in range(0, len(lasting), 4):
            if lasting[i] == self.number:
                record = s.recs[lasting[i + 1]].clone()
                record.regs += [UNBOUND] * (self.size - len(record.regs))
                record.regs[PARENT] = lasting[i + 1]
                found.append(record)
        return found
