"""Spans that a rule begins, phases of the game, and all that one step triggers as the next link."""

from __future__ import annotations

import pytest

from deckmastor.match import load, read
from deckmastor.record.errors import StartError
from deckmastor.testing import Table

WORDS = """# Pond {#pond}

## Words {#words}

- Each player has a hand and a nest. There is a deck and a discard pile.
- Ducks, charms and calls are kinds of card. Chains and links are kinds of round. Seeds and shells are counters.
- A turn has these phases: dawn, day, dusk.
- To draw a card is to move the top card of the deck to your hand.
- To sacrifice a card is to move it from your nest to the discard pile.
- To doze is to skip the dawn phase and the day phase.

## Play {#play}

- In the day phase, the player at turn may play a card from their hand.
- A duck can be played into its holder's nest. A call can be played.
- In the day phase, the player at turn may act.
"""

CARDS = """
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Mallard | duck | 3 | |
| Teal | duck | 2 | When this card enters your nest, each player gains 1 shell. |
| Eider | duck | 2 | When a duck enters your nest, gain 10 seeds. |
| Storm | call | 2 | Each player sacrifices a duck. |
| Nap | call | 1 | Doze. |
"""


def pond(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table with further rules, at ann's turn."""
    players.setdefault("bob", {})
    table = Table(WORDS + "\n".join(f"- {rule}" for rule in rules) + "\n" + CARDS, **players)
    table.begin_turn("ann")
    return table


# ---- chains ---------------------------------------------------------------------------------


def test_a_chain_begins_when_a_rule_says_so_and_ends_when_nothing_is_left_of_it() -> None:
    table = pond(
        "When a call resolves, a chain begins.",
        "When a chain begins, each player gains 1 seed.",
        "When a chain ends, each player gains 100 seeds.",
        ann={"hand": ["Storm"], "nest": ["Mallard"]},
        bob={"nest": ["Mallard"]},
    )
    before = table.count("bob", "seed")

    table.choose("ann", "play Storm")

    assert before == 0
    assert table.count("bob", "seed") == 101


def test_without_a_chain_none_ends() -> None:
    table = pond(
        "When a call resolves, a chain begins.",
        "When a chain ends, each player gains 100 seeds.",
        ann={"hand": ["Mallard"]},
    )

    table.choose("ann", "play Mallard")

    assert table.count("ann", "seed") == 0


def test_a_rule_until_the_end_of_a_chain_ends_with_it() -> None:
    table = pond(
        "When a call resolves, a chain begins.",
        "When a chain begins, a player cannot win the game until that chain ends.",
        "When a duck leaves a nest, the player at turn wins the game.",
        "When a duck enters a nest, the player at turn wins the game.",
        ann={"hand": ["Storm", "Mallard"], "nest": ["Mallard"]},
    )

    table.choose("ann", "play Storm")
    still_open = not table.match.over
    table.choose("ann", "play Mallard")

    assert still_open
    assert table.match.winners == ["ann"]


def test_when_a_chain_or_a_phase_ends_waits_for_both() -> None:
    table = pond(
        "At the beginning of the dawn phase, a chain begins.",
        "When a chain or a phase ends, each player gains 1 shell.",
        ann={"hand": ["Mallard"]},
    )

    assert table.count("ann", "shell") == 2  # the chain of the dawn, and the dawn


# ---- links ----------------------------------------------------------------------------------


def test_what_one_step_triggers_runs_together_behind_the_whole_effect() -> None:
    rule = 'The trigger timing is "next step".'
    cards = CARDS.replace(
        "Each player sacrifices a duck.", "Gain 1 seed. Gain 1 shell. Gain 1 seed."
    )
    book = WORDS + f"- {rule}\n- When a player gains shells, that player loses all seeds.\n" + cards
    stepwise = Table(book, ann={"hand": ["Storm"]})
    at_once = Table(book.replace("next step", "at once"), ann={"hand": ["Storm"]})

    for table in (stepwise, at_once):
        table.begin_turn("ann")
        table.choose("ann", "play Storm")

    assert stepwise.count("ann", "seed") == 0  # all three gains came first
    assert at_once.count("ann", "seed") == 1


def test_all_that_a_step_triggers_runs_before_what_follows_from_it() -> None:
    def played(timing: str) -> int:
        table = pond(
            f'The trigger timing is "{timing}".',
            "When a player gains shells, that player loses 1 seed if they have at least 10 seeds.",
            ann={"hand": ["Teal"], "nest": ["Eider"]},
        )
        table.choose("ann", "play Teal", "Teal")
        return table.count("ann", "seed")

    assert played("next step") == 9  # shells and seeds are one link, the loss is the next
    assert played("at once") == 10  # the loss came between them, when there were no seeds yet


# ---- phases ---------------------------------------------------------------------------------


def test_several_phases_are_skipped_at_once() -> None:
    table = pond(
        "At the beginning of the turn, the player at turn dozes.",
        "At the beginning of the dawn phase, the player at turn gains 1 seed.",
        "At the end of the day phase, the player at turn gains 1 seed.",
        "At the beginning of the dusk phase, the player at turn gains 1 shell.",
        "In the dusk phase, the player at turn may act.",
        ann={},
    )

    assert table.count("ann", "seed") == 0
    assert table.count("ann", "shell") == 1


def test_a_phase_of_your_turn_is_not_that_of_another_turn() -> None:
    cards = CARDS.replace(
        "When a duck enters your nest, gain 10 seeds.",
        "At the end of the dawn phase of your turn, gain 10 seeds.",
    )
    table = Table(WORDS + cards, ann={"nest": ["Eider"]}, bob={})
    table.begin_turn("ann")

    while table.asked() == ["ann"]:
        table.choose("ann", "pass")

    assert table.asked() == ["bob"]
    assert table.count("ann", "seed") == 10


def test_a_game_goes_through_its_phases_before_the_first_turn() -> None:
    book = """# Meadow {#meadow}

## Words {#words}

- Each player has a hand. There is a deck and a row. Seeds are counters. The herald is an office.
- A game has these phases: sowing, naming, growing. A turn has these phases: morning, evening.

## Play {#play}

- In the sowing phase, each player gains 2 seeds.
- At the end of the sowing phase, each player gains 10 seeds.
- In the naming phase, a random player becomes the herald.
- In the growing phase, each player loses 1 seed.
- The first turn of each round is the turn of the herald.
- On their turn, a player may act.
"""
    match = read(book).start(["ann", "bob", "cat"], seed=3)
    herald = match.state.v[match.rules.schema.attrs["herald"].at]
    seeds = match.state.cols[match.rules.schema.attrs["seed"].at][:3]

    assert seeds == [11, 11, 11]
    assert match.decisions[0].player == match.players[herald]


@pytest.mark.parametrize(
    "told",
    [
        "The number of players cannot be less than 3. The number of players cannot be more than 4.",
        "The number of players must be at least 3 and at most 4.",
        "The number of players cannot be less than 3 or more than 4.",
    ],
)
def test_a_game_for_some_players_is_not_started_with_others(told: str) -> None:
    game = read(f"{WORDS}- {told}\n{CARDS}")

    for names in (["ann", "bob"], ["ann", "bob", "cat", "dan", "eve"]):
        with pytest.raises(StartError, match="players, not") as refused:
            game.start(names)
        assert refused.value.because is not None
        assert refused.value.because.text == told
        assert told in str(refused.value)

    assert game.start(["ann", "bob", "cat"]).players == ["ann", "bob", "cat"]
    assert len(game.start(["ann", "bob", "cat", "dan"]).players) == 4


def test_a_shipped_game_says_for_how_many_it_is() -> None:
    game = load("crazy_eights")

    for seats in (1, 16):
        with pytest.raises(StartError, match="The number of players must be at least 2"):
            game.start([f"p{seat}" for seat in range(seats)])

    assert len(game.start([f"p{seat}" for seat in range(15)]).players) == 15


# ---- winning together -----------------------------------------------------------------------


def test_several_who_would_win_at_once_can_all_lose() -> None:
    rules = (
        "When a player plays a call, each player with at least 3 seeds wins the game.",
        "If at least 2 players would win the game, each player gains 100 seeds instead.",
    )
    both = pond(*rules, ann={"hand": ["Storm"], "seed": 3}, bob={"seed": 3})
    one = pond(*rules, ann={"hand": ["Storm"], "seed": 3}, bob={"seed": 2})

    for table in (both, one):
        table.choose("ann", "play Storm")

    assert not both.match.over
    assert both.count("bob", "seed") == 103
    assert one.match.winners == ["ann"]


def test_links_of_a_chain_are_counted_and_can_be_limited() -> None:
    rules = (
        'The trigger timing is "next step".',
        "When a call resolves, a chain begins.",
        "When a call resolves, each player gains 1 seed.",
        "When a player gains seeds, that player gains 1 seed.",
        "When the number of links of a chain is more than 5, end that chain.",
    )
    table = pond(*rules, ann={"hand": ["Storm"]})

    table.choose("ann", "play Storm")

    assert 2 <= table.count("bob", "seed") <= 10


ENDLESS = (
    'The trigger timing is "next step".',
    "When a call resolves, a chain begins.",
    "When a call resolves, each player gains 1 seed.",
    "When a player gains seeds, that player gains 1 seed.",
)
OVER = "When the number of links of a chain is more than the chain limit, end that chain."


@pytest.mark.parametrize("limit", [2, 7, 100])
def test_a_chain_ends_at_its_limit_where_a_rule_says_so_and_what_was_done_stays_done(
    limit: int,
) -> None:
    table = pond(*ENDLESS, OVER, f"The chain limit is {limit}.", ann={"hand": ["Storm"]})

    table.choose("ann", "play Storm")
    (report,) = [event for event in table.events if event.verb == "cut"]

    assert table.count("bob", "seed") == limit
    assert [cite.text for cite in report.cites] == [ENDLESS[3]]
    assert not [event for event in table.events if event.verb == "paradox"]
    assert table.quiet


def test_without_such_a_rule_a_chain_beyond_the_limit_is_a_paradox() -> None:
    table = pond(*ENDLESS, "The chain limit is 7.", ann={"hand": ["Storm"]})

    table.choose("ann", "play Storm")

    assert [event.verb for event in table.events if event.verb in ("cut", "paradox")] == ["paradox"]
    assert table.count("bob", "seed") == 1


@pytest.mark.parametrize("limit", [1, 4])
def test_links_outside_a_chain_are_not_limited(limit: int) -> None:
    rules = (*ENDLESS[:3], "When a player gains seeds, that player gains 1 shell.", OVER)
    table = pond(*rules, f"The chain limit is {limit}.", ann={"hand": ["Storm"]})

    table.choose("ann", "play Storm")

    assert table.count("bob", "shell") == (0 if limit == 1 else 1)
    assert len([event for event in table.events if event.verb == "cut"]) == (limit == 1)


def test_what_waits_for_a_link_runs_in_it() -> None:
    rules = (
        'The trigger timing is "next step".',
        "When a link begins, each player gains 1 shell.",
        "When a duck enters a nest, the player at turn gains 1 seed.",
        "When a player gains seeds, that player gains 5 berries. Berries are counters.",
    )
    table = pond(*rules, ann={"hand": ["Mallard"]})

    table.choose("ann", "play Mallard")

    assert table.count("ann", "berry") == 5
    assert table.count("bob", "shell") >= 2


def test_a_turn_can_be_left_out_instead_of_taken() -> None:
    rule = "If a player who has at least 3 seeds would take a turn, skip that turn instead."
    table = pond(rule, ann={}, bob={"seed": 3}, cat={})

    while table.asked() == ["ann"]:
        table.choose("ann", "pass")

    assert table.asked() == ["cat"]


# ---- duties and consent ---------------------------------------------------------------------

DUTY = "The player at turn must draw a card or gain 1 seed by the end of the day phase. If they do not, they lose 50 shells."


def test_a_duty_of_a_phase_has_its_consequence_when_it_was_not_met() -> None:
    rule = DUTY.replace("gain 1 seed", "sacrifice a card")
    table = pond(rule, ann={"nest": ["Mallard"], "hand": ["Teal"]})

    while table.asked() == ["ann"]:
        table.choose("ann", "pass")

    assert table.asked() == ["bob"]
    assert table.count("ann", "shell") == -50


def test_a_duty_that_was_met_one_way_is_met() -> None:
    rule = DUTY.replace("gain 1 seed", "sacrifice a card")
    table = pond(rule, ann={"nest": ["Mallard", "Mallard"], "hand": ["Teal"]})

    table.choose("ann", "sacrifice Mallard")
    while table.asked() == ["ann"]:
        table.choose("ann", "pass")

    assert table.count("ann", "shell") == 0


def test_an_effect_that_needs_consent_is_done_if_all_consent() -> None:
    cards = CARDS.replace(
        "Each player sacrifices a duck.", "Draw a card if each other player consents."
    )

    def played(*answers: tuple[str, str]) -> int:
        table = Table(WORDS + cards, ann={"hand": ["Storm"]}, bob={}, cat={})
        table.begin_turn("ann")
        table.choose("ann", "play Storm")
        for player, answer in answers:
            table.choose(player, answer)
        return len(table.cards("ann", "hand"))

    assert played(("bob", "yes"), ("cat", "yes")) == 1
    assert played(("bob", "yes"), ("cat", "no")) == 0
    assert played(("bob", "no")) == 0


@pytest.mark.parametrize("told", ["{0} and {1}", "{1} and {0}"])
def test_nobody_is_asked_to_consent_if_the_rest_does_not_hold(told: str) -> None:
    asks = told.format("each other player consents", "you have at least 1 shell")
    cards = CARDS.replace(
        "Each player sacrifices a duck.", f"If {asks}, draw a card. Otherwise, gain 2 shells."
    )

    def played(shells: int, *answers: tuple[str, str]) -> tuple[int, int]:
        table = Table(WORDS + cards, ann={"hand": ["Storm"], "shell": shells}, bob={}, cat={})
        table.begin_turn("ann")
        table.choose("ann", "play Storm")
        for player, answer in answers:
            assert table.asked() == [player]
            table.choose(player, answer)
        return (len(table.cards("ann", "hand")), table.count("ann", "shell"))

    assert played(0) == (0, 2)
    assert played(1, ("bob", "yes"), ("cat", "no")) == (0, 3)
    assert played(1, ("bob", "yes"), ("cat", "yes")) == (1, 1)
