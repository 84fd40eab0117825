"""`simulate`: many matches of bots, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deckmastor.cli.given import checked_players, given_values
from deckmastor.cli.screen import Stop, count, say, say_json
from deckmastor.cli.shelf import find, shipped
from deckmastor.lab.simulate import BOTS, Plan, Progress, Report, interval
from deckmastor.lab.simulate import simulate as play_all
from deckmastor.lab.untouched import Untouched
from deckmastor.match import load

INTERRUPTED = 130  # the exit status that shells expect
SOON = 200  # so few matches need no progress


def simulate(
    name: str,
    matches: int,
    players: int,
    bots: str,
    seed: int,
    processes: int,
    limit: int,
    values: Sequence[str],
    coverage: bool,
    as_json: bool,
) -> int:
    """Let bots play many matches, and show the outcome."""
    if bots not in BOTS:
        raise Stop(f"There is no bot '{bots}'. Bots: {', '.join(BOTS)}.")
    for option, number in (("-n", matches), ("--processes", processes), ("--limit", limit)):
        if number < 1:
            raise Stop(f"{option} is a number of at least 1, not {number}.")
    checked_players(players)
    path = find(name)
    given = given_values(load(path).book, values)
    plan = Plan(str(path), matches, players, seed, tuple(sorted(given.items())), limit, bots,
                coverage)  # fmt: skip
    with _progress(matches) as tell:
        report = play_all(plan, processes, tell)
    known = path.name.replace("_", "-") if path in shipped() else name
    if as_json:
        say_json({**report.data(), "game": known})
    else:
        _show(known, report)
        if report.untouched is not None:
            show_coverage(report.untouched)
    if report.stopped:
        over = f"{report.tally.matches:,} of {_matches(matches)} were played to the end"
        print(f"deckmastor: stopped; {over}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _show(name: str, report: Report) -> None:
    tally = report.tally
    finished = tally.matches - sum(tally.unfinished.values())
    if not tally.matches:
        return
    speed = tally.decisions / report.seconds if report.seconds else 0.0
    say(f"{name}, {count(report.plan.players, 'player')}, seed {report.plan.seed}", "strong")
    say(f"{_matches(tally.matches)} in {report.seconds:.1f} s: "
        f"{tally.decisions:,} decisions, {speed:,.0f} a second, "
        f"{tally.decisions / tally.matches:.1f} a match")  # fmt: skip
    say()
    say("seat    wins      rate   95 % interval", "faint")
    for seat, wins in enumerate(tally.wins, 1):
        low, high = interval(wins, finished)
        rate = wins / finished if finished else 0.0
        say(f"{seat:>4} {wins:>7,} {rate:>8.1%}   {low:>6.1%} – {high:.1%}")
    say()
    if tally.shared:
        say(f"{_matches(tally.shared)} with several winners.")
    if tally.nobody:
        say(f"{_matches(tally.nobody)} without a winner.")
    for why, times in sorted(tally.unfinished.items()):
        say(f"{_matches(times)} unfinished: {why}.", "warning")
    say(f"trace {tally.trace}", "faint")


def show_coverage(found: Untouched) -> None:
    """Tell what of a rulebook no match has touched."""
    cards, acted = len(found.cards), len(found.sentences) - len(found.idle)
    say()
    say(f"{cards - len(found.unseen)} of {cards} cards were played or came into play; "
        f"{acted} of {len(found.sentences)} sentences acted.", "strong")  # fmt: skip
    for told, names in (("untouched cards", found.unseen), ("never played", found.unplayed)):
        if names:
            say(f"{told}: {', '.join(names)}")
    for title, gaps in (("untouched", found.idle), ("touched in part", found.gaps)):
        if gaps:
            say()
            say(f"{title}:", "strong")
        for gap in gaps:
            quoted = gap.words and gap.words != gap.line.text
            what = f"{gap.what}: {gap.words}" if quoted else gap.what
            say(f"{Path(gap.line.file).name}:{gap.line.line}  {gap.line.text}.")
            say(f"    {gap.line.id}: {what}", "faint")


def _matches(number: int) -> str:
    return f"{number:,} {'match' if number == 1 else 'matches'}"


@contextmanager
def _progress(matches: int) -> Iterator[Progress | None]:
    """A bar on the terminal while it takes long; nothing elsewhere."""
    if matches < SOON or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    screen = Console(stderr=True)
    with Bar(
        *Bar.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn(),
        console=screen, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("matches", total=matches)
        yield lambda more: bar.advance(task, more)
