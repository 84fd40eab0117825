"""Expressions: amounts, things, people, conditions and history, and their compilers."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
