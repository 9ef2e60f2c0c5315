"""What the printed costs of Ashes take of the dice: for each way of paying, how many of which face."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

from catalog.card import Card, Fact
from deckcli.decks.odds import DiceNeed

_MAGIC = re.compile(r"(?P<count>[1-9]\d?|X) (?:basic|(?P<die>[a-z]+):(?P<level>class|power))", re.I)


def token_need(text: str) -> DiceNeed | None:
    """What one magic cost takes ("2 charm:class", "1 basic"; X as 1); None for words that are no magic cost."""
    told = _MAGIC.fullmatch(text.strip())
    if told is None:
        return None
    count = 1 if told["count"] in "xX" else int(told["count"])
    if not told["die"]:
        return DiceNeed(basic=count)
    kind = {told["die"].casefold(): count}
    return DiceNeed(power=kind) if told["level"].casefold() == "power" else DiceNeed(class_=kind)


def cost_needs(card: Card) -> list[DiceNeed]:
    """The ways to pay a card's dice: of a parallel cost one of its sides (Costs: Parallel Costs)."""
    parts: list[list[DiceNeed]] = []
    written = card.face.facts.get("cost", ())
    for part in written if isinstance(written, tuple) else ():
        sides: Sequence[Fact] = part if isinstance(part, tuple) else (part,)
        needs = [token_need(str(side)) or DiceNeed() for side in sides]
        parts.append(needs)
    return [together(way) for way in product(*parts)]


def together(needs: Sequence[DiceNeed]) -> DiceNeed:
    """What several costs take in one go."""
    power: Counter[str] = Counter()
    of_class: Counter[str] = Counter()
    for need in needs:
        power.update(need.power)
        of_class.update(need.class_)
    return DiceNeed(power, of_class, sum(need.basic for need in needs))
