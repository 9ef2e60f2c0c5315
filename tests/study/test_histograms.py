"""How a study's figures spread, as bars."""

from __future__ import annotations

from deckcli.screen import plain
from deckcli.screen.tally import bars


def test_every_value_between_the_least_and_the_greatest_has_a_bar() -> None:
    lines = plain.draw(bars({3: 10, 5: 20})).splitlines()
    assert [line.split()[0] for line in lines] == ["3", "4", "5"]
    assert [line.split()[-1] for line in lines] == ["10", "0", "20"]
    assert lines[2].count("█") == 2 * lines[0].count("█") == 30


def test_values_far_apart_are_put_together_and_none_is_lost() -> None:
    counts = dict.fromkeys(range(40, 140, 3), 1)
    lines = plain.draw(bars(counts)).splitlines()
    assert len(lines) <= 24
    assert lines[0].startswith("  40-44")
    assert lines[-1].startswith("135-139")
    assert sum(int(line.split()[-1]) for line in lines) == len(counts)
