"""A duty that must be met within a span of play."""

from __future__ import annotations

from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.triggers.triggers import Trigger


class SpanDuty:
    """A duty to be met in every span of the calendar, and what follows if it is not."""

    __slots__ = ("offer", "span", "trigger")

    def __init__(self, span: str, offer: Offer, trigger: Trigger | None) -> None:
        self.span = span
        self.offer = offer
        self.trigger = trigger
