"""What was understood, in explicit English, and whether that English means the same."""

from __future__ import annotations

from dataclasses import dataclass

from deckmastor.language.book import Book
from deckmastor.language.ir import Para
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.paraphrase import paraphrase, sorts_of
from deckmastor.language.paraphrase.context import Around, around

UNSURE = "This wording may lose something: read again, it does not mean quite the same."


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A paraphrase; it is `exact` if reading it gives the same meaning again.

    `glosses` say what it leaves unsaid: when, how long, how often, who chooses.
    """

    text: str
    exact: bool
    glosses: tuple[str, ...] = ()


def read_back(
    para: Para, lexicon: Lexicon, params: dict[str, str] | None = None, book: Book | None = None
) -> ReadBack:
    """The paraphrase of a paragraph, read again to see whether it can be trusted.

    The glosses fill in the values of a book, and know the verbs that it defines.
    """
    text = paraphrase(para, lexicon, params)
    sorts = sorts_of(para) if params is None else params
    again = read_paragraph(text, lexicon.fork(), para.host, sorts)
    told = around(book) if book is not None else Around()
    return ReadBack(text, again.para == para, told.glosses(para))
