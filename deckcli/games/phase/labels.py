"""Questions and answers of Phase in words that a person would say. Made only when they are shown, saved or matched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from deckcli.engine.choice import Choice, Option
from deckcli.engine.saying import possessive
from deckcli.games.phase.table import NEXUS, PhaseTable

Said: TypeAlias = Callable[[PhaseTable, Choice, Option], str]

LETTERS = "abcde"
"""Seats as scenario files and people call them."""


def label(t: PhaseTable, choice: Choice, option: Option) -> str:
    """An option in words; two that would sound alike are numbered in their order."""
    words = _words(t, choice, option)
    if len(choice.options) < 2 or option[0] not in _OF_CARDS:
        return words
    looks = _looks(t, option)
    alike = [other for other in choice.options if other[0] == option[0] and _looks(t, other) == looks]
    if len(alike) > 1:
        alike = [other for other in alike if _words(t, choice, other) == words]
    return words if len(alike) < 2 else f"{words} ({alike.index(option) + 1})"


def _looks(t: PhaseTable, option: Option) -> tuple[str, int, int]:
    """What two options share that could sound alike: the title that is up, the owner, and which skill."""
    copy = int(option[2 if option[0] == "trigger" else 1])
    owner = t.owners[copy]
    side = int(option[3]) if option[0] == "trigger" else t.up[copy]  # whose skill waits may have been turned since
    if option[0] == "take" and copy in t.seats[owner].hand:
        return ("", owner, 0)
    return (t.cards[copy].sides[side].title, owner, int(option[-1]) if len(option) > 2 else 0)


_OF_CARDS = frozenset({"barracks", "order", "skill", "train", "take", "oppose", "skirmish", "trigger"})
"""Answers that name a card, of which there may be several that look alike."""


def _words(t: PhaseTable, choice: Choice, option: Option) -> str:
    word = str(option[0])
    said = OPTIONS.get(f"{choice.prompt} {word}") or OPTIONS.get(word)
    return said(t, choice, option) if said is not None else " ".join(str(part) for part in option)


def question(t: PhaseTable, choice: Choice) -> str:
    """What is asked, in words."""
    said = QUESTIONS.get(choice.prompt)
    return said(t, choice) if said is not None else f"{choice.prompt[:1].upper()}{choice.prompt[1:]}?"


def heard(t: PhaseTable, choice: Choice, option: Option, seat: int) -> str:
    """An answer of somebody as `seat` is told of it: a side that it may not look at is not named."""
    theirs = Choice(seat, choice.prompt, choice.options, choice.about, choice.left)
    words = label(t, theirs, option)
    return f"{question(t, theirs)} {words}" if option[0] in ("take", "yes", "no", "done") else words


# ---------------------------------------------------------------- things by name


def seat_name(seat: int, viewer: int) -> str:
    """A seat as `viewer` speaks of it."""
    return "you" if seat == viewer else f"seat {LETTERS[seat]}"


def card_words(t: PhaseTable, copy: int, viewer: int) -> str:
    """A card as a seat sees it: its title; of an own card also the side behind it, of a card in an opponent's hand the
    side that is turned to the others."""
    owner = t.owners[copy]
    own = t.seats[owner]
    good, evil = t.cards[copy].sides
    up, behind = (good, evil) if t.up[copy] == 0 else (evil, good)
    if owner != viewer:
        if copy in own.hand:
            return f"seat {LETTERS[owner]}'s card, on its back {behind.title}"
        return f"seat {LETTERS[owner]}'s {up.title}"
    return up.title if copy in own.deck else f"{up.title} (behind: {behind.title})"


def act_words(t: PhaseTable, about: tuple[int, ...]) -> str:
    """The order or skill that a question is about: "Caelistra", "Gladiator's skill"."""
    copy, side, index = about
    title = t.cards[copy].sides[side].title
    if index < 0:
        return title
    act = t.act(copy, side, index)
    return f"{possessive(title)} {act.ability.name or _KINDS.get(act.ability.kind, act.ability.kind.title())}"


_KINDS = {"action": "skill"}


# ---------------------------------------------------------------- options


def _card(before: str) -> Said:
    return lambda t, choice, option: f"{before}{card_words(t, int(option[1]), choice.seat)}"


def _literal(words: str) -> Said:
    return lambda t, choice, option: words


def _skill(t: PhaseTable, choice: Choice, option: Option) -> str:
    copy, index = int(option[1]), int(option[2])
    return f"Use {act_words(t, (copy, t.up[copy], index))}{_which(t, copy, index)}"


def _which(t: PhaseTable, copy: int, index: int) -> str:
    """Which of several skills of one warrior."""
    actions = t.face(copy).actions
    place = next(number for number, act in enumerate(actions, 1) if act.index == index)
    return f" {place}" if len(actions) > 1 else ""


def _trigger(t: PhaseTable, choice: Choice, option: Option) -> str:
    _, _, copy, side, index = map(str, option)
    return f"{act_words(t, (int(copy), int(side), int(index)))}{_number(t, int(copy), int(side), int(index))}"


def _number(t: PhaseTable, copy: int, side: int, index: int) -> str:
    skills = [act for act in t.cards[copy].sides[side].skills if act.ability.kind not in ("action", "constant")]
    place = next(number for number, act in enumerate(skills, 1) if act.index == index)
    return f" {place}" if len(skills) > 1 else ""


def _attack_player(t: PhaseTable, choice: Choice, option: Option) -> str:
    return f"Attack seat {LETTERS[int(option[1])]}"


OPTIONS: dict[str, Said] = {
    "barracks": _card("Put into the barracks: "),
    "attack yes": _literal("Attack"),
    "attack no": _literal("No attack"),
    "nexus": _literal("Attack the Nexus"),
    "player": _attack_player,
    "attackers take": _card("Send "),
    "defend no": _literal("No defence"),
    "oppose": _card("Oppose "),
    "skirmish": _card("The skirmish of "),
    "damage": lambda t, choice, option: f"{option[1]} damage",
    "order": _card("Play "),
    "skill": _skill,
    "train": _card("Train "),
    "pass": _literal("Pass"),
    "trigger": _trigger,
    "seat": lambda t, choice, option: f"Seat {LETTERS[int(option[1])]}",
    "take": lambda t, choice, option: card_words(t, int(option[1]), choice.seat),
    "yes": _literal("Yes"),
    "no": _literal("No"),
    "done": _literal("Done"),
}


# ---------------------------------------------------------------- questions


def _asks(words: str) -> Callable[[PhaseTable, Choice], str]:
    return lambda t, choice: words


def _of_act(words: str) -> Callable[[PhaseTable, Choice], str]:
    return lambda t, choice: f"{act_words(t, choice.about)}: {words}"


def _defend(t: PhaseTable, choice: Choice) -> str:
    target = "the Nexus" if t.target == NEXUS else seat_name(t.target, choice.seat)
    return f"{card_words(t, choice.about[0], choice.seat)}: whom does it oppose? The attack is on {target}."


def _split(t: PhaseTable, choice: Choice) -> str:
    copy, strength = choice.about
    return f"How much of {strength} damage goes to {card_words(t, copy, choice.seat)}?"


def _fight(t: PhaseTable, choice: Choice) -> str:
    skirmish = t.skirmishes[t.fought]
    attacker = card_words(t, skirmish.attacker, choice.seat)
    if not skirmish.defenders:
        return f"Skirmish of {attacker}, unopposed: an action?"
    defenders = ", ".join(card_words(t, copy, choice.seat) for copy in skirmish.defenders)
    return f"Skirmish of {attacker} against {defenders}: an action?"


def _training(t: PhaseTable, choice: Choice) -> str:
    trains = ", or a resource to train" if choice.seat == t.active else ""
    return f"Training: an action{trains}?"


def _training_cost(t: PhaseTable, choice: Choice) -> str:
    return f"Training {card_words(t, choice.about[0], choice.seat)}: which resources phase?"


QUESTIONS: dict[str, Callable[[PhaseTable, Choice], str]] = {
    "muster": _asks("Which card of your hand begins in the barracks?"),
    "attack": _asks("Declare an attack?"),
    "maneuvering": _asks("Maneuvering: an action?"),
    "target": _asks("What is attacked?"),
    "attackers": _asks("Which warriors attack?"),
    "defend": _defend,
    "skirmish order": _asks("Which skirmish is resolved next?"),
    "skirmish": _fight,
    "split": _split,
    "training": _training,
    "training cost": _training_cost,
    "end": _asks("End of the turn: an action?"),
    "trigger": _asks("Which skill acts first?"),
    "choose": _of_act("choose."),
    "phase": _of_act("which resources phase?"),
    "lock": _of_act("which resources are locked?"),
    "discard": _of_act("what is discarded?"),
    "opponent": _of_act("which opponent?"),
    "may": _of_act("do it?"),
    "pay": _of_act("pay its cost?"),
}
