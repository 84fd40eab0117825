"""`explain`: a card or a rule with its text, what was understood, and where its words are used."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

from deckmastor.cli.readback import UNSURE, read_back
from deckmastor.cli.screen import Stop, columns, listed, near, say, say_json
from deckmastor.cli.shelf import open_book
from deckmastor.content.page import load as content_of
from deckmastor.content.view import Fact, facts, layout, meanings
from deckmastor.examples import as_read
from deckmastor.language.book import Book, Entry
from deckmastor.language.ir import Declare, Define, Do, Para, leaves, show, walk
from deckmastor.language.rulebook import BY_HAND, Comment, Paragraph, Rule, Table, notes_on
from deckmastor.language.tables import Thing
from deckmastor.language.tokens import sentences

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """A paragraph as it is written and as it was understood, or why it was not."""

    cite: str
    sentences: tuple[tuple[str, str], ...]
    understood: str | None
    problem: str | None = None
    by_hand: bool = False
    exact: bool = True
    ir: str | None = None
    glosses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A table of a rule: its caption and what its rows define."""

    cite: str
    caption: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that is known of a card or a rule; `cells` are a card's, subrules and words a rule's.

    `defined` tells of each word of a card where the rulebook defines it, and what it says there;
    `speaking` lists the sentences that speak of the card by its name or of what it is. `meanings`
    tells what the values in its cells stand for, and `sheet` what is worth knowing of it.
    """

    what: str
    id: str
    name: str
    file: str
    line: int
    cells: dict[str, str]
    paragraphs: tuple[Told, ...]
    tables: tuple[Listed, ...]
    notes: tuple[str, ...]
    subrules: tuple[str, ...]
    words: dict[str, tuple[str, ...]]
    rulings: tuple[str, ...] = ()
    defined: dict[str, tuple[str, str]] = field(default_factory=dict)
    speaking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    meanings: dict[str, str] = field(default_factory=dict)
    sheet: tuple[Fact, ...] = ()


def explain(game: str, name: str, with_ir: bool, as_json: bool) -> int:
    """Show a card or a rule of a game."""
    book = open_book(game)
    found = look_up(book, name)
    page = card_page(book, found) if isinstance(found, Thing) else rule_page(book, found)
    if not with_ir:
        page = replace(page, paragraphs=tuple(replace(t, ir=None) for t in page.paragraphs))
    if as_json:
        say_json(_data(page, with_ir))
    else:
        say_page(page)
    return 0


# ---- finding --------------------------------------------------------------------------------


def look_up(book: Book, name: str) -> Thing | Rule:
    """The card or rule with this id, or else with this name, capital letters aside."""
    every: list[Thing | Rule] = [*book.things, *book.source.rules]
    wanted = " ".join(name.split())
    for keys, key in (
        (lambda one: {one.id}, wanted),
        (lambda one: {_name(one)}, wanted),
        (lambda one: {one.id.casefold(), _name(one).casefold()}, wanted.casefold()),
    ):
        found = {one.id: one for one in every if key in keys(one)}
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            ids = " or ".join(f"{id} (a {_what(one)})" for id, one in found.items())
            raise Stop(f"'{name}' could be {ids}. Name it by its id.")
    where = book.source.title
    raise Stop(f"There is no card or rule '{name}' in {where}.\n{_instead(every, wanted)}")


def _name(one: Thing | Rule) -> str:
    return one.name if isinstance(one, Thing) else one.title


def _what(one: Thing | Rule) -> str:
    return one.kind if isinstance(one, Thing) else "rule"


def _instead(every: Iterable[Thing | Rule], name: str) -> str:
    """Names like the one that is not there, or what there is."""
    names = {key.casefold(): key for one in every for key in (one.id, _name(one)) if key}
    close = difflib.get_close_matches(name.casefold(), names, 3, 0.6)
    close += [key for key in names if name and name.casefold() in key and key not in close]
    if close:
        return "Did you mean " + " or ".join(f"'{names[key]}'" for key in close[:3]) + "?"
    rules = listed((one.id for one in every if isinstance(one, Rule)), 12)
    return f"Its rules are {rules}."


# ---- collecting -----------------------------------------------------------------------------


def card_page(book: Book, thing: Thing) -> Page:
    """The page of a card, a modifier or another thing of a table."""
    rule = next(rule for rule in book.source.rules if rule.id == thing.rule)
    cells = {head: text for head, text in thing.cells.items() if text}
    for head in ("Name", "Text"):
        cells.pop(head, None)
    place = (near(thing.file), thing.line)
    told = tuple(_texts(book, thing))
    content = content_of(book)
    means = meanings(content, thing.cells) if content else {}
    sheet = tuple(facts(content, thing.name)) if content else ()
    return Page(thing.kind, thing.id, thing.name, *place, cells, told, (), _notes(rule), (), {},
                notes_on(book.source, thing.name), definitions(book, thing),
                speaking(book, thing), means, sheet)  # fmt: skip


def _texts(book: Book, thing: Thing) -> Iterator[Told]:
    """The paragraphs of a card; what is for people was not read and is shown as it is."""
    read = {entry.paragraph.number: entry for entry in book.entries if entry.id == thing.id}
    parts = [part.strip() for part in _BREAK.split(thing.cells.get("Text", ""))]
    for number, text in enumerate(filter(None, parts), 1):
        cite = f"{thing.id} {number}"
        if number in read:
            yield _told(book, read[number])
        else:
            yield Told(cite, ((f"{cite}.1", text),), None, by_hand=text.startswith(BY_HAND))


def rule_page(book: Book, rule: Rule) -> Page:
    """The page of a rule."""
    entries = [entry for entry in book.entries if entry.id == rule.id]
    known = {entry.paragraph: entry for entry in entries}
    written = [block for block in rule.blocks if isinstance(block, Paragraph)]
    told = tuple(_told(book, known.get(p) or Entry(p, None, rule.id)) for p in written)
    tables = tuple(_listed(book, block) for block in rule.blocks if isinstance(block, Table))
    under = tuple(one.id for one in book.source.rules if one.parent == rule.id)
    place = (near(rule.file), rule.line)
    return Page("rule", rule.id, rule.title, *place, {}, told, tables, _notes(rule), under,
                uses(book, entries), notes_on(book.source, rule.title))  # fmt: skip


def _told(book: Book, entry: Entry) -> Told:
    paragraph = entry.paragraph
    cite = f"{entry.id} {paragraph.number}"
    written = tuple((f"{cite}.{n}", text) for n, text in enumerate(_cut(paragraph.text), 1))
    if entry.para is None:
        problem = None if paragraph.by_hand else _problem(book, paragraph)
        return Told(cite, written, None, problem, paragraph.by_hand)
    back = read_back(entry.para, book.lexicon, entry.params, book)
    return Told(
        cite, written, back.text, exact=back.exact, ir=show(entry.para), glosses=back.glosses
    )


def _cut(text: str) -> Iterator[str]:
    """The sentences of a paragraph, each with its full stop."""
    starts = [sentence.start for sentence in sentences(text)]
    for start, end in pairwise([*starts, len(text)]):
        yield text[start:end].strip()


def _problem(book: Book, paragraph: Paragraph) -> str:
    faults = [fault for fault in book.errors if fault.source == paragraph.text]
    told = [f"{fault.message} {' '.join(fault.hint.split())}".strip() for fault in faults]
    return told[0] if told else "This was not read."


def _listed(book: Book, table: Table) -> Listed:
    lines = {row.line for row in table.rows}
    things = [one for one in book.things if one.rule == table.rule and one.line in lines]
    rows = [one.id for one in things] or [row.cells[0].text for row in table.rows if row.cells]
    return Listed(f"{table.rule} {table.number}", table.caption.text, tuple(rows))


def _notes(rule: Rule) -> tuple[str, ...]:
    return tuple(as_read(block.text) for block in rule.blocks if isinstance(block, Comment))


def definitions(book: Book, thing: Thing) -> dict[str, tuple[str, str]]:
    """Each word and modifier of a card that the rulebook brings: where, and what it says there."""
    found: dict[str, tuple[str, str]] = {}
    for other in book.things:
        if other.name.split()[:1] in [part.split()[:1] for part in thing.modifiers]:
            found[other.name] = (other.id, _BREAK.sub(" ", other.cells.get("Text", "")))
    paras = [entry.para for entry in book.entries if entry.id == thing.id and entry.para]
    said = set().union(*(_said(para) for para in paras)) | set(thing.cells.get("Type", "").split())
    said.add(thing.kind)
    for entry in book.entries:
        for word in sorted({*_declared(entry)} & said - found.keys()):
            found[word] = (_cite(entry), _sentence_with(entry, word))
    return found


def _sentence_with(entry: Entry, word: str) -> str:
    """The sentence of a paragraph that has a word in it, or the whole paragraph."""
    told = [text for text in _cut(entry.paragraph.text) if word in text.casefold()]
    return told[0] if told else entry.paragraph.text


def speaking(book: Book, thing: Thing) -> dict[str, tuple[str, ...]]:
    """The sentences elsewhere that speak of a card by its name, and those on what it is."""
    about = {thing.name: list[str](), **{word: list[str]() for word in _is(book, thing)}}
    for entry in book.entries:
        if entry.para is None or entry.id == thing.id or all(map(_declares, entry.para.rules)):
            continue
        said = _said(entry.para)
        if thing.name in said or any(word in thing.name.split() for word in said):
            about[thing.name].append(_cite(entry))
        elif "/" not in entry.id and not _of_others(book, thing, said):
            for word in about.keys() & said:
                about[word].append(_cite(entry))
    return {word: tuple(cites) for word, cites in about.items() if cites}


def _declares(node: object) -> bool:
    """True if a sentence brings words; where a thing is from the start is no word."""
    return isinstance(node, Declare) and node.what != "there"


def _of_others(book: Book, thing: Thing, said: set[str]) -> bool:
    """Whether a sentence speaks of cards that are something else: basic ones and not magical."""
    own = set(thing.noun.split()[:-1])
    statuses = book.lexicon.statuses
    families = {statuses[word].family for word in own if word in statuses}
    others = {word for word in said if word in statuses and statuses[word].family in families}
    return bool(others) and not others & own


def _is(book: Book, thing: Thing) -> list[str]:
    """What a card is: its kind and what that is a kind of, or the noun of its type."""
    found: list[str] = []
    waiting = [thing.kind, *thing.noun.split()[-1:]]
    while waiting:
        word = waiting.pop(0)
        if word not in found and word not in ("card", "thing") and word in book.lexicon.kinds:
            found.append(word)
            waiting += book.lexicon.kinds[word]
    return found


def uses(book: Book, entries: list[Entry]) -> dict[str, tuple[str, ...]]:
    """For each word that these paragraphs declare or define, the other paragraphs that use it."""
    words = {word: list[str]() for entry in entries for word in _declared(entry)}
    own = {entry.paragraph for entry in entries}
    for entry in book.entries:
        if words and entry.para is not None and entry.paragraph not in own:
            for word in words.keys() & _said(entry.para):
                words[word].append(_cite(entry))
    return {word: tuple(found) for word, found in words.items()}


def _said(para: Para) -> set[str]:
    """The names in a paragraph, but not those of phases where they are declared: `draw`."""
    rules = (rule for rule in para.rules if not _are_phases(rule))
    return {str(leaf) for leaf in leaves(tuple(rules))}


def _are_phases(node: object) -> bool:
    return isinstance(node, Declare) and node.what == "phases"


def _declared(entry: Entry) -> Iterator[str]:
    for node in walk(entry.para):
        if isinstance(node, Declare) and _declares(node):
            behind = " phase" if _are_phases(node) else ""
            yield from (f"{name}{behind}" for name in node.names)
        elif isinstance(node, Define) and isinstance(node.do, Do):
            yield node.do.verb


def _cite(entry: Entry) -> str:
    return entry.id if "/" in entry.id else f"{entry.id} {entry.paragraph.number}"


# ---- showing --------------------------------------------------------------------------------


def _data(page: Page, with_ir: bool) -> dict[str, Any]:
    data = asdict(page)
    for told in data["paragraphs"]:
        told["sentences"] = [{"cite": cite, "text": text} for cite, text in told["sentences"]]
        if not with_ir:
            del told["ir"]
    return data


def say_page(page: Page) -> None:
    """Print a page for people."""
    say(page.name or page.id, "strong")
    say(f"{page.what} {page.id}, {page.file}:{page.line}", "faint")
    width = max(map(len, page.cells), default=0)
    for head, text in page.cells.items():
        meaning = f" ({page.meanings[head]})" if head in page.meanings else ""
        say(f"{head:{width}}  {text}{meaning}")
    for told in page.paragraphs:
        say()
        _say_told(told)
    if page.sheet:
        say()
        say("Its sheet", "strong")
    for line in layout(list(page.sheet), columns() - 2):
        say(line, "", "  ")
    for table in page.tables:
        say()
        say(f"{table.cite}  {table.caption}")
        say(listed(table.rows, 12), "", "    ")
    for note in page.notes:
        say()
        say(note, "faint", "> ")
    _say_rulings(page)
    _say_defined(page)
    _say_words(page)
    if page.subrules:
        say()
        say(f"Subrules: {', '.join(page.subrules)}")


def _say_told(told: Told) -> None:
    for cite, text in told.sentences:
        say(f"{cite}  {text}")
    if told.by_hand:
        say("A rule for people: it is shown and cited, not run.", "hint", "    ")
    elif told.understood is None:
        say(f"Not understood: {told.problem}", "error", "    ")
    else:
        say("What the engine understood:", "faint", "    ")
        say(told.understood, "good", "    ")
        for gloss in told.glosses:
            say(f"· {gloss}", "faint", "      ")
    if not told.exact:
        say(UNSURE, "warning", "    ")
    if told.ir:
        say(told.ir, "hint", "    ")


def _say_rulings(page: Page) -> None:
    if page.rulings:
        say()
        say("Rulings", "strong")
    for note in page.rulings:
        say(note, "", "  - ")


def _say_defined(page: Page) -> None:
    """The words of a card with what the rulebook says of them, and who speaks of the card."""
    if page.defined:
        say()
        say("Its words", "strong")
    width = min(max(map(len, page.defined), default=0), 20)
    for word, (cite, text) in page.defined.items():
        say(f"{word:{width}}  {text}  [{cite}]", "", "  ")
    if page.speaking:
        say()
        say("Spoken of", "strong")
    for word, cites in page.speaking.items():
        by = "by its name in" if word == page.name else f"as {_article(word)} in"
        say(f"{by} {listed(cites, 12)}", "", "  ")


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeio" else f"a {noun}"


def _say_words(page: Page) -> None:
    used = {word: cites for word, cites in page.words.items() if cites}
    if used:
        say()
        say("Its words are used in")
    for word, cites in used.items():
        say(f"{word}: {listed(cites)}", "", "    ")
