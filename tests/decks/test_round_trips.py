"""Writing a deck and reading it again gives the same deck, wherever the format can hold it (Kamalisk/arkhamdb#282)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.card import Card, Printing
from catalog.names import fold, visible
from deckcli.decks.deck import Deck, Dice, Slot
from deckcli.decks.formats import loses, read, write
from deckcli.decks.resolve import resolve
from deckcli.errors import UsageError

RUDE = [
    "Golem x2", "Golem (3)", "3 Golem", "x3 Golem", "Golem ff", "# Golem", "// Golem", "; Golem",
    "Dice:", "Sideboard", "Key: Act 1", "Name: Golem", "A // B", "SP//Wren", "[Main]", "Golem [x]",
    "Golem (Orla) 12", "Golem *F*", "Golem #1", "a|b|1", "SB: Golem", "- Golem", "--- Golem ---",
    "2000 Suns", "</name>", '"&<>', "Cards (30):", "Golem, Iron", "Golem; Iron", "^x^", "Golem :3",
    "B01-001", "Ünï", "カチュア：3", "[stub:golem]", "=1+1", "Golem ×2", "{", "1",
]  # fmt: skip
"""Names that look like something else."""

TITLES = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=20).map(visible)
NAMES = st.one_of(
    st.sampled_from(RUDE),
    st.text(st.sampled_from("Aab12 x×()[]#*^|:;,/-'\"&<.ffé"), min_size=1, max_size=12).map(visible),
).filter(lambda name: any(c.isalnum() for c in fold(name)))


def plain(deck: Deck) -> Deck:
    """A deck without what says where it was read."""
    slots = tuple(replace(slot, lines=()) for slot in deck.slots)
    dice = tuple(replace(dice, lines=()) for dice in deck.dice)
    return replace(deck, source="", slots=slots, dice=dice, first_five_lines=())


def back(deck: Deck, form: str, catalogue: Any) -> Deck:
    """The deck after writing and reading."""
    found, problems = resolve(read(write(deck, form).encode(), "back", FORMATS_READ.get(form, form)), catalogue)
    assert [problem for problem in problems if problem.severity == "error"] == []
    return plain(found)


FORMATS_READ = {"ashes-live": "text"}


def by_pile(deck: Deck) -> dict[str, tuple[Slot, ...]]:
    return {slot.pile: deck.pile(slot.pile) for slot in deck.slots}


@st.composite
def ashes_decks(draw: st.DrawFn, make: Callable[..., Card]) -> tuple[Deck, tuple[Card, ...]]:
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique_by=fold))
    cards = tuple(make(name, slug=f"card-{n}") for n, name in enumerate(names))
    leader = make("Orla Brightmoor", "Phoenixborn", slug="orla")
    counts = draw(st.lists(st.integers(1, 999), min_size=len(cards), max_size=len(cards)))
    side = draw(st.integers(0, len(cards) - 1))
    piles = ["main"] * (len(cards) - side) + [draw(st.sampled_from(["side", "Spare Parts"]))] * side
    slots = [Slot(card, count, pile) for card, count, pile in zip(cards, counts, piles, strict=True)]
    dice = draw(st.dictionaries(st.sampled_from(["charm", "natural", "time"]), st.integers(1, 10)))
    deck = Deck(
        "ashes",
        draw(TITLES),
        (Slot(leader, 1, "leader"), *slots),
        tuple(Dice(kind, count) for kind, count in dice.items()),
        tuple(draw(st.lists(st.sampled_from(cards), max_size=5))),
        rules=draw(st.sampled_from(["", "constructed"])),
    )
    return deck, (leader, *cards)


@settings(deadline=None)
@given(st.data())
def test_text_holds_any_deck_of_any_names(make_card: Any, catalogue: Any, data: st.DataObject) -> None:
    deck, cards = data.draw(ashes_decks(make_card))
    assert loses(deck, "text") == []
    assert back(deck, "text", catalogue(cards)) == deck


@settings(deadline=None)
@given(st.data())
def test_json_holds_what_it_does_not_disclaim(make_card: Any, catalogue: Any, data: st.DataObject) -> None:
    deck, cards = data.draw(ashes_decks(make_card))
    slots = tuple(slot for slot in deck.slots if slot.pile in ("main", "leader"))
    assert (slots == deck.slots and not deck.rules) == (loses(deck, "ashes-json") == [])
    assert back(deck, "ashes-json", catalogue(cards)) == replace(deck, slots=slots, rules="")


@settings(deadline=None)
@given(st.data())
def test_cipher_decks_go_through_text_and_lackey(make_card: Any, catalogue: Any, data: st.DataObject) -> None:
    names = data.draw(st.lists(NAMES, min_size=1, max_size=5, unique_by=fold))
    cards = []
    for n, name in enumerate(names):
        codes = [f"B01-00{n}N", f"B01-00{n}R+"]
        printings = tuple(Printing("B01", code[:7], code, ids={"lackey": f"{code}_SAMPLE.png"}) for code in codes)
        cards.append(make_card(name, "Unit", "cipher", slug=f"card-{n}", printings=printings, deploy_cost=1))
    leader = data.draw(st.sampled_from(cards))
    printings = st.sampled_from(["", "R+"])
    slots = []
    for card in cards:
        printing = card.printings[1].code if data.draw(printings) else ""
        slots.append(Slot(card, data.draw(st.integers(1, 4)), "main", printing=printing))
    deck = Deck("cipher", data.draw(TITLES), (Slot(leader, 1, "leader"), *slots))
    for form in ("text", "lackey"):
        assert loses(deck, form) == []
        again = back(deck, form, catalogue(cards))
        assert (again.name, again.game, by_pile(again)) == (deck.name, deck.game, by_pile(deck))


def test_two_faced_cards_go_through_text(judged: Callable[..., Any], stock: Any) -> None:
    """dr4fters/dr4ft#1242."""
    deck = judged("2 Squeezle\n3 Berserker/Nighthawk\n1 Berserker // Nighthawk\n").deck
    assert [slot.count for slot in deck.slots] == [2, 4]
    assert back(deck, "text", stock) == plain(deck)


def test_cards_that_share_a_name_stay_apart_by_their_code(judged: Callable[..., Any], stock: Any) -> None:
    deck = judged("3 B08-047bN\n1 B01-003\n").deck
    assert back(deck, "text", stock) == plain(deck)


def test_the_text_of_ashes_live_holds_leader_dice_and_cards(judged: Callable[..., Any], stock: Any) -> None:
    text = "Name: Quick Orla\nPhoenixborn: Orla Brightmoor\nDice: 10 charm\n3 Ember Fox ff\n2 Orla's Lantern\n3 Golem\n"
    deck = judged(text).deck
    written = write(deck, "ashes-live")
    assert "Allies (6):\n3x Ember Fox\n3x Golem" in written
    assert "2x Orla's Lantern (Orla Brightmoor)" in written
    assert "Cards (8 / 30):" in written
    again = back(deck, "ashes-live", stock)
    assert sorted(again.slots, key=str) == sorted(plain(deck).slots, key=str)
    assert (again.name, again.dice) == (deck.name, plain(deck).dice)
    assert loses(deck, "ashes-live") == ["the First Five"]


def test_our_text_is_short_and_says_everything(judged: Callable[..., Any]) -> None:
    text = "Name: Quick Orla\nPhoenixborn: Orla Brightmoor\nDice: 5 cha, 5 nat\n3 Ember Fox ff\n2 Golem ff\nSB: 1 Golem"
    assert write(judged(text).deck, "text").splitlines() == [
        "Game: Ashes Reborn", "Name: Quick Orla", "Phoenixborn: Orla Brightmoor", "Dice: 5 charm, 5 natural",
        "First Five: Ember Fox, Golem", "", "Cards (5):", "3x Ember Fox", "2x Golem", "", "Sideboard (1):", "1x Golem",
    ]  # fmt: skip


def test_what_json_does_not_read_is_written_again(judged: Callable[..., Any]) -> None:
    text = '{"cards": [{"name": "Golem", "count": 1}], "tutor_map": {"a": "b"}, "id": 7}'
    assert '"tutor_map": {\n  "a": "b"\n }' in write(judged(text).deck, "ashes-json")


@pytest.mark.parametrize("form", ["nope", "lackey"])
def test_a_format_that_is_unknown_or_of_another_game_is_refused(judged: Callable[..., Any], form: str) -> None:
    with pytest.raises(UsageError, match="text"):
        write(judged("3 Golem").deck, form)
