"""Writing a deck and reading it again gives the same deck, wherever the format can hold it (Kamalisk/arkhamdb#282)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.card import Card, Face, Printing
from catalog.names import fold, visible
from deckcli.decks.deck import Deck, Dice, Slot
from deckcli.decks.formats import FORMATS, loses, read, sniff, write
from deckcli.decks.resolve import resolve
from deckcli.errors import UsageError

RUDE = [
    "Golem x2", "Golem (3)", "3 Golem", "x3 Golem", "Golem ff", "# Golem", "// Golem", "; Golem",
    "Dice:", "Sideboard", "Key: Act 1", "Name: Golem", "A // B", "SP//Wren", "[Main]", "Golem [x]",
    "Golem (Orla) 12", "Golem *F*", "Golem #1", "a|b|1", "SB: Golem", "- Golem", "--- Golem ---",
    "2000 Suns", "</name>", '"&<>', "Cards (30):", "Golem, Iron", "Golem; Iron", "^x^", "Golem :3",
    "B01-001", "Ünï", "カチュア：3", "[stub:golem]", "=1+1", "Golem ×2", "{", "1",
    "Allies", "Cost", "Charm", "5 natural", "2-Cost", "Leader - Golem", "Dice (3): Golem", "time dice",
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


# ---------------------------------------------------------------- every other format


SAME = {
    "ashteki": "ashes-json", "ashteki-lines": "text", "ashes-live": "text",
}  # fmt: skip
"""What a format is sniffed as, where another reads it."""
APART = "that the main character stands apart from the cards (it is counted in)"


def returned(deck: Deck, form: str, catalogue: Any, *, told: bool = True) -> Deck:
    """The deck after writing and reading; `told`: the format is sniffed from the content."""
    written = write(deck, form)
    if told:
        assert sniff(written) == SAME.get(form, form), written
    found, problems = resolve(read(written.encode(), "back", form), catalogue, game=deck.game)
    assert [problem for problem in problems if problem.severity == "error"] == [], written
    return plain(found)


def kept(deck: Deck, *, piles: tuple[str, ...] = (), without: str = "") -> Deck:
    """A deck with only the leader, the cards and some piles more, and without some of its parts."""
    slots = tuple(slot for slot in deck.slots if slot.pile in ("leader", "main", *piles))
    gone: dict[str, Any] = {"name": "", "rules": "", "dice": (), "first_five": ()}
    if "printings" in without:
        slots = tuple(replace(slot, printing="") for slot in slots)
    return replace(deck, slots=slots, **{part: gone[part] for part in without.split() if part in gone})


def equal(deck: Deck, other: Deck) -> None:
    """The same deck, with the cards of each pile in the same order."""
    assert by_pile(deck) == by_pile(other)
    assert replace(deck, slots=()) == replace(other, slots=())


@st.composite
def decks_of_ashes(draw: st.DrawFn, make: Callable[..., Card]) -> tuple[Deck, tuple[Card, ...]]:
    """A deck of cards with rude names: with conjurations, a side pile and one that only the list knows."""
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique_by=fold))
    cards = tuple(make(name, slug=f"card-{n}") for n, name in enumerate(names))
    leader = make("Orla Brightmoor", "Phoenixborn", slug="orla")
    piles = st.sampled_from(["main", "main", "side", "conjurations", "Spare Parts"])
    slots = [Slot(card, draw(st.integers(1, 99)), draw(piles)) for card in cards]
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


@st.composite
def decks_of_cipher(draw: st.DrawFn) -> tuple[Deck, tuple[Card, ...]]:
    """A deck of cards with rude names, two printings each, known to every program."""
    names = draw(st.lists(NAMES, min_size=1, max_size=5, unique_by=lambda name: fold("".join(name.split()))))
    cards = tuple(_unit(name, n) for n, name in enumerate(names))
    leader = draw(st.sampled_from(cards))
    slots = [Slot(c, draw(st.integers(1, 9)), printing=draw(st.sampled_from(["", c.printings[1].code]))) for c in cards]
    lead = Slot(leader, 1, "leader", printing=draw(st.sampled_from(["", leader.printings[1].code])))
    rules = draw(st.sampled_from(["", "unlimited", "standard"]))
    return Deck("cipher", draw(TITLES), (lead, *slots), rules=rules), cards


def _unit(name: str, n: int) -> Card:
    codes = (f"B01-10{n}N", f"B01-10{n}R+")
    ids = [
        {"ciphervit": f"{n + 60}{foil}", "fco": str(250 + 2 * n + at), "lackey": f"{codes[at]}_SAMPLE.png"}
        for at, foil in enumerate(("", "+"))
    ]
    printings = tuple(Printing("B01", code[:7], code, ids=own) for code, own in zip(codes, ids, strict=True))
    facts = {"deploy_cost": 1, "decksteria": n, "unit_name": name, "title": f"Heir {n}"}
    return Card("cipher", f"card-{n}", name, fold(name), (Face(name, "Unit", facts),), printings)


ASHES: dict[str, tuple[tuple[str, ...], str]] = {
    "markdown": (("side", "conjurations", "Spare Parts"), ""),
    "csv": (("side", "conjurations", "Spare Parts"), "name rules"),
    "lackey-text": (("side", "conjurations", "Spare Parts"), "name rules dice first_five"),
    "cockatrice": (("side", "conjurations", "Spare Parts"), "rules dice first_five"),
    "octgn": (("side", "conjurations", "Spare Parts"), "name rules dice first_five"),
    "tts": (("side", "conjurations", "Spare Parts"), "rules dice first_five"),
    "ashteki": (("conjurations",), "rules"),
    "ashteki-lines": ((), "rules"),
}
"""For each format the piles it holds beside leader and cards, and the parts of a deck that it does not."""

CIPHER = {
    "markdown": "",
    "csv": "name rules",
    "lackey": "rules",
    "lackey-text": "name rules printings",
    "ciphervit": "name rules",
    "fco": "rules",
    "decksteria": "name printings",
    "mtdk": "name",
    "cockatrice": "rules",
    "octgn": "name rules",
    "tts": "rules",
}


@pytest.mark.parametrize("form", ASHES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_deck_of_ashes_comes_back_with_all_that_the_format_holds(
    make_card: Any, catalogue: Any, form: str, data: st.DataObject
) -> None:
    deck, cards = data.draw(decks_of_ashes(make_card))
    piles, without = ASHES[form]
    if form.startswith("ashteki"):
        main = [slot.card for slot in deck.pile("main") if slot.card in deck.first_five]
        deck = replace(deck, first_five=tuple(main))
    whole = kept(deck, piles=piles, without=without)
    assert (loses(deck, form) == []) == (whole == deck)
    assert loses(whole, form) == []
    # The only sign that a list of this form is one is a zone; a deck of rows alone reads as plain text.
    equal(returned(deck, form, catalogue(cards), told=form != "lackey-text"), whole)


@pytest.mark.parametrize("form", CIPHER)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_deck_of_cipher_comes_back_with_all_that_the_format_holds(
    catalogue: Any, form: str, data: st.DataObject
) -> None:
    deck, cards = data.draw(decks_of_cipher())
    whole = kept(deck, without=CIPHER[form])
    if form in ("decksteria", "mtdk") and deck.rules == "unlimited":
        whole = replace(whole, rules="")
    if form == "fco":
        whole = replace(whole, name=" ".join(deck.name.replace(",", " ").split()))
    assert (loses(deck, form) == []) == (whole == deck)
    told = form not in ("ciphervit",) or sum(slot.count for slot in deck.slots) > 1
    equal(returned(deck, form, catalogue(cards), told=told), whole)


@pytest.mark.parametrize("form", [form for form in FORMATS if "cipher" in FORMATS[form].games])
def test_a_main_character_apart_from_the_cards_is_told(form: str) -> None:
    card = _unit("Heron", 1)
    deck = Deck("cipher", "", (Slot(card, 1, "leader"), Slot(card, 4)), leader_apart=True)
    assert APART in loses(deck, form)


def test_a_code_counts_a_main_character_apart_but_once(catalogue: Any) -> None:
    card = _unit("Heron", 1)
    deck = Deck("cipher", "", (Slot(card, 1, "leader"), Slot(card, 4)), leader_apart=True)
    again = returned(deck, "fco", catalogue([card]))
    assert {slot.pile: slot.count for slot in again.slots} == {"leader": 1, "main": 3}


PHASE = ("The Flying Death // Squeezle", "Berserker // Nighthawk")


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "lackey-text", "cockatrice", "octgn", "tts"])
def test_two_faced_cards_come_back_from_every_format(stock: Any, form: str) -> None:
    """dr4fters/dr4ft#1242."""
    cards = [stock.find(name, "phase")[0].card for name in PHASE]
    deck = Deck("phase", "", (Slot(cards[0], 2), Slot(cards[1], 3), Slot(cards[1], 1, "side")))
    equal(returned(deck, form, stock), deck)


@pytest.mark.parametrize("form", [form for form in FORMATS if form not in ("text", "ashes-live", "ashes-json")])
def test_names_that_break_markup_break_no_format(stock: Any, form: str) -> None:
    """zzorba/marvelsdb#33."""
    game = (FORMATS[form].games or ("cipher",))[0]
    card = _unit("Heron", 1) if game == "cipher" else stock.find("Golem", "ashes")[0].card
    deck = Deck(game, 'R&D "test" <1> ]]> {"Decks": [',
                (Slot(card, 1, "leader"), Slot(card, 2), Slot(card, 1, 'A "&< pile')))  # fmt: skip
    written = write(deck, form)
    found = read(written.encode(), "x", form)
    assert sum(entry.count for entry in found.entries if entry.pile in ("main", "leader")) == 3
    assert found.name in ("", deck.name, deck.name.replace(",", " "))
