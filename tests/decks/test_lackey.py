"""Cipher decks of LackeyCCG (XML)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalog.errors import UnreadableError
from deckcli.decks.formats import read

CARD = '<card><name id="{id}">{name}</name><set>B01</set></card>'
GUARD = CARD.format(id="B01-006N_SAMPLE.png", name="Reed Guard, Silent Lance")
PRINCE = CARD.format(id="B01-003HN_SAMPLE.png", name="Marsh Prince, Heir of Reeds")


def deck(cards: str = GUARD * 3, leader: str = PRINCE, version: str = "0.8", more: str = "") -> str:
    return (
        f'<deck version="{version}"><meta><game>FECipher0</game></meta><superzone name="Deck">{cards}</superzone>'
        f'<superzone name="MC">{leader}</superzone>{more}</deck>'
    )


@pytest.mark.parametrize(
    "text",
    [
        deck(),
        deck(version="2.0"),
        '<?xml version="1.0" encoding="UTF-8"?>' + deck(),
        '\ufeff<?xml version="1.0" encoding="UTF-16"?>\n' + deck().replace("><", ">\n <"),
    ],
)
def test_one_element_is_one_copy_and_the_main_character_lies_apart_and_counts_in(
    judged: Callable[..., Any], text: str
) -> None:
    result = judged(text)
    assert (result.deck.game, result.problems) == ("cipher", [])
    assert result.cards() == {"Reed Guard, Silent Lance": 3}
    assert result.cards("leader") == {"Marsh Prince, Heir of Reeds": 1}
    assert result.deck.leader_apart is False
    assert (result.wanted.report.lines, result.wanted.report.cards) == (4, 4)


@pytest.mark.parametrize("image", ["B01-006N", "B01-006N_SAMPLE", "B01-006N_SAMPLE.png", "B01-006N_SAMPLE.jpg"])
def test_an_image_with_or_without_its_ending_is_the_card(judged: Callable[..., Any], image: str) -> None:
    result = judged(deck(CARD.format(id=image, name="Reed Guard, Silent Lance+")))
    assert result.cards() == {"Reed Guard, Silent Lance": 1}


def test_the_image_tells_the_printing(judged: Callable[..., Any]) -> None:
    result = judged(deck(CARD.format(id="B01-006N+_SAMPLE.png", name="Reed Guard, Silent Lance+")))
    assert [slot.printing for slot in result.deck.pile("main")] == ["B01-006N+"]


def test_an_unknown_image_with_an_unknown_name_is_told(judged: Callable[..., Any]) -> None:
    """Decksteria drops what it does not know, so that 50 cards come out as 47."""
    result = judged(deck(GUARD + CARD.format(id="B99-999N.png", name="Nobody, At All") * 3))
    assert (result.codes("error"), result.cards()) == (["unknown_card"], {"Reed Guard, Silent Lance": 1})


def test_other_zones_are_kept_as_piles(judged: Callable[..., Any]) -> None:
    result = judged(
        deck(more=f'<superzone name="Reserve">{GUARD}</superzone><superzone name="Sideboard">{GUARD}</superzone>')
    )
    assert result.cards("Reserve") == result.cards("side") == {"Reed Guard, Silent Lance": 1}


def test_a_card_without_name_and_image_is_a_bad_line() -> None:
    wanted = read(deck(GUARD + "<card/><card><name/></card>").encode(), "x.dek")
    assert [problem.code for problem in wanted.problems] == ["bad_line", "bad_line"]
    assert (wanted.report.lines, wanted.report.problems) == (4, 2)


def test_broken_xml_is_told_with_line_and_column() -> None:
    with pytest.raises(UnreadableError, match=r"^x.dek:3:\d+: broken XML"):
        read(b'<?xml version="1.0"?>\n<deck>\n<superzone></deck>', "x.dek")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE deck [<!ENTITY a "b">]>' + deck(),
        '<?xml version="1.0"?><!DOCTYPE deck SYSTEM "file:///etc/hostname">' + deck(),
        '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><deck><superzone>&b;</superzone></deck>',
        '<deck game="x"><pile name="Main"><card qty="3" id="y">Ember Fox</card></pile></deck>',
        "<cockatrice_deck/>",
        "<deck/>",
        "<a>" * 50_000,
        "<" * 1000,
        "<deck>&nothing;</deck>",
    ],
)  # fmt: skip
def test_xml_with_types_of_its_own_or_of_another_program_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text.encode(), "x.dek")
