"""IR to play: rulesets, states, and the machine that runs the one over the other."""

from deckmastor.engine import builds

COMPILED, BUILD = builds.chosen().folder is not None, builds.chosen().name
builds.extend(__path__, __name__)
