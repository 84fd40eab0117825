"""Each form of declaration: what it means, and which words it brings."""

from __future__ import annotations

import pytest

from deckmastor.language.book import load_text
from deckmastor.language.declarations import listed, may_declare
from deckmastor.language.ir import Declare, Define, Do, Hold, Para
from deckmastor.language.lexicon import Attr, Frame, Reading, Status


def book(text: str):
    read = load_text(f"# Ponies {{#ponies}}\n{text}\n")
    assert [str(fault) for fault in read.errors] == []
    return read


def declared(text: str) -> Para:
    (entry,) = book(text).entries
    return entry.para.rules


FORMS = [
    ("Each player has a stall and a strength.", Declare("one", "player", ("stall", "strength"))),
    ("Each card has any number of hues.", Declare("any number", "card", ("hue",))),
    ("There is a meadow and a brook.", Declare("one", None, ("meadow", "brook"))),
    ("There is a meadow.", Declare("one", None, ("meadow",))),
    ("There is an item in the deck.", Declare("there", None, ("deck", "item"))),
    ("Each player has an item in their hand.", Declare("there", "player", ("hand", "item"))),
    ("A foal is a kind of card.", Declare("kind", "card", ("foal",))),
    ("Foals and wild ponies are kinds of card.", Declare("kind", "card", ("foal", "wild pony"))),
    ("Mice, geese and sheep are kinds of card.", Declare("kind", "card", ("mouse", "goose", "sheep"))),
    ("Beads are counters.", Declare("counter", None, ("bead",))),
    ("Beads and coins are counters.", Declare("counter", None, ("bead", "coin"))),
    ("A card can be shiny or dull.", Declare("status", "card", ("shiny", "dull"))),
    ("A card has at most one breed: pony or goat.", Declare("at most one family", "card", ("breed", "pony", "goat"))),
    ("A card has one breed: pony, goat or mule.", Declare("one family", "card", ("breed", "pony", "goat", "mule"))),
    ("Each card has any number of suits: hearts or spades.", Declare("any number of family", "card", ("suit", "hearts", "spades"))),
    ("A turn has these phases: dawn, noon and dusk.", Declare("phases", "turn", ("dawn", "noon", "dusk"))),
    ("The umpire is an office.", Declare("entity", "office", ("umpire",))),
    ("The Bank is a player.", Declare("entity", "player", ("Bank",))),
    ('On a card, "you" means its owner.', Declare("you", "card", ("owner",))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), FORMS, ids=[text for text, _ in FORMS])
def test_a_declaration_means_what_it_declares(text, meaning):
    assert declared(text) == (meaning,)


def test_one_sentence_may_declare_single_things_and_sets():
    assert declared("Each player has a hand and any number of works.") == (
        Declare("one", "player", ("hand",)),
        Declare("any number", "player", ("work",)),
    )


def test_counters_last_wherever_the_sentence_stands():
    lasting = Declare("lasting", None, ("bead", "sheep"))

    for text in (
        "Beads and sheep are counters. Beads and sheep last from game to game.",
        "Beads and sheep last from game to game. Beads and sheep are counters.",
    ):
        assert lasting in declared(text)


# ---- the words they bring -------------------------------------------------------------------


def test_zones_and_properties_belong_to_their_owner():
    lexicon = book(
        "Each player has a stall. Each card has any number of hues. There is a meadow."
    ).lexicon

    assert lexicon.attrs["stall"] == Attr("player", "")
    assert lexicon.attrs["hue"] == Attr("card", "", True)
    assert lexicon.attrs["meadow"] == Attr(None, "place")


def test_a_property_that_is_used_as_a_place_is_one():
    lexicon = book(
        "Each player has a stall and a strength.\n\nA card can be played into any stall."
    ).lexicon

    assert lexicon.attrs["stall"].sort == "place"
    assert lexicon.attrs["strength"].sort == ""


def test_kinds_have_their_parents_and_plurals():
    lexicon = book("Mice are kinds of card. A vole is a kind of mouse.").lexicon

    assert (lexicon.kinds["mouse"], lexicon.kinds["vole"]) == (("card",), ("mouse",))
    assert lexicon.readings_of("voles") == [Reading("kind", "vole", "pl")]
    assert lexicon.sort("vole") == "card"


def test_kinds_may_be_declared_in_any_order():
    lexicon = book("A foal is a kind of pony.\n\nA pony is a kind of card.").lexicon

    assert lexicon.is_kind("foal", "card")


def test_members_of_a_family_are_statuses_and_nouns():
    lexicon = book("A card has at most one breed: pony or goat.").lexicon

    assert lexicon.statuses["goat"] == Status("card", "breed")
    assert lexicon.is_kind("goat", "card")
    assert lexicon.attrs["breed"] == Attr("card", "word")


def test_statuses_counters_phases_and_names():
    lexicon = book(
        "A card can be shiny. Beads are counters. A turn has these phases: dawn, dusk. The Bank is a player."
    ).lexicon

    assert lexicon.statuses["shiny"] == Status("card")
    assert lexicon.units["bead"] == ""
    assert lexicon.phases == {"dawn": "turn", "dusk": "turn"}
    assert lexicon.names["Bank"] == "player"


def test_an_alias_is_read_as_the_word_it_stands_for():
    (_, entry) = book('"Ditch" means "remove".\n\nWhen a card is played, ditch that card.').entries

    assert entry.para.rules[0].effect.verb == "remove"


def test_a_plural_may_be_given():
    lexicon = book('A yak is a kind of card. The plural of "yak" is "yakken".').lexicon

    assert Reading("kind", "yak", "pl") in lexicon.readings_of("yakken")


def test_a_property_may_be_given_a_sort():
    lexicon = book("Each card has a binder. A binder is a player.").lexicon

    assert lexicon.attrs["binder"] == Attr("card", "player")


@pytest.mark.parametrize(
    ("text", "verb", "frame"),
    [
        ("To groom a card is to reveal it.", "groom", Frame("O", ("from",), (), "card", "")),
        ("To nap is to lose 1 point.", "nap", Frame("-", (), (), "", "player")),
        ("To rub down a card is to reveal it.", "rub down", Frame("O", ("from",), (), "card", "")),
        ("To lend a card to a player is to move it to that player's hand.", "lend", Frame("O", ("to", "from"), ("to",), "card", "")),
    ],
)  # fmt: skip
def test_a_definition_brings_a_verb_with_its_frame(text, verb, frame):
    read = book(text)

    assert read.lexicon.verbs[verb] == frame
    (rule,) = read.entries[0].para.rules
    assert isinstance(rule, Define)
    assert (rule.do.verb, isinstance(rule.means, Do)) == (verb, True)


def test_a_native_is_named_by_its_definition():
    read = book("To groom a card with a counter, the engine runs `grooming`.")

    assert read.lexicon.natives == {**read.lexicon.natives, "groom": "grooming"}
    assert "groom" in read.lexicon.lasting
    assert read.entries[0].para.rules[0].means == "grooming"


@pytest.mark.parametrize(
    ("text", "word", "home"),
    [
        ("The hand limit is 7.", "hand limit", "attrs"),
        ("Each player's luck is 3.", "luck", "attrs"),
        ("A player is lucky if the deck is empty.", "lucky", "statuses"),
    ],
)
def test_a_word_may_be_learned_from_use(text, word, home):
    read = book(text)

    assert word in getattr(read.lexicon, home)
    assert read.lexicon.implicit[word] == text.rstrip(".")
    assert isinstance(read.entries[0].para.rules[0], Hold)


# ---- what is no declaration -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Each player may draw a card.",
        "When a player has a card, they win the game.",
        "Draw a card.",
        "Players may play cards.",
    ],
)
def test_other_sentences_declare_nothing(text):
    book_words = load_text(f"# A {{#a}}\n{text}\n").lexicon
    plain = load_text("# A {#a}\nEach player may play a card.\n").lexicon

    assert (book_words.kinds, book_words.attrs) == (plain.kinds, plain.attrs)


def test_what_cannot_be_a_declaration_is_seen_from_its_first_words():
    assert may_declare("A foal is a kind of card")
    assert may_declare("Foals, geese and mice are kinds of card")
    assert not may_declare("Draw a card")
    assert not may_declare("A " + "very " * 500 + "long word is a kind of card")


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a hand", ["a hand"]),
        ("a hand and a deck", ["a hand", "a deck"]),
        ("pony, goat or mule", ["pony", "goat", "mule"]),
        ("pony, goat, or mule", ["pony", "goat", "mule"]),
        ("a sandpit, a band", ["a sandpit", "a band"]),
    ],
)
def test_a_list_is_cut_at_commas_and_joining_words(text, items):
    assert listed(text) == items
