"""Where a defined verb takes its object from: `its holder's hand` is asked of each candidate."""

from __future__ import annotations

from garden import Laid, lay

from deckmastor.testing import Table

RETIRE = "To retire a card is to move it from its holder's hand to the shed."


def retiring(*rules: str, text: str = "") -> Table:
    """A garden with a Nettle in a bed and in the deck, and with Daisies and a Rose in hands."""
    bob: Laid = {"hand": ["Daisy", "Nettle"], "bed": ["Daisy"]}
    return lay(
        RETIRE, *rules, tricks={"Broom": text or "Draw a card."}, deck=["Nettle"],
        common={"discard pile": ["Daisy"]}, ann={"hand": ["Broom", "Rose"], "bed": ["Nettle"]},
        bob=bob,
    )  # fmt: skip


def test_a_card_can_be_retired_from_the_hand_of_its_holder_only() -> None:
    table = retiring("The player at turn may retire a card.")

    offered = [text for text in table.options("ann") if text.startswith("retire")]
    table.choose("ann", "retire a card in bob's hand (2)")

    hidden = ["retire a card in bob's hand (1)", "retire a card in bob's hand (2)"]
    assert sorted(offered) == ["retire Broom", "retire Rose", *hidden]
    assert len(table.cards("bob", "hand")) == 1
    assert len(table.cards("", "shed")) == 1


def test_a_card_that_lies_elsewhere_is_not_retired_with_each() -> None:
    table = retiring(text="Retire each Daisy.")
    table.play("ann", "Broom")

    assert table.cards("", "shed") == ["Daisy"]
    assert table.cards("bob", "bed") == ["Daisy"]


def test_all_cards_in_hands_are_retired_and_no_others() -> None:
    table = retiring(text="Retire all Nettles.")
    table.play("ann", "Broom")

    assert table.cards("", "shed") == ["Nettle"]
    assert table.cards("ann", "bed") == ["Nettle"]


def test_each_card_is_discarded_from_the_hand_of_the_doer_only() -> None:
    table = retiring(text="Discard each Rose. Discard each Nettle.")
    table.play("ann", "Broom")

    assert table.cards("ann", "hand") == []
    assert table.cards("ann", "bed") == ["Nettle"]
    assert table.cards("bob", "hand") == ["Daisy", "Nettle"]


def test_a_card_that_was_spoken_of_is_retired_from_where_it_lies() -> None:
    table = retiring(text="Choose a Daisy in a bed. Retire it.")
    table.play("ann", "Broom")

    assert table.cards("", "shed") == ["Daisy"]
    assert table.cards("bob", "bed") == []


def test_a_duty_to_retire_a_card_can_be_met() -> None:
    table = retiring("When a player rests, that player must retire a Nettle within 2 days.")
    table.choose("ann", "rest")

    offered = [text for text in table.options("ann") if text.startswith("retire")]
    table.choose("ann", offered[0])

    assert len(offered) == 1
    assert table.cards("", "shed") == ["Nettle"]
    assert table.cards("bob", "hand") == ["Daisy"]


def test_a_verb_can_take_a_card_from_a_player_whom_the_act_names() -> None:
    table = lay(
        "To snatch a card from a player is to move it from the hand of that player to your hand.",
        "The player at turn may snatch a card from another player once per turn.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
        cat={"hand": ["Nettle", "Nettle"]},
    )

    table.choose("ann", "snatch a card from a player other than you", "cat")
    table.choose("ann", "a card in cat's hand (2)")

    assert table.cards("ann", "hand") == ["Rose", "Nettle"]
    assert (table.cards("bob", "hand"), table.cards("cat", "hand")) == (["Daisy"], ["Nettle"])
