"""From IR to programs: terms, conditions, effects and rules become objects that run."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
