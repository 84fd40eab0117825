"""Compile links: where each step waits for the other effects of its link."""

from __future__ import annotations

from itertools import dropwhile

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_tests import flat
from deckmastor.engine.expressions.truths import And
from deckmastor.engine.knowledge.visibility import EVERYBODY
from deckmastor.engine.machine.control import (
    EachBegin,
    EachNext,
    Forget,
    Jump,
    LetNumber,
    OpenStep,
    Settle,
    StepEnd,
    Unless,
)
from deckmastor.engine.machine.questions import Ask, Choose, PickRandom
from deckmastor.engine.permission.group_guards import GuardMany
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.compile_claims import (
    CHOICES,
    STILL,
    claim,
    claimable,
    shift,
    still,
)
from deckmastor.engine.resolution.early_choices import KeepChoice, RecallChoice
from deckmastor.engine.resolution.link_record import MAY, MUST, PERFORM, REPLACE, WAVE
from deckmastor.engine.resolution.links import (
    AwaitStage,
    Claim,
    DetachEffect,
    Free,
    GuardAhead,
    HoldOutside,
    LinkOption,
    Spared,
    ThenEnd,
    Unpromised,
)
from deckmastor.engine.resolution.settings import (
    AND_TIMING,
    BLIND,
    SAME_LINK,
    SECRECY,
    THEN_TIMING,
    says,
)
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Op
from deckmastor.engine.state.layout import THIS
from deckmastor.language.ir import Block, Do, In, Kind, Of, Pick, Ref, Tree, walk

MOVES, SHUFFLES, LOOKS, DRAWS, CHANCES = range(5)  # in which order a wave is performed
BY_VERB = {"shuffle": SHUFFLES, "look at": LOOKS, "reveal": LOOKS, "show": LOOKS}
OPENING = (OpenStep, GuardMany, LetNumber)  # instructions between the start of a loop and its body
OF_LINKS = (SECRECY, THEN_TIMING, AND_TIMING)  # settings that say how a link goes


def outermost(ctx: Context) -> bool:
    """True if the step being compiled is directly in a link, and not part of another step."""
    return ctx.rules.linkwise and not ctx.inside


def hidden(ctx: Context, kind: Kind) -> bool:
    """True if a description is of things that not all can see, or is `among` found things."""
    defaults, names = ctx.rules.views.defaults, ctx.schema.zone_names
    for part in flat(kind.where):
        if not isinstance(part, In):
            continue
        if part.rel == "among":
            return True
        if isinstance(part.place, Of) and part.place.name in names:
            if defaults[names.index(part.place.name)] != EVERYBODY:
                return True
    return False


def choosing_stage(ctx: Context) -> int:
    """The stage in which the next step makes its choices."""
    return MAY if ctx.optional else MUST


def performing(ctx: Context, tree: Tree, wave: int = 0) -> int:
    """The stage in which an act is performed."""
    if ctx.rules.act_order:
        return PERFORM + wave * WAVE + _named_rank(ctx, tree, 0)
    return PERFORM + wave * WAVE + _rank(ctx, tree, 0)


def _named_rank(ctx: Context, tree: Tree, deep: int) -> int:
    """The rank of an act in the order of acts that the book states; unnamed acts are first."""
    order, rank = ctx.rules.act_order, 0
    for node in walk(tree):
        if isinstance(node, Do) and node.verb in order:
            rank = max(rank, order.index(node.verb))
        elif isinstance(node, Do) and node.verb in ctx.defs and deep < 12:
            rank = max(rank, _named_rank(ctx, ctx.defs[node.verb].means, deep + 1))
    return rank


def _rank(ctx: Context, tree: Tree, deep: int) -> int:
    rank = MOVES
    for node in walk(tree):
        if isinstance(node, Pick) and node.how == "random":
            rank = max(rank, CHANCES)
        elif isinstance(node, Pick) and node.how == "top":
            rank = max(rank, DRAWS)
        elif isinstance(node, Do):
            rank = max(rank, BY_VERB.get(node.verb, MOVES))
            if node.verb in ctx.defs and deep < 12:
                rank = max(rank, _rank(ctx, ctx.defs[node.verb].means, deep + 1))
    return rank


def staged(ctx: Context, start: int, tree: Tree) -> None:
    """Split a step, compiled from `start` on: open choices in one stage, the act in another."""
    assert ctx.block is not None
    ops = ctx.block.ops
    end = len(ops)
    mid = start + still(ops, start, end)
    ahead, rest = ops[start:mid], ops[mid:]
    del ops[start:]
    act = AwaitStage(performing(ctx, tree))
    act.choice = first_choice(ctx, rest, tree)
    ops += chosen(ctx, ahead, tree)
    if rest and isinstance(rest[0], LetNumber):  # the outcome of the act is noted from here on
        ops.append(rest.pop(0))
        mid += 1
    ops += [*settled(ctx, rest, len(ops)), act]
    for op in rest:
        shift(op, mid, end, len(ops) - mid)
    ops += rest
    ctx.optional = False


def settled(ctx: Context, rest: list[Op], base: int) -> list[Op]:
    """Instructions that settle replacements before an act; none if there can be none.

    `rest` are the instructions that perform the act. The new ones begin at `base`.
    """
    spared = ctx.spare()
    asking = asked_instead(ctx, rest, base + 2, spared)
    return [AwaitStage(REPLACE), Forget([spared]), *asking] if asking else []


def settled_for_each(
    ctx: Context, loop: EachNext, rest: list[Op], slots: list[int], where: int, claims: int,
    base: int,
) -> list[Op]:  # fmt: skip
    """`settled` for each member who has chosen; their choices are kept at `where`."""
    spared, count = ctx.spare(), ctx.spare()
    following = EachNext(loop.members, count, loop.label)
    ops: list[Op] = [AwaitStage(REPLACE), Forget([spared]), LetNumber(count, Lit(0)), following]
    again = Jump(base + len(ops) - 1)
    ops.append(RecallChoice(slots, where))
    asking = asked_instead(ctx, rest, base + len(ops), spared)
    ops += [*asking, KeepChoice(slots, [], where, claims), again]
    following.target = base + len(ops)
    return ops if asking else []


def asked_instead(ctx: Context, rest: list[Op], base: int, spared: int) -> list[Op]:
    """A loop that settles replacements for each thing of an act; replaced things are spared."""
    found = replaceable(rest)
    if found is None:
        return []
    at, guard = found
    begin = rest[at]
    assert isinstance(begin, EachBegin)
    members, count, one = ctx.spare(), ctx.spare(), ctx.spare()
    following = EachNext(members, count, one)
    ahead = GuardAhead(guard, Reg(one), spared)
    again = Jump(0)
    ops: list[Op] = [*rest[:at], EachBegin(begin.found, members, count)]
    again.target = ahead.target = base + len(ops)
    ops += [following, ahead, again]
    following.target = base + len(ops)
    begin.found = Spared(begin.found, spared)
    guard.settled = True
    return ops


def replaceable(rest: list[Op]) -> tuple[int, Guard] | None:
    """The position of the loop over the things of an act, and its guard; None if not known yet."""
    for at, op in enumerate(rest):
        if isinstance(op, EachBegin):
            match list(dropwhile(lambda other: isinstance(other, OPENING), rest[at + 1 :])):
                case [EachNext(members=op.members), Guard(moved=None) as guard, *_]:
                    return (at, guard) if isinstance(guard.obj, Reg) else None
            return None
        if not isinstance(op, STILL):
            return None
    return None


def waves(ctx: Context, starts: list[int], parts: tuple[Tree, ...], tree: Tree) -> None:
    """Split a step: all parts make their open choices first, then each acts in its own wave."""
    assert ctx.block is not None
    ops = ctx.block.ops
    ends = [*starts[1:], len(ops)]
    ahead: list[Op] = []
    rests: list[tuple[int, int, list[Op]]] = []
    for start, end in zip(starts, ends, strict=True):
        mid = start + still(ops, start, end)
        ahead += ops[start:mid]
        rests.append((mid, end, ops[mid:end]))
    del ops[starts[0] :]
    ops += chosen(ctx, ahead, tree)
    for _, _, rest in rests:
        if rest and isinstance(rest[0], EachBegin):
            ops += settled(ctx, rest, len(ops))
    ops += blindly(ctx, [rest for _, _, rest in rests], len(ops))
    ops.append(HoldOutside(1))
    for wave, (mid, end, rest) in enumerate(rests):
        act = AwaitStage(performing(ctx, parts[wave], wave))
        act.choice = first_choice(ctx, rest, parts[wave])
        ops.append(act)
        for op in rest:
            shift(op, mid, end, len(ops) - mid)
        ops += [Settle() if type(op) is StepEnd else op for op in rest]
    ops.append(HoldOutside(-1))
    ctx.optional = False


def blindly(ctx: Context, rests: list[list[Op]], base: int) -> list[Op]:
    """Instructions that make late choices before the first part, if the `and` is blind.

    Late choices, such as of cards in a hand, are otherwise made when their part is performed.
    """
    late: list[Op] = []
    for rest in rests[1:]:
        for at, op in enumerate(rest):
            if isinstance(op, Choose) and op.late:
                op.found = Unpromised(op.found, ctx.rules.link_block)
                late += [*rest[: at + 1], Claim([op.slot])]
            if not isinstance(op, STILL) or isinstance(op, Forget):
                break
    if not late:
        return []
    unless = Unless(says(ctx, AND_TIMING, BLIND))
    unless.target = base + len(late) + 2
    return [unless, AwaitStage(choosing_stage(ctx)), *late]


def then_ends(ctx: Context, start: int, tree: Tree, wave: int) -> int:
    """Let what follows a `then` be a later wave, where the book puts it into the same link.

    `tree` is the part before it, compiled from `start` on, and `wave` its number. The number of the
    later wave is returned.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    wave += len(tree.parts) if isinstance(tree, Block) and tree.mode == "both" else 1
    for at in range(start, len(ops)):
        if type(ops[at]) is StepEnd and ctx.block.after(at + 1) >= len(ops):
            ops[at] = ThenEnd(says(ctx, THEN_TIMING, SAME_LINK), PERFORM + wave * WAVE)
    return wave


def detached(ctx: Context, tree: Tree) -> list[Op]:
    """Instructions that let a replacement wait for its own stage, apart from the act."""
    return [OpenStep(-1), DetachEffect(performing(ctx, tree)), OpenStep(1)]


def chosen(ctx: Context, ahead: list[Op], tree: Tree) -> list[Op]:
    """Choices behind a wait for their stage, followed by claims on what is chosen."""
    if not any(isinstance(op, CHOICES) for op in ahead):
        return ahead
    wait = AwaitStage(choosing_stage(ctx))
    wait.choice = first_choice(ctx, ahead, tree)
    return [wait, *ahead, *claiming(ctx, ahead, tree)]


def claiming(ctx: Context, ahead: list[Op], tree: Tree) -> list[Op]:
    """Exclude claimed things from choices; return the instruction that claims what is chosen."""
    slots = claim(ctx, ahead, tree, -1)
    promised(ctx, ahead, slots)
    return [Claim(slots)] if slots else []


def promised(ctx: Context, ahead: list[Op], slots: list[int]) -> None:
    """Exclude things that were claimed in the link from choices."""
    for op in ahead:
        if isinstance(op, Choose) and op.slot in slots:
            op.found = Unpromised(op.found, ctx.rules.link_block)


def first_choice(ctx: Context, ops: list[Op], tree: Tree) -> Choose | None:
    """The first choice of a step, if nobody else can have what is chosen; else None."""
    mine = claimable(ctx, tree)
    for op in ops:
        if isinstance(op, (Choose, PickRandom, Ask)):
            return op if isinstance(op, Choose) and op.slot in mine else None
    return None


def offered(ctx: Context, offer: LinkOption, at: int, tree: Tree) -> None:
    """Note where an accepted option, compiled from `at` on, waits first."""
    assert ctx.block is not None
    waits = [op for op in ctx.block.ops[at:] if isinstance(op, AwaitStage)]
    offer.first = waits[0] if waits else None
    if waits and isinstance(waits[0], DetachEffect):
        waits[0].choice = first_choice(ctx, ctx.block.ops[at:], tree)


def unclaimed(ctx: Context, tree: Tree, able: Expr) -> Expr:
    """The condition `able` of a replacement, and that its card was not claimed in this link."""
    if not ctx.rules.linkwise or not ctx.replacing:
        return able
    if any(isinstance(node, Do) and node.obj == Ref("this") for node in walk(tree)):
        return And([able, Free(Reg(THIS), ctx.rules.link_block)])
    return able
