"""What happened at a table, and what a player sees of it, for the stories of every game."""

from __future__ import annotations

from deckmastor.testing import Table


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
