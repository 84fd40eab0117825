"""The modifiers of Exoptosis, each in a story of its own."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel, rules
from games.gilded_hall.marks import lines, marks, set_counter

SEVEN = "7 {Hearts; red}"
SPARE = ["2 {Clubs; green}", "3 {Clubs; green}"]


def vertebrae(duel: Duel) -> list[int]:
    """The vertebrae of all players, in order of seats."""
    return [duel.count(player, "vertebra") for player in duel.match.players]


def trio(card: str, *hand: str, pile: str = SEVEN, **more: list[str] | int) -> Duel:
    """Three players, the first of whom has played a card."""
    duel = Duel(
        pile=["9 {Stars; white}", pile],
        ann={"hand": [card, *(hand or SPARE)], **more},
        bob={"hand": ["4 {Clubs; green}", "10 {Clubs; green}"]},
        cy={"hand": ["5 {Clubs; green}", "9 {Clubs; green}"]},
    )
    duel.play("ann", card.split(" {")[0].split(" [")[0])
    return duel


# ---- what modifiers are --------------------------------------------------------------------------


@pytest.mark.rule("H-200", "H-017")
@pytest.mark.parametrize(
    ("mods", "gained"), [("", 0), (" [Holographic]", 1), (" [Holographic, Holographic]", 2)]
)
def test_a_modifier_belongs_to_the_card_and_each_instance_acts(mods: str, gained: int) -> None:
    duel = Duel(
        pile=["8 [Holographic]", SEVEN],
        ann={"hand": [f"8{mods}", "3"], "inventory": ["8 [Holographic, Holographic, Holographic]"]},
        bob={"hand": ["8 [Holographic]", "3"]},
    )
    duel.play("ann", "8")

    assert vertebrae(duel) == [gained, 0]


@pytest.mark.rule("H-200")
def test_there_are_thirty_seven_modifiers() -> None:
    things = rules().book.things

    assert len([thing.name for thing in things if thing.kind == "modifier"]) == 37


@pytest.mark.rule("H-017", "H-382")
def test_modifiers_act_behind_the_text_in_the_order_in_which_they_were_gained() -> None:
    first = trio("Lotto Ticket {Hearts} [Silvery, Sacrificial, Holographic]")
    second = trio("Lotto Ticket {Hearts} [Holographic, Sacrificial, Silvery]")

    grants = ("ann gains 3", "ann gains 1", "ann rolls")
    assert lines(first, *grants) == [
        lines(first, "ann rolls")[0],
        "ann gains 3 vertebrae",
        "ann gains 1 chip",
        "ann gains 1 vertebra",
    ]
    assert lines(second, *grants)[1:] == [
        "ann gains 1 vertebra",
        "ann gains 1 chip",
        "ann gains 3 vertebrae",
    ]


# ---- small grants --------------------------------------------------------------------------------


@pytest.mark.rule("H-202")
@pytest.mark.parametrize(
    ("mods", "gained"), [("Holographic", 1), ("Holographic, Holographic", 2), ("Torn", 0)]
)
def test_a_holographic_card_brings_a_vertebra_to_who_plays_it(mods: str, gained: int) -> None:
    assert vertebrae(trio(f"8 [{mods}]")) == [gained, 0, 0]


@pytest.mark.rule("H-239")
def test_silvery_pays_for_each_participant_who_is_still_there() -> None:
    duel = Duel(
        pile=[SEVEN], turn="bob", ann={"hand": SPARE}, bob={"hand": ["8 [Silvery]", "3"]},
        cy={"hand": SPARE}, dan={"hand": SPARE},
    )  # fmt: skip
    duel.choose("dan", "forfeit")
    duel.play("bob", "8")

    assert vertebrae(duel) == [0, 3, 0, 0]


@pytest.mark.rule("H-238")
@pytest.mark.parametrize(
    ("pot", "factor", "gained"), [(1, 3, 3), (4, 3, 12), (0, 3, 0), (2, 5, 10)]
)
def test_gold_plating_pays_three_vertebrae_for_each_chip_bet_and_none_for_a_bet_card(
    pot: int, factor: int, gained: int
) -> None:
    duel = Duel(
        pile=[SEVEN],
        pool=["9 [Holographic]"],
        values={"pot": pot, "plating factor": factor},
        ann={"hand": ["8 [Gold Plating]", "3"]},
        bob={"hand": SPARE},
    )
    duel.play("ann", "8")

    assert vertebrae(duel) == [gained, 0]


# ---- Torn ----------------------------------------------------------------------------------------


@pytest.mark.rule("H-203", "H-204", "W-06", "H-382")
def test_a_torn_card_shifts_before_it_lies_there_and_a_draw_is_the_price_of_a_bad_shift() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3 {Stars}", "8 {Spades; blue} [Torn]"], "deck": ["2", "5"]},
        bob={"hand": ["7", "8 {Stars}", "9", "10", "Jack", "Queen"]},
    )
    duel.fate(5)
    duel.play("ann", "8")
    assert duel.options("ann") == ["2", "5"]
    duel.choose("ann", "5")

    assert lines(duel, "plays 8", "set of values", "8 resolves", "ann draws") == [
        "ann plays 8 onto the pile", "8's set of values becomes 10", "ann draws 5", "8 resolves",
    ]  # fmt: skip
    assert duel.hand("ann") == ["3", "5"]
    assert duel.playable("bob") == ["9", "10", "Jack"]
    assert duel.turn == "bob"


@pytest.mark.rule("H-203", "W-06")
@pytest.mark.parametrize(
    ("roll", "fits"),
    [
        (1, ["5", "6", "7"]),
        (2, ["6", "7"]),
        (3, ["7", "9"]),
        (4, ["6", "9", "10"]),  # a 6 fits upon an odd value
        (5, ["9", "10"]),
    ],
)
def test_one_of_five_shifts_from_two_down_to_two_up(roll: int, fits: list[str]) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3 {Stars}", "8 {Spades; blue} [Torn]"], "deck": ["2"]},
        bob={"hand": ["2", "5", "6 {Stars}", "7", "9", "10"]},
    )
    duel.fate(roll)
    duel.play("ann", "8")

    assert [card for card in duel.playable("bob") if card != "8"] == fits
    assert duel.deck("ann") == ([] if roll > 3 else ["2"])


@pytest.mark.rule("H-204", "W-07")
def test_a_torn_card_that_fits_by_colour_still_fits_and_one_that_does_not_fit_is_not_rolled() -> (
    None
):
    duel = Duel(
        pile=["9 of Clocks"],
        ann={"hand": ["2 {Hearts; red} [Torn]", "3 {Hearts; blue} [Torn]"], "deck": ["5"]},
        bob={"hand": ["2", "5", "6"]},
    )
    assert duel.playable("ann") == ["3"]
    assert lines(duel, "rolls") == []
    duel.fate(4)
    duel.play("ann", "3")

    assert duel.deck("ann") == ["5"]
    assert "5" in duel.playable("bob")


@pytest.mark.rule("H-205")
def test_a_card_without_a_value_is_not_rolled() -> None:
    duel = trio("Joker {Stars; blue} [Torn, Torn]")

    assert lines(duel, "rolls", "poor") == []
    assert duel.pile[-1] == "Joker"


@pytest.mark.rule("H-205")
def test_every_value_of_a_card_shifts() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "Credit Card {Stars} [Torn]"], "vertebra": 3},
        bob={"hand": ["1", "2", "-1", "10", "Zero"]},
    )
    duel.fate(5)
    duel.play("ann", "Credit Card")

    assert duel.playable("bob") == ["2", "10"]


@pytest.mark.rule("H-206")
@pytest.mark.parametrize(
    ("rolls", "owed"),
    [((5, 1), 0), ((1, 5), 0), ((5, 5), 1), ((4, 5), 1), ((3, 4), 1), ((2, 2), 0)],
)
def test_several_torn_modifiers_add_up_and_bring_one_draw_at_most(
    rolls: tuple[int, ...], owed: int
) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8 {Spades; blue} [Torn, Torn]"], "deck": ["2", "2"]},
        bob={"hand": SPARE},
    )
    duel.fate(*rolls)
    duel.play("ann", "8")

    assert len(lines(duel, "ann rolls")) == 2
    assert len(lines(duel, "ann draws")) == owed or duel.options("ann") == ["2", "2"]
    assert (len(duel.deck("ann")) < 2 or bool(lines(duel, "8 becomes poor"))) is (owed == 1)


@pytest.mark.rule("H-203", "H-201")
def test_the_original_of_a_torn_card_keeps_its_value() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3", "8 {Spades; blue} [Torn]"]}, bob={"hand": SPARE})
    duel.fate(1)
    duel.play("ann", "8")

    def values(place: str, player: str) -> list[int]:
        attr = duel.match.rules.schema.attrs["value"]
        return duel.state.bags.get(attr.at << 20 | duel.found("8", place, player), [])

    assert values("pile", "") != values("inventory", "ann")


@pytest.mark.rule("H-204")
def test_a_torn_first_card_of_the_game_needs_to_fit_nothing() -> None:
    duel = Duel(ann={"hand": ["3", "9 {Spades; blue} [Torn]"], "deck": ["2"]}, bob={"hand": SPARE})
    duel.fate(5)
    duel.play("ann", "9")

    assert lines(duel, "set of values") == ["9's set of values becomes 11"]
    assert duel.deck("ann") == ["2"]


@pytest.mark.rule("H-204", "H-208")
@pytest.mark.parametrize(("roll", "drawn"), [(3, []), (1, []), (5, ["cy draws 9"])])
def test_out_of_turn_the_penalty_of_a_torn_card_is_drawn_at_once(
    roll: int, drawn: list[str]
) -> None:
    duel = timely("8 {Spades; blue} [Timely, Torn]")
    duel.fate(roll)
    duel.play("cy", "8")

    assert lines(duel, "cy draws", "cy gains") == drawn
    assert duel.turn == "ann"


def test_the_torn_fee_can_be_changed() -> None:
    duel = Duel(
        pile=[SEVEN], values={"torn fee": 2},
        ann={"hand": ["3", "8 {Spades; blue} [Torn]"], "deck": ["2", "2"]}, bob={"hand": SPARE},
    )  # fmt: skip
    duel.fate(5)
    duel.play("ann", "8")
    while duel.options("ann")[:1] == ["2"]:
        duel.choose("ann", "2")

    assert duel.deck("ann") == []


# ---- Timely --------------------------------------------------------------------------------------


def timely(mine: str = "8 {Stars} [Timely]", pile: list[str] | None = None) -> Duel:
    return Duel(
        pile=[SEVEN] if pile is None else pile,
        ann={"hand": ["6", "2"], "deck": ["5"]},
        bob={"hand": ["7", "2"]},
        cy={"hand": ["3 [Timely]", "6 {Stars}", mine, "2"], "deck": ["9"]},
    )


@pytest.mark.rule("H-208")
def test_a_timely_card_is_played_out_of_turn_if_it_fits_and_uses_up_no_turn() -> None:
    duel = timely()
    assert duel.playable("cy") == ["8"]
    duel.play("cy", "8")
    assert duel.turn == "ann"
    assert duel.pile == ["7", "8"]
    duel.choose("ann", "yield")

    assert duel.turn == "bob"


@pytest.mark.rule("H-208")
def test_a_timely_card_that_does_not_fit_is_refused_with_the_sentence_about_values() -> None:
    reason = timely().match.why_not("cy", "play 3")

    assert reason is not None
    assert reason.text.startswith(
        "A card can be played onto another card if the first card has a value"
    )


@pytest.mark.rule("H-208")
def test_a_card_that_is_not_timely_waits_for_its_turn() -> None:
    duel = timely("8 {Stars} [Speedy]")

    reason = duel.match.why_not("cy", "play 8")

    assert duel.playable("cy") == []
    assert reason is not None
    assert reason.reason == "It is ann's turn."


@pytest.mark.rule("H-208")
def test_nothing_is_played_out_of_turn_before_the_first_card_lies_on_the_pile() -> None:
    duel = timely(pile=[])
    assert duel.playable("cy") == []
    duel.choose("ann", "play 2")

    assert duel.playable("cy") == ["3"]


@pytest.mark.rule("H-208")
def test_a_turn_earned_out_of_turn_comes_right_after_the_present_one_and_moves_nobody() -> None:
    duel = timely("8 {Stars} [Timely, Speedy]")
    duel.play("cy", "8")
    assert duel.turn == "ann"
    duel.choose("ann", "yield")
    assert duel.turn == "cy"
    duel.choose("cy", "yield")
    assert duel.turn == "bob"
    duel.choose("bob", "yield")
    while duel.turn == "bob":
        duel.choose("bob", duel.options("bob")[0])

    assert duel.turn == "cy"


@pytest.mark.rule("H-208")
def test_on_ones_own_turn_a_timely_card_is_the_play_of_that_turn() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["8 [Timely]", "8 [Timely]", "2"]}, bob={"hand": SPARE})
    duel.play("ann", "8")

    assert duel.turn == "bob"
    assert duel.playable("ann") == ["8"]


@pytest.mark.rule("H-207")
def test_a_timely_card_is_not_taken_into_the_first_hand_but_can_be_drawn() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["2"], "deck": ["3 [Timely]", "9"]}, bob={"hand": SPARE})
    duel.match.amend("- At any time, a participant may take a card.")
    assert [option for option in duel.options("ann") if "take" in option] == ["take 9"]
    duel.choose("ann", "yield")
    assert duel.options("ann") == ["3", "9"]
    duel.choose("ann", "3")

    assert duel.hand("ann") == ["2", "3"]


# ---- Bound, Useless, and what others' cards gain -------------------------------------------------


@pytest.mark.rule("H-209", "H-214", "H-201", "H-017")
def test_each_bound_instance_pays_its_own_author_whoever_plays_the_card() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Demonic]", "2", "2"]},
        bob={"hand": ["7 [Demonic]", "2", "2"]},
        cy={"hand": ["2", "6 {Stars}"]},
    )
    duel.play("ann", "8")
    duel.choose("ann", "cy", "6")
    duel.play("bob", "7")
    duel.choose("bob", "cy", "6")
    assert marks(duel, "modifier", "6", "hand", "cy") == ["Holographic", "Bound"] * 2
    assert marks(duel, "modifier", "6", "inventory", "cy") == []
    duel.play("cy", "6")

    assert vertebrae(duel) == [1, 1, 2]


@pytest.mark.rule("H-209")
def test_a_bound_card_without_an_author_pays_nobody() -> None:
    assert vertebrae(trio("8 [Bound]")) == [0, 0, 0]


@pytest.mark.rule("H-212")
@pytest.mark.parametrize(("mods", "left"), [("Useless", 2), ("Useless, Useless", 1), ("Bound", 3)])
def test_a_useless_card_makes_its_player_draw(mods: str, left: int) -> None:
    duel = trio(f"8 [{mods}]", deck=["2", "2", "2"])
    while duel.options("ann")[:1] == ["2"]:
        duel.choose("ann", "2")

    assert len(duel.deck("ann")) == left


@pytest.mark.parametrize(
    ("modifier", "given"),
    [
        pytest.param("Mean", ["Torn"], marks=pytest.mark.rule("H-213", "H-201")),
        pytest.param("Demonic", ["Holographic", "Bound"], marks=pytest.mark.rule("H-214")),
        pytest.param("Satanic", ["Holographic", "Useless"], marks=pytest.mark.rule("H-215")),
        pytest.param("Unholy", ["Timely", "Useless"], marks=pytest.mark.rule("H-216")),
    ],
)
def test_a_card_in_any_hand_must_be_given_modifiers(modifier: str, given: list[str]) -> None:
    duel = trio(f"8 [{modifier}]")
    assert duel.options("ann") == ["ann", "bob", "cy"]
    duel.choose("ann", "bob")
    assert duel.options("ann") == ["4", "10"]
    duel.choose("ann", "10")

    assert marks(duel, "modifier", "10", "hand", "bob") == given
    assert marks(duel, "modifier", "4", "hand", "bob") == []
    assert marks(duel, "modifier", "10", "inventory", "bob") == []
    assert duel.turn == "bob"


@pytest.mark.rule("H-216")
def test_ones_own_hand_can_be_chosen_and_a_card_made_timely_stays_in_it() -> None:
    duel = trio("8 [Unholy]", "9", "2")
    duel.choose("ann", "ann", "9")

    assert duel.hand("ann") == ["9", "2"]
    assert duel.turn == "bob"
    assert duel.playable("ann") == ["9"]


# ---- Fragile -------------------------------------------------------------------------------------


def fragile(cracks: int, *others: str, mods: str = "Fragile", **values: int) -> Duel:
    duel = Duel(
        pile=[SEVEN],
        values={name.replace("_", " "): n for name, n in values.items()},
        ann={"hand": [f"8 [{mods}]", *others], "inventory": ["9 [Fragile]"]},
        bob={"hand": SPARE},
    )
    set_counter(duel, "crack", cracks, "8", "inventory", "ann")
    set_counter(duel, "crack", 2, "9", "inventory", "ann")
    return duel


@pytest.mark.rule("H-210")
@pytest.mark.parametrize(
    ("cracks", "limit", "left"),
    [(2, 3, ["9"]), (1, 3, ["8", "9"]), (0, 3, ["8", "9"]), (1, 2, []), (0, 1, [])],
)
def test_the_original_goes_at_the_end_of_the_third_game_in_which_it_was_played(
    cracks: int, limit: int, left: list[str]
) -> None:
    duel = fragile(cracks, fragile_limit=limit)
    duel.play("ann", "8")

    assert duel.match.winners == ["ann"]
    assert duel.cards("ann", "inventory") == left


@pytest.mark.rule("H-210")
def test_lying_in_a_hand_wears_out_nothing_and_the_game_must_be_over() -> None:
    duel = fragile(2, "3")
    duel.play("ann", "8")
    assert duel.cards("ann", "inventory") == ["8", "3", "9"]
    duel.choose("bob", "forfeit")

    assert duel.cards("ann", "inventory") == ["3", "9"]


@pytest.mark.rule("H-210", "H-222")
def test_an_adamantine_fragile_original_survives_but_is_copied_no_more() -> None:
    duel = fragile(2, mods="Fragile, Adamantine")
    duel.play("ann", "8")
    assert duel.cards("ann", "inventory") == ["8", "9"]

    later = fragile(3, "3", mods="Fragile, Adamantine")
    later.match.amend("- At any time, a participant may enlist a card in their inventory.")
    offered = [option for option in later.options("ann") if option.startswith("enlist")]

    assert sorted(offered) == ["enlist 3", "enlist 9"]


# ---- Speedy --------------------------------------------------------------------------------------


@pytest.mark.rule("H-211", "W-08")
def test_a_speedy_card_earns_a_turn_unless_the_card_before_it_was_speedy() -> None:
    duel = Duel(
        pile=["5 {Clubs; green}"],
        ann={"hand": ["5 [Speedy]", "5 [Speedy]", "9 [Speedy]", "2"]},
        bob={"hand": ["6 [Speedy]", "2"]},
        cy={"hand": ["10", "3"]},
    )
    turns = []
    for player, card in (("ann", "5"), ("ann", "5"), ("bob", "6"), ("cy", "10"), ("ann", "9")):
        duel.play(player, card)
        turns.append(duel.turn)

    assert turns == ["ann", "bob", "cy", "ann", "ann"]


@pytest.mark.rule("H-211")
def test_a_speedy_first_card_of_the_game_earns_a_turn() -> None:
    duel = Duel(ann={"hand": ["2", "8 [Speedy]", "3 [Speedy]"]}, bob={"hand": SPARE})
    duel.play("ann", "3")

    assert duel.turn == "ann"


@pytest.mark.rule("H-211")
def test_two_speedy_instances_earn_one_turn() -> None:
    duel = trio("8 [Speedy, Speedy]", deck=["2"])
    assert duel.turn == "ann"
    duel.choose("ann", "yield")

    assert duel.turn == "bob"


@pytest.mark.rule("H-211", "H-220")
def test_the_card_before_a_second_card_is_the_one_that_brought_it() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Deceitful, Speedy]", "2"]},
        bob={"hand": ["2", "9 [Speedy]", "3"]},
        cy={"hand": SPARE},
    )
    duel.play("ann", "8")
    duel.choose("ann", "bob", "9")

    assert [line for line in lines(duel, "goes again")] == ["ann goes again"]
    assert lines(duel, "9's forerunner", "ann goes again") == [
        "9's forerunner becomes 8",
        "ann goes again",
    ]


@pytest.mark.rule("H-223", "H-211")
def test_a_card_whose_chaotic_acted_as_speedy_counts_as_speedy() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["8 [Chaotic]", "7 [Speedy]", "2"]}, bob={"hand": SPARE})
    duel.fate(4)
    duel.play("ann", "8")
    assert duel.turn == "ann"
    duel.play("ann", "7")

    assert duel.turn == "bob"


# ---- Sacrificial and Adamantine ------------------------------------------------------------------


@pytest.mark.rule("H-217", "H-218", "W-10")
def test_a_sacrifice_takes_original_and_copy_although_they_are_adamantine() -> None:
    duel = Duel(
        pile=["4 {Hearts; red}"],
        ann={
            "hand": ["Lotto Ticket {Hearts; red} [Sacrificial, Adamantine]", "3"],
            "deck": ["Lotto Ticket"],
        },
        bob={"hand": SPARE},
    )
    assert duel.cards("ann", "inventory") == ["Lotto Ticket", "3", "Lotto Ticket"]
    duel.fate(57)
    duel.play("ann", "Lotto Ticket")

    assert duel.count("ann", "chip") == 1
    assert duel.cards("ann", "inventory") == ["3", "Lotto Ticket"]
    assert duel.deck("ann") == ["Lotto Ticket"]
    assert duel.hand("ann") == ["3"]
    assert duel.pile == ["4"]


@pytest.mark.rule("H-218", "W-10")
@pytest.mark.parametrize(("place", "owner"), [("pool", ""), ("inventory", "bob")])
def test_an_original_is_sacrificed_wherever_it_lies_with_all_its_copies(
    place: str, owner: str
) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Sacrificial]", "3"]},
        bob={"hand": SPARE, "deck": ["8 [Adamantine]", "8"]},
    )
    original = duel.found("8", "inventory", "ann")
    copied = duel.state.column(duel.match.rules.copied)
    for copy in duel.state.zones[duel._place(1, "deck")][:1]:
        copied[copy] = original
    duel._put(original, duel._place(duel.seat(owner) if owner else -1, place))
    left = [card for card in duel.cards(owner, place)][:-1]
    duel.play("ann", "8")

    assert duel.cards(owner, place) == left
    assert duel.deck("bob") == ["8"]
    assert duel.pile == ["7"]


@pytest.mark.rule("H-218", "H-004")
def test_a_sacrificed_card_that_was_made_in_the_game_takes_no_original_with_it() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Sacrificial, Adamantine]", "3"], "inventory": ["5"]},
        bob={"hand": SPARE, "deck": ["4"]},
    )
    copied = duel.state.column(duel.match.rules.copied)
    copied[duel.found("8", "hand", "ann")] = -1
    duel.play("ann", "8")

    assert duel.cards("ann", "inventory") == ["8", "3", "5"]
    assert duel.deck("bob") == ["4"]
    assert duel.pile == ["7"]


@pytest.mark.rule("H-218")
def test_the_removal_comes_after_everything_else_about_the_play() -> None:
    duel = trio("8 [Sacrificial, Silvery, Useless]", deck=["2", "3"])
    duel.choose("ann", "3")

    assert lines(duel, "ann gains", "ann draws", "destroys") == [
        "ann gains 1 chip", "ann gains 3 vertebrae", "ann draws 3",
        "ann destroys 8", "ann destroys 8",
    ]  # fmt: skip
    assert duel.pile == ["9", "7"]


@pytest.mark.rule("H-222")
def test_an_adamantine_card_is_chosen_and_stays() -> None:
    duel = trio("8 [Wrathful]", "3 [Adamantine]")
    duel.choose("ann", "4", "9")

    assert [duel.hand(player) for player in ("ann", "bob", "cy")] == [["3"], ["10"], ["5"]]


@pytest.mark.rule("H-222")
@pytest.mark.parametrize(("card", "left"), [("3 [Adamantine]", ["3"]), ("3", [])])
def test_a_kitten_does_not_destroy_an_adamantine_card(card: str, left: list[str]) -> None:
    duel = Duel(
        pile=["7 {Hearts; red}"],
        ann={"hand": ["Exploding Kitten {Hearts}", card]},
        bob={"hand": SPARE},
    )
    duel.play("ann", "Exploding Kitten")

    assert duel.hand("ann") == left


# ---- cards of other hands ------------------------------------------------------------------------


@pytest.mark.rule("H-219", "W-30", "H-344")
def test_wrath_takes_a_card_of_each_hand_beginning_with_ones_own() -> None:
    duel = Duel(
        pile=["8"], turn="bob", ann={"hand": ["2"]}, bob={"hand": ["3", "7 [Wrathful]"]},
        cy={"hand": ["5"]},
    )  # fmt: skip
    duel.play("bob", "7")

    assert lines(duel, "destroys") == ["bob destroys 3", "bob destroys 5", "bob destroys 2"]
    assert duel.match.winners == ["bob"]


@pytest.mark.rule("H-219")
def test_an_empty_hand_is_passed_over_and_who_plays_chooses_in_each() -> None:
    duel = trio("8 [Wrathful]", "2", "3")
    assert duel.asked() == ["ann"]
    asked = []
    while not duel.quiet:
        asked.append(duel.options("ann"))
        duel.choose("ann", duel.options("ann")[-1])

    assert asked == [["2", "3"], ["4", "10"], ["5", "9"]]
    assert [duel.hand(player) for player in ("ann", "bob", "cy")] == [["2"], ["4"], ["5"]]


@pytest.mark.rule("H-220")
def test_a_second_card_is_played_in_full_within_the_first_and_for_its_player() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Deceitful, Holographic]", "2", "3"]},
        bob={"hand": ["2", "3", "Jack {Stars} [Silvery]"], "deck": ["9"]},
        cy={"hand": SPARE},
    )
    duel.play("ann", "8")
    assert duel.options("ann") == ["bob", "cy"]
    duel.choose("ann", "bob", "Jack")

    assert duel.pile == ["7", "8", "Jack"]
    assert duel.hand("bob") == ["2", "3", "9"]
    assert lines(duel, "ann gains") == ["ann gains 3 vertebrae", "ann gains 1 vertebra"]
    assert lines(duel, "bob gains 1 debt") == ["bob gains 1 debt"]
    assert duel.turn == "bob"


@pytest.mark.rule("H-220")
@pytest.mark.parametrize(
    ("first", "second"),
    [("6 {Stars}", "5 {Stars}"), ("Joker {Stars; red}", "3 {Clubs; green}"), ("8", "King {Stars}")],
)
def test_no_playing_condition_is_asked_of_the_second_card(first: str, second: str) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": [f"{first} [Deceitful]", "2"]},
        bob={"hand": ["2", second]},
    )
    duel.play("ann", first.split(" {")[0])
    duel.choose("ann", second.split(" {")[0])

    assert duel.pile[-1] == second.split(" {")[0]


@pytest.mark.rule("H-220")
def test_a_torn_second_card_has_no_penalty() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Deceitful]", "3"], "deck": ["2", "5"]},
        bob={"hand": ["3", "9 {Clubs; green} [Torn]", "4"]},
    )
    duel.play("ann", "8")
    duel.fate(5)
    duel.choose("ann", "9")

    assert lines(duel, "set of values") == ["9's set of values becomes 11"]
    assert duel.deck("ann") == ["2", "5"]


@pytest.mark.rule("H-220")
def test_without_a_card_in_another_hand_nothing_more_is_played() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Deceitful, Deceitful, Holographic]", "3", "2"]},
        bob={"hand": ["6 {Stars}"], "debt": 1, "deck": ["2"]},
    )
    duel.play("ann", "8")

    assert duel.pile == ["7", "8", "6"]
    assert vertebrae(duel) == [1, 0]


@pytest.mark.rule("W-24", "H-220", "H-344")
@pytest.mark.parametrize(("second", "winner"), [("4 [Useless]", "bob"), ("3", "ann")])
def test_deceit_backfires_if_the_second_card_makes_one_draw(second: str, winner: str) -> None:
    duel = Duel(
        pile=["9"],
        ann={"hand": ["9 [Deceitful]"], "deck": ["2", "5"]},
        bob={"hand": [second], "deck": ["9"]},
    )
    duel.play("ann", "9")
    if duel.options("ann"):
        duel.choose("ann", "5")

    assert duel.match.winners == [winner]


@pytest.mark.rule("H-221")
def test_a_cheat_takes_two_cards_of_other_hands() -> None:
    duel = trio("8 [Cheating]")
    assert duel.options("ann") == ["4", "10", "5", "9"]
    duel.choose("ann", "10", "9")

    assert [duel.hand(player) for player in ("ann", "bob", "cy")] == [["2", "3"], ["4"], ["5"]]
    assert duel.turn == "bob"


@pytest.mark.rule("H-221", "H-222", "H-383")
def test_a_cheat_who_finds_fewer_than_two_cards_loses_when_the_play_is_over() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Cheating, Holographic]"]},
        bob={"hand": ["2", "3 [Adamantine]"]},
        cy={"hand": ["4 [Adamantine]", "5 [Adamantine]"]},
    )
    duel.play("ann", "8")

    assert duel.hand("bob") == ["2", "3"]
    assert lines(duel, "vertebra", "forfeits") == ["ann gains 1 vertebra", "ann forfeits"]
    assert duel.match.winners == []
    assert duel.turn == "bob"


# ---- Chaotic -------------------------------------------------------------------------------------


@pytest.mark.rule("H-223")
@pytest.mark.parametrize(
    ("pick", "story"),
    [
        (1, ["ann draws 2"]),
        (2, ["ann rolls 4"]),
        (3, ["ann gains 1 vertebra"]),
        (4, ["ann goes again"]),
        (5, ["ann destroys 4", "ann destroys 10"]),
    ],
)
def test_a_chaotic_card_acts_as_one_of_five_modifiers(pick: int, story: list[str]) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["7 {Spades; blue} [Chaotic]", "3"], "deck": ["2"]},
        bob={"hand": ["4", "10", "2"]},
    )
    duel.fate(pick, 4)
    duel.play("ann", "7")
    while not duel.quiet:
        duel.choose("ann", duel.options("ann")[0])

    assert lines(duel, "draws", "rolls", "vertebra", "again", "destroys") == story
    assert marks(duel, "modifier", "7", "pile") == ["Chaotic"]


@pytest.mark.rule("H-223", "H-206", "H-382")
def test_chance_decides_chaotic_before_any_torn_is_rolled() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 {Spades; blue} [Torn, Chaotic]", "3"], "deck": ["2"]},
        bob={"hand": SPARE},
    )
    duel.fate(2, 1, 5)
    duel.play("ann", "8")

    assert lines(duel, "chooses", "rolls", "set of values") == [
        "ann chooses Torn", "ann rolls 1", "8's set of values becomes 6",
        "ann rolls 5", "8's set of values becomes 8",
    ]  # fmt: skip
    assert duel.deck("ann") == ["2"]


# ---- the order of turns --------------------------------------------------------------------------


@pytest.mark.rule("H-224")
@pytest.mark.parametrize(("mods", "after"), [("Reflected", "cy"), ("Reflected, Reflected", "bob")])
def test_a_reflected_card_turns_the_order_at_once(mods: str, after: str) -> None:
    assert trio(f"8 [{mods}]").turn == after


@pytest.mark.rule("H-225")
@pytest.mark.parametrize(
    ("mods", "after"),
    [
        ("Jumping", "cy"),
        ("Jumping, Jumping", "ann"),
        ("Reflected, Jumping", "bob"),
        ("Jumping, Reflected", "cy"),
    ],
)
def test_a_jumping_card_passes_over_the_next_who_is_not_passed_over_already(
    mods: str, after: str
) -> None:
    assert trio(f"8 [{mods}]").turn == after


@pytest.mark.rule("H-225")
def test_who_is_passed_over_already_is_not_passed_over_twice() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Jumping]", "2", "3"], "deck": ["2"]},
        bob={"hand": SPARE, "delay": 1},
        cy={"hand": SPARE},
    )
    duel.play("ann", "8")
    assert [duel.count(player, "delay") for player in ("ann", "bob", "cy")] == [0, 0, 0]
    assert duel.turn == "ann"
    duel.choose("ann", "yield")

    assert duel.turn == "bob"


@pytest.mark.rule("H-225")
def test_with_two_participants_a_jump_brings_another_turn() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["8 [Jumping]", "2", "3"]}, bob={"hand": SPARE})
    duel.play("ann", "8")
    assert duel.turn == "ann"
    duel.choose("ann", "yield")

    assert duel.turn == "bob"


# ---- the order of one play -----------------------------------------------------------------------


GRANTS = {"Silvery": "ann gains 3 vertebrae", "Holographic": "ann gains 1 vertebra",
          "Sacrificial": "ann gains 1 chip", "Useless": "ann draws 5"}  # fmt: skip


@pytest.mark.rule("H-382", "H-223")
@pytest.mark.parametrize(
    ("mods", "pick", "order"),
    [
        ("Chaotic, Silvery", 1, ["Useless", "Silvery"]),
        ("Silvery, Chaotic", 1, ["Silvery", "Useless"]),
        ("Sacrificial, Chaotic, Silvery", 3, ["Sacrificial", "Holographic", "Silvery"]),
        ("Chaotic, Useless, Silvery", 3, ["Holographic", "Useless", "Silvery"]),
        ("Holographic, Chaotic, Sacrificial", 1, ["Holographic", "Useless", "Sacrificial"]),
    ],
)
def test_what_a_chaotic_card_acts_as_acts_in_the_place_of_chaotic(
    mods: str, pick: int, order: list[str]
) -> None:
    duel = Duel(
        pile=["9 {Stars; white}", SEVEN],
        ann={"hand": [f"8 [{mods}]", *SPARE], "deck": ["5"]},
        bob={"hand": SPARE},
        cy={"hand": SPARE},
    )
    duel.fate(pick)
    duel.play("ann", "8")

    assert lines(duel, "ann gains", "ann draws") == [GRANTS[mod] for mod in order]


@pytest.mark.rule("H-382", "H-223", "H-206")
def test_two_chaotic_modifiers_act_each_in_its_place() -> None:
    duel = Duel(
        pile=["9 {Stars; white}", SEVEN],
        ann={"hand": ["8 [Chaotic, Silvery, Chaotic]", *SPARE], "deck": ["5"]},
        bob={"hand": SPARE},
        cy={"hand": SPARE},
    )
    duel.fate(1, 3)
    duel.play("ann", "8")

    assert lines(duel, "ann gains", "ann draws") == [
        GRANTS[mod] for mod in ("Useless", "Silvery", "Holographic")
    ]


@pytest.mark.rule("H-382", "H-218")
@pytest.mark.parametrize("mods", ["Sacrificial, Useless, Silvery", "Silvery, Sacrificial, Useless"])
def test_a_sacrifice_is_made_when_all_other_modifiers_have_acted(mods: str) -> None:
    duel = trio(f"8 [{mods}]", deck=["5"])

    found = lines(duel, "ann gains", "ann draws", "loses", "destroys")
    assert found[:3] == [GRANTS[mod] for mod in mods.split(", ")]
    assert found[-2:] == ["ann destroys 8", "ann destroys 8"]
    assert duel.pile == ["9", "7"]


@pytest.mark.rule("H-382", "H-218", "H-179")
def test_a_sacrifice_comes_behind_what_the_card_says_of_the_card_below_it() -> None:
    duel = Duel(
        pile=["7 {Hearts; Clocks}"],
        ann={"hand": ["Prince of Clocks {Hearts} [Sacrificial]", *SPARE]},
        bob={"hand": SPARE},
        cy={"hand": SPARE},
    )
    duel.play("ann", "Prince of Clocks")

    assert duel.turn == "cy"
    assert duel.pile == ["7"]


@pytest.mark.rule("H-382", "H-218", "H-181")
def test_a_sacrifice_comes_behind_what_waited_for_the_play() -> None:
    duel = Duel(
        pile=["Queen {Hearts}"],
        ann={"hand": ["Goddess of Clocks", *SPARE]},
        bob={"hand": ["King {Stars} [Sacrificial]", *SPARE], "deck": ["5"]},
    )
    duel.play("ann", "Goddess of Clocks")
    duel.play("bob", "King")
    duel.choose("bob", "enough")

    assert lines(duel, "bob draws", "bob destroys") == [
        "bob draws 5", "bob destroys King", "bob destroys King",
    ]  # fmt: skip


@pytest.mark.rule("H-382", "H-218", "H-220")
def test_a_sacrifice_of_a_second_card_is_made_within_the_first_play() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Deceitful, Holographic]", *SPARE]},
        bob={"hand": ["9 [Sacrificial]", "3"]},
    )
    duel.play("ann", "8")
    duel.choose("ann", "9")

    assert lines(duel, "ann gains", "ann destroys") == [
        "ann gains 1 chip", "ann destroys 9", "ann destroys 9", "ann gains 1 vertebra",
    ]  # fmt: skip
    assert duel.pile == ["7", "8"]
