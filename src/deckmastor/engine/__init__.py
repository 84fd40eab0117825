"""IR to play: rulesets, states, and the machine that runs the one over the other."""

from deckmastor.engine import which

COMPILED, BUILD = which.build()
if COMPILED:
    __path__.insert(0, str(which.COMPILED))
