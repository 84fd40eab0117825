"""The first Event cards: life points, memories, graveyards and hands."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Laid, Tower
from games.telling import seen

SPARE: Laid = {"hand": ["Late Addition"]}  # keeps a stage open


def played(card: str, *answers: str, ann: Laid | None = None, **others: Laid) -> Tower:
    """A card that Ann plays onto the Main Stack, executed; it stops at a question."""
    laid: Laid = {"hand": [], **(ann or {})}
    hand = laid["hand"]
    assert isinstance(hand, list)
    table = Tower(ann={**laid, "hand": [card, *hand]}, **{"bob": SPARE, "cat": SPARE, **others})
    table.push("ann", card, *answers)
    table.execute(orders=False)
    return table


def without_effect(table: Tower, card: str) -> bool:
    """Whether a card was discarded without effect."""
    return any(text.endswith(f" voids {card}") for text in table.told())


def on_trigger_stack(card: str, *targets: str) -> bool:
    """Whether a card can be put on a trigger stack of its player."""
    table = Tower(
        ann={"hand": ["Morning Bell", card], "graveyard": ["Ditto"]}, bob={"graveyard": ["Ditto"]}
    )
    table.push("ann", "Morning Bell")
    table.push("ann", card, *targets)
    return "ann's trigger stack" in table.options("ann")


@pytest.mark.rule("M-095", "M-026")
@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("Second Wind", ()),
        ("Paper Cut", ("bob",)),
        ("Open Fountain", ()),
        ("Hard Rain", ()),
        ("Blood Ledger", ("bob",)),
        ("Even Keel", ()),
        ("Emergency Reserve", ()),
        ("Amnesty", ()),
        ("Deep Thought", ()),
        ("Leaky Memory", ("bob",)),
        ("Flood of Ideas", ()),
        ("Slip of the Pen", ("bob",)),
        ("Glass Sleeves", ("bob",)),
        ("Swapped Notes", ("bob",)),
    ],
)
def test_an_event_can_wait_on_a_trigger_stack(card: str, targets: tuple[str, ...]) -> None:
    assert on_trigger_stack(card, *targets)


@pytest.mark.rule("M-026")
@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("Recollection", ()),
        ("Exhume", ()),
        ("Selective Grief", ("Ditto",)),
        ("Total Recall", ("bob's graveyard",)),
    ],
)
def test_an_event_that_targets_a_graveyard_goes_onto_the_main_stack(
    card: str, targets: tuple[str, ...]
) -> None:
    assert not on_trigger_stack(card, *targets)


# ---- life points --------------------------------------------------------------------------------


def test_second_wind() -> None:
    table = played("Second Wind", bob={"life point": 7, **SPARE})

    assert table.life() == [18, 7, 15]


@pytest.mark.rule("M-083")
def test_a_second_wind_at_the_ceiling_changes_nothing_but_makes_sense() -> None:
    table = played("Second Wind", ann={"life point": 25})

    assert table.life("ann") == [25]
    assert not without_effect(table, "Second Wind")


def test_paper_cut() -> None:
    table = played("Paper Cut", "cat")

    assert table.life() == [15, 15, 12]


@pytest.mark.rule("M-037", "M-094")
def test_open_fountain() -> None:
    table = played("Open Fountain", cat={"life point": -8})

    assert table.life() == [17, 18, -5]


def test_hard_rain() -> None:
    table = played("Hard Rain", cat={"life point": -8})

    assert table.life() == [12, 12, -11]


@pytest.mark.rule("M-094", "M-044")
def test_a_blood_ledger_takes_from_both_in_the_same_moment() -> None:
    table = played("Blood Ledger", "cat", ann={"life point": 2}, cat={"life point": 5})

    assert table.life() == [0, 15, 0]
    assert table.match.winners == ["bob"]  # neither was disabled before the other


@pytest.mark.rule("M-029")
def test_a_blood_ledger_on_its_own_player_takes_both_losses() -> None:
    table = played("Blood Ledger", "ann")

    assert table.life() == [8, 15, 15]


@pytest.mark.rule("M-038", "M-090")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([9, 20, 20, 3, -5], [9, 17, 17, 6, -5]),
        ([4, 12, 3, 3, 8], [4, 9, 6, 6, 8]),
        ([9, 9, 9, 9, -5], [9, 9, 9, 9, -5]),
        ([9, 9, 9, 10, -5], [12, 12, 12, 7, -5]),
    ],
)
def test_even_keel_looks_at_active_players_before_the_step(
    before: list[int], after: list[int]
) -> None:
    hands = [["Even Keel"], ["Late Addition"], [], [], []]
    seats = {
        name: {"life point": life, "hand": hand}
        for name, life, hand in zip(("ann", "bob", "cat", "dan", "eve"), before, hands, strict=True)
    }
    table = Tower(**seats)
    table.push("ann", "Even Keel")

    table.execute()

    assert table.life() == after


@pytest.mark.parametrize(("life", "now", "later"), [(5, 12, 12), (-3, 4, 4), (6, 6, 9)])
def test_emergency_reserve_helps_at_once_or_in_the_next_turn(
    life: int, now: int, later: int
) -> None:
    table = Tower(ann={"hand": ["Emergency Reserve"]}, bob=SPARE, cat=SPARE)
    table.push("ann", "Emergency Reserve")
    table.set_life("ann", life)
    table.execute()

    ended = table.told().index("ann's turn ends")
    gains = [text for text in table.told()[:ended] if "ann gains" in text]
    assert life + sum(int(text.split()[2]) for text in gains) == now
    assert table.life("ann") == [later]
    table.execute()
    assert table.life("ann") == [later]  # once only


@pytest.mark.rule("M-146", "M-039")
def test_a_delayed_reserve_comes_even_if_its_player_is_disabled_by_then() -> None:
    table = Tower(
        ann={"hand": ["Emergency Reserve"]}, bob={"hand": ["Second Wind", "Late Addition"]}, cat={}
    )
    table.push("ann", "Emergency Reserve")
    table.choose("bob", "pass")

    assert table.life("ann") == [18]

    table = Tower(
        ann={"life point": 7, "hand": ["Emergency Reserve"]},
        bob={"hand": ["Blood Ledger", "Late Addition"]},
        cat={"hand": ["Blood Ledger"]},
    )
    table.start_pushing()
    table.push("bob", "Blood Ledger", "ann")
    table.push("cat", "Blood Ledger", "ann")
    table.push("ann", "Emergency Reserve")
    table.execute()

    assert "ann becomes disabled" in table.told()
    assert table.life("ann") == [0]  # 7 - 5 - 5 + 3
    assert table.standing("ann") == "disabled"


@pytest.mark.rule("M-037", "M-039")
def test_amnesty_sets_only_those_without_life_points() -> None:
    table = played(
        "Amnesty", bob={"life point": 1, **SPARE}, cat={"life point": 0}, dan={"life point": -15}
    )

    assert table.life() == [15, 1, 2, 2]
    assert [table.standing(name) for name in ("cat", "dan")] == ["able", "able"]


# ---- memories and graveyards --------------------------------------------------------------------


@pytest.mark.rule("M-003")
def test_deep_thought() -> None:
    table = played("Deep Thought", ann={"memory deck": ["Ditto", "Amnesty", "Exhume"]})

    assert table.cards("ann", "hand") == ["Exhume", "Amnesty"]
    assert table.cards("ann", "memory deck") == ["Ditto"]


@pytest.mark.parametrize("held", [5, 4, 3, 0])
def test_leaky_memory_is_no_draw(held: int) -> None:
    memory = ["Ditto", "Amnesty", "Exhume", "Redaction", "Paper Cut"][:held]
    table = played("Leaky Memory", "cat", cat={"memory deck": memory})

    assert table.stack("cat's graveyard") == memory[::-1][:4]
    assert table.cards("cat", "memory deck") == memory[: max(held - 4, 0)]
    assert table.life("cat") == [15]
    assert table.standing("cat") == "able"


@pytest.mark.rule("M-009", "M-043")
def test_recollection_takes_the_top_three_in_any_order() -> None:
    table = played(
        "Recollection",
        ann={
            "graveyard": ["Ditto", "Amnesty", "Redaction", "Exhume"],
            "memory deck": ["Hard Rain"],
        },
        bob={"graveyard": ["Tripwire"], **SPARE},
    )
    assert sorted(table.options("ann")) == ["Amnesty", "Exhume", "Redaction"]

    table.choose("ann", "Redaction", "Exhume")

    assert table.cards("ann", "memory deck") == ["Amnesty", "Exhume", "Redaction", "Hard Rain"]
    assert table.stack("ann's graveyard") == ["Ditto", "Recollection"]


@pytest.mark.rule("M-083")
@pytest.mark.parametrize(("graveyard", "void"), [(["Ditto"], False), ([], True)])
def test_a_recollection_takes_what_is_there(graveyard: list[str], void: bool) -> None:
    table = played("Recollection", ann={"graveyard": graveyard, "memory deck": []})

    assert table.cards("ann", "memory deck") == graveyard
    assert table.stack("ann's graveyard") == ["Recollection"]
    assert without_effect(table, "Recollection") == void


@pytest.mark.rule("M-009", "M-083")
@pytest.mark.parametrize("graveyard", [["Ditto", "Tripwire"], ["Tripwire"], []])
def test_exhume_takes_the_top_card_and_never_itself(graveyard: list[str]) -> None:
    table = played("Exhume", ann={"graveyard": graveyard})

    assert table.cards("ann", "hand") == graveyard[-1:]
    assert table.stack("ann's graveyard") == [*graveyard[:-1], "Exhume"]
    assert without_effect(table, "Exhume") == (not graveyard)


@pytest.mark.rule("M-009", "M-085", "M-107")
def test_selective_grief_takes_any_card_of_the_own_graveyard() -> None:
    table = Tower(
        ann={"hand": ["Selective Grief"], "graveyard": ["Ditto", "Tripwire", "Amnesty"]},
        bob={"graveyard": ["Redaction"], **SPARE},
    )
    table.choose("ann", "play Selective Grief")
    assert table.options("ann") == ["Ditto", "Tripwire", "Amnesty"]
    with pytest.raises(IllegalChoice, match="can be targeted"):
        table.choose("ann", "the top card of bob's graveyard")

    table.choose("ann", "Tripwire")
    table.execute()

    assert table.cards("ann", "hand") == ["Tripwire"]
    assert table.stack("ann's graveyard") == ["Ditto", "Amnesty", "Selective Grief"]


@pytest.mark.rule("M-024", "M-038", "M-083")
@pytest.mark.parametrize("graveyard", [["Ditto", "Tripwire"], []])
def test_total_recall_shuffles_the_target_graveyard_into_the_memory_of_its_owner(
    graveyard: list[str],
) -> None:
    table = played(
        "Total Recall",
        "cat's graveyard",
        bob={"graveyard": ["Redaction"], **SPARE},
        cat={"life point": -2, "memory deck": ["Amnesty"], "graveyard": graveyard},
    )

    assert sorted(table.cards("cat", "memory deck")) == sorted(["Amnesty", *graveyard])
    assert table.stack("cat's graveyard") == []
    assert table.stack("bob's graveyard") == ["Redaction"]
    assert "cat shuffles cat's memory deck" in table.told()
    assert not without_effect(table, "Total Recall")


@pytest.mark.rule("M-037", "M-179", "M-042")
def test_a_flood_of_ideas_reaches_all_and_takes_a_card_from_all_at_the_end() -> None:
    table = played(
        "Flood of Ideas",
        bob={"memory deck": ["Ditto"], "hand": ["Exhume"]},
        cat={"life point": -2, "memory deck": ["Amnesty"] * 3},
    )

    assert table.life() == [15, 14, -2]
    assert table.asked() == ["ann", "bob", "cat"]
    assert "ann's turn ends" in table.told()
    table.choose("bob", "Exhume")
    table.choose("cat", "Amnesty")
    table.choose("ann", "Deep Thought")

    assert table.cards("bob", "hand") == ["Ditto"]
    assert table.stack("bob's graveyard") == ["Exhume"]
    assert table.cards("cat", "hand") == ["Amnesty", "Amnesty"]
    assert table.stack("ann's graveyard") == ["Flood of Ideas", "Deep Thought"]


@pytest.mark.rule("M-083")
def test_at_the_end_of_a_flood_an_empty_hand_discards_nothing() -> None:
    table = played(
        "Flood of Ideas",
        bob={"hand": ["Exhume"]},
        cat={"life point": 9, "memory deck": [], "hand": []},
        dan={"hand": ["Ditto"], "memory deck": []},
    )
    table.choose("ann", "Deep Thought")
    table.choose("bob", "Exhume")

    assert table.stack("cat's graveyard") == []
    assert table.stack("dan's graveyard") == ["Ditto"]


# ---- hands --------------------------------------------------------------------------------------


@pytest.mark.rule("M-075", "M-083")
@pytest.mark.parametrize("hand", [["Ditto", "Tripwire", "Exhume"], ["Ditto", "Tripwire"]])
def test_slip_of_the_pen_lets_its_target_choose(hand: list[str]) -> None:
    table = played("Slip of the Pen", "cat", cat={"hand": hand})

    if len(hand) > 2:
        assert table.options("cat") == hand
        table.choose("cat", "Tripwire", "Ditto")

    assert table.cards("cat", "hand") == hand[2:]
    assert sorted(table.stack("cat's graveyard")) == ["Ditto", "Tripwire"]
    assert table.cards("bob", "hand") == SPARE["hand"]


@pytest.mark.rule("M-083")
@pytest.mark.parametrize("hand", [["Tripwire"], []])
def test_a_slip_of_the_pen_takes_what_is_there(hand: list[str]) -> None:
    table = played("Slip of the Pen", "cat", cat={"hand": hand})

    assert table.stack("cat's graveyard") == hand
    assert without_effect(table, "Slip of the Pen") == (not hand)


@pytest.mark.rule("M-075", "M-107", "M-182")
def test_glass_sleeves_shows_a_hand_and_takes_any_card_of_it() -> None:
    table = played("Glass Sleeves", "cat", cat={"hand": ["Ditto", "Tripwire", "Exhume"]})

    assert table.options("ann") == ["Ditto", "Tripwire", "Exhume"]
    assert seen(table, "bob", "hand", "cat") == ["Ditto", "Tripwire", "Exhume"]
    assert seen(table, "cat", "hand", "bob") == [None]
    table.choose("ann", "Tripwire")

    assert table.cards("cat", "hand") == ["Ditto", "Exhume"]
    assert table.stack("cat's graveyard") == ["Tripwire"]
    assert "cat discards Tripwire" in table.told()


@pytest.mark.rule("M-083")
def test_glass_sleeves_over_an_empty_hand_makes_sense() -> None:
    table = played("Glass Sleeves", "cat")
    assert not without_effect(table, "Glass Sleeves")

    table = played("Glass Sleeves", "cat", cat={"hand": []})
    assert not without_effect(table, "Glass Sleeves")


@pytest.mark.rule("M-165", "M-075")
def test_swapped_notes_exchange_hands_but_not_owners() -> None:
    table = played(
        "Swapped Notes",
        "cat",
        ann={"hand": ["Ditto", "Exhume"]},
        cat={"hand": ["Second Wind"]},
    )
    assert [table.cards(name, "hand") for name in ("ann", "cat")] == [
        ["Second Wind"],
        ["Ditto", "Exhume"],
    ]
    table.start_pushing()
    table.push("ann", "Second Wind")
    table.execute()

    assert table.life() == [18, 15, 15]  # "you" is who played it
    assert table.stack("cat's graveyard") == ["Second Wind"]
