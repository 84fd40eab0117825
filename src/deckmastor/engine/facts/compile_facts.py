"""Compile facts: values, statuses, families, sets, weights and visibility."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Tightest
from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.compile_amounts import table
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_number_sets import (
    is_numbers,
    of_numbers,
    one_number,
    owner_of,
)
from deckmastor.engine.expressions.compile_terms import noun_sort, place_term, sort_of
from deckmastor.engine.expressions.compile_tests import checks, is_set
from deckmastor.engine.expressions.places import PlaceNamed
from deckmastor.engine.expressions.things import Find
from deckmastor.engine.expressions.truths import And, Le, Lt, Outstanding, SpeciesIn
from deckmastor.engine.facts.facts import (
    DENY,
    GIVE,
    MINUS,
    PLUS,
    SET,
    Bound,
    Derived,
    DerivedSet,
    Fact,
    FactTable,
)
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import NONE, NOTHING, Slot
from deckmastor.engine.knowledge.visibility import EVERYBODY, HOLDER, NOBODY, Shown, ShownCards
from deckmastor.engine.resolution.settings import unchanging
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Attr, Schema, Unsupported
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Each,
    Group,
    Hold,
    In,
    Is,
    Kind,
    Logic,
    Node,
    Of,
    Pick,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
    rewrite,
    substitute,
    walk,
)
from deckmastor.language.morphology import plural

OPS = {"=": SET, "+": PLUS, "-": MINUS}
PARTS = ("trigger", "replacement")  # parts of a text that a card can be without


def named(fact: Tree) -> list[str]:
    """The properties that a fact changes; terms that read them must use its table."""
    match fact:
        case Cmp(a=Of(name=name)):
            return [name]
        case Is(word=word, family=family):
            if isinstance(word, Calc) and word.op == "counts":
                return []
            return (
                [family]
                if family and family != "printed"
                else [word]
                if isinstance(word, str)
                else []
            )
        case Cmp(a=Tally(what=Kind(noun=noun))):
            return [noun]
        case Cmp(a=Pick(kind=Kind(noun=noun)), op="+" | "-"):
            return [noun]
        case Cmp(op="member", b=Of(name=name)):
            return [name]
        case In(who=who, rel="of") if given_modifier(who):
            return ["modifier"]
        case In():
            return []
        case Each(body=body):
            return named(body)
        case Logic(parts=parts):
            return [name for part in parts for name in named(part)]
    return []


def first_value(schema: Schema, hold: Hold) -> bool:
    """True if a rule gives only the initial value of a scalar that acts or the match set."""
    match hold:
        case Hold(fact=Cmp(a=Of(owner=None, name=name), op="=", b=int() | str()), cond=None):
            attr = schema.attrs.get(name)
            if attr is not None and attr.home == "scalar":
                return name in schema.written or name in schema.given
    return False


def fact(ctx: Context, hold: Hold, scopes: list[Expr]) -> None:
    """Add a fact to the tables that terms read."""
    match hold.fact:
        case Cmp(a=Of(owner=None, name=name), b=told):
            always = hold.cond is None and not scopes and type(ctx.standing) is Standing
            unchanging(ctx, name, always, told)
    cond = [*scopes]
    state(ctx, hold.fact, lying_on(hold.fact, hold.cond), cond, None)


def lying_on(told: Tree, cond: Tree) -> Tree:
    """The condition of a fact about things in a place, with `that goal` bound to that place."""
    match told:
        case Is(who=Pick() as who) | Cmp(a=Of(owner=Pick() as who)):
            for part in who.kind.where:
                match part:
                    case In(place=Pick(how="any") as place, rel="in" | "on" as rel):
                        if cond is not None and mentions(cond, place.label):
                            here = In(Ref(who.kind.var), Ref(place.kind.var), rel)
                            kind = replace(place.kind, where=(*place.kind.where, here))
                            cond = Each(replace(place, kind=kind), cond)
    return cond


def state(ctx: Context, told: Tree, cond: Tree, scopes: list[Expr], about: Pick | None) -> None:
    """Compile one statement of a fact; `about` is its subject if `each …` named it before."""
    match told:
        case Each(pick=Pick() as pick, body=body):
            state(ctx, body, cond, scopes, pick)
        case Logic(op="and", parts=parts):
            for part in parts:
                state(ctx, part, cond, scopes, about)
        case Logic(op="not", parts=(Is() as denied,)):
            deny(ctx, denied, cond, scopes, about)
        case Cmp(a=Of(name=name), op="+" | "-") if of_numbers(ctx, name):
            raise Unsupported(f"a set of numbers in these words: say 'Each {name} of … is 2 more'")
        case Cmp(a=Of(name=name) as prop_, op="=", b=value) if of_numbers(ctx, name):
            if not is_numbers(ctx, value):
                raise Unsupported(
                    f"a set of numbers that is one number: say 'has the {name} 3', which adds it"
                )
            compared(ctx, prop_, SET, value, cond, scopes, about)
        case Cmp(a=Of() as prop_, op=op, b=value) if op in OPS:
            compared(ctx, prop_, OPS[op], value, cond, scopes, about)
        case Cmp(a=Of(name=name) as prop_, op="contains", b=value) if is_set(ctx, name):
            compared(ctx, prop_, GIVE, value, cond, scopes, about)
        case Cmp(a=Pick() as members, op="+" | "-" as op, b=value) if is_numbers(ctx, members):
            raised = Of(owner_of(members.kind), members.kind.noun)
            compared(ctx, raised, OPS[op], value, cond, scopes, about)
        case Cmp(a=member, op="member", b=Of() as prop_):
            belonging(ctx, member, prop_, cond, scopes, about)
        case Cmp(a=Pick(how="first", kind=Kind(noun="turn")), op="=", b=Pick() as turn):
            first_turn(ctx, turn, cond, scopes)
        case Cmp(a=Tally(op="count", what=Kind() as kind), op="=", b=0):
            none_of(ctx, kind, cond, scopes, about)
        case Is(word=Calc(op="counts", args=args), who=who):
            weight(ctx, who, args, cond, scopes, about)
        case Is():
            being(ctx, told, cond, scopes, about)
        case In(rel="visible to" | "visible only to"):
            seen(ctx, told, cond, scopes)
        case In(who=Ref() as who, rel="of") if ctx.sorts.get(who.name) == "modifier":
            giving(ctx, told, cond, scopes, about)
        case In(rel="of"):
            raise Unsupported("having that by a fact; choose it first, then say 'the chosen …'")
        case _:
            raise Unsupported(f"a {type(told).__name__} as a fact")


def subject(ctx: Context, made: Fact, who: Tree, about: Pick | None) -> None:
    """Set the subject of a fact: all that fit a description, or something named."""
    if isinstance(who, Ref) and about is not None and who.name == about.label:
        who = about
    if who is None:
        return
    if isinstance(who, Group):
        made.subject = term(ctx, who)
        return
    if isinstance(who, Pick):
        slot = ctx.slot(who.kind.var or who.label)
        ctx.slots.setdefault(who.label, slot)
        ctx.sorts[who.label] = ctx.sorts[who.kind.var] = noun_sort(ctx, who.kind.noun)
        made.slot = slot
        noun = who.kind.noun
        made.tests = checks(ctx, noun, who.kind.where, slot)
        if any(isinstance(test, Outstanding) for test in made.tests):
            made.subject = find(ctx, who.kind)  # compared with all others, not tested alone
            made.tests = []
        if noun_sort(ctx, noun) == "modifier":
            made.tests = [Lit(0)]  # a modifier is no thing that a fact could be about
        number = ctx.schema.zone_number(noun)
        if number != NONE and noun_sort(ctx, noun) == "place":
            made.tests.insert(0, PlaceNamed(Reg(slot), number))
        if noun in ("player", "card"):
            made.tests.insert(0, person_or_not(ctx, noun, slot))
        return
    made.subject = term(ctx, who)


def person_or_not(ctx: Context, noun: str, slot: Slot) -> Expr:
    """A test that a thing is a player, or a card: both can have a property of the same name."""
    if noun == "card" and ctx.schema.mixed:
        return SpeciesIn(Reg(slot), ctx.schema.of_kind(noun))
    first = Lit(ctx.schema.first_card)
    return Lt(Reg(slot), first) if noun == "player" else Le(first, Reg(slot))


def all_of(parts: list[Expr]) -> Expr | None:
    """The conjunction of several conditions; None if there are none."""
    return And(parts) if len(parts) > 1 else parts[0] if parts else None


def finish(ctx: Context, made: Fact, name: str, cond: Tree, scopes: list[Expr]) -> None:
    """Set the condition of a fact and add the fact to its table."""
    parts = list(scopes)
    if cond is not None:
        parts.append(condition(ctx, cond))
    made.cond = all_of(parts)
    found = table(ctx, name)
    found.facts.append(made)
    attr = ctx.schema.attrs.get(name)
    found.stacks = attr is not None and attr.stacks


def tie(tables: list[FactTable]) -> None:
    """Find the facts that pick their subjects by the property they change: each flower is a weed.

    One such fact is tested without itself. Several of a table could each undo the others.
    """
    for mine in tables:
        if len(mine.facts) < 2:
            continue
        kin = {fact.kin.number for fact in mine.facts if fact.kin is not None}
        own = [
            other for other in tables
            if other is mine or any(fact.number in kin for fact in other.facts)
        ]  # fmt: skip
        tied = [fact for fact in mine.facts if reads([*fact.tests, fact.subject], own, [])]
        if len(tied) > 1:
            numbers = {int(fact.number) for other in own for fact in other.facts}
            mine.ties = sorted(numbers)


def reads(part: object, tables: list[FactTable], seen: list[object]) -> bool:
    """True if an expression reads a property with the facts of some tables applied."""
    if isinstance(part, (Derived, DerivedSet)) and part.table in tables:
        return True
    if isinstance(part, (list, tuple)):
        return any(reads(one, tables, seen) for one in part)
    if not isinstance(part, Expr) or any(one is part for one in seen):
        return False
    seen.append(part)
    return any(reads(getattr(part, name, None), tables, seen) for name in attributes(part))


def compared(
    ctx: Context, prop_: Of, op: int, value: Tree, cond: Tree, scopes: list[Expr],
    about: Pick | None,
) -> None:  # fmt: skip
    """Compile a value or property that is set, raised or lowered."""
    attr = ctx.schema.attrs.get(prop_.name)
    if attr is None:
        if prop_.owner is None and prop_.name.removesuffix(" phase") in ctx.rules.calendar.phases:
            return  # the days of a phase are part of the calendar
        raise Unsupported(f"'{prop_.name}' by a fact")
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, op, Lit(0))
    subject(ctx, made, prop_.owner, about)
    circle = ctx.circle
    if made.slot != NONE and sort_of(ctx, prop_.owner) == "player":
        ctx.circle = made.slot  # `the next player` is next to whom the fact is about
    made.value = term(ctx, value)
    ctx.circle = circle
    if attr.home in ("bag", "printed bag") and op in (PLUS, MINUS):
        if not of_numbers(ctx, attr.name):
            raise Unsupported(f"more or less of the {plural(attr.name)} of something")
        one_number(ctx, value)
    finish(ctx, made, prop_.name, cond, scopes)


def belonging(
    ctx: Context, member: Tree, prop_: Of, cond: Tree, scopes: list[Expr], about: Pick | None
) -> None:
    """Compile membership in a set: `A goal is a work of each player who …`."""
    attr = ctx.schema.attrs.get(prop_.name)
    if attr is None or attr.home not in ("bag", "printed bag"):
        raise Unsupported(f"members of '{prop_.name}' by a fact")
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, GIVE, Lit(0))
    if not isinstance(member, Pick):
        owner, member = whose(prop_.owner, member)
        subject(ctx, made, owner, about)
        made.value = term(ctx, member)
        if sort_of(ctx, member) in ("card", "player"):
            slot = ctx.spare()
            made.value = Find(made.value, slot, [Le(Lit(0), Reg(slot))])  # nobody is no member
        finish(ctx, made, prop_.name, cond, scopes)
        return
    owner = prop_.owner
    told: tuple[Tree, ...] = () if cond is None else (cond,)
    if isinstance(owner, (Of, Ref)) and told_by(owner, member):
        owner, member = owned(ctx, prop_, member)
    if isinstance(owner, Pick):
        told += owner.kind.where  # conditions on the owner can mention the member
        owner = replace(owner, kind=replace(owner.kind, where=()))
    subject(ctx, made, owner, about)
    if sort_of(ctx, member) == "place":
        raise Unsupported("places that are members of a set by a fact")
    made.value = find(ctx, replace(member.kind, where=(*member.kind.where, *told)))
    finish(ctx, made, prop_.name, None, scopes)


def whose(owner: Tree, member: Tree) -> tuple[Tree, Tree]:
    """The owner of a set that its member names first: `The hat of a bear is a treasure of it`."""
    for node in walk(member):
        if isinstance(node, Pick) and owner == Ref(node.label):
            return (node, rewritten(member, node, owner))
    return (owner, member)


def told_by(owner: Tree, member: Pick) -> bool:
    """True if the owner of a set is said by its member, or by what describes the member."""
    return any(mentions(owner, node.label) for node in walk(member) if isinstance(node, Pick))


def owned(ctx: Context, prop_: Of, member: Pick) -> tuple[Pick, Pick]:
    """`A goal in a vault is a work of the holder of that vault` as `… of any player who is …`."""
    attr = ctx.schema.lexicon.attrs.get(prop_.name)
    noun = (attr.owner if attr is not None else "") or "player"
    var = f"owner{ctx.spare()}"
    same: Tree = Cmp(Ref(var), "=", substitute(prop_.owner, member.label, Ref(member.kind.var)))
    where: list[Tree] = []
    for part in member.kind.where:
        told = [
            node for node in walk(part) if isinstance(node, Pick) and mentions(same, node.label)
        ]
        if len(told) == 1:
            there = rewritten(part, told[0], Ref(told[0].label))
            same = Each(told[0], Logic("and", (there, same)))
        else:
            where.append(part)
    kind = replace(member.kind, where=(*where, same))
    return (Pick("any", 1, Kind(noun, (), var), var), replace(member, kind=kind))


def rewritten(tree: Tree, old: Tree, new: Tree) -> Tree:
    """A tree with one of its nodes replaced."""
    if tree is old:
        return new
    return rewrite(tree, lambda node: rewritten(node, old, new)) if isinstance(tree, Node) else tree


def first_turn(ctx: Context, turn: Pick, cond: Tree, scopes: list[Expr]) -> None:
    """Set the player who takes the first turn of a round."""
    whose = next((p.place for p in turn.kind.where if isinstance(p, In) and p.rel == "of"), None)
    if whose is None or cond is not None or scopes:
        raise Unsupported("a first turn under a condition")
    ctx.rules.opener = term(ctx, whose)


def seats(ctx: Context, told: Cmp) -> None:
    """Set the least or greatest number of players of the game."""
    if not isinstance(told.b, int) or told.op not in ("<", ">"):
        raise Unsupported("a number of players that is not said in figures")
    if told.op == "<":
        ctx.rules.fewest = max(ctx.rules.fewest, (told.b, ctx.sentence))
    else:
        most = ctx.rules.most
        ctx.rules.most = min(most, (told.b, ctx.sentence)) if most[0] else (told.b, ctx.sentence)


def limited(ctx: Context, told: Cmp, cond: Tree, scopes: list[Expr]) -> None:
    """Compile a lower or upper bound of a value or property."""
    prop_ = told.a
    what = prop_.what if isinstance(prop_, Tally) else None
    if isinstance(what, Kind) and what.noun == "player" and not what.where:
        seats(ctx, told)
        return
    if not isinstance(prop_, Of) or told.op not in ("<", ">"):
        raise Unsupported("a bound that is no least or most")
    if of_numbers(ctx, prop_.name):
        raise Unsupported(f"a bound of a set of numbers: the {plural(prop_.name)} of something")
    attr = ctx.schema.attrs[prop_.name]
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(0))
    subject(ctx, made, prop_.owner, None)
    pick = bounding(told.b)
    slot = ctx.slot(pick.label) if pick is not None else NONE
    edge = told.b if pick is None else rewritten(told.b, pick, Ref(pick.label))
    if pick is not None:
        ctx.slots.setdefault(pick.kind.var, slot)
        found = find(ctx, pick.kind)
    parts = list(scopes) + ([condition(ctx, cond)] if cond is not None else [])
    made.value = term(ctx, edge)
    if pick is not None:  # each of them is a bound
        made.value = Tightest(found, slot, And(parts), made.value, told.op == "<")
    elif parts:
        made.cond = And(parts)
    bound = Bound(made, told.op == "<", sort_of(ctx, prop_.owner) == "player")
    table(ctx, prop_.name).bounds.append(bound)
    ctx.rules.bounds.append(bound)
    if attr.home in ("column", "scalar"):
        ctx.rules.limits.setdefault((attr.home, attr.at), []).append(bound)


def bounding(told: Tree) -> Pick | None:
    """The things of which each gives a bound: `the height of a card in the shed`; else None."""
    match told:
        case Pick(how="any" | "a" | "each" | "all"):
            return told
        case Of(owner=owner):
            return bounding(owner)
        case Calc(args=args):
            return next((pick for pick in map(bounding, args) if pick is not None), None)
    return None


def being(ctx: Context, told: Is, cond: Tree, scopes: list[Expr], about: Pick | None) -> None:
    """Compile a status, a member of a family, a member of a set, or a place face up or down."""
    word = told.word
    if word in ("face up", "face down") and sort_of(ctx, told.who) == "place":
        facing(ctx, told.who, word == "face up", cond, scopes)
        return
    if word == "face down" and cond is None and not scopes and lying(told.who):
        facing(ctx, lying(told.who), False, cond, scopes)
        return
    if word == "empty" and sort_of(ctx, told.who) == "place" and no_cards(told.who, cond):
        return  # the definition of `empty`
    name = told.family if told.family and told.family != "printed" else word
    if isinstance(word, (Ref, Kind)):
        name = told.family or (word.name if isinstance(word, Ref) else word.noun)
    if not isinstance(name, str) or name not in ctx.schema.attrs:
        raise Unsupported(f"being '{name}' by a fact")
    attr = ctx.schema.attrs[name]
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(1))
    subject(ctx, made, told.who, about)
    if told.family and told.family in ctx.schema.attrs:
        known = isinstance(word, Ref) and ctx.knows(word.name)
        made.value = term(ctx, word) if known else Lit(ctx.schema.literal(word))
        if attr.home in ("bag", "printed bag"):
            made.op = GIVE
    finish(ctx, made, name, cond, scopes)
    above = ctx.schema.family_of(name)
    if above is not None:
        being(ctx, Is(told.who, above[1], above[0]), cond, scopes, about)
        other = table(ctx, above[0]).facts[-1]
        made.kin, other.kin = other, made


def given_modifier(who: Tree) -> bool:
    """True if a fact speaks of what was chosen before: a modifier, if it is any thing's."""
    return isinstance(who, Ref)


def giving(ctx: Context, told: In, cond: Tree, scopes: list[Expr], about: Pick | None) -> None:
    """Compile that things have a modifier that was chosen: `This card has the chosen modifier`."""
    attr = ctx.schema.attrs.get("modifier")
    if attr is None or not ctx.knows(str(getattr(told.who, "name", ""))):
        raise Unsupported("having a modifier that was not chosen before")
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, GIVE, Lit(0))
    subject(ctx, made, told.place, about)
    made.value = term(ctx, told.who)
    finish(ctx, made, "modifier", cond, scopes)


def barred(ctx: Context, told: Is, cond: Tree, scopes: list[Expr]) -> None:
    """Compile `cannot be`: a denial that outweighs other facts of its tier, however late."""
    deny(ctx, told, lying_on(told, cond), scopes, None, True)


def deny(
    ctx: Context, told: Is, cond: Tree, scopes: list[Expr], about: Pick | None, firm: bool = False
) -> None:
    """Compile the denial of a property, of a member of a set, or of a text."""
    if told.word == "any" and told.family in ("text", "effect"):
        made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(0))
        subject(ctx, made, told.who, about)
        finish(ctx, made, "text", cond, scopes)
        return
    name = told.family or (told.word if isinstance(told.word, str) else "")
    attr = ctx.schema.attrs.get(name)
    if attr is None:
        raise Unsupported(f"not having '{name}' by a fact")
    many = attr.home in ("bag", "printed bag")
    one = told.word != "any" and bool(many or attr.members)
    made = Fact(
        ctx.rules.numbers.fact(),
        ctx.standing,
        DENY if many or one else SET,
        Lits([]) if many else empty(attr),
    )
    made.firm = int(firm)
    subject(ctx, made, told.who, about)
    if one:
        made.value = Lit(ctx.schema.literal(told.word))
    finish(ctx, made, name, cond, scopes)


def empty(attr: Attr) -> Expr:
    """The value that means `has none` for a property."""
    return Lit(NONE if attr.members else NOTHING if attr.gappy else 0)


def none_of(ctx: Context, kind: Kind, cond: Tree, scopes: list[Expr], about: Pick | None) -> None:
    """Compile `have no colours` (an empty set) or `have no triggers` (a part of the text)."""
    attr = ctx.schema.attrs.get(kind.noun)
    owner = next((p.place for p in kind.where if isinstance(p, In) and p.rel == "of"), None)
    if kind.noun in PARTS and owner is not None:
        made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(0))
        subject(ctx, made, owner, about)
        finish(ctx, made, kind.noun, cond, scopes)
        return
    if attr is None or owner is None:
        raise Unsupported(f"having no {kind.noun}s by a fact")
    many = attr.home in ("bag", "printed bag")
    made = Fact(
        ctx.rules.numbers.fact(),
        ctx.standing,
        DENY if many else SET,
        Lits([]) if many else empty(attr),
    )
    subject(ctx, made, owner, about)
    finish(ctx, made, kind.noun, cond, scopes)


# ---- weights --------------------------------------------------------------------------------


def weight(
    ctx: Context, who: Tree, args: tuple[Tree, ...], cond: Tree, scopes: list[Expr],
    about: Pick | None,
) -> None:  # fmt: skip
    """Compile a weight: something counts as several when things of a noun are counted."""
    noun = args[1].noun if isinstance(args[1], Kind) else str(args[1])
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(0))
    subject(ctx, made, who, about)
    made.value = term(ctx, args[0])
    finish(ctx, made, f"#weight {noun}", cond, scopes)


# ---- visibility -----------------------------------------------------------------------------


def lying(who: Tree) -> Tree:
    """The place in `each card in a place`; None if the cards have other conditions."""
    if isinstance(who, Pick) and len(who.kind.where) == 1 and who.kind.noun == "card":
        part = who.kind.where[0]
        if isinstance(part, In) and part.rel in ("in", "on") and part.who == Ref(who.kind.var):
            return part.place
    return None


def no_cards(place: Tree, cond: Tree) -> bool:
    """True if a condition says that there are no cards in a place."""
    match cond:
        case Cmp(a=Tally(op="count", what=Kind(noun="card", where=(In(place=Ref(name=inside)),))),
                 op="=", b=0):  # fmt: skip
            return isinstance(place, Pick) and place.label == inside
    return False


def facing(ctx: Context, place: Tree, up: bool, cond: Tree, scopes: list[Expr]) -> None:
    """Compile that a place is face up or face down, as its default or as a rule."""
    if isinstance(place, Group):
        for part in place.items:
            facing(ctx, part, up, cond, scopes)
        return
    name = (
        place.name if isinstance(place, Of) else place.kind.noun if isinstance(place, Pick) else ""
    )
    number = ctx.schema.zone_number(name)
    if number != NONE and everywhere(ctx, place, cond, scopes):
        ctx.rules.views.defaults[number] = EVERYBODY if up else NOBODY
        return
    to = Lits(list(range(ctx.schema.seats)) if up else [])
    finish_seen(ctx, Shown(ctx.standing, place_term(ctx, place), to, not up), cond, scopes)


def everywhere(ctx: Context, place: Tree, cond: Tree, scopes: list[Expr]) -> bool:
    """True if a plain rule without condition is about all places of a name."""
    if cond is not None or scopes or type(ctx.standing) is not Standing:
        return False
    return not place.kind.where if isinstance(place, Pick) else getattr(place, "owner", 0) is None


def seen(ctx: Context, told: In, cond: Tree, scopes: list[Expr]) -> None:
    """Compile that a place or a card is visible to somebody, or only to them."""
    if is_card(ctx, told.who):
        seen_card(ctx, told, cond, scopes)
        return
    if isinstance(told.who, Group) and cond is None and not scopes:
        for part in told.who.items:
            seen(ctx, replace(told, who=part), cond, scopes)
        return
    place = place_term(ctx, told.who)
    if isinstance(told.who, Pick):
        slot = ctx.slot(told.who.label)
        ctx.sorts[told.who.label] = "place"
        ctx.slots.setdefault(told.who.kind.var, slot)
    only = told.rel == "visible only to"
    rule = Shown(ctx.standing, place, owner_or(ctx, told), only)
    if isinstance(told.who, Pick) and everywhere(ctx, told.who, cond, scopes):
        number = ctx.schema.zone_number(told.who.kind.noun)
        if number != NONE and isinstance(told.place, Of) and told.place.name == "holder":
            ctx.rules.views.defaults[number] = HOLDER
            return
        if number != NONE and not only and everybody(told.place):
            ctx.rules.views.defaults[number] = EVERYBODY
            return
    finish_seen(ctx, rule, cond, scopes)


def is_card(ctx: Context, who: Tree) -> bool:
    """True if a description means cards, and none of them is a container."""
    if not isinstance(who, Pick) or sort_of(ctx, who) != "card":
        return False
    return ctx.schema.containers.isdisjoint(ctx.schema.of_kind(who.kind.noun))


def seen_card(ctx: Context, told: In, cond: Tree, scopes: list[Expr]) -> None:
    """Compile that cards of a description are visible to somebody, or only to them."""
    made = Fact(ctx.rules.numbers.fact(), ctx.standing, SET, Lit(1))
    subject(ctx, made, told.who, None)
    parts = list(scopes) + ([condition(ctx, cond)] if cond is not None else [])
    made.cond = all_of(parts)
    to = term(ctx, told.place)
    ctx.rules.views.cards.append(ShownCards(made, to, told.rel == "visible only to"))


def everybody(who: Tree) -> bool:
    """True if this is `each player` without conditions."""
    if not isinstance(who, Pick) or who.how not in ("any", "each"):
        return False
    return who.kind.noun == "player" and not who.kind.where


def owner_or(ctx: Context, told: In) -> Expr:
    """The persons to whom a place is visible."""
    return term(ctx, told.place)


def finish_seen(ctx: Context, rule: Shown, cond: Tree, scopes: list[Expr]) -> None:
    """Set the condition of a rule about visibility and add the rule to the views."""
    parts = list(scopes) + ([condition(ctx, cond)] if cond is not None else [])
    rule.cond = all_of(parts)
    ctx.rules.views.rules.append(rule)
