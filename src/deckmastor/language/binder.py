"""From parses to meaning: references, mood and distribution, decided when the text is read.

No pronoun reaches the run time. The mood of the place where a phrase stands decides what its
determiner means; `each` is taken out of a clause and put around it; a later sentence joins the
branch that it refers into.
"""

from __future__ import annotations

from deckmastor.language.clauses import Clauses
from deckmastor.language.ir import (
    Adopt,
    Block,
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Done,
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
    Tree,
    When,
    mentions,
    replace,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.joining import (
    bound,
    comes_into_force,
    extend,
    is_effect,
    opens_with_effect,
    takes_effects,
    with_else,
)  # fmt: skip
from deckmastor.language.mentions import BindError, Mention
from deckmastor.language.shapes import (
    MARK,
    any_of,
    hoist,
    lift_each,
    lift_used,
    name_first,
    relabel,
    strip_acts,
    subjects,
)  # fmt: skip
from deckmastor.language.sorts import check_sorts
from deckmastor.language.words import FIXED

LASTING = {"play", "resolve", "vote", "end", "begin", "take"}


class Binder(Clauses):
    """Binds the sentences of one paragraph, one after the other."""

    def copy(self) -> Binder:
        """A binder in the same state, to try a parse on."""
        twin = Binder(self.lexicon, self.host, self.params)
        twin.seen = self.seen.copy()
        twin.rules = list(self.rules)
        twin.count, twin.vars = self.count, dict(self.vars)
        twin.acts, twin.sentence, twin.doer = list(self.acts), self.sentence, self.doer
        twin.asked, twin.offered = dict(self.asked), dict(self.offered)
        twin.distributed, twin.sets = list(self.distributed), list(self.sets)
        twin.topics = list(self.topics)
        return twin

    # ---- paragraphs --------------------------------------------------------------------------

    def add(self, parse: Tree) -> None:
        """Bind one sentence, put it where it belongs in the paragraph, and check its sorts."""
        self._place(parse)
        check_sorts(self.lexicon, self.rules)
        for node in walk(self.rules[-1]):
            if isinstance(node, When):
                check_ends(node.event, node.effect)

    def _place(self, parse: Tree) -> None:
        self.sentence += 1
        self.topics = []
        self.doer = None
        self.clause = []
        if isinstance(parse, If) and parse.cond == Ref("?otherwise"):
            self._otherwise(parse)
            return
        last = self.rules[-1] if self.rules else None
        self._check_moment(parse, last)
        parse = self._standing(parse, last)
        if is_effect(parse) or (self.host in ("card", "modifier") and comes_into_force(parse)):
            tree = self.effect(parse)
            if last is not None and takes_effects(last):
                self.rules[-1] = extend(last, tree, bound(last))
            else:
                self.rules.append(tree)
            return
        goes_on = takes_effects(last) and not isinstance(parse, (Declare, Define))
        if goes_on and (opens_with_effect(last) or not self._stands_alone(parse)):
            self.rules[-1] = extend(last, self.effect(parse), bound(last))
            return
        self.seen.forget()
        self.rules.append(self.rule(parse))

    def _check_moment(self, parse: Tree, last: Tree) -> None:
        """An effect that opens a rule and chooses its doer would have no moment to be done at."""
        if self.host != "rule" or (last is not None and takes_effects(last)):
            return
        if isinstance(parse, If) and not (
            isinstance(parse.cond, Group) and parse.cond.op == "?behind"
        ):
            standing = isinstance(parse.then, (Norm, Hold, Scope))
            raise BindError(
                "The condition of a rule stands behind it."
                if standing
                else "When? A rule that acts begins with 'When', 'At' or 'In the … phase'.",
                parse,
                "For example: 'A player cannot draw a card if …', 'When …, end the game.'",
                "when",
            )
        inner = parse.then if isinstance(parse, If) else parse
        match inner:
            case Each(Group(_, (Pick(how="a" | "any" | "some") as who,)), _):
                noun = who.kind.noun
                raise BindError(
                    f"When? A rule that does something to a {noun} begins with 'When', 'At' or "
                    "'In the … phase'.",
                    who,
                    f"Or say 'may', 'must' or 'cannot' of the {noun}.",
                    "when",
                )

    def _standing(self, parse: Tree, last: Tree) -> Tree:
        """`If C, you cannot …` that opens a text as a rule with a condition: it stands."""
        if self.host == "rule" or is_effect(last):
            return parse
        match parse:
            case If(Group("?behind")):
                return parse
            case If(_, Norm("cannot" | "only" | "cost") | Hold(), None):
                return Scope("if", parse.cond, parse.then, at=parse.at)
        return parse

    def expects(self) -> str:
        """Whether an effect or a rule is expected next: an effect goes on with effects."""
        if self.host in ("card", "modifier"):
            return "effect"
        last = self.rules[-1] if self.rules else None
        while isinstance(last, Scope):
            last = last.rule
        return "effect" if isinstance(last, (When, Instead)) or is_effect(last) else "rule"

    def _stands_alone(self, parse: Tree) -> bool:
        """Whether a sentence can be read without what the sentences before it spoke of."""
        trial = self.copy()
        trial.seen.forget()
        try:
            trial.rule(parse)
        except BindError:
            return False
        return True

    def _otherwise(self, parse: If) -> None:
        if not self.rules:
            raise BindError("'Otherwise' needs an 'If' before it.", parse)
        other = self.effect(parse.then)
        new = with_else(self.rules[-1], other)
        if new is None:
            raise BindError(
                "'Otherwise' needs an 'If' in the sentence before it.", parse,
                "Of what stands as long as something is so, say both: '… if …. … unless …'.",
            )  # fmt: skip
        self.rules[-1] = new

    def paragraph(self) -> Para:
        """The paragraph bound so far, its labels numbered in order of mention."""
        rules = tuple(self.rules)
        kept = {node.step for node in walk(rules) if isinstance(node, Done)} | {
            node.name for node in walk(rules) if isinstance(node, Ref)
        }
        for rule in rules:
            self._check_params_of(rule)
            self._check_once(rule)
        _check_bound(rules)
        para = Para(relabel(strip_acts(rules, kept)), self.host, tuple(self.params))
        for node in walk(para):
            if isinstance(node, Ref) and node.name[0] in "?~$":
                raise BindError(f"'{_spoken(node.name)}' has nothing to refer to here.", node)
        return para

    def _check_params_of(self, rule: Tree) -> None:
        """X, Y and Z are bound by a parametric word, a definition or an event pattern.

        The text of a modifier that is read by itself may have any parameters.
        """
        if self.host == "modifier" and not self.params:
            return
        bound_here = set(self.params)
        for node in walk(rule):
            match node:
                case Define(do, _):
                    bound_here |= {n.name for n in walk(do) if isinstance(n, Ref)}
                case When(event) | Instead(event):
                    bound_here |= {n.name for n in walk(event) if isinstance(n, Ref)}
        for node in walk(rule):
            if isinstance(node, Ref) and node.name in {"X", "Y", "Z"} - bound_here:
                message = f"'{node.name}' stands for nothing here."
                raise BindError(message, node, code="parameter")

    # ---- rules and effects -------------------------------------------------------------------

    def rule(self, tree: Tree) -> Tree:
        """A sentence that stands as a rule."""
        match tree:
            case Declare():
                return tree
            case Define(do, means):
                return self._define(tree, do, means)
            case When(event, effect, timing, _):
                self._check_lasting(event, timing)
                self._check_next(event)
                bound_event = self.event(event)
                done = self.effect(effect)
                return replace(tree, event=lift_used(bound_event, done), effect=done)
            case Instead(event, effect, _, cond):
                bound_event = self.event(event)
                bound_cond = self.cond(cond)
                return replace(tree, event=bound_event, effect=self.effect(effect), cond=bound_cond)
            case Norm():
                return self._norm(tree)
            case Hold(Cmp(_, "=", value)) if any(
                isinstance(node, Pick) and node.how == "each" for node in walk(value)
            ):
                raise BindError("'each' gives no single value here.", tree, code="how-many")
            case Hold(fact, cond):
                if isinstance(fact, Cmp) and fact.op == "=" and cond is None:
                    pass
                bound_fact = self.walk(fact, "fact")
                return replace(tree, fact=bound_fact, cond=self.cond(cond))
            case Scope("if", cond, inner):
                return self._conditional(cond, inner)
            case Scope(kind, arg, inner):
                return self._scope(tree, kind, arg, inner)
            case Rank(of, keys):
                return self._rank(tree, of, keys)
        return self.effect(tree)

    def effect(self, tree: Tree) -> Tree:
        """A sentence where an effect stands: rules in it are adopted."""
        match tree:
            case Scope("until", Group("?behind", (end,)), inner):
                rule = self.rule(inner)
                return Adopt(rule, self.walk(end, "event"), at=tree.at)
            case Scope("until", end, inner):
                until = self.walk(end, "event")
                return Adopt(self.rule(inner), until, at=tree.at)
            case Scope("limit" | "while" | "during", _, inner) if is_effect(inner):
                return Adopt(self.rule(tree), at=tree.at)
            case When(event, effect, timing, once):
                ended = self._ended(event) if once else None
                if ended is not None:
                    event, timing = ended, "over"
                bound_event = self.event(event)
                again = any(isinstance(n, Pick) and n.how == "each" for n in walk(bound_event))
                bound_event, until = _this_span(bound_event)
                rule = When(bound_event, self.effect(effect), timing, not again, at=tree.at)
                return Adopt(rule, until, at=tree.at)
            case Norm("must", Do(_, Pick(how="each") as who) as do):
                mark = f"${who.kind.var}"
                duty = replace(tree, do=replace(do, agent=Ref(mark)))
                return self.effect(Each(Group(mark, (who,)), duty, at=tree.at))
            case Norm() | Hold() | Scope() | Instead() | Rank():
                return Adopt(self.rule(tree), at=tree.at)
            case If(cond, then, orelse):
                return self._if(tree, cond, then, orelse)
            case Each(Group(mark, (subject,)), body):
                return self._said(tree, mark, subject, body)
            case Block("one", parts):
                return replace(tree, parts=self._alternatives(parts, "effect"))
            case Block(_, parts):
                return replace(tree, parts=tuple(self.effect(part) for part in parts))
            case May(who, inner):
                self.offered[self.sentence] = True
                bound_who = self.walk(who, "effect")
                return replace(tree, who=bound_who, effect=self.effect(inner))
            case Repeat(inner, until, times):
                self.bare_ok = until is not None
                done = self.effect(inner)
                self.bare_ok = False
                repeated = replace(
                    tree, effect=done, until=self.cond(until), times=self.walk(times, "effect")
                )
                return lift_each(repeated)
            case Do():
                return self._do(tree, "effect")
        return self.walk(tree, "effect")  # type: ignore[no-any-return]

    def _said(self, tree: Each, mark: str, subject: Tree, body: Tree) -> Tree:
        """A body with its subject: distributed over a set, else said of one doer."""
        kept = self.seen.copy() if isinstance(subject, Group) else self.seen
        who = self._subject(subject, body)
        if isinstance(who, Group) and any(
            isinstance(node, Pick) and node.how == "each" for node in walk(who)
        ):
            self.seen = kept
        if isinstance(who, Pick):
            self.vars[mark] = Ref(who.label)
            self.doer = Ref(who.label)
            first = who.kind.where[0] if who.kind.where else None
            if who.how == "each" and isinstance(first, In) and first.rel == "among":
                self.sets.append(first.place)
            said = self.effect(body)
            if who.how in ("each", "all", "anynum", "upto") or who.n != 1:
                self.distributed.append(Ref(who.label))
                return Each(who, said, at=tree.at)
            return name_first(said, who)
        if isinstance(who, Group):
            if any(isinstance(node, Pick) and node.how == "each" for node in walk(who)):
                parts = subject.items if isinstance(subject, Group) else ()
                each = tuple(self._said(tree, mark, part, body) for part in parts)
                return Block("both", each, at=tree.at)
            var = self._label("thing")
            pick = Pick("each", 1, Kind("thing", (In(Ref(var), who, "of"),), var), var)
            self.vars[mark] = self.doer = Ref(var)
            return Each(pick, self.effect(body), at=tree.at)
        if self._several_players(who):
            var = self._label("player")
            pick = Pick("each", 1, Kind("player", (In(Ref(var), who, "among"),), var), var)
            self.vars[mark] = self.doer = Ref(var)
            self._mention(Ref(var), "player", "player")
            self.distributed.append(Ref(var))
            self.sets.append(who)
            return Each(pick, self.effect(body), at=tree.at)
        self.vars[mark] = self.doer = who
        return self.effect(body)

    def _several_players(self, who: Tree) -> bool:
        return any(m.term == who and m.many and m.sort == "player" for m in self.seen.found)

    def _subject(self, subject: Tree, body: Tree) -> Tree:
        if subject != Ref("?doer"):
            slot = "player" if isinstance(body, May) else self._agent_slot(body)
            return self.term(subject, "effect", slot)  # type: ignore[no-any-return]
        if self.host != "rule":
            return Ref("you")
        for node in walk(body):
            frame = self.lexicon.verbs.get(node.verb) if isinstance(node, Do) else None
            waiting = (
                isinstance(node, Do)
                and isinstance(node.agent, Ref)
                and (node.agent.name.startswith(("$", "?doer")))
            )
            if waiting and frame is not None and frame.agent_sort == "player":
                assert isinstance(node, Do)
                raise BindError(
                    f"'{node.verb}': who? In a rule, name the player.",
                    node,
                    "For example: 'each player …' or 'the player at turn …'.",
                    "who",
                )
        return Ref("game")

    def _if(self, tree: If, cond: Tree, then: Tree, orelse: Tree) -> Tree:
        if isinstance(cond, Group) and cond.op == "?behind":
            done = self.effect(then)
            asked = self.cond(cond.items[0])
            if (
                isinstance(done, Each)
                and isinstance(done.pick, Pick)
                and mentions(asked, done.pick.label)
            ):
                return replace(done, body=replace(tree, cond=asked, then=done.body))
            return replace(tree, cond=asked, then=done)
        asked = self.cond(cond)
        self.topics = [*self.topics, *subjects(asked)]
        done = self.effect(then)
        asked = lift_used(asked, done)
        other = self.effect(orelse) if orelse is not None else None
        hoisted = hoist(asked, done) if other is None else None
        return hoisted or replace(tree, cond=asked, then=done, orelse=other)

    def _ended(self, event: Tree) -> Do | None:
        """The act whose end an event is, if it is one that lasts: `a card has resolved`."""
        match event:
            case Did(Do(verb) as act, "ever", "") if verb in LASTING | self.lexicon.lasting:
                return act
        return None

    def _check_lasting(self, event: Tree, timing: str) -> None:
        """`After` waits for the end of an act that lasts; of others, `When` says it."""
        if timing != "over":
            return
        if not any(isinstance(node, (Do, Moment)) for node in walk(event)):
            raise BindError(
                "Say 'When': a state does not last until it is over.", None, code="after"
            )
        for node in walk(event):
            if isinstance(node, Do) and node.verb not in LASTING | self.lexicon.lasting:
                raise BindError(
                    f"'{node.verb}' is done in one step: say 'When' instead of 'After'.", node,
                    code="after",
                )  # fmt: skip

    def _check_next(self, event: Tree) -> None:
        """A rule that stands has no next turn; it speaks of each."""
        match event:
            case Moment(_, Pick("next", _, Kind(span))) | Moment(_, Of(_, span)):
                if self.host != "rule" or not (isinstance(event.span, Pick) or "next " in span):
                    return
                span = span.removeprefix("next ")
                assert isinstance(event.span, Node)
                raise BindError(
                    f"The next {span} after which? A rule holds again and again.", event.span,
                    f"Say 'each {span}'; in an effect, 'the next {span}' comes once.", "next",
                )  # fmt: skip

    def _check_once(self, rule: Tree) -> None:
        """A rule that stands has no next time either."""
        if self.host == "rule" and isinstance(rule, (When, Instead)) and rule.once:
            raise BindError(
                "The next time after when? A rule holds again and again.", rule,
                "Say 'When' or 'If … would'; 'When … for the first time' comes once. In an "
                "effect, 'the next time' comes once.", "next",
            )  # fmt: skip

    def _conditional(self, cond: Tree, inner: Tree) -> Tree:
        """A norm or fact with its condition before it: it holds as long as that is so."""
        asked = self.cond(cond)
        self.topics = [*self.topics, *subjects(asked)]
        said = self.rule(inner)
        assert isinstance(said, (Norm, Hold))
        hoisted = hoist(asked, said)
        if isinstance(hoisted, Each) and isinstance(hoisted.pick, Pick):
            return name_first(said, replace(hoisted.pick, how="any"))
        both = asked if said.cond is None else Logic("and", (asked, said.cond))
        return replace(said, cond=both)

    def _define(self, tree: Define, do: Tree, means: Tree) -> Tree:
        if isinstance(do, Do) and do.verb in FIXED:
            raise BindError(
                f"'{do.verb}' has a meaning of its own, which no definition can change.",
                tree,
                "Define another verb: 'To collect a card is to …'.",
                "fixed-verb",
            )
        host, self.host = self.host, "definition"
        self.doer = Ref("you")
        head = self.walk(substitute(do, "$", Ref("you")), "def")
        body = means if isinstance(means, str) else self.effect(means)
        self.host = host
        return replace(tree, do=head, means=body)

    def _norm(self, tree: Norm) -> Tree:
        if tree.mode == "may":
            self.whole = [
                node.obj for node in walk(tree.do)
                if isinstance(node, Do) and node.agent is not None and isinstance(node.obj, Pick)
            ]  # fmt: skip
        if tree.mode == "cannot":
            check_forbidden_whole(tree.do)
        do = self.walk(tree.do, "duty" if tree.mode == "must" else "norm")
        if tree.mode in ("cannot", "may", "only"):
            do = any_of(do)
        if tree.mode == "cost":
            then = self.walk(tree.then, "effect")
            return replace(tree, do=do, cond=self.cond(tree.cond), then=then)
        cond = self.walk(tree.cond, "event") if tree.focus == "time" else self.cond(tree.cond)
        return replace(tree, do=do, cond=cond)

    def _scope(self, tree: Scope, kind: str, arg: Tree, inner: Tree) -> Tree:
        late = isinstance(arg, Group) and arg.op == "?behind"
        if late or (kind == "during" and _forward(arg)):
            rule = self.rule(inner)
            arg = arg.items[0] if isinstance(arg, Group) and late else arg
            return replace(
                tree, arg=self.walk(arg, "cond" if kind == "while" else "event"), rule=rule
            )
        bound_arg = self.cond(arg) if kind == "while" else self.walk(arg, "event")
        if is_effect(inner):
            return replace(tree, arg=bound_arg, rule=self.effect(inner))
        return replace(tree, arg=bound_arg, rule=self.rule(inner))

    def _rank(self, tree: Rank, of: str, keys: tuple[Tree, ...]) -> Tree:
        var = self._label("ranked")
        noun = next((r.lemma for r in self.lexicon.readings_of(of) if r.cat == "kind"), "")
        sort = "player" if of in ("winners", "turns") or self.lexicon.sort(noun) == "player" else ""
        self.seen.add(Mention(Ref(var), "ranked", sort, True))
        keys = tuple(self.walk(substitute(key, "$", Ref(var)), "fact") for key in keys)
        return replace(tree, keys=keys)


def check_forbidden_whole(do: Tree) -> None:
    """Refuse a prohibition of an act on all things: it could forbid each of them, or only all."""
    for node in walk(do):
        match node:
            case Do(verb, agent, Pick("all", _, kind) as pick) if agent is not None:
                raise BindError(
                    f"'cannot {verb} all': not one of them, or not all of them?", pick,
                    f"Say 'cannot {verb} a {kind.noun} …'.", "how-many",
                )  # fmt: skip


def check_ends(event: Tree, effect: Tree) -> None:
    """Refuse a trigger that begins a fact or a prohibition without an end."""
    match effect:
        case Block(_, parts):
            for part in parts:
                check_ends(event, part)
        case If(_, then, orelse):
            check_ends(event, then)
            check_ends(event, orelse)
        case Each(_, body):
            check_ends(event, body)
        case Adopt(Hold(Is()) as rule, None) if isinstance(event, (Do, Moment, Did)):
            raise BindError(
                "This would begin and never end: an act is over when it is done.", rule,
                "Say '… become …', or name the end: 'until the end of the turn, …'.",
                "never-ends",
            )  # fmt: skip
        case Adopt(Hold() | Norm("cannot" | "only") as rule, None):
            if not isinstance(event, (Do, Moment, Did)):
                raise BindError(
                    "This would begin and never end: 'When' waits for a state to begin.", rule,
                    "As long as it is so: 'A player is … if …', 'A player cannot … if …'. "
                    "From then on: '… become …', or 'until …'.",
                    "never-ends",
                )  # fmt: skip


def _check_bound(rules: tuple[Tree, ...]) -> None:
    """Refuse a label that nothing binds: a safety net, no sentence should lead here."""
    bound_here = {"", *bound(rules)}
    for node in walk(rules):
        match node:
            case Kind(_, _, var):
                bound_here.add(var)
            case Qty(Ref(name)):
                bound_here.add(name)
    for node in walk(rules):
        if isinstance(node, Ref) and MARK in node.name and node.name not in bound_here:
            noun = node.name.partition(MARK)[0]
            if noun != "ranked":
                raise BindError(f"Which {noun}? Nothing here says which one it is.", node)


def _this_span(event: Tree) -> tuple[Tree, Tree]:
    """`When … this turn` waits to the end of the turn, and no longer."""
    match event:
        case Did(do, Moment("this", str() as span), "") if span != "effect":
            return do, Moment("end", Ref(span))
    return event, None


def _forward(arg: Tree) -> bool:
    return any(isinstance(node, Ref) and node.name == "?they" for node in walk(arg))


def _spoken(name: str) -> str:
    return name.lstrip("?~$").replace(":", " ")
