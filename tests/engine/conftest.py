"""Skirmish, a small game for two seats that has one of everything the engine must carry: hidden hands, decks, a
shuffle, dice, questions of both seats inside a move, sets of cards, forced answers, several steps, an endless card."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from deckcli.engine.chance import Chance
from deckcli.engine.choice import Choice, Option, Rules, choose, choose_some, choose_yes
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.engine.playthrough import Setting
from deckcli.engine.table import EndlessError, Outcome, Position, Table
from deckcli.engine.view import View

SEATS = "ab"


@dataclass(frozen=True, slots=True)
class Face:
    """A card: a soldier has strength and lies in the row, any other does something once."""

    slug: str
    name: str
    strength: int = 0


FACES = {
    face.name: face
    for face in (
        Face("guard", "Guard", 1),
        Face("knight", "Knight", 3),
        Face("iron-guard", "Iron Guard", 2),
        Face("thief", "Thief"),  # the other seat discards one card that it chooses
        Face("oracle", "Oracle"),  # look at two, lay any of them at the bottom
        Face("cannon", "Cannon"),  # a die of damage
        Face("storm", "Storm"),  # up to two soldiers of the other seat are discarded
        Face("echo", "Echo"),  # endless: asks and asks
        Face("mirror", "Mirror"),  # endless: goes round without a question
        Face("abyss", "Abyss"),  # endless: within itself
        Face("loop", "Loop"),  # endless: the rules see it themselves
    )
}
DECK = ("Guard",) * 4 + ("Knight",) * 3 + ("Iron Guard",) * 2 + ("Thief", "Oracle", "Cannon", "Storm") * 2
PLACES = ("deck", "hand", "row", "discard", "looked")


class Soldier(Position):
    """A soldier in a row: which copy, and whether it has attacked this turn."""

    __slots__ = ("copy_id", "tired")

    def __init__(self, copy_id: int) -> None:
        self.copy_id = copy_id
        self.tired = False


class Side(Position):
    __slots__ = ("deck", "discard", "hand", "life", "looked", "row")

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.looked: list[int] = []
        self.row: list[Soldier] = []
        self.life = 12


class SkirmishTable(Table):
    __slots__ = ("active", "played", "sides", "turn")

    def __init__(self, cards: list[Face], owners: tuple[int, ...], seed: int) -> None:
        self.cards, self.owners, self.chance = cards, owners, Chance(seed)
        self.step, self.outcome, self.trouble = "deal", None, ""
        self.sides = [Side(), Side()]
        self.active, self.turn, self.played = 0, 1, 0


class Skirmish:
    """Draw; then play cards, attack, or end the turn. A seat without life, or that cannot draw, has lost."""

    slug = "skirmish"
    rules_version = "1"
    moves = frozenset({"deal", "turn"})
    table_kind = SkirmishTable

    # ------------------------------------------------------------ rules

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> SkirmishTable:
        cards = [FACES[name] for deck in decks for name in deck]
        owners = tuple(seat for seat, deck in enumerate(decks) for _ in deck)
        t = self.table_kind(cards, owners, seed)
        for seat, side in enumerate(t.sides):
            side.deck = [copy for copy, owner in enumerate(owners) if owner == seat]
            side.life = options.get("life", 12)
        return t

    def run_step(self, t: Any) -> Rules[None]:
        return {"deal": self.deal, "draw": self.draw, "turn": self.move, "block": self.block}[t.step](t)

    def deal(self, t: SkirmishTable) -> Rules[None]:
        for seat, side in enumerate(t.sides):
            side.deck = t.chance.shuffle(f"{seat}.shuffle", side.deck)
            side.hand, side.deck = side.deck[-3:], side.deck[:-3]
        for seat, side in enumerate(t.sides):
            back = yield from choose_some(seat, "put back", sorted(side.hand), 2)
            for copy in back:
                side.hand.remove(copy)
                side.deck.insert(0, copy)
                side.hand.append(side.deck.pop())
        t.step = "draw"

    def draw(self, t: SkirmishTable) -> Rules[None]:
        side = t.sides[t.active]
        t.played = 0
        for soldier in side.row:
            soldier.tired = False
        if not side.deck:
            t.outcome = Outcome((1 - t.active,), "empty deck")
            return
        side.hand.append(side.deck.pop())
        t.step = "turn"
        yield from ()

    def move(self, t: SkirmishTable) -> Rules[None]:
        side = t.sides[t.active]
        options: list[Option] = []
        if t.played < 2:
            options += [("play", copy) for copy in distinct(t, side.hand)]
        if any(not soldier.tired for soldier in side.row):
            options.append(("attack",))
        options.append(("end",))
        answer = yield from choose(t.active, "move", options)
        if answer[0] == "play":
            yield from self.play(t, int(answer[1]))
        elif answer[0] == "attack":
            t.step = "block"
        else:
            t.active, t.turn, t.step = 1 - t.active, t.turn + 1, "draw"

    def play(self, t: SkirmishTable, copy: int) -> Rules[None]:
        side = t.sides[t.active]
        side.hand.remove(copy)
        t.played += 1
        face = t.cards[copy]
        if face.strength:
            side.row.append(Soldier(copy))
            return
        side.discard.append(copy)
        t.trouble = face.name
        yield from getattr(self, face.slug)(t, t.sides[1 - t.active])
        t.trouble = ""

    def block(self, t: SkirmishTable) -> Rules[None]:
        """An attack, a step of its own: attackers, then one blocker, each stronger one survives."""
        mine, theirs = t.sides[t.active], t.sides[1 - t.active]
        t.step = "turn"
        ready = [soldier.copy_id for soldier in mine.row if not soldier.tired]
        attackers = yield from choose_some(t.active, "attackers", ready, len(ready), least=1)
        for soldier in mine.row:
            soldier.tired = soldier.tired or soldier.copy_id in attackers
        for attacker in attackers:
            options = [("block", copy) for copy in distinct(t, [soldier.copy_id for soldier in theirs.row])]
            answer = yield from choose(1 - t.active, "blocker", [*options, ("none",)], (attacker,))
            if answer == ("none",):
                theirs.life -= t.cards[attacker].strength
                self.check(t)
            else:
                self.fight(t, attacker, int(answer[1]))

    def fight(self, t: SkirmishTable, attacker: int, blocker: int) -> None:
        strong, weak = t.cards[attacker].strength, t.cards[blocker].strength
        if weak <= strong:
            fall(t.sides[1 - t.active], blocker)
        if strong <= weak:
            fall(t.sides[t.active], attacker)

    def check(self, t: SkirmishTable) -> None:
        dead = [seat for seat, side in enumerate(t.sides) if side.life <= 0]
        if dead and t.outcome is None:
            t.outcome = Outcome((1 - dead[0],), "no life")

    # ------------------------------------------------------------ cards

    def thief(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        if foe.hand:
            _, copy = yield from choose(1 - t.active, "lose", [("lose", copy) for copy in distinct(t, foe.hand)])
            foe.hand.remove(int(copy))
            foe.discard.append(int(copy))

    def oracle(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        side = t.sides[t.active]
        side.looked, side.deck = side.deck[-2:], side.deck[:-2]
        down = yield from choose_some(t.active, "to the bottom", sorted(side.looked), 2)
        side.deck = down + side.deck + [copy for copy in side.looked if copy not in down]
        side.looked = []

    def cannon(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        again = True
        for shot in range(2):
            foe.life -= t.chance.pick("die", 6) + 1
            self.check(t)
            if shot or t.outcome:
                break
            again = yield from choose_yes(t.active, "shoot again")
            if not again:
                break

    def storm(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        hit = yield from choose_some(t.active, "storm", [soldier.copy_id for soldier in foe.row], 2, least=2)
        for copy in hit:
            fall(foe, copy)

    def echo(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        while True:
            yield from choose_yes(t.active, "again")

    def mirror(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        while True:
            yield from choose(t.active, "again", [("again",)])

    def abyss(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        yield from self.abyss(t, foe)

    def loop(self, t: SkirmishTable, foe: Side) -> Rules[None]:
        yield from ()
        raise EndlessError("too many echoes")

    # ------------------------------------------------------------ words

    def label(self, t: Any, choice: Choice, option: Option) -> str:
        word = WORDS[option[0]]
        if len(option) == 1:
            return word
        name = t.cards[int(option[1])].name
        alike = [other for other in choice.options if other[0] == option[0] and t.cards[int(other[1])].name == name]
        number = alike.index(option) + 1
        return f"{word} {name}{f' ({number})' if number > 1 else ''}".strip()

    def question(self, t: Any, choice: Choice) -> str:
        return f"{choice.prompt}?"

    def view(self, t: Any, seat: int) -> View:
        def side(number: int) -> dict[str, Any]:
            it = t.sides[number]
            mine = number == seat
            return {
                "life": it.life,
                "deck": len(it.deck),
                "discard": names(t, it.discard),
                "row": [[t.cards[soldier.copy_id].name, soldier.tired] for soldier in it.row],
                "hand": names(t, it.hand) if mine else len(it.hand),
                "looked": names(t, it.looked) if mine else len(it.looked),
            }

        return View(seat, {"turn": t.turn, "active": t.active, "sides": [side(0), side(1)]})

    def unseen(self, t: Any, seat: int) -> list[list[int]]:
        mine, theirs = t.sides[seat], t.sides[1 - seat]
        return [mine.deck[:], theirs.deck + theirs.hand + theirs.looked]

    def rebuilt(self, t: Any) -> None:
        return

    def zones(self, t: Any) -> dict[str, list[int]]:
        found = {}
        for letter, side in zip(SEATS, t.sides, strict=True):
            found |= {f"{letter}.{place}": list(getattr(side, place)) for place in PLACES if place != "row"}
            found[f"{letter}.row"] = [soldier.copy_id for soldier in side.row]
        return found

    def position(self, setup: Setup, seed: int) -> SkirmishTable:
        t = self.table_kind([], (), seed)
        t.turn, t.step = 3, "turn"
        owners: list[int] = []
        for seat, told in enumerate(setup.seats):
            key = f"seats.{SEATS[seat]}"
            for place, value in told.items():
                if place == "life":
                    t.sides[seat].life = value
                elif place in PLACES:
                    self.lay(t, t.sides[seat], place, value, f"{key}.{place}")
                    owners += [seat] * len(value)
                else:
                    raise BadSetupError(f"{key}.{place}", "there is no such zone; there are life, " + ", ".join(PLACES))
        t.owners = tuple(owners)
        for key, value in setup.table.items():
            if key != "active" or value not in SEATS:
                raise BadSetupError(f"table.{key}", "the table has active, a seat")
            t.active = SEATS.index(value)
        return t

    def lay(self, t: SkirmishTable, side: Side, place: str, told: Sequence[str], key: str) -> None:
        for name in told if place != "deck" else reversed(told):
            if name not in FACES:
                raise BadSetupError(key, f'no card is called "{name}"')
            t.cards.append(FACES[name])
            copy = len(t.cards) - 1
            getattr(side, place).append(Soldier(copy) if place == "row" else copy)

    def reports(self, t: Any) -> dict[str, Any]:
        def side(it: Side) -> dict[str, Any]:
            row: dict[str, Any] = {}
            for soldier in it.row:
                name = t.cards[soldier.copy_id].name
                number = 1 + sum(key == name or key.startswith(f"{name} ") for key in row)
                row[name if number == 1 else f"{name} {number}"] = {"tired": soldier.tired}
            lists = {place: names(t, getattr(it, place)) for place in ("hand", "discard", "looked")}
            return {"life": it.life, "deck": names(t, it.deck[::-1]), "row": row, **lists}

        over = t.outcome
        table = {"active": SEATS[t.active], "turn": t.turn, "over": over.reason if over else ""}
        return {"a": side(t.sides[0]), "b": side(t.sides[1]), "table": table}


WORDS = {
    "play": "Play", "attack": "Attack", "end": "End turn", "block": "Block with", "none": "No block", "lose": "Discard",
    "take": "", "done": "Done", "yes": "Yes", "no": "No", "again": "Again",
}  # fmt: skip


def distinct(t: SkirmishTable, copies: Sequence[int]) -> list[int]:
    """One copy for each card: equal copies are one option."""
    return list({t.cards[copy].slug: copy for copy in reversed(copies)}.values())[::-1]


def names(t: SkirmishTable, copies: Sequence[int]) -> list[str]:
    return [t.cards[copy].name for copy in copies]


def fall(side: Side, copy: int) -> None:
    side.row = [soldier for soldier in side.row if soldier.copy_id != copy]
    side.discard.append(copy)


def setting(seed: int = 1, *more: str, life: int = 12) -> Setting:
    """Both seats play the usual deck, seat 0 with `more` cards in it."""
    return Setting((DECK + more, DECK), {"life": life}, seed)


@pytest.fixture(scope="session")
def skirmish() -> ModuleType:
    """This module: `skirmish.Skirmish()` is the game, `skirmish.setting(seed)` what a playthrough begins with."""
    return sys.modules[__name__]


@pytest.fixture(scope="session")
def game() -> Skirmish:
    return Skirmish()
