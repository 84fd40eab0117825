"""Duties that must be met within each span of a kind."""

from __future__ import annotations

from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.triggers.triggers import Trigger


class SpanDuty:
    """A duty to be met in every span of a kind, and what follows if it is not met."""

    __slots__ = ("offer", "span", "trigger")

    def __init__(self, span: str, offer: Offer, trigger: Trigger | None) -> None:
        self.span = span
        self.offer = offer
        self.trigger = trigger
