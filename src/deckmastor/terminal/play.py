"""A match at the prompt: the table is drawn, the options are listed, a line is read."""

from __future__ import annotations

import io
from collections.abc import Callable

from rich.columns import Columns
from rich.text import Text

from deckmastor import doors
from deckmastor.match import Decision, DeckmastorError, Paradox, SaveError
from deckmastor.record import asking
from deckmastor.record.seeing import Sight
from deckmastor.terminal import answers, explaining, goals, saves
from deckmastor.terminal.console import Console, EndOfInput, printable
from deckmastor.terminal.kept import Keeper
from deckmastor.terminal.kinds import printed
from deckmastor.terminal.options import Choice, Options, card_text, show_choices
from deckmastor.terminal.session import Session
from deckmastor.terminal.story import cited, cites, show_story
from deckmastor.terminal.table import TableView
from deckmastor.terminal.telling import merged

HELP = """\
Answer with the number of an option, its name, or the beginning of it. Besides:
  table          draw the table again
  hand           your cards, with their texts
  log            what happened since your last answer, and the sentences for it
  log all        what happened since the beginning
  why            the sentences behind the last events and this question
  why 2          the sentence that allows option 2
  why not NAME   why you cannot play a card, or do what you name:
                 why not play Two of Clubs
  card NAME      what is printed on a card, the rulings on it, and its sheet
  say TEXT       tell all how you read a card, or anything else
  values         the values of the game
  changes        the rules that cards have changed, and how long these last
  stacks         all cards on the things that hold cards, with their targets
  rules          the rulebook
  rules WORD     the sentences with a word
  undo           back to your previous answer; undo 3 goes three answers back
  save FILE      keep the match in a file as well
  quit           leave; the match is kept, and can be resumed
A colon makes sure that a word is taken as a command, as in :undo
Where a target can be described, say it in the words of the rulebook, so that
only one thing can fit: the next player; the top card of the pile
In the story, all that stands in one link happens at the same time; what it sets
off is the next link. Before a colon stands the card whose text it is, and in
brackets what set that off."""
KEPT = "The match is kept: 'deckmastor play' goes on with it."
DONE, LEFT, WRITTEN = "done", "left", "written"
LAST = 8  # so many events are explained by `why`
COLUMNS_FROM = 9  # as many options are listed in columns
ARRANGEMENT = "They are put there one after the other, in the order in which you name them."
BARRED = 6  # so many cards are named that cannot be played
ORDER = "They are due at the same time; what you name comes first, the others after it."


class Play:
    """One match between whoever sits at the console and the bots."""

    def __init__(
        self, console: Console, session: Session, keeper: Keeper | None = None, saved: bool = True
    ) -> None:
        self.console = console
        self.session = session
        self.keeper = keeper or Keeper()
        self.saved = saved  # whether nothing was answered since it was saved to a file, or began
        self._problem = ""  # why the match is not kept, as it was told last
        self._shown = ""  # who was asked last
        self._drawn = ""  # the table as it was drawn last
        self._commands: dict[str, Callable[[Decision, str], str]] = {
            "help": self._help, "?": self._help, "table": self._table, "hand": self._hand,
            "log": self._log, "why": self._why, "card": self._card, "say": self._say,
            "values": self._values, "changes": self._changes, "stacks": self._stacks,
            "rules": self._rules,
            "undo": self._undo, "save": self._save, "quit": self._quit,
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
            self._keep()
            if decision is None:
                self._over()
                return DONE
            self._meet(decision.player)
            self._tell(decision.player)
            if self._forced(decision):
                self.session.answer(decision, decision.options[0])
                self._keep()
                continue
            self._draw(decision.player)
            if self._answer(decision) == LEFT:
                return LEFT

    def _answer(self, decision: Decision) -> str:
        """Read lines until one moves the match on, or back."""
        choices = self._choices(decision)
        self._list(decision, choices)
        while True:
            line = self.console.ask()
            if not line:
                self._list(decision, choices)
                continue
            try:
                choice, status = self._understood(line, decision, choices)
                if status == WRITTEN:
                    choice = self._write(line, decision, choices)
                    if choice is None:
                        self._answered()
                        return DONE
                if choice is not None:
                    self.session.answer(decision, choice.option)
                    self._answered()
                    return DONE
            except (answers.Unclear, DeckmastorError) as why:
                self.console.say(str(why), "yellow")
                continue
            if status:
                return status

    def _answered(self) -> None:
        """An answer was taken: it lasts before bots think about it."""
        self.saved = False
        self._keep()

    def _keep(self) -> None:
        """Let what was answered last, before anything is shown; say so if that cannot be."""
        self.keeper.write(self.session)
        problem, self._problem = self._problem, self.keeper.problem
        if problem == self._problem:
            return
        if self._problem:
            self.console.say(
                f"This match cannot be kept for later now: {self._problem}. It goes on; "
                "save FILE keeps it elsewhere.",
                "red",
            )
        else:
            self.console.say("This match is kept again.", "yellow")

    def _understood(
        self, line: str, decision: Decision, choices: list[Choice]
    ) -> tuple[Choice | None, str]:
        """The option that a line names, or what became of the command that it is."""
        word, _, rest = line.removeprefix(":").strip().partition(" ")
        command = self._commands.get(word.casefold())
        choice = None if line.startswith(":") else answers.exact(line, choices)
        if choice is None and command is not None:
            return None, command(decision, rest.strip())
        if line.startswith(":"):
            raise answers.Unclear(f"There is no command '{word}'. Type help for a list.")
        if choice is None and decision.writes:
            return None, WRITTEN
        choice = choice or answers.near(line, choices)
        if choice is None:
            self._refuse(decision, line)
        return choice, ""

    def _write(self, line: str, decision: Decision, choices: list[Choice]) -> Choice | None:
        """Answer with a text; where it cannot be one, the option whose name begins so."""
        try:
            self.session.write(decision.player, line)
        except Paradox:
            raise
        except DeckmastorError:
            choice = answers.near(line, choices)
            if choice is None:
                raise
            return choice
        return None

    def _forced(self, decision: Decision) -> bool:
        """Whether all that can be chosen is alike, so that nothing is to be decided.

        What is asked so that nobody else learns anything is never answered by itself.
        """
        if asking.asks_on(self.session.match, decision.at):
            return False
        if asking.is_choice(self.session.match, decision.at) and not decision.writes:
            return len(self._choices(decision)) == 1
        return False

    def _choices(self, decision: Decision) -> list[Choice]:
        return Options(self.session.match, decision).choices()

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
        if self._shown != player:
            self._drawn = ""
        if self._shown != player and not self._alone and self.console.live:
            self.console.clear()
            self.console.ask(f"Now {player}, and nobody else. Press Enter. ")
        self._shown = player

    def _draw(self, player: str) -> None:
        """Draw the table, unless it is as it was drawn last."""
        drawn = io.StringIO()
        view = self._view(player)
        view.draw(Console((), drawn, self.console.width))
        if drawn.getvalue() != self._drawn:
            self._drawn = drawn.getvalue()
            view.draw(self.console)

    def _tell(self, player: str) -> None:
        lines = merged(self.session.fresh(player))
        if lines and lines[-1].turn:
            lines.pop()
        if lines:
            self.console.say()
        show_story(self.console, lines)

    def _list(self, decision: Decision, choices: list[Choice]) -> None:
        """Say what is asked, by which card or rule, and what can be answered."""
        self.console.say()
        self._ask(decision)
        plain = not any(choice.note for choice in choices)
        if plain and len(choices) >= COLUMNS_FROM:
            width = len(str(len(choices)))
            listed = [
                Text().append(f"{number:>{width}}  ", "bold green").append(printable(choice.text))
                for number, choice in enumerate(choices, 1)
            ]
            self.console.show(Columns(listed, padding=(0, 3), column_first=True))
        else:
            show_choices(self.console, choices)
        self._say_barred(decision)

    def _say_barred(self, decision: Decision) -> None:
        """Say which of their own cards the player can do nothing with, and how to ask why."""
        match, options = self.session.match, decision.options
        if not any(asking.deed(match, option.at, option.value) for option in options):
            return
        offered = " ".join(option.text for option in options)
        places = dict(self._view(decision.player).hidden_places())
        hand = match.rules.hand
        own = [things for name, things in places.items() if hand not in places or name == hand]
        names = dict.fromkeys(match.thing(thing) for things in own for thing in things)
        barred = [name for name in names if name not in offered]
        if barred:
            more = f" and {len(barred) - BARRED} more" if len(barred) > BARRED else ""
            told = f"Not now: {', '.join(barred[:BARRED])}{more} (why not NAME tells why)"
            self.console.say(told, "dim", indent=2, hang=2)

    def _ask(self, decision: Decision) -> None:
        match = self.session.match
        if decision.about:
            self.console.say(decision.about, indent=2)
        if asking.is_window(match, decision.at):
            self._say_played(decision)
        line = Text("" if self._alone else printable(f"{decision.player}: "), "bold")
        line.append(printable(f"{decision.card}: ") if decision.card else "", "bold cyan")
        self.console.say(line.append(printable(decision.prompt), "bold"))
        if asking.is_order(match, decision.at):
            self.console.say(ORDER, "dim", indent=2)
        if asking.is_arrangement(match, decision.at):
            self.console.say(ARRANGEMENT, "dim", indent=2)
        if decision.because.id:
            self.console.say(cited(decision.because), "dim", indent=2)

    def _say_played(self, decision: Decision) -> None:
        """Say what the card does that can be answered."""
        match = self.session.match
        things = printed(match)
        for name in sorted(things, key=len, reverse=True):
            if decision.about.endswith(f" {name}."):
                text = card_text(things[name])
                if text:
                    self.console.say(text, "dim", indent=4)
                return

    def _over(self) -> None:
        match = self.session.match
        for person in self.session.seating.people[:1]:
            self._tell(person)
        self.console.rule("The game is over" if match.over else "Nobody can do anything any more")
        over = [event for event in match.events if event.verb == "end" and event.object == "game"]
        told = over[-1:] or [event for event in match.events if event.verb == "win"][-1:]
        for event in told:
            self.console.say(cited(event.because, event.card), "italic", indent=2)
        winners = match.winners
        ends, sight = goals.goals(match), Sight(match, None)
        for player, points in sorted(match.scores.items(), key=lambda pair: -pair[1]):
            score = f"{points:>6}" if any(match.scores.values()) else ""
            seat = match.players.index(player)
            score += "".join(f"  {goals.told(match, sight, goal, seat)}" for goal in ends)
            crown = "  wins" if player in winners else ""
            self.console.say(f"{player:<14}{score}{crown}", "bold green" if crown else "", indent=2)
        for quota in goals.quotas(match):
            self.console.say(f"{quota.name}: {quota.told(match)}", indent=2)
        if match.over and not winners:
            self.console.say("Nobody wins.", indent=2)
            for event in [event for event in match.events if event.verb == "lose"][-1:]:
                self.console.say(cited(event.because, event.card), "italic", indent=2)
        if match.over and match.commitment:
            self.console.say(f"The seed was {self.session.seating.seed}.", "dim", indent=2)

    # ---- commands --------------------------------------------------------------------------

    def _help(self, decision: Decision, rest: str) -> str:
        self.console.say(HELP)
        return ""

    def _table(self, decision: Decision, rest: str) -> str:
        self._view(decision.player).draw(self.console)
        self._list(decision, self._choices(decision))
        return ""

    def _hand(self, decision: Decision, rest: str) -> str:
        texts = printed(self.session.match)
        for name, things in self._view(decision.player).hidden_places():
            self.console.say(f"Your {name}:", "bold")
            cards = [self.session.match.thing(thing) for thing in things]
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
        show_story(self.console, merged(lines), sentences=True)
        return ""

    def _why(self, decision: Decision, rest: str) -> str:
        if rest.casefold().startswith("not "):
            self.console.say(self._no(decision, rest[4:].strip()))
            return ""
        if rest:
            choices = self._choices(decision)
            choice = answers.exact(rest, choices) or answers.near(rest, choices)
            if choice is None:
                self.console.say(self._no(decision, rest))
            else:
                self.console.say(f"{choice.text}: {cited(choice.option.because)}")
            return ""
        lines = [line for line in self.session.fresh(decision.player) if cites(line)]
        show_story(self.console, merged(lines)[-LAST:], sentences=True)
        if decision.because.id:
            self.console.say("You are asked because of:")
            self.console.say(cited(decision.because), "dim", indent=6)
        else:
            self.console.say("'why 1' tells which sentence allows option 1.")
        return ""

    def _no(self, decision: Decision, text: str) -> str:
        if any(option.text.casefold() == text.casefold() for option in decision.options):
            return f"You can: '{text}' is among your options."
        return explaining.refusal(self.session.match, decision.player, text)

    def _card(self, decision: Decision, rest: str) -> str:
        explaining.show_card(self.console, self.session.match, rest)
        return ""

    def _say(self, decision: Decision, rest: str) -> str:
        self.session.say(decision.player, rest)
        self.saved = False
        return ""

    def _values(self, decision: Decision, rest: str) -> str:
        for name, value in self._view(decision.player).values().items():
            self.console.say(f"{name}: {value or 'none'}", indent=2)
        return ""

    def _changes(self, decision: Decision, rest: str) -> str:
        self._view(decision.player).show_changes(self.console)
        return ""

    def _stacks(self, decision: Decision, rest: str) -> str:
        if not self._view(decision.player).draw_stacks(self.console):
            self.console.say("Nothing on the table holds cards.")
        return ""

    def _rules(self, decision: Decision, rest: str) -> str:
        book = self.session.match.book.source
        if rest:
            explaining.find_sentences(self.console, book, rest)
        else:
            explaining.show_rules(self.console, book)
        return ""

    def _undo(self, decision: Decision, rest: str) -> str:
        back = doors.digits(rest or "1")
        if not back:
            raise answers.Unclear("How many answers back? undo 3")
        taken = self.session.undo(back)
        while taken and (earlier := self.session.advance()) and self._forced(earlier):
            if not self.session.undo():
                break
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
        try:
            path = doors.path(name, SaveError)
            saves.write(self.session, path)
        except SaveError as why:
            self.console.say(str(why), "yellow")
            return False
        self.saved = True
        self.console.say(f"Saved. Go on with: deckmastor play --load {path}")
        return True

    def _quit(self, decision: Decision, rest: str) -> str:
        if self.saved:
            return LEFT if self.console.agree("Leave the match?", True) else ""
        while True:
            if self.keeper.works:
                self.console.say(
                    "Leave the match: 'deckmastor play' goes on with it. A file name saves it "
                    "there; no goes on playing; forget throws it away."
                )
                answer = self.console.ask("Enter to leave, a file name, no, or forget: ")
            else:
                self.console.say("Leave the match: a file name saves it first; no goes on playing.")
                answer = self.console.ask("File name, Enter to leave without saving, or no: ")
            if answer.casefold() in ("n", "no"):
                return ""
            if answer.casefold() == "forget":
                self.saved = True
                return LEFT
            if not answer or self.keep(answer):
                return LEFT

    def close(self, end: str) -> None:
        """Keep the match to go on with, unless it is over, in a file, or was not begun."""
        if end == DONE or self.saved:
            self.keeper.forget()
        else:
            self.keeper.leave()


def play(
    console: Console, session: Session, keeper: Keeper | None = None, saved: bool = True
) -> str:
    """Play a match to its end; DONE, or LEFT if somebody leaves before.

    It is `saved` if nothing would be lost without it: it begins, or stands in a file.
    """
    match = Play(console, session, keeper, saved)
    end = LEFT
    try:
        end = match.run()
        return end
    except EndOfInput:
        if not match.saved:
            told = KEPT if match.keeper.works else "The match was not saved; 'save FILE' keeps one."
            console.say(told)
        console.say("Goodbye.")
        return LEFT
    except KeyboardInterrupt:
        console.say()
        _part(console, match)
        raise
    finally:
        match.close(end)


def _part(console: Console, match: Play) -> None:
    """Offer to save a match that was interrupted; a second interrupt leaves at once."""
    try:
        if match.keeper.works and not match.saved:
            console.say(KEPT)
        while not match.saved and not match.keeper.works and console.live:
            name = console.ask("Leaving. File name to save the match, or Enter: ")
            if not name or match.keep(name):
                break
    except (EndOfInput, KeyboardInterrupt):
        console.say()
    console.say("Goodbye.")
