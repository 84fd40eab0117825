"""IR to play: rulesets, states, and the machine that runs the one over the other."""
