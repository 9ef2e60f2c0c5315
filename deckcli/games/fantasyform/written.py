"""The cards of FantasyForm with what they do: effects read from the data files, built once, and put on their cards.

Every side of a card has an entry of effects by its own slug. What the four essences do stands in `keywords.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from catalog.card import Card, Finished
from catalog.home import data_root
from deckcli.engine.effects import Ability, check_and_build, render
from deckcli.engine.vocabulary import EffectError, Fault
from deckcli.games.fantasyform import effects
from deckcli.games.fantasyform.faces import ESSENCES, Powers, Upgrade, Wallet, timer_of, upgrade_of

KEYWORDS = "keywords"
"""The file, and the table in it, that holds what the essences do."""
INVENTED = "invented"
_NAMED = ("outlands", "forge")
"""Kinds of abilities that are called as the printed event is."""


@lru_cache(maxsize=16)
def effects_of_file(name: str) -> Mapping[str, Any]:
    """The bundled effects of one release by slug; none when they are not written. `name` is the file's."""
    path = data_root() / "fantasyform" / "effects" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@lru_cache(maxsize=1)
def essence_skills() -> tuple[Ability, ...]:
    """What each essence does, in the order of ESSENCES."""
    told = effects_of_file(KEYWORDS)[KEYWORDS]
    entries = [{"name": f"{essence} Essence", "kind": "essence", **told[essence.lower()]} for essence in ESSENCES]
    return check_and_build({"abilities": entries}, effects.WORDS, KEYWORDS)


def essence_text(essence: int) -> str:
    """What an essence does, in words."""
    return render(essence_skills()[essence], effects.WORDS)


def side_of(told: Mapping[str, Any], face: Mapping[str, Any], where: str) -> tuple[Ability, ...]:
    """The abilities of one side, as its entry of effects tells them; `face` are its printed facts.

    Raises EffectError with every fault; also when they are of other kinds than those that are printed, and for one that
    asks twice for one of several deeds.
    """
    if not told:
        return ()
    listed = told.get("abilities")
    entry = {**told, "abilities": [_called(one, face) for one in listed]} if isinstance(listed, list) else told
    abilities = check_and_build(entry, effects.WORDS, where)
    kinds, printed = [one.kind for one in abilities], face.get("abilities")
    faults = [
        Fault(where, "abilities", 0, 0, "asks twice for one of several deeds")
        for one in abilities
        if effects.twice(one)
    ]
    if isinstance(printed, list | tuple) and list(printed) != kinds:
        faults.append(Fault(where, "abilities", 0, 0, f"are {kinds}, and printed are {list(printed)}"))
    if faults:
        raise EffectError(faults)
    return abilities


def _called(one: Any, face: Mapping[str, Any]) -> Any:
    """An ability of an encounter is called as the event that is printed beside it."""
    if isinstance(one, Mapping) and one.get("kind") in _NAMED and face.get(one["kind"]):
        return {"name": face[one["kind"]], **one}
    return one


# ---------------------------------------------------------------- cards as they are played


@lru_cache(maxsize=256)
def sides_of_card(card: Card) -> tuple[tuple[Ability, ...], ...]:
    """What a card of the catalogue does, side by side; nothing where it is not written, or is a person's own."""
    told = effects_of_file(card.release) if card.origin == INVENTED else {}
    return tuple(
        side_of(told.get(face.slug, {}), {**face.facts, "abilities": face.abilities}, f"{card.slug}, {face.side}")
        for face in card.faces
    )


@lru_cache(maxsize=256)
def upgrade_with_skills(card: Card) -> Upgrade:
    """The typed Upgrade card with what it does; equal cards give the same object. Raises ImpossibleCardError."""
    return upgrade_of(card, [skill for side in sides_of_card(card) for skill in side])


def wallet_of(cards: Sequence[Card], rival: Card, name: str = "") -> Wallet:
    """The wallet of these 16 Upgrade cards and this Rival Card. Raises ImpossibleCardError."""
    return Wallet(tuple(map(upgrade_with_skills, cards)), essence_skills(), timer_of(rival), powers_of(rival), name)


def powers_of(rival: Card) -> Powers:
    """The elemental powers of a Rival Card: of its starburst side, and of its elemental side."""
    first, then = [*sides_of_card(rival), (), ()][:2]
    return first, then


# ---------------------------------------------------------------- the catalogue's texts


def finish(entry: Mapping[str, object], effects_entry: Mapping[str, object]) -> Finished:
    """The text of a card's sides in our words and how many of their abilities act, or what is wrong with its effects.

    `effects_entry` has `faces`, one entry a side. What comes with deckcli belongs to the invented cards: a person's own
    card of the same name does none of it.
    """
    slug, faces, told = str(entry.get("slug", "?")), entry.get("faces"), effects_entry.get("faces")
    if entry.get("origin") != INVENTED and _all_bundled(told):
        return Finished()
    if not isinstance(faces, list) or not isinstance(told, list) or len(faces) != len(told) or len(effects_entry) != 1:
        return Finished(faults=(f"{slug}: effects are told in faces, as many as the card has",))
    texts: list[str] = []
    written, faults = 0, []
    for face, one in zip(faces, told, strict=True):
        try:
            abilities = side_of(one, face, f"{slug}, {face.get('side', '?')}")
        except EffectError as error:
            faults += [str(fault) for fault in error.faults]
            continue
        texts.append(_text(abilities, {"essence": entry.get("essence"), **face}))
        written += len(abilities)
    return Finished(faults=tuple(faults)) if faults else Finished(texts=tuple(texts), written=written)


def _text(side: Sequence[Ability], face: Mapping[str, Any]) -> str:
    """What a side does; an Upgrade side ends with what its essence does (Upgrade Card Anatomy: Essence)."""
    lines = [render(one, effects.WORDS) for one in side]
    if face.get("side") == "upgrade" and face.get("essence") in ESSENCES:
        lines.append(essence_text(ESSENCES.index(face["essence"])))
    return "\n".join(lines)


def _all_bundled(told: object) -> bool:
    """Whether these are effects that come with deckcli, or none."""
    return isinstance(told, list) and all(not one or one in effects_of_file(INVENTED).values() for one in told)
