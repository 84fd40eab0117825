"""Plurals and verb forms, regular and irregular."""

from __future__ import annotations

import pytest

from deckmastor.language.morphology import plural, singular, verb_forms
from deckmastor.language.words import KINDS, VERBS

NOUNS = {
    "card": "cards", "pony": "ponies", "day": "days", "box": "boxes", "match": "matches",
    "wish": "wishes", "boss": "bosses", "waltz": "waltzes", "person": "people", "die": "dice",
    "wolf": "wolves", "loaf": "loaves", "leaf": "leaves", "life": "lives", "half": "halves", "hero": "heroes",
    "goose": "geese", "sheep": "sheep", "series": "series", "species": "species",
    "index": "indices", "discard pile": "discard piles", "wild pony": "wild ponies",
    "vote for": "votes for", "vote against": "votes against", "pair of ponies": "pairs of ponies",
    "Pony": "Ponies", "Mouse": "Mice", "Wild Goose": "Wild Geese", "reply": "replies",
}  # fmt: skip
# base: third person, past, participle, ing
VERB_FORMS = {
    "draw": "draws drew drawn drawing", "discard": "discards discarded discarded discarding",
    "sacrifice": "sacrifices sacrificed sacrificed sacrificing",
    "destroy": "destroys destroyed destroyed destroying",
    "carry": "carries carried carried carrying", "pass": "passes passed passed passing",
    "fetch": "fetches fetched fetched fetching", "veto": "vetoes vetoed vetoed vetoing",
    "swap": "swaps swapped swapped swapping", "trade": "trades traded traded trading",
    "agree": "agrees agreed agreed agreeing", "submit": "submits submitted submitted submitting",
    "offer": "offers offered offered offering", "open": "opens opened opened opening",
    "skip": "skips skipped skipped skipping", "play": "plays played played playing",
    "put": "puts put put putting", "have": "has had had having", "choose": "chooses chose chosen choosing",
    "become": "becomes became become becoming", "begin": "begins began begun beginning",
    "steal": "steals stole stolen stealing", "win": "wins won won winning",
    "lose": "loses lost lost losing", "pay": "pays paid paid paying", "bet": "bets bet bet betting",
    "withdraw": "withdraws withdrew withdrawn withdrawing",
    "transfer": "transfers transferred transferred transferring",
    "reveal": "reveals revealed revealed revealing", "cancel": "cancels cancelled cancelled cancelling",
    "mix": "mixes mixed mixed mixing", "vow": "vows vowed vowed vowing",
}  # fmt: skip


@pytest.mark.parametrize(("one", "many"), NOUNS.items())
def test_a_noun_has_its_plural(one, many):
    assert plural(one) == many


@pytest.mark.parametrize(("one", "many"), NOUNS.items())
def test_a_plural_has_its_noun(one, many):
    assert singular(many) == one


@pytest.mark.parametrize("word", ["boss", "bus", "basis", "species", "glass", "card"])
def test_a_noun_that_is_no_plural_stays(word):
    assert singular(word) == word


@pytest.mark.parametrize("noun", [noun for noun in KINDS if noun != "copy"])
def test_every_noun_of_the_language_comes_back_from_its_plural(noun):
    assert singular(plural(noun)) == noun


@pytest.mark.parametrize(("base", "forms"), VERB_FORMS.items())
def test_a_verb_has_its_forms(base, forms):
    assert " ".join(verb_forms(base)) == f"{base} {forms}"


def test_the_first_word_of_a_verb_phrase_changes():
    assert verb_forms("look at").past == "looked at"
    assert verb_forms("take effect") == (
        "take effect",
        "takes effect",
        "took effect",
        "taken effect",
        "taking effect",
    )


@pytest.mark.parametrize("verb", VERBS)
def test_the_forms_of_a_verb_of_the_language_are_words(verb):
    for form in verb_forms(verb):
        assert form.replace(" ", "").isalpha()
        assert form == form.lower()
