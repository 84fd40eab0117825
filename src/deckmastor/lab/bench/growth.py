"""Games that grow: the same game with more players, more cards, more rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deckmastor.lab.bench.entries import GAME, VALUES
from deckmastor.lab.simulate import Plan
from deckmastor.record.books import MAIN, RULEBOOKS

PLAYERS: Final = {GAME: (2, 4, 8, 15), "unicorns": (2, 4, 8)}
PACKS: Final = ("", " Blue", " Red", " Green", " Gold", " Grey", " Pink", " White")
CARDS: Final = (1, 2, 4, 8)  # packs
RULES: Final = (0, 40, 160)
IDLE = "When a player has at least {n} points, they gain 1 point."
BUSY = "When a player plays a card from their hand, they gain 1 point if the debt is more than {n}."


@dataclass(frozen=True, slots=True)
class Step:
    """One size of something that grows."""

    what: str
    size: int
    plan: Plan

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return f"{self.what}: {self.size}"


def steps(folder: Path) -> list[Step]:
    """All sizes of all that grows; books that are written for it lie in a folder."""
    found = [
        Step(f"{game}, players", number, Plan(game, 1, number))
        for game, sizes in PLAYERS.items()
        for number in sizes
    ]
    for packs in CARDS:
        text = _with_cards(packs)
        plan = Plan(_written(folder / f"cards_{packs}", text), 1, 4, values=VALUES)
        found.append(Step("cards", 52 * packs, plan))
    for what, sentence in (("rules that nothing touches", IDLE), ("rules of every turn", BUSY)):
        for more in RULES:
            text = _with_rules(sentence, more)
            path = _written(folder / f"{what.replace(' ', '_')}_{more}", text)
            found.append(Step(f"more {what}", more, Plan(path, 1, 4, values=VALUES)))
    return found


def _with_cards(packs: int) -> str:
    """The game with several packs of cards, in which every card has a name of its own."""
    rules, caption, table = _text().partition("The cards are:\n")
    head, line, *rows = table.strip().splitlines()
    lines = [head, line]
    for pack in PACKS[:packs]:
        for row in rows:
            name, bar, rest = row.removeprefix("| ").partition(" |")
            lines.append(f"| {name}{pack}{bar}{rest}")
    return f"{rules}{caption}\n" + "\n".join(lines) + "\n"


def _with_rules(sentence: str, more: int) -> str:
    """The game with more sentences of which none ever does anything."""
    added = "\n".join(f"- {sentence.format(n=1000 + n)}" for n in range(more))
    rules, heading, deck = _text().partition("## Cards {#cards}\n")
    extra = f"## More {{#more}}\n\n{added}\n\n" if more else ""
    return f"{rules}{extra}{heading}{deck}"


def _text() -> str:
    return (RULEBOOKS / GAME / MAIN).read_text(encoding="utf-8")


def _written(folder: Path, text: str) -> str:
    folder.mkdir()
    (folder / MAIN).write_text(text, encoding="utf-8")
    return str(folder)
