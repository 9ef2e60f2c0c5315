"""What a search may name that no card knows of itself: decks (`in:`), formats (`legal:`), saved searches (`@`)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from catalog.reading import Catalog
from deckcli.cli.session import Session
from deckcli.errors import UnknownNameError

Key = tuple[str, str]


class NamedSets:
    """The decks and formats that a search of one game (or of all, "") may name; each is looked up when it is named."""

    def __init__(self, here: Session, catalog: Catalog, game: str) -> None:
        self._here, self._catalog, self._game = here, catalog, game

    def members(self, field: str, value: str) -> Collection[Key]:
        """The cards in a deck ("in"), by game and slug, or those that a format lets into a deck ("legal").

        Raises UnknownListError and UnknownNameError, and UnreadableError for a file that is no list.
        """
        return self._in_deck(value) if field == "in" else self._legal(value)

    def saved(self, name: str) -> str | None:
        """The text of the saved search of that name."""
        return self._searches.get(name)

    @cached_property
    def _searches(self) -> dict[str, str]:
        with self._here.library() as library:
            return {search.name: search.text for search in library.searches()}

    def _in_deck(self, text: str) -> set[Key]:
        from deckcli.cli.lists import Asked, read_list
        from deckcli.decks.resolve import resolve

        asked = Asked(text, game=self._game)
        deck, _ = resolve(read_list(asked, self._here, self._catalog), self._catalog, game=self._game)
        return {(slot.card.game, slot.card.slug) for slot in (*deck.slots, *deck.derived)}

    def _legal(self, name: str) -> set[Key]:
        from deckcli.decks.deck import Deck
        from deckcli.games import GAMES, find_format, formats

        games = [self._game] if self._game else list(GAMES)
        found = []
        for game in games:
            try:
                found.append(find_format(game, name))
            except UnknownNameError:
                continue
        if not found:
            if self._game:
                find_format(self._game, name)  # says it, with near names
            known = ", ".join(dict.fromkeys(key for game in games for key in formats(game)))
            raise UnknownNameError(f'no game has rules called "{name}". There are {known}.')
        return {
            (card.game, card.slug)
            for rules in found
            if (can_add := GAMES[rules.game].can_add)
            for card in self._catalog.cards(rules.game)
            if not any(problem.severity == "error" for problem in can_add(Deck(rules.game, "", ()), card, rules))
        }
