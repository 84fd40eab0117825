"""From IR to programs: terms, conditions, effects and rules become objects that run."""

from deckmastor.engine import COMPILED, which

if COMPILED:
    __path__.insert(0, str(which.COMPILED / which.PROGRAM))
