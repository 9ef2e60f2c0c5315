"""Positions of FantasyForm from the words of a scenario file, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.games.fantasyform import deeds, rules
from deckcli.games.fantasyform import view as views
from deckcli.games.fantasyform.faces import ESSENCES, FORM, KINDS, Upgrade, Wallet
from deckcli.games.fantasyform.table import NONE, FantasyTable
from deckcli.games.fantasyform.written import essence_skills

Find: TypeAlias = Callable[[str], "Upgrade | None"]
"""The typed card that a name means; None when none does."""

CARDS = 16
TIMER = 4
"""The number at which the Rival Card begins where none is at hand."""
_PRICE = 3
_WORN = tuple(kind.lower() for kind in KINDS)
_ROWS = ("upgrades", "encounters", "ethereal")
_SEAT = (*_WORN, "health", "shards", "pack")
_FRAME = (
    "phase", "turn", "difficulty", "upgrades", "encounters", "ethereal", "discard", "rival", "rival_health", "timer",
)  # fmt: skip


def no_cards(name: str) -> Upgrade | None:
    """A look-up that knows no card."""
    return None


NOBODY = Upgrade(
    name="Nobody", kind=1, cost=3, starting=False, elemental=False, tags=frozenset(), essence=0, pack_size=0,
    player_health=0, rival_health=0, outlands="Nothing", forge="Nothing", prices=(_PRICE, _PRICE, _PRICE, _PRICE),
)  # fmt: skip
"""The card that does not matter: no tags, no abilities, a Shadow Essence, every price 3."""
PLAIN = (
    replace(NOBODY, name="Nobody's Form", kind=0, pack_size=2, player_health=5, cost=0),
    replace(NOBODY, name="Nobody's Companion", kind=1),
    replace(NOBODY, name="Nobody's Artifact", kind=2),
)
"""What is worn where a setup does not say."""


# ---------------------------------------------------------------- from words


def position(setup: Setup, seed: int, find: Find, box: Wallet | None = None) -> FantasyTable:
    """The table of a setup: a later turn, before its Outlands Phase. Raises BadSetupError.

    `[seats.a]`: `form`, `companion`, `artifact` (a card each; else one that does nothing, a form with a pack of 2 and 5
    health), `health` (else full), `shards` (else 0), `pack`. `[table]`: `upgrades`, `encounters`, `ethereal` from left
    to right, `discard`, `rival` (a form), `rival_health` (else full), `timer` (4), `turn`, `difficulty`, and `phase`:
    outlands, forge, market, end (Exploration / Rival Phase) or attack (after the power, without rows). "Nobody"
    is a card that does not matter; a number stands for so many of them. Upgrades and encounters that are not told, up
    to three, are Nobodies, and so is the Ethereal Row, up to six with the pack, when it is not told. There are 16 cards
    in all: those that are not told lie in the discard pile. `box` tells what essences and the rival do, without cards.
    """
    if len(setup.seats) > 1 and any(setup.seats[1:]):
        raise BadSetupError("seats.b", "FantasyForm has one seat")
    return _Setting(find, box or Wallet((), essence_skills(), TIMER, ((), ()))).table(setup, seed)


class _Setting:
    """A table being laid out: every card that is named becomes a copy."""

    def __init__(self, find: Find, box: Wallet) -> None:
        self.find = find
        self.box = box
        self.cards: list[Upgrade] = []

    def table(self, setup: Setup, seed: int) -> FantasyTable:
        seat, frame = setup.seats[0], setup.table
        _known(seat, _SEAT, "seats.a")
        _known(frame, _FRAME, "table")
        worn = [self.worn(seat, kind) for kind in range(len(KINDS))]
        pack = self.row(seat.get("pack", []), "seats.a.pack")
        rows = self.rows(frame, len(pack))
        discard = self.row(frame.get("discard", []), "table.discard")
        rival = self.rival(frame)
        if len(self.cards) > CARDS:
            raise BadSetupError("table", f"there are {len(self.cards)} cards here, and the wallet has {CARDS}")
        discard += [self.copy(NOBODY) for _ in range(CARDS - len(self.cards))]
        t = FantasyTable(replace(self.box, cards=tuple(self.cards)))
        t.chance = Chance(seed)
        t.worn, t.pack, t.discard, t.rival = worn, pack, discard, rival
        t.upgrades, t.encounters, t.ethereal = rows
        deeds.worn_anew(t)
        self.numbers(t, seat, frame)
        return t

    def numbers(self, t: FantasyTable, seat: Mapping[str, Any], frame: Mapping[str, Any]) -> None:
        full = t.cards[t.worn[FORM]].player_health
        t.health = _number(seat.get("health", full), "seats.a.health", 1, full)
        t.shards = _number(seat.get("shards", 0), "seats.a.shards", 0, deeds.MOST_SHARDS)
        if len(t.pack) > t.kit.pack_size:
            raise BadSetupError("seats.a.pack", f"this form's pack holds {t.kit.pack_size}")
        full = t.cards[t.rival].rival_health if t.rival != NONE else 0
        t.rival_health = _number(frame.get("rival_health", full), "table.rival_health", min(1, full), full)
        t.timer = _number(frame.get("timer", self.box.timer), "table.timer", 1, 9)
        t.turn = _number(frame.get("turn", 3), "table.turn", 1, 1000)
        t.difficulty = _one_of(frame.get("difficulty", rules.STANDARD), rules.START, "table.difficulty")
        t.step = _one_of(frame.get("phase", "outlands"), rules.STEPS, "table.phase")
        t.phase = "rival" if t.step == "attack" else t.step
        if t.step == "outlands":
            t.turn -= 1

    def rows(self, frame: Mapping[str, Any], packed: int) -> tuple[list[int], list[int], list[int]]:
        """The three rows; none of them lies there any more when one attacks."""
        if frame.get("phase") == "attack":
            for name in _ROWS:
                if name in frame:
                    raise BadSetupError(f"table.{name}", "in the phase attack the rows are discarded")
            return [], [], []
        upgrades, encounters = (
            self.row(frame.get(name, []), f"table.{name}", least=rules.ROW, most=rules.ROW) for name in _ROWS[:2]
        )
        return upgrades, encounters, self.row(frame.get("ethereal", max(0, rules.ALL - packed)), "table.ethereal")

    def worn(self, seat: Mapping[str, Any], kind: int) -> int:
        name = _WORN[kind]
        if name not in seat:
            return self.copy(PLAIN[kind])
        copy = self.card(seat[name], f"seats.a.{name}")
        if self.cards[copy].kind != kind:
            raise BadSetupError(f"seats.a.{name}", f"{self.cards[copy].name} is no {name}")
        return copy

    def rival(self, frame: Mapping[str, Any]) -> int:
        if "rival" not in frame:
            return NONE
        copy = self.card(frame["rival"], "table.rival")
        if not self.cards[copy].elemental:
            raise BadSetupError("table.rival", f"{self.cards[copy].name} is no elemental form")
        return copy

    def row(self, told: Any, key: str, least: int = 0, most: int = CARDS) -> list[int]:
        if isinstance(told, int) and not isinstance(told, bool):
            return [self.copy(NOBODY) for _ in range(max(least, _number(told, key, 0, most)))]
        if not isinstance(told, list) or len(told) > most:
            raise BadSetupError(key, f"a list of cards is wanted, of at most {most}")
        row = [self.card(entry, key) for entry in told]
        return row + [self.copy(NOBODY) for _ in range(least - len(row))]

    def card(self, entry: Any, key: str) -> int:
        if not isinstance(entry, str):
            raise BadSetupError(key, f"a card is wanted, and {str(entry)[:80]!r} is none")
        card = NOBODY if entry == NOBODY.name else self.find(entry)
        if card is None:
            raise BadSetupError(key, f'no Upgrade card of FantasyForm is called "{entry[:80]}"')
        if card is not NOBODY and card in self.cards:
            raise BadSetupError(key, f"{card.name} is there twice, and the wallet has one of each")
        return self.copy(card)

    def copy(self, card: Upgrade) -> int:
        self.cards.append(card)
        return len(self.cards) - 1


def _number(told: Any, key: str, least: int, most: int) -> int:
    if not isinstance(told, int) or isinstance(told, bool) or not least <= told <= most:
        raise BadSetupError(key, f"a number from {least} to {most} is wanted")
    return told


def _one_of(told: Any, known: Mapping[str, Any], key: str) -> str:
    if not isinstance(told, str) or told not in known:
        raise BadSetupError(key, f"one of {', '.join(known)} is wanted")
    return told


def _known(told: Mapping[str, Any], known: Sequence[str], key: str) -> None:
    for name in told:
        if name not in known:
            near = get_close_matches(str(name)[:100], known, 1)
            hint = f'; "{near[0]}" is near' if near else f"; there are {', '.join(known)}"
            raise BadSetupError(f"{key}.{name}", f"there is no such thing here{hint}")


# ---------------------------------------------------------------- into words


def reports(t: FantasyTable) -> Mapping[str, Any]:
    """The whole position for expectations.

    `a` has what is worn by kind, `health`, `shards`, `pack`, `pack_size` and `tags`; `table` has the rows from left to
    right, the discard pile by name, `rival` (its form, "" without one), `rival_health`, `timer`, `turn`, `phase`,
    `prices` by essence, `costs` of the Upgrade Row, `damage` (its price), `cards` (how many lie anywhere), `outcome`
    and `winner`.
    """
    return {"a": _seat_report(t), "table": _table_report(t)}


def _seat_report(t: FantasyTable) -> Mapping[str, Any]:
    return {
        **{name: t.cards[copy].name for name, copy in zip(_WORN, t.worn, strict=True)},
        "health": t.health,
        "shards": t.shards,
        "pack": _names(t, t.pack),
        "pack_size": t.kit.pack_size,
        "tags": sorted(t.kit.tags),
    }


def _table_report(t: FantasyTable) -> Mapping[str, Any]:
    outcome, seen = t.outcome, views.view(t, 0)
    return {
        "upgrades": _names(t, t.upgrades),
        "encounters": _names(t, t.encounters),
        "ethereal": _names(t, t.ethereal),
        "discard": sorted(_names(t, t.discard)),
        "rival": "" if t.rival == NONE else t.cards[t.rival].name,
        "rival_health": t.rival_health,
        "timer": t.timer,
        "turn": t.turn,
        "phase": t.phase,
        "prices": dict(zip((essence.lower() for essence in ESSENCES), seen["prices"], strict=False)),
        "costs": list(seen["costs"]),
        "damage": seen["damage"],
        "cards": len({copy for zone in views.zones(t).values() for copy in zone}),
        "outcome": outcome.reason if outcome else "",
        "winner": "a" if outcome and outcome.winners else "",
    }


def _names(t: FantasyTable, copies: Sequence[int]) -> list[str]:
    return [t.cards[copy].name for copy in copies]
