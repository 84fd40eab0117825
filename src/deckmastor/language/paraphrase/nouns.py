"""Noun phrases told: determiners, possession, references, lists."""

from __future__ import annotations

import re

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Group,
    In,
    Kind,
    Moment,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    is_number_or_range,
    range_words,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import amounts, kinds, moments
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, is_many
from deckmastor.language.syntax.nouns import ORDINALS

_FIXED = {
    "you": "you", "this": "this card", "at_turn": "the player at turn", "game": "the game",
    "result": "the result", "act": "this act",
}  # fmt: skip
_ARTICLES = {"a": "a", "new": "a new", "random": "a random", "any": "any", "each": "each"}
_VOWEL = re.compile(r"(?i)a|e(?!u)|i|o(?!ne\b|nce\b)|u(?!ni|s[aeiu])|hour|honest|heir")
_COUNTED = {"upto": "up to", "atleast": "at least", "over": "more than"}
_SINGULAR = {
    "top": "the top", "bottom": "the bottom", "next": "the next", "last": "the last",
    "previous": "the previous", "first": "the first", "the": "the", "only": "the only", "no": "no",
}  # fmt: skip
_ORDINALS = tuple(ORDINALS)
_PLURAL = {"all": "all", "anynum": "any number of", "some": ""}
_OTHER = {"a": "another", "any": "another", "random": "another random", "each": "each other",
          "the": "the other"}  # fmt: skip
_PARTS = {"each": "each of", "all": "all of", "any": "any of", "random": "a random one of",
          "anynum": "any number of"}  # fmt: skip


def np(t: Telling, term: Tree, slot: str = "") -> str:
    """A noun phrase."""
    match term:
        case None:
            return "nothing"
        case int():
            return str(term)
        case str():
            return literal(t, term)
        case Ref():
            return reference(t, term, slot)
        case Pick():
            return pick(t, term)
        case Of():
            return possession(t, term)
        case Group(op, items):
            return _those(t, term) or join([np(t, item, slot) for item in items], op)
        case Qty():
            return amounts.quantity(t, term)
        case Calc() | Tally():
            return amounts.amount(t, term)
        case Kind(var=var):
            words = article(kinds.kind(t, term, False))
            t.seen.found = [m for m in t.seen.found if m.term != Ref(var)]
            return words
        case Moment():
            return moments.span(t, term)
    raise Unsayable(show(term))


def _those(t: Telling, group: Group) -> str | None:
    """`those hands`, if they are all the hands that were mentioned."""
    noun = next((m.noun for m in t.seen.found if m.term in group.items), "")
    if noun and t.seen_as(noun, True) == group:
        return f"those {t.plural(noun)}"
    return None


def subject(t: Telling, term: Tree) -> tuple[str, bool]:
    """A noun phrase before its verb, and whether the verb takes its base form."""
    words = np(t, term)
    words = "they" if words == "them" else words
    return words, is_plural(t, term, words)


def literal(t: Telling, word: str) -> str:
    """A word given as such: a status as it is, anything else in quotes."""
    if word in t.lexicon.statuses or word in ("yes", "no"):
        return word
    return f'"{word}"'


def join(words: list[str], op: str = "and") -> str:
    """`A, B and C`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {op} {words[-1]}"


def article(words: str) -> str:
    """The words with `a` or `an` before them."""
    return f"{'an' if _VOWEL.match(words) else 'a'} {words}"


def reference(t: Telling, ref: Ref, slot: str = "") -> str:
    """Something that was mentioned, or that has a name of its own."""
    name = ref.name
    if name in t.given:
        return join(list(t.given[name]))
    if name in _FIXED:
        known = _FIXED[name]
        if name == "at_turn":
            t.mention(ref, "player", "player", maker=True)
        elif name == "this":
            t.mention(ref, "card", "card", maker=True)
        return known
    if name.startswith("this "):
        t.mention(ref, name[5:], t.sort(name[5:]), maker=True)
        return name
    if name in t.lexicon.names:
        sort = t.sort(name)
        t.mention(ref, name, "player" if sort == "office" else sort, maker=True)
        return f"the {name}"
    if name in t.lexicon.singles:
        t.mention(ref, name, t.sort(name), maker=True)
        return f"the {name}"
    if t.is_param(name) or name.startswith("#"):
        return name
    if name == t.lexicon.sort(name) or t.lexicon.sort(name) == "time":
        return f"the {name}"
    return t.refer(ref, slot) or f"that {re.sub(r'[0-9]+$', '', name).replace('_', ' ')}"


def possession(t: Telling, of: Of) -> str:
    """`your hand`, `that player's hand`, `the holder of the top card`, `the deck`."""
    owner, name = of.owner, of.name
    if owner is None:
        text = f"the {name}" if t.is_general(name) else amounts.formula(t, of)
    elif is_number_or_range(owner):
        return f"the {name if isinstance(owner, int) else t.plural(name)} {range_words(owner)}"
    elif isinstance(owner, (str, Calc)) or (isinstance(owner, Ref) and t.is_param(owner.name)):
        return f"the {kinds.member(t, owner)} {name}"
    else:
        barred = t.barred if t.depth else []
        with t.at(depth=t.depth + 1, barred=barred):
            text = owned(t, owner, name)
    mention_possession(t, of)
    return text


def mention_possession(t: Telling, of: Of) -> None:
    """Remember a possession as the binder will."""
    owner, name = of.owner, of.name
    sort = t.sort(name)
    each = isinstance(owner, Pick) and owner.how == "each" and t.mood != "effect"
    if sort in ("place", "player", "card", "") and not each:
        many = isinstance(owner, Pick) and is_many(owner)
        t.mention(Of(handle(owner), name), name, sort, many, rank=0 if sort else 2)
    elif sort == "counter":
        t.mention(of, name, sort, True)


def owned(t: Telling, owner: Tree, name: str) -> str:
    """What somebody has, by its name."""
    several = name in t.lexicon.units or t.is_set(name)
    shown = t.plural(name) if several else name
    if name.startswith("printed "):
        return f"the {shown} of {np(t, owner)}"
    if owner == Ref("you"):
        return f"your {shown}"
    if isinstance(owner, Ref) and owner.name in t.lexicon.singles:
        return f"the {shown} of {reference(t, owner)}"
    pronoun = owner == Ref("at_turn") and t.style.pronouns
    if isinstance(owner, Ref) and (pronoun or not named(t, owner.name)):
        words = t.refer(owner, f"of:{name}", True) or reference(t, owner, f"of:{name}")
        if words in ("their", "its"):
            return f"{words} {shown}"
    else:
        words = np(t, owner)
    return _possessive(t, words, name, shown)


def named(t: Telling, name: str) -> bool:
    """Whether a reference has words of its own, whatever was mentioned."""
    own = name in _FIXED or name in t.lexicon.names or name in t.given
    return own or name.startswith("this ") or t.is_param(name)


def _possessive(t: Telling, words: str, name: str, shown: str) -> str:
    """`that player's hand`, or `the hand of …` behind a long phrase."""
    short = len(words.split()) <= 3 and not words.endswith("s") and "'" not in words
    span = t.lexicon.sort(name.rpartition(" ")[2]) == "time" and not name.endswith(" phase")
    if short or span:
        return f"{words}'s {shown}"
    return f"the {shown} of {words}"


def pick(t: Telling, p: Pick) -> str:
    """A determiner and a description."""
    if p.how == "the":
        known = t.refer(p)
        if known:
            return known
        titled = _titled(t, p) or _their_own(t, p)
        if titled:
            return titled
    part = _part(t, p) or _yours(t, p) or _coming(t, p)
    if part:
        return part
    if not isinstance(p.n, int):
        return _measured(t, p)
    if p.how == "nth":
        return f"the {_ORDINALS[p.n - 1]} {kinds.kind(t, p.kind, False)}"
    other = kinds.says_other(t, p.kind)
    many = is_many(p) and not (p.how in _COUNTED and p.n == 1) and p.how != "no"
    words = kinds.kind(t, p.kind, many, other, definite=p.how in _SINGULAR)
    if p.how in _COUNTED:
        return f"{_COUNTED[p.how]} {p.n} {'other ' * other}{words}"
    if p.how == "a" and many and kinds.differ(p.kind):
        return f"{p.n} different {words}"
    if p.how in _PLURAL:
        return _PLURAL[p.how] + " " * bool(_PLURAL[p.how]) + "other " * other + words
    if many:
        return _several(p, words, other)
    how = p.how
    if how == "any" and t.any == "each":
        how = "each"
    elif how == "any" and t.mood == "effect":
        return f"any {'other ' * other}{words}"
    if other:
        return f"{_OTHER.get(how, 'another')} {words}"
    if how in ("a", "any"):
        return article(words)
    return f"{_ARTICLES.get(how) or _SINGULAR.get(how, how)} {words}"


def _several(p: Pick, words: str, other: bool) -> str:
    rest = f"other {words}" if other else words
    match p.how:
        case "random" | "new":
            return f"{p.n} {p.how} {rest}"
        case "top" | "bottom" | "next" | "last":
            return f"the {p.how} {p.n} {rest}"
    return f"{p.n} {rest}"


def _measured(t: Telling, p: Pick) -> str:
    """`cards equal to the deal size`, `X cards`, `that many random cards`."""
    n = p.n
    if isinstance(n, Ref) and t.is_param(n.name):
        words = kinds.kind(t, p.kind, True)
        return f"{n.name} {'random ' if p.how == 'random' else ''}{words}"
    if amounts.is_that_many(t, n):
        words = kinds.kind(t, p.kind, True)
        return f"that many {'random ' if p.how == 'random' else ''}{words}"
    with t.at(mood="cond"):
        measure = amounts.capped(t, n)
    return f"{kinds.kind(t, p.kind, True)} equal to {measure}"


def _titled(t: Telling, p: Pick) -> str | None:
    """`the rule "Shop"`."""
    match p.kind:
        case Kind(
            noun, (Cmp(Of(Ref(var), "name" | "title" as called), "=", str() as title),), own
        ) if var == own and (called == "title") == (t.sort(noun) in ("rule", "proposal")):
            t.mention(Ref(p.label), noun, t.sort(noun))
            return f'the {noun} "{title}"'
    return None


def _their_own(t: Telling, p: Pick) -> str | None:
    """`their message`, where what it is of has no other name."""
    match p.kind:
        case Kind(noun, (In(Ref(var), Ref() as owner, "of"),), own) if var == own:
            t.mention(Ref(own), noun, t.sort(noun), rank=kinds.weakness(t, noun))
            with t.at(depth=t.depth + 1, head=None, barred=[Ref(own)]):
                words = t.refer(owner, f"of:{noun}", True)
            return f"{words} {noun}" if words in ("their", "its") else None
    return None


def _yours(t: Telling, p: Pick) -> str | None:
    """`your ponies`, where all of them are meant."""
    *rest, last = p.kind.where or (None,)
    if last != In(Ref(p.kind.var), Ref("you"), "of") or p.n != 1 or t.is_set(p.kind.noun):
        return None
    if p.how != "all" and (p.how != "any" or t.mood not in ("norm", "fact")):
        return None
    return f"your {kinds.kind(t, Kind(p.kind.noun, tuple(rest), p.kind.var), True)}"


def _coming(t: Telling, p: Pick) -> str | None:
    """`your next 2 turns`."""
    match p:
        case Pick("next", n, Kind(noun, (In(Ref(var), owner, "of"),), own)) if var == own:
            if t.lexicon.sort(noun) == "time":
                return owned(t, owner, f"next {n} {t.plural(noun)}")
    return None


def _part(t: Telling, p: Pick) -> str | None:
    """`1 of those cards`, `the rest of those cards`."""
    match p.kind:
        case Kind(noun, (In(Ref(var), Ref() as thing, "among" | "rest of" as rel),), own):
            if var != own:
                return None
        case _:
            return None
    words = t.refer(thing)
    if words is None or not words.startswith(("those", "the ")):
        return None
    t.mention(Ref(own), noun, t.lexicon.sort(noun), is_many(p))
    if rel == "rest of":
        return f"the rest of {words}"
    if p.how == "upto":
        return f"up to {p.n} of {words}"
    return f"{_PARTS.get(p.how, p.n)} {'of ' * (p.how not in _PARTS)}{words}"


def is_plural(t: Telling, term: Tree, words: str) -> bool:
    """Whether a verb after these words takes its base form."""
    match term:
        case Ref(name) if name in t.given:
            return len(t.given[name]) > 1
        case Ref(name):
            return name == "you" or words.startswith(("those ", "they"))
        case Pick() if words.startswith("your "):
            return True
        case Pick(how, n, _):
            return how != "each" and (how in ("all", "some", "anynum") or n != 1)
        case Group("and", _):
            return True
        case Group(_, items) if items:
            return is_plural(t, items[-1], words.rpartition(" or ")[2])
        case Qty(n, _):
            return n != 1
        case Of(_, name):
            return name in t.lexicon.units or t.is_set(name)
    return False
