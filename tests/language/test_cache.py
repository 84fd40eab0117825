"""A compiled book from the cache equals the book as it is read; whatever is wrong there is no matter."""

from __future__ import annotations

import json
import os

import pytest

from corpus_books import FOLDER, GAMES, corpus
from deckmastor import doors
from deckmastor.language import cache
from deckmastor.language.book import load
from pony_book import PONIES

PARTS = ("source", "lexicon", "entries", "things", "values", "collections", "relations", "faults")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The folder of the cache, which does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("DECKMASTOR_CACHE", str(folder))
    return folder


@pytest.fixture
def ponies(tmp_path):
    path = tmp_path / "ponies.md"
    path.write_text(PONIES, encoding="utf-8")
    return path


@pytest.fixture
def unread(monkeypatch):
    """Books that had to be read, by their title."""
    titles = []
    read = cache.read_book

    def noted(source):
        titles.append(source.title)
        return read(source)

    monkeypatch.setattr(cache, "read_book", noted)
    return titles


def assert_same(one, other) -> None:
    for part in PARTS:
        assert getattr(one, part) == getattr(other, part), part


# ---- the same book --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_corpus_from_the_cache_is_the_corpus(game, kept, monkeypatch, unread):
    path = FOLDER / f"{game}.md"
    source = corpus(game).source
    kept.mkdir()
    cache._store(corpus(game), kept / f"{cache._key(source)}.json")

    book = cache.load(path)

    assert unread == []
    assert_same(book, corpus(game))
    spans = [node.para.at for node in book.entries if node.para]
    assert spans == [node.para.at for node in corpus(game).entries if node.para]


def test_the_second_load_reads_nothing(kept, ponies, unread):
    first, second = cache.load(ponies), cache.load(ponies)

    assert unread == ["Ponies"]
    assert_same(first, second)
    assert_same(first, load(ponies))
    assert len(list(kept.iterdir())) == 1


def test_only_json_is_kept(kept, ponies):
    cache.load(ponies)

    (file,) = kept.iterdir()
    assert set(json.loads(file.read_text("utf-8").splitlines()[0])) == {"lexicon", "entries", "things", "values", "collections", "relations", "decks", "faults"}  # fmt: skip


# ---- a changed book -------------------------------------------------------------------------


def test_a_changed_file_is_read_again(kept, ponies, unread):
    cache.load(ponies)
    ponies.write_text(PONIES.replace("limit is 7", "limit is 8"), encoding="utf-8")

    book = cache.load(ponies)

    assert unread == ["Ponies", "Ponies"]
    assert_same(book, load(ponies))


def test_a_changed_file_of_rows_is_read_again(kept, tmp_path, unread):
    (tmp_path / "rulebook.md").write_text(
        f'{PONIES}## Cards {{#cards}}\n\nThe cards are listed in "cards.csv".\n', encoding="utf-8"
    )
    (tmp_path / "cards.csv").write_text("Name,Text\nOats,Draw a card.\n", encoding="utf-8")
    cache.load(tmp_path)
    (tmp_path / "cards.csv").write_text("Name,Text\nOats,Draw 2 cards.\n", encoding="utf-8")

    assert_same(cache.load(tmp_path), load(tmp_path))
    assert len(unread) == 2


def test_a_book_with_a_file_of_rows_is_kept(kept, tmp_path, unread):
    (tmp_path / "rulebook.md").write_text(
        f'{PONIES}## Cards {{#cards}}\n\nThe cards are listed in "cards.csv".\n', encoding="utf-8"
    )
    (tmp_path / "cards.csv").write_text("Name,Text\nOats,Draw a card.\n", encoding="utf-8")

    first, second = cache.load(tmp_path), cache.load(tmp_path)

    assert_same(first, second)
    assert len(unread) == 1


def test_another_language_has_another_key(kept, ponies, unread, monkeypatch):
    cache.load(ponies)
    monkeypatch.setattr(cache, "language_hash", lambda: "another")

    cache.load(ponies)

    assert unread == ["Ponies", "Ponies"]


@pytest.mark.parametrize("text", ["", "# Ponies {#ponies}\n- Draw a yak.\n", "no heading"])
def test_a_faulty_book_is_not_kept(kept, ponies, text):
    ponies.write_text(text, encoding="utf-8")

    assert_same(cache.load(ponies), load(ponies))
    assert not kept.exists()


# ---- a cache that cannot be used ------------------------------------------------------------

DAMAGE = {
    "empty": lambda text: "",
    "cut": lambda text: text[: len(text) // 2],
    "no-json": lambda text: "\x00\x01 rubbish",
    "a-list": lambda text: "[]",
    "a-number": lambda text: "7",
    "null": lambda text: "null",
    "another-object": lambda text: '{"hello": "world"}',
    "fewer-entries": lambda text: json.dumps({**json.loads(text), "entries": []}),
    "unknown-node": lambda text: text.replace('"_": "Hold"', '"_": "Sing"'),
    "unknown-field": lambda text: text.replace('"fact":', '"song":'),
    "no-lexicon": lambda text: json.dumps({**json.loads(text), "lexicon": {}}),
    "odd-faults": lambda text: json.dumps({**json.loads(text), "faults": [[1]]}),
    "odd-values": lambda text: json.dumps({**json.loads(text), "values": 3}),
    "odd-para": lambda text: json.dumps({**json.loads(text), "entries": [["x", 1, 2]] * 13}),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_no_file(damage, kept, ponies, unread):
    cache.load(ponies)
    (file,) = kept.iterdir()
    text, signature = file.read_text("utf-8").splitlines()
    file.write_text(f"{DAMAGE[damage](text)}\n{signature}\n", encoding="utf-8")

    book = cache.load(ponies)

    assert unread == ["Ponies", "Ponies"]
    assert_same(book, load(ponies))


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_signed_file_of_another_shape_is_no_file(damage, kept, ponies, unread):
    cache.load(ponies)
    (file,) = kept.iterdir()
    text = DAMAGE[damage](file.read_text("utf-8").splitlines()[0])
    signature = doors.sign(f"{cache.SORT} {file.name}", text.encode()).hex()
    file.write_text(f"{text}\n{signature}\n", encoding="utf-8")

    book = cache.load(ponies)

    assert unread == ["Ponies", "Ponies"]
    assert_same(book, load(ponies))


def test_brackets_without_end_are_no_file(kept, ponies):
    cache.load(ponies)
    (file,) = kept.iterdir()
    file.write_text("[" * 200_000, encoding="utf-8")

    assert_same(cache.load(ponies), load(ponies))


def test_bytes_that_are_no_text_are_no_file(kept, ponies, unread):
    cache.load(ponies)
    (file,) = kept.iterdir()
    file.write_bytes(bytes(range(256)))

    assert_same(cache.load(ponies), load(ponies))


def test_a_file_in_place_of_the_folder_is_no_matter(kept, ponies):
    kept.write_text("in the way", encoding="utf-8")

    assert_same(cache.load(ponies), load(ponies))
    assert kept.read_text("utf-8") == "in the way"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_no_matter(kept, ponies):
    kept.mkdir(mode=0o500)

    assert_same(cache.load(ponies), load(ponies))


def test_a_folder_in_place_of_the_file_is_no_matter(kept, ponies):
    cache.load(ponies)
    (file,) = kept.iterdir()
    file.unlink()
    file.mkdir()

    assert_same(cache.load(ponies), load(ponies))


def test_a_book_that_cannot_be_kept_leaves_nothing_behind(kept, ponies):
    cache.load(ponies)
    (file,) = kept.iterdir()
    file.unlink()
    file.mkdir()

    cache.load(ponies)

    assert list(kept.iterdir()) == [file]


# ---- the folder -----------------------------------------------------------------------------


def test_the_oldest_books_are_forgotten(kept, ponies, monkeypatch):
    monkeypatch.setattr(cache, "KEPT", 3)
    kept.mkdir()
    for n in range(5):
        (kept / f"{n}.json").write_text("{}", encoding="utf-8")
        os.utime(kept / f"{n}.json", (n, n))

    cache.load(ponies)

    assert len(list(kept.iterdir())) == 3
    assert {"3.json", "4.json"} < {file.name for file in kept.iterdir()}


def test_the_folder_is_named_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKMASTOR_CACHE", str(tmp_path / "own"))
    assert cache.folder() == tmp_path / "own"

    monkeypatch.delenv("DECKMASTOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "deckmastor"

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "deckmastor"
