"""Links compiled: where each step waits for the other effects of its link, and what it claims."""

from __future__ import annotations

from deckmastor.engine.links import Await, Claim, Free, HoldOutside, Offer, Unpromised
from deckmastor.engine.machine import Op
from deckmastor.engine.ops import Ask, Choose, PickRandom, Settle, StepEnd
from deckmastor.engine.program.context import Context
from deckmastor.engine.program.foresight import CHOICES, claim, claimable, shift, still
from deckmastor.engine.program.terms import flat
from deckmastor.engine.resolution import MAY, MUST, PERFORM, WAVE
from deckmastor.engine.state import THIS
from deckmastor.engine.values import And, Expr, Reg
from deckmastor.engine.visibility import EVERYBODY
from deckmastor.language.ir import Do, In, Kind, Of, Pick, Ref, Tree, walk

MOVES, SHUFFLES, LOOKS, DRAWS, CHANCES = range(5)  # in which order a wave is performed
BY_VERB = {"shuffle": SHUFFLES, "look at": LOOKS, "reveal": LOOKS}


def outermost(ctx: Context) -> bool:
    """Whether what is written now is a step of a link, and not part of one."""
    return ctx.rules.linkwise and not ctx.inside


def hidden(ctx: Context, kind: Kind) -> bool:
    """Whether a description is of things that not all can see, or of some that were just found."""
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
    """The rank of an act by the order that the book states; what that does not name is first."""
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
    """Let a step, written from `start` on, choose in the open in one stage and act in another."""
    assert ctx.block is not None
    ops = ctx.block.ops
    end = len(ops)
    mid = start + still(ops, start, end)
    ahead, rest = ops[start:mid], ops[mid:]
    del ops[start:]
    act = Await(performing(ctx, tree))
    act.choice = first_choice(ctx, rest, tree)
    ops += [*chosen(ctx, ahead, tree), act]
    for op in rest:
        shift(op, mid, end, len(ops) - mid)
    ops += rest
    ctx.optional = False


def waves(ctx: Context, starts: list[int], parts: tuple[Tree, ...], tree: Tree) -> None:
    """Let all parts of a step make their open choices first; each acts in a wave of its own."""
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
    ops += [*chosen(ctx, ahead, tree), HoldOutside(1)]
    for wave, (mid, end, rest) in enumerate(rests):
        act = Await(performing(ctx, parts[wave], wave))
        act.choice = first_choice(ctx, rest, parts[wave])
        ops.append(act)
        for op in rest:
            shift(op, mid, end, len(ops) - mid)
        ops += [Settle() if type(op) is StepEnd else op for op in rest]
    ops.append(HoldOutside(-1))
    ctx.optional = False


def chosen(ctx: Context, ahead: list[Op], tree: Tree) -> list[Op]:
    """Choices in the stage for them; what is chosen is claimed."""
    if not any(isinstance(op, CHOICES) for op in ahead):
        return ahead
    wait = Await(choosing_stage(ctx))
    wait.choice = first_choice(ctx, ahead, tree)
    return [wait, *ahead, *claiming(ctx, ahead, tree)]


def claiming(ctx: Context, ahead: list[Op], tree: Tree) -> list[Op]:
    """Leave out of each choice what was claimed in the link, and claim what is chosen."""
    slots = claim(ctx, ahead, tree, -1)
    promised(ctx, ahead, slots)
    return [Claim(slots)] if slots else []


def promised(ctx: Context, ahead: list[Op], slots: list[int]) -> None:
    """Leave out of choices what was claimed in the link."""
    for op in ahead:
        if isinstance(op, Choose) and op.slot in slots:
            op.found = Unpromised(op.found, ctx.rules.link_block)


def first_choice(ctx: Context, ops: list[Op], tree: Tree) -> Choose | None:
    """The first choice of a step, if nobody else can have what is chosen."""
    mine = claimable(ctx, tree)
    for op in ops:
        if isinstance(op, (Choose, PickRandom, Ask)):
            return op if isinstance(op, Choose) and op.slot in mine else None
    return None


def offered(ctx: Context, offer: Offer, at: int) -> None:
    """Note where an effect waits, written from `at` on, if it is accepted."""
    assert ctx.block is not None
    waits = [op for op in ctx.block.ops[at:] if isinstance(op, Await)]
    offer.first = waits[0] if waits else None


def unclaimed(ctx: Context, tree: Tree, able: Expr) -> Expr:
    """Whether something can be done instead: not with a card that was chosen in this link."""
    if not ctx.rules.linkwise or not ctx.replacing:
        return able
    if any(isinstance(node, Do) and node.obj == Ref("this") for node in walk(tree)):
        return And([able, Free(Reg(THIS), ctx.rules.link_block)])
    return able
