"""Playing in the terminal: lines go in, the table and the story come out."""

from __future__ import annotations

import io
import json
from itertools import repeat

import pytest

import deckmastor as dm
from deckmastor.cli.playing import play as play_verb
from deckmastor.cli.playing import replay
from deckmastor.cli.screen import Stop
from deckmastor.record.journal import chained, opened
from deckmastor.terminal import saves
from deckmastor.terminal.answers import Unclear, exact, near
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import DONE, LEFT, play
from deckmastor.terminal.session import Seating, Session
from deckmastor.terminal.shelf import shelve
from deckmastor.terminal.table import TableView
from deckmastor.terminal.telling import Told, merged, weighty_values

GAME = dm.load("crazy-eights")
SPECIAL = {"special play": "yes"}
LOOP = """\
# Loop

- Each player has a hand. There is a deck and a pile. The pile is face up.
- To draw a card is to move the top card of the deck to your hand.
- Before the game, each player draws a card.
- On their turn, a player may play a card from their hand onto the pile.
- On their turn, a player may draw a card.
- On their turn, a player may spin. To spin is to gain a point until the deck is empty.
- When a player plays a card, they gain a point. When a player gains a point, they gain a point.

## Cards

The cards are:

| Name | Count |
|---|---|
| Bell | 9 |
"""

AIM = """\
# Aim

- Each player has a hand. There is a deck and a pile. The pile is face up.
- The target wording is "things or descriptions".
- Before the game, each player moves the top 2 cards of the deck to their hand.
- On their turn, a player may play a card from their hand onto the pile.
- When a card fails, each player gains a point.

## Cards

The cards are:

| Name | Count | Text |
|---|---|---|
| Dart | 9 | Target a player. That player gains 5 points. |
"""


def begun(players="ann,bob,cy", people="ann", seed=5, values=None, game=GAME):
    names, humans = tuple(players.split(",")), tuple(people.split(","))
    return Session(Seating(game, names, humans, seed, values or {}))


def told(lines, session=None, width=100):
    """What the screen shows when these lines are typed, and how the match was left."""
    out = io.StringIO()
    how = play(Console(lines, out, width), session or begun())
    return out.getvalue(), how


def played(answers, **how):
    """A session in which a person has given the first option so many times."""
    session = begun(**how)
    for _ in range(answers):
        decision = session.advance()
        session.answer(decision, decision.options[0])
    return session


def texts(decision):
    return [option.text for option in decision.options]


# ---- answers --------------------------------------------------------------------------------


def test_a_match_is_played_to_its_end():
    out, how = told(repeat("1"), begun(values=SPECIAL))

    assert how == DONE
    assert "The game is over" in out
    assert "wins" in out


def test_the_result_names_the_sentence_that_ended_the_game():
    session = begun(players="ann,bob", seed=1)

    out, _ = told(repeat("1"), session)

    ended = [event for event in session.match.events if event.verb == "end"]
    assert ended[-1].object == "game"
    assert ended[-1].because.text.split(",")[0] in out
    for player, points in session.match.scores.items():
        assert f"{player:<14}{points:>6}" in out


@pytest.mark.parametrize(
    "line", ["3", "play Eight of Spades", "PLAY  eight of spades", "play e", "eight"]
)
def test_an_option_has_a_number_a_name_and_a_beginning(line):
    out, _ = told([line])

    assert "You play Eight of Spades onto the pile." in out


def test_what_is_not_unique_is_asked_again():
    out, _ = told(["play", "eight"])

    assert "'play' could be 'play Seven of Diamonds', " in out
    assert "You play Eight of Spades" in out


@pytest.mark.parametrize("line", ["99", "0", "xyzzy", ":xyzzy", "play Two of Clubs", "undo many"])
def test_what_is_no_option_changes_nothing(line):
    session = begun()
    before = begun().match.trace()

    out, how = told([line], session)

    assert how == LEFT
    assert session.match.number == 0
    assert session.match.trace() == before
    assert len(out.split(f"> {line}")[1].strip()) > 30


def test_an_empty_line_lists_the_options_again():
    out, _ = told([""])

    assert out.count("3  play Eight of Spades") == 2


def test_the_exact_text_wins_over_longer_ones():
    options = [dm.Option("ann", text, 0, n) for n, text in enumerate(["draw 2", "draw"])]

    assert exact("draw", options).value == 1
    with pytest.raises(Unclear):
        near("dra", options)


# ---- what is shown --------------------------------------------------------------------------


def test_a_target_can_be_described_and_the_match_goes_on_from_its_journal(tmp_path):
    session = begun(game=dm.read(AIM), players="ann,bob", people="ann,bob")

    out, _ = told(["play dart", "a player", "the player at turn"], session)
    saves.write(session, tmp_path / "aim.json")
    again = saves.resume(saves.read(tmp_path / "aim.json"))

    assert "'a player' can fit several" in out
    assert "ann targets 'the player at turn'" in out
    assert session.match.scores["ann"] == 5
    assert again.match.trace() == session.match.trace()


def test_where_a_target_can_be_described_the_beginning_of_a_name_still_picks_it():
    out, _ = told(
        ["play dart", "bo"], begun(game=dm.read(AIM), players="ann,bob", people="ann,bob")
    )

    assert "ann targets bob." in out
    assert "is no description" not in out


def test_a_description_needs_no_capital_letters_and_its_faults_are_told_to_a_player():
    session = begun(game=dm.read(AIM.replace("a player. That player", "a card. Each player")),
                    players="ann,bob", people="ann,bob")  # fmt: skip

    out, _ = told(["play dart", "the oddest card", "the dart on the top of the pile"], session)

    assert "'oddest' is no known word.\n" in out
    assert "Declare it" not in out
    assert "'dart' is no known word" not in out


def test_the_story_of_stacks_tells_cards_and_not_upkeep():
    session = begun(game=dm.load("meta"), players="ann,bob", seed=3)

    out, _ = told(["pass"] * 20, session)

    assert "You bring 60 cards onto your memory deck." in out
    assert " is executed. [executing 1]" in out
    for noise in (
        "is raised",
        "is created",
        "is unwound",
        "is now",
        "into the limbo",
        "deck: empty",
    ):
        assert noise not in out


MOOD = """\
# Mood

- Each player has a hand. There is a deck and a pile. The pile is face up.
- A player has one mood: calm or cross. A player has one pace: alert or slow.
- Before the game, each player moves the top 2 cards of the deck to their hand.
- At the beginning of each turn, each player becomes alert.
- On their turn, a player may play a card from their hand onto the pile.
- After a player plays a card, they become cross, then end the turn.

## Cards

The cards are:

| Name | Count |
|---|---|
| Dart | 9 |
"""


def test_what_players_are_is_told_when_it_changes():
    session = begun(game=dm.read(MOOD), players="ann,bob", people="ann,bob")

    before, _ = told([], session)
    out, _ = told(["play dart"], session)

    assert "mood calm" not in before
    assert "pace" not in before + out
    assert "alert" not in before + out
    assert "ann becomes cross." in out
    assert "mood cross" in out
    assert "mood calm" in out


def test_the_table_shows_hands_piles_and_what_must_be_known():
    out, _ = told([])

    assert "Crazy Eights · your turn" in out
    assert "▸ ann (you)" in out
    assert "deck: 36 cards" in out
    assert "pile: Nine of Diamonds" in out
    assert "called suit: diamonds" in out
    assert "Your hand: Five of Spades, Ten of Spades" in out


def test_values_that_decide_what_is_allowed_are_told_and_others_are_not():
    assert weighty_values(begun().match) == ["called suit", "debt"]


def test_the_deeds_of_bots_are_told_in_order():
    session = played(1)
    session.advance()

    lines = [line.text for line in session.fresh("ann")]

    turns = [line for line in lines if line.endswith("turn")]
    assert turns == ["bob's turn", "cy's turn", "Your turn"]
    assert any(line.startswith("bob plays ") for line in lines)


def test_the_same_thing_in_a_row_is_said_once():
    because = GAME.rules(2).sentences[0]
    draws, plays = Told("bob draws a card.", because), Told("bob plays Bell.", because)

    assert [line.text for line in merged([draws, draws, plays])] == [
        "bob draws a card, 2 times.",
        "bob plays Bell.",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_story_betrays_no_hidden_card(seed):
    session = begun(seed=seed, values=SPECIAL)
    while (decision := session.advance()) is not None:
        session.answer(decision, decision.options[-1])

    lines = [line.text for line in session.told["ann"]]
    drawn = [line for line in lines if line.startswith(("bob draws", "bob collects"))]
    assert drawn
    assert all(" of " not in line for line in drawn)
    assert any(line.startswith("You draw ") and " of " in line for line in lines)


def test_the_table_does_not_depend_on_hidden_cards():
    session = played(3)
    session.advance()
    twin = session.match.fork()
    bobs = twin.state.zones[twin.rules.schema.attrs["hand"].at + 1]
    deck = twin.state.zones[twin.rules.schema.attrs["deck"].at]
    species = twin.state.species = twin.state.species.copy()  # forks share it
    species[bobs[0]], species[deck[0]] = species[deck[0]], species[bobs[0]]

    drawn = []
    for match in (session.match, twin):
        out = io.StringIO()
        TableView(match, 0, True).draw(Console([], out, 100))
        drawn.append(out.getvalue())

    assert drawn[0] == drawn[1]


def test_several_people_are_called_by_their_names():
    session = begun(players="ann,bob", people="ann,bob", seed=1)

    out, _ = told(["1", "1", "1", "1"], session)

    assert "ann: What do you do?" in out
    assert "bob: What do you do?" in out
    assert "You " not in out.replace("Your hand", "").replace("You are", "")


def test_a_name_cannot_steer_the_terminal():
    out = io.StringIO()

    Console([], out, 80).say("Be\x1b[2Jll", "bold")

    assert "\x1b" not in out.getvalue()


# ---- commands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("help", "why not NAME"),
        ("?", "save FILE"),
        ("hand", "Your hand:\n  Five of Spades\n"),
        ("table", "called suit: diamonds"),
        ("log", "[playing 5] When a player plays a card, the called suit becomes"),
        ("why", "[playing 5] When a player plays a card, the called suit becomes"),
        ("why 1", "play Seven of Diamonds: [turn 1] On their turn, a player may play a card"),
        ("why draw", "draw a card: [turn 2] On their turn, a player may draw a card"),
        ("why not play Seven of Diamonds", "is among your options"),
        ("why not play ten of sp", "[playing 2] A card can be played onto the pile if its suit is"),
        ("play Ten of Spades", "[playing 2] A card can be played onto the pile if its suit is"),
        ("why not pass", "[turn 4] A player cannot pass unless they are spent"),
        ("why not settle", "[turn 3] On their turn, a player may settle if the debt"),
        ("card eight of h", "Worth: 50"),
        ("card eight", "Did you mean Eight of Clubs"),
        ("values", "hand size: 5"),
        ("rules", "To recycle is to shuffle all cards below the top card"),
        ("rules idle", "[deck 4] When a player passes, the idle count"),
        ("rules xyzzy", "No rule speaks of 'xyzzy'."),
        ("undo", "There is no earlier answer"),
        (":hand", "Your hand:\n  Five of Spades\n"),
    ],
)  # fmt: skip
def test_a_command_shows_and_changes_nothing(line, shown):
    session = begun()

    out, _ = told([line], session)

    assert shown in out.split(f"> {line}")[1]
    assert session.match.number == 0


@pytest.mark.parametrize(
    ("edition", "text"),
    [
        ("second edition", "When this card enters your stable, each player discards a card.\n"),
        ("second print", "discards a card. Shuffle the discard pile"),
    ],
)
def test_of_cards_with_one_name_the_one_in_the_game_is_shown(edition, text):
    session = begun(game=dm.load("unicorns"), values={"edition": edition})

    out, _ = told(["card llamacorn"], session)

    assert text in out.split("> card llamacorn")[1]


def test_undo_goes_back_to_the_earlier_decision():
    session = begun()

    out, _ = told(["eight", "hearts", "undo", "undo"], session)

    first = begun()
    first.advance()
    assert out.count("1 answer taken back.") == 2
    assert session.match.journal == first.match.journal
    assert session.match.trace() == first.match.trace()
    assert session.told == first.told


def test_undo_goes_back_as_far_as_it_can():
    session = played(4)

    assert session.undo(99) == 4
    assert session.undo() == 0


def test_after_undo_the_same_answer_leads_to_the_same_place():
    session = played(6)
    trace = session.match.trace()

    session.undo(3)
    for _ in range(3):
        decision = session.advance()
        session.answer(decision, decision.options[0])

    assert session.match.trace() == trace


# ---- leaving --------------------------------------------------------------------------------


def test_the_end_of_input_leaves_politely():
    out, how = told(["1"])

    assert how == LEFT
    assert "The match is kept: 'deckmastor play' goes on with it." in out
    assert out.endswith("Goodbye.\n")


def test_an_interrupt_leaves_politely():
    def lines():
        yield "1"
        raise KeyboardInterrupt

    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        play(Console(lines(), out, 100), begun())

    assert out.getvalue().endswith("Goodbye.\n")


def test_quit_asks_first(tmp_path):
    out, how = told(["1", "quit", "no", "quit", ""])

    assert how == LEFT
    assert out.count("Enter to leave, a file name, no, or forget:") == 2


def test_quit_can_save(tmp_path):
    file = tmp_path / "match.json"

    _, how = told(["1", "quit", str(tmp_path / "no" / "such.json"), str(file)])

    assert how == LEFT
    assert len(saves.read(file).entries) >= 1


def test_effects_without_end_are_told():
    session = begun(players="ann,bob", people="ann,bob", game=dm.read(LOOP))

    out, _ = told(["play Bell"], session)

    assert "A paradox is settled" in out
    assert "When a player gains a point, they gain a point." in " ".join(out.split())


def test_effects_without_end_that_the_book_settles_are_told():
    settled = "- When effects have no end, put each involved card into the discard pile.\n"
    book = LOOP.replace("## Cards", f"{settled}\n## Cards")
    session = begun(players="ann,bob", people="ann,bob", game=dm.read(book))

    out, _ = told(["play Bell"], session)
    lines = " ".join(out.split())

    assert "Effects have no end: one trigger more than 1,000 times: 'When a player plays" in lines
    assert "When a player gains a point, they gain a point." in lines


def test_an_answer_without_end_is_refused_and_asked_again():
    session = begun(players="ann,bob", people="ann,bob", game=dm.read(LOOP))
    before = session.match.trace()

    out, how = told(["spin", "draw"], session)

    assert how == LEFT
    assert "has no end" in out.split("> spin")[1]
    assert session.match.number == 1
    assert session.undo() == 1
    assert session.match.trace() == before


# ---- saving ---------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    """A match left in the middle, and the file it was saved to."""
    file = tmp_path / "match.json"
    session = played(5, values=SPECIAL)
    session.advance()
    saves.write(session, file)
    return session, file


def test_a_saved_match_goes_on_where_it_was(saved):
    session, file = saved

    again = saves.resume(saves.read(file))

    assert again.match.trace() == session.match.trace()
    assert again.told == session.told
    assert texts(again.advance()) == texts(session.advance())
    assert again.undo(2) == 2


def test_bots_of_a_saved_match_go_on_as_they_would_have(saved):
    session, file = saved
    again = saves.resume(saves.read(file))

    for one in (session, again):
        while (decision := one.advance()) is not None:
            one.answer(decision, decision.options[0])

    assert session.match.journal == again.match.journal
    assert session.match.scores == again.match.scores


def test_a_saved_match_is_loaded_by_the_command(saved):
    _, file = saved
    out = io.StringIO()

    assert play_verb("", "", None, False, None, [], str(file), Console([], out, 100)) == 0

    assert "as it was saved" in out.getvalue()
    assert "What do you do?" in out.getvalue()


def test_a_match_is_replayed_and_verified(saved, capsys):
    _, file = saved

    assert replay(str(file), False) == 0

    out = capsys.readouterr().out
    assert "the match ends as it was recorded" in out
    assert "ann draws 5 cards: " in out
    assert "bob draws 5 cards." in out  # the match is not over, and ann is who plays
    assert "[playing 5] When a player plays a card" in out


def test_a_match_is_replayed_step_by_step(saved, capsys):
    session, file = saved
    screen = io.StringIO()

    assert replay(str(file), True, Console([""] * 100, screen, 100)) == 0

    assert screen.getvalue().count("Enter for the next answer") == session.match.number


def rewritten(file, change):
    """A saved match whose journal was changed, and sealed anew by somebody who knows how."""
    data = json.loads(file.read_text())
    entries = opened(data["journal"])
    change(entries, data)
    entries[-1]["entries"] = len(entries) - 1
    del entries[-1]["key"]  # as if it came from elsewhere
    data["journal"] = chained(entries)
    file.write_text(json.dumps(data))


def test_a_replay_that_ends_elsewhere_is_told(saved, capsys):
    _, file = saved
    rewritten(file, lambda entries, data: entries.pop(-2))

    assert replay(str(file), False) == 1

    assert "does NOT end as it was recorded" in capsys.readouterr().out


ANSWER = {"do": "answer", "player": "ann", "option": 0}


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda entries, data: entries[0].update(rules="x"), id="other rules"),
        pytest.param(lambda entries, data: entries[0].pop("seed"), id="no seed"),
        pytest.param(lambda entries, data: entries[0].update(do="restore"), id="no beginning"),
        pytest.param(lambda entries, data: entries[0].update(files={}), id="no rulebook"),
        pytest.param(lambda entries, data: data.update(people=["zoe"]), id="a stranger"),
        pytest.param(
            lambda entries, data: entries.insert(-1, ANSWER | {"option": 999}), id="no such option"
        ),
        pytest.param(
            lambda entries, data: entries.insert(-1, ANSWER | {"player": "zoe"}),
            id="no such player",
        ),
        pytest.param(lambda entries, data: entries.insert(-1, {"do": "answer"}), id="no answer"),
        pytest.param(lambda entries, data: entries[-1].update(trace="0"), id="another trace"),
    ],
)
def test_a_damaged_save_is_refused(saved, spoil):
    _, file = saved
    rewritten(file, spoil)

    with pytest.raises(dm.DeckmastorError):
        saves.resume(saves.read(file))


def test_an_altered_save_is_refused(saved):
    _, file = saved
    file.write_text(file.read_text().replace('"option": 0', '"option": 1', 1))

    with pytest.raises(dm.SaveError, match="altered"):
        saves.read(file)


def test_a_bare_journal_can_be_replayed(saved, capsys, tmp_path):
    session, _ = saved
    (tmp_path / "bare.json").write_text(json.dumps(session.match.journal))

    assert replay(str(tmp_path / "bare.json"), False) == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\0"])
def test_what_is_no_journal_is_refused(tmp_path, text):
    (tmp_path / "x.json").write_text(text)

    with pytest.raises(dm.SaveError):
        saves.read(tmp_path / "x.json")
    with pytest.raises(dm.SaveError):
        saves.read(tmp_path / "missing.json")


# ---- the command ----------------------------------------------------------------------------


def command(lines, name="", players="", bots=None, all_human=False, seed=5, values=()):
    out = io.StringIO()
    status = play_verb(name, players, bots, all_human, seed, values, "", Console(lines, out, 100))
    return status, out.getvalue()


def test_a_menu_asks_for_the_game_and_the_players():
    status, out = command(["xyzzy", "crazy", "99", "4", "zoe", "quit", ""])

    assert status == 0
    assert "What shall we play?" in out
    assert "Type a number from 1" in out
    assert "A number from 2 to 15, please." in out
    assert "Bots: bob, cy, dee." in out
    assert "zoe (you)" in out


@pytest.mark.parametrize("lines", [["quit"], ["q"], ["crazy", "Exit"]])
def test_whoever_would_rather_not_play_leaves_the_menu(lines):
    status, out = command([*lines, "crazy", "2", "zoe"])

    assert status == 0
    assert "zoe" not in out


def test_the_first_player_is_a_person_and_the_others_are_bots():
    _, out = command([], "crazy-eights", "zoe,yan,xia")

    assert "Bots: yan, xia." in out


@pytest.mark.parametrize(
    ("how", "bots"),
    [
        pytest.param({"bots": "2"}, "Bots: bob, cy.", id="number of bots"),
        pytest.param({"players": "4", "bots": "1"}, "Bots: dee.", id="number of players"),
        pytest.param({"players": "ann,bob", "all_human": True}, "", id="all human"),
    ],
)
def test_the_last_players_are_bots(how, bots):
    _, out = command([], "crazy-eights", **how)

    assert bots in out
    assert ("Bots:" in out) is bool(bots)


def test_a_match_can_be_played_again():
    status, out = command(["1"] * 300, "crazy-eights", "ann,bob", seed=1)
    line = out.split("Play again?")[0]
    answers = line.count("> 1")

    status, out = command(["1"] * answers + ["yes", "quit", ""], "crazy-eights", "ann,bob", seed=1)

    assert status == 0
    assert out.count("Type help at any time.") == 2


def test_values_are_changed():
    _, out = command(["values"], "crazy-eights", values=["hand size=3", "special play=yes"])

    assert "hand size: 3" in out
    assert "special play: yes" in out


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"name": "no-such-game"}, id="game"),
        pytest.param({"players": "ann,ann"}, id="same name"),
        pytest.param({"players": "ann,,bob"}, id="no name"),
        pytest.param({"players": "0"}, id="nobody"),
        pytest.param({"bots": "2", "players": "ann,bob"}, id="nobody but bots"),
        pytest.param({"bots": "1", "all_human": True}, id="bots and no bots"),
        pytest.param({"values": ["hand sise=3"]}, id="value"),
        pytest.param({"values": ["hand size"]}, id="no equals sign"),
        pytest.param({"values": ["hand size=many"]}, id="no number"),
        pytest.param({"values": ["special play=maybe"]}, id="neither yes nor no"),
    ],
)
def test_a_match_that_cannot_be_is_refused(how):
    with pytest.raises(Stop):
        command([], **{"name": "crazy-eights", **how})


def test_a_game_tells_how_many_can_play():
    game = shelve("crazy-eights", GAME.book.source)

    assert (game.least, game.most, game.players) == (2, 15, "2 to 15 players")
    assert game.line == "Be the first to shed all your cards."
