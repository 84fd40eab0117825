"""One paragraph read against a vocabulary: its meaning, or the problem that stands in the way."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from deckmastor.language import coverage
from deckmastor.language.binder import Binder
from deckmastor.language.declarations import Learner, Missing, may_declare
from deckmastor.language.faults import spoken
from deckmastor.language.ir import Node, Para, Span, Tree, replace, show, walk
from deckmastor.language.lexicon import Clash, Cycle, Lexicon
from deckmastor.language.mentions import BindError
from deckmastor.language.rulebook import Paragraph
from deckmastor.language.syntax.parse import Parse, TooHard
from deckmastor.language.syntax.sentences import sentence as parses_of
from deckmastor.language.tokens import (
    FUNCTION_WORDS,
    NUMBER_WORDS,
    Sentence,
    Token,
    expand,
    sentences,
    tokenize,
)

LONGEST = 120  # words in a sentence
MOST_CHARACTERS = 10_000  # in a paragraph
MOST_SENTENCES = 60  # in a paragraph
UNDECLARED = "Declare it, or use a known word."  # who writes a rulebook can; a player cannot


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a paragraph cannot be read, and at which characters of it."""

    message: str
    start: int = 0
    length: int = 0
    hint: str = ""
    code: str = "unreadable"
    readings: tuple[Para, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A paragraph that was read, or the problem it has."""

    text: str
    para: Para | None = None
    problem: Problem | None = None


class Unreadable(Exception):
    """A sentence that has no single reading."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read_paragraph(
    text: str, lexicon: Lexicon, host: str = "rule", params: dict[str, str] | None = None
) -> Read:
    """Read a paragraph; never raises for what somebody wrote."""
    params = params or {}
    told = sentences(text[:MOST_CHARACTERS])
    if len(text) > MOST_CHARACTERS or len(told) > MOST_SENTENCES:
        return Read(text, None, _too_long(text, len(told)))
    learner = Learner(lexicon, "")
    learner.final = True
    binder = Binder(lexicon, host, params)
    try:
        for sentence in told:
            binder = _read_sentence(sentence, lexicon, host, params, learner, binder)
        para = binder.paragraph()
    except Unreadable as stop:
        return Read(text, None, stop.problem)
    except BindError as error:
        return Read(text, None, _bind_problem(error, [], Sentence(text, 0)))
    return Read(text, para)


def _too_long(text: str, count: int) -> Problem:
    if len(text) > MOST_CHARACTERS:
        said = f"{len(text)} characters; {MOST_CHARACTERS} are the most that are read"
    else:
        said = f"{count} sentences; {MOST_SENTENCES} are the most that are read together"
    return Problem(
        f"This paragraph has {said}.", 0, 40, "Split it into several paragraphs.", "too-long"
    )


def _read_sentence(
    sentence: Sentence,
    lexicon: Lexicon,
    host: str,
    params: dict[str, str],
    learner: Learner,
    binder: Binder,
) -> Binder:
    if may_declare(sentence.text) and host == "rule":
        declared = _declared(sentence, learner)
        if declared is not None:
            for node in declared:
                binder.add(node)
            return binder
    tokens = expand(tokenize(sentence), lexicon.macros)
    if len(tokens) > LONGEST:
        raise Unreadable(
            Problem(
                f"This sentence has {len(tokens)} words; {LONGEST} are the most that are read.",
                sentence.start, 40, "Split it into several sentences.", "too-long",
            )
        )  # fmt: skip
    p = Parse(tokens, lexicon, host)
    p.params = {"X": "number", "Y": "number", "Z": "number", **params}
    try:
        parses = parses_of(p, binder.expects())
    except (TooHard, RecursionError):
        raise Unreadable(
            Problem(
                "This sentence has too many possible readings to try.", sentence.start, 40,
                "Split it into several sentences.", "too-hard",
            )
        ) from None  # fmt: skip
    if not parses:
        raise Unreadable(unread(p, sentence))
    return _bound(parses, binder, tokens, sentence, p)


def _declared(sentence: Sentence, learner: Learner) -> list[Node] | None:
    try:
        found = learner.learn(sentence.text)
    except Missing as error:
        start = sentence.start + max(sentence.text.rfind(error.word), 0)
        raise Unreadable(
            Problem(str(error), start, len(error.word), error.hint, error.code)
        ) from None
    except (Clash, Cycle) as error:
        code = "one-role" if isinstance(error, Clash) else "cyclic-kind"
        raise Unreadable(
            Problem(str(error), sentence.start, len(sentence.text), "", code)
        ) from None
    return list(found) if found is not None else None


def _bound(
    parses: list[Tree], binder: Binder, tokens: list[Token], sentence: Sentence, p: Parse
) -> Binder:
    """Every parse is bound; exactly one meaning may come out."""
    meanings: dict[str, Binder] = {}
    errors: list[BindError] = []
    dropped: Problem | None = None
    for parse in parses:
        trial = binder.copy()
        try:
            trial.add(_placed(parse, tokens))
            meaning = show(trial.copy().paragraph()) if len(parses) > 1 else ""
        except BindError as error:
            errors.append(error)
            continue
        missing = coverage.dropped(p, tuple(trial.rules))
        if missing is not None:
            token = tokens[missing]
            dropped = Problem(
                f"'{token.text}' has no effect on the meaning here.", token.start,
                len(token.text), "Leave it out, or say it another way.", "dropped-word",
            )  # fmt: skip
            continue
        meanings.setdefault(meaning, trial)
    if len(meanings) == 1:
        return next(iter(meanings.values()))
    if meanings:
        raise Unreadable(_usual(sentence) or _ambiguous(list(meanings.values()), sentence))
    if errors:
        raise Unreadable(_bind_problem(errors[0], tokens, sentence))
    assert dropped is not None
    raise Unreadable(dropped)


def _ambiguous(readings: list[Binder], sentence: Sentence) -> Problem:
    paras = tuple(reading.copy().paragraph() for reading in readings[:3])
    return Problem(
        f"This sentence has {len(readings)} readings.",
        sentence.start,
        len(sentence.text),
        "Split the sentence, or name things instead of using a pronoun.",
        "two-readings",
        tuple(replace(para, rules=para.rules[-1:]) for para in paras),
    )


def _placed(parse: Tree, tokens: list[Token]) -> Tree:
    """The parse with the offset of its first word in each span, told in lines later."""
    for node in walk(parse):
        at = node.at
        if at is not None and at.first < len(tokens):
            object.__setattr__(node, "at", at._replace(column=tokens[at.first].start))
    return parse


def locate(para: Para, paragraph: Paragraph) -> Para:
    """The paragraph's meaning with the spans of its nodes told in lines and columns of its file."""
    for node in walk(para):
        at = node.at
        if at is not None and not at.line:
            line, column = paragraph.place(at.column)
            object.__setattr__(node, "at", Span(paragraph.file, line, column, at.first, at.last))
    return para


def _bind_problem(error: BindError, tokens: list[Token], sentence: Sentence) -> Problem:
    start, length = sentence.start, len(sentence.text)
    at = error.node.at if error.node is not None else None
    if at is not None and tokens and at.first < len(tokens):
        start = tokens[at.first].start
        length = tokens[min(at.last, len(tokens)) - 1].end - start
    return Problem(error.message, start, length, error.hint, error.code)


# ---- what to say of a sentence that has no parse --------------------------------------------


def unread(p: Parse, sentence: Sentence) -> Problem:
    """Why nothing could be made of a sentence: an unknown word first, else where it stopped."""
    for fault in p.memo.get("faults", []):
        i, message = fault
        token = p.tokens[i]
        return Problem(message, token.start, len(token.text), "", "formula")
    usual = _usual(sentence)
    if usual is not None:
        return usual
    unknown = _unknown(p)
    if unknown is not None:
        return unknown
    i = min(p.far, len(p.tokens))
    wanted = _wanted(p.expected)
    if i >= len(p.tokens):
        last = p.tokens[-1] if p.tokens else Token("", "", sentence.start)
        return Problem(f"The sentence stops too early after '{last.text}'.", last.start,
                       len(last.text), wanted, "stops-early")  # fmt: skip
    token = p.tokens[i]
    after = f" after '{spoken(p.tokens[i - 1].text)}'" if i else ""
    return Problem(
        f"I cannot read '{spoken(token.text)}'{after}.", token.start, len(token.text), wanted
    )


SYNONYMS: tuple[tuple[str, str], ...] = (
    (r"\bmay not\b", "cannot"), (r"\b(?:can't|can not|mustn't|must not)\b", "cannot"),
    (r"\b(?:isn't|aren't)\b", "is not"), (r"\b(?:don't|doesn't|didn't)\b", "do not"),
    (r"\b\d+ or more\b", "at least"), (r"\b\d+ or (?:fewer|less)\b", "at most"),
    (r"^(?:Each|Every) time\b", "When"), (r"^Whenever\b", "When"), (r"\bevery\b(?! \d)", "each"),
    (r"\b(?:he|she|him|his|her)\b", "they"), (r"\bwhich\b", "that"),
    (r"\bthe start of\b", "the beginning of"), (r"^(?:Select|Pick)\b", "Choose"),
    (r"\b(?:selects?|picks?)\b", "choose"),
    (r"\ball (?:opponents|other players)\b", "each other player"),
    (r"\bopponents?\b", "other player"), (r"\bup to and including\b", "up to"),
    (r"^When \d+ (?:rounds|turns) have been (?:played|taken),", "After … rounds,"),
    (r"\bduring\b", "in"), (r"\bexcept\b", "other than"), (r"\bone of\b", "1 of"),
)  # fmt: skip


def _usual(sentence: Sentence) -> Problem | None:
    """A word that is refused because another says the same."""
    for pattern, word in SYNONYMS:
        match = re.search(pattern, sentence.text.replace("’", "'"), re.IGNORECASE)
        if match:
            return Problem(
                f"'{match[0]}' is not said here.", sentence.start + match.start(), len(match[0]),
                f"Say '{word}'.", "synonym",
            )  # fmt: skip
    return None


def _wanted(expected: list[str]) -> str:
    if not expected:
        return ""
    named = [word for word in expected if not word.startswith("'")]
    literal = [word for word in expected if word.startswith("'")]
    shown = (named + literal)[:6]
    return f"Here could stand {', '.join(shown)}."


def _unknown(p: Parse) -> Problem | None:
    i = 0
    while i < len(p.tokens):
        token = p.tokens[i]
        found = p.readings.at(i)
        if found:
            i = max(j for _, j in found)
            continue
        if _is_known(p, token):
            i += 1
            continue
        return _unknown_word(p, token, i)
    return None


def _is_known(p: Parse, token: Token) -> bool:
    return (
        token.low in FUNCTION_WORDS
        or token.text in p.params
        or not token.text[0].isalpha()
        or bool(re.fullmatch(r"\d+d\d+", token.low))
    )


def _unknown_word(p: Parse, token: Token, i: int) -> Problem:
    if token.low in NUMBER_WORDS:
        hint = f"Write numbers in digits: {NUMBER_WORDS[token.low]}."
    else:
        near = difflib.get_close_matches(
            token.text, [s for s in {*p.lexicon.spellings(), *FUNCTION_WORDS}], 1, 0.75
        )
        hint = f"Did you mean '{near[0]}'?" if near else UNDECLARED
    return Problem(f"'{spoken(token.text)}' is no known word.", token.start, len(token.text), hint,
                   "unknown-word")  # fmt: skip
