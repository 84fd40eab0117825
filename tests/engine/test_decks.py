"""Decks that players bring: deck lists, the verb `bring`, what a match begins with, and legality."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import deckmastor as dm
from deckmastor.language.book import load_text
from deckmastor.record.building import random_deck, violations
from deckmastor.record.decks import parse, written
from deckmastor.testing import Table

WORDS = """# Stall {#stall}

## Words {#words}

- Each player has a hand and a basket. A basket is a place. Each basket is face down.
- Each card has a uniqueness, a base id and a tally. A card has one grade: plain or starred.
- A player can be sound. Each player has a deck count.
- To draw a card is to move the top card of your basket to your hand.
- To sell a card is to move it from your hand to the next player's hand.

The values are:

| Name | Value |
|---|---|
| deck size | 4 |
| star limit | 1 |

## Turn {#turn}

- On their turn, a player may draw a card.
- On their turn, a player may forfeit.
- On their turn, a player may sell a card.
- On their turn, a player may eat a card. To eat a card is to move it from your hand to the discard pile.
- When a card is eaten, its owner gains 1 point.
- When a player has at least 9 cards in their hand, that player wins the game.

"""
BRING = "Before the game, each player brings a deck into their basket."
CARDS = """
## Fruit {#fruit}

The cards are:

| Name | Base id | Uniqueness | Grade |
|---|---|---|---|
| Apple | F1 | 2 | plain |
| Pear | F2 | 2 | plain |
| Plum, Sour | F3 | 2 | plain |
| Quince | F4 | 1 | starred |
| Medlar | F5 | 1 | starred |

## Old fruit {#old}

The cards are:

| Name | Base id | Uniqueness | Grade |
|---|---|---|---|
| Old Pear | F2 | 2 | plain |
| Fig | F6a | 1 | plain |

## More old fruit {#older}

The cards are:

| Name | Base id | Uniqueness | Grade |
|---|---|---|---|
| Fig | F6b | 1 | plain |
"""
LISTS = """
## Decks {#decks}

The deck lists are:

| Name | Cards |
|---|---|
| Sweet | 2 Apple; 1 Quince; 1 Pear |
| Tart | 1 Plum, Sour; 2 Pear; 1 Apple |
"""


def text(*rules: str, cards: str = CARDS, lists: str = LISTS) -> str:
    """A small rulebook to which players bring decks, with some rules more."""
    return WORDS + "".join(f"- {rule}\n" for rule in (BRING, *rules)) + cards + lists


def stall(*rules: str, cards: str = CARDS, lists: str = LISTS) -> dm.Game:
    return dm.read(text(*rules, cards=cards, lists=lists))


def deck(told: str, game: dm.Game | None = None) -> dm.DeckList:
    """A deck written as in a table: `2 Apple; 1 Pear`."""
    return parse("\n".join(told.split(";")), (game or stall()).book)


def lying(match: dm.Match, place: str, player: str) -> list[str]:
    """What lies in a place of a player, whoever may know it; the top card is the last."""
    at = match.rules.schema.attrs[place].at + match.players.index(player)
    return [match.thing(thing) for thing in match.state.zones[at]]


def refusal(game: dm.Game, **told: object) -> str:
    with pytest.raises(dm.StartError) as why:
        game.start(["ann", "bob"], **told)
    return str(why.value)


# ---- deck lists -----------------------------------------------------------------------------


def test_a_deck_list_names_cards_with_commas_and_says_how_many():
    tart = stall().decks[1]

    assert tart.name == "Tart"
    assert tart.cards == ((1, "fruit/plum-sour"), (2, "fruit/pear"), (1, "fruit/apple"))
    assert tart.size == 4


def test_without_a_count_there_is_nothing_but_what_is_brought():
    match = stall().start(["ann", "bob"])
    names = [match.thing(thing) for thing in range(2, len(match.state.species))]

    assert Counter(names) == {"Apple": 3, "Quince": 1, "Pear": 3, "Plum, Sour": 1}


def test_with_a_count_there_are_as_many_besides():
    counted = "\n## Bowl {#bowl}\n\nThe cards are:\n\n| Name | Count |\n|---|---|\n| Nut | 3 |\n| Rind | 0 |\n"
    match = stall(cards=CARDS + counted).start(["ann", "bob"])
    names = [match.thing(thing) for thing in range(2, len(match.state.species))]

    assert (names.count("Nut"), names.count("Rind"), names.count("Medlar")) == (3, 0, 0)


def test_a_book_without_deck_lists_has_a_copy_of_each_row():
    match = dm.read(WORDS + CARDS).start(["ann", "bob"])
    names = [match.thing(thing) for thing in range(2, len(match.state.species))]

    assert sorted(names) == sorted(["Apple", "Pear", "Plum, Sour", "Quince", "Medlar", "Old Pear", "Fig", "Fig"])  # fmt: skip


def test_the_row_of_a_card_names_no_single_card():
    rule = "At the end of the game, the holder of the Quince wins the game."
    books = [load_text(WORDS + f"- {rule}\n" + CARDS), load_text(text(rule))]

    assert ["Quince" in book.lexicon.singles for book in books] == [False, False]
    assert all("nothing to refer to" in book.errors[0].message for book in books)


@pytest.mark.parametrize(
    ("cards", "code", "message", "hint"),
    [
        ("2 Apple; 1 Quinze", "unknown-card", "'Quinze' is no card of this game.", "Did you mean 'Quince'?"),
        ("2 Apple; Pear", "unknown-card", "'Pear' does not say how many.", "Write '1 Pear'."),
        ("2 Apple; 0 Pear", "unknown-card", "There cannot be 0 copies of a card: 1 to 9,999 can be.", ""),
        ("2 Apple; 1 Fig", "unknown-card", "'Fig' names 2 cards.", "Say which: 'F6a', 'F6b'."),
    ],
)  # fmt: skip
def test_a_faulty_deck_list_is_told(cards, code, message, hint):
    book = load_text(text(lists=LISTS.replace("1 Plum, Sour; 2 Pear; 1 Apple", cards)))
    (fault,) = book.errors

    assert (fault.code, fault.message, fault.hint) == (code, message, hint)
    assert fault.source[fault.first : fault.first + fault.length] == cards.partition("; ")[2]


def test_two_deck_lists_have_two_names():
    (fault,) = load_text(text(lists=LISTS.replace("| Tart", "| Sweet"))).errors

    assert (fault.code, fault.message) == ("doubled-row", "There are two deck lists 'Sweet'.")


def test_a_book_may_have_deck_lists_of_its_own():
    own = "\nThe deck lists are:\n\n| Name | Text |\n|---|---|\n| Start | Draw a card. |\n"
    book = load_text(WORDS + "- Stacks and deck lists are kinds of item.\n" + own)

    assert [fault.message for fault in book.errors] == []
    assert ([thing.kind for thing in book.things], book.decks) == (["deck list"], [])


# ---- bringing -------------------------------------------------------------------------------


def test_each_player_brings_their_own_cards_in_the_order_of_the_list():
    match = stall().start(["ann", "bob"])

    assert lying(match, "basket", "ann") == ["Apple", "Apple", "Quince", "Pear"]
    assert lying(match, "basket", "bob") == ["Plum, Sour", "Pear", "Pear", "Apple"]
    assert match.log()[:2] == ["ann brings 4 cards into ann's basket", "bob brings 4 cards into bob's basket"]  # fmt: skip


def test_who_brought_a_card_owns_it_when_it_has_changed_hands():
    match = stall().start(["ann", "bob"], decks={"ann": "Tart", "bob": "Sweet"})
    for answer in ("draw a card", "sell Apple", "pass", "eat Apple"):
        match.choose(match.decisions[0].player, answer)

    assert match.scores == {"ann": 1, "bob": 0}
    assert match.events[-1].agent == "ann"


def test_who_brought_a_card_into_a_common_place_owns_it():
    game = dm.read(text().replace("into their basket", "onto the discard pile"))
    match = game.start(["ann", "bob"])
    owners = [match.rules.owner_of(match.state, thing) for thing in range(2, 10)]

    assert owners == [0, 0, 0, 0, 1, 1, 1, 1]


def test_bringing_is_noticed_card_by_card_and_is_no_creating():
    match = stall(
        "When a player brings a starred card, that player gains 1 point.",
        "When a card is created, its owner gains 5 points.",
    ).start(["bob", "ann", "cy"], decks={"bob": "Tart", "ann": "Sweet", "cy": "Tart"})

    assert match.scores == {"bob": 0, "ann": 1, "cy": 0}


def test_a_card_that_cannot_be_brought_stays_away():
    match = stall("Starred cards cannot be brought.").start(["ann", "bob"])

    assert lying(match, "basket", "ann") == ["Apple", "Apple", "Pear"]
    assert len(lying(match, "basket", "bob")) == 4


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("Before the game, each player brings a starred card into their hand.", "bringing anything but a deck: say 'brings a deck into …'"),
        ("Before the game, each player brings their deck into their hand.", "bringing anything but a deck: say 'brings a deck into …'"),
        ("When a player brings a deck, that player gains 1 point.", "a rule about bringing a deck: say it of a card, 'brings a card'"),
        ("If a player would bring a starred card, that player gains 1 point instead.", "bringing cards at a price, or with something before or instead of it"),
        ("Before a player brings a starred card, that player gains 1 point.", "bringing cards at a price, or with something before or instead of it"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_of_bringing_is_refused(rule, why):
    with pytest.raises(dm.RulebookError) as error:
        stall(rule).start(["ann", "bob"])

    assert why in str(error.value)


def test_a_book_may_say_itself_what_bringing_is():
    book = (
        WORDS
        + "- To bring a card from a place into a basket is to move it from that place into that basket.\n"
    )
    book += (
        "- Before the game, each player brings a starred card from the deck into their basket.\n"
    )
    match = dm.read(book + CARDS).start(["ann", "bob"])
    match.choose(match.decisions[0].options[1])
    told = {player: lying(match, "basket", player) for player in match.players}

    assert sorted(told.values()) == [["Medlar"], ["Quince"]]
    assert refusal(dm.read(book + CARDS), decks="random") == "No sentence of this game lets a player bring a deck."  # fmt: skip


# ---- what a match begins with ---------------------------------------------------------------


def test_the_decks_of_the_book_are_brought_in_turn():
    match = stall().start(["ann", "bob", "cy"])

    assert [lying(match, "basket", player)[-1] for player in match.players] == ["Pear", "Apple", "Pear"]  # fmt: skip


def test_a_deck_is_named_or_a_file_or_given(tmp_path: Path):
    file = tmp_path / "mine.txt"
    file.write_text(
        "# for Sunday\nname: Mine\n2 Medlar  # two of them\n\n1 f6B\n1 older/fig\n", "utf-8"
    )
    told = {"ann": "tart", "bob": file, "cy": deck("1 Quince; 3 Pear")}
    match = stall().start(["ann", "bob", "cy"], decks=told)

    assert lying(match, "basket", "ann")[0] == "Plum, Sour"
    assert lying(match, "basket", "bob") == ["Medlar", "Medlar", "Fig", "Fig"]
    assert lying(match, "basket", "cy") == ["Quince", "Pear", "Pear", "Pear"]
    assert match.journal[0]["decks"]["bob"] == {"name": "Mine", "cards": [[2, "fruit/medlar"], [1, "older/fig"], [1, "older/fig"]]}  # fmt: skip


def test_one_deck_can_be_for_all():
    match = stall().start(["ann", "bob"], decks="Tart")

    assert lying(match, "basket", "ann") == lying(match, "basket", "bob")


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ({"cy": "Tart"}, "There is no player 'cy' for a deck. The players: ann, bob."),
        ({"bob": "Sour"}, "There is no deck 'Sour': no file, and no deck of this game. Its decks: 'Sweet', 'Tart'."),
        ({"bob": 7}, "A deck is a name, a file or a DeckList, not int."),
        ({"bob": dm.DeckList("x", ((1, "fruit/kiwi"),), "")}, "'fruit/kiwi' is no row of a card of this game."),
        ({"bob": dm.DeckList("x", ((10**9, "fruit/pear"),), "")}, "A deck has at most 1,000 cards, and at least 1 of each row."),
        ({"bob": dm.DeckList("x", ((-1, "fruit/pear"),), "")}, "A deck has at most 1,000 cards, and at least 1 of each row."),
    ],
)  # fmt: skip
def test_a_deck_that_is_not_there_is_told(decks, message):
    assert refusal(stall(), decks=decks) == message


def test_a_game_without_decks_of_its_own_needs_some():
    game = stall(lists="", cards=CARDS.replace("| Grade |", "| Grade | Count |").replace("plain |", "plain | 0 |").replace("starred |", "starred | 0 |").replace("|---|---|---|---|", "|---|---|---|---|---|"))  # fmt: skip

    assert refusal(game) == (
        "ann has no deck, and this game lists none. "
        "Say which: decks={'ann': 'deck.txt'}, or decks='random'."
    )
    assert game.start(["ann", "bob"], decks=deck("1 Pear", game)).decisions


def test_every_line_of_a_deck_file_that_is_wrong_is_told(tmp_path: Path):
    file = tmp_path / "bad.txt"
    file.write_text("name: Bad\n2 Appel\nPear\n1 F6\n1 Pear\nname: late\n1 Fig\n", "utf-8")

    assert refusal(stall(), decks={"bob": file}).splitlines() == [
        f"{file}:2  'Appel' is no card of this game. Did you mean 'Apple'?",
        f"{file}:3  'Pear' does not say how many. Write '1 Pear'.",
        f"{file}:4  'F6' is no card of this game. Did you mean 'F6b' or 'F6a'?",
        f"{file}:6  'name: late' does not say how many. Write '1 name: late'.",
        f"{file}:7  'Fig' names 2 cards. Say which: 'F6a', 'F6b'.",
    ]


def test_a_deck_file_is_written_as_it_is_read():
    game = stall()
    told = deck("2 Pear; 1 F6b; 1 Plum, Sour")
    again = parse(written(told, game.book), game.book)

    assert written(told, game.book) == "name: <deck>\n2 Pear\n1 F6b\n1 Plum, Sour\n"
    assert again.cards == told.cards


def test_a_journal_keeps_the_decks_and_is_played_again():
    match = stall().start(
        ["ann", "bob"], 3, decks={"bob": deck("1 Medlar; 2 Pear; 1 Apple"), "ann": "random"}
    )
    match.choose("ann", "draw a card")
    again = dm.replay(json.loads(json.dumps(match.journal)))

    assert again.trace() == match.trace()
    assert again.log() == match.log()
    assert dm.restore(match.save()).trace() == match.trace()


@pytest.mark.parametrize("told", [[], {"ann": 3}, {"ann": {"name": "x", "cards": [["Pear"]]}}])
def test_a_journal_with_other_decks_is_refused(told):
    from deckmastor.record.journal import chained

    first, *rest = stall().start(["ann", "bob"]).journal
    entries = [{**first, "decks": told}, *rest]

    with pytest.raises(dm.JournalError):
        dm.replay(chained([{k: v for k, v in one.items() if k != "check"} for one in entries]))


def test_a_deck_is_brought_after_a_save_in_the_set_up():
    game = dm.read(text().replace(BRING, f"Before the game, each player chooses a number from 1 to 2. {BRING}"))  # fmt: skip
    match = game.start(["ann", "bob"], decks={"bob": deck("1 Medlar; 3 Pear")})
    twin, fork = dm.restore(match.save()), match.fork()
    for one in (match, twin, fork):
        one.choose("ann", "1")
        one.choose("bob", "2")

    assert lying(twin, "basket", "bob") == ["Medlar", "Pear", "Pear", "Pear"]
    assert match.trace() == twin.trace() == fork.trace()


def test_an_amendment_that_asks_for_the_past_keeps_the_decks():
    match = stall().start(["ann", "bob"], decks={"bob": deck("1 Medlar; 3 Pear")})
    match.choose("ann", "draw a card")
    match.amend(
        "## Late {#late}\n\n- A player who has drawn a card this turn cannot draw a card.\n"
    )

    assert lying(match, "basket", "bob") == ["Medlar", "Pear", "Pear", "Pear"]
    assert "draw a card" not in [option.text for option in match.decisions[0].options]


def test_nobody_sees_what_others_have_brought():
    match = stall().start(["ann", "bob"], decks={"bob": deck("4 Medlar")})
    for player in ("ann", None):
        told = json.dumps(match.view(player)) + json.dumps(match.log(player, minor=True))

        assert "Medlar" not in told


def test_imagined_decks_are_those_of_their_owners():
    match = stall("Before the game, each player shuffles their basket.").start(
        ["ann", "bob"], decks={"ann": deck("4 Pear"), "bob": deck("1 Medlar; 3 Apple")}
    )
    worlds = [match.imagine("ann", seed) for seed in range(8)]

    assert all(lying(world, "basket", "ann") == ["Pear"] * 4 for world in worlds)
    assert len({tuple(lying(world, "basket", "bob")) for world in worlds}) > 1


def test_a_table_lays_cards_that_nobody_brought():
    table = Table(stall(), ann={"hand": ["Medlar", "Medlar"]}, bob={"hand": ["F6b"]})
    match = table.match

    assert lying(match, "hand", "ann") == ["Medlar", "Medlar"]
    assert [match.rules.owner_of(match.state, thing) for thing in (2, 3, 4)] == [0, 0, 1]


# ---- legality -------------------------------------------------------------------------------

SIZE = "The game cannot begin unless each player brought cards equal to the deck size."
STARS = "The game cannot begin unless the number of starred cards brought by each player is at most the star limit."
TALLY = "The tally of a card is the number of cards with the same base id as it whose owner is its owner."
UNIQUE = "The game cannot begin if the tally of a card is more than its uniqueness."
COUNT = "The deck count of a player is the number of cards brought by that player."
SOUND = "A player is sound if their deck count is the deck size."


@pytest.mark.parametrize(
    ("rules", "wrong", "told"),
    [
        pytest.param([SIZE], "2 Apple; 1 Pear", ["bob brought 3 cards, the deck size is 4"], id="too few"),
        pytest.param([SIZE], "2 Apple; 3 Pear", ["bob brought 5 cards, the deck size is 4"], id="too many"),
        pytest.param(["The game cannot begin unless each player has brought 4 cards."], "2 Apple", ["bob brought 2 cards"], id="a number"),
        pytest.param(["The game cannot begin unless each player has brought at least 3 cards."], "2 Apple", ["bob brought 2 cards"], id="at least"),
        pytest.param(["The game cannot begin if a player has brought more starred cards than the star limit."], "1 Quince; 1 Medlar; 2 Pear", ["bob brought 2 starred cards, the star limit is 1"], id="more than a value"),
        pytest.param(["The game cannot begin if the number of starred cards brought by a player is more than the star limit."], "1 Quince; 1 Medlar; 2 Pear", ["bob brought 2 starred cards, the star limit is 1"], id="by a player"),
        pytest.param([STARS], "1 Quince; 1 Medlar; 2 Pear", ["bob brought 2 starred cards, the star limit is 1"], id="by each player"),
        pytest.param([TALLY, UNIQUE], "2 Pear; 1 Old Pear; 1 Apple", ["Pear's tally is 3, Pear's uniqueness is 2", "Old Pear's tally is 3, Old Pear's uniqueness is 2"], id="versions together"),
        pytest.param([TALLY, UNIQUE, SIZE, STARS], "2 Quince; 3 Apple", ["Quince's tally is 2, Quince's uniqueness is 1", "Apple's tally is 3, Apple's uniqueness is 2", "bob brought 5 cards, the deck size is 4", "bob brought 2 starred cards, the star limit is 1"], id="several sentences"),
        pytest.param([COUNT, "The game cannot begin unless the deck count of each player is the deck size."], "1 Pear", ["bob's deck count is 1, the deck size is 4"], id="a property"),
        pytest.param([COUNT, SOUND, "The game cannot begin unless each player is sound."], "1 Pear", ["bob's deck count is 1, the deck size is 4"], id="a status"),
        pytest.param(["The game cannot begin unless the number of cards in each basket is 4."], "1 Pear", ["there is 1 card in bob's basket"], id="in each place"),
        pytest.param([COUNT, "The game cannot begin if a player has brought a Medlar or the deck count of a player is less than 4."], "1 Medlar; 1 Pear", ["", "bob's deck count is 2"], id="or"),
    ],
)  # fmt: skip
def test_every_violated_sentence_is_told_with_the_player_and_the_numbers(rules, wrong, told):
    game = stall(*rules)
    with pytest.raises(dm.StartError) as why:
        game.start(["ann", "bob", "cy"], decks={"bob": deck(wrong), "cy": "Tart"})

    assert [one.reason for one in why.value.violations] == told
    assert {one.player for one in why.value.violations} == {"bob"}
    assert game.start(["ann", "bob", "cy"]).decisions


def test_all_who_violate_a_sentence_are_told_and_the_others_are_not():
    told = refusal(stall(SIZE, STARS), decks={"ann": deck("1 Pear"), "bob": deck("2 Quince; 1 Medlar; 1 Pear")})  # fmt: skip

    assert told.splitlines() == [
        "The game cannot begin:",
        f"- {SIZE} (ann brought 1 card, the deck size is 4)",
        f"- {STARS} (bob brought 3 starred cards, the star limit is 1)",
    ]


def test_legality_is_asked_with_the_values_of_the_match():
    game = stall(SIZE)

    assert game.start(["ann", "bob"], values={"deck size": 2}, decks=deck("2 Pear")).decisions
    assert "the deck size is 5" in refusal(game, values={"deck size": 5})


def test_a_game_that_ends_before_it_could_not_begin_is_refused_too():
    ends = "When a basket is empty, end the game."
    game = stall(SIZE, ends, "Before the game, each player draws 2 cards.")

    assert "bob brought 1 card" in refusal(game, decks={"bob": deck("1 Pear")})


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("When each player has drawn cards equal to the star limit, each player gains 1 point.", [0, 1, 1]),
        ("When the number of cards drawn by each player is 1, each player gains 1 point.", [0, 1, 1]),
        ("When a player has drawn cards equal to the star limit, each player gains 1 point.", [1, 2, 2]),
    ],
)  # fmt: skip
def test_cards_equal_to_an_amount_are_so_many_cards_of_one_player(rule, points):
    match = stall(rule).start(["ann", "bob"])
    told = []
    for _ in range(2):
        player = match.decisions[0].player
        match.choose(player, "draw a card")
        told.append(match.scores["ann"])
        if not match.over:
            match.choose(player, "pass")
    match.choose(match.decisions[0].player, "draw a card")

    assert [*told, match.scores["ann"]] == points


# ---- random decks ---------------------------------------------------------------------------


def test_a_random_deck_is_legal_and_comes_from_its_seed():
    game = stall(SIZE, STARS, TALLY, UNIQUE)
    decks = [random_deck(game, seed) for seed in range(6)]

    assert all(violations(game, one) == [] for one in decks)
    assert {one.size for one in decks} == {4}
    assert random_deck(game, 5) == decks[5]
    assert len(set(decks)) > 1


def test_a_random_deck_of_all_that_there_may_be_is_found():
    game = stall(SIZE, STARS, TALLY, UNIQUE)

    assert (
        random_deck(game, 1, {"deck size": 9}).size == 9
    )  # 2 apples, 2 pears, 2 plums, a star, 2 figs


def test_where_there_can_be_no_legal_deck_this_is_told():
    with pytest.raises(dm.DeckError) as why:
        random_deck(stall(SIZE, STARS, TALLY, UNIQUE), 1, {"deck size": 10})

    assert str(why.value).splitlines() == [
        "No legal deck was found. The last try came to:",
        f"- {SIZE} (Random brought 9 cards, the deck size is 10)",
    ]


def test_without_a_sentence_about_decks_a_random_deck_is_as_large_as_those_of_the_book():
    assert random_deck(stall(), 2).size == 4
