"""A rulebook and its rules while they are read, and what is checked when all of it is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deckmastor.language.faults import Fault
from deckmastor.language.markdown.files import Files, not_a_rulebook
from deckmastor.language.markdown.headings import slug_of
from deckmastor.language.markdown.model import Comment, Content, Rule, Rulebook


@dataclass(eq=False)
class RuleDraft:
    """A rule while its blocks are read; a `lead` is the title of a file that another one lists."""

    id: str
    title: str
    level: int
    parent: RuleDraft | None
    file: str
    line: int
    explicit: bool
    lead: bool
    source: str
    mark: tuple[int, int]
    blocks: list[Content] = field(default_factory=list)
    count: int = 0

    @property
    def kept(self) -> bool:
        """Whether it becomes a rule: a lead without content does not."""
        return not self.lead or any(not isinstance(block, Comment) for block in self.blocks)

    def above(self) -> RuleDraft | None:
        """The nearest rule above it that is kept."""
        draft = self.parent
        while draft is not None and not draft.kept:
            draft = draft.parent
        return draft

    def rule(self) -> Rule:
        """The finished rule."""
        above = self.above()
        parent = above.id if above else ""
        blocks = tuple(self.blocks)
        return Rule(
            self.id, self.title, self.level, parent, self.file, self.line, blocks, self.explicit
        )


class BookDraft:
    """What all files of a rulebook share while they are read."""

    def __init__(self, file: str, folder: Path | None) -> None:
        self.file = file
        self.files = Files(file, folder)
        self.drafts: list[RuleDraft] = []
        self.root: RuleDraft | None = None
        self.faults: list[Fault] = []

    def finish(self) -> Rulebook:
        """The rulebook, after ids and the title have been checked."""
        self._hand_up_comments()
        kept = [draft for draft in self.drafts if draft.kept]
        self._check_ids(kept)
        self._check_title(kept)
        title = self.root.title if self.root else Path(self.file).stem
        id = self.root.id if self.root else slug_of(title)
        rules = tuple(draft.rule() for draft in kept)
        return Rulebook(
            id, title, rules, tuple(self.files.names), tuple(self.faults), self.files.digest()
        )

    def _hand_up_comments(self) -> None:
        """A comment under a title that is no rule is shown with the rule above it."""
        for draft in self.drafts:
            above = draft.above()
            if not draft.kept and above is not None:
                above.blocks += draft.blocks

    def _check_ids(self, drafts: Iterable[RuleDraft]) -> None:
        owners: dict[str, RuleDraft] = {}
        for draft in drafts:
            owner = owners.setdefault(draft.id, draft)
            if owner is not draft:
                self.faults.append(_doubled(owner, draft))

    def _check_title(self, drafts: Sequence[RuleDraft]) -> None:
        if not drafts:
            self.faults = [f for f in self.faults if f.code != "text-before-heading"]
            self.faults.append(not_a_rulebook(self.file, "This file has no heading."))
        elif self.root is None:
            message, hint = "This rulebook has no title.", "Begin it with a line such as: # Paddock"
            fault = Fault(self.file, 1, 1, message, hint=hint, severity="warning", code="no-title")
            self.faults.append(fault)


def _doubled(first: RuleDraft, second: RuleDraft) -> Fault:
    """The fault of a rule that has the id of an earlier one."""
    where = f"line {first.line}"
    if first.file != second.file:
        where = f"{first.file}, {where},"
    start, end = second.mark
    return Fault(
        second.file,
        second.line,
        start + 1,
        f"The id '{second.id}' is given twice: in {where} and in line {second.line}.",
        source=second.source,
        first=start,
        length=end - start,
        hint=f"Give this heading another id, such as {{#{second.id}-2}}.",
        code="doubled-id",
    )
