"""Facts: where rules are in force, and the values and statuses that they give to things."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
