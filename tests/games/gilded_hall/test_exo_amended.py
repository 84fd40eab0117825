"""Species and modifiers that a match gets, changes and loses while it is played."""

from __future__ import annotations

import io
import random

import pytest

from deckmastor.match import AmendmentRefused, Match, replay, restore
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import play
from deckmastor.terminal.session import Seating, Session
from games.gilded_hall.duel import Duel, Laid, rules
from games.gilded_hall.marks import lines, marks
from games.gilded_hall.test_exo_random import ALL, MISS

HEADS = """The cards are:

| Name | Type | Count | Values | Suits | Colours | Text |
|---|---|---|---|---|---|---|
"""
GIVES = "You gain 5 chips. Your successor draws 2 cards."
ZEPHYR = f"{HEADS}| Zephyr | special | 0 | 8 | Clocks | yellow | {GIVES} |\n"
PEBBLE = f"{HEADS}| Pebble |  | 0 | 4, 20 |  | cyan |  |\n"
ECHO = """The modifiers are:

| Name | Text |
|---|---|
| Echo | After this card resolves, you gain 4 vertebrae. |
"""
COMMON = """The Common collection is:

| Name | Weight |
|---|---|
| Useless | 1 |
| Echo | 2 |
"""
SEVEN = "7 {Hearts; red}"
OPENED = "Already-opened Pack"


def three(pile: list[str] | None = None, **more: Laid) -> Duel:
    """Ann at turn; she has a pack, and each player cards in hand and deck."""
    seats: dict[str, Laid] = {
        "ann": {"hand": ["3", "10"], "deck": ["9"], "inventory": [OPENED, OPENED]},
        "bob": {"hand": ["8", "10"], "deck": ["2", "Ace", "5"]},
        "cy": {"hand": ["9", "4"], "deck": ["6", "7"]},
    }
    return Duel(pile=pile or [SEVEN], **(seats | more))


def printed(duel: Duel, name: str, place: str, player: str) -> dict[str, object]:
    """What the first card of a name in a place has, as everybody sees it."""
    for told in duel.match.view("bob")["places"]:
        if (told["name"], told["owner"]) == (place, player):
            found: dict[str, object] = told["properties"][told["cards"].index(name)]
            return found
    raise AssertionError(place)


def screen(match: Match, *typed: str) -> str:
    """What is on the screen of the first player after some lines were typed."""
    out = io.StringIO()
    names = tuple(match.players)
    session = Session(Seating(match.game, names, names[:1], 0), match=match)
    play(Console(typed, out, 110), session)
    return out.getvalue().split("> ", 1)[1]


def without(name: str) -> str:
    """The rule of the cards without one of its rows."""
    text = rules().files["cards.md"]
    table = text[text.index("## Cards") :]
    kept = [line for line in table.splitlines() if not line.startswith(f"| {name} |")]
    assert len(kept) == len(table.splitlines()) - 1
    return "\n".join(kept)


# ---- a species is added --------------------------------------------------------------------------


@pytest.mark.rule("H-137", "H-247", "H-027")
def test_a_species_that_is_added_is_generated_like_the_others() -> None:
    old, new = three(), three()
    for duel, number in ((old, len(ALL)), (new, len(ALL) + 1)):
        duel.match.amend(ZEPHYR)
        duel.fate(number, MISS, MISS, *([] if duel is new else [1, 1]))
        duel.choose("ann", f"open {OPENED}")
        assert duel.state.fate == []

    assert old.cards("ann", "inventory")[-1] == ALL[-1]
    assert new.cards("ann", "inventory")[-1] == "Zephyr"
    assert new.deck("ann") == ["9", "Zephyr"]
    assert marks(new, "suit", "Zephyr", "deck", "ann") == ["Clocks"]
    assert marks(new, "colour", "Zephyr", "deck", "ann") == ["yellow"]


@pytest.mark.rule("H-137", "H-247", "H-385", "H-382")
def test_a_species_that_is_added_is_drawn_played_and_does_what_it_says() -> None:
    duel = three()
    duel.match.amend(ZEPHYR)
    duel.match.amend(PEBBLE)
    duel.fate(len(ALL) + 1, MISS, MISS)
    duel.choose("ann", f"open {OPENED}")
    duel.fate(len(ALL) + 2, MISS, MISS, 1)
    duel.choose("ann", f"open {OPENED}")
    duel.choose("ann", "yield")
    assert duel.options("ann") == ["9", "Zephyr", "Pebble"]
    duel.choose("ann", "Zephyr")
    duel.play("bob", "8")
    duel.play("cy", "9")
    duel.choose("ann", "play Zephyr")

    assert duel.pile[-1] == "Zephyr"
    assert len(duel.hand("bob")) == 1
    assert duel.turn == "bob"
    assert [duel.options("bob"), duel.count("cy", "debt")] == [["2", "Ace", "5"], 0]
    assert lines(duel, "gains 1 debt") == ["bob gains 1 debt"] * 2
    (told,) = [event for event in duel.match.events if event.text == "ann gains 5 chips"]
    assert (told.because.id, told.because.text, told.card) == (
        "amendment-1/zephyr", GIVES, "Zephyr",
    )  # fmt: skip


@pytest.mark.rule("H-137", "H-374", "H-376")
def test_a_species_that_is_added_fits_by_what_is_printed_on_it_and_it_is_told_why_not() -> None:
    duel = three()
    duel.match.amend(ZEPHYR)
    duel.match.amend(PEBBLE)
    for player, card in (("ann", "Pebble"), ("ann", "Zephyr"), ("bob", "Zephyr")):
        duel.add(card, player, "hand")
    assert duel.playable("ann") == ["Pebble", "Zephyr"]  # cyan is opposite to red; 8 is beside 7
    duel.play("ann", "Pebble")

    assert duel.playable("bob") == []
    why = duel.match.why_not("bob", "play Zephyr")
    assert why is not None
    assert why.id == "fitting 1"
    assert "Zephyr (value 8; suit Clocks) onto Pebble (value 4, 20; suit none)" in why.reason


@pytest.mark.rule("H-251", "H-252", "H-142")
def test_what_an_added_species_lacks_is_filled_in_and_the_rest_is_not() -> None:
    duel = three()
    duel.match.amend(ZEPHYR)
    duel.match.amend(PEBBLE)
    duel.fate(len(ALL) + 2, MISS, MISS, 2)
    duel.choose("ann", f"open {OPENED}")

    assert duel.state.fate == []
    told = printed(duel, "Pebble", "inventory", "ann")
    assert [told[name] for name in ("value", "suit", "colour")] == [
        [4, 20], ["Diamonds"], ["cyan"],
    ]  # fmt: skip


@pytest.mark.rule("H-248")
def test_a_species_of_a_type_is_generated_as_one_of_that_type_alone() -> None:
    rare = f"{HEADS}| Comet | special, rare | 0 | 9 | Stars | blue |  |\n"
    null = f"{HEADS}| Dust | null | 0 |  |  |  |  |\n"
    duel = three(ann={"hand": ["3", "10"], "inventory": ["Handy Pack"]})
    duel.match.amend(null)
    duel.match.amend(rare)
    other = [MISS, MISS, MISS, MISS]
    duel.fate(1, len(ALL) + 1, *other, 1, 1, 20, MISS, MISS)
    duel.choose("ann", "open Handy Pack")

    assert duel.state.fate == []
    assert duel.cards("ann", "inventory")[-3:] == ["Ace", "Comet", "Comet"]


# ---- a modifier is added -------------------------------------------------------------------------


@pytest.mark.rule("H-200", "H-249", "H-259", "H-013")
def test_a_modifier_that_is_added_to_a_collection_is_generated_and_acts() -> None:
    duel = three(ann={"hand": ["3"], "inventory": [OPENED, OPENED], "deck": ["2"]})
    duel.match.amend(ECHO)
    duel.match.amend(COMMON)
    duel.fate(ALL.index("8") + 1, 20, 2, MISS, 1, 1)
    duel.choose("ann", f"open {OPENED}")
    duel.fate(ALL.index("8") + 1, 20, 1, MISS, 1, 1)
    duel.choose("ann", f"open {OPENED}")
    assert duel.state.fate == []
    assert marks(duel, "modifier", "8", "inventory", "ann") == ["Useless"]
    duel.choose("ann", "yield", "8")
    assert marks(duel, "modifier", "8", "hand", "ann") == ["Echo"]
    duel.play("bob", "8")
    duel.play("cy", "9")
    duel.play("ann", "8")

    assert [duel.count(name, "vertebra") for name in ("ann", "bob", "cy")] == [4, 0, 0]
    (told,) = [event for event in duel.match.events if event.text == "ann gains 4 vertebrae"]
    assert (told.because.id, told.card) == ("amendment-1/echo", "8")


@pytest.mark.rule("H-017", "H-200")
def test_a_modifier_that_is_added_acts_for_each_instance() -> None:
    duel = three()
    duel.match.amend(ECHO)
    duel.match.amend(
        "- When a player plays a card with the value 8, that card gains the Echo modifier."
    )
    duel.add("8 {Hearts} [Echo]", "ann", "hand")
    duel.add("6 {Hearts} [Echo]", "ann", "hand")
    duel.play("ann", "8")

    assert marks(duel, "modifier", "8", "pile") == ["Echo", "Echo"]
    assert duel.count("ann", "vertebra") == 8


# ---- a row is changed ----------------------------------------------------------------------------


def reworded(duel: Duel, old: str, new: str, rule: str = "Cards") -> None:
    """Replace a passage of a table."""
    duel.match.amend(f'Amend the rule "{rule}": replace "{old}" by "{new}".')


@pytest.mark.rule("H-027", "H-137")
def test_a_text_that_is_changed_is_that_of_all_copies_in_play() -> None:
    duel = three(ann={"hand": ["Ace {Hearts}", "Jack {Hearts}", "3"]})
    reworded(duel, "That participant draws 2 cards.", "That participant gains 2 chips.")
    duel.play("ann", "Ace")
    duel.choose("ann", "cy")

    assert [duel.count(name, "chip") for name in ("ann", "bob", "cy")] == [0, 0, 2]
    assert [duel.count(name, "debt") for name in ("ann", "bob", "cy")] == [0, 0, 0]


@pytest.mark.rule("H-027", "H-137", "H-004")
def test_values_and_colours_that_are_changed_are_those_of_all_cards_of_the_species() -> None:
    duel = three(
        ann={"hand": ["Lotto Ticket {Hearts; red}", "Go to jail monopoly card", "3"]},
        bob={"hand": ["Lotto Ticket", "10"], "deck": ["Lotto Ticket {Hearts}"]},
    )
    reworded(duel, "1000000", "8")
    reworded(duel, "cyan", "magenta")

    seen = [printed(duel, "Lotto Ticket", *at) for at in (("hand", "ann"), ("hand", "bob"))]
    assert [told["value"] for told in seen] == [[8], [8]]
    assert [told["colour"] for told in seen] == [["magenta", "red"], ["magenta"]]
    assert [told["suit"] for told in seen] == [["Diamonds", "Hearts"], ["Diamonds"]]
    assert printed(duel, "Lotto Ticket", "deck", "bob")["value"] == [8]
    assert printed(duel, "Lotto Ticket", "inventory", "ann")["colour"] == ["magenta", "red"]
    assert printed(duel, "Go to jail monopoly card", "hand", "ann")["colour"] == ["white"]
    assert duel.playable("ann") == ["Lotto Ticket"]


@pytest.mark.rule("H-027", "H-203", "H-161")
def test_values_that_play_has_changed_do_not_follow_the_row() -> None:
    duel = three(
        ann={"hand": ["Lotto Ticket {Hearts} [Torn]", "Lotto Ticket", "Amalgam {5; blue}", "3"]},
        pile=["King {Hearts}"],
    )
    duel.fate(5, 50)
    duel.play("ann", "Lotto Ticket")
    reworded(duel, "1000000", "8")

    (pile,) = [place for place in duel.match.view("bob")["places"] if place["name"] == "pile"]
    assert pile["properties"][-1]["value"] == [1000002]
    assert printed(duel, "Lotto Ticket", "hand", "ann")["value"] == [8]
    assert printed(duel, "Lotto Ticket", "inventory", "ann")["value"] == [8]
    assert printed(duel, "Amalgam", "hand", "ann")["value"] == [5]


@pytest.mark.rule("H-027", "H-202")
def test_a_modifier_that_is_changed_is_changed_on_all_cards() -> None:
    duel = three(ann={"hand": ["8 {Hearts} [Silvery]", "3"]})
    reworded(duel, "gain 1 vertebra for", "gain 3 vertebrae for", "Modifiers")
    duel.play("ann", "8")

    assert duel.count("ann", "vertebra") == 9


# ---- a row is removed ----------------------------------------------------------------------------


@pytest.mark.rule("H-027", "H-137", "H-247")
def test_a_species_that_is_removed_is_not_generated_and_its_cards_stay_without_a_text() -> None:
    duel = three(
        ann={"hand": ["Ace {Hearts}", "2"], "inventory": [OPENED]},
        cy={"hand": ["Ace {Clubs}", "King"], "deck": ["Ace", "7"]},
    )
    duel.match.amend(without("Ace"))
    duel.fate(1, MISS, MISS, 1, 1)
    duel.choose("ann", f"open {OPENED}")
    duel.play("ann", "Ace")

    assert duel.cards("ann", "inventory")[-1] == "2"
    assert (duel.pile[-1], duel.turn) == ("Ace", "bob")
    assert [duel.count(name, "debt") for name in ("ann", "bob", "cy")] == [0, 0, 0]
    told = printed(duel, "Ace", "hand", "cy")
    assert [told.get(name) for name in ("value", "suit", "special", "rare", "face")] == [
        [1], ["Clubs"], True, True, None,
    ]  # fmt: skip
    assert duel.deck("cy") == ["Ace", "7"]


@pytest.mark.rule("H-027", "H-181")
@pytest.mark.parametrize("removed", [False, True])
def test_what_a_species_that_is_removed_was_waiting_for_does_not_come(removed: bool) -> None:
    duel = three(
        ann={"hand": ["Goddess of Clocks {Hearts}", "3"]},
        bob={"hand": ["Queen {Clocks}", "Queen {Hearts}", "2"], "deck": ["4", "5"]},
    )
    duel.play("ann", "Goddess of Clocks")
    duel.match.amend(without("Goddess of Clocks" if removed else "God of Stars"))
    duel.add("Amalgam {12; Hearts}", "bob", "hand")
    duel.choose("bob", "play Amalgam")

    assert duel.pile[-1] == "Amalgam"
    assert (duel.turn, duel.options("bob")[:2] == ["4", "5"]) == (
        ("cy", False) if removed else ("bob", True)
    )


@pytest.mark.rule("H-027", "H-137")
def test_a_species_that_is_removed_and_added_again_is_the_same() -> None:
    duel = three(ann={"hand": ["Ace {Hearts}", "2"], "inventory": [OPENED, OPENED]})
    duel.match.amend(without("Ace"))
    duel.fate(1, MISS, MISS, 1, 1)
    duel.choose("ann", f"open {OPENED}")
    table = rules().files["cards.md"]
    duel.match.amend(table[table.index("## Cards") :])
    duel.fate(1, MISS, MISS, 1, 1)
    duel.choose("ann", f"open {OPENED}")
    assert duel.cards("ann", "inventory")[-2:] == ["2", "Ace"]
    duel.play("ann", "Ace")

    assert duel.options("ann") == ["bob", "cy"]


@pytest.mark.rule("H-027", "H-200")
def test_a_modifier_that_is_removed_stays_on_its_cards_and_does_nothing() -> None:
    duel = three(ann={"hand": ["8 {Hearts} [Silvery, Holographic]", "3"]})
    text = rules().files["modifiers.md"]
    table = text[text.index("## Modifiers") : text.index("### What is doomed")]
    kept = [line for line in table.splitlines() if not line.startswith("| Silvery |")]
    with pytest.raises(AmendmentRefused, match="Silvery"):
        duel.match.amend("\n".join(kept))  # the Rare collection lists it
    lists = rules().files["random.md"]
    lists = lists[lists.index("### Collections") :].replace("| Silvery | 1 |\n", "")
    duel.match.amend("\n".join([*kept, "", lists]))
    duel.play("ann", "8")

    assert duel.count("ann", "vertebra") == 1
    assert marks(duel, "modifier", "8", "pile") == ["Silvery", "Holographic"]


# ---- the whole of a match ------------------------------------------------------------------------

BILLS = (
    ZEPHYR,
    f"{ECHO}\n{COMMON}",
    PEBBLE,
    'Amend the rule "Cards": replace "draws 2 cards" by "draws 1 card".',
    'Amend the rule "Cards": replace "1000000" by "6".',
    'Amend the rule "Modifiers": replace "gain 1 vertebra for" by "gain 2 vertebrae for".',
)


def rewritten(seed: int, answers: int) -> Match:
    """A match of random players in which rows come, change and go."""
    match = rules().start(["ann", "bob", "cy"], seed, {"conceding": "no"})
    dice = random.Random(seed)
    bills = [*BILLS, without("Jack"), without("Queen")]
    dice.shuffle(bills)
    for number in range(answers):
        if match.over:
            break
        if number % 9 == 8 and bills:
            try:
                match.amend(bills.pop())
            except AmendmentRefused as why:
                told = str(why)  # what it changes is being done, or was changed already
                assert "wait until" in told or "does not say that" in told, told
        match.choose(dice.choice(dice.choice(match.decisions).options))
    return match


def seen(match: Match) -> dict[str, object]:
    """All that lies open; a restored match tells no earlier story."""
    return {name: told for name, told in match.view().items() if name != "log"}


@pytest.mark.rule("H-027", "H-137")
@pytest.mark.parametrize("seed", range(2))
def test_a_match_in_which_rows_change_is_replayed_from_its_save(seed: int) -> None:
    match = rewritten(seed, 90)

    again = restore(match.save())
    twin = replay(match.journal)

    assert match.rules.amendments
    assert again.trace() == twin.trace() == match.trace()
    assert again.rules.hash == twin.rules.hash == match.rules.hash
    assert seen(again) == seen(twin) == seen(match)
    assert [event.text for event in twin.events] == [event.text for event in match.events]
    for one in (match, again, twin):
        dice = random.Random(9)
        for _ in range(40):
            if not one.over:
                one.choose(dice.choice(dice.choice(one.decisions).options))
    assert again.trace() == twin.trace() == match.trace()


@pytest.mark.long
@pytest.mark.rule("H-027", "H-137")
def test_many_matches_in_which_rows_change_are_replayed() -> None:
    for seed in range(100, 200):
        match = rewritten(seed, 400)
        assert replay(match.journal).trace() == match.trace(), seed


# ---- on the screen -------------------------------------------------------------------------------


@pytest.mark.rule("H-027", "H-137")
def test_the_screen_tells_of_the_cards_and_rules_in_force() -> None:
    duel = three(ann={"hand": ["Ace {Hearts}", "Jack {Hearts}", "3"]})
    before = screen(duel.match, "card zephyr", "card ace", "rules replenished")
    assert "There is no card 'zephyr'" in before
    assert "That participant draws 2 cards." in before
    reworded(duel, "That participant draws 2 cards.", "That participant gains 2 chips.")
    duel.match.amend(ZEPHYR)
    duel.match.amend("- When a player plays an Ace, that player gains 7 chips.")

    after = screen(duel.match, "card zephyr", "card ace", "rules 7 chips", "rules That participant")

    assert "Your successor draws 2 cards." in after
    assert "That participant gains 2 chips." in after
    assert "That participant draws 2 cards." not in after
    assert "When a player plays an Ace, that player gains 7 chips." in after
    assert "There is no card" not in after


@pytest.mark.rule("H-027", "H-137")
def test_options_on_the_screen_tell_the_texts_in_force() -> None:
    duel = three(ann={"hand": ["Ace {Hearts}", "8 {Hearts} [Silvery]", "8 {Hearts}", "3"]})
    reworded(duel, "That participant draws 2 cards.", "That participant gains 2 chips.")
    duel.match.amend(ZEPHYR)
    duel.add("Zephyr", "ann", "hand")

    told = " ".join(screen(duel.match, "table", "hand").split())

    assert "That participant gains 2 chips." in told
    assert "That participant draws 2 cards." not in told
    assert "Your successor draws 2 cards." in told


@pytest.mark.rule("H-027", "H-137")
def test_after_undo_the_screen_tells_of_the_book_before() -> None:
    out = io.StringIO()
    duel = three(ann={"hand": ["Ace {Hearts}", "Jack {Hearts}", "3"]})
    names = tuple(duel.match.players)
    session = Session(Seating(duel.match.game, names, names, 0), match=duel.match)
    decision = session.advance()
    assert decision is not None
    session.answer(decision, next(o for o in decision.options if o.text == "play Jack"))
    session.repeat({"do": "amend", "text": ZEPHYR, "by": ""})
    session.undo()
    play(Console(["card zephyr"], out, 110), session)

    assert "There is no card 'zephyr'" in out.getvalue()
