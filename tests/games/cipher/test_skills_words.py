"""Cipher's words: each one that S01 and S02 use does something, and every card that acts says so in clean sentences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.effects import LENT, Ability, check_and_build, offered_words, render, words_of
from deckcli.engine.vocabulary import NOTHING, Amount, EffectError, Word
from deckcli.games.cipher import effects, written
from deckcli.games.cipher.changes import Mod, Static
from deckcli.games.cipher.faces import Unit
from deckcli.games.cipher.paying import Atom
from deckcli.games.cipher.playable import CipherRules
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

UNPROVED = 0
"""So many words that cards say have no scenario: whoever brings a new word brings one for it."""

BUILT = {("rule", "any_copies")}
"""Words that nothing in play follows from: a test of its own holds each against what they say."""

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
    "act": lambda *given, **more: ("nothing", None, True, None),
    "rule": lambda *given, **more: Static(None, (), "me"),
    "cost": lambda *given, **more: Atom("nothing", 0, lambda t, s: (), lambda t, s, x: None, lambda t, x: 0),
}
"""What a word of each role comes to when it does nothing."""


def words_in(abilities: Iterable[Ability]) -> set[tuple[str, str]]:
    """The words that some abilities say, but for those that stand for themselves."""
    spoken = (node.known for one in abilities for whole in (one, *one.inner) for node in words_of(whole))
    return {(word.role, word.spelling) for word in spoken if word.run is not None}


@lru_cache(maxsize=1)
def entries_by_number() -> Mapping[str, Mapping[str, Any]]:
    """What each card does, by every number that it was printed under."""
    found: dict[str, Mapping[str, Any]] = {}
    for name in FILES:
        facts = tomllib.loads((data_root() / "cipher" / "cards" / f"{name}.toml").read_text(encoding="utf-8"))
        for card in facts["card"]:
            if card["slug"] in effects_of_file(name):
                for printing in card["printings"]:
                    found.setdefault(printing["number"], effects_of_file(name)[card["slug"]])
    return found


@lru_cache(maxsize=1)
def spoken() -> Mapping[str, set[tuple[str, str]]]:
    """By scenario, the words of the skill that it is about (its file is called by the card's number and the skill's
    place), and of Anti-Fliers, which some skills hand out."""
    found = {}
    for stem in STEMS:
        number, _, place = stem.rpartition("-")
        skills = check_and_build(entries_by_number()[number.upper()], vocabulary(), stem)
        found[stem] = words_in((skills[int(place) - 1], effects.shared_ability("Anti-Fliers")))
    return found


def words_of_the_first_two() -> set[tuple[str, str]]:
    return words_in(
        one
        for name in ("s01", "s02")
        for slug, entry in effects_of_file(name).items()
        for one in check_and_build(entry, vocabulary(), slug)
    )


def proved_words() -> list[tuple[str, str]]:
    """The words of S01 and S02, and all others of a skill that has a scenario."""
    return sorted(words_of_the_first_two().union(*spoken().values()) - BUILT)


def test_the_first_two_starters_use_many_words() -> None:
    assert len(words_of_the_first_two()) >= 36


def test_words_without_a_scenario_only_become_fewer() -> None:
    used = words_in(one for _, one in abilities())
    unproved = used - set(proved_words()) - BUILT
    assert len(unproved) <= UNPROVED, sorted(unproved)


def test_a_deck_may_have_any_number_of_the_cards_that_say_so() -> None:
    saying = {slug for slug, one in abilities() if ("rule", "any_copies") in words_in([one])}
    free = {
        card["slug"]
        for name in FILES
        for card in tomllib.loads((data_root() / "cipher" / "cards" / f"{name}.toml").read_text(encoding="utf-8"))[
            "card"
        ]
        if card.get("copies_max") == "any"
    }
    assert saying
    assert saying == free


@pytest.mark.parametrize("key", proved_words(), ids="-".join)
def test_a_word_that_does_nothing_makes_a_scenario_fail(
    key: tuple[str, str], numbered: Mapping[str, Card], monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking = [stem for stem in STEMS if key in spoken()[stem]]
    assert speaking, f"no scenario of a skill that says {key[1]}"
    word: Word = vocabulary().words[key]
    idle = NEUTRAL[key[0]]
    monkeypatch.setitem(vocabulary().words, key, replace(word, run=idle, has=lambda *given: False, asks=False))
    forget()
    try:
        assert any(not passes(stem, numbered) for stem in speaking)
    finally:
        monkeypatch.undo()
        forget()


def passes(stem: str, numbered: Mapping[str, Card]) -> bool:
    """Whether a scenario passes; that a card is no bond is left to its skill."""
    told = scenario.load((SCENARIOS / f"{stem}.toml").read_text(encoding="utf-8"), stem)
    made: dict[str, Unit] = {}

    def find(name: str) -> Unit:
        return made.setdefault(name, replace(unit_with_skills(numbered[name]), bonds=True))

    return scenario.run(told, CipherRules(find)).passed


def forget() -> None:
    """Cards are built anew."""
    vocabulary().trees.clear()  # what was built of a text that many cards bear
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
            told = said.removeprefix(one.name).replace("...", "")
            assert not re.search(r"  |[{}<>|]| [.,:;]|\.\.$|None|Said\(", told), said
            assert said.count("(") == said.count(")"), said
            assert said.count("[") == said.count("]") == 1 + len(one.inner), said
            assert said.endswith((".", ")")), said


def test_every_number_of_an_effect_is_said() -> None:
    for slug, entry in written_cards():
        for table, one in zip(entry["abilities"], check_and_build(entry, vocabulary(), slug), strict=True):
            if isinstance(table, dict):
                told = " ".join(str(table.get(key, "")) for key in ("cost", "need", "static", "do"))
                said = render(one, vocabulary())
                numbers = set(re.findall(r"\d+", told.replace("% 2", ""))) - {"0", "1"}  # "odd" says that
                assert numbers <= set(re.findall(r"\d+", said)), f"{slug}: {said}"


def test_every_name_of_an_effect_is_said() -> None:
    for slug, entry in written_cards():
        for table, one in zip(entry["abilities"], check_and_build(entry, vocabulary(), slug), strict=True):
            if isinstance(table, dict):
                told = " ".join(str(table.get(key, "")) for key in ("cost", "need", "when", "static", "do"))
                for double, single in re.findall(r"\"([^\"]+)\"|'([^']+)'", told):
                    title = double or single
                    title = vocabulary().tags.get(title) or vocabulary().kinds.get(title) or title
                    title = "this skill" if title.endswith(LENT) else title
                    assert title in render(one, vocabulary()), slug


@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("if shown(named('Risen')): draw(1)", "If any of those cards is named Risen, draw 1 card."),
        ("if not shown(named('Risen')): draw(1)", "If none of those cards is named Risen, draw 1 card."),
        ("if not shown(not green): draw(1)", "If all of those cards are Green, draw 1 card."),
        ("if not shown(cost < 3): draw(1)", "If none of those cards has cost less than 3, draw 1 card."),
        ("if not shown(other, not green): draw(1)", "If all others of those cards are Green, draw 1 card."),
        ("put(shown, top)", "Put those cards on top of the deck in any order."),
        ("put(shown, top, order=opponent)", "Put those cards on top of the deck (in an order of the opponent)."),
        ("put(shown, retreat)", "Put those cards into the Retreat."),
    ],
)
def test_of_several_cards_it_is_said_whether_one_or_all_must_fit_and_who_orders_them(do: str, said: str) -> None:
    table = {"kind": "act", "do": f"shown = reveal(my.top(3))\n{do}"}
    (one,) = check_and_build({"abilities": [table]}, vocabulary(), "x")
    assert render(one, vocabulary()) == f"[ACT]: Reveal the top 3 cards of your deck. {said}"


def test_each_of_several_deeds_that_are_offered_is_said_in_the_words_of_its_card() -> None:
    offered = {slug: words for slug, one in abilities() if (words := offered_words(one, vocabulary()))}
    assert len(offered) >= 14
    assert [words for told in offered.values() for words in told if re.search(r"\b(it|those)\b", words)] == []
    assert offered["joshua-tempest-king"] == (
        "Reveal that card, then if that card is not named Joshua, destroy the enemy's main character",
        "Reveal that card, then if that card is named Joshua, destroy the enemy's main character",
    )
    assert offered["hapi-karma-burdened-valkyrie"][0] == "Deploy this card", "it is in hand, and no unit"


def test_effects_stand_in_the_file_of_their_card() -> None:
    for name in FILES:
        facts = tomllib.loads((data_root() / "cipher" / "cards" / f"{name}.toml").read_text(encoding="utf-8"))
        printed = {card["slug"]: len(card["abilities"]) for card in facts["card"]}
        for slug, entry in effects_of_file(name).items():
            assert len(entry["abilities"]) <= printed[slug], slug
