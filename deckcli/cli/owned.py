"""The person's collection and decks as commands ask about them: everything by what counts as one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from deckcli.cli.session import Session
from deckcli.decks.owned.copies import BUILT, FLEXIBLE, Holder, free_by_key
from deckcli.decks.owned.names import DICE, DIE, Key, Names, die_label, owned_by_key

if TYPE_CHECKING:
    from catalog.card import Card, Label
    from catalog.query import Counts
    from catalog.reading import Catalog
    from catalog.saved import Claim, Total


class Owned:
    """What is owned and claimed, read when it is first asked for. The library is not made for it."""

    def __init__(self, here: Session, catalog: Catalog, game: str = "") -> None:
        self._here, self._catalog, self._game = here, catalog, game

    @cached_property
    def names(self) -> Names:
        """What everything is called."""
        return Names.of(self._catalog, self._game)

    @cached_property
    def totals(self) -> list[Total]:
        """All copies of each card."""
        from catalog.collection import totals

        if not self._here.home.library.exists():
            return []
        with self._here.library() as library:
            return totals(library, self._game)

    @cached_property
    def by_key(self) -> Counter[Key]:
        """Copies by what counts as one card."""
        return owned_by_key(self.totals, self.names)

    @cached_property
    def claims(self) -> list[Claim]:
        """What the living decks hold."""
        return self._claims()

    def _claims(self, *states: str) -> list[Claim]:
        """What the living decks of these states hold, or all of them."""
        from catalog.collection import claims

        if not self._here.home.library.exists():
            return []
        with self._here.library() as library:
            return claims(library, self._game, states)

    @cached_property
    def built(self) -> list[tuple[tuple[str, str], Holder]]:
        """The decks that are built, by game and name, with what they need: all that others must do without."""
        return [
            ((claim.game, claim.name), Holder(claim.name, claim.state, self.names.needs(claim)))
            for claim in self._claims(BUILT)
        ]

    def holders(
        self, states: Collection[str] = (BUILT, FLEXIBLE), but: Collection[tuple[str, str]] = ()
    ) -> list[Holder]:
        """The living decks of these states and what they need, but for those of these (game, name)."""
        return [
            Holder(claim.name, claim.state, self.names.needs(claim))
            for claim in self.claims
            if claim.state in states and (claim.game, claim.name) not in but
        ]

    @cached_property
    def labels(self) -> dict[Key, Label]:
        """What to call everything that counts as one card: the first of its spellings; dice too."""
        found: dict[Key, Label] = {}
        for one in (*self.names.labels.values(), *(die_label("ashes", kind) for kind in DICE)):
            found.setdefault((one.game, one.name_key), one)
        return found

    def places(self, key: Key) -> list[tuple[str, int]]:
        """The binders in which copies lie, and how many in each; "" for those of none."""
        from catalog.collection import places

        if not self._here.home.library.exists():
            return []
        slugs = [slug for (game, slug), one in self.names.labels.items() if (game, one.name_key) == key]
        with self._here.library() as library:
            return places(library, key[0], slugs or [DIE + key[1].removesuffix(" die")])

    @cached_property
    def free(self) -> Counter[Key]:
        """Copies that no deck claims."""
        return free_by_key(self.by_key, self.holders())

    def copies(self, card: Card) -> int:
        """How many copies of a card are owned, over its printings and spellings."""
        return self.by_key[card.game, card.name_key]

    def counts(self) -> Counts:
        """The numbers that a query asks for with `owned` and `free`."""
        return {"owned": lambda: self._by_card(self.by_key), "free": lambda: self._by_card(self.free)}

    def _by_card(self, numbers: Mapping[Key, int]) -> Mapping[tuple[str, str], int]:
        every = self.names.labels.values()
        return {(one.game, one.slug): numbers[one.game, one.name_key] for one in every
                if numbers.get((one.game, one.name_key))}  # fmt: skip
