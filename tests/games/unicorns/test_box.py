"""What is in the box, how it is set up, and what a table sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckmastor.match import Match, StartError, load
from games.unicorns.stable import BOOK, lay, seen, told

UNICORNS = """
Alluring Narwhal, Americorn, Annoying Flying Unicorn, Black Knight Unicorn, Chainsaw Unicorn,
Classy Narwhal, Dark Angel Unicorn, Extremely Destructive Unicorn, Ginormous Unicorn,
Greedy Flying Unicorn, Llamacorn, Magical Flying Unicorn, Magical Kittencorn,
Majestic Flying Unicorn, Mother Goose Unicorn, Mermaid Unicorn, Narwhal Torpedo,
Necromancer Unicorn, Queen Bee Unicorn, Rainbow Unicorn, Rhinocorn, Seductive Unicorn,
Shabby the Narwhal, Shark With a Horn, Stabby the Unicorn, Swift Flying Unicorn,
The Great Narwhal, Unicorn on the Cob, Unicorn Oracle, Unicorn Phoenix
"""
BOX = {
    "baby": {"Baby Unicorn": 12, "Baby Narwhal": 1},
    "basic": {"Basic Unicorn": 21, "Narwhal": 1},
    "magical": {name.strip(): 1 for name in UNICORNS.replace("\n", " ").split(",")},
    "magic card": {
        "Back Kick": 3, "Blatant Thievery": 1, "Change of Luck": 2, "Glitter Tornado": 2,
        "Good Deal": 1, "Kiss of Life": 1, "Mystical Vortex": 1, "Re-Target": 2,
        "Reset Button": 1, "Shake Up": 1, "Targeted Destruction": 1, "Two-For-One": 2,
        "Unfair Bargain": 2, "Unicorn Poison": 3, "Unicorn Swap": 2,
    },
    "instant": {"Neigh": 14, "Super Neigh": 1},
    "upgrade": {
        "Caffeine Overload": 1, "Claw Machine": 3, "Double Dutch": 1, "Glitter Bomb": 2,
        "Rainbow Aura": 1, "Rainbow Lasso": 1, "Stable Artillery": 3, "Yay": 2,
    },
    "downgrade": {
        "Barbed Wire": 1, "Blinding Light": 1, "Broken Stable": 1, "Nanny Cam": 1,
        "Pandamonium": 1, "Sadistic Ritual": 1, "Slowdown": 1, "Tiny Stable": 1,
    },
}  # fmt: skip
TYPES = ("unicorn", "upgrade", "downgrade", "magic card", "instant")


@pytest.fixture(scope="module")
def match() -> Match:
    """A match whose cards are dealt and whose babies are chosen."""
    return begun("ABC", 7)


def begun(players: str, seed: int) -> Match:
    """A match at the first turn."""
    match = load(BOOK).start(list(players), seed=seed)
    while match.decisions[0].because.id.startswith("deal"):
        match.choose(match.decisions[0].player, "Baby Unicorn")
    return match


def box(match: Match) -> dict[str, dict[str, int]]:
    """The copies of each card of a match, by type; unicorns by breed."""
    found: dict[str, dict[str, int]] = {}
    for thing in range(len(match.players), len(match.state.where)):
        species = match.rules.schema.species[match.state.species[thing]]
        if match.state.where[thing] == 1 or "card" not in species.kinds:
            continue
        (kind,) = [kind for kind in TYPES if kind in species.kinds]
        if kind == "unicorn":
            kind = str(species.printed["breed"])
        of_kind = found.setdefault(kind, {})
        of_kind[species.name] = of_kind.get(species.name, 0) + 1
    return found


def at(match: Match, place: str) -> list[set[str]]:
    """The names of the cards in each place of a name."""
    names = match.rules.schema.zone_names
    return [
        {match.thing(thing) for thing in zone}
        for number, zone in enumerate(match.state.zones)
        if names[match.state.zname[number]] == place
    ]


# ---- the cards ------------------------------------------------------------------------------


@pytest.mark.rule("U-100", "U-201", "U-202", "U-203", "U-204", "U-033", "U-034")
def test_the_box_holds_these_cards_and_each_is_of_one_type(match: Match) -> None:
    assert box(match) == BOX
    assert sum(sum(copies.values()) for copies in BOX.values()) == 114 + 13


@pytest.mark.rule("U-037", "U-038", "U-203", "U-204")
def test_magical_unicorns_have_an_effect_and_basic_ones_have_none(match: Match) -> None:
    rows = {thing.name: thing for thing in match.game.book.things}
    silent = {
        name
        for name, row in rows.items()
        if not row.cells["Text"] and not row.cells.get("Modifiers")
    }

    assert set(BOX["basic"]) <= silent
    assert not silent & set(BOX["magical"])


@pytest.mark.rule("U-231", "U-202", "U-204")
def test_six_cards_of_the_deck_are_narwhals(match: Match) -> None:
    named = [name for copies in BOX.values() for name in copies if "Narwhal" in name]

    assert sorted(named) == [
        "Alluring Narwhal", "Baby Narwhal", "Classy Narwhal", "Narwhal", "Narwhal Torpedo",
        "Shabby the Narwhal", "The Great Narwhal",
    ]  # fmt: skip


@pytest.mark.rule("U-062")
def test_the_referee_shows_the_ruling_that_it_applied() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Swift Flying Unicorn"]})

    table.play("A", "Unicorn Poison")
    (moved,) = [e for e in table.events if e.verb == "move" and "Swift" in e.object]

    assert moved.card == "Swift Flying Unicorn"
    assert moved.because.text.startswith("If this card would enter the discard pile")
    assert (moved.because.file, moved.because.id) == ("cards.md", "modifiers/flying")


# ---- set-up ---------------------------------------------------------------------------------


@pytest.mark.rule("U-099")
@pytest.mark.parametrize("count", [1, 9])
def test_fewer_than_two_players_or_more_than_eight_are_refused(count: int) -> None:
    with pytest.raises(StartError):
        load(BOOK).start(list("ABCDEFGHI"[:count]))


@pytest.mark.rule("U-099")
@pytest.mark.parametrize("count", [2, 5, 8])
def test_two_to_eight_players_can_play(count: int) -> None:
    match = load(BOOK).start(list("ABCDEFGH"[:count]))

    assert not match.over


@pytest.mark.rule("U-001", "U-004", "U-036")
def test_every_card_lies_in_one_place_and_no_baby_in_the_deck(match: Match) -> None:
    zones = match.state.zones
    lying = [thing for zone in zones for thing in zone]
    babies = {"Baby Unicorn", "Baby Narwhal"}

    assert sorted(lying) == sorted(set(lying))
    assert all(thing in zones[match.state.where[thing]] for thing in lying)
    assert [len(at(match, name)) for name in ("hand", "stable", "deck")] == [3, 3, 1]
    assert [len(at(match, name)) for name in ("discard pile", "nursery")] == [1, 1]
    assert not babies & at(match, "deck")[0]
    assert not any(babies & hand for hand in at(match, "hand"))
    assert at(match, "nursery") == [babies]


@pytest.mark.rule("U-104")
def test_the_babies_of_the_set_up_trigger_nothing(match: Match) -> None:
    verbs = [(event.verb, event.object) for event in match.events]
    first = verbs.index(("begin", "turn"))

    assert ("begin", "chain") not in verbs[:first]
    assert [stable for stable in at(match, "stable")] == [{"Baby Unicorn"}] * 3
    assert {event.because.id.split()[0] for event in match.events[:first] if event.because.id} == {
        "set-up", "deal",
    }  # fmt: skip


@pytest.mark.rule("U-104")
def test_what_waits_for_a_unicorn_hears_nothing_of_the_set_up() -> None:
    table = lay(a={"stable": ["Barbed Wire", "Baby Unicorn"], "hand": ["Yay", "Neigh"]})

    assert table.cards("A", "hand") == ["Yay", "Neigh"]
    assert table.options("A") == ["play Yay", "rest"]


@pytest.mark.rule("U-105", "U-200")
def test_chance_names_the_first_player() -> None:
    starting = [begun("ABC", seed).decisions[0].player for seed in range(12)]

    assert set(starting) == {"A", "B", "C"}
    assert starting == [begun("ABC", seed).decisions[0].player for seed in range(12)]


@pytest.mark.rule("U-103")
def test_a_baby_is_of_its_players_choice() -> None:
    match = load(BOOK).start(list("ABC"), seed=7)

    options = {option.text for option in match.decisions[0].options}

    assert options == {"Baby Unicorn", "Baby Narwhal"}


@pytest.mark.rule("U-200", "U-019")
def test_the_same_seed_and_the_same_choices_give_the_same_game() -> None:
    def played(seed: int) -> tuple[str, list[str]]:
        match = begun("ABC", seed)
        for _ in range(60):
            if match.over:
                break
            decision = match.decisions[0]
            match.choose(decision.options[-1 if decision.prompt == "Respond?" else 0])
        return match.trace(), [event.text for event in match.events]

    assert played(4) == played(4)
    assert played(4) != played(5)


# ---- what is seen ---------------------------------------------------------------------------


@pytest.mark.rule("U-197", "U-005", "U-007", "U-016", "U-025")
def test_a_player_sees_the_own_hand_and_what_lies_open() -> None:
    table = lay(
        a={"hand": ["Yay", "Neigh"], "stable": ["Narwhal"]},
        b={"hand": ["Slowdown"], "stable": ["Tiny Stable"]},
        deck=["Rhinocorn", "Llamacorn"],
        discard=["Good Deal", "Back Kick"],
        nursery=["Baby Narwhal"],
    )

    assert seen(table, "A", "hand", "A") == ["Yay", "Neigh"]
    assert seen(table, "A", "hand", "B") == [None]
    assert seen(table, "B", "hand", "A") == [None, None]
    assert seen(table, "C", "stable", "A") == ["Narwhal"]
    assert seen(table, "C", "stable", "B") == ["Tiny Stable"]
    assert seen(table, "C", "discard pile") == ["Good Deal", "Back Kick"]
    assert seen(table, "C", "nursery") == ["Baby Narwhal"]
    assert seen(table, "A", "deck") == [None, None]


@pytest.mark.rule("U-025", "U-197")
def test_a_drawn_card_is_seen_by_its_player_alone() -> None:
    table = lay(deck=["Yay", "Narwhal", "Rhinocorn"])

    table.choose("A", "rest")

    assert table.cards("A", "hand") == ["Rhinocorn"]
    assert seen(table, "A", "hand", "A") == ["Rhinocorn"]
    assert seen(table, "B", "hand", "A") == [None]
    assert "A draws a card" in table.match.log("B")


@pytest.mark.rule("U-016", "U-007", "U-006")
def test_a_discarded_card_lies_open() -> None:
    table = lay(a={"hand": ["Llamacorn", "Yay"]})

    table.play("A", "Llamacorn")
    table.choose("A", "A's stable")

    assert seen(table, "C", "discard pile") == ["Yay"]
    assert "A discard Yay" in told(table, "discard")


@pytest.mark.rule("U-020", "U-019")
def test_a_pulled_card_is_known_to_the_two_players_alone() -> None:
    table = lay(a={"hand": ["Americorn"]}, b={"hand": ["Yay"]})

    table.play("A", "Americorn")
    table.choose("A", "A's stable", "yes")

    assert seen(table, "A", "hand", "A") == ["Yay"]
    assert seen(table, "B", "hand", "A") == ["Yay"]
    assert seen(table, "C", "hand", "A") == [None]


@pytest.mark.rule("U-198", "U-031")
def test_a_returned_card_is_known_to_all() -> None:
    table = lay(a={"hand": ["Mermaid Unicorn"]}, b={"hand": ["Yay"], "stable": ["Narwhal"]})

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable")

    assert seen(table, "C", "hand", "B") == ["Narwhal", None]


@pytest.mark.rule("U-198", "U-021", "U-022")
@pytest.mark.parametrize(
    ("unicorn", "card"),
    [("Magical Flying Unicorn", "Good Deal"), ("Classy Narwhal", "Claw Machine")],
)
def test_a_card_that_was_found_openly_is_known_to_all(unicorn: str, card: str) -> None:
    table = lay(
        a={"hand": [unicorn, "Yay"]},
        discard=["Good Deal"],
        deck=["Claw Machine", "Neigh", "Narwhal"],
    )

    table.play("A", unicorn)
    table.choose("A", "A's stable", "yes")

    assert seen(table, "C", "hand", "A") == [card, None]


@pytest.mark.rule("U-198")
def test_what_was_known_is_forgotten_when_it_is_shuffled_away() -> None:
    table = lay(
        a={"hand": ["Magical Flying Unicorn", "Yay"]},
        discard=["Shake Up"],
        deck=["Basic Unicorn"] * 5,
        values={"deck ending": "failed draw"},
    )

    table.play("A", "Magical Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    known = seen(table, "C", "hand", "A")
    table.choose("B", "rest")
    table.choose("C", "rest")
    table.play("A", "Shake Up")

    assert known == ["Shake Up", None]
    assert sorted(table.cards("A", "hand")) == ["Basic Unicorn"] * 3 + ["Shake Up", "Yay"]
    assert seen(table, "C", "hand", "A") == [None] * 5


@pytest.mark.rule("U-101")
@pytest.mark.parametrize(("old", "new"), [("| basic unicorn | 21 |", "| basic unicorn | 22 |"),
                                          ("| Yay | 2 |", "| Yay | 1 |")])  # fmt: skip
def test_a_deck_whose_copies_do_not_add_up_is_refused(tmp_path: Path, old: str, new: str) -> None:
    for name, text in load(BOOK).files.items():
        (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")

    with pytest.raises(StartError, match="unless the number of cards is the stock size") as why:
        load(tmp_path / "rulebook.md").start(["A", "B", "C"], values={"baby gift": 0})

    assert why.value.because is not None
    assert why.value.because.id.startswith("deal")


@pytest.mark.rule("U-101")
def test_a_baby_in_the_deck_is_refused(tmp_path: Path) -> None:
    forgotten = "- Before the game, move all baby unicorns into the nursery."
    for name, text in load(BOOK).files.items():
        (tmp_path / name).write_text(text.replace(forgotten, ""), encoding="utf-8")

    with pytest.raises(StartError, match="if a printed baby unicorn is in the deck"):
        load(tmp_path / "rulebook.md").start(["A", "B", "C"], values={"baby gift": 0})
