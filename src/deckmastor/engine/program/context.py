"""What is known while one paragraph is compiled: its labels, its code, its sentence."""

from __future__ import annotations

from typing import Any

from deckmastor.engine.machine import Block, Op
from deckmastor.engine.ops import Jump
from deckmastor.engine.ruleset import Ruleset
from deckmastor.engine.schema import Schema
from deckmastor.engine.standing import Standing
from deckmastor.engine.state import LABELS, THIS, YOU
from deckmastor.language.ir import Do, Done, Kind, Node, Pick, Ref, Tree, replace, rewrite

Defs = dict[str, "Definition"]


class Unsupported(Exception):
    """A meaning that this engine cannot run yet; the message says which."""


class Definition:
    """What a verb means: its pattern and its effect, or the native that does it."""

    __slots__ = ("do", "means", "sentence")

    def __init__(self, do: Tree, means: Tree, sentence: int) -> None:
        self.do = do
        self.means = means
        self.sentence = sentence


class Context:
    """The labels of a paragraph and the code that is being written for it."""

    def __init__(self, rules: Ruleset, defs: Defs, sentence: int, standing: Standing) -> None:
        self.rules = rules
        self.schema: Schema = rules.schema
        self.defs = defs
        self.sentence = sentence
        self.standing = standing
        self.slots: dict[str, int] = {"you": YOU, "this": THIS}
        self.size = LABELS
        self.sorts: dict[str, str] = {}
        self.block: Block | None = None
        self.renamed = 0
        self.deep = 0
        self.bits = 0  # what the expressions of this paragraph read, for watches

    # ---- labels ----------------------------------------------------------------------------

    def slot(self, label: str) -> int:
        """Where a label has its value."""
        found = self.slots.get(label)
        if found is None:
            found = self.slots[label] = self.spare()
        return found

    def spare(self) -> int:
        """A slot that no label has."""
        self.size += 1
        self.standing.size = max(self.standing.size, self.size)
        if self.block is not None:
            self.block.slots = max(self.block.slots, self.size)
        return self.size - 1

    def knows(self, label: str) -> bool:
        """Whether a label has a slot already."""
        return label in self.slots

    def rename(self, tree: Tree, keep: set[str]) -> Tree:
        """A definition's own labels made new, so that it can be written out more than once."""
        self.renamed += 1
        suffix = f"'{self.renamed}"
        renamed: Tree = _renamed(tree, suffix, keep)
        return renamed

    # ---- code ------------------------------------------------------------------------------

    def emit(self, op: Op) -> Op:
        """Add an instruction."""
        assert self.block is not None
        self.block.ops.append(op)
        return op

    def here(self) -> int:
        """Where the next instruction will stand."""
        assert self.block is not None
        return len(self.block.ops)

    def jump(self) -> Jump:
        """A jump whose target is set later."""
        jump = Jump()
        self.emit(jump)
        return jump


def _renamed(tree: Any, suffix: str, keep: set[str]) -> Any:
    if isinstance(tree, Ref):
        own = tree.name[:1].islower() and tree.name[-1:].isdigit() and tree.name not in keep
        return Ref(tree.name + suffix, at=tree.at) if own else tree
    if isinstance(tree, Node):
        tree = rewrite(tree, lambda child: _renamed(child, suffix, keep))
        if isinstance(tree, Kind) and tree.var and tree.var not in keep:
            return replace(tree, var=tree.var + suffix)
        if isinstance(tree, Pick) and tree.label and tree.label not in keep:
            return replace(tree, label=tree.label + suffix)
        if isinstance(tree, Do) and tree.label:
            return replace(tree, label=tree.label + suffix)
        if isinstance(tree, Done):
            return replace(tree, step=tree.step + suffix)
    return tree
