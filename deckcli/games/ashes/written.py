"""The cards of Ashes with what they do: effects read from the data files, built once, and said in our words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from catalog.card import Finished
from catalog.home import data_root
from deckcli.engine.effects import Ability, acts, check_and_build, render
from deckcli.engine.vocabulary import EffectError, Vocabulary
from deckcli.games.ashes import effects

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
    written = sum(acts(one) for one in abilities if is_ability(one)) if all(how) else 0
    return Finished(text="\n".join(said), written=written)


_KINDS: Mapping[str, str] = {"Ally": "unit", "Conjuration": "unit", "Phoenixborn": "Phoenixborn"}


def called(entry: Mapping[str, object]) -> Mapping[str, str]:
    """What `this` and `host` are called on a card: this unit, this spell, your Phoenixborn."""
    kind = str(entry.get("type", ""))
    word = _KINDS.get(kind, "alteration" if "Alteration" in kind else "spell")
    on = "the Phoenixborn it is on" if entry.get("placement") == "Phoenixborn" else "the unit it is on"
    return {"this": f"this {word}", "host": on}
