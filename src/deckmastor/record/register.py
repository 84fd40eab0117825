"""The register: the rules that effects put into force, and the values that differ from print.

Nothing is kept for it in play but who knew the card that adopted a rule. All else is found when a
view is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from deckmastor.engine import Record
from deckmastor.engine.inside import (
    NONE,
    THIS,
    TURNS,
    UNBOUND,
    WORD,
    YOU,
    Adopted,
    FactTable,
    Standing,
)
from deckmastor.language.ir import Adopt
from deckmastor.language.paraphrase import filling

if TYPE_CHECKING:
    from deckmastor.record.seeing import Sight, Value


def entries(sight: Sight) -> list[dict[str, Any]]:
    """The adopted rules in force, the oldest first, as these seats may know them."""
    found = (_entry(sight, at) for at in range(0, len(sight.state.lasting), 4))
    return [entry for entry in found if entry is not None]


def _entry(sight: Sight, at: int) -> dict[str, Any] | None:
    """One adopted rule; None if its time is over, though nothing has ended it."""
    s, rules = sight.state, sight.rules
    number, key, since, _ = s.lasting[at : at + 4]
    standing, record = rules.endings[number].standing, s.recs[key]
    assert isinstance(standing, Adopted)
    told = standing.told if isinstance(standing.told, Adopt) else None
    last = _last_turn(sight, told, since)
    if last is not None and last < s.v[TURNS]:
        return None
    card = record.regs[THIS]
    known = _known(sight, standing, record)
    entry: dict[str, Any] = {
        "text": None, "card": None, "player": _person(sight, record.regs[YOU], card), "rule": None,
        "concerns": None, "until": None, "last turn": None, "turns left": None, "due": None,
        "since": since,
    }  # fmt: skip
    if not known:
        return entry | {"card": sight.called(card)}
    sentence = rules.sentences[standing.sentence]
    entry |= {
        "text": sentence.text, "card": sight.match.thing(card) or None, "rule": sentence.id,
        "last turn": last, "turns left": _turns_left(sight, told, since, last),
        "due": _due(sight, key),
    }  # fmt: skip
    if told is not None:
        lexicon, given = rules.schema.lexicon, dict(_given(sight, standing, record))
        entry["text"] = filling.filled(told, lexicon, given) or sentence.text
        entry["concerns"] = filling.concerned(told, lexicon, given) or None
        entry["until"] = filling.duration(told, lexicon, given) or None
    return entry


def _known(sight: Sight, standing: Adopted, record: Record) -> bool:
    """True if these seats may know the text: they see its card, or knew it when it was adopted."""
    at, card = standing.witness, record.regs[THIS]
    noted = record.regs[at] if 0 <= at < len(record.regs) else UNBOUND
    if noted != UNBOUND and not sight.seats & noted:
        return True
    return card < 0 or sight.sees(card)


def _person(sight: Sight, who: int, card: int) -> str | None:
    """The player of a card whose text a rule is."""
    if card >= 0 and not 0 <= who < sight.names.first_card:
        who = sight.state.cols[sight.rules.player_of][card]
    return sight.match.person(who) if 0 <= who < sight.names.first_card else None


# ---- how long -------------------------------------------------------------------------------


def _last_turn(sight: Sight, told: Adopt | None, since: int) -> int | None:
    """The number of the last turn in which a rule is in force, if the turns alone decide it."""
    more = filling.turns(told) if told is not None else None
    if told is None or more is None:
        return None
    last = max(since + more, 1)
    return last if filling.follows(told) else max(last, sight.state.v[TURNS])


def _turns_left(sight: Sight, told: Adopt | None, since: int, last: int | None) -> int | None:
    """In how many turns a rule is in force from now on, with the present one if it is in force."""
    if told is None or last is None:
        return None
    begins = since + 1 if filling.follows(told) else since
    return last - max(sight.state.v[TURNS], begins) + 1


def _due(sight: Sight, key: int) -> int | None:
    """When a rule ends by the clock, in seconds of UTC."""
    timers = sight.state.timers
    found = [timers[i] for i in range(0, len(timers), 3) if timers[i + 2] == key]
    return found[0] if found else None


# ---- what labels stand for ------------------------------------------------------------------


def _given(
    sight: Sight, standing: Adopted, record: Record
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of what the labels of a rule stand for; a hidden card is told by its place."""
    slots = {**standing.labels, "you": YOU, "this": THIS}
    for label, slot in slots.items():
        if slot < len(record.regs) and (slot > THIS or record.regs[slot] >= 0):
            sort = standing.sorts.get(label, "card")
            names = tuple(_name(sight, sort, value) for value in record.many(slot))
            if names and all(names):
                yield label, names


def _name(sight: Sight, sort: str, value: int) -> str:
    """What a value of a label is called."""
    if value >= WORD:
        return sight.match.thing(value)
    if sort == "number":
        return str(value)
    if sort == "place":
        return sight.where(value)
    return sight.called(value) if 0 <= value < len(sight.state.species) else ""


# ---- values ---------------------------------------------------------------------------------


def changed(sight: Sight) -> list[dict[str, Any]]:
    """The values that cards make other than they are in print: for the game, and for players."""
    found: list[dict[str, Any]] = []
    now = sight.values()
    for name in now:
        printed = sight.told(name, _printed(sight, name))
        players = _for_players(sight, name)
        others = {who: value for who, value in players.items() if value != now[name]}
        if not _by_cards(sight, name):
            continue
        if (now[name] is not None and now[name] != printed) or others:
            found.append({"name": name, "printed": printed, "now": now[name], "players": others})
    return found


def _printed(sight: Sight, name: str) -> int:
    """A value as the book alone gives it, without texts of cards and what they adopted.

    A rule of the book that looks at cards is left out: some seats may not see these.
    """
    rules, s = sight.rules, sight.state
    base = rules.schema.initial.get(rules.schema.attrs[name].at, 0)
    if name not in rules.facts or name in rules.views.looking:
        return base
    alone = FactTable()
    alone.facts = [fact for fact in rules.facts[name].facts if type(fact.standing) is Standing]
    alone.order()
    return alone.value(s, NONE, base)


def _for_players(sight: Sight, name: str) -> dict[str, Value]:
    """A value as it is for each player; only those that are known."""
    if name not in sight.rules.facts:
        return {}
    base = sight.state.v[sight.rules.schema.attrs[name].at]
    told: dict[str, Value] = {}
    for seat, player in enumerate(sight.match.players):
        number = sight.knower.value(name, seat, base)
        if number is not None:
            told[player] = sight.told(name, number)
    return told


def _by_cards(sight: Sight, name: str) -> bool:
    """True if a rule that is not simply one of the book decides a value now, or a card set it."""
    table = sight.rules.facts.get(name)
    if table is not None:
        for fact in table.facts:
            if type(fact.standing) is not Standing and fact.standing.stands(sight.state):
                return True
    return name in sight.rules.schema.written and name not in _set_by_rules(sight)


def _set_by_rules(sight: Sight) -> frozenset[str]:
    """The values that sentences of the book set, apart from texts of cards."""
    schema = sight.rules.schema
    return frozenset(
        name
        for entry, said in zip(schema.entries, schema.said, strict=True)
        if entry.paragraph.host != "card"
        for name in said.written
    )
