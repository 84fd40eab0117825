"""A Markdown file read line by line into the rules of a rulebook, with the files that it lists."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from urllib.parse import unquote

from deckmastor.language.faults import Fault
from deckmastor.language.markdown.cells import Grid, heads_table
from deckmastor.language.markdown.csv import Csv
from deckmastor.language.markdown.drafts import BookDraft, RuleDraft
from deckmastor.language.markdown.files import Refusal, load
from deckmastor.language.markdown.folding import Piece, fold
from deckmastor.language.markdown.headings import read_heading, slug_of
from deckmastor.language.markdown.lines import NEWLINE, Line, indent_of, scan
from deckmastor.language.markdown.model import BY_HAND, Comment, Marks, Paragraph, Table, place_in

_LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>\s]*\.md)>?(?:\s+\"[^\"]*\")?\s*\)\.?", re.IGNORECASE)
_SPACED_LINK = re.compile(r"\[[^\]]*\]\(<([^>]*\.md)>\)\.?", re.IGNORECASE)
_LISTED = re.compile(r'([^.:"]+ (?:is|are)) listed in "([^"]+\.csv)"\.', re.IGNORECASE)


class Page:
    """One file while it is read: the block that is open, and the rule to which it belongs."""

    def __init__(
        self, book: BookDraft, file: str, rule: RuleDraft | None, chain: tuple[Path, ...]
    ) -> None:
        """`chain` leads from the main file to this one; a text without a file has none."""
        self.book = book
        self.file = file
        self.rule = rule
        self.chain = chain
        self.lines: list[str] = []
        self.words: list[Piece] = []
        self.inset = 0
        self.table: list[Line] = []
        self.quote: list[Line] = []

    def read(self, text: str) -> None:
        """Add the rules of this text, and of the files that it lists, to the book."""
        self.lines = NEWLINE.split(text)
        lines = list(scan(self.lines))
        for line, after in zip_longest(lines, lines[1:]):
            self._take(line, after)
        self._close()

    def _take(self, line: Line, after: Line | None) -> None:
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
                self._take_text(line._replace(start=indent_of(line.text)), after)
            case "text":
                self._take_text(line, after)
            case "fence" | "comment":
                self._close()
                self._unclosed(line)
            case _:
                self._close()

    def _take_quote(self, line: Line) -> None:
        if not self.quote:
            self._close()
        self.quote.append(line)

    def _take_row(self, line: Line) -> None:
        if not self.table:
            self._close()
        self.table.append(line)

    def _take_text(self, line: Line, after: Line | None) -> None:
        if self.table or heads_table(line, after):
            self._take_row(line)
        elif self.quote:
            self._take_lazy(line)
        else:
            self.words.append(line.piece)

    def _take_lazy(self, line: Line) -> None:
        """Markdown shows a line right below a quote as a part of it, so it does not run."""
        if not self.quote[-1].text[self.quote[-1].start :].lstrip("> \t"):
            self._close()
            self.words.append(line.piece)
            return
        self.quote.append(line)
        message = "This line belongs to the note above it, so it never runs."
        hint = "Put an empty line between them if it is a rule, or > before it if it is a note."
        self._report("lazy-note", message, line, hint=hint, severity="warning")

    def _begins_item(self, line: Line) -> bool:
        """Whether the marker starts an item: inside a paragraph, '7. ' may just be a number."""
        indent = indent_of(line.text)
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

    def _end_paragraph(self, words: list[Piece]) -> None:
        text, marks = fold(words)
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

    def _paragraph(self, rule: RuleDraft, text: str, marks: Marks) -> Paragraph:
        rule.count += 1
        by_hand = text.startswith(BY_HAND)
        return Paragraph(text, self.file, rule.id, rule.count, marks, by_hand=by_hand)

    def _end_table(self, lines: list[Line]) -> None:
        grid = Grid(lines, self.file)
        self.book.faults += grid.faults
        caption = self._caption()
        if self.rule is None:
            self._homeless(lines[0])
        elif caption is None:
            hint = "Write above it a sentence that ends with a colon, such as: The cards are:"
            self._report("no-caption", "This table has no caption.", lines[0], hint=hint)
        else:
            rule, number = caption.rule, caption.number
            self.rule.blocks[-1] = Table(caption, grid.heads, grid.rows, self.file, rule, number)

    def _caption(self) -> Paragraph | None:
        """The sentence with a colon right above a table that ends here."""
        last = self.rule.blocks[-1] if self.rule and self.rule.blocks else None
        if isinstance(last, Paragraph) and last.text.endswith(":") and last.file == self.file:
            return last
        return None

    # -- headings --

    def _open_rule(self, line: Line) -> None:
        heading = read_heading(line.text)
        span = (heading.first, heading.end)
        if heading.broken:
            hint = "An id has no blanks, brackets, quotation marks or slashes: {#draw-phase}"
            self._report("bad-id", "This is not an id.", line, heading.mark, hint)
        if not heading.title:
            self._report("empty-heading", "This heading has no title.", line, (line.start, 0))
        draft = RuleDraft(
            heading.id or slug_of(heading.title),
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

    def _parent(self, level: int) -> RuleDraft | None:
        """The nearest rule above with a higher heading, at the top the game."""
        draft = self.rule
        while draft is not None and draft.level >= level:
            draft = draft.parent
        return draft or self.book.root

    def _set_title(self, draft: RuleDraft, line: Line, span: tuple[int, int]) -> None:
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
            Page(self.book, name, self.rule, (*self.chain, path)).read(text)

    def _tabulate(self, listed: re.Match[str], marks: Marks) -> None:
        """Make the table that a CSV file holds."""
        found = self._fetch(listed[2], marks)
        if found is None or self.rule is None:
            return
        _, name, text = found
        size = listed.end(1)
        kept = (*(mark for mark in marks if mark[0] < size), (size, *place_in(marks, size)))
        caption = self._paragraph(self.rule, listed[1] + ":", kept)
        csv = Csv(text, name)
        self.book.faults += csv.faults
        rule, number = caption.rule, caption.number
        self.rule.blocks.append(Table(caption, csv.heads, csv.rows, self.file, rule, number))

    def _fetch(self, target: str, marks: Marks) -> tuple[Path, str, str] | None:
        """Path, name and text of a file that this one names, or None after saying why not."""
        try:
            path, name = self.book.files.admit(target, self.chain)
        except Refusal as refusal:
            self._report(refusal.code, str(refusal), self._line(marks[0]), hint=refusal.hint)
            return None
        text, problem = load(path)
        if problem:
            self.book.faults.append(Fault(name, 1, 1, problem, code="unreadable-file"))
            return None
        self.book.files.note(name, text)
        return path, name, text

    # -- faults --

    def _line(self, mark: tuple[int, int, int]) -> Line:
        """The line, from a place in it on, at which a paragraph begins."""
        _, number, column = mark
        return Line("text", number, column - 1, self.lines[number - 1])

    def _homeless(self, line: Line) -> None:
        message = "This stands before the first heading, so it belongs to no rule."
        hint = "Write a title above it, such as: # Paddock"
        self._report("text-before-heading", message, line, hint=hint)

    def _unclosed(self, line: Line) -> None:
        end = "-->" if line.kind == "comment" else line.text[line.start : line.start + 3]
        message = f"This {line.kind} is never closed, so nothing below it would run."
        self._report(f"unclosed-{line.kind}", message, line, hint=f"Close it with {end}")

    def _report(
        self,
        code: str,
        message: str,
        line: Line,
        span: tuple[int, int] | None = None,
        hint: str = "",
        severity: str = "error",
    ) -> None:
        self.book.faults.append(line.fault(self.file, code, message, span, hint, severity))


def _unquoted(line: Line) -> str:
    text = line.text[line.start :]
    return text.removeprefix(">").removeprefix(" ").rstrip()
