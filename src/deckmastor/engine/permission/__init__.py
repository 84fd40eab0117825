"""Permission: what may, must and cannot be done, what it costs, and who may react."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
