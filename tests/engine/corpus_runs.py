"""Every paragraph of the corpora in a small rulebook of its own, with a story around it.

A small rulebook has the vocabulary of its corpus (declarations, definitions, tables), the facts
that its words rest on, and one paragraph. The table is laid at random, what the paragraph waits
for is brought about, decisions are answered at random, and every decision is saved and restored.
A paragraph runs if it really did something: an event because of it, an option that comes from it,
a fact that it states of something, or another course of the same story without it.

`python tests/engine/corpus_runs.py --write` writes docs/corpus-runs.md.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from corpus_books import corpus  # noqa: E402
from deckmastor.engine.ids import (  # noqa: E402  # noqa: E402
    NONE,
    OBJECT_BITS,
    UNBOUND,
    block_of,
    pc_of,
)
from deckmastor.engine.law.proposals import cast, draw_up, put_to_vote  # noqa: E402
from deckmastor.engine.machine.machine import Machine  # noqa: E402
from deckmastor.engine.machine.start import lay  # noqa: E402
from deckmastor.engine.rules.assembly import NEVER_COUNTS, build  # noqa: E402
from deckmastor.engine.rules.program import Barred  # noqa: E402
from deckmastor.engine.rules.ruleset import Ruleset  # noqa: E402
from deckmastor.engine.rules.schema import WORD  # noqa: E402
from deckmastor.engine.state.budgets import Exhausted  # noqa: E402
from deckmastor.engine.state.layout import CLOCK, ENDING, OVER, STAGE, THIS, YOU  # noqa: E402
from deckmastor.engine.state.state import Record, State  # noqa: E402
from deckmastor.engine.time.advance import advance  # noqa: E402
from deckmastor.engine.time.spells import start_clock  # noqa: E402
from deckmastor.engine.turns.flow import SETUP, TURN_BEGINS, Flow  # noqa: E402
from deckmastor.engine.verbs.changes import change, make, move  # noqa: E402
from deckmastor.language.book import Book, Entry  # noqa: E402
from deckmastor.language.ir import (  # noqa: E402
    Adopt,
    Block,
    Calc,
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Each,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    May,
    Moment,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Rank,
    Ref,
    Repeat,
    Scope,
    Tree,
    When,
    leaves,
    replace,
    rewrite,
    substitute,
    walk,
)
from deckmastor.language.paragraphs import read_paragraph  # noqa: E402
from deckmastor.language.rulebook import Paragraph  # noqa: E402
from deckmastor.language.tables import Thing  # noqa: E402

GAMES = ("agora", "gilded_hall", "hypertext", "meta", "unicorns")
PAGE = ROOT / "docs" / "corpus-runs.md"
SEATS = 3
SEEDS = 7
STEPS = 24
START = 1_700_000_000  # a Tuesday in November 2023
RUNS, IDLE, CANNOT = "runs", "idle", "cannot"
FAILURES = (
    AssertionError, AttributeError, IndexError, KeyError, NotImplementedError, TypeError, ValueError,
)  # fmt: skip
DONE_ONCE = (Do, Block, Each, May, If, Repeat, Adopt)
DROPPED = ("within", "before", "channel", "manner", "order", "family", "replace", "by")


@dataclass
class Outcome:
    """What became of a paragraph: runs, idle (it compiles but did nothing), or cannot, and why."""

    text: str
    verdict: str
    why: str = ""


@dataclass
class Story:
    """What a story showed: its course, what was done because of a paragraph, what it offered."""

    course: list[str] = field(default_factory=list)
    because: int = 0
    offered: int = 0
    stated: int = 0


# ---- small rulebooks ------------------------------------------------------------------------


def words_of(entry: Entry) -> Entry | None:
    """The part of a paragraph that only brings words."""
    if entry.para is None or entry.paragraph.host != "rule":
        return None
    told = tuple(r for r in entry.para.rules if isinstance(r, (Declare, Define)))
    return replace_para(entry, told) if told else None


def replace_para(entry: Entry, rules: tuple[Tree, ...]) -> Entry:
    """A paragraph that says only some of what it said."""
    assert entry.para is not None
    return Entry(entry.paragraph, replace(entry.para, rules=rules), entry.id, entry.params)


def named(fact: Tree) -> set[str]:
    """The words that a fact makes true, or gives a value."""
    match fact:
        case Cmp(a=Of(name=name)):
            return {name}
        case Is(word=str() as word, family=family):
            return {word, family} - {""}
        case Each(body=body):
            return named(body)
        case Logic(parts=parts):
            return {name for part in parts for name in named(part)}
        case In(rel="visible to" | "visible only to"):
            return {"#visible"}
    return set()


def stated(tree: Tree) -> list[Hold]:
    """The facts that a rule states, whatever stands around them."""
    while isinstance(tree, Scope):
        tree = tree.rule
    return [tree] if isinstance(tree, Hold) else []


@cache
def fact_entries(game: str) -> tuple[tuple[Entry, frozenset[str], frozenset[object]], ...]:
    """The paragraphs of a game that state facts: what they name, and what they speak of."""
    found = []
    for entry in corpus(game).entries:
        if entry.para is None or entry.paragraph.host != "rule":
            continue
        kept = tuple(rule for rule in entry.para.rules if stated(rule))
        if kept:
            names = frozenset(n for rule in kept for hold in stated(rule) for n in named(hold.fact))
            found.append((replace_para(entry, kept), names, frozenset(leaves(kept))))
    return tuple(found)


def supports(game: str, entry: Entry) -> list[Entry]:
    """The facts that the words of a paragraph rest on, and what these rest on in turn."""
    assert entry.para is not None
    needed: set[object] = {"#visible", *leaves(entry.para), *defined_words(game, entry)}
    found: list[Entry] = []
    left = [one for one in fact_entries(game) if one[0].paragraph is not entry.paragraph]
    changed = True
    while changed:
        changed = False
        for one in list(left):
            if one[1] & needed:
                found.append(one[0])
                needed |= one[2]
                left.remove(one)
                changed = True
    return found


def about_sight(entry: Entry) -> bool:
    """Whether a paragraph of facts is about what is visible."""
    assert entry.para is not None
    return any("#visible" in named(h.fact) for rule in entry.para.rules for h in stated(rule))


def defined_words(game: str, entry: Entry) -> set[object]:
    """The words in the definitions of the verbs that a paragraph uses."""
    verbs = {node.verb for node in walk(entry.para) if isinstance(node, Do)}
    found: set[object] = set()
    for other in corpus(game).entries:
        for node in walk(other.para):
            if isinstance(node, Define) and isinstance(node.do, Do) and node.do.verb in verbs:
                found |= set(leaves(node.means))
    return found


def synthetic(rules: tuple[Tree, ...], host: str, id: str) -> Entry:
    """A paragraph of the story itself."""
    text = f"(story: {id})"
    return Entry(Paragraph(text, "story", "story", 1, ((0, 1, 1),), host), Para(rules, host), id)


def bearer(name: str, modifiers: tuple[Tree, ...] = ()) -> Thing:
    """A card of the story."""
    properties: dict[str, Tree | tuple[Tree, ...]] = {"modifier": modifiers} if modifiers else {}
    return Thing(f"story/{name}", "card", name, {}, (), properties, {"Name": name}, "story", "", 0)


def small_book(
    game: str, entry: Entry | None, support: list[Entry], story: list[Entry], things: list[Thing]
) -> Book:
    """A rulebook of the words of a corpus, one paragraph of it, and a story."""
    book = corpus(game)
    words = [told for one in book.entries if (told := words_of(one)) is not None]
    if entry is not None:
        words = [one for one in words if one.paragraph is not entry.paragraph]
    own = [entry] if entry is not None else []
    told = words + support + own + story
    return Book(
        book.source, book.lexicon, told, [*some_things(book, entry, support), *things],
        book.values, book.collections, book.relations,
    )  # fmt: skip


def some_things(book: Book, entry: Entry | None, support: list[Entry]) -> list[Thing]:
    """All modifiers and offices, what is spoken of, and some cards of every kind."""
    spoken = {
        str(leaf)
        for one in [*support, *([entry] if entry is not None else [])]
        for leaf in leaves(one.para)
    }
    sorts = Counter[str]()
    found: list[Thing] = []
    for thing in book.things:
        sort = f"{thing.kind} {thing.types[:1]}"
        sorts[sort] += 1
        if (
            sorts[sort] <= (3 if thing.types else 8)
            or thing.host == "modifier"
            or thing.name in spoken
            or (entry is not None and thing.id == entry.id)
        ):
            found.append(thing)
    return found


# ---- what a story does ----------------------------------------------------------------------


def patterns(tree: Tree) -> list[Do]:
    """The acts that a paragraph speaks of: waits for, permits, forbids, replaces or asks for."""
    found: list[Do] = []
    for node in walk(tree):
        told: Tree = None
        match node:
            case When(event=event) | Instead(event=event):
                told = event
            case Norm(do=do) | Did(do=do):
                told = do
        for part in walk(told):
            if isinstance(part, Do) and part not in found:
                found.append(part)
    return found


def act_of(do: Do, plain: bool) -> Tree:
    """The act that a pattern describes, as an effect that `you` perform."""
    agent = do.agent
    roles = tuple((name, told) for name, told in do.roles if name not in DROPPED)
    verb, obj = do.verb, do.obj
    if verb in ("enter", "leave"):
        to = obj if verb == "enter" else Of(Ref("you"), "hand")
        return concrete(Do("move", Ref("you"), agent, (("to", to),)), plain)
    if isinstance(agent, Pick) and person_like(agent):
        apart = Cmp(Ref("other1"), "!=", Ref("you"))
        other = Pick("a", 1, Kind("player", (apart,), "other1"), "other1")
        do = substitute(replace(do, roles=roles, label=""), "you", other)
        do = substitute(do, agent.label, Ref("you"))
        agent = Ref("you")
        roles, obj = do.roles, do.obj
    elif agent is None:
        agent = Ref("you")
    if isinstance(obj, Qty) and not isinstance(obj.n, int):
        obj = Qty(3, obj.unit)
    return concrete(Do(verb, agent, obj, roles), plain)


def person_like(pick: Pick) -> bool:
    """Whether a noun phrase is about persons (its label says so in every corpus)."""
    lexicon = person_like.lexicon  # type: ignore[attr-defined]
    return lexicon.sort(pick.kind.noun) == "player"


def concrete(tree: Tree, plain: bool) -> Tree:
    """Described things as things that somebody picks; with `plain`, any of their noun."""

    def change(node: Tree) -> Tree:
        node = rewrite(node, change)
        if isinstance(node, Pick) and node.how in ("any", "each", "over", "all", "some"):
            kind = Kind(node.kind.noun, (), node.kind.var) if plain else node.kind
            return replace(node, how="a", n=1, kind=kind)
        return node

    return change(tree)


def permission_of(do: Do) -> Tree:
    """A permission for everybody to do what a pattern speaks of."""
    obj = do.obj
    if isinstance(obj, Pick):
        obj = replace(obj, how="any", n=1, kind=Kind(obj.kind.noun, (), obj.kind.var))
    elif isinstance(obj, Ref) and obj.name == "this":
        obj = Pick("any", 1, Kind("card", (), "allowed1"), "allowed1")
    roles = tuple(
        (name, replace(told, kind=Kind(told.kind.noun, (), told.kind.var), how="any", n=1))
        if isinstance(told, Pick)
        else (name, told)
        for name, told in do.roles
        if name not in DROPPED
    )
    if do.verb == "play":
        roles = (("from", Of(Ref("anyone1"), "hand")), *(r for r in roles if r[0] != "from"))
    return Norm("may", Do(do.verb, Pick("any", 1, Kind("player", (), "anyone1"), "anyone1"), obj,
                          roles))  # fmt: skip


@dataclass
class Probe:
    """What a story of a paragraph can do beyond passing the turn."""

    entries: list[Entry] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    resolves: bool = False  # whether the last of them performs the paragraph itself
    nouns: set[str] = field(default_factory=set)  # what the paragraph speaks of, and where
    places: set[str] = field(default_factory=set)


def probes(game: str, entry: Entry, thing: Thing | None) -> Probe:
    """The story of a paragraph: acts to perform, permissions, and cards that bear a modifier."""
    assert entry.para is not None
    person_like.lexicon = corpus(game).lexicon  # type: ignore[attr-defined]
    made = Probe()
    told = read_paragraph("On their turn, a player may pass.", corpus(game).lexicon, "rule", {})
    assert told.para is not None
    made.entries.append(synthetic(told.para.rules, "rule", "story/turn"))
    host = entry.paragraph.host
    resting = [one for one in supports(game, entry) if not about_sight(one)]
    for spoken in [entry, *resting]:
        made.nouns |= {node.noun for node in walk(spoken.para) if isinstance(node, Kind)}
        made.nouns |= {str(node.word) for node in walk(spoken.para) if isinstance(node, Is)}
        made.places |= {node.name for node in walk(spoken.para) if isinstance(node, Of)}
    made.places |= {str(word) for word in defined_words(game, entry)}
    if host == "modifier" and thing is not None:
        for n in range(2):
            made.things.append(bearer(f"Bearer {n}", (instance(game, thing, n),)))
    acts: list[Tree] = []
    own = own_card(host, thing)
    made.things += bearers(game, entry)
    nouns = {node.var: node.noun for node in walk(entry.para) if isinstance(node, Kind)}
    for do in patterns(entry.para):
        do = told_of(do, nouns)
        for plain in (False, True):
            act = act_of(do, plain)
            if own is not None:
                act = substitute(act, "this", own)
            if act not in acts:
                acts.append(act)
    acts = acts[:7]
    if host == "card" and own is not None:
        acts.append(Do("resolve", Ref("you"), own))
        made.resolves = True
    for n, act in enumerate(acts):
        name = f"Probe {n}"
        made.things.append(bearer(name))
        made.entries.append(synthetic((act,), "card", f"story/{name}"))
        made.texts.append(name)
    for n, do in enumerate(patterns(entry.para)[:3]):
        made.entries.append(synthetic((permission_of(do),), "rule", f"story/permission {n}"))
    return made


def told_of(do: Do, nouns: dict[str, str]) -> Do:
    """An act in which a thing that was described elsewhere is described by its noun."""
    inner = {node.label for node in walk(do) if isinstance(node, Pick)}
    for node in list(walk(do)):
        if isinstance(node, Ref) and node.name in nouns and node.name not in inner:
            inner.add(node.name)
            told = Pick("any", 1, Kind(nouns[node.name], (), node.name), node.name)
            do = substitute(do, node.name, told)
    return do


def bearers(game: str, entry: Entry) -> list[Thing]:
    """Cards with the modifiers that a paragraph speaks of."""
    spoken = {str(leaf) for leaf in leaves(entry.para)}
    return [
        bearer(f"Bearer of {one.name}", (instance(game, one, 0),))
        for one in corpus(game).things
        if one.host == "modifier" and one.name in spoken and one.id != entry.id
    ]


def own_card(host: str, thing: Thing | None) -> Pick | None:
    """A card that bears the text, where a card does."""
    if thing is None or thing.kind == "office":
        return None
    name, noun = ("Bearer 0", "card") if host == "modifier" else (thing.name, thing.kind)
    named = Cmp(Of(Ref("bearer1"), "name"), "=", name)
    return Pick("a", 1, Kind(noun, (named,), "bearer1"), "bearer1")


def instance(game: str, thing: Thing, n: int) -> Tree:
    """A modifier with parameters that fit."""
    lexicon = corpus(game).lexicon
    args: list[Tree] = [thing.name]
    for sort in thing.params.values():
        choices: list[Tree] = {
            "number": [1, 2], "kind": [_kind(lexicon)], "modifier": _modifiers(game),
            "player": [Ref("you")],
        }.get(sort, [*_members(lexicon, sort)] or [1])  # fmt: skip
        args.append(choices[n % len(choices)])
    return Calc("with", tuple(args)) if len(args) > 1 else thing.name


def _kind(lexicon: object) -> Tree:
    names = lexicon.names  # type: ignore[attr-defined]
    return next((name for name, kind in names.items() if kind == "office"), "player")


def _modifiers(game: str) -> list[Tree]:
    return [t.name for t in corpus(game).things if t.host == "modifier" and not t.params]


def _members(lexicon: object, family: str) -> list[Tree]:
    statuses = lexicon.statuses  # type: ignore[attr-defined]
    return [word for word, status in statuses.items() if status.family == family]


# ---- the table ------------------------------------------------------------------------------


class Stage:
    """A small rulebook at play: laid at random, told by random answers, saved at every decision."""

    def __init__(self, rules: Ruleset, probe: Probe, sentence: int, seed: int) -> None:
        self.rules = rules
        self.probe = probe
        self.sentence = sentence
        self.seed = seed
        self.dice = random.Random(seed)
        self.story = Story()
        self.machine = Machine(rules, self)
        self.state = lay(rules, seed, START)
        self.quiet = Machine(rules)
        self._furnish()
        self._begin()

    # ---- laying ----------------------------------------------------------------------------

    def _furnish(self) -> None:
        s, schema, dice = self.state, self.rules.schema, self.dice
        things = [t for t in range(schema.first_card, len(s.species)) if self._loose(t)]
        for number, species in enumerate(schema.species):
            rowless = species.count == 0 and number > len(schema.persons)
            if rowless and schema.lexicon.sort(species.kind) == "card":
                things += [make(self.quiet, s, number, 1) for _ in range(2)]
        places = [p for p in range(2, len(s.zones)) if s.zname[p] != 0]
        dice.shuffle(things)
        places = [p for p in places if dice.random() < 0.7] or places
        sparse = dice.choice((0.3, 0.9))
        for thing in things:
            if places and not self._proposal(thing) and dice.random() < sparse:
                move(self.quiet, s, NONE, thing, dice.choice(places))
        self._scene(things)
        self._hosts(places)
        self._proposals()
        for attr in schema.attrs.values():
            self._color(attr)
        self._copies(things)
        self._clean()

    def _copies(self, things: list[int]) -> None:
        """Give each copy on the stage an original: a card without one is no copy."""
        s, schema = self.state, self.rules.schema
        kinds = {thing: schema.species[s.species[thing]].kinds for thing in things}
        originals = [t for t in things if "card" in kinds[t] and "copy" not in kinds[t]]
        for thing in things:
            if "copy" in kinds[thing] and originals and "original" in schema.attrs:
                s.column(schema.attrs["original"].at)[thing] = self.dice.choice(originals)

    def _scene(self, things: list[int]) -> None:
        """Put what the paragraph speaks of into the places that it speaks of."""
        s, schema, dice = self.state, self.rules.schema, self.dice
        kinds = {thing: schema.species[s.species[thing]].kinds for thing in things}
        left = [thing for thing in things if not self._proposal(thing)]
        spoken = self.probe.places | self.probe.nouns
        for place in dice.sample(range(2, len(s.zones)), len(s.zones) - 2):
            owner, name = s.zowner[place], schema.zone_names[s.zname[place]]
            within = kinds.get(owner, frozenset()) & self.probe.nouns
            if not (within or name in spoken) or dice.random() < 0.3:
                continue
            if dice.random() < 0.2:
                for thing in s.zones[place].copy():
                    move(self.quiet, s, NONE, thing, 1)
                continue
            for noun in sorted(self.probe.nouns - within):
                fitting = [t for t in left if noun in kinds[t] and t != owner]
                rows = [t for t in fitting if schema.species[s.species[t]].row]
                fitting = rows if rows and dice.random() < 0.7 else fitting
                for thing in dice.sample(fitting, min(len(fitting), dice.choice((0, 1, 2, 5)))):
                    move(self.quiet, s, NONE, thing, place)
                    s.column(self.rules.player_of)[thing] = dice.randrange(SEATS)
                    left.remove(thing)

    def _loose(self, thing: int) -> bool:
        name = self.rules.schema.species[self.state.species[thing]].name
        return not name.startswith("Probe ")

    def _proposal(self, thing: int) -> bool:
        kinds = self.rules.schema.species[self.state.species[thing]].kinds
        return bool(kinds & {"proposal", "office", "rule"})

    def _hosts(self, places: list[int]) -> None:
        """Enough copies of the cards that bear the text, so that everybody has one."""
        s, schema = self.state, self.rules.schema
        hosts = [i for i, one in enumerate(schema.species) if one.name.startswith("Bearer ")]
        hosts += [i for i in self.rules.texts if not schema.species[i].name.startswith("Probe ")]
        hosts += [
            i
            for i, one in enumerate(schema.species)
            if one.row and one.row == getattr(self, "row", "?")
        ]
        for place in places:
            if s.zowner[place] >= 0 and hosts:
                make(self.quiet, s, self.dice.choice(hosts), place)

    def _proposals(self) -> None:

        if self.rules.schema.docket == NONE:
            return
        s, schema, dice = self.state, self.rules.schema, self.dice
        kinds = [number for number, one in enumerate(schema.species) if "proposal" in one.kinds]
        for number in kinds + kinds:
            if schema.species[number].row == "":
                author = dice.randrange(SEATS)
                made = draw_up(self.quiet, s, author, number)
                put_to_vote(self.quiet, s, made)
                s.column(schema.attrs["#since"].at)[made] -= dice.choice((0, 3600, 86400))
                for voter in range(SEATS):
                    if dice.random() < 0.7:
                        cast(self.quiet, s, voter, made, dice.choice((0, 0, 1, 2)))

    def _color(self, attr: object) -> None:
        s, schema, dice = self.state, self.rules.schema, self.dice
        name, home, at = attr.name, attr.home, attr.at  # type: ignore[attr-defined]
        members = attr.members  # type: ignore[attr-defined]
        if name in schema.offices:
            s.v[at] = dice.choice((*range(SEATS), NONE))
        if name.startswith("#") or home not in ("column", "bag"):
            return
        status = name in schema.lexicon.statuses or name in schema.lexicon.kinds
        if home == "bag" and members:
            for thing in range(schema.first_card, len(s.species)):
                if dice.random() < 0.5:
                    s.bags.setdefault(at << 20 | thing, []).append(dice.choice(members))
        elif home == "column" and len(s.cols[at]) == len(s.species):
            for thing in range(len(s.species)):
                if members:
                    s.column(at)[thing] = dice.choice(members)
                elif status:
                    s.column(at)[thing] = dice.randrange(2)
                elif name in schema.lexicon.units:
                    s.column(at)[thing] = dice.choice((0, 1, 4, 12, 60))
                elif schema.lexicon.attrs.get(name) and s.cols[at][thing] in (0, NONE):
                    told = self.rules.you.values()
                    if schema.lexicon.attrs[name].sort == "player" or name in told:
                        s.column(at)[thing] = dice.randrange(SEATS)
                    elif schema.lexicon.attrs[name].sort in ("", "number"):
                        s.column(at)[thing] = dice.choice((0, 1, 2, 5, 12))

    def _clean(self) -> None:
        s = self.state
        for watch in self.rules.watches:
            watch.look(s)
        start_clock(self.machine, s)
        for seat in range(SEATS):
            s.column(self.rules.gone)[seat] = 0
        s.dirty = 0
        s.queue.clear()

    def _begin(self) -> None:
        self.state.v[STAGE] = SETUP if self.seed % 3 == 2 else TURN_BEGINS
        flow = self.rules.blocks[self.rules.flow_block]
        self.machine.push(self.state, flow, self.rules.empty_record())
        self.machine.resume(self.state)

    # ---- telling ---------------------------------------------------------------------------

    def event(
        self, verb: int, agent: int, obj: int, to: int, origin: int, n: int, sentence: int,
        card: int,
    ) -> None:  # fmt: skip
        """Note what happened."""
        told = (self.rules.verbs[verb], self._name(agent), self._name(obj), to, origin, n)
        self.story.course.append(str(told))
        if sentence == self.sentence:
            self.story.because += 1

    def link(self, chain: int) -> None:
        """The story tells acts, not in which link they are."""

    def instead(self, *told: int) -> None:
        """Nor what was replaced."""

    def cut(self, sentences: list[int]) -> None:
        """What is dropped changes nothing."""

    def endless(self, *told: object) -> None:
        """What is cut off changes nothing."""

    def _name(self, value: int) -> str:
        schema = self.rules.schema
        return schema.words[value - WORD] if value >= WORD else str(value)

    def resting(self) -> bool:
        """Whether the game waits for players to act of their own accord."""
        asks = self.state.asks
        return bool(asks) and all(
            isinstance(self.rules.blocks[block_of(h)].ops[pc_of(h)], Flow) for h in asks[1::4]
        )

    def tell(self) -> Story:
        """Play on for some steps."""
        for step in range(STEPS):
            if self.state.v[OVER] or not self.state.asks:
                break
            if self.seed < 3:
                self._saved()
            self._facts()
            self._seen()
            if self.resting():
                self._incident(step)
            if self.state.asks and not self.state.v[OVER]:
                self._answer()
        return self.story

    def _incident(self, step: int) -> None:
        """Between two answers: an act of the story, a change on the table, or time that passes."""
        which = step % 4
        if self.seed % 3 == 1 and step == STEPS - 5:
            self.state.v[ENDING] |= 4
            self._go(self.rules.blocks[0], self.rules.empty_record())
            return
        if which == 0 and self._ability():
            return
        texts = self.probe.texts
        if which == 0 and self.seed % 2 and len(texts) > 1 and self.probe.resolves:
            self._perform(texts[-1])  # what it adopts is met by the other acts
            if self.resting() and not self.state.v[OVER]:
                self._perform(texts[(step // 4) % (len(texts) - 1)])
        elif which == 0 and texts:
            self._perform(texts[(step // 4 + self.seed) % len(texts)])
        elif which == 1:
            hours = self.dice.choice((1, 20, 30, 24 * 8, 24 * 35))
            advance(self.machine, self.state, self.state.v[CLOCK] + 3600 * hours)
        elif which == 2:
            self._shake()
        elif self.seed % 4:
            self.state.v[ENDING] |= 1  # the phase is over
            self._go(self.rules.blocks[0], self.rules.empty_record())

    def _ability(self) -> bool:
        """Perform the text of the modifier that the paragraph is, for a card on the table."""
        for block, given in self.rules.abilities.values():
            if self.rules.blocks[block].sentence == self.sentence:
                regs = [UNBOUND] * self.rules.blocks[block].slots
                for slot, value in given:
                    regs[slot] = value
                laid = [t for t, place in enumerate(self.state.where) if place > 1]
                regs[THIS] = self.dice.choice(laid) if laid else len(self.state.where) - 1
                regs[YOU] = self.dice.randrange(SEATS)
                self._go(self.rules.blocks[block], Record(regs))
                return True
        return False

    def _perform(self, name: str) -> None:
        species = self.rules.schema.species_ids[name]
        if species not in self.rules.texts:
            return
        if self.probe.resolves and name == self.probe.texts[-1] and self.dice.random() < 0.5:
            self._perform_own()
            return
        self._run_text(species, self.state.species.index(species), self.dice.randrange(SEATS))

    def _perform_own(self) -> None:
        """Perform the paragraph as the text of a card that somebody holds."""
        s, schema = self.state, self.rules.schema
        own = [i for i in self.rules.texts if schema.species[i].row == getattr(self, "row", "?")]
        held = [
            (thing, s.zowner[place])
            for thing, place in enumerate(s.where)
            if s.species[thing] in own and place > 1 and 0 <= s.zowner[place] < SEATS
        ]
        if held:
            thing, seat = self.dice.choice(held)
            s.column(self.rules.player_of)[thing] = seat
            self._run_text(s.species[thing], thing, seat)

    def _run_text(self, species: int, thing: int, seat: int) -> None:
        block = self.rules.blocks[self.rules.texts[species]]
        regs = [UNBOUND] * block.slots
        regs[THIS] = thing
        regs[YOU] = seat
        self._go(block, Record(regs))

    def _go(self, block: object, record: Record) -> None:
        self.state.asks.clear()
        self.machine.fuel = 200_000
        self.machine.fired.clear()
        self.machine.push(self.state, block, record)  # type: ignore[arg-type]
        self.machine.resume(self.state)

    def _shake(self) -> None:
        """Change counters and places, so that states can become true."""
        s, schema, dice = self.state, self.rules.schema, self.dice
        m = self.machine
        m.sentence = 0
        seat = dice.randrange(SEATS)
        for name in schema.lexicon.units:
            attr = schema.attrs.get(name)
            if attr is not None and attr.home == "column" and seat < len(s.cols[attr.at]):
                change(m, s, attr.at, seat, dice.choice((0, 2, 30, 100)))
        for name, status in schema.lexicon.statuses.items():
            attr = schema.attrs.get(status.family or name)
            if attr is None or attr.home != "column" or attr.name.startswith("#"):
                continue
            if not s.cols[attr.at]:
                continue
            thing = dice.randrange(len(s.cols[attr.at]))
            for one in (seat, thing):
                value = dice.choice(attr.members) if attr.members else dice.randrange(2)
                change(m, s, attr.at, one, value)
        mine = [p for p in range(2, len(s.zones)) if s.zowner[p] == seat and s.zname[p]]
        other = [p for p in range(2, len(s.zones)) if s.zowner[p] != seat and s.zname[p]]
        if mine and other:
            source = dice.choice(mine if dice.random() < 0.6 else other)
            target = dice.choice([p for p in mine + other if p != source])
            for thing in s.zones[source][: dice.choice((1, 99))]:
                move(m, s, NONE, thing, target)
        for office in schema.offices:
            s.v[schema.attrs[office].at] = dice.choice((*range(SEATS), NONE))
            s.dirty |= self.rules.scalar_bit
        self._go(self.rules.blocks[0], self.rules.empty_record())

    def _answer(self) -> None:
        asks = self.state.asks
        at = 4 * self.dice.randrange(len(asks) // 4)
        options = self.machine.options(self.state, at)
        head = asks[at + 1]
        block = self.rules.blocks[block_of(head)]
        assert options, f"a question without options ({type(block.ops[pc_of(head)]).__name__})"
        mine = []
        if isinstance(block.ops[pc_of(head)], Flow):
            mine = [o for o in options if self._offered(o)]
            self.story.offered += len(mine)
        elif block.sentence == self.sentence:
            self.story.offered += 1
        self.story.course.append(f"options {len(options)}")
        pool = mine if mine and self.dice.random() < 0.8 else options
        self.machine.answer(self.state, at, self.dice.choice(pool))

    def _offered(self, option: int) -> bool:
        number = (option >> OBJECT_BITS) - 1
        return number >= 0 and self.rules.offers[number].block.sentence == self.sentence

    def _saved(self) -> None:
        data = json.loads(json.dumps(self.state.to_data()))
        twin = State.from_data(data)
        assert twin.to_data() == self.state.to_data(), "a state that is not what was saved"
        self.state = twin

    def _seen(self) -> None:
        """Tell how much of the table each seat sees."""
        s, sees = self.state, self.rules.views.sees
        there = [thing for thing, place in enumerate(s.where) if place > 1]
        seen = [sum(1 for thing in there if sees(s, seat, thing)) for seat in range(SEATS)]
        self.story.course.append(f"seen {seen}")

    def _facts(self) -> None:
        """Count the facts that the paragraph states of something now."""
        s = self.state
        if self.story.stated:
            return
        for table in self.rules.facts.values():
            for fact in table.facts:
                if fact.standing.sentence != self.sentence:
                    continue
                for record in fact.standing.records(s):
                    for thing in [NONE, *range(len(s.species))]:
                        if fact.about(s, record.clone(), thing):
                            fact.value.many(s, record)
                            self.story.stated += 1
                            return
        for bound in self.rules.bounds:
            if bound.standing.sentence == self.sentence and bound.binds(s):
                self.story.stated += 1
        for rule in self.rules.views.rules:
            if rule.standing.sentence == self.sentence:
                self.story.stated += len(rule.places(s))
        for shown in self.rules.views.cards:
            if shown.standing.sentence == self.sentence:
                self.story.stated += 1


# ---- judging --------------------------------------------------------------------------------


def judge(game: str, entry: Entry, seeds: int = SEEDS) -> Outcome:
    """What becomes of a paragraph in a small rulebook of its own, in so many stories at most."""
    text = entry.paragraph.text
    if entry.para is None:
        return Outcome(text, CANNOT, "not read")
    thing = next((t for t in corpus(game).things if t.id == entry.id), None)
    why = "it did nothing"
    verdict = IDLE
    support = supports(game, entry)
    for resting in (support, []) if support else (support,):
        found = _judge(game, entry, thing, resting, seeds)
        if found.verdict != CANNOT:
            return found
        verdict, why = CANNOT, found.why
    return Outcome(text, verdict, why)


def _judge(
    game: str, entry: Entry, thing: Thing | None, support: list[Entry], seeds: int
) -> Outcome:
    text = entry.paragraph.text
    probe = probes(game, entry, thing)
    rules = build(small_book(game, entry, support, probe.entries, probe.things), SEATS)
    reasons = [why for told, why in rules.unrunnable if told == text]
    reasons = [why for why in reasons if why != NEVER_COUNTS]  # a story puts its cards into play
    if reasons:
        return Outcome(text, CANNOT, reasons[0])
    bare = replace_para(entry, tuple(r for r in entry.para.rules if isinstance(r, Declare)))  # type: ignore[union-attr]
    without = build(small_book(game, bare, support, probe.entries, probe.things), SEATS)
    sentence = next(i for i, one in enumerate(rules.sentences) if one.text == text)
    comparable = compared(entry)
    shown = False
    for seed in range(seeds):
        try:
            story = staged(rules, probe, sentence, seed, entry.id).tell()
        except Barred as why:
            barring = any(breach.sentence == sentence for breach in why.breaches)
            shown = shown or barring  # a start that it refuses
            continue
        except Exhausted as why:
            return Outcome(text, CANNOT, f"a budget was hit: {why}")
        except FAILURES as why:
            return Outcome(text, CANNOT, f"failed: {type(why).__name__} {why}"[:90])
        shown = shown or bool(story.because or story.offered or story.stated)
        if not shown and comparable:
            try:
                other = staged(without, probe, -1, seed, entry.id).tell()
            except (Barred, Exhausted, *FAILURES):
                continue
            shown = other.course != story.course
        if shown and seed >= 2:
            return Outcome(text, RUNS)
    return Outcome(text, RUNS if shown else IDLE, "" if shown else "it did nothing")


def staged(rules: Ruleset, probe: Probe, sentence: int, seed: int, row: str) -> Stage:
    """A stage with the paragraph's own card on it."""
    Stage.row = row  # type: ignore[attr-defined]
    return Stage(rules, probe, sentence, seed)


def compared(entry: Entry) -> bool:
    """Whether a paragraph works by changing the course of what others do."""
    assert entry.para is not None
    return any(
        isinstance(node, (Instead, Rank))
        or (isinstance(node, Norm) and (node.mode in ("cannot", "only", "cost") or _passive(node)))
        or (isinstance(node, Hold))
        for node in walk(entry.para)
    )


def _passive(norm: Norm) -> bool:
    return any(isinstance(node, Do) and node.agent is None for node in walk(norm.do))


def only_words(entry: Entry) -> bool:
    """Whether a paragraph only declares and defines."""
    return entry.para is not None and all(
        isinstance(rule, (Declare, Define)) for rule in entry.para.rules
    )


def words_in(entry: Entry) -> set[str]:
    """The words that a paragraph of words brings."""
    found: set[str] = set()
    assert entry.para is not None
    for rule in entry.para.rules:
        if isinstance(rule, Define) and isinstance(rule.do, Do):
            found.add(rule.do.verb)
        if isinstance(rule, Declare):
            found |= {str(name) for name in rule.names}
            if rule.what == "you":
                found |= {"you"}
            if isinstance(rule.of, str) and rule.what not in ("kind", "status", "one", "many"):
                found.add(rule.of)
    return found


@cache
def outcomes(game: str) -> tuple[Outcome, ...]:
    """What becomes of every paragraph of a corpus."""
    book = corpus(game)
    told: dict[int, Outcome] = {}
    used: set[str] = set()
    for n, entry in enumerate(book.entries):
        if not only_words(entry):
            told[n] = judge(game, entry)
            if told[n].verdict == RUNS:
                used |= {str(leaf) for leaf in leaves(entry.para)}
                used |= {word.strip(".,").lower() for word in entry.paragraph.text.split()}
    changed = True
    while changed:
        changed = False
        for n, entry in enumerate(book.entries):
            if n not in told and words_in(entry) & used:
                told[n] = Outcome(entry.paragraph.text, RUNS)
                used |= {str(leaf) for leaf in leaves(entry.para)}
                changed = True
    for n, entry in enumerate(book.entries):
        told.setdefault(n, Outcome(entry.paragraph.text, IDLE, "no paragraph that runs uses it"))
    return tuple(told[n] for n in range(len(book.entries)))


# ---- the page -------------------------------------------------------------------------------


def page() -> str:
    """The page of figures, and what cannot run yet and why."""
    lines = [
        "# What of the corpora runs", "",
        "Every paragraph of the corpora, in a small rulebook of its own with a story around it.",
        "A paragraph *runs* if it did something, is *idle* if it compiles and did nothing in any",
        "story, and *cannot run* for the reason that is listed below. Whether it did what it says",
        "is another question: [stories with expectations](corpus-stories.md) answer it.",
        "Written by `python tests/engine/corpus_runs.py --write`.", "",
        "| Game | Paragraphs | Run | Idle | Cannot run | Share |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    for game in GAMES:
        found = outcomes(game)
        n = Counter(one.verdict for one in found)
        share = 100 * n[RUNS] // len(found)
        lines.append(f"| {game} | {len(found)} | {n[RUNS]} | {n[IDLE]} | {n[CANNOT]} | {share} % |")
    for game in GAMES:
        lines += ["", f"## {game}", ""]
        grouped: dict[str, list[str]] = {}
        for one in outcomes(game):
            if one.verdict != RUNS:
                grouped.setdefault(one.why, []).append(one.text)
        for why, texts in sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0])):
            lines += ["", f"**{why}** ({len(texts)})", ""]
            lines += [f"- {text}" for text in texts]
    return "\n".join(lines) + "\n"


def not_running(game: str) -> set[str]:
    """The paragraphs that the page lists as not running."""
    part = PAGE.read_text().split(f"\n## {game}\n")[1].split("\n## ")[0]
    return {line[2:] for line in part.splitlines() if line.startswith("- ")}


def recorded() -> dict[str, tuple[int, int]]:
    """Per game, how many paragraphs the page says there are, and how many of them run."""
    found: dict[str, tuple[int, int]] = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[0] in GAMES:
            found[cells[0]] = (int(cells[1]), int(cells[2]))
    return found


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page())
        print(PAGE.read_text().split("\n##")[0])
    for name in sys.argv[1:]:
        if name in GAMES:
            for one in outcomes(name):
                print(f"{one.verdict:7} {one.why[:60]:60} {one.text}")
            print(name, Counter(one.verdict for one in outcomes(name)))

__all__ = ["GAMES", "Moment", "outcomes", "page", "recorded"]
