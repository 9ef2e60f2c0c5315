"""Which cards of a list count and which do not: counted + not counted = all of them (arkhamdb#511)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deckcli.decks.deck import LEADER, MAIN, SIDE, Slot
from deckcli.games import GAMES
from deckcli.games.game import PileSum, sum_text


def sums(deck):
    add_up = GAMES[deck.game].sums
    assert add_up is not None
    return add_up(deck)


def test_in_ashes_the_thirty_count_and_leader_and_pile_do_not(ashes):
    spirit = ashes.card("Mist Spirit", "Conjuration")
    found = sums(ashes.deck(derived={spirit: 9}))
    assert sum_text(found) == "30 counted (30 main) + 10 not counted (1 leader, 9 conjurations) = 40 in all"


def test_a_card_that_no_deck_holds_does_not_count(ashes):
    deck = ashes.deck(more=[Slot(ashes.card("Mist Spirit", "Conjuration"), 2, MAIN, (40,))])
    assert sums(deck)[0] == PileSum(MAIN, 30, 2)


def test_in_cipher_the_main_character_counts(cipher):
    assert sum_text(sums(cipher.deck())) == "50 counted (1 leader, 49 main) + 0 not counted = 50 in all"


def test_in_cipher_a_main_character_kept_apart_counts_once(cipher):
    lead = cipher.card("Marsh Prince", 1)
    assert (
        sum_text(sums(cipher.deck({lead: 1}, lead, apart=True))) == "50 counted (50 main) + 0 not counted = 50 in all"
    )


@given(main=st.integers(0, 40), side=st.integers(0, 4), maybe=st.integers(0, 4))
def test_every_copy_of_a_list_is_in_the_sum_once(ashes, cipher, main, side, maybe):
    for bench in (ashes, cipher):
        spare = bench.card("Spare")
        more = [Slot(spare, count, pile) for pile, count in ((SIDE, side), ("Maybe", maybe)) if count]
        deck = bench.deck(size=main, more=more)
        found = sums(deck)
        copies = sum(slot.count for slot in deck.slots)
        assert sum(pile.counted + pile.beside for pile in found) == copies
        assert (
            sum(pile.counted for pile in found)
            == bench.counts(deck)["main"]
            == copies - side - maybe - (deck.count(LEADER) if deck.game == "ashes" else 0)
        )
