"""The inner API: names for tools that look into rules, instructions and States.

The code that words questions and events, the lab and the bots import from here. So modules of the
engine can move without changes elsewhere. Ordinary callers import from `deckmastor.engine`.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import LIMIT, Expr, Lit
from deckmastor.engine.facts.facts import Fact, FactTable
from deckmastor.engine.facts.in_force import Adopted, OnCards, Standing
from deckmastor.engine.facts.modifiers import authors_of
from deckmastor.engine.ids import (
    NONE,
    NOTHING,
    OBJECT,
    OBJECT_BITS,
    PASSING,
    UNBOUND,
    block_of,
    frame,
    is_place_object,
    pc_of,
    range_text,
    told_object,
)
from deckmastor.engine.knowledge.compile_described import amount, described, question, seat_name
from deckmastor.engine.knowledge.described_targets import WORLDS, ambiguous
from deckmastor.engine.knowledge.description import TOLD, Described, Unfit
from deckmastor.engine.knowledge.known_values import Knower, all_see
from deckmastor.engine.knowledge.visibility import ALL, Shown, ShownCards
from deckmastor.engine.law.amend import (
    Bringer,
    Checkpoint,
    Refused,
    Unsound,
    adopt,
    bill,
    bringer,
    checkpoint,
    enact,
    named,
    remade,
)
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.law.proposals import WAYS, ChooseWay, Submit
from deckmastor.engine.law.rules_as_things import PASSED, REFUSED, Draft
from deckmastor.engine.machine.control import Jump
from deckmastor.engine.machine.paradox import SilencingMachine, cut, is_text, stuck
from deckmastor.engine.machine.questions import (
    CHANCE,
    ENOUGH,
    Arrange,
    Ask,
    Branch,
    Choose,
    Draws,
    PickRandom,
    Together,
)
from deckmastor.engine.machine.vigil import REASONS
from deckmastor.engine.natives.calls import CallNative
from deckmastor.engine.permission.breaches import Breach, breaches
from deckmastor.engine.permission.costs import payable
from deckmastor.engine.permission.group_guards import GuardMany
from deckmastor.engine.permission.norms import Norm, Only, VerbRules, forbidding
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.permission.permits import CanResolve, Destinations
from deckmastor.engine.permission.reactions import Respond
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.permission.rerolls import ANEW, PickAgain
from deckmastor.engine.resolution.early_choices import Decide
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.program import ONE, TOGETHER, WINDOW, Op
from deckmastor.engine.rules.ruleset import Origins
from deckmastor.engine.rules.schema import (
    ASIDE,
    ASIDE_PLACE,
    ENGINE_VALUES,
    KNOWN,
    LIMBO,
    LIMBO_PLACE,
    WORD,
    Attr,
    CompilerFault,
    Species,
)
from deckmastor.engine.rules.wording import Wording
from deckmastor.engine.state.chance import MASK, STEP, RandomStream, mix
from deckmastor.engine.state.layout import (
    CLOCK,
    DIRECTION,
    LABELS,
    OUTSIDE,
    OVER,
    PARENT,
    PHASE,
    PHASES,
    ROUNDS,
    STAGE,
    THIS,
    TICKED,
    TURN,
    TURNS,
    YOU,
)
from deckmastor.engine.state.seeds import SEED_BYTES, Seed, commitment, derived, is_secret
from deckmastor.engine.turns.flow import TURN_BEGINS, Flow, InOrder
from deckmastor.engine.verbs.acts import Act, Note, Vacuous
from deckmastor.engine.verbs.bringing import bring_all
from deckmastor.engine.verbs.changes import make, move
from deckmastor.engine.verbs.kept_targets import announced
from deckmastor.engine.verbs.playing import PlayLand, PutAway, TakeUp
from deckmastor.engine.verbs.primitives import (
    ACT,
    BEGIN,
    BRING,
    CANCEL,
    CHOOSE,
    CREATE,
    END,
    ENTER,
    FAIL,
    GAIN,
    GAME,
    LEAVE,
    LOOK,
    MOVE,
    PASS,
    PLAY,
    PRIMITIVES,
    REMOVE,
    RESOLVE,
    SET,
    SHUFFLE,
    TARGET,
    UNSAID,
)
from deckmastor.engine.verbs.resolving import LayDown, Over, Resolving
from deckmastor.engine.verbs.rolling import RollAgain
from deckmastor.engine.verbs.setting import Assign
from deckmastor.engine.verbs.targeting import Aimed, Announce, KeepAim, TakeAim

__all__ = [
    "ACT", "ALL", "ANEW",
    "ASIDE", "ASIDE_PLACE", "BEGIN", "BRING", "CANCEL", "CHANCE", "CHOOSE", "CLOCK",
    "CREATE", "DIRECTION",
    "END", "ENGINE_VALUES", "ENOUGH", "ENTER", "FAIL", "GAIN", "GAME", "KNOWN", "LABELS",
    "LEAVE", "LIMBO",
    "LIMBO_PLACE", "LIMIT", "LOOK", "MASK", "MOVE", "NONE", "NOTHING", "OBJECT", "OBJECT_BITS",
    "ONE",
    "OUTSIDE",
    "OVER",
    "PARENT",
    "PASS",
    "PASSED",
    "PASSING",
    "PHASE",
    "PHASES",
    "PLAY",
    "PRIMITIVES",
    "REASONS",
    "REFUSED", "REMOVE", "RESOLVE", "ROUNDS", "SEED_BYTES", "SET", "SHUFFLE", "STAGE",
    "STEP", "TARGET", "THIS",
    "TICKED", "TOGETHER", "TOLD", "TURN", "TURNS", "TURN_BEGINS", "UNBOUND", "UNSAID", "WAYS",
    "WINDOW", "WORD", "WORLDS", "YOU", "Act", "Adopted", "Aimed", "Amendment", "Announce",
    "Arrange", "Ask", "Assign", "Attr", "Branch", "Breach",
    "Bringer", "CallNative", "CanResolve", "Checkpoint", "Choose", "ChooseWay",
    "CompilerFault", "Decide", "Described", "Destinations", "Draft", "Draws", "Expr", "Fact",
    "FactTable", "Flow",
    "Guard", "GuardMany",
    "InOrder", "Jump", "KeepAim", "Knower", "LayDown", "Lit", "Norm", "Note", "Offer", "OnCards",
    "Only", "Op",
    "Origins", "Over", "PickAgain", "PickRandom",
    "PlayLand", "PutAway", "RandomStream", "Refused", "Resolving", "Respond",
    "RollAgain",
    "Seed", "Shown", "ShownCards", "SilencingMachine", "Species", "Standing", "Submit",
    "TakeAim", "TakeUp",
    "Together", "Unfit", "Unsound", "Vacuous", "VerbRules", "Wording", "adopt", "all_see",
    "ambiguous", "amount",
    "announced", "attributes", "authors_of", "bill", "block_of", "breaches", "bring_all", "bringer",
    "checkpoint", "commitment", "cut", "derived", "described",
    "enact", "forbidding", "frame", "is_place_object", "is_secret", "is_text", "make", "mix",
    "move", "named",
    "payable", "pc_of", "question", "range_text", "remade", "seat_name", "stuck", "told_object",
]  # fmt: skip
