"""Ashes' verbs: everything that an effect can do, each a deed of `deeds` and the line that says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import Rules, choose, choose_yes
from deckcli.engine.closures import Awaited, Built, Group
from deckcli.engine.phrases import Said, article
from deckcli.engine.shared_words import run_deed
from deckcli.engine.vocabulary import EVERY, NOTHING, Amount, Did
from deckcli.games.ashes import attacks, deeds, deeds_dice, deeds_piles, deeds_playing, deeds_powers, moments, skills
from deckcli.games.ashes.cards import CLASS
from deckcli.games.ashes.paying import about_of, pick
from deckcli.games.ashes.skills import Mod
from deckcli.games.ashes.table import NONE, AshesScope, AshesTable, Cause, Die, Event, Piece, Seat, Thing, in_play
from deckcli.games.ashes.words import WORDS
from deckcli.games.ashes.words_rules import UNTIL
from deckcli.games.ashes.words_things import as_they_are, controller_of, face_of, seat_of

Line = Callable[[Mapping[str, Any]], str]


# ---------------------------------------------------------------- how lines are put together


_COUNTS = re.compile(r"X|\d+|up to (\d+|X)|all|any number of")


def _is_worded(count: str) -> bool:
    """Whether a number is told in words, and so stands behind."""
    return not _COUNTS.fullmatch(count)


def _is_one(count: Any) -> bool:
    return str(count) in ("1", "up to 1")


def _plural(count: Any, noun: str) -> str:
    """1 card, up to 1 card, 2 cards."""
    return f"{count} {noun}{'' if _is_one(count) else 's'}"


def _doing(given: Mapping[str, Any], verb: str) -> str:
    """Draw; that player draws."""
    who = given.get("who")
    text = who.text if isinstance(who, Said) else str(who or "")
    return f"{text} {verb}s" if text not in ("", "you") else verb


def _a(name: str) -> str:
    """An Ice Buff; The Awakened State."""
    return name if name.startswith("The ") else article(name)


def _joined(*parts: Any) -> str:
    return " ".join(str(part) for part in parts if part)


# ---------------------------------------------------------------- damage and tokens

WORDS.plain("how", final="that cannot be prevented")
WORDS.plain(
    "token",
    wounds="wound",
    exhaustion="exhaustion",
    status="status",
    token="of any kind",
    wounds_or_status="wound or status",
    wounds_and_exhaustion="wound and exhaustion",
)


def _damage_line(given: Mapping[str, Any]) -> str:
    source, count = given.get("source"), str(given["0"])
    first = f"{source.text} deals" if source else "deal"
    much, equal = ("damage", f"equal to {count}") if _is_worded(count) else (f"{count} damage", "")
    return _joined(first, much, "to", given["1"].text, equal, given.get("how"))


def _token_line(verb: str, *where: str) -> Line:
    """Place 2 status tokens on this unit."""

    def line(given: Mapping[str, Any]) -> str:
        token, count = str(given["1"]), str(given["0"])
        kind = f"token {token}" if token.startswith("of ") else f"{token} token"
        told = _joined("" if _is_worded(count) else count, kind if _is_one(count) else kind.replace("token", "tokens"))
        places = [f"{word} {given[str(number)].text}" for number, word in enumerate(where, 2)]
        return _joined(verb, told, *places, f"equal to {count}" if _is_worded(count) else "")

    return line


@WORDS.word("verb", "damage", "number, thing, source:thing?, how:how?", _damage_line, again="that unit")
def _damage(
    t: AshesTable, s: AshesScope, count: int, things: Sequence[Thing], source: Any = None, how: str | None = None
) -> Rules[Any]:
    one = source[0] if source else None
    gathered: list[Any] | None = t.notes.get("together")
    if gathered is not None:
        c = Cause(s.cause.kind, one.seat, one.card, one.id) if isinstance(one, Piece) else s.cause
        gathered += [(piece, count, c, how == "final") for piece in in_play(things)]
        return Did(things)
    return (yield from deeds.damage(t, s.cause, things, count, source=one, final=how == "final"))


@WORDS.word("verb", "place", "number, token, thing", _token_line("place", "on"), again="that token")
def _place(t: AshesTable, s: AshesScope, count: int, token: str, things: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.place(t, s.cause, token, count, as_they_are(t, things)))


TOKENS: Mapping[str, tuple[str, ...]] = {
    "token": ("wounds", "exhaustion", "status"),
    "wounds_or_status": ("wounds", "status"),
    "wounds_and_exhaustion": ("wounds", "exhaustion"),
}
"""The tokens that a word for several stands for."""


def tokens_on(things: Sequence[Thing], token: str) -> int:
    """How many tokens of a kind lie on these cards."""
    return sum(getattr(one, token) for one in things if isinstance(one, Piece))


@WORDS.word("verb", "remove", "amount, token, thing", _token_line("remove", "from"), again="those tokens")
def _remove(t: AshesTable, s: AshesScope, amount: Amount, token: str, things: Sequence[Thing]) -> Rules[Any]:
    kinds = TOKENS.get(token, (token,))
    if len(kinds) == 1 and amount.free and amount.most != 0:
        least, most = amount.of(tokens_on(things, token))
        count = yield from _how_many(t, s, least, most)
        return (yield from deeds.remove(t, s.cause, token, count, things)) if count else NOTHING
    count = EVERY if amount.most == EVERY else amount.most
    done = 0
    for kind in kinds:
        removed = yield from deeds.remove(t, s.cause, kind, count, things)
        done += removed.count
    return Did(things, done, done >= max(1, amount.least))


def _how_many(t: AshesTable, s: AshesScope, least: int, most: int) -> Rules[int]:
    """A number of the player's choice."""
    if least >= most:
        return most
    answer = yield from choose(s.seat, "how many", [("number", n) for n in range(least, most + 1)], about_of(s))
    return int(answer[1])


@WORDS.word("verb", "move", "number, token, thing, thing", _token_line("move", "from", "to"))
def _move(
    t: AshesTable, s: AshesScope, count: int, token: str, things: Sequence[Thing], others: Sequence[Thing]
) -> Rules[Any]:
    kinds = [kind for kind in TOKENS.get(token, (token,)) if tokens_on(things[:1], kind)]
    if not kinds:
        return NOTHING
    kind = kinds[0]
    if len(kinds) > 1:
        answer = yield from choose(s.seat, "token", [("word", one) for one in kinds], about_of(s))
        kind = str(answer[1])
    return (yield from deeds.move(t, s.cause, kind, count, things[0], others[0]))


@WORDS.word("verb", "lend", "number, token, thing", _token_line("place", "on"), again="that token")
def _lend(t: AshesTable, s: AshesScope, count: int, token: str, things: Sequence[Thing]) -> Rules[Any]:
    """Place tokens that are taken back later, these and no others."""
    done = yield from deeds.place(t, s.cause, token, count, as_they_are(t, things))
    for piece in in_play(done.things):
        deeds.mark(t, piece, token)
    return done


@WORDS.word("verb", "take_back", "thing", "remove {0}, if it is still there")
def _take_back(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.take_back(t, s.cause, "exhaustion", things[0]))


@WORDS.word("verb", "prevent", "amount", "prevent {0} of that damage", again="the prevented damage")
def _prevent(t: AshesTable, s: AshesScope, amount: Amount) -> Did:
    event = s.event
    if event is None or event.amount <= 0:
        return NOTHING
    before = event.amount
    deeds.prevent(t, event, before if amount.most == EVERY else amount.most)
    return Did((), before - event.amount)


@WORDS.word("verb", "redirect", "thing", "{0} receives that damage instead")
def _redirect(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    piece = things[0]
    if s.event is None or not isinstance(piece, Piece):
        return NOTHING
    deeds.redirect(t, s.event, piece)
    return Did((piece,))


@WORDS.word("verb", "multiply", "number", "place {0} times as many wounds")
def _multiply(t: AshesTable, s: AshesScope, count: int) -> Did:
    if s.event is None:
        return NOTHING
    deeds.multiply(s.event, count)
    return Did((), s.event.amount)


# ---------------------------------------------------------------- cards


def _draw_line(given: Mapping[str, Any]) -> str:
    count = str(given["0"])
    cards = f"cards equal to {count}" if _is_worded(count) else _plural(count, "card")
    return _joined(_doing(given, "draw"), cards, given.get("end"))


def _mill_line(given: Mapping[str, Any]) -> str:
    whose = "your" if not given.get("who") or given["who"].text == "you" else "their"
    count = str(given["0"])
    equal = f"equal to {count}" if _is_worded(count) else ""
    cards = "cards" if equal else _plural(count, "card")
    return _joined(_doing(given, "discard"), cards, f"off the top of {whose} draw pile", equal)


def _put_line(given: Mapping[str, Any]) -> str:
    """Put it into its owner's hand; put those cards into their owners' hands."""
    what, where = given["0"], str(given["1"])
    where = where.replace("its owner's hand", "their owners' hands").replace("its ", "their ") if what.many else where
    return _joined("put", what.text, where, f"of {given['on'].text}" if given.get("on") else "")


def _where_line(given: Mapping[str, Any]) -> str:
    on, pile = given.get("on"), given.get("pile")
    return _joined(f"on the battlefield of {on.text}" if on else "", f"out of the pile of {pile.text}" if pile else "")


def _summon_line(given: Mapping[str, Any]) -> str:
    count, name = str(given.get("1") or 1), given["0"]
    many = f"copies of {name} equal to {count}" if _is_worded(count) else f"{count} copies of {name}"
    return _joined("summon", _a(name) if count == "1" else many, _where_line(given))


def _play_line(given: Mapping[str, Any]) -> str:
    without, instead = given.get("without"), given.get("instead")
    return _joined(
        "play", given["0"].text, f"without {without}" if without else "", f"for {instead} instead" if instead else ""
    )


@WORDS.word("verb", "destroy", "thing", "destroy {0}", again="it")
def _destroy(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.destroy(t, s.cause, as_they_are(t, things)))


@WORDS.word("verb", "discard", "thing", "discard {0}", again="it")
def _discard(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.discard(t, s.cause, as_they_are(t, things)))


WORDS.plain("end", bottom="from the bottom of the draw pile")


@WORDS.word("verb", "draw", "amount, who:thing?, end:end?", _draw_line, again="those cards")
def _draw(
    t: AshesTable, s: AshesScope, amount: Amount, who: Sequence[Thing] | None = None, end: str | None = None
) -> Rules[Any]:
    seat = seat_of(t, s, who if who is None else tuple(who))
    _, most = amount.of(len(t.seats[seat].draw_pile))
    count = most
    if amount.free and most:
        answer = yield from choose(seat, "draw", [("number", n) for n in range(most + 1)], about_of(s))
        count = int(answer[1])
    if not count:
        return NOTHING
    done = deeds_piles.draw(t, s.cause, seat, count, bottom=end == "bottom")
    return Did(done.things, done.count, done.count >= (1 if amount.free else amount.most))


@WORDS.word("verb", "mill", "number, who:thing?", _mill_line, again="those cards")
def _mill(t: AshesTable, s: AshesScope, count: int, who: Sequence[Thing] | None = None) -> Did:
    if who is not None and not who:
        return NOTHING
    return deeds_piles.mill(t, s.cause, seat_of(t, s, who if who is None else tuple(who)), count)


@WORDS.word("verb", "look", "thing", "look at {0}", again="that card|those cards")
def _look(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    deeds_piles.look(t, s.seat, things)
    return Did(things)


@WORDS.word("verb", "reveal", "thing", "reveal {0}", again="that card|those cards")
def _reveal(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    deeds_piles.reveal(t, things)
    return Did(things)


WORDS.plain(
    "place",
    hand="into its owner's hand",
    battlefield="onto the battlefield",
    top="on top of its draw pile",
    bottom="under its draw pile",
    top_or_bottom="on top of or under its draw pile",
    draw_pile="into its draw pile and shuffle that",
    discard_pile="into its discard pile",
    aside="aside",
    removed="out of the game",
)


@WORDS.word("verb", "put", "thing, place, on:thing?", _put_line, again="that card|those cards")
def _put(
    t: AshesTable, s: AshesScope, things: Sequence[Thing], place: str, on: Sequence[Thing] | None = None
) -> Rules[Any]:
    there = _where_they_lie(t, things)
    if place == "top_or_bottom":
        return (yield from _put_back(t, s, there))
    if place == "aside":
        s.names["aside"] = tuple(copies_of(there))
        place = "looked"
    if place in ("top", "bottom") and len(there) > 1:
        there = yield from _ordered(t, s, there)
    seat = s.seat if on is None else seat_of(t, s, tuple(on))
    done = yield from deeds.put(t, s.cause, there, place, on=seat)
    if place == "draw_pile":  # cards are always shuffled into it
        for owner in dict.fromkeys(t.owners[copy] for copy in copies_of(there)):
            deeds_piles.shuffle(t, owner)
    return Did(done.things, done.count, done.count == len(things) > 0)


def _ordered(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[list[Thing]]:
    """Cards in the order in which whoever speaks wants to lay them, one on the other."""
    left, order = list(things), []
    while left:
        (thing,) = yield from pick(t, s.seat, "put back", left, 1, 1, about_of(s))
        left.remove(thing)
        order.append(thing)
    return order


def copies_of(things: Sequence[Thing]) -> list[int]:
    """The copies of cards, in play or not."""
    return [one.card if isinstance(one, Piece) else one for one in things if isinstance(one, Piece | int)]


def _where_they_lie(t: AshesTable, things: Sequence[Thing]) -> list[Thing]:
    """Cards that have left play by their copies, unless they came again."""
    found: list[Thing] = []
    for thing in things:
        if not isinstance(thing, Piece) or thing.place != "gone":
            found.append(thing)
        elif t.piece_of_copy(thing.card) is None:
            found.append(thing.card)
    return found


def _put_back(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    """Card by card, in the order of choice, on top of the draw pile or under it."""
    left, done = list(things), 0
    while left:
        (thing,) = yield from pick(t, s.seat, "put back", left, 1, 1, about_of(s))
        left.remove(thing)
        answer = yield from choose(s.seat, "top or bottom", [("word", "top"), ("word", "bottom")], about_of(s))
        moved = yield from deeds.put(t, s.cause, (thing,), str(answer[1]))
        done += moved.count
    return Did(things, done, done == len(things) > 0)


def _pile(words: str) -> str:
    return words.removeprefix("cards in ")


@WORDS.word("verb", "shuffle", "thing", lambda given: f"shuffle {_pile(given['0'].text)}")
def _shuffle(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    for first in things[:1]:
        seat = controller_of(t, first)
        if first in t.seats[seat].draw_pile:  # a discard pile is only ever drawn from at random
            deeds_piles.shuffle(t, seat)
    return Did((), 1, True)


# ---------------------------------------------------------------- conjurations and alterations


@WORDS.word("verb", "summon", "title, amount?, on:thing?, pile:thing?", _summon_line, again="that conjuration")
def _summon(
    t: AshesTable,
    s: AshesScope,
    title: str,
    amount: Amount | None = None,
    on: Sequence[Thing] | None = None,
    pile: Sequence[Thing] | None = None,
) -> Rules[Any]:
    if on is not None and not on:
        return NOTHING
    count = 1
    if amount is not None:
        count = amount.most
        if amount.free and count:
            count = yield from _how_many(t, s, 0, count)
    if count <= 0:
        return NOTHING
    seat = seat_of(t, s, on if on is None else tuple(on))
    owner = seat_of(t, s, pile if pile is None else tuple(pile))
    return (yield from deeds.summon(t, s.cause, s.seat, title, count, on=seat, pile=owner))


def _same_line(given: Mapping[str, Any]) -> str:
    return f"summon {given['1'] or 1} of the same name as {given['0'].text}"


@WORDS.word("verb", "summon_same", "thing, amount?", _same_line, again="that conjuration")
def _summon_same(t: AshesTable, s: AshesScope, things: Sequence[Thing], amount: Amount | None = None) -> Rules[Any]:
    face = face_of(t, things[0])
    if face is None:
        return NOTHING
    count = 1 if amount is None else amount.most
    return (yield from deeds.summon(t, s.cause, s.seat, face.name, count, on=s.seat, pile=s.seat))


@WORDS.word("verb", "bring_back", "thing", "put {0} back onto your battlefield", again="that conjuration")
def _bring_back(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    for thing in things:
        if isinstance(thing, Piece) and thing.place == "aside":
            deeds.settle(t, thing)
    return (yield from deeds.summon_cards(t, s.cause, s.seat, things, len(things)))


@WORDS.word("verb", "attach", "title, thing", lambda given: f"attach {_a(given['0'])} to {given['1'].text}")
def _attach(t: AshesTable, s: AshesScope, title: str, things: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.attach(t, s.cause, s.seat, title, things[0]))


@WORDS.word("verb", "reattach", "thing, thing", "attach {0} to {1}")
def _reattach(t: AshesTable, s: AshesScope, things: Sequence[Thing], hosts: Sequence[Thing]) -> Rules[Any]:
    return (yield from deeds.move_alteration(t, s.cause, things[0], hosts[0]))


@WORDS.word("verb", "stow", "thing, thing", "put {0} face down under {1}")
def _stow(t: AshesTable, s: AshesScope, things: Sequence[Thing], under: Sequence[Thing]) -> Did:
    done: Did = deeds.stow(t, s.cause, things, under[0])
    return done


WORDS.plain("part", main="its main action", side="its side action")


@WORDS.word("verb", "play", "thing, without:part*, instead:cost?", _play_line)
def _play(t: AshesTable, s: AshesScope, things: Sequence[Thing], without: Any = (), instead: Any = None) -> Rules[Any]:
    parts = without if isinstance(without, tuple) else (without,)
    copy = things[0]
    return (yield from deeds_playing.play_card(t, s.seat, copy, parts, instead)) if isinstance(copy, int) else NOTHING


# ---------------------------------------------------------------- dice


def _dice_line(verb: str, rest: str = "", default: str = "dice in your active pool") -> Line:
    def line(given: Mapping[str, Any]) -> str:
        count, pool = str(given["0"]), given.get("1")
        text = pool.text if isinstance(pool, Said) else default
        text = text.replace("dice", "die", 1) if _is_one(count) else text
        worded = _is_worded(count)
        equal = f"equal in number to {count}" if worded else ""
        return _joined(verb, "" if worded else count, text, equal, given.get("to") or rest)

    return line


def _dice_of(t: AshesTable, s: AshesScope, pool: Sequence[Thing] | None, default: str = "active") -> list[Die]:
    """The dice that may be meant: of a pool that was named, else one's own."""
    if pool is not None:
        return [one for one in pool if isinstance(one, Die)]
    return t.dice_of(s.seat, 0 if default == "active" else 1)


WORDS.plain("side", class_side="to a class side")
_ready_line = _dice_line("move", "to the active pool, on a side of your choice", "dice in your exhausted pool")


def _dice_verb(spelling: str, takes: str, line: Line, deed: Callable[..., Any], default: str = "active") -> None:
    @WORDS.word("verb", spelling, takes, line)
    def verb(
        t: AshesTable, s: AshesScope, amount: Amount, pool: Sequence[Thing] | None = None, to: str | None = None
    ) -> Rules[Any]:
        dice = _dice_of(t, s, pool, default)
        least, most = amount.of(len(dice))
        if not most:
            return NOTHING
        more = {} if to is None else {"to": CLASS}
        done = yield from deed(t, s, dice, least, most, **more)
        full = done.count >= (1 if amount.free else least if amount.least == EVERY else amount.least)
        return Did(done.things, done.count, full and done.count > 0)


_dice_verb(
    "change_dice", "amount, thing?, to:side?", _dice_line("change", "to a side of your choice"), deeds_dice.change_dice
)
_dice_verb("raise_dice", "amount, thing?", _dice_line("raise", "one level"), deeds_dice.raise_dice)
_dice_verb("lower_dice", "amount, thing", _dice_line("lower", "one level"), deeds_dice.lower_dice)
_dice_verb("reroll_dice", "amount, thing", _dice_line("reroll"), deeds_dice.reroll_dice)
_dice_verb("ready_dice", "amount, thing?", _ready_line, deeds_dice.ready_dice, "exhausted")
_dice_verb("exhaust_dice", "amount, thing", _dice_line("exhaust"), deeds_dice.exhaust_dice)


@WORDS.word("verb", "place_die", "thing, thing", "place {0} on {1}")
def _place_die(t: AshesTable, s: AshesScope, dice: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    die, card = dice[0], cards[0]
    if not isinstance(die, Die) or not isinstance(card, Piece):
        return NOTHING
    deeds_dice.place_die(t, s.cause, die, card)
    return Did((die,))


@WORDS.word("verb", "use_power", "thing", "use the dice power of {0}")
def _use_power(t: AshesTable, s: AshesScope, dice: Sequence[Thing]) -> Rules[Any]:
    die = dice[0]
    return (yield from deeds_powers.use_power(t, die, s.seat)) if isinstance(die, Die) else NOTHING


@WORDS.word("verb", "keep_dice", "thing, until:duration", "{0} stay where they are when they prevent damage {until}")
def _keep_dice(t: AshesTable, s: AshesScope, dice: Sequence[Thing], until: str) -> Did:
    """Also dice that come onto a card later this turn: all of that type."""
    types = {die.type for die in dice if isinstance(die, Die)}
    return deeds_dice.keep_dice(t, [die for die in t.dice if die.seat == s.seat and die.type in types])


# ---------------------------------------------------------------- cards that change


@WORDS.word("verb", "swap_values", "thing, until:duration", "exchange the printed attack and life of {0} {until}")
def _swap(t: AshesTable, s: AshesScope, things: Sequence[Thing], until: str) -> Did:
    count = skills.last(t, s, Mod("swap"), UNTIL[until][0], things)
    return Did(things, count)


@WORDS.word("verb", "become_copy", "thing, thing, until:duration", "{0} becomes a copy of {1} {until}")
def _become_copy(t: AshesTable, s: AshesScope, things: Sequence[Thing], others: Sequence[Thing], until: str) -> Did:
    one, other = things[0], others[0]
    if not isinstance(one, Piece) or not isinstance(other, Piece):
        return NOTHING
    face = skills.face_now(t, other)
    if face.text.x is not None:  # a printed X is what it is now
        x = face.text.x(t, AshesScope(other.seat, other.card, other.id))
        attack, life, recover = (x if one is None else one for one in (face.attack, face.life, face.recover))
        face = replace(face, attack=attack, life=life, recover=recover)
    made = Mod("copy", face)
    return Did((one,), skills.last(t, s, made, UNTIL[until][0], (one,)))


def _magnify_line(given: Mapping[str, Any]) -> str:
    return _joined("numbers of abilities of", given["0"].text, "are", given["1"], "higher", given["until"])


@WORDS.word("verb", "magnify", "thing, number, until:duration", _magnify_line)
def _magnify(t: AshesTable, s: AshesScope, things: Sequence[Thing], count: int, until: str) -> Did:
    return Did(things, skills.last(t, s, Mod("magnify", count), UNTIL[until][0], things))


# ---------------------------------------------------------------- the turn and the attack


@WORDS.word("verb", "extra_side", "number", "you may take up to {0} more side {0|action|actions} this turn")
def _extra_side(t: AshesTable, s: AshesScope, count: int) -> Did:
    deeds.extra_side(t, s.seat, count)
    return Did((), count)


@WORDS.word("verb", "stop_attacking", "thing", "{0} is no longer attacking")
def _stop_attacking(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    pieces = [one for one in things if isinstance(one, Piece)]
    for piece in pieces:
        deeds.stop_attacking(t, piece)
    return Did(pieces)


@WORDS.word("verb", "attack_with", "thing, at:group?", "attack< {at}> with {0} alone")
def _attack_with(t: AshesTable, s: AshesScope, things: Sequence[Thing], at: Group | None = None) -> Rules[Any]:
    """An attack action with that unit alone; it begins when the effect is over."""
    unit = things[0]
    if not isinstance(unit, Piece) or unit not in attacks.ready_to_attack(t, s.seat) or t.attack is not None:
        return NOTHING
    foes = [
        foe
        for foe in attacks.attackable(t, s.seat)
        if (at is None or at.fits(t, s, foe)) and not skills.forbidden(t, "attack", unit, foe)
    ]
    if not foes:
        return NOTHING
    (target,) = yield from pick(t, s.seat, "attacked", foes, 1, 1, about_of(s))
    attacks.begin(t, s.seat, target, only=unit)
    t.step = "attackers"
    return Did((unit,))


@WORDS.word("verb", "make_first", "thing", "{0} becomes the first player")
def _make_first(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    who = things[0]
    if not isinstance(who, Seat):
        return NOTHING
    deeds.make_first(t, who.number)
    return Did((who,))


@WORDS.word("verb", "cancel", "thing", "cancel the effect of {0} and all that it would still do")
def _cancel(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Did:
    if s.event is None:
        return NOTHING
    deeds.cancel(t, s.event)
    return Did((), 1, True)


@WORDS.word("verb", "resolve_copy", "thing", "resolve the effect of {0} as if it were yours")
def _resolve_copy(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> Rules[Any]:
    """What has just resolved is done again by whoever speaks; a Phoenixborn's ability by their own Phoenixborn."""
    theirs = s.event.things[0] if s.event is not None and s.event.things else None
    if not isinstance(theirs, AshesScope):
        return NOTHING
    piece = t.seats[s.seat].phoenixborn if theirs.piece != NONE else NONE
    cause = Cause(theirs.cause.kind, s.seat, theirs.copy, piece)
    speaks = AshesScope(s.seat, theirs.copy, piece, theirs.skill, cause, theirs.n)
    speaks.x, speaks.spent = theirs.x, theirs.spent
    return (yield from moments.run(t, speaks))


_ALL_LINE = "resolve what happens when {0} for all {1}, in the order of your choice"


@WORDS.word("verb", "resolve_all", "event, group", _ALL_LINE)
def _resolve_all(t: AshesTable, s: AshesScope, event: Awaited, group: Group) -> Rules[Any]:
    waiting = []
    for name in event.names:
        for seat in (s.seat, 1 - s.seat):
            told = Event(name, None, seat)
            found = [one for one in skills.listeners(t, told) if one[1].seat == seat]
            waiting += [one for one in found if (piece := t.pieces.get(one[1].piece)) and group.fits(t, s, piece)]
    count = len(waiting)
    yield from moments.in_order(t, waiting, Event(event.names[0], None, s.seat))
    return Did((), count)


# ---------------------------------------------------------------- how deeds go together


def _one_of_line(given: Mapping[str, Any]) -> str:
    return f"choose one: {given['0']}"


@WORDS.word("verb", "one_of", "deed+", _one_of_line, again="it")
def _one_of(t: AshesTable, s: AshesScope, *options: Built) -> Rules[Any]:
    answer = yield from choose(s.seat, "one of", [("option", n) for n in range(len(options))], about_of(s))
    return (yield from run_deed(t, s, options[int(answer[1])]))


def _times_line(given: Mapping[str, Any]) -> str:
    count = str(given["0"])
    return f"{given['1']} ({f'as often as {count}' if _is_worded(count) else f'{count} times'})"


@WORDS.word("verb", "repeat", "amount, deed", _times_line)
def _repeat(t: AshesTable, s: AshesScope, amount: Amount, deed: Built) -> Rules[Any]:
    """One after the other; of "up to" so many each is offered, until one is declined."""
    done = 0
    for _ in range(max(0, amount.most)):
        if amount.free and not (yield from choose_yes(s.seat, "again", about_of(s))):
            break
        yield from run_deed(t, s, deed)
        done += 1
    return Did((), done, done > 0 if amount.free else done == amount.most)


@WORDS.word("verb", "together", "deed+", "at the same time, {0}")
def _together(t: AshesTable, s: AshesScope, *parts: Built) -> Rules[Any]:
    """Damage of unequal parts at the same moment: it is gathered, and then dealt."""
    t.notes["together"] = []
    for part in parts:
        yield from run_deed(t, s, part)
    gathered = t.notes.pop("together")
    final = any(one[3] for one in gathered)
    return (yield from deeds.deal(t, [one[:3] for one in gathered], final=final))


def _turns_line(given: Mapping[str, Any]) -> str:
    options = given["1"].replace(" and ", ", or ", 1)
    return f"you, {given['0'].text} and you again each choose another of these in turn: {options}"


@WORDS.word("verb", "take_turns", "thing, deed+", _turns_line)
def _take_turns(t: AshesTable, s: AshesScope, who: Sequence[Thing], *options: Built) -> Rules[Any]:
    """One takes an option, the other player another one, and so on until none is left."""
    left = list(range(len(options)))
    seats = [s.seat, seat_of(t, s, tuple(who))]
    while left:
        seat = seats[(len(options) - len(left)) % 2]
        number = left[0]
        if len(left) > 1:
            answer = yield from choose(seat, "one of", [("option", n) for n in left], about_of(s))
            number = int(answer[1])
        left.remove(number)
        speaks = moments.fresh(s, s.event)
        speaks.seat = seat
        yield from run_deed(t, speaks, options[number])
    return Did((), len(options))


@WORDS.word("verb", "later", "moment, deed", "{0}, {1}")
def _later(t: AshesTable, s: AshesScope, moment: str, deed: Built) -> Did:
    skills.later(t, s, "turn_end", deed, next_turn=moment != "turn_end")
    return Did((), 1, True)


@WORDS.word("verb", "watch", "event, deed, until:duration", "{until}, whenever {0}, {1}")
def _watch(t: AshesTable, s: AshesScope, event: Awaited, deed: Built, until: str) -> Did:
    for name in event.names:
        skills.watch(t, s, name, event.test, deed, UNTIL[until][0])
    return Did((), 1, True)


# ---------------------------------------------------------------- asking


class _Asker:
    """How Ashes asks: by the card in play, the copy, the die or the player; things that are alike are one option."""

    def pick(
        self, t: AshesTable, s: AshesScope, things: Sequence[Thing], least: int, most: int, by: Any
    ) -> Rules[tuple[Thing, ...]]:
        return (yield from pick(t, seat_of(t, s, by), "choose", things, least, most, about_of(s)))

    def yes(self, t: AshesTable, s: AshesScope, by: Any) -> Rules[bool]:
        return (yield from choose_yes(seat_of(t, s, by), "may", about_of(s)))

    def pay(self, t: AshesTable, s: AshesScope, cost: tuple[Any, ...]) -> Rules[bool]:
        return (yield from moments.offered(t, s, cost))


_ASKER = _Asker()


def _choose(
    t: AshesTable, s: AshesScope, amount: Amount | None, things: Sequence[Thing], by: Any = None
) -> Rules[tuple[Thing, ...]]:
    """Choose; none of them, where the whole deed may be left (`s.free`)."""
    least, most = (amount or Amount(1, 1)).of(len(things))
    if s.free:
        s.free, least = False, 0
    if not things or not most:
        return ()
    if least == len(things):
        return tuple(things)
    return (yield from _ASKER.pick(t, s, things, least, most, by))


def _may(t: AshesTable, s: AshesScope, *parts: Built, by: Any = None) -> Rules[Any]:
    """Yes or no; but a deed that begins with the choice of one thing is left by choosing none: one question."""
    if len(parts) == 1 and parts[0].picks and by is None:
        s.free = True
        done = yield from run_deed(t, s, parts[0])
        s.free = False
        return done
    if not (yield from _ASKER.yes(t, s, by)):
        return NOTHING
    done = NOTHING
    for part in parts:
        done = yield from run_deed(t, s, part)
    return done


shared_words.add(WORDS, _ASKER, choose=_choose)
WORDS.words["verb", "may"] = replace(WORDS.words["verb", "may"], run=_may)
_pay = WORDS.words["verb", "pay"]
WORDS.words["verb", "pay"] = replace(_pay, line="you may pay {0}")
