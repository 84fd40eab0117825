"""Offices: their holders, and how they change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr, Lit, Several
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import assign, fire
from deckmastor.engine.verbs.primitives import BECOME
from deckmastor.language.ir import Ref

if TYPE_CHECKING:
    from deckmastor.language.ir import Tree


def office(ctx: Context, tree: Tree) -> Expr:
    """The office that a term names, as a thing; not its holder."""

    if isinstance(tree, Ref) and tree.name in ctx.schema.office_things:
        return Lit(ctx.schema.office_things[tree.name])
    return term(ctx, tree)


def scalars(ctx: Context) -> dict[int, int]:
    """The scalar that stores the holder of each office, by the office."""
    schema = ctx.schema
    return {thing: schema.attrs[name].at for name, thing in schema.office_things.items()}


class OfficeHolder(Several):
    """The holders of offices."""

    def __init__(self, office: Expr, kept: dict[int, int]) -> None:
        self.office = office
        self.kept = kept

    def many(self, s: State, r: Record) -> list[int]:
        found = [s.v[self.kept[t]] for t in self.office.many(s, r) if t in self.kept]
        return [person for person in found if person != NONE]


class Appoint(Act):
    """Appoint somebody, or nobody, to an office."""

    def __init__(self, holder: Expr, office: Expr, label: Slot) -> None:
        super().__init__(holder, office, label)

    def run(self, m: Machine, s: State, r: Record) -> int:
        schema = m.rules.schema
        holder = self.agent.ev(s, r)
        things = self.obj.many(s, r)
        for name, thing in schema.office_things.items():
            if thing in things:
                assign(m, s, schema.attrs[name].at, holder)
                fire(m, s, BECOME, holder, schema.word(name))
        return self.done(r, bool(things))
