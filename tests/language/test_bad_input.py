"""Whatever stands in a file, the answer is a list of clear faults, soon, and never an exception."""

from __future__ import annotations

import re
import time

import pytest

from deckmastor.language.book import load, load_text
from pony_book import PONIES

FIRST = PONIES.count("\n") + 2  # the line on which what is added to the ponies begins
HEAD = "## More {#more}\n"
TOLL = (
    "The modifiers are:\n\n| Name | Where | Text |\n|---|---|---|\n"
    "| Toll [X] | X is a number at least 1 | To play this card, a player must pay X beads. |\n\n"
    "The spells are:\n\n| Name | Modifiers |\n|---|---|\n"
)
TOLL_ROW = TOLL.count("\n")


def spells(*rows: str, heads: str = "Name | Text") -> str:
    """A table of spells."""
    dashes = re.sub("[^|]+", "---", heads)
    return "\n".join(["The spells are:", "", f"| {heads} |", f"|{dashes}|", *rows, ""])


def values(*rows: str, heads: str = "Name | Value") -> str:
    """A table of values."""
    return spells(*rows, heads=heads).replace("The spells are:", "The values are:")


def within_two_seconds(read, *args):
    """What reading gives; it may not take longer."""
    start = time.process_time()
    found = read(*args)
    assert time.process_time() - start < 2
    return found


def errors(text: str):
    """The errors of the ponies with more text, told in lines of that text."""
    book = within_two_seconds(load_text, PONIES + HEAD + text, "ponies.md")
    assert_nothing_is_silent(book)
    return [(fault.line - FIRST + 1, fault) for fault in book.errors]


def assert_nothing_is_silent(book) -> None:
    """Each paragraph without meaning has an error, and each fault can be shown."""
    told = {fault.line for fault in book.errors}
    for entry in book.entries:
        if entry.para is None:
            first, last = (entry.paragraph.place(at)[0] for at in (0, len(entry.paragraph.text)))
            assert told & set(range(first, last + 1)), entry.paragraph.text[:80]
    for fault in book.faults:
        assert fault.message
        assert fault.code
        assert min(fault.line, fault.column) >= 1
        assert fault.message in str(fault)


# ---- one fault each: line and column, code, words of the message, words of the hint ----------

ONE = {
    "a misspelt verb": (
        "- Each player may discrad a card.\n", 1, 19, "unknown-word", "discrad", "'discard'"),
    "a misspelt noun": (
        "- Each plaeyr may draw a card.\n", 1, 8, "unknown-word", "plaeyr", "'player'"),
    "a misspelt word in the second line of a paragraph": (
        "Each player may draw\na crad.\n", 2, 3, "unknown-word", "crad", "'card'"),
    "they, who could be two players": (
        "- When a player gives a card to a player, they gain 1 bead.\n",
        1, 43, "reference", "they", ""),
    "it, which could be the card or the paddock": (
        "- When a card enters a paddock, reveal it.\n",
        1, 40, "reference", "that paddock", ""),
    "a pronoun without anything before it": (
        "- At the end of the turn, reveal it.\n", 1, 34, "reference", "nothing to refer to", ""),
    "a breed that is also a counter": (
        "- Ponies are counters.\n", 1, 3, "one-role", "pony", ""),
    "a kind that is to last": (
        "- Ponies last from game to game.\n", 1, 3, "sort", "no counter", "counters of players"),
    "a status that is to last": (
        "- Beads and tired last from game to game.\n", 1, 13, "sort", "a status", "Beads last"),
    "a counter that is to last, said of one": (
        "- A bead lasts from game to game.\n", 1, 3, "sort", "plural", "'Beads last from"),
    "a counter of proposals that is to last": (
        "- Votes for last from game to game.\n", 1, 3, "sort", "a counter of a proposal", ""),
    "something unknown that is to last": (
        "- Quaggas last from game to game.\n", 1, 3, "sort", "nothing declares", "Beads last"),
    "a counter that is also a kind": (
        "- A bead is a kind of card.\n", 1, 3, "one-role", "bead", ""),
    "a noun that nothing declares": (
        "- A zebra can be played.\n", 1, 5, "unknown-word", "zebra", "Declare it"),
    "a kind of something that nothing declares": (
        "- A zebra is a kind of quagga.\n", 1, 24, "unknown-word", "quagga", "Declare it"),
    "a row with a cell too many": (
        spells("| Oats | Draw a card. | more |"), 5, 25, "row-length", "3 cells", "bar"),
    "a row with a cell too few": (
        spells("| Oats |"), 5, 8, "row-length", "1 cell", ""),
    "a table without dashes": (
        "The spells are:\n\n| Name | Text |\n| Oats | Draw a card. |\n",
        4, 1, "no-dashes", "dashes", "|---|---|"),
    "a table without caption": (
        "| Name | Text |\n|---|---|\n| Oats | Draw a card. |\n",
        1, 1, "no-caption", "caption", "ends with a colon"),
    "an id that is given twice": (
        "Each player may draw a card.\n\n## Others {#more}\n",
        3, 11, "doubled-id", "more", "more-2"),
    "a kind of itself by one other": (
        "- A yak is a kind of card. A card is a kind of yak.\n", 1, 28, "cyclic-kind", "yak", ""),
    "a kind of itself through three others": (
        "- A yak is a kind of card. A gnu is a kind of yak. An emu is a kind of gnu. A yak is a kind of emu.\n",
        1, 77, "cyclic-kind", "emu", ""),
    "a formula that divides by zero": (
        "- The gift is `=20 / (3 - 3)`.\n", 1, 15, "formula", "divides by zero", ""),
    "a cell that divides by zero": (
        values("| gift | =1 / 0 |"), 5, 10, "formula", "divides by zero", ""),
    "a formula that opens a file": (
        '- The gift is `=open("x")`.\n', 1, 15, "formula", "open", ""),
    "a cell that opens a file": (
        values('| gift | =open("x") |'), 5, 10, "formula", "open", ""),
    "a formula that imports": (
        "- The gift is `=__import__('os')`.\n", 1, 15, "formula", "'_'", ""),
    "a formula that calls a method": (
        "- The gift is `=hand limit.real`.\n", 1, 15, "formula", "'.'", ""),
    "a caption of a kind that nobody declared": (
        "The zebras are:\n\n| Name |\n|---|\n| Zed |\n",
        1, 1, "unknown-caption", "caption", "The cards are:"),
    "a misspelt column": (
        spells("| Oats | 3 |", heads="Name | Vlaue"), 3, 10, "unknown-column", "Vlaue", "'Value'"),
    "a column that is a word of the language and no property": (
        spells("| Oats | 3 |", heads="Name | Copies"), 3, 10, "unknown-column", "Copies", "'Count'"),
    "a column that is a declared kind and no property": (
        spells("| Oats | 3 |", heads="Name | Player"), 3, 10, "unknown-column", "Player", "Players"),
    "a column that values do not have": (
        values("| gift | 3 | red |", heads="Name | Value | Colour"),
        3, 18, "unknown-column", "Colour", "Least"),
    "a misspelt type": (
        spells("| Oats | chram |", heads="Name | Type"), 5, 10, "unknown-type", "chram", "'charm'"),
    "a modifier with a word for its number": (
        TOLL + "| Hay | Toll red |\n", TOLL_ROW + 1, 9, "unknown-member", "Toll red", "a number"),
    "a modifier with two numbers for one": (
        TOLL + "| Hay | Toll 1 2 |\n", TOLL_ROW + 1, 9, "unknown-member", "Toll 1 2", "a number"),
    "a modifier that is not listed": (
        TOLL + "| Hay | Tall |\n", TOLL_ROW + 1, 9, "unknown-member", "Tall", "Toll"),
    "a value below its bounds": (
        values("| gift | 3 | 5 | 9 |", heads="Name | Value | Least | Most"),
        5, 10, "out-of-bounds", "3", ""),
    "a value above its bounds": (
        values("| gift | 30 | 5 | 9 |", heads="Name | Value | Least | Most"),
        5, 10, "out-of-bounds", "30", ""),
    "a count that is no number": (
        spells("| Oats | many |", heads="Name | Count"), 5, 10, "number-wanted", "many", ""),
    "a weight that is no number": (
        "The Cursed collection is:\n\n| Name | Weight |\n|---|---|\n| Oats | heavy |\n",
        5, 10, "number-wanted", "heavy", ""),
    "a relation of one column": (
        "Opposite colours are:\n\n| Colour |\n|---|\n| red |\n", 1, 1, "row-length", "two", ""),
    "a status that denies itself": (
        "- A card is special if it is not special.\n", 1, 3, "cycle", "special", "another status"),
    "a row listed twice": (
        spells("| Oats | Draw a card. |", "| Oats | Draw 2 cards. |"),
        6, 1, "doubled-row", "Oats", "Count"),
    "a right-to-left override before a verb": (
        "- Each player may \u202edraw\u202c a card.\n", 1, 19, "unreadable", "may", "Nearest"),
    "a zero-width blank inside a noun": (
        "- Each pla\u200byer may draw a card.\n", 1, 8, "unknown-word", "pla", "Nearest"),
    "an extremely long word": (
        f"- Each {'x' * 9000} may draw a card.\n", 1, 8, "unknown-word", "xxx", "Declare it"),
    "a synonym that is not said": (
        "- A player may not draw cards.\n", 1, 12, "synonym", "may not", "cannot"),
    "a sentence that stops in the middle": (
        "- When a player draws a card, that player\n", 1, 36, "stops-early", "player", "verb"),
    "a number in words": (
        "- A player may draw three cards.\n", 1, 21, "unknown-word", "three", "3"),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE)
def test_a_fault_is_told_at_its_place_with_its_word_and_a_way_out(name):
    text, line, column, code, word, hint = ONE[name]

    ((at, fault),) = errors(text)

    assert (at, fault.column, fault.code) == (line, column, code)
    assert word in fault.message
    assert hint in fault.hint


def test_two_statuses_that_deny_each_other_are_a_cycle():
    text = "- A card is special if it is tired.\n- A card is tired if it is not special.\n"

    assert [(line, fault.code) for line, fault in errors(text)] == [(1, "cycle"), (2, "cycle")]


def test_a_word_in_two_roles_is_told_wherever_the_second_stands():
    ((_, fault),) = errors("- Each player has a tired.\n")

    assert fault.code == "one-role"
    assert "'tired'" in fault.message


@pytest.mark.parametrize(
    "text",
    [
        "- A yak is a kind of yak.\n",
        "- A yak is a kind of gnu. A gnu is a kind of emu. An emu is a kind of yak.\n",
    ],
)
def test_kinds_that_have_no_root_are_a_cycle(text):
    assert {fault.code for _, fault in errors(text)} == {"cyclic-kind"}


@pytest.mark.parametrize(
    ("modifier", "code"), [("Toll", "unknown-member"), ("Toll 0", "out-of-bounds")]
)
def test_a_modifier_with_parameters_that_do_not_fit_is_refused(modifier, code):
    assert [fault.code for _, fault in errors(f"{TOLL}| Hay | {modifier} |\n")] == [code]


def test_a_message_shows_no_character_that_turns_the_line_round():
    ((_, fault),) = errors("- Each player may \u202edraw\u202c a card.\n")

    assert "\u202e" not in str(fault)


def test_a_message_shows_only_the_beginning_of_an_extremely_long_word():
    ((_, fault),) = errors(f"- Each {'x' * 9000} may draw a card.\n")

    assert len(str(fault)) < 1000


# ---- what is no rulebook --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        (" \n\n\t\n", "empty"),
        ("\ufeff", "empty"),
        ("Each player draws a card.\n", "no heading"),
        ("# A\nEach\0 player.\n", "binary"),
        ("\0" * 1000, "binary"),
        ("# A\n\ud800\n", "binary"),
        ("x" * 5_000_000, "larger"),
    ],
    ids=["nothing", "blanks", "mark", "no-heading", "one-nul", "nuls", "surrogate", "huge"],
)
def test_a_text_that_is_no_rulebook_is_told_so(text, word):
    (fault,) = within_two_seconds(load_text, text).faults

    assert (fault.code, fault.line, fault.column) == ("not-a-rulebook", 1, 1)
    assert word in fault.message
    assert "# Paddock {#paddock}" in fault.hint


RUBBISH = bytes(range(256)) * 40


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (RUBBISH, "UTF-8"),
        (RUBBISH[128:256] * 9, "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "UTF-8"),
        ("# Pönies\n\nEach player may draw a card.\n".encode("latin-1"), "UTF-8 (line 1)"),
        ("# Ponies\n\nEach pläyer may draw.\n".encode("cp1252"), "UTF-8 (line 3)"),
        ("# Ponies\n".encode("utf-16"), "UTF-8"),
        ("# Ponies\n".encode("utf-16-le"), "binary"),
    ],
    ids=["empty", "rubbish", "high-bytes", "png", "latin-1", "windows", "utf-16", "utf-16-le"],
)
def test_a_file_in_another_encoding_is_told_so(tmp_path, data, word):
    path = tmp_path / "ponies.md"
    path.write_bytes(data)

    (fault,) = within_two_seconds(load, path).faults

    assert (fault.code, fault.file) == ("not-a-rulebook", path.as_posix())
    assert word in fault.message
    assert fault.hint


@pytest.mark.parametrize(
    ("name", "word"), [("missing.md", "no such file"), ("", "no rulebook.md"), ("a\0b", "")]
)
def test_a_path_that_leads_to_no_rulebook_is_told_so(tmp_path, name, word):
    (fault,) = within_two_seconds(load, tmp_path / name).faults

    assert fault.code == "not-a-rulebook"
    assert word in fault.message


# ---- too much of anything -------------------------------------------------------------------

TOO_MUCH = {
    "a paragraph of 100,000 words": ("word " * 100_000, "too-long"),
    "a paragraph of 100,000 known words": ("card " * 100_000, "too-long"),
    "10,000 nested brackets": (f"- Draw {'(' * 10_000}a card{')' * 10_000}.", "too-long"),
    "4,000 nested brackets": (f"- Draw {'(' * 4000}a card{')' * 4000}.", "too-long"),
    "50 nested brackets": (f"- Draw {'(' * 50}a card{')' * 50}.", "unreadable"),
    "a formula with 10,000 nested brackets": (
        f"- The gift is `={'(' * 10_000}1{')' * 10_000}`.", "too-long"),
    "a formula with 4,000 nested brackets": (
        f"- The hand limit is `={'(' * 4000}1{')' * 4000}`.", "formula"),
    "a cell with 10,000 nested brackets": (
        values(f"| gift | ={'(' * 10_000}1{')' * 10_000} |"), "formula"),
    "a cell with 10,000 minus signs": (values(f"| gift | ={'-' * 10_000}1 |"), "formula"),
    "100,000 pipes": ("|" * 100_000, "no-caption"),
    "a table of 100,000 pipes": (
        f"The spells are:\n\n{'|' * 100_000}\n{'|-' * 50_000}|\n", "row-length"),
    "a sentence of 5,000 commas": (f"- Draw a card{',' * 5000} then.", "too-long"),
    "a sentence of 100 commas": (f"- Draw a card{',' * 100} then.", "unreadable"),
    "a list of 5,000 things": (f"- Draw {'a card, ' * 5000}.", "too-long"),
    "8,000 times a are kinds of": (f"- {'a are kinds of ' * 8000}card.", "too-long"),
    "100 times a are kinds of": (f"- {'a are kinds of ' * 100}card.", "too-long"),
    "8,000 times a yak is a kind of": (f"- {'A yak is a kind of ' * 8000}card.", "too-long"),
    "8,000 times to": (f"- {'To ' * 3000}draw is to draw.", "too-long"),
    "a sentence of 60 joined acts": (f"- Each player may draw a card{' and a card' * 60}.", "too-long"),
    "61 sentences in a paragraph": ("Each player may draw a card. " * 61, "too-long"),
    "300 lists in lists": (
        "".join(f"{'  ' * n}- Draw a yak.\n" for n in range(300)), "unknown-word"),
    "10,000 dashes of lists": (f"{'- ' * 10_000}Draw a yak.", "unknown-word"),
    "a word of 200,000 letters": (f"- Each {'x' * 200_000} draws a card.", "too-long"),
    "10,000 quotes": ("> " * 10_000 + "\n\n- Draw a yak.", "unknown-word"),
    "10,000 stars": ("- " + "*" * 9000 + "Draw a yak" + "*" * 900, "unknown-word"),
    "3,000 backticks": ("- Draw " + "`a`" * 3000, "too-long"),
    "500 faulty paragraphs": ("- Draw a yak.\n" * 500, "unknown-word"),
    "2,000 accents on a letter": ("- Each play" + "\u0301" * 2000 + "er may draw a card.", "too-long"),
    "emoji": ("- Each 🐴 may draw a card.", "unreadable"),
    "a family of emoji": ("- Each player may draw a 👩‍👩‍👧‍👦.", "unreadable"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_of_anything_is_refused_soon(name):
    text, code = TOO_MUCH[name]

    assert code in {fault.code for _, fault in errors(text + "\n")}


# ---- many faults ----------------------------------------------------------------------------

TWENTY = [
    ONE[name]
    for name in (
        "a misspelt verb",
        "they, who could be two players",
        "it, which could be the card or the paddock",
        "a pronoun without anything before it",
        "a breed that is also a counter",
        "a counter that is also a kind",
        "a noun that nothing declares",
        "a kind of something that nothing declares",
        "a formula that divides by zero",
        "a formula that imports",
        "a status that denies itself",
        "a synonym that is not said",
        "a number in words",
        "a row with a cell too few",
        "a caption of a kind that nobody declared",
        "a misspelt column",
        "a misspelt type",
        "a value below its bounds",
        "a count that is no number",
        "a relation of one column",
    )
]


def test_twenty_different_faults_of_a_file_are_told_in_one_run():
    wanted, parts = [], []
    for text, line, column, code, word, _ in TWENTY:
        parts.append(f"## Part {len(parts) + 1}\n")
        wanted.append((sum(part.count("\n") for part in parts) + line, column, code, word))
        parts.append(text)

    found = errors("".join(parts))

    assert len(TWENTY) == 20
    assert [(at, f.column, f.code) for at, f in found] == [row[:3] for row in wanted]
    for (_, fault), (*_, word) in zip(found, wanted, strict=True):
        assert word in fault.message


def test_each_bad_paragraph_of_a_long_file_has_an_error_of_its_own():
    text = "".join(f"- Each player may draw a yak{n}.\n" for n in range(60))

    found = errors(text)

    assert [line for line, _ in found] == list(range(1, 61))
    assert all(f"'yak{n}'" in fault.message for n, (_, fault) in enumerate(found))


def test_a_bad_paragraph_does_not_spoil_the_next():
    book = load_text(f"{PONIES}{HEAD}- Each player may discrad a card.\n- Each foal is tired.\n")

    assert [entry.para is None for entry in book.entries[-2:]] == [True, False]
