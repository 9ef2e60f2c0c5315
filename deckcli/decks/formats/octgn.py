"""Decks of OCTGN (`.o8d`, XML): sections of cards, each with its copies and the program's own number of the card.

No card goes without a number (zzorba/marvelsdb#81). OCTGN has none for our games, so each card has one of our own: a
UUID (version 5) made of game, slug and printed code, always the same. A number is looked up first, and then the name,
so that a number nobody knows does no harm (octgn/OCTGN#908).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from catalog.errors import UnreadableError
from catalog.names import visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import copies_in, looked_over, lost, piles, printed
from deckcli.decks.formats.json_text import bounded, counted
from deckcli.decks.formats.text import named
from deckcli.decks.formats.xml_text import attributes, count_of, escaped, root_of
from deckcli.decks.problem import Problem
from deckcli.titles import TITLES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAME = "octgn"

_SECTIONS = {MAIN: "Main", SIDE: "Sideboard", CONJURATIONS: "Conjuration Pile"}
_LEADERS = {"ashes": "Phoenixborn", "cipher": "Main Character"}
_CODE = re.compile(r"[A-Z][0-9]{2}-[0-9]{3}\S*")
_BRACKET = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]+)[)\]]")


def read(text: str, source: str) -> DeckList:
    """What a deck says. Raises UnreadableError for broken or unsafe XML, and for XML that is no deck of OCTGN."""
    root = root_of(text, source)
    sections = root.findall("section")
    if root.tag != "deck" or not sections:
        raise UnreadableError(source, "this XML is no deck of OCTGN: it has no section.")
    bounded(source, sum(len(section) for section in sections))
    found = [one for section in sections for one in _cards(section)]
    cards = tuple(one for one in found if isinstance(one, Entry))
    problems = tuple(one for one in found if isinstance(one, Problem))
    game = {number_of_game(game): game for game in TITLES}.get((root.get("game") or "").casefold(), "")
    return DeckList(
        game=game,
        format=NAME,
        source=source,
        entries=cards,
        report=Report(lines=len(found), cards=len(cards), problems=len(problems)),
        problems=problems,
        extra=_extra(root, game),
    )


def _cards(section: Element) -> Iterator[Entry | Problem]:
    title = visible(section.get("name") or MAIN)
    for place, card in enumerate(section.iter("card"), 1):
        written, number = visible(card.text or ""), visible(card.get("id") or "")
        if not written and not number:
            yield Problem("bad_line", "error", f'card {place} of section "{title}" has no name and no id.')
            continue
        bracket = _BRACKET.fullmatch(written)
        code = {"code": bracket[2]} if bracket and _CODE.fullmatch(bracket[2]) else {}
        entry = Entry(
            bracket[1] if bracket else written or number,
            pile=words.pile_of(title),
            hint=bracket[2] if bracket else "",
            ids={**({NAME: number} if number else {}), **code},
            fuller=(written,) if bracket else (),
        )
        yield counted(entry, count_of(card.get("qty")))


def _extra(root: Element, game: str) -> dict[str, object]:
    """The notes, and whatever attributes the deck has beside our own."""
    kept = {key: value for key, value in root.attrib.items() if not (key == "game" and game)}
    kept = {key: value for key, value in kept.items() if (key, value) != ("sleeveid", "0")}
    notes = root.findtext("notes") or ""
    return {**({"comments": notes} if notes.strip() else {}), **({NAME: kept} if kept else {})}


def number_of_game(game: str) -> str:
    """The number of a game of ours in OCTGN's files: always the same UUID."""
    return _uuid(game)


def _uuid(*parts: str) -> str:
    from uuid import NAMESPACE_URL, uuid5

    return str(uuid5(NAMESPACE_URL, "/".join(["deckcli:", *parts])))


def write(deck: Deck) -> str:
    """A deck for OCTGN, with the notes and the attributes that another program had put into its file."""
    kept = deck.extra.get(NAME)
    others = {str(key): str(value) for key, value in kept.items()} if isinstance(kept, Mapping) else {}
    head = attributes({"game": number_of_game(deck.game), "sleeveid": "0", **others})
    found = piles(deck, derived=True)
    body = "".join(_section(deck, pile, found.get(pile, ())) for pile in dict.fromkeys([MAIN, *found]))
    notes = deck.extra.get("comments")
    tail = f" <notes>{escaped(notes)}</notes>\n" if isinstance(notes, str) else " <notes></notes>\n"
    text = f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<deck{head}>\n{body}{tail}</deck>\n'
    return looked_over(text, read, "OCTGN deck", copies_in(slot for slots in found.values() for slot in slots))


def _section(deck: Deck, pile: str, slots: tuple[Slot, ...]) -> str:
    name = _LEADERS.get(deck.game, "Leader") if pile == LEADER else _SECTIONS.get(pile, pile)
    cards = "".join(_card(slot) for slot in slots)
    return f' <section name="{escaped(name)}" shared="False">\n{cards} </section>\n'


def _card(slot: Slot) -> str:
    card, one = slot.card, printed(slot)
    number = one.ids.get(NAME) or _uuid(card.game, card.slug, one.code)
    return f'  <card qty="{slot.count}" id="{number}">{escaped(named(card, slot.printing))}</card>\n'


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    return lost(deck, "piles", "printings", "comments", NAME)
