"""What a change of the command line must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from deckcli.screen.blocks import Columns
from deckcli.screen.out import Out
from deckcli.screen.safe import dump, safe


def problems(deckcli: Any, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(deckcli("deck", "check", "-", "--json", stdin=text).out)["problems"]
    return found


def test_a_list_is_judged_by_the_rules_that_it_names(deckcli: Any) -> None:
    listed = "Game: Cipher\nRules: Standard\nMain Character: B01-003\n4x B01-003\n"
    answer = json.loads(deckcli("deck", "check", "-", "--json", stdin=listed).out)
    assert answer["rules"] == "standard"
    assert "not_in_format" in [problem["code"] for problem in answer["problems"]]
    told = json.loads(deckcli("deck", "check", "-", "--rules", "unlimited", "--json", stdin=listed).out)
    assert told["rules"] == "unlimited"


def test_errors_stand_before_warnings_and_these_before_notes(deckcli: Any) -> None:
    text = "Phoenixborn: Coal Roarkwin\nDice: 10 natural\n\nCards (9):\nAnchornaut\n4x Cover\n"
    severities = [problem["severity"] for problem in problems(deckcli, text)]
    assert set(severities) == {"error", "warning", "note"}
    assert severities == sorted(severities, key=["error", "warning", "note"].index)


@pytest.mark.parametrize(("many", "rules"), [(3, 3), (4, 1)])
def test_the_rule_of_many_faults_of_one_kind_stands_once(deckcli: Any, many: int, rules: int) -> None:
    cards = ["Anchornaut", "Cover", "Hammer Knight", "Iron Worker"][:many]
    text = "Phoenixborn: Coal Roarkwin\nDice: 10 natural\n\n" + "".join(f"4x {card}\n" for card in cards)
    out = deckcli("deck", "check", "-", stdin=text).out
    assert out.count("rulings.md: Copies of a card") == rules
    assert all(f"4 copies of {card}" in out and f"Take out 1 {card}." in out for card in cards)


UNSEEN = (0x61C, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x2066, 0x2069, 0xFEFF, 0xFFF9)


@pytest.mark.parametrize("code", UNSEEN)
def test_every_kind_of_character_that_is_not_seen_is_shown_as_a_mark(code: int) -> None:
    assert safe(f"a{chr(code)}b") == f"a<U+{code:04X}>b"
    assert dump({"a": chr(code)}) == f'{{"a": "\\u{code:04x}"}}'


def test_a_cell_of_a_markdown_table_stays_one_cell(capsys: pytest.CaptureFixture[str]) -> None:
    Out().table(Columns(["name"], [["a|b"], ["back\\slash"]]), "md")
    assert capsys.readouterr().out.splitlines()[2:] == ["| a\\|b |", "| back\\\\slash |"]


@pytest.mark.parametrize(("term", "person"), [("xterm", True), ("dumb", False)])
def test_a_dumb_terminal_is_written_to_like_a_pipe(monkeypatch: pytest.MonkeyPatch, term: str, person: bool) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert Out().terminal is person
