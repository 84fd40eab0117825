"""Permission: acts that may, must and cannot be done, their prices, and reactions."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
