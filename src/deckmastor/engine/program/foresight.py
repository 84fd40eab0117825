"""Choices before the step compiled: the code of a step with its choices moved to the front."""

from __future__ import annotations

from deckmastor.engine.foresight import Decide, Foresee, Keep, Recall, Unclaimed
from deckmastor.engine.links import Claim
from deckmastor.engine.machine import Op
from deckmastor.engine.ops import (
    Ask,
    Branch,
    Choose,
    EachBegin,
    EachNext,
    Forget,
    Hold,
    Jump,
    Let,
    LetNumber,
    PickRandom,
    Rebind,
)  # fmt: skip
from deckmastor.engine.ops_acts import Vacuous
from deckmastor.engine.parts import jumping
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.links import promised, settled_for_each
from deckmastor.engine.program.terms import sort_of
from deckmastor.engine.schema import ENGINE_VALUES, WORD, Schema
from deckmastor.engine.state import NONE, UNBOUND
from deckmastor.engine.values import Lit
from deckmastor.language.ir import Do, Pick, Ref, Tree, walk

TIMING = "choice timing"
BEFORE = "before the step"
BEFORE_LINK = "before the link"
ANNOUNCING = "announce timing"
AFTER_REACTIONS = "after the reactions"
WITH_TARGETS = "when played with targets"
WORDING = "target wording"
DESCRIPTIONS = "things or descriptions"
CHECKING = "check timing"
AFTER_ACTS = "after the act"
CHOICES = (Choose, PickRandom, Decide)
STILL = (Forget, Let, LetNumber, Rebind, EachBegin, Vacuous)  # what only finds things
SHARING = ("choose", "target", "reveal", "look at")  # acts that leave a thing to others


def said_of(schema: Schema, value: str) -> str:
    """The text that a book gives to a value once and for all."""
    found = schema.initial.get(schema.attrs[value].at, NONE)
    return schema.stated.get(value, schema.words[found - WORD] if found >= WORD else "")


def unchanging(ctx: Context, name: str, always: bool, told: Tree) -> None:
    """Refuse a change of when choices are made: that is compiled, and stays as it is.

    A text that none of the engine's own values can have is refused as well.
    """
    if name in (TIMING, ANNOUNCING, CHECKING, WORDING) and not always:
        article = "an" if name[0] in "aeiou" else "a"
        raise Unsupported(f"{article} {name} that changes; only a whole rule can set it")
    if isinstance(told, str) and told not in ENGINE_VALUES.get(name, (told,)):
        raise Unsupported(unknown_text(name))


def unknown_text(name: str) -> str:
    """What the text of one of the engine's own values can be."""
    texts = " or ".join(f"'{text}'" for text in ENGINE_VALUES[name])
    return f"a {name} other than {texts}"


def gather(ctx: Context, starts: list[int], tree: Tree) -> None:
    """Put the choices of all parts of a step, which begin at `starts`, ahead of where it begins."""
    assert ctx.block is not None
    ops = ctx.block.ops
    ends = [*starts[1:], len(ops)]
    ahead: list[Op] = []
    rests: list[tuple[int, int, list[Op]]] = []
    for start, end in zip(starts, ends, strict=True):
        mid = start + still(ops, start, end)
        ahead += choosing(ops, start, mid, end)
        rests.append((mid, end, ops[mid:end]))
    del ops[starts[0] :]
    ops += [*ahead, Hold(1)]
    at = len(ops)
    for mid, end, rest in rests:
        for op in rest:
            shift(op, mid, end, at - mid)
        ops += rest
        at += len(rest)
    claim(ctx, ahead, tree, NONE)


def split(
    ctx: Context, loop: EachNext, body: int, tree: Tree, between: list[Op] | None = None
) -> EachNext:
    """Let all members choose before the body, written from `body` on, is done for any of them.

    The loop, which stands right before the body, acts; another one asks them, and is returned.
    What is given as `between` comes in between.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    end = len(ops)
    mid = body + still(ops, body, end)
    ahead = choosing(ops, body, mid, end)
    if not any(isinstance(op, CHOICES) for op in ahead):
        return loop
    rest = ops[mid:end]
    at, where, claims = ctx.spare(), ctx.spare(), ctx.spare()
    exclusive = claim(ctx, ahead, tree, claims)
    slots = bound(ahead)
    if ctx.rules.linkwise:
        promised(ctx, ahead, exclusive)
        ahead.append(Claim(exclusive))
    first = Foresee(loop.members, at, loop.label, where, claims)
    del ops[body - 1 :]
    ops += [LetNumber(at, Lit(UNBOUND)), first, *ahead]
    ops += [Keep(slots, exclusive, where, claims), Jump(body)]
    first.target = len(ops)
    if between:
        ops += settled_for_each(ctx, loop, rest, slots, where, claims, len(ops))
    ops += [*(between or ()), loop, Recall(slots, where)]
    for op in rest:
        shift(op, mid, end, len(ops) - mid)
    ops += rest
    return first


def still(ops: list[Op], start: int, end: int) -> int:
    """How many instructions at the start lead to a choice, and are jumped to by none."""
    n = 0
    for at in range(start, end):
        op = ops[at]
        if isinstance(op, (Choose, PickRandom)) and op.late:
            break
        if isinstance(op, CHOICES):
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
    """What is chosen ahead of an act, an offer or a choice of ways behind it included."""
    ahead = ops[start:mid]
    if mid < end:
        op = ops[mid]
        if isinstance(op, (Ask, Branch)):
            ahead.append(Decide(op))
    return ahead


def targets(op: Op) -> list[int]:
    """Where an instruction can jump to."""
    single, several = jumping(type(op))
    found = list(getattr(op, "targets", ())) if several else []
    one = getattr(op, "target", None) if single else None
    return found if one is None else [*found, one]


def shift(op: Op, mid: int, end: int, by: int) -> None:
    """Let an instruction jump to where its targets have been moved."""
    single, several = jumping(type(op))
    one = getattr(op, "target", None) if single else None
    if one is not None and mid <= one <= end:
        op.target = one + by  # type: ignore[attr-defined]
    found = getattr(op, "targets", None) if several else None
    if found:
        found[:] = [t + by if mid <= t <= end else t for t in found]


def bound(ahead: list[Op]) -> list[int]:
    """The slots to which instructions give values."""
    found: list[int] = []
    for op in ahead:
        for name in ("slot", "members", "at"):
            slot = getattr(op, name, NONE)
            if isinstance(slot, int) and slot >= 0 and slot not in found:
                found.append(slot)
    return found


def claimable(ctx: Context, tree: Tree) -> set[int | None]:
    """The slots of what an effect does something to that leaves nothing of it to others."""
    acted = [node.obj for node in walk(tree) if isinstance(node, Do) and node.verb not in SHARING]
    return {
        ctx.slots.get(obj.label if isinstance(obj, Pick) else obj.name)
        for obj in acted
        if isinstance(obj, (Pick, Ref)) and sort_of(ctx, obj) == "card"
    }


def claim(ctx: Context, ahead: list[Op], tree: Tree, claims: int) -> list[int]:
    """Leave out of each choice what was chosen before; the slots of what only one can have."""
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
