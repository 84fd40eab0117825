"""Decisions in words: what is asked, and what can be answered."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING

from deckmastor.engine import Record
from deckmastor.engine.inside import (
    ANEW,
    CHANCE,
    ENOUGH,
    LIMBO_PLACE,
    NONE,
    OBJECT,
    OBJECT_BITS,
    PARENT,
    PASSING,
    THIS,
    TOLD,
    WAYS,
    WORD,
    YOU,
    Announce,
    Arrange,
    Ask,
    Branch,
    CallNative,
    Choose,
    ChooseWay,
    Decide,
    Destinations,
    Draft,
    Draws,
    Flow,
    Guard,
    InOrder,
    Op,
    PickAgain,
    Respond,
    RollAgain,
    Submit,
    Together,
    Wording,
    block_of,
    pc_of,
)
from deckmastor.language.morphology import verb_forms
from deckmastor.record.describing import announced

if TYPE_CHECKING:
    from deckmastor.match import Match

DOING = "What do you do?"
HOLDER = "this card's holder"
EQUAL = " equal to "  # an amount that is told in words
SORTS = {"place": "Choose a place.", "number": "Choose a number."}
AGAINS = (PickAgain, RollAgain)  # the instructions whose outcome can be drawn anew
UNTOLD = ("", "on", "from")  # roles that an option does not tell: `vote petition`
WHICH = {"place": "which place?", "number": "how many?"}


def asking(match: Match, at: int) -> Op:
    """The instruction that asks an open question, `at` its place in `asks`."""
    head = match.state.asks[at + 1]
    op = match.rules.blocks[block_of(head)].ops[pc_of(head)]
    return op.choice if isinstance(op, (Together, Decide)) else op


def _record(match: Match, at: int) -> Record:
    """A copy of the record of a question: looking binds labels in it."""
    return match.state.recs[match.state.asks[at + 2]].clone()


def _name(match: Match, at: int, thing: int) -> str:
    """A thing, a person or a word, as the one who is asked may know it."""
    return match.names.known(match.state, match.state.asks[at], thing)


def filled(match: Match, at: int, text: str) -> str:
    """A text with what the parameters of its word stand for, and with the name of its holder."""
    record = _record(match, at)
    block = match.rules.blocks[block_of(match.state.asks[at + 1])]
    for name, slot in block.labels.items():
        if len(name) == 1 and name.isupper() and slot < len(record.regs):
            value = record.regs[slot]
            told = match.thing(value) if value >= WORD else str(value)
            text = re.sub(rf"\b{name}\b(?!')", told, text)
    if HOLDER in text and record.regs[YOU] >= 0:
        text = text.replace(HOLDER, match.person(record.regs[YOU]))
    return text


def prompt(match: Match, at: int) -> str:
    """What is asked."""
    return filled(match, at, question(match, at))


def question(match: Match, at: int) -> str:
    """What is asked, in the words of the sentence."""
    op = asking(match, at)
    if isinstance(op, CallNative):
        return native(match, op, at)[0]
    if isinstance(op, Flow):
        return DOING
    if isinstance(op, Ask):
        return f"{said(op.text) or 'Do it'}?"
    if isinstance(op, AGAINS) and match.state.asks[at] != CHANCE:
        return "Reroll?"
    if isinstance(op, Respond):
        return "Respond?"
    if isinstance(op, Guard):
        return "What happens instead?"
    if isinstance(op, InOrder):
        return "What comes first?"
    if isinstance(op, (Submit, Draft)):
        return "Write the text."
    if isinstance(op, Arrange):
        return f"{said(op.text) or 'Put them in order'}: which is next?"
    if isinstance(op, Choose) and isinstance(op.found, Destinations):
        thing = op.found.thing.ev(match.state, _record(match, at))
        return f"{_name(match, at, thing)}: into which place?" if thing >= 0 else SORTS["place"]
    if isinstance(op, Choose):
        which = WHICH.get(op.sort, "which?")
        if isinstance(op, Announce):
            return f"Target which {op.noun}? Pick one, or describe one."
        text = said(op.text)
        which += _how_many(match, at, op) if EQUAL in text else ""
        return f"{text}: {which}" if text else SORTS.get(op.sort, "Choose.")
    return "Choose." if isinstance(op, Branch) else "What happens?"


def _how_many(match: Match, at: int, op: Choose) -> str:
    """The number of a pick and of all, where the words do not tell it."""
    s, record = match.state, _record(match, at)
    least, most = op.bounds(s, record, op.there(s, record, op.found.many(s, record)))
    picked = len(record.sets.get(op.slot, ()))
    return f" ({picked + 1} of {most})" if least == most > picked else ""


def said(text: Wording | None) -> str:
    """What is asked about in words; nothing where there are none."""
    return str(text) if text is not None else ""


def about(match: Match, at: int) -> str:
    """What a question is an answer to, or what was answered to it so far, as a sentence."""
    op, s, r = asking(match, at), match.state, _record(match, at)
    limbo = s.zones[LIMBO_PLACE]
    if isinstance(op, Respond):
        card = r.regs[op.card] if r.regs[op.card] >= 0 else limbo[-1] if limbo else NONE
        return _played(match, at, card)
    if isinstance(op, Ask):
        return _replaced(match, at, r)
    if isinstance(op, AGAINS) and s.asks[at] != CHANCE:
        return f"The outcome is {_outcome(match, at, op, r)}."
    if isinstance(op, Choose) and isinstance(r.sets.get(op.slot), list) and r.sets[op.slot]:
        return f"Chosen: {', '.join(wording(match, at, op, value) for value in r.sets[op.slot])}."
    return ""


def _outcome(match: Match, at: int, op: Op, r: Record) -> str:
    """What chance brought, as far as the one who may reroll can see it."""
    if isinstance(op, RollAgain):
        return str(r.regs[op.result])
    assert isinstance(op, PickAgain)
    names = [_name(match, at, one) for one in r.many(op.slot)]
    return ", ".join(names) or "nothing"


def _played(match: Match, at: int, card: int) -> str:
    if card < 0:
        return ""
    who = match.state.cols[match.rules.player_of][card]
    name = _name(match, at, card)
    return f"{match.person(who)} plays {name}." if who >= 0 else f"{name} is played."


def _replaced(match: Match, at: int, r: Record) -> str:
    """The act in whose place something is offered."""
    agenda, key = match.state.agenda, r.regs[PARENT]
    for i in range(len(agenda) - 2, -1, -2):
        op = match.rules.blocks[block_of(agenda[i])].ops
        pc = pc_of(agenda[i])
        if agenda[i + 1] == key and pc < len(op) and isinstance(op[pc], Guard):
            return _act(match, at, op[pc], match.state.recs[key])
    return ""


def _act(match: Match, at: int, op: Op, r: Record) -> str:
    assert isinstance(op, Guard)
    s, names = match.state, match.names
    agent = op.agent.ev(s, r) if op.agent is not None else NONE
    obj = op.obj.ev(s, r) if op.obj is not None else NONE
    entering = op.verb_rules.name in ("enter", "leave")
    what = names.where_known(s, s.asks[at], obj) if entering else _name(match, at, obj)
    does = verb_forms(op.verb_rules.name)
    who = _name(match, at, agent) or "the game"
    return f"Otherwise {who} {does.s} {what}."


def bearer(match: Match, at: int) -> str:
    """The name of the card or modifier whose text asks; empty if a rule does."""
    op, r = asking(match, at), _record(match, at)
    head = match.state.asks[at + 1]
    sentence = match.rules.sentences[match.rules.blocks[block_of(head)].sentence]
    card = r.regs[THIS] if not isinstance(op, (Flow, Respond, InOrder)) else NONE
    if "/" not in sentence.id or not 0 <= card < WORD:
        return ""
    return _name(match, at, card)


def object_of(match: Match, at: int, value: int) -> tuple[int, int]:
    """The thing that an option is about, and the place, each NONE if it is about none."""
    op = asking(match, at)
    if isinstance(op, Flow):
        return (-1 if value == PASSING else (value & OBJECT) - 1, NONE)
    if isinstance(op, InOrder):
        return (match.state.recs[value].regs[THIS], NONE)
    if isinstance(op, Choose) and value != ENOUGH and value < WORD:
        if op.sort == "place":
            return (NONE, value)
        return (value if op.sort == "thing" else NONE, NONE)
    return (NONE, NONE)


def deed(match: Match, at: int, value: int) -> str:
    """The verb of something that a player may do; empty if the option is no deed."""
    if not isinstance(asking(match, at), Flow) or value == PASSING:
        return ""
    return match.rules.verbs[match.rules.offers[(value >> OBJECT_BITS) - 1].verb]


def is_window(match: Match, at: int) -> bool:
    """Whether a question offers to answer something that was announced."""
    return isinstance(asking(match, at), Respond)


def members(match: Match, at: int) -> list[str]:
    """The names of all whom a reaction is open to; nobody if the question is no reaction.

    Who of them is asked tells what they hold, unless the match is discreet.
    """
    op = asking(match, at)
    if not isinstance(op, Respond):
        return []
    return [match.person(seat) for seat in _record(match, at).sets[op.members]]


def asks_on(match: Match, at: int) -> bool:
    """Whether a question is asked although there may be nothing to choose: a hand decides that."""
    op = asking(match, at)
    return isinstance(op, Choose) and op.discreet(match.state)


def is_choice(match: Match, at: int) -> bool:
    """Whether a question asks to pick one of several things."""
    op = asking(match, at)
    return isinstance(op, Choose) and not isinstance(op, Arrange)


def is_order(match: Match, at: int) -> bool:
    """Whether a question asks which of several effects comes first."""
    return isinstance(asking(match, at), InOrder)


def is_arrangement(match: Match, at: int) -> bool:
    """Whether a question asks in which order things are put somewhere."""
    return isinstance(asking(match, at), Arrange)


def writes(match: Match, at: int) -> bool:
    """Whether an open question can be answered with a text."""
    return isinstance(asking(match, at), (Submit, Draft, Announce))


def described(match: Match, at: int, text: str) -> str:
    """A text as it is kept: a description must be one that can be announced."""
    op = asking(match, at)
    if not isinstance(op, Announce):
        return text
    return announced(match, op, _record(match, at), match.state.asks[at], text)


def written(match: Match, at: int, number: int) -> int:
    """The answer that a text is, by its number."""
    return TOLD - number if isinstance(asking(match, at), Announce) else number


def native(match: Match, op: CallNative, at: int) -> tuple[str, list[str]]:
    """What a native asks, and its options in words."""
    record = _record(match, at)
    label, options = op.asked(match.machine, match.state, record)
    words = [told if isinstance(told, str) else _name(match, at, told) for told in options]
    return (label or "What happens?", words)


def values(match: Match, at: int) -> list[int]:
    """The options of an open question; the order of those on hidden cards betrays nothing.

    Cards of a hand stand in an order that means nothing, and others as they lie.
    """
    found = match.machine.options(match.state, at)
    s, seat, ranks = match.state, match.state.asks[at], dict[int, tuple[int, int, int]]()
    for index, value in enumerate(found):
        thing = object_of(match, at, value)[0]
        if thing >= 0 and match.names.hides(s, seat, thing) and s.where[thing] >= 0:
            place = s.where[thing]
            ranks[index] = (value >> OBJECT_BITS, place, _rank_in(match, place, thing))
    if len(ranks) > 1:
        kept = found.copy()
        order = sorted(ranks, key=lambda index: ranks[index])
        for index, other in zip(ranks, order, strict=True):
            found[index] = kept[other]
    return found


def _rank_in(match: Match, place: int, thing: int) -> int:
    """Where a hidden card stands among the options of its place."""
    s = match.state
    if match.rules.views.ordered(s, place):
        return s.zones[place].index(thing)
    told = hashlib.blake2b(f"{s.chance} {s.serial} {thing}".encode(), key=s.key, digest_size=8)
    return int.from_bytes(told.digest(), "big")


def texts(match: Match, at: int, values: list[int]) -> list[str]:
    """The options of an open question in words."""
    op = asking(match, at)
    if isinstance(op, CallNative):
        words = native(match, op, at)[1]
        return ["enough" if value == ENOUGH else words[value] for value in values]
    if isinstance(op, InOrder):
        return _triggers(match, at, values)
    told = [wording(match, at, op, value) for value in values]
    if isinstance(op, Branch):
        return [filled(match, at, text) for text in told]
    return _numbered(match, at, values, _authored(match, at, values, told))


def _authored(match: Match, at: int, values: list[int], told: list[str]) -> list[str]:
    """The options in words; proposals that are called the same are told apart by their authors.

    Those of one author have numbers, in the order in which they were submitted.
    """
    alike = Counter(told)
    author = match.rules.schema.attrs.get("author")
    if author is None or author.home != "column" or len(alike) == len(told):
        return told
    texts: list[str] = []
    for text, value in zip(told, values, strict=True):
        thing = object_of(match, at, value)[0]
        if alike[text] > 1 and _proposal(match, at, thing):
            who = match.state.cols[author.at][thing]
            text = f"{text} of {match.person(who)}" if who >= 0 else text
        texts.append(text)
    alike = Counter(texts)
    for index, value in enumerate(values):
        thing = object_of(match, at, value)[0]
        if alike[texts[index]] > 1 and _proposal(match, at, thing):
            texts[index] += f" ({_rank(match, author.at, thing)})"
    return texts


def _rank(match: Match, author: int, thing: int) -> int:
    """Which of the open proposals of its author and kind a proposal is, from 1."""
    s = match.state
    who, kind = s.cols[author][thing], s.species[thing]
    likes = [one for one in s.zones[s.where[thing]] if s.species[one] == kind]
    return sorted(one for one in likes if s.cols[author][one] == who).index(thing) + 1


def _proposal(match: Match, at: int, thing: int) -> bool:
    """True if a thing is a proposal that whoever is asked may see."""
    s, schema = match.state, match.rules.schema
    if not match.names.is_card(s, thing) or match.names.hides(s, s.asks[at], thing):
        return False
    return s.species[thing] in schema.of_kind("proposal")


def _numbered(match: Match, at: int, values: list[int], told: list[str]) -> list[str]:
    """The options in words; hidden cards of one place, which are called the same, get numbers."""
    s, seat = match.state, match.state.asks[at]
    hidden = [match.names.hides(s, seat, object_of(match, at, value)[0]) for value in values]
    if not any(hidden):
        return told
    alike = Counter(text for text, unseen in zip(told, hidden, strict=True) if unseen)
    found: Counter[str] = Counter()
    texts: list[str] = []
    for text, unseen in zip(told, hidden, strict=True):
        if unseen and alike[text] > 1:
            found[text] += 1
            text = f"{text} ({found[text]})"
        texts.append(text)
    return texts


def _triggers(match: Match, at: int, values: list[int]) -> list[str]:
    """Which card, or what it says where a card says several things; equal ones get numbers."""
    waiting = match.state.recs[match.state.asks[at + 2]].sets[0]
    names = {key: _name(match, at, match.state.recs[key].regs[THIS]) for key in waiting[1::2]}
    alike = Counter(names.values())
    pairs = list(zip(waiting[0::2], waiting[1::2], strict=True))
    equal = Counter((names[key], trigger) for trigger, key in pairs)
    found: Counter[str] = Counter()
    texts: dict[int, str] = {}
    for trigger, key in pairs:
        name = texts[key] = names[key]
        if name and alike[name] == equal[name, trigger] > 1:
            found[name] += 1
            texts[key] = f"{name} ({found[name]})"
        elif alike[name] > 1 or not name:
            standing = match.rules.triggers[trigger].standing
            texts[key] = match.rules.sentences[standing.sentence].text
    return [texts[value] for value in values]


def wording(match: Match, at: int, op: object, value: int) -> str:
    """One option in words."""
    if isinstance(op, Flow):
        return _deed(match, at, value)
    if isinstance(op, Guard):
        return match.rules.sentences[match.rules.triggers[value].standing.sentence].text
    if isinstance(op, InOrder):
        return _name(match, at, match.state.recs[value].regs[THIS])
    if isinstance(op, (Ask, Respond)):
        return "yes" if value == 1 else "no"
    if isinstance(op, AGAINS) and match.state.asks[at] != CHANCE:
        return "reroll" if value == ANEW else "keep"
    if isinstance(op, ChooseWay):
        return WAYS[value]
    if isinstance(op, (Submit, Draft)):
        return "no text" if value < 0 else match.state.texts[value]
    if isinstance(op, Branch):
        if value == ENOUGH:
            return "nothing"
        text = op.texts[value] if value < len(op.texts) else None
        return said(text) or f"way {value + 1}"
    if isinstance(op, Choose):
        if value == ENOUGH:
            return "nothing" if isinstance(op, Announce) else "enough"
        if op.sort == "place":
            return match.place(value)
        return str(value) if op.sort == "number" else _name(match, at, value)
    return str(value + 1) if isinstance(op, Draws) else str(value)


def _deed(match: Match, at: int, value: int) -> str:
    """Something that a player may do: `play Two of Clubs`, `draw a card`, `pass`."""
    if value == PASSING:
        return "pass"
    offer = match.rules.offers[(value >> OBJECT_BITS) - 1]
    thing = (value & OBJECT) - 1
    verb = match.rules.verbs[offer.verb]
    if thing < 0:
        return offer.text or verb
    told = f"{verb} {offer.aim}" if offer.aim not in UNTOLD else verb
    return f"{told} {_name(match, at, thing)}"


def source(match: Match, at: int, value: int) -> int:
    """The number of the sentence that an option comes from."""
    head = match.state.asks[at + 1]
    block = match.rules.blocks[block_of(head)]
    if isinstance(block.ops[pc_of(head)], Flow) and value != PASSING:
        return match.rules.offers[(value >> OBJECT_BITS) - 1].norm.standing.sentence
    return block.sentence
