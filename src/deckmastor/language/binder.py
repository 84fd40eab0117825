"""From parses to meaning: references, mood and distribution, decided when the text is read.

No pronoun reaches the run time. The mood of the place where a phrase stands decides what its
determiner means; `each` is taken out of a clause and put around it; a later sentence joins the
branch that it refers into.
"""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Adopt,
    Block,
    Can,
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
    Tally,
    Tree,
    When,
    mentions,
    replace,
    rewrite,
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
from deckmastor.language.mentions import BindError, Mention, Mentions
from deckmastor.language.morphology import verb_forms
from deckmastor.language.shapes import (
    any_of,
    arguments,
    compared_of,
    distribute,
    handle,
    hoist,
    lift_each,
    lift_used,
    name_first,
    ordinal,
    owners,
    relabel,
    relabelled,
    strip_acts,
    subjects,
    swap,
)  # fmt: skip
from deckmastor.language.terms import Terms

STATES = {"require", "hold", "remain", "exist", "consent", "object", "act", "pass"}
LASTING = {"play", "resolve", "vote", "end", "begin", "take"}


class Binder(Terms):
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
        """Bind one sentence and put it where it belongs in the paragraph."""
        self.sentence += 1
        self.topics = []
        self.doer = None
        self.clause = []
        if isinstance(parse, If) and parse.cond == Ref("?otherwise"):
            self._otherwise(parse)
            return
        last = self.rules[-1] if self.rules else None
        self._check_moment(parse, last)
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
        self._forget()
        self.rules.append(self.rule(parse))

    def _forget(self) -> None:
        """A rule of its own speaks of nothing that an earlier rule spoke of, but of its host."""
        host = [m for m in self.seen.found if m.term == Ref("this")]
        self.seen = Mentions(self.lexicon, host)

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
        trial._forget()
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
            raise BindError("'Otherwise' needs an 'If' in the sentence before it.", parse)
        self.rules[-1] = new

    def paragraph(self) -> Para:
        """The paragraph bound so far, its labels numbered in order of mention."""
        rules = tuple(self.rules)
        kept = {node.step for node in walk(rules) if isinstance(node, Done)} | {
            node.name for node in walk(rules) if isinstance(node, Ref)
        }
        for rule in rules:
            self._check_params_of(rule)
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
            case When(event, effect, timing, _):
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

    def _agent_slot(self, body: Tree) -> str:
        for node in walk(body):
            if isinstance(node, Do):
                if node.verb == "become":
                    return self._status_slot(node.obj, "")
                return "player" if _acts(self.lexicon.verbs.get(node.verb)) else ""
        return ""

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

    def _define(self, tree: Define, do: Tree, means: Tree) -> Tree:
        host, self.host = self.host, "definition"
        self.doer = Ref("you")
        head = self.walk(substitute(do, "$", Ref("you")), "def")
        body = means if isinstance(means, str) else self.effect(means)
        self.host = host
        return replace(tree, do=head, means=body)

    def _norm(self, tree: Norm) -> Tree:
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

    # ---- walking -----------------------------------------------------------------------------

    def event(self, tree: Tree) -> Tree:
        """An event pattern or a state that is waited for."""
        return self._asked(tree, "event")

    def cond(self, tree: Tree) -> Tree:
        """A question about the state."""
        return self._asked(tree, "cond")

    def _asked(self, tree: Tree, mood: str) -> Tree:
        """A question; what it says of each thing is not spoken of after it."""
        outer, self.passing = self.passing, []
        asked = self.walk(tree, mood)
        self.seen.found = [m for m in self.seen.found if m.term not in self.passing]
        self.passing = outer
        return asked  # type: ignore[no-any-return]

    def walk(self, tree: Any, mood: str) -> Any:
        """Any tree, in a mood."""
        match tree:
            case None | int() | str():
                return tree
            case tuple():
                return tuple(self.walk(item, mood) for item in tree)
            case Ref() | Pick() | Of() | Group() | Qty():
                return self.term(tree, mood)
            case Do():
                return self._do(tree, mood)
            case Did(do, window, _):
                return self._did(tree, do, window, mood)
            case Kind():
                return self._kind(tree, self._label(tree.noun), mood)
            case Tally(_, what, _):
                return self._tally(tree, what)
            case Cmp(a, "!=", Ref("?other")):
                own = self.walk(a, mood)
                return replace(tree, a=own, b=self._other(own, tree))
            case Cmp(a, _, b):
                left = self.walk(a, mood)
                said = replace(tree, a=left, b=self._beside(left, b, mood))
                return self._lifted(said, mood)
            case Is(who, word, family):
                left = self.term(who, mood, self._status_slot(word, family))
                if family and self._noun_of(handle(left))[0] == family:
                    return Cmp(left, "=", word, at=tree.at)
                return self._lifted(replace(tree, who=left, word=self.walk(word, mood)), mood)
            case In(who, place, rel):
                left = self.term(who, mood, "card" if rel in ("in", "on") else "")
                slot = "card" if rel in ("below", "above") else ""
                if rel == "of":
                    slot = f"of:{self._noun_of(left)[0]}"
                if rel in ("among", "rest of"):
                    slot = "set"
                lies = replace(tree, who=left, place=self._beside(left, place, mood, slot))
                return lies if mood == "effect" or self.depth else self._lifted(lies, mood)
            case Done(step, _):
                asked = tuple(replace(tree, step=act) for act in self._asked_acts(step, tree))
                return asked[0] if len(asked) == 1 else Logic("and", asked)
            case Can(do):
                return replace(tree, do=self.walk(do, "norm"))
            case Block("one", parts) if mood in ("norm", "duty"):
                return replace(tree, parts=self._alternatives(parts, mood))
            case Block() | Repeat() if mood in ("norm", "duty"):
                return rewrite(tree, lambda child: self.walk(child, self._inner(tree, child, mood)))
            case Each(Pick() as pick, said):
                return self._told(tree, pick, said, mood)
            case Each(Group("?than", (Pick() as pick,)), Cmp(a, _, b) as said):
                left = self.walk(a, mood)
                if pick.how == "any":
                    raise BindError("Say 'each other', not 'any other'.", pick, code="synonym")
                mine = [m for m in self.seen.found if m.term == compared_of(left)]
                self.clause = [*mine, *self.clause]
                who = self._pick(pick, mood)
                return Each(who, replace(said, a=left, b=self.walk(b, mood)), at=tree.at)
            case Each() | May() | If() | Adopt() | Block() | Repeat() if mood in ("effect", "def"):
                return self.effect(tree)
        return rewrite(tree, lambda child: self.walk(child, mood))

    def _told(self, tree: Each, pick: Pick, said: Tree, mood: str) -> Tree:
        """A condition said of a subject that stands before it: there is one, or for each."""
        who = self._pick(pick, mood)
        if not isinstance(who, Pick):
            self.vars[pick.kind.var] = who
            return self.walk(said, mood)  # type: ignore[no-any-return]
        local, self.local = self.local, [[Ref(who.label)], *self.local]
        body = self.walk(said, mood)
        self.local = local
        return Each(who, body, at=tree.at)

    def _lifted(self, tree: Node, mood: str) -> Tree:
        """`each` inside a description of a question is put around the question."""
        for node in walk(tree):
            if isinstance(node, Kind):
                for inner in walk(node.where):
                    if isinstance(inner, Pick) and inner.how == "each":
                        how = "any" if mood in ("norm", "fact") else "each"
                        rest = swap(tree, inner, Ref(inner.label))
                        return Each(replace(inner, how=how), self._lifted(rest, mood))
        if isinstance(tree, Cmp) and isinstance(tree.b, Of) and mood in ("cond", "event"):
            for inner in walk(tree.b):
                if isinstance(inner, Pick) and inner.how == "each":
                    rest = swap(tree, inner, Ref(inner.label))
                    return Each(inner, self._lifted(rest, mood))
        return tree

    def _beside(self, left: Tree, right: Tree, mood: str, slot: str = "") -> Tree:
        """The second term of a comparison: a possessive in it means the first, if it can."""
        local, self.local = self.local, [owners(left), *self.local]
        bound_right = self.term(right, mood, slot)
        self.local = local
        return bound_right  # type: ignore[no-any-return]

    def _status_slot(self, word: Tree, family: str) -> str:
        if family in self.lexicon.attrs:
            return f"of:{family}"
        status = self.lexicon.statuses.get(word) if isinstance(word, str) else None
        sort = self.lexicon.sort(status.of) if status else ""
        return sort if sort in ("player", "card", "place", "time") else ""

    def _inner(self, tree: Node, child: Tree, mood: str) -> str:
        return "cond" if isinstance(tree, Repeat) and child is tree.until else mood

    def _alternatives(self, parts: tuple[Tree, ...], mood: str) -> tuple[Tree, ...]:
        """The branches of a choice; `If they do` asks about them all, so they share a label."""
        bound_parts: list[Tree] = []
        label = ""
        for part in parts:
            before = len(self.acts)
            done = self.effect(part) if mood == "effect" else self.walk(part, mood)
            if len(self.acts) > before:
                first, doer, sentence = self.acts[before]
                label = label or first
                self.acts[before] = (label, doer, sentence)
                done = relabelled(done, first, label)
            bound_parts.append(done)
        return tuple(bound_parts)

    # ---- clauses -----------------------------------------------------------------------------

    def _do(self, tree: Do, mood: str) -> Tree:
        frame = self.lexicon.verbs.get(tree.verb)
        outer, self.clause = self.clause, []
        outer_doer = self.doer
        bars = self.barred
        self.barred = [self.vars[t.name] for t in arguments(tree) if t.name in self.vars]
        before = self.seen.copy()
        first: Tree = None  # the object, where the doer is told in terms of it
        try:
            agent = self.term(tree.agent, _doer_mood(mood), self._agent_slot(tree))
        except BindError:
            if tree.obj is None or isinstance(tree.obj, Qty):
                raise
            self.seen = before
            first = self.term(tree.obj, mood, frame.obj_sort if frame else "")
            agent = self.term(tree.agent, _doer_mood(mood), self._agent_slot(tree))
        if agent is not None and mood != "history":
            self.doer = Ref(agent.label) if isinstance(agent, Pick) else agent
        barred, self.barred = bars, [handle(agent)] if agent is not None else []
        local, self.local = self.local, [[handle(agent)], *self.local]
        obj = first or self.term(tree.obj, mood, frame.obj_sort if frame else "")
        if obj is not None:
            self.barred = [*self.barred, handle(obj)]
            self.local = [[*self.local[0], handle(obj)], *self.local[1:]]
        roles: list[tuple[str, Tree]] = []
        for name, value in tree.roles:
            slot = _role_slot(name)
            self.bare_ok = name == "with"
            roles.append((name, self.term(value, mood, slot)))
            self.bare_ok = False
        self.barred = barred
        self.local = local
        self.clause = outer
        if mood == "history":
            self.doer = outer_doer
        for thing in obj.items if isinstance(obj, Group) else (obj,):
            if thing is not None and not isinstance(thing, (str, int)):
                known = any(m.term == thing for m in self.seen.found)
                self.seen.done_to(tree.verb, thing if known else handle(thing))
        if tree.verb == "gain" and isinstance(obj, Of) and isinstance(obj.owner, str):
            self._check_params(obj.owner, tree)
        label = ""
        if mood in ("effect", "norm", "duty"):
            label = f"act{len(self.acts) + 1}"
            self.acts.append((label, handle(agent), self.sentence))
        done = self._normal(Do(tree.verb, agent, obj, tuple(roles), label, at=tree.at), frame)
        if mood == "effect":
            return distribute(done)
        return done

    def _check_params(self, word: str, at: Node) -> None:
        status = self.lexicon.statuses.get(word)
        if status is not None and status.params:
            takes = " and ".join(f"a {sort}" for sort in status.params)
            raise BindError(f"'{word}' takes {takes}.", at, f"For example '{word} 1'.", "parameter")

    def _normal(self, do: Do, frame: Any) -> Do:
        """The clause in its one shape: a thing that ends is ended, a role that becomes is set."""
        agent, obj = do.agent, do.obj
        lone = frame is not None and frame.obj == "o" and obj is None and agent is not None
        if lone and agent != Ref("you") and self._sort(agent) not in ("player", ""):
            return replace(do, agent=None, obj=agent)
        office = isinstance(obj, Ref) and obj.name in self.lexicon.names
        if (
            do.verb == "become"
            and isinstance(agent, Of)
            and not (office or isinstance(obj, (str, int, Kind)))
        ):
            return replace(do, verb="set", agent=None, obj=agent, roles=(("to", obj),))
        if isinstance(obj, Pick):
            drawn = [role for role in do.roles if role[0] == "from" and self._collection(role[1])]
            if drawn:
                where = (*obj.kind.where, In(Ref(obj.label), drawn[0][1], "from"))
                picked = replace(obj, kind=replace(obj.kind, where=where))
                rest = tuple(role for role in do.roles if role not in drawn)
                return replace(do, obj=picked, roles=rest)
        return do

    def _collection(self, term: Tree) -> bool:
        return isinstance(term, Ref) and self.lexicon.names.get(term.name) == "collection"

    def _sort(self, term: Tree) -> str:
        if isinstance(term, Of):
            return self.lexicon.sort(term.name)
        if isinstance(term, Pick):
            return self.lexicon.sort(term.kind.noun)
        if isinstance(term, Ref) and (
            term.name == "game" or self.lexicon.sort(term.name) == "time"
        ):
            return "time"
        return self._noun_of(term)[1]

    def _did(self, tree: Did, do: Tree, window: Tree, mood: str) -> Tree:
        if window == "?pp":
            return self._participle(tree)
        if window == "now" and mood == "cond" and not self.depth:
            self._check_state(do, tree)
        inner = mood if mood == "event" and window != "now" else "history"
        if isinstance(do, Do) and isinstance(do.obj, Pick) and ordinal(do.obj):
            kind = do.obj.kind
            first = Did(Do(do.verb, None, Ref(kind.var), do.roles), window)
            do = replace(do, obj=replace(do.obj, kind=replace(kind, where=(first,))))
        asked = self.walk(do, inner)
        return replace(tree, do=asked, window=self.walk(window, "event"))

    def _check_state(self, do: Tree, at: Node) -> None:
        """A present tense asks for a state; an act is past, or is offered."""
        if isinstance(do, Do) and do.agent is not None and do.verb not in STATES:
            forms = verb_forms(do.verb)
            raise BindError(
                f"'{forms.s}' is an act, not a state. Did they already? Say '{forms.past}'.", at,
                f"To let them choose: 'They may {do.verb} …. If they do not, …'.", "act",
            )  # fmt: skip

    def _participle(self, tree: Did) -> Tree:
        """`moved cards`: those this paragraph moved, else those that were ever moved."""
        do = tree.do
        assert isinstance(do, Do)
        things = self.seen.objects.get(do.verb, [])
        who = self.walk(do.obj, "history")
        if len(things) == 1 and things[0] != who and self._each_has(things[0]):
            return Did(Do(do.verb, None, who), Moment("this", "effect"), at=tree.at)
        if len(things) == 1 and things[0] != who:
            return In(who, things[0], "among", at=tree.at)
        return Did(Do(do.verb, None, who), "ever", at=tree.at)

    def _asked_acts(self, step: str, at: Node) -> list[str]:
        """The labels of the acts that `If you do` asks about: all of the sentence before.

        Behind another `If you do` that offers nothing new, they are the same acts once more.
        """
        who = self._former_doer(step[1:], at)
        self.topics = [who, *self.topics]
        for _, doer, sentence in reversed(self.acts):
            if sentence < self.sentence and doer == who:
                acts = [a[0] for a in self.acts if a[2] == sentence and a[1] == who]
                if sentence in self.asked and not self.offered.get(sentence):
                    acts = self.asked[sentence]
                self.asked[self.sentence] = list(dict.fromkeys(acts))
                return self.asked[self.sentence]
        raise BindError("There is no act before this that they could have done or not.", at)

    def _former_doer(self, name: str, at: Node) -> Tree:
        """Who `they` in `If they do` are: who acted in the sentence before."""
        if name == "you":
            return Ref("you")
        if name in ("?they", "?it"):
            before = [doer for _, doer, sentence in self.acts if sentence < self.sentence]
            third = [doer for doer in before if doer not in (Ref("you"), Ref("game"), None)]
            if third:
                return third[-1]
        return self.term(Ref(name, at=at.at), "cond", "player")  # type: ignore[no-any-return]


def _acts(frame: Any) -> bool:
    return frame is not None and frame.agent_sort == "player"


def _this_span(event: Tree) -> tuple[Tree, Tree]:
    """`When … this turn` waits to the end of the turn, and no longer."""
    match event:
        case Did(do, Moment("this", str() as span), "") if span != "effect":
            return do, Moment("end", Ref(span))
    return event, None


def _doer_mood(mood: str) -> str:
    """Who has a duty is universal; what the duty does is as in an effect."""
    return "norm" if mood == "duty" else mood


def _role_slot(name: str) -> str:
    return "card" if name in ("below", "above") else "where" if name in ("into", "onto") else ""


def _forward(arg: Tree) -> bool:
    return any(isinstance(node, Ref) and node.name == "?they" for node in walk(arg))


def _spoken(name: str) -> str:
    return name.lstrip("?~$").replace(":", " ")
