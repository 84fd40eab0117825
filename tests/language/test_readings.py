"""Sentences that were once misread: each says what it must mean, or that it must be refused."""

from __future__ import annotations

import pytest

from deckmastor.language.binder import Binder
from deckmastor.language.ir import Do, Ref, show
from deckmastor.language.mentions import BindError
from deckmastor.language.shapes import MARK
from pony_book import meaning, problem, words

MEANS = [
    # sentence, host, a part of its meaning, why
    ("You may discard a card and lose 1 bead. If you do, draw 3 cards.", "card",
     "Logic(and, [Done(act1), Done(act2)])", "both acts count"),
    ("Each player must play a card or draw a card. If they do not, they lose 1 bead.", "rule",
     "If(Logic(not, [Done(act1)])", "either act counts, under one label"),
    ("You may discard a pony. If you do, draw 2 cards. If you do not, gain 1 bead.", "card",
     "If(Logic(not, [Done(act1)]), Do(gain", "the second question is about the same act"),
    ("Each player chooses a card in their hand. Reveal the chosen cards.", "card",
     "Do(reveal, Ref(you), Pick(all, 1, Kind(card, [Did(Do(choose, -, Ref(card3)), Moment(this, effect))]",
     "all of them, once"),
    ("A player is asleep if they have fewer beads than each other player.", "rule",
     "Cmp(Of(Ref(player1), bead), <, Of(Ref(player2), bead))", "they are the one who is asleep"),
    ("A card is special if it is red. When a special card is destroyed, its holder draws a card.",
     "rule", "Do(draw, Of(Ref(card2), holder)", "a rule of its own starts afresh"),
    ("Discard any number of cards. Draw that many cards.", "card",
     "Pick(a, Tally(count, Ref(card1))", "that many, and not at random"),
    ("Discard any number of cards. Draw twice that many cards.", "card",
     "Pick(a, Calc(*, [2, Tally(count, Ref(card1))])", "twice that many things, not counters alone"),
    ("Choose 2 other players. Those players reveal their hand.", "card",
     "Do(reveal, Ref(player2), Of(Ref(player2), hand))", "each their own"),
    ("If a player has been asleep for 3 turns, draw a card.", "card",
     "asleep), Moment(for, Qty(3, turn))", "how long a state has lasted is remembered"),
    ("Destroy a pony that was played this turn.", "card",
     "Did(Do(play, -, Ref(pony1)), Moment(this, turn)", "what was done is remembered"),
    ("When a player has no beads, they lose the game.", "rule",
     "Do(lose, Ref(player1), Ref(game))", "the player, not the beads"),
    ("Draw a card for each charm in each other player's paddock.", "card",
     "Of(Pick(any, 1, Kind(player, [Cmp(Ref(player3), !=, Ref(you))]", "all charms, whosever"),
    ("Choose a player. When that player draws a card this turn, they lose 1 bead.", "card",
     "Moment(end, Ref(turn))", "it ends with the turn"),
    ("A spell cannot be played by a player whose strength is less than the value of that spell.",
     "rule", "Of(Ref(spell2), value)", "the object may be named by its doer"),
    ("If there is not a pony in your paddock, draw a card.", "card", "=, 0", "none"),
    ("Choose another player. They become a binder. Reveal a card. The first player draws a card.",
     "card", "Do(draw, Ref(player1)", "what somebody becomes is no further player"),
    ("The morning phase is Monday.", "rule", "Cmp(Of(-, morning phase), =, Monday)", "a day, once"),
    ("A player cannot gain more than 2 beads.", "rule", "Qty(Calc(more than, [2]), bead)",
     "an amount that is forbidden"),
    ("A player cannot draw a card more than twice per turn.", "rule",
     "Scope(limit, Group(over, [2, turn]), Norm(cannot", "how often is too often"),
    ("Skip your next 2 turns.", "card",
     "Pick(next, 2, Kind(turn, [In(Ref(turn1), Ref(you), of)], turn1), turn1)", "two of yours"),
    ("At the end of the third round, each player gains 1 bead.", "rule",
     "Moment(end, Pick(nth, 3, Kind(round, [], round1), round1))", "one round of all"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "host", "part"),
    [row[:3] for row in MEANS if row[2]],
    ids=[r[3] for r in MEANS if r[2]],
)
def test_a_sentence_means_what_it_says(text: str, host: str, part: str):
    assert part in show(meaning(text, host))


REFUSED = [
    ("Each player discards a card unless they sacrifice a pony.", "card", "act"),
    ("If you have more beads than any other player, draw a card.", "card", "synonym"),
    ("Draw a card, then discard a card if you have a pony in your paddock.", "card", "unreadable"),
    ("Destroy a pony or a charm in another player's paddock.", "card", "list-place"),
    ("Choose a player. Each other player discards a card.", "card", "other-than-whom"),
    ("If a player has no beads, they cannot draw cards.", "rule", "when"),
    ("A player wins the game if they have 20 beads.", "rule", "when"),
    ("Move X cards from the deck to the nursery.", "rule", "parameter"),
    ("The strength of a player is the number of ponies in each paddock.", "rule", "how-many"),
    ("When 3 rounds have been played, each player gains 1 bead.", "rule", "synonym"),
    ("If the drawn card has a value of at least 4, reveal it.", "card", "reference"),
    ("Each player loses 2 beads and draws 2 cards. Gain that many beads.", "card", "reference"),
    ("Choose a player who was asleep. They draw a card.", "card", "was"),
    ("If your hand was empty, draw a card.", "card", "was"),
    (
        "At the end of the turn, each player who was not asleep this turn draws a card.",
        "rule",
        "was",
    ),
    ("A card that was in a paddock cannot be played.", "rule", "was"),
    ("If a player has been asleep this turn, draw a card.", "card", "was"),
]


@pytest.mark.parametrize(("text", "host", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_sentence_that_could_be_misread_is_refused(text: str, host: str, code: str):
    assert problem(text, host).code == code


def test_a_label_that_nothing_binds_is_refused() -> None:
    binder = Binder(words(), "rule")
    binder.rules.append(Do("draw", Ref(f"player{MARK}9"), None))

    with pytest.raises(BindError, match=r"Which player\?"):
        binder.paragraph()
