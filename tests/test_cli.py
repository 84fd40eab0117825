"""The command line: what each verb says, and the status with which it leaves."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import time

import pytest

from deckmastor import __version__
from deckmastor.cli import main, readback, shelf
from deckmastor.engine import BUILD, COMPILED, builds
from deckmastor.language.rulebook import notes_on
from deckmastor.match import load

PADDOCK = """\
# Paddock {#paddock}

> Ponies, hay and quarrels.

## Words {#words}

- Each player has a hand and a paddock. There is a deck and a discard pile.
- Ponies and charms are kinds of card.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.

## Turn {#turn}

> A turn is short.

- The hand limit is 7.
- Each player draws a card. Each player discards a card.
- By hand: be kind to the ponies.

### Night {#night}

- A player cannot draw a card if the number of cards in their hand is at least the hand limit.

## Cards {#cards}

> The cards were drawn by hand.

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Rude Pony | pony | 2 | When this card enters your paddock, each other player discards a card. |
| Hay Loft | charm | 1 | Draw 2 cards.<br>By hand: smile. |
| Turn | charm | 1 | Draw a card. |
"""
FAULTY = PADDOCK.replace("each other player discards", "each other player discrads")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current folder with a good and a faulty rulebook."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paddock.md").write_text(PADDOCK, encoding="utf-8")
    (tmp_path / "faulty.md").write_text(FAULTY, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(capsys):
    """The command, giving its status, what it shows and what it complains of."""

    def command(*argv):
        status = main(argv)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return command


@pytest.fixture
def amend(run, monkeypatch):
    """Paragraphs on standard input, checked against the paddock; gives the status and answers."""

    def command(text, *options):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status, out, err = run("check", "paddock.md", "--amend", "-", "--json", *options)
        return status, json.loads(out) if out else err

    return command


# ---- check ----------------------------------------------------------------------------------


def test_a_good_rulebook_has_no_errors(run):
    status, out, _ = run("check", "paddock.md")

    assert status == 0
    assert "paddock.md: 10 paragraphs read, no errors" in out


def test_a_fault_is_told_with_its_place_its_words_and_what_would_work(run):
    status, out, _ = run("check", "faulty.md", "--no-warnings")

    line, column = 32, FAULTY.splitlines()[31].index("discrads") + 1
    assert status == 1
    assert out.startswith(f"faulty.md:{line}:{column}  ")
    assert "^^^^^^^^\n" in out
    assert "Did you mean 'discards'?" in out
    assert "1 error," in out.splitlines()[-1]


def test_a_path_is_told_as_seen_from_the_current_folder(run, folder):
    _, out, _ = run("check", str(folder / "faulty.md"))

    assert str(folder) not in out


def test_faults_come_in_the_order_of_their_places(run, folder):
    (folder / "two.md").write_text("# Two\n\n- Xyzzy.\n- Plugh.\n- Frobnicate a card.\n")

    _, out, _ = run("check", "two.md", "--no-warnings")

    assert [int(n) for n in re.findall(r"^two\.md:(\d+):", out, re.MULTILINE)] == [3, 4, 5]


def test_faults_for_a_program(run):
    status, out, _ = run("check", "faulty.md", "--json", "--no-warnings")
    data = json.loads(out)

    assert status == 1
    assert data.keys() == {"rulebook", "paragraphs", "examples", "errors", "warnings", "faults"}
    assert (data["rulebook"], data["paragraphs"], data["errors"]) == ("faulty.md", 10, 1)
    (fault,) = data["faults"]
    assert fault.keys() == set("file line column severity code message hint source".split())
    assert (fault["file"], fault["line"], fault["severity"]) == ("faulty.md", 32, "error")


def test_warnings_alone_do_not_fail(run, folder):
    (folder / "odd.md").write_text("# Odd\n\n> note\nstill a note\n\n- Charms are kinds of card.\n")

    status, out, _ = run("check", "odd.md")
    quiet_status, quiet, _ = run("check", "odd.md", "--no-warnings")

    assert (status, quiet_status) == (0, 0)
    assert "Warning: This line belongs to the note above it" in out
    assert "This line belongs" not in quiet
    assert "(not shown)" in quiet


def test_an_unknown_rulebook_is_answered_with_what_there_is(run, shipped):
    status, out, err = run("check", "two-poniez")

    assert (status, out) == (2, "")
    assert "There is no rulebook 'two-poniez'." in err
    assert "Did you mean 'two-ponies'?" in err


def test_binary_data_is_no_rulebook(run, folder):
    (folder / "noise.md").write_bytes(b"\x89PNG\0\xff\xfe")

    status, out, _ = run("check", "noise.md")

    assert status == 1
    assert out.startswith("noise.md:1:1  ")


# ---- shipped games --------------------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A package with one game."""
    home = tmp_path / "shipped"
    (home / "two_ponies").mkdir(parents=True)
    (home / "two_ponies" / "rulebook.md").write_text(PADDOCK, encoding="utf-8")
    monkeypatch.setattr(shelf, "RULEBOOKS", home)


@pytest.mark.parametrize("name", ["two_ponies", "two-ponies", "Two-Ponies"])
def test_a_shipped_game_is_found_by_its_name(run, shipped, name):
    status, out, _ = run("check", name)

    assert status == 0
    assert "10 paragraphs read" in out


def test_shipped_games_are_listed(run, shipped):
    status, out, _ = run("games")

    assert status == 0
    assert out == "two-ponies  Paddock\n            Ponies, hay and quarrels.\n"


def test_a_game_tells_how_many_can_play(run, folder, monkeypatch):
    home = folder / "shelf"
    for name, note in (("one", "For 3 players."), ("two", "Quick. For 2 to 6 players.")):
        (home / name).mkdir(parents=True)
        text = PADDOCK.replace("Ponies, hay and quarrels.", note)
        (home / name / "rulebook.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(shelf, "RULEBOOKS", home)

    _, out, _ = run("games")

    assert "one  Paddock, 3 players\n" in out
    assert "two  Paddock, 2 to 6 players\n     Quick.\n" in out


def test_a_package_without_games_says_so(run, folder, monkeypatch):
    monkeypatch.setattr(shelf, "RULEBOOKS", folder / "nowhere")

    status, out, _ = run("games")

    assert status == 0
    assert out.startswith("No rulebook ships with the package yet.")


UNPLAYABLE = "- A player cannot discard 2 cards.\n"


def test_a_sentence_that_can_be_read_but_not_be_played_is_an_error(run, folder):
    (folder / "odd.md").write_text(
        PADDOCK.replace("- The hand limit", UNPLAYABLE + "- The hand limit")
    )

    status, out, _ = run("check", "odd.md")

    assert status == 1
    assert "odd.md:16:1  a number of things in a prohibition\n" in out
    assert "1 error" in out


def test_examples_are_played(run, folder):
    note = "- On their turn, a player may draw a card.\n\n> **Example.** Ann's hand: Rude Pony.\n> Then Ann has {} in their hand.\n\n### Night"
    (folder / "good.md").write_text(PADDOCK.replace("### Night", note.format("1 card")))
    (folder / "bad.md").write_text(PADDOCK.replace("### Night", note.format("no cards")))

    good, told, _ = run("check", "good.md")
    bad, wrong, _ = run("check", "bad.md")

    assert (good, "1 example played, no errors" in told) == (0, True)
    assert (bad, "In an example: this is not so.\n    Ann has no cards" in wrong) == (1, True)


# ---- check --amend --------------------------------------------------------------------------


def test_an_amendment_that_can_be_read_but_not_be_played_is_refused(amend):
    status, answers = amend("The hand limit is 9.\n\nA player cannot discard 2 cards.")

    assert (status, [answer["ok"] for answer in answers]) == (1, [True, False])
    assert answers[1]["problems"][0]["code"] == "unrunnable"


def test_a_text_on_a_card_that_cannot_be_played_is_refused(amend):
    text = "Draw 2 cards.\n\nWhen this card enters your paddock, you cannot discard 2 cards."

    _, answers = amend(text, "--as", "card")

    assert [answer["ok"] for answer in answers] == [True, False]


def test_each_paragraph_of_an_amendment_is_answered(run, folder):
    text = "# New\n\n> why\n\nThe hand limit is 9.\n\n- Each player discrads a card.\n"
    (folder / "new.md").write_text(text)

    status, out, _ = run("check", "paddock.md", "--amend", "new.md")

    assert status == 1
    assert "line 5: accepted\n    The hand limit is 9.\n" in out
    assert "line 7: refused\n    new.md:7:15  " in out
    assert "1 accepted, 1 refused." in out
    assert (folder / "paddock.md").read_text() == PADDOCK


def test_answers_for_a_program(amend):
    status, (good, bad) = amend("The hand limit is 9.\n\nEach player discrads a card.\n")

    assert status == 1
    assert good == {
        "sentence": "The hand limit is 9.",
        "ok": True,
        "paraphrase": "The hand limit is 9.",
        "exact": True,
        "glosses": [],
        "problems": [],
    }
    assert (bad["sentence"], bad["ok"], bad["paraphrase"]) == (
        "Each player discrads a card.",
        False,
        None,
    )
    (problem,) = bad["problems"]
    assert problem.keys() == {"message", "line", "column", "hint", "code"}
    assert (problem["line"], problem["column"]) == (3, 13)
    assert "discards" in problem["hint"]


def test_what_a_sentence_leaves_unsaid_is_told(run, amend):
    _, (answer,) = amend("Each player may draw a card if they have no cards in their hand.")
    _, page, _ = run("explain", "paddock.md", "rude pony")

    assert answer["glosses"] == ["as often as they like"]
    assert "      · all players at once\n" in page
    assert "      · wherever this card is\n" in page


def test_a_good_amendment_leaves_with_0(amend):
    status, answers = amend("The hand limit is 9.")

    assert (status, len(answers)) == (0, 1)


def test_words_of_a_paragraph_count_for_the_next_ones(amend):
    _, answers = amend("Llamas are kinds of card.\n\nEach player discards a llama.")
    _, reversed_answers = amend("Each player discards a llama.\n\nLlamas are kinds of card.")

    assert [answer["ok"] for answer in answers] == [True, True]
    assert [answer["ok"] for answer in reversed_answers] == [False, True]


def test_words_of_a_refused_paragraph_do_not_count(amend):
    _, answers = amend("Llamas are kinds of card. Xyzzy.\n\nEach player discards a llama.")

    assert [answer["ok"] for answer in answers] == [False, False]


@pytest.mark.parametrize(("host", "ok"), [("rule", False), ("card", True), ("modifier", True)])
def test_only_a_card_may_leave_open_who_acts(amend, host, ok):
    _, (answer,) = amend("Draw 2 cards.", "--as", host)

    assert answer["ok"] is ok


def test_a_table_can_be_an_amendment(amend):
    table = (
        "The cards are:\n\n| Name | Type | Text |\n|---|---|---|\n| Colt | {} | Draw 2 cards. |\n"
    )

    _, (good,) = amend(table.format("pony"))
    _, (bad,) = amend(table.format("ponny"))

    assert good["ok"]
    assert "Draw 2 cards." in good["paraphrase"]
    assert not bad["ok"]
    assert bad["problems"][0]["line"] == 5


def test_a_paraphrase_that_means_something_else_is_not_called_exact(run, amend, monkeypatch):
    monkeypatch.setattr(readback, "paraphrase", lambda *_: "The hand limit is 8.")

    _, (answer,) = amend("The hand limit is 9.")
    _, page, _ = run("explain", "paddock.md", "night")

    assert answer["exact"] is False
    assert readback.UNSURE in page


def test_a_rule_for_people_is_accepted_unread(amend):
    _, (answer,) = amend("By hand: xyzzy.")

    assert (answer["ok"], answer["paraphrase"]) == (True, None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```\nThe hand limit is 9.", id="fence"),
        pytest.param("> note\nThe hand limit is 9.", id="line below a note"),
        pytest.param("| a |\n|---|\n| b |", id="table without caption"),
        pytest.param("[more](more.md)", id="another file"),
    ],
)
def test_what_cannot_be_cut_into_paragraphs_is_refused(amend, text):
    status, answers = amend(text)

    assert status == 1
    assert [answer["ok"] for answer in answers] == [False]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "is empty", id="nothing"),
        pytest.param(b" \n\n", "is empty", id="blanks"),
        pytest.param(b"# Title\n\n> note\n", "There is no paragraph", id="headings and notes"),
        pytest.param(b"\xff\xfe\x00", "is not a text in UTF-8", id="bytes"),
        pytest.param(b"a\0b", "binary data", id="zeros"),
    ],
)
def test_what_is_no_text_is_no_amendment(amend, data, reason):
    status, err = amend(data)

    assert status == 2
    assert reason in err


def test_a_missing_file_is_no_amendment(run):
    status, out, err = run("check", "paddock.md", "--amend", "nothing.md")

    assert (status, out) == (2, "")
    assert "There is no file 'nothing.md'." in err


@pytest.mark.parametrize("host", ["rule", "card"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("draw a card and " * 25_000, id="words"),
        pytest.param("Each player draws a card. " * 20_000, id="sentences"),
        pytest.param("Each player draws a card. " * 190, id="fewer sentences"),
        pytest.param("The hand limit is " + "(" * 10_000 + ")" * 10_000 + ".", id="brackets"),
        pytest.param(
            "The hand limit is `=" + "(" * 10_000 + "7" + ")" * 10_000 + "`.", id="formula"
        ),
        pytest.param(
            "The hand limit is `=" + "(" * 400 + "7" + ")" * 400 + "`.", id="small formula"
        ),
        pytest.param("Xs are kinds of " * 240 + "y, z.", id="declarations"),
    ],
)
def test_monsters_are_answered_soon(amend, text, host):
    amend("The hand limit is 9.")
    begin = time.process_time()

    status, (answer,) = amend(text, "--as", host)

    assert time.process_time() - begin < 3  # a second, on a machine that is not busy
    assert status == 1
    assert answer["problems"][0]["message"]


def test_as_needs_an_amendment(run):
    status, _, err = run("check", "paddock.md", "--as", "card")

    assert status == 2
    assert "--amend" in err


# ---- explain --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [["Rude Pony"], ["rude", "pony"], ["cards/rude-pony"]])
def test_a_card_is_explained(run, name):
    status, out, _ = run("explain", "paddock.md", *name)

    assert status == 0
    assert out.startswith("Rude Pony\ncard cards/rude-pony, paddock.md:32\n")
    assert "Type   pony\nCount  2\n" in out
    assert "cards/rude-pony 1.1  When this card enters your paddock, each other player" in out
    assert "What the engine understood:\n    When this card enters your paddock, " in out
    assert "> The cards were drawn by hand." in out


@pytest.mark.parametrize("name", ["turn", "TURN"])
def test_a_rule_is_explained(run, folder, name):
    (folder / "paddock.md").write_text(PADDOCK.replace("| Turn |", "| Other |"))

    status, out, _ = run("explain", "paddock.md", name)

    assert status == 0
    assert out.startswith("Turn\nrule turn, paddock.md:12\n")
    assert "turn 2.1  Each player draws a card.\nturn 2.2  Each player discards a card.\n" in out
    assert "turn 3.1  By hand: be kind to the ponies.\n    A rule for people" in out
    assert "> A turn is short." in out
    assert "Subrules: night" in out


def test_a_card_and_a_rule_are_explained_with_the_rulings_on_them(run, folder):
    notes = "\n## On rude pony {#on-rude}\n\n> It is rude to foals as well.\n"
    notes += "\n## On Night {#on-night}\n\n> The night is long.\n\n> It is dark.\n"
    (folder / "paddock.md").write_text(PADDOCK + notes)

    _, card, _ = run("explain", "paddock.md", "Rude Pony")
    _, rule, _ = run("explain", "paddock.md", "night", "--json")
    _, other, _ = run("explain", "paddock.md", "Hay Loft")

    assert "Rulings\n  - It is rude to foals as well.\n" in card
    assert json.loads(rule)["rulings"] == ["The night is long.", "It is dark."]
    assert "Rulings" not in other


def test_a_card_is_explained_with_its_words_and_who_speaks_of_it(run, folder):
    book = PADDOCK.replace("- The hand limit", "- A pony cannot be discarded.\n- The hand limit")
    (folder / "paddock.md").write_text(book)

    _, out, _ = run("explain", "paddock.md", "Rude Pony", "--json")
    page = json.loads(out)

    cite, text = page["defined"]["discard"]
    assert (cite, text[:17]) == ("words 4", "To discard a card")
    assert page["defined"]["pony"] == ["words 2", "Ponies and charms are kinds of card."]
    assert page["speaking"] == {"pony": ["turn 1"]}


def test_the_rulings_of_the_unicorns_are_on_cards_and_rules_of_theirs():
    book = load("unicorns").book
    names = {f"on {one.name}".casefold() for one in book.things}
    names |= {f"on {rule.title}".casefold() for rule in book.source.rules}
    rulings = [rule for rule in book.source.rules if rule.parent == "rulings"]

    assert len(rulings) > 40
    assert [rule.title for rule in rulings if rule.title.casefold() not in names] == []
    assert all(notes_on(book.source, rule.title[3:]) for rule in rulings)


def test_a_rule_tells_where_its_words_are_used(run):
    _, out, _ = run("explain", "paddock.md", "words", "--json")
    words = json.loads(out)["words"]

    assert words["discard"] == ["turn 2", "cards/rude-pony"]
    assert words["pony"] == []


def test_a_rule_lists_its_table(run):
    _, out, _ = run("explain", "paddock.md", "cards")

    assert "cards 1  The cards are:\n    cards/rude-pony, cards/hay-loft, cards/turn\n" in out


def test_a_text_for_people_on_a_card_is_shown(run):
    _, out, _ = run("explain", "paddock.md", "Hay Loft", "--json")
    told = json.loads(out)["paragraphs"]

    assert [(one["cite"], one["by_hand"]) for one in told] == [
        ("cards/hay-loft 1", False),
        ("cards/hay-loft 2", True),
    ]


def test_an_explanation_for_a_program(run):
    _, out, _ = run("explain", "paddock.md", "Rude Pony", "--json", "--ir")
    page = json.loads(out)

    assert (page["what"], page["id"], page["name"]) == ("card", "cards/rude-pony", "Rude Pony")
    assert (page["file"], page["line"]) == ("paddock.md", 32)
    assert page["cells"] == {"Type": "pony", "Count": "2"}
    (told,) = page["paragraphs"]
    assert told["sentences"][0]["cite"] == "cards/rude-pony 1.1"
    assert told["understood"]
    assert told["ir"].startswith("Para(")


def test_the_ir_is_shown_on_demand(run):
    _, plain, _ = run("explain", "paddock.md", "Rude Pony")
    _, full, _ = run("explain", "paddock.md", "Rude Pony", "--ir")

    assert "Para(" not in plain
    assert "Para(" in full


def test_what_was_not_understood_is_explained_by_its_fault(run):
    status, out, _ = run("explain", "faulty.md", "rude pony")

    assert status == 0
    assert "Not understood: 'discrads'" in out


def test_a_name_of_two_things_is_refused(run):
    status, _, err = run("explain", "paddock.md", "Turn")

    assert status == 2
    assert "cards/turn (a card) or turn (a rule)" in err


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        pytest.param("Rude Pnoy", "'Rude Pony'", id="misspelt card"),
        pytest.param("nigth", "'night'", id="misspelt rule"),
        pytest.param("loft", "'cards/hay-loft'", id="part of a name"),
        pytest.param("xyzzy", "words, turn, night", id="nothing like it"),
    ],
)
def test_an_unknown_name_is_answered_with_a_guess(run, name, guess):
    status, out, err = run("explain", "paddock.md", name)

    assert (status, out) == (2, "")
    assert f"There is no card or rule '{name}' in Paddock." in err
    assert guess in err.casefold() or guess in err


def test_what_is_no_rulebook_explains_nothing(run, folder):
    (folder / "plain.md").write_text("just text\n")

    status, _, err = run("explain", "plain.md", "x")

    assert status == 2
    assert "'plain.md' is no rulebook." in err


# ---- fmt ------------------------------------------------------------------------------------


@pytest.fixture
def draft(folder):
    """A rulebook of two files without ids, with the same title in both."""
    (folder / "draft").mkdir()
    main_file = "# Draft\r\n\r\n## Words\r\n- Charms are kinds of card.\r\n\r\n[more](more.md)\r\n"
    (folder / "draft" / "rulebook.md").write_bytes(main_file.encode())
    (folder / "draft" / "more.md").write_bytes(
        "\ufeff## Words\n- Llamas are kinds of card.\n".encode()
    )
    return folder / "draft"


def test_fmt_writes_the_missing_ids(run, draft):
    os.chmod(draft / "rulebook.md", 0o640)

    status, out, _ = run("fmt", "draft")

    assert status == 0
    assert "draft/rulebook.md: ids written" in out
    text = (draft / "rulebook.md").read_bytes()
    assert text.startswith(b"# Draft {#draft}\r\n\r\n## Words {#words}\r\n- Charms")
    assert (draft / "more.md").read_bytes().startswith("\ufeff## Words {#words-2}\n".encode())
    assert (draft / "rulebook.md").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in draft.iterdir()) == ["more.md", "rulebook.md"]
    assert run("fmt", "draft") == (0, "2 files unchanged.\n", "")


def test_fmt_can_only_look(run, draft):
    before = (draft / "rulebook.md").read_bytes()

    status, out, _ = run("fmt", "draft", "--check")

    assert status == 1
    assert "draft/rulebook.md: ids are missing" in out
    assert (draft / "rulebook.md").read_bytes() == before
    assert run("fmt", "paddock.md", "--check")[0] == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Shopping\n\nMilk and bread, please!\n\n## Later\n\nEggs.\n", id="page"),
        pytest.param("no heading\n", id="no heading"),
        pytest.param("", id="nothing"),
    ],
)
def test_fmt_leaves_other_texts_alone(run, folder, text):
    (folder / "other.md").write_text(text)

    status, _, err = run("fmt", "other.md")

    assert status == 2
    assert "no rulebook" in err
    assert (folder / "other.md").read_text() == text


def test_fmt_keeps_a_link(run, folder, draft):
    (folder / "link.md").symlink_to(draft / "more.md")

    run("fmt", "link.md")

    assert (folder / "link.md").is_symlink()
    assert "{#words}" in (draft / "more.md").read_text(encoding="utf-8")


# ---- the command ----------------------------------------------------------------------------


def test_the_version(run):
    assert run("--version") == (0, f"{__version__} ({builds.told()})\n", "")
    assert BUILD.startswith("compiled" if COMPILED else "pure Python")


VERBS = ("check", "explain", "fmt", "games", "play", "replay", "simulate")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_an_example(run, verb):
    status, out, _ = run(verb, "--help")

    assert status == 0
    assert f"  deckmastor {verb}" in out.partition("For example:")[2]


def test_the_help_names_every_verb(run):
    _, out, _ = run("--help")

    assert all(f"{verb} " in out for verb in VERBS)
    assert "  deckmastor check paddock.md" in out


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["xyzzy"], id="unknown verb"),
        pytest.param(["check"], id="no rulebook"),
        pytest.param(["check", "paddock.md", "--xyzzy"], id="unknown option"),
        pytest.param(["check", "paddock.md", "--amend", "-", "--as", "song"], id="unknown host"),
        pytest.param(["explain", "paddock.md"], id="no name"),
    ],
)
def test_a_wrong_call_leaves_with_2(run, argv):
    status, out, err = run(*argv)

    assert (status, out) == (2, "")
    assert err.startswith("deckmastor: ")


def test_a_match_is_played_through_a_pipe(run, monkeypatch, folder):
    lines = "1\nwhy 1\nsave match.json\nquit\n\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    status, out, err = run("play", "crazy-eights", "--players", "ann,bob", "--seed", "5")

    assert (status, err) == (0, "")
    assert "Saved. Go on with: deckmastor play --load match.json" in out
    status, out, _ = run("replay", "match.json")
    assert status == 0
    assert "ends as it was recorded" in out


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        pytest.param(["play", "no-such-game"], 2, id="no game"),
        pytest.param(["play", "paddock.md", "--load", "x.json"], 2, id="game and save"),
        pytest.param(["play", "--load", "missing.json"], 1, id="no save"),
        pytest.param(["play", "faulty.md"], 1, id="a faulty rulebook"),
        pytest.param(["replay", "paddock.md"], 1, id="no journal"),
        pytest.param(["replay"], 2, id="no file"),
        pytest.param(["simulate", "faulty.md"], 1, id="simulate a faulty rulebook"),
        pytest.param(["simulate"], 2, id="simulate nothing"),
    ],
)
def test_a_match_that_cannot_be_played_is_told(run, argv, status):
    left, out, err = run(*argv)

    assert (left, out) == (status, "")
    assert err.startswith("deckmastor: ")


def test_an_interrupt_at_the_prompt_leaves_with_130(run, monkeypatch):
    class Interrupted(io.StringIO):
        def readline(self, size=-1):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())

    status, out, _ = run("play", "crazy-eights", "--players", "ann,bob", "--seed", "5")

    assert status == 130
    assert out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    "argv",
    [["check", "faulty.md"], ["explain", "faulty.md", "words"], ["explain", "faulty.md", "cards"]],
)
def test_a_terminal_gets_colours_unless_it_refuses(run, monkeypatch, argv):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    _, colourful, _ = run(*argv)
    monkeypatch.setenv("NO_COLOR", "1")
    _, plain, _ = run(*argv)

    assert "\x1b[1m" in colourful
    assert re.sub(r"\x1b\[\d+m", "", colourful) == plain
    assert "\x1b" not in plain


def test_a_text_cannot_steer_the_terminal(run, folder):
    (folder / "evil.md").write_text("# Evil\n\n- Each \x1b[2Jplayer xyzzy.\n")

    _, out, _ = run("check", "evil.md")

    assert "\x1b" not in out


def test_an_interrupt_ends_quietly(run, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(shelf, "list_games", interrupted)

    assert run("games") == (130, "", "")


# ---- as a process ---------------------------------------------------------------------------

COMMAND = [sys.executable, "-c", "import sys; from deckmastor.cli import main; sys.exit(main())"]


def test_a_process_leaves_with_the_status():
    done = subprocess.run([*COMMAND, "check", "faulty.md"], capture_output=True, timeout=60)

    assert done.returncode == 1
    assert b"\nfaulty.md:32:" in done.stdout
    assert done.stderr == b""


def test_a_process_reads_standard_input():
    argv = [*COMMAND, "check", "paddock.md", "--amend", "-"]
    done = subprocess.run(argv, input=b"The hand limit is 9.", capture_output=True, timeout=60)

    assert done.returncode == 0
    assert done.stdout.startswith(b"line 1: accepted\n")


def test_a_closed_pipe_ends_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, "check", "faulty.md"], stdout=writer, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writer)

    assert done.stderr == b""
