"""`check --amend`: paragraphs read against the vocabulary of a game that stays as it is."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from deckmastor import doors
from deckmastor.cli.readback import UNSURE, ReadBack, read_back
from deckmastor.cli.screen import Stop, count, listed, say, say_fault, say_json
from deckmastor.cli.shelf import open_book
from deckmastor.language import nearest
from deckmastor.language.book import Book, fault_of, learn_sentences, read_book
from deckmastor.language.declarations import Learner
from deckmastor.language.faults import Fault
from deckmastor.language.fragment import change, read_below, too_long
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.rulebook import LARGEST, Paragraph, Rulebook, Table
from deckmastor.language.tokens import sentences
from deckmastor.match import Game

BY_HAND = "A rule for people: it is shown and cited, not run."
TITLE = "# Amendment"
# What is wrong with a heading does not matter here: headings are skipped.
OF_HEADINGS = ("second-title", "bad-id", "empty-heading", "doubled-id", "no-title")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one paragraph: what was understood, or why it is refused."""

    text: str
    line: int
    understood: ReadBack | None
    faults: tuple[Fault, ...] = ()
    fragment: str = ""  # what an amendment would be, if it is to be run

    def data(self) -> dict[str, Any]:
        """The answer for a program."""
        return {
            "sentence": self.text,
            "ok": not self.faults,
            "paraphrase": self.understood.text if self.understood else None,
            "exact": self.understood.exact if self.understood else None,
            "glosses": list(self.understood.glosses) if self.understood else [],
            "problems": [
                {
                    "message": fault.message,
                    "line": fault.line,
                    "column": fault.column,
                    "hint": fault.hint,
                    "code": fault.code,
                }
                for fault in self.faults
            ],
        }


def amend(name: str, file: str, host: str, as_json: bool) -> int:
    """Show for each paragraph of a file whether the game would take it; 1 if it refuses one."""
    text = read_file(file)
    book = open_book(name)
    found = answers(text, "<stdin>" if file == "-" else file, book, host)
    if host == "card":
        found = [replace(one, fragment=on_card(book, one.text)) for one in found]
    found = found if book.errors else runnable(book, found)
    if not found:
        raise Stop(f"There is no paragraph in {_called(file)}: headings and notes are skipped.")
    if as_json:
        say_json([answer.data() for answer in found])
    else:
        _say_answers(found)
        if book.errors:
            errors = count(len(book.errors), "error")
            say(f"Note: '{name}' itself has {errors}; see deckmastor check {name}", "warning")
    return 1 if any(answer.faults for answer in found) else 0


def _say_answers(found: list[Answer]) -> None:
    for answer in found:
        say(f"line {answer.line}: {'refused' if answer.faults else 'accepted'}",
            "error" if answer.faults else "good")  # fmt: skip
        for fault in answer.faults:
            say_fault(fault, "    ")
        if not answer.faults:
            say(answer.understood.text if answer.understood else BY_HAND, "", "    ")
            for gloss in answer.understood.glosses if answer.understood else ():
                say(f"· {gloss}", "faint", "      ")
        if answer.understood and not answer.understood.exact:
            say(UNSURE, "warning", "    ")
        say()
    refused = sum(1 for answer in found if answer.faults)
    say(f"{len(found) - refused} accepted, {refused} refused.", "error" if refused else "good")


def read_file(file: str) -> str:
    """The text of a file, or of standard input for `-`."""
    name = _called(file)
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else doors.read(file, LARGEST)
        text = data.decode("utf-8-sig")
    except doors.Missing:
        raise Stop(f"There is no file {name}.") from None
    except doors.TooLarge:
        raise Stop(f"{name} is larger than {LARGEST // 1024 // 1024} MB.") from None
    except doors.Unfit as why:
        raise Stop(str(why)) from None
    except UnicodeDecodeError:
        raise Stop(f"{name} is not a text in UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Stop(f"{name} cannot be read: {reason}.") from None
    if len(data) > LARGEST:
        raise Stop(f"{name} is larger than {LARGEST // 1024 // 1024} MB.")
    if doors.binary(text):
        raise Stop(f"{name} is not a text but binary data.")
    if not text.strip():
        raise Stop(f"{name} is empty. Write a paragraph such as: The hand limit is 8.")
    return text


def _called(file: str) -> str:
    return "standard input" if file == "-" else f"'{file}'"


# ---- reading --------------------------------------------------------------------------------


def answers(text: str, file: str, known: Book, host: str) -> list[Answer]:
    """What comes of each paragraph, in order; words of an accepted one count for the next ones."""
    source = read_below(TITLE, text, file)
    lexicon = known.lexicon
    found = [_broken(fault) for fault in source.faults if fault.code not in OF_HEADINGS]
    for block in _blocks(source):
        answer, lexicon = _read(block, source, lexicon, host, known)
        found.append(answer)
    return sorted(found, key=lambda answer: answer.line)


def _broken(fault: Fault) -> Answer:
    """A place that cannot be cut into paragraphs."""
    fault = replace(fault, severity="error")
    return Answer(fault.source.strip(), fault.line, None, (fault,))


def _blocks(source: Rulebook) -> Iterator[Paragraph | Table]:
    """The paragraphs and tables, in order."""
    for rule in source.rules:
        yield from (block for block in rule.blocks if isinstance(block, (Paragraph, Table)))


def _read(
    block: Paragraph | Table, source: Rulebook, lexicon: Lexicon, host: str, known: Book
) -> tuple[Answer, Lexicon]:
    """The answer, and the vocabulary for the next paragraph: the same if this one is refused."""
    first = block.caption if isinstance(block, Table) else block
    line, _ = first.place(0)
    fault = too_long(block)
    if fault is not None:
        return Answer(first.text, line, None, (fault,)), lexicon
    if isinstance(block, Paragraph) and block.by_hand:
        return Answer(block.text, line, None), lexicon
    if isinstance(block, Paragraph) and host != "rule":
        return _read_on(replace(block, host=host), lexicon.fork(), lexicon, known)
    alone = replace(source, rules=(replace(source.rules[0], blocks=(block,)),), faults=())
    book = read_book(alone, lexicon)
    faults = tuple(book.faults)
    if not faults and any(entry.para is None for entry in book.entries):
        faults = (Fault(first.file, line, 1, "This cannot be read.", first.text, code="unread"),)
    if faults:
        return Answer(first.text, line, None, faults), lexicon
    understood = _understood(book, block, known)
    return Answer(first.text, line, understood, (), _written(block)), book.lexicon


def _understood(book: Book, block: Paragraph | Table, known: Book) -> ReadBack:
    """What a paragraph means, or what a table adds: its rows, with what their texts mean."""
    told = [
        (entry, read_back(entry.para, book.lexicon, entry.params, known))
        for entry in book.entries
        if entry.para is not None
    ]
    exact = all(back.exact for _, back in told)
    if isinstance(block, Paragraph):
        glosses = dict.fromkeys(gloss for _, back in told for gloss in back.glosses)
        return ReadBack(" ".join(back.text for _, back in told), exact, tuple(glosses))
    rows = listed((row.cells[0].text for row in block.rows if row.cells), 12)
    lines = [f"{entry.id}: {back.text}" for entry, back in told]
    return ReadBack("\n".join([f"{block.caption.text} {rows}", *lines]), exact)


def _read_on(
    paragraph: Paragraph, fork: Lexicon, old: Lexicon, known: Book
) -> tuple[Answer, Lexicon]:
    """A text on a card or modifier; the only word it can bring is a value's name."""
    told = [sentence.text for sentence in sentences(paragraph.text)]
    values = [text for text in told if re.match(r"The [^,]+? is -?\d+$", text)]
    learn_sentences(Learner(fork, paragraph.text), values, 2)
    read = read_paragraph(paragraph.text, fork, paragraph.host)
    line, _ = paragraph.place(0)
    if read.para is None:
        wording = nearest.offer(read, fork, paragraph.host, nearest.shipped())
        return Answer(paragraph.text, line, None, (fault_of(read, paragraph, wording, fork),)), old
    return Answer(paragraph.text, line, read_back(read.para, fork, book=known)), fork


# ---- running --------------------------------------------------------------------------------


def runnable(book: Book, found: list[Answer]) -> list[Answer]:
    """The answers, with a fault where a paragraph is read but cannot be played.

    All are compiled together; one after the other only if something fails.
    """
    known = set(unrunnable(book))
    good = [answer for answer in found if answer.fragment and not answer.faults]
    if not good or not _failing(book, "\n\n".join(a.fragment for a in good), known):
        return found
    checked: list[Answer] = []
    for answer in found:
        if answer in good:
            failing = _failing(book, answer.fragment, known)
            if failing:
                answer = replace(answer, faults=tuple(_unplayable(answer, f) for f in failing))
            else:
                book = change(book, answer.fragment, "amendment").book
        checked.append(answer)
    return checked


def _failing(book: Book, text: str, known: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """What of a fragment cannot be played, each with the reason."""
    told = change(book, text, "amendment")
    if told.faults:
        return [(fault.source, fault.message) for fault in told.faults]
    return [one for one in unrunnable(told.book) if one not in known]


def _unplayable(answer: Answer, failing: tuple[str, str]) -> Fault:
    _, why = failing
    message = f"This can be read but not be played: {why}."
    return Fault("amendment", answer.line, 1, message, answer.text, code="unrunnable")


def unrunnable(book: Book) -> list[tuple[str, str]]:
    """The sentences of a book that can be read but not be played, each with the reason."""
    game = Game(book)
    return game.rules(game.fewest).unrunnable


def _written(block: Paragraph | Table) -> str:
    """A paragraph or a table as it would be written in a fragment."""
    if isinstance(block, Paragraph):
        return block.text
    rows = [[cell.text for cell in row.cells] for row in block.rows]
    return _table(block.caption.text, [head.text for head in block.heads], rows)


def _table(caption: str, heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join([caption, "", *(f"| {' | '.join(line)} |" for line in lines)])


def on_card(book: Book, text: str) -> str:
    """A table with one more card that has a text, made like the first card of the book."""
    for table in book.source.tables():
        heads = [head.text for head in table.heads]
        if "Text" in heads and "Name" in heads and table.rows and "|" not in text:
            cells = [cell.text for cell in table.rows[0].cells]
            cells += [""] * (len(heads) - len(cells))
            cells[heads.index("Text")], cells[heads.index("Name")] = text, "Amendment Card"
            return _table(table.caption.text, heads, [cells])
    return ""
