"""Clauses bound: what acts, questions and events mean in the mood of their place.

Their noun phrases are those of `terms`; sentences and paragraphs are made of them in `binder`.
"""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Adopt,
    Block,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    Group,
    If,
    In,
    Is,
    Kind,
    Logic,
    May,
    Moment,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Repeat,
    Tally,
    Tree,
    replace,
    rewrite,
    walk,
)  # fmt: skip
from deckmastor.language.mentions import BindError
from deckmastor.language.morphology import verb_forms
from deckmastor.language.shapes import (
    arguments,
    compared_of,
    distribute,
    each_of,
    each_place,
    handle,
    ordinal,
    owners,
    relabelled,
    swap,
)  # fmt: skip
from deckmastor.language.terms import Terms

STATES = {"require", "hold", "remain", "exist", "consent", "object", "act", "pass"}


class Clauses(Terms):
    """The clauses of one paragraph: acts that are done, asked about or waited for."""

    def effect(self, tree: Tree) -> Tree:
        """An instruction, as the sentences of the paragraph give it (the binder knows how)."""
        raise NotImplementedError

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
                told = mood == "fact" and self._is_value(left)  # `The led suit is spades.`
                if family and (told or self._noun_of(handle(left))[0] == family):
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
            case Can(Do() as do) if mood in ("cond", "event") and (every := each_of(do)):
                able = replace(tree, do=swap(do, every, Ref(every.kind.var)))
                return self._told(Each(every, able, at=tree.at), every, able, mood)
            case Can(do):
                return replace(tree, do=self.walk(do, "norm"))
            case Logic("and" | "or", parts) if mood == "cond":
                return replace(tree, parts=tuple(self._clause(part, mood) for part in parts))
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
                right = self.walk(b, mood)
                _check_owners(compared_of(left), right, tree)
                return Each(who, replace(said, a=left, b=right), at=tree.at)
            case Each() | May() | If() | Adopt() | Block() | Repeat() if mood in ("effect", "def"):
                return self.effect(tree)
        return rewrite(tree, lambda child: self.walk(child, mood))

    def _clause(self, tree: Tree, mood: str) -> Tree:
        """A part of a joined condition: `another` in it is not other than one of another part."""
        outer, self.clause = self.clause, []
        said: Tree = self.walk(tree, mood)
        self.clause = outer
        return said

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
        """`each` in the place of a described thing is put around the question.

        `There is a card in each hand` speaks of each hand. What a relative clause says stays there.
        """
        inner = each_place(tree)
        if inner is None:
            return tree
        how = "any" if mood in ("norm", "fact") else "each"
        rest = swap(tree, inner, Ref(inner.label))
        return Each(replace(inner, how=how), self._lifted(rest, mood))

    def _beside(self, left: Tree, right: Tree, mood: str, slot: str = "") -> Tree:
        """The second term of a comparison: a possessive in it means the first, if it can."""
        local, self.local = self.local, [owners(left), *self.local]
        bound_right = self.term(right, mood, slot)
        self.local = local
        return bound_right  # type: ignore[no-any-return]

    def _is_value(self, term: Tree) -> bool:
        """Whether a term is a value of the game: it has no family, it is a member of one."""
        attr = self.lexicon.attrs.get(term.name) if isinstance(term, Of) else None
        return attr is not None and attr.owner is None and attr.sort in ("", "word")

    def _status_slot(self, word: Tree, family: str) -> str:
        if family in self.lexicon.attrs:
            return f"of:{family}"
        status = self.lexicon.statuses.get(word) if isinstance(word, str) else None
        sort = self.lexicon.sort(status.of) if status else ""
        return sort if sort in ("player", "card", "place", "time") else ""

    def _agent_slot(self, body: Tree) -> str:
        for node in walk(body):
            if isinstance(node, Do):
                if node.verb == "become":
                    return self._status_slot(node.obj, "")
                return "player" if _acts(self.lexicon.verbs.get(node.verb)) else ""
        return ""

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
            self.seen, self.clause = before, []  # the failed attempt spoke of nobody
            first = self.term(tree.obj, mood, frame.obj_sort if frame else "")
            agent = self.term(tree.agent, _doer_mood(mood), self._agent_slot(tree))
        if agent is not None and mood != "history":
            self.doer = Ref(agent.label) if isinstance(agent, Pick) else agent
        barred, self.barred = bars, [handle(agent)] if agent is not None else []
        local, self.local = self.local, [owners(agent), *self.local]
        obj = first or self.term(tree.obj, mood, frame.obj_sort if frame else "")
        if isinstance(obj, Kind):  # what somebody becomes is no further thing
            self.seen.found = [m for m in self.seen.found if m.term != Ref(obj.var)]
        if obj is not None:
            self.barred = [*self.barred, handle(obj)]
            whose = owners(obj) if agent is None else [handle(obj)]
            self.local = [[*self.local[0], *whose], *self.local[1:]]
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
        if not _is_act(do):
            _check_lasting(tree, window)
        asks = window == "now" and mood == "cond" and not self.depth
        inner = mood if mood == "event" and window != "now" else "history"
        if isinstance(do, Do) and isinstance(do.obj, Pick) and ordinal(do.obj):
            kind = do.obj.kind
            first = Did(Do(do.verb, None, Ref(kind.var), do.roles), window)
            do = replace(do, obj=replace(do.obj, kind=replace(kind, where=(first,))))
        asked = self.walk(do, inner)
        if asks:
            self._check_state(asked, tree)
        return replace(tree, do=asked, window=self.walk(window, "event"))

    def _check_state(self, do: Tree, at: Node) -> None:
        """A present tense asks for a state; an act is past, or is offered."""
        if isinstance(do, Do) and do.agent is not None and not self._is_state(do):
            forms = verb_forms(do.verb)
            raise BindError(
                f"'{forms.s}' is an act, not a state. Did they already? Say '{forms.past}'.", at,
                f"To let them choose: 'They may {do.verb} …. If they do not, …'.", "act",
            )  # fmt: skip

    def _is_state(self, do: Do) -> bool:
        """True if a present tense asks for a state; a card targets what was announced for it."""
        return do.verb in STATES or (do.verb == "target" and self._sort(do.agent) == "card")

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


def _is_act(tree: Tree) -> bool:
    """True if something is done: an act, or one of several."""
    if isinstance(tree, Logic):
        return all(_is_act(part) for part in tree.parts)
    return isinstance(tree, (Do, Group))


def _check_lasting(at: Node, window: Tree) -> None:
    """Refuse to ask what was so: acts are remembered, and how long a state has lasted."""
    if not (isinstance(window, Moment) and window.edge == "for"):
        raise BindError(
            "This asks what was so; only what was done is remembered.", at,
            "Say 'is', 'has been … for 2 turns', or give another status when it begins: 'When a "
            "player becomes …, that player becomes …'.", "was",
        )  # fmt: skip


def _acts(frame: Any) -> bool:
    return frame is not None and frame.agent_sort == "player"


def _doer_mood(mood: str) -> str:
    """Who has a duty is universal; what the duty does is as in an effect."""
    return "norm" if mood == "duty" else mood


def _role_slot(name: str) -> str:
    return "card" if name in ("below", "above") else "where" if name in ("into", "onto") else ""


def _check_owners(mine: Tree, right: Tree, at: Node) -> None:
    """Refuse to compare with what others have in a place that is not theirs."""
    other = compared_of(right)
    if mine is None or other is None or not (isinstance(right, Tally) and mine != other):
        return
    for c in right.what.where if isinstance(right.what, Kind) else ():
        if isinstance(c, In) and isinstance(c.place, Of) and c.place.owner == mine:
            raise BindError(
                "Whose? This compares what others have in the place of one player.", at,
                f"Say 'their {c.place.name}': that of each of the two.", "reference",
            )  # fmt: skip
