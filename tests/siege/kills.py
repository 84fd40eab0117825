"""Plays in the terminal under a pty and kills it at random moments; tells what was lost.

`python kills.py COUNT SEED`: one line of JSON. Each match is a child of this process, and nothing
else is killed. What was shown must be in the file of the unfinished match, entry by entry.
"""

from __future__ import annotations

import io
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.cli import main
from deckmastor.match import load
from deckmastor.terminal import kept, saves
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import Play
from deckmastor.terminal.session import Seating, Session

GAME, MOST = "crazy-eights", 7  # answers: with no seed the game is over then
PATIENCE = 60.0  # seconds for a prompt
STEERING = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Enough(Exception):
    """So many answers were given."""


def expected(seed: int) -> list[list[dict[str, Any]]]:
    """The entries of the journal at each prompt, if every answer is 1."""
    game = load("crazy_eights")
    session = Session(Seating(game, ("ann", "bob"), ("ann",), seed))
    found: list[list[dict[str, Any]]] = []

    def lines():
        for _ in range(MOST + 2):
            found.append(session.match.done)
            yield "1"
        raise Enough

    play = Play(Console(lines(), io.StringIO(), 100), session)
    with suppress(Enough):
        play.run()
    play.keeper.forget()
    return found


class Child:
    """A terminal that somebody plays in."""

    def __init__(self, *words: str) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            try:  # its streams are those of the pty
                sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, (0, 1, 2), "rww")
                os._exit(main(["play", *words]))
            except BaseException:
                os.write(1, traceback.format_exc().encode())
            finally:
                os._exit(99)
        self.shown = b""
        self.prompts = 0

    def reads(self, seconds: float) -> bool:
        """Read what is shown; True once a prompt waits."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.file], [], [], left)[0]:
                break
            try:
                data = os.read(self.file, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.shown += data
            if STEERING.sub(b"", self.shown).endswith(b"> "):
                self.prompts += 1
                return True
        return False

    def types(self, line: str) -> None:
        self.shown = b""
        os.write(self.file, line.encode() + b"\n")

    def kill(self) -> None:
        """Kill it, and read what it had shown before."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.reads(0.05)
        os.close(self.file)


def one(seed: int, draw: random.Random) -> dict[str, Any]:
    """One match, killed at some moment, and what its file holds."""
    home = Path(os.environ[doors.keys.HOME]) / "matches"
    shutil.rmtree(home, ignore_errors=True)
    child = Child(GAME, "--players", "ann,bob", "--bots", "1", "--seed", str(seed))
    try:
        for _ in range(draw.randint(1, MOST)):
            if not child.reads(PATIENCE):
                break
            child.types("1")
        if draw.random() < 0.3:
            child.reads(PATIENCE)
        else:
            child.reads(draw.random() * 0.1)
    finally:
        child.kill()
    told = expected(seed)
    shown = told[child.prompts - 1] if child.prompts else []
    files = list(home.glob(f"*{kept.SUFFIX}"))
    if not files:
        return {"prompts": child.prompts, "lost": len(shown), "kept": 0}
    saved, words = kept.read(files[0])
    bare = [{k: v for k, v in entry.items() if k != "check"} for entry in saved.entries]
    lost = sum(1 for a, b in zip(shown, bare, strict=False) if a != b) + max(
        len(shown) - len(bare), 0
    )
    session = saves.resume(saved)
    session.advance()
    return {"prompts": child.prompts, "lost": lost, "kept": len(bare), "words": words}


def all_of(count: int, seed: int) -> dict[str, Any]:
    """All matches, and what was lost in them."""
    draw = random.Random(seed)
    lost, shown, kept_entries, half = 0, 0, 0, 0
    where: list[tuple[int, int, int]] = []
    for number in range(count):
        told = one(number % 20 + 1, draw)
        lost += told["lost"]
        shown += told["prompts"]
        kept_entries += told["kept"]
        half += bool(told.get("words"))
        if told["lost"]:
            where.append((number % 20 + 1, told["prompts"], told["kept"]))
    return {
        "killed": count, "prompts": shown, "entries": kept_entries, "half": half, "lost": lost,
        "where": where,
    }  # fmt: skip


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="deckmastor-kills-") as folder:
        os.environ["DECKMASTOR_HOME"] = folder
        os.environ["TERM"] = "dumb"
        print(json.dumps(all_of(int(sys.argv[1]), int(sys.argv[2]))))
