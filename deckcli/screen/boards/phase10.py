"""The table of Phase 10 Strategy on 80 columns: the ring with pieces, markers and keep numbers, the piles within it,
what lies open, and one's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.view import View
from deckcli.games.phase10.labels import SEATS
from deckcli.games.phase10.phases import COLOUR, COLOURS, JOKER, RUNS, card_name, colour_of, number_of, phases
from deckcli.games.phase10.solver import card_word, colours_in, jokers_in, needs, numbers_in, packed
from deckcli.screen.blocks import Block, Gap, Pairs, Para, Title
from deckcli.screen.plain import pad

_INNER = 14
"""Columns within a space; five of them and their lines are 76."""
_ACROSS = 5
_MARK = "✓"
_NEAREST = 3
"""So many steps of how near phases are, are shown."""


def draw(view: View) -> Iterator[Block]:
    """The view as blocks."""
    you = view["you"]
    whose = "your turn" if view["active"] == you else f"{SEATS[view['active']]}'s turn"
    when = "the round is over" if view["finisher"] >= 0 else whose
    yield Title(f"Round {view['round']}: {when}", f"you are {SEATS[you]}; a: a piece, A: both, {_MARK}: markers")
    yield Para("\n".join(ring(view)))
    yield Pairs([_seat(view, seat) for seat in range(len(view["seats"]))])
    if view["groups"]:
        yield Pairs([_group(number, group) for number, group in enumerate(view["groups"], 1)])
    if view["hand"]:
        yield Gap()
        yield Pairs(list(_hand([kind for _, kind in view["hand"]])))
        yield Gap()
        yield Pairs(list(_near(view)))


# ---------------------------------------------------------------- the ring


def ring(view: View) -> list[str]:
    """The ring as lines of text: clockwise from its upper left, in rows of five with a hole in the middle that holds
    the piles."""
    size = len(view["names"])
    sides = (size - 2 * _ACROSS + 1) // 2  # a board has thirteen spaces or more
    cells = [_space(view, space) for space in range(size)]
    below = size - _ACROSS - 2 * sides
    rows: list[list[list[str] | None]] = [[*cells[:_ACROSS]]]
    for row in range(sides):
        rows.append([cells[size - 1 - row], None, None, None, cells[_ACROSS + row]])
    last = [*cells[_ACROSS + sides : _ACROSS + sides + below]][::-1]
    rows.append([*last, *[None] * (_ACROSS - below)])
    return _drawn(rows, _middle(view))


def _space(view: View, space: int) -> list[str]:
    """Two lines of a space: its name and keep number; the pieces that stand there, and the markers that lie there.

    Both pieces of a seat are one capital letter: twelve pieces and six markers would not fit.
    """
    phase = view["phases"][space]
    name, keep = view["names"][space], view["keeps"][space]
    pieces = "".join(_pieces(SEATS[seat], own["pieces"].count(space)) for seat, own in enumerate(view["seats"]))
    marks = "".join(SEATS[seat] for seat, own in enumerate(view["seats"]) if phase >= 0 and own["marks"] >> phase & 1)
    short = name.replace("set of ", "set ").replace("run of ", "run ").replace(" of one ", " one ").replace(" + ", "+")
    first = pad(short, _INNER - 2) + (f"{keep:>2}" if phase >= 0 else "")
    second = pad(pieces, _INNER - 7) + (f"{_MARK}{marks}" if marks else "")
    return [pad(first, _INNER), pad(second, _INNER)]


def _pieces(letter: str, count: int) -> str:
    return ("", letter, letter.upper())[count]


def _middle(view: View) -> list[str]:
    discard = view["discard"]
    top = card_name(discard[-1]) if discard else "empty"
    under = f" (then {card_name(discard[-2])})" if len(discard) > 1 else ""
    return [f"draw pile: {view['pile']}", f"discard pile: {len(discard)}", f"open: {top}{under}"]


def _drawn(rows: Sequence[Sequence[list[str] | None]], middle: Sequence[str]) -> list[str]:
    """Spaces with lines around them; where there is none, nothing, but for the words in the middle."""
    lines = [_edge([None] * _ACROSS, rows[0])]
    for number, row in enumerate(rows):
        for part in range(2):
            lines.append(_walls(row, part))
        lines.append(_edge(row, rows[number + 1] if number + 1 < len(rows) else [None] * _ACROSS))
    start = (len(lines) - len(middle)) // 2
    hole = range(_INNER + 2, (_ACROSS - 1) * (_INNER + 1))
    for number, words in enumerate(middle):
        line = pad(lines[start + number], _ACROSS * (_INNER + 1) + 1)
        lines[start + number] = line[: hole.start] + pad(f"   {words}"[: len(hole)], len(hole)) + line[hole.stop :]
    return [line.rstrip() for line in lines]


def _walls(row: Sequence[list[str] | None], part: int) -> str:
    line = ""
    for place in range(_ACROSS + 1):
        before = row[place - 1] if place else None
        here = row[place] if place < _ACROSS else None
        line += "│" if before is not None or here is not None else " "
        line += here[part] if here is not None else " " * _INNER if place < _ACROSS else ""
    return line


_CORNERS = {
    (0, 0, 0, 1): "┌", (0, 0, 1, 0): "┐", (0, 1, 0, 0): "└", (1, 0, 0, 0): "┘", (0, 0, 1, 1): "┬", (1, 1, 0, 0): "┴",
    (0, 1, 0, 1): "├", (1, 0, 1, 0): "┤", (0, 0, 0, 0): " ",
}  # fmt: skip
"""By which of the spaces around a corner there are: upper left, upper right, lower left, lower right."""


def _edge(above: Sequence[list[str] | None], below: Sequence[list[str] | None]) -> str:
    line = ""
    for place in range(_ACROSS + 1):
        around = tuple(
            int(0 <= column < _ACROSS and row[column] is not None)
            for row in (above, below)
            for column in (place - 1, place)
        )
        line += _CORNERS.get((around[0], around[1], around[2], around[3]), "┼")
        if place < _ACROSS:
            line += ("─" if above[place] is not None or below[place] is not None else " ") * _INNER
    return line


# ---------------------------------------------------------------- seats, groups, hand


def _seat(view: View, seat: int) -> tuple[str, str]:
    own = view["seats"][seat]
    known = phases("strategy")
    parts = [f"{own['cards']} cards", f"{own['marks'].bit_count()} of {len(known)} phases"]
    parts += [f"laid {known[own['laid']].name}"] if own["laid"] >= 0 else []
    parts += [f"would keep {own['keep']}"] if own["keep"] else []
    return SEATS[seat] + (" (you)" if seat == view["you"] else ""), " · ".join(parts)


def _group(number: int, group: Mapping[str, Any]) -> tuple[str, str]:
    kinds = group["cards"]
    if group["kind"] == RUNS:
        words = [card_word(kind) if kind != JOKER else f"J({group['value'] + step})" for step, kind in enumerate(kinds)]
        what = f"run {group['value']} to {group['high']}"
    else:
        words = [card_word(kind) for kind in sorted(kinds)]
        what = f"set of {group['value']}s" if group["kind"] != COLOUR else f"{COLOURS[group['value']].lower()} cards"
    return f"#{number} {SEATS[group['seat']]}", f"{what}: {' '.join(words)}"


def _hand(kinds: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The hand colour by colour."""
    for colour, name in enumerate(COLOURS):
        own = sorted(number_of(kind) for kind in kinds if colour_of(kind) == colour)
        if own:
            yield name, " ".join(f"{number:>2}" for number in own)
    if JOKER in kinds:
        yield "Joker", f"x {list(kinds).count(JOKER)}"


def _near(view: View) -> Iterator[tuple[str, str]]:
    """The open phases by how many cards the hand is short of them, the nearest first, and where one's pieces stand."""
    own = view["seats"][view["you"]]
    hand = packed(kind for _, kind in view["hand"])
    short = []
    for index, phase in enumerate(phases("strategy")):
        if not own["marks"] >> index & 1:
            missing = max(0, needs(phase.parts, numbers_in(hand), colours_in(hand)) - jokers_in(hand))
            here = " (here)" if view["phases"].index(index) in own["pieces"] else ""
            short.append((missing, f"{phase.name}{here}"))
    by_missing: dict[int, list[str]] = {}
    for missing, name in sorted(short, key=lambda one: one[0]):
        by_missing.setdefault(missing, []).append(name)
    for missing, names in list(by_missing.items())[:_NEAREST]:
        yield f"{missing} short" if missing else "in hand", ", ".join(names)


# ---------------------------------------------------------------- news


def news(before: View, after: View) -> Iterator[str]:
    """What happened between two views that the board does not show: the end of a round, a phase completed."""
    known = phases("strategy")
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        done = new["marks"] & ~old["marks"]
        lost = old["marks"] & ~new["marks"]
        yield from (
            f"{_who(after, seat)} completed {known[phase].name}." for phase in range(len(known)) if done >> phase & 1
        )
        yield from (
            f"{_who(after, seat)} lost {known[phase].name}." for phase in range(len(known)) if lost >> phase & 1
        )
    if before["finisher"] < 0 <= after["finisher"]:
        yield f"{_who(after, after['finisher'])} finished the round."
    if after["round"] > before["round"]:
        yield f"Round {after['round']} begins."


def _who(view: View, seat: int) -> str:
    return f"{SEATS[seat]} (you)" if seat == view["you"] else SEATS[seat]
