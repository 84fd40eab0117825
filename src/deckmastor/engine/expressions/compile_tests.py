"""Compile the tests of a description on one thing: its kind, status and properties."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Given, Lit, Reg, Var
from deckmastor.engine.expressions.compile_number_sets import extreme, is_numbers
from deckmastor.engine.expressions.compile_terms import noun_sort, prop
from deckmastor.engine.expressions.things import Col, OneOf
from deckmastor.engine.expressions.truths import And, Eq, Meets, Ne, Outstanding, SpeciesIn
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.language.ir import Cmp, Did, Do, In, Is, Logic, Of, Ref, Tree, substitute


def flat(parts: tuple[Tree, ...]) -> list[Tree]:
    """Conditions as a flat list: those joined by `and` become separate."""
    found: list[Tree] = []
    for part in parts:
        if isinstance(part, Logic) and part.op == "and":
            found += flat(part.parts)
        else:
            found.append(part)
    return found


def is_set(ctx: Context, noun: str) -> bool:
    """True if a noun names the members of a set that things have."""
    attr = ctx.schema.attrs.get(noun)
    return attr is not None and attr.home in ("bag", "printed bag")


def kind_test(ctx: Context, noun: str, slot: Slot) -> Expr | None:
    """The test that a noun applies to a thing; None if it applies to every card or person."""
    if noun == "card" and ctx.schema.mixed:
        return SpeciesIn(Reg(slot), ctx.schema.of_kind(noun))
    if noun in ("card", "thing", "player", "place", "number", "entity"):
        return None
    return is_kind(ctx, Reg(slot), noun)


def checks(
    ctx: Context, noun: str, where: tuple[Tree, ...], slot: Slot, whole: bool = False
) -> list[Expr]:
    """The tests of a description: the noun first, comparisons among all candidates last.

    With `whole`, the source contains only things that the noun names.
    """
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
    elif sort == "player" or noun == "copy":
        test = kind_test(ctx, noun, slot)
        if test is not None:
            found.append(test)
    last: list[Expr] = []
    for part in flat(where):
        special = outstanding(ctx, part)
        if special is not None:
            last.append(special)
        elif noun == "copy" and isinstance(part, In) and part.rel == "of":
            found.append(Meets(original(ctx, Reg(slot)), term(ctx, part.place)))
        elif isinstance(part, In) and part.rel == "of" and is_set(ctx, noun):
            found.append(Meets(Reg(slot), prop(ctx, ctx.schema.attrs[noun], term(ctx, part.place))))
        else:
            found.append(condition(ctx, part))
    return found + last


def original(ctx: Context, who: Expr) -> Expr:
    """What a thing is a copy of; nothing if it is none."""
    ctx.bits |= ctx.rules.column_bit(ctx.rules.copied)
    return Col(ctx.rules.copied, who)


def is_now(part: Tree, verb: str) -> bool:
    """True if a condition asks for the object of an act that is going on now."""
    return (
        isinstance(part, Did)
        and part.window == "now"
        and isinstance(part.do, Do)
        and part.do.verb == verb
    )


def prop_named(ctx: Context, name: str, who: Expr) -> Expr:
    """A property by its name."""
    return prop(ctx, ctx.schema.attrs[name], who)


def is_kind(ctx: Context, who: Expr, word: str, family: str = "") -> Expr:
    """A condition: true if things are of a kind, have a status, or are a member of a family."""
    schema = ctx.schema
    if word in ctx.slots:  # a parameter that stands for a kind
        return parameter(ctx, who, ctx.slots[word])
    stated = one_statement(ctx, who, word)
    if stated is not None:
        return stated
    above = schema.family_of(word)
    if above is not None and (above[0] in ctx.rules.facts or above[0] in schema.written):
        still = member(ctx, who, above[0], Lit(schema.word(above[1])))
        return And([plain_kind(ctx, who, word, family), still])
    return plain_kind(ctx, who, word, family)


def parameter(ctx: Context, who: Expr, slot: Slot) -> Expr:
    """A condition: true if somebody is of the kind, or holds the office, of a parameter."""
    schema = ctx.schema
    told: dict[int, Expr] = {}
    members = [word for word, status in schema.lexicon.statuses.items() if status.family]
    for word in [*schema.offices, *members, *schema.lexicon.kinds]:
        named = word in schema.offices or word in members
        if named or schema.lexicon.sort(word) in ("player", "card"):
            told[schema.word(word)] = plain_kind(ctx, who, word, "")
    for name, kind in schema.described.items():
        parts = [plain_kind(ctx, who, kind.noun, "")] if kind.noun != "card" else []
        for part in kind.where:
            assert isinstance(part, Is)
            assert isinstance(part.word, str)
            if part.family == "printed":
                parts.append(printed(ctx, who, part.word))
            else:
                parts.append(is_kind(ctx, who, part.word, part.family))
        told[schema.word(name)] = And(parts)
    return OneOf(Reg(slot), told)


def plain_kind(ctx: Context, who: Expr, word: str, family: str) -> Expr:
    """`is_kind` for a word that is no parameter, without the test of the family above it."""
    schema = ctx.schema
    if word == "copy":
        return Ne(original(ctx, who), Lit(NONE))
    status = schema.lexicon.statuses.get(word)
    name = family or (status.family if status is not None else "")
    if name and name in schema.attrs:
        return member(ctx, who, name, Lit(schema.word(word)))
    if status is not None and status.of == "game" and word in schema.attrs:
        if word in ctx.rules.facts:
            raise Unsupported(f"the game being {word} by a fact")
        ctx.bits |= ctx.rules.scalar(schema.attrs[word].at)
        return Ne(Var(schema.attrs[word].at), Lit(0))
    if word in schema.attrs and schema.attrs[word].home in ("column", "printed"):
        attr = schema.attrs[word]
        if attr.home == "printed" and word not in ctx.rules.facts:
            kinds = {i for i, told in enumerate(attr.table) if told}
            return SpeciesIn(who, frozenset(kinds))
        return Ne(prop(ctx, attr, who), Lit(0))
    if word in schema.offices:
        return Meets(who, term(ctx, Ref(word)))
    table = ctx.rules.facts.get(word)
    if table is not None:
        raise Unsupported(f"becoming a {word} by a fact")
    return SpeciesIn(who, schema.of_kind(word))


def one_statement(ctx: Context, who: Expr, word: str) -> Expr | None:
    """The condition of a status that exactly one rule gives to persons, inlined; else None."""
    told = ctx.rules.stated.get(word)
    if told is None or not isinstance(who, (Reg, Var)) or ctx.deep > 8:
        return None
    pick, cond = told
    ctx.deep += 1
    ctx.renamed += 1
    label = f"stated{ctx.renamed}"
    renamed = ctx.rename(substitute(cond, pick.label, Ref(label)), {label})
    kept = dict(ctx.slots)
    if isinstance(who, Reg):
        ctx.slots[label] = who.slot
        ctx.sorts[label] = "player"
        found = condition(ctx, renamed)
    else:
        slot = ctx.spare()
        ctx.slots[label] = slot
        ctx.sorts[label] = "player"
        found = Given(slot, who, condition(ctx, renamed))
    ctx.slots = {**kept, **{k: v for k, v in ctx.slots.items() if k != label}}
    ctx.deep -= 1
    return found


def printed(ctx: Context, who: Expr, word: str) -> Expr:
    """A condition: true if a thing has a type or status in print, whatever facts say."""
    status = ctx.schema.lexicon.statuses.get(word)
    if status is not None and status.family in ctx.schema.attrs:
        attr = ctx.schema.attrs[status.family]
        value = prop(ctx, attr, who, True)
        return Meets(value, Lit(ctx.schema.word(word)))
    return SpeciesIn(who, ctx.schema.of_kind(word))


def member(ctx: Context, who: Expr, family: str, word: Expr) -> Expr:
    """A condition: true if a family or set of a thing has this member."""
    attr = ctx.schema.attrs[family]
    value = prop(ctx, attr, who)
    if attr.home == "printed" and family not in ctx.rules.facts and isinstance(word, Lit):
        kinds = frozenset(i for i, told in enumerate(attr.table) if told == word.n)
        return SpeciesIn(who, kinds)
    return Meets(value, word) if attr.home in ("bag", "printed bag") else Eq(value, word)


# ---- comparison -----------------------------------------------------------------------------


def outstanding(ctx: Context, tree: Tree) -> Expr | None:
    """`has the most …` as a test that compares all candidates; None for another condition."""
    if isinstance(tree, Cmp) and tree.op in ("most", "fewest", "earliest", "latest"):
        if tree.op in ("earliest", "latest"):
            raise Unsupported(f"the {tree.op} of something")
        if isinstance(tree.a, Of) and is_numbers(ctx, tree.a):
            return Outstanding(extreme(ctx, tree.a, tree.op), tree.op == "most")
        return Outstanding(term(ctx, tree.a), tree.op == "most")
    return None
