"""Speed: passes that make compiled rules faster and change no meaning."""

from deckmastor.engine import builds

builds.extend(__path__, __name__)
