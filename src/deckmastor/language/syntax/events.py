"""Events: what a trigger or a replacement waits for, and how a verb agrees with its subject."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.language.ir import (
    Block,
    Cmp,
    Did,
    Do,
    Group,
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
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, history, moments, nouns, predicates
from deckmastor.language.syntax.parse import Found, Parse, listed, plus, rule


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
        for act, k in clauses.bare_act(p, j, form):
            for (time, nth), m in moments.when_and_how_often(p, k):
                happening = said_of(either_event(act), subject)
                yield (Did(happening, time or "ever", nth) if time or nth else happening), m
        for reading, k in p.cat(j, "verb", (form,)):
            for (op, n, kind), m in history.more_than(p, k):
                asked = Did(Do(reading.lemma, subject, Ref(kind.var)), "now")
                counted = Kind(kind.noun, (*kind.where, asked), kind.var)
                yield Cmp(Tally("count", counted), op, n), m
        for (_, verbs), k in p.seq(j, ("is", "are"), participles):
            for found, m in history.passive_roles(p, k, verbs[-1]):
                for (time, nth), n in moments.when_and_how_often(p, m):
                    acts: tuple[Tree, ...] = tuple(
                        Do(
                            verb,
                            clauses.by(found) if v == 0 else same(clauses.by(found)),
                            subject if v == 0 else same(subject),
                            clauses.without_by(found),
                        )
                        for v, verb in enumerate(verbs)
                    )
                    one = acts[0] if len(acts) == 1 else Logic("or", acts)
                    yield (Did(one, time or "ever", nth) if time or nth else one), n
    for ((op, n), kind), j in p.seq(i, amounts.quantity, predicates.any_kind):
        if (op != "=" or n != 1) and p.lexicon.sort(kind.noun) != "time":
            for act, k in clauses.bare_act(p, j, "base"):
                counted = plus(kind, Did(act, "now"))
                yield Cmp(Tally("count", counted), op, n), k


def _act_in(form: str) -> Callable[[Parse, int], Found[Tree]]:
    def act(p: Parse, i: int) -> Found[Tree]:
        yield from clauses.bare_act(p, i, form)

    return act


def _doers(p: Parse, i: int) -> Found[tuple[Tree, str]]:
    for subject, j in nouns.np(p, i):
        if not history.is_count(p, i, subject) and not moments.is_time_length(subject):
            for form in forms(subject):
                yield (subject, form), j


def participles(p: Parse, i: int) -> Found[list[str]]:
    for (_, verbs), j in listed(p, i, clauses.participle, ("or",)):
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
