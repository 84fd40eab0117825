"""From a book to a Ruleset, for a number of seats and with values as given."""

from __future__ import annotations

import hashlib

from deckmastor.engine import acts
from deckmastor.engine.derived import FactTable
from deckmastor.engine.flow import Flow, Link
from deckmastor.engine.ops import Settle
from deckmastor.engine.program import acting
from deckmastor.engine.program.conditions import outstanding
from deckmastor.engine.program.context import Context, Definition, Defs, Unsupported
from deckmastor.engine.program.effects import effect
from deckmastor.engine.program.facts import named
from deckmastor.engine.program.feasible import feasible
from deckmastor.engine.program.rules import mark, rule
from deckmastor.engine.program.terms import prop, term
from deckmastor.engine.ruleset import Ruleset, Sentence
from deckmastor.engine.schema import ASIDE, CONTENT, LIMBO, Schema
from deckmastor.engine.standing import OnCards, OnModified, Standing
from deckmastor.engine.state import LABELS, THIS
from deckmastor.engine.triggers import Trigger
from deckmastor.engine.values import Expr, Outstanding, Reg
from deckmastor.engine.visibility import EVERYBODY, HOLDER, NOBODY
from deckmastor.language.book import Book, Entry
from deckmastor.language.ir import (
    Adopt,
    Block,
    Calc,
    Declare,
    Define,
    Did,
    Do,
    Each,
    Hold,
    If,
    Instead,
    Is,
    May,
    Norm,
    Pick,
    Ref,
    Repeat,
    Scope,
    Tree,
    When,
    digest,
    walk,
)  # fmt: skip

DONE_ONCE = (Do, Block, Each, May, If, Repeat, Adopt)
acting.PRIMITIVE["replaced mark"] = mark


def build(book: Book, seats: int, values: dict[str, int | str] | None = None) -> Ruleset:
    """Compile a book. Sentences that cannot run are listed in `unrunnable`."""
    schema = Schema(book, seats, values)
    rules = Ruleset(schema)
    Builder(rules).build()
    rules.hash = _hash(book, seats, schema)
    return rules


def _hash(book: Book, seats: int, schema: Schema) -> str:
    told = hashlib.sha256(f"{seats}:{sorted(schema.given.items())}".encode())
    for entry in schema.entries:
        told.update(digest(entry.para).encode())
    for thing in book.things:
        told.update(repr((thing.id, thing.name, sorted(thing.cells.items()))).encode())
    for value in book.values:
        told.update(repr(value).encode())
    return told.hexdigest()[:32]


class Builder:
    """Compiles the paragraphs of a book, one after the other."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.schema = rules.schema
        self.defs: Defs = {}
        self.time = 0
        self.silent: set[int] = {LIMBO, ASIDE}

    def build(self) -> None:
        """Compile everything."""
        self.survey()
        self.views()
        flow = self.rules.new_block(0)
        flow.ops.append(Flow())
        self.rules.flow_block = flow.id
        link = self.rules.new_block(0)
        link.ops.append(Link())
        self.rules.link_block = link.id
        base = len(self.schema.entries) - len(self.schema.book.entries)
        for number, entry in enumerate(self.schema.entries):
            self.paragraph(entry, 0 if number < base else 1)
        self.finish()

    # ---- a first look ----------------------------------------------------------------------

    def survey(self) -> None:
        """Find what must be known before anything is compiled."""
        rules = self.rules
        schema = self.schema
        for entry in schema.entries:
            for node in walk(entry.para):
                match node:
                    case Define(do=Do() as do, means=means):
                        self.defs[do.verb] = Definition(do, means, 0)
                    case Norm(mode="cannot" | "only", do=do):
                        rules.contested |= verbs(do)
                    case Norm(mode="cost", do=do):
                        rules.costs |= verbs(do)
                    case Instead(event=event):
                        rules.contested |= verbs(event)
                    case When(timing="before", event=event):
                        rules.contested |= verbs(event)
                    case Hold(fact=told):
                        for name in named(told):
                            rules.facts.setdefault(name, FactTable())
                        self.weights(told)
                    case Declare(what="phases", of="turn" | "round", names=names):
                        rules.phases += [str(name) for name in names if name not in rules.phases]
                    case Declare(what="you", of=of, names=names):
                        rules.you[str(of)] = str(names[0])
                    case Did(do=do) | When(event=do):
                        rules.asked_for |= verbs(do)
        nodes = [node for entry in schema.book.entries for node in walk(entry.para)]
        rules.turnless = not rules.phases and not any(
            (isinstance(node, Ref) and node.name in ("at_turn", "turn", "round"))
            or getattr(node, "name", "") in ("turn", "next turn")
            or getattr(getattr(node, "kind", None), "noun", "") in ("turn", "round")
            for node in nodes
        )
        for name in schema.attrs:
            if name in rules.facts and name not in schema.attrs:
                del rules.facts[name]
        for collection in schema.book.collections:
            rows = [(schema.word(row), weight) for row, weight in collection.rows]
            rules.collections[f"{collection.name} collection"] = rows
        for relation in schema.book.relations:
            pairs = {(schema.word(a), schema.word(b)) for a, b in relation.pairs}
            rules.relations[relation.adjective] = pairs | {(b, a) for a, b in pairs}
            rules.related[relation.adjective] = relation.property

    def weights(self, told: Tree) -> None:
        """Note nouns of which some things count for several."""
        for node in walk(told):
            if isinstance(node, Is) and isinstance(node.word, Calc) and node.word.op == "counts":
                noun = getattr(node.word.args[1], "noun", str(node.word.args[1]))
                self.rules.weights[f"#weight {noun}"] = 1

    def views(self) -> None:
        """Who sees into places unless a sentence says otherwise."""
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

    # ---- paragraphs ------------------------------------------------------------------------

    def paragraph(self, entry: Entry, tier: int) -> None:
        """Compile what a paragraph says."""
        if entry.para is None:
            return
        paragraph = entry.paragraph
        sentence = len(self.rules.sentences)
        line = paragraph.place(0)[0]
        name = f"{entry.id} {paragraph.number}" if tier and paragraph.host == "rule" else entry.id
        self.rules.sentences.append(Sentence(name, paragraph.text, paragraph.file, line))
        text: list[Tree] = []
        for told in entry.para.rules:
            if isinstance(told, (Declare, Define)):
                continue
            self.time += 1
            if isinstance(told, DONE_ONCE) and paragraph.host != "rule":
                text.append(told)
                continue
            self.attempt(entry, told, sentence, tier)
        if text:
            self.text(entry, text, sentence)

    def attempt(self, entry: Entry, told: Tree, sentence: int, tier: int) -> None:
        """Compile a rule; if it cannot run, note why and leave it out."""
        for standing in self.standings(entry, sentence, tier):
            standing.time = self.time
            standing.size = LABELS
            ctx = Context(self.rules, self.defs, sentence, standing)
            if isinstance(standing, OnModified):
                for name, slot in self.params(entry).items():
                    ctx.slots[name] = slot
                ctx.size += len(self.params(entry))
                standing.size = ctx.size
            try:
                if isinstance(told, DONE_ONCE):
                    self.done_once(ctx, told)
                else:
                    rule(ctx, told)
            except (Unsupported, KeyError, AssertionError) as why:
                self.refuse(entry, why)
            standing.size = max(standing.size, ctx.size)

    def refuse(self, entry: Entry, why: Exception) -> None:
        """Note a sentence that cannot run."""
        reason = str(why) if isinstance(why, Unsupported) else f"{type(why).__name__} {why}"
        self.rules.unrunnable.append((entry.paragraph.text, reason))

    def standings(self, entry: Entry, sentence: int, tier: int) -> list[Standing]:
        """Where a paragraph is in force."""
        host = entry.paragraph.host
        if host == "rule":
            return [Standing(sentence, tier)]
        you = self.you(entry)
        if host == "modifier":
            return [self.modified(entry, sentence, you)]
        species = [i for i, one in enumerate(self.schema.species) if one.row == entry.id]
        return [OnCards(sentence, 3, number, self.silent, you) for number in species]

    def you(self, entry: Entry) -> Expr:
        """Who `you` is in a text."""
        from deckmastor.engine.roles import You

        return You(self.rules)

    def modified(self, entry: Entry, sentence: int, you: Expr) -> OnModified:
        """A modifier's text: in force for each thing that has it."""
        name = next((t.name for t in self.schema.book.things if t.id == entry.id), "")
        params = self.params(entry)
        instances: dict[int, list[tuple[int, int]]] = {}
        for word in list(self.schema.words):
            if word == name or word.startswith(name + " "):
                values = word[len(name) :].split()
                if len(values) == len(params):
                    given = [
                        int(v) if v.lstrip("-").isdigit() else self.schema.word(v) for v in values
                    ]
                    instances[self.schema.word(word)] = list(
                        zip(params.values(), given, strict=True)
                    )
        family = self.schema.attrs.get("modifier")
        status = self.schema.lexicon.statuses.get(name)
        if status is not None and status.family in self.schema.attrs:
            family = self.schema.attrs[status.family]
        ctx = Context(self.rules, self.defs, sentence, Standing(sentence, 2))
        assert family is not None
        bag = prop(ctx, family, Reg(THIS))
        return OnModified(sentence, 2, self.silent, you, bag, instances)

    def params(self, entry: Entry) -> dict[str, int]:
        """The slots of a modifier's parameters."""
        return {name: LABELS + i for i, name in enumerate(entry.params)}

    def done_once(self, ctx: Context, told: Tree) -> None:
        """An effect that opens a rule: done when the game begins."""
        block = self.rules.new_block(ctx.sentence)
        ctx.block = block
        effect(ctx, told)
        ctx.emit(Settle())
        made = Trigger(len(self.rules.triggers), ctx.standing, None, False)
        made.block = block
        self.rules.triggers.append(made)
        self.rules.moments.setdefault(("before", "game"), []).append(made)

    def text(self, entry: Entry, told: list[Tree], sentence: int) -> None:
        """What a card does when its text is performed."""
        species = [i for i, one in enumerate(self.schema.species) if one.row == entry.id]
        standing = Standing(sentence, 3)
        standing.size = LABELS
        ctx = Context(self.rules, self.defs, sentence, standing)
        block = self.rules.new_block(sentence)
        ctx.block = block
        try:
            able = feasible(ctx, told[0])
            for part in told:
                effect(ctx, part)
            ctx.emit(Settle())
        except (Unsupported, KeyError, AssertionError) as why:
            self.refuse(entry, why)
            return
        block.slots = ctx.size
        for number in species:
            if number in self.rules.texts:
                first = self.rules.blocks[self.rules.texts[number]]
                first.slots = max(first.slots, block.slots)
                first.ops += _shifted(block.ops, len(first.ops))
            else:
                self.rules.texts[number] = block.id
                self.rules.text_able[number] = (able, ctx.size)

    # ---- the end ---------------------------------------------------------------------------

    def finish(self) -> None:
        """Indexes that need everything."""
        rules = self.rules
        for table in rules.facts.values():
            table.order()
        laws = rules.laws
        moving = (laws[acts.MOVE], laws[acts.ENTER], laws[acts.LEAVE])
        rules.moves_heard = any(law.after or law.kept >= 0 for law in moving)
        keys = set(rules.moments)
        rules.turns_heard = any(span == "turn" for _, span in keys) or bool(
            rules.laws[acts.BEGIN].after or rules.laws[acts.END].after
        )
        rules.turns_heard = rules.turns_heard or bool(rules.endings)
        rules.rounds_heard = any(span == "round" for _, span in keys)
        rules.turn_word = self.schema.word("turn")
        rules.passed = self.schema.attrs["#passed"].at
        rules.single = self.only_turn()
        rules.fleeting = []
        self.winners()

    def only_turn(self) -> bool:
        """Whether only the player at turn can ever be asked to act."""
        from deckmastor.engine.program.moments import Find  # noqa: F401

        return (
            all(offer_is_own_turn(offer) for offer in self.rules.offers) and not self.rules.turnless
        )

    def winners(self) -> None:
        """How ties between winners are settled."""
        rules = self.rules
        rules.winners_order = []
        rules.winner_slot = LABELS
        standing = Standing(0, 1)
        ctx = Context(rules, self.defs, 0, standing)
        ctx.slots["ranked1"] = LABELS
        ctx.size = LABELS + 1
        for key in rules.orders.get("winners", ()):
            try:
                for node in walk(key):
                    if isinstance(node, Ref) and node.name.startswith("ranked"):
                        ctx.slots[node.name] = LABELS
                found = outstanding(ctx, key)  # type: ignore[arg-type]
            except (Unsupported, KeyError):
                continue
            if isinstance(found, Outstanding):
                rules.winners_order.append(found)


def offer_is_own_turn(offer: object) -> bool:
    """Whether an offer is for the player at turn alone."""
    from deckmastor.engine.state import TURN
    from deckmastor.engine.values import And, Eq, Meets, Var
    from deckmastor.engine.window import Offer

    assert isinstance(offer, Offer)
    norm = offer.norm

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
    """Instructions moved: their jumps go where they went."""
    for op in ops:
        if hasattr(op, "target"):
            op.target += by
        if hasattr(op, "targets"):
            op.targets = [target + by for target in op.targets]
    return ops


def verbs(tree: Tree) -> set[str]:
    """The verbs of the acts that a pattern speaks of."""
    if isinstance(tree, Do):
        return {tree.verb}
    if isinstance(tree, (Scope,)):
        return verbs(tree.rule)
    found: set[str] = set()
    for name in ("parts", "items", "do"):
        told = getattr(tree, name, None)
        if isinstance(told, tuple):
            for part in told:
                found |= verbs(part)
        elif isinstance(told, (Do, Block)):
            found |= verbs(told)
    return found


__all__ = ["Pick", "build", "term"]
