"""Compile the names of contests and of spans."""

from __future__ import annotations

from deckmastor.engine.rules.context import Context
from deckmastor.language.ir import Of, Pick, Ref, Tree


def contest_of(ctx: Context, tree: Tree) -> tuple[list[int], bool] | None:
    """The contests that a term can mean, and whether it means the game itself.

    None in a book without contests, or where a turn or a phase is meant.
    """
    kinds = list(ctx.schema.contests)
    if not kinds:
        return None
    if any_game(tree):
        return (list(range(len(kinds) + 1)), False)
    name = ctx.sorts.get(tree.name, tree.name) if isinstance(tree, Ref) else span(tree)
    above = ctx.schema.contests
    found = [n for n, kind in enumerate(kinds, 1) if name == kind or name in above[kind]]
    if found:
        return (found, False)
    lexicon = ctx.schema.lexicon
    whole = name == "game" or (name in lexicon.kinds and lexicon.is_kind(name, "game"))
    return ([], True) if whole else None


def any_game(tree: Tree) -> bool:
    """True if a term means the game or a contest, whichever: `this game`, `a game`."""
    if isinstance(tree, Pick):
        return tree.kind.noun == "game" and tree.how in ("a", "any", "each")
    return isinstance(tree, Ref) and tree.name == "this game"


def span(tree: Tree) -> str:
    """The name of the span that is to begin, to end or to be skipped."""
    if tree is None:
        return "game"
    if isinstance(tree, Ref):
        return "game" if tree.name == "this game" else tree.name
    if isinstance(tree, Of):
        return tree.name
    if isinstance(tree, Pick):
        return tree.kind.noun
    return ""
