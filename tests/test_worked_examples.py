"""Worked examples in rulebooks: they are read, played and held against what they say."""

from __future__ import annotations

import pytest

from deckmastor import examples
from deckmastor.match import load, read, shipped
from language.test_manual import of_kind

BOOK = """# Hollow {#hollow}
## Words {#words}
- A nest is a place. Each player has a hand and a nest. There is a deck and a discard pile.
- Nuts and leaves are kinds of card. Seeds are counters. A player can be tired.
- To store a nut is to move it from your hand to your nest.
- To draw a card is to move the top card of the deck to your hand.
## Turn {#turn}
- The goal is 3.
- On their turn, a player may store a nut. On their turn, a player may nap. To nap is to gain 1 seed.
- When a player stores a nut, they gain 2 seeds. When a player stores a nut, they become tired.
- When a player passes, roll 1d6. Each player gains seeds equal to the result. End the turn.
- When a player has at least 9 seeds, they win the game.
EXAMPLE
## Cards {#cards}

The cards are:

| Name | Type | Count |
|---|---|---|
| Hazelnut | nut | 3 |
| Acorn | nut | 3 |
| Oak Leaf, dry | leaf | 2 |
"""


FIRST = BOOK.split("\n").index("EXAMPLE") + 2  # the line of an example


def faults(*lines: str):
    note = "\n".join(f"> {line}" for line in ("**Example.** " + lines[0], *lines[1:]))
    return examples.check(read(BOOK.replace("EXAMPLE", f"\n{note}\n")))


def codes(*lines: str) -> list[str]:
    return [fault.code for fault in faults(*lines)]


# ---- what is laid out -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "then"),
    [
        ("Ann's hand: Acorn, Oak Leaf, dry, Hazelnut.", "Ann has 3 cards in their hand."),
        ("Bob's nest: Acorn, Acorn. Bob's hand: nothing.", "Bob has 2 nuts in their nest."),
        ("The deck: Hazelnut, Acorn.", "The top card of the deck is a Hazelnut."),
        ("The deck: Hazelnut, Acorn.", "The deck, from the top: Hazelnut, Acorn."),
        ("The deck: Hazelnut, Acorn.", "The deck: Acorn, Hazelnut."),
        ("Ann has 3 seeds. Bob has no seeds.", "Ann has more seeds than Bob."),
        ("Bob is tired.", "Bob is tired. Ann is not tired."),
        ("The players are Bob, Cy and Ann.", "Bob is asked. There are 3 players."),
        ("It is Bob's turn.", "Bob is asked. Ann is not asked. The game is not over."),
        ("It is the beginning of Bob's turn. Ann's hand: Acorn.", "Bob can pass."),
    ],
)
def test_what_is_laid_out_is_there(laid, then):
    assert faults(laid, f"Then {then}") == []


def test_a_place_that_is_not_named_stays_as_it_is():
    assert codes("Ann's hand: Acorn.", "Then the deck: nothing.") == ["example-fails"]
    assert codes("Ann's hand: Acorn. The deck: nothing.", "Then the deck: nothing.") == []


SHELF = """# Shelf {#shelf}
## Words {#words}
- Each player has a hand. There is a deck and a rack. Books are kinds of card. Boards are kinds of item. Each book has a giver. A giver is a player.
## Turn {#turn}
- On their turn, a player may play a book from their hand onto a board. When a player plays a card, the giver of that card becomes that player.
- A book can be played onto a board. On their turn, a player may rest. To rest is to score 0 points.

> **Example.** LAID
> THEN

## Things {#things}

The books are:

| Name |
|---|
| Atlas |
| Bestiary |
| Cantos |

The boards are:

| Name |
|---|
| Oak |
| Elm |
"""


@pytest.mark.parametrize(
    ("laid", "then", "so"),
    [
        ("On Elm: Cantos, Atlas.", "Then on Elm: Atlas, Cantos.", True),
        ("On Elm: Cantos, Atlas.", "Then on Elm, from the top: Cantos, Atlas.", True),
        ("On Elm: Cantos, Atlas.", "Then on Elm, from the top: Atlas, Cantos.", False),
        ("On Elm: Cantos, Atlas.", "Then on Oak: nothing. Ann is asked.", True),
        ("On Elm: Cantos, Atlas.", "Then on Oak: Atlas.", False),
        ("On Ash: Cantos.", "Then on Oak: nothing.", False),
        ("Bob's hand: nothing. On Elm: Atlas. The giver of Atlas is Bob.",
         "Then Bob is the giver of a card on an Elm.", True),
        ("Bob's hand: nothing. On Elm: Atlas. The giver of Cantos is Bob.",
         "Then Bob is the giver of a card on an Elm.", False),
    ],
)  # fmt: skip
def test_cards_that_lie_on_a_thing_are_listed_and_have_properties(laid, then, so):
    book = read(SHELF.replace("LAID", laid).replace("THEN", then))

    assert (examples.check(book) == []) is so, examples.check(book)


def test_players_are_those_who_are_named_and_others_up_to_the_fewest():
    assert codes("Cy's hand: Acorn.", "Then there are 2 players. Cy is asked.") == []
    assert codes("Cy's hand: Acorn.", "Then there are 2 players. Acorn is a nut.") == []


# ---- what happens ---------------------------------------------------------------------------


LETTERS = """# Letters {#letters}
## Words {#words}
- Each player has a hand. There is a deck. A card has one letter: A or B. Each card has a weight.
- A card can be heavy. A card is heavy if its weight is at least 3. On their turn, a player may rest. To rest is to end the turn.

> **Example.** Ann's hand: Stone, Sand, Play. The players are Ann and Bob.
> Then THEN

## Cards {#cards}

The cards are:

| Name | Letter | Weight |
|---|---|---|
| Sand | A | 1 |
| Play | A | 2 |
| Stone | B | 3 |
"""


@pytest.mark.parametrize(
    ("then", "so"),
    [
        ("a Stone is heavy. A Stone is heavy. A Sand is not heavy.", True),
        ("Stone is heavy. Sand is not heavy.", True),
        ("a Sand is not heavy. A Sand is heavy.", False),
        ("Sand is heavy.", False),
        ("Play is in Ann's hand. Play is not heavy.", True),
        ("Play is heavy.", False),
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_a_condition_about_a_card_is_about_that_card(then, so, listed):
    book = LETTERS.replace("THEN", then)
    if not listed:
        book = book.replace(" The players are Ann and Bob.", "")

    assert (examples.check(read(book)) == []) is so


def test_answers_are_given_one_after_the_other():
    assert (
        faults(
            "Ann's hand: Hazelnut, Acorn. Ann has 4 seeds.",
            "Ann: store Acorn.",
            "Then Ann's nest: Acorn. Ann has 6 seeds. Ann is tired. Bob is not tired.",
            "Ann: store Hazelnut.",
            "Then Ann's hand: nothing. Ann has 8 seeds.",
            "The game is not over.",
        )
        == []
    )


TWINS = """# Twins {#twins}
## Words {#words}
- A nest is a place. Each player has a hand and a nest. Seeds are counters.
- To store a card is to move it from your hand to your nest.
## Turn {#turn}
- On their turn, a player may store a card. On their turn, a player may pay 2 seeds.

> **Example.** Ann's hand: Twin. Ann has 1 seed. Bob has 1 seed.
> Ann: store Twin.
> Ann: When this card enters your nest, gain seeds equal to your seeds.
> Then Ann has SEEDS seeds. Bob has 1 seed.
## Cards {#cards}

The cards are:

| Name | Text |
|---|---|
| Twin | When this card enters your nest, gain 3 seeds.<br>When this card enters your nest, gain seeds equal to your seeds. |
"""


@pytest.mark.parametrize(("seeds", "so"), [("5", []), ("8", ["example-fails"])])
def test_an_answer_can_be_a_sentence_of_a_card(seeds, so):
    faults = examples.check(read(TWINS.replace("SEEDS", seeds)))

    assert [fault.code for fault in faults] == so


def test_chance_is_decided():
    told = ("Ann has 4 seeds. Chance brings 5.", "Ann: pass.")

    assert codes(*told, "Then Ann wins. Bob does not win. The game is over.") == []
    assert codes("Ann has 4 seeds. Chance brings 4.", "Ann: pass.", "Then Ann wins.") == [
        "example-fails"
    ]


HALL = """# Hall {#hall}
## Words {#words}
- Hosts are kinds of entity. A player is a kind of host. The Bank is a host. The Keeper is an office.
- Each host has a hand. Seeds are counters.
## Rules {#rules}
- Only the Keeper may nap. Each player may nap. To nap is to gain 1 seed.
- At the end of each week, each player loses 1 seed. A player cannot have fewer than 0 seeds.
- Each player may submit a proposal. Each player may adopt a proposal.
- When a proposal is adopted, its text takes effect.
- A host may play a card from their hand.

> **Example.** EXAMPLE

## Cards {#cards}

The cards are:

| Name | Count |
|---|---|
| Acorn | 3 |
"""


@pytest.mark.parametrize(
    ("lines", "so"),
    [
        (("Ann has 3 seeds. Bob has 2 seeds.", "3 days pass.", "Then Ann has 3 seeds.",
          "24 hours pass.", "Then Ann has 2 seeds. Bob has 1 seed."), True),
        (("Ann has 3 seeds. Bob has 2 seeds.", "3 days pass.", "Then Ann has 2 seeds."), False),
        (("Ann has 3 seeds.", "1 week passes.", "Then Ann has 2 seeds."), True),
        (("Ann has 3 seeds.", "1 week passes. Ann has 2 seeds.", "Then Ann has 2 seeds."), False),
        (("Ann has 3 seeds.", "1 week passes.", "Ann has 2 seeds.", "Then Ann can pass."), False),
        (("Ann has 1 seed. Bob has 1 seed. The Keeper is Bob.",
          "Then Bob can nap. Ann cannot nap. The Keeper is Bob."), True),
        (("Ann has 1 seed. Bob has 1 seed.", "Then Bob can nap."), False),
        (("Ann has 1 seed. The Keeper is Zoe.", "Then Ann can pass."), False),
        (("Ann's hand: Acorn. The Bank's hand: Acorn, Acorn. The Bank has 4 seeds.",
          "Then the Bank's hand: Acorn, Acorn. Ann's hand: Acorn. The Bank has 4 seeds."), True),
        (("Ann's hand: Acorn. The Bank's hand: Acorn.", "Then the Bank's hand: nothing."), False),
        (("Ann has no seeds. Bob has no seeds.", "Bob: submit a proposal.",
          'Bob: "Each player gains 2 seeds."', "Then Ann has no seeds.", "Ann: adopt proposal.",
          "Then Ann has 2 seeds. Bob has 2 seeds."), True),
        (("Ann has no seeds. Bob has no seeds.", 'Bob: "Each player gains 2 seeds."',
          "Then Ann has no seeds."), False),
    ],
)  # fmt: skip
def test_time_passes_offices_and_persons_are_laid_and_texts_are_written(lines, so):
    book = read(HALL.replace("EXAMPLE", "\n> ".join(lines)))

    assert (examples.check(book) == []) is so, examples.check(book)


def test_the_story_can_be_asked_for():
    told = ("Ann's hand: Acorn.", "Ann: store Acorn.")

    assert codes(*told, 'Then the story says "ann stores Acorn".') == []
    assert codes(*told, 'Then the story says "bob stores Acorn".') == ["example-fails"]
    assert codes(*told, 'Then the story does not say "ann stores Acorn".') == ["example-fails"]


@pytest.mark.parametrize(
    ("then", "so"),
    [
        ("Ann can store Acorn.", True),
        ("Ann can store a nut.", True),
        ("Ann can store a leaf.", False),
        ("Ann cannot store Acorn.", False),
        ("Ann cannot store Hazelnut.", True),
        ("Bob can pass.", False),
        ("Bob cannot pass.", True),
        ("Nobody is asked.", False),
    ],
)
def test_what_players_can_do_is_what_they_are_offered(then, so):
    assert (codes("Ann's hand: Oak Leaf, dry, Acorn.", f"Then {then}") == []) is so


# ---- what is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "at", "code", "told"),
    [
        (["Ann's hand: Akorn.", "Then Ann is asked."], 0, "example-unread", "'Akorn' is no card"),
        (["Ann's den: Acorn.", "Then Ann is asked."], 0, "example-unread", "'den' is no place"),
        (["Ann dances.", "Then Ann is asked."], 0, "example-unread", "cannot be laid out"),
        (["Ann's hand: Acorn."], 0, "example-unread", "it says nothing"),
        (["Ann's hand: Acorn.", "Then Ann has 1 frog."], 1, "example-unread", "'frog' is no known"),
        (["Ann's hand: Acorn.", "Ann: eat Acorn.", "Then Ann is asked."], 1, "example-fails",
         "Ann cannot 'eat Acorn'"),
        (["Ann's hand: Acorn.", "Bob: pass.", "Then Ann is asked."], 1, "example-fails",
         "Bob is not asked"),
        (["Ann's hand: Acorn.", "Then Ann's hand: Hazelnut."], 1, "example-fails", "not so"),
        (["Ann's hand: Acorn.", "Then Ann has 2 cards in their hand."], 1, "example-fails", "not so"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_example_is_told_at_its_line(lines, at, code, told):
    (fault,) = faults(*lines)

    assert (fault.code, told in fault.message) == (code, True), fault.message
    assert fault.line == FIRST + at


def test_the_message_says_what_is_so_instead():
    (fault,) = faults("Ann's hand: Acorn, Hazelnut.", "Then Ann's hand: Acorn.")

    assert fault.hint == "There lies: Acorn, Hazelnut."


# ---- the books that have some ---------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_examples_of_a_shipped_game_come_true(name):
    assert [str(fault) for fault in examples.check(load(name))] == []


def test_examples_in_the_manual_come_true():
    books = [read(box.text) for box in of_kind("rulebook")]

    assert any(examples.examples(book.book.source) for book in books)
    assert [str(fault) for book in books for fault in examples.check(book)] == []


def test_nothing_can_be_laid_on_a_card_on_which_nothing_can_lie():
    found = faults("On Acorn: Hazelnut.", "Ann: nap.", "Then Ann has 1 seed.")

    assert "In this book nothing can lie on 'Acorn': no sentence puts it there." in str(found)
