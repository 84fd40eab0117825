"""Verbs: the changes that each act makes, and the compilers of sentences with that verb."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
