"""Who sees what, what single seats know, and worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter

import pytest

from deckmastor.engine.knowledge.appearance import sight
from deckmastor.engine.knowledge.imagined_worlds import hidden, imagine
from deckmastor.engine.state.state import State
from deckmastor.testing import Table

BOOK = """
# Parlour {#parlour}
## Words {#words}
- Each player has a hand, a shelf and a drawer. There is a deck, a discard pile and a box.
- Each drawer is visible only to its holder. The box is face down.
- A player can be nosy.
- To draw a card is to move the top card of the deck to your hand.
- On their turn, a player may play a card.
- On their turn, a player may peek. To peek is to look at the top card of the deck.
- On their turn, a player may mix. To mix is to shuffle the deck.
- On their turn, a player may draw a card.
- On their turn, a player may tidy. To tidy is to put all cards in your hand on the bottom of the deck in random order.
- On their turn, a player may bury a card. To bury a card is to move it from your hand to the deck.
- On their turn, a player may hide a card. To hide a card is to put it from your hand into your shelf face down.
- On their turn, a player may flip a card. To flip a card is to move it from your shelf to your hand.
- On their turn, a player may spy. To spy is to become nosy.
- Each hand is visible to each nosy player.
- At the beginning of the round, each player may secretly choose a card in their hand.
## Cards {#cards}

The cards are:

| Name | Count | Text |
|---|---|---|
| Teapot | 3 | Reveal your hand. |
| Letter | 3 | Reveal a card in your hand to another player. |
| Key | 3 | Give a card to another player. |
| Candle | 3 | Look at another player's hand. |
| Clock | 3 | Put a card from your hand into the box. |
| Glove | 3 | Return a card in the box to your hand. |
"""


def table(**common: list[str]) -> Table:
    return Table(
        BOOK,
        common=dict(common) or {"deck": ["Clock"] * 2 + ["Glove"] * 2},
        ann={"hand": ["Teapot", "Letter", "Key", "Candle", "Clock", "Glove"]},
        bob={"hand": ["Teapot", "Letter", "Key"]},
        cy={"hand": ["Candle"]},
    )


def begun() -> Table:
    made = table()
    made.begin_turn("ann")
    while made.match.decisions[0].way == "together" or "no" in made.options(made.asked()[0]):
        made.choose(made.asked()[0], "no")
    return made


def seen(made: Table, seat: int, place: list[int]) -> list[bool]:
    views = made.match.rules.views
    return [views.sees(made.state, seat, thing) for thing in place]


def knowing(made: Table, card: int) -> list[int]:
    """The seats that see which card it is."""
    seats = range(len(made.match.players))
    return [seat for seat in seats if seen(made, seat, [card]) == [True]]


def place(made: Table, name: str, seat: int = 0) -> list[int]:
    attr = made.match.rules.schema.attrs[name]
    return made.state.zones[attr.at + (seat if attr.owner else 0)]


def test_a_hand_is_seen_by_its_holder_a_deck_by_nobody_and_a_shelf_by_all() -> None:
    made = table()
    ann, bob, deck = place(made, "hand", 0), place(made, "hand", 1), place(made, "deck")

    assert seen(made, 0, ann) == [True] * 6
    assert seen(made, 1, ann) == [False] * 6
    assert seen(made, 0, bob) == [False] * 3
    assert [any(seen(made, seat, deck)) for seat in range(3)] == [False] * 3
    assert made.match.rules.views.sees_into(
        made.state, 2, made.match.rules.schema.attrs["shelf"].at
    )


def test_who_looks_at_a_card_knows_it_until_the_deck_is_shuffled() -> None:
    made = begun()
    made.choose("ann", "peek")
    top = place(made, "deck")[-1]

    assert knowing(made, top) == [0]

    made.choose("ann", "mix")

    assert not any(seen(made, 0, place(made, "deck")))


def test_a_known_card_that_is_drawn_stays_known() -> None:
    made = begun()
    made.choose("ann", "peek", "pass")
    top = place(made, "deck")[-1]
    made.choose("bob", "draw")

    assert made.state.where[top] == made.match.rules.schema.attrs["hand"].at + 1
    assert knowing(made, top) == [0, 1]


def test_who_puts_a_card_on_the_deck_knows_it() -> None:
    made = begun()
    made.choose("ann", "bury Key")
    top = place(made, "deck")[-1]

    assert knowing(made, top) == [0]


def test_cards_put_away_in_random_order_are_known_to_nobody() -> None:
    made = begun()
    made.choose("ann", "tidy")

    assert len(place(made, "deck")) > 6
    assert not any(seen(made, 0, place(made, "deck")))


def test_a_card_laid_face_down_is_known_to_the_one_who_laid_it_until_it_lies_open() -> None:
    made = begun()
    made.choose("ann", "hide Letter")
    (card,) = place(made, "shelf", 0)

    assert knowing(made, card) == [0]

    made.choose("ann", "flip Letter", "play Letter")
    while made.state.where[card] != made.match.rules.schema.attrs["discard pile"].at:
        made.choose("ann", made.options("ann")[0])

    assert knowing(made, card) == [0, 1, 2]


def test_a_revealed_hand_is_known_to_all() -> None:
    made = begun()
    made.choose("ann", "play Teapot")

    assert all(all(seen(made, seat, place(made, "hand", 0))) for seat in range(3))


def test_a_card_revealed_to_one_is_known_to_that_one() -> None:
    made = begun()
    made.choose("ann", "play Letter")
    made.choose("ann", "bob", "Key")
    (key,) = [t for t in place(made, "hand", 0) if made.match.thing(t) == "Key"]

    assert knowing(made, key) == [0, 1]


def test_a_card_given_away_stays_known_to_its_giver_alone() -> None:
    made = begun()
    made.choose("ann", "play Key")
    made.choose("ann", "bob", "Clock")
    (clock,) = [t for t in place(made, "hand", 1) if made.match.thing(t) == "Clock"]

    assert knowing(made, clock) == [0, 1]


def test_a_face_down_place_hides_what_others_put_there() -> None:
    made = begun()
    made.choose("ann", "play Clock")
    made.choose("ann", "Key")
    (key,) = place(made, "box")

    assert knowing(made, key) == [0]


def test_a_sentence_makes_hands_visible_to_whom_it_names() -> None:
    made = begun()
    made.choose("ann", "spy")

    assert all(seen(made, 0, place(made, "hand", 1)))
    assert not any(seen(made, 1, place(made, "hand", 0)))


@pytest.mark.parametrize(
    ("sentence", "ann", "bob"),
    [
        ("The deck is face up.", True, True),
        ("The deck is face up if a player is nosy.", False, False),
        ("The deck is visible to each player who has at least 6 cards in their hand.", True, False),
        ("While a player has at least 3 cards in their hand, the deck is face up.", True, True),
        ("Each hand is face down.", False, False),
    ],
)
def test_a_sentence_says_who_sees_into_a_place(sentence: str, ann: bool, bob: bool) -> None:
    book = BOOK.replace("- A player can be nosy.", f"- A player can be nosy. {sentence}")
    made = Table(
        book,
        common={"deck": ["Clock"]},
        ann={"hand": ["Key"] * 3 + ["Glove"] * 3},
        bob={"hand": ["Teapot"]},
    )

    assert made.match.rules.unrunnable == []
    assert seen(made, 0, place(made, "deck")) == [ann] * len(place(made, "deck"))
    assert seen(made, 1, place(made, "deck")) == [bob] * len(place(made, "deck"))


def test_a_card_can_open_the_hand_of_its_holder() -> None:
    book = BOOK.replace(
        "| Teapot | 3 | Reveal your hand. |", "| Teapot | 3 | Your hand is face up. |"
    )
    made = Table(book, ann={"shelf": ["Teapot"], "hand": ["Key"]}, bob={"hand": ["Key"]})

    assert seen(made, 1, place(made, "hand", 0)) == [True]
    assert seen(made, 0, place(made, "hand", 1)) == [False]


def test_a_card_that_goes_on_unseen_leaves_nothing_known_of_the_rest() -> None:
    made = begun()
    made.choose("ann", "play Teapot")

    assert all(seen(made, 1, place(made, "hand", 0)))

    made.choose("ann", "bury Key")

    assert not any(seen(made, 1, place(made, "hand", 0)))
    assert not any(seen(made, 1, place(made, "deck")))
    assert seen(made, 0, place(made, "deck"))[-1]


def test_a_card_laid_open_leaves_the_rest_as_well_known_as_before() -> None:
    made = begun()
    made.choose("ann", "play Teapot")
    made.choose("ann", "play Clock", "Key")

    assert len(place(made, "hand", 0)) == 3
    assert not any(seen(made, 1, place(made, "hand", 0)))

    made = begun()
    made.choose("ann", "play Teapot", "play Candle", "bob")

    assert all(seen(made, 1, place(made, "hand", 0)))


def test_what_was_seen_while_a_sentence_opened_a_place_stays_known() -> None:
    sentence = "The deck is visible to each player who has at least 6 cards in their hand."
    book = BOOK.replace("- A player can be nosy.", f"- A player can be nosy. {sentence}")
    made = Table(
        book,
        common={"deck": ["Clock"]},
        ann={"hand": ["Key"] * 3 + ["Glove"] * 3},
        bob={"hand": ["Teapot"]},
    )
    made.begin_turn("ann")
    while "no" in made.options(made.asked()[0]):
        made.choose(made.asked()[0], "no")
    there = place(made, "deck").copy()
    made.choose("ann", "bury Key")

    assert len(place(made, "hand", 0)) == 5
    assert all(seen(made, 0, there))
    assert not any(seen(made, 1, there))


# ---- imagined worlds ------------------------------------------------------------------------


def names(made: Table, state: State, things: list[int]) -> list[str]:
    species = made.match.rules.schema.species
    return [species[state.species[thing]].name for thing in things]


def test_an_imagined_world_keeps_what_the_seat_knows_and_varies_the_rest() -> None:
    made = begun()
    made.choose("ann", "peek")
    rules, real = made.match.rules, made.state
    ann, bob, deck = place(made, "hand", 0), place(made, "hand", 1), place(made, "deck")
    worlds = [imagine(real, rules, 0, seed) for seed in range(30)]

    for world in worlds:
        assert world.zones == real.zones
        assert names(made, world, ann) == names(made, real, ann)
        assert world.species[deck[-1]] == real.species[deck[-1]]
        assert Counter(world.species) == Counter(real.species)
        assert sight(rules, world, 0) == sight(rules, real, 0)
    assert len({tuple(names(made, world, bob)) for world in worlds}) > 5
    assert len({tuple(names(made, world, deck)) for world in worlds}) > 5
    assert len({world.chance for world in worlds}) == 30


def test_kinds_of_card_look_alike_from_behind() -> None:
    book = BOOK.replace(
        "- A player can be nosy.", "- A player can be nosy. A relic is a kind of card."
    )
    book += """
The relics are:

| Name | Count | Text |
|---|---|---|
| Skull | 3 | Reveal your hand. |
"""
    made = Table(book, ann={"hand": ["Key"]}, bob={"hand": ["Skull", "Skull", "Skull"]})
    made.begin_turn("ann")
    hand = place(made, "hand", 1)
    worlds = [imagine(made.state, made.match.rules, 0, seed) for seed in range(10)]

    assert any("Skull" not in names(made, world, hand) for world in worlds)


def test_imagining_leaves_the_real_state_alone() -> None:
    made = begun()
    before = made.state.to_data()
    copy = [item.copy() if isinstance(item, list) else item for item in before]
    imagine(made.state, made.match.rules, 1, 3)

    assert made.state.to_data() == copy


def test_what_is_hidden_differs_by_seat() -> None:
    made = begun()
    rules = made.match.rules

    assert not set(place(made, "hand", 0)) & set(hidden(made.state, rules, 0))
    assert set(place(made, "hand", 0)) <= set(hidden(made.state, rules, 1))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_answers_given_in_secret_are_drawn_anew(seat: int) -> None:
    book = BOOK.replace(
        "each player may secretly choose a card", "each player secretly chooses a card"
    )
    made = Table(
        book,
        ann={"hand": ["Teapot", "Key"]},
        bob={"hand": ["Letter", "Candle"]},
        cy={"hand": ["Clock", "Glove"]},
    )
    made.begin_turn("ann")

    assert made.asked() == ["ann", "bob", "cy"]

    made.choose("bob", "Candle")
    rules = made.match.rules
    answers = set()
    for seed in range(20):
        world = imagine(made.state, rules, seat, seed)
        record = world.recs[world.asks[2]]
        answers.add(str(sorted(record.sets.items())))
        assert sight(rules, world, seat) == sight(rules, made.state, seat)

    assert (len(answers) > 1) == (seat != 1)


@pytest.mark.parametrize(
    ("sentence", "sights"),
    [
        ("Each Key in a hand is visible to each player.", {"Key": [True, True], "Clock": [True, False]}),
        ("Each Key is visible only to its holder if there are no cards in the box.", {"Key": [True, False], "Clock": [True, False]}),
        ("A Key is visible to each player who has at least 6 cards in their hand.", {"Key": [True, False], "Clock": [True, False]}),
        ("Each card in a shelf is visible only to its holder.", {"Candle": [True, False], "Key": [True, False]}),
    ],
)  # fmt: skip
def test_a_sentence_says_who_sees_a_card(sentence: str, sights: dict[str, list[bool]]) -> None:
    book = BOOK.replace("- A player can be nosy.", f"- A player can be nosy. {sentence}")
    made = Table(book, ann={"hand": ["Key", "Clock"], "shelf": ["Candle"]}, bob={"hand": []})

    assert made.match.rules.unrunnable == []
    for name, seats in sights.items():
        (card,) = [t for t in range(len(made.state.species)) if made.match.thing(t) == name
                   and made.state.where[t] >= 0 and made.state.zowner[made.state.where[t]] == 0]  # fmt: skip
        sees = [made.match.rules.views.sees(made.state, seat, card) for seat in range(2)]
        assert sees == seats
