"""Things that are there from the start: what a book says to lie where, before any rule runs."""

from __future__ import annotations

import pytest

from deckmastor import examples
from deckmastor.language.book import load_text
from deckmastor.language.paraphrase import paraphrase
from deckmastor.match import DeckmastorError, Match, RulebookError, read
from deckmastor.testing import Table

LAID = "There is a Main Stack in the field. Each player has a graveyard in their plot."
BOOK = """# Plots {#plots}
## Words {#words}
- A plot is a place. Each player has a hand and a plot. There is a deck, a field and a shed.
- Coins are counters. Stacks are kinds of item. Graveyards are kinds of stack. Flowers and tools are kinds of card.
- LAID
- To bury a card is to move it from your hand to your graveyard.
- To restore a card is to put it on the top of the graveyard of its owner.
- To mourn is to gain coins equal to the number of cards on your graveyard.
- To weed is to put the top card of each graveyard on the bottom of the deck.
- On a card, "you" means its player.
## Turn {#turn}
- The player at turn may bury a flower, mourn or weed.
- The player at turn may play a flower from their hand. A flower can be played onto the Main Stack.
- The player at turn may restore a card on the Main Stack.
- When a player passes, end the turn.

NOTE

The stacks are:

| Name |
|---|
| Main Stack |

## Cards {#cards}

The cards are:

| Name | Type | Count |
|---|---|---|
| Rose | flower | 5 |
| Tulip | flower | 5 |
| Spade | tool | 3 |
"""


def book(laid: str = LAID, note: str = "") -> str:
    return BOOK.replace("LAID", laid).replace("NOTE", note)


def places(match: Match, name: str) -> list[list[str]]:
    """What lies in all places of a name, as a spectator sees it."""
    return [place["cards"] for place in match.view()["places"] if place["name"] == name]


def start(laid: str = LAID, players: int = 2) -> Match:
    return read(book(laid)).start(["ann", "bob", "cy"][:players], seed=1)


# ---- where they are -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_each_seat_has_its_own_and_the_game_has_one(players):
    match = start(players=players)

    assert places(match, "plot") == [["graveyard"]] * players
    assert places(match, "field") == [["Main Stack"]]
    assert places(match, "deck") == [[None] * 13]


def test_nothing_is_told_and_no_trigger_is_set_off():
    told = f"{LAID} When there is a graveyard in the plot of a player, that player gains 1 coin. "
    match = start(f"{told}When a stack enters a place, each player gains 1 coin.")

    assert match.log() == ["the game begins", "ann's turn begins"]


def test_all_copies_of_a_card_begin_there_and_others_in_the_deck():
    match = start("There is a Rose and a Main Stack in the field.")

    assert places(match, "field") == [["Rose"] * 5 + ["Main Stack"]]
    assert places(match, "deck") == [[None] * 8]


def test_without_a_home_a_row_begins_in_the_deck():
    assert places(start("There is a graveyard in the field."), "deck") == [[None] * 14]


def test_what_lies_in_a_place_of_a_player_is_owned_by_that_player():
    seen = start(players=3).view()["places"]

    owners = [place["properties"][0]["owner"] for place in seen if place["name"] == "plot"]
    assert owners == ["ann", "bob", "cy"]


# ---- whose they are -------------------------------------------------------------------------


def test_your_graveyard_is_the_one_in_your_plot():
    table = Table(book(), ann={"graveyard": ["Tulip"]}, bob={"hand": ["Rose", "Tulip"]}, cy={})
    table.begin_turn("bob")
    table.choose("bob", "bury Tulip", "mourn")

    assert table.cards("bob", "graveyard") == ["Tulip"]
    assert table.cards("ann", "graveyard") == ["Tulip"]
    assert table.cards("cy", "graveyard") == []
    assert table.count("bob", "coin") == 1


def test_the_graveyard_of_its_owner_is_not_the_doers():
    table = Table(book(), ann={}, bob={"hand": ["Rose"]}, cy={"hand": ["Tulip"]})
    table.begin_turn("bob")
    table.choose("bob", "play Rose", "pass")
    table.choose("cy", "restore Rose")

    assert table.cards("bob", "graveyard") == ["Rose"]
    assert table.cards("cy", "graveyard") == []


def test_each_graveyard_is_that_of_each_player():
    table = Table(
        book(), bare=True, common={"deck": ["Spade"]},
        ann={"graveyard": ["Rose", "Tulip"]}, bob={}, cy={"graveyard": ["Rose"]},
    )  # fmt: skip
    table.begin_turn("bob")
    table.choose("bob", "weed")

    assert table.cards("ann", "graveyard") == ["Rose"]
    assert table.cards("cy", "graveyard") == []
    assert sorted(table.cards("", "deck")) == ["Rose", "Spade", "Tulip"]


@pytest.mark.parametrize("where", ["to their tub", "onto their tub", "on the top of their tub",
                                   "on the bottom of their tub", "into their tub"])  # fmt: skip
def test_one_sentence_is_enough_to_put_something_on_them(where):
    verb = "move" if where.startswith("to") else "put"
    told = f"Tubs are kinds of item. Each player has a tub in their plot. {LAID}"
    told += f" When a player mourns, {verb} the top card of the deck {where}."
    table = Table(book(told), ann={}, bob={}, bare=True, common={"deck": ["Rose", "Spade"]})
    table.begin_turn("bob")
    table.choose("bob", "mourn")

    assert (table.cards("ann", "tub"), table.cards("bob", "tub")) == ([], ["Spade"])


def test_a_view_tells_what_lies_on_them():
    table = Table(
        book(), ann={"graveyard": ["Rose", "Tulip"]}, bob={}, common={"Main Stack": ["Spade"]}
    )
    table.begin_turn("bob")

    assert places(table.match, "graveyard") == [["Rose", "Tulip"], []]
    assert places(table.match, "Main Stack") == [["Spade"]]


# ---- tables for tests -----------------------------------------------------------------------


def test_a_bare_table_keeps_what_is_there_from_the_start():
    table = Table(book(), bare=True)

    assert table.cards("bob", "plot") == ["graveyard"]
    assert table.cards("", "field") == ["Main Stack"]
    assert table.cards("", "deck") == []


def test_what_is_laid_elsewhere_is_not_at_home():
    table = Table(book(), common={"shed": ["Main Stack"]}, ann={}, bob={"hand": ["graveyard"]})

    assert table.cards("", "field") == []
    assert table.cards("", "shed") == ["Main Stack"]


def test_ones_own_is_laid_before_that_of_another():
    table = Table(book(), ann={}, bob={"plot": ["Rose", "graveyard"]})

    assert table.cards("bob", "plot") == ["Rose", "graveyard"]
    assert table.cards("ann", "plot") == ["graveyard"]


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        ({"common": {"graveyard": ["Rose"]}}, "No 'graveyard' lies in a place of the game."),
        ({"ann": {"Main Stack": ["Rose"]}, "bob": {}}, "No 'Main Stack' lies in a place of ann."),
    ],
)
def test_a_thing_of_somebody_else_is_not_found(laid, why):
    with pytest.raises(ValueError, match=why):
        Table(book(), **laid)


# ---- examples -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "so"),
    [
        (("Bob's graveyard: Rose, Tulip. It is Bob's turn.", "Bob: mourn.",
          "Then Bob has 2 coins. Bob's graveyard, from the top: Rose, Tulip."), True),
        (("Bob's graveyard: Rose, Tulip.", "Then Ann's graveyard: Rose, Tulip."), False),
        (("The Main Stack: Rose.", "Then on Main Stack: Rose. The Main Stack: Rose."), True),
        (("On Main Stack: Rose.", "Then the Main Stack: Tulip."), False),
        (("Bob's graveyard: Rose.", "Then Bob is asked. There is a Rose on Bob's graveyard."), True),
        (("Bob's graveyard: Rose.", "Then Bob is asked. There is a Rose on Ann's graveyard."), False),
        (("Ann's plot: nothing. The field: nothing.",
          "Then Ann's plot: graveyard. The field: Main Stack."), True),
        (("Ann's hand: nothing.", "Then Ann is asked. There are 2 players."), True),
        (("Ann's Main Stack: Rose.", "Then Ann is asked."), False),
        (("Ann's hand: Rose.", "Then Ann's Main Stack: nothing."), False),
    ],
)  # fmt: skip
def test_examples_lay_cards_on_them_and_ask_what_lies_there(lines, so):
    note = "\n".join(f"> {line}" for line in ("**Example.** " + lines[0], *lines[1:]))
    faults = examples.check(read(book(note=note)))

    assert (faults == []) is so, faults


# ---- words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "laid",
    [
        LAID,
        "There is a Main Stack, a Rose and a graveyard in the field.",
        "Each player has a graveyard in their plot. There is a graveyard in the shed.",
        "Each player has a graveyard in their plot. Each player has a graveyard in their hand.",
    ],
)
def test_they_are_told_back(laid):
    found = load_text(book(laid))

    assert found.errors == []
    (entry,) = [one for one in found.entries if one.paragraph.text == laid]
    assert paraphrase(entry.para, found.lexicon) == laid


REFUSED = [
    ("There is a Main Stack in the cellar.", "'cellar' is no known place.",
     "Declare it: 'There is a cellar.'"),
    ("Each player has a graveyard in their cellar.", "'cellar' is no known place.",
     "Declare it: 'Each player has a cellar.'"),
    ("There is a Main Stack in the coin.", "'coin' is no place.",
     "Name a place of the game, or of each player."),
    ("There is a graveyard in the plot.", "Each player has a plot of their own.",
     "Say 'Each player has a graveyard in their plot.'"),
    ("There is a graveyard in each plot.", "Each player has a plot of their own.",
     "Say 'Each player has a graveyard in their plot.'"),
    ("There is a Main Stack in the hand.", "Each player has a hand of their own.",
     "Name a place of the game: 'There is a shelf. There is a Main Stack in the shelf.'"),
    ("Each player has a graveyard in their field.", "There is one field for all players.",
     "Say 'There is a graveyard in the field.'"),
    ("Each player has a Main Stack in their plot.",
     "'Main Stack' is a row of a table: no player has one of their own.",
     "Declare a kind for what each has: 'A chest is a kind of item.'"),
    ("Each stack has a graveyard in its plot.",
     "Only players and the game have something from the start.",
     "Put it into a place of the game, or of each player."),
    ("There is an urn in the field.", "'urn' is no row of a table and no kind of item.",
     "Declare it: 'An urn is a kind of item.'"),
    ("There is a coin in the field.", "'coin' is no row of a table and no kind of item.",
     "Name a row or a kind of item; say of other things in a sentence of their own."),
    ("There is a flower in the field.", "Rows of a table are of the kind 'flower'.",
     "Name the row: 'There is a Rose in the …'."),
    ("There is a Main Stack in the field. There is a Main Stack in the shed.",
     "Where 'Main Stack' is from the start is said twice.", "Say it once."),
    ("There is a graveyard in the shed. There is a graveyard in the shed.",
     "Where 'graveyard' is from the start is said twice.", "Say it once."),
    ("There is a Main Stack in the field and a graveyard in the shed.",
     "Things are said to be in several places.", "Say where each is in a sentence of its own."),
]  # fmt: skip


@pytest.mark.parametrize(("laid", "why", "hint"), REFUSED, ids=[laid for laid, _, _ in REFUSED])
def test_what_cannot_be_there_is_refused(laid, why, hint):
    errors = load_text(book(laid)).errors

    assert [(fault.code, fault.message) for fault in errors] == [("layout", why)]
    assert errors[0].hint.startswith(hint)


@pytest.mark.parametrize(
    "laid",
    [
        "There is a cellar. There is a Main Stack in the cellar.",
        "Each player has a cellar. Each player has a graveyard in their cellar.",
        "Each player has a graveyard in their plot.",
        "There is a shelf. There is a Main Stack in the shelf.",
        "There is a graveyard in the field.",
        "A chest is a kind of item. Each player has a chest in their plot.",
        "An urn is a kind of item. There is an urn in the field.",
        "There is a Rose in the field.",
        "There is a Main Stack in the field. There is a graveyard in the shed.",
    ],
)
def test_what_a_refusal_offers_works(laid):
    assert load_text(book(laid)).errors == []
    assert start(laid).log() == ["the game begins", "ann's turn begins"]


@pytest.mark.parametrize(
    "laid",
    [
        "Each player has any number of graveyards in their plot.",
        "Each player has a graveyard on their plot.",
        "There is a Main Stack on the field.",
        "There are 3 graveyards in the field.",
        "Each player has 3 graveyards in their plot.",
    ],
)
def test_a_place_is_not_taken_for_a_part_of_a_name(laid):
    with pytest.raises(RulebookError):
        start(laid)


def test_a_row_of_which_there_is_no_copy_cannot_be_there():
    found = load_text(book("There is a Spade in the field.").replace("tool | 3 |", "tool | 0 |"))

    assert [(e.code, e.message) for e in found.errors] == [
        ("layout", "There is no 'Spade' at the start.")
    ]


# ---- amendments -----------------------------------------------------------------------------


def test_an_amendment_lays_what_is_missing():
    match = start("Each player has a graveyard in their plot.", players=3)
    match.amend("Shrines are kinds of item. Each player has a shrine in their plot.")
    match.amend("There is a graveyard in the shed.")

    assert places(match, "plot") == [["graveyard", "shrine"]] * 3
    assert places(match, "shed") == [["graveyard"]]


def test_a_row_that_the_amendment_brings_is_laid():
    match = start()
    match.amend(
        "The stacks are:\n\n| Name |\n|---|\n| Side Stack |\n\nThere is a Side Stack in the shed."
    )

    assert places(match, "shed") == [["Side Stack"]]
    assert places(match, "field") == [["Main Stack"]]


def test_a_new_copy_of_a_row_joins_the_others():
    match = start()
    table = "The stacks are:\n\n| Name | Count |\n|---|---|\n| Side Stack | {} |\n"
    match.amend(f"## Sides {{#sides}}\nThere is a Side Stack in the shed.\n\n{table.format(1)}")
    match.amend(f"## Sides {{#sides}}\nThere is a Side Stack in the shed.\n\n{table.format(3)}")

    assert places(match, "shed") == [["Side Stack"] * 3]


def test_a_row_that_lies_elsewhere_is_not_moved_and_the_amendment_is_refused():
    match = start("There is a graveyard in the field.")
    with pytest.raises(DeckmastorError, match=r"Say 'Move the Main Stack to the field\.'"):
        match.amend("There is a Main Stack in the field.")
    with pytest.raises(DeckmastorError, match=r"Say 'Move each Rose to the field\.'"):
        match.amend("There is a Rose in the field.")

    match.amend("Move the Main Stack to the field. Move each Rose to the field.")
    assert places(match, "field") == [["graveyard", "Main Stack", *["Rose"] * 5]]


def test_a_repeal_leaves_what_lies_there_and_adopting_again_makes_no_second():
    match = start("There is a Main Stack in the field.")
    match.amend("## Rest {#rest}\nEach player has a graveyard in their plot.")
    match.amend("## Rest {#rest}\n")

    assert places(match, "plot") == [["graveyard"], ["graveyard"]]

    match.amend("Each player has a graveyard in their plot.")
    assert places(match, "plot") == [["graveyard"], ["graveyard"]]


def test_what_was_removed_is_not_laid_again_by_another_amendment():
    match = start()
    match.amend("Remove each graveyard from the game.")
    match.amend("There is a graveyard in the shed.")

    assert places(match, "plot") == [[], []]


def test_a_replayed_match_has_the_same_state():
    match = start(players=3)
    match.choose("ann", "pass")
    match.amend("Shrines are kinds of item. Each player has a shrine in their plot.")
    again = match.fork()
    restored = match.restore(match.save())

    assert places(again, "plot") == places(restored, "plot") == [["graveyard", "shrine"]] * 3
    assert again.state.zones == restored.state.zones == match.state.zones
