"""The command line: one command, many verbs.

What a verb needs is imported when it is called, so that the command starts at once.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from deckmastor import DeckmastorError, __version__, doors
from deckmastor.cli.screen import Stop
from deckmastor.engine import builds
from deckmastor.match import StartError


def examples(*commands: str) -> str:
    """The lines that end the help of a verb."""
    return "\n".join(["For example:", *(f"  {command}" for command in commands)])


app = App(
    name="deckmastor",
    help="A referee for card games whose rulebooks, in plain English, are the program.",
    help_epilogue=examples(
        "deckmastor play", "deckmastor check paddock.md", "deckmastor explain --help"
    ),
    help_format="plaintext",
    version=lambda: f"{__version__} ({builds.told()})",
    default_parameter=Parameter(negative="", show_default=False),
    print_error=False,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
Host = Literal["rule", "card", "modifier"]
Timer = Literal["clock", "processor"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: 0 if all is well, 1 if faults were found, 2 if it could not be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app(sys.argv[1:] if argv is None else list(argv), exit_on_error=False)
        sys.stdout.flush()
        return int(status or 0)
    except (Stop, StartError, CycloptsError) as error:
        print(f"deckmastor: {error}", file=sys.stderr)
        return 2
    except DeckmastorError as error:
        print(f"deckmastor: {error}", file=sys.stderr)
        return 1
    except doors.Unfit as error:
        print(f"deckmastor: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Nobody reads on: what is still to be written must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        return _reported(error)


def _reported(error: Exception) -> int:
    """Tell of an error of Deckmastor itself, and leave what is known of it in a file."""
    import traceback

    told = "".join(traceback.format_exception(error))
    file = doors.home() / "report.txt"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        doors.replaced(file, f"Deckmastor {__version__} ({builds.told()})\n{told}")
        where = f"What is known of it stands in '{file}'; please report it."
    except (OSError, doors.Unfit):
        where = f"Please report it: {traceback.format_exception_only(error)[-1].strip()}"
    print(f"deckmastor: this is an error of Deckmastor itself. {where}", file=sys.stderr)
    return 70


@app.command(
    help_epilogue=examples(
        "deckmastor check paddock.md",
        "deckmastor check paddock.md --amend proposal.md",
        'echo "Draw 2 cards." | deckmastor check paddock.md --amend - --as card',
        "deckmastor check hypertext --text king-james.txt",
    )
)
def check(
    rulebook: str,
    /,
    *,
    amend: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    host: Annotated[Host | None, Parameter(name="--as")] = None,
    text: str | None = None,
    warnings: Annotated[bool, Parameter(negative="--no-warnings")] = True,
    json: bool = False,
) -> int:
    """Read a rulebook and report every fault.

    If its folder has a page checks.md, its cards and their sheets are held
    against it too. The exit status is 1 if there is an error. With --amend, read the
    paragraphs of a file as an amendment of the rulebook and tell what was
    understood; nothing is changed.

    Parameters
    ----------
    rulebook
        The name of a game that ships, or the path of a rulebook (a file or folder).
    amend
        A file with paragraphs to read against the words of the rulebook; - is standard input.
    host
        What the paragraphs of --amend are: rules, or texts on a card or modifier.
    text
        A file with a verse a line, each behind its reference, in which words are looked up.
    warnings
        Show warnings as well as errors.
    json
        Answer in JSON.
    """
    if amend is not None and text is not None:
        raise Stop("--text is for the cards of a rulebook, not for --amend.")
    if amend is not None:
        from deckmastor.cli.amendment import amend as amend_book

        return amend_book(rulebook, amend, host or "rule", json)
    if host is not None:
        raise Stop("--as tells what the paragraphs of --amend are; there is no --amend.")
    from deckmastor.cli.report import check as check_book

    return check_book(rulebook, warnings, json, text)


@app.command(
    help_epilogue=examples(
        "deckmastor explain paddock.md Rude Pony",
        "deckmastor explain paddock.md cards/rude-pony",
        "deckmastor explain paddock.md turn --ir",
        "deckmastor explain hypertext GRACE",
    )
)
def explain(
    game: str,
    name: list[str],
    /,
    *,
    ir: bool = False,
    json: bool = False,
) -> int:
    """Show a card or a rule, and in explicit English what was understood.

    Parameters
    ----------
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    name
        The name or the id of a card or a rule.
    ir
        Show the IR as well.
    json
        Answer in JSON.
    """
    from deckmastor.cli.page import explain as explain_name

    return explain_name(game, " ".join(name), ir, json)


@app.command(
    help_epilogue=examples("deckmastor fmt paddock.md", "deckmastor fmt paddock.md --check")
)
def fmt(rulebook: str, /, *, check: bool = False) -> int:
    """Write an id at every heading of a rulebook that has none.

    Parameters
    ----------
    rulebook
        The name of a game that ships, or the path of a rulebook (a file or folder).
    check
        Change nothing; the exit status is 1 if an id is missing.
    """
    from deckmastor.cli.ids import fmt as write_ids

    return write_ids(rulebook, check)


@app.command(help_epilogue=examples("deckmastor games"))
def games() -> int:
    """List the games that ship with the package."""
    from deckmastor.cli.shelf import list_games

    return list_games()


decks = App(
    name="deck",
    help="Check, list and build the decks that players bring to a game.",
    help_epilogue=examples(
        "deckmastor deck check storm.txt --game duel.md", "deckmastor deck build --game duel.md"
    ),
    help_format="plaintext",
    default_parameter=Parameter(negative="", show_default=False),
    version_flags=[],
)
app.command(decks)


@decks.command(
    name="check",
    help_epilogue=examples(
        "deckmastor deck check storm.txt --game duel.md",
        "deckmastor deck check decks/*.txt --game duel.md --value 'deck size=40'",
    ),
)
def check_decks(
    deck: list[str],
    /,
    *,
    game: str,
    value: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    json: bool = False,
) -> int:
    """Tell every sentence of the rulebook that a deck violates.

    The exit status is 1 if a deck is not legal or cannot be read. A deck file
    has a card a line, such as 4 Second Wind; # begins a comment, and a first line
    name: Paper Storm names the deck.

    Parameters
    ----------
    deck
        Files with decks, or names of decks that the rulebook lists.
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    value
        NAME=VALUE: change a value of the game. Can be given several times.
    json
        Answer in JSON.
    """
    from deckmastor.cli.decks import check as check_each

    return check_each(deck, game, value or [], json)


@decks.command(
    name="list",
    help_epilogue=examples(
        "deckmastor deck list --game duel.md",
        "deckmastor deck list --game duel.md --show 'Paper Storm'",
    ),
)
def list_decks(*, game: str, show: str = "", json: bool = False) -> int:
    """List the decks that a rulebook has, with their sizes, or show the cards of one.

    What is shown of one deck can be kept as a deck file.

    Parameters
    ----------
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    show
        The name of a deck whose cards are shown.
    json
        Answer in JSON.
    """
    from deckmastor.cli.decks import list_all

    return list_all(game, show, json)


@decks.command(
    name="build",
    help_epilogue=examples(
        "deckmastor deck build --game duel.md",
        "deckmastor deck build --game duel.md --seed 7 -o mine.txt",
    ),
)
def build_deck(
    *,
    game: str,
    seed: Annotated[int, Parameter(show_default=True)] = 0,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "",
    value: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
) -> int:
    """Make a random deck that violates no sentence of the rulebook.

    Random cards are added as long as each brings the deck nearer to what the
    sentences ask for. The exit status is 2 if no legal deck is found.

    Parameters
    ----------
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    seed
        A number that decides which deck is made.
    output
        A file for the deck; otherwise it is shown.
    value
        NAME=VALUE: change a value of the game. Can be given several times.
    """
    from deckmastor.cli.decks import build

    return build(game, seed, output, value or [])


@app.command(
    help_epilogue=examples(
        "deckmastor play",
        "deckmastor play unicorns --bots 3",
        "deckmastor play crazy-eights --players ann,bob,cy",
        "deckmastor play crazy-eights --bots 2 --seed 7 --value 'special play=yes'",
        "deckmastor play crazy-eights --bots 2xgreedy",
        "deckmastor play duel.md --players ann,bob --deck ann=storm.txt --deck bob=random",
        "deckmastor play duel.md --players ann,bob --carry evenings.json",
        "deckmastor play --load evening.json",
    )
)
def play(
    game: str = "",
    /,
    *,
    players: str = "",
    bots: str | None = None,
    all_human: bool = False,
    seed: int | str | None = None,
    value: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    deck: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    carry: str = "",
    load: str = "",
    resume: bool = False,
    plain: bool = False,
) -> int:
    """Play a game in the terminal, against bots or with friends at one keyboard.

    Without a game, a menu asks for one. At the prompt, help lists what can be
    typed: why tells the sentence behind anything that happened, why not NAME
    what keeps you from a card, undo goes back, save keeps the match. Each
    answer lasts: a match that was left or interrupted is offered again.

    Parameters
    ----------
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    players
        The names of the players with commas between them, or how many they are.
    bots
        How many of the players, counted from the last, are bots, or of which kinds they are:
        2, greedy, 2xgreedy or greedy,random. Otherwise all but the first are random bots.
    all_human
        No bots: all players share the keyboard.
    seed
        A number that decides all chance, or 64 hexadecimal digits; the same seed deals the same
        cards. Without one, a secret seed is drawn, and told when the game is over.
    value
        NAME=VALUE: change a value of the game. Can be given several times.
    deck
        PLAYER=DECK: what a player brings, or DECK for all: a file, a deck of the rulebook, or
        random. Otherwise they bring the decks of the rulebook in turn. Can be given several times.
    carry
        A file for the counters that last from game to game: read at the start of a match if it is
        there, and written at its end.
    load
        Go on with a match that was saved. Besides it only --carry can be given.
    resume
        Go on with the last match that was not finished, without asking.
    plain
        No colours and only signs of the keyboard. NO_COLOR in the environment leaves out colours.
    """
    told = game or players or bots is not None or all_human or seed is not None or value or deck
    if load and told:
        raise Stop("--load knows the game, the players and the seed: give nothing else.")
    if resume and (load or players or bots is not None or all_human or seed is not None):
        raise Stop("--resume knows the players and the seed: give at most a game.")
    from deckmastor.cli.playing import play as play_game

    return play_game(
        game, players, bots, all_human, seed, value or [], load, plain=plain, decks=deck or [],
        carry=carry, resume=resume,
    )  # fmt: skip


@app.command(
    help_epilogue=examples(
        "deckmastor simulate crazy-eights -n 1000 --players 4",
        "deckmastor simulate crazy-eights -n 1000 --processes 4 --seed 7 --json",
        "deckmastor simulate crazy-eights -n 200 --bots greedy,3xrandom",
        "deckmastor simulate crazy-eights -n 500 --value 'hand size=9'",
        "deckmastor simulate crazy-eights -n 100 --bots curious --coverage",
        "deckmastor simulate duel.md -n 200 --deck 1=storm.txt --deck 2=random",
    )
)
def simulate(
    game: str,
    /,
    *,
    matches: Annotated[int, Parameter(name=["--matches", "-n"], show_default=True)] = 100,
    players: int | None = None,
    bots: Annotated[str, Parameter(show_default=True)] = "random",
    seed: Annotated[int, Parameter(show_default=True)] = 0,
    processes: int | None = None,
    limit: Annotated[int, Parameter(show_default=True)] = 10_000,
    value: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    deck: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    coverage: bool = False,
    deeds: bool = False,
    json: bool = False,
) -> int:
    """Let bots play many matches, and tell who won how often.

    The same seed gives the same matches on any number of processes. The
    intervals are those in which the true rate lies 19 times out of 20.

    Parameters
    ----------
    game
        The name of a game that ships, or the path of a rulebook (a file or folder).
    matches
        How many matches are played.
    players
        How many players each match has; otherwise as many as there are bots, or 2.
    bots
        Who plays: random, greedy or curious in all seats, or a kind for each seat,
        such as greedy,random or 2xgreedy,4xrandom.
    seed
        A number that decides all chance and all bots.
    processes
        How many processes share the work; otherwise all processors do if it takes long.
    limit
        A match with so many decisions is given up as unfinished.
    value
        NAME=VALUE: change a value of the game. Can be given several times.
    deck
        SEAT=DECK: what the player in a seat (1, 2, …) brings, or DECK for all: a file, a deck of
        the rulebook, or random. Otherwise they bring those of the rulebook in turn.
    coverage
        Tell which cards and sentences no match came to, and what was never taken or declined.
    deeds
        Tell how often each act was done, and which sentences brought how many points.
    json
        Answer in JSON.
    """
    from deckmastor.cli.simulation import simulate as simulate_game

    return simulate_game(
        game, matches, players, bots, seed, processes, limit, value or [], coverage, deeds, json,
        deck or [],
    )  # fmt: skip


@app.command(
    help_epilogue=examples(
        "deckmastor bench",
        "deckmastor bench --only play --rounds 31",
        "deckmastor bench --only costs,traces --json figures.json",
    )
)
def bench(
    *,
    only: str = "",
    rounds: Annotated[int, Parameter(show_default=True)] = 15,
    seconds: Annotated[float, Parameter(show_default=True)] = 0.15,
    timer: Annotated[Timer, Parameter(show_default=True)] = "clock",
    json: Annotated[str, Parameter(allow_leading_hyphen=True)] = "",
) -> int:
    """Measure how fast games are played, beside other engines that are installed.

    Everybody plays for a moment in each round, and rates are divided inside
    it. The exit status is 1 if a game is not played alike in all builds and
    on any number of processes.

    Parameters
    ----------
    only
        Sections with commas between them: play, costs, growth, processes, traces.
    rounds
        How many rounds are played.
    seconds
        For how long everybody plays in a round.
    timer
        What time is taken by: the clock, or the processor, where other programs disturb less.
        Several processes are always measured by the clock.
    json
        A file for all figures; - is standard output, with no tables then.
    """
    from deckmastor.cli.benching import bench as measure

    return measure(only, rounds, seconds, timer, json)


@app.command(
    help_epilogue=examples(
        "deckmastor replay evening.json", "deckmastor replay evening.json --step"
    )
)
def replay(file: str, /, *, step: bool = False, plain: bool = False) -> int:
    """Show every event of a saved match, and check that it ends as recorded.

    All cards are shown once the game is over, with the sentence behind each
    event, the seed, and whether it is the one committed to at the start. The
    exit status is 1 if the match does not end in the recorded state.

    Parameters
    ----------
    file
        A match that was saved while playing.
    step
        Wait for Enter after each answer.
    plain
        No colours and only signs of the keyboard.
    """
    from deckmastor.cli.playing import replay as replay_match

    return replay_match(file, step, plain=plain)
