"""Compile descriptions: `the top card of the deck`, `each pony in your stable`."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import WIDEST, Numbers
from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg, Var
from deckmastor.engine.expressions.compile_terms import (
    is_place,
    noun_sort,
    place_term,
    prop,
    sort_label,
    sort_of,
)
from deckmastor.engine.expressions.compile_tests import checks, flat, is_now, is_set, kind_test
from deckmastor.engine.expressions.history import Done
from deckmastor.engine.expressions.people import AllPersons, NextPerson
from deckmastor.engine.expressions.places import Places
from deckmastor.engine.expressions.raise_quantifiers import raised
from deckmastor.engine.expressions.things import (
    Beside,
    Ends,
    Exposed,
    Find,
    Inside,
    NameOf,
    OnlyOne,
    Rest,
    Things,
    Top,
    TopFound,
    Weighted,
)
from deckmastor.engine.expressions.truths import Eq, Or, SpeciesIn
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.knowledge.description import DoneSince
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import TERMS, term
from deckmastor.engine.rules.schema import ASIDE_PLACE, Unsupported
from deckmastor.engine.state.layout import TURN
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.spells import Remaining
from deckmastor.engine.triggers.compile_patterns import asked
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.turns.contests import OpenContests
from deckmastor.language.ir import Cmp, Did, In, Kind, Of, Pick, Ref, Tree, mentions, replace


def description(ctx: Context, tree: Pick) -> Expr:
    """The things that a quantified noun phrase can mean."""
    if tree.label and ctx.knows(tree.label) and tree.how not in ("any", "each", "all", "some"):
        return Reg(ctx.slots[tree.label])
    sort_label(ctx, tree.label, tree.kind.noun)
    if tree.how in ("top", "bottom"):
        return topmost(ctx, tree)
    if tree.how == "next" and (tree.kind.noun == "phase" or tree.kind.noun in SECONDS):
        if tree.kind.noun == "phase" and not ctx.rules.calendar.phases:
            raise Unsupported("the next phase as a time")
        return Remaining(tree.kind.noun, ctx.rules.calendar, True)
    if tree.how in ("next", "previous") and sort_of(ctx, tree) == "player":
        start = anchor(ctx, tree)
        said = tuple(part for part in tree.kind.where if not is_after(part) and not is_round(part))
        kind = replace(tree.kind, where=said)
        told = said or kind.noun != "player"
        return NextPerson(
            start,
            1 if tree.how == "next" else -1,
            term(ctx, tree.n),
            ctx.schema.seats,
            ctx.rules.gone,
            find(ctx, kind) if told else None,
        )
    if tree.how in ("first", "last"):
        return Ends(find(ctx, tree.kind), tree.how == "last", term(ctx, tree.n))
    if tree.how == "next":
        return awaited(ctx, tree.kind)
    found = find(ctx, tree.kind, tree.how == "the")
    if tree.how == "only":
        return OnlyOne(found)
    if tree.how == "the":
        if any(is_now(part, "play") for part in flat(tree.kind.where)):
            return Exposed(found)
    return found


def awaited(ctx: Context, kind: Kind) -> Expr:
    """The next object of an act, counted from the moment when the description was announced."""
    acts = [part for part in kind.where if isinstance(part, Did)]
    if len(acts) != 1:
        raise Unsupported(f"the next {kind.noun}")
    if ctx.since == NONE:
        raise Unsupported(f"the next {kind.noun}, other than as a target")
    slot = ctx.slot(kind.var)
    ctx.sorts[kind.var] = noun_sort(ctx, kind.noun)
    done = asked(ctx, replace(acts[0], window="ever"), kind.var)
    if not isinstance(done, Done):
        raise Unsupported(f"the next {kind.noun}")
    ctx.awaits = done.index
    rest = tuple(part for part in kind.where if part is not acts[0])
    left = checks(ctx, kind.noun, rest, slot)
    found: Expr = DoneSince(done, ctx.since)
    return Ends(Find(found, slot, left) if left else found, False, Lit(1))


def anchor(ctx: Context, tree: Pick) -> Expr:
    """The player from whom `the next player` is counted.

    It is one who is named, else each of those who act, else the player at turn.
    """
    for part in tree.kind.where:
        if is_after(part):
            assert isinstance(part, In)
            return term(ctx, part.place)
    return Var(TURN) if ctx.circle == NONE else Reg(ctx.circle)


def is_after(part: Tree) -> bool:
    """True if a part of a description tells from whom is counted: `the player after you`."""
    return isinstance(part, In) and part.rel == "after"


def is_round(part: Tree) -> bool:
    """True if a part of a description only says that players sit in turn order."""
    return isinstance(part, In) and part.place == Of(None, "turn order")


def topmost(ctx: Context, tree: Pick) -> Expr:
    """The top or bottom things of a place; `the top weed` is the topmost of the weeds."""
    rest: list[Tree] = []
    source: Tree = None
    for part in tree.kind.where:
        if source is None and isinstance(part, In) and part.rel in ("of", "in", "on"):
            source = part.place
        else:
            rest.append(part)
    if source is None:
        raise Unsupported("the top of no place")
    place, n, low = place_term(ctx, source), term(ctx, tree.n), tree.how == "bottom"
    if not rest and kind_test(ctx, tree.kind.noun, 0) is None:
        return Top(place, n, low)
    slot = ctx.slot(tree.kind.var)
    fitting = Find(Inside(place), slot, checks(ctx, tree.kind.noun, tuple(rest), slot))
    return TopFound(fitting, n, low)


def find(ctx: Context, kind: Kind, one: bool = False) -> Expr:
    """All things that fit a description; with `one`, `below` and `above` mean the nearest."""
    kind = in_role(ctx, kind)
    slot = ctx.slot(kind.var) if kind.var else ctx.spare()
    sort_label(ctx, kind.var, kind.noun)
    where = without_owner(flat(kind.where))
    source, used = origin(ctx, kind, where, slot, one)
    rest = tuple(part for part in where if part is not used)
    whole = used is None and not isinstance(source, Inside)
    past = kind.noun == "card" and ctx.schema.mixed and isinstance(source, Done)
    left = checks(ctx, kind.noun, rest, slot, whole or past or isinstance(source, Weighted))
    if past:  # a card that nobody can name is still a card
        known = SpeciesIn(Reg(slot), ctx.schema.of_kind("card"))
        left = [Or([Eq(Reg(slot), Lit(UNKNOWN)), known]), *left]
    return Find(source, slot, left) if left else source


def in_role(ctx: Context, kind: Kind) -> Kind:
    """`Owner of the cards` as a person who is the owner of one of the cards; else the kind."""
    lexicon = ctx.schema.lexicon
    attr = lexicon.attrs.get(kind.noun)
    if attr is None or attr.sort != "player" or kind.noun in lexicon.kinds:
        return kind
    where: list[Tree] = []
    for part in flat(kind.where):
        if isinstance(part, In) and part.rel == "of" and part.who == Ref(kind.var):
            where.append(Cmp(Ref(kind.var), "=", Of(one_of(ctx, part.place), kind.noun)))
        else:
            where.append(part)
    if where == list(flat(kind.where)):
        raise Unsupported(f"'{kind.noun}' of nothing: say of what, as in 'the {kind.noun} of …'")
    return replace(kind, noun="entity", where=tuple(where))


def one_of(ctx: Context, tree: Tree) -> Tree:
    """Any one of the things that a label holds; another term as it is."""
    if not isinstance(tree, Ref) or tree.name not in ctx.plural:
        return tree
    var = f"one{ctx.spare()}"
    return Pick("any", 1, Kind("thing", (In(Ref(var), tree, "among"),), var), var)


def without_owner(where: list[Tree]) -> list[Tree]:
    """Conditions without `of somebody` if another condition names a place of theirs."""
    owners = [
        part.place.owner
        for part in where
        if isinstance(part, In) and part.rel in ("in", "on") and isinstance(part.place, Of)
    ]
    return [
        part
        for part in where
        if not (isinstance(part, In) and part.rel == "of" and part.place in owners)
    ]


def origin(ctx: Context, kind: Kind, where: list[Tree], slot: Slot, one: bool) -> tuple[Expr, Tree]:
    """The source of a description, and the condition that the source already satisfies."""
    var = kind.var
    sort = noun_sort(ctx, kind.noun)
    for part in where:
        if isinstance(part, In) and isinstance(part.who, Ref) and part.who.name == var:
            if sort == "card" and part.rel in ("of", "in") and rows_of(ctx, part.place):
                continue
            if part.rel in ("among", "rest of"):
                return (among(ctx, part), part)
            if part.rel in ("below", "above") and sort == "card":
                ctx.bits |= ctx.rules.any_zone
                step = -1 if part.rel == "below" else 1
                return (Beside(term(ctx, part.place), step, not one), part)
            if part.rel == "from" and isinstance(part.place, Ref):
                rows = ctx.rules.collections.get(part.place.name)
                if rows is not None:
                    return (Weighted([row for row, _ in rows], [n for _, n in rows]), part)
            if mentions(part.place, var):
                continue  # `in its holder's hand`: the place depends on the thing
            if part.rel in ("in", "on") and sort in ("card", "proposal", "rule", ""):
                return (Inside(place_term(ctx, part.place)), part)
    for part in where:
        if isinstance(part, Did) and part.window != "now" and raised(ctx, part) is part:
            found = asked(ctx, part, var)
            if found is not None:
                return (found, part)
    for part in where:
        if isinstance(part, In) and isinstance(part.who, Ref) and part.who.name == var:
            if part.rel == "of" and (sort == "word" or is_set(ctx, kind.noun)):
                attr = ctx.schema.attrs.get(kind.noun)
                if attr is not None:
                    return (prop(ctx, attr, term(ctx, part.place)), part)
                if kind.noun == "name":
                    return (NameOf(ctx.rules.names, term(ctx, part.place)), part)
            if sort == "card" and rows_of(ctx, part.place):
                continue
            if part.rel == "of" and sort in ("card",) and is_place(ctx, part.place):
                return (Inside(place_term(ctx, part.place)), part)
    return (everything(ctx, kind, sort, where), None)


def rows_of(ctx: Context, place: Tree) -> list[int]:
    """The words of a collection, if a term names one."""
    rows = ctx.rules.collections.get(place.name, []) if isinstance(place, Ref) else []
    return [word for word, _ in rows]


def among(ctx: Context, part: In) -> Expr:
    """The things that a label means, or those of them that no pick has taken."""
    if part.rel == "among":
        return term(ctx, part.place)
    label = part.place.name if isinstance(part.place, Ref) else ""
    return Rest(term(ctx, part.place), ctx.parts.get(label, []))


def everything(ctx: Context, kind: Kind, sort: str, where: list[Tree]) -> Expr:
    """All things that a noun can name."""
    noun = kind.noun
    schema = ctx.schema
    if noun == "effect":
        raise Unsupported(
            "effects by themselves. Say 'When effects have no end, …', or 'a card resolves'"
        )
    if noun in ctx.slots and noun not in schema.lexicon.kinds:  # a parameter, whatever its sort
        ctx.bits |= ctx.rules.any_zone
        return Things(frozenset(range(len(schema.species))), NONE, ctx.rules.numbers.cell())
    if sort == "player":
        ctx.bits |= ctx.rules.column_bit(ctx.rules.gone)
        seats = list(range(schema.seats))
        others = [
            schema.seats + i
            for i, name in enumerate(schema.persons)
            if noun in schema.species[schema.species_ids[name]].kinds and noun != "player"
        ]
        return AllPersons(seats + others, ctx.rules.gone)
    if sort == "place":
        number = schema.zone_number(noun)
        if number != NONE:
            ctx.bits |= ctx.rules.zone_bit(number)
            return Places(frozenset({number}), ctx.rules.numbers.cell())
        if noun == "place":
            every = frozenset(range(3, len(schema.zone_names)))
            return Places(every, ctx.rules.numbers.cell())
        if noun in ("list", "collection"):
            raise Unsupported(f"any {noun}: name the {noun}")
        return Things(schema.of_kind(noun), NONE, ctx.rules.numbers.cell())
    if noun in schema.contested_games:
        at = schema.attrs["#contest"].at
        ctx.bits |= ctx.rules.fact_bits
        words = [
            schema.word(kind) if noun == kind or noun in above else NONE
            for kind, above in schema.contests.items()
        ]
        return OpenContests(at, words)
    if sort == "number" or noun == "number":
        return numbers(ctx, where, kind.var)
    attr = schema.attrs.get(noun)
    if attr is not None and attr.members and noun not in schema.lexicon.kinds:
        return Lits(list(attr.members))
    if noun == "name" and attr is None:
        return Lits(card_names(ctx))
    if noun == "original":
        raise Unsupported("originals by themselves: say 'its original' of a copy")
    if sort in ("card", "proposal", "rule", "") or schema.of_kind(noun):
        ctx.bits |= ctx.rules.any_zone
        found = schema.of_kind("card" if noun == "copy" else noun)
        status = schema.lexicon.statuses.get(noun)
        if status is not None and status.family:
            found = schema.of_kind(status.of or "card")
        hidden = ctx.rules.common != NONE or sort in ("proposal", "rule")
        return Things(found, ASIDE_PLACE if hidden else NONE, ctx.rules.numbers.cell())
    if attr is not None:
        return Lits(sorted({value for value in attr.table if value != NONE}))
    if sort == "office":
        return Lits(list(schema.office_things.values()))
    raise Unsupported(f"all {noun}s there are")


def card_names(ctx: Context) -> list[int]:
    """The names of the cards that the book lists, each once, in the order of their rows."""
    schema = ctx.schema
    listed = {thing.id for thing in schema.book.things}  # not those that an amendment took away
    rows = [n for n in sorted(schema.of_kind("card")) if schema.species[n].row in listed]
    if not rows:
        raise Unsupported("a name where the book lists no cards")
    return list(dict.fromkeys(ctx.rules.names[number] for number in rows))


def numbers(ctx: Context, where: list[Tree], var: str) -> Numbers:
    """The numbers within the bounds of a description."""
    least: Expr | None = None
    most: Expr | None = None
    for part in where:
        if isinstance(part, Cmp) and part.a == Ref(var):
            if part.op in (">=", ">", "="):
                least = term(ctx, part.b)
            if part.op in ("<=", "<", "="):
                most = term(ctx, part.b)
    if isinstance(least, Lit) and isinstance(most, Lit) and most.n - least.n > WIDEST:
        raise Unsupported(f"a choice among more than {WIDEST + 1:,} numbers")
    return Numbers(least, most)


TERMS[Pick] = description
TERMS[Kind] = find
