"""A table of the game with two to four players, the first of them at turn."""

from __future__ import annotations

from pathlib import Path

from deckmastor.engine.rules.schema import ASIDE_PLACE
from deckmastor.match import load
from deckmastor.testing import Table
from games.telling import seen as seen
from games.telling import told as told

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


def being(table: Table, thing: str, status: str) -> bool:
    """Whether a card or goal is something, as facts make it."""
    rules, state = table.match.rules, table.state
    (number,) = [
        number
        for number, species in enumerate(state.species)
        if rules.schema.species[species].name == thing and state.where[number] != ASIDE_PLACE
    ]
    return bool(rules.facts[status].value(state, number, 0))


def worth(table: Table, player: str, what: str) -> int:
    """A number of a player, as facts make it."""
    seat = table.match.players.index(player)
    return table.match.rules.facts[what].value(table.state, seat, 0)


def scored(table: Table, named: str) -> dict[str, int]:
    """The points that each player gained by what a card, objective or goal says."""
    found = dict.fromkeys(table.match.players, 0)
    for event in table.events:
        if event.verb == "gain" and event.because.id.split("/")[-1].split()[0] == named:
            found[event.agent] += event.amount
    return found


def house(folder: Path, row: str, letter: str) -> Path:
    """A rulebook in which one card, known by the beginning of its row, has another letter."""
    for name, text in load(BOOK).files.items():
        mended = text.replace(row, f"{row[:-3]}{letter} |")
        (folder / name).write_text(mended, encoding="utf-8")
    return folder / "rulebook.md"
