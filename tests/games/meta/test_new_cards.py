"""Cards that are written in the middle of a match: they are drawn, played and explained."""

from __future__ import annotations

import pytest

from games.meta.tower import Tower

RUBBLE = """The cards are:

| Name | Id | Base id | Type | Uniqueness | Text |
|---|---|---|---|---|---|
| Rubble | M061-a | M061 | Meta, lofty | 2 | Bury the bottom card of the meta stack of the Main Stack. |
"""


@pytest.mark.rule("M-006", "M-101", "M-128")
def test_a_meta_written_in_mid_match_is_drawn_played_and_does_what_it_says() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Ditto"]},
        bob={"hand": ["Strike Out", "Ouroboros", "Ditto"]},
        cat={"hand": ["Ditto"]},
    )
    table.push("ann", "Second Wind")
    table.push("bob", "Strike Out", "Second Wind")
    table.push("bob", "Ouroboros")

    table.match.amend(RUBBLE)
    table.match.amend("Each player creates a new Rubble in their memory.")
    table.match.amend("Each player draws a card.")
    assert table.cards("ann", "hand") == ["Ditto", "Rubble"]
    table.push("ann", "Rubble")
    assert table.stack("Main Stack", 2) == ["Rubble"]
    since = len(table.events)
    table.execute()

    told = [text for text in table.told(since) if "resolves" in text]
    assert told[:3] == ["Rubble resolves", "Ouroboros resolves", "Second Wind resolves"]
    assert table.life() == [18, 15, 15]
    assert table.stack("bob's graveyard") == ["Strike Out", "Ouroboros"]
    (buried,) = [
        event for event in table.events[since:] if event.text.endswith("buries Strike Out")
    ]
    assert "Bury the bottom card" in str(buried.cites)
