"""Compile permits: the conditions that no rule forbids an act on a thing, by whatever road.

To discard a card is to move it: it leaves a hand and enters a pile. So a rule about any of these
acts forbids the discard. Offers, choices within effects and questions of feasibility ask the same
permits; guards apply them when the act is done.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_picks import ANEW, class_named, kinds_made, original_of
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.expressions.things import PlaceOf
from deckmastor.engine.expressions.truths import And, Exists
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.questions import Choose, PickRandom
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.permits import Allowed, Permit, Permitted
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.triggers.compile_patterns import contains, is_game
from deckmastor.engine.verbs.definitions import object_parts, written_out
from deckmastor.engine.verbs.new_things import Copies, Given, MakeNew, OfClass, Specimens
from deckmastor.engine.verbs.primitives import ENTER, GAME, LEAVE, MOVE
from deckmastor.language.ir import (
    Do,
    In,
    Kind,
    Of,
    Pick,
    Ref,
    Tree,
    mentions,
    replace,
    walk,
)

GOALS = ("to", "into", "onto", "in", "on", "on the top of", "on the bottom of")
RECIPIENTS = (*GOALS, "for", "against", "with")
DEEP = 12


class Permits:
    """The permits of an act on one thing, and the picks that it leaves open, by their labels."""

    def __init__(self, known: set[str]) -> None:
        self.known = known  # the labels that have values
        self.later: set[str] = set()  # labels of picks in the object that have no values yet
        self.own: list[Permit] = []  # the permit of the verb itself
        self.implied: list[Permit] = []  # those of what its definition does to the thing
        self.open: list[tuple[Slot, Expr]] = []  # recipients and owners of goals still to be picked
        self.places: set[str] = set()  # labels of open picks that are places themselves

    def test(self, own: bool = True) -> Expr | None:
        """The condition that the act is permitted for some way to make the open picks."""
        tests: list[Expr] = [*(self.own if own else ()), *self.implied]
        if not tests:
            return None
        found: Expr = And(tests) if len(tests) > 1 else tests[0]
        for slot, picked in reversed(self.open):
            found = Exists(Permitted(picked, slot, found))
        return found


def forbiddable(ctx: Context, verb: str) -> bool:
    """True if a sentence can forbid acts of a verb."""
    return verb in ctx.rules.barred


def judged(ctx: Context) -> bool:
    """True if a sentence forbids or prices any act."""
    return bool(ctx.rules.barred or ctx.rules.costs)


def permits(ctx: Context, do: Do, label: str, known: set[str] | None = None) -> Permits:
    """The permits of an act on the thing under a label.

    Picks in its roles whose labels are `known` have values; others are open.
    """
    found = Permits(set(ctx.sorts) & set(ctx.slots) if known is None else known)
    if not judged(ctx):
        return found
    inner = {node.label for node in walk(do.obj) if isinstance(node, Pick)} if do.obj else set()
    found.later = inner - set(ctx.slots)
    agent = left_open(ctx, do.agent, found) if isinstance(do.agent, Pick) else do.agent
    settled = replace(do, agent=agent, obj=Ref(label), roles=opened(ctx, do, found))
    collect(ctx, settled, label, found, found.own, 0)
    for one in (*found.own, *found.implied):
        one.by = one.by | ctx.causes()
    return found


def collect(
    ctx: Context, do: Do, label: str, found: Permits, into: list[Permit], deep: int
) -> None:
    """Add the permit of an act, and those of what it does to the thing under a label."""
    if deep > DEEP:
        return
    agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
    obj = Reg(ctx.slots[label])
    by_verb = ctx.rules.verb_rules
    if do.verb == "move":
        moves(ctx, do, agent, obj, found, into)
        return
    means = first_act(ctx, do, label)
    if forbiddable(ctx, do.verb) or ctx.rules.costed(do.verb):
        made = Permit(
            by_verb[ctx.rules.verb(do.verb)], agent, obj, aim(ctx, do, found), PlaceOf(obj)
        )
        if made.to is None and means is not None:
            made.to = aim(ctx, means, found)
        made.by = freed(do)
        into.append(made)
    if do.verb == "create" and forbiddable(ctx, "enter"):
        to = aim(ctx, do, found)
        if to is not None:
            found.implied.append(Permit(by_verb[ENTER], obj, to, None, None))
    if do.verb == "remove" and forbiddable(ctx, "leave"):
        found.implied.append(Permit(by_verb[LEAVE], obj, PlaceOf(obj), None, None))
    if means is not None and judged(ctx):
        means = replace(means, roles=opened(ctx, means, found))
        collect(ctx, means, label, found, found.implied, deep + 1)


def moves(ctx: Context, do: Do, agent: Expr, obj: Expr, found: Permits, into: list[Permit]) -> None:
    """Add the permits of a move: to move, to leave its place, and to enter another."""
    by_verb = ctx.rules.verb_rules
    to = aim(ctx, do, found)
    if forbiddable(ctx, "move") or ctx.rules.costed("move"):
        into.append(Permit(by_verb[MOVE], agent, obj, to, PlaceOf(obj)))
    if forbiddable(ctx, "leave"):
        found.implied.append(Permit(by_verb[LEAVE], obj, PlaceOf(obj), to, None))
    if forbiddable(ctx, "enter") and to is not None:
        found.implied.append(Permit(by_verb[ENTER], obj, to, None, PlaceOf(obj)))


def first_act(ctx: Context, do: Do, label: str) -> Do | None:
    """What the definition of a verb first does to the thing under a label, or None."""
    if do.verb not in ctx.defs:
        return None
    means = written_out(ctx, replace(do, obj=Ref(label)))
    return next((n for n in walk(means) if isinstance(n, Do) and n.obj == Ref(label)), None)


def opened(ctx: Context, do: Do, found: Permits) -> tuple[tuple[str, Tree], ...]:
    """The roles of an act; a pick of a recipient or goal becomes a label, its options open."""
    roles: list[tuple[str, Tree]] = []
    for name, told in do.roles:
        if name in RECIPIENTS:
            if isinstance(told, Pick):
                told = left_open(ctx, told, found)
            elif isinstance(told, Of) and isinstance(told.owner, Pick):
                told = replace(told, owner=left_open(ctx, told.owner, found))
        roles.append((name, told))
    return tuple(roles)


def left_open(ctx: Context, told: Pick, found: Permits) -> Ref:
    """A label for a pick; unless it has a value already, its options are noted as open."""
    if told.label in found.known:
        return Ref(told.label)
    renamed = ctx.rename(told, set(ctx.slots))
    assert isinstance(renamed, Pick)
    options = find(ctx, renamed.kind)
    label = f"{told.label}?{ctx.spare()}"
    ctx.sorts[label] = sort_of(ctx, told)
    if contains(ctx, told):
        found.places.add(label)
    found.open.append((ctx.slot(label), options))
    return Ref(label)


def aim(ctx: Context, do: Do, found: Permits | None = None) -> Expr | None:
    """The recipient or goal of an act, or None if it has none or that is not known yet."""
    told = next((told for name, told in do.roles if name in RECIPIENTS), None)
    if found is not None and any(mentions(told, label) for label in found.later):
        return None
    if told is None or is_game(told) or any(isinstance(node, Pick) for node in walk(told)):
        return None
    if not isinstance(told, (Ref, Of)):
        return None
    within = isinstance(told, Ref) and found is not None and told.name in found.places
    return place_term(ctx, told) if within or sort_of(ctx, told) == "place" else term(ctx, told)


def narrow(ctx: Context, do: Do) -> None:
    """Limit the choice of the object of an act to things for which the act is permitted."""
    obj = do.obj
    if isinstance(obj, Pick) and obj.how in ANEW:
        narrow_rows(ctx, do)
        return
    choice = choice_of(ctx, obj.label) if isinstance(obj, Pick) else None
    if choice is None or not isinstance(obj, Pick):
        return
    told = permits(ctx, do, obj.label)
    priced = ctx.rules.costed(do.verb)  # prohibitions that need no goal are applied already
    test = told.test(priced or any(one.to is not None for one in told.own))
    if test is not None:
        choice.found = Permitted(choice.found, choice.slot, test)


def narrow_rows(ctx: Context, do: Do) -> None:
    """Limit the pick of a row, for an act that makes its object, to rows that are permitted."""
    assert ctx.block is not None
    assert isinstance(do.obj, Pick)
    if do.obj.kind.noun == "copy":
        narrow_original(ctx, do, do.obj)
        return
    if kinds_made(ctx, do.obj) is None:
        return
    slot = ctx.slots.get(do.obj.label, NONE)
    picked = NONE
    for op in reversed(ctx.block.ops):
        if isinstance(op, MakeNew) and op.slot == slot and isinstance(op.which, Reg):
            picked = op.which.slot
        elif isinstance(op, (Choose, PickRandom)) and op.slot == picked != NONE:
            op.found = specimens(ctx, do, op.found)
            return


def narrow_original(ctx: Context, do: Do, obj: Pick) -> None:
    """Limit the choice of what is copied to things whose copy is permitted."""
    original = original_of(obj)
    choice = choice_of(ctx, original.label) if isinstance(original, Pick) else None
    if choice is not None:
        choice.found = specimens(ctx, do, choice.found)


def specimens(ctx: Context, do: Do, found: Expr | None = None, strict: bool = False) -> Specimens:
    """The rows of which an act can make its object now, as far as no rule forbids it.

    Those of `found` are judged, if given. A sentence must permit the act if it is offered or
    `strict`.
    """
    assert isinstance(do.obj, Pick)
    label = f"specimen{ctx.spare()}"
    ctx.sorts[label] = sort_of(ctx, do.obj)
    slot = ctx.slot(label)
    agent = term(ctx, do.agent) if do.agent is not None else Lit(GAME)
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    strict = strict or ctx.offering is not None
    own = Allowed(verb_rules, agent, Reg(slot), aim(ctx, do) or Lit(NONE), strict)
    own.by, own.backing = freed(do) | ctx.causes(), ctx.backing
    permitted = permits(ctx, do, label)
    for one in permitted.implied:
        one.backing = ctx.backing
    test = permitted.test(own=False)
    made = candidates_to_make(ctx, do.obj, found, slot, And([own, test]) if test else own)
    made.given += authored(ctx, do, agent)
    return made


def candidates_to_make(
    ctx: Context, obj: Pick, found: Expr | None, slot: Slot, cond: Expr
) -> Specimens:
    """What something new can be made of: rows, originals of a copy, or a class of cards."""
    if obj.kind.noun == "copy":
        return Copies(ctx.rules, found or originals(ctx, obj), {}, slot, cond)
    told = kinds_made(ctx, obj)
    if told is None:
        return OfClass(ctx.rules, term(ctx, class_named(ctx, obj.kind)), {}, slot, cond)
    rows, given = told
    names = {ctx.schema.word(ctx.schema.species[row].name): row for row in rows}
    made = Specimens(ctx.rules, found or Lits(list(names)), names, slot, cond)
    made.given = [*given]
    return made


def originals(ctx: Context, obj: Pick) -> Expr:
    """What a copy can be made of."""
    original = original_of(obj)
    if isinstance(original, Pick) and original.how not in ("top", "bottom", "the", "that"):
        renamed = ctx.rename(original, set(ctx.slots))
        assert isinstance(renamed, Pick)
        return find(ctx, renamed.kind)
    return term(ctx, original)


def judged_new(ctx: Context, obj: Pick) -> bool:
    """True if rules about an act that makes something can be asked before the act."""
    if obj.kind.noun == "copy":
        return any(isinstance(part, In) and part.rel == "of" for part in obj.kind.where)
    if kinds_made(ctx, obj) is not None:
        return True
    if obj.kind.noun in ctx.schema.contests or sort_of(ctx, obj) in ("rule", "proposal"):
        return False
    return class_named(ctx, obj.kind) is not None


def authored(ctx: Context, do: Do, agent: Expr) -> Given:
    """The author of a new proposal, as a value that the act gives."""
    return [(ctx.schema.attrs["author"].at, agent)] if do.verb == "submit" else []


def narrow_aim(ctx: Context, do: Do, aim_: Pick) -> None:
    """Limit the choice of a recipient to those for whom the act is permitted on some object."""
    if not judged(ctx):
        return
    if isinstance(do.agent, Pick) and ctx.knows(do.agent.label):
        do = replace(do, agent=Ref(do.agent.label))
    choice = choice_of(ctx, aim_.label)
    label = f"object{ctx.spare()}"
    found = objects(ctx, do)
    if choice is None or found is None:
        return
    ctx.sorts[label] = "card"
    slot = ctx.slot(label)
    test = permits(ctx, do, label).test()
    if test is not None:
        choice.found = Permitted(choice.found, choice.slot, Exists(Permitted(found, slot, test)))


def objects(ctx: Context, do: Do) -> Expr | None:
    """All things that the object of an act with a defined verb can be, or None."""
    parts = object_parts(ctx, do)
    if parts is None:
        return None
    obj, within = parts
    if not isinstance(obj, Pick):
        return term(ctx, obj)
    told = replace(obj, kind=replace(obj.kind, where=(*obj.kind.where, *within)))
    renamed = ctx.rename(told, set(ctx.slots))
    assert isinstance(renamed, Pick)
    return find(ctx, renamed.kind) if renamed.how not in ("top", "bottom") else term(ctx, renamed)


def choice_of(ctx: Context, label: str) -> Choose | None:
    """The last choice of a label in the block, or None."""
    assert ctx.block is not None
    slot = ctx.slots.get(label, NONE)
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose) and op.slot == slot:
            return op
    return None


def whole(do: Do) -> Do:
    """`Shuffle all cards in the pile` as `shuffle the pile`; any other act as it is."""
    match do.obj:
        case Pick(how="all", kind=Kind(noun="card", where=(In(Ref(), Of() as place, "in"),))):
            if do.verb == "shuffle" and not isinstance(place.owner, Pick):
                return replace(do, obj=place)
    return do


def shufflable(ctx: Context, do: Do, who: Expr, found: Expr, into: Expr) -> Expr:
    """Those of some things that no rule forbids to shuffle into a place."""
    slot = ctx.spare()
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    test = Permit(verb_rules, who, Reg(slot), into, PlaceOf(Reg(slot)))
    act = ctx.judged if ctx.offering is not None else None  # what a permission offers
    test.by = ctx.causes()
    test.backing = ctx.standing if act is not None and act.verb == do.verb else ctx.backing
    return Permitted(found, slot, test)
