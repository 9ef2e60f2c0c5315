"""Decks of Cockatrice (`.cod`, XML): zones `main`, `side` and `tokens` (conjurations), one element a card.

The leader lies in a zone of its own, named as its game calls it. What we do not read - a banner, tags, plans,
attributes of cards - is kept in `extra` under "cockatrice" and written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from catalog.card import Card
from catalog.errors import UnreadableError
from catalog.names import fold, visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import copies_in, looked_over, lost, piles, printed
from deckcli.decks.formats.json_text import bounded, counted
from deckcli.decks.formats.xml_text import attributes, count_of, escaped, root_of
from deckcli.decks.problem import Problem

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAME = "cockatrice"
ROOT = "cockatrice_deck"

_ZONES = {MAIN: "main", SIDE: "side", CONJURATIONS: "tokens"}
_LEADERS = {"ashes": "phoenixborn", "cipher": "mc"}
_CODE = re.compile(r"[A-Z][0-9]{2}-[0-9]{3}")
_READ = frozenset({"deckname", "comments", "zone"})
_OWN = frozenset({"number", "name", "collectorNumber"})
"""The attributes of a card that we write ourselves."""


def read(text: str, source: str) -> DeckList:
    """What a deck says, unknown zones as piles of their names.

    Raises UnreadableError for broken or unsafe XML, and for XML that is no deck of Cockatrice.
    """
    root = root_of(text, source)
    zones = root.findall("zone")
    if root.tag != ROOT or not zones:
        raise UnreadableError(source, "this XML is no deck of Cockatrice: it has no zone.")
    bounded(source, sum(len(zone) for zone in zones))
    found = [one for zone in zones for one in _cards(zone)]
    cards = tuple(one for one in found if isinstance(one, Entry))
    problems = tuple(one for one in found if isinstance(one, Problem))
    names = {fold(zone.get("name") or "") for zone in zones}
    return DeckList(
        name=visible(root.findtext("deckname") or ""),
        game=next((game for game, zone in _LEADERS.items() if zone in names), ""),
        format=NAME,
        source=source,
        entries=cards,
        report=Report(lines=len(found), cards=len(cards), problems=len(problems)),
        problems=problems,
        extra=_extra(root, zones),
    )


def _pile(zone: Element) -> str:
    return words.pile_of(zone.get("name") or MAIN)


def _name(card: Element) -> str:
    """A card's name: its attribute, or what some writers put into the element."""
    return visible(card.get("name") or card.text or "")


def _cards(zone: Element) -> Iterator[Entry | Problem]:
    for place, card in enumerate(zone.iter("card"), 1):
        name, number = _name(card), visible(card.get("collectorNumber") or "")
        if not name:
            yield Problem("bad_line", "error", f'card {place} of zone "{visible(zone.get("name") or "")}" has no name.')
            continue
        ids = {"code": number} if _CODE.match(number) else {}
        hint = visible(card.get("setShortName") or "")
        yield counted(Entry(name, pile=_pile(zone), hint=hint, ids=ids), count_of(card.get("number")))


def _extra(root: Element, zones: list[Element]) -> dict[str, object]:
    """What we do not read, as plain values: the deck's own attributes and elements, those of zones and of cards."""
    found: dict[str, object] = {
        "attributes": {key: value for key, value in root.attrib.items() if (key, value) != ("version", "1")},
        "elements": [_written(child) for child in root if child.tag not in _READ],
        "zones": {_pile(z): rest for z in zones if (rest := {k: v for k, v in z.attrib.items() if k != "name"})},
        "zone elements": {_pile(z): inner for z in zones if (inner := [_written(c) for c in z if c.tag != "card"])},
        "cards": {_key(_pile(z), _name(card)): more for z in zones for card in z if (more := _rest(card))},
    }
    kept = {part: value for part, value in found.items() if value}
    comments = root.findtext("comments") or ""
    return {**({"comments": comments} if comments.strip() else {}), **({NAME: kept} if kept else {})}


def _key(pile: str, name: str) -> str:
    return f"{pile}: {fold(name)}"


def _rest(card: Element) -> dict[str, object]:
    """What an element of a card has beside its count, name and number."""
    if card.tag != "card":
        return {}
    coded = _CODE.match(card.get("collectorNumber") or "")
    own = _OWN if coded else _OWN - {"collectorNumber"}
    rest: dict[str, object] = {key: value for key, value in card.attrib.items() if key not in own}
    return rest | ({"": [_written(child) for child in card]} if len(card) else {})


def _written(element: Element) -> str:
    from xml.etree.ElementTree import tostring

    element.tail = None
    return tostring(element, encoding="unicode")


def write(deck: Deck) -> str:
    """A deck for Cockatrice, with what another program had put into its file."""
    kept = _object(deck.extra.get(NAME))
    found = {**dict.fromkeys((MAIN, SIDE), ()), **piles(deck, derived=True)}
    head = f" <deckname>{escaped(visible(deck.name))}</deckname>\n <comments>{_comments(deck)}</comments>\n"
    zones = "".join(
        _zone(deck, pile, found[pile], kept) for pile in dict.fromkeys([LEADER, MAIN, *found]) if pile in found
    )
    elements = "".join(f" {element}\n" for element in _list(kept.get("elements")))
    marks = attributes({"version": "1", **_object(kept.get("attributes"))})
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT}{marks}>\n{head}{elements}{zones}</{ROOT}>\n'
    return looked_over(text, read, "Cockatrice deck", copies_in(slot for slots in found.values() for slot in slots))


def _comments(deck: Deck) -> str:
    comments = deck.extra.get("comments")
    return escaped(comments) if isinstance(comments, str) else ""


def _zone(deck: Deck, pile: str, slots: tuple[Slot, ...], kept: Mapping[str, object]) -> str:
    name = _LEADERS.get(deck.game, "leader") if pile == LEADER else _ZONES.get(pile, pile)
    marks = attributes({"name": name, **_object(_object(kept.get("zones")).get(pile))})
    cards = "".join(_card(slot, _object(kept.get("cards"))) for slot in slots)
    inner = "".join(f"  {element}\n" for element in _list(_object(kept.get("zone elements")).get(pile)))
    return f" <zone{marks}>\n{cards}{inner} </zone>\n"


def _card(slot: Slot, kept: Mapping[str, object]) -> str:
    names = (slot.card.name, *slot.card.aliases, *(face.name for face in slot.card.faces))
    rest = next((_object(kept[key]) for name in names if (key := _key(slot.pile, name)) in kept), {})
    own = {"number": str(slot.count), "name": slot.card.name, **_code(slot.card, printed(slot).code)}
    marks = attributes({**own, **{key: value for key, value in rest.items() if key}})
    inner = "".join(_list(rest.get("")))
    return f"  <card{marks}>{inner}</card>\n" if inner else f"  <card{marks}/>\n"


def _code(card: Card, code: str) -> dict[str, str]:
    return {"collectorNumber": code} if code else {}


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    return lost(deck, "name", "piles", "printings", "comments", NAME)
