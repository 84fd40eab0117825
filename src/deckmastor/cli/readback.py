"""What was understood, in explicit English, and whether that English means the same."""

from __future__ import annotations

from dataclasses import dataclass

from deckmastor.language.ir import Para
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.paraphrase import paraphrase, sorts_of

UNSURE = "This wording may lose something: read again, it does not mean quite the same."


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A paraphrase; it is `exact` if reading it gives the same meaning again."""

    text: str
    exact: bool


def read_back(para: Para, lexicon: Lexicon, params: dict[str, str] | None = None) -> ReadBack:
    """The paraphrase of a paragraph, read again to see whether it can be trusted."""
    text = paraphrase(para, lexicon, params)
    sorts = sorts_of(para) if params is None else params
    again = read_paragraph(text, lexicon.fork(), para.host, sorts)
    return ReadBack(text, again.para == para)
