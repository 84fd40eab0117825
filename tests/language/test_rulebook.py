"""A rulebook file becomes rules, paragraphs and tables, and every character keeps its place."""

from __future__ import annotations

import re
import time

import pytest

from deckmastor.language.rulebook import (
    Comment,
    read_path,
    read_text,
    write_ids,
)

PADDOCK = """\
# Paddock {#paddock}
> Ponies, hay and quarrels. Notes like this never run.
## Words {#words}
- Each player has a hand and a paddock. There is a deck, a discard pile and a nursery.
- A card has at most one breed: pony or goat. Foals and wild ponies are kinds of pony.
- Charms, burdens, spells and replies are kinds of card.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To sacrifice a card is to move it from your paddock to the discard pile.
- To destroy a card is to move it from another player's paddock to the discard pile.
- To steal a card is to move it from another player's paddock to your paddock.
## Turn {#turn}
- A turn has these phases: morning, draw, action, evening. The hand limit is 7.
- In the draw phase, the player at turn draws a card.
- In the action phase, the player at turn must play a card or draw a card.
- In the evening phase, the player at turn discards cards until the number of cards in their hand is at most the hand limit.
## Playing {#playing}
- A pony can be played into its holder's paddock. A charm or a burden can be played into any paddock.
- A spell can be played if its text can be resolved.
- When a player plays a card, each other player may play a reply.
- After a spell or a reply resolves, put it into the discard pile.
- If a foal would leave a paddock, put it into the nursery instead.
- When a player has at least 7 ponies in their paddock, they win the game.
- The order of triggers is turn order, then age.
## Cards {#cards}
The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Rude Pony | wild pony | 2 | When this card enters your paddock, each other player discards a card. |
| Loyal Pony | wild pony | 1 | If another pony in your paddock would be destroyed, you may sacrifice this card instead. |
| Hay Loft | charm | 2 | At the beginning of your turn, you may sacrifice a card. If you do, draw 2 cards. |
| Goat Bell | burden | 1 | Each pony in your paddock is a goat. |
| Long Rope | spell | 1 | Choose another player. Steal a pony in that player's paddock. At the end of the turn, move the stolen pony to that player's paddock. |
| Firm No | reply | 9 | Cancel the card being played. |
"""

LAMP_HALL = """\
# The Lamp Hall {#lamp-hall}
## Words {#words}
- A guest is a kind of player. Beads are counters. Tokens are counters. There is a pile.
- Each guest has a hand, a deck and an inventory. Each card has a value, a binder, any number of colours and any number of modifiers.
- A player is trusted if they have been a player for 168 hours.
- When a player becomes trusted for the first time, they gain beads equal to the welcome gift.
- The welcome gift is `=20 + 5 * half up(phase number)`.

Opposite colours are:

| Colour | Colour |
|---|---|
| red | black |
| yellow | blue |
## Proposals {#proposals}
- A week has these phases: rest, contest. A proposal has one class: urgent or standard.
- Each player may submit a proposal. Only a trusted player may submit an urgent proposal.
- The voting period of an urgent proposal is 48 hours. The voting period of a standard proposal is the next phase.
- An urgent proposal is popular if it has at most 2 votes against.
- A standard proposal is popular if it has more votes for than votes against.
- When the voting period of a popular proposal ends, its text takes effect.
## The contest {#contest}
- To draw a card is to move a card from your deck to your hand.
- To hold a betting round with a counter, the engine runs `betting`.
- Before the game, hold a betting round with tokens.
- On their turn, a guest may play a card from their hand onto the pile. If they do not, they draw a card.
- A card can be played onto the pile if its value is within 1 of the value of the top card of the pile.
- A card can be played onto the pile if it has a colour opposite to a colour of the top card of the pile.
- If 24 hours pass without an action by the player at turn, they forfeit.
- When a guest has no cards in their hand, they win the game.
## Modifiers and cards {#cards}
The modifiers are:

| Name | Where | Text |
|---|---|---|
| Bound | | When this card is played, its binder gains 1 bead. |
| Iron | | Despite any other rule, this card cannot be removed. |
| Toll [X] | X is a number at least 1 | To play this card, a guest must pay X beads. |

The cards are:

| Name | Value | Colours | Modifiers | Text |
|---|---|---|---|---|
| Bell Ringer | 7 | yellow | Toll 2 | The next time a guest plays a card without the yellow colour, that guest draws a card. |
| Recount | 4 | blue | | Draw cards equal to the number of cards you drew this turn, at most 3. |
| Stray Letter | 3 | red, black | Bound | Target a card in a guest's hand. That card gains the Iron modifier. |
"""


def texts(book):
    return [paragraph.text for paragraph in book.paragraphs()]


def codes(book):
    return [fault.code for fault in book.faults]


def body(text):
    """A rulebook with this text in its one rule."""
    return read_text(f"# Paddock\n## Turn\n{text}")


def rows(table):
    return [[cell.text for cell in row.cells] for row in table.rows]


def write(folder, **files):
    """Files in a folder; `rulebook` is rulebook.md, `cards_csv` is cards.csv."""
    for name, text in files.items():
        name = name.replace("_csv", ".csv") if name.endswith("_csv") else f"{name}.md"
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def assert_places_hold(block, source):
    """Each character of the block that is no blank stands in the source where it says."""
    lines = re.split(r"\r\n|\n|\r", source)
    for offset, char in enumerate(block.text):
        line, column = block.place(offset)
        if char != " ":
            assert lines[line - 1][column - 1] == char, (block.text, offset)


def cells(book):
    for table in book.tables():
        yield from table.heads
        for row in table.rows:
            yield from row.cells


# ---- the two excerpts of the language design ------------------------------------------------


def test_the_paddock_is_read():
    book = read_text(PADDOCK)

    assert book.faults == ()
    assert (book.id, book.title) == ("paddock", "Paddock")
    assert [rule.id for rule in book.rules] == ["paddock", "words", "turn", "playing", "cards"]
    assert [rule.parent for rule in book.rules] == ["", *["paddock"] * 4]
    assert [len(rule.blocks) for rule in book.rules] == [1, 8, 4, 7, 1]
    assert book.rules[0].blocks == (
        Comment("Ponies, hay and quarrels. Notes like this never run.", 2),
    )


def test_the_cards_of_the_paddock_are_a_table():
    (table,) = read_text(PADDOCK).tables()

    assert table.caption.text == "The cards are:"
    assert (table.rule, table.number) == ("cards", 1)
    assert [head.text for head in table.heads] == ["Name", "Type", "Count", "Text"]
    assert rows(table)[-1] == ["Firm No", "reply", "9", "Cancel the card being played."]
    assert len(table.rows) == 6


def test_the_lamp_hall_is_read():
    book = read_text(LAMP_HALL, "lamp-hall.md")

    assert book.faults == ()
    assert "The welcome gift is `=20 + 5 * half up(phase number)`." in texts(book)
    captions = [table.caption.text for table in book.tables()]
    assert captions == ["Opposite colours are:", "The modifiers are:", "The cards are:"]
    opposite, modifiers, _ = book.tables()
    assert rows(opposite) == [["red", "black"], ["yellow", "blue"]]
    assert rows(modifiers)[0][:2] == ["Bound", ""]
    assert (opposite.rule, opposite.number) == ("words", 6)


@pytest.mark.parametrize("source", [PADDOCK, LAMP_HALL, PADDOCK.replace("\n", "\r\n")])
def test_every_character_of_an_excerpt_keeps_its_place(source):
    book = read_text(source)

    for block in [*book.paragraphs(), *cells(book), *(t.caption for t in book.tables())]:
        assert_places_hold(block, source)


# ---- paragraphs -----------------------------------------------------------------------------


def test_lines_of_a_paragraph_are_one_text_and_keep_their_places():
    source = "# Paddock\nEach player\n   draws  a\tcard.\n"
    (paragraph,) = read_text(source).paragraphs()

    assert paragraph.text == "Each player draws a card."
    assert paragraph.place(0) == (2, 1)
    assert paragraph.place(paragraph.text.index("draws")) == (3, 4)
    assert paragraph.place(paragraph.text.index("a card")) == (3, 11)
    assert paragraph.place(len(paragraph.text)) == (3, 18)
    assert_places_hold(paragraph, source)


def test_paragraphs_are_counted_in_their_rule_captions_included():
    book = read_text(
        "# A\nOne.\n\n- Two.\n\nThe cards are:\n\n| Name |\n|---|\n| Yak |\n\n> Note.\n\nFour.\n## B\nOne.\n"
    )

    assert [(p.rule, p.number) for p in book.paragraphs()] == [
        ("a", 1),
        ("a", 2),
        ("a", 4),
        ("b", 1),
    ]
    assert [(t.rule, t.number) for t in book.tables()] == [("a", 3)]


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("- One.\n- Two.", ["One.", "Two."]),
        ("* One.\n+ Two.\n1. Three.\n2) Four.", ["One.", "Two.", "Three.", "Four."]),
        ("- One\n  goes on.\n- Two.", ["One goes on.", "Two."]),
        ("- One\ngoes on lazily.\n- Two.", ["One goes on lazily.", "Two."]),
        (
            "- One.\n  - Inner\n    goes on.\n    1. Innermost.\n- Two.",
            ["One.", "Inner goes on.", "Innermost.", "Two."],
        ),
        ("- One.\n\n  More of it.", ["One.", "More of it."]),
        ("Text\n- One.", ["Text", "One."]),
        ("-\tOne.", ["One."]),
        ("-\n  One.", ["One."]),
        ("- - One.", ["One."]),
        ("The hand limit is\n7. Draw.", ["The hand limit is 7. Draw."]),
        ("- The hand limit is\n  7. Draw.", ["The hand limit is 7. Draw."]),
        ("6. The hand limit is\n7. Draw.", ["The hand limit is", "Draw."]),
        ("+1 bead.\n-1 bead.", ["+1 bead. -1 bead."]),
        ("#trades is a channel.", ["#trades is a channel."]),
        ("One.\n***\nTwo.\n- - -\nThree.\n___\nFour.", ["One.", "Two.", "Three.", "Four."]),
    ],
)
def test_list_items_are_paragraphs(text, paragraphs):
    book = body(text)

    assert texts(book) == paragraphs
    assert book.faults == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*Draw* a **card**.", "Draw a card."),
        ("***Draw*** a card.", "Draw a card."),
        ("**Draw *a* card**.", "Draw a card."),
        ("**Draw\na card**.", "Draw a card."),
        ("Gain 2 * 3 beads.", "Gain 2 * 3 beads."),
        ("Gain `=2*3*4` beads *now*.", "Gain `=2*3*4` beads now."),
        ("Gain `=2 *\n3* 4` beads.", "Gain `=2 * 3* 4` beads."),
        ("Gain ``a`*b*`` and *c*.", "Gain ``a`*b*`` and c."),
        ("A lone ` and *c*.", "A lone ` and c."),
        (r"A star \*is\* a star.", "A star *is* a star."),
        ("A *star stays.", "A *star stays."),
        ("Draw <!-- or not --> a card.", "Draw a card."),
        ("Draw <!-- or\n*not* --> a *card*.", "Draw a card."),
        ("Draw <!-- a *card*.", "Draw <!-- a card."),
        ("Draw `<!-- a -->` card.", "Draw `<!-- a -->` card."),
    ],
)
def test_a_paragraph_is_what_markdown_shows(text, shown):
    source = f"# Paddock\n## Turn\n{text}"
    (paragraph,) = read_text(source).paragraphs()

    assert paragraph.text == shown
    assert_places_hold(paragraph, source)


def test_a_rule_for_people_is_marked():
    by_hand, plain = body("- By hand: be kind.\n- Each player draws. By hand: no.").paragraphs()

    assert by_hand.by_hand
    assert by_hand.text == "By hand: be kind."
    assert not plain.by_hand


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n# No\nNo.\n```",
        "~~~ text ```\nNo.\n```\n~~~~",
        "````\n```\nNo.\n````",
        "- ```\n  No.\n  ```",
        "<!-- No. -->",
        "<!-- No.\n\n## No\n```\n-->",
        "<!-- a --> <!-- b\n-->",
        "---",
    ],
)
def test_what_never_runs_is_skipped(hidden):
    book = body(f"One.\n{hidden}\nTwo.")

    assert texts(book) == ["One.", "Two."]
    assert [rule.id for rule in book.rules] == ["paddock", "turn"]
    assert book.faults == ()


def test_text_behind_a_comment_is_shown():
    assert texts(body("<!-- a\nb --> Draw a card.")) == ["Draw a card."]


def test_inline_code_at_the_start_of_a_line_is_no_fence():
    assert texts(body("```x``` is a native.\n\nOne.")) == ["```x``` is a native.", "One."]


@pytest.mark.parametrize(
    ("text", "code"), [("```\nNo.", "unclosed-fence"), ("<!-- No.", "unclosed-comment")]
)
def test_what_hides_the_rest_of_the_file_is_a_fault(text, code):
    book = body(f"One.\n\n{text}\n\nTwo.")

    assert codes(book) == [code]
    assert book.faults[0].line == 5


def test_a_block_quote_is_a_comment():
    book = body("> One\n> two.\n>\n> Three.\n\nDraw.\n\n- > Four.")

    assert book.rules[1].blocks[0] == Comment("One\ntwo.\n\nThree.", 3)
    assert book.rules[1].blocks[2] == Comment("Four.", 10)
    assert texts(book) == ["Draw."]


def test_a_line_that_slips_into_a_quote_is_a_warning():
    book = body("> One\nDraw a card.")

    assert texts(book) == []
    assert [(f.code, f.severity, f.line) for f in book.faults] == [("lazy-note", "warning", 4)]


# ---- headings and ids -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "title", "id", "explicit"),
    [
        ("## Draw phase", "Draw phase", "draw-phase", False),
        ("## Draw phase {#draw}", "Draw phase", "draw", True),
        ("  ##   Draw phase   ##  ", "Draw phase", "draw-phase", False),
        ("## Draw {#d} ##", "Draw", "d", True),
        ("##\tDraw\t{#d}\t", "Draw", "d", True),
        ("## A *player's* `turn`!", "A player's `turn`!", "a-players-turn", False),
        ("## Über Größe №2", "Über Größe №2", "über-größe-2", False),
        ("## Ходы игрока", "Ходы игрока", "ходы-игрока", False),
        ("## हिन्दी", "हिन्दी", "हिन्दी", False),
        ("## C#", "C#", "c", False),
        ("## ???", "???", "rule", False),
    ],
)
def test_a_heading_has_a_title_and_an_id(heading, title, id, explicit):
    book = read_text(f"# Paddock\n{heading}\nDraw.\n")

    assert book.faults == ()
    rule = book.rules[1]
    assert (rule.title, rule.id, rule.explicit_id, rule.level) == (title, id, explicit, 2)
    assert next(book.paragraphs()).rule == id


def test_a_decomposed_title_has_the_same_id_as_a_composed_one():
    assert read_text("# Cafe\u0301").id == read_text("# Caf\u00e9").id == "caf\u00e9"


def test_a_deeper_heading_is_a_subrule():
    book = read_text("# G\n## A\n### B\n##### C\n### D\n## E\n")

    assert [(r.id, r.parent, r.line) for r in book.rules] == [
        ("g", "", 1),
        ("a", "g", 2),
        ("b", "a", 3),
        ("c", "b", 4),
        ("d", "a", 5),
        ("e", "g", 6),
    ]


def test_doubled_ids_are_a_fault_that_names_both_lines():
    book = read_text("# Paddock\n## Words\n## Turn {#words}\n")

    (fault,) = book.faults
    assert (fault.code, fault.line, fault.column) == ("doubled-id", 3, 9)
    assert fault.message == "The id 'words' is given twice: in line 2 and in line 3."
    assert fault.source[fault.first :][: fault.length] == "{#words}"


@pytest.mark.parametrize("mark", ["{#}", "{#a b}", "{#a/b}", "{# a}"])
def test_an_id_that_cannot_be_cited_is_a_fault(mark):
    book = read_text(f"# Paddock\n## Turn {mark}\n")

    (fault,) = book.faults
    assert fault.code == "bad-id"
    assert fault.source[fault.first :][: fault.length] == mark
    assert book.rules[1].id == "turn"


def test_a_rulebook_has_one_title():
    book = read_text("# Paddock\n# Meadow\n")

    assert [(f.code, f.line) for f in book.faults] == [("second-title", 2)]
    assert book.title == "Paddock"


def test_a_text_with_rules_but_no_title_is_a_warning():
    book = read_text("## Turn\nDraw.\n", "paddock.md")

    assert [(f.code, f.severity) for f in book.faults] == [("no-title", "warning")]
    assert (book.id, texts(book)) == ("paddock", ["Draw."])


def test_text_before_the_first_heading_is_a_fault():
    book = read_text("> Fine.\n\n  Draw a card.\n\n# Paddock\n")

    assert [(f.code, f.line, f.column) for f in book.faults] == [("text-before-heading", 3, 3)]


def test_a_heading_without_title_is_a_fault():
    assert codes(read_text("# Paddock\n##\n")) == ["empty-heading"]


# ---- tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "The cards are:\n\n| Name | Text |\n|---|:-:|\n| Yak | Draw. |",
        "The cards are:\n| Name | Text |\n|---|---|\n| Yak | Draw. |",
        "- The cards are:\n\n  | Name | Text |\n  |---|---|\n  | Yak | Draw. |",
        "**The cards are:**\n\nName | Text\n--- | ---\nYak | Draw.",
        "The cards\nare:\n|Name|Text|\n|-|-|\n|Yak|Draw.|\n\n\n",
        "The cards are:\n\n|\tName\t|\tText\t|\n|---|---|\n|\t*Yak*\t|  Draw.  ",
        "The cards are:\n<!-- all -->\n\n| Name | Text |\n|---|---|\n| Yak | Draw. |\n## Next",
    ],
)
def test_a_table_stands_under_its_caption(text):
    book = body(text)
    (table,) = book.tables()

    assert book.faults == ()
    assert texts(book) == []
    assert table.caption.text == "The cards are:"
    assert [head.text for head in table.heads] == ["Name", "Text"]
    assert rows(table) == [["Yak", "Draw."]]
    for cell in cells(book):
        assert_places_hold(cell, f"# Paddock\n## Turn\n{text}")


def test_cells_know_where_they_stand():
    (table,) = body("The cards are:\n\n| Name | Text |\n|---|---|\n| Yak | |").tables()

    (row,) = table.rows
    name, text = row.cells
    assert (row.line, name.line, name.column) == (7, 7, 3)
    assert (text.text, text.line, text.column) == ("", 7, 8)
    assert text.paragraphs() == ()


def test_a_bar_inside_a_cell_is_escaped():
    source = "# P\nThe cards are:\n\n| Name | Text |\n|---|---|\n| A \\| B | `x\\|y` z |\n"
    book = read_text(source)

    (table,) = book.tables()
    assert rows(table) == [["A | B", "`x|y` z"]]
    for cell in cells(book):
        assert_places_hold(cell, source)


def test_a_cell_may_hold_several_paragraphs():
    line = r"| Draw *a* card. <br> Say \| hi.<BR/><br> By hand: bow. |"
    source = f"# P\nThe cards are:\n\n| Text |\n|---|\n{line}\n"
    (table,) = read_text(source).tables()
    (cell,) = table.rows[0].cells

    parts = cell.paragraphs()

    assert [part.text for part in parts] == ["Draw a card.", "Say | hi.", "By hand: bow."]
    assert [part.column for part in parts] == [line.index(w) + 1 for w in ("Draw", "Say", "By")]
    for part in parts:
        assert_places_hold(part, source)
        assert_places_hold(part.paragraph("cards/yak", 1, "card"), source)


def test_a_cell_becomes_a_paragraph_of_its_card():
    (table,) = body("The cards are:\n\n| Text |\n|---|\n| By hand: bow. |").tables()

    paragraph = table.rows[0].cells[0].paragraph("cards/yak", 2, "card")

    assert (paragraph.rule, paragraph.number, paragraph.host) == ("cards/yak", 2, "card")
    assert paragraph.by_hand
    assert paragraph.place(3) == (7, 6)


@pytest.mark.parametrize(
    ("table", "code", "line", "column"),
    [
        ("The cards are:\n\n| A | B |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |", "row-length", 8, 11),
        ("The cards are:\n\n| A | B |\n|---|---|\n| 1 |\n| 1 | 2 |", "row-length", 7, 5),
        ("The cards are:\n\n| A | B |\n|---|---|\n| 1 | 2 |\nlazy", "row-length", 8, 4),
        ("The cards are:\n\n| A | B |\n|---|\n| 1 | 2 |", "row-length", 6, 5),
        ("The cards are:\n\n| A | B |\n| 1 | 2 |", "no-dashes", 6, 1),
        ("The cards are:\n\n| A | B |", "no-dashes", 5, 1),
        ("The cards are:\n\n| A | |\n|---|---|\n| 1 | 2 |", "empty-head", 5, 6),
        ("The cards.\n\n| A |\n|---|\n| 1 |", "no-caption", 5, 1),
        ("The cards are:\n\n> Note.\n\n  | A |\n|---|\n| 1 |", "no-caption", 7, 3),
    ],
)
def test_a_broken_table_is_a_fault_at_its_place(table, code, line, column):
    book = body(table)

    assert [(f.code, f.line, f.column) for f in book.faults] == [(code, line, column)]
    assert book.faults[0].source == f"# Paddock\n## Turn\n{table}".split("\n")[line - 1]


def test_one_caption_serves_one_table():
    table = "| A |\n|---|\n| 1 |\n"

    assert codes(body(f"The cards are:\n\n{table}\n{table}")) == ["no-caption"]


def test_a_sentence_with_a_colon_needs_no_table():
    assert texts(body("A turn has these phases: one, two.\n\nChoose one:\n\nDraw.")) == [
        "A turn has these phases: one, two.",
        "Choose one:",
        "Draw.",
    ]


# ---- other files ----------------------------------------------------------------------------


def test_a_folder_is_read_from_its_main_file(tmp_path):
    write(tmp_path, rulebook=PADDOCK)

    book = read_path(tmp_path)

    main = (tmp_path / "rulebook.md").as_posix()
    assert book.rules == read_text(PADDOCK, main).rules
    assert book.files == (main,)


def test_a_listed_file_is_read_in_its_place(tmp_path):
    write(
        tmp_path,
        rulebook="# Paddock\nOne.\n\n- [Turns](turn.md)\n- [Cards](<more cards.md>)\n\nTwo.\n## End\nLast.\n",
        turn="# Turns\n> About turns.\n\n## Turn\nDraw.\n### Late\nPass.\n",
        **{"more cards": "Loose.\n"},
    )

    book = read_path(tmp_path)

    assert book.faults == ()
    assert texts(book) == ["One.", "Loose.", "Two.", "Draw.", "Pass.", "Last."]
    assert [(r.id, r.level, r.parent) for r in book.rules] == [
        ("paddock", 1, ""),
        ("turn", 2, "paddock"),
        ("late", 3, "turn"),
        ("end", 2, "paddock"),
    ]
    assert [p.number for p in book.paragraphs() if p.rule == "paddock"] == [1, 2, 3]
    assert Comment("About turns.", 2) in book.rules[0].blocks
    assert [name.rpartition("/")[2] for name in book.files] == [
        "rulebook.md",
        "turn.md",
        "more cards.md",
    ]
    assert book.rules[1].file == book.files[1]


def test_the_title_of_a_listed_file_is_a_rule_if_it_has_content(tmp_path):
    write(tmp_path, rulebook="# Paddock\n\n[Turns](turn.md)\n", turn="# Turns\nDraw.\n## Late\n")

    book = read_path(tmp_path)

    assert [(r.id, r.parent) for r in book.rules] == [
        ("paddock", ""),
        ("turns", "paddock"),
        ("late", "turns"),
    ]
    assert book.faults == ()


def test_a_title_that_is_no_rule_takes_no_id(tmp_path):
    write(tmp_path, rulebook="# Paddock\n- [C](cards.md)\n", cards="# Cards\n## Cards\nDraw.\n")

    book = read_path(tmp_path)

    assert book.faults == ()
    assert [r.id for r in book.rules] == ["paddock", "cards"]


def test_doubled_ids_of_two_files_name_both_files(tmp_path):
    write(tmp_path, rulebook="# Paddock\n## Turn\n\n[T](turn.md)\n", turn="## Turn\n")

    (fault,) = read_path(tmp_path).faults
    assert fault.code == "doubled-id"
    assert "rulebook.md, line 2, and in line 1." in fault.message
    assert fault.file.endswith("turn.md")


def test_files_may_live_in_folders_below(tmp_path):
    (tmp_path / "a").mkdir()
    write(tmp_path, rulebook="# P\n- [A](a/a.md)\n", c="## C\n")
    write(tmp_path / "a", a="## A\n- [B](b.md)\n- [C](../c.md)\n", b="## B\n")

    book = read_path(tmp_path)

    assert book.faults == ()
    assert [r.id for r in book.rules] == ["p", "a", "b", "c"]


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("missing.md", "missing-file"),
        ("../outside.md", "outside-folder"),
        ("a/../../outside.md", "outside-folder"),
        ("/etc/rules.md", "outside-folder"),
        ("https://example.org/rules.md", "outside-folder"),
        ("C:\\rules.md", "outside-folder"),
        ("link.md", "outside-folder"),
        ("nul%00.md", "outside-folder"),
        ("x" * 5000 + ".md", "missing-file"),
        ("rulebook.md", "file-cycle"),
    ],
)
def test_a_file_that_cannot_be_listed_is_a_fault(tmp_path, target, code):
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.md").write_text("## Secret\n")
    (folder / "link.md").symlink_to(tmp_path / "outside.md")
    write(folder, rulebook=f"# Paddock\n\n- [Cards]({target})\n")

    book = read_path(folder)

    assert [(f.code, f.line, f.column) for f in book.faults] == [(code, 3, 3)]
    assert [r.id for r in book.rules] == ["paddock"]


def test_files_that_list_each_other_are_a_fault(tmp_path):
    write(tmp_path, rulebook="# P\n- [A](a.md)\n", a="## A\n- [B](b.md)\n", b="## B\n- [A](a.md)\n")

    book = read_path(tmp_path)

    assert [(f.code, f.file.rpartition("/")[2], f.line) for f in book.faults] == [
        ("file-cycle", "b.md", 2)
    ]


def test_a_file_is_listed_once(tmp_path):
    write(tmp_path, rulebook="# P\n- [A](a.md)\n- [A](a.md)\n", a="## A\n")

    assert codes(read_path(tmp_path)) == ["file-twice"]


def test_a_very_long_chain_of_files_ends_in_a_fault(tmp_path):
    chain = {f"f{n}": f"## F{n}\n- [F](f{n + 1}.md)\n" for n in range(400)}
    write(tmp_path, rulebook="# P\n- [F](f0.md)\n", **chain)

    assert codes(read_path(tmp_path)) == ["files-too-deep"]


def test_a_listed_file_that_is_no_text_is_a_fault(tmp_path):
    write(tmp_path, rulebook="# P\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n", b="")
    (tmp_path / "a.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "c.md").mkdir()

    assert codes(read_path(tmp_path)) == ["unreadable-file"] * 3


def test_a_text_without_folder_cannot_list_files():
    assert codes(read_text("# P\n- [A](a.md)\n")) == ["no-folder"]


def test_a_link_in_a_sentence_lists_nothing():
    book = read_text("# P\nSee [A](a.md) first.\n\n[Site](https://example.org)\n")

    assert book.faults == ()
    assert len(texts(book)) == 2


# ---- CSV ------------------------------------------------------------------------------------


def test_a_csv_file_is_a_table(tmp_path):
    csv = 'Name,Text\r\nYak,"Say ""hi"", then\r\n draw."\r\n\r\nRude Pony,*Draw* 2\r\nGoat,\r\n'
    write(tmp_path, rulebook='# Paddock\n\nOne.\n\n- The cards are\n  listed in "cards.csv".\n')
    (tmp_path / "cards.csv").write_bytes(b"\xef\xbb\xbf" + csv.encode())

    book = read_path(tmp_path)

    (table,) = book.tables()
    assert book.faults == ()
    assert (table.caption.text, table.number) == ("The cards are:", 2)
    assert table.caption.place(4) == (5, 7)
    assert [head.text for head in table.heads] == ["Name", "Text"]
    assert rows(table) == [["Yak", 'Say "hi", then draw.'], ["Rude Pony", "Draw 2"], ["Goat", ""]]
    assert [row.line for row in table.rows] == [2, 5, 6]
    says = table.rows[0].cells[1]
    assert (says.file, says.line, says.column) == ((tmp_path / "cards.csv").as_posix(), 2, 6)
    assert says.place(says.text.index("draw")) == (3, 2)
    assert book.files[1] == says.file
    for cell in cells(book):
        assert_places_hold(cell, csv)


@pytest.mark.parametrize(
    ("csv", "code", "line", "column"),
    [
        ('Name,Text\nYak,"Draw.\n', "broken-csv", 2, 5),
        ('Name,Text\nYak,"Draw." now\n', "broken-csv", 2, 12),
        ('Name,Text\nYak,Say "hi"\n', "broken-csv", 2, 9),
        ("Name,Text\nYak\n", "row-length", 2, 1),
        ("Name,Text\nYak,a,b\n", "row-length", 2, 7),
        ("Name,\nYak,a\n", "empty-head", 1, 6),
        ("\n", "unreadable-file", 1, 1),
    ],
)
def test_a_broken_csv_file_is_a_fault_at_its_place(tmp_path, csv, code, line, column):
    write(tmp_path, rulebook='# P\nThe cards are listed in "cards.csv".\n', cards_csv=csv)

    (fault,) = read_path(tmp_path).faults

    assert (fault.code, fault.line, fault.column) == (code, line, column)
    assert fault.file.endswith("cards.csv")


@pytest.mark.parametrize(
    ("sentence", "caption"),
    [
        ('The Cursed collection is listed in "cards.csv".', "The Cursed collection is:"),
        ('Opposite colours are listed in "cards.csv".', "Opposite colours are:"),
    ],
)
def test_any_caption_may_name_a_csv_file(tmp_path, sentence, caption):
    write(tmp_path, rulebook=f"# P\n{sentence}\n", cards_csv="Name\nYak")

    (table,) = read_path(tmp_path).tables()

    assert table.caption.text == caption
    assert rows(table) == [["Yak"]]


def test_a_csv_file_outside_the_folder_is_not_read(tmp_path):
    write(tmp_path, rulebook='# P\nThe cards are listed in "../cards.csv".\n')

    assert codes(read_path(tmp_path)) == ["outside-folder"]


# ---- what is no rulebook --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "This file is empty."),
        (b"\xef\xbb\xbf \r\n\t\n", "This file is empty."),
        (b"Just words.\n\n| a |\n", "This file has no heading."),
        (b"```\n# Hidden\n```\n", "This file has no heading."),
        (b"# Paddock\n\0\n", "This is not a text but binary data."),
        (b"# Paddock\n\n\xff\xfe\n", "This is not a text in UTF-8 (line 3)."),
        (b"# Paddock\n" + b"x" * 4 * 1024 * 1024, "This is larger than 4 MB."),
    ],
    ids=["empty", "blank", "words", "fence", "nul", "latin", "large"],
)
def test_what_is_no_rulebook_is_one_clear_fault(tmp_path, data, message):
    (tmp_path / "rulebook.md").write_bytes(data)

    book = read_path(tmp_path)

    (fault,) = [f for f in book.faults if f.code == "not-a-rulebook"]
    assert fault.message == message
    assert "# Paddock" in fault.hint
    assert book.rules == ()
    if b"|" not in data:
        assert len(book.faults) == 1


@pytest.mark.parametrize(
    "text", ["", "\ufeff\n", "# A\0", "# A \ud800", "words", "# " + "ä" * 2_500_000]
)
def test_a_text_that_is_no_rulebook_is_a_fault_too(text):
    assert codes(read_text(text)) == ["not-a-rulebook"]


def test_a_missing_path_and_an_empty_folder_are_faults(tmp_path):
    messages = [
        read_path(p).faults[0].message for p in (tmp_path, tmp_path / "no", tmp_path / ("x" * 5000))
    ]

    assert messages[:2] == ["This folder has no rulebook.md.", "There is no such file or folder."]
    assert "File name too long" in messages[2]


def test_a_mark_at_the_start_of_a_file_is_no_part_of_it():
    book = read_text("\ufeff# Paddock\r\n\r\nDraw.\r\n")

    assert (book.id, texts(book), book.faults) == ("paddock", ["Draw."], ())


# ---- speed ----------------------------------------------------------------------------------


BIG = 50_000


@pytest.mark.parametrize(
    "text",
    [
        "word " * BIG,
        "word  \n" * BIG,
        "- word\n" * BIG,
        "[" * BIG + "]" * BIG,
        "(" * BIG,
        "|" * BIG,
        "The cards are:\n\n" + "|" * BIG + "\n" + "|-" * BIG + "|",
        "|x|\n" * (BIG // 4),
        "a|" * BIG + "\n" + "-|" * BIG,
        "*" * BIG,
        "*a " * BIG,
        "a* *b" * BIG,
        "**a*" * BIG,
        "`" * BIG,
        "` `` ``` " * (BIG // 4),
        "".join("`" * n + " " for n in range(1, 500)),
        "<!--" * BIG,
        "<!-- -->" * BIG,
        "a <!-- -->" * BIG,
        "a <!--" * BIG,
        "- " * BIG,
        "- " * BIG + "x",
        "1. " * BIG,
        ">" * BIG,
        "> x\n" * BIG,
        "> x\n" + "y\n" * (BIG // 10),
        " " * BIG + "x" + " " * BIG,
        "#" * BIG,
        "## x " + "{#" * BIG,
        "## x " + " #" * BIG,
        "## x\n" * (BIG // 10),
        "[" + "a" * BIG + "](" + "b.md" * BIG,
        "The " + "is are " * BIG + "listed",
        "\\" * BIG + "|\n|" + "\\|" * BIG,
        "The cards are:\n\n| A |\n|---|\n|" + "<br>" * BIG + "x|",
    ],
    ids=range(35),
)
def test_a_hostile_text_takes_no_long_time(text):
    start = time.process_time()

    book = body(text)
    for cell in cells(book):
        cell.paragraphs()
    write_ids(text)

    assert time.process_time() - start < 2


# ---- writing ids ----------------------------------------------------------------------------


def test_ids_are_written_behind_titles_that_have_none():
    text = (
        "\ufeff# Paddock\r\n## Words {#words}  \r\n## Words\t \n##  Turn ##\n"
        "```\n## Not me\n```\n<!--\n## Nor me\n-->\n### Words\n##\n## Bad {#a b}\nText.  \n\n# Über uns"
    )

    assert write_ids(text) == (
        "\ufeff# Paddock {#paddock}\r\n## Words {#words}  \r\n## Words {#words-2}\t \n##  Turn {#turn} ##\n"
        "```\n## Not me\n```\n<!--\n## Nor me\n-->\n### Words {#words-3}\n##\n## Bad {#a b}\nText.  \n\n# Über uns {#über-uns}"
    )


def test_a_written_id_avoids_those_that_come_later():
    assert write_ids("## Turn\n## Turn\n## X {#turn-2}\n") == (
        "## Turn {#turn}\n## Turn {#turn-3}\n## X {#turn-2}\n"
    )


@pytest.mark.parametrize("text", [PADDOCK, LAMP_HALL, "", "no heading\r\n", "```\n# x"])
def test_a_text_with_all_its_ids_stays_as_it_is(text):
    assert write_ids(text) == text


def test_written_ids_are_those_that_were_read():
    bare = re.sub(r" \{#.*?\}", "", PADDOCK)

    written = write_ids(bare)

    assert written == PADDOCK
    assert [r.id for r in read_text(bare).rules] == [r.id for r in read_text(written).rules]
    assert all(rule.explicit_id for rule in read_text(written).rules)
    assert not any(rule.explicit_id for rule in read_text(bare).rules)
