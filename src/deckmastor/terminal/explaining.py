"""The sentences behind it all: why something happened, may be done or may not, and the rules."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from rich.text import Text

from deckmastor.content.page import load as content_of
from deckmastor.content.view import facts, layout, meanings
from deckmastor.examples import as_read
from deckmastor.language.paraphrase import paraphrase
from deckmastor.language.paraphrase.context import around
from deckmastor.language.rulebook import Comment, Paragraph, Rulebook, Table, notes_on
from deckmastor.language.tables import Thing
from deckmastor.match import Match
from deckmastor.record.seeing import Sight
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.kinds import printed
from deckmastor.terminal.story import cited

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
MOST = 20  # so many sentences found are shown


def refusal(match: Match, player: str, text: str) -> str:
    """Why a player cannot do something now, with the sentence that stands against it."""
    told = match.why_not(player, spelt(match, player, text))
    if told is None:
        return f"Nothing stands against '{text}': it is among your options."
    return f"{cited(told)} {told.reason}" if told.id else told.reason


def spelt(match: Match, player: str, text: str) -> str:
    """An act as the rules spell it: its verb, and the name of a card that may be cut short."""
    words = " ".join(text.split())
    for verb in sorted(match.rules.verbs, key=len, reverse=True):
        if words.casefold() == verb or words.casefold().startswith(f"{verb} "):
            name = words[len(verb) :].strip()
            return f"{verb} {_name(match, player, name)}" if name else verb
    name = _name(match, player, words)
    if any(species.name == name for species in match.rules.schema.species):
        offers = [match.rules.verbs[offer.verb] for offer in match.rules.offers if offer.found]
        return f"{offers[0]} {name}" if offers else name
    return words


def _name(match: Match, player: str, text: str) -> str:
    """The name of a card that begins so: of one that the player has, or else of any."""
    state, seat = match.state, match.players.index(player)
    own = {
        match.thing(thing)
        for place, owner in enumerate(state.zowner)
        if owner == seat
        for thing in state.zones[place]
    }
    every = {species.name for species in match.rules.schema.species}
    wanted = text.casefold()
    for names in (own, every):
        exact = [name for name in names if name.casefold() == wanted]
        begun = [name for name in names if wanted and name.casefold().startswith(wanted)]
        if exact or len(begun) == 1:
            return exact[0] if exact else begun[0]
    return text


# ---- rules ----------------------------------------------------------------------------------


def show_rules(console: Console, book: Rulebook) -> None:
    """Show every rule of a rulebook, without its tables of cards."""
    for rule in book.rules:
        console.say()
        console.say(rule.title, "bold")
        for block in rule.blocks:
            if isinstance(block, Comment):
                for line in as_read(block.text).split("\n"):
                    console.say(line, "italic", indent=2)
            elif isinstance(block, Paragraph):
                console.say(f"- {block.text}", indent=2)
            else:
                _say_table(console, block)


def _say_table(console: Console, table: Table) -> None:
    rows = len(table.rows)
    if rows > MOST:
        console.say(f"- {table.caption.text} {rows} rows; 'card NAME' shows one.", indent=2)
        return
    console.say(f"- {table.caption.text}", indent=2)
    for row in table.rows:
        cells = [_BREAK.sub(" ", cell.text) for cell in row.cells if cell.text]
        console.say(" · ".join(cells), indent=6)


def find_sentences(console: Console, book: Rulebook, word: str) -> None:
    """Show the paragraphs and rows that hold a word."""
    found = [(where, text) for where, text in _texts(book) if word.casefold() in text.casefold()]
    if not found:
        console.say(f"No rule speaks of '{word}'.")
    for where, text in found[:MOST]:
        line = Text(f"[{where}] ", "dim").append(printable(text), "")
        line.highlight_regex(f"(?i){re.escape(printable(word))}", "bold yellow")
        console.say(line, indent=2)
    if len(found) > MOST:
        console.say(f"and {len(found) - MOST} more.", indent=2)


def _texts(book: Rulebook) -> Iterator[tuple[str, str]]:
    for rule in book.rules:
        for block in rule.blocks:
            if isinstance(block, Paragraph):
                yield f"{rule.id} {block.number}", block.text
            elif isinstance(block, Table):
                for row in block.rows:
                    cells = [_BREAK.sub(" ", cell.text) for cell in row.cells if cell.text]
                    yield f"{rule.id} {block.number}", " · ".join(cells)


def show_card(console: Console, match: Match, name: str) -> None:
    """Show what is printed on a card, what its modifiers say, the rulings on it, and its sheet."""
    book = match.book
    things = book.things
    names = {told.casefold(): thing for told, thing in printed(match).items()}
    wanted = " ".join(name.casefold().split())
    close = [key for key in names if key.startswith(wanted)] if wanted else []
    close = close or [key for key in names if wanted and wanted in key]
    thing = names.get(wanted) or (names[close[0]] if len(close) == 1 else None)
    if thing is None:
        close = close or difflib.get_close_matches(wanted, names, 4)
        guess = ", ".join(names[key].name for key in close[:8])
        hint = f" Did you mean {guess}?" if guess else ""
        console.say(f"There is no card '{name}'.{hint}" if name else "Which card? card NAME")
        return
    content = content_of(match.game.book)  # sheets lie in the folder of the game
    means = meanings(content, thing.cells) if content else {}
    console.say(thing.name, "bold")
    for head, text in thing.cells.items():
        if text and head not in ("Name", "Text"):
            meaning = f" ({means[head]})" if head in means else ""
            console.say(f"{head}: {text}{meaning}", indent=2)
    show_text(console, thing, 2)
    _show_meaning(console, match, thing)
    for other in things:
        if other.name.split()[:1] in [part.split()[:1] for part in thing.modifiers]:
            console.say(f"{other.name}: {other.cells.get('Text', '')}", indent=2)
    for note in notes_on(book.source, thing.name):
        console.say(f"Ruling: {note}", "italic", indent=2, hang=2)
    sheet = facts(content, thing.name) if content else []
    if sheet:
        console.say()
    for line in layout(sheet, console.width - 4):
        console.line(line, indent=2)


def show_text(console: Console, thing: Thing, indent: int) -> None:
    """Show the text of a card, a paragraph a line."""
    for text in _BREAK.split(thing.cells.get("Text", "")):
        if text.strip():
            console.say(text.strip(), "dim", indent)


def _show_meaning(console: Console, match: Match, thing: Thing) -> None:
    """Show what was understood of a card, and what its text leaves unsaid, with values of now."""
    book = match.book
    seen = Sight(match, None).values()
    values = {name: value for name, value in seen.items() if isinstance(value, (int, str))}
    told = around(book).now(values)
    for entry in book.entries:
        if entry.id != thing.id or entry.para is None:
            continue
        understood = paraphrase(entry.para, book.lexicon, entry.params)
        if understood != entry.paragraph.text:
            console.say(f"Understood: {understood}", "italic", indent=2, hang=2)
        for gloss in told.glosses(entry.para):
            console.say(f"· {gloss}", "dim", indent=4, hang=2)
