"""Who may know what: options, refusals, properties, events and places name no hidden card."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import DISCREET
from deckmastor.match import Match, read
from deckmastor.terminal.telling import Teller
from deckmastor.testing import Table

BOOK = """
# Spies {#spies}
## Words {#words}
- Each player has a hand and a nest. There is a deck, a discard pile and a vault. The vault is face down.
- Nuts and spies are kinds of card.
- A player can be rich, laden, blessed or lucky. Each player has a might. Each player has a favourite. A favourite is a card.
- To draw a card is to move the top card of the deck to your hand.
- To snatch a card is to move it from another player's hand to your hand.
- To hide a card is to move it from your hand to your nest.
- To show a card is to reveal it. To take back a card is to move it from your nest to your hand.
- A player is rich if they have at least 2 nuts in their hand.
- A player is laden if they have at least 3 cards in their hand.
- A player is blessed if they have a spy in their nest and have at least 2 nuts in their hand.
- A player is lucky if they have drawn a spy this turn.
- The might of a player is the number of nuts in their hand. Each player has a reach. Each card has a speed.
- The reach of a player is the total speed of cards in their hand.
## Turn {#turn}
- On their turn, a player may draw a card. On their turn, a player may snatch a card.
- On their turn, a player may hide a card. On their turn, a player may take back a card.
- On their turn, a player may rest. To rest is to choose a card in another player's hand.
- On their turn, a player may adore. To adore is to score 0 points. When a player adores, they choose a card in their hand. Their favourite becomes that card.
- On their turn, a player may dig. To dig is to search the deck for a spy. {extra}
## Cards {#cards}

The cards are:

| Name | Type | Count | Speed |
|---|---|---|---|
| Hazelnut | nut | 4 | 1 |
| Walnut | nut | 4 | 2 |
| Mole | spy | 3 | 3 |
| Owl | spy | 3 | 4 |
"""


def table(ann: list[str], bob: list[str], deck: list[str], extra: str = "") -> Table:
    made = Table(
        BOOK.replace("{extra}", extra),
        common={"deck": deck},
        ann={"hand": ann},
        bob={"hand": bob},
    )
    made.begin_turn("ann")
    return made


def properties(match: Match, viewer: str | None, whose: str) -> dict[str, object]:
    people = {one["name"]: one["properties"] for one in match.view(viewer)["players"]}
    found: dict[str, object] = people[whose]
    return found


def hand(match: Match, viewer: str, whose: str) -> list[str | None]:
    places = match.view(viewer)["places"]
    found: list[str | None] = next(
        one["cards"] for one in places if (one["name"], one["owner"]) == ("hand", whose)
    )
    return found


def test_options_on_hidden_cards_tell_where_they_lie_and_no_more() -> None:
    made = table(["Owl"], ["Walnut", "Mole", "Walnut"], ["Owl"])

    snatching = [text for text in made.options("ann") if text.startswith("snatch")]
    assert snatching == [f"snatch a card in bob's hand ({n})" for n in (1, 2, 3)]

    made.choose("ann", "rest")

    assert made.options("ann") == [f"a card in bob's hand ({n})" for n in (1, 2, 3)]


def test_an_option_on_a_hidden_card_takes_one_of_them_whichever_that_is() -> None:
    taken: set[str] = set()
    for seed in range(8):
        made = table(["Owl"], ["Walnut", "Mole"], ["Owl"])
        made.state.chance = seed
        made.choose("ann", "snatch a card in bob's hand (2)")
        taken.update(made.cards("ann", "hand")[1:])

        assert {*made.cards("ann", "hand")[1:], *made.cards("bob", "hand")} == {"Walnut", "Mole"}

    assert taken == {"Walnut", "Mole"}  # the number tells neither its kind nor when it came


@pytest.mark.parametrize("card", ["Mole", "Hazelnut"])  # held by bob, and by nobody
def test_a_refusal_is_no_oracle(card: str) -> None:
    made = table(["Owl"], ["Walnut", "Mole"], ["Hazelnut"])

    reason = made.match.why_not("ann", f"snatch {card}")

    assert reason is not None
    assert reason.reason == f"ann knows of no '{card}'."


def test_who_searches_a_place_looks_at_it() -> None:
    made = table(["Owl"], ["Walnut"], ["Hazelnut", "Mole", "Walnut", "Owl"])

    made.choose("ann", "dig")

    assert set(made.options("ann")) == {"Mole", "Owl"}
    assert hand(made.match, "ann", "bob") == [None]

    many = len(made.cards("", "deck"))
    made.choose("ann", "Mole")

    assert made.cards("ann", "hand") == ["Owl", "Mole"]
    assert made.match.log("bob").count(f"ann looks at {many} cards in the deck") == 1


@pytest.mark.parametrize("bob", [["Walnut", "Hazelnut", "Mole"], ["Owl", "Hazelnut", "Mole"]])
def test_a_status_is_told_to_those_who_see_all_that_it_depends_on(bob: list[str]) -> None:
    match = table(["Owl"], bob, ["Owl"]).match
    mine, theirs = properties(match, "bob", "bob"), properties(match, "ann", "bob")

    assert (mine["rich"], mine["might"]) == ("Walnut" in bob, bob.count("Walnut") + 1)
    assert (theirs["rich"], theirs["might"], theirs["reach"]) == (None, None, None)
    assert mine["reach"] == 1 + 3 + (2 if "Walnut" in bob else 4)
    assert theirs["laden"] is True  # how many cards there are is open
    assert theirs["blessed"] is False  # no spy in the nest: whatever the hand is
    assert properties(match, None, "bob")["rich"] is None


@pytest.mark.parametrize(("top", "lucky"), [("Owl", True), ("Walnut", False)])
def test_what_was_drawn_is_asked_of_those_who_saw_it(top: str, lucky: bool) -> None:
    made = table(["Owl"], ["Mole"], ["Hazelnut", top])
    made.choose("ann", "draw a card")

    assert properties(made.match, "ann", "ann")["lucky"] is lucky
    assert properties(made.match, "bob", "ann")["lucky"] is None


def test_a_value_that_becomes_a_hidden_card_names_it_only_to_those_who_see_it() -> None:
    made = table(["Walnut", "Mole"], ["Owl"], ["Owl"])
    made.choose("ann", "adore", "Mole")

    assert "ann's favourite becomes Mole" in made.match.log("ann")
    assert "ann's favourite becomes a card" in made.match.log("bob")
    assert not any("Mole" in line for line in made.match.log("bob", minor=True))
    assert properties(made.match, "bob", "ann")["favourite"] is None


@pytest.mark.parametrize("known", [0, 1])
def test_which_of_two_equal_cards_goes_is_not_told(known: int) -> None:
    made = table(["Walnut", "Mole", "Walnut"], ["Owl"], ["Owl"])
    state = made.state
    first, _, second = state.zones[made.match.rules.schema.attrs["hand"].at]
    state.shown[(first, second)[known]] = 0b10  # bob has seen one of them

    assert hand(made.match, "bob", "ann") == ["Walnut", None, None]

    made.choose("ann", "hide Walnut")

    assert hand(made.match, "bob", "ann") == [None, None]


def test_where_in_a_hand_a_known_card_is_held_is_not_told() -> None:
    made = table(["Walnut", "Mole", "Owl"], ["Owl"], ["Owl"])
    zone = made.state.zones[made.match.rules.schema.attrs["hand"].at]
    made.state.shown[zone[2]] = made.state.shown[zone[1]] = 0b10

    assert hand(made.match, "bob", "ann") == ["Mole", "Owl", None]
    assert hand(made.match, "ann", "ann") == ["Walnut", "Mole", "Owl"]


NEIGH = """
# Neigh {#neigh}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. A neigh is a kind of card.
- On their turn, a player may play a card. When a player plays a card, each other player may play a neigh.
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Oat | card | 6 | Score 1 point. |
| No | neigh | 6 | Score 2 points. |
"""


def reacting(bob: list[str]) -> Table:
    made = Table(
        NEIGH, common={"deck": ["Oat"]}, ann={"hand": ["Oat"]}, bob={"hand": bob},
        cy={"hand": ["No"]},
    )  # fmt: skip
    made.begin_turn("ann")
    made.choose("ann", "play Oat")
    return made


def test_a_view_does_not_tell_who_can_react() -> None:
    able, unable = reacting(["No"]).match, reacting(["Oat"]).match

    assert [one.player for one in unable.decisions] != [one.player for one in able.decisions]
    assert unable.view("ann")["asked"] == able.view("ann")["asked"] == ["bob", "cy"]


def test_points_are_told_once() -> None:
    made = reacting(["Oat"])
    made.choose("cy", "no")

    assert [line for line in made.match.log("ann") if "1 point" in line] == ["ann scores 1 point"]


LEADERLESS = """
# Camp {#camp}
## Words {#words}
- The Leader is an office. There is a deck. A turn has these phases: drill, sleep.
- In the drill phase, the player at turn may drill. To drill is to skip the sleep phase.
- When a player drills, the Leader takes another turn.
"""


def test_nobody_takes_another_turn_if_nobody_fits() -> None:
    match = read(LEADERLESS).start(["ann", "bob"], seed=1)
    match.choose("ann", "drill")

    assert not any("takes another turn" in line for line in match.log())
    assert match.state.extra == []


def test_a_phase_that_is_skipped_is_told_as_a_phase() -> None:
    match = read(LEADERLESS).start(["ann", "bob"], seed=1)
    before = match.state.v.copy()
    match.choose("ann", "drill")
    lines = [line.text for line in Teller(match, 0, True).tell(match.events, before)]

    assert "You skip the sleep phase." in lines
    assert not any("turn." in line for line in lines)


DISCREET_BOOK = """
# Pairs {#pairs}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. Nuts and spies are kinds of card.
- On their turn, a player may discard a nut. To discard a card is to move it from your hand to the discard pile.
- When a turn begins, the player at turn may discard a spy. When a turn ends, the player at turn discards a spy.
## Cards {#cards}

The cards are:

| Name | Type | Count |
|---|---|---|
| Walnut | nut | 4 |
| Owl | spy | 4 |
"""


def asked(hand: list[str], discreet: bool) -> list[tuple[str, str]]:
    """Whom a match asks what, until ann's turn is over; everything is declined."""
    made = Table(DISCREET_BOOK, common={"deck": ["Owl"]}, ann={"hand": hand}, bob={"hand": ["Owl"]})
    made.state.v[DISCREET] = int(discreet)
    made.begin_turn("ann")
    found: list[tuple[str, str]] = []
    while made.asked() and made.asked()[0] == "ann":
        found.append(("ann", made.match.decisions[0].prompt))
        made.choose("ann", made.options("ann")[-1])
    return found


def test_a_discreet_match_asks_the_same_whatever_a_hand_holds() -> None:
    able = asked(["Walnut", "Owl"], discreet=True)

    assert asked(["Walnut", "Walnut"], discreet=True) == able
    assert asked(["Owl", "Owl"], discreet=True) == able
    assert len(able) == 3  # a spy to discard, what to do, and which spy at the end


def test_a_plain_match_does_not_ask_who_has_no_choice() -> None:
    assert asked(["Walnut", "Walnut"], discreet=False) == [("ann", "What do you do?")]


VAULTS = """
# Vaults {#vaults}
## Words {#words}
- Each player has a hand, a vault and a hoard size. Each player has a nut number. Each vault is face down. There is a deck and a yard.
- Chests are kinds of item. Nuts and spies are kinds of card. A player can be wealthy or nutty.
- The hoard size of a player is the number of cards in their vault. The nut number of a player is the number of nuts in their vault.
- A player is wealthy if there are at least 2 cards in their vault. A player is nutty if there is a nut in their vault.
- On their turn, a player may rest. To rest is to score 1 point. When a player rests, put a chest into the yard.
## Cards {#cards}

The chests are:

| Name |
|---|
| Old Chest |

The cards are:

| Name | Type | Count |
|---|---|---|
| Walnut | nut | 5 |
| Owl | spy | 5 |
"""


@pytest.mark.parametrize("bob", [["Walnut", "Owl", "Walnut"], ["Owl", "Owl", "Owl"]])
def test_how_many_cards_lie_in_a_face_down_place_is_open_and_of_which_kind_is_not(
    bob: list[str],
) -> None:
    made = Table(VAULTS, bare=True, ann={"vault": ["Owl"]}, bob={"vault": bob})
    made.begin_turn("ann")
    ann, theirs = (properties(made.match, "ann", who) for who in ("ann", "bob"))

    assert (ann["hoard size"], theirs["hoard size"]) == (1, 3)
    assert (ann["wealthy"], theirs["wealthy"]) == (False, True)
    assert (theirs["nut number"], theirs["nutty"], ann["nutty"]) == (None, None, None)
    assert properties(made.match, None, "bob")["hoard size"] == 3
