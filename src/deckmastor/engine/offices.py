"""Offices as things: who holds one, and how it changes hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.acts import BECOME, assign, fire
from deckmastor.engine.machine import Machine
from deckmastor.engine.ops_acts import Act
from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Expr, Lit, Several

if TYPE_CHECKING:
    from deckmastor.engine.program.context import Context
    from deckmastor.language.ir import Tree


def office(ctx: Context, tree: Tree) -> Expr:
    """The office itself that a term names, and not who holds it."""
    from deckmastor.engine.program.terms import term
    from deckmastor.language.ir import Ref

    if isinstance(tree, Ref) and tree.name in ctx.schema.office_things:
        return Lit(ctx.schema.office_things[tree.name])
    return term(ctx, tree)


def scalars(ctx: Context) -> dict[int, int]:
    """Where the holder of each office is kept, by the office."""
    schema = ctx.schema
    return {thing: schema.attrs[name].at for name, thing in schema.office_things.items()}


class OfficeHolder(Several):
    """Who holds offices."""

    __slots__ = ("kept", "office")

    def __init__(self, office: Expr, kept: dict[int, int]) -> None:
        self.office = office
        self.kept = kept

    def many(self, s: State, r: Record) -> list[int]:
        found = [s.v[self.kept[t]] for t in self.office.many(s, r) if t in self.kept]
        return [person for person in found if person != NONE]


class Appoint(Act):
    """Somebody becomes the holder of an office, or nobody does."""

    __slots__ = ()

    def __init__(self, holder: Expr, office: Expr, label: int) -> None:
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
