"""A table of the game: what lies on the stacks, who is asked, and how a stage goes to its end."""

from __future__ import annotations

from functools import cache

from deckmastor.engine.inside import ASIDE_PLACE
from deckmastor.match import Game, from_files, load
from deckmastor.testing import Table

Laid = dict[str, list[str] | int | str]
MEMORY = ["Deep Thought"] * 20
ORDER = "in any order: which is next?"


@cache
def meta() -> Game:
    """The game, loaded once."""
    return load("meta")


@cache
def with_cards(*rows: str) -> Game:
    """The game with further cards: `Idle Talk | Meta | Draw a card.`"""
    texts = dict(meta().files)
    cells = [[cell.strip() for cell in row.split("|", 2)] for row in rows]
    more = "".join(f"| {name} | X{at}-a | X{at} | {sort} | 4 | {text} |\n"
                   for at, (name, sort, text) in enumerate(cells))  # fmt: skip
    head, body = texts["cards.md"].split("| Strike Out |", 1)
    return from_files(texts | {"cards.md": f"{head}{more}| Strike Out |{body}"})


def revised(*changes: tuple[str, str], more: str = "") -> Game:
    """The game with some texts of its rulebook replaced by others, and with more at its end."""
    files = dict(meta().files)
    for old, new in changes:
        assert any(old in text for text in files.values()), old
        files = {name: text.replace(old, new) for name, text in files.items()}
    first = next(iter(files))
    return from_files(files | {first: f"{files[first]}\n{more}"})


@cache
def edition(**texts: str) -> Game:
    """The game with other texts on some cards: `edition(hard_rain="Each player …")`."""
    pages = {}
    for name, page in meta().files.items():
        lines = page.splitlines()
        for card, text in texts.items():
            row = f"| {card.replace('_', ' ')} |"
            for at, line in enumerate(lines):
                if line.lower().startswith(row):
                    lines[at] = f"{line.removesuffix('|').rpartition('|')[0]}| {text} |"
        pages[name] = "\n".join(lines) + "\n"
    return from_files(pages)


def _seated(laid: Laid) -> Laid:
    """What is laid for a player, with what a table has by default."""
    full: Laid = {"life point": 15, "memory deck": MEMORY, **laid}
    life = full["life point"]
    assert isinstance(life, int)
    return {"standing": "disabled", **full} if life <= 0 else full


class Tower(Table):
    """A table at the first decision of the first player's turn, or of another one's.

    A player has 15 life points and 20 cards in the memory unless a test says otherwise, and draws
    nothing in the drawing stage unless `draws` says how many. A stage in which nobody has a card to
    play ends by itself: a spare card in a hand keeps it open. Who has no life point is disabled,
    and `graveyard` lists the cards of a player's graveyard, the top last. No card is questioned and
    nobody is asked whether they concede, unless the values `questioning` and `conceding` are yes.
    """

    def __init__(
        self,
        turn: str = "",
        draws: int = 0,
        values: dict[str, int | str] | None = None,
        game: Game | None = None,
        **players: Laid,
    ) -> None:
        seated = {name: _seated(laid) for name, laid in players.items()}
        buried = {name: laid.pop("graveyard", []) for name, laid in seated.items()}
        super().__init__(
            game or meta(),
            values={"draw number": draws, "questioning": "no", "conceding": "no"} | (values or {}),
            carried=True,
            **seated,
        )
        for name, cards in buried.items():
            assert isinstance(cards, list)
            for card in cards:
                self.bury(name, card)
        self.begin_turn(turn or next(iter(players)))

    # ---- what is there ---------------------------------------------------------------------

    def stack(self, name: str, level: int = 0) -> list[str]:
        """The cards on a stack, bottom to top: `Main Stack`, or one above it; `bob's graveyard`."""
        return self._lying(self._stack(name, level))

    def _stack(self, name: str, level: int) -> int:
        match = self.match
        found = [
            thing
            for thing in range(len(match.state.species))
            if match.thing(thing) == name and match.state.where[thing] > ASIDE_PLACE
        ]
        thing = found[0]
        for _ in range(level):
            thing = match.state.column(match.rules.schema.attrs["meta stack"].at)[thing]
        return thing

    def _lying(self, thing: int) -> list[str]:
        if thing < 0:
            return []
        match = self.match
        place = match.state.cols[match.rules.schema.attrs["#content"].at][thing]
        return [match.thing(card) for card in match.state.zones[place]]

    def life(self, *players: str) -> list[int]:
        """The life points of players, by default of all in the order of their seats."""
        return [self.count(name, "life point") for name in players or self.match.players]

    def bury(self, player: str, card: str) -> None:
        """Lay a card of a player on the top of their graveyard."""
        content = self.match.state.cols[self.match.rules.schema.attrs["#content"].at]
        graveyard = content[self._stack(f"{player}'s graveyard", 0)]
        self._put(self._free(card, self.seat(player)), graveyard)

    def set_life(self, player: str, life: int) -> None:
        """Let a player have had so many life points for a while: nobody gains or loses any."""
        schema, seat = self.match.rules.schema, self.seat(player)
        self.state.column(schema.attrs["life point"].at)[seat] = life
        standing = schema.literal("disabled" if life <= 0 else "able")
        self.state.column(schema.attrs["standing"].at)[seat] = standing
        for watch in self.match.rules.watches:
            watch.look(self.state)

    def standing(self, player: str) -> str:
        """Whether a player is able or disabled."""
        return self.match.thing(self.count(player, "standing"))

    # ---- how it goes on --------------------------------------------------------------------

    def push(self, player: str, card: str, *answers: str) -> None:
        """Play a card, with its targets and its place as they are asked for.

        A target is an option, or described in words. A Trigger that needs none gets none.
        """
        self.choose(player, f"play {card}", *answers)
        if not answers and "enough" in self.options(player):
            self.choose(player, "enough")

    def offered(self, player: str) -> list[tuple[str, int]]:
        """The stacks that a player can choose, each by its tower and its level."""
        return [self._named_stack(thing) for thing in self._offers(player)]

    def onto(self, player: str, name: str, level: int = 0) -> None:
        """Choose a stack that is offered, by its tower and its level."""
        index = self._offers(player).index(self._stack(name, level))
        self._carry()
        self.match.answer(player, index)

    def _offers(self, player: str) -> list[int]:
        """The stacks that are options, as targets or as places."""
        match = self.match
        (asked,) = [one for one in match.decisions if one.player == player]
        values = [option.value for option in asked.options]
        if not asked.prompt.endswith(": into which place?"):
            return values
        content = match.state.cols[match.rules.schema.attrs["#content"].at]
        return [content.index(place) for place in values]

    def _named_stack(self, thing: int) -> tuple[str, int]:
        match, level = self.match, 0
        below = match.state.column(match.rules.schema.attrs["foundation"].at)
        while below[thing] >= 0:
            thing, level = below[thing], level + 1
        return (match.thing(thing), level)

    def trap(self, player: str, trigger: str, *targets: str, cards: str = "") -> None:
        """Lay a Trigger, then Events onto its stack: `Second Wind; Paper Cut: bob`."""
        self.push(player, trigger, *targets)
        for card in filter(None, cards.split("; ")):
            name, _, target = card.partition(": ")
            self.load(player, name, *filter(None, [target]))

    def load(self, player: str, card: str, *targets: str, trap: int = -1) -> None:
        """Put a card onto a trigger stack, by default onto the one that was laid last."""
        self.push(player, card, *targets)
        self._carry()
        options = enumerate(self.options(player))
        stacks = [at for at, place in options if place.startswith(f"{player}'s trigger stack")]
        self.match.answer(player, stacks[trap])

    def start_pushing(self) -> None:
        """Let the player at turn end the drawing stage without a card."""
        self.choose(self.turn, "pass")

    def execute(self, orders: bool = True) -> None:
        """Let everybody pass until the turn is over; stop at a question that is not for a play.

        With `orders`, cards that go to one place in any order go there as they lie.
        """
        since = len(self.events)
        while not self.match.over and not any("turn begins" in t for t in self.told(since)):
            passing = [player for player in self.asked() if "pass" in self.options(player)]
            if passing:
                self.choose(passing[0], "pass")
            elif orders and self.asked() and self.match.decisions[0].prompt.endswith(ORDER):
                player = self.asked()[0]
                self.choose(player, self.options(player)[0])
            else:
                return

    def told(self, since: int = 0) -> list[str]:
        """What happened, event by event, since a number of events."""
        return [event.text for event in self.events[since:]]
