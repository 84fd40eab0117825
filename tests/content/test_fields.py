"""What a page can ask of a field: for each sentence a text that passes and one that does not."""

from __future__ import annotations

import pytest

from content.orchard import NAMES, plant, told

ROWS = [
    # sentence, what passes, what does not, part of the reason
    ("It has 3 to 9 characters.", "quince", "fruit of trees", "14 characters; there must be 3 to 9"),
    ("It has at least 2 letters.", "a1b2", "a12", "1 letters; there must be at least 2"),
    ("It has at most 2 words.", "ripe fruit", "a ripe fruit", "3 words"),
    ("It has no sentences.", "", "Ripe.", "1 sentences; there must be no"),
    ("It has 1 line.", "one", "one<br>two", "2 lines; there must be 1"),
    ("It has 1 sentence.", "A tree. ", "A tree. A ladder", "2 sentences"),
    ("It is a whole number from 1 to 5.", "5", "6", "'6' is no whole number from 1 to 5"),
    ("It is a whole number from 1 to 5.", "1", "01", "'01' is no whole number"),
    ("It is a whole number from 1 to 5.", "3", "three", "'three' is no whole number"),
    ("It is one of red, green or gold.", "gold", "blue", "'blue' is none of red, green or gold"),
    ("It is one of A-01 to A-12 or B.", "A-09", "A-9", "'A-9' is none of"),
    ("It is one of A-1 to A-999999999.", "A-123456", "A-0123456", "'A-0123456' is none of"),
    ("It is one of 01 to 12.", "07", "7", "'7' is none of 01 to 12"),
    ("It is one of H1 to H20, but not H3 or H5 to H7.", "H8", "H6", "'H6' is none of"),
    ("It is written with A to Z and hyphens.", "RED-GOLD", "RED GOLD", "the sign ' ' (U+0020)"),
    ("It is written with U+0061 to U+0063, digits and blanks.", "abc 1", "abcd", "the sign 'd'"),
    ("It does not contain the words text or label.", "a texture", "A Label", "it contains 'label'"),
    ("It does not contain the Suit.", "pineapple", "an Apple a day", "it contains 'apple'"),
    ("It does not end with a full stop.", "a tree", "a tree.", "it ends with '.'"),
    ("It begins with the Suit.", "apple pie", "pie", "'pie' does not begin with 'apple'"),
    ("It follows from the Worth: low below 3, high from 3.", "low", "high", "should be 'low'"),
    ("It is a reference to the books of the library.", "Almanac 2:12", "Almanac 2:13", "Almanac 2 has no verse 13: it has 12"),
    ("It is a reference to the books of the library.", "Seasons 1:3-9", "Seasons 2:1", "1 Seasons has no chapter 2: it has 1"),
    ("It is a reference to the books of the library.", "1 Seasons 1:1", "2 Seasons 1:1", "'2 Seasons' is none of the books"),
    ("It is a reference to the books of the library.", "Almanac 1:1-10", "Almanac 1:3-3", "does not rise"),
    ("It is a reference to the books of the library.", "Almanac 1:1", "Almanac 1:0", "has no verse 0"),
    ("It is a reference to the books of the library.", "Almanac 1:1", "see Almanac", "is no reference"),
    ("It is a row of the crafts.", "Graft", "Prune", "'Prune' is no row of the crafts"),
    ("It is a row of the crafts.", "Press oil", "Press", "Press takes cider or oil, not ''"),
    ("It is a row of the crafts.", "Graft", "Graft oil", "Graft takes nothing, not 'oil'"),
    ("It names a row with its Rarity in the crafts.", "Graft", "Press oil", "is fine, but the card is plain"),
    ("It lists 2 to 3 items.", "red, green", "red", "1 items; there must be 2 to 3"),
    ("It lists 2 items.", "red, green; gold", "red; green; gold", "3 items"),
    ("It lists no items.", "none", "some", "1 items; there must be no"),
    ("They are all different.", "red, green", "red, green, Red", "'red' is there 2 times"),
    ("Each of them has 3 to 5 characters.", "red, gold", "red, yellow, go", "6 characters"),
    ("Each of them is one of red or gold.", "gold, red", "gold, blue", "'blue' is none of"),
    ("One of them contains the Suit or a reference to the books of the library.", "a plum, an apple", "a plum, a pear", "none of them does"),
    ("One of them contains the Suit or a reference to the books of the library.", "see Almanac 1:4", "see Almanac 1:14", "none of them does"),
    ("One of them contains the Suit or a reference to the books of the library.", "as 1 Seasons 1:9 says", "none", "there is none"),
    ("If the Rarity is plain, it has 3 characters.", "red", "gold", "4 characters"),
    ("If the Rarity is not fine, it has 3 characters.", "red", "gold", "4 characters"),
]  # fmt: skip


def first_sheet(text: str) -> str:
    """A study in which only the first card has the field."""
    note = f"- **Note:** {text}" if text else ""
    others = "\n\n".join(f"### {name}" for name in NAMES[1:])
    return f"# Study\n\n### {NAMES[0]}\n\n{note}\n\n{others}\n"


@pytest.mark.parametrize(("sentence", "good", "bad", "why"), ROWS)
def test_a_field_is_told_with_the_reason(tmp_path, sentence, good, bad, why):
    plant(tmp_path, f"- It may be missing.\n- {sentence}", sheets=first_sheet(bad))

    wrong = told(tmp_path)

    assert {message.partition(": ")[0] for message in wrong} == {"01 PIPPIN, Note"}
    assert any(why in message for message in wrong)


@pytest.mark.parametrize(("sentence", "good", "bad", "why"), ROWS)
def test_a_field_passes(tmp_path, sentence, good, bad, why):
    plant(tmp_path, f"- It may be missing.\n- {sentence}", sheets=first_sheet(good))

    assert told(tmp_path) == []


def test_a_condition_asks_it_only_of_some_cards(tmp_path):
    plant(tmp_path, "- If the Suit is plum, it has 3 characters.", "gold")

    assert [message.split(",")[0] for message in told(tmp_path)] == ["03 DAMSON", "04 MIRABEL"]


def test_a_field_must_be_there_unless_it_may_be_missing(tmp_path):
    plant(tmp_path, "- It has 3 characters.", "red")
    study = (tmp_path / "study.md").read_text(encoding="utf-8")
    (tmp_path / "study.md").write_text(study.replace("- **Note:** red", "", 1), encoding="utf-8")

    assert told(tmp_path) == ["01 PIPPIN, Note: it is missing."]


def test_a_number_counts_what_another_field_lists(tmp_path):
    cards = plant(tmp_path, "- It lists at most 3 items.", "a", "a, b, c", "a, b", "a, b")
    checks = (cards / "checks.md").read_text(encoding="utf-8")
    worth = "\n\n### Worth {#worth}\n\n- It is 0 more than the number of the Note.\n"
    (cards / "checks.md").write_text(checks + worth, encoding="utf-8")

    assert told(cards) == []

    study = (cards / "study.md").read_text(encoding="utf-8")
    (cards / "study.md").write_text(study.replace("a, b, c", "a"), encoding="utf-8")

    assert told(cards) == ["02 RUSSET, Worth: '3' should be 1, by the Note."]


# ---- parts ----------------------------------------------------------------------------------

PARTS = """\
- It has the parts sort and weight.

#### Note sort {#sort}

- It is one of sweet or sour.

#### Note weight {#weight}

- It is a whole number from 1 to 9.
"""


def test_the_parts_of_a_field_are_fields(tmp_path):
    plant(tmp_path, PARTS, "sweet, 4", "sour, 40")

    assert told(tmp_path)[0] == "02 RUSSET, Note weight: '40' is no whole number from 1 to 9."


def test_a_field_must_have_all_its_parts(tmp_path):
    plant(tmp_path, PARTS, "sweet", "sour, 4")

    assert told(tmp_path) == ["01 PIPPIN, Note: 1 parts; they must be sort, weight."]


# ---- scripts and spellings ------------------------------------------------------------------

WRITTEN = [
    ("ᚠᚢᚨ", ""),
    ("ᚠᚨᚤ ᚠᚤ", ""),
    ("ᚠᚨx", "'x' (U+0078) is no sign of Runic"),
    ("ᚠᚨᚢ", "'ᚢ' ends a word: write 'ᚤ'"),
    ("ᚠᚤᚨ", "'ᚤ' is only for the end of a word"),
]


@pytest.mark.parametrize(("term", "why"), WRITTEN)
def test_a_word_is_rightly_written_in_its_script(tmp_path, term, why):
    plant(tmp_path, "- It is written in Runic.", term)

    assert bool(told(tmp_path)) == bool(why)
    assert why in "".join(told(tmp_path)[:1])


def test_signs_must_be_composed(tmp_path):
    signs = "| U+0020 | U+0020 |"
    data = plant(tmp_path).joinpath("data.md").read_text(encoding="utf-8")
    data = data.replace(signs, f"{signs}\n| U+0061 | U+00FF |\n| U+0300 | U+036F |")
    plant(tmp_path, "- It is written in Runic.", "\u00e9", "e\u0301", "\u00e9", data=data)

    assert told(tmp_path) == [
        "02 RUSSET, Note: its signs are not composed as Unicode wants it (NFC)."
    ]


SPELT = [
    # term, spelling, letters between, why not
    ("ᚨ", "a", "", ""),
    ("ᚨᚠ", "of", "", ""),
    ("ᚨᚠ", "af", "", "'af' should be 'of'"),
    ("ᚠᚨ", "fa", "", ""),
    ("ᚢᚨᚠ", "uof", "", ""),  # the first exception that fits
    ("ᚢᚨ", "ue", "", ""),
    ("ᚢᚨ", "e", "", ""),
    ("ᚢᚨ\u0308", "ua", "", ""),  # a letter set apart has no neighbours
    ("ᚨᚠ\u0308", "af", "", ""),
    ("ᚠ\u0301", "ff", "", ""),
    ("ᚠ\u0301", "f", "", ""),
    ("ᚠ", "ff", "", "'ff' should be 'f'"),
    ("ᚨᚠ\u0314", "hof", "", ""),
    ("ᚨᚠ\u0314", "of", "", "'of' should be 'hof'"),
    ("ᚠᚨ ᚠ", "fa f", "", ""),
    ("ᚠᚠ", "faef", "a, e or i", ""),
    ("ᚠᚠ", "FAF", "a, e or i", ""),
    ("ᚠᚠ", "faxf", "a, e or i", "does not spell letter 2"),
    ("ᚠᚠ", "fafaf", "a, e or i", "says more than"),
    ("ᚠ" * 201, "f" * 201, "", "more than 200 signs cannot be compared"),
    ("ᚢ" * 200, "u" * 200, "u or a", ""),  # many ways to read it, and still at once
]


@pytest.mark.parametrize(("term", "latin", "between", "why"), SPELT)
def test_a_spelling_follows_the_letters(tmp_path, term, latin, between, why):
    behind = f", with {between} between" if between else ""
    parts = f"- It has the parts term and reading.\n\n#### Note reading\n\n- It spells the Note term in Runic{behind}."
    plant(tmp_path, parts, f"{term}, {latin}")
    # a heading makes the part a field that sentences can speak of
    checks = (tmp_path / "checks.md").read_text(encoding="utf-8")
    (tmp_path / "checks.md").write_text(f"{checks}\n#### Note term\n", encoding="utf-8")

    wrong = told(tmp_path)

    assert bool(wrong) == bool(why)
    assert why in "".join(wrong[:1])


# ---- a text at hand -------------------------------------------------------------------------

TEXT = """\
Almanac 1:1 In spring the apple blooms, the APPLE tree and the pear.
Almanac 1:2 Apples ripen late.
Seasons 1:9\tA plum is no apple's cousin.
Nowhere 1:1 apple apple apple
"""
FORMS = """\
- It lists at least 1 items.
- One of them is in the first verses of the Place.

### Place {#place}

- Each of them is a reference to the books of the library.

### Times {#times}

- It is how often the Note are in the text.
"""
SHEETS = "# Study\n\n" + "\n\n".join(
    f"### {name}\n\n- Note: {forms}\n- Place: {place}\n- Times: {times}"
    for name, forms, place, times in [
        ("PIPPIN", "apple, apples", "Almanac 1:1; Almanac 1:4", 4),
        ("RUSSET", "apples", "Almanac 1:1-2", 1),
        ("DAMSON", "plum", "1 Seasons 1:9", 1),
        ("MIRABEL", "pear", "Almanac 1:1", 1),
    ]
)


def test_words_are_counted_and_found_in_a_text(tmp_path):
    plant(tmp_path, FORMS, sheets=SHEETS)

    assert told(tmp_path, TEXT) == []


def test_without_a_text_nothing_is_counted(tmp_path):
    plant(tmp_path, FORMS, sheets=SHEETS.replace("Times: 4", "Times: 40"))

    assert told(tmp_path) == []
    assert told(tmp_path, TEXT) == ["01 PIPPIN, Times: '40' should be 4 in the text at hand."]


def test_a_word_that_is_not_in_its_main_verses_is_told(tmp_path):
    plant(tmp_path, FORMS, sheets=SHEETS.replace("Almanac 1:1-2", "Almanac 1:1"))

    assert told(tmp_path, TEXT) == [
        "02 RUSSET, Note: none of them does; 'apples' is not in Almanac 1:1."
    ]
