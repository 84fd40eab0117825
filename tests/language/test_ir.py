"""The representation: immutable nodes that are compared, walked, changed and written as JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest

from corpus_books import GAMES, corpus
from deckmastor.language import ir
from deckmastor.language.ir import (
    Block,
    Calc,
    Cmp,
    Do,
    Each,
    Kind,
    May,
    Of,
    Para,
    Pick,
    Qty,
    Ref,
    Span,
)

PLAYER, CARD = Kind("player", (), "player1"), Kind("card", (), "card2")
DRAW = Do("draw", Ref("player1"), Pick("a", 2, CARD, "card2"), (("from", Of(None, "deck")),))
PARA = Para((Each(Pick("each", 1, PLAYER, "player1"), DRAW),), "card")
HERE, THERE = Span("a.md", 3, 1, 0, 4), Span("b.md", 9, 7, 1, 2)


def test_there_are_32_nodes():
    assert len(ir.NODES) == 32
    assert all(dataclasses.is_dataclass(cls) and cls.__doc__ for cls in ir.NODES.values())


def test_the_corpora_use_every_node():
    used = {type(n) for game in GAMES for e in corpus(game).entries for n in ir.walk(e.para)}

    assert {cls.__name__ for cls in ir.NODES.values()} - {cls.__name__ for cls in used} == set()


def test_a_node_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        DRAW.verb = "discard"


# ---- codec ----------------------------------------------------------------------------------


def test_the_text_is_canonical():
    assert ir.dumps(Do("draw", Ref("you"), 3)) == (
        '{"_":"Do","agent":{"_":"Ref","name":"you"},"obj":3,"verb":"draw"}'
    )


@pytest.mark.parametrize(
    "tree",
    [
        PARA,
        Qty(Calc("+", (1, -2)), "bead"),
        ir.When(DRAW, DRAW, "before", True),
        ir.When(DRAW, DRAW, "after", False),
        ir.Norm("only", DRAW, None, "obj"),
        Para((), "modifier", ("X", "K")),
        Do("ümbenennen", Ref("中"), 'a "quoted" \\ word'),
        ir.Did(DRAW, "ever", "first"),
        ir.Group("and", (1, "Hearts", Ref("you"), None)),
        None,
        7,
    ],
    ids=lambda tree: type(tree).__name__,
)
def test_a_tree_comes_back_from_its_text(tree):
    assert ir.loads(ir.dumps(tree)) == tree
    assert ir.dumps(ir.loads(ir.dumps(tree))) == ir.dumps(tree)


def test_a_truth_is_not_mistaken_for_a_number_or_a_default():
    assert "once" not in ir.dumps(ir.When(1, 2))
    assert json.loads(ir.dumps(ir.When(1, 2, once=True)))["once"] is True
    assert json.loads(ir.dumps(Pick("a", 0, CARD)))["n"] == 0


def test_spans_are_written_only_when_asked_for():
    node = Ref("you", at=HERE)

    assert "at" not in json.loads(ir.dumps(node))
    assert ir.loads(ir.dumps(node, spans=True)).at == HERE
    assert ir.loads(ir.dumps(node)).at is None


# ---- sameness -------------------------------------------------------------------------------


def test_where_something_is_written_does_not_count():
    one, other = Do("draw", Ref("you", at=HERE), at=HERE), Do("draw", Ref("you"), at=THERE)

    assert one == other
    assert hash(one) == hash(other)
    assert ir.digest(one) == ir.digest(other)


@pytest.mark.parametrize(
    "other",
    [
        ir.replace(DRAW, verb="discard"),
        ir.replace(DRAW, agent=None),
        ir.replace(DRAW, obj=Pick("a", 3, CARD, "card2")),
        ir.replace(DRAW, obj=Pick("any", 2, CARD, "card2")),
        ir.replace(DRAW, roles=()),
        ir.replace(DRAW, roles=(("to", Of(None, "deck")),)),
        ir.replace(DRAW, label="act1"),
        May(Ref("you"), DRAW),
    ],
    ids=ir.show,
)
def test_any_other_meaning_has_another_digest(other):
    assert other != DRAW
    assert ir.digest(other) != ir.digest(DRAW)


def test_a_digest_is_the_same_in_every_run():
    assert ir.digest(Ref("you")) == ir.digest(ir.loads(ir.dumps(Ref("you"))))
    assert len(ir.digest(Ref("you"))) == 64


# ---- walking and changing -------------------------------------------------------------------


def test_walk_goes_from_the_outermost_node_in_written_order():
    names = [type(node).__name__ for node in ir.walk(PARA)]

    assert names == ["Para", "Each", "Pick", "Kind", "Do", "Ref", "Pick", "Kind", "Of"]


def test_leaves_are_the_words_and_numbers():
    assert list(ir.leaves(Do("gain", Ref("you"), Qty(2, "bead")))) == ["gain", "", "you", 2, "bead"]


def test_mentions_finds_a_label_at_any_depth():
    assert ir.mentions(PARA, "player1")
    assert not ir.mentions(PARA, "player2")
    assert not ir.mentions(Do("you"), "you")


def test_replace_keeps_the_place():
    changed = ir.replace(Do("draw", Ref("you"), at=HERE), verb="discard")

    assert (changed.verb, changed.agent, changed.at) == ("discard", Ref("you"), HERE)


def test_substitute_puts_a_term_for_each_mention():
    both = Block("both", (Do("draw", Ref("$")), Do("reveal", None, None, (("to", Ref("$")),))))

    changed = ir.substitute(both, "$", Ref("you"))

    assert changed == Block(
        "both", (Do("draw", Ref("you")), Do("reveal", None, None, (("to", Ref("you")),)))
    )
    assert ir.substitute(Ref("$"), "$", 3) == 3


def test_substitute_leaves_what_does_not_mention_it_as_it_is():
    assert ir.substitute(PARA, "$", Ref("you")) is PARA


def test_rewrite_changes_children_and_keeps_the_place():
    tree = Cmp(Ref("a"), "=", Ref("b"), at=HERE)

    changed = ir.rewrite(tree, lambda child: Ref(child.name.upper()))

    assert changed == Cmp(Ref("A"), "=", Ref("B"))
    assert changed.at == HERE
    assert ir.rewrite(tree, lambda child: child) is tree


def test_show_is_short():
    assert (
        ir.show(DRAW)
        == "Do(draw, Ref(player1), Pick(a, 2, Kind(card, [], card2), card2), [[from, Of(-, deck)]])"
    )
    assert ir.show(None) == "-"
