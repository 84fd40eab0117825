"""Sentences and words: a paragraph is cut into sentences, a sentence into words with readings.

Words are matched against the vocabulary whole and longest first, separately for nouns and verbs,
so that `the discard pile` is one noun and `votes for` can be a counter or a verb with a role.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from deckmastor.language.lexicon import Lexicon, Reading

_TOKEN = re.compile(
    r"""
      "[^"]*"                              # a quoted title or text
    | `[^`]*`                              # a formula or the name of a native
    | \d+d\d+                              # dice
    | -?\d+\+?                             # a number, or a target of dice such as 4+
    | '(?=s\b)s | '                        # possession
    | \#[\w-]+                             # a channel
    | [^\W\d_]+n't\b                       # a contraction, which is refused
    | [^\W\d_](?:[\w-]*\w)?                # a word
    | \*+ | [^\s\w]                        # punctuation
    """,
    re.VERBOSE,
)
_END = re.compile(r'[.!?](?=\s+["`(]?[^\W\d_a-zà-ÿ])|[.!?]\s*$')

_PLAIN = str.maketrans("’‘“”", "''\"\"")  # quotes as a word processor writes them

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}

FUNCTION_WORDS = frozenset(
    """a an the this that those these of in on to into onto from for by with without within at and
    or not no is are was were be been being has have had do does did may can cannot must would
    if unless when while until before after then otherwise instead each other another any all
    both it its they them their themselves itself you your yourself who whose there one only
    exactly least most more fewer less than up number equal same different per once twice times
    again as plus minus half rounded down highest lowest total next last first second third
    previous random new top bottom left right below above among since during over turn time act
    result results effect pass passes printed named except rest order combination full yes
    secretly face hour hours despite rule engine runs copy copies many difference between choice
    action""".split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence and where it begins in its paragraph."""

    text: str
    low: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind the word."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without its full stop, and where it begins in its paragraph."""

    text: str
    start: int


def sentences(paragraph: str) -> list[Sentence]:
    """Cut a paragraph at its full stops; those inside quotes and backticks do not count."""
    found: list[Sentence] = []
    begin = 0
    for match in _END.finditer(_blanked(paragraph)):
        _add(found, paragraph, begin, match.start())
        begin = match.start() + 1
    _add(found, paragraph, begin, len(paragraph))
    return found


def _blanked(paragraph: str) -> str:
    return re.sub(
        r'"[^"]*"|`[^`]*`', lambda m: m[0][0] + "X" * (len(m[0]) - 2) + m[0][0], paragraph
    )


def _add(found: list[Sentence], paragraph: str, begin: int, end: int) -> None:
    text = paragraph[begin:end]
    lead = len(text) - len(text.lstrip())
    if text.strip():
        found.append(Sentence(text.strip(), begin + lead))


def tokenize(sentence: Sentence) -> list[Token]:
    """The words of a sentence, in order."""
    text = sentence.text.translate(_PLAIN)
    return [
        Token(m.group(), m.group().lower(), sentence.start + m.start())
        for m in _TOKEN.finditer(text)
    ]


def expand(tokens: list[Token], macros: dict[tuple[str, ...], tuple[str, ...]]) -> list[Token]:
    """The words with every alias of several words written out, each where the alias stood."""
    if not macros:
        return tokens
    out: list[Token] = []
    i = 0
    while i < len(tokens):
        for words, means in macros.items():
            if tuple(token.text for token in tokens[i : i + len(words)]) == words:
                out += [Token(text, text.lower(), tokens[i].start) for text in means]
                i += len(words)
                break
        else:
            out.append(tokens[i])
            i += 1
    return out


Found = tuple[Reading, int]


class Readings:
    """For each position of a sentence, the readings that begin there and where they end."""

    def __init__(self, tokens: list[Token], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._low = [token.low for token in tokens]
        self._at: list[list[Found] | None] = [None] * len(tokens)

    def at(self, i: int) -> list[Found]:
        """The readings at word `i`: the longest noun and the longest verb."""
        if i >= len(self.tokens):
            return []
        known = self._at[i]
        if known is None:
            known = self._at[i] = self._look_up(i)
        return known

    def _look_up(self, i: int) -> list[Found]:
        hits: list[tuple[int, bool, Reading]] = []
        for n in self.lexicon.lengths.get(self._low[i], ()):
            key = tuple(self._low[i : i + n])
            for text, reading in self.lexicon.index.get(key, ()) if len(key) == n else ():
                exact = self._exact(text, i, n)
                if exact or text == text.lower() or (i == 0 and text[1:] == text[1:].lower()):
                    hits.append((n, exact, reading))
        found: list[Found] = []
        for verbal in (False, True):
            group = [hit for hit in hits if (hit[2].cat == "verb") is verbal]
            if not group:
                continue
            longest = max(n for n, _, _ in group)
            group = [hit for hit in group if hit[0] == longest]
            if not verbal and any(exact for _, exact, _ in group):
                group = [hit for hit in group if hit[1]]
            found += [(reading, i + n) for n, _, reading in group]
        return found

    def _exact(self, text: str, i: int, n: int) -> bool:
        return text.split() == [token.text for token in self.tokens[i : i + n]]


@lru_cache(maxsize=4096)
def number(text: str) -> int | None:
    """The value of a numeral, or None."""
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else None
