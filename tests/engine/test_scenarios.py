"""Scenario files, as cli.md tells them: every sentence of it, with the small game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.engine.players import Random
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.engine.scenario import (
    HELP,
    MOST_CHARACTERS,
    Play,
    Result,
    Scenario,
    ScenarioError,
    load,
    look_up,
    run,
)

HEAD = 'game = "skirmish"\nname = "n"\n'
ROWS = '[seats.a]\nrow = ["Knight", "Guard", "Iron Guard"]\nhand = ["Cannon"]\n[seats.b]\nrow = ["Guard"]\n'
NOTHING = '[expect]\n"table.over" = ""\n'


@pytest.fixture
def ran(game: Any) -> Callable[..., Result]:
    """Runs a scenario from its parts; the head and an expectation that holds are added where they are left out."""

    def run_it(*parts: str) -> Result:
        text = HEAD + "\n".join(parts) + ("" if any("expect" in part for part in parts) else "\n" + NOTHING)
        return run(load(text, "s.toml"), game)

    return run_it


def fails(result: Result, expected: str, found: str) -> None:
    assert not result.passed
    assert expected in result.expected
    assert found in result.found


# ---------------------------------------------------------------- setting up


def test_only_what_matters_is_set_up_and_everything_else_is_empty(ran: Callable[..., Result]) -> None:
    result = ran(
        '[seats.b]\nhand = ["Thief"]\n[expect]\n"a.hand" = []\n"a.row" = []\n"b.deck" = []\n"b.hand" = ["Thief"]'
    )
    assert result == Result("s.toml", "n", True)


def test_it_is_a_later_turn_of_seat_a_unless_the_table_says_otherwise(ran: Callable[..., Result]) -> None:
    assert ran('[expect]\n"table.active" = "a"\n"table.turn" = 3').passed
    assert ran('[table]\nactive = "b"\n[expect]\n"table.active" = "b"').passed


@pytest.mark.parametrize(
    ("setup", "key", "why"),
    [
        ('[seats.a]\nhand = ["Knigth"]', "seats.a.hand", "Knigth"),
        ("[seats.b]\nfield = []", "seats.b.field", "no such zone"),
        ("[table]\nmoon = 1", "table.moon", "active"),
    ],
)
def test_an_unknown_zone_card_or_word_of_the_table_is_an_error_with_file_and_key(
    ran: Callable[..., Result], setup: str, key: str, why: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        ran(setup)
    assert caught.value.key == key
    assert str(caught.value).startswith(f"s.toml: {key}: ")
    assert why in str(caught.value)


def test_a_scenario_of_another_game_is_not_run(game: Any) -> None:
    with pytest.raises(ScenarioError, match=r's.toml: game: "ashes" is not the game skirmish'):
        run(load('game = "ashes"\nname = "n"\n' + NOTHING, "s.toml"), game)


# ---------------------------------------------------------------- choosing


def test_entries_run_in_file_order_one_seat_each(ran: Callable[..., Result]) -> None:
    assert ran(
        ROWS,
        '[[play]]\na = ["Attack", "Knight", "Done"]\n[[play]]\nb = ["No block"]\n[[play]]\na = ["End turn"]',
        '[expect]\n"b.life" = 9\n"a.row.Knight.tired" = true\n"a.row.Guard.tired" = false',
    ).passed
    with pytest.raises(ScenarioError, match="play 1: one seat chooses in an entry, not a and b"):
        ran('[[play]]\na = ["Attack"]\nb = ["No block"]')


def test_a_label_may_be_whole_or_an_unambiguous_part_in_any_case(ran: Callable[..., Result]) -> None:
    assert ran(ROWS, '[[play]]\na = ["attack", "IRON", "done"]\n[[play]]\nb = ["with guard"]').passed


def test_a_whole_label_goes_before_a_part_of_another(ran: Callable[..., Result]) -> None:
    """ "Guard" is a part of "Iron Guard", and the whole of "Guard"."""
    result = ran(
        ROWS,
        '[[play]]\na = ["Attack", "Guard", "Done"]\n[[play]]\nb = ["No block"]\n[expect]\n"b.life" = 11',
    )
    assert result.passed


def test_a_part_that_fits_several_fails_and_names_them(ran: Callable[..., Result]) -> None:
    result = ran(ROWS, '[[play]]\na = ["Attack", "uard"]')
    fails(result, 'play 1: a chooses "uard"', 'several: "Guard", "Iron Guard"')


def test_a_label_that_is_not_offered_fails_and_lists_what_was_offered(ran: Callable[..., Result]) -> None:
    result = ran(ROWS, '[[play]]\na = ["Play Thief"]')
    fails(result, 'play 1: a chooses "Play Thief"', 'Offered: "Play Cannon", "Attack", "End turn"')


def test_the_other_seats_question_cannot_be_answered(ran: Callable[..., Result]) -> None:
    result = ran(ROWS, '[[play]]\nb = ["End turn"]')
    fails(result, 'play 1: b chooses "End turn"', "a is asked: move?")


def test_labels_left_over_fail(ran: Callable[..., Result]) -> None:
    result = ran(ROWS, '[[play]]\na = ["Attack", "Knight", "Done", "Guard"]')
    fails(result, 'a chooses "Guard"', 'left over: "Guard"')
    over = ran('[seats.a]\nrow = ["Knight"]\n[seats.b]\nlife = 1', '[[play]]\na = ["Attack", "Knight", "End turn"]')
    fails(over, 'a chooses "End turn"', 'it is over (no life); left over: "End turn"')


# ---------------------------------------------------------------- what was forced


FORCED = '[seats.a]\nrow = ["Knight"]\ndeck = ["Guard"]\nhand = ["Guard"]\n[seats.b]\nlife = 9\n'


def test_a_label_that_was_forced_is_consumed(ran: Callable[..., Result]) -> None:
    """The only attacker and the missing block are not asked for."""
    plays = '[[play]]\na = ["Attack", "Knight"]\n[[play]]\nb = ["No block"]\n[[play]]\na = ["Play Guard"]'
    assert ran(FORCED, plays, '[expect]\n"b.life" = 6\n"a.row.count" = 2').passed


def test_a_label_that_was_forced_need_not_be_given(ran: Callable[..., Result]) -> None:
    assert ran(FORCED, '[[play]]\na = ["Attack", "Play Guard"]', '[expect]\n"b.life" = 6\n"a.row.count" = 2').passed


def test_a_forced_label_is_consumed_once_and_for_its_own_seat(ran: Callable[..., Result]) -> None:
    fails(ran(FORCED, '[[play]]\na = ["Attack", "Knight", "Knight"]'), 'a chooses "Knight"', "Offered:")
    fails(ran(FORCED, '[[play]]\na = ["Attack"]\n[[play]]\nb = ["Knight"]'), 'b chooses "Knight"', "a is asked")


# ---------------------------------------------------------------- sets


@pytest.mark.parametrize("order", [["Knight", "Iron Guard"], ["Iron Guard", "Knight"]])
def test_the_labels_of_one_set_may_come_in_any_order(ran: Callable[..., Result], order: list[str]) -> None:
    first, second = order
    result = ran(
        ROWS,
        f'[[play]]\na = ["Attack", "{first}", "{second}", "Done"]',
        '[[play]]\nb = ["No block", "No block"]\n[expect]\n"b.life" = 7\n"a.row.Guard.tired" = false',
    )
    assert result.passed


@pytest.mark.parametrize("order", list(permutations(["Knight", "Guard", "Guard", "Iron"])), ids="-".join)
def test_a_whole_set_may_come_in_any_order(ran: Callable[..., Result], order: tuple[str, ...]) -> None:
    row = '[seats.a]\nrow = ["Guard", "Knight", "Guard", "Iron Guard"]\n[seats.b]\n'
    labels = ", ".join(f'"{label}"' for label in order)
    assert ran(row, f'[[play]]\na = ["Attack", {labels}]', '[expect]\n"b.life" = 5').passed


STORM = '[seats.a]\nhand = ["Storm", "Knight"]\n[seats.b]\nrow = ["Guard", "Knight", "Iron Guard"]\n'


@pytest.mark.parametrize("order", ['"Iron Guard", "Guard"', '"Iron Guard", "Knight"', '"Knight", "Guard"'])
def test_a_set_of_a_fixed_size_needs_no_done_and_its_last_may_be_forced(ran: Callable[..., Result], order: str) -> None:
    result = ran(STORM, f'[[play]]\na = ["Play Storm", {order}, "Play Knight"]', '[expect]\n"b.row.count" = 1')
    assert result.passed
    gone = [name.strip(' "') for name in order.split(",")]
    left = next(name for name in ("Guard", "Knight", "Iron Guard") if name not in gone)
    assert ran(STORM, f'[[play]]\na = ["Play Storm", {order}]', f'[expect]\n"b.row" = ["{left}"]').passed


def test_two_of_one_name_in_a_set_are_said_twice(ran: Callable[..., Result]) -> None:
    rows = '[seats.a]\nrow = ["Guard", "Knight", "Guard"]\n[seats.b]\n'
    result = ran(
        rows,
        '[[play]]\na = ["Attack", "Guard", "Guard", "Done"]',
        '[expect]\n"a.row.Guard.tired" = true\n"a.row.Guard 2.tired" = true\n"a.row.Knight.tired" = false',
    )
    assert result.passed


def test_a_set_that_holds_what_is_not_there_fails(ran: Callable[..., Result]) -> None:
    fails(ran(ROWS, '[[play]]\na = ["Attack", "Thief", "Knight", "Done"]'), 'a chooses "Thief"', "Offered:")


# ---------------------------------------------------------------- what else an entry may hold


def test_not_offered_holds_when_no_option_has_those_words(ran: Callable[..., Result]) -> None:
    assert ran(ROWS, '[[play]]\na = ["Attack"]\n[[play]]\nnot_offered = ["Thief", "Done"]').passed
    result = ran(ROWS, '[[play]]\na = ["Attack"]\n[[play]]\nnot_offered = ["iron"]')
    fails(result, '"iron" is not offered', 'offered: "Iron Guard"')


def test_not_offered_is_about_the_question_that_waits_when_the_entry_begins(ran: Callable[..., Result]) -> None:
    fails(ran(ROWS, '[[play]]\na = ["Attack"]\nnot_offered = ["Attack"]'), "is not offered", '"Attack"')
    assert ran(ROWS, '[[play]]\na = ["Attack"]\nnot_offered = ["Knight"]').passed


def test_an_option_without_an_alternative_is_offered(ran: Callable[..., Result]) -> None:
    fails(ran('[[play]]\na = []\nnot_offered = ["End"]'), '"End" is not offered', 'offered: "End turn"')


CANNON = '[seats.a]\nhand = ["Cannon"]\nrow = ["Knight"]\n[seats.b]\n'


def test_stack_is_what_chance_gives_next(ran: Callable[..., Result]) -> None:
    for die in range(6):
        life = 12 - (die + 1)
        play = f'[[play]]\na = ["Play Cannon", "No"]\nstack = [{die}]\nexpect = {{ "b.life" = {life} }}'
        assert ran(CANNON, play).passed


def test_what_chance_cannot_give_fails_the_scenario(ran: Callable[..., Result]) -> None:
    fails(ran(CANNON, '[[play]]\na = ["Play Cannon"]\nstack = [6]'), "chance gives what it was told", "0 to 5")


def test_what_chance_was_told_and_never_gave_fails_the_scenario(ran: Callable[..., Result]) -> None:
    fails(ran(CANNON, '[[play]]\na = ["Play Cannon", "No"]\nstack = [5, 4]'), "all that it was told", "left over: [4]")


def test_undo_goes_back_to_the_start_of_the_move_from_inside_it(ran: Callable[..., Result]) -> None:
    result = ran(
        CANNON,
        '[[play]]\na = ["Play Cannon"]\nstack = [5]\nexpect = { "b.life" = 6, "a.hand" = [] }',
        '[[play]]\nundo = true\nexpect = { "b.life" = 12, "a.hand" = ["Cannon"] }',
        '[[play]]\na = ["Play Cannon", "Yes"]\nstack = [0, 1]\n[expect]\n"b.life" = 9',
    )
    assert result.passed


def test_undo_takes_a_whole_attack_back_though_it_is_cut_into_steps(ran: Callable[..., Result]) -> None:
    result = ran(
        ROWS,
        '[[play]]\na = ["Attack", "Knight", "Guard", "Done"]\n[[play]]\nb = ["No block"]\nexpect = { "b.life" = 9 }',
        '[[play]]\nundo = true\na = ["Attack", "Iron", "Done"]\n[[play]]\nb = ["No block"]\n[expect]\n"b.life" = 10',
    )
    assert result.passed


def test_undo_where_no_move_was_made_fails(ran: Callable[..., Result]) -> None:
    fails(ran(ROWS, "[[play]]\nundo = true"), "play 1: undo", "no move to take back")


def test_expect_in_an_entry_is_checked_right_after_it(ran: Callable[..., Result]) -> None:
    result = ran(ROWS, '[[play]]\na = ["Attack"]\n[[play]]\na = ["Knight", "Done"]\nexpect = { "b.life" = 9 }')
    fails(result, "play 2: b.life = 9", "12")


def test_what_happens_by_itself_has_happened_when_it_is_looked_at_but_not_the_next_move(
    ran: Callable[..., Result],
) -> None:
    """The attack goes on without a question to its end; that seat a can now only end its turn is not played yet."""
    position = '[seats.a]\nrow = ["Knight"]\n[seats.b]\nlife = 9'
    assert ran(position, '[[play]]\na = ["Attack"]', '[expect]\n"b.life" = 6\n"table.active" = "a"').passed
    more = ran(
        position + '\ndeck = ["Guard"]', '[[play]]\na = ["Attack", "End turn"]', '[expect]\n"table.active" = "b"'
    )
    assert more.passed


def test_a_label_of_a_choice_that_made_itself_before_something_was_expected_is_consumed(
    ran: Callable[..., Result],
) -> None:
    plays = (
        '[[play]]\na = ["Attack"]\nexpect = { "b.life" = 6 }\n[[play]]\nb = ["No block"]\n[[play]]\na = ["Play Guard"]'
    )
    assert ran(FORCED, plays).passed
    guarded = '[[play]]\na = ["Attack"]\n[[play]]\nb = ["No block"]\nnot_offered = ["Block with"]'
    assert ran(FORCED, guarded).passed
    fails(ran(FORCED, guarded.replace("Block with", "No block")), '"No block" is not offered', '"No block"')


def test_choices_without_an_alternative_make_themselves_when_the_next_label_needs_it(
    ran: Callable[..., Result],
) -> None:
    position = '[seats.a]\nrow = ["Knight"]\n[seats.b]\ndeck = ["Guard"]'
    result = ran(position, '[[play]]\na = ["Attack"]\n[[play]]\nb = ["Play Guard"]', '[expect]\n"b.row" = ["Guard"]')
    assert result.passed


# ---------------------------------------------------------------- expectations


def test_the_final_expectation_is_checked_at_the_end_and_the_found_value_told(ran: Callable[..., Result]) -> None:
    fails(ran(ROWS, '[expect]\n"b.life" = 11'), "at the end: b.life = 11", "12")


@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        ("b.life", "12", "12.0"),
        ("a.hand", '["Cannon"]', '["Cannon", "Cannon"]'),
        ("a.hand.count", "1", "true"),
        ("a.row", '["Knight", "Guard", "Iron Guard"]', '["Guard", "Knight", "Iron Guard"]'),
        ("a.row.count", "3", '"3"'),
        ("a.row.Iron Guard.tired", "false", "0"),
        ("table.over", '""', "false"),
    ],
)
def test_a_value_must_be_exactly_what_is_found(ran: Callable[..., Result], path: str, right: str, wrong: str) -> None:
    assert ran(ROWS, f'[expect]\n"{path}" = {right}').passed
    assert not ran(ROWS, f'[expect]\n"{path}" = {wrong}').passed


def test_a_path_that_leads_nowhere_fails_and_says_what_is_there(ran: Callable[..., Result]) -> None:
    fails(ran(ROWS, '[expect]\n"b.row.Thief.tired" = true'), "b.row.Thief.tired", 'not in b.row; there is: "Guard"')
    fails(ran(ROWS, '[expect]\n"b.life.count" = 1'), "b.life.count", '"count" is not in b.life; there is: 12')


def test_a_path_may_be_written_as_tables_too(ran: Callable[..., Result]) -> None:
    assert ran(ROWS, "[expect.b]\nlife = 12\nrow.Guard.tired = false").passed


def test_names_with_dots_stand_in_paths() -> None:
    reports = {"a": {"row": {"St. Elmo": {"tired": 1}, "St": {" Elmo": 2}}}}
    assert look_up(reports, "a.row.St. Elmo.tired") == 1
    with pytest.raises(LookupError, match="is not in a"):
        look_up(reports, "a.row.Elmo")


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game =", "this is no TOML"),
        ('game = "x"\n' + NOTHING, "name: some words"),
        ("game = 3\nname = 'n'\n" + NOTHING, "game: some words"),
        (HEAD + "plays = []\n" + NOTHING, 'plays: a scenario has no such key here; "play" is near'),
        (HEAD + "[[play]]\nundoo = true\n" + NOTHING, 'play 1: undoo: .*"undo" is near'),
        (HEAD + "[seats.z]\n" + NOTHING, "seats.z: "),
        (HEAD + "seats = 1\n" + NOTHING, "seats: a table"),
        (HEAD + "[[play]]\na = 'Attack'\n" + NOTHING, "play 1: a: a list"),
        (HEAD + "[[play]]\na = ['']\n" + NOTHING, "play 1: a: a list of words"),
        (HEAD + "[[play]]\na = []\n[[play]]\nundo = 1\n" + NOTHING, "play 2: undo: true or false"),
        (HEAD + "[[play]]\nstack = ['x']\n" + NOTHING, "play 1: stack: numbers"),
        (HEAD + "[[play]]\nstack = [true]\n" + NOTHING, "play 1: stack: numbers"),
        (HEAD + "play = [1]\n" + NOTHING, "play 1: a table"),
        (HEAD + "[[play]]\na = []\n", "nothing is expected"),
        (HEAD + "[expect.b]\n", "nothing is expected of it"),
        (HEAD + "[expect]\n" + ".".join("a" * 5000) + " = 1\n", "deep"),
        (HEAD + "[seats.a]\nlife = 0x" + "f" * 5000 + "\n" + NOTHING, "2.63"),
        (HEAD + "x = " + "[" * 5000 + "]" * 5000, "no TOML|deep"),
        ("#" * (MOST_CHARACTERS + 1), "at most"),
    ],
    ids=range(19),
)
def test_a_file_that_is_no_scenario_is_an_error_with_file_and_key(text: str, words: str) -> None:
    with pytest.raises(ScenarioError, match=rf"^s\.toml: .*({words})"):
        load(text, "s.toml")


@given(st.text(max_size=200) | st.text(alphabet='[]{}="\n.ab1 ', max_size=60).map(HEAD.__add__))
def test_whatever_a_file_holds_it_is_a_scenario_or_an_error(text: str) -> None:
    with suppress(ScenarioError):
        assert load(text, "s.toml").file == "s.toml"


def test_the_help_names_every_key_and_its_example_is_a_scenario() -> None:
    for key in ("game", "name", "source", "[seats.a]", "[table]", "[[play]]", "undo", "stack", "not_offered", "expect"):
        assert key in HELP
    example = HELP[HELP.index("  game =") : HELP.index("Setting up.")]
    text = "\n".join(line.strip().split("  ")[0] for line in example.splitlines())  # two blanks: what it means
    scenario = load(text, "help")
    assert [play.seat for play in scenario.plays] == [0, 1]
    assert scenario.expect == {"b.phoenixborn.wounds": 2}
    assert scenario.setup.seats[0]["battlefield"] == ["Iron Worker", "Mist Spirit"]


# ---------------------------------------------------------------- any playthrough is a scenario

NAMES = st.lists(st.sampled_from(["Guard", "Knight", "Iron Guard", "Thief", "Oracle", "Cannon", "Storm"]), max_size=4)
ROW = st.lists(st.sampled_from(["Guard", "Knight", "Iron Guard"]), max_size=4)
SIDE = st.fixed_dictionaries({"hand": NAMES, "row": ROW, "deck": NAMES, "life": st.integers(1, 12)})
GAME: Any = None


@pytest.fixture(autouse=True, scope="module")
def _for_hypothesis(game: Any) -> None:
    """Tests with drawn values cannot ask for fixtures of a test; this one never changes."""
    globals().update(GAME=game)


def flat(reports: Any, path: str = "") -> dict[str, Any]:
    """What a game reports, as an expectation."""
    if not isinstance(reports, dict):
        return {path.rstrip("."): reports}
    return {name: value for key, inner in reports.items() for name, value in flat(inner, f"{path}{key}.").items()}


@settings(max_examples=150, deadline=None)
@given(SIDE, SIDE, st.integers(0, 10**6), st.integers(0, 25))
def test_the_labels_of_any_playthrough_lead_to_where_it_led(a: Any, b: Any, seed: int, count: int) -> None:
    setup = Setup((a, b))
    played = Playthrough(GAME, Setting((), {}, 1), table=GAME.position(setup, 1), asks_all=True)
    player, plays = Random(seed), []
    while played.choice and (len(plays) < count or not (len(played.choice.options) > 1 or played.at_move())):
        option = player(played.choice, None)  # type: ignore[arg-type]
        label = played.labels()[list(played.choice.options).index(option)]
        plays.append(Play(seat=played.choice.seat, labels=(label,)))
        played.choose(option)
    expect = flat(GAME.reports(played.table))
    assert run(Scenario("s.toml", "skirmish", "n", "", setup, tuple(plays), expect), GAME) == Result(
        "s.toml", "n", True
    )
