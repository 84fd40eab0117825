"""The language: from the text of a rulebook to its IR, and back."""
