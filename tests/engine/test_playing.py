"""Playing a card: announced, answered, put in its place, resolved, put away."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from engine.bears import lay

ANSWER = "When a player plays a card, each other player may play a reply."
NAPPING = "When a card resolves, each player gains 1 shell."


def verbs(table, *wanted: str) -> list[str]:  # type: ignore[no-untyped-def]
    """What happened, of some verbs, in order."""
    return [event.verb for event in table.events if event.verb in wanted]


def test_a_card_goes_where_its_kind_can_be_played() -> None:
    table = lay(ann={"hand": ["Ursa"]}, bob={})

    table.play("ann", "Ursa")

    assert table.cards("ann", "den") == ["Ursa"]
    assert table.cards("ann", "hand") == []


def test_where_there_are_several_places_one_is_chosen() -> None:
    table = lay(ann={"hand": ["Bell"]}, bob={})

    table.play("ann", "Bell")
    offered = table.options("ann")
    table.choose("ann", "bob's den")

    assert offered == ["ann's den", "bob's den"]
    assert table.cards("bob", "den") == ["Bell"]


def test_a_card_without_a_place_is_put_away_when_it_is_over() -> None:
    table = lay(ann={"hand": ["Rain"]}, bob={})

    table.play("ann", "Rain")

    assert table.cards("", "discard pile") == ["Rain"]
    assert table.cards("ann", "hand") == ["Elm"]
    assert table.cards("bob", "hand") == ["Daisy"]


def test_a_text_that_cannot_be_resolved_keeps_a_spell_from_being_played() -> None:
    table = lay(ann={"hand": ["Hunt", "Rain"]}, bob={})

    assert table.options("ann") == ["play Rain", "nap", "pass"]


def test_a_text_that_can_be_resolved_lets_it_be_played() -> None:
    table = lay(ann={"hand": ["Hunt"]}, bob={"den": ["Honey"]})

    table.play("ann", "Hunt")

    assert table.cards("bob", "den") == []
    assert table.cards("", "discard pile") == ["Honey", "Hunt"]


def test_a_card_that_is_forbidden_is_not_offered() -> None:
    table = lay("", ("A player cannot play a bear.",), ann={"hand": ["Ursa", "Rain"]}, bob={})

    assert table.options("ann") == ["play Rain", "nap", "pass"]


def test_the_moments_of_a_play_come_in_order() -> None:
    rules = (
        "Before a spell is played, each player naps.",
        "When a player plays a spell, they gain 1 shell.",
        "When a spell resolves, each player becomes sleepy.",
        "After a spell resolves, the player at turn loses 1 shell.",
    )
    table = lay("", rules, ann={"hand": ["Rain"]}, bob={})

    table.play("ann", "Rain")

    order = verbs(table, "nap", "play", "resolve", "draw", "lose", "become")
    assert order == ["nap", "nap", "play", "resolve", "become", "become", "draw", "draw", "lose"]


def test_a_cancelled_card_does_not_resolve() -> None:
    table = lay("", (ANSWER, NAPPING), ann={"hand": ["Rain"]}, bob={"hand": ["No"]})

    table.play("ann", "Rain")
    asked, offered = table.asked(), table.options("bob")
    table.choose("bob", "yes")

    assert asked == ["bob"]
    assert offered == ["yes", "no"]
    assert table.cards("ann", "hand") == []
    assert sorted(table.cards("", "discard pile")) == ["No", "Rain"]
    assert table.count("ann", "shell") == 1  # the reply resolved, the spell did not


def test_a_cancelled_card_is_cancelled_once_and_told() -> None:
    table = lay(
        "",
        (ANSWER, "When a card is cancelled, each player gains 1 berry."),
        ann={"hand": ["Rain"]},
        bob={"hand": ["No"]},
    )

    table.play("ann", "Rain")
    table.choose("bob", "yes")

    assert table.count("ann", "berry") == 1


def test_a_window_closes_when_all_have_passed() -> None:
    table = lay("", (ANSWER,), ann={"hand": ["Rain"]}, bob={"hand": ["No"]}, cid={"hand": ["No"]})

    table.play("ann", "Rain")
    asked = table.asked()
    table.choose("bob", "no")
    table.choose("cid", "no")

    assert asked == ["bob", "cid"]
    assert table.cards("ann", "hand") == ["Elm"]


def test_a_player_without_a_reply_is_not_asked() -> None:
    table = lay("", (ANSWER,), ann={"hand": ["Rain"]}, bob={"hand": ["Fern"]})

    table.play("ann", "Rain")

    assert table.quiet
    assert table.cards("ann", "hand") == ["Elm"]


def test_a_reply_can_be_answered_and_the_first_card_then_resolves() -> None:
    table = lay("", (ANSWER,), ann={"hand": ["Rain", "No"]}, bob={"hand": ["No"]})

    table.play("ann", "Rain")
    table.choose("bob", "yes")
    asked = table.asked()
    table.choose("ann", "yes")

    assert asked == ["ann"]
    assert table.cards("ann", "hand") == ["Elm"]
    assert table.cards("bob", "hand") == ["Daisy"]
    assert sorted(table.cards("", "discard pile")) == ["No", "No", "Rain"]


def test_a_window_opens_again_on_a_card_that_becomes_exposed() -> None:
    table = lay("", (ANSWER,), ann={"hand": ["Rain", "No"]}, bob={"hand": ["No", "No"]})

    table.play("ann", "Rain")
    table.choose("bob", "yes", "No")  # bob's first reply
    table.choose("ann", "yes")  # ann answers it; bob could answer again
    table.choose("bob", "no")
    reopened = table.asked()
    table.choose("bob", "yes")

    assert reopened == ["bob"]
    assert table.cards("ann", "hand") == []
    assert table.cards("", "deck")[-1] == "Elm"


def test_a_card_that_is_cancelled_in_its_place_never_enters_it() -> None:
    table = lay(
        "",
        (ANSWER, "When a bear enters a den, each player gains 1 shell."),
        ann={"hand": ["Ursa"]},
        bob={"hand": ["No"]},
    )

    table.play("ann", "Ursa")
    table.choose("bob", "yes")

    assert table.cards("ann", "den") == []
    assert table.count("ann", "shell") == 0


def test_a_trigger_on_a_card_works_when_it_enters() -> None:
    row = "| Rude Bear | bear | 1 | 3 | | When this card enters your den, each other player discards a card. |"
    table = lay("", cards=(row,), ann={"hand": ["Rude Bear", "Fern"]}, bob={"hand": ["Acorn"]})

    table.play("ann", "Rude Bear")

    assert table.cards("bob", "hand") == []
    assert table.cards("ann", "hand") == ["Fern"]


# ---- costs -----------------------------------------------------------------------------------


PRICE = "To play a bear, a player must pay 2 berries."


@pytest.mark.parametrize(
    ("rules", "ann", "offered"),
    [
        ((PRICE,), {"berry": 2}, ["play Ursa", "play Rain", "nap", "pass"]),
        ((PRICE,), {"berry": 1}, ["play Rain", "nap", "pass"]),
        (
            (PRICE, "To play a bear, a player must discard a card."),
            {"berry": 2},
            ["play Ursa", "play Rain", "nap", "pass"],
        ),
        (
            (PRICE, "To play a card, a player must pay 1 shell."),
            {"berry": 2},
            ["nap", "pass"],
        ),
        (
            ("To play a bear, a player must pay 1 berry and pay 1 shell.",),
            {"berry": 1},
            ["play Rain", "nap", "pass"],
        ),
        (
            ("To play a bear, a player must pay 1 berry or pay 1 shell.",),
            {"shell": 1},
            ["play Ursa", "play Rain", "nap", "pass"],
        ),
        (
            ("To play a bear, a player must pay 1 berry if they are sleepy.",),
            {},
            ["play Ursa", "play Rain", "nap", "pass"],
        ),
        (
            ("To play a bear, a player must pay 1 berry if they are sleepy.",),
            {"sleepy": 1},
            ["play Rain", "nap", "pass"],
        ),
    ],
)
def test_what_cannot_be_paid_is_not_offered(rules, ann, offered) -> None:  # type: ignore[no-untyped-def]
    table = lay("", rules, ann={"hand": ["Ursa", "Rain"], **ann}, bob={})

    assert table.options("ann") == offered


def test_all_prices_are_paid_before_the_act() -> None:
    rules = (PRICE, "To play a bear, a player must pay 1 shell.")
    table = lay("", rules, ann={"hand": ["Ursa"], "berry": 3, "shell": 1}, bob={})

    table.play("ann", "Ursa")

    assert table.count("ann", "berry") == 1
    assert table.count("ann", "shell") == 0
    assert verbs(table, "pay", "play") == ["pay", "pay", "play"]


def test_the_card_itself_does_not_pay_for_itself() -> None:
    rules = ("To play a bear, a player must discard a card.",)
    table = lay("", rules, ann={"hand": ["Ursa"]}, bob={})

    assert table.options("ann") == ["nap", "pass"]


def test_a_price_with_a_choice_asks_for_it() -> None:
    rules = ("To play a bear, a player must discard a card.",)
    table = lay("", rules, ann={"hand": ["Ursa", "Fern", "Acorn"]}, bob={})

    table.play("ann", "Ursa")
    offered = table.options("ann")
    table.choose("ann", "Acorn")

    assert offered == ["Fern", "Acorn"]
    assert table.cards("ann", "den") == ["Ursa"]
    assert table.cards("ann", "hand") == ["Fern"]


# ---- effects that play and resolve -----------------------------------------------------------


def test_an_effect_can_play_a_card_from_elsewhere() -> None:
    table = lay("Play a charm from the discard pile.", common={"discard pile": ["Bell", "Fern"]})

    table.perform("ann", "Deed")
    offered = table.options("ann")
    table.choose("ann", "bob's den")

    assert offered == ["ann's den", "bob's den"]
    assert table.cards("bob", "den") == ["Bell"]
    assert table.cards("", "discard pile") == ["Fern"]


def test_an_effect_can_play_a_card_without_effect() -> None:
    table = lay("Play a spell without effect.", ann={"hand": ["Rain"]}, bob={})

    table.perform("ann", "Deed")

    assert table.cards("", "discard pile") == ["Rain"]
    assert table.cards("ann", "hand") == []


def test_an_effect_that_plays_a_card_can_be_answered() -> None:
    table = lay("Play a spell. Nap.", (ANSWER,), ann={"hand": ["Rain"]}, bob={"hand": ["No"]})

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("bob", "yes")

    assert asked == ["bob"]
    assert table.cards("ann", "hand") == []
    assert table.count("ann", "berry") == 1


def test_a_borrowed_text_is_performed_by_the_one_who_resolves_it() -> None:
    row = "| Feast | spell | 1 | 1 | | Gain 3 berries. Move this card to the river. |"
    table = lay(
        "Resolve a spell from another player's hand as this card.",
        cards=(row,),
        ann={},
        bob={"hand": ["Feast"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "berry") == 3
    assert table.count("bob", "berry") == 0
    assert table.cards("bob", "hand") == ["Feast"]
    assert table.cards("", "river") == ["Deed"]


def test_a_copy_can_be_played_like_the_card_it_is_a_copy_of() -> None:
    table = lay(
        "Choose a spell in your hand. Create a copy of it in your hand.",
        ann={"hand": ["Rain"]},
        bob={},
    )

    table.perform("ann", "Deed")
    table.play("ann", "Rain")

    assert table.cards("ann", "hand") == ["Rain", "Elm"]
    assert table.cards("bob", "hand") == ["Daisy"]


# ---- targets ---------------------------------------------------------------------------------


AIM = "| Aim | spell | 1 | 1 | | Target a bear. Destroy that bear. |"


def test_a_target_is_chosen_when_the_card_is_played() -> None:
    table = lay(
        "",
        (ANSWER,),
        (AIM,),
        ann={"hand": ["Aim"]},
        bob={"den": ["Honey", "Bruno"], "hand": ["No"]},
    )

    table.play("ann", "Aim")
    asked, offered = table.asked(), table.options("ann")
    table.choose("ann", "Bruno")
    answering = table.asked()
    table.choose("bob", "no")

    assert asked == ["ann"]
    assert offered == ["Bruno", "Honey"]
    assert answering == ["bob"]
    assert table.cards("bob", "den") == ["Honey"]


def test_a_card_whose_target_is_gone_fails() -> None:
    rules = (ANSWER, "When a card fails, each player gains 1 shell.")
    flee = "| Flee | reply | 1 | 1 | | Remove a bear in your den from the game. |"
    table = lay(
        "", rules, (AIM, flee), ann={"hand": ["Aim"]}, bob={"den": ["Honey"], "hand": ["Flee"]}
    )

    table.play("ann", "Aim")
    table.choose("bob", "yes")

    assert table.count("ann", "shell") == 1
    assert table.cards("", "discard pile").count("Honey") == 0


def test_who_cannot_be_targeted_is_not_offered() -> None:
    rules = ("A cub cannot be targeted.",)
    table = lay("", rules, (AIM,), ann={"hand": ["Aim"]}, bob={"den": ["Honey", "Bruno", "Pip"]})

    table.play("ann", "Aim")

    assert table.options("ann") == ["Bruno", "Honey"]


# ---- later -----------------------------------------------------------------------------------


def test_a_delayed_effect_fires_once_and_keeps_what_it_means() -> None:
    table = lay("Draw a card. At the end of the turn, discard it.", ann={"hand": ["Fern"]}, bob={})

    table.perform("ann", "Deed")
    held = table.cards("ann", "hand")
    table.choose("ann", "pass")
    table.choose("bob", "pass")
    table.choose("ann", "pass")

    assert held == ["Fern", "Elm"]
    assert table.cards("ann", "hand") == ["Fern"]
    assert table.cards("", "discard pile") == ["Elm"]


def test_the_next_time_is_gone_after_it() -> None:
    table = lay("Choose another player. The next time that player naps, gain 1 shell.")

    table.perform("ann", "Deed")
    table.choose("ann", "pass")
    table.choose("bob", "nap", "nap")

    assert table.count("ann", "shell") == 1


def test_until_the_end_of_the_turn_a_rule_holds_no_longer() -> None:
    table = lay("Until the end of the turn, players cannot nap.")

    table.perform("ann", "Deed")
    now = table.turn
    table.choose(now, *(["pass"] if table.options(now) == ["pass"] else []))

    assert table.turn == "bob"
    assert "nap" in table.options("bob")


PARLOUR = """# Parlour {#parlour}

## Words {#words}

- Each player has a hand. There is a deck, a pile and a bin. Coins are counters.
- On a card, "you" means its player.
- Plains and dears are kinds of card.

## Rules {#rules}

- Each player may play a card from their hand onto the pile.
- To clap is to gain 1 point. Each player may clap.
RULES
The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Chalk | plain | 3 | |
| Pearl | dear | 3 | TEXT |
"""


def parlour(text: str, *rules: str) -> Table:
    """A table where a text speaks to the player of its card; ann has 3 coins, bob has 1."""
    book = PARLOUR.replace("TEXT", text).replace("RULES", "".join(f"- {r}\n" for r in rules))
    made = Table(
        book, bare=True, carried=True,
        ann={"hand": ["Chalk", "Pearl"], "coin": 3}, bob={"hand": ["Chalk", "Pearl"], "coin": 1},
    )  # fmt: skip
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def plays(made: Table, player: str) -> list[str]:
    """The cards that a player is offered to play."""
    return [text[5:] for text in made.options(player) if text.startswith("play")]


RICH = "at least 3 coins"


@pytest.mark.parametrize(
    ("text", "rule", "ann", "bob"),
    [
        (f"This card can be played onto the pile if you have {RICH}.", "", ["Pearl"], []),
        (f"You cannot play this card if you have {RICH}.", "", ["Chalk"], ["Chalk", "Pearl"]),
        (f"This card cannot be played if you have {RICH}.", "", ["Chalk"], ["Chalk", "Pearl"]),
        (f"This card can be played only if you have {RICH}.", "", ["Chalk", "Pearl"], ["Chalk"]),
        ("To play this card, you must pay 2 coins.", "", ["Chalk", "Pearl"], ["Chalk"]),
        ("", f"A dear cannot be played if its player has {RICH}.", ["Chalk"], ["Chalk", "Pearl"]),
        ("", "To play a dear, its player must pay 2 coins.", ["Chalk", "Pearl"], ["Chalk"]),
        ("", f"A dear can be played only if its player has {RICH}.", ["Chalk", "Pearl"], ["Chalk"]),
    ],
)
def test_before_it_is_played_the_player_of_a_card_is_who_would_play_it(
    text: str, rule: str, ann: list[str], bob: list[str]
) -> None:
    made = parlour(text, *([rule] if rule else []))

    assert (plays(made, "ann"), plays(made, "bob")) == (ann, bob)


def test_a_card_that_is_played_from_the_hand_of_its_player_is_in_the_hand_of_who_plays_it() -> None:
    stealing = "Each player may play a card from another player's hand onto the pile."
    freely = parlour("", stealing)
    held = parlour("", stealing, "A card can be played only from the hand of its player.")

    assert len(plays(freely, "bob")) == 4
    assert plays(held, "bob") == ["Chalk", "Pearl"]


def test_who_played_a_card_before_is_not_asked_when_another_would_play_it() -> None:
    made = parlour(
        f"This card can be played only if you have {RICH}.",
        "When a player claps, move each dear on the pile to that player's hand.",
    )

    made.choose("ann", "play Pearl")
    made.choose("bob", "clap")

    assert made.cards("bob", "hand") == ["Chalk", "Pearl", "Pearl"]
    assert plays(made, "bob") == ["Chalk"]


def test_whether_its_text_can_be_resolved_is_asked_for_the_one_who_holds_the_card() -> None:
    made = parlour(
        "Pay 2 coins.",
        "A plain can be played. A dear can be played if its text can be resolved.",
        "When a player claps, move each dear on the pile to that player's hand.",
        "When a player claps, each other player gains 5 coins.",
    )

    made.choose("ann", "play Pearl")
    made.choose("bob", "clap")

    assert plays(made, "bob") == ["Chalk"]


VALUES = """# Nine {#nine}

## Words {#words}

- Each card has any number of values. There is a deck and a pile. Each player has a hand.
- The player at turn may play a card from their hand onto the top card of the pile.
- A card can be played onto another card if the first card has a value within 1 of a value of the second card.

The cards are:

| Name | Values | Text |
|---|---|---|
| Nine | 9 | |
| Five | 5 | |
| Ten | 3, 10 | |
| Joker | 2 | Each number that is at least 1 is a value of this card. |
| Jester | 2 | Each number that is at least 1 and at most 6 is a value of this card. |
"""


@pytest.mark.parametrize(
    ("top", "told"), [("Nine", ["Joker", "Ten"]), ("Five", ["Jester", "Joker"])]
)
def test_a_card_in_a_hand_has_all_values_that_it_says(top: str, told: list[str]) -> None:
    hand = [name for name in ("Nine", "Five", "Ten", "Joker", "Jester") if name != top]
    table = Table(VALUES, {"pile": [top]}, bare=True, ann={"hand": hand}, bob={})
    assert table.match.rules.unrunnable == []
    table.begin_turn("ann")

    able = [text.removeprefix("play ") for text in table.options("ann") if text != "pass"]

    assert sorted(able) == told
