"""What happened, event by event, in words that tell each player only what they may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from deckmastor.engine import Machine, Record, Sentence, State
from deckmastor.engine.inside import (
    ACT,
    BEGIN,
    BRING,
    CANCEL,
    CHOOSE,
    CREATE,
    END,
    ENTER,
    FAIL,
    LEAVE,
    LIMBO_PLACE,
    LOOK,
    MOVE,
    NONE,
    NOTHING,
    PASS,
    PLAY,
    PRIMITIVES,
    REASONS,
    REMOVE,
    RESOLVE,
    SET,
    TARGET,
    THIS,
    UNSAID,
    WORD,
    is_place_object,
    range_text,
    told_object,
)
from deckmastor.language.ir import Define, Do, Qty, walk
from deckmastor.language.morphology import plural, verb_forms
from deckmastor.record.naming import Names, toward, within
from deckmastor.record.saving import OpenLinks

HIDDEN = "a card"
MOST = 8  # so many names are listed in one sentence
PLACES = frozenset({ENTER, LEAVE})  # verbs whose object is always a place
NAMING = frozenset({PLAY, CREATE, REMOVE, CANCEL, BRING})  # verbs that say what a move was
COUNTING = frozenset({"gain", "lose", "pay"})
COURSE = frozenset({ACT, BEGIN, CHOOSE, END, ENTER, FAIL, LEAVE, PASS, PLAY, RESOLVE, TARGET})
SAID = Sentence("", "")  # no sentence makes a player say something
INSTEAD = "replace"  # the verb of an event that tells of an act which something replaced


class Parts(NamedTuple):
    """The parts of an event in words."""

    agent: str
    what: str
    where: str
    whence: str
    value: str


PARTS = Parts._fields


class Event:
    """Something that happened, with the sentence and the card that it comes from.

    `seen` has a bit for each seat that may know which card it is about, and `masks` says how each
    part that names a card is told to others. `minor` marks what is part of another event (a card
    that is drawn also moves, leaves and enters). Events of the same `chain` with the same `link`
    happen at the same time; what is no effect has link 0.
    """

    __slots__ = (
        "act",
        "agent",
        "amount",
        "because",
        "card",
        "causes",
        "chain",
        "cites",
        "link",
        "masks",
        "minor",
        "number",
        "object",
        "place",
        "seen",
        "source",
        "things",
        "value",
        "verb",
        "what",
        "whence",
        "where",
    )  # fmt: skip

    def __init__(self, verb: str, because: Sentence, number: int) -> None:
        self.verb = verb
        self.because = because
        self.number = number  # answers given before it
        self.agent = "the game"  # who did it
        self.object = ""  # to what
        self.place = ""  # the name of the place that it went to
        self.amount = 1
        self.card = ""  # whose text it comes from
        self.things: tuple[int, int, int, int] = (NONE, NONE, NONE, NONE)
        self.cites: tuple[Sentence, ...] = (because,)
        self.minor = False
        self.seen = -1  # seats that may know the card it is about
        self.source = -1  # seats that may know the card whose text it comes from
        self.what = ""  # its object as a sentence names it
        self.where = ""  # and the place it went to
        self.whence = ""  # and the place it came from
        self.value = ""  # and what a value has become
        self.masks: dict[str, tuple[int, str]] = {}  # of a part: who may know it, else what is told
        self.chain = 0  # the effects that follow from each other, and it among them
        self.link = 0  # its step among theirs
        self.act: Event | None = None  # what was replaced
        self.causes: tuple[Event, ...] = ()  # what set off the effect that it is part of

    @property
    def text(self) -> str:
        """All of it in words, for one who may know everything."""
        return self.told(0)

    def told(self, seats: int) -> str:
        """It in words, for somebody who knows no more than all of these seats (as bits)."""
        if self.act is not None:
            return f"{self.agent} replaces: {self.act.told(seats)}"
        return _sentence(self, Parts(*(self.part(name, seats) for name in PARTS)))

    def part(self, name: str, seats: int) -> str:
        """One of its parts in words, for somebody who knows no more than all of these seats."""
        told: str = getattr(self, name)
        knowing, masked = self.masks.get(name, (seats, told))
        return told if knowing & seats == seats else masked

    def why(self, seats: int) -> Sentence | None:
        """The sentence it comes from, unless that is on a card that these seats may not know."""
        return self.because if self.source & seats == seats else None

    def known(self, seats: int) -> Event:
        """It as somebody remembers it who knows no more than these seats; nothing else is in it."""
        because = self.why(seats)
        told = Event(self.verb, because or Sentence("", ""), self.number)
        for name in PARTS:
            setattr(told, name, self.part(name, seats))
        told.minor, told.chain, told.link = self.minor, self.chain, self.link
        told.causes = tuple([cause.known(seats) for cause in self.causes])
        told.act = self.act.known(seats) if self.act is not None else None
        if self.verb != "set":
            told.amount = self.amount
        if because is not None:
            told.card, told.cites = self.card, self.cites
        if all(known & seats == seats for known in [self.seen, *self._knowing()]):
            told.object, told.place, told.amount = self.object, self.place, self.amount
            told.things = self.things
        else:
            told.object = told.what
        return told

    def _knowing(self) -> list[int]:
        """Who may know each part that names a card, as bits."""
        return [knowing for knowing, _ in self.masks.values()]

    def __repr__(self) -> str:
        return f"Event({self.text!r})"


@dataclass(slots=True)
class Links:
    """Where in a chain of effects things happen, as far as it was told."""

    chain: int = 0
    fresh: bool = False  # whether nothing has happened in the link yet
    steps: dict[int, int] = field(default_factory=dict)  # of each chain, those that did something
    playing: dict[int, tuple[int, bool]] = field(default_factory=dict)  # cards not yet resolved
    causes: dict[tuple[int, int], list[Event]] = field(default_factory=dict)  # by sentence and card
    used: set[tuple[int, int]] = field(default_factory=set)  # those whose effects have begun
    waiting: int = 0  # triggers that were known to wait, and what the last of them is to run with
    last: Record | None = None

    def copy(self) -> Links:
        """The same, to go on from."""
        causes = {key: told.copy() for key, told in self.causes.items()}
        return Links(
            self.chain, self.fresh, self.steps.copy(), self.playing.copy(), causes,
            self.used.copy(), self.waiting, self.last,
        )  # fmt: skip

    def known(self, seats: int) -> Links:
        """The same, with the events as somebody remembers them who knows no more than the seats."""
        told = self.copy()
        told.causes = {key: [one.known(seats) for one in by] for key, by in told.causes.items()}
        return told

    def open(self, s: State) -> OpenLinks | None:
        """What of it a save keeps: the chains that still go on, by the records of their links."""
        if not (self.chain or self.steps or self.playing):
            return None
        steps = [(chain, n) for chain, n in self.steps.items() if chain in s.recs]
        playing = [(card, *told) for card, told in self.playing.items() if told[0] in s.recs]
        if not steps and not playing and self.chain not in s.recs:
            return None
        return (self.chain, self.fresh, steps, playing)

    @staticmethod
    def reopened(told: OpenLinks) -> Links:
        """The links that a save tells of."""
        chain, fresh, steps, playing = told
        return Links(chain, fresh, dict(steps), {card: (at, new) for card, at, new in playing})

    def set_off(self, sentence: int, card: int) -> tuple[Event, ...]:
        """What set off the effect of a sentence that is under way."""
        known = self.causes.get((sentence, card))
        if known is None:
            return ()
        self.used.add((sentence, card))
        return tuple(known)

    def note(self, told: Event, verb: int, m: Machine) -> None:
        """Note what an event has set off: the triggers that wait since it happened."""
        pending, triggers = m.pending, m.rules.triggers
        if len(pending) < self.waiting or (
            self.waiting and m.records[self.waiting - 1] is not self.last
        ):
            self.waiting = 0  # those have begun to run since
        for at in range(self.waiting, len(m.records)):
            trigger = triggers[pending[at]]
            if trigger.verb != verb:
                continue
            key = (trigger.block.sentence, m.records[at].regs[THIS])
            if key in self.used:
                self.used.discard(key)
                self.causes.pop(key)
            known = self.causes.setdefault(key, [])
            known.append(told)
        self.waiting = len(m.records)
        self.last = m.records[-1] if m.records else None

    def begin(self, chain: int) -> None:
        """A link begins."""
        self.chain = chain
        self.fresh = True

    def put(self, told: Event, verb: int, obj: int) -> None:
        """Note in which link something happens: the text of a card goes on where it was played."""
        if verb == PLAY:
            self.playing[obj] = (self.chain, self.fresh)
        elif verb == RESOLVE and obj in self.playing:
            self.chain, self.fresh = self.playing.pop(obj)
        told.chain = self.chain
        if verb in COURSE or not self.chain or (verb == MOVE and LIMBO_PLACE in told.things[2:]):
            return
        if self.fresh:
            self.fresh = False
            self.steps[self.chain] = self.steps.get(self.chain, 0) + 1
        told.link = self.steps.get(self.chain, 0)


class Chronicle:
    """Makes events of what a machine tells, and notes who may know them."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.links = Links()
        self.values: dict[tuple[int, int], int] = {}  # what was last told of each value
        self.moved: dict[int, Event] = {}  # the last move of each thing, until it has a name
        self.counted: dict[int, Event] = {}  # the last gain or loss of each, until it has a name
        self.brought: dict[int, tuple[Event, int]] = {}  # by whom: the first card, and how many
        self.looks: list[Event] = []  # the last event, if it is a look, and those that it is one of

    def begin(self) -> None:
        """Forget what was done by earlier answers: it gets no other name any more."""
        self.moved.clear()
        self.counted.clear()
        self.looks.clear()
        self.brought.clear()

    def event(
        self, s: State, number: int, verb: int, agent: int, obj: int, to: int, origin: int, n: int,
        sentence: int, card: int,
    ) -> Event:  # fmt: skip
        """An event in words."""
        names = self.names
        rules = names.rules
        told = Event(rules.verbs[verb], rules.sentences[sentence], number)
        told.things = (agent, told_object(obj), to, origin)
        told.amount = n
        if agent >= 0:
            told.agent = names.thing(s, agent)
        self._objects(s, told, verb, obj, to, origin)
        if verb == SET:
            self._value(s, told, n)
            attr = rules.schema.attrs.get(told.object)
            told.what = f"the {told.object}"
            whose = NONE
            if attr is not None and attr.home != "scalar" and agent >= 0:
                name = told.object
                if name in rules.schema.lexicon.numeric:
                    name = f"set of {plural(name)}"
                told.what = f"{told.agent}'s {name}"
                self._mask(s, told, "what", agent, f"{HIDDEN}'s {name}")
                whose = agent
            if told.object in rules.schema.lexicon.numeric:
                self._numbers(s, told, agent)
            else:
                told.minor = self.values.get((whose, obj)) == n
                self.values[whose, obj] = n
        elif told.verb in COUNTING and obj >= WORD:
            told.value = self._amount(told.object, n)
            told.whence = names.thing(s, to)
            self._mask(s, told, "whence", to, HIDDEN)
            self.counted[agent] = told
        elif told.verb in self._counts and agent in self.counted:
            was = self.counted.pop(agent)
            was.minor = True  # who scores 3 points gains them
            told.what = was.value
        self._knowledge(s, told, verb, agent, obj, card)
        self._minor(s, told, verb, obj, to, origin)
        self._look(s, told, verb, obj)
        self._bring(told, verb)
        self.links.put(told, verb, obj)
        told.causes = self.links.set_off(sentence, card)
        return told

    def instead(
        self, s: State, number: int, verb: int, agent: int, obj: int, to: int, sentence: int,
        card: int, by: int,
    ) -> Event:  # fmt: skip
        """The event that tells what was replaced, and by which sentence."""
        rules = self.names.rules
        act = Event(rules.verbs[verb], rules.sentences[sentence], number)
        act.things = (agent, told_object(obj), to, NONE)
        act.agent = self.names.thing(s, agent) if agent >= 0 else act.agent
        implied = self._is_defined(verb) and verb not in rules.told_to_things
        self._objects(s, act, verb, obj, NONE if implied else to, NONE)
        self._knowledge(s, act, verb, agent, obj, card)
        told = Event(INSTEAD, rules.sentences[by], number)
        told.act = act
        told.things = act.things
        told.card = self._bearers.get(told.because.id, "")
        told.agent = told.card or f"[{told.because.id}]"
        told.object = told.what = act.object
        told.chain, told.link = self.links.chain, self.links.steps.get(self.links.chain, 0)
        return told

    @cached_property
    def _bearers(self) -> dict[str, str]:
        """The names of the cards and modifiers that bear sentences, by their ids."""
        return {thing.id: thing.name for thing in self.names.rules.schema.book.things}

    def paradox(self, number: int, cites: list[Sentence]) -> Event:
        """The event that tells of sentences that had no end and did not take effect."""
        told = Event("paradox", cites[0], number)
        told.cites = tuple(cites)
        return told

    def cut(self, number: int, cites: list[Sentence]) -> Event:
        """The event that tells of sentences that go on no further: their chain was too long."""
        told = Event("cut", cites[0], number)
        told.cites = tuple(cites)
        return told

    def said(self, number: int, player: str, text: str) -> Event:
        """The event that tells what a player says about the table."""
        told = Event("say", SAID, number)
        told.agent, told.value = player, text
        return told

    def endless(
        self, s: State, number: int, why: int, limit: int, cards: list[int], cites: list[Sentence]
    ) -> Event:
        """The event that tells of effects without end: why, and what took part, in order."""
        told = Event("endless", cites[0], number)
        told.cites = tuple(cites)
        told.amount = limit
        told.value = REASONS[why].format(f"{limit:,}")
        everybody = (1 << len(self.names.players)) - 1
        names = [self.names.thing(s, card) for card in cards]
        seats = [self._seats(s, card) & everybody for card in cards]
        hidden = {name for name, seen in zip(names, seats, strict=True) if seen != everybody}
        for seen in seats:
            told.seen &= seen
        told.source = told.seen
        told.what = told.object = ", then ".join(names)
        told.where = _cited(cites)
        shown = [HIDDEN if name in hidden else name for name in names]
        told.masks["what"] = (told.seen, ", then ".join(shown))
        known = [cite for cite in cites if self._bearers.get(cite.id) not in hidden]
        told.masks["where"] = (told.seen, _cited(known))
        return told

    def refusal(self, number: int, because: Sentence, who: str, why: str) -> Event:
        """The event that tells why a change of the rules by an effect was not adopted."""
        told = Event("refuse", because, number)
        told.what = told.object = f"the change of the rules by {who}" if who else "the change"
        told.value = why
        return told

    # ---- words -----------------------------------------------------------------------------

    def _objects(self, s: State, told: Event, verb: int, obj: int, to: int, origin: int) -> None:
        names = self.names
        if verb == TARGET and obj == NONE:
            obj, verb = to, ENTER
        office = verb == LEAVE and 0 <= told.things[0] < len(names.players)  # which a player leaves
        if (verb in PLACES and not office) or is_place_object(obj):
            obj = told_object(obj)
            told.object = names.place(s, obj)
            told.what = names.where(s, obj)
            self._mask_place(s, told, "what", obj)
            if told.verb == "target":
                return
        else:
            untitled = "a rule" if told.verb == "adopt" and obj < 0 else ""
            told.object = told.what = untitled or names.thing(s, obj)
            self._mask(s, told, "what", obj, HIDDEN)
        if verb == LEAVE:
            return
        if verb in names.rules.told_to_things:
            told.place = names.thing(s, to)
            frame = names.rules.schema.lexicon.verbs.get(told.verb)
            word = "for" if frame is not None and "for" in frame.roles else "to"
            told.where = f"{word} {told.place}" if told.place else ""
            self._mask(s, told, "where", to, f"{word} {HIDDEN}")
        elif 0 <= to < len(s.zones) and to != LIMBO_PLACE:
            told.place = names.place(s, to)
            told.where = toward(names.where(s, to))
            self._mask_place(s, told, "where", to)
        if verb == MOVE and 0 <= origin < len(s.zones) and origin != LIMBO_PLACE:
            told.whence = names.where(s, origin)
            self._mask_place(s, told, "whence", origin)

    def _value(self, s: State, told: Event, n: int) -> None:
        """Tell what a value has become: a word, a person or card, nothing, or a number."""
        if told.object == "turn order":
            told.value = ", ".join(self.names.person(seat) for seat in s.order)
            return
        if n == NOTHING:
            told.value = "none"
            return
        if n >= WORD:
            told.value = self.names.words[n - WORD]
            return
        schema = self.names.rules.schema
        attr = schema.lexicon.attrs.get(told.object)
        told.value = str(n)
        if told.object in schema.offices or (attr is not None and attr.sort in ("player", "card")):
            told.value = self.names.thing(s, n) or "none"
            self._mask(s, told, "value", n, HIDDEN)
        elif attr is not None and attr.sort == "word" and n == NONE:
            told.value = "none"

    def _numbers(self, s: State, told: Event, thing: int) -> None:
        """Tell what the numbers of a set have become."""
        schema = self.names.rules.schema
        attr = schema.attrs[told.object]
        members = s.bags.get(attr.at << 20 | thing, []) if attr.home == "bag" else []
        told.value = ", ".join(range_text(n) for n in members) or "none"

    def _amount(self, word: str, n: int) -> str:
        """`3 points`, a game within the game, or a word that is not counted."""
        schema = self.names.rules.schema
        attr = schema.attrs.get(word)
        if word in schema.contests:
            return f"the {word}"
        if word in schema.lexicon.numeric:
            return f"the {word} {range_text(n)}"
        if attr is None or attr.home != "column":
            return word
        return f"{n} {word if n == 1 else schema.lexicon.plural_of(word)}"

    # ---- who may know ----------------------------------------------------------------------

    def _knowledge(self, s: State, told: Event, verb: int, agent: int, obj: int, card: int) -> None:
        names = self.names
        self._mask(s, told, "agent", agent, HIDDEN)
        about = agent if verb in PLACES or obj < 0 or obj >= WORD else obj
        if names.is_card(s, about):
            told.seen = self._seats(s, about)
        if names.is_card(s, card):
            told.card = names.thing(s, card)
            told.source = self._seats(s, card)

    def _mask(self, s: State, told: Event, part: str, thing: int, otherwise: str) -> None:
        """Tell a part of an event that names a thing only to those who may know the thing."""
        if self.names.is_card(s, thing):
            told.masks[part] = (self._seats(s, thing), otherwise)

    def _mask_place(self, s: State, told: Event, part: str, place: int) -> None:
        """Tell a place of a thing only to those who may know that thing."""
        owner = s.zowner[place] if 0 <= place < len(s.zones) else NONE
        if self.names.is_card(s, owner):
            named = getattr(told, part)
            self._mask(s, told, part, owner, named.replace(self.names.thing(s, owner), HIDDEN, 1))

    def _seats(self, s: State, thing: int) -> int:
        """The seats that may know which card a thing is, as bits."""
        sees = self.names.rules.views.sees
        found = 0
        for seat in range(len(self.names.players)):
            if sees(s, seat, thing):
                found |= 1 << seat
        return found

    def _minor(self, s: State, told: Event, verb: int, obj: int, to: int, origin: int) -> None:
        """Mark what is part of another event."""
        if verb == MOVE:
            told.minor = LIMBO_PLACE in (to, origin)
            self.moved[obj] = told
        elif verb in (ENTER, LEAVE):
            told.minor = True
        elif verb == RESOLVE:
            told.minor = s.species[obj] not in self.names.rules.texts
        elif verb in (BEGIN, END):
            pass
        elif verb in NAMING or self._is_defined(verb):
            thing = to if obj not in self.moved and verb in self.names.rules.told_to_things else obj
            was = self.moved.get(thing)
            if was is None:
                return
            if was.verb == PRIMITIVES[MOVE] or was.verb in self._meant.get(told.verb, ()):
                was.minor = True
                self.moved[thing] = told

    def _look(self, s: State, told: Event, verb: int, obj: int) -> None:
        """Tell looks at several cards of a place as one look: by their names, or how many."""
        looks = self.looks
        if verb != LOOK or not self.names.is_card(s, obj):
            looks.clear()
            return
        last = looks[-1] if looks else None
        if last is not None and (
            last.things[0] != told.things[0]
            or last.because != told.because
            or s.where[last.things[1]] != s.where[obj]
        ):
            looks.clear()
        looks.append(told)
        if len(looks) == 1:
            return
        told.minor = True
        first = looks[0]
        many = f"{len(looks)} cards {within(self.names.where(s, s.where[obj]))}"
        named = ", ".join(one.object for one in looks)
        first.what = named if len(looks) <= MOST else many
        first.masks["what"] = (first.seen & told.seen, many)

    def _bring(self, told: Event, verb: int) -> None:
        """Tell that the cards of a deck are brought to a place as one: how many they are."""
        if verb != BRING or self._is_defined(verb):
            return
        first, n = self.brought.get(told.things[0], (told, 0))
        if first.things[2] != told.things[2] or first.because != told.because:
            first, n = told, 0
        self.brought[told.things[0]] = (first, n + 1)
        told.minor = n > 0
        if n > 0:
            first.what = f"{n + 1} cards"
            first.masks.pop("what", None)

    def _is_defined(self, verb: int) -> bool:
        """Whether the book says what a verb is, even one that the engine would know."""
        return verb >= len(PRIMITIVES) or self.names.rules.verbs[verb] in self._meant

    @cached_property
    def _counts(self) -> set[str]:
        """The verbs that are other words for gaining, losing or paying an amount."""
        return {
            node.do.verb
            for entry in self.names.rules.schema.entries
            for node in (walk(entry.para) if entry.para is not None else ())
            if isinstance(node, Define) and isinstance(node.do, Do) and _is_count(node.do)
            if isinstance(node.means, Do) and _is_count(node.means)
            if node.means.verb in COUNTING
        }

    @cached_property
    def _meant(self) -> dict[str, set[str]]:
        """The verbs by which each defined verb is defined: to revive a card is to bring it."""
        found: dict[str, set[str]] = {}
        for entry in self.names.rules.schema.book.entries:
            for node in walk(entry.para) if entry.para is not None else ():
                if isinstance(node, Define) and isinstance(node.do, Do):
                    verbs = {one.verb for one in walk(node.means) if isinstance(one, Do)}
                    found.setdefault(node.do.verb, set()).update(verbs)
        return found


def _cited(cites: Sequence[Sentence]) -> str:
    """The texts of sentences in quotation marks, each once."""
    return "; ".join(dict.fromkeys(f"'{cite.text}'" for cite in cites))


def _is_count(do: Do) -> bool:
    """Whether an act is about an amount."""
    return isinstance(do.obj, Qty)


# ---- sentences ------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def does(verb: str) -> str:
    """A verb as somebody does it: `draws`, `looks at`."""
    return verb_forms(verb).s


def _sentence(told: Event, parts: Parts) -> str:
    """An event as a plain sentence, with its parts as they are told."""
    verb, does_ = told.verb, does(told.verb)
    who, what, where, whence, value = parts
    match verb:
        case "paradox":
            return f"a paradox is settled: {_cited(told.cites)} did not take effect"
        case "cut":
            return f"the chain is too long: {_cited(told.cites)} goes on no further"
        case "endless":
            after = f" ({what})" if what else ""
            return f"effects have no end: {value}{after}{f': {where}' if where else ''}"
        case "say":
            return f'{who} says: "{value}"'
        case "refuse":
            return f"{what} does not take effect: {value}"
        case "set":
            return f"{what} becomes {value}"
        case "end" if told.amount == UNSAID:
            return f"the {what} ends because everybody has left it"
        case "begin" | "end":
            return f"{who}'s {what} {does_}" if told.things[0] >= 0 else f"the {what} {does_}"
        case "win" if told.amount == UNSAID:
            return f"{who} wins the {what or 'game'} because everybody else has left it"
        case "win":
            return f"{who} wins the {what or 'game'}"
        case "resolve" | "fail":
            return f"{who} {does_}"
        case "roll":
            return f"{who} rolls {told.amount}"
        case "reroll":
            return f"{who} rerolls {what or told.amount}"
        case "skip":
            return f"{who} skips {f'the {what}' if what else 'a turn'}"
        case "take" if what in ("", "turn"):
            return f"{who} takes another turn"
        case "reverse":
            return f"{who} reverses the order"
        case "gain" | "lose" | "pay":
            if not value:
                return f"{who} {does_} {what or 'the game'}"
            word = "from" if verb == "gain" else "to"
            other = f" {word} {whence}" if whence else ""
            return f"{who} {does_} {value}{other}"
        case "remove":
            return f"{who} removes {what} from the game"
        case "create":
            there = f" {where.replace('to ', ' ', 1)}" if where else ""
            return f"{who} creates {what}{there}".replace("  ", " ")
        case "shuffle":
            there = "" if where.endswith(f" {what}") else f" {where}"
            return f"{who} shuffles {what}{there}".rstrip()
        case "move":
            from_there = f" from {whence}" if whence else ""
            return f"{who} moves {what}{from_there} {where}".rstrip()
        case "vote":
            return " ".join(part for part in (who, does_, what, where.partition(" ")[2]) if part)
    return " ".join(part for part in (who, does_, what, where) if part)


__all__ = ["INSTEAD", "Chronicle", "Event", "does"]
