"""Families of card texts that say one thing in several ways, or whose outcomes depend on each other.

Each law is a function that makes a random family of its kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from meaning.second_opinion import Noun, Saying, Test, Writer, article

Outcomes = frozenset[str]


def alike(found: Sequence[Outcomes]) -> bool:
    """True if all texts have the same outcomes."""
    return len(set(found)) == 1


@dataclass(frozen=True)
class Family:
    """Texts, and what must be so of their outcomes."""

    texts: tuple[str, ...]
    holds: Callable[[Sequence[Outcomes]], bool] = alike
    kinds: frozenset[str] = frozenset()


Law = Callable[[random.Random, Writer], Family]
LAWS: dict[str, Law] = {}


def law(name: str) -> Callable[[Law], Law]:
    """Enter a law."""

    def enter(function: Law) -> Law:
        LAWS[name] = function
        return function

    return enter


def conditions(*told: str) -> tuple[str, ...]:
    """Cards that give a mark if something is so."""
    return tuple(f"If {one}, gain 1 mark." for one in told)


def verb_of(told: Outcomes) -> bool:
    """True if the mark was given."""
    return any("mark: [('ann'" in one for one in told)


# ---- conditions ------------------------------------------------------------------------------


@law("P and Q is so where both are")
def both(dice: random.Random, writer: Writer) -> Family:
    p, q = writer.two()
    told = conditions(p.text, q.text, f"{p.text} and {q.text}")
    return Family(
        told, lambda o: verb_of(o[2]) == (verb_of(o[0]) and verb_of(o[1])), p.kinds | q.kinds
    )


@law("P or Q is so where one is")
def either(dice: random.Random, writer: Writer) -> Family:
    p, q = writer.two()
    told = conditions(p.text, q.text, f"{p.text} or {q.text}")
    return Family(
        told, lambda o: verb_of(o[2]) == (verb_of(o[0]) or verb_of(o[1])), p.kinds | q.kinds
    )


@law("the order of P and Q does not count")
def swapped(dice: random.Random, writer: Writer) -> Family:
    (p, q), word = writer.two(), dice.choice(("and", "or"))
    if "player" in p.text and "player" in q.text:
        return swapped(dice, writer)
    told = conditions(f"{p.text} {word} {q.text}", f"{q.text} {word} {p.text}")
    return Family(told, alike, p.kinds | q.kinds)


@law("what is always so can be added")
def always(dice: random.Random, writer: Writer) -> Family:
    p = writer.condition(0)
    true = dice.choice(("there is a player", "the prize is 3", "there are at least 2 players"))
    if "player" in p.text:
        true = "the prize is 3"
    return Family(
        conditions(p.text, f"{p.text} and {true}", f"{true} and {p.text}"), alike, p.kinds
    )


@law("unless flips, Otherwise is the rest")
def flipped(dice: random.Random, writer: Writer) -> Family:
    p = writer.condition()
    told = (
        f"If {p.text}, gain 1 mark.",
        f"Gain 1 mark unless {p.text}.",
        f"If {p.text}, gain 0 marks. Otherwise, gain 1 mark.",
    )
    return Family(told, lambda o: verb_of(o[0]) != verb_of(o[1]) == verb_of(o[2]), p.kinds)


@law("a condition can stand before or behind")
def behind(dice: random.Random, writer: Writer) -> Family:
    p = writer.condition()
    return Family((f"If {p.text}, gain 1 mark.", f"Gain 1 mark if {p.text}."), alike, p.kinds)


def mine(writer: Writer, dice: random.Random) -> Noun:
    """A description of cards in a place of yours, behind which a clause can stand."""
    while True:
        noun = writer.noun()
        if "in your " in noun.one and not {"that", "other than"} & noun.kinds:
            return noun


def said_of(writer: Writer) -> tuple[Noun, Saying[Test]]:
    """A description and something that is said of it."""
    noun, said = mine(writer, writer.dice), writer.saying()
    while "share" in said.many:
        said = writer.saying()
    return noun, said


def denied(said: Saying[Test]) -> str:
    """What is said of several, denied."""
    first, _, rest = said.many.partition(" ")
    return f"are not {rest}" if first == "are" else f"do not {first} {rest}"


@law("each K is S where no K is not S")
def each(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = conditions(
        f"each {noun.one} {said.one}",
        f"no {noun.one} {said.denied}",
        f"the number of {noun.many} that {denied(said)} is 0",
        f"all {noun.many} {said.many}",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("a K is S where the number of such K is at least 1")
def some(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = conditions(
        f"{article(noun.one)} {said.one}",
        f"the number of {noun.many} that {said.many} is at least 1",
        f"there is {article(noun.one)} that {said.one}",
        f"there is at least 1 {noun.one} that {said.one}",
        f"there are more than 0 {noun.many} that {said.many}",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("no K is S where a K that is S is not there")
def none(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = conditions(
        f"no {noun.one} {said.one}",
        f"there is not {article(noun.one)} that {said.one}",
        f"there are no {noun.many} that {said.many}",
        f"the number of {noun.many} that {said.many} is less than 1",
    )
    told = (*told, f"Gain 1 mark unless {article(noun.one)} {said.one}.")
    return Family(told, alike, noun.kinds | said.kinds)


@law("some do not where not each does")
def not_each(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = (
        f"If {article(noun.one)} {said.denied}, gain 1 mark.",
        f"If there is {article(noun.one)} that {said.denied}, gain 1 mark.",
        f"Gain 1 mark unless no {noun.one} {said.denied}.",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("n K are S where their number is n")
def several(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    n = dice.randint(2, 3)
    word = dice.choice(("at least", "at most", "exactly"))
    number = n if word == "exactly" else f"{word} {n}"
    told = conditions(
        f"{word} {n} {noun.many} {said.many}",
        f"the number of {noun.many} that {said.many} is {number}",
        f"there are {word} {n} {noun.many} that {said.many}",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("the only K is S where there is 1 K and it is S")
def only(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = conditions(
        f"the only {noun.one} {said.one}",
        f"there is exactly 1 {noun.one} and {article(noun.one)} {said.one}",
        f"the number of {noun.many} is 1 and no {noun.one} {said.denied}",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("only 1 K is S where the number is 1")
def only_one(dice: random.Random, writer: Writer) -> Family:
    noun, said = said_of(writer)
    told = conditions(
        f"only 1 {noun.one} {said.one}",
        f"the number of {noun.many} that {said.many} is 1",
        f"there is exactly 1 {noun.one} that {said.one}",
    )
    return Family(told, alike, noun.kinds | said.kinds)


@law("each player is S where no player is not S")
def each_player(dice: random.Random, writer: Writer) -> Family:
    said = writer.of_player()
    who = dice.choice(("player", "other player"))
    told = conditions(
        f"each {who} {said.one}",
        f"no {who} {said.denied}",
        f"the number of {who}s who {said.many} is the number of {who}s",
    )
    return Family(told, alike, said.kinds)


@law("a player is S where the number of such players is at least 1")
def some_player(dice: random.Random, writer: Writer) -> Family:
    said = writer.of_player()
    who, some = dice.choice((("player", "a player"), ("other player", "another player")))
    told = conditions(
        f"{some} {said.one}",
        f"there is {some} who {said.one}",
        f"the number of {who}s who {said.many} is at least 1",
    )
    return Family(told, alike, said.kinds)


# ---- numbers ---------------------------------------------------------------------------------


@law("at least n is more than n - 1")
def bounds(dice: random.Random, writer: Writer) -> Family:
    noun, n = writer.noun(), dice.randint(2, 3)
    what, place = dice.choice(
        (("seeds", ""), ("cards", " in your hand"), ("flowers", " in your bed"))
    )
    told = dice.choice(
        (
            (f"there are at least {n} {noun.many}", f"there are more than {n - 1} {noun.many}"),
            (f"there are at most {n} {noun.many}", f"there are fewer than {n + 1} {noun.many}"),
            (
                f"you have at least {n} {what}{place}",
                f"you have more than {n - 1} {what}{place}",
                f"you do not have fewer than {n} {what}{place}",
            ),
            (
                f"you have no {what}{place}",
                f"you have fewer than 1 {what[:-1]}{place}",
                f"you have at most 0 {what}{place}",
            ),
        )
    )
    return Family(conditions(*told), alike, noun.kinds)


@law("A is more than B where B is less than A")
def compared(dice: random.Random, writer: Writer) -> Family:
    a, b = writer.amount(0), writer.amount(0)
    are = ["are" if one.text.startswith("your ") else "is" for one in (a, b)]
    told = dice.choice(
        (
            (f"{a.text} {are[0]} more than {b.text}", f"{b.text} {are[1]} less than {a.text}"),
            (f"{a.text} {are[0]} at least {b.text}", f"{b.text} {are[1]} at most {a.text}"),
            (f"{a.text} {are[0]} {b.text}", f"{b.text} {are[1]} {a.text}"),
            (f"{a.text} {are[0]} within 1 of {b.text}", f"{b.text} {are[1]} within 1 of {a.text}"),
        )
    )
    return Family(conditions(*told), alike, a.kinds | b.kinds)


@law("arithmetic")
def arithmetic(dice: random.Random, writer: Writer) -> Family:
    a, n = writer.amount(0), dice.randint(2, 3)
    told = dice.choice(
        (
            (f"twice {a.text}", f"{a.text} times 2"),
            (f"{n} more than {a.text}", f"{a.text} plus {n}"),
            (
                f"the difference between {a.text} and {n}",
                f"the difference between {n} and {a.text}",
            ),
        )
    )
    return Family(tuple(f"Gain marks equal to {one}." for one in told), alike, a.kinds)


@law("for each is the number of")
def for_each(dice: random.Random, writer: Writer) -> Family:
    noun = writer.noun()
    told = (
        f"Gain 1 mark for each {noun.one}.",
        f"Gain marks equal to the number of {noun.many}.",
    )
    return Family(told, alike, noun.kinds)


# ---- descriptions ----------------------------------------------------------------------------


@law("a word before a noun is a clause behind it")
def words(dice: random.Random, writer: Writer) -> Family:
    noun = dice.choice(("card", "flower", "weed", "tulip"))
    place = dice.choice(("your hand", "your bed"))
    red, n = dice.choice(("red", "white", "blue")), dice.randint(0, 3)
    told = dice.choice(
        (
            (f"wilted {noun} in {place}", f"{noun} in {place} that is wilted"),
            (
                f"{red} {noun} in {place}",
                f"{noun} in {place} that is {red}",
                f"{noun} in {place} that has the {red} colour",
                f"{noun} with the {red} colour in {place}",
            ),
            (
                f"{noun} without the {red} colour in {place}",
                f"{noun} in {place} that is not {red}",
                f"{noun} in {place} that does not have the {red} colour",
            ),
            (
                f"{noun} with a height of at least {n} in {place}",
                f"{noun} in {place} that has a height of at least {n}",
                f"{noun} in {place} whose height is at least {n}",
                f"{noun} in {place} whose height is not less than {n}",
            ),
        )
    )
    verb = dice.choice(("Each {} gains 1 mark.", "Choose a {}. It gains 1 mark."))
    return Family(tuple(verb.format(one) for one in told))


@law("a player whose hand is empty has no cards in it")
def whose(dice: random.Random, writer: Writer) -> Family:
    place = dice.choice(("hand", "bed"))
    told = dice.choice(
        (
            (f"whose {place} is empty", f"who has no cards in their {place}"),
            (f"whose {place} is not empty", f"who has at least 1 card in their {place}"),
            (
                f"whose {place} contains at least 2 flowers",
                f"who has at least 2 flowers in their {place}",
            ),
            ("with at least 2 seeds", "who has at least 2 seeds", "who has more than 1 seed"),
        )
    )
    verb = dice.choice(("Each player {} gains 1 mark.", "Choose a player {}. They gain 1 mark."))
    return Family(tuple(verb.format(one) for one in told))


@law("a pronoun is its noun")
def pronouns(dice: random.Random, writer: Writer) -> Family:
    noun = dice.choice(("card", "flower", "weed", "tulip"))
    place = dice.choice(("your hand", "your bed"))
    told = dice.choice(
        (
            (
                f"Choose a {noun} in {place}. It gains 1 mark.",
                f"Choose a {noun} in {place}. That {noun} gains 1 mark.",
                f"Choose a {noun} in {place}. The {noun} gains 1 mark.",
                f"Choose a {noun} in {place}. The chosen {noun} gains 1 mark.",
            ),
            (
                "Choose another player. They gain 1 mark.",
                "Choose another player. That player gains 1 mark.",
                "Choose another player. The chosen player gains 1 mark.",
            ),
            (
                "Choose a player. They discard a card.",
                "Choose a player. That player discards a card.",
                "Choose a player. That player moves a card from their hand to the discard pile.",
            ),
            (
                f"Choose 2 {noun}s in {place}. Move them to the shed.",
                f"Choose 2 {noun}s in {place}. Move those {noun}s to the shed.",
                f"Choose 2 {noun}s in {place}. Move the chosen {noun}s to the shed.",
            ),
            (
                f"Choose a {noun} in {place}. If it is wilted, gain 1 mark.",
                f"Choose a {noun} in {place}. If that {noun} is wilted, gain 1 mark.",
            ),
        )
    )
    return Family(told)


# ---- acts ------------------------------------------------------------------------------------

ACTS = (
    "discard a card", "discard a wilted card", "plant a card", "plant a flower", "uproot a card",
    "uproot a red card", "gain 1 seed", "lose 1 coin", "rest", "gain 2 coins", "lose 2 seeds",
)  # fmt: skip


def upper(text: str) -> str:
    """A text that begins with a capital."""
    return text[0].upper() + text[1:]


def union(found: Sequence[Outcomes]) -> bool:
    """True if the last can end as the others can; what could do nothing is left out."""
    nothing, whole, parts = found[0], found[-1], found[1:-1]
    possible = [one for one in parts if one != nothing]
    wanted = frozenset().union(*possible) if possible else nothing
    return whole == wanted


@law("A or B can end as A or as B")
def choice(dice: random.Random, writer: Writer) -> Family:
    a, b = dice.sample(ACTS, 2)
    return Family(("Gain 0 marks.", f"{upper(a)}.", f"{upper(b)}.", f"{upper(a)} or {b}."), union)


@law("Choose one: A, B, or C can end as one of them")
def choose_one(dice: random.Random, writer: Writer) -> Family:
    a, b, c = dice.sample(ACTS, 3)
    parts = [f"{upper(one)}." for one in (a, b, c)]
    return Family(("Gain 0 marks.", *parts, f"Choose one: {a}, {b}, or {c}."), union)


@law("you may A or B can end as A, as B, or as nothing")
def option(dice: random.Random, writer: Writer) -> Family:
    a, b = dice.sample(ACTS, 2)
    told = ("Gain 0 marks.", f"You may {a}.", f"You may {b}.", f"You may {a} or {b}.")
    return Family(told, lambda o: o[3] == o[0] | o[1] | o[2])


@law("a K or an L is chosen among all of both")
def listed(dice: random.Random, writer: Writer) -> Family:
    a, b = mine(writer, dice), mine(writer, dice)
    told = (
        "Gain 0 marks.",
        f"Choose {article(a.one)}. It gains 1 mark.",
        f"Choose {article(b.one)}. It gains 1 mark.",
        f"Choose {article(a.one)} or {article(b.one)}. It gains 1 mark.",
    )
    return Family(told, union, a.kinds | b.kinds)


@law("a defined verb is its definition")
def defined(dice: random.Random, writer: Writer) -> Family:
    noun = dice.choice(("card", "flower", "wilted card", "red weed", "tulip"))
    told = dice.choice(
        (
            (f"Discard a {noun}.", f"Move a {noun} from your hand to the discard pile."),
            (f"Plant a {noun}.", f"Move a {noun} from your hand to your bed."),
            (f"Uproot a {noun}.", f"Move a {noun} from your bed to the discard pile."),
            (
                f"Uproot each {noun} in your bed.",
                f"Move each {noun} in your bed to the discard pile.",
            ),
            (
                f"Discard up to 2 {noun}s.",
                f"Move up to 2 {noun}s from your hand to the discard pile.",
            ),
            (f"Plant 2 {noun}s.", f"Move 2 {noun}s from your hand to your bed."),
            (
                "Each player discards a card.",
                "Each player moves a card from their hand to the discard pile.",
            ),
            ("Rest.", "Gain 1 coin."),
            ("Rest twice.", "Gain 1 coin. Gain 1 coin.", "Gain 2 coins."),
            ("Doze.", "Become tired."),
            ("Each other player dozes.", "Each other player becomes tired."),
            ("You may doze.", "You may become tired."),
            ("Rest, then doze.", "Gain 1 coin, then become tired."),
        )
    )
    return Family(told)


@law("independent acts can change places")
def independent(dice: random.Random, writer: Writer) -> Family:
    groups = (
        ("gain 1 seed", "lose 1 seed"),
        ("become tired",),
        ("gain 1 coin", "rest"),
        ("become muddy",),
    )
    first, second = dice.sample(groups, 2)
    a, b = dice.choice(first), dice.choice(second)
    return Family((f"{upper(a)} and {b}.", f"{upper(b)} and {a}.", f"{upper(a)}. {upper(b)}."))


@law("all, each and the: an effect on every one")
def every(dice: random.Random, writer: Writer) -> Family:
    noun = mine(writer, dice)
    told = (
        f"Each {noun.one} gains 1 mark.",
        f"All {noun.many} gain 1 mark.",
        f"The {noun.many} gain 1 mark.",
    )
    return Family(told, alike, noun.kinds)
