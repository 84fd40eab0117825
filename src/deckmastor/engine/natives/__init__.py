"""Natives: procedures in Python that a sentence calls as a verb."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
