"""The state of reading one sentence: its words, what was tried, and how far it got."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Concatenate, ParamSpec, TypeVar

from deckmastor.language.ir import Kind, Logic, Node, Ref, Span, Tree, substitute
from deckmastor.language.lexicon import Attr, Lexicon, Reading
from deckmastor.language.tokens import Readings, Token, number

HE = Ref("$")
SG, PL, ANY = ("sg",), ("pl",), ("sg", "pl")  # forms of nouns
LIMIT = 40_000  # rule calls for one sentence; far above what honest sentences need

CATEGORIES = {
    "kind": "a noun",
    "attr": "a zone, property or value",
    "verb": "a verb",
    "status": "a status",
    "unit": "a counter",
    "name": "a proper name",
    "phase": "a phase",
}

A = TypeVar("A")
P = ParamSpec("P")
Found = Iterator[tuple[A, int]]
Results = list[tuple[A, int]]


class TooHard(Exception):
    """A sentence that would take more work than any sentence may."""


class Parse:
    """One sentence being read against a lexicon."""

    def __init__(self, tokens: list[Token], lexicon: Lexicon, host: str = "rule") -> None:
        self.tokens = tokens
        self.low = [token.low for token in tokens]
        self.lexicon = lexicon
        self.host = host
        self.params: dict[str, str] = {}
        self.readings = Readings(tokens, lexicon)
        self.memo: dict[Any, Any] = {}
        self.far = 0
        self.expected: list[str] = []
        self.calls = 0

    def fail(self, i: int, what: str) -> None:
        """Remember what could have stood at word `i`, if no reading came further."""
        if i < self.far:
            return
        if i > self.far:
            self.far, self.expected = i, []
        if what not in self.expected:
            self.expected.append(what)

    def lit(self, i: int, phrase: str) -> int:
        """The position behind the words of `phrase` if they stand at `i`, else -1."""
        words = _words(phrase)
        low = self.low
        if i >= len(low) or low[i] != words[0]:
            if i >= self.far:
                self.fail(i, f"'{words[0]}'")
            return -1
        end = i + len(words)
        if len(words) == 1 or low[i:end] == words:
            return end
        if end > self.far:
            k = next(k for k, word in enumerate(words) if low[i + k : i + k + 1] != [word])
            self.fail(i + k, f"'{words[k]}'")
        return -1

    def any_of(self, i: int, phrases: tuple[str, ...]) -> Found[str]:
        """Each of the phrases that stands at `i`."""
        table = _first_words(phrases)
        for phrase in table.get(self.low[i] if i < len(self.low) else "", ()):
            j = self.lit(i, phrase)
            if j >= 0:
                yield phrase, j
        if i >= self.far:
            for word in table:
                self.fail(i, f"'{word}'")

    def begun(self, i: int, table: dict[str, list[tuple[str, A]]]) -> Found[A]:
        """The values of a table's phrases that stand at `i`; see `by_first_word`."""
        if i < len(self.low):
            for phrase, value in table.get(self.low[i], ()):
                j = self.lit(i, phrase)
                if j >= 0:
                    yield value, j

    def cat(self, i: int, cat: str, forms: tuple[str, ...] = ()) -> Found[Reading]:
        """The readings of a category at word `i`, in one of the forms if any are given."""
        hit = False
        if cat == "attr" and self.params.get(self.text(i)) == "property":
            hit = True
            yield Reading("attr", self.text(i), "sg"), i + 1
        for reading, j in self.readings.at(i):
            if reading.cat == cat and (not forms or reading.form in forms):
                hit = True
                yield reading, j
        if not hit:
            self.fail(i, CATEGORIES[cat])

    def num(self, i: int) -> Found[Tree]:
        """A numeral or a parameter such as X at word `i`."""
        if i < len(self.tokens):
            text = self.tokens[i].text
            value = number(text)
            if value is not None:
                yield value, i + 1
                return
            if self.params.get(text) == "number":
                yield Ref(text), i + 1
                return
        self.fail(i, "a number")

    def seq(self, i: int, *parts: Any) -> Found[tuple[Any, ...]]:
        """Parts one after the other: a phrase, a tuple of phrases, or a rule."""
        part, rest = parts[0], parts[1:]
        for value, j in self._part(i, part):
            if not rest:
                yield (value,), j
            else:
                for values, k in self.seq(j, *rest):
                    yield (value, *values), k

    def _part(self, i: int, part: Any) -> Found[Any]:
        if isinstance(part, str):
            j = self.lit(i, part)
            if j >= 0:
                yield part, j
        elif isinstance(part, tuple):
            yield from self.any_of(i, part)
        else:
            yield from part(self, i)

    def attr(self, name: str) -> Attr:
        """What is known of a zone or property; a parameter can stand for any."""
        return self.lexicon.attrs.get(name) or Attr("", "")

    def is_attr(self, name: str) -> bool:
        """Whether a noun is a zone, property or value, or a parameter for one."""
        return name in self.lexicon.attrs or self.params.get(name) == "property"

    def noun_at(self, i: int) -> bool:
        """Whether a noun begins at word `i`, so that a status before it belongs to it."""
        return any(reading.cat in ("kind", "attr", "unit") for reading, _ in self.readings.at(i))

    def text(self, i: int) -> str:
        """The word at `i` as written, or nothing behind the end."""
        return self.tokens[i].text if i < len(self.tokens) else ""


def by_first_word(phrases: Iterable[tuple[str, A]]) -> dict[str, list[tuple[str, A]]]:
    """Phrases and their values under the first word of each, for `Parse.begun`."""
    table: dict[str, list[tuple[str, A]]] = {}
    for phrase, value in phrases:
        table.setdefault(phrase.split(" ")[0], []).append((phrase, value))
    return table


@cache
def _words(phrase: str) -> list[str]:
    return phrase.split(" ")


@cache
def _first_words(phrases: tuple[str, ...]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for phrase in phrases:
        table.setdefault(phrase.split(" ")[0], []).append(phrase)
    return table


_UNDER_WAY: list[Any] = []


def rule(
    f: Callable[Concatenate[Parse, int, P], Found[A]],
) -> Callable[Concatenate[Parse, int, P], Results[A]]:
    """Make a grammar rule: every result is found once, remembered, and marked with its words."""
    key = f.__name__ + f.__module__

    def remembered(p: Parse, i: int, /, *args: P.args, **kwargs: P.kwargs) -> Results[A]:
        spot = (key, i, args)
        known: Results[A] | None = p.memo.get(spot)
        if known is not None:
            if known is _UNDER_WAY:
                raise AssertionError(f"the grammar rule {f.__name__} calls itself at one place")
            return known
        p.calls += 1
        if p.calls > LIMIT:
            raise TooHard
        p.memo[spot] = _UNDER_WAY
        results: Results[A] = []
        for value, j in f(p, i, *args, **kwargs):
            if isinstance(value, Node) and value.at is None and value is not HE:
                object.__setattr__(value, "at", Span("", 0, 0, i, j))
            results.append((value, j))
        p.memo[spot] = results
        return results

    remembered.__name__, remembered.__doc__ = f.__name__, f.__doc__
    return remembered


def maybe(part: Any) -> Callable[[Parse, int], Found[Any]]:
    """The part if it is there, or None."""

    def optional(p: Parse, i: int) -> Found[Any]:
        yield from p._part(i, part)
        yield None, i

    return optional


def either(*parts: Any) -> Callable[[Parse, int], Found[Any]]:
    """Any of the parts."""

    def choice(p: Parse, i: int) -> Found[Any]:
        for part in parts:
            yield from p._part(i, part)

    return choice


def listed(p: Parse, i: int, part: Any, last: tuple[str, ...]) -> Found[tuple[str, list[Any]]]:
    """`A, B and C`: the joining word and the items; a single item is joined by nothing."""
    for value, j in p._part(i, part):
        yield ("", [value]), j
        yield from _continued(p, [value], j, part, last)


def joined(p: Parse, i: int, part: Any) -> Found[Tree]:
    """One condition, or several joined by `and` or by `or`."""
    for (word, parts), j in listed(p, i, part, ("and", "or")):
        yield (Logic(word, tuple(parts)) if word else parts[0]), j


def _continued(
    p: Parse, items: list[Any], j: int, part: Any, last: tuple[str, ...]
) -> Found[tuple[str, list[Any]]]:
    for word in last:
        for end in (p.lit(j, word), p.lit(j, f", {word}")):
            if end >= 0:
                for other, k in p._part(end, part):
                    yield (word, [*items, other]), k
    comma = p.lit(j, ",")
    if comma >= 0 and len(items) < 12:
        for value, k in p._part(comma, part):
            yield from _continued(p, [*items, value], k, part, last)


def plus(kind: Kind, *conditions: Tree) -> Kind:
    """The kind with more conditions, each told of its own variable."""
    told = tuple(substitute(c, "$", Ref(kind.var)) for c in conditions)
    return Kind(kind.noun, kind.where + told, kind.var)
