"""Things on which cards lie, drawn: a tower from its top down to its bottom, a line for each card.

```
┌ upper floor · height 1 · front: Rope
│  1  Rope   bob → Chime (2 on Ground)
├ Ground · height 0 · front: Chime (2)
│  2  Chime  ann
└  1  Toll   ann → bob
```
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from deckmastor.record.stacks import Laid, Stacks, Target
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.kinds import Kinds

MOST = 12  # cards of a stack that are drawn on the table
FEW = 3  # and of a stack that lies in a place of a player, and on which nothing stands
LONGEST = 24  # characters of what stands in a column; longer ones jut out


@dataclass
class _Line:
    """A line of the picture: what a stack is, or a card on it."""

    text: Text
    head: bool = False
    hang: int = 0


@dataclass(frozen=True)
class _Widths:
    """How wide the columns of a tower are: positions, names, and whose the cards are."""

    position: int
    name: int
    whose: int


class Towers:
    """The stacks that a seat sees, ready to be drawn."""

    def __init__(self, stacks: Stacks, kinds: Kinds, person: Callable[[str], str]) -> None:
        self.stacks = stacks
        self.kinds = kinds
        self.person = person  # how somebody is called: by name, or `you`

    def __bool__(self) -> bool:
        """Whether stacks are drawn as towers: some are linked, or cards keep targets on them."""
        linked = any(len(tower) > 1 for tower in self.stacks.towers)
        return linked or bool(self.stacks.things and self.stacks.sight.rules.aim_sorts)

    def in_place(self, place: int) -> list[list[int]]:
        """The towers whose bottom lies in a place."""
        where = self.stacks.state.where
        return [tower for tower in self.stacks.towers if where[tower[0]] == place]

    def is_bare(self, tower: list[int]) -> bool:
        """True if a tower is one thing without cards that points to nothing."""
        bottom = tower[0]
        return not self.stacks.cards(tower[-1]) and not any(self.stacks.points(bottom))

    def draw(self, console: Console, tower: list[int], indent: int, most: int = MOST) -> None:
        """Draw a tower; of each stack so many cards, and how many more there are."""
        widths = self._widths([card for thing in tower for card in self._shown(thing, most)])
        lines = [line for thing in reversed(tower) for line in self._stack(thing, widths, most)]
        for at, line in enumerate(lines):
            console.beside(_bars(lines, at), line.text, indent, line.hang)

    def _widths(self, cards: list[Laid]) -> _Widths:
        """The widths of what is told of cards, as far as it stands in columns."""
        return _Widths(
            max([len(str(card.position)) for card in cards], default=1),
            _widest([_name(card) for card in cards]),
            _widest([self._whose(card) for card in cards]),
        )

    def _shown(self, thing: int, most: int) -> list[Laid]:
        """The cards of a stack that are drawn, the top first; no single one is left out."""
        cards = self.stacks.cards(thing)[::-1]
        return cards if len(cards) <= most + 1 else cards[:most]

    def _stack(self, thing: int, widths: _Widths, most: int) -> Iterator[_Line]:
        yield _Line(self._head(thing), True, 2)
        shown = self._shown(thing, most)
        for card in shown:
            yield _Line(self._card(card, widths), False, widths.position + 5)
        left = len(self.stacks.cards(thing)) - len(shown)
        if left:
            more = f"… {left} more below (stacks shows all)"
            yield _Line(Text(" " * (widths.position + 3) + more, "dim"))

    def _head(self, thing: int) -> Text:
        stacks = self.stacks
        told = Text(printable(stacks.sight.match.thing(thing)), "bold")
        for name, number in stacks.numbers(thing):
            told.append(printable(f" · {name} {number}"), "")
        points: dict[str, list[str]] = {}
        for name, what in stacks.points(thing):
            points.setdefault(what, []).append(name)
        for what, names in points.items():
            told.append(printable(f" · {', '.join(names)}: "), "").append(printable(what), "cyan")
        states = " ".join(stacks.states(thing))
        told.append(printable(f" · {states}") if states else "", "dim")
        return told.append("" if stacks.cards(thing) else " · no cards", "dim")

    def _card(self, card: Laid, widths: _Widths) -> Text:
        told = Text(f" {card.position:>{widths.position}}  ", "dim")
        if card.name is None:
            told.append(_name(card), "dim")
        else:
            told.append(_name(card), self.kinds.colour(self.kinds.of(card.thing)))
        whose = self._whose(card)
        told.append(f"{' ' * (widths.name - cell_len(_name(card)))}  {whose}")
        if card.targets:
            told.append(f"{' ' * (widths.whose - cell_len(whose))} → ", "dim")
            told.append(printable(self.aims(card.targets)), "yellow")
        return told

    def aims(self, targets: tuple[Target, ...]) -> str:
        """Targets in words."""
        return ", ".join(self.person(one.text) for one in targets)

    def _whose(self, card: Laid) -> str:
        """The player of a card, and its owner if that is somebody else."""
        player = self.person(card.player) if card.player is not None else ""
        owner = f"of {self.person(card.owner)}" if card.owner not in (None, card.player) else ""
        return printable(f"{player} ({owner})" if player and owner else player or owner)


def _widest(told: list[str]) -> int:
    return max([cell_len(one) for one in told if cell_len(one) <= LONGEST], default=0)


def _name(card: Laid) -> str:
    return printable(card.name) if card.name is not None else "face down"


def _bars(lines: list[_Line], at: int) -> tuple[str, str]:
    """What stands before a line, and before the lines that it is broken into."""
    if sum(line.head for line in lines) < 2:
        return ("", "")
    if at == len(lines) - 1:
        return ("└ ", "  ")
    return ("┌ " if not at else "├ " if lines[at].head else "│ ", "│ ")
