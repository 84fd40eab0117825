"""The object of a defined verb, and where the definition takes it from."""

from __future__ import annotations

from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.triggers.compile_patterns import is_game
from deckmastor.engine.verbs.doing import role
from deckmastor.language.ir import Do, In, Pick, Ref, Tree, mentions, replace, substitute, walk


def source_of(means: Tree, label: str) -> tuple[Tree, ...]:
    """The place that a definition takes its object from, in a tuple; empty if it names none."""
    for node in walk(means):
        if isinstance(node, Do) and isinstance(node.obj, Ref) and node.obj.name == label:
            origin = role(node, "from")
            if origin is not None and not is_game(origin):
                return (origin,)
    return ()


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
    origins = source_of(means, shape.obj.label)
    name = do.obj.kind.var if isinstance(do.obj, Pick) else do.obj.name
    return (do.obj, tuple(In(Ref(name), origin, "in") for origin in origins))
