"""The State of a game: its data, how it is forked and saved, its chance, and its caches."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
