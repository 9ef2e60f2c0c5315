"""What the questions of Ashes' verbs say: an option of `one_of` in the words of the card that offers it."""

from __future__ import annotations

from collections.abc import Iterator

from deckcli.engine.choice import Choice, Option
from deckcli.engine.effect_text import Node
from deckcli.engine.effects import Ability
from deckcli.engine.saying import Speaker
from deckcli.games.ashes import labels
from deckcli.games.ashes.table import AshesTable
from deckcli.games.ashes.words import WORDS

_ORDER = ("first", "second", "third", "fourth", "fifth")


def _option(t: AshesTable, choice: Choice, option: Option) -> str:
    number = int(option[1])
    text = t.cards[choice.about[0]].text if choice.about else None
    for skill in (*text.skills, *text.grants) if text is not None else ():
        words = _options_of(skill.ability)
        most = max(int(one[1]) for one in choice.options) + 1
        found = next((one for one in words if len(one) == len(choice.options)), None)
        found = found or next((one for one in words if len(one) >= most), None)
        if found is not None:
            return found[number]
    return f"the {_ORDER[min(number, len(_ORDER) - 1)]}"


_KNOWN: dict[int, tuple[Ability, tuple[tuple[str, ...], ...]]] = {}
"""What was said of an ability before, by its identity."""


def _options_of(ability: Ability) -> tuple[tuple[str, ...], ...]:
    """What each `one_of` of an ability offers, in words."""
    known = _KNOWN.get(id(ability))
    if known is None or known[0] is not ability:
        known = _KNOWN[id(ability)] = (ability, _said(ability))
    return known[1]


def _said(ability: Ability) -> tuple[tuple[str, ...], ...]:
    numeral = ability.name.rpartition(" ")[2]
    speaker = Speaker(WORDS, None, numeral if numeral.isdigit() else "")
    tree = ability.tree or {}
    blocks = [*([tree["do"]] if "do" in tree else []), *tree.get("focus", ())]
    for block in blocks:
        speaker.block(block)  # what was named before is then called so
    return tuple(tuple(map(speaker.line, node.args[-1])) for block in blocks for node in _one_ofs(block))


def _one_ofs(block: Node) -> Iterator[Node]:
    for node in block.parts():
        if node.word is not None and node.word.role == "verb" and node.word.spelling in ("one_of", "take_turns"):
            yield node


labels.OPTIONS["option"] = _option
labels.QUESTIONS.update(
    {
        "one of": lambda t, choice: "Which one is it?",
        "how many": lambda t, choice: "How many?",
        "draw": lambda t, choice: "How many cards are drawn?",
        "search": lambda t, choice: "Which card is found?",
        "token": lambda t, choice: "Which kind of token?",
        "attacked": lambda t, choice: "What is attacked?",
        "again": lambda t, choice: "Once more?",
        "put back": lambda t, choice: "Which card goes next?",
        "top or bottom": lambda t, choice: "On top of the draw pile, or under it?",
    }
)
