"""The table of Ashes as a seat sees it: the other side above, one's own below, the hand last; 80 columns and more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.view import View
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title

_LEVELS = ("power", "class", "basic")


def draw(view: View) -> Iterator[Block]:
    """The view as blocks."""
    you = view["you"]
    whose = "your turn" if view["active"] == you else "the other's turn"
    yield Title(f"Round {view['round']}: {whose}" if view["turn"] else "Before the first turn", _left(view))
    yield from _side(view, 1 - you, "The other")
    yield from _attack(view)
    yield from _side(view, you, "You")
    yield from _hand(view["seats"][you]["hand"])


def _left(view: View) -> str:
    """The phase, and what may still be done this turn."""
    if view["phase"] != "turns":
        return f"{view['phase']} phase"
    left = [*(["main action"] if view["main"] else []), *([f"{view['sides']} side"] if view["sides"] else [])]
    return f"{', '.join(left)} left" if left else "no action left"


def _side(view: View, seat: int, who: str) -> Iterator[Block]:
    side = view["seats"][seat]
    own = side["phoenixborn"]
    token = ", goes first" if view["first"] == seat else ""
    name = f"{who}: {own['card']['name']} {own['wounds']} of {own['life']} wounds{_more(own)}{token}"
    counts = f"hand {len(side['hand'])} · draw pile {side['draw_pile']} · discard pile {len(side['discard_pile'])}"
    yield Para(name, "strong")
    yield Para(counts + (f" · removed {len(side['removed'])}" if side["removed"] else ""), "dim")
    yield Para(f"dice: {_dice(side['dice'])}", "dim")
    slots = f"battlefield {len(side['units'])} of {own['card']['battlefield']}"
    spells = list(_spells(side["spells"]))
    yield Para(f"{slots} · spellboard {len(spells)} of {own['card']['spellboard']}", "dim")
    if spells:
        yield Para(f"spells: {' · '.join(spells)}")
    rows = [_unit(unit, name) for unit, name in zip(side["units"], _numbered(side["units"]), strict=True)]
    if rows:
        yield Columns(["unit", "attack", "life", "recover", "state"], rows, frozenset({"attack", "life", "recover"}))
    else:
        yield Para("(no unit)", "dim")
    if side["pile"]:
        yield Para(f"conjuration pile: {_counted_names(side['pile'])}", "dim")


def _more(piece: Mapping[str, Any]) -> str:
    """What lies on a card, in brackets."""
    words = _states(piece)
    return f" ({', '.join(words)})" if words else ""


def _states(piece: Mapping[str, Any]) -> list[str]:
    words = []
    if piece["exhausted"]:
        words.append(f"exhausted {piece['exhaustion']}" if piece["exhaustion"] > 1 else "exhausted")
    if piece["guarded"]:
        words.append("guarded")
    if piece["status"]:
        words.append(f"status {piece['status']}")
    words += [one["card"]["name"] + (f" {one['status']}" if one["status"] else "") for one in piece["attached"]]
    words += [f"{type_} die" for type_, _ in piece["dice"]]
    if piece["under"]:
        words.append(f"{piece['under']} under it")
    return words


def _dice(dice: Sequence[tuple[int, str, str, str]]) -> str:
    """Active dice by type and face, then the exhausted ones."""
    active = Counter((type_, level) for _, type_, level, where in dice if where == "active")
    parts = []
    for type_ in dict.fromkeys(type_ for type_, _ in active):
        shown = [f"{active[type_, level]} {level}" for level in _LEVELS if active[type_, level]]
        parts.append(f"{type_} {', '.join(shown)}")
    spent = sum(where == "exhausted" for *_, where in dice)
    words = " · ".join(parts) or "none active"
    return f"{words} · {spent} exhausted" if spent else words


def _spells(spells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Ready spells as they lie in their slots: copies together, with their focus, and each copy that is not plain by
    its number."""
    slots: dict[str, list[Mapping[str, Any]]] = {}
    for spell in spells:
        slots.setdefault(spell["card"]["name"], []).append(spell)
    for name, copies in slots.items():
        focus = f" focus {copies[0]['focus']}" if copies[0]["focus"] else ""
        if len(copies) == 1:
            yield f"{name}{focus}{_more(copies[0])}"
            continue
        marked = [f"{number}: {', '.join(_states(one))}" for number, one in enumerate(copies, 1) if _states(one)]
        yield f"{len(copies)} {name}{focus}" + (f" ({'; '.join(marked)})" if marked else "")


def _numbered(pieces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Names of cards in play, with a number where a side has several of a name, as the questions speak of them."""
    counts = Counter(piece["card"]["name"] for piece in pieces)
    seen: Counter[str] = Counter()
    for piece in pieces:
        name = piece["card"]["name"]
        seen[name] += 1
        yield f"{name} ({seen[name]})" if counts[name] > 1 else name


def _unit(unit: Mapping[str, Any], name: str) -> list[str]:
    wounds = f"{unit['life'] - unit['wounds']} of {unit['life']}" if unit["wounds"] else str(unit["life"])
    return [name, str(unit["attack"]), wounds, str(unit["recover"]), ", ".join(_states(unit))]


def _attack(view: View) -> Iterator[Block]:
    attack = view["attack"]
    if attack is None:
        yield Gap()
        return
    names = {side["phoenixborn"]["id"]: side["phoenixborn"]["card"]["name"] for side in view["seats"]}
    for side in view["seats"]:
        names |= zip((unit["id"] for unit in side["units"]), _numbered(side["units"]), strict=True)
    blocks = dict(attack["blocks"])
    parts = []
    for number in attack["attackers"]:
        words = names.get(number, "?")
        if number in blocks:
            words += f" (blocked by {names.get(blocks[number], 'one that left')})"
        parts.append(words + (" (fought)" if number in attack["fought"] else ""))
    guard = f", guarded by {names.get(attack['guard'], 'one that left')}" if attack["guard"] >= 0 else ""
    yield Para(f"Attack on {names.get(attack['target'], 'what left')}{guard}: {', '.join(parts) or 'nobody'}", "strong")


def _hand(cards: Sequence[tuple[int, Mapping[str, Any]] | None]) -> Iterator[Block]:
    known = [held[1] for held in cards if held is not None]
    counts = Counter(card["name"] for card in known)
    first = {card["name"]: card for card in reversed(known)}
    rows = [
        [str(counts[name]), name, card["kind"].replace("_", " "), card["cost"], _values(card)]
        for name, card in sorted(first.items())
    ]
    if rows:
        yield Columns(["hand", "card", "type", "cost", "values"], rows, frozenset({"hand"}))


def _values(card: Mapping[str, Any]) -> str:
    """Attack, life and recover of a unit."""
    if card["kind"] != "ally":
        return ""
    return "/".join("X" if card[name] is None else str(card[name]) for name in ("attack", "life", "recover"))


def _counted_names(cards: Sequence[tuple[int, Mapping[str, Any]]]) -> str:
    counts = Counter(card["name"] for _, card in cards)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in sorted(counts.items()))


def news(before: View, after: View) -> Iterator[str]:
    """Wounds of both Phoenixborn that came meanwhile."""
    for who, seat in (("You", after["you"]), ("The other", 1 - after["you"])):
        was, now = (one["seats"][seat]["phoenixborn"] for one in (before, after))
        more = now["wounds"] - was["wounds"]
        if more > 0:
            have = "have" if who == "You" else "has"
            yield f"{who} {have} {now['wounds']} of {now['life']} wounds ({more} more)."
