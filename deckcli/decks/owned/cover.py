"""Which boxes fill a wish, the fewest first.

Whoever needs a card that is in one box only has to buy that box: that settles almost everything. What is left is a set
cover with counts, a whole-number programme of a few dozen unknowns, and solved to the proved best by HiGHS (extra
`wish`): a maintained solver in one wheel of a few megabytes, called in this process. OR-Tools is ten times as large,
PuLP starts another program, and packages of exact cover want every card once and no card twice, which is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deckcli.decks.owned.names import Key


@dataclass(frozen=True, slots=True)
class Box:
    """Something to buy: its name, what is known to be in it, and how many pieces that is; `whole` where all is known
    (of some boxes nobody has recorded the dice)."""

    name: str
    contents: Mapping[Key, int] = field(hash=False)
    whole: bool = True

    @property
    def size(self) -> int:
        """How many pieces are in it."""
        return sum(self.contents.values())


@dataclass(frozen=True, slots=True)
class Cover:
    """What to buy: how often which box, and what each of them fills of the wish (a box bought twice, twice).

    `nowhere` is in no box. `open` is what several boxes could fill and no solver was there to choose for; then the
    boxes are a part of every answer. With nothing open the boxes are the fewest, and of as few those with the least
    in them that nobody asked for.
    """

    boxes: Mapping[str, int] = field(hash=False)
    nowhere: Mapping[Key, int] = field(hash=False)
    open: Mapping[Key, int] = field(hash=False)


def fewest_boxes(wanted: Mapping[Key, int], boxes: Sequence[Box]) -> Cover:
    """The fewest boxes in which there is everything that is wanted (and in some box at all)."""
    holding = {key: [box for box in boxes if box.contents.get(key)] for key in wanted}
    nowhere = {key: count for key, count in wanted.items() if not holding[key]}
    bought = _forced(wanted, holding)
    left = _left(wanted, boxes, bought, nowhere)
    if left:
        candidates = [box for box in boxes if any(box.contents.get(key) for key in left)]
        solved = _solved(left, candidates)
        if solved is None:
            return Cover(_named(bought, boxes), nowhere, left)
        bought.update(solved)
    return Cover(_named(bought, boxes), nowhere, {})


def _forced(wanted: Mapping[Key, int], holding: Mapping[Key, Sequence[Box]]) -> Counter[str]:
    """The boxes that every answer has: those that alone hold a card, as often as that card is wanted."""
    bought: Counter[str] = Counter()
    for key, count in wanted.items():
        if len(holding[key]) == 1:
            box = holding[key][0]
            bought[box.name] = max(bought[box.name], -(-count // box.contents[key]))
    return bought


def _left(
    wanted: Mapping[Key, int], boxes: Sequence[Box], bought: Mapping[str, int], nowhere: Mapping[Key, int]
) -> dict[Key, int]:
    """What is still wanted when these are bought."""
    got: Counter[Key] = Counter()
    for box in boxes:
        for key, count in box.contents.items():
            got[key] += count * bought.get(box.name, 0)
    return {key: count - got[key] for key, count in wanted.items() if key not in nowhere and count > got[key]}


def _named(bought: Mapping[str, int], boxes: Sequence[Box]) -> dict[str, int]:
    """The boxes in their own order."""
    return {box.name: bought[box.name] for box in boxes if bought.get(box.name)}


def _solved(wanted: Mapping[Key, int], boxes: Sequence[Box]) -> dict[str, int] | None:
    """How often each box, so that they are the fewest, and then the least surplus; None without the solver."""
    try:
        import highspy
    except ImportError:
        return None
    model = highspy.Highs()
    model.silent()
    model.setOptionValue("mip_rel_gap", 0.0)
    times = [model.addIntegral(lb=0, ub=max(wanted.values())) for _ in boxes]
    for key, count in wanted.items():
        held = sum(box.contents.get(key, 0) * number for box, number in zip(boxes, times, strict=True))
        model.addConstr(held >= count)
    # A box more weighs more than all that could be too much: no choice has more pieces than this.
    most = 1 + sum(box.size for box in boxes) * max(wanted.values())
    model.minimize(sum((most + box.size) * number for box, number in zip(boxes, times, strict=True)))
    return {box.name: round(model.val(number)) for box, number in zip(boxes, times, strict=True)}
