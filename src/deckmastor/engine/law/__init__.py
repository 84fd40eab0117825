"""Law: rules changed in mid-match, proposals and offices, and rules as things of the game."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
