"""Cipher decks of LackeyCCG (`.dek`, XML): zones of cards, one element a copy.

The main character lies in a zone of its own, `MC`, beside the cards and counted in; `id` is the name of the printing's
image, with or without its ending; other zones are kept as piles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from catalog.errors import UnreadableError
from catalog.names import visible
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import APART, copies_in, looked_over, printed
from deckcli.decks.formats.json_text import bounded
from deckcli.decks.formats.xml_text import escaped, root_of
from deckcli.decks.problem import Problem
from deckcli.titles import game_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAME = "lackey"
GAME = "FECipher0"

_ANOTHER = re.compile(r"\s*(?:\+X?|\(P[0-9]*\))$")
"""What Lackey's names say behind the card's own, of another printing."""


def read(text: str, source: str) -> DeckList:
    """What a Lackey deck says; one entry for the copies of a card that stand together in a zone.

    Raises UnreadableError for broken XML, with line and column, for a document type or entities of its own, and for XML
    that is no Lackey deck.
    """
    root = _root(text, source)
    bounded(source, sum(1 for _ in root.iter("card")))
    found = list(_cards(root))
    game = next((word for element in root.iter("game") if (word := visible(element.text or ""))), "")
    problems = tuple(one for one in found if isinstance(one, Problem))
    cards = [one for one in found if isinstance(one, Entry)]
    return DeckList(
        name=visible(root.findtext("meta/name") or ""),
        game=game_of(game),
        format=NAME,
        source=source,
        entries=tuple(_together(cards)),
        report=Report(lines=len(found), cards=len(cards), problems=len(problems)),
        problems=problems,
        extra={"game": game} if game and not game_of(game) else {},
    )


def own_name(written: str) -> str:
    """A card's name without what Lackey adds for another printing ("+", "+X", "(P)")."""
    return _ANOTHER.sub("", written) or written


def _root(text: str, source: str) -> Element:
    root = root_of(text, source)
    if root.tag != "deck" or root.find("superzone") is None:
        raise UnreadableError(source, f"this XML ({_shown(root.tag)}) is no Lackey deck: it has no superzone.")
    return root


def _shown(tag: object) -> str:
    return str(tag)[:40]


def _title(element: Element) -> str:
    return visible(element.text or "")


def _cards(root: Element) -> Iterator[Entry | Problem]:
    """Every card element of every zone: its entry, or what is missing in it."""
    for zone in root.iter("superzone"):
        pile = words.pile_of(zone.get("name") or MAIN)
        for number, card in enumerate(zone.iter("card"), 1):
            name = card.find("name")
            written = _title(name) if name is not None else ""
            image = visible(name.get("id") or "") if name is not None else ""
            if written or image:
                ids = {"lackey": image} if image else {}
                ids |= {"lackey_name": written} if written else {}
                own = own_name(written) or image
                hint = visible(card.findtext("set") or "")
                yield Entry(own, pile=pile, hint=hint, ids=ids, fuller=(written,) if written != own else ())
            else:
                zone_name = visible(zone.get("name") or "")
                yield Problem("bad_line", "error", f'card {number} of zone "{zone_name}" has no name and no id.')


def _together(cards: list[Entry]) -> Iterator[Entry]:
    """The entries with equal ones of a zone made one, in the place of the first."""
    kept: dict[tuple[str, str, str, str], Entry] = {}
    for card in cards:
        key = (card.pile, card.name, card.hint, card.ids.get("lackey", ""))
        kept[key] = replace(kept[key], count=kept[key].count + 1) if key in kept else card
    yield from kept.values()


def write(deck: Deck) -> str:
    """A deck for LackeyCCG, one element a copy."""
    zones = dict.fromkeys([MAIN, LEADER, *(slot.pile for slot in deck.slots)])
    body = "".join(_zone(deck, pile) for pile in zones)
    title = f"<name>{escaped(visible(deck.name))}</name>" if deck.name else ""
    head = f" <meta><game>{GAME}</game>{title}</meta>\n"
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<deck version="0.8">\n{head}{body}</deck>\n'
    return looked_over(text, read, "Lackey deck", copies_in(deck.slots))


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    lost = [f'the format "{deck.rules}"'] if deck.rules else []
    if any(not printing.ids.get("lackey") for slot in deck.slots for printing in [printed(slot)]):
        lost.append("the images of cards that Lackey has none of")
    if deck.leader_apart:
        lost.append(APART)
    return lost + [str(key) for key in deck.extra]


def _zone(deck: Deck, pile: str) -> str:
    name = {MAIN: "Deck", LEADER: "MC"}.get(pile, pile)
    cards = "".join(_element(slot) * slot.count for slot in deck.pile(pile))
    return f' <superzone name="{escaped(name)}">\n{cards} </superzone>\n'


def _element(slot: Slot) -> str:
    printing = printed(slot)
    written = escaped(printing.ids.get("lackey_name", slot.card.name))
    image = escaped(printing.ids.get("lackey", ""))
    return f'  <card><name id="{image}">{written}</name><set>{escaped(printing.release)}</set></card>\n'
