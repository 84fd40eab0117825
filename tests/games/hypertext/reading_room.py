"""A table of the game with two to four players, the first of them at turn."""

from __future__ import annotations

from pathlib import Path

from deckmastor.testing import Table

BOOK = "hypertext"
Laid = dict[str, list[str] | int | str]
Goals = dict[str, str]
DECK = ["JONAH", "CLEAN", "BLIND", "MEEK", "POOR"]


def lay(
    a: Laid | None = None,
    b: Laid | None = None,
    c: Laid | None = None,
    d: Laid | None = None,
    goals: Goals | None = None,
    record: Goals | None = None,
    deck: list[str] | None = None,
    discard: list[str] | None = None,
    stack: list[str] | None = None,
    season: list[str] | None = None,
    values: dict[str, int | str] | None = None,
    players: int = 3,
    book: str | Path = BOOK,
    begun: bool = True,
) -> Table:
    """A table at the first decision of A's turn; nothing but what is laid is in the game.

    A goal is told with the cards that lie on it and who played each: `THRONE A, CROWN B`; all in
    `goals` are active, all in `record` are finished. The top card of a list is its last.
    """
    told = zip("ABCD"[:players], (a, b, c, d), strict=False)
    seated = {name: laid or {} for name, laid in told}
    lying = (goals or {}) | (record or {})
    common: Laid = {
        "deck": DECK if deck is None else deck,
        "discard pile": discard or [],
        "goal stack": stack or [],
        "goal row": list(goals or {}),
        "record": list(record or {}),
        "season row": season or [],
    }
    for goal, cards in lying.items():
        common[goal] = [card.split()[0] for card in parted(cards)]
    table = Table(book, common, values, bare=True, carried=True, **seated)
    for cards in lying.values():
        for card in parted(cards):
            table.give(*card.split()[:1], "contributor", card.split()[1])
    if begun:
        table.begin_turn("A")
    return table


def parted(cards: str) -> list[str]:
    """The cards of a list, each with its player."""
    return [card.strip() for card in cards.split(",") if card.strip()]


def points(table: Table) -> dict[str, int]:
    """The points of each player."""
    return table.match.scores


def finish(table: Table) -> None:
    """Let the game go on to its end: everybody passes whenever they can."""
    while not table.match.over:
        decision = table.match.decisions[0]
        texts = [option.text for option in decision.options]
        table.choose(decision.player, "pass" if "pass" in texts else texts[-1])


def told(table: Table, *verbs: str) -> list[str]:
    """Who did what, of these verbs, in order."""
    return [f"{e.agent} {e.verb} {e.object}" for e in table.events if e.verb in verbs]


def seen(table: Table, player: str, place: str, owner: str | None = None) -> list[str | None]:
    """The cards of a place as a player sees them; None for one that they do not know."""
    (found,) = [
        told["cards"]
        for told in table.match.view(player)["places"]
        if (told["name"], told["owner"]) == (place, owner)
    ]
    return list(found)
