"""Compile conditions to expressions whose value is 0 or 1.

`CONDITIONS` maps each type of IR node to the function here that compiles it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from deckmastor.engine.expressions.amounts import Even, Odd
from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg, Several, Var
from deckmastor.engine.expressions.compile_descriptions import find, rows_of
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.compile_number_sets import (
    compare_numbers,
    is_numbers,
    quantified_numbers,
    told_without_end,
)
from deckmastor.engine.expressions.compile_terms import of_several_sorts, place_term, prop, sort_of
from deckmastor.engine.expressions.compile_tests import is_kind, member, printed, prop_named
from deckmastor.engine.expressions.names import Spelt, spelt
from deckmastor.engine.expressions.number_sets import Filter, NumbersThat
from deckmastor.engine.expressions.people import YouOr
from deckmastor.engine.expressions.places import Empty, PlaceOwner
from deckmastor.engine.expressions.raise_quantifiers import TOGETHER, counting, every, raised
from deckmastor.engine.expressions.things import AsThing, Beside, ClassOf, Col, ContentOf, NameOf
from deckmastor.engine.expressions.truths import (
    And,
    Below,
    Eq,
    Exists,
    ForAll,
    HeldBy,
    Le,
    Located,
    Lt,
    Meets,
    Ne,
    Not,
    NotAbove,
    Or,
    Related,
    Same,
    SpeciesIn,
    TakenFrom,
    Within,
)
from deckmastor.engine.facts.in_force import UNRANKED
from deckmastor.engine.ids import NONE, NOTHING
from deckmastor.engine.knowledge.visibility import OnlySeenBy, Sees
from deckmastor.engine.law.offices import OfficeHolder, office, scalars
from deckmastor.engine.permission.feasible import feasible
from deckmastor.engine.permission.norms import Required
from deckmastor.engine.permission.permits import Permitted
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import DONE, UNABLE
from deckmastor.engine.rules.registry import CONDITIONS, PROPERTIES, condition, term
from deckmastor.engine.rules.schema import LIMBO_PLACE, Unsupported
from deckmastor.engine.speed.short import shorter
from deckmastor.engine.state.layout import TURNS
from deckmastor.engine.time.compile_elapsed import passed
from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    replace,
    substitute,
    walk,
)
from deckmastor.language.whereabouts import THIS_CARD

SORTS: Final = {  # of what a property of several sorts can be
    "target": ("card", "player", "place", "word", "number"),
    "mention": ("card", "place"),
}


def logic(ctx: Context, tree: Logic) -> Expr:
    """Conditions joined by and, or, not."""
    parts = [condition(ctx, part) for part in tree.parts]
    if tree.op == "and":
        return And(parts)
    return Or(parts) if tree.op == "or" else Not(parts[0])


def possible(ctx: Context, tree: Can) -> Expr:
    """A condition: true if an act can be done; `can be destroyed`: by you, or else by somebody."""
    kept, backing = ctx.offering, ctx.backing
    ctx.offering, ctx.backing = frozenset(), UNRANKED  # a question requires nothing
    found = by_somebody(ctx, tree.do) if passive(ctx, tree.do) else feasible(ctx, tree.do, True)
    ctx.offering, ctx.backing = kept, backing
    return found


def passive(ctx: Context, do: Tree) -> bool:
    """True if an act of players does not say whose it is."""
    if not isinstance(do, Do) or do.agent is not None or do.verb == "resolve":
        return False
    frame = ctx.schema.lexicon.verbs.get(do.verb)
    return do.verb in ctx.defs or (frame is not None and frame.agent_sort == "player")


def by_somebody(ctx: Context, do: Tree) -> Expr:
    """A condition: true if you can do an act; where no text speaks to somebody, if anybody can."""
    assert isinstance(do, Do)
    label = f"doer{ctx.spare()}"
    slot = ctx.slot(label)
    ctx.sorts[label] = "player"
    everyone = find(ctx, Kind("player", (), f"all{label}"))
    able = feasible(ctx, replace(do, agent=Ref(label)), True)
    return Exists(Permitted(YouOr(everyone), slot, able))


def quantified(ctx: Context, tree: Each) -> Expr:
    """A condition on everything, on something, or on so many things that fit a description."""
    pick = tree.pick
    if isinstance(pick, Group):
        parts = [condition(ctx, Each(item, tree.body)) for item in pick.items]
        return And(parts) if pick.op == "and" else Or(parts)
    if not isinstance(pick, Pick):
        return condition(ctx, tree.body)
    counted = counting(pick)
    if counted is not None:
        op, n = counted
        said = substitute(tree.body, pick.label, Ref(pick.kind.var))
        fitting = replace(pick.kind, where=(*pick.kind.where, said))
        return condition(ctx, Cmp(Tally("count", fitting), op, n))
    if is_numbers(ctx, pick):
        return quantified_numbers(ctx, pick, tree.body, every(pick))
    found = term(ctx, pick)
    slot = ctx.slot(pick.label)
    ctx.slots.setdefault(pick.kind.var, slot)
    return ForAll(found, slot, condition(ctx, tree.body), not every(pick))


def atomic(compile_: Callable[[Context, Any], Expr]) -> Callable[[Context, Any], Expr]:
    """A compiler of conditions without quantifiers, for conditions with quantifiers."""

    def compiled(ctx: Context, tree: Tree) -> Expr:
        told = raised(ctx, tree)
        return compile_(ctx, tree) if told is tree else condition(ctx, told)

    return compiled


# ---- being ----------------------------------------------------------------------------------


def being(ctx: Context, tree: Is) -> Expr:
    """A condition: true if somebody is of a kind, has a status or has a member of a set."""
    if isinstance(tree.who, Of) and tree.who.name == tree.family and tree.who.owner is not None:
        return being(ctx, Is(tree.who.owner, tree.word, tree.family))  # `its type is` is `it is`
    if is_value(ctx, tree.who) and isinstance(tree.word, str):
        value = term(ctx, tree.who)
        named = Eq(value, Lit(ctx.schema.word(tree.word)))
        return Or([named, is_kind(ctx, AsThing(value), tree.word, tree.family)])
    who = term(ctx, tree.who)
    if isinstance(tree.who, Ref) and tree.who.name in ctx.schema.office_things:
        status = ctx.schema.lexicon.statuses.get(str(tree.word))
        if status is not None and status.of == "office":
            who = office(ctx, tree.who)
    word = tree.word
    if tree.family == "each other":
        return Lit(1)  # the pick of several things sees to it
    if tree.family in TOGETHER:
        raise Unsupported(f"several things with {tree.family} {word}")
    if word == "empty":
        check_place(ctx, tree.who)
        return Empty(place_term(ctx, tree.who))
    if word in ("even", "odd") and is_numbers(ctx, tree.who):
        return NumbersThat(who, [Filter(word, None, None, False)])
    if word in ("even", "odd"):
        return Odd(who) if word == "odd" else Even(who)
    if word in ("face up", "face down"):
        facing = Eq(prop_named(ctx, "#face down", who), Lit(1))
        return facing if word == "face down" else Not(facing)
    if word == "any":
        return having(ctx, who, tree)
    if isinstance(word, Of):
        return Meets(who, term(ctx, word))
    if isinstance(word, (Ref, Kind, Pick)):
        if isinstance(word, Ref) and ctx.knows(word.name) and tree.family in ctx.schema.attrs:
            return member(ctx, who, tree.family, term(ctx, word))
        if isinstance(word, Ref) and (ctx.knows(word.name) or word.name in ctx.schema.offices):
            return Meets(who, term(ctx, word))
        if isinstance(word, Ref):
            return is_kind(ctx, who, word.name)
        return Meets(who, term(ctx, word))
    if isinstance(word, Calc):
        return member(ctx, who, tree.family, Lit(ctx.schema.literal(word)))
    if isinstance(word, str):
        if tree.family == "printed":
            return printed(ctx, who, word)
        return is_kind(ctx, who, word, tree.family)
    raise Unsupported(f"being {word}")


NO_PLACES = frozenset(
    {"player", "rule", "proposal", "game", "time", "event", "office", "number", "word", "row"}
)


def check_place(ctx: Context, who: Tree) -> None:
    """Refuse to ask whether something is empty that nothing can lie in."""
    if isinstance(who, Ref) and who.name in ctx.hollow:
        return
    sort = "game" if who == Ref("game") else sort_of(ctx, who)
    if sort in NO_PLACES or (
        sort == "card" and ctx.schema.containers <= ctx.schema.of_kind("place")
    ):
        raise Unsupported(f"an empty {sort}: only a place is empty, such as the hand of a player")


def is_value(ctx: Context, who: Tree) -> bool:
    """True if a term is a value of the game: `the called suit`, a word or a thing."""
    if not isinstance(who, Of) or who.owner is not None:
        return False
    attr = ctx.schema.attrs.get(who.name)
    return attr is not None and attr.home == "scalar" and sort_of(ctx, who) in ("", "word")


def having(ctx: Context, who: Expr, tree: Is) -> Expr:
    """A condition: true if a thing has any of a property."""
    if tree.family == "holder" and sort_of(ctx, tree.who) == "office":
        return Exists(OfficeHolder(who, scalars(ctx)))
    if tree.family == "holder":
        return Not(Eq(who, Lit(NONE)))
    if of_several_sorts(ctx, tree.family):
        found = PROPERTIES[tree.family]
        return Or([Exists(found(ctx, tree.who, sort)) for sort in SORTS[tree.family]])
    attr = ctx.schema.attrs.get(tree.family)
    if attr is None and tree.family == "end":
        raise Unsupported("the end of effects as a condition. Say 'When effects have no end, …'")
    if attr is None:
        raise Unsupported(f"having any {tree.family}")
    if attr.home in ("bag", "printed bag"):
        return Exists(prop(ctx, attr, who))
    value = prop(ctx, attr, who)
    if attr.gappy:
        return Ne(value, Lit(NOTHING))
    return And([Ne(value, Lit(NONE)), Ne(value, Lit(NOTHING)), Ne(value, Lit(0))])


def comparison(ctx: Context, tree: Cmp) -> Expr:
    """A comparison of two terms."""
    match tree:
        case Cmp(a=Of(owner=who, name="type"), op="=" | "!=", b=str() as word) if who is not None:
            same = condition(ctx, Is(who, word, ""))
            return same if tree.op == "=" else Not(same)
        case Cmp(a=Of(owner=who, name="name"), op="contains", b=str() as word) if who is not None:
            return SpeciesIn(term(ctx, who), named_with(ctx, word))
    if tree.op in ("most", "fewest", "earliest", "latest"):
        return most_of_all(ctx, tree)
    gone_by = passed(ctx, tree)
    if gone_by is not None:
        return gone_by
    if isinstance(tree.b, Of) and tree.b.name == "printed type":
        raise Unsupported("the printed type")
    numbers = compare_numbers(ctx, tree)
    if numbers is not None:
        return numbers
    a, b = shorter(beside(ctx, tree.a, tree.b)), shorter(beside(ctx, tree.b, tree.a))
    a, b = told_without_end(a), told_without_end(b)
    if isinstance(tree.a, Qty) and isinstance(tree.b, Qty):
        a, b = term(ctx, tree.a.n), term(ctx, tree.b.n)
    several = (
        isinstance(a, Several) or isinstance(b, Several) or sets(ctx, tree.a) or sets(ctx, tree.b)
    )
    if not several and (a.lacks() or b.lacks()) and tree.op in KNOWN:
        return known(tree.op, a, b)
    match tree.op:
        case "=":
            return Meets(a, b) if several else Eq(a, b)
        case "!=":
            return Not(Meets(a, b)) if several else Ne(a, b)
        case "<":
            return Lt(a, b)
        case ">":
            return Lt(b, a)
        case "<=":
            return Le(a, b)
        case ">=":
            return Le(b, a)
        case "shares" | "member":
            return Meets(a, b)
        case "contains" if not sets(ctx, tree.a):
            return Spelt(a, b, ctx.schema.words)
        case "contains":
            return Within(b, a)
    raise Unsupported(f"the comparison '{tree.op}'")


def beside(ctx: Context, tree: Tree, other: Tree) -> Expr:
    """A side of a comparison; what can be of several sorts is of the sort of the other side."""
    if isinstance(tree, Of) and of_several_sorts(ctx, tree.name):
        return PROPERTIES[tree.name](ctx, tree.owner, sort_of(ctx, other))
    return term(ctx, tree)


KNOWN = ("=", "!=", "<", ">", "<=", ">=")


def known(op: str, a: Expr, b: Expr) -> Expr:
    """A comparison of numbers one of which may be missing: only `is not` is then true."""
    if op in ("=", "!="):
        return Same(a, b) if op == "=" else Not(Same(a, b))
    if op in (">", ">="):
        a, b = b, a
    return Below(a, b) if op in ("<", ">") else NotAbove(a, b)


def named_with(ctx: Context, word: str) -> frozenset[int]:
    """The species whose names contain these whole words; case does not matter."""
    return frozenset(
        number for number, species in enumerate(ctx.schema.species) if spelt(word, species.name)
    )


def sets(ctx: Context, tree: Tree) -> bool:
    """True if a term can have several values: a set, or a label."""
    if isinstance(tree, Of):
        attr = ctx.schema.attrs.get(tree.name)
        return attr is not None and attr.home in ("bag", "printed bag")
    return isinstance(tree, Ref) and tree.name not in ("at_turn", "game", "result")


def most_of_all(ctx: Context, tree: Cmp) -> Expr:
    """A condition: true if no player has more of something than a named one, or fewer."""
    if is_numbers(ctx, tree.a):
        raise Unsupported("the most of all of a set of numbers: say 'the highest … of …'")
    owner = tree.a.owner if isinstance(tree.a, Of) else None
    if isinstance(tree.a, Tally):
        owner = _owner_of(tree.a)
    if tree.op not in ("most", "fewest"):
        raise Unsupported(f"the {tree.op} of something")
    if not isinstance(owner, Ref):
        raise Unsupported("the most of all without saying whose")
    if sort_of(ctx, owner) not in ("player", "") or owner.name.startswith("this"):
        way = "higher" if tree.op == "most" else "lower"
        raise Unsupported(f"the most or least of all cards: say 'no other … has a {way} … than …'")
    label = f"rival{ctx.renamed}"
    ctx.renamed += 1
    slot = ctx.slot(label)
    ctx.sorts[label] = "player"
    theirs = term(ctx, substitute(tree.a, owner.name, Ref(label)))
    mine = term(ctx, tree.a)
    everyone = term(ctx, Kind("player", (), f"all{label}"))
    test = Le(theirs, mine) if tree.op == "most" else Le(mine, theirs)
    return ForAll(everyone, slot, test, False)


def _owner_of(tree: Tally) -> Tree:
    for node in walk(tree):
        if isinstance(node, In) and node.rel == "of" and isinstance(node.place, Ref):
            return node.place
    return next(
        (n.owner for n in walk(tree) if isinstance(n, Of) and isinstance(n.owner, Ref)), None
    )


def calculated(ctx: Context, tree: Calc) -> Expr:
    """A comparison written in a formula."""
    if tree.op in ("=", "!=", "<", "<=", ">", ">=") and len(tree.args) == 2:
        return condition(ctx, Cmp(tree.args[0], tree.op, tree.args[1]))
    raise Unsupported(f"the formula '{tree.op}' as a condition")


# ---- place ----------------------------------------------------------------------------------


def location(ctx: Context, tree: In) -> Expr:
    """A condition on the place, the owner or the visibility of something."""
    if tree.rel in ("visible to", "visible only to"):
        seen, seats = place_or_thing(ctx, tree.who), term(ctx, tree.place)
        sees = Sees if tree.rel == "visible to" else OnlySeenBy
        return sees(ctx.rules.views, seen, seats, is_a_place(ctx, tree.who))
    who = term(ctx, tree.who)
    rows = rows_of(ctx, tree.place)
    if rows and tree.rel in ("of", "in") and sort_of(ctx, tree.who) == "card":
        return Meets(NameOf(ctx.rules.names, who), Lits(rows))
    match tree.rel:
        case "in" | "on":
            ctx.bits |= ctx.rules.any_zone
            if sort_of(ctx, tree.who) == "place":
                return Meets(who, place_term(ctx, tree.place))
            return located(ctx, tree.who, who, place_term(ctx, tree.place))
        case "of":
            return belonging(ctx, tree, who)
        case "below" | "above":
            ctx.bits |= ctx.rules.any_zone
            return Meets(who, Beside(term(ctx, tree.place), -1 if tree.rel == "below" else 1, True))
        case "among" | "rest of":
            return Meets(who, term(ctx, tree.place))
        case "from":
            if rows:
                return Meets(who, Lits(rows))
    pairs = ctx.rules.relations.get(tree.rel)
    if pairs is not None:
        name = ctx.rules.related[tree.rel]
        attr = ctx.schema.attrs.get(name)
        a = who if attr is None or sort_of(ctx, tree.who) == "word" else prop(ctx, attr, who)
        return Related(a, term(ctx, tree.place), pairs)
    raise Unsupported(f"being '{tree.rel}' something")


def located(ctx: Context, tree: Tree, thing: Expr, place: Expr) -> Expr:
    """A condition: true if a thing lies in a place.

    In a described target the card that is performed still lies where it was taken from.
    """
    taken = ctx.since != NONE and tree == THIS_CARD
    return TakenFrom(thing, place) if taken else Located(thing, place)


def is_a_place(ctx: Context, tree: Tree) -> bool:
    """True if a term is a place and not a thing."""
    return sort_of(ctx, tree) == "place"


def place_or_thing(ctx: Context, tree: Tree) -> Expr:
    """A place or a thing, whichever a term names."""
    return place_term(ctx, tree) if is_a_place(ctx, tree) else term(ctx, tree)


def belonging(ctx: Context, tree: In, who: Expr) -> Expr:
    """A condition: true if something belongs to a place, a person, a class or a container."""
    having_it = of_a_value(ctx, tree)
    if having_it is not None:
        return condition(ctx, having_it)
    sort = sort_of(ctx, tree.place)
    mine = sort_of(ctx, tree.who)
    ctx.bits |= ctx.rules.any_zone
    if sort in ctx.schema.lexicon.kinds and ctx.schema.lexicon.is_kind(sort, "game"):
        return Lit(1)  # there is one contest at a time
    if sort == "rule" and ctx.schema.class_things:
        return Meets(ClassOf(ctx.schema.class_things, who), term(ctx, tree.place))
    if sort == "place":
        return Located(who, place_term(ctx, tree.place))
    if mine == "place":
        return Meets(PlaceOwner(who), term(ctx, tree.place))
    if mine == "word":
        noun = tree.who.name if isinstance(tree.who, Ref) else ""
        raise Unsupported(f"a word '{noun}' of something")
    if isinstance(tree.place, Ref) and sort in ("word", "number"):
        raise Unsupported("things of a word or a number: say 'with that …'")
    if sort in ("player", ""):
        return HeldBy(who, term(ctx, tree.place))
    if isinstance(tree.place, Ref) and tree.place.name == "game":
        return Lit(1)
    owner, content = term(ctx, tree.place), ctx.rules.content
    inside = Located(who, ContentOf(content, owner))
    if not ctx.schema.containers:
        return inside
    around = located(ctx, tree.place, owner, ContentOf(content, who))  # `its shelf`: it lies there
    return Or([inside, around])


def of_a_value(ctx: Context, tree: In) -> Tree:
    """`of the red colour`, `of the led suit` as a comparison of a property; None for an owner.

    A value of the game tells by its last words which property it is compared with.
    """
    match tree.place:
        case Of(owner=str() | Calc() as word, name=name):
            return Is(tree.who, word, name)
        case Of(owner=None, name=name) if sort_of(ctx, tree.place) != "place":
            words = name.split()
            for at in range(1, len(words)):
                attr = ctx.schema.lexicon.attrs.get(" ".join(words[at:]))
                if attr is not None and attr.owner is not None and attr.sort != "place":
                    mine = Of(tree.who, " ".join(words[at:]))
                    return Cmp(mine, "shares" if attr.many else "=", tree.place)
            raise Unsupported(f"things of the {name}: say 'whose … is the {name}'")
    return None


# ---- past and outcome -----------------------------------------------------------------------


def past(ctx: Context, tree: Did) -> Expr:
    """A condition on the past, or on an act that is going on."""
    if tree.window == "now":
        return going_on(ctx, tree)
    over = ended(ctx, tree.do)
    if over is not None:
        return over
    return Ne(happened(ctx, tree), Lit(0))


def ended(ctx: Context, tree: Tree) -> Expr | None:
    """A condition: a voting period has ended, or the first turn has begun; else None."""
    if not isinstance(tree, Do):
        return None
    if tree.verb == "end" and isinstance(tree.obj, Of) and tree.obj.name == "voting period":
        return Ne(prop_named(ctx, "#closed", term(ctx, tree.obj.owner)), Lit(0))
    if tree.verb == "begin" and isinstance(tree.obj, Pick) and tree.obj.kind.noun == "turn":
        if tree.obj.how == "first":
            ctx.bits |= ctx.rules.scalar_bit
            return Ne(Var(TURNS), Lit(0))
    return None


def going_on(ctx: Context, tree: Did) -> Expr:
    """A condition: true if an act is going on now."""
    do = tree.do
    if isinstance(do, Do) and do.verb == "play" and do.obj is not None:
        card = term(ctx, do.obj)
        lies = Located(card, Lit(LIMBO_PLACE))
        if not isinstance(do.agent, (Ref, Of)):
            return lies
        return And([lies, Eq(Col(ctx.rules.player_of, card), term(ctx, do.agent))])
    if isinstance(do, Do) and do.verb == "hold" and sort_of(ctx, do.obj) == "office":
        ctx.bits |= ctx.rules.scalar_bit
        held = term(ctx, do.obj)
        return Meets(OfficeHolder(held, scalars(ctx)), term(ctx, do.agent))
    if isinstance(do, Do) and do.verb == "hold" and do.agent is not None:
        return HeldBy(term(ctx, do.obj), term(ctx, do.agent))
    if isinstance(do, Do) and do.verb in PROPERTIES and do.agent is not None:
        kept = PROPERTIES[do.verb](ctx, do.agent, sort_of(ctx, do.obj))
        return Meets(kept, term(ctx, do.obj))
    if isinstance(do, Do) and do.verb == "require" and ctx.judged is not None:
        return requirement(ctx, ctx.judged)
    verb = do.verb if isinstance(do, Do) else type(do).__name__
    raise Unsupported(f"'{verb}' going on now")


def requirement(ctx: Context, act: Do) -> Expr:
    """A condition: true if an open duty requires the act that a norm is about."""
    who, what = act.agent, act.obj
    agent = Reg(ctx.slot(who.label)) if isinstance(who, Pick) else None
    if who is not None and agent is None:
        found = term(ctx, who)
        return Required(ctx.rules.verb(act.verb), ctx.rules.duties, found, _object(ctx, what))
    return Required(ctx.rules.verb(act.verb), ctx.rules.duties, agent, _object(ctx, what))


def _object(ctx: Context, what: Tree) -> Expr | None:
    return Reg(ctx.slot(what.label)) if isinstance(what, Pick) else None


def outcome(ctx: Context, tree: Done) -> Expr:
    """A condition: true if an earlier step was done, or was possible."""
    slot = Reg(ctx.slot(tree.step))
    return Eq(slot, Lit(DONE)) if tree.how == "done" else Ne(slot, Lit(UNABLE))


CONDITIONS[Logic] = logic
CONDITIONS[Is] = atomic(being)
CONDITIONS[Cmp] = atomic(comparison)
CONDITIONS[In] = atomic(location)
CONDITIONS[Each] = quantified
CONDITIONS[Did] = atomic(past)
CONDITIONS[Done] = outcome
CONDITIONS[Can] = atomic(possible)
CONDITIONS[Calc] = calculated
