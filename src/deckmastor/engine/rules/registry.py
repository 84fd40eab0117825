"""The registry of compilers by IR node; through it, compilers call each other.

A term can contain a condition, a condition can contain an act, and an act contains terms. Each
compiler registers itself here under the node that it compiles, so no modules import each other in a
circle. Example: `CONDITIONS[Did] = past`. `compilers.py` imports all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.history import counted
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.speed.short import shorter
from deckmastor.language.ir import Do, Tree

TERMS: dict[type, Callable[[Context, Any], Expr]] = {}
CONDITIONS: dict[type, Callable[[Context, Any], Expr]] = {}
EFFECTS: dict[type, Callable[[Context, Any], None]] = {}
ACTS: dict[type, Callable[[Context, Any], None]] = {}
RULES: dict[type, Callable[[Context, Any, RuleScope], None]] = {}
PROPERTIES: dict[str, Callable[[Context, Tree, str], Expr]] = {}  # of several sorts, by name
VERBS: dict[str, Callable[[Context, Do, Expr], None]] = {}  # primitive verbs, by name


def term(ctx: Context, tree: Tree) -> Expr:
    """Compile a noun phrase, an amount or a word to an expression."""
    compiler = TERMS.get(type(tree))
    if compiler is None:
        raise Unsupported(f"a {type(tree).__name__} as a thing")
    return compiler(ctx, tree)


def condition(ctx: Context, tree: Tree) -> Expr:
    """Compile a condition to an expression that is 0 or 1."""
    compiler = CONDITIONS.get(type(tree))
    if compiler is None:
        raise Unsupported(f"a {type(tree).__name__} as a condition")
    return counted(shorter(compiler(ctx, tree)))


def effect(ctx: Context, tree: Tree) -> None:
    """Compile an effect to instructions in the present block; each clause is a step of its own."""
    compiler = EFFECTS.get(type(tree))
    if compiler is None:
        raise Unsupported(f"a {type(tree).__name__} as an effect")
    if ctx.rules.origins is None:
        compiler(ctx, tree)
        return
    with ctx.telling(tree):
        compiler(ctx, tree)


def perform(ctx: Context, do: Do) -> None:
    """Compile an act to instructions in the present block, without the end of its step."""
    ACTS[Do](ctx, do)


def rule(ctx: Context, tree: Tree, around: RuleScope | None = None) -> None:
    """Compile a rule, and put it into the indexes of the Ruleset."""
    compiler = RULES.get(type(tree))
    if compiler is None:
        raise Unsupported(f"a {type(tree).__name__} as a rule")
    if ctx.rules.origins is None:
        compiler(ctx, tree, around or RuleScope())
        return
    with ctx.telling(tree):
        compiler(ctx, tree, around or RuleScope())
