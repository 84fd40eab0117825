"""`dice-order`: the order of turns by dice, highest first."""

from __future__ import annotations

from deckmastor.engine.natives.api import Act, Answers, Native, Order, Roles, Rolled, Stream, View


def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
    """Everybody throws a die; those who are equal throw again among themselves."""
    sides = roles["with"][0]
    assert isinstance(sides, int)
    thrown: list[Act] = []

    def settle(tied: list[int]) -> list[int]:
        """The order of some seats; what is decided stays, whoever is equal throws again."""
        if len(tied) < 2:
            return tied
        throws = {seat: rng.roll(sides) for seat in tied}
        thrown.extend(Rolled(seat, throws[seat]) for seat in tied)
        ordered: list[int] = []
        for number in sorted(set(throws.values()), reverse=True):
            ordered += settle([seat for seat in tied if throws[seat] == number])
        return ordered

    order = settle(view.players)
    return [*thrown, Order(tuple(order + [seat for seat in view.seats if seat not in order]))]


DICE_ORDER = Native(
    "dice-order",
    "each player throws a die; turns go from the highest to the lowest, ties throw again",
    run,
    {"with": "number"},
)
