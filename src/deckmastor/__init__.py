"""Deckmastor: a referee for card games whose rulebooks are the program.

This package is the public door. What stands behind it is in layers: see ARCHITECTURE.md.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
