"""The nearest wording: which sentence that can be read is most like one that cannot.

Sentences are compared by their skeletons (function words as they are, other words by class), and
the best one is filled with the author's own words where it then still reads.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from pathlib import Path

from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import Read, read_paragraph
from deckmastor.language.rulebook import read_path
from deckmastor.language.tokens import Readings, Sentence, Token, sentences, tokenize

ENOUGH = 0.6
OFFERED = ("unreadable", "unknown-word", "stops-early", "synonym", "when", "how-many", "after")
LONGEST = 40  # words; a longer sentence is not compared
PHRASES = Path(__file__).with_name("phrases.md")

Slot = tuple[str, str]  # class, words


USUAL = {
    "whenever": "When", "every": "each", "opponent": "other player", "opponents": "other player",
    "select": "choose", "pick": "choose", "can't": "cannot", "must": "must", "start": "beginning",
}  # fmt: skip


def usual(text: str) -> str:
    """The text with the usual words for some that rulebooks often have."""
    text = re.sub(r"\bmay not\b", "cannot", text)
    text = re.sub(r"(\d+) or more\b", r"at least \1", text)
    text = re.sub(r"(\d+) or (?:fewer|less)\b", r"at most \1", text)
    return re.sub(r"[\w']+", lambda word: USUAL.get(word[0].lower(), word[0]), text)


def skeleton(sentence: Sentence, lexicon: Lexicon) -> list[Slot]:
    """Each word of a sentence with its class; a word of several words counts as one."""
    tokens = tokenize(sentence)
    readings = Readings(tokens, lexicon)
    slots: list[Slot] = []
    i = 0
    while i < len(tokens):
        found = readings.at(i)
        if not found:
            slots.append((_class(tokens[i]), tokens[i].text))
            i += 1
            continue
        end = max(stop for _, stop in found)
        cats = sorted({reading.cat for reading, stop in found if stop == end})
        words = " ".join(token.text for token in tokens[i:end])
        slots.append((f"<{cats[0]}>", words))
        i = end
    return slots


def _class(token: Token) -> str:
    if re.fullmatch(r"-?\d+", token.text):
        return "<number>"
    if token.text[0] in '"`':
        return "<text>"
    return token.low


class Phrases:
    """Sentences that can be read, to offer in place of one that cannot."""

    def __init__(self) -> None:
        self.known: list[tuple[list[str], list[Slot], str]] = []

    def add(self, text: str, lexicon: Lexicon) -> None:
        """Remember the sentences of a paragraph that was read."""
        for sentence in sentences(text):
            slots = skeleton(sentence, lexicon)
            if len(slots) <= LONGEST:
                self.known.append(([name for name, _ in slots], slots, sentence.text))

    def nearest(self, text: str, lexicon: Lexicon, host: str) -> str:
        """The sentence most like `text`, in the author's words if it reads so; or nothing."""
        plain = usual(text)
        plain = plain[:1].upper() + plain[1:]
        if plain != text and _reads(plain, lexicon, host):
            return plain
        slots = skeleton(Sentence(usual(text), 0), lexicon)
        if not slots or len(slots) > LONGEST:
            return ""
        shape = [name for name, _ in slots]
        matcher = difflib.SequenceMatcher(None, autojunk=False)
        matcher.set_seq2(shape)
        best: tuple[float, list[Slot], str] = (ENOUGH, [], "")
        denied = _denies(text)
        for known, known_slots, sentence in self.known:
            if _denies(sentence) != denied:
                continue
            matcher.set_seq1(known)
            if matcher.real_quick_ratio() > best[0] and matcher.quick_ratio() > best[0]:
                ratio = matcher.ratio()
                if ratio > best[0]:
                    best = (ratio, known_slots, sentence)
        if not best[2]:
            return ""
        refilled = _refill(best[1], slots)
        if _reads(refilled, lexicon, host):
            return refilled
        return best[2] if _verbs(best[1]) & _verbs(slots) else ""


def _denies(text: str) -> bool:
    """Whether a sentence forbids or denies; a wording must not turn that round."""
    words = r"\b(?:cannot|not|no|nobody|none|never|unless|without|\w+n['’]t)\b"
    return bool(re.search(words, text, re.IGNORECASE))


def _verbs(slots: list[Slot]) -> set[str]:
    """The verbs of a sentence, as they are written."""
    return {words.lower() for name, words in slots if name == "<verb>"}


def _refill(model: list[Slot], author: list[Slot]) -> str:
    """The model with its nouns, verbs and numbers replaced by the author's, in order."""
    own: dict[str, list[str]] = {}
    for name, words in author:
        if name.startswith("<"):
            own.setdefault(name, []).append(words)
    out: list[str] = []
    for name, words in model:
        mine = own.get(name)
        out.append(mine.pop(0) if mine else words)
    text = " ".join(out)
    text = re.sub(r" ([,.:])", r"\1", text).replace(" 's", "'s").replace(" '", "'")
    return text[:1].upper() + text[1:]


def _reads(text: str, lexicon: Lexicon, host: str) -> bool:
    return read_paragraph(f"{text}.", lexicon.fork(), host).para is not None


def offer(read: Read, lexicon: Lexicon, host: str, phrases: Phrases) -> str:
    """The nearest wording for the sentence that a paragraph's problem lies in, or nothing."""
    problem = read.problem
    if problem is None or problem.code not in OFFERED:
        return ""
    for sentence in sentences(read.text):
        if sentence.start <= problem.start <= sentence.start + len(sentence.text):
            return phrases.nearest(sentence.text, lexicon, host)
    return ""


def with_wording(hint: str, wording: str) -> str:
    """A hint with the nearest wording behind it."""
    return f'{hint} Nearest: "{wording}."'.strip() if wording else hint


@cache
def _shipped() -> tuple[tuple[list[str], list[Slot], str], ...]:
    from deckmastor.language import book

    read = book.read_book(read_path(PHRASES), wordings=False)
    phrases = Phrases()
    for entry in read.entries:
        if entry.para is not None:
            phrases.add(entry.paragraph.text, read.lexicon)
    return tuple(phrases.known)


def shipped() -> Phrases:
    """The phrases that come with the language, to which a book's own can be added."""
    phrases = Phrases()
    phrases.known.extend(_shipped())
    return phrases
