"""Phase, Card Anatomy: two faces on one card, and the ones that the rulebook names."""

from __future__ import annotations

from typing import Any

import pytest

from catalog.card import Card, Face, Printing
from deckcli.games.phase.faces import KINDS, WARRIOR, ImpossibleCardError, TwoFaced, two_faced

NUMBERS = {"training_cost": 1, "attack": 2, "defence": 3}


def side(name: str, alignment: str, kinds: tuple[str, ...] = ("order",), **facts: Any) -> Face:
    return Face(name, WARRIOR, NUMBERS | facts, alignment, kinds)


def coin(*faces: Face, game: str = "phase") -> Card:
    return Card(game, "dawn-dusk", "Dawn // Dusk", "dawn // dusk", faces, (Printing("made"),))


def rulebook(cards: tuple[Card, ...]) -> list[Card]:
    return [card for card in cards if card.release == "rulebook" and card.type == WARRIOR]


def test_a_card_has_a_good_and_an_evil_side_in_whichever_order_they_are_told() -> None:
    dawn, dusk = side("Dawn", "good", faction="Keeper"), side("Dusk", "evil", faction="Keeper")
    there, back = two_faced(coin(dawn, dusk)), two_faced(coin(dusk, dawn))
    assert (there.good.title, there.evil.title) == (back.good.title, back.evil.title) == ("Dawn", "Dusk")
    assert there.faction == "Keeper"
    assert there.good.keywords == ("Keeper", "good")


def test_the_other_side_of_the_other_side_is_the_side_itself(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card.type != WARRIOR:
            continue
        typed = two_faced(card)
        for face in (typed.good, typed.evil):
            assert typed.other(face) != face
            assert typed.other(typed.other(face)) is face
            assert typed.side(face.alignment) is face


def test_the_cost_difference_is_between_the_two_sides_of_a_card() -> None:
    card = coin(side("Dawn", "good", training_cost=2), side("Dusk", "evil", training_cost=5))
    assert two_faced(card).cost_difference == 3
    assert two_faced(coin(*reversed(card.faces))).cost_difference == 3


@pytest.mark.parametrize(
    ("card", "what"),
    [
        (coin(side("Dawn", "good"), side("Dusk", "evil"), game="ashes"), "not of Phase"),
        (coin(side("Dawn", "good")), "two faces, not 1"),
        (coin(side("Dawn", "good"), side("Dusk", "good")), "one is good and one is evil"),
        (coin(side("Dawn", "good"), side("Dusk", "")), "Dusk is neither good nor evil"),
        (coin(side("Dawn", "good"), side("Dusk", "evil", ("flying",))), 'Dusk: there is no "flying"'),
        (coin(side("Dawn", "good"), side("Dusk", "evil", defence=0)), "Dusk: defence must be a number of 1 or more: 0"),
        (coin(side("Dawn", "good", attack="X"), side("Dusk", "evil")), "Dawn: attack must be a number of 0 or more"),
    ],
)
def test_facts_that_no_card_of_phase_has_are_refused(card: Card, what: str) -> None:
    with pytest.raises(ImpossibleCardError, match=what):
        two_faced(card)


# ---------------------------------------------------------------- the rulebook's examples


def test_the_rulebook_names_eighteen_faces(cards: tuple[Card, ...]) -> None:
    faces = {face.slug: face for card in rulebook(cards) for face in card.faces}
    assert sorted(face.name for face in faces.values()) == [
        "Anonymous", "Berserker", "Caelistra", "Chained Horror", "Fire Spirit", "Gladiator", "Necromancer", "Nighthawk",
        "No-Ne Chim 3", "Pennaggolan", "Scout", "Sister Alexis", "Squeezle", "Ted", "The Cognet", "The Flying Death",
        "The Undying", "Trivet",
    ]  # fmt: skip


def test_of_each_named_face_it_is_said_what_the_text_fixes_and_what_we_chose(cards: tuple[Card, ...]) -> None:
    for card in rulebook(cards):
        assert card.origin == "rulebook"
        for face in card.faces:
            fixed, chosen = face.words("fixed"), face.words("chosen")
            everything = {"alignment", "training_cost", "attack", "defence", *(face.abilities or ())}
            assert {*fixed, *chosen} == everything, face.name
            assert not {*fixed} & {*chosen}, face.name


FIXED = {
    "chained-horror": {"alignment": "evil", "attack": 3, "defence": 4},
    "the-flying-death": {"alignment": "evil", "attack": 2, "defence": 4},
    "squeezle": {"alignment": "good"},
    "gladiator": {"alignment": "evil", "attack": 1},
    "scout": {"alignment": "good", "attack": 1},
    "nighthawk": {"alignment": "good", "attack": 4},
    "sister-alexis": {"alignment": "good", "defence": 3},
    "pennaggolan": {"alignment": "evil", "attack": 5},
    "fire-spirit": {"training_cost": 0},
    "no-ne-chim-3": {"training_cost": 3},
    "ted": {"training_cost": 2},
    "necromancer": {"training_cost": 1},
}


@pytest.mark.parametrize("slug", FIXED)
def test_what_the_sample_turn_tells_of_a_face_is_so(cards: tuple[Card, ...], slug: str) -> None:
    """Sample Turn; Training Example."""
    face = next(face for card in rulebook(cards) for face in card.faces if face.slug == slug)
    found = face.facts | {"alignment": face.side}
    assert {key: found[key] for key in FIXED[slug]} == FIXED[slug]
    assert FIXED[slug].keys() <= {*face.words("fixed")}


def test_the_values_we_chose_lie_where_the_sample_turn_leaves_them(cards: tuple[Card, ...]) -> None:
    """Sample Turn: who destroys whom, and who survives."""
    of = {face.title: face for card in rulebook(cards) for face in (two_faced(card).good, two_faced(card).evil)}
    assert of["Gladiator"].defence <= of["Sister Alexis"].attack, "Sister Alexis would destroy the Gladiator"
    assert of["Scout"].defence + 1 <= of["Pennaggolan"].attack, "the Pennaggolan destroys a Scout of one more"
    assert 1 < of["Pennaggolan"].defence <= of["Scout"].attack + 2, "a boosted Scout destroys the Pennaggolan"
    assert 4 < of["Nighthawk"].defence <= 6, "Nighthawk stands 4 damage and is in trouble before 6"
    assert (of["Squeezle"].attack, of["Squeezle"].defence) == (0, 2), "Squeezle deals 4 with +4/+2 and dies of 4"


def test_two_pairings_are_told_and_the_others_chosen(cards: tuple[Card, ...]) -> None:
    told = [card.name for card in rulebook(cards) if card.words("pairing") == ("fixed",)]
    assert told == ["Squeezle // The Flying Death", "Nighthawk // Berserker"]


def test_the_cards_allow_the_sample_turn_with_each_card_once(cards: tuple[Card, ...]) -> None:
    """Sample Turn: what Ashley has in play, in hand and in her barracks is seventeen faces on as many cards."""
    ashley = {
        "sister-alexis-chained-horror", "squeezle-the-flying-death", "squeezle-gladiator", "scout-anonymous",
        "fire-spirit-necromancer", "caelistra-the-undying", "trivet-the-flying-death", "trivet-anonymous",
        "caelistra-the-flying-death", "no-ne-chim-3-ted", "fire-spirit-ted", "no-ne-chim-3-necromancer",
        "fire-spirit-chained-horror",
    }  # fmt: skip
    assert ashley <= {card.slug for card in rulebook(cards)}


def test_every_face_has_one_order_for_the_hand(cards: tuple[Card, ...]) -> None:
    """Card Anatomy 6."""
    for card in cards:
        for face in card.faces if card.type == WARRIOR else ():
            kinds = face.abilities or ()
            assert kinds.count("order") == 1, face.name
            assert {*kinds} <= {*KINDS}, face.name


def test_a_card_is_typed_once() -> None:
    card = coin(side("Dawn", "good"), side("Dusk", "evil"))
    assert two_faced(card) is two_faced(coin(*card.faces))
    assert isinstance(two_faced(card), TwoFaced)


def test_every_face_acts_and_says_what_it_does(cards: tuple[Card, ...]) -> None:
    for card in cards:
        assert card.acting == "yes", card.name
        for face in card.faces:
            assert len(face.text.splitlines()) == len(face.abilities or ()), face.name


ORDERS = {
    "The Cognet": "[Order] (phase 1 resource): Phase 1 warrior.",
    "Fire Spirit": "[Order]: 1 warrior gets +2/+1 this turn.",
    "The Undying": "[Order]: Deal 1 damage to 1 warrior.",
    "Trivet": "[Order]: 1 warrior gets -1/-2 this turn.",
    "Anonymous": "[Order]: 1 warrior gets +2/+1 this turn.",
    "Caelistra": "[Order] (lock X resources): Phase X warriors.",
    "Chained Horror": "[Elite]: This warrior gets +2/+0 this turn.",
    "The Flying Death": "[Action] (lose 1 good influence): This warrior gets +2/+1 this turn.",
    "Gladiator": "[Action] (phase 3 resources): This warrior gets +3/+0 this turn.",
    "Scout": "[Relentless]: Enlist 1 card locked.",
    "Berserker": "[Phaseling]: Gain 1 good influence.",
    "No-Ne Chim 3": "[Trained]: Gain 2 good influence.",
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_named_faces_do_what_the_sample_turn_tells(cards: tuple[Card, ...], name: str) -> None:
    """Sample Turn."""
    face = next(face for card in rulebook(cards) for face in card.faces if face.name == name)
    assert ORDERS[name] in face.text.splitlines()
