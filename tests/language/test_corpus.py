"""Every sentence of the five corpora has one meaning, and it is the one that was read by eye."""

from __future__ import annotations

import pytest

from corpus_books import GAMES, corpus, golden_path, is_declaration, recorded
from deckmastor.language.ir import Kind, Pick, Ref, dumps, loads, walk
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.tokens import sentences, tokenize


@pytest.mark.parametrize("game", GAMES)
def test_a_corpus_is_read_without_any_error(game: str):
    assert [str(fault) for fault in corpus(game).errors] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_corpus_has_at_least_eighty_paragraphs_besides_its_declarations(game: str):
    told = [entry for entry in corpus(game).entries if not is_declaration(entry)]

    assert len(told) >= 80


@pytest.mark.parametrize("game", GAMES)
def test_each_paragraph_means_what_its_golden_record_says(game: str):
    accepted = golden_path(game).read_text(encoding="utf-8")

    changed = [recorded(entry) for entry in corpus(game).entries if recorded(entry) not in accepted]

    assert changed == []


@pytest.mark.parametrize("game", GAMES)
def test_no_pronoun_or_unbound_variable_reaches_the_ir(game: str):
    for entry in corpus(game).entries:
        for node in walk(entry.para):
            if isinstance(node, Ref):
                assert node.name[0] not in "?~$", entry.paragraph.text
            if isinstance(node, Kind):
                assert not node.var.startswith("~"), entry.paragraph.text


FREE = {"you", "this", "at_turn", "game", "result", "act", "any", "all", "some"}


@pytest.mark.parametrize("game", GAMES)
def test_every_label_that_is_referred_to_is_bound_in_its_paragraph(game: str):
    book = corpus(game)
    for entry in book.entries:
        bound = {node.label for node in walk(entry.para) if isinstance(node, Pick)}
        bound |= {node.var for node in walk(entry.para) if isinstance(node, Kind)}
        bound |= FREE | set(entry.params) | {"X", "Y", "Z"} | set(book.lexicon.names)
        for node in walk(entry.para):
            if isinstance(node, Ref) and node.name not in bound:
                amount = any(node.name.startswith(u.replace(" ", "_")) for u in book.lexicon.units)
                ranked = node.name.startswith("ranked")
                span = book.lexicon.sort(node.name) == "time"
                other = node.name.startswith(("this ", "#"))
                assert amount or ranked or span or other, (node.name, entry.paragraph.text)


@pytest.mark.parametrize("game", GAMES)
def test_the_ir_survives_its_json_form(game: str):
    for entry in corpus(game).entries:
        assert loads(dumps(entry.para)) == entry.para


@pytest.mark.parametrize("game", GAMES)
def test_every_node_knows_the_line_it_was_written_on(game: str):
    for entry in corpus(game).entries:
        first, _ = entry.paragraph.place(0)
        last, _ = entry.paragraph.place(max(0, len(entry.paragraph.text) - 1))
        for node in walk(entry.para):
            if node.at is not None:
                assert first <= node.at.line <= last


# Words that may go without changing the meaning, each for a reason.
SAID_TWICE = {
    "exactly": "a bare number is exact too",
    "you": "on a card an imperative is done by you",
    "have": "the perfect asks the same as the past", "has": "the same",
    "cards": "`cards that are not Trigger cards` names its noun twice",
    "points": "`at most 5 points` repeats the counter",
    "office": "`the Judge office` repeats what the Judge is",
    "all": "a total is of all",
}  # fmt: skip
NOUNS_THEMSELVES = {("player", "a reputable player may depart")}  # `a reputable` is one already
FUNCTION = {"the", "a", "an", "that", "of", "to", "in", "on", "is", "are", "it", "its", "and"}


def deletions(text: str):
    """Each content word of a paragraph with the paragraph that lacks it."""
    for sentence in sentences(text):
        tokens = tokenize(sentence)
        for n, token in enumerate(tokens):
            referring = n > 0 and tokens[n - 1].low in ("the", "that", "those")
            if not token.text[0].isalnum() or token.low in FUNCTION | set(SAID_TWICE) or referring:
                continue
            cut = " ".join((text[: token.start] + text[token.end :]).split())
            cut = cut.replace(" .", ".").replace(" ,", ",")
            if cut and cut[0].isalnum():
                yield token.text, cut[0].upper() + cut[1:]


def unchanged_deletions(game: str, step: int) -> list[tuple[str, str]]:
    """Words whose deletion leaves the meaning as it was, in every step-th paragraph."""
    book = corpus(game)
    found = []
    for entry in [entry for entry in book.entries if not is_declaration(entry)][::step]:
        for word, cut in deletions(entry.paragraph.text):
            read = read_paragraph(cut, book.lexicon.fork(), entry.paragraph.host, entry.params)
            known = any(word == w and t in entry.paragraph.text for w, t in NOUNS_THEMSELVES)
            if read.para == entry.para and not known:
                found.append((word, entry.paragraph.text))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_content_word_cannot_be_deleted_without_a_change_of_meaning(game: str):
    assert unchanged_deletions(game, 9) == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_content_word_of_a_whole_corpus_can_be_deleted_without_a_change(game: str):
    assert unchanged_deletions(game, 1) == []
