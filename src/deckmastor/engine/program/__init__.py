"""From IR to programs: terms, conditions, effects and rules become objects that run."""
