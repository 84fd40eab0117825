"""The cards of Exoptosis as they are printed, their names, colours, types and suits."""

from __future__ import annotations

import pytest

from deckmastor.record.errors import IllegalChoice
from games.gilded_hall.duel import Duel, rules

NATURAL = "1 and more"
ROWS: list[tuple[str, list[int | str], list[str], list[str], list[str]]] = [
    ("Ace", [1], [], [], ["special", "rare"]),
    ("2", [2], [], [], []),
    ("3", [3], [], [], []),
    ("4", [4], [], [], ["special"]),
    ("5", [5], [], [], []),
    ("6", [6], [], [], ["special"]),
    ("7", [7], [], [], []),
    ("8", [8], [], [], ["special"]),
    ("9", [9], [], [], []),
    ("10", [10], [], [], []),
    ("Jack", [11], [], [], ["special", "face"]),
    ("Queen", [12], [], [], ["special", "face", "rare"]),
    ("King", [12], [], [], ["special", "face", "rare"]),
    ("Joker", [], [], [], ["special", "rare"]),
    ("Jester", [], [], [], ["special", "rare"]),
    ("Credit Card", [NATURAL], [], ["green"], ["special", "rare"]),
    ("Go to jail monopoly card", [2], [], ["white"], ["special", "rare"]),
    ("Amalgam", [], [], [], ["null"]),
    ("Exploding Kitten", [0], [], ["red", "black"], ["special", "rare"]),
    ("Coup Duke", [3], [], ["magenta"], ["special", "rare"]),
    ("Lotto Ticket", [1000000], ["Diamonds"], ["cyan"], ["special", "rare"]),
    ("Uno Reverse", [], [], [], ["special", "rare"]),
    ("Quantum", [5], [], ["transparent"], ["special", "rare"]),
    ("-1 of Blight", [-1], ["Blight"], ["magenta"], []),
    ("1 of Vitality", [1], ["Vitality"], ["green"], []),
    ("2 of Blight", [2], ["Blight"], ["magenta"], []),
    ("-2 of Vitality", [-2], ["Vitality"], ["green"], []),
    ("Orb of Blight", [-3], ["Blight"], ["magenta"], ["special", "rare"]),
    ("Orb of Vitality", [3], ["Vitality"], ["green"], ["special", "rare"]),
    ("Duality of Life", [0], ["Blight", "Vitality"], ["green", "magenta"], ["special", "rare"]),
    ("7 of Clocks", [7], ["Clocks"], ["yellow"], []),
    ("7 of Stars", [7], ["Stars"], ["blue"], []),
    ("9 of Clocks", [9], ["Clocks"], ["yellow"], []),
    ("9 of Stars", [9], ["Stars"], ["blue"], []),
    ("Prince of Clocks", [11], ["Clocks"], ["yellow"], ["special", "face", "rare"]),
    ("Princess of Stars", [11], ["Stars"], ["blue"], ["special", "face", "rare"]),
    ("Goddess of Clocks", [13], ["Clocks"], ["yellow"], ["special", "face", "rare"]),
    ("God of Stars", [13], ["Stars"], ["blue"], ["special", "face", "rare"]),
    ("Two", [2], [], [], ["special"]),
    ("-1", [-1], [], [], []),
    ("Zero", [0], [], [], []),
    ("1", [1], [], [], []),
]  # fmt: skip
TYPES = ("special", "face", "rare", "null")
PLAIN = [row[0] for row in ROWS if not row[4]]
NAMES = [row[0] for row in ROWS]


def printed(duel: Duel, name: str) -> dict[str, object]:
    """What a card in Ann's hand has, as everybody sees it."""
    (hand,) = [
        place
        for place in duel.match.view("bob")["places"]
        if (place["name"], place["owner"]) == ("hand", "ann")
    ]
    found: dict[str, object] = hand["properties"][hand["cards"].index(name)]
    return found


@pytest.fixture(scope="module")
def all_cards() -> Duel:
    return Duel(ann={"hand": NAMES}, bob={"hand": ["3"]})


@pytest.mark.rule(
    "H-137",
    "H-142",
    "H-143",
    "H-144",
    "H-145",
    "H-146",
    "H-147",
    "H-148",
    "H-149",
    "H-150",
    "H-151",
    "H-152",
    "H-153",
    "H-154",
    "H-155",
    "H-156",
    "H-157",
    "H-158",
    "H-160",
    "H-161",
    "H-162",
    "H-163",
    "H-164",
    "H-165",
    "H-166",
    "H-168",
    "H-169",
    "H-170",
    "H-171",
    "H-172",
    "H-173",
    "H-174",
    "H-175",
    "H-176",
    "H-177",
    "H-178",
    "H-179",
    "H-180",
    "H-181",
    "H-182",
    "H-183",
    "H-184",
    "H-185",
    "H-186",
)
@pytest.mark.parametrize(("name", "values", "suits", "colours", "types"), ROWS, ids=NAMES)
def test_a_card_has_what_is_printed_on_it(
    all_cards: Duel,
    name: str,
    values: list[int | str],
    suits: list[str],
    colours: list[str],
    types: list[str],
) -> None:
    told = printed(all_cards, name)

    assert told.get("value", []) == values
    assert told.get("suit", []) == suits
    assert sorted(told.get("colour", [])) == sorted(colours)
    assert [word for word in TYPES if told.get(word)] == types


@pytest.mark.rule("H-137", "H-187", "H-196", "H-197", "H-198")
def test_the_table_adds_up(all_cards: Duel) -> None:
    told = [printed(all_cards, name) for name in NAMES]
    schema = rules().rules(2, None).schema
    cards = [
        schema.species[card].name for card in schema.of_kind("card") if schema.species[card].row
    ]

    assert sorted(cards) == sorted(NAMES)
    assert len(set(NAMES)) == 42
    count = {word: sum(bool(card.get(word)) for card in told) for word in TYPES}
    assert count == {"special": 24, "face": 7, "rare": 19, "null": 1}
    assert sum(not card.get("special") for card in told) == 18
    assert sum(not card.get("null") for card in told) == 41


@pytest.mark.rule("H-195")
def test_a_card_may_have_no_type_or_several(all_cards: Duel) -> None:
    assert not any(printed(all_cards, "9").get(word) for word in TYPES)
    assert printed(all_cards, "King").get("face")
    assert printed(all_cards, "King").get("rare")
    assert not printed(all_cards, "King").get("null")


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.rule("H-141")
@pytest.mark.parametrize(
    ("top", "names"),
    [
        ("Zero", ["1 of Vitality", "Ace {Hearts}", "1"]),
        ("3", ["2 of Blight", "Two", "2"]),
        ("Zero", ["-1 of Blight", "-1"]),
    ],
)
def test_names_that_look_alike_are_different_cards(top: str, names: list[str]) -> None:
    duel = Duel(pile=[top], ann={"hand": names, "deck": ["5"]}, bob={"hand": ["3"], "deck": ["4"]})
    wanted = names[-1]

    duel.play("ann", wanted)

    assert duel.pile == [top, wanted]
    assert duel.hand("ann") == [name.split(" {")[0] for name in names[:-1]]


@pytest.mark.rule("H-141")
@pytest.mark.parametrize("said", ["play 0", "play 1", "play One", "play two", "play -1"])
def test_a_name_that_is_no_card_in_hand_is_refused_and_nothing_happens(said: str) -> None:
    duel = Duel(
        pile=["Zero"],
        ann={"hand": ["Zero", "1 of Vitality", "Ace {Hearts}", "-1 of Blight"]},
        bob={"hand": ["3"]},
    )
    assert duel.playable("ann") == ["Zero", "1 of Vitality", "Ace", "-1 of Blight"]

    with pytest.raises(IllegalChoice):
        duel.choose("ann", said)

    assert len(duel.hand("ann")) == 4


# ---- plain cards ---------------------------------------------------------------------------------

BESIDE = {
    "2": "3", "3": "2", "5": "4", "7": "8", "9": "10", "10": "9", "-1 of Blight": "Zero",
    "1 of Vitality": "2", "2 of Blight": "3", "-2 of Vitality": "-1", "7 of Clocks": "8",
    "7 of Stars": "8", "9 of Clocks": "10", "9 of Stars": "10", "-1": "Zero", "Zero": "1", "1": "2",
}  # fmt: skip


@pytest.mark.rule(
    "H-144",
    "H-145",
    "H-147",
    "H-149",
    "H-151",
    "H-152",
    "H-168",
    "H-169",
    "H-170",
    "H-171",
    "H-175",
    "H-176",
    "H-177",
    "H-178",
    "H-184",
    "H-185",
    "H-186",
)
@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_card_does_nothing_but_lie_on_the_pile(name: str) -> None:
    top = BESIDE[name]
    duel = Duel(
        pile=[top],
        ann={"hand": ["Amalgam", name], "deck": ["5"], "vertebra": 4, "chip": 1},
        bob={"hand": ["3", "6"], "deck": ["4"], "vertebra": 4},
        cy={"hand": ["3"], "deck": ["7"]},
    )

    duel.play("ann", name)

    assert (duel.pile, duel.turn) == ([top, name], "bob")
    assert (duel.hand("ann"), duel.deck("ann")) == (["Amalgam"], ["5"])
    assert [len(duel.hand(one)) for one in ("bob", "cy")] == [2, 1]
    assert (duel.count("ann", "vertebra"), duel.count("bob", "vertebra")) == (4, 4)
    assert [duel.count(one, "debt") for one in ("ann", "bob", "cy")] == [0, 0, 0]


@pytest.mark.rule("H-161")
def test_an_amalgam_is_not_special_and_has_what_it_was_made_with() -> None:
    duel = Duel(
        pile=["7 {Hearts; red}"],
        ann={
            "hand": [
                "Amalgam {3; Hearts; blue}",
                "Amalgam {9, 8; Clubs; blue}",
                "Amalgam {20; cyan}",
            ]
        },
        bob={"hand": ["3"]},
    )

    assert [option for option in duel.options("ann") if option.startswith("play")] == [
        "play Amalgam"
    ] * 2


# ---- colours and suits ---------------------------------------------------------------------------

COLOURS = ("red", "black", "white", "cyan", "yellow", "blue", "green", "magenta")
PAIRS = {("red", "black"), ("black", "white"), ("red", "cyan"), ("yellow", "blue"), ("green", "magenta")}  # fmt: skip


@pytest.mark.rule("H-188", "H-189")
@pytest.mark.parametrize("below", COLOURS)
def test_colours_are_opposite_in_pairs_and_both_ways(below: str) -> None:
    opposite = [one for one in COLOURS if (one, below) in PAIRS or (below, one) in PAIRS]
    for colour in COLOURS:
        duel = Duel(
            pile=[f"10 {{{below}}}"], ann={"hand": ["2", f"3 {{{colour}}}"]}, bob={"hand": ["3"]}
        )

        assert duel.playable("ann") == (["3"] if colour in opposite else []), colour


@pytest.mark.rule("H-190")
def test_one_opposite_colour_of_several_is_enough() -> None:
    duel = Duel(
        pile=["10 {yellow, red}"],
        ann={"hand": ["2 {white, magenta}", "3 {green, cyan}", "5 {yellow}", "7 {blue, white}"]},
        bob={"hand": ["3"]},
    )

    assert duel.playable("ann") == ["3", "7"]


@pytest.mark.rule("H-199")
@pytest.mark.parametrize(
    "suit", ["Hearts", "Diamonds", "Spades", "Clubs", "Blight", "Vitality", "Clocks", "Stars"]
)
def test_each_of_the_eight_suits_can_be_shared(suit: str) -> None:
    other = "Hearts" if suit != "Hearts" else "Stars"
    duel = Duel(
        pile=[f"Amalgam {{20; {suit}}}"],
        ann={"hand": [f"8 {{{other}}}", f"4 {{{other}; {suit}}}", f"3 {{{suit}}}"]},
        bob={"hand": ["3"]},
    )

    assert duel.playable("ann") == ["4"]


# ---- transparent cards ---------------------------------------------------------------------------


@pytest.mark.rule("H-191")
def test_a_transparent_card_in_hand_has_the_colours_of_the_top_card_and_keeps_them_when_played() -> (
    None
):
    duel = Duel(
        pile=["3 {yellow}", "Exploding Kitten {Spades}"],
        ann={"hand": ["9", "Amalgam {Hearts; transparent}"]},
        bob={"hand": ["10 {blue}", "7 {white}", "5 {magenta}"]},
    )
    assert printed(duel, "Amalgam")["colour"] == ["transparent", "red", "black"]

    duel.play("ann", "Amalgam")

    (pile,) = [place for place in duel.match.view("bob")["places"] if place["name"] == "pile"]
    assert pile["properties"][-1]["colour"] == ["transparent", "red", "black"]
    assert duel.playable("bob") == ["7"]
    duel.play("bob", "7")
    (pile,) = [place for place in duel.match.view("bob")["places"] if place["name"] == "pile"]
    assert pile["properties"][-2]["colour"] == ["transparent", "red", "black"]


@pytest.mark.rule("H-191")
def test_a_transparent_card_has_its_own_colours_too() -> None:
    duel = Duel(
        pile=["10 {red}"],
        ann={"hand": ["Amalgam {transparent}", "Amalgam {transparent, cyan}"]},
        bob={"hand": ["2 {white}", "3 {black}", "5 {red}", "7"]},
    )
    assert duel.playable("ann") == ["Amalgam"]

    duel.play("ann", "Amalgam")

    assert duel.playable("bob") == ["3", "5"]


@pytest.mark.rule("H-191")
def test_a_transparent_card_on_a_transparent_one_takes_what_that_one_had_become() -> None:
    duel = Duel(
        pile=["Exploding Kitten {Spades}"],
        ann={"hand": ["9", "Amalgam {transparent}"]},
        bob={"hand": ["Quantum {Hearts}", "Amalgam {transparent}", "10"]},
        cy={"hand": ["2 {green}", "3 {cyan}", "5 {white}"]},
    )
    duel.play("ann", "Amalgam")
    assert duel.playable("bob") == ["Amalgam"]

    duel.play("bob", "Amalgam")

    assert duel.playable("cy") == ["3", "5"]


@pytest.mark.rule("H-191", "H-156")
def test_a_transparent_card_shares_the_colour_of_a_joker() -> None:
    duel = Duel(
        pile=["Joker {Hearts; red}"],
        ann={"hand": ["Lotto Ticket", "Quantum {Clubs}", "5 {white}"], "deck": ["2"]},
        bob={"hand": ["3"], "deck": ["2"]},
    )

    assert duel.playable("ann") == ["Quantum"]


@pytest.mark.rule("H-193", "W-20")
def test_behind_a_transparent_first_card_comes_any_plain_card_and_not_even_a_joker() -> None:
    duel = Duel(
        ann={"hand": ["Quantum {Hearts}", "9", "Amalgam {5; Hearts; transparent}"]},
        bob={
            "hand": ["Joker {Hearts; red}", "Credit Card {Hearts}", "6 {Hearts}", "Amalgam", "10"],
            "vertebra": 5,
        },
        cy={"hand": ["Joker", "3", "9"]},
    )
    assert duel.playable("ann") == ["9", "Amalgam"]

    duel.play("ann", "Amalgam")
    assert duel.playable("bob") == ["Amalgam", "10"]
    duel.play("bob", "10")

    assert duel.playable("cy") == ["Joker", "9"]


@pytest.mark.rule("H-193")
def test_a_first_card_that_is_not_transparent_leaves_the_pile_closed() -> None:
    duel = Duel(
        ann={"hand": ["Amalgam {transparent}", "9"]},
        bob={"hand": ["8 {Hearts}", "Joker", "2"]},
    )

    duel.play("ann", "9")

    assert duel.playable("bob") == ["8", "Joker"]


@pytest.mark.rule("H-194")
def test_a_transparent_card_is_not_without_a_colour() -> None:
    duel = Duel(ann={"hand": ["9", "Quantum"]}, bob={"hand": ["3"]})

    assert printed(duel, "Quantum")["colour"] == ["transparent"]
    assert printed(duel, "9").get("colour", []) == []
