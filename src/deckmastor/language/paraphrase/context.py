"""What glosses need to know of a book: its values, and the verbs whose object nobody chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deckmastor.language.book import Book, base_book
from deckmastor.language.ir import Cmp, Define, Do, Hold, Of, Para
from deckmastor.language.paraphrase.glosses import Values, glosses, settled


@dataclass(frozen=True, slots=True)
class Around:
    """The values of a game, and its verbs that settle which thing they take."""

    values: Values = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    means: Mapping[str, Define] = field(default_factory=dict)  # definitions, by their verbs

    def glosses(self, para: Para) -> tuple[str, ...]:
        """What a paragraph of the book leaves unsaid."""
        return glosses(para, self.values, self.settled, self.means)

    def now(self, values: Values) -> Around:
        """The same with the values of a match."""
        return replace(self, values=values)


def around(book: Book) -> Around:
    """What glosses need to know of a book; values are those it begins with."""
    values: dict[str, int | str] = {}
    rules = [
        rule
        for entry in (*base_book().entries, *book.entries)
        if entry.para is not None
        for rule in entry.para.rules
    ]
    for rule in rules:
        match rule:
            case Hold(fact=Cmp(Of(None, name), "=", int() | str() as value), cond=None):
                values.setdefault(name, value)
    for told in book.values:
        if not told.players and isinstance(told.value, (int, str)):
            values[told.name] = told.value
    means = {
        rule.do.verb: rule for rule in rules if isinstance(rule, Define) and isinstance(rule.do, Do)
    }
    return Around(values, settled(rules), means)
