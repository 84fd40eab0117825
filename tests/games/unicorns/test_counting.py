"""The unicorn count is the same however often it is asked for, and changes with what lies there."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table


def count(table: Table, seat: int) -> int:
    """The unicorn count of a player, asked for twice."""
    value = table.match.rules.facts["unicorn count"].value
    told = [value(table.state, seat, 0) for _ in range(2)]
    assert told[0] == told[1]
    return told[0]


@pytest.mark.rule("U-172")
def test_it_follows_what_comes_and_goes() -> None:
    table = Table("unicorns", ann={"stable": ["Basic Unicorn"] * 2}, bob={"stable": ["Narwhal"]})
    stable = table.match.rules.schema.attrs["stable"].at
    told = [count(table, 0)]

    gone = table.state.zone(stable).pop()
    told.append(count(table, 0))
    table.state.zone(stable).append(gone)
    told.append(count(table, 0))
    table.state.zone(stable)[1] = table.state.zones[stable + 1][0]

    assert told == [2, 1, 2]
    assert count(table, 0) == 2
    assert count(table, 1) == 1


@pytest.mark.rule("U-172", "U-213", "U-264")
@pytest.mark.parametrize(
    ("besides", "with_it"),
    [
        pytest.param("Basic Unicorn", 3, id="counts one"),
        pytest.param("Ginormous Unicorn", 4, id="counts two"),
        pytest.param("Rainbow Aura", 2, id="is none"),
        pytest.param("Pandamonium", 0, id="makes them pandas"),
    ],
)
def test_what_comes_beside_counts_as_it_says(besides: str, with_it: int) -> None:
    table = Table(
        "unicorns", ann={"stable": [besides, "Narwhal", "Basic Unicorn"]}, bob={"stable": []}
    )
    places = table.match.rules.schema.attrs["stable"].at
    told = [count(table, 0)]

    card = table.state.zone(places).pop(0)
    table.state.where[card] = 1
    told.append(count(table, 0))
    table.state.zone(places).append(card)
    table.state.where[card] = places
    told.append(count(table, 0))

    assert told == [with_it, 2, with_it]
