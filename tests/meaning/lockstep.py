"""Two matches played in step: the same table, the same answers, and what is seen in both."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from deckmastor.match import RulebookError
from deckmastor.testing import Table
from meaning.meadow import laid, meadow, refused, seen
from meaning.second_opinion import Card, World

STEPS = 10


@dataclass(frozen=True)
class Side:
    """One way to say it: rules of the book, rules adopted at once, texts of cards in the shed."""

    rules: tuple[str, ...] = ()
    adopted: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    text: str = ""  # of a card in the first player's hand, performed now and then

    def show(self) -> str:
        """Its sentences."""
        told = [*self.rules, *(f"(adopted) {one}" for one in self.adopted)]
        told += [f"(on a card in the shed) {one}" for one in self.standing]
        return "\n".join(
            f"  {one}" for one in [*told, *([f"(text) {self.text}"] if self.text else [])]
        )

    def texts(self) -> dict[str, str]:
        """The texts of its cards."""
        standing = {f"Stone {n}": text for n, text in enumerate(self.standing)}
        return standing | ({"Deed": self.text} if self.text else {})

    def book(self, cards: list[Card]) -> str:
        """Its rulebook."""
        return meadow(cards, self.texts(), self.rules)

    def lay(self, cards: list[Card], world: World) -> Table:
        """Its table, at the first decision."""
        table = laid(self.book(cards), world, [f"Stone {n}" for n in range(len(self.standing))])
        for one in self.adopted:
            table.match.amend(one)
        return table


@cache
def trouble(book: str) -> tuple[str, ...]:
    """What of a rulebook is refused or cannot run."""
    try:
        return tuple(refused(book).values())
    except RulebookError as error:
        return (str(error),)


def asked(table: Table) -> list[tuple[str, str]]:
    """Who can do what now, each once, in an order of its own."""
    found = {
        (decision.player, option.text)
        for decision in table.match.decisions
        for option in decision.options
    }
    return sorted(found)


def view(table: Table) -> str:
    """What is seen and offered."""
    offered = "\n".join(f"{who} can: {what}" for who, what in asked(table))
    return f"{seen(table)}\n{offered}"


def play(
    dice: random.Random, cards: list[Card], world: World, left: Side, right: Side
) -> str | None:
    """Play both in step; how they differ, or nothing."""
    tables = [side.lay(cards, world) for side in (left, right)]
    done: list[str] = []
    for step in range(STEPS):
        first, second = (view(table) for table in tables)
        if first != second:
            return _story(world, left, right, done, first, second)
        options = asked(tables[0])
        if not options:
            return None
        if left.text and step % 3 == 0 and all(table.quiet for table in tables):
            done.append("the text is performed")
            for table in tables:
                table.perform(world.players[0].name, "Deed")
            continue
        who, what = dice.choice(options)
        done.append(f"{who}: {what}")
        for table in tables:
            table.choose(who, what)
    return None


def _story(world: World, left: Side, right: Side, done: list[str], first: str, second: str) -> str:
    one, two = first.split("\n"), second.split("\n")
    apart = [f"  < {line}" for line in one if line not in two]
    apart += [f"  > {line}" for line in two if line not in one]
    told = "; ".join(done) or "at once"
    return f"<\n{left.show()}\n>\n{right.show()}\n{world.show()}\nafter: {told}\n" + "\n".join(
        apart
    )
