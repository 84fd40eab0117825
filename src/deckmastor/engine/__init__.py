"""The engine: compiled rules, a State, and the machine that runs the one over the other.

This is its door: code outside the engine imports from here. `inside` has what tools need that look
into rules and instructions, and `natives.api` what a native needs.
"""

from deckmastor.engine import builds

BUILD, COMPILED = builds.chosen().name, builds.chosen().folder is not None
builds.extend(__path__, __name__)  # before anything else of the engine is imported

from deckmastor.engine.knowledge.appearance import looks
from deckmastor.engine.knowledge.imagined_worlds import imagine
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.random_play import play_on
from deckmastor.engine.machine.start import begin, lay, run
from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.program import Barred
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.sentence import Sentence
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.time.advance import advance

__all__ = [
    "BUILD", "COMPILED", "Barred", "Exhausted", "Machine", "Record", "Ruleset", "Sentence",
    "State", "advance", "begin", "build", "builds", "imagine", "lay", "looks", "play_on", "run",
]  # fmt: skip
