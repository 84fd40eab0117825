"""Each player chooses: asked together and in secret where nobody can take another's choice."""

from __future__ import annotations

from engine.bears import lay

HANDS = {"ann": {"hand": ["Acorn", "Birch"]}, "bob": {"hand": ["Clover", "Fern"]}}


def ways(table) -> list[str]:  # type: ignore[no-untyped-def]
    """How each open question is asked."""
    return [decision.way for decision in table.match.decisions]


def test_choices_that_cannot_collide_are_asked_together() -> None:
    table = lay("Each player discards a card.", **HANDS)

    table.perform("ann", "Deed")

    assert table.asked() == ["ann", "bob"]
    assert ways(table) == ["together", "together"]
    assert table.options("ann") == ["Acorn", "Birch"]
    assert table.options("bob") == ["Clover", "Fern"]


def test_nothing_happens_until_all_have_chosen() -> None:
    table = lay("Each player discards a card.", **HANDS)

    table.perform("ann", "Deed")
    table.choose("bob", "Fern")
    waiting = table.cards("", "discard pile"), table.asked()
    table.choose("ann", "Birch")

    assert waiting == ([], ["ann"])
    assert table.cards("", "discard pile") == ["Birch", "Fern"]
    assert table.cards("ann", "hand") == ["Acorn"]
    assert table.cards("bob", "hand") == ["Clover"]


def test_who_has_no_choice_is_not_asked() -> None:
    table = lay(
        "Each player discards a card.",
        ann={"hand": ["Acorn", "Birch"]},
        bob={"hand": ["Fern"]},
        cid={},
    )

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("ann", "Birch")

    assert asked == ["ann"]
    assert table.cards("", "discard pile") == ["Birch", "Fern"]


def test_choices_that_can_collide_follow_in_turn_order() -> None:
    table = lay(
        "Each player chooses a card in the river. Each player moves the chosen card to their hand.",
        common={"river": ["Acorn", "Fern"]},
    )

    table.perform("ann", "Deed")
    first = table.asked(), table.options("ann")
    table.choose("ann", "Fern")

    assert first == (["ann"], ["Acorn", "Fern"])
    assert table.cards("ann", "hand") == ["Fern"]
    assert table.cards("bob", "hand") == ["Acorn"]


def test_what_one_takes_is_gone_for_the_next() -> None:
    table = lay(
        "Each player moves a card from the river to their hand.",
        common={"river": ["Acorn", "Fern", "Elm"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Fern")
    offered = table.options("bob")
    table.choose("bob", "Elm")

    assert offered == ["Acorn", "Elm"]
    assert table.cards("ann", "hand") == ["Fern"]
    assert table.cards("bob", "hand") == ["Elm"]
    assert table.cards("", "river") == ["Acorn"]


def test_options_are_asked_together() -> None:
    table = lay("Each player may draw a card.", ann={}, bob={}, cid={})

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("cid", "yes")
    table.choose("ann", "no")
    table.choose("bob", "yes")

    assert asked == ["ann", "bob", "cid"]
    assert table.cards("ann", "hand") == []
    assert table.cards("bob", "hand") == ["Elm"]
    assert table.cards("cid", "hand") == ["Daisy"]


def test_an_option_that_one_cannot_take_is_not_offered_to_them() -> None:
    table = lay(
        "Each player may discard a card. If they do not, they gain 1 shell.",
        ann={"hand": ["Acorn"]},
        bob={},
        cid={"hand": ["Fern"]},
    )

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("ann", "yes")
    table.choose("cid", "no")

    assert asked == ["ann", "cid"]
    assert table.count("ann", "shell") == 0
    assert table.count("bob", "shell") == 1
    assert table.count("cid", "shell") == 1


def test_an_option_of_all_with_a_choice_of_what() -> None:
    table = lay("Each player may discard a card. If they do, they draw 2 cards.", **HANDS)

    table.perform("ann", "Deed")
    table.choose("ann", "yes")
    table.choose("bob", "no")
    offered = table.options("ann")
    table.choose("ann", "Birch")

    assert offered == ["Acorn", "Birch"]
    assert table.cards("ann", "hand") == ["Acorn", "Elm", "Daisy"]
    assert table.cards("bob", "hand") == ["Clover", "Fern"]


def test_each_player_chooses_several_one_after_the_other() -> None:
    table = lay(
        "Each player discards 2 cards.",
        ann={"hand": ["Acorn", "Birch", "Elm"]},
        bob={"hand": ["Fern"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Elm", "Acorn")

    assert table.cards("ann", "hand") == ["Birch"]
    assert table.cards("bob", "hand") == []


def test_each_other_player_chooses_for_you() -> None:
    table = lay(
        "Each other player gives a card to you.",
        ann={},
        bob={"hand": ["Clover", "Fern"]},
        cid={"hand": ["Acorn", "Elm"]},
    )

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("cid", "Elm")
    table.choose("bob", "Clover")

    assert asked == ["bob", "cid"]
    assert table.cards("ann", "hand") == ["Clover", "Elm"]


def test_a_secret_choice_is_made_by_all_before_it_is_used() -> None:
    table = lay(
        "Each player secretly chooses a card in their hand. Reveal the chosen cards.", **HANDS
    )

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("bob", "Fern")
    before = [event.object for event in table.events if event.verb == "reveal"]
    table.choose("ann", "Birch")
    after = [event.object for event in table.events if event.verb == "reveal"]

    assert asked == ["ann", "bob"]
    assert before == []
    assert sorted(after) == ["Birch", "Fern"]


def test_a_choice_between_two_ways_by_each() -> None:
    table = lay("Each player draws a card or gains 1 berry.")

    table.perform("ann", "Deed")
    table.choose(table.asked()[0], table.options(table.asked()[0])[0])
    table.choose(table.asked()[-1], table.options(table.asked()[-1])[1])

    assert table.cards("ann", "hand") == ["Elm"]
    assert table.count("bob", "berry") == 1


def test_what_is_chosen_secretly_can_be_the_same_and_is_asked_of_all_at_once() -> None:
    table = lay(
        "Each player secretly chooses a card in the river. Reveal the chosen cards.",
        common={"river": ["Acorn", "Fern"]},
    )

    table.perform("ann", "Deed")
    asked = table.asked(), ways(table)
    table.choose("ann", "Fern")
    offered = table.options("bob")
    table.choose("bob", "Fern")

    assert asked == (["ann", "bob"], ["together", "together"])
    assert offered == ["Acorn", "Fern"]


def test_what_is_chosen_secretly_is_chosen_by_all_before_anything_is_done() -> None:
    table = lay(
        "Each player secretly chooses a card in their hand. "
        "Each player gives the chosen card to their neighbour.",
        (
            "Each player has a neighbour. A neighbour is a player.",
            "The neighbour of a player is the next player after that player.",
        ),
        ann={"hand": ["Acorn", "Birch"]},
        bob={"hand": ["Clover"]},
        cid={},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Birch")

    assert table.cards("ann", "hand") == ["Acorn"]
    assert table.cards("bob", "hand") == ["Birch"]  # not passed on
    assert table.cards("cid", "hand") == ["Clover"]  # who had none passes none
