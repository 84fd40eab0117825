"""Words that join acts: and, then, if you do, or, may, each, for each, until, unless."""

from __future__ import annotations

import pytest

from engine.bears import Case, case, check, lay

DREW = "When a player draws a card, they gain 1 shell."
EMPTY = "When a player has no cards in their hand, they gain 5 shells."


@pytest.mark.parametrize(
    "told",
    [
        case(
            "both parts are done, and the second sees what the first brought",
            "Draw 3 cards and discard a card.",
            "Elm",
            asked=["ann: Elm, Daisy, Clover"],
            then={"ann hand": ["Daisy", "Clover"], "discard pile": ["Elm"]},
        ),
        case(
            "the first part is impossible: the second is done all the same",
            "Discard a card and draw a card.",
            then={"ann hand": ["Elm"], "discard pile": []},
        ),
        case(
            "three parts are one step",
            "Draw a card, discard a card and gain 1 berry.",
            then={"ann hand": [], "ann berry": 1, "discard pile": ["Elm"]},
        ),
        case(
            "a state that is passed through within a step is not seen",
            "Discard a card and draw a card.",
            rules=(EMPTY,),
            ann={"hand": ["Fern"]},
            bob={"hand": ["Acorn"]},
            then={"ann hand": ["Elm"], "ann shell": 0},
        ),
        case(
            "between sentences the state is seen",
            "Discard a card. Draw a card.",
            rules=(EMPTY,),
            ann={"hand": ["Fern"]},
            bob={"hand": ["Acorn"]},
            then={"ann hand": ["Elm"], "ann shell": 5},
        ),
        case(
            "between parts with then the state is seen",
            "Discard a card, then draw a card.",
            rules=(EMPTY,),
            ann={"hand": ["Fern"]},
            bob={"hand": ["Acorn"]},
            then={"ann hand": ["Elm"], "ann shell": 5},
        ),
        case(
            "what a part triggers comes behind the whole step",
            "Draw a card and lose all shells.",
            rules=(DREW,),
            ann={"shell": 2},
            bob={},
            then={"ann shell": 1},
        ),
        case(
            "what a sentence triggers comes before the next one",
            "Draw a card. Lose all shells.",
            rules=(DREW,),
            ann={"shell": 2},
            bob={},
            then={"ann shell": 0},
        ),
        case(
            "two objects and two places",
            "Put a bear into the river and a charm into your hand.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"river": ["Ursa"], "ann hand": ["Bell"], "ann den": []},
        ),
    ],
)
def test_and_makes_one_step(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "done: the rest follows",
            "Sacrifice a card, then draw 2 cards.",
            ann={"den": ["Bell"]},
            bob={},
            then={"discard pile": ["Bell"], "ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "impossible: the rest is left out",
            "Sacrifice a card, then draw 2 cards.",
            then={"discard pile": [], "ann hand": []},
        ),
        case(
            "done in part: the rest follows",
            "Discard 2 cards, then draw a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"discard pile": ["Fern"], "ann hand": ["Elm"]},
        ),
        case(
            "replaced: the rest follows",
            "Discard a card, then draw a card.",
            rules=("If a player would discard a card, they gain 1 berry instead.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"discard pile": [], "ann berry": 1, "ann hand": ["Fern", "Elm"]},
        ),
        case(
            "forbidden: the rest is left out",
            "Discard a card, then draw a card.",
            rules=("A player cannot discard a leaf.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"discard pile": [], "ann hand": ["Fern"]},
        ),
        case(
            "a chain stops where it breaks",
            "Draw a card, then sacrifice a card, then gain 1 berry.",
            then={"ann hand": ["Elm"], "ann berry": 0},
        ),
        case(
            "a first part of two acts counts as done if one of them was",
            "Sacrifice a card and draw a card, then gain 1 berry.",
            then={"ann hand": ["Elm"], "ann berry": 1},
        ),
        case(
            "a first part of two acts of which none was done",
            "Sacrifice a card and discard a card, then gain 1 berry.",
            then={"ann berry": 0},
        ),
        case(
            "a counter that cannot be paid stops the rest",
            "Pay 2 berries, then draw a card.",
            ann={"berry": 1},
            bob={},
            then={"ann berry": 1, "ann hand": []},
        ),
    ],
)
def test_then_goes_on_only_if_something_was_done(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "each did nothing: the rest is left out",
            "Each player discards a card, then you draw a card.",
            then={"ann hand": []},
        ),
        case(
            "one of them did: the rest follows",
            "Each player discards a card, then you draw a card.",
            bob={"hand": ["Fern"]},
            ann={},
            then={"bob hand": ["Elm"], "ann hand": [], "discard pile": ["Fern"]},
        ),
    ],
)
def test_then_behind_each(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "the next sentence does not depend on the one before",
            "Sacrifice a card. Draw a card.",
            then={"ann hand": ["Elm"]},
        ),
        case(
            "If you do: done",
            "Discard a card. If you do, draw 2 cards.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "If you do: impossible",
            "Discard a card. If you do, draw 2 cards.",
            then={"ann hand": []},
        ),
        case(
            "If you do: replaced acts do not count",
            "Discard a card. If you do, draw 2 cards.",
            rules=("If a player would discard a card, they gain 1 berry instead.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "ann berry": 1},
        ),
        case(
            "If you do: taken",
            "You may pay 2 berries. If you do, draw a card.",
            "yes",
            ann={"berry": 3},
            bob={},
            asked=["ann: yes, no"],
            then={"ann berry": 1, "ann hand": ["Elm"]},
        ),
        case(
            "If you do: declined",
            "You may pay 2 berries. If you do, draw a card.",
            "no",
            ann={"berry": 3},
            bob={},
            asked=["ann: yes, no"],
            then={"ann berry": 3, "ann hand": []},
        ),
        case(
            "an option that cannot be paid is not offered",
            "You may pay 2 berries. If you do, draw a card.",
            ann={"berry": 1},
            bob={},
            then={"ann berry": 1, "ann hand": []},
        ),
        case(
            "both parts of an option must be possible, one is not",
            "You may discard a card and pay 1 berry. If you do, draw 3 cards.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"]},
        ),
        case(
            "both parts of an option are owed",
            "You may discard a card and pay 1 berry. If you do, draw 3 cards.",
            "yes",
            ann={"hand": ["Fern"], "berry": 1},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": ["Elm", "Daisy", "Clover"], "ann berry": 0},
        ),
        case(
            "If you do asks for both acts of a sentence",
            "Discard a card and sacrifice a card. If you do, draw a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": [], "discard pile": ["Fern"]},
        ),
        case(
            "If you do not: declined",
            "You may discard a card. If you do not, gain 1 berry.",
            "no",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": ["Fern"], "ann berry": 1},
        ),
        case(
            "If you do not: impossible",
            "You may discard a card. If you do not, gain 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "If you do not: done",
            "You may discard a card. If you do not, gain 1 berry.",
            "yes",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": [], "ann berry": 0},
        ),
        case(
            "If you cannot: possible",
            "Discard a card. If you cannot, gain 1 berry.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": [], "ann berry": 0},
        ),
        case(
            "If you cannot: impossible",
            "Discard a card. If you cannot, gain 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "If you cannot: forbidden",
            "Draw a card. If you cannot, gain 1 berry.",
            rules=("A player cannot draw cards.",),
            then={"ann hand": [], "ann berry": 1},
        ),
        case(
            "If you cannot: declined is not impossible",
            "You may discard a card. If you cannot, gain 1 berry.",
            "no",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": ["Fern"], "ann berry": 0},
        ),
        case(
            "If you cannot: an option that was impossible",
            "You may discard a card. If you cannot, gain 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "If you cannot: what is done in part could be done",
            "Discard 3 cards. If you cannot, gain 1 berry.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": [], "ann berry": 0},
        ),
        case(
            "If you cannot: an empty deck",
            "Draw a card. If you cannot, lose 1 berry.",
            common={"deck": []},
            ann={"berry": 2},
            bob={},
            then={"ann berry": 1},
        ),
        case(
            "a later sentence that speaks of the option belongs to it",
            "You may draw a card. Discard that card.",
            "no",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": ["Fern"], "discard pile": []},
        ),
        case(
            "and one that does not stands outside",
            "You may draw a card. Discard a card.",
            "no",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": [], "discard pile": ["Fern"]},
        ),
    ],
)
def test_if_you_do_asks_what_happened(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "the condition holds",
            "If you are sleepy, draw a card. Otherwise, gain 1 berry.",
            ann={"sleepy": 1},
            bob={},
            then={"ann hand": ["Elm"], "ann berry": 0},
        ),
        case(
            "it does not",
            "If you are sleepy, draw a card. Otherwise, gain 1 berry.",
            then={"ann hand": [], "ann berry": 1},
        ),
        case(
            "a chain: the second condition",
            "If you are sleepy, draw a card. Otherwise, if you have at least 1 shell, lose 1 shell. Otherwise, gain 1 berry.",
            ann={"shell": 2},
            bob={},
            then={"ann hand": [], "ann shell": 1, "ann berry": 0},
        ),
        case(
            "a chain: none of them",
            "If you are sleepy, draw a card. Otherwise, if you have at least 1 shell, lose 1 shell. Otherwise, gain 1 berry.",
            then={"ann hand": [], "ann shell": 0, "ann berry": 1},
        ),
        case(
            "the first changes the condition: only the first is done",
            "If you have no berries, gain 1 berry. Otherwise, lose 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "if behind: yes",
            "Draw a card if you are sleepy.",
            ann={"sleepy": 1},
            bob={},
            then={"ann hand": ["Elm"]},
        ),
        case("if behind: no", "Draw a card if you are sleepy.", then={"ann hand": []}),
        case(
            "unless: it is so, nothing is done",
            "Draw a card unless you are sleepy.",
            ann={"sleepy": 1},
            bob={},
            then={"ann hand": []},
        ),
        case(
            "unless: it is not so", "Draw a card unless you are sleepy.", then={"ann hand": ["Elm"]}
        ),
    ],
)
def test_if_otherwise_and_unless(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "both ways are open",
            "Draw a card or gain 1 berry.",
            "Gain 1 berry",
            asked=["ann: Draw a card, Gain 1 berry"],
            then={"ann hand": [], "ann berry": 1},
        ),
        case(
            "one way is impossible: nobody is asked",
            "Discard a card or gain 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "a payment that cannot be made is no way",
            "Pay 2 berries or draw a card.",
            ann={"berry": 1},
            bob={},
            then={"ann berry": 1, "ann hand": ["Elm"]},
        ),
        case(
            "none is possible: nothing happens",
            "Discard a card or sacrifice a card. If you do, gain 1 berry.",
            then={"ann berry": 0},
        ),
        case(
            "If you do asks whether either was done",
            "Discard a card or sacrifice a card. If you do, gain 1 berry.",
            "Sacrifice a card",
            ann={"hand": ["Fern"], "den": ["Bell"]},
            bob={},
            asked=["ann: Discard a card, Sacrifice a card"],
            then={"ann den": [], "ann hand": ["Fern"], "ann berry": 1},
        ),
        case(
            "a comma sets the ways apart",
            "Draw a card and discard a card, or gain 1 berry.",
            "Gain 1 berry",
            asked=["ann: Draw a card and discard a card, Gain 1 berry"],
            then={"ann berry": 1, "ann hand": []},
        ),
        case(
            "Choose one: the middle of three",
            "Choose one: draw a card, discard a card, or gain 3 berries.",
            "Discard a card",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: Draw a card, Discard a card, Gain 3 berries"],
            then={"ann hand": [], "discard pile": ["Fern"], "ann berry": 0},
        ),
        case(
            "Choose one: two of three are possible",
            "Choose one: draw a card, discard a card, or gain 3 berries.",
            "Gain 3 berries",
            asked=["ann: Draw a card, Gain 3 berries"],
            then={"ann hand": [], "ann berry": 3},
        ),
        case(
            "things of two kinds are one choice",
            "Sacrifice a bear or a charm.",
            "Bell",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            asked=["ann: Ursa, Bell"],
            then={"ann den": ["Ursa"], "discard pile": ["Bell"]},
        ),
        case(
            "a choice forced among two kinds is not asked",
            "Sacrifice a bear or a charm.",
            ann={"den": ["Bell"]},
            bob={},
            then={"ann den": [], "discard pile": ["Bell"]},
        ),
    ],
)
def test_or_is_a_choice_of_what_is_possible(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "taken: both parts are done",
            "You may draw a card, then discard a card.",
            "yes",
            asked=["ann: yes, no"],
            then={"ann hand": [], "discard pile": ["Elm"]},
        ),
        case(
            "declined: none",
            "You may draw a card, then discard a card.",
            "no",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: yes, no"],
            then={"ann hand": ["Fern"], "discard pile": []},
        ),
        case(
            "impossible: not offered",
            "You may sacrifice a bear.",
            ann={"den": ["Bell"]},
            bob={},
            then={"ann den": ["Bell"]},
        ),
        case(
            "forbidden: not offered",
            "You may discard a card.",
            rules=("A player cannot discard a leaf.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"]},
        ),
        case(
            "an optional cost must be payable in full",
            "You may discard 2 cards. If you do, gain 1 berry.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "ann berry": 0},
        ),
        case(
            "so must what comes before then",
            "You may discard 2 cards, then gain 1 berry.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "ann berry": 0},
        ),
        case(
            "somebody else decides",
            "Choose another player. That player may draw a card.",
            "bob: yes",
            asked=["bob: yes, no"],
            then={"bob hand": ["Elm"], "ann hand": []},
        ),
        case(
            "may with a choice of two ways",
            "You may draw a card or gain 1 berry.",
            "yes",
            "Gain 1 berry",
            asked=["ann: yes, no", "ann: Draw a card, Gain 1 berry"],
            then={"ann berry": 1, "ann hand": []},
        ),
    ],
)
def test_may_is_an_offer(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "up to: none",
            "Discard up to 2 cards.",
            "enough",
            ann={"hand": ["Fern", "Elm"]},
            bob={},
            asked=["ann: Fern, Elm, enough"],
            then={"ann hand": ["Fern", "Elm"]},
        ),
        case(
            "up to: one",
            "Discard up to 2 cards.",
            "Fern",
            "enough",
            ann={"hand": ["Fern", "Elm"]},
            bob={},
            asked=["ann: Fern, Elm, enough", "ann: Elm, enough"],
            then={"ann hand": ["Elm"]},
        ),
        case(
            "up to: as many as it says, and no more",
            "Discard up to 2 cards.",
            "Fern",
            "Elm",
            ann={"hand": ["Fern", "Elm", "Acorn"]},
            bob={},
            asked=["ann: Fern, Elm, Acorn, enough", "ann: Elm, Acorn, enough"],
            then={"ann hand": ["Acorn"]},
        ),
        case(
            "any number: all",
            "Discard any number of cards. Draw that many cards.",
            "Fern",
            "Acorn",
            ann={"hand": ["Fern", "Acorn"]},
            bob={},
            asked=["ann: Fern, Acorn, enough", "ann: Acorn, enough"],
            then={"ann hand": ["Elm", "Daisy"], "discard pile": ["Fern", "Acorn"]},
        ),
        case(
            "any number: none, and that many is 0",
            "Discard any number of cards. Draw that many cards.",
            "enough",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: Fern, enough"],
            then={"ann hand": ["Fern"]},
        ),
        case(
            "at least: fewer will not do",
            "Discard at least 2 cards.",
            "Fern",
            "Acorn",
            "enough",
            ann={"hand": ["Fern", "Acorn", "Elm"]},
            bob={},
            asked=["ann: Fern, Acorn, Elm", "ann: Acorn, Elm", "ann: Elm, enough"],
            then={"ann hand": ["Elm"]},
        ),
        case(
            "a number: that many, one after the other",
            "Discard 2 cards.",
            "Elm",
            "Fern",
            ann={"hand": ["Fern", "Acorn", "Elm"]},
            bob={},
            asked=["ann: Fern, Acorn, Elm", "ann: Fern, Acorn"],
            then={"ann hand": ["Acorn"], "discard pile": ["Elm", "Fern"]},
        ),
        case(
            "a number: a demand takes what there is, unasked",
            "Discard 3 cards.",
            ann={"hand": ["Fern", "Acorn"]},
            bob={},
            then={"ann hand": []},
        ),
        case(
            "draw more than there is",
            "Draw 3 cards.",
            common={"deck": ["Fern"]},
            then={"ann hand": ["Fern"], "deck": []},
        ),
        case(
            "all: every one, unasked",
            "Sacrifice all charms.",
            ann={"den": ["Bell", "Ursa", "Lamp"]},
            bob={},
            then={"ann den": ["Ursa"], "discard pile": ["Bell", "Lamp"]},
        ),
        case(
            "all is met by none",
            "Sacrifice all charms. If you do, gain 1 berry.",
            then={"ann berry": 1},
        ),
        case(
            "each: one act for each",
            "Discard each card in your hand.",
            rules=("When a player discards a card, they gain 1 berry.",),
            ann={"hand": ["Fern", "Acorn"]},
            bob={},
            then={"ann hand": [], "ann berry": 2},
        ),
        case(
            "any number of counters: they are asked how many they have",
            "Lose any number of berries. Draw that many cards.",
            "2",
            ann={"berry": 3},
            bob={},
            asked=["ann: 0, 1, 2, 3"],
            then={"ann berry": 1, "ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "up to 2 counters of 5",
            "Lose up to 2 berries. Draw that many cards.",
            "1",
            ann={"berry": 5},
            bob={},
            asked=["ann: 0, 1, 2"],
            then={"ann berry": 4, "ann hand": ["Elm"]},
        ),
        case(
            "up to 3 counters of 1",
            "Pay up to 3 berries. Draw that many cards.",
            "1",
            ann={"berry": 1},
            bob={},
            asked=["ann: 0, 1"],
            then={"ann berry": 0, "ann hand": ["Elm"]},
        ),
        case(
            "all counters",
            "Lose all berries. Draw that many cards.",
            ann={"berry": 2},
            bob={},
            then={"ann berry": 0, "ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "gain any of a number",
            "Gain up to 2 berries.",
            "2",
            asked=["ann: 0, 1, 2"],
            then={"ann berry": 2},
        ),
    ],
)
def test_how_many(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "every player, from the player at turn on",
            "Each player draws a card.",
            ann={},
            bob={},
            cid={},
            then={"ann hand": ["Elm"], "bob hand": ["Daisy"], "cid hand": ["Clover"]},
        ),
        case(
            "every other player",
            "Each other player draws a card.",
            ann={},
            bob={},
            cid={},
            then={"ann hand": [], "bob hand": ["Elm"], "cid hand": ["Daisy"]},
        ),
        case(
            "those it is done for are fixed before the first change",
            "Each player who has fewer than 2 cards in their hand draws a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern", "Elm"], "bob hand": ["Daisy"]},
        ),
        case(
            "it is one step: states are seen at its end",
            "Each player loses 1 berry. Each player gains 1 berry.",
            rules=("When a player has no berries, each other player gains 1 shell.",),
            ann={"berry": 1},
            bob={"berry": 1},
            then={"ann shell": 1, "bob shell": 1, "ann berry": 1},
        ),
        case(
            "each of them and both acts",
            "Each player draws a card and gains 1 berry.",
            then={"ann hand": ["Elm"], "bob hand": ["Daisy"], "ann berry": 1, "bob berry": 1},
        ),
        case(
            "If they do: by each their own",
            "Each player discards a card. If they do, they gain 1 berry.",
            ann={},
            bob={"hand": ["Fern"]},
            then={"ann berry": 0, "bob berry": 1, "discard pile": ["Fern"]},
        ),
        case(
            "If they cannot: by each their own",
            "Each player discards a card. If they cannot, they lose 1 berry.",
            ann={"berry": 1},
            bob={"hand": ["Fern"], "berry": 1},
            then={"ann berry": 0, "bob berry": 1},
        ),
        case(
            "If they do: you act for each who did",
            "Each other player may discard a card. If they do, draw a card.",
            "bob: yes",
            "cid: no",
            ann={},
            bob={"hand": ["Fern"]},
            cid={"hand": ["Acorn"]},
            asked=["bob: yes, no", "cid: yes, no", "cid: yes, no"],
            then={"ann hand": ["Elm"], "bob hand": [], "cid hand": ["Acorn"]},
        ),
        case(
            "each of several chosen",
            "Choose 2 players. They draw a card.",
            "cid",
            "ann",
            ann={},
            bob={},
            cid={},
            asked=["ann: ann, bob, cid", "ann: ann, bob"],
            then={"ann hand": ["Elm"], "bob hand": [], "cid hand": ["Daisy"]},
        ),
    ],
)
def test_each_is_done_for_all_in_one_step(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "for each multiplies",
            "Gain 2 berries for each bear in your den.",
            ann={"den": ["Ursa", "Bell", "Pip"]},
            bob={"den": ["Honey"]},
            then={"ann berry": 4},
        ),
        case(
            "for each of none",
            "Gain 2 berries for each bear in your den.",
            then={"ann berry": 0},
        ),
        case(
            "at most caps it",
            "Gain 2 berries for each bear in your den, at most 3.",
            ann={"den": ["Ursa", "Pip"]},
            bob={},
            then={"ann berry": 3},
        ),
        case(
            "at most does not lift it",
            "Gain 2 berries for each bear in your den, at most 3.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"ann berry": 2},
        ),
        case(
            "for every 2 counts whole groups",
            "Gain 1 shell for every 2 berries you have.",
            ann={"berry": 5},
            bob={},
            then={"ann shell": 2},
        ),
        case(
            "for every 2 of 1 is nothing",
            "Gain 1 shell for every 2 berries you have.",
            ann={"berry": 1},
            bob={},
            then={"ann shell": 0},
        ),
        case(
            "for each repeats another verb",
            "Draw a card for each bear in your den.",
            ann={"den": ["Ursa", "Pip"]},
            bob={},
            then={"ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "each time there is a choice anew",
            "Discard a card for each bear in your den.",
            "Fern",
            "Elm",
            ann={"den": ["Ursa", "Pip"], "hand": ["Acorn", "Elm", "Fern"]},
            bob={},
            asked=["ann: Acorn, Elm, Fern", "ann: Acorn, Elm"],
            then={"ann hand": ["Acorn"], "discard pile": ["Fern", "Elm"]},
        ),
        case(
            "for each different colour among",
            "Gain 1 berry for each different colour among the cards in your hand.",
            ann={"hand": ["Acorn", "Birch", "Elm"]},
            bob={},
            then={"ann berry": 2},
        ),
        case(
            "for each with a number of cards",
            "Draw 2 cards for each bear in your den.",
            ann={"den": ["Ursa", "Pip"]},
            bob={},
            then={"ann hand": ["Elm", "Daisy", "Clover", "Birch"]},
        ),
        case(
            "a defined verb without object, for each",
            "Nap for each bear in your den.",
            ann={"den": ["Ursa", "Pip"]},
            bob={},
            then={"ann berry": 2},
        ),
    ],
)
def test_for_each_and_for_every(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "until the number is reached",
            "Draw cards until you have 3 cards in your hand.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern", "Elm", "Daisy"]},
        ),
        case(
            "it is so already: nothing is done",
            "Draw cards until you have at least 3 cards in your hand.",
            ann={"hand": ["Fern", "Acorn", "Acorn", "Clover"]},
            bob={},
            then={"ann hand": ["Fern", "Acorn", "Acorn", "Clover"]},
        ),
        case(
            "a number that is passed already ends it too",
            "Draw cards until you have 3 cards in your hand.",
            ann={"hand": ["Fern", "Acorn", "Acorn", "Clover"]},
            bob={},
            then={"ann hand": ["Fern", "Acorn", "Acorn", "Clover"]},
        ),
        case(
            "discards end when the number is reached from above",
            "Discard cards until you have 1 card in your hand.",
            "Fern",
            "Elm",
            ann={"hand": ["Fern", "Acorn", "Elm"]},
            bob={},
            asked=["ann: Fern, Acorn, Elm", "ann: Acorn, Elm"],
            then={"ann hand": ["Acorn"], "discard pile": ["Fern", "Elm"]},
        ),
        case(
            "discards to a number that is passed already: none",
            "Discard cards until you have 2 cards in your hand.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"]},
        ),
        case(
            "it ends when nothing more can be done",
            "Draw cards until you have 9 cards in your hand.",
            then={"ann hand": ["Elm", "Daisy", "Clover", "Birch", "Acorn"], "deck": []},
        ),
        case(
            "it ends when it is forbidden",
            "Discard cards until you have no cards in your hand.",
            rules=("A player cannot discard a bear.",),
            ann={"hand": ["Ursa", "Fern"]},
            bob={},
            then={"ann hand": ["Ursa"]},
        ),
        case(
            "each player on their own",
            "Each player draws cards until they have 2 cards in their hand.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern", "Elm"], "bob hand": ["Daisy", "Clover"]},
        ),
        case(
            "a condition about the last card",
            "Reveal the top card of the deck, then put it into the river.",
            then={"river": ["Elm"]},
        ),
        case(
            "a number of times",
            "Nap 3 times.",
            then={"ann berry": 3},
        ),
        case("twice", "Nap twice.", then={"ann berry": 2}),
    ],
)
def test_until_repeats(told: Case) -> None:
    check(told)


def test_what_a_step_triggers_waits_for_its_end_also_in_a_loop() -> None:
    table = lay(
        "Draw 2 cards.",
        (DREW, "When a player gains a shell, they lose 1 berry."),
        ann={"berry": 5},
        bob={},
    )

    table.perform("ann", "Deed")

    drawn = [event.verb for event in table.events if event.verb in ("draw", "gain", "lose")]
    assert drawn == ["draw", "draw", "gain", "lose", "gain", "lose"]
