"""The vocabulary: one role per word, whole words, the longest first, and forks that do not leak."""

from __future__ import annotations

from itertools import pairwise

import pytest

from deckmastor.language.lexicon import Attr, Clash, Cycle, Frame, Lexicon, Reading
from deckmastor.language.tokens import Readings, Sentence, tokenize
from deckmastor.language.words import core_lexicon


def found(lexicon: Lexicon, text: str) -> list[tuple[str, str]]:
    """The words that stand in a text, read from the left, the longest at each place."""
    tokens = tokenize(Sentence(text, 0))
    readings, words, i = Readings(tokens, lexicon), [], 0
    while i < len(tokens):
        here = readings.at(i)
        end = max((end for _, end in here), default=i + 1)
        words += [(reading.cat, reading.lemma) for reading, stop in here if stop == end]
        i = end
    return words


ROLES = {
    "kind": lambda lexicon, word: lexicon.add_kind(word, "card"),
    "attr": lambda lexicon, word: lexicon.add_attr(word, "player", "place"),
    "unit": lambda lexicon, word: lexicon.add_unit(word),
    "status": lambda lexicon, word: lexicon.add_status(word, "card"),
    "name": lambda lexicon, word: lexicon.add_name(word, "player"),
}


@pytest.mark.parametrize("old", ROLES)
@pytest.mark.parametrize("new", ROLES)
def test_a_word_has_one_role(old, new):
    lexicon = core_lexicon()
    assert ROLES[old](lexicon, "yak")

    if old == new:
        assert not ROLES[new](lexicon, "yak")
        return
    with pytest.raises(Clash) as caught:
        ROLES[new](lexicon, "yak")

    assert "'yak'" in str(caught.value)
    assert (caught.value.old, caught.value.new) == (old, new)
    assert [role for role in ROLES if lexicon.has_role("yak", role)] == [old]


def test_a_verb_may_be_spelled_like_a_noun():
    lexicon = core_lexicon()
    lexicon.add_attr("discard", "player", "place")
    lexicon.add_verb("discard", Frame.of("O from", "card"))

    assert {reading.cat for reading in lexicon.readings_of("discard")} == {"attr", "verb"}
    assert lexicon.readings_of("discarded") == [
        Reading("verb", "discard", "past"),
        Reading("verb", "discard", "pp"),
    ]


def test_a_member_of_a_family_is_a_status_and_a_noun():
    lexicon = core_lexicon()
    lexicon.add_member("pony", "card", "breed")

    assert lexicon.is_kind("pony", "card")
    assert lexicon.statuses["pony"].family == "breed"
    with pytest.raises(Clash, match="breed"):
        lexicon.add_member("pony", "card", "mood")


def test_a_word_of_the_base_may_be_declared_anew():
    lexicon = core_lexicon()
    assert "item" in lexicon.base

    lexicon.add_unit("item")

    assert lexicon.units["item"] == ""
    assert "item" not in lexicon.kinds
    assert {reading.cat for reading in lexicon.readings_of("items")} == {"unit"}


# ---- kinds ----------------------------------------------------------------------------------


def test_kinds_inherit_sort_and_kind():
    lexicon = core_lexicon()
    lexicon.add_kind("pony", "card")
    lexicon.add_kind("foal", "pony")

    assert lexicon.is_kind("foal", "card")
    assert not lexicon.is_kind("pony", "foal")
    assert lexicon.sort("foal") == "card"
    assert lexicon.root("foal") == "card"


def test_a_kind_may_have_two_parents():
    lexicon = core_lexicon()
    lexicon.add_kind("pony", "card")
    lexicon.add_kind("charm", "card")
    lexicon.add_kind("amulet", "pony")

    assert lexicon.add_kind("amulet", "charm")
    assert not lexicon.add_kind("amulet", "charm")
    assert lexicon.kinds["amulet"] == ("pony", "charm")


@pytest.mark.parametrize("chain", [["yak"], ["yak", "gnu"], ["yak", "gnu", "emu"]])
def test_a_kind_is_never_a_kind_of_itself(chain):
    lexicon = core_lexicon()
    lexicon.add_kind("yak", "card")
    for parent, child in pairwise(chain):
        lexicon.add_kind(child, parent)

    with pytest.raises(Cycle, match="'yak' cannot be a kind of"):
        lexicon.add_kind("yak", chain[-1])

    assert lexicon.kinds["yak"] == ("card",)


# ---- forks ----------------------------------------------------------------------------------


def test_a_fork_knows_the_same_and_learns_for_itself():
    parent = core_lexicon()
    parent.add_kind("pony", "card")
    before = repr(parent)
    fork = parent.fork()
    assert fork == parent

    fork.add_kind("foal", "pony")
    fork.add_attr("paddock", "player", "place")
    fork.add_unit("bead")
    fork.add_status("tired", "card")
    fork.add_name("Bo", "player")
    fork.add_verb("discard", Frame.of("O"))
    fork.add_verb("move", Frame.of("O with"))
    fork.add_phase("morning", "turn")
    fork.add_alias("select", "choose")
    fork.add_plural("pony", "poneys")
    fork.add_unit("item")
    fork.base.clear()
    fork.lasting.add("move")

    assert repr(parent) == before
    assert not parent.knows("foal")
    assert fork.knows("poneys")


# ---- finding words in a text ----------------------------------------------------------------


def paddock() -> Lexicon:
    lexicon = core_lexicon()
    lexicon.add_kind("pony", "card")
    lexicon.add_kind("wild pony", "pony")
    lexicon.add_attr("discard pile", None, "place")
    lexicon.add_attr("pile", None, "place")
    lexicon.add_verb("discard", Frame.of("O"))
    lexicon.add_name("Deck", "player")
    lexicon.add_attr("deck", None, "place")
    return lexicon


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wild ponies", [("kind", "wild pony")]),
        ("wild Ponies", [("kind", "wild pony")]),
        ("ponies", [("kind", "pony")]),
        ("the discard pile", [("attr", "discard pile")]),
        ("discards", [("verb", "discard")]),
        ("pony pile", [("kind", "pony"), ("attr", "pile")]),
        ("a ponytail", []),
        ("the deck", [("attr", "deck")]),
        ("arrives", []),
    ],
)
def test_words_are_found_whole_and_longest_first(text, words):
    assert found(paddock(), text) == words


def test_a_name_is_known_by_its_capital():
    lexicon = paddock()

    assert ("name", "Deck") in found(lexicon, "give a pony to Deck")
    assert ("name", "Deck") not in found(lexicon, "the deck")


# ---- spellings ------------------------------------------------------------------------------


def test_an_alias_has_all_forms_of_its_verb():
    lexicon = core_lexicon()

    assert lexicon.add_alias("select", "choose")
    assert not lexicon.add_alias("select", "choose")
    assert lexicon.readings_of("selects") == [Reading("verb", "choose", "s")]
    assert not lexicon.add_alias("frob", "grault")


def test_an_irregular_plural_is_one_more_spelling():
    lexicon = core_lexicon()
    lexicon.add_kind("ox", "card")

    assert lexicon.add_plural("ox", "oxen")
    assert lexicon.readings_of("oxen") == [Reading("kind", "ox", "pl")]
    assert not lexicon.add_plural("yak", "yakken")


def test_a_frame_is_read_from_its_short_spelling():
    frame = Frame.of("O !to !on_the_top_of from", "card")

    assert frame == Frame("O", ("to", "on the top of", "from"), ("to", "on the top of"), "card")


def test_a_verb_defined_twice_takes_what_either_takes():
    lexicon = core_lexicon()
    lexicon.add_verb("groom", Frame.of("O with", "card"))

    assert lexicon.add_verb("groom", Frame.of("- for", "card"))
    assert lexicon.verbs["groom"] == Frame("o", ("with", "for"), (), "card")


def test_a_property_of_two_kinds_is_anybodys():
    lexicon = core_lexicon()
    lexicon.add_attr("strength", "player", "number")
    lexicon.add_attr("strength", "card", "number")

    assert lexicon.attrs["strength"] == Attr("", "number")
