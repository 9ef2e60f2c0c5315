"""Questions and answers of Phase 10 Strategy in words that a person would say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcli.engine.choice import Choice, Option
from deckcli.games.phase10.board import Board
from deckcli.games.phase10.phases import COLOURS, JOKER, NUMBERS, RUNS, SETS, phases
from deckcli.games.phase10.table import Group, Phase10Table

SEATS = "abcdef"
PHASES = phases("strategy")


def label(t: Phase10Table, choice: Choice, option: Option) -> str:
    """An option in words."""
    return _OPTIONS[str(option[0])](t, choice, option)


def question(t: Phase10Table, choice: Choice) -> str:
    """What is asked, in words."""
    return _QUESTIONS[choice.prompt](t, choice)


def group_words(t: Phase10Table, group: Group) -> str:
    """What a group is: "set of 7s", "run from 3 to 9", "red cards"."""
    if group.kind == SETS:
        return f"set of {group.value}s"
    if group.kind == RUNS:
        return f"run from {group.value} to {group.high}" if group.copies else f"run from {group.value}"
    return f"{COLOURS[group.value].lower()} cards"


def cards_words(t: Phase10Table, group: Group) -> list[str]:
    """The cards of a group: a run in order, a joker with the number that it stands for; else number cards first."""
    faces = [t.cards[copy] for copy in group.copies]
    if group.kind != RUNS:
        return [face.name for face in sorted(faces, key=lambda face: face.kind)]
    return [f"Joker ({group.value + step})" if face.kind == JOKER else face.name for step, face in enumerate(faces)]


def way_words(board: Board, start: int, space: int, number: int) -> str:
    """How a piece comes from one space to another: "clockwise 5"; for a joker the shorter way."""
    on = (space - start) % board.size
    back = (start - space) % board.size
    if number:
        return f"clockwise {number}" if (start + number) % board.size == space else f"counter-clockwise {number}"
    return f"clockwise {on}" if on <= min(back, NUMBERS) or back > NUMBERS else f"counter-clockwise {back}"


def _move(t: Phase10Table, choice: Choice, option: Option) -> str:
    piece, space = int(option[1]), int(option[2])
    start = t.seats[choice.seat].pieces[piece]
    words = f"Move {t.board.names[start]} to {t.board.names[space]}"
    if t.board.names.count(t.board.names[space]) > 1 or t.board.names.count(t.board.names[start]) > 1:
        words += f" ({start} to {space})"
    if choice.prompt != "move":
        return words
    return f"{words} ({way_words(t.board, start, space, t.cards[choice.about[0]].number)})"


def _place(t: Phase10Table, choice: Choice, option: Option) -> str:
    index = int(option[2])
    group = t.groups[index]
    stands = f" as {option[3]}" if len(option) > 3 else ""
    whose = SEATS[group.seat]
    return f"Place {t.cards[int(option[1])].name}{stands} on {whose}'s {group_words(t, group)} (#{index + 1})"


def _group(t: Phase10Table, choice: Choice, option: Option) -> str:
    value = int(option[1])
    if option[0] == SETS:
        return f"{value}s"
    size = PHASES[choice.about[0]].parts[choice.about[1]].size
    return f"{value} to {value + size - 1}"


def _colour(t: Phase10Table, choice: Choice, option: Option) -> str:
    return COLOURS[int(option[1])]


def _card(t: Phase10Table, choice: Choice, option: Option) -> str:
    name: str = t.cards[int(option[1])].name
    return f"Discard {name}" if option[0] == "discard" else name


_OPTIONS: Mapping[str, Callable[[Phase10Table, Choice, Option], str]] = {
    "pile": lambda t, choice, option: "Draw pile",
    "discard pile": lambda t, choice, option: f"Discard pile ({t.cards[t.discard[-1]].name})",
    "lay": lambda t, choice, option: f"Lay {PHASES[int(option[1])].name}",
    "place": _place,
    "done": lambda t, choice, option: {"play": "Go on to discard"}.get(choice.prompt, "Done"),
    "stay": lambda t, choice, option: "Leave both pieces",
    "move": _move,
    "discard": _card,
    "take": _card,
    "set": _group,
    "run": _group,
    "colour": _colour,
    "number": lambda t, choice, option: f"Any {option[1]}",
    "remove": lambda t, choice, option: PHASES[int(option[1])].name,
}


def _part(t: Phase10Table, choice: Choice) -> str:
    phase = PHASES[choice.about[0]]
    part = phase.parts[choice.about[1]]
    which = ("first ", "second ")[choice.about[1]] if len(phase.parts) > 1 else ""
    return f"the {which}{part.said()}"


_QUESTIONS: Mapping[str, Callable[[Phase10Table, Choice], str]] = {
    "draw": lambda t, choice: (
        f"DRAW 2: card {choice.about[0]} from which pile?" if choice.about else "Draw from which pile?"
    ),
    "play": lambda t, choice: "Lay a phase or place cards?" if t.seats[choice.seat].laid < 0 else "Place a card?",
    "group": lambda t, choice: f"Of what is {_part(t, choice)}?",
    "card": lambda t, choice: f"Which card for {_part(t, choice)}?",
    "run card": lambda t, choice: f"Which card as {choice.about[1]}?",
    "discard": lambda t, choice: "Discard which card?",
    "discard 1": lambda t, choice: "DISCARD 1: which card more?",
    "move": lambda t, choice: f"{t.cards[choice.about[0]].name}: move which piece where?",
    "ask": lambda t, choice: "ASK for which number or colour?",
    "give": lambda t, choice: f"Give which card to {SEATS[choice.about[0]]}?",
    "place freely": lambda t, choice: "Round finished: place one piece freely?",
    "remove": lambda t, choice: "Ten phases, and another finished: remove which marker?",
    "keep": lambda t, choice: f"Keep which cards for the next round ({choice.left} more at most)?",
}
