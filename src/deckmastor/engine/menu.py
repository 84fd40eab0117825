"""The menu of the player at turn, where a few questions about the game decide what stands on it.

Whether each permission stands follows from the same few questions: how a value compares with a
number, whether a place is empty, how often something was done. Each set of answers to them is a
page; what stands there is worked out when the page is first needed, and only looked up later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from deckmastor.engine.history import WIDTH, AtLeast
from deckmastor.engine.schema import LIMBO_PLACE
from deckmastor.engine.state import NONE, OVER, UNBOUND, State

if TYPE_CHECKING:
    from deckmastor.engine.masks import Sieve
    from deckmastor.engine.norms import Norm
    from deckmastor.engine.window import Offer

PASSING: Final = 0  # the option to do nothing (more)
OBJECT_BITS: Final = 24  # of any other option: the object of the act, counted from 1
OBJECT: Final = (1 << OBJECT_BITS) - 1
KEPT: Final = 4_096  # sets of species, and values, that are remembered


class Page:
    """What stands on a menu for one set of answers: acts, and which species can be acted on."""

    __slots__ = ("always", "first", "last", "mask", "open", "row", "rows", "value")

    def __init__(self) -> None:
        self.first: list[int] = []  # the options before those for cards
        self.last: list[int] = []  # and behind them, to pass among them
        self.always = 0  # the species that a sentence says are fit
        self.mask = 0  # the species that no sentence excludes
        self.open = False  # whether there are any
        self.rows: dict[int, list[list[Any] | None]] = {}  # by value and top card: what is fit
        self.row: list[list[Any] | None] = []  # that of the last value
        self.value = UNBOUND + 2  # the last value

    def clear(self) -> None:
        """Forget what is fit."""
        self.rows.clear()
        self.row = []


class Level:
    """How a value of the game compares with a number."""

    __slots__ = ("above", "equal", "index", "n")

    def __init__(self, index: int, n: int, above: int, equal: int) -> None:
        self.index: i64 = index
        self.n = n
        self.above: i64 = above  # the bit of the answer that it is more
        self.equal: i64 = equal


class Filled:
    """Whether something lies in a place."""

    __slots__ = ("bit", "place")

    def __init__(self, place: int, bit: int) -> None:
        self.place: i64 = place
        self.bit: i64 = bit


class Rarely:
    """Whether something was done fewer times than a number."""

    __slots__ = ("bit", "index", "length", "reached")

    def __init__(self, reached: AtLeast, bit: int) -> None:
        self.reached = reached
        self.index: i64 = reached.done.index  # of the history
        self.length: i64 = reached.n * WIDTH  # that it has at least if it was done so often
        self.bit: i64 = bit


class Menu:
    """All that the player at turn can do."""

    __slots__ = (
        "bare", "base", "cards", "deeds", "head", "like", "matched", "named", "offers",
        "own", "pages", "passing", "pile", "places", "scalars", "sets", "species", "value",
    )  # fmt: skip

    def __init__(self, offers: list[Offer], passing: list[Norm]) -> None:
        self.offers = offers
        self.passing = passing  # what forbids to pass
        self.scalars: list[Level] = []
        self.places: list[Filled] = []
        self.deeds: list[Rarely] = []
        self.pages: list[Page | None] = []
        self.cards: Sieve | None = None  # of the one offer that is acted on with cards
        self.head = 0  # its option without a card
        self.named: list[Any] = []  # and its option for each thing
        self.base: i64 = 0  # where the cards lie
        self.own = False  # whether that is the first of the places of persons
        self.value: i64 = OVER  # a scalar that some cards are fit for, and which are
        self.matched: dict[int, int] = {}
        self.pile: i64 = LIMBO_PLACE  # a place whose top card some cards are fit for, and which are
        self.like: list[int] = []
        self.bare = 0  # those that are while nothing lies there
        self.species: list[int] = []  # of all things, as last seen
        self.sets: dict[int, list[Any]] = {}  # by species as bits, options by thing

    def options(self, s: State, who: int) -> list[int]:
        """What a player can do now, in the order of the sentences; to pass comes last."""
        v = s.v
        zones = s.zones
        at: i64 = 0
        for level in self.scalars:
            n = v[level.index]
            if n == level.n:
                at |= level.equal
            elif n > level.n:
                at |= level.above
        for filled in self.places:
            if zones[filled.place]:
                at |= filled.bit
        for rarely in self.deeds:
            if len(s.past[rarely.index]) < rarely.length or not rarely.reached.by(s, who):
                at |= rarely.bit
        page = self.pages[at]
        if page is None:
            page = self.pages[at] = self._written(s, who)
        options: list[Any] = page.first.copy() if page.first else []
        if page.open:
            species = s.species
            if species is not self.species:
                self._look(species)
            pile = zones[self.pile]
            top: i64 = NONE
            if pile:
                top = species[pile[-1]]
            top += 1
            value = v[self.value]
            row = page.row if value == page.value else self._turn(page, value)
            fit = row[top] if top < len(row) else None
            if fit is None:
                fit = self._fit(page, value, top - 1)
            if fit:
                for thing in zones[self.base + who if self.own else self.base]:
                    option = fit[thing]
                    if option is not None:
                        options.append(option)
        last: list[Any] = page.last
        for option in last:
            options.append(option)
        return options or [PASSING]

    def _look(self, species: list[int]) -> None:
        """If things have become others, or there are more, what is fit is worked out anew."""
        same = species == self.species
        self.species = species
        if same:
            return  # another game
        self.named = [self.head + 1 + thing for thing in range(len(species))]
        self.sets.clear()
        for page in self.pages:
            if page is not None:
                page.clear()

    def _turn(self, page: Page, value: int) -> list[list[Any] | None]:
        """What is fit with a value, by the top card, as far as that is known."""
        row = page.rows.get(value)
        if row is None:
            if len(page.rows) >= KEPT:
                page.clear()
            row = page.rows[value] = []
        page.value = value
        page.row = row
        return row

    def _written(self, s: State, who: int) -> Page:
        """What stands on the menu in a state, and in every other with the same answers."""
        page = Page()
        options = page.first
        for offer in self.offers:
            if offer.sieve is not None:
                options = page.last
                self._cards(s, who, page, offer.sieve)
                continue
            r = offer.record(s)
            r.regs[offer.agent] = who
            if offer.test is None or offer.test.ev(s, r):
                options.append(offer.head)
            s.work.give(offer.spare, r)
        for norm in self.passing:
            if norm.speaks_of(s, who):
                return page
        page.last.append(PASSING)
        return page

    def _cards(self, s: State, who: int, page: Page, sieve: Sieve) -> None:
        """Which species can be acted on, as far as the answers decide it."""
        page.mask = page.always = sieve.all
        if sieve.fits:
            page.always = sieve.always
            for clause in sieve.fit:
                page.always |= clause.bits(s, who, 0)
        for clause in sieve.only:
            page.mask &= clause.bits(s, who, sieve.all)
        for clause in sieve.spared:
            page.mask &= ~clause.bits(s, who, 0)
        page.open = page.mask != 0

    def _fit(self, page: Page, value: int, top: int) -> list[Any]:
        """By thing, the option to act on it if that can be done; nothing if none can be."""
        assert self.cards is not None
        bits = page.always | self.matched.get(value, 0)
        if self.like:
            bits |= self.like[top] if top >= 0 else self.bare
        bits &= page.mask
        fit = self.sets.get(bits)
        if fit is None:
            kinds = self.species if bits else []
            fit = [self.named[n] if bits >> kind & 1 else None for n, kind in enumerate(kinds)]
            if len(self.sets) < KEPT:
                self.sets[bits] = fit
        row = page.row
        while len(row) < top + 2:
            row.append(None)
        row[top + 1] = fit
        return fit
