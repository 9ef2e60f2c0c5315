"""Saved playthroughs with their decks: to a file's text and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from catalog.errors import UnreadableError
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Entry, Slot
from deckcli.decks.resolve import Lookup, resolve
from deckcli.engine import record
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import GAMES
from deckcli.games.game import Playable


def save(playthrough: Playthrough, decks: Sequence[Deck], extra: Mapping[str, Any]) -> str:
    """The text of a saved playthrough. `extra` is what the caller wants back (who plays which seat)."""
    lists = tuple({**deck_json(deck), "extra": dict(extra) if n == 0 else {}} for n, deck in enumerate(decks))
    return record.saved(playthrough, digest(decks), lists)


def load(text: str, source: str, catalog: Lookup) -> tuple[Playthrough, list[Deck], Mapping[str, Any]]:
    """The playthrough at the question where it was saved, its decks, and the caller's own words.

    Raises UnreadableError for anything that is no playthrough of ours, or no longer fits; it says where.
    """
    try:
        saved = record.record_of(text)
        playable = _playable(saved["game"])
        decks = [deck_from(saved["game"], entry, catalog) for entry in saved["decks"]]
        setting = _setting(playable, decks, saved)
        again = record.resumed(saved, playable.rules, setting, digest(decks), watched=True)
    except record.BadRecordError as error:
        raise UnreadableError(source, str(error)) from None
    extra = saved["decks"][0].get("extra") if saved["decks"] else {}
    return again, decks, extra if isinstance(extra, dict) else {}


def _setting(playable: Playable, decks: Sequence[Deck], saved: Mapping[str, Any]) -> Setting:
    """What the playthrough began with. Raises BadRecordError when no game begins so."""
    for name, value in saved["options"].items():
        if not option_fits(playable.options, name, value):
            raise record.BadRecordError(f"{name[:40]} is no option of this game, or has a value that it does not take")
    try:
        setting = Setting(tuple(playable.deck_of(deck) for deck in decks), saved["options"], saved["seed"])
        playable.rules.set_up(setting.decks, setting.options, setting.seed)
    except ValueError as error:
        raise record.BadRecordError(f"no game begins with what was saved: {error}") from None
    return setting


def option_fits(known: Mapping[str, Sequence[str]], name: str, value: Any) -> bool:
    """Whether a game has an option of that name that takes such a value."""
    return name in known and _word(value) in known[name]


def _word(value: Any) -> str:
    """An option's value as --option would say it."""
    return ("no", "yes")[value] if isinstance(value, bool) else value if isinstance(value, str) else repr(value)[:20]


def digest(decks: Sequence[Deck]) -> str:
    """A number for the cards that some decks use, as they are printed and as they act."""
    cards = sorted({(slot.card.slug, repr(slot.card.faces)) for deck in decks for slot in deck.slots})
    return blake2b(repr(cards).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _playable(game: str) -> Playable:
    played = GAMES[game].played if game in GAMES else None
    if played is None:
        raise record.BadRecordError(f"deckcli does not play the game {game!r}")
    return played()


def deck_json(deck: Deck) -> dict[str, Any]:
    """A deck as JSON values, its cards by slug; `deck_from` makes it again."""
    return {
        "name": deck.name,
        "rules": deck.rules,
        "leader_apart": deck.leader_apart,
        "slots": [[slot.pile, slot.card.slug, slot.count, slot.printing] for slot in deck.slots],
        "dice": {dice.type: dice.count for dice in deck.dice},
        "first_five": [card.slug for card in deck.first_five],
    }


def deck_from(game: str, saved: Any, catalog: Lookup, *, lenient: bool = False) -> Deck:
    """A deck as it was saved. Raises BadRecordError for what is no deck, and for one that is not whole any more, unless
    `lenient`, which leaves out the cards that nobody knows now."""
    try:
        entries = tuple(_entry(pile, slug, count, printing) for pile, slug, count, printing in saved["slots"])
        dice = tuple(Entry(name=str(name), count=_count(count)) for name, count in saved["dice"].items())
        five = tuple(Entry(name=str(slug), ids={"slug": str(slug)}) for slug in saved["first_five"])
        name, rules = str(saved["name"]), str(saved.get("rules", ""))
        apart = saved.get("leader_apart") is True
    except (TypeError, ValueError, KeyError, AttributeError):
        raise record.BadRecordError("a deck has the wrong form") from None
    wanted = DeckList(
        name=name, game=game, rules=rules, format="library", entries=entries, dice=dice, first_five=five,
        leader_apart=apart,
    )  # fmt: skip
    deck, problems = resolve(wanted, catalog, game=game)
    lost = [problem.message for problem in problems if problem.severity == "error"]
    if lost and not lenient:
        raise record.BadRecordError(f"a deck is not whole any more: {lost[0]}")
    return _laid_out(deck, saved["slots"])


def _laid_out(deck: Deck, slots: Sequence[Any]) -> Deck:
    """The deck with its cards in the places in which they were saved: chance deals by place, and a version of a deck
    may hold one card in two of them (`decks.variants.aligned`)."""
    known = {(slot.pile, slug): slot for slot in deck.slots for slug in (slot.card.slug, *slot.card.formerly)}
    laid = [(known.get((str(pile), str(slug))), int(count)) for pile, slug, count, _ in slots]
    placed = tuple(replace(slot, count=count) for slot, count in laid if slot is not None)
    return replace(deck, slots=placed) if _copies(placed) == _copies(deck.slots) else deck


def _copies(slots: Sequence[Slot]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for slot in slots:
        found[slot.pile, slot.card.slug] += slot.count
    return found


def _entry(pile: Any, slug: Any, count: Any, printing: Any) -> Entry:
    if pile not in (MAIN, LEADER, CONJURATIONS, SIDE):
        raise ValueError("pile")
    ids = {"slug": str(slug), **({"code": str(printing)} if printing else {})}
    return Entry(name=str(slug), count=_count(count), pile=pile, ids=ids)


def _count(count: Any) -> int:
    """How many of a card or die a saved deck has: no more than a table can bear. Raises ValueError."""
    if not (type(count) is int and 0 < count < 1000):
        raise ValueError("count")
    return count
