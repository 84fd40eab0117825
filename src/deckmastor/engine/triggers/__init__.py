"""Triggers: patterns of acts, triggers and watches that wait for them, and moments of play."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
