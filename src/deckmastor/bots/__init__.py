"""Players that are programs: a decision in, one of its options out."""
