"""Pairs of rules that say one thing in two ways; each law makes random ones of its kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from meaning.lockstep import Side
from meaning.second_opinion import World

Pair = tuple[Side, Side]
RuleLaw = Callable[[random.Random], Pair]
RULE_LAWS: dict[str, RuleLaw] = {}

# What a player may do, as it is said of you and of one who does it.
ACTS = {
    "rest": "rests", "doze": "dozes", "dig": "digs", "sulk": "sulks", "draw a card": "draws a card",
    "discard a card": "discards a card", "plant a card": "plants a card",
    "uproot a card": "uproots a card", "plant a wilted card": "plants a wilted card",
    "discard a flower": "discards a flower", "gain 1 seed": "gains 1 seed",
}  # fmt: skip
EFFECTS = (
    "gains 1 mark", "gains 2 marks", "loses 1 seed", "gains 1 seed", "becomes muddy", "rests",
    "draws a card", "discards a card", "plants a card", "becomes cross",
)  # fmt: skip
OF_THEM = (
    "they are tired", "they are not muddy", "they have at least 2 seeds", "they have no coins",
    "they have a card in their hand", "they have no cards in their hand",
    "they have more than 1 card in their bed", "they are cross", "they have fewer than 2 coins",
    "they have the most seeds",
)  # fmt: skip
OF_ALL = (
    "the shed is empty", "the shed is not empty", "there is a weed in the shed",
    "the discard pile contains at least 2 cards", "there are no flowers in the discard pile",
    "the number of cards in the discard pile is even", "the prize is 3", "no player is tired",
    "at least 2 players are calm",
)  # fmt: skip
EVENTS = {  # active, passive
    "a player discards a card": "a card is discarded by a player",
    "a player plants a card": "a card is planted by a player",
    "a player plants a flower": "a flower is planted by a player",
    "a player uproots a card": "a card is uprooted by a player",
    "a player draws a card": "a card is drawn by a player",
    "a player discards a wilted card": "a wilted card is discarded by a player",
}
SPOKEN = ("a player", "each player", "the player at turn")
ROADS = (  # all that players do on the meadow, so that rules meet it
    "The player at turn may rest.", "The player at turn may doze.", "A player may draw a card.",
    "The player at turn may discard a card.", "The player at turn may plant a card.",
    "The player at turn may uproot a card.", "A player may dig.", "A player may sulk.",
)  # fmt: skip


def rule_law(name: str) -> Callable[[RuleLaw], RuleLaw]:
    """Enter a law."""

    def enter(function: RuleLaw) -> RuleLaw:
        RULE_LAWS[name] = function
        return function

    return enter


def upper(text: str) -> str:
    """A text that begins with a capital."""
    return text[0].upper() + text[1:]


def effect(dice: random.Random, who: str = "they") -> str:
    """What they, or that player, do."""
    act = dice.choice(EFFECTS)
    if who != "they":
        return f"{who} {act}"
    verb, _, rest = act.partition(" ")
    plain = {"gains": "gain", "loses": "lose", "becomes": "become", "rests": "rest",
             "draws": "draw", "discards": "discard", "plants": "plant"}[verb]  # fmt: skip
    return f"they {plain} {rest}".strip()


def trigger(dice: random.Random) -> str:
    """A rule that waits for an act."""
    return f"When {dice.choice(list(EVENTS))}, {effect(dice)}."


def given(dice: random.Random) -> str:
    """A condition of a rule about a player."""
    return dice.choice(OF_THEM + OF_ALL)


# ---- permissions -----------------------------------------------------------------------------


@rule_law("may A or B permits both")
def may_or(dice: random.Random) -> Pair:
    a, b = dice.sample(list(ACTS), 2)
    who = dice.choice(SPOKEN)
    before = dice.choice(("", "At any time, ")) if who != "the player at turn" else ""
    after = dice.choice(("", f" if {given(dice)}"))
    return (
        Side((upper(f"{before}{who} may {a} or {b}{after}."),)),
        Side(tuple(upper(f"{before}{who} may {one}{after}.") for one in (a, b))),
    )


@rule_law("a player, each player and players may")
def may_all(dice: random.Random) -> Pair:
    a, after = dice.choice(list(ACTS)), dice.choice(("", f" if {given(dice)}"))
    said = [f"A player may {a}{after}.", f"Each player may {a}{after}.", f"Players may {a}{after}."]
    one, two = dice.sample(said, 2)
    return Side((one,)), Side((two,))


@rule_law("a permission given twice is given once")
def may_twice(dice: random.Random) -> Pair:
    a = dice.choice(list(ACTS))
    rule = f"The player at turn may {a}."
    return Side((rule,)), Side((rule, f"The player at turn may {a} if the prize is 3."))


@rule_law("may unless is may if not")
def may_unless(dice: random.Random) -> Pair:
    a = dice.choice(list(ACTS))
    yes, no = dice.choice(
        (
            ("they are tired", "they are not tired"),
            ("they have at least 2 seeds", "they have fewer than 2 seeds"),
            ("the shed is empty", "the shed is not empty"),
            ("they have no cards in their hand", "they have at least 1 card in their hand"),
            ("no player is muddy", "a player is muddy"),
        )
    )
    return (
        Side((f"The player at turn may {a} if {yes}.",)),
        Side((f"The player at turn may {a} unless {no}.",)),
    )


# ---- prohibitions ----------------------------------------------------------------------------


@rule_law("cannot A or B forbids both")
def cannot_or(dice: random.Random) -> Pair:
    a, b = dice.sample([one for one in ACTS if one != "gain 1 seed"], 2)
    who = dice.choice(("a player", "a tired player", "a player who has no seeds"))
    return (
        Side((*ROADS, upper(f"{who} cannot {a} or {b}."))),
        Side((*ROADS, upper(f"{who} cannot {a}."), upper(f"{who} cannot {b}."))),
    )


@rule_law("no player may A or B forbids both")
def no_player_or(dice: random.Random) -> Pair:
    a, b = dice.sample([one for one in ACTS if one != "gain 1 seed"], 2)
    return (
        Side((*ROADS, f"No player may {a} or {b}.")),
        Side((*ROADS, f"No player may {a}.", f"No player may {b}.")),
    )


@rule_law("cannot is No … may")
def no_may(dice: random.Random) -> Pair:
    a = dice.choice(list(ACTS))
    who = dice.choice(("player", "tired player", "muddy player", "player who has no coins"))
    return (
        Side((*ROADS, f"A {who} cannot {a}.")),
        Side((*ROADS, f"No {who} may {a}.")),
    )


@rule_law("cannot discard K is K cannot be discarded")
def cannot_be(dice: random.Random) -> Pair:
    noun = dice.choice(("weed", "wilted card", "red card", "flower with a height of at least 2"))
    verb, done = dice.choice(
        (("discard", "discarded"), ("plant", "planted"), ("uproot", "uprooted"))
    )
    said = [
        f"A player cannot {verb} a {noun}.",
        f"A {noun} cannot be {done}.",
        f"A {noun} cannot be {done} by a player.",
        f"No {noun} can be {done}.",
        f"No player may {verb} a {noun}.",
    ]
    one, two = dice.sample(said, 2)
    return Side((*ROADS, one)), Side((*ROADS, two))


@rule_law("may only if forbids the rest")
def only_if(dice: random.Random) -> Pair:
    a, c = dice.choice([one for one in ACTS if one != "gain 1 seed"]), given(dice)
    return (
        Side((*ROADS, f"A player may {a} only if {c}.")),
        Side((*ROADS, f"A player cannot {a} unless {c}.")),
    )


@rule_law("a condition of a prohibition can be a description")
def described(dice: random.Random) -> Pair:
    a = dice.choice(list(ACTS))
    said = dice.choice(
        (
            ("a tired player", "a player", "if they are tired"),
            ("a player who is not muddy", "a player", "unless they are muddy"),
            ("a player with at least 2 seeds", "a player", "while they have at least 2 seeds"),
            ("a player whose hand is empty", "a player", "if they have no cards in their hand"),
        )
    )
    word = dice.choice(("cannot", "may"))
    roads = ROADS if word == "cannot" else ()
    return (
        Side((*roads, upper(f"{said[0]} {word} {a}."))),
        Side((*roads, upper(f"{said[1]} {word} {a} {said[2]}."))),
    )


# ---- triggers --------------------------------------------------------------------------------


@rule_law("active events are passive events")
def passive(dice: random.Random) -> Pair:
    active = dice.choice(list(EVENTS))
    done = effect(dice, "that player")
    return (
        Side((*ROADS, f"When {active}, {done}.")),
        Side((*ROADS, f"When {EVENTS[active]}, {done}.")),
    )


@rule_law("they is that player")
def pronoun(dice: random.Random) -> Pair:
    event, act = dice.choice(list(EVENTS)), dice.choice(EFFECTS)
    verb, _, rest = act.partition(" ")
    plain = {"becomes": "become"}.get(verb, verb.removesuffix("s"))
    c = dice.choice(("", *(f"if {one}, " for one in OF_THEM)))
    noun = c.replace("they are", "that player is").replace("they have", "that player has")
    return (
        Side((*ROADS, f"When {event}, {c}they {plain} {rest}".strip() + ".")),
        Side((*ROADS, f"When {event}, {noun}that player {act}.")),
    )


@rule_law("a condition of a trigger can stand before or behind")
def before_behind(dice: random.Random) -> Pair:
    event, c, done = dice.choice(list(EVENTS)), given(dice), effect(dice)
    return (
        Side((*ROADS, f"When {event}, if {c}, {done}.")),
        Side((*ROADS, f"When {event}, {done} if {c}.")),
    )


@rule_law("what is always so can be added to a trigger")
def always(dice: random.Random) -> Pair:
    event, done = dice.choice(list(EVENTS)), effect(dice)
    true = dice.choice(
        ("the prize is 3", "there is a player", "the number of players is at least 2")
    )
    return (
        Side((*ROADS, f"When {event}, {done}.")),
        Side((*ROADS, f"When {event}, if {true}, {done}.")),
    )


@rule_law("what is always so can be added to a state")
def always_state(dice: random.Random) -> Pair:
    state, done = dice.choice(
        (
            ("at least 2 players are tired", "each player gains 1 mark"),
            ("the discard pile contains at least 2 cards", "each player gains 1 mark"),
            ("the discard pile is not empty", "each player gains 1 mark"),
            ("no player is calm", "each player gains 1 mark"),
        )
    )
    true = dice.choice(("the prize is 3", "there are at least 2 players"))
    return (
        Side((*ROADS, f"When {state}, {done}.")),
        Side((*ROADS, f"When {state} and {true}, {done}.")),
    )


@rule_law("what is always so can be added to the state of a player")
def always_player(dice: random.Random) -> Pair:
    state = dice.choice(
        ("has no cards in their hand", "has at least 2 coins", "is tired", "is muddy", "is cross")
    )
    true = dice.choice(("the prize is 3", "the quarry is empty"))
    return (
        Side((*ROADS, f"When a player {state}, they gain 1 mark.")),
        Side((*ROADS, f"When a player {state} and {true}, they gain 1 mark.")),
    )


@rule_law("what is always so can be added to the state of each")
def always_each(dice: random.Random) -> Pair:
    state = dice.choice(("is tired", "is cross", "is muddy"))
    true = "there are at least 2 players"
    return (
        Side((*ROADS, f"When each player {state}, each player gains 1 mark.")),
        Side((*ROADS, f"When each player {state} and {true}, each player gains 1 mark.")),
    )


@rule_law("when each is so is when no one is not")
def each_state(dice: random.Random) -> Pair:
    each, none = dice.choice(
        (
            ("each player is tired", "no player is not tired"),
            ("each player has a card in their bed", "no player has no cards in their bed"),
            ("each player is cross", "no player is calm"),
            ("each player has at least 1 coin", "no player has fewer than 1 coin"),
        )
    )
    return (
        Side((*ROADS, f"When {each}, each player gains 1 mark.")),
        Side((*ROADS, f"When {none}, each player gains 1 mark.")),
    )


@rule_law("when each hand is empty")
def each_hand(dice: random.Random) -> Pair:
    said = dice.choice(("each player's hand is empty", "each hand is empty"))
    return (
        Side((*ROADS, f"When {said}, each player gains 1 mark.")),
        Side((*ROADS, "When no player has a card in their hand, each player gains 1 mark.")),
    )


@rule_law("either of two events is two rules")
def two_events(dice: random.Random) -> Pair:
    (a, b), done = dice.sample(["discards a card", "plants a card", "uproots a card", "draws a card"], 2), (
        dice.choice(("they gain 1 mark", "they lose 1 seed", "they become muddy"))
    )  # fmt: skip
    return (
        Side((*ROADS, f"When a player {a} or {b}, {done}.")),
        Side((*ROADS, f"When a player {a}, {done}.", f"When a player {b}, {done}.")),
    )


# ---- books -----------------------------------------------------------------------------------


def several(dice: random.Random) -> list[str]:
    """A few rules of different sorts that do not come in each other's way."""
    rules = [
        f"When {dice.choice(list(EVENTS))}, they gain 1 mark.",
        f"A player cannot {dice.choice(list(ACTS))} if {given(dice)}.",
        f"The player at turn may {dice.choice(list(ACTS))} if {given(dice)}.",
        f"A card is wilted if it is in {dice.choice(('the shed', 'the discard pile'))}.",
        f"When a player has at least {dice.randint(2, 3)} coins, they lose 1 seed.",
    ]
    return dice.sample(rules, 3)


@rule_law("the order of the rules in a book")
def order(dice: random.Random) -> Pair:
    rules = [*ROADS, *several(dice)]
    return Side(tuple(rules)), Side(tuple(dice.sample(rules, len(rules))))


@rule_law("a rule adopted at the start is one in the book")
def adopted(dice: random.Random) -> Pair:
    rules = several(dice)
    held = dice.choice([one for one in rules if not one.startswith("A card is")])
    rest = tuple(one for one in rules if one != held)
    return Side((*ROADS, held, *rest)), Side((*ROADS, *rest), adopted=(held,))


@rule_law("the text of a card in play is a rule")
def on_a_card(dice: random.Random) -> Pair:
    held = dice.choice([one for one in several(dice) if "may" not in one.split()])
    return Side((*ROADS, held)), Side(ROADS, standing=(held,))


@rule_law("the text of a card in play is the same text adopted")
def card_or_adopted(dice: random.Random) -> Pair:
    held = dice.choice([one for one in several(dice) if not one.startswith("A card is")])
    return Side(ROADS, adopted=(held,)), Side(ROADS, standing=(held,))


@rule_law("a defined verb in a rule is its definition")
def verb(dice: random.Random) -> Pair:
    noun = dice.choice(("card", "flower", "wilted card"))
    one, two = dice.choice(
        (
            (f"discard a {noun}", f"move a {noun} from their hand to the discard pile"),
            (f"plant a {noun}", f"move a {noun} from their hand to their bed"),
            (f"uproot a {noun}", f"move a {noun} from their bed to the discard pile"),
            ("rest", "gain 1 coin"),
            ("doze", "become tired"),
        )
    )
    event = dice.choice(("a player dozes", "a player sulks", "a player digs"))
    return (
        Side((*ROADS, f"When {event}, they {one}.")),
        Side((*ROADS, f"When {event}, they {two}.")),
    )


@rule_law("facts: if is unless not, and a fact is its description")
def facts(dice: random.Random) -> Pair:
    told = dice.choice(
        (
            ("A card is wilted if it is in the shed.", "Cards in the shed are wilted.",
             "Each card in the shed is wilted."),
            ("A player is muddy if they are tired.", "A tired player is muddy.",
             "Each tired player is muddy."),
            ("A player is muddy if they have no cards in their hand.",
             "A player is muddy unless they have at least 1 card in their hand.",
             "A player who has no cards in their hand is muddy.",
             "A player whose hand is empty is muddy."),
        )
    )  # fmt: skip
    one, two = dice.sample(told, 2)
    seen = ("At the beginning of each turn, each muddy player gains 1 mark.",
            "When a player rests, each wilted card gains 1 mark.")  # fmt: skip
    return Side((*ROADS, *seen, one)), Side((*ROADS, *seen, two))


# ---- roads to what is forbidden --------------------------------------------------------------


@dataclass(frozen=True)
class Forbidden:
    """An act that a sentence forbids: its verb, who cannot do it, and to which cards."""

    verb: str
    tired: bool = False  # only tired players cannot
    noun: str = "card"

    def _card(self, world: World, name: str) -> bool:
        cards = [c for places in _all_places(world) for c in places if c.name == name]
        return any(card.is_a(self.noun) for card in cards)

    def offers(self, world: World, who: str, what: str) -> bool:
        """True if an option is the forbidden act; of whom is not asked where it depends."""
        verb, _, name = what.partition(" ")
        if verb != self.verb or self.tired:
            return False
        return self.noun == "card" or self._card(world, name)

    def broken(self, world: World, tired: set[str], verb: str, agent: str, name: str) -> bool:
        """True if an event is the forbidden act."""
        if verb != self.verb or (self.tired and agent not in tired):
            return False
        return self.noun == "card" or self._card(world, name)


def _all_places(world: World) -> list[list]:  # type: ignore[type-arg]
    found = list(world.places.values())
    return found + [cards for player in world.players for cards in player.places.values()]


FORBIDDEN = {
    "A player cannot discard cards.": Forbidden("discard"),
    "No player may discard a card.": Forbidden("discard"),
    "A card cannot be discarded.": Forbidden("discard"),
    "A player cannot plant a flower.": Forbidden("plant", noun="flower"),
    "No flower can be planted.": Forbidden("plant", noun="flower"),
    "A weed cannot be uprooted.": Forbidden("uproot", noun="weed"),
    "A tired player cannot discard a card.": Forbidden("discard", tired=True),
    "A tired player cannot plant cards.": Forbidden("plant", tired=True),
    "A player cannot uproot a card if they are tired.": Forbidden("uproot", tired=True),
    "A player cannot rest or uproot a card.": Forbidden("uproot"),
}


def by_any_road(said: str) -> tuple[str, ...]:
    """A prohibition, and permissions, triggers, duties and other verbs that lead to the act."""
    return (
        *ROADS,
        "To tidy is to discard a card. To garden is to plant a card, then uproot a card.",
        "The player at turn may tidy.",
        "The player at turn may garden.",
        "When a player rests, they discard a card.",
        "When a player dozes, they plant a card.",
        "When a player digs, each player uproots a card.",
        "When a player sulks, they may plant a card. If they do not, they may uproot a card.",
        "When a player draws a card, they discard a card or plant a card.",
        "When a card is uprooted, each player discards a random card.",
        "If a player would plant a weed, they discard a card instead.",
        said,
    )
