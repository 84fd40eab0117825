"""Coverage runs: what of a rulebook the matches of bots touch, counted the same on any machine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from deckmastor.cli import main
from deckmastor.engine.ids import block_of, pc_of
from deckmastor.engine.machine.questions import Ask, Branch
from deckmastor.engine.rules.program import Op
from deckmastor.engine.verbs.acts import Act
from deckmastor.lab.coverage import Counts, Coverage
from deckmastor.lab.simulate import Plan, cover, simulate
from deckmastor.lab.untouched import Gap, Untouched
from deckmastor.match import load

BOOK = """\
# Orchard

- A basket is a place. Each player has a hand and a basket. There is a deck and a discard pile.
- Fruits and winds are kinds of card. A player can be rich or sly.
- To draw a card is to move the top card of the deck to your hand.
- To pick a card is to move it from your hand to your basket.
- To sell is to gain 9 points.
- Before the game, shuffle the deck. Each player draws 3 cards.
- On their turn, a player may pick a fruit. On their turn, a player may play a wind.
- Winds can be played. A stone cannot be picked. A stone can be played into its holder's basket.
- A player is rich if they have at least 1 point. A player is sly if they have at least 50 points.
- When a player picks a card, they may draw a card. If they do, they gain 1 point.
- When a player has at least 40 points, they draw a card.
- When a player plays a wind, end the turn if the wind switch is yes. Otherwise, that player draws a card or gains 1 point.
- When a player picks a Pear, each player with at least 60 points draws a card.
- If a player would pick a Plum, that player gains 1 point instead.
- At the end of the turn, the player at turn draws a card. When the deck is empty, end the game.
- At the end of the game, each player with the most points wins the game.

## Values

The values are:

| Name | Value |
|---|---|
| wind switch | no |

## Cards

A stone is a kind of card. The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Apple | fruit | 8 | |
| Pear | fruit | 8 | |
| Plum | fruit | 4 | |
| Breeze | wind | 8 | Each other player draws a card. |
| Pebble | stone | 2 | When this card enters your basket, draw a card. |
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("books") / "orchard.md"
    made.write_text(BOOK, "utf-8")
    return made


@pytest.fixture(scope="module")
def found(path: Path) -> Untouched:
    return run(path)


def run(path: Path, processes: int = 1, **told: object) -> Untouched:
    plan = Plan(str(path), 16, 2, 3, coverage=True, **told)  # type: ignore[arg-type]
    untouched = simulate(plan, processes).untouched
    assert untouched is not None
    return untouched


def said(gaps: list[Gap]) -> dict[str, str]:
    return {gap.line.text: gap.what for gap in gaps}


# ---- what is untouched ----------------------------------------------------------------------


def test_a_card_that_nobody_can_use_is_untouched(found: Untouched) -> None:
    assert len(found.cards) == 5
    assert found.unseen == ["Plum", "Pebble"]


def test_a_card_that_is_only_moved_into_play_was_never_played(found: Untouched) -> None:
    assert found.unplayed == ["Apple", "Pear"]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("To sell is to gain 9 points", "never used"),
        ("A stone cannot be picked", "never held"),
        ("A stone can be played into its holder's basket", "never held"),
        ("A player is sly if they have at least 50 points", "never held"),
        ("When a player has at least 40 points, they draw a card", "never reached"),
        ("When this card enters your basket, draw a card", "never reached"),
    ],
)
def test_a_sentence_that_never_acts_is_told_with_the_reason(
    found: Untouched, sentence: str, why: str
) -> None:
    assert said(found.idle)[sentence] == why


@pytest.mark.parametrize(
    "sentence",
    [
        "To draw a card is to move the top card of the deck to your hand",
        "Before the game, shuffle the deck",
        "Each player draws 3 cards",
        "On their turn, a player may pick a fruit",
        "Winds can be played",
        "A player is rich if they have at least 1 point",
        "When a player picks a card, they may draw a card",
        "If they do, they gain 1 point",
        "If a player would pick a Plum, that player gains 1 point instead",
        "When the deck is empty, end the game",
        "Each other player draws a card",
    ],
)
def test_a_sentence_that_acts_is_not_told(found: Untouched, sentence: str) -> None:
    counted = {found.chart.lines[number].text for number in found.sentences}

    assert sentence in counted
    assert sentence not in said(found.idle)
    assert sentence not in said(found.gaps)


def test_a_sentence_that_only_declares_words_is_not_counted(found: Untouched) -> None:
    counted = {found.chart.lines[number].text for number in found.sentences}

    assert "Fruits and winds are kinds of card" not in counted
    assert len(found.idle) == 6


def test_a_part_that_never_happens_is_told_with_its_words(found: Untouched) -> None:
    parts = {(gap.words, gap.what) for gap in found.gaps}

    assert parts == {
        ("end the turn", "ruled out by the values of the game"),
        ("draws a card", "never reached"),
    }


def test_a_gap_says_where_its_sentence_stands(found: Untouched) -> None:
    (gap,) = [gap for gap in found.idle if gap.line.text.startswith("To sell")]

    assert BOOK.splitlines()[gap.line.line - 1].startswith("- To sell")
    assert gap.line.file.endswith("orchard.md")


# ---- offers ---------------------------------------------------------------------------------


def stubborn(path: Path, prefer: Callable[[Op, list[int]], int]) -> Untouched:
    """What is untouched by players who have a way of their own to answer."""
    coverage = Coverage(load(str(path)).book, 2)
    counts: Counts = Counter()
    for seed in range(8):
        state, machine = coverage.begin(seed)
        for _ in range(60):
            if state.asks:
                head = state.asks[1]
                asking = machine.blocks[block_of(head)].ops[pc_of(head)]
                machine.answer(state, 0, prefer(asking, machine.options(state, 0)))
        counts += coverage.counts()
    return Untouched(coverage, counts)


@pytest.mark.source
@pytest.mark.parametrize(("answer", "gap"), [(1, "never declined"), (0, "never taken")])
def test_an_offer_that_is_always_answered_alike_is_told(path: Path, answer: int, gap: str) -> None:
    found = stubborn(path, lambda op, o: answer if isinstance(op, Ask) else o[0])

    offer = "When a player picks a card, they may draw a card"
    assert said(found.gaps)[offer] == gap


@pytest.mark.source
def test_a_way_that_is_never_taken_is_told(path: Path) -> None:
    found = stubborn(path, lambda op, o: 1 if isinstance(op, Branch) else o[-2:][0])

    ways = [gap.words for gap in found.gaps if gap.what == "this way was never taken"]
    assert ways == ["draws a card"]


@pytest.mark.source
def test_an_offer_to_act_that_nobody_takes_is_told(path: Path) -> None:
    found = stubborn(path, lambda op, o: o[-1])

    offer = "On their turn, a player may pick a fruit"
    assert said(found.idle)[offer] == "open, but never taken"


@pytest.mark.source
def test_an_offer_to_act_that_nobody_declines_is_told(path: Path) -> None:
    found = stubborn(path, lambda op, o: o[0])

    assert said(found.gaps)["On their turn, a player may pick a fruit"] == "never declined"


# ---- the same counts everywhere -------------------------------------------------------------


@pytest.mark.source
@pytest.mark.parametrize("bots", ["random", "curious"])
def test_counts_do_not_depend_on_the_number_of_processes(path: Path, bots: str) -> None:
    alone = run(path, bots=(bots, "random"))
    shared = run(path, processes=2, bots=(bots, "random"))

    assert alone.counts == shared.counts
    assert alone.data() == shared.data()


@pytest.mark.parametrize("bots", ["random", "curious"])
def test_a_coverage_run_plays_the_same_matches(bots: str) -> None:
    plain = simulate(Plan("crazy-eights", 12, 3, 5, bots=(bots,) * 3))
    covered = simulate(Plan("crazy-eights", 12, 3, 5, bots=(bots,) * 3, coverage=True))

    assert covered.tally.trace == plain.tally.trace
    assert covered.tally.wins == plain.tally.wins


@pytest.mark.source
def test_every_act_tells_whether_it_was_done_or_is_known_to_be_sure() -> None:
    from deckmastor.lab.counting import SURE

    def below(cls: type) -> set[type]:
        return {cls} | {sub for child in cls.__subclasses__() for sub in below(child)}

    silent = {
        cls for cls in below(Act) - {Act}
        if cls.__module__.startswith("deckmastor.engine")
        and "speed" not in cls.__module__
        and cls.run is not Act.run  # others are made from it
        and not any("done" in base.run.__code__.co_names for base in cls.__mro__[:-2])
    }  # fmt: skip

    assert {cls.__name__ for cls in silent} == {cls.__name__ for cls in SURE}


@pytest.mark.source
def test_special_play_and_reshuffling_touch_all_of_crazy_eights_but_rare_ends() -> None:
    values = (("reshuffling", "yes"), ("special play", "yes"))
    found = simulate(Plan("crazy-eights", 10, 6, 1, values, coverage=True)).untouched

    assert found is not None
    assert found.unseen == []
    assert {gap.line.id for gap in found.idle} <= {"end"}


# ---- several runs ---------------------------------------------------------------------------

SWITCHED = "end the turn if the wind switch is yes"


def idle(found: Untouched) -> set[str]:
    """The sentences that never acted."""
    return {gap.line.text for gap in found.idle}


@pytest.mark.source
def test_what_one_run_touches_is_touched_by_all_together(path: Path) -> None:
    off = Plan(str(path), 8, 2, 3)
    on = Plan(str(path), 8, 2, 3, (("wind switch", "yes"),))
    alone = [cover([plan])[0] for plan in (off, on)]

    both, matches = cover([off, on])
    barred = [{gap.line.text for gap in one.gaps + one.idle} for one in (*alone, both)]

    assert matches == 16
    assert idle(both) == idle(alone[0]) & idle(alone[1])
    assert set(both.unseen) == set(alone[0].unseen) & set(alone[1].unseen)
    assert any(SWITCHED in text for text in barred[0])
    assert not any(SWITCHED in text for text in barred[2])


@pytest.mark.source
def test_a_run_with_another_text_of_a_card_counts_for_what_is_the_same(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "orchard.md"
    sells = BOOK.replace("Each other player draws a card.", "Sell.")
    other.write_text(sells.replace("| Pebble | stone | 2 |", "| Pebble | fruit | 20 |"), "utf-8")
    plain, house = Plan(str(path), 8, 2, 3), Plan(str(other), 8, 2, 3)

    alone, both = cover([plain])[0], cover([plain, house])[0]

    assert "To sell is to gain 9 points" in idle(alone)
    assert "To sell is to gain 9 points" not in idle(both)
    assert "Pebble" in alone.unseen
    assert "Pebble" not in both.unseen


def test_a_start_that_is_refused_counts_for_the_sentence_that_refuses_it(tmp_path: Path) -> None:
    path = tmp_path / "orchard.md"
    limit = "- The game cannot begin if the number of cards is more than the crop.\n"
    book = BOOK.replace("## Values", limit + "\n## Values")
    path.write_text(book.replace("| wind switch | no |", "| wind switch | no |\n| crop | 30 |"))
    small = Plan(str(path), 2, 2, 3, (("crop", 29),))
    plain = Plan(str(path), 2, 2, 3)

    alone, (both, matches) = cover([plain])[0], cover([plain, small])

    assert limit[2:-2] in idle(alone)
    assert limit[2:-2] not in idle(both)
    assert matches == 2


# ---- the command ----------------------------------------------------------------------------


def test_the_command_tells_what_is_untouched(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", str(path), "-n", "16", "--seed", "3", "--coverage"]) == 0

    told = capsys.readouterr().out
    assert "3 of 5 cards were played or came into play" in told
    assert "untouched cards: Plum, Pebble" in told
    assert "orchard.md:7  To sell is to gain 9 points." in told


@pytest.mark.source
def test_the_command_answers_in_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", str(path), "-n", "4", "--coverage", "--json", "--bots", "curious"])

    told = json.loads(capsys.readouterr().out)["coverage"]
    assert told["cards"] == 5
    assert told["sentences"] >= told["sentences_acted"] > 0
    assert {"file", "line", "id", "sentence", "what", "words"} == set(told["untouched"][0])


def test_without_coverage_nothing_is_told_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "crazy-eights", "-n", "2", "--json"])

    assert "coverage" not in json.loads(capsys.readouterr().out)


def test_a_named_thing_that_is_chosen_counts_as_chosen(tmp_path: Path) -> None:
    path = tmp_path / "orchard.md"
    text = "You may choose this card. If you do, gain 1 point."
    path.write_text(BOOK.replace("Each other player draws a card.", text), "utf-8")

    found = run(path)

    assert "You may choose this card" not in said(found.gaps + found.idle)
