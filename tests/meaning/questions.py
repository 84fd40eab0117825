"""Questions to the engine that a second opinion answers too, and where the two differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from meaning.meadow import Asked, Reading
from meaning.second_opinion import (
    Card,
    Noun,
    People,
    Player,
    Said,
    Silent,
    World,
    Writer,
    article,
    random_card,
    random_world,
)

NAMES = "Ash Birch Cedar Daisy Elm Fern Gorse Hazel Iris Jasmine Kale Lily Moss Nut Oak Pea".split()
Answer = int | bool | set[str]
Expected = Callable[[World, Player], Answer]
Asking = Callable[[Reading, str], Answer]


@dataclass(frozen=True)
class Question:
    """The text of a card, what a careful reader expects of it, and how the engine is asked."""

    text: str
    expected: Expected
    asking: Asking
    kinds: frozenset[str]


@dataclass
class Difference:
    """A question to which engine and second opinion give two answers."""

    question: Question
    world: World
    expected: Answer
    got: Answer | str

    def show(self) -> str:
        """The sentence, the table and both answers."""
        return (
            f"{self.question.text}\n{self.world.show()}\n"
            f"a careful reader: {self.expected}; the engine: {self.got}\n"
            f"kinds: {', '.join(sorted(self.question.kinds))}"
        )


# ---- questions -------------------------------------------------------------------------------


def marks(reading: Reading, name: str) -> Answer:
    """How many marks `you` get."""
    return reading.marks(name)


def of_condition(dice: random.Random, said: Said[bool]) -> Question:
    """A card whose effect depends on a condition."""
    forms: list[tuple[str, Callable[[bool], int]]] = [
        (f"If {said.text}, gain 1 mark.", lambda so: int(so)),
        (f"Gain 1 mark if {said.text}.", lambda so: int(so)),
        (f"Gain 1 mark unless {said.text}.", lambda so: int(not so)),
        (f"If {said.text}, gain 2 marks. Otherwise, gain 1 mark.", lambda so: 2 if so else 1),
    ]
    text, wanted = dice.choice(forms)
    return Question(text, lambda w, y: wanted(said.means(w, y)), marks, said.kinds)


def of_amount(dice: random.Random, said: Said[int]) -> Question:
    """A card that gives as many marks as an amount says."""

    def number(world: World, you: Player) -> int:
        told = said.means(world, you)
        if told < 0:
            raise Silent("to gain less than nothing")
        return told

    if dice.random() < 0.2:
        return Question(
            f"Gain marks equal to {said.text}, at most 2.",
            lambda w, y: min(number(w, y), 2), marks, said.kinds | {"at most"},
        )  # fmt: skip
    return Question(f"Gain marks equal to {said.text}.", number, marks, said.kinds)


def of_number(dice: random.Random, noun: Noun) -> Question:
    """A card that gives marks for each thing that fits a description."""
    if dice.random() < 0.5:
        return Question(
            f"Gain 1 mark for each {noun.one}.",
            lambda w, y: len(noun.fits(w, y)), marks, noun.kinds | {"for each"},
        )  # fmt: skip
    return Question(
        f"Gain 1 mark for every 2 {noun.many}.",
        lambda w, y: len(noun.fits(w, y)) // 2, marks, noun.kinds | {"for every"},
    )  # fmt: skip


def of_cards(dice: random.Random, noun: Noun) -> Question:
    """A card that marks all cards that fit a description, or lets `you` choose one."""

    def names(world: World, you: Player) -> set[str]:
        return {card.name for card in noun.fits(world, you)}

    verb = dice.choice(("each", "all", "choose"))
    if verb == "choose":  # a choice between one thing is none, so it is marked too
        text = f"Choose {article(noun.one)}. It gains 1 mark."
        return Question(text, names, chosen, noun.kinds | {"choose"})
    told = f"Each {noun.one} gains" if verb == "each" else f"All {noun.many} gain"
    text = f"{told} 1 mark."
    return Question(text, names, lambda r, name: r.marked(name), noun.kinds | {f"effect on {verb}"})


def chosen(reading: Reading, name: str) -> Answer:
    """All that can come to have a mark, whatever is chosen."""
    return {marked for marks in reading.endings(name) for marked in marks}


def of_players(dice: random.Random, who: People) -> Question:
    """A card that marks all players who fit a description, or lets `you` choose one."""

    def names(world: World, you: Player) -> set[str]:
        return {player.name for player in who.fits(world, you)}

    if dice.random() < 0.5:
        text = f"Choose {article(who.one).replace('an other', 'another')}. They gain 1 mark."
        return Question(text, names, chosen, who.kinds | {"choose a player"})
    text = f"Each {who.one} gains 1 mark."
    return Question(text, names, lambda r, name: r.marked(name), who.kinds | {"effect on each"})


def of_best(dice: random.Random, writer: Writer) -> Question:
    """A card that marks the one thing, or the few things, that a description fits."""
    way = dice.choice(("card", "ends", "player"))
    if way == "player":
        who = writer.best_player()
        return Question(
            f"The {who.one} gains 1 mark.", lambda w, y: {p.name for p in who.fits(w, y)},
            lambda r, name: r.marked(name), who.kinds,
        )  # fmt: skip
    noun = writer.best_card() if way == "card" else writer.ends()
    told = f"The {noun.one} gains" if noun.one else f"The {noun.many} gain"
    return Question(
        f"{told} 1 mark.", lambda w, y: {card.name for card in noun.fits(w, y)},
        lambda r, name: r.marked(name), noun.kinds,
    )  # fmt: skip


def random_question(dice: random.Random, writer: Writer) -> Question:
    """A question of any sort."""
    way = dice.random()
    if way < 0.55:
        return of_condition(dice, writer.condition())
    if way < 0.75:
        return of_amount(dice, writer.amount())
    if way < 0.8:
        return of_number(dice, writer.noun())
    if way < 0.9:
        return of_cards(dice, writer.noun())
    if way < 0.95:
        return of_best(dice, writer)
    return of_players(dice, writer.people())


# ---- comparing -------------------------------------------------------------------------------


@dataclass
class Comparison:
    """What many questions on many tables showed."""

    pairs: int = 0
    silent: int = 0
    asked: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def show(self) -> str:
        """The shortest sentences that differ, each on its smallest table."""
        shortest: dict[str, Difference] = {}
        for one in self.differences:
            shortest.setdefault(one.question.text, one)
        told = sorted(shortest.values(), key=lambda one: len(one.question.text))
        shown = [smallest(one).show() for one in told[:6]]
        return "\n\n".join([f"{len(shortest)} sentences differ, the shortest are:", *shown])


def compare(
    seed: int,
    wanted: Callable[[Question], bool],
    sentences: int,
    tables: int,
    sort: str = "plain",
    ask: Callable[[random.Random, Writer], Question] = random_question,
) -> Comparison:
    """A meadow of random questions, asked on random tables."""
    dice = random.Random(seed)
    writer = Writer(dice)
    cards = [random_card(dice, name, sort) for name in NAMES]
    questions: dict[str, Question] = {}
    while len(questions) < sentences:
        question = ask(dice, writer)
        if wanted(question):
            questions[f"Question {len(questions)}"] = question
    asked = Asked(cards, {name: one.text for name, one in questions.items()})
    found = Comparison(asked=len(questions), refused=asked.without)
    for _ in range(tables):
        world = random_world(dice, cards, dice.randint(2, 4), sort)
        reading = Reading(asked.book, world)
        for name in asked.texts:
            try:
                expected = questions[name].expected(world, world.players[0])
            except Silent:
                found.silent += 1
                continue
            found.pairs += 1
            got = questions[name].asking(reading, name)
            if got != expected:
                found.differences.append(Difference(questions[name], world, expected, got))
    return found


# ---- small tables ----------------------------------------------------------------------------


def smallest(told: Difference) -> Difference:
    """The same difference on a table from which nothing more can be taken."""
    cards = [card for cards in _places(told.world) for card in cards]
    book = Asked(cards, {"Question": told.question.text}).book
    while True:
        for world in _smaller(told.world):
            again = _differs(book, told.question, world)
            if again is not None:
                told = again
                break
        else:
            return told


def _places(world: World) -> Iterator[list[Card]]:
    yield from world.places.values()
    for player in world.players:
        yield from player.places.values()


def _smaller(world: World) -> Iterator[World]:
    """Tables with one thing less."""
    for seat in range(2, len(world.players)):
        less = deepcopy(world)
        del less.players[seat]
        yield less
    for at, cards in enumerate(_places(world)):
        for n in range(len(cards)):
            less = deepcopy(world)
            card = list(_places(less))[at].pop(n)
            less.wilted.discard(card.name)
            less.coins.pop(card.name, None)
            yield less
    for name in sorted(world.wilted):
        less = deepcopy(world)
        less.wilted.discard(name)
        yield less
    for name in sorted(world.coins):
        less = deepcopy(world)
        del less.coins[name]
        yield less
    for seat, player in enumerate(world.players):
        for status in sorted(player.statuses):
            less = deepcopy(world)
            less.players[seat].statuses.discard(status)
            yield less
        for counter, n in player.counters.items():
            if n:
                less = deepcopy(world)
                less.players[seat].counters[counter] = 0
                yield less


def _differs(book: str, question: Question, world: World) -> Difference | None:
    try:
        expected = question.expected(world, world.players[0])
    except Silent:
        return None
    got = question.asking(Reading(book, world), "Question")
    return None if got == expected else Difference(question, world, expected, got)
