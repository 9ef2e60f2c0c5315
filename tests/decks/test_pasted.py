"""Lists as they come out of chats, forums, web pages and spreadsheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.decks.deck import DeckList
from deckcli.decks.formats import read


def listed(text: str) -> DeckList:
    return read(text.encode(), "list.txt")


def cards(text: str) -> list[tuple[int, str]]:
    """Every card of a list, those of a line with several one by one."""
    return [(one.count, one.name) for entry in listed(text).entries for one in (entry.parts or (entry,))]


@pytest.mark.parametrize(
    "line",
    [
        "- 3x Ember Fox",
        "* 3 Ember Fox",
        "• 3x Ember Fox",
        "•3x Ember Fox",
        "+ 3 Ember Fox",
        "◦ Ember Fox x3",
        "‣ 3 Ember Fox",
        "- [ ] 3x Ember Fox",
        "- [x] 3x Ember Fox",
        "☐ 3x Ember Fox",
        "> 3x Ember Fox",
        "> - 3x Ember Fox",
        "**3x Ember Fox**",
        "*3x Ember Fox*",
        "__3x Ember Fox__",
        "`3x Ember Fox`",
        "||3x Ember Fox||",
        '"3x Ember Fox"',
        "“3x Ember Fox”",
        "[[3x Ember Fox]]",
        "3x [[Ember Fox]]",
        "3x **Ember Fox**",
        "**3x** Ember Fox",
        "3x “Ember Fox”",
        "**Ember Fox** x3",
        "3x [Ember Fox](https://example.org/ember-fox)",
        "<li>3x Ember Fox</li>",
        "3x Ember Fox<br>",
        "3x Ember Fox<br/>",
        "<tr><td>3</td><td>Ember Fox</td></tr>",
        "3x&nbsp;Ember&nbsp;Fox",
        "３ｘ　Ember Fox",
        "🔥 3x Ember Fox",
        "3x Ember Fox 🦊❤️",
        "✅ 3x Ember Fox",
        "[b]3x[/b] Ember Fox",
        "[card]Ember Fox[/card] x3",
        "3x [url=https://example.org/fox]Ember Fox[/url]",
        "[li]3x Ember Fox[/li]",
        "[img]https://example.org/fox.png[/img] 3x Ember Fox",
        "[30.11.26, 14:03:21] Orla: 3x Ember Fox",
        "30/11/2026, 2:03 pm - Orla Brightmoor: 3x Ember Fox",
        "[14:03] Orla: 3x Ember Fox",
        "Ember Fox.......3",
        "Ember Fox ... 3",
        "3x Ember Fox,",
        "3x Ember Fox;",
        "Ember Fox x3,",
        "3x Ember Fox\\",
        "Qty: 3 Ember Fox",
        "Qty 3 Ember Fox",
        "Count: 3x Ember Fox",
        "Quantity: 3 Ember Fox",
        "3\tEmber Fox",
        "Ember Fox\t3",
        "3\tEmber Fox\tAlly",
        "Ember Fox\t3\tAlly\t2",
        "| 3 | Ember Fox |",
        "| Ember Fox | 3 |",
        "(3) Ember Fox",
        "[3] Ember Fox",
        "[3x] Ember Fox",
        "3: Ember Fox",
        "3 - Ember Fox",
        "3,Ember Fox",
        "3;Ember Fox",
        "3枚 Ember Fox",
        "Ember Fox 3枚",
        "「Ember Fox」×3",
        "『Ember Fox』3枚",
        "Ember Fox - 3",
        "Ember Fox = 3",
        "Ember Fox, 3",
        "Ember Fox (3x)",
        "Ember Fox [3]",
        "Ember Fox *3",
        "3x Ember Fox - Ally",
        "3x Ember Fox – Ready Spell",
        "3x Ember Fox (Ally)",
        "3x Ember Fox [Ready Spell]",
    ],
)
def test_a_line_is_read_through_whatever_stands_around_it(line: str) -> None:
    assert cards(f"2 Golem\n{line}\n") == [(2, "Golem"), (3, "Ember Fox")]
    assert not listed(f"2 Golem\n{line}\n").problems


@pytest.mark.parametrize("bare", ["- Ember Fox", "• Ember Fox", "> Ember Fox", "[[Ember Fox]]", "Ember Fox,"])
def test_a_line_without_a_count_is_one(bare: str) -> None:
    assert cards(f"2 Golem\n{bare}\n") == [(2, "Golem"), (1, "Ember Fox")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. 3x Golem\n2. Ember Fox x2\n3. Heron\n", [(3, "Golem"), (2, "Ember Fox"), (1, "Heron")]),
        ("1) Golem\n2) Ember Fox\n", [(1, "Golem"), (1, "Ember Fox")]),
        ("1. Golem\n1. Ember Fox\n", [(1, "Golem"), (1, "Ember Fox")]),
    ],
)
def test_items_that_are_numbered_in_turn_are_no_counts(text: str, found: list[tuple[int, str]]) -> None:
    assert cards(text) == found


def test_a_number_out_of_turn_is_kept_with_the_name() -> None:
    """A wrong count is worse than a name that is not found."""
    assert cards("3. Golem\n2. Ember Fox\n") == [(1, "3. Golem"), (1, "2. Ember Fox")]


@pytest.mark.parametrize(
    "line",
    [
        "3x Golem, 2x Ember Fox, 1x Heron",
        "3 Golem; 2 Ember Fox; 1 Heron",
        "Golem x3, Ember Fox x2, Heron x1",
        "3x Golem,2x Ember Fox,1x Heron,",
        "Golem (3), Ember Fox (2), Heron (1)",
        "3x Golem<br>2x Ember Fox<br/>1x Heron<br>",
        "Cards: 3x Golem, 2x Ember Fox, 1x Heron",
        "Allies: 3 Golem, 2 Ember Fox, 1 Heron",
        "3枚 Golem、2枚 Ember Fox、1枚 Heron",
    ],
)
def test_a_line_may_list_several_cards(line: str) -> None:
    assert cards(f"{line}\n") == [(3, "Golem"), (2, "Ember Fox"), (1, "Heron")]
    assert listed(f"{line}\n").report.cards == 1


def test_a_comma_within_a_name_parts_nothing() -> None:
    assert cards("3x Jericho, Reborn\n2x Golem, 1x Jericho, Reborn") == [
        (3, "Jericho, Reborn"),
        (2, "Golem"),
        (1, "Jericho, Reborn"),
    ]


def test_a_card_that_is_called_like_several_is_that_card(
    judged: Callable[..., Any], catalogue: Any, make_card: Any
) -> None:
    """phase-rs/phase#5124: the exact name before any rewriting."""
    cards = catalogue(
        [make_card(name) for name in ("Golem", "Heron", "3 Golem, 2 Heron", "Rock &amp; Roll", "- [x] Golem")]
    )
    text = "3 Golem, 2 Heron\n1x Golem, 1x Heron\n2x Rock &amp; Roll\n- [x] Golem\n"
    assert judged(text, cards).cards() == {
        "3 Golem, 2 Heron": 1,
        "Golem": 1,
        "Heron": 1,
        "Rock &amp; Roll": 2,
        "- [x] Golem": 1,
    }


def test_names_in_one_line_without_counts_are_unknown_and_the_way_out_is_told(judged: Callable[..., Any]) -> None:
    """Where names may hold commas, nothing tells where one ends."""
    found = judged("Golem, Ember Fox, Glass Warden\n", game="ashes")
    assert found.problem("unknown_card").fix == "Write each card on a line of its own."


@pytest.mark.parametrize(
    "text",
    [
        "| Count | Name |\n|------:|:-----|\n| 3 | Golem |\n| 2 | Ember Fox |\n",
        "| Name | Qty | Type |\n|---|:-:|---|\n| Golem | 3 | Ally |\n| Ember Fox | 2 | Ally |\n",
        "Name\tCount\nGolem\t3\nEmber Fox\t2\n",
        "Count\tName\tType\n3\tGolem\tAlly\n2\tEmber Fox\tAlly\n",
        "Type\tCard name\tQuantity\nAlly\tGolem\t3\nAlly\tEmber Fox\t2\n",
        "count,name\n3,Golem\n2,Ember Fox\n",
        'Name,Quantity,Set\n"Golem",3,CORE\n"Ember Fox",2,CORE\n',
        "Name;Anzahl\nGolem;3\nEmber Fox;2\n",
        "Qty | Card\n--- | ---\n3 | Golem\n2 | Ember Fox\n",
    ],
)
def test_a_table_is_read_by_its_head(text: str) -> None:
    assert cards(text) == [(3, "Golem"), (2, "Ember Fox")]
    assert not listed(text).problems


def test_a_quoted_cell_may_hold_a_comma() -> None:
    assert cards('count,name\n4,"Marth, Altean Prince"\n1,Golem\n') == [(4, "Marth, Altean Prince"), (1, "Golem")]


@pytest.mark.parametrize("name", ["Nature&#39;s Wrath", "Nature&rsquo;s Wrath", "Nature&apos;s Wrath"])
def test_entities_of_a_page_are_characters(name: str) -> None:
    one = listed(f"3x {name}").entries[0]
    assert one.name in ("Nature's Wrath", "Nature’s Wrath")
    assert name in one.fuller


def test_an_ampersand_of_a_page_is_one() -> None:
    assert cards("3x Rock &amp; Roll") == [(3, "Rock & Roll")]


def test_a_list_in_markdown() -> None:
    text = (
        "# Quick Orla\n## Phoenixborn\nOrla Brightmoor\n\n## Dice\n- 5 natural\n- 5 charm\n\n## Allies (5)\n"
        "- 3x Ember Fox\n"
        "- 2x Golem\n## First Five\n- Golem\n\n### Conjuration Pile ###\n- 1x Mossling\n"
    )
    wanted = listed(text)
    assert [(one.count, one.name, one.pile) for one in wanted.entries] == [
        (1, "Orla Brightmoor", "leader"),
        (3, "Ember Fox", "main"),
        (2, "Golem", "main"),
        (1, "Mossling", "conjurations"),
    ]
    assert [(one.name, one.count) for one in wanted.dice] == [("natural", 5), ("charm", 5)]
    assert [one.name for one in wanted.first_five] == ["Golem"]


@pytest.mark.parametrize(
    "text",
    [
        "**Phoenixborn:** Orla\n**Dice**: 5 natural, 5 charm\n3x Golem\n",
        "- Phoenixborn: Orla\n- Dice: 5 natural, 5 charm\n- 3x Golem\n",
        "> Phoenixborn: Orla\n> Dice: 5 natural, 5 charm\n>\n> 3x Golem\n",
        "Phoenixborn\tOrla\nDice\t5 natural, 5 charm\nGolem\t3\n",
        "## Phoenixborn: Orla\n## Dice: 5 natural, 5 charm\n3x Golem\n",
        "__Phoenixborn__\nOrla\n\n__Dice__\n5 natural, 5 charm\n\n**Cards**\n3x Golem\n",
    ],
)
def test_keys_and_headings_are_known_in_any_dress(text: str) -> None:
    wanted = listed(text)
    assert [(one.count, one.name, one.pile) for one in wanted.entries] == [(1, "Orla", "leader"), (3, "Golem", "main")]
    assert [(one.name, one.count) for one in wanted.dice] == [("natural", 5), ("charm", 5)]


def test_a_fence_is_no_card() -> None:
    wanted = listed("```text\n3x Golem\n```\n")
    assert (wanted.report.comments, [one.name for one in wanted.entries]) == (2, ["Golem"])


def test_a_line_that_is_struck_through_is_neither_taken_nor_dropped() -> None:
    wanted = listed("3x Golem\n~~2x Ember Fox~~\n")
    assert [one.name for one in wanted.entries] == ["Golem"]
    assert [(one.code, one.lines) for one in wanted.problems] == [("bad_line", (2,))]


def test_an_unknown_heading_above_everything_is_the_title() -> None:
    """The cards under it are those of the deck, and no pile of that name."""
    for title in ("**Quick Orla**", "== Quick Orla ==", "Quick Orla:"):
        wanted = listed(f"{title}\n3x Golem\n")
        assert (wanted.name, [one.pile for one in wanted.entries]) == ("Quick Orla", ["main"])
        assert [(one.code, one.severity) for one in wanted.problems] == [("title_assumed", "note")]


@pytest.mark.parametrize("heading", ["Maybeboard", "MAYBEBOARD", "Considering", "Companion"])
def test_what_stands_beside_a_deck_elsewhere_is_a_pile_also_without_a_colon(heading: str) -> None:
    """lheyberger/mtg-parser#15."""
    assert [one.pile for one in listed(f"3x Golem\n{heading}\n1 Heron").entries] == ["main", heading]


@pytest.mark.parametrize("heading", ["デッキ", "メインデッキ"])
def test_japanese_headings_are_known(heading: str) -> None:
    wanted = listed(f"主人公\n光の王子\n\n{heading}\n4枚 戦士\n")
    assert [(one.count, one.name, one.pile) for one in wanted.entries] == [
        (1, "光の王子", "leader"),
        (4, "戦士", "main"),
    ]


def test_a_column_still_points_into_the_file() -> None:
    assert listed("2 Golem\n> - 3x Ember Fox\n").entries[1].column == 8
    assert listed("<li>3x Ember Fox</li>").entries[0].column == 8
    parts = listed("3x Golem, 2x Ember Fox").entries[0].parts
    assert [one.column for one in parts] == [4, 14]


def test_endless_lists_are_read_as_they_stand() -> None:
    """Nothing is looked for around the lines of what is no list of a person's."""
    wanted = listed("- 3x Golem\n" * 1000 + ("ab\t" * 600 + "\n") * 300)
    assert wanted.report.lines == 1300
    assert wanted.report.cards + wanted.report.problems == 1300


def test_tags_of_a_forum_that_stand_alone_say_nothing_and_headings_in_brackets_stay() -> None:
    text = "[quote=Orla]\n[b]Allies[/b]\n[list]\n3x Ember Fox\n[/list]\n[Sideboard]\n1x Golem\n[/quote]\n"
    assert cards(text) == [(3, "Ember Fox"), (1, "Golem")]
    assert [entry.pile for entry in listed(text).entries] == ["main", "side"]


def test_a_bracket_that_is_no_tag_of_a_forum_stays_with_its_card() -> None:
    (one,) = listed("3x Ember Fox [b]\n").entries
    assert (one.name, one.hint) == ("Ember Fox", "b")


def test_a_line_that_is_crossed_out_in_a_forum_is_no_card() -> None:
    assert cards("[s]3x Ember Fox[/s]\n2x Golem\n") == cards("~~3x Ember Fox~~\n2x Golem\n")


def test_a_list_of_a_page_in_one_line_is_several_cards() -> None:
    assert cards("<ul><li>3x Ember Fox</li><li>2x Golem</li></ul>\n") == [(3, "Ember Fox"), (2, "Golem")]


def test_the_name_of_a_deck_keeps_its_pictures() -> None:
    assert listed("Name: Foxes x3 🦊\n3x Ember Fox 🦊\n").name == "Foxes x3 🦊"
    assert listed("🦊 Foxes 🦊\n\n3x Ember Fox\n").entries[0].name == "🦊 Foxes 🦊"


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "\ufeffsep=;", "SEP=\t", "sep=,"])
def test_a_first_line_that_tells_what_parts_the_cells_is_no_card(first: str) -> None:
    """moxfield/moxfield-public#122: ; as delimiter, and a first line that says so."""
    mark = first.strip('"')[-1]
    assert cards(f"{first}\r\nCount{mark}Name\r\n3{mark}Ember Fox\r\n") == [(3, "Ember Fox")]
