"""Definitions: the meaning that a sentence gives to a verb."""

from __future__ import annotations

from deckmastor.language.ir import Tree

Defs = dict[str, "Definition"]


class Definition:
    """The meaning of a verb: its pattern, and its effect or the native that does it."""

    def __init__(self, do: Tree, means: Tree, sentence: int) -> None:
        self.do = do
        self.means = means
        self.sentence = sentence
