"""Natives: procedures for what English says badly, named by a sentence and called as verbs."""

from __future__ import annotations

from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.values import Expr
from deckmastor.language.ir import Do


def call(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """Write the call of a native."""
    raise Unsupported(f"the native '{name}'")
