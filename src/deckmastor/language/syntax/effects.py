"""Effects: clauses with their subjects, joined by `and`, `or` and `, then`."""

from __future__ import annotations

from dataclasses import dataclass

from deckmastor.language.ir import (
    Block,
    Do,
    Each,
    Group,
    If,
    Logic,
    May,
    Ref,
    Tree,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import adverbs, clauses, events, nouns, predicates
from deckmastor.language.syntax.parse import Found, Parse, rule

JOINS = (", then", "and", "or", ", or", ", and", ",")
DOER = Ref("?doer")


@dataclass(frozen=True, slots=True)
class Part:
    """One clause: its subject (None if it is the one before), its modal, and what is done."""

    join: str
    subject: Tree
    modal: str
    act: Tree
    at: int


@rule
def effect(p: Parse, i: int) -> Found[Tree]:
    """What happens: one or several clauses, perhaps under a condition at the end."""
    for tree, j in unconditional(p, i):
        yield tree, j
        if _has_then(tree):
            p.fail(j, "a full stop (behind ', then' it is unclear what a condition is for)")
            continue
        for (word, condition), k in p.seq(j, ("if", "unless"), predicates.condition):
            yield If(behind(positive(word, condition)), tree), k


def _has_then(tree: Tree) -> bool:
    """Whether an effect has several steps under one subject."""
    while isinstance(tree, (Each, May)):
        tree = tree.body if isinstance(tree, Each) else tree.effect
    return isinstance(tree, Block) and tree.mode == "then"


def behind(tree: Tree) -> Tree:
    """Mark what stands behind the sentence it limits, and is bound after it."""
    return Group("?behind", (tree,))


def positive(word: str, condition: Tree) -> Tree:
    return condition if word == "if" else Logic("not", (condition,))


@rule
def unconditional(p: Parse, i: int) -> Found[Tree]:
    """What happens, whatever the state."""
    for parts, j in chain(p, i, JOINS):
        tree = fold(list(parts))
        if tree is not None:
            yield tree, j
    for (_, branches), j in p.seq(i, "choose one :", _branches):
        if len(branches) > 2:
            yield Each(Group(f"${i}", (DOER,)), Block("one", tuple(branches))), j


def _branches(p: Parse, i: int) -> Found[list[Tree]]:
    for parts, j in chain(p, i, (", then", "and")):
        branch = fold(list(parts))
        if branch is None:
            continue
        yield [branch], j
        for (word, more), k in p.seq(j, (", or", ","), _branches):
            if word == ", or" or len(more) > 1:
                yield [branch, *more], k


@rule
def chain(p: Parse, i: int, joins: tuple[str, ...]) -> Found[tuple[Part, ...]]:
    """Clauses and the words that join them."""
    for first, j in clause(p, i, "", "base"):
        yield from _more(p, (first,), j, joins)


def _more(
    p: Parse, parts: tuple[Part, ...], j: int, joins: tuple[str, ...]
) -> Found[tuple[Part, ...]]:
    yield parts, j
    form = _form(parts)
    for join, start in p.any_of(j, joins):
        joined = {", then": "then", ", or": "else", ", and": "and", ",": "comma"}.get(join, join)
        for part, k in clause(p, start, joined, form):
            yield from _more(p, (*parts, part), k, joins)
        for part, k in _gapped(p, start, joined, parts[-1]):
            yield from _more(p, (*parts, part), k, joins)


def _form(parts: tuple[Part, ...]) -> str:
    for part in reversed(parts):
        if part.modal:
            return "base"
        if part.subject is not None:
            return events.agreement(part.subject)
    return "base"


@rule
def clause(p: Parse, i: int, join: str, form: str) -> Found[Part]:
    """A clause with its own subject, or a verb phrase that shares the one before."""
    for act, j in clauses.verb_phrase(p, i, form):
        yield Part(join, None, "", act, i), j
    for subject, j in nouns.np(p, i):
        for form in events.forms(subject):
            for act, k in clauses.verb_phrase(p, j, form):
                yield Part(join, subject, "", act, i), k
        start = p.lit(j, "may")
        if start >= 0:
            for act, k in clauses.verb_phrase(p, start, "base"):
                yield Part(join, subject, "may", act, i), k
            for (_, other), k in p.seq(start, "let", nouns.np):
                for act, m in clauses.verb_phrase(p, k, "base"):
                    yield Part(join, subject, "may", _say(other, start, act), i), m
        for (_, verb), k in p.seq(j, ("is", "are"), clauses.participle):
            for found, m in clauses.roles(p, k, verb, True):
                act = Do(verb, clauses.by(found), subject, clauses.without_by(found))
                for ways, n in adverbs.adverbs(p, m):
                    yield Part(join, None, "passive", adverbs.with_adverbs(act, ways), i), n


def _gapped(p: Parse, i: int, join: str, before: Part) -> Found[Part]:
    """`put X into A and Y into B`: the verb of the clause before, with another object."""
    if join != "and" or not isinstance(before.act, Do) or not before.act.roles:
        return
    verb = before.act.verb
    for obj, j in nouns.np(p, i):
        for found, k in clauses.roles(p, j, verb):
            if found:
                act = Do(verb, before.act.agent, obj, found)
                for ways, m in adverbs.adverbs(p, k):
                    yield Part(join, None, "", adverbs.with_adverbs(act, ways), i), m


# ---- putting clauses together ---------------------------------------------------------------


def fold(parts: list[Part]) -> Tree:
    """One tree for joined clauses: `and` binds tightest, then `or`, then `, then`.

    `and` beside `or` in one segment has no reading. What follows a `may` belongs to the option.
    """
    for n, part in enumerate(parts):
        if part.modal == "may":
            option = _under_subject(part.subject, part.at, fold([_plain(part), *parts[n + 1 :]]))
            if n == 0:
                return option
            if part.join == "or" or option is None:
                return None
            before = fold(parts[:n])
            return Block("both" if part.join == "and" else "then", (before, option))
    segments: list[list[Part]] = [[]]
    for part in parts:
        if part.join == "then":
            segments.append([])
        segments[-1].append(part)
    return _then(segments)


def _plain(part: Part) -> Part:
    return Part("", None, "", substitute(part.act, "$", Ref(f"${part.at}")), part.at)


def _under_subject(subject: Tree, at: int, body: Tree) -> Tree:
    if body is None:
        return None
    who = Ref(f"${at}")
    return Each(Group(f"${at}", (subject,)), May(who, substitute(body, "?doer", who)))


def _then(segments: list[list[Part]]) -> Tree:
    runs: list[tuple[Tree, int, list[Tree]]] = []
    for segment in segments:
        tree, subject, at = _segment(segment, runs[-1][0] if runs else None)
        if tree is None:
            return None
        if subject is _SHARED and runs:
            runs[-1][2].append(tree)
        else:
            runs.append((None if subject is _SHARED else subject, at, [tree]))
    steps = tuple(_say(subject, at, _block("then", trees)) for subject, at, trees in runs)
    return _block("then", list(steps))


_SHARED = Ref("shared subject")


def _segment(segment: list[Part], _before: Tree) -> tuple[Tree, Tree, int]:
    """The clauses between two `then`: their tree over `$`, and their first subject."""
    alternatives: list[list[Part]] = [[]]
    for part in segment:
        if part.join == "else" and alternatives[-1]:
            alternatives.append([])
        alternatives[-1].append(part)
    if len(alternatives) > 1:
        return _alternatives(alternatives)
    joins = {part.join for part in segment[1:]}
    if "comma" in joins and segment[-1].join == "and":
        joins = {"and"} if all(p.join == "comma" for p in segment[1:-1]) else joins
    if len(joins) > 1 or "comma" in joins:
        return None, None, 0
    mode = "one" if "or" in joins else "both"
    runs: list[tuple[Tree, int, list[Tree]]] = []
    for n, part in enumerate(segment):
        if part.subject is not None:
            runs.append((part.subject, part.at, [part.act]))
        elif part.modal == "passive":
            runs.append((Ref("game"), -1, [part.act]))
        elif n == 0 or not runs:
            runs.append((_SHARED, part.at, [part.act]))
        else:
            runs[-1][2].append(part.act)
    if len(runs) == 1:
        subject, at, acts = runs[0]
        return _block(mode, acts), (None if at == -1 else subject), at
    said: list[Tree] = [
        _block(mode, acts)
        if at == -1
        else _say(None if who is _SHARED else who, at, _block(mode, acts))
        for who, at, acts in runs
    ]
    return _block(mode, said), None, -1


def _alternatives(alternatives: list[list[Part]]) -> tuple[Tree, Tree, int]:
    """`A and B, or C`: the comma sets the branches apart; the first subject chooses."""
    subject, at = alternatives[0][0].subject, alternatives[0][0].at
    trees: list[Tree] = []
    for n, alternative in enumerate(alternatives):
        tree, who, _ = _segment(alternative, None)
        if tree is None or (n and who is not _SHARED):
            return None, None, 0
        trees.append(tree)
    if any(len(a) == 1 for a in alternatives) and all(len(a) == 1 for a in alternatives):
        return None, None, 0
    return Block("one", tuple(trees)), (_SHARED if subject is None else subject), at


def _block(mode: str, trees: list[Tree]) -> Tree:
    return trees[0] if len(trees) == 1 else Block(mode, tuple(trees))


def _say(subject: Tree, at: int, body: Tree) -> Tree:
    """The body said of its subject, whose place in it is marked by its own variable."""
    if at == -1:
        return body
    mark = f"${at}"
    return Each(
        Group(mark, (DOER if subject is None else subject,)), substitute(body, "$", Ref(mark))
    )
