"""Turns: seats, phases, spans and contests, and the flow from the first turn to the last."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
