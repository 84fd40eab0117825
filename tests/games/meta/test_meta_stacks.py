"""Stacks: towers, graveyards, memories and hands, and the first words on playing and winning."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Laid, Tower, edition, meta
from games.telling import seen

SPARE: Laid = {"hand": ["Late Addition"]}  # keeps a stage open


# ---- the introduction ---------------------------------------------------------------------------


@pytest.mark.rule("M-001", "M-009", "M-010")
def test_the_card_pushed_last_comes_off_first() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Deep Thought"]}, bob={"hand": ["Hard Rain"]}, cat=SPARE
    )
    table.start_pushing()
    table.push("ann", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Deep Thought")
    assert table.stack("Main Stack") == ["Second Wind", "Hard Rain", "Deep Thought"]

    table.execute()

    done = [text for text in table.told() if text.endswith(" resolves")]
    assert done == ["Deep Thought resolves", "Hard Rain resolves", "Second Wind resolves"]


@pytest.mark.rule("M-002", "M-003", "M-182")
def test_memories_are_hidden_from_all_and_hands_from_others_but_their_sizes_are_not() -> None:
    table = Tower(
        ann={"hand": ["Ditto", "Exhume"], "memory deck": ["Amnesty", "Hard Rain"]},
        bob={"hand": ["Second Wind"], "memory deck": ["Ditto"]},
    )

    assert seen(table, "ann", "memory deck", "ann") == [None, None]
    assert seen(table, "bob", "memory deck", "ann") == [None, None]
    assert seen(table, "bob", "hand", "ann") == [None, None]
    assert sorted(map(str, seen(table, "ann", "hand", "ann"))) == ["Ditto", "Exhume"]


@pytest.mark.rule("M-002", "M-098")
def test_a_memory_is_no_stack() -> None:
    table = Tower(ann={"hand": ["Upside Down"]}, bob=SPARE)
    table.choose("ann", "play Upside Down")

    assert not any("memory" in option for option in table.options("ann"))
    with pytest.raises(IllegalChoice):
        table.choose("ann", "bob's memory deck")


@pytest.mark.rule("M-003")
def test_a_draw_takes_the_top_card_of_the_own_memory_into_the_hand() -> None:
    table = Tower(
        draws=1,
        ann={"memory deck": ["Ditto", "Amnesty"]},
        bob={"memory deck": ["Exhume", "Hard Rain"]},
    )

    assert table.cards("ann", "hand") == ["Amnesty"]
    assert table.cards("bob", "hand") == ["Hard Rain"]


@pytest.mark.rule("M-004")
def test_a_played_card_lies_on_a_stack_and_does_nothing_yet() -> None:
    table = Tower(ann={"hand": ["Second Wind", "Hard Rain"]}, bob=SPARE)
    table.push("ann", "Hard Rain")
    table.push("ann", "Second Wind")

    assert table.life() == [15, 15]
    assert table.cards("ann", "hand") == []
    assert table.stack("Main Stack") == ["Hard Rain", "Second Wind"]
    assert table.options("ann") == []  # she cannot take them back


@pytest.mark.rule("M-004", "M-002")
def test_cards_are_played_from_the_hand_only() -> None:
    table = Tower(
        ann={"hand": ["Ditto"], "graveyard": ["Second Wind"], "memory deck": ["Hard Rain"]},
        bob={"hand": ["Paper Cut"]},
    )
    table.start_pushing() if table.asked() == ["ann"] else None

    for card in ("Second Wind", "Hard Rain", "Paper Cut"):
        assert f"play {card}" not in table.options("ann")
    assert "play Paper Cut" in table.options("bob")


@pytest.mark.rule("M-006")
def test_a_rule_change_without_a_duration_lasts_for_this_game_and_no_longer() -> None:
    game = edition(second_wind="The life ceiling becomes 9.")
    table = Tower(game=game, ann={"hand": ["Second Wind"]}, bob=SPARE, cat=SPARE)
    table.push("ann", "Second Wind")
    for _ in range(4):
        table.execute()

    assert table.value("life ceiling") == 9
    assert table.life() == [9, 9, 9]
    again = Tower(game=game, ann=SPARE, bob=SPARE)
    assert again.value("life ceiling") == 25
    assert again.life() == [15, 15]


@pytest.mark.rule("M-006", "M-005")
def test_the_winning_condition_can_be_changed_by_a_card() -> None:
    hands: Laid = {"hand": ["Alternate Ending", "Second Wind", "Late Addition"], "life point": 22}
    table = Tower(ann=hands, bob={"life point": 24, **SPARE}, cat=SPARE)
    table.push("ann", "Second Wind")
    table.push("ann", "Alternate Ending")

    table.execute()

    assert table.match.winners == ["ann"]


@pytest.mark.rule("M-007")
@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Return this card to your hand.", ()),
        ("Target a player. That player loses 3 life points.", ("bob",)),
        ("Target a card on the Main Stack. Bury that card.", ("Hard Rain",)),
        ("Target a stack. Reverse that stack.", ("Main Stack",)),
        ("Target a rule. Until the end of the next turn, no card can amend that rule.", None),
        ("Until the end of the game, the hand limit is 3.", ()),
    ],
)
def test_cards_refer_to_themselves_to_cards_stacks_players_rules_and_values(
    text: str, answers: tuple[str, ...] | None
) -> None:
    table = Tower(
        game=edition(second_wind=text), ann={"hand": ["Hard Rain", "Second Wind"]}, bob=SPARE
    )
    table.push("ann", "Hard Rain")
    table.choose("ann", "play Second Wind")
    if answers is None:
        answers = (next(option for option in table.options("ann") if "Life" in option),)
    table.choose("ann", *answers)

    table.execute()

    assert any("Second Wind resolves" in text for text in table.told())
    assert not any("Second Wind fails" in text for text in table.told())


# ---- the Main Stack and trigger stacks ----------------------------------------------------------


@pytest.mark.rule("M-009", "M-023")
def test_only_the_top_of_a_graveyard_can_be_taken() -> None:
    table = Tower(ann={"hand": ["Exhume"], "graveyard": ["Ditto", "Amnesty", "Hard Rain"]}, bob={})
    table.push("ann", "Exhume")
    table.execute()

    assert table.cards("ann", "hand") == ["Hard Rain"]


@pytest.mark.rule("M-011", "M-012", "M-013", "M-014", "M-182")
@pytest.mark.parametrize("player", ["ann", "bob", "cat"])
def test_everybody_sees_the_main_stack_in_its_order_and_whose_the_cards_are(player: str) -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "Late Addition"]},
        bob={"hand": ["Second Wind"]},
        cat={"life point": -3},
    )
    table.start_pushing()
    table.push("ann", "Paper Cut", "bob")
    table.push("bob", "Second Wind")

    (told,) = [p for p in table.match.view(player)["stacks"] if p["name"] == "Main Stack"]
    below, above = told["cards"]
    assert (below["position"], below["name"]) == (1, "Paper Cut")
    assert (below["player"], below["owner"]) == ("ann", "ann")
    assert [target["text"] for target in below["targets"]] == ["bob"]
    assert (above["position"], above["name"]) == (2, "Second Wind")
    assert (above["player"], above["owner"], above["targets"]) == ("bob", "bob", [])


@pytest.mark.rule("M-014", "M-015", "M-020")
def test_there_is_one_main_stack_for_all_players() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Late Addition"]},
        bob={"hand": ["Second Wind"]},
        cat={"hand": ["Second Wind"]},
    )
    table.start_pushing()
    for player in ("cat", "ann", "bob"):
        table.push(player, "Second Wind")

    assert table.stack("Main Stack") == ["Second Wind"] * 3
    table.execute()
    assert table.life() == [18, 18, 18]


@pytest.mark.rule("M-016", "M-149")
def test_there_is_no_limit_of_trigger_stacks() -> None:
    table = Tower(ann={"hand": ["Tripwire"] * 9 + ["Second Wind"]}, bob=SPARE)
    for _ in range(9):
        table.push("ann", "Tripwire", "bob")
    table.choose("ann", "play Second Wind")

    assert len(table.options("ann")) == 1 + 9


@pytest.mark.rule("M-017")
def test_a_trigger_stack_that_is_not_active_is_no_target() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Upside Down", "Hard Rain"]},
        bob={"hand": ["Tripwire", "Late Addition"]},
    )
    table.push("bob", "Tripwire", "ann")
    table.start_pushing()
    table.push("ann", "Hard Rain")
    table.execute()
    assert table.cards("bob", "trap row") == []  # it went off
    table.start_pushing() if table.asked() == ["ann"] else None
    table.choose("ann", "play Upside Down")

    assert not any("trigger" in option for option in table.options("ann"))


@pytest.mark.rule("M-017", "M-081")
def test_a_stack_that_somebody_activates_later_can_be_described() -> None:
    table = Tower(ann={"hand": ["Upside Down", "Late Addition"]}, bob=SPARE)
    table.start_pushing()

    table.push("ann", "Upside Down", "the next trigger stack that bob creates")
    table.execute()

    assert "Upside Down fails" in table.told()  # there was none


# ---- towers -------------------------------------------------------------------------------------


@pytest.mark.rule("M-018", "M-019", "M-020", "M-021")
def test_every_stack_has_a_meta_stack_and_so_has_that() -> None:
    hand = ["Second Wind", "Strike Out", "Redaction", "Redaction"]
    table = Tower(ann={"hand": hand}, bob=SPARE)
    table.push("ann", "Second Wind")
    table.push("ann", "Strike Out", "Second Wind")
    table.push("ann", "Redaction", "Strike Out")
    table.push("ann", "Redaction", "Redaction")

    levels = [table.stack("Main Stack", level) for level in range(5)]
    assert levels == [["Second Wind"], ["Strike Out"], ["Redaction"], ["Redaction"], []]


@pytest.mark.rule("M-021", "M-095")
def test_an_event_or_trigger_cannot_be_played_above_the_base_of_a_tower() -> None:
    hand = ["Second Wind", "Morning Bell", "Tripwire", "Second Wind", "Strike Out"]
    table = Tower(ann={"hand": hand}, bob=SPARE)
    table.push("ann", "Morning Bell")
    table.choose("ann", "play Second Wind")

    assert table.options("ann") == ["Main Stack", "ann's trigger stack"]
    with pytest.raises(IllegalChoice, match="cannot choose"):
        table.choose("ann", "meta stack of Main Stack")
    table.choose("ann", "Main Stack")
    with pytest.raises(IllegalChoice, match="cannot choose"):
        table.push("ann", "Tripwire")


@pytest.mark.rule("M-021", "M-022")
def test_an_effect_can_bring_events_above_the_base_and_metas_onto_it() -> None:
    hand = ["Second Wind", "Strike Out", "Mirror Tower"]
    table = Tower(ann={"hand": hand}, bob=SPARE)
    table.push("ann", "Second Wind")
    table.push("ann", "Strike Out", "Second Wind")
    table.push("ann", "Mirror Tower")

    table.execute()

    done = [text for text in table.told() if text.endswith(" resolves")]
    assert done == [f"{card} resolves" for card in (hand[2], hand[0], hand[1])]
    assert table.life() == [18, 15]
    assert "Strike Out fails" in table.told()  # its target has gone


# ---- graveyards ---------------------------------------------------------------------------------


@pytest.mark.rule("M-023", "M-182")
def test_a_graveyard_lies_open_and_keeps_its_order() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Hard Rain"], "graveyard": ["Ditto"]},
        bob={"graveyard": ["Exhume", "Tripwire"], **SPARE},
    )
    table.push("ann", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()

    assert table.stack("ann's graveyard") == ["Ditto", "Hard Rain", "Second Wind"]
    assert seen(table, "ann", "graveyard", "bob's graveyard") == ["Exhume", "Tripwire"]


@pytest.mark.rule("M-023", "M-165")
def test_a_discarded_card_goes_to_the_graveyard_of_its_owner() -> None:
    table = Tower(
        ann={"hand": ["Swapped Notes", "Exhume"]},
        bob={"hand": ["Slip of the Pen", "Late Addition"]},
        cat={"hand": ["Ditto", "Amnesty"]},
    )
    table.push("ann", "Swapped Notes", "cat")
    table.execute()
    table.push("bob", "Slip of the Pen", "ann")
    table.execute()

    assert table.cards("ann", "hand") == []
    assert sorted(table.stack("cat's graveyard")) == ["Amnesty", "Ditto"]
    assert table.stack("ann's graveyard") == ["Swapped Notes"]


@pytest.mark.rule("M-024", "M-026", "M-022")
def test_a_meta_on_a_graveyard_is_played_onto_the_main_stack() -> None:
    table = Tower(
        ann={"hand": ["Upside Down"], "graveyard": ["Ditto", "Amnesty"]},
        bob={"graveyard": ["Exhume", "Tripwire", "Hard Rain"], **SPARE},
    )
    table.push("ann", "Upside Down", "bob's graveyard")
    assert table.stack("Main Stack") == ["Upside Down"]
    assert table.stack("Main Stack", 1) == []

    table.execute()

    assert table.stack("bob's graveyard") == ["Hard Rain", "Tripwire", "Exhume"]
    assert table.stack("ann's graveyard") == ["Ditto", "Amnesty", "Upside Down"]


@pytest.mark.rule("M-025")
def test_no_card_can_be_played_on_a_graveyard() -> None:
    table = Tower(ann={"hand": ["Morning Bell", "Second Wind"], "graveyard": ["Ditto"]}, bob=SPARE)
    table.push("ann", "Morning Bell")
    table.choose("ann", "play Second Wind")

    for place in ("ann's graveyard", "bob's graveyard"):
        with pytest.raises(IllegalChoice, match="cannot choose"):
            table.choose("ann", place)


@pytest.mark.rule("M-026")
@pytest.mark.parametrize(
    ("card", "targets"), [("Quotation", ("ann's graveyard",)), ("Echo of Paper", ("bob",))]
)
def test_an_event_that_reads_a_graveyard_stays_off_trigger_stacks(
    card: str, targets: tuple[str, ...]
) -> None:
    table = Tower(ann={"hand": ["Morning Bell", card], "graveyard": ["Paper Cut"]}, bob=SPARE)
    table.push("ann", "Morning Bell")
    table.push("ann", card, *targets)

    assert table.stack("Main Stack") == [card]


@pytest.mark.rule("M-008", "M-014")
def test_the_game_begins_with_an_empty_main_stack_and_graveyards() -> None:
    match = meta().start(["ann", "bob"], 3)

    lying = {told["name"]: told["cards"] for told in match.view()["stacks"]}
    assert lying == {"Main Stack": [], "ann's graveyard": [], "bob's graveyard": []}
