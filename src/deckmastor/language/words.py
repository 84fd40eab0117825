"""The words that every rulebook has: the nouns of play, the primitive verbs and their frames."""

from __future__ import annotations

from deckmastor.language.lexicon import Frame, Lexicon

# noun: sort
KINDS = {
    "thing": "", "entity": "player", "player": "player", "card": "card", "rule": "rule",
    "proposal": "proposal",
    "item": "card", "modifier": "modifier", "action": "event", "place": "place",
    "game": "time", "turn": "time", "round": "time", "phase": "time",
    "day": "time", "week": "time", "month": "time", "year": "time", "hour": "time",
    "minute": "time", "Monday": "time", "Tuesday": "time", "Wednesday": "time",
    "Thursday": "time", "Friday": "time", "Saturday": "time", "Sunday": "time",
    "counter": "counter", "collection": "place", "list": "place",
    "number": "number", "word": "word", "trigger": "event", "replacement": "event",
    "claim": "event", "office": "office", "row": "row", "choice": "event", "vote": "event",
}  # fmt: skip
TIME_UNITS = ("minute", "hour", "day", "week", "month", "year", "turn", "round", "phase")

# property: (owner, sort)
ATTRS = {
    "name": ("", "word"), "text": ("", "text"), "owner": ("thing", "player"),
    "holder": ("thing", "player"), "original": ("thing", "card"),
    "type": ("card", "word"), "author": ("", "player"), "class": ("", "word"),
    "voting period": ("proposal", "time"), "turn order": (None, "order"),
    "title": ("rule", "word"), "power": ("rule", "number"), "cost": ("", "number"),
    "target": ("card", ""), "mention": ("card", ""), "doer": ("", "player"),
    "date": ("", "time"), "winner": ("game", "player"),
    "effect": ("thing", ""), "adoption time": ("rule", "time"),
    "parent": ("rule", "rule"), "state": ("rule", "word"), "seat number": ("player", "number"),
    "end": ("effect", "time"),
}  # fmt: skip
VALUES = (
    "trigger timing", "choice timing", "check timing", "announce timing", "target wording",
    "choice secrecy", "then timing", "and timing", "chain limit",
    "resolution limit", "nesting limit", "desertion",
)  # fmt: skip
UNITS = {"point": "player", "vote for": "proposal", "vote against": "proposal",
         "abstention": "proposal"}  # fmt: skip
STATUSES = {"face up": "card", "face down": "card", "empty": "place", "even": "number",
            "odd": "number", "affected": "player", "defined": "", "involved": "card"}  # fmt: skip

MOVE = "!to !into !onto !on_the_top_of !on_the_bottom_of !below !above from"
# verb: (frame, sort of the object, sort of the doer)
VERBS = {
    "move": (f"O {MOVE}", "card", ""),
    "create": ("O in to into onto", "", ""),
    "remove": ("O from", "", ""),
    "shuffle": ("O into", "where", ""),
    "reverse": ("O", "", ""),
    "reveal": ("O to", "", ""),
    "show": ("O to", "", ""),
    "look at": ("O", "", "player"),
    "gain": ("O from", "", ""),
    "lose": ("O to", "", ""),
    "pay": ("O to for", "counter", ""),
    "set": ("O !to", "", ""),
    "become": ("O", "", ""),
    "increase": ("o !by", "", ""),
    "decrease": ("o !by", "", ""),
    "choose": ("O from for", "", "player"),
    "target": ("O", "", ""),
    "roll": ("o for", "", ""),
    "reroll": ("-", "", "player"),
    "play": ("O from onto into", "card", "player"),
    "cancel": ("O", "card", ""),
    "resolve": ("o as from", "card", ""),
    "pass": ("-", "", ""),
    "default": ("-", "", "player"),
    "end": ("o", "", ""),
    "skip": ("O", "time", ""),
    "take": ("O from", "", "player"),
    "win": ("o", "", "player"),
    "submit": ("O", "", "player"),
    "vote": ("- !for !against !on", "", "player"),
    "adopt": ("O", "", ""),
    "amend": ("O", "", ""),
    "repeal": ("O", "", ""),
    # events that other acts make, and states that are asked for
    "enter": ("O from", "place", "card"),
    "leave": ("O", "place", "card"),
    "begin": ("o", "time", ""),
    "take effect": ("-", "", ""),
    "fail": ("-", "", ""),
    "act": ("- for", "", ""),
    "abstain": ("-", "", "player"),
    "consent": ("- to", "", "player"),
    "object": ("- to", "", "player"),
    "withdraw": ("O", "", "player"),
    "bring": ("O !to !into !onto", "", "player"),
    "hold": ("O", "", ""),
    "remain": ("-", "", ""),
    "exist": ("-", "", ""),
    "require": ("O", "", ""),
}

# Verbs that have one meaning in every book. Others of the list above name what a book may fill in.
FIXED = frozenset({
    "move", "create", "remove", "shuffle", "reverse", "reveal", "look at", "gain", "lose", "pay",
    "set", "become", "increase", "decrease", "choose", "target", "roll", "play", "cancel",
    "resolve", "pass", "end", "skip", "win", "submit", "vote", "adopt", "amend", "repeal", "enter",
    "begin", "take effect",
})  # fmt: skip


def core_lexicon() -> Lexicon:
    """The vocabulary before any book was read."""
    lexicon = Lexicon()
    for noun, sort in KINDS.items():
        lexicon.add_kind(noun, sort=sort)
    lexicon.add_kind("copy", "card")
    for noun, (owner, sort) in ATTRS.items():
        if noun not in KINDS:
            lexicon.add_attr(noun, owner, sort)
    for noun in VALUES:
        lexicon.add_attr(noun, None, "")
    for noun, owner in UNITS.items():
        lexicon.add_unit(noun, owner)
    for word, of in STATUSES.items():
        lexicon.add_status(word, of)
    for verb, (frame, obj_sort, agent_sort) in VERBS.items():
        lexicon.add_verb(verb, Frame.of(frame, obj_sort, agent_sort))
    lexicon.add_alias("put", "move")
    lexicon.roles["player"] = "card"
    lexicon.base.update({*ATTRS, *VALUES, "item", "row", "word", "choice", "counter"})
    lexicon.base.update({"bring", "default", "reroll", "involved"})
    return lexicon
