"""Cipher's words: each one that S01 and S02 use does something, and every card that acts says so in clean sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.effects import Ability, check_and_build, mentions, render
from deckcli.engine.vocabulary import NOTHING, Amount, EffectError, Word
from deckcli.games.cipher import effects, written
from deckcli.games.cipher.faces import Unit
from deckcli.games.cipher.playable import CipherRules
from deckcli.games.cipher.skills import Mod
from deckcli.games.cipher.written import effects_of_file, unit_with_skills, vocabulary

SCENARIOS = data_root() / "cipher" / "scenarios" / "skills"
STEMS = sorted(path.stem for path in SCENARIOS.glob("*.toml"))
FILES = sorted(path.stem for path in (data_root() / "cipher" / "effects").glob("*.toml") if path.stem != "keywords")


def written_cards() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name in FILES:
        yield from effects_of_file(name).items()


def abilities() -> Iterator[tuple[str, Ability]]:
    for slug, entry in written_cards():
        for one in check_and_build(entry, vocabulary(), slug):
            yield slug, one


# ---------------------------------------------------------------- every word does something

NEUTRAL: Mapping[str, Any] = {
    "filter": lambda *given, **more: True,
    "condition": lambda *given, **more: True,
    "number": lambda *given, **more: 0,
    "value": lambda *given, **more: 0,
    "noun": lambda *given, **more: (),
    "amount": lambda *given, **more: Amount(0, 0),
    "question": lambda *given, **more: (),
    "verb": lambda *given, **more: NOTHING,
    "event": lambda *given, **more: lambda t, s, event: False,
    "mod": lambda *given, **more: Mod("nothing"),
    "act": lambda *given, **more: ("nothing", None),
    "rule": lambda *given, **more: effects.Static(given[0], ()),
    "cost": lambda *given, **more: effects.Atom("nothing", 0, lambda t, s: (), lambda t, s, x: None, lambda t, x: 0),
}
"""What a word of each role comes to when it does nothing."""


def words_of_the_first_two() -> list[tuple[str, str]]:
    spoken = [one for name in ("s01", "s02", "b01") for slug, entry in effects_of_file(name).items()
              for one in check_and_build(entry, vocabulary(), slug)]  # fmt: skip
    known = [key for key, word in vocabulary().words.items() if word.run is not None]
    return [key for key in known if any(mentions(one, *key) for one in spoken)]


def test_the_first_two_starters_use_many_words() -> None:
    assert len(words_of_the_first_two()) >= 60


@pytest.mark.parametrize("key", words_of_the_first_two(), ids="-".join)
def test_a_word_that_does_nothing_makes_a_scenario_fail(
    key: tuple[str, str], numbered: Mapping[str, Card], monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking = [stem for stem in STEMS if speaks(stem, key, numbered)]
    assert speaking, f"no scenario of a card that says {key[1]}"
    word: Word = vocabulary().words[key]
    idle = NEUTRAL[key[0]]
    monkeypatch.setitem(vocabulary().words, key, replace(word, run=idle, has=lambda *given: False, asks=False))
    forget()
    try:
        assert any(not passes(stem, numbered) for stem in speaking)
    finally:
        monkeypatch.undo()
        forget()


def speaks(stem: str, key: tuple[str, str], numbered: Mapping[str, Card]) -> bool:
    """Whether the card that the scenario is about says the word."""
    unit = unit_with_skills(numbered[stem.rpartition("-")[0].upper()])
    return any(mentions(one, *key) for one in (*unit.skills, effects.shared_ability("Anti-Fliers")))


def passes(stem: str, numbered: Mapping[str, Card]) -> bool:
    """Whether a scenario passes; that a card is no bond is left to its skill."""
    told = scenario.load((SCENARIOS / f"{stem}.toml").read_text(encoding="utf-8"), stem)
    made: dict[str, Unit] = {}

    def find(name: str) -> Unit:
        return made.setdefault(name, replace(unit_with_skills(numbered[name]), bonds=True))

    return scenario.run(told, CipherRules(find)).passed


def forget() -> None:
    """Cards are built anew."""
    written._bundled.cache_clear()
    effects.shared_ability.cache_clear()


# ---------------------------------------------------------------- any text at all

SPELLINGS = sorted({part for _, spelling in vocabulary().words for part in spelling.split(".")})
MARKS = "( ) , . = <= + | not and or if : 'Cain' 1 20 c __class__"
PIECES = [*SPELLINGS, *MARKS.split(), "\n", "\n    "]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map(" ".join))
def test_any_text_in_these_words_is_built_or_refused(text: str) -> None:
    for key in ("do", "static", "need", "when", "cost"):
        table = {"kind": "act", **({} if key == "static" else {"do": "move(this)"}), key: text}
        try:
            (one,) = check_and_build({"abilities": [table]}, vocabulary(), "x")
        except EffectError as error:
            said = str(error)
        else:
            said = render(one, vocabulary())
        assert said


# ---------------------------------------------------------------- every card that acts says so


@pytest.mark.parametrize("name", FILES)
def test_every_card_says_what_it_does_in_clean_sentences(name: str) -> None:
    for slug, entry in effects_of_file(name).items():
        for one in check_and_build(entry, vocabulary(), slug):
            said = render(one, vocabulary())
            assert not re.search(r"  |[{}<>|]| [.,:;]|\.\.$|None|Said\(", said.replace("...", "")), said
            assert said.count("(") == said.count(")"), said
            assert said.count("[") == said.count("]") == 1, said
            assert said.endswith((".", ")")), said


def test_every_number_of_an_effect_is_said() -> None:
    for slug, entry in written_cards():
        for table, one in zip(entry["abilities"], check_and_build(entry, vocabulary(), slug), strict=True):
            if isinstance(table, dict):
                told = " ".join(str(table.get(key, "")) for key in ("cost", "need", "static", "do"))
                said = render(one, vocabulary())
                numbers = set(re.findall(r"\d+", told)) - {"0", "1"}
                assert numbers <= set(re.findall(r"\d+", said)), f"{slug}: {said}"


def test_every_name_of_an_effect_is_said() -> None:
    for slug, entry in written_cards():
        for table, one in zip(entry["abilities"], check_and_build(entry, vocabulary(), slug), strict=True):
            if isinstance(table, dict):
                told = " ".join(str(table.get(key, "")) for key in ("cost", "need", "when", "static", "do"))
                for title in re.findall(r"'([^']+)'", told):
                    assert title in render(one, vocabulary()), slug


def test_effects_stand_in_the_file_of_their_card() -> None:
    import tomllib

    for name in FILES:
        facts = tomllib.loads((data_root() / "cipher" / "cards" / f"{name}.toml").read_text(encoding="utf-8"))
        printed = {card["slug"]: len(card["abilities"]) for card in facts["card"]}
        for slug, entry in effects_of_file(name).items():
            assert len(entry["abilities"]) <= printed[slug], slug
