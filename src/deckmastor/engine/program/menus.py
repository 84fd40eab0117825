"""When what the player at turn can do is a menu: a few questions about the game decide it."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.acts import PASS
from deckmastor.engine.history import AtLeast
from deckmastor.engine.masks import (
    AllOf,
    AnyOf,
    ByValue,
    Clause,
    Fixed,
    Mask,
    NoneOf,
    Sieve,
    Whether,
)  # fmt: skip
from deckmastor.engine.menu import Filled, Level, Menu, Rarely
from deckmastor.engine.ruleset import Ruleset
from deckmastor.engine.short import EmptyOne, Fewer, HasSome, Row, VarEq, VarGt, VarIs, VarLt, VarNe
from deckmastor.engine.state import NONE
from deckmastor.engine.values import And, Expr, Lit, Not, Or, Reg
from deckmastor.engine.window import Offer

BITS: Final = 8  # answers that decide which page it is, at most


def menu(rules: Ruleset) -> Menu | None:
    """The menu of a book; None if something else than a few questions decides what can be done."""
    law = rules.laws[PASS]
    if not (rules.offers and rules.brisk and rules.single and rules.at_once) or rules.acts_heard:
        return None
    if law.only or not all(norm.quick for norm in law.cannot):
        return None
    if not all(simple(offer) for offer in rules.offers):
        return None
    found = Menu(rules.offers, law.cannot)
    asked = Asked(found)
    sure = True
    for offer in rules.offers:
        if offer.sieve is not None:
            sure = sure and found.cards is None and cards(found, asked, offer.sieve)
            found.head = offer.head
        elif offer.test is not None:
            sure = sure and asked.decides(offer.test, offer.agent)
    for norm in law.cannot:
        if norm.cond is not None:
            sure = sure and asked.decides(norm.cond, norm.doer)
    if not sure or asked.bits > BITS:
        return None
    found.pages = [None] * (1 << asked.bits)
    return found


def simple(offer: Offer) -> bool:
    """Whether an offer leaves no trace but what its text does, and says at once what it is for."""
    whole = offer.plain and not offer.limited and not offer.passing
    return whole and (offer.bare or offer.sieve is not None)


def cards(found: Menu, asked: Asked, sieve: Sieve) -> bool:
    """Put the cards that can be acted on into a menu; False if more is to be asked for them."""
    found.cards = sieve
    place = sieve.place
    if sieve.own >= 0:
        found.own, found.base = True, sieve.own
    elif isinstance(place, Lit) and place.n >= 0:
        found.base = place.n
    else:
        return False
    if sieve.cond is not None:
        return False
    if len(sieve.by_var) > 1 or len(sieve.by_top) > 1:
        return False
    for by_var in sieve.by_var:
        found.value, found.matched = by_var.i, by_var.table
    for by_top in sieve.by_top:
        found.pile, found.like, found.bare = by_top.place, by_top.like, by_top.bare
    clauses = [*sieve.fit, *sieve.only, *sieve.spared]
    return all([decided(asked, clause) for clause in clauses])


def decided(asked: Asked, clause: Clause) -> bool:
    """Whether the answers decide which species a sentence speaks of."""
    scopes = [asked.decides(scope, clause.agent) for scope in clause.scopes]
    return all(scopes) and foreseen(asked, clause.mask, clause.agent)


def foreseen(asked: Asked, mask: Mask, doer: int) -> bool:
    """Whether the answers decide which species are in a set."""
    if isinstance(mask, (AnyOf, AllOf)):
        return all([foreseen(asked, part, doer) for part in mask.parts])
    if isinstance(mask, NoneOf):
        return foreseen(asked, mask.part, doer)
    if isinstance(mask, Whether):
        return asked.decides(mask.cond, doer)
    return isinstance(mask, Fixed) or (isinstance(mask, ByValue) and isinstance(mask.term, Lit))


class Asked:
    """The questions that a menu asks, each once."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu
        self.bits = 0
        self.seen: set[tuple[object, ...]] = set()

    def decides(self, expr: Expr, doer: int) -> bool:
        """Ask what a condition comes down to, of whoever acts; False if that is something else."""
        if isinstance(expr, Lit):
            return True
        if isinstance(expr, (And, Or, Row)):
            return all([self.decides(part, doer) for part in expr.parts])
        if isinstance(expr, Not):
            return self.decides(expr.a, doer)
        if isinstance(expr, VarIs):
            return self.scalar(expr)
        if isinstance(expr, (HasSome, EmptyOne)):
            if self.new("place", expr.place):
                self.menu.places.append(Filled(expr.place, self.bit()))
            return True
        if isinstance(expr, Fewer):
            return self.deed(expr.reached, doer)
        return isinstance(expr, AtLeast) and self.deed(expr, doer)

    def scalar(self, expr: VarIs) -> bool:
        """Ask how a value compares with a number."""
        if type(expr) not in (VarEq, VarNe, VarLt, VarGt):
            return False
        n = expr.n - 1 if isinstance(expr, VarLt) else expr.n
        if self.new("scalar", expr.i, n):
            self.menu.scalars.append(Level(expr.i, n, self.bit(), self.bit()))
        return True

    def deed(self, reached: AtLeast, doer: int) -> bool:
        """Ask how often who acts did something."""
        done = reached.done
        if doer == NONE or not isinstance(done.quick, Reg) or done.quick.slot != doer:
            return False
        window = done.window
        span = (window.field, window.now, window.back, window.on)
        if self.new("deed", done.index, reached.n, *span):
            self.menu.deeds.append(Rarely(reached, self.bit()))
        return True

    def new(self, *question: object) -> bool:
        """Whether a question was not asked yet; it is then."""
        fresh = question not in self.seen
        self.seen.add(question)
        return fresh

    def bit(self) -> int:
        """The next bit of an answer."""
        self.bits += 1
        return 1 << (self.bits - 1)
