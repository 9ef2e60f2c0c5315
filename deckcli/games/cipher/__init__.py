"""Fire Emblem Cipher (FE0): two main characters, their units, and the bonds that deploy them."""

from __future__ import annotations

from deckcli.games.cipher import construction
from deckcli.games.game import Game
from deckcli.titles import TITLES

GAME = Game(
    slug="cipher",
    name=TITLES["cipher"],
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Main Character",
)
