"""Knowledge: visibility, imagined worlds, and targets that players describe."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
