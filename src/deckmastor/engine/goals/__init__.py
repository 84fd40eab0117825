"""Goals: what the winning sentences compare, and how near each player is to it."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
