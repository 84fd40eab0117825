"""The wording of an effect for players who are asked about it; made when it is first read."""

from __future__ import annotations

from deckmastor.language.ir import Block, Do, Of, Pick, Ref, Tree, replace, substitute
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paraphrase import worded

MARK = Do("replaced mark")  # the mark that an act is replaced; it has no words
HOLDER = Of(Ref("this card"), "holder")  # what `you` is called when somebody else is asked


class Wording:
    """An effect in words, lazily paraphrased and cached."""

    def __init__(
        self, tree: Tree, who: Tree, lexicon: Lexicon, otherwise: Wording | None = None
    ) -> None:
        self.otherwise = otherwise  # the wording to use if the effect cannot be paraphrased
        self.tree = tree
        self.who = who  # who is asked; the words address them as `you`
        self.lexicon = lexicon
        self.told: str | None = None

    def __str__(self) -> str:
        if self.told is None:
            self.told = self._told() or str(self.otherwise or "")
        return self.told

    def _told(self) -> str:
        tree, who = self.tree, self.who
        if isinstance(who, Ref):
            if who.name != "you":
                tree = substitute(tree, "you", HOLDER)
            tree = substitute(tree, who.name, Ref("you"))
        plain = unmarked(tree)
        words = worded(plain, self.lexicon) or worded(outline(plain), self.lexicon)
        return words.rstrip(".")


def outline(tree: Tree) -> Tree:
    """An act without its conditions and roles, which have words where it as a whole has none."""
    if not isinstance(tree, Do) or not isinstance(tree.obj, Pick):
        return None
    obj = replace(tree.obj, n=1, kind=replace(tree.obj.kind, where=()))
    return replace(tree, obj=obj, roles=())


def unmarked(tree: Tree) -> Tree:
    """An effect without the mark that it replaces an act."""
    if not isinstance(tree, Block) or MARK not in tree.parts:
        return tree
    parts = tuple(part for part in tree.parts if part != MARK)
    return parts[0] if len(parts) == 1 else replace(tree, parts=parts)
