"""Who and what a sentence means: doers, owners, neighbours, copies, and things of their own."""

from __future__ import annotations

from typing import Any

import pytest

from deckmastor.match import AmendmentRefused, RulebookError, read
from deckmastor.testing import Table
from engine.bears import Case, case, check, lay, seen
from engine.garden import garden as a_garden
from engine.garden import lay as garden

ANN = {"hand": ["Deed", "Acorn", "Birch"], "den": ["Pip"], "berry": 3, "shell": 1}
BOB = {"hand": ["Clover", "Fern"], "den": ["Ursa", "Bruno", "Honey"], "berry": 5, "shell": 2}
CYD = {"hand": ["Daisy"], "berry": 7, "shell": 4}
THREE: dict[str, Any] = {"ann": ANN, "bob": BOB, "cyd": CYD}
LINKS = 'The choice timing is "before the link". The trigger timing is "next step".'
STEPS = 'The choice timing is "before the step".'


def refusal(text: str, *rules: str) -> str:
    """Why a text, or a book with further rules, cannot be played."""
    try:
        lay(text, rules)
    except (AssertionError, RulebookError) as why:
        return str(why)
    return ""


def perform(text: str, *answers: str, rules: tuple[str, ...] = (), **laid: Any) -> Table:
    """A table on which the first player has performed a text."""
    return Case(text, answers, laid={"rules": rules, **(laid or THREE)}).play()


# ---- what a participle refers to ----------------------------------------------------------------

TAKEN: dict[str, Any] = {"ann den": ["Pip"], "bob den": ["Ursa", "Honey"]}


@pytest.mark.parametrize("rules", [(), (LINKS,), ("A cub cannot be stolen.",)])
@pytest.mark.parametrize("second", ["destroy the stolen bear", "sacrifice the stolen bear"])
def test_the_participle_is_what_the_act_was_done_to(rules: tuple[str, ...], second: str) -> None:
    table = perform(f"Steal a bear, then {second}.", "Bruno", rules=rules)

    assert {what: seen(table, what) for what in TAKEN} == TAKEN
    assert table.cards("", "discard pile") == ["Bruno"]


@pytest.mark.parametrize(
    "definition",
    ["To snatch a card is to steal it.", "To snatch a card is to reveal it, then steal it."],
)
def test_a_verb_takes_from_where_the_verbs_of_its_definition_take(definition: str) -> None:
    told = Case("Snatch a bear, then bathe the snatched bear.", ("Bruno",))
    told.laid = {"rules": (definition,), **THREE}
    table = told.play()

    assert told.questions == ["ann: Ursa, Bruno, Honey"]  # not Pip, which ann has herself
    assert table.cards("", "river") == ["Bruno"]


def test_a_verb_that_moves_its_object_first_takes_it_from_anywhere() -> None:
    told = Case("Fetch a bear.", ("Pip",))
    told.laid = {"rules": ("To fetch a card is to move it to your hand, then bathe it.",), **THREE}
    table = told.play()

    assert told.questions == ["ann: Ursa, Bruno, Honey, Pip"]
    assert table.cards("", "river") == ["Pip"]


# ---- the next player ----------------------------------------------------------------------------

ROUND = {"ann hand": ["Deed", "Birch", "Daisy"], "bob hand": ["Clover", "Acorn"]}
HANDED = ROUND | {"cyd hand": ["Fern"]}


@pytest.mark.parametrize("rules", [(), (STEPS,), (LINKS,)])
@pytest.mark.parametrize(
    "text",
    [
        "Each player gives a card to the next player.",
        "Each player moves a card from their hand to the next player's hand.",
        "Each player chooses a card in their hand. "
        "Each player gives the chosen card to the next player.",
    ],
)
def test_each_player_gives_to_their_own_neighbour(text: str, rules: tuple[str, ...]) -> None:
    table = perform(text, "Acorn", "bob: Fern", rules=rules)

    assert {what: seen(table, what) for what in HANDED} == HANDED


PASSED = {"ann hand": ["Daisy"], "bob hand": ANN["hand"], "cyd hand": BOB["hand"]}
BACK = {"ann hand": BOB["hand"], "bob hand": ["Daisy"], "cyd hand": ANN["hand"]}


@pytest.mark.parametrize("rules", [(), (STEPS,), (LINKS,)])
@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("Each player gives all cards in their hand to the next player.", PASSED),
        ("Each player gives each card in their hand to the next player.", PASSED),
        ("Each player moves all cards in their hand to the previous player's hand.", BACK),
    ],
)
def test_hands_are_passed_on_at_once(
    text: str, then: dict[str, list[str]], rules: tuple[str, ...]
) -> None:
    table = perform(text, rules=rules)

    assert {what: seen(table, what) for what in then} == then


def test_what_chance_picks_was_there_before_the_step() -> None:
    told = Case("Each player gives a random card to the next player.", fate=(3, 2, 1), laid=THREE)
    table = told.play()

    assert table.cards("ann", "hand") == ["Deed", "Acorn", "Daisy"]
    assert table.cards("bob", "hand") == ["Clover", "Birch"]
    assert table.cards("cyd", "hand") == ["Fern"]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("The next player draws a card.", "bob"),
        ("Choose another player. The next player draws a card.", "bob"),
    ],
)
def test_without_each_the_next_player_follows_the_player_at_turn(text: str, drawn: str) -> None:
    table = perform(text, *(["cyd"] if "Choose" in text else []))

    assert len(table.cards(drawn, "hand")) == 3


def test_a_rule_waits_for_a_gift_to_the_neighbour_of_the_giver() -> None:
    rule = "When a player gives a card to the next player, the first player gains 10 berries."
    table = lay(
        "Choose another player. That player gives a card to a sleepy player.",
        (rule,),
        **(THREE | {"ann": ANN | {"sleepy": 1}}),
    )
    table.perform("ann", "Deed")
    table.choose("ann", "cyd")

    assert table.cards("ann", "hand")[-1] == "Daisy"  # ann is next to cyd, and not to the turn
    assert table.count("cyd", "berry") == 17


# ---- possessives --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "berries"),
    [
        ("Before a player naps, each player's berries become their shells.", [2, 2, 4]),
        (
            "Before a player naps, each player's berries become the number of cards in their hand.",
            [4, 2, 1],
        ),
        ("When a player naps, each other player's berries increase by their shells.", [4, 7, 11]),
        ("When a player naps, each other player gains berries equal to their shells.", [4, 7, 11]),
        ("When a player naps, their berries become their shells.", [1, 5, 7]),
    ],
)
def test_their_is_of_the_nearest_player(rule: str, berries: list[int]) -> None:
    table = perform("Nap.", rules=(rule,))

    assert [table.count(name, "berry") for name in ("ann", "bob", "cyd")] == berries


def test_that_player_is_refused_where_two_are_meant() -> None:
    why = refusal("", "When a player naps, each player's berries become that player's shells.")

    assert "'that player' could be 2 players" in why
    assert "the first player" in why
    table = perform(
        "Nap.",
        rules=("When a player naps, each player's berries become the first player's shells.",),
    )
    assert [table.count(name, "berry") for name in ("ann", "bob", "cyd")] == [1, 1, 1]


# ---- owners -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told",
    [
        case(
            "the owner is the first holder, whoever holds it now",
            "Steal a bear. Move it to its owner's hand.",
            "Bruno",
            then={"ann den": ["Pip"], "bob hand": ["Clover", "Fern", "Bruno"]},
            asked=["ann: Ursa, Bruno, Honey"],
            **THREE,
        ),
        case(
            "the holder is another one",
            "Steal a bear. Its owner gains 1 shell. Its holder gains 1 berry.",
            "Bruno",
            then={"bob shell": 3, "ann berry": 4, "ann shell": 1, "bob berry": 5},
            asked=["ann: Ursa, Bruno, Honey"],
            **THREE,
        ),
        case(
            "who draws a card of the common deck first owns it",
            "Draw a card. Give it to another player. Its owner gains 1 berry.",
            "cyd",
            then={"ann berry": 4, "cyd berry": 7, "cyd hand": ["Daisy", "Elm"]},
            asked=["ann: bob, cyd"],
            **THREE,
        ),
        case(
            "a card that nobody held has no owner",
            "Choose a card in the river. Its owner gains 1 berry.",
            then={"ann berry": 3, "bob berry": 5, "cyd berry": 7},
            common={"river": ["Elm"]},
            **THREE,
        ),
        case(
            "a description asks for the owner",
            "Steal a bear. Move each bear whose owner is not you to the river.",
            "Bruno",
            then={"river": ["Ursa", "Bruno", "Honey"], "ann den": ["Pip"]},
            asked=["ann: Ursa, Bruno, Honey"],
            **THREE,
        ),
        case(
            "a sentence can name another owner",
            "Choose a bear. Choose another player. Set the owner of that bear to that player. "
            "Move that bear to its owner's hand.",
            "Bruno",
            "cyd",
            then={"cyd hand": ["Daisy", "Bruno"]},
            asked=["ann: Ursa, Bruno, Honey, Pip", "ann: bob, cyd"],
            **THREE,
        ),
    ],
)
def test_owner(told: Case) -> None:
    check(told)


# ---- a doer who is nobody -----------------------------------------------------------------------

SWEEP = ("The Leader is an office.", "To sweep is to move all cards in the river to the deck.")


@pytest.mark.parametrize("timing", [(), (STEPS,), (LINKS,)])
@pytest.mark.parametrize(
    "text",
    [
        "The Leader sweeps, then takes the next turn.",
        "The sleepy player sweeps, then takes another turn.",
        "The sleepy player moves a card from the river to the deck.",
        "The holder of the Leader sweeps.",
        "Choose a sleepy player. That player sweeps.",
        "A random sleepy player sweeps.",
        "The Leader draws a card.",
        "The sleepy player may draw a card.",
        "The Leader chooses a bear. Move the chosen bear to the river.",
    ],
)
def test_an_act_of_nobody_does_not_happen_and_is_not_told(
    text: str, timing: tuple[str, ...]
) -> None:
    told = Case(text, laid={"rules": (*SWEEP, *timing), "common": {"river": ["Elm"]}, **THREE})
    table = told.play()

    assert table.cards("", "river") == ["Elm"]
    assert told.questions == []
    assert [event.text for event in table.events if event.agent == "the game"] == []
    assert table.turn == "ann"


@pytest.mark.parametrize("timing", [(), (STEPS,), (LINKS,)])
def test_the_same_act_of_somebody_happens(timing: tuple[str, ...]) -> None:
    table = perform(
        "Become the Leader. The Leader sweeps. If they do, gain 1 shell.",
        rules=(*SWEEP, *timing),
        common={"river": ["Elm"]},
        **THREE,
    )

    assert table.cards("", "river") == []
    assert table.count("ann", "shell") == 2


def test_if_they_do_not_follows_an_act_of_nobody() -> None:
    table = perform("The Leader sweeps. If they do not, gain 1 shell.", rules=SWEEP)

    assert table.count("ann", "shell") == 2


# ---- swapping -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Swap your berries with another player.",
        "Swap your berries with another player's berries.",
        "Choose another player. Swap your berries with that player.",
        "Choose another player. Swap your berries with that player's berries.",
    ],
)
def test_values_are_swapped(text: str) -> None:
    table = perform(text, "cyd")

    assert [table.count(name, "berry") for name in ("ann", "bob", "cyd")] == [7, 5, 3]
    assert table.cards("ann", "hand") == ANN["hand"]


def test_a_value_of_the_game_is_swapped_with_one_of_a_player() -> None:
    table = perform("Swap the prize with your berries.")

    assert (table.value("prize"), table.count("ann", "berry")) == (3, 2)


def test_a_place_with_a_player_means_that_place_of_theirs() -> None:
    table = perform("Swap your hand with another player.", "cyd")

    assert table.cards("ann", "hand") == ["Daisy"]
    assert table.cards("cyd", "hand") == ANN["hand"]


def test_the_first_and_the_second_of_two_cards_are_swapped() -> None:
    text = "Choose a card in your hand. Choose a bear. Swap the first card with the second card."
    table = perform(text, "Birch", "Honey")

    assert table.cards("ann", "hand") == ["Deed", "Acorn", "Honey"]
    assert table.cards("bob", "den") == ["Ursa", "Bruno", "Birch"]


@pytest.mark.parametrize(
    "text",
    [
        "Swap your hand with another player's berries.",
        "Swap a card in your hand with another player.",
        "Swap yourself with another player.",
    ],
)
def test_things_of_different_sorts_are_not_swapped(text: str) -> None:
    assert "swap 2 cards, 2 places or 2 values" in refusal(text)


# ---- verbs of the language ----------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["win", "play", "move", "look at", "gain", "choose"])
def test_a_verb_of_the_language_is_not_defined_anew(verb: str) -> None:
    why = refusal("", f"To {verb} a card is to move it from the river to your hand.")

    assert f"'{verb}' has a meaning of its own" in why


def test_another_verb_is_defined_instead_and_winning_stays() -> None:
    rules = (
        "To collect a card is to move it from the river to your hand.",
        "When a player has at least 2 shells, they win the game.",
    )
    table = perform(
        "Collect a card, then gain 1 shell.", rules=rules, common={"river": ["Elm"]}, **THREE
    )

    assert table.match.winners == ["ann"]


# ---- places where a verb never works ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Discard all cards in the river.", "'discard' takes from the hand of the doer"),
        ("Discard each card in the river.", "never from the river"),
        ("Discard a card from your den.", "never from the den of the doer"),
        ("Discard a card in another player's hand.", "never from the hand of another player"),
        (
            "Choose another player. Discard a card in that player's hand.",
            "never from the hand of that player",
        ),
        ("Each other player discards a card in your hand.", "never from the hand of that player"),
        ("Destroy a bear in your den.", "'destroy' takes from the den of another player"),
        ("Draw a card in the river.", "'draw' takes from the deck, never from the river"),
        ("Play a card in the river.", "'play' takes from the hand of the doer"),
    ],
)
def test_a_verb_is_refused_where_it_never_works(text: str, why: str) -> None:
    assert why in refusal(text)


@pytest.mark.parametrize(
    ("text", "answers", "place", "then"),
    [
        ("Discard all cards in your hand.", (), "discard pile", ANN["hand"]),
        ("Move all cards in the river to the discard pile.", (), "discard pile", ["Elm"]),
        ("Destroy each bear in another player's den.", (), "discard pile", BOB["den"]),
        ("Each other player destroys a bear in your den.", (), "discard pile", ["Pip"]),
        ("Play a card from the river.", (), "discard pile", ["Elm"]),
    ],
)
def test_where_it_can_work_it_does(
    text: str, answers: tuple[str, ...], place: str, then: list[str]
) -> None:
    table = perform(text, *answers, common={"river": ["Elm"]}, **THREE)

    assert table.cards("", place) == then


# ---- several cards played -----------------------------------------------------------------------

HAND = {"hand": ["Deed", "Acorn", "Birch", "Clover"]}


@pytest.mark.parametrize("timing", [(), (LINKS,)])
@pytest.mark.parametrize(
    ("text", "answers", "left"),
    [
        ("Play up to 2 cards.", ("Birch", "Clover"), ["Deed", "Acorn"]),
        ("Play up to 2 cards.", ("Clover", "enough"), ["Deed", "Acorn", "Birch"]),
        ("Play 2 cards.", ("Birch", "Clover"), ["Deed", "Acorn"]),
        ("Play any number of cards.", ("Birch", "Acorn", "Clover", "enough"), ["Deed"]),
        ("Choose 2 cards in your hand. Play them.", ("Birch", "Clover"), ["Deed", "Acorn"]),
        ("Play all leaves in your hand.", (), ["Deed"]),
    ],
)
def test_all_chosen_cards_are_played(
    text: str, answers: tuple[str, ...], left: list[str], timing: tuple[str, ...]
) -> None:
    rules = ("When a player plays a card, that player gains 1 shell.", *timing)
    table = perform(text, *answers, rules=rules, ann=HAND, bob={})

    assert table.cards("ann", "hand") == left
    assert table.count("ann", "shell") == 4 - len(left)


def test_a_card_that_is_gone_meanwhile_is_not_played() -> None:
    rows = ("| Wave | spell | 1 | 1 | | Discard all leaves in your hand. |",)
    hand = {"hand": ["Deed", "Acorn", "Wave", "Birch"]}
    rules = ("When a player plays a card, that player gains 1 shell.",)
    table = perform("Play 2 cards.", "Wave", "Birch", rules=rules, cards=rows, ann=hand, bob={})

    assert table.cards("ann", "hand") == ["Deed"]
    assert table.count("ann", "shell") == 1


# ---- new things ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told",
    [
        case(
            "several rows fit: the doer chooses one",
            "Create a new leaf in your den.",
            "Fern",
            then={"ann den": ["Pip", "Fern"]},
            asked=["ann: Acorn, Birch, Clover, Daisy, Elm, Fern"],
            **THREE,
        ),
        case(
            "two new ones are of one row",
            "Create 2 new leaves in your den.",
            "Fern",
            then={"ann den": ["Pip", "Fern", "Fern"]},
            asked=["ann: Acorn, Birch, Clover, Daisy, Elm, Fern"],
            **THREE,
        ),
        case(
            "only those of the colour",
            "Create a new green leaf in your den.",
            "Fern",
            then={"ann den": ["Pip", "Fern"]},
            asked=["ann: Birch, Clover, Fern"],
            **THREE,
        ),
        case(
            "one that fits",
            "Create a new leaf with a weight of at least 6 in your den.",
            then={"ann den": ["Pip", "Fern"]},
            **THREE,
        ),
        case(
            "neither red nor green",
            "Create a new leaf that is not red in your den.",
            "Elm",
            then={"ann den": ["Pip", "Elm"]},
            asked=["ann: Clover, Daisy, Elm, Fern"],
            **THREE,
        ),
        case(
            "by chance nobody is asked",
            "Create a random leaf in your den.",
            then={"ann den": ["Pip", "Daisy"]},
            fate=(4,),
            **THREE,
        ),
        case(
            "by chance and green",
            "Create a random green leaf in your den.",
            then={"ann den": ["Pip", "Clover"]},
            fate=(2,),
            **THREE,
        ),
        case(
            "each of several is drawn anew",
            "Create 3 random leaves in your den.",
            then={"ann den": ["Pip", "Fern", "Acorn", "Fern"]},
            fate=(6, 1, 6),
            **THREE,
        ),
    ],
)
def test_something_new_is_of_a_row_that_fits(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Create a new leaf with a weight of at least 9 in your den.", "no row of the book"),
        (
            "Choose a bear. Create a new leaf with the same weight as that bear in your den.",
            "print does not decide",
        ),
        ("Create a new red Fern in your den.", "no row of the book"),
    ],
)
def test_something_new_that_no_row_is_or_that_print_does_not_decide(text: str, why: str) -> None:
    assert why in refusal(text)


SHELF = """# Shelf {#shelf}
## Words {#words}
- Each player has an inventory. A card can be rare or null.
- To receive a card is to create it in your inventory.
- To obtain a card is to receive it.
- To nap is to gain 1 point. Each player may nap.
- RULE

The cards are:

| Name | Type |
|---|---|
| Seven | |
| Ace | rare |
| Quantum | rare |
| Amalgam | null |

The Common collection is:

| Name | Weight |
|---|---|
| Quantum | 1 |
| Seven | 3 |
"""


def receives(what: str, *fate: int, verb: str = "receives") -> Table:
    """A table on which ann has napped, and receives something for it."""
    table = Table(
        SHELF.replace("RULE", f"When a player naps, that player {verb} {what}."), ann={}, bob={}
    )
    table.begin_turn("ann")
    table.fate(*fate)
    table.choose("ann", "nap")
    return table


@pytest.mark.parametrize("verb", ["receives", "obtains"])
@pytest.mark.parametrize(
    ("what", "fate", "then"),
    [
        ("a random card from the Common collection", (3,), ["Seven"]),
        ("a random card from the Common collection", (4,), ["Quantum"]),
        ("a random rare card", (2,), ["Quantum"]),
        ("2 random cards that are not null", (3, 3), ["Quantum", "Quantum"]),
        ("a new null card", (), ["Amalgam"]),
    ],
)
def test_what_is_received_is_random_of_that_collection_and_rare(
    what: str, fate: tuple[int, ...], then: list[str], verb: str
) -> None:
    table = receives(what, *fate, verb=verb)

    assert table.cards("ann", "inventory") == then


def test_a_new_rare_card_is_chosen_among_the_rare_ones() -> None:
    table = receives("a new rare card")

    assert table.options("ann") == ["Ace", "Quantum"]
    table.choose("ann", "Quantum")
    assert table.cards("ann", "inventory") == ["Quantum"]


# ---- copies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told",
    [
        case(
            "a copy has the status that the original has now",
            "Choose a bear. It becomes wet. Create a copy of it in your den. "
            "Move each wet card to the river.",
            "Bruno",
            then={"river": ["Bruno", "Bruno"], "bob den": ["Ursa", "Honey"]},
            asked=["ann: Ursa, Bruno, Honey, Pip"],
            **THREE,
        ),
        case(
            "a copy knows its original",
            "Choose a bear. Create 2 copies of it in your den. "
            "Move each copy of that bear to the river.",
            "Bruno",
            then={"river": ["Bruno", "Bruno"], "bob den": ["Ursa", "Bruno", "Honey"]},
            asked=["ann: Ursa, Bruno, Honey, Pip"],
            **THREE,
        ),
        case(
            "the original is no copy",
            "Choose a bear. Create a copy of it in your den. "
            "If that bear is a copy, gain 10 berries.",
            "Bruno",
            then={"ann berry": 3},
            asked=["ann: Ursa, Bruno, Honey, Pip"],
            **THREE,
        ),
        case(
            "a copy of each of several",
            "Create a copy of 2 random bears in the river.",
            then={"river": ["Bruno", "Ursa"]},
            fate=(2, 1),
            **THREE,
        ),
    ],
)
def test_copies(told: Case) -> None:
    check(told)


def test_the_original_of_a_copy_is_spoken_of() -> None:
    rule = "When a copy is discarded, move its original to the river."
    text = "Choose a bear. Create a copy of it in your hand. Discard each card in your hand."
    table = perform(text, "Bruno", rules=(rule,))

    assert table.cards("", "river") == ["Bruno"]
    assert table.cards("bob", "den") == ["Ursa", "Honey"]


# ---- targets that are no things -----------------------------------------------------------------


@pytest.mark.parametrize("rules", [(), ("A wet card cannot be targeted.",)])
def test_a_word_is_a_target_that_no_rule_forbids(rules: tuple[str, ...]) -> None:
    told = Case("Target a bear and a mood. If the mood is angry, draw a card.", ("Bruno", "angry"))
    told.laid = {
        "rules": (
            *rules,
            "A sleepy player cannot be targeted.",
            "When a card is targeted, its holder gains 1 shell.",
        ),
        **THREE,
    }
    table = told.play()

    assert told.questions == ["ann: Ursa, Bruno, Honey, Pip", "ann: calm, angry"]
    assert table.cards("ann", "hand")[-1] == "Elm"
    assert [table.count(name, "shell") for name in ("ann", "bob", "cyd")] == [1, 3, 4]


def test_rules_about_cards_and_players_say_nothing_about_a_targeted_place() -> None:
    rules = (
        "A sleepy player cannot be targeted. A hand cannot be targeted if it is empty.",
        "When a player is targeted, that player gains 1 shell.",
        "When a hand is targeted, each player gains 1 berry.",
    )
    table = lay(
        "Target a hand. Draw a card.", rules, **(THREE | {"bob": BOB | {"sleepy": 1}, "dan": {}})
    )
    table.perform("ann", "Deed")

    assert table.options("ann") == ["ann's hand", "bob's hand", "cyd's hand"]
    table.choose("ann", "bob's hand")
    assert [table.count(name, "shell") for name in ("ann", "bob", "cyd")] == [1, 2, 4]
    assert table.count("dan", "berry") == 1
    assert "ann targets bob's hand" in [event.text for event in table.events]


# ---- the rule of an open contest ----------------------------------------------------------------

INN = """# Inn {#inn}
## Words {#words}
- Each player may rest. To rest is to gain 1 coin. Coins and oats are counters.
- To jab is to gain 1 oat.
## The race {#race}
- A race is a kind of game. When a player has 9 coins, create a new race.
## The duel {#duel}
- A duel is a kind of game. A fighter is a kind of player. Each duel has any number of fighters.
- When a player rests, create a new duel. Each player becomes a fighter of that duel.
- On their turn, a fighter may jab. When a fighter has at least 2 oats, they win this game.
"""


def test_a_contest_that_is_open_keeps_its_rule() -> None:
    table = Table(INN, ann={}, bob={})
    table.begin_turn("ann")
    table.choose("ann", "rest")

    with pytest.raises(AmendmentRefused, match="A duel is under way: wait until it is over"):
        table.match.amend('Repeal the rule "The duel".')
    table.match.amend('Repeal the rule "The race".')
    at_turn = [name for name in table.asked() if "jab" in table.options(name)]
    assert len(at_turn) == 1


def test_in_a_fact_the_next_player_is_next_to_whom_it_is_about() -> None:
    table = garden(
        "Each player has a neighbour. The neighbour of a player is the next player.",
        tricks={"Gift": "Choose a player. The neighbour of that player gains 1 seed."},
        bob={},
        cat={},
    )

    table.perform("ann", "Gift")
    table.choose("ann", "bob")
    table.perform("ann", "Gift")
    table.choose("ann", "cat")

    assert [table.count(seat, "seed") for seat in ("ann", "bob", "cat")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A card in your hand is discarded.", True),
        ("You discard a card in your hand.", False),
        ("The top card of the deck is discarded.", False),
    ],
)
def test_a_passive_takes_nothing_from_a_doer_whom_it_does_not_name(text: str, told: bool) -> None:
    refused = read(a_garden(tricks={"Deed": text})).rules(2).unrunnable

    assert [one for one, _ in refused] == ([text] if told else [])
    assert all("say who does it" in why for _, why in refused)


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("each player gains", [1, 1, 0]),
        ("each player and the Gnome gain", [1, 1, 1]),
        ("the Gnome gains", [0, 0, 1]),
    ],
)
def test_a_player_with_a_name_holds_no_seat(who: str, told: list[int]) -> None:
    table = garden(f"When a player rests, {who} 1 seed.")

    table.choose("ann", "rest")

    column = table.state.cols[table.match.rules.schema.attrs["seed"].at]
    assert [column[table.seat(name)] for name in ("ann", "bob", "Gnome")] == told


@pytest.mark.parametrize("name", ["RETURN", "Return", "Play", "Rest", "Hoe"])
@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("each player who has a {} in their hand gains 1 seed", [0, 1]),
        ("if a {} is in their hand, they gain 1 seed", [0, 0]),
        ("if a {} is in the hand of another player, they gain 1 seed", [1, 0]),
        ("each player discards a {}, then gains 1 seed for each card in their hand", [0, 2]),
    ],
)
def test_a_card_can_have_the_name_of_a_verb(effect: str, told: list[int], name: str) -> None:
    table = garden(
        f"When a player rests, {effect.format(name)}.", tools={name: "", "Rake": ""},
        ann={"hand": ["Rake"]}, bob={"hand": ["Rake", name, "Rose"]},
    )  # fmt: skip

    table.choose("ann", "rest")

    assert [table.count(player, "seed") for player in ("ann", "bob")] == told


@pytest.mark.parametrize(
    ("said", "twin", "holds"),
    [
        ("the twin of this card is wilted", "", False),
        ("the twin of this card is wilted", "Rose", False),
        ("the twin of this card is wilted", "Daisy", True),
        ("the twin of this card is not wilted", "", True),
        ("the twin of this card is not wilted", "Daisy", False),
    ],
)
def test_what_is_not_there_has_no_status(said: str, twin: str, holds: bool) -> None:
    table = garden(
        "Each card has a twin. A twin is a card.",
        "When a card is uprooted, set the twin of each trick to that card.",
        "When a Daisy is uprooted, that card becomes wilted.",
        tricks={"Ask": f"If {said}, gain 1 seed.", "Pull": "Uproot a card."},
        ann={"bed": [twin] if twin else [], "hand": ["Ask"]},
    )
    table.perform("ann", "Pull")

    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == holds
