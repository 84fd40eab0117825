"""The rules of a game: numbering words, compiling sentences, and assembling the Ruleset."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
