"""Expressions about persons, names, sets that change, and the ends of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckmastor.engine.schema import LIMBO_PLACE, WORD
from deckmastor.engine.seating import following, in_turn
from deckmastor.engine.state import DIRECTION, NONE, THIS, TURN, Record, State
from deckmastor.engine.values import Expr, Several

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmastor.engine.ruleset import Ruleset
    from deckmastor.language.ir import Tree


class AllPersons(Several):
    """Persons who are still in the game."""

    __slots__ = ("gone", "persons")

    def __init__(self, persons: list[int], gone: int) -> None:
        self.persons = persons
        self.gone = gone

    def many(self, s: State, r: Record) -> list[int]:
        gone = s.cols[self.gone]
        return [person for person in self.persons if not gone[person]]

    def peek(self, s: State, r: Record) -> list[int]:
        gone = s.cols[self.gone]
        for person in self.persons:
            if gone[person]:
                return self.many(s, r)
        return self.persons


class NextPerson(Several):
    """Who comes next in the order of turns, or came before; those who left are passed over."""

    __slots__ = ("gone", "n", "seats", "start", "step")

    def __init__(self, start: Expr, step: int, n: Expr, seats: int, gone: int) -> None:
        self.start = start
        self.step = step
        self.n = n
        self.seats = seats
        self.gone = gone

    def many(self, s: State, r: Record) -> list[int]:
        seat = self.start.ev(s, r)
        if seat < 0:
            return []
        gone = s.cols[self.gone]
        found: list[int] = []
        for _ in range(self.seats):
            seat = following(s, seat, self.step * s.v[DIRECTION], self.seats)
            if not gone[seat]:
                found.append(seat)
                if len(found) >= self.n.ev(s, r):
                    break
        return found


class OwnedBy(Expr):
    """Who owns a thing: the one whose place it is in."""

    __slots__ = ("thing",)

    def __init__(self, thing: Expr) -> None:
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        if thing < 0 or s.where[thing] < 0:
            return NONE
        return s.zowner[s.where[thing]]


class NameOf(Several):
    """The name of things, as words."""

    __slots__ = ("names", "thing")

    def __init__(self, names: list[int], thing: Expr) -> None:
        self.names = names
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        return [self.names[s.species[thing]] for thing in self.thing.many(s, r)]


class Cols(Several):
    """A property of each of several things."""

    __slots__ = ("k", "owner")

    def __init__(self, k: int, owner: Expr) -> None:
        self.k = k
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        column = s.cols[self.k]
        return [column[thing] for thing in self.owner.many(s, r) if 0 <= thing < len(column)]


class Prints(Several):
    """A property that never changes, of each of several things."""

    __slots__ = ("owner", "table")

    def __init__(self, table: list[int], owner: Expr) -> None:
        self.table = table
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        return [self.table[s.species[thing]] for thing in self.owner.many(s, r) if thing >= 0]


class ByWord(Expr):
    """One of several properties, by its name."""

    __slots__ = ("found", "word")

    def __init__(self, word: Expr, found: dict[int, Expr]) -> None:
        self.word = word
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        told = self.found.get(self.word.ev(s, r))
        return told.ev(s, r) if told is not None else NONE

    def many(self, s: State, r: Record) -> list[int]:
        told = self.found.get(self.word.ev(s, r))
        return told.many(s, r) if told is not None else []


def spelt(word: str, text: str) -> bool:
    """Whether words stand in a text, whole, in capitals or not."""
    return f" {_plain(word)} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    """A text without capitals, commas and doubled blanks."""
    return " ".join(text.casefold().replace(",", " ").split())


class Spelt(Expr):
    """Whether a text contains each of some words, as they are spelt."""

    __slots__ = ("seen", "text", "word", "words")

    def __init__(self, text: Expr, word: Expr, words: list[str]) -> None:
        self.text = text
        self.word = word
        self.words = words  # what all words of the book are
        # What was compared before: a memo of the rules alone. An entry is written once, complete.
        self.seen: dict[tuple[int, int], bool] = {}

    def ev(self, s: State, r: Record) -> int:
        text, words = self.text.ev(s, r), self.word.many(s, r)
        return 1 if words and all([self._holds(text, word) for word in words]) else 0

    def _holds(self, text: int, word: int) -> bool:
        if text < WORD or word < WORD:
            return False
        told = self.seen.get((text, word))
        if told is None:
            told = spelt(self.words[word - WORD], self.words[text - WORD])
            self.seen[(text, word)] = told
        return told


class Letters(Expr):
    """How many letters the names of things have: A to Z, without blanks and signs."""

    __slots__ = ("counts", "thing")

    def __init__(self, names: list[str], thing: Expr) -> None:
        self.thing = thing
        self.counts = [  # by species
            sum([sign.isascii() and sign.isalpha() for sign in name]) for name in names
        ]

    def ev(self, s: State, r: Record) -> int:
        total = 0
        for thing in self.thing.many(s, r):
            total += self.counts[s.species[thing]]
        return total


class ContentOf(Several):
    """The places that things themselves are: what lies on a goal, in a stack."""

    __slots__ = ("column", "thing")

    def __init__(self, column: int, thing: Expr) -> None:
        self.column = column
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        column = s.cols[self.column]
        return [
            column[thing]
            for thing in self.thing.many(s, r)
            if 0 <= thing < len(column) and column[thing] >= 0
        ]


class ClassOf(Several):
    """The classes that cards belong to, as things."""

    __slots__ = ("classes", "thing")

    def __init__(self, classes: dict[int, int], thing: Expr) -> None:
        self.classes = classes
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        species = [s.species[thing] for thing in self.thing.many(s, r) if thing >= 0]
        return [self.classes[number] for number in species if number in self.classes]


class OneOf(Expr):
    """What is so of the word that a label stands for."""

    __slots__ = ("told", "word")

    def __init__(self, word: Expr, told: dict[int, Expr]) -> None:
        self.word = word
        self.told = told

    def ev(self, s: State, r: Record) -> int:
        expr = self.told.get(self.word.ev(s, r))
        return expr.ev(s, r) if expr is not None else 0


class Bag(Several):
    """The members of sets that can change."""

    __slots__ = ("at", "owner")

    def __init__(self, at: int, owner: Expr) -> None:
        self.at = at
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for thing in self.owner.many(s, r):
            found += s.bags.get(self.at << 20 | thing, [])
        return found


class Ends(Several):
    """The first or last of what fits, in order of time or place."""

    __slots__ = ("found", "last", "n")

    def __init__(self, found: Expr, last: bool, n: Expr) -> None:
        self.found = found
        self.last = last
        self.n = n

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        n = max(self.n.ev(s, r), 0)
        return found[-n:] if self.last else found[:n]


class Rest(Several):
    """What is left of several things: those that were not picked among them."""

    __slots__ = ("found", "taken")

    def __init__(self, found: Expr, taken: list[int]) -> None:
        self.found = found
        self.taken = taken  # the labels of what was picked among them

    def many(self, s: State, r: Record) -> list[int]:
        gone = [thing for slot in self.taken for thing in r.many(slot)]
        return [thing for thing in self.found.many(s, r) if thing not in gone]


class Exposed(Several):
    """The card being played that can be answered: the last one that is not this card itself."""

    __slots__ = ("found",)

    def __init__(self, found: Expr) -> None:
        self.found = found

    def many(self, s: State, r: Record) -> list[int]:
        this = r.regs[THIS]
        for thing in reversed(s.zones[LIMBO_PLACE]):
            if thing != this and self.found.has(s, r, thing):
                return [thing]
        return []


class Weighted(Several):
    """The rows of a collection, each as often as its weight."""

    __slots__ = ("rows", "weights")

    def __init__(self, rows: list[int], weights: list[int]) -> None:
        self.rows = rows
        self.weights = weights

    def many(self, s: State, r: Record) -> list[int]:
        return [row for row, n in zip(self.rows, self.weights, strict=True) for _ in range(n)]


class Winners(Several):
    """Who has won."""

    __slots__ = ()

    def many(self, s: State, r: Record) -> list[int]:
        return s.winners


class Numbers(Several):
    """The numbers that a choice offers: between the bounds that are said, else 0 to 100."""

    __slots__ = ("least", "most")

    def __init__(
        self, ctx: Any, term: Callable[[Any, Tree], Expr], where: list[Tree], var: str
    ) -> None:
        from deckmastor.language.ir import Cmp, Ref

        self.least: Expr | None = None
        self.most: Expr | None = None
        for part in list(where):
            if isinstance(part, Cmp) and isinstance(part.a, Ref) and part.a.name == var:
                if part.op in (">=", "="):
                    self.least = term(ctx, part.b)
                if part.op in ("<=", "="):
                    self.most = term(ctx, part.b)

    def many(self, s: State, r: Record) -> list[int]:
        least = self.least.ev(s, r) if self.least is not None else 0
        most = self.most.ev(s, r) if self.most is not None else 100
        return list(range(least, min(most, least + 1000) + 1))


class InTurn(Several):
    """Players in the order of turns, from the player at turn on; others behind them."""

    __slots__ = ("found", "seats")

    def __init__(self, found: Expr, seats: int) -> None:
        self.found = found
        self.seats = seats

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        turn = s.v[TURN]
        if len(found) < 2 or turn < 0:
            return found
        seats = self.seats
        seated = [person for person in found if 0 <= person < seats]
        others = [person for person in found if not 0 <= person < seats]
        return in_turn(s, turn, seated, seats) + others


class Range(Several):
    """The numbers from a least to a greatest; the greatest alone if it is too small."""

    __slots__ = ("least", "most")

    def __init__(self, least: Expr, most: Expr) -> None:
        self.least = least
        self.most = most

    def many(self, s: State, r: Record) -> list[int]:
        most = max(self.most.ev(s, r), 0)
        least = min(max(self.least.ev(s, r), 0), most)
        return list(range(least, min(most, least + 1000) + 1))


class AsTheyLie(Several):
    """Things in the order in which they lie, the lowest first or the highest first."""

    __slots__ = ("down", "found")

    def __init__(self, found: Expr, down: bool) -> None:
        self.found = found
        self.down = down

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        at = {thing: i for i, thing in enumerate(found)}
        for thing in found:
            place = s.where[thing]
            if place >= 0:
                at[thing] = s.zones[place].index(thing)
        return sorted(found, key=at.__getitem__, reverse=self.down)


class You(Expr):
    """Whom the text of the thing under THIS speaks to."""

    __slots__ = ("rules",)

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def ev(self, s: State, r: Record) -> int:
        return self.rules.you_of(s, r.regs[THIS], NONE)
