"""The primitive verbs and their numbers: `MOVE`, `GAIN`, `PLAY`."""

from __future__ import annotations

from typing import Final

GAME: Final = -2  # the agent of acts of the game itself
UNSAID: Final = 0  # the amount of an event that no sentence demands

# The verbs with fixed numbers, in the order of the numbers.
PRIMITIVES: Final = (
    "move", "enter", "leave", "gain", "lose", "pay", "set", "become", "create", "remove",
    "shuffle", "reverse", "reveal", "look at", "choose", "target", "roll", "play", "cancel",
    "resolve", "pass", "end", "skip", "take", "win", "begin", "fail", "act", "submit", "vote",
    "adopt", "amend", "repeal", "take effect", "withdraw", "abstain", "consent", "object", "show",
    "bring", "reroll", "default",
)  # fmt: skip
MOVE: Final = 0
ENTER: Final = 1
LEAVE: Final = 2
GAIN: Final = 3
LOSE: Final = 4
PAY: Final = 5
SET: Final = 6
BECOME: Final = 7
CREATE: Final = 8
REMOVE: Final = 9
SHUFFLE: Final = 10
REVERSE: Final = 11
REVEAL: Final = 12
LOOK: Final = 13
CHOOSE: Final = 14
TARGET: Final = 15
ROLL: Final = 16
PLAY: Final = 17
CANCEL: Final = 18
RESOLVE: Final = 19
PASS: Final = 20
END: Final = 21
SKIP: Final = 22
TAKE: Final = 23
WIN: Final = 24
BEGIN: Final = 25
FAIL: Final = 26
ACT: Final = 27
SUBMIT: Final = 28
VOTE: Final = 29
ADOPT: Final = 30
AMEND: Final = 31
REPEAL: Final = 32
TAKE_EFFECT: Final = 33
WITHDRAW: Final = 34
ABSTAIN: Final = 35
CONSENT: Final = 36
OBJECT: Final = 37
SHOW: Final = 38
BRING: Final = 39
REROLL: Final = 40
DEFAULT: Final = 41
