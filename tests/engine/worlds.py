"""Pairs of worlds that differ only in what a seat may not know, and all that the seat is told."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from deckmastor.engine import State
from deckmastor.engine.inside import is_place_object, told_object
from deckmastor.engine.knowledge.imagined_worlds import _back, _become, _pinned, hidden, watched
from deckmastor.match import Decision, Event, IllegalChoice, Match, Option

PLAYERS = ["ann", "bob", "cy"]
TOPS = (2, 8, 25)  # so many cards on top of a deck stay, so that both worlds draw the same
HIDDEN = "a card "  # how an option names a card that is hidden
PASS = "pass"
EVENT = 10  # numbers of an event in the history
OBJECTS = (0, 1)  # those of them that can be things
VERBS = ("play", "draw", "discard", "steal", "destroy", "give", "choose")


class Memory:
    """What each player of a match has seen since it was looked at first."""

    def __init__(self, match: Match) -> None:
        self.seen: dict[str, set[int]] = {player: set() for player in match.players}
        self.heard = 0
        self.look(match)

    def look(self, match: Match) -> None:
        """Note what players see now, and what they saw of the events since the last look."""
        everything = range(match.rules.first_card, len(match.state.species))
        for seat, player in enumerate(match.players):
            self.seen[player].update(set(everything) - set(hidden(match.state, match.rules, seat)))
        for seat, player in enumerate(match.players):
            self.seen[player] |= shown_to(seat, match.events[self.heard :])
        self.heard = len(match.events)


def mentioned(state: State, seen: set[int]) -> set[int]:
    """Things that effects under way speak of, and those seen before that the history speaks of."""
    kept: set[int] = set()
    for record in state.recs.values():
        kept.update(record.regs)
        for members in record.sets.values():
            kept.update(members)
    for events in state.past:
        for field in OBJECTS:
            told = {told_object(one) for one in events[field::EVENT] if not is_place_object(one)}
            kept |= told & seen
    return kept


def dealt_anew(
    match: Match, player: str, dice: random.Random, ahead: bool, seen: set[int] | None = None
) -> Match | None:
    """A fork in which what a player does not see is dealt anew; None if that world cannot be.

    With `ahead`, what will be drawn next stays, so that both worlds can be played on. What the
    player has seen before, and the history speaks of, stays too.
    """
    seat = match.players.index(player)
    world = match.fork()
    state, rules = world.state, world.rules
    everything = set(range(len(state.species)))
    kept = _pinned(state, rules, seat) | mentioned(state, everything if seen is None else seen)
    if ahead:
        top = dice.choice(TOPS)
        for place, zone in enumerate(state.zones):
            if state.zowner[place] < 0:
                kept.update(zone[-top:])
    real = state.clone()
    groups: dict[Any, list[int]] = {}
    for thing in hidden(state, rules, seat):
        if thing not in kept:
            groups.setdefault(_back(state, rules, thing), []).append(thing)
    for things in groups.values():
        deal = dice.sample(things, len(things))
        _become(real, state, rules, things, deal)
    if not watched(state, rules):
        return None
    world.machine = world._at_work()
    return world


def told(match: Match, player: str, texts: list[str]) -> dict[str, Any]:
    """Everything that a player is told: view, log, questions, refusals, messages."""
    found: dict[str, Any] = {
        "view": match.view(player),
        "log": match.log(player, minor=True)[-40:],
        "reasons": [
            [event.card, event.why(1 << match.players.index(player))]
            for event in match.events[-40:]
            if event.why(1 << match.players.index(player)) is not None
        ],
        "asked": [
            [one.prompt, one.card, one.about, one.way, _answers(one.options)]
            for one in match.decisions
            if one.player == player
        ],
        "why not": [_refusal(match, player, text) for text in texts],
        "message": _message(match, player),
    }
    for one in found["view"]["decisions"]:
        one["options"] = [text for text in one["options"] if HIDDEN not in text]
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


def _answers(options: list[Option]) -> list[list[str]]:
    """Options but for those on hidden cards: to choose one by its kind tells that there is one."""
    return [[one.text, one.because.id] for one in options if HIDDEN not in one.text]


def _refusal(match: Match, player: str, text: str) -> list[str] | None:
    reason = match.why_not(player, text)
    return None if reason is None else [reason.id, reason.reason]


def _message(match: Match, player: str) -> str:
    try:
        match.fork().choose(player, "no such thing")
    except IllegalChoice as why:
        return str(why)
    return ""


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two worlds can be told apart."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted(one.keys() | other.keys())
        return [
            found
            for key in keys
            for found in differences(one.get(key), other.get(key), f"{path}/{key}")
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = zip(one, other, strict=True)
        return [f for i, (a, b) in enumerate(pairs) for f in differences(a, b, f"{path}/{i}")]
    return [] if one == other else [f"{path}: {one!r} or {other!r}"]


def played(match: Match, dice: random.Random, answers: int) -> Memory:
    """Let players answer by chance; what each of them has seen."""
    memory = Memory(match)
    for _ in range(answers):
        if match.over or not match.decisions:
            break
        match.choose(dice.choice(dice.choice(match.decisions).options))
        memory.look(match)
    return memory


def same_answer(world: Match, decision: Decision, option: Option) -> Option | None:
    """The answer in another world that looks the same; None if the player has none there."""
    alike = [text.text for text in decision.options].index
    for other in world.decisions:
        if (other.player, other.prompt) == (decision.player, decision.prompt):
            same = [one for one in decision.options if one.text == option.text]
            there = [one for one in other.options if one.text == option.text]
            at = same.index(option)
            return there[at] if at < len(there) and alike(option.text) >= 0 else None
    return None


def answers_of_both(mine: Match, world: Match) -> list[tuple[Decision, Option, Option]]:
    """The answers that can be given in both worlds: the question, and the option in each."""
    found: list[tuple[Decision, Option, Option]] = []
    for decision in mine.decisions:
        for option in decision.options:
            same = same_answer(world, decision, option)
            if same is not None:
                found.append((decision, option, same))
    return found


def made_otherwise(first: int, mine: Match, world: Match) -> bool:
    """Whether things made since then differ: copies of hidden cards do."""
    return mine.state.species[first:] != world.state.species[first:]


def shown_to(seat: int, events: list[Event]) -> set[int]:
    """The things that a seat was shown by events, whatever became of them."""
    return {_about(event) for event in events if event.seen >> seat & 1}


def _about(event: Event) -> int:
    """The thing that an event is about."""
    return event.things[0 if event.verb in ("enter", "leave") else 1]


def reckoned(mine: list[Event], theirs: list[Event], players: list[str]) -> bool:
    """Whether a rule did something else, because it looks at hidden cards.

    `The player with the most light scores 3 points.` tells who that is, whatever lies hidden. A
    pass, or that one match asks where the other goes on, is nothing that a rule did.
    """
    for one, other in zip(mine, theirs, strict=False):
        if _deed(one, players) != _deed(other, players):
            return PASS not in (one.verb, other.verb)
    return False


def _deed(event: Event, players: list[str]) -> tuple[str, str, str, int]:
    """What happened, without the cards to which it did."""
    who = event.agent if event.agent in players else ""
    return (event.verb, event.because.text, who, event.amount if who else 0)


def leaks(
    match: Match, dice: random.Random, memory: Memory, steps: int = 8,
    counts: Counter[str] | None = None,
) -> list[str]:  # fmt: skip
    """What tells a player two worlds apart, now or in the next steps; empty if nothing does."""
    counts = Counter() if counts is None else counts
    player = dice.choice(match.players)
    seen = memory.seen[player]
    names = sorted({thing.name for thing in match.game.book.things}) or ["nothing"]
    texts = [f"{dice.choice(VERBS)} {dice.choice(names)}" for _ in range(8)] + ["pass"]
    world = dealt_anew(match, player, dice, ahead=False, seen=seen)
    if world is not None:
        found = differences(told(match, player, texts), told(world, player, texts))
        counts["pairs"] += 1
        counts["cards"] += sum(
            one != other
            for one, other in zip(match.state.species, world.state.species, strict=True)
        )
        if found:
            return [f"{player} now {one}" for one in found]
    world = dealt_anew(match, player, dice, ahead=True, seen=seen)
    if world is None:
        return []
    mine = match.fork()
    seat = match.players.index(player)
    kept = mine.state.species
    kinds = zip(kept, world.state.species, strict=True)
    dealt = {thing for thing, (one, other) in enumerate(kinds) if one != other}
    for _ in range(steps):
        answers = answers_of_both(mine, world)
        if mine.over or world.over or not answers:
            break
        decision, option, same = dice.choice(answers)
        before = (len(mine.events), len(world.events))
        mine.choose(option)
        world.choose(same)
        if reckoned(mine.events[before[0] :], world.events[before[1] :], mine.players):
            counts["reckoned"] += 1
            break
        if mine.over or world.over:
            break  # rules may reckon the result from cards in hands, and tell it
        known = set(range(len(kept))) - set(hidden(mine.state, mine.rules, seat))
        known |= set(range(len(kept))) - set(hidden(world.state, world.rules, seat))
        known |= shown_to(seat, mine.events[before[0] :])
        known |= shown_to(seat, world.events[before[1] :])
        if dealt & known or made_otherwise(len(kept), mine, world):
            break  # the player has come to see a card that is another one in the other world
        counts["steps"] += 1
        found = differences(told(mine, player, texts[:4]), told(world, player, texts[:4]))
        if found:
            return [f"{player} after {decision.player} {option.text!r}: {one}" for one in found]
    return []
