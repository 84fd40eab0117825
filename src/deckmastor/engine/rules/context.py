"""The context of a paragraph while it is compiled: its labels, its block, its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.things import Top
from deckmastor.engine.facts.in_force import UNRANKED, Standing
from deckmastor.engine.ids import NONE
from deckmastor.engine.machine.control import (
    Forget,
    Jump,
    Let,
    Rebind,
    RebindOne,
    Settle,
    StepEnd,
    TwoWays,
)
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.program import Block, Op
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Schema
from deckmastor.engine.state.layout import LABELS, THIS, YOU
from deckmastor.language.ir import (
    Cmp,
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

AUTHOR = "#author"  # the label of the author of `this modifier`
ACTOR = "#actor"  # the label of who did what a rule waits for


class Context:
    """The labels of a paragraph, and the block that a compiler writes to.

    Example: `ctx.emit(Let(ctx.slot("that card"), term(ctx, tree)))`.
    """

    def __init__(self, rules: Ruleset, defs: Defs, sentence: int, standing: Standing) -> None:
        self.rules = rules
        self.schema: Schema = rules.schema
        self.defs = defs
        self.sentence = sentence
        self.standing = standing
        self.slots: dict[str, int] = {"you": YOU, "this": THIS}
        self.size = LABELS  # how many slots are in use
        self.sorts: dict[str, str] = {}  # label -> sort of its values
        self._block: Block | None = None
        self.renamed = 0  # a counter, for suffixes that make labels unique
        self.aiming = False  # whether the announcement of targets is compiled, not the text
        self.aimed: list[TwoWays] = []  # the instructions that take up announced targets
        self.aim_sorts: list[str] = []  # the sorts of the announced targets
        self.since = NONE  # the slot of the time at which a description was given
        self.awaits = NONE  # the index in `State.past` of the events that it asks for
        self.parts: dict[str, list[int]] = {}  # label -> slots of picks among its values
        self.plural: set[str] = set()  # labels that hold several things: `those cards`
        self.witnesses: list[int] = []  # slots that acts set to 1 if they are done
        self.deep = 0
        self.moved = NONE  # the slot of what moves, where it is put in order behind that
        self.replacing = False  # whether the effect of a replacement is compiled
        self.apart: list[Op] = []  # the instructions that make it an effect of its own
        self.inside = 0  # the depth within a step of a link
        self.foresees = False  # whether a step is compiled whose acts were looked at ahead
        self.optional = False  # whether the next step was optional, and accepted
        self.asker: Expr | None = None  # who accepted the optional effect
        self.chosen: set[str] = set()  # labels of what was chosen: `the chosen card`
        self.actor: Expr | None = None  # the player who does what a definition says
        self.hollow: set[str] = set()  # labels of things that are places themselves: a tower
        self.members: set[str] = set()  # labels of players who act each for themselves
        self.nobody: set[str] = set()  # labels of players who may not exist
        self.others: dict[str, list[Tree]] = {}  # label -> whom its values differ from
        self.circle = NONE  # the slot of such a doer: `the next player` is the one after them
        self.judged: Do | None = None  # the act that a norm is about
        self.offering: frozenset[str] | None = None  # the exemptions of the offered act
        self.backing = UNRANKED  # of its permission, which outranks prohibitions of lower tiers
        self.deadline: Tree = None  # the deadline of the duty that is being adopted
        self.bits = 0  # the dirty bits that its expressions read, for watches
        self.within: tuple[Node, ...] = ()  # the nodes that are being compiled, the outermost first

    # ---- labels ----------------------------------------------------------------------------

    def slot(self, label: str) -> int:
        """The slot of a label; a new one if it has none."""
        found = self.slots.get(label)
        if found is None:
            found = self.slots[label] = self.spare()
        return found

    def spare(self) -> int:
        """A new slot without a label."""
        self.size += 1
        self.standing.size = max(self.standing.size, self.size)
        if self.block is not None:
            self.block.slots = max(self.block.slots, self.size)
        return self.size - 1

    def knows(self, label: str) -> bool:
        """True if a label has a slot already."""
        return label in self.slots

    def causes(self) -> frozenset[str]:
        """The kinds of text that require what is compiled now, for rules with `unless`."""
        if self.offering is not None:
            return self.offering  # a permission requires nothing
        return self.rules.hosts[self.sentence]

    def rename(self, tree: Tree, keep: set[str]) -> Tree:
        """Make the labels of a definition unique, so that it can be expanded more than once."""
        self.renamed += 1
        return self._made_new(tree, keep)

    def renamed_definition(self, verb: str) -> tuple[Tree, Tree]:
        """The pattern and the effect of a verb, with unique labels."""
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

    def acting(self, agent: Tree) -> Acting:
        """While an act is compiled: from which doer `the next player` is counted, if from any."""
        circle = self.circle
        if isinstance(agent, Ref):
            circle = self.slots.get(agent.name, NONE) if agent.name in self.members else NONE
        elif isinstance(agent, Pick) and agent.how in ("any", "each", "some"):
            circle = self.slots.get(agent.label, NONE)
        return Acting(self, circle)

    # ---- instructions ----------------------------------------------------------------------

    @property
    def block(self) -> Block | None:
        """The block that instructions are added to."""
        return self._block

    @block.setter
    def block(self, block: Block | None) -> None:
        self._block = block
        if block is not None:
            block.labels = self.slots

    @contextmanager
    def telling(self, tree: Tree) -> Iterator[None]:
        """Record in `Origins`, if they are kept, which node is being compiled."""
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
        """Add an instruction; it may be merged with the last one."""
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
        """The index of the next instruction."""
        assert self.block is not None
        return len(self.block.ops)

    def jump(self) -> Jump:
        """A jump whose target is set later."""
        jump = Jump()
        self.emit(jump)
        return jump


class Acting:
    """A Context with another circle, while it is entered."""

    def __init__(self, ctx: Context, circle: int) -> None:
        self.ctx = ctx
        self.circle = circle

    def __enter__(self) -> None:
        self.circle, self.ctx.circle = self.ctx.circle, self.circle

    def __exit__(self, kind: object, why: object, trace: object) -> None:
        self.ctx.circle = self.circle


class RuleScope:
    """The scope of a rule: its conditions and limits."""

    def __init__(self) -> None:
        self.conds: list[Expr] = []
        self.times: tuple[Tree, str] | None = None  # the most times, and the span
        self.over = False  # whether the sentence says `more than …`
        self.per = ""
        self.anytime = False


def others(pick: Pick) -> list[Tree]:
    """Those from whom the things of a pick differ: `another player` is not the doer."""
    var = Ref(pick.kind.var)
    return [
        part.b
        for part in pick.kind.where
        if isinstance(part, Cmp) and part.op == "!=" and part.a == var
    ]


def _labels(tree: Node) -> frozenset[str]:
    """All labels of a tree, memoized."""
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
    """One instruction for `Forget` and `Let` of the same label."""
    term = op.term
    single = isinstance(term, Top) and isinstance(term.n, Lit) and term.n.n == 1
    if single or isinstance(term, Lit):
        return RebindOne(op.slot, term)
    return Rebind(op.slot, term)
