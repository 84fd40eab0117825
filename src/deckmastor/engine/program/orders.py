"""Orders compiled: `The order of claims is the fewest coins, then turn order.`"""

from __future__ import annotations

from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.terms import term
from deckmastor.engine.ranking import AGE, CHOICE, SEATING, Key, Order
from deckmastor.language.ir import Cmp, Group, Of, Pick, Rank, Ref, Tree, walk

LIKE_SEATS = (SEATING, "clockwise")


def order(ctx: Context, tree: Rank) -> None:
    """Take an order that the engine looks for; others are there for the sentences that use them."""
    rules = ctx.rules
    rules.orders[tree.of] = tree.keys
    if tree.of == "claims":
        rules.claims = of_persons(ctx, tree)
    elif tree.of == "turns":
        rules.seating = of_persons(ctx, tree)
    elif tree.of == "triggers":
        rules.trigger_keys = [of_triggers(key) for key in tree.keys]
    elif tree.of == "reactions":
        if tree.keys[0] not in LIKE_SEATS:
            raise Unsupported("this order of reactions")
    elif tree.of == "winners":
        for key in tree.keys:
            amount = isinstance(key, Cmp) and key.op in ("most", "fewest")
            if not amount and key not in LIKE_SEATS:
                raise Unsupported("this order of winners")


def of_persons(ctx: Context, tree: Rank) -> Order:
    """An order of persons."""
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
    return Order(keys, slot, ctx.size + 16)


def of_triggers(key: Tree) -> str | tuple[str, ...]:
    """A key by which what was triggered together is brought into order."""
    if key in (SEATING, AGE):
        return str(key)
    if isinstance(key, Pick) and key.kind.noun == CHOICE:
        return CHOICE
    if isinstance(key, Group) and key.op == "over":
        return tuple(str(item) for item in key.items)
    raise Unsupported("this order of triggers")
