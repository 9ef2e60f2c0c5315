"""The cards of Cipher with what they do: effects read from the data files, built once, and put on their faces."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from catalog.card import Card, Finished
from catalog.home import data_root
from deckcli.engine.effects import MOST_ABILITIES, check_and_build, render, texts
from deckcli.engine.vocabulary import EffectError, Vocabulary
from deckcli.games.cipher import effects
from deckcli.games.cipher.faces import Unit, unit_of
from deckcli.games.cipher.words import CARD_WORDS

KEYWORDS = "keywords"
"""The file, and the table in it, that holds the skills which many cards share."""


@lru_cache(maxsize=64)
def effects_of_file(name: str) -> Mapping[str, Any]:
    """The bundled effects of one release by slug; none when they are not written. `name` is the file's."""
    path = data_root() / "cipher" / "effects" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Cipher's words, with the skills that all cards may have by name."""
    effects.WORDS.shared.update(effects_of_file(KEYWORDS).get(KEYWORDS, {}))
    return effects.WORDS


def unit_with_skills(card: Card, entry: Mapping[str, Any] | None = None) -> Unit:
    """The typed card with its skills: of `entry`, else as bundled; without any when they are not written.

    Equal cards give the same object. Raises EffectError (a person's own entry may be wrong), ImpossibleCardError.
    """
    if entry is None:
        return _bundled(card)
    abilities = check_and_build(entry, vocabulary(), card.slug)
    return as_it_always_is(replace(unit_of(card), skills=effects.ready(abilities)))


def as_it_always_is(face: Unit) -> Unit:
    """A card with the words, names and ranges that it gives itself wherever it lies, as if they were printed on it."""
    rules = (
        rule
        for ability in face.skills
        if ability.zone == "any" and ability.need is None
        for rule in ability.rules
        if rule.test is None and rule.made.group is not None and rule.made.group.only == "this"
    )
    for mod in (mod for rule in rules for mod in rule.made.mods):
        if mod.kind == "word":
            where = next(aspect for aspect, words in CARD_WORDS.items() if mod.value in words)
            more: dict[str, Any] = {where: (*getattr(face, where), mod.value)}
            face = replace(face, **more)
        elif mod.kind == "range":
            face = replace(face, ranges=tuple(sorted({*face.ranges, *mod.value})))
        elif mod.kind == "name" and mod.value not in face.names:
            face = replace(face, names=(*face.names, mod.value))
    return face


@lru_cache(maxsize=4096)
def _bundled(card: Card) -> Unit:
    entry = effects_of_file(card.release.lower()).get(card.slug)
    return unit_of(card) if entry is None else unit_with_skills(card, entry)


def finish(entry: Mapping[str, object], effects_entry: Mapping[str, object]) -> Finished:
    """The text of a card in our words and how many of its abilities act, or what is wrong with its effects."""
    said = _all_shared(effects_entry)
    if said:
        return Finished(text="\n".join(said), written=len(said))
    words = vocabulary()
    try:
        said = texts(effects_entry, words, str(entry.get("slug", "?")))
    except EffectError as error:
        return Finished(faults=tuple(str(fault) for fault in error.faults))
    return Finished(text="\n".join(said), written=len(said))


def _all_shared(effects_entry: Mapping[str, object]) -> tuple[str, ...]:
    """What a card says that names shared skills and nothing else, as most do; empty when it does not, or is wrong."""
    named = effects_entry.get("abilities")
    if len(effects_entry) > 1 or not isinstance(named, list) or len(named) > MOST_ABILITIES:
        return ()
    if not all(isinstance(one, str) for one in named):
        return ()
    said = tuple(map(_shared_text, named))
    return said if all(said) else ()


@lru_cache(maxsize=1024)
def _shared_text(named: str) -> str:
    """What a shared skill says, read once for all its cards; empty when there is none of that name."""
    words = vocabulary()
    try:
        (ability,) = check_and_build({"abilities": [named]}, words, named)
    except EffectError:
        return ""
    return render(ability, words)
