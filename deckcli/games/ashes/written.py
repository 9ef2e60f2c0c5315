"""The cards of Ashes with what they do: effects read from the data files, built once, and said in our words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from catalog.card import Card, Finished
from catalog.home import data_root
from deckcli.engine.closures import build_cost
from deckcli.engine.effects import Ability, acts, check_and_build, render
from deckcli.engine.vocabulary import EffectError, Vocabulary, is_numeral
from deckcli.games.ashes import cards, effects
from deckcli.games.ashes.cards import NO_TEXT, Cost, Face, Skill, Text
from deckcli.games.ashes.table import AshesScope, AshesTable
from deckcli.games.ashes.words_rules import Grant, Played, skills_come_from

KEYWORDS = "keywords"
"""The file, and the table in it, that holds the abilities which cards have by name alone."""
PLAYED_BY = frozenset({"attach_to", "x_is", "goes_under", "counts_in_hand_as"})
"""Rules that tell how a card is played, or what its X is: no ability that is printed apart."""


@lru_cache(maxsize=64)
def effects_of_file(name: str) -> Mapping[str, Any]:
    """The bundled effects of one release by slug; none when they are not written. `name` is the file's."""
    path = data_root() / "ashes" / "effects" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Ashes' words, with the keywords that all cards may have."""
    effects.WORDS.shared.update(effects_of_file(KEYWORDS).get(KEYWORDS, {}))
    return effects.WORDS


def is_ability(ability: Ability) -> bool:
    """Whether it is an ability, not a rule about how the card is played."""
    tree = ability.tree or {}
    return "static" not in tree or not all(
        line.word is not None and line.word.spelling in PLAYED_BY for line in tree["static"].args
    )


# ---------------------------------------------------------------- cards as they are played


def face_with_text(card: Card, entry: Mapping[str, Any] | None = None) -> Face:
    """The card as it is played: with the effects of `entry`, else as bundled, else with none.

    Equal cards give the same object. An ability that does not act yet is left out, and the card's text is not whole.
    Raises EffectError (a person's own entry may be wrong), ImpossibleCardError.
    """
    if entry is None:
        return _bundled(card)
    return cards.face_of(card, text_of(check_and_build(entry, vocabulary(), card.slug), _printed(card)))


@lru_cache(maxsize=4096)
def _bundled(card: Card) -> Face:
    entry = effects_of_file(card.release).get(card.slug)
    if entry is None:
        return cards.face_of(card, NO_TEXT if not card.face.abilities else Text(whole=False))
    return face_with_text(card, entry)


def _printed(card: Card) -> int:
    """How many abilities are printed on a card."""
    return sum(len(face.abilities or ()) for face in card.faces)


def text_of(abilities: Sequence[Ability], printed: int | None = None) -> Text:
    """What is written on a card, out of its built abilities; whole when all of them act, and are as many as printed."""
    acting = [one for one in abilities if acts(one)]
    count = sum(map(is_ability, acting))
    text = Text(whole=len(acting) == len(abilities) and printed in (None, count))
    own: list[Skill] = []
    for ability in acting:
        made = [one for rule in ability.rules for one in rule.made]
        if not made or not isinstance(made[0], Grant | Played):
            own.append(skill_of(ability))
        for one in made:
            if isinstance(one, Grant) and one.group.only != "host":
                text = replace(text, bestows=(*text.bestows, (one.group, _granted(ability, one.name))))
            elif isinstance(one, Grant):
                text = replace(text, grants=(*text.grants, _granted(ability, one.name)))
            elif isinstance(one, Played):
                text = replace(text, **{one.word: one.value})
    return replace(text, skills=tuple(own))


def skill_of(ability: Ability) -> Skill:
    """An ability as a card has it: what has a number behind its name adds up with others of that name."""
    base, _, numeral = ability.name.rpartition(" ")
    instead = _paid_instead(ability) if ability.zone == "hand" else None
    if base and is_numeral(numeral):
        return Skill(ability, base, int(numeral) if numeral != "X" else 0, adds=numeral != "X", instead=instead)
    return Skill(ability, ability.name, instead=instead)


def _paid_instead(ability: Ability) -> Cost | None:
    """What an ability that plays its card from hand pays in place of the printed cost."""
    for node in (ability.tree or {})["do"].parts():
        if node.word is not None and node.word.spelling == "play" and "instead" in node.named:
            return build_cost(node.named["instead"])
    return None


def _granted(ability: Ability, name: str) -> Skill:
    own = next((one for one in ability.inner if one.name == name), None)
    return skill_of(own) if own is not None else keyword(name)


@lru_cache(maxsize=256)
def keyword(name: str) -> Skill:
    """A keyword by its name, with its number. Raises EffectError."""
    (ability,) = check_and_build({"abilities": [name]}, vocabulary(), name)
    return skill_of(ability)


def _called(t: AshesTable, s: AshesScope, name: str) -> Skill:
    """The ability of that name that the one which speaks hands out itself, or the keyword."""
    return _granted(s.skill.ability, name) if s.skill is not None else keyword(name)


skills_come_from(_called)


# ---------------------------------------------------------------- what loading is told


def finish(entry: Mapping[str, object], effects_entry: Mapping[str, object]) -> Finished:
    """The text of a card in our words and how many of its abilities act, or what is wrong with its effects.

    An ability that can be read and said, but not yet be played, has its text and does not count.
    """
    words = vocabulary()
    try:
        abilities = check_and_build(effects_entry, words, str(entry.get("slug", "?")))
    except EffectError as error:
        return Finished(faults=tuple(str(fault) for fault in error.faults))
    said = [render(one, words, called(entry)) for one in abilities]
    how = [acts(one) for one in abilities if not is_ability(one)]
    acting = sum(acts(one) for one in abilities if is_ability(one)) if all(how) else 0
    return Finished(text="\n".join(said), written=acting)


_KINDS: Mapping[str, str] = {"Ally": "unit", "Conjuration": "unit", "Phoenixborn": "Phoenixborn"}


def called(entry: Mapping[str, object]) -> Mapping[str, str]:
    """What `this` and `host` are called on a card: this unit, this spell, your Phoenixborn."""
    kind = str(entry.get("type", ""))
    word = _KINDS.get(kind, "alteration" if "Alteration" in kind else "spell")
    on = "the Phoenixborn it is on" if entry.get("placement") == "Phoenixborn" else "the unit it is on"
    return {"this": f"this {word}", "host": on}
