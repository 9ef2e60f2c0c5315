"""Questions and answers of Cipher in words that a person would say. Made only when they are shown, saved or matched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from deckcli.engine.choice import Choice, Option
from deckcli.games.cipher import payments, skills, supporting, values
from deckcli.games.cipher.table import NONE, CipherTable, Unit

Said: TypeAlias = Callable[[CipherTable, Choice, Option], str]

LINES = ("Back Line", "Front Line")


def label(t: CipherTable, choice: Choice, option: Option) -> str:
    """An option in words; by its first word, or by prompt and word where that is said in its own way."""
    word = str(option[0])
    said = OPTIONS.get(f"{choice.prompt} {word}") or OPTIONS.get(word)
    return said(t, choice, option) if said is not None else " ".join(str(part) for part in option)


def question(t: CipherTable, choice: Choice) -> str:
    """What is asked, in words."""
    said = QUESTIONS.get(choice.prompt)
    return said(t, choice) if said is not None else f"{choice.prompt[:1].upper()}{choice.prompt[1:]}?"


# ---------------------------------------------------------------- things by name


def card_words(t: CipherTable, copy: int) -> str:
    """A card by its name; with class and gender where the game holds two different cards of one name."""
    face = t.cards[copy]
    if any(other.name == face.name and other is not face for other in t.cards):
        return f"{face.name} ({', '.join((face.class_name, *face.genders, *face.weapons))})"
    return face.name


def unit_words(t: CipherTable, unit: Unit) -> str:
    """A unit by its unit name, as far as that tells it from the other units of its side: else by card, line, number."""
    name = t.face(unit).unit_name
    twins = [other for other in t.units_of(unit.seat) if t.face(other).unit_name == name]
    if len(twins) == 1:
        return name
    words = card_words(t, unit.top)
    twins = [other for other in twins if t.face(other) is t.face(unit)]
    if len(twins) == 1:
        return words
    words = f"{words} in the {LINES[unit.front]}"
    twins = [other for other in twins if other.front == unit.front]
    return words if len(twins) == 1 else f"{words} ({twins.index(unit) + 1})"


def any_unit_words(t: CipherTable, seat: int, unit: Unit) -> str:
    """A unit of either side, as `seat` speaks of it: the other side's is "the enemy's" where both have the name."""
    words = unit_words(t, unit)
    if unit.seat != seat and any(unit_words(t, other) == words for other in t.units_of(seat)):
        return f"the enemy's {words}"
    return words


def thing_words(t: CipherTable, seat: int, copy: int) -> str:
    """A copy, wherever it lies: a unit when it is on top of one, else a card."""
    unit = t.unit_of_copy(copy)
    return any_unit_words(t, seat, unit) if unit is not None and unit.top == copy else card_words(t, copy)


# ---------------------------------------------------------------- options


def _deploy(t: CipherTable, choice: Choice, option: Option) -> str:
    copy = int(option[1])
    above = t.unit_of_copy(copy)
    beneath = f" from under {unit_words(t, above)}" if above is not None else ""
    return f"Deploy {card_words(t, copy)}{beneath} to the {LINES[int(option[2])]}"


def _level(t: CipherTable, choice: Choice, option: Option) -> str:
    copy, unit = int(option[1]), t.units[int(option[2])]
    deed = "Class change" if t.cards[copy].class_changes else "Level up"
    return f"{deed} {unit_words(t, unit)} to {card_words(t, copy)}"


def _attack(t: CipherTable, choice: Choice, option: Option) -> str:
    return f"Attack {unit_words(t, t.units[int(option[2])])} with {unit_words(t, t.units[int(option[1])])}"


def _move(t: CipherTable, choice: Choice, option: Option) -> str:
    unit = t.units[int(option[1])]
    return f"Move {unit_words(t, unit)} to the {LINES[not unit.front]}"


def _orb(t: CipherTable, choice: Choice, option: Option) -> str:
    own, copy = t.seats[choice.seat], int(option[1])
    seen = copy in own.shown_orbs or copy in own.known_orbs
    return f"Take the orb {card_words(t, copy)}" if seen else "Take an orb unseen"


def _keep(t: CipherTable, choice: Choice, option: Option) -> str:
    unit = t.units[int(option[1])]
    words = unit_words(t, unit)
    return f"Keep {words if words != t.face(unit).unit_name else card_words(t, unit.top)}"


def _trigger(t: CipherTable, choice: Choice, option: Option) -> str:
    """A waiting skill; one that waits several times is told apart by what woke it, and by number."""
    waiting = t.waiting[int(option[3])]
    words = skills.skill_label(t, waiting.copy, waiting.index)
    same = [
        index
        for index, other in enumerate(t.waiting)
        if (other.seat, skills.skill_label(t, other.copy, other.index)) == (waiting.seat, words)
    ]
    return words if len(same) == 1 else f"{words} ({same.index(int(option[3])) + 1})"


def _card(before: str) -> Said:
    return lambda t, choice, option: f"{before}{card_words(t, int(option[1]))}"


def _skill(before: str) -> Said:
    """A skill that may be used; where others of the options are said alike, with the unit whose it is, or by number."""

    def words(t: CipherTable, choice: Choice, option: Option) -> str:
        said = skills.skill_label(t, int(option[1]), int(option[2]))
        same = [
            other
            for other in choice.options
            if other[0] == option[0] and skills.skill_label(t, int(other[1]), int(other[2])) == said
        ]
        if len(same) < 2:
            return before + said
        told = [_skill_of_unit(t, int(other[1]), said) for other in same]
        place = same.index(option)
        return before + told[place] + (f" ({place + 1})" if told.count(told[place]) > 1 else "")

    return words


def _skill_of_unit(t: CipherTable, copy: int, said: str) -> str:
    """What is said of a skill, with its unit as it is told from others in place of its card."""
    unit = t.unit_of_copy(copy)
    return said if unit is None else unit_words(t, unit) + said.removeprefix(t.cards[copy].name)


def _words(words: str) -> Said:
    return lambda t, choice, option: words


def _paid_otherwise(what: str, fighter: str) -> Said:
    def words(t: CipherTable, choice: Choice, option: Option) -> str:
        assert t.battle is not None
        unit = t.units[getattr(t.battle, fighter)]
        by = payments.payment_label(t, unit, what, int(option[1]))
        return f"{what.capitalize()}, paid as {by} lets it"

    return words


def _cost_otherwise(t: CipherTable, choice: Choice, option: Option) -> str:
    by = payments.other_cost_label(t, int(choice.about[0]), int(choice.about[1]), int(option[1]))
    return f"Paid as {by} lets it"


OPTIONS: dict[str, Said] = {
    "mulligan yes": _words("Return the hand and draw anew"),
    "mulligan no": _words("Keep the hand"),
    "bond": _card("Bond "),
    "bond no": _words("No bond"),
    "deploy": _deploy,
    "level": _level,
    "deployment end": _words("End deployment"),
    "attack": _attack,
    "move": _move,
    "skill": _skill("Use "),
    "action end": _words("End the turn"),
    "support": _skill("Support skill: "),
    "critical": _card("Critical: discard "),
    "critical_with": _paid_otherwise("critical", "attacker"),
    "evade_with": _paid_otherwise("evade", "defender"),
    "critical no": _words("No critical"),
    "evade": _card("Evade: discard "),
    "evade no": _words("No evade"),
    "orb": _orb,
    "keep": _keep,
    "trigger": _trigger,
    "front": _words("Front Line"),
    "back": _words("Back Line"),
    "take": lambda t, choice, option: thing_words(t, choice.seat, int(option[1])),
    "done": _words("Done"),
    "yes": _words("Yes"),
    "no": _words("No"),
    "end": _words("End"),
    "as_printed": _words("Its own cost"),
    "otherwise": _cost_otherwise,
}
"""How an option is said, by its word, or by prompt and word. Skills may add words of theirs."""


# ---------------------------------------------------------------- questions


def _fight(t: CipherTable) -> str:
    battle = t.battle
    if battle is None or battle.attacker not in t.units or battle.defender not in t.units:
        return ""
    attacker, defender = t.units[battle.attacker], t.units[battle.defender]
    sides = []
    for unit in (attacker, defender):
        copy = battle.supporters[unit.seat]
        helped = supporting.support_of(t, unit.seat, copy) if copy != NONE else 0
        extra = battle.doubled if unit is attacker else 0
        sides.append(f"{unit_words(t, unit)} ({max(0, values.attack_of(t, unit) + helped) + extra})")
    return " against ".join(sides)


QUESTIONS: dict[str, Callable[[CipherTable, Choice], str]] = {
    "mulligan": lambda t, choice: "Return all six cards for six others, once?",
    "bond": lambda t, choice: "Which card becomes a bond?",
    "deployment": lambda t, choice: "What is deployed, levelled up or class changed?",
    "action": lambda t, choice: "What is done?",
    "critical": lambda t, choice: f"A critical? {_fight(t)}.",
    "evade": lambda t, choice: f"Evade? {_fight(t)}.",
    "orb": lambda t, choice: "Which orb is taken?",
    "keep": lambda t, choice: "Which of two units of one name stays?",
    "line": lambda t, choice: f"In which line is {card_words(t, choice.about[0])} deployed?",
    "trigger": lambda t, choice: "Which skill is resolved first?",
    "support": lambda t, choice: "Which support skill is resolved first?",
    "pay_skill": lambda t, choice: f"How is {skills.skill_label(t, *choice.about)} paid?",
}
"""How a question is said, by its prompt. Skills may add prompts of theirs."""
