"""The context of a paragraph while it is compiled: its labels, its code, its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.things import Top
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import NONE
from deckmastor.engine.machine.control import Forget, Jump, Let, Rebind, RebindOne, Settle, StepEnd
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.program import Block, Op
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Schema
from deckmastor.engine.state.layout import LABELS, THIS, YOU
from deckmastor.language.ir import (
    Do,
    Done,
    Kind,
    Node,
    Pick,
    Ref,
    Tree,
    remade,
    replace,
    rewrite,
    walk,
)

if TYPE_CHECKING:
    from deckmastor.engine.verbs.targeting import Aimed


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
        self._block: Block | None = None
        self.renamed = 0
        self.aiming = False  # whether targets are announced, ahead of the text
        self.aimed: list[Aimed] = []  # where a text takes up what was announced
        self.since = NONE  # the label of when a description was given
        self.awaits = NONE  # where the events are kept that it waits for
        self.parts: dict[str, list[int]] = {}  # labels -> slots of what was picked among them
        self.witnesses: list[int] = []  # slots in which acts note that something was done
        self.deep = 0
        self.replacing = False  # whether it is written what happens instead of something
        self.apart: list[Op] = []  # where that is an effect of its own
        self.inside = 0  # how deep within a step of a link
        self.optional = False  # whether the next step was offered, and accepted
        self.asker: Expr | None = None  # who may let it be done
        self.judged = 0  # the verb of the act that a norm is about
        self.deadline: Tree = None  # by when a duty that is being adopted must be met
        self.bits = 0  # what the expressions of this paragraph read, for watches
        self.within: tuple[Node, ...] = ()  # what is being written, the outermost first

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
        return self._made_new(tree, keep)

    def renamed_definition(self, verb: str) -> tuple[Tree, Tree]:
        """The pattern and the effect of a verb with labels of their own."""
        self.renamed += 1
        definition = self.defs[verb]
        return (self._made_new(definition.do, set()), self._made_new(definition.means, set()))

    def _made_new(self, tree: Tree, keep: set[str]) -> Tree:
        if not isinstance(tree, Node):
            return tree
        suffix = f"'{self.renamed}"
        kept = frozenset(keep & _labels(tree)) if keep else frozenset()
        made: Tree = remade(tree, (suffix, kept), lambda: _renamed(tree, suffix, kept))
        return made

    # ---- code ------------------------------------------------------------------------------

    @property
    def block(self) -> Block | None:
        """The block that is being written."""
        return self._block

    @block.setter
    def block(self, block: Block | None) -> None:
        self._block = block
        if block is not None:
            block.labels = self.slots

    @contextmanager
    def telling(self, tree: Tree) -> Iterator[None]:
        """Keep in mind which part of a sentence is being written, where somebody wants to know."""
        origins = self.rules.origins
        if origins is None or not isinstance(tree, Node):
            yield
            return
        outer, self.within = self.within, (*self.within, tree)
        origins.rules.setdefault(self.standing, tree)
        origins.written.append(tree)
        try:
            yield
        finally:
            self.within = outer

    def emit(self, op: Op) -> Op:
        """Add an instruction."""
        op = self._emit(op)
        if self.rules.origins is not None:
            self.rules.origins.ops.setdefault(op, self.within)
        return op

    def _emit(self, op: Op) -> Op:
        assert self.block is not None
        ops = self.block.ops
        last = ops[-1] if ops else None
        if isinstance(op, Settle) and isinstance(last, Settle):
            if isinstance(op, StepEnd) and type(last) is Settle:
                ops[-1] = op
                return op
            return last
        if isinstance(op, Let) and isinstance(last, Forget) and last.slots == [op.slot]:
            made = rebinding(op)
            ops[-1] = made
            return made
        ops.append(op)
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


class RuleScope:
    """What stands around a rule: conditions, limits, and whether it beats other rules."""

    __slots__ = ("anytime", "conds", "over", "per", "times")

    def __init__(self) -> None:
        self.conds: list[Expr] = []
        self.times: tuple[Tree, str] | None = None  # how often at most, in which span
        self.over = False  # whether more often than that is forbidden
        self.per = ""
        self.anytime = False


def _labels(tree: Node) -> frozenset[str]:
    """All labels of a tree."""
    found: frozenset[str] = remade(tree, "labels", lambda: _found_labels(tree))
    return found


def _found_labels(tree: Node) -> frozenset[str]:
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, Ref):
            found.add(node.name)
        elif isinstance(node, Kind):
            found.add(node.var)
        elif isinstance(node, Pick):
            found.add(node.label)
    return frozenset(found)


def _renamed(tree: Any, suffix: str, keep: frozenset[str]) -> Any:
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


def rebinding(op: Let) -> Rebind:
    """A label forgotten and given anew, in one instruction."""
    term = op.term
    single = isinstance(term, Top) and isinstance(term.n, Lit) and term.n.n == 1
    if single or isinstance(term, Lit):
        return RebindOne(op.slot, term)
    return Rebind(op.slot, term)
