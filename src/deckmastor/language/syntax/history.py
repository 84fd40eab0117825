"""Finite verbs as questions about what is, was or is being done."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Kind,
    Logic,
    Pick,
    Ref,
    Roles,
    Tally,
    Tree,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, kinds, moments, nouns, predicates
from deckmastor.language.syntax.parse import HE, Found, Parse, maybe, rule

Tell = Callable[[Tree, Tree], Tree]


@rule
def finite(p: Parse, i: int, gap: bool = True) -> Found[Tell]:
    """A finite verb phrase as a question about what is or was done; with a gap, one thing in it
    is the noun before: `cards you drew this turn`, `goals you contributed to`."""
    for forms, window in ((("s", "base"), "now"), (("past",), "ever")):
        for reading, j in p.cat(i, "verb", forms):
            yield from _asked(p, reading.lemma, j, window, gap, False)
    for (_, no, reading), j in p.seq(i, ("has", "have"), maybe("not"), clauses.participle):
        yield from _asked(p, reading, j, "ever", gap, bool(no))
    for (aux, _, verb), j in p.seq(i, ("did", "do", "does"), "not", clauses.verb_in("base")):
        yield from _asked(p, verb, j, "ever" if aux == "did" else "now", gap, True)


def _asked(p: Parse, verb: str, j: int, window: str, gap: bool, no: bool) -> Found[Tell]:
    frame = p.lexicon.verbs[verb]
    options: list[tuple[Tree | tuple[str, Tree, Kind], int]] = []
    if frame.obj in "Oo":
        options += [(term, k) for term, k in nouns.np(p, j) if not is_count(p, j, term)]
        for ((op, n), kind), k in p.seq(j, amounts.quantity, predicates.any_kind):
            options.append(((op, n, kind), k))
        for (op, n, kind), k in more_than(p, j):
            options.append(((op, n, kind), k))
    if (gap and frame.obj in "Oo") or frame.obj in "o-":
        options.append((None, j))
    for obj, k in options:
        for found, m in clauses.any_roles(p, k, frame.roles):
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


def more_than(p: Parse, i: int) -> Found[tuple[str, Tree, Kind]]:
    """`more cards than the hand limit`: compared with an amount, or with somebody's doing."""
    for (word, kind, _), j in p.seq(i, ("more", "fewer"), kinds.plural_kind, "than"):
        op = ">" if word == "more" else "<"
        for n, k in amounts.amount(p, j):
            yield (op, n, kind), k
        for who, k in nouns.np1(p, j):
            if not amounts.is_amount(p, who):
                yield (op, Calc("for", (who,)), kind), k


def is_count(p: Parse, i: int, term: Tree) -> bool:
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
    for found, k in passive_roles(p, j, verb):
        agent = clauses.by(found)
        if isinstance(agent, Pick) and agent.how in ("atleast", "over"):
            continue
        do = Do(verb, agent, HE, clauses.without_by(found))
        for (time, nth), m in moments.when_and_how_often(p, k):
            yield Did(do, time or window, nth), m
        for ((op, n), _), m in p.seq(k, amounts.quantity, "times"):
            for (time, nth), end in moments.when_and_how_often(p, m):
                yield Cmp(Tally("times", Did(do, time or window, nth)), op, n), end
    for (_, (op, n), kind), k in p.seq(j, "by", amounts.quantity, predicates.any_kind):
        for (time, nth), m in moments.when_and_how_often(p, k):
            asked = Did(Do(verb, Ref(kind.var), HE), time or window, nth)
            yield Cmp(Tally("count", Kind(kind.noun, (*kind.where, asked), kind.var)), op, n), m


def passive_roles(p: Parse, j: int, verb: str) -> Found[Roles]:
    yield from clauses.any_roles(p, j, (*p.lexicon.verbs[verb].roles, "by"))
