"""`simulate`: many matches of bots, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deckmastor.bots.kinds import RANDOM, seated
from deckmastor.cli.given import checked_players, given_decks, given_values
from deckmastor.cli.screen import Stop, count, say, say_json
from deckmastor.cli.shelf import find, shipped
from deckmastor.lab.simulate import Plan, Progress, Report
from deckmastor.lab.simulate import simulate as play_all
from deckmastor.lab.tally import interval, spread
from deckmastor.lab.untouched import Untouched
from deckmastor.match import load
from deckmastor.record.decks import seated as seated_decks

INTERRUPTED = 130  # the exit status that shells expect
USUAL = 2  # players, if nobody says how many
SOON = 200  # so few matches at random need no progress


def simulate(
    name: str,
    matches: int,
    players: int | None,
    bots: str,
    seed: int,
    processes: int | None,
    limit: int,
    values: Sequence[str],
    coverage: bool,
    deeds: bool,
    as_json: bool,
    decks: Sequence[str] = (),
) -> int:
    """Let bots play many matches, and show the outcome."""
    if players is not None:
        checked_players(players)
    kinds = seated(bots, players)
    if players is None and len(kinds) == 1:
        kinds *= USUAL
    for option, number in (("-n", matches), ("--processes", processes), ("--limit", limit)):
        if number is not None and number < 1:
            raise Stop(f"{option} is a number of at least 1, not {number}.")
    checked_players(len(kinds))
    path = find(name)
    book = load(path).book
    given = given_values(book, values)
    seats = [str(seat) for seat in range(1, len(kinds) + 1)]
    brought = tuple(seated_decks(given_decks(decks, seats), seats, book)) if decks else ()
    plan = Plan(str(path), matches, len(kinds), seed, tuple(sorted(given.items())), limit, kinds,
                coverage, deeds, brought)  # fmt: skip
    soon = SOON if set(kinds) == {RANDOM} else SOON // 40
    with _progress(matches, soon) as tell:
        report = play_all(plan, processes, tell)
    known = next((told for told, shelved in shipped().items() if shelved == path), name)
    if as_json:
        say_json({**report.data(), "game": known})
    else:
        _show(known, report)
        if report.untouched is not None:
            show_coverage(report.untouched)
        if deeds and not coverage:
            _show_deeds(report)
    if report.stopped:
        over = f"{report.tally.matches:,} of {_matches(matches)} were played to the end"
        print(f"deckmastor: stopped; {over}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _show(name: str, report: Report) -> None:
    tally = report.tally
    finished = tally.finished
    if not tally.matches:
        return
    speed = tally.decisions / report.seconds if report.seconds else 0.0
    say(f"{name}, {count(report.plan.players, 'player')}, seed {report.plan.seed}", "strong")
    say(f"{_matches(tally.matches)} in {report.seconds:.1f} s: "
        f"{tally.decisions:,} decisions, {speed:,.0f} a second, "
        f"{report.processes} {'process' if report.processes == 1 else 'processes'}")  # fmt: skip
    for what, lengths in (("decisions", tally.lengths), ("turns", tally.turns)):
        told = spread(lengths)
        say(f"{what} in a match: {told['mean']:,.1f} on average, from {told['shortest']:,} "
            f"to {told['longest']:,}, half of them up to {told['median']:,.0f}")  # fmt: skip
    say()
    width = max(len("seat"), *(len(_crew(report, kind)) for kind in tally.won))
    say(f"{'seat':<{width}} {'wins':>7} {'rate':>8}   95 % interval", "faint")
    for seat, wins in enumerate(tally.wins, 1):
        _rate(f"{seat:>4}".ljust(width), wins, finished)
    if len(tally.won) > 1:
        say()
        say(f"{'bots':<{width}} {'wins':>7} {'rate':>8}   95 % interval", "faint")
        for kind, wins in tally.won.items():
            _rate(_crew(report, kind).ljust(width), wins, finished)
    say()
    if tally.shared:
        say(f"{_matches(tally.shared)} with several winners.")
    if tally.nobody:
        say(f"{_matches(tally.nobody)} without a winner.")
    if not tally.unfinished:
        say("All matches came to an end.")
    for why, times in sorted(tally.unfinished.items()):
        say(f"{_matches(times)} unfinished: {why}.", "warning")
    say(f"trace {tally.trace}", "faint")


def _show_deeds(report: Report) -> None:
    """Tell how often each act was done, and what sentences brought."""
    data = report.data()
    say()
    say("acts in a match:", "strong")
    for name, mean in data["acts"].items():
        say(f"{name:<24} {mean:>8.2f}")
    say()
    say("points by what brought them:", "strong")
    say(f"{'':<36} {'times':>8} {'points':>8} {'each':>7}", "faint")
    for name, told in data["points"].items():
        say(f"{name:<36} {told['times']:>8,} {told['points']:>8,} {told['mean']:>7.2f}")
    if data["without end"]:
        say()
        say("effects without end, settled as the rulebook says:", "strong")
    for name, times in data["without end"].items():
        say(f"{name:<60} {times:>8,}")


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


def _crew(report: Report, kind: str) -> str:
    """The bots of one kind: `2 x greedy`."""
    return f"{report.plan.kinds.count(kind)} x {kind}"


def _rate(who: str, wins: int, finished: int) -> None:
    low, high = interval(wins, finished)
    rate = wins / finished if finished else 0.0
    say(f"{who} {wins:>7,} {rate:>8.1%}   {low:>6.1%} – {high:.1%}")


def _matches(number: int) -> str:
    return f"{number:,} {'match' if number == 1 else 'matches'}"


@contextmanager
def _progress(matches: int, soon: int) -> Iterator[Progress | None]:
    """A bar on the terminal while it takes long; nothing elsewhere."""
    if matches < soon or not sys.stderr.isatty():
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
