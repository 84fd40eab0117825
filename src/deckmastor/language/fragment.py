"""Fragments of rulebooks: texts that add rules to a book, replace or repeal some of its rules.

Sentences without a heading are a rule of their own. A heading with the id or the title of a rule
of the book replaces that rule, or repeals it if nothing stands below it; any other adds a rule.
What the fragment says comes after everything that stays in the book. `Adopt the rule "…".` brings
back a rule that was in force before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from deckmastor.language import lint
from deckmastor.language.book import Book, Entry, read_book
from deckmastor.language.faults import Fault
from deckmastor.language.ir import Cmp, Declare, Define, Do, Of, Para, Pick, walk
from deckmastor.language.rulebook import (
    Cell,
    Comment,
    Content,
    Marks,
    Paragraph,
    Rule,
    Rulebook,
    Table,
    read_text,
)  # fmt: skip
from deckmastor.language.tokens import sentences

MOST_LETTERS, MOST_WORDS, MOST_SENTENCES = 10_000, 1_000, 40  # of one paragraph
LONGEST = 40_000  # letters of a fragment that is adopted
LAWS = ("repeal", "amend", "adopt")


@dataclass(frozen=True, slots=True)
class Change:
    """A book as a fragment leaves it, with what is new in it; with faults, it must not be used.

    Rules are told by their ids: those it repeals, those it changes, and those it brings in.
    """

    book: Book
    entries: tuple[Entry, ...]
    repealed: tuple[str, ...]
    faults: tuple[Fault, ...]
    amended: tuple[str, ...] = ()
    adopted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Draft:
    """A fragment on its way: its rules, and the ids of the rules that it takes out of the book."""

    source: Rulebook
    gone: frozenset[str]
    repealed: tuple[str, ...]
    read: Book | None = None  # as it reads by the words of the book, if that is known


def change(
    book: Book, text: str, file: str, former: dict[str, Rule] | None = None, sure: bool = False
) -> Change:
    """What becomes of a book by a fragment; the book itself stays as it is.

    `former` are rules that were in force before, by id: they can be adopted again. With `sure`, it
    was adopted before, so that the caller looks for `clashes` only where the last one leads.
    """
    fault = _unfit(text, file)
    if fault is not None:
        return _refused(book, [fault])
    draft, faults = _drafted(book, text, file)
    if not faults:
        draft, faults = _decreed(book, draft, former or {})
    if faults:
        return _refused(book, faults)
    return _merged(book, draft, sure)


def too_long(block: Content) -> Fault | None:
    """A fault of a text that would take too long to read."""
    parts: list[Paragraph | Cell] = []
    if isinstance(block, Paragraph):
        parts.append(block)
    elif isinstance(block, Table):
        parts += [block.caption, *(cell for row in block.rows for cell in row.cells)]
    for part in parts:
        for size, most, noun in (
            (len(part.text.split()), MOST_WORDS, "word"),
            (len(part.text), MOST_LETTERS, "character"),
            (len(sentences(part.text[:MOST_LETTERS])), MOST_SENTENCES, "sentence"),
        ):
            if size > most:
                line, column = part.place(0)
                return Fault(
                    part.file, line, column,
                    f"This paragraph has {size:,} {noun}s; {most:,} are the most that are read.",
                    part.text, 0, 40, "Split it into several paragraphs.", code="too-long",
                )  # fmt: skip
    return None


def read_below(title: str, text: str, file: str) -> Rulebook:
    """A text without a title read as if it had one, each block at the line where it stands."""
    source = read_text(f"{title}\n{text}", file)
    rules = tuple(
        replace(rule, line=rule.line - 1, blocks=tuple(map(_raised, rule.blocks)))
        for rule in source.rules
    )
    faults = tuple(replace(fault, line=max(fault.line - 1, 1)) for fault in source.faults)
    return replace(source, rules=rules, faults=faults)


def _raised(block: Content) -> Content:
    """A block one line higher."""
    if isinstance(block, Comment):
        return replace(block, line=block.line - 1)
    if isinstance(block, Paragraph):
        return replace(block, marks=_raised_marks(block.marks))
    caption = replace(block.caption, marks=_raised_marks(block.caption.marks))
    rows = (
        replace(row, cells=tuple(map(_raised_cell, row.cells)), line=row.line - 1)
        for row in block.rows
    )
    heads = tuple(map(_raised_cell, block.heads))
    return replace(block, caption=caption, heads=heads, rows=tuple(rows))


def _raised_marks(marks: Marks) -> Marks:
    return tuple((offset, line - 1, column) for offset, line, column in marks)


def _raised_cell(cell: Cell) -> Cell:
    return replace(cell, line=cell.line - 1, marks=_raised_marks(cell.marks))


# ---- what the text is -----------------------------------------------------------------------


def _refused(book: Book, faults: list[Fault]) -> Change:
    return Change(book, (), (), tuple(faults))


def _unfit(text: str, file: str) -> Fault | None:
    """A fault of a text that is not worth reading."""
    if not text.strip():
        hint = "Write a sentence such as: The hand limit is 9."
        return Fault(file, 1, 1, "There is nothing in this text.", hint=hint, code="empty")
    if len(text) > LONGEST:
        message = f"This text has {len(text):,} characters; {LONGEST:,} are the most."
        return Fault(file, 1, 1, message, hint="Split it into several texts.", code="too-long")
    return None


def _drafted(book: Book, text: str, file: str) -> tuple[_Draft, list[Fault]]:
    """The text cut into rules, each under the id of the rule that it replaces, if any."""
    taken = {rule.id for rule in book.source.rules}
    id = next(id for n in range(1, len(taken) + 2) if (id := f"amendment-{n}") not in taken)
    source = read_below(f"# Amendment {{#{id}}}", text, file)
    faults = [fault for fault in source.faults if fault.severity == "error"]
    rules = [_known(book, rule) for rule in source.rules[1:]]
    if source.rules and _says(source.rules[0]):
        rules.insert(0, replace(source.rules[0], level=2, parent=book.source.id))
    faults += [fault for rule in rules for block in rule.blocks if (fault := too_long(block))]
    if not rules and not faults:
        faults.append(Fault(file, 1, 1, "There is no sentence in this text.", code="empty"))
    gone = frozenset(rule.id for rule in rules) & taken
    repealed = tuple(rule.id for rule in rules if rule.id in gone and not _says(rule))
    return _Draft(replace(source, rules=tuple(rules), faults=()), gone, repealed), faults


def _says(rule: Rule) -> bool:
    """Whether anything but notes stands below a heading."""
    return any(not isinstance(block, Comment) for block in rule.blocks)


def _known(book: Book, rule: Rule) -> Rule:
    """A rule under the id that the book has for its title, unless it has an id of its own."""
    rule = replace(rule, level=max(rule.level, 2))
    if rule.explicit_id or any(old.id == rule.id for old in book.source.rules):
        return rule
    twin = next((old for old in book.source.rules if old.title == rule.title), None)
    if twin is None:
        return rule
    blocks = tuple(_under(block, twin.id) for block in rule.blocks)
    return replace(rule, id=twin.id, blocks=blocks)


def _under(block: Content, rule: str) -> Content:
    """A block that belongs to a rule."""
    if isinstance(block, Paragraph):
        return replace(block, rule=rule)
    if isinstance(block, Table):
        return replace(block, rule=rule, caption=replace(block.caption, rule=rule))
    return block


# ---- sentences that repeal and amend rules --------------------------------------------------


def _decreed(book: Book, draft: _Draft, former: dict[str, Rule]) -> tuple[_Draft, list[Fault]]:
    """The fragment after its sentences about rules were carried out and taken out of it."""
    read = read_book(draft.source, book.lexicon, wordings=False)
    laws = [entry for entry in read.entries if entry.para is not None and _laws(entry.para)]
    if not laws:
        return replace(draft, read=None if read.unread else read), []
    rules, gone, repealed = list(draft.source.rules), set(draft.gone), list(draft.repealed)
    faults: list[Fault] = []
    for entry in laws:
        assert entry.para is not None
        if len(_laws(entry.para)) < len(entry.para.rules):
            faults.append(_fault(entry, "Say this about rules in a paragraph of its own."))
            continue
        rules = [_without(rule, entry.paragraph) for rule in rules]
        for act in _laws(entry.para):
            told = _object(act)
            found = _titled(book.source.rules, told)
            if act.verb == "adopt":
                back = _titled(former.values(), told) if found is None else None
                if back is not None:
                    rules.append(back)
                else:
                    why = "is in force already" if found else "was never in force"
                    faults.append(_fault(entry, f"The rule '{told}' {why}."))
                continue
            if found is None:
                faults.append(_fault(entry, f"There is no rule '{told}'."))
                continue
            gone.add(found.id)
            if act.verb == "repeal":
                repealed.append(found.id)
                continue
            reworded = _reworded(found, act)
            if reworded is None:
                faults.append(_fault(entry, f"The rule '{told}' does not say that."))
            else:
                rules.append(reworded)
    kept = tuple(rule for rule in rules if _says(rule) or rule.id in gone)
    return _Draft(replace(draft.source, rules=kept), frozenset(gone), tuple(repealed)), faults


def _titled(rules: Iterable[Rule], told: str) -> Rule | None:
    """The rule with a title or an id."""
    return next((rule for rule in rules if told in (rule.title, rule.id)), None)


def _laws(para: Para) -> list[Do]:
    """The acts of a paragraph that repeal, amend or adopt a rule by its title."""
    return [
        told for told in para.rules
        if isinstance(told, Do) and told.verb in LAWS and _object(told)
    ]  # fmt: skip


def _object(act: Do) -> str:
    """The title of the rule that an act speaks of, or nothing."""
    if isinstance(act.obj, Pick) and act.obj.kind.noun == "rule":
        for part in act.obj.kind.where:
            if isinstance(part, Cmp) and isinstance(part.a, Of) and part.a.name == "title":
                return part.b if isinstance(part.b, str) else ""
    return ""


def _fault(entry: Entry, message: str) -> Fault:
    line, column = entry.paragraph.place(0)
    return Fault(entry.paragraph.file, line, column, message, entry.paragraph.text, code="dangling")


def _without(rule: Rule, paragraph: Paragraph) -> Rule:
    return replace(rule, blocks=tuple(block for block in rule.blocks if block != paragraph))


def _reworded(rule: Rule, act: Do) -> Rule | None:
    """A rule with some words replaced by others, or None if it does not have them."""
    roles = dict(act.roles)
    old, new = str(roles.get("replace", "")), str(roles.get("by", ""))
    blocks = tuple(_replaced(block, old, new) for block in rule.blocks)
    return replace(rule, blocks=blocks, level=max(rule.level, 2)) if blocks != rule.blocks else None


def _replaced(block: Content, old: str, new: str) -> Content:
    if not old or isinstance(block, Comment):
        return block
    if isinstance(block, Paragraph):
        return replace(block, text=block.text.replace(old, new))
    rows = (
        replace(row, cells=tuple(replace(c, text=c.text.replace(old, new)) for c in row.cells))
        for row in block.rows
    )
    return replace(block, rows=tuple(rows))


# ---- merging --------------------------------------------------------------------------------


def _merged(book: Book, draft: _Draft, sure: bool) -> Change:
    source, gone = draft.source, draft.gone
    kept = [rule for rule in book.source.rules if rule.id not in gone]
    whole = replace(book.source, rules=(*kept, *filter(_says, source.rules)))
    if _brings_words(book, gone):
        made = read_book(whole, wordings=False)
        new = {rule.id for rule in source.rules}
        entries = [entry for entry in made.entries if entry.paragraph.rule in new]
    else:
        read = draft.read or read_book(source, book.lexicon)
        made = _joined(book, whole, read, gone)
        made.faults += [] if sure else clashes(made)
        entries = read.entries
    faults = [*made.errors, *_unread(entries)] if not made.errors else made.errors
    told = [rule.id for rule in source.rules if rule.id not in draft.repealed]
    return Change(
        made, tuple(entries), draft.repealed, tuple(faults),
        tuple(id for id in told if id in gone), tuple(id for id in told if id not in gone),
    )  # fmt: skip


def parts(text: str, file: str) -> list[str]:
    """A text cut into what can take effect on its own: rules with a heading, or paragraphs."""
    lines = text.splitlines()
    source = read_below("# Text {#text}", text, file)
    if not source.rules:
        return [text]
    starts = [rule.line for rule in source.rules[1:]]
    for block in source.rules[0].blocks:
        if isinstance(block, Paragraph):
            starts.append(block.place(0)[0])
        elif isinstance(block, Table):
            starts.append(block.caption.place(0)[0])
    cuts = [start - 1 for start in sorted(starts)]
    cuts = [0, *cuts[1:], len(lines)]
    found = ["\n".join(lines[a:b]).strip() for a, b in pairwise(cuts)]
    return [part for part in found if part]


def _brings_words(book: Book, gone: frozenset[str]) -> bool:
    """Whether rules brought words into the book that may go with them."""
    for rule in book.source.rules:
        if rule.id in gone and any(isinstance(block, Table) for block in rule.blocks):
            return True
    for entry in book.entries:
        if entry.paragraph.rule in gone:
            text = entry.paragraph.text
            if any(sentence in text for sentence in book.lexicon.implicit.values()):
                return True
            if any(isinstance(node, (Declare, Define)) for node in walk(entry.para)):
                return True
    return False


def _joined(book: Book, source: Rulebook, read: Book, gone: frozenset[str]) -> Book:
    """A book without some of its rules and with those that were read against its words."""
    made = Book(source, read.lexicon, faults=list(read.faults))
    made.entries = [e for e in book.entries if e.paragraph.rule not in gone] + read.entries
    made.things = [thing for thing in book.things if thing.rule not in gone] + read.things
    made.values = [value for value in book.values if value.rule not in gone] + read.values
    made.collections = [c for c in book.collections if c.rule not in gone] + read.collections
    made.relations = [r for r in book.relations if r.rule not in gone] + read.relations
    made.decks = book.decks + read.decks  # a match begins once: no change takes its decks away
    return made


def clashes(book: Book) -> list[Fault]:
    """The faults that lie in no paragraph alone: what goes in a circle, or lies nowhere."""
    found = lint.cycles(book.entries) + lint.circles(book.entries) + lint.twice(book.entries)
    return found + lint.unplaced(book.entries, book.lexicon) + book.unlaid


def _unread(entries: list[Entry]) -> list[Fault]:
    """Faults of paragraphs that have no meaning and no fault of their own."""
    return [
        Fault(e.paragraph.file, e.paragraph.place(0)[0], 1, "This cannot be read.",
              e.paragraph.text, code="unread")
        for e in entries
        if e.para is None
    ]  # fmt: skip


__all__ = ["LONGEST", "Change", "change", "clashes", "parts", "read_below", "too_long"]
