"""The values that a table can change: what each does as it is, and as it can be."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import TURN, TURNS
from deckmastor.match import load
from games.unicorns.stable import BOOK, discards, lay


def beginner(seed: int, values: dict[str, int | str] | None = None) -> str:
    """Who takes the first turn."""
    match = load(BOOK).start(list("ABC"), seed, values)
    while match.state.v[TURNS] == 0:
        match.choose(match.decisions[0].options[0])
    return match.players[match.state.v[TURN]]


@pytest.mark.rule("U-105")
def test_who_begins_can_be_named() -> None:
    begun = {beginner(seed, {"first seat": 2}) for seed in range(4)}

    assert begun == {"B"}


@pytest.mark.rule("U-105", "U-200")
def test_who_begins_is_decided_by_chance() -> None:
    begun = {beginner(seed) for seed in range(12)}

    assert begun == {"A", "B", "C"}


@pytest.mark.rule("U-130")
def test_reactions_are_asked_for_clockwise() -> None:
    table = lay(
        a={"hand": ["Narwhal"]}, b={"hand": ["Neigh"]}, c={"hand": ["Neigh"]}, d={"hand": ["Neigh"]}
    )

    table.play("A", "Narwhal")
    asked = table.asked()
    table.choose("B", "no")

    assert asked == ["B"]
    assert table.asked() == ["C"]


@pytest.mark.rule("U-130")
def test_whoever_is_fastest_reacts() -> None:
    table = lay(
        a={"hand": ["Narwhal"]},
        b={"hand": ["Neigh"]},
        c={"hand": ["Neigh"]},
        values={"neigh priority": "fastest"},
    )

    table.play("A", "Narwhal")
    asked = table.asked()
    table.choose("C", "yes")

    assert asked == ["B", "C"]
    assert table.asked() == ["B"]  # on C's Neigh


@pytest.mark.rule("U-130", "U-200")
def test_reactions_are_asked_for_in_random_order() -> None:
    first = set()
    for draw in (1, 2, 3):
        table = lay(
            a={"hand": ["Narwhal"]},
            b={"hand": ["Neigh"]},
            c={"hand": ["Neigh"]},
            d={"hand": ["Neigh"]},
            values={"neigh priority": "random"},
        )
        table.fate(draw, 1)
        table.play("A", "Narwhal")
        order = []
        while len(order) < 3:
            (name,) = table.asked()
            order.append(name)
            table.choose(name, "no")
        first.add(order[0])

        assert sorted(order) == ["B", "C", "D"]

    assert len(first) > 1


@pytest.mark.rule("U-238", "U-009")
def test_who_plays_a_tornado_chooses_for_all() -> None:
    table = lay(
        a={"hand": ["Glitter Tornado"], "stable": ["Yay"]}, b={"stable": ["Narwhal", "Slowdown"]}
    )

    table.play("A", "Glitter Tornado")

    assert table.asked() == ["A"]
    assert sorted(table.options("A")) == ["Narwhal", "Slowdown"]


@pytest.mark.rule("U-238")
def test_each_owner_can_choose_for_a_tornado() -> None:
    table = lay(
        a={"hand": ["Glitter Tornado"], "stable": ["Yay"]},
        b={"stable": ["Narwhal", "Slowdown"]},
        values={"tornado chooser": "each owner"},
    )

    table.play("A", "Glitter Tornado")
    asked = table.asked()
    table.choose("B", "Slowdown")

    assert asked == ["B"]
    assert table.cards("B", "stable") == ["Narwhal"]
    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-242", "U-048")
@pytest.mark.parametrize(("value", "goals"), [("yes", ["A's stable", "C's stable"]), ("no", [])])
def test_who_plays_a_re_target_can_receive_its_card(value: str, goals: list[str]) -> None:
    table = lay(a={"hand": ["Re-Target"]}, b={"stable": ["Yay"]}, values={"retarget self": value})

    table.play("A", "Re-Target")
    offered = table.options("A") if value == "yes" else []

    assert sorted(offered) == goals
    if value == "no":
        assert table.cards("C", "stable") == ["Yay"]


@pytest.mark.rule("U-213", "U-267")
@pytest.mark.parametrize(("value", "left"), [("value", 4), ("cards", 5)])
def test_a_giant_counts_for_a_tiny_stable(value: str, left: int) -> None:
    table = lay(
        a={
            "hand": ["Narwhal"],
            "stable": ["Tiny Stable", "Ginormous Unicorn"] + ["Basic Unicorn"] * 3,
        },
        values={"tiny count": value},
    )

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")
    if value == "value":
        table.choose("A", "Narwhal")

    assert len(table.cards("A", "stable")) - 1 == left


@pytest.mark.rule("U-267")
@pytest.mark.parametrize(("limit", "asked"), [(5, ["B"]), (2, ["A"])])
def test_the_limit_of_a_tiny_stable_is_a_value(limit: int, asked: list[str]) -> None:
    table = lay(
        a={"hand": ["Narwhal"], "stable": ["Tiny Stable"] + ["Basic Unicorn"] * 2},
        values={"stable limit": limit},
    )

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert table.asked() == asked


@pytest.mark.rule("U-160", "U-214")
@pytest.mark.parametrize(("value", "hand"), [("same link", []), ("next link", [])])
def test_a_flyer_comes_back_to_the_hand(value: str, hand: list[str]) -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Swift Flying Unicorn"], "hand": hand},
        values={"flyer timing": value},
    )

    table.play("A", "Unicorn Poison")
    went = [
        e.place for e in table.events if e.verb == "move" and e.object == "Swift Flying Unicorn"
    ]

    assert table.cards("B", "hand") == ["Swift Flying Unicorn"]
    assert ("discard pile" in went) == (value == "next link")


@pytest.mark.rule("U-255", "U-067", "U-069")
@pytest.mark.parametrize(("value", "lost"), [("then", ["Yay"]), ("if you do", [])])
def test_a_glitter_bomb_whose_sacrifice_was_replaced(value: str, lost: list[str]) -> None:
    table = lay(
        a={"hand": ["Neigh", "Neigh"], "stable": ["Glitter Bomb", "Unicorn Phoenix"]},
        b={"stable": ["Yay"]},
        values={"glitter bomb link": value},
    )

    table.choose("A", "yes", "Unicorn Phoenix", "yes", "Neigh")

    assert table.cards("A", "stable") == ["Glitter Bomb", "Unicorn Phoenix"]
    assert discards(table) == sorted(["Neigh", *lost])


@pytest.mark.rule("U-119", "U-225")
@pytest.mark.parametrize(("value", "turn"), [("yes", "A"), ("no", "B")])
def test_a_turn_that_was_ended_keeps_its_closing_phase(value: str, turn: str) -> None:
    table = lay(
        a={"hand": ["Neigh"] * 8, "stable": ["Rhinocorn"]},
        b={"stable": ["Narwhal"]},
        values={"closing kept": value},
    )

    table.choose("A", "yes")

    assert table.turn == turn


@pytest.mark.rule("U-236")
def test_a_thievery_needs_somebody_with_a_card() -> None:
    poor = lay(a={"hand": ["Blatant Thievery"]}, b={"hand": []}, c={"hand": []})
    table = lay(a={"hand": ["Blatant Thievery"]}, b={"hand": []}, c={"hand": ["Yay"]})

    table.play("A", "Blatant Thievery")

    assert poor.options("A") == ["rest"]
    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-117")
@pytest.mark.parametrize(("limit", "turn"), [(7, "B"), (3, "A")])
def test_the_hand_limit_is_a_value(limit: int, turn: str) -> None:
    table = lay(a={"hand": ["Neigh"] * 4}, values={"hand limit": limit})

    table.choose("A", "rest")

    assert table.turn == turn


@pytest.mark.rule("U-112")
@pytest.mark.parametrize("size", [1, 3])
def test_the_draw_size_is_a_value(size: int) -> None:
    table = lay(values={"draw size": size}, draws=True)

    assert len(table.cards("A", "hand")) == size


@pytest.mark.rule("U-115")
@pytest.mark.parametrize(("limit", "turn"), [(1, "B"), (2, "A")])
def test_the_play_limit_is_a_value(limit: int, turn: str) -> None:
    table = lay(a={"hand": ["Narwhal", "Basic Unicorn"]}, values={"play limit": limit})

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert table.turn == turn


@pytest.mark.rule("U-171", "U-174")
@pytest.mark.parametrize(("number", "winners"), [(7, []), (2, ["A"])])
def test_the_winning_number_is_a_value(number: int, winners: list[str]) -> None:
    table = lay(
        a={"hand": ["Narwhal"], "stable": ["Basic Unicorn"]}, values={"winning number": number}
    )

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert table.match.winners == winners


@pytest.mark.rule("U-191")
@pytest.mark.parametrize(("shield", "kicked"), [("no", 2), ("yes", 0)])
def test_pandas_can_be_hit_unless_a_value_says_otherwise(shield: str, kicked: int) -> None:
    table = lay(
        a={"hand": ["Back Kick"]},
        b={"stable": ["Pandamonium", "Narwhal"]},
        values={"panda shield": shield},
    )

    table.play("A", "Back Kick")

    assert len(table.options("A")) == kicked


@pytest.mark.rule("U-176", "U-177")
@pytest.mark.parametrize(
    ("ending", "over"), [("empty deck", True), ("failed draw", False), ("reshuffle", False)]
)
def test_what_the_end_of_the_deck_means_is_a_value(ending: str, over: bool) -> None:
    table = lay(
        a={"stable": ["Narwhal"]},
        deck=["Yay"],
        discard=["Neigh", "Neigh"],
        values={"deck ending": ending},
    )

    table.choose("A", "rest")

    assert table.match.over == over
    assert len(table.cards("", "deck")) == (2 if ending == "reshuffle" else 0)


@pytest.mark.rule("U-178")
@pytest.mark.parametrize(("tie", "winners"), [("all lose", []), ("shared", ["A", "B"])])
def test_a_tie_that_letters_do_not_break_is_a_value(tie: str, winners: list[str]) -> None:
    table = lay(
        a={"stable": ["Basic Unicorn"]},
        b={"stable": ["Basic Unicorn"]},
        deck=["Yay"],
        values={"tie ending": tie},
    )

    table.choose("A", "rest")

    assert table.match.over
    assert sorted(table.match.winners) == winners


@pytest.mark.rule("U-182", "U-183", "U-185")
@pytest.mark.parametrize(
    ("variant", "gift", "first_print", "deck"),
    [("yes", 1, "no", 70), ("no", 0, "no", 104), ("yes", 1, "yes", 76), ("no", 0, "yes", 117)],
)
def test_two_players_can_do_without_their_variant(
    variant: str, gift: int, first_print: str, deck: int
) -> None:
    values = {"duel variant": variant, "neigh gift": gift, "first print switch": first_print}
    match = load(BOOK).start(list("AB"), 1, values)
    while match.state.v[TURNS] == 0:
        match.choose(match.decisions[0].options[0])

    drawn = 1  # by the player at turn
    assert len(match.state.zones[match.rules.schema.attrs["deck"].at]) == deck - drawn


@pytest.mark.rule("U-087", "U-086")
@pytest.mark.parametrize(("scope", "playable"), [("magic", True), ("all", False)])
def test_whose_texts_must_be_possible_is_a_value(scope: str, playable: bool) -> None:
    values: dict[str, int | str] = {"requirement scope": scope}
    lonely = lay(a={"hand": ["Llamacorn"]}, values=values)
    other = lay(a={"hand": ["Llamacorn", "Neigh"]}, values=values)
    free = lay(a={"hand": ["Alluring Narwhal"]}, values=values)

    assert ("play Llamacorn" in lonely.options("A")) == playable
    assert "play Llamacorn" in other.options("A")
    assert "play Alluring Narwhal" in free.options("A")  # what is optional can be left


@pytest.mark.rule("U-124")
@pytest.mark.parametrize(
    ("timing", "first"), [("after the reactions", ["B"]), ("when played", ["A"])]
)
def test_the_stable_is_named_behind_the_window_or_before_it(timing: str, first: list[str]) -> None:
    table = lay(
        a={"hand": ["Narwhal", "Yay"]},
        b={"hand": ["Neigh"]},
        values={"announce timing": timing},
    )

    table.play("A", "Narwhal")
    asked = table.asked()
    if first == ["A"]:
        table.choose("A", "B's stable")
    table.choose("B", "no")
    if first == ["B"]:
        table.choose("A", "B's stable")

    assert asked == first
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-123", "U-125")
@pytest.mark.parametrize(
    ("timing", "first"), [("after the reactions", ["B"]), ("when played with targets", ["A"])]
)
def test_targets_are_named_behind_the_window_or_before_it(timing: str, first: list[str]) -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal", "Llamacorn"]},
        values={"announce timing": timing},
    )

    table.play("A", "Unicorn Poison")
    asked = table.asked()
    if first == ["A"]:
        table.choose("A", "Llamacorn")
    table.choose("B", "no")
    if first == ["B"]:
        table.choose("A", "Llamacorn")

    assert asked == first
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-125")
def test_only_what_is_needed_first_is_named_before_the_window() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown", "Narwhal"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura", "Claw Machine"]},
        values={"announce timing": "when played with targets"},
    )

    table.play("A", "Two-For-One")
    named = table.options("A")
    table.choose("A", "Slowdown")
    table.choose("B", "no")
    later = table.options("A")
    table.choose("A", "Yay", "Rainbow Aura")

    assert sorted(named) == ["Narwhal", "Slowdown"]
    assert sorted(later) == ["Claw Machine", "Rainbow Aura", "Yay"]
    assert table.cards("A", "stable") == ["Narwhal"]
    assert table.cards("B", "stable") == ["Claw Machine"]


@pytest.mark.rule("U-125")
def test_a_stopped_card_hits_nothing_whatever_was_named() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal", "Llamacorn"]},
        values={"announce timing": "when played with targets"},
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Llamacorn")
    table.choose("B", "yes")

    assert table.cards("B", "stable") == ["Narwhal", "Llamacorn"]
    assert "Unicorn Poison" in table.cards("", "discard pile")


@pytest.mark.rule("U-132", "U-137", "UE-02")
@pytest.mark.parametrize(("reopen", "asked"), [("yes", ["C"]), ("no", ["A"])])
def test_a_card_that_is_exposed_again_can_be_answered_again(reopen: str, asked: list[str]) -> None:
    table = lay(
        a={"hand": ["Narwhal", "Super Neigh"]},
        b={"hand": ["Neigh"]},
        c={"hand": ["Neigh"]},
        values={"neigh reopen": reopen},
    )

    table.play("A", "Narwhal")
    table.choose("B", "yes")
    table.choose("C", "no")
    table.choose("A", "yes")

    assert table.asked() == asked
    if reopen == "no":
        assert "A's stable" in table.options("A")  # nobody is asked: it is played


@pytest.mark.rule("U-132")
def test_an_instant_that_comes_back_can_be_answered_like_a_new_one() -> None:
    table = lay(
        a={"hand": ["Narwhal", "Swift Flying Unicorn", "Claw Machine", "Super Neigh"]},
        b={"hand": ["Neigh"]},
        c={"hand": ["Neigh", "Neigh"]},
        values={"neigh reopen": "no", "play limit": 3},
    )

    table.play("A", "Narwhal")
    table.choose("B", "no")
    table.choose("C", "yes", "Neigh")
    table.choose("A", "yes", "A's stable")  # the answered Neigh is gone
    table.play("A", "Swift Flying Unicorn")
    table.choose("B", "no")
    table.choose("C", "no")
    table.choose("A", "A's stable", "yes", "Neigh")  # and comes back
    table.play("A", "Claw Machine")
    table.choose("B", "no")
    table.choose("C", "yes")
    table.choose("A", "yes")

    assert table.asked() == ["B"]


@pytest.mark.rule("U-214", "U-216")
@pytest.mark.parametrize("timing", ["same link", "next link"])
@pytest.mark.parametrize(
    ("flyers", "returns"),
    [("", True), ("Swift Flying Unicorn, Greedy Flying Unicorn", True), ("Majestic", False)],
)
def test_which_flyers_come_back_is_a_value(flyers: str, returns: bool, timing: str) -> None:
    values: dict[str, int | str] = {"flyer timing": timing}
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Greedy Flying Unicorn"]},
        values=values | ({"flyer list": flyers} if flyers else {}),
    )

    table.play("A", "Unicorn Poison")

    assert table.cards("B", "hand") == (["Greedy Flying Unicorn"] if returns else [])
    assert ("Greedy Flying Unicorn" in discards(table)) == (not returns)


TARGETS: dict[str, int | str] = {"announce timing": "when played with targets"}


@pytest.mark.rule("U-123", "U-245", "U-070")
@pytest.mark.parametrize("way", [0, 1])
def test_a_way_and_its_target_are_named_before_the_window(way: int) -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"], "stable": ["Slowdown", "Tiny Stable"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura"]},
        values=TARGETS,
    )

    table.play("A", "Targeted Destruction")
    table.choose("A", table.options("A")[way])
    named = table.options("A")
    table.choose("A", named[1])
    asked = table.asked()
    table.choose("B", "no")

    assert named == [["Yay", "Rainbow Aura"], ["Slowdown", "Tiny Stable"]][way]
    assert asked == ["B"]
    assert table.turn == "B"
    assert discards(table) == sorted(["Targeted Destruction", named[1]])


@pytest.mark.rule("U-123", "U-242")
@pytest.mark.parametrize("own", ["yes", "no"])
def test_a_re_target_names_card_and_goal_before_the_window(own: str) -> None:
    table = lay(
        a={"hand": ["Re-Target"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura"]},
        values=TARGETS | {"retarget self": own},
    )

    table.play("A", "Re-Target")
    table.choose("A", "Yay")
    if own == "yes":
        table.choose("A", "C's stable")
    asked = table.asked()
    table.choose("B", "no")

    assert asked == ["B"]
    assert table.cards("C", "stable") == ["Yay"]
    assert table.turn == "B"


@pytest.mark.rule("U-123", "U-238")
def test_a_tornado_names_a_card_of_each_stable_before_the_window() -> None:
    table = lay(
        a={"hand": ["Glitter Tornado"], "stable": ["Barbed Wire", "Broken Stable"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura"]},
        c={"stable": ["Slowdown"]},
        values=TARGETS,
    )

    table.play("A", "Glitter Tornado")
    table.choose("A", "Broken Stable", "Rainbow Aura")
    asked = table.asked()
    table.choose("B", "no")

    assert asked == ["B"]
    assert table.turn == "B"
    assert table.cards("A", "stable") == ["Barbed Wire"]
    assert table.cards("B", "stable") == ["Yay"]
    assert table.cards("C", "stable") == []


@pytest.mark.rule("U-123", "U-238")
def test_what_others_choose_is_not_named_before_the_window() -> None:
    table = lay(
        a={"hand": ["Glitter Tornado"], "stable": ["Barbed Wire", "Broken Stable"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura"]},
        values=TARGETS | {"tornado chooser": "each owner"},
    )

    table.play("A", "Glitter Tornado")

    assert table.asked() == ["B"]
    assert table.options("B") == ["yes", "no"]


@pytest.mark.rule("U-123", "U-125")
def test_what_was_named_for_a_stopped_card_is_forgotten() -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"], "stable": ["Slowdown", "Tiny Stable"]},
        b={"hand": ["Neigh"], "stable": ["Yay", "Rainbow Aura"]},
        values=TARGETS,
    )

    table.play("A", "Targeted Destruction")
    table.choose("A", table.options("A")[0], "Yay")
    kept = dict(table.state.bags)
    table.choose("B", "yes")

    assert kept
    assert not any(table.state.bags.values())
    assert table.cards("B", "stable") == ["Yay", "Rainbow Aura"]


@pytest.mark.rule("U-214")
def test_another_list_of_flyers_can_be_adopted_in_a_match() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Greedy Flying Unicorn"]})

    table.match.amend('The flyer list is "Swift Flying Unicorn".')
    table.play("A", "Unicorn Poison")

    assert table.cards("B", "hand") == []
    assert "Greedy Flying Unicorn" in discards(table)
