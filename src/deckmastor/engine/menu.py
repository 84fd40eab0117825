"""The menu of the player at turn, where a few questions about the game decide what stands on it.

Whether each permission stands follows from the same few questions: how a value compares with a
number, whether a place is empty, how often something was done. Each set of answers to them is a
page; what stands there is worked out when the page is first needed, and only looked up later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.history import WIDTH, AtLeast
from deckmastor.engine.schema import LIMBO_PLACE
from deckmastor.engine.state import NONE, OVER, State

if TYPE_CHECKING:
    from deckmastor.engine.masks import Sieve
    from deckmastor.engine.norms import Norm
    from deckmastor.engine.window import Offer

PASSING: Final = 0  # the option to do nothing (more)
OBJECT_BITS: Final = 24  # of any other option: the object of the act, counted from 1
OBJECT: Final = (1 << OBJECT_BITS) - 1
KEPT: Final = 4_096  # sets of species that a page remembers


class Page:
    """What stands on a menu for one set of answers: acts, and which species can be acted on."""

    __slots__ = ("always", "first", "fits", "last", "mask")

    def __init__(self) -> None:
        self.first: list[int] = []  # the options before those for cards
        self.last: list[int] = []  # and behind them, to pass among them
        self.always = 0  # the species that a sentence says are fit
        self.mask = 0  # the species that no sentence excludes
        self.fits: dict[tuple[int, int], list[int]] = {}  # value, top card -> which species are


class Menu:
    """All that the player at turn can do."""

    __slots__ = (
        "bare", "base", "cards", "deeds", "head", "kinds", "like", "matched", "offers", "own",
        "pages", "passing", "pile", "places", "scalars", "value",
    )  # fmt: skip

    def __init__(self, offers: list[Offer], passing: list[Norm]) -> None:
        self.offers = offers
        self.passing = passing  # what forbids to pass
        self.scalars: list[tuple[int, int, int, int]] = []  # scalar, number, bits: above, equal
        self.places: list[tuple[int, int]] = []  # place, bit: something lies there
        self.deeds: list[tuple[int, int, int, AtLeast]] = []  # history, its length, bit: fewer
        self.pages: list[Page | None] = []
        self.cards: Sieve | None = None  # of the one offer that is acted on with cards
        self.head = 0  # its option without a card
        self.base = 0  # where the cards lie
        self.own = False  # whether that is the first of the places of persons
        self.value = OVER  # a scalar that some cards are fit for, and which are
        self.matched: dict[int, int] = {}
        self.pile = LIMBO_PLACE  # a place whose top card some cards are fit for, and which are
        self.like: list[int] = []
        self.bare = 0  # those that are while nothing lies there
        self.kinds: dict[int, list[int]] = {}  # sets of species as bits, and one by one

    def options(self, s: State, who: int) -> list[int]:
        """What a player can do now, in the order of the sentences; to pass comes last."""
        v = s.v
        at = 0
        for i, n, above, equal in self.scalars:
            value = v[i]
            if value == n:
                at |= equal
            elif value > n:
                at |= above
        for place, some in self.places:
            if s.zones[place]:
                at |= some
        for index, length, fewer, reached in self.deeds:
            if len(s.past[index]) < length or len(reached.done.same_doer(s, who)) < reached.n:
                at |= fewer
        page = self.pages[at]
        if page is None:
            page = self.pages[at] = self._written(s, who)
        options = page.first.copy()
        if page.mask:
            species = s.species
            zone = s.zones[self.pile]
            top = species[zone[-1]] if zone else NONE
            fit = page.fits.get((v[self.value], top))
            if fit is None:
                fit = self._fit(page, v[self.value], top)
            if fit:
                head = self.head + 1
                for thing in s.zones[self.base + who if self.own else self.base]:
                    if fit[species[thing]]:
                        options.append(head + thing)
        options += page.last
        return options or [PASSING]

    def _written(self, s: State, who: int) -> Page:
        """What stands on the menu in a state, and in every other with the same answers."""
        page = Page()
        options = page.first
        for offer in self.offers:
            if offer.sieve is not None:
                options = page.last
                self._cards(s, who, page, offer.sieve)
                continue
            r = offer.scratch
            r.regs[offer.agent] = who
            if offer.test is None or offer.test.ev(s, r):
                options.append(offer.head)
        for norm in self.passing:
            r = norm.scratch
            r.regs[norm.doer] = who
            if norm.cond is None or norm.cond.ev(s, r):
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

    def _fit(self, page: Page, value: int, top: int) -> list[int]:
        """Which species can be acted on, one by one; nothing if none can."""
        assert self.cards is not None
        bits = page.always | self.matched.get(value, 0)
        if self.like:
            bits |= self.like[top] if top >= 0 else self.bare
        bits &= page.mask
        fit = self.kinds.get(bits)
        if fit is None:
            species = range(self.cards.all.bit_length() if bits else 0)
            fit = self.kinds[bits] = [bits >> n & 1 for n in species]
        if len(page.fits) >= KEPT:
            page.fits.clear()
            self.kinds.clear()
        page.fits[value, top] = fit
        return fit


def length(reached: AtLeast) -> int:
    """How long a history is at least if something was done so often."""
    return reached.n * WIDTH
