"""Compile the verbs of law: submit, vote, withdraw, adopt, amend, repeal, take effect."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import classes, things
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.things import Things
from deckmastor.engine.ids import NONE
from deckmastor.engine.law.proposals import ChooseWay, DrawUp, Submit, SubmitThing, TakeEffect, Vote
from deckmastor.engine.law.rules_as_things import Draft, Enact
from deckmastor.engine.machine.control import Forget, Let
from deckmastor.engine.permission.compile_guards import charged, guarded
from deckmastor.engine.permission.compile_permits import choice_of
from deckmastor.engine.permission.feasible import votable
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.permits import Permitted
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.verbs.acts import TellOnly
from deckmastor.engine.verbs.doing import emit, label_of, loop, role
from deckmastor.engine.verbs.making import Remove
from deckmastor.engine.verbs.primitives import ADOPT, AMEND, REPEAL, TAKE_EFFECT, WITHDRAW
from deckmastor.language.ir import Cmp, Do, Kind, Of, Pick, Ref, Tree, replace


def compile_submit(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `submit`: a new proposal, or one that exists, is put to the vote."""
    obj = do.obj
    if not isinstance(obj, Pick) or obj.how not in ("a", "any", "new"):
        made = things(ctx, obj, who)
        guarded(ctx, do, who, made, lambda: emit(ctx, SubmitThing(who, made, label_of(ctx, do))))
        return
    if obj.n != 1:
        raise Unsupported(f"submitting several {obj.kind.noun}s at once; submit one, twice")
    species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
    if species == NONE or sort_of(ctx, obj) != "proposal":
        raise Unsupported(f"submitting a {obj.kind.noun}")
    slot = ctx.slot(obj.label)
    ctx.slots.setdefault(obj.kind.var, slot)
    ctx.sorts[obj.label] = "proposal"
    op = Submit(who, Reg(slot), label_of(ctx, do))
    if ctx.rules.texts_matter:
        op.text = ctx.spare()
        ctx.emit(Forget([op.text]))
    ctx.emit(Forget([slot]))
    ctx.emit(DrawUp(who, species, slot, classes(ctx, obj.kind)))
    guarded(ctx, do, who, Reg(slot), lambda: emit(ctx, op))


def compile_vote(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `vote`: for or against something, or on it."""
    name, told = next(((n, t) for n, t in do.roles if n in ("for", "against", "on")), ("", None))
    if told is None:
        raise Unsupported("a vote on nothing")
    found = things(ctx, told, who)
    choice = choice_of(ctx, told.label) if isinstance(told, Pick) else None
    if choice is not None and ("vote" in ctx.rules.contested or ctx.rules.costed("vote")):
        test = votable(ctx, do, who, Reg(choice.slot), False)
        choice.found = Permitted(choice.found, choice.slot, test)
    way: Expr = Lit(ctx.schema.word(name))
    if name == "on":
        slot = ctx.spare()
        ctx.emit(Forget([slot]))
        ctx.emit(ChooseWay(who, found, slot, freed(do) | ctx.causes()))
        way = Reg(slot)
    label = f"voted on{ctx.spare()}"
    one, ctx.sorts[label] = ctx.slot(label), sort_of(ctx, told)
    act = replace(do, roles=tuple((n, Ref(label) if n == name else t) for n, t in do.roles))
    vote = Vote(who, Reg(one), way, label_of(ctx, do))
    loop(ctx, found, one, lambda: guarded(ctx, act, who, way, lambda: emit(ctx, vote)))


def compile_adopt(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `adopt`: a rule comes into force, or a proposal is adopted.

    Adopting a proposal only fires the event; other sentences give it consequences.
    """
    if sort_of(ctx, do.obj) == "rule":
        if any_rule(do.obj):
            drafted(ctx, do, who, ADOPT)
        else:
            enact(ctx, do, who, ADOPT)
        return
    proposed(ctx, do, "adopt")
    found = things(ctx, do.obj, who)
    told = TellOnly(ADOPT, who, found, None, label_of(ctx, do))
    guarded(ctx, do, who, found, lambda: emit(ctx, told))


def compile_amend(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `amend`: words of a rule are replaced, or the player writes a new text for it."""
    if sort_of(ctx, do.obj) != "rule":
        raise Unsupported("to amend what is no rule")
    old, new = role(do, "replace"), role(do, "by")
    if old is None and new is None:
        drafted(ctx, do, who, AMEND)
        return
    if not isinstance(old, str) or not isinstance(new, str):
        raise Unsupported("an amendment that does not say which words it replaces")
    enact(ctx, do, who, AMEND).change = (old, new)


def enact(ctx: Context, do: Do, who: Expr, verb: int) -> Enact:
    """Emit a change of the rules; prohibitions are judged when its bill is introduced."""
    ctx.rules.legislates = True
    found = titled(ctx, do.obj) if verb == ADOPT else None
    rule = found or things(ctx, do.obj, who)
    made = Enact(verb, who, rule, label_of(ctx, do))
    charged(ctx, do, who, rule, lambda: emit(ctx, made))
    return made


def any_rule(tree: Tree) -> bool:
    """True if a phrase means any rule, without conditions: one yet to be written."""
    return isinstance(tree, Pick) and tree.how in ("a", "any", "new") and not tree.kind.where


def drafted(ctx: Context, do: Do, who: Expr, verb: int) -> None:
    """Emit a change of the rules whose text the player writes."""
    ctx.rules.legislates = True
    text = ctx.spare()
    ctx.emit(Forget([text]))
    found = who if verb == ADOPT else things(ctx, do.obj, who)
    draft = Draft(verb, who, found, label_of(ctx, do), text)
    charged(ctx, do, who, None if verb == ADOPT else found, lambda: emit(ctx, draft))


def titled(ctx: Context, tree: Tree) -> Expr | None:
    """The rule with a title, in force or not; None if the phrase names no title."""
    match tree:
        case Pick(kind=Kind(where=(Cmp(a=Of(name="title"), b=str() as title),))):
            species = [
                number
                for number, one in enumerate(ctx.schema.species)
                if one.kind == "rule" and one.printed.get("title") == title
            ]
            return Things(frozenset(species), NONE, ctx.rules.numbers.cell())
    return None


def compile_withdraw(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `withdraw`: a proposal leaves the game."""
    proposed(ctx, do, "withdraw")
    out_of_game(ctx, do, who, WITHDRAW)


def compile_repeal(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `repeal`: a rule is no longer in force, or a proposal leaves the game."""
    if sort_of(ctx, do.obj) == "rule":
        enact(ctx, do, who, REPEAL)
        return
    proposed(ctx, do, "repeal")
    out_of_game(ctx, do, who, REPEAL)


def out_of_game(ctx: Context, do: Do, who: Expr, verb: int) -> None:
    """Emit an act by which a proposal leaves the game."""
    found = things(ctx, do.obj, who)
    slot = ctx.spare()
    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, found))

    def write() -> None:
        ctx.emit(Remove(who, Reg(slot), label_of(ctx, do)))
        ctx.emit(TellOnly(verb, who, Reg(slot), None, NONE))

    guarded(ctx, do, who, Reg(slot), write)


def proposed(ctx: Context, do: Do, verb: str) -> None:
    """Raise Unsupported if the object of an act is no proposal."""
    if sort_of(ctx, do.obj) != "proposal":
        raise Unsupported(f"to {verb} what is no proposal")


def compile_take_effect(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `take effect` for the text of a proposal or of a card."""
    told = do.obj if do.obj is not None else do.agent
    if not (isinstance(told, Of) and told.name == "text"):
        raise Unsupported("taking effect of what is no text")
    owner = things(ctx, told.owner, who)
    if sort_of(ctx, told.owner) == "proposal":
        ctx.rules.legislates = True
        ctx.emit(Enact(TAKE_EFFECT, who, owner, label_of(ctx, do)))
        return
    ctx.emit(TakeEffect(who, owner, label_of(ctx, do)))


VERBS["submit"] = compile_submit
VERBS["vote"] = compile_vote
VERBS["adopt"] = compile_adopt
VERBS["withdraw"] = compile_withdraw
VERBS["repeal"] = compile_repeal
VERBS["amend"] = compile_amend
VERBS["take effect"] = compile_take_effect
