"""Descriptions told: a noun with what stands before and behind it, and what is counted."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    In,
    Is,
    Kind,
    Pick,
    Ref,
    Tree,
)
from deckmastor.language.mentions import Mention
from deckmastor.language.morphology import verb_forms
from deckmastor.language.paraphrase import nouns, posts
from deckmastor.language.paraphrase.telling import Telling


def kind(
    t: Telling, k: Kind, many: bool, other: bool = False, skip: int = 0, definite: bool = False
) -> str:
    """A noun with its conditions, without a determiner; `skip` conditions are said elsewhere."""
    own = Ref(k.var)
    t.mention(own, k.noun, t.sort(k.noun), many, rank=weakness(t, k.noun))
    conds = list(k.where[skip:])
    if other:
        conds.pop()
    noun, outer = k.noun, t.mood
    with t.at(depth=t.depth + 1, any="a", within=[*t.within, own], mood="cond", modal="", definite=definite,
              head=t.head, barred=t.barred):  # fmt: skip
        before, noun, conds = _before(t, k, conds, noun)
        words = [*before, t.plural(noun) if many else noun]
        for c in conds:
            if c == Is(own, "different", "each other"):
                continue
            is_in = isinstance(c, In)
            inner = "effect" if is_in and outer == "effect" else "cond"
            with t.at(head=None if is_in else own, barred=[own] if is_in else [], mood=inner):
                words.append(posts.post(t, c, own, many))
    return " ".join(words)


def weakness(t: Telling, noun: str) -> int:
    return 2 if not t.sort(noun) and noun in t.lexicon.attrs else 0


def tallied(t: Telling, k: Kind, many: bool = True, skip: int = 0) -> str:
    """A description that is counted; later it is described again, not referred to."""
    other = says_other(t, k)
    open_tally(t, k)
    with t.at(mood="cond"):
        words = kind(t, k, many, other, skip)
    close_tally(t, k)
    return "other " * other + words


def open_tally(t: Telling, k: Kind) -> None:
    """Mention what is counted, ahead of what is said of it."""
    t.mention(Ref(k.var), k.noun, t.sort(k.noun), True, rank=weakness(t, k.noun))


def close_tally(t: Telling, k: Kind, single: bool = False) -> None:
    """From now on, a reference to what was counted stands for its whole description."""
    if single:
        t.singles.add(k.var)

    told = Pick("the", 1, k, k.var)
    for n, m in enumerate(t.seen.found):
        if m.term == Ref(k.var):
            t.seen.found[n] = Mention(told, m.noun, m.sort, m.many, rank=1)


def _before(t: Telling, k: Kind, conds: list[Tree], noun: str) -> tuple[list[str], str, list[Tree]]:
    """The conditions that can stand in front of the noun, which may be told by one of them."""
    words: list[str] = []
    printed = [c.word for c in conds if isinstance(c, Is) and c.family == "printed"]
    if printed and all(isinstance(w, str) for w in printed):
        shown = [str(w) for w in printed]
        last = shown[-1]
        if t.lexicon.is_kind(last, k.noun) and last in t.lexicon.kinds:
            noun = shown.pop()
        return ["printed", *shown], noun, conds[len(printed) :]
    while conds:
        first = conds[0]
        if isinstance(first, Is) and _stands_before(t, first, k):
            words.append(member(t, first.word))
        elif (
            isinstance(first, In) and first.rel == "among" and (verb := _done_to(t, first.place))
        ) or ((verb := _was_done(t, first, k)) and len(t.seen.objects.get(verb, ())) != 1):
            words.append(verb_forms(verb).pp)
        else:
            break
        conds.pop(0)
    return words, noun, conds


def _done_to(t: Telling, things: Tree) -> str:
    """The verb that was done to these things and to no others."""
    return next((verb for verb, done in t.seen.objects.items() if done == [things]), "")


def _stands_before(t: Telling, c: Tree, k: Kind) -> bool:
    if not (isinstance(c, Is) and c.who == Ref(k.var)):
        return False
    if isinstance(c.word, Ref):
        return t.is_param(c.word.name) and c.family != ""
    if not isinstance(c.word, str):
        return False
    status = t.lexicon.statuses.get(c.word)
    if status is not None:
        attr = t.lexicon.attrs.get(c.family)
        set_valued = (attr is not None and attr.many) or c.family in t.lexicon.kinds
        return status.family == c.family and not set_valued and not status.params
    return c.family == "" and c.word in t.lexicon.kinds and t.sort(c.word) != "time"


def _was_done(t: Telling, c: Tree, k: Kind) -> str:
    """The verb of `a repealed rule`."""
    match c:
        case Did(Do(verb, None, Ref(var), ()), "ever", "") if var == k.var and " " not in verb:
            return "" if t.definite else verb
    return ""


def member(t: Telling, word: Tree) -> str:
    """A status with its parameters: `Toll 2`."""
    if isinstance(word, Calc) and word.op == "with":
        return " ".join(
            kind(t, part, False) if isinstance(part, Kind) else str(_plain(part))
            for part in word.args
        )
    return str(_plain(word))


def _plain(part: Tree) -> Tree:
    return part.name if isinstance(part, Ref) else part


def says_other(t: Telling, k: Kind) -> bool:
    """Whether `other than X` is said by `another`, as the last of the conditions."""
    last = k.where[-1] if k.where else None
    if not (isinstance(last, Cmp) and last.a == Ref(k.var) and last.op == "!="):
        return False
    if t.style.other:
        return t.style.other == "another"
    if isinstance(last.b, Ref) and not nouns.named(t, last.b.name):
        return True
    ahead = [c for c in k.where[:-1] if not _stands_before(t, c, k)]
    return bool(ahead) or t.sort(k.noun) == "time"


def differ(k: Kind) -> bool:
    return Is(Ref(k.var), "different", "each other") in k.where
