"""The layout of a State: which scalar and which label of a record means what."""

from __future__ import annotations

from typing import Final

CLOSING: Final = 8  # value of STAGE: the game ends

# The first scalars of every game.
TURN: Final = 0  # the player at turn
DIRECTION: Final = 1  # 1 or -1: how the turn goes round
STAGE: Final = 2  # where the flow of the game is (turns/flow.py)
PHASE: Final = 3  # which phase of the turn, by index
TURNS: Final = 4  # turns begun
ROUNDS: Final = 5  # rounds begun
PHASES: Final = 6  # phases begun
CLOCK: Final = 7  # seconds of UTC, as last ticked
OVER: Final = 8  # 1 when the game is over
ENDING: Final = 9  # bits of what ends: 1 phase, 2 turn, 4 game; 8: it was won before its end
DESERTED: Final = 16  # bit of ENDING: at most one player is left; bits from 8 up: the sentence
RESULT: Final = 10  # the last roll
STARTER: Final = 11  # who began the round
EFFECTS: Final = 12  # texts begun; events note it, so that a text can ask what it did itself
SERIAL: Final = 13  # counts what comes into force: rules adopted, cards that enter play
OUTSIDE: Final = 14  # 1 if chance is answered from outside
TICKED: Final = 15  # the last tick; CLOCK follows it, boundary by boundary
DAYS: Final = 16  # the day, week and month of CLOCK, counted
WEEKS: Final = 17
MONTHS: Final = 18
ANCHOR: Final = 19  # the instant from which a length of time is computed, or 0 for now
PERIODS: Final = 20  # the phase of the week, counted, where weeks have phases
DISCREET: Final = 21  # 1 if players are asked even where silence would show that they cannot act
HEAD: Final = 22  # how many scalars every game has; its own come behind
ROUND_ENDS: Final = 64  # bit of ENDING: the round ends with the turn
OPENING: Final = 1  # value of STAGE: before the game
CLOSED: Final = 9  # value of STAGE: the game has ended

# The first labels of every record.
YOU: Final = 0  # whom the text speaks to
THIS: Final = 1  # the card that bears the text
PARENT: Final = 2  # the record of the act that a replacement stands in for
FLAG: Final = 3  # whether the act at hand was replaced
APPLIED: Final = 4  # in `sets`: the replacements already applied to it
SINCE: Final = 5  # how many turns had begun when the rule was adopted
LABELS: Final = 6  # how many labels every record has; its own come behind
