"""Sets of numbers: ranges in them, what is asked of them, shifts, and sets that facts give."""

from __future__ import annotations

import pytest

from deckmastor.cli.readback import read_back
from deckmastor.engine.ids import ENDLESS, least_of, most_of, range_of, range_text
from deckmastor.language.book import load_text
from deckmastor.match import RulebookError, read, restore
from deckmastor.testing import Table

BOOK = """# Mill {#mill}

## Words {#words}

- Each player has a hand. There is a deck, a pile and a bin.
- Each card has any number of values. Each card has any number of colours.
- A card can be clear. Seeds are counters.

## Play {#play}

- On their turn, a player may play a card from their hand.
- On their turn, a player may rest. To rest is to end the turn.
- A card can be played onto the pile if its text can be resolved.
RULES
## Cards {#cards}

The cards are:

| Name | Count | Values | Colours | Text |
|---|---|---|---|---|
| None | 3 | | | |
| Minus | 3 | -1 | white | |
| Nought | 3 | 0 | black | |
| Pair | 3 | 2, 5 | white, black | |
| Seven | 3 | 7 | red | |
| Low | 3 | 1 to 3 | blue | |
| Many | 3 | 10 and more | green | |
| Glass | 3 | 4 | | |
TRICKS
"""

CARDS = ("None", "Minus", "Nought", "Pair", "Seven", "Low", "Many", "Glass")


def book(*rules: str, **tricks: str) -> str:
    rows = [f"| {name} | 2 | | | {text} |" for name, text in tricks.items()]
    said = "".join(f"- {rule}\n" for rule in rules)
    return BOOK.replace("RULES", said).replace("TRICKS", "\n".join(rows))


def mill(
    *rules: str, hand: tuple[str, ...] = (), pile: tuple[str, ...] = (), **tricks: str
) -> Table:
    """A table at which Ann holds cards; the last of `pile` is its top card."""
    table = Table(
        book(*rules, **tricks),
        ann={"hand": [*tricks, *hand]},
        bob={"hand": ["None"]},
        common={"pile": list(pile)},
        bare=True,
    )
    table.begin_turn("ann")
    return table


def values(table: Table, name: str, place: str = "hand", what: str = "value") -> object:
    view = table.match.view("ann")
    found = next(one for one in view["places"] if one["name"] == place)
    told = zip(found["cards"], found["properties"], strict=True)
    return next(one.get(what, []) for card, one in told if card == name)


def chosen(condition: str, *rules: str, pile: tuple[str, ...] = ()) -> list[str]:
    """Which of all cards in Ann's hand fit a condition."""
    table = mill(
        *rules,
        hand=CARDS,
        pile=pile,
        Deed=f"Move all other cards in your hand {condition} to the bin.",
    )
    table.perform("ann", "Deed")
    return [name for name in CARDS if name not in table.cards("ann", "hand")]


# ---- codes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (1, 20, "1 to 20"),
        (-3, -1, "-3 to -1"),
        (-1, ENDLESS, "-1 and more"),
        (-ENDLESS, 0, "0 and less"),
        (4, 4, "4"),
        (-1, -1, "-1"),
    ],
)
def test_a_range_is_one_number_that_knows_its_ends(least: int, most: int, text: str) -> None:
    code = range_of(least, most)

    assert (least_of(code), most_of(code), range_text(code)) == (least, most, text)


# ---- what is asked of them --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "fitting"),
    [
        ("with a value of 7", "Seven"),
        ("with a value of -1", "Minus"),
        ("with a value of 0", "Nought"),
        ("with a value of 2", "Pair Low"),
        ("with a value of 1000", "Many"),
        ("with the value 5", "Pair"),
        ("with a value of 3 to 5", "Pair Low Glass"),
        ("with an odd value", "Minus Pair Seven Low Many"),
        ("with an even value", "Nought Pair Low Many Glass"),
        ("with a value of at least 5", "Pair Seven Many"),
        ("with a value of more than 5", "Seven Many"),
        ("with a value of at most 1", "Minus Nought Low"),
        ("with a value of less than 1", "Minus Nought"),
        ("with no values", "None"),
        ("with at least 2 values", "Pair Low Many"),
        ("with exactly 3 values", "Low"),
        ("with exactly 2 values", "Pair"),
        ("with the highest value", "Seven"),
        ("with the lowest value", "Minus"),
    ],
)
def test_a_set_fits_if_one_of_its_numbers_does(condition: str, fitting: str) -> None:
    assert chosen(condition) == fitting.split()


@pytest.mark.parametrize(
    ("pile", "condition", "fitting"),
    [
        ("Low", "with a value within 1 of a value of the top card of the pile",
         "Nought Pair Low Glass"),
        ("Many", "with a value within 3 of a value of the top card of the pile", "Seven Many"),
        ("Minus", "with a value within 1 of a value of the top card of the pile", "Minus Nought"),
        ("None", "with a value within 1 of a value of the top card of the pile", ""),
        ("Low", "with the same value as the top card of the pile", "Pair Low"),
        ("Many", "that shares a value with the top card of the pile", "Many"),
        ("None", "that shares a value with the top card of the pile", ""),
        ("Nought", "with the same value as the top card of the pile", "Nought"),
        ("Low", "with a higher value than the top card of the pile", "Pair Seven Low Many Glass"),
        ("Many", "with a lower value than the top card of the pile",
         "Minus Nought Pair Seven Low Many Glass"),
        ("Minus", "with a lower value than the top card of the pile", ""),
        ("Low", "with each value of the top card of the pile", "Low"),
        ("None", "with each value of the top card of the pile", ""),
    ],
)  # fmt: skip
def test_ranges_stand_on_either_side_of_a_comparison(
    pile: str, condition: str, fitting: str
) -> None:
    assert chosen(condition, pile=("Seven", pile)) == fitting.split()


@pytest.mark.parametrize(
    ("text", "low", "pair", "many", "none"),
    [
        ("If each value of this card is odd, gain 1 seed.", 0, 0, 0, 1),
        ("If a value of this card is odd, gain 1 seed.", 1, 1, 1, 0),
        ("If a value of this card is not odd, gain 1 seed.", 1, 1, 1, 0),
        ("If each value of this card is at least 2, gain 1 seed.", 0, 1, 1, 1),
        ("If a value of this card is odd and at least 4, gain 1 seed.", 0, 1, 1, 0),
        ("If the number of odd values of this card is 2, gain 1 seed.", 1, 0, 0, 0),
        ("If this card has at least 9 values, gain 1 seed.", 0, 0, 1, 0),
        ("If each value of this card is a value of the top card of the pile, gain 1 seed.",
         1, 0, 0, 1),
        ("Gain seeds equal to the highest value of this card.", 3, 5, 0, 0),
        ("Gain seeds equal to the lowest value of this card.", 1, 2, 10, 0),
        ("Gain seeds equal to the total value of this card.", 6, 7, 0, 0),
        ("Gain seeds equal to the number of values of this card.", 3, 2, 0, 0),
        ("Gain 2 seeds for each value of this card.", 6, 4, 0, 0),
        ("If the highest value of this card is at least 3, gain 1 seed.", 1, 1, 0, 0),
    ],
)  # fmt: skip
def test_numbers_of_one_card(text: str, low: int, pair: int, many: int, none: int) -> None:
    for name, expected in {"Low": low, "Pair": pair, "Many": many, "None": none}.items():
        row = next(line for line in BOOK.splitlines() if line.startswith(f"| {name} |"))
        changed = BOOK.replace(row, row.removesuffix("| |") + f"| {text} |")
        changed = changed.replace("RULES", "").replace("TRICKS", "")
        table = Table(changed, ann={"hand": [name]}, bob={}, common={"pile": ["Low"]}, bare=True)
        table.begin_turn("ann")
        table.perform("ann", name)

        assert (name, table.count("ann", "seed")) == (name, expected)


# ---- shifts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "by", "after"),
    [
        ("Pair", "increases by 2", [4, 7]),
        ("Pair", "decreases by 3", [-1, 2]),
        ("Minus", "increases by 1", [0]),
        ("Nought", "decreases by 1", [-1]),
        ("Low", "increases by 10", ["11 to 13"]),
        ("Low", "decreases by 2", ["-1 to 1"]),
        ("Many", "decreases by 11", ["-1 and more"]),
        ("None", "increases by 2", []),
    ],
)
def test_all_numbers_of_a_card_are_shifted(name: str, by: str, after: list[object]) -> None:
    shift = f"Choose another card in your hand. Each value of that card {by}."
    table = mill(hand=(name,), Deed=shift)
    table.perform("ann", "Deed")

    assert values(table, name) == after


def test_a_shift_by_a_roll_can_go_down() -> None:
    table = mill(hand=("Low",), Deed="Roll 1d6. Choose another card in your hand. Each value of "
                 "that card increases by the result minus 3.")  # fmt: skip
    table.fate(1)
    table.perform("ann", "Deed")

    assert values(table, "Low") == ["-1 to 1"]


def test_a_shift_of_each_card_in_a_hand_leaves_others_as_they_are() -> None:
    table = mill(
        hand=("None", "Pair", "Many"),
        pile=("Pair",),
        Deed="Each value of each other card in your hand increases by 1.",
    )
    table.perform("ann", "Deed")

    assert [values(table, name) for name in ("None", "Pair", "Many")] == [
        [],
        [3, 6],
        ["11 and more"],
    ]
    assert values(table, "Pair", "pile") == [2, 5]


def test_a_copy_has_the_numbers_of_now_and_a_shift_of_it_leaves_its_original() -> None:
    table = mill(
        hand=("Low",),
        Deed="Choose another card in your hand. Each value of that card increases by 1. Create a "
        "copy of that card in the bin. Each value of that copy increases by 5.",
    )
    table.perform("ann", "Deed")

    assert values(table, "Low") == ["2 to 4"]
    assert values(table, "Low", "bin") == ["7 to 9"]


def test_a_shift_is_told_and_is_saved() -> None:
    table = mill(hand=("Many",), Deed="Choose another card in your hand. Each value of that card "
                 "decreases by 1.")  # fmt: skip
    table.perform("ann", "Deed")
    again = restore(table.match.save())

    assert "Many's set of values becomes 9 and more" in table.match.view("ann")["log"]
    assert again.view("ann")["places"] == table.match.view("ann")["places"]


def test_what_was_shifted_is_asked_anew() -> None:
    table = mill(
        "At the end of each turn, each player gains 1 seed for each card in their hand with a value of 8.",
        hand=("Pair", "Seven"),
        Deed="Each value of each other card in your hand increases by 1.",
    )
    table.perform("ann", "Deed")
    table.choose("ann", "rest")

    assert table.count("ann", "seed") == 1


# ---- gains ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "act", "after"),
    [
        ("None", "gains the value 5", [5]),
        ("Minus", "gains the value 0", [-1, 0]),
        ("Low", "gains the value 2", ["1 to 3"]),
        ("Pair", "gains the values 1 to 3", [2, 5, "1 to 3"]),
        ("None", "gains the values -1 and more", ["-1 and more"]),
        ("Pair", "loses the value 2", [5]),
        ("Pair", "loses the value 3", [2, 5]),
        ("Low", "loses the value 2", [1, 3]),
        ("Many", "loses the values 12 to 14", ["10 to 11", "15 and more"]),
        ("Pair", "loses all values", []),
        ("Many", "loses all values", []),
        ("Pair", "gains each value of the top card of the pile", [2, 5, "10 and more"]),
        ("None", "gains the values of the top card of the pile", ["10 and more"]),
        ("None", "gains all values of the top card of the pile", ["10 and more"]),
    ],
)
def test_numbers_are_gained_and_lost(name: str, act: str, after: list[object]) -> None:
    table = mill(
        hand=(name,),
        pile=("Seven", "Many"),
        Deed=f"Choose another card in your hand. That card {act}.",
    )
    table.perform("ann", "Deed")

    assert values(table, name) == after


def test_a_number_that_a_range_has_too_counts_once() -> None:
    table = mill(
        hand=("None", "Pair"),
        Deed="Choose another card in your hand. That card gains the values 1 to 3. Gain seeds equal "
        "to the number of values of that card. Gain seeds equal to the total value of that card.",
    )
    table.perform("ann", "Deed")
    table.choose("ann", "Pair")

    assert values(table, "Pair") == [2, 5, "1 to 3"]
    assert table.count("ann", "seed") == 4 + 11


@pytest.mark.parametrize("what", ["each colour", "the colours", "all colours"])
def test_words_are_gained_from_another_card(what: str) -> None:
    table = mill(
        hand=("Seven",), pile=("Low", "Pair"),
        Deed=f"Choose another card in your hand. That card gains {what} of the top card of the pile.",
    )  # fmt: skip
    table.perform("ann", "Deed")

    assert values(table, "Seven", what="colour") == ["red", "white", "black"]


# ---- facts ------------------------------------------------------------------------------------

CLEAR = 'A card is clear if its name is "Glass".'


def test_a_fact_gives_each_number_and_each_word_of_another_card() -> None:
    table = mill(
        CLEAR,
        "A clear card in a hand has each colour of the top card of the pile.",
        "A clear card in a hand has each value of the top card of the pile.",
        hand=("Low", "Glass"),
        pile=("Seven", "Pair"),
    )

    assert values(table, "Glass") == [4, 2, 5]
    assert values(table, "Glass", what="colour") == ["white", "black"]
    assert values(table, "Low") == ["1 to 3"]


def test_a_set_that_a_fact_takes_from_a_hidden_card_is_unknown_to_others() -> None:
    table = mill(
        CLEAR,
        "A clear card has each value of a card in a hand.",
        "A player is rich if the highest value of a card in their hand is at least 5.",
        hand=("Pair",),
        pile=("Glass",),
    )
    told = {
        seat: {one["name"]: one["properties"]["rich"] for one in table.match.view(seat)["players"]}
        for seat in ("ann", "bob")
    }

    assert (told["ann"]["ann"], told["bob"]["ann"]) == (True, None)
    assert told["bob"]["bob"] is False


def test_clear_cards_on_each_other_have_what_they_have_without_the_fact() -> None:
    table = mill(
        CLEAR,
        "A clear card has each value of the top card of the pile.",
        hand=("Glass",),
        pile=("Pair", "Glass"),
    )

    assert values(table, "Glass") == [4]
    assert values(table, "Glass", "pile") == [4]


def test_a_fact_empties_a_set_adds_a_number_and_moves_all() -> None:
    rules = ("A clear card has no values.", "A clear card has the values 3 and more.")
    table = mill(CLEAR, *rules, hand=("Low", "Glass"))
    moved = mill(CLEAR, "Each value of a clear card is 2 less.", hand=("Low", "Glass"))
    bare = mill(CLEAR, rules[0], hand=("Low", "Glass"))

    assert values(table, "Glass") == ["3 and more"]
    assert values(moved, "Glass") == [2]
    assert values(bare, "Glass") == []
    assert values(bare, "Low") == ["1 to 3"]


# ---- amendments -------------------------------------------------------------------------------


def test_an_amendment_brings_a_range_in_mid_match() -> None:
    plain = book(Deed="Move all other cards in your hand with a value of 50 to the bin.")
    rows = [line for line in plain.splitlines() if not line.startswith(("| Low", "| Many"))]
    table = Table("\n".join(rows), ann={"hand": ["Deed", "Seven"]}, bob={}, bare=True)
    table.begin_turn("ann")
    table.match.amend(
        "## More {#more}\n\n- Each player may make. To make is to create a new Wide in your hand.\n\n"
        "The cards are:\n\n| Name | Count | Values |\n|---|---|---|\n| Wide | 1 | 40 and more |\n"
    )
    table.choose("ann", "make")
    table.perform("ann", "Deed")

    assert table.cards("ann", "hand") == ["Deed", "Seven"]
    assert values(table, "Wide", "bin") == ["40 and more"]


# ---- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "The values of this card increase by 2.",
        "Increase each value of this card by 2.",
        "A value of this card increases by 2.",
        "Each odd value of this card increases by 2.",
        "Set the values of this card to 3.",
        "Choose a value of this card.",
    ],
)
def test_other_wordings_of_a_change_are_refused(text: str) -> None:
    with pytest.raises(RulebookError):
        read(book(Deed=text)).start(["ann", "bob"])


@pytest.mark.parametrize(
    "cell",
    ["l7", "7, red", "1 or more", "1-20", "20 to 1", "3 to 3", "1 and more to 3", "1.5", "`=2`"],
)
def test_another_cell_is_refused(cell: str) -> None:
    changed = book().replace("| Seven | 3 | 7 |", f"| Seven | 3 | {cell} |")
    with pytest.raises(RulebookError) as refused:
        read(changed)

    assert [fault.code for fault in refused.value.faults] == ["number-wanted"]
    assert "'1 to 20'" in refused.value.faults[0].hint


def test_a_set_is_one_of_numbers_if_the_book_says_so() -> None:
    words = book().replace("any number of colours.", "any number of colours. A colour is a number.")
    with pytest.raises(RulebookError) as refused:
        read(words)

    assert {fault.code for fault in refused.value.faults} == {"number-wanted"}


@pytest.mark.parametrize(
    "text",
    [
        "Each value of this card increases by 2.",
        "If this card has a value of 1 to 20, gain 1 seed.",
        "If this card has the values 1 and more, gain 1 seed.",
        "Choose a card. That card loses the values 1 to 3.",
        "Gain seeds equal to the highest value of this card.",
        "Choose a card with a value of at least 3.",
    ],
)
def test_ranges_and_shifts_are_said_back_as_they_were_written(text: str) -> None:
    found = load_text(book(Deed=text))
    para = next(one.para for one in found.entries if one.paragraph.text == text)
    assert para is not None

    told = read_back(para, found.lexicon)

    assert (told.text, told.exact) == (text, True)
