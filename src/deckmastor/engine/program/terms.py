"""Noun phrases and amounts compiled to expressions."""

from __future__ import annotations

from types import NoneType

from deckmastor.engine import history
from deckmastor.engine.acts import GAME
from deckmastor.engine.clock import Remaining
from deckmastor.engine.contests import OpenContests
from deckmastor.engine.derived import Derived, DerivedSet
from deckmastor.engine.describing import DoneSince
from deckmastor.engine.offices import OfficeHolder, scalars
from deckmastor.engine.program.conditions import is_kind, outstanding
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.events import asked, happened
from deckmastor.engine.program.facts import weighed
from deckmastor.engine.program.picking import is_now
from deckmastor.engine.program.registry import TERMS, condition, term
from deckmastor.engine.roles import (
    AllPersons,
    Bag,
    ByWord,
    ClassOf,
    Cols,
    ContentOf,
    Ends,
    Exposed,
    Letters,
    NameOf,
    NextPerson,
    Numbers,
    OwnedBy,
    Prints,
    Rest,
    Weighted,
    Winners,
)  # fmt: skip
from deckmastor.engine.schema import ASIDE_PLACE, Attr
from deckmastor.engine.state import NONE, RESULT, THIS, TURN
from deckmastor.engine.values import (
    Add,
    Beside,
    Col,
    Count,
    Distance,
    Div,
    Expr,
    Find,
    Gather,
    Holder,
    Inside,
    Least,
    Lit,
    Lits,
    Meets,
    Mul,
    OwnPlace,
    PlaceOwner,
    Places,
    Printed,
    PrintedSet,
    Reg,
    RegSize,
    Several,
    Size,
    SizeOne,
    Sub,
    Things,
    Top,
    Union,
    Var,
)  # fmt: skip
from deckmastor.language.ir import (
    Calc,
    Did,
    Group,
    In,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    replace,
)

VAGUE = ("up to", "at least", "more than")
SECONDS = {
    "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2592000, "year": 31536000,
}  # fmt: skip


def reference(ctx: Context, tree: Ref) -> Expr:
    """What a label or a name stands for."""
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
        return Things(frozenset(named), NONE, ctx.rules.numbers.cell())
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
    printed = name.startswith("printed ")
    if printed:
        name = name[8:]
    special = role(ctx, name, owner)
    if special is not None:
        return special
    attr = schema.attrs.get(name)
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
    several = isinstance(owner, Pick) and owner.how == "all"
    if several and attr.home == "printed" and attr.table and name not in ctx.rules.facts:
        return Prints(attr.table, term(ctx, owner))
    return prop(ctx, attr, term(ctx, owner), printed)


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
    """Properties that are worked out from where a thing is or what it is."""
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
    if name == "owner" and "owner" not in ctx.schema.written:
        of = term(ctx, owner)
        ctx.bits |= ctx.rules.any_zone
        return PlaceOwner(of) if sort_of(ctx, owner) == "place" else OwnedBy(of)
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
    """A value of the game, or what it is for somebody: a constant where nothing can change it."""
    table = ctx.rules.facts.get(attr.name)
    initial = ctx.schema.initial.get(attr.at, 0)
    if table is None and attr.name not in ctx.schema.written:
        return Lit(initial)
    ctx.bits |= ctx.rules.scalar(attr.at)
    if table is not None:
        ctx.bits |= ctx.rules.fact_bits
        if owner is not None:
            return Derived(table, term(ctx, owner), Var(attr.at), ctx.spare())
        return Derived(table, None, Var(attr.at), 0)
    return Var(attr.at)


def prop(ctx: Context, attr: Attr, owner: Expr, printed: bool = False) -> Expr:
    """A property of things, with what facts make of it unless the printed one is asked for."""
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
    """A property of things as it stands in the state, or as printed."""
    if attr.home == "column" and not printed:
        ctx.bits |= ctx.rules.column_bit(attr.at)
        if isinstance(owner, Several):
            return Cols(attr.at, owner)
        return Col(attr.at, owner)
    if attr.home in ("printed", "column"):
        if not attr.table:
            return Lit(0)
        return Printed(attr.table, owner)
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
            return "card" if tree.name.startswith("this") else ""
        case Group():
            return sort_of(ctx, tree.items[0])
    return "number" if isinstance(tree, (int, Qty, Calc, Tally)) else ""


def noun_sort(ctx: Context, noun: str) -> str:
    """The sort of what a noun names."""
    return ctx.schema.noun_sort(noun)


def description(ctx: Context, tree: Pick) -> Expr:
    """What a quantified noun phrase can stand for."""
    if tree.label and ctx.knows(tree.label) and tree.how not in ("any", "each", "all", "some"):
        return Reg(ctx.slots[tree.label])
    ctx.sorts[tree.label] = noun_sort(ctx, tree.kind.noun)
    if tree.how in ("top", "bottom"):
        return topmost(ctx, tree)
    if tree.how == "next" and (tree.kind.noun == "phase" or tree.kind.noun in SECONDS):
        if tree.kind.noun == "phase" and not ctx.rules.calendar.phases:
            raise Unsupported("the next phase as a time")
        return Remaining(tree.kind.noun, ctx.rules.calendar, True)
    if tree.how in ("next", "previous") and sort_of(ctx, tree) == "player":
        start = anchor(ctx, tree)
        return NextPerson(
            start,
            1 if tree.how == "next" else -1,
            term(ctx, tree.n),
            ctx.schema.seats,
            ctx.rules.gone,
        )
    if tree.how in ("first", "last"):
        return Ends(find(ctx, tree.kind), tree.how == "last", term(ctx, tree.n))
    if tree.how == "next":
        return awaited(ctx, tree.kind)
    found = find(ctx, tree.kind, tree.how == "the")
    if tree.how == "the":
        if any(is_now(part, "play") for part in flat(tree.kind.where)):
            return Exposed(found)
    return found


def awaited(ctx: Context, kind: Kind) -> Expr:
    """What something will next be done to, seen from when it was announced."""
    acts = [part for part in kind.where if isinstance(part, Did)]
    if len(acts) != 1:
        raise Unsupported(f"the next {kind.noun}")
    if ctx.since == NONE:
        raise Unsupported(f"the next {kind.noun}, other than as a target")
    slot = ctx.slot(kind.var)
    ctx.sorts[kind.var] = noun_sort(ctx, kind.noun)
    done = asked(ctx, replace(acts[0], window="ever"), kind.var)
    if not isinstance(done, history.Done):
        raise Unsupported(f"the next {kind.noun}")
    ctx.awaits = done.index
    rest = tuple(part for part in kind.where if part is not acts[0])
    left = checks(ctx, kind.noun, rest, slot)
    found: Expr = DoneSince(done, ctx.since)
    return Ends(Find(found, slot, left) if left else found, False, Lit(1))


def anchor(ctx: Context, tree: Pick) -> Expr:
    """Who `the next player` is next to: the one named, else the player at turn."""
    for part in tree.kind.where:
        if isinstance(part, In) and part.rel == "after":
            return term(ctx, part.place)
    return Var(TURN)


def topmost(ctx: Context, tree: Pick) -> Expr:
    """The top or bottom of a place."""
    rest: list[Tree] = []
    source: Tree = None
    for part in tree.kind.where:
        if source is None and isinstance(part, In) and part.rel in ("of", "in", "on"):
            source = part.place
        else:
            rest.append(part)
    if source is None:
        raise Unsupported("the top of no place")
    found: Expr = Top(place_term(ctx, source), term(ctx, tree.n), tree.how == "bottom")
    if rest or kind_test(ctx, tree.kind.noun, 0) is not None:
        slot = ctx.slot(tree.kind.var)
        found = Find(found, slot, checks(ctx, tree.kind.noun, tuple(rest), slot))
    return found


def place_term(ctx: Context, tree: Tree) -> Expr:
    """A place: one that is declared, or the place that a thing itself is."""
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


def find(ctx: Context, kind: Kind, one: bool = False) -> Expr:
    """All that fit a description; of what lies below or above something, `one` is the nearest."""
    slot = ctx.slot(kind.var) if kind.var else ctx.spare()
    ctx.sorts[kind.var] = noun_sort(ctx, kind.noun)
    where = without_owner(flat(kind.where))
    source, used = origin(ctx, kind, where, slot, one)
    rest = tuple(part for part in where if part is not used)
    whole = used is None and not isinstance(source, Inside)
    left = checks(ctx, kind.noun, rest, slot, whole or isinstance(source, Weighted))
    return Find(source, slot, left) if left else source


def without_owner(where: list[Tree]) -> list[Tree]:
    """Conditions without `of somebody` where a place of theirs is named as well."""
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


def flat(parts: tuple[Tree, ...]) -> list[Tree]:
    """Conditions with `and` between them, each on its own."""
    found: list[Tree] = []
    for part in parts:
        if isinstance(part, Logic) and part.op == "and":
            found += flat(part.parts)
        else:
            found.append(part)
    return found


def origin(ctx: Context, kind: Kind, where: list[Tree], slot: int, one: bool) -> tuple[Expr, Tree]:
    """Where to look for what fits, and the condition that this takes care of."""
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
            if part.rel in ("in", "on") and sort in ("card", "proposal", "rule", ""):
                return (Inside(place_term(ctx, part.place)), part)
    for part in where:
        if isinstance(part, Did) and part.window != "now":
            found = asked(ctx, part, var)
            if found is not None:
                return (found, part)
    for part in where:
        if isinstance(part, In) and isinstance(part.who, Ref) and part.who.name == var:
            if part.rel == "of" and (sort == "word" or is_set(ctx, kind.noun)):
                attr = ctx.schema.attrs.get(kind.noun)
                if attr is not None:
                    return (prop(ctx, attr, term(ctx, part.place)), part)
            if sort == "card" and rows_of(ctx, part.place):
                continue
            if part.rel == "of" and sort in ("card",) and is_place(ctx, part.place):
                return (Inside(place_term(ctx, part.place)), part)
    return (everything(ctx, kind, sort, where), None)


def rows_of(ctx: Context, place: Tree) -> list[int]:
    """The words of a collection, if a term names one."""
    rows = ctx.rules.collections.get(place.name, []) if isinstance(place, Ref) else []
    return [word for word, _ in rows]


def is_set(ctx: Context, noun: str) -> bool:
    """Whether a noun names the members of a set that things have."""
    attr = ctx.schema.attrs.get(noun)
    return attr is not None and attr.home in ("bag", "printed bag")


def is_place(ctx: Context, tree: Tree) -> bool:
    """Whether a term names a declared place."""
    return sort_of(ctx, tree) == "place"


def among(ctx: Context, part: In) -> Expr:
    """Some of what was mentioned, or the rest of it."""
    if part.rel == "among":
        return term(ctx, part.place)
    label = part.place.name if isinstance(part.place, Ref) else ""
    return Rest(term(ctx, part.place), ctx.parts.get(label, []))


def everything(ctx: Context, kind: Kind, sort: str, where: list[Tree]) -> Expr:
    """All things that a noun can name."""
    noun = kind.noun
    schema = ctx.schema
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
        return Numbers(ctx, term, where, kind.var)
    attr = schema.attrs.get(noun)
    if attr is not None and attr.members and noun not in schema.lexicon.kinds:
        return Lits(list(attr.members))
    if sort in ("card", "proposal", "rule", "") or schema.of_kind(noun):
        ctx.bits |= ctx.rules.any_zone
        found = schema.of_kind(noun)
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


def kind_test(ctx: Context, noun: str, slot: int) -> Expr | None:
    """What a thing must be to be called by a noun; None if every card or person is."""
    if noun in ("card", "thing", "player", "place", "number", "copy", "entity"):
        return None
    return is_kind(ctx, Reg(slot), noun)


def checks(
    ctx: Context, noun: str, where: tuple[Tree, ...], slot: int, whole: bool = False
) -> list[Expr]:
    """The tests of a description: its noun first, comparisons with all others last."""
    found: list[Expr] = []
    sort = noun_sort(ctx, noun)
    status = ctx.schema.lexicon.statuses.get(noun)
    if noun in ctx.slots and noun not in ctx.schema.lexicon.kinds:  # a parameter, whatever its sort
        test = kind_test(ctx, noun, slot)
        if test is not None:
            found.append(test)
    elif not whole or (status is not None and status.family):
        if sort in ("card", "proposal", "rule", "player"):
            test = kind_test(ctx, noun, slot)
            if test is not None:
                found.append(test)
    elif sort == "player":
        test = kind_test(ctx, noun, slot)
        if test is not None:
            found.append(test)
    last: list[Expr] = []
    for part in flat(where):
        special = outstanding(ctx, part)
        if special is not None:
            last.append(special)
        elif isinstance(part, In) and part.rel == "of" and is_set(ctx, noun):
            found.append(Meets(Reg(slot), prop(ctx, ctx.schema.attrs[noun], term(ctx, part.place))))
        else:
            found.append(condition(ctx, part))
    return found + last


# ---- amounts --------------------------------------------------------------------------------


def quantity(ctx: Context, tree: Qty) -> Expr:
    """An amount of a counter, or a length of time in seconds."""
    if tree.unit in SECONDS and tree.unit not in ctx.schema.lexicon.units:
        return Mul(term(ctx, tree.n), Lit(SECONDS[tree.unit]))
    return term(ctx, tree.n)


def calculation(ctx: Context, tree: Calc) -> Expr:
    """Arithmetic."""
    op = tree.op
    if op == "with":
        return Lit(ctx.schema.literal(tree))
    args = [term(ctx, arg) for arg in tree.args]
    match op:
        case "+":
            return Add(args)
        case "-":
            return Sub(args[0], args[1]) if len(args) == 2 else Sub(Lit(0), args[0])
        case "neg":
            return Lit(-args[0].n) if isinstance(args[0], Lit) else Sub(Lit(0), args[0])
        case "*":
            return Mul(args[0], args[1])
        case "/" | "floor" | "ceil":
            if len(args) == 1:
                inner = tree.args[0]
                if isinstance(inner, Calc) and inner.op == "/":
                    return Div(term(ctx, inner.args[0]), term(ctx, inner.args[1]), op == "ceil")
                return args[0]
            return Div(args[0], args[1], False)
        case "half up" | "half down":
            return Div(args[0], Lit(2), op == "half up")
        case "groups":
            return Div(args[0], args[1], False)
        case "min" | "max":
            return Least(args, op == "max")
        case "abs":
            return Distance(args[0], Lit(0))
        case "distance":
            return Distance(args[0], args[1])
        case "count":
            return Count(args[0])
        case "sum":
            return Add(args)
        case "<=" | ">=" | "<" | ">" | "=" | "at least" | "up to":
            label = vague_label(tree)
            return Reg(ctx.slots[label]) if ctx.knows(label) else args[-1]
        case "more than":
            label = vague_label(tree)
            return Reg(ctx.slots[label]) if ctx.knows(label) else Add([args[0], Lit(1)])
    raise Unsupported(f"the calculation '{op}'")


def count(found: Expr) -> Expr:
    """How many things there are; of all in a place, its size."""
    if isinstance(found, Inside):
        one = isinstance(found.place, Lit) or (
            isinstance(found.place, OwnPlace) and not isinstance(found.place.owner, Several)
        )
        return SizeOne(found.place) if one else Size(found.place)
    return Count(found)


def vague_label(tree: Calc) -> str:
    """The label of an amount that somebody settled: what `that many` behind it means."""
    return f"#{tree.op} {tree.args[0]}"


def counted(ctx: Context, what: Kind) -> Expr:
    """How many fit a description, each with its weight if some count as several."""
    if ctx.rules.weights:
        return weighed(ctx, what)
    return count(term(ctx, what))


def spelt(ctx: Context, what: Kind) -> Expr | None:
    """How many letters a name has, for what the book says that names consist of."""
    attr = ctx.schema.attrs.get(what.noun)
    if attr is None or attr.owner != "name" or len(what.where) != 1:
        return None
    match what.where[0]:
        case In(rel="in" | "of", place=Of(name="name", owner=owner)) if owner is not None:
            return Letters([one.name for one in ctx.schema.species], term(ctx, owner))
    return None


def tally(ctx: Context, tree: Tally) -> Expr:
    """A count or a sum over a description."""
    what = tree.what
    if tree.op == "count" and isinstance(what, Kind) and what.noun in ctx.rules.spans:
        ctx.bits |= ctx.rules.scalar(ctx.rules.spans[what.noun])
        return Var(ctx.rules.spans[what.noun])
    if tree.op == "count":
        if isinstance(what, Ref) and ctx.knows(what.name):
            return RegSize(ctx.slots[what.name])
        if isinstance(what, Kind):
            named = spelt(ctx, what)
            if named is not None:
                return named
            before = what.var in ctx.slots
            found = counted(ctx, what)
            if not before:  # whoever is counted is described again where they are spoken of
                ctx.slots.pop(what.var, None)
                ctx.sorts.pop(what.var, None)
            return found
        return count(term(ctx, what))
    if tree.op in ("sum", "most", "fewest", "distinct"):
        slot = ctx.spare()
        found = term(ctx, what)
        attr = ctx.schema.attrs.get(tree.prop)
        if tree.prop == "name":
            return Gather(tree.op, found, slot, NameOf(ctx.rules.names, Reg(slot)))
        if attr is None:
            if not tree.prop:
                return Gather(tree.op, found, slot, Reg(slot))
            raise Unsupported(f"'{tree.op}' of '{tree.prop}'")
        return Gather(tree.op, found, slot, prop(ctx, attr, Reg(slot)))
    if tree.op == "times" and isinstance(what, Did):
        return happened(ctx, what)
    raise Unsupported(f"the tally '{tree.op}'")


def union(ctx: Context, tree: Group) -> Expr:
    """Several things together."""
    return Union([term(ctx, item) for item in tree.items])


TERMS[int] = lambda ctx, number: Lit(number)
TERMS[str] = lambda ctx, word: Lit(ctx.schema.word(word))
TERMS[NoneType] = lambda ctx, nothing: Lit(NONE)
TERMS[Ref] = reference
TERMS[Of] = possession
TERMS[Pick] = description
TERMS[Kind] = find
TERMS[Group] = union
TERMS[Qty] = quantity
TERMS[Calc] = calculation
TERMS[Tally] = tally

__all__ = ["SECONDS", "description", "find", "history", "place_term", "prop", "sort_of", "term"]
