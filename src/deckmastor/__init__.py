"""Deckmastor: a referee for card games whose rulebooks are the program.

This package is the public door. What stands behind it is in layers: see ARCHITECTURE.md.
"""

from __future__ import annotations

from deckmastor.match import (
    Decision,
    DeckmastorError,
    Event,
    Game,
    IllegalChoice,
    Match,
    Option,
    RulebookError,
    SaveError,
    load,
    read,
)

__all__ = [
    "Decision",
    "DeckmastorError",
    "Event",
    "Game",
    "IllegalChoice",
    "Match",
    "Option",
    "RulebookError",
    "SaveError",
    "__version__",
    "load",
    "read",
]

__version__ = "0.1.0"
