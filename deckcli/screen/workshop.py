"""A deck on the workbench, for a terminal: cards to find on the left, the deck with its verdict and curve on the right.

Only this module needs the extra `tui` (Textual). What a card or a deck is called is shown as it is: no markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from deckcli.decks.deck import LEADER, MAIN, Deck
from deckcli.errors import DeckcliError
from deckcli.games.verdict import Verdict
from deckcli.screen.safe import safe
from deckcli.screen.verdict import live_line

_BAR = 24
"""Cells of the longest bar of a curve."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the workbench asks of the house: cards that fit a query (it raises CatalogError for one that is none), what
    a saved deck means and what the rules say of it, the copies that are owned, and how it is kept."""

    find: Callable[[str], Sequence[Card]]
    look: Callable[[SavedDeck], tuple[Deck, Verdict | None]]
    owned: Callable[[Card], int]
    keep: Callable[[SavedDeck], str]


class Workshop(App[None]):
    """Work on one saved deck until the person leaves."""

    CSS = """
    #left { width: 45%; } #right { width: 55%; border-left: solid $primary; padding-left: 1; }
    #found, #deck { height: 1fr; border: none; } #verdict, #curve, #said { height: auto; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "put", "a copy more"),
        Binding("minus,delete", "take", "a copy fewer"),
        Binding("slash", "search", "search"),
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("ctrl+y", "redo", "Redo", priority=True),
        Binding("ctrl+s", "save", "Save", priority=True),
        Binding("ctrl+q", "leave", "Leave", priority=True),
    ]

    def __init__(self, deck: SavedDeck, tools: Tools) -> None:
        super().__init__()
        self.deck, self.tools = deck, tools
        self.kept = deck
        self._before: list[SavedDeck] = []
        self._after: list[SavedDeck] = []
        self._found: Sequence[Card] = ()
        self._cards: list[Card] = []
        self._leaving = False

    def compose(self) -> ComposeResult:
        """Search and what it found on the left; on the right the verdict, the deck and its curve."""
        with Horizontal():
            with Vertical(id="left"):
                yield Input(placeholder="type:ally cost<=2 ...", id="query")
                yield OptionList(id="found", markup=False)
            with Vertical(id="right"):
                yield Static(id="verdict", markup=False)
                yield OptionList(id="deck", markup=False)
                yield Static(id="curve", markup=False)
        yield Static(id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show everything there is before the first key."""
        self._search("")
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while the person writes."""
        self._search(event.value)

    def on_input_submitted(self) -> None:
        """Enter goes from the query to what it found."""
        self.query_one("#found", OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a card puts a copy of it in."""
        self.action_put()

    def action_search(self) -> None:
        """Back to the query."""
        self.query_one("#query", Input).focus()

    def action_put(self) -> None:
        """One copy more of the card that is marked."""
        card = self._marked()
        if card is not None:
            pile = LEADER if count_of(self.deck, card, LEADER) and not count_of(self.deck, card, MAIN) else MAIN
            self._change(add(self.deck, card, 1, pile), f"+1 {card.name}")

    def action_take(self) -> None:
        """One copy fewer of the card that is marked."""
        card = self._marked()
        if card is None:
            return
        if not count_of(self.deck, card):
            self._say(f"no {card.name} is in the deck.")
            return
        self._change(remove(self.deck, card, 1), f"-1 {card.name}")

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
        if self.deck.slots == self.kept.slots or self._leaving:
            self.exit()
            return
        self._say("changes are not saved: Ctrl+S saves them, Ctrl+Q again leaves without them.")
        self._leaving = True

    def _change(self, deck: SavedDeck, said: str) -> None:
        self._before.append(self.deck)
        self._after.clear()
        self.deck = deck
        self._show(f"{said}.")

    def _marked(self) -> Card | None:
        """The card that is marked in the list that has the focus; None in the query and in an empty list."""
        focused = self.focused
        if not isinstance(focused, OptionList) or focused.highlighted is None:
            return None
        cards = self._cards if focused.id == "deck" else self._found
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
        slots = [*deck.slots]
        self._cards = [slot.card for slot in slots]
        lines = []
        for slot in slots:
            pile = "" if slot.pile == MAIN else f" ({slot.pile})"
            lines.append(f"{slot.count:>2} {slot.card.name}{pile} · {self.tools.owned(slot.card)} owned")
        self._fill("#deck", lines, marked)
        self._list_found(self.query_one("#found", OptionList).highlighted)
        line = live_line(verdict) if verdict else "deckcli does not judge decks of this game."
        self.query_one("#verdict", Static).update(f"{safe(self.deck.name)}\n{line}")
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


def curve_text(curve: Curve) -> str:
    """A curve as bars of characters, a line a cost; "" where there is none."""
    most = max((count for _, count in curve.bars), default=0)
    lines = [f"{cost:>3} {'█' * round(_BAR * count / most)} {count}" for cost, count in curve.bars]
    return "\n".join([f"Cards by {curve.of}", *lines]) if lines else ""
