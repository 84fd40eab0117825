"""All modules with compilers; importing them registers each under its IR node or verb."""

from __future__ import annotations

from deckmastor.engine.expressions import (
    compile_amounts,
    compile_conditions,
    compile_descriptions,
    compile_terms,
)
from deckmastor.engine.law import compile_law
from deckmastor.engine.permission import compile_replacements
from deckmastor.engine.resolution import compile_effects
from deckmastor.engine.rules import compile_rules
from deckmastor.engine.turns import ending
from deckmastor.engine.verbs import (
    bringing,
    counting,
    defaulting,
    making,
    moving,
    perform,
    playing,
    resolving,
    rolling,
    setting,
    showing,
    shuffling,
    targeting,
)

COMPILERS = (
    bringing,
    defaulting, compile_amounts, compile_conditions, compile_descriptions, compile_effects,
    compile_law, compile_replacements, compile_rules, compile_terms, counting, ending, making,
    moving, perform, playing, resolving, rolling, setting, showing, shuffling, targeting,
)  # fmt: skip
