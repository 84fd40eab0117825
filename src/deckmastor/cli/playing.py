"""`play` and `replay`: matches in the terminal, and matches that were saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from deckmastor import doors
from deckmastor.bots.kinds import KINDS, RANDOM, listed
from deckmastor.cli.given import checked_players, given_decks, given_values
from deckmastor.cli.screen import Stop, count, say
from deckmastor.cli.shelf import find, shelved
from deckmastor.engine.inside import Seed
from deckmastor.match import SaveError, load
from deckmastor.record import carrying, seeding
from deckmastor.terminal import kept, menu, saves
from deckmastor.terminal.console import Console, EndOfInput
from deckmastor.terminal.kept import Keeper
from deckmastor.terminal.play import LEFT
from deckmastor.terminal.play import play as play_match
from deckmastor.terminal.session import Seating, Session
from deckmastor.terminal.shelf import NAMES
from deckmastor.terminal.story import show_story
from deckmastor.terminal.telling import merged


def play(
    name: str,
    players: str,
    bots: str | None,
    all_human: bool,
    seed: Seed | None,
    values: Sequence[str],
    saved: str,
    console: Console | None = None,
    plain: bool = False,
    decks: Sequence[str] = (),
    carry: str = "",
    resume: bool = False,
) -> int:
    """Play matches until somebody has enough; those in a row keep the counters that last."""
    place = console or Console(plain=plain)
    keeper: Keeper | None = None
    try:
        resumed = None
        if resume or (place.live and not saved):
            resumed = _resumed(place, name, resume)
        if resumed is not None:
            session, keeper = resumed
        elif saved:
            session = saves.resume(saves.read(saved), place.say)
            place.say(f"{session.seating.game.title}, as it was saved.")
        else:
            seating = _seating(place, name, players, bots, all_human, seed, values, decks)
            session = Session(_carrying(seating, carry))
        while True:
            _greet(place, session)
            if play_match(place, session, keeper, saved=keeper is None) == LEFT:
                return 0
            keeper = None
            _keep(place, session, carry)
            if not place.agree("Play again?", False):
                return 0
            session = Session(_carrying(_again(session), carry))
    except EndOfInput:
        return 0


def _resumed(console: Console, name: str, last: bool) -> tuple[Session, Keeper] | None:
    """A match that was left or interrupted, if somebody wants to go on with it.

    With `last` it is the last one, and Stop if there is none.
    """
    title = load(find(name)).title if name else ""
    left = [one for one in kept.unfinished() if title in ("", one.title)]
    while True:
        if last and not left:
            raise Stop("There is no unfinished match. Begin one: deckmastor play")
        chosen = left[0] if last else menu.choose_unfinished(console, left)
        if chosen is None:
            return None
        try:
            saved, words = kept.read(chosen.path)
            for word in words:
                console.say(word, "yellow")
            session = saves.resume(saved, console.say)
        except (SaveError, doors.Unfit) as why:
            if last:
                raise
            console.say(f"That match cannot be resumed: {why}", "red")
            left.remove(chosen)
            continue
        console.say(f"{chosen.title}, as you left it.")
        return session, Keeper(chosen.path)


def replay(file: str, step: bool, console: Console | None = None, plain: bool = False) -> int:
    """Play a saved match again before everybody's eyes; 1 if it does not end as recorded.

    As long as the match is not over, neither the seed nor any hidden card is told.
    """
    saved = saves.read(file)
    session = saves.begin(saved, saves.EVERYBODY, hiding=not _is_over(saved))
    lines = session.told[saves.EVERYBODY]
    players = ", ".join(session.seating.players)
    say(f"{session.seating.game.title}: {players}", "strong")
    place = console or Console(plain=plain)
    show_story(place, merged(lines), sentences=True)
    for number, entry in enumerate(saved.entries, 1):
        step = step and _awaited(place)
        shown = len(lines)
        saves.repeat(session, entry, number)
        show_story(place, merged(lines[shown:]), sentences=True)
    trace = session.match.trace()
    good = trace == saved.trace
    told = "ends as it was recorded" if good else "does NOT end as it was recorded"
    answers = count(len(saved.entries), "answer")
    say(f"{answers}, trace {trace}: the match {told}.", "good" if good else "error")
    _tell_chance(session, good)
    return 0 if good else 1


def _is_over(saved: saves.Saved) -> bool:
    """Whether the game is over where a saved match ends."""
    session = saves.begin(saved)
    for number, entry in enumerate(saved.entries, 1):
        saves.repeat(session, entry, number)
    return session.match.over


def _tell_chance(session: Session, good: bool) -> None:
    """Tell from which seed the chance of a replayed match follows, once the match is over."""
    match = session.match
    if match.commitment:
        say(f"Committed to from the start: {match.commitment}")
    if not match.over:
        say("The match is not over: its seed and its hidden cards are not told.")
        return
    say(f"The seed: {session.seating.seed}")
    if match.commitment and good:
        say("All chance follows from this seed, and it is the one committed to.", "good")


def _awaited(console: Console) -> bool:
    """Whether somebody still steps through a match."""
    try:
        console.ask("Enter for the next answer: ")
    except EndOfInput:
        return False
    return True


def _greet(console: Console, session: Session) -> None:
    seating = session.seating
    others = [player for player in seating.players if player not in seating.people]
    kinds = [seating.bots.get(other, RANDOM) for other in others]
    told = [
        other if kind == RANDOM else f"{other} ({kind})"
        for other, kind in zip(others, kinds, strict=True)
    ]
    bots = f" Bots: {', '.join(told)}." if told else ""
    console.say()
    console.say(f"{seating.game.title}.{bots} Type help at any time.", "bold")
    if session.match.commitment:
        console.say(f"Its seed is committed to: {session.match.commitment}", "dim")


def _again(session: Session) -> Seating:
    """The same match, dealt anew; what lasts from game to game is brought to it."""
    seating, match = session.seating, session.match
    return replace(
        seating, seed=seeding.fresh(), carried=match.carried if match.over else seating.carried
    )


def _carrying(seating: Seating, file: str) -> Seating:
    """The match with the counters that a file keeps of those who play."""
    if not file:
        return seating
    folder = doors.path(file, Stop).parent
    if not folder.is_dir():
        raise Stop(f"There is no folder '{folder}' for '{file}'.")
    kept = carrying.read(Path(file))
    return replace(seating, carried={who: kept[who] for who in seating.players if who in kept})


def _keep(console: Console, session: Session, file: str) -> None:
    """Keep the counters that last in a file, once the game is over."""
    if not file or not session.match.over:
        return
    carried = session.match.carried
    if carried:
        carrying.write(Path(file), carried)
        console.say(f"What lasts from game to game is kept in '{file}'.")
    else:
        console.say(f"No counter of this game lasts from game to game: '{file}' is not written.")


def _seating(
    console: Console,
    name: str,
    players: str,
    bots: str | None,
    all_human: bool,
    seed: Seed | None,
    values: Sequence[str],
    decks: Sequence[str],
) -> Seating:
    wanted, kinds = _crew(bots)
    if all_human and bots is not None and wanted != 0:
        raise Stop("--all-human leaves no seat for --bots.")
    if name:
        game = load(find(name))
        names = _names(players, wanted)
    else:
        name, names = _asked(console, players, wanted)
        game = load(find(name))
    count = 0 if all_human else len(names) - 1 if wanted is None else wanted
    if not 0 <= count < len(names):
        raise Stop(
            f"Of {len(names)} players, 0 to {len(names) - 1} can be bots. "
            "'deckmastor simulate' lets bots play alone."
        )
    people, others = names[: len(names) - count], names[len(names) - count :]
    crew = dict(zip(others, kinds * count if len(kinds) == 1 else kinds, strict=True))
    given = given_values(game.book, values)
    brought = given_decks(decks, names) if decks else None
    return Seating(game, names, people, seeding.checked(seed), given, crew, brought)


def _crew(bots: str | None) -> tuple[int | None, tuple[str, ...]]:
    """How many bots are wanted, if that is said, and their kinds; a single kind is for all."""
    if bots is None:
        return None, (RANDOM,)
    told = bots.strip().lower()
    if told.removeprefix("-").isdecimal():
        many = doors.digits(told.removeprefix("-"))
        return -many if told.startswith("-") else many, (RANDOM,)
    kinds = listed(told)
    return None if told in KINDS else len(kinds), kinds


def _asked(console: Console, players: str, bots: int | None) -> tuple[str, tuple[str, ...]]:
    """The game and the players, as somebody at the console tells."""
    games = shelved()
    if not games:
        raise Stop("No rulebook ships with the package. Name one: deckmastor play RULEBOOK")
    game = menu.choose_game(console, games)
    if players or bots is not None:
        return game.name, _names(players, bots)
    others = NAMES[1 : menu.choose_number(console, game)]
    return game.name, (menu.choose_name(console, others), *others)


def _names(players: str, bots: int | None) -> tuple[str, ...]:
    """Players by their names, or by how many they are."""
    if not players:
        return _named(2 if bots is None else bots + 1)
    if players.isdecimal():
        return _named(doors.digits(players))
    names = tuple(part.strip() for part in players.split(","))
    if not all(names) or len(set(names)) != len(names):
        raise Stop("Each player needs a name that nobody else has: --players ann,bob")
    checked_players(len(names))
    return names


def _named(count: int) -> tuple[str, ...]:
    extra = (f"player {number}" for number in range(len(NAMES) + 1, checked_players(count) + 1))
    return (*NAMES, *extra)[:count]
