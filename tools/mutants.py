"""Mutants of rulebooks: change one sentence of a shipped book, and see whether its tests notice.

    python tools/mutants.py unicorns --count 100 --seed 7

A mutant lacks a sentence, has another quantifier, or lacks a condition. It must be read without a
fault and mean something else. It is killed if a test of its game fails; the tests whose words are
nearest to the sentence go first, to come to an end early. Each mutant is played in a process of
its own, in a copy of the rulebooks; nothing in the working tree changes. Survivors are printed
with what was changed: each is a missing test, or a change that nobody could notice.
"""

from __future__ import annotations

import argparse
import inspect
import json
import math
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from deckmastor.language.book import Book, load  # noqa: E402
from deckmastor.language.ir import show  # noqa: E402
from deckmastor.language.tokens import sentences  # noqa: E402

RULEBOOKS = ROOT / "src" / "deckmastor" / "rulebooks"
STORIES = {
    "crazy_eights": ["tests/test_worked_examples.py", "tests/games/crazy_eights", "tests/peers"],
    "hypertext": ["tests/test_worked_examples.py", "tests/games/hypertext"],
    "unicorns": ["tests/test_worked_examples.py", "tests/games/unicorns"],
}
SWAPS = (
    (r"\beach other player\b", "each player"), (r"\b[Ee]ach player\b", "the player at turn"),
    (r"\ball\b", "a"), (r"\banother player\b", "a player"), (r"\bat least\b", "at most"),
    (r"\bat most\b", "at least"), (r"\bmore than\b", "at least"), (r"\bless than\b", "at most"),
    (r"\bcannot\b", "can"), (r"\bmay\b", "must"), (r"\bmust\b", "may"), (r"\bis not\b", "is"),
    (r"\b2\b", "1"), (r"\bthe most\b", "the fewest"), (r"\bthe highest\b", "the lowest"),
    (r"\btop\b", "bottom"), (r"\brandom \b", ""), (r"\band\b", "or"), (r"\bor\b", "and"),
)  # fmt: skip
CONDITIONS = (
    r" if [^.,:]+(?=[.,])", r" unless [^.,:]+(?=[.])", r"\bif [^.,:]+, ", r"\bWhile [^.,:]+, ",
    r" and [^.,:]+(?=[.,])", r" other than [^.,:]+(?=[.,])", r" that [^.,:]+(?=[.,])",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change of one sentence: where it stands, what it was, and what it is."""

    game: str
    file: str
    line: int
    how: str
    was: str
    now: str
    title: str


# ---- making ---------------------------------------------------------------------------------


def texts(book: Book) -> Iterator[tuple[str, int, str]]:
    """Every paragraph that runs, with the file and the line it stands in; rows of cards as well."""
    for entry in book.entries:
        paragraph = entry.paragraph
        if not paragraph.by_hand:
            yield paragraph.file, paragraph.place(0)[0], paragraph.text


def changes(sentence: str) -> Iterator[tuple[str, str]]:
    """What can become of a sentence: the kind of the change, and the new text."""
    yield "deleted", ""
    for pattern, new in SWAPS:
        for found in re.finditer(pattern, sentence):
            yield "quantifier", sentence[: found.start()] + new + sentence[found.end() :]
    for pattern in CONDITIONS:
        for found in re.finditer(pattern, sentence):
            told = sentence[: found.start()] + sentence[found.end() :]
            yield "condition", told[:1].upper() + told[1:]


def mutants(game: str, seed: int) -> Iterator[tuple[Mutant, Path]]:
    """Mutants that are read and mean something else, each in a folder of its own, without end."""
    dice = random.Random(seed)
    folder = RULEBOOKS / game
    book = load(folder / "rulebook.md")
    meaning = [show(entry.para) for entry in book.entries if entry.para]
    every = list(texts(book))
    seen: set[tuple[int, str, str]] = set()
    for _ in range(100_000):
        file, line, text = dice.choice(every)
        one = dice.choice([told.text for told in sentences(text)]) + "."
        by_kind: dict[str, list[str]] = {}
        for how, now in changes(one):
            by_kind.setdefault(how, []).append(now)
        how = dice.choice(sorted(by_kind))
        now = dice.choice(by_kind[how])
        if (line, one, now) in seen:
            continue
        seen.add((line, one, now))
        copy = written(folder, file, line, one, now)
        if copy is None:
            continue
        changed = load(copy / "rulebook.md")
        told = [show(entry.para) for entry in changed.entries if entry.para]
        if changed.errors or told == meaning:
            shutil.rmtree(copy.parent)
            continue
        title = Path(file).read_text(encoding="utf-8").split("\n")[line - 1].split("|")[1:2]
        name = Path(file).name
        yield Mutant(game, name, line, how, one, now, "".join(title).strip()), copy


def unchanged(game: str) -> tuple[Mutant, Path]:
    """A book as it is, in a folder of its own: its tests must pass."""
    copy = Path(tempfile.mkdtemp(prefix="mutant-")) / game
    shutil.copytree(RULEBOOKS / game, copy)
    return Mutant(game, "", 0, "unchanged", "", "", ""), copy


def written(folder: Path, file: str, line: int, was: str, now: str) -> Path | None:
    """A copy of a book with a sentence changed; None if the sentence does not stand in one line."""
    top = Path(tempfile.mkdtemp(prefix="mutant-"))
    copy = top / folder.name
    shutil.copytree(folder, copy)
    path = copy / Path(file).relative_to(folder)
    lines = path.read_text(encoding="utf-8").split("\n")
    if was not in lines[line - 1]:
        shutil.rmtree(top)
        return None
    lines[line - 1] = lines[line - 1].replace(was, now, 1).replace("  ", " ")
    if lines[line - 1].strip() == "-":
        del lines[line - 1]
    path.write_text("\n".join(lines), encoding="utf-8")
    return copy


# ---- playing --------------------------------------------------------------------------------


def killed(mutant: Mutant, copy: Path, seconds: int) -> bool:
    """True if a test of the game fails on a mutant, or does not come to an end."""
    child = os.fork()
    if child == 0:
        os._exit(_tested(mutant, copy))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            if code > pytest.ExitCode.INTERRUPTED:
                raise SystemExit(
                    f"The tests of {mutant.game} cannot be run: pytest ends with {code}."
                )
            return code != 0
        time.sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return True


def _tested(mutant: Mutant, copy: Path) -> int:
    """Run the tests of a game with a mutant in the place of its book; 0 if all pass."""
    from deckmastor.record import books

    top = copy.parent
    for other in RULEBOOKS.iterdir():
        if other.is_dir() and other.name != mutant.game:
            (top / other.name).symlink_to(other)
    books.RULEBOOKS = top
    os.environ["DECKMASTOR_CACHE"] = str(top / "cache")
    os.chdir(ROOT)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not long", "--no-header"]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        return int(pytest.main([*options, *STORIES[mutant.game]], plugins=[NearestFirst(mutant)]))


class NearestFirst:
    """A plugin that sorts tests: first those that share rare words with the changed sentence."""

    def __init__(self, mutant: Mutant) -> None:
        """Order the tests for a mutant; the name of its card counts thrice."""
        self.words = Counter(words(mutant.was))
        self.words.update({word: 3 for word in words(mutant.title)})

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests by what they say, the nearest first; equal ones stay in their order."""
        said = {item: words(_source(item)) for item in items}
        common = Counter(word for one in said.values() for word in one)
        rare = {word: math.log(len(items) / n) for word, n in common.items()}

        def nearness(item: pytest.Item) -> float:
            return sum(self.words[word] * rare[word] for word in said[item] & self.words.keys())

        items.sort(key=nearness, reverse=True)


def words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"[a-z]{3,}", text.lower()))


def _source(item: pytest.Item) -> str:
    """What a test says: its name with its parameters, and its code."""
    assert isinstance(item, pytest.Function)
    return item.name + inspect.getsource(item.function)


def main() -> int:
    """Make mutants, run the tests on each, and tell which survive."""
    told = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    told.add_argument("game", choices=sorted(STORIES))
    told.add_argument("--count", type=int, default=100, help="how many mutants (100)")
    told.add_argument("--seed", type=int, default=0, help="which mutants (0)")
    told.add_argument("--seconds", type=int, default=300, help="the longest run of tests (300)")
    told.add_argument("--json", type=Path, help="a file for the survivors")
    given = told.parse_args()
    if killed(*unchanged(given.game), given.seconds):
        raise SystemExit(f"The tests of {given.game} fail on its book as it is.")
    survivors: list[Mutant] = []
    tried = 0
    for mutant, copy in mutants(given.game, given.seed):
        tried += 1
        dead = killed(mutant, copy, given.seconds)
        shutil.rmtree(copy.parent)
        if not dead:
            survivors.append(mutant)
        mark = "killed  " if dead else "SURVIVED"
        print(
            f"{tried:4} {mark} {mutant.how:10} {mutant.file}:{mutant.line} {mutant.was}", flush=True
        )
        if not dead:
            print(f"              now: {mutant.now or '(nothing)'}", flush=True)
        if tried == given.count:
            break
    share = 100 * (tried - len(survivors)) / max(tried, 1)
    print(f"{given.game}: {tried} mutants, {tried - len(survivors)} killed ({share:.0f} %)")
    if given.json:
        given.json.write_text(json.dumps([asdict(one) for one in survivors], indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
