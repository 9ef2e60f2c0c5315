"""The table of Phase as a seat sees it: the others above, the Nexus, one's own side below, the hand last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.view import View
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title

LETTERS = "abcde"
NEXUS, NOBODY = -2, -1
WINDOWS = {
    "maneuvering": "Attack Step, maneuvering",
    "skirmish": "Attack Step, a skirmish",
    "training": "Training Step",
    "end": "Training Step, the end",
}


def draw(view: View) -> Iterator[Block]:
    """The view as blocks."""
    you, seats = view["you"], view["seats"]
    whose = "your turn" if view["active"] == you else f"turn of seat {LETTERS[view['active']]}"
    yield Title(f"Turn {view['turn']}: {whose}" if view["turn"] else "Before the first turn", _when(view))
    for step in range(1, len(seats)):
        seat = (you + step) % len(seats)
        yield Para(f"Seat {LETTERS[seat]}: {_areas(seats[seat])}", "dim")
        yield from _warriors(view, seats[seat])
        yield from _barracks(seats[seat])
    yield Gap()
    good, evil = view["nexus"]
    yield Para(f"The Nexus: {good} good, {evil} evil{_attack(view)}", "strong")
    yield Gap()
    mine = seats[you]
    yield Para(f"You: {_areas(mine)}", "dim")
    yield from _warriors(view, mine)
    yield from _barracks(mine)
    yield from _hand(mine)


def _when(view: View) -> str:
    return WINDOWS.get(view["window"], "")


def _areas(side: Mapping[str, Any]) -> str:
    """A seat's line: influence, how many cards lie where, and the side that its deck shows."""
    good, evil = side["influence"]
    top = f" (on top {_title(side['top'])})" if side["top"] else ""
    parts = [f"{good} good, {evil} evil", f"hand {len(side['hand'])}", f"deck {side['deck']}{top}"]
    if side["discard"]:
        parts.append(f"discard {len(side['discard'])}")
    if side["revealed"]:
        parts.append(f"plays {side['revealed'][0]['face']['title']}")
    return " · ".join(parts)


def _attack(view: View) -> str:
    """What is attacked, and who may defend the Nexus."""
    target, guard, you = view["target"], view["guard"], view["you"]
    if target >= 0:
        return f"; {_seat(target, you)} {'are' if target == you else 'is'} attacked"
    if guard == NOBODY:
        return ""
    defends = f"{_seat(guard, you)} may defend it"
    return f", attacked; {defends}" if target == NEXUS else f"; {defends}"


def _seat(seat: int, you: int) -> str:
    return "you" if seat == you else f"seat {LETTERS[seat]}"


def _title(face: Mapping[str, Any]) -> str:
    return f"{face['title']} ({face['side']} {face['cost']})"


def _warriors(view: View, side: Mapping[str, Any]) -> Iterator[Block]:
    if not side["play"]:
        yield Para("(no warrior)", "dim")
        return
    rows = [
        [
            card["face"]["title"],
            card["face"]["side"],
            f"{card['attack']}/{card['defence']}",
            _back(card),
            ", ".join(_state(view, card)),
        ]
        for card in side["play"]
    ]
    yield Columns(["warrior", "side", "a/d", "behind", "state"], rows)


def _back(card: Mapping[str, Any]) -> str:
    """The other side, as far as one may look at it: title, values."""
    back = card["back"]
    return "?" if back is None else f"{back['title']} {back['attack']}/{back['defence']}"


def _state(view: View, card: Mapping[str, Any]) -> Iterator[str]:
    if card["locked"]:
        yield "locked"
    if card["damage"]:
        yield f"{card['damage']} damage"
    if card["swift"]:
        yield "Swift"
    if card["ally"]:
        yield "Ally"
    for number, (attacker, defenders) in enumerate(view["skirmishes"]):
        now = "!" if number == view["fought"] else ""
        if card["copy"] == attacker:
            yield f"attacks{now}"
        elif card["copy"] in defenders:
            yield f"opposes {_named(view, attacker)}{now}"


def _named(view: View, copy: int) -> str:
    found = (card["face"]["title"] for side in view["seats"] for card in side["play"] if card["copy"] == copy)
    return next(found, "nobody")


def _barracks(side: Mapping[str, Any]) -> Iterator[Block]:
    """The resources: the side that is up with its training cost, what is behind where one may look, and locks."""
    if side["barracks"]:
        yield Para("Barracks: " + "; ".join(map(_resource, side["barracks"])))


def _resource(card: Mapping[str, Any]) -> str:
    back = "" if card["back"] is None else f" | {_short(card['back'])}"
    return f"{_short(card['face'])}{back}{' [locked]' if card['locked'] else ''}"


def _short(face: Mapping[str, Any]) -> str:
    return f"{face['title']} {face['side'][0]}{face['cost']} {face['attack']}/{face['defence']}"


def _hand(side: Mapping[str, Any]) -> Iterator[Block]:
    """The orders that one holds, and the side that the others see."""
    rows = [[card["face"]["title"], _order(card["face"]), _title(card["back"])] for card in side["hand"]]
    if rows:
        yield Columns(["hand", "order", "the others see"], rows)


def _order(face: Mapping[str, Any]) -> str:
    order = face["order"]
    if order is None:
        return "none"
    price = [f"{order['resources']} resource{'' if order['resources'] == 1 else 's'}"] if order["resources"] else []
    price += [
        f"{count} {kind} influence" for kind, count in zip(("good", "evil"), order["loses"], strict=True) if count
    ]
    price += ["any number of resources"] if order["locks"] < 0 else []
    return " + ".join(price) or "free"


def news(before: View, after: View) -> Iterator[str]:
    """What has changed between two views: influence, and who has left or come into play."""
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        who = _seat(seat, after["you"])
        who = who[:1].upper() + who[1:]
        for kind, was, now in zip(("good", "evil"), old["influence"], new["influence"], strict=True):
            if now != was:
                yield f"{who}: {now - was:+} {kind} influence, {now} now."
        yield from _changes(who, old["play"], new["play"])


def _changes(who: str, old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    was = {card["copy"]: card["face"]["title"] for card in old}
    now = {card["copy"]: card["face"]["title"] for card in new}
    for copy, title in was.items():
        if copy not in now:
            yield f"{who}: {title} leaves play."
        elif now[copy] != title:
            yield f"{who}: {title} phases to {now[copy]}."
    for copy, title in now.items():
        if copy not in was:
            yield f"{who}: {title} comes into play."
