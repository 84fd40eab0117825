"""Compile orders: `The order of claims is the fewest coins, then turn order.`"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import Adopted, Overruling, Standing
from deckmastor.engine.permission.reactions import Asking
from deckmastor.engine.resolution.link_record import WAVE
from deckmastor.engine.resolution.stated_orders import (
    AGE,
    CHOICE,
    SEATING,
    Amount,
    Key,
    StatedOrder,
    TriggerKey,
)
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.turns.mixing import MixSeats
from deckmastor.language.ir import (
    Cmp,
    Group,
    In,
    Is,
    Kind,
    Of,
    Pick,
    Rank,
    Ref,
    Tally,
    Tree,
    replace,
    walk,
)

LIKE_SEATS = (SEATING, "clockwise")
RANDOM = "random"
RANKED = "ranked"  # prefix of the labels of what is being sorted


def order(ctx: Context, tree: Rank, conds: list[Expr]) -> None:
    """Compile an order that the engine uses; others are kept for the sentences that name them.

    Only an order of reactions, of claims or of precedence can depend on conditions or begin later.
    """
    rules = ctx.rules
    if tree.of == "reactions":
        reactions(ctx, tree, conds)
        return
    if tree.of == "claims":
        claims(ctx, tree, conds)
        return
    if tree.of == "precedence":
        precedence(ctx, tree, conds)
        return
    if conds:
        raise Unsupported(f"an order of {tree.of} that is not always so")
    if isinstance(ctx.standing, Adopted):
        raise Unsupported(f"an order of {tree.of} that begins in the game")
    rules.orders[tree.of] = tree.keys
    if tree.of == "acts":
        check_acts(ctx, tree)
    if tree.of == "turns":
        if tree.keys[-1] == RANDOM:
            at_random(ctx)
            tree = replace(tree, keys=tree.keys[:-1])
        rules.seating = of_persons(ctx, tree)
    elif tree.of == "triggers":
        rules.trigger_keys = [of_triggers(ctx, key) for key in tree.keys]
    elif tree.of == "replacements":
        keys = [CHOICE if affected(key) else of_triggers(ctx, key) for key in tree.keys]
        if CHOICE in keys[1:] or (keys[0] == CHOICE and not affected(tree.keys[0])):
            raise Unsupported("an order of replacements by such a choice")
        rules.replacement_keys = [] if keys[0] == CHOICE else keys
    elif tree.of == "winners":
        for key in tree.keys:
            amount = isinstance(key, Cmp) and key.op in ("most", "fewest")
            if not amount and key not in LIKE_SEATS and by_turn(key) is None:
                raise Unsupported("this order of winners")


def precedence(ctx: Context, tree: Rank, conds: list[Expr]) -> None:
    """Compile an order of precedence; one that is not always so can only set rules over cards."""
    sources = [key.items for key in tree.keys if isinstance(key, Group) and "rule" in key.items]
    over = [*sources[0]] if sources else []
    overruled = "card" in over and over.index("rule") < over.index("card")
    always = not conds and type(ctx.standing) is Standing
    if not always and not overruled:
        raise Unsupported("an order of precedence that is not always so, but rule over card")
    if overruled:
        ctx.rules.overrulings.append(Overruling(ctx.standing, conds))
    if always:
        ctx.rules.orders[tree.of] = tree.keys


def check_acts(ctx: Context, tree: Rank) -> None:
    """Refuse an order of acts that is not supported, or that would have no effect."""
    if not ctx.rules.linkwise:
        raise Unsupported("an order of acts where choices are not made before the link")
    if type(ctx.standing) is not Standing:
        raise Unsupported("an order of acts that begins in the game")
    if [*tree.keys] != ctx.rules.act_order or len(tree.keys) > WAVE:
        raise Unsupported("this order of acts")


def reactions(ctx: Context, tree: Rank, conds: list[Expr]) -> None:
    """Compile the order in which players are asked to react: turn order, or random."""
    if tree.keys[0] != RANDOM and tree.keys[0] not in LIKE_SEATS:
        raise Unsupported("this order of reactions")
    asking = Asking(ctx.standing, conds, tree.keys[0] == RANDOM, ctx.rules.numbers.spare())
    ctx.rules.reactions.append(asking)


def claims(ctx: Context, tree: Rank, conds: list[Expr]) -> None:
    """Compile the order in which players claim things; a random one is drawn for each link."""
    mixed = tree.keys == (RANDOM,)
    if mixed and not ctx.rules.linkwise:
        raise Unsupported("a random order of claims where choices are not made before the link")
    order = StatedOrder([], 0, 0) if mixed else of_persons(ctx, tree)
    order.mixed = mixed
    ctx.rules.orders[tree.of] = tree.keys
    asking = Asking(ctx.standing, conds, mixed, ctx.rules.numbers.spare())
    ctx.rules.claims.append((asking, order))


def by_turn(key: Tree) -> bool | None:
    """True if a key is somebody's latest turn, False if the earliest, None if neither."""
    match key:
        case Cmp(
            a=Tally(op="time", what=Kind(noun="turn", where=(In(rel="of"),))),
            op="earliest" | "latest" as op,
        ):
            return op == "latest"
    return None


def at_random(ctx: Context) -> None:
    """Compile a random order of turns: the seats are shuffled before the first turn."""
    if type(ctx.standing) is not Standing:
        raise Unsupported("a random order of turns that begins in the game")
    block = ctx.rules.new_block(ctx.sentence)
    block.ops.append(MixSeats())
    made = Trigger(len(ctx.rules.triggers), ctx.standing, None, False)
    made.block = block
    ctx.rules.triggers.append(made)
    ctx.rules.moments.setdefault(("before", "first turn"), []).append(made)


def of_persons(ctx: Context, tree: Rank) -> StatedOrder:
    """Compile an order of persons."""
    slot = ctx.spare()
    for node in walk(tree):
        if isinstance(node, Ref) and node.name.startswith("ranked"):
            ctx.slots[node.name] = slot
            ctx.sorts[node.name] = "player"
    keys: list[Key] = []
    for key in tree.keys:
        match key:
            case Cmp(a=amount, op="most" | "fewest" as op):
                keys.append(Key(term(ctx, amount), op == "most", None))
            case Ref() | Of(owner=None):
                keys.append(Key(None, False, term(ctx, key)))
            case str() if key in LIKE_SEATS:
                keys.append(Key(None, False, None))
            case _:
                raise Unsupported(f"this order of {tree.of}")
    return StatedOrder(keys, slot, ctx.size + 16)


def of_triggers(ctx: Context, key: Tree) -> TriggerKey:
    """Compile a key that sorts triggers that fire together."""
    if isinstance(key, Cmp) and key.op in ("most", "fewest"):
        return amount(ctx, key)
    if key in (SEATING, AGE):
        return str(key)
    match key:
        case Pick(kind=Kind(noun="choice", where=(In(place=Of(owner=Ref(), name="holder")),))):
            return CHOICE
    if isinstance(key, Group) and key.op == "over":
        return tuple(str(item) for item in key.items)
    raise Unsupported("this order of triggers")


def affected(key: Tree) -> bool:
    """True if a key is the choice of whoever a replacement affects."""
    match key:
        case Pick(kind=Kind(noun="choice", where=(In(place=Pick(kind=Kind(where=where))),))):
            return any(isinstance(part, Is) and part.word == "affected" for part in where)
    return False


def amount(ctx: Context, key: Cmp) -> Amount:
    """Compile a sort key: an amount of the cards whose texts fired, or of their holders."""
    lexicon, slot = ctx.schema.lexicon, ctx.spare()
    owners: set[str] = set()
    for node in walk(key.a):
        if isinstance(node, Ref) and node.name.startswith(RANKED):
            ctx.slots[node.name] = slot
        elif isinstance(node, Of) and str(getattr(node.owner, "name", "")).startswith(RANKED):
            attr = lexicon.attrs.get(node.name)
            owner = attr.owner if attr is not None else lexicon.units.get(node.name) or "player"
            owners.add(lexicon.sort(owner or ""))
    if owners not in ({"player"}, {"card"}):
        raise Unsupported("this order of triggers")
    of_holder = owners == {"player"}
    for name, known in ctx.slots.items():
        if known == slot:
            ctx.sorts[name] = "player" if of_holder else "card"
    found = term(ctx, key.a)
    return Amount(found, key.op == "most", of_holder, slot, ctx.size + 16)
