"""Tables of a collection (CSV): what is read of those that people have, and that ours loses nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.errors import UnreadableError
from catalog.home import Home
from catalog.reading import Catalog
from catalog.saved import Holding
from deckcli.decks.bytes import text_of
from deckcli.decks.owned.grades import CONDITIONS, condition_of
from deckcli.decks.owned.tables import FORMS, Printed, TableRow, lost_in, read_table, write_table
from deckcli.decks.owned.taking import Taken, take
from deckcli.errors import UsageError


@pytest.fixture(scope="module")
def cards(built_home: Path) -> Catalog:
    return opened(built_home)


@cache
def opened(place: Path) -> Catalog:
    return Catalog.open(Home(place, place / "library.db"))


def taken(cards: Catalog, text: str | bytes, game: str = "", form: str = "", **mapped: str) -> Taken:
    whole = text_of(text, "-") if isinstance(text, bytes) else text
    return take(read_table(whole, "-", form, {key.replace("_", " "): name for key, name in mapped.items()}), cards,
                game=game)  # fmt: skip


def copies(found: Taken) -> dict[str, int]:
    return {f"{one.slug}{' ' + one.finish if one.finish else ''}": one.count for one in found.holdings}


FOREIGN = {
    "moxfield": '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified",'
    '"Collector Number","Alter","Proxy","Purchase Price"\n"2","1","Marth, Altean Prince","S01","Near Mint","English",'
    '"foil","","2026","B01-003ST+","False","False",""\n',
    "deckbox": "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,My Price\n"
    '2,1,"Marth, Altean Prince",Starter S01,S01,B01-003ST+,Near Mint,English,foil,,$1.00\n',
    "manabox": "Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,"
    'Condition,Language\nRed,binder,"Marth, Altean Prince",S01,Starter S01,B01-003ST+,foil,ST,2,1,near_mint,English\n',
    "dragonshield": '"sep=,"\r\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,'
    'Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET\r\nRed,2,1,"Marth, Altean Prince",S01,Starter S01,'
    "B01-003ST+,NearMint,Foil,English,1.0,2026-11-30,,,\r\n",
    "archidekt": "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,"
    'Multiverse Id,Scryfall ID,Collector Number\n2,"Marth, Altean Prince",Foil,NM,,English,,,Starter S01,S01,,,'
    "B01-003ST+\n",
}


@pytest.mark.parametrize("form", FOREIGN)
def test_the_tables_of_other_programs_are_known_by_their_heads(cards: Catalog, form: str) -> None:
    assert read_table(FOREIGN[form], "-").form == form
    found = taken(cards, FOREIGN[form])
    trade = 0 if form in ("manabox", "archidekt") else 1
    binder = "Red" if form in ("manabox", "dragonshield") else ""
    assert found.holdings == (
        Holding("cipher", "marth-altean-prince", 2, "B01-003ST+", "NM", "English", "foil", binder, "", trade),
    )
    assert found.refused == ()


PRINTABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@given(
    st.lists(
        st.builds(
            Holding, st.just("cipher"), st.just("marth-altean-prince"), st.integers(1, 999),
            st.sampled_from(["", "B01-003HN", "B01-003ST+"]), PRINTABLE, PRINTABLE, PRINTABLE, PRINTABLE, PRINTABLE,
            st.integers(0, 1),
        ),
        max_size=6,
    )
)  # fmt: skip
def test_our_own_form_loses_nothing(built_home: Path, holdings: list[Holding]) -> None:
    text = write_table("deckcli", [(one, Printed("Marth, Altean Prince")) for one in holdings])
    assert lost_in("deckcli", holdings) == []
    read_back = text_of(text.encode(), "-")
    assert list(take(read_table(read_back, "-"), opened(built_home)).holdings) == holdings


@pytest.mark.parametrize("form", [name for name in FORMS if name not in ("plain", "deckcli")])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_a_form_can_hold_comes_back_from_it(cards: Catalog, form: str, condition: str) -> None:
    one = Holding("cipher", "marth-altean-prince", 2, "B01-003ST+", condition, "English", "foil")
    text = write_table(form, [(one, Printed("Marth, Altean Prince", "S01", "Starter S01", "B01-003ST+"))])
    assert taken(cards, text.encode()).holdings == (one,)
    known = condition in FORMS[form].conditions
    assert lost_in(form, [one]) == ([] if known else [f"its own word for the condition {condition}"])


def test_what_a_form_cannot_hold_is_told() -> None:
    one = Holding("ashes", "iron-worker", 2, "", "", "", "", "Red", "a note", 1)
    assert lost_in("archidekt", [one]) == ["binder", "note", "for trade"]
    assert lost_in("plain", [one]) == ["binder", "note", "for trade"]


def test_a_form_without_a_column_for_the_game_tells_that_it_loses_it() -> None:
    two = [Holding("ashes", "fear", 1), Holding("cipher", "marth-altean-prince", 1)]
    assert lost_in("moxfield", two) == ["of which game a card is (-g writes one game alone)"]
    assert lost_in("moxfield", two[:1]) == lost_in("deckcli", two) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [("Near Mint", "NM"), ("near_mint", "NM"), ("NearMint", "NM"), ("Good (Lightly Played)", "LP"), ("HP", "HP"),
     ("heavily played", "HP"), ("LightPlayed", "LP"), ("Excellent", "EX"), ("", ""), ("slabbed 9.5", "slabbed 9.5")],
)  # fmt: skip
def test_conditions_have_one_word_and_unknown_ones_are_kept(words: str, code: str) -> None:
    assert condition_of(words) == code


# ---------------------------------------------------------------- reports


def test_semicolons_and_a_first_line_that_names_them_are_read(cards: Catalog) -> None:
    """moxfield/moxfield-public#122, alexander-pick/MKMTool#30."""
    for text in ("Count;Name\n2;Iron Worker\n", "sep=;\nCount;Name\n2;Iron Worker\n",
                 '"sep=;"\r\nName;Count\r\nIron Worker;2\r\n', "Count\tName\n2\tIron Worker\n"):  # fmt: skip
        assert copies(taken(cards, text)) == {"iron-worker": 2}


def test_what_excel_makes_of_a_table_is_read(cards: Catalog) -> None:
    """A byte order mark, CRLF, quoted commas and quotes, blank rows at the end."""
    text = '\ufeffName;Count;Note\r\n"Marth, Altean Prince";1;"said ""mine"", twice"\r\n;;\r\n'
    table = read_table(text_of(text.encode(), "-"), "-")
    assert table.blank == 1
    found = take(table, cards)
    assert [(one.count, one.note) for one in found.holdings] == [(1, 'said "mine", twice')]
    assert copies(taken(cards, text.encode("utf-16"))) == {"marth-altean-prince": 1}


def test_only_a_name_and_a_count_must_be_there(cards: Catalog) -> None:
    """StepKie/MtgCsvHelper#3: a missing optional column stopped everything."""
    assert copies(taken(cards, "Card,Qty\nIron Worker,3\n")) == {"iron-worker": 3}
    assert copies(taken(cards, "Kort,Antal\nIron Worker,3\n", Kort="name", Antal="count")) == {"iron-worker": 3}
    with pytest.raises(UnreadableError, match="--map 'HEAD=name'"):
        taken(cards, "Kort,Qty\nIron Worker,3\n")
    with pytest.raises(UnreadableError, match="--map 'HEAD=count'"):
        taken(cards, "Name,Antal\nIron Worker,3\n")
    with pytest.raises(UsageError, match='no column is called "Kort"'):
        taken(cards, "Card,Qty\n", Kort="name")
    with pytest.raises(UsageError, match='nothing here is a "nmae"'):
        taken(cards, "Card,Qty\n", Card="nmae")


def test_foils_counted_in_a_second_column_are_foils(cards: Catalog) -> None:
    """StepKie/MtgCsvHelper#6."""
    found = taken(cards, "Name,Quantity,Foil Quantity\nIron Worker,2,1\nBlue Jaguar,0,2\nMist Spirit,0,0\n")
    assert copies(found) == {"iron-worker": 2, "iron-worker foil": 1, "blue-jaguar foil": 2}
    assert (found.used, found.zero) == (2, 1)


def test_a_name_may_hold_a_number_sign(cards: Catalog) -> None:
    """AlanOC91/YGOPRODeck#157: a # cut an export short."""
    text = write_table(
        "plain", [(Holding("ashes", "x", 2), Printed("Mask #4")), (Holding("ashes", "y", 1), Printed("B"))]
    )
    assert text == "count,name\n2,Mask #4\n1,B\n"
    assert [row.cells["name"] for row in read_table(text, "-").rows] == ["Mask #4", "B"]


def test_every_row_is_accounted_for(cards: Catalog) -> None:
    rows = ("Iron Worker,2", "iron worker,1", "No Such,1", "Blue Jaguar,x", "Mist Spirit,-1", "Mist Spirit,0", "Fear,")
    text = "\n".join(["name,count", *rows, ",4", "", ""])
    table = read_table(text, "-")
    found = take(table, cards)
    assert found.rows == found.used + found.zero + len(found.refused) == 8
    assert (found.used, found.zero, found.merged, table.blank) == (2, 1, 1, 1)
    assert [(one.line, one.message) for one in found.refused] == [
        (4, 'no Ashes Reborn card is called "No Such".'),
        (5, '"x" is no count: a whole number from 0 to 1,000,000,000.'),
        (6, '"-1" is no count: a whole number from 0 to 1,000,000,000.'),
        (8, "this row has no count."),
        (9, "this row names no card."),
    ]


def test_a_wrong_number_is_no_other_printing(cards: Catalog) -> None:
    """Moxfield's import silently takes another printing."""
    found = taken(cards, 'name,count,number\n"Marth, Altean Prince",1,B99-999\n')
    assert found.refused[0].message.startswith('Marth, Altean Prince has no printing "B99-999". It has: B01-003HN')
    found = taken(cards, 'name,count,set,number\n"Marth, Altean Prince",1,B01,3\n')
    assert found.holdings[0].printing == "B01-003HN"
    found = taken(cards, 'name,count,set\n"Marth, Altean Prince",1,S01\n')
    assert found.holdings[0].printing == "B01-003ST"


def test_a_set_that_a_card_is_not_in_is_said(cards: Catalog) -> None:
    found = taken(cards, "name,count,set\nIron Worker,1,Core\nFear,1,Master Set\n")
    assert found.notes == ("Iron Worker is not in Core; the row was taken without its set",)
    assert copies(found) == {"iron-worker": 1, "fear": 1}


def test_a_table_of_several_games_says_which(cards: Catalog) -> None:
    text = 'game,name,count\nashes,Iron Worker,1\nFE0,"Marth, Altean Prince",2\nashes,natural dice,10\nchess,Pawn,1\n'
    found = taken(cards, text)
    assert copies(found) == {"iron-worker": 1, "marth-altean-prince": 2, "die:natural": 10}
    assert [one.message for one in found.refused] == [
        'no game is called "chess". There are: ashes, cipher, phase, phase10, fantasyform.'
    ]


def test_a_card_of_another_game_is_refused_with_the_way_out(cards: Catalog) -> None:
    found = taken(cards, 'name,count\nIron Worker,1\n"Marth, Altean Prince",2\n')
    assert found.refused[0].message == (
        "Marth, Altean Prince is a card of Fire Emblem Cipher, and the table is read as one of another: "
        "say it in a column `game`."
    )
    found = taken(cards, "name,count,game\nIron Worker,1,cipher\n")
    assert found.refused[0].message == "Iron Worker is a card of Ashes Reborn, and the row says cipher."


@pytest.mark.parametrize(
    "text", ["count,name\n2,Marth, Altean Prince\n", 'name,count\n"Iron Worker",2,5\n', "name;count\nFear;1;x\n"]
)
def test_a_row_with_more_in_it_than_there_are_columns_is_refused(cards: Catalog, text: str) -> None:
    found = taken(cards, text)
    assert found.holdings == ()
    assert "more in this row than there are columns" in found.refused[0].message


def test_empty_cells_beyond_the_last_column_are_nothing(cards: Catalog) -> None:
    assert copies(taken(cards, "name,count\nIron Worker,2,,\n")) == {"iron-worker": 2}


@pytest.mark.parametrize("count", ["1,000", "1.000", "1.5", "-1", "1e3", "x3"])
def test_what_may_be_a_thousand_or_one_is_no_count(cards: Catalog, count: str) -> None:
    found = taken(cards, f"name;count\nIron Worker;{count}\n")
    assert found.holdings == ()
    assert found.refused[0].message.startswith(f'"{count}" is no count')
    assert copies(taken(cards, "name;count\nIron Worker;3,00\nFear;2.0\n")) == {"iron-worker": 3, "fear": 2}


@pytest.mark.parametrize("before", ["\n", "\r\n \r\n", "\ufeff\n\nsep=,\n"])
def test_empty_lines_before_the_head_hide_no_column(cards: Catalog, before: str) -> None:
    found = taken(cards, f"{before}count,name,binder\n3,Iron Worker,Red\nx,Fear,\n")
    assert [(one.count, one.binder) for one in found.holdings] == [(3, "Red")]
    assert found.refused[0].line == len(before.lstrip("\ufeff").splitlines()) + 3


def test_a_number_that_is_kept_from_the_spreadsheet_as_a_formula_is_read(cards: Catalog) -> None:
    found = taken(cards, 'count,name,number\n3,"Marth, Altean Prince","=""B01-003ST+"""\n')
    assert found.holdings[0].printing == "B01-003ST+"


def test_our_own_form_owns_no_dice_that_there_are_not(cards: Catalog) -> None:
    found = taken(cards, "game,slug,printing,count,for_trade\nashes,die:bogus,,3,0\nashes,die:natural,,2,0\n")
    assert copies(found) == {"die:natural": 2}
    assert found.refused[0].message == 'no card is "die:bogus".'


def test_more_for_trade_than_there_is_is_refused(cards: Catalog) -> None:
    found = taken(cards, "name,count,for trade\nIron Worker,1,2\n")
    assert found.refused[0].message == "2 for trade, and there are 1."


@pytest.mark.parametrize("text", ['name,count\n"Iron Worker,2\n', 'name,count\nIron "Worker,2\n"x"y,2\n'])
def test_quotes_that_are_never_closed_make_a_table_unreadable(cards: Catalog, text: str) -> None:
    with pytest.raises(UnreadableError, match=r"-:[23]"):
        taken(cards, text)


@given(st.text(max_size=200) | st.text(max_size=200).map("name,count\n{}".format))
def test_any_text_is_a_table_with_each_row_at_its_line_or_unreadable_in_one_line(text: str) -> None:
    rows: tuple[TableRow, ...] = ()
    told = "-"
    try:
        rows = read_table(text, "-").rows
    except UnreadableError as error:
        told = str(error)
    lines = [row.line for row in rows]
    assert lines == sorted(set(lines))
    assert all(any(row.cells.values()) for row in rows)
    assert told.startswith("-")
    assert "\n" not in told


def test_a_cell_that_a_spreadsheet_would_run_is_guarded() -> None:
    one = Holding("ashes", "iron-worker", 1, note="=1+1", binder="@x")
    assert write_table("deckcli", [(one, Printed("-x"))]).splitlines()[1] == "ashes,'-x,iron-worker,,1,0,,,,'@x,'=1+1"


def test_a_table_of_more_rows_than_memory_may_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows may be six bytes long, and each is held as what it means: the bound on bytes alone was none on memory."""
    monkeypatch.setattr("deckcli.decks.owned.tables.MOST_ROWS", 2)
    assert len(read_table("name,count\na,1\n\nb,1\n", "t").rows) == 2
    with pytest.raises(UnreadableError, match="more than 2 rows"):
        read_table("name,count\na,1\n\nb,1\nc,1\n", "t")
