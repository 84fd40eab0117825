"""Compile terms: references, possessions, properties, places and words."""

from __future__ import annotations

from types import NoneType

from deckmastor.engine.expressions.amounts import Add
from deckmastor.engine.expressions.base import Expr, Lit, Reg, Several, Var
from deckmastor.engine.expressions.names import ByWord
from deckmastor.engine.expressions.people import AllPersons, OwnedBy, Winners
from deckmastor.engine.expressions.places import OwnPlace, PlaceOwner, Places
from deckmastor.engine.expressions.things import (
    Bag,
    ClassOf,
    Col,
    Cols,
    ContentOf,
    Find,
    Holder,
    NameOf,
    Printed,
    PrintedSet,
    Prints,
    Things,
    Union,
)
from deckmastor.engine.expressions.truths import Le, Not
from deckmastor.engine.facts.facts import Derived, DerivedSet
from deckmastor.engine.ids import NONE
from deckmastor.engine.law.offices import OfficeHolder, scalars
from deckmastor.engine.rules.context import ACTOR, AUTHOR, Context
from deckmastor.engine.rules.registry import PROPERTIES, TERMS, term
from deckmastor.engine.rules.schema import ASIDE_PLACE, Attr, Unsupported
from deckmastor.engine.state.layout import RESULT, THIS, TURN, YOU
from deckmastor.engine.verbs.primitives import GAME
from deckmastor.language.ir import Calc, Group, Kind, Of, Pick, Qty, Ref, Tally, Tree


def reference(ctx: Context, tree: Ref) -> Expr:
    """The value of a label, or the thing, place or word of a name."""
    name = tree.name
    schema = ctx.schema
    if ctx.knows(name):
        return Reg(ctx.slots[name])
    if name == "at_turn":
        ctx.bits |= ctx.rules.scalar(TURN)
        return Var(TURN)
    if name == "game":
        return Lit(GAME)
    if name == "this rule" and ctx.rules.within[ctx.sentence] in schema.rule_ids:
        rule = schema.rule_ids[ctx.rules.within[ctx.sentence]]
        return Things(frozenset({rule}), ASIDE_PLACE, ctx.rules.numbers.cell())
    if name == "result":
        ctx.bits |= ctx.rules.scalar(RESULT)
        return Var(RESULT)
    if name.startswith("this"):
        return Reg(THIS)
    if name in schema.offices:
        ctx.bits |= ctx.rules.scalar(schema.attrs[name].at)
        return Var(schema.attrs[name].at)
    if name in schema.persons:
        return Lit(schema.seats + schema.persons.index(name))
    if name in schema.species_ids:
        named = [number for number, one in enumerate(schema.species) if one.name == name]
        left_out = ASIDE_PLACE if name in schema.lexicon.singles else NONE
        return Things(frozenset(named), left_out, ctx.rules.numbers.cell())
    if name in ("turn", "phase", "round"):
        return Lit(schema.word(name))
    if name[:1].islower() or name in ("X", "Y", "Z"):
        return Reg(ctx.slot(name))
    return Lit(schema.word(name))


# ---- possession -----------------------------------------------------------------------------


def possession(ctx: Context, tree: Of) -> Expr:
    """A place, property, counter or role of an owner."""
    name, owner = tree.name, tree.owner
    schema = ctx.schema
    if name == "author" and is_modifier(ctx, owner):
        return author(ctx, owner)
    printed = name.startswith("printed ")
    if printed:
        name = name[8:]
    special = role(ctx, name, owner)
    if special is not None:
        return special
    attr = schema.attrs.get(name)
    if of_several_sorts(ctx, name):
        raise Unsupported(f"the {name} of something without saying what it is")
    if attr is None and ctx.knows(name) and owner is not None:
        return told_by_word(ctx, Reg(ctx.slots[name]), owner)
    if attr is None:
        raise Unsupported(f"'{name}' of something")
    if attr.home == "place":
        return place(ctx, attr, owner)
    if attr.home == "scalar":
        return scalar(ctx, attr, owner)
    if owner is None:
        if name in schema.card_places:
            return Places(frozenset({schema.zone_number(name)}), ctx.rules.numbers.cell())
        if ctx.rules.facts.get(name) is not None:
            return scalar(ctx, attr)
        raise Unsupported(f"'{name}' without saying whose")
    if name in schema.lexicon.units and sort_of(ctx, owner) == "place":
        raise Unsupported(f"'{name}' of a place")
    several = isinstance(owner, Pick) and owner.how == "all"
    if several and attr.home == "printed" and attr.table and name not in ctx.rules.facts:
        return Prints(attr.table, term(ctx, owner))
    return prop(ctx, attr, term(ctx, owner), printed)


def is_modifier(ctx: Context, tree: Tree) -> bool:
    """True if a term means a modifier, and no thing."""
    if isinstance(tree, Ref):
        return tree.name == "this modifier" or ctx.sorts.get(tree.name) == "modifier"
    return isinstance(tree, Pick) and noun_sort(ctx, tree.kind.noun) == "modifier"


def author(ctx: Context, modifier: Tree) -> Expr:
    """The player by whose act this modifier was gained; nobody if they have left."""
    if modifier != Ref("this modifier") or not ctx.knows(AUTHOR):
        raise Unsupported(
            "the author of a modifier outside of its own text. Say 'the author of this modifier' "
            "in a rule of the modifier: 'When this card is played, …'"
        )
    slot = ctx.spare()
    here = [Le(Lit(0), Reg(slot)), Not(Col(ctx.rules.gone, Reg(slot)))]
    return Find(Reg(ctx.slots[AUTHOR]), slot, here)


def by_whom(ctx: Context) -> Expr:
    """The player by whose act something is gained: the author of a modifier.

    That is the doer of a definition, the one for whom a text speaks, and in a rule who was offered
    the effect, or who did what it waits for.
    """
    if ctx.actor is not None:
        return ctx.actor
    if "rule" not in ctx.rules.hosts[ctx.sentence]:
        return Reg(YOU)
    if ctx.asker is not None:
        return ctx.asker
    return Reg(ctx.slots[ACTOR]) if ctx.knows(ACTOR) else Lit(NONE)


def of_several_sorts(ctx: Context, name: str) -> bool:
    """True if a property has values of several sorts; a book can declare another of its name."""
    known, attr = ctx.schema.lexicon.attrs.get(name), ctx.schema.attrs.get(name)
    if name not in PROPERTIES or (known is not None and (known.owner, known.sort) != ("card", "")):
        return False
    return attr is None or (attr.home in ("printed", "column") and not any(attr.table))


def told_by_word(ctx: Context, word: Expr, owner: Tree) -> Expr:
    """A property whose name is a parameter: `this card's S`, where S is lore or context."""
    schema = ctx.schema
    whose = term(ctx, owner)
    found: dict[int, Expr] = {}
    for name, told in schema.lexicon.attrs.items():
        attr = schema.attrs.get(name)
        if attr is not None and attr.home in ("column", "printed") and told.sort != "place":
            found[schema.word(name)] = prop(ctx, attr, whose)
    return ByWord(word, found)


def role(ctx: Context, name: str, owner: Tree) -> Expr | None:
    """A property computed from the place or the nature of a thing; None for another name."""
    if name == "holder":
        of = term(ctx, owner)
        if sort_of(ctx, owner) == "office":
            return OfficeHolder(of, scalars(ctx))
        if isinstance(owner, Ref) and owner.name in ctx.schema.offices:
            return of
        if sort_of(ctx, owner) == "place":
            return PlaceOwner(of)
        ctx.bits |= ctx.rules.any_zone
        return Holder(of)
    if name == "owner" and owner is not None:
        return owner_of(ctx, owner)
    if name == "player" and owner is not None:
        return Col(ctx.rules.player_of, term(ctx, owner))
    if name == "doer" and owner is not None:
        return Col(ctx.rules.player_of, term(ctx, owner))
    if name == "name" and owner is not None:
        return NameOf(ctx.rules.names, term(ctx, owner))
    if name in ("text", "effect") and owner is not None:
        return term(ctx, owner)
    if ctx.schema.class_kind and name == ctx.schema.class_kind and owner is not None:
        return ClassOf(ctx.schema.class_things, term(ctx, owner))
    if name == "seat number" and owner is not None:
        return Add([term(ctx, owner), Lit(1)])
    if name == "winner":
        return Winners()
    if name == "turn order":
        return AllPersons(list(range(ctx.schema.seats)), ctx.rules.gone)
    return None


def owner_of(ctx: Context, tree: Tree) -> Expr:
    """The owner of a place or of a thing, with facts applied."""
    of = term(ctx, tree)
    ctx.bits |= ctx.rules.any_zone
    if sort_of(ctx, tree) == "place":
        return PlaceOwner(of)
    ctx.bits |= ctx.rules.column_bit(ctx.rules.owned)
    table = ctx.rules.facts.get("owner")
    if table is None:
        return OwnedBy(ctx.rules, of)
    ctx.bits |= ctx.rules.fact_bits
    slot = ctx.spare()
    return Derived(table, of, OwnedBy(ctx.rules, Reg(slot)), slot)


def place(ctx: Context, attr: Attr, owner: Tree) -> Expr:
    """A place of an owner, or of the game."""
    ctx.bits |= ctx.rules.zone_bit(ctx.schema.zone_number(attr.name))
    if attr.owner is None:
        return Lit(attr.at)
    if owner is None:
        number = ctx.schema.zone_number(attr.name)
        return Places(frozenset({number}), ctx.rules.numbers.cell())
    return OwnPlace(attr.at, term(ctx, owner))


def scalar(ctx: Context, attr: Attr, owner: Tree = None) -> Expr:
    """A value of the game, or its value for somebody; a constant if nothing can change it."""
    table = ctx.rules.facts.get(attr.name)
    initial = ctx.schema.initial.get(attr.at, 0)
    if table is None and attr.name not in ctx.schema.written:
        return Lit(initial)
    ctx.bits |= ctx.rules.scalar(attr.at)
    if table is not None:
        ctx.bits |= ctx.rules.fact_bits
        if owner is not None:
            return Derived(table, term(ctx, owner), Var(attr.at, attr.none), ctx.spare())
        return Derived(table, None, Var(attr.at, attr.none), 0)
    return Var(attr.at, attr.none)


def prop(ctx: Context, attr: Attr, owner: Expr, printed: bool = False) -> Expr:
    """A property of things, with facts applied; with `printed`, as printed."""
    table = None if printed else ctx.rules.facts.get(attr.name)
    if table is not None:
        ctx.bits |= ctx.rules.fact_bits
        slot = ctx.spare()
        base = stored(ctx, attr, Reg(slot), printed)
        if attr.home in ("bag", "printed bag"):
            return DerivedSet(table, owner, base, slot)
        return Derived(table, owner, base, slot)
    return stored(ctx, attr, owner, printed)


def stored(ctx: Context, attr: Attr, owner: Expr, printed: bool = False) -> Expr:
    """A property of things or of the game as the State stores it, or as printed."""
    if attr.home == "scalar":
        ctx.bits |= ctx.rules.scalar(attr.at)
        return Var(attr.at)
    if attr.home == "column" and not printed:
        ctx.bits |= ctx.rules.column_bit(attr.at)
        if isinstance(owner, Several):
            return Cols(attr.at, owner)
        return Col(attr.at, owner, attr.none, attr.gappy)
    if attr.home in ("printed", "column"):
        if not attr.table:
            return Lit(0)
        return Printed(attr.table, owner, attr.none, attr.gappy)
    if attr.home == "bag" and not printed:
        ctx.bits |= ctx.rules.column_bit(attr.at)
        return Bag(attr.at, owner)
    return PrintedSet(attr.sets, owner)


# ---- descriptions ---------------------------------------------------------------------------


def sort_of(ctx: Context, tree: Tree) -> str:
    """The sort of a term: player, card, place, number, word …"""
    lexicon = ctx.schema.lexicon
    match tree:
        case Of():
            attr = lexicon.attrs.get(tree.name)
            if tree.name in ctx.schema.attrs and ctx.schema.attrs[tree.name].home == "place":
                return "place"
            return attr.sort if attr is not None else "number"
        case Pick():
            return noun_sort(ctx, tree.kind.noun)
        case Kind():
            return noun_sort(ctx, tree.noun)
        case Ref():
            if tree.name in ctx.sorts:
                return ctx.sorts[tree.name]
            if tree.name == "at_turn" or tree.name in ctx.schema.offices + ctx.schema.persons:
                return "player"
            if tree.name == "this rule":
                return "rule"
            named = tree.name in ctx.schema.lexicon.singles
            return "card" if named or tree.name.startswith("this") else ""
        case Group():
            return sort_of(ctx, tree.items[0])
    return "number" if isinstance(tree, (int, Qty, Calc, Tally)) else ""


def noun_sort(ctx: Context, noun: str) -> str:
    """The sort of the things that a noun names."""
    return ctx.schema.noun_sort(noun)


def label_sort(ctx: Context, noun: str) -> str:
    """The sort of what a label holds: a place that is a thing itself (a tower) is held as one."""
    return "card" if is_hollow(ctx, noun) else noun_sort(ctx, noun)


def is_hollow(ctx: Context, noun: str) -> bool:
    """True if a noun names things that are places themselves: towers."""
    attrs = ctx.schema.attrs
    return noun_sort(ctx, noun) == "place" and noun not in attrs and noun != "place"


def sort_label(ctx: Context, label: str, noun: str) -> None:
    """Note the sort of the things that a label holds."""
    ctx.sorts[label] = label_sort(ctx, noun)
    if is_hollow(ctx, noun):
        ctx.hollow.add(label)


def place_term(ctx: Context, tree: Tree) -> Expr:
    """A place: a declared one, or the place that a thing itself is."""
    if sort_of(ctx, tree) == "place" and not isinstance(tree, Ref):
        if isinstance(tree, Pick) and tree.kind.noun not in ctx.schema.attrs:
            return ContentOf(ctx.rules.content, term(ctx, tree))
        return term(ctx, tree)
    if isinstance(tree, Ref) and ctx.sorts.get(tree.name) == "place":
        return term(ctx, tree)
    if isinstance(tree, Group):
        return Union([place_term(ctx, item) for item in tree.items])
    if isinstance(tree, Of) and tree.name in ctx.schema.card_places:
        return prop(ctx, ctx.schema.card_places[tree.name], term(ctx, tree.owner))
    return ContentOf(ctx.rules.content, term(ctx, tree))


def is_place(ctx: Context, tree: Tree) -> bool:
    """True if a term names a declared place."""
    return sort_of(ctx, tree) == "place"


def union(ctx: Context, tree: Group) -> Expr:
    """Several things together."""
    return Union([term(ctx, item) for item in tree.items])


TERMS[int] = lambda ctx, number: Lit(number)
TERMS[str] = lambda ctx, word: Lit(ctx.schema.word(word))
TERMS[NoneType] = lambda ctx, nothing: Lit(NONE)
TERMS[Ref] = reference
TERMS[Of] = possession
TERMS[Group] = union
