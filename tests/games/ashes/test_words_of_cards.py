"""What the cards of Ashes do, as data: every card is read, checked, and said in whole short sentences."""

from __future__ import annotations

import re
import tomllib

import pytest

from catalog.home import data_root
from deckcli.engine.effects import acts, check_and_build, render
from deckcli.engine.vocabulary import EffectError
from deckcli.games.ashes import written
from deckcli.games.finish import finish

FILES = sorted(path.stem for path in (data_root() / "ashes" / "cards").glob("*.toml"))
PRINTED = {
    card["slug"]: card
    for name in FILES
    for card in tomllib.loads((data_root() / "ashes" / "cards" / f"{name}.toml").read_text())["card"]
}
WRITTEN = {slug: entry for name in FILES for slug, entry in written.effects_of_file(name).items()}


def said(slug: str) -> list[str]:
    return finish("ashes", PRINTED[slug], WRITTEN[slug]).text.splitlines()


def one(**ability: object) -> str:
    (built,) = check_and_build({"abilities": [ability]}, written.vocabulary(), "a card")
    return render(built, written.vocabulary())


def test_every_card_with_published_text_is_written():
    assert {slug for slug, card in PRINTED.items() if card.get("abilities")} == WRITTEN.keys()


@pytest.mark.parametrize("name", FILES)
def test_every_card_has_one_written_ability_for_each_that_is_printed(name):
    words = written.vocabulary()
    for slug, entry in written.effects_of_file(name).items():
        abilities = [one for one in check_and_build(entry, words, slug) if written.is_ability(one)]
        assert len(abilities) == len(PRINTED[slug]["abilities"]), slug


@pytest.mark.parametrize("name", FILES)
def test_every_card_says_itself_in_whole_sentences(name):
    for slug in written.effects_of_file(name):
        for line in said(slug):
            assert re.fullmatch(r"[A-Z(\[].*[.)]", line), (slug, line)
            assert not re.search(r"  |[{}|<>#_~]|\(\)| [.,;:]|,\.|\.\.|\b(\w+) \1\b|\b[aA] [aeioAEIO]|\bn\b", line), (
                slug,
                line,
            )
            assert line.count("(") == line.count(")"), (slug, line)


def test_titles_that_cards_speak_of_are_cards():
    names = {card["name"] for card in PRINTED.values()}
    keywords = set(written.effects_of_file("keywords")["keywords"])
    for slug, entry in WRITTEN.items():
        inner = {one["name"] for each in entry["abilities"] if isinstance(each, dict) for one in each.get("inner", [])}
        for word, title in re.findall(r"(\w+)\(['\"]+((?:[^'\"]|'(?=s))+)['\"]", str(entry).replace("\\'", "'")):
            base = re.sub(r" (\d+|X)$", "", title)
            known = keywords | inner if word == "skill" else names
            assert base in known or title in known or word == "title_has", (slug, word, title)


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("iron-worker", "Overtime 2 [inexhaustible]: When cards are drawn in the prepare phase: Draw up to 2 cards."),
        ("anchornaut", "Throw 1: When this unit comes into play: You may deal 1 damage to another target unit."),
        ("aradel-summergaard", "Water Blast (side action, exhaust, 1 natural): Deal 2 damage to a target unit."),
        ("massive-growth", "Attach it to a unit with attack 2 or less."),
        ("silver-snake", "X is the number of status tokens on this unit."),
        ("ensnare", "After an opponent declares a guard: Deal 2 damage to that target."),
        ("ash-spirit", "To Ash: After this unit is destroyed by an opponent's attack: Destroy the source as a target."),
        ("dread-wraith", "Rage 1 [inexhaustible]: This unit gets +1 attack for each wound on this unit."),
    ],
)
def test_a_card_speaks_in_the_words_of_the_game(slug, line):
    assert line in said(slug)


def test_a_number_behind_the_name_of_a_keyword_is_its_n():
    words = written.vocabulary()
    (three,) = check_and_build({"abilities": ["Overkill 3"]}, words, "a card")
    assert "deal 3 damage" in render(three, words).lower()


@pytest.mark.parametrize("named", ["Overkill", "Alert 2", "Overkil 2", "Overkill two"])
def test_a_keyword_is_named_with_its_number_when_it_has_one_and_without_when_not(named):
    with pytest.raises(EffectError, match="neither a table nor a shared ability"):
        check_and_build({"abilities": [named]}, written.vocabulary(), "a card")


def test_what_a_unit_is_given_for_a_while_is_a_keyword_that_there_is():
    assert one(do="give(target(unit), skill('Bypass'), until=turn)").endswith(
        'gains "Bypass" until the end of the turn.'
    )
    with pytest.raises(EffectError, match='no skill "Bypas"'):
        one(do="give(target(unit), skill('Bypas'), until=turn)")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("damage(1, target(my.unti))", "my.unit"),
        ("plaec(1, status, this)", "place"),
        ("place(1, statsu, this)", "status"),
        ("put(this, dicard_pile)", "discard_pile"),
    ],
)
def test_a_wrong_word_is_refused_with_one_that_may_be_meant(text, near):
    with pytest.raises(EffectError) as error:
        one(do=text)
    assert near in error.value.faults[0].near


def test_a_card_whose_words_do_nothing_yet_has_its_text_and_does_not_count_as_acting():
    words = written.vocabulary()
    asleep = {word.spelling for word in words if not word.acts}
    for slug, entry in WRITTEN.items():
        silent = [one for one in check_and_build(entry, words, slug) if not acts(one)]
        done = finish("ashes", PRINTED[slug], entry)
        assert (bool(done.text), done.faults) == (True, ())
        assert done.written <= len(PRINTED[slug]["abilities"]) - len(silent)
        assert not silent or asleep


def test_what_an_alteration_grants_and_how_a_card_is_played_are_no_abilities_of_its_own():
    text = written.text_of(check_and_build(WRITTEN["infuriate"], written.vocabulary(), "infuriate"), 2)
    assert [(one.key, one.n, one.adds) for one in text.grants] == [("Frenzy", 2, True), ("Rage", 1, True)]
    assert (text.skills, text.whole) == ((), True)
    grown = written.text_of(check_and_build(WRITTEN["massive-growth"], written.vocabulary(), "massive-growth"), 2)
    assert grown.attach is not None
    assert [one.key for one in grown.skills] == ["Spell Guard", "Fleeting"]
    snake = written.text_of(check_and_build(WRITTEN["silver-snake"], written.vocabulary(), "silver-snake"), 1)
    assert snake.x is not None


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("blood-chains", "if the first unit has 1 or more wounds, place 2 exhaustion tokens on the second unit"),
        ("seeds-of-aggression", "the first unit deals damage to the second unit equal to the attack of the first unit"),
        ("coal-roarkwin", "deal 1 damage to that player's target Phoenixborn"),
        ("reborn-chimera", "Deal 3 damage to its controller's target Phoenixborn"),
        ("fatal-strike", "a target unit the opponent controls or the opponent's target Phoenixborn"),
    ],
)
def test_two_chosen_units_are_told_apart_and_a_target_is_called_one(slug, words):
    assert words in "\n".join(said(slug))
