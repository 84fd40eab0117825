"""Many matches at once: what a rulebook does when it is played often."""
