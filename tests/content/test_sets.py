"""What a page can ask of all cards together, each sentence kept and broken."""

from __future__ import annotations

import pytest

from content.orchard import CARDS, DATA, plant, told

# sentence, a change of the cards that breaks it, the fault
ROWS = [
    ("There are 4 cards.", "| 04 | MIRABEL | plum | B | fine | 2 |\n", "", "3 cards; there must be 4."),
    ("2 cards have the Rarity fine.", "B | fine | 3", "B | plain | 3", "Rarity: 1 cards have the Rarity fine; there must be 2."),
    ("At least 3 cards have a Worth of at least 2.", "fine | 2", "fine | 1", "Worth: 2 cards have a Worth of at least 2; there must be at least 3."),
    ("1 cards have the Suit apple and a Worth of 3.", "apple | B | fine | 3", "apple | B | fine | 2", "Suit: 0 cards have the Suit apple and a Worth of 3; there must be 1."),
    ("Each Suit has 2 cards.", "plum | A", "apple | A", "Suit: Suit apple has 3 cards; there must be 2."),
    ("Each Suit has at most 1 card that has the Rarity fine.", "A | plain | 2", "A | fine | 2", "Suit: Suit plum has 2 cards that have the Rarity fine; there must be at most 1."),
    ("2 Suits have a total Worth of at least 4.", "fine | 2", "fine | 1", "Suit: 1 Suits have a total Worth of at least 4 (apple); there must be 2."),
    ("1 Suits have only cards that have a Worth of at least 2.", "fine | 2", "fine | 1", "Suit: 0 Suits have only cards that have a Worth of at least 2; there must be 1."),
    ("2 Suits have a card that has the Rarity fine, and a card that has a Worth of at most 2.", "fine | 2", "plain | 2", "Suit: 1 Suits have a card that has the Rarity fine, and a card that has a Worth of at most 2 (apple); there must be 2."),
    ("No two cards have the same Suit and Letter.", "plum | B", "plum | A", "04 MIRABEL, Suit: Suit and Letter as on 03 DAMSON."),
    ("No two cards of one Suit have the same Worth.", "fine | 3", "fine | 1", "02 RUSSET, Worth: Worth as on 01 PIPPIN."),
    ("Each Worth from 1 to 3 is on 1 to 2 cards.", "fine | 3", "fine | 2", "Worth: 3 is on 0 cards; there must be 1 to 2."),
    ("The Number rises with the Suit, then the Letter.", "| 02 |", "| 05 |", "05 RUSSET, Number: by its Suit and Letter it belongs before 04 MIRABEL."),
    ("No field has quotation marks.", "PIPPIN", "PIP“PIN", "01 PIP“PIN, Name: it has the sign “."),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "old", "new", "fault"), ROWS)
def test_a_set_that_breaks_a_sentence_is_told(tmp_path, sentence, old, new, fault):
    cards = CARDS
    if sentence.startswith("No two cards of one Suit"):
        cards = CARDS.replace("fine | 2", "fine | 4")
    plant(tmp_path, the_set=f"- {sentence}", cards=cards)

    assert told(tmp_path) == []

    plant(tmp_path, the_set=f"- {sentence}", cards=cards.replace(old, new))

    assert fault in told(tmp_path)


def test_the_order_of_a_field_is_that_of_its_list(tmp_path):
    plant(tmp_path, the_set="- The Number rises with the Suit.")
    checks = (tmp_path / "checks.md").read_text(encoding="utf-8")

    assert told(tmp_path) == []

    turned = checks.replace("one of apple or plum", "one of plum or apple")
    (tmp_path / "checks.md").write_text(turned, encoding="utf-8")

    assert told(tmp_path) == ["03 DAMSON, Number: by its Suit it belongs before 02 RUSSET."]


CRAFTS = """\
- It is a row of the crafts.
- Each row of the crafts is on as many cards as its Count.
- No two cards of one Suit have the same row of the crafts.
"""


def test_each_row_is_on_as_many_cards_as_its_count(tmp_path):
    plant(tmp_path, CRAFTS, "Graft", "Press oil", "Press cider", "Graft", field="Craft")

    assert told(tmp_path) == []

    plant(tmp_path, CRAFTS, "Graft", "Press oil", "Press cider", "Press cider", field="Craft")

    assert sorted(told(tmp_path)) == [
        "04 MIRABEL, Craft: Craft as on 03 DAMSON.",
        "Craft: Graft is on 1 cards; there must be 2.",
        "Craft: Press is on 3 cards; there must be 2.",
    ]


def test_the_books_of_a_table_are_counted(tmp_path):
    sentence = "- The books of the library are 2 books with 3 chapters and 31 verses."
    plant(tmp_path, the_set=sentence)

    assert told(tmp_path) == []

    plant(tmp_path, the_set=sentence, data=DATA.replace("| 10 12 |", "| 10 11 |"))

    assert told(tmp_path) == [
        "books of the library: there are 2 books, 3 chapters and 30 verses; there must be 2 books, 3 chapters and 31 verses."
    ]
