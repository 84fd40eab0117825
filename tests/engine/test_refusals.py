"""Whatever is wrong is refused with what, where and why, within a second, and changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import process_time

import pytest

import deckmastor as dm
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.record import saving

WORDS = """\
# Mill {#mill}
## Words {#words}
- Each player has a hand and a field. There is a deck, a discard pile and a heap.
- Coins are counters.
- To draw a card is to move the top card of the deck to your hand.
- To plant a card is to move it from your hand into your field.
- To discard a card is to move it from your hand to the discard pile.
- To knock is to gain 1 coin.
- To ring is to gain 1 coin.
## A turn {#turn}
- On their turn, a player may draw a card.
- On their turn, a player may plant a card from their hand.
- On their turn, a player may knock.
"""
CARDS = """\
## Cards {#cards}

The cards are:

| Name | Count | Text |
|---|---|---|
| Barley | 12 | |
"""


def book(*rules: str, cards: str = "") -> str:
    """A small rulebook with some rules more."""
    return WORDS + "".join(f"- {rule}\n" for rule in rules) + CARDS + cards


def begun(*rules: str, cards: str = "") -> dm.Match:
    return dm.read(book(*rules, cards=cards)).start(["ann", "bob"])


def refused(match: dm.Match, act: Callable[[], object], error: type[Exception]) -> str:
    """The message with which something is refused; the match must be what it was before."""
    before, told, number = match.state.to_data(), len(match.events), match.number
    kept = json.dumps(before)
    start = process_time()
    with pytest.raises(error) as why:
        act()
    took = process_time() - start

    assert json.dumps(match.state.to_data()) == kept
    assert (len(match.events), match.number) == (told, number)
    assert took < 1
    return str(why.value)


# ---- choices --------------------------------------------------------------------------------


def test_an_option_of_an_earlier_decision_is_refused():
    match = begun()
    stale = match.decisions[0].options[0]
    match.choose(stale)

    message = refused(match, lambda: match.choose(stale), dm.IllegalChoice)

    assert message == "That decision is no longer open."


def test_an_option_of_another_match_is_refused():
    match, other = begun(), begun()

    message = refused(match, lambda: match.choose(other.decisions[0].options[0]), dm.IllegalChoice)

    assert message == "That option belongs to another match."


def test_an_option_made_up_is_refused():
    match = begun()
    real = match.decisions[0].options[0]
    made_up = dm.Option("ann", "win the game", real.decision, 99 << 24, real.at, real.match)
    other_text = dm.Option("ann", "pass", real.decision, real.value, real.at, real.match)
    other_seat = dm.Option("bob", real.text, real.decision, real.value, real.at, real.match)

    assert "not open to ann" in refused(match, lambda: match.choose(made_up), dm.IllegalChoice)
    assert "not open to ann" in refused(match, lambda: match.choose(other_text), dm.IllegalChoice)
    assert "bob is not asked" in refused(match, lambda: match.choose(other_seat), dm.IllegalChoice)


@pytest.mark.parametrize(
    ("player", "text", "message"),
    [
        pytest.param("bob", "draw a card", "bob is not asked now; ann is.", id="another seat"),
        pytest.param("zoe", "draw a card", "There is no player 'zoe'. The players: ann, bob.", id="unknown player"),
        pytest.param("ann", "draw 7 cards", "ann cannot choose 'draw 7 cards' now; the decision lists what is open.", id="no such option"),
        pytest.param("ann", None, "ann cannot choose None now; the decision lists what is open.", id="no text"),
        pytest.param("ann", "", "ann cannot choose '' now; the decision lists what is open.", id="empty text"),
        pytest.param("", "pass", "There is no player ''. The players: ann, bob.", id="empty player"),
    ],
)  # fmt: skip
def test_a_choice_that_is_not_open_is_refused(player, text, message):
    match = begun()

    assert refused(match, lambda: match.choose(player, text), dm.IllegalChoice) == message


@pytest.mark.parametrize("option", [None, 3, 2.5, b"pass", ["ann", "pass"], {"ann": "pass"}])
def test_what_is_no_choice_at_all_is_refused(option):
    match = begun()

    message = refused(match, lambda: match.choose(option), dm.IllegalChoice)

    assert message.startswith("A choice is an option, or a player and a text")


def test_nothing_can_be_chosen_when_the_game_is_over():
    match = begun("When a player knocks, they win the game.")
    option = match.decisions[0].options[0]
    match.choose("ann", "knock")

    assert match.over
    assert refused(match, lambda: match.choose(option), dm.IllegalChoice) == "The game is over."
    assert (
        refused(match, lambda: match.choose("ann", "pass"), dm.IllegalChoice) == "The game is over."
    )
    assert refused(match, lambda: match.answer("ann", 0), dm.IllegalChoice) == "The game is over."
    assert match.decisions == []
    assert match.why_not("ann", "knock").reason == "The game is over."


@pytest.mark.parametrize(
    "ask", [lambda m: m.view("zoe"), lambda m: m.log("zoe"), lambda m: m.why_not("zoe", "pass")]
)
def test_nobody_else_can_look_or_ask(ask):
    match = begun()

    assert "There is no player 'zoe'" in refused(match, lambda: ask(match), dm.IllegalChoice)


def test_time_goes_forward_only():
    match = dm.read(book()).start(["ann", "bob"], clock=500)

    assert "500 already" in refused(match, lambda: match.tick(499), dm.DeckmastorError)
    assert "whole number" in refused(match, lambda: match.tick(1e9), dm.DeckmastorError)


# ---- saves ----------------------------------------------------------------------------------


def test_every_cut_and_every_altered_byte_of_a_save_is_noticed():
    data = begun().save()

    for at in range(0, len(data), 7):
        with pytest.raises(dm.SaveError):
            dm.restore(data[:at])
        with pytest.raises(dm.SaveError):
            dm.restore(data[:at] + bytes([data[at] ^ 5]) + data[at + 1 :])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "This is empty, and no saved match.", id="empty"),
        pytest.param(b"PK\x03\x04" * 50, "This is no saved match.", id="another file"),
        pytest.param(saving.MAGIC + b"5\n" + b"x" * 99, "The save has format 5; this version of Deckmastor reads up to 4.", id="newer format"),
        pytest.param(saving.MAGIC + b"1\n" + b"x" * 99, "The save has format 1, of an older version of Deckmastor; the journal of the match can still be replayed.", id="older format"),
        pytest.param(saving.MAGIC + b"4\n", "The save is cut off or was altered.", id="nothing behind its head"),
        pytest.param(saving.MAGIC + b"one\n", "The save is cut off or was altered.", id="no number"),
        pytest.param("DECKMASTOR", "A save is bytes, not str.", id="a text"),
        pytest.param(None, "A save is bytes, not NoneType.", id="nothing"),
    ],
)  # fmt: skip
def test_what_is_no_save_is_refused(data, message):
    with pytest.raises(dm.SaveError) as why:
        dm.restore(data)

    assert str(why.value) == message


def forged(*parts: object) -> bytes:
    """A save that is signed, with a body of one's own."""
    return saving.packed(saving._encode(parts))


def test_a_forged_save_is_refused():
    match = begun()
    book_, identity = match.game.packed, match.identity
    data = saving.state_data(match.state)
    other = saving.pack_identity(saving.Identity(["ann", "bob", "cy"], {}, match.rules.hash))
    outside = saving.pack_book({"../rulebook.md": book()})

    for parts in (
        (book_, identity, 0, [], data[:-1]),
        (book_, identity, 0, [], [data[0][:-1], *data[1:]]),
        (book_, identity, 0, [], [["x"], *data[1:]]),
        (book_, identity, "no", [], data),
        (book_, b"", 0, [], data),
        (book_, other, 0, [], data),
        (b"", identity, 0, [], data),
        (outside, identity, 0, [], data),
        (saving.pack_book({"<text>": "no rulebook"}), identity, 0, [], data),
        (),
    ):
        with pytest.raises(dm.SaveError):
            dm.restore(forged(*parts))


# ---- journals -------------------------------------------------------------------------------


def told() -> list[dict]:
    match = begun()
    for text in ("draw a card", "knock", "pass"):
        match.choose("ann", text)
    return match.journal


@pytest.mark.parametrize("entry", range(5))
def test_a_journal_that_is_cut_off_names_the_last_entry(entry):
    with pytest.raises(dm.JournalError) as why:
        dm.replay(told()[:entry])

    assert why.value.entry == max(entry - 1, 0)


@pytest.mark.parametrize("entry", range(5))
def test_an_altered_entry_is_named(entry):
    journal = told()
    journal[entry] = {**journal[entry], "option": 7, "seed": 8}

    with pytest.raises(dm.JournalError, match=f"^Entry {entry}: ") as why:
        dm.replay(journal)

    assert why.value.entry == entry


def test_a_missing_entry_is_noticed_at_the_next():
    journal = told()

    with pytest.raises(dm.JournalError) as why:
        dm.replay([*journal[:2], *journal[3:]])

    assert why.value.entry == 2


def test_an_answer_that_is_not_open_is_named_by_its_entry():
    from deckmastor.record.journal import chained

    bare = [{k: v for k, v in entry.items() if k not in ("check", "key")} for entry in told()]
    bare[2] = {**bare[2], "player": "bob"}

    with pytest.raises(dm.JournalError, match=r"Entry 2: bob is not asked now; ann is."):
        dm.replay(chained(bare))


@pytest.mark.parametrize("journal", [None, [], {}, "x", [1], [{}], [{"do": "start"}], [[]]])
def test_what_is_no_journal_is_refused(journal):
    with pytest.raises(dm.JournalError, match=r"^Entry 0: "):
        dm.replay(journal)


# ---- beginnings -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "message"),
    [
        pytest.param([], "A match needs at least 1 player.", id="nobody"),
        pytest.param([f"p{n}" for n in range(33)], "33 players are too many: at most 32 can play.", id="too many"),
        pytest.param(["ann", "ann"], "Two players cannot both be called 'ann'.", id="twice"),
        pytest.param(["ann", " "], "A player's name cannot be empty.", id="empty"),
        pytest.param(["ann", 3], "A player's name is a text, not 3.", id="a number"),
        pytest.param(["ann", "chance"], "'chance' cannot be the name of a player: the record uses it.", id="taken"),
        pytest.param(["ann", "b\nob"], "A player's name has at most 60 letters that can be printed.", id="two lines"),
        pytest.param("ann", "The players are a list of names, such as ['ann', 'bob'].", id="a text"),
        pytest.param(4, "The players are a list of names, such as ['ann', 'bob'].", id="a count"),
    ],
)  # fmt: skip
def test_players_that_cannot_be_are_refused(players, message):
    with pytest.raises(dm.StartError) as why:
        dm.read(book()).start(players)

    assert str(why.value) == message


@pytest.mark.parametrize(
    ("values", "message"),
    [
        pytest.param({"hand sise": 3}, "This game has no value 'hand sise'. Its values: ", id="unknown"),
        pytest.param({"hand size": "many"}, "The hand size is a number (usually 5), not 'many'.", id="a word for a number"),
        pytest.param({"hand size": True}, "The hand size is a number (usually 5), not True.", id="a truth for a number"),
        pytest.param({"hand size": 10**30}, "The hand size cannot go beyond 1,000,000,000,000.", id="too great"),
        pytest.param({"special play": 1}, "The special play is a word (usually 'no'), not 1.", id="a number for a word"),
        pytest.param({"special play": "maybe"}, "The special play is 'yes' or 'no', not 'maybe'.", id="neither yes nor no"),
        pytest.param({"called suit": "stars"}, "The called suit cannot be 'stars': this game has no such word.", id="unknown word"),
        pytest.param([("hand size", 3)], "The values are a dict, such as {'hand limit': 8}.", id="no dict"),
    ],
)  # fmt: skip
def test_values_that_cannot_be_are_refused(values, message):
    with pytest.raises(dm.StartError) as why:
        dm.load("crazy_eights").start(["ann", "bob", "cy"], values=values)

    assert str(why.value).startswith(message)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("The game cannot begin if there are no cards in the deck.", None),
        ("The game cannot begin if the deck is not empty.", ""),
        ("The game cannot begin unless the number of cards in the deck is at least 2.", None),
        ("The game cannot begin unless the number of cards in the deck is 2.", " (there are 12 cards in the deck)"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_begin_as_it_is_laid_out_is_refused(rule, told):
    game = dm.read(book(rule))

    if told is None:
        assert game.start(["ann", "bob"]).decisions
    else:
        with pytest.raises(dm.StartError) as why:
            game.start(["ann", "bob"])

        assert str(why.value) == f"The game cannot begin: {rule}{told}"
        assert why.value.because.text == rule


def test_an_answer_before_the_game_that_would_bar_it_is_refused():
    match = begun(
        "Before the game, each player chooses a number from 1 to 2. That player gains that many points.",
        "The game cannot begin if a player has 2 points.",
    )
    (first, *_) = match.decisions
    match.choose(first.player, "1")

    with pytest.raises(dm.StartError):
        match.choose(match.decisions[0].player, "2")
    match.choose(match.decisions[0].player, "1")

    assert match.decisions[0].prompt == "What do you do?"


@pytest.mark.parametrize("seed", ["7", 1.5, b"7", True, "ab" * 31, "g" * 64])
def test_a_seed_is_a_whole_number_or_256_bits(seed):
    with pytest.raises(dm.StartError, match="The seed is a whole number"):
        dm.read(book()).start(["ann", "bob"], seed)


# ---- rulebooks ------------------------------------------------------------------------------


def test_a_rulebook_with_errors_is_refused_with_all_of_them():
    with pytest.raises(dm.RulebookError) as why:
        dm.read(book("A player wibbles.", "Draw cards until the sun sets."))

    assert len(why.value.faults) == 2
    assert str(why.value).startswith("<text>:")
    assert "(1 more)" in str(why.value)


@pytest.mark.parametrize("text", ["", "no rulebook", "\0\0", "# T\n" * 3])
def test_what_is_no_rulebook_is_refused(text):
    with pytest.raises(dm.RulebookError):
        dm.read(text).start(["ann", "bob"])


@pytest.mark.parametrize("name", ["no_such_game", "x" * 5000, "a\0b", "..", 5, None])
def test_a_game_that_is_not_there_is_refused(name):
    with pytest.raises(dm.RulebookError):
        dm.load(name)


def test_sentences_that_cannot_be_played_are_refused_with_their_places():
    game = dm.read(book())
    game.rules(2).unrunnable.append(("To knock is to gain 1 coin.", "a reason"))

    with pytest.raises(dm.RulebookError) as why:
        game.start(["ann", "bob"])
    game.rules(2).unrunnable.clear()

    (fault,) = why.value.faults
    assert (fault.source, fault.message, fault.code) == (
        "To knock is to gain 1 coin.",
        "a reason",
        "unrunnable",
    )
    assert (fault.file, fault.line) == ("<text>", 8)
    assert "<text>:8  'To knock is to gain 1 coin.' (a reason)" in str(why.value)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("name", dm.shipped())
def test_every_sentence_of_a_shipped_game_can_be_played(name, seats):
    assert dm.load(name).rules(seats).unrunnable == []


# ---- paradoxes ------------------------------------------------------------------------------


def settled(match: dm.Match, player: str, text: str) -> list[str]:
    """The sentences that were silenced to let a choice come to its end, within a second."""
    start = process_time()
    match.choose(player, text)
    took = process_time() - start
    last = match.events[-1]

    assert last.verb == "paradox"
    assert took < 1
    assert match.state.muted == []
    return [sentence.text for sentence in last.cites]


ENDLESS = "When a player draws a card, they draw a card."
PING = "When a player knocks, they ring."
PONG = "When a player rings, they knock."


def test_a_rule_that_triggers_itself_does_not_take_effect():
    match = begun("When a player knocks, they knock.")

    assert settled(match, "ann", "knock") == ["When a player knocks, they knock."]
    assert match.view("ann")["players"][0]["properties"]["coin"] == 1
    assert match.decisions[0].player == "ann"


def test_drawing_for_ever_ends_with_the_deck():
    match = begun(ENDLESS)

    match.choose("ann", "draw a card")

    assert match.state.zones[match.rules.common] == []


def test_two_rules_that_trigger_each_other_do_not_take_effect():
    match = begun(PING, PONG)

    assert sorted(settled(match, "ann", "knock")) == [PING, PONG]
    assert match.view("ann")["players"][0]["properties"]["coin"] == 1


def test_a_card_whose_text_has_no_end_is_put_away():
    loop = "| Bell | 1 | When a player knocks, they knock. |\n"
    match = begun(cards=loop)
    bell = next(t for t in range(len(match.state.where)) if match.thing(t) == "Bell")
    match.state.zone(match.state.where[bell]).remove(bell)
    field = match.rules.schema.attrs["field"].at
    match.state.zone(field).append(bell)
    match.state.where[bell] = field

    assert settled(match, "ann", "knock") == ["When a player knocks, they knock."]
    assert match.place(match.state.where[bell]) == "discard pile"


def test_after_a_paradox_the_match_is_saved_forked_and_replayed_as_ever():
    match = begun(PING, PONG)
    match.choose("ann", "knock")
    match.choose("ann", "draw a card")

    assert dm.restore(match.save()).trace() == match.trace()
    assert dm.replay(match.journal).trace() == match.trace()


@pytest.mark.parametrize("n", [10**9, 10**6])
def test_a_rule_that_makes_too_many_cards_does_not_take_effect(n):
    rule = f"When a player knocks, create {n} copies of the top card of the deck in the heap."
    match = begun(rule)

    assert settled(match, "ann", "knock") == [rule]
    assert len(match.state.species) < 100


def test_a_choice_that_has_no_end_by_itself_is_refused():
    match = begun("To dig is to knock until the deck is empty.", "On their turn, a player may dig.")

    message = refused(match, lambda: match.choose("ann", "dig"), dm.Paradox)

    assert "On their turn, a player may dig." in message
    assert "pass" in [option.text for option in match.decisions[0].options]


def test_a_match_begins_without_a_rule_that_has_no_end():
    rule = "Before the game, each player knocks until the deck is empty."
    game = dm.read(book(rule))
    game.rules(2)

    start = process_time()
    match = game.start(["ann", "bob"])

    assert process_time() - start < 1
    assert [cited.text for cited in match.events[-1].cites] == [rule]
    assert match.decisions[0].player == "ann"


@pytest.mark.parametrize("digits", [19, 1_000_000])
def test_a_number_without_measure_is_refused_by_the_reader(digits):
    start = process_time()
    with pytest.raises(dm.RulebookError):
        dm.read(book(f"When a player knocks, they gain {'9' * digits} coins."))

    assert process_time() - start < 1


def test_a_counter_stays_within_what_a_game_may_count_to():
    match = begun("When a player knocks, they gain 999999999999 coins.")

    for _ in range(3):
        match.choose("ann", "knock")

    assert match.view("ann")["players"][0]["properties"]["coin"] == 10**12


# ---- texts without end ----------------------------------------------------------------------

TRICKS = """\
# Attic {#attic}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. Coins are counters.
- To draw a card is to move the top card of the deck to your hand.
- To knock is to gain 1 coin.
## A turn {#turn}
- Before the game, each player draws 2 cards.
- On their turn, a player may play a card. On their turn, a player may knock.
## Cards {#cards}

The cards are:

| Name | Count | Text |
|---|---|---|
"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Resolve this card.", "effects within effects"),
        ("Gain 1 coin. Resolve this card as this card.", "effects within effects"),
        ("Create a copy of this card in your hand. Resolve this card.", "effects within effects"),
        ("Each player knocks until the deck is empty.", "too many steps"),
        ("Knock 100000000 times.", "too many steps"),
        ("Draw 1000000000 cards.", "too many steps"),
    ],
)
def test_a_card_whose_own_text_has_no_end_cannot_be_played(text, why):
    match = dm.read(f"{TRICKS}| Mirror | 8 | {text} |\n").start(["ann", "bob"])

    message = refused(match, lambda: match.choose("ann", "play Mirror"), dm.Paradox)
    match.choose("ann", "knock")

    assert why in message
    assert f"'{text}'" in message


def test_an_answer_within_a_text_that_then_has_no_end_is_refused():
    text = "You may knock. If you do, resolve this card. Otherwise, knock until the deck is empty."
    match = dm.read(f"{TRICKS}| Mirror | 8 | {text} |\n").start(["ann", "bob"])
    match.choose("ann", "play Mirror")
    match.choose("ann", "yes")

    message = refused(match, lambda: match.choose("ann", "no"), dm.Paradox)
    match.choose("ann", "yes")

    assert f"'{text}'" in message


MUST = TRICKS.replace(
    "On their turn, a player may play a card. On their turn, a player may knock.",
    "The player at turn must play a card.",
)
LOOPS = [
    "Resolve this card.",
    "Each player knocks until the deck is empty.",
    "Choose a number from 1 to 3. Each player knocks until the deck is empty.",
]


@pytest.mark.parametrize("text", LOOPS)
def test_a_text_without_end_says_nothing_where_no_other_answer_is_left(text):
    match = dm.read(f"{MUST}| Mirror | 8 | {text} |\n").start(["ann", "bob"])

    while match.decisions[0].player == "ann":
        match.choose(match.decisions[0].options[0])

    paradoxes = [event for event in match.events if event.verb == "paradox"]
    assert [sentence.text for event in paradoxes for sentence in event.cites] == [text]
    assert match.view("ann")["players"][0]["properties"]["coin"] == 0
    assert match.state.held == 0
    assert dm.replay(match.journal).trace() == match.trace()


# ---- errors of our own ----------------------------------------------------------------------

MIXING = "When a player knocks, shuffle the deck."


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler with a bug: it does not know what it should."""

    def fail(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setitem(VERBS, "shuffle", fail)


@pytest.mark.parametrize(
    ("rules", "cards", "sentence"),
    [
        pytest.param((MIXING,), "", MIXING, id="of a rule"),
        pytest.param((), "| Oats | 2 | Shuffle the deck. |\n", "Shuffle the deck.", id="of a card"),
    ],
)
@pytest.mark.usefixtures("broken")
def test_a_bug_of_the_compiler_is_no_fault_of_the_author(
    rules: tuple[str, ...], cards: str, sentence: str
) -> None:
    game = dm.read(book("When a player rings, they draw a card.", *rules, cards=cards))

    with pytest.raises(dm.InternalError, match=re.escape(sentence)) as error:
        game.start(["ann", "bob"])
    fault = error.value.__cause__
    assert fault is not None
    assert isinstance(fault.__cause__ or fault.__context__, KeyError)  # mypyc drops `from`


@pytest.mark.usefixtures("broken")
def test_a_bug_of_the_compiler_leaves_a_match_that_is_amended_as_it_was() -> None:
    match = begun()

    assert MIXING in refused(match, lambda: match.amend(MIXING), dm.InternalError)
    match.amend("When a player knocks, they draw a card.")
    match.choose("ann", "knock")

    assert any("draws" in line for line in match.log())


def test_a_meaning_that_cannot_run_is_named_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unsupported("such mixing")

    monkeypatch.setitem(VERBS, "shuffle", refuse)

    with pytest.raises(dm.RulebookError, match="such mixing") as error:
        begun("When a player rings, they draw a card.", MIXING)
    assert [fault.source for fault in error.value.faults] == [MIXING]
