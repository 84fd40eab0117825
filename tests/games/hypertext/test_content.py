"""The sixty cards and their sheets: the shipped set passes every check, and a broken one does not."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import deckmastor as dm
from deckmastor.cli import main
from deckmastor.content.cards import Card
from deckmastor.content.page import Content, load
from deckmastor.content.sets import grouped
from deckmastor.language import cache
from deckmastor.language.book import Book
from deckmastor.record.books import RULEBOOKS
from deckmastor.terminal.console import Console
from deckmastor.terminal.explaining import show_card

FOLDER = RULEBOOKS / "hypertext"
STATS = ("Lore", "Context", "Complexity")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A copy of the game that a test may break."""
    return Path(shutil.copytree(FOLDER, tmp_path_factory.mktemp("book") / "hypertext"))


@pytest.fixture(scope="module")
def read(folder) -> Book:
    return cache.load(folder)


@pytest.fixture(scope="module")
def shipped(read) -> Content:
    content = load(read)
    assert content is not None
    return content


class Bench:
    """The set on which a test changes something; afterwards all is as before."""

    def __init__(self, folder: Path, read: Book) -> None:
        self.study = folder / "study.md"
        self.book = read
        self.things = list(read.things)
        self.sheets = self.study.read_text(encoding="utf-8")

    def cell(self, name: str, head: str, value: str) -> None:
        """Print something else on a card."""
        for n, thing in enumerate(self.book.things):
            if thing.rule == "cards" and thing.name == name:
                self.book.things[n] = replace(thing, cells=thing.cells | {head: value})

    def cells(self, head: str, value: str) -> None:
        """Print the same on all cards."""
        for thing in [one for one in self.book.things if one.rule == "cards"]:
            self.cell(thing.name, head, value)

    def sheet(self, name: str, head: str, value: str) -> None:
        """Write something else on a sheet; nothing takes the field away."""
        before, mark, rest = self.study.read_text(encoding="utf-8").partition(f"### {name} ")
        sheet, end, after = rest.partition("\n### ")
        lines = sheet.split("\n")
        at = next(n for n, line in enumerate(lines) if line.startswith(f"- **{head}:**"))
        last = at + 1
        while last < len(lines) and lines[last].startswith("  - "):
            last += 1
        lines[at:last] = [f"- **{head}:** {value}"] if value else []
        self.study.write_text(before + mark + "\n".join(lines) + end + after, encoding="utf-8")

    def change(self, name: str, head: str, value: str) -> None:
        """Change a field of a card, wherever it stands."""
        printed = next(one for one in self.things if one.name == name and one.rule == "cards")
        (self.cell if head in printed.cells else self.sheet)(name, head, value)

    def told(self, text: str | None = None) -> list[str]:
        """All that is wrong now."""
        content = load(self.book, text)
        assert content is not None
        return [fault.message for fault in content.faults()]

    def restore(self) -> None:
        self.book.things[:] = self.things
        self.study.write_text(self.sheets, encoding="utf-8")


@pytest.fixture
def bench(folder, read) -> Iterator[Bench]:
    found = Bench(folder, read)
    yield found
    found.restore()


def has(card: Card, **wanted: str) -> bool:
    return all(card.text(head) == value for head, value in wanted.items())


# ---- the shipped set ------------------------------------------------------------------------


@pytest.mark.rule(
    "X-009", "X-010", "X-011", "X-012", "X-013", "X-014", "X-015", "X-016", "X-017", "X-018",
    "X-019", "X-020", "X-021", "X-129", "X-130", "X-131", "X-132", "X-133", "X-134", "X-135",
    "X-136", "X-137", "X-139", "X-140", "X-169", "X-170", "X-171", "X-172", "X-173", "X-174",
    "X-175", "X-176", "X-179", "X-180", "X-181", "X-182", "X-183", "X-184", "X-185", "X-186",
    "X-187", "X-188",
)  # fmt: skip
def test_the_shipped_set_passes_every_check(shipped):
    assert [str(fault) for fault in shipped.faults()] == []
    assert len(shipped.cards) == 60
    assert all(card.has_sheet for card in shipped.cards)


@pytest.mark.rule("X-129", "X-130", "X-131")
def test_types_and_rarities_are_in_the_planned_numbers(shipped):
    quartets = [
        f"{kind}-0{n}"
        for kind, most in zip(("NOUN", "VERB", "ADJECTIVE", "NAME"), (5, 4, 3, 3), strict=True)
        for n in range(1, most + 1)
    ]

    assert [card.text("Number") for card in shipped.cards] == [f"{n:03}" for n in range(1, 61)]
    assert list(grouped(shipped.cards, "Quartet")) == quartets
    assert Counter(card.text("Type") for card in shipped.cards) == {
        "NOUN": 17,
        "VERB": 16,
        "ADJECTIVE": 12,
        "NAME": 9,
        "TITLE": 6,
    }
    assert Counter(card.text("Rarity") for card in shipped.cards) == {
        "COMMON": 24,
        "UNCOMMON": 20,
        "RARE": 10,
        "GLORIOUS": 6,
    }
    assert [
        card.text("Quartet") for card in shipped.cards if has(card, Type="TITLE", Letter="D")
    ] == ["NOUN-01", "NOUN-02", "NOUN-03", "NAME-01", "NAME-02", "NAME-03"]


@pytest.mark.rule("X-132")
def test_rarities_in_a_quartet_follow_three_patterns(shipped):
    patterns = Counter(
        "".join(sorted(card.text("Rarity")[0] for card in four))
        for four in grouped(shipped.cards, "Quartet").values()
    )

    assert patterns == {"CGUU": 6, "CCRU": 8, "CCRR": 1}


@pytest.mark.rule("X-133", "X-134", "X-135", "X-136", "X-184")
def test_stats_and_leads_are_as_planned(shipped):
    quartets = list(grouped(shipped.cards, "Quartet").values())

    def total(four: list[Card], stat: str) -> int:
        return sum(card.number(stat) or 0 for card in four)

    def leads(four: list[Card]) -> set[str]:
        return {card.text("Lead") for card in four if (card.number("Complexity") or 0) >= 3}

    assert all({card.number(stat) for card in shipped.cards} == {1, 2, 3, 4, 5} for stat in STATS)
    assert sum(total(four, "Lore") >= 12 for four in quartets) == 8
    assert sum(total(four, "Context") >= 12 for four in quartets) == 8
    assert sum((card.number("Complexity") or 0) >= 4 for card in shipped.cards) == 12
    assert (
        sum(all((card.number("Complexity") or 0) >= 3 for card in four) for four in quartets) == 4
    )
    assert sum(leads(four) == {"GREEK", "HEBREW"} for four in quartets) == 5
    assert sum(has(card, Lead="GREEK") for card in shipped.cards) == 30


# ---- a missing element ----------------------------------------------------------------------

FIELDS = """
Number, Type, Rarity, Quartet, Letter, Lore, Context, Complexity, Lead, Modifiers, Gloss, Hebrew, Greek, Forms,
Occurrences, Depth, Trivia, Art, Old Testament, New Testament
"""


@pytest.mark.rule("X-009", "X-016")
@pytest.mark.parametrize("head", [head.strip() for head in FIELDS.split(",")])
def test_a_card_without_an_element_is_rejected(bench, head):
    bench.change("GRACE", head, "")

    number = "" if head == "Number" else "017"

    assert f"{number} GRACE, {head}: it is missing." in bench.told()


@pytest.mark.rule("X-009")
def test_a_card_without_its_word_is_rejected(bench):
    bench.cell("GRACE", "Name", "")

    assert "017 , Name: it is missing." in bench.told()


# ---- a broken field -------------------------------------------------------------------------


BROKEN = [
    # items, card, field, what it says instead, the fault
    (("X-010", "X-169"), "GRACE", "Number", "061", "061 GRACE, Number: '061' is none of 001 to 060"),
    (("X-010", "X-169"), "GRACE", "Number", "17", "17 GRACE, Number: '17' is none of"),
    (("X-010", "X-169"), "GRACE", "Number", "018", "018 PEACE, Number: Number as on 018 GRACE"),
    (("X-169",), "GRACE", "Letter", "D", "018 PEACE, Number: by its Quartet and Letter it belongs before 017 GRACE"),
    (("X-011", "X-170"), "GRACE", "Name", "Grace", "Name: 'Grace' has the sign 'r'"),
    (("X-170",), "GRACE", "Name", "GOD'S", "Name: 'GOD'S' has the sign"),
    (("X-170",), "GRACE", "Name", "G", "Name: 1 letters; there must be 2 to 14"),
    (("X-170",), "GRACE", "Name", "GRACIOUSNESSES" + "S", "Name: 15 letters"),
    (("X-170",), "GRACE", "Name", "PEACE", "018 PEACE, Name: Name as on 017 PEACE"),
    (("X-011", "X-171"), "GRACE", "Gloss", "ok", "017 GRACE, Gloss: 2 characters; there must be 3 to 90"),
    (("X-171",), "GRACE", "Gloss", "x" * 91, "Gloss: 91 characters"),
    (("X-171",), "GRACE", "Gloss", "the gift of Grace", "Gloss: it contains 'GRACE'"),
    (("X-171",), "GRACE", "Gloss", "favour<br>freely given", "Gloss: 2 lines"),
    (("X-171",), "GRACE", "Gloss", "favour freely given.", "Gloss: it ends with '.'"),
    (("X-012", "X-172"), "GRACE", "Type", "ADVERB", "Type: 'ADVERB' is none of NOUN, VERB"),
    (("X-013", "X-172"), "GRACE", "Rarity", "EPIC", "Rarity: 'EPIC' is none of COMMON"),
    (("X-020", "X-129", "X-172"), "GRACE", "Quartet", "NOUN-06", "Quartet: 'NOUN-06' is none of NOUN-01 to NOUN-05"),
    (("X-020", "X-172"), "GRACE", "Quartet", "NOUN-5", "Quartet: 'NOUN-5' is none of"),
    (("X-020", "X-172"), "GRACE", "Quartet", "TITLE-01", "Quartet: 'TITLE-01' is none of"),
    (("X-020",), "GRACE", "Quartet", "NOUN-04", "Quartet: Quartet NOUN-04 has 5 cards; there must be 4"),
    (("X-021", "X-172"), "GRACE", "Letter", "E", "Letter: 'E' is none of A, B, C or D"),
    (("X-021",), "GRACE", "Letter", "B", "018 PEACE, Quartet: Quartet and Letter as on 017 GRACE"),
    (("X-130",), "GRACE", "Type", "TITLE", "Type: 16 cards have the Type NOUN; there must be 17"),
    (("X-130",), "GRACE", "Type", "TITLE", "Quartet: 'NOUN-05' is none of NOUN-01, NOUN-02"),
    (("X-130",), "GRACE", "Type", "TITLE", "Letter: 'A' is none of D"),
    (("X-130",), "GRACE", "Type", "NAME", "Quartet: 'NOUN-05' does not begin with 'NAME'"),
    (("X-131",), "GRACE", "Rarity", "UNCOMMON", "Rarity: 23 cards have the Rarity COMMON; there must be 24"),
    (("X-132",), "GRACE", "Rarity", "UNCOMMON", "Quartet: Quartet NOUN-05 has 0 cards that have the Rarity COMMON; there must be at least 1"),
    (("X-132",), "PEACE", "Rarity", "GLORIOUS", "Quartet: Quartet NOUN-05 has 2 cards that have the Rarity GLORIOUS; there must be at most 1"),
    (("X-132",), "WATER", "Rarity", "RARE", "Quartet: Quartet NOUN-04 has 3 cards that have the Rarity RARE; there must be at most 2"),
    (("X-015", "X-173"), "GRACE", "Lore", "6", "Lore: '6' is no whole number from 1 to 5"),
    (("X-015", "X-173"), "GRACE", "Context", "0", "Context: '0' is no whole number"),
    (("X-015", "X-173"), "GRACE", "Complexity", "three", "Complexity: 'three' is no whole number"),
    (("X-138",), "GRACE", "Lore", "6", "Lore: '6' is no row of the meanings of Lore"),
    (("X-135", "X-178"), "GRACE", "Context", "4", "Context: '4' should be '3', as the Occurrences is 170"),
    (("X-135", "X-178"), "GRACE", "Occurrences", "149", "Context: '3' should be '2', as the Occurrences is 149"),
    (("X-135", "X-178"), "GRACE", "Occurrences", "350", "Context: '3' should be '4'"),
    (("X-178",), "GRACE", "Occurrences", "many", "Occurrences: 'many' is no whole number"),
    (("X-178",), "GRACE", "Forms", "Grace", "Forms: 'Grace' has the sign 'G'"),
    (("X-137",), "GRACE", "Depth", "telling parts", "Complexity: '3' should be 2, by the Depth"),
    (("X-137",), "GRACE", "Depth", "several originals, a long word", "Depth: 'a long word' is none of several originals"),
    (("X-016", "X-139", "X-174"), "GRACE", "Modifiers", "Feast", "Modifiers: 'Feast' is no row of the abilities"),
    (("X-139", "X-174"), "GRACE", "Modifiers", "Echo", "Modifiers: 'Echo' is GLORIOUS, but the card is COMMON"),
    (("X-139", "X-174"), "GRACE", "Modifiers", "Sift", "Modifiers: Sift is on 5 cards; there must be 4"),
    (("X-139",), "WISDOM", "Modifiers", "Testify VERB", "019 WISDOM, Modifiers: Modifiers as on 018 PEACE"),
    (("X-140", "X-174"), "PEACE", "Modifiers", "Testify", "Modifiers: 'Testify': Testify takes NOUN or VERB"),
    (("X-140", "X-174"), "PEACE", "Modifiers", "Testify lore", "Testify takes NOUN or VERB or ADJECTIVE or NAME or TITLE, not 'lore'"),
    (("X-140",), "KINGDOM", "Modifiers", "Count TITLE", "Count takes NOUN or VERB or ADJECTIVE or NAME, not 'TITLE'"),
    (("X-140",), "KING", "Modifiers", "Measure NOUN", "Measure takes lore or context or complexity, not 'NOUN'"),
    (("X-174",), "GRACE", "Modifiers", "Gather NOUN", "Gather takes nothing, not 'NOUN'"),
    (("X-017", "X-175"), "GRACE", "Old Testament", "none", "Old Testament: 0 items; there must be 1 to 4"),
    (("X-175",), "GRACE", "New Testament", "; ".join(f"John 1:{n}" for n in range(1, 6)), "New Testament: 5 items"),
    (("X-175",), "GRACE", "Old Testament", "Genesis chapter 6", "Old Testament: 'Genesis chapter 6' is no reference"),
    (("X-175",), "GRACE", "Old Testament", "Genesis 6:8; Genesis 6:8", "Old Testament: 'genesis 6:8' is there 2 times"),
    (("X-017", "X-176"), "GRACE", "Old Testament", "John 1:16", "'John' is none of the books of the Old Testament"),
    (("X-176",), "GRACE", "New Testament", "Exodus 33:17", "'Exodus' is none of the books of the New Testament"),
    (("X-176",), "GRACE", "Old Testament", "Genesis 51:1", "Genesis has no chapter 51: it has 50"),
    (("X-176",), "GRACE", "Old Testament", "Psalm 117:3", "Psalms 117 has no verse 3: it has 2"),
    (("X-176",), "GRACE", "New Testament", "Jude 1:24-26", "Jude 1 has no verse 26: it has 25"),
    (("X-176",), "GRACE", "New Testament", "Jude 1:24-20", "'Jude 1:24-20' does not rise"),
    (("X-018", "X-179"), "GRACE", "Hebrew", "chen, chen, H2580", "Hebrew term: 'c' (U+0063) is no sign of Hebrew"),
    (("X-179",), "GRACE", "Hebrew", "ח, ch, H2580", "Hebrew term: 1 letters; there must be at least 2"),
    (("X-179",), "GRACE", "Hebrew", "חֵנ, chen, H2580", "Hebrew term: 'נ' ends a word: write 'ן'"),
    (("X-179",), "STAFF", "Hebrew", "ןטה, nth, H4294", "Hebrew term: 'ן' is only for the end of a word"),
    (("X-179",), "STAFF", "Hebrew", "מַט\u05bc\u05b6ה, matteh, H4294", "Hebrew term: its signs are not composed"),
    (("X-180",), "GRACE", "Hebrew", "חֵן, hen, H2580", "Hebrew reading: 'hen' does not spell letter 1 of חֵן"),
    (("X-180",), "GRACE", "Hebrew", "חֵן, chent, H2580", "Hebrew reading: 'chent' says more than"),
    (("X-180",), "GRACE", "Hebrew", "חֵן, chenn, H2580", "Hebrew reading: 'chenn' says more than"),
    (("X-180",), "GRACE", "Hebrew", "חֵן, chēn, H2580", "Hebrew reading: 'chēn' has the sign 'ē'"),
    (("X-018", "X-181"), "GRACE", "Greek", "charis, charis, G5485", "Greek term: 'c' (U+0063) is no sign of Greek"),
    (("X-181",), "GRACE", "Greek", "χάρισ, charis, G5485", "Greek term: 'σ' ends a word: write 'ς'"),
    (("X-181",), "WISDOM", "Greek", "ςοφία, sophia, G4678", "Greek term: 'ς' is only for the end of a word"),
    (("X-181",), "GRACE", "Greek", "χα\u0301ρις, charis, G5485", "Greek term: its signs are not composed"),
    (("X-181",), "GRACE", "Greek", "χ, ch, G5485", "Greek term: 1 letters"),
    (("X-182",), "GRACE", "Greek", "χάρις, karis, G5485", "Greek reading: 'karis' should be 'charis'"),
    (("X-182",), "GRACE", "Greek", "χάρις, Charis, G5485", "Greek reading: 'Charis' should be 'charis'"),
    (("X-183",), "GRACE", "Hebrew", "חֵן, chen, H8675", "Hebrew number: 'H8675' is none of H1 to H8674"),
    (("X-183",), "GRACE", "Hebrew", "חֵן, chen, G2580", "Hebrew number: 'G2580' is none of"),
    (("X-183",), "GRACE", "Greek", "χάρις, charis, G5625", "Greek number: 'G5625' is none of G1 to G5624"),
    (("X-183",), "GRACE", "Greek", "χάρις, charis, G2717", "Greek number: 'G2717' is none of"),
    (("X-183",), "GRACE", "Greek", "χάρις, charis, G3302", "Greek number: 'G3302' is none of"),
    (("X-184",), "GRACE", "Lead", "LATIN", "Lead: 'LATIN' is none of GREEK or HEBREW"),
    (("X-014", "X-186"), "GRACE", "Art", "A hand", "Art: 6 characters; there must be 10 to 200"),
    (("X-186",), "GRACE", "Art", "A hand " + "and a hand " * 20, "Art: 226 characters"),
    (("X-186",), "GRACE", "Art", "A hand over a field. A house by the sea", "Art: 2 sentences; there must be 1"),
    (("X-186",), "GRACE", "Art", "A stone with an inscription in gold", "Art: it contains 'inscription'"),
    (("X-187",), "GRACE", "Gloss", "what he called “unmerited favour”", "Gloss: it has the sign “"),
    (("X-187",), "GRACE", "Art", 'A hand that says "take and eat" to nobody', 'Art: it has the sign "'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "head", "value", "fault"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(*row[0])) for row in BROKEN],
)
@pytest.mark.rule("X-188")
def test_a_broken_field_is_found(bench, name, head, value, fault):
    bench.change(name, head, value)

    assert any(fault in message for message in bench.told())


BULLETS = ["A first bullet that names nothing at all.", "A second bullet about *charis*, a word."]
TRIVIA = [
    (BULLETS, "Trivia: 2 items; there must be 3 to 5"),
    ([*BULLETS, "Too short."], "Trivia: 'Too short.': 10 characters; there must be 20 to 160"),
    ([*BULLETS, "Too long " * 20], "179 characters"),
    ([*BULLETS, BULLETS[0]], "'a first bullet that names nothing at all.' is there 2 times"),
    ([BULLETS[0], "Another one that names nothing.", "A bullet about chen, which is not its lead."], "Trivia: none of them does"),
    ([BULLETS[0], "Another one that names nothing.", "A bullet about Genesis 60:1, which is nowhere."], "Trivia: none of them does"),
]  # fmt: skip


@pytest.mark.rule("X-019", "X-185")
@pytest.mark.parametrize(("bullets", "fault"), TRIVIA)
def test_broken_trivia_are_found(bench, bullets, fault):
    bench.sheet("GRACE", "Trivia", "\n" + "\n".join(f"  - {bullet}" for bullet in bullets))

    assert any(fault in message for message in bench.told())


@pytest.mark.rule("X-185")
@pytest.mark.parametrize(
    "named", ["*charis*", "Ephesians 2:8", "Song of Solomon 2:1", "1 John 1:9"]
)
def test_trivia_name_the_lead_term_or_a_reference(bench, named):
    bullets = [BULLETS[0], "Another one that names nothing.", f"A bullet that speaks of {named}."]
    bench.sheet("GRACE", "Trivia", "\n" + "\n".join(f"  - {bullet}" for bullet in bullets))

    assert bench.told() == []


# ---- a broken set ---------------------------------------------------------------------------


@pytest.mark.rule("X-133", "X-173")
@pytest.mark.parametrize("stat", STATS)
def test_a_stat_uses_its_whole_range(bench, stat):
    bench.cells(stat, "3")

    wrong = bench.told()

    assert f"{stat}: 3 is on 60 cards; there must be 4 to 24." in wrong
    assert f"{stat}: 5 is on 0 cards; there must be 4 to 24." in wrong


@pytest.mark.rule("X-134", "X-135", "X-136")
@pytest.mark.parametrize(
    ("stat", "value", "fault"),
    [
        ("Lore", "2", "Quartet: 0 Quartets have a total Lore of at least 12; there must be 6 to 9."),
        ("Context", "3", "Quartet: 15 Quartets have a total Context of at least 12"),
        ("Complexity", "4", "Complexity: 60 cards have a Complexity of at least 4; there must be 10 to 15."),
        ("Complexity", "3", "Quartet: 15 Quartets have only cards that have a Complexity of at least 3"),
        ("Complexity", "2", "Quartet: 0 Quartets have a card that has the Lead GREEK and a Complexity of at least 3, and"),
    ],
)  # fmt: skip
def test_stats_are_spread_over_the_quartets(bench, stat, value, fault):
    bench.cells(stat, value)

    assert any(fault in message for message in bench.told())


@pytest.mark.rule("X-184")
def test_leads_are_balanced(bench):
    bench.cells("Lead", "GREEK")

    assert "Lead: 60 cards have the Lead GREEK; there must be 24 to 36." in bench.told()


@pytest.mark.rule("X-183")
def test_no_two_cards_study_the_same_pair_of_words(bench):
    bench.sheet("PEACE", "Hebrew", "חֵן, *chen*, H2580")
    bench.sheet("PEACE", "Greek", "χάρις, *charis*, G5485")

    assert (
        "018 PEACE, Hebrew number: Hebrew number and Greek number as on 017 GRACE." in bench.told()
    )


# ---- spellings ------------------------------------------------------------------------------

HEBREW = {
    "אַהֲרֹן": "Aharon",
    "גֹּאֵל": "go'el",
    "מַטֶּה": "matteh",
    "מַלְכִּי־צֶדֶק": "Malki-Tsedeq",
    "בֵּית לֶחֶם": "Bet Lechem",
    "רוּחַ": "ruach",
    "שָׁלוֹם": "shalom",
    "כֶּבֶשׂ": "keves",
    "עִוֵּר": "ivver",
}


@pytest.mark.rule("X-180")
@pytest.mark.parametrize(("term", "reading"), HEBREW.items())
def test_hebrew_is_spelt_by_its_consonants(bench, term, reading):
    bench.sheet("JONAH", "Hebrew", f"{term}, *{reading}*, H3124")

    assert bench.told() == []


GREEK = {
    "ἄγγελος": "angelos",
    "αἷμα": "haima",
    "υἱός": "huios",
    "ῥάβδος": "rhabdos",
    "πραΰς": "prays",
    "εὐλογέω": "eulogeō",
    "σῴζω": "sōzō",
    "Ἠσαΐας": "Ēsaias",
    "Ἑβραῖος": "Hebraios",
    "ψυχή": "psychē",
    "σπλάγχνον": "splanchnon",
    "Θωμᾶς": "Thōmas",
    "ναός ἅγιος": "naos hagios",
}


@pytest.mark.rule("X-182")
@pytest.mark.parametrize(("term", "reading"), GREEK.items())
def test_greek_is_spelt_letter_by_letter(bench, term, reading):
    bench.sheet("JONAH", "Greek", f"{term}, *{reading}*, G2495")

    assert bench.told() == []


# ---- books ----------------------------------------------------------------------------------


@pytest.mark.rule("X-176")
def test_the_books_have_all_their_chapters_and_verses(folder, bench):
    books = folder / "books.md"
    whole = books.read_text(encoding="utf-8")
    books.write_text(
        whole.replace("| Ruth | | 4 | 22 23 18 22 |", "| Ruth | | 4 | 22 23 18 21 |"),
        encoding="utf-8",
    )

    wrong = bench.told()
    books.write_text(whole, encoding="utf-8")

    assert wrong == [
        "books of the Old Testament: there are 39 books, 929 chapters and 23144 verses; there must be 39 books, 929 chapters and 23145 verses."
    ]


# ---- a text at hand -------------------------------------------------------------------------


def made_up(content: Content) -> str:
    """A text in which each main verse has the first form of its card, all as often as is printed."""
    lines: list[str] = []
    for card in content.cards:
        form, times = card.items("Forms")[0], card.number("Occurrences") or 0
        lines += [f"{card.items(head)[0]} {form}" for head in ("Old Testament", "New Testament")]
        lines.append(f"Obadiah 1:1 {f'{form} ' * (times - 2)}")
    return "\n".join(lines)


@pytest.mark.rule("X-177", "X-178")
def test_forms_are_counted_and_found_in_a_text(bench, shipped):
    assert bench.told(made_up(shipped)) == []


@pytest.mark.rule("X-177")
def test_a_main_verse_without_the_word_is_found(bench, shipped):
    text = made_up(shipped).replace("Ephesians 2:8 grace", "Ephesians 2:9 grace")

    assert bench.told(text) == [
        "017 GRACE, Forms: none of them does; 'grace' is not in Ephesians 2:8."
    ]


@pytest.mark.rule("X-178")
def test_a_wrong_count_is_found(bench, shipped):
    text = made_up(shipped) + "\nObadiah 1:2 Grace and peace."

    assert bench.told(text) == [
        "017 GRACE, Occurrences: '170' should be 171 in the text at hand.",
        "018 PEACE, Occurrences: '429' should be 430 in the text at hand.",
    ]


# ---- who hears of it ------------------------------------------------------------------------


@pytest.mark.rule("X-188")
def test_check_fails_and_tells_number_field_and_reason(bench, folder, capsys):
    assert main(["check", str(folder), "--no-warnings"]) == 0

    bench.sheet("GRACE", "Art", "A hand")

    assert main(["check", str(folder), "--no-warnings"]) == 1
    assert "017 GRACE, Art: 6 characters; there must be 10 to 200." in capsys.readouterr().out


@pytest.mark.rule("X-188")
def test_the_game_refuses_a_set_with_faults(bench, folder):
    bench.sheet("GRACE", "Art", "A hand")

    with pytest.raises(dm.RulebookError, match="017 GRACE, Art: 6 characters"):
        dm.load(folder)


# ---- the study view -------------------------------------------------------------------------

GRACE = """\
  Gloss          favour that is given and cannot be earned
  Hebrew         \u2067חֵן\u2069     chen    H2580
  Greek          χάρις  charis  G5485
  Old Testament  Genesis 6:8; Exodus 33:17; Proverbs 3:34
"""


@pytest.mark.rule("X-138")
def test_explain_shows_the_card_with_its_facts(capsys):
    assert main(["explain", "hypertext", "GRACE"]) == 0

    shown = capsys.readouterr().out

    assert "Lore        5 (backbone of the whole story)\n" in shown
    assert GRACE in shown
    assert "- In Hebrew letters the name Noah is chen written backwards.\n" in shown


def test_a_screen_that_does_not_turn_hebrew_gets_it_turned(capsys, monkeypatch):
    monkeypatch.setenv("DECKMASTOR_BIDI", "visual")

    main(["explain", "hypertext", "GRACE"])

    assert "  Hebrew         \u05df\u05d7\u05b5     chen    H2580\n" in capsys.readouterr().out


def test_a_player_sees_the_sheet_of_a_card():
    match = dm.load("hypertext").start(["ann", "bob"])
    out = io.StringIO()

    show_card(Console((), out, 80), match, "grace")

    assert "  Lore: 5 (backbone of the whole story)\n" in out.getvalue()
    assert GRACE in out.getvalue()
