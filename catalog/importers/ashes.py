"""Ashes cards in the JSON of ashes.live (`/v2/cards`) and of Ashteki, which share the shape of a card."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.card import Fact
from catalog.importers import facts
from catalog.importers.values import Found, RefusedError, Side

OPPONENTS = ("Chimera", "Dragonborn", "Aspect", "Conjured Aspect", "Behaviour", "Behavior")
"""Types of the cards that a game without a second player brings along."""

_TOLD = {
    "attack": "attack",
    "life": "life",
    "recover": "recover",
    "battlefield": "battlefield",
    "spellboard": "spellboard",
    "copies": "conjuration_limit",
    "chained": "chained",
}


def of_opponents(rows: list[object]) -> bool:
    """Whether a file holds opponent cards; some of them have the types of players' cards."""
    return any(isinstance(row, dict) and row.get("type") in OPPONENTS for row in rows)


def found_of(place: str, row: Mapping[str, object], *, opponents: bool) -> Found:
    """The card of one row; RefusedError for cards of Ashes 1.0, of opponents, and for what is no card."""
    row = {key: value for key, value in row.items() if value is not None}
    release = row.get("release", {})
    if not isinstance(release, Mapping):
        release = {"stub": release}
    if row.get("is_legacy") or release.get("is_legacy"):
        raise RefusedError("a card of Ashes 1.0 (legacy), which has other costs and texts")
    if row.get("type") in OPPONENTS or (opponents and not release):
        raise RefusedError("opponent card")
    name = facts.named("name", facts.word, row.get("name"))
    if not name:
        raise RefusedError("no name")
    stub = facts.named("stub", facts.word, row.get("stub"))
    printed = facts.named("release", facts.word, release.get("stub") or release.get("name"))
    return Found(
        place=place,
        name=str(name),
        sides=(_side(str(name), row),),
        slug=str(stub or ""),
        printings=({"set": printed},) if printed else (),
        extra=_links(row),
    )


def _side(name: str, row: Mapping[str, object]) -> Side:
    read = {ours: facts.read_fact("ashes", ours, row.get(theirs)) for theirs, ours in _TOLD.items()}
    cost = facts.read_fact("ashes", "cost", row.get("cost"))
    follow = facts.of_cost(cost) if cost is not None else {}
    read |= {"cost": cost} | {key: follow.pop(key, None) for key in ("magic", "magic_x")}
    return Side(
        facts={key: value for key, value in read.items() if value is not None},
        hints=_hints(row, follow),
        name=name,
        type=facts.type_of("ashes", row.get("type")),
        published=str(facts.named("text", facts.text, row.get("text")) or ""),
    )


def _hints(row: Mapping[str, object], of_cost: Mapping[str, Fact]) -> dict[str, Fact]:
    """Their die types are incomplete and mix in "basic", so they serve only where we have nothing better."""
    hints = dict(of_cost)
    effects = facts.named("effectMagicCost", _keys, row.get("effectMagicCost"))
    if effects:
        hints["effect_dice"] = effects
    for theirs, ours in (("altDice", "parallel_dice"), ("placement", "placement"), ("phoenixborn", "phoenixborn")):
        value = facts.read_fact("ashes", ours, row.get(theirs))
        if value is not None and value != ():
            hints[ours] = value
    if "phoenixborn" in hints:
        hints["exclusive"] = True
    return hints


def _keys(value: object) -> Fact | None:
    """The die types among the keys of a magic cost ("charm:class", "basic", "charm:class / time:class")."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or len(value) > facts.MOST_ITEMS:
        raise RefusedError("is no table of dice")
    kinds = {str(facts.word(key)).split(":")[0] for key in value if isinstance(key, str) and "/" not in key}
    return tuple(sorted(kinds - {"basic", "None"}))


def _links(row: Mapping[str, object]) -> dict[str, object]:
    links = row.get("conjurations", [])
    if not isinstance(links, list) or len(links) > facts.MOST_ITEMS:
        raise RefusedError("conjurations: is no list of cards")
    told = (link.get("stub") if isinstance(link, dict) else link for link in links)
    stubs = [facts.named("conjurations", facts.word, stub) for stub in told]
    return {"summons": [str(stub) for stub in stubs if stub]} if stubs else {}
