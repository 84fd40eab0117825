"""Verbs: what each act changes, and how a sentence with that verb is compiled."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
