"""The rules of a game: words numbered, sentences compiled and indexed, the Ruleset assembled."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
