"""Fire Emblem Cipher (FE0): two main characters, their units, and the bonds that deploy them."""

from __future__ import annotations

from deckcli.games.cipher import construction
from deckcli.games.game import Game, Playable
from deckcli.titles import TITLES


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.cipher.playable import CipherPlayable

    return CipherPlayable()


GAME = Game(
    slug="cipher",
    name=TITLES["cipher"],
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Main Character",
    played=played,
    players=("random", "goldfish", "heuristic"),
    options={
        "first": "the seat that begins, 0 or 1 (chance)",
        "bonuses_survive_level_up": "yes: what was given to a unit outlasts a level up or class change (no)",
    },
)
