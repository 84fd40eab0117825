"""How a verb is done: manners, repetition, deadlines, channels."""

from __future__ import annotations

from deckmastor.language.ir import (
    Block,
    Do,
    Qty,
    Ref,
    Repeat,
    Roles,
    Tree,
    replace,
)  # fmt: skip
from deckmastor.language.syntax import amounts, determiners, moments, predicates
from deckmastor.language.syntax.parse import Found, Parse, rule

MANNERS = {
    "secretly": ("manner", "secretly"), "face up": ("manner", "face up"),
    "face down": ("manner", "face down"), "in random order": ("order", "random"),
    "in any order": ("order", "any"), "in turn order": ("order", "turn order"),
    "without effect": ("manner", "without effect"), "out of turn": ("manner", "out of turn"),
    "in the same order": ("order", "same"), "in full": ("manner", "in full"),
}  # fmt: skip


@rule
def adverbs(p: Parse, i: int) -> Found[tuple[tuple[str, Tree], ...]]:
    """How a verb is done, any number of ways."""
    yield (), i
    for adverb, j in _adverb(p, i):
        for rest, k in adverbs(p, j):
            yield (adverb, *rest), k


def _adverb(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    for words, manner in MANNERS.items():
        j = p.lit(i, words)
        if j >= 0:
            yield manner, j
    for word, n in (("once", 1), ("twice", 2)):
        j = p.lit(i, word)
        if j >= 0 and p.lit(j, "per") < 0:
            yield ("times", n), j
    for (n, _), j in p.seq(i, Parse.num, "times"):
        if p.lit(j, "per") < 0:
            yield ("times", n), j
    for (_, what), j in p.seq(i, "until", predicates.condition):
        yield ("until", what), j
    for (_, n, unit), j in p.seq(i, "within", Parse.num, amounts.unit_of_amount):
        yield ("within", Qty(n, unit)), j
    for (_, when), j in p.seq(i, "by", moments.moment):
        yield ("before", when), j
    yield from channel(p, i)
    for factor, j in determiners.for_each(p, i):
        yield ("for each", factor), j


def channel(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    """`in #trades`: where something is said."""
    j = p.lit(i, "in")
    if j >= 0 and p.text(j).startswith("#"):
        yield ("channel", Ref(p.text(j))), j + 1


def with_adverbs(act: Tree, found: tuple[tuple[str, Tree], ...]) -> Tree:
    """The act done in these ways: manners are roles, repetition is around it."""
    manners = tuple(role for role in found if role[0] not in ("times", "for each", "until"))
    if manners:
        act = add_roles(act, manners)
    for name, value in found:
        if name in ("times", "for each"):
            act = Repeat(act, None, value)
        elif name == "until":
            act = Repeat(act, value)
    return act


def add_roles(act: Tree, extra: Roles) -> Tree:
    if isinstance(act, Do):
        return replace(act, roles=act.roles + extra)
    if isinstance(act, Block):
        return replace(act, parts=tuple(add_roles(part, extra) for part in act.parts))
    return act
