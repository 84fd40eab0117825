"""What a player of a game with many kinds of card sees: the table, the options, the story."""

from __future__ import annotations

import io
import random

import pytest

import deckmastor as dm
from deckmastor.terminal.console import Console
from deckmastor.terminal.goals import Goal, goals
from deckmastor.terminal.kinds import Kinds
from deckmastor.terminal.play import play
from deckmastor.terminal.session import Seating, Session
from deckmastor.terminal.story import links
from deckmastor.terminal.table import TableView
from deckmastor.terminal.telling import Told
from deckmastor.testing import Table
from games.unicorns.stable import Laid, lay

RULE = dm.load("unicorns").rules(2).sentences[0]
KNIGHT: Laid = {
    "hand": ["Yay", "Narwhal"],
    "stable": ["Black Knight Unicorn", "Majestic Flying Unicorn", "Barbed Wire"],
}


def session(table: Table, people: str = "A") -> Session:
    """A match that goes on from a laid table, with these people."""
    names = tuple(table.match.players)
    return Session(Seating(table.game, names, tuple(people), 0), match=table.match)


def shown(
    table: Table, *lines: str, people: str = "A", width: int = 80, plain: bool = False
) -> str:
    """What is on the screen after these lines were typed."""
    out = io.StringIO()
    play(Console(lines, out, width, plain), session(table, people))
    return out.getvalue()


def drawn(table: Table, width: int = 80) -> str:
    out = io.StringIO()
    TableView(table.match, 0, True).draw(Console((), out, width))
    return out.getvalue()


# ---- the table ------------------------------------------------------------------------------

SCREEN = """\
──────────────────────── Unicorns · your turn · action ─────────────────────────
▸ A (you)   unicorn count 1 of 7   hand 1 card
    stable  unicorn: Narwhal · upgrade: Yay · downgrade: Slowdown
  B         unicorn count 0 of 7   hand 0 cards
    stable  3 pandas: Basic Unicorn ×2, Extremely Destructive Unicorn ·
      downgrade: Pandamonium
  C         unicorn count 2 of 7   hand 0 cards
    stable  unicorn: Ginormous Unicorn
 deck: 12 cards   discard pile: 2 cards, top Super Neigh
 nursery: 3 cards, top Baby Unicorn
 Your hand: Good Deal
"""


def test_the_table_shows_kinds_as_they_are_now_and_how_near_the_end_is() -> None:
    pandas = ["Basic Unicorn", "Extremely Destructive Unicorn", "Basic Unicorn", "Pandamonium"]
    table = lay(
        a={"hand": ["Good Deal"], "stable": ["Yay", "Narwhal", "Slowdown"]},
        b={"stable": pandas},
        c={"stable": ["Ginormous Unicorn"]},
        discard=["Neigh", "Super Neigh"],
    )

    assert drawn(table) == SCREEN


@pytest.fixture(scope="module")
def crowd() -> dm.Match:
    """Eight players with long names in the middle of a match."""
    match = dm.load("unicorns").start([f"player number {n}" for n in range(8)], seed=3)
    dice = random.Random(1)
    for _ in range(80):
        match.choose(dice.choice(match.decisions[0].options))
    return match


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_eight_players_fit_into_the_width(crowd: dm.Match, width: int) -> None:
    out = io.StringIO()

    TableView(crowd, 0, True).draw(Console((), out, width))

    lines = out.getvalue().splitlines()
    assert max(len(line) for line in lines) <= width
    assert all(any(name in line for line in lines) for name in crowd.players)
    assert len(lines) < 60


TUBS = """# Tubs {#tubs}
- Each player has a hand and a shelf. There is a deck. Tubs are kinds of item. Each player has a tub in their shelf.
- A turn has these phases: play. In the play phase, the player at turn may put a card in their hand onto their tub.

The cards are:

| Name | Count |
|---|---|
| Fern | 2 |
| Moss | 1 |
"""


def test_the_table_shows_what_lies_on_the_things_of_each_player() -> None:
    table = Table(TUBS, ann={"hand": ["Fern"]}, bob={"tub": ["Fern", "Moss"]})
    table.begin_turn("ann")

    told = drawn(table)
    assert told.index("shelf  ann's tub") < told.index("shelf  bob's tub")
    assert told.index("shelf  bob's tub") < told.index("bob's tub  Fern  Moss")


def test_the_table_is_not_drawn_again_if_nothing_has_changed() -> None:
    table = lay(a={"hand": ["Seductive Unicorn", "Yay", "Neigh"]}, b={"stable": ["Narwhal"]})

    out = shown(table, "play sed", "a's", "yes", "yay")

    assert "Seductive Unicorn: Discard a card: which?" in out
    assert out.count("─ Unicorns ·") == 4  # two of them after cards have moved, none after yes


def test_goals_are_what_the_sentences_that_end_the_game_compare() -> None:
    assert goals(lay().match) == [Goal("unicorn count", "winning number")]
    assert goals(dm.load("crazy-eights").start(["ann", "bob"], 1)) == []


def test_a_game_without_kinds_has_none_to_tell() -> None:
    match = dm.load("crazy-eights").start(["ann", "bob"], 1)

    assert Kinds(match).names == []
    assert Kinds(match).summary([5, 6]) == "2 cards"


# ---- options --------------------------------------------------------------------------------


def test_options_show_what_their_cards_say() -> None:
    table = lay(a={"hand": ["Good Deal", "Greedy Flying Unicorn", "Broken Stable"]})

    out = " ".join(shown(table).split())

    assert "play Good Deal magic card: Draw 3 cards and discard a card." in out
    assert "magical unicorn, Flying: When this card enters your stable, draw a card." in out
    assert "rest draw a card and end the action phase" in out


def test_cards_of_one_name_are_told_apart_by_where_they_lie() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Basic Unicorn", "Basic Unicorn"]},
        c={"stable": ["Basic Unicorn", "Narwhal"]},
    )

    out = shown(table, "poison", "basic unicorn in c")

    assert "1  Basic Unicorn in B's stable" in out
    assert "2  Basic Unicorn in C's stable" in out
    assert "3 Narwhal in C's stable · basic unicorn" in " ".join(out.split())
    assert table.cards("C", "stable") == ["Narwhal"]


def test_what_is_all_alike_is_not_asked() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Basic Unicorn", "Basic Unicorn"]})
    one = session(table)
    out = io.StringIO()

    play(Console(["poison", "undo"], out, 80), one)

    assert "which?" not in out.getvalue()
    assert out.getvalue().count("What do you do?") >= 2
    assert one.match.number == 0


def test_a_long_text_is_cut_between_words() -> None:
    table = lay(a={"hand": ["Unicorn Oracle"]})

    lines = shown(table, width=70).splitlines()

    (cut,) = [line for line in lines if line.endswith("…")]
    assert cut.split()[-1].removesuffix("…") in "When this card enters your stable, look at the top"


def test_a_window_says_what_was_played_and_what_it_does() -> None:
    table = lay(a={"hand": ["Good Deal", "Yay"]}, b={"hand": ["Neigh"]})

    out = shown(table, "play good deal", people="AB")

    told = " ".join(out.split())
    assert "A plays Good Deal. magic card: Draw 3 cards and discard a card. B: Respond?" in told
    assert "being played: Good Deal (A)" in told
    assert "1 yes you play Neigh" in told


def test_an_offer_to_replace_says_which_card_asks_and_what_happens_otherwise() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b=KNIGHT)

    out = shown(table, "poison", "majestic", people="AB")

    assert "Otherwise A destroys Majestic Flying Unicorn." in out
    assert "B: Black Knight Unicorn: Sacrifice this card?" in out


def test_an_order_is_explained() -> None:
    table = lay(
        a={"hand": ["Yay", "Neigh"], "stable": ["Claw Machine", "Sadistic Ritual", "Narwhal"]}
    )

    out = shown(table)

    assert "What comes first?" in out
    assert "They are due at the same time" in out
    assert "At the beginning of your turn, sacrifice a unicorn" in " ".join(out.split())


def test_an_arrangement_is_explained() -> None:
    table = lay(a={"hand": ["Unicorn Oracle"]}, deck=["Yay", "Narwhal", "Neigh", "Good Deal"])

    out = shown(table, "oracle", "a's", "neigh", "narwhal")

    assert "which is next?" in out
    assert "one after the other, in the order in which you name them" in out
    assert (table.cards("B", "hand"), table.cards("C", "hand")) == (["Good Deal"], ["Narwhal"])


# ---- the story ------------------------------------------------------------------------------


def test_the_story_goes_link_by_link_with_cards_and_causes() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown", "Yay"]},
        b=KNIGHT,
        c={"stable": ["Stabby the Unicorn"]},
    )

    out = shown(table, "two", "slow", "maj", "stab", "yes", "yay", people="AB", width=120)

    assert "  • Two-For-One: A sacrifices Slowdown.\n" in out
    assert (
        """\
  Link 2, at the same time:
    • Black Knight Unicorn: B sacrifices Black Knight Unicorn, instead of this: A destroys Majestic Flying Unicorn
      (Two-For-One).
    • Two-For-One: A destroys Stabby the Unicorn.
"""
        in out
    )
    assert "• Barbed Wire (Black Knight Unicorn leaves B's stable): B discards Yay." in out


def test_a_card_that_goes_elsewhere_is_told_where_and_why() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Yay"]},
        b={"stable": ["Baby Unicorn"]},
        c={"stable": ["Greedy Flying Unicorn"]},
    )

    out = " ".join(shown(table, "two", width=120).split())

    assert "A destroys" not in out
    assert (
        "Baby Unicorn; it goes into the nursery instead of onto the discard pile (breeds 1)" in out
    )
    assert "it goes into C's hand instead of onto the discard pile (Flying)" in out


def test_a_search_is_told_once() -> None:
    table = lay(a={"hand": ["Classy Narwhal"]}, deck=["Yay", "Narwhal"])

    out = shown(table, "classy", "a's", "yes", width=120)

    assert "you search for Yay." in out
    assert "you move Yay" not in out


def test_a_long_list_is_cut() -> None:
    hand = ["Yay", "Narwhal", "Neigh", "Super Neigh", "Llamacorn", "Rhinocorn", "Good Deal"]
    deck = ["Back Kick", "Claw Machine", "Glitter Bomb"]
    table = lay(a={"hand": ["Shake Up", *hand]}, deck=deck, discard=["Americorn", "Slowdown"])

    out = " ".join(shown(table, "shake", width=120).split())

    assert "other names" in out


def test_a_card_that_is_played_is_told_where_it_goes() -> None:
    table = lay(a={"hand": ["Narwhal"]})

    out = shown(table, "narwhal", "b's")

    assert "• You play Narwhal. [turn 3]" in out
    assert "• Narwhal goes into B's stable. [turn 3]" in out
    assert "pass" not in out


def test_what_a_verb_means_is_not_told_beside_it() -> None:
    table = lay(a={"hand": ["Kiss of Life"]}, discard=["Narwhal"])

    out = shown(table, "kiss")

    assert "Kiss of Life: you revive Narwhal." in out
    assert "bring" not in out


def test_a_lone_step_has_no_heading() -> None:
    def line(chain: int, link: int, card: str = "Bell") -> Told:
        return Told("Ann draws.", RULE, card, chain=chain, link=link)

    alone, two, later = [line(1, 1)], [line(1, 1), line(1, 1)], [line(1, 1), line(1, 2)]

    assert [link for link, _ in links(alone)] == [0]
    assert [link for link, _ in links(two)] == [1]
    assert [link for link, _ in links(later)] == [1, 2]
    assert [link for link, _ in links([line(1, 1, ""), line(1, 1, "")])] == [0]


# ---- commands and signs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why not rainbow aura", "[downgrades/broken-stable] You cannot play upgrades."),
        ("why not play rainbow aura", "Broken Stable in A's stable forbids this."),
        ("why rainbow", "Broken Stable in A's stable forbids this."),
        ("play rainbow aura", "Broken Stable in A's stable forbids this."),
        ("why not neigh", "[reactions 1] When a player plays a card, each other player may"),
        ("card broken stable", "Ruling: It binds you, whatever stable the upgrade is for."),
        ("card greedy", "Flying: If this card would enter the discard pile from your stable"),
    ],
)
def test_why_not_and_cards_are_answered(line: str, told: str) -> None:
    table = lay(a={"hand": ["Rainbow Aura", "Neigh", "Narwhal"], "stable": ["Broken Stable"]})

    out = shown(table, line, width=120)

    assert told in " ".join(out.split(f"> {line}")[1].split())


def test_a_plain_screen_has_only_signs_of_the_keyboard() -> None:
    table = lay(
        a={"hand": ["Unicorn Oracle", "Two-For-One"], "stable": ["Yay", "Slowdown"]}, b=KNIGHT
    )

    out = shown(table, "two", "slow", "help", plain=True)

    assert out.isascii()
    assert "\x1b" not in out
    assert "> A (you)" in out


def test_colours_are_left_out_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    table = lay(a={"hand": ["Narwhal"]})

    coloured = shown(table)
    monkeypatch.setenv("NO_COLOR", "1")
    without = shown(lay(a={"hand": ["Narwhal"]}))

    assert "\x1b[36m" in coloured or "\x1b[1;32m" in coloured
    assert "\x1b[36m" not in without
    assert ";32m" not in without


# ---- words from right to left ---------------------------------------------------------------

CHEN = "\u05d7\u05b5\u05df"


def said(text: str, width: int = 80) -> str:
    out = io.StringIO()
    Console((), out, width).say(text)
    return out.getvalue()


def test_words_from_right_to_left_are_set_apart_on_the_screen() -> None:
    assert said(f"one {CHEN} two") == f"one \u2067{CHEN}\u2069 two\n"


def test_a_book_cannot_turn_what_stands_around_its_words() -> None:
    assert said(f"one \u202e{CHEN} two \u2067") == f"one  \u2067{CHEN}\u2069 two\n"


def test_a_screen_that_does_not_turn_words_gets_the_letters_as_they_are_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DECKMASTOR_BIDI", "visual")

    assert said(f"one {CHEN} two") == "one \u05df\u05d7\u05b5 two\n"


def test_points_do_not_break_a_line_early() -> None:
    assert said(f"{CHEN} {CHEN} ten", width=20) == f"\u2067{CHEN} {CHEN}\u2069 ten\n"
