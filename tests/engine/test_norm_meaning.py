"""What norms mean: permissions, prohibitions and prices hold by every road."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden, lay

from deckmastor.match import read
from deckmastor.testing import Table

HANDS = {
    "ann": {"hand": ["Rose", "Nettle"], "bed": ["Daisy", "Tulip"]},
    "bob": {"hand": ["Daisy"], "bed": ["Rose"]},
}
STATES = {"Mud": "Become muddy.", "Tire": "Become tired."}


def offered(table: Table, player: str = "ann") -> set[str]:
    """What a player can do now, apart from passing."""
    return set(table.options(player)) - {"pass"} if player in table.asked() else set()


# ---- A or B ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        "A player may {}.",
        "The player at turn may {}.",
        "Each player may {}.",
        "On their turn, a player may {}.",
        "At any time, a player may {}.",
        "Once per turn, a player may {}.",
        "A player must {}.",
        "Each player must {}.",
        "A player may {} if they are not tired.",
    ],
)
def test_a_norm_over_a_or_b_offers_what_both_norms_offer(frame: str) -> None:
    acts = ("rest", "uproot a card", "draw a card")
    both = lay(frame.format("rest, uproot a card or draw a card"), at_will=False,
               tricks=STATES, **HANDS)  # fmt: skip
    alone = [lay(frame.format(act), at_will=False, tricks=STATES, **HANDS) for act in acts]

    union = set().union(*(offered(table) for table in alone))

    assert offered(both) == union
    assert union == {"rest", "uproot Daisy", "uproot Tulip", "draw a card"}


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("No player may rest or plant a card.", {"draw a card"}),
        ("A player cannot rest or plant a card.", {"draw a card"}),
        ("Only a muddy player may rest or plant a card.", {"draw a card"}),
        ("A flower cannot be planted or drawn.", {"rest", "plant Nettle"}),
        ("To plant or draw a card, a player must pay 1 coin.", {"rest"}),
    ],
)
def test_a_prohibition_or_price_of_a_or_b_is_one_of_each(rule: str, left: set[str]) -> None:
    table = lay("The player at turn may rest, draw a card or plant a card.", rule, at_will=False,
                tricks=STATES, **HANDS)  # fmt: skip

    assert offered(table) == left


@pytest.mark.parametrize("first", ["rest", "draw a card"])
def test_a_limit_over_a_or_b_is_used_by_either(first: str) -> None:
    table = lay("Once per turn, the player at turn may rest or draw a card.",
                "The player at turn may discard a card.", at_will=False, **HANDS)  # fmt: skip

    table.choose("ann", first)

    assert "rest" not in offered(table)
    assert "draw a card" not in offered(table)


def test_what_follows_an_unused_permission_of_a_or_b_follows_once() -> None:
    table = lay("The player at turn may draw a card or plant a card. If they do not, they gain 1 seed.",
                **HANDS)  # fmt: skip

    table.choose("ann", "pass")

    assert table.count("ann", "seed") == 1


# ---- how often ------------------------------------------------------------------------------

OFTEN = (
    "The player at turn may plant a card.",
    "The player at turn may uproot a card.",
    "To regrow a card is to move it from the discard pile to your hand.",
    "The player at turn may regrow a card.",
)


@pytest.mark.parametrize(
    ("rule", "again"),
    [
        ("A card cannot be planted more than once per turn.", {"plant Nettle"}),
        ("A card can be planted only once per turn.", {"plant Nettle"}),
        ("A player cannot plant a card more than once per turn.", set()),
        ("A player cannot plant a red card more than once per turn.", {"plant Nettle"}),
        ("A player cannot plant or uproot a card more than twice per turn.", set()),
        ("A player cannot plant or uproot a card more than 3 times per turn.",
         {"plant Nettle", "plant Rose"}),
    ],
)  # fmt: skip
def test_how_often_counts_the_card_in_the_passive_and_the_player_in_the_active(
    rule: str, again: set[str]
) -> None:
    table = lay(rule, *OFTEN, ann={"hand": ["Nettle", "Rose"], "bed": ["Tulip"]})

    table.choose("ann", "plant Rose", "uproot Rose", "regrow Rose")

    assert {option for option in offered(table) if option.startswith("plant")} == again


def test_each_copy_of_a_card_has_its_own_limit() -> None:
    well = "Once per turn, you may draw a card."
    table = lay(tools={"Well": well}, ann={"bed": ["Well", "Rose", "Well"]})

    seen = []
    for _ in range(2):
        table.choose("ann", "draw a card")
        seen.append("draw a card" in table.options("ann"))
    table.choose("ann", "pass")
    table.choose("bob", "pass")

    assert seen == [True, False]
    assert "draw a card" in table.options("ann")


def test_a_limit_of_a_copy_is_kept_by_an_amendment() -> None:
    table = lay(tools={"Well": "Once per turn, you may draw a card."}, ann={"bed": ["Well"] * 2})
    table.choose("ann", "draw a card")

    table.match.amend("The fee is 2.")
    table.choose("ann", "draw a card")

    assert "draw a card" not in table.options("ann")


# ---- recipients -----------------------------------------------------------------------------

GIVE = "To give a card to a player is to move it from your hand to their hand."


@pytest.mark.parametrize(
    "rule",
    [
        "A player cannot give cards to a muddy player.",
        "Only a tired player may give cards to a muddy player.",
        "Cards cannot be given to a muddy player.",
    ],
)
@pytest.mark.parametrize(
    "text", ["Give a card to another player.", "You may give a card to another player."]
)
def test_the_recipient_of_a_gift_can_be_forbidden(rule: str, text: str) -> None:
    table = lay(GIVE, rule, tricks={**STATES, "Gift": text}, ann={"hand": ["Rose", "Nettle"]},
                bob={"muddy": 1}, cid={})  # fmt: skip

    table.perform("ann", "Gift")
    if "yes" in table.options("ann"):
        table.choose("ann", "yes")
    table.choose("ann", "Nettle")

    assert table.cards("cid", "hand") == ["Nettle"]
    assert table.cards("bob", "hand") == []


@pytest.mark.parametrize(("muddy", "gives"), [(0, True), (1, False)])
def test_a_gift_that_nobody_may_get_is_not_offered(muddy: int, gives: bool) -> None:
    table = lay(GIVE, "The player at turn may give a card to another player.",
                "A player cannot give cards to a muddy player.", tricks=STATES,
                ann={"hand": ["Rose"]}, bob={"muddy": 1}, cid={"muddy": muddy})  # fmt: skip

    assert any(option.startswith("give") for option in offered(table)) is gives


def test_a_gift_may_go_only_to_whom_the_rule_names() -> None:
    table = lay(GIVE, "A player may give a card only to a muddy player.",
                tricks={**STATES, "Gift": "Give a card to another player."},
                ann={"hand": ["Rose", "Nettle"]}, bob={}, cid={"muddy": 1})  # fmt: skip

    table.perform("ann", "Gift")
    table.choose("ann", "Nettle")

    assert table.cards("cid", "hand") == ["Nettle"]


# ---- moves ----------------------------------------------------------------------------------

BOUNCE = (
    "To bounce a card is to move it from your bed to your hand.",
    "The player at turn may return a card in their bed to their hand.",
    "The player at turn may bounce a card.",
)
ROADS = {
    "Ask": "Choose a tulip in your bed. If the chosen tulip can be bounced, gain 1 coin.",
    "Some": "Bounce a card.",
    "All": "Return all cards in your bed to your hand.",
    "Swap": "Swap a tulip in your bed with a flower in your hand.",
    "Under": "Move each tulip in your bed to your hand.",
}


@pytest.mark.parametrize(
    "rule",
    [
        "Tulips in a bed cannot be returned to a hand.",
        "Tulips cannot enter a hand.",
        "Tulips cannot leave a bed.",
        "Tulips cannot be moved to a hand.",
    ],
)
def test_what_cannot_move_is_not_offered_and_does_not_move_by_any_road(rule: str) -> None:
    table = lay(rule, *BOUNCE, tricks=ROADS,
                ann={"hand": ["Rose"], "bed": ["Daisy", "Tulip"]})  # fmt: skip
    first = offered(table)

    for trick in ("Ask", "Some", "Swap", "Under", "All"):
        table.perform("ann", trick)

    assert first == {"return Daisy", "bounce Daisy", "rest"}
    assert table.count("ann", "coin") == 0
    assert table.cards("ann", "bed") == ["Tulip"]
    assert sorted(table.cards("ann", "hand")) == ["Daisy", "Rose"]


def test_a_prohibition_of_returning_leaves_other_moves_alone() -> None:
    table = lay("Tulips in a bed cannot be returned to a hand.", *BOUNCE, deck=["Tulip"],
                tricks={"Draw": "Draw a card."}, ann={"bed": ["Daisy"]})  # fmt: skip

    table.perform("ann", "Draw")

    assert table.cards("ann", "hand") == ["Tulip"]


def test_what_cannot_leave_a_hand_cannot_be_played() -> None:
    table = lay("A weed cannot leave a hand.", "The player at turn may play a card.",
                tricks={"Throw": "Play a card from your hand."}, **HANDS)  # fmt: skip

    assert {"play Rose"} <= offered(table)
    assert "play Nettle" not in offered(table)


def test_what_cannot_enter_a_bed_is_not_made_there() -> None:
    table = lay("A weed cannot enter a bed.",
                tricks={"Make": "Create a Nettle in your bed. Create a Rose in your bed."})  # fmt: skip

    table.perform("ann", "Make")

    assert table.cards("ann", "bed") == ["Rose"]


@pytest.mark.parametrize(
    ("rule", "coins"),
    [
        ("A player can be muddy.", 1),
        ("A flower cannot be trampled.", 0),
        ("A player cannot trample flowers.", 0),
        ("Only a muddy player may trample a card.", 0),
        ("A flower cannot enter the discard pile.", 0),
    ],
)
def test_can_be_done_asks_the_prohibitions_of_a_defined_verb(rule: str, coins: int) -> None:
    rules = () if rule == "A player can be muddy." else (rule,)
    table = lay(*rules, tricks={**STATES, "Ask": (
        "Choose a card in another player's bed. If the chosen card can be trampled, gain 1 coin."
    )}, **HANDS)  # fmt: skip

    table.perform("ann", "Ask")

    assert table.count("ann", "coin") == coins


def test_an_amount_of_a_defined_verb_can_be_forbidden() -> None:
    table = lay("To earn X coins is to gain X coins.", "A muddy player cannot earn coins.",
                "The player at turn may earn 2 coins.",
                tricks={**STATES, "Pay": "Each player earns 3 coins."}, bob={"muddy": 1})  # fmt: skip

    table.perform("ann", "Pay")

    assert [table.count(name, "coin") for name in ("ann", "bob")] == [3, 0]
    assert "earn 2 coins" in offered(table)


# ---- prices ---------------------------------------------------------------------------------

PETITIONS = """# Guild {#guild}
## Words {#words}
- Permits are counters. Petitions and motions are kinds of proposal. A player can be tired.
- Each player may submit a petition. Each player may submit a motion. Each player may nap.
- To nap is to become tired.
- %s
"""


@pytest.mark.parametrize(
    ("rule", "ann", "bob"),
    [
        ("To submit a petition, a player must pay 1 permit.", True, False),
        ("A tired player cannot submit a petition.", True, True),
        ("Only a tired player may submit a petition.", False, False),
    ],
)
def test_what_is_made_by_an_act_has_its_price_and_prohibition(
    rule: str, ann: bool, bob: bool
) -> None:
    table = Table(PETITIONS % rule, {}, bare=True, ann={"permit": 1}, bob={})
    table.begin_turn("ann")

    assert ["submit a petition" in table.options(name) for name in ("ann", "bob")] == [ann, bob]
    assert "submit a motion" in table.options("bob")


def test_the_price_of_a_petition_is_paid() -> None:
    rule = "To submit a petition, a player must pay 1 permit."
    table = Table(PETITIONS % rule, {}, bare=True, ann={"permit": 1}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "submit a motion", "submit a petition")

    assert table.count("ann", "permit") == 0
    assert "submit a petition" not in table.options("ann")


def test_the_question_whether_a_card_can_be_played_asks_for_its_price() -> None:
    table = lay("To play a flower, a player must pay 1 coin.",
                "The player at turn may rest or play a card.",
                tricks={"Ask": "Choose a card in your hand. If the chosen card can be played, "
                               "gain 1 seed."},
                at_will=False, ann={"hand": ["Rose"]}, bob={"hand": ["Nettle"]})  # fmt: skip

    table.perform("ann", "Ask")
    before = table.count("ann", "seed")
    table.perform("bob", "Ask")
    table.choose("ann", "rest")
    table.perform("ann", "Ask")

    assert before == 0
    assert table.count("bob", "seed") == 1
    assert table.count("ann", "seed") == 1


# ---- who ------------------------------------------------------------------------------------

TRADES = """# Fair {#fair}
## Words {#words}
- A trade is a kind of proposal. Each trade has a partner. A partner is a player.
- Each player may submit a trade. To accept a trade is to gain 5 points. Each player may nap.
- To nap is to gain 1 point.
- When a player submits a trade, that player chooses another player. The partner of that trade becomes the chosen player.
- %s
"""


@pytest.mark.parametrize(
    "rule",
    [
        "The partner of a trade may accept that trade.",
        "A trade can be accepted by its partner.",
        "A player may accept a trade if they are the partner of that trade.",
    ],
)
def test_an_act_is_offered_to_the_player_that_its_object_names(rule: str) -> None:
    table = Table(TRADES % rule, {}, bare=True, ann={}, bob={}, cyd={})
    table.begin_turn("ann")

    table.choose("ann", "submit a trade", "cyd")
    able = [name for name in ("ann", "bob", "cyd") if "accept trade" in table.options(name)]
    table.choose("cyd", "accept trade")

    assert able == ["cyd"]
    assert table.count("cyd", "point") == 5


def test_a_prohibition_of_an_entity_holds_when_somebody_acts_for_it() -> None:
    rules = ("The Gnome may rest or gain 1 seed.", "The player at turn may act for the Gnome.")
    free = lay(*rules, at_will=False)
    table = lay(*rules, "The Gnome cannot rest.", at_will=False)

    assert offered(free) == {"rest", "gain 1 seed"}
    assert offered(table) == {"gain 1 seed"}


AIM = "Target a card in any bed. That card becomes wilted."


@pytest.mark.parametrize(
    ("rule", "trick", "tool"),
    [
        ("Flowers can be targeted only by a tool.", False, True),
        ("Flowers cannot be targeted by a trick.", False, True),
        ("Flowers can be targeted only by a trick.", True, False),
        ("Flowers cannot be targeted.", False, False),
    ],
)
def test_the_card_whose_text_targets_is_what_by_means(rule: str, trick: bool, tool: bool) -> None:
    seen = []
    for name in ("Aim", "Broom"):
        table = lay(rule, "The player at turn may play a tool.", tricks={"Aim": AIM},
                    tools={"Broom": AIM}, ann={"hand": ["Aim", "Broom"], "bed": ["Tulip"]},
                    bob={"bed": ["Nettle", "Daisy"]})  # fmt: skip
        table.choose("ann", f"play {name}")
        seen.append("Tulip" in table.options("ann"))

    assert seen == [trick, tool]


# ---- unless a rule requires this act --------------------------------------------------------

UNLESS = (
    "The player at turn may uproot a card.",
    "A player cannot uproot a card unless a rule requires this act.",
)


def test_an_open_duty_exempts_the_act_that_it_requires_and_no_other() -> None:
    table = lay(*UNLESS, "The player at turn must uproot a tulip if they are muddy.",
                tricks=STATES, **HANDS)  # fmt: skip
    before = offered(table)

    table.perform("ann", "Mud")
    required = offered(table)
    table.choose("ann", "uproot Tulip")

    assert before == {"rest"}
    assert required == {"uproot Tulip", "rest"}
    assert offered(table) == {"rest"}


def test_a_trigger_of_a_rule_requires_its_act_and_the_text_of_a_card_does_not() -> None:
    table = lay(*UNLESS, "When a player becomes muddy, that player uproots a tulip.",
                tricks={**STATES, "Weed": "Uproot a card."},
                ann={"bed": ["Daisy", "Tulip"]})  # fmt: skip

    table.perform("ann", "Weed")
    table.perform("ann", "Mud")

    assert table.cards("ann", "bed") == ["Daisy"]


# ---- onto a card ----------------------------------------------------------------------------

ONTO_TOP = "The player at turn may play a card from their hand onto the top card of the shed."
ONTO_SHED = "The player at turn may play a card from their hand onto the shed."
COLOURS = (
    "A card can be played onto another card if the first card has a colour of the second card."
)


@pytest.mark.parametrize("way", [ONTO_TOP, ONTO_SHED])
@pytest.mark.parametrize(
    ("rule", "open_"),
    [
        ("A card can be played onto another card.", ["Nettle", "Daisy", "Rose"]),
        (COLOURS, ["Daisy"]),
        ("Only a weed can be played onto a flower.", ["Nettle"]),
        ("A weed cannot be played onto a flower.", ["Daisy", "Rose"]),
        ("A flower cannot be played onto a weed.", ["Nettle", "Daisy", "Rose"]),
    ],
)
def test_a_card_is_played_onto_the_card_on_top(way: str, rule: str, open_: list[str]) -> None:
    table = lay(way, rule, ann={"hand": ["Nettle", "Daisy", "Rose"]},
                common={"shed": ["Nettle", "Daisy"]})  # fmt: skip

    plays = [option for option in table.options("ann") if option.startswith("play")]
    table.choose("ann", plays[-1])

    assert plays == [f"play {name}" for name in open_]
    assert table.cards("", "shed") == ["Nettle", "Daisy", open_[-1]]


@pytest.mark.parametrize(
    ("shed", "open_"),
    [
        (["Daisy", "Gate"], {"play Nettle"}),
        (["Gate", "Daisy"], {"play Rose", "play Nettle"}),
        (["Gate", "Wall"], {"play Nettle"}),
    ],
)
def test_a_card_says_what_can_be_played_onto_it(shed: list[str], open_: set[str]) -> None:
    table = lay(ONTO_SHED, common={"shed": shed}, ann={"hand": ["Rose", "Nettle"]}, tools={
        "Gate": "Only weeds can be played onto this card.",
        "Wall": "Flowers cannot be played onto this card.",
    })  # fmt: skip

    assert offered(table) == open_ | {"rest"}


# ---- an empty pile --------------------------------------------------------------------------


def test_what_comes_before_a_draw_comes_before_a_draw_from_an_empty_deck() -> None:
    table = lay("Before a player draws a card, if the deck is empty, shuffle the discard pile into the deck.",
                tricks={"Dig": "Draw 2 cards."}, deck=[],
                common={"discard pile": ["Rose", "Daisy", "Tulip"]})  # fmt: skip

    table.perform("ann", "Dig")

    assert len(table.cards("ann", "hand")) == 2
    assert len(table.cards("", "deck")) == 1


# ---- what a description says of who acts ----------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        "A player cannot plant a card with a lower height than a card in their bed.",
        "A player cannot plant a card whose height is less than the height of a card in their bed.",
        "A player cannot plant a card if its height is less than the height of a card in their bed.",
    ],
)
def test_what_cannot_be_done_can_be_described_by_who_would_do_it(rule: str) -> None:
    may = "A player may plant a card."
    table = lay(
        may, rule,
        ann={"hand": ["Daisy", "Nettle", "Tulip"], "bed": ["Daisy", "Rose"]},
        bob={"hand": ["Daisy"]},
    )  # fmt: skip

    assert table.options("ann") == ["plant Nettle", "rest", "pass"]


# ---- acts that would do nothing -------------------------------------------------------------

REFRESH = "To refresh is to uproot a card, then rest. A player may refresh."
KNOCK = "To knock is to gain 1 seed. A player may knock."


@pytest.mark.parametrize(
    ("rules", "bed", "offered"),
    [
        ([REFRESH], ["Nettle", "Rose"], True),
        ([REFRESH], [], False),
        ([REFRESH, "Flowers cannot be uprooted."], ["Rose", "Daisy"], False),
        ([REFRESH, "Flowers cannot be uprooted."], ["Rose", "Nettle"], True),
    ],
)
def test_an_act_is_offered_if_something_of_what_it_means_can_be_done(rules, bed, offered) -> None:
    table = lay(*rules, ann={"bed": bed})

    assert ("refresh" in table.options("ann")) is offered


@pytest.mark.parametrize(
    ("rule", "times"),
    [("A player cannot gain seeds.", 0), ("A player cannot gain more than 2 seeds per turn.", 2)],
)
def test_a_limit_on_what_an_act_brings_is_a_limit_on_the_act(rule: str, times: int) -> None:
    table = lay(KNOCK, rule)

    for _ in range(times):
        table.choose("ann", "knock")

    assert "knock" not in table.options("ann")


@pytest.mark.parametrize("act", ["trample a card", "ruin a card", "trample a card or rest"])
def test_an_act_from_the_places_of_others_is_offered_in_all_of_them(act: str) -> None:
    table = lay(
        "To ruin a card is to trample it.",
        f"On their turn, a player may {act}.",
        ann={"bed": ["Daisy"]},
        bob={"bed": ["Rose"]},
        cat={"bed": ["Tulip", "Nettle"]},
    )

    found = [option.split()[1] for option in table.options("ann") if option.startswith(act[:4])]
    assert found == ["Rose", "Tulip", "Nettle"]


@pytest.mark.parametrize("way", ["may play a card", "plays a card from their hand"])
@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("A tired player cannot play flowers.", ["Nettle", "Lamp"]),
        ("To play a flower, a player must pay 1 seed.", ["Nettle", "Lamp"]),
        ("A tired player cannot play weeds.", ["Rose", "Lamp"]),
        ("A muddy player cannot play weeds.", ["Rose", "Nettle", "Lamp"]),
    ],
)
def test_an_effect_offers_only_cards_that_can_be_played(
    way: str, rule: str, offered: list[str]
) -> None:
    table = lay(
        rule,
        f"When a player rests, each other player {way}.",
        "When a player plants a card, that player becomes tired. "
        "When a player uproots a card, that player becomes muddy.",
        tools={"Lamp": ""},
        bob={"hand": ["Rose", "Nettle", "Lamp"], "tired": 1},
    )

    table.choose("ann", "rest")
    if way.startswith("may"):
        table.choose("bob", "yes")

    assert table.options("bob") == offered


@pytest.mark.parametrize(
    ("duty", "left"),
    [
        ("The player at turn must plant a card.", True),
        ("The player at turn must plant a weed.", False),
        ("The player at turn must plant a flower.", True),
    ],
)
def test_a_duty_is_met_by_whichever_sentence_permits_the_act(duty: str, left: bool) -> None:
    table = lay(
        "The player at turn may plant a card.", duty, ann={"hand": ["Nettle", "Rose", "Daisy"]}
    )
    assert "pass" not in table.options("ann")

    table.choose("ann", "plant Rose")

    assert ("pass" in table.options("ann")) is left


def test_a_duty_with_a_deadline_is_met_by_a_permitted_act() -> None:
    rule = "The player at turn must plant a card by the end of the turn. If they do not, they lose"
    table = lay(
        "The player at turn may plant a card.",
        f"{rule} 2 seeds.",
        ann={"hand": ["Nettle", "Rose"], "seed": 5},
        bob={"hand": ["Rose"], "seed": 5},
    )

    table.choose("ann", "plant Rose", "pass")
    table.choose("bob", "rest", "pass")

    assert (table.count("ann", "seed"), table.count("bob", "seed")) == (5, 3)


@pytest.mark.parametrize(
    ("permission", "offered"),
    [
        ("On their turn, a player may draw a card.", False),
        ("Despite any other rule, on their turn, a player may draw a card.", True),
        ("Despite any other rule, on their turn, a muddy player may draw a card.", False),
    ],
)
def test_what_is_permitted_despite_a_prohibition_can_be_done(
    permission: str, offered: bool
) -> None:
    table = lay(
        "A tired player cannot draw cards.",
        permission,
        "When a player plants a card, that player becomes tired. "
        "When a player uproots a card, that player becomes muddy.",
        ann={"tired": 1},
    )

    assert ("draw a card" in table.options("ann")) is offered
    if offered:
        table.choose("ann", "draw a card")
        assert table.cards("ann", "hand") == ["Rose"]


def test_what_is_permitted_with_all_things_is_one_act() -> None:
    table = lay(
        "The player at turn may uproot all weeds.",
        "The player at turn may uproot a flower or reveal all cards in their hand.",
        ann={"bed": ["Rose", "Nettle", "Tulip", "Nettle"], "hand": ["Rose"]},
    )

    options = table.options("ann")
    table.choose("ann", "uproot all weeds")

    assert "uproot Nettle" not in options
    assert "uproot Tulip" in options
    assert "reveal all cards in your hand" in options
    assert table.cards("ann", "bed") == ["Rose", "Tulip"]


@pytest.mark.parametrize("others", [0, 1, 15])
@pytest.mark.parametrize(
    ("permission", "offered"),
    [
        ("On their turn, a player may sing.", False),
        ("Despite any other rule, on their turn, a player may sing.", True),
        ("Despite any other rule, on their turn, a muddy player may sing.", True),
        ("Despite any other rule, on their turn, a proud player may sing.", False),
    ],
)
def test_what_is_permitted_outranks_prohibitions_however_many_norms_there_are(
    permission: str, offered: bool, others: int
) -> None:
    table = lay(
        *[f"A proud player cannot gain {n} coins." for n in range(10, 10 + others)],
        "To sing is to gain 1 seed. A tired player cannot sing.",
        permission,
        "A player can be proud.",
        "When a player plants a card, they become tired, then become muddy, then become proud.",
        ann={},
        bob={"tired": 1, "muddy": 1},
        cid={"tired": 1},
    )

    table.choose("ann", "pass")

    assert ("sing" in table.options("bob")) is offered
    if offered:
        table.choose("bob", "sing")
        assert table.count("bob", "seed") == 1


@pytest.mark.parametrize(
    ("rule", "hand"),
    [
        ("Before a player draws a card, if the deck is empty, shuffle the discard pile into the "
         "deck.", ["Rose", "Nettle"]),
        ("Before a player plants a card, if the deck is empty, shuffle the discard pile into the "
         "deck.", ["Rose"]),
    ],
)  # fmt: skip
def test_a_draw_is_offered_if_something_before_it_can_fill_the_deck(
    rule: str, hand: list[str]
) -> None:
    table = lay(
        rule,
        "On their turn, a player may draw a card.",
        deck=["Rose"],
        common={"discard pile": ["Nettle"]},
    )

    table.choose("ann", "draw a card")
    if "draw a card" in table.options("ann"):
        table.choose("ann", "draw a card")

    assert table.cards("ann", "hand") == hand


@pytest.mark.parametrize(
    "rule",
    [
        "While a flower is wilted, its holder may uproot that flower.",
        "While a flower is wilted, a player may uproot that flower.",
        "A player may uproot a flower while it is wilted.",
        "In the turn, a player may uproot a flower while it is wilted.",
    ],
)
def test_what_may_be_done_while_a_thing_is_so_is_asked_of_that_thing(rule: str) -> None:
    table = lay(
        rule,
        "When a player rests, each red flower in their bed becomes wilted.",
        ann={"bed": ["Nettle", "Daisy", "Rose"]},
    )
    before = table.options("ann")

    table.choose("ann", "rest")

    assert [one for one in before if one.startswith("uproot")] == []
    assert [one for one in table.options("ann") if one.startswith("uproot")] == ["uproot Rose"]


def test_what_cannot_be_done_while_a_thing_is_so_is_asked_of_that_thing() -> None:
    table = lay(
        "While a flower is wilted, it cannot be uprooted. On their turn, a player may uproot a card.",
        "When a player rests, each red flower in their bed becomes wilted.",
        ann={"bed": ["Nettle", "Daisy", "Rose"]},
    )

    table.choose("ann", "rest")

    found = [one for one in table.options("ann") if one.startswith("uproot")]
    assert found == ["uproot Nettle", "uproot Daisy"]


@pytest.mark.parametrize("but", ["cannot", "do not"])
def test_what_follows_if_a_duty_cannot_be_met(but: str) -> None:
    table = lay(
        f"The player at turn must plant a weed. If they {but}, they gain 1 seed.",
        ann={"hand": ["Rose", "Daisy"]},
        bob={"hand": ["Rose", "Nettle"]},
    )

    table.choose("ann", "pass")
    table.choose("bob", "plant Nettle", "pass")

    assert (table.count("ann", "seed"), table.count("bob", "seed")) == (1, 0)


# ---- persons who are no players --------------------------------------------------------------

CASINO = """# Casino {#casino}

## Words {#words}

- A gambler is a kind of entity. A player is a kind of gambler. The Bank is a gambler. The Fox is a player.
- Each gambler has a hand. There is a deck. A player can be late.
- To transfer a card to a gambler is to move it from your hand to that gambler's hand.
- To toss a card is to transfer it to the Bank. To hide a card is to transfer it to the Fox.
- To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- Each player may transfer a card to another gambler. Each player may toss a card or hide a card.
RULES

The cards are:

| Name | Count |
|---|---|
| Coin | 9 |
"""


def casino(*rules: str) -> Table:
    """A table with the Bank, who is no player, and the Fox, who is one without a seat."""
    book = CASINO.replace("RULES", "".join(f"- {rule}\n" for rule in rules))
    made = Table(book, bare=True, carried=True, ann={"hand": ["Coin"] * 3}, bob={"hand": ["Coin"]})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def transfer(made: Table, player: str, to: str) -> None:
    """Transfer the first card to somebody."""
    made.choose(player, next(text for text in made.options(player) if "transfer" in text), to)
    made.choose(player, made.options(player)[0])


def test_the_hand_of_a_player_is_not_that_of_another_person() -> None:
    made = casino("When a card enters a player's hand, each player gains 5 points.")

    transfer(made, "ann", "Bank")
    banked = made.count("ann", "point")
    transfer(made, "ann", "bob")
    given = made.count("ann", "point")
    made.choose("ann", "hide Coin")

    assert (banked, given, made.count("ann", "point")) == (0, 5, 10)


def test_a_card_that_goes_to_another_person_does_not_go_to_a_player() -> None:
    made = casino(
        "A late player cannot transfer cards to another player.",
        "When a player claps, they become late.",
    )

    before = made.options("ann")
    made.choose("ann", "clap")
    late = made.options("ann")
    made.choose("ann", next(text for text in late if "transfer" in text))

    assert ("toss Coin" in before, "hide Coin" in before) == (True, True)
    assert ("toss Coin" in late, "hide Coin" in late) == (True, False)
    assert {text[:4] for text in made.options("ann")} == {"Coin"}  # to the Bank: nobody is asked


def test_what_a_player_receives_is_not_what_another_person_receives() -> None:
    made = casino(
        "When a player transfers a card to another player, the first player gains 5 points."
    )

    transfer(made, "ann", "Bank")
    banked = made.count("ann", "point")
    transfer(made, "ann", "bob")

    assert (banked, made.count("ann", "point")) == (0, 5)


# ---- acts on all of some things --------------------------------------------------------------

KEPT = "A flower in a bed cannot leave that bed."
OWN = "The player at turn may clear. To clear is to move all cards in your bed to the shed."
EVERY = "The player at turn may clear. To clear is to move all cards in each bed to the shed."


@pytest.mark.parametrize(
    ("rule", "norm", "ann", "bob", "offered"),
    [
        (OWN, KEPT, ["Nettle", "Rose"], [], True),
        (OWN, KEPT, ["Daisy", "Rose"], ["Nettle"], False),
        (OWN, KEPT, [], ["Rose"], True),
        (OWN, "Flowers cannot enter the shed.", ["Daisy", "Rose"], [], False),
        (OWN, "A player cannot move flowers to the shed.", ["Daisy", "Rose"], [], False),
        (EVERY, KEPT, ["Daisy", "Rose"], ["Rose"], False),
        (EVERY, KEPT, [], ["Rose", "Rose"], False),
        (EVERY, KEPT, ["Daisy"], ["Rose", "Nettle"], True),
        (EVERY, KEPT, [], [], True),
    ],
)
def test_an_act_that_is_forbidden_for_all_of_its_things_is_not_offered(
    rule: str, norm: str, ann: list[str], bob: list[str], offered: bool
) -> None:
    table = lay(rule, norm, ann={"bed": ann}, bob={"bed": bob})

    assert ("clear" in table.options("ann")) == offered


@pytest.mark.parametrize("what", ["the discard pile", "all cards in the discard pile"])
@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("Cards in the discard pile cannot be shuffled into the deck.", ["Daisy", "Rose"]),
        ("Flowers cannot be shuffled into the deck.", ["Daisy", "Rose"]),
        ("A Rose in the discard pile cannot be shuffled into the deck.", ["Rose"]),
        ("Weeds cannot be shuffled into the deck.", []),
        ("Cards in the shed cannot be shuffled into the deck.", []),
        ("Cards in the discard pile cannot be shuffled into the shed.", []),
    ],
)
def test_what_cannot_be_shuffled_in_stays_by_whichever_words(
    what: str, rule: str, left: list[str]
) -> None:
    table = lay(
        rule, f"To tidy is to shuffle {what} into the deck. The player at turn may tidy.",
        f"When a player rests, shuffle {what} into the deck.",
        common={"discard pile": ["Daisy", "Rose"]}, deck=["Nettle"],
    )  # fmt: skip
    offered = "tidy" in table.options("ann")
    table.choose("ann", "rest")

    assert table.cards("", "discard pile") == left
    assert len(table.cards("", "deck")) == 3 - len(left)
    assert offered == (len(left) < 2)


@pytest.mark.parametrize(
    "rule",
    ["A card in a bed cannot be discarded.", "Flowers in the shed cannot be discarded."],
)
def test_a_prohibition_of_what_a_verb_never_does_is_refused(rule: str) -> None:
    place = "bed" if "bed" in rule else "shed"
    book = garden(rule, AT_WILL)

    ((_, why),) = read(book).rules(2).unrunnable

    told = f"'discard' takes from the hand of the doer, never from the {place}"
    assert why == f"{told}: say that it cannot be moved to the discard pile"


def test_what_cannot_be_moved_to_a_pile_is_moved_there_by_no_verb() -> None:
    table = lay(
        "A card in a bed cannot be moved to the discard pile.",
        "The player at turn may uproot a card or discard a card.",
        ann={"hand": ["Daisy"], "bed": ["Rose"]},
    )

    assert [text for text in table.options("ann") if "rest" not in text] == [
        "discard Daisy", "pass",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "pile", "offered"),
    [(["Rose"], [], True), ([], ["Daisy"], True), ([], [], False)],
)
def test_a_draw_is_not_offered_if_nothing_before_it_can_fill_the_deck(
    deck: list[str], pile: list[str], offered: bool
) -> None:
    table = lay(
        "Before a player draws a card, if the deck is empty, shuffle the discard pile into the "
        "deck.",
        "On their turn, a player may draw a card.",
        deck=deck, common={"discard pile": pile},
    )  # fmt: skip

    assert ("draw a card" in table.options("ann")) == offered


@pytest.mark.parametrize(("before", "left"), [("", ["Rose"]), ("Despite any other rule, ", [])])
def test_what_cannot_be_shuffled_in_is_if_a_permission_says_despite(
    before: str, left: list[str]
) -> None:
    may = f"{before}the player at turn may shuffle the discard pile into the deck."
    table = lay(
        "Cards in the discard pile cannot be shuffled into the deck.", may[:1].upper() + may[1:],
        common={"discard pile": ["Rose"]}, deck=["Nettle"],
    )  # fmt: skip
    for text in table.options("ann"):
        if text.startswith("shuffle"):
            table.choose("ann", text)
            break

    assert table.cards("", "discard pile") == left
