"""Fire Emblem Cipher (FE0): two main characters, their units, and the bonds that deploy them."""

from __future__ import annotations

from deckcli.games.cipher import construction
from deckcli.games.game import Game

GAME = Game(
    slug="cipher",
    name="Fire Emblem Cipher",
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Main Character",
    words=(
        "cipher", "fire emblem cipher", "fire emblem 0", "fire emblem 0 (cipher)", "fire emblem zero", "fe cipher",
        "fe 0", "fe0", "fecipher", "fecipher0", "tcg ファイアーエムブレム0",
    ),
)  # fmt: skip
