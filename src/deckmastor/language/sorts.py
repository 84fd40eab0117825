"""Sorts checked: who has a place, a property or counters, what a status is said of, who acts.

The lexicon says whose each word is. A bound sentence that gives it to something of another sort
(`the hand of a nut`) is refused with the sort that has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckmastor.language.ir import (
    FIELDS,
    Calc,
    Can,
    Cmp,
    Define,
    Did,
    Do,
    In,
    Instead,
    Is,
    Kind,
    Node,
    Norm,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    When,
    walk,
)
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.mentions import BindError
from deckmastor.language.morphology import plural
from deckmastor.language.words import ATTRS, STATUSES, VERBS

PLAIN = ("player", "card", "place", "time", "number", "word", "counter", "event")
LIFELESS = ("time", "number", "word", "counter", "event")  # what has no counters
THINGS = ("player", "card", "place")  # what is never a thing of another of these sorts
PERSONAL = frozenset(verb for verb, (_, _, agent) in VERBS.items() if agent == "player") | {
    "skip"
}  # primitive verbs that only players can do
LOOSE = ("card", "place")  # what sees nothing
HANDLING = frozenset(
    {
        "reveal",
        "show",
        "look at",
        "remove",
        "give",
        "choose",
        "target",
    }
)  # verbs whose objects are things, beside those that say so
VALUES = ("number", "word", "time", "order")  # properties with these sorts are no things
WATCHED = ("event", "do")  # fields of nodes that wait for an act, ask for it or judge it


def check_sorts(lexicon: Lexicon, rules: list[Tree]) -> None:
    """Raise BindError if the last of some bound sentences clashes with the sorts of its words."""
    Sorts(lexicon, tuple(rules)).check(rules[-1])


class Sorts:
    """The sorts of all labels in the bound sentences of a paragraph."""

    def __init__(self, lexicon: Lexicon, rules: tuple[Tree, ...]) -> None:
        self.lexicon = lexicon
        self.nouns: dict[str, str] = {}
        self.defines = False
        for node in walk(rules):
            if isinstance(node, Pick):
                self.nouns[node.label] = node.kind.noun
            elif isinstance(node, Kind):
                self.nouns.setdefault(node.var, node.noun)

    def check(self, rule: Tree) -> None:
        """Raise BindError at the first clash in a sentence."""
        self.defines = isinstance(rule, Define)
        for node in walk(rule):
            match node:
                case Of(owner=int() | Calc(), name=name) if name in self.lexicon.numeric:
                    pass  # a member of a set of numbers: `the value 5`
                case Of(owner=owner, name=name) if owner is not None:
                    self._owned(node, owner, name)
                case Is(who=who, word=str() as word):
                    self._status(node, who, word)
                case Cmp(a=one, op="=" | "!=", b=other):
                    self._identity(node, one, other)
                case In(place=seer, rel="visible to" | "visible only to"):
                    self._visible(node, seer)
                case Do(verb="shuffle", obj=Node() as what):
                    self._shuffled(node, what)
                case Do(verb="become", agent=who, obj=str() as word):
                    self._status(node, who, word)
                case Do(obj=Of() as what):
                    self._handled(node, what)
                case Do(verb="gain" | "lose" | "pay", agent=who, obj=Qty(unit=unit)):
                    self._counted(node, who, unit)
                    for role, told in node.roles:
                        if role in ("from", "to"):
                            self._counted(node, told, unit)
        for act in performed(rule):
            self._agent(act)

    def _shuffled(self, node: Node, what: Tree) -> None:
        theirs, noun = self._sort(what)
        if theirs in ("player", *LIFELESS):
            raise BindError(
                f"A {noun} cannot be shuffled: places and cards can.", node,
                "For example 'Shuffle the deck', 'Shuffle their hand into the deck'.", "sort",
            )  # fmt: skip

    def _handled(self, act: Do, what: Of) -> None:
        """Refuse `discard the prize` if the prize is a number: acts on things need things."""
        attr = self.lexicon.attrs.get(what.name)
        if attr is None or attr.many or what.name in self.lexicon.kinds:
            return
        frame = self.lexicon.verbs.get(act.verb)
        if act.verb not in HANDLING and (frame is None or frame.obj_sort != "card"):
            return
        if attr.sort in VALUES or (not attr.sort and what.name not in ATTRS):
            raise BindError(
                f"A {what.name} is a value and no card: nobody can {act.verb} it.", act,
                "Name the card: 'a card in their hand', 'the top card of the deck'.", "sort",
            )  # fmt: skip

    def _visible(self, node: Node, seer: Tree) -> None:
        """What is visible is visible to players."""
        theirs, noun = self._sort(seer)
        if theirs in (*LOOSE, *LIFELESS):
            raise BindError(
                f"A {noun} sees nothing: players see cards and places.", node,
                "For example '… is visible to each player'.", "sort",
            )  # fmt: skip

    def _sort(self, term: Tree) -> tuple[str, str]:
        """The sort of a term and the noun for it; an empty sort if it can be anything."""
        match term:
            case Ref(name="you") if self.defines:
                return ("", "")  # whoever does what is defined
            case Ref(name="you" | "at_turn"):
                return ("player", "player")
            case Ref(name="this"):
                return ("card", "card")
            case Ref(name="turn" | "phase" | "round" | "game" as name):
                return ("time", name)
            case Ref(name=name):
                noun = self.nouns.get(name, "")
                if noun or name not in self.lexicon.names:
                    return (self._of_noun(noun), noun)
                office = self.lexicon.sort(name) == "office"
                return ("player" if office else self._of_noun(name), name)
            case Pick():
                return (self._of_noun(term.kind.noun), term.kind.noun)
            case Qty(unit=unit) if unit in self.lexicon.units:
                return ("counter", unit)
            case int() | Qty() | Calc() | Tally():
                return ("number", "number")
            case Of(name=name):
                sort = self.lexicon.sort(name)
                return (sort if sort in PLAIN else "", name)
        return ("", "")

    def _of_noun(self, noun: str) -> str:
        sort = self.lexicon.sort(noun) if noun else ""
        if sort == "place" and noun in self.lexicon.kinds:
            return ""  # a kind of place can be a thing itself
        return sort if sort in PLAIN else ""

    def _owned(self, node: Of, owner: Tree, name: str) -> None:
        attr = self.lexicon.attrs.get(name.removeprefix("printed "))
        if attr is None:
            unit = self.lexicon.units.get(name)
            if unit is not None:
                self._counted(node, owner, name)
            return
        if attr.owner in (None, "", "thing", "name", "game"):
            return
        mine = self.lexicon.sort(attr.owner)
        lent = self.lexicon.sort(self.lexicon.lent.get(name, ""))
        theirs, noun = self._sort(owner)
        if mine in PLAIN and theirs and theirs not in (mine, lent):
            raise _clash(node, noun, f"has no {name}", attr.owner, f"{_a(name)}")

    def _identity(self, node: Cmp, one: Tree, other: Tree) -> None:
        """Refuse `the pile other than the top card`: a card is never a place."""
        (sort, noun), (others, other_noun) = self._sort(one), self._sort(other)
        if sort != others and sort in THINGS and others in THINGS:
            raise BindError(
                f"A {noun} is never a {other_noun}: nothing to compare.", node,
                f"Put it behind its noun: 'a {others} other than …'.", "sort",
            )  # fmt: skip

    def _status(self, node: Node, who: Tree, word: str) -> None:
        status = self.lexicon.statuses.get(word)
        if status is None or not status.of or word in self.lexicon.kinds or word in STATUSES:
            return
        mine = self.lexicon.sort(status.of)
        theirs, noun = self._sort(who)
        if mine in ("player", "card") and theirs in PLAIN and theirs != mine:
            raise BindError(
                f"'{word}' is said of {plural(status.of)}, and a {noun} is none.", node,
                f"Declare it: 'A {noun} can be …', with a word of its own.", "sort",
            )  # fmt: skip

    def _counted(self, node: Node, who: Tree, unit: str) -> None:
        owner = self.lexicon.units.get(unit)
        theirs, noun = self._sort(who)
        if owner is None or not theirs:
            return
        mine = self.lexicon.sort(owner) if owner else ""
        if theirs in LIFELESS or (mine in PLAIN and theirs not in (mine, "place")):
            raise _clash(node, noun, f"has no {plural(unit)}", owner or "player", plural(unit))

    def _agent(self, act: Do) -> None:
        frame = self.lexicon.verbs.get(act.verb)
        if frame is None:
            return
        for role, told in act.roles:
            self._aim(act, role, told, dict(frame.aims).get(role, ""))
        theirs, noun = self._sort(act.agent)
        ends = act.verb in ("win", "lose") and act.obj == Ref("game")
        personal = frame.personal or act.verb in PERSONAL or ends
        if not personal or theirs in ("", "player") or act.agent == Ref("game"):
            return
        raise BindError(
            f"A {noun} cannot {act.verb}: players do that.", act,
            "Name the player: 'its holder', 'the player at turn', 'each player'.", "sort",
        )  # fmt: skip

    def _aim(self, act: Do, role: str, told: Tree, mine: str) -> None:
        theirs, noun = self._sort(told)
        if mine == "player" and theirs in ("card", "place", *LIFELESS):
            raise BindError(
                f"A {noun} is no player: '{act.verb} … {role}' names a player.", act,
                f"For example '… {role} its holder', '… {role} another player'.", "sort",
            )  # fmt: skip


def performed(tree: Any) -> Iterator[Do]:
    """The acts of a bound sentence that are done, not waited for, asked for or judged."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from performed(part)
    if not isinstance(tree, Node):
        return
    if isinstance(tree, Do):
        yield tree
    judged = isinstance(tree, (When, Instead, Norm, Did, Can, Define))
    for name in FIELDS[type(tree)]:
        if not (judged and name in WATCHED):
            yield from performed(getattr(tree, name))


def _a(name: str) -> str:
    return f"a {name}"


def _clash(node: Node, noun: str, lacks: str, owner: str, what: str) -> BindError:
    return BindError(
        f"A {noun} {lacks}: {plural(owner)} have {what}.", node,
        f"Say whose it is: '… of a {owner}'.", "sort",
    )  # fmt: skip
