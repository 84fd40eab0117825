"""Resolution: in which order effects run, and when their choices are made."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
