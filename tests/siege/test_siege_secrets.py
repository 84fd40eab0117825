"""What nobody may find out: seeds, hidden cards, who could act (rows A5, A6 and C2)."""

from __future__ import annotations

import inspect
import io
import json
import random
from pathlib import Path

import pytest

import deckmastor as dm
from deckmastor.cli.playing import play, replay
from deckmastor.engine import Machine, lay
from deckmastor.engine.state import chance, seeds
from deckmastor.engine.state.state import State
from deckmastor.record import journal, seeding
from deckmastor.record.journal import chained, opened
from deckmastor.terminal.console import Console
from deckmastor.testing import Table

PLAYERS = ["ann", "bob", "cy"]
SEED = "5e" * 32
SPIES = """
# Spies {#spies}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. Nuts and spies are kinds of card. Each card has a speed.
- To draw a card is to move the top card of the deck to your hand.
- To snatch a card is to move it from another player's hand to your hand.
- To discard a card is to move it from your hand to the discard pile.
## Turn {#turn}
- Before the game, shuffle the deck. Each player draws 4 cards.
- On their turn, a player may draw a card. On their turn, a player may snatch a card.
- On their turn, a player may rest. To rest is to choose a card in another player's hand. When a player rests, end the turn.
## Cards {#cards}

The cards are:

| Name | Type | Count | Speed |
|---|---|---|---|
| Hazelnut | nut | 5 | 1 |
| Walnut | nut | 5 | 2 |
| Mole | spy | 4 | 3 |
| Owl | spy | 4 | 4 |
"""
TWELVE = [2, 1, 4, 5, 0, 1, 3, 1, 3, 2, 3, 0]
NAMES = ("Hazelnut", "Walnut", "Mole", "Owl")


def spies(seed: int | str = SEED) -> dm.Match:
    return dm.read(SPIES).start(PLAYERS, seed)


def played(match: dm.Match, seed: int, answers: int = 400) -> dm.Match:
    dice = random.Random(seed)
    for _ in range(answers):
        if match.over:
            break
        match.choose(dice.choice(dice.choice(match.decisions).options))
    return match


def hand(match: dm.Match, player: str) -> list[str]:
    places = match.view(player)["places"]
    found: list[str] = next(
        one["cards"] for one in places if (one["name"], one["owner"]) == ("hand", player)
    )
    return found


# ---- A5: options and refusals ------------------------------------------------------------------


def test_a5_options_on_hidden_cards_name_none_of_them() -> None:
    match = spies()
    match.choose("ann", "rest")
    match.choose("ann", "bob")
    for decision, many in ((spies().decisions[0], 8), (match.decisions[0], 4)):
        aimed = [one.text for one in decision.options if "card in" in one.text]

        assert len(aimed) == many
        assert not any(name in text for text in aimed for name in NAMES)


def test_a5_the_order_of_options_on_hidden_cards_follows_neither_their_kinds_nor_their_age() -> (
    None
):
    orders: set[tuple[int, ...]] = set()
    for seed in range(20):
        match = spies(seed)
        match.choose("ann", "rest")
        match.choose("ann", "bob")
        held = match.state.zones[match.rules.schema.attrs["hand"].at + 1]
        told = [one.value for one in match.decisions[0].options]
        orders.add(tuple(held.index(thing) for thing in told))

        assert sorted(told) == sorted(held)

    assert len(orders) > 8


@pytest.mark.parametrize("name", NAMES)
def test_a5_why_not_is_no_oracle(name: str) -> None:
    told = set()
    for seed in range(12):
        match = spies(seed)
        if name not in hand(match, "ann"):
            reason = match.why_not("ann", f"snatch {name}")
            told.add((reason.text, reason.reason) if reason is not None else None)

    assert len(told) == 1


FOES = """
# Foes {#foes}
## Words {#words}
- Each player has a hand. There is a deck and a yard. To hail a card is to move it from your hand to the yard.
- Messengers and clerks are kinds of card.
- On their turn, a player may hail a card.
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Herald | messenger | 3 | |
| Censor | clerk | 2 | While this card is in your hand, players cannot hail messengers. |
"""


def test_a5_a_refusal_does_not_name_a_card_in_another_hand() -> None:
    made = Table(FOES, ann={"hand": ["Herald"]}, bob={"hand": ["Censor"]})
    made.begin_turn("ann")

    reason = made.match.why_not("ann", "hail Herald")

    assert reason is not None
    assert reason.reason == "A card that ann does not see forbids this."
    assert "Censor" not in f"{reason}"
    assert "messengers" not in f"{reason}"


# ---- A6: seeds ---------------------------------------------------------------------------------


def test_a6_a_match_without_a_seed_gets_one_of_256_bits_from_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(seeding.secrets, "token_hex", lambda n: asked.append(n) or "0f" * n)  # type: ignore[func-returns-value]
    match = dm.read(SPIES).start(PLAYERS)

    assert asked == [32]
    assert match.journal[0]["seed"] == "0f" * 32
    assert len(match.state.key) * 8 == 256


def test_a6_two_matches_without_a_seed_are_dealt_otherwise() -> None:
    hands = {tuple(hand(dm.load("crazy_eights").start(PLAYERS), "ann")) for _ in range(6)}

    assert len(hands) == 6


def test_a6_no_small_seed_deals_the_hand_that_a_player_holds() -> None:
    game = dm.load("crazy_eights")
    rules = game.rules(3)
    place = rules.schema.attrs["hand"].at

    def dealt(seed: int) -> list[int]:
        s, m = lay(rules, seed), Machine(rules)
        m.push(s, rules.blocks[rules.flow_block], rules.empty_record())
        m.resume(s)
        return [s.species[thing] for thing in s.zones[place]]

    match = game.start(PLAYERS, 217)
    mine = [match.state.species[thing] for thing in match.state.zones[place]]
    assert [seed for seed in range(300) if dealt(seed) == mine] == [217]  # a small one is found

    match = game.start(PLAYERS)
    mine = [match.state.species[thing] for thing in match.state.zones[place]]
    assert [seed for seed in range(300) if dealt(seed) == mine] == []


def test_a6_all_draws_are_those_of_a_keyed_hash() -> None:
    s = State()
    chance.begin_chance(s, SEED)
    key = seeds.derived(bytes.fromhex(SEED), "chance")
    by_hand = [seeds.keyed_number(key, n, 6) for n in range(1, 31)]

    assert s.key == key != bytes.fromhex(SEED)
    assert [chance.draw(s, 6) for _ in range(30)] == by_hand
    assert by_hand[:12] == TWELVE  # both builds draw the same
    items = list(range(40))
    chance.shuffle(s, items)
    assert items != list(range(40))
    assert sorted(items) == list(range(40))
    assert chance.draw(s, 1 << 70) < 1 << 70


def test_a6_the_terminal_shows_the_seed_only_when_the_game_is_over(tmp_path: Path) -> None:
    out = io.StringIO()
    lines = [f"save {tmp_path / 'open.json'}"] + ["1"] * 400
    console = Console(lines, out, 100)
    play("crazy-eights", "ann,bob", None, False, None, ["play limit=6"], "", console)
    header = json.loads((tmp_path / "open.json").read_text())["journal"][0]
    told = out.getvalue()
    before, _, after = told.partition("The game is over")

    assert len(header["seed"]) == 64
    assert header["seed"] not in before
    assert header["commitment"] in before
    assert f"The seed was {header['seed']}." in after


# ---- C2: what is handed out --------------------------------------------------------------------


def test_c2_an_imagined_match_knows_neither_the_seed_nor_what_happened_unseen() -> None:
    match = played(spies(), 3, 12)
    world = match.imagine("ann", 1)
    unseen = [event for event in match.events if event.told(1) != event.text]

    assert unseen
    assert [event.text for event in world.events] == [event.told(1) for event in match.events]
    assert world.view("ann") == match.view("ann")
    assert world.began is None
    assert world.state.key == b""
    assert SEED not in json.dumps(world.journal)
    for one, other in zip(match.events, world.events, strict=True):
        assert one in unseen or other.things == one.things
        assert one not in unseen or other.things == (-1, -1, -1, -1)


def test_c2_a_save_of_an_imagined_match_is_the_same_whatever_lies_hidden() -> None:
    match = played(spies(), 5, 9)
    seat = match.players.index("ann")
    twin = match.fork()
    unknown = [
        thing
        for thing in range(match.rules.first_card, len(match.state.species))
        if not match.rules.views.sees(match.state, seat, thing)
    ]
    species = match.state.species.copy()
    for thing, other in zip(unknown, unknown[1:] + unknown[:1], strict=True):
        species[thing] = match.state.species[other]
    twin.state.species = species
    twin.state.stir()

    assert twin.state.species != match.state.species
    assert twin.imagine("ann", 2).save() == match.imagine("ann", 2).save()


def test_c2_an_error_prints_no_option_of_the_player_who_is_asked() -> None:
    match = spies()
    with pytest.raises(dm.IllegalChoice) as why:
        match.choose("ann", "fly")
    match.choose("ann", "rest")
    with pytest.raises(dm.IllegalChoice) as later:
        match.choose("ann", "fly")

    assert str(why.value) == "ann cannot choose 'fly' now; the decision lists what is open."
    assert "hand" not in str(later.value)


def test_c2_who_is_asked_to_react_is_told_as_a_view_tells_it() -> None:
    neigh = """
# Neigh {#neigh}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. A neigh is a kind of card.
- On their turn, a player may play a card. When a player plays a card, each other player may play a neigh.
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Oat | card | 6 | Score 1 point. |
| No | neigh | 6 | Score 2 points. |
"""
    told = []
    for bob in ("No", "Oat"):
        made = Table(
            neigh, common={"deck": ["Oat"]}, ann={"hand": ["Oat"]}, bob={"hand": [bob]},
            cy={"hand": ["No"]},
        )  # fmt: skip
        made.begin_turn("ann")
        made.choose("ann", "play Oat")
        with pytest.raises(dm.IllegalChoice) as why:
            made.match.choose("ann", "yes")
        told.append((str(why.value), made.match.why_not("ann", "play Oat")))

    assert told[0] == told[1]
    assert told[0][0] == "ann is not asked now; bob and cy is."


@pytest.mark.parametrize("known", [0, 1, 2])
def test_c2_where_in_a_hand_a_known_card_is_held_is_not_told(known: int) -> None:
    made = Table(SPIES, bare=True, ann={"hand": ["Walnut", "Mole", "Owl"]}, bob={"hand": ["Owl"]})
    zone = made.state.zones[made.match.rules.schema.attrs["hand"].at]
    made.state.shown[zone[known]] = 0b10
    places = made.match.view("bob")["places"]
    cards = next(one["cards"] for one in places if one["owner"] == "ann")

    assert cards == [("Walnut", "Mole", "Owl")[known], None, None]


def test_c2_a_replay_of_an_open_match_betrays_neither_seed_nor_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    console = Console([f"save {file}", "quit", ""], io.StringIO(), 100)
    play("crazy-eights", "ann,bob", None, False, None, [], "", console)
    seed = json.loads(file.read_text())["journal"][0]["seed"]

    screen = io.StringIO()
    assert replay(str(file), False, Console([], screen, 100)) == 0

    told = capsys.readouterr().out + screen.getvalue()
    assert "bob draws 7 cards." in told or "bob draws 5 cards." in told
    assert "ann draws" in told
    assert seed not in told


# ---- commitments -------------------------------------------------------------------------------


def finished(seed: int | str = SEED) -> dm.Match:
    match = dm.load("crazy_eights").start(["ann", "bob"], seed, {"play limit": 8})
    played(match, 1)
    assert match.over
    return match


def test_the_commitment_is_known_from_the_start_and_says_nothing_of_the_seed() -> None:
    match = spies()
    told = match.commitment

    assert len(bytes.fromhex(told)) == 32
    assert told not in (SEED, match.state.key.hex())
    assert match.journal[0]["commitment"] == told
    assert {match.view(one)["commitment"] for one in (None, *PLAYERS)} == {told}
    assert dm.restore(match.save()).commitment == match.fork().commitment == told
    assert match.imagine("bob").commitment == told
    assert spies(7).commitment == ""  # that of a small seed would betray it


def test_a_finished_match_is_verified_by_its_seed() -> None:
    match = finished()

    assert dm.verify(match.journal, match.commitment).trace() == match.trace()
    assert dm.verify(match.journal).scores == match.scores


def test_another_seed_than_the_one_committed_to_is_found() -> None:
    match = finished()
    entries = [dict(entry) for entry in opened(match.journal)]
    entries[0]["seed"] = "11" * 32
    entries[-1].pop("key", None)  # as if it came from elsewhere

    with pytest.raises(dm.JournalError, match="not the one that was committed to"):
        dm.replay(chained(entries))
    with pytest.raises(dm.JournalError, match="another one than was committed to"):
        dm.verify(match.journal, "00" * 32)


def test_chance_that_does_not_follow_from_the_seed_is_found() -> None:
    match = finished()
    entries = [dict(entry) for entry in opened(match.journal)]
    other = finished("22" * 32)
    entries[-1]["trace"] = other.trace()  # as if another deck had been dealt, and elsewhere
    entries[-1].pop("key", None)

    with pytest.raises(dm.JournalError, match="not the one that was sealed"):
        dm.verify(chained(entries))


@pytest.mark.parametrize(
    ("made", "why"),
    [
        pytest.param(lambda: finished(7), "no secret seed", id="a small seed"),
        pytest.param(lambda: played(spies(), 2, 5), "not over", id="an open match"),
    ],
)
def test_what_cannot_be_verified_is_refused(made, why) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(dm.JournalError, match=why):
        dm.verify(made().journal)


def test_replay_says_that_chance_follows_from_the_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = finished()
    (tmp_path / "over.json").write_text(json.dumps(match.journal))

    assert replay(str(tmp_path / "over.json"), False, Console([], io.StringIO(), 100)) == 0

    told = capsys.readouterr().out
    assert f"Committed to from the start: {match.commitment}" in told
    assert f"The seed: {SEED}" in told
    assert "it is the one committed to" in told


def test_random_decks_and_bots_of_a_secret_match_reveal_no_seed() -> None:
    numbers = {seeding.number(SEED, purpose, 0) for purpose in ("deck 0", "deck 1", "bot bob")}

    assert len(numbers) == 3
    assert int(SEED, 16) not in numbers
    assert seeding.number(5, "deck 0", 12) == 12
    assert "secrets" in inspect.getsource(seeding)
    assert journal.FORMAT == 2
