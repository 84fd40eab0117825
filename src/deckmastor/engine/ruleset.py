"""A Ruleset: the compiled rules of a game, unchanged once built, known by a hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmastor.engine.acts import PRIMITIVES
from deckmastor.engine.derived import FactTable
from deckmastor.engine.history import WIDTH
from deckmastor.engine.machine import Block
from deckmastor.engine.norms import Verb
from deckmastor.engine.schema import Schema
from deckmastor.engine.state import LABELS, NONE, UNBOUND, Record, State
from deckmastor.engine.triggers import Trigger, Watch
from deckmastor.engine.values import Expr, Outstanding
from deckmastor.engine.visibility import Views

if TYPE_CHECKING:
    from deckmastor.engine.moments import Ending
    from deckmastor.engine.window import Offer

SCALAR_BIT, HISTORY_BIT, FIRST_ZONE, FIRST_COLUMN = 0, 1, 2, 200


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or paragraph of the book that can be cited."""

    id: str
    text: str
    file: str = ""
    line: int = 0


class Ruleset:
    """Everything that the machine needs to know of a book, for a number of seats."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.hash = ""
        self.sentences: list[Sentence] = [Sentence("", "The rules of play.")]
        self.blocks: list[Block] = [Block(0, 0)]
        self.verbs: list[str] = []
        self.verb_ids: dict[str, int] = {}
        self.laws: list[Verb] = []
        for name in PRIMITIVES:
            self.verb(name)
        self.triggers: list[Trigger] = []
        self.watches: list[Watch] = []
        self.watched = 0
        self.facts: dict[str, FactTable] = {}
        self.weights: dict[str, object] = {}
        self.texts: dict[int, int] = {}
        self.text_able: dict[int, tuple[Expr, int]] = {}
        self.moments: dict[tuple[str, str], list[Trigger]] = {}
        self.endings: list[Ending] = []  # by number of adopted rule
        self.offers: list[Offer] = []
        self.orders: dict[str, tuple[object, ...]] = {}
        self.unrunnable: list[tuple[str, str]] = []
        self.contested: set[str] = set()
        self.costs: set[str] = set()
        self.asked_for: set[str] = set()
        self.placed = False
        self.collections: dict[str, list[tuple[int, int]]] = {}
        self.relations: dict[str, set[tuple[int, int]]] = {}
        self.related: dict[str, str] = {}
        self.phases: list[str] = []
        self.turnless = False
        self.moves_heard = False
        self.past = 0
        self._layout()

    def _layout(self) -> None:
        schema = self.schema
        self.scalar_bit = 1 << SCALAR_BIT
        self.history_bit = 1 << HISTORY_BIT
        self.zone_bits = [1 << (FIRST_ZONE + i) for i in range(len(schema.zone_names))]
        self.any_zone = sum(self.zone_bits)
        self.column_bits = [1 << (FIRST_COLUMN + i) for i in range(schema.columns)]
        self.fact_bits = (1 << (FIRST_COLUMN + schema.columns)) - 1
        self.trigger_timing = schema.attrs["trigger timing"].at
        self.next_step = schema.word("next step")
        self.gone = schema.attrs["#gone"].at
        self.skips = schema.attrs["#skips"].at
        self.player_of = schema.attrs["#player"].at
        self.content = schema.attrs["#content"].at
        self.skipped_phases = schema.attrs["#skipped phases"].at
        self.uses = schema.attrs["#uses"].at
        self.names = [schema.word(species.name) for species in schema.species]
        self.hand = "hand"
        self.common = schema.zone_bases.get("deck", NONE)
        self.views = Views(schema.seats)
        self.mixed = [False] * len(schema.zone_names)
        self.link_block = 0
        self.flow_block = 0
        self.you: dict[str, str] = {"card": "holder"}
        self.turns_heard = False
        self.rounds_heard = False
        self.single = False
        self.turn_word = schema.word("turn")
        self.passed = schema.attrs["#passed"].at
        self.fleeting: list[int] = []
        self.winners_order: list[Outstanding] = []
        self.winner_slot = LABELS

    # ---- while it is built -----------------------------------------------------------------

    def verb(self, name: str) -> int:
        """The number of a verb."""
        number = self.verb_ids.get(name)
        if number is None:
            number = len(self.verbs)
            self.verbs.append(name)
            self.verb_ids[name] = number
            self.laws.append(Verb(number, name))
        return number

    def new_block(self, sentence: int) -> Block:
        """A block to be filled."""
        block = Block(len(self.blocks), sentence)
        block.slots = LABELS
        self.blocks.append(block)
        return block

    def remember(self, verb: str) -> int:
        """Where the events of a verb are kept."""
        law = self.laws[self.verb(verb)]
        if law.kept < 0:
            law.kept = self.past
            self.past += 1
        return law.kept

    def zone_bit(self, name: int) -> int:
        """The bit that a change in a sort of place sets."""
        return self.zone_bits[name] if name >= 0 else 0

    def column_bit(self, column: int) -> int:
        """The bit that a change of a property sets."""
        return self.column_bits[column]

    def costed(self, verb: str) -> bool:
        """Whether an act has a price."""
        return verb in self.costs

    def tells(self, verb: str) -> bool:
        """Whether anything listens to a verb or asks for it later."""
        return verb in self.asked_for

    # ---- while it is used ------------------------------------------------------------------

    def empty_record(self) -> Record:
        """A record of nothing."""
        return Record([NONE, NONE] + [UNBOUND] * (LABELS - 2))

    def you_of(self, s: State, card: int, agent: int) -> int:
        """Who `you` is in the text of a card."""
        kinds = self.schema.species[s.species[card]].kinds
        for kind, means in self.you.items():
            if kind in kinds and kind != "card":
                return self._person(s, card, agent, means)
        return self._person(s, card, agent, self.you["card"])

    def _person(self, s: State, card: int, agent: int, means: str) -> int:
        player = s.cols[self.player_of][card]
        if means == "player":
            return player if player >= 0 else agent
        place = s.where[card]
        holder = s.zowner[place] if place >= 0 else NONE
        if holder >= 0:
            return holder
        return player if player >= 0 else agent

    def discard_of(self, person: int) -> int:
        """The discard pile that a person's cards go to, or NONE."""
        attr = self.schema.attrs.get("discard pile")
        if attr is None or attr.home != "place":
            return NONE
        if attr.owner is None:
            return attr.at
        return attr.at + person if person >= 0 else NONE

    def used(self, s: State, offer: int, who: int, span: int) -> int:
        """How often a player used an offer in the present span."""
        at = 2 * (offer * (self.schema.seats + len(self.schema.persons)) + who)
        column = s.cols[self.uses]
        return column[at + 1] if column[at] == s.v[span] else 0

    def use(self, s: State, offer: int, who: int, span: int) -> None:
        """Count that a player used an offer."""
        at = 2 * (offer * (self.schema.seats + len(self.schema.persons)) + who)
        column = s.cols[self.uses]
        column[at + 1] = self.used(s, offer, who, span) + 1
        column[at] = s.v[span]


__all__ = ["WIDTH", "Ruleset", "Sentence"]
