"""Where a person plays: lines in, text out, with colours where somebody can see them."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console as Screen
from rich.console import RenderableType
from rich.text import Text

from deckmastor import doors
from deckmastor.language.columns import arranged, screen_order, stretches

PROMPT = "> "
LONGEST = 50_000  # letters of a line; what stands behind them is not read
ASCII = str.maketrans({
    "─": "-", "▸": ">", "•": "*", "·": "|", "×": "x", "…": "...", "–": "-", "→": "->",
    "┌": "+", "├": "+", "└": "+", "│": "|",
})  # fmt: skip


class EndOfInput(Exception):
    """Nobody answers any more."""


class Console:
    """Lines from somewhere, text to somewhere; by default the terminal, or the pipe, at hand."""

    def __init__(
        self,
        lines: Iterable[str] | None = None,
        out: TextIO | None = None,
        width: int | None = None,
        plain: bool = False,
    ) -> None:
        """With `plain`, no colours, no bold text, and no signs that a keyboard does not have."""
        self._lines: Iterator[str] | None = None if lines is None else iter(lines)
        encoding = getattr(out or sys.stdout, "encoding", None) or "utf-8"
        self.plain = plain or not encoding.lower().startswith("utf")
        self._screen = Screen(
            file=out or sys.stdout, width=width, markup=False, highlight=False, emoji=False,
            color_system=None if self.plain else "auto",
        )  # fmt: skip
        typed = lines is None and sys.stdin is not None and sys.stdin.isatty()
        self.live = typed and self._screen.is_terminal  # somebody types and looks at it
        self._typed = typed
        if typed:
            with suppress(ImportError):
                importlib.import_module("readline")  # arrows and history at the prompt

    @property
    def screen(self) -> Screen:
        """What the text is shown on."""
        return self._screen

    @property
    def width(self) -> int:
        """How many characters a line has."""
        return self._screen.width

    def say(self, text: str | Text = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """Show a text, broken into lines between words; later lines hang further in."""
        told = text if isinstance(text, Text) else Text(printable(text), style)
        for number, line in enumerate(told.wrap(self._screen, max(self.width - indent - hang, 20))):
            line.rstrip()
            blanks = " " * (indent + hang if number else indent)
            self._print(Text(blanks).append_text(line))

    def beside(self, bars: tuple[str, str], text: Text, indent: int = 0, hang: int = 0) -> None:
        """Show a text to the right of a bar: the first is for its first line, the other below."""
        room = self.width - indent - cell_len(bars[0])
        room = room if text.cell_len <= room else max(room - hang, 20)
        for number, line in enumerate(text.wrap(self._screen, room)):
            line.rstrip()
            bar = Text(" " * indent).append(bars[bool(number)], "dim")
            self._print(bar.append(" " * hang if number else "").append_text(line))

    def line(self, text: str, indent: int = 0) -> None:
        """Show a line that is laid out already, as it is."""
        self._print(Text(" " * indent + printable(text)))

    def _print(self, line: Text) -> None:
        if self.plain:
            line = Text(line.plain.translate(ASCII))
        if stretches(line.plain):
            line = _in_order(line, screen_order(os.environ, self._screen.is_terminal))
        self._screen.print(line, soft_wrap=True)

    def flow(self, parts: Iterable[Text], gap: str, indent: int = 0, hang: int = 0) -> None:
        """Show parts one after the other, broken into lines only between them if possible."""
        line = Text()
        for part in parts:
            if line and indent + line.cell_len + len(gap) + part.cell_len > self.width:
                self._flowed(line, indent, hang)
                line = Text()
                indent, hang = indent + hang, 0
            line = Text().append_text(line).append(gap if line else "").append_text(part)
        if line:
            self._flowed(line, indent, hang)

    def _flowed(self, line: Text, indent: int, hang: int) -> None:
        """Show a line; only one that is too long is broken further."""
        fits = indent + line.cell_len <= self.width
        self.say(line, indent=indent, hang=0 if fits else hang)

    def show(self, what: RenderableType) -> None:
        """Show a table or another thing that can draw itself."""
        self._screen.print(what)

    def rule(self, title: str, style: str = "bold") -> None:
        """A line across, with a title."""
        told = f" {printable(title)} "
        if cell_len(told) + 4 > self.width:
            self.say(told.strip(), style)
            return
        side = max(self.width - cell_len(told), 4)
        line = Text("─" * (side // 2), "dim").append(told, style)
        self._print(line.append("─" * (side - side // 2), "dim"))

    def clear(self) -> None:
        """Wipe the window, if there is one."""
        if self.live:
            self._screen.clear()

    def ask(self, prompt: str = PROMPT) -> str:
        """The next line, without blanks around it; EndOfInput after the last."""
        if self._typed:
            self._screen.file.flush()
            try:
                return _typed(input(prompt))
            except (EOFError, OSError):  # the window was closed
                with suppress(OSError):
                    self.say()
                raise EndOfInput from None
            except UnicodeDecodeError:
                self.say("That cannot be read: it is not in UTF-8.")
                return ""
        line = self._next()
        if line is None:
            self.say(prompt)
            raise EndOfInput
        line = _typed(line)
        self.say(prompt + line)
        return line

    def _next(self) -> str | None:
        if self._lines is not None:
            return next(self._lines, None)
        try:
            return sys.stdin.readline() or None
        except (OSError, UnicodeDecodeError):
            return None

    def agree(self, question: str, default: bool) -> bool:
        """Whether the answer to a question is yes."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
            if not answer:
                return default
            if "yes".startswith(answer) or "no".startswith(answer):
                return answer.startswith("y")
            self.say("Please answer yes or no.")


def _in_order(line: Text, order: str) -> Text:
    """The line with its words from right to left as the screen wants them."""
    ends = [end for span in stretches(line.plain) for end in span]
    shown = Text()
    for part in line.divide(ends):
        style = part.spans[0].style if part.spans else part.style
        turned = bool(stretches(part.plain))
        shown.append_text(Text(arranged(part.plain, order), style) if turned else part)
    return shown


def _typed(line: str) -> str:
    """A line as it is read: without blanks around it, and without what is no text."""
    return doors.cleaned(line, LONGEST).strip()


def printable(text: str) -> str:
    """The text without characters that could steer a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)
