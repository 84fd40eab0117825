"""Natives: they ask, draw and act like any sentence, and cannot do more than that."""

from __future__ import annotations

import pytest

from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.natives.api import (
    INSTALLED,
    Act,
    Answers,
    Create,
    Gain,
    Move,
    Native,
    NativeError,
    Order,
    Procedure,
    Roles,
    Set,
    Stream,
    View,
    install,
)
from deckmastor.engine.rules.assembly import build
from deckmastor.language.book import load_text
from deckmastor.match import Match, read

WORDS = """# Stakes {#stakes}

## Words {#words}

- Chips are counters. Each player has a hand. There is a deck and a discard pile.
- To hold a betting round with a counter, the engine runs `betting`.
- To throw for turn order with a number, the engine runs `dice-order`.

The values are:

| Name | Value |
|---|---|
| throw size | 20 |

## Play {#play}

"""
BETTING = (
    WORDS
    + """- At the beginning of the game, each player gains 5 chips. Hold a betting round with chips.
- On their turn, a player may act.
"""
)
DICE = (
    WORDS
    + "- At the beginning of the game, throw for turn order with the throw size. On their turn, a player may act.\n"
)


def told(match: Match, *answers: str) -> Match:
    """A match after some answers, saved and restored before each of them."""
    for answer in answers:
        match = match.restore(match.save())
        match.choose(match.decisions[0].player, answer)
    return match


def chips(match: Match) -> list[int]:
    """What each player has."""
    column = match.state.cols[match.rules.schema.attrs["chip"].at]
    return column[: len(match.players)]


def gone(match: Match) -> list[str]:
    """Who has left the game."""
    column = match.state.cols[match.rules.gone]
    return [player for seat, player in enumerate(match.players) if column[seat]]


# ---- betting --------------------------------------------------------------------------------


def test_nobody_bets_and_nobody_pays() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "hold", "hold", "hold")

    assert chips(match) == [5, 5, 5]
    assert gone(match) == []


def test_a_bet_that_all_match_is_paid_by_all() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "raise", "2", "match", "match")

    assert chips(match) == [3, 3, 3]
    assert gone(match) == []


def test_who_does_not_match_a_matched_bet_forfeits_and_keeps_their_chips() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "raise", "2", "match", "fold")

    assert chips(match) == [3, 3, 5]
    assert gone(match) == ["cat"]


def test_a_raise_that_nobody_matches_is_refunded_and_nobody_forfeits() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "hold", "raise", "4", "fold", "fold")

    assert chips(match) == [5, 5, 5]
    assert gone(match) == []


def test_a_further_raise_matches_the_bet_before_it_which_stands_if_nobody_follows() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "raise", "2", "raise", "4", "fold", "fold", "match")

    assert chips(match) == [3, 3, 3]
    assert gone(match) == []


def test_who_folded_before_a_further_raise_is_out() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "raise", "2", "fold", "raise", "3", "match")

    assert chips(match) == [2, 5, 2]
    assert gone(match) == ["bob"]


def test_nobody_can_match_more_than_they_have() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])
    match.state.column(match.rules.schema.attrs["chip"].at)[1] = 2

    match = told(match, "raise", "3")
    offered = [option.text for option in match.decisions[0].options]

    assert match.decisions[0].player == "cat"
    assert offered == ["fold", "match", "raise"]


def test_a_question_of_a_native_names_the_bet_and_cites_the_calling_sentence() -> None:
    match = read(BETTING).start(["ann", "bob", "cat"])

    match = told(match, "raise", "2")

    assert match.decisions[0].prompt == "The bet is 2."
    assert "Hold a betting round" in match.decisions[0].because.text


def test_acts_of_a_native_cite_the_calling_sentence() -> None:
    match = read(BETTING).start(["ann", "bob"])
    match = told(match, "raise", "2")

    match.choose("bob", "match")
    paid = [event for event in match.events if event.verb == "pay"]

    assert [(event.agent, event.amount) for event in paid] == [("ann", 2), ("bob", 2)]
    assert all("Hold a betting round" in event.because.text for event in paid)


def test_what_the_rules_forbid_a_native_cannot_do_either() -> None:
    match = read(BETTING + "- A player cannot pay chips.\n").start(["ann", "bob"])

    match = told(match, "raise", "2", "match")

    assert chips(match) == [5, 5]


def test_what_happens_instead_of_an_act_happens_instead_of_an_act_of_a_native() -> None:
    rule = "- If a player would pay chips, they gain 1 chip instead.\n"
    match = read(BETTING + rule).start(["ann", "bob"])

    match = told(match, "raise", "2", "match")

    assert chips(match) == [6, 6]


def test_a_fork_in_the_middle_of_a_native_goes_its_own_way() -> None:
    match = told(read(BETTING).start(["ann", "bob", "cat"]), "raise", "2")
    twin = match.fork()

    match = told(match, "match", "match")
    twin = told(twin, "fold", "fold")

    assert chips(match) == [3, 3, 3]
    assert chips(twin) == [5, 5, 5]


# ---- dice-order -----------------------------------------------------------------------------


def thrown(*dice: int) -> Match:
    """A match in which chance is answered from outside, with these throws."""
    match = read(DICE).start(["ann", "bob", "cat"], outside=True)
    for die in dice:
        match = match.restore(match.save())
        match.choose("chance", str(die))
    return match


def test_turns_go_from_the_highest_throw_to_the_lowest() -> None:
    match = thrown(3, 20, 11)

    assert match.state.order == [1, 2, 0]
    assert match.person(match.state.v[0]) == "bob"


def test_equal_throws_are_thrown_again_and_never_pass_another_throw() -> None:
    match = thrown(7, 7, 9, 1, 20)

    assert match.state.order == [2, 1, 0]


def test_throws_that_stay_equal_are_thrown_until_they_differ() -> None:
    match = thrown(5, 5, 5, 8, 8, 2, 1, 4)

    assert match.state.order == [1, 0, 2]


def test_chance_of_a_native_is_that_of_the_game() -> None:
    orders = {tuple(read(DICE).start(["a", "b", "c"], seed=n).state.order) for n in range(40)}
    again = [read(DICE).start(["a", "b", "c"], seed=7).state.order for _ in range(2)]

    assert len(orders) == 6
    assert again[0] == again[1]


def test_the_next_player_is_next_in_the_settled_order() -> None:
    book = DICE + "- At the beginning of the turn, the next player gains 1 chip.\n"
    match = read(book + "- On their turn, a player may act.\n").start(
        ["ann", "bob", "cat"], outside=True
    )

    for die in (3, 20, 11):
        match.choose("chance", str(die))

    assert chips(match) == [0, 0, 1]


# ---- refusals -------------------------------------------------------------------------------

CALL = """# Odd {#odd}

## Words {#words}

- Chips are counters. Each player has a hand. There is a deck.
- When a player has 9 cards in their hand, that player wins the game.
- To stir with a counter, the engine runs `stir`.

## Play {#play}

- At the beginning of the game, stir with chips. On their turn, a player may act.
"""


def test_a_rulebook_may_name_only_installed_natives() -> None:
    rules = build(load_text(CALL), 2)

    (refused,) = rules.unrunnable

    assert refused[1].startswith("no native 'stir' is installed; installed: 'betting'")


def test_a_native_without_what_it_needs_is_refused() -> None:
    book = BETTING.replace("with a counter,", ",").replace("round with chips", "round")
    rules = build(load_text(book), 2)

    assert [why for _, why in rules.unrunnable] == ["the native 'betting' needs with a counter"]


def stir(monkeypatch: pytest.MonkeyPatch, run: Procedure) -> Match:
    """A match whose first act is to call a native."""
    monkeypatch.delitem(INSTALLED, "stir", raising=False)
    monkeypatch.setitem(INSTALLED, "stir", Native("stir", "stirs", run, {"with": "counter"}))
    return read(CALL).start(["ann", "bob"])


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (None, "no list of acts"),
        ("nonsense", "no list of acts"),
        (["gain 3 chips"], "it is no act"),
        ([Gain(0, "pearl", 1)], "there is no counter 'pearl'"),
        ([Gain(0, "chip", -4)], "is no amount"),
        ([Gain(99, "chip", 1)], "there is no thing 99"),
        ([Move(0, "attic")], "there is no place 'attic'"),
        ([Move(0, "hand")], "whose 'hand'?"),
        ([Order((0, 0))], "an order names every seat once"),
        ([Create("Dragon", "deck")], "Dragon"),
        ([Set("chip", 3)], "there is no thing -1"),
    ],
)
def test_nonsense_from_a_native_is_stopped(
    monkeypatch: pytest.MonkeyPatch, given: object, why: str
) -> None:
    with pytest.raises(NativeError, match="The native 'stir' broke its contract") as stopped:
        stir(monkeypatch, lambda view, roles, answers, rng: given)  # type: ignore[arg-type, return-value]

    assert why in str(stopped.value)


def test_a_native_that_asks_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        while True:
            answers.one(0, "Again?", ["yes", "no"])

    match = stir(monkeypatch, run)
    for _ in range(500):
        match.choose("ann", "yes")

    with pytest.raises(NativeError, match="asks more than 500 questions"):
        match.choose("ann", "yes")


def test_a_native_that_answers_itself_without_end_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        while True:
            answers.one(0, "Again?", ["yes"])

    with pytest.raises(NativeError, match="asks more than 500 questions"):
        stir(monkeypatch, run)


def test_a_native_that_draws_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        while True:
            rng.draw(6)

    with pytest.raises(NativeError, match="draws more than 10,000 times"):
        stir(monkeypatch, run)


@pytest.mark.parametrize(
    ("who", "options", "least", "most"),
    [(0, [], 1, 1), (7, ["yes", "no"], 1, 1), (0, ["yes", "no"], 3, 3), (0, ["yes", "no"], 1, 0)],
)
def test_a_question_that_cannot_be_answered_is_stopped(
    monkeypatch: pytest.MonkeyPatch, who: int, options: list[str], least: int, most: int
) -> None:
    with pytest.raises(NativeError, match="broke its contract"):
        stir(
            monkeypatch,
            lambda view, roles, answers, rng: answers.ask(who, "Hm?", options, least, most),  # type: ignore[arg-type, return-value]
        )


def test_a_native_that_fails_is_named_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        return [Gain(view.players[9], "chip", 1)]

    with pytest.raises(NativeError, match="'stir' broke its contract: IndexError"):
        stir(monkeypatch, run)


def test_a_native_can_ask_for_several_and_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        picked = answers.ask(1, "Which?", ["red", "blue", "green"], 0, 2)
        return [Gain(0, str(roles["with"][0]), 10 * len(picked))]

    two = told(stir(monkeypatch, run), "blue", "red")
    one = told(stir(monkeypatch, run), "green", "enough")
    none = told(stir(monkeypatch, run), "enough")

    assert [chips(match)[0] for match in (two, one, none)] == [20, 10, 0]


def test_one_name_is_one_native() -> None:
    other = Native("betting", "something else", lambda view, roles, answers, rng: [])

    with pytest.raises(ValueError, match="two natives 'betting'"):
        install(other)


def test_a_view_shows_what_facts_make_of_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
        seen.append(view.count(0, "chip"))
        return []

    match = stir(monkeypatch, run)

    assert seen == [0]
    assert isinstance(match.machine, Machine)
