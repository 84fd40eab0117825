"""A Ruleset: the compiled rules of a game for a number of seats, known by a hash.

It is immutable while matches are played, apart from memos that depend on the rules alone. Scratch
and caches of a match are in `State.work`. `assembly.build` makes a Ruleset:
`begin(build(book, seats=4), seed=1)` is a State at its first question.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.truths import Outstanding
from deckmastor.engine.facts.facts import Bound, FactTable, keeps_within
from deckmastor.engine.facts.in_force import Ending, OnCards, Overruling, Standing
from deckmastor.engine.goals.goals import Goals
from deckmastor.engine.ids import NONE, UNBOUND, Place, Seat, Species, Thing
from deckmastor.engine.knowledge.description import Described
from deckmastor.engine.knowledge.visibility import Views
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.permission.permits import Proxy
from deckmastor.engine.permission.reactions import Asking
from deckmastor.engine.resolution.link_record import LINK
from deckmastor.engine.resolution.stated_orders import (
    USUAL,
    ByTurn,
    FirstInTurn,
    StatedOrder,
    TriggerKey,
)
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.program import WARY, Block, Op
from deckmastor.engine.rules.schema import (
    AUTHORS,
    DEFAULTING,
    ENTERED,
    GAINED,
    INVOLVED,
    LIMITS,
    Likeness,
    Schema,
)
from deckmastor.engine.rules.sentence import Sentence
from deckmastor.engine.state.layout import LABELS, RESULT, SERIAL, TURN
from deckmastor.engine.state.state import VALUES, Record, State
from deckmastor.engine.state.workspace import Numbers
from deckmastor.engine.time.calendar import Calendar
from deckmastor.engine.time.spells import Ageing, Alarm, Elapsed, SpanDuty, TimedState
from deckmastor.engine.triggers.triggers import Trigger, Watch
from deckmastor.engine.turns.contest_rules import Contests
from deckmastor.engine.verbs.primitives import ABSTAIN, ENTER, LEAVE, PLAY, PRIMITIVES, VOTE

if TYPE_CHECKING:
    from deckmastor.language.ir import Node, Pick, Tree
    from deckmastor.language.lexicon import Lexicon
    from deckmastor.language.rulebook import Rule


BLANK: Final = [NONE, NONE] + [UNBOUND] * (LABELS - 2)  # the labels of an empty record
NOTHING: Final[list[Trigger]] = []
PLAYER: Final = -1  # `you` in a text is whoever played the card
HOLDER: Final = -2  # `you` is the owner of the place of the card, if it has one
HISTORY_BIT: Final = 0
FIRST_ZONE: Final = 1
EDGES: Final = ("beginning", "during", "end")  # of a phase
OFTEN: Final = 12  # answers after which deferred passes are run


class Unkept(Exception):
    """Raised for a question about events that the rules do not keep."""


class Origins:
    """The parts of sentences from which rules and instructions were compiled."""

    def __init__(self) -> None:
        self.ops: dict[Op, tuple[Node, ...]] = {}  # the outermost part first
        self.rules: dict[Standing, Node] = {}
        self.written: list[Node] = []  # all parts that were compiled


class LazyPass:
    """An optimization that was deferred; it changes no meaning."""

    def finish(self) -> None:
        """Run it."""
        raise NotImplementedError


class Ruleset:
    """The compiled rules of a book for a number of seats: blocks, indexes, and flags."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.seats = schema.seats
        self.first_card = schema.first_card
        self.hash = ""
        self.origins: Origins | None = None
        self.numbers = Numbers()  # numbers the cells of workspaces
        self.rest: LazyPass | None = None  # the deferred optimization, until `ready`
        self.answered = 0  # how often the rules were used until then
        self.finishing = RLock()  # held by matches, and by the deferred optimization, until it ran
        self.amendments: tuple[Amendment, ...] = ()  # adopted so far, in order
        self.history = ""  # a hash of the book and of what was adopted; none without amendments
        self.spoken = 0  # how many words were numbered when it was built
        self.sentences: list[Sentence] = [Sentence("", "The rules of play.")]
        self.since: list[int] = []  # by sentence: the amendment that brought it, as States count
        self.former: dict[str, Rule] = {}  # rules no longer in force, by id
        self.legislates = False  # whether some effect changes the rules
        self.texts_matter = False  # whether the text of a proposal can take effect
        self.within: list[str] = [""]  # by sentence: the id of its rule
        self.hosts: list[frozenset[str]] = [frozenset()]  # by sentence: its host and its kinds
        self.borne: list[OnCards] = []  # where rules of cards and modifiers are in force
        self.blocks: list[Block] = [Block(0, 0)]
        self.verbs: list[str] = []
        self.verb_ids: dict[str, int] = {}
        self.verb_rules: list[VerbRules] = []
        for name in PRIMITIVES:
            self.verb(name)
        self.verb_rules[PLAY].entry = self.verb_rules[ENTER]
        self.verb_rules[PLAY].exit = self.verb_rules[LEAVE]
        for verb in (ENTER, LEAVE):
            self.verb_rules[verb].places = schema.zname
        self.triggers: list[Trigger] = []
        self.watches: list[Watch] = []
        self.watched = 0
        self.enders: list[tuple[Watch, int]] = []  # watches that end long chains; span marks
        self.settlers: list[Trigger] = []  # triggers that wait for effects without end
        self.text_blocks: frozenset[int] = frozenset()  # the blocks of texts of cards and modifiers
        self.starters: list[Trigger] = []  # triggers that wait for the beginning of a link
        self.lasting: list[str] = []  # the counters that last from game to game
        self.facts: dict[str, FactTable] = {}
        self.weights: dict[str, object] = {}
        self.stated: dict[str, tuple[Pick, Tree]] = {}  # statuses that exactly one rule states
        self.texts: dict[int, int] = {}  # species -> block of its text
        self.aims: dict[int, int] = {}  # species -> block in which targets are announced
        self.lying: frozenset[int] = frozenset()  # species with rules about their targets
        self.bounds_cell = NONE  # of a workspace: whether bounds are kept now; NONE if not known
        self.bounds_read = 0  # what decides that, as bits of `State.stale`
        self.bounds_rulings: frozenset[int] = frozenset()  # and the numbers of adopted rules
        self.target_sorts: set[str] = set()  # the sorts of targets that rules ask for
        self.aim_sorts: dict[int, list[str]] = {}  # species -> the sorts of these targets
        self.text_able: dict[int, tuple[Expr, int]] = {}  # species -> whether its text can be done
        self.moments: dict[tuple[str, str], list[Trigger]] = {}  # by edge and span
        self.awaited: dict[str, dict[str, list[Trigger]]] = {}  # `moments` by edge, then by span
        self.endings: list[Ending] = []  # by number of adopted rule
        self.offers: list[Offer] = []
        self.live = self.offers  # those of them that can ever list an act
        self.rerolls: list[Offer] = []  # those of them by which somebody may reroll
        self.orders: dict[str, tuple[object, ...]] = {}
        self.overrulings: list[Overruling] = []  # rules by which rules outrank cards
        self.reactions: list[Asking] = []  # rules on the order of reactions
        self.unrunnable: list[tuple[str, str]] = []  # sentences, and why each cannot run
        self.contested: set[str] = set()  # verbs that need a guard
        self.barred: set[str] = set()  # verbs that a sentence can forbid
        self.replaced: set[str] = set()  # verbs of which a rule says `would … instead`
        self.preceded: set[str] = set()  # verbs of which a rule says what happens before
        self.told_to_things = {VOTE, ABSTAIN}  # verbs whose events go to things, not to places
        self.costs: set[str] = set()  # verbs that have a price
        self.asked_for: set[str] = set()  # verbs whose events some sentence waits or asks for
        self.placed = False  # whether a sentence says where cards may be played to
        self.calendar = Calendar()
        self.spells: list[TimedState] = []  # timed states
        self.alarms: list[Alarm] = []  # instants of the calendar that comparisons wait for
        self.ageing: list[Ageing] = []  # ages of acts at which a condition can change
        self.overdue: set[int] = set()  # adopted duties that stay when their time is up
        self.elapsed: list[Elapsed] = []  # lengths of time without an act
        self.span_duties: list[SpanDuty] = []
        self.unmet: dict[int, Trigger] = {}  # adopted duty -> what follows if it is not met
        self.bounds: list[Bound] = []
        self.twinned = False  # whether two sentences permit the same act
        self.returning: list[Offer] = []  # by which who has left becomes a player again
        self.proxies: list[Proxy] = []  # who may act for whom
        self.limits: dict[tuple[str, int], list[Bound]] = {}  # by home and index of the property
        self.period: Expr | None = None  # the voting period of the proposal under `period_slot`
        self.period_slot = LABELS
        self.period_size = LABELS + 1
        self.blank = UNBOUND
        self.turns_timed = False
        self.duties: list[Offer] = []
        self.may_pass: list[int] = []  # options to pass, by sentences that permit it
        self.collections: dict[str, list[tuple[int, int]]] = {}
        self.relations: dict[str, set[tuple[int, int]]] = {}
        self.related: dict[str, str] = {}
        self.phases: list[str] = []
        self.phase_edges: dict[str, list[list[Trigger]]] = {}  # by edge, then by phase
        self.opener: Expr | None = None  # who takes the first turn of each round
        self.abilities: dict[int, tuple[int, list[tuple[int, int]]]] = {}  # modifier -> text block
        self.counters: dict[str, set[str]] = {}  # status -> the counters that have it
        self.contests: Contests | None = None  # the games within the game
        self.fewest = (0, 0)  # the least number of players, and the sentence that says so
        self.most = (0, 0)  # the greatest number of players (0: any), and the sentence
        self.eras: list[str] = []  # the phases of the game; turns are taken in the last
        self.era = schema.attrs["#era"].at
        self.spans = schema.spans  # spans that begin when a rule says so -> scalar that counts them
        self.span_marks = [at + 1 for at in schema.spans.values()]  # scalars: whether they are open
        self.link_span = schema.spans.get(LINK, NONE)
        self.turnless = False
        self.moves_heard = False
        self.past = 0
        self.sealed = False  # whether no further events can be kept
        self.defs: Defs = {}  # definitions of verbs
        self.phrases: dict[str, Described | None] = {}  # descriptions by players, compiled; a memo
        self.spellings: Lexicon | None = None  # the words that players may use in them
        self.likeness: Likeness  # what a copy has of its original
        self.laid: State | None = None  # a memo of `start.lay`
        self._layout()

    def _layout(self) -> None:
        schema = self.schema
        self.history_bit = 1 << HISTORY_BIT
        named = len(schema.zone_names)
        self.zone_bits = [1 << (FIRST_ZONE + i) for i in range(named)]
        first = FIRST_ZONE + named
        self.place_bits = [
            1 << (first + i) | self.zone_bits[name] for i, name in enumerate(schema.zname)
        ]
        self.places_watched = True  # whether any watch depends on where things are
        self.empty_bits = [0] * len(schema.zname)  # set when a place becomes empty or stops being
        first += len(schema.zname)
        self.any_zone = sum(self.zone_bits)
        self.loud: list[bool] = []  # by name of place: whether cards there are in play
        self.unplayed: list[bool] = []  # by name of place: whether it is a hand or a deck
        self.entered = column_of(schema, ENTERED)  # when a thing came into play; NONE if not kept
        self.gained = column_of(schema, GAINED)  # when it gained its modifiers
        self.authors = column_of(schema, AUTHORS)  # and by whose act
        self.scenic = False  # whether any card or modifier has a text, so that scenes matter
        self.column_bits = [1 << (first + i) for i in range(schema.columns)]
        first += schema.columns
        self.scalar_bits = [1 << (first + i) for i in range(schema.scalars)]
        self.scalar_bit = self.scalar_bits[TURN]
        first += schema.scalars
        self.filled_bit = 1 << first  # set when the first card comes to lie on a thing, or the last
        self.cards = [False] * len(schema.species)  # leaves it; by species: whether it is a card
        for species in schema.of_kind("card"):
            self.cards[species] = True
        self.fact_bits = (1 << (first + 1)) - 1
        self.trigger_timing = schema.attrs["trigger timing"].at
        self.next_step = schema.word("next step")
        self.chain_limit = schema.attrs["chain limit"].at
        self.involved = involved_column(schema)  # whether cards take part in effects without end
        self.wary = WARY
        self.checks_late = False  # whether watches are checked only after a whole act
        self.gone = schema.attrs["#gone"].at
        self.fewest_left = 2  # players in the game; with fewer it ends by itself
        self.defaulting = column_of(schema, DEFAULTING)  # NONE if no text lets anybody default
        self.skips = schema.attrs["#skips"].at
        self.player_of = schema.attrs["#player"].at
        self.copied = schema.attrs["original"].at if "original" in schema.attrs else NONE
        self.owned = schema.attrs["owner"].at if "owner" in schema.attrs else NONE
        self.decks = column_of(schema, "#decks")
        self.content = schema.attrs["#content"].at
        self.skipped_phases = schema.attrs["#skipped phases"].at
        self.uses = schema.attrs["#uses"].at
        self.users = schema.seats + len(schema.persons)  # who can use an offer
        self.names = [schema.word(species.called()) for species in schema.species]
        self.hand = "hand"
        self.common = schema.zone_bases.get("deck", NONE)
        self.views = Views(schema.seats, schema.attrs["#face down"].at)
        self.views.backs = schema.backs()
        self.link_block = 0
        self.bill_block = 0
        self.interlude_block = 0
        self.drawn_block = 0  # the block that asks the seat of chance for who defaults
        self.claims: list[tuple[Asking, StatedOrder]] = []  # rules on the order of claims
        self.secret: Expr | None = None  # whether options are decided in secret
        self.mix_block = 0  # the block that draws the order of claims
        self.seating: StatedOrder | None = None  # the order of turns, if stated
        self.ordered = False  # whether triggers have another order than by turns and age
        self.trigger_keys: list[TriggerKey] = list(USUAL)
        self.collective = False  # whether some trigger waits for several things at once
        self.grouped: set[str] = set()  # verbs whose acts on several things can be replaced as one
        self.choices_first = False  # whether all choices of a step are made before it happens
        self.linkwise = False  # whether all choices of a link are made before it happens
        self.act_order: list[str] = []  # the order of verbs in which a wave is performed, if stated
        self.edge_block = 0  # the block between the effects of a link
        self.replacement_keys: list[TriggerKey] = []  # the order of replacements
        self.order_block = 0  # the block in which holders choose the order of triggers
        self.pointers: list[int] = []  # the columns that hold cards
        self.endless_block = 0  # the block in which effects without end are settled
        self.listing: frozenset[int] = frozenset()  # blocks whose records list waiting triggers
        self.flow_block = 0
        self.you: dict[str, str] = {"card": "holder"}
        self.spoken_to: list[int] = []  # by species, who `you` is: a column, PLAYER or HOLDER
        self.office_holders: dict[int, int] = {}  # office, as a thing -> scalar of its holder
        self.turns_heard = False
        self.sets_heard = False
        self.acts_heard = False
        self.executing = False  # whether a defined verb performs texts, so that playing does not
        self.resolving = True  # whether any card has a text, or a rule speaks of `resolve`
        self.at_once = False  # whether triggers always run at once
        self.steps: bool | None = None  # the result of `stepwise`, if it never changes
        self.rounds_heard = False
        self.single = False  # whether only the player at turn is ever asked to act
        self.denying = False  # whether a rule can keep somebody from their turn
        self.turn_word = schema.word("turn")
        self.passed = schema.attrs["#passed"].at
        self.fleeting: list[int] = []
        self.own_deeds: set[int] = set()  # history of which a text asks what it has done itself
        self.remembers = False  # whether the events of all verbs are kept: rules can change in play
        self.winners_order: list[Outstanding | FirstInTurn | ByTurn] = []
        self.winner_slot = LABELS
        self.goals = Goals([], [], [], [], [0] * len(schema.species))  # of the winning sentences

    @property
    def timed(self) -> bool:
        """True if anything can fall due as time passes."""
        return bool(
            self.calendar.heard or self.spells or self.elapsed or self.unmet or self.alarms
            or self.ageing or (self.schema.docket != NONE and self.schema.votes)
        )  # fmt: skip

    # ---- while it is built -----------------------------------------------------------------

    def used_again(self) -> None:
        """Count a use of the rules; after `OFTEN` uses, run the deferred optimization."""
        if self.rest is not None:
            self.answered += 1
            if self.answered >= OFTEN:
                self.ready()

    def ready(self) -> None:
        """Run the deferred optimization, because the rules will be used much.

        No match in another thread runs meanwhile: until the pass is over, a machine holds the same
        lock whenever it evaluates. An exception may end the pass halfway; the rules then mean the
        same as before, since each step replaces an expression by an equal one.
        """
        if self.rest is None:
            return
        with self.finishing:
            rest = self.rest
            if rest is not None:
                try:
                    rest.finish()
                finally:
                    self.rest = None

    def index(self) -> None:
        """Build the indexes of triggers by moment, now that all rules are known."""
        awaited: dict[str, dict[str, list[Trigger]]] = {}
        for (edge, span), told in self.moments.items():
            awaited.setdefault(edge, {})[span] = told
        self.awaited = awaited
        self.starters = self.awaiting("beginning", LINK)
        self.phase_edges = {
            edge: [
                self.awaiting(edge, f"{name} phase")
                + (self.awaiting(edge, "phase") if edge != "during" else [])
                for name in self.phases
            ]
            for edge in EDGES
        }
        self._speak()

    def verb(self, name: str) -> int:
        """The number of a verb."""
        number = self.verb_ids.get(name)
        if number is None:
            number = len(self.verbs)
            self.verbs.append(name)
            self.verb_ids[name] = number
            self.verb_rules.append(VerbRules(number, name))
        return number

    def new_block(self, sentence: int) -> Block:
        """A block to be filled."""
        block = Block(len(self.blocks), sentence)
        block.slots = LABELS
        self.blocks.append(block)
        return block

    def withdraw(self, known: int) -> None:
        """Remove the triggers from a number on, because their sentence cannot run."""
        gone = self.triggers[known:]
        if not gone:
            return
        del self.triggers[known:]
        waiting = [verb_rules.after for verb_rules in self.verb_rules] + [
            verb_rules.before for verb_rules in self.verb_rules
        ]
        waiting += [verb_rules.over for verb_rules in self.verb_rules] + [
            verb_rules.instead for verb_rules in self.verb_rules
        ]
        for told in waiting + list(self.moments.values()):
            told[:] = [trigger for trigger in told if trigger not in gone]
        self.watches = [watch for watch in self.watches if watch.trigger not in gone]
        self.settlers = [trigger for trigger in self.settlers if trigger not in gone]

    def remember(self, verb: str, lasting: bool = True, brief: bool = False) -> int:
        """Keep the events of a verb, for good or for this turn; return the index in `past`.

        `brief`: a sentence asks only what the text that runs has done.
        """
        if self.sealed and verb not in self.verb_ids:
            raise Unkept(verb)
        verb_rules = self.verb_rules[self.verb(verb)]
        if self.sealed and (verb_rules.kept < 0 or (lasting and verb_rules.kept in self.fleeting)):
            raise Unkept(verb)
        if verb_rules.kept < 0:
            verb_rules.kept = self.past
            self.past += 1
            self.fleeting.append(verb_rules.kept)
        if lasting and verb_rules.kept in self.fleeting:
            self.fleeting.remove(verb_rules.kept)
        if brief and not self.sealed:
            self.own_deeds.add(verb_rules.kept)
        return verb_rules.kept

    def wait_for(self, ageing: Ageing) -> None:
        """Test states when acts reach an age; what is only said in a match waits for nothing."""
        if not self.sealed:
            self.ageing.append(ageing)

    def zone_bit(self, name: int) -> int:
        """The dirty bit of a sort of place."""
        return self.zone_bits[name] if name >= 0 else 0

    def scalar(self, index: int) -> int:
        """The dirty bit of a scalar; those before RESULT share the bit of TURN."""
        return self.scalar_bits[TURN if index < RESULT else index]

    def column_bit(self, column: int) -> int:
        """The dirty bit of a column."""
        return self.column_bits[column]

    def costed(self, verb: str) -> bool:
        """True if an act has a price."""
        return verb in self.costs

    def tells(self, verb: str) -> bool:
        """True if a sentence waits or asks for the events of a verb."""
        return verb in self.asked_for

    # ---- while it is used ------------------------------------------------------------------

    def empty_record(self) -> Record:
        """A record without values."""
        return Record(BLANK.copy())

    def awaiting(self, edge: str, span: str) -> list[Trigger]:
        """The triggers that wait for a moment."""
        spans = self.awaited.get(edge)
        return spans.get(span, NOTHING) if spans is not None else NOTHING

    def starting(self) -> list[Trigger]:
        """The triggers that wait for the beginning of a link."""
        return self.starters

    def at_phase(self, edge: str, phase: int) -> list[Trigger]:
        """The triggers that wait for an edge of this phase, or of any phase."""
        return self.phase_edges[edge][phase]

    def stepwise(self, s: State) -> bool:
        """True if triggers wait for the next step."""
        if self.steps is not None:
            return self.steps
        timing = s.v[self.trigger_timing]
        table = self.facts.get("trigger timing")
        return (timing if table is None else table.value(s, NONE, timing)) == self.next_step

    def moved(self, s: State, origin: Place, place: Place) -> None:
        """Begin a new scene if a move put a card into play, or took it out of play."""
        loud, zname = self.loud, s.zname
        if loud[zname[place]] or (origin >= 0 and loud[zname[origin]]):
            s.stir()

    def limited(self, s: State, home: str, at: int, thing: Thing, n: int) -> int:
        """A number as a value of a thing or of the game, within the bounds that rules state."""
        for bound in self.limits.get((home, at), ()):
            n = bound.within(s, thing, n)
        return n

    def keep_bounds(self, s: State) -> None:
        """Bring stored values within their bounds, at the end of a step that may change either."""
        if self.bounds_cell >= 0:
            kept = s.kept(self.bounds_cell, self.bounds_read, self.bounds_rulings)
            if 0 in kept.sets and kept.sets[0][0] == len(s.species):
                return  # nothing has changed since they were kept
            kept.sets[0] = [len(s.species)]
        for (home, at), bounds in self.limits.items():
            if home == "scalar":
                n = self.limited(s, home, at, NONE, s.v[at])
                if n != s.v[at]:
                    s.v[at] = n
                    s.stale |= VALUES
                    s.dirty |= self.scalar_bits[at]
                continue
            column = s.cols[at]
            persons = all([bound.persons for bound in bounds])
            concerned = column[: self.first_card] if persons else column
            if keeps_within(s, bounds, concerned):
                continue
            for thing in range(len(concerned)):
                n = self.limited(s, home, at, thing, column[thing])
                if n != column[thing]:
                    column = s.column(at)
                    column[thing] = n
                    s.dirty |= self.column_bits[at]

    def enters(self, s: State, thing: Thing, origin: Place, place: Place) -> None:
        """Note when a thing comes into play, if facts on cards need to know."""
        loud, zname = self.loud, s.zname
        if loud[zname[place]] and not (origin >= 0 and loud[zname[origin]]):
            s.v[SERIAL] += 1
            s.column(self.entered)[thing] = s.v[SERIAL]

    def claiming(self, s: State) -> StatedOrder | None:
        """The order in which several may claim something now, if the book states one."""
        for asking, order in reversed(self.claims):
            if not asking.conds or asking.applies(s):
                return order
        return None

    def chain(self, s: State) -> int:
        """The chain limit: how often one trigger may fire for one answer."""
        table = self.facts.get("chain limit")
        n = s.v[self.chain_limit]
        return n if table is None else table.value(s, NONE, n)

    def resolution_limit(self, s: State) -> int:
        """How many texts may begin in one chain."""
        return self._limit(s, "resolution limit")

    def nesting_limit(self, s: State) -> int:
        """How many texts and triggers may be under way within each other."""
        return self._limit(s, "nesting limit")

    def _limit(self, s: State, name: str) -> int:
        attr = self.schema.attrs.get(name)
        n = s.v[attr.at] if attr is not None else LIMITS[name]
        table = self.facts.get(name)
        return n if table is None else table.value(s, NONE, n)

    def limit_at(self, name: str) -> int:
        """The scalar of a limit that no sentence states, so that the State has it; else NONE."""
        attr = self.schema.attrs.get(name)
        return attr.at if attr is not None and name not in self.facts else NONE

    def you_of(self, s: State, card: Thing, agent: Thing) -> int:
        """Who `you` is in the text of a card."""
        species = s.species[card]
        if self.office_holders and card in self.office_holders:
            return s.v[self.office_holders[card]]
        column = self.spoken_to[species]
        if column >= 0 and column == self.owned:
            owner = self.owner_of(s, card)
            return owner if owner >= 0 else agent
        if column >= 0:
            person = s.cols[column][card]
            return person if person >= 0 else agent
        if column == HOLDER:
            place = s.where[card]
            holder = s.zowner[place] if place >= 0 else NONE
            if holder >= 0:
                return holder
        player = s.cols[self.player_of][card]
        return player if player >= 0 else agent

    def owner_of(self, s: State, thing: Thing) -> int:
        """The owner of a thing: stored since it first had a holder, else its present holder."""
        owner = s.cols[self.owned][thing]
        place = s.where[thing]
        return owner if owner >= 0 or place < 0 else self.holder_in(s, place)

    def holder_in(self, s: State, place: Place) -> int:
        """The person whose place it is, or NONE."""
        holder = s.zowner[place]
        return holder if holder < self.users else NONE

    def own(self, s: State, thing: Thing, origin: Place, place: Place) -> None:
        """Store the owner of a thing that moves: the first person in whose place it has been."""
        if s.cols[self.owned][thing] >= 0:
            return
        owner = self.holder_in(s, origin) if origin >= 0 else NONE
        if owner < 0:
            owner = self.holder_in(s, place)
        if owner >= 0:
            s.column(self.owned)[thing] = owner
            s.dirty |= self.column_bits[self.owned]

    def _speak(self) -> None:
        """Find who `you` is in the texts of each species, and the scalars of office holders."""
        schema = self.schema
        self.office_holders = {
            thing: schema.attrs[office].at for office, thing in schema.office_things.items()
        }
        self.spoken_to = []
        for species in range(len(schema.species)):
            means = self.you_means(species)
            attr = schema.attrs.get(means)
            if attr is not None and attr.home == "column":
                self.spoken_to.append(attr.at)
            else:
                self.spoken_to.append(PLAYER if means == "player" else HOLDER)

    def you_means(self, species: Species) -> str:
        """What a book says that `you` means in the texts of a species: holder, player, owner."""
        lexicon, kinds, best = self.schema.lexicon, self.schema.species[species].kinds, ""
        for kind in self.you:
            if kind in kinds and (not best or lexicon.is_kind(kind, best)):
                best = kind
        return self.you[best or "card"]

    def speaks_to_player(self, species: Species) -> bool:
        """True if `you` in the texts of a species is whoever played the card."""
        return self.spoken_to[species] == PLAYER

    def discard_of(self, person: Thing) -> int:
        """The discard pile that a person's cards go to, or NONE."""
        attr = self.schema.attrs.get("discard pile")
        if attr is None or attr.home != "place":
            return NONE
        if attr.owner is None:
            return attr.at
        return attr.at + person if person >= 0 else NONE

    def used(self, s: State, offer: int, who: Seat, span: int, host: int = NONE) -> int:
        """How often a player used an offer in the present span, of one host if it has any."""
        column = s.cols[self.uses]
        at = self._uses_at(s, offer, who, host)
        return column[at + 1] if at != NONE and column[at] == s.v[span] else 0

    def use(self, s: State, offer: int, who: Seat, span: int, host: int = NONE) -> None:
        """Count that a player used an offer, of one host if it has any."""
        column = s.column(self.uses)
        at = self._uses_at(s, offer, who, host)
        if at == NONE:
            at = len(column)
            column += [s.v[span], 0, offer, who, host]
        column[at + 1] = self.used(s, offer, who, span, host) + 1
        column[at] = s.v[span]

    def own_uses(self) -> int:
        """Where the uses of offers with hosts begin in the column of uses: five ints each.

        They are the number of the span, how often, the offer, the player and the host.
        """
        return 2 * self.users * len(self.offers)

    def _uses_at(self, s: State, offer: int, who: Seat, host: int) -> int:
        """Where the uses of an offer begin in the column of uses, or NONE."""
        if host == NONE and who < self.users:
            return 2 * (offer * self.users + who)
        column = s.cols[self.uses]
        for at in range(self.own_uses(), len(column), 5):
            if column[at + 2] == offer and column[at + 3] == who and column[at + 4] == host:
                return at
        return NONE


def involved_column(schema: Schema) -> int:
    """The column of the status that cards have while effects without end are settled, or NONE."""
    status = schema.lexicon.statuses.get(INVOLVED)
    attr = schema.attrs.get(INVOLVED)
    if status is None or status.of != "card" or attr is None or attr.home != "column":
        return NONE
    return attr.at


def column_of(schema: Schema, name: str) -> int:
    """The number of a column of the engine, or NONE if this book does not keep it."""
    attr = schema.attrs.get(name)
    return attr.at if attr is not None else NONE
