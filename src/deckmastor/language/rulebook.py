"""Markdown read into rules, paragraphs and tables, each with its place in the file.

Nothing here knows English: a sentence is text, and what a table means is decided by its caption.
Bad input never raises; what is wrong with it is told in `Rulebook.faults`. Every step takes time
in proportion to the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from deckmastor.language.faults import Fault

MAIN = "rulebook.md"
LARGEST = 4 * 1024 * 1024
DEEPEST = 16
BY_HAND = "By hand:"

Marks = tuple[tuple[int, int, int], ...]
"""Stretches of a text: the offset at which one starts, and its line and column in the file."""


# ---- what a rulebook consists of ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that share references: a paragraph, a list item, or a caption.

    `number` counts the paragraphs and captions of a rule from 1.
    """

    text: str
    file: str
    rule: str
    number: int
    marks: Marks
    host: str = "rule"
    by_hand: bool = False

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a character of `text` (or of its end)."""
        return _place(self.marks, min(max(offset, 0), len(self.text)))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; its text may hold several paragraphs separated by `<br>`."""

    text: str
    file: str
    line: int
    column: int
    marks: Marks = ()

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a character of `text` (or of its end)."""
        marks = self.marks or ((0, self.line, self.column),)
        return _place(marks, min(max(offset, 0), len(self.text)))

    def paragraphs(self) -> tuple[Cell, ...]:
        """The parts between `<br>`, each a cell at its own place; empty parts are left out."""
        edges = [(0, 0), *(m.span() for m in _BREAK.finditer(self.text)), (len(self.text), 0)]
        parts = (self._part(a[1], b[0]) for a, b in pairwise(edges))
        return tuple(part for part in parts if part.text)

    def paragraph(self, rule: str, number: int, host: str) -> Paragraph:
        """The cell as a paragraph whose host is the thing that its row describes."""
        marks = self.marks or ((0, self.line, self.column),)
        by_hand = self.text.startswith(BY_HAND)
        return Paragraph(self.text, self.file, rule, number, marks, host, by_hand)

    def _part(self, start: int, end: int) -> Cell:
        raw = self.text[start:end]
        start += len(raw) - len(raw.lstrip())
        text = raw.strip()
        line, column = self.place(start)
        last = bisect_right(self.marks, start + len(text), key=itemgetter(0))
        first = bisect_right(self.marks, start, key=itemgetter(0))
        later = ((at - start, row, col) for at, row, col in self.marks[first:last])
        return Cell(text, self.file, line, column, ((0, line, column), *later))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table below its head."""

    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under the sentence that says what a row is; `number` is that of the caption."""

    caption: Paragraph
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    file: str
    rule: str
    number: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A block quote: shown with its rule, never run."""

    text: str
    line: int


Content = Paragraph | Table | Comment


@dataclass(frozen=True, slots=True)
class Rule:
    """A heading and what stands below it up to the next heading; level 1 is the game itself."""

    id: str
    title: str
    level: int
    parent: str
    file: str
    line: int
    blocks: tuple[Content, ...]
    explicit_id: bool


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game as it is written, in the order in which it is read."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    files: tuple[str, ...]
    faults: tuple[Fault, ...]

    def paragraphs(self) -> Iterator[Paragraph]:
        """Every paragraph and list item that is neither a caption nor a comment, in order."""
        return (b for rule in self.rules for b in rule.blocks if isinstance(b, Paragraph))

    def tables(self) -> Iterator[Table]:
        """Every table, in order."""
        return (b for rule in self.rules for b in rule.blocks if isinstance(b, Table))


# ---- the door -------------------------------------------------------------------------------


def read_text(text: str, file: str = "<text>") -> Rulebook:
    """The rulebook in a text; it has no folder, so it cannot list other files."""
    book = _Book(file, None)
    problem = _problem(text)
    if problem:
        return _no_rulebook(file, problem)
    _Page(book, file, None, ()).read(text.removeprefix("\ufeff"))
    return book.finish()


def read_path(path: Path) -> Rulebook:
    """The rulebook in a file, or in the `rulebook.md` of a folder, with the files it lists."""
    main, problem = _main(path)
    if problem:
        return _no_rulebook(path.as_posix(), problem)
    text, problem = _load(main)
    if problem:
        return _no_rulebook(main.as_posix(), problem)
    book = _Book(main.as_posix(), main.parent)
    book.seen.add(main.resolve())
    _Page(book, main.as_posix(), None, (main.resolve(),)).read(text)
    return book.finish()


def write_ids(text: str) -> str:
    """The text with an id written behind each title that has none; nothing else changes."""
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    parts = _NEWLINE_KEPT.split(text.removeprefix(bom))
    lines = [line for line in _scan(parts[::2]) if line.kind == "heading"]
    found = [(line, _heading(line.text)) for line in lines]
    ids = _Ids(heading.id for _, heading in found)
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
        slug = id = _slug(title)
        while id in self.taken:
            self.counts[slug] = self.counts.get(slug, 1) + 1
            id = f"{slug}-{self.counts[slug]}"
        self.taken.add(id)
        return id


# ---- files ----------------------------------------------------------------------------------


def _main(path: Path) -> tuple[Path, str]:
    """The file with which reading starts, and why there is none."""
    try:
        if not path.exists():
            return path, "There is no such file or folder."
        if not path.is_dir():
            return path, ""
        main = path / MAIN
        return main, "" if main.exists() else f"This folder has no {MAIN}."
    except (OSError, ValueError) as error:
        return path, f"This cannot be read: {error}."


def _load(path: Path) -> tuple[str, str]:
    """The text of a file, and what keeps it from being one (then the text is empty)."""
    try:
        if not path.is_file():
            return "", "This is not a file."
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            return "", _TOO_LARGE
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return "", f"This is not a text in UTF-8 (line {line})."
    except OSError as error:
        return "", f"This file cannot be read: {error.strerror or error}."
    problem = _problem(text)
    return ("" if problem else text), problem


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _problem(text: str) -> str:
    """Why this cannot be the text of a rulebook; empty if it can."""
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        return _TOO_LARGE
    if "\0" in text or _SURROGATE.search(text):
        return "This is not a text but binary data."
    if not text.removeprefix("\ufeff").strip():
        return "This file is empty."
    return ""


_TOO_LARGE = f"This is larger than {LARGEST // 1024 // 1024} MB."
_EXPECTED = (
    f"A rulebook is a Markdown file, or a folder with a {MAIN},\n"
    "that begins with a title such as: # Paddock {#paddock}"
)


def _not_a_rulebook(file: str, problem: str) -> Fault:
    return Fault(file, 1, 1, problem, hint=_EXPECTED, code="not-a-rulebook")


def _no_rulebook(file: str, problem: str) -> Rulebook:
    return Rulebook("", "", (), (file,), (_not_a_rulebook(file, problem),))


# ---- text with places -----------------------------------------------------------------------


class _Piece(NamedTuple):
    """A stretch of text that stands in one line of a file, from a column on."""

    text: str
    line: int
    column: int


Cuts = Iterable[tuple[int, int]]

_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BLANK = re.compile(r"\s")
_BLANKS = re.compile(r" {2,}")
_UNEVEN = re.compile(r"[*`<]|\s\s|[^\S ]")
_MARKUP = re.compile(r"\\\*|`+|\*+|<!--")


def _place(marks: Marks, offset: int) -> tuple[int, int]:
    start, line, column = marks[max(bisect_right(marks, offset, key=itemgetter(0)) - 1, 0)]
    return line, column + offset - start


def _fold(pieces: Sequence[_Piece]) -> tuple[str, Marks]:
    """The pieces as one text without emphasis, comments and superfluous blanks, and its marks."""
    if len(pieces) == 1 and not _UNEVEN.search(pieces[0].text):
        return _stripped(pieces[0])
    plain = [_Piece(_BLANK.sub(" ", p.text), p.line, p.column) for p in pieces]
    plain = _without(plain, _markup(_joined(plain)))
    plain = _without(plain, _superfluous(_joined(plain)))
    marks, offset = [], 0
    for piece in plain:
        marks.append((offset, piece.line, piece.column))
        offset += len(piece.text)
    return _joined(plain), tuple(marks)


def _stripped(piece: _Piece) -> tuple[str, Marks]:
    """The text and marks of a piece that needs no folding: the short way for most of them."""
    text = piece.text.strip()
    first = len(piece.text) - len(piece.text.lstrip())
    return text, ((0, piece.line, piece.column + first),) if text else ()


def _joined(pieces: Iterable[_Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def _without(pieces: Iterable[_Piece], cuts: Cuts) -> list[_Piece]:
    """The pieces without some stretches (in order, apart) of their joined text."""
    kept: list[_Piece] = []
    rest = iter(cuts)
    cut, start = next(rest, None), 0
    for text, line, column in pieces:
        first, end = start, start + len(text)
        while cut is not None and cut[0] < end:
            if cut[0] > first:
                part = text[first - start : cut[0] - start]
                kept.append(_Piece(part, line, column + first - start))
            first = cut[1]
            if first > end:
                break
            cut = next(rest, None)
        if first < end:
            kept.append(_Piece(text[first - start :], line, column + first - start))
        start = end
    return kept


def _superfluous(text: str) -> Iterator[tuple[int, int]]:
    """Blanks at both ends, and all but the first blank of a run."""
    first = len(text) - len(text.lstrip(" "))
    last = max(len(text.rstrip(" ")), first)
    if first:
        yield 0, first
    for run in _BLANKS.finditer(text, first, last):
        yield run.start() + 1, run.end()
    if last < len(text):
        yield last, len(text)


def _markup(text: str) -> list[tuple[int, int]]:
    """What Markdown does not show: stars of emphasis, comments, backslashes before a star.

    Between backticks everything is shown.
    """
    marks = list(_MARKUP.finditer(text))
    ends = _code_ends(marks)
    last_close = text.rfind("-->") - 3
    cuts, stars, shown = [], [], 0
    for mark in marks:
        start, end = mark.span()
        if start < shown:
            continue
        if mark[0][0] == "`":
            shown = ends.get(start, shown)
        elif mark[0][0] == "*":
            stars.append((start, end))
        elif mark[0][0] == "\\":
            cuts.append((start, start + 1))
        elif start < last_close:
            shown = text.index("-->", end) + 3
            cuts.append((start, shown))
    return sorted(cuts + _emphasis(text, stars))


def _code_ends(marks: Sequence[re.Match[str]]) -> dict[int, int]:
    """For each run of backticks that opens code, where the next run of its length ends."""
    ends: dict[int, int] = {}
    later: dict[int, int] = {}
    for mark in reversed(marks):
        if mark[0][0] == "`":
            size = len(mark[0])
            if size in later:
                ends[mark.start()] = later[size]
            later[size] = mark.end()
    return ends


def _emphasis(text: str, runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stars that open or close emphasis; a star beside a blank only does the other."""
    cuts: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    for start, end in runs:
        closes = start > 0 and text[start - 1] != " "
        while closes and opened and start < end:
            first, last = opened.pop()
            size = min(last - first, end - start)
            cuts += [(last - size, last), (start, start + size)]
            start += size
            if last - size > first:
                opened.append((first, last - size))
        if start < end < len(text) and text[end] != " ":
            opened.append((start, end))
    return cuts


# ---- lines ----------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line and what it is: blank, gap, heading, quote, item, pipe or text.

    `start` is where its content begins. A fence or comment that is never closed comes last, as a
    line of the kind `fence` or `comment`; whatever never runs is a gap.
    """

    kind: str
    number: int
    start: int
    text: str

    @property
    def piece(self) -> _Piece:
        """The content, with the blank that parts it from the next line."""
        return _Piece(self.text[self.start :] + " ", self.number, self.start + 1)


_NEWLINE = re.compile(r"\r\n|\n|\r")
_NEWLINE_KEPT = re.compile(r"(\r\n|\n|\r)")
_COMMENTS = re.compile(r"[ \t]*(?:<!--.*?-->[ \t]*)*")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_ITEM = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$))+")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,}).*$")


def _scan(lines: Iterable[str]) -> Iterator[_Line]:
    """Each line with what it is; the insides of fences and comments are left out."""
    opened: _Line | None = None
    for number, text in enumerate(lines, 1):
        if opened is None:
            kind, start = _kind(text)
        elif (end := _end(opened, text)) >= 0:
            opened = None
            kind, start = _after_comment(text, end)
        else:
            continue
        line = _Line(kind, number, start, text)
        if kind in ("fence", "comment"):
            opened, line = line, line._replace(kind="gap")
        yield line
    if opened is not None:
        yield opened


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def _kind(text: str) -> tuple[str, int]:
    """What a line outside fences and comments is, and where its content starts."""
    start = _indent(text)
    if not text.strip():
        return "blank", start
    if text.startswith("<!--", start):
        return _after_comment(text, start)
    if _HEADING.match(text):
        return "heading", start
    if _is_rule_off(text):
        return "gap", start
    item = _ITEM.match(text)
    start = item.end() if item else start
    if _FENCE.match(text, start):
        return "fence", start
    if text.startswith(">", start):
        return "quote", start
    if item:
        return "item", start
    return ("pipe" if text.startswith("|", start) else "text"), start


def _after_comment(text: str, start: int) -> tuple[str, int]:
    """What follows the comments that begin here: a comment still open, text, or nothing."""
    match = _COMMENTS.match(text, start)
    end = match.end() if match else start
    if text.startswith("<!--", end):
        return "comment", end
    return ("gap" if end == len(text) else "text"), end


def _end(opened: _Line, text: str) -> int:
    """Where the fence or comment that is open ends in this line, or -1."""
    if opened.kind == "comment":
        end = text.find("-->")
        return end + 3 if end >= 0 else -1
    fence = opened.text[opened.start :]
    size = len(fence) - len(fence.lstrip(fence[0]))
    bare = text.strip()
    closes = len(bare) >= size and bare == fence[0] * len(bare)
    return len(text) if closes else -1


def _is_rule_off(text: str) -> bool:
    """Whether the line is a horizontal rule."""
    bare = "".join(text.split())
    return len(bare) >= 3 and bare[0] in "-*_" and bare == bare[0] * len(bare)


# ---- headings -------------------------------------------------------------------------------


class _Heading(NamedTuple):
    """A heading line; `first` and `end` bound its title, `mark` its `{#id}`."""

    level: int
    title: str
    first: int
    end: int
    id: str
    mark: tuple[int, int]
    broken: bool


_ID = re.compile(r"[^\s{}#/\\|\"'`<>()\[\],;:]+")


def _heading(text: str) -> _Heading:
    """The parts of a heading line; an id that cannot be one is `broken`."""
    match = _HEADING.match(text)
    assert match is not None
    end = _title_end(text, match.end())
    at = text.rfind("{#", match.end(), end)
    marked = at >= 0 and text[end - 1] == "}"
    id = text[at + 2 : end - 1] if marked else ""
    mark = (at, end) if marked else (0, 0)
    if marked:
        end = match.end() + len(text[match.end() : at].rstrip())
    title, _ = _fold([_Piece(text[match.end() : end], 1, 1)])
    first = match.end() + len(text[match.end() : end]) - len(text[match.end() : end].lstrip())
    good = bool(_ID.fullmatch(id))
    return _Heading(len(match[1]), title, first, end, id * good, mark, marked and not good)


def _title_end(text: str, start: int) -> int:
    """Where the heading ends, without blanks and closing number signs behind it."""
    body = text[start:].rstrip()
    bare = body.rstrip("#")
    if bare != body and (not bare or bare[-1].isspace()):
        body = bare.rstrip()
    return start + len(body)


def _slug(title: str) -> str:
    """The id of a title: its letters and digits in lower case, joined by hyphens."""
    text = unicodedata.normalize("NFC", title).lower().replace("'", "").replace("’", "")
    kept = "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in text)
    return "-".join(kept.split()) or "rule"


# ---- rows and cells -------------------------------------------------------------------------


_BAR = re.compile(r"\\.|\|")
_ESCAPED_BAR = re.compile(r"\\\|")
_DASHES = re.compile(r":?-+:?")


def _spans(line: _Line) -> list[tuple[int, int]]:
    """Where the cells of a row stand in its line, without the blanks round them."""
    text, start, end = line.text, line.start, len(line.text.rstrip())
    bars = [m.start() for m in _BAR.finditer(text, start, end) if m[0] == "|"]
    if not bars or bars[0] != start:
        bars.insert(0, start - 1)
    if bars[-1] != end - 1:
        bars.append(end)
    return [_trimmed(text, a + 1, b) for a, b in pairwise(bars)]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    if not part.strip():
        return start, start
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def _cell(line: _Line, span: tuple[int, int], file: str) -> Cell:
    start, end = span
    raw = line.text[start:end]
    pieces = [_Piece(raw, line.number, start + 1)]
    if "\\" in raw:
        escapes = ((m.start(), m.start() + 1) for m in _ESCAPED_BAR.finditer(raw))
        pieces = _without(pieces, escapes)
    return _folded_cell(pieces, file, line.number, start + 1)


def _folded_cell(pieces: Sequence[_Piece], file: str, line: int, column: int) -> Cell:
    text, marks = _fold(pieces)
    if marks:
        _, line, column = marks[0]
    return Cell(text, file, line, column, marks)


def _is_separator(line: _Line) -> bool:
    """Whether the line parts the heads of a table from its rows."""
    spans = _spans(line)
    return bool(spans) and all(_DASHES.fullmatch(line.text, *span) for span in spans)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# ---- CSV ------------------------------------------------------------------------------------


_FIELD = re.compile(r'"([^"]*(?:""[^"]*)*+)"|([^,"\r\n]*)')
_FIELD_PART = re.compile(r'""|\r\n|[\r\n]|[^"\r\n]+')
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")


class _Csv:
    """A CSV text (RFC 4180) read into records of cells, up to the first thing that is broken."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.starts = [0, *(m.end() for m in _NEWLINE.finditer(text))]
        self.fault: Fault | None = None
        self.records = [record for record in self._records() if not _is_void(record)]

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def _records(self) -> Iterator[list[Cell]]:
        record: list[Cell] = []
        at = 0
        while match := _FIELD.match(self.text, at):
            record.append(self._cell(match))
            if end := _LINE_END.match(self.text, match.end()):
                yield record
                if end.end() == len(self.text):
                    return
                record, at = [], end.end()
            elif self.text[match.end()] == ",":
                at = match.end() + 1
            else:
                self.fault = self._stray(match.end())
                return

    def _cell(self, match: re.Match[str]) -> Cell:
        if match[1] is None:
            line, column = self._place(match.start())
            return _folded_cell([_Piece(match[2], line, column)], self.file, line, column)
        pieces = [self._piece(m) for m in _FIELD_PART.finditer(self.text, *match.span(1))]
        return _folded_cell(pieces, self.file, *self._place(match.start(1)))

    def _piece(self, match: re.Match[str]) -> _Piece:
        """A part of a quoted field: a doubled quote is one quote, a line break is a blank."""
        text = {'""': '"', "\r\n": " "}.get(match[0], match[0])
        return _Piece(text, *self._place(match.start()))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def _stray(self, offset: int) -> Fault:
        line, column = self._place(offset)
        return Fault(
            self.file,
            line,
            column,
            "A quotation mark is not closed, or stands inside a cell that is not quoted.",
            source=self.line(line),
            first=column - 1,
            length=1,
            hint='A cell with quotation marks is written "in ""such"" marks".',
            code="broken-csv",
        )


def _is_void(record: Sequence[Cell]) -> bool:
    """Whether the record is an empty line."""
    return len(record) == 1 and not record[0].text


# ---- the reader -----------------------------------------------------------------------------


@dataclass(eq=False)
class _Draft:
    """A rule while its blocks are read; a `lead` is the title of a file that another one lists."""

    id: str
    title: str
    level: int
    parent: _Draft | None
    file: str
    line: int
    explicit: bool
    lead: bool
    source: str
    mark: tuple[int, int]
    blocks: list[Content] = field(default_factory=list)
    count: int = 0

    @property
    def kept(self) -> bool:
        """Whether it becomes a rule: a lead without content does not."""
        return not self.lead or any(not isinstance(block, Comment) for block in self.blocks)

    def above(self) -> _Draft | None:
        """The nearest rule above it that is kept."""
        draft = self.parent
        while draft is not None and not draft.kept:
            draft = draft.parent
        return draft

    def rule(self) -> Rule:
        above = self.above()
        parent = above.id if above else ""
        blocks = tuple(self.blocks)
        return Rule(
            self.id, self.title, self.level, parent, self.file, self.line, blocks, self.explicit
        )


class _Book:
    """What all files of a rulebook share while they are read."""

    def __init__(self, file: str, folder: Path | None) -> None:
        self.file = file
        self.folder = folder
        self.files = [file]
        self.seen: set[Path] = set()
        self.drafts: list[_Draft] = []
        self.root: _Draft | None = None
        self.faults: list[Fault] = []

    def finish(self) -> Rulebook:
        """The rulebook, after ids and the title have been checked."""
        self._hand_up_comments()
        kept = [draft for draft in self.drafts if draft.kept]
        self._check_ids(kept)
        self._check_title(kept)
        title = self.root.title if self.root else Path(self.file).stem
        id = self.root.id if self.root else _slug(title)
        rules = tuple(draft.rule() for draft in kept)
        return Rulebook(id, title, rules, tuple(self.files), tuple(self.faults))

    def _hand_up_comments(self) -> None:
        """A comment under a title that is no rule is shown with the rule above it."""
        for draft in self.drafts:
            above = draft.above()
            if not draft.kept and above is not None:
                above.blocks += draft.blocks

    def _check_ids(self, drafts: Iterable[_Draft]) -> None:
        owners: dict[str, _Draft] = {}
        for draft in drafts:
            owner = owners.setdefault(draft.id, draft)
            if owner is not draft:
                self.faults.append(_doubled(owner, draft))

    def _check_title(self, drafts: Sequence[_Draft]) -> None:
        if not drafts:
            self.faults = [f for f in self.faults if f.code != "text-before-heading"]
            self.faults.append(_not_a_rulebook(self.file, "This file has no heading."))
        elif self.root is None:
            message, hint = "This rulebook has no title.", "Begin it with a line such as: # Paddock"
            fault = Fault(self.file, 1, 1, message, hint=hint, severity="warning", code="no-title")
            self.faults.append(fault)


def _doubled(first: _Draft, second: _Draft) -> Fault:
    """The fault of a rule that has the id of an earlier one."""
    where = f"line {first.line}"
    if first.file != second.file:
        where = f"{first.file}, {where},"
    start, end = second.mark
    return Fault(
        second.file,
        second.line,
        start + 1,
        f"The id '{second.id}' is given twice: in {where} and in line {second.line}.",
        source=second.source,
        first=start,
        length=end - start,
        hint=f"Give this heading another id, such as {{#{second.id}-2}}.",
        code="doubled-id",
    )


class _Refusal(Exception):
    """Why a file cannot be listed, with the code and the hint of its fault."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


_LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>\s]*\.md)>?(?:\s+\"[^\"]*\")?\s*\)\.?", re.IGNORECASE)
_SPACED_LINK = re.compile(r"\[[^\]]*\]\(<([^>]*\.md)>\)\.?", re.IGNORECASE)
_LISTED = re.compile(r'([^.:"]+ (?:is|are)) listed in "([^"]+\.csv)"\.', re.IGNORECASE)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[/\\]")


class _Page:
    """One file while it is read: the block that is open, and the rule to which it belongs."""

    def __init__(
        self, book: _Book, file: str, rule: _Draft | None, chain: tuple[Path, ...]
    ) -> None:
        """`chain` leads from the main file to this one; a text without a file has none."""
        self.book = book
        self.file = file
        self.rule = rule
        self.chain = chain
        self.lines: list[str] = []
        self.words: list[_Piece] = []
        self.inset = 0
        self.table: list[_Line] = []
        self.quote: list[_Line] = []

    def read(self, text: str) -> None:
        """Add the rules of this text, and of the files that it lists, to the book."""
        self.lines = _NEWLINE.split(text)
        lines = list(_scan(self.lines))
        for line, after in zip_longest(lines, lines[1:]):
            self._take(line, after)
        self._close()

    def _take(self, line: _Line, after: _Line | None) -> None:
        """Let the line open, continue or close a block."""
        match line.kind:
            case "heading":
                self._close()
                self._open_rule(line)
            case "quote":
                self._take_quote(line)
            case "item" if self._begins_item(line):
                self._close()
                self.inset = line.start
                self.words.append(line.piece)
            case "pipe":
                self._take_row(line)
            case "item":
                self._take_text(line._replace(start=_indent(line.text)), after)
            case "text":
                self._take_text(line, after)
            case "fence" | "comment":
                self._close()
                self._unclosed(line)
            case _:
                self._close()

    def _take_quote(self, line: _Line) -> None:
        if not self.quote:
            self._close()
        self.quote.append(line)

    def _take_row(self, line: _Line) -> None:
        if not self.table:
            self._close()
        self.table.append(line)

    def _take_text(self, line: _Line, after: _Line | None) -> None:
        if self.table or _heads_table(line, after):
            self._take_row(line)
        elif self.quote:
            self._take_lazy(line)
        else:
            self.words.append(line.piece)

    def _take_lazy(self, line: _Line) -> None:
        """Markdown shows a line right below a quote as a part of it, so it does not run."""
        if not self.quote[-1].text[self.quote[-1].start :].lstrip("> \t"):
            self._close()
            self.words.append(line.piece)
            return
        self.quote.append(line)
        message = "This line belongs to the note above it, so it never runs."
        hint = "Put an empty line between them if it is a rule, or > before it if it is a note."
        self._report("lazy-note", message, line, hint=hint, severity="warning")

    def _begins_item(self, line: _Line) -> bool:
        """Whether the marker starts an item: inside a paragraph, '7. ' may just be a number."""
        indent = _indent(line.text)
        if not self.words or indent < self.inset:
            return True
        return not line.text[indent].isdigit() or line.text[indent : indent + 2] in ("1.", "1)")

    # -- closing blocks --

    def _close(self) -> None:
        """End the block that is open, if any."""
        words, table, quote = self.words, self.table, self.quote
        self.words, self.table, self.quote, self.inset = [], [], [], 0
        if words:
            self._end_paragraph(words)
        elif table:
            self._end_table(table)
        elif quote and self.rule is not None:
            text = "\n".join(_unquoted(line) for line in quote)
            self.rule.blocks.append(Comment(text, quote[0].number))

    def _end_paragraph(self, words: list[_Piece]) -> None:
        text, marks = _fold(words)
        if not text:
            return
        if link := _LINK.fullmatch(text) or _SPACED_LINK.fullmatch(text):
            self._include(unquote(link[1]), marks)
        elif self.rule is None:
            self._homeless(self._line(marks[0]))
        elif listed := _LISTED.fullmatch(text):
            self._tabulate(listed, marks)
        else:
            self.rule.blocks.append(self._paragraph(self.rule, text, marks))

    def _paragraph(self, rule: _Draft, text: str, marks: Marks) -> Paragraph:
        rule.count += 1
        by_hand = text.startswith(BY_HAND)
        return Paragraph(text, self.file, rule.id, rule.count, marks, by_hand=by_hand)

    def _end_table(self, lines: list[_Line]) -> None:
        heads = self._heads(lines[0])
        body = self._body(lines, len(heads))
        rows = tuple(row for line in body if (row := self._row(line, len(heads))) is not None)
        caption = self._caption()
        if self.rule is None:
            self._homeless(lines[0])
        elif caption is None:
            hint = "Write above it a sentence that ends with a colon, such as: The cards are:"
            self._report("no-caption", "This table has no caption.", lines[0], hint=hint)
        else:
            rule, number = caption.rule, caption.number
            self.rule.blocks[-1] = Table(caption, heads, rows, self.file, rule, number)

    def _caption(self) -> Paragraph | None:
        """The sentence with a colon right above a table that ends here."""
        last = self.rule.blocks[-1] if self.rule and self.rule.blocks else None
        if isinstance(last, Paragraph) and last.text.endswith(":") and last.file == self.file:
            return last
        return None

    def _heads(self, line: _Line) -> tuple[Cell, ...]:
        spans = _spans(line)
        heads = tuple(_cell(line, span, self.file) for span in spans)
        empty = next((head for head in heads if not head.text), None)
        if empty is not None or not heads:
            first = empty.column - 1 if empty else line.start
            hint = "Write there the property that the column gives, or Notes."
            message = "A column of this table has no head."
            self._report("empty-head", message, line, (first, first + 1), hint)
        return heads

    def _body(self, lines: list[_Line], width: int) -> list[_Line]:
        """The rows of the table, after the line of dashes has been checked."""
        if len(lines) < 2 or not _is_separator(lines[1]):
            line = lines[min(1, len(lines) - 1)]
            hint = f"Write below its heads: |{'---|' * min(width, 12)}"
            message = "This table has no line of dashes below its heads."
            self._report("no-dashes", message, line, hint=hint)
            return lines[1:]
        self._fits(lines[1], _spans(lines[1]), width)
        return lines[2:]

    def _row(self, line: _Line, width: int) -> Row | None:
        spans = _spans(line)
        if not self._fits(line, spans, width):
            return None
        return Row(tuple(_cell(line, span, self.file) for span in spans), line.number)

    def _fits(self, line: _Line, spans: list[tuple[int, int]], width: int) -> bool:
        """Whether the line has as many cells as the table has columns; if not, say so."""
        if len(spans) == width:
            return True
        end = len(line.text.rstrip())
        first = spans[width][0] if len(spans) > width else end - 1
        hint = r"Write \| for a bar inside a cell." if len(spans) > width else ""
        cells, columns = _count(len(spans), "cell"), _count(width, "column")
        message = f"This row has {cells}, but the table has {columns}."
        self._report("row-length", message, line, (first, end), hint)
        return False

    # -- headings --

    def _open_rule(self, line: _Line) -> None:
        heading = _heading(line.text)
        span = (heading.first, heading.end)
        if heading.broken:
            hint = "An id has no blanks, brackets, quotation marks or slashes: {#draw-phase}"
            self._report("bad-id", "This is not an id.", line, heading.mark, hint)
        if not heading.title:
            self._report("empty-heading", "This heading has no title.", line, (line.start, 0))
        draft = _Draft(
            heading.id or _slug(heading.title),
            heading.title,
            heading.level,
            self._parent(heading.level),
            self.file,
            line.number,
            bool(heading.id),
            len(self.chain) > 1 and heading.level == 1,
            line.text,
            heading.mark if heading.id else span,
        )
        if heading.level == 1 and not draft.lead:
            self._set_title(draft, line, span)
        self.book.drafts.append(draft)
        self.rule = draft

    def _parent(self, level: int) -> _Draft | None:
        """The nearest rule above with a higher heading, at the top the game."""
        draft = self.rule
        while draft is not None and draft.level >= level:
            draft = draft.parent
        return draft or self.book.root

    def _set_title(self, draft: _Draft, line: _Line, span: tuple[int, int]) -> None:
        if self.book.root is None:
            self.book.root = draft
            return
        message = f"This rulebook already has a title, in line {self.book.root.line}."
        self._report("second-title", message, line, span, "Write a rule with ## or more.")

    # -- other files --

    def _include(self, target: str, marks: Marks) -> None:
        """Read another Markdown file in this place; what follows belongs to this rule again."""
        found = self._fetch(target, marks)
        if found is not None:
            path, name, text = found
            _Page(self.book, name, self.rule, (*self.chain, path)).read(text)

    def _tabulate(self, listed: re.Match[str], marks: Marks) -> None:
        """Make the table that a CSV file holds."""
        found = self._fetch(listed[2], marks)
        if found is None or self.rule is None:
            return
        _, name, text = found
        size = listed.end(1)
        line, column = _place(marks, size)
        kept = (*(mark for mark in marks if mark[0] < size), (size, line, column))
        caption = self._paragraph(self.rule, listed[1] + ":", kept)
        csv = _Csv(text, name)
        self.book.faults += [csv.fault] if csv.fault else []
        heads = tuple(csv.records[0]) if csv.records else ()
        rows = tuple(row for rec in csv.records[1:] if (row := self._csv_row(csv, rec, len(heads))))
        self._check_csv_heads(csv, heads)
        table = Table(caption, heads, rows, self.file, self.rule.id, caption.number)
        self.rule.blocks.append(table)

    def _check_csv_heads(self, csv: _Csv, heads: Sequence[Cell]) -> None:
        for head in heads:
            if not head.text:
                message = "A column of this table has no head."
                self._csv_fault("empty-head", message, csv, head)
                return

    def _csv_row(self, csv: _Csv, record: list[Cell], width: int) -> Row | None:
        if len(record) == width:
            return Row(tuple(record), record[0].line)
        cells, columns = _count(len(record), "cell"), _count(width, "column")
        message = f"This row has {cells}, but the table has {columns}."
        self._csv_fault("row-length", message, csv, record[min(width, len(record) - 1)])
        return None

    def _csv_fault(self, code: str, message: str, csv: _Csv, cell: Cell) -> None:
        source, first = csv.line(cell.line), cell.column - 1
        length = min(max(len(cell.text), 1), max(len(source) - first, 1))
        fault = Fault(csv.file, cell.line, cell.column, message, source, first, length, code=code)
        self.book.faults.append(fault)

    def _fetch(self, target: str, marks: Marks) -> tuple[Path, str, str] | None:
        """Path, name and text of a file that this one names, or None after saying why not."""
        try:
            path, name = self._locate(target)
            self._admit(path, name)
        except _Refusal as refusal:
            self._report(refusal.code, str(refusal), self._line(marks[0]), hint=refusal.hint)
            return None
        text, problem = _load(path)
        if problem:
            self.book.faults.append(Fault(name, 1, 1, problem, code="unreadable-file"))
            return None
        return path, name, text

    def _locate(self, target: str) -> tuple[Path, str]:
        """Where a file is that this one names, and its name in faults."""
        folder = self.book.folder
        if folder is None:
            hint = "Read the rulebook from its folder."
            raise _Refusal("no-folder", "Only a file can list other files.", hint)
        outside = _Refusal(
            "outside-folder",
            f"'{target}' is not in the folder of this rulebook.",
            "Name a file in that folder, such as cards.md.",
        )
        if _ELSEWHERE.match(target):
            raise outside
        try:
            path = (self.chain[-1].parent / target).resolve()
            return path, (folder / path.relative_to(folder.resolve())).as_posix()
        except (ValueError, OSError, RuntimeError):
            raise outside from None

    def _admit(self, path: Path, name: str) -> None:
        """Make the file part of the rulebook, once."""
        if not _exists(path):
            hint = "A file is looked for beside the file that names it."
            raise _Refusal("missing-file", f"There is no file '{name}'.", hint)
        if path in self.chain:
            message = f"'{name}' lists itself, directly or through other files."
            raise _Refusal("file-cycle", message, "List each file once.")
        if path in self.book.seen:
            message = f"'{name}' is already part of this rulebook."
            raise _Refusal("file-twice", message, "List each file once.")
        if len(self.chain) > DEEPEST:
            message = f"Files list each other more than {DEEPEST} deep."
            raise _Refusal("files-too-deep", message, f"List them in {MAIN}.")
        self.book.seen.add(path)
        self.book.files.append(name)

    # -- faults --

    def _line(self, mark: tuple[int, int, int]) -> _Line:
        """The line, from a place in it on, at which a paragraph begins."""
        _, number, column = mark
        return _Line("text", number, column - 1, self.lines[number - 1])

    def _homeless(self, line: _Line) -> None:
        message = "This stands before the first heading, so it belongs to no rule."
        hint = "Write a title above it, such as: # Paddock"
        self._report("text-before-heading", message, line, hint=hint)

    def _unclosed(self, line: _Line) -> None:
        end = "-->" if line.kind == "comment" else line.text[line.start : line.start + 3]
        message = f"This {line.kind} is never closed, so nothing below it would run."
        self._report(f"unclosed-{line.kind}", message, line, hint=f"Close it with {end}")

    def _report(
        self,
        code: str,
        message: str,
        line: _Line,
        span: tuple[int, int] | None = None,
        hint: str = "",
        severity: str = "error",
    ) -> None:
        """Add a fault in a part of a line, or else in all of its content."""
        first, end = span or (line.start, len(line.text.rstrip()))
        length = max(end - first, 1)
        place = (self.file, line.number, first + 1)
        fault = Fault(*place, message, line.text, first, length, hint, severity, code)
        self.book.faults.append(fault)


def _heads_table(line: _Line, after: _Line | None) -> bool:
    """Whether a line without a bar at its start is nevertheless the head of a table."""
    if after is None or after.kind not in ("text", "pipe"):
        return False
    return "|" in line.text and "|" in after.text and _is_separator(after)


def _unquoted(line: _Line) -> str:
    text = line.text[line.start :]
    return text.removeprefix(">").removeprefix(" ").rstrip()
