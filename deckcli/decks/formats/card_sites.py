"""Cipher decks of two programs that write JSON with one record a copy: Decksteria, and the Multi-TCG Deck Builder.

Decksteria: `Decks` is an object of piles, `CardId` its own number of the card, `ArtId` the place of the printing.
Multi-TCG (`.mtdk`): `Decks` is a list of piles, `CardID` unit name and title joined by a dot without blanks, `ArtID`
the printed code. Both keep the main character in a pile of its own, counted in, and leave a deck without a name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from catalog.card import Card
from catalog.errors import UnreadableError
from catalog.names import fold, visible
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import copies_in, looked_over, lost, printed
from deckcli.decks.formats.json_text import Json, bounded, loads, records_of, words_of
from deckcli.decks.problem import Problem
from deckcli.errors import UsageError
from deckcli.titles import game_of

DECKSTERIA = "decksteria"
MTDK = "mtdk"
GAME = "FECipher"

_UNNAMED = "unlimited"
"""The rules that a deck is held to without a word; both programs always write one."""
_TRAILING = re.compile(r'"(?:\\.|[^"\\])*+(?:"|\\?\Z)|,(?=\s*+[\]}])', re.S)
"""A string, whole, or a comma that nothing follows."""
_WORDS = re.compile(r"(?<=[a-z'’.])(?=[A-Z])|(?<=[a-z])(?=\()")


def read_decksteria(text: str, source: str) -> DeckList:
    """What a deck of Decksteria says; commas that nothing follows are allowed, as there.

    Raises UnreadableError for broken JSON and for JSON that has no such piles.
    """
    deck = _deck(_untrailed(text), source, DECKSTERIA)
    piles = deck.get("Decks")
    found = list(piles.items()) if isinstance(piles, dict) else []
    return _listed(deck, source, DECKSTERIA, [(_pile(name), records_of(cards)) for name, cards in found])


def read_mtdk(text: str, source: str) -> DeckList:
    """What a deck of the Multi-TCG Deck Builder says. Raises UnreadableError as `read_decksteria` does."""
    deck = _deck(text, source, MTDK)
    piles = [pile for pile in records_of(deck.get("Decks")) if isinstance(pile, dict)]
    found = [(_pile(words_of(pile, "DeckName") or MAIN), records_of(pile.get("Cards"))) for pile in piles]
    return _listed(deck, source, MTDK, found)


def _untrailed(text: str) -> str:
    return _TRAILING.sub(lambda found: "" if found[0] == "," else found[0], text)


def _deck(text: str, source: str, form: str) -> Mapping[str, Json]:
    value = loads(text, source)
    if not isinstance(value, dict) or not isinstance(value.get("Decks"), dict if form == DECKSTERIA else list):
        raise UnreadableError(source, f'this JSON is no deck of {form}: it has no "Decks" of that shape.')
    return value


def _pile(name: str) -> str:
    return LEADER if fold(name) in ("mainchardeck", "maincharacter") else words.pile_of(name)


def _listed(deck: Mapping[str, Json], source: str, form: str, piles: list[tuple[str, list[Json]]]) -> DeckList:
    """The list of the piles' records; equal records of a pile are one entry, in the place of the first."""
    bounded(source, *(len(records) for _, records in piles))
    kept: dict[tuple[str, str], Entry] = {}
    problems: list[Problem] = []
    for pile, record in ((pile, record) for pile, records in piles for record in records):
        entry = _entry(record, pile, form)
        if entry is None:
            message = f"a card without a number: {json.dumps(record, ensure_ascii=False)[:80]}"
            problems.append(Problem("bad_line", "error", message))
            continue
        key = (pile, json.dumps([entry.name, *entry.ids.values(), *entry.marks]))
        kept[key] = replace(kept[key], count=kept[key].count + 1) if key in kept else entry
    lines, bad = sum(len(records) for _, records in piles), len(problems)
    rules = fold(words_of(deck, "Format")).replace(" ", "-")
    read = ("Game", "Format", "Decks", "IsValid")
    return DeckList(
        game=game_of(words_of(deck, "Game")),
        rules="" if rules == _UNNAMED else rules,
        format=form,
        source=source,
        entries=tuple(kept.values()),
        report=Report(lines=lines, cards=lines - bad, problems=bad),
        problems=tuple(problems),
        extra={key: value for key, value in deck.items() if key not in read},
    )


def _entry(record: Json, pile: str, form: str) -> Entry | None:
    """The entry of one record; None when it does not say which card it is."""
    one: Mapping[str, Json] = record if isinstance(record, dict) else {}
    card, art = (_word(one.get(key)) for key in (("CardId", "ArtId") if form == DECKSTERIA else ("CardID", "ArtID")))
    if form == DECKSTERIA:
        marks = (f"print {art}",) if art else ()
        return Entry(f"Decksteria {card}", pile=pile, ids={DECKSTERIA: card}, marks=marks) if card else None
    if not (card or art):
        return None
    return Entry(_spaced(card) or art, pile=pile, ids={"code": art} if art else {}, fuller=(card,) if card else ())


def _word(value: Json) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return visible(value) if isinstance(value, str) else ""


def _spaced(card: str) -> str:
    """ "Marth, Altean Prince" for "Marth.AlteanPrince", as near as capitals tell."""
    unit, dot, title = card.partition(".")
    return visible(", ".join(_WORDS.sub(" ", part) for part in ([unit, title] if dot else [unit]) if part))


def write_decksteria(deck: Deck) -> str:
    """A deck for Decksteria. Raises UsageError for a card that it has no number for."""
    if names := _numberless(deck):
        raise UsageError(f"Decksteria has no number for {', '.join(names[:4])}; this deck cannot be written for it.")
    piles = {"mainchardeck": deck.pile(LEADER), "main": deck.pile(MAIN)}
    whole = {name: [_decksteria(slot) for slot in slots for _ in range(slot.count)] for name, slots in piles.items()}
    fits = copies_in(piles["mainchardeck"]) == 1 and copies_in(piles["main"]) >= 49
    rules = (deck.rules or _UNNAMED).capitalize()
    record = {**deck.extra, "Game": GAME, "Format": rules, "IsValid": fits, "Decks": whole}
    return _written(record, deck, DECKSTERIA)


def write_mtdk(deck: Deck) -> str:
    """A deck for the Multi-TCG Deck Builder."""
    piles = {"maincharacter": deck.pile(LEADER), "main": deck.pile(MAIN)}
    whole = [
        {"DeckName": name, "Cards": [_mtdk(slot) for slot in slots for _ in range(slot.count)]}
        for name, slots in piles.items()
    ]
    return _written({**deck.extra, "Game": GAME, "Format": deck.rules or _UNNAMED, "Decks": whole}, deck, MTDK)


def _written(record: Mapping[str, object], deck: Deck, form: str) -> str:
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    read = read_decksteria if form == DECKSTERIA else read_mtdk
    return looked_over(text, read, f"{form} deck", copies_in((*deck.pile(LEADER), *deck.pile(MAIN))))


def _decksteria(slot: Slot) -> dict[str, object]:
    return {"CardId": int(_number(slot.card)), "ArtId": slot.card.printings.index(printed(slot))}


def _mtdk(slot: Slot) -> dict[str, object]:
    card = slot.card
    parts = [*card.words("unit_name")[:1], *card.words("title")[:1]]
    joined = ".".join(parts) if len(parts) == 2 else card.name
    return {"CardID": "".join(joined.split()), "ArtID": printed(slot).code}


def _number(card: Card) -> str:
    return next((word for word in card.words("decksteria") if word.isdigit()), "")


def _numberless(deck: Deck) -> list[str]:
    return [slot.card.name for slot in (*deck.pile(LEADER), *deck.pile(MAIN)) if not _number(slot.card)]


def loses_decksteria(deck: Deck) -> list[str]:
    """What Decksteria's format cannot hold, in words. It tells printings, but reading takes the card alone."""
    names = _numberless(deck)
    return [*(f"{name}, which Decksteria does not have" for name in names[:4]), *_lost(deck)]


def loses_mtdk(deck: Deck) -> list[str]:
    """What the Multi-TCG Deck Builder's format cannot hold of a deck, in words."""
    return _lost(deck, "printings")


def _lost(deck: Deck, *held: str) -> list[str]:
    told = lost(deck, "rules", *deck.extra, *held)
    return told + ([f'the word "{_UNNAMED}" (a deck without one is held to it)'] if deck.rules == _UNNAMED else [])
