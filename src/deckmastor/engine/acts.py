"""Acts: the changes that primitive verbs make, and the events that tell of them."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.history import keep
from deckmastor.engine.machine import THINGS, Exhausted, Machine
from deckmastor.engine.state import NONE, PARENT, Record, State
from deckmastor.engine.values import bounded

GAME: Final = -2  # the agent of what the game itself does

# The verbs whose numbers are known beforehand.
PRIMITIVES = (
    "move", "enter", "leave", "gain", "lose", "pay", "set", "become", "create", "remove",
    "shuffle", "reverse", "reveal", "look at", "choose", "target", "roll", "play", "cancel",
    "resolve", "pass", "end", "skip", "take", "win", "begin", "fail", "act", "submit", "vote",
    "adopt", "amend", "repeal", "take effect", "withdraw", "abstain", "consent", "object",
)  # fmt: skip
(
    MOVE, ENTER, LEAVE, GAIN, LOSE, PAY, SET, BECOME, CREATE, REMOVE, SHUFFLE, REVERSE, REVEAL,
    LOOK, CHOOSE, TARGET, ROLL, PLAY, CANCEL, RESOLVE, PASS, END, SKIP, TAKE, WIN, BEGIN, FAIL,
    ACT, SUBMIT, VOTE, ADOPT, AMEND, REPEAL, TAKE_EFFECT, WITHDRAW, ABSTAIN, CONSENT, OBJECT,
) = range(len(PRIMITIVES))  # fmt: skip


def fire(
    m: Machine, s: State, verb: int, agent: int, obj: int, to: int = NONE, origin: int = NONE,
    n: int = 1, gone: int = NONE,
) -> None:  # fmt: skip
    """Tell that something was done: to history, to triggers, and to whoever observes."""
    law = m.rules.laws[verb]
    if law.kept >= 0:
        keep(s, law.kept, agent, obj, to, origin, n)
        s.dirty |= m.rules.history_bit
    for trigger in law.after:
        for record in trigger.match(s, agent, obj, to, origin, n, gone):
            queue(m, s, trigger.id, record)
            if trigger.once:
                lapse(s, record.regs[PARENT])
    if m.observer is not None:
        m.observer.event(verb, agent, obj, to, origin, n, m.sentence, m.card)


def lapse(s: State, key: int) -> None:
    """An adopted rule that was used up is no longer in force."""
    lasting = s.lasting
    for i in range(0, len(lasting), 4):
        if lasting[i + 1] == key:
            del lasting[i : i + 4]
            s.drop(key)
            return


def queue(m: Machine, s: State, trigger: int, record: Record) -> None:
    """Let a trigger run when it is due."""
    if trigger in s.muted:
        return
    s.queue += [trigger, s.keep(record)]
    m.count(trigger)


def move(m: Machine, s: State, agent: int, thing: int, place: int, at: int = NONE) -> None:
    """Put a thing into a place: on top, or at an index."""
    origin = s.where[thing]
    zones = s.zones
    rules = m.rules
    if origin >= 0:
        zone = zones[origin]
        if zone[-1] == thing:
            zone.pop()
        else:
            zone.remove(thing)
        s.dirty |= rules.zone_bits[s.zname[origin]]
    if at == NONE:
        zones[place].append(thing)
    else:
        zones[place].insert(at, thing)
    s.where[thing] = place
    s.dirty |= rules.zone_bits[s.zname[place]]
    if s.shown:
        _forget(m, s, thing, place)
    if rules.moves_heard or m.observer is not None:
        if origin >= 0 and origin != place:
            fire(m, s, LEAVE, thing, origin, place, gone=thing)
        fire(m, s, MOVE, agent, thing, place, origin)
        if origin != place:
            fire(m, s, ENTER, thing, place, NONE, origin)


def _forget(m: Machine, s: State, thing: int, place: int) -> None:
    """What single seats knew of a thing goes with it, unless it goes where nobody can follow."""
    if m.rules.mixed[s.zname[place]]:
        s.shown.pop(thing, None)


def change(m: Machine, s: State, attr: int, thing: int, n: int) -> None:
    """Set a number of a thing."""
    s.cols[attr][thing] = bounded(n)
    s.dirty |= m.rules.column_bits[attr]


def assign(m: Machine, s: State, index: int, n: int) -> None:
    """Set a scalar of the game."""
    s.v[index] = n
    s.dirty |= m.rules.scalar_bit


def make(m: Machine, s: State, species: int, place: int) -> int:
    """A new thing of a species, in a place."""
    if len(s.species) >= THINGS:
        raise Exhausted(f"more than {THINGS:,} things in one game", [])
    schema = m.rules.schema
    thing = len(s.species)
    s.species.append(species)
    s.where.append(NONE)
    for attr in schema.attrs.values():
        if attr.home == "column":
            column = s.cols[attr.at]
            if len(column) == thing:
                column.append(attr.table[species] if attr.table else attr.initial)
        elif attr.home == "bag":
            s.bags[attr.at << 20 | thing] = attr.sets[species].copy()
    for index in schema.own_places.get(species, ()):
        s.cols[index][thing] = add_place(s, schema.place_names[index], thing)
    if place >= 0:
        s.zones[place].append(thing)
        s.where[thing] = place
        s.dirty |= m.rules.zone_bits[s.zname[place]]
    return thing


def add_place(s: State, name: int, owner: int) -> int:
    """A new place that belongs to a thing."""
    s.zones.append([])
    s.zname.append(name)
    s.zowner.append(owner)
    return len(s.zones) - 1
