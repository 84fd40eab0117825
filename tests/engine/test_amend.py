"""Amendments in the middle of a match: what they bring, what they leave alone, what is refused."""

from __future__ import annotations

import random
import time

import pytest

from deckmastor.bots.random import play_out
from deckmastor.engine.law.amend import adopt, remade
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin
from deckmastor.engine.state.layout import PHASE
from deckmastor.engine.state.state import State
from deckmastor.match import AmendmentRefused, IllegalChoice, Match, load, read, restore

ORCHARD = """# Orchard {#orchard}

## Words {#words}

- Each player has a hand and a basket. There is a deck. Seeds are counters.
- To pick a card is to move the top card of the deck to your hand.
- To plant a card is to move it to your basket.

## Setup {#setup}

- Before the game, shuffle the deck. Each player picks 3 cards.

## A turn {#turn}

- At the beginning of a turn, the player at turn picks a card.
- On their turn, a player may plant a card from their hand once per turn.

## Planting {#planting}

- When a player plants a Pear, they choose another player. The second player gains 1 seed.
- When a player plants a Plum, they may gain 2 seeds. If they do, they pick a card.

## The end {#end}

- When a player has 6 cards in their basket, they win the game.

## Values {#values}

The values are:

| Name | Value |
|---|---|
| prize | 3 |

## Cards {#cards}

The cards are:

| Name | Count |
|---|---|
| Apple | 12 |
| Pear | 12 |
| Plum | 12 |
"""

SPARKS = """Each player has a vault. A vault is a place. Sparks are counters.

To stow a card is to move it to your vault.

On their turn, a player may stow a card from their hand once per turn.

When a player stows a card, they gain 1 spark.

When a player has 2 sparks, they win the game.
"""


def orchard(seed: int = 4) -> Match:
    return read(ORCHARD).start(["ann", "bob"], seed)


def texts(match: Match) -> list[str]:
    return [option.text for decision in match.decisions for option in decision.options]


def play_on(match: Match, answers: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(answers):
        if match.over:
            return
        match.choose(chance.choice(match.decisions[0].options))


def take(match: Match, *starts: str) -> None:
    """Answer with the first option that begins with one of some words."""
    (decision, *_) = match.decisions
    for start in starts:
        for option in decision.options:
            if option.text.startswith(start):
                match.choose(option)
                return
    raise AssertionError(f"none of {starts} in {[o.text for o in decision.options]}")


def seeds(match: Match, seat: int) -> int:
    return match.state.cols[match.rules.schema.attrs["seed"].at][seat]


# ---- what amendments bring ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["crazy_eights", "orchard"])
def test_a_match_is_won_by_a_sentence_of_the_amendment(name: str) -> None:
    match = load(name).start(["ann", "bob"], 3) if name == "crazy_eights" else orchard()
    play_on(match, 5)

    match.amend(SPARKS, by="proposal 12")
    for _ in range(60):
        if not match.over:
            take(match, "stow", "play", "draw", "pass", "no", "")
    won = next(event for event in match.events if event.verb == "win")

    assert match.over
    assert len(match.winners) == 1
    assert won.because.text == "When a player has 2 sparks, they win the game."
    assert won.because.by == "proposal 12"
    assert won.because.id.startswith("amendment-1")


def test_a_limit_of_an_amendment_counts_from_its_first_use() -> None:
    match = orchard()

    match.amend(SPARKS)
    take(match, "stow")

    assert not any(text.startswith("stow") for text in texts(match))
    assert any(text.startswith("plant") for text in texts(match))


def test_a_limit_that_was_used_up_stays_used_up() -> None:
    match = orchard()
    match.amend(SPARKS)
    take(match, "plant Apple")

    match.amend("The seed limit is 9.")

    assert not any(text.startswith("plant") for text in texts(match))
    assert any(text.startswith("stow") for text in texts(match))


def test_adoption_is_told_with_who_brought_it_in() -> None:
    match = orchard()

    match.amend("The seed limit is 9.", by="bob")

    assert match.events[-1].verb == "adopt"
    assert match.events[-1].agent == "bob"
    assert match.events[-1].because.text == "The seed limit is 9."
    assert match.events[-1].because.by == "bob"


def test_an_effect_in_an_amendment_is_done_once_and_players_are_asked_anew() -> None:
    match = orchard()

    match.amend("Each player gains 4 seeds.")

    assert (seeds(match, 0), seeds(match, 1)) == (4, 4)
    assert "pass" in texts(match)

    match.amend("The seed limit is 9.")

    assert (seeds(match, 0), seeds(match, 1)) == (4, 4)


def test_a_rule_adopted_by_an_effect_of_an_amendment_ends_in_time() -> None:
    match = orchard()

    match.amend("Until the end of the turn, players cannot plant Apples.")

    assert "plant Apple" not in texts(match)
    assert "plant Plum" in texts(match)

    for _ in range(2):
        take(match, "pass")

    assert match.decisions[0].player == "ann"
    assert "plant Apple" in texts(match)


def test_a_state_that_held_already_does_not_set_off_a_new_rule() -> None:
    match = orchard()

    match.amend("When a player has at least 2 cards in their hand, they win the game.")

    assert not match.over


def test_a_state_that_an_amendment_makes_true_sets_off_an_old_rule() -> None:
    match = load("crazy_eights").start(["ann", "bob"], 3)
    while match.state.v[match.rules.schema.attrs["play count"].at] < 2:
        take(match, "play", "draw", "pass", "")

    match.amend("The play limit is 2.")

    assert match.over
    assert match.winners


def test_a_changed_row_changes_a_value_and_an_unchanged_one_does_not() -> None:
    match = orchard()
    at = match.rules.schema.attrs["prize"].at
    match.state.v[at] = 7

    match.amend("## Bounty\n\nThe values are:\n\n| Name | Value |\n|---|---|\n| bounty | 5 |\n")

    assert match.state.v[at] == 7
    assert match.state.v[match.rules.schema.attrs["bounty"].at] == 5

    match.amend("## Values\n\nThe values are:\n\n| Name | Value |\n|---|---|\n| prize | 4 |\n")

    assert match.state.v[at] == 4


def test_new_cards_come_out_of_the_game_and_can_be_fetched() -> None:
    match = orchard()
    match.amend("## More\n\nThe cards are:\n\n| Name | Count |\n|---|---|\n| Quince | 2 |\n")
    schema, state = match.rules.schema, match.state
    quince = schema.species_ids["Quince"]

    assert [match.thing(card) for card in state.zones[1]] == ["Quince", "Quince"]
    assert state.species.count(quince) == 2


def test_the_turn_goes_on_in_its_phase_when_phases_are_added_or_moved() -> None:
    match = orchard()

    match.amend("A turn has these phases: main, late.")

    assert match.rules.phases[match.state.v[PHASE]] == "late"

    match.amend("## Amendment {#amendment-1}\n\nA turn has these phases: late, main.")

    assert match.rules.phases[match.state.v[PHASE]] == "late"
    take(match, "pass")
    assert match.decisions[0].player == "ann"
    assert match.rules.phases[match.state.v[PHASE]] == "main"


# ---- replacing and repealing ----------------------------------------------------------------


def test_a_heading_of_the_book_replaces_its_rule() -> None:
    match = orchard()

    match.amend(
        "## The end {#end}\n\n- When a player has 2 cards in their basket, they win the game."
    )
    while not match.over:
        take(match, "plant", "pass", "no", "")
    won = next(event for event in match.events if event.verb == "win")

    assert won.because.text == "When a player has 2 cards in their basket, they win the game."
    assert all("6 cards" not in sentence.text for sentence in match.rules.sentences)


@pytest.mark.parametrize("text", ['Repeal the rule "Planting".', "## Planting\n"])
def test_a_repealed_rule_is_no_longer_in_force(text: str) -> None:
    match = orchard()

    match.amend(text, by="ann")
    while not match.over:
        take(match, "plant Pear", "plant Plum", "plant", "pass")

    assert (seeds(match, 0), seeds(match, 1)) == (0, 0)


def test_words_of_a_rule_are_replaced() -> None:
    match = orchard()

    match.amend('Amend the rule "Planting": replace "1 seed" by "5 seeds".', by="bob")
    for _ in range(40):
        if not match.over and not seeds(match, 0) + seeds(match, 1):
            take(match, "plant Pear", "ann", "bob", "pass")

    assert 5 in (seeds(match, 0), seeds(match, 1))


def test_an_amendment_can_be_repealed_by_a_later_one() -> None:
    match = orchard()
    match.amend("## Sloth\n\nPlayers cannot plant Apples.")

    assert "plant Apple" not in texts(match)

    match.amend('Repeal the rule "Sloth".')

    assert "plant Apple" in texts(match)


# ---- in the middle of an effect -------------------------------------------------------------


def to_an_effect(match: Match) -> None:
    """Play until an effect asks a question."""
    for _ in range(60):
        if match.decisions[0].prompt != "What do you do?":
            return
        take(match, "plant Plum", "pass")
    raise AssertionError("no effect asked anything")


def test_an_amendment_leaves_an_open_question_open() -> None:
    match = orchard()
    to_an_effect(match)
    asked = [(d.player, d.prompt, d.because.text) for d in match.decisions]
    before = seeds(match, 0) + seeds(match, 1)

    match.amend(SPARKS)

    assert [(d.player, d.prompt, d.because.text) for d in match.decisions] == asked
    take(match, "yes")
    assert seeds(match, 0) + seeds(match, 1) == before + 2


def test_effects_of_an_amendment_wait_for_the_effect_under_way() -> None:
    match = orchard()
    to_an_effect(match)
    before = seeds(match, 0) + seeds(match, 1)

    match.amend("Each player gains 10 seeds.")

    assert seeds(match, 0) + seeds(match, 1) == before
    take(match, "no")
    assert seeds(match, 0) + seeds(match, 1) == before + 20


def test_a_rule_whose_effect_is_under_way_cannot_be_repealed_yet() -> None:
    match = orchard()
    to_an_effect(match)
    kept = match.state.clone().to_data()

    with pytest.raises(AmendmentRefused, match="wait until the present effect is over"):
        match.amend('Repeal the rule "Planting".')

    assert match.state.to_data() == kept
    take(match, "no")
    match.amend('Repeal the rule "Planting".')


def test_options_from_before_an_amendment_are_no_longer_open() -> None:
    match = orchard()
    stale = match.decisions[0].options[0]

    match.amend(SPARKS)

    with pytest.raises(IllegalChoice):
        match.choose(stale)


# ---- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing in this text"),
        (" \n\n", "nothing in this text"),
        ("> Only a note.", "no sentence"),
        ("x " * 5_000_000, "10,000,000 characters"),
        ("When a player frobs a card, they win the game.", "'frobs' is no known word"),
        ("When a player picks a card, they pick a card.", "without end"),
        ("When a player gains a seed, the next player gains a seed.", "without end"),
        ("Players cannot plant cards.", "without end"),
        ("To hop is to skop. To skop is to hop.", "defined by itself"),
        ("A player is calm if they are not calm.", "depends on its not being"),
        ('Repeal the rule "Nope".', "There is no rule 'Nope'"),
        ('Amend the rule "The end": replace "77" by "7".', "does not say that"),
        ('Repeal the rule "Words".', "picks"),
        ("## Words\n\nEach player has a hand.", "picks"),
        ("\0", "binary"),
    ],
    ids=[
        "empty", "blank", "a note", "huge", "unknown word", "loop", "loop round the table",
        "nothing left to do", "circle", "contradiction", "dangling rule", "dangling words", "words in use",
        "words in use replaced", "binary",
    ],
)  # fmt: skip
def test_a_refused_amendment_changes_nothing_and_says_why(text: str, why: str) -> None:
    match = orchard()
    play_on(match, 4)
    kept = match.state.clone().to_data()
    events, rules, open_now = list(match.events), match.rules, texts(match)
    begun = time.process_time()

    with pytest.raises(AmendmentRefused, match=why):
        match.amend(text)

    assert time.process_time() - begun < 1
    assert match.state.to_data() == kept
    assert match.events == events
    assert match.rules is rules
    assert texts(match) == open_now


ECHO = """The cards are:

| Name | Count | Text |
|---|---|---|
| Echo | 0 | When a player picks a card, they pick a card. |
"""


def test_a_card_that_goes_on_without_end_is_refused_as_soon_as_there_can_be_one() -> None:
    match = orchard()
    match.amend(ECHO)

    for text in (
        "Each player creates a new Echo in their basket.",
        "On their turn, a player may create a new Echo in their basket.",
    ):
        with pytest.raises(AmendmentRefused, match="without end"):
            match.amend(text)


def test_a_rule_that_comes_with_cards_that_nobody_has_is_tried() -> None:
    match = orchard()

    with pytest.raises(AmendmentRefused, match="without end"):
        match.amend(f"When a player picks a card, they pick a card.\n\n{ECHO}")


def test_a_card_that_nobody_has_is_tried_if_a_rule_can_make_one_of_its_kind() -> None:
    match = orchard()
    match.amend("On their turn, a player may create a new card in their basket.")

    with pytest.raises(AmendmentRefused, match="without end"):
        match.amend(ECHO)


def test_a_refusal_shows_the_place_in_the_text() -> None:
    match = orchard()

    with pytest.raises(AmendmentRefused) as refused:
        match.amend("The seed limit is 9.\n\nWhen a player frobs a card, they win the game.")

    assert refused.value.faults[0].line == 3
    assert "frobs" in refused.value.faults[0].source


def test_nothing_is_adopted_after_the_game() -> None:
    match = orchard()
    while not match.over:
        take(match, "plant", "pass", "no", "")

    with pytest.raises(AmendmentRefused, match="over"):
        match.amend("The seed limit is 9.")


# ---- laws -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", range(0, 24, 3))
def test_an_amendment_changes_no_earlier_event_and_moves_no_card(answers: int) -> None:
    match = load("crazy_eights").start(["ann", "bob", "cat"], 5)
    play_on(match, answers)
    events = list(match.events)
    places = [zone.copy() for zone in match.state.zones]

    match.amend(SPARKS + "\nThe draw limit is 2.\n")

    assert match.events[: len(events)] == events
    assert [event.verb for event in match.events[len(events) :]] == ["adopt"]
    assert match.state.zones[: len(places)] == places


@pytest.mark.parametrize("answers", [0, 5, 11])
def test_a_fork_of_an_amended_match_goes_the_same_way(answers: int) -> None:
    match = orchard()
    play_on(match, answers)
    match.amend(SPARKS)
    twin = match.fork()

    play_on(match, 30)
    play_on(twin, 30)

    assert [event.text for event in twin.events] == [event.text for event in match.events]
    assert twin.state.to_data() == match.state.to_data()


def test_rules_are_remade_from_the_book_and_its_amendments() -> None:
    match = orchard()
    play_on(match, 5)
    match.amend(SPARKS, by="ann")
    play_on(match, 3)
    while match.decisions[0].prompt != "What do you do?":
        play_on(match, 1)
    match.amend('Repeal the rule "Planting".', by="bob")
    kept = [amendment.to_data() for amendment in match.rules.amendments]
    state = State.from_data(match.state.clone().to_data())

    rules = remade(read(ORCHARD).rules(2), [Amendment.from_data(data) for data in kept])
    twin = Match(match.game, rules, match.players, state)
    twin.number = match.number
    play_on(match, 30)
    play_on(twin, 30)

    assert rules.hash == match.rules.hash
    assert rules.sentences == match.rules.sentences
    assert rules.schema.words == match.rules.schema.words
    assert twin.state.to_data() == match.state.to_data()


@pytest.mark.parametrize("answers", [0, 4, 9])
def test_a_save_holds_the_amendments_and_goes_the_same_way(answers: int) -> None:
    match = orchard()
    match.amend(SPARKS, by="proposal 12")
    play_on(match, answers)

    twin = restore(match.save())

    assert twin.rules.sentences == match.rules.sentences
    assert texts(twin) == texts(match)
    told = len(match.events)
    play_on(match, 30)
    play_on(twin, 30)
    assert [e.text for e in twin.events[-8:]] == [e.text for e in match.events[told:][-8:]]
    assert twin.state.to_data() == match.state.to_data()


@pytest.mark.parametrize("seed", range(6))
def test_a_match_amended_without_effect_goes_on_as_if_it_were_not(seed: int) -> None:
    match = orchard(seed)
    play_on(match, 2 + seed, seed)
    twin = match.fork()

    match.amend(
        "Each player has a cellar. A cellar is a place. To stash a card is to move it to your cellar."
    )
    play_on(match, 40, seed)
    play_on(twin, 40, seed)
    told = [event.text for event in match.events if event.verb != "adopt"]

    assert told == [event.text for event in twin.events]
    assert match.winners == twin.winners


@pytest.mark.parametrize("name", ["crazy-eights", "hypertext", "unicorns"])
@pytest.mark.parametrize("at", [0, 25])
def test_amended_rules_play_the_same_before_and_after_they_are_ready(name: str, at: int) -> None:
    rules = load(name).rules(3, {})
    state = begin(rules, 5)
    play_out(Machine(rules), state, 5, 30)
    text = "At the beginning of each turn, the player at turn gains 2 points."
    loose, here = adopt(rules, state, text)
    twin, there = adopt(rules, state, text)
    twin.ready()
    left = loose.rest is not None and twin.rest is None
    dice, paths = random.Random(9), []
    for number in range(60):
        if number == at:
            loose.ready()
        if not here.asks:
            break
        options = Machine(loose).options(here, 0)
        paths.append((options, Machine(twin).options(there, 0)))
        option = dice.choice(options)
        Machine(loose).answer(here, 0, option)
        Machine(twin).answer(there, 0, option)
        paths.append((here.to_data(), there.to_data()))

    assert left
    assert all(one == other for one, other in paths)


def test_an_amendment_of_a_sentence_is_quick() -> None:
    match = orchard()
    match.fork().amend("The seed limit is 9.")
    times = []
    for _ in range(5):
        begun = time.process_time()
        match.fork().amend("The seed limit is 9.")
        times.append(time.process_time() - begun)

    assert min(times) < 0.05


def test_amended_rules_are_compiled_from_the_old_ones_without_changing_them() -> None:
    match = orchard()
    rules, state = match.rules, match.state.clone()
    sizes = (len(rules.blocks), len(rules.sentences), len(rules.offers), rules.schema.columns)

    match.amend(SPARKS)
    old = Machine(rules)

    assert sizes == (
        len(rules.blocks), len(rules.sentences), len(rules.offers), rules.schema.columns,
    )  # fmt: skip
    assert old.options(state, 0)


# ---- rows that change or go -----------------------------------------------------------------

GROVE = """# Grove {#grove}

- Each player has a hand. There is a deck. A value is a number. Each card has any number of values.
- Each card has any number of tints: red, blue or green. A card has one taste: mild or hot. A card can be sour.
- Before the game, each player creates a new Fig in their hand. Each player creates a new Olive in their hand.
- Before the game, each player creates a new Fig in their hand. Each player creates a new Olive in their hand.
- On their turn, a player may dye a card in their hand. To dye a card is to reveal it.
- When a player dyes a card, it gains the green tint. Each value of that card increases by 1. It becomes hot.
- On their turn, a player may reap a random card. To reap a card is to create it in your hand.
"""
ROWS = """
## Cards {#cards}

The cards are:

| Name | Type | Count | Values | Tints | Taste |
|---|---|---|---|---|---|
"""
FIG, OLIVE = "| Fig | sour | 0 | 3, 5 | red | mild |\n", "| Olive | | 0 | 4 | blue, red | mild |\n"


def grove() -> Match:
    """Ann has dyed the first of two Figs and the first of two Olives."""
    match = read(GROVE + ROWS + FIG + OLIVE).start(["ann", "bob"], 1)
    take(match, "dye Fig")
    take(match, "dye Olive")
    return match


def printed(match: Match) -> list[tuple[str, list[int], str, str, bool]]:
    """Ann's cards: name, values, tints, taste, and whether they are sour."""
    (hand,) = [
        place
        for place in match.view()["places"]
        if (place["name"], place["owner"]) == ("hand", "ann")
    ]
    return [
        (name, told["value"], " ".join(told["tint"]), told["taste"], told.get("sour", False))
        for name, told in zip(hand["cards"], hand["properties"], strict=True)
    ]


def test_cards_follow_their_row_but_for_what_play_has_changed() -> None:
    match = grove()
    assert printed(match)[:2] == [
        ("Fig", [4, 6], "red green", "hot", True),
        ("Olive", [5], "blue red green", "hot", False),
    ]

    match.amend(
        f"{ROWS}| Fig | | 0 | 7 | blue, red | mild |\n| Olive | sour | 0 | 4 | red | hot |\n"
    )

    assert printed(match) == [
        ("Fig", [4, 6], "blue red green", "hot", False),
        ("Olive", [5], "red green", "hot", True),
        ("Fig", [7], "blue red", "mild", False),
        ("Olive", [4], "red", "hot", True),
    ]


@pytest.mark.parametrize(("rows", "found"), [(FIG + OLIVE, "Fig Olive"), (OLIVE, "Olive")])
def test_a_row_that_is_gone_is_picked_no_more_and_its_cards_keep_their_print(
    rows: str, found: str
) -> None:
    book = GROVE.replace("a new Fig", "a new Olive")
    match = read(book + ROWS + FIG + OLIVE).start(["ann", "bob"], 1)
    while printed(match)[-1] != ("Fig", [3, 5], "red", "mild", True):
        take(match, "reap")
    before = printed(match)

    match.amend(ROWS + rows)
    for _ in range(30):
        take(match, "reap")

    assert printed(match)[: len(before)] == before
    assert " ".join(sorted({told[0] for told in printed(match)[len(before) :]})) == found
