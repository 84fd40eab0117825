"""Targets in the players' own words: read when they are announced, looked for when the text runs."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice, replay
from deckmastor.testing import Table
from engine.garden import lay as garden_table
from engine.garden import seeds

BOOK = """# Tower {#tower}

## Words {#words}

- Each player has a hand and a graveyard. There is a pile, a limbo and a deck.
- Scrolls and leaves are kinds of card. Life points are counters. Marks are counters.
- A player can be asleep.
- A turn has these phases: pushing, executing.
- On a card, "you" means its player.
- To bury a card is to put it on the top of its player's graveyard.
- To execute a card is to resolve it, then bury it.

## Play {#play}

- The target wording is "things or descriptions".
- In the pushing phase, each player may play a card from their hand onto the pile.
- In the executing phase, the player at turn may execute the top card of the pile or execute the bottom card of the pile.
- On their turn, a player may act.
- When a card fails, each player gains 10 marks.
RULES
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Sting | scroll | 2 | Target a player. That player loses 3 life points. |
| Strike | scroll | 2 | Target a card on the pile. Move that card to the limbo. You gain 1 mark. |
| Prune | scroll | 1 | Target a leaf on the pile. Move that leaf to the limbo. You gain 1 mark. |
| Wipe | scroll | 1 | Target a graveyard. Move all cards in that graveyard to the deck. |
| Watch | scroll | 1 | Target the next leaf that you play. Move that leaf to the limbo. |
| Ash | leaf | 1 | |
| Oak | leaf | 1 | |
| Elm | leaf | 1 | |
"""

EXECUTE = "execute the top card of the pile"
LOWEST = "execute the bottom card of the pile"


def tower(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table at ann's turn."""
    book = BOOK.replace("RULES", "".join(f"- {rule}\n" for rule in rules))
    players.setdefault("ann", {})
    players.setdefault("bob", {})
    common = players.pop("common", {})
    table = Table(book, common=common, **players)
    table.begin_turn("ann")
    return table


def passed(table: Table) -> None:
    """Let everybody pass until cards are executed."""
    while EXECUTE not in table.options("ann"):
        for player in table.asked():
            table.choose(player, "pass")
            break


def test_a_thing_can_be_picked_also_where_it_could_be_described() -> None:
    table = tower(common={"pile": ["Ash"]}, ann={"hand": ["Strike"]})

    table.choose("ann", "play Strike")
    offered = table.options("ann")
    table.choose("ann", "Ash")
    passed(table)
    table.choose("ann", EXECUTE)

    assert offered == ["Ash"]
    assert table.cards("", "pile") == []
    assert table.count("ann", "mark") == 1


def test_the_card_below_this_card_is_what_lies_there_when_the_text_begins() -> None:
    table = tower(
        'At the end of the pushing phase, put each card named "Elm" on the bottom of the pile.',
        common={"pile": ["Ash", "Oak", "Elm"]},
        ann={"hand": ["Strike"]},
    )

    table.choose("ann", "play Strike", "the card below this card")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.cards("", "pile") == ["Elm", "Ash"]
    assert table.count("ann", "mark") == 1


LIMBO = BOOK.replace("is to resolve it", "is to move it to the limbo, then resolve it")


@pytest.mark.parametrize(
    ("pile", "way", "struck"),
    [
        (["Ash", "Oak", "Strike"], EXECUTE, "Oak"),
        (["Strike", "Ash", "Oak"], LOWEST, "Ash"),  # the next one that would be taken
    ],
)
def test_a_card_is_performed_as_if_it_still_lay_on_what_it_was_taken_from(
    pile: list[str], way: str, struck: str
) -> None:
    table = Table(
        LIMBO.replace("RULES", ""),
        common={"pile": pile[:-1] if way == EXECUTE else [], "limbo": ["Elm"]},
        ann={"hand": ["Strike"]},
        bob={"hand": pile[1:] if way == LOWEST else []},
    )
    table.begin_turn("ann")
    table.choose("ann", "play Strike", "the card below this card")
    for card in pile[1:] if way == LOWEST else []:
        table.choose("bob", f"play {card}")
    passed(table)

    table.choose("ann", way)

    assert table.cards("", "limbo") == ["Elm", struck]
    assert table.cards("ann", "graveyard") == ["Strike"]


def test_a_description_can_name_what_does_not_exist_yet() -> None:
    table = tower(ann={"hand": ["Strike"]}, bob={"hand": ["Oak", "Elm"]})

    table.choose("ann", "play Strike", "the next card that bob plays")
    table.choose("bob", "play Elm", "play Oak")
    passed(table)
    table.choose("ann", LOWEST)

    assert table.cards("", "limbo") == ["Elm"]
    assert table.count("ann", "mark") == 1


def test_a_card_fails_if_what_was_to_come_never_came() -> None:
    table = tower(common={"pile": ["Ash"]}, ann={"hand": ["Strike"]}, bob={"hand": ["Oak"]})

    table.choose("ann", "play Strike", "the next card that bob plays")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.cards("", "pile") == ["Ash"]
    assert table.count("ann", "mark") == 10


def test_a_description_that_is_not_allowed_when_the_text_begins_fails() -> None:
    table = tower(ann={"hand": ["Prune"]}, bob={"hand": ["Sting"]})

    table.choose("ann", "play Prune", "the next card that bob plays")
    table.choose("bob", "play Sting", "ann")
    passed(table)
    table.choose("ann", LOWEST)

    assert table.cards("", "pile") == ["Sting"]
    assert table.count("bob", "mark") == 10


def test_what_cannot_be_targeted_cannot_be_described_either() -> None:
    table = tower(
        "An asleep player cannot be targeted.",
        "At the end of the pushing phase, each player becomes asleep.",
        ann={"hand": ["Sting"], "life point": 5},
        bob={"hand": ["Oak"], "life point": 5},
    )

    table.choose("ann", "play Sting", "the player at turn")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.count("ann", "life point") == 5
    assert table.count("ann", "mark") == 10


@pytest.mark.parametrize(
    ("text", "who"),
    [("the player at turn", "ann"), ("you", "ann"), ("bob", "bob"), ("the next player", "bob")],
)
def test_a_player_can_be_described(text: str, who: str) -> None:
    table = tower(ann={"hand": ["Sting"], "life point": 5}, bob={"hand": ["Oak"], "life point": 5})

    table.choose("ann", "play Sting", text)
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.count(who, "life point") == 2


def test_a_place_can_be_described() -> None:
    table = tower(
        ann={"hand": ["Wipe"], "graveyard": ["Elm"]}, bob={"graveyard": ["Ash"], "hand": ["Oak"]}
    )

    table.choose("ann", "play Wipe", "the graveyard of the player at turn")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.cards("ann", "graveyard") == ["Wipe"]
    assert table.cards("bob", "graveyard") == ["Ash"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a card on the pile", "can fit several"),
        ("each card on the pile", "says more than which one it is"),
        ("the card on the pile", "can fit several: Ash, Oak"),
        ("the last card that fell from the sky", "'fell' is no known word"),
        ("the player at turn", "is a player; the target is a card"),
        ("the top card of the pile. You gain 5 marks", "says more than which one it is"),
        ("the top card of the pile, then bury it", "says more than which one"),
        ('the card named "Nobody"', "Nothing here is called 'Nobody'"),
        ("x" * 400, "at most 300 characters"),
        ("the number of cards on the pile", "is no description"),
    ],
)
def test_a_text_that_is_no_fit_description_is_refused_and_nothing_happens(
    text: str, why: str
) -> None:
    table = tower(common={"pile": ["Ash", "Oak"]}, ann={"hand": ["Strike"]})
    table.choose("ann", "play Strike")
    before = table.match.trace()

    with pytest.raises(IllegalChoice) as refused:
        table.match.choose("ann", text)

    assert why in str(refused.value)
    assert table.match.trace() == before
    assert table.options("ann") == ["Ash", "Oak"]


def test_a_description_is_refused_if_it_fits_several_in_some_position() -> None:
    table = tower(ann={"hand": ["Sting"], "life point": 5}, bob={"life point": 7})
    table.choose("ann", "play Sting")

    with pytest.raises(IllegalChoice) as refused:
        table.match.choose("ann", "the player with the most life points")

    assert "can fit several: ann, bob" in str(refused.value)
    assert (table.count("ann", "life point"), table.count("bob", "life point")) == (5, 7)


def test_a_description_of_a_kind_that_can_never_be_the_target_is_refused() -> None:
    table = tower(common={"pile": ["Ash"]}, ann={"hand": ["Prune"]})
    table.choose("ann", "play Prune")

    with pytest.raises(IllegalChoice) as refused:
        table.match.choose("ann", "the next scroll that bob plays")

    assert "is a scroll; the target is a leaf" in str(refused.value)


def test_a_description_is_announced_to_all_and_targets_when_the_text_begins() -> None:
    table = tower(
        "When a player is targeted, that player gains 1 mark.",
        ann={"hand": ["Sting"], "life point": 5},
        bob={"hand": ["Oak"]},
    )

    table.choose("ann", "play Sting", "the player at turn")
    told = [event.told(2) for event in table.match.events if event.verb == "target"]
    early = table.count("ann", "mark")
    passed(table)
    table.choose("ann", EXECUTE)

    assert told == ["ann targets 'the player at turn'"]
    assert (early, table.count("ann", "mark")) == (0, 1)


def test_descriptions_are_saved_and_replayed() -> None:
    table = tower(common={"pile": ["Ash", "Oak"]}, ann={"hand": ["Strike"]})
    table.choose("ann", "play Strike", "the card below this card")

    table.match = table.match.restore(table.match.save())
    passed(table)
    table.choose("ann", EXECUTE)
    again = replay(table.match.journal)

    assert table.cards("", "pile") == ["Ash"]
    assert again.trace() == table.match.trace()


def test_a_journal_keeps_the_words_of_the_player() -> None:
    table = tower(common={"pile": ["Ash", "Oak"]}, ann={"hand": ["Strike"]}, bob={"hand": ["Elm"]})
    table.match = table.match.restore(table.match.save())
    table.choose("ann", "play Strike", "the next leaf that bob plays")
    table.choose("bob", "play Elm")

    again = replay(table.match.journal)

    assert again.trace() == table.match.trace()
    assert {"do": "write", "player": "ann", "text": "the next leaf that bob plays"}.items() <= (
        table.match.journal[2].items()
    )


def test_a_rule_adopted_later_leaves_a_description_what_it_was() -> None:
    table = tower(ann={"hand": ["Strike"]}, bob={"hand": ["Oak", "Elm"]})
    table.choose("ann", "play Strike", "the next card that bob plays")

    table.match.amend("When a leaf is played, each player gains 3 marks.")
    table.choose("bob", "play Elm")
    passed(table)
    table.choose("ann", LOWEST)

    assert table.cards("", "limbo") == ["Elm"]
    assert table.count("ann", "mark") == 4


def test_a_card_can_itself_target_what_is_yet_to_come() -> None:
    table = tower(common={"pile": []}, ann={"hand": ["Watch", "Strike", "Oak", "Elm"]})

    table.choose("ann", "play Watch", "play Strike", "Watch", "play Elm", "play Oak")
    passed(table)
    table.choose("ann", LOWEST)

    assert table.cards("", "limbo") == ["Elm"]
    assert table.cards("ann", "graveyard") == ["Watch"]


def test_a_place_can_be_targeted() -> None:
    table = tower(ann={"hand": ["Wipe"]}, bob={"graveyard": ["Ash"], "hand": ["Oak"]})

    table.choose("ann", "play Wipe", "bob's graveyard")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.cards("bob", "graveyard") == []


def test_without_the_value_only_things_can_be_targeted() -> None:
    book = BOOK.replace('- The target wording is "things or descriptions".\n', "")
    table = Table(
        book.replace("RULES", ""), common={"pile": ["Ash", "Oak"]}, ann={"hand": ["Strike"]}, bob={}
    )
    table.begin_turn("ann")
    table.choose("ann", "play Strike")

    with pytest.raises(IllegalChoice) as refused:
        table.match.choose("ann", "the card below this card")

    assert "cannot choose" in str(refused.value)


@pytest.mark.parametrize("phrase", ["the top card of the deck", "the bottom card of the limbo"])
def test_a_description_of_what_may_not_be_targeted_is_refused(phrase: str) -> None:
    table = tower(common={"pile": ["Ash", "Oak"], "limbo": ["Elm"]}, ann={"hand": ["Strike"]})
    table.choose("ann", "play Strike")

    with pytest.raises(IllegalChoice, match="fits no card that can be targeted"):
        table.choose("ann", phrase)
    table.choose("ann", "the bottom card of the pile")
    passed(table)
    table.choose("ann", EXECUTE)

    assert table.cards("", "pile") == ["Oak"]


def test_the_next_player_who_fits_is_the_nearest_who_does() -> None:
    table = garden_table(
        "When a player rests, the next player who has at least 2 seeds gains 1 seed.",
        ann={"seed": 3}, bob={"seed": 1}, cyd={"seed": 2}, dan={"seed": 5},
    )  # fmt: skip

    table.choose("ann", "rest")

    assert seeds(table) == [3, 1, 3, 5]
