"""Pairs of worlds that differ only in what a seat may not know, and all that the seat is told."""

from __future__ import annotations

import json
import random
from typing import Any

from deckmastor.engine.knowledge.imagined_worlds import (
    _back,
    _become,
    _mentioned,
    _pinned,
    hidden,
    watched,
)
from deckmastor.match import Decision, IllegalChoice, Match, Option

PLAYERS = ["ann", "bob", "cy"]
TOP = 25  # so many cards on top of a deck stay, so that both worlds draw the same
VERBS = ("play", "draw", "discard", "steal", "destroy", "give", "choose")


def dealt_anew(match: Match, player: str, dice: random.Random, ahead: bool) -> Match | None:
    """A fork in which what a player does not see is dealt anew; None if that world cannot be.

    With `ahead`, what will be drawn next stays, so that both worlds can be played on.
    """
    seat = match.players.index(player)
    world = match.fork()
    state, rules = world.state, world.rules
    kept = _pinned(state, rules, seat) | _mentioned(state)
    if ahead:
        for place, zone in enumerate(state.zones):
            if state.zowner[place] < 0:
                kept.update(zone[-TOP:])
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
            [one.prompt, one.card, one.about, one.way, [_answer(option) for option in one.options]]
            for one in match.decisions
            if one.player == player
        ],
        "why not": [_refusal(match, player, text) for text in texts],
        "message": _message(match, player),
    }
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


def _answer(option: Option) -> list[str]:
    return [option.text, option.because.id]


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


def played(match: Match, dice: random.Random, answers: int) -> None:
    """Let players answer by chance."""
    for _ in range(answers):
        if match.over or not match.decisions:
            return
        match.choose(dice.choice(dice.choice(match.decisions).options))


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


def leaks(match: Match, dice: random.Random, steps: int = 8) -> list[str]:
    """What tells a player two worlds apart, now or in the next steps; empty if nothing does."""
    player = dice.choice(match.players)
    names = sorted({thing.name for thing in match.game.book.things}) or ["nothing"]
    texts = [f"{dice.choice(VERBS)} {dice.choice(names)}" for _ in range(8)] + ["pass"]
    world = dealt_anew(match, player, dice, ahead=False)
    if world is not None:
        found = differences(told(match, player, texts), told(world, player, texts))
        if found:
            return [f"{player} now {one}" for one in found]
    world = dealt_anew(match, player, dice, ahead=True)
    if world is None:
        return []
    mine = match.fork()
    seat = match.players.index(player)
    kinds = zip(mine.state.species, world.state.species, strict=True)
    dealt = {thing for thing, (one, other) in enumerate(kinds) if one != other}
    for _ in range(steps):
        if mine.over or world.over or not mine.decisions:
            break
        decision = dice.choice(mine.decisions)
        option = dice.choice(decision.options)
        same = same_answer(world, decision, option)
        if same is None:
            break
        mine.choose(option)
        world.choose(same)
        if mine.over or world.over:
            break  # rules may reckon the result from cards in hands, and tell it
        if any(dealt - set(hidden(one.state, one.rules, seat)) for one in (mine, world)):
            break  # the player has come to see a card that is another one in the other world
        found = differences(told(mine, player, texts[:4]), told(world, player, texts[:4]))
        if found:
            return [f"{player} after {decision.player} {option.text!r}: {one}" for one in found]
    return []
