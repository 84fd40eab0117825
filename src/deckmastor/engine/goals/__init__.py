"""Goals: the comparisons that decide the game, and how near each player is to them."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
