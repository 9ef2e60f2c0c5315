"""Look-ups: every way to write a name finds its card, searches sort and count, and a broken file heals itself."""

from __future__ import annotations

import sqlite3
import string
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog import reading
from catalog.card import Card
from catalog.errors import DatabaseTroubleError, QueryError
from catalog.models import CatalogTable
from catalog.query import Query, parse
from catalog.reading import Catalog
from catalog.tables import SEARCH_TABLE, TABLES

if TYPE_CHECKING:
    from tests.catalog.conftest import Tree

ROOT = Path(__file__).resolve().parents[2]


def found(catalog: Catalog, name: str, game: str = "") -> list[tuple[str, str]]:
    return [(match.card.slug, match.kind) for match in catalog.find(name, game)]


def asked(catalog: Catalog, text: str) -> Query:
    return parse(text, catalog.fields())


def slugs(cards: list[Card]) -> list[str]:
    return [card.slug for card in cards]


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Rowan, Prince of Thorns", "name"),
        ("  ROWAN,  prince of\u00a0thorns.", "name"),
        ("rowan-prince-of-thorns", "slug"),
        ("Rowan: Prince of Thorns", "alias"),
        ("Rowan Prince of Thorns", "alias"),
        ("Rowan – Prince of Thorns", "alias"),
        ("Prince of Thorns Rowan", "alias"),
        ("Prince of Thorns, Rowan", "alias"),
        ("茨の王子 ローワン", "alias"),
        ("茨の王子ローワン", "alias"),
        ("Rowan", "unit"),
        ("Prince of Thorns", "title"),
        ("A01-003", "number"),
        ("a01-003", "number"),
        ("A01-003HN", "code"),
        ("a01-003r+", "code"),
        ("A01-003SR", "number"),
        ("rpot", "initials"),
    ],
)
def test_a_unit_is_found_however_it_is_written(tree: Tree, name: str, kind: str) -> None:
    with tree.catalog() as catalog:
        assert found(catalog, name) == [("rowan-prince-of-thorns", kind)]
        assert found(catalog, name, "cipher") == [("rowan-prince-of-thorns", kind)]
        assert found(catalog, name, "ashes") == []


@pytest.mark.parametrize(
    "name", ["Dawn // Dusk", "Dusk // Dawn", "dawn//dusk", "Dawn/Dusk", "Dusk / Dawn", "Dusk", "dawn"]
)
def test_a_card_of_two_faces_is_found_by_either_in_either_order(tree: Tree, name: str) -> None:
    with tree.catalog() as catalog:
        assert [slug for slug, _ in found(catalog, name)] == ["dawn-dusk"]


@pytest.mark.parametrize(
    "name", ["Ember Imps Elan", "ember imp’s élan", "EMBER IMP`S E\u0301LAN", "\u200bEmber Imp's Elan"]
)
def test_accents_and_apostrophes_may_be_left_out_or_typed_otherwise(tree: Tree, name: str) -> None:
    with tree.catalog() as catalog:
        assert [slug for slug, _ in found(catalog, name)] == ["ember-imp"]


@pytest.mark.parametrize(
    "name", ["", " ", "...", "Coal", "Coal Knights", "Coal Knight 2", "Coal Knight+", "x" * 100_000, "%", "'; --"]
)
def test_what_is_no_name_finds_nothing(tree: Tree, name: str) -> None:
    with tree.catalog() as catalog:
        assert catalog.find(name) == []


def test_a_number_that_belongs_to_a_name_is_never_dropped(tree: Tree) -> None:
    golem = {"slug": "golem", "name": "Golem", "type": "Ally"}
    newer = {"slug": "golem-2-0", "name": "Golem 2.0", "type": "Ally"}
    slashed = {"slug": "sp-wren", "name": "SP//Wren", "type": "Ally"}
    tree.pack("golems.json", {"game": "ashes", "card": [golem, newer, slashed]})
    with tree.catalog() as catalog:
        assert [slug for slug, _ in found(catalog, "Golem 2.0")] == ["golem-2-0"]
        assert [slug for slug, _ in found(catalog, "golem")] == ["golem"]
        assert found(catalog, "SP//Wren") == [("sp-wren", "name")]


def test_a_name_as_written_beats_one_that_only_folds_to_it(tree: Tree) -> None:
    cards = [
        {"slug": slug, "name": name, "type": "Ally"}
        for slug, name in (("a-one", "Lórien Shade"), ("a-two", "Lorien Shade"))
    ]
    tree.pack("shades.json", {"game": "ashes", "card": cards})
    with tree.catalog() as catalog:
        assert found(catalog, "Lórien Shade") == [("a-one", "name")]
        assert found(catalog, "Lorien Shade") == [("a-two", "name")]
        assert found(catalog, "LORIEN SHADE") == [("a-one", "name"), ("a-two", "name")]


def test_a_former_slug_still_finds_the_card(tree: Tree) -> None:
    with tree.catalog() as catalog:
        knight = catalog.card("ashes", "cole-knight")
        assert knight is not None
        assert knight.slug == "coal-knight"
        assert found(catalog, "cole-knight") == [("coal-knight", "former")]
        assert slugs(catalog.foreign("slug", "cole-knight")) == ["coal-knight"]
        assert catalog.card("cipher", "coal-knight") is None


@pytest.mark.parametrize(
    ("program", "value"),
    [
        ("lackey", "A01-003HN.png"),
        ("lackey", "A01-003HN"),
        ("decksteria", "17"),
        ("code", "a01-003r+"),
        ("slug", "rowan-prince-of-thorns"),
    ],
)
def test_a_card_is_found_by_what_another_program_calls_it(tree: Tree, program: str, value: str) -> None:
    with tree.catalog() as catalog:
        assert slugs(catalog.foreign(program, value)) == slugs(catalog.foreign(program, value, "cipher"))
        assert slugs(catalog.foreign(program, value)) == ["rowan-prince-of-thorns"]
        assert catalog.foreign(program, value, "ashes") == catalog.foreign("fco", value) == []


def test_a_misspelt_name_is_answered_with_near_names(tree: Tree) -> None:
    with tree.catalog() as catalog:
        assert catalog.suggest("Coal Nihgt") == ["Coal Knight"]
        assert catalog.suggest("coal") == ["Coal Knight"]
        assert catalog.suggest("Prince of Thorn, Rowan") == ["Rowan, Prince of Thorns"]
        assert catalog.suggest("Coal Nihgt", "cipher") == catalog.suggest("") == catalog.suggest("qzx" * 99_999) == []
        assert catalog.suggest("coal knight", most=0) == []


def test_near_names_are_found_without_rapidfuzz_too(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    with tree.catalog() as catalog:
        assert catalog.suggest("Coal Nihgt") == ["Coal Knight"]


# ---------------------------------------------------------------- the whole catalogue


def bare_of_marks(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


SPELLINGS: list[Callable[[str], str]] = [
    bare_of_marks,
    str.upper,
    lambda name: name.replace("'", "’").replace('"', "“"),
    lambda name: f"\u200b {name.replace(' ', chr(0xA0))} .",
    lambda name: name.replace("'", ""),
    lambda name: "".join(" " if c in ",:;!?" else c for c in name),
    lambda name: unicodedata.normalize("NFD", name.replace("-", "–")),
]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_name_of_the_catalogue_finds_its_card_in_every_spelling(
    whole: Catalog, spelling: Callable[[str], str]
) -> None:
    lost = [
        card.name
        for card in whole.cards()
        if card.slug not in {match.card.slug for match in whole.find(spelling(card.name), card.game)}
    ]
    assert lost == []


def test_every_slug_number_and_code_finds_its_card(whole: Catalog) -> None:
    for card in whole.cards():
        assert whole.card(card.game, card.slug) == card
        written = {card.slug, *(p.number for p in card.printings), *(p.code for p in card.printings)} - {""}
        for name in written:
            assert card.slug in {match.card.slug for match in whole.find(name, card.game)}


@pytest.mark.parametrize(
    "name",
    [
        "Marth, Altean Prince",
        "Altean Prince Marth",
        "Marth: Altean Prince",
        "Marth Altean Prince",
        "Marth - Altean Prince",
    ],
)
def test_marth_is_found_however_name_and_title_are_joined(whole: Catalog, name: str) -> None:
    assert [slug for slug, _ in found(whole, name)] == ["marth-altean-prince"]


def test_a_number_that_three_cards_share_finds_all_three(whole: Catalog) -> None:
    assert [kind for _, kind in found(whole, "b08-047")] == ["number"] * 3


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60) | st.text(string.printable, max_size=60))
def test_looking_up_anything_raises_nothing(whole: Catalog, text: str) -> None:
    whole.find(text)
    whole.suggest(text)
    whole.foreign("lackey", text)
    whole.find_bundled(text)
    card = whole.card("ashes", text)
    assert card is None or text in (card.slug, *card.formerly)


# ---------------------------------------------------------------- searches


def test_cards_stand_as_printed_game_by_game_unless_sorted(tree: Tree) -> None:
    with tree.catalog() as catalog:
        everything = asked(catalog, "")
        assert slugs(catalog.search(everything)) == ["coal-knight", "ember-imp", "rowan-prince-of-thorns", "dawn-dusk"]
        assert slugs(catalog.search(everything)) == slugs(list(catalog.cards()))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("teo", ["Three-Eyed Owl"]),
        ("TEO", ["Three-Eyed Owl"]),
        ("type:conjuration teo", []),
        ('"teo"', []),
        ("owl type:conjuration", ["Three-Eyed Owl", "Mind Fog Owl"]),
    ],
)
def test_a_search_for_one_word_that_no_name_has_finds_initials(whole: Catalog, query: str, names: list[str]) -> None:
    assert [card.name for card in whole.search(asked(whole, query))] == names
    of_game = parse(query, whole.fields(), game="ashes")
    assert [card.name for card in whole.search(of_game)] == names
    assert whole.search(parse("teo", whole.fields(), game="cipher")) == []


@pytest.mark.parametrize("name", ["Lon'qu", "lonqu", "LON’QU"])
def test_a_unit_is_found_with_and_without_its_apostrophe(whole: Catalog, name: str) -> None:
    matches = whole.find(name)
    assert {(match.card.words("unit_name"), match.kind) for match in matches} == {(("Lon'qu",), "unit")}
    assert whole.search(asked(whole, f'!"{name}"')) == [match.card for match in matches]


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("attack", ["ember-imp", "coal-knight", "rowan-prince-of-thorns", "dawn-dusk"]),
        ("-attack", ["rowan-prince-of-thorns", "coal-knight", "ember-imp", "dawn-dusk"]),
        ("attack:desc", ["rowan-prince-of-thorns", "coal-knight", "ember-imp", "dawn-dusk"]),
        ("-atk", ["rowan-prince-of-thorns", "coal-knight", "ember-imp", "dawn-dusk"]),
        ("-name", ["rowan-prince-of-thorns", "ember-imp", "dawn-dusk", "coal-knight"]),
        ("type", ["coal-knight", "dawn-dusk", "ember-imp", "rowan-prince-of-thorns"]),
        ("-release", ["rowan-prince-of-thorns", "coal-knight", "ember-imp", "dawn-dusk"]),
        ("number", ["rowan-prince-of-thorns", "coal-knight", "ember-imp", "dawn-dusk"]),
    ],
)
def test_a_search_sorts_by_any_column_or_fact_and_what_lacks_it_comes_last(
    tree: Tree, sort: str, first: list[str]
) -> None:
    with tree.catalog() as catalog:
        assert slugs(catalog.search(asked(catalog, ""), sort=sort)) == first
        assert slugs(catalog.search(asked(catalog, ""), sort=sort, limit=2)) == first[:2]


def test_the_order_that_a_query_asks_for_holds_unless_another_is_given(tree: Tree) -> None:
    with tree.catalog() as catalog:
        query = asked(catalog, "game:ashes order:-name")
        assert slugs(catalog.search(query)) == ["ember-imp", "coal-knight"]
        assert slugs(catalog.search(query, sort="name")) == ["coal-knight", "ember-imp"]


def test_an_unknown_field_is_named_with_those_there_are(tree: Tree) -> None:
    with tree.catalog() as catalog:
        for ask in (
            lambda: catalog.search(asked(catalog, ""), sort="charm"),
            lambda: catalog.count_by(asked(catalog, ""), "charm"),
        ):
            with pytest.raises(QueryError, match=r'"charm".*attack, chained, cost'):
                ask()


def test_counting_tells_each_value_as_printed_most_first(tree: Tree) -> None:
    with tree.catalog() as catalog:
        everything = asked(catalog, "")
        assert catalog.count_by(everything, "type") == [("Ally", 1), ("Coin", 1), ("Conjuration", 1), ("Unit", 1)]
        assert catalog.count_by(everything, "game") == [("ashes", 2), ("cipher", 1), ("phase", 1)]
        assert catalog.count_by(everything, "rarity") == [("HN", 1), ("R+", 1)]
        assert catalog.count_by(everything, "attack") == [("1", 1), ("3", 1), ("40", 1)]
        assert catalog.count_by(everything, "cost") == [("1 charm / 1 time", 1), ("main", 1)]
        assert catalog.count_by(asked(catalog, "game:ashes"), "acting") == [("no", 1), ("yes", 1)]
        assert catalog.count_by(asked(catalog, "nothing-like-it"), "attack") == []


def test_fields_are_the_printed_facts_of_a_game(tree: Tree) -> None:
    with tree.catalog() as catalog:
        assert catalog.fields("ashes") == ("attack", "chained", "cost", "life")
        assert catalog.fields("phase") == ("realm", "side", "training_cost")
        assert set(catalog.fields()) > set(catalog.fields("ashes"))


def test_whom_a_card_brings_out_and_who_brings_it_out(tree: Tree) -> None:
    with tree.catalog() as catalog:
        knight, imp = catalog.cards("ashes")
        assert (catalog.summons(knight), catalog.summoned_by(imp)) == ([imp], [knight])
        assert (catalog.summons(imp), catalog.summoned_by(knight)) == ([], [])


def test_coverage_adds_up_by_game_and_release(tree: Tree, whole: Catalog) -> None:
    with tree.catalog() as catalog:
        assert [(row.game, row.release, row.cards, row.acting, row.unpublished) for row in catalog.coverage()] == [
            ("ashes", "", 2, 1, 0), ("ashes", "first", 2, 1, 0),
            ("cipher", "", 1, 0, 1), ("cipher", "A01", 1, 0, 1),
            ("phase", "", 1, 0, 0), ("phase", "coins", 1, 0, 0),
        ]  # fmt: skip
    total, *by_release = whole.coverage("ashes")
    assert (total.cards, sum(row.cards for row in by_release)) == (557, 557)


def test_releases_count_the_cards_printed_in_them(whole: Catalog) -> None:
    cards = list(whole.cards("cipher"))
    for release in whole.releases("cipher"):
        assert release.cards == sum(release.slug in {p.release for p in card.printings} for card in cards)
    positions = [release.position for release in whole.releases("ashes")]
    assert positions == sorted(positions)


@pytest.mark.parametrize("name", ["the-coal-men", "The Coal Men", "the coal men", "THE-COAL-MEN"])
def test_a_bundled_deck_is_found_by_slug_or_name(tree: Tree, name: str) -> None:
    with tree.catalog() as catalog:
        assert [deck.slug for deck in catalog.find_bundled(name)] == ["the-coal-men"]
        assert catalog.find_bundled(name, "cipher") == []


# ---------------------------------------------------------------- the file


def statements() -> list[str]:
    fitted = [
        text.format(where="card.game = ?", column=column, down=down)
        for texts, pairs in ((reading.SEARCHES, reading._SORTS), (reading.COUNTS, reading._COUNTS))
        for column, kind in (*pairs.values(), ("attack", "fact"))
        for text in [texts[kind]]
        for down in ("", "DESC")
    ]
    return [*reading.SQL.values(), *fitted]


def test_the_tables_in_sql_are_those_of_the_models() -> None:
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex, CreateTable

    def made(element: CreateTable | CreateIndex) -> str:
        return bare(str(element.compile(dialect=sqlite.dialect())))

    def bare(statement: str) -> str:
        return " ".join(statement.split()).replace("( ", "(").replace(" )", ")")

    of_the_models = {
        table.name: [made(CreateTable(table)), *sorted(made(CreateIndex(index)) for index in table.indexes)]
        for table in CatalogTable.metadata.sorted_tables
    }
    assert {name: [bare(one) for one in statements] for name, statements in TABLES.items()} == of_the_models


def test_every_statement_fits_the_tables_of_the_models() -> None:
    from sqlalchemy import create_engine

    engine = create_engine("sqlite://")
    CatalogTable.metadata.create_all(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql(SEARCH_TABLE)
        for statement in dict.fromkeys(statements()):
            marks = statement.count("?")
            assert connection.exec_driver_sql(f"EXPLAIN {statement}", (1,) * marks).fetchall(), statement


def test_the_catalogue_cannot_be_written_through_a_reader(tree: Tree) -> None:
    with tree.catalog() as catalog, pytest.raises(sqlite3.OperationalError, match=r"readonly|read-only"):
        catalog._connection.execute("DELETE FROM card")


def spoil_first(place: Path) -> None:
    place.write_bytes(b"This was never a database. " * 400)


def spoil_nothing_left(place: Path) -> None:
    place.write_bytes(b"")


def spoil_cut(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:5000])


def spoil_tables(place: Path) -> None:
    with sqlite3.connect(place) as connection:
        connection.execute("DROP TABLE name")
    connection.close()


def spoil_rows(place: Path) -> None:
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE card SET body = '[1, 2'")
    connection.close()


@pytest.mark.parametrize("spoil", [spoil_first, spoil_nothing_left, spoil_cut, spoil_tables, spoil_rows])
def test_a_broken_catalogue_is_made_anew(tree: Tree, spoil: Callable[[Path], None]) -> None:
    tree.names()
    spoil(tree.home.cards)
    with tree.catalog() as catalog:
        assert found(catalog, "Coal Knight") == [("coal-knight", "name")]
    with tree.catalog() as catalog:
        assert len(list(catalog.cards())) == 4


def test_a_catalogue_that_breaks_while_it_is_open_is_made_anew_once(tree: Tree) -> None:
    with tree.catalog() as catalog:
        for again in (True, False):
            with sqlite3.connect(tree.home.cards) as connection:
                connection.execute("DROP TABLE card")
            connection.close()
            if again:
                assert found(catalog, "Coal Knight") == [("coal-knight", "name")]
        with pytest.raises(DatabaseTroubleError, match="cannot be read"):
            catalog.find("Coal Knight")


def test_a_locked_catalogue_is_trouble_and_is_not_thrown_away(tree: Tree) -> None:
    tree.names()
    before = tree.home.cards.stat().st_ino
    with tree.catalog() as catalog:
        catalog._connection.execute("PRAGMA busy_timeout = 1")
        other = sqlite3.connect(tree.home.cards, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseTroubleError, match="locked"):
            catalog.find("Coal Knight")
        other.close()
        assert found(catalog, "Coal Knight") == [("coal-knight", "name")]
    assert tree.home.cards.stat().st_ino == before


def imported(tree: Tree) -> set[str]:
    """The packages that a process imports which opens the catalogue and finds a card."""
    code = (
        "import sys; from pathlib import Path; from catalog.home import Home; from catalog.reading import Catalog;"
        "root = Path(sys.argv[2]); c = Catalog.open(Home(root, root), data=Path(sys.argv[1]));"
        "assert c.find('Coal Knight') and c.card('ashes', 'coal-knight');"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    command = [sys.executable, "-c", code, str(tree.data), str(tree.home.root)]
    return set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())


def test_a_look_up_imports_no_orm_and_no_screen(tree: Tree) -> None:
    tree.names()
    heavy = {"sqlmodel", "sqlalchemy", "pydantic", "rich", "rapidfuzz", "difflib", "tomllib"}
    assert imported(tree).isdisjoint(heavy)


def test_a_build_imports_no_orm_and_no_screen(tree: Tree) -> None:
    assert not tree.home.cards.exists()
    assert imported(tree).isdisjoint({"sqlmodel", "sqlalchemy", "pydantic", "rich"})
    assert tree.home.cards.exists()
