"""The command `deck`, and decks given to `play` and `simulate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckmastor.cli import main

HARVEST = Path(__file__).with_name("engine") / "books" / "harvest.md"
SIZE = "The game cannot begin unless each player brought cards equal to the deck size."
UNIQUE = "The game cannot begin if the tally of a card is more than its uniqueness."


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current folder with a rulebook, a legal deck, an illegal one and one that has faults."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harvest.md").write_bytes(HARVEST.read_bytes())
    (tmp_path / "good.txt").write_text("name: Good\n3 Apple\n3 Pear\n2 F3a\n", "utf-8")
    (tmp_path / "long.txt").write_text("name: Long\n3 Apple\n3 Pear\n3 Fig\n", "utf-8")
    (tmp_path / "odd.txt").write_text("3 Apple\n3 Peer\n", "utf-8")
    return tmp_path


@pytest.fixture
def run(capsys):
    """The command, giving its status, what it shows and what it complains of."""

    def command(*argv):
        status = main(argv)
        shown = capsys.readouterr()
        return status, shown.out.splitlines(), shown.err

    return command


def deck(verb, *told):
    return ("deck", verb, *told, "--game", "harvest.md")


def test_a_legal_deck_is_legal(run):
    assert run(*deck("check", "good.txt", "Tart")) == (0, ["good.txt (8 cards): legal", "Tart (8 cards): legal"], "")  # fmt: skip


def test_every_violation_of_every_deck_is_told(run):
    status, out, _ = run(*deck("check", "good.txt", "long.txt", "odd.txt"))

    assert status == 1
    assert out == [
        "good.txt (8 cards): legal",
        "long.txt (9 cards): not legal",
        f"  - {SIZE} (Long brought 9 cards, the deck size is 8)",
        f"  - {UNIQUE} (Fig's tally is 3, Fig's uniqueness is 2)",
        "odd.txt: cannot be read",
        "  odd.txt:2  'Peer' is no card of this game. Did you mean 'Pear'?",
    ]


def test_a_deck_is_checked_with_other_values(run):
    status, out, _ = run(*deck("check", "good.txt"), "--value", "deck size=9")

    assert (status, out[1]) == (1, f"  - {SIZE} (Good brought 8 cards, the deck size is 9)")


def test_a_check_can_be_read_by_a_program(run):
    status, out, _ = run(*deck("check", "long.txt", "nowhere.txt"), "--json")
    long, nowhere = json.loads("\n".join(out))

    assert status == 1
    assert (long["name"], long["size"], long["legal"]) == ("Long", 9, False)
    assert [one["sentence"] for one in long["violations"]] == [SIZE, UNIQUE]
    assert nowhere["faults"] == ["There is no deck 'nowhere.txt': no file, and no deck of this game. Its decks: 'Sweet', 'Tart', 'Dull'."]  # fmt: skip


def test_the_decks_of_a_rulebook_are_listed(run):
    assert run(*deck("list"))[:2] == (0, ["Sweet  8 cards, 4 different", "Tart   8 cards, 4 different", "Dull   8 cards, 3 different"])  # fmt: skip


def test_one_of_them_is_shown_as_a_file(run, folder):
    status, out, _ = run(*deck("list", "--show", "tart"))
    (folder / "tart.txt").write_text("\n".join(out), "utf-8")

    assert (status, out) == (0, ["name: Tart", "2 Plum, Sour", "3 Pear", "1 Medlar", "2 Apple"])
    assert run(*deck("check", "tart.txt"))[0] == 0


def test_a_deck_that_is_not_listed_is_told(run):
    status, _, err = run(*deck("list", "--show", "Tarr"))

    assert status == 2
    assert "The rulebook lists no deck 'Tarr'. Did you mean 'Tart'?" in err


def test_a_random_deck_is_built_and_legal(run):
    status, out, _ = run(*deck("build", "--seed", "4", "-o", "mine.txt"))

    assert (status, out) == (0, ["mine.txt: 8 cards"])
    assert run(*deck("check", "mine.txt"))[0] == 0
    assert run(*deck("build", "--seed", "4"))[1] == Path("mine.txt").read_text("utf-8").splitlines()


def test_a_deck_that_cannot_be_built_is_told(run):
    status, _, err = run(*deck("build"), "--value", "deck size=30")

    assert status == 2
    assert err.startswith("deckmastor: No legal deck was found. The last try came to:\n- ")
    assert "the deck size is 30" in err


def test_a_game_without_decks_has_none_to_check(run):
    status, _, err = run("deck", "list", "--game", "crazy-eights")

    assert status == 2
    assert "Nobody brings a deck to Crazy Eights." in err


def test_bots_play_with_the_decks_that_are_given(run):
    argv = ("simulate", "harvest.md", "-n", "4", "--processes", "1", "--json")
    told = [run(*argv, *more) for more in ((), ("--deck", "1=Sweet", "--deck", "2=Tart"), ("--deck", "2=good.txt"), ("--deck", "random"))]  # fmt: skip
    reports = [json.loads("\n".join(out)) for _, out, _ in told]

    assert [status for status, _, _ in told] == [0, 0, 0, 0]
    assert [report.get("decks") for report in reports] == [None, ["Sweet", "Tart"], ["Sweet", "Good"], ["random", "random"]]  # fmt: skip
    assert reports[0]["trace"] == reports[1]["trace"]
    assert len({report["trace"] for report in reports[1:]}) == 3


def test_matches_with_random_decks_come_from_the_seed(run):
    argv = ("simulate", "harvest.md", "-n", "6", "--deck", "random", "--json", "--processes", "1")
    traces = [
        json.loads("\n".join(run(*argv, *seed)[1]))["trace"] for seed in ((), (), ("--seed", "5"))
    ]

    assert traces[0] == traces[1] != traces[2]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (("--deck", "2=long.txt"), f"{SIZE} (player 2 brought 9 cards, the deck size is 8)"),
        (("--deck", "3=good.txt"), "'3=good.txt' is no deck of a player. Write PLAYER=DECK, such as --deck 1=FILE. The players: 1, 2."),
        (("--deck", "odd.txt"), "odd.txt:2  'Peer' is no card of this game. Did you mean 'Pear'?"),
    ],
)  # fmt: skip
def test_a_deck_that_bots_cannot_bring_is_told(run, told, message):
    status, _, err = run("simulate", "harvest.md", "-n", "2", "--processes", "1", *told)

    assert status == 2
    assert message in err


def test_coverage_counts_the_cards_that_are_brought(run):
    status, out, _ = run("simulate", "harvest.md", "-n", "4", "--processes", "1", "--coverage", "--deck", "Tart")  # fmt: skip

    assert status == 0
    assert "untouched cards: Quince, Fig" in out


def test_players_bring_the_decks_that_are_given_and_a_saved_match_keeps_them(run, monkeypatch):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("pass\nsave kept.json\nquit\n"))
    status, _, _ = run("play", "harvest.md", "--players", "ann,bob", "--seed", "1", "--deck", "bob=good.txt", "--plain")  # fmt: skip
    header = json.loads(Path("kept.json").read_text("utf-8"))["journal"][0]

    assert status == 0
    assert [header["decks"][player]["name"] for player in ("ann", "bob")] == ["Sweet", "Good"]
    assert run("replay", "kept.json")[0] == 0


def test_a_saved_match_brings_its_own_decks(run):
    status, _, err = run("play", "--load", "kept.json", "--deck", "good.txt")

    assert status == 2
    assert "--load knows the game" in err
