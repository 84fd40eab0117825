"""What a card is, in one word, as the facts of the game make it now; and a colour for each word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckmastor.engine.inside import ASIDE_PLACE, WORD, Species
from deckmastor.language.tables import Thing
from deckmastor.match import Match

COLOURS = ("cyan", "green", "magenta", "yellow", "blue", "red")
ROOTS = frozenset({"card", "thing"})


def printed(match: Match) -> dict[str, Thing]:
    """The rows of a book by their names; of several with one name, the one that is in the game."""
    state, species = match.state, match.rules.schema.species
    present = {
        species[kind].row
        for thing, kind in enumerate(state.species)
        if state.where[thing] != ASIDE_PLACE
    }
    rows = match.book.things
    found = {row.name: row for row in reversed(rows)}
    found |= {row.name: row for row in rows if row.id in present}
    return {row.name: found[row.name] for row in rows}


def plural_of(match: Match, noun: str) -> str:
    """The plural of a noun, as the rulebook declares it."""
    return match.rules.schema.lexicon.plural_of(noun)


class Kinds:
    """The kinds of card that a game tells apart: those that rows of its tables are of."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.schema = match.rules.schema
        self.families = self._families()
        named = [self._printed(one) for one in self.schema.species if one.row]
        listed = [each for name in dict.fromkeys(named) for each in self._relatives(name)]
        self.names = [name for name in dict.fromkeys(listed) if name not in ROOTS]

    def _families(self) -> list[str]:
        """Properties that are the nouns of types, so that a fact can make a thing another kind."""
        statuses = self.schema.lexicon.statuses
        types = [thing.noun.split() for thing in self.schema.book.things]
        found = [statuses[words[-1]].family for words in types if words and words[-1] in statuses]
        return [name for name in dict.fromkeys(found) if name in self.schema.attrs]

    def _relatives(self, name: str) -> list[str]:
        """A kind, and what a card of it can become."""
        statuses = self.schema.lexicon.statuses
        family = statuses[name].family if name in statuses else ""
        others = [word for word, one in statuses.items() if one.family == family]
        return [name, *others] if family in self.families else [name]

    def _printed(self, species: Species) -> str:
        told = [str(species.printed[name]) for name in self.families if species.printed.get(name)]
        return told[0] if told else species.kind

    def of(self, thing: int) -> str:
        """The kind of a card now; empty if the game has but one."""
        for name in self.families:
            word = self._value(name, thing)
            if word:
                return word
        kind = self._printed(self.schema.species[self.match.state.species[thing]])
        return kind if kind in self.names else ""

    def _value(self, name: str, thing: int) -> str:
        state, attr = self.match.state, self.schema.attrs[name]
        if attr.home == "column":
            value = state.cols[attr.at][thing]
        else:
            value = attr.table[state.species[thing]] if attr.table else 0
        table = self.match.rules.facts.get(name)
        if table is not None:
            value = table.value(state, thing, value)
        return self.schema.words[value - WORD] if value >= WORD else ""

    def colour(self, kind: str) -> str:
        """The colour of a kind."""
        return COLOURS[self.names.index(kind) % len(COLOURS)] if kind in self.names else "cyan"

    def sorted(self, things: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
        """Cards by their kinds, in the order in which the rulebook tells of these."""
        found: dict[str, list[int]] = {}
        for thing in things:
            found.setdefault(self.of(thing), []).append(thing)
        order = {name: at for at, name in enumerate(self.names)}
        yield from sorted(found.items(), key=lambda item: order.get(item[0], len(order)))

    def summary(self, things: Sequence[int]) -> str:
        """`3 unicorns, 1 upgrade`."""
        told = []
        for kind, cards in self.sorted(things):
            noun = kind or "card"
            told.append(f"{len(cards)} {noun if len(cards) == 1 else plural_of(self.match, noun)}")
        return ", ".join(told) or "empty"
