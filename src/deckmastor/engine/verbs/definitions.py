"""Source and goal of a defined verb: where it takes its object from, and where it puts it."""

from __future__ import annotations

from deckmastor.engine.triggers.compile_patterns import is_game
from deckmastor.engine.verbs.doing import role
from deckmastor.language.ir import Do, Of, Ref, Tree, walk


def source_of(means: Tree, label: str) -> tuple[Tree, ...]:
    """The place that a definition takes its object from, in a tuple; empty if it names none."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label:
            origin = role(node, "from")
            if origin is not None and not is_game(origin):
                return (origin,)
    return ()


def goal_of(means: Tree, label: str) -> Of | None:
    """The place that a definition moves its object to, or None."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label:
            to = role(node, "to", "into", "onto")
            if isinstance(to, Of):
                return to
    return None
