"""Effects without end: how they are found, which cards are involved, how a book settles them."""

from __future__ import annotations

import pytest

import deckmastor as dm
from deckmastor.engine.machine.vigil import Shapes, position
from deckmastor.engine.rules.assembly import build
from deckmastor.testing import Table

WORDS = """# Pond {#pond}

## Words {#words}

- Each player has a hand and a log. There is a deck, a stack, a bench and a discard pile.
- Frogs and flies are kinds of card. Coins and hops are counters. A player can be wet.
- To draw a card is to move the top card of the deck to your hand.
- To act out a card is to move it to the bench, then resolve it, then move all cards on the bench to the discard pile.
- To knock is to gain 1 coin.
- To croak is to gain 0 coins.
- A turn has these phases: morning, noon, evening.

## Turn {#turn}

- At the beginning of the noon phase, the player at turn acts out the top card of the stack until the stack is empty.
- In the morning phase, the player at turn may knock. In the morning phase, the player at turn may croak.
- In the evening phase, the player at turn may knock.
- In the morning phase, the player at turn may play a card.
"""

BELOW = "If the stack is not empty, move this card below the top card of the stack."

CARDS = f"""
## Cards {{#cards}}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Mayfly | fly | 40 | The player at turn knocks. |
| Bullfrog | frog | 1 | {BELOW} |
| Toad | frog | 1 | {BELOW} |
| Newt | frog | 2 | The player at turn gains 1 hop. If the player at turn has fewer than 60 hops, move this card below the top card of the stack. |
| Clerk | frog | 2 | If this card was acted out 5 times this turn, the player at turn gains 1 hop. Otherwise, move this card below the top card of the stack. |
| Gambler | frog | 2 | Roll 1d2. {BELOW} |
| Chooser | frog | 2 | The player at turn may gain 1 hop. {BELOW} |
| Echo | fly | 1 | Resolve the top card of the discard pile as this card. |
| Parrot | fly | 1 | The player at turn gains 1 hop. Resolve this card. |
| Singer | fly | 1 | Move the bottom card of the deck on the top of the deck until the deck is empty. The player at turn gains 9 hops. |
| Drummer | fly | 1 | The player at turn knocks until the deck is empty. The player at turn gains 9 hops. |
| Lurker | fly | 1 | While this card is in your hand, when a player croaks, that player croaks. |
| Heron | fly | 1 | When a player croaks, that player croaks. |
| Stork | fly | 1 | When a player knocks, that player gains 1 hop. |
| Guard | fly | 1 | Until the end of the turn, a player cannot draw a card. {BELOW} |
"""

DISCARD = "When effects have no end, put each involved card into the discard pile."


def book(*rules: str) -> str:
    return WORDS + "\n".join(f"- {rule}" for rule in rules) + "\n" + CARDS


def pond(*rules: str, carried: bool = False, **laid: list[str]) -> Table:
    """A table with cards in common places, at the morning of ann's turn."""
    ann: dict[str, list[str] | int | str] = {"log": laid.pop("log", [])}
    table = Table(book(*rules), bare=True, carried=carried, common={**laid}, ann=ann, bob={})
    table.begin_turn("ann")
    return table


def brook(*rules: str, hand: list[str]) -> Table:
    """A table at which cards resolve when they are played, at the morning of ann's turn."""
    text = WORDS + "\n".join(f"- {rule}" for rule in rules) + "\n" + CARDS
    text = "\n".join(line for line in text.split("\n") if " act" not in line)
    table = Table(text, bare=True, common={"deck": ["Mayfly"]}, ann={"hand": hand}, bob={})
    table.begin_turn("ann")
    return table


def noon(*rules: str, stack: list[str], **laid: list[str]) -> Table:
    """A table after the stack was acted out, as far as nobody is asked."""
    table = pond(*rules, stack=stack, **laid)
    table.choose("ann", "pass")
    return table


def told(table: Table) -> list[dm.Event]:
    return [event for event in table.events if event.verb == "endless"]


def resolved(table: Table) -> list[str]:
    return [event.agent for event in table.events if event.verb == "resolve"]


# ---- loops ----------------------------------------------------------------------------------


def test_two_cards_that_chase_each_other_are_found_after_two_rounds_and_put_away() -> None:
    table = noon(DISCARD, stack=["Mayfly", "Toad", "Bullfrog", "Mayfly"])
    (event,) = told(table)

    rounds = ["Bullfrog", "Toad", "Bullfrog", "Toad", "Bullfrog"]
    assert resolved(table) == ["Mayfly", *rounds, "Mayfly"]
    assert event.object == "Bullfrog, then Toad"
    assert {cite.text for cite in event.cites if cite.text == BELOW}
    assert event.text.startswith("effects have no end: the same position came again (Bullfrog, ")
    assert sorted(table.cards("", "discard pile")) == ["Bullfrog", "Mayfly", "Mayfly", "Toad"]
    assert table.count("ann", "coin") == 2
    assert table.options("ann") == ["knock", "pass"]


def test_a_single_card_that_chases_itself_is_found() -> None:
    table = noon(DISCARD, stack=["Mayfly", "Bullfrog"])

    assert told(table) == []  # it goes below, then it lies alone, and nothing keeps it there
    assert resolved(table) == ["Bullfrog", "Mayfly", "Bullfrog"]


def test_a_long_chain_that_ends_is_no_paradox() -> None:
    table = noon(DISCARD, stack=["Mayfly"] * 40)
    hopping = noon(DISCARD, stack=["Newt", "Newt", "Mayfly"])

    assert told(table) == []
    assert table.count("ann", "coin") == 40
    assert told(hopping) == []
    assert hopping.count("ann", "hop") == 61


def test_a_chain_that_history_ends_is_no_loop() -> None:
    table = noon(DISCARD, stack=["Mayfly", "Clerk", "Clerk"])

    assert told(table) == []
    assert resolved(table).count("Clerk") == 12
    assert table.count("ann", "hop") == 2
    assert table.count("ann", "coin") == 1


def test_a_throw_in_each_round_is_no_loop_but_runs_into_the_limit() -> None:
    table = noon(DISCARD, "The resolution limit is 20.", stack=["Mayfly", "Gambler", "Gambler"])
    (event,) = told(table)

    assert "more than 20 texts in one chain" in event.text
    assert event.object == "Gambler, then Gambler"
    assert resolved(table) == ["Gambler"] * 21 + ["Mayfly"]
    assert table.cards("", "stack") == []


@pytest.mark.parametrize("carried", [False, True])
def test_an_answer_in_each_round_is_no_loop_but_runs_into_the_limit(carried: bool) -> None:
    limit = "The resolution limit is 20."
    table = pond(DISCARD, limit, carried=carried, stack=["Mayfly", "Chooser", "Chooser"])
    table.choose("ann", "pass")
    answers = 0
    while "yes" in table.options("ann"):
        table.choose("ann", "no" if answers % 2 else "yes")
        answers += 1
    (event,) = told(table)

    assert answers == 20
    assert event.object == "Chooser, then Chooser"
    assert table.count("ann", "coin") == 1


def test_the_limit_counts_the_texts_of_one_chain_only() -> None:
    table = pond(DISCARD, "The resolution limit is 3.", stack=["Mayfly", "Mayfly", "Mayfly"])
    table.choose("ann", "croak")
    table.choose("ann", "pass")
    more = noon(DISCARD, "The resolution limit is 3.", stack=["Mayfly"] * 4)

    assert told(table) == []
    assert len(told(more)) == 1


def test_a_card_that_quotes_itself_is_found_by_its_depth() -> None:
    table = noon(DISCARD, stack=["Mayfly", "Echo"], **{"discard pile": ["Toad"]})
    quoted = told(table)
    deep = noon(DISCARD, "The nesting limit is 7.", stack=["Mayfly", "Parrot"])
    (event,) = told(deep)

    assert quoted == []
    assert "more than 7 texts and triggers within each other" in event.text
    assert event.object == "Parrot"
    assert deep.count("ann", "hop") == 6  # the rule that acts it out is the outermost
    assert deep.count("ann", "coin") == 1
    assert deep.state.held == 0


def test_limits_beyond_what_can_be_kept_are_no_danger() -> None:
    limits = ("The resolution limit is 99999.", "The nesting limit is 99999.")
    table = noon(DISCARD, *limits, stack=["Mayfly", "Parrot"])
    (event,) = told(table)

    assert "more than 1,800 texts and triggers within each other" in event.text
    assert table.cards("", "discard pile") == ["Parrot", "Mayfly"]


def test_two_quotations_of_each_other_are_found_by_their_depth() -> None:
    pile = {"discard pile": ["Echo"]}
    table = pond(DISCARD, "When a player croaks, resolve the top card of the discard pile.", **pile)
    table.choose("ann", "croak")
    (event,) = told(table)

    assert "more than 50 texts and triggers within each other" in event.text
    assert event.object == "Echo"
    assert table.options("ann")


# ---- triggers -------------------------------------------------------------------------------

RING = "When a player croaks, that player rings. To ring is to gain 0 hops."
BACK = "When a player rings, that player croaks."


def test_rules_that_set_each_other_off_without_a_change_are_a_loop() -> None:
    table = pond(RING, BACK, "When effects have no end, each player gains 5 coins.")
    table.choose("ann", "croak")
    (event,) = told(table)

    assert "the same position came again" in event.text
    assert event.object == ""
    assert {cite.text for cite in event.cites} == {RING, BACK}
    assert table.count("bob", "coin") == 5
    assert table.options("ann")


def test_rules_that_set_each_other_off_with_a_change_run_into_the_chain_limit() -> None:
    endless = "When a player knocks, that player knocks."
    settle = "When effects have no end, each player gains 5 hops."
    table = pond(endless, settle, "The chain limit is 30.")
    table.choose("ann", "knock")
    (event,) = told(table)

    assert "one trigger more than 30 times" in event.text
    assert 30 <= table.count("ann", "coin") <= 32
    assert table.count("bob", "hop") == 5


def test_without_such_a_sentence_a_chain_is_undone_as_ever() -> None:
    endless = "When a player knocks, that player knocks."
    table = pond(endless, "The chain limit is 30.")
    table.choose("ann", "knock")

    assert [event.verb for event in table.events if event.verb in ("endless", "paradox")] == [
        "paradox"
    ]
    assert table.count("ann", "coin") == 1


@pytest.mark.parametrize("timing", ["at once", "next step"])
def test_a_card_whose_standing_text_goes_round_is_involved(timing: str) -> None:
    value = f'The trigger timing is "{timing}".'
    table = pond(value, DISCARD, log=["Stork", "Heron"])
    table.choose("ann", "croak")
    (event,) = told(table)

    assert event.object == "Heron"
    assert table.cards("", "discard pile") == ["Heron"]
    assert table.cards("ann", "log") == ["Stork"]
    assert "croak" in table.options("ann")


@pytest.mark.parametrize("timing", ["when performed", "before the link"])
def test_loops_are_found_where_triggers_run_in_links(timing: str) -> None:
    rules = ('The trigger timing is "next step".', f'The choice timing is "{timing}".')
    table = noon(*rules, DISCARD, stack=["Mayfly", "Toad", "Bullfrog", "Mayfly"])
    (event,) = told(table)

    assert event.object == "Bullfrog, then Toad"
    assert table.count("ann", "coin") == 2
    assert table.options("ann") == ["knock", "pass"]


# ---- what is left ---------------------------------------------------------------------------


def test_a_loop_that_the_book_does_not_settle_is_left_the_second_time() -> None:
    again = "When effects have no end, put each involved card on the top of the stack. Each player gains 1 hop."
    table = noon(again, stack=["Mayfly", "Toad", "Bullfrog"])

    assert len(told(table)) == 2
    assert table.count("bob", "hop") == 2
    assert table.options("ann") == ["knock", "pass"]


def test_settling_that_has_no_end_is_a_paradox_as_ever() -> None:
    rules = ("When effects have no end, each player croaks.", RING, BACK)
    table = noon(*rules, stack=["Toad", "Bullfrog"])
    (event,) = told(table)
    (paradox,) = [event for event in table.events if event.verb == "paradox"]

    assert event.object == "Bullfrog, then Toad"
    assert {cite.text for cite in paradox.cites} == {RING, BACK}
    assert table.state.muted == []
    assert table.options("ann") == ["knock", "pass"]


@pytest.mark.parametrize(("name", "why"), [("Singer", "the same position"), ("Drummer", "steps")])
def test_a_text_that_goes_round_in_itself_is_cut_off_and_its_card_put_away(
    name: str, why: str
) -> None:
    rule = "When effects have no end, each player gains 1 coin."
    table = brook(rule, hand=["Stork", name])
    table.choose("ann", f"play {name}")
    (event,) = told(table)

    assert event.object == name
    assert why in event.text
    assert table.cards("", "discard pile") == [name]
    assert table.count("bob", "coin") == 1
    assert table.count("ann", "hop") == 0
    assert "play Stork" in table.options("ann")


def test_the_book_decides_where_a_card_in_play_goes() -> None:
    rule = "When effects have no end, put each involved card into the deck."
    table = brook(rule, hand=["Singer"])
    table.choose("ann", "play Singer")

    assert table.cards("", "deck") == ["Mayfly", "Singer"]
    assert table.cards("", "discard pile") == []


# ---- how a book settles it ------------------------------------------------------------------

CHASE = ["Mayfly", "Toad", "Bullfrog"]
END_RULES = " End each rule adopted by an involved card."
VOTE = (
    "When effects have no end, each player may become wet. If each player is wet, put each "
    "involved card into the discard pile. Otherwise, put each involved card into the deck."
)


@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize(
    ("ann", "bob", "place"),
    [("yes", "yes", "discard pile"), ("yes", "no", "deck"), ("no", "no", "deck")],
)
def test_players_vote_on_what_becomes_of_the_involved_cards(
    ann: str, bob: str, place: str, carried: bool
) -> None:
    table = pond(VOTE, carried=carried, stack=CHASE)
    table.choose("ann", "pass")
    assert len(told(table)) == 1
    table.choose("ann", ann)
    table.choose("bob", bob)

    assert {"Toad", "Bullfrog"} <= set(table.cards("", place))
    assert "Mayfly" in table.cards("", "discard pile")
    assert table.options("ann") == ["knock", "pass"]
    assert not table.state.bags


def test_chance_decides_which_of_them_wins() -> None:
    rule = "When effects have no end, put a random involved card into the discard pile."
    table = pond(rule, stack=CHASE)
    table.fate(2)
    table.choose("ann", "pass")

    assert len(told(table)) == 1
    assert table.cards("", "discard pile")[0] in ("Toad", "Bullfrog")
    assert sorted(table.cards("", "discard pile")) == ["Bullfrog", "Mayfly", "Toad"]


@pytest.mark.parametrize(("ends", "drawn"), [("", 0), (END_RULES, 1)])
def test_rules_that_an_involved_card_adopted_can_end_with_it(ends: str, drawn: int) -> None:
    rules = ("The resolution limit is 30.", "When a player knocks, that player draws a card.")
    table = noon(*rules, DISCARD + ends, stack=["Guard", "Toad"], deck=["Newt"])
    table.choose("ann", "knock")

    assert len(told(table)) == 1
    assert len(table.cards("ann", "hand")) == drawn


def test_what_settles_it_may_perform_texts_and_fire_triggers() -> None:
    limits = ("The resolution limit is 5.", "The chain limit is 5.")
    settle = f"{DISCARD} Resolve the top card of the deck."
    many = noon(settle, *limits, stack=["Gambler", "Gambler"], deck=["Mayfly"])
    endless = "When a player knocks, that player knocks if they have at most 99 coins."
    often = pond(
        endless,
        *limits,
        "When effects have no end, each player gains 200 coins. Each player knocks.",
    )
    often.choose("ann", "knock")

    assert len(told(many)) == len(told(often)) == 1
    assert many.count("ann", "coin") == 1
    assert often.count("bob", "coin") == 201


def test_no_card_is_involved_before_and_after() -> None:
    count = "When a player knocks, that player gains hops equal to the number of involved cards."
    table = pond(DISCARD, count, stack=["Mayfly", "Toad", "Bullfrog", "Mayfly"])
    table.choose("ann", "knock", "pass")
    table.choose("ann", "knock")

    assert len(told(table)) == 1
    assert table.count("ann", "hop") == 0


# ---- the record -----------------------------------------------------------------------------


def test_a_match_can_be_forked_saved_and_replayed_while_players_vote() -> None:
    rules = dm.read(
        book(VOTE, "Before the game, put a Toad and a Bullfrog on the top of the stack.")
    )
    match = rules.start(["ann", "bob"], seed=3)
    match.choose("ann", "pass")
    match.choose("ann", "yes")
    fork, back = match.fork(), dm.restore(match.save())
    for one in (match, fork, back):
        one.choose("bob", "yes")

    assert "endless" in [event.verb for event in match.events]
    assert dm.replay(match.journal).trace() == match.trace() == fork.trace() == back.trace()
    assert [event.text for event in dm.replay(match.journal).events] == match.log(minor=True)
    assert match.state.bags == {}


@pytest.mark.parametrize("stack", [CHASE, ["Mayfly", "Gambler", "Gambler"], ["Mayfly", "Parrot"]])
def test_rules_without_optimization_find_the_same(stack: list[str]) -> None:
    short = pond(DISCARD, "The resolution limit is 20.", stack=stack)
    long = pond(DISCARD, "The resolution limit is 20.", stack=stack)
    rules = build(long.game.book, 2, short=False)
    long.match._under(rules, long.match.state)
    for table in (short, long):
        table.choose("ann", "pass")

    assert len(told(short)) == 1
    assert [event.text for event in short.events] == [event.text for event in long.events]


def test_a_card_that_nobody_else_may_know_is_not_named_to_them() -> None:
    table = brook("When effects have no end, each player gains 1 coin.", hand=["Stork", "Lurker"])
    table.choose("ann", "croak")
    (event,) = told(table)
    (told_bob,) = [line for line in table.match.log("bob") if "no end" in line]

    assert "(Lurker): 'While this card is in your hand" in event.text
    assert event.text in table.match.log("ann")
    assert told_bob == "effects have no end: the same position came again (a card)"


# ---- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("When an effect has an end, each player knocks.", "Say 'When effects have no end, …'"),
        ("When a card has no end, each player knocks.", "Say 'When effects have no end, …'"),
        ("When effects have no end or the deck is empty, each player knocks.", "Say 'When effects"),
        ("Before effects have no end, each player knocks.", "Say 'When effects …'"),
        ("When a player knocks, put each involved card into the deck.", f"Say '{DISCARD}'"),
    ],
)
def test_other_sentences_about_the_end_of_effects_are_refused(rule: str, says: str) -> None:
    with pytest.raises(dm.RulebookError) as refused:
        dm.read(book(rule)).start(["ann", "bob"])

    assert says in str(refused.value)
    assert f"'{rule}'" in str(refused.value)


def test_a_book_may_have_its_own_involved_cards() -> None:
    table = pond("A card is involved if it is on the bench.", DISCARD, stack=CHASE, bench=["Stork"])
    table.choose("ann", "pass")

    assert len(told(table)) == 1
    assert "Stork" in table.cards("", "discard pile")


def test_an_amendment_can_say_what_becomes_of_effects_without_end() -> None:
    table = pond(stack=["Mayfly", "Toad", "Bullfrog"])
    table.match.amend(f"## Loops {{#loops}}\n\n- {DISCARD}\n- The resolution limit is 20.\n")
    table.choose("ann", "pass")
    (event,) = told(table)

    assert "the same position came again" in event.text
    assert sorted(table.cards("", "discard pile")) == ["Bullfrog", "Mayfly", "Toad"]
    assert table.value("resolution limit") == 20


def test_an_amendment_while_players_vote_changes_nothing_of_the_vote() -> None:
    table = pond(VOTE, stack=CHASE)
    table.choose("ann", "pass", "yes")
    table.match.amend("## Rain {#rain}\n\n- When a player knocks, that player gains 3 hops.\n")
    table.choose("bob", "yes")

    assert {"Toad", "Bullfrog"} <= set(table.cards("", "discard pile"))
    assert table.count("ann", "hop") == 3
    assert table.options("ann") == ["knock", "pass"]


def test_a_book_can_call_its_players_involved() -> None:
    table = Table(
        """# Own {#own}

- Each player has a hand. There is a deck. Marks are counters. A player can be involved.
- On their turn, a player may act. When a player acts, that player becomes involved.
- When a player passes, each involved player gains 5 marks.
""",
        ann={},
        bob={},
    )
    table.begin_turn("ann")

    table.choose("ann", "act", "pass")

    assert (table.count("ann", "mark"), table.count("bob", "mark")) == (5, 0)


def test_a_position_is_another_as_long_as_something_lies_or_counts_differently() -> None:
    table = pond(stack=["Mayfly", "Toad", "Bullfrog"])
    machine, state, shapes = table.match.machine, table.state, Shapes()
    stack = state.where[next(iter(table._laid))]
    column = table.match.rules.schema.attrs["hop"].at

    def now() -> object:
        return position(machine, state, shapes)

    seen = [now()]
    state.zone(stack).reverse()
    seen.append(now())
    state.column(column)[0] += 1
    seen.append(now())
    state.zone(stack).reverse()
    state.column(column)[0] -= 1

    assert len(set(seen)) == 3
    assert now() == seen[0]
