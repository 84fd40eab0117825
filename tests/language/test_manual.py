"""The manual is true: every box in it is read as it says, and it leaves no word and no message out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from deckmastor.language import words
from deckmastor.language.book import base_lexicon, load_text
from deckmastor.language.ir import show
from deckmastor.language.paragraphs import SYNONYMS, read_paragraph
from deckmastor.language.paraphrase import round_trips

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "deckmastor"
SOURCE = [
    *sorted((PACKAGE / "language").rglob("*.py")),
    PACKAGE / "examples.py",
    PACKAGE / "match.py",
]
KINDS = ("rulebook", "faulty", "sentences")
REFUSED, DIFFERS = "  => ", "  ≠  "


class Box(NamedTuple):
    """A fenced block: what it promises, its settings, its text, and its line in the manual."""

    kind: str
    settings: dict[str, str]
    text: str
    line: int


def settings(text: str) -> dict[str, str]:
    return dict(re.findall(r"(\w+)=(\S+)", text))


def boxes() -> list[Box]:
    found = re.finditer(r"^```(\w+)([^\n]*)\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)
    return [Box(m[1], settings(m[2]), m[3], MANUAL.count("\n", 0, m.start()) + 1) for m in found]


BOXES = boxes()
HOSTS = {"rule", "card", "modifier"}


def of_kind(kind: str) -> list[Box]:
    return [box for box in BOXES if box.kind == kind]


def sentences(mark: str) -> list:
    """A test case for each line of the boxes with this mark, split there; or without any mark."""
    return [
        pytest.param(box, *(line.split(mark) if mark else [line]), id=f"{box.line}-{line[:60]}")
        for box in of_kind("sentences")
        for line in box.text.splitlines()
        if (mark in line if mark else REFUSED not in line and DIFFERS not in line)
    ]


def examples() -> list:
    """A test case for each example in the last column of a table that is marked as read."""
    found = re.finditer(r"^<!-- reads (.*) -->\n((?:\|.*\n)+)", MANUAL, re.MULTILINE)
    cases = []
    for m in found:
        box = Box("sentences", settings(m[1]), m[2], MANUAL.count("\n", 0, m.start()) + 1)
        cells = [row.split(" | ")[-1].removesuffix(" |") for row in m[2].splitlines()[2:]]
        told = [text for cell in cells for text in cell.split("<br>") if text.endswith(".")]
        cases += [pytest.param(box, text, id=f"{box.line}-{text[:60]}") for text in told]
    return cases


def faulty() -> list:
    """A test case for each faulty book: its text, and behind the arrow its code."""
    return [
        pytest.param(f"# {title} {{#fair}}\n{text}" if title else text, code, id=code)
        for box in of_kind("faulty")
        for title in [box.settings.get("under")]
        for text, code in re.findall(r"(.*?)^=> (\S+)\n", box.text, re.MULTILINE | re.DOTALL)
    ]


@cache
def vocabulary(name: str):
    """The words of the example book with this id."""
    book = next(box for box in of_kind("rulebook") if f"{{#{name}}}" in box.text.split("\n")[0])
    return load_text(book.text, f"{name}.md").lexicon


def read(box: Box, sentence: str):
    lexicon = vocabulary(box.settings["vocabulary"]).fork()
    return read_paragraph(sentence, lexicon, box.settings["host"])


# ---- the boxes ------------------------------------------------------------------------------


def test_every_box_says_what_it_is():
    strange = [box.line for box in BOXES if box.kind not in KINDS]
    homeless = [
        box.line
        for box in BOXES
        if box.kind == "sentences" and box.settings.get("host") not in HOSTS
    ]

    assert (strange, homeless) == ([], [])


@pytest.mark.parametrize("box", of_kind("rulebook"), ids=lambda box: box.text.split("\n")[0])
def test_an_example_book_has_no_errors(box):
    assert [str(fault) for fault in load_text(box.text).errors] == []


@pytest.mark.parametrize(("text", "code"), faulty())
def test_a_faulty_book_has_its_fault(text, code):
    assert code in {fault.code for fault in load_text(text).faults}


@pytest.mark.parametrize(("box", "sentence"), [*sentences(""), *examples()])
def test_a_sentence_is_read(box, sentence):
    problem = read(box, sentence).problem

    assert problem is None, f"{problem.code}: {problem.message} {problem.hint}"


@pytest.mark.parametrize(("box", "sentence"), [*sentences(""), *examples()])
def test_a_sentence_prints_back(box, sentence):
    para = read(box, sentence).para

    assert round_trips(para, vocabulary(box.settings["vocabulary"]))


@pytest.mark.parametrize(("box", "sentence", "code"), sentences(REFUSED))
def test_a_sentence_is_refused_with_its_code(box, sentence, code):
    problem = read(box, sentence).problem

    assert problem is not None, "it is read"
    assert problem.code == code, problem.message


@pytest.mark.parametrize(("box", "one", "other"), sentences(DIFFERS))
def test_two_sentences_differ_in_meaning(box, one, other):
    first, second = read(box, one), read(box, other)

    assert (first.problem, second.problem) == (None, None)
    assert show(first.para) != show(second.para)


# ---- nothing is left out --------------------------------------------------------------------


def missing(names) -> list[str]:
    return sorted(name for name in names if f"`{name}`" not in MANUAL)


def test_every_verb_is_in_the_manual():
    assert missing({*words.VERBS, *base_lexicon().verbs, "put"}) == []


def test_every_word_of_the_core_and_the_base_book_is_in_the_manual():
    lexicon = base_lexicon()

    assert missing({*lexicon.kinds, *lexicon.attrs, *lexicon.units, *lexicon.statuses}) == []


@pytest.mark.parametrize(("pattern", "word"), SYNONYMS)
def test_every_refused_synonym_is_in_the_manual(pattern, word):
    refused = [param.values[1] for param in sentences(REFUSED) if param.values[2] == "synonym"]

    assert f"`{word}`" in MANUAL.partition("## 16.")[2]
    assert [sentence for sentence in refused if re.search(pattern, sentence)]


CODE = re.compile(r"[a-z]+(-[a-z]+)*-?")
TELLERS = {"Fault", "Problem", "BindError", "Refusal", "_report", "_csv_fault", "fault", "_warn",
           "Wrong", "_fault"}  # fmt: skip


def codes_in(tree: ast.AST) -> set[str]:
    """The codes of messages that a module can give; one that ends with a hyphen is a beginning."""
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if (
                name in TELLERS
            ):
                found += args
                found += [word.value for word in node.keywords if word.arg == "code"]
            case ast.Assign(targets=[ast.Name(id="code")], value=ast.IfExp() as either):
                found += [either.body, either.orelse]
            case ast.AnnAssign(target=ast.Name(id="code"), value=ast.expr() as default):
                found.append(default)
            case ast.BoolOp(op=ast.Or(), values=[ast.Name(id="code"), default]):
                found.append(default)
    texts = {part.value for part in found if isinstance(part, ast.Constant)}
    texts |= {part.values[0].value for part in found if isinstance(part, ast.JoinedStr)
              and isinstance(part.values[0], ast.Constant)}  # fmt: skip
    return {text for text in texts if isinstance(text, str) and CODE.fullmatch(text)}


def codes() -> set[str]:
    found = {code for path in SOURCE for code in codes_in(ast.parse(path.read_text("utf-8")))}
    return found - {"error", "warning"}


def test_the_codes_are_found_in_the_source():
    assert {
        "unknown-word",
        "reference",
        "unreadable",
        "one-role",
        "unclosed-",
        "no-dashes",
    } <= codes()


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_message_has_its_place_in_the_manual(code):
    ends = "" if code.endswith("-") else '"'

    assert f'<a id="{code}{ends}' in MANUAL


def test_the_manual_explains_no_message_that_is_never_given():
    known = codes()
    beginnings = tuple(code for code in known if code.endswith("-"))
    told = re.findall(r'<a id="([^"]+)"', MANUAL)

    assert [code for code in told if code not in known and not code.startswith(beginnings)] == []
