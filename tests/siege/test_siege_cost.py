"""Rows B4 and C4: what many amendments, names, rows and events cost. Ratios of one run are compared."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import deckmastor.match
from deckmastor import AmendmentRefused, Match, load, read, replay, restore
from deckmastor.engine import COMPILED
from deckmastor.engine.rules.schema import Schema

PLAYERS = ["ann", "bob", "cy"]


def seconds(act: Callable[[], object]) -> float:
    """The time that this process works on something."""
    begun = time.process_time()
    act()
    return time.process_time() - begun


def least(act: Callable[[], object], times: int = 3) -> float:
    return min(seconds(act) for _ in range(times))


def word(number: int) -> str:
    """A word of its own for a number."""
    return "".join("bcdfgklmnp"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number))


def plain(number: int) -> str:
    return f"When a player draws a card, they gain {number % 7} points."


def fresh(number: int) -> str:
    """New words, a permission, and a rule under a heading."""
    name = word(number)
    return (
        f"A k{name} is a kind of card. There is a z{name}.\n\n"
        f"To v{name} is to gain 1 point. On their turn, a player may v{name} once per game.\n\n"
        f"## Rule {name}\n\nWhen a player draws a card, they may v{name}."
    )


def law(number: int) -> str:
    """Amendments of many sorts: some change or repeal what others brought."""
    name, custom = word(number), word(number - number % 7 + 2)
    return [
        plain(number),
        fresh(number),
        f"## Custom {name}\n\nWhen a player draws a card, they lose 1 point.",
        f"Each player has a y{name}.",
        f'Repeal the rule "Custom {custom}".',
        f"A player can be s{name}. When a player draws a card, they become s{name}.",
        f'Adopt the rule "Custom {custom}".',
    ][number % 7]


def amended(name: str, count: int, text: Callable[[int], str]) -> Match:
    match = load(name).start(PLAYERS, seed=1)
    for number in range(count):
        match.amend(text(number), by="ann" if number % 2 else "")
    return match


def forget() -> None:
    """As if the process had just begun: no game is known."""
    deckmastor.match._shelf.clear()


def test_b4_restoring_compiles_only_the_book_in_force(siege: Any) -> None:
    """It takes a small part of what the amendments took, which compiled the book each time."""
    count = siege.times(30, 200)
    load("crazy_eights").rules(3)
    made: list[Match] = []
    adopting = seconds(lambda: made.append(amended("crazy_eights", count, plain)))
    data = made[0].save()

    def again() -> None:
        forget()
        assert restore(data).trace() == made[0].trace()

    assert least(again, 2) < adopting / 4
    siege.tried(count, "amendments restored")


def test_b4_restoring_is_linear_in_amendments(siege: Any) -> None:
    few, many = siege.times(8, 50), siege.times(32, 200)
    times: list[float] = []
    for count in (few, many):
        data = amended("crazy_eights", count, fresh).save()

        def again(data: bytes = data) -> None:
            forget()
            restore(data)

        times.append(least(again))

    assert times[1] < 8 * times[0]
    siege.tried(few + many, "amendments restored")


def stored(schema: Schema) -> dict[str, tuple[str, int]]:
    """Where a State has each property that can change."""
    return {
        name: (one.home, one.at)
        for name, one in schema.attrs.items()
        if one.home in ("scalar", "column", "bag", "place")
    }


@pytest.mark.parametrize("name", ["crazy_eights", "unicorns"])
def test_b4_a_restored_match_numbers_everything_as_before(siege: Any, name: str) -> None:
    """The checkpoint of a save leads to the numbers that one amendment after the other gave."""
    count = siege.times(21, 140)
    dice = random.Random(siege.seed)
    match = load(name).start(PLAYERS, seed=siege.seed)
    for number in range(count):
        with suppress(AmendmentRefused):  # while an effect is under way that it changes
            match.amend(law(number), by="ann" if number % 2 else "")
        if not match.over:
            match.choose(dice.choice(match.decisions[0].options))
    data = match.save()
    forget()
    again = restore(data)
    here, there = match.rules, again.rules
    old, new = here.schema, there.schema

    assert len(here.amendments) > count // 2
    assert there is not here
    assert there.hash == here.hash
    assert there.verbs == here.verbs
    assert new.words[: there.spoken] == old.words[: here.spoken]
    assert (new.zname, new.zowner, new.zone_names) == (old.zname, old.zowner, old.zone_names)
    assert [one.name for one in new.species] == [one.name for one in old.species]
    assert [one.kinds for one in new.species] == [one.kinds for one in old.species]
    assert stored(new) == stored(old)
    assert there.sentences == here.sentences
    assert [told.by for told in there.sentences] == [told.by for told in here.sentences]
    assert there.since == here.since
    assert [(b.sentence, len(b.ops), b.slots) for b in there.blocks] == [
        (b.sentence, len(b.ops), b.slots) for b in here.blocks
    ]
    for _ in range(40):
        if match.over:
            break
        player = match.decisions[0].player
        index = dice.randrange(len(match.decisions[0].options))
        match.answer(player, index)
        again.answer(player, index)
        assert again.trace() == match.trace()
    if not match.over:
        match.amend(fresh(9_999))
        again.amend(fresh(9_999))
        assert again.rules.hash == match.rules.hash
        assert again.trace() == match.trace()
    siege.tried(count, "amendments of all sorts")


def test_b4_a_process_that_saved_a_match_compiles_nothing_to_restore_it() -> None:
    match = amended("crazy_eights", 3, plain)

    assert restore(match.save()).rules is match.rules


def test_b4_a_save_without_its_checkpoint_is_restored_all_the_same() -> None:
    """One amendment after the other, as saves were before they had one."""
    from deckmastor.record import saving

    match = amended("crazy_eights", 14, law)
    told = saving.unpack_identity(match.identity)
    bare = saving.Identity(told.players, told.values, told.rules, told.amendments)
    words = match.rules.schema.words[match.rules.spoken :]
    data = saving.encode(
        match.game.packed, saving.pack_identity(bare), match.number, words, match.state, None
    )

    forget()
    assert restore(data).trace() == match.trace()
    assert restore(data).rules.hash == match.rules.hash


ENDLESS = """# Meadow {#meadow}

- Each player has a hand. There is a deck and a discard pile.
- To rest is to gain 1 point.
- On their turn, a player may rest once per turn.

The cards are:

| Name | Count |
|---|---|
| Nut | 9 |
"""


def long_match(answers: int, seed: int) -> Match:
    match = read(ENDLESS).start(PLAYERS, seed=seed)
    dice = random.Random(seed)
    for _ in range(answers):
        match.choose(dice.choice(match.decisions[0].options))
    return match


def test_c4_a_view_costs_no_more_after_many_decisions(siege: Any) -> None:
    few, many = 100, siege.times(3_000, 20_000)
    short, long = long_match(few, siege.seed), long_match(many, siege.seed)
    short.view("ann")
    brief = least(lambda: [short.view("ann") for _ in range(10)])
    late = least(lambda: [long.view("ann") for _ in range(10)])

    assert late < 3 * brief
    assert long.view("ann")["log"] == long.log("ann")[-20:]
    assert long.view()["log"] == long.log()[-20:]
    if siege.long:
        assert late / 10 < (0.001 if COMPILED else 0.01)
    siege.tried(
        many, f"decisions; a view takes {late * 100:.2f} ms, after {few} {brief * 100:.2f} ms"
    )


def rows(count: int) -> str:
    listed = "".join(f"| Nut {number} | 1 |\n" for number in range(count))
    return f"# Nuts {{#nuts}}\n\nThe cards are:\n\n| Name | Count |\n|---|---|\n{listed}"


def names(count: int) -> str:
    listed = "\n".join(f"- A green {word(n)} is a kind of card." for n in range(count))
    return f"# Names {{#names}}\n\n{listed}\n"


@pytest.mark.parametrize("book", [rows, names], ids=["rows", "names"])
def test_b4_rows_and_names_cost_linear_time(siege: Any, book: Callable[[int], str]) -> None:
    """Names that begin with the same word, four times as many: quadratic cost would be 16 times."""
    few = siege.times(500, 2_000) if book is rows else siege.times(100, 400)
    brief = least(lambda: read(book(few) + "<!-- -->"), 2)
    long = least(lambda: read(book(4 * few)), 2)

    assert long < 9 * brief
    siege.tried(4 * few, f"{book.__name__}; {long:.2f} s, a quarter of them {brief:.2f} s")


@pytest.mark.long
@pytest.mark.parametrize("text", [plain, fresh], ids=["plain", "fresh"])
def test_b4_a_thousand_amendments_are_restored_and_replayed(siege: Any, text: Any) -> None:
    count = siege.times(100, 1_000)
    match = load("crazy_eights").start(PLAYERS, seed=1)
    times = [seconds(lambda n=n: match.amend(text(n))) for n in range(count)]
    data = match.save()
    forget()
    begun = time.process_time()
    again = restore(data)
    restored = time.process_time() - begun

    assert again.trace() == match.trace()
    assert replay(match.journal).trace() == match.trace()
    first, last = sum(times[:10]) / 10, sum(times[-10:]) / 10
    siege.tried(
        count,
        f"amendments; the first take {first * 1000:.0f} ms, the last {last * 1000:.0f} ms; "
        f"restored in {restored:.1f} s",
    )
    assert restored < 10
