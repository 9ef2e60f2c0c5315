"""What the five games are called, by us and by other people. Imports no game, for look-ups that only show a name."""

from __future__ import annotations

from catalog.names import fold

TITLES = {
    "ashes": "Ashes Reborn",
    "cipher": "Fire Emblem Cipher",
    "phase": "Phase",
    "phase10": "Phase 10 Strategy",
    "fantasyform": "FantasyForm",
}
"""The title of each game by its slug, in the order in which they are shown."""

_WORDS = {
    "ashes": "ashes ascendancy|ashes reborn: rise of the phoenixborn|ashes live|ashes.live|ashteki",
    "cipher": (
        "fire emblem 0|fire emblem 0 (cipher)|fire emblem zero|fire emblem: cipher|fecipher|fecipher0|fe0|fe 0"
        "|fe cipher|tcg ファイアーエムブレム0"
    ),
    "phase": "phase the card game|phase card game|aeg phase",
    "phase10": "phase 10|phase-10|phase ten",
    "fantasyform": "fantasy form",
}
WORDS = {fold(word): slug for slug in TITLES for word in (slug, TITLES[slug], *_WORDS[slug].split("|"))}
"""Every way to name a game, folded, and the game it names."""


def game_of(words: str) -> str:
    """The slug of the game that some words name ("Fire Emblem 0 (Cipher)"), whatever their case; "" when none."""
    key = fold(words)
    return WORDS.get(key, "") or WORDS.get(key.replace("-", " "), "")
