"""Sentences that bring words: kinds, zones, properties, counters, statuses, phases, verbs.

Their words are unknown before they are read, so they are matched on the words as written. A
learner goes over all sentences until none teaches anything new.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from deckmastor.language.ir import Declare
from deckmastor.language.lexicon import ROLE_NAMES, Cycle, Frame, Lexicon
from deckmastor.language.morphology import plural, singular
from deckmastor.language.tokens import FUNCTION_WORDS

_LIST = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")
_N = r"([^,:.\"`]+?)"
_ARTICLE = re.compile(r"^(?:a|an)\s+")
_PREPOSITIONS = (
    "from", "to", "into", "onto", "with", "for", "by", "on", "at", "against", "below", "above",
    "under", "in",
)  # fmt: skip
_DETERMINERS = ("a", "an", "another", "any", "each", "all", "the", "any number of")
_BEFORE_NOUNS = (*_DETERMINERS, "your", "their", "its", "this", "that", "those", "no", "every")
_STOP = re.compile(r"\b(is|are|has|have|may|can|cannot|must|would|if|unless|when|while|that|who)\b")
_WHERE = re.compile(r" (?:in|on|into|onto|at|under|below|above) ")

Learn = Callable[["Learner", re.Match[str]], "list[Declare] | None"]


def listed(text: str) -> list[str]:
    """The items of `A, B and C`."""
    return [item.strip() for item in _LIST.split(text) if item.strip()]


class Missing(Exception):
    """A noun that a declaration builds on, and that nothing declares."""

    code = "unknown-word"
    hint = "Declare it first."

    def __init__(self, word: str) -> None:
        super().__init__(f"'{word}' is no known noun.")
        self.word = word


class Swallowed(Missing):
    """A verb being defined that would take what it is done to into its own name."""

    code = "unreadable"
    hint = "Behind the verb stands 'a' and a noun, or a number: 'To tame a pony is to …'."

    def __init__(self, head: str, noun: str) -> None:
        Exception.__init__(self, f"'{head}' cannot be defined as one verb: '{noun}' is a noun.")
        self.word = noun


class Unlaid(Missing):
    """A thing that cannot be there from the start as a declaration says."""

    code = "layout"

    def __init__(self, word: str, message: str, hint: str) -> None:
        Exception.__init__(self, message)
        self.word = word
        self.hint = hint


class Fleeting(Missing):
    """Something that cannot last from game to game, or a counter that is said otherwise."""

    code = "sort"

    def __init__(self, words: str, why: str, counters: str = "beads") -> None:
        Exception.__init__(self, f"'{words}' cannot last from game to game: {why}.")
        said = counters[0].upper() + counters[1:]
        self.hint = f"Only counters of players last: '{said} last from game to game.'"
        self.word = words


class Learner:
    """Teaches a lexicon what sentences declare; `text` is the whole book, to tell case."""

    def __init__(self, lexicon: Lexicon, text: str) -> None:
        self.lexicon = lexicon
        self.text = text
        self.changed = False
        self.final = False

    def learn(self, sentence: str, stage: int = 2) -> list[Declare] | None:
        """The declarations of a sentence, after learning its words; None if it declares nothing.

        Stage 0 learns what is declared in so many words, stage 1 verbs as well, stage 2 also what
        is only seen from use: values and statuses.
        """
        for least, pattern, learn in _PATTERNS:
            if least <= stage:
                match = pattern.match(sentence)
                if match:
                    found = learn(self, match)
                    if found is not None:
                        return found
        return None

    def note(self, new: bool) -> None:
        """Remember that something was learned."""
        self.changed = self.changed or new

    def noun(self, words: str, first: bool = False) -> str:
        """A declared noun as it is to be spelled; `first` if it opens its sentence."""
        words = words.strip()
        if first and words[:1].isupper() and not re.search(r"\s[A-Z]", words):
            lower = words[0].lower() + words[1:]
            seen_low = re.search(rf"(?<![.!?:|#-] )\b{re.escape(singular(lower))}", self.text)
            stem = re.escape(singular(words))
            seen_up = re.search(rf"[a-z,] {stem}", self.text)
            if seen_low or not seen_up:
                return lower
        return words

    def spelled(self, name: str, said: str) -> None:
        """Keep the plural as it was declared, where it is not the regular one."""
        if said.lower() != plural(name).lower() and said.lower() != name.lower():
            self.note(self.lexicon.add_plural(name, said[0].lower() + said[1:]))

    def missing(self, noun: str) -> None:
        """A noun that a declaration builds on is not known, now that all words are learned."""
        if not self.final or self.lexicon.knows(noun):
            return
        seen = [noun]
        while seen[-1] in self.lexicon.pending:
            seen.append(self.lexicon.pending[seen[-1]])
            if seen[-1] in seen[:-1]:
                raise Cycle(seen[-2], seen[-1])
        raise Missing(noun)

    def no_counters(self, words: str) -> tuple[str, ...]:
        """Why some words are not counters in the plural; the counters that are meant, if any."""
        tails = [words.split(" ", n)[n] for n in range(words.count(" ") + 1)]
        readings = [r for tail in tails for r in self.lexicon.readings_of(tail)]
        for reading in readings:
            if reading.cat == "unit":
                return "name the counters alone, in the plural", plural(reading.lemma)
        role = next((ROLE_NAMES[r.cat] for r in readings if r.cat in ROLE_NAMES), "")
        return (f"it is a {role} and no counter" if role else "nothing declares such counters",)

    def owner(self, noun: str) -> str | None:
        """The lemma of a known noun that something is declared of."""
        for reading in self.lexicon.readings_of(noun):
            if reading.cat in ("kind", "attr") and reading.form == "sg":
                return reading.lemma
        return None


# ---- what each form declares ----------------------------------------------------------------


def _family(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`A card has one breed: pony or goat.` and `Each card has any number of suits: …`"""
    owner = self.owner(m["owner"])
    if owner is None:
        return None
    how = m["how"]
    family = singular(m["family"]) if how == "any number of" else m["family"]
    names = listed(m["members"])
    self.note(self.lexicon.add_attr(family, owner, "word", how == "any number of"))
    self.lexicon.closed.add(family)
    for name in names:
        self.note(self.lexicon.add_member(name, owner, family))
    return [Declare(f"{how} family", owner, (family, *names))]


def _phases(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    names = listed(m["names"])
    for name in names:
        self.note(self.lexicon.add_phase(name, m["owner"]))
    return [Declare("phases", m["owner"], tuple(names))]


def _has(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`Each player has a hand, a deck and any number of works.`"""
    owner = self.owner(m["owner"])
    if owner is None:
        return None
    return self_attrs(self, owner, m["names"])


def _there_is(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    return self_attrs(self, None, m["names"])


def _there(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`There is a Main Stack in the field.` and `Each player has a graveyard in their plot.`"""
    told = m.groupdict().get("owner")
    owner = self.owner(told) if told else None
    if (told and owner is None) or not self.final or _STOP.search(m["place"]):
        return None
    things = tuple(_laid(self, _ARTICLE.sub("", item)) for item in listed(m["names"]))
    place = _home(self, owner, m["whose"], m["place"], things[0])
    rows = [thing for thing in things if thing in self.lexicon.rows]
    if owner is not None and rows:
        raise Unlaid(rows[0], f"'{rows[0]}' is a row of a table: no player has one of their own.",
                     "Declare a kind for what each has: 'A chest is a kind of item.'")  # fmt: skip
    return [Declare("there", owner, (place, *things))]


def _laid(self: Learner, noun: str) -> str:
    """A thing that can lie somewhere from the start: a row of a table, or a kind of item."""
    found = self.owner(noun)
    if found is None or found not in self.lexicon.kinds or self.lexicon.sort(found) != "card":
        hint = f"Declare it: '{_said(noun)} is a kind of item.'"
        if self.lexicon.knows(noun):
            hint = "Name a row or a kind of item; say of other things in a sentence of their own."
        raise Unlaid(noun, f"'{noun}' is no row of a table and no kind of item.", hint)
    return found


def _home(self: Learner, owner: str | None, whose: str, noun: str, thing: str) -> str:
    """The place in which a thing is from the start: one of the game, or of each player."""
    place = self.owner(noun) or ""
    attr = self.lexicon.attrs.get(place)
    each = f"Say 'Each player has {_a(thing)} in their {noun}.'"
    one = f"Say 'There is {_a(thing)} in the {noun}.'"
    if thing in self.lexicon.rows:
        each = f"Name a place of the game: 'There is a shelf. There is {_a(thing)} in the shelf.'"
    if owner not in (None, "player"):
        raise Unlaid(noun, "Only players and the game have something from the start.",
                     "Put it into a place of the game, or of each player.")  # fmt: skip
    if "," in noun or " and " in noun:
        raise Unlaid(noun, "Things are said to be in several places.",
                     "Say where each is in a sentence of its own.")  # fmt: skip
    if attr is None and self.lexicon.knows(noun):
        raise Unlaid(noun, f"'{noun}' is no place.", "Name a place of the game, or of each player.")
    if attr is None:
        declared = f"There is {_a(noun)}." if owner is None else f"Each player has {_a(noun)}."
        raise Unlaid(noun, f"'{noun}' is no known place.", f"Declare it: '{declared}'")
    if attr.many or attr.sort != "place":
        raise Unlaid(noun, f"'{noun}' is no place.", f"Declare it: '{_said(noun)} is a place.'")
    common = attr.owner is None or self.lexicon.is_kind(attr.owner, "game")
    if not common and attr.owner != "player":
        raise Unlaid(noun, f"'{noun}' is no place of a player or of the game.",
                     "Put it into a place of the game, or of each player.")  # fmt: skip
    if common and (owner is not None or whose != "the"):
        raise Unlaid(noun, f"There is one {noun} for all players.", one)
    if not common and (owner is None or whose != "their"):
        raise Unlaid(noun, f"Each player has {_a(noun)} of their own.", each)
    return place


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _said(noun: str) -> str:
    """A noun with its article, at the beginning of a sentence."""
    told = _a(noun)
    return told[0].upper() + told[1:]


def self_attrs(self: Learner, owner: str | None, text: str) -> list[Declare] | None:
    """Zones and properties of an owner, or of the game."""
    one: list[str] = []
    many: list[str] = []
    for item in listed(text):
        match = re.fullmatch(r"(a|an|any number of) ([^\W\d][\w'-]*(?: [^\W\d][\w'-]*){0,3})", item)
        if not match or _STOP.search(match[2]) or _WHERE.search(match[2]):
            return None
        if match[1] == "any number of":
            many.append(singular(match[2]))
        else:
            one.append(match[2])
    for names, is_many in ((one, False), (many, True)):
        for name in names:
            if name in self.lexicon.kinds and name not in self.lexicon.base:
                self.lexicon.roles.setdefault(name, owner or "")
            else:
                sort = "place" if owner is None and not is_many else ""
                self.note(self.lexicon.add_attr(name, owner, sort, is_many))
    found = [Declare("one", owner, tuple(one))] if one else []
    return found + ([Declare("any number", owner, tuple(many))] if many else [])


def _kind(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    name = m["name"]
    parent = self.owner(m["parent"])
    if parent is None:
        self.lexicon.pending[name] = m["parent"]
        self.missing(m["parent"])
        return None
    self.note(self.lexicon.add_kind(name, parent))
    return [Declare("kind", parent, (name,))]


def _kinds(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    parent = self.owner(m["parent"])
    if parent is None:
        return None
    names = [singular(self.noun(name, first=n == 0)) for n, name in enumerate(listed(m["names"]))]
    for name, said in zip(names, listed(m["names"]), strict=True):
        self.note(self.lexicon.add_kind(name, parent))
        self.spelled(name, said)
    return [Declare("kind", parent, tuple(names))]


def _counters(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    names = [singular(self.noun(name, first=n == 0)) for n, name in enumerate(listed(m["names"]))]
    for name, said in zip(names, listed(m["names"]), strict=True):
        self.note(self.lexicon.add_unit(name))
        self.spelled(name, said)
    return [Declare("counter", None, tuple(names))]


def _lasting(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`Grudges last from game to game.`: counters that players bring to their next match."""
    names: list[str] = []
    for n, words in enumerate(listed(m["names"])):
        said = self.noun(words, first=n == 0)
        counters = [r for r in self.lexicon.readings_of(said) if r.cat == "unit"]
        name = next((r.lemma for r in counters if r.form == "pl" and m["form"] == "last"), "")
        if self.final and not name:
            raise Fleeting(words, *self.no_counters(said))
        if self.final and self.lexicon.units[name] not in ("", "player"):
            raise Fleeting(words, f"it is a counter of a {self.lexicon.units[name]}")
        names.append(name)
    return [Declare("lasting", None, tuple(names))] if all(names) else None


def _statuses(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    owner = self.owner(m["owner"])
    names = listed(m["names"])
    if owner is None or any(not re.fullmatch(r"[\w-]+(?: [\w-]+)?", name) for name in names):
        return None
    if any(
        reading.cat == "verb" and reading.form == "pp" and name not in self.lexicon.statuses
        for name in names
        for reading in self.lexicon.readings_of(name.split()[0])
    ):
        return None
    for name in names:
        self.note(self.lexicon.add_status(name, owner))
    return [Declare("status", owner, tuple(names))]


def _entity(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`The Judge is an office.`, `The Bank is a player.`"""
    kind = self.owner(m["kind"])
    name = m["name"]
    if kind is None or (kind != "office" and not name[0].isupper()):
        return None
    self.note(self.lexicon.add_name(name, kind))
    return [Declare("entity", kind, (name,))]


def _you(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    return [Declare("you", m["kind"], (m["who"],))]


def _alias(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    word, means = m["word"], m["means"]
    if self.lexicon.knows(word[0].lower() + word[1:]) is False and self.lexicon.knows(means):
        lower = means == means.lower()
        word = word[0].lower() + word[1:] if lower else word
    if not self.lexicon.knows(means) and not self.lexicon.knows_all(means):
        self.missing(means)
    self.note(self.lexicon.add_alias(word, means))
    return [Declare("alias", means, (word,))]


def _plural(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    self.note(self.lexicon.add_plural(m["one"], m["many"]))
    return [Declare("plural", m["one"], (m["many"],))]


def _sorted(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """`A binder is a player.`: what sort of thing a property is."""
    attr = self.lexicon.attrs.get(m["name"])
    if attr is None or m["kind"] not in self.lexicon.kinds:
        return None
    sort = self.lexicon.sort(m["kind"])
    if attr.many and m["kind"] == "number" and m["name"] not in self.lexicon.closed:
        self.note(m["name"] not in self.lexicon.numeric)
        self.lexicon.numeric.add(m["name"])
    elif attr.sort != sort:
        self.lexicon.attrs[m["name"]] = type(attr)(attr.owner, sort, attr.many)
        self.note(True)
    return [Declare("sort", m["name"], (m["kind"],))]


def _verb(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """The verb of `To VP is to …`; the sentence itself is a definition, read by the grammar."""
    verb, frame = head_frame(self.lexicon, m["head"])
    yours = re.search(r"\byou(r|rself)?\b", m.string) is not None
    if (frame.obj == "-" or yours) and not m["native"]:
        frame = replace(frame, agent_sort="player", personal=yours)
    if self.final:
        _check_head(self.lexicon, verb)
    if verb:
        self.note(self.lexicon.add_verb(verb, frame))
        if m["native"]:
            self.lexicon.natives[verb] = m["native"]
        if m["native"] or re.search(r", then |\band\b|\bresolve\b|\bplay\b", m.string):
            self.lexicon.lasting.add(verb)
    return None


def _value(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """A value seen for the first time: `The hand limit is 7.`"""
    name, value = m["name"], m["value"]
    if (
        re.match(r"an? [a-z]+$", value)
        or _known(self.lexicon, name)
        or _STOP.search(name)
        or len(name.split()) > 4
    ):
        return None
    owner = "" if m["of"] else None
    sort = "number" if re.match(r"(-?\d|`=|the number of|half |twice )", value) else ""
    self.note(self.lexicon.add_attr(name, owner, sort))
    self.lexicon.implicit.setdefault(name, m[0])
    return None


def _own_value(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    name = m["name"]
    if not _known(self.lexicon, name) and len(name.split()) < 4 and not _STOP.search(name):
        self.note(self.lexicon.add_attr(name, "player", "number"))
        self.lexicon.implicit.setdefault(name, m[0])
    return None


def _lent(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """A property that a fact gives to another kind too: `Each player's light is the total …`"""
    name, kind = m["name"], m["kind"]
    if self.lexicon.sort(name) == "place":
        return None  # no fact makes a place
    if name in self.lexicon.attrs and kind in self.lexicon.kinds and name not in self.lexicon.lent:
        self.lexicon.lent[name] = kind
        self.note(True)
    return None


def _implied_status(self: Learner, m: re.Match[str]) -> list[Declare] | None:
    """A status seen for the first time: `A player is trusted if …`"""
    word = m["word"]
    if not self.lexicon.knows(word) and word not in FUNCTION_WORDS:
        owner = next(
            (r.lemma for w in m["subject"].split() for r in self.lexicon.readings_of(w)
             if r.cat == "kind"), "card",
        )  # fmt: skip
        self.note(self.lexicon.add_status(word, owner))
        self.lexicon.implicit.setdefault(word, m[0])
    return None


def _known(lexicon: Lexicon, name: str) -> bool:
    if lexicon.knows(name):
        return True
    words = name.split()
    return all(lexicon.knows(word) or word in FUNCTION_WORDS for word in words)


def head_frame(lexicon: Lexicon, head: str) -> tuple[str, Frame]:
    """The verb of a definition's head and the frame that its parameters give it."""
    words = head.split()
    verb, rest = [words[0]], words[1:]
    while rest and not _opens_parameter(lexicon, rest):
        verb.append(rest.pop(0))
    obj, sort = "-", ""
    if rest and rest[0] not in _PREPOSITIONS:
        obj, sort = "O", _sort_at(lexicon, rest)
    roles = [
        word for n, word in enumerate(rest)
        if word in _PREPOSITIONS and word != "in" and _opens_noun(lexicon, rest[n + 1 :])
    ]  # fmt: skip
    aims = tuple(
        (word, lexicon.sort(_noun_in(lexicon, rest[n + 2 : n + 6])))
        for n, word in enumerate(rest)
        if word in roles
    )
    needs = tuple(role for role in roles if role != "from")
    extra = [role for role in ("from",) if role not in roles and obj == "O"]
    return " ".join(verb), Frame(obj, tuple(roles + extra), needs, sort, "", aims=aims)


def _check_head(lexicon: Lexicon, verb: str) -> None:
    """Refuse a verb with a noun in its name that is known and has an article: say it otherwise."""
    words = verb.split()
    for n, word in enumerate(words[1:], start=1):
        behind = [w for w in words[n + 1 :] if w not in FUNCTION_WORDS]
        noun = _noun_in(lexicon, behind[:4]) if word in _BEFORE_NOUNS else ""
        if noun:
            raise Swallowed(verb, noun)


def _opens_parameter(lexicon: Lexicon, words: list[str]) -> bool:
    if words[0] in _PREPOSITIONS:
        return _opens_noun(lexicon, words[1:])
    return _opens_noun(lexicon, words)


def _opens_noun(lexicon: Lexicon, words: list[str]) -> bool:
    if not words or not (words[0] in _DETERMINERS or re.fullmatch(r"\d+|[A-Z]", words[0])):
        return False
    return words[0] not in ("the",) and bool(_noun_in(lexicon, words[1:5]))


def _noun_in(lexicon: Lexicon, words: list[str]) -> str:
    for n in range(len(words)):
        for size in range(min(4, len(words) - n), 0, -1):
            for reading in lexicon.readings_of(" ".join(words[n : n + size])):
                if reading.cat in ("kind", "attr", "unit"):
                    return reading.lemma
        if not lexicon.knows(words[n]) and words[n] != "printed":
            return ""
    return ""


def _sort_at(lexicon: Lexicon, words: list[str]) -> str:
    sort = lexicon.sort(_noun_in(lexicon, words[1:5]))
    return sort if sort in ("card", "time", "counter") else ""


_IN_THE_PLACE = (
    r"(?P<names>an? [^:.]+?) in (?P<whose>the|their|its|his|her|each|an?) (?P<place>[^,:.]+)$"
)
_PATTERNS: tuple[tuple[int, re.Pattern[str], Learn], ...] = tuple(
    (stage, re.compile(pattern), learn)
    for stage, pattern, learn in (
        (0, r"(?:Each|Every|A|An) (?P<owner>[^,:.]+?) has (?P<how>one|at most one|any number of) "
            r"(?P<family>[^,:.]+?): (?P<members>.+)$", _family),
        (0, r"(?:Each|A|An) (?P<owner>[^,:.]+?) has these phases: (?P<names>.+)$", _phases),
        (0, rf"(?:Each|An?) (?P<owner>[^,:.]+?) has {_IN_THE_PLACE}", _there),
        (0, rf"There (?:is|are) {_IN_THE_PLACE}", _there),
        (0, r"(?:Each|An?) (?P<owner>[^,:.]+?) has (?P<names>(?:an?|any number of) [^:.]+)$", _has),
        (0, r"There (?:is|are) (?P<names>(?:a|an) [^:.]+)$", _there_is),
        (0, r"(?:A|An) (?P<name>[^,:.]+?) is a kind of (?P<parent>[^,:.]+)$", _kind),
        (0, r"(?P<names>.+?) are kinds of (?P<parent>[^,:.]+)$", _kinds),
        (0, r"(?P<names>.+?) are counters$", _counters),
        (0, r"(?P<names>.+?) (?P<form>lasts?) from game to game$", _lasting),
        (0, r"The (?P<name>[^,:.\"`]+?) is an? (?P<kind>[a-z][^,:.]*)$", _entity),
        (0, r"On an? (?P<kind>[^,:.]+), \"you\" means its (?P<who>[^,:.]+)$", _you),
        (0, r"\"(?P<word>[^\"]+)\" means \"(?P<means>[^\"]+)\"$", _alias),
        (0, r"The plural of \"(?P<one>[^\"]+)\" is \"(?P<many>[^\"]+)\"$", _plural),
        (0, r"An? (?P<name>[^,:.]+?) is an? (?P<kind>[a-z]+)$", _sorted),
        (1, r"To (?P<head>[^,]+?)(?: is to |, the engine runs `(?P<native>[^`]+)`)", _verb),
        (1, r"(?:A|An) (?P<owner>[^,:.]+?) can be (?P<names>[^:.]+)$", _statuses),
        (2, r"Each (?P<kind>[a-z ]+?)'s (?P<name>[^,:.\"`]+?) is .+$", _lent),
        (2, r"The (?P<name>[^,:.\"`]+?) of (?:a|an|each) (?P<kind>[a-z ]+?) is .+$", _lent),
        (2, rf"The (?P<name>[^,:.\"`]+?)(?P<of> of {_N})? is (?P<value>.+)$", _value),
        (2, r"(?:Your|Each player's) (?P<name>[^,:.\"`]+?) is (?P<value>\d.*)$", _own_value),
        (2, r"(?:A|An|Each) (?P<subject>[^,:.]+?) is (?P<word>[a-z-]+)(?: (?:if|unless) .+)?$",
            _implied_status),
    )
)  # fmt: skip

_OPENERS = re.compile(
    r"(?:Each|Every|An?|There|The|On|To|Your) |\"|[^.]{1,400}? are (?:kinds of|counters)|"
    r"[^.]{1,400}? lasts? from game to game$"
)


LONGEST_DECLARATION = 2_000  # characters


def may_declare(sentence: str) -> bool:
    """Whether a sentence could declare anything, by its first words and its length."""
    return len(sentence) < LONGEST_DECLARATION and bool(_OPENERS.match(sentence))


_IN_PLACE = r"\b(?:in|into|onto|from|on the top of|on the bottom of|shuffles?|shuffled) "


def infer_places(lexicon: Lexicon, text: str) -> None:
    """Give the sort `place` to zones and properties that the text uses as places."""
    open_names = [name for name, attr in lexicon.attrs.items() if attr.sort == "" and not attr.many]
    if not open_names:
        return
    forms = {plural(name): name for name in open_names} | {name: name for name in open_names}
    names = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    pattern = re.compile(rf"{_IN_PLACE}(?:[\w'’]+ ){{1,3}}?({names})\b(?!['’]| (?:of|is|phase)\b)")
    for match in pattern.finditer(text):
        name = forms[match[1]]
        attr = lexicon.attrs[name]
        lexicon.attrs[name] = type(attr)(attr.owner, "place", attr.many)
