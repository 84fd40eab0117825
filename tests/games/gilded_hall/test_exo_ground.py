"""What a duel stands on: who takes part, where cards lie, what prevails, how long a day is."""

from __future__ import annotations

import pytest

from deckmastor.engine.inside import ASIDE_PLACE
from deckmastor.match import DeckmastorError, IllegalChoice, load
from games.gilded_hall.duel import BOOK, Duel
from games.gilded_hall.marks import lines, marks
from games.gilded_hall.test_exo_ends import begun
from games.gilded_hall.test_exo_random import MISS

HOUR = 3600
DAY = 24 * HOUR
SEVEN = "7 {Hearts; red}"
SPARE = ["2 {Clubs; green}", "3 {Clubs; green}"]


# ---- who takes part ------------------------------------------------------------------------------


@pytest.mark.rule("H-001")
@pytest.mark.parametrize("names", [["ann", "ann"], ["ann", "Ann"], ["ann", "bob", "an\u200bn"]])
def test_one_person_is_one_player(names: list[str]) -> None:
    with pytest.raises(DeckmastorError):
        load(BOOK).start(names)


@pytest.mark.rule("H-001", "H-002")
@pytest.mark.parametrize("who", ["dee", "bob"])
def test_only_those_who_take_part_can_act(who: str) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8", *SPARE]},
        bob={"hand": ["8", *SPARE]},
        cy={"hand": ["8", *SPARE]},
    )
    duel.choose("bob", "forfeit")
    before = duel.match.save()

    for text in ("play 8", "forfeit", "assent"):
        with pytest.raises(IllegalChoice):
            duel.choose(who, text)
    assert duel.match.save() == before


# ---- a duel is a game like any other, and brings nothing by itself -------------------------------


@pytest.mark.rule("H-003")
@pytest.mark.parametrize(
    ("modifier", "hands"),
    [("Mean", ["ann", "bob"]), ("Demonic", ["ann", "bob"]), ("Unholy", ["ann", "bob"])],
)
def test_in_texts_of_cards_a_duellist_is_a_battler(modifier: str, hands: list[str]) -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": [f"8 [{modifier}]", *SPARE]}, bob={"hand": SPARE})
    duel.play("ann", "8")

    assert duel.options("ann") == hands


@pytest.mark.rule("H-003", "H-308")
def test_who_wins_a_duel_gains_the_pool_and_nothing_else() -> None:
    duel = Duel(
        pile=[SEVEN],
        pool=["9 [Holographic]"],
        values={"pot": 2},
        ann={"hand": ["8"], "inventory": ["King"], "chip": 1, "vertebra": 4},
        bob={"hand": SPARE, "inventory": ["Handy Pack"], "chip": 1, "vertebra": 4},
    )
    duel.play("ann", "8")

    assert duel.match.winners == ["ann"]
    assert duel.cards("ann", "inventory") == ["8", "King", "9"]
    assert duel.cards("bob", "inventory") == ["2", "3", "Handy Pack"]
    assert [duel.count(name, "chip") for name in ("ann", "bob")] == [3, 1]
    assert [duel.count(name, "vertebra") for name in ("ann", "bob")] == [4, 4]


# ---- where cards lie -----------------------------------------------------------------------------


@pytest.mark.rule("H-005")
def test_each_has_a_hand_and_a_deck_and_all_share_a_pile_whose_last_card_is_the_top() -> None:
    duel = Duel(
        pile=["9", SEVEN],
        ann={"hand": ["8", "4", "3"], "deck": ["Ace"]},
        bob={"hand": ["9", "10"], "deck": ["Zero", "2"]},
    )
    duel.play("ann", "8")

    assert duel.pile == ["9", "7", "8"]
    assert (duel.hand("ann"), duel.deck("ann")) == (["4", "3"], ["Ace"])
    assert (duel.hand("bob"), duel.deck("bob")) == (["9", "10"], ["Zero", "2"])
    assert duel.playable("bob") == ["9"]


@pytest.mark.rule("H-005", "H-006")
def test_what_was_destroyed_lies_nowhere_and_stays_there() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Wrathful]", "4", "3"]},
        bob={"hand": ["10", "9"], "deck": ["2"]},
    )
    gone = duel.found("9", "hand", "bob")
    duel.play("ann", "8")
    duel.choose("ann", "4", "9")
    assert duel.state.where[gone] == ASIDE_PLACE
    duel.choose("bob", "yield")

    assert duel.state.where[gone] == ASIDE_PLACE
    assert duel.hand("bob") == ["10", "2"]


SHELVES = (
    "- At any time, a participant may bank a card. To bank a card is to move it from your "
    "inventory to the pool. At any time, a participant may recall a card. To recall a card is to "
    "move it from the pool to your inventory."
)


@pytest.mark.rule("H-008", "H-138")
@pytest.mark.parametrize(
    ("card", "plays", "more"),
    [("4", "", 0), ("10", "", 0), ("8", "8", 0), ("9", "8", 1)],
)
def test_a_copy_is_in_play_in_a_deck_in_a_hand_and_on_the_pile_and_not_when_destroyed(
    card: str, plays: str, more: int
) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Wrathful]", "4", "9"], "deck": ["10"]},
        bob={"hand": SPARE},
    )
    duel.match.amend(SHELVES)
    if plays:
        duel.play("ann", plays)
        duel.choose("ann", "9", "2")
    before = len(duel.deck("ann"))

    duel.choose("ann", f"bank {card}")
    duel.choose("ann", f"recall {card}")

    assert len(duel.deck("ann")) == before + more
    assert duel.deck("ann").count(card) == (1 if more or card == "10" else 0)


# ---- time ----------------------------------------------------------------------------------------


@pytest.mark.rule("H-012")
@pytest.mark.parametrize("start", [0, 15 * HOUR + 30 * 60, DAY - 1])
def test_24_hours_are_counted_from_what_starts_them_and_not_by_days(start: int) -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": SPARE}, bob={"hand": SPARE}, cy={"hand": SPARE},
                begun=False)  # fmt: skip
    duel.wait(start) if start else None
    duel.begin_turn("ann")
    duel.wait(DAY - 1)
    assert lines(duel, "forfeits") == []
    duel.wait(1)

    assert lines(duel, "forfeits") == ["ann forfeits"]


@pytest.mark.rule("H-339")
def test_a_duel_waits_for_those_who_have_not_shown_their_hands() -> None:
    duel = begun(3)
    for _ in range(4):
        duel.choose("ann", duel.options("ann")[0])
    duel.choose("ann", "enough")
    duel.match.tick(30 * DAY)

    assert lines(duel, "forfeits", "turn begins") == []
    assert duel.asked() == ["bob"]


# ---- what prevails -------------------------------------------------------------------------------


@pytest.mark.rule("H-013", "H-222")
def test_first_what_holds_despite_all_rules() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Wrathful]", "4", "3"]},
        bob={"hand": ["10", "9 [Adamantine]"]},
    )
    duel.match.amend("- Each card in a hand can be destroyed.")
    duel.play("ann", "8")
    duel.choose("ann", "3", "9")

    assert (duel.hand("ann"), duel.hand("bob")) == (["4"], ["10", "9"])


@pytest.mark.rule("H-013")
@pytest.mark.parametrize(("top", "fits"), [(SEVEN, ["8", "6"]), ("6 {Clubs}", ["8", "10"])])
def test_then_a_card_over_the_rules_of_play(top: str, fits: list[str]) -> None:
    hand = ["2", "5", "8", "6", "10"]
    duel = Duel(pile=[top], ann={"hand": hand}, bob={"hand": SPARE})

    assert set(fits) <= set(duel.playable("ann"))
    assert "5" not in duel.playable("ann")  # within 1 of the 6, which takes even values only


@pytest.mark.rule("H-013")
@pytest.mark.parametrize(
    ("sentences", "modifiers"),
    [
        (["The rare share of a card is 0.", "The rare share of a used card is 100."], True),
        (["The rare share of a used card is 100.", "The rare share of a used card is 0."], False),
        (["The rare share of a used card is 0.", "The rare share of a used card is 100."], True),
    ],
)
def test_then_what_is_specific_over_what_was_general_and_the_later_over_the_earlier(
    sentences: list[str], modifiers: bool
) -> None:
    duel = Duel(
        pile=["7"], ann={"hand": ["3"], "inventory": ["Already-opened Pack"]},
        bob={"hand": ["2", "4"]},
    )  # fmt: skip
    for sentence in sentences:
        duel.match.amend(f"- {sentence}")
    duel.fate(1, MISS, 50, 1, 1, 1)
    duel.choose("ann", "open Already-opened Pack")

    assert bool(marks(duel, "modifier", "Ace", "inventory", "ann")) == modifiers


# ---- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("H-347")
@pytest.mark.parametrize("how", ["win", "consent", "forfeit"])
def test_when_a_game_is_over_its_copies_are_gone_and_the_originals_are_not(how: str) -> None:
    duel = Duel(
        pile=["Queen", "Goddess of Clocks"],
        pool=[] if how == "consent" else ["9 [Holographic]"],
        ann={"hand": ["King"] if how == "win" else ["King", "2"], "deck": ["Ace", "5"]},
        bob={"hand": SPARE, "deck": ["4"]},
    )
    if how == "win":
        duel.play("ann", "King")
        duel.choose("ann", "enough")
    elif how == "consent":
        duel.choose("ann", "assent")
        duel.choose("bob", "assent")
    else:
        duel.choose("bob", "forfeit")

    assert duel.match.over
    assert duel.match.winners == ([] if how == "consent" else ["ann"])
    for name in ("ann", "bob"):
        assert (duel.hand(name), duel.deck(name)) == ([], [])
    assert (duel.pile, duel.cards("", "pool")) == ([], [])
    assert duel.cards("bob", "inventory") == ["2", "3", "4"]
    assert duel.cards("ann", "inventory")[:1] == ["King"]
    assert duel.match.decisions == []
