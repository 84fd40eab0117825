"""Deckmastor: a referee for card games whose rulebooks are the program.

This package is the public door. What stands behind it is in layers: see ARCHITECTURE.md.
"""

from __future__ import annotations

from deckmastor.match import (
    AmendmentRefused,
    Decision,
    DeckError,
    DeckList,
    DeckmastorError,
    Event,
    Game,
    IllegalChoice,
    InternalError,
    JournalError,
    Match,
    Occupied,
    Option,
    Paradox,
    Reason,
    RulebookError,
    SaveError,
    StartError,
    Violation,
    load,
    read,
    replay,
    restore,
    shipped,
    verify,
)

__all__ = [
    "AmendmentRefused",
    "Decision",
    "DeckError",
    "DeckList",
    "DeckmastorError",
    "Event",
    "Game",
    "IllegalChoice",
    "InternalError",
    "JournalError",
    "Match",
    "Occupied",
    "Option",
    "Paradox",
    "Reason",
    "RulebookError",
    "SaveError",
    "StartError",
    "Violation",
    "__version__",
    "load",
    "read",
    "replay",
    "restore",
    "shipped",
    "verify",
]

__version__ = "0.1.0"
