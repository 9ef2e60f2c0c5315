"""Every published deck that comes with deckcli is read, found and judged, from its text to its verdict."""

from __future__ import annotations

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli.decks.formats import read
from deckcli.decks.resolve import resolve
from deckcli.games import GAMES, find_format
from deckcli.games.finish import finish


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    root = tmp_path_factory.mktemp("home")
    with Catalog.open(Home(root, root / "library.db"), lambda: finish) as opened:
        yield opened


def deck_of(catalog, deck):
    found, problems = resolve(read(deck.text.encode(), deck.slug), catalog)
    return found, [problem for problem in problems if problem.severity != "note"]


def named(catalog, game, slug):
    (deck,) = (deck for deck in catalog.bundled(game) if deck.slug == slug)
    return deck_of(catalog, deck)[0]


def judged(deck, rules=""):
    check = GAMES[deck.game].check
    assert check is not None
    return check(deck, find_format(deck.game, rules or deck.rules))


@pytest.mark.parametrize(("game", "decks"), [("ashes", 60), ("cipher", 8), ("phase", 9), ("phase10", 1)])
def test_every_bundled_deck_is_legal(catalog, game, decks):
    faults = {}
    bundled = catalog.bundled(game)
    for deck in bundled:
        found, lost = deck_of(catalog, deck)
        wrong = [*lost, *(problem for problem in judged(found) if problem.severity == "error")]
        if wrong:
            faults[deck.slug] = wrong
    assert len(bundled) == decks
    assert faults == {}


def test_every_ashes_precon_has_thirty_cards_ten_dice_and_a_pile(catalog):
    counts = GAMES["ashes"].counts
    assert counts is not None
    for deck in catalog.bundled("ashes"):
        count = counts(deck_of(catalog, deck)[0])
        assert (count["main"], count["dice"]) == (30, 10), deck.slug
        assert count["conjurations"] == sum(slot.count for slot in deck_of(catalog, deck)[0].derived)


def test_the_pile_of_the_boy_among_wolves_has_the_limits_of_today(catalog):
    """T#998: the published list says 3."""
    pile = {slot.card.slug: slot.count for slot in named(catalog, "ashes", "the-boy-among-wolves").derived}
    assert pile["indiglow-creeper"] == 1


def test_the_pile_of_the_scholar_of_ruin_follows_conjurations_of_conjurations(catalog):
    """T#1069, T#1015."""
    pile = {slot.card.slug: slot.count for slot in named(catalog, "ashes", "the-scholar-of-ruin").derived}
    assert pile == {"eroding": 3, "red-raindrop": 3, "reborn-chimera": 1, "ruin-dweller": 2}


def test_the_first_starter_is_legal_in_unlimited_and_standard_names_its_old_cards(catalog):
    """swdestinydb#152."""
    deck = named(catalog, "cipher", "s01")
    assert judged(deck) == []
    old = [
        slot.card.name
        for slot in deck.slots
        if all(one.series < 5 and one.release != "S11" for one in slot.card.printings)
    ]
    problems = judged(deck, "standard")
    assert {problem.code for problem in problems} == {"not_in_format"}
    assert sorted(name for problem in problems for name in problem.cards) == sorted(set(old))
    assert "Marth, Star and Savior" in old
    assert "Cain, Red Knight" not in old
