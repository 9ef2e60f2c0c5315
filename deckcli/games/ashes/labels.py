"""Questions and answers of Ashes in words that a person would say. Made only when they are shown, saved or matched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from deckcli.engine.choice import Choice, Option
from deckcli.games.ashes import skills
from deckcli.games.ashes.cards import LEVEL_WORDS, Atom, Cost
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.table import ACTIVE, EXHAUSTED, AshesTable, Die, Piece

Said: TypeAlias = Callable[[AshesTable, Choice, Option], str]


def label(t: AshesTable, choice: Choice, option: Option) -> str:
    """An option in words; by its first word, or by prompt and word where that is said in its own way."""
    word = str(option[0])
    said = OPTIONS.get(f"{choice.prompt} {word}") or OPTIONS.get(word)
    return said(t, choice, option) if said is not None else " ".join(str(part) for part in option)


def question(t: AshesTable, choice: Choice) -> str:
    """What is asked, in words."""
    said = QUESTIONS.get(choice.prompt)
    words = said(t, choice) if said is not None else f"{choice.prompt[:1].upper()}{choice.prompt[1:]}?"
    if choice.prompt in _SPOKEN and choice.about:
        return f"{t.cards[choice.about[0]].name}: {words[:1].lower()}{words[1:]}"
    return words


# ---------------------------------------------------------------- things by name


def piece_words(t: AshesTable, seat: int, piece: Piece) -> str:
    """A card in play, as `seat` speaks of it: by its name, "the enemy's" where both sides have the name, with a number
    where a side has several, and where it lies when one of the same name is elsewhere."""
    name = skills.face_now(t, piece).name
    same = [other for other in t.pieces.values() if skills.face_now(t, other).name == name]
    twins = [other for other in same if other.seat == piece.seat]
    if len(twins) > 1 and piece in twins:
        name = f"{name} ({twins.index(piece) + 1})"
    if piece.seat != seat and len(twins) < len(same):
        name = f"the enemy's {name}"
    return name


def die_words(t: AshesTable, seat: int, die: Die) -> str:
    """A die by type and face; whose it is and where, when it is not in the active pool of `seat`."""
    words = f"{DICE[die.type]} {LEVEL_WORDS[t.levels[die.number]]}"
    if t.places[die.number] == EXHAUSTED:
        words = f"exhausted {DICE[die.type]}"
    elif t.places[die.number] != ACTIVE:
        holder = next((piece for piece in t.pieces.values() if die.number in piece.dice), None)
        words += f" on {piece_words(t, seat, holder)}" if holder is not None else ""
    return words if die.seat == seat else f"the enemy's {words}"


def ability_words(t: AshesTable, seat: int, piece: int, place: int) -> str:
    """An activated ability: its card, and its name if it has one; by number where it has that name more than once, as
    from two alterations."""
    found = t.pieces[piece]
    words = piece_words(t, seat, found)
    own = [act for act in skills.standing_of(t).acts[found.seat] if act.scope.piece == piece]
    for number, act in enumerate(own, 1):
        if act.place == place:
            name = act.skill.ability.name
            same = [one.place for one in own if one.skill.ability.name == name]
            if name:
                return f"{words}: {name}" + (f" ({same.index(place) + 1})" if len(same) > 1 else "")
            if len(own) == 1:
                return words
            cost = act.skill.ability.cost
            alone = sum(one.skill.ability.cost == cost for one in own) == 1
            return f"{words} for {cost_words(cost)}" if alone else f"{words}: ability {number}"
    return words


def cost_words(cost: Iterable[Atom]) -> str:
    """A cost in words: "main, 2 natural class"."""
    return ", ".join(map(_atom_words, cost)) or "nothing"


def _atom_words(atom: Atom) -> str:
    if atom.kind == "either":
        return " or ".join(cost_words(way) for way in atom.options)
    if atom.kind == "optional":
        return f"optionally {cost_words(atom.options[0])}"
    many = "X" if atom.many is None or callable(atom.many) else str(atom.many)
    if atom.kind == "dice":
        return f"{many} basic" if atom.die < 0 else f"{many} {DICE[atom.die]} {LEVEL_WORDS[atom.level]}"
    return f"discard {many}" if atom.kind == "discard" else atom.kind


# ---------------------------------------------------------------- options


def _piece(before: str = "", behind: str = "") -> Said:
    def said(t: AshesTable, choice: Choice, option: Option) -> str:
        piece = t.piece(int(option[1]))
        return f"{before}{piece_words(t, choice.seat, piece) if piece is not None else '?'}{behind}"

    return said


def _card(before: str = "", behind: str = "") -> Said:
    return lambda t, choice, option: f"{before}{t.cards[int(option[1])].name}{behind}"


def _words(words: str) -> Said:
    return lambda t, choice, option: words


def _trigger(t: AshesTable, choice: Choice, option: Option) -> str:
    copy, place = int(option[1]), int(option[2])
    piece = t.piece_of_copy(copy)
    words = piece_words(t, choice.seat, piece) if piece is not None else t.cards[copy].name
    own = t.cards[copy].text.skills
    name = own[place].ability.name if place < len(own) else f"gained ability {place - len(own) + 1}"
    return f"{words}: {name or f'ability {place + 1}'}"


def _turned(t: AshesTable, choice: Choice, option: Option) -> str:
    die = t.dice[int(option[1])]
    return f"Turn {die_words(t, choice.seat, die)} to {LEVEL_WORDS[int(option[2])]}"


def _player(t: AshesTable, choice: Choice, option: Option) -> str:
    return "You" if option[1] == choice.seat else "The opponent"


def _way(t: AshesTable, choice: Choice, option: Option) -> str:
    """A way of paying, as the cost says it."""
    return f"Pay {WAYS(t, choice, int(option[1]))}"


def WAYS(t: AshesTable, choice: Choice, number: int) -> str:  # noqa: N802 - told apart from the words of one cost
    """The words of a way of paying the card that is asked about: its number among those that are possible."""
    copy = choice.about[0] if choice.about else -1
    words = _ways_of(t, copy) if copy >= 0 else []
    fitting = [one for one in words if one]
    return fitting[number] if len(fitting) > number else f"the {_ORDER[min(number, len(_ORDER) - 1)]} cost"


_ORDER = ("first", "second", "third", "fourth", "fifth")


def _ways_of(t: AshesTable, copy: int) -> list[str]:
    """The sides of the parallel cost that a card has, when it has one."""
    face = t.cards[copy]
    costs: list[Cost] = [face.cost, *(skill.ability.cost for skill in face.text.skills)]
    for cost in costs:
        for atom in cost:
            if atom.kind == "either":
                return [cost_words(way) for way in atom.options]
    return []


OPTIONS: dict[str, Said] = {
    "attack": _piece("Attack "),
    "play": _card("Play "),
    "use": lambda t, choice, option: f"Use {ability_words(t, choice.seat, int(option[1]), int(option[2]))}",
    "power": lambda t, choice, option: f"Use the {DICE[t.dice[int(option[1])].type]} power",
    "meditate": _words("Meditate"),
    "pass": _words("Pass"),
    "end": _words("End the turn"),
    "meditate card": _card("Discard ", " from hand"),
    "meditate piece": _piece("Discard ", " from the spellboard"),
    "meditate top": _words("Discard the top of the draw pile"),
    "sudden death card": _card("Discard ", " from hand"),
    "sudden death piece": _piece("Discard ", " from the spellboard"),
    "sudden death top": _words("Discard the top of the draw pile"),
    "meditate done": _words("Stop meditating"),
    "meditate turn no": _words("Turn no die"),
    "turn": _turned,
    "block": _piece("Block with "),
    "block no": _words("No block"),
    "guard": _piece("Guard with "),
    "guard no": _words("No guard"),
    "counter yes": _words("Counter"),
    "counter no": _words("No counter"),
    "battle": _piece("Battle of "),
    "react": _card("React with "),
    "react no": _words("No reaction"),
    "trigger": _trigger,
    "piece": _piece(),
    "card": _card(),
    "die": lambda t, choice, option: die_words(t, choice.seat, t.dice[int(option[1])]),
    "player": _player,
    "first player": lambda t, choice, option: "Go first" if option[1] == choice.seat else "Let the opponent go first",
    "way": _way,
    "word": lambda t, choice, option: str(option[1]),
    "number": lambda t, choice, option: str(option[1]),
    "top": _words("On top of the draw pile"),
    "bottom": _words("Under the draw pile"),
    "done": _words("Done"),
    "yes": _words("Yes"),
    "no": _words("No"),
}
"""How an option is said, by its word, or by prompt and word. Effects may add words of theirs."""


# ---------------------------------------------------------------- questions


def _about(words: str) -> Callable[[AshesTable, Choice], str]:
    """A question about a piece by its number."""

    def said(t: AshesTable, choice: Choice) -> str:
        piece = t.piece(choice.about[0]) if choice.about else None
        return words.format(piece_words(t, choice.seat, piece) if piece is not None else "it")

    return said


def _react(t: AshesTable, choice: Choice) -> str:
    return f"A reaction? ({t.cards[choice.about[0]].name})" if choice.about else "A reaction?"


_SPOKEN = frozenset(
    {"target", "choose", "pay", "pay it", "x", "way", "extra", "discard", "turn die", "raise", "lower", "reroll",
     "ready", "exhaust", "may", "return", "place"}
)  # fmt: skip
"""Prompts that begin with the name of the card that asks."""

QUESTIONS: dict[str, Callable[[AshesTable, Choice], str]] = {
    "first five": lambda t, choice: "Which card opens in your hand?",
    "first": lambda t, choice: "Who goes first?",
    "prepare discard": lambda t, choice: "Which cards are discarded before drawing?",
    "turn": lambda t, choice: "What is done?",
    "turn die": lambda t, choice: "Which die is turned, and to which side?",
    "meditate": lambda t, choice: "What is discarded to meditate?",
    "sudden death": lambda t, choice: "Sudden death: what is discarded?",
    "meditate turn": lambda t, choice: "Which die is turned?",
    "attackers": lambda t, choice: f"Who attacks {t.cards[choice.about[0]].name}?",
    "block": _about("Who blocks {}?"),
    "guard": _about("Who guards {}?"),
    "counter": _about("Does {} counter?"),
    "battle": lambda t, choice: "Which battle is resolved next?",
    "react": _react,
    "order": lambda t, choice: "Which is resolved first?",
    "exhaust dice": lambda t, choice: "Which dice go to the exhausted pool?",
    "target": lambda t, choice: "What is the target?",
    "choose": lambda t, choice: "What is chosen?",
    "pay": lambda t, choice: "Which die pays?",
    "pay it": lambda t, choice: "Is it paid?",
    "x": lambda t, choice: "What is X?",
    "way": lambda t, choice: "How is it paid?",
    "extra": lambda t, choice: "Is more paid on top?",
    "discard": lambda t, choice: "What is discarded?",
    "may": lambda t, choice: "Is it done?",
    "raise": lambda t, choice: "Which die is raised?",
    "lower": lambda t, choice: "Which die is lowered?",
    "reroll": lambda t, choice: "Which die is rolled again?",
    "ready": lambda t, choice: "Which die becomes active?",
    "exhaust": lambda t, choice: "Which die is exhausted?",
    "return": lambda t, choice: "Which card goes back to the draw pile?",
    "place": lambda t, choice: "Where does it go?",
}
"""How a question is said, by its prompt. Effects may add prompts of theirs."""
