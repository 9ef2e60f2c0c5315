"""The contract holds for the small game, and sees every way in which a game can break it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.choice import Choice, Option, Rules, choose
from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.playing import BadSetupError
from deckcli.engine.table import Derived, Fixed, Outcome
from deckcli.engine.view import View


@pytest.mark.scaled
def test_the_small_game_keeps_the_contract(game: Any, skirmish: Any, scaled: Callable[[int, int], int]) -> None:
    kept = keeps_contract(game, [skirmish.setting(), skirmish.setting(life=3)], scaled(30, 300))
    assert kept.finished == kept.playthroughs
    assert kept.unfinished == ()
    assert kept.decisions > 20 * kept.playthroughs


def test_it_refuses_what_it_does_not_know(game: Any) -> None:
    refuses_unknown(game)


@pytest.mark.parametrize("card", ["Echo", "Mirror", "Abyss", "Loop"])
def test_an_endless_card_ends_the_playthrough_and_is_named_and_the_rest_still_holds(
    game: Any, skirmish: Any, card: str
) -> None:
    kept = keeps_contract(game, [skirmish.setting(1, *[card] * 12)], 3, most=300)
    assert kept.unfinished
    assert all(card in reason or "too many echoes" in reason for reason in kept.unfinished)


# ---------------------------------------------------------------- broken games


def breaks(skirmish: Any, **parts: Any) -> Any:
    """The small game with some of its parts done wrong."""
    return type("Broken", (skirmish.Skirmish,), parts)()


def broken(skirmish: Any, game: Any, playthroughs: int = 6, **more: Any) -> str:
    """What the contract says about a game; it must not hold."""
    with pytest.raises(AssertionError) as caught:
        keeps_contract(game, [skirmish.setting(1, *["Oracle"] * 4)], playthroughs, **more)
    assert str(caught.value).startswith("skirmish, playthrough ")
    return str(caught.value)


def test_options_that_share_a_label_are_seen(skirmish: Any) -> None:
    def label(self: Any, t: Any, choice: Choice, option: Option) -> str:
        return skirmish.WORDS[option[0]] + (t.cards[int(option[1])].name[:1] if len(option) > 1 else "")

    assert "options share the label" in broken(skirmish, breaks(skirmish, label=label))


def test_an_empty_label_is_seen(skirmish: Any) -> None:
    def label(self: Any, t: Any, choice: Choice, option: Option) -> str:
        return " " if option == ("end",) else skirmish.Skirmish.label(self, t, choice, option)

    assert "('end',) has an empty label" in broken(skirmish, breaks(skirmish, label=label))


def test_an_option_that_holds_an_object_is_seen(skirmish: Any) -> None:
    def move(self: Any, t: Any) -> Rules[None]:
        yield from choose(t.active, "move", [("end", None), ("stay", None)])  # type: ignore[list-item]

    assert "holds more than words and ids" in broken(skirmish, breaks(skirmish, move=move))


def test_a_lost_and_a_doubled_card_are_seen_and_named(skirmish: Any) -> None:
    def lose(self: Any, t: Any, foe: Any) -> Rules[None]:
        t.sides[t.active].discard.clear()
        yield from ()

    def double(self: Any, t: Any, foe: Any) -> Rules[None]:
        t.sides[t.active].discard *= 2
        yield from ()

    said = broken(skirmish, breaks(skirmish, oracle=lose))
    assert "cards are not conserved; lost: " in said
    assert "(Oracle)" in said
    assert "lost: -; more: " in broken(skirmish, breaks(skirmish, oracle=double))


def test_a_view_that_shows_a_hidden_card_is_seen(skirmish: Any) -> None:
    def view(self: Any, t: Any, seat: int) -> View:
        seen = dict(skirmish.Skirmish.view(self, t, seat).seen)
        return View(seat, {**seen, "next": skirmish.names(t, t.sides[1 - seat].deck)})

    said = broken(skirmish, breaks(skirmish, view=view))
    assert "imagined worlds: seat 0 sees what is hidden: next." in said


def test_a_view_that_holds_the_table_is_seen(skirmish: Any) -> None:
    for held, words in (("deck", "changes the game"), ("row", "no plain value")):

        def view(self: Any, t: Any, seat: int, held: str = held) -> View:
            return View(seat, {"mine": getattr(t.sides[seat], held), "all": [t.sides[seat]][: held == "row"]})

        assert words in broken(skirmish, breaks(skirmish, view=view))


def test_a_question_that_depends_on_what_is_hidden_is_seen(skirmish: Any) -> None:
    def label(self: Any, t: Any, choice: Choice, option: Option) -> str:
        words = skirmish.Skirmish.label(self, t, choice, option)
        foe = t.sides[1 - choice.seat]
        return f"{words} against {skirmish.names(t, foe.hand)}" if option == ("end",) else words

    assert "the labels depend on what is hidden" in broken(skirmish, breaks(skirmish, label=label))


def test_a_player_that_peeks_is_seen(skirmish: Any, game: Any) -> None:
    """The view is honest; the player takes the table behind it."""

    def peeking(seed: int, seat: int) -> Any:
        def pick(choice: Choice, sight: Any) -> Option:
            table = sight._playthrough.table
            return choice.options[table.cards[table.sides[1 - seat].deck[0]].strength % len(choice.options)]

        return pick

    assert "when what is hidden is another" in broken(skirmish, game, player=peeking)


def test_a_player_that_imagines_worlds_is_checked_too(skirmish: Any, game: Any) -> None:
    """It may fork what it is given, in imagined worlds as well; this one asks how the first option ends."""

    def imagining(seed: int, seat: int) -> Any:
        def pick(choice: Choice, sight: Any) -> Option:
            world = sight.imagined(7)
            world.choose(choice.options[0])
            assert sight.imagined(7).log == sight._playthrough.log
            return choice.options[-1]

        return pick

    keeps_contract(game, [skirmish.setting()], 4, player=imagining)


def test_rules_that_draw_lots_outside_of_chance_are_seen(skirmish: Any) -> None:
    lots = itertools.count()

    def cannon(self: Any, t: Any, foe: Any) -> Rules[None]:
        foe.life -= next(lots) % 7
        yield from ()

    said = broken(skirmish, breaks(skirmish, cannon=cannon, oracle=cannon), playthroughs=20)
    assert any(words in said for words in ("played again", "ends", "lead elsewhere", "before", "stands")), said


def test_a_step_that_keeps_something_outside_of_the_table_is_seen(skirmish: Any) -> None:
    class Forgetful(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        attacks = 0

        def block(self, t: Any) -> Rules[None]:
            self.attacks += 1
            if self.attacks % 5 == 0:
                t.step = "turn"
                return
            yield from super().block(t)

    said = broken(skirmish, Forgetful(), playthroughs=20)
    assert any(words in said for words in ("the rules keep something outside of the table", "and asked")), said


def test_a_position_that_shares_with_its_copy_is_seen(skirmish: Any) -> None:
    class Loose:
        def __init__(self) -> None:
            self.count = 0

    def set_up(self: Any, *given: Any) -> Any:
        t = skirmish.Skirmish.set_up(self, *given)
        t.sides[0].looked = []
        t.sides[1].life = 12
        t.trouble = Loose()
        return t

    assert "trouble (Loose) is shared with the original" in broken(skirmish, breaks(skirmish, set_up=set_up))


class Count(Derived):
    """How many soldiers there were when it was made."""

    __slots__ = ("soldiers",)


@pytest.mark.parametrize("stale", [True, False])
def test_something_derived_that_was_not_replaced_in_time_is_seen(skirmish: Any, stale: bool) -> None:
    """The number of soldiers is kept, and a right game forgets it whenever it may have changed."""

    class KeepingTable(skirmish.SkirmishTable):  # type: ignore[misc,name-defined]
        __slots__ = ("kept",)

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.kept = None

    class Keeping(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        table_kind = KeepingTable

        def rebuilt(self, t: Any) -> None:
            t.kept = None

        def move(self, t: Any) -> Rules[None]:
            if t.kept is None or not stale:
                t.kept = Count()
                t.kept.soldiers = sum(len(side.row) for side in t.sides)
            yield from choose(t.active, "guess", [("end", number) for number in range(t.kept.soldiers + 2)])
            yield from super().move(t)

        def label(self, t: Any, choice: Choice, option: Option) -> str:
            return str(option) if choice.prompt == "guess" else skirmish.Skirmish.label(self, t, choice, option)

    if stale:
        assert "what is derived made anew" in broken(skirmish, Keeping(), playthroughs=20)
    else:
        keeps_contract(Keeping(), [skirmish.setting()], 3)


class Note(Fixed):
    """Says that it is never changed."""

    __slots__ = ("written",)


def test_something_fixed_that_is_changed_after_all_is_seen(skirmish: Any) -> None:
    class Noting(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        def set_up(self, *given: Any) -> Any:
            t = super().set_up(*given)
            t.trouble = Note()
            t.trouble.written = 0
            return t

        def play(self, t: Any, copy: int) -> Rules[None]:
            note = t.trouble
            yield from super().play(t, copy)
            t.trouble = note
            note.written += 1

    said = broken(skirmish, Noting(), playthroughs=20)
    assert any(words in said for words in ("trouble is Fixed (Note), and was changed", "trouble.written")), said


def test_copies_in_two_groups_of_unseen_ones_are_seen(skirmish: Any) -> None:
    def unseen(self: Any, t: Any, seat: int) -> list[list[int]]:
        return [t.sides[seat].deck, t.sides[seat].deck + t.sides[1 - seat].deck]

    assert "two groups" in broken(skirmish, breaks(skirmish, unseen=unseen))


def test_seen_copies_among_the_unseen_ones_are_seen(skirmish: Any) -> None:
    def unseen(self: Any, t: Any, seat: int) -> list[list[int]]:
        return [t.sides[seat].deck + t.sides[seat].hand]

    assert "sees what is hidden: sides" in broken(skirmish, breaks(skirmish, unseen=unseen))


def test_an_outcome_without_a_reason_or_with_strange_winners_is_seen(skirmish: Any) -> None:
    for outcome, words in ((Outcome((0,), ""), "no reason"), (Outcome((5,), "won"), "are not all seats")):

        def check(self: Any, t: Any, outcome: Outcome = outcome) -> None:
            t.outcome = outcome

        assert words in broken(skirmish, breaks(skirmish, check=check))


def test_a_game_whose_undo_has_nowhere_to_go_is_seen(skirmish: Any) -> None:
    assert "no step of ['never'] was ever begun" in broken(skirmish, breaks(skirmish, moves=frozenset({"never"})))


def test_a_setup_that_takes_anything_is_seen(skirmish: Any) -> None:
    def position(self: Any, setup: Any, seed: int) -> Any:
        return skirmish.SkirmishTable([], (), seed)

    def elsewhere(self: Any, setup: Any, seed: int) -> Any:
        try:
            return skirmish.Skirmish.position(self, setup, seed)
        except BadSetupError:
            raise BadSetupError("somewhere", "is wrong") from None

    with pytest.raises(AssertionError, match="makes a position of"):
        refuses_unknown(breaks(skirmish, position=position))
    with pytest.raises(AssertionError, match="names somewhere, and it stands under seats"):
        refuses_unknown(breaks(skirmish, position=elsewhere))
