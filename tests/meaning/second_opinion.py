"""A second opinion: what conditions, descriptions and amounts mean, written from the manual alone.

A `Writer` makes random expressions of the language. Each says itself in English and works out its
own value on a plain table of lists, sets and dicts. No code of the engine is used here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Generic, TypeVar

COLOURS = ("red", "white", "blue")
SORTS = ("flower", "weed")
T = TypeVar("T")


# Kinds that count: "a bed" is then one bed.
COUNTED = {
    "number is", "amount is", "parity", "near", "there are", "several", "only 1", "the only",
}  # fmt: skip


class Silent(Exception):
    """The manual does not say what an expression means on this table."""


# ---- a table ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A card as it is printed; a tulip is a flower."""

    name: str
    kind: str
    height: int | None
    colours: frozenset[str]

    def is_a(self, noun: str) -> bool:
        """True if the card is of that kind."""
        return noun in ("card", self.kind) or (noun == "flower" and self.kind == "tulip")


@dataclass
class Player:
    """A player: counters, statuses, a mood, and cards in places, the top last."""

    name: str
    counters: dict[str, int]
    statuses: set[str]
    mood: str
    places: dict[str, list[Card]]


@dataclass
class World:
    """A table: players in turn order, common places, and what has happened to the cards."""

    players: list[Player]
    places: dict[str, list[Card]]
    wilted: set[str] = field(default_factory=set)
    coins: dict[str, int] = field(default_factory=dict)
    prize: int = 3
    looked_at: dict[Spread, list[Player]] = field(default_factory=dict)

    def show(self) -> str:
        """The table in a line for each place."""
        lines = [f"prize {self.prize}"]
        for player in self.players:
            had = " ".join(f"{n} {name}" for name, n in player.counters.items())
            lines.append(f"{player.name}: {player.mood} {' '.join(sorted(player.statuses))} {had}")
            lines += [f"  {p}: {self._cards(cards)}" for p, cards in player.places.items()]
        return "\n".join(lines + [f"{p}: {self._cards(c)}" for p, c in self.places.items()])

    def _cards(self, cards: list[Card]) -> str:
        return ", ".join(self._card(card) for card in cards) or "-"

    def _card(self, card: Card) -> str:
        told = ["wilted"] if card.name in self.wilted else []
        told += [*sorted(card.colours), card.kind, f"height {card.height}"]
        told += [f"{self.coins[card.name]} coins"] if self.coins.get(card.name) else []
        return f"{card.name} ({' '.join(told)})"


HEIGHTS: dict[str, tuple[int | None, ...]] = {
    "plain": (0, 1, 1, 2, 3, 3, 4),
    "less than 0": (-4, -3, -2, -2, 0, 1, 3),
    "-1": (-2, -1, -1, 0, 1, 2),
    "nothing": (None, None, 0, 1, 2, 3),
}


def random_card(dice: random.Random, name: str, sort: str = "plain") -> Card:
    """A card with any colours and a height of a sort."""
    height = dice.choice(HEIGHTS[sort])
    colours = frozenset(colour for colour in COLOURS if dice.random() < 0.4)
    return Card(name, dice.choice(("flower", "weed", "tulip")), height, colours)


def random_world(dice: random.Random, cards: list[Card], seats: int, sort: str = "plain") -> World:
    """A table of two to four players with up to five cards in a place."""
    left = dice.sample(cards, len(cards))
    most = dice.choice((1, 2, 2, 3, 5))

    def some() -> list[Card]:
        return [left.pop() for _ in range(min(len(left), dice.randint(0, most)))]

    players = [
        Player(
            name,
            {"seed": dice.choice(HEIGHTS[sort]) or 0, "coin": dice.randint(0, 3)},
            {status for status in ("tired", "muddy") if dice.random() < 0.4},
            dice.choice(("calm", "cross")),
            {"hand": some(), "bed": some()},
        )
        for name in ("ann", "bob", "cat", "dan")[:seats]
    ]
    places = {"discard pile": some(), "shed": some()}
    laid = [card.name for card in cards if card not in left]
    wilted = {name for name in laid if dice.random() < 0.4}
    coins = {name: dice.randint(1, 3) for name in laid if dice.random() < 0.4}
    return World(players, places, wilted, coins)


# ---- expressions -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Said(Generic[T]):
    """An expression: its English, what it means on a table for `you`, and its kinds."""

    text: str
    means: Callable[[World, Player], T]
    kinds: frozenset[str] = frozenset()


Test = Callable[[World, Player, Card], bool]  # a table, you, and the card spoken of
PlayerTest = Callable[[World, Player, Player], bool]


@dataclass(frozen=True)
class Saying(Generic[T]):
    """What is said of a thing: in the singular, in the plural, denied (if the language can), when."""

    one: str
    many: str
    denied: str
    holds: T
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Noun:
    """A description of cards: in the singular, in the plural, and which cards fit."""

    one: str
    many: str
    fits: Callable[[World, Player], list[Card]]
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class People:
    """A description of players: in the singular, in the plural, and who fits."""

    one: str
    many: str
    fits: Callable[[World, Player], list[Player]]
    kinds: frozenset[str] = frozenset()


Limit = tuple[
    str, Callable[[int], bool], bool
]  # its words, when it is met, singular noun behind it


def article(noun: str) -> str:
    """A noun with `a` or `an`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def plural(noun: str) -> str:
    """The plural of a noun of this game."""
    return {"discard pile": "discard piles"}.get(noun, noun + "s")


def others(world: World, you: Player) -> list[Player]:
    """The other players."""
    return [player for player in world.players if player is not you]


@dataclass(frozen=True, eq=False)
class Spread:
    """A place of any player, or of any other: `a bed`, `another player's bed`."""

    of_others: bool

    def owners(self, world: World, you: Player) -> list[Player]:
        """Whose place it can be."""
        return others(world, you) if self.of_others else world.players


def had(player: Player, what: str) -> int:
    """How many seeds, or `cards in their hand`, a player has."""
    nouns, _, place = what.partition(" in ")
    if not place:
        return player.counters[nouns[:-1]]
    return len([c for c in player.places[place.split()[-1]] if c.is_a(nouns[:-1])])


class Writer:
    """Random conditions, descriptions and amounts; each kind of them has a method."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.spread: list[Spread] = []  # named in the condition that is being written

    # ---- numbers -----------------------------------------------------------------------------

    def limit(self, no: bool = True) -> Limit:
        """How many: before a noun."""
        n = self.dice.randint(0, 3)
        m = self.dice.randint(1, 3)
        ways: list[Limit] = [
            (f"at least {m}", lambda count: count >= m, m == 1),
            (f"at most {m}", lambda count: count <= m, m == 1),
            (f"more than {n}", lambda count: count > n, n == 1),
            (f"fewer than {m}", lambda count: count < m, m == 1),
            (f"exactly {m}", lambda count: count == m, m == 1),
            (f"{m}", lambda count: count == m, m == 1),
        ]
        if no:
            ways.append(("no", lambda count: count == 0, False))
        return self.dice.choice(ways)

    def range(self) -> tuple[str, Callable[[int], bool]]:
        """How much a number is."""
        n = self.dice.randint(0, 4)
        return self.dice.choice(
            [
                (f"{n}", lambda x: x == n),
                (f"at least {n}", lambda x: x >= n),
                (f"at most {n}", lambda x: x <= n),
                (f"more than {n}", lambda x: x > n),
                (f"less than {n}", lambda x: x < n),
            ]
        )

    # ---- places ------------------------------------------------------------------------------

    def place(self) -> Said[list[Card]]:
        """One place and the cards in it, the top last."""
        name = self.dice.choice(("hand", "bed", "bed", "shed", "discard pile"))
        if name in ("hand", "bed"):
            return Said(f"your {name}", lambda world, you: you.places[name])
        return Said(f"the {name}", lambda world, you: world.places[name])

    def places(self) -> Said[list[Card]]:
        """A place, or all places of a sort."""
        name = self.dice.choice(("hand", "bed"))
        way = self.dice.random()
        if way < 0.75:
            return self.place()
        spread = Spread(of_others=way < 0.9)
        self.spread.append(spread)

        def cards(world: World, you: Player) -> list[Card]:
            owners = world.looked_at.get(spread) or spread.owners(world, you)
            return [card for owner in owners for card in owner.places[name]]

        if spread.of_others:
            return Said(f"another player's {name}", cards, frozenset({"another player's place"}))
        return Said(article(name), cards, frozenset({"any place"}))

    def top(self) -> Said[Card]:
        """The top or the bottom card of a place; where there is none, the manual is silent."""
        place = self.place()
        end = self.dice.choice(("top", "bottom"))

        def card(world: World, you: Player) -> Card:
            cards = place.means(world, you)
            if not cards:
                raise Silent("no top card")
            return cards[-1 if end == "top" else 0]

        return Said(f"the {end} card of {place.text}", card, frozenset({"top"}))

    # ---- what is said of a card --------------------------------------------------------------

    def saying(self, deep: bool = True) -> Saying[Test]:
        """Something that is true or false of a card."""
        plain = [self.status, self.kind, self.colour, self.member, self.height, self.coins]
        more = [self.shares, self.same, self.higher, self.within] if deep else []
        return self.dice.choice(plain + more)()

    def status(self) -> Saying[Test]:
        return Saying(
            "is wilted", "are wilted", "is not wilted", lambda w, y, c: c.name in w.wilted
        )

    def kind(self) -> Saying[Test]:
        noun = self.dice.choice(("flower", "weed", "tulip"))
        return Saying(
            f"is {article(noun)}", f"are {plural(noun)}", f"is not {article(noun)}",
            lambda w, y, c: c.is_a(noun),
        )  # fmt: skip

    def colour(self) -> Saying[Test]:
        red = self.dice.choice(COLOURS)
        return Saying(f"is {red}", f"are {red}", f"is not {red}", lambda w, y, c: red in c.colours)

    def member(self) -> Saying[Test]:
        red = self.dice.choice(COLOURS)
        return Saying(
            f"has the {red} colour", f"have the {red} colour", f"does not have the {red} colour",
            lambda w, y, c: red in c.colours, frozenset({"has a member"}),
        )  # fmt: skip

    def height(self) -> Saying[Test]:
        words, met = self.range()
        return Saying(
            f"has a height of {words}", f"have a height of {words}",
            f"does not have a height of {words}",
            lambda w, y, c: c.height is not None and met(c.height),
            frozenset({"has a height", *(["exact height"] if words.isdigit() else [])}),
        )  # fmt: skip

    def within(self) -> Saying[Test]:
        n = self.dice.randint(1, 2)
        return Saying(
            f"has a height within {n} of the prize", f"have a height within {n} of the prize",
            f"does not have a height within {n} of the prize",
            lambda w, y, c: c.height is not None and abs(c.height - w.prize) <= n,
            frozenset({"within"}),
        )  # fmt: skip

    def coins(self) -> Saying[Test]:
        words, met, single = self.limit()
        coins = "coin" if single else "coins"
        return Saying(
            f"has {words} {coins}", f"have {words} {coins}", f"does not have {words} {coins}",
            lambda w, y, c: met(w.coins.get(c.name, 0)), frozenset({"has counters"}),
        )  # fmt: skip

    def shares(self) -> Saying[Test]:
        other = self.top()
        return Saying(
            f"shares a colour with {other.text}", f"share a colour with {other.text}",
            "",
            lambda w, y, c: bool(c.colours & other.means(w, y).colours),
            frozenset({"shares"}) | other.kinds,
        )  # fmt: skip

    def same(self) -> Saying[Test]:
        other = self.top()

        def holds(world: World, you: Player, card: Card) -> bool:
            height = other.means(world, you).height
            if height is None or card.height is None:
                raise Silent("the same nothing")
            return card.height == height

        return Saying(
            f"has the same height as {other.text}", f"have the same height as {other.text}",
            f"does not have the same height as {other.text}", holds,
            frozenset({"the same as"}) | other.kinds,
        )  # fmt: skip

    def higher(self) -> Saying[Test]:
        other = self.top()
        word = self.dice.choice(("higher", "lower"))

        def holds(world: World, you: Player, card: Card) -> bool:
            height = other.means(world, you).height
            if height is None or card.height is None:
                return False
            return card.height > height if word == "higher" else card.height < height

        return Saying(
            f"has a {word} height than {other.text}", f"have a {word} height than {other.text}",
            f"does not have a {word} height than {other.text}", holds,
            frozenset({"higher than"}) | other.kinds,
        )  # fmt: skip

    # ---- descriptions of cards ---------------------------------------------------------------

    def noun(self, places: Said[list[Card]] | None = None) -> Noun:
        """A description of cards in a place."""
        where = places or self.places()
        noun = self.dice.choice(("card", "card", "flower", "flower", "weed", "tulip"))
        before, tests = "", [lambda w, y, c: c.is_a(noun)]
        if self.dice.random() < 0.25:
            before, tests = "wilted ", [*tests, lambda w, y, c: c.name in w.wilted]
        if self.dice.random() < 0.25:
            red = self.dice.choice(COLOURS)
            before, tests = f"{before}{red} ", [*tests, lambda w, y, c: red in c.colours]
        one, many = f"{before}{noun}", f"{before}{plural(noun)}"
        kinds = where.kinds
        way = self.dice.random()
        if way < 0.15:
            words, met = self.range()
            one, many = f"{one} with a height of {words}", f"{many} with a height of {words}"
            tests = [*tests, lambda w, y, c: c.height is not None and met(c.height)]
            kinds |= {"with"}
        elif way < 0.25:
            blue = self.dice.choice(COLOURS)
            one, many = f"{one} without the {blue} colour", f"{many} without the {blue} colour"
            tests = [*tests, lambda w, y, c: blue not in c.colours]
            kinds |= {"without"}
        one, many = f"{one} in {where.text}", f"{many} in {where.text}"
        if way > 0.7:
            said = self.saying(deep=way > 0.9)
            denied = bool(said.denied) and self.dice.random() < 0.4
            one, many = (
                f"{one} that {said.denied if denied else said.one}",
                f"{many} that {_not(said.many) if denied else said.many}",
            )
            tests = [*tests, (lambda w, y, c: not said.holds(w, y, c)) if denied else said.holds]
            kinds |= said.kinds | {"that"} | ({"that not"} if denied else set())
            kinds |= set() if where.text.startswith("your ") else {"that behind a place"}
            if self.dice.random() < 0.3:
                one, many, tests = self.or_that(one, many, tests)
                kinds |= {"or that"}
        elif way > 0.6:
            other = self.top()
            one, many = f"{one} other than {other.text}", f"{many} other than {other.text}"
            tests = [*tests, lambda w, y, c: c is not other.means(w, y)]
            kinds |= other.kinds | {"other than"}
            kinds |= set() if where.text.startswith("your ") else {"that behind a place"}

        def fits(world: World, you: Player) -> list[Card]:
            return [
                card for card in where.means(world, you) if all(t(world, you, card) for t in tests)
            ]

        return Noun(one, many, fits, kinds)

    def or_that(self, one: str, many: str, tests: list[Test]) -> tuple[str, str, list[Test]]:
        """A description with a second clause that may hold in the place of the first."""
        said, first = self.saying(deep=False), tests[-1]
        word = self.dice.choice(("and", "or"))

        def joined(world: World, you: Player, card: Card) -> bool:
            held = (first(world, you, card), said.holds(world, you, card))
            return all(held) if word == "and" else any(held)

        told = f"{one} {word} that {said.one}", f"{many} {word} that {said.many}"
        return (*told, [*tests[:-1], joined])

    def best_card(self) -> Noun:
        """The card with the highest or lowest height; of several the manual is silent."""
        place = self.place()
        noun = self.dice.choice(("card", "flower", "weed"))
        word = self.dice.choice(("highest", "lowest"))

        def fits(world: World, you: Player) -> list[Card]:
            cards = [c for c in place.means(world, you) if c.is_a(noun)]
            heights = [c.height for c in cards if c.height is not None]
            if len(heights) < len(cards):
                raise Silent("the highest of nothing")
            best = max(heights, default=0) if word == "highest" else min(heights, default=0)
            found = [c for c in cards if c.height == best]
            if len(found) > 1:
                raise Silent("several are highest")
            return found

        text = f"{noun} in {place.text} with the {word} height"
        if not place.text.startswith("your "):
            text = f"{noun} with the {word} height in {place.text}"
        return Noun(text, "", fits, frozenset({"the highest card"}))

    def ends(self) -> Noun:
        """Some cards at the top or the bottom of a place."""
        place, n = self.place(), self.dice.randint(1, 3)
        end = self.dice.choice(("top", "bottom"))

        def fits(world: World, you: Player) -> list[Card]:
            cards = place.means(world, you)
            return cards[-n:] if end == "top" else cards[:n]

        one = f"{end} card of {place.text}"
        return Noun(
            one if n == 1 else "", f"{end} {n} cards of {place.text}", fits, frozenset({"ends"})
        )

    # ---- players -----------------------------------------------------------------------------

    def of_player(self) -> Saying[PlayerTest]:
        """Something that is true or false of a player."""
        way = self.dice.choice(("status", "mood", "counter", "things", "empty"))
        if way == "status":
            word = self.dice.choice(("tired", "muddy"))
            return Saying(
                f"is {word}", f"are {word}", f"is not {word}", lambda w, y, p: word in p.statuses
            )
        if way == "mood":
            word = self.dice.choice(("calm", "cross"))
            return Saying(
                f"is {word}", f"are {word}", f"is not {word}", lambda w, y, p: p.mood == word
            )
        words, met, single = self.limit()
        if way == "counter":
            seed = self.dice.choice(("seed", "coin"))
            seeds = seed if single else plural(seed)
            return Saying(
                f"has {words} {seeds}", f"have {words} {seeds}", f"does not have {words} {seeds}",
                lambda w, y, p: met(p.counters[seed]), frozenset({"has counters"}),
            )  # fmt: skip
        place = self.dice.choice(("hand", "bed"))
        noun = self.dice.choice(("card", "flower", "weed"))
        nouns = noun if single else plural(noun)
        said = f"{words} {nouns} in their {place}"
        return Saying(
            f"has {said}", f"have {said}", f"does not have {said}",
            lambda w, y, p: met(len([c for c in p.places[place] if c.is_a(noun)])),
            frozenset({"has things"}),
        )  # fmt: skip

    def people(self) -> People:
        """A description of players."""
        way = self.dice.random()
        if way < 0.3:
            return People("player", "players", lambda w, y: w.players)
        if way < 0.5:
            word = self.dice.choice(("tired", "muddy"))
            return People(
                f"{word} player", f"{word} players",
                lambda w, y: [p for p in w.players if word in p.statuses],
            )  # fmt: skip
        if way < 0.7:
            return People(
                "other player", "other players", lambda w, y: others(w, y), frozenset({"other"})
            )
        if way < 0.75:
            words, met, single = self.limit(no=False)
            seed = self.dice.choice(("seed", "coin"))
            text = f"with {words} {seed if single else plural(seed)}"
            return People(
                f"player {text}", f"players {text}",
                lambda w, y: [p for p in w.players if met(p.counters[seed])],
                frozenset({"with counters"}),
            )  # fmt: skip
        if way < 0.8:
            name = self.dice.choice(("hand", "bed"))
            empty = self.dice.random() < 0.6
            text = f"whose {name} is {'' if empty else 'not '}empty"
            return People(
                f"player {text}", f"players {text}",
                lambda w, y: [p for p in w.players if bool(p.places[name]) != empty],
                frozenset({"whose"}),
            )  # fmt: skip
        said = self.of_player()
        denied = bool(said.denied) and self.dice.random() < 0.4
        return People(
            f"player who {said.denied if denied else said.one}",
            f"players who {_not(said.many) if denied else said.many}",
            lambda w, y: [p for p in w.players if said.holds(w, y, p) != denied],
            said.kinds | {"who"},
        )

    def best_player(self) -> People:
        """The player with the most or the fewest; of several the manual is silent."""
        word = self.dice.choice(("most", "fewest"))
        what = self.dice.choice(("seeds", "coins", "cards in their hand", "flowers in their bed"))

        def fits(world: World, you: Player) -> list[Player]:
            best = (max if word == "most" else min)(had(p, what) for p in world.players)
            found = [p for p in world.players if had(p, what) == best]
            if len(found) > 1:
                raise Silent("several have the most")
            return found

        return People(
            f"player with the {word} {what}", "", fits, frozenset({"player with the most"})
        )

    # ---- amounts -----------------------------------------------------------------------------

    def amount(self, deep: int = 2) -> Said[int]:
        """A number."""
        plain = [self.count, self.total, self.extreme, self.variety, self.counter, self.top_height]
        plain += [self.head_count, self.formula]
        joined = [self.half, self.twice, self.plus, self.minus, self.times, self.more, self.apart]
        ways = plain + [self.the_prize] + (joined if deep else [])
        way = self.dice.choice(ways)
        return way(deep - 1) if way in joined else way()  # type: ignore[operator]

    def the_prize(self) -> Said[int]:
        return Said("the prize", lambda w, y: w.prize)

    def count(self) -> Said[int]:
        noun = self.noun()
        return Said(
            f"the number of {noun.many}", lambda w, y: len(noun.fits(w, y)), noun.kinds | {"number"}
        )

    def head_count(self) -> Said[int]:
        who = self.people()
        return Said(
            f"the number of {who.many}", lambda w, y: len(who.fits(w, y)),
            who.kinds | {"number of players"},
        )  # fmt: skip

    def formula(self) -> Said[int]:
        a, n = self.dice.choice(("seed", "coin")), self.dice.randint(0, 3)
        told, value = self.dice.choice(
            [
                (f"your {a}s + {n}", lambda w, y: y.counters[a] + n),
                (f"max(0, your {a}s - {n})", lambda w, y: max(0, y.counters[a] - n)),
                (f"min(prize, your {a}s) + {n}", lambda w, y: min(w.prize, y.counters[a]) + n),
                (f"half up(your {a}s + {n})", lambda w, y: -(-(y.counters[a] + n) // 2)),
                (f"half down(your {a}s * {n})", lambda w, y: (y.counters[a] * n) // 2),
                (f"abs(your {a}s - {n})", lambda w, y: abs(y.counters[a] - n)),
                (f"2 * (prize - {n}) + your {a}s", lambda w, y: 2 * (w.prize - n) + y.counters[a]),
            ]
        )
        kinds = {"formula", "abs"} if "abs" in told else {"formula"}
        return Said(f"`={told}`", value, frozenset(kinds))

    def total(self) -> Said[int]:
        noun = self.noun()
        return Said(
            f"the total height of the {noun.many}",
            lambda w, y: sum(card.height or 0 for card in noun.fits(w, y)),
            noun.kinds | {"total"},
        )

    def extreme(self) -> Said[int]:
        noun = self.noun()
        word = self.dice.choice(("highest", "lowest"))

        def means(world: World, you: Player) -> int:
            heights = [c.height for c in noun.fits(world, you) if c.height is not None]
            if not heights:
                raise Silent("the highest of none")
            return max(heights) if word == "highest" else min(heights)

        return Said(f"the {word} height among the {noun.many}", means, noun.kinds | {"highest"})

    def variety(self) -> Said[int]:
        noun = self.noun()
        return Said(
            f"the number of different colours among the {noun.many}",
            lambda w, y: len({red for card in noun.fits(w, y) for red in card.colours}),
            noun.kinds | {"different"},
        )

    def counter(self) -> Said[int]:
        seed = self.dice.choice(("seed", "coin"))
        return Said(
            f"your {plural(seed)}", lambda w, y: y.counters[seed], frozenset({"your counter"})
        )

    def top_height(self) -> Said[int]:
        card = self.top()

        def means(world: World, you: Player) -> int:
            height = card.means(world, you).height
            if height is None:
                raise Silent("a number that is nothing")
            return height

        return Said(f"the height of {card.text}", means, card.kinds | {"height of"})

    def half(self, deep: int) -> Said[int]:
        part = self.amount(0)
        up = self.dice.random() < 0.5

        def means(world: World, you: Player) -> int:
            whole = part.means(world, you)
            return -(-whole // 2) if up else whole // 2

        word = "up" if up else "down"
        return Said(f"half {part.text}, rounded {word}", means, part.kinds | {"half"})

    def twice(self, deep: int) -> Said[int]:
        part = self.amount(0)
        return Said(f"twice {part.text}", lambda w, y: 2 * part.means(w, y), part.kinds | {"twice"})

    def plus(self, deep: int) -> Said[int]:
        a, n = self.amount(0), self.dice.randint(1, 3)
        return Said(f"{a.text} plus {n}", lambda w, y: a.means(w, y) + n, a.kinds | {"plus"})

    def minus(self, deep: int) -> Said[int]:
        a, n = self.amount(0), self.dice.randint(1, 3)
        return Said(f"{a.text} minus {n}", lambda w, y: a.means(w, y) - n, a.kinds | {"minus"})

    def times(self, deep: int) -> Said[int]:
        a, n = self.amount(0), self.dice.randint(2, 3)
        return Said(f"{a.text} times {n}", lambda w, y: a.means(w, y) * n, a.kinds | {"times"})

    def more(self, deep: int) -> Said[int]:
        a, n = self.amount(0), self.dice.randint(1, 3)
        word = self.dice.choice(("more", "less"))
        sign = 1 if word == "more" else -1
        return Said(
            f"{n} {word} than {a.text}", lambda w, y: a.means(w, y) + sign * n, a.kinds | {"more"}
        )

    def apart(self, deep: int) -> Said[int]:
        a, b = self.amount(0), self.amount(0)
        return Said(
            f"the difference between {a.text} and {b.text}",
            lambda w, y: abs(a.means(w, y) - b.means(w, y)),
            a.kinds | b.kinds | {"difference"},
        )

    # ---- conditions --------------------------------------------------------------------------

    def condition(self, deep: int = 1) -> Said[bool]:
        """A condition; with `deep`, also two of them joined."""
        ways = [
            self.some, self.each, self.all, self.none, self.several, self.only_n, self.there_is,
            self.there_is_not, self.there_are, self.have, self.have_counters, self.contains,
            self.empty, self.number_is, self.amount_is, self.parity, self.near, self.end_card,
            self.some_player, self.each_player, self.no_player, self.several_players,
            self.more_than, self.two_counters, self.the_most, self.some_share, self.you_are,
            self.the_only,
        ]  # fmt: skip
        ways += [self.some, self.each, self.none, self.several, self.only_n, self.the_only] * 2
        if deep:
            ways += [self.both, self.either] * 4
        before = len(self.spread)
        told = self.dice.choice(ways)()
        spread, self.spread = self.spread[before:], self.spread[:before]
        if spread and told.kinds & COUNTED and "none" not in told.kinds:
            return self.in_one_place(told, spread)
        return told

    def in_one_place(self, told: Said[bool], spread: list[Spread]) -> Said[bool]:
        """A condition that counts: it holds if it holds with one owner for each place.

        What a number is not, it is in none of the places.
        """
        met = all if "amount is not" in told.kinds else any

        def means(world: World, you: Player) -> bool:
            held = []
            for owners in product(*(one.owners(world, you) for one in spread)):
                alone = {one: [owner] for one, owner in zip(spread, owners, strict=True)}
                held.append(told.means(replace(world, looked_at=alone), you))
            return met(held)

        return Said(told.text, means, told.kinds | {"counted in one place"})

    def two(self) -> tuple[Said[bool], Said[bool]]:
        """Two conditions; other than whom is in question where both speak of players."""
        a, b = self.condition(0), self.condition(0)
        if "player" in a.text and ("another player" in b.text or "other player" in b.text):
            b = Said(b.text, b.means, b.kinds | {"another behind a player"})
        return a, b

    def both(self) -> Said[bool]:
        a, b = self.two()
        return Said(
            f"{a.text} and {b.text}", lambda w, y: _every(w, y, a, b), a.kinds | b.kinds | {"and"}
        )

    def either(self) -> Said[bool]:
        a, b = self.two()
        return Said(
            f"{a.text} or {b.text}", lambda w, y: _some(w, y, a, b), a.kinds | b.kinds | {"or"}
        )

    def _quantified(
        self, kind: str, words: str, noun: Noun, met: Callable[[list[bool]], bool], many: bool
    ) -> Said[bool]:
        said = self.saying()
        denied = not many and bool(said.denied) and self.dice.random() < 0.3
        verb = said.many if many else said.denied if denied else said.one

        def means(world: World, you: Player) -> bool:
            held = [said.holds(world, you, card) != denied for card in noun.fits(world, you)]
            return met(held)

        kinds = noun.kinds | said.kinds | {kind} | ({f"{kind} not"} if denied else set())
        return Said(f"{words} {verb}", means, frozenset(kinds))

    def some(self) -> Said[bool]:
        noun = self.noun()
        return self._quantified("some", article(noun.one), noun, any, False)

    def each(self) -> Said[bool]:
        noun = self.noun()
        return self._quantified("each", f"each {noun.one}", noun, all, False)

    def all(self) -> Said[bool]:
        noun = self.noun()
        return self._quantified("all", f"all {noun.many}", noun, all, True)

    def none(self) -> Said[bool]:
        noun = self.noun()
        return self._quantified("none", f"no {noun.one}", noun, lambda held: not any(held), False)

    def several(self) -> Said[bool]:
        noun = self.noun()
        n = self.dice.randint(2, 3)
        word, met = self.dice.choice(
            [
                ("at least", lambda held: sum(held) >= n),
                ("more than", lambda held: sum(held) > n),
                ("fewer than", lambda held: sum(held) < n),
                ("at most", lambda held: sum(held) <= n),
                ("exactly", lambda held: sum(held) == n),
            ]
        )
        return self._quantified("several", f"{word} {n} {noun.many}", noun, met, True)

    def only_n(self) -> Said[bool]:
        noun = self.noun()
        return self._quantified(
            "only 1", f"only 1 {noun.one}", noun, lambda held: sum(held) == 1, False
        )

    def the_only(self) -> Said[bool]:
        noun = self.noun(self.place())
        return self._quantified(
            "the only", f"the only {noun.one}", noun, lambda held: held == [True], False
        )

    def there_is(self) -> Said[bool]:
        noun = self.noun()
        return Said(
            f"there is {article(noun.one)}", lambda w, y: bool(noun.fits(w, y)),
            noun.kinds | {"there is"},
        )  # fmt: skip

    def there_is_not(self) -> Said[bool]:
        noun = self.noun()
        return Said(
            f"there is not {article(noun.one)}", lambda w, y: not noun.fits(w, y),
            noun.kinds | {"there is not"},
        )  # fmt: skip

    def there_are(self) -> Said[bool]:
        noun = self.noun()
        words, met, single = self.limit()
        told = f"there is {words} {noun.one}" if single else f"there are {words} {noun.many}"
        kinds = {"there are", *(["none"] if words == "no" else [])}
        return Said(told, lambda w, y: met(len(noun.fits(w, y))), noun.kinds | kinds)

    def have(self) -> Said[bool]:
        place = self.dice.choice(("hand", "bed"))
        noun = self.noun(Said(f"your {place}", lambda world, you: you.places[place]))
        words, met, single = self.limit()
        return Said(
            f"you have {words} {noun.one if single else noun.many}",
            lambda w, y: met(len(noun.fits(w, y))), noun.kinds | {"have things"},
        )  # fmt: skip

    def have_counters(self) -> Said[bool]:
        seed = self.dice.choice(("seed", "coin"))
        words, met, single = self.limit()
        return Said(
            f"you have {words} {seed if single else plural(seed)}",
            lambda w, y: met(y.counters[seed]), frozenset({"have counters"}),
        )  # fmt: skip

    def contains(self) -> Said[bool]:
        place = self.place()
        noun = self.dice.choice(("card", "flower", "weed", "tulip"))
        words, met, single = self.limit()
        return Said(
            f"{place.text} contains {words} {noun if single else plural(noun)}",
            lambda w, y: met(len([c for c in place.means(w, y) if c.is_a(noun)])),
            frozenset({"contains"}),
        )

    def empty(self) -> Said[bool]:
        place = self.place()
        denied = self.dice.random() < 0.5
        return Said(
            f"{place.text} is {'not ' if denied else ''}empty",
            lambda w, y: bool(place.means(w, y)) == denied, frozenset({"empty"}),
        )  # fmt: skip

    def number_is(self) -> Said[bool]:
        amount, (words, met) = self.count(), self.range()
        kinds = {"number is", *(["none"] if words == "0" else [])}
        return Said(
            f"{amount.text} is {words}", lambda w, y: met(amount.means(w, y)), amount.kinds | kinds
        )

    def amount_is(self) -> Said[bool]:
        a, b = self.amount(1), self.amount(0)
        words, met = self.dice.choice(
            [
                ("", lambda x, y: x == y),
                ("not ", lambda x, y: x != y),
                ("at least ", lambda x, y: x >= y),
                ("at most ", lambda x, y: x <= y),
                ("more than ", lambda x, y: x > y),
                ("less than ", lambda x, y: x < y),
            ]
        )
        verb = "are" if a.text.startswith("your ") else "is"
        return Said(
            f"{a.text} {verb} {words}{b.text}", lambda w, y: met(a.means(w, y), b.means(w, y)),
            a.kinds | b.kinds | {"amount is", *(["amount is not"] if words == "not " else [])},
        )  # fmt: skip

    def parity(self) -> Said[bool]:
        a = self.amount(0)
        odd = self.dice.random() < 0.5
        verb = "are" if a.text.startswith("your ") else "is"
        return Said(
            f"{a.text} {verb} {'odd' if odd else 'even'}",
            lambda w, y: a.means(w, y) % 2 == odd, a.kinds | {"parity"},
        )  # fmt: skip

    def near(self) -> Said[bool]:
        a, b, n = self.amount(0), self.amount(0), self.dice.randint(1, 2)
        verb = "are" if a.text.startswith("your ") else "is"
        return Said(
            f"{a.text} {verb} within {n} of {b.text}",
            lambda w, y: abs(a.means(w, y) - b.means(w, y)) <= n, a.kinds | b.kinds | {"near"},
        )  # fmt: skip

    def end_card(self) -> Said[bool]:
        card, said = self.top(), self.saying()
        denied = bool(said.denied) and self.dice.random() < 0.4
        return Said(
            f"{card.text} {said.denied if denied else said.one}",
            lambda w, y: said.holds(w, y, card.means(w, y)) != denied,
            card.kinds | said.kinds | {"end card"},
        )

    def you_are(self) -> Said[bool]:
        word = self.dice.choice(("tired", "muddy"))
        if self.dice.random() < 0.5:
            return Said(f"you are {word}", lambda w, y: word in y.statuses)
        return Said(f"you are not {word}", lambda w, y: word not in y.statuses)

    def _people(
        self, kind: str, words: str, who: People, met: Callable[[list[bool]], bool], many: bool
    ) -> Said[bool]:
        said = self.of_player()

        def means(world: World, you: Player) -> bool:
            return met([said.holds(world, you, player) for player in who.fits(world, you)])

        verb = said.many if many else said.one
        return Said(f"{words} {verb}", means, who.kinds | said.kinds | {kind})

    def some_player(self) -> Said[bool]:
        who = self.people()
        words = "another player" if who.one == "other player" else article(who.one)
        return self._people("some player", words, who, any, False)

    def each_player(self) -> Said[bool]:
        who = self.people()
        return self._people("each player", f"each {who.one}", who, all, False)

    def no_player(self) -> Said[bool]:
        who = self.people()
        return self._people("no player", f"no {who.one}", who, lambda held: not any(held), False)

    def several_players(self) -> Said[bool]:
        who, n = self.people(), self.dice.randint(2, 3)
        return self._people(
            "several players", f"at least {n} {who.many}", who, lambda held: sum(held) >= n, True
        )

    def more_than(self) -> Said[bool]:
        word = self.dice.choice(("more", "fewer"))
        who = self.dice.choice(("another player", "each other player"))
        what = self.dice.choice(("seeds", "coins", "cards in your hand", "flowers in your bed"))

        def means(world: World, you: Player) -> bool:
            held = [
                had(you, what) > had(other, what)
                if word == "more"
                else had(you, what) < had(other, what)
                for other in others(world, you)
            ]
            return any(held) if who == "another player" else all(held)

        return Said(f"you have {word} {what} than {who}", means, frozenset({"more than"}))

    def two_counters(self) -> Said[bool]:
        word = self.dice.choice(("more", "fewer"))
        return Said(
            f"you have {word} seeds than coins",
            lambda w, y: (y.counters["seed"] > y.counters["coin"])
            if word == "more" else (y.counters["seed"] < y.counters["coin"]),
            frozenset({"two counters"}),
        )  # fmt: skip

    def the_most(self) -> Said[bool]:
        word = self.dice.choice(("most", "fewest"))
        what = self.dice.choice(("seeds", "coins", "cards in your hand"))

        def means(world: World, you: Player) -> bool:
            best = max if word == "most" else min
            held = [had(player, what) for player in world.players]
            if held.count(best(held)) > 1 and had(you, what) == best(held):
                raise Silent("the most, shared")
            return had(you, what) == best(held)

        return Said(f"you have the {word} {what}", means, frozenset({"the most"}))

    def some_share(self) -> Said[bool]:
        a, b = self.noun(), self.noun()
        way = self.dice.choice(("shares", "same", "higher"))

        def means(world: World, you: Player) -> bool:
            held = []
            for x in a.fits(world, you):
                for y in b.fits(world, you):
                    if x is y:
                        raise Silent("whether a thing is compared with itself")
                    if way == "shares":
                        held.append(bool(x.colours & y.colours))
                    elif x.height is None or y.height is None:
                        raise Silent("the same nothing")
                    else:
                        held.append(x.height == y.height if way == "same" else x.height > y.height)
            return any(held)

        verb = {
            "shares": "shares a colour with",
            "same": "has the same height as",
            "higher": "has a higher height than",
        }[way]
        return Said(
            f"{article(a.one)} {verb} {article(b.one)}", means,
            a.kinds | b.kinds | {f"two described: {way}"},
        )  # fmt: skip


def _not(verb: str) -> str:
    """What is said of several, denied."""
    first, _, rest = verb.partition(" ")
    return f"are not {rest}" if first == "are" else f"do not {first} {rest}"


def _every(world: World, you: Player, *parts: Said[bool]) -> bool:
    return all([part.means(world, you) for part in parts])


def _some(world: World, you: Player, *parts: Said[bool]) -> bool:
    return any([part.means(world, you) for part in parts])
