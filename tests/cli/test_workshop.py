"""`deckcli deck edit --tui`: a deck on the workbench, with the keyboard."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest


def work(
    deckcli, warm_home, keys: Callable[[Any, Any], Awaitable[None]], name: str = "Mine", dry_run: bool = False
) -> None:
    """Do something at the workbench with a deck; `keys` gets the workbench and Textual's pilot."""
    pytest.importorskip("textual", reason="the extra `tui` is not installed")
    from catalog.home import Home
    from deckcli.cli.changing import Changing
    from deckcli.cli.owned import Owned
    from deckcli.cli.saved import the_deck
    from deckcli.cli.session import Session
    from deckcli.cli.workshop import Found, Keeper
    from deckcli.screen.out import Out
    from deckcli.screen.workshop import Tools, Workshop

    here = Session(Home(warm_home, warm_home / "library.db"), Out())
    how = Changing(name, "", dry_run)
    with here.library() as library:
        deck = the_deck(library, name, "")

    async def run() -> None:
        with here.catalog() as catalog:
            found = Found(catalog, deck.game)
            owned = Owned(here, catalog, deck.game)
            bench = Workshop(
                deck, Tools(found.cards, found.look, owned.copies, Keeper(here, how, deck).keep, found.put)
            )
            async with bench.run_test(size=(120, 40)) as pilot:
                await pilot.pause()
                await keys(bench, pilot)

    asyncio.run(run())


def shown(bench: Any, which: str) -> str:
    return str(bench.query_one(which).render())


def typed(words: str) -> list[str]:
    """The keys of some words (a colon first opens the line for them), and Enter."""
    return [{" ": "space", ":": "colon"}.get(sign, sign) for sign in words] + ["enter"]


def counts(deckcli, name: str = "Mine") -> dict[str, int]:
    return {slot["name"]: slot["count"] for slot in json.loads(deckcli("deck", "show", name, "--json").out)["slots"]}


def test_a_card_is_found_put_in_judged_and_kept_as_a_revision(deckcli, warm_home):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    before = counts(deckcli)

    async def keys(bench, pilot):
        assert "Legal by Constructed" in shown(bench, "#verdict")
        assert "█" in shown(bench, "#curve")
        await pilot.press("slash")
        await pilot.press(*"fear", "enter", "enter")
        assert "Not legal by Constructed" in shown(bench, "#verdict")
        await pilot.press("ctrl+s")
        assert "revision 2" in shown(bench, "#said")

    work(deckcli, warm_home, keys)
    after = counts(deckcli)
    assert sum(after.values()) == sum(before.values()) + 1
    assert deckcli("undo").code == 0
    assert counts(deckcli) == before


def test_what_was_done_is_taken_back_and_done_again_and_nothing_is_kept_unasked(deckcli, warm_home):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    before = counts(deckcli)

    async def keys(bench, pilot):
        begun = bench.deck
        bench.query_one("#deck").focus()
        await pilot.pause()
        await pilot.press("down", "minus")
        assert bench.deck != begun
        changed = bench.deck
        await pilot.press("ctrl+z")
        assert bench.deck == begun
        await pilot.press("ctrl+z")
        assert "nothing to take back" in shown(bench, "#said")
        await pilot.press("ctrl+y")
        assert bench.deck == changed
        await pilot.press("ctrl+q")
        assert "not saved" in shown(bench, "#said")
        assert bench.is_running
        await pilot.press("ctrl+q")

    work(deckcli, warm_home, keys)
    assert counts(deckcli) == before


def test_piles_first_five_leader_dice_and_name_are_set_at_the_workbench(deckcli, warm_home):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")

    async def keys(bench, pilot):
        assert "Dice: " in shown(bench, "#verdict")
        bench.query_one("#deck").focus()
        await pilot.pause()
        at = next(i for i, slot in enumerate(bench._slots) if slot.card.name == "Iron Worker")
        bench.query_one("#deck").highlighted = at
        first = len(bench.deck.first_five)
        await pilot.press("f")
        assert len(bench.deck.first_five) == first - 1
        await pilot.press("f", "m", "m")
        assert len(bench.deck.first_five) == first
        assert [slot.count for slot in bench._slots if slot.card.name == "Iron Worker"] == [1, 2]
        bench.query_one("#deck").highlighted = len(bench._slots) - 1
        await pilot.press("plus")
        assert [slot.count for slot in bench._slots if slot.card.name == "Iron Worker"] == [1, 3]
        await pilot.press("m", "ctrl+z", *typed(":dice 5 charm 5 natural"))
        assert "5 charm, 5 natural" in shown(bench, "#verdict")
        await pilot.press(*typed(":dice 5 chram"))
        assert "Not legal" in shown(bench, "#verdict")
        await pilot.press("ctrl+z", *typed(":leader Nobody"))
        assert "Nobody" in shown(bench, "#said")
        bench.query_one("#query").value = ":name Iron Again"
        await pilot.press("enter", "ctrl+s")
        assert "saved as revision 2" in shown(bench, "#said")

    work(deckcli, warm_home, keys)
    told = json.loads(deckcli("deck", "show", "Iron Again", "--json").out)
    assert {slot["pile"]: slot["count"] for slot in told["slots"] if slot["name"] == "Iron Worker"} == {
        "main": 1, "side": 3,
    }  # fmt: skip
    assert deckcli("undo").code == 0
    assert deckcli("deck", "show", "Mine").code == 0


@pytest.mark.parametrize(
    ("value", "known", "tags"),
    [("fun fast", (), ("fun", "fast")), ("for fun, fast,fast", (), ("for fun", "fast")), ("", ("a",), ()),
     ("for fun", ("for fun",), ("for fun",)), (" , ", (), ())],
)  # fmt: skip
def test_tags_are_parted_by_commas_else_by_blanks(value, known, tags):
    from deckcli.cli.workshop import _tags

    assert _tags(value, known) == tags


def test_a_dry_run_saves_nothing_and_says_so(deckcli, warm_home):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    before = counts(deckcli)

    async def keys(bench, pilot):
        bench.query_one("#deck").focus()
        await pilot.pause()
        await pilot.press("down", "plus", "ctrl+s")
        assert "nothing was saved" in shown(bench, "#said")

    work(deckcli, warm_home, keys, dry_run=True)
    assert counts(deckcli) == before


def test_a_revision_that_somebody_made_meanwhile_is_told(deckcli, warm_home):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")

    async def keys(bench, pilot):
        deckcli("deck", "remove", "Mine", "Anchornaut")
        bench.query_one("#deck").focus()
        await pilot.pause()
        await pilot.press("down", "down", "minus", "ctrl+s")
        assert "saved as revision 3, after revision 2 that was made meanwhile" in shown(bench, "#said")

    work(deckcli, warm_home, keys)


def test_a_query_that_is_none_says_so_and_the_name_of_a_deck_is_no_markup(deckcli, warm_home):
    deckcli("deck", "import", "s01", "--name", "[red]Mine[/]")

    async def keys(bench, pilot):
        assert "[red]Mine[/]" in shown(bench, "#verdict")
        await pilot.press("slash")
        await pilot.press(*"nofield:3")
        assert "nofield" in shown(bench, "#said")

    work(deckcli, warm_home, keys, "[red]Mine[/]")


def test_without_the_extra_or_a_terminal_it_is_said(deckcli, monkeypatch):
    deckcli("deck", "import", "s01", "--name", "Mine")
    if "deckcli.screen.workshop" in sys.modules:
        monkeypatch.delitem(sys.modules, "deckcli.screen.workshop")
    for module in [name for name in sys.modules if name.split(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "textual", None)
    ran = deckcli("deck", "edit", "Mine", "--tui")
    assert ran.code == 2
    assert "pip install 'deckcli[tui]'" in ran.err


def test_the_workbench_wants_a_terminal(deckcli):
    pytest.importorskip("textual", reason="the extra `tui` is not installed")
    deckcli("deck", "import", "s01", "--name", "Mine")
    ran = deckcli("deck", "edit", "Mine", "--tui")
    assert ran.code == 2
    assert "terminal" in ran.err
