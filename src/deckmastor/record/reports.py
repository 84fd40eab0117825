"""Reports of errors of Deckmastor itself, met while a match is played.

Such an error ends no match: the answer is settled like one without end, and the report is for us.
It goes to the log `deckmastor`. With `DECKMASTOR_STRICT=1`, as in our tests, the error itself is
raised instead.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from deckmastor.engine import BUILD, Sentence

if TYPE_CHECKING:
    from deckmastor.match import Match

SWITCH = "DECKMASTOR_STRICT"  # set in the environment: our errors are raised, not settled
APOLOGY = "an error of Deckmastor itself, which was reported"


def strict() -> bool:
    """True if errors of Deckmastor itself are to be raised as they are."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def report(match: Match, fault: Exception, what: str, sentences: list[Sentence]) -> None:
    """Tell us of an error: what was done, in which game, because of which sentences."""
    cited = "; ".join(f"'{sentence.text}' ({sentence.id})" for sentence in sentences)
    logging.getLogger("deckmastor").error(
        "Error of Deckmastor (%s) in the game %r, rules %s, after %d answers: %s.\n"
        "Sentences: %s\nAmendments: %s",
        BUILD, match.game.id, match.rules.hash, match.number, what, cited or "none",
        [amendment.text for amendment in match.rules.amendments],
        exc_info=fault,
    )  # fmt: skip
