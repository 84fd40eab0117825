"""Changes of a State: moves, values and new things, and the events that follow.

Verbs change a State mostly by these functions. They mark what changed in `State.dirty`, for
watches, and keep caches and knowledge right. `fire` publishes an event: it keeps it in history,
sets off triggers and tells the observer.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import bounded
from deckmastor.engine.expressions.history import keep
from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import NONE, NOTHING, Place, Seat, Species, Thing
from deckmastor.engine.knowledge.visibility import CARRIED, PLAIN
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.resolution.order import queue
from deckmastor.engine.rules.program import RECALL, THINGS
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import CONTENT, WORD, Schema
from deckmastor.engine.state.aims import TAKEN, aim_key, forget_aims
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import APPLIED, DESERTED, ENDING, FLAG, PARENT, THIS, TURN
from deckmastor.engine.state.state import BAGS, FILLED, VALUES, Record, State
from deckmastor.engine.triggers.batches import Listeners, tell
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.verbs.primitives import CREATE, ENTER, LEAVE, MOVE

TELLING: Final = 4  # fuel that an event costs
MAKING: Final = 20  # fuel that a new thing costs


def fire(
    m: Machine, s: State, verb: int, agent: Thing, obj: int, to: int = NONE, origin: Place = NONE,
    n: int = 1, gone: int = NONE,
) -> None:  # fmt: skip
    """Publish an event: keep it in history, set off triggers, and tell the observer."""
    publish(m, s, verb, agent, obj, to, origin, n, gone)
    if m.observer is not None:
        m.observer.event(verb, agent, obj, to, origin, n, m.sentence, m.card)


def publish(
    m: Machine, s: State, verb: int, agent: Thing, obj: int, to: int = NONE, origin: Place = NONE,
    n: int = 1, gone: int = NONE,
) -> None:  # fmt: skip
    """Keep an event in history and set off triggers; another event tells the observer of it."""
    m.fuel -= TELLING
    verb_rules = m.rules.verb_rules[verb]
    if verb_rules.kept >= 0:
        keep(s, verb_rules.kept, agent, obj, to, origin, n)
        s.dirty |= m.rules.history_bit
    if verb_rules.after:
        told: Listeners | None = None
        if obj == NONE:
            told = verb_rules.waiting(NONE)
        elif 0 <= obj < len(s.species):
            told = verb_rules.waiting(s.species[obj])
        if told is not None and told.swift and not s.muted:
            if told.ids:
                tell(m, s, told, agent, obj, to, origin)
        else:
            triggers = verb_rules.saying(s, agent, obj).after
            if not triggers:
                return
            moved = gone
            if gone == NONE and origin != NONE and verb != ENTER and verb != CREATE:
                moved = obj  # a new thing comes from no place: `origin` is the original of a copy
            _search(m, s, triggers, agent, obj, to, origin, n, moved, gone)


def _search(
    m: Machine, s: State, triggers: list[Trigger], agent: Thing, obj: int, to: int, origin: Place,
    n: int, moved: int, gone: int,
) -> None:  # fmt: skip
    """Queue the triggers that an act sets off."""
    for trigger in triggers:
        pattern = trigger.pattern
        if pattern is not None and pattern.misses(s, agent, obj, m.card):
            continue
        if not trigger.plain and not trigger.might_fit(s, agent, obj, moved):
            continue
        for record in _judged(m, s, trigger, agent, obj, to, origin, n, moved, gone):
            queue(m, s, trigger.id, record)
            if trigger.once and trigger.group is None:
                lapse(s, record.regs[PARENT])


def _judged(
    m: Machine, s: State, trigger: Trigger, agent: Thing, obj: int, to: int, origin: Place, n: int,
    moved: int, gone: int,
) -> list[Record]:  # fmt: skip
    """The records under which an act sets off a trigger; a moved thing is judged where it was."""
    card = m.card
    if not 0 <= moved < len(s.where):
        return trigger.match(s, agent, obj, to, origin, n, card)
    here, scene = s.where[moved], s.scene
    before = obj if gone != NONE else origin
    s.where[moved] = before
    s.passes(here, before)
    m.rules.moved(s, here, before)
    try:
        found = trigger.match(s, agent, obj, to, origin, n, card)
    finally:
        s.where[moved] = here
        s.passes(here, before)
        s.scene = scene
    if gone == NONE:
        hosts = [record.regs[THIS] for record in found]
        for record in trigger.match(s, agent, obj, to, origin, n, card):
            if record.regs[THIS] not in hosts:
                found.append(record)
    return found


def put_before(m: Machine, s: State, r: Record, trigger: Trigger, record: Record) -> int:
    """Run a trigger before an act or in its place; the act waits in `r`."""
    applied = r.sets[APPLIED]
    applied.append(trigger.applied_as(s, record))
    if trigger.once:
        lapse(s, record.regs[PARENT])
    r.regs[FLAG] = 0
    record.regs[PARENT] = m.kept(s, r)
    record.sets[PARENT] = applied.copy()
    m.block = trigger.block
    m.record = record
    m.count(s, trigger.id)
    return RECALL


def move(
    m: Machine,
    s: State,
    agent: Thing,
    thing: Thing,
    place: Place,
    at: int = NONE,
    lies: int = PLAIN,
) -> None:
    """Put a thing into a place: on top, or at index `at`; `lies` overrides how it faces there."""
    origin = s.where[thing]
    zones = s.zones
    rules = m.rules
    bits = rules.place_bits
    views = rules.views
    zname = s.zname
    if origin >= 0:
        way = views.ways[zname[origin]][zname[place]]
        if way and (way == CARRIED or s.shown):
            views.carry(s, thing, origin, place, lies)
        zone = zones[origin] if s.laid >> origin & 1 else s.own_zone(origin)
        if zone[-1] == thing:
            zone.pop()
        else:
            zone.remove(thing)
        if zname[origin] == CONTENT:
            fills(rules, s, thing, zone)
        if not zone and origin < len(bits):
            s.dirty |= rules.empty_bits[origin]
        if rules.places_watched:
            s.dirty |= bits[origin] if origin < len(bits) else rules.zone_bits[zname[origin]]
    else:
        views.carry(s, thing, origin, place)
    zone = zones[place] if s.laid >> place & 1 else s.own_zone(place)
    if zname[place] == CONTENT:
        fills(rules, s, thing, zone)
    if not zone and place < len(bits):
        s.dirty |= rules.empty_bits[place]
    if rules.places_watched:
        s.dirty |= bits[place] if place < len(bits) else rules.zone_bits[zname[place]]
    if at == NONE:
        zone.append(thing)
    else:
        zone.insert(at, thing)
    s.where[thing] = place
    s.passes(origin, place)
    if rules.executing and s.bags and s.bags.pop(aim_key(thing, TAKEN), None) is not None:
        s.stale |= BAGS
    if rules.aims and origin >= 0 and rules.loud[zname[origin]]:
        if rules.unplayed[zname[place]] or s.species[thing] in rules.lying:
            forget_aims(s, thing)
    if rules.owned >= 0:
        rules.own(s, thing, origin, place)
    if rules.scenic:
        rules.moved(s, origin, place)
        if rules.entered >= 0:
            rules.enters(s, thing, origin, place)
    if views.faced and (lies != PLAIN or origin != place):
        s.column(views.facing)[thing] = lies
    if rules.moves_heard or m.slow:
        if origin >= 0 and origin != place:
            fire(m, s, LEAVE, thing, origin, place, gone=thing)
        fire(m, s, MOVE, agent, thing, place, origin)
        if origin != place:
            fire(m, s, ENTER, thing, place, NONE, origin)


def fills(rules: Ruleset, s: State, thing: Thing, others: list[int]) -> None:
    """Note that the first card comes to lie on a thing, or the last one leaves it."""
    cards, kinds = rules.cards, s.species
    if not cards[kinds[thing]]:
        return
    for other in others:
        if cards[kinds[other]]:
            return
    s.stale |= FILLED
    s.dirty |= rules.filled_bit


def barred_move(m: Machine, s: State, agent: Thing, thing: Thing, place: Place) -> bool:
    """True if a rule forbids that a thing moves to a place, leaves its own or enters the other."""
    rules = m.rules
    by, card, origin = rules.hosts[m.sentence], m.card, s.where[thing]
    rules_of = rules.verb_rules
    if forbidding(rules_of[MOVE], s, agent, thing, place, origin, 1, 0, by, card):
        return True
    if origin == place:
        return False
    if forbidding(rules_of[ENTER], s, thing, place, NONE, origin, 1, 0, by, card):
        return True
    return (
        origin >= 0
        and forbidding(rules_of[LEAVE], s, thing, origin, place, NONE, 1, 0, by, card) != 0
    )


def change(m: Machine, s: State, attr: int, thing: Thing, n: int) -> None:
    """Set a property of a thing to a number, within bounds; those hold at the end of a step."""
    if m.rules.limits and not s.held:
        n = m.rules.limited(s, "column", attr, thing, n)
    s.column(attr)[thing] = n if n >= WORD or n == NOTHING else bounded(n)
    s.dirty |= m.rules.column_bits[attr]


def assign(m: Machine, s: State, index: int, n: int) -> None:
    """Set a scalar of the game, within bounds; those hold at the end of a step."""
    if m.rules.limits and not s.held:
        n = m.rules.limited(s, "scalar", index, NONE, n)
    if s.v[index] != n:
        s.v[index] = n
        s.stale |= VALUES
        s.dirty |= m.rules.scalar_bits[index]


def has_now(m: Machine, s: State, attr: int, thing: Thing) -> int:
    """The stored number of a property; a bound may have been lowered since it was stored."""
    n = s.cols[attr][thing]
    if m.rules.limits and not s.held:
        n = m.rules.limited(s, "column", attr, thing, n)
    return n


def room(s: State, n: int) -> None:
    """Raise Exhausted if there is no room for `n` new things."""
    if len(s.species) + n > THINGS:
        raise Exhausted(f"more than {THINGS:,} things in one game", [])


def make(m: Machine, s: State, species: Species, place: Place) -> int:
    """Make a thing of a species, in a place unless that is NONE; the number of the thing."""
    thing = make_all(m, s, [species])
    if place >= 0:
        lay_down(m, s, thing, place)
    return thing


def make_all(m: Machine, s: State, row: list[int]) -> Thing:
    """Make things of these species, which lie nowhere; the number of the first of them."""
    room(s, len(row))
    m.fuel -= MAKING * len(row)
    schema = m.rules.schema
    first = add_things(schema, s, row)
    if schema.own_places:
        for thing, species in enumerate(row, first):
            for index in schema.own_places.get(species, ()):
                s.column(index)[thing] = add_place(s, schema.place_names[index], thing)
    return first


def make_home(m: Machine, s: State, species: Species, place: Place) -> None:
    """Make a thing that is in a place from the start, and so that person's whose place it is."""
    thing = make(m, s, species, place)
    if m.rules.owned >= 0:
        m.rules.own(s, thing, NONE, place)


def lay_down(m: Machine, s: State, thing: Thing, place: Place) -> None:
    """Put a new thing, which lies nowhere, into a place; that is no move."""
    s.zone(place).append(thing)
    s.where[thing] = place
    s.lies_anew(NONE, place)
    if m.rules.entered >= 0:
        m.rules.enters(s, thing, NONE, place)
    s.dirty |= m.rules.zone_bits[s.zname[place]] | m.rules.filled_bit
    if place < len(m.rules.empty_bits):
        s.dirty |= m.rules.place_bits[place] | m.rules.empty_bits[place]


def bring_in(m: Machine, s: State, agent: Thing, thing: Thing, place: Place) -> None:
    """Move a new thing, which nobody has seen, into a place; who sees into it comes to know it."""
    rules, bits = m.rules, m.rules.place_bits
    if not s.zones[place] and place < len(bits):
        s.dirty |= rules.empty_bits[place]
    if rules.places_watched and place < len(bits):
        s.dirty |= bits[place]
    lay_down(m, s, thing, place)
    if rules.scenic:
        rules.moved(s, NONE, place)
    if rules.moves_heard or m.slow:
        fire(m, s, MOVE, agent, thing, place)
        fire(m, s, ENTER, thing, place)


def add_thing(schema: Schema, s: State, species: Species) -> Thing:
    """Add a thing with its print, which lies nowhere; the number of the thing."""
    return add_things(schema, s, [species])


def add_things(schema: Schema, s: State, row: list[int]) -> Thing:
    """Add things of these species with their print, which lie nowhere; the first of their numbers.

    A column that ends before them gets no values.
    """
    first, n = len(s.species), len(row)
    s.species = s.species + row
    s.where.extend([NONE] * n)
    s.stir()
    sheet, cols = schema.sheet, s.cols
    ends, rows = sheet.ends, [sheet.rows[species] for species in row]
    for nth, at in enumerate(sheet.columns):
        if len(cols[at]) == first < ends[nth]:
            column = s.own_column(at)
            for values in rows if first + n <= ends[nth] else rows[: ends[nth] - first]:
                column.append(values[nth])
    for nth, key in enumerate(sheet.bags):
        sets = sheet.sets[nth]
        for thing, species in enumerate(row, first):
            s.bags[key | thing] = sets[species].copy()
    return first


def drop_last_thing(schema: Schema, s: State, sizes: list[int]) -> None:
    """Take back the thing that was added last and lies nowhere; columns had `sizes` before it."""
    s.where.pop()
    for column, size in enumerate(sizes):
        if len(s.cols[column]) > size:
            s.column(column).pop()
    for attr in schema.attrs.values():
        if attr.home == "bag":
            s.bags.pop(attr.at << 20 | len(s.where), None)  # new species: no facts are kept


def take_back(m: Machine, s: State, things: list[Thing]) -> None:
    """Take back things that lie nowhere, were added last and have no places of their own.

    Others stay out of sight, as things that lie nowhere are.
    """
    schema = m.rules.schema
    for thing in sorted(things, reverse=True):
        if thing != len(s.species) - 1 or s.species[thing] in schema.own_places:
            return
        drop_last_thing(schema, s, [thing] * len(s.cols))
        forget_aims(s, thing)
        s.species = s.species[:-1]
        s.branch()
        s.stir()


def add_place(s: State, name: int, owner: int) -> int:
    """Make a place that belongs to a thing; the number of the place."""
    s.zones.append([])
    s.laid |= 1 << (len(s.zones) - 1)
    s.zname = [*s.zname, name]
    s.zowner = [*s.zowner, owner]
    return len(s.zones) - 1


def leave_game(m: Machine, s: State, seat: Seat) -> None:
    """Take a seat out of the game and end its turn; the game ends if too few are left."""
    change(m, s, m.rules.gone, seat, 1)
    if seat == s.v[TURN] and not m.rules.turnless:
        s.v[ENDING] |= 2
    gone = s.cols[m.rules.gone][: m.rules.seats]
    if gone.count(0) < m.rules.fewest_left:
        s.v[ENDING] = (s.v[ENDING] & 0xFF) | DESERTED | (m.sentence << 8)
