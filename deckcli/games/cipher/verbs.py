"""Cipher's verbs: what cards do, through `deeds`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import Option, Rules, choose
from deckcli.engine.closures import Built
from deckcli.engine.vocabulary import NOTHING, Amount, Did, things_of
from deckcli.games.cipher import deeds, payments, skills
from deckcli.games.cipher.paying import Thing, id_of, pick, same_card
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import NONE, CipherTable, Unit
from deckcli.games.cipher.words import (
    WORDS,
    copies_of,
    seat_of,
)

_UNITS, _CARDS = "that unit|those units", "that card|those cards"
"""What a deed was done to, when it is mentioned again."""


def _each(things: Sequence[Thing], deed: Callable[[Unit], bool]) -> Did:
    """Do something to each unit that is in play: all of them is all that was asked."""
    done = [thing for thing in things if not isinstance(thing, int) and deed(thing)]
    return Did(done, full=len(done) == len(things) > 0)


def _move_line(given: Mapping[str, Any]) -> str:
    return f"move {given['0'].text} to {given['to'].text if given.get('to') else 'the other line'}"


@WORDS.word("verb", "move", "thing, to:thing?", _move_line, again=_UNITS)
def _move(t: CipherTable, s: CipherScope, things: Sequence[Thing], to: Sequence[Any] | None = None) -> Did:
    def move(unit: Unit) -> bool:
        there = to is not None and ("front" if unit.front else "back") in to
        return not there and deeds.move(t, unit, "skill", s.unit)

    return _each(things, move)


@WORDS.word("verb", "untap", "thing", "untap {0}", again=_UNITS)
def _untap(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.untap(t, unit, "skill", s.unit))


@WORDS.word("verb", "tap", "thing", "tap {0}", again=_UNITS)
def _tap(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.tap(t, unit, "skill", s.unit))


@WORDS.word("verb", "destroy", "thing", "destroy {0}", again=_UNITS)
def _destroy(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    done: list[Thing] = []
    for thing in things:
        if not isinstance(thing, int):
            if deeds.destroy(t, thing, "skill", s.unit):
                done.append(thing)
        elif thing in t.seats[t.owners[thing]].orbs:
            deeds.destroy_orb(t, t.owners[thing], thing, "skill", s.unit)
            done.append(thing)
    return Did(done, full=len(done) == len(things) > 0)


@WORDS.word("verb", "grow", "thing, thing", "put {1} under {0}")
def _grow(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    if not things or isinstance(unit := things[0], int) or not cards:
        return NOTHING
    return Did(cards, deeds.grow(t, unit, copies_of(cards), "skill", s.unit))


@WORDS.word("verb", "exhaust", "skill", "you cannot use {0} again in this game")
def _exhaust(t: CipherTable, s: CipherScope, name: str) -> Did:
    t.flags["exhausted", s.seat, name] = True
    return Did((), 1, True)


@WORDS.word("verb", "redirect", "thing", "{0} is attacked instead")
def _redirect(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.redirect(t, unit))


def _who(given: Mapping[str, Any]) -> tuple[str, str]:
    """Who does it and with which ending: you draw, the opponent draws."""
    return ("the opponent ", "s") if given.get("who") == "the opponent" else ("", "")


def _so_many(number: str) -> str:
    """2 cards; as many cards as there are allies."""
    if number.startswith("the number of "):
        there = "of " if number.startswith("the number of those ") else ""
        return f"as many cards as there are {there}{number[14:]}"
    return f"{number} card{'' if number in ('1', 'up to 1') else 's'}"


def _draw_line(given: Mapping[str, Any]) -> str:
    who, ending = _who(given)
    return f"{who}draw{ending} {_so_many(given['0'])}"


@WORDS.word("verb", "draw", "number, who:player?", _draw_line, again=_CARDS)
def _draw(t: CipherTable, s: CipherScope, count: int, who: Any = None) -> Did:
    seat = seat_of(s, who)
    drawn = deeds.draw(t, seat, count, "skill")
    hand = t.seats[seat].hand
    return Did(hand[len(hand) - drawn :], drawn, drawn == count > 0)


def _discard_line(given: Mapping[str, Any]) -> str:
    who, ending = _who(given)
    return f"{who}discard{ending} {_so_many(given['0'])}"


@WORDS.word("verb", "discard", "amount, who:player?", _discard_line, again=_CARDS)
def _discard(t: CipherTable, s: CipherScope, amount: Any, who: Any = None) -> Rules[Did]:
    amount = amount if isinstance(amount, Amount) else Amount(int(amount), int(amount))
    seat = seat_of(s, who)
    least, most = amount.of(len(t.seats[seat].hand))
    cards = yield from pick(t, seat, "discard", t.seats[seat].hand, least, most, same_card, (s.copy, s.index))
    gone = deeds.discard(t, seat, copies_of(cards), "skill", s.unit)
    return Did(cards, gone, gone >= max(1, amount.least))


HAND = "into its owner's hand"
WORDS.plain(
    "place",
    hand=HAND,
    retreat="into the Retreat",
    bond="among the bonds",
    orbs="among the orbs",
    top="on top of the deck",
    bottom="under the deck",
    deck="into the deck, which is shuffled",
    support="into the Support Area",
    boundless="out of the game",
)


WORDS.plain("turned", face_down="face-down")


def _put_line(given: Mapping[str, Any]) -> str:
    """Into whose hand is told by where the cards were, and in which order several go to a deck."""
    things, place = given["0"], str(given["1"])
    whose = set(re.findall(r"\b(your|of yours|opponent)\b", things.text))
    if place == HAND:
        mine, theirs = whose and "opponent" not in whose, whose == {"opponent"}
        place = "into your hand" if mine else "into the opponent's hand" if theirs else place
    turned = f" {given['2']}" if given.get("2") else ""
    several = place in _DECK_ENDS and (things.many or things.text == "the rest")
    order = f" (in an order of {given['order']})" if given.get("order") else " in any order" if several else ""
    return f"put {things.text} {place}{turned}{order}"


_DECK_ENDS = ("on top of the deck", "under the deck")


@WORDS.word("verb", "put", "thing, place, turned?, order:player?", _put_line, again=_CARDS)
def _put(
    t: CipherTable,
    s: CipherScope,
    things: Sequence[Thing],
    place: str,
    turned: str | None = None,
    order: Any = None,
) -> Rules[Did]:
    copies = copies_of(things)
    if len(copies) > 1 and (order is not None or place in ("top", "bottom")):
        copies = yield from _in_order(t, s, copies, seat_of(s, order))
    moved = 0
    for copy in copies:
        if place == "support":
            moved += deeds.replace_support(t, copy, s.unit)
        else:
            moved += deeds.put(t, (copy,), place, "skill", s.unit, face_down=turned is not None)
    return Did(things if moved == len(things) else (), moved, moved == len(things))


def _in_order(t: CipherTable, s: CipherScope, copies: Sequence[int], seat: int) -> Rules[list[int]]:
    """The order in which cards go to a deck: the first goes first, and so lies deepest on top of it."""
    left, ordered = list(copies), []
    while len(left) > 1:
        (copy,) = yield from pick(t, seat, "order", left, 1, 1, same_card, (s.copy, s.index))
        ordered.append(id_of(copy))
        left.remove(id_of(copy))
    return [*ordered, *left]


@WORDS.word("verb", "peel", "thing, place", "put the top card of {0} {1}")
def _peel(t: CipherTable, s: CipherScope, things: Sequence[Thing], place: str) -> Rules[Did]:
    """The owner then chooses which card of the stack becomes the top card."""
    done = _each(things, lambda unit: deeds.peel(t, unit, place, "skill", s.unit))
    for unit in done.things:
        (copy,) = yield from pick(t, unit.seat, "choose", unit.stack, 1, 1, same_card, (s.copy, s.index))
        deeds.turn_to(t, unit, id_of(copy))
    return done


@WORDS.word("verb", "support_becomes", "number", "the support of this card becomes {0} until the end of the combat")
def _support_becomes(t: CipherTable, s: CipherScope, number: int) -> Did:
    t.notes["support", s.copy] = number
    return Did((), 1, True)


@WORDS.word("verb", "extra_phase", "phase+", "play the {0} once more")
def _extra_phase(t: CipherTable, s: CipherScope, *phases: str) -> Did:
    deeds.play_again(t, phases)
    return Did((), 1, True)


def _turn_cards(t: CipherTable, things: Sequence[Thing], *, up: bool | None) -> Did:
    """Turn bonds and orbs face-up, face-down, or (None) to their other side."""
    done: list[int] = []
    for copy in copies_of(things):
        seat = t.owners[copy]
        own = t.seats[seat]
        hidden = copy in own.spent or (copy in own.orbs and copy not in own.shown_orbs)
        if up is None or up is hidden:
            orb = copy in own.orbs
            turn = (
                (deeds.show_orbs if orb else deeds.turn_up_bonds)
                if hidden
                else (deeds.hide_orbs if orb else deeds.flip_bonds)
            )
            if turn(t, seat, (copy,)):
                done.append(copy)
    return Did(done, full=len(done) == len(things) > 0)


@WORDS.word("verb", "turn_up", "thing", "turn {0} face-up")
def _turn_up(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _turn_cards(t, things, up=True)


@WORDS.word("verb", "turn_down", "thing", "turn {0} face-down")
def _turn_down(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _turn_cards(t, things, up=False)


@WORDS.word("verb", "turn", "thing", "turn {0} over")
def _turn_over(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _turn_cards(t, things, up=None)


@WORDS.word("verb", "opponent_pays", "cost", "the opponent may pay ({0})")
def _opponent_pays(t: CipherTable, s: CipherScope, cost: tuple[Any, ...]) -> Rules[Did]:
    theirs = CipherScope(1 - s.seat, s.copy, s.unit, s.index, s.event)
    return Did((), 1, True) if (yield from payments.offered(t, theirs, cost)) else NOTHING


@WORDS.word("verb", "make_mc", "thing", "{0} {0|becomes|become} the main character")
def _make_mc(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.make_mc(t, unit, "skill"))


@WORDS.word("verb", "level_up", "thing, thing", "level {0} up with {1}")
def _level_up(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    return _place_cards(t, s, things, cards)


@WORDS.word("verb", "class_change", "thing, thing", "{0} makes a class change with {1}")
def _class_change(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    return _place_cards(t, s, things, cards)


def _place_cards(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    if not things or isinstance(unit := things[0], int):
        return NOTHING
    done = [card for card in cards if deeds.place_on(t, unit, id_of(card), "skill", s.unit)]
    return Did(done, full=len(done) == len(cards) > 0)


@WORDS.word("verb", "metamorphose", "thing, thing", "{0} {0|turns|turn} into {1}, which is no level up")
def _metamorphose(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    if not things or isinstance(unit := things[0], int) or unit.id not in t.units:
        return NOTHING
    for copy in copies_of(cards):
        deeds.metamorphose(t, unit, copy)
    return Did(cards)


@WORDS.word(
    "verb",
    "copy",
    "thing, thing, until:duration",
    "{0} {0|becomes|become} a copy of {1} in all but name and attack< {until}>",
)
def _copy(t: CipherTable, s: CipherScope, things: Sequence[Thing], others: Sequence[Thing], until: str = "turn") -> Did:
    """Until the turn ends, the only span that a card says."""
    if not things or not others or isinstance(unit := things[0], int) or isinstance(other := others[0], int):
        return NOTHING
    deeds.copy_card(t, unit, other)
    return Did((unit,))


@WORDS.word("verb", "fail", "player", "the support of {0} fails")
def _fail(t: CipherTable, s: CipherScope, who: Any) -> Did:
    return Did((), 1, True) if deeds.fail_support(t, seat_of(s, who)) else NOTHING


@WORDS.word("verb", "win", line="you win the game")
def _win(t: CipherTable, s: CipherScope) -> Did:
    deeds.win(t, s.seat)
    return Did((), 1, True)


@WORDS.word("verb", "again", line="use this skill once more")
def _again(t: CipherTable, s: CipherScope) -> Rules[Any]:
    """The skill may also be one that a support card has taken over."""
    ability = skills.ability_of(t, s.copy, s.unit, s.index)
    assert ability is not None
    assert ability.do is not None
    return (yield from ability.do(t, s))


def _show_line(given: Mapping[str, Any]) -> str:
    who, ending = _who(given)
    return f"{who}show{ending} {_so_many(given['0'])} of the hand"


@WORDS.word("verb", "show", "amount, who:player?", _show_line)
def _show(t: CipherTable, s: CipherScope, amount: Any, who: Any = None) -> Rules[Did]:
    amount = amount if isinstance(amount, Amount) else Amount(int(amount), int(amount))
    seat = seat_of(s, who)
    least, most = amount.of(len(t.seats[seat].hand))
    cards = yield from pick(t, seat, "show", t.seats[seat].hand, least, most, same_card, (s.copy, s.index))
    return _reveal(t, s, cards) if cards else NOTHING


def _one_of_line(given: Mapping[str, Any]) -> str:
    who = "the opponent chooses" if given.get("by") else "choose"
    return f"{who} one of these: {given['0']}"


@WORDS.word("verb", "one_of", "deed+, by:player?", _one_of_line)
def _one_of(t: CipherTable, s: CipherScope, *deeds_: Built, by: Any = None) -> Rules[Any]:
    options: list[Option] = [("one", number) for number in range(len(deeds_))]
    answer = yield from choose(seat_of(s, by), "one", options, (s.copy, s.index))
    return (yield from shared_words.run_deed(t, s, deeds_[int(answer[1])]))


@WORDS.word("verb", "look", "thing", "look at {0}", again=_CARDS)
def _look(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    for copy in copies_of(things):
        own = t.seats[t.owners[copy]]
        if copy in own.orbs and t.owners[copy] == s.seat:
            own.known_orbs.add(copy)
        t.notes["seen", copy, s.seat] = 1
    return Did(things)


@WORDS.word("verb", "reveal", "thing", "reveal {0}", again=_CARDS)
def _reveal(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    for copy in copies_of(things):
        t.notes["seen", copy, 0] = t.notes["seen", copy, 1] = 1
        own = t.seats[t.owners[copy]]
        if copy in own.orbs:
            own.known_orbs.add(copy)
        deeds.reveal(t, t.owners[copy], (copy,), "skill", s.unit)
    skills.remember(t, s, "revealed", copies_of(things))
    return Did(things)


@WORDS.word("verb", "mute", "player", "support skills of {0} do nothing until the end of the combat")
def _mute(t: CipherTable, s: CipherScope, who: Any) -> Did:
    seat = seat_of(s, who)
    if t.battle is None or t.battle.supporters[seat] == NONE:
        return NOTHING
    t.battle.muted += (seat,)
    return Did((), 1, True)


WORDS.plain("mark", tapped="tapped")


@WORDS.word("verb", "deploy", "thing, mark?, at:thing?", "deploy {0}< {1}>< in {at}>", again=_UNITS)
def _deploy(
    t: CipherTable, s: CipherScope, things: Sequence[Thing], mark: str | None = None, at: Sequence[Any] | None = None
) -> Rules[Did]:
    done: list[Unit] = []
    if at is not None and not at:
        return NOTHING
    for copy in copies_of(things):
        front = None if at is None or len(set(at)) > 1 else at[0] == "front"
        tapped = mark == "tapped"
        unit = yield from deeds.deploy_unit(t, t.owners[copy], copy, front, tapped=tapped, by=s.unit)
        if unit is not None:
            done.append(unit)
    return Did(done, full=len(done) == len(things) > 0)


WORDS.plain("moment", combat_end="at the end of the combat", turn_ends="at the end of the turn")


@WORDS.word("verb", "later", "moment, deed", "{0}, {1}")
def _later(t: CipherTable, s: CipherScope, moment: str, deed: Built) -> Did:
    names = tuple((name, tuple(copies_of(things_of(value)))) for name, value in s.names.items())
    t.delayed.append((moment, s.seat, s.copy, s.unit, deed, names, t.speaker))
    return Did((), 1, True)


@WORDS.word("verb", "provided", "test, deed", "if {0}, {1}")
def _provided(t: CipherTable, s: CipherScope, holds: bool, deed: Built) -> Rules[Any]:
    return (yield from shared_words.run_deed(t, s, deed)) if holds else NOTHING
