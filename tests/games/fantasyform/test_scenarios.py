"""FantasyForm's rulebook and cards as scenario files; and no ability could be left out, halved or changed unnoticed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.effects import Ability, check_and_build
from deckcli.engine.playing import PlayedGame
from deckcli.games.fantasyform.effects import WORDS
from deckcli.games.fantasyform.faces import ESSENCES, KINDS, Upgrade, Wallet
from deckcli.games.fantasyform.playable import FantasyRules
from deckcli.games.fantasyform.written import KEYWORDS, effects_of_file, upgrade_with_skills, wallet_of

FOLDER = data_root() / "fantasyform" / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


def passes(file: Path, game: PlayedGame) -> scenario.Result:
    return scenario.run(scenario.load(file.read_text(encoding="utf-8"), file.name), game)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_rulebook_and_the_cards_are_kept(file: Path, game: PlayedGame) -> None:
    result = passes(file, game)
    assert result.passed, f"{result.name}\nexpected: {result.expected}\nfound: {result.found}"


# ---------------------------------------------------------------- mutations: what an ability does, and every part of it


class Told(NamedTuple):
    """An ability as the data tell it: whose (a card's name, or the word of an essence), which of its own, and the name
    that its scenario files begin with."""

    whose: str
    number: int
    table: Mapping[str, Any]
    files: str


def every_ability(cards: Mapping[str, Card]) -> Iterator[Told]:
    for card in cards.values():
        number = 0
        for face in card.faces:
            for table in effects_of_file("invented").get(face.slug, {}).get("abilities", ()):
                kind = face.side if card.type == "Rival" else table["kind"]
                yield Told(card.name, number, table, f"{card.slug}-{kind}")
                number += 1
    for essence, table in effects_of_file(KEYWORDS)[KEYWORDS].items():
        yield Told(essence, 0, {"kind": "essence", **table}, f"{essence}-essence")


def changes_of(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """The ability left out; with each line of what it does left out; with each of its numbers one larger; and without
    its limit to the first time."""
    yield "left out", None
    lines = str(table.get("do", "")).split("\n")
    for at, line in enumerate(lines):
        if line and not line.rstrip().endswith(":"):
            pad = line[: len(line) - len(line.lstrip())]
            yield f"without {line.strip()}", {**table, "do": "\n".join([*lines[:at], f"{pad}pass", *lines[at + 1 :]])}
    for key in ("do", "static", "when"):
        for found in re.finditer(r"\d+", str(table.get(key, ""))):
            text = str(table[key])
            more = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
            yield f"{key}: {more!r}", {**table, key: more}
    if "limit" in table:
        yield "without its limit", {key: value for key, value in table.items() if key != "limit"}


NOTHING = Ability("")


def built(table: Mapping[str, Any] | None, kind: str) -> Ability:
    """An ability of a changed table; one that does nothing for None."""
    if table is None:
        return replace(NOTHING, kind=kind, zone="any")
    return check_and_build({"abilities": [table]}, WORDS, "changed")[0]


def changed_game(told: Told, ability: Ability, cards: Mapping[str, Card]) -> PlayedGame:
    """The rules with one ability changed."""
    box = wallet_of((), cards["Rival Card"])
    if told.whose == "Rival Card":
        powers = [(ability,) if number == told.number else power for number, power in enumerate(box.powers)]
        box = replace(box, powers=(powers[0], powers[1]))
    if told.whose.capitalize() in ESSENCES:
        at = ESSENCES.index(told.whose.capitalize())
        box = replace(box, essences=(*box.essences[:at], ability, *box.essences[at + 1 :]))
    changed: dict[str, Upgrade] = {}
    if told.whose in cards and cards[told.whose].type in KINDS:
        card = upgrade_with_skills(cards[told.whose])
        skills = (*card.skills[: told.number], ability, *card.skills[told.number + 1 :])
        changed[told.whose] = replace(card, skills=skills)
    return FantasyRules(finder(changed, cards), box)


def finder(changed: Mapping[str, Upgrade], cards: Mapping[str, Card]) -> Callable[[str], Upgrade | None]:
    def find(name: str) -> Upgrade | None:
        card = cards.get(name)
        return changed.get(name) or (upgrade_with_skills(card) if card is not None and card.type in KINDS else None)

    return find


def test_an_ability_that_is_left_out_halved_or_changed_fails_one_of_its_scenarios(cards: Mapping[str, Card]) -> None:
    unnoticed, tried = [], 0
    for told in every_ability(cards):
        files = [file for file in FILES if file.parent.name == "cards" and file.stem.startswith(told.files)]
        for what, table in changes_of(told.table):
            tried += 1
            game = changed_game(told, built(table, told.table["kind"]), cards)
            if all(passes(file, game).passed for file in files):
                unnoticed.append(f"{told.files}: {what}")
    assert unnoticed == []
    assert tried > 200


def test_the_game_of_the_mutations_is_otherwise_the_real_one(cards: Mapping[str, Card], wallet: Wallet) -> None:
    box = wallet_of((), cards["Rival Card"])
    assert (box.timer, box.powers, box.essences) == (wallet.timer, wallet.powers, wallet.essences)
    for told in every_ability(cards):
        files = [file for file in FILES if file.parent.name == "cards" and file.stem.startswith(told.files)]
        assert files, told.files
        game = changed_game(told, built(told.table, told.table["kind"]), cards)
        assert all(passes(file, game).passed for file in files), told.files
