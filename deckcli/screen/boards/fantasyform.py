"""The table of FantasyForm on one screen of 80 columns: rival and timer, the three rows, the pack, what is worn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.view import View
from deckcli.screen.blocks import Block, Columns, Para, Title

_ESSENCES = ("Shadow", "Radiant", "Life", "Martial")
_FULL, _EMPTY = "●", "○"

Card = Mapping[str, Any]


def draw(view: View) -> Iterator[Block]:
    """The view as blocks, 24 lines at the most."""
    yield Title(f"Turn {view['turn']}: {_phase(view)}", view["difficulty"])
    yield Para(_rival(view), "strong" if view["rival"] else "dim")
    if view["encounters"]:
        yield Para(_prices(view))
        yield Columns(["encounters", "resolved", "event", "asks for", "essence"], list(_encounters(view)))
        yield Columns(["upgrades", "kind", "cost", "tags", "essence"], list(_upgrades(view)), frozenset({"cost"}))
    yield Para(f"Ethereal  {_essences(view['ethereal'])}")
    yield Para(f"Pack      {_essences(view['pack'])} (holds {view['pack_size']})")
    yield Para(f"Discard   {', '.join(card['name'] for _, card in view['discard']) or '-'}", "dim")
    yield Para(f"You       {_you(view)}", "strong")


def _phase(view: View) -> str:
    return {"end": "the turn ends"}.get(view["phase"], f"{view['phase'].capitalize()} Phase")


def _rival(view: View) -> str:
    timer = f"Timer {_dots(view['timer'], 4)} {view['timer']}"
    rival = view["rival"]
    if rival is None:
        return f"{timer} · the rival has no elemental form yet"
    health = f"{_dots(view['rival_health'], rival['rival_health'])} {view['rival_health']}"
    return f"{timer} · rival: {rival['name']} {health}"


def _dots(count: int, whole: int) -> str:
    return _FULL * count + _EMPTY * max(0, whole - count)


def _prices(view: View) -> str:
    """The prices now; and, when the turn is going to end with exploring, those of the next turn."""
    now = "  ".join(f"{name} {price}" for name, price in zip(_ESSENCES, view["prices"], strict=True))
    coming = " ".join(map(str, view["encounters"][1][1]["prices"]))
    return f"Market    {now}" + (f"  (next turn {coming})" if len(view["ethereal"]) > 1 else "")


def _encounters(view: View) -> Iterator[list[str]]:
    """From left to right: the Outlands of the first, the Forge of the second, the market of the third."""
    for place, (_, card) in enumerate(view["encounters"]):
        where = ("Outlands", "Forge", "market")[place]
        event = (card["outlands"], card["forge"], "-")[place]
        wants = "" if place == 2 else ", ".join(card["wants"][place])
        yield [card["name"], where, event, wants or "-", card["essence"]]


def _upgrades(view: View) -> Iterator[list[str]]:
    for (_, card), cost in zip(view["upgrades"], view["costs"], strict=True):
        yield [card["name"], card["kind"], str(cost), ", ".join(card["tags"]) or "-", card["essence"]]


def _essences(cards: Sequence[tuple[int, Card]]) -> str:
    return ", ".join(f"{card['essence']} ({card['name']})" for _, card in cards) or "-"


def _you(view: View) -> str:
    worn = ", ".join(card["name"] for _, card in view["worn"])
    health = f"health {_dots(view['health'], view['most_health'])} {view['health']}"
    return f"{view['shards']} shards · {health} · {worn} · {', '.join(view['tags']) or 'no tags'}"


def news(before: View, after: View) -> Iterator[str]:
    """What happened between two views that no answer told: shards, health, the rival, the timer, the rows anew."""
    changes = [_changed("shards", before, after), _changed("health", before, after)]
    if after["rival"] is not None and before["rival"] is None:
        changes.append(f"the rival takes the {after['rival']['name']} ({after['rival_health']} health)")
    elif after["rival"] is not None:
        changes.append(_changed("rival_health", before, after).replace("rival health", "rival's health"))
    if after["timer"] < before["timer"]:
        changes.append(f"the timer goes down to {after['timer']}, and the rows are dealt anew")
    told = "; ".join(filter(None, changes))
    if told:
        yield f"{told[:1].upper()}{told[1:]}."


def _changed(name: str, before: View, after: View) -> str:
    more = after[name] - before[name]
    return f"{name.replace('_', ' ')} {more:+d}, now {after[name]}" if more else ""
