"""How each game deals its first cards, and how many a player has seen by a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from deckcli.decks.deck import LEADER, MAIN, Deck

MULLIGANS = ("none", "redraw", "bottom")
"""No card goes back; the whole hand once; the whole hand once, and one card of the new one under the deck."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game begins for one player, in numbers.

    `hand` cards are dealt, of which none is `chosen` (Ashes chooses its five). `mulligan` is one of MULLIGANS.
    `first` and `second` are the cards seen in one's own first turn by who begins and by the others, `each` in every
    later one. `said` tells what this assumes.
    """

    hand: int
    mulligan: str = "none"
    chosen: bool = False
    first: int = 0
    second: int = 0
    each: int = 1
    said: tuple[str, ...] = ()

    def later(self, turn: int, begins: bool) -> int:
        """How many cards are drawn after the opening by the player's own turn of that number; 0 for none."""
        return 0 if turn < 1 else (self.first if begins else self.second) + (turn - 1) * self.each


OPENINGS: Mapping[str, Opening] = {
    "cipher": Opening(
        6, "redraw", first=0, second=1, each=1,
        said=("the main character lies in the Front Line before anything is drawn",
              "all six cards may go back, once; five orbs are then laid out unseen, which changes no chance",
              "who begins draws nothing in the first turn; no card or skill draws more"),
    ),
    "ashes": Opening(
        5, chosen=True, first=0, second=0, each=5,
        said=("the First Five are chosen, so that no chance is in the opening; the rest of the deck is the draw pile",
              "every hand is played or discarded whole, so that five new cards come each round"),
    ),
    "phase": Opening(
        3, first=2, second=2, each=2,
        said=("of three cards drawn one goes to the barracks",
              "each turn one card is drawn and one is enlisted; both are counted as seen"),
    ),
    "phase10": Opening(
        10, first=1, second=1, each=1,
        said=("the cards of other players are not known; each turn draws one card of the draw pile",
              "a piece that ends on DRAW 2 draws two more: dealt by the rules, and left out of the exact chance"),
    ),
    "fantasyform": Opening(
        3, each=0,
        said=("the three cards of the Upgrade Row are the ones on offer; of later turns nothing is told here",),
    ),
}  # fmt: skip


_ASIDE = {"fantasyform": frozenset({"Alchemist", "Guide", "Torch", "Rival Card", "Shards Card"})}
"""Cards that are set up and never shuffled, by name."""


def pool_of(deck: Deck) -> dict[str, int]:
    """The copies that are shuffled before the opening, by slug: without the card that leads, or is set aside.

    Of Ashes the draw pile: without the First Five, where the deck names them.
    """
    found: dict[str, int] = {}
    for slot in deck.slots:
        if slot.pile == MAIN and slot.card.name not in _ASIDE.get(deck.game, ()):
            found[slot.card.slug] = found.get(slot.card.slug, 0) + slot.count
    aside = [slot.card.slug for slot in deck.pile(LEADER)] if deck.leader_apart else []
    for slug in [*aside, *(card.slug for card in deck.first_five if deck.game == "ashes")]:
        if found.get(slug):
            found[slug] -= 1
    return {slug: count for slug, count in found.items() if count}


def hand_chosen(deck: Deck) -> list[str]:
    """The slugs of an opening hand that is chosen: the First Five of the deck; empty where it names none."""
    return [card.slug for card in deck.first_five] if deck.game == "ashes" else []


Keep = Callable[[Sequence[str]], bool]
"""Whether a hand (slugs) is kept."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """One opening: the hand when all mulligans are done, the cards drawn after it by the turn that was asked for,
    what was returned (empty when the hand was kept), and what lies under the deck by the mulligan `bottom`. `by_turn`
    is how many of the cards drawn after it were seen by each own turn, from 0 (the opening) on."""

    hand: tuple[str, ...]
    later: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    by_turn: tuple[int, ...] = (0,)

    def seen(self, turn: int) -> tuple[str, ...]:
        """The cards of the hand and those drawn after it by that own turn."""
        return self.hand + self.later[: self.by_turn[turn]]


@dataclass(frozen=True, slots=True)
class Asking:
    """How openings are dealt: the deck, the numbers of its game, the mulligan, who begins, and by which own turn."""

    deck: Deck
    opening: Opening
    mulligan: str
    begins: bool
    turn: int = 0
