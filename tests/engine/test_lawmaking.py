"""Rules about rules: which are protected, from whom, and how cards and proposals change them."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.match import AmendmentRefused, Match, replay, restore
from deckmastor.testing import Table

DAY = 86400

BOOK = """# Guild {#guild}

## Words {#words}

- Each player has a hand. There is a deck and a discard pile. Beads and coins are counters.
- A petition is a kind of proposal. A motion is a kind of proposal. Each proposal has a weight.
- A decree is a kind of card. To rest is to gain 1 coin. Each player may rest.
- To draw a card is to move the top card of the deck into your hand.

## Shop {#shop}

- When a player rests, that player gains 12 beads.

## Charter {#charter}

- The prize is 5.

## Law {#law}

LAW

## Petitions {#petitions}

- Each player may submit a petition. The voting period of a petition is 2 days.
- Each player may vote on a petition.
- When the voting period of a petition ends, its text takes effect if it has at least 1 vote for.

## Cards {#cards}

The cards are:

| Name | Type | Text |
|---|---|---|
| Deed | decree | TEXT |
| Leaf | card | |
| Twig | card | |
"""


def guild(*laws: str, text: str = "Draw a card.") -> Table:
    """A table with these sentences under Law, and a text on the Deed; it is ann's turn."""
    book = BOOK.replace("LAW", "\n".join(f"- {law}" for law in laws or ("The toll is 1.",)))
    made = Table(book.replace("TEXT", text), ann={}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def refused(match: Match, text: str, by: str = "") -> str:
    """Why a change of the rules is refused; it changes nothing."""
    kept, rules, told = match.state.clone().to_data(), match.rules, list(match.events)
    with pytest.raises(AmendmentRefused) as why:
        match.amend(text, by)
    assert match.state.to_data() == kept
    assert match.rules is rules
    assert match.events == told
    return str(why.value)


def wait(made: Table, seconds: int) -> None:
    made.match.tick(made.state.v[CLOCK] + seconds)


def petition(made: Table, text: str, votes: str = "for") -> None:
    """Ann submits a petition, bob votes on it, and its voting period ends."""
    made.choose("ann", "submit a petition", text)
    ballot = next(option for option in made.options("bob") if option.startswith("vote"))
    made.choose("bob", ballot, votes)
    wait(made, 2 * DAY)


REPEAL_SHOP = 'Repeal the rule "Shop".'
REWORD_SHOP = 'Amend the rule "Shop": replace "12" by "15".'
NEW = "## Tax {#tax}\n\n- When a player rests, that player loses 1 bead."


# ---- protected rules ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "text", "by", "free"),
    [
        ('The rule "Shop" cannot be repealed.', REPEAL_SHOP, "ann", REWORD_SHOP),
        ('The rule "Shop" cannot be amended.', REWORD_SHOP, "ann", REPEAL_SHOP),
        ('The rule "Shop" cannot be amended.', "## Shop\n\n- The fee is 2.", "", REPEAL_SHOP),
        ("This rule cannot be amended or repealed.", 'Repeal the rule "Law".', "bob", REPEAL_SHOP),
        ("Rules cannot be adopted.", NEW, "ann", REPEAL_SHOP),
        ("Rules cannot be adopted.", "The fee is 2.", "ann", REPEAL_SHOP),
        ("Rules can be repealed only by proposals.", REPEAL_SHOP, "ann", REWORD_SHOP),
        ("Despite any other rule, a motion cannot adopt, amend or repeal a rule.", NEW, "motion 3",
         "The fee is 2."),
        ('A rule with a power of at least 3 cannot be repealed. The power of the rule "Shop" is 3.',
         REPEAL_SHOP, "ann", 'Repeal the rule "Charter".'),
        ("The power of this rule is 2. A rule with a power of at least 2 cannot be amended.",
         'Amend the rule "Law": replace "2" by "9".', "ann", REWORD_SHOP),
    ],
    ids=[
        "repeal", "reword", "replace by a heading", "this rule", "a new heading", "a new sentence",
        "only by proposals", "a kind of proposal", "by power", "the protection itself",
    ],
)  # fmt: skip
def test_a_protected_rule_stays_and_the_refusal_cites_what_protects_it(
    law: str, text: str, by: str, free: str
) -> None:
    made = guild(law)

    why = refused(made.match, text, by)
    made.match.amend(free, by="petition 1" if by == "motion 3" else by)

    assert law in why
    assert len(made.match.rules.amendments) == 1


def test_what_only_proposals_may_do_a_proposal_from_outside_may_do() -> None:
    made = guild("Rules can be amended only by proposals.")

    why = refused(made.match, REWORD_SHOP)
    made.match.amend(REWORD_SHOP, by="petition 12")
    made.choose("ann", "rest")

    assert "only by proposals" in why
    assert made.count("ann", "bead") == 15


def test_a_rule_is_amended_only_at_its_time() -> None:
    made = guild("A week has these phases: calm, busy. The calm phase is Monday and Tuesday. The busy phase is "
                 "Wednesday, Thursday, Friday, Saturday and Sunday.",
                 "Rules can be amended only in the calm phase.")  # fmt: skip
    refused(made.match, REWORD_SHOP)  # the clock begins on a Thursday

    wait(made, 4 * DAY)
    made.match.amend(REWORD_SHOP)

    assert len(made.match.rules.amendments) == 1


def test_a_proposal_of_too_little_weight_cannot_amend_a_rule_of_more_power() -> None:
    made = guild(
        "A rule cannot be amended by a proposal whose weight is less than the power of that rule.",
        'The power of the rule "Shop" is 1.',
    )

    refused(made.match, REWORD_SHOP, "petition 1")
    made.match.amend('Amend the rule "Charter": replace "5" by "6".', "petition 1")

    assert made.value("prize") == 6


def test_a_rule_without_a_power_is_not_compared_with_one() -> None:
    law = "A rule whose power is less than 3 cannot be amended."
    made = guild(law, 'The power of the rule "Shop" is 1.')

    refused(made.match, REWORD_SHOP, "petition 1")
    made.match.amend('Amend the rule "Charter": replace "5" by "6".', "petition 1")

    assert made.value("prize") == 6


def test_a_protection_that_an_amendment_brings_in_holds_from_then_on() -> None:
    made = guild()
    made.match.amend('## Shield\n\n- The rule "Shop" cannot be repealed.')

    refused(made.match, REPEAL_SHOP)
    made.match.amend('Repeal the rule "Shield".')
    made.match.amend(REPEAL_SHOP)
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 0


def test_a_protection_holds_in_a_match_that_was_saved() -> None:
    made = guild('The rule "Shop" cannot be repealed.')
    made.match.amend(NEW)

    twin = restore(made.match.save())

    refused(twin, REPEAL_SHOP)
    twin.amend('Repeal the rule "Tax".')


# ---- events ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "text", "coins"),
    [
        ("When a rule is adopted, each player gains 1 coin.", NEW, 1),
        ("When a rule is adopted, each player gains 1 coin.", f"{NEW}\n\n## Fee\n\nThe fee is 2.", 2),
        ("When a rule is adopted, each player gains 1 coin.", REPEAL_SHOP, 0),
        ("When a rule is repealed, each player gains 1 coin.", REPEAL_SHOP, 1),
        ("When a rule is repealed, each player gains 1 coin.", REWORD_SHOP, 0),
        ("When a rule is amended, each player gains 1 coin.", REWORD_SHOP, 1),
        ("When a rule is amended, each player gains 1 coin.", NEW, 0),
        ('When the rule "Shop" is amended, each player gains 1 coin.', REWORD_SHOP, 1),
        ('When the rule "Charter" is amended, each player gains 1 coin.', REWORD_SHOP, 0),
        ("When a player amends a rule, that player gains 1 coin.", REWORD_SHOP, 1),
        ("When a proposal amends a rule, each player gains 1 coin.", REWORD_SHOP, 0),
    ],
)  # fmt: skip
def test_what_is_done_to_rules_is_an_event(law: str, text: str, coins: int) -> None:
    made = guild(law)

    made.match.amend(text, by="ann")

    assert made.count("ann", "coin") == coins


def test_a_rule_has_an_author_who_answers_for_it() -> None:
    made = guild("When a rule is repealed, its author loses 2 beads.")
    made.choose("bob", "rest")
    made.match.amend(NEW, by="bob")

    made.match.amend('Repeal the rule "Tax".', by="ann")

    assert (made.count("ann", "bead"), made.count("bob", "bead")) == (0, 10)


# ---- in words of their own ------------------------------------------------------------------

MINE = "Each player may amend a rule. Each player may adopt a rule."
PRICIER = "When a player rests, that player gains 15 beads."


def test_who_may_amend_a_rule_writes_its_new_text() -> None:
    made = guild(MINE)

    made.choose("ann", 'amend the rule "Shop"', PRICIER)
    made.choose("bob", "rest")

    assert made.count("bob", "bead") == 15
    (told,) = [event for event in made.events if event.verb == "amend"]
    assert told.agent == "ann"


def test_who_may_adopt_a_rule_writes_a_new_one() -> None:
    made = guild(MINE)

    made.choose("ann", "adopt a rule", "When a player rests, that player gains 1 bead.")
    made.choose("bob", "rest")

    assert made.count("bob", "bead") == 13


@pytest.mark.parametrize(
    ("verb", "answers"),
    [
        ("amend", ('amend the rule "Charter"', "The prize is 7.")),
        ("adopt", ("adopt a rule", "The gift is 7.")),
        ("repeal", ('repeal the rule "Charter"',)),
    ],
)
@pytest.mark.parametrize(("rested", "coins"), [(0, 0), (2, 1)])
def test_a_change_of_the_rules_has_its_price(
    verb: str, answers: tuple[str, ...], rested: int, coins: int
) -> None:
    made = guild(
        MINE, "Each player may repeal a rule.", f"To {verb} a rule, a player must pay 1 coin."
    )
    for _ in range(rested):
        made.choose("ann", "rest")
    offered = {text.split()[0] for text in made.options("ann")} & {"amend", "adopt", "repeal"}
    if verb in offered:
        made.choose("ann", *answers)

    assert offered == {"amend", "adopt", "repeal"} - (set() if rested else {verb})
    assert made.count("ann", "coin") == coins


def test_a_permission_to_change_rules_can_be_left_unused() -> None:
    made = guild(MINE)

    made.choose("ann", "adopt a rule", "no text")

    assert made.match.rules.amendments == ()


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("adopt a rule", 'Repeal the rule "Shop".'),
        ("adopt a rule", f"## Shop {{#shop}}\n\n{PRICIER}"),
        ('amend the rule "Charter"', 'The prize is 6.\n\nRepeal the rule "Shop".'),
        ('amend the rule "Charter"', f"The prize is 6.\n\n## Shop {{#shop}}\n\n{PRICIER}"),
        ('amend the rule "Charter"', "The prize is 6.\n\n## More {#more}\n\nThe fee is 1."),
    ],
)
def test_who_may_change_one_rule_changes_no_other(act: str, text: str) -> None:
    made = guild(MINE)

    made.choose("ann", act, text)
    made.choose("bob", "rest")

    assert made.match.rules.amendments == ()
    assert made.count("bob", "bead") == 12


def test_a_text_that_cannot_be_read_changes_nothing_and_is_told() -> None:
    made = guild(MINE)

    made.choose("ann", 'amend the rule "Shop"', "Whatever pleases.")

    assert made.match.rules.amendments == ()
    assert [event.verb for event in made.events if event.verb == "refuse"] == ["refuse"]


def test_a_protected_rule_is_safe_from_whoever_may_amend() -> None:
    made = guild(MINE, "A rule cannot be amended.")

    if 'amend the rule "Shop"' in made.options("ann"):
        made.choose("ann", 'amend the rule "Shop"', PRICIER)
    made.choose("bob", "rest")

    assert made.count("bob", "bead") == 12


# ---- texts of cards -------------------------------------------------------------------------


def test_a_card_repeals_a_rule_and_its_text_goes_on() -> None:
    made = guild(text=f"{REPEAL_SHOP} Draw a card.")

    made.perform("ann", "Deed")
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 0
    assert len(made.cards("ann", "hand")) == 1
    (told,) = [event for event in made.events if event.verb == "repeal"]
    assert told.because.text == f"{REPEAL_SHOP} Draw a card."


def test_a_card_amends_a_rule() -> None:
    made = guild(text=REWORD_SHOP)

    made.perform("ann", "Deed")
    made.choose("bob", "rest")

    assert made.count("bob", "bead") == 15


def test_a_repealed_rule_can_be_adopted_again() -> None:
    made = guild(
        "A turn has these phases: day. On their turn, a player may draw a card.",
        text='Repeal the rule "Shop". At the beginning of the next turn, adopt that rule.',
    )
    made.perform("ann", "Deed")
    made.choose("ann", "rest")
    early = made.count("ann", "bead")

    for _ in range(2):
        for name in made.asked():
            made.choose(name, "pass") if name in made.asked() else None
    made.choose("bob", "rest")

    assert (early, made.count("bob", "bead")) == (0, 12)


@pytest.mark.parametrize(
    ("law", "why"),
    [
        ("No card can repeal this rule. No card can repeal the rule \"Shop\".", "No card"),
        ('The rule "Shop" cannot be repealed.', "cannot be repealed"),
        ("Rules can be repealed only by proposals.", "only by proposals"),
        ("Rules can be repealed only by players.", ""),
        ("A proposal cannot repeal a rule.", ""),
    ],
)  # fmt: skip
def test_a_card_cannot_change_what_is_protected_from_it(law: str, why: str) -> None:
    made = guild(law, text=f"{REPEAL_SHOP} Draw a card.")

    made.perform("ann", "Deed")
    made.choose("ann", "rest")
    told = [event.text for event in made.events if event.verb == "refuse"]

    assert made.count("ann", "bead") == (12 if why else 0)
    assert len(made.cards("ann", "hand")) == 1
    assert [why in text for text in told] == ([True] if why else [])


@pytest.mark.parametrize(
    ("rule", "laws", "asked", "cards", "coins"),
    [
        ("Shop", (), True, 1, 0),
        ("Words", (), True, 0, 3),
        ("Shop", ('The rule "Shop" cannot be repealed.',), False, 0, 3),
        ("Shop", ('No card can repeal the rule "Shop".',), True, 0, 3),
    ],
    ids=["repealed", "words in use", "forbidden to all", "forbidden to cards"],
)
def test_if_you_do_asks_whether_the_rules_were_changed(
    rule: str, laws: tuple[str, ...], asked: bool, cards: int, coins: int
) -> None:
    text = f'You may repeal the rule "{rule}". If you do, draw a card. Otherwise, gain 3 coins.'
    made = guild(*laws, text=text)

    made.perform("ann", "Deed")
    offered = "yes" in made.options("ann")
    if offered:
        made.choose("ann", "yes")

    assert offered == asked
    assert (len(made.cards("ann", "hand")), made.count("ann", "coin")) == (cards, coins)


def test_a_change_that_would_leave_words_dangling_is_refused_and_told() -> None:
    made = guild(text='Repeal the rule "Words". Draw a card.')

    made.perform("ann", "Deed")
    (told,) = [event for event in made.events if event.verb == "refuse"]

    assert "does not take effect" in told.text
    assert len(made.cards("ann", "hand")) == 1
    assert made.match.rules.amendments == ()


def test_a_change_that_would_go_on_without_end_is_refused_and_told() -> None:
    made = guild("When a player gains a coin, the next player gains 1 bead.",
                 text='Amend the rule "Law": replace "1 bead" by "1 coin".')  # fmt: skip

    made.perform("ann", "Deed")
    made.choose("ann", "rest")

    assert "without end" in next(event.text for event in made.events if event.verb == "refuse")
    assert (made.count("ann", "coin"), made.count("bob", "bead")) == (1, 1)


def test_the_last_rule_that_a_card_adopted_is_the_one_repealed() -> None:
    made = guild(text="Repeal the last rule adopted by a card.")
    made.match.amend(NEW, by="Leaf")
    made.match.amend("## Fee\n\n- When a player rests, that player loses 2 beads.", by="ann")

    made.perform("ann", "Deed")
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 10


def test_rules_that_a_card_adopted_are_counted() -> None:
    made = guild(text="Gain coins equal to the number of rules adopted by a card.")
    made.match.amend(f"{NEW}\n\n## Fee\n\nThe fee is 2.", by="Leaf")
    made.match.amend("The fare is 2.", by="ann")

    made.perform("ann", "Deed")

    assert made.count("ann", "coin") == 2


def test_a_rule_that_is_chosen_is_repealed() -> None:
    made = guild(text="Choose a rule. Repeal that rule.")

    made.perform("ann", "Deed")
    made.choose("ann", 'the rule "Shop"')
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 0


def test_a_rule_can_be_protected_for_a_while() -> None:
    made = guild(text="Choose a rule. Until the end of the week, that rule cannot be repealed.")
    made.perform("ann", "Deed")
    made.choose("ann", 'the rule "Shop"')

    refused(made.match, REPEAL_SHOP)
    wait(made, 7 * DAY)
    made.match.amend(REPEAL_SHOP)

    assert len(made.match.rules.amendments) == 1


def test_a_rule_can_repeal_itself() -> None:
    made = guild("When a player rests, repeal this rule. Each player gains 1 coin.")

    made.choose("ann", "rest")
    made.choose("bob", "rest")

    assert [made.count(name, "coin") for name in ("ann", "bob")] == [2, 2]


# ---- texts of proposals ---------------------------------------------------------------------


def test_the_text_of_a_petition_takes_effect_when_its_time_is_up() -> None:
    made = guild()
    made.choose("ann", "submit a petition", "When a player rests, that player gains 100 coins.")
    made.choose("bob", next(o for o in made.options("bob") if o.startswith("vote")), "for")

    made.choose("ann", "rest")
    early = made.count("ann", "coin")
    wait(made, 2 * DAY)
    made.choose("ann", "rest")

    assert (early, made.count("ann", "coin")) == (1, 102)
    assert made.match.rules.amendments[0].by == "petition 1"
    assert made.match.rules.sentences[-1].by == "petition 1"


def test_a_petition_that_fails_changes_nothing() -> None:
    made = guild()

    petition(made, REPEAL_SHOP, "against")
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 12


def test_effects_of_a_petition_are_done_once() -> None:
    made = guild()

    petition(made, "Each player gains 4 coins.")
    wait(made, 9 * DAY)

    assert [made.count(name, "coin") for name in ("ann", "bob")] == [4, 4]


def test_a_part_of_a_petition_that_cannot_take_effect_is_left_out() -> None:
    made = guild()

    petition(made, f"Each player gains 4 coins.\n\nEach player frobs.\n\n{REWORD_SHOP}")
    made.choose("bob", "rest")

    assert (made.count("ann", "coin"), made.count("bob", "bead")) == (4, 15)
    (told,) = [event for event in made.events if event.verb == "refuse"]
    assert "frobs" in told.text


def test_a_petition_is_read_with_the_words_that_are_in_force_when_it_takes_effect() -> None:
    made = guild()
    made.choose("ann", "submit a petition", "Each player gains 3 shells.")
    made.choose("bob", next(o for o in made.options("bob") if o.startswith("vote")), "for")

    made.match.amend("Shells are counters.")
    wait(made, 2 * DAY)

    assert made.count("ann", "shell") == 3


def test_a_protected_rule_is_safe_from_petitions() -> None:
    made = guild("A petition cannot repeal a rule.")

    petition(made, REPEAL_SHOP)
    made.choose("ann", "rest")

    assert made.count("ann", "bead") == 12
    assert any(event.verb == "refuse" for event in made.events)


def test_a_match_with_petitions_is_saved_restored_and_replayed() -> None:
    game = guild().game
    match = game.start(["ann", "bob"], 3)
    match.choose("ann", "submit a petition")
    match = restore(match.save())
    match.choose("ann", REWORD_SHOP)
    match = restore(match.save())
    ballot = next(o.text for d in match.decisions for o in d.options if o.text.startswith("vote"))
    match.choose("bob", ballot)
    match.choose("bob", "for")
    match.tick(2 * DAY)
    match.choose("ann", "rest")

    twin, again = restore(match.save()), replay(match.journal)

    assert twin.state.to_data() == match.state.to_data() == again.state.to_data()
    assert [a.text for a in again.rules.amendments] == [REWORD_SHOP]
    assert match.state.cols[match.rules.schema.attrs["bead"].at][0] == 15


def test_who_is_asked_for_a_text_can_leave_it_out() -> None:
    made = guild()

    made.choose("ann", "submit a petition")
    offered = made.options("ann")
    made.choose("ann", "no text")

    assert offered == ["no text"]
    assert "rest" in made.options("ann")
