"""Compile claims: things that are chosen in a link, so that nobody else can choose them."""

from __future__ import annotations

from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.ids import NONE
from deckmastor.engine.machine.control import EachBegin, Forget, Let, LetNumber, Rebind
from deckmastor.engine.machine.questions import Ask, Branch, Choose, PickRandom
from deckmastor.engine.resolution.early_choices import Decide, Unclaimed
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.introspection import jumping
from deckmastor.engine.rules.program import Op
from deckmastor.engine.verbs.acts import Vacuous
from deckmastor.language.ir import Do, Pick, Ref, Tree, walk

CHOICES = (Choose, PickRandom, Decide)
STILL = (Forget, Let, LetNumber, Rebind, EachBegin, Vacuous)  # instructions that only find things
SHARING = ("choose", "target", "reveal", "show", "look at")  # acts that claim nothing


def still(ops: list[Op], start: int, end: int, whole: bool = False) -> int:
    """The length of the prefix that leads to choices and that no instruction jumps into.

    With `whole`, it includes late choices and all that only finds things.
    """
    n = 0
    for at in range(start, end):
        op = ops[at]
        if isinstance(op, (Choose, PickRandom)) and op.late and not whole:
            break
        if isinstance(op, CHOICES) or (whole and isinstance(op, STILL)):
            n = at - start + 1
        elif isinstance(ops[at], (Ask, Branch)):
            n = at - start
            break
        elif not isinstance(ops[at], STILL):
            break
    for op in ops[start:end]:
        for target in targets(op):
            if start <= target < start + n:
                n = target - start
    return n


def choosing(ops: list[Op], start: int, mid: int, end: int) -> list[Op]:
    """The choices ahead of an act, with an offer or a branch right behind them."""
    ahead = ops[start:mid]
    if mid < end:
        op = ops[mid]
        if isinstance(op, (Ask, Branch)):
            ahead.append(Decide(op))
    return ahead


def targets(op: Op) -> list[int]:
    """The jump targets of an instruction."""
    single, several = jumping(op)
    found = list(getattr(op, "targets", ())) if several else []
    one = getattr(op, "target", None) if single else None
    return found if one is None else [*found, one]


def shift(op: Op, mid: int, end: int, by: int) -> None:
    """Adjust the jump targets of an instruction that lie in a range that was moved."""
    single, several = jumping(op)
    one = getattr(op, "target", None) if single else None
    if one is not None and mid <= one <= end:
        op.target = one + by  # type: ignore[attr-defined]
    found = getattr(op, "targets", None) if several else None
    if found:
        found[:] = [t + by if mid <= t <= end else t for t in found]


def bound(ahead: list[Op]) -> list[int]:
    """The slots that instructions write."""
    found: list[int] = []
    for op in ahead:
        for name in ("slot", "members", "at"):
            slot = getattr(op, name, NONE)
            if isinstance(slot, int) and slot >= 0 and slot not in found:
                found.append(slot)
    return found


def claimable(ctx: Context, tree: Tree) -> set[int | None]:
    """The slots of cards that an effect acts on so that nobody else can have them."""
    acted = [node.obj for node in walk(tree) if isinstance(node, Do) and node.verb not in SHARING]
    return {
        ctx.slots.get(obj.label if isinstance(obj, Pick) else obj.name)
        for obj in acted
        if isinstance(obj, (Pick, Ref)) and sort_of(ctx, obj) == "card"
    }


def claim(ctx: Context, ahead: list[Op], tree: Tree, claims: int) -> list[int]:
    """Exclude earlier choices from each choice; return the slots of exclusive choices."""
    mine = claimable(ctx, tree)
    found: list[int] = []
    for op in ahead:
        if isinstance(op, Choose) and op.slot in mine and not isinstance(op.found, Unclaimed):
            op.found = Unclaimed(op.found, found.copy(), claims)
            found.append(op.slot)
        elif isinstance(op, Choose) and op.slot in mine and isinstance(op.found, Unclaimed):
            op.found.claims = claims
            found.append(op.slot)
    return found
