"""Law: amendments in mid-match, proposals, offices, and rules as things of the game."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
