"""What happened, told to one seat in plain sentences that betray nothing it may not see.

The engine's events are fine-grained: a card that is drawn leaves the deck, moves, enters a hand
and is drawn. Of these the reader wants the last one only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from deckmastor.engine import Sentence
from deckmastor.engine.inside import LIMBO_PLACE, NONE, WORD
from deckmastor.language.ir import Declare, Define, Do, Norm, Of, Ref, walk
from deckmastor.language.morphology import verb_forms
from deckmastor.match import Event, Match
from deckmastor.record.events import INSTEAD
from deckmastor.record.naming import toward
from deckmastor.terminal.kinds import plural_of

SILENT = frozenset({"enter", "leave", "resolve", "act", "choose"})
HIDDEN_TEXT = Sentence("", "The text of a hidden card.")
MOST = 8  # so many names are listed in one sentence
COURSES = ("enter", "leave", "move")  # a card that cannot go where it would is done with elsewhere
STARTS = frozenset({"you", "your", "the", "a"})  # names are spelt as they are


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about what happened, and the sentence of the rules behind it."""

    text: str
    because: Sentence
    card: str = ""
    turn: bool = False
    chain: int = 0
    link: int = 0  # of the chain: what is in the same one happens at the same time
    cause: str = ""  # what set it off


def merged(lines: Sequence[Told]) -> list[Told]:
    """The same thing said several times in a row is said once, with how often."""
    told: list[Told] = []
    for line, group in groupby(lines):
        times = len(list(group))
        text = f"{line.text.removesuffix('.')}, {times} times." if times > 1 else line.text
        told.append(replace(line, text=text))
    return told


@dataclass(slots=True)
class _Deed:
    """Somebody does the same to one thing or several."""

    event: Event
    names: list[str] = field(default_factory=list)
    hidden: int = 0
    things: list[int] = field(default_factory=list)


class Teller:
    """Tells events to a seat, or to a reader (NONE) who sees all, or what some seats all know.

    With `you`, the seat is addressed; among several people each is called by name.
    """

    def __init__(self, match: Match, seat: int, you: bool, common: int = 0) -> None:
        self.match = match
        self.seat = seat
        self.you = you
        self.knows = 1 << seat if seat >= 0 else common  # as bits; nothing is hidden from nobody
        self.telling = weighty_values(match)
        self._gone: dict[int, Event] = {}  # the last move of each thing
        self._turned: dict[int, str] = {}  # things that went elsewhere than they would have

    def tell(self, events: Sequence[Event], before: Sequence[int]) -> list[Told]:
        """What the events of one answer come to; `before` are the values of the game until then."""
        told: list[Told] = []
        deed: _Deed | None = None
        answer = events[0] if events else None
        last = {event.object: event for event in events if event.verb == "set"}
        for number, event in enumerate(events):
            if self._upkeep(event):
                continue
            if event.verb == "set":
                change = self._value(event, before) if last[event.object] is event else ""
                if change:
                    told += [*self._close(deed), self._told(event, change)]
                    deed = None
                continue
            if event.verb == "move":
                self._gone[event.things[1]] = event
            landed = self._landed(event)
            if landed:
                told += [*self._close(deed), self._told(event, landed)]
                deed = None
            if event.verb == INSTEAD:
                told += self._close(deed)
                deed = None
                self._replace(told, event)
                continue
            if event.minor or event.verb in SILENT or self._is_old(event):
                continue
            begun = self._begun(event, events[number + 1 :])
            if begun:
                told += [*self._close(deed), self._told(event, begun)]
                deed = None
                continue
            if event.verb == "pass" and event is not answer and self._acted(event):
                continue
            said = self._special(event)
            if said is not None:
                told += self._close(deed)
                deed = None
                told += [self._told(event, said)] if said else []
                continue
            if deed is None or not _alike(deed.event, event):
                told += self._close(deed)
                deed = _Deed(event)
            self._count(deed, event)
        return told + self._close(deed)

    # ---- what is not worth telling ---------------------------------------------------------

    def _upkeep(self, event: Event) -> bool:
        """Whether a rule keeps things in order that cards lie on; the table shows these.

        What a verb of the rulebook does to such a thing is told by what becomes of the cards. What
        the text of a card says in its own words is told.
        """
        agent, obj, _, _ = event.things
        changed = event.verb == "set"
        if not self._holds_cards(agent if changed else obj):
            return False
        if event.card:
            forms = verb_forms(event.verb)
            words = (event.object,) if changed else (event.verb, forms.s, forms.pp)
            text = event.because.text.casefold()
            return not any(word.casefold() in text for word in words)
        return changed or (agent < 0 and event.verb in {"create", "remove", *self._defined})

    def _holds_cards(self, thing: int) -> bool:
        """Whether a thing is no card, and cards can lie on it."""
        schema, state = self.match.rules.schema, self.match.state
        attr = schema.attrs.get("#content")
        if attr is None or not schema.first_card <= thing < len(state.species):
            return False
        is_card = "card" in schema.species[state.species[thing]].kinds
        return state.cols[attr.at][thing] >= 0 and not is_card

    def _is_old(self, event: Event) -> bool:
        """Whether somebody becomes what they were already, or a deed ends that was told before."""
        if event.verb in self._resolving and event.things[1] != NONE:
            return True
        schema = self.match.rules.schema
        status = schema.lexicon.statuses.get(event.object)
        attr = schema.attrs.get(status.family) if status is not None else None
        if event.verb != "become" or attr is None or attr.home != "column":
            return False
        events = self.match.events
        at = next(at for at in range(len(events) - 1, -1, -1) if events[at] is event)
        for earlier in reversed(events[:at]):
            if earlier.things[0] != event.things[0]:
                continue
            if earlier.verb == "become":
                other = schema.lexicon.statuses.get(earlier.object)
                if other is not None and other.family == attr.name:
                    return earlier.object == event.object
            if earlier.verb == "set" and earlier.object == attr.name:
                return earlier.value == event.object
        return event.object == self.match.thing(first_members(self.match).get(attr.name, NONE))

    def _begun(self, event: Event, later: Sequence[Event]) -> str:
        """A card that is moved to be resolved: what is done to it, told before what it does."""
        if event.verb != "move" or not self._resolving:
            return ""
        following = next((one for one in later if one.verb not in ("enter", "leave")), None)
        agent, obj, _, _ = event.things
        if following is None or following.verb != "resolve" or following.things[1] != obj:
            return ""
        verb, name = next(iter(self._resolving)), event.part("what", self.knows)
        if agent < 0:
            return f"{name} is {verb_forms(verb).pp}."
        return f"{self.named(agent)} {self.does(agent, verb)} {name}."

    @cached_property
    def _defined(self) -> dict[str, set[str]]:
        """The verbs of the rulebook, each with those by which it is defined."""
        found: dict[str, set[str]] = {}
        for entry in self.match.rules.schema.entries:
            for node in walk(entry.para) if entry.para is not None else ():
                if isinstance(node, Define) and isinstance(node.do, Do):
                    verbs = {one.verb for one in walk(node.means) if isinstance(one, Do)}
                    found.setdefault(node.do.verb, set()).update(verbs)
        return found

    @cached_property
    def _resolving(self) -> list[str]:
        """The verbs by which a card is moved and then resolved."""
        return [verb for verb, means in self._defined.items() if {"move", "resolve"} <= means]

    # ---- where, and instead of what --------------------------------------------------------

    def _landed(self, event: Event) -> str:
        """Where a card that was played without saying so goes: into a place of somebody."""
        _, thing, to, origin = event.things
        state = self.match.state
        if event.verb != "move" or origin != LIMBO_PLACE or not 0 <= to < len(state.zowner):
            return ""
        if not 0 <= state.zowner[to] < len(self.match.players):
            return ""
        played = (one for one in reversed(self.match.events) if one.verb == "play")
        last = next((one for one in played if one.things[1] == thing), None)
        if last is not None and last.things[2] == to:
            return ""
        name = event.part("what", self.knows)
        return f"{name} goes{self._place(event)}."

    def _acted(self, event: Event) -> bool:
        """Whether somebody who has nothing more to do has done something in this turn."""
        rules = self.match.rules
        verbs = {rules.verbs[offer.verb] for offer in rules.offers}
        events = self.match.events
        at = next(at for at in range(len(events) - 1, -1, -1) if events[at] is event)
        for earlier in reversed(events[:at]):
            if earlier.verb == "begin" and earlier.object == "turn":
                return False
            if earlier.things[0] == event.things[0] and earlier.verb in verbs:
                return True
        return False

    def _replace(self, told: list[Told], event: Event) -> None:
        """Say of what was told last that it is in place of something else."""
        assert event.act is not None
        thing = event.act.things[1 if event.act.verb == "move" else 0]
        if event.act.verb in COURSES and thing in self._gone:
            was = event.act.part("where", self.knows) or toward(event.act.part("what", self.knows))
            why = event.card or event.because.id
            went = self._place(self._gone[thing])
            self._turned[thing] = f"it goes{went} instead of {was} ({why})"
            return
        by = f" ({event.act.card})" if event.act.card and event.act.why(self.knows) else ""
        would = f"{self._about(event.act)}{by}"
        last = told[-1] if told else None
        if last is not None and last.because == event.because:
            text = f"{last.text.removesuffix('.')}, instead of this: {would}."
            told[-1] = replace(last, text=text)
        else:
            told.append(self._told(event, f"This does not happen: {would}."))

    def _about(self, event: Event) -> str:
        """An event in words, with the seat as `you`."""
        whole = event.told(self.knows)
        if self._me(event.things[0]):
            whole = whole.removeprefix(f"{event.agent} ")
            whole = f"you {whole.replace(verb_forms(event.verb).s, event.verb, 1)}"
        if self.you and self.seat >= 0:
            whole = whole.replace(f"{self.match.players[self.seat]}'s ", "your ")
        return whole

    # ---- one thing after the other ---------------------------------------------------------

    def _told(self, event: Event, text: str) -> Told:
        turn = event.verb == "begin"
        if text.split()[0] in STARTS:
            text = text[0].upper() + text[1:]
        hidden = event.why(self.knows) is None
        because = HIDDEN_TEXT if hidden else event.because
        about = [self._about(cause).replace(event.card, "it") for cause in event.causes]
        causes = dict.fromkeys(about if event.card else ())
        cause = "" if hidden or not event.card else "; ".join(causes)
        card = "" if hidden else event.card
        return Told(text, because, card, turn, event.chain, event.link, cause)

    def _special(self, event: Event) -> str | None:
        """The wording of an event that has one of its own; empty if it is not worth telling."""
        agent, obj, to, _ = event.things
        who = self.person(agent)
        match event.verb:
            case "begin":
                return f"{self.whose(agent)} turn" if event.object == "turn" else ""
            case "end":
                return "The game ends." if event.object == "game" else ""
            case "shuffle":
                return f"{self._where(to)} is shuffled."
            case "reverse":
                return "The turn order is reversed."
            case "skip":
                what = f"the {event.object}" if event.object else "a turn"
                return f"{who} {self.does(agent, 'skip')} {what}."
            case "take" if event.object in ("", "turn"):
                return f"{who} {self.does(agent, 'take')} the next turn."
            case "win":
                return f"{who} {self.does(agent, 'win')} the game."
            case "bring" if event.what.endswith(" cards"):
                return f"{who} {self.does(agent, 'bring')} {event.what}{self._place(event)}."
            case "adopt" if obj < 0 and event.card:
                return f"{self._itself(event)} adopts a rule."
            case "fail" if event.card:
                return f"{self._itself(event)} fails."
            case "roll":
                return f"{who} {self.does(agent, 'roll')} {event.amount}."
            case "reroll" if obj == NONE:
                return f"{who} {self.does(agent, 'reroll')} {event.amount}."
            case "paradox" | "cut":
                return f"{event.text}."
            case "endless":
                return event.told(self.knows).replace("effects", "Effects", 1) + "."
            case "become":
                become = self.does(agent, "become")
                return f"{self.named(agent)} {become} {event.object}." if agent >= 0 else ""
            case "remove" if 0 <= obj < self.match.rules.schema.first_card:
                return f"{self.named(obj)} {self.does(obj, 'leave')} the game."
            case "gain" | "lose" | "pay" if obj == NONE:
                return f"{who} {self.does(agent, event.verb)} the game."
            case "gain" | "lose" | "pay" if obj >= WORD:
                if event.object in self.match.rules.schema.lexicon.numeric:
                    return f"{self.named(agent)} {self.does(agent, event.verb)} {event.value}."
                if not event.amount:
                    return ""
                unit = event.object if event.amount == 1 else plural_of(self.match, event.object)
                verb = self.does(agent, event.verb)
                return f"{self.named(agent)} {verb} {event.amount} {unit}."
        if event.verb == "look at" and event.what != event.object:  # several at once
            what = event.part("what", self.knows)
            return f"{self.named(agent)} {self.does(agent, event.verb)} {what}."
        if obj == NONE and event.what:  # an amount by another word: scored, spent
            return f"{self.named(agent)} {self.does(agent, event.verb)} {event.what}."
        return None

    def _itself(self, event: Event) -> str:
        """Who does what the text of a card says; `it` if that is the card."""
        name = self.named(event.things[0])
        return "it" if name == event.card and event.why(self.knows) is not None else name

    def _value(self, event: Event, before: Sequence[int]) -> str:
        """A value of the game that became another, if it is one that players must know."""
        attr = self.match.rules.schema.attrs.get(event.object)
        agent = event.things[0]
        if attr is None:
            return ""
        if attr.home == "scalar":
            if event.object not in self.telling or before[attr.at] == event.amount:
                return ""
            return f"The {event.object} is now {event.part('value', self.knows)}."
        if agent < 0 or not self.sees(agent):
            return ""
        if event.object in self.match.rules.schema.lexicon.numeric:
            many = plural_of(self.match, event.object)
            return f"{self.whose(agent)} {many} are now {event.part('value', self.knows)}."
        return f"{self.whose(agent)} {event.object} is now {event.part('value', self.knows)}."

    def _count(self, deed: _Deed, event: Event) -> None:
        obj = event.things[1]
        if obj == NONE:
            return
        deed.things.append(obj)
        if obj >= WORD or obj < self.match.rules.schema.first_card:
            deed.names.append(self.named(obj) if obj < WORD else event.object)
        elif event.seen & self.knows == self.knows:
            deed.names.append(event.object)
        else:
            deed.hidden += 1

    def _close(self, deed: _Deed | None) -> list[Told]:
        if deed is None:
            return []
        event = deed.event
        agent, obj, _, _ = event.things
        what = _things(deed.names, deed.hidden)
        place = self._place(event)
        if agent < 0:
            if not what:
                return []
            be = "is" if len(deed.names) + deed.hidden == 1 else "are"
            listed = counted(deed.names)
            more = [f"{len(listed) - MOST} other names"] if len(listed) > MOST else []
            more += [_things([], deed.hidden)] if deed.hidden else []
            what = ", ".join(listed[:MOST] + more)
            text = f"{what} {be} {verb_forms(event.verb).pp}{place}."
        else:
            text = f"{self.named(agent)} {self.does(agent, event.verb)}"
            text += f" {what}{place}." if what and obj != NONE else f"{place}."
        for thing in deed.things:
            if thing in self._turned:
                text = f"{text.removesuffix('.')}; {self._turned.pop(thing)}."
        return [self._told(event, text)]

    def _place(self, event: Event) -> str:
        """Where something went, as it is told to this seat."""
        where = event.part("where", self.knows)
        if self.you and self.seat >= 0:
            me = self.match.players[self.seat]
            where = "to you" if where == f"to {me}" else where.replace(f"{me}'s ", "your ")
        return f" {where}" if where else ""

    # ---- words -----------------------------------------------------------------------------

    def sees(self, thing: int) -> bool:
        """Whether whoever is told may know what a thing is."""
        if thing < self.match.rules.schema.first_card or thing >= WORD:
            return True
        sees = self.match.rules.views.sees
        return all(sees(self.match.state, seat, thing) for seat in self._seats())

    def _seats(self) -> list[int]:
        """The seats whose common knowledge is told."""
        return [seat for seat in range(len(self.match.players)) if self.knows >> seat & 1]

    def _where(self, place: int) -> str:
        """A place as a sentence names it; a card that owns it is named only if all know it."""
        names, s = self.match.names, self.match.state
        told = [names.where_known(s, seat, place) for seat in self._seats()]
        whole = names.where(s, place)
        return next((where for where in told if where != whole), whole)

    def _me(self, agent: int) -> bool:
        return self.you and agent == self.seat != NONE

    def person(self, agent: int) -> str:
        """Who acts: `you`, a name, or nobody."""
        if self._me(agent):
            return "you"
        return self.match.thing(agent) if agent >= 0 else "the game"

    def named(self, thing: int) -> str:
        """A thing by its name, if the seat may know it."""
        if self._me(thing):
            return "you"
        return self.match.thing(thing) if self.sees(thing) else "a card"

    def whose(self, agent: int) -> str:
        """`your`, or the name of somebody else in the genitive."""
        return "your" if self._me(agent) else f"{self.named(agent)}'s"

    def does(self, agent: int, verb: str) -> str:
        """A verb as it follows the one who acts."""
        return verb if self._me(agent) else verb_forms(verb).s


def weighty_values(match: Match) -> list[str]:
    """The values that change in play and decide what somebody may do: players must know them."""
    schema = match.rules.schema
    named: set[str] = set()
    for entry in schema.entries:
        for node in walk(entry.para) if entry.para is not None else ():
            if isinstance(node, Norm):
                inner = list(walk(node)) + list(walk(entry.para))
                named |= {one.name for one in inner if isinstance(one, (Of, Ref))}
    return [
        name
        for name, attr in schema.attrs.items()
        if attr.home == "scalar" and name in named and name in schema.written
    ]


def first_members(match: Match) -> dict[str, int]:
    """The families of which somebody always has one, each with the word that they begin with."""
    schema = match.rules.schema
    always = {
        str(said.names[0])
        for entry in schema.entries
        for said in (entry.para.rules if entry.para is not None else ())
        if isinstance(said, Declare) and said.what == "one family"
    }
    return {
        name: attr.members[0]
        for name, attr in schema.attrs.items()
        if name in always and attr.home == "column" and attr.members
    }


def _alike(one: Event, other: Event) -> bool:
    return (
        one.verb == other.verb
        and one.things[0] == other.things[0]
        and one.things[2] == other.things[2]
        and one.things[1] != NONE
        and (one.chain, one.link, one.card) == (other.chain, other.link, other.card)
    )


def counted(names: list[str]) -> list[str]:
    """Each name once, with how often it is there."""
    return [f"{name} ×{n}" if n > 1 else name for name, n in Counter(names).items()]


def _things(names: list[str], hidden: int) -> str:
    """`Ten of Clubs`, `2 cards`, `3 cards: A, B and a hidden one`."""
    if not names:
        return "a card" if hidden == 1 else f"{hidden} cards" if hidden else ""
    if len(names) == 1 and not hidden:
        return names[0]
    more = [f"{hidden} hidden"] if hidden else []
    listed = counted(names)
    if len(listed) > MOST:
        more.insert(0, f"{len(listed) - MOST} other names")
    return f"{len(names) + hidden} cards: {', '.join(listed[:MOST] + more)}"
