"""`bench`: how fast games are played, in tables, with everything in a file for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.cli.screen import Stop, listed, say, say_json
from deckmastor.lab.bench.peers import EXTRA
from deckmastor.lab.bench.rounds import Tell
from deckmastor.lab.bench.sections import SECTIONS, run, surroundings
from deckmastor.lab.bench.tables import Scale, Section, Table

SCREEN = "-"
BUSY = 0.3  # of each processor, from which on others disturb what is measured


def bench(only: str, rounds: int, seconds: float, timer: str, file: str) -> int:
    """Measure, show the tables and write the figures; 1 if something is not as it must be."""
    names = _named(only)
    if rounds < 1:
        raise Stop(f"--rounds is a number of at least 1, not {rounds}.")
    if not 0 < seconds <= 60:
        raise Stop(f"--seconds is a time above 0 and up to 60, not {seconds:g}.")
    scale = Scale(rounds, seconds, timer)
    data = surroundings(scale)
    shown = file != SCREEN
    if shown:
        _show_surroundings(data)
    failed: list[str] = []
    with _progress() as tell:
        for name, section in run(names, scale, tell):
            data[name] = section.data
            failed += [section.failed] if section.failed else []
            if shown:
                _show(section)
            if file and shown:
                _write(Path(file), data)
    if not shown:
        say_json(data)
    for why in failed:
        print(f"deckmastor: {why}", file=sys.stderr)
    return 1 if failed else 0


def _named(only: str) -> list[str]:
    """The sections that are wanted, in their usual order; all if none is named."""
    wanted = {name.strip() for name in only.split(",") if name.strip()}
    unknown = sorted(wanted - set(SECTIONS))
    if unknown:
        raise Stop(f"There is no section {listed(unknown)}. Sections: {', '.join(SECTIONS)}.")
    return [name for name in SECTIONS if name in wanted or not wanted]


def _write(path: Path, data: dict[str, Any]) -> None:
    """Write what is known so far: a run that is stopped leaves what it has measured."""
    try:
        doors.replaced(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    except doors.Unfit as why:
        raise Stop(f"The figures cannot be written. {why}") from why


def _show_surroundings(data: dict[str, Any]) -> None:
    rounds = f"{data['rounds']} rounds of {data['seconds']:g} s each, by the {data['timer']}"
    builds = " and ".join([data["build"], *data["builds"][1:]])
    say(f"{builds}, Python {data['python']}, {data['system']}, "
        f"{data['processors']} processors; {rounds}")  # fmt: skip
    if data["load"] is not None and data["load"] > BUSY * data["processors"]:
        told = "other programs keep the processors busy, and figures will spread"
        say(f"The load is {data['load']:.1f}: {told}.", "warning")
    if len(data["builds"]) == 1:
        say(f"Only one build is measured: {data['build']}.", "warning")
    missing = [name for name, version in data["peers"].items() if version is None]
    if missing:
        how = f"pip install 'deckmastor[{EXTRA}]'"
        say(f"Not installed, and not measured: {', '.join(missing)} ({how}).", "warning")


def _show(section: Section) -> None:
    for table in section.tables:
        _show_table(table)
    if section.note:
        say(section.note, "warning")


def _show_table(table: Table) -> None:
    say()
    say(table.title, "strong")
    columns = [_column(column) for column in zip(table.heads, *table.rows, strict=True)]
    heads, *rows = ("  ".join(cells).rstrip() for cells in zip(*columns, strict=True))
    say(heads, "faint")
    for row in rows:
        say(row)


def _column(cells: Sequence[str]) -> list[str]:
    """The cells of a column under their head, all of one width; figures go to the right."""
    width = max(len(cell) for cell in cells)
    figures = all(cell[:1].isdecimal() for cell in cells[1:] if cell)
    return [cell.rjust(width) if figures else cell.ljust(width) for cell in cells]


@contextmanager
def _progress() -> Iterator[Tell]:
    """What is being measured, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda what: status.update(what)
