"""What is wrong with a list or a deck: one value a fault, with everything needed to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a list or a deck.

    `code` is a stable word for scripts. An `error` makes the deck illegal (or the line unusable), a `warning` does
    not, a `note` says what was assumed. `cards` are names, `found` and `allowed` numbers where the rule counts,
    `lines` the 1-based lines of the list, `column` (1-based, 0 if none) and `text` the place in the first of them,
    `source` the rule with its heading, `fix` what to do, `suggestions` near names, best first.
    """

    code: str
    severity: Severity
    message: str
    cards: tuple[str, ...] = ()
    found: int | None = None
    allowed: int | None = None
    lines: tuple[int, ...] = ()
    source: str = ""
    fix: str = ""
    column: int = 0
    text: str = ""
    suggestions: tuple[str, ...] = ()


CODES: dict[str, str] = {
    # Reading and resolving, every game.
    "unknown_card": "no card of the game has this name",
    "ambiguous_card": "several different cards fit this name",
    "bad_line": "nothing could be made of this line",
    "bad_count": "a count that is negative, a fraction, or more than 999",
    "wrong_game": "a card, a deck or a list of another game or of another side of the table",
    "not_in_format": "a card that this construction format does not have",
    "header_count_differs": "a heading says another number than the cards under it add up to",
    "missing_copies": "copies that the collection lacks",
    "count_assumed": "no count was given, and 1 was taken",
    "zero_count": "a count of 0, so the line was passed over",
    "lines_merged": "several lines name one card, and their counts were added",
    "same_name": "several cards share this name and count as one, and the first was taken",
    "pile_unknown": "a heading we do not know; its cards are kept as a pile of that name",
    "leader_assumed": "no card was named as the leader, and the only one that can be was taken",
    "face_name": "one face of a card was named, and the card was taken",
    "part_name": "only a unit name or a title was given, and the only card that has it was taken",
    "prefix_name": "only the beginning of a name was given, and the only card that fits was taken (--lenient)",
    "title_is_card": "the first line could be a title, but a card has that name",
    "title_assumed": "the first line names no card, and was taken for the title",
    "link_not_fetched": "a link to a deck or a page; nothing is fetched, and only what stands in the list counts",
    "line_ignored": "a line with a key that we do not know, and that names no card",
    # Ashes.
    "no_phoenixborn": "a deck without a Phoenixborn",
    "many_phoenixborn": "a deck with more than one Phoenixborn",
    "deck_size": "too many or too few cards",
    "copy_limit": "too many copies of one card",
    "not_deckable": "a card that never goes into a deck",
    "wrong_phoenixborn": "an exclusive card of another Phoenixborn",
    "exclusive_total": "too many exclusive cards",
    "dice_count": "too many or too few dice",
    "dice_type": "a die of a type that the game, or this construction format, does not have",
    "pile_missing": "a conjuration that the cards bring out is not in the given pile",
    "pile_extra": "a conjuration in the given pile that no card brings out",
    "pile_count": "a conjuration in the given pile with another number than its limit",
    "first_five_size": "a First Five that is not five cards",
    "first_five_duplicate": "a First Five that names a card twice",
    "first_five_not_in_deck": "a First Five that names a card the deck lacks",
    "first_five_exclusives": "a First Five with more than one exclusive card",
    "chained_first_five": "a chained card in the First Five",
    "draft_picks": "more different cards than a player picks in a draft",
    "not_precon": "a deck that is no retail deck as it was sold",
    "campaign_base": "fewer cards of the Phoenixborn's own retail deck than a campaign level keeps",
    "campaign_precons": "cards of more retail decks than a campaign level allows",
    "campaign_switch": "a heroic switch of more than one card",
    # Cipher.
    "no_main_character": "a deck without a main character",
    "many_main_characters": "a deck with more than one main character",
    "main_character_cost": "a main character whose deployment cost is not 1",
    "main_character_not_in_deck": "a main character that is not among the cards",
    # Phase.
    "faction_mix": "more factions than the format allows",
    "faction_size": "too few cards of a faction",
    "house_rule": "a rule of ours, where the game's own is not published",
    # Phase 10 and FantasyForm.
    "missing_card": "a card of the fixed deck that is not there",
    "extra_card": "a card that the fixed deck does not have",
    "uncounted": "what else lies in the box and is not counted by the list",
}
"""What every code means. Codes are for scripts and never change their meaning."""


def located(problem: Problem, source: str) -> str:
    """The message behind its place, `file:line:col`, and, where the line is known, that line with a caret below."""
    place = ":".join([source, *(str(n) for n in (problem.lines[:1] + ((problem.column,) if problem.column else ())))])
    head = f"{place}: {problem.message}"
    if not problem.text or not problem.column:
        return head
    return f"{head}\n  {problem.text}\n  {' ' * (problem.column - 1)}^"


def is_legal(problems: list[Problem]) -> bool:
    """Whether nothing among `problems` is an error."""
    return all(problem.severity != "error" for problem in problems)
