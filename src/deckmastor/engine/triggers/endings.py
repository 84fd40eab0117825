"""Endings: the moment or state at which an adopted rule ends."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import Standing


class Ending:
    """The moment and condition at which an adopted rule ends; never if the span is empty."""

    __slots__ = ("cond", "edge", "span", "standing", "state")

    def __init__(self, standing: Standing, edge: str, span: str, cond: Expr | None) -> None:
        self.standing = standing
        self.edge = edge
        self.span = span
        self.cond = cond
        self.state: Expr | None = None  # or when this becomes true
