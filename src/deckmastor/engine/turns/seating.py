"""Seating: the order of turns, by seat or as it was settled in the game."""

from __future__ import annotations

from deckmastor.engine.ids import Seat
from deckmastor.engine.state.layout import DIRECTION, TURN
from deckmastor.engine.state.state import State


def following(s: State, seat: Seat, steps: int, seats: int) -> int:
    """The seat that comes `steps` turns after another."""
    order = s.order
    if not order:
        return (seat + steps) % seats
    return order[(order.index(seat) + steps) % seats]


def distance(s: State, start: int, seat: Seat, way: int, seats: int) -> int:
    """How many turns a seat comes after `start`, in the direction `way`."""
    order = s.order
    if not order:
        return ((seat - start) * way) % seats
    return ((order.index(seat) - order.index(start)) * way) % seats


def first(s: State) -> int:
    """The seat that takes the first turn unless a rule names another."""
    return s.order[0] if s.order else 0


def seats_from(s: State, seats: int) -> list[int]:
    """All seats in the order of turns, from the player at turn on."""
    start = s.v[TURN] if s.v[TURN] >= 0 else first(s)
    return in_turn(s, start, list(range(seats)), seats)


def in_turn(s: State, start: int, some: list[int], seats: int) -> list[int]:
    """Some seats in the order of turns, from `start` on."""
    way = s.v[DIRECTION]
    found: list[int] = []
    for steps in range(seats):
        seat = following(s, start, steps * way, seats)
        if seat in some:
            found.append(seat)
    return found


def in_order(s: State, seats: int) -> list[int]:
    """All seats in the order of turns."""
    return s.order.copy() if s.order else list(range(seats))
