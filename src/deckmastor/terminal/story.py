"""The story so far on the screen: who did what, in which link of a chain, and because of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from deckmastor.engine import Sentence
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.telling import Told

Group = tuple[int, list[Told]]  # a link, and what happens in it; 0 for what is in none


def cited(sentence: Sentence, card: str = "") -> str:
    """A sentence with where it stands."""
    where = sentence.id or card
    return f"[{where}] {sentence.text}" if where else sentence.text


def cites(line: Told) -> bool:
    """Whether a sentence of the rulebook is behind what was told, not only the course of play."""
    return bool(line.because.id or line.card)


def show_story(console: Console, lines: Sequence[Told], sentences: bool = False) -> None:
    """Show what happened, link by link; with the sentences behind it, if they are wanted."""
    for link, group in links(lines):
        if link:
            together = ", at the same time" if len(group) > 1 else ""
            console.say(f"Link {link}{together}:", "dim", indent=2)
        for line, following in zip(group, [*group[1:], None], strict=True):
            _say(console, line, 4 if link else 2, not sentences)
            last = following is None or following.because != line.because
            if sentences and last and cites(line):
                console.say(cited(line.because, line.card), "dim", indent=8)


def links(lines: Sequence[Told]) -> Iterator[Group]:
    """What happened in groups; a link that is alone and in which one thing happens is no group."""
    deep = {line.chain for line in lines if line.link > 1}
    for (chain, link), found in groupby(lines, key=lambda line: (line.chain, line.link)):
        group = list(found)
        headed = link > 0 and (chain in deep or (len(group) > 1 and any(one.card for one in group)))
        yield (link if headed else 0, group)


def _after(text: str) -> str:
    """A sentence as it follows a colon."""
    return text[0].lower() + text[1:] if text.startswith(("You ", "Your ", "The ")) else text


def _say(console: Console, line: Told, indent: int, short: bool) -> None:
    if line.turn:
        console.say(line.text, "bold")
        return
    text = Text("• ")
    if line.card:
        text.append(printable(line.card), "cyan")
        text.append(f" ({printable(line.cause)})" if line.cause else "", "dim")
        text.append(": ")
    text.append(printable(_after(line.text) if line.card else line.text))
    if short and not line.card and line.because.id:
        text.append(f" [{line.because.id}]", "dim")
    console.say(text, indent=indent, hang=2)
