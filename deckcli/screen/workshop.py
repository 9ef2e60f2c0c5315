"""A deck on the workbench, for a terminal: cards to find on the left, the deck with its verdict and curve on the right.

Only this module needs the extra `tui` (Textual). What a card or a deck is called is shown as it is: no markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from catalog.card import Card
from catalog.errors import CatalogError
from catalog.saved import SavedDeck
from deckcli.decks.changes import add, count_of, remove
from deckcli.decks.curve import Curve, curve_of
from deckcli.decks.deck import LEADER, MAIN, SIDE, Deck, Slot
from deckcli.errors import DeckcliError
from deckcli.games.verdict import Verdict
from deckcli.screen.safe import safe
from deckcli.screen.verdict import live_line

_BAR = 24
"""Cells of the longest bar of a curve."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the workbench asks of the house: cards that fit a query (it raises CatalogError for one that is none), what
    a saved deck means and what the rules say of it, the copies that are owned, how it is kept, and the deck with one
    of its parts (`PARTS`) set as a person words it (it raises DeckcliError)."""

    find: Callable[[str], Sequence[Card]]
    look: Callable[[SavedDeck], tuple[Deck, Verdict | None]]
    owned: Callable[[Card], int]
    keep: Callable[[SavedDeck], str]
    set: Callable[[SavedDeck, str, str], SavedDeck]


PARTS = ("leader", "dice", "first five", "rules", "name", "note", "tags")
"""What `:part value` in the query sets."""
MOST_FIRST = 5
"""Cards of a First Five."""


class Workshop(App[None]):
    """Work on one saved deck until the person leaves."""

    CSS = """
    #left { width: 45%; } #right { width: 55%; border-left: solid $primary; padding-left: 1; }
    #found, #deck { height: 1fr; border: none; } #verdict, #curve, #said { height: auto; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", priority=True),
        Binding("ctrl+q", "leave", "leave", priority=True),
        Binding("ctrl+z", "undo", "undo", priority=True),
        Binding("ctrl+y", "redo", "redo", priority=True, show=False),
        Binding("plus,equals_sign", "put", "more"),
        Binding("minus,delete", "take", "fewer"),
        Binding("m", "move", "pile"),
        Binding("l", "lead", "lead"),
        Binding("f", "first", "first five"),
        Binding("slash", "search", "find"),
        Binding("colon", "word", "set"),
    ]
    """As short as they are, all of them fit into a line of eighty columns."""

    def __init__(self, deck: SavedDeck, tools: Tools) -> None:
        super().__init__()
        self.deck, self.tools = deck, tools
        self.kept = deck
        self._before: list[SavedDeck] = []
        self._after: list[SavedDeck] = []
        self._found: Sequence[Card] = ()
        self._slots: Sequence[Slot] = ()
        self._leaving = False

    def compose(self) -> ComposeResult:
        """Search and what it found on the left; on the right the verdict, the deck and its curve."""
        with Horizontal():
            with Vertical(id="left"):
                yield Input(placeholder="type:ally cost<=2 ...", id="query", select_on_focus=False)
                yield OptionList(id="found", markup=False)
            with Vertical(id="right"):
                yield Static(id="verdict", markup=False)
                yield OptionList(id="deck", markup=False)
                yield Static(id="curve", markup=False)
        yield Static(id="said", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show everything there is before the first key."""
        self._search("")
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while the person writes; what begins with a colon sets a part of the deck."""
        if event.value.startswith(":"):
            self._say(f"sets {', '.join(PARTS)}: `:dice 5 charm, 5 natural`, and Enter.")
        else:
            self._search(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes from the query to what it found, or sets what stands behind the colon."""
        if event.value.startswith(":"):
            self._set(event.value[1:].strip())
        else:
            self.query_one("#found", OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a card puts a copy of it in."""
        self.action_put()

    def action_search(self) -> None:
        """Back to the query."""
        self.query_one("#query", Input).focus()

    def action_word(self) -> None:
        """To the query, for `:part value`."""
        box = self.query_one("#query", Input)
        box.value = ":"
        box.focus()
        box.cursor_position = 1

    def action_put(self) -> None:
        """One copy more of the card that is marked, in the pile where it is marked."""
        card, slot = self._marked(), self._marked_slot()
        if card is not None:
            only = LEADER if count_of(self.deck, card, LEADER) and not count_of(self.deck, card, MAIN) else MAIN
            self._change(add(self.deck, card, 1, slot.pile if slot else only), f"+1 {card.name}")

    def action_take(self) -> None:
        """One copy fewer of the card that is marked."""
        card = self._marked()
        if card is None:
            return
        if not count_of(self.deck, card):
            self._say(f"no {card.name} is in the deck.")
            return
        slot = self._marked_slot()
        self._change(remove(self.deck, card, 1, slot.pile if slot else ""), f"-1 {card.name}")

    def action_move(self) -> None:
        """One copy of what is marked in the deck from its cards beside it, or back."""
        slot = self._marked_slot()
        if slot is None or slot.pile == LEADER:
            self._say("mark a card of the deck that does not lead it, and m puts a copy into the other pile.")
            return
        other = SIDE if slot.pile == MAIN else MAIN
        less = remove(self.deck, slot.card, 1, slot.pile)
        self._change(add(less, slot.card, 1, other, slot.printing), f"{slot.card.name}: one to {other}")

    def action_lead(self) -> None:
        """The card that is marked leads the deck."""
        card = self._marked()
        if card is not None:
            self._set(f"leader {card.name}")

    def action_first(self) -> None:
        """The card that is marked into the First Five, or out of it."""
        card = self._marked()
        if card is None:
            return
        five = list(self.deck.first_five)
        if self.deck.game != "ashes":
            self._say("a First Five belongs to Ashes.")
        elif card.slug in five:
            five.remove(card.slug)
            self._change(replace(self.deck, first_five=tuple(five)), f"{card.name} is out of the First Five")
        elif not count_of(self.deck, card, MAIN):
            self._say(f"no {card.name} is in the deck.")
        elif len(five) >= MOST_FIRST:
            self._say(f"{MOST_FIRST} cards are chosen; f on one of them takes it out.")
        else:
            self._change(replace(self.deck, first_five=(*five, card.slug)), f"{card.name} is in the First Five")

    def action_undo(self) -> None:
        """The deck before the last change."""
        if not self._before:
            self._say("there is nothing to take back.")
            return
        self._after.append(self.deck)
        self.deck = self._before.pop()
        self._show("taken back.")

    def action_redo(self) -> None:
        """The change that was taken back, again."""
        if not self._after:
            self._say("there is nothing to do again.")
            return
        self._before.append(self.deck)
        self.deck = self._after.pop()
        self._show("done again.")

    def action_save(self) -> None:
        """Keep the deck as a revision."""
        try:
            said = self.tools.keep(self.deck)
        except (CatalogError, DeckcliError) as error:
            self._say(f"not saved: {error}")
            return
        self.kept = self.deck
        self._say(said)

    def action_leave(self) -> None:
        """Leave; with changes that are not kept, only when asked twice."""
        if self.deck == self.kept or self._leaving:
            self.exit()
            return
        self._say("changes are not saved: Ctrl+S saves them, Ctrl+Q again leaves without them.")
        self._leaving = True

    def _change(self, deck: SavedDeck, said: str) -> None:
        self._before.append(self.deck)
        self._after.clear()
        self.deck = deck
        self._show(f"{said}.")

    def _set(self, words: str) -> None:
        """Set a part of the deck: its name and the value behind it."""
        part = next((one for one in PARTS if words.casefold() == one or words.casefold().startswith(f"{one} ")), "")
        if not part:
            self._say(f"what is set is one of {', '.join(PARTS)}: `:name Iron Again`.")
            return
        try:
            deck = self.tools.set(self.deck, part, words[len(part) :].strip())
        except (CatalogError, DeckcliError) as error:
            self._say(str(error))
            return
        box = self.query_one("#query", Input)
        if box.value.startswith(":"):
            with self.prevent(Input.Changed):
                box.value = ""
        self._change(deck, f"{part}: {words[len(part) :].strip() or 'none'}")

    def _marked_slot(self) -> Slot | None:
        """The slot that is marked in the deck, if it has the focus."""
        box = self.focused
        if not isinstance(box, OptionList) or box.id != "deck" or box.highlighted is None:
            return None
        return self._slots[box.highlighted] if box.highlighted < len(self._slots) else None

    def _marked(self) -> Card | None:
        """The card that is marked in the list that has the focus; None in the query and in an empty list."""
        focused = self.focused
        if not isinstance(focused, OptionList) or focused.highlighted is None:
            return None
        cards = [slot.card for slot in self._slots] if focused.id == "deck" else self._found
        return cards[focused.highlighted] if focused.highlighted < len(cards) else None

    def _search(self, query: str) -> None:
        try:
            self._found = self.tools.find(query)
            self._say("" if self._found else "no card fits that.")
        except CatalogError as error:  # in the middle of a word a query need not be one yet
            self._say(str(error))
            return
        self._list_found(None)

    def _list_found(self, marked: int | None) -> None:
        lines = []
        for card in self._found:
            there = count_of(self.deck, card)
            lines.append(f"{there or '':>2} {card.name} · {card.type} · {self.tools.owned(card)} owned")
        self._fill("#found", lines, marked)

    def _show(self, said: str = "") -> None:
        """Draw the deck anew."""
        deck, verdict = self.tools.look(self.deck)
        marked = self.query_one("#deck", OptionList).highlighted
        self._slots = deck.slots
        lines = []
        for slot in deck.slots:
            pile = "" if slot.pile == MAIN else f" ({slot.pile})"
            pile += " (First Five)" if slot.pile == MAIN and slot.card.slug in self.deck.first_five else ""
            lines.append(f"{slot.count:>2} {slot.card.name}{pile} · {self.tools.owned(slot.card)} owned")
        self._fill("#deck", lines, marked)
        self._list_found(self.query_one("#found", OptionList).highlighted)
        line = live_line(verdict) if verdict else "deckcli does not judge decks of this game."
        head = [safe(self.deck.name), line, *([safe(beside)] if (beside := _beside(deck)) else [])]
        self.query_one("#verdict", Static).update("\n".join(head))
        self.query_one("#curve", Static).update(curve_text(curve_of(deck)))
        self._say(said)

    def _fill(self, which: str, lines: Sequence[str], marked: int | None) -> None:
        box = self.query_one(which, OptionList)
        box.clear_options()
        box.add_options([Option(safe(line)) for line in lines])
        if lines:
            box.highlighted = min(marked or 0, len(lines) - 1)

    def _say(self, text: str) -> None:
        self._leaving = False
        self.query_one("#said", Static).update(safe(text))


def _beside(deck: Deck) -> str:
    """What a deck of Ashes has beside its cards, in a line."""
    if deck.game != "ashes":
        return ""
    dice = ", ".join(f"{one.count} {one.type}" for one in deck.dice) or "none"
    return f"Dice: {dice} · First Five: {len(deck.first_five)} of {MOST_FIRST}"


def curve_text(curve: Curve) -> str:
    """A curve as bars of characters, a line a cost; "" where there is none."""
    most = max((count for _, count in curve.bars), default=0)
    lines = [f"{cost:>3} {'█' * round(_BAR * count / most)} {count}" for cost, count in curve.bars]
    return "\n".join([f"Cards by {curve.of}", *lines]) if lines else ""
