"""`betting`: raise, match and fold round the table, until a bet stands."""

from __future__ import annotations

from deckmastor.engine.natives.api import Act, Answers, Forfeit, Native, Pay, Roles, Stream, View


class Bets:
    """The bets of one round: what each seat has in, and what must be matched."""

    def __init__(self, view: View, counter: str) -> None:
        self.seats = view.players
        self.have = {seat: view.count(seat, counter) for seat in self.seats}
        self.total = dict.fromkeys(self.seats, 0)
        self.bet = 0  # what must be matched
        self.before = 0  # what stood before it was raised
        self.raiser = -1
        self.matched = False  # whether somebody else met the raise
        self.waiting = list(self.seats)  # who has not answered the bet yet
        self.unmet: list[int] = []  # who does not meet it
        self.out: list[int] = []

    def ways(self, seat: int) -> list[str]:
        """What a seat can do about the bet."""
        ways = ["hold" if self.bet == self.total[seat] else "fold"]
        if self.total[seat] < self.bet <= self.have[seat]:
            ways.append("match")
        if self.have[seat] > self.bet:
            ways.append("raise")
        return ways

    def raise_to(self, seat: int, bet: int) -> None:
        """A new bet; raising meets the bet before it, so that whoever did not meet that is out."""
        self.out += self.unmet
        self.before, self.bet, self.raiser, self.matched = self.bet, bet, seat, False
        self.total[seat] = bet
        at = self.seats.index(seat)
        behind = self.seats[at + 1 :] + self.seats[:at]
        self.waiting = [one for one in behind if one not in self.out]
        self.unmet = []

    def match(self, seat: int) -> None:
        """A seat puts in as much as the bet."""
        self.total[seat] = self.bet
        self.matched = True

    def refund(self) -> list[int]:
        """Nobody met the raise: the bet before it stands; who has not met that yet must do so."""
        self.bet = self.total[self.raiser] = self.before
        self.unmet = []
        return [s for s in self.seats if self.total[s] < self.bet and s not in self.out]


def run(view: View, roles: Roles, answers: Answers, rng: Stream) -> list[Act]:
    """Bets round the table; a raise that nobody meets is taken back, else who does not is out."""
    counter = str(roles["with"][0])
    bets = Bets(view, counter)
    while bets.waiting:
        seat = bets.waiting.pop(0)
        way = answers.one(seat, f"The bet is {bets.bet}.", bets.ways(seat))
        if way == "raise":
            amounts = [str(n) for n in range(bets.bet + 1, bets.have[seat] + 1)]
            bets.raise_to(seat, int(answers.one(seat, "Raise to how many?", amounts)))
        elif way == "match":
            bets.match(seat)
        elif way == "fold":
            bets.unmet.append(seat)
    if bets.bet and not bets.matched:
        for seat in bets.refund():
            ways = ["fold", "match"] if bets.have[seat] >= bets.bet else ["fold"]
            if answers.one(seat, f"The bet is {bets.bet}.", ways) == "match":
                bets.match(seat)
            else:
                bets.unmet.append(seat)
    bets.out += bets.unmet
    stays = [seat for seat in bets.seats if seat not in bets.out and bets.total[seat]]
    paid: list[Act] = [Pay(seat, counter, bets.total[seat]) for seat in stays]
    return [*paid, *(Forfeit(seat) for seat in bets.out)]


BETTING = Native(
    "betting",
    "round the table, each player holds, matches, raises or folds, until a bet stands for all",
    run,
    {"with": "counter"},
)
