"""Expressions: amounts, things, people, conditions and history, each with its compiler."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
