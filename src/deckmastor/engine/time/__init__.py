"""Time: the clock, the calendar, deadlines, and what falls due while a question is open."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
