"""How English words change their form: plurals of nouns, forms of verbs.

Regular forms are generated; the tables hold the irregular words that rulebooks are likely to use.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_PLURALS = {
    "person": "people", "child": "children", "man": "men", "woman": "women", "die": "dice",
    "foot": "feet", "mouse": "mice", "goose": "geese", "wolf": "wolves", "leaf": "leaves",
    "life": "lives", "half": "halves", "knife": "knives", "elf": "elves", "thief": "thieves",
    "shelf": "shelves", "loaf": "loaves", "calf": "calves", "wife": "wives",
    "index": "indices", "matrix": "matrices", "vertex": "vertices",
    "hero": "heroes", "echo": "echoes", "potato": "potatoes",
    "veto": "vetoes", "sheep": "sheep", "series": "series", "species": "species",
}  # fmt: skip
_SINGULARS = {many: one for one, many in _PLURALS.items()}

# base form: (third person, past, past participle)
_VERBS = {
    line.split()[0]: tuple(line.split()[1:])
    for line in """
    become became become
    begin began begun
    bet bet bet
    bid bid bid
    bind bound bound
    break broke broken
    bring brought brought
    build built built
    burn burned burned
    buy bought bought
    cast cast cast
    catch caught caught
    choose chose chosen
    cut cut cut
    deal dealt dealt
    draw drew drawn
    eat ate eaten
    fall fell fallen
    feed fed fed
    fight fought fought
    find found found
    fly flew flown
    forbid forbade forbidden
    forget forgot forgotten
    freeze froze frozen
    get got got
    give gave given
    grow grew grown
    have had had
    hide hid hidden
    hit hit hit
    hold held held
    keep kept kept
    know knew known
    lay laid laid
    lead led led
    leave left left
    lend lent lent
    let let let
    lose lost lost
    make made made
    meet met met
    pay paid paid
    put put put
    read read read
    rise rose risen
    run ran run
    see saw seen
    sell sold sold
    send sent sent
    set set set
    shake shook shaken
    show showed shown
    shut shut shut
    sing sang sung
    sink sank sunk
    speak spoke spoken
    spend spent spent
    split split split
    steal stole stolen
    swear swore sworn
    take took taken
    tear tore torn
    tell told told
    think thought thought
    spring sprang sprung
    stick stuck stuck
    strike struck struck
    swing swung swung
    teach taught taught
    throw threw thrown
    unwind unwound unwound
    upset upset upset
    wind wound wound
    overdraw overdrew overdrawn
    redraw redrew redrawn
    reset reset reset
    rebuild rebuilt rebuilt
    overturn overturned overturned
    outbid outbid outbid
    mislay mislaid mislaid
    retake retook retaken
    undo undid undone
    wear wore worn
    win won won
    withdraw withdrew withdrawn
    write wrote written
    """.strip().splitlines()
}
_CVC = re.compile(r"[^aeiou][aeiou][bdgklmnprtz]$")
_UNSTRESSED = re.compile(r"(er|en|it|et|or|om|op|on)$")
_DOUBLED = {"transfer", "submit", "permit", "commit", "refer", "prefer", "admit", "omit", "outbid"}


class VerbForms(NamedTuple):
    """The five spellings of a verb."""

    base: str
    s: str
    past: str
    pp: str
    ing: str


def plural(noun: str) -> str:
    """The plural of a noun or noun phrase: its last word changes, or the word before `of`."""
    head, of, rest = noun.partition(" of ")
    if of:
        return plural(head) + of + rest
    first, blank, last = noun.rpartition(" ")
    if last.lower() in ("for", "against") and first:
        return plural(first) + blank + last
    return first + blank + _plural_word(last)


def _plural_word(word: str) -> str:
    low = word.lower()
    if low in _PLURALS:
        return _PLURALS[low] if word == low else word[0] + _PLURALS[low][1:]
    if word.isupper() and len(word) > 1:
        return word + "s"
    if re.search(r"(s|x|z|ch|sh)$", low):
        return word + "es"
    if re.search(r"[^aeiou]y$", low):
        return word[:-1] + "ies"
    return word + "s"


@lru_cache(maxsize=4096)
def singular(noun: str) -> str:
    """The singular of a regular or well-known plural; a word that is no plural stays as it is."""
    head, of, rest = noun.partition(" of ")
    if of:
        return singular(head) + of + rest
    first, blank, last = noun.rpartition(" ")
    if last.lower() in ("for", "against") and first:
        return singular(first) + blank + last
    return first + blank + _singular_word(last)


def _singular_word(word: str) -> str:
    low = word.lower()
    if low in _SINGULARS:
        one = _SINGULARS[low]
        return one if word == low else word[0] + one[1:]
    if low.endswith("ies") and len(low) > 4:
        return word[:-3] + "y"
    if low.endswith("ae"):
        return word[:-1]
    if re.search(r"(ss|x|zz|tz|ch|sh)es$", low):
        return word[:-2]
    if low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def verb_forms(verb: str) -> VerbForms:
    """All forms of a verb or verb phrase (`look at`, `take effect`): its first word changes."""
    head, blank, tail = verb.partition(" ")
    rest = blank + tail
    third = _third(head)
    ing = head + "ing"
    if head in _VERBS:
        past, participle = _VERBS[head]
    else:
        past = participle = _past(head)
    if head.endswith("e") and not head.endswith(("ee", "oe", "ye")):
        ing = head[:-1] + "ing"
    elif _doubles(head):
        ing = head + head[-1] + "ing"
    return VerbForms(verb, third + rest, past + rest, participle + rest, ing + rest)


def _third(word: str) -> str:
    if word == "have":
        return "has"
    if re.search(r"(s|x|z|ch|sh|o)$", word):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def _past(word: str) -> str:
    if word.endswith("e"):
        return word + "d"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ied"
    return word + (word[-1] if _doubles(word) else "") + "ed"


def _doubles(word: str) -> bool:
    if word in _DOUBLED:
        return True
    if not _CVC.search(word):
        return False
    return len(re.findall(r"[aeiouy]+", word)) == 1 or not _UNSTRESSED.search(word)
