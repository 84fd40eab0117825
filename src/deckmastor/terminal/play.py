"""A match at the prompt: the table is drawn, the options are listed, a line is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.text import Text

from deckmastor.match import Decision, DeckmastorError, Option, Paradox
from deckmastor.terminal import answers, explaining, saves
from deckmastor.terminal.console import Console, EndOfInput, printable
from deckmastor.terminal.session import Session
from deckmastor.terminal.table import TableView
from deckmastor.terminal.telling import Told, merged

HELP = """\
Answer with the number of an option, its name, or enough of its beginning. Besides:
  table           draw the table again            hand        your cards, with their texts
  log             what happened since your last answer, with the sentences behind it
  why             the sentences behind the last events and this question
  why 2           the sentence that allows option 2
  why not TEXT    why you cannot do something, such as: why not play Two of Clubs
  card NAME       what is printed on a card       values      the values of the game
  rules           the rulebook                    rules WORD  the sentences with a word
  undo            back to your previous answer    undo 3      three answers back
  save FILE       keep the match in a file        quit        leave
A colon makes sure that a word is taken as a command, as in :undo"""
DONE, LEFT = "done", "left"
LAST = 8  # so many events are explained by `why`
COLUMNS_FROM = 9  # as many options are listed in columns


class Play:
    """One match between whoever sits at the console and the bots."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.saved = True
        self._shown = ""  # whose table was drawn last
        self._commands: dict[str, Callable[[Decision, str], str]] = {
            "help": self._help, "?": self._help, "table": self._table, "hand": self._hand,
            "log": self._log, "why": self._why, "card": self._card, "values": self._values,
            "rules": self._rules, "undo": self._undo, "save": self._save, "quit": self._quit,
            "exit": self._quit,
        }  # fmt: skip

    def run(self) -> str:
        """Play on until the game is over (DONE) or somebody leaves (LEFT)."""
        while True:
            try:
                decision = self.session.advance()
            except Paradox as why:
                if not self._stuck(why):
                    return DONE
                continue
            if decision is None:
                self._over()
                return DONE
            self._meet(decision.player)
            self._tell(decision.player)
            self._view(decision.player).draw(self.console)
            if self._answer(decision) == LEFT:
                return LEFT

    def _answer(self, decision: Decision) -> str:
        """Read lines until one moves the match on, or back."""
        options = answers.distinct(decision.options)
        self._list(decision, options)
        while True:
            line = self.console.ask()
            if not line:
                self._list(decision, options)
                continue
            try:
                option, status = self._understood(line, decision, options)
                if option is not None:
                    self.session.answer(decision, option)
                    self.saved = False
                    return DONE
            except (answers.Unclear, DeckmastorError) as why:
                self.console.say(str(why), "yellow")
                continue
            if status:
                return status

    def _understood(
        self, line: str, decision: Decision, options: list[Option]
    ) -> tuple[Option | None, str]:
        """The option that a line names, or what became of the command that it is."""
        word, _, rest = line.removeprefix(":").strip().partition(" ")
        command = self._commands.get(word.casefold())
        option = None if line.startswith(":") else answers.exact(line, options)
        if option is None and command is not None:
            return None, command(decision, rest.strip())
        if line.startswith(":"):
            raise answers.Unclear(f"There is no command '{word}'. Type help for a list.")
        option = option or answers.near(line, options)
        if option is None:
            self._refuse(decision, line)
        return option, ""

    def _refuse(self, decision: Decision, line: str) -> None:
        verbs = {option.text.split()[0] for option in decision.options} | {"play", "draw", "pass"}
        if line.split()[0].casefold() in verbs:
            self.console.say(self._no(decision, line), "yellow")
        else:
            self.console.say(
                f"'{line}' is neither an option nor a command. "
                "Type the number or the name of an option, or help.",
                "yellow",
            )

    def _stuck(self, why: Paradox) -> bool:
        """A bot has no answer that comes to an end: go back to a person's last one, if any."""
        self.console.say(str(why), "red")
        back = self.session.undo() > 0
        self.console.say("Your last answer is taken back." if back else "The match ends here.")
        return back

    # ---- showing ---------------------------------------------------------------------------

    @property
    def _alone(self) -> bool:
        return len(self.session.seating.people) == 1

    def _view(self, player: str) -> TableView:
        match = self.session.match
        return TableView(match, match.players.index(player), self._alone)

    def _meet(self, player: str) -> None:
        """Let the keyboard change hands before the next player's cards are shown."""
        if self._shown != player and not self._alone and self.console.live:
            self.console.clear()
            self.console.ask(f"Now {player}, and nobody else. Press Enter. ")
        self._shown = player

    def _tell(self, player: str) -> None:
        lines = merged(self.session.fresh(player))
        if lines and lines[-1].turn:
            lines.pop()
        self.console.say()
        for line in lines:
            self._say(line)

    def _say(self, line: Told) -> None:
        if line.turn:
            self.console.say(line.text, "dim")
        else:
            self.console.say(f"• {line.text}", indent=2, hang=2)

    def _list(self, decision: Decision, options: list[Option]) -> None:
        prompt = decision.prompt if self._alone else f"{decision.player}: {decision.prompt}"
        self.console.say()
        self.console.say(prompt, "bold")
        if decision.because.id:
            self.console.say(explaining.cited(decision.because), "dim", indent=2)
        width = len(str(len(options)))
        listed = [
            Text().append(f"{number:>{width}}  ", "green").append(printable(option.text))
            for number, option in enumerate(options, 1)
        ]
        if len(listed) < COLUMNS_FROM:
            for line in listed:
                self.console.say(line, indent=2)
        else:
            self.console.show(Columns(listed, padding=(0, 3), column_first=True))

    def _over(self) -> None:
        match = self.session.match
        for person in self.session.seating.people[:1]:
            self._tell(person)
        self.console.rule("The game is over" if match.over else "Nobody can do anything any more")
        ends = [event for event in match.events if event.verb == "end" and event.object == "game"]
        told = ends[-1:] or [event for event in match.events if event.verb == "win"][-1:]
        for event in told:
            self.console.say(explaining.cited(event.because, event.card), "italic", indent=2)
        winners = match.winners
        for player, points in sorted(match.scores.items(), key=lambda pair: -pair[1]):
            score = f"{points:>6}" if any(match.scores.values()) else ""
            crown = "  wins" if player in winners else ""
            self.console.say(f"{player:<14}{score}{crown}", "bold green" if crown else "", indent=2)
        if match.over and not winners:
            self.console.say("Nobody wins.", indent=2)

    # ---- commands --------------------------------------------------------------------------

    def _help(self, decision: Decision, rest: str) -> str:
        self.console.say(HELP)
        return ""

    def _table(self, decision: Decision, rest: str) -> str:
        self._view(decision.player).draw(self.console)
        self._list(decision, answers.distinct(decision.options))
        return ""

    def _hand(self, decision: Decision, rest: str) -> str:
        texts = {thing.name: thing for thing in self.session.seating.game.book.things}
        for name, cards in self._view(decision.player).hidden_places():
            self.console.say(f"Your {name}:", "bold")
            for card in dict.fromkeys(cards):
                times = f" ×{cards.count(card)}" if cards.count(card) > 1 else ""
                self.console.say(f"{card}{times}", "cyan", indent=2)
                if card in texts:
                    explaining.show_text(self.console, texts[card], 6)
        return ""

    def _log(self, decision: Decision, rest: str) -> str:
        every = self.session.told[decision.player]
        lines = every if rest == "all" else self.session.fresh(decision.player)
        if not lines:
            self.console.say("Nothing has happened since your last answer.")
        self._recount(merged(lines))
        return ""

    def _why(self, decision: Decision, rest: str) -> str:
        if rest.casefold().startswith("not "):
            self.console.say(self._no(decision, rest[4:].strip()))
            return ""
        if rest:
            options = answers.distinct(decision.options)
            option = answers.exact(rest, options) or answers.near(rest, options)
            if option is None:
                self.console.say(self._no(decision, rest))
            else:
                self.console.say(f"{option.text}: {explaining.cited(option.because)}")
            return ""
        lines = [line for line in self.session.fresh(decision.player) if explaining.cites(line)]
        self._recount(merged(lines)[-LAST:])
        if decision.because.id:
            self.console.say("You are asked because of:")
            self.console.say(explaining.cited(decision.because), "dim", indent=6)
        else:
            self.console.say("'why 1' tells which sentence allows option 1.")
        return ""

    def _recount(self, lines: list[Told]) -> None:
        """Say lines with the sentence behind them; a sentence that is behind several comes last."""
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            self._say(line)
            last = following is None or following.because != line.because
            if last and explaining.cites(line):
                self.console.say(explaining.cited(line.because, line.card), "dim", indent=6)

    def _no(self, decision: Decision, text: str) -> str:
        if any(option.text.casefold() == text.casefold() for option in decision.options):
            return f"You can: '{text}' is among your options."
        return explaining.refusal(self.session.match, decision.player, text)

    def _card(self, decision: Decision, rest: str) -> str:
        explaining.show_card(self.console, self.session.seating.game.book.things, rest)
        return ""

    def _values(self, decision: Decision, rest: str) -> str:
        for name, value in self._view(decision.player).values().items():
            self.console.say(f"{name}: {value or 'none'}", indent=2)
        return ""

    def _rules(self, decision: Decision, rest: str) -> str:
        book = self.session.seating.game.book.source
        if rest:
            explaining.find_sentences(self.console, book, rest)
        else:
            explaining.show_rules(self.console, book)
        return ""

    def _undo(self, decision: Decision, rest: str) -> str:
        if rest and not rest.isdecimal():
            raise answers.Unclear("How many answers back? undo 3")
        taken = self.session.undo(int(rest or 1))
        if not taken:
            self.console.say("There is no earlier answer of yours.", "yellow")
            return ""
        self.console.say(f"{taken} {'answer' if taken == 1 else 'answers'} taken back.", "yellow")
        return DONE

    def _save(self, decision: Decision, rest: str) -> str:
        self.keep(rest)
        return ""

    def keep(self, name: str) -> bool:
        """Save the match to a file; whether it was done."""
        if not name:
            self.console.say("Where to? save FILE", "yellow")
            return False
        path = Path(name).expanduser()
        try:
            saves.write(self.session, path)
        except OSError as why:
            self.console.say(f"That cannot be written: {why}", "yellow")
            return False
        self.saved = True
        self.console.say(f"Saved. Go on with: deckmastor play --load {path}")
        return True

    def _quit(self, decision: Decision, rest: str) -> str:
        if self.saved:
            return LEFT if self.console.agree("Leave the match?", True) else ""
        while True:
            self.console.say("Leave the match: a file name saves it first; no goes on playing.")
            answer = self.console.ask("File name, Enter to leave without saving, or no: ")
            if answer.casefold() in ("n", "no"):
                return ""
            if not answer or self.keep(answer):
                return LEFT


def play(console: Console, session: Session) -> str:
    """Play a match to its end; DONE, or LEFT if somebody leaves before."""
    match = Play(console, session)
    try:
        return match.run()
    except EndOfInput:
        if not match.saved:
            console.say("The match was not saved; 'save FILE' keeps one.")
        console.say("Goodbye.")
        return LEFT
    except KeyboardInterrupt:
        console.say()
        _part(console, match)
        raise


def _part(console: Console, match: Play) -> None:
    """Offer to save a match that was interrupted; a second interrupt leaves at once."""
    try:
        while not match.saved and console.live:
            name = console.ask("Leaving. File name to save the match, or Enter: ")
            if not name or match.keep(name):
                break
    except (EndOfInput, KeyboardInterrupt):
        console.say()
    console.say("Goodbye.")
