"""An input that holds several decks: a transfer of all one's decks from a site, a page of a list."""

from __future__ import annotations

from catalog.errors import UnreadableError
from deckcli.decks.deck import DeckList


class SeveralDecksError(UnreadableError):
    """Where one deck was expected, `lists` are several; `more` is true where these are one page and others follow."""

    def __init__(self, where: str, what: str, lists: tuple[DeckList, ...], more: bool = False) -> None:
        super().__init__(where, what)
        self.lists, self.more = lists, more
