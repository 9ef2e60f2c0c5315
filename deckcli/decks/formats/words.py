"""The words that lists use for games, piles, keys and dice, folded; and which of ours each one means."""

from __future__ import annotations

import re

from catalog.names import fold, visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE

TYPES = "types"
"""A heading that only sorts the cards by type: they stay in the pile they stand in."""
DICE = "dice"
FIRST_FIVE = "first five"
ABOUT = "about"

_HEADINGS = {
    MAIN: (
        "main|main deck|maindeck|mainboard|main board|deck|deck list|decklist|cards|card list|library|draw pile"
        "|main cards|デッキ|メインデッキ|デッキリスト"
    ),
    LEADER: (
        "phoenixborn|main character|main characters|mc|maincharacter|leader|commander|commanders|主人公"
        "|メインキャラ|メインキャラクター"
    ),
    CONJURATIONS: "conjuration pile|conjurations|conjuration|conjuration deck|conjured alteration spells|tokens",
    SIDE: "side|sideboard|side board|side deck|sidedeck|サイド|サイドデッキ",
    DICE: "dice|dice pool|dicepool",
    FIRST_FIVE: "first five|first 5|firstfive|ff",
    ABOUT: "about|metadata",
    TYPES: (
        "ready spells|ready spell|allies|ally|alteration spells|alteration spell|action spells|action spell"
        "|reaction spells|reaction spell|units|unit|characters|character|spells|spell|minions|events|equipment|weapons"
        "|reinforcements|supports|others|other|alterations|alteration|actions|action|reactions|reaction"
        "|promoted|unpromoted|promotions|class changes|red|blue|white|black|green|purple|yellow|brown|colorless"
        "|colourless|warriors|warrior|forms|form|companions|artifacts|artifact|upgrades|upgrade|upgrade cards|wallet"
        "|number cards|wild cards|joker cards"
    ),
}
_HEADING_OF = {fold(word): kind for kind, words in _HEADINGS.items() for word in words.split("|")}
_COST = re.compile(
    r"(?:deploy(?:ment)? )?costs? (?:[0-9]{1,2}|x)\+?"
    r"|(?:[0-9]{1,2}|x)\+?[ -]?(?:costs?|drops?)(?: (?:cards|units|characters|allies|spells))?"
)
"""A heading over the cards of one cost: "Cost 2", "2-Cost Units"."""
_PILES = frozenset({"maybeboard", "maybe board", "maybe", "considering", "companion", "wishlist", "wish list"})
"""Headings of piles that are no part of a deck, known as such when they stand alone in a line."""

_KEYS = {
    "name": "name|title|deck|deck name|deckname",
    "game": "game",
    "rules": "rules|format",
    LEADER: (
        "phoenixborn|pb|main character|main char|mc|lord|hero|leader|commander|主人公|メインキャラ|メインキャラクター"
    ),
    DICE: "dice|dice pool|dicepool",
    FIRST_FIVE: "first five|first 5|ff",
}
_KEY_OF = {fold(word): key for key, words in _KEYS.items() for word in words.split("|")}
SETTING = frozenset({LEADER, DICE, FIRST_FIVE})
"""The keys whose value is a part of the deck."""
_KEPT_WORDS = (
    "group|author|authors|by|creator|player|date|created|updated|modified|version|source|url|link|website|description"
    "|notes|note|comment|comments|tags|tag|event|place|placing|archetype|language|exported|generated|credit|credits|total"
)
KEPT = frozenset(_KEPT_WORDS.split("|"))
"""Keys whose value is kept, and no part of the deck."""

_DICE_TYPES = ("ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral")
_DICE_OF = {word[:3]: word for word in _DICE_TYPES} | {word: word for word in _DICE_TYPES} | {"nature": "natural"}

DICE_WORDS = tuple(sorted(_DICE_OF, key=len, reverse=True))
"""Every word for a type of die, longest first."""
_OF_DICE = re.compile(r"(\S+) (?:magic|dice|die)", re.I)

_ATTRIBUTION = re.compile(
    r"(created|exported|generated|made|built|imported|downloaded|printed|copied|written) (with|from|by|on|at|in) \S"
    r"|https?://|www\.|[0-9]+ cards?( (total|in total|in all))?$"
)


def heading_of(words: str) -> str:
    """What a known heading opens: a pile, DICE, FIRST_FIVE, ABOUT or TYPES; "" for words that we do not know."""
    key = fold(words)
    return _HEADING_OF.get(key) or (TYPES if _COST.fullmatch(key) else "")


def is_pile(words: str) -> bool:
    """Whether a line of just these words opens a pile beside the deck, which keeps them as its name."""
    return fold(words) in _PILES


def pile_of(words: str) -> str:
    """The pile that a format's own zone name means: one of ours, or the words themselves."""
    known = heading_of(words)
    return known if known in (MAIN, LEADER, CONJURATIONS, SIDE) else visible(words)


def key_of(words: str) -> str:
    """What a known key sets; for a key that is only kept, its own folded words; "" for one that we do not know."""
    key = fold(words)
    return _KEY_OF.get(key, key if key in KEPT else "")


def die_of(words: str) -> str:
    """The type of die that `words` means ("nature", "nat" and "Natural Magic" are natural); other words are left as
    they stand."""
    return die_meant(words) or visible(words)


def die_meant(words: str) -> str:
    """The type of die that `words` means, "" where they mean none."""
    key = fold(words)
    said = _OF_DICE.fullmatch(key)
    return _DICE_OF.get(said[1] if said else key, "")


def is_attribution(words: str) -> bool:
    """Whether a line only says which program or page the list comes from."""
    return _ATTRIBUTION.match(fold(words)) is not None
