"""The object of a defined verb, and where the definition takes it from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckmastor.engine.expressions.compile_picks import made_new
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.rules.context import Context, others
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.triggers.compile_patterns import is_game
from deckmastor.engine.verbs.doing import role
from deckmastor.language.ir import (
    Do,
    Group,
    In,
    Of,
    Pick,
    Ref,
    Tree,
    mentions,
    replace,
    substitute,
    walk,
)

MOVING: Final = ("move", "remove", "create", "play", "shuffle")
DEEPEST: Final = 12


def acts_on(ctx: Context, means: Tree, label: str, deep: int = 0) -> Iterator[Do]:
    """The acts of a definition on its object; those of defined verbs follow their own act."""
    for node in walk(means):
        if not (isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label):
            continue
        yield node
        if node.verb in ctx.defs and deep < DEEPEST:
            inner = written_out(ctx, node)
            if inner is not None:
                yield from acts_on(ctx, inner, label, deep + 1)


def written_out(ctx: Context, do: Do) -> Tree:
    """The definition of a verb with doer, object and roles of an act; None for a native."""
    if isinstance(ctx.defs[do.verb].means, str):
        return None
    shape, means = ctx.renamed_definition(do.verb)
    if not isinstance(shape, Do) or not isinstance(shape.obj, Pick):
        return None
    means = substitute(means, "you", do.agent if do.agent is not None else Ref("game"))
    for name, told in shape.roles:
        if isinstance(told, Pick) and role(do, name) is not None:
            means = substitute(means, told.label, role(do, name))
    meant: Tree = substitute(means, shape.obj.label, do.obj)
    return meant


def source_of(ctx: Context, means: Tree, label: str) -> tuple[Tree, ...]:
    """The place that a definition takes its object from, in a tuple; empty if it names none."""
    own = {id(node) for node in walk(means)}
    for node in acts_on(ctx, means, label):
        origin = role(node, "from")
        if origin is not None and not is_game(origin):
            return (origin if id(node) in own else of_any(origin),)
        if node.verb in MOVING:
            return ()
    return ()


def of_any(origin: Tree) -> Tree:
    """A source with `a` owner turned into `any`: another definition picks that owner."""
    owner = origin.owner if isinstance(origin, Of) else origin
    if isinstance(owner, Pick) and owner.how == "a":
        owner = replace(owner, how="any")
        return replace(origin, owner=owner) if isinstance(origin, Of) else owner
    return origin


def creates(ctx: Context, means: Tree, label: str) -> bool:
    """True if a definition creates its object."""
    return any(node.verb == "create" for node in acts_on(ctx, means, label))


def moved_so(defs: Defs, do: Do) -> Do | None:
    """The move that an act is by its definition, if it says from where and to where; else None.

    `Cards in a bed cannot be returned to a hand` speaks of every move from a bed to a hand.
    """
    definition = defs.get(do.verb)
    if definition is None or not isinstance(do.obj, Pick) or not isinstance(definition.do, Do):
        return None
    shape, means = definition.do, definition.means
    if not isinstance(means, Do) or means.verb != "move" or not isinstance(shape.obj, Pick):
        return None
    goals = {name: Ref(told.label) for name, told in shape.roles if isinstance(told, Pick)}
    whole = means.obj == Ref(shape.obj.label) and dict(means.roles) == goals
    lying = any(isinstance(part, In) and part.rel in ("in", "on") for part in do.obj.kind.where)
    if not (whole and lying and goals.keys() == {name for name, _ in do.roles}):
        return None
    return replace(do, verb="move")


def anywhere(origin: Tree, means: Tree) -> Tree:
    """The source with `a` owner turned into `any`, unless the definition mentions them again."""
    owner = origin.owner if isinstance(origin, Of) else origin
    if isinstance(owner, Pick) and owner.how == "a":
        inside = sum(isinstance(n, Ref) and n.name == owner.label for n in walk(owner))
        if sum(isinstance(n, Ref) and n.name == owner.label for n in walk(means)) == inside:
            return of_any(origin)
    return origin


def object_parts(ctx: Context, do: Do) -> tuple[Tree, tuple[Tree, ...]] | None:
    """The object of a defined verb and conditions on its place; None if they are not known."""
    definition = ctx.defs[do.verb]
    if isinstance(definition.means, str) or not isinstance(definition.do, Do):
        return None
    shape, means = ctx.renamed_definition(do.verb)
    assert isinstance(shape, Do)
    if not isinstance(do.obj, (Pick, Ref)) or not isinstance(shape.obj, Pick):
        return None
    means = substitute(means, "you", do.agent if do.agent is not None else Ref("game"))
    told = dict(do.roles)
    for name, param in shape.roles:
        if isinstance(param, Pick) and name in told:
            means = substitute(means, param.label, told[name])
    if not mentions(means, shape.obj.label):
        if isinstance(means, Do) and isinstance(means.obj, Pick):
            return (replace(means.obj, n=1), ())
        return None
    if isinstance(do.obj, Pick) and creates(ctx, means, shape.obj.label):
        return (made_new(do.obj), ())
    origins = source_of(ctx, means, shape.obj.label)
    it = Ref(do.obj.kind.var if isinstance(do.obj, Pick) else do.obj.name)
    places = (substitute(anywhere(one, means), shape.obj.label, it) for one in origins)
    return (do.obj, tuple(In(it, place, "in") for place in places))


# ---- places where a verb never works --------------------------------------------------------


def each_in_source(ctx: Context, do: Do, obj: Pick) -> Pick:
    """The members of `VERB each card`, limited to the place that the verb takes its object from.

    A place where the verb never works is refused.
    """
    means = written_out(ctx, do) if do.verb in ctx.defs else None
    if means is None or not isinstance(do.obj, Ref):
        return obj
    found: list[Tree] = []
    for source in source_of(ctx, means, do.obj.name):
        check_source(ctx, do, obj, source)
        origin = substitute(anywhere(source, means), do.obj.name, Ref(obj.kind.var))
        if not mentions(origin, "game"):
            found.append(In(Ref(obj.kind.var), origin, "in"))
    return replace(obj, kind=replace(obj.kind, where=(*obj.kind.where, *found)))


def check_forbidden(ctx: Context, do: Do) -> None:
    """Refuse a prohibition of a defined act on things in a place that its verb never takes from."""
    if do.verb not in ctx.defs or not isinstance(do.obj, Pick):
        return
    means = written_out(ctx, replace(do, obj=Ref(do.obj.label)))
    for source in source_of(ctx, means, do.obj.label):
        for part in do.obj.kind.where:
            place = lies_in(part, do.obj)
            if place is None or not isinstance(source, Of) or source.name == place.name:
                continue
            if apart(ctx, place, source):
                doer = do.agent if do.agent is not None else Ref("game")
                here, there = spoken(source, doer), spoken(place, doer)
                goal = goal_of(ctx, means, do.obj.label)
                raise Unsupported(
                    f"'{do.verb}' takes from {here}, never from {there}: "
                    f"say that it cannot be moved to {goal}"
                )


def lies_in(part: Tree, obj: Pick) -> Of | None:
    """The place that a part of a description says, of whomever; None if it says another thing."""
    match part:
        case In(rel="in" | "on", place=Of() as place, who=Ref(name=who)) if who == obj.kind.var:
            return place
        case In(rel="in" | "on", place=Pick() as place, who=Ref(name=who)) if who == obj.kind.var:
            return Of(None, place.kind.noun)
    return None


def goal_of(ctx: Context, means: Tree, label: str) -> str:
    """The place that a definition moves its object to, in words."""
    for node in acts_on(ctx, means, label):
        goal = role(node, "to", "into", "onto")
        if isinstance(goal, Of):
            return f"the {goal.name}" if goal.owner is None else f"a {goal.name}"
    return "there"


def check_source(ctx: Context, do: Do, obj: Tree, source: Tree) -> None:
    """Refuse an act on things in a place that its verb never takes anything from."""
    for item in obj.items if isinstance(obj, Group) else (obj,):
        if not isinstance(item, Pick):
            continue
        told = [
            part.place for part in item.kind.where
            if isinstance(part, In) and part.rel in ("in", "on") and part.who == Ref(item.kind.var)
        ]  # fmt: skip
        given = role(do, "from")
        for place in (*told, given):
            if place is not None and apart(ctx, place, source):
                here, there = spoken(source, do.agent), spoken(place, do.agent)
                raise Unsupported(f"'{do.verb}' takes from {here}, never from {there}")


def apart(ctx: Context, one: Tree, other: Tree) -> bool:
    """True if two terms can never mean the same place."""
    if not isinstance(other, Of):
        return False
    if sort_of(ctx, other) == "place" and sort_of(ctx, one) == "card":
        return isinstance(one, (Pick, Ref))  # a thing that cards lie on
    if not isinstance(one, Of):
        return False
    if sort_of(ctx, one) != "place" or sort_of(ctx, other) != "place":
        return False
    if one.name != other.name:
        return True
    return excludes(ctx, one.owner, other.owner) or excludes(ctx, other.owner, one.owner)


def excludes(ctx: Context, owner: Tree, who: Tree) -> bool:
    """True if an owner is described, or was picked, as another than somebody."""
    if isinstance(owner, Ref):
        return who in ctx.others.get(owner.name, ())
    return isinstance(owner, Pick) and who in others(owner)


def spoken(place: Tree, agent: Tree) -> str:
    """A place in words, by its owner: `the river`, `the hand of the doer`."""
    if isinstance(place, Pick):
        return f"a {place.kind.noun}"
    if isinstance(place, Ref):
        return f"the {place.name}" if place.name[:1].isupper() else "a thing"
    assert isinstance(place, Of)
    match place.owner:
        case None:
            return f"the {place.name}"
        case Pick() as owner:
            another = "another " if others(owner) else "a "
            return f"the {place.name} of {another}{owner.kind.noun}"
        case owner:
            return f"the {place.name} of {'the doer' if owner == agent else 'that player'}"
