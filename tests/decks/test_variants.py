"""Versions of a deck: changes in words, and the same cards in the same places."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import Card, Face
from deckcli.decks.changes import NotSoManyError
from deckcli.decks.deck import MAIN, Deck, Slot
from deckcli.decks.formats import read
from deckcli.decks.resolve import resolve
from deckcli.decks.variants import aligned, changes_of, varied
from deckcli.errors import UnknownNameError, UsageError

LIST = b"Phoenixborn: Orla Brightmoor\n3x Ember Fox\n2x Golem\n1x Golem 2.0\n2x Summon Mossling\n3x Quarantine System\n"


@pytest.fixture
def deck(stock: Any) -> Deck:
    found, _ = resolve(read(LIST, "list.txt"), stock, game="ashes")
    return found


def told(text: str, deck: Deck, stock: Any) -> list[str]:
    return [str(change) for change in changes_of(text, deck, stock)]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("+1 Golem -1 Ember Fox", ["+1 Golem", "-1 Ember Fox"]),
        ("-2 Ember Fox +2 Golem", ["-2 Ember Fox", "+2 Golem"]),
        ("+1x Golem 2.0, -1x Glass-Eyed Warden", ["+1 Golem 2.0", "-1 Glass-Eyed Warden"]),
        ("  + 1 Golem;  - 1 Ember Fox ", ["+1 Golem", "-1 Ember Fox"]),
        ("\N{MINUS SIGN}3 Quarantine System", ["-3 Quarantine System"]),
        ("+1 2000 Suns -1 Golem", ["+1 2000 Suns", "-1 Golem"]),
    ],
)
def test_changes_are_signs_counts_and_names(text: str, changes: list[str], deck: Deck, stock: Any) -> None:
    assert told(text, deck, stock) == changes


@pytest.mark.parametrize("text", ["", "Golem", "1 Golem", "+Golem", "swap +1 Golem", "+0 Golem", "+1", "+1 -1 Golem"])
def test_what_is_no_change_is_refused_with_how_to_write_one(text: str, deck: Deck, stock: Any) -> None:
    with pytest.raises((UsageError, UnknownNameError)):
        changes_of(text, deck, stock)


def test_a_name_that_no_card_has_is_told_with_what_is_near(deck: Deck, stock: Any) -> None:
    with pytest.raises(UnknownNameError, match="Ember Fox"):
        changes_of("+1 Embr Fox -1 Golem", deck, stock)


def test_a_changed_deck_is_a_list_like_any_other_and_brings_its_own_pile(deck: Deck, stock: Any) -> None:
    changed, problems = resolve(varied(deck, changes_of("-2 Summon Mossling +2 Golem", deck, stock)), stock)
    assert not [problem for problem in problems if problem.severity == "error"]
    assert {slot.card.name: slot.count for slot in changed.pile(MAIN)} == {
        "Ember Fox": 3, "Golem": 4, "Golem 2.0": 1, "Quarantine System": 3
    }  # fmt: skip
    assert "Mossling" in {slot.card.name for slot in deck.derived}
    assert "Mossling" not in {slot.card.name for slot in changed.derived}


def test_more_cards_fewer_than_there_are_is_said(deck: Deck, stock: Any) -> None:
    with pytest.raises(NotSoManyError):
        varied(deck, changes_of("-3 Golem +1 Ember Fox", deck, stock))


def places(deck: Deck) -> list[str]:
    return [slot.card.slug for slot in deck.slots if slot.pile == MAIN for _ in range(slot.count)]


def test_what_two_versions_share_lies_in_the_same_places(deck: Deck, stock: Any) -> None:
    changed, _ = resolve(varied(deck, changes_of("-1 Ember Fox +1 Glass Warden", deck, stock)), stock)
    old, new = places(deck), places(aligned(changed, deck))
    assert [(a, b) for a, b in zip(old, new, strict=True) if a != b] == [("ember-fox", "glass-warden")]
    assert places(changed) != new


def test_a_list_in_another_order_is_the_same_deck(deck: Deck, stock: Any) -> None:
    lines = LIST.decode().splitlines()
    turned, _ = resolve(read("\n".join([lines[0], *reversed(lines[1:])]).encode(), "turned.txt"), stock, game="ashes")
    assert places(turned) != places(deck)
    assert places(aligned(turned, deck)) == places(deck)


def of(copies: list[int]) -> Deck:
    """A deck of numbered cards, as a list in any order holds them."""
    cards = {number: Card("ashes", f"c{number}", f"c{number}", f"c{number}", (Face(f"c{number}", "Ally", {}),), ())
             for number in copies}  # fmt: skip
    return Deck("ashes", "", tuple(Slot(cards[number], copies.count(number)) for number in dict.fromkeys(copies)))


@given(st.lists(st.integers(0, 8), max_size=30), st.lists(st.integers(0, 8), max_size=30))
def test_no_card_is_lost_or_made_and_as_many_as_can_lie_where_they_lay(old: list[int], new: list[int]) -> None:
    before, after = of(old), aligned(of(new), of(old))
    assert sorted(places(after)) == sorted(f"c{number}" for number in new)
    same = sum(a == b for a, b in zip(places(before), places(after), strict=False))
    shared = sum(min(old.count(number), new.count(number)) for number in set(old))
    lost = max(0, len(old) - len(new))
    assert same >= shared - lost
