"""What is not ours is not believed: forged saves and journals, odd arguments, every public door."""

from __future__ import annotations

import random

import msgspec
import pytest
from forging import GUILD, Siege, called, forged_journal, forged_save, matches, played_on

import deckmastor as dm
from deckmastor import doors
from deckmastor.record import saving

FEW = 250
SAVES, JOURNALS, CALLS = 10_000, 10_000, 10_000


def besieged_by_saves(first: int, count: int, own: bool = False) -> Siege:
    siege, saves = Siege(), [match.save() for match in matches()]
    for number in range(first, first + count):
        draw = random.Random(number)
        data = forged_save(draw.choice(saves), draw, own)
        match = siege.attempt("restore", lambda data=data: dm.restore(data))
        if match is not None and not own:
            played_on(siege, match, draw)
    return siege


def besieged_by_journals(first: int, count: int) -> Siege:
    siege, journals = Siege(), [match.journal for match in matches()]
    for number in range(first, first + count):
        draw = random.Random(number)
        journal = forged_journal(draw.choice(journals), draw)
        match = siege.attempt("replay", lambda journal=journal: dm.replay(journal))
        if match is not None:
            played_on(siege, match, draw)
    return siege


def besieged_by_calls(first: int, count: int) -> Siege:
    siege, (one, *_, other) = Siege(), matches()
    for number in range(first, first + count):
        draw = random.Random(number)
        called(siege, (one, other)[number % 2].fork(), draw)
    return siege


def test_forged_saves_are_refused_or_proven():
    siege = besieged_by_saves(0, FEW)

    siege.holds()
    assert siege.counts["restore: refused"] > FEW // 2


def test_forged_saves_with_our_own_signature_raise_nothing_raw():
    siege = besieged_by_saves(0, FEW, own=True)

    siege.holds()
    assert siege.counts["restore: refused"] > FEW // 3


def test_forged_journals_are_refused_or_played():
    siege = besieged_by_journals(0, FEW)

    siege.holds()
    assert siege.counts["replay: refused"] > FEW // 2


def test_odd_arguments_at_every_door_are_refused():
    siege = besieged_by_calls(0, 2 * FEW)

    siege.holds()
    assert {name.partition(":")[0] for name in siege.counts} >= {"start with", "amend", "tick"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_many_forged_saves(part):
    siege = besieged_by_saves(1_000_000 + part * SAVES, SAVES // 10)

    print(sorted(siege.counts.items()))
    siege.holds()


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_many_forged_journals(part):
    siege = besieged_by_journals(2_000_000 + part * JOURNALS, JOURNALS // 10)

    print(sorted(siege.counts.items()))
    siege.holds()


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_many_odd_arguments(part):
    siege = besieged_by_calls(3_000_000 + part * CALLS, CALLS // 10)

    print(sorted(siege.counts.items()))
    siege.holds()


# ---- B6: saves and journals of others -------------------------------------------------------


def started() -> dm.Match:
    match = dm.load("crazy_eights").start(["ann", "bob"], seed=4)
    for _ in range(6):
        match.choose(match.decisions[0].options[0])
    return match


def elsewhere(data: bytes, change=lambda parts: None) -> bytes:
    """A save as another installation writes it."""
    head = len(saving.MAGIC) + 2 + saving.CHECK + doors.SIGNATURE
    parts = msgspec.msgpack.decode(data[head:])
    change(parts)
    body, signature = msgspec.msgpack.encode(parts), b"s" * doors.SIGNATURE
    check = saving._check(signature, body)
    return saving.MAGIC + b"%d\n" % saving.FORMAT + check + signature + body


def test_b6_a_save_from_elsewhere_is_played_again_and_then_believed():
    match = started()

    twin = dm.restore(elsewhere(match.save()))

    assert twin.trace() == match.trace()
    assert [o.text for o in twin.decisions[0].options] == [
        o.text for o in match.decisions[0].options
    ]
    assert dm.restore(dm.restore(twin.save()).save()).journal == match.journal


def test_b6_a_save_from_elsewhere_with_another_state_is_refused():
    match = started()

    def richer(parts):
        places = parts[4][1]
        hand = max((p for p in places[:8] if p), key=len)
        hand[0], hand[1] = hand[1], hand[0]

    with pytest.raises(dm.SaveError, match="does not lead to the state in it"):
        dm.restore(elsewhere(match.save(), richer))


def test_b6_a_save_from_elsewhere_without_its_journal_is_refused():
    with pytest.raises(dm.SaveError, match="holds no journal"):
        dm.restore(elsewhere(started().save(), lambda parts: parts.__setitem__(6, [])))


def test_b6_a_packed_rulebook_that_grows_without_end_is_refused():
    import zlib

    bomb = zlib.compress(b"\0" * (80 * 1024 * 1024), 9)

    with pytest.raises(dm.SaveError, match="larger than 64 MB"):
        dm.restore(elsewhere(started().save(), lambda parts: parts.__setitem__(0, bomb)))


@pytest.mark.parametrize(
    ("part", "value"), [(1, [[]] * 1000), (5, [10**8] * 60), (4, [10**8] * 60), (2, [9] * 12)]
)
def test_b6_a_state_with_numbers_out_of_range_is_refused_even_if_it_is_signed(part, value):
    match = started()
    head = len(saving.MAGIC) + 2 + saving.CHECK + doors.SIGNATURE
    parts = msgspec.msgpack.decode(match.save()[head:])
    parts[4][part] = value[: len(parts[4][part])] + parts[4][part][len(value) :]

    with pytest.raises(dm.SaveError, match="does not belong to its rulebook"):
        dm.restore(saving.packed(msgspec.msgpack.encode(parts)))


def test_b6_our_own_journal_cannot_be_altered():
    journal = started().journal
    from deckmastor.record.journal import chained

    bare = [{k: v for k, v in entry.items() if k != "check"} for entry in journal]
    bare[2] = {**bare[2], "option": 0 if bare[2]["option"] else 1}

    with pytest.raises(dm.JournalError, match="altered since this installation wrote it"):
        dm.replay(chained(bare))


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "home"))

    first, again = doors.key(), doors.key()

    file = tmp_path / "home" / "key"
    assert first == again == bytes.fromhex(file.read_text())
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["key"]


def test_another_key_makes_other_signatures(tmp_path, monkeypatch):
    data = started().save()
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "other"))
    other = started().save()

    assert data != other
    assert dm.restore(data).trace() == dm.restore(other).trace()


def test_where_no_key_can_be_kept_one_lasts_as_long_as_the_process(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "file" / "home"))

    assert dm.restore(started().save()).number == 6
    assert doors.key() == doors.key()


# ---- A7: what cannot be saved is not taken --------------------------------------------------


def guild() -> dm.Match:
    match = dm.read(GUILD).start(["ann", "bob"], seed=1)
    match.choose("ann", "submit a petition")
    return match


@pytest.mark.parametrize(
    "text", ["good \udcff", "\ud800", "a\0b", "\x1b[2J", "a\x85b"], ids=range(5)
)
def test_a7_a_text_that_cannot_be_saved_is_not_taken(text):
    match = guild()
    before = match.trace()

    with pytest.raises(dm.IllegalChoice, match="binary data"):
        match.choose("ann", text)
    with pytest.raises(dm.AmendmentRefused, match="binary data"):
        match.amend(text)
    with pytest.raises(dm.AmendmentRefused, match="binary data"):
        match.amend("The hand limit is 9.", by=text)

    assert match.trace() == before
    assert dm.restore(match.save()).trace() == dm.replay(match.journal).trace() == before


@pytest.mark.parametrize("now", [10**30, 1 << 62, 253_402_300_800, -(10**30)], ids=range(4))
def test_a7_a_clock_out_of_range_is_refused(now):
    match = dm.read(GUILD).start(["ann", "bob"], clock=0)

    with pytest.raises(dm.DeckmastorError, match="out of range"):
        match.tick(now)
    with pytest.raises(dm.StartError, match="out of range"):
        dm.read(GUILD).start(["ann", "bob"], clock=now)

    assert dm.restore(match.save()).trace() == match.trace()


@pytest.mark.parametrize(
    "seed", [1 << 300, -(1 << 300), 10**5000], ids=["long", "negative", "endless"]
)
def test_a7_a_seed_of_any_length_is_refused(seed):
    with pytest.raises(dm.StartError, match="out of range"):
        dm.read(GUILD).start(["ann", "bob"], seed=seed)


def test_a7_letters_are_kept_in_one_form():
    match = guild()
    match.choose("ann", "Cafe\u0301")

    assert match.state.texts == ["Caf\u00e9"]
    assert dm.replay(match.journal).trace() == match.trace()


# ---- C3: public calls -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda m: m.amend(None), lambda m: m.amend(5), lambda m: m.why_not("ann", 5),
        lambda m: m.why_not(None, "x"), lambda m: m.imagine("ann", "x"), lambda m: m.choose(None),
        lambda m: m.choose("ann", ["x"]), lambda m: m.write("ann", None), lambda m: m.view(5),
        lambda m: m.answer("ann", 10**5000), lambda m: m.tick(None), lambda m: m.listed(5),
        lambda m: dm.read(None), lambda m: dm.load(5), lambda m: dm.restore(5),
        lambda m: dm.replay(5), lambda m: m.game.start(range(10**9)), lambda m: m.thing("x"),
        lambda m: m.game.start(["ann", "bob"], values={"x": 10**5000}), lambda m: m.place(10**9),
    ],
)  # fmt: skip
def test_c3_public_calls_raise_deckmastor_errors_alone(act):
    match = started()
    before = match.trace()

    with pytest.raises(dm.DeckmastorError):
        act(match)

    assert match.trace() == before


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["ann", "ann "], "no blanks around it"),
        ([" ann", "bob"], "no blanks around it"),
        (["ann", "\u0430nn"], "looks like 'ann'"),
        (["ann", "Ann"], "looks like 'ann'"),
        (["ann", "\uff41nn"], "looks like 'ann'"),
        (["Bill", "Bi11"], "looks like 'Bill'"),
        (["caf\u00e9", "cafe\u0301"], "cannot both be called"),
        (["bob", "Chance"], "the record uses it"),
        (["bob", "\u0421hance"], "the record uses it"),
        (["bob", "a\u200bnn"], "can be printed"),
        (["bob", "a\u3164nn"], "nobody can see"),
        (["bob", "a\udcff"], "binary data"),
    ],
    ids=range(12),
)  # fmt: skip
def test_c3_names_that_could_be_taken_for_each_other_are_refused(names, why):
    with pytest.raises(dm.StartError, match=why):
        dm.load("crazy_eights").start(names)


def test_c3_a_player_is_found_by_either_form_of_a_name():
    match = dm.load("crazy_eights").start(["caf\u00e9", "bob"], seed=2)
    player = match.decisions[0].player

    match.answer(player.replace("\u00e9", "e\u0301"), 0)

    assert match.number == 1
    assert match.view("cafe\u0301") == match.view("caf\u00e9")


@pytest.mark.parametrize("names", [["Ann", "Bob", "Cy"], ["player 1", "player 10", "player 11"], ["Zoë", "Jörg", "Иван"]])  # fmt: skip
def test_names_that_differ_are_taken(names):
    assert dm.load("crazy_eights").start(names).players == names
