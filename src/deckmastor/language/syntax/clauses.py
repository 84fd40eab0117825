"""The clause: a verb with its object, roles and adverbs; events and finite verbs."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.language.ir import (
    Block,
    Calc,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Repeat,
    Roles,
    Tally,
    Tree,
    replace,
    rewrite,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.syntax import amounts, moments, nouns, predicates
from deckmastor.language.syntax.parse import HE, Found, Parse, listed, maybe, plus, rule

Tell = Callable[[Tree, Tree], Tree]
MANNERS = {
    "secretly": ("manner", "secretly"), "face up": ("manner", "face up"),
    "face down": ("manner", "face down"), "in random order": ("order", "random"),
    "in any order": ("order", "any"), "in turn order": ("order", "turn order"),
    "without effect": ("manner", "without effect"), "out of turn": ("manner", "out of turn"),
    "in the same order": ("order", "same"), "in full": ("manner", "in full"),
}  # fmt: skip
GAINING = ("gain", "lose", "score", "pay")


def told(condition: Tree, subject: Tree) -> Tree:
    """The condition said of a subject; a quantified subject is named once and then referred to."""
    pick = subject
    while isinstance(pick, Of):
        pick = pick.owner
    if not isinstance(pick, Pick) or _said_once(condition):
        return substitute(condition, "$", subject)  # type: ignore[no-any-return]
    named = _swap(subject, pick, Ref(pick.kind.var))
    return Each(pick, substitute(condition, "$", named))


def _said_once(condition: Tree) -> bool:
    """Whether `$` stands once, at the top of a plain positive condition."""
    if isinstance(condition, (Logic, Each)):
        return False
    inside = any(
        isinstance(node, Kind) and any(inner == HE for inner in walk(node.where))
        for node in walk(condition)
    )
    return not inside and sum(node == HE for node in walk(condition)) == 1


def _swap(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree is old:
        return new
    return rewrite(tree, lambda child: _swap(child, old, new))  # type: ignore[no-any-return]


def participle(p: Parse, i: int) -> Found[str]:
    """The past participle of a verb."""
    for reading, j in p.cat(i, "verb", ("pp",)):
        yield reading.lemma, j


# ---- roles and adverbs ----------------------------------------------------------------------


@rule
def roles(p: Parse, i: int, verb: str, passive: bool = False, strict: bool = True) -> Found[Roles]:
    """The roles a verb takes, in any order, each once; where strict, one that it needs is there."""
    frame = p.lexicon.verbs[verb]
    names = frame.roles if not passive or "by" in frame.roles else (*frame.roles, "by")
    for found, j in _roles(p, i, names):
        if not strict or not frame.needs or any(name in frame.needs for name, _ in found):
            yield found, j
        else:
            p.fail(j, f"{_or(frame.needs)}, which '{verb}' needs")


def _or(words: tuple[str, ...]) -> str:
    shown = [f"'{word}'" for word in words[:3]]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


def _roles(p: Parse, i: int, names: tuple[str, ...]) -> Found[Roles]:
    yield (), i
    for name in names:
        start = p.lit(i, name)
        if start < 0:
            continue
        for value, j in _role(p, start, name):
            left = tuple(other for other in names if other != name)
            for rest, k in _roles(p, j, left):
                yield ((name, value), *rest), k


def _role(p: Parse, i: int, name: str) -> Found[Tree]:
    seen = []
    for term, j in nouns.np(p, i):
        seen.append((term, j))
        yield term, j
    if name in ("to", "by", "for"):
        for term, j in amounts.amount(p, i):
            if (term, j) not in seen:
                yield term, j
        for reading, j in p.cat(i, "status"):
            yield reading.lemma, j
        for (_, kind), j in p.seq(i, "no", nouns.singular_kind):
            yield Pick("no", 0, kind), j


def by(found: Roles) -> Tree:
    """Who did it, of a passive's roles."""
    return next((value for name, value in found if name == "by"), None)


def without_by(found: Roles) -> Roles:
    """A passive's roles without who did it."""
    return tuple(role for role in found if role[0] != "by")


@rule
def adverbs(p: Parse, i: int) -> Found[tuple[tuple[str, Tree], ...]]:
    """How a verb is done, any number of ways."""
    yield (), i
    for adverb, j in _adverb(p, i):
        for rest, k in adverbs(p, j):
            yield (adverb, *rest), k


def _adverb(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    for words, manner in MANNERS.items():
        j = p.lit(i, words)
        if j >= 0:
            yield manner, j
    for word, n in (("once", 1), ("twice", 2)):
        j = p.lit(i, word)
        if j >= 0 and p.lit(j, "per") < 0:
            yield ("times", n), j
    for (n, _), j in p.seq(i, Parse.num, "times"):
        if p.lit(j, "per") < 0:
            yield ("times", n), j
    for (_, what), j in p.seq(i, "until", predicates.condition):
        yield ("until", what), j
    for (_, n, unit), j in p.seq(i, "within", Parse.num, amounts.unit_of_amount):
        yield ("within", Qty(n, unit)), j
    for (_, when), j in p.seq(i, "by", moments.moment):
        yield ("before", when), j
    yield from channel(p, i)
    for factor, j in nouns.for_each(p, i):
        yield ("for each", factor), j


def channel(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    """`in #trades`: where something is said."""
    j = p.lit(i, "in")
    if j >= 0 and p.text(j).startswith("#"):
        yield ("channel", Ref(p.text(j))), j + 1


def with_adverbs(act: Tree, found: tuple[tuple[str, Tree], ...]) -> Tree:
    """The act done in these ways: manners are roles, repetition is around it."""
    manners = tuple(role for role in found if role[0] not in ("times", "for each", "until"))
    if manners:
        act = _add_roles(act, manners)
    for name, value in found:
        if name in ("times", "for each"):
            act = Repeat(act, None, value)
        elif name == "until":
            act = Repeat(act, value)
    return act


def _add_roles(act: Tree, extra: Roles) -> Tree:
    if isinstance(act, Do):
        return replace(act, roles=act.roles + extra)
    if isinstance(act, Block):
        return replace(act, parts=tuple(_add_roles(part, extra) for part in act.parts))
    return act


# ---- verb phrases ---------------------------------------------------------------------------


@rule
def verb_phrase(p: Parse, i: int, form: str, strict: bool = True) -> Found[Tree]:
    """A verb with object, roles and adverbs; its doer is `$`."""
    for act, j in bare_act(p, i, form, strict):
        for found, k in adverbs(p, j):
            if not (_of_counters(act) and any(name == "for each" for name, _ in found)):
                yield with_adverbs(act, found), k
    k = p.lit(i, "secretly")
    if k >= 0:
        for act, j in bare_act(p, k, form):
            yield _add_roles(act, (("manner", "secretly"),)), j


def _of_counters(act: Tree) -> bool:
    """Whether an amount is done, which `for each` multiplies by itself."""
    return isinstance(act, Do) and isinstance(act.obj, Qty)


def plain_act(p: Parse, i: int) -> Found[Tree]:
    """A verb phrase in its base form, as after `can`."""
    yield from bare_act(p, i, "base")


def gerund(p: Parse, i: int) -> Found[Tree]:
    """A verb phrase in its `-ing` form."""
    yield from bare_act(p, i, "ing")


@rule
def bare_act(p: Parse, i: int, form: str, strict: bool = False) -> Found[Tree]:
    """A verb with object and roles, without adverbs; a role it takes is not left to a noun."""
    acts = list(_acts(p, i, form, strict))
    with_role = {j for act, j in acts if isinstance(act, Do) and _has_with(act)}
    for act, j in acts:
        if j not in with_role or not isinstance(act, Do) or _has_with(act):
            yield act, j


def _has_with(act: Do) -> bool:
    return any(name in ("with", "in") for name, _ in act.roles)


def _acts(p: Parse, i: int, form: str, strict: bool) -> Found[Tree]:
    for reading, j in p.cat(i, "verb", (form,)):
        verb = reading.lemma
        if verb == "become":
            yield from _become(p, j)
            continue
        if verb in ("increase", "decrease"):
            yield from _change(p, j, verb)
            continue
        for obj, k in objects(p, j, verb):
            if verb == "take" and isinstance(obj, Pick) and obj.kind.noun == "action":
                yield Do("act", HE), k
                continue
            for found, m in roles(p, k, verb, False, strict):
                yield Do(verb, HE, obj, found), m
            if verb == "amend":
                yield from _amended(p, obj, k)
    for (word, verbs), j in listed(p, i, _verb(form), ("or",)):
        if word and all(p.lexicon.verbs[verb].obj in "Oo" for verb in verbs):
            for obj, k in objects(p, j, verbs[-1]):
                for found, m in roles(p, k, verbs[-1], False, strict):
                    if obj is not None:
                        yield Block("one", tuple(Do(verb, HE, obj, found) for verb in verbs)), m


def _amended(p: Parse, obj: Tree, k: int) -> Found[Tree]:
    """`amend the rule "Shop": replace "12" by "15"`."""
    for (_, old, _, new), m in p.seq(k, ": replace", nouns.quoted, "by", nouns.quoted):
        yield Do("amend", HE, obj, (("replace", old), ("by", new))), m


def _verb(form: str) -> Callable[[Parse, int], Found[str]]:
    def verb(p: Parse, i: int) -> Found[str]:
        for reading, j in p.cat(i, "verb", (form,)):
            yield reading.lemma, j

    return verb


def objects(p: Parse, j: int, verb: str) -> Found[Tree]:
    """What the verb is done to, where its frame allows or asks for it."""
    frame = p.lexicon.verbs[verb]
    if frame.obj in "Oo":
        for term, k in nouns.np(p, j):
            if fits(p, term, frame.obj_sort) and not (verb in GAINING and _bare_number(p, term)):
                yield term, k
        if verb in ("roll", "choose"):
            for term, k in amounts.simple_amount(p, j):
                if isinstance(term, Calc):
                    yield term, k
        if verb == "choose":
            yield from _number_choice(p, j)
    if frame.obj in "o-":
        yield None, j


def _bare_number(p: Parse, term: Tree) -> bool:
    """A number without a counter, which nobody can gain."""
    return isinstance(term, Of) and p.lexicon.sort(term.name) == "number"


def _number_choice(p: Parse, j: int) -> Found[Tree]:
    for (_, parts), k in p.seq(j, "a number", _bounds):
        var = f"~{j}"
        where = tuple(Cmp(Ref(var), op, n) for op, n in parts)
        yield Pick("a", 1, Kind("number", where, var)), k
    for (_, a, _, b), k in p.seq(j, "a number from", Parse.num, "to", Parse.num):
        var = f"~{j}"
        where = (Cmp(Ref(var), ">=", a), Cmp(Ref(var), "<=", b))
        yield Pick("a", 1, Kind("number", where, var)), k


def _bounds(p: Parse, i: int) -> Found[list[tuple[str, Tree]]]:
    for (_, parts), j in listed(p, i, amounts.comparison, ("and",)):
        yield parts, j


def fits(p: Parse, term: Tree, sort: str) -> bool:
    """Whether a term can be an object of this sort."""
    if not sort:
        return True
    if sort == "counter":
        return isinstance(term, (Qty, Of, Group)) or (
            isinstance(term, Ref) and term.name.startswith("?")
        )
    if sort == "time":
        return (
            moments.is_time(p, term)
            or isinstance(term, Of)
            or (isinstance(term, Group) and all(fits(p, item, sort) for item in term.items))
        )
    if sort == "card":
        return not isinstance(term, Qty) and not moments.is_time(p, term)
    if sort == "place":
        return not isinstance(term, Qty) and not moments.is_time(p, term)
    return True


def _become(p: Parse, j: int) -> Found[Tree]:
    """`becomes disabled`, `becomes a goat`, `becomes the starter`, `becomes 9`."""
    for word, family, k in nouns.member(p, j):
        if not p.noun_at(k):
            yield Do("become", HE, word, (("family", family),) if family else ()), k
    for word in ("a", "an"):
        start = p.lit(j, word)
        if start >= 0:
            for kind, k in nouns.kind_phrase(p, start, nouns.SG):
                yield _become_kind(p, kind), k
    for kind, k in nouns.kind_phrase(p, j, nouns.PL):
        yield _become_kind(p, kind), k
    for term, k in amounts.amount(p, j):
        if not isinstance(term, (Pick, Ref)):
            yield Do("set", None, HE, (("to", term),)), k
    for term, k in nouns.np1(p, j):
        if isinstance(term, Of) and p.lexicon.sort(term.name) in ("player", "card", "place"):
            yield Do("become", HE, term), k
        if isinstance(term, Ref) or (isinstance(term, Pick) and term.how in ("the", "top", "next")):
            yield Do("become", HE, term), k
    for text, k in nouns.quoted(p, j):
        yield Do("set", None, HE, (("to", text),)), k
    for (op, n), k in amounts.comparison(p, j):
        yield Do("set", None, HE, (("to", Calc(op, (n,))),)), k


def _become_kind(p: Parse, kind: Kind) -> Tree:
    family = predicates._family(p, kind.noun)
    named: Roles = (("family", family),) if family else ()
    return Do("become", HE, kind if kind.where else kind.noun, named)


def _change(p: Parse, j: int, verb: str) -> Found[Tree]:
    for (_, n), k in p.seq(j, "by", amounts.amount):
        yield Do("set", None, HE, (("by", n if verb == "increase" else Calc("neg", (n,))),)), k
    for (value, _, n), k in p.seq(j, nouns.np1, "by", amounts.amount):
        yield Do("set", HE, value, (("by", n if verb == "increase" else Calc("neg", (n,))),)), k


# ---- finite verbs ---------------------------------------------------------------------------


@rule
def finite(p: Parse, i: int, gap: bool = True) -> Found[Tell]:
    """A finite verb phrase as a question about what is or was done; with a gap, one thing in it
    is the noun before: `cards you drew this turn`, `goals you contributed to`."""
    for forms, window in ((("s", "base"), "now"), (("past",), "ever")):
        for reading, j in p.cat(i, "verb", forms):
            yield from _asked(p, reading.lemma, j, window, gap, False)
    for (_, no, reading), j in p.seq(i, ("has", "have"), maybe("not"), participle):
        yield from _asked(p, reading, j, "ever", gap, bool(no))
    for (aux, _, verb), j in p.seq(i, ("did", "do", "does"), "not", _verb("base")):
        yield from _asked(p, verb, j, "ever" if aux == "did" else "now", gap, True)


def _asked(p: Parse, verb: str, j: int, window: str, gap: bool, no: bool) -> Found[Tell]:
    frame = p.lexicon.verbs[verb]
    options: list[tuple[Tree | tuple[str, Tree, Kind], int]] = []
    if frame.obj in "Oo":
        options += [(term, k) for term, k in nouns.np(p, j) if not _is_count(p, j, term)]
        for ((op, n), kind), k in p.seq(j, amounts.quantity, predicates._kind):
            options.append(((op, n, kind), k))
        for (op, n, kind), k in _more_than(p, j):
            options.append(((op, n, kind), k))
    if (gap and frame.obj in "Oo") or frame.obj in "o-":
        options.append((None, j))
    for obj, k in options:
        for found, m in _roles(p, k, frame.roles):
            ends: list[tuple[Roles, bool, int]] = [(found, False, m)]
            if gap:
                for name in frame.roles:
                    end = p.lit(m, name)
                    if end >= 0:
                        ends.append(((*found, (name, Ref("$gap"))), True, end))
            for all_roles, dangling, end in ends:
                if gap and not dangling and (obj is not None or frame.obj == "-"):
                    continue
                for (time, nth), last in moments.when_and_how_often(p, end):
                    yield _teller(verb, obj, all_roles, dangling, time or window, nth, no), last


def _more_than(p: Parse, i: int) -> Found[tuple[str, Tree, Kind]]:
    """`more cards than the hand limit`: compared with an amount, or with somebody's doing."""
    for (word, kind, _), j in p.seq(i, ("more", "fewer"), nouns.plural_kind, "than"):
        op = ">" if word == "more" else "<"
        for n, k in amounts.amount(p, j):
            yield (op, n, kind), k
        for who, k in nouns.np1(p, j):
            if not amounts.is_amount(p, who):
                yield (op, Calc("for", (who,)), kind), k


def _is_count(p: Parse, i: int, term: Tree) -> bool:
    return (
        isinstance(term, Pick)
        and term.how in ("a", "atleast", "over")
        and (bool(list(p.num(i))) or p.low[i] in ("at", "more"))
    )


def _teller(
    verb: str, obj: object, found: Roles, dangling: bool, time: Tree, nth: str, no: bool
) -> Tell:
    def tell(subject: Tree, gap: Tree) -> Tree:
        filled = tuple((name, gap if v == Ref("$gap") else v) for name, v in found)
        if isinstance(obj, tuple):
            op, n, kind = obj
            asked = Did(Do(verb, subject, Ref(kind.var), filled), time, nth)
            counted = Kind(kind.noun, (*kind.where, asked), kind.var)
            if isinstance(n, Calc) and n.op == "for":
                theirs = Did(Do(verb, n.args[0], Ref(f"{kind.var}e"), filled), time, nth)
                where = substitute(kind.where, kind.var, Ref(f"{kind.var}e"))
                n = Tally("count", Kind(kind.noun, (*where, theirs), f"{kind.var}e"))
            said: Tree = Cmp(Tally("count", counted), op, n)
        else:
            thing = obj if obj is not None or dangling else gap
            said = Did(Do(verb, subject, thing, filled), time, nth)  # type: ignore[arg-type]
        return Logic("not", (said,)) if no else said

    return tell


@rule
def passive_tail(p: Parse, j: int, verb: str, window: str) -> Found[Tree]:
    """What follows a participle: roles, by whom, when."""
    for found, k in _passive_roles(p, j, verb):
        agent = by(found)
        if isinstance(agent, Pick) and agent.how in ("atleast", "over"):
            continue
        do = Do(verb, agent, HE, without_by(found))
        for (time, nth), m in moments.when_and_how_often(p, k):
            yield Did(do, time or window, nth), m
        for ((op, n), _), m in p.seq(k, amounts.quantity, "times"):
            for (time, nth), end in moments.when_and_how_often(p, m):
                yield Cmp(Tally("times", Did(do, time or window, nth)), op, n), end
    for (_, (op, n), kind), k in p.seq(j, "by", amounts.quantity, predicates._kind):
        for (time, nth), m in moments.when_and_how_often(p, k):
            asked = Did(Do(verb, Ref(kind.var), HE), time or window, nth)
            yield Cmp(Tally("count", Kind(kind.noun, (*kind.where, asked), kind.var)), op, n), m


def _passive_roles(p: Parse, j: int, verb: str) -> Found[Roles]:
    yield from _roles(p, j, (*p.lexicon.verbs[verb].roles, "by"))


# ---- events ---------------------------------------------------------------------------------


@rule
def event(p: Parse, i: int) -> Found[Tree]:
    """What a trigger waits for: something done, or a state that comes about."""
    for (word, parts), j in listed(p, i, simple_event, ("or",)):
        yield (Logic("or", tuple(parts)) if word else parts[0]), j


@rule
def simple_event(p: Parse, i: int) -> Found[Tree]:
    """One event or state."""
    done = list(_done(p, i))
    yield from done
    ends = {j for _, j in done}
    for state, j in predicates.condition(p, i):
        if j not in ends and stative(state):
            yield state, j


def _done(p: Parse, i: int) -> Found[Tree]:
    for (subject, form), j in _doers(p, i):
        for (act, _, other), k in p.seq(j, _act_in(form), "or", _act_in(form)):
            both = Logic("or", (act, substitute(other, "$", Ref("$"))))
            yield said_of(both, subject), k
        for act, k in bare_act(p, j, form):
            for (time, nth), m in moments.when_and_how_often(p, k):
                happening = said_of(either_event(act), subject)
                yield (Did(happening, time or "ever", nth) if time or nth else happening), m
        for reading, k in p.cat(j, "verb", (form,)):
            for (op, n, kind), m in _more_than(p, k):
                asked = Did(Do(reading.lemma, subject, Ref(kind.var)), "now")
                counted = Kind(kind.noun, (*kind.where, asked), kind.var)
                yield Cmp(Tally("count", counted), op, n), m
        for (_, verbs), k in p.seq(j, ("is", "are"), _participles):
            for found, m in _passive_roles(p, k, verbs[-1]):
                for (time, nth), n in moments.when_and_how_often(p, m):
                    acts: tuple[Tree, ...] = tuple(
                        Do(verb, by(found), subject if v == 0 else same(subject), without_by(found))
                        for v, verb in enumerate(verbs)
                    )
                    one = acts[0] if len(acts) == 1 else Logic("or", acts)
                    yield (Did(one, time or "ever", nth) if time or nth else one), n
    for ((op, n), kind), j in p.seq(i, amounts.quantity, predicates._kind):
        if op != "=" or n != 1:
            for act, k in bare_act(p, j, "base"):
                counted = plus(kind, Did(act, "now"))
                yield Cmp(Tally("count", counted), op, n), k


def _act_in(form: str) -> Callable[[Parse, int], Found[Tree]]:
    def act(p: Parse, i: int) -> Found[Tree]:
        yield from bare_act(p, i, form)

    return act


def _doers(p: Parse, i: int) -> Found[tuple[Tree, str]]:
    for subject, j in nouns.np(p, i):
        if not _is_count(p, i, subject):
            for form in forms(subject):
                yield (subject, form), j


def _participles(p: Parse, i: int) -> Found[list[str]]:
    for (_, verbs), j in listed(p, i, participle, ("or",)):
        yield verbs, j


def same(subject: Tree) -> Tree:
    """The subject once more: a quantified one is referred to, not chosen again."""
    return Ref(subject.kind.var) if isinstance(subject, Pick) else subject


def either_event(act: Tree) -> Tree:
    """`enters or leaves` as an event is either of two."""
    if not (isinstance(act, Block) and act.mode == "one"):
        return act
    first, *rest = act.parts
    return Logic("or", (first, *(_same_object(part) for part in rest)))


def _same_object(act: Tree) -> Tree:
    return replace(act, obj=same(act.obj)) if isinstance(act, Do) else act


def said_of(act: Tree, subject: Tree) -> Tree:
    """The act with its doer; the parts after the first refer to a quantified doer."""
    if isinstance(act, Logic):
        parts = tuple(
            substitute(part, "$", subject if n == 0 else same(subject))
            for n, part in enumerate(act.parts)
        )
        return Logic(act.op, parts)
    return substitute(act, "$", subject)  # type: ignore[no-any-return]


def stative(state: Tree) -> bool:
    """Whether a condition is a state rather than something going on."""
    for node in walk(state):
        if isinstance(node, Did) and node.window == "now":
            return isinstance(state, Cmp)
    return True


def forms(subject: Tree) -> tuple[str, ...]:
    """The verb forms that can follow a subject; a possession does not show its number."""
    return ("s", "base") if isinstance(subject, Of) else (agreement(subject),)


def agreement(subject: Tree) -> str:
    """The verb form that goes with a subject: `s` or `base`."""
    match subject:
        case Ref(name):
            if name.startswith(("?those", "?they")) or name in ("you", "?themselves"):
                return "base"
            return "s"
        case Pick(how, n, _):
            if how in ("all", "some", "anynum"):
                return "base"
            return "s" if n == 1 or how == "each" else "base"
        case Group("and", _):
            return "base"
        case Group(_, items):
            return agreement(items[-1])
        case Qty(n, _):
            return "s" if n == 1 else "base"
    return "s"
