"""What the descriptions of cards say and do, and which of two sayings wins."""

from __future__ import annotations

import pytest

from deckmastor.language.paraphrase import paraphrase
from deckmastor.match import RulebookError, unrunnable
from games.meta.tower import Tower, meta, with_cards

SPARE = ["Deep Thought"]


# ---- descriptions --------------------------------------------------------------------------------


@pytest.mark.rule("M-069", "M-004", "M-089")
@pytest.mark.parametrize(("card", "level"), [("Hard Rain", 0), ("Ouroboros", 1)])
def test_an_event_or_a_meta_acts_when_it_is_executed_and_not_before(card: str, level: int) -> None:
    table = Tower(ann={"hand": [card, *SPARE]}, bob={"hand": SPARE})

    table.push("ann", card)
    assert table.stack("Main Stack", level) == [card]
    before = (table.life(), len(table.cards("ann", "hand")))
    table.execute()

    assert before == ([15, 15], 1)
    assert (table.life(), len(table.cards("ann", "hand"))) != before


@pytest.mark.rule("M-070", "M-062")
def test_a_trigger_says_when_its_trap_is_executed() -> None:
    table = Tower(
        ann={"hand": ["Toll Gate", "Second Wind", "Deep Thought", "Strike Out", *SPARE]},
        bob={"hand": ["Strike Out", "Deep Thought", *SPARE]},
    )
    table.push("ann", "Toll Gate")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.push("ann", "Deep Thought", "Main Stack")
    table.push("ann", "Strike Out", "Deep Thought")
    table.push("bob", "Deep Thought")
    assert table.life("ann") == [15]  # neither her own Meta nor his Event

    table.push("bob", "Strike Out", "the bottom card of the Main Stack")

    assert table.life("ann") == [18]


@pytest.mark.rule("M-071", "M-091")
def test_a_description_is_read_in_one_way_and_all_of_it_runs() -> None:
    game = meta()

    assert unrunnable(game.rules(2)) == []
    assert game.book.errors == []


@pytest.mark.rule("M-071")
def test_a_card_does_the_same_in_every_game() -> None:
    ends: list[tuple[list[int], list[str]]] = []
    for _ in range(2):
        table = Tower(
            ann={"hand": ["Blood Ledger", "Ditto", *SPARE]}, bob={"hand": ["Hard Rain", *SPARE]}
        )
        table.push("ann", "Blood Ledger", "bob")
        table.push("bob", "Hard Rain")
        table.push("ann", "Ditto", "Blood Ledger")
        table.execute()
        ends.append((table.life(), table.told()))

    assert ends[0] == ends[1]
    assert ends[0][0] == [8, 2]


@pytest.mark.rule("M-072", "M-093")
def test_a_description_with_two_meanings_is_refused_and_both_are_named() -> None:
    with pytest.raises(RulebookError) as refused:
        with_cards("Blur | Event | Target a card on the Main Stack. Target another card. Bury it.")

    assert "the first card" in str(refused.value.faults[0].hint) + refused.value.faults[0].message


@pytest.mark.rule("M-073")
def test_every_card_is_explained_in_plain_words() -> None:
    rules = meta().rules(2)
    told = [
        paraphrase(entry.para, rules.schema.lexicon)
        for entry in rules.schema.entries
        if entry.para is not None and entry.paragraph.host == "card"
    ]

    assert len(told) >= 60
    assert all(told)


# ---- precedence ----------------------------------------------------------------------------------


@pytest.mark.rule("M-085", "M-009")
def test_a_card_wins_over_the_handbook_only_where_they_differ() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Hard Rain", "Selective Grief", "Exhume", *SPARE]},
        bob={"hand": SPARE},
    )
    table.push("ann", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()
    assert table.stack("ann's graveyard") == ["Hard Rain", "Second Wind"]
    table.choose("bob", "pass")

    table.push("ann", "Exhume")
    table.push("ann", "Selective Grief", "Hard Rain")
    table.execute()

    assert sorted(table.cards("ann", "hand")) == ["Deep Thought", "Hard Rain", "Selective Grief"]


def limit(table: Tower, player: str) -> int:
    """The hand limit of a player: what is in their hand beyond their surplus."""
    surplus = table.match.rules.facts["surplus"].value(table.state, table.seat(player), 0)
    return len(table.cards(player, "hand")) - surplus


@pytest.mark.rule("M-086", "M-085")
@pytest.mark.parametrize("printed", [5, 20])
def test_a_card_wins_over_another_version_of_the_handbook(printed: int) -> None:
    table = Tower(
        values={"hand limit": printed},
        ann={"hand": ["Deep Pockets", *SPARE]},
        bob={"hand": SPARE},
    )
    table.push("ann", "Deep Pockets")
    table.execute()

    assert [limit(table, player) for player in ("ann", "bob")] == [16, printed]


@pytest.mark.rule("M-088")
def test_the_later_of_two_effects_wins_while_it_lasts() -> None:
    table = Tower(ann={"hand": ["Deep Pockets", *SPARE]}, bob={"hand": ["Austerity", *SPARE]})
    seen = []
    for player, card in (("ann", "Deep Pockets"), ("bob", "Austerity"), ("ann", ""), ("bob", "")):
        if card:
            table.push(player, card)
        table.execute()
        seen.append([limit(table, "ann"), limit(table, "bob")])

    assert seen == [[16, 12], [7, 7], [16, 12], [16, 12]]


@pytest.mark.rule("M-088")
def test_an_earlier_effect_gives_way_to_a_later_one() -> None:
    table = Tower(ann={"hand": ["Deep Pockets", *SPARE]}, bob={"hand": ["Austerity", *SPARE]})
    table.start_pushing()
    table.push("ann", "Deep Pockets")  # executed second
    table.push("bob", "Austerity")
    table.execute()

    assert [limit(table, "ann"), limit(table, "bob")] == [16, 7]


@pytest.mark.rule("M-088")
def test_sums_are_added_to_what_earlier_effects_left() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Rapid Intake", *SPARE]},
        bob={"hand": ["Rapid Intake", *SPARE]},
    )
    table.push("ann", "Rapid Intake")
    table.push("bob", "Rapid Intake")
    table.execute()

    assert table.value("draw number") == 3
    assert len(table.cards("ann", "hand")) == 5  # two spare ones and three drawn


# ---- instructions --------------------------------------------------------------------------------


@pytest.mark.rule("M-090", "M-044")
def test_a_group_is_settled_before_the_first_change_and_changed_at_once() -> None:
    table = Tower(
        ann={"hand": ["Hard Rain", *SPARE], "life point": 3},
        bob={"hand": SPARE, "life point": 2},
    )
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.life() == [1, 1]  # nobody won in between
    assert not table.match.over


@pytest.mark.rule("M-094")
@pytest.mark.parametrize(
    ("card", "life", "left"), [("Open Fountain", 24, 24), ("Open Fountain", 21, 23)]
)
def test_instructions_are_carried_out_in_the_order_written(card: str, life: int, left: int) -> None:
    table = Tower(ann={"hand": [card, *SPARE], "life point": life}, bob={"hand": SPARE})
    table.push("ann", card)

    table.execute()

    assert table.life("ann") == [left]


@pytest.mark.rule("M-094")
def test_what_happens_in_the_same_moment_is_one_step() -> None:
    table = Tower(
        ann={"hand": ["Blood Ledger", *SPARE], "life point": 2},
        bob={"hand": SPARE, "life point": 5},
    )
    table.push("ann", "Blood Ledger", "bob")

    table.execute()

    assert table.life() == [1, 1]  # both at once: nobody wins, and both go on
