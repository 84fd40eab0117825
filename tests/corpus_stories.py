"""Stories of the corpora: a paragraph in a small rulebook, what is done, and what must then be so.

A file of stories is Markdown, `tests/corpus/stories/GAME.md`. A heading of level 3 is a paragraph
of the corpus, to the letter. Below it stand further rules of the small rulebook (list items), rows
for its cards (`| Name | … |`, the heads of `CARDS`), and one or more worked examples, as in any
rulebook. If the paragraph is the text of a card, it stands on a card called Story, or where a row
says `TEXT`. Further tables follow with their captions (`The goals are:`). What stands above the
first story is of all stories of the file: its rules, and its rows if a story has none.

    ### Each player discards a card.
    - On their turn, a player may play a card from their hand.
    > **Example.** Ann's hand: Story, Pawn. Bob's hand: Rook, Pawn.
    > Ann: play Story.
    > Bob: Rook.
    > Then Ann's hand: nothing. Bob's hand: Pawn.

What the small rulebook has besides: the paragraphs of the corpus that only bring words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from corpus_books import FOLDER, GAMES, corpus
from deckmastor import examples
from deckmastor.language.book import Entry
from deckmastor.language.ir import Declare, Define, Node, walk
from deckmastor.match import Game, read

STORIES = FOLDER / "stories"
PAGE = FOLDER.parent.parent / "docs" / "corpus-stories.md"
CARDS = "| Name | Type | Count | Text |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Story:
    """A paragraph of a corpus with the rules, cards and examples around it."""

    game: str
    text: str
    rules: tuple[str, ...]
    rows: tuple[str, ...]
    examples: tuple[str, ...]

    @property
    def entry(self) -> Entry:
        """The paragraph in its corpus."""
        return paragraphs(self.game)[self.text]


@cache
def paragraphs(game: str) -> dict[str, Entry]:
    """The paragraphs of a corpus by their texts."""
    return {entry.paragraph.text: entry for entry in corpus(game).entries}


@cache
def stories(game: str) -> tuple[Story, ...]:
    """All stories of a game."""
    path = STORIES / f"{game}.md"
    if not path.exists():
        return ()
    head, *parts = re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for part in parts:
        text, _, rest = part.partition("\n")
        notes = re.findall(r"(?:^>[^\n]*\n?)+", rest, re.MULTILINE)
        rules = [*listed(rest), *listed(head)]
        rows = tabled(rest) or tabled(head)
        found.append(Story(game, text.strip(), tuple(rules), tuple(rows), tuple(notes)))
    return tuple(found)


def listed(text: str) -> list[str]:
    """The rules in a part of a file: its list items."""
    return re.findall(r"^- (.*)$", text, re.MULTILINE)


def tabled(text: str) -> list[str]:
    """The rows in a part of a file, and the captions of tables between them."""
    return re.findall(r"^\|.*\|$|^[A-Z][\w ]+ (?:are|is):$", text, re.MULTILINE)


@cache
def words(game: str) -> str:
    """The paragraphs of a corpus that only bring words, as a list."""
    book = corpus(game)
    told = [
        entry.paragraph.text
        for entry in book.entries
        if entry.para is not None
        and entry.paragraph.host == "rule"
        and entry.para.rules
        and all(isinstance(rule, (Declare, Define)) for rule in entry.para.rules)
        and not any(is_of_a_row(rule) for rule in entry.para.rules)
    ]
    lines = [f"- {text}" for text in told]
    for table in book.source.tables():
        if table.caption.text == "The values are:":
            rows = [[head.text for head in table.heads], ["---"] * len(table.heads)]
            rows += [[cell.text for cell in row.cells] for row in table.rows]
            lines += ["", table.caption.text, "", *(f"| {' | '.join(row)} |" for row in rows), ""]
    return "\n".join(lines) + "\n"


def is_of_a_row(rule: Node) -> bool:
    """True if a rule is an alias of a row of a table; a story that needs it lists it."""
    return isinstance(rule, Declare) and rule.what == "alias" and rule.of[0].isupper()


def tables(rows: list[str], text: str) -> str:
    """The tables of a story: the cards, unless a caption stands first, and what is captioned."""
    if rows[0].startswith("|"):
        heads = [] if rows[0].startswith("| Name |") else [CARDS.rstrip("\n")]
        rows = ["The cards are:", *heads, *rows]
    lines = [row if row.startswith("|") else f"\n{row}\n" for row in rows]
    return "\n".join(line.replace("TEXT", text) for line in lines)


def rulebook(story: Story) -> str:
    """The small rulebook of a story."""
    host = story.entry.paragraph.host
    own = [story.text] if host == "rule" else []
    rules = "".join(f"- {rule}\n" for rule in [*own, *story.rules])
    rows = [row for row in story.rows if host != "rule" or "TEXT" not in row]
    if host != "rule" and not any("TEXT" in row or row.startswith("| Story |") for row in rows):
        rows.insert(0, f"| Story | | 1 | {story.text} |")
    cards = f"## Cards {{#cards}}\n\n{tables(rows, story.text)}" if rows else ""
    notes = "\n".join(story.examples)
    return (
        f"# Story {{#story}}\n## Words {{#words}}\n{words(story.game)}"
        f"## Rules {{#rules}}\n{rules}\n{notes}\n{cards}\n"
    )


def game_of(story: Story) -> Game:
    """The game that a story is played in."""
    return read(rulebook(story))


def problems(story: Story) -> list[str]:
    """What does not come true in a story."""
    if story.text not in paragraphs(story.game):
        return [f"There is no such paragraph in the corpus: {story.text}"]
    if not story.examples:
        return ["It has no example."]
    game = game_of(story)
    left_out = game.rules(max(2, game.fewest)).unrunnable
    return [
        f"{text}: This cannot run: {why}." for text, why in left_out if is_told(story, text)
    ] + [f"{fault.source}: {fault.message} {fault.hint}" for fault in examples.check(game)]


def is_told(story: Story, text: str) -> bool:
    """True if a text is the paragraph of a story, or one of the rules and cards around it."""
    return text in (story.text, *story.rules) or any(text in row for row in story.rows)


def nodes(story: Story) -> set[str]:
    """The kinds of node and the verbs that the paragraph of a story has."""
    return {type(node).__name__ for node in walk(story.entry.para) if isinstance(node, Node)}


def page() -> str:
    """The page that lists which paragraphs have no story, and so are only read."""
    lines = [
        "# Which paragraphs of the corpora have a story", "",
        "A paragraph with a story does what the story expects, in a small rulebook of its own: the",
        "tests play it (`tests/corpus/stories`). The others, listed below, are read and compiled;",
        "nothing shows that they do what they say. [What of them does anything](corpus-runs.md) is",
        "a weaker question. Written by `python tests/corpus_stories.py --write`.", "",
        "| Game | Paragraphs | With a story | Only read |", "|---|---|---|---|",
    ]  # fmt: skip
    told = {game: {story.text for story in stories(game)} for game in GAMES}
    rest = {game: [text for text in paragraphs(game) if text not in told[game]] for game in GAMES}
    for game in GAMES:
        whole, left = len(corpus(game).entries), len(rest[game])
        lines.append(f"| {game} | {whole} | {len(told[game])} | {left} |")
    for game in GAMES:
        lines += ["", f"## {game}", "", *(f"- {text}" for text in rest[game])]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Tell of each game how many stories it has and which fail: `python tests/corpus_stories.py`."""
    import sys

    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
        return
    for game in sys.argv[1:] or GAMES:
        failing = 0
        for story in stories(game):
            try:
                found = problems(story)
            except Exception as why:  # the book of the story cannot be read or played
                found = [f"{type(why).__name__}: {why}"]
            if found:
                failing += 1
                print(f"{game}: {story.text}")
                print("".join(f"    {one}\n" for one in found), end="")
        print(f"{game}: {len(stories(game))} stories, {failing} fail, "
              f"{len(corpus(game).entries)} paragraphs")  # fmt: skip


if __name__ == "__main__":
    main()
