"""What writers share: the printing of a slot, the piles in one order, what a format cannot hold, and a last look.

Every writer of XML or JSON reads its own output before anybody else does (zzorba/marvelsdb#81).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from catalog.card import Printing
from catalog.errors import UnreadableError
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Slot
from deckcli.errors import UsageError

APART = "that the main character stands apart from the cards (it is counted in)"


def printed(slot: Slot) -> Printing:
    """The printing that the slot asks for, else the card's first."""
    return next(
        (one for one in slot.card.printings if slot.printing and one.code == slot.printing), slot.card.printings[0]
    )


def number_of(slot: Slot, program: str, twice: Collection[str] = ()) -> str:
    """What a program calls the slot's printing, or else another printing of the card; "" where it has none.

    `twice` are numbers that stand for two cards: any other number of the card is taken before them.
    """
    numbers = [n for one in (printed(slot), *slot.card.printings) if (n := one.ids.get(program, ""))]
    return next((n for n in numbers if n not in twice), next(iter(numbers), ""))


def piles(deck: Deck, derived: bool = False) -> dict[str, tuple[Slot, ...]]:
    """The slots by pile, always in one order: leader, cards, conjurations, side, and the rest as the list had them
    (Cockatrice/Cockatrice#7010). With `derived`, the conjurations that follow from the cards where none are listed.
    """
    order = dict.fromkeys([LEADER, MAIN, CONJURATIONS, SIDE, *(slot.pile for slot in deck.slots)])
    found = {pile: deck.pile(pile) for pile in order}
    if derived:
        found[CONJURATIONS] = found[CONJURATIONS] or deck.derived
    return {pile: slots for pile, slots in found.items() if slots}


def lost(deck: Deck, *held: str) -> list[str]:
    """What a deck has beyond its leader and cards that a format does not hold, in words.

    `held` are the words for what it does hold: "name", "rules", "dice", "first five", "piles", "printings", or a key
    of `deck.extra`.
    """
    told = ["the deck's name"] if deck.name and "name" not in held else []
    told += [f'the format "{deck.rules}"'] if deck.rules and "rules" not in held else []
    told += ["the dice"] if deck.dice and "dice" not in held else []
    told += ["the First Five"] if deck.first_five and "first five" not in held else []
    others = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile not in (MAIN, LEADER))
    told += [f'the pile "{pile}"' for pile in others if "piles" not in held]
    chosen = [slot.card.name for slot in deck.slots if slot.printing]
    told += [f"which printing it is ({_several(chosen)})"] if chosen and "printings" not in held else []
    told += [APART] if deck.leader_apart else []
    return told + [kept_word(key) for key in deck.extra if key not in held and key != "leader_apart"]


_KEPT = {"effect_costs": "which effects are paid in round one", "tutor_map": "what each tutor fetches"}


def kept_word(key: str) -> str:
    """What stands under a key of `deck.extra`, in words where we have them."""
    return _KEPT.get(str(key), str(key))


def missing(deck: Deck, program: str, title: str) -> list[str]:
    """The cards that a program has no number for, in words for `loses`."""
    names = _without_number(deck, program)
    return [f"{_several(names)}, which {title} does not have"] if names else []


def refuse_missing(deck: Deck, program: str, title: str) -> None:
    """Raise UsageError with the cards' names when a program has no number for some (fafranco82/swdestinydb#272)."""
    if names := _without_number(deck, program):
        raise UsageError(f"{title} has no number for {_several(names)}; this deck cannot be written for it.")


def _without_number(deck: Deck, program: str) -> list[str]:
    slots = (slot for slot in deck.slots if slot.pile in (MAIN, LEADER))
    return [slot.card.name for slot in slots if not number_of(slot, program)]


def _several(names: Iterable[str]) -> str:
    kept = list(dict.fromkeys(names))
    return ", ".join(kept[:4]) + (f" and {len(kept) - 4} more" if len(kept) > 4 else "")


def looked_over(text: str, read: Callable[[str, str], DeckList], title: str, copies: int) -> str:
    """`text`, once its own reader has found all `copies` in it.

    Raises UnreadableError when it cannot, so that no file goes out that nobody could open.
    """
    found = sum(entry.count for entry in read(text, f"the {title} just written").entries)
    if found != copies:
        raise UnreadableError(f"the {title} just written", f"{found} copies are read back from it, and not {copies}.")
    return text


def copies_in(slots: Iterable[Slot]) -> int:
    """How many copies the slots are together."""
    return sum(slot.count for slot in slots)
