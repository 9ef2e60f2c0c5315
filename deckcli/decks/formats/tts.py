"""Saved objects of Tabletop Simulator (JSON): one deck object a pile, or a card object where a pile is one card.

A card's `CardID` is the key of its sheet times 100 plus its place on it; a sheet has 10 by 7 places. `DeckIDs` and
`ContainedObjects` name the same copies in the same order. Two-sided cards lie on sheets with backs of their own
(`UniqueBack`). The program passes over `GMNotes`, where we write which card it is, so that the deck comes back whole.
Pictures are addresses on the network or nothing: never a path of this computer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from catalog.card import Card
from catalog.errors import UnreadableError
from catalog.names import visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import copies_in, looked_over, lost, piles, printed
from deckcli.decks.formats.json_text import Json, bounded, loads, records_of, words_of
from deckcli.decks.problem import Problem
from deckcli.errors import UsageError
from deckcli.titles import TITLES

NAME = "tts"
WIDE, HIGH = 10, 7
PLACES = WIDE * HIGH

_PILES = {MAIN: "Deck", SIDE: "Sideboard", CONJURATIONS: "Conjuration Pile"}
_LEADERS = {"ashes": "Phoenixborn", "cipher": "Main Character"}
_DECKS = frozenset({"Deck", "DeckCustom"})
_CARDS = frozenset({"Card", "CardCustom"})
_OURS = re.compile(r"deckcli:(?P<game>[a-z0-9]+):(?P<slug>[^\s:]+):(?P<code>[^\s:]*)")
_OUR_PILE = "deckcli:pile:"
_DEEPEST = 8
_ADDRESS = re.compile(r"https?://[^\s/]+\S*")


class Picture(NamedTuple):
    """The addresses of a card's two pictures; `back` is the game's common back, or the card's own other face."""

    face: str
    back: str


_NONE = Picture("", "")
Pictures: TypeAlias = Callable[[Card], "Picture | None"]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where the cards of a sheet have their pictures, and whether each has a back of its own."""

    wide: int
    high: int
    unique: bool
    picture: Picture = _NONE

    def record(self) -> dict[str, object]:
        """The sheet as the program writes it."""
        return {
            "FaceURL": self.picture.face,
            "BackURL": self.picture.back,
            "NumWidth": self.wide,
            "NumHeight": self.high,
            "BackIsHidden": True,
            "UniqueBack": self.unique,
        }


@dataclass(slots=True)
class _Box:
    """The sheets of one saved object, and the `CardID` of each card on them."""

    sheets: dict[int, _Sheet] = field(default_factory=dict)
    places: dict[tuple[str, str], int] = field(default_factory=dict)

    def lay(self, slots: Iterable[Slot], pictures: Pictures | None) -> None:
        """Give every card its place: by sheets of 70, two-sided cards apart; one a sheet where pictures are given."""
        cards = {_key(slot): slot.card for slot in slots}
        for unique in (False, True):
            several = [key for key, card in cards.items() if (len(card.faces) > 1) is unique]
            size = 1 if pictures else PLACES
            for begin in range(0, len(several), size):
                sheet = len(self.sheets) + 1
                some = several[begin : begin + size]
                own = _Sheet(1, 1, unique, _picture(cards[some[0]], pictures)) if pictures else None
                self.sheets[sheet] = own or _Sheet(WIDE, HIGH, unique)
                self.places.update({key: sheet * 100 + place for place, key in enumerate(some)})

    def records(self, numbers: Iterable[int]) -> dict[str, object]:
        """The sheets that some cards lie on."""
        return {str(key): self.sheets[key].record() for key in dict.fromkeys(number // 100 for number in numbers)}


def _key(slot: Slot) -> tuple[str, str]:
    return slot.card.slug, printed(slot).code


def _picture(card: Card, pictures: Pictures) -> Picture:
    """The pictures of a card. Raises UsageError, with its name, for none and for what is no address of the network."""
    found = pictures(card)
    if found is None:
        raise UsageError(f"{card.name} has no picture; give one, or write the deck without pictures.")
    for address in found:
        if not _ADDRESS.fullmatch(address):
            raise UsageError(f'the picture of {card.name} is no address of the network (https://...): "{address}".')
    return found


def write(deck: Deck, pictures: Pictures | None = None) -> str:
    """A deck as a saved object; without `pictures` the addresses stay empty, to be filled in.

    Raises UsageError with the card's name where pictures are given and one lacks its own, or is a local path
    (fafranco82/swdestinydb#272).
    """
    found = piles(deck, derived=True)
    box = _Box()
    box.lay((slot for slots in found.values() for slot in slots), pictures)
    objects = [_pile(deck, pile, slots, box, 4 * at) for at, (pile, slots) in enumerate(found.items())]
    record = {"SaveName": visible(deck.name), "ObjectStates": objects}
    copies = copies_in(slot for slots in found.values() for slot in slots)
    return looked_over(json.dumps(record, ensure_ascii=False, indent=1) + "\n", read, "saved object", copies)


def _pile(deck: Deck, pile: str, slots: tuple[Slot, ...], box: _Box, at: int) -> dict[str, object]:
    """The object of one pile: a deck, or the card itself where it is only one."""
    cards = [_card(slot, box) for slot in slots for _ in range(slot.count)]
    numbers = [box.places[_key(slot)] for slot in slots for _ in range(slot.count)]
    if len(cards) == 1:
        return {**cards[0], **_placed(at), "GMNotes": f"{cards[0]['GMNotes']} {_OUR_PILE}{pile}"}
    title = _LEADERS.get(deck.game, "Leader") if pile == LEADER else _PILES.get(pile, pile)
    return {
        "Name": "DeckCustom",
        **_placed(at),
        "Nickname": visible(title),
        "GMNotes": f"{_OUR_PILE}{pile}",
        "DeckIDs": numbers,
        "CustomDeck": box.records(numbers),
        "ContainedObjects": cards,
    }


def _placed(at: int) -> dict[str, object]:
    """Where an object lies: piles side by side, face down."""
    return {"Transform": {"posX": at, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, **_SCALE}}


_SCALE = {"scaleX": 1, "scaleY": 1, "scaleZ": 1}


def _card(slot: Slot, box: _Box) -> dict[str, object]:
    number, card = box.places[_key(slot)], slot.card
    backs = [f"Back: {face.name}" for face in card.faces[1:]]
    return {
        "Name": "CardCustom",
        **_placed(0),
        "Nickname": card.name,
        "Description": "\n".join([printed(slot).code or card.type, *backs]),
        "GMNotes": f"deckcli:{card.game}:{card.slug}:{printed(slot).code}",
        "CardID": number,
        "CustomDeck": box.records([number]),
    }


def loses(deck: Deck) -> list[str]:
    """What a saved object cannot hold of a deck, in words."""
    return lost(deck, "name", "piles", "printings")


def read(text: str, source: str) -> DeckList:
    """What a saved object says: the nicknames of its cards, copies of a pile counted together, bags opened.

    One object is the deck; of several, each is a pile by its nickname. Raises UnreadableError for broken JSON, and for
    JSON with no cards in objects.
    """
    value = loads(text, source)
    states = records_of(value.get("ObjectStates")) if isinstance(value, dict) else []
    found = [one for state in states for one in _objects(state, 0)]
    if not isinstance(value, dict) or not found:
        raise UnreadableError(source, "this saved object of Tabletop Simulator holds no cards.")
    bounded(source, *(len(records_of(one.get("ContainedObjects"))) or 1 for one in found))
    title = "" if len(found) > 1 or _our_pile(found[0]) else words_of(found[0], "Nickname")
    told = [one for state in found for one in _cards(state, alone=len(found) == 1)]
    cards = [one for one in told if isinstance(one, Entry)]
    problems = tuple(one for one in told if isinstance(one, Problem))
    bad = sum(problem.severity == "error" for problem in problems)
    games = {ours["game"] for one in found for ours in _OURS.finditer(_notes(one)) if ours["game"] in TITLES}
    kept: dict[tuple[str, ...], Entry] = {}
    for card in cards:
        key = (card.pile, card.name, card.hint, *card.ids.values())
        kept[key] = replace(kept[key], count=kept[key].count + 1) if key in kept else card
    return DeckList(
        name=words_of(value, "SaveName") or title,
        game=next(iter(games)) if len(games) == 1 else "",
        format=NAME,
        source=source,
        entries=tuple(kept.values()),
        report=Report(lines=len(cards) + bad, cards=len(cards), problems=bad),
        problems=problems,
    )


def _objects(state: Json, depth: int) -> Iterator[Mapping[str, Json]]:
    """The decks and single cards of an object, those in bags included.

    An object that is something else now (a note, a token) and a deck in another of its states is that deck.
    """
    if not isinstance(state, dict) or depth > _DEEPEST:
        return
    if state.get("Name") in _DECKS | _CARDS:
        yield state
        return
    found = [one for inner in records_of(state.get("ContainedObjects")) for one in _objects(inner, depth + 1)]
    others = iter(() if found else _states(state))
    while not found and (other := next(others, None)) is not None:
        found = list(_objects(dict(other), depth + 1))
    yield from found


def _states(state: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """The other states of an object, in the order of their numbers: a card's other face, a deck's other version."""
    states = state.get("States")
    if not isinstance(states, dict):
        return []
    order = sorted(states, key=lambda number: (len(number), number))
    return [other for number in order if isinstance(other := states[number], dict)]


def _notes(state: Mapping[str, Json]) -> str:
    """The notes of an object and of the cards in it."""
    inner = [one for one in records_of(state.get("ContainedObjects")) if isinstance(one, dict)]
    return " ".join(words_of(one, "GMNotes") for one in (state, *inner))


def _our_pile(state: Mapping[str, Json]) -> str:
    """The pile that an object of our own says it is; "" for other people's."""
    return words_of(state, "GMNotes").partition(_OUR_PILE)[2]


def _cards(state: Mapping[str, Json], alone: bool) -> Iterator[Entry | Problem]:
    """Every copy of an object, in its order."""
    nickname = words_of(state, "Nickname")
    single = state.get("Name") in _CARDS
    others = [other for other in _states(state) if not single and other.get("Name") in _DECKS]
    if others:
        copies = sum(len(records_of(other.get("ContainedObjects"))) for other in others)
        message = (
            f'"{nickname}" has {len(others) + 1} states; the one that lies open was read, not {copies} other copies.'
        )
        yield Problem("bad_line", "warning", message)
    pile = _our_pile(state) or (MAIN if alone or single or not nickname else words.pile_of(nickname))
    cards = [state] if single else records_of(state.get("ContainedObjects"))
    if not single and len(records_of(state.get("DeckIDs"))) != len(cards):
        message = f'"{nickname}" has {len(records_of(state.get("DeckIDs")))} numbers for {len(cards)} cards.'
        yield Problem("bad_line", "warning", message)
    for place, record in enumerate(cards, 1):
        card: Mapping[str, Json] = record if isinstance(record, dict) else {}
        told = [words_of(one, "GMNotes") for one in (card, *_states(card))]
        ours = next((found for text in told if (found := _OURS.match(text))), None)
        faces = [face for one in (card, *_states(card)) if (face := words_of(one, "Nickname"))]
        name = next(iter(faces), "") or (ours["slug"] if ours else "")
        if not name:
            yield Problem("bad_line", "error", f'card {place} of "{nickname or pile}" has no name.')
            continue
        ids = {"slug": ours["slug"], "code": ours["code"]} if ours else {}
        hint = "" if ours else words_of(card, "Description")[:60]
        whole = (" // ".join(dict.fromkeys(faces)),) if len(set(faces)) > 1 else ()
        yield Entry(name, 1, pile, hint=hint, ids={k: v for k, v in ids.items() if v}, fuller=whole)
