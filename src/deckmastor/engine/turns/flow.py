"""The flow of a game: before the game, turns with their phases, offers to players, the end.

`Flow` is one instruction at the bottom of the agenda. The scalar STAGE says where it stands. It
advances the stage, lets triggers run, and goes on, until it asks players or the game is over. A
contest has a second `Flow` above that of the game.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import NONE, OBJECT, OBJECT_BITS, PASSING, UNBOUND, Seat, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.breaches import Breach, breaches
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.permission.offers import Listing, Offer
from deckmastor.engine.resolution.order import (
    begin_link,
    checked,
    count_link,
    queue,
    settled,
    unfinished,
)
from deckmastor.engine.resolution.stated_orders import CHOICE, SEATING, trigger_weight
from deckmastor.engine.rules.program import (
    AGAIN,
    CALL,
    ENTER,
    NEXT,
    ONE,
    RECALL,
    REYIELD,
    STOP,
    WINDOW,
    Barred,
    Op,
)
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import (
    CLOCK,
    CLOSED,
    DESERTED,
    DIRECTION,
    DISCREET,
    ENDING,
    FLAG,
    OPENING,
    PARENT,
    PHASE,
    PHASES,
    ROUND_ENDS,
    ROUNDS,
    STAGE,
    STARTER,
    THIS,
    TICKED,
    TURN,
    TURNS,
    YOU,
)
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.time.calendar_edges import step
from deckmastor.engine.time.deadlines import lapse_of_span
from deckmastor.engine.triggers.moments import reach, reach_phase
from deckmastor.engine.turns.contests import begin, close, edge, playing, resting, visited
from deckmastor.engine.turns.seating import first, following, in_order
from deckmastor.engine.turns.spans import close_all
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.primitives import ACT, BEGIN, END, PASS, TAKE, UNSAID, WIN

SETUP: Final = 0
TURN_BEGINS: Final = 2
PHASE_BEGINS: Final = 3
PHASE_RUNS: Final = 4
ACTING: Final = 5
PHASE_ENDS: Final = 6
TURN_ENDS: Final = 7
GAME_ENDS: Final = 8
IDLE: Final = 100  # fuel that a turn costs


class Flow(Op):
    """Runs the game stage by stage; what a stage triggers runs before the next stage."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        v = s.v
        rules = m.rules
        while True:
            if m.pending or s.dirty or s.queue:
                if not settled(m, s) or (rules.checks_late and not checked(m, s)):
                    return REYIELD
            if rules.spans and close_all(m, s):
                continue
            if rules.contests is not None and v[rules.contests.next] and not v[ENDING] & 4:
                signal = begin(m, s)
                if signal != NEXT:
                    return signal
                continue
            if v[CLOCK] < v[TICKED] and step(m, s):
                continue
            if v[ENDING] and v[ENDING] & (4 | DESERTED) and v[STAGE] < GAME_ENDS:
                if v[ENDING] & DESERTED:
                    deserted(m, s)
                if s.winners:
                    v[ENDING] |= 8
                v[STAGE] = GAME_ENDS
            stage = v[STAGE]
            if stage == ACTING:
                if v[ENDING] & 3:
                    v[STAGE] = PHASE_ENDS
                    continue
                if rules.single:
                    turn = v[TURN]
                    options = self.offered(m, s, turn)
                    forced = len(options) == 1 and options[0] == PASSING
                    if not forced or (v[DISCREET] and not self.idle(m, s, turn)):
                        m.listed = options
                        m.listed_for = s
                        m.asked = [turn]
                        m.way = ONE
                        return AGAIN
                signal = self.act(m, s)
                if signal != NEXT:
                    return signal
            elif stage == TURN_BEGINS:
                next_turn(m, s)
            elif stage == PHASE_BEGINS:
                phase_begins(m, s)
            elif stage == PHASE_RUNS:
                v[STAGE] = ACTING
                if rules.phases:
                    reach_phase(m, s, "during", v[PHASE])
                else:
                    reach(m, s, "during", "turn")
            elif stage == PHASE_ENDS:
                phase_ends(m, s)
            elif stage == TURN_ENDS:
                turn_ends(m, s)
            elif stage == SETUP:
                v[STAGE] = OPENING
                reach(m, s, "before", "game")
            elif stage == OPENING:
                opening(m, s)
            elif stage == GAME_ENDS:
                v[STAGE] = CLOSED
                if r.wide:
                    assert m.rules.contests is not None
                    edge(m, s, "end", v[m.rules.contests.open])
                    continue
                if m.rules.eras:
                    reach(m, s, "end", f"{m.rules.eras[-1]} phase")
                reach(m, s, "end", "game")
            elif r.wide:
                close(m, s, r)
                return NEXT
            else:
                settle_winners(m, s)
                return STOP

    # ---- offers to players -----------------------------------------------------------------

    def act(self, m: Machine, s: State) -> int:
        """Pass for a player at turn who can do nothing else, or ask all who may act.

        NEXT if nobody has anything to do.
        """
        rules = m.rules
        v = s.v
        if not rules.offers:
            if resting(m, s) and rules.timed:
                return rests(m)
            v[STAGE] = PHASE_ENDS
            return NEXT
        if rules.single:
            turn = v[TURN]
            if undone(m, s, turn):
                return RECALL
            passes(m, s, turn, self.idle(m, s, turn))
            return NEXT
        return self.window(m, s)

    def idle(self, m: Machine, s: State, who: Seat) -> bool:
        """True if no offer lets a player do anything now, whatever its objects are."""
        phase = s.v[PHASE]
        for offer in m.rules.offers:
            if offer.phase in (NONE, phase) and offer.looked(m, s, who):
                return False
        return True

    def window(self, m: Machine, s: State) -> int:
        """Ask everybody who may act now; the phase ends when those it waits for have passed."""
        blocking: list[int] = []
        free: list[int] = []
        begun: dict[int, Listing] = {}
        for seat in range(m.rules.seats):
            if s.cols[m.rules.gone][seat] and not m.rules.returning:
                continue
            if left(m, s, seat):
                continue
            if s.cols[m.rules.passed][seat] == s.v[PHASES] + 1:
                continue
            offers, holding = self.ready(m, s, seat, begun)
            if offers:
                (blocking if holding and playing(m, s, seat) else free).append(seat)
        if not blocking:
            if resting(m, s) and free:
                m.asked = free
                m.way = WINDOW
                m.begin_listing(s, begun)
                return AGAIN
            if s.v[TURN] >= 0 and not resting(m, s):
                if undone(m, s, s.v[TURN]):
                    return RECALL
                passes(m, s, s.v[TURN], quiet=not m.rules.verb_rules[PASS].guarded())
            elif m.rules.timed:
                return rests(m)
            else:
                s.v[STAGE] = PHASE_ENDS
            return NEXT
        m.asked = blocking + free
        m.way = ONE if len(m.asked) == 1 else WINDOW
        m.begin_listing(s, begun)
        return AGAIN

    def ready(
        self, m: Machine, s: State, seat: Seat, begun: dict[int, Listing]
    ) -> tuple[bool, bool]:
        """Two truths: a seat can do something, and the phase waits for it.

        In a discreet game it can if an offer speaks to it, whatever it could be done with. What was
        listed for that is added to `begun`.
        """
        found = holding = False
        loose = visited(m, s)
        for offer in self.open_to(m, s, seat):
            holds = not offer.anytime and (offer.own_turn or not loose)
            if found and (holding or not holds):
                continue
            if offer.phase not in (NONE, s.v[PHASE]):
                continue
            for nth, record in enumerate(offer.looked(m, s, seat)):
                if not s.v[DISCREET]:
                    listing = offer.begun(m, s, record, seat)
                    begun[offer.listed_at(seat, nth)] = listing
                    if not offer.judged(m, s, record, seat, listing, True):
                        continue
                found = True
                holding = holding or holds
                break
        return (found, holding)

    def open_to(self, m: Machine, s: State, seat: Seat) -> list[Offer]:
        """The offers for a seat: who has left the game can only come back."""
        if s.cols[m.rules.gone][seat]:
            return m.rules.returning
        return m.rules.offers if s.v[DISCREET] else m.rules.live

    def offered(self, m: Machine, s: State, who: Seat) -> list[int]:
        """All options of a player now; to pass is one of them unless that is forbidden."""
        rules = m.rules
        options: list[int] = []
        duty = False
        phase = s.v[PHASE]
        begun = m.begun_listing(s)
        for offer in self.open_to(m, s, who) if rules.returning else rules.live:
            if offer.phase != NONE and offer.phase != phase:
                continue
            head = offer.head
            if offer.plain:
                r = offer.record(s)
                r.regs[offer.agent] = who
                if offer.bare:
                    if offer.test is None or offer.test.ev(s, r):
                        options.append(head)
                elif offer.sieve is not None:
                    offer.sieve.add(s, r, who, options)
                else:
                    options += [head | thing + 1 for thing in offer.objects(m, s, r, who)]
                continue
            first = True
            for nth, record in enumerate(offer.looked(m, s, who)):
                listing = begun.get(offer.listed_at(who, nth)) if begun else None
                if listing is None:
                    objects = offer.objects(m, s, record, who)
                else:
                    objects = offer.judged(m, s, record, who, listing, False)
                for thing in objects:
                    option = head | (thing + 1)
                    if first or option not in options:
                        options.append(option)
                first = False
                if objects and offer.duty:
                    duty = True
        if rules.twinned:
            options = told_once(m, options)
        if rules.may_pass:
            acts = [option for option in options if option not in rules.may_pass]
            if options and not acts:
                return options[:1]  # nothing else can be done
            options = acts
        if not options:
            return [PASSING]
        if not duty:
            verb_rules = rules.verb_rules[PASS]
            for norm in verb_rules.cannot:
                if not norm.quick:
                    break
                if norm.speaks_of(s, who):
                    return options
            else:
                if not verb_rules.only:
                    options.append(PASSING)
                    return options
            if not forbidding(verb_rules, s, who, NONE, NONE, NONE, 1, 0):
                options.append(PASSING)
        return options

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return self.offered(m, s, who)

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        if option == PASSING or option in m.rules.may_pass:
            others = [seat for seat in s.asks[0::4] if seat != who]
            if resting(m, s) or not others:
                passes(m, s, who)
            elif s.v[TURN] == who and not any(self.ready(m, s, seat, {})[1] for seat in others):
                passes(m, s, who)
                return CALL  # the phase waits for nobody else
            else:
                s.column(m.rules.passed)[who] = s.v[PHASES] + 1
                fire(m, s, PASS, who, NONE)
            return CALL if m.pending else NEXT  # triggers of the pass run before others act
        offer = m.rules.offers[(option >> OBJECT_BITS) - 1]
        thing = (option & OBJECT) - 1
        if offer.plain:
            record = Record(offer.template.copy())
            record.regs[offer.agent] = who
        else:
            records = offer.records(m, s, who)
            record = records[0]
            if len(records) > 1:
                record = next(r for r in records if thing in offer.objects(m, s, r, who))
        if offer.obj >= 0:
            record.regs[offer.obj] = thing
        rules = m.rules
        if rules.duties:
            meet_duties(m, s, offer, who, thing)
        offer.use(m, s, record, who)
        if offer.passing:
            lapse(s, record.regs[PARENT])
        if rules.acts_heard and offer.verb != ACT:
            m.sentence = offer.block.sentence
            fire(m, s, ACT, who, NONE)
        if not rules.single:
            reopen(m, s)
        if not rules.at_once and begin_link(m, s):
            count_link(m, s, s.agenda[-1])
        m.block = offer.block
        m.record = record
        return ENTER


def told_once(m: Machine, options: list[int]) -> list[int]:
    """The options without those that another sentence permits in the same words."""
    found: list[int] = []
    for option in options:
        twins = m.rules.offers[(option >> OBJECT_BITS) - 1].twins
        if not twins or not any([(head | (option & OBJECT)) in options for head in twins]):
            found.append(option)
    return found


def meet_duties(m: Machine, s: State, offer: Offer, who: Seat, thing: int) -> None:
    """Count an act for each duty that it meets, whichever sentence permits it."""
    for duty in m.rules.duties:
        if duty is offer or duty.verb != offer.verb:
            continue
        for record in duty.records(m, s, who):
            if thing in duty.objects(m, s, record, who):
                duty.use(m, s, record, who)
                if duty.passing:
                    lapse(s, record.regs[PARENT])
                break


def left(m: Machine, s: State, seat: Seat) -> bool:
    """True if a seat has left the open contest."""
    told = m.rules.contests
    return told is not None and s.v[told.open] > 0 and s.cols[told.out][seat] > 0


def rests(m: Machine) -> int:
    """Ask nobody: a game without turns waits for time to pass."""
    m.asked = []
    m.way = WINDOW
    return AGAIN


def reopen(m: Machine, s: State) -> None:
    """Let those who have passed act again, because somebody acted."""
    column = s.column(m.rules.passed)
    for seat in range(m.rules.seats):
        column[seat] = 0


def passes(m: Machine, s: State, who: Seat, quiet: bool = False) -> None:
    """Pass for a player: the phase ends, and what follows unused permissions runs."""
    s.v[STAGE] = PHASE_ENDS
    while undone(m, s, who):
        m.push(s, m.block, m.record)
    if not quiet:
        fire(m, s, PASS, who, NONE)


def undone(m: Machine, s: State, who: Seat) -> bool:
    """True if an unused permission has a consequence; `m.block` and `m.record` are then set."""
    for offer in m.rules.offers:
        if offer.undone is not None:
            for record in offer.unused(m, s, who):
                s.v[ENDING] |= 1
                m.block = offer.undone
                m.record = record
                return True
    return False


# ---- phases of the game ---------------------------------------------------------------------

EDGES: Final = ("beginning", "during", "end")


def opening(m: Machine, s: State) -> None:
    """Begin the game and go through its phases, one edge at a time, up to the first turn."""
    rules = m.rules
    at = s.v[rules.era]
    s.v[rules.era] += 1
    if at == 0:
        game = rules.schema.word("game")
        why = forbidding(rules.verb_rules[BEGIN], s, NONE, game, NONE, NONE, 1, 0)
        if why:
            raise Barred(breaches(rules.verb_rules[BEGIN], s, game) or [Breach(why)])
        reach(m, s, "beginning", "game")
        fire(m, s, BEGIN, NONE, game)
    last = len(rules.eras) - 1
    if rules.eras:
        s.dirty |= rules.scalar(rules.era)
        reach(m, s, EDGES[at % 3], f"{rules.eras[at // 3]} phase")
    if at >= 3 * last + 1 or last < 0:
        s.v[STAGE] = TURN_BEGINS
        reach(m, s, "before", "first turn")


# ---- turns and phases -----------------------------------------------------------------------


def phase_name(m: Machine, s: State) -> str:
    """The name of the current phase of the turn."""
    phases = m.rules.phases
    return f"{phases[s.v[PHASE]]} phase" if phases else "turn"


def next_turn(m: Machine, s: State) -> None:
    """Begin the turn of the next player who does not skip theirs."""
    v = s.v
    m.fuel -= IDLE
    if m.fuel < 0:
        raise Exhausted("turn after turn in which nobody can do anything", [])
    seats = m.rules.seats
    gone = s.cols[m.rules.gone]
    skips = s.cols[m.rules.skips]
    turn = v[TURN]
    if v[ENDING] & ROUND_ENDS and v[STARTER] != NONE:
        s.extra = []
        turn = following(s, v[STARTER], -v[DIRECTION], seats)
    if s.extra and s.extra[0] < 0:
        turn, s.extra = ~s.extra[0], []  # the order goes on from where it was left
    extra = bool(s.extra)
    if extra:
        after = s.extra[1:] if s.extra[-1] < 0 else [*s.extra[1:], ~turn]
        turn, s.extra = s.extra[0], after
    elif turn == NONE:
        if m.rules.seating is not None:
            s.order = m.rules.seating.sort(s, in_order(s, seats))
        turn = opens(m, s, v[STARTER] if v[STARTER] != NONE else first(s))
        if m.rules.contests is not None:
            while not playing(m, s, turn):
                turn = following(s, turn, v[DIRECTION], seats)
    else:
        way = v[DIRECTION]
        for _ in range(seats * 2):
            turn = following(s, turn, way, seats) if s.order else (turn + way) % seats
            if gone[turn] or (m.rules.contests is not None and not playing(m, s, turn)):
                continue
            if skips[turn] > 0:
                skips = s.column(m.rules.skips)
                skips[turn] -= 1
                continue
            if not m.rules.denying or not denied(m, s, turn):
                break
        if m.rules.opener is not None and turn == v[STARTER]:
            turn = v[STARTER] = opens(m, s, turn)
    v[TURN] = turn
    v[TURNS] += 1
    if m.rules.contests is not None:
        v[m.rules.contests.turn_before] = v[m.rules.contests.turn]
        v[m.rules.contests.turn] = v[TURNS]
    v[ENDING] &= ~(3 | ROUND_ENDS)
    s.dirty |= m.rules.scalar_bits[TURN]
    if v[STARTER] == NONE:
        v[STARTER] = turn
    rules = m.rules
    if turn == v[STARTER] and not extra:
        v[ROUNDS] += 1
        if rules.rounds_heard:
            reach(m, s, "beginning", "round")
    if rules.fleeting:
        for index in rules.fleeting:
            s.events(index).clear()
    v[PHASE] = 0
    v[STAGE] = PHASE_BEGINS
    if v[TURNS] == 1:
        reach(m, s, "beginning", "first turn")
    if rules.turns_heard or s.lasting:
        reach(m, s, "beginning", "turn")
        fire(m, s, BEGIN, turn, rules.turn_word)
    elif m.observer is not None:
        m.observer.event(BEGIN, turn, rules.turn_word, NONE, NONE, 1, 0, NONE)


def denied(m: Machine, s: State, seat: Seat) -> bool:
    """True if somebody cannot take their turn, or a replacement happens instead."""
    verb_rules = m.rules.verb_rules[TAKE]
    if forbidding(verb_rules, s, seat, NONE, NONE, NONE, 1, 0):
        return True
    for trigger in verb_rules.instead:
        for record in trigger.match(s, seat, NONE, NONE, NONE, 1):
            queue(m, s, trigger.id, record)
            return True
    return False


def opens(m: Machine, s: State, usual: int) -> int:
    """Who takes the first turn of a round: whom the rules name, else `usual`."""
    opener = m.rules.opener
    named = opener.ev(s, m.rules.empty_record()) if opener is not None else NONE
    return named if 0 <= named < m.rules.seats else usual


def phase_begins(m: Machine, s: State) -> None:
    """Begin a phase, unless it is skipped."""
    v = s.v
    rules = m.rules
    if v[ENDING] & 2:
        v[STAGE] = TURN_ENDS
        return
    v[PHASES] += 1
    if rules.contests is not None:
        v[rules.contests.phase_before] = v[rules.contests.phase]
        v[rules.contests.phase] = v[PHASES]
    if not rules.phases:
        v[STAGE] = PHASE_RUNS if rules.turns_heard else ACTING
        return
    if s.cols[rules.skipped_phases][v[PHASE]] > 0:
        s.column(rules.skipped_phases)[v[PHASE]] -= 1
        next_phase(m, s)
        return
    v[STAGE] = PHASE_RUNS
    s.dirty |= rules.scalar_bits[TURN]
    reach_phase(m, s, "beginning", v[PHASE])


def phase_ends(m: Machine, s: State) -> None:
    """End a phase, and go on to the next one or to the end of the turn."""
    v = s.v
    rules = m.rules
    if rules.span_duties:
        lapse_of_span(m, s, phase_name(m, s))
    if rules.phases:
        reach_phase(m, s, "end", v[PHASE])
    v[ENDING] &= ~1
    next_phase(m, s)


def next_phase(m: Machine, s: State) -> None:
    """Go on to the next phase, or to the end of the turn."""
    v = s.v
    v[PHASE] += 1
    if v[PHASE] >= len(m.rules.phases) or v[ENDING] & 2:
        v[STAGE] = TURN_ENDS
    else:
        v[STAGE] = PHASE_BEGINS


def turn_ends(m: Machine, s: State) -> None:
    """End the turn, and the round if the next turn is its starter's."""
    v = s.v
    rules = m.rules
    v[STAGE] = TURN_BEGINS
    if rules.span_duties and rules.phases:
        lapse_of_span(m, s, "turn")
    if rules.turns_heard or s.lasting:
        reach(m, s, "end", "turn")
        fire(m, s, END, v[TURN], rules.turn_word)
    elif m.observer is not None:
        m.observer.event(END, v[TURN], rules.turn_word, NONE, NONE, 1, 0, NONE)
    if rules.rounds_heard:
        seats = rules.seats
        last = following(s, v[TURN], v[DIRECTION], seats) == v[STARTER]
        if last or v[ENDING] & ROUND_ENDS:
            reach(m, s, "end", "round")


def deserted(m: Machine, s: State) -> None:
    """Let the one player who is left win, unless a sentence has decided otherwise."""
    if s.winners or s.v[ENDING] & 4:
        return
    s.v[ENDING] |= 4
    left = [p for p in range(m.rules.seats) if playing(m, s, p)]
    m.sentence = s.v[ENDING] >> 8
    m.card = NONE
    s.winners = left
    told = m.rules.contests
    inner = told is not None and s.v[told.open] > 0
    if left:
        word = told.words[s.v[told.open] - 1] if told is not None and inner else NONE
        fire(m, s, WIN, left[0], word, n=UNSAID)
    elif inner:
        pass
    elif m.observer is not None:
        word = m.rules.schema.word("game")
        m.observer.event(END, NONE, word, NONE, NONE, UNSAID, m.sentence, NONE)


def settle_winners(m: Machine, s: State) -> None:
    """Break ties by the order of winners, if there is one; who is still equal shares."""
    order = m.rules.winners_order
    if len(s.winners) > 1 and order:
        record = m.rules.empty_record()
        record.regs += [UNBOUND] * 32
        left = s.winners
        for key in order:
            if len(left) > 1:
                left = key.choose(s, record, left, m.rules.winner_slot)
        s.winners = left


class InOrder(Op):
    """Runs triggers that fired together; whoever holds several chooses which is next.

    Set 0 of its record lists triggers and their records, in the order in which they run otherwise.
    """

    def run(self, m: Machine, s: State, r: Record) -> int:
        left = r.sets[0]
        if not left:
            return NEXT
        mine = self.options(m, s, r, NONE)
        keys = left[1::2]
        key = r.regs[FLAG]
        if key == UNBOUND:
            if self.differ(m, s, mine, [left[2 * keys.index(other)] for other in mine]):
                m.asked = [s.recs[mine[0]].regs[YOU]]
                m.way = ONE
                return AGAIN
            key = mine[0]
        r.regs[FLAG] = UNBOUND
        at = 2 * keys.index(key)
        m.block = m.rules.triggers[left[at]].block
        m.record = s.recs[key]
        del left[at : at + 2]
        s.drop(key)
        return RECALL

    def differ(self, m: Machine, s: State, keys: list[int], triggers: list[int]) -> bool:
        """True if it can matter which comes first: texts differ, or cards are told apart."""
        cards = [s.recs[key].regs[THIS] for key in keys]
        for at in range(1, len(keys)):
            if triggers[at] != triggers[0]:
                return True
            if cards[at] != cards[0] and told_apart(m, s, cards[at], cards[0]):
                return True
        return False

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        left = r.sets[0]
        first = s.recs[left[1]].regs[YOU]
        if not 0 <= first < m.rules.seats:
            return [left[1]]
        rank = m.rules.trigger_keys.index(CHOICE)
        before = [key for key in m.rules.trigger_keys[:rank] if key != SEATING]
        if not before:
            return [key for key in left[1::2] if s.recs[key].regs[YOU] == first]
        places: list[tuple[int, ...]] = []
        for trigger, key in zip(left[0::2], left[1::2], strict=True):
            you, this = s.recs[key].regs[YOU], s.recs[key].regs[THIS]
            places.append((you, *trigger_weight(m.rules, s, trigger, you, this, before)[:-2]))
        return [key for key, place in zip(left[1::2], places, strict=True) if place == places[0]]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[FLAG] = option
        return NEXT


def told_apart(m: Machine, s: State, one: Thing, other: Thing) -> bool:
    """True if a thing has one of two cards as its property: `the lock of that chest`."""
    for column in m.rules.pointers:
        values = s.cols[column]
        if one in values or other in values:
            return True
    return False


class Link(Op):
    """Ends a link: the triggers that wait, and the effects that go on, form the next one."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        return REYIELD if unfinished(m, s, r) else NEXT
