"""Headings: their titles and their ids, those that are written and those made from a title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from deckmastor.language.markdown.folding import Piece, fold
from deckmastor.language.markdown.lines import HEADING, scan

_ID = re.compile(r"[^\s{}#/\\|\"'`<>()\[\],;:]+")
_NEWLINE_KEPT = re.compile(r"(\r\n|\n|\r)")


class Heading(NamedTuple):
    """A heading line; `first` and `end` bound its title, `mark` its `{#id}`."""

    level: int
    title: str
    first: int
    end: int
    id: str
    mark: tuple[int, int]
    broken: bool


def read_heading(text: str) -> Heading:
    """The parts of a heading line; an id that cannot be one is `broken`."""
    match = HEADING.match(text)
    assert match is not None
    end = _title_end(text, match.end())
    at = text.rfind("{#", match.end(), end)
    marked = at >= 0 and text[end - 1] == "}"
    id = text[at + 2 : end - 1] if marked else ""
    mark = (at, end) if marked else (0, 0)
    if marked:
        end = match.end() + len(text[match.end() : at].rstrip())
    title, _ = fold([Piece(text[match.end() : end], 1, 1)])
    first = match.end() + len(text[match.end() : end]) - len(text[match.end() : end].lstrip())
    good = bool(_ID.fullmatch(id))
    return Heading(len(match[1]), title, first, end, id * good, mark, marked and not good)


def _title_end(text: str, start: int) -> int:
    """Where the heading ends, without blanks and closing number signs behind it."""
    body = text[start:].rstrip()
    bare = body.rstrip("#")
    if bare != body and (not bare or bare[-1].isspace()):
        body = bare.rstrip()
    return start + len(body)


def slug_of(title: str) -> str:
    """The id of a title: its letters and digits in lower case, joined by hyphens."""
    text = unicodedata.normalize("NFC", title).lower().replace("'", "").replace("’", "")
    kept = "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in text)
    return "-".join(kept.split()) or "rule"


def write_ids(text: str, taken: Iterable[str] = ()) -> str:
    """The text with an id written behind each title that has none; nothing else changes.

    A new id differs from all others in the text and from those `taken` elsewhere.
    """
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    parts = _NEWLINE_KEPT.split(text.removeprefix(bom))
    lines = [line for line in scan(parts[::2]) if line.kind == "heading"]
    found = [(line, read_heading(line.text)) for line in lines]
    ids = _Ids(chain(taken, (heading.id for _, heading in found)))
    for line, heading in found:
        if heading.title and not heading.id and not heading.broken:
            head, tail = line.text[: heading.end], line.text[heading.end :]
            parts[2 * line.number - 2] = f"{head} {{#{ids.new(heading.title)}}}{tail}"
    return bom + "".join(parts)


class _Ids:
    """Ids in use, and new ones that differ from them."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.counts: dict[str, int] = {}

    def new(self, title: str) -> str:
        """The slug of the title, or else the first of slug-2, slug-3 … that is free."""
        slug = id = slug_of(title)
        while id in self.taken:
            self.counts[slug] = self.counts.get(slug, 1) + 1
            id = f"{slug}-{self.counts[slug]}"
        self.taken.add(id)
        return id
