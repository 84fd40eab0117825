"""Assembly: builds a Ruleset from a book, a number of seats, and given values.

`Builder.survey` looks at all paragraphs first, because compilers depend on what other sentences
say. Then each paragraph is compiled, indexes are built, and expressions are optimized.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from deckmastor.engine.expressions.base import Expr, Reg, Var
from deckmastor.engine.expressions.compile_terms import prop
from deckmastor.engine.expressions.compile_tests import outstanding
from deckmastor.engine.expressions.people import You
from deckmastor.engine.expressions.truths import And, Eq, Meets, Outstanding
from deckmastor.engine.facts.chains import too_long
from deckmastor.engine.facts.compile_facts import first_value, named, tie
from deckmastor.engine.facts.facts import FactTable, HasText
from deckmastor.engine.facts.in_force import CardsRank, OnCards, Standing
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.goals.find_goals import find_goals
from deckmastor.engine.ids import NONE
from deckmastor.engine.knowledge.hidden_reads import find_reads
from deckmastor.engine.knowledge.visibility import EVERYBODY, HOLDER, NOBODY
from deckmastor.engine.law.proposals import WAYS
from deckmastor.engine.law.rules_as_things import REPEALED, Bill
from deckmastor.engine.machine.control import Settle
from deckmastor.engine.machine.drawn import Drawn
from deckmastor.engine.machine.endless import CutOff, Settled
from deckmastor.engine.permission.compile_replacements import together
from deckmastor.engine.permission.feasible import resolvable
from deckmastor.engine.permission.norms import Norm as Law
from deckmastor.engine.permission.norms import Only
from deckmastor.engine.permission.offers import AT_THROWS, Offer
from deckmastor.engine.resolution.announcing import announced
from deckmastor.engine.resolution.compile_links import OF_LINKS
from deckmastor.engine.resolution.compile_orders import LIKE_SEATS, by_turn
from deckmastor.engine.resolution.link_record import LINK
from deckmastor.engine.resolution.settings import (
    AFTER_ACTS,
    ANNOUNCING,
    BEFORE,
    BEFORE_LINK,
    BEFORE_PLACE,
    CHECKING,
    DESCRIPTIONS,
    DESERTION,
    GOES_ON,
    SECRECY,
    SECRET,
    TIMING,
    WITH_TARGETS,
    WORDING,
    said_of,
    says,
    unknown_text,
)
from deckmastor.engine.resolution.stated_orders import AGE, CHOICE, SEATING, ByTurn, FirstInTurn
from deckmastor.engine.rules.compilers import COMPILERS
from deckmastor.engine.rules.context import AUTHOR, Context
from deckmastor.engine.rules.definition import Definition, Defs
from deckmastor.engine.rules.program import FUEL, Op
from deckmastor.engine.rules.registry import effect, rule
from deckmastor.engine.rules.ruleset import Origins, Ruleset
from deckmastor.engine.rules.schema import (
    ASIDE,
    CHAIN,
    CONTENT,
    ENGINE_VALUES,
    IN_FORCE,
    INVOLVED,
    LIMBO,
    WORD,
    Attr,
    CompilerFault,
    Likeness,
    Schema,
    Sheet,
    Unsupported,
)
from deckmastor.engine.rules.sentence import Sentence
from deckmastor.engine.rules.staying import Staying, comes_once
from deckmastor.engine.speed.optimize import optimize, optimize_expressions
from deckmastor.engine.state.budgets import DEEPEST
from deckmastor.engine.state.layout import LABELS, THIS, TURN
from deckmastor.engine.time.compile_times import week
from deckmastor.engine.time.interruptions import Interruption
from deckmastor.engine.triggers.compile_patterns import collective
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.turns.contest_rules import Contests
from deckmastor.engine.turns.flow import Flow, InOrder, Link
from deckmastor.engine.turns.mixing import MixClaims
from deckmastor.engine.turns.spans import CloseSpan
from deckmastor.engine.verbs.definitions import moved_so
from deckmastor.engine.verbs.kept_targets import bind_targets, with_targets
from deckmastor.engine.verbs.primitives import (
    BEGIN,
    END,
    ENTER,
    LEAVE,
    MOVE,
    PLAY,
    PRIMITIVES,
    SET,
    TAKE,
)
from deckmastor.engine.verbs.targeting import limit_to_places
from deckmastor.language.book import Book, Entry
from deckmastor.language.ir import (
    Adopt,
    Block,
    Calc,
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Each,
    Group,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    May,
    Moment,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Rank,
    Ref,
    Repeat,
    Scope,
    Tally,
    Tree,
    When,
    digest,
    remade,
    replace,
    walk,
)
from deckmastor.language.tables import Thing
from deckmastor.language.whereabouts import about_itself, named_places

SPOKEN_OF = ("play", "cancel", "resolve", "reveal", "show", "choose", "target")
SURVEYED = (Adopt, Declare, Define, Did, Hold, Instead, Norm, Rank, When)
NOT_INVOLVED = (
    "a card is involved only while effects without end are settled. Say 'When effects have no end, "
    "put each involved card into the discard pile.'"
)
NEVER_COUNTS = (
    "a rule on a card that is put away when it was played: it would never count. "
    "Say until when ('Until the end of the turn, …'), or 'The next time …', "
    "or where it counts ('While this card is in a hand, …')"
)
DONE_ONCE = (Do, Block, Each, May, If, Repeat, Adopt)


def build(
    book: Book, seats: int, values: dict[str, int | str] | None = None, short: bool = True,
    origins: Origins | None = None, remembers: bool = False,
) -> Ruleset:  # fmt: skip
    """Compile a book. Sentences that cannot run are listed in `unrunnable`.

    Without `short`, the rules are not optimized: they mean the same and are slower. Then `origins`
    can record the node from which each rule and each instruction was compiled. In that case only
    expressions are optimized. With `remembers`, the events of all verbs are kept.
    """
    assert COMPILERS  # importing them has registered them
    assert origins is None or not short
    schema = Schema(book, seats, values)
    return built(schema, short=short, origins=origins, remembers=remembers)


def built(
    schema: Schema, verbs: list[str] | None = None, short: bool = True,
    origins: Origins | None = None, later: bool = False, remembers: bool = False,
    since: list[int] | None = None,
) -> Ruleset:  # fmt: skip
    """Compile the book of a schema; the verbs in `verbs` are numbered first, in that order.

    `since` tells for each sentence when it came into force; without it, all did with the book.

    With `later`, part of the optimization is deferred to `Ruleset.ready`.
    """
    rules = Ruleset(schema)
    rules.origins = origins
    rules.remembers = remembers
    rules.since = since or []
    for name in verbs or ():
        rules.verb(name)
    with unswept():
        Builder(rules, short, later).build()
    number_words(rules)
    rules.hash = _hash(schema.book, schema.seats, schema)
    rules.spoken = len(schema.words)
    rules.sealed = True
    return rules


@contextmanager
def unswept() -> Iterator[None]:
    """Pause garbage collection while many lasting objects are made."""
    sweeping = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if sweeping:
            gc.enable()


def number_words(rules: Ruleset) -> None:
    """Number the words of events now, so that no number depends on what was played before."""
    schema = rules.schema
    told = ["game", "turn order", *rules.spans, *schema.office_things]
    told += sorted(rules.calendar.heard)
    told += [name for name, attr in schema.attrs.items() if attr.home == "column"]
    if schema.docket != NONE:
        told += ["voting period", *WAYS]
    if schema.lawful:
        told += [IN_FORCE, REPEALED]
    for word in told:
        if not word.startswith("#"):
            schema.word(word)


def _hash(book: Book, seats: int, schema: Schema) -> str:
    told = hashlib.sha256(f"{seats}:{sorted(schema.given.items())}".encode())
    told.update("".join([digest(entry.para) for entry in schema.entries]).encode())
    for thing in book.things:
        told.update(told_of(thing))
    for value in book.values:
        told.update(repr(value).encode())
    return told.hexdigest()[:32]


def told_of(thing: Thing) -> bytes:
    """The bytes of a row of a table for the hash, memoized."""
    found: bytes = remade(
        thing, "told",
        lambda: repr((thing.id, thing.name, sorted(thing.cells.items()))).encode(),
    )  # fmt: skip
    return found


class Builder:
    """Compiles the paragraphs of a book, one after the other."""

    def __init__(self, rules: Ruleset, short: bool, later: bool) -> None:
        self.rules = rules
        self.short = short
        self.later = later
        self.schema = rules.schema
        self.defs: Defs = rules.defs
        self.modifiers: list[tuple[OnModified, str, dict[str, int]]] = []
        self.indexes: dict[int, int] = {}  # by bag of modifiers: where it is kept who has which
        self.in_force: list[Standing] = []  # where paragraphs are in force
        self.time = 0  # counts rules: a later rule has a greater number
        self.able: list[tuple[OnModified, int]] = []  # modifiers with a text, and its block
        self.staying: Staying | None = None  # which cards stay in play, once that was asked
        self.silent: set[int] = {LIMBO, ASIDE}  # names of places where cards are not in play

    def build(self) -> None:
        """Compile everything."""
        self.survey()
        timing = said_of(self.schema, TIMING)
        self.rules.choices_first = timing in (BEFORE, BEFORE_LINK)
        self.rules.linkwise = timing == BEFORE_LINK
        self.views()
        self.contests()
        self.rules.flow_block = self.own_block(Flow())
        self.rules.link_block = self.own_block(Link())
        self.rules.bill_block = self.own_block(Bill())
        self.rules.interlude_block = self.own_block(Interruption())
        self.rules.edge_block = self.rules.new_block(0).id
        if self.rules.defaulting >= 0:
            self.rules.drawn_block = self.own_block(Drawn())
        if self.schema.settles:
            self.rules.endless_block = self.own_block(CutOff())
            self.rules.blocks[self.rules.endless_block].ops.append(Settled())
        if self.rules.linkwise:
            self.rules.mix_block = self.own_block(MixClaims())
        base = len(self.schema.entries) - len(self.schema.book.entries)
        for number, entry in enumerate(self.schema.entries):
            self.paragraph(entry, 0 if number < base else 1)
        self.finish()

    def contests(self) -> None:
        """Set up the games within the game, if the book has any."""
        schema = self.schema
        if not schema.contests:
            return
        made = Contests(schema.contests, [schema.word(kind) for kind in schema.contests])
        attrs = schema.attrs
        made.begun, made.open = attrs["#contests"].at, attrs["#contest"].at
        made.next, made.out = attrs["#next contest"].at, attrs["#out"].at
        made.since, made.turn = attrs["#contest from"].at, attrs["#turn from"].at
        made.phase = attrs["#phase from"].at
        made.turn_before = attrs["#turn before"].at
        made.phase_before = attrs["#phase before"].at
        made.columns = [
            [
                attrs[kind].at for kind, of in schema.participants.items()
                if {contest, *above} & {*of} and kind in attrs and attrs[kind].home == "column"
            ]
            for contest, above in schema.contests.items()
        ]  # fmt: skip
        made.turns = bool(self.rules.phases) or any(
            isinstance(node.arg, Moment)
            and isinstance(node.arg.span, Of)
            and node.arg.span.name == "turn"
            and any(
                isinstance(do, Do)
                and isinstance(do.agent, Pick)
                and do.agent.kind.noun not in schema.participants
                for do in walk(node.rule)
            )
            for entry in schema.book.entries
            for node in walk(entry.para)
            if isinstance(node, Scope) and node.kind == "during"
        )
        self.rules.contests = made

    def own_block(self, op: Op) -> int:
        """A block with one instruction of the engine, which belongs to no sentence."""
        block = self.rules.new_block(0)
        block.ops.append(op)
        return block.id

    # ---- the survey ------------------------------------------------------------------------

    def survey(self) -> None:
        """Collect from all paragraphs what compilers must know beforehand."""
        rules = self.rules
        schema = self.schema
        forbidden: list[Do] = []
        for entry in schema.entries:
            for node in surveyed(entry.para):
                match node:
                    case Do(verb="take effect", agent=Of(name="text")):
                        rules.texts_matter = True
                    case Define(do=Do() as do, means=means):
                        self.defs[do.verb] = Definition(do, means, 0)
                        rules.executing = rules.executing or executes(do, means)
                    case Norm(mode="cannot" | "must", do=Cmp(a=Of()) | Is() | Logic() as told) if (
                        not verbs(told)
                    ):
                        for name in named(told):
                            rules.facts.setdefault(name, FactTable())
                    case Norm(mode="cannot" | "must", do=Each(body=Cmp(a=Tally(what=what)))):
                        held = any(isinstance(n, In) and n.rel == "of" for n in walk(what))
                        rules.barred |= {"enter", "leave"} | ({"gain"} if held else set())
                    case Norm(mode="cannot" | "only" as mode, do=do):
                        rules.barred |= verbs(do)
                        if mode == "cannot":
                            forbidden += [part for part in walk(do) if isinstance(part, Do)]
                    case Norm(mode="cost", do=do):
                        rules.costs |= verbs(do)
                    case Instead(event=event):
                        several = collective(event)
                        done = several[0] if several is not None else together(event)[0]
                        rules.contested |= verbs(done)
                        rules.replaced |= verbs(done)
                        rules.grouped |= verbs(done) if several is not None else set()
                    case When(timing="before", event=event):
                        rules.contested |= verbs(event)
                        rules.preceded |= verbs(event)
                    case Hold(fact=Is(who=Qty(unit=unit), word=str() as word)):
                        rules.counters.setdefault(word, set()).add(unit)
                    case Hold(fact=told):
                        for name in named(told):
                            rules.facts.setdefault(name, FactTable())
                            above = schema.family_of(name)
                            if above is not None:
                                rules.facts.setdefault(above[0], FactTable())
                        self.weights(told)
                    case Declare(what="phases", of="week", names=names):
                        rules.calendar.phases += [str(name) for name in names]
                    case Declare(what="phases", of="game", names=names):
                        rules.eras += [str(name) for name in names]
                    case Declare(what="phases", of="turn" | "round", names=names):
                        rules.phases += [str(name) for name in names if name not in rules.phases]
                    case Declare(what="lasting", names=names):
                        rules.lasting += [str(name) for name in names if name not in rules.lasting]
                    case Declare(what="you", of=of, names=names):
                        rules.you[str(of)] = str(names[0])
                    case Did(do=do) | When(event=do) | Adopt(until=Do() as do):
                        rules.asked_for |= verbs(do)
                    case Rank(of="acts", keys=keys):
                        rules.act_order = [
                            key for key in keys
                            if isinstance(key, str) and key in schema.lexicon.verbs
                        ]  # fmt: skip
                    case Calc(op="with"):
                        with suppress(Unsupported):
                            schema.literal(node)
        if any(moved_so(self.defs, do) is not None for do in forbidden):
            rules.barred.add("move")
        rules.contested |= rules.barred
        rules.unrunnable += schema.refused
        if said_of(schema, WORDING) == DESCRIPTIONS:
            self.keep_in_mind((*SPOKEN_OF, *self.defs))
        if rules.remembers or rules.texts_matter or any(one.laws for one in schema.said):
            rules.remembers = True
            self.keep_in_mind((*PRIMITIVES, *self.defs))
        for entry in schema.entries:
            week(rules, entry.para)
        said = schema.said[len(schema.entries) - len(schema.book.entries) :]
        rules.turnless = not rules.phases and not any(one.turns for one in said)
        self.statements()
        self.first_values()
        rules.placed = any(one.placed for one in said)
        rules.resolving = "resolve" in rules.asked_for | rules.contested or any(
            entry.paragraph.host != "rule" for entry in schema.book.entries
        )
        for collection in schema.book.collections:
            rows = [(schema.word(row), weight) for row, weight in collection.rows]
            rules.collections[f"{collection.name} collection"] = rows
        for relation in schema.book.relations:
            pairs = {(schema.word(a), schema.word(b)) for a, b in relation.pairs}
            rules.relations[relation.adjective] = pairs | {(b, a) for a, b in pairs}
            rules.related[relation.adjective] = relation.property

    def keep_in_mind(self, verbs: tuple[str, ...]) -> None:
        """Keep the events of verbs that players may use in descriptions, or new rules ask for."""
        for verb in verbs:
            self.rules.asked_for.add(verb)
            self.rules.remember(verb)

    def first_values(self) -> None:
        """Set the initial values that rules state and acts change."""
        schema = self.schema
        for entry in schema.entries:
            if entry.para is None or entry.paragraph.host != "rule":
                continue
            for told in entry.para.rules:
                if isinstance(told, Hold) and first_value(schema, told):
                    assert isinstance(told.fact, Cmp)
                    assert isinstance(told.fact.a, Of)
                    if told.fact.a.name not in schema.given:
                        at = schema.attrs[told.fact.a.name].at
                        schema.initial[at] = schema.literal(told.fact.b)

    def precedence(self) -> None:
        """Give norms tiers in the order of precedence that the book states, if any."""
        keys = self.rules.orders.get("precedence")
        if not keys:
            return
        norms: list[tuple[Law | Only, str]] = [
            (offer.norm, offer.norm.mode) for offer in self.rules.offers
        ]
        for verb_rules in self.rules.verb_rules:
            norms += [(norm, "may") for norm in verb_rules.what]
            norms += [(norm, "cannot") for norm in verb_rules.cannot]
            norms += [(only, "cannot") for only in verb_rules.only]
        weights = [tuple(weighed(norm, mode, key) for key in keys) for norm, mode in norms]
        order = sorted(set(weights))
        for (norm, _), weight in zip(norms, weights, strict=True):
            norm.standing.tier = order.index(weight)

    def overrule(self) -> None:
        """Let facts of cards yield to what rules state while a sentence sets rules over cards."""
        overrulings = self.rules.overrulings
        if not overrulings:
            return
        rank = CardsRank(overrulings)
        for name, table in self.rules.facts.items():
            told = self.schema.attrs.get(name)
            stated = told is not None and told.home == "scalar"
            if stated or any(fact.standing.tier % 10 <= RULE_TIER for fact in table.facts):
                for fact in table.facts:
                    if fact.standing.tier % 10 == CARD_TIER:
                        fact.cond = rank if fact.cond is None else And([rank, fact.cond])

    def statements(self) -> None:
        """Find the statuses of players that exactly one rule states and nothing changes."""
        found: dict[str, list[tuple[Pick, Tree] | None]] = {}
        for entry in self.schema.entries:
            rules = entry.para.rules if entry.para is not None else ()
            for node in surveyed(entry.para):
                if isinstance(node, Norm):
                    for name in named(node.do):
                        found.setdefault(name, []).append(None)  # `cannot be` is another fact
                if isinstance(node, Hold):
                    for name in named(node.fact):
                        found.setdefault(name, []).append(
                            statement(node) if node in rules else None
                        )
            if entry.paragraph.host != "rule":
                for rule_ in rules:
                    if isinstance(rule_, Hold):
                        for name in named(rule_.fact):
                            found[name].append(None)
        once: dict[str, tuple[Pick, Tree]] = {}
        for word, stated in found.items():
            only = stated[0] if len(stated) == 1 else None
            if only is not None and word not in self.schema.written:
                once[word] = only
        asked = {word: words_in(cond) & once.keys() for word, (_, cond) in once.items()}
        for word, only in once.items():
            if word not in following(word, asked):  # what asks for itself is no abbreviation
                self.rules.stated[word] = only

    def weights(self, told: Tree) -> None:
        """Collect the nouns of which one thing can count for several."""
        for node in walk(told):
            if isinstance(node, Is) and isinstance(node.word, Calc) and node.word.op == "counts":
                noun = getattr(node.word.args[1], "noun", str(node.word.args[1]))
                self.rules.weights[f"#weight {noun}"] = 1

    def views(self) -> None:
        """Set who sees into each sort of place by default, and where cards are in play."""
        names = self.schema.zone_names
        self.rules.views.defaults = [EVERYBODY] * len(names)
        for number, name in enumerate(names):
            if name == "hand" or name.endswith(" hand"):
                self.rules.views.defaults[number] = HOLDER
                self.silent.add(number)
            elif name == "deck" or name.endswith(" deck"):
                self.rules.views.defaults[number] = NOBODY
                self.silent.add(number)
            elif name == "discard pile":
                self.silent.add(number)
        self.rules.views.defaults[CONTENT] = EVERYBODY
        self.rules.unplayed = [seen != EVERYBODY for seen in self.rules.views.defaults]
        self.silent -= open_hands(self.schema)
        self.rules.loud = [number not in self.silent for number in range(len(names))]

    # ---- paragraphs ------------------------------------------------------------------------

    def paragraph(self, entry: Entry, tier: int) -> None:
        """Compile the rules and the text of a paragraph."""
        if entry.para is None:
            return
        paragraph = entry.paragraph
        sentence = len(self.rules.sentences)
        line = paragraph.place(0)[0]
        name = f"{entry.id} {paragraph.number}" if tier and paragraph.host == "rule" else entry.id
        self.rules.sentences.append(Sentence(name, paragraph.text, paragraph.file, line))
        hosts = frozenset({paragraph.host})
        for number in self.schema.of_row.get(entry.id, ()) if entry.id else ():
            hosts |= self.schema.species[number].kinds
        self.rules.hosts.append(hosts)
        self.rules.within.append(paragraph.rule)
        text: list[Tree] = []
        targets, standing = self.about_targets(entry)
        for told in standing:
            self.time += 1
            self.attempt(entry, told, sentence, tier, targets)
        for told in entry.para.rules:
            if isinstance(told, (Declare, Define)):
                continue
            told = until_outside(told)
            if isinstance(told, Scope) and told.kind == "until" and isinstance(told.arg, Moment):
                told = Adopt(told.rule, told.arg)  # in force from now until a moment
            if paragraph.host == "card" and next_turns(told):
                told = Adopt(told, None)  # counted from the moment the text is performed
            if paragraph.host == "card" and not isinstance(told, DONE_ONCE):
                told = self.on_card(entry, told)
            self.time += 1
            if isinstance(told, DONE_ONCE) and paragraph.host != "rule":
                text.append(told)
                continue
            refused = len(self.rules.unrunnable)
            self.attempt(entry, told, sentence, tier)
            if len(self.rules.unrunnable) == refused and self.never_counts(entry, told):
                self.refuse(entry, Unsupported(NEVER_COUNTS))
            match told:
                case When(event=Do(verb="enter", agent=Ref(name="this")), effect=effect_):
                    self.entry(entry, effect_, sentence)
        if text:
            self.text(entry, text, sentence)

    def about_targets(self, entry: Entry) -> tuple[list[Tree], tuple[Tree, ...]]:
        """The targets that a card announces for rules that stand on it, and these rules.

        Where a verb performs texts, playing does not. So `Target a player. When that player draws a
        card, discard this card.` stands on a card that stays where it was played.
        """
        assert entry.para is not None
        species = self.schema.of_row.get(entry.id, ())
        if entry.paragraph.host == "card" and species and self.rules.executing:
            targets, rules = with_targets(entry.para.rules)
            if targets and not all(map(self.stays().fleeting, species)):
                self.rules.lying |= frozenset(species)
                return (targets, rules)
        return ([], ())

    def on_card(self, entry: Entry, told: Tree) -> Tree:
        """What a rule on a card is if the card is put away when it was played.

        `At the end of the turn, …` then comes once.
        """
        species = self.schema.of_row.get(entry.id, ())
        if about_itself(told, self.kin()) or not species or not comes_once(told):
            return told
        if all(map(self.stays().fleeting, species)):
            assert isinstance(told, When)
            return Adopt(replace(told, once=True), None)
        return told

    def never_counts(self, entry: Entry, told: Tree) -> bool:
        """True if a rule stands on a card that can never lie where its text counts."""
        host = entry.paragraph.host
        if host == "rule" or isinstance(told, DONE_ONCE) or about_itself(told, self.kin()):
            return False
        named = {self.schema.zone_number(name) for name in named_places(told, self.defs)}
        if named & self.silent:
            return False
        if host == "modifier":
            return self.stays().never_any(self.family(entry).owner or "card")
        species = self.schema.of_row.get(entry.id, ())
        return bool(species) and all(map(self.stays().never, species))

    def kin(self) -> tuple[Tree, ...]:
        """What a sentence on a card speaks of if it is about the card itself: also its class."""
        this, kind = Ref("this"), self.schema.class_kind
        return (this, Of(this, kind)) if kind else (this,)

    def stays(self) -> Staying:
        """Which cards of the book stay where they are played, found once."""
        if self.staying is None:
            self.staying = Staying(self.schema, self.defs, self.silent)
        return self.staying

    def entry(self, entry: Entry, told: Tree, sentence: int) -> None:
        """Compile the condition that the effect of a card on entering a place can be done."""
        ctx = Context(self.rules, self.defs, sentence, Standing(sentence, 3))
        try:
            able = resolvable(ctx, told)
        except Unsupported:
            return
        except Exception as fault:
            raise CompilerFault(entry.paragraph.text) from fault
        for number in self.schema.of_row.get(entry.id, ()):
            self.rules.text_able.setdefault(number, (able, ctx.size))

    def attempt(
        self, entry: Entry, told: Tree, sentence: int, tier: int, targets: Sequence[Tree] = ()
    ) -> None:
        """Compile a rule; if it cannot run, leave it out and list it with the reason."""
        for standing in self.standings(entry, sentence, tier):
            self.in_force.append(standing)
            standing.time = self.time
            standing.since = self.rules.since[sentence] if self.rules.since else 0
            if isinstance(standing, OnCards):
                self.place(standing, told)
            standing.size = LABELS
            ctx = Context(self.rules, self.defs, sentence, standing)
            if isinstance(standing, OnModified):
                for name, slot in self.params(entry).items():
                    ctx.slots[name] = slot
                ctx.slots["this modifier"] = standing.word = LABELS + len(self.params(entry))
                standing.nth = standing.word + 1
                ctx.slots[AUTHOR] = standing.author = standing.nth + 1
                standing.acts = standing.author + 1
                ctx.size += len(self.params(entry)) + 4
                standing.size = ctx.size
            if isinstance(standing, OnCards):
                bind_targets(ctx, standing, targets)
            known = len(self.rules.triggers)
            try:
                if isinstance(told, DONE_ONCE):
                    self.done_once(ctx, told)
                else:
                    rule(ctx, told)
            except Unsupported as why:
                self.rules.withdraw(known)
                self.refuse(entry, why)
            except Exception as fault:
                raise CompilerFault(entry.paragraph.text) from fault
            standing.size = max(standing.size, ctx.size)

    def place(self, standing: OnCards, told: Tree) -> None:
        """Set where a rule on a card is in force, if it is about its card or names its place."""
        named = {self.schema.zone_number(name) for name in named_places(told, self.defs)}
        if about_itself(told, self.kin()):
            standing.silent = {ASIDE}
            standing.scenic = False
        elif named & self.silent:
            standing.silent = self.silent - named
            standing.scenic = False
            standing.abroad = True

    def refuse(self, entry: Entry, why: Unsupported) -> None:
        """List a sentence that cannot run; its triggers get an empty block."""
        for trigger in self.rules.triggers:
            if not hasattr(trigger, "block"):
                trigger.block = self.rules.blocks[0]
        self.rules.unrunnable.append((entry.paragraph.text, str(why)))

    def standings(self, entry: Entry, sentence: int, tier: int) -> list[Standing]:
        """The standings of a paragraph: one, or one for each species that bears it."""
        host = entry.paragraph.host
        if host == "rule":
            return [Standing(sentence, tier)]
        you = self.you(entry)
        if host == "modifier":
            return [self.modified(entry, sentence, you)]
        species = self.schema.of_row.get(entry.id, [])
        cell = self.rules.numbers.cell
        made = [OnCards(sentence, 3, number, self.silent, you, cell()) for number in species]
        for one in made:
            one.scenic = self.rules.scenic = True
            one.entered = self.rules.entered
        if "text" in self.rules.facts:
            for one in made:
                one.text = HasText(self.rules.facts["text"])
        return list(made)

    def you(self, entry: Entry) -> Expr:
        """The expression for `you` in a text."""
        return You(self.rules)

    def modified(self, entry: Entry, sentence: int, you: Expr) -> OnModified:
        """The standing of a modifier's text: in force for each thing that has the modifier."""
        family = self.family(entry)
        ctx = Context(self.rules, self.defs, sentence, Standing(sentence, 2))
        bag = prop(ctx, family, Reg(THIS))
        made = OnModified(sentence, 2, self.silent, you, bag, {}, self.rules.numbers.cell())
        made.scenic = self.rules.scenic = True
        made.entered, made.gained = self.rules.entered, self.rules.gained
        made.authors = self.rules.authors
        if family.home == "bag":
            made.kept = family.at
            made.index = self.indexes.setdefault(family.at, self.rules.numbers.table())
        else:
            made.printed = family.sets
        self.modifiers.append((made, self.row_name(entry), self.params(entry)))
        return made

    def row_name(self, entry: Entry) -> str:
        """The name in the row of a table."""
        return next((t.name for t in self.schema.book.things if t.id == entry.id), "")

    def family(self, entry: Entry) -> Attr:
        """The property that a modifier is a value of."""
        attrs = self.schema.attrs
        status = self.schema.lexicon.statuses.get(self.row_name(entry))
        if status is not None and status.family in attrs:
            return attrs[status.family]
        return attrs["modifier"]

    def instances(self) -> None:
        """Set the parameters of each modifier, for each word that names it."""
        schema = self.schema
        by_start: dict[str, list[str]] = {}  # words by the part before their first space
        known = 0
        for standing, name, params in self.modifiers:
            for word in schema.words[known:]:
                by_start.setdefault(word.partition(" ")[0], []).append(word)
            known = len(schema.words)
            for word in by_start.get(name.partition(" ")[0], ()):
                if word == name or word.startswith(name + " "):
                    number = schema.word(word)
                    values = schema.arguments.get(number)
                    if values is None:
                        values = self.told_apart(word[len(name) :].split(), len(params))
                    if len(values) == len(params):
                        given = [
                            int(v) if v.lstrip("-").isdigit() else schema.word(v) for v in values
                        ]
                        standing.instances[number] = list(zip(params.values(), given, strict=True))

    def told_apart(self, words: list[str], n: int) -> list[str]:
        """Split the words of a table cell into n parameters; unchanged if that fails."""
        if n <= 1 or len(words) == n:
            return [" ".join(words)] if n == 1 and words else words
        known = {*self.schema.lexicon.kinds, *self.schema.lexicon.names, *self.schema.described}
        for size in range(len(words) - n + 1, 0, -1):
            first = " ".join(words[:size])
            if size == 1 or first in known:
                rest = self.told_apart(words[size:], n - 1)
                if len(rest) == n - 1:
                    return [first, *rest]
        return words

    def params(self, entry: Entry) -> dict[str, int]:
        """The slots of a modifier's parameters."""
        return {name: LABELS + i for i, name in enumerate(entry.params)}

    def done_once(self, ctx: Context, told: Tree) -> None:
        """Compile an effect that stands alone as a rule: it is done before the game."""
        block = self.rules.new_block(ctx.sentence)
        ctx.block = block
        effect(ctx, told)
        ctx.emit(Settle())
        made = Trigger(len(self.rules.triggers), ctx.standing, None, False)
        made.block = block
        self.rules.triggers.append(made)
        self.rules.moments.setdefault(("before", "game"), []).append(made)

    def text(self, entry: Entry, told: list[Tree], sentence: int) -> None:
        """Compile the text of a card or a modifier, which runs when it is performed."""
        species = self.schema.of_row.get(entry.id, [])
        modifier = entry.paragraph.host == "modifier"
        standing = Standing(sentence, 2 if modifier else 3)
        standing.size = LABELS
        ctx = Context(self.rules, self.defs, sentence, standing)
        if modifier:
            ctx.slots |= self.params(entry)
            ctx.size += len(entry.params)
        block = self.rules.new_block(sentence)
        ctx.block = block
        known = len(self.rules.triggers)
        try:
            able = resolvable(ctx, told[0])
            for part in told:
                effect(ctx, part)
            for aimed in ctx.aimed:
                aimed.targets[0] = ctx.here()
            ctx.emit(Settle())
            self.aims(told, species, sentence)
            if not modifier and said_of(self.schema, ANNOUNCING) == WITH_TARGETS:
                self.choices(ctx, species)
        except Unsupported as why:
            self.rules.withdraw(known)
            self.refuse(entry, why)
            return
        except Exception as fault:
            raise CompilerFault(entry.paragraph.text) from fault
        block.slots = ctx.size
        if modifier:
            self.able.append((self.modified(entry, sentence, self.you(entry)), block.id))
        for number in species:
            if number in self.rules.texts:
                first = self.rules.blocks[self.rules.texts[number]]
                first.slots = max(first.slots, block.slots)
                first.ops += _shifted(block.ops, len(first.ops))
            else:
                self.rules.texts[number] = block.id
                self.rules.text_able[number] = (able, ctx.size)

    def aims(self, told: list[Tree], species: list[int], sentence: int) -> None:
        """Compile the announcement of the targets that a text names."""
        steps = [s for t in told for s in (t.parts if isinstance(t, Block) else (t,))]
        tops = [step for step in steps if isinstance(step, Do) and step.verb == "target"]
        every = [n for t in told for n in walk(t) if isinstance(n, Do) and n.verb == "target"]
        targets = [top for top, one in zip(tops, every, strict=False) if top is one]
        if not targets:
            return
        ctx = Context(self.rules, self.defs, sentence, Standing(sentence, 3))
        ctx.aiming = True
        ctx.block = self.rules.new_block(sentence)
        for step in targets:
            effect(ctx, step)
        if said_of(self.schema, ANNOUNCING) == BEFORE_PLACE:
            limit_to_places(ctx)
            played = self.rules.verb_rules[PLAY]
            played.awaiting |= frozenset(species)
        ctx.block.slots = ctx.size
        for number in species:
            self.rules.aims[number] = ctx.block.id
            self.rules.aim_sorts[number] = ctx.aim_sorts

    def choices(self, ctx: Context, species: list[int]) -> None:
        """Compile the announcement of what the first step of a text chooses openly."""
        if any(number in self.rules.aims or number in self.rules.texts for number in species):
            return
        block = announced(ctx)
        if block is not None:
            self.rules.aims |= dict.fromkeys(species, block.id)

    # ---- finishing -------------------------------------------------------------------------

    def chains(self) -> None:
        """Refuse values and states that ask for one another through too many others."""
        rules = self.rules
        for table in too_long(list(rules.facts.values())):
            for fact in table.facts[:1]:
                text = rules.sentences[fact.standing.sentence].text
                rules.unrunnable.append((text, f"more than {DEEPEST} values or states in a chain"))
            table.facts, table.bounds = [], []

    def finish(self) -> None:
        """Build the indexes that need all rules, then optimize."""
        self.chains()
        rules = self.rules
        self.instances()
        for standing, block in self.able:
            for word, given in standing.instances.items():
                rules.abilities[word] = (block, given)
        self.precedence()
        self.overrule()
        for table in rules.facts.values():
            table.order()
        tie(list(rules.facts.values()))
        by_verb = rules.verb_rules
        moving = (by_verb[MOVE], by_verb[ENTER], by_verb[LEAVE])
        rules.moves_heard = any(verb_rules.after or verb_rules.kept >= 0 for verb_rules in moving)
        timing = self.schema.initial.get(rules.trigger_timing)
        rules.at_once = (
            timing != rules.next_step
            and "trigger timing" not in rules.facts
            and "trigger timing" not in self.schema.written
        )
        self.engine_values()
        rules.acts_heard = rules.tells("act") or by_verb[rules.verb("act")].kept >= 0
        rules.sets_heard = by_verb[SET].heard() or by_verb[SET].kept >= 0
        keys = set(rules.moments)
        rules.ordered = [key for key in rules.trigger_keys if key != CHOICE] != [SEATING, AGE]
        if any(isinstance(key, Pick) for key in rules.orders.get("triggers", ())):
            chosen = rules.new_block(0)
            chosen.ops.append(InOrder())
            rules.order_block = chosen.id
            known = self.schema.lexicon.attrs
            rules.pointers = [
                attr.at
                for name, attr in self.schema.attrs.items()
                if attr.home == "column" and name in known and known[name].sort == "card"
            ]
        rules.turns_heard = any(span == "turn" for _, span in keys) or bool(
            rules.verb_rules[BEGIN].after or rules.verb_rules[END].after
        )
        begun = max(by_verb[BEGIN].kept, by_verb[END].kept)
        rules.turns_heard = rules.turns_heard or bool(rules.endings) or begun >= 0
        ended = {ending.span for ending in rules.endings}
        rules.rounds_heard = "round" in ended or any(span == "round" for _, span in keys)
        if rules.turns_timed:
            rules.turns_heard = True
        self.voting()
        self.settle()
        links = rules.scalar(rules.spans[LINK]) if LINK in rules.spans else 0
        rules.enders = [
            (watch, rules.spans[op.name] + 1)
            for watch in rules.watches
            if watch.bits & links
            for op in watch.trigger.block.ops
            if isinstance(op, CloseSpan)
        ]
        self.settling()
        rules.views.ready()
        for offer in rules.offers:
            offer.own_turn = offer_is_own_turn(offer)
            offer.ready()
        rules.single = self.only_turn()
        taking = by_verb[TAKE]
        rules.denying = bool(taking.cannot or taking.only or taking.instead)
        self.winners()
        rules.schema.sheet = Sheet(rules.schema.attrs, len(rules.schema.species))
        rules.likeness = Likeness(rules.schema, rules.owned, rules.copied)
        rules.goals = find_goals(rules, self.defs)
        find_reads(rules)
        if self.short:
            optimize(rules, self.later)
        elif rules.origins is not None:
            optimize_expressions(rules)

    def settling(self) -> None:
        """Prepare what finds and settles effects without end; refuse its word where none does."""
        rules, schema = self.rules, self.schema
        rules.listing = frozenset({rules.order_block, rules.endless_block} - {0})
        texts = [*rules.texts.values(), *(text[0] for text in rules.abilities.values())]
        rules.text_blocks = frozenset(texts)
        if rules.settlers or INVOLVED in schema.written or INVOLVED in rules.facts:
            return
        if schema.lexicon.statuses[INVOLVED].of == "card":
            rules.unrunnable += [
                (entry.paragraph.text, NOT_INVOLVED)
                for entry, said in zip(schema.entries, schema.said, strict=True)
                if INVOLVED in said.leaves
            ]

    def settle(self) -> None:
        """Settle all standings, and number the workspace cells of watches and offers."""
        rules = self.rules
        rules.index()
        for watch in rules.watches:
            watch.spare, watch.cell = rules.numbers.spare(), rules.numbers.cell()
        for offer in rules.offers:
            offer.spare = rules.numbers.spare()
        for ending in rules.endings:
            ending.standing.settle()
        for standing in self.in_force:
            standing.settle()
            if isinstance(standing, OnCards):
                rules.borne.append(standing)

    def engine_values(self) -> None:
        """Read the settings of resolution, and refuse unknown values of them."""
        rules, schema = self.rules, self.schema
        rules.checks_late = said_of(schema, CHECKING) == AFTER_ACTS
        rules.fewest_left = 1 if said_of(schema, DESERTION) == GOES_ON else 2
        rules.secret = says(Context(rules, self.defs, 0, Standing(0, 1)), SECRECY, SECRET)
        changes = "chain limit" in rules.facts or "chain limit" in schema.written
        if changes or schema.initial[rules.chain_limit] < CHAIN:
            rules.wary = FUEL + 1
        for name, texts in ENGINE_VALUES.items():
            found = schema.initial[schema.attrs[name].at]
            if name in OF_LINKS and not rules.linkwise:
                if name in rules.facts or name in schema.written or found != schema.word(texts[0]):
                    why = f"a {name} where choices are not made before the link"
                    rules.unrunnable.append((f"The {name} is …", why))
            if found not in [schema.word(text) for text in texts]:
                said = schema.words[found - WORD] if found >= WORD else found
                rules.unrunnable.append((f"The {name} is {said}.", unknown_text(name)))

    def voting(self) -> None:
        """Compile the length of the voting period."""
        if self.schema.docket < 0 or "voting period" not in self.schema.attrs:
            return
        rules = self.rules
        ctx = Context(rules, self.defs, 0, Standing(0, 1))
        ctx.slots["voted"] = rules.period_slot
        ctx.size = rules.period_slot + 1
        rules.period = prop(ctx, self.schema.attrs["voting period"], Reg(rules.period_slot))
        rules.period_size = ctx.size

    def only_turn(self) -> bool:
        """True if only the player at turn can ever be asked to act."""
        return (
            all(offer_is_own_turn(offer) for offer in self.rules.offers)
            and not self.rules.turnless
            and self.rules.contests is None
        )

    def winners(self) -> None:
        """Compile the order that breaks ties between winners."""
        rules = self.rules
        rules.winners_order = []
        turn = self.schema.word("turn")
        rules.winner_slot = LABELS
        standing = Standing(0, 1)
        ctx = Context(rules, self.defs, 0, standing)
        ctx.slots["ranked1"] = LABELS
        ctx.size = LABELS + 1
        for key in rules.orders.get("winners", ()):
            if key in LIKE_SEATS:
                rules.winners_order.append(FirstInTurn(self.schema.seats))
                continue
            latest = by_turn(key)  # type: ignore[arg-type]
            if latest is not None:
                rules.winners_order.append(ByTurn(rules.remember("begin"), latest, turn))
                rules.turns_heard = True
                continue
            try:
                for node in walk(key):
                    if isinstance(node, Ref) and node.name.startswith("ranked"):
                        ctx.slots[node.name] = LABELS
                found = outstanding(ctx, key)  # type: ignore[arg-type]
            except Unsupported:
                continue  # its sentence was refused already
            if isinstance(found, Outstanding):
                rules.winners_order.append(found)


def surveyed(para: Para | None) -> tuple[Node, ...]:
    """The nodes of a paragraph that the survey looks at, memoized."""
    if para is None:
        return ()
    found: tuple[Node, ...] = remade(
        para, "surveyed", lambda: tuple(node for node in walk(para) if is_surveyed(node))
    )
    return found


def is_surveyed(node: Node) -> bool:
    """True if the survey looks at a node."""
    if isinstance(node, Do):
        return node.verb == "take effect"
    return isinstance(node, SURVEYED) or (isinstance(node, Calc) and node.op == "with")


def until_outside(tree: Tree) -> Tree:
    """Move `until` outside `despite`: the moment ends the whole rule."""
    match tree:
        case Scope(kind="despite", rule=Scope(kind="until", arg=Moment()) as inner):
            return replace(inner, rule=replace(tree, rule=inner.rule))
    return tree


def words_in(tree: Tree) -> set[str]:
    """The statuses and kinds that a condition speaks of."""
    nodes = list(walk(tree))
    return {node.word for node in nodes if isinstance(node, Is) and isinstance(node.word, str)} | {
        node.noun for node in nodes if isinstance(node, Kind)
    }


def following(word: str, asked: dict[str, set[str]]) -> set[str]:
    """The words that a word asks for, and those that these ask for."""
    found: set[str] = set()
    waiting = [word]
    while waiting:
        new = asked[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def statement(hold: Hold) -> tuple[Pick, Tree] | None:
    """The subject and the condition of `A player is SPENT if …`; None for other facts."""
    fact = hold.fact
    if not isinstance(fact, Is) or fact.family or not isinstance(fact.word, str):
        return None
    who = fact.who
    if not isinstance(who, Pick) or who.kind.noun != "player" or who.kind.where:
        return None
    return (who, hold.cond) if hold.cond is not None else None


def open_hands(schema: Schema) -> set[int]:
    """The hands that a rule makes visible to all: cards in them are in play."""
    found: set[int] = set()
    for entry in schema.entries:
        for told in entry.para.rules if entry.para is not None else ():
            if not (isinstance(told, Hold) and told.cond is None and isinstance(told.fact, In)):
                continue
            places = told.fact.who
            for place in places.items if isinstance(places, Group) else (places,):
                seen = told.fact.rel == "visible to" and isinstance(told.fact.place, Pick)
                if seen and isinstance(place, Pick) and place.kind.noun.endswith("hand"):
                    found.add(schema.zone_number(place.kind.noun))
    return found


def offer_is_own_turn(offer: Offer) -> bool:
    """True if an offer is for the player at turn alone, or no turn waits for it."""
    norm = offer.norm
    if offer.phase == AT_THROWS:
        return True

    def turn(expr: object) -> bool:
        if isinstance(expr, And):
            return any(turn(part) for part in expr.parts)
        if isinstance(expr, (Eq, Meets)):
            return any(isinstance(side, Var) and side.i == TURN for side in (expr.a, expr.b))
        return False

    if any(turn(scope) for scope in norm.scopes):
        return True
    agent = norm.pattern.agent
    return agent is not None and isinstance(agent.same, Var) and agent.same.i == TURN


def _shifted(ops: list, by: int) -> list:  # type: ignore[type-arg]
    """Shift the jump targets of instructions that are moved."""
    for op in ops:
        if hasattr(op, "target"):
            op.target += by
        if hasattr(op, "targets"):
            op.targets = [target + by for target in op.targets]
    return ops


def next_turns(told: Tree) -> bool:
    """True if a trigger waits for the next turns, or for a time to pass."""
    match told:
        case When(event=Moment(edge="next") | Moment(edge="after", span=Qty())):
            return True
    return False


SOURCES = ("base", "rule", "modifier", "card")  # by tier
RULE_TIER = SOURCES.index("rule")
CARD_TIER = SOURCES.index("card")


def weighed(norm: Law | Only, mode: str, key: object) -> int:
    """The weight of a norm by one key of an order of precedence."""
    standing = norm.standing
    if isinstance(key, Group):
        names = [SOURCES[standing.tier % 10], mode]
        return next((len(key.items) - key.items.index(n) for n in names if n in key.items), 0)
    if key == "despite":
        return standing.tier // 10
    if key == "specific":
        obj = norm.pattern.obj
        return -len(obj.species) if obj is not None and obj.species is not None else -(1 << 30)
    if key in ("later", "earlier"):
        return standing.time if key == "later" else -standing.time
    return 0


def executes(do: Do, means: Tree) -> bool:
    """True if a verb performs the text of its object; playing then does not."""
    return (
        isinstance(do.obj, Pick)
        and do.obj.kind == Kind("card", var=do.obj.kind.var)
        and any(
            isinstance(node, Do) and node.verb == "resolve" and node.obj == Ref(do.obj.label)
            for node in walk(means)
        )
    )


def verbs(tree: Tree) -> set[str]:
    """The verbs of the acts in a pattern."""
    if isinstance(tree, Do):
        return {tree.verb}
    if isinstance(tree, (Scope,)):
        return verbs(tree.rule)
    found: set[str] = set()
    for name in ("parts", "items", "do", "body"):
        told = getattr(tree, name, None)
        if isinstance(told, tuple):
            for part in told:
                found |= verbs(part)
        elif isinstance(told, (Do, Block)):
            found |= verbs(told)
    return found
