"""The battlefield of Cipher as a seat sees it: the other side above, one's own below, the hand last; 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.view import View
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title

_ORB, _SHOWN = "●", "○"


def draw(view: View) -> Iterator[Block]:
    """The view as blocks."""
    you = view["you"]
    mine, theirs = view["seats"][you], view["seats"][1 - you]
    whose = "your turn" if view["active"] == you else "the other's turn"
    left = view["points"]
    points = f", {left} deployment point{'' if left == 1 else 's'} left" if view["phase"] == "deployment" else ""
    when = f"Turn {view['turn']}: {whose}" if view["turn"] else "Before the first turn"
    yield Title(when, f"{view['phase']} phase{points}" if view["turn"] else "")
    yield Para(f"The other: {_areas(theirs)}", "dim")
    yield from _battlefield(theirs, upside=True)
    yield from _battle(view)
    yield from _battlefield(mine, upside=False)
    yield Para(f"You: {_areas(mine)}", "dim")
    yield from _hand(mine["hand"])


def _areas(side: Mapping[str, Any]) -> str:
    orbs = "".join(_SHOWN if orb else _ORB for orb in side["orbs"]) or "none"
    symbols = Counter(symbol for _, card in side["bonds"] for symbol in card["symbols"])
    colours = " ".join(f"{symbol} {count}" for symbol, count in symbols.items())
    bonds = colours or str(len(side["bonds"]))
    bonds += f", {len(side['spent'])} face-down" if side["spent"] else ""
    parts = [
        f"orbs {orbs}",
        f"hand {len(side['hand'])}",
        f"deck {side['deck']}",
        f"retreat {len(side['retreat'])}",
        f"bonds {bonds}",
    ]
    if side["support"]:
        parts.append(f"support {side['support']['unit_name']} ({_value(side['support']['support'])})")
    return " · ".join(parts)


def _battlefield(side: Mapping[str, Any], *, upside: bool) -> Iterator[Block]:
    """Both lines as a table, the front line towards the middle."""
    lines = [("back", False), ("front", True)] if upside else [("front", True), ("back", False)]
    rows = [_unit(name, unit) for name, front in lines for unit in side["units"] if unit["front"] is front]
    if rows:
        yield Columns(["line", "unit", "attack", "range", "state"], rows, frozenset({"attack"}))
    else:
        yield Para("(no unit)", "dim")


def _unit(line: str, unit: Mapping[str, Any]) -> list[str]:
    card = unit["card"]
    state = [
        *(["MC"] if unit["mc"] else []),
        *(["tapped"] if unit["tapped"] else []),
        *([f"level {len(unit['under']) + 1}"] if unit["under"] else []),
    ]
    name = "(face-down)" if card is None else card["name"]
    return [line, name, str(unit["attack"]), ", ".join(map(str, unit["ranges"])) or "-", ", ".join(state)]


def _battle(view: View) -> Iterator[Block]:
    battle = view["battle"]
    if battle is None:
        yield Gap()
        return
    names = {unit["id"]: unit["card"]["name"] for side in view["seats"] for unit in side["units"] if unit["card"]}
    attacker, defender = names.get(battle["attacker"], "?"), names.get(battle["defender"], "?")
    critical = ", critical" if battle["critical"] else ""
    yield Para(f"Battle: {attacker} {battle['attack']}{critical} against {defender} {battle['defence']}", "strong")


def news(before: View, after: View) -> Iterator[str]:
    """The battle that ended meanwhile: both totals with their supports, and what came of it."""
    fight = after["fought"]
    if fight is None or fight == before["fought"]:
        return
    sides = [
        f"{fight[role]} {fight[f'{role}_total']} ({_helped(fight[f'{role}_support'], failed=fight[f'{role}_failed'])})"
        for role in ("attacker", "defender")
    ]
    critical = ", a critical," if fight["critical"] else ""
    yield f"Battle: {sides[0]}{critical} against {sides[1]}: {fight['result']}."


def _helped(name: str, *, failed: bool) -> str:
    if not name:
        return "no support"
    return f"{name} fails to support" if failed else f"with {name}"


def _hand(cards: Sequence[tuple[int, Mapping[str, Any]] | None]) -> Iterator[Block]:
    known = [held[1] for held in cards if held is not None]
    rows = [
        [
            str(count),
            card["name"],
            _cost(card),
            _value(card["attack"]),
            _value(card["support"]),
            " ".join(card["symbols"]) or "-",
        ]
        for card, count in _counted(known)
    ]
    if rows:
        yield Columns(
            ["hand", "card", "cost", "attack", "support", "symbol"], rows, frozenset({"hand", "attack", "support"})
        )


def _counted(cards: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], int]]:
    counts = Counter(card["name"] for card in cards)
    first = {card["name"]: card for card in reversed(cards)}
    ordered = sorted(first.values(), key=lambda card: (card["deploy_cost"] or 0, card["name"]))
    return [(card, counts[card["name"]]) for card in ordered]


def _cost(card: Mapping[str, Any]) -> str:
    change = f"({_value(card['class_change_cost'])})" if card["class_changes"] else ""
    return _value(card["deploy_cost"]) + change


def _value(number: int | None) -> str:
    return "X" if number is None else str(number)
