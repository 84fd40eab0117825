"""Random cards, the collections that chance picks from, and packs."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel, rules
from games.gilded_hall.marks import lines, marks

MISS = 100
COMMON = (
    "Timely, Bound, Speedy, Wrathful, Deceitful, Cheating, Adamantine, Chaotic, Reflected, Jumping, "
    "Hearts Insignia, Diamonds Marking, Spades Symbol, Clubs Label, Red Coating, Black Coating, "
    "White Coating, Cyan Coating, Yellow Coating, Blue Coating, Green Coating, Magenta Coating, "
    "Torn, Fragile, Useless, Blight Scarring, Vitality Blessing, Clocks Impression, Stars Seal"
).split(", ")
COLOURS = [name for name in COMMON if name.endswith("Coating")]
SUITS = ["Hearts Insignia", "Diamonds Marking", "Spades Symbol", "Clubs Label"]
GIVES = {
    "Hearts Insignia": "Hearts", "Diamonds Marking": "Diamonds", "Spades Symbol": "Spades",
    "Clubs Label": "Clubs", "Blight Scarring": "Blight", "Vitality Blessing": "Vitality",
    "Clocks Impression": "Clocks", "Stars Seal": "Stars",
}  # fmt: skip
MARKS = [*GIVES, *(name for name in COMMON if name.endswith("Coating"))]
NAMES = [thing.name for thing in rules().book.things if thing.kind == "card"]
RARE = [
    thing.name
    for thing in rules().book.things
    if thing.kind == "card" and any("rare" in str(told) for told in thing.types)
]
ALL = [name for name in NAMES if name != "Amalgam"]


def opened(pack: str, *fate: int, **more: list[str]) -> Duel:
    """A duel in which ann has opened a pack, and chance brought what is told."""
    duel = Duel(
        pile=["7"], ann={"hand": ["3"], "inventory": [pack], **more}, bob={"hand": ["2", "4"]}
    )
    duel.fate(*fate)
    duel.choose("ann", f"open {pack}")
    assert duel.state.fate == [], "chance was asked less often than told"
    return duel


def one(name: str, *fate: int, **more: list[str]) -> Duel:
    """A card from an Already-opened Pack, of a species and with what chance brings then."""
    return opened("Already-opened Pack", ALL.index(name) + 1, *fate, **more)


def common(name: str) -> int:
    return COMMON.index(name) + 1


def has(duel: Duel, name: str) -> tuple[list[str], ...]:
    """The modifiers, colours and suits of the last card of a name in ann's inventory."""
    return tuple(
        marks(duel, family, name, "inventory", "ann") for family in ("modifier", "colour", "suit")
    )


# ---- marks ---------------------------------------------------------------------------------------


@pytest.mark.rule("H-226", "H-227", "H-228", "H-229", "H-240", "H-241", "H-242", "H-243")
@pytest.mark.rule("H-230", "H-231", "H-232", "H-233", "H-234", "H-235", "H-236", "H-237", "H-244")
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_gives_a_suit_or_a_colour_and_leaves_nothing_behind(mark: str) -> None:
    suit, colour = GIVES.get(mark), mark.split(" ")[0].lower()
    duel = one("7", 20, common(mark), MISS, 1)
    modifiers, colours, suits = has(duel, "7")

    assert modifiers == []
    assert colours == ([colour] if suit is None else ["red"])
    assert suits == ([suit] if suit is not None else ["Hearts"])


@pytest.mark.rule("H-244")
def test_a_mark_adds_to_what_a_card_has_and_changes_nothing_that_it_has() -> None:
    other = one("7 of Stars", 20, common("Red Coating"), MISS)
    same = one("7 of Stars", 20, common("Blue Coating"), MISS)

    assert sorted(has(other, "7 of Stars")[1]) == ["blue", "red"]
    assert has(same, "7 of Stars") == ([], ["blue"], ["Stars"])


# ---- what chance rolls ---------------------------------------------------------------------------


@pytest.mark.rule("H-247", "H-264")
def test_a_random_card_is_any_species_but_null_ones_each_as_likely() -> None:
    assert len(NAMES) == 42
    assert [opened("Already-opened Pack", n + 1, MISS, MISS).cards("ann", "inventory")[-1]
            for n in (0, 16, 17, 40)] == [ALL[0], ALL[16], ALL[17], ALL[40]]  # fmt: skip


@pytest.mark.rule("H-248")
def test_a_random_rare_card_is_one_of_nineteen_rare_species() -> None:
    assert len(RARE) == 19
    for n in (0, 18):
        duel = opened("Handy Pack", 2, 3, MISS, MISS, MISS, MISS, 1, 1, 1, 1, n + 1, MISS, MISS)
        assert duel.cards("ann", "inventory")[-1] == RARE[n]


@pytest.mark.rule("H-246", "H-249", "H-250", "H-264")
@pytest.mark.parametrize(
    ("fate", "modifiers"),
    [
        ((20, 3, 10, 5), ["Speedy", "Silvery"]),
        ((21, 11), []),
        ((21, 10, 1), ["Holographic"]),
        ((20, 3, 11), ["Speedy"]),
        ((1, 29, 1, 4), ["Gold Plating"]),
    ],
)
def test_each_collection_is_rolled_by_itself_and_hits_up_to_its_chance(
    fate: tuple[int, ...], modifiers: list[str]
) -> None:
    duel = one("9 of Stars", *fate)

    assert has(duel, "9 of Stars")[0] == modifiers


@pytest.mark.rule("H-250", "H-251", "H-252")
def test_chance_is_asked_for_the_collections_and_then_for_colour_and_suit() -> None:
    duel = one("7", 20, common("Bound"), 10, 5, 8, 4)

    assert lines(duel, "rolls", "7 gains") == [
        "the game rolls 20", "7 gains Bound", "the game rolls 10", "7 gains Silvery",
        "7 gains Magenta Coating", "7 gains magenta", "7 gains Clubs Label", "7 gains Clubs",
    ]  # fmt: skip


@pytest.mark.rule("H-251", "H-252")
def test_a_coating_spares_the_fill_of_the_colour_and_a_suit_mark_that_of_the_suit() -> None:
    coated = one("7", 20, common("Cyan Coating"), MISS, 2)
    marked = one("7", 20, common("Blight Scarring"), MISS, 4)

    assert has(coated, "7") == ([], ["cyan"], ["Diamonds"])
    assert has(marked, "7") == ([], ["cyan"], ["Blight"])


@pytest.mark.rule("H-251", "H-194")
def test_transparent_is_a_colour_and_nothing_is_filled_in_for_it() -> None:
    assert has(one("Quantum", MISS, MISS, 3), "Quantum")[2] == ["Spades"]


@pytest.mark.rule("H-246")
def test_the_chances_can_be_changed() -> None:
    duel = Duel(
        pile=["7"], values={"common chance": 50, "rare chance": 0},
        ann={"hand": ["3"], "inventory": ["Already-opened Pack"]}, bob={"hand": ["2"]},
    )  # fmt: skip
    duel.fate(ALL.index("9 of Stars") + 1, 50, 3, 10, 5)
    duel.choose("ann", "open Already-opened Pack")

    assert has(duel, "9 of Stars")[0] == ["Speedy", "Silvery"]


@pytest.mark.rule("H-102", "H-209")
def test_a_card_is_received_when_it_is_determined_and_its_copy_has_all_of_it() -> None:
    duel = Duel(
        pile=["7 of Stars"],
        ann={"hand": ["3"], "inventory": ["Already-opened Pack"]},
        bob={"hand": ["8 {Stars; red} [Deceitful]", "4"], "deck": ["2"]},
        turn="bob",
    )
    duel.state.v[duel.match.rules.schema.attrs["afoot"].at] = 1
    duel.fate(ALL.index("7") + 1, 20, common("Bound"), MISS, 1, 1)
    duel.choose("ann", "open Already-opened Pack")

    assert marks(duel, "modifier", "7", "deck", "ann") == ["Bound"]
    duel.choose("bob", "yield")
    duel.choose("ann", "yield")
    while duel.options("ann")[:1] == ["7"]:
        duel.choose("ann", "7")
    duel.play("bob", "8")
    duel.choose("bob", "7")
    assert duel.hand("ann") == ["3"]

    assert [duel.count(player, "vertebra") for player in ("ann", "bob")] == [1, 0]


@pytest.mark.rule("H-253")
def test_a_card_that_is_made_in_a_game_gets_no_rolls() -> None:
    duel = Duel(
        pile=["-2 of Vitality"],
        ann={"hand": ["Orb of Blight", "3"]},
        bob={"hand": ["2", "4"]},
    )
    duel.play("ann", "Orb of Blight")
    duel.choose("ann", "bob")

    assert lines(duel, "rolls") == []
    assert marks(duel, "modifier", "-1 of Blight", "hand", "bob") == []


# ---- collections ---------------------------------------------------------------------------------


@pytest.mark.rule("H-255")
def test_three_of_five_rare_modifiers_are_holographic() -> None:
    found = [has(one("9 of Stars", MISS, 10, n), "9 of Stars")[0] for n in range(1, 6)]

    assert found == [["Holographic"]] * 3 + [["Gold Plating"], ["Silvery"]]


@pytest.mark.rule("H-259")
def test_the_common_collection_has_twenty_nine_members_in_order() -> None:
    found = []
    for n in (1, 2, 10, 23, 24, 25, 29):
        story = lines(one("7 of Stars", 1, n, MISS), "7 of Stars gains")
        found.append(story[0].removeprefix("7 of Stars gains "))

    assert found == ["Timely", "Bound", "Jumping", "Torn", "Fragile", "Useless", "Stars Seal"]


@pytest.mark.rule("H-256", "H-260")
@pytest.mark.parametrize("n", range(1, 9))
def test_fills_come_from_the_colours_and_the_suits(n: int) -> None:
    duel = one("7", MISS, MISS, n, (n - 1) % 4 + 1)

    assert has(duel, "7")[1] == [COLOURS[n - 1].split(" ")[0].lower()]
    assert has(duel, "7")[2] == [GIVES[SUITS[(n - 1) % 4]]]


@pytest.mark.rule("H-254", "H-257", "H-258")
@pytest.mark.parametrize(("name", "chance"), [("basic", 10), ("defective", 5), ("cursed", 5)])
def test_collections_that_nothing_draws_from_are_kept_with_their_chances(
    name: str, chance: int
) -> None:
    duel = Duel(pile=["7"])

    assert duel.value(f"{name} chance") == chance


# ---- packs ---------------------------------------------------------------------------------------


@pytest.mark.rule("H-261")
def test_whatever_has_pack_in_its_name_is_a_pack_and_nothing_else() -> None:
    things = rules().book.things

    packs = [thing.name for thing in things if thing.kind == "pack"]
    assert packs == [thing.name for thing in things if "pack" in thing.name.lower()]
    assert packs == ["Already-opened Pack", "Handy Pack", "Deck Pack", "Legendary Pack"]


@pytest.mark.rule("H-262", "H-263")
def test_a_pack_is_opened_at_any_time_by_who_has_it_and_is_gone_then() -> None:
    duel = Duel(
        pile=["7"],
        ann={"hand": ["3"], "inventory": ["Handy Pack"]},
        bob={"hand": ["2"], "inventory": ["Already-opened Pack", "Already-opened Pack"]},
        turn="ann",
    )
    assert "open Handy Pack" in duel.options("ann")
    assert "open Handy Pack" not in duel.options("bob")
    duel.choose("bob", "open Already-opened Pack", "open Already-opened Pack")

    assert not any("Pack" in name for name in duel.cards("bob", "inventory"))
    assert len(duel.cards("bob", "inventory")) == 3
    assert not any(option.startswith("open") for option in duel.options("bob"))
    assert duel.turn == "ann"


@pytest.mark.parametrize(
    ("pack", "number", "rare"),
    [
        pytest.param("Already-opened Pack", 1, 0, marks=pytest.mark.rule("H-264")),
        pytest.param("Handy Pack", 3, 1, marks=pytest.mark.rule("H-265")),
        pytest.param("Deck Pack", 5, 1, marks=pytest.mark.rule("H-266")),
        pytest.param("Legendary Pack", 7, 2, marks=pytest.mark.rule("H-267")),
    ],
)
def test_what_is_in_a_pack(pack: str, number: int, rare: int) -> None:
    duel = opened(pack)
    got = duel.cards("ann", "inventory")[1:]

    assert len(got) == number
    assert sum(name in RARE for name in got) >= rare
    assert "Amalgam" not in got


@pytest.mark.rule("H-265", "H-266")
@pytest.mark.parametrize(("pack", "plain"), [("Handy Pack", 2), ("Deck Pack", 4)])
def test_the_cards_of_a_pack_have_the_chances_of_the_table(pack: str, plain: int) -> None:
    stars = ALL.index("9 of Stars") + 1
    fate = [stars] * plain + [20, 3] + [21] * (plain - 1) + [5, 1] + [6] * (plain - 1)
    duel = opened(pack, *fate, RARE.index("Princess of Stars") + 1, 21, 5, 5)

    story = lines(duel, "9 of Stars gains", "Princess of Stars gains")
    assert story == [
        "9 of Stars gains Speedy",
        "9 of Stars gains Holographic",
        "Princess of Stars gains Silvery",
    ]


@pytest.mark.rule("W-15", "H-245", "H-267", "H-251", "H-252")
def test_a_legendary_pack() -> None:
    def species(*names: str) -> list[int]:
        return [ALL.index(name) + 1 for name in names]

    def rares(*names: str) -> list[int]:
        return [RARE.index(name) + 1 for name in names]

    colour = {name.split(" ")[0]: n for n, name in enumerate(COLOURS, 1)}
    suit = {GIVES[name]: n for n, name in enumerate(SUITS, 1)}
    duel = opened(
        "Legendary Pack",
        *species("7", "9 of Stars", "Joker"),
        33, common("Blight Scarring"), 71, 40, common("Torn"),
        64, 10, 1, 11,
        colour["Cyan"], colour["Red"], suit["Clubs"],
        *rares("Ace", "Quantum"),
        21, 20, common("Speedy"), 5, 5, 80,
        colour["Green"], suit["Hearts"], suit["Spades"],
        *species("3", "Credit Card"),
        4, 1, colour["Yellow"], suit["Diamonds"], suit["Hearts"],
    )  # fmt: skip

    assert duel.cards("ann", "inventory")[1:] == [
        "7", "9 of Stars", "Joker", "Ace", "Quantum", "3", "Credit Card",
    ]  # fmt: skip
    assert has(duel, "7") == ([], ["cyan"], ["Blight"])
    assert has(duel, "9 of Stars") == (["Holographic"], ["blue"], ["Stars"])
    assert has(duel, "Joker") == (["Torn"], ["red"], ["Clubs"])
    assert has(duel, "Ace") == (["Silvery"], ["green"], ["Hearts"])
    assert has(duel, "Quantum") == (["Speedy"], ["transparent"], ["Spades"])
    assert has(duel, "3") == (["Gold Plating"], ["yellow"], ["Diamonds"])
    assert has(duel, "Credit Card") == (["Holographic"], ["green"], ["Hearts"])
