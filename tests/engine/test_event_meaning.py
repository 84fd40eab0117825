"""What events, amounts and times mean: how much an act is about, attempts, and what never ends."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.engine.time.calendar import days
from deckmastor.engine.time.spells import start_clock
from deckmastor.language.book import load_text
from deckmastor.match import AmendmentRefused, Match, read, replay, restore
from deckmastor.testing import Table
from engine.garden import AT_WILL, garden, lay, seeds

HOUR, DAY = 3600, 86400
WEDNESDAY = days(2023, 11, 15) * DAY + 12 * HOUR  # noon
TIRING = "When a player plants a card, they become tired."
REST_OF_WEEK = 4 * DAY + 12 * HOUR


def faults(*rules: str, **cards: dict[str, str]) -> list[tuple[str, str]]:
    """The codes and hints of the errors in a garden with these rules and cards."""
    told = (*rules, "The player at turn may rest or draw a card.")
    book = load_text(garden(*told, **cards))  # type: ignore[arg-type]
    return [(fault.code, fault.hint) for fault in book.errors]


def unrunnable(**cards: dict[str, str]) -> list[str]:
    """The texts of a garden that can be read but not be played, tools being played into beds."""
    rules = ("A tool can be played into its holder's bed.", "The player at turn may play a card.")
    return [text for text, _ in read(garden(*rules, **cards)).rules(2).unrunnable]  # type: ignore[arg-type]


# ---- amounts --------------------------------------------------------------------------------


def test_x_is_how_many_cards_a_player_draws_at_once() -> None:
    table = lay(
        "When a player draws X cards, that player gains X seeds.",
        tricks={"Ten": "Draw a card. Each other player draws 3 cards."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [1, 3]


def test_x_is_how_many_cards_a_player_would_draw() -> None:
    table = lay(
        "If a player would draw X cards, that player gains X seeds instead.",
        tricks={"Ten": "Each player draws 3 cards. Each other player draws a card."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [3, 4]
    assert table.cards("ann", "hand") == []


@pytest.mark.parametrize(("n", "gained", "drawn"), [(2, 0, 2), (3, 3, 0), (4, 4, 0)])
def test_a_condition_can_speak_of_x(n: int, gained: int, drawn: int) -> None:
    table = lay(
        "If a player would draw X cards and X is at least 3, that player gains X seeds instead.",
        tricks={"Ten": f"Each other player draws {n} cards."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [0, gained]
    assert len(table.cards("bob", "hand")) == drawn


def test_no_card_is_no_event() -> None:
    table = lay(
        "When a player draws X cards, that player gains X seeds and gains 1 seed.",
        tricks={"Ten": "Draw a card for each card in your bed."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [0, 0]


def test_x_is_how_many_counters_are_lost_and_would_be_lost() -> None:
    table = lay(
        "When a player loses X coins, they gain X seeds.",
        "If a player would gain X coins, they gain X seeds instead.",
        tricks={"Ten": "Each player loses 2 coins. Each other player gains 5 coins."},
        ann={"hand": ["Ten"], "coin": 9},
        bob={"coin": 9},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [2, 7]
    assert [table.count(name, "coin") for name in ("ann", "bob")] == [7, 7]


def test_x_is_the_amount_of_a_defined_verb() -> None:
    words = "To score X seeds is to gain X seeds."
    scored = lay(
        words, "When a player scores X seeds, they gain X coins.",
        tricks={"Ten": "Each other player scores 3 seeds. Gain 2 seeds."}, ann={"hand": ["Ten"]},
    )  # fmt: skip
    replaced = lay(
        words, "If a player would score X seeds, they gain X coins instead.",
        tricks={"Ten": "Each other player scores 3 seeds. Gain 2 seeds."}, ann={"hand": ["Ten"]},
    )  # fmt: skip
    for table in (scored, replaced):
        table.play("ann", "Ten")

    assert (seeds(scored), scored.count("bob", "coin")) == ([2, 3], 3)
    assert (seeds(replaced), replaced.count("bob", "coin")) == ([2, 0], 3)
    assert (scored.count("ann", "coin"), replaced.count("ann", "coin")) == (0, 0)


def test_a_defined_verb_over_an_amount_can_be_forbidden() -> None:
    table = lay(
        "To score X seeds is to gain X seeds.", "A tired player cannot score seeds.", TIRING,
        tricks={"Ten": "Each player scores 3 seeds."}, ann={"hand": ["Ten"]},
        bob={"tired": 1},
    )  # fmt: skip

    table.play("ann", "Ten")

    assert seeds(table) == [3, 0]


# ---- attempts -------------------------------------------------------------------------------


@pytest.mark.parametrize("cannot", ["cannot", "the deck is empty"])
def test_a_draw_from_an_empty_deck_is_an_attempt(cannot: str) -> None:
    table = lay(
        f"If a player would draw a card and {cannot}, they gain 1 seed instead.",
        tricks={"Ten": "Each player draws 2 cards."},
        ann={"hand": ["Ten"]},
        deck=["Rose", "Daisy", "Tulip"],
    )

    table.play("ann", "Ten")

    assert seeds(table) == [0, 1]
    assert [len(table.cards(name, "hand")) for name in ("ann", "bob")] == [2, 1]


def test_a_discard_from_an_empty_hand_is_an_attempt() -> None:
    table = lay(
        "If a player would discard a card and cannot, they gain 1 seed instead.",
        tricks={"Ten": "Each player discards 2 cards."},
        ann={"hand": ["Ten", "Rose"]},
        bob={"hand": ["Rose", "Daisy", "Tulip"]},
    )

    table.play("ann", "Ten")
    table.choose("bob", "Rose", "Daisy")

    assert seeds(table) == [1, 0]
    assert table.cards("bob", "hand") == ["Tulip"]


def test_all_of_nothing_and_a_forbidden_act_are_no_attempts() -> None:
    table = lay(
        "If a player would discard a card, they gain 1 seed instead.",
        "A tired player cannot discard cards.",
        TIRING,
        tricks={"Ten": "Discard all cards in your hand. Each other player discards a card."},
        ann={"hand": ["Ten"]},
        bob={"tired": 1, "hand": ["Rose", "Daisy"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [0, 0]
    assert table.cards("bob", "hand") == ["Rose", "Daisy"]


def test_what_is_not_offered_is_no_attempt() -> None:
    table = lay(
        "The player at turn may discard a card.",
        "If a player would discard a card and cannot, they gain 1 seed instead.",
        tricks={"Ten": "You may discard a card."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert table.options("ann") == ["rest", "pass"]
    assert seeds(table) == [0, 0]


# ---- who and what a trigger is about --------------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        "When another player draws a card, that player gains 1 seed.",
        "If another player would draw a card, they gain 1 seed instead.",
    ],
)
def test_another_player_of_a_rule_must_be_other_than_somebody(rule: str) -> None:
    ((code, hint),) = faults(rule)

    assert code == "other-than-whom"
    assert "a player other than the player at turn" in hint


def test_the_wording_for_another_player_works() -> None:
    table = lay(
        "When a player other than the player at turn draws a card, the player at turn gains 1 seed.",
        tricks={"Ten": "Draw a card. Each player draws a card."},
        ann={"hand": ["Ten"]},
    )

    table.play("ann", "Ten")

    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("When a player has at most 3 coins, they are tired.", "A player is … if …"),
        ("When a player has at most 3 coins, they cannot draw cards.", "A player cannot … if …"),
        ("When a player draws a card, they are tired.", "become"),
        ("When a player draws a card, they gain 1 seed. They are tired.", "become"),
        ("When a player rests, if they have 3 coins, they are tired.", "become"),
    ],
)
def test_a_trigger_that_begins_what_would_never_end_is_refused(rule: str, offered: str) -> None:
    ((code, hint),) = faults(rule)

    assert code == "never-ends"
    assert offered in hint


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("A player is tired if they have at least 1 coin.", False),
        ("When a player has at least 1 coin, they become tired.", True),
    ],
)
def test_a_fact_ends_and_becoming_does_not(rule: str, later: bool) -> None:
    table = lay(
        rule,
        "A tired player may draw a card.",
        tricks={"Fine": "Lose 9 coins."},
        ann={"hand": ["Fine"]},
    )

    table.choose("ann", "rest")
    rich = "draw a card" in table.options("ann")
    table.play("ann", "Fine")

    assert rich
    assert ("draw a card" in table.options("ann")) == later


def test_a_state_of_the_past_can_become_true() -> None:
    table = lay(
        "When at least 2 players have rested, each player gains 1 seed.",
        tricks={"Bell": "End the turn."},
        ann={"hand": ["Bell"]},
    )

    table.choose("ann", "rest")
    table.choose("ann", "rest")
    one = seeds(table)
    table.play("ann", "Bell")
    table.choose("bob", "rest")
    table.choose("bob", "rest")

    assert (one, seeds(table)) == ([0, 0], [1, 1])


# ---- cards that stay, and cards that do not -------------------------------------------------


def test_a_condition_before_a_prohibition_holds_as_long_as_it_is_so() -> None:
    rich = "If you have more coins than each other player, you cannot draw cards."
    table = lay(
        "Each player may draw a card.",
        tools={"Belt": rich},
        tricks={"Gift": "Each other player gains 9 coins."},
        ann={"bed": ["Belt"], "hand": ["Gift"], "coin": 1},
        bob={"coin": 2},
    )

    before = "draw a card" in table.options("ann")
    table.choose("ann", "rest")
    equal = "draw a card" in table.options("ann")
    table.choose("ann", "rest")
    richer = "draw a card" in table.options("ann")
    table.play("ann", "Gift")

    assert (before, equal, richer) == (True, True, False)
    assert "draw a card" in table.options("ann")


def test_a_condition_before_a_fact_speaks_of_each_player_whom_it_fits() -> None:
    table = lay(
        "Each tired player may draw a card.",
        tools={"Belt": "If a player has at least 3 coins, they are tired."},
        ann={"bed": ["Belt"]},
        bob={"coin": 3},
    )

    assert ["draw a card" in table.options(name) for name in ("ann", "bob")] == [False, True]


def test_a_moment_of_this_turn_comes_once_from_a_card_that_is_put_away() -> None:
    table = lay(
        tricks={"Bill": "At the end of the turn, lose 4 coins.", "Bell": "End the turn."},
        ann={"hand": ["Bell", "Bill"], "coin": 9},
        bob={"hand": ["Bell"], "coin": 9},
    )

    table.play("ann", "Bill")
    during = table.count("ann", "coin")
    table.play("ann", "Bell")
    after = table.count("ann", "coin")
    table.play("bob", "Bell")

    assert (during, after, table.count("ann", "coin")) == (9, 5, 5)
    assert table.count("bob", "coin") == 9


def test_a_moment_of_the_turn_comes_again_from_a_card_that_stays() -> None:
    table = lay(
        "A tool can be played into its holder's bed.",
        "A trick can be played.",
        tools={"Mill": "At the end of the turn, lose 4 coins."},
        tricks={"Bell": "End the turn."},
        ann={"hand": ["Bell"], "bed": ["Mill"], "coin": 9},
        bob={"hand": ["Bell"], "coin": 9},
    )

    table.play("ann", "Bell")
    table.play("bob", "Bell")

    assert table.count("ann", "coin") == 1


@pytest.mark.parametrize(
    "text",
    [
        "While you have at least 3 coins, discard a card.",
        "You cannot draw cards.",
        "If you have more coins than each other player, you cannot draw cards.",
        "When a player draws a card, they gain 1 seed.",
        "At the end of each turn, lose 1 coin.",
    ],
)
def test_what_stands_is_refused_on_a_card_that_is_put_away(text: str) -> None:
    assert unrunnable(tricks={"Ten": text}) == [text]
    assert unrunnable(tools={"Belt": text}) == []


@pytest.mark.parametrize(
    "text",
    [
        "Until the end of the turn, you cannot draw cards.",
        "The next time a player draws a card, they gain 1 seed.",
        "When this card is discarded, gain 1 coin.",
        "Draw a card. You cannot draw cards.",
    ],
)
def test_what_begins_when_it_is_performed_is_not(text: str) -> None:
    assert unrunnable(tricks={"Ten": text}) == []


@pytest.mark.parametrize(
    "moment", ["At the beginning of the next turn", "At the end of a player's next turn"]
)
def test_a_rule_has_no_next_turn(moment: str) -> None:
    ((code, hint),) = faults(f"{moment}, the Gnome gains 1 seed.")

    assert code == "next"
    assert "each turn" in hint


@pytest.mark.parametrize(
    "rule",
    [
        "The next time a player draws a card, they gain 1 seed.",
        "The next time a player would draw a card, they gain 1 seed instead.",
    ],
)
def test_a_rule_has_no_next_time(rule: str) -> None:
    ((code, hint),) = faults(rule)

    assert code == "next"
    assert "for the first time" in hint


def test_the_first_time_is_counted_for_each_player() -> None:
    table = lay(
        "When a player plants a flower for the first time, they gain 4 seeds.",
        "The player at turn may plant a card.",
        ann={"hand": ["Nettle", "Rose", "Daisy"]},
        bob={"hand": ["Rose"]},
    )

    table.choose("ann", "plant Nettle", "plant Rose", "plant Daisy", "pass")
    table.choose("bob", "plant Rose")

    assert (table.count("ann", "seed"), table.count("bob", "seed")) == (4, 4)
    assert faults("At the beginning of each turn, the Gnome gains 1 seed.") == []
    assert faults("When a player rests, at the end of the next turn, they gain 1 seed.") == []


# ---- time -----------------------------------------------------------------------------------


def at_noon(*rules: str, **laid: dict[str, list[str] | int | str]) -> Table:
    """A garden at noon of a Wednesday, in which each player may rest."""
    table = lay(*rules, "Each player may rest.", at_will=False, **laid)
    table.state.v[CLOCK] = WEDNESDAY
    start_clock(table.match.machine, table.state)
    return table


def wait(table: Table, seconds: int) -> None:
    table.match.tick(table.state.v[CLOCK] + seconds)


@pytest.mark.parametrize(("late", "may"), [(-1, True), (0, False)])
def test_a_rule_until_the_end_of_the_week_holds_in_its_last_second(late: int, may: bool) -> None:
    table = at_noon(
        "When a player rests, until the end of the week, that player is tired.",
        "A tired player may draw a card.",
    )
    table.choose("bob", "rest")

    wait(table, REST_OF_WEEK + late)

    assert ("draw a card" in table.options("bob")) == may
    assert "draw a card" not in table.options("ann")


def test_what_happens_at_the_end_of_a_week_still_belongs_to_it() -> None:
    table = at_noon(
        "At the end of the week, each player who rested this week gains 1 seed.",
        "At the beginning of the week, each player who rested this week gains 100 seeds.",
    )
    table.choose("bob", "rest")

    wait(table, REST_OF_WEEK - 1)
    before = seeds(table)
    wait(table, 1)

    assert (before, seeds(table)) == ([0, 0], [0, 1])
    wait(table, 14 * DAY)
    assert seeds(table) == [0, 1]


@pytest.mark.parametrize(
    ("seconds", "few", "many"),
    [
        (0, True, False),
        (12 * HOUR, True, True),
        (12 * HOUR + 1, False, True),
        (13 * DAY, True, False),
    ],
)
def test_hours_that_have_passed_since_the_week_began(seconds: int, few: bool, many: bool) -> None:
    table = at_noon(
        "A player is tired if at most 72 hours have passed since the beginning of the week.",
        "A player is muddy if at least 72 hours have passed since the beginning of the week.",
        "A tired player may draw a card.",
        "A muddy player may discard a card.",
        bob={"hand": ["Rose"]},
    )

    wait(table, seconds)

    assert ("draw a card" in table.options("bob")) == few
    assert ("discard Rose" in table.options("bob")) == many


def test_hours_that_have_passed_since_an_act() -> None:
    table = at_noon(
        "A player is tired if at most 72 hours have passed since they rested.",
        "A tired player may draw a card.",
    )
    table.choose("bob", "rest")

    wait(table, 72 * HOUR)
    within = ["draw a card" in table.options(name) for name in ("ann", "bob")]
    wait(table, 13 * DAY)

    assert within == [False, True]
    assert "draw a card" not in table.options("bob")


def test_otherwise_runs_when_the_time_for_a_duty_is_up() -> None:
    table = at_noon(
        "When a player rests, that player must discard a card within 24 hours. "
        "If they do, they gain 1 seed. Otherwise, they gain 10 seeds.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
    )
    table.choose("ann", "rest")
    table.choose("bob", "rest")

    table.choose("bob", "discard Daisy")
    wait(table, 24 * HOUR - 1)
    before = seeds(table)
    wait(table, 1)

    assert (before, seeds(table)) == ([0, 1], [10, 1])
    assert table.cards("ann", "hand") == ["Rose"]


def test_a_duty_without_a_consequence_stays_when_it_is_overdue() -> None:
    table = at_noon(
        "When a player rests, each other player must discard a card within 7 days.",
        bob={"hand": ["Daisy", "Rose"]},
    )
    table.choose("ann", "rest")

    wait(table, 8 * DAY)
    table.choose("bob", "discard Rose")

    assert table.cards("bob", "hand") == ["Daisy"]
    assert table.options("bob") == ["rest", "pass"]


CONTEST = """# Hall {#hall}
## Words {#words}
- Coins are counters. A duel is a kind of game. To wave is to gain 1 coin. To forfeit is to lose the game.
- Each player may begin a duel. In a duel, the player at turn may wave.
- If 24 hours pass without an action by the player at turn, they forfeit.
"""


def test_nobody_forfeits_while_nobody_is_at_turn() -> None:
    match = read(CONTEST).start(["ann", "bob", "cyd"])

    match.tick(match.state.v[CLOCK] + 30 * DAY)

    assert sorted({decision.player for decision in match.decisions}) == ["ann", "bob", "cyd"]


# ---- the past of a rule that is adopted later -----------------------------------------------

DRAWING = garden("The player at turn may draw a card.", "When a player draws a card, end the turn.")
FIRST = """## First {#first}
- When a player draws a card for the first time, they gain 5 seeds.
- When a player has drawn at least 3 cards, they gain 100 seeds.
"""


def after_three_draws() -> Match:
    """A match in which ann has drawn two cards and bob one; no rule asks for that."""
    match = read(DRAWING).start(["ann", "bob", "cyd"], seed=3)
    for name in ("ann", "bob", "cyd", "ann"):
        match.choose(name, "draw a card")
    return match


def gained(match: Match) -> list[int]:
    return match.state.cols[match.rules.schema.attrs["seed"].at][:3]


def test_a_rule_adopted_in_mid_match_knows_what_was_done_before() -> None:
    match = after_three_draws()
    twin = match.fork()

    for one in (match, twin):
        one.amend(FIRST)
        for name in ("bob", "cyd", "ann"):
            one.choose(name, "draw a card")

    assert gained(match) == gained(twin) == [100, 0, 0]
    assert gained(restore(match.save())) == [100, 0, 0]
    again = replay(match.journal)
    assert (gained(again), again.trace()) == ([100, 0, 0], match.trace())


def test_a_second_rule_about_the_past_knows_it_too() -> None:
    match = after_three_draws()

    match.amend(
        "## Third {#third}\n- When a player moves a card for the first time, they gain 7 seeds."
    )
    match.amend(FIRST)
    for name in ("bob", "cyd", "ann"):
        match.choose(name, "draw a card")

    assert gained(match) == [100, 0, 0]


def test_a_restored_match_knows_its_past() -> None:
    match = restore(restore(after_three_draws().save()).save())

    match.amend(FIRST)
    for name in ("bob", "cyd", "ann"):
        match.choose(name, "draw a card")

    assert gained(match) == [100, 0, 0]


def test_an_imagined_match_refuses_a_rule_about_a_past_that_it_does_not_know() -> None:
    match = after_three_draws().imagine("ann")

    with pytest.raises(AmendmentRefused, match="imagined match"):
        match.amend(FIRST)

    match.amend("## Second {#second}\n- When a player draws a card, they gain 1 seed.")
    match.choose("bob", "draw a card")
    assert gained(match) == [0, 1, 0]


def test_a_book_whose_rules_can_change_in_play_keeps_its_past() -> None:
    book = garden(
        "The player at turn may draw a card.",
        "When a player draws a card, end the turn.",
        "The player at turn may repeal a rule.",
    )
    match = read(book).start(["ann", "bob", "cyd"], seed=3)
    for name in ("ann", "bob", "cyd", "ann"):
        match.choose(name, "draw a card")

    match = restore(match.save())
    match.amend(FIRST)
    for name in ("bob", "cyd", "ann"):
        match.choose(name, "draw a card")

    assert gained(match) == [100, 0, 0]


# ---- who is next, and where a played card lies -------------------------------------------------

PINCH = {"Pinch": "Another player uproots a card."}


@pytest.mark.parametrize(
    ("rule", "gained"),
    [
        ("When a player uproots a card, the next player gains 1 seed.", [0, 0, 1]),
        (
            "When a player uproots a card, they gain 1 seed. The next player gains 1 seed.",
            [0, 1, 1],
        ),
        ("When a player plays a trick, the next player gains 1 seed.", [0, 1, 0]),
    ],
)
def test_the_next_player_is_next_to_whoever_acted(rule: str, gained: list[int]) -> None:
    table = lay(
        rule, tricks=PINCH,
        ann={"hand": ["Pinch"], "bed": ["Rose"]}, bob={"bed": ["Rose", "Tulip"]}, cy={},
    )  # fmt: skip

    table.choose("ann", "play Pinch", "bob")
    table.choose("bob", "Rose")

    assert seeds(table) == gained


def test_states_are_tested_when_a_played_card_has_landed() -> None:
    rules = (
        "A player may play a card from their hand onto the shed. A card can be played onto the shed.",
        "When a player has no cards in their hand, end the game.",
    )
    table = lay(*rules, ann={"hand": ["Rose"]}, bob={"hand": ["Daisy", "Tulip"]})

    table.choose("ann", "play Rose")

    assert table.match.over
    assert table.cards("", "shed") == ["Rose"]


# ---- what a value becomes --------------------------------------------------------------------

WAYS_TO_LOSE = [
    "Lose 2 coins.", "Lose 3 coins.", "Lose all coins.", "Lose all counters.", "Pay 2 coins.",
    "Pay 2 coins to another player.", "Your coins become 0.", "Set your coins to 0.",
    "Decrease your coins by 2.", "Swap your coins with another player.",
    "Another player gains 2 coins from you.", "Lose 1 coin, then lose 1 coin.",
]  # fmt: skip


@pytest.mark.parametrize("text", WAYS_TO_LOSE)
@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("a player's coins become at most 0", 1),
        ("the coins of a player become less than 1", 1),
        ("a player's coins become at most -4", 0),
        ("a player's coins become at least 3", 0),
    ],
)
def test_what_coins_become_is_seen_however_they_are_lost(event: str, told: int, text: str) -> None:
    table = lay(
        f"When {event}, that player gains 1 seed.", tricks={"Do": text},
        ann={"hand": ["Do"], "coin": 2}, bob={"coin": 0},
    )  # fmt: skip

    table.play("ann", "Do")

    assert seeds(table) == [told, 0]


@pytest.mark.parametrize("text", WAYS_TO_LOSE)
def test_what_your_coins_become_is_seen_by_a_card_in_play(text: str) -> None:
    table = lay(
        tricks={"Do": text}, tools={"Sack": "When your coins become at most 0, gain 1 seed."},
        ann={"hand": ["Do"], "bed": ["Sack"], "coin": 2}, bob={"coin": 0},
    )  # fmt: skip

    table.play("ann", "Do")

    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    ("event", "texts"),
    [
        ("becomes 3", ["becomes 3", "increase 1"]),
        ("becomes at least 3", ["becomes 3", "becomes 4", "increase 1", "increase 2"]),
        ("becomes more than 3", ["becomes 4", "increase 2"]),
        ("becomes at most 0", ["becomes 0", "decrease 3"]),
        ("becomes 2", []),
    ],
)
@pytest.mark.parametrize(
    "frame",
    [
        "When the goal {}, each player gains 1 seed.",
        "Before the goal {}, each player gains 1 seed.",
        "If the goal would {}, each player gains 1 seed instead.",
    ],
)
def test_what_a_value_becomes_is_compared(frame: str, event: str, texts: list[str]) -> None:
    told = event.replace("becomes", "become") if "would" in frame else event
    for text in ("becomes 0", "becomes 3", "becomes 4", "increase 1", "increase 2", "decrease 3"):
        verb, _, n = text.partition(" ")
        said = f"The goal becomes {n}." if verb == "becomes" else f"{verb.title()} the goal by {n}."
        table = lay("The goal is 2.", frame.format(told), tricks={"Do": said}, ann={"hand": ["Do"]})
        table.play("ann", "Do")

        assert (seeds(table) == [1, 1]) == (text in texts), text


def test_a_value_that_a_fact_raises_becomes_that() -> None:
    table = lay(
        "The goal is 2.", "While the shed is not empty, the goal is 2 more.",
        "When the goal becomes at least 4, each player gains 1 seed.",
        tricks={"Put": "Move the top card of the deck to the shed."}, ann={"hand": ["Put"]},
    )  # fmt: skip

    table.play("ann", "Put")

    assert seeds(table) == [1, 1]


def test_before_coins_become_something_is_refused() -> None:
    rule = "Before a player's coins become at most 0, that player gains 1 seed."

    ((_, why),) = read(garden(rule, AT_WILL)).rules(2).unrunnable

    said = "Before a player loses X coins, if that player has at most X coins, …"
    assert why == f"what coins would become: a loss would not be seen. Say '{said}'"


@pytest.mark.parametrize(("lost", "told"), [(1, 0), (2, 1), (3, 1)])
def test_before_a_player_loses_what_they_have_works(lost: int, told: int) -> None:
    table = lay(
        "Before a player loses X coins, if that player has at most X coins, that player gains 1 "
        "seed.",
        tricks={"Do": f"Lose {lost} coins."}, ann={"hand": ["Do"], "coin": 2},
    )  # fmt: skip

    table.play("ann", "Do")

    assert seeds(table) == [told, 0]


@pytest.mark.parametrize("text", ["Your mood becomes cross.", "Become cross."])
@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("a player's mood becomes cross", 1),
        ("a player becomes cross", 1),
        ("a player's mood becomes calm", 0),
    ],
)
def test_what_a_mood_becomes_its_bearer_becomes(event: str, told: int, text: str) -> None:
    table = lay(
        f"When {event}, that player gains 1 seed.", tricks={"Do": text},
        ann={"hand": ["Do"], "mood": "calm"}, bob={"mood": "calm"},
    )  # fmt: skip

    table.play("ann", "Do")

    assert seeds(table) == [told, 0]
