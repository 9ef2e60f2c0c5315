"""A person who owns the wallet enters the printed cards: the form, its import, and games with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.card import Card, Match
from catalog.importers import Row, read_cards
from deckcli.games.fantasyform.construction import lacking
from deckcli.games.fantasyform.faces import ImpossibleCardError, upgrade_of

Deckcli = Callable[..., Any]
KINDS = ("Form", "Companion", "Artifact")


def quoted(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def filled_in(card: Card, name: str) -> str:
    """A card of ours under another name, as the form would hold it."""
    lines = ["[[card]]", f"name = {quoted(name)}", f"essence = {quoted(card.face.facts['essence'])}"]
    for face in card.faces:
        called = name if face.side == "upgrade" else face.name
        lines += ["[[card.faces]]", f'side = "{face.side}"', f"name = {quoted(called)}"]
        lines += [f'type = "{face.type}"'] if face.side == "upgrade" else []
        lines += [f"{key} = {quoted(value)}" for key, value in face.facts.items() if key != "essence"]
        lines += ['published = "Made up: what it says."']
    return "\n".join(lines) + "\n"


class Shelf:
    """The cards that there are already (catalog.importers.Known)."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self.cards = cards

    def card(self, game: str, slug: str) -> Card | None:
        return next((card for card in self.cards.values() if card.slug == slug), None)

    def find(self, name: str, game: str = "") -> list[Match]:
        return [Match(self.cards[name], "name")] if name in self.cards else []

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        return []


def only_row(card: str, cards: Mapping[str, Card]) -> Row:
    """What becomes of a form with one card."""
    (row,) = read_cards(f'game = "fantasyform"\n{card}'.encode(), "form.toml", known=Shelf(cards)).rows
    return row


@pytest.fixture
def form(cards: Mapping[str, Card]) -> Callable[..., str]:
    """A form with the sixteen cards, each called "My ..."."""

    def made(*, without: str = "", called: str = "My {}") -> str:
        upgrades = [card for card in cards.values() if card.type in KINDS and card.name != without]
        return 'game = "fantasyform"\n' + "".join(filled_in(card, called.format(card.name)) for card in upgrades)

    return made


def test_a_wallet_that_is_not_whole_is_told_what_it_lacks(deckcli: Deckcli, form: Callable[..., str]) -> None:
    ran = deckcli("cards", "import", "-", "--pack", "mine", stdin=form(without="Fire Form"))
    assert ran.code == 0
    assert "not a whole wallet of 16 cards yet: 3 of 4 x elemental Form." in ran.out
    (told,) = lacking([])
    assert told.startswith("This is not a whole wallet of 16 cards yet: 0 of 1 x starting Form; 0 of 1 x starting Comp")
    assert told.endswith("0 of 4 x elemental Form; 0 of 9 x Companion or Artifact that does not start.")


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("cost = 4\n", "cost"),
        ('outlands = "Roc\'s Nest"\n', "outlands"),
        ("market_life = 4\n", "market life"),
        ('tags = ["Air", "Ranged"]\n', "tags"),
        ('essence = "Shadow"\n', "essence"),
    ],
)
def test_a_card_without_one_of_its_fields_is_refused(cards: Mapping[str, Card], line: str, missing: str) -> None:
    whole = filled_in(cards["Falconer"], "My Falconer")
    assert line in whole
    row = only_row(whole.replace(line, "", 1), cards)
    assert (row.status, f"needs {missing} on" in row.reason) == ("refused", True)


@pytest.mark.parametrize(
    ("name", "line", "missing"),
    [
        ("Air Form", "rival_health = 17\n", "rival health"),
        ("Air Form", "pack_size = 3\n", "pack size"),
        ("Alchemist", "player_health = 5\n", "player health"),
    ],
)
def test_a_form_needs_its_own_fields(cards: Mapping[str, Card], name: str, line: str, missing: str) -> None:
    row = only_row(filled_in(cards[name], "Mine").replace(line, ""), cards)
    assert (row.status, f"needs {missing} on" in row.reason) == ("refused", True)


@pytest.mark.parametrize(
    ("old", "new"), [('"Shadow"', '"Shade"'), ('"Ranged"', '"Rangy"'), ('"Companion"', '"Friend"')]
)
def test_a_word_that_the_game_does_not_have_is_refused(cards: Mapping[str, Card], old: str, new: str) -> None:
    row = only_row(filled_in(cards["Falconer"], "Mine").replace(old, new), cards)
    assert (row.status, new.strip('"') in row.reason) == ("refused", True)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Falconer", "of Forms only, and this is of the type Companion"), ("Alchemist", "the starting Form is not")],
)
def test_only_a_form_with_which_one_does_not_begin_is_elemental(
    cards: Mapping[str, Card], name: str, reason: str
) -> None:
    marked = "elemental = true\nrival_health = 10\npublished"
    row = only_row(filled_in(cards[name], "Mine").replace("published", marked, 1), cards)
    assert (row.status, row.reason) == ("refused", f"elemental: {reason}")
    face, other = cards[name].faces
    with pytest.raises(ImpossibleCardError, match="only a Form with which one does not begin"):
        upgrade_of(replace(cards[name], faces=(replace(face, facts={**face.facts, "elemental": True}), other)))


def test_a_printed_card_of_the_same_name_has_none_of_what_we_invented(
    deckcli: Deckcli, cards: Mapping[str, Card]
) -> None:
    mine = filled_in(cards["Falconer"], "Falconer").replace("cost = 4", "cost = 9").replace('["Air", "Ranged"]', "[]")
    assert deckcli("cards", "import", "-", "--pack", "mine", stdin='game = "fantasyform"\n' + mine).code == 0
    shown = json.loads(deckcli("cards", "show", "Falconer", "--json").out)
    assert (shown["faces"][0]["cost"], shown["acting"], shown["origin"]) == (9, False, "own")
    assert "Gain 1 shard" not in json.dumps(shown)
    whole = json.loads(deckcli("goldfish", "-g", "fantasyform", "-n", "4", "--seed", "1", "--json").out)
    assert whole["unscripted"] == ["Falconer"]


def test_a_whole_wallet_of_ones_own_is_taken_judged_by_its_kinds_and_played(
    deckcli: Deckcli, form: Callable[..., str], cards: Mapping[str, Card], tmp_path: Path
) -> None:
    ran = deckcli("cards", "import", "-", "--pack", "mine", "--json", stdin=form())
    told = json.loads(ran.out)
    assert (ran.code, told["counts"]["new"], told["notes"]) == (0, 16, [])
    assert "Made up: what it says." in deckcli("cards", "show", "My Alchemist").out
    names = [f"1x My {card.name}" if card.type in KINDS else f"1x {card.name}" for card in cards.values()]
    mine = tmp_path / "mine.txt"
    mine.write_text("Game: FantasyForm\n\n" + "\n".join(names) + "\n", encoding="utf-8")
    checked = deckcli("deck", "check", str(mine), "--rules", "own")
    assert checked.code == 0, checked.out
    played = deckcli("goldfish", str(mine), "-n", "4", "--seed", "1", "--allow-illegal", "--json")
    told = json.loads(played.out)
    assert (played.code, told["finished"], len(told["unscripted"])) == (0, 4, 16)
