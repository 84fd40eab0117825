"""What a player sees of things that cards lie on, and of rules that cards changed."""

from __future__ import annotations

import io

import pytest

from deckmastor.engine.state.aims import aim_key
from deckmastor.match import read
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import play
from deckmastor.terminal.session import Seating, Session
from deckmastor.terminal.table import TableView
from deckmastor.testing import Table
from engine.floors import LINKS, belfry


def drawn(table: Table, width: int = 80, plain: bool = False) -> list[str]:
    out = io.StringIO()
    TableView(table.match, 0, True).draw(Console((), out, width, plain))
    return out.getvalue().splitlines()


def shown(table: Table, *lines: str, width: int = 80) -> str:
    """What is on the screen after ann typed these lines."""
    names = tuple(table.match.players)
    out = io.StringIO()
    session = Session(Seating(table.game, names, ("ann",), 0), match=table.match)
    play(Console(lines, out, width), session)
    return out.getvalue()


def tower() -> Table:
    table = belfry(LINKS, ann={"hand": ["Toll", "Rope", "Chime", "Twist", "Toll"]})
    table.choose("ann", "play Toll", "cat")
    table.choose("ann", "play Chime", "play Rope", "Toll")
    table.choose("ann", "play Twist", "the Loft")
    return table


TOWER = """\
 yard:
   ┌ Spire · height 2 · front: Twist
   │  1  Twist  you → 'the Loft'
   ├ Loft · height 1 · front: Rope
   │  1  Rope   you → Toll
   ├ Ground · height 0 · front: Chime
   │  2  Chime  you
   └  1  Toll   you → cat"""


def test_a_tower_is_drawn_from_its_top_to_its_bottom() -> None:
    assert TOWER in "\n".join(drawn(tower()))


def test_a_tower_is_drawn_with_signs_of_a_keyboard_where_it_must_be() -> None:
    lines = drawn(tower(), plain=True)

    assert "   + Spire | height 2 | front: Twist" in lines
    assert "   +  1  Toll   you -> cat" in lines


def test_an_owner_is_told_where_somebody_else_plays_a_card() -> None:
    table = belfry("- To give up a card is to put it into the hand of its owner. On their turn, a player may give up a card on the Ground.", ann={"hand": ["Chime", "Toll"]})  # fmt: skip
    table.choose("ann", "play Chime", "play Toll", "bob")
    rules, state = table.match.rules, table.state
    chime, toll = state.zones[state.cols[rules.content][table._named("Ground")]]
    state.column(rules.owned)[chime] = table.seat("bob")
    state.column(rules.owned)[toll] = table.seat("ann")

    lines = drawn(table)
    assert "    2  Toll   you          → bob" in lines
    assert "    1  Chime  you (of bob)" in lines


def test_a_hidden_card_is_drawn_face_down() -> None:
    table = belfry("- A bell on the Ground is visible only to its player.")
    table._lay(-1, "Ground", ["Toll"])
    state, rules = table.state, table.match.rules
    (toll,) = state.zones[state.cols[rules.content][table._named("Ground")]]
    state.column(rules.player_of)[toll] = table.seat("bob")
    state.bags[aim_key(toll, 0)] = [table.seat("cat")]

    assert "    1  face down  bob" in drawn(table)


def high(names: list[str]) -> Table:
    """A tower of three floors, fifteen cards high on the Ground; those on the Spire are aimed."""
    table = belfry(LINKS)
    state, rules = table.state, table.match.rules
    for floor, cards in (("Ground", ["Toll"] * 6 + ["Twist"] * 4 + ["Chime"] * 2), ("Loft", ["Rope"] * 4), ("Spire", ["Signpost"] * 4)):  # fmt: skip
        table._lay(-1, floor, [*cards, *["Echo"] * (floor == "Ground") * 3])
        for at, card in enumerate(state.zones[state.cols[rules.content][table._named(floor)]]):
            state.column(rules.player_of)[card] = at % 3
    below = state.zones[state.cols[rules.content][table._named("Ground")]]
    for card in state.zones[state.cols[rules.content][table._named("Spire")]]:
        state.bags[aim_key(card, 0)] = [below[card % 6]]
        state.bags[aim_key(card, 1)] = [2]
    table.match.players[:] = names
    table.match.names.players = table.match.players
    return table


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_high_tower_with_long_names_fits_into_the_width(width: int) -> None:
    table = high(["ann", "Bartholomaeus Featherstonehaugh the Younger", "C"])

    lines = drawn(table, width)
    assert max(len(line) for line in lines) <= width
    bars = [line[3] for line in lines[lines.index(" yard:") + 1 :] if line.startswith("   ")]
    assert bars[0] == "┌"
    assert "└" in bars
    assert set(bars[: bars.index("└")]) == {"┌", "├", "│"}


def test_a_long_stack_is_cut_on_the_table_and_listed_in_full_on_demand() -> None:
    table = high(["ann", "bob", "cat"])

    assert any("… 3 more below (stacks shows all)" in line for line in drawn(table))
    out = shown(table, "stacks").partition("> stacks")[2]
    assert [f"│  {at:>2}  Toll" in out for at in range(2, 7)] == [True] * 5
    assert "└   1  Toll" in out
    assert "more below" not in out


def test_stacks_without_links_and_targets_stay_in_a_row() -> None:
    book = """
# Goals {#goals}
## Words {#words}
- Each player has a hand. There is a deck and a row. Goals are kinds of item. Coins are counters.
- On their turn, a player may play a card from their hand onto a goal. On their turn, a player may rest. To rest is to gain 1 coin.
## Cards {#cards}

The goals are:

| Name |
|---|
| Peace |

The cards are:

| Name | Count |
|---|---|
| Dove | 4 |
| Olive | 4 |
"""
    table = Table(book, {"row": ["Peace"], "Peace": ["Dove", "Olive"]}, ann={}, bob={})
    table.begin_turn("ann")

    assert "   Peace  Dove  Olive" in drawn(table)


def test_things_that_hold_no_cards_are_not_listed() -> None:
    assert "Nothing on the table holds cards." in shown(lawn(), "stacks")


# ---- rules changed by cards -----------------------------------------------------------------

LAWN = """
# Lawn {#lawn}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. Coins are counters. The hand limit is 12. The prize is 3.
- On their turn, a player may rest. To rest is to gain 1 coin. On their turn, a player may play a card.
- At the end of each turn, the player at turn gains coins equal to the prize. A card can be blank.
- At the end of each turn, end the game if a player has more cards in their hand than their hand limit.
## Cards {#cards}

The cards are:

| Name | Count | Text |
|---|---|---|
| Deep Pockets | 3 | Until the end of the game, your hand limit is 16. |
| Austerity | 3 | Until the end of the next turn, the prize is 1. |
| Blank Page | 3 | Choose a card in the discard pile. Until the end of the turn, that card is blank. |
| Waste | 9 | At the end of the next turn, gain 1 coin. |
"""


def lawn(*played: str) -> Table:
    table = Table(
        read(LAWN), bare=True, common={"deck": ["Waste"]}, ann={"hand": [*played]}, bob={}
    )
    table.begin_turn("ann")
    for card in played:
        table.choose("ann", f"play {card}")
    return table


CHANGED = """\
 Rules changed by cards:
   hand limit: 12, for ann 16   prize: 3, now 1
   Until the end of the game, ann's hand limit is 16. (Deep Pockets of ann,
     since turn 1)
   Until the end of the next turn, the prize is 1. (Austerity of ann, since
     turn 1, 2 turns left, to turn 2)
   Until the end of the turn, Austerity is blank. (Blank Page of ann, since
     turn 1, 1 turn left, to turn 1)"""


def test_the_table_tells_the_rules_that_cards_changed() -> None:
    table = lawn("Deep Pockets", "Austerity", "Blank Page")
    table.choose("ann", "Austerity")

    assert CHANGED in "\n".join(drawn(table))


def test_where_no_card_changed_a_rule_nothing_is_told() -> None:
    table = lawn()

    assert not any("changed" in line for line in drawn(table))
    assert "No card has changed a rule." in shown(table, "changes")


ALL = """\
Rules changed by cards:
  prize: 3, now 1
  Until the end of the next turn, the prize is 1.
      from: Austerity of ann
      lasts: until the end of the next turn, 2 turns left, to turn 2
      since: turn 1"""


def test_a_command_lists_changes_with_all_that_is_known_of_them() -> None:
    assert ALL in shown(lawn("Austerity"), "changes")
    assert "changes        the rules that cards have changed" in shown(lawn(), "help")


def test_many_changes_are_cut_on_the_table_and_listed_in_full_on_demand() -> None:
    table = lawn(*["Waste"] * 8)

    assert any("and 2 older ones (changes lists all)" in line for line in drawn(table))
    out = shown(table, "changes").partition("> changes")[2]
    assert out.count("from: Waste of ann") == 8


def test_counters_of_players_are_told_as_soon_as_somebody_has_some() -> None:
    table = lawn()
    before = drawn(table)
    table.choose("ann", "rest")

    assert not any("coins" in line for line in before)
    assert [line.split("coins ")[1] for line in drawn(table) if "coins" in line] == ["1", "0"]
