"""Chains: what is in one link, what comes in the next, and when a chain is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.unicorns.stable import discards, edition, lay, prefer, told


@pytest.mark.rule("UE-17", "U-161", "U-166", "U-260", "U-063")
def test_a_swap_a_wire_and_a_stolen_look() -> None:
    table = lay(
        a={
            "stable": ["Barbed Wire", "Americorn"],
            "hand": ["Unicorn Swap", "Yay", "Tiny Stable", "Slowdown"],
        },
        b={"stable": ["Baby Narwhal"]},
    )

    table.play("A", "Unicorn Swap")
    table.choose("A", "B")
    table.choose("B", "yes")
    offered = table.options("A")
    table.choose("A", "Baby Narwhal")
    table.fate(1)
    table.choose("A", "Yay")

    assert sorted(offered) == ["Americorn", "Baby Narwhal"]
    assert table.cards("A", "stable") == ["Barbed Wire", "Baby Narwhal"]
    assert table.cards("A", "hand") == []
    assert told(table, "discard", "steal", "pull") == [
        "A discard Yay", "A steal Baby Narwhal", "B pull Tiny Stable", "A discard Slowdown",
    ]  # fmt: skip


@pytest.mark.rule("U-080", "U-077", "U-075", "U-076", "U-078", "U-071")
def test_effects_of_a_link_cause_effects_of_the_next_until_there_are_none() -> None:
    table = lay(
        a={"hand": ["Extremely Destructive Unicorn"]},
        b={"stable": ["Stabby the Unicorn"]},
        c={"stable": ["Narwhal", "Americorn", "Barbed Wire"], "hand": ["Yay", "Slowdown"]},
    )

    table.play("A", "Extremely Destructive Unicorn")
    table.choose("A", "A's stable")
    table.choose("C", "Narwhal")
    first = told(table, "sacrifice", "discard", "destroy")
    table.choose("B", "yes")
    table.choose("C", "Yay")
    story = told(table, "sacrifice", "discard", "destroy", "end")

    assert first == [
        "A sacrifice Extremely Destructive Unicorn", "B sacrifice Stabby the Unicorn",
        "C sacrifice Narwhal",
    ]  # fmt: skip
    assert sorted(story[4:6]) == ["B destroy Americorn", "C discard Yay"]
    assert story[6:8] == ["C discard Slowdown", "the game end chain"]
    assert table.turn == "B"


@pytest.mark.rule("U-079", "U-071", "U-072", "U-074")
def test_effects_with_a_target_and_without_sit_in_one_link() -> None:
    table = lay(
        a={
            "stable": ["Sadistic Ritual", "Caffeine Overload", "Double Dutch", "Narwhal", "Yay"],
            "hand": ["Slowdown", "Tiny Stable"],
        },
    )

    prefer(table, "A", "yes", "Sadistic Ritual", "Narwhal", "Yay")
    lying = discards(table)
    hand = len(table.cards("A", "hand"))
    table.play("A", "Slowdown")
    table.choose("A", "B's stable")

    assert lying == ["Narwhal", "Sadistic Ritual"] or lying == ["Narwhal", "Yay"]
    assert hand == 2 + 1 + 2  # both were paid before either gave
    assert "play Tiny Stable" in table.options("A")  # and two cards may be played


@pytest.mark.rule("U-073", "U-063")
def test_no_effect_of_a_link_sees_what_another_one_gives() -> None:
    table = lay(
        a={"hand": ["Yay"], "stable": ["Caffeine Overload", "Claw Machine", "Narwhal"]},
        deck=["Neigh", "Slowdown", "Tiny Stable", "Nanny Cam"],
    )

    prefer(table, "A", "yes", "Narwhal")
    paid = told(table, "sacrifice", "discard")
    given = told(table, "sacrifice", "discard", "draw")[2:]

    assert sorted(paid) == ["A discard Yay", "A sacrifice Narwhal"]
    assert given == ["A draw Nanny Cam", "A draw Tiny Stable", "A draw Slowdown"]


@pytest.mark.rule("U-168", "U-064")
def test_what_follows_a_then_shares_its_link_with_what_was_triggered() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Narwhal", "Barbed Wire"], "hand": ["Yay"]},
        b={"stable": ["Stabby the Unicorn"]},
        c={"stable": ["Americorn"]},
    )

    table.choose("A", "yes", "Narwhal")
    first = discards(table)
    table.choose("A", "Stabby the Unicorn")
    second = discards(table)
    table.choose("B", "yes")

    assert first == ["Narwhal"]
    assert second == ["Narwhal", "Stabby the Unicorn", "Yay"]  # the wire and the bomb together
    assert discards(table) == ["Americorn", "Narwhal", "Stabby the Unicorn", "Yay"]


@pytest.mark.rule("U-146", "U-156", "U-160")
def test_a_link_is_resolved_step_by_step() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Unicorn Phoenix"], "hand": ["Neigh", "Slowdown"]},
        b={"stable": ["Greedy Flying Unicorn", "Barbed Wire"]},
    )

    option = table.options("A")
    table.choose("A", "yes")
    target = table.options("A")
    table.choose("A", "Unicorn Phoenix")
    replacement = table.options("A"), table.cards("A", "stable")
    table.choose("A", "yes", "Neigh")
    performed = discards(table)
    table.choose("A", "Greedy Flying Unicorn")

    assert option == ["yes", "no"]
    assert target == ["Glitter Bomb", "Unicorn Phoenix"]
    assert replacement == (["yes", "no"], ["Glitter Bomb", "Unicorn Phoenix"])
    assert performed == ["Neigh"]
    assert table.cards("A", "stable") == ["Glitter Bomb", "Unicorn Phoenix"]
    assert table.cards("B", "hand") == []  # it flew to the hand, and then the wire took it
    assert told(table, "discard") == ["A discard Neigh", "B discard Greedy Flying Unicorn"]


@pytest.mark.rule("U-098", "U-148", "U-222", "U-257", "U-258")
@pytest.mark.parametrize(
    ("upgrade", "hand"),
    [("Rainbow Lasso", ["Yay", "Neigh"]), ("Stable Artillery", ["Neigh"])],
)
def test_an_option_that_cannot_be_paid_in_full_is_not_offered(
    upgrade: str, hand: list[str]
) -> None:
    table = lay(a={"stable": [upgrade], "hand": hand}, b={"stable": ["Narwhal"]})

    assert table.options("A")[-1] == "rest"
    assert table.cards("A", "hand") == hand


@pytest.mark.rule("U-222", "U-098", "U-148")
def test_a_necromancer_is_not_paid_with_one_unicorn() -> None:
    table = lay(
        a={"hand": ["Necromancer Unicorn", "Narwhal", "Yay", "Good Deal"]}, discard=["Llamacorn"]
    )

    table.play("A", "Necromancer Unicorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Narwhal", "Yay", "Good Deal"]


@pytest.mark.rule("U-098")
def test_a_demand_takes_what_there_is() -> None:
    table = lay(
        a={"hand": ["Change of Luck", "Yay", "Neigh"]},
        deck=["Basic Unicorn"],
        values={"deck ending": "reshuffle"},
        discard=[],
    )

    table.play("A", "Change of Luck")

    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-164")
def test_a_wire_that_arrives_with_a_unicorn_or_leaves_with_one_sees_nothing() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Barbed Wire", "Narwhal"], "hand": ["Yay"]},
    )

    table.play("A", "Two-For-One")
    prefer(table, "A", "Barbed Wire", "Narwhal")

    assert table.cards("B", "stable") == []
    assert table.cards("B", "hand") == ["Yay"]


@pytest.mark.rule("U-157")
def test_a_replacement_can_be_answered_by_another_one_but_not_by_itself() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Unicorn Phoenix"], "hand": ["Yay", "Slowdown"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("B", "yes", "Yay")

    assert table.quiet
    assert table.cards("B", "stable") == ["Unicorn Phoenix"]
    assert table.cards("B", "hand") == ["Slowdown"]


@pytest.mark.rule("U-169")
@pytest.mark.parametrize(("limit", "drawn"), [(2, 1), (10, 5), (11, 6), (100, 14)])
def test_a_chain_of_too_many_links_is_stopped_and_told_of(
    limit: int, drawn: int, tmp_path: Path
) -> None:
    text = (
        "When this card enters your stable, draw a card and sacrifice this card. "
        "When this card leaves your stable, revive this card if the deck contains at least 2 cards."
    )
    table = lay(
        a={"hand": ["Llamacorn"]},
        deck=["Basic Unicorn"] * 15,
        values={"chain limit": limit, "hand limit": 30},
        book=edition(tmp_path, "Llamacorn", text),
    )

    table.play("A", "Llamacorn")
    table.choose("A", "A's stable")
    reports = [[cite.text for cite in e.cites] for e in table.events if e.verb == "cut"]
    links = [e.link for e in table.events if e.verb in ("draw", "revive")]

    assert reports == ([] if limit == 100 else [[text]])
    assert links == list(range(links[0], links[0] + len(links)))  # what was done stays done
    assert len(links) == min(limit, 27)
    assert len(table.cards("A", "hand")) == drawn
    assert table.cards("A", "stable") + discards(table) == ["Llamacorn"]
    assert table.turn == "B"
    assert table.quiet


@pytest.mark.rule("U-207", "U-075")
def test_an_annoying_flyer_is_one_effect_in_one_link() -> None:
    table = lay(
        a={"hand": ["Annoying Flying Unicorn", "Claw Machine"], "stable": ["Barbed Wire"]},
        b={"hand": ["Yay"]},
        c={"hand": ["Slowdown"]},
    )

    table.play("A", "Annoying Flying Unicorn")
    table.choose("A", "A's stable", "Barbed Wire", "yes", "B")
    (mine, theirs) = [e.link for e in table.events if e.verb == "discard"]

    assert sorted(discards(table)) == ["Claw Machine", "Yay"]
    assert mine == theirs  # the wire is of the same link


@pytest.mark.rule("U-207", "U-035")
def test_whoever_gets_an_annoying_flyer_says_who_discards() -> None:
    table = lay(
        a={"hand": ["Annoying Flying Unicorn", "Yay"]}, b={"hand": ["Slowdown"]}, c={"hand": []}
    )

    table.play("A", "Annoying Flying Unicorn")
    table.choose("A", "B's stable")
    table.choose("B", "yes")

    assert table.options("B") == ["A", "C"]
