"""Tables under caption sentences: things, modifiers, values, collections and relations.

The caption decides what a row is. Tables are read twice: first for the words they bring, then,
when all words are known, for what their cells say.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace

from deckmastor.language.faults import Fault
from deckmastor.language.formula import FormulaError, parse_formula
from deckmastor.language.ir import Calc, Is, Kind, Of, Ref, Tree, substitute
from deckmastor.language.lexicon import Clash, Cycle, Lexicon
from deckmastor.language.morphology import singular
from deckmastor.language.rulebook import Cell, Paragraph, Row, Table
from deckmastor.language.syntax import amounts, kinds
from deckmastor.language.syntax.parse import ANY, Parse
from deckmastor.language.tokens import Sentence, sentences, tokenize

RESERVED = ("Name", "Type", "Count", "Text", "Where", "Cost", "Chance", "Weight", "Notes", "Value",
            "Least", "Most", "Players")  # fmt: skip
HIDDEN = ("Notes",)
COUNTS = ("copies", "number", "quantity")  # heads by which some mean how many there are


@dataclass(frozen=True, slots=True)
class Caption:
    """What a table lists: things of a kind, values, a collection, or a relation."""

    sort: str
    noun: str


@dataclass(frozen=True, slots=True)
class Thing:
    """A row that defines a card, a modifier, an item: its words, its properties and its place."""

    id: str
    kind: str
    name: str
    params: dict[str, str]
    types: tuple[Tree, ...]
    properties: dict[str, Tree | tuple[Tree, ...]]
    cells: dict[str, str]
    rule: str
    file: str
    line: int
    host: str = "card"

    @property
    def count(self) -> int:
        """How many copies the game has."""
        return int(self.cells.get("Count") or 1)

    @property
    def noun(self) -> str:
        """What its type says that it is, without what follows: `wild pony` of `wild pony, lame`."""
        return self.cells.get("Type", "").partition(",")[0].strip()

    @property
    def modifiers(self) -> list[str]:
        """The modifiers that sit on it, as they are written."""
        listed = (part.strip() for part in self.cells.get("Modifiers", "").split(";"))
        return [part for part in listed if part]


@dataclass(frozen=True, slots=True)
class Value:
    """A named value, with bounds and the number of players it is for, if any."""

    name: str
    value: Tree
    least: int | None
    most: int | None
    players: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A weighted list to draw from: (name, weight); repeated rows count."""

    name: str
    rows: tuple[tuple[str, int], ...]
    by: str
    rule: str


@dataclass(frozen=True, slots=True)
class Relation:
    """The pairs of a symmetric relation, exactly as listed."""

    adjective: str
    property: str
    pairs: tuple[tuple[str, str], ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Deck:
    """A row that lists a deck: its name, and its cell of cards, `4 Pear; 1 First Come, First`."""

    name: str
    cards: Cell
    rule: str


Row_ = Thing | Value | Collection | Relation | Deck


def caption_of(table: Table, lexicon: Lexicon) -> Caption | None:
    """What the caption says, or None if it says nothing known."""
    text = table.caption.text[_caption_start(table) :].rstrip(":").strip()
    if text == "The values are":
        return Caption("values", "value")
    match = re.fullmatch(r"The (.+) collection is", text)
    if match:
        return Caption("collection", match[1])
    match = re.fullmatch(r"The (.+) are", text)
    if match:
        noun = _noun(lexicon, match[1])
        if not noun and match[1] == "deck lists":
            return Caption("decks", "deck list")
        return Caption("things", noun) if noun else None
    match = re.fullmatch(r"(\w+) ([\w ]+) are", text)
    if match:
        return Caption("relation", f"{match[1].lower()} {singular(match[2])}")
    return None


def _caption_start(table: Table) -> int:
    """Where the caption sentence begins in its paragraph: it is the last one."""
    told = sentences(table.caption.text)
    return told[-1].start if told else 0


def lead_of(table: Table) -> Paragraph | None:
    """What a paragraph says before its last sentence, the caption of a table."""
    text = table.caption.text[: _caption_start(table)].rstrip()
    return replace(table.caption, text=text) if text else None


def _noun(lexicon: Lexicon, words: str) -> str:
    for text in (words, words.lower()):
        for reading in lexicon.readings_of(text):
            if reading.cat == "kind" and reading.form == "pl":
                return reading.lemma
    return ""


# ---- words ----------------------------------------------------------------------------------


def learn_table(lexicon: Lexicon, table: Table) -> None:
    """Learn what a table brings: values, modifiers, members of sets, a relation, a collection."""
    caption = caption_of(table, lexicon)
    if caption is None:
        return
    if caption.sort == "values":
        _learn_values(lexicon, table)
    elif caption.sort == "decks":
        return
    elif caption.sort == "collection":
        lexicon.add_name(f"{caption.noun} collection", "collection")
    elif caption.sort == "relation":
        adjective, _, noun = caption.noun.partition(" ")
        lexicon.relations[adjective] = noun
    else:
        _learn_things(lexicon, caption.noun, table)


def _learn_values(lexicon: Lexicon, table: Table) -> None:
    for row in table.rows:
        cells = by_head(table, row)
        value = cells["Value"].text if "Value" in cells else ""
        name = row.cells[0].text
        if name and not lexicon.knows(name):
            sort = "number" if re.fullmatch(r"-?\d+|=.*", value) else ""
            lexicon.add_attr(name, None, sort)


def _learn_things(lexicon: Lexicon, noun: str, table: Table) -> None:
    for row in table.rows:
        cells = {head: cell.text for head, cell in by_head(table, row).items()}
        name, params = parametric(cells.get("Name", ""), cells.get("Where", ""), lexicon)
        if lexicon.is_kind(noun, "modifier"):
            if name and name not in lexicon.statuses and not lexicon.knows(name):
                lexicon.add_status(name, "card", "modifier", tuple(params.values()))
                lexicon.bound_status(name, bounds(params, cells.get("Where", "")))
            continue
        for head, text in cells.items():
            _learn_members(lexicon, attr_of(lexicon, head), text)
        if name[:1].isupper() and all(one.cat == "verb" for one in lexicon.readings_of(name)):
            kind = cells.get("Type", "")
            lexicon.add_kind(name, kind if kind in lexicon.kinds else noun)
            lexicon.rows.add(name)
            if cells.get("Count", "1") in ("", "1") and not lexicon.is_kind(name, "card"):
                lexicon.singles[name] = kind if kind in lexicon.kinds else noun


def _learn_members(lexicon: Lexicon, attr: str, text: str) -> None:
    """The words in a column of sets are members of that set."""
    if not attr or not lexicon.attrs[attr].many or attr in lexicon.closed:
        return
    words = [part.strip() for part in re.split(r"[,;]", text)]
    if any(number_or_range(word) is not None for word in words):
        lexicon.numeric.add(attr)
    if attr in lexicon.numeric:
        return
    for word in words:
        if word and not re.match(r"[-\d=]", word) and not lexicon.knows(word.split()[0]):
            lexicon.add_status(word, lexicon.attrs[attr].owner or "card", attr)


def number_or_range(text: str) -> int | Calc | None:
    """A member of a set of numbers: `7`, `1 to 20`, `1 and more`; None for another text."""
    match = re.fullmatch(r"(-?\d{1,18})(?: (and more|and less|to) ?(-?\d{1,18})?)?", text)
    if match is None or (match[2] == "to") != (match[3] is not None):
        return None
    ends = [int(end) for end in (match[1], match[3]) if end is not None]
    if match[2] is None:
        return ends[0]
    if max(map(abs, ends)) > amounts.FURTHEST or ends != sorted(set(ends)):
        return None
    return Calc(match[2], tuple(ends))


def attr_of(lexicon: Lexicon, head: str) -> str:
    """The property that a column head names, or nothing."""
    for text in (head, head.lower()):
        for reading in lexicon.readings_of(text):
            if reading.cat == "attr":
                return reading.lemma
    return ""


def lists_modifiers(lexicon: Lexicon, head: str) -> bool:
    """Whether a column lists modifiers, under the name of a kind of them."""
    noun = singular(head.lower())
    return noun in lexicon.kinds and lexicon.is_kind(noun, "modifier")


def by_head(table: Table, row: Row) -> dict[str, Cell]:
    """The cells of a row by the heads of their columns."""
    return dict(zip((head.text for head in table.heads), row.cells, strict=False))


def parametric(name: str, where: str, lexicon: Lexicon) -> tuple[str, dict[str, str]]:
    """The name of a parametric word and the sorts of its parameters: `Toll [X]`."""
    params = dict.fromkeys(re.findall(r"\[(\w+)\]", name), "number")
    for clause in where.split(";"):
        match = re.match(r"\s*(\w+) is (?:a |an )?(.+)", clause)
        if match and match[1] in params:
            params[match[1]] = _param_sort(match[2], lexicon)
    return re.sub(r"\s*\[\w+\]", "", name).strip(), params


def bounds(params: dict[str, str], where: str) -> tuple[int, ...]:
    """The least value of each parameter; a number without one may be anything."""
    found = dict(re.findall(r"(\w+) is a number at least (-?\d+)", where))
    return tuple(int(found.get(name, -(10**18))) for name in params)


def _param_sort(text: str, lexicon: Lexicon) -> str:
    if text.startswith("number"):
        return "number"
    if text.startswith("kind of"):
        return "kind"
    words = [word.strip() for word in re.split(r",| or ", text) if word.strip()]
    if len(words) == 1:
        return words[0]
    status = lexicon.statuses.get(words[0])
    return status.family if status else "property"


# ---- cells ----------------------------------------------------------------------------------


class TableReader:
    """Reads the rows of a table against a full vocabulary, collecting faults."""

    def __init__(self, lexicon: Lexicon, table: Table) -> None:
        self.lexicon = lexicon
        self.table = table
        self.faults: list[Fault] = []
        self.caption = caption_of(table, lexicon)

    def read(self) -> list[Row_]:
        """What the rows define."""
        if self.caption is None:
            self._bad_caption()
            return []
        match self.caption.sort:
            case "values":
                self._check_heads(("Name", "Value", "Least", "Most", "Players", "Notes"))
                return [value for row in self.table.rows if (value := self._value(row))]
            case "collection":
                self._check_heads(("Name", "Weight", "Chance", "Notes"))
                return [self._collection()]
            case "relation":
                return [self._relation()]
            case "decks":
                self._check_heads(("Name", "Cards", "Notes"))
                return [deck for row in self.table.rows if (deck := self._deck(row))]
        self._check_things_heads()
        return [self._thing(row) for row in self.table.rows]

    def fault(self, cell: Cell, code: str, message: str, hint: str = "") -> None:
        """Remember a fault of a cell."""
        length = len(cell.text)
        self.faults.append(
            Fault(cell.file, cell.line, cell.column, message, cell.text, 0, length, hint,
                  "error", code)
        )  # fmt: skip

    def _bad_caption(self) -> None:
        caption = self.table.caption
        line, column = caption.place(0)
        hint = "Write 'The cards are:' with a declared kind, 'The values are:', "
        hint += "'The NAME collection is:', 'The deck lists are:', or 'Opposite colours are:'."
        self.faults.append(
            Fault(caption.file, line, column, "This caption says nothing known.", caption.text, 0,
                  len(caption.text), hint, "error", "unknown-caption")
        )  # fmt: skip

    def _check_heads(self, allowed: tuple[str, ...]) -> None:
        for head in self.table.heads:
            if head.text not in allowed:
                self.fault(head, "unknown-column", f"'{head.text}' is no column of such a table.",
                           f"Columns are {', '.join(allowed)}.")  # fmt: skip

    def _check_things_heads(self) -> None:
        names = [head.text for head in self.table.heads]
        for n, head in enumerate(self.table.heads):
            if head.text and head.text in names[:n]:
                self.fault(head, "doubled-column", f"There are two columns '{head.text}'.")
        for head in self.table.heads:
            if not head.text or head.text in RESERVED or attr_of(self.lexicon, head.text):
                continue
            if lists_modifiers(self.lexicon, head.text) or self._declared(head.text.lower()):
                continue
            known = [*RESERVED, *self.lexicon.attrs]
            near = difflib.get_close_matches(head.text, known, 1, 0.7)
            if head.text.lower() in COUNTS:
                near = ["Count"]
            hint = f"Did you mean '{near[0]}'?" if near else "Declare it: 'Each card has a …'."
            self.fault(head, "unknown-column", f"'{head.text}' is no known property.", hint)

    def _declared(self, noun: str) -> bool:
        """Whether the book says that each has one, of a kind that has a name: a number, a year."""
        if noun == "player":
            return False  # whose a card is comes about in play, and no table tells it
        return noun in self.lexicon.roles

    def _thing(self, row: Row) -> Thing:
        cells = by_head(self.table, row)
        assert self.caption is not None
        where = cells["Where"].text if "Where" in cells else ""
        title = cells["Name"].text if "Name" in cells else ""
        name, params = parametric(title, where, self.lexicon)
        if "Count" in cells:
            self._count(cells["Count"])
        properties: dict[str, Tree | tuple[Tree, ...]] = {}
        for head, cell in cells.items():
            attr = attr_of(self.lexicon, head)
            if attr and head not in ("Name", "Type", "Text", *HIDDEN):
                properties[attr] = self._property(attr, cell)
            elif head == "Modifiers":
                properties["modifier"] = self._members(cell, "modifier")
        types = self._types(cells["Type"]) if "Type" in cells else ()
        return Thing(
            f"{self.table.rule}/{slug(name)}", self.caption.noun, name, params, types, properties,
            {head: cell.text for head, cell in cells.items()}, self.table.rule,
            row.cells[0].file if row.cells else self.table.file, row.line,
            "modifier" if self.lexicon.is_kind(self.caption.noun, "modifier") else "card",
        )  # fmt: skip

    def _whole(self, cell: Cell) -> int | None:
        if not cell.text.strip():
            return None
        if not re.fullmatch(r"-?\d{1,18}", cell.text.strip()):
            self.fault(cell, "number-wanted", f"'{cell.text}' is no whole number.")
            return None
        return int(cell.text)

    def _count(self, cell: Cell) -> None:
        count = self._whole(cell)
        if count is not None and count < 0:
            self.fault(cell, "number-wanted", "There cannot be fewer than 0 copies.")

    def _types(self, cell: Cell) -> tuple[Tree, ...]:
        """The kinds and statuses of a thing: `baby pony`, `special, rare`."""
        found: list[Tree] = []
        for part in _parts(cell.text, ","):
            tree = self._type(part)
            if tree is None:
                self.fault(cell, "unknown-type", f"'{part}' is no known kind or status.",
                           self._suggest(part))  # fmt: skip
            else:
                found.append(tree)
        return tuple(found)

    def _type(self, text: str) -> Tree:
        p = self._parse(text)
        for kind, end in kinds.kind_phrase(p, 0, ANY, False):
            if end == len(p.tokens):
                where = substitute(kind.where, kind.var, Ref("this"))
                return Kind(kind.noun, where)
        for word, family, end in kinds.member(p, 0):
            if end == len(p.tokens):
                return Is(Ref("this"), word, family)
        return None

    def _suggest(self, text: str) -> str:
        words = [*self.lexicon.kinds, *self.lexicon.statuses]
        near = difflib.get_close_matches(text, words, 1, 0.7)
        return f"Did you mean '{near[0]}'?" if near else "Declare it first."

    def _parse(self, text: str) -> Parse:
        return Parse(tokenize(Sentence(text, 0)), self.lexicon, "card")

    def _property(self, attr: str, cell: Cell) -> Tree | tuple[Tree, ...]:
        if attr in self.lexicon.numeric:
            return self._numbers(attr, cell)
        if self.lexicon.attrs[attr].many:
            if attr == "modifier" or ";" in cell.text or attr in self.lexicon.closed:
                return self._members(cell, attr)
            return tuple(self._scalar(part, cell) for part in _parts(cell.text, ","))
        return self._scalar(cell.text.strip(), cell)

    def _numbers(self, attr: str, cell: Cell) -> tuple[Tree, ...]:
        """The members of a set of numbers: whole numbers and ranges of them."""
        found: list[Tree] = []
        for part in _parts(cell.text, ","):
            member = number_or_range(part)
            if member is None:
                self.fault(cell, "number-wanted",
                           f"'{part}' is no number, and each {attr} is one.",
                           "Write whole numbers, separated by commas: '7', '2, 5', '1 to 20' with "
                           "the lower end first, or '1 and more'.")  # fmt: skip
            else:
                found.append(member)
        return tuple(found)

    def _scalar(self, text: str, cell: Cell) -> Tree:
        if re.fullmatch(r"-?\d{1,18}", text):
            return int(text)
        if text.startswith("="):
            return self._formula(text[1:], cell)
        return text

    def _formula(self, text: str, cell: Cell) -> Tree:
        p = self._parse("")
        try:
            return parse_formula(
                text, lambda name: amounts.formula_name(p, name), self.lexicon.spellings()
            )
        except FormulaError as error:
            self.fault(cell, "formula", str(error))
            return 0

    def _members(self, cell: Cell, family: str) -> tuple[Tree, ...]:
        """The members of a set, each with its parameters: `Toll 2; Bound`."""
        found: list[Tree] = []
        for part in _parts(cell.text, ";" if ";" in cell.text or family == "modifier" else ","):
            p = self._parse(part)
            hits = [
                word
                for word, _, end in kinds.member(p, 0)
                if end == len(p.tokens) and self._complete(word, cell)
            ]
            if not hits:
                status = self.lexicon.statuses.get(part.split()[0])
                hint = self._suggest(part)
                if status and status.params:
                    hint = f"'{part.split()[0]}' takes {_takes(status.params)}."
                self.fault(cell, "unknown-member", f"'{part}' is no {family} that is known.", hint)
            else:
                found.append(hits[-1])
        return tuple(found)

    def _complete(self, word: Tree, cell: Cell) -> bool:
        """Whether a member has the parameters it takes, within their bounds."""
        name, args = with_params(word)
        status = self.lexicon.statuses.get(name)
        if status is None or len(args) != len(status.params):
            return False
        for arg, least in zip(args, status.least, strict=False):
            if isinstance(arg, int) and arg < least:
                self.fault(cell, "out-of-bounds", f"'{name}' takes a number of at least {least}.")
        return True

    def _value(self, row: Row) -> Value | None:
        cells = by_head(self.table, row)
        if "Name" not in cells or "Value" not in cells:
            return None
        name = cells["Name"]
        if name.text and name.text not in self.lexicon.attrs:
            self.fault(name, "one-role", f"'{name.text}' has another role already.",
                       "Give the value a name of its own.")  # fmt: skip
        bounds = [
            self._whole(cells[head]) if head in cells else None
            for head in ("Least", "Most", "Players")
        ]
        value = self._scalar(cells["Value"].text.strip(), cells["Value"])
        least, most, players = bounds
        if isinstance(value, int) and (
            (least is not None and value < least) or (most is not None and value > most)
        ):
            self.fault(cells["Value"], "out-of-bounds",
                       f"{value} is outside its own bounds.")  # fmt: skip
        return Value(name.text, value, least, most, players, self.table.rule)

    def _deck(self, row: Row) -> Deck | None:
        cells = by_head(self.table, row)
        if "Name" not in cells or "Cards" not in cells or not cells["Name"].text:
            self.fault(row.cells[0], "row-length", "A deck list has a name and cards.",
                       "Write the columns 'Name' and 'Cards'.")  # fmt: skip
            return None
        return Deck(cells["Name"].text, cells["Cards"], self.table.rule)

    def _collection(self) -> Collection:
        assert self.caption is not None
        rows: list[tuple[str, int]] = []
        by = "Chance" if any(h.text == "Chance" for h in self.table.heads) else "Weight"
        for row in self.table.rows:
            cells = by_head(self.table, row)
            text = cells[by].text.strip().rstrip("%").strip() if by in cells else "1"
            if not re.fullmatch(r"\d{1,9}", text):
                self.fault(cells[by], "number-wanted", f"'{cells[by].text}' is no whole number.")
                continue
            name = row.cells[0]
            if not self._is_named(name.text):
                message = f"'{name.text}' is nothing that this book lists."
                self.fault(name, "unknown-member", message, self._suggest(name.text))
            rows.append((name.text, int(text)))
        return Collection(self.caption.noun, tuple(rows), by, self.table.rule)

    def _is_named(self, text: str) -> bool:
        """Whether a row of a collection names something: a thing, a kind, a modifier."""
        if self._type(text) is not None or not text:
            return True
        p = self._parse(text)
        return any(end == len(p.tokens) for _, _, end in kinds.member(p, 0))

    def _relation(self) -> Relation:
        assert self.caption is not None
        adjective, _, noun = self.caption.noun.partition(" ")
        if len(self.table.heads) != 2:
            line, column = self.table.caption.place(0)
            told = Cell(self.table.caption.text, self.table.file, line, column)
            self.fault(told, "row-length", "A relation has two columns.")
            return Relation(adjective, noun, (), self.table.rule)
        pairs = tuple((row.cells[0].text, row.cells[1].text) for row in self.table.rows)
        if noun in self.lexicon.closed:
            for row in self.table.rows:
                for cell in row.cells:
                    self._members(cell, noun)
        return Relation(adjective, noun, pairs, self.table.rule)


def learn_quietly(lexicon: Lexicon, table: Table) -> str:
    """Learn a table's words; the message of a clash, if there is one."""
    try:
        learn_table(lexicon, table)
    except (Clash, Cycle) as error:
        return str(error)
    return ""


def _takes(params: tuple[str, ...]) -> str:
    return " and ".join(f"a {param}" for param in params)


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def slug(name: str) -> str:
    """A name as part of an id: `-1 of Blight` is `minus-1-of-blight`."""
    told = re.sub(r"(?<!\S)-(?=\d)", "minus ", name.lower())
    return re.sub(r"[^\w]+", "-", told).strip("-")


def with_params(word: Tree) -> tuple[str, tuple[Tree, ...]]:
    """A member and its parameters."""
    if isinstance(word, Calc):
        return str(word.args[0]), word.args[1:]
    if isinstance(word, Of):
        return word.name, ()
    return str(word), ()
