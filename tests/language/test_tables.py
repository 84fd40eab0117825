"""Tables: what a row is under each caption, and how its cells are read."""

from __future__ import annotations

import pytest

from deckmastor.language.book import load, load_text
from deckmastor.language.ir import Calc, Cmp, Is, Kind, Of, Ref, walk
from deckmastor.language.tables import Collection, Relation, Value
from pony_book import PONIES

MODIFIERS = """\
The modifiers are:

| Name | Where | Text |
|---|---|---|
| Bound | | When this card is played, its binder gains 1 bead. |
| Toll [X] | X is a number at least 1 | To play this card, a player must pay X beads. |
| Barred [K] [X] | K is a kind of card; X is a number | K cannot be played onto this card. |

"""


def book(text: str):
    """The ponies with tables in a rule `cards`."""
    return load_text(f"{PONIES}## Cards {{#cards}}\n\n{text}", "ponies.md")


def good(text: str):
    read = book(text)
    assert [str(fault) for fault in read.errors] == []
    return read


def table(caption: str, *rows: str) -> str:
    """A table in short: `Name | Type`, `Oats | spell`."""
    heads, *others = rows
    dashes = "|".join("---" for _ in heads.split("|"))
    return "\n".join(
        [caption, "", f"| {heads} |", f"|{dashes}|", *(f"| {r} |" for r in others), ""]
    )


def thing(*rows: str, caption: str = "The cards are:", before: str = ""):
    (found,) = [t for t in good(before + table(caption, *rows)).things if t.host == "card"]
    return found


# ---- things ---------------------------------------------------------------------------------


def test_a_row_of_cards_is_a_card_with_its_place():
    oats = thing("Name | Type | Count", "Oats | spell | 4")

    assert (oats.id, oats.kind, oats.name, oats.host) == ("cards/oats", "card", "Oats", "card")
    assert oats.count == 4
    assert oats.rule == "cards"
    assert (oats.file, oats.line) == ("ponies.md", PONIES.count("\n") + 7)


def test_a_row_without_count_is_one_card():
    assert thing("Name | Count", "Oats | ").count == 1
    assert thing("Name", "Oats").count == 1


def test_a_caption_may_name_any_declared_kind():
    assert thing("Name", "Oats", caption="The spells are:").kind == "spell"
    assert thing("Name", "Oats", caption="The foals are:").kind == "foal"


@pytest.mark.parametrize(
    ("cell", "nouns", "statuses"),
    [
        ("spell", ["spell"], []),
        ("tired foal", ["foal"], ["tired"]),
        ("charm, special", ["charm"], ["special"]),
        ("", [], []),
    ],
)
def test_a_type_is_kinds_and_statuses(cell, nouns, statuses):
    types = thing("Name | Type", f"Oats | {cell}").types

    assert [node.noun for node in walk(types) if isinstance(node, Kind)] == nouns
    assert [node.word for node in walk(types) if isinstance(node, Is)] == statuses


def test_a_type_has_no_variable_of_the_parser():
    types = thing("Name | Type", "Oats | tired foal").types

    assert not any(node.name.startswith("~") for node in walk(types) if isinstance(node, Ref))


@pytest.mark.parametrize(
    ("head", "cell", "name", "value"),
    [
        ("Value", "3", "value", 3),
        ("Value", "-1", "value", -1),
        ("Value", "=2 + 2", "value", Calc("+", (2, 2))),
        ("Value", "=hand limit / 2", "value", Calc("/", (Of(None, "hand limit"), 2))),
        ("Colours", "red, black", "colour", ("red", "black")),
        ("Colours", "red", "colour", ("red",)),
        ("Colours", "", "colour", ()),
        ("Binder", "Bo", "binder", "Bo"),
    ],
)
def test_a_column_gives_a_property(head, cell, name, value):
    assert thing(f"Name | {head}", f"Oats | {cell}").properties[name] == value


def test_notes_are_kept_and_never_read():
    oats = thing("Name | Notes", "Oats | Zig zag zog.")

    assert oats.cells["Notes"] == "Zig zag zog."
    assert oats.properties == {}


def test_each_paragraph_of_a_text_is_an_entry_of_its_row():
    text = "Draw a card.<br>When this card enters your paddock, gain 1 bead.<br>By hand: Sing."
    read = good(table("The cards are:", "Name | Text", f"Oats | {text}"))

    own = [entry for entry in read.entries if entry.id == "cards/oats"]

    assert [entry.paragraph.text for entry in own] == text.split("<br>")[:2]
    assert {entry.para.host for entry in own} == {"card"}


def test_the_name_of_a_row_is_a_word():
    text = table("The cards are:", "Name | Type", "Hay Loft | charm")
    read = good(f"{text}\nA Hay Loft cannot be destroyed.\n")

    assert read.lexicon.is_kind("Hay Loft", "charm")


# ---- modifiers ------------------------------------------------------------------------------


def test_a_modifier_has_its_parameters_and_their_sorts():
    bound, toll, barred = good(MODIFIERS).things

    assert (bound.name, bound.params, bound.host) == ("Bound", {}, "modifier")
    assert (toll.name, toll.params) == ("Toll", {"X": "number"})
    assert (barred.name, barred.params) == ("Barred", {"K": "kind", "X": "number"})


def test_the_text_of_a_modifier_speaks_of_its_parameters():
    entry = next(entry for entry in good(MODIFIERS).entries if entry.id == "cards/toll")

    assert (entry.params, entry.para.host) == ({"X": "number"}, "modifier")
    assert Ref("X") in set(walk(entry.para))


def test_a_card_has_modifiers_with_parameters():
    row = "Oats | Toll 2; Bound; Barred foal 3"
    toll, bound, barred = thing("Name | Modifiers", row, before=MODIFIERS).properties["modifier"]

    assert (toll, bound) == (Calc("with", ("Toll", 2)), "Bound")
    assert (barred.op, barred.args[0], barred.args[1].noun, barred.args[2]) == ("with", "Barred", "foal", 3)  # fmt: skip


def test_a_modifier_may_sit_on_a_card_twice():
    oats = thing("Name | Modifiers", "Oats | Toll 1; Toll 2", before=MODIFIERS)

    assert oats.properties["modifier"] == (Calc("with", ("Toll", 1)), Calc("with", ("Toll", 2)))


# ---- values ---------------------------------------------------------------------------------


def test_a_value_has_bounds_and_a_number_of_players():
    heads = "Name | Value | Least | Most | Players"
    values = good(table("The values are:", heads, "toll | 2 | 1 | 9 | ", "grace | 5 | | | 2", "grace | 7 | | | 3")).values  # fmt: skip

    assert values == [
        Value("toll", 2, 1, 9, None, "cards"),
        Value("grace", 5, None, None, 2, "cards"),
        Value("grace", 7, None, None, 3, "cards"),
    ]


@pytest.mark.parametrize(
    ("cell", "value"),
    [("0", 0), ("-4", -4), ("sunny", "sunny"), ("=2 * hand limit", Calc("*", (2, Of(None, "hand limit")))), ("=hand limit > 3", Cmp(Of(None, "hand limit"), ">", 3))],
)  # fmt: skip
def test_a_value_is_a_number_a_word_or_a_formula(cell, value):
    (found,) = good(table("The values are:", "Name | Value", f"gift | {cell}")).values

    assert found.value == value


def test_a_value_may_be_spoken_of():
    text = table("The values are:", "Name | Value", "welcome gift | 3")
    read = good(f"{text}\nWhen a player wakes, they gain beads equal to the welcome gift.\n")

    assert Of(None, "welcome gift") in set(walk(read.entries[-1].para))


@pytest.mark.parametrize("value", [1, 5, 9])
def test_a_bound_is_inside(value):
    good(table("The values are:", "Name | Value | Least | Most", f"gift | {value} | 1 | 9"))


@pytest.mark.parametrize("value", [0, 10])
def test_a_value_outside_its_bounds_is_a_fault(value):
    text = table("The values are:", "Name | Value | Least | Most", f"gift | {value} | 1 | 9")

    assert [fault.code for fault in book(text).errors] == ["out-of-bounds"]


@pytest.mark.parametrize("name", ["day", "pony", "point"])
def test_a_value_cannot_be_named_by_a_word_of_another_role(name):
    read = book(table("The values are:", "Name | Value", "prize money | 3", f"{name} | 1"))

    assert [fault.code for fault in read.errors] == ["one-role"]
    assert "Give the value a name of its own." in str(read.errors[0])


# ---- collections and relations --------------------------------------------------------------


def test_a_collection_has_weights_and_repeated_rows_count():
    text = MODIFIERS + table("The Cursed collection is:", "Name | Weight", "Bound | 3", "Toll 2 | 1", "Bound | 2")  # fmt: skip

    assert good(text).collections == [
        Collection("Cursed", (("Bound", 3), ("Toll 2", 1), ("Bound", 2)), "Weight", "cards")
    ]


def test_a_collection_may_have_chances_or_no_numbers():
    chances = table("The Rare collection is:", "Name | Chance", "Bound | 75 %", "Toll 2 | 25%")
    plain = table("The Plain collection is:", "Name", "Bound", "Bound")

    rare, dull = good(f"{MODIFIERS}{chances}\n{plain}").collections

    assert (rare.by, rare.rows) == ("Chance", (("Bound", 75), ("Toll 2", 25)))
    assert dull.rows == (("Bound", 1), ("Bound", 1))


def test_a_relation_has_pairs_as_listed():
    text = table("Opposite colours are:", "Colour | Colour", "red | black", "black | yellow")
    read = good(f"{text}\nA card can be played if it has a colour opposite to a colour of the top card of the deck.\n")  # fmt: skip

    assert read.relations == [
        Relation("opposite", "colour", (("red", "black"), ("black", "yellow")), "cards")
    ]
    assert read.lexicon.relations == {"opposite": "colour"}


# ---- files ----------------------------------------------------------------------------------


def test_a_table_may_live_in_its_own_file(tmp_path):
    (tmp_path / "rulebook.md").write_text(
        f'{PONIES}## Cards {{#cards}}\n\nThe cards are listed in "cards.csv".\n', encoding="utf-8"
    )
    (tmp_path / "cards.csv").write_text(
        'Name,Type,Colours,Text\nOats,spell,"red, black",Draw a card.\n'
        'Bell,foal,,"When this card enters your paddock, gain 1 bead."\n',
        encoding="utf-8",
    )

    read = load(tmp_path)

    assert [str(fault) for fault in read.errors] == []
    oats, bell = read.things
    assert (oats.id, oats.properties["colour"]) == ("cards/oats", ("red", "black"))
    assert (bell.file, bell.line) == ((tmp_path / "cards.csv").as_posix(), 3)
    assert [entry.id for entry in read.entries[-2:]] == ["cards/oats", "cards/bell"]


def test_a_fault_in_a_table_file_is_told_there(tmp_path):
    (tmp_path / "rulebook.md").write_text(
        f'{PONIES}## Cards {{#cards}}\n\nThe cards are listed in "cards.csv".\n', encoding="utf-8"
    )
    (tmp_path / "cards.csv").write_text("Name,Text\nOats,Draw a crad.\n", encoding="utf-8")

    (fault,) = load(tmp_path).errors

    assert fault.file.endswith("/cards.csv")
    assert (fault.line, fault.column, fault.code) == (2, 13, "unknown-word")


# ---- faults that should be told -------------------------------------------------------------


@pytest.mark.parametrize("rows", ["|\n", "|\n|---|\n"])
def test_a_relation_without_columns_is_a_fault(rows):
    assert book(f"Opposite colours are:\n\n{rows}").errors


@pytest.mark.parametrize(
    "text",
    [
        table("The cards are:", "Name | Count", "Oats | -3"),
        table("The cards are:", "Name | Name", "Oats | Hay"),
        table("The cards are:", "Name | Colours", "Oats | yelow"),
        table("Opposite colours are:", "Colour | Colour", "red | blakc"),
        table("The Cursed collection is:", "Name", "Bonud"),
    ],
    ids=["negative-count", "doubled-column", "misspelt-member", "misspelt-pair", "misspelt-row"],
)
def test_a_slip_in_a_cell_is_a_fault(text):
    assert book(MODIFIERS + text).errors
