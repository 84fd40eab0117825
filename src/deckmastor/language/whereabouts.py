"""Where the text of a card counts, as far as the sentence itself tells.

A text counts where its card is in play. One about its card counts wherever the card is, and one
that names a place of its card counts there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeGuard

from deckmastor.language.ir import (
    Block,
    Cmp,
    Did,
    Do,
    Hold,
    If,
    In,
    Instead,
    Is,
    Logic,
    May,
    Norm,
    Of,
    Pick,
    Ref,
    Scope,
    Tree,
    When,
    walk,
)  # fmt: skip

THIS_CARD: Final = Ref("this")
DEEPEST: Final = 12  # definitions within definitions


class Meaning(Protocol):
    """What a definition says: the act, and what it means."""

    @property
    def do(self) -> Tree: ...

    @property
    def means(self) -> Tree: ...


Meanings = Mapping[str, Meaning]


def about_itself(told: Tree, kin: tuple[Tree, ...]) -> bool:
    """True if a sentence on a card is about the card itself: it counts wherever the card is."""
    match told:
        case Scope(rule=inner):
            return about_itself(inner, kin)
        case Norm(do=do):
            return itself(do, kin)
        case When(event=In() as event) | When(event=Did(do=In() as event)):
            return lies(event)
        case When(event=event) | Instead(event=event):
            return itself(event, kin)
        case Hold(fact=fact):
            return itself(fact, kin)
    return False


def itself(tree: Tree, kin: tuple[Tree, ...]) -> bool:
    """True if one of `kin` does the act or is its object, or a fact is about it."""
    match tree:
        case Do(agent=agent, obj=obj):
            return agent in kin or obj in kin
        case Did(do=do):
            return itself(do, kin)
        case Is(who=who):
            return who in kin
        case Cmp(a=Of(owner=owner)) | Cmp(op="member", b=Of(owner=owner)):
            return owner in kin
        case Logic(parts=parts) | Block(parts=parts):
            return any(itself(part, kin) for part in parts)
    return False


def named_places(told: Tree, defs: Meanings) -> set[str]:
    """The places that a rule on a card names for its card: it counts there too.

    `While this card is in your hand, …` names one, and so does an effect that takes the card from
    there: `discard this card`, where to discard is to move from your hand.
    """
    places = [node.place for part in conditions(told) for node in walk(part) if lies(node)]
    if isinstance(told, Scope):
        return {*map(place_name, places)} | named_places(told.rule, defs)
    if isinstance(told, (When, Instead)):
        places += [
            place for do in needed(told.effect)
            if do.obj == THIS_CARD for place in taken_from(do, defs)
        ]  # fmt: skip
    return {*map(place_name, places)}


def needed(effect: Tree) -> list[Do]:
    """The acts of an effect, apart from those that a later condition may leave out."""
    match effect:
        case Do():
            return [effect]
        case Block(parts=parts):
            return [do for part in parts if not isinstance(part, If) for do in needed(part)]
        case If(then=inner) | May(effect=inner):
            return needed(inner)
    return []


def conditions(told: Tree) -> list[Tree]:
    """The conditions without which a rule does nothing."""
    match told:
        case Scope(kind="while", arg=cond) | Norm(cond=cond) | Hold(cond=cond):
            return [cond]
        case Instead(cond=cond):
            return [cond]
        case When(event=event, effect=If(cond=cond)):
            return [event, cond]
        case When(event=event):
            return [event]
    return []


def lies(node: Tree) -> TypeGuard[In]:
    """True if a condition says where the card itself lies."""
    return isinstance(node, In) and node.who == THIS_CARD and node.rel in ("in", "on")


def taken_from(do: Do, defs: Meanings, depth: int = 0) -> list[Tree]:
    """The places that an act takes its object from, as it says or by its definition."""
    found = [told for name, told in do.roles if name == "from"]
    definition = defs.get(do.verb)
    if found or definition is None or depth > DEEPEST or isinstance(definition.means, str):
        return found
    shape = definition.do
    if not isinstance(shape, Do) or not isinstance(shape.obj, Pick):
        return []
    return [
        place for node in walk(definition.means)
        if isinstance(node, Do) and node.obj == Ref(shape.obj.label)
        for place in taken_from(node, defs, depth + 1)
    ]  # fmt: skip


def place_name(place: Tree) -> str:
    """The name of a sort of place: `hand` of `your hand` and of `a hand`."""
    if isinstance(place, Pick):
        return place.kind.noun
    return place.name if isinstance(place, Of) else ""
