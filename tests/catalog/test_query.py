"""The query language of `cards search`: what is understood, what is refused, and that SQL and Python agree."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from functools import cache
from pathlib import Path

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from catalog.card import Card, Face, Printing, Release, facts_of
from catalog.errors import QueryError
from catalog.loading import body_of, names_of, printed_abilities, said
from catalog.models import CatalogTable
from catalog.names import fold
from catalog.query import DEPTH, HELP, LENGTH, TERMS, And, Has, Node, Not, Or, Query, Words, parse
from catalog.reading import Catalog
from catalog.searched import searched_name, searched_text, tokens
from catalog.tables import SEARCH_TABLE


def one(name: str, kind: str, *, game: str = "ashes", facts: dict[str, object] | None = None, **rest: object) -> Card:
    """An invented card with one face; `text`, `published` and `abilities` go to the face."""
    face = {key: rest.pop(key) for key in ("text", "published", "abilities") if key in rest}
    faces = (Face(name, kind, facts or {}, **face),)  # type: ignore[arg-type]
    return Card(**{  # type: ignore[arg-type]
        "game": game, "slug": re.sub(r"\W+", "-", fold(name)), "name": name, "name_key": fold(name), "faces": faces,
        "printings": (Printing("master-set"),), **rest,
    })  # fmt: skip


CARDS = (
    one("Three-Eyed Owl", "Ally", facts={"cost": ("main", "1 natural"), "magic": 1, "attack": 1, "life": 1},
        text="When it comes into play, an opponent discards a card.", abilities=("triggered",), acting="yes"),
    one("Iron Worker", "Ally", facts={"cost": ("main", "2 basic"), "magic": 2, "attack": 2, "recover": "+1"},
        abilities=("keyword", "keyword"), acting="partly"),
    one("Summon Iron Golem", "Ready Spell", facts={"cost": ("main",), "magic": 0, "dice": ("ceremonial", "natural")},
        summons=("iron-golem",), abilities=None, printings=(Printing("frostdale"), Printing("master-set"))),
    one("Iron Golem", "Conjuration", facts={"attack": 4, "life": "X", "phoenixborn": "Brennen", "exclusive": True}),
    one("Conjured Armour", "Conjured Alteration Spell", facts={"attack": -1, "chained": True}, acting="yes"),
    one("Jessa Na Ni", "Phoenixborn", facts={"life": 19, "battlefield": 4}, aliases=("Jéssa", "Owl & Golem")),
    one("Marth, Prince of Altea", "Unit", game="cipher",
        facts={"unit_name": "Marth", "title": "Prince of Altea", "symbols": ("Red",), "deploy_cost": 1, "attack": 40,
               "genders": ("Male",), "ranges": (1,), "class": "Lord (Male)"},
        aliases=("アリティアの王子 マルス",), printings=(Printing("S01", "S01-001", "S01-001ST", "ST", 1),
                                            Printing("B01", "B01-003", "B01-003SR+", "SR+", 1))),
    one("Caeda, Winged Princess", "Unit", game="cipher",
        facts={"unit_name": "Caeda", "title": "Winged Princess", "symbols": ("Red", "Blue"), "deploy_cost": "X",
               "attack": 30, "genders": ("Female",), "ranges": (1, 2), "no_bond": True, "class": "Dragon-Rider / Bow"},
        aliases=("タリスの王女 シーダ",), printings=(Printing("B01", "B01-004", "B01-004N", "N", 1),)),
    one("Risen", "Unit", game="cipher", facts={"symbols": (), "ranges": (), "attack": 0}, copies_max=-1,
        published="Ａｌｌ *Risen* may be in the deck: 100% _any_ number.", printings=(Printing("B09"),)),
    Card("phase", "fire-spirit--ash-spirit", "Fire Spirit // Ash Spirit", "fire spirit // ash spirit",
         (Face("Fire Spirit", "Dragon", {"training_cost": 2, "keywords": ("Fengarian", "[Fire]*?")}, "good", None),
          Face("Ash Spirit", "Order", {"training_cost": 5}, "evil", ())), (Printing("box"),),
         formerly=("fire-and-ash",), copies_max=1),
    one("Ærø's “Straße”: 100%", "Event", game="fantasyform", origin="invented",
        facts={"form": "Élan", "price": 3, "choice": (("a", "b"), "c")}, text="Gain 3 – or draw a card."),
    one("own_card 字幕 %_*?[]", "Ally", pack="mine.toml", origin="own", facts={"attack": 7, "life": 7},
        abilities=(), published='Say "NEAR" AND be gone.', printings=(Printing("my pack"),)),
)  # fmt: skip

FIELDS = ("side", *{field for card in CARDS for _, field, _ in facts_of(card)})
RELEASES = (
    Release("ashes", "master-set", "Master Set", 1),
    Release("ashes", "frostdale", "The Frostdale Giants", 2),
    Release("cipher", "S01", "War of Darkness", 1),
    Release("cipher", "B01", "Blade of Light", 2),
)


class _Sets:
    """Two decks, a format, and a saved search, for `in:`, `legal:` and `@`."""

    def members(self, field: str, value: str) -> set[tuple[str, str]]:
        known = {
            ("in", "Mine"): {("ashes", "iron-worker"), ("cipher", "iron-worker")},
            ("in", "Öther deck"): {("ashes", "three-eyed-owl")},
            ("legal", "constructed"): {(card.game, card.slug) for card in CARDS if card.game == "ashes"},
        }
        if (field, value) not in known:
            raise LookupError(value)
        return known[field, value]

    def saved(self, name: str) -> str | None:
        return {"small": "life<=1 or attack<=1 order:name", "deep": "@small -@small", "loop": "(@loop)",
                "wrong": "colour:"}.get(name)  # fmt: skip


SETS = _Sets()


class Shelf:
    """A small cards.db in memory, filled as loading fills it; also the Links between its cards."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.ids = {(card.game, card.slug): number for number, card in enumerate(cards, start=1)}
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        CatalogTable.metadata.create_all(
            create_engine("sqlite://", creator=lambda: self.connection, poolclass=StaticPool)
        )
        self.connection.execute(SEARCH_TABLE)
        for number, card in enumerate(cards, start=1):
            self.fill(number, card)

    def fill(self, number: int, card: Card) -> None:
        self.insert("card", id=number, game=card.game, slug=card.slug, name=card.name, name_key=card.name_key,
                    type=card.type, release=card.release, position=number, origin=card.origin, pack=card.pack,
                    acting=card.acting, printed=printed_abilities(card.faces), written=0,
                    body=body_of(card))  # fmt: skip
        for key, kind in names_of(card):
            self.insert("name", key=key, game=card.game, card=number, kind=kind)
        for place, face in enumerate(card.faces):
            for field, value in [*face.facts.items(), *([("side", face.side)] if face.side else [])]:
                for item in value if isinstance(value, tuple) else (value,):
                    counted = item if type(item) is int else None
                    self.insert("fact", card=number, face=place, field=field, text=said(item), number=counted)
        for p in card.printings:
            self.insert("printing", card=number, game=card.game, release=p.release, number=fold(p.number),
                        code=fold(p.code), rarity=p.rarity)  # fmt: skip
        for slug in card.summons:
            self.insert("link", card=number, target=self.ids[card.game, slug])
        self.insert("search", rowid=number, name=searched_name(card), text=searched_text(card))

    def insert(self, table: str, **row: object) -> None:
        marks = ", ".join("?" * len(row))
        self.connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))

    def asked(self, query: Query) -> list[str]:
        where, values = query.where()
        rows = self.connection.execute(f"SELECT card.name FROM card WHERE ({where}) ORDER BY card.id", values)
        return [name for (name,) in rows]

    def tested(self, query: Query) -> list[str]:
        return [card.name for card in self.cards if query.test(card, self)]

    def summons(self, card: Card) -> list[Card]:
        return [self.cards[self.ids[card.game, slug] - 1] for slug in card.summons]

    def summoned_by(self, card: Card) -> list[Card]:
        return [other for other in self.cards if other.game == card.game and card.slug in other.summons]


@cache
def shelf() -> Shelf:
    return Shelf(CARDS)


def found(text: str, releases: tuple[Release, ...] = ()) -> list[str]:
    """The names that a query finds, which are the same by SQL and by Python; a name of several words by its first."""
    query = parse(text, FIELDS, releases, sets=SETS)
    names = shelf().asked(query)
    assert shelf().tested(query) == names
    return [re.split(r"[ ,_]", name)[0] for name in names]


def refusal(text: str, releases: tuple[Release, ...] = ()) -> tuple[int, str]:
    """The column and the reason for which a query is refused."""
    with pytest.raises(QueryError) as error:
        parse(text, FIELDS, releases)
    return error.value.column, error.value.what


# ---------------------------------------------------------------- what is found


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("owl three", ["Three-Eyed"]),
        ("golem", ["Summon", "Iron", "Jessa"]),
        ("GÖLEM iro", ["Summon", "Iron"]),
        ("three-eyed", ["Three-Eyed"]),
        ("eyed-three", []),
        ('"and"', ["Jessa"]),
        ('"iron work"', []),
        ('"iron golem"', ["Summon", "Iron"]),
        ("“iron golem”", ["Summon", "Iron"]),
        ('"owl and golem"', ["Jessa"]),
        ('"jessa owl"', []),
        ("aeros strasse", ["Ærø's"]),
        ("マルス", ["Marth"]),
        ("王", ["Marth", "Caeda"]),
        ('"王子マルス"', ["Marth"]),
        ("字幕", ["own"]),
    ],
)
def test_words_are_found_in_names_and_aliases(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ('!"Iron Golem"', ["Iron"]),
        ("!iron", []),
        ("!marth", ["Marth"]),
        ("!b01-003", ["Marth"]),
        ('!"Prince of Altea"', ["Marth"]),
        ('!"Ash Spirit"', ["Fire"]),
        ("!fire-and-ash", ["Fire"]),
        ('name="three eyed owl"', ["Three-Eyed"]),
        ('name!="Iron Golem" iron', ["Iron", "Summon"]),
        ("!teo", []),
    ],
)
def test_a_whole_name_is_exact_and_of_any_kind(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("iron -golem", ["Iron"]),
        ("iron not golem", ["Iron"]),
        ("iron NOT not golem", ["Summon", "Iron"]),
        ("owl or worker", ["Three-Eyed", "Iron", "Jessa"]),
        ("owl | worker", ["Three-Eyed", "Iron", "Jessa"]),
        ("iron golem or worker iron", ["Iron", "Summon", "Iron"]),
        ("iron (summon or worker)", ["Iron", "Summon"]),
        ("iron and (summon | worker) and -(golem)", ["Iron"]),
        ("type:ally|conjuration", ["Three-Eyed", "Iron", "Iron", "own"]),
        ("type:(ally or conjuration | unit) -g:cipher", ["Three-Eyed", "Iron", "Iron", "own"]),
        ("type!=ally|unit g:ashes", ["Summon", "Iron", "Conjured", "Jessa"]),
    ],
)
def test_terms_hang_together_as_written(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("attack=4", ["Iron"]),
        ("atk:1..2", ["Three-Eyed", "Iron"]),
        ("attack=30..", ["Marth", "Caeda"]),
        ("attack:..0", ["Conjured", "Risen"]),
        ("attack:-1", ["Conjured"]),
        ("attack<1", ["Conjured", "Risen"]),
        ("attack<=1", ["Three-Eyed", "Conjured", "Risen"]),
        ("attack>30", ["Marth"]),
        ("attack>=30", ["Marth", "Caeda"]),
        ("attack!=40 g:cipher", ["Caeda", "Risen"]),
        ("cost:2", ["Iron", "Fire"]),
        ("cost<=1", ["Three-Eyed", "Summon", "Marth"]),
        ("mv>1", ["Iron", "Fire"]),
        ("ranges>=2", ["Caeda"]),
        ("range:1", ["Marth", "Caeda"]),
        ("life:X", ["Iron"]),
        ("life=x", ["Iron"]),
        ("life>0 -life>1", ["Three-Eyed"]),
        ("recover:1", []),
        ("recover:+1", ["Iron"]),
        ("training-cost:5", ["Fire"]),
    ],
)
def test_numbers_compare_as_numbers(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("symbol:red", ["Marth", "Caeda"]),
        ("c:blue c:red", ["Caeda"]),
        ("gender:male", ["Marth"]),
        ("gender:fem", ["Caeda"]),
        ("gender=fem", []),
        ("class:male", ["Marth"]),
        ("class:rider", ["Caeda"]),
        ('class:"dragon-rider / b"', ["Caeda"]),
        ('cost:"1"', ["Three-Eyed"]),
        ('cost="2 basic"', ["Iron"]),
        ("dice:natural", ["Summon"]),
        ("symbol!=red", []),
        ("side:evil", ["Fire"]),
        ("type:order", ["Fire"]),
        ("t:spell", ["Summon", "Conjured"]),
        ("t=spell", []),
        ("form:Élan", ["Ærø's"]),
        ("keyword:*?", ["Fire"]),
        ("keyword:[fire]", ["Fire"]),
        ("keyword:*ngarian", []),
        ('choice:"a / b"', ["Ærø's"]),
        ("pb:brennen", ["Iron"]),
    ],
)
def test_text_facts_are_found_by_the_beginning_of_a_word(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("is:acting", ["Three-Eyed", "Conjured"]),
        ("is:partly", ["Iron"]),
        ("is:unwritten is:exclusive", ["Iron"]),
        ("is:unpublished", ["Summon", "Fire"]),
        ("is:vanilla g:ashes", ["Iron", "Conjured", "Jessa", "own"]),
        ("-is:vanilla", ["Three-Eyed", "Iron", "Summon", "Fire"]),
        ("is:invented", ["Ærø's"]),
        ("is:own", ["own"]),
        ("is:doublesided", ["Fire"]),
        ("is:conjuration", ["Iron", "Conjured"]),
        ("is:unlimited", ["Risen"]),
        ("is:chained", ["Conjured"]),
        ("is:no-bond", ["Caeda"]),
        ("is:chained|exclusive", ["Iron", "Conjured"]),
        ("is:attack", []),
    ],
)
def test_is_asks_for_states_and_marks(query: str, names: list[str]) -> None:
    assert found(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("set:frostdale", ["Summon"]),
        ("e:FROSTDALE", ["Summon"]),
        ('set:"Master Set" iron', ["Iron", "Summon", "Iron"]),
        ("release:b01", ["Marth", "Caeda"]),
        ("set!=master-set g:ashes", ["own"]),
        ("r:n", ["Caeda"]),
        ("rarity:sr", []),
        ("r:SR+|N", ["Marth", "Caeda"]),
        ("number:B01", ["Marth", "Caeda"]),
        ("code=b01-003sr+", ["Marth"]),
        ("number=B01", []),
        ("game:phase", ["Fire"]),
        ("game:pha", []),
    ],
)
def test_printings_are_asked_for_by_release_rarity_and_number(query: str, names: list[str]) -> None:
    assert found(query) == names


def test_a_release_goes_by_its_name_when_the_releases_are_known() -> None:
    assert found('set:"blade of light"', RELEASES) == ["Marth", "Caeda"]
    assert found("set:giants", RELEASES) == ["Summon"]
    assert found("set:of number:s", RELEASES) == ["Marth"]
    assert refusal("set=giants", RELEASES) == (5, 'No release is called "giants".')
    assert "master-set" in refusal("iron set:mastr-set", RELEASES)[1]


def test_summoning_is_asked_from_both_ends() -> None:
    assert found("summons:golem") == ["Summon"]
    assert found('summons="iron golem"') == ["Summon"]
    assert found("summons=iron") == []
    assert found("summoned_by:summon") == ["Iron"]
    assert found("-summons:golem type:ready") == []
    with pytest.raises(ValueError, match="links"):
        parse("summons:golem", FIELDS).test(CARDS[0])


def test_text_is_found_by_words_written_or_published() -> None:
    assert found("text:discard") == ["Three-Eyed"]
    assert found("o:draw|risen") == ["Risen", "Ærø's"]
    assert found('o:"near and be"') == ["own"]
    assert found('o:"and near"') == []
    assert refusal("text=draw") == (6, 'Text is found by its words: after text ":" is expected.')


def test_nothing_asked_for_is_every_card() -> None:
    assert len(found("")) == len(found(" \t　")) == len(found("order:name")) == len(CARDS)


def test_a_search_within_one_game_stays_there_whatever_is_asked() -> None:
    for text, names in [
        ("", ["Fire Spirit // Ash Spirit"]),
        ("iron or spirit order:name", ["Fire Spirit // Ash Spirit"]),
    ]:
        query = parse(text, FIELDS, game="phase")
        assert shelf().asked(query) == shelf().tested(query) == names
        assert query.order == ("name" if text else "")
    with pytest.raises(QueryError, match="never opened"):
        parse("a) or (b", FIELDS, game="phase")


def test_the_order_is_told_once_and_outside() -> None:
    assert parse("sort:-atk t:ally", FIELDS).order == "-attack"
    assert parse("order:set", FIELDS).order == "release"
    assert parse("order:cost", ["cost", "magic"]).order == "magic"
    assert parse("iron or owl order:name", FIELDS).order == "name"
    assert refusal("order:cost")[0] == 7
    for text, column in [("(a order:name)", 4), ("order:name order:name", 12), ("-order:name", 2), ("order<name", 1)]:
        assert refusal(text)[0] == column
    assert refusal("iron order:attak") == (12, '"attak" is no field to sort by. Nearest: attack, atk.')


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("query", "column", "words"),
    [
        ("or", 1, "term is expected"),
        ("a or", 5, "term is expected"),
        ("a or or b", 6, "term is expected"),
        ("a | | b", 5, "term is expected"),
        ("a and", 6, "term is expected"),
        ("order:name or a", 12, "term is expected"),
        ("not", 4, "term is expected"),
        ("()", 2, "term is expected"),
        ("(a", 3, "column 1"),
        ("a) b", 2, "never opened"),
        ('a "b', 3, "never closed"),
        ("- a", 2, "minus"),
        ("a -", 4, "minus"),
        ("! a", 2, "whole name"),
        ("...", 1, "punctuation"),
        ('""', 1, "punctuation"),
        ('"+"', 1, "letter or a digit"),
        ("name:", 6, 'after "name:"'),
        ("cost <3", 6, 'before "<"'),
        (":x", 1, 'before ":"'),
        ("a:b:c", 1, "no field"),
        ("atack>3", 1, "attack"),
        ("type:ally| b", 11, 'after "|"'),
        ("type:(a b)", 9, "column 6"),
        ("type:()", 7, "value is expected"),
        ("type<ally", 1, "After type"),
        ("attack>many", 8, "number is expected"),
        ("attack>X", 8, "number is expected"),
        ("attack<1..3", 8, "number is expected"),
        ("attack:3..1", 8, "range"),
        ("attack:..", 8, "range"),
        ("attack:1234567890", 8, "digits"),
        ("is:chaned", 4, "chained"),
        ("/dr.w/", 1, "regular expressions"),
        ("text:/dr.w/", 6, "regular expressions"),
        ("a\0b", 2, "control"),
        ("a\x1b[31m", 2, "control"),
        ("a \ud800", 3, "control"),
    ],
)
def test_a_refusal_tells_the_column_and_what_was_expected(query: str, column: int, words: str) -> None:
    where, what = refusal(query)
    assert (where, words in what) == (column, True), what


def test_a_refusal_names_three_near_fields_at_most() -> None:
    assert refusal("lif>3") == (1, '"lif" is no field of these cards; words before ":" and "=" are. Nearest: life.')
    with pytest.raises(QueryError) as none:
        parse("gender:x", ["attack"])  # a short name of nothing here is no suggestion
    assert "gender" not in none.value.what.partition("Nearest")[2]
    near = refusal("weapo:x")[1].partition("Nearest: ")[2]
    assert 1 <= len(near.split(", ")) <= 3


def test_a_query_is_bounded_in_length_terms_and_depth() -> None:
    assert refusal("a" * (LENGTH + 1))[0] == LENGTH + 1
    assert refusal(" ".join(["a"] * (TERMS + 1)))[0] == 2 * TERMS + 1
    assert refusal("type:" + "|".join(["a"] * (TERMS + 1)))[0] == 6 + 2 * TERMS
    assert refusal("(" * (DEPTH + 1) + "a" + ")" * (DEPTH + 1))[0] == DEPTH + 1
    assert refusal("-" * (DEPTH + 1) + "a")[0] == DEPTH + 1
    assert "characters" in refusal("ﷺ" * 40)[1]  # one character that folds to eighteen


@pytest.mark.parametrize("term", ["a", "-attack!=1", "summons!=x", "is:own", "set:a", "number:b", 'g:a|"b"'])
def test_what_the_bounds_allow_the_database_can_answer(term: str) -> None:
    deep = DEPTH - 1
    shapes = [
        f"{term} (x or " * (deep // 2) + term + ")" * (deep // 2),
        f"{term} (x or (b " * (deep // 2) + term + "))" * (deep // 2),
        f"{term} -(x or " * (deep // 2) + term + ")" * (deep // 2),
        "not " * deep + term,
        " ".join([term] * (TERMS // 2))[:LENGTH].rpartition(" ")[0],
        " or ".join([term] * (TERMS // 2))[:LENGTH].rpartition(" or ")[0],
    ]
    for shape in [*shapes, bushy(term, 3), bushy("a", 6)]:
        found(shape)


def bushy(term: str, height: int) -> str:
    """A query both of whose branches are as deep as can be."""
    if not height:
        return term
    return f"({bushy(term, height - 1)} -({bushy(term, height - 1)} or x))"


# ---------------------------------------------------------------- SQL and Python agree

RUDE = st.sampled_from(
    ['"', "'", "%", "_", "*", "?", "[", "]", "[^a]", "AND", "NEAR", "NEAR(a b)", "\\", "😀", "é", "-", "--", ";", "''",
     "{}", "^", "+", "name:", "a*", "字", "ﬁ", "\u3099", "\u200b", "𝟙", "१"]
)  # fmt: skip
PLAIN = st.sampled_from(
    ["iron", "ir", "golem", "owl", "three-eyed", "s", "spirit", "マルス", "王", "own_card", "100", "of", "ally", "unit",
     "conj", "red", "x", "X", "male", "b01", "n", "1", "main", "draw", "near"]
)  # fmt: skip
LETTERS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
BARE = st.one_of(PLAIN, PLAIN, PLAIN, RUDE, LETTERS)
QUOTED = st.lists(BARE, min_size=1, max_size=3).map(lambda words: '"' + " ".join(words).replace('"', '""') + '"')
VALUE = st.one_of(BARE, QUOTED)
KEY = st.sampled_from(
    sorted({*FIELDS, "name", "n", "text", "o", "type", "t", "set", "e", "rarity", "r", "number", "code", "game", "g",
            "summons", "summoned_by", "cost", "mv", "atk", "c", "pb", "gender", "range", "unit"})
)  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-2, 60).map(str),
    st.tuples(st.integers(-2, 5), st.integers(5, 60)).map(lambda ends: f"{ends[0]}..{ends[1]}"),
    st.integers(0, 40).map(lambda end: f"..{end}"),
)
STATE = st.sampled_from(["acting", "partly", "unwritten", "unpublished", "vanilla", "invented", "own", "doublesided",
                         "conjuration", "unlimited", "exclusive", "chained", "no_bond", "attack"])  # fmt: skip
LEAF = st.one_of(
    VALUE,
    VALUE.map(lambda value: "!" + value),
    st.builds("{}{}{}".format, KEY, st.sampled_from([":", "=", "!="]), VALUE),
    st.builds("{}{}{}".format, KEY, st.sampled_from([":", "=", "!=", "<", "<=", ">", ">="]), NUMBERS),
    st.builds("{}:{}|{}".format, KEY, VALUE, NUMBERS),
    STATE.map(lambda state: "is:" + state),
)
QUERY = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        inner.map(lambda query: f"-({query})"),
        inner.map(lambda query: f"not {query}"),
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' or '.join(parts)})"),
    ),
    max_leaves=6,
)


def agree(text: str) -> None:
    try:
        found(text)
    except QueryError as refused:
        column = refused.column
    else:
        return
    assert 1 <= column <= len(text) + 1


@given(QUERY)
def test_the_database_and_the_test_find_the_same_cards(text: str) -> None:
    agree(text)


@given(st.lists(st.one_of(BARE, st.sampled_from([" ", ":", "=", "(", ")", "|", "!", "-", " or ", "<", ".."]))))
def test_rude_queries_are_answered_alike_or_refused(fragments: list[str]) -> None:
    agree("".join(fragments))


@given(st.text(st.characters()))
def test_any_text_is_understood_or_refused(text: str) -> None:
    agree(text)


REAL = (
    "golem", "type:ally cost<=2", "symbol:red|blue gender:female cc!=3", "マルス", "is:exclusive pb:fiona",
    "recover:+1", "-is:no_bond c:red", "summons:puppet", "summoned_by:summon", 'set:"master set"', "number:B01-00",
    "is:vanilla", "!marth", "is:unlimited", "r:SR+", "is:conjuration -t:conjuration", "range>2"
)  # fmt: skip


def test_the_catalogue_itself_finds_what_the_test_finds(whole: Catalog) -> None:
    cards = list(whole.cards())
    for text in REAL:
        query = parse(text, whole.fields(), whole.releases())
        names = [(card.game, card.slug) for card in whole.search(query)]
        assert names, text
        assert names == [(card.game, card.slug) for card in cards if query.test(card, whole)], text


@cache
def odd_names() -> list[str]:
    """Names with characters of every Unicode category, from all planes."""
    by_category: dict[str, list[str]] = {}
    for code in range(0x110000):
        by_category.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
    some = {category: found[:: max(1, len(found) // 4)] for category, found in by_category.items() if category != "Cs"}
    return [f"ab{c}cd {c}ef" for found in some.values() for c in found]


def test_letters_of_every_kind_are_read_alike_by_both() -> None:
    odd = Shelf(tuple(one(name, "Ally", slug=f"odd-{number}") for number, name in enumerate(odd_names())))
    asked = [f'"{word}"' for name in odd_names() for word in (name, name[2:])]
    for text in ["ab", "cd", "ef", '"ab cd"', *asked[::3]]:
        try:
            query = parse(text, ())
        except QueryError:
            continue
        assert odd.asked(query) == odd.tested(query), text


# ---------------------------------------------------------------- what the catalogue does not count

OWNED = {("ashes", "iron-worker"): 3, ("ashes", "three-eyed-owl"): 1, ("cipher", "risen"): 12}
COUNTS = {"owned": lambda: OWNED, "free": lambda: {**OWNED, ("ashes", "iron-worker"): -1}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("owned>0", {"Iron Worker", "Three-Eyed Owl", "Risen"}),
        ("owned:3", {"Iron Worker"}),
        ("owned=1..3", {"Iron Worker", "Three-Eyed Owl"}),
        ("owned>=2 game:cipher", {"Risen"}),
        ("owned<=1 t:ally -owl", {"own_card 字幕 %_*?[]"}),
        ("owned=0 t:ally", {"own_card 字幕 %_*?[]"}),
        ("owned!=0 owned!=3 g:ashes", {"Three-Eyed Owl"}),
        ("owned:1|12", {"Three-Eyed Owl", "Risen"}),
        ("free<0", {"Iron Worker"}),
        ("-free<0 owned>0", {"Three-Eyed Owl", "Risen"}),
    ],
)
def test_copies_are_asked_for_like_printed_numbers(text: str, found: set[str]) -> None:
    wanted = parse(text, FIELDS, RELEASES, counts=COUNTS)
    where, values = wanted.where()
    rows = shelf().connection.execute(f"SELECT card.name FROM card WHERE {where}", values)
    assert {name for (name,) in rows} == found == {card.name for card in CARDS if wanted.test(card)}


@pytest.mark.parametrize("text", ["owned:many", 'owned="3"', "owned>", "owned=4..2", "owned:1|b"])
def test_copies_are_a_number_or_a_range(text: str) -> None:
    with pytest.raises(QueryError):
        parse(text, FIELDS, counts=COUNTS)


def test_copies_are_no_field_where_nobody_counts_them() -> None:
    with pytest.raises(QueryError, match="owned"):
        parse("owned>0", FIELDS)


def test_the_words_of_a_search_are_ascii_or_codes() -> None:
    assert tokens("Three-Eyed Ówl") == ["three", "eyed", "owl"]
    assert tokens("a字b") == ["a", "ø5b57ø", "b"]
    assert all(re.fullmatch(r"[a-z0-9]+|ø[0-9a-f]+ø", word) for name in odd_names() for word in tokens(name))


# ---------------------------------------------------------------- the second grammar


def oracle() -> lark.Lark:
    """The grammar beside this file. Its terminals name parts of expressions, which are filled in here."""
    character = r"""(?:[^\s()"“”„|:=<>!]|!(?!=))"""
    quoted = r"""(?:"(?:[^"]|"")*+"|[“„][^“”„]*[“”])"""
    text = Path(__file__).with_name("query_oracle.lark").read_text("utf-8")
    text = text.replace("VALUE", f"(?:QUOTED|(?!{quoted})CHARACTER++)").replace("QUOTED", quoted)
    text = text.replace("CHARACTER", character).replace("OPERATOR", "(?:!=|<=|>=|[:=<>])")
    return lark.Lark(text, parser="lalr", lexer="basic")


ORACLE = oracle()
REFUSED = lark.exceptions.LarkError
FIXED = {"type", "text", "is", "order", "sort"}


class Refuse(Exception):  # noqa: N818
    """The grammar lets it pass, but what it says makes no sense."""


def oracle_shape(text: str) -> object:
    """What the second grammar makes of a query: `and`, `or`, `not` and leaves; None when it is refused."""
    try:
        tree = ORACLE.parse(text)
        orders = [str(order.children[0]) for order in tree.find_data("order")]
        if len(orders) > 1 or not all(re.search("[:=](name|-attack)$", order) for order in orders):
            return None
        return shape_of_tree(tree.children[0]) if isinstance(tree.children[0], lark.Tree) else ("and",)
    except (REFUSED, Refuse):
        return None


def shape_of_tree(tree: lark.Tree[lark.Token]) -> object:
    if tree.data in ("branch", "inner_branch"):
        terms = [child for child in tree.children if isinstance(child, lark.Tree) and child.data != "order"]
        parts = [shape_of_tree(child) for child in terms]
        return parts[0] if len(parts) == 1 else ("and", *parts)
    if tree.data in ("either", "inner"):
        parts = [shape_of_tree(child) for child in tree.children if isinstance(child, lark.Tree)]
        if ("and",) in parts:
            raise Refuse
        return ("or", *parts)
    if tree.data == "negation":
        return ("not", shape_of_tree(tree.children[-1]))  # type: ignore[arg-type]
    token = str(tree.children[0])
    if tree.data == "compare":
        return shape_of_compare(token)
    sought = fold(token[1:].strip('"')) if tree.data == "whole" else tokens(token)
    if not sought:
        raise Refuse
    return "leaf" if tree.data == "whole" else ("words", *sought)


def shape_of_compare(token: str) -> object:
    field, operator, rest = re.fullmatch(r"(.+?)(!=|<=|>=|[:=<>])(.*)", token, re.DOTALL).groups()  # type: ignore[union-attr]
    listed = rest.startswith("(")
    values = re.findall(r'"(?:[^"]|"")*"|(?:[^\s"|])+', rest[1:-1] if listed else rest)
    if listed:  # every second word is a sign between values
        values = re.findall(r'"(?:[^"]|"")*"|[^\s"|]+|\|', rest[1:-1])[::2]
    if field not in ("type", "text", "attack") or (field != "attack" and operator not in (":", "=", "!=")):
        raise Refuse
    for value in values:
        numeric = re.fullmatch(r"-?[0-9]{1,9}", value)
        if (field == "text" and operator != ":") or (operator in ("<", "<=", ">", ">=") and not numeric):
            raise Refuse
        if not (tokens(value) if field == "text" else fold(value.strip('"'))):
            raise Refuse
    leaves: object = "leaf" if len(values) == 1 else ("or", *["leaf"] * len(values))
    if field == "text":
        found = [("words", *tokens(value)) for value in values]
        leaves = found[0] if len(found) == 1 else ("or", *found)
    if operator != "!=":
        return leaves
    return ("not", leaves) if field != "attack" else ("and", "leaf", ("not", leaves))


def our_shape(text: str) -> object:
    try:
        return shape_of_node(parse(text, ["attack"]).root)
    except QueryError:
        return None


def shape_of_node(node: Node) -> object:
    if isinstance(node, And | Or):
        return ("and" if isinstance(node, And) else "or", *map(shape_of_node, node.parts))
    if isinstance(node, Not):
        return ("not", shape_of_node(node.part))
    return ("words", *node.words) if isinstance(node, Words) else "leaf"


FRAGMENTS = st.sampled_from(
    ["a", "b", "owl", "3", "or", "OR", "and", "not", " ", " ", " ", " ", "(", ")", "|", "-", "!", '"x y"', '"or"', ":",
     "type:", "type!=", "text:", "attack<", "attack:", "attack!=", "type:(a or b)", "type=a|b", "type:(",
     " order:name ", " sort:-attack", "=", "!=", " type:ally ", " (b or -owl) "]
)  # fmt: skip


@given(st.lists(FRAGMENTS, max_size=12).map("".join))
def test_a_second_grammar_reads_every_query_alike(text: str) -> None:
    assert our_shape(text) == oracle_shape(text)


@pytest.mark.parametrize(
    "text", ["a (b or -owl) type:(a or b) order:name", "!a | not (a attack!=3)", "a -- b", "type:a| b"]
)
def test_the_second_grammar_knows_what_we_know(text: str) -> None:
    assert our_shape(text) == oracle_shape(text)
    assert (our_shape(text) is None) == ("-- b" in text or "| b" in text)


def test_has_stands_before_what_a_field_is_not() -> None:
    assert parse("attack!=3", FIELDS).root == And((Has(("attack",)), parse("-attack=3", FIELDS).root))


# ---------------------------------------------------------------- help


def test_the_help_fits_a_screen_and_every_example_in_it_works() -> None:
    lines = HELP.splitlines()
    assert len(lines) <= 47
    assert max(map(len, lines)) <= 78
    for example in re.findall(r'[a-z]+(?:<=|[:=])(?:"[^"]+"|\([^)]+\)|[\w.|-]+)', HELP):
        if "field" not in example:
            facts = ["attack", "life", "magic", "exclusive", "chained", "no_bond", "symbols"]
            parse(example, facts, counts=COUNTS, sets=SETS)


# ---------------------------------------------------------------- decks, formats, saved searches, dice, links


def test_cards_of_a_deck_and_of_a_format_are_found() -> None:
    assert found("in:Mine") == ["Iron"]
    assert found('in:Mine|"Öther deck"') == ["Three-Eyed", "Iron"]
    assert found("deck!=Mine type:ally -is:own") == ["Three-Eyed"]
    assert found("legal:constructed attack>=2 -is:own") == ["Iron", "Iron"]
    with pytest.raises(LookupError):
        found("in:nothing")


def test_a_saved_search_stands_for_its_words() -> None:
    assert found("@small") == found("life<=1 or attack<=1")
    assert found("@small type:ally") == found("(life<=1 or attack<=1) type:ally")
    assert found("@deep") == []
    for text, words in (("@loop", "holds itself"), ("@none", "No search is saved"), ("@wrong", "The saved search")):
        with pytest.raises(QueryError, match=words):
            found(text)
    with pytest.raises(QueryError, match="No search is saved"):
        parse("@small", FIELDS)
    assert found('"@small"') == [], "in quotes it is a word"


def test_links_take_a_whole_query_forwards_and_back() -> None:
    assert found("summons:[[type:conjuration attack>=4]]") == ["Summon"]
    assert found("summons:[[attack<4]]") == []
    assert found('summoned_by:[[type:"ready spell" (dice:natural or text:x)]]') == ["Iron"]
    assert found("summoned_by:[[summons:[[attack=4]]]]") == ["Iron"]
    with pytest.raises(QueryError) as fault:
        found("summons:[[attack:]]")
    assert fault.value.column == 18
    for text in ("summons:[[attack=4", "summons:[[attack=4]", "summons:[[order:name]]"):
        with pytest.raises(QueryError):
            found(text)


DICED = (
    one("Plain", "Ally", facts={"cost": ("main", "1 basic")}),
    one("Charming", "Ally", facts={"cost": ("main", "1 charm:class"), "dice": ("charm",)}),
    one("Both", "Ally", facts={"cost": ("main", "1 charm:class", "2 natural:power"), "dice": ("charm", "natural")}),
    one("Choice", "Ally", facts={"cost": ("side", ("1 charm:class", "1 time:class")),
                                 "parallel_dice": ("charm", "time")}),
    one("Later", "Ready Spell", facts={"cost": ("main",), "effect_dice": ("natural",)}),
    one("Later Choice", "Ready Spell", facts={"cost": ("main",), "parallel_dice": ("divine", "time")}),
    one("Leader", "Phoenixborn", facts={"life": 15, "effect_dice": ("charm",)}),
    one("Stone", "Conjuration", facts={"attack": 1}),
    one("Marth", "Unit", game="cipher", facts={"deploy_cost": 1}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("dice_any:charm", ["Charming", "Both", "Choice"]),
        ("dice_any:charm|natural", ["Charming", "Both", "Choice"]),
        ("dice_any+effects:charm,nat", ["Charming", "Both", "Choice", "Later", "Leader"]),
        ("dice_any+effects:time", ["Choice", "Later Choice"]),
        ("dice_all:charm|natural", ["Both"]),
        ("dice_all+effects:(divine or time)", ["Later Choice"]),
        ("dice_only:charm", ["Plain", "Charming", "Choice", "Later", "Later Choice", "Leader"]),
        ("dice_only+effects:charm", ["Plain", "Charming", "Choice", "Leader"]),
        ("dice_only+effects:charm|nature", ["Plain", "Charming", "Both", "Choice", "Later", "Leader"]),
        ("-dice_only:charm game:ashes", ["Both", "Stone"]),
        ("dice_any!=charm -dice_any+effects:natural|time|charm game:ashes", ["Plain", "Stone"]),
    ],
)
def test_cards_are_found_by_the_dice_that_they_ask_for(query: str, names: list[str]) -> None:
    shelf_of_dice = Shelf(DICED)
    wanted = parse(query, ["cost", "dice"])
    assert shelf_of_dice.asked(wanted) == names
    assert shelf_of_dice.tested(wanted) == names


@pytest.mark.parametrize("query", ["dice_any:chram", "dice_any:c", "dice_any:,", "dice_any>charm", "dice_any:"])
def test_dice_that_are_none_are_told(query: str) -> None:
    with pytest.raises(QueryError):
        parse(query, ["cost"])
