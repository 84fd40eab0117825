"""The machine: the loop that runs instructions, its budgets, and the questions it stops at."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
