"""The unicorns of the deck, a story for each."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, seen, told


@pytest.mark.rule("U-201", "U-202", "U-186")
@pytest.mark.parametrize("baby", ["Baby Unicorn", "Baby Narwhal"])
def test_a_baby_that_is_destroyed_goes_to_the_nursery(baby: str) -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": [baby]}, nursery=[])

    table.play("A", "Unicorn Poison")

    assert table.cards("", "nursery") == [baby]
    assert discards(table) == ["Unicorn Poison"]


@pytest.mark.rule("U-203", "U-204", "U-037")
@pytest.mark.parametrize("card", ["Basic Unicorn", "Narwhal"])
def test_a_basic_unicorn_does_nothing_when_it_comes_or_goes(card: str) -> None:
    table = lay(
        a={"hand": [card, "Yay"], "stable": ["Basic Unicorn"]},
        b={"hand": ["Unicorn Poison", "Slowdown"], "stable": ["Basic Unicorn"]},
    )

    table.play("A", card)
    table.choose("A", "A's stable")
    hands = table.cards("A", "hand"), table.cards("B", "hand")
    table.play("B", "Unicorn Poison")
    table.choose("B", card)

    assert hands == (["Yay"], ["Unicorn Poison", "Slowdown"])
    assert discards(table) == sorted([card, "Unicorn Poison"])
    assert table.turn == "C"


@pytest.mark.rule("U-205")
def test_a_stolen_upgrade_is_not_played_and_a_broken_stable_takes_it() -> None:
    table = lay(
        a={"hand": ["Alluring Narwhal"], "stable": ["Broken Stable"]},
        b={"stable": ["Rainbow Aura"], "hand": ["Neigh"]},
    )

    table.play("A", "Alluring Narwhal")
    table.choose("B", "no")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Broken Stable", "Alluring Narwhal", "Rainbow Aura"]
    assert told(table, "play") == ["A play Alluring Narwhal"]


@pytest.mark.rule("U-205", "U-086", "U-085")
def test_an_alluring_narwhal_may_leave_the_upgrades_alone() -> None:
    table = lay(a={"hand": ["Alluring Narwhal"]}, b={"stable": ["Yay", "Slowdown"]})

    table.play("A", "Alluring Narwhal")
    table.choose("A", "A's stable", "no")

    assert table.cards("B", "stable") == ["Yay", "Slowdown"]
    assert table.turn == "B"


@pytest.mark.rule("U-206", "U-019")
@pytest.mark.parametrize(("fate", "pulled"), [(1, "Yay"), (2, "Narwhal"), (3, "Slowdown")])
def test_an_americorn_pulls_any_card_of_a_hand(fate: int, pulled: str) -> None:
    table = lay(
        a={"hand": ["Americorn"]},
        b={"hand": ["Yay", "Narwhal", "Slowdown"]},
        c={"hand": ["Rhinocorn"]},
    )

    table.play("A", "Americorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.fate(fate)
    table.choose("A", "B")

    assert offered == ["B", "C"]
    assert table.cards("A", "hand") == [pulled]
    assert sorted([pulled, *table.cards("B", "hand")]) == ["Narwhal", "Slowdown", "Yay"]


@pytest.mark.rule("U-206")
def test_an_americorn_passes_over_empty_hands() -> None:
    table = lay(a={"hand": ["Americorn"]}, c={"hand": ["Rhinocorn"]})

    table.play("A", "Americorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "hand") == ["Rhinocorn"]


@pytest.mark.rule("U-206", "U-086")
def test_an_americorn_may_be_declined() -> None:
    table = lay(a={"hand": ["Americorn"]}, c={"hand": ["Rhinocorn"]})

    table.play("A", "Americorn")
    table.choose("A", "A's stable", "no")

    assert table.cards("A", "hand") == []
    assert table.cards("C", "hand") == ["Rhinocorn"]


@pytest.mark.rule("U-206", "U-148")
def test_an_americorn_among_empty_hands_offers_nothing() -> None:
    table = lay(a={"hand": ["Americorn"]})

    table.play("A", "Americorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"


@pytest.mark.rule("U-207", "U-017", "U-048")
def test_an_annoying_flyer_makes_another_player_discard() -> None:
    table = lay(
        a={"hand": ["Annoying Flying Unicorn", "Yay"]},
        b={"hand": ["Narwhal", "Slowdown"]},
        c={"hand": ["Rhinocorn"]},
    )

    table.play("A", "Annoying Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    players = table.options("A")
    table.choose("A", "B")
    offered = table.options("B")
    table.choose("B", "Slowdown")

    assert players == ["B", "C"]
    assert offered == ["Narwhal", "Slowdown"]
    assert discards(table) == ["Slowdown"]


@pytest.mark.rule("U-207", "U-086")
def test_an_annoying_flyer_may_be_declined() -> None:
    table = lay(a={"hand": ["Annoying Flying Unicorn"]}, b={"hand": ["Narwhal"]})

    table.play("A", "Annoying Flying Unicorn")
    table.choose("A", "A's stable", "no")

    assert discards(table) == []
    assert table.cards("B", "hand") == ["Narwhal"]


FLYERS = ["Annoying", "Greedy", "Magical", "Majestic", "Swift"]


@pytest.mark.rule("U-207", "U-214", "U-216", "U-218", "U-230", "U-160")
@pytest.mark.parametrize("flyer", FLYERS)
def test_a_flyer_that_is_destroyed_comes_back_to_the_hand(flyer: str) -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": [f"{flyer} Flying Unicorn"]})

    table.play("A", "Unicorn Poison")

    assert table.cards("B", "hand") == [f"{flyer} Flying Unicorn"]
    assert discards(table) == ["Unicorn Poison"]


@pytest.mark.rule("U-207", "U-214", "U-216", "U-218", "U-230", "U-160")
@pytest.mark.parametrize("flyer", FLYERS)
def test_a_flyer_that_is_sacrificed_comes_back_to_the_hand(flyer: str) -> None:
    table = lay(a={"hand": ["Two-For-One"], "stable": [f"{flyer} Flying Unicorn"]})

    table.play("A", "Two-For-One")

    assert table.cards("A", "hand") == [f"{flyer} Flying Unicorn"]
    assert discards(table) == ["Two-For-One"]


@pytest.mark.rule("U-018", "U-160")
def test_a_flyer_that_is_discarded_from_the_hand_stays_away() -> None:
    table = lay(a={"hand": ["Llamacorn", "Swift Flying Unicorn"]})

    table.play("A", "Llamacorn")
    table.choose("A", "A's stable")

    assert table.cards("A", "hand") == []
    assert discards(table) == ["Swift Flying Unicorn"]


@pytest.mark.rule("U-208")
def test_the_black_knight_does_not_answer_a_sacrifice() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Black Knight Unicorn", "Narwhal"]},
    )

    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal")

    assert table.cards("A", "stable") == ["Black Knight Unicorn"]


@pytest.mark.rule("U-209", "U-070", "U-148")
def test_a_chainsaw_without_a_branch_that_is_possible_offers_nothing() -> None:
    table = lay(
        a={"hand": ["Chainsaw Unicorn"], "stable": ["Yay"]}, b={"stable": ["Tiny Stable"]}
    )  # fmt: skip

    table.play("A", "Chainsaw Unicorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert discards(table) == []


@pytest.mark.rule("U-210", "U-024")
@pytest.mark.parametrize("narwhal", ["Classy Narwhal", "Shabby the Narwhal", "The Great Narwhal"])
def test_a_search_that_finds_nothing_still_shuffles(narwhal: str) -> None:
    table = lay(a={"hand": [narwhal]}, deck=["Neigh", "Basic Unicorn", "Rhinocorn"])

    table.play("A", narwhal)
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "hand") == []
    assert [e.object for e in table.events if e.verb == "shuffle"] == ["deck"]


@pytest.mark.rule("U-024", "U-210")
def test_whoever_began_a_search_takes_a_card_that_fits() -> None:
    table = lay(a={"hand": ["Classy Narwhal"]}, deck=["Neigh", "Yay", "Rhinocorn"])

    table.play("A", "Classy Narwhal")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-210", "U-227", "U-231", "U-086")
@pytest.mark.parametrize("narwhal", ["Classy Narwhal", "Shabby the Narwhal", "The Great Narwhal"])
def test_a_search_that_is_declined_leaves_the_deck_as_it_is(narwhal: str) -> None:
    deck = ["Yay", "Slowdown", "Narwhal", "Neigh"]
    table = lay(a={"hand": [narwhal]}, deck=deck)

    table.play("A", narwhal)
    table.choose("A", "A's stable", "no")

    assert table.cards("", "deck") == deck
    assert told(table, "shuffle") == []


@pytest.mark.rule("U-227", "U-022", "U-023")
def test_shabby_finds_a_downgrade_and_shows_it() -> None:
    table = lay(a={"hand": ["Shabby the Narwhal"]}, deck=["Slowdown", "Yay", "Nanny Cam", "Neigh"])

    table.play("A", "Shabby the Narwhal")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Slowdown")

    assert sorted(offered) == ["Nanny Cam", "Slowdown"]
    assert table.cards("A", "hand") == ["Slowdown"]
    assert told(table, "reveal", "shuffle") == ["A reveal Slowdown", "A shuffle deck"]


@pytest.mark.rule("U-231", "U-023")
def test_the_great_narwhal_finds_every_narwhal_of_the_deck() -> None:
    fitting = [
        "Narwhal", "Alluring Narwhal", "Classy Narwhal", "Narwhal Torpedo", "Shabby the Narwhal",
    ]  # fmt: skip
    table = lay(a={"hand": ["The Great Narwhal"]}, deck=["Rhinocorn", *fitting, "Yay"])

    table.play("A", "The Great Narwhal")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Narwhal Torpedo")

    assert sorted(offered) == sorted(fitting)
    assert table.cards("A", "hand") == ["Narwhal Torpedo"]
    assert told(table, "reveal", "shuffle") == ["A reveal Narwhal Torpedo", "A shuffle deck"]


@pytest.mark.rule("U-211")
def test_a_dark_angel_that_sacrifices_itself_does_not_come_back() -> None:
    table = lay(a={"hand": ["Dark Angel Unicorn"]}, discard=["Rhinocorn", "Yay"])

    table.play("A", "Dark Angel Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Rhinocorn"]
    assert discards(table) == ["Dark Angel Unicorn", "Yay"]


@pytest.mark.rule("U-211")
def test_a_dark_angel_brings_back_what_was_just_sacrificed() -> None:
    table = lay(a={"hand": ["Dark Angel Unicorn"], "stable": ["Narwhal"]})

    table.play("A", "Dark Angel Unicorn")
    table.choose("A", "A's stable", "yes", "Narwhal")

    assert table.cards("A", "stable") == ["Dark Angel Unicorn", "Narwhal"]


@pytest.mark.rule("U-211", "U-186", "U-065")
def test_a_baby_given_to_the_dark_angel_is_not_in_the_discard_pile() -> None:
    table = lay(a={"hand": ["Dark Angel Unicorn"], "stable": ["Baby Unicorn"]}, nursery=[])

    table.play("A", "Dark Angel Unicorn")
    table.choose("A", "A's stable", "yes", "Baby Unicorn")

    assert table.cards("A", "stable") == ["Dark Angel Unicorn"]
    assert table.cards("", "nursery") == ["Baby Unicorn"]


@pytest.mark.rule("U-213", "U-136")
def test_whoever_has_a_giant_plays_no_neighs() -> None:
    table = lay(
        a={"hand": ["Narwhal"]},
        b={"hand": ["Neigh", "Super Neigh"], "stable": ["Ginormous Unicorn"]},
    )

    table.play("A", "Narwhal")

    assert table.asked() == ["A"]
    assert table.cards("B", "hand") == ["Neigh", "Super Neigh"]


@pytest.mark.rule("U-213", "U-172")
def test_a_giant_counts_twice_for_winning() -> None:
    table = lay(a={"hand": ["Ginormous Unicorn"], "stable": ["Basic Unicorn"] * 5})

    table.play("A", "Ginormous Unicorn")
    table.choose("A", "A's stable")

    assert table.match.winners == ["A"]


@pytest.mark.rule("U-214")
def test_a_greedy_flyer_draws_unasked() -> None:
    table = lay(a={"hand": ["Greedy Flying Unicorn"]}, deck=["Yay", "Rhinocorn"])

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("A", "hand") == ["Rhinocorn"]
    assert told(table, "draw") == ["A draw Rhinocorn"]


@pytest.mark.rule("U-215", "U-049", "U-094", "U-095", "U-017")
def test_a_llamacorn_makes_each_player_discard() -> None:
    table = lay(
        a={"hand": ["Llamacorn", "Yay", "Slowdown"]},
        b={"hand": ["Narwhal", "Rhinocorn"]},
        c={"hand": []},
        d={"hand": ["Tiny Stable"]},
    )

    table.play("A", "Llamacorn")
    table.choose("A", "A's stable")
    asked = table.asked()
    offered = table.options("A"), table.options("B")
    table.choose("A", "Yay")
    table.choose("B", "Rhinocorn")

    assert asked == ["A", "B"]
    assert offered == (["Yay", "Slowdown"], ["Narwhal", "Rhinocorn"])
    assert discards(table) == ["Rhinocorn", "Tiny Stable", "Yay"]


@pytest.mark.rule("U-215")
def test_a_llamacorn_in_another_stable_spares_nobody_either() -> None:
    table = lay(a={"hand": ["Llamacorn", "Yay"]}, b={"hand": ["Narwhal"]})

    table.play("A", "Llamacorn")
    table.choose("A", "B's stable")

    assert discards(table) == ["Narwhal", "Yay"]


@pytest.mark.rule("U-216", "U-021")
def test_a_magical_flyer_takes_a_magic_card_from_the_discard_pile() -> None:
    table = lay(
        a={"hand": ["Magical Flying Unicorn"]},
        discard=["Good Deal", "Rhinocorn", "Neigh", "Yay", "Back Kick"],
    )

    table.play("A", "Magical Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Good Deal")

    assert sorted(offered) == ["Back Kick", "Good Deal"]
    assert table.cards("A", "hand") == ["Good Deal"]
    assert discards(table) == ["Back Kick", "Neigh", "Rhinocorn", "Yay"]


@pytest.mark.rule("U-218", "U-021", "U-194")
def test_a_majestic_flyer_takes_a_unicorn_from_the_discard_pile() -> None:
    table = lay(
        a={"hand": ["Majestic Flying Unicorn"], "stable": ["Pandamonium"]},
        discard=["Good Deal", "Rhinocorn", "Narwhal", "Yay"],
    )

    table.play("A", "Majestic Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Rhinocorn")

    assert sorted(offered) == ["Narwhal", "Rhinocorn"]
    assert table.cards("A", "hand") == ["Rhinocorn"]


@pytest.mark.rule("U-230")
def test_a_swift_flyer_takes_a_neigh_of_either_kind() -> None:
    table = lay(
        a={"hand": ["Swift Flying Unicorn"]}, discard=["Neigh", "Good Deal", "Super Neigh", "Yay"]
    )

    table.play("A", "Swift Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Super Neigh")

    assert sorted(offered) == ["Neigh", "Super Neigh"]
    assert table.cards("A", "hand") == ["Super Neigh"]


@pytest.mark.rule("U-216", "U-218", "U-230", "U-086")
@pytest.mark.parametrize(
    ("flyer", "lying"), [("Magical", "Good Deal"), ("Majestic", "Narwhal"), ("Swift", "Neigh")]
)
def test_a_flyer_may_leave_the_discard_pile_alone(flyer: str, lying: str) -> None:
    table = lay(a={"hand": [f"{flyer} Flying Unicorn"]}, discard=[lying])

    table.play("A", f"{flyer} Flying Unicorn")
    table.choose("A", "A's stable", "no")

    assert table.cards("A", "hand") == []
    assert discards(table) == [lying]


@pytest.mark.rule("U-216", "U-218", "U-230", "U-148")
@pytest.mark.parametrize(
    ("flyer", "lying"), [("Magical", "Neigh"), ("Majestic", "Good Deal"), ("Swift", "Narwhal")]
)
def test_a_flyer_is_not_asked_if_nothing_fits(flyer: str, lying: str) -> None:
    table = lay(a={"hand": [f"{flyer} Flying Unicorn"]}, discard=[lying])

    table.play("A", f"{flyer} Flying Unicorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert discards(table) == [lying]


@pytest.mark.rule("U-219", "U-188", "U-189")
def test_a_mother_goose_brings_any_baby_of_the_nursery() -> None:
    table = lay(a={"hand": ["Mother Goose Unicorn"]}, nursery=["Baby Unicorn", "Baby Narwhal"])

    table.play("A", "Mother Goose Unicorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Baby Narwhal")

    assert offered == ["Baby Unicorn", "Baby Narwhal"]
    assert table.cards("A", "stable") == ["Mother Goose Unicorn", "Baby Narwhal"]


@pytest.mark.rule("U-219", "U-188", "U-148")
def test_a_mother_goose_finds_nothing_in_an_empty_nursery() -> None:
    table = lay(a={"hand": ["Mother Goose Unicorn"]}, nursery=[])

    table.play("A", "Mother Goose Unicorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"


@pytest.mark.rule("U-220", "U-031", "U-048")
def test_a_mermaid_returns_a_card_of_another_player() -> None:
    table = lay(
        a={"hand": ["Mermaid Unicorn"], "stable": ["Narwhal"]},
        b={"stable": ["Yay", "Rhinocorn"]},
        c={"stable": ["Slowdown"]},
    )

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable")
    players = table.options("A")
    table.choose("A", "B")
    offered = table.options("A")
    table.choose("A", "Rhinocorn")

    assert players == ["B", "C"]
    assert sorted(offered) == ["Rhinocorn", "Yay"]
    assert table.cards("B", "hand") == ["Rhinocorn"]
    assert table.cards("B", "stable") == ["Yay"]
    assert told(table, "sacrifice", "destroy", "discard") == []


@pytest.mark.rule("U-220", "U-086", "U-083")
def test_a_mermaid_must_return_the_only_card_there_is() -> None:
    table = lay(a={"hand": ["Mermaid Unicorn"]}, c={"stable": ["Slowdown"]})

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("C", "hand") == ["Slowdown"]


@pytest.mark.rule("U-222")
def test_a_necromancer_discards_two_unicorns_and_brings_one() -> None:
    table = lay(
        a={"hand": ["Necromancer Unicorn", "Narwhal", "Rhinocorn", "Americorn", "Yay"]},
        discard=["Llamacorn", "Good Deal"],
    )

    table.play("A", "Necromancer Unicorn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Narwhal", "Rhinocorn")
    brought = table.options("A")
    table.choose("A", "Rhinocorn")

    assert sorted(offered) == ["Americorn", "Narwhal", "Rhinocorn"]
    assert sorted(brought) == ["Llamacorn", "Narwhal", "Rhinocorn"]
    assert table.cards("A", "stable") == ["Necromancer Unicorn", "Rhinocorn"]
    assert table.cards("A", "hand") == ["Americorn", "Yay"]


@pytest.mark.rule("U-222", "U-086")
def test_a_necromancer_may_be_declined() -> None:
    table = lay(a={"hand": ["Necromancer Unicorn", "Narwhal", "Rhinocorn"]}, discard=["Llamacorn"])

    table.play("A", "Necromancer Unicorn")
    table.choose("A", "A's stable", "no")

    assert table.cards("A", "hand") == ["Narwhal", "Rhinocorn"]
    assert discards(table) == ["Llamacorn"]


@pytest.mark.rule("U-224", "U-029", "U-030", "U-134")
def test_a_rainbow_unicorn_brings_a_basic_unicorn_past_the_neighs() -> None:
    table = lay(
        a={"hand": ["Rainbow Unicorn", "Narwhal", "Rhinocorn", "Yay"], "stable": ["Barbed Wire"]},
        b={"hand": ["Neigh"]},
    )

    table.play("A", "Rainbow Unicorn")
    table.choose("B", "no")
    table.choose("A", "A's stable")
    while not table.quiet and table.turn == "A":
        texts = table.options("A")
        table.choose("A", next(t for t in ("yes", "Barbed Wire", "Rhinocorn", "Yay") if t in texts))

    assert table.cards("A", "stable") == ["Barbed Wire", "Rainbow Unicorn", "Narwhal"]
    assert discards(table) == ["Rhinocorn", "Yay"]  # the wire saw both unicorns enter
    assert told(table, "play") == ["A play Rainbow Unicorn"]


@pytest.mark.rule("U-226", "U-086", "U-148")
@pytest.mark.parametrize("hand", [[], ["Yay"]])
def test_a_seductive_unicorn_that_is_not_paid_steals_nothing(hand: list[str]) -> None:
    table = lay(a={"hand": ["Seductive Unicorn", *hand]}, b={"stable": ["Narwhal"]})

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", *["no"] * len(hand))

    assert table.turn == "B"
    assert table.cards("A", "hand") == hand
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-228")
def test_a_shark_gives_itself_for_a_unicorn() -> None:
    table = lay(
        a={"hand": ["Shark With a Horn"], "stable": ["Narwhal"]},
        b={"stable": ["Rhinocorn", "Yay"]},
        c={"stable": ["Llamacorn"]},
    )

    table.play("A", "Shark With a Horn")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Rhinocorn")

    assert sorted(offered) == ["Llamacorn", "Rhinocorn"]
    assert discards(table) == ["Rhinocorn", "Shark With a Horn"]
    assert table.cards("A", "stable") == ["Narwhal"]


@pytest.mark.rule("U-228", "U-089", "U-013")
def test_a_shark_may_give_itself_for_nothing() -> None:
    table = lay(a={"hand": ["Shark With a Horn"], "stable": ["Narwhal"]})

    table.play("A", "Shark With a Horn")
    table.choose("A", "A's stable", "yes")

    assert discards(table) == ["Shark With a Horn"]
    assert table.cards("A", "stable") == ["Narwhal"]


@pytest.mark.rule("U-228", "U-086", "U-065")
def test_a_shark_that_is_kept_destroys_nothing() -> None:
    table = lay(a={"hand": ["Shark With a Horn"]}, b={"stable": ["Rhinocorn"]})

    table.play("A", "Shark With a Horn")
    table.choose("A", "A's stable", "no")

    assert table.cards("A", "stable") == ["Shark With a Horn"]
    assert table.cards("B", "stable") == ["Rhinocorn"]


@pytest.mark.rule("U-229")
def test_a_stabby_that_is_sacrificed_stabs_for_its_player() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Stabby the Unicorn"]},
        b={"stable": ["Narwhal", "Yay", "Slowdown"]},
    )

    table.play("A", "Two-For-One")
    while not table.quiet:
        texts = table.options("A")
        table.choose("A", next(t for t in ("Yay", "Slowdown", "yes", *texts) if t in texts))

    assert table.cards("B", "stable") == []


@pytest.mark.rule("U-232")
def test_a_unicorn_on_the_cob_draws_two_and_discards_one() -> None:
    table = lay(a={"hand": ["Unicorn on the Cob", "Yay"]}, deck=["Neigh", "Narwhal", "Rhinocorn"])

    table.play("A", "Unicorn on the Cob")
    table.choose("A", "A's stable")
    offered = table.options("A")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Narwhal", "Rhinocorn", "Yay"]
    assert discards(table) == ["Narwhal"]
    assert sorted(table.cards("A", "hand")) == ["Rhinocorn", "Yay"]


@pytest.mark.rule("U-233", "U-177")
def test_an_oracle_looks_at_what_there_is() -> None:
    table = lay(
        a={"hand": ["Unicorn Oracle"]}, deck=["Neigh", "Yay"], values={"deck ending": "failed draw"}
    )

    table.play("A", "Unicorn Oracle")
    table.choose("A", "A's stable")
    offered = table.options("A")
    table.choose("A", "Yay")

    assert sorted(offered) == ["Neigh", "Yay"]
    assert table.cards("", "deck") == ["Neigh"]


@pytest.mark.rule("U-234")
def test_a_phoenix_may_let_itself_go() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]}, b={"stable": ["Unicorn Phoenix"], "hand": ["Yay"]}
    )  # fmt: skip

    table.play("A", "Unicorn Poison")
    table.choose("B", "no")

    assert discards(table) == ["Unicorn Phoenix", "Unicorn Poison"]
    assert table.cards("B", "hand") == ["Yay"]


@pytest.mark.rule("U-234")
def test_a_phoenix_without_a_card_in_hand_is_lost() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Unicorn Phoenix"]})

    table.play("A", "Unicorn Poison")

    assert discards(table) == ["Unicorn Phoenix", "Unicorn Poison"]


@pytest.mark.rule("U-234", "U-156")
def test_a_phoenix_that_stays_has_neither_left_nor_entered() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Unicorn Phoenix", "Barbed Wire"], "hand": ["Yay", "Narwhal"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("B", "yes", "Yay")

    assert table.cards("B", "hand") == ["Narwhal"]  # the wire saw nothing
    assert discards(table) == ["Unicorn Poison", "Yay"]


@pytest.mark.rule("U-201", "U-202", "U-186")
@pytest.mark.parametrize("baby", ["Baby Unicorn", "Baby Narwhal"])
def test_a_baby_that_is_sacrificed_goes_to_the_nursery(baby: str) -> None:
    table = lay(a={"hand": ["Two-For-One"], "stable": [baby]}, nursery=[])

    table.play("A", "Two-For-One")

    assert table.cards("", "nursery") == [baby]
    assert discards(table) == ["Two-For-One"]


@pytest.mark.rule("U-201", "U-202", "U-186", "U-036")
@pytest.mark.parametrize("baby", ["Baby Unicorn", "Baby Narwhal"])
def test_a_baby_that_is_returned_goes_to_the_nursery(baby: str) -> None:
    table = lay(a={"hand": ["Mermaid Unicorn"]}, b={"stable": [baby]}, nursery=[])

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("", "nursery") == [baby]
    assert table.cards("B", "hand") == []


@pytest.mark.rule("U-208")
@pytest.mark.parametrize(("answers", "saved"), [(["yes"], "Narwhal"), (["no", "yes"], "Rhinocorn")])
def test_the_black_knight_saves_the_one_that_its_player_likes(
    answers: list[str], saved: str
) -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Black Knight Unicorn", "Narwhal", "Rhinocorn"]},
    )

    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal", "Rhinocorn")
    table.choose("B", *answers)

    assert table.cards("B", "stable") == [saved]
    assert "B sacrifice Black Knight Unicorn" in told(table, "sacrifice", "destroy")


@pytest.mark.rule("U-209", "U-070")
@pytest.mark.parametrize(
    ("branch", "gone"), [("Destroy an upgrade", "Yay"), ("Sacrifice a downgrade", "Nanny Cam")]
)
def test_a_chainsaw_destroys_an_upgrade_or_sacrifices_a_downgrade(branch: str, gone: str) -> None:
    table = lay(
        a={"hand": ["Chainsaw Unicorn"], "stable": ["Nanny Cam", "Rainbow Aura"]},
        b={"stable": ["Yay", "Tiny Stable"]},
    )

    table.play("A", "Chainsaw Unicorn")
    table.choose("A", "A's stable", "yes", branch)

    assert discards(table) == [gone]


@pytest.mark.rule("U-209", "U-086")
def test_a_chainsaw_may_stand_still() -> None:
    table = lay(a={"hand": ["Chainsaw Unicorn"]}, b={"stable": ["Yay"]})

    table.play("A", "Chainsaw Unicorn")
    table.choose("A", "A's stable", "no")

    assert table.cards("B", "stable") == ["Yay"]


@pytest.mark.rule("U-229", "U-031")
def test_a_stabby_that_is_returned_stabs_nobody() -> None:
    table = lay(
        a={"hand": ["Mermaid Unicorn"]},
        b={"stable": ["Stabby the Unicorn"]},
        c={"stable": ["Narwhal"]},
    )

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable", "B")

    assert table.cards("B", "hand") == ["Stabby the Unicorn"]
    assert table.turn == "B"
    assert table.quiet
    assert table.cards("C", "stable") == ["Narwhal"]


@pytest.mark.rule("U-229", "U-014")
def test_a_stabby_that_is_stolen_stabs_nobody() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"]},
        b={"stable": ["Stabby the Unicorn"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Seductive Unicorn", "Stabby the Unicorn"]
    assert table.turn == "B"
    assert table.quiet


@pytest.mark.rule("U-229", "U-086")
def test_a_stabby_may_go_in_peace() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Stabby the Unicorn"]},
        c={"stable": ["Narwhal"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Stabby the Unicorn")
    table.choose("B", "no")

    assert table.cards("C", "stable") == ["Narwhal"]


@pytest.mark.rule("U-233")
@pytest.mark.parametrize(("first", "under"), [("Rhinocorn", "Yay"), ("Yay", "Rhinocorn")])
def test_an_oracle_takes_one_of_three_and_orders_the_others(first: str, under: str) -> None:
    table = lay(a={"hand": ["Unicorn Oracle"]}, deck=["Neigh", "Yay", "Narwhal", "Rhinocorn"])

    table.play("A", "Unicorn Oracle")
    table.choose("A", "A's stable")
    offered = table.options("A")
    table.choose("A", "Narwhal", under)

    assert sorted(offered) == ["Narwhal", "Rhinocorn", "Yay"]
    assert table.cards("A", "hand") == ["Narwhal"]
    assert table.cards("", "deck") == ["Neigh", under, first]
    assert told(table, "draw") == []


@pytest.mark.rule("U-233", "U-005", "U-197")
def test_only_the_player_of_an_oracle_knows_the_top_of_the_deck() -> None:
    table = lay(a={"hand": ["Unicorn Oracle"]}, deck=["Neigh", "Yay", "Narwhal", "Rhinocorn"])

    table.play("A", "Unicorn Oracle")
    table.choose("A", "A's stable", "Narwhal", "Yay")

    assert seen(table, "A", "deck") == [None, "Yay", "Rhinocorn"]
    assert seen(table, "B", "deck") == [None, None, None]
