"""Evaluation ends, whatever a text says: refused while tried, a paradox at play, unknown in a view."""

from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from odd_amendments import BOOK, MOMENT, begun

import deckmastor as dm
from deckmastor.engine import COMPILED, Exhausted
from deckmastor.record import reports

LESS = "a card in the deck whose speed is less than the speed of "
DEAR = LESS * 7 + "the top card of the deck"  # 20 cards, looked at 20 ** 7 times
SMALL = """# Small {#small}

## Words {#words}

- Coins are counters. A player can be happy. To rest is to gain 1 coin. Each player may rest.
- When a player rests, end the turn. When a player has at least 90 coins, they win the game.
"""


@pytest.fixture(autouse=True)
def spared() -> None:
    """What tests before left in memory is not searched for garbage while time is measured."""
    gc.freeze()


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of ours are settled and reported, as for players."""
    monkeypatch.setenv(reports.SWITCH, "0")


def seconds(begun_at: float) -> float:
    return time.process_time() - begun_at


def book(*sentences: str) -> str:
    return BOOK.replace("- The toll is 1.", "\n".join(f"- {one}" for one in sentences))


def name(n: int) -> str:
    return "v" + "".join("abcdefghij"[int(digit)] for digit in str(n))


def chain(length: int) -> list[str]:
    return [
        f"The {name(0)} is 1.",
        *(f"The {name(i)} is `={name(i - 1)} + 1`." for i in range(1, length)),
        f"When a player rests, they gain beads equal to the {name(length - 1)}.",
    ]


def beads(match: dm.Match) -> list[object]:
    return [player["properties"]["bead"] for player in match.view()["players"]]


def rest(match: dm.Match) -> None:
    match.choose(match.decisions[0].player, "rest")


# ---- what is computed ends (A3) --------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_state_that_asks_for_itself_is_viewed_at_once(seats: int) -> None:
    players = [f"p{i}" for i in range(seats)]
    match = dm.read(SMALL).start(players, seed=1)
    match.amend("A player is happy if a player has more coins than a happy player.")
    rest(match)

    began = time.process_time()
    told = [player["properties"]["happy"] for player in match.view("p0")["players"]]

    assert told == [False] * seats  # nobody is happy to begin with
    assert seconds(began) < MOMENT


def test_a_state_that_asks_for_another_in_a_circle_means_what_it_says() -> None:
    laws = "A player is happy if they have 1 coin or another player is bored."
    laws += "\n\nA player is bored if another player is happy."
    match = begun(answers=0)
    match.amend(laws)

    before = [p["properties"]["happy"] for p in match.view()["players"]]
    rest(match)
    after = [p["properties"]["happy"] for p in match.view()["players"]]

    assert before == [False] * 3
    assert after == [True, False, False]  # a fact does not apply to itself


@pytest.mark.parametrize("height", [12, 24])
def test_a_tower_of_values_is_worked_out_once(height: int) -> None:
    laws = [f"The {name(i)} is `={name(i - 1)} + {name(i - 1)}`." for i in range(1, height)]
    match = begun(answers=0)

    began = time.process_time()
    match.amend(
        "\n\n".join(
            [
                f"The {name(0)} is 1.",
                *laws,
                f"When a player rests, they gain beads equal to the {name(height - 1)}.",
            ]
        )
    )
    rest(match)

    assert beads(match)[0] == 2 ** (height - 1)
    assert seconds(began) < MOMENT


def test_what_is_too_much_to_work_out_is_refused_and_named() -> None:
    match = begun(answers=0)
    trace = match.trace()
    text = f"When a player rests, they gain beads equal to the number of cards in the deck if \
there is {DEAR}."

    began = time.process_time()
    with pytest.raises(dm.AmendmentRefused, match=r"too much to work out.*When a player rests"):
        match.amend(text)

    assert seconds(began) < MOMENT
    assert match.trace() == trace


def test_what_is_too_much_to_work_out_is_unknown_in_a_view() -> None:
    match = begun(answers=0)
    match.amend(f"A player is happy if there is {DEAR}.")

    began = time.process_time()
    told = match.view()["players"]

    assert [player["properties"]["happy"] for player in told] == [None, None, None]
    assert [player["properties"]["coin"] for player in told] == [0, 0, 0]
    assert seconds(began) < MOMENT


def test_what_is_too_much_to_work_out_at_play_is_a_paradox_that_names_it() -> None:
    law = f"A player cannot draw a card if there is {LESS * 5}the top card of the deck."
    text = book(law, "When a player rests, create 30 new Hazelnuts in the deck.")
    match = dm.read(text.replace("| nut | 20 |", "| nut | 1 |")).start(["ann", "bob"], seed=1)
    trace, options = match.trace(), [option.text for option in match.decisions[0].options]

    spent: list[float] = []
    for _ in range(2):
        began = time.process_time()
        with pytest.raises(dm.Paradox, match=r"too much to work out.*A player cannot draw a card"):
            rest(match)
        spent.append(seconds(began))

    assert min(spent) < (3 if COMPILED else 10) * MOMENT
    assert match.trace() == trace
    assert [option.text for option in match.decisions[0].options] == options


@pytest.mark.parametrize(
    "law",
    [
        "A player may rest only if they can rest.",
        "A player cannot rest if they can rest.",
        "A player cannot draw cards if they can rest. A player cannot rest if they can draw cards.",
    ],
)
def test_permissions_that_ask_for_themselves_are_refused(law: str) -> None:
    with pytest.raises(dm.AmendmentRefused, match=r"too deep.*can"):
        begun(answers=0).amend(law)


def test_an_interrupt_is_heard_within_a_moment() -> None:
    code = f"""
import deckmastor as dm, os, signal, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from odd_amendments import begun
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
match = begun(answers=0)
match.amend("A player is happy if there is {DEAR}.")
try:
    print("ready", flush=True)
    while True:
        match.view()
except KeyboardInterrupt:
    print("heard", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"

        child.send_signal(signal.SIGINT)

        try:
            assert child.communicate(timeout=30)[0] == "heard\n"
        finally:
            child.kill()


# ---- an exception in one match leaves others alone (A1) --------------------------------------


def test_an_evaluation_that_fails_leaves_the_rules_as_they_were() -> None:
    game = dm.read(book("A nut is lame if the prize is 3 and there is a thief in the deck."))
    match, other = (game.start(["ann", "bob"], seed=seed) for seed in (1, 1))
    table = match.rules.facts["lame"]
    nut = next(t for t, k in enumerate(match.state.species) if k == match.state.species[-5])
    before = table.value(other.state, nut, 0)

    match.state.stale = match.state.v[0] = 0
    match.state.work.fuel = 0
    match.state.work.kept.clear()
    with pytest.raises(Exhausted):
        table.value(match.state, nut, 0)

    match.state.work.refill()
    assert before == table.value(match.state, nut, 0) == table.value(other.state, nut, 0) == 1
    assert game.start(["ann", "bob"], seed=1).view("ann") == other.view("ann")


# ---- chains need no stack that a text decides (A4) -------------------------------------------


@pytest.mark.parametrize("length", [60, 400, 3_000])
def test_a_chain_of_values_that_is_too_long_is_refused(length: int) -> None:
    with pytest.raises(dm.RulebookError, match=r"more than 24 values or states in a chain"):
        dm.read(book(*chain(length))).start(["ann", "bob"])


@pytest.mark.parametrize(("length", "told"), [(24, "[24, 0]"), (400, "RulebookError")])
def test_chains_of_values_fit_into_a_small_stack(length: int, told: str) -> None:
    code = f"""
import sys, threading
sys.path.insert(0, {str(Path(__file__).parent)!r})
import deckmastor as dm
from test_evaluation import beads, book, chain, rest
game = dm.read(book(*chain({length})))
def go():
    try:
        match = game.start(["ann", "bob"], seed=1)
        rest(match)
        print(beads(match))
    except dm.DeckmastorError as why:
        print(type(why).__name__)
threading.stack_size(64 * 1024)
thread = threading.Thread(target=go)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)

    assert (done.stdout.strip(), done.returncode) == (told, 0), done.stderr


def test_a_chain_of_kinds_needs_no_stack() -> None:
    kinds = [f"A {name(i)} is a kind of {name(i - 1)}." for i in range(1, 400)]

    match = dm.read(book(f"A {name(0)} is a kind of card.", *kinds)).start(["ann", "bob"])

    assert match.decisions


# ---- sorts (A2) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "why"),
    [
        ("When a turn ends, a card draws a card.", "A card cannot draw"),
        ("When a player rests, reveal a card in the hand of a nut.", "A nut has no hand"),
        ("Each nut is lame if there is a card in a thief's nest.", "A thief has no nest"),
        ("The hand of a thief is visible to each player.", "A thief has no hand"),
        ("Each nut's hand is visible to a player.", "A nut has no hand"),
        ("The deck is visible to each nut.", "A nut sees nothing"),
        ("Each nut loses the game.", "A nut cannot lose"),
        ("When a player rests, each thief wins the game.", "A thief cannot win"),
        ("Shuffle a coin into the deck.", "A coin cannot be shuffled"),
        ("When a player rests, shuffle that player into the deck.", "A player cannot be shuffled"),
        ("Each player may shuffle the nest of a coin.", "A coin has no nest"),
        ("When a player rests, they give that player to the pit.", "A pit is no player"),
        ("When a player rests, they discard the prize.", "A prize is a value"),
        ("When a player rests, reveal the speed of a nut.", "A speed is a value"),
        ("A player cannot choose the hand limit.", "A hand limit is a value"),
    ],
)
def test_sorts_are_checked_when_a_sentence_is_bound(law: str, why: str) -> None:
    with pytest.raises(dm.AmendmentRefused, match=why):
        begun(answers=0).amend(law)
    with pytest.raises(dm.RulebookError, match=why):
        dm.read(book(law))


@pytest.mark.parametrize(
    "law",
    [
        "Shuffle a nest.",
        "When a player rests, shuffle a card in the pit into the deck.",
        "The hand of a player is visible to each happy player.",
        "Each player with no beads loses the game.",
        "When a player rests, a card in their hand gains 1 bead.",
        "Each card has a twin. A twin is a card. When a player rests, reveal the twin of a nut.",
    ],
)
def test_what_has_the_right_sort_is_adopted(law: str) -> None:
    begun(answers=0).amend(law.replace("no beads", "at least 9 beads"))


# ---- errors of ours --------------------------------------------------------------------------


def failing(*_: object) -> object:
    """An error of ours."""
    raise ValueError("ours")


def test_an_error_of_ours_at_play_is_a_paradox_with_a_report(
    lenient: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(answers=0)
    trace = match.trace()
    monkeypatch.setattr("deckmastor.record.events.Chronicle.event", failing)

    with caplog.at_level(logging.ERROR), pytest.raises(dm.Paradox, match="was reported"):
        rest(match)

    assert match.trace() == trace
    assert "ValueError: ours" in caplog.text
    assert "after 0 answers" in caplog.text
    monkeypatch.undo()
    rest(match)


def test_an_error_of_ours_in_an_amendment_is_a_refusal_with_a_report(
    lenient: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(answers=0)
    trace = match.trace()
    monkeypatch.setattr("deckmastor.match.adopt", failing)

    with caplog.at_level(logging.ERROR), pytest.raises(dm.AmendmentRefused, match="was reported"):
        match.amend("The prize is 4.")

    assert match.trace() == trace
    assert "ValueError: ours" in caplog.text
    assert "The prize is 4." in caplog.text


def test_an_error_of_ours_is_raised_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert os.environ[reports.SWITCH] == "1"  # in all tests
    match = begun(answers=0)
    trace = match.trace()

    monkeypatch.setattr("deckmastor.match.adopt", failing)
    with pytest.raises(ValueError, match="ours"):
        match.amend("The prize is 4.")
    monkeypatch.setattr("deckmastor.record.events.Chronicle.event", failing)
    with pytest.raises(ValueError, match="ours"):
        rest(match)

    assert match.trace() == trace


# ---- amounts (B8) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law",
    [
        "When a player rests, they skip their next 4000000 turns.",
        "When a player rests, they take another turn 1000000000 times.",
        "When a player rests, they gain 1 bead 1000000000 times.",
        "When a player rests, create 1000000 new Hazelnuts in the pit.",
    ],
)
def test_an_amount_of_work_without_measure_is_cut_off_at_once(law: str) -> None:
    match = dm.read(book(law)).start(["ann", "bob"], seed=1)

    began = time.process_time()
    rest(match)

    assert seconds(began) < 2 * MOMENT  # it is tried, then played without
    assert beads(match) == [0, 0]
    assert any(law in str(event.because) or law in event.told(3) for event in match.events)


def test_some_turns_can_be_skipped() -> None:
    match = dm.read(book("When a player rests, another player skips their next 3 turns.")).start(
        ["ann", "bob"], seed=1
    )

    asked = []
    for _ in range(2):
        asked.append(match.decisions[0].player)
        rest(match)

    assert asked == ["ann", "ann"]


@pytest.mark.parametrize("dice", ["2d1000000000000", "1d9000000000000000000", "100000d6"])
def test_dice_without_measure_are_refused(dice: str) -> None:
    with pytest.raises(dm.RulebookError, match="dice"):
        dm.read(book(f"When a player rests, roll {dice}.")).start(["ann", "bob"])


def test_dice_with_very_many_sides_are_not_asked_of_chance() -> None:
    game = dm.read(
        book("When a player rests, roll 1d1000000000. They gain beads equal to the result.")
    )
    match = game.start(["ann", "bob"], seed=1)
    rest(match)
    outside = game.start(["ann", "bob"], seed=1, outside=True)
    while outside.decisions[0].player == "chance":
        outside.answer("chance", 0)

    began = time.process_time()
    rest(outside)  # the trigger is cut off

    assert outside.decisions[0].player != "chance"
    assert beads(outside) == [0, 0]
    assert seconds(began) < MOMENT
    assert 1 <= int(str(beads(match)[0])) <= 1_000_000_000


@pytest.mark.parametrize("now", [(1 << 37) + 1, 10**15, 2**62, 10**30])
def test_the_clock_has_an_end(now: int) -> None:
    game = dm.read(book("On Monday, each player gains 1 bead."))
    match = game.start(["ann", "bob"], seed=1)

    with pytest.raises(dm.DeckmastorError, match="out of range"):
        match.tick(now)
    with pytest.raises(dm.StartError, match="out of range"):
        game.start(["ann", "bob"], clock=now)
    match.tick(14 * 86_400)

    assert beads(match) == [2, 2]


def test_a_step_of_the_clock_with_too_much_that_falls_due_is_refused() -> None:
    match = dm.read(book("On Monday, each player gains 1 bead.")).start(["ann", "bob"], seed=1)

    began = time.process_time()
    with pytest.raises(dm.Paradox, match="more falls due"):
        match.tick(1 << 37)

    assert seconds(began) < 20 * MOMENT
    assert beads(match) == [0, 0]


@pytest.mark.parametrize("count", [1_000_000, 1_000_000_000])
def test_a_table_with_too_many_things_is_refused(count: int) -> None:
    text = BOOK.replace("| Hazelnut | nut | 20 |", f"| Hazelnut | nut | {count} |")

    with pytest.raises(dm.StartError, match="20,000 things"):
        dm.read(text).start(["ann", "bob"])


def test_eight_thousand_rows_are_read_in_a_few_seconds() -> None:
    rows = "".join(f"| Nut {i} | 1 |\n" for i in range(8_000))
    text = f"# G {{#g}}\n\n## Cards {{#cards}}\n\nThe cards are:\n\n| Name | Count |\n|---|---|\n{rows}"

    began = time.process_time()
    game = dm.read(text)

    assert len(game.book.things) == 8_000
    assert seconds(began) < 3


def test_rows_of_one_name_are_still_told() -> None:
    text = BOOK + "| Hazelnut | nut | 2 | 1 | |\n"

    with pytest.raises(dm.RulebookError, match="'Hazelnut' is listed twice"):
        dm.read(text)


def test_rules_with_changed_values_are_forgotten_in_time() -> None:
    game = dm.read(book("The toll is 1."))

    for limit in range(40):
        game.start(["ann", "bob"], values={"chain limit": 50 + limit})

    assert len(game._rules) < 20
    assert game.rules(2) is game.rules(2)
