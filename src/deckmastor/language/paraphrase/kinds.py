"""Descriptions told: a noun with what stands before and behind it, and what is counted."""

from __future__ import annotations

from deckmastor.language.ir import Calc, Cmp, Did, Do, In, Is, Kind, Pick, Ref, Tree
from deckmastor.language.mentions import Mention
from deckmastor.language.morphology import verb_forms
from deckmastor.language.paraphrase import nouns, posts, predicates
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
    outer = t.mood
    inside = {"depth": t.depth + 1, "within": [*t.within, own], "definite": definite}
    with t.at(**inside, any="a", mood="cond", modal=""):
        before, noun, conds = _before(t, k, conds)
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
    """How readily a pronoun means this noun: last of all if it is a property."""
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


def _before(t: Telling, k: Kind, conds: list[Tree]) -> tuple[list[str], str, list[Tree]]:
    """What can stand in front of the noun, the noun, and the conditions that are left."""
    printed = [c.word for c in conds if isinstance(c, Is) and c.family == "printed"]
    if printed:
        words = ["printed", *(str(word) for word in printed)]
        last = words[-1]
        told = last in t.lexicon.kinds and t.lexicon.is_kind(last, k.noun)
        return words[: -1 if told else None], last if told else k.noun, conds[len(printed) :]
    words = []
    for n, c in enumerate(conds):
        word = _adjective(t, c, k)
        if not word:
            return words, k.noun, conds[n:]
        words.append(word)
    return words, k.noun, []


def _adjective(t: Telling, c: Tree, k: Kind) -> str:
    """A condition as a word before the noun: a status, a participle."""
    match c:
        case Is(_, word) if _stands_before(t, c, k):
            return member(t, word)
        case In(Ref(var), things, "among") if var == k.var:
            verb = next((verb for verb, done in t.seen.objects.items() if done == [things]), "")
            return verb_forms(verb).pp if verb else ""
        case Did(Do(verb, None, Ref(var), ()), "ever", "") if var == k.var and " " not in verb:
            misread = t.definite or len(t.seen.objects.get(verb, ())) == 1
            return "" if misread else verb_forms(verb).pp
    return ""


def _stands_before(t: Telling, c: Tree, k: Kind) -> bool:
    if not (isinstance(c, Is) and c.who == Ref(k.var)):
        return False
    if isinstance(c.word, Ref):
        return t.is_param(c.word.name) and c.family != ""
    if not isinstance(c.word, str):
        return False
    status = t.lexicon.statuses.get(c.word)
    if status is not None:
        plain = not status.params and not predicates.set_valued(t, c.family)
        return status.family == c.family and plain
    return c.family == "" and c.word in t.lexicon.kinds and t.sort(c.word) != "time"


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
    """Whether the things are to be different from each other."""
    return Is(Ref(k.var), "different", "each other") in k.where
