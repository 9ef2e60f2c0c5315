"""Peers 3.1 and 3.9: the grammar of a list as text."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deckcli.decks.deck import DeckList, Entry
from deckcli.decks.formats import read
from deckcli.decks.problem import CODES, Problem, located


def listed(text: str) -> DeckList:
    return read(text.encode(), "list.txt")


def entry(line: str) -> Entry:
    (one,) = listed(line).entries
    return one


def problem(text: str, code: str) -> Problem:
    (one,) = [problem for problem in listed(text).problems if problem.code == code]
    return one


def counts(text: str) -> dict[str, int]:
    return {one.name: one.count for one in listed(text).entries}


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("3 Ember Fox", 3, "Ember Fox"),
        ("3x Ember Fox", 3, "Ember Fox"),
        ("3X Ember Fox", 3, "Ember Fox"),
        ("x3 Ember Fox", 3, "Ember Fox"),
        ("4 x Ember Fox", 4, "Ember Fox"),  # smeea/vdb#40
        ("3× Ember Fox", 3, "Ember Fox"),
        ("3xEmber Fox", 3, "Ember Fox"),
        ("3\tEmber Fox", 3, "Ember Fox"),  # LackeyCCG's text form
        ("- 3x Ember Fox", 3, "Ember Fox"),
        ("３ Ember Fox", 3, "Ember Fox"),
        ("Ember Fox x2", 2, "Ember Fox"),
        ("Ember Fox X2", 2, "Ember Fox"),
        ("Ember Fox (x2)", 2, "Ember Fox"),
        ("Ember Fox (2)", 2, "Ember Fox"),
        ("Ember Fox ×2", 2, "Ember Fox"),
        ("Ember Fox 2x", 2, "Ember Fox"),
        ("Warden's Oath x2", 2, "Warden's Oath"),  # HearthSim/Hearthstone-Deck-Tracker#584
        ("Glass-Eyed Warden x3", 3, "Glass-Eyed Warden"),
        ("B01-006 x4", 4, "B01-006"),
        ("4 B01-006", 4, "B01-006"),
        ("4x B01-006N", 4, "B01-006N"),
        ("白き翼 シーダ:3", 3, "白き翼 シーダ"),
        ("白き翼 シーダ：３", 3, "白き翼 シーダ"),
        ("3 xenon Fox", 3, "xenon Fox"),
        ("2 Key: Act 1", 2, "Key: Act 1"),  # Kamalisk/arkhamdb#282
        ("1 SP//Wren", 1, "SP//Wren"),
        ("999 Ember Fox", 999, "Ember Fox"),
        ("003 Ember Fox", 3, "Ember Fox"),
    ],
)
def test_a_count_stands_before_or_behind_the_name(line: str, count: int, name: str) -> None:
    one = entry(line)
    assert (one.count, one.name, one.counted, one.fault) == (count, name, True, None)


@pytest.mark.parametrize(
    ("line", "name", "hint", "marks"),
    [
        ("1 Ember Fox (CORE) 12 *F* #ramp", "Ember Fox", "CORE 12", ("*F*", "#ramp")),  # Card-Forge/forge#11005
        ("1 Ember Fox [CORE]", "Ember Fox", "CORE", ()),
        ("1 Ember Fox *E*", "Ember Fox", "", ("*E*",)),
        ("1 Ember Fox ^Have,#37d67a^", "Ember Fox", "", ("^Have,#37d67a^",)),
        ("1 Ember Fox #!ramp #fire", "Ember Fox", "", ("#!ramp", "#fire")),
        ("1 Ember Fox|CORE|1", "Ember Fox", "CORE 1", ()),
        ("4 [CORE:12] Ember Fox", "Ember Fox", "CORE 12", ()),
        ("3x Iron Worker (Coal Roarkwin)", "Iron Worker", "Coal Roarkwin", ()),
        ("3 Ember Fox (Set1 #12)", "Ember Fox", "Set1 #12", ()),  # extesy/DeckTracker#50
        ("Ember Fox (CORE) x2", "Ember Fox", "CORE", ()),
    ],
)
def test_what_stands_around_a_name_is_set_aside_and_kept(
    line: str, name: str, hint: str, marks: tuple[str, ...]
) -> None:
    one = entry(line)
    assert (one.name, one.hint, one.marks) == (name, hint, marks)


def test_a_stub_in_brackets_is_an_id() -> None:
    one = entry("3 Iron Worker [stub:iron-worker]")
    assert (one.name, dict(one.ids)) == ("Iron Worker", {"slug": "iron-worker"})


def test_a_line_of_codes_is_several_cards() -> None:
    """Blogs on Cipher name a unit and then codes with counts."""
    assert counts("Sakura: B07-058SR x3, B02-012SR x4") == {"B07-058SR": 3, "B02-012SR": 4}


def test_every_longer_reading_of_a_name_is_kept() -> None:
    one = entry("2 Tide Caller (Orla) #fast")
    assert one.whole == "2 Tide Caller (Orla) #fast"
    assert one.fuller == ("Tide Caller (Orla) #fast", "Tide Caller (Orla)")


def test_columns_point_into_the_file_even_behind_invisible_characters() -> None:
    """april/decklist#9: blanks of every kind inside a pasted name."""
    one = entry("\u200b 1  Ember\u00a0Fox\u200b")
    assert (one.name, one.column) == ("Ember Fox", 6)


@pytest.mark.parametrize("count", ["-1", "1/2", "0.5", "1,5", "1000", "9" * 5000])
def test_a_count_that_is_none_is_an_error_with_line_and_column(count: str) -> None:
    line = f"Cards\n{count} Ember Fox"
    fault = (listed(line).entries or (None,))[-1]
    if len(count) > 400:
        assert problem(line, "bad_line").lines == (2,)
        return
    assert fault is not None
    assert fault.fault is not None
    assert (fault.fault.code, fault.fault.lines, fault.fault.column) == ("bad_count", (2,), 1)


def test_a_count_of_zero_is_a_note() -> None:
    fault = entry("0 Ember Fox").fault
    assert fault is not None
    assert (fault.code, fault.severity) == ("zero_count", "note")


def test_a_missing_count_is_one_and_one_note_names_all_the_lines() -> None:
    """april/decklist#64 and #33."""
    text = "Ember Fox\n3 Golem\nDusk // Dawn\n"
    assert counts(text) == {"Ember Fox": 1, "Golem": 3, "Dusk // Dawn": 1}
    assert problem(text, "count_assumed").lines == (1, 3)


@pytest.mark.parametrize("line", ["3", "3x", "x3", "-4", "3 ", "1.5"])
def test_a_count_without_a_name_says_what_was_expected(line: str) -> None:
    one = problem(f"2 Golem\n{line}\n", "bad_line")
    assert "name" in one.message
    assert located(one, "list.txt").startswith("list.txt:2:")
    assert located(one, "list.txt").endswith("^")


@pytest.mark.parametrize("line", ["# Quick Orla", "// for the club", "; note", "### my deck ###", "-----", "====="])
def test_comments_begin_a_line(line: str) -> None:
    wanted = listed(f"{line}\n1 Golem #slow\n1 Ember // Fox\n")
    assert (wanted.report.comments, wanted.report.cards) == (1, 2)


@pytest.mark.parametrize(
    "heading",
    [
        "Sideboard", "SIDEBOARD:", "Sideboard (1)", "sideboard (1):", "--- Sideboard ---", "== Sideboard ==",
        "//Sideboard", "// Sideboard", "[Sideboard]", "Side Deck:", "Sideboard: 1", "Sideboard (1 / 15):",
    ],
)  # fmt: skip
def test_headings_in_any_dress(heading: str) -> None:
    """lheyberger/mtg-parser#15, michael-celani/pisces#47, magefree/mage#7001."""
    wanted = listed(f"2 Golem\n{heading}\n1 Ember Fox\n")
    assert [(one.name, one.pile) for one in wanted.entries] == [("Golem", "main"), ("Ember Fox", "side")]
    assert not wanted.problems


@pytest.mark.parametrize("heading", ["Conjuration Pile:", "CONJURATIONS (9)", "Conjuration Deck:"])
def test_the_conjuration_pile_by_any_name(heading: str) -> None:
    assert [one.pile for one in listed(f"{heading}\n9 Mossling\n").entries] == ["conjurations"]


def test_an_inline_mark_puts_one_card_aside() -> None:
    assert [one.pile for one in listed("SB: 1 Golem\n1 Ember Fox").entries] == ["side", "main"]


@pytest.mark.parametrize("heading", ["Companion:", "Sweepers (2):", "--- Maybe ---", "[Wishes]"])
def test_an_unknown_heading_is_kept_as_a_pile_with_a_note(heading: str) -> None:
    wanted = listed(f"3 Golem\n\n{heading}\n2 Ember Fox\n")
    title = heading.strip("-[]: ").removesuffix(" (2)")
    assert [one.pile for one in wanted.entries] == ["main", title]
    assert [(one.code, one.severity) for one in wanted.problems] == [("pile_unknown", "note")]


def test_headings_by_type_leave_the_cards_where_they_are() -> None:
    wanted = listed("Cards (4 / 30):\n\nReady Spells (1):\n1 Ice Tunnel\n\nAllies (3):\n3 Ember Fox\n")
    assert {one.pile for one in wanted.entries} == {"main"}
    assert not wanted.problems


def test_a_heading_whose_number_differs_is_a_warning() -> None:
    text = "Cards (30):\n3 Ember Fox\nAllies (3):\n2 Golem\n"
    found = [(one.lines, one.found, one.allowed, one.severity) for one in listed(text).problems]
    assert found == [((1,), 5, 30, "warning"), ((3,), 2, 3, "warning")]


def test_an_export_of_ashes_live_in_its_new_layout() -> None:
    wanted = listed(
        "Sample Iron\n\nPhoenixborn: Coal Roarkwin\n\nDice:\n6x Natural\n4x Ceremonial\n\nCards (6 / 30):\n\n"
        "Ready Spells (3):\n3x Summon Iron Rhino\n\nAllies (3):\n3x Iron Worker (Coal Roarkwin)\n\n"
        "Created with https://ashes.live\n"
    )
    assert wanted.name == "Sample Iron"
    assert [(one.name, one.count) for one in wanted.dice] == [("natural", 6), ("ceremonial", 4)]
    assert [(one.name, one.pile) for one in wanted.entries] == [
        ("Coal Roarkwin", "leader"), ("Summon Iron Rhino", "main"), ("Iron Worker", "main"),
    ]  # fmt: skip
    assert not wanted.problems


def test_an_export_of_ashes_live_in_its_old_layout() -> None:
    wanted = listed(
        "Sample Iron\nPhoenixborn: Coal Roarkwin\n\nDice:\n6x Natural\n\nCards (3/30):\n3x Iron Worker\n\n"
        "Conjuration Deck:\n1x Iron Rhino\n"
    )
    assert (wanted.name, wanted.entries[-1].pile) == ("Sample Iron", "conjurations")


@pytest.mark.parametrize(
    "line",
    [
        "Dice: 5 charm, 5 natural",
        "Dice: 5x Charm / 5x nature",
        "dice: cha 5, nat 5",
        "Dice:\n5x Charm\n5 nat",
        "Dice (10):\n5 charm\nnatural x5",
        "DICE\n5 Cha\n5 Nature",
    ],
)
def test_dice_as_a_key_or_as_a_section_long_or_short(line: str) -> None:
    wanted = listed(f"{line}\n\n3 Ember Fox\n")
    assert [(one.name, one.count) for one in wanted.dice] == [("charm", 5), ("natural", 5)]
    assert [(one.name, one.pile) for one in wanted.entries] == [("Ember Fox", "main")]


@pytest.mark.parametrize("text", ["First Five: Ember Fox, Golem\n3 Ember Fox\n3 Golem", "3 Ember Fox ff\n3x Golem ff",
                                  "First Five:\nEmber Fox\nGolem\n\nCards:\n3 Ember Fox\n3 Golem"])  # fmt: skip
def test_the_first_five_as_a_key_a_section_or_a_suffix(text: str) -> None:
    wanted = listed(text)
    assert [one.name for one in wanted.first_five] == ["Ember Fox", "Golem"]
    assert [(one.name, one.count) for one in wanted.entries] == [("Ember Fox", 3), ("Golem", 3)]


@pytest.mark.parametrize("text", ["Main Character: Marsh Prince\n3 Heron", "Main Character\n1 Marsh Prince\n\n3 Heron",
                                  "主人公：Marsh Prince\n3 Heron", "Marsh Prince：1（主人公）\n3 Heron",
                                  "MC:\n1\tMarsh Prince\nDeck:\n3\tHeron"])  # fmt: skip
def test_the_main_character_as_a_key_a_section_or_a_mark(text: str) -> None:
    assert [(one.name, one.pile) for one in listed(text).entries] == [("Marsh Prince", "leader"), ("Heron", "main")]


def test_a_marked_line_with_more_copies_leads_with_one() -> None:
    wanted = listed("亡国の王子 マルス：4（主人公）")
    assert [(one.count, one.pile) for one in wanted.entries] == [(1, "leader"), (3, "main")]


def test_keys_say_name_game_and_rules_and_others_are_kept() -> None:
    wanted = listed("Game: Fire Emblem Cipher\nTitle: Reeds: a story\nFormat: Heroic Level 2\nAuthor: Pim\n3 Heron\n")
    assert (wanted.game, wanted.name, wanted.rules) == ("cipher", "Reeds: a story", "heroic-level-2")
    assert wanted.extra == {"author": "Pim"}


def test_what_arena_and_forge_write_above_the_cards() -> None:
    arena = listed("About\nName Quick Orla\n\nDeck\n4 Ember Fox (CORE) 12\n\nSideboard\n1 Golem\n")
    forge = listed("[metadata]\nName=Quick Orla\n[Main]\n4 Ember Fox|CORE|1\n[Sideboard]\n1 Golem\n")
    for wanted in (arena, forge):
        assert wanted.name == "Quick Orla"
        assert [(one.name, one.pile) for one in wanted.entries] == [("Ember Fox", "main"), ("Golem", "side")]


@pytest.mark.parametrize(
    "line", ["Exported from example", "Created with https://ashes.live", "https://example.org/d/1"]
)
def test_what_a_program_says_of_itself_is_a_header(line: str) -> None:
    """WE-Kaito/digimon-tcg-simulator#307."""
    wanted = listed(f"{line}\n30 Ember Fox\n")
    assert (wanted.report.headers, wanted.report.cards, wanted.name) == (1, 1, "")
    assert [one.code for one in wanted.problems if one.code != "link_not_fetched"] == []


@pytest.mark.parametrize(
    "line",
    [
        "00000000-0000-4000-8000-00000000000a",
        "https://ashes.live/decks/share/00000000-0000-4000-8000-00000000000a/",
        "https://ashesdb.plaidhatgames.com/decks/share/00000000-0000-4000-8000-00000000000A",
    ],
)
def test_a_link_to_a_deck_is_kept_beside_cards_and_explained_alone(line: str) -> None:
    """Alan-Cha/silhouette-card-maker#36: a bare id, either host, with or without a slash behind it."""
    wanted = listed(f"3 Golem\n{line}\n")
    assert wanted.extra == {"direct_share_uuid": "00000000-0000-4000-8000-00000000000a"}
    assert [(one.code, one.severity, one.lines) for one in wanted.problems] == [("link_not_fetched", "note", (2,))]
    assert "nothing is fetched" in wanted.problems[0].message
    assert "network" in problem(line, "bad_line").message


UUID = "3f2b8c1e-1234-4abc-9def-0123456789ab"


@pytest.mark.parametrize(
    "line",
    [
        f"https://ashes.live/decks/share/{UUID}/", f"see https://ashes.live/decks/share/{UUID}/ for it",
        f"<https://ashes.live/decks/share/{UUID}/>", f"[My deck](https://ashes.live/decks/share/{UUID}/)",
        f"ashes.live/decks/share/{UUID}", f"Deck: https://ashes.live/decks/share/{UUID}/",
        f"- www.ashes.live/share/{UUID}",
        "https://ashes.live/decks/12345/", "Source: https://example.org/decks/7", "https://example.org/list.txt",
    ],
)  # fmt: skip
def test_a_link_in_any_dress_is_told_with_its_line_and_is_no_card(line: str) -> None:
    beside = listed(f"Name: Quick\n3 Golem\n{line}\n2 Ember Fox\n")
    assert [(one.name, one.count) for one in beside.entries] == [("Golem", 3), ("Ember Fox", 2)]
    assert beside.name == "Quick"
    assert [(one.code, one.lines) for one in beside.problems] == [("link_not_fetched", (3,))]
    alone = listed(line)
    assert alone.name == ""
    assert [one.code for one in alone.problems if one.severity == "error"] == ["bad_line"]


@pytest.mark.parametrize(
    "line", ["3x [Golem](https://example.org/golem.png)", "[Golem](https://example.org/cards/golem)"]
)
def test_a_card_with_a_link_to_its_page_is_a_card(line: str) -> None:
    assert [one.name for one in listed(f"2 Ember Fox\n{line}\n").entries] == ["Ember Fox", "Golem"]


def test_the_word_of_the_program_that_wrote_a_list_is_no_link_to_a_deck() -> None:
    assert listed("3 Golem\n\nCreated with https://ashes.live\n").problems == ()


def test_a_bare_first_line_right_above_cards_is_a_card_and_no_title() -> None:
    wanted = listed("Ember Fox\n3 Golem\n")
    assert (wanted.name, [one.name for one in wanted.entries]) == ("", ["Ember Fox", "Golem"])


def test_a_first_line_apart_from_the_cards_may_be_either() -> None:
    wanted = listed("Quick Orla\n\n3 Golem\n")
    assert (wanted.name, [one.doubt for one in wanted.entries]) == ("Quick Orla", ["title", ""])


LINES = st.lists(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from([
            "", "# x", "Dice:", "First Five:", "Cards (30):", "Allies (3):", "Sideboard", "3 Golem", "Golem", "0 Golem",
            "-1 Golem", "3", "Name: x", "Dice: 5 charm, 3", "Phoenixborn: Orla", "Odd Pile:", "About", "Name Quick",
            "First Five: 3, Golem", "A: B01-001 x3, B01-002", "SB: 1 Golem", "x (主人公)", "Foo: bar", "[stub:x]", "()",
        ]),
    ),
    max_size=12,
)  # fmt: skip


@settings(deadline=None)
@given(LINES, st.sampled_from(["\n", "\r\n", "\u2028"]))
@example(["", "Title", "", "3 Golem"], "\n")
def test_the_report_of_any_text_adds_up(lines: list[str], end: str) -> None:
    text = end.join(lines).replace("\0", "").encode("utf-8", "replace")
    report = read(text, "list.txt", format="text").report
    parts = report.cards + report.headers + report.comments + report.blank + report.problems
    assert parts == report.lines == len(text.decode().removeprefix("\ufeff").splitlines())


@settings(deadline=None)
@given(LINES)
def test_every_problem_of_any_text_has_a_known_code_and_a_place_in_it(lines: list[str]) -> None:
    wanted = read("\n".join(lines).replace("\0", "").encode("utf-8", "replace"), "list.txt", format="text")
    faults = [*wanted.problems, *(one.fault for one in wanted.entries if one.fault)]
    for one in faults:
        assert one.code in CODES
        assert all(1 <= line <= wanted.report.lines for line in one.lines)
        assert 0 <= one.column <= len(one.text) + 1
    assert all(1 <= one.count <= 999 and one.name for one in (*wanted.entries, *wanted.dice, *wanted.first_five))
