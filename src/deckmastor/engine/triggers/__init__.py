"""Triggers: patterns of events, what waits for them, and the moments of play."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
