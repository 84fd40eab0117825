"""Decisions in words: what is asked, and what can be answered."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deckmastor.engine.flow import Flow, InOrder
from deckmastor.engine.laws import Draft
from deckmastor.engine.machine import SHIFT, Op
from deckmastor.engine.menu import OBJECT, OBJECT_BITS, PASSING
from deckmastor.engine.natives import CallNative
from deckmastor.engine.ops import ENOUGH, Ask, Branch, Choose, Draws, Together
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.proposals import WAYS, Submit, Vote
from deckmastor.engine.state import THIS
from deckmastor.engine.window import Respond

if TYPE_CHECKING:
    from deckmastor.match import Match

DOING = "What do you do?"
SORTS = {"place": "Choose a place.", "number": "Choose a number."}


def asking(match: Match, at: int) -> Op:
    """The instruction that asks an open question, `at` its place in `asks`."""
    head = match.state.asks[at + 1]
    return match.rules.blocks[head >> SHIFT].ops[head & 0xFFFF]


def prompt(match: Match, at: int) -> str:
    """What is asked."""
    op = asking(match, at)
    if isinstance(op, CallNative):
        return native(match, op, at)[0]
    if isinstance(op, Together):
        op = op.choice
    if isinstance(op, Flow):
        return DOING
    if isinstance(op, Ask):
        return f"{op.text or 'Do it'}?"
    if isinstance(op, Respond):
        return "Respond?"
    if isinstance(op, Guard):
        return "What happens instead?"
    if isinstance(op, InOrder):
        return "What comes first?"
    if isinstance(op, (Submit, Draft)):
        return "Write the text."
    if isinstance(op, Choose):
        return SORTS.get(op.sort, "Choose.")
    return "Choose." if isinstance(op, Branch) else "What happens?"


def writes(match: Match, at: int) -> bool:
    """Whether an open question asks for a text."""
    return isinstance(asking(match, at), (Submit, Draft))


def native(match: Match, op: CallNative, at: int) -> tuple[str, list[str]]:
    """What a native asks, and its options in words."""
    record = match.state.recs[match.state.asks[at + 2]]
    label, options = op.asked(match.machine, match.state, record)
    words = [told if isinstance(told, str) else match.thing(told) for told in options]
    return (label or "What happens?", words)


def texts(match: Match, at: int, values: list[int]) -> list[str]:
    """The options of an open question in words."""
    op = asking(match, at)
    if isinstance(op, CallNative):
        words = native(match, op, at)[1]
        return ["enough" if value == ENOUGH else words[value] for value in values]
    if isinstance(op, InOrder):
        return _triggers(match, at, values)
    return [wording(match, op, value) for value in values]


def _triggers(match: Match, at: int, values: list[int]) -> list[str]:
    """Which card, or what it says where a card says several things."""
    waiting = match.state.recs[match.state.asks[at + 2]].sets[0]
    names = {key: match.thing(match.state.recs[key].regs[THIS]) for key in waiting[1::2]}
    alike = Counter(names.values())
    for trigger, key in zip(waiting[0::2], waiting[1::2], strict=True):
        if alike[names[key]] > 1 or not names[key]:
            standing = match.rules.triggers[trigger].standing
            names[key] = match.rules.sentences[standing.sentence].text
    return [names[value] for value in values]


def wording(match: Match, op: object, value: int) -> str:
    """One option in words."""
    if isinstance(op, Flow):
        return _deed(match, value)
    if isinstance(op, Guard):
        return match.rules.sentences[match.rules.triggers[value].standing.sentence].text
    if isinstance(op, InOrder):
        return match.thing(match.state.recs[value].regs[THIS])
    if isinstance(op, (Ask, Respond)):
        return "yes" if value == 1 else "no"
    if isinstance(op, Together):
        return wording(match, op.choice, value)
    if isinstance(op, Vote):
        return WAYS[value]
    if isinstance(op, (Submit, Draft)):
        return "no text" if value < 0 else match.state.texts[value]
    if isinstance(op, Branch):
        text = op.texts[value] if value < len(op.texts) else ""
        return text or f"way {value + 1}"
    if isinstance(op, Choose):
        if value == ENOUGH:
            return "enough"
        if op.sort == "place":
            return match.place(value)
        return str(value) if op.sort == "number" else match.thing(value)
    return str(value + 1) if isinstance(op, Draws) else str(value)


def _deed(match: Match, value: int) -> str:
    """Something that a player may do: `play Two of Clubs`, `draw a card`, `pass`."""
    if value == PASSING:
        return "pass"
    offer = match.rules.offers[(value >> OBJECT_BITS) - 1]
    thing = (value & OBJECT) - 1
    verb = match.rules.verbs[offer.verb]
    return f"{verb} {match.thing(thing)}" if thing >= 0 else offer.text or verb


def source(match: Match, at: int, value: int) -> int:
    """The number of the sentence that an option comes from."""
    head = match.state.asks[at + 1]
    block = match.rules.blocks[head >> SHIFT]
    if isinstance(block.ops[head & 0xFFFF], Flow) and value != PASSING:
        return match.rules.offers[(value >> OBJECT_BITS) - 1].norm.standing.sentence
    return block.sentence
