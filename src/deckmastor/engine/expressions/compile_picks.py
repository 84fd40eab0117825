"""Compile picks: how a noun phrase gets its things (choice, chance, all), and destinations."""

from __future__ import annotations

import operator

from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.compile_descriptions import description, find
from deckmastor.engine.expressions.compile_number_sets import is_numbers, one_number
from deckmastor.engine.expressions.compile_terms import by_whom, place_term, sort_of
from deckmastor.engine.expressions.compile_tests import flat, is_now, is_set
from deckmastor.engine.expressions.things import (
    ContentOf,
    Exposed,
    Inside,
    NameOf,
    OnlyOne,
    PlaceOf,
    Union,
    Weighted,
)
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import Forget, Let, LetNumber, Times
from deckmastor.engine.machine.questions import Choose, PickRandom
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.permits import Swept, Unforbidden
from deckmastor.engine.permission.rerolls import PickAgain
from deckmastor.engine.resolution.compile_links import hidden
from deckmastor.engine.rules.context import Context, others
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.schema import Attr, Unsupported
from deckmastor.engine.verbs.new_things import Given, MakeNew
from deckmastor.language.ir import (
    Cmp,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Ref,
    Tally,
    Tree,
    leaves,
    replace,
    walk,
)

NEW = "new"
RANDOM_NEW = "random new"  # a pick at random among rows, by a verb that creates its object
ANEW = (NEW, RANDOM_NEW)
UNSURE = ("the", "only", "a", "random", "first", "last")  # picks that can find nobody
DEFINITE = ("the", "only", "top", "bottom", "first", "last", "next", "previous")


def made_new(tree: Pick) -> Pick:
    """The pick of something that an act creates: by chance if it is said so, else by choice."""
    return replace(tree, how=RANDOM_NEW if tree.how in ("random", RANDOM_NEW) else NEW)


def pick(
    ctx: Context,
    tree: Pick,
    who: Expr,
    within: tuple[Tree, ...] = (),
    verb_rules: VerbRules | None = None,
) -> Expr:
    """Emit the pick of a quantified noun phrase; its label then holds the things picked.

    With `verb_rules`, only things for which that verb is not forbidden can be picked.
    """
    if ctx.knows(tree.label) and tree.label in ctx.sorts and tree.how in ("the", "that"):
        return Reg(ctx.slots[tree.label])
    if tree.how != "all" and ctx.schema.ranged and is_numbers(ctx, tree):
        raise Unsupported(f"one {tree.kind.noun} of several, as it can be a range")
    kind = tree.kind
    if within:
        kind = Kind(kind.noun, (*kind.where, *within), kind.var, at=kind.at)
    unlike = any(map(is_unlike, kind.where))
    if unlike:
        kind = replace(kind, where=tuple(part for part in kind.where if not is_unlike(part)))
    if kind is not tree.kind:
        tree = replace(tree, kind=kind)
    inner_picks(ctx, kind, who)
    ctx.others[tree.label] = others(tree)
    if tree.how in UNSURE and sort_of(ctx, tree) == "player":
        ctx.nobody.add(tree.label)
    how = tree.how
    slot = ctx.slot(tree.label)
    if several(tree):
        ctx.plural.add(tree.label)
    for part in flat(kind.where):
        if isinstance(part, In) and part.rel == "among" and isinstance(part.place, Ref):
            ctx.parts.setdefault(part.place.name, []).append(slot)
    ctx.slots.setdefault(kind.var, slot)
    if how in ("top", "bottom", "next", "previous", "first", "last"):
        found = description(ctx, replace(tree, label=""))
        ctx.sorts[tree.label] = sort_of(ctx, tree)
        ctx.emit(Let(slot, found))
        return Reg(slot)
    scratch = ctx.spare()
    kept = dict(ctx.slots)
    ctx.slots[kind.var] = scratch
    found = find(ctx, kind, how == "the")
    ctx.slots[kind.var] = kept.get(kind.var, slot)
    ctx.slots[tree.label] = slot
    ctx.sorts[tree.label] = sort_of(ctx, tree)
    if how in ("all", "each", "the", "only", "some"):
        if how == "only":
            found = OnlyOne(found)
        if how == "the" and any(is_now(part, "play") for part in flat(kind.where)):
            found = Exposed(found)
        ctx.emit(Let(slot, found))
        return Reg(slot)
    one_number(ctx, tree.n)
    n = term(ctx, tree.n)
    late = ctx.rules.linkwise and hidden(ctx, kind)
    if verb_rules is not None and how not in ANEW:
        found = Unforbidden(verb_rules, who, found, ctx.causes())
    if how == "random":
        draw = drawn(ctx, found, slot, n, who)
        draw.late = ctx.rules.linkwise
        ctx.emit(draw)
    elif how in ("a", "any"):
        made = Choose(who, found, slot, n, n)
        if verb_rules is not None and sort_of(ctx, tree) == "card" and not ctx.rules.linkwise:
            made.idle = Swept(verb_rules, who, found)
        choose(ctx, tree, made, unlike, late)
    elif how == "upto":
        choose(ctx, tree, Choose(who, found, slot, None, n), unlike, late)
    elif how == "anynum":
        choose(ctx, tree, Choose(who, found, slot, None, None), unlike, late)
    elif how in ("atleast", "over"):
        choose(ctx, tree, Choose(who, found, slot, n, None), unlike, late)
    elif how in ANEW:
        anew(ctx, kind, who, slot, n, how)
    else:
        raise Unsupported(f"picking '{how}'")
    return Reg(slot)


def drawn(ctx: Context, found: Expr, slot: Slot, n: Expr, who: Expr) -> PickRandom:
    """The pick by chance for an act of `who`; in some books they may reroll it."""
    if not ctx.schema.rerolls:
        return PickRandom(found, slot, n)
    return PickAgain(found, slot, n, who, by_whom(ctx), ctx.spare())


def as_thing(ctx: Context, tree: Tree) -> Tree:
    """A pick of a thing by its role, `a neighbour of that stack`, as a pick of a thing."""
    lexicon = ctx.schema.lexicon
    attr = lexicon.attrs.get(tree.kind.noun) if isinstance(tree, Pick) else None
    if not isinstance(tree, Pick) or attr is None or tree.kind.noun in lexicon.kinds:
        return tree
    if attr.sort != "card" or sort_of(ctx, tree) == "place":
        return tree
    one, noun = Ref(tree.kind.var), tree.kind.noun
    op = "member" if attr.many else "="
    where = tuple(
        Cmp(one, op, Of(part.place, noun))
        if isinstance(part, In) and part.rel == "of" and part.who == one
        else part
        for part in tree.kind.where
    )
    return replace(tree, kind=replace(tree.kind, noun="thing", where=where))


def several(tree: Pick) -> bool:
    """True if a noun phrase can pick several things."""
    return tree.how in ("all", "some", "upto", "anynum", "atleast", "over") or tree.n != 1


def anew(ctx: Context, kind: Kind, who: Expr, slot: Slot, n: Expr, how: str) -> None:
    """Emit the creation of something new: of the row that fits by its print.

    If several rows fit, chance picks one for each new thing, or `who` chooses one for all.
    """
    schema = ctx.schema
    of_class = class_named(ctx, kind)
    if of_class is not None:
        ctx.emit(MakeNew(slot, n, [], term(ctx, of_class)))
        return
    rows, weights = new_rows(ctx, kind)
    if len(rows) == 1:
        ctx.emit(MakeNew(slot, n, rows, None))
        return
    chosen = ctx.spare()
    words = [schema.word(schema.species[row].name) for row in rows]
    if how == RANDOM_NEW:
        one = drawn(ctx, Weighted(words, weights), chosen, Lit(1), who)
        drawn_anew(ctx, slot, n, rows, one)
        return
    ctx.emit(Forget([chosen]))
    pick_one = Choose(who, Lits(words), chosen, Lit(1), Lit(1))
    pick_one.sort = "word"
    ctx.emit(pick_one)
    ctx.emit(MakeNew(slot, n, rows, Reg(chosen)))


def kinds_made(ctx: Context, obj: Pick) -> tuple[list[int], Given] | None:
    """The species of which an act can make something new, and the values that it gives to it.

    None if that is not known before the act: a copy, a contest, a rule, a card of a class.
    """
    kind, schema = obj.kind, ctx.schema
    sort = sort_of(ctx, obj)
    if kind.noun == "copy" or kind.noun in schema.contests or sort == "rule":
        return None
    if sort == "proposal":
        species = schema.species_ids.get(kind.noun, NONE)
        return None if species == NONE else ([species], classes(ctx, kind))
    if class_named(ctx, kind) is not None:
        return None
    return (new_rows(ctx, kind)[0], [])


def original_of(obj: Pick) -> Tree:
    """What a new copy is a copy of."""
    part = next((p for p in obj.kind.where if isinstance(p, In) and p.rel == "of"), None)
    if part is None:
        raise Unsupported("a copy of nothing")
    return part.place


def classes(ctx: Context, kind: Kind) -> Given:
    """The columns and words that make a new proposal one of a class: `an urgent proposal`."""
    found: Given = []
    for part in kind.where:
        attr = ctx.schema.attrs.get(part.family) if isinstance(part, Is) else None
        if attr is None or attr.home != "column" or not isinstance(part, Is):
            raise Unsupported(f"a new {kind.noun} of this description: name its kind or class only")
        found.append((attr.at, Lit(ctx.schema.literal(part.word))))
    return found


def class_named(ctx: Context, kind: Kind) -> Tree:
    """The class of cards in a description of something new: `a new card of that card class`."""
    if not ctx.schema.class_things:
        return None
    return next((p.place for p in flat(kind.where) if isinstance(p, In) and p.rel == "of"), None)


def drawn_anew(ctx: Context, slot: Slot, n: Expr, rows: list[int], draw: PickRandom) -> None:
    """Emit the creation of new things whose rows chance picks, one by one: two can be alike."""
    draw.late = ctx.rules.linkwise
    most, at = ctx.spare(), ctx.spare()
    ctx.emit(LetNumber(most, n))
    ctx.emit(LetNumber(at, Lit(0)))
    times = Times(most, at)
    times.owns = [slot]
    top = ctx.here()
    ctx.emit(times)
    ctx.emit(Forget([draw.slot]))
    ctx.emit(draw)
    ctx.emit(MakeNew(slot, Lit(1), rows, Reg(draw.slot)))
    ctx.jump().target = top
    times.target = ctx.here()


def new_rows(ctx: Context, kind: Kind) -> tuple[list[int], list[int]]:
    """The species that a description of something new can mean, and their weights."""
    schema = ctx.schema
    gone = set(schema.removed)  # rows that an amendment took out of the book
    fitting = [number for number in sorted(schema.of_kind(kind.noun)) if number not in gone]
    rows = [number for number in fitting if schema.species[number].row]
    if schema.species_ids.get(kind.noun, NONE) in fitting:
        rows = [schema.species_ids[kind.noun]]
    rows = rows or fitting[:1]
    weights = dict.fromkeys(rows, 1)
    for part in flat(kind.where):
        if isinstance(part, In) and part.rel == "from":
            told = (
                ctx.rules.collections.get(part.place.name) if isinstance(part.place, Ref) else None
            )
            if told is None:
                raise Unsupported(f"a new {kind.noun} from a place")
            listed = {word: 0 for word, _ in told}
            for word, weight in told:
                listed[word] += weight
            names = {row: schema.word(schema.species[row].name) for row in rows}
            weights = {row: listed[names[row]] for row in rows if listed.get(names[row], 0) > 0}
            rows = list(weights)
        else:
            rows = [row for row in rows if printed_so(ctx, row, part)]
    if not rows:
        raise Unsupported(f"a new {kind.noun}: no row of the book is like that")
    return rows, [weights[row] for row in rows]


PRINTED = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


def printed_so(ctx: Context, row: int, part: Tree) -> bool:
    """True if a row meets a condition by its print; Unsupported if print does not decide it."""
    schema = ctx.schema
    match part:
        case Logic(op="not", parts=parts):
            return not all(printed_so(ctx, row, one) for one in parts)
        case Logic(op="or", parts=parts):
            return any(printed_so(ctx, row, one) for one in parts)
        case Logic(op="and", parts=parts):
            return all(printed_so(ctx, row, one) for one in parts)
        case Is(word=str() as word, family=family):
            status = schema.lexicon.statuses.get(word)
            named = family if family != "printed" else ""
            attr = schema.attrs.get(named or (status.family if status is not None else ""))
            if attr is not None:
                return schema.word(word) in print_of(attr, row)
            attr = schema.attrs.get(word)
            if attr is not None and attr.home in ("column", "printed"):
                return any(print_of(attr, row))
            if word in schema.lexicon.kinds:
                return row in schema.of_kind(word)
        case Cmp(a=Of(name="name"), op="=", b=str() as name):
            return schema.species[row].name == name
        case Cmp(a=Of(name=name), op=op, b=int() | str() as told) if op in PRINTED:
            attr = schema.attrs.get(name)
            if attr is not None and attr.home in ("column", "printed"):
                value = told if isinstance(told, int) else schema.word(told)
                return any(PRINTED[op](one, value) for one in print_of(attr, row))
    raise Unsupported("a new thing of a description that print does not decide")


def print_of(attr: Attr, row: int) -> list[int]:
    """What is printed on a row: one value, or the members of a set."""
    if attr.home in ("bag", "printed bag"):
        return attr.sets[row]
    return [attr.table[row]] if attr.table else []


def is_unlike(part: Tree) -> bool:
    """True if a condition asks for things that differ from each other."""
    return isinstance(part, Is) and part.word == "different" and part.family == "each other"


def choose(ctx: Context, tree: Pick, op: Choose, unlike: bool, late: bool) -> None:
    """Emit a choice and set the sort of its options.

    A late choice is made when its act is performed.
    """
    op.late = late
    if unlike:
        op.distinct = NameOf(ctx.rules.names, Reg(op.slot))
    sort = sort_of(ctx, tree)
    op.sort = sort if sort in ("place", "number", "word") else "thing"
    if sort == "place" and tree.kind.noun not in ctx.schema.attrs:
        op.sort = "thing"
    ctx.emit(op)


def may_be_nobody(ctx: Context, agent: Tree) -> bool:
    """True if the doer of an act is a player who may not exist."""
    match agent:
        case Ref(name=name):
            return name in ctx.nobody or name in ctx.schema.offices
        case Pick(how=how, n=1):
            return how in UNSURE and sort_of(ctx, agent) == "player"
        case Of():
            return sort_of(ctx, agent) == "player"
    return False


def settled(ctx: Context, tree: Tree, who: Expr) -> Tree:
    """Emit the pick that a person is described by, as in `the author of the oldest poem`.

    The returned term refers to what was picked, so that it can be compiled more than once.
    """
    match tree:
        case Pick(how=how) if how not in ("any", "each", "all", "some"):
            pick(ctx, tree, who)
            return Ref(tree.label)
        case Of(owner=Pick() | Of() as owner):
            return replace(tree, owner=settled(ctx, owner, who))
    return tree


def inner_picks(ctx: Context, kind: Kind, who: Expr) -> None:
    """Emit the picks inside a description first: `a card in a player's hand`."""
    for part in flat(kind.where):
        for node in walk(part):
            if isinstance(node, Pick) and node.how in ("a", "random") and not ctx.knows(node.label):
                mentioned = set(leaves(part))
                if node.label in mentioned or isinstance(part, In):
                    pick(ctx, stocked(ctx, node, kind, part), who)


def stocked(ctx: Context, holder: Pick, kind: Kind, part: Tree) -> Pick:
    """A pick of a holder, restricted to holders that have something that fits a description."""
    if not (isinstance(part, In) and part.rel in ("in", "on", "of")):
        return holder
    place = part.place
    if isinstance(place, Of) and place.owner is holder:
        place = replace(place, owner=Ref(holder.kind.var))
    elif place is holder:
        place = Ref(holder.kind.var)
    else:
        return holder
    others = tuple(
        other
        for other in flat(kind.where)
        if other is not part and not any(isinstance(node, Pick) for node in walk(other))
    )
    had = part.rel == "of" and (sort_of(ctx, kind) == "word" or is_set(ctx, kind.noun))
    there = Kind(kind.noun, (In(part.who, place, "of" if had else "in"), *others), kind.var)
    renamed = ctx.rename(there, {*ctx.slots, holder.kind.var})
    some = Cmp(Tally("count", renamed, ""), ">=", 1)
    return replace(holder, kind=replace(holder.kind, where=(*holder.kind.where, some)))


def things(
    ctx: Context,
    tree: Tree,
    who: Expr,
    within: tuple[Tree, ...] = (),
    verb_rules: VerbRules | None = None,
) -> Expr:
    """The objects of an act: picked, mentioned, or the contents of a place."""
    match tree:
        case Pick():
            if sort_of(ctx, tree) == "place":
                return Inside(pick(ctx, tree, who, ()))
            return pick(ctx, tree, who, within, verb_rules)
        case Group(op="or"):
            return either(ctx, tree, who, within)
        case Group():
            return Union([things(ctx, item, who, within, verb_rules) for item in tree.items])
        case Of():
            if sort_of(ctx, tree) == "place":
                return Inside(somewhere(ctx, tree, who))
            return term(ctx, tree)
        case Ref():
            if ctx.sorts.get(tree.name) == "place":
                return Inside(term(ctx, tree))
            return term(ctx, tree)
    return term(ctx, tree)


def parts_in(obj: Tree, place: Tree) -> Tree:
    """The object of an act, with each part of a group restricted to a place."""
    match obj:
        case Group():
            return replace(obj, items=tuple(parts_in(item, place) for item in obj.items))
        case Pick(how="all" | "each" | "a" | "upto" | "anynum" | "random", kind=kind):
            where = (*kind.where, In(Ref(kind.var), place, "in"))
            return replace(obj, kind=replace(kind, where=where))
    return obj


def either(ctx: Context, tree: Group, who: Expr, within: tuple[Tree, ...]) -> Expr:
    """A choice of one thing that fits any of several descriptions."""
    parts: list[Expr] = []
    slot = ctx.spare()
    late = False
    for item in tree.items:
        if isinstance(item, Pick):
            kind = Kind(item.kind.noun, (*item.kind.where, *within), item.kind.var)
            late = late or (ctx.rules.linkwise and hidden(ctx, kind))
            parts.append(find(ctx, kind))
            ctx.slots[item.label] = slot
        else:
            parts.append(term(ctx, item))
    ctx.emit(Forget([slot]))
    pick_one = Choose(who, Union(parts), slot, Lit(1), Lit(1))
    pick_one.late = late
    ctx.emit(pick_one)
    return Reg(slot)


def somewhere(ctx: Context, tree: Tree, who: Expr) -> Expr:
    """The destination of a thing; picked if there are several."""
    if isinstance(tree, Pick):
        if sort_of(ctx, tree) == "place" and tree.kind.noun in ctx.schema.attrs:
            return pick(ctx, tree, who)
        picked = pick(ctx, tree, who)
        return place_of_thing(ctx, tree, picked)
    if isinstance(tree, Of):
        owner = tree.owner
        if isinstance(owner, Pick) and not ctx.knows(owner.label):
            pick(ctx, owner, who)
            tree = replace(tree, owner=Ref(owner.label))
        return place_term(ctx, tree)
    if isinstance(tree, Group):
        raise Unsupported("several places to put something into")
    return place_term(ctx, tree)


def place_of_thing(ctx: Context, tree: Pick, picked: Expr) -> Expr:
    """The destination of a card put onto a thing: the container itself, else the thing's place."""
    noun = tree.kind.noun
    if any(species in ctx.schema.containers for species in ctx.schema.of_kind(noun)):
        return ContentOf(ctx.rules.content, picked)
    return PlaceOf(picked)
