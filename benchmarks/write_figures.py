"""Figures that `deckmastor bench --json FILE` wrote, put into their places in docs/performance.md.

    python benchmarks/write_figures.py FILE

A place begins with a comment that names a section of the benchmark and goes on to the next `end`.
All sections must be in the file, so that the page tells of one run.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
PLACE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str, figures: dict[str, Any]) -> str:
    """The page with the tables of all sections that were measured in their places."""

    def place(found: re.Match[str]) -> str:
        name = found[2]
        if name == "surroundings":
            return f"{found[1]}{surroundings(figures)}\n{found[3]}"
        tables = "\n\n".join(table(one) for one in figures[name]["tables"])
        return f"{found[1]}{tables}\n{found[3]}"

    return PLACE.sub(place, page)


def surroundings(figures: dict[str, Any]) -> str:
    """With what was measured, in a sentence."""
    peers = ", ".join(f"{name} {version}" for name, version in figures["peers"].items() if version)
    told = f"{figures['rounds']} rounds of {figures['seconds']:g} s by the {figures['timer']}"
    told += f", {figures['build']}, Python {figures['python']}"
    load = f"a load of {figures['load']:g} before the start" if figures["load"] else "no load"
    return f"{told}, {figures['system']}, {figures['processors']} processors, {load}; {peers}."


def table(told: dict[str, Any]) -> str:
    """A table in Markdown under its title."""
    heads = told["heads"]
    lines = [_row(heads), "|" + "---|" * len(heads), *(_row(row) for row in told["rows"])]
    return "\n".join([f"**{told['title']}**", "", *lines])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main(file: str) -> None:
    """Write the figures of a file into the page."""
    figures = json.loads(Path(file).read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    missing = {found[2] for found in PLACE.finditer(page)} - {"surroundings", *figures}
    if missing:
        raise SystemExit(f"{file} lacks {', '.join(sorted(missing))}: measure all sections.")
    PAGE.write_text(filled(page, figures), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
