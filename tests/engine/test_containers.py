"""Things that are places: cards on goals, who played them, what they score, and abilities."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

BOOK = """# Shelves {#shelves}

## Words {#words}

- Each player has a hand and a desk. There is a deck, a discard pile, a stock, a row and a record.
- A shelf is a kind of item. A card has one letter: A, B, C or D. A card has one sort: tale or title. A shelf has one sort: tale or title.
- Each card has a theme, a weight, a width and any number of modifiers. Each shelf has a theme, a load, a founder and a closer.
- Each player has any number of works. A shelf can be open, full, vacant, finished or dead.
- To draw a card is to move the top card of the deck to your hand.
- To meld a shelf is to move it from the row to the record.
- To unveil a card is to reveal it, then resolve all modifiers of that card.

## Shelves {#on-shelves}

- A shelf is open if it is in the row. A shelf is finished if it is in the record.
- A shelf is vacant if it contains no cards. A shelf is full if it contains at least 3 cards.
- The load of a shelf is the total weight of the cards on that shelf.
- The founder of a shelf is the player who played the first card onto that shelf.
- The closer of a shelf is the player who played the last card onto that shelf.
- A finished shelf is a work of each player who played a card onto that shelf.

## Play {#play}

- On their turn, a player may play a card from their hand onto an open shelf.
- A card can be played onto an open shelf if that shelf has the theme of that card.
- A card cannot be played onto a shelf if a card on that shelf has the letter of the played card.
- A shelf cannot contain more than 1 title card.
- On their turn, a player may unveil a card in their desk. On their turn, a player may act.
RULES
## Cards {#cards}

The shelves are:

| Name | Theme | Sort |
|---|---|---|
| Sea Shelf | sea | tale |
| Sky Shelf | sky | title |

The modifiers are:

| Name | Where | Text |
|---|---|---|
| Gather | | Draw 2 cards. |
| Depth [S] | S is weight or width | Draw cards equal to this card's S. |

The cards are:

| Name | Theme | Letter | Sort | Weight | Modifiers |
|---|---|---|---|---|---|
| Anchor | sea | A | tale | 3 | |
| Barge | sea | B | tale | 4 | Gather |
| Coral | sea | C | tale | 1 | Depth weight |
| Dolphin | sea | D | title | 2 | |
| Eel | sea | A | title | 5 | |
| Albatross | sky | A | tale | 9 | |
| Balloon | sky | B | title | 2 | |
| Cloud | sky | C | title | 2 | |
"""


def shelves(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """Both shelves in the row, at ann's turn."""
    book = BOOK.replace("RULES", "\n".join(f"- {rule}" for rule in rules))
    players.setdefault("ann", {})
    players.setdefault("bob", {})
    table = Table(book, common={"row": ["Sea Shelf", "Sky Shelf"]}, **players)
    table.begin_turn("ann")
    return table


def on(table: Table, shelf: str) -> list[str]:
    """What lies on a shelf."""
    match = table.match
    thing = next(t for t in range(len(match.state.species)) if match.thing(t) == shelf)
    place = match.state.cols[match.rules.content][thing]
    return [match.thing(card) for card in match.state.zones[place]]


def play(table: Table, player: str, card: str, shelf: str | None = None) -> None:
    """Play a card, onto a shelf if there is a choice, and pass."""
    table.choose(player, f"play {card}")
    if shelf is not None and shelf in table.options(player):
        table.choose(player, shelf)


def test_a_card_goes_onto_the_shelf_that_it_fits() -> None:
    table = shelves(ann={"hand": ["Anchor", "Albatross"]})

    play(table, "ann", "Anchor")
    play(table, "ann", "Albatross")

    assert on(table, "Sea Shelf") == ["Anchor"]
    assert on(table, "Sky Shelf") == ["Albatross"]


def test_a_letter_that_is_on_a_shelf_cannot_be_played_onto_it_again() -> None:
    table = shelves(ann={"hand": ["Anchor", "Eel", "Barge"]})

    play(table, "ann", "Anchor")
    offered = table.options("ann")

    assert "play Barge" in offered
    assert "play Eel" not in offered


def test_a_shelf_takes_only_so_many_cards_of_a_sort() -> None:
    table = shelves(ann={"hand": ["Balloon", "Cloud", "Albatross"]})

    play(table, "ann", "Balloon")
    play(table, "ann", "Albatross")
    offered = table.options("ann")

    assert on(table, "Sky Shelf") == ["Balloon", "Albatross"]
    assert "play Cloud" not in offered


def test_what_lies_on_a_shelf_is_summed() -> None:
    table = shelves(
        "When the load of a shelf is more than 6, the player at turn scores 1 point.",
        ann={"hand": ["Anchor", "Barge"]},
    )

    play(table, "ann", "Anchor")
    before = table.count("ann", "point")
    play(table, "ann", "Barge")

    assert (before, table.count("ann", "point")) == (0, 1)


def test_founder_and_closer_are_who_played_the_first_and_the_last_card() -> None:
    table = shelves(
        "When a shelf becomes full, its founder scores 1 point. Its closer scores 10 points.",
        ann={"hand": ["Anchor"]},
        bob={"hand": ["Barge", "Coral"]},
    )

    play(table, "ann", "Anchor")
    table.choose("ann", "pass")
    play(table, "bob", "Barge")
    play(table, "bob", "Coral")

    assert table.count("ann", "point") == 1
    assert table.count("bob", "point") == 10


def test_a_shelf_that_leaves_takes_its_cards_along_and_is_a_work_of_who_played_onto_it() -> None:
    table = shelves(
        "When a shelf becomes full, its closer melds that shelf.",
        "When a shelf is melded, each player scores points equal to the number of their works.",
        ann={"hand": ["Anchor"]},
        bob={"hand": ["Barge", "Coral"]},
        cat={},
    )

    play(table, "ann", "Anchor")
    table.choose("ann", "pass")
    play(table, "bob", "Barge")
    play(table, "bob", "Coral")

    assert table.cards("", "record") == ["Sea Shelf"]
    assert on(table, "Sea Shelf") == ["Anchor", "Barge", "Coral"]
    assert [table.count(who, "point") for who in ("ann", "bob", "cat")] == [1, 1, 0]


def test_points_for_cards_that_history_knows_cite_their_sentence() -> None:
    rule = "When a shelf is melded, each player who did not meld that shelf scores 1 point for each card they played onto that shelf."
    table = shelves(
        "When a shelf becomes full, its closer melds that shelf.",
        rule,
        ann={"hand": ["Anchor", "Barge"]},
        bob={"hand": ["Coral"]},
    )

    play(table, "ann", "Anchor")
    play(table, "ann", "Barge")
    table.choose("ann", "pass")
    play(table, "bob", "Coral")
    scored = [event for event in table.events if event.verb == "gain"]

    assert table.count("ann", "point") == 2
    assert table.count("bob", "point") == 0
    assert {event.because.text for event in scored} == {rule}


def test_the_game_can_end_when_each_shelf_of_a_sort_is_so() -> None:
    table = shelves(
        "A shelf is dead if a title card is on that shelf.",
        "When each open shelf is dead, end the game.",
        ann={"hand": ["Balloon", "Dolphin"]},
    )

    play(table, "ann", "Balloon")
    before = table.match.over
    play(table, "ann", "Dolphin")

    assert not before
    assert table.match.over


def test_the_abilities_of_a_card_are_performed_when_it_is_unveiled() -> None:
    table = shelves(ann={"desk": ["Barge"]})

    table.choose("ann", "unveil Barge")

    assert len(table.cards("ann", "hand")) == 2


def test_a_property_can_be_given_by_a_parameter() -> None:
    table = shelves(ann={"desk": ["Coral"]})

    table.choose("ann", "unveil Coral")

    assert len(table.cards("ann", "hand")) == 1


def test_an_ability_does_nothing_for_a_card_without_it() -> None:
    table = shelves(ann={"desk": ["Anchor"]})

    table.choose("ann", "unveil Anchor")

    assert table.cards("ann", "hand") == []


def test_a_card_cannot_gain_more_modifiers_than_it_can_have() -> None:
    table = shelves(
        "A card cannot have more than 1 modifier.",
        "At the end of the turn, each card in a desk gains the Gather modifier.",
        "When a card gains a modifier, the player at turn scores 1 point.",
        ann={"desk": ["Anchor", "Barge"]},
    )

    table.choose("ann", "pass")

    assert table.count("ann", "point") == 1


def test_an_act_is_forbidden_unless_a_text_requires_it() -> None:
    free = shelves(
        "At the end of the turn, move all cards in a desk to the deck.", ann={"desk": ["Anchor"]}
    )
    held = shelves(
        "A card cannot leave a desk unless a modifier requires this act.",
        "At the end of the turn, move all cards in a desk to the deck.",
        ann={"desk": ["Anchor"]},
    )

    for table in (free, held):
        table.choose("ann", "pass")

    assert free.cards("ann", "desk") == []
    assert held.cards("ann", "desk") == ["Anchor"]


def test_a_text_that_requires_a_forbidden_act_may_do_it() -> None:
    book = BOOK.replace("Draw 2 cards.", "Move this card to the discard pile.").replace(
        "RULES", "- A card cannot leave a desk unless a modifier requires this act."
    )
    table = Table(book, ann={"desk": ["Barge"]}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "unveil Barge")

    assert table.cards("", "discard pile") == ["Barge"]


def test_a_family_that_cards_and_shelves_share_is_that_of_the_one_it_is_asked_of() -> None:
    table = shelves(
        "A shelf is dead if its sort is title.",
        "At the end of the turn, move each dead shelf to the record.",
    )

    table.choose("ann", "pass")

    assert table.cards("", "record") == ["Sky Shelf"]


# ---- where a card comes from ----------------------------------------------------------------

LIFT = (
    "To shelve a card is to move it from your hand onto a shelf.",
    "To lift a card is to move it from a shelf to your hand.",
    "On their turn, a player may shelve a card. On their turn, a player may lift a card.",
)


@pytest.mark.parametrize(
    ("rule", "lifted"),
    [
        ("A player cannot lose points.", True),
        ("A card cannot leave a shelf.", False),
        ("A card on a shelf cannot leave that shelf.", False),
        ("A card on a shelf cannot leave its shelf.", False),
        ("A card cannot leave its shelf.", False),
        ("A card on a finished shelf cannot leave its shelf.", True),
        ("Cards cannot be moved from a shelf.", False),
        ("Cards on a shelf cannot be moved from that shelf.", False),
        ("A card on a finished shelf cannot leave that shelf.", True),
        ("Cards cannot be moved from a finished shelf.", True),
    ],
)
def test_a_rule_about_leaving_a_thing_is_about_what_lies_there_alone(
    rule: str, lifted: bool
) -> None:
    table = shelves(rule, *LIFT, ann={"hand": ["Anchor", "Barge"]})

    table.choose("ann", "shelve Anchor", "Sea Shelf")
    shelved = table.cards("ann", "hand")

    assert shelved == ["Barge"]
    assert ("lift Anchor" in table.options("ann")) == lifted


# ---- where a card can go --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "playable"),
    [
        ("A player cannot lose points.", ["play Anchor", "play Dolphin"]),
        ("A title card can be played only onto a full shelf.", ["play Anchor"]),
        ("A title card cannot be played onto a vacant shelf.", ["play Anchor"]),
        ("Only a tale card can be played onto a shelf.", ["play Anchor"]),
        ("Cards can be played only onto a dead shelf.", []),
    ],
)
def test_a_card_that_can_go_nowhere_is_not_offered(rule: str, playable: list[str]) -> None:
    table = shelves(rule, ann={"hand": ["Anchor", "Dolphin"]})

    assert [text for text in table.options("ann") if text.startswith("play")] == playable


def test_a_card_that_can_go_nowhere_is_not_played_by_an_effect() -> None:
    table = shelves(
        "Cards can be played only onto a dead shelf.",
        "To shove is to play a card onto a shelf. On their turn, a player may shove.",
        "When a player acts, that player shoves.",
        ann={"hand": ["Anchor"]},
    )

    assert "shove" not in table.options("ann")

    table.choose("ann", "act")

    assert table.cards("ann", "hand") == ["Anchor"]


def test_the_shelf_of_a_card_is_the_one_that_it_lies_on() -> None:
    table = shelves(
        "When a player acts, move the shelf of the last card played to the record.",
        ann={"hand": ["Anchor"]},
    )

    play(table, "ann", "Anchor")
    table.choose("ann", "act")

    assert table.cards("", "record") == ["Sea Shelf"]


@pytest.mark.parametrize(("cards", "draws"), [(["Anchor"], 0), (["Anchor", "Barge", "Coral"], 1)])
def test_a_condition_on_its_shelf_looks_where_the_card_lies(cards: list[str], draws: int) -> None:
    table = shelves(
        "A card can be heavy. A card is heavy if its shelf is full.",
        "When a player acts, that player draws a card if there is a heavy card on a shelf.",
        ann={"hand": cards},
    )

    for card in cards:
        play(table, "ann", card)
    before = len(table.cards("ann", "hand"))
    table.choose("ann", "act")

    assert len(table.cards("ann", "hand")) == before + draws


# ---- things on things -----------------------------------------------------------------------


def held(table: Table, card: str, status: str) -> bool:
    """Whether a card is something, as facts make it."""
    match = table.match
    thing = next(t for t in range(len(match.state.species)) if match.thing(t) == card)
    return bool(match.rules.facts[status].value(match.state, thing, 0))


def test_a_shelf_with_a_sort_of_cards_is_no_card() -> None:
    table = shelves("The game cannot begin unless the number of cards is 8.")

    assert table.match.rules.schema.of_kind("card").isdisjoint(
        table.match.rules.schema.of_kind("shelf")
    )


def test_a_fact_about_cards_on_a_shelf_can_speak_of_that_shelf() -> None:
    table = shelves(
        "A card can be home or heavy. A card on a shelf is home if that shelf has the theme of that card.",
        "A card on a shelf is heavy if its weight is at least the load of that shelf.",
        ann={"hand": ["Anchor", "Albatross"]},
    )
    table._lay(-1, "Sea Shelf", ["Balloon"])

    play(table, "ann", "Anchor")

    assert [held(table, card, "home") for card in ("Anchor", "Balloon")] == [True, False]
    assert [held(table, card, "heavy") for card in ("Anchor", "Albatross")] == [False, False]


def test_what_can_be_played_is_asked_with_the_shelf_it_goes_to() -> None:
    table = shelves(
        "A card can be ready. A card is ready if it is in a hand and it can be played onto an open shelf.",
        "A title card cannot be played onto a vacant shelf.",
        ann={"hand": ["Anchor", "Balloon"]},
        bob={"hand": ["Barge", "Eel"]},
    )
    before = {card: held(table, card, "ready") for card in ("Anchor", "Balloon", "Barge", "Eel")}

    play(table, "ann", "Anchor")

    assert before == {"Anchor": True, "Balloon": False, "Barge": True, "Eel": False}
    assert held(table, "Barge", "ready")
    assert not held(table, "Eel", "ready")  # the letter A is there already


def test_a_letter_other_than_those_of_all_cards_on_a_shelf() -> None:
    table = shelves(
        'On their turn, a player may act. When a player acts, they choose a letter other than the letters of the cards on the shelf named "Sea Shelf".',
        ann={"hand": []},
    )
    table._lay(-1, "Sea Shelf", ["Anchor", "Coral"])

    table.choose("ann", "act")

    assert table.options("ann") == ["B", "D"]


def test_a_way_that_is_forbidden_there_is_not_offered() -> None:
    table = shelves(
        "A title card cannot be played onto a vacant shelf.",
        "When a player acts, they choose an open shelf. Each other player reveals a card with the theme of that shelf in their hand. If they do, they play the revealed card onto that shelf or put the revealed card into the discard pile.",
        bob={"hand": ["Dolphin"]},
    )

    table.choose("ann", "act", "Sea Shelf")  # it is a title: only one way is left

    assert table.cards("", "discard pile") == ["Dolphin"]


def test_works_that_two_players_share_are_counted() -> None:
    table = shelves(
        "At the end of each turn, each player scores 1 point if the number of their works of each other player is at least 1.",
        ann={"hand": ["Anchor"]},
        bob={"hand": ["Barge"]},
    )
    play(table, "ann", "Anchor")
    table.choose("ann", "pass")
    play(table, "bob", "Barge")
    table._put(table._named("Sea Shelf"), table._place(-1, "record"))

    table.choose("bob", "pass")

    assert (table.count("ann", "point"), table.count("bob", "point")) == (1, 1)


@pytest.mark.parametrize("more", [[], ["Cards can be played only onto an open shelf."]])
@pytest.mark.parametrize(("where", "handy"), [("an open shelf", 2), ("a Sky Shelf", 0)])
def test_a_question_asks_what_the_offers_ask(more: list[str], where: str, handy: int) -> None:
    rules = [
        "A card can be handy.",
        f"A card is handy if it is in a hand and it can be played onto {where}.",
        "When a player acts, that player draws cards equal to the number of handy cards.",
        *more,
    ]
    book = BOOK.replace("RULES", "\n".join(f"- {one}" for one in rules))
    laid: dict[str, list[str] | int | str] = {
        "row": ["Sea Shelf"], "stock": ["Sky Shelf"], "deck": ["Balloon", "Cloud", "Eel"],
    }  # fmt: skip
    table = Table(book, common=laid, ann={"hand": ["Albatross", "Anchor", "Dolphin"]}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "act")

    assert len(table.cards("ann", "hand")) == 3 + handy


HEAPS = """# Heaps {#heaps}

- Each player has a hand and a yard. There is a deck and a field.
- Heaps are kinds of item. Mounds are kinds of heap. Each heap has an upper heap. An upper heap is a heap.
- To raise a heap is to create a new mound in the field, then set the upper heap of the first heap to the created mound.
- The player at turn may raise the Hill. The player at turn may raise the upper heap of the Hill.
- The player at turn may create a new mound in their yard.
- The player at turn may play a card from their hand. A card can be played onto a heap.

The heaps are:

| Name |
|---|
| Hill |

The cards are:

| Name | Count |
|---|---|
| Stone | 9 |
"""


def test_a_thing_without_a_name_is_called_by_who_has_it_or_by_what_it_is_to_another():
    table = Table(HEAPS, common={"field": ["Hill"]}, ann={"hand": ["Stone", "Stone"]}, bob={})
    table.begin_turn("ann")
    for _ in range(2):
        table.choose("ann", next(o for o in table.options("ann") if o.startswith("create")))
    table.choose("ann", "raise the Hill")
    table.choose("ann", "raise the upper heap of the Hill")
    table.choose("ann", "play Stone")
    assert sorted(table.options("ann")) == [
        "Hill", "ann's mound (1)", "ann's mound (2)", "upper heap of Hill",
        "upper heap of upper heap of Hill",
    ]  # fmt: skip
    table.choose("ann", "ann's mound (2)")
    assert "ann plays Stone into ann's mound (2)" in table.match.log("bob")


@pytest.mark.parametrize(
    "act",
    [
        "raise the upper heap of the Hill",
        "raise the mound in the field",
        "raise the top mound of the field",
        "raise each mound in the field",
    ],
)
@pytest.mark.parametrize("more", ["", "- Stones cannot be raised.\n"])
def test_what_is_done_to_nothing_is_not_done(act, more):
    book = HEAPS.replace(
        "\nThe heaps are:", f"{more}- When a player plays a card, {act}.\n\nThe heaps are:"
    )
    table = Table(book, common={"field": ["Hill"]}, ann={"hand": ["Stone", "Stone"]}, bob={})
    table.begin_turn("ann")
    table.choose("ann", "play Stone")
    assert not [event for event in table.events if event.verb == "create"]
    table.choose("ann", "raise the Hill", "play Stone", "Hill")
    assert len([event for event in table.events if event.verb == "create"]) == 2


def test_a_rule_about_entering_tells_places_and_shelves_apart() -> None:
    both = "If a card would enter a shelf or a desk, put that card into the stock instead."
    table = Table(BOOK.replace("RULES", f"- {both}\n"), ann={}, bob={})

    assert "use a sentence for each" in str(table.match.rules.unrunnable)


NESTS = """# Nests {#nests}
## Words {#words}
- Each player has a hand and a row. There is a field and a deck.
- Heaps are kinds of item. Boxes and pebbles are kinds of card.
- Each box has a nest. A nest is a heap.
- Each row is visible only to its holder. A row is a place.
## Play {#play}
- On their turn, a player may build. To build is to gain 1 brick. Bricks are counters.
- On their turn, a player may fill. To fill is to move a pebble in your hand onto a heap.
- On their turn, a player may cover. To cover is to move a pebble in your hand onto a box.
- When a player builds, create a heap in the field. The nest of each box becomes that heap.
The cards are:

| Name | Type | Count |
|---|---|---|
| Crate | box | 1 |
| Pebble | pebble | 3 |
"""


@pytest.mark.parametrize(("place", "told"), [("row", False), ("field", True)])
def test_no_name_tells_a_card_that_somebody_does_not_see(place: str, told: bool) -> None:
    hidden: dict[str, list[str] | int | str] = {"row": ["Crate"]} if place == "row" else {}
    open_: dict[str, list[str] | int | str] = {"field": ["Crate"]} if place == "field" else {}
    table = Table(NESTS, open_, bare=True, ann={"hand": ["Pebble"], **hidden}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "build")
    names = [one["name"] for one in table.match.view("bob")["stacks"]]
    table.choose("ann", "cover")

    assert names == ["nest of Crate" if told else "heap"]
    assert ("Crate" in str(table.match.view("bob"))) == told
