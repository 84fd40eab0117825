"""The State of a game: what it is, how it is copied, saved and mixed by chance."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
