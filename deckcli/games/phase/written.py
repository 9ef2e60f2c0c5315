"""The cards of Phase with what they do: effects read from the data files, built once, and put on their faces."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from catalog.card import Card, Finished
from catalog.home import data_root
from deckcli.engine.effects import Ability, check_and_build, mentions, render, words_of
from deckcli.engine.vocabulary import EffectError, Fault
from deckcli.games.phase.effects import REMINDERS, WORDS
from deckcli.games.phase.faces import Face, TwoFaced, two_faced
from deckcli.games.phase.played import PlayedCard, Price


@lru_cache(maxsize=64)
def effects_of_file(name: str) -> Mapping[str, Any]:
    """The bundled effects of one release by slug (of cards and of faces); none when they are not written."""
    path = data_root() / "phase" / "effects" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def abilities_of(entry: Mapping[str, Any], where: str) -> tuple[Ability, ...]:
    """What one face does, in printed order, out of its effects.

    Raises EffectError with every fault: also for a second order, for an order that would pay with a warrior of its own,
    for a skill that is used and costs nothing (it could be used without end), and for a triggered skill or an order
    that only holds.
    """
    abilities = check_and_build(entry, WORDS, where) if entry else ()
    faults = [Fault(where, f"ability {number}", 0, 0, what) for number, what in _impossible(abilities)]
    if faults:
        raise EffectError(faults)
    return abilities


def _impossible(abilities: Sequence[Ability]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    orders = 0
    for number, one in enumerate(abilities, 1):
        orders += one.kind == "order"
        if one.kind == "order" and orders > 1:
            found.append((number, "a face has one order"))
        if one.kind == "order" and Price(one.cost).itself:
            found.append((number, "an order has no warrior to pay with"))
        if one.kind == "action" and not one.cost and not one.limit:
            found.append((number, 'a skill that is used needs a cost, or limit = "turn"'))
        if mentions(one, "value", "difference") and any("by" in node.named for node in words_of(one)):
            found.append((number, "nobody else chooses by what only its owner sees, a cost difference"))
        if (one.kind == "constant") is not bool(one.rules):
            found.append((number, "what holds is a constant skill, and what is done is none"))
    return found


def kind_of(ability: Ability) -> str:
    """The word by which the facts of a face name an ability: its kind, or "swift" and "ally" for those skills."""
    return ability.name.lower() if ability.name in WORDS.shared else ability.kind


def text_of(ability: Ability) -> str:
    """What an ability says, in our words."""
    return REMINDERS.get(ability.name) or render(ability, WORDS)


def with_effects(card: TwoFaced, good: Sequence[Ability], evil: Sequence[Ability]) -> PlayedCard:
    """A card to play with, whose faces do this."""
    return PlayedCard(replace(card, good=_face(card.good, good), evil=_face(card.evil, evil)))


def _face(face: Face, abilities: Sequence[Ability]) -> Face:
    order = next((one for one in abilities if one.kind == "order"), None)
    return replace(face, order=order, skills=tuple(one for one in abilities if one.kind != "order"))


@lru_cache(maxsize=4096)
def card_with_effects(card: Card) -> PlayedCard:
    """The card to play with, as its effects are bundled; equal cards give the same object. Faces whose effects are not
    written do nothing. Raises ImpossibleCardError."""
    typed = two_faced(card)
    told = effects_of_file(card.release.lower())
    own = told.get(card.slug, {}).get("faces")
    by_side: dict[str, tuple[Ability, ...]] = {}
    for number, face in enumerate(card.faces):
        entry = own[number] if own is not None else told.get(face.slug, {})
        by_side[face.side] = abilities_of(entry, f"{card.slug}, {face.name}")
    return with_effects(typed, by_side["good"], by_side["evil"])


def finish(entry: Mapping[str, object], effects_entry: Mapping[str, object]) -> Finished:
    """The text of a card's faces in our words and how many of their abilities act, or what is wrong with its effects.

    `effects_entry` has `faces`, one entry a face, in the order of the card's faces.
    """
    slug = str(entry.get("slug", "?"))
    faces, told = entry.get("faces"), effects_entry.get("faces")
    if not isinstance(faces, list) or not isinstance(told, list) or len(faces) != len(told) or len(effects_entry) != 1:
        return Finished(faults=(f"{slug}: effects are told in faces, as many as the card has",))
    texts: list[str] = []
    written, faults = 0, []
    for face, one in zip(faces, told, strict=True):
        try:
            kinds, text = _said(one, f"{slug}, {face.get('name', '?')}")
        except EffectError as error:
            faults += [str(fault) for fault in error.faults]
            continue
        printed = face.get("abilities")
        if isinstance(printed, list) and kinds and printed != kinds:
            faults.append(f"{slug}, {face.get('name', '?')}: its abilities are {printed}, and its effects {kinds}")
        texts.append(text)
        written += len(kinds)
    return Finished(faults=tuple(faults)) if faults else Finished(texts=tuple(texts), written=written)


_SAID: dict[int, tuple[Mapping[str, Any], list[str], str]] = {}
"""Entries by their identity, with what `_said` gave: a face that several cards have is one entry, and is read once."""
_MOST_SAID = 2048


def _said(entry: Mapping[str, Any], where: str) -> tuple[list[str], str]:
    """The kinds of a face's abilities, and its text. Raises EffectError."""
    kept = _SAID.get(id(entry))
    if kept is None:
        abilities = abilities_of(entry, where)
        if len(_SAID) >= _MOST_SAID:
            _SAID.clear()
        # The entry is kept too, so that no other can come to have its identity.
        kept = _SAID[id(entry)] = (entry, list(map(kind_of, abilities)), "\n".join(map(text_of, abilities)))
    return kept[1], kept[2]
