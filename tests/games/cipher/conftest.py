"""Real cards of Cipher as the rules play with them, decks of them, and a table laid out in a few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.cipher.faces import Unit
from deckcli.games.cipher.playable import CipherPlayable, CipherRules
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.table import CipherTable
from deckcli.games.cipher.written import unit_with_skills

Find = Callable[[str], "Unit | None"]


@pytest.fixture(scope="session")
def numbered(all_cards: Any) -> Mapping[str, Card]:
    """The real cards by number and by name, the first of several."""
    found: dict[str, Card] = {}
    for card in all_cards("cipher"):
        for name in (card.name, *(printing.number for printing in card.printings)):
            found.setdefault(name, card)
    return found


@pytest.fixture(scope="session")
def find(numbered: Mapping[str, Card]) -> Find:
    """The typed card of a name or number; None where there is none."""
    return lambda name: unit_with_skills(numbered[name]) if name in numbered else None


@pytest.fixture(scope="session")
def bundled(numbered: Mapping[str, Card]) -> Callable[[str], Deck]:
    """A starter deck by its file's name, "s01"."""
    return lambda slug: _deck(slug, (data_root() / "cipher" / "decks" / f"{slug}.txt").read_text("utf-8"), numbered)


def _deck(slug: str, text: str, numbered: Mapping[str, Card]) -> Deck:
    slots, pile = [], MAIN
    for line in text.splitlines():
        if found := re.match(r"(\d+)x? (.+?)(?: \(([A-Z]\d\d-\d{3})\))?$", line.strip()):
            slots.append(Slot(numbered[found[3] or found[2]], int(found[1]), pile))
        elif line.strip():
            pile = LEADER if line.strip().lower().startswith("main character") else MAIN
    return Deck("cipher", slug, tuple(slots))


@pytest.fixture(scope="session")
def dealt(bundled: Callable[[str], Deck]) -> Callable[[str], DealtDeck]:
    """A starter deck as the rules want it."""
    return lambda slug: CipherPlayable().deck_of(bundled(slug))


class Sitting:
    """A game being played by labels: what the tests say."""

    def __init__(self, playthrough: Playthrough, forced: list[tuple[int, str]]) -> None:
        self.playthrough = playthrough
        self.forced = forced

    @property
    def table(self) -> CipherTable:
        table = self.playthrough.table
        assert isinstance(table, CipherTable)
        return table

    def choose(self, *labels: str) -> None:
        """Choose by the whole label or the only one that begins so."""
        for label in labels:
            offered = self.playthrough.labels()
            fitting = [one for one in offered if one == label] or [one for one in offered if one.startswith(label)]
            assert len(fitting) == 1, f"{label!r} of {offered}"
            choice = self.playthrough.choice
            assert choice is not None
            self.playthrough.choose(choice.options[offered.index(fitting[0])])

    def offered(self) -> list[str]:
        return self.playthrough.labels()

    def asked(self) -> str:
        return self.playthrough.choice.prompt if self.playthrough.choice else ""


@pytest.fixture(scope="session")
def lay(find: Find) -> Callable[..., Sitting]:
    """A sitting from the zones of both seats: `lay({"front": [...]}, {"hand": [...]}, phase="bond")`."""

    def laid(a: Mapping[str, Any] | None = None, b: Mapping[str, Any] | None = None, **table: Any) -> Sitting:
        game = CipherRules(find)
        forced: list[tuple[int, str]] = []
        position = game.position(Setup((a or {}, b or {}), table), 1)
        return Sitting(Playthrough(game, Setting((), {}, 1), table=position, forced=forced, watched=True), forced)

    return laid


@pytest.fixture(scope="session")
def begin(dealt: Callable[[str], DealtDeck]) -> Callable[..., Sitting]:
    """A sitting from the very beginning: `begin("s01", "s02", seed=3, first=0)`."""

    def begun(*decks: str, seed: int = 1, **options: Any) -> Sitting:
        forced: list[tuple[int, str]] = []
        setting = Setting(tuple(dealt(slug) for slug in decks), options, seed)
        return Sitting(Playthrough(CipherRules(), setting, forced=forced, watched=True), forced)

    return begun
