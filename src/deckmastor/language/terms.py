"""Noun phrases bound: who or what a pronoun, `that X`, `another X` or a description means.

The mood of the place where a phrase stands decides what its determiner means.
"""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    replace,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.joining import bound
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.mentions import BindError, Mention, Mentions
from deckmastor.language.morphology import plural, verb_forms
from deckmastor.language.shapes import (
    MARK,
    handle,
    is_many,
)  # fmt: skip


class Terms:
    """The noun phrases of one paragraph, with what has been spoken of so far."""

    def __init__(self, lexicon: Lexicon, host: str, params: dict[str, str] | None = None) -> None:
        self.lexicon = lexicon
        self.host = host
        self.params = params or {}
        self.seen = Mentions(lexicon)
        self.rules: list[Tree] = []
        self.count = 0
        self.vars: dict[str, Tree] = {}
        self.acts: list[tuple[str, Tree, int]] = []  # label, doer, sentence
        self.sentence = 0
        self.doer: Tree = None
        self.clause: list[Mention] = []
        self.barred: list[Tree] = []
        self.head: Tree = None
        self.bare_ok = False
        self.depth = 0
        self.whole: list[Pick] = []  # the objects of permitted acts
        self.local: list[list[Tree]] = []
        self.passing: list[Tree] = []
        self.described: list[Tree] = []
        self.distributed: list[Tree] = []  # each of several, one at a time
        self.sets: list[Tree] = []  # what those several are, while one of them is spoken of
        self.topics: list[Tree] = []  # whom the condition of this sentence is about
        self.asked: dict[int, list[str]] = {}  # sentence -> the acts whose outcome it asks about
        self.offered: dict[int, bool] = {}  # sentence -> whether it offers an option

    def term(self, tree: Tree, mood: str, slot: str = "") -> Any:
        """A noun phrase in a slot of a sort."""
        match tree:
            case None | int() | str():
                return tree
            case Ref(name):
                return self._ref(tree, name, slot)
            case Pick():
                return self._pick(tree, mood)
            case Of(owner, name):
                return self._of(tree, owner, name, mood)
            case Group(op, items):
                self._check_places(items, tree)
                one = self._one_kind(tree) if op == "or" else None
                if one is not None:
                    return self._pick(one, mood)
                group = replace(tree, items=tuple(self.term(item, mood, slot) for item in items))
                if op == "or" and mood == "effect":
                    self.passing_now([handle(item) for item in group.items])
                if op == "and" and all(isinstance(item, Pick) for item in group.items):
                    named = Group("and", tuple(handle(item) for item in group.items))
                    sorts = {self._noun_of(item)[1] for item in named.items}
                    sort = sorts.pop() if len(sorts) == 1 else ""
                    self.seen.add(Mention(named, "thing", sort, True))
                return group
            case Qty(n, unit):
                return self._qty(tree, n, unit, mood)
        return self.walk(tree, mood)

    def passing_now(self, terms: list[Tree]) -> None:
        """Of one thing or another of another sort, neither can be spoken of later."""
        self.seen.found = [m for m in self.seen.found if m.term not in terms]

    def _check_places(self, items: tuple[Tree, ...], at: Node) -> None:
        """`a pony or a charm in your paddock`: a place behind the last could be meant for all."""
        picks = [item for item in items if isinstance(item, Pick)]
        if len(picks) != len(items) or not _has_place(picks[-1]):
            return
        same = {self.lexicon.sort(pick.kind.noun) for pick in picks}
        if len(same) == 1 and not all(_has_place(pick) for pick in picks):
            raise BindError(
                "Is that place meant for all of the list, or for the last only?", at,
                "Say it for each of them: 'a pony in your paddock or a charm in your paddock'.",
                "list-place",
            )  # fmt: skip

    def _one_kind(self, group: Group) -> Pick | None:
        """`a charm or a burden` as one thing that is either."""
        picks = [item for item in group.items if isinstance(item, Pick)]
        roots = {self.lexicon.root(pick.kind.noun) for pick in picks}
        plain = all(
            pick.how in ("a", "any") and pick.n == 1 and pick.how == picks[0].how
            and pick.kind.noun in self.lexicon.kinds
            and not any(isinstance(c, Cmp) and c.b == Ref("?other") for c in pick.kind.where)
            for pick in picks
        )  # fmt: skip
        if len(picks) != len(group.items) or len(roots) != 1 or not plain:
            return None
        var, root = picks[0].kind.var, roots.pop()
        ways: list[Tree] = []
        for pick in picks:
            noun = pick.kind.noun
            status = self.lexicon.statuses.get(noun)
            own: list[Tree] = [Is(Ref(var), noun, status.family if status else "")]
            own = [] if noun == root else own
            own += substitute(pick.kind.where, pick.kind.var, Ref(var))
            ways.append(own[0] if len(own) == 1 else Logic("and", tuple(own)))
        kind = Kind(root, (Logic("or", tuple(ways)),), var)
        return Pick(picks[0].how, 1, kind, at=group.at)

    def _ref(self, tree: Ref, name: str, slot: str) -> Tree:
        if name in self.vars:
            return self.vars[name]
        if name[0] == "~":
            raise BindError("This refers to something that is not mentioned.", tree)
        if name[0] != "?":
            return self._plain(tree, name)
        word, _, rest = name[1:].partition(":")
        match word:
            case "it" | "they":
                many = word == "they" and slot != "set"
                barred = [*self.barred, *self.sets] if many else self.barred
                near = [*self.local, *([topic] for topic in self.topics)]
                return self.seen.pronoun(word, tree, slot, barred, self.head, near, self.topics)
            case "itself" | "themselves":
                return self._reflexive(tree, word)
            case "that":
                return self.seen.named(rest, f"that {rest}", tree, False, self.described)
            case "those":
                return self.seen.named(rest, f"those {plural(rest)}", tree, True, self.described)
            case "the":
                return self._the(tree, rest)
            case "pp":
                verb, noun, form = rest.split(":")
                return self._by_act(verb, noun, form == "pl", tree)
            case "nth":
                nth, _, noun = rest.partition(":")
                return self.seen.first(int(nth), noun, tree)
            case "many":
                return self._many(tree)
            case "other":
                return self._other(None, tree)
        return tree

    def _plain(self, tree: Ref, name: str) -> Tree:
        if name == "you" and self.host == "rule":
            raise BindError("'you' is for cards. In a rule, name the player.", tree, code="you")
        if name == "at_turn":
            self._mention(tree, "player", "player", maker=True)
        elif name == "this":
            self._mention(tree, "card", "card", maker=True)
        elif name.startswith("this "):
            noun = name[5:]
            self._mention(tree, noun, self.lexicon.sort(noun), maker=True)
        elif name in self.lexicon.names:
            sort = self.lexicon.sort(name)
            self._mention(tree, name, "player" if sort == "office" else sort, maker=True)
        return tree

    def _mention(
        self,
        term: Tree,
        noun: str,
        sort: str,
        many: bool = False,
        maker: bool = False,
        rank: int = 0,
    ) -> None:
        mention = Mention(term, noun, sort, many, maker, rank or int(self.depth > 0))
        self.seen.add(mention)
        self.clause.append(mention)

    def _reflexive(self, tree: Ref, word: str) -> Tree:
        if self.doer is None:
            raise BindError(f"'{word}' needs somebody who acts.", tree)
        return self.doer

    def _the(self, tree: Ref, noun: str) -> Tree:
        """`the X`: the one mentioned, else the only one there is."""
        if self.lexicon.sort(noun) == "time":
            return Ref(noun, at=tree.at)
        return self._only(noun, tree)

    def _only(self, noun: str, tree: Node) -> Tree:
        """The one that was mentioned; else the thing of that name, if there is one."""
        known = self.seen.maybe(noun)
        if len(known) == 1:
            return known[0]
        if not known and noun in self.lexicon.singles:
            self._mention(Ref(noun), noun, self.lexicon.sort(noun), maker=True)
            return Ref(noun, at=tree.at)
        return self.seen.named(noun, f"the {noun}", tree)

    def _by_act(self, verb: str, noun: str, many: bool, tree: Ref) -> Tree:
        """`the chosen card`, `the chosen cards`: what an act before was done to."""
        shown = f"the {verb_forms(verb).pp} {plural(noun) if many else noun}"
        done = self.seen.objects.get(verb, [])
        things = [m for m in self.seen.found if m.term in done and self.seen.is_a(m, noun)]
        if many and len(things) == 1 and not things[0].many and self._each_has(things[0].term):
            var = self._label(noun)
            self._mention(Ref(var), noun, self.lexicon.sort(noun), True)
            chosen = Did(Do(verb, None, Ref(var)), Moment("this", "effect"))
            return Pick("all", 1, Kind(noun, (chosen,), var), var, at=tree.at)
        if many and len(things) > 1 and not any(m.many for m in things):
            return Group("and", tuple(m.term for m in things))
        fitting = [m for m in things if m.many == many or isinstance(m.term, Pick)]
        return self.seen.the_only(fitting, shown, tree)

    def _each_has(self, term: Tree) -> bool:
        """Whether each of several has a thing of its own under this label."""
        return isinstance(term, Ref) and any(
            isinstance(node, Each) and term.name in bound(node.body)
            for node in walk(tuple(self.rules))
        )

    def _many(self, tree: Ref) -> Tree:
        numbers = [m.term for m in self.seen.found if m.noun == "number"]
        if numbers:
            return numbers[-1]
        several = [
            m.term for m in self.seen.found
            if isinstance(m.term, Qty) or (m.many and isinstance(m.term, Ref))
        ]  # fmt: skip
        if len(several) != 1:
            what = "has nothing to refer to" if not several else "could be several amounts"
            raise BindError(f"'that many' {what} in this paragraph.", tree)
        last = several[0]
        return last.n if isinstance(last, Qty) else Tally("count", last, at=tree.at)

    def _other(self, who: Tree, at: Node) -> Tree:
        """Other than whom: one of the same clause, else the doer, else you, else the only one."""
        own = who
        noun, sort = self._noun_of(own)
        if sort == "time":
            return Ref(noun)
        for mention in self.clause:
            if (
                mention.term != own
                and not mention.many
                and (mention.noun == noun or sort == "player" == mention.sort)
            ):
                return mention.term
        if sort == "player":
            if self.doer not in (None, own, Ref("you")) and self._is_player(self.doer):
                return self.doer
            if self.host != "rule":
                others = [
                    m.term for m in self.seen.found
                    if m.sort == "player" and not m.many and isinstance(m.term, Ref)
                    and m.term not in (own, Ref("you"), *self.distributed)
                ]  # fmt: skip
                if others:
                    raise BindError(
                        "Other than whom: you, or a player spoken of before?", at,
                        "Write 'each player other than you', or '… other than that player'.",
                        "other-than-whom",
                    )  # fmt: skip
                return Ref("you")
            players = [term for term in self.seen.players() if term != own]
            if len(players) == 1:
                return players[0]
            raise BindError(
                f"Other than whom? {_many_players(len(players))}", at,
                "Say it: 'a player other than the player at turn', '… other than its holder'.",
                "other-than-whom",
            )  # fmt: skip
        same = [
            m.term for m in self.seen.found
            if m.term != own and not m.many and (m.noun == noun or self.seen.is_a(m, noun))
        ]  # fmt: skip
        if len(same) == 1:
            return same[0]
        if self.host in ("card", "modifier") and sort in ("card", ""):
            return Ref("this")
        if not same:
            raise BindError(
                f"Other than which {noun}? No {noun} is mentioned before it.", at,
                code="other-than-whom",
            )  # fmt: skip
        raise BindError(
            f"Other than which {noun}? {len(same)} are mentioned.", at, code="other-than-whom"
        )

    def _is_player(self, term: Tree) -> bool:
        if term == Ref("you") or term == Ref("at_turn"):
            return True
        return any(m.term == term and m.sort in ("player", "") for m in self.seen.found)

    def _noun_of(self, term: Tree) -> tuple[str, str]:
        for mention in self.seen.found:
            if mention.term == term:
                return mention.noun, mention.sort
        return "thing", ""

    def _label(self, noun: str) -> str:
        self.count += 1
        return f"{noun}{MARK}{self.count}"

    def _pick(self, tree: Pick, mood: str) -> Tree:
        kind = tree.kind
        if tree.how == "the" and not kind.where:
            return self._only(kind.noun, tree)
        if (
            tree.how in ("first", "last")
            and not kind.where
            and self.lexicon.sort(kind.noun) != "time"
        ):
            raise BindError(f"'the {tree.how} {kind.noun}' of what?", tree)
        label = self._label(self._member_noun(kind))
        bare, self.bare_ok = self.bare_ok, False
        n = self.walk(tree.n, "cond")
        bound_kind = self._kind(kind, label, mood, is_many(tree))
        self._check_alone(tree, is_many(tree))
        if tree.how == "each" and mood in ("cond", "history", "event"):
            self.passing.append(Ref(label))
        how = self._how(tree, mood, bare)
        return Pick(how, n, bound_kind, label, tree.time, at=tree.at)

    def _check_alone(self, tree: Pick, many: bool) -> None:
        """One thing is not the same as, or different from, nothing."""
        parts = [
            one
            for part in tree.kind.where
            for one in (part.parts if isinstance(part, Logic) and part.op == "and" else (part,))
        ]
        for part in parts:
            if isinstance(part, Is) and part.family in ("the same", "different") and not many:
                alike = "the same" if part.family == "the same" else "a higher or lower"
                link = "as" if part.family == "the same" else "than"
                raise BindError(
                    f"'{part.family} {part.word}' {link} what?", tree,
                    f"Say '{alike} {part.word} {link} that {tree.kind.noun}'.", "reference",
                )  # fmt: skip

    def _how(self, tree: Pick, mood: str, bare_ok: bool) -> str:
        if mood == "effect":
            if tree.how == "some" and not bare_ok:
                noun = tree.kind.noun
                raise BindError(
                    f"How many? Say 'all', or a number, before '{noun}'.", tree, code="how-many"
                )
            if tree.how == "any" and self.depth:
                return "any"
            return "a" if tree.how in ("any", "some") else tree.how
        if mood == "duty":
            return "a" if tree.how in ("any", "some") else tree.how
        if tree.how == "some" and mood == "cond" and not self.depth:
            raise BindError(
                f"How many? Say a number before '{tree.kind.noun}'.", tree, code="how-many"
            )
        if tree.how == "each" and mood == "def":
            raise BindError("A definition speaks of one thing: say 'a'.", tree, code="how-many")
        if tree.how == "a":
            return "any"
        if tree.how == "all" and any(tree is one for one in self.whole):
            return "all"  # `may discard all cards`: one act
        if tree.how in ("all", "some") and mood in ("norm", "fact"):
            return "any"
        if tree.how == "each" and mood in ("norm", "fact"):
            return "any"
        if tree.how == "some" and mood == "history":
            return "any"
        return tree.how

    def _kind(self, tree: Kind, label: str, mood: str, many: bool = False) -> Kind:
        """A description; inside it a fitting pronoun means the thing described."""
        if tree.var:
            self.vars[tree.var] = Ref(label)
        noun = self._member_noun(tree)
        sort = self.lexicon.sort(noun) if noun not in self.params else ""
        weak = 2 if not sort and noun in self.lexicon.attrs else 0
        self._mention(Ref(label), noun, sort, many, rank=weak)
        inner = "cond" if mood != "effect" else "effect"
        outer = self.clause, self.barred, self.head
        self.clause, self.barred = list(self.clause), []
        self.depth += 1
        self.described.append(Ref(label))
        where = tuple(self._condition(c, inner, Ref(label), outer[2]) for c in tree.where)
        self.described.pop()
        self.depth -= 1
        self.clause, self.barred, self.head = outer
        return Kind(noun, where, label, at=tree.at)

    def _member_noun(self, tree: Kind) -> str:
        """The noun of a description; `1 of those cards` is a card."""
        first = tree.where[0] if tree.where else None
        if tree.noun == "thing" and isinstance(first, In) and first.rel in ("among", "rest of"):
            whole = self.term(first.place, "cond", "set")
            return self._noun_of(handle(whole))[0]
        return tree.noun

    def _condition(self, tree: Tree, mood: str, label: Ref, outer: Tree) -> Tree:
        """A condition on a thing: a pronoun in it means the thing; in where it lies, it means
        the thing whose description that stands in."""
        if isinstance(tree, In):
            self.head, self.barred = outer, [label]
            return self.walk(tree, mood)  # type: ignore[no-any-return]
        self.head, self.barred = label, []
        return self.walk(tree, "cond")  # type: ignore[no-any-return]

    def _of(self, tree: Of, owner: Tree, name: str, mood: str) -> Tree:
        if isinstance(owner, (str, int, Calc)):
            return replace(tree, owner=self.walk(owner, mood))
        barred, self.barred = self.barred, self.barred if self.depth else []
        self.depth += 1
        if owner == Ref("?whose"):
            whose = self.seen.owner_of(name, tree, self.local)
        else:
            whose = self.term(owner, mood, f"of:{name}")
        self.depth -= 1
        self.barred = barred
        bound_of = replace(tree, owner=whose)
        sort = self.lexicon.sort(name)
        if sort not in ("time", "number", "word", "counter", "text", "order") and not (
            isinstance(whose, Pick) and whose.how == "each" and mood != "effect"
        ):
            spoken = Of(handle(whose), name) if isinstance(whose, Pick) else bound_of
            many = isinstance(whose, Pick) and is_many(whose)
            self._mention(spoken, name, sort, many, rank=0 if sort else 2)
        elif sort == "counter":
            self.seen.add(Mention(bound_of, name, sort, True, rank=2))
        return bound_of

    def _qty(self, tree: Qty, n: Tree, unit: str, mood: str) -> Tree:
        if n == Ref("some") and mood == "effect" and not self.bare_ok:
            raise BindError(f"How many? Say a number before '{unit}'.", tree, code="how-many")
        amount = self.walk(n, "cond")
        if n == Ref("some"):
            amount = Ref(self._label(unit))
        if n == Ref("any"):
            label = self._label("number")
            amount = Pick("a", 1, Kind("number", (), label), label)
            self._mention(Ref(label), "number", "number")
        bound_qty = replace(tree, n=amount)
        self.seen.add(Mention(bound_qty, unit, "counter", True, rank=2))
        return bound_qty

    def _tally(self, tree: Tally, what: Tree) -> Tree:
        if not isinstance(what, Kind):
            told = self.walk(what, "cond")
            return replace(tree, what=told.kind if isinstance(told, Pick) else told)
        label = self._label(what.noun)
        before = len(self.seen.found)
        kind = self._kind(what, label, "cond", True)
        told = Pick("the", 1, kind, label)
        for n in range(before, len(self.seen.found)):
            if self.seen.found[n].term == Ref(label):
                mention = self.seen.found[n]
                self.seen.found[n] = Mention(told, mention.noun, mention.sort, mention.many, rank=1)
        return replace(tree, what=kind)

    def walk(self, tree: Any, mood: str) -> Any:
        """Any tree, in a mood; `Clauses` says how."""
        raise NotImplementedError


def _has_place(pick: Pick) -> bool:
    """Whether a noun phrase says where its thing lies."""
    return any(isinstance(c, In) and c.rel in ("in", "on") for c in pick.kind.where)


def _many_players(n: int) -> str:
    return "No player is mentioned before it." if n == 0 else f"{n} players are mentioned."
