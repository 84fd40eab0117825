"""The page of the siege names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "siege.md"


def test_the_page_of_the_siege_names_tests_that_are_there() -> None:
    told = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    there = {
        name
        for path in HERE.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }

    assert len(told) > 10
    assert told <= there
