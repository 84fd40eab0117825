"""The page of checks and the sheets: how they are read, what is refused, and who hears of it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import deckmastor as dm
from content.orchard import CARDS, CHECKS, DATA, RULEBOOK, content, faults, plant, told
from deckmastor.cli import main
from deckmastor.content import passed
from deckmastor.content.page import MOST_CHECKS, load
from deckmastor.content.sentences import examples
from deckmastor.content.view import facts, layout, meanings
from deckmastor.language import book
from deckmastor.language.columns import width

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "content.md"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKMASTOR_CACHE", str(tmp_path_factory.mktemp("cache")))


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# ---- the page -------------------------------------------------------------------------------


def test_a_rulebook_without_the_page_has_no_content(tmp_path):
    plant(tmp_path)
    (tmp_path / "checks.md").unlink()

    assert load(book.load(tmp_path)) is None
    assert load(book.load_text(RULEBOOK.replace("[The cards](cards.md)", ""))) is None


def test_a_fault_tells_its_place_and_quotes_its_sentence(tmp_path):
    plant(tmp_path, "- It has 1 line.\n- It has 3 characters.", "red", "gold", "red")

    (fault,) = faults(tmp_path)

    assert Path(fault.file).name == "study.md"
    assert fault.line == 9
    assert fault.message == "02 RUSSET, Note: 4 characters; there must be 3."
    assert fault.hint == "[field 2.1] It has 3 characters."


def test_cards_without_sheets_are_checked_by_their_columns(tmp_path):
    plant(tmp_path)
    more = CARDS.replace("Cards {#cards}", "More {#more}").replace("| 02 | RUSSET", "|  | QUINCE")
    (tmp_path / "cards.md").write_text(f"{CARDS}\n{more}", encoding="utf-8")
    page = """# Checks {#checks}

Each of [the cards](cards.md#cards) is checked. Each of [more](cards.md#more) is checked. A card is called by its Name.

### Number {#number}

It is one of 01 to 03.
"""
    (tmp_path / "checks.md").write_text(page, encoding="utf-8")

    assert [fault.message for fault in faults(tmp_path)] == [
        "MIRABEL, Number: '04' is none of 01 to 03.",
        "QUINCE, Number: it is missing.",
        "MIRABEL, Number: '04' is none of 01 to 03.",
    ]


REFUSED = [
    ("It has 3 to 9 leaves.", "This is no known form of a check. Nearest to it is: It has"),
    ("Each of them sings.", "This is no known form of a check."),
    ("It has 9 to 3 characters.", "'9 to 3' falls."),
    ("It is one of A-9 to A-3.", "'A-9 to A-3' does not rise"),
    ("It is written with Z to A.", "'Z to A' names no signs."),
    ("It is written with vowels.", "'vowels' is no sign."),
    ("It is written in Elvish.", "There are no tables 'signs of Elvish' and 'letters of Elvish'."),
    ("It is a row of the trees.", "There is no table 'trees'."),
    ("Each row of the books of the library is on as many cards as its Count.", "with the columns Count."),
    ("It is a reference to the crafts.", "There is no table 'crafts' with the columns Name, Chapters"),
    ("It does not contain the Colour.", "'Colour' is no field."),
    ("If the Suit is pear, it has 3 characters.", "'pear' is no Suit."),
    ("If the Suit pear, it has 3 characters.", "Write the condition as: If the FIELD is VALUE"),
    ("2 cards have the Suit pear.", "'pear' is no Suit."),
    ("2 cards have good taste.", "'good taste' is nothing that a card has."),
    ("Each Colour has 2 cards.", "'Colour' is no field."),
    ("It is written with " + "a, " * 600 + "b.", "more than 1500 signs"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "why"), REFUSED)
def test_a_sentence_that_says_nothing_known_is_a_fault(tmp_path, sentence, why):
    plant(tmp_path, f"- {sentence}", "red")

    refused = [fault for fault in faults(tmp_path) if Path(fault.file).name == "checks.md"]

    assert any(why in fault.message for fault in refused)


def test_below_a_heading_of_no_field_only_sentences_about_all_cards_are_known(tmp_path):
    plant(tmp_path, the_set="- It has 3 characters.")

    assert told(tmp_path)[0].startswith("This is no known form of a check.")


def test_a_page_has_an_end(tmp_path):
    plant(tmp_path, "- It has 9 characters.\n" * (MOST_CHECKS + 9))

    assert f"A page has at most {MOST_CHECKS} checks." in told(tmp_path)


def test_what_is_for_people_is_not_read(tmp_path):
    plant(tmp_path, "- By hand: be kind to trees.\n\n> A note.", "red")

    assert told(tmp_path) == []


def test_a_page_must_say_which_cards_have_sheets(tmp_path):
    (plant(tmp_path) / "checks.md").write_text("# Checks\n\n> Soon.\n", encoding="utf-8")

    assert told(tmp_path) == ["This page does not say which cards have sheets."]


def test_sheets_are_named_once(tmp_path):
    plant(tmp_path, the_set="Each of [the cards](cards.md#cards) has a sheet in [it](study.md).")

    assert told(tmp_path) == ["Sheets are named twice."]


def test_cards_are_called_by_their_columns(tmp_path):
    plant(tmp_path)
    rewrite(tmp_path / "checks.md", "its Number and Name", "its Number and Nickname")

    assert told(tmp_path) == ["'Nickname' is no column of the cards."]


def test_an_empty_page_is_a_fault(tmp_path):
    (plant(tmp_path) / "checks.md").write_text("", encoding="utf-8")

    assert told(tmp_path) == ["This file is empty."]


def test_the_cards_must_be_there(tmp_path):
    plant(tmp_path)
    rewrite(tmp_path / "checks.md", "cards.md#cards", "cards.md#trees")

    assert "There are no cards in cards.md#trees." in told(tmp_path)


@pytest.mark.parametrize("page", ["herbal.md", "../study.md", "%2e%2e/study.md"])
def test_the_sheets_must_be_beside_the_page(tmp_path, page):
    plant(tmp_path)
    rewrite(tmp_path / "checks.md", "(study.md)", f"({page})")

    assert f"There is no page '{page}' beside this one." in told(tmp_path)


TABLES = [
    ("| Almanac | | 2 |", "| Almanac | | 3 |", "Almanac has 3 chapters, but 2 are listed."),
    ("1 Seasons |", "Almanac |", "'Almanac' is listed twice in the books of the library."),
    ("U+16A0", "rune", "'rune' is no sign."),
    ("| U+16A0 | U+16EA |", "| U+16EA | U+16A0 |", "U+16EA to U+16A0 falls."),
    ("o before ᚠ", "o near ᚠ", "'o near ᚠ' is no exception."),
    ("sets its letter apart", "shines", "'shines' is no effect of a mark."),
]


@pytest.mark.parametrize(("old", "new", "why"), TABLES)
def test_a_broken_table_is_told(tmp_path, old, new, why):
    plant(tmp_path, data=DATA.replace(old, new, 1))

    assert any(why in message for message in told(tmp_path))


# ---- sheets ---------------------------------------------------------------------------------


def test_a_card_without_a_sheet_is_told(tmp_path):
    plant(tmp_path)
    rewrite(tmp_path / "study.md", "### DAMSON\n\n- **Note:** something\n", "")

    assert told(tmp_path) == ["03 DAMSON: it has no sheet."]


def test_a_sheet_without_a_card_is_told(tmp_path):
    plant(tmp_path)
    rewrite(tmp_path / "study.md", "### DAMSON", "### QUINCE")

    assert "There is no card 'QUINCE'." in told(tmp_path)


def test_what_belongs_to_no_field_is_told(tmp_path):
    plant(tmp_path, "", "something", "red\n- **Nte:** gold", "red\n- **Note:** gold", "red")

    assert told(tmp_path) == [
        "02 RUSSET: this belongs to no field.",
        "03 DAMSON has 'Note' twice.",
    ]


def test_bullets_below_a_field_are_its_items(tmp_path):
    plant(tmp_path, "- It lists 2 items.", "\n  - red, or so\n  - gold: or not")

    assert told(tmp_path) == []
    assert content(tmp_path).cards[0].items("Note") == ("red, or so", "gold: or not")


# ---- the forms and their manual -------------------------------------------------------------


@pytest.mark.parametrize("example", examples())
def test_the_manual_has_a_row_for_each_form(example):
    assert f"| {example} |" in MANUAL.read_text(encoding="utf-8")


def test_the_manual_has_no_form_that_does_not_exist():
    rows = re.findall(r"^\| ([A-Z0-9].*?\.) \|", MANUAL.read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(rows) == sorted(examples())


# ---- who hears of it ------------------------------------------------------------------------


def test_check_counts_sheets_and_leaves_with_1_where_a_check_is_broken(tmp_path, capsys):
    plant(tmp_path, "- It has 3 characters.", "red", "gold", "red")

    assert main(["check", str(tmp_path), "--json"]) == 1

    data = json.loads(capsys.readouterr().out)

    assert (data["sheets"], data["checks"], data["errors"]) == (4, 6, 1)
    assert data["faults"][0]["message"].startswith("02 RUSSET, Note: 4 characters")

    rewrite(tmp_path / "study.md", "gold", "red")

    assert main(["check", str(tmp_path), "--no-warnings"]) == 0
    assert "4 sheets, 6 checks, no errors" in capsys.readouterr().out


def test_check_looks_words_up_in_a_text(tmp_path, capsys):
    plant(tmp_path, "- It is how often the Suit are in the text.", "2", "2", "0")
    text = tmp_path / "library.txt"
    text.write_text("Almanac 1:1 An apple, and another apple.\n", encoding="utf-8")

    assert main(["check", str(tmp_path), "--text", str(text), "--no-warnings"]) == 0

    text.write_text("Almanac 1:1 A plum.\n", encoding="utf-8")

    assert main(["check", str(tmp_path), "--text", str(text)]) == 1
    assert "'2' should be 0 in the text at hand" in capsys.readouterr().out


def test_a_text_that_is_not_there_is_refused(tmp_path, capsys):
    plant(tmp_path)

    assert main(["check", str(tmp_path), "--text", str(tmp_path / "none.txt")]) == 2
    assert main(["check", "crazy-eights", "--text", str(tmp_path / "cards.md")]) == 2
    assert main(["check", "crazy-eights", "--text", "a", "--amend", "b"]) == 2
    assert "no page of checks" in capsys.readouterr().err


def test_no_match_begins_with_a_set_that_breaks_a_check(tmp_path):
    plant(tmp_path, "- It has 3 characters.", "red", "gold", "red")

    with pytest.raises(dm.RulebookError, match="02 RUSSET, Note: 4 characters") as refused:
        dm.load(tmp_path)
    rewrite(tmp_path / "study.md", "gold", "red")

    assert len(refused.value.faults) == 1
    assert dm.load(tmp_path).start(["ann", "bob"]).decisions


def test_what_passed_is_remembered_until_anything_changes(tmp_path):
    plant(tmp_path, "- It has 3 characters.", "red")
    read = book.load(tmp_path)

    assert passed.errors(read) == []
    assert passed.errors(read) == []

    rewrite(tmp_path / "study.md", "red", "gold")

    assert len(passed.errors(read)) == 1
    assert len(passed.errors(read)) == 1


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path, monkeypatch):
    plant(tmp_path, "- It has 3 characters.", "red")
    monkeypatch.setenv("DECKMASTOR_CACHE", str(tmp_path / "cards.md" / "cache"))

    assert passed.errors(book.load(tmp_path)) == []


# ---- the view -------------------------------------------------------------------------------

MEANT = """\
- It has the parts term and reading.

### Tales {#tales}

- It may be missing.

The meanings of Worth are:

| Worth | Meaning |
|---|---|
| 1 | small |
"""
TALE = "- **Tales:**\n  - A long tale of an apple that fell and of the one who saw it fall.\n  - A short one."


def test_a_sheet_is_laid_out_in_columns(tmp_path):
    plant(tmp_path, MEANT, f"\u05d7\u05b5\u05df, chen\n{TALE}", "a, b")
    told = content(tmp_path)

    assert "\n".join(layout(facts(told, "PIPPIN"), 46)) == (
        "Note   \u05d7\u05b5\u05df  chen\n"
        "Tales  - A long tale of an apple that fell and\n"
        "         of the one who saw it fall.\n"
        "       - A short one."
    )


def test_columns_are_aligned_whatever_the_points_of_letters(tmp_path):
    plant(tmp_path, "- It has the parts term and reading.", "x, y")
    checks = (tmp_path / "checks.md").read_text(encoding="utf-8")
    (tmp_path / "checks.md").write_text(
        f"{checks}\n### Other\n\n- It has the parts term and reading.\n", encoding="utf-8"
    )
    rewrite(
        tmp_path / "study.md", "x, y", "\u05de\u05b7\u05d8\u05bc\u05b6\u05d4, m\n- Other: abcdef, n"
    )

    lines = list(layout(facts(content(tmp_path), "PIPPIN"), 80))

    assert [width(line[: line.index(last)]) for line, last in zip(lines, "mn", strict=True)] == [
        15,
        15,
    ]


def test_values_have_meanings(tmp_path):
    plant(tmp_path, MEANT, "a, b")

    assert meanings(content(tmp_path), {"Name": "PIPPIN", "Worth": "1"}) == {"Worth": "small"}
    assert meanings(content(tmp_path), {"Name": "RUSSET", "Worth": "2"}) == {}
    assert facts(content(tmp_path), "QUINCE") == []


def test_explain_shows_a_card_with_its_sheet(tmp_path, capsys):
    plant(tmp_path, MEANT, f"\u05d7\u05b5\u05df, chen\n{TALE}", "a, b")

    assert main(["explain", str(tmp_path), "PIPPIN"]) == 0

    shown = capsys.readouterr().out

    assert "Worth   1 (small)\n" in shown
    assert (
        "Its sheet\n  Note   \u2067\u05d7\u05b5\u05df\u2069  chen\n  Tales  - A long tale" in shown
    )


def test_explain_gives_a_sheet_to_programs(tmp_path, capsys):
    plant(tmp_path, MEANT, f"ripe, red\n{TALE}", "a, b")

    main(["explain", str(tmp_path), "PIPPIN", "--json"])
    data = json.loads(capsys.readouterr().out)

    assert data["meanings"] == {"Worth": "small"}
    assert data["sheet"][0] == {"head": "Note", "parts": ["ripe", "red"], "bullets": []}
    assert data["sheet"][1]["bullets"][1] == "A short one."


# ---- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_no_broken_page_breaks_the_reader(tmp_path, seed):
    """Lines are lost, doubled, swapped and cut anywhere: there may be faults, but no crash."""
    chance = random.Random(seed)
    check = "- It has the parts term and reading.\n\n#### Note reading\n\n- It spells the Note term in Runic."
    plant(tmp_path, check, "ᚠᚢᚨ, fua", the_set="- The Number rises with the Suit.")
    for name in ("checks.md", "data.md", "study.md"):
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        for _ in range(6):
            at = chance.randrange(len(lines))
            other = chance.randrange(len(lines))
            match chance.randrange(4):
                case 0:
                    lines[at] = ""
                case 1:
                    lines.insert(other, lines[at])
                case 2:
                    lines[at], lines[other] = lines[other], lines[at]
                case _:
                    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")

    found = load(book.load(tmp_path))

    assert found is None or isinstance(found.faults(), list)


def test_the_orchard_is_sound(tmp_path):
    plant(tmp_path)

    assert book.load(tmp_path).errors == []
    assert told(tmp_path) == []
    assert "SET" in CHECKS
    assert "PIPPIN" in CARDS
