"""How Cipher's cards ask, and what the questions say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import NO, YES, Option, Rules, choose
from deckcli.engine.effects import offered_words
from deckcli.engine.vocabulary import EVERY, Amount
from deckcli.games.cipher import barred, deeds, labels, payments, skills
from deckcli.games.cipher.paying import Thing, id_of, pick, same_card
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import CipherTable
from deckcli.games.cipher.words import WORDS, copies_of, cost_of, names_of, seat_of


def _is_unseen(t: CipherTable, thing: Thing, seat: int) -> bool:
    """Whether whoever is asked may not see a card: an orb that lies face-down, another's hand."""
    if not isinstance(thing, int):
        return False
    owner = t.owners[thing]
    own = t.seats[owner]
    return (thing in own.orbs and thing not in own.shown_orbs) or (thing in own.hand and owner != seat)


def _is_known(t: CipherTable, copy: int, seat: int) -> bool:
    """Whether a seat knows an orb that lies face-down: its own that it has looked at, one that was shown this turn."""
    if copy not in t.seats[t.owners[copy]].orbs:
        return False
    return (t.owners[copy] == seat and copy in t.seats[seat].known_orbs) or ("seen", copy, seat) in t.notes


def _that_may_be_chosen(t: CipherTable, things: Sequence[Thing]) -> Sequence[Thing]:
    if not barred.could_be_ruled(t, "cannot be_chosen"):
        return things
    return [
        thing
        for thing in things
        if isinstance(thing, int) or not barred.forbidden(t, "be_chosen", unit=thing.id, cause="skill")
    ]


class _Asker:
    """How Cipher asks: by the top copy of a unit, by the copy of a card; equal cards are one option."""

    def pick(
        self, t: CipherTable, s: CipherScope, things: Sequence[Thing], least: int, most: int, by: Any
    ) -> Rules[tuple[Thing, ...]]:
        seat = seat_of(s, by)
        things = _that_may_be_chosen(t, things)
        if any(_is_unseen(t, thing, seat) for thing in things):
            return (yield from self._unseen(t, s, things, least, most, seat))
        taken = yield from pick(t, seat, "choose", things, least, most, same_card, (s.copy, s.index))
        skills.remember(t, s, "chosen", taken)
        return taken

    def _unseen(
        self, t: CipherTable, s: CipherScope, things: Sequence[Thing], least: int, most: int, seat: int
    ) -> Rules[tuple[Thing, ...]]:
        """Cards that nobody tells apart are one option, which chance fills; an orb that its owner has looked at is
        another."""
        hidden = [thing for thing in things if isinstance(thing, int) and thing in t.seats[t.owners[thing]].hand]
        if hidden and len(hidden) == len(things):
            things = t.chance.shuffle(f"{seat}.unseen", hidden)

        def alike(t: CipherTable, thing: Thing) -> Any:
            if not _is_unseen(t, thing, seat):
                return same_card(t, thing)
            copy = id_of(thing)
            return copy if _is_known(t, copy, seat) else ("unseen", t.owners[copy])

        taken = yield from pick(t, seat, "choose", things, least, most, alike, (s.copy, s.index), "unseen")
        skills.remember(t, s, "chosen", taken)
        return taken

    def yes(self, t: CipherTable, s: CipherScope, by: Any) -> Rules[bool]:
        return (yield from choose(seat_of(s, by), "may", (YES, NO), (s.copy, s.index))) == YES

    def pay(self, t: CipherTable, s: CipherScope, cost: tuple[Any, ...]) -> Rules[bool]:
        return (yield from payments.offered(t, s, cost))


_ASKER = _Asker()
_ONE = Amount(1, 1)


def _choose(
    t: CipherTable, s: CipherScope, amount: Amount | None, things: Sequence[Thing], by: Any = None
) -> Rules[Any]:
    """Choose among those that may be chosen; where there is no choice, what is taken was chosen all the same."""
    things = _that_may_be_chosen(t, things)
    least, most = (amount or _ONE).of(len(things))
    return (yield from _ASKER.pick(t, s, things, least, most, by)) if things and most else ()


shared_words.add(WORDS, _ASKER, choose=_choose)


@WORDS.word("question", "search", "amount?, thing", "look for {1} in your deck")
def _search(t: CipherTable, s: CipherScope, amount: Amount | None, things: Sequence[Thing]) -> Rules[Any]:
    """Look through the own deck: one may find nothing; what is found is shown, and the deck is shuffled."""
    own = t.seats[s.seat]
    found = yield from pick(t, s.seat, "search", things, 0, (amount or Amount(1, 1)).most, same_card, (s.copy, s.index))
    own.deck = deeds.shuffled(t, s.seat, own.deck)
    for copy in copies_of(found):
        t.notes["seen", copy, 0] = t.notes["seen", copy, 1] = 1
    deeds.reveal(t, s.seat, copies_of(found), "skill", s.unit)
    return found


TRAITS: Mapping[str, Callable[[CipherTable, Thing], Any]] = {
    "names": lambda t, x: frozenset(names_of(t, x)),
    "costs": cost_of,
}
WORDS.plain("trait", names="names", costs="costs")


def _differing_line(given: Mapping[str, Any]) -> str:
    things = given["2"].text
    return f"{given['1']} {'of ' if things.startswith('those ') else ''}{things} with different {given['0']}"


@WORDS.word("question", "choose_differing", "trait, amount, thing", _differing_line)
def _choose_differing(
    t: CipherTable, s: CipherScope, trait: str, amount: Amount, things: Sequence[Thing]
) -> Rules[tuple[Thing, ...]]:
    """Choose one by one, each unlike all that were chosen in that trait."""
    told = TRAITS[trait]
    taken: list[Thing] = []
    left = list(things)
    while left and (amount.most == EVERY or len(taken) < amount.most):
        least = 0 if amount.least != EVERY and len(taken) >= amount.least else 1
        one = yield from _ASKER.pick(t, s, left, least, 1, None)
        if not one:
            break
        taken += one
        left = [thing for thing in left if not _share_trait(told(t, thing), [told(t, other) for other in taken])]
    return tuple(taken)


@WORDS.word("question", "choose_within", "number, thing", "any number of {1} with total cost {0} or less")
def _choose_within(t: CipherTable, s: CipherScope, total: int, things: Sequence[Thing]) -> Rules[tuple[Thing, ...]]:
    """Choose one by one, as long as the deployment costs together are no more than that."""
    taken: list[Thing] = []
    left = [thing for thing in things if cost_of(t, thing) <= total]
    while left:
        one = yield from _ASKER.pick(t, s, left, 0, 1, None)
        if not one:
            break
        taken += one
        total -= cost_of(t, one[0])
        left = [thing for thing in left if thing is not one[0] and cost_of(t, thing) <= total]
    return tuple(taken)


def _share_trait(one: Any, others: Sequence[Any]) -> bool:
    if isinstance(one, frozenset):
        return any(not one.isdisjoint(other) for other in others)
    return one in others


def _skill_words(t: CipherTable, about: Sequence[int]) -> str:
    return skills.skill_label(t, about[0], about[1]) if len(about) > 1 else ""


def _asks(words: str) -> Callable[[CipherTable, Any], str]:
    return lambda t, choice: f"{_skill_words(t, choice.about)}: {words}"


labels.QUESTIONS.update(
    {
        "choose": _asks("choose."),
        "pay": _asks("what pays for it?"),
        "discard": _asks("what is discarded?"),
        "search": _asks("which of these?"),
        "show": _asks("what is shown?"),
        "order": _asks("which goes first?"),
        "one": _asks("which of these?"),
        "use": _asks("pay its cost?"),
        "may": _asks("do it?"),
    }
)


def _unseen_words(t: CipherTable, choice: Any, option: Option) -> str:
    copy = int(option[1])
    if not _is_unseen(t, copy, choice.seat) or _is_known(t, copy, choice.seat):
        return labels.thing_words(t, choice.seat, copy)
    both = len({t.owners[int(other[1])] for other in choice.options if other[0] == "unseen"}) > 1
    return "One unseen" + (" of the opponent" if both and t.owners[copy] != choice.seat else "")


labels.OPTIONS["unseen"] = _unseen_words


def _one_words(t: CipherTable, choice: Any, option: Option) -> str:
    """What one of several deeds says, out of the skill that offers it."""
    ability, number = skills.ability_at(t, int(choice.about[0]), int(choice.about[1])), int(option[1])
    offers = offered_words(ability, WORDS) if ability is not None else ()
    return offers[number] if offers else f"number {number + 1}"


labels.OPTIONS["one"] = _one_words
