"""Ashes' words for things: players, cards, dice and places, what can be asked of them, numbers and questions.

A thing is one of those of `table`: a Piece, a copy, a Seat, a Die. A spellboard slot is the first spell on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from deckcli.engine.choice import Rules
from deckcli.engine.closures import Group
from deckcli.engine.phrases import Phrase, article
from deckcli.engine.vocabulary import NOTHING, Amount
from deckcli.games.ashes import deeds, deeds_piles, skills
from deckcli.games.ashes.cards import POWER, Cost, Face
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.paying import about_of, pick
from deckcli.games.ashes.table import (
    ACTIVE,
    ALTERATION,
    EXHAUSTED,
    NONE,
    ON_CARD,
    READY_SPELL,
    UNIT,
    AshesScope,
    AshesTable,
    Die,
    Piece,
    Seat,
    Thing,
)
from deckcli.games.ashes.words import WORDS

Side: TypeAlias = "str | Thing"
"""Whose: "my", "enemy", "" (anybody's), or a thing that it belongs to."""


def seats_of(t: AshesTable, s: AshesScope, side: Side) -> tuple[int, ...]:
    """The seats that a side means for whoever speaks; a card's are its controller's."""
    if side == "my":
        return (s.seat,)
    if side == "enemy":
        return (1 - s.seat,)
    if side == "":
        return (s.seat, 1 - s.seat)
    return (controller_of(t, side),) if not isinstance(side, str) else ()


def controller_of(t: AshesTable, thing: Thing) -> int:
    """The seat that controls a thing; its owner's where nobody does."""
    if isinstance(thing, int):
        return t.owners[thing]
    return thing.number if isinstance(thing, Seat) else thing.seat


def owner_of(t: AshesTable, thing: Thing) -> int:
    """The seat that owns a thing."""
    return t.owners[thing.card] if isinstance(thing, Piece) else controller_of(t, thing)


def seat_of(t: AshesTable, s: AshesScope, who: Any) -> int:
    """The seat of whoever is named by a word or a choice; who speaks when nobody is named."""
    if isinstance(who, Group):
        who = who.all(t, s)
    if isinstance(who, tuple):
        who = who[0] if who else None
    return s.seat if who is None else controller_of(t, who)


def face_of(t: AshesTable, thing: Thing) -> Face | None:
    """The card that a thing is now: of a copy the printed one, of a card in play the one it may have become."""
    if isinstance(thing, Piece):
        return skills.face_now(t, thing)
    return t.cards[thing] if isinstance(thing, int) else None


def as_they_are(t: AshesTable, things: Sequence[Thing]) -> list[Thing]:
    """These things now: a copy that has come into play since it was named is the card in play."""
    return [(t.piece_of_copy(one) or one) if isinstance(one, int) else one for one in things]


# ---------------------------------------------------------------- players


@WORDS.word("player", "me", line="you")
def _me(t: AshesTable, s: AshesScope) -> tuple[Seat, ...]:
    return (t.seats[s.seat],)


@WORDS.word("player", "opponent", line="opponent|the opponent")
def _opponent(t: AshesTable, s: AshesScope) -> tuple[Seat, ...]:
    return (t.seats[1 - s.seat],)


@WORDS.word("player", "player", line="player|players")
def _player(t: AshesTable, s: AshesScope) -> tuple[Seat, ...]:
    return tuple(t.seats[seat] for seat in (t.active, 1 - t.active))


@WORDS.word("of", "controller", line="{0}'s controller")
def _controller(t: AshesTable, s: AshesScope, x: Thing) -> tuple[Seat, ...]:
    return (t.seats[controller_of(t, x)],)


@WORDS.word("of", "owner", line="{0}'s owner")
def _owner(t: AshesTable, s: AshesScope, x: Thing) -> tuple[Seat, ...]:
    return (t.seats[owner_of(t, x)],)


# ---------------------------------------------------------------- cards in play


def _cards(spelling: str, one: str, many: str, is_one: Callable[[AshesTable, Piece], bool]) -> None:
    """A noun for cards in play of a kind, by who controls them."""

    def has(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
        return isinstance(x, Piece) and is_one(t, x) and (side == "" or x.seat in seats_of(t, s, side))

    @WORDS.noun(
        spelling,
        has=has,
        both=f"{one}|{many}",
        my=f"{one}|{many}|you control",
        enemy=f"{one}|{many}|an opponent controls",
        owned=f"{one}|{many}|{{of}} controls",
    )
    def cards(t: AshesTable, s: AshesScope, side: Side) -> list[Piece]:
        if side == "":
            return [piece for piece in t.pieces.values() if is_one(t, piece)]
        seats = seats_of(t, s, side)
        return [piece for piece in t.pieces.values() if piece.seat in seats and is_one(t, piece)]


SPELLS_IN_PLAY = frozenset({READY_SPELL, ALTERATION})
_cards("unit", "unit", "units", lambda t, x: x.kind == UNIT)
_cards("ally", "ally", "allies", lambda t, x: x.kind == UNIT and skills.face_now(t, x).kind == "ally")
_cards("conjuration", "conjuration", "conjurations", lambda t, x: x.kind == UNIT and skills.face_now(t, x).is_conjured)
_cards("ready_spell", "ready spell", "ready spells", lambda t, x: x.kind == READY_SPELL)
_cards("spell", "spell", "spells", lambda t, x: x.kind in SPELLS_IN_PLAY)


def _is_card(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
    return isinstance(x, Piece) and (side == "" or x.seat in seats_of(t, s, side))


@WORDS.noun(
    "card",
    has=_is_card,
    both="card|cards|in play",
    my="card|cards|you control",
    enemy="card|cards|an opponent controls",
    owned="card|cards|{of} controls",
)
def _card(t: AshesTable, s: AshesScope, side: Side) -> list[Piece]:
    return [piece for piece in t.pieces.values() if _is_card(t, s, side, piece)]


def _is_action_spell(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
    return isinstance(x, int) and t.cards[x].kind == "action_spell" and t.owners[x] in seats_of(t, s, side)


@WORDS.noun(
    "action_spell",
    has=_is_action_spell,
    both="action spell|action spells",
    my="action spell|action spells|of yours",
    enemy="action spell|action spells|of an opponent",
)
def _action_spell(t: AshesTable, s: AshesScope, side: Side) -> list[int]:
    playing = [copy for seat in seats_of(t, s, side) for copy in t.seats[seat].playing]
    return [copy for copy in playing if t.cards[copy].kind == "action_spell"]


def _is_phoenixborn(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
    return isinstance(x, Piece) and x.kind == "phoenixborn" and x.seat in seats_of(t, s, side)


@WORDS.noun(
    "phoenixborn",
    has=_is_phoenixborn,
    both="Phoenixborn|Phoenixborn",
    my="=your Phoenixborn",
    enemy="opposing Phoenixborn|opposing Phoenixborn",
    owned="={of}'s Phoenixborn",
)
def _phoenixborn(t: AshesTable, s: AshesScope, side: Side) -> list[Piece]:
    return [t.phoenixborn(seat) for seat in seats_of(t, s, side)]


def _is_alteration(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
    if not isinstance(x, Piece) or x.kind != ALTERATION:
        return False
    return x.host == side.id if isinstance(side, Piece) else x.seat in seats_of(t, s, side)


@WORDS.noun(
    "alteration",
    has=_is_alteration,
    both="alteration|alterations",
    my="alteration|alterations|you control",
    enemy="alteration|alterations|an opponent controls",
    owned="alteration|alterations|attached to {of}",
)
def _alteration(t: AshesTable, s: AshesScope, side: Side) -> list[Piece]:
    if isinstance(side, Piece):
        return t.alterations_of(side)
    return [piece for piece in t.pieces.values() if _is_alteration(t, s, side, piece)]


@WORDS.noun(
    "slot", both="slot|slots", my="spellboard slot|spellboard slots|of yours", owned="=the spells on the slot of {of}"
)
def _slot(t: AshesTable, s: AshesScope, side: Side) -> list[Piece]:
    if isinstance(side, Piece):
        above = t.pieces.get(side.host) or side
        return [piece for piece in t.spells_of(side.seat) if _name(t, piece) == _name(t, above)]
    first: dict[tuple[int, str], Piece] = {}
    for seat in seats_of(t, s, side):
        for piece in t.spells_of(seat):
            first.setdefault((seat, _name(t, piece)), piece)
    return list(first.values())


def _name(t: AshesTable, thing: Thing) -> str:
    face = face_of(t, thing)
    return face.name if face is not None else ""


# ---------------------------------------------------------------- places and dice


def _place(spelling: str, where: str, cards: Callable[[Seat], list[int]]) -> None:
    """A noun for the cards in a place of each player's."""

    def has(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
        return isinstance(x, int) and any(x in cards(t.seats[seat]) for seat in seats_of(t, s, side))

    @WORDS.noun(
        spelling,
        has=has,
        both=f"card|cards|in any {where}",
        my=f"card|cards|in your {where}",
        enemy=f"card|cards|in an opponent's {where}",
        owned=f"card|cards|in {{of}}'s {where}",
    )
    def place(t: AshesTable, s: AshesScope, side: Side) -> list[int]:
        return [copy for seat in seats_of(t, s, side) for copy in cards(t.seats[seat])]


_place("hand", "hand", lambda own: own.hand)
_place("draw_pile", "draw pile", lambda own: own.draw_pile)
_place("discard_pile", "discard pile", lambda own: own.discard_pile)


@WORDS.noun("under", both="card|cards|under any card", owned="card|cards|under {of}")
def _under(t: AshesTable, s: AshesScope, side: Side) -> list[int]:
    if isinstance(side, Piece):
        return side.under[:]
    return [copy for piece in t.pieces.values() for copy in piece.under]


def _top_line(given: Mapping[str, Any]) -> str:
    cards = "card" if given["0"] == "1" else f"{given['0']} cards"
    return f"=the top {cards} of {given['1'].text.removeprefix('cards in ')}"


@WORDS.noun("top", "number, thing", line=_top_line)
def _top(t: AshesTable, s: AshesScope, count: int, pile: Sequence[Thing]) -> tuple[Thing, ...]:
    return tuple(pile[-count:][::-1]) if count > 0 else ()


@WORDS.noun("milled", line="=the discarded cards")
def _milled(t: AshesTable, s: AshesScope) -> tuple[Thing, ...]:
    return s.event.things if s.event is not None else ()


@WORDS.noun("first", "thing", line="=the first of {0}")
def _first(t: AshesTable, s: AshesScope, things: Sequence[Thing]) -> tuple[Thing, ...]:
    return tuple(things[:1])


def _pool(spelling: str, word: str, where: int) -> None:
    def has(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
        return isinstance(x, Die) and t.places[x.number] == where and x.seat in seats_of(t, s, side)

    @WORDS.noun(
        spelling,
        has=has,
        both=f"{word} die|{word} dice",
        my=f"die|dice|in your {word} pool",
        enemy=f"die|dice|in an opponent's {word} pool",
        owned=f"die|dice|in {{of}}'s {word} pool",
    )
    def pool(t: AshesTable, s: AshesScope, side: Side) -> list[Die]:
        return [die for seat in seats_of(t, s, side) for die in t.dice_of(seat, where)]


_pool("active_pool", "active", ACTIVE)
_pool("exhausted_pool", "exhausted", EXHAUSTED)


def _is_die(t: AshesTable, s: AshesScope, side: Side, x: Thing) -> bool:
    return isinstance(x, Die) and (side == "" or isinstance(side, Piece) or x.seat in seats_of(t, s, side))


@WORDS.noun(
    "die",
    has=_is_die,
    both="die|dice",
    my="die|dice|of yours",
    enemy="die|dice|of an opponent",
    owned="die|dice|on {of}",
)
def _die(t: AshesTable, s: AshesScope, side: Side) -> list[Die]:
    if isinstance(side, Piece):
        return [t.dice[number] for number in side.dice]
    seats = seats_of(t, s, side)
    return [die for die in t.dice if t.places[die.number] == ON_CARD and die.seat in seats]


def _face_die(face: str) -> int:
    """The index of the die type in a word for a face: "charm.power"."""
    return DICE.index(face.partition(".")[0])


def _spent_on(t: AshesTable, s: AshesScope, face: str) -> tuple[Die, ...]:
    if face == "optional":
        return ()
    return tuple(t.dice[number] for type_, level, number in s.spent if type_ == _face_die(face) and level == POWER)


@WORDS.noun("spent", "face", line="={0} spent on this")
def _spent(t: AshesTable, s: AshesScope, face: str) -> tuple[Die, ...]:
    return _spent_on(t, s, face)


def _was_spent_line(given: Mapping[str, Any]) -> str:
    return f"you {'paid' if 'cost' in given['0'] else 'spent'} {given['0']} on this"


@WORDS.word("condition", "spent", "face", _was_spent_line)
def _was_spent(t: AshesTable, s: AshesScope, face: str) -> bool:
    return s.extra if face == "optional" else bool(_spent_on(t, s, face))


WORDS.plain("face", optional="the optional cost")
for _one in DICE:
    WORDS.plain("face", **{f"{_one}.power": f"{_one} power dice"})
    WORDS.plain("die", **{_one: _one})


# ---------------------------------------------------------------- words of the moment


def this_piece(t: AshesTable, s: AshesScope) -> Piece | None:
    """The card in play that speaks, in play or as it was when it left."""
    return t.piece(s.piece) if s.piece != NONE else None


def _is_this(t: AshesTable, s: AshesScope, x: Thing) -> bool:
    if isinstance(x, Piece):
        return x.id == s.piece
    return s.piece == NONE and x == s.copy


@WORDS.noun("this", has=_is_this, line="=this unit")
def _this(t: AshesTable, s: AshesScope) -> tuple[Thing, ...]:
    piece = this_piece(t, s)
    return (piece,) if piece is not None else (s.copy,)


def _is_host(t: AshesTable, s: AshesScope, x: Thing) -> bool:
    piece = this_piece(t, s)
    return piece is not None and isinstance(x, Piece) and x.id == piece.host


@WORDS.noun("host", has=_is_host, line="=the unit it is on")
def _host(t: AshesTable, s: AshesScope) -> tuple[Thing, ...]:
    piece = this_piece(t, s)
    host = t.piece(piece.host) if piece is not None else None
    return (host,) if host is not None else ()


@WORDS.noun("it", line="=it")
def _it(t: AshesTable, s: AshesScope) -> tuple[Thing, ...]:
    return (s.event.thing,) if s.event is not None and s.event.thing is not None else ()


@WORDS.noun("source", line="=the source")
def _source(t: AshesTable, s: AshesScope) -> tuple[Thing, ...]:
    if s.event is None:
        return ()
    cause = s.event.cause
    piece = t.piece(cause.piece) if cause.piece != NONE else None
    if piece is not None:
        return (piece,)
    if cause.copy != NONE:
        return (cause.copy,)
    return (t.seats[cause.seat],) if cause.seat != NONE else ()


@WORDS.noun("defender", line="=the defender")
def _defender(t: AshesTable, s: AshesScope) -> tuple[Piece, ...]:
    target = t.piece(t.attack.target) if t.attack is not None else None
    return (target,) if target is not None else ()


@WORDS.word("of", "blocker", line="{0}'s blocker")
def _blocker(t: AshesTable, s: AshesScope, x: Thing) -> tuple[Piece, ...]:
    number = t.attack.blocks.get(x.id, NONE) if t.attack is not None and isinstance(x, Piece) else NONE
    blocker = t.pieces.get(number)
    return (blocker,) if blocker is not None else ()


# ---------------------------------------------------------------- conditions on a thing


def _state(spelling: str, line: str, test: Callable[[AshesTable, Piece], bool]) -> None:
    @WORDS.word("filter", spelling, line=line)
    def state(t: AshesTable, s: AshesScope, x: Thing) -> bool:
        return isinstance(x, Piece) and test(t, x)


def _kind(spelling: str, line: str, *kinds: str) -> None:
    @WORDS.word("filter", spelling, line=line)
    def kind(t: AshesTable, s: AshesScope, x: Thing) -> bool:
        face = face_of(t, x)
        return face is not None and face.kind in kinds


_SPELLS = ("ready_spell", "action_spell", "reaction_spell", "alteration", "conjured_alteration")
_kind("ally", "~an ally", "ally")
_kind("conjuration", "~a conjuration", "conjuration")
_kind("unit", "~a unit", "ally", "conjuration")
_kind("phoenixborn", "~a Phoenixborn", "phoenixborn")
_kind("spell", "~a spell", *_SPELLS)
_kind("ready_spell", "~a ready spell", "ready_spell")
_kind("alteration", "~an alteration", "alteration", "conjured_alteration")

_state("ready", "~unexhausted", lambda t, x: not skills.is_exhausted(t, x))
_state("exhausted", "~exhausted", skills.is_exhausted)
_state("attacking", "~attacking", lambda t, x: t.attack is not None and x.id in t.attack.attackers)
_state("blocked", "~blocked", lambda t, x: t.attack is not None and x.id in t.attack.blocks)
_state(
    "unblocked",
    "~unblocked",
    lambda t, x: t.attack is not None and x.id in t.attack.attackers and x.id not in t.attack.blocks,
)
_state("guarding", "~guarding", lambda t, x: t.attack is not None and t.attack.guard == x.id)
_state("in_battle", "in battle", lambda t, x: t.attack is not None and x.id in t.attack.fighting)
_state("charged", "~charged", lambda t, x: has_die(t, x, "artifice"))
_state("unseen", "with Unseen", lambda t, x: skills.keyword_of(t, x, "Unseen"))


@WORDS.word("filter", "destroyed", line="that was destroyed")
def _destroyed(t: AshesTable, s: AshesScope, x: Thing) -> bool:
    return deeds.was_destroyed(x, s.cause)


def has_die(t: AshesTable, piece: Piece, type_: str) -> bool:
    """Whether a die of that type lies on a card."""
    return any(t.dice[number].type == DICE.index(type_) for number in piece.dice)


@WORDS.word("filter", "exclusive", line="~an exclusive")
def _exclusive(t: AshesTable, s: AshesScope, x: Thing) -> bool:
    face = face_of(t, x)
    return face is not None and bool(face.owner)


@WORDS.word("filter", "mine", line="that you own")
def _mine(t: AshesTable, s: AshesScope, x: Thing) -> bool:
    return owner_of(t, x) == s.seat


def _die_filter(spelling: str, line: str, test: Callable[[AshesTable, Die], bool]) -> None:
    @WORDS.word("filter", spelling, line=line)
    def one(t: AshesTable, s: AshesScope, x: Thing) -> bool:
        return isinstance(x, Die) and test(t, x)


def _is_type(index: int) -> Callable[[AshesTable, Die], bool]:
    return lambda t, x: x.type == index


def _shows(level: int) -> Callable[[AshesTable, Die], bool]:
    return lambda t, x: t.levels[x.number] == level


for _index, _one in enumerate(DICE):
    _die_filter(_one, f"~{_one}", _is_type(_index))
for _index, _level in enumerate(("basic", "class", "power")):
    _die_filter(f"{_level}_side", f"~{_level}-side", _shows(_index))


def _other_line(given: Mapping[str, Any]) -> str:
    return f"other than {given['0'].text}" if given["0"] else "~other"


@WORDS.word("filter", "other", "thing?", _other_line)
def _other(t: AshesTable, s: AshesScope, x: Thing, things: Sequence[Thing] | None = None) -> bool:
    if things is None:
        return not _is_this(t, s, x) and not (isinstance(x, int) and x == s.copy)
    return not any(same(x, other) for other in things)


def same(one: Thing, other: Thing) -> bool:
    """Whether two things are the same one."""
    if isinstance(one, Piece):
        return isinstance(other, Piece) and one.id == other.id
    if isinstance(one, int) and isinstance(other, Piece):
        return other.place != "play" and other.card == one
    return type(one) is type(other) and one == other


@WORDS.word("filter", "battling", "thing", "in battle with {0}")
def _battling(t: AshesTable, s: AshesScope, x: Thing, things: Sequence[Thing]) -> bool:
    if t.attack is None or not isinstance(x, Piece) or x.id not in t.attack.fighting:
        return False
    return any(isinstance(one, Piece) and one.id != x.id and one.id in t.attack.fighting for one in things)


@WORDS.word("filter", "on", "thing", "on {0}")
def _on(t: AshesTable, s: AshesScope, x: Thing, things: Sequence[Thing]) -> bool:
    pieces = [one for one in things if isinstance(one, Piece)]
    if isinstance(x, Die):
        return any(x.number in one.dice for one in pieces)
    if not isinstance(x, Piece):
        return False
    if x.kind == READY_SPELL:
        return any(one.seat == x.seat and _name(t, one) == _name(t, x) for one in pieces)
    return any(x.host == one.id for one in pieces)


@WORDS.word("filter", "has", "die", lambda given: f"with {article(given['0'])} die on it")
def _has(t: AshesTable, s: AshesScope, x: Thing, type_: str) -> bool:
    return isinstance(x, Piece) and has_die(t, x, type_)


@WORDS.word("filter", "named", "title", "named {0}")
def _named(t: AshesTable, s: AshesScope, x: Thing, title: str) -> bool:
    return _name(t, x) == title


@WORDS.word("filter", "same_name", "thing", "with the same name as {0}")
def _same_name(t: AshesTable, s: AshesScope, x: Thing, things: Sequence[Thing]) -> bool:
    return any(_name(t, x) == _name(t, one) for one in things)


@WORDS.word("filter", "title_has", "title", 'with "{0}" in its name')
def _title_has(t: AshesTable, s: AshesScope, x: Thing, word: str) -> bool:
    return word in _name(t, x).split()


@WORDS.word("filter", "can_summon", "thing", "that can summon {0}")
def _can_summon(t: AshesTable, s: AshesScope, x: Thing, things: Sequence[Thing]) -> bool:
    face = face_of(t, x)
    printed = [t.cards[one.card if isinstance(one, Piece) else one] for one in things if isinstance(one, Piece | int)]
    return face is not None and any(one.slug in face.brings for one in printed)


@WORDS.word("filter", "costs", "face", "whose cost asks for {0}")
def _costs(t: AshesTable, s: AshesScope, x: Thing, face: str) -> bool:
    card = face_of(t, x)
    return card is not None and any(
        type_ == _face_die(face) and level == POWER and count for type_, level, count in card.magic
    )


# ---------------------------------------------------------------- values and numbers


def magic_cost(face: Face) -> int:
    """The dice that playing a card takes; of a parallel cost one side, X as 0."""
    return sum(max(map(_dice_in, atom.options), default=0) or _dice_in((atom,)) for atom in face.cost)


def _dice_in(cost: Cost) -> int:
    return sum(atom.many for atom in cost if atom.kind == "dice" and isinstance(atom.many, int))


def _value(spelling: str, line: str, of_piece: Callable[[AshesTable, Piece], int], printed: str = "") -> None:
    """A number of a card: of a copy that is not in play its printed value."""

    @WORDS.word("value", spelling, line=line)
    def value(t: AshesTable, s: AshesScope, x: Thing) -> int:
        if isinstance(x, Piece):
            return of_piece(t, x)
        return (getattr(t.cards[x], printed) or 0) if printed and isinstance(x, int) else 0


def _printed(kind: str) -> Callable[[AshesTable, Piece], int]:
    def value(t: AshesTable, x: Piece) -> int:
        face = skills.face_now(t, x)
        amount: int | None = getattr(face, kind)
        if amount is None:
            return face.text.x(t, AshesScope(x.seat, x.card, x.id)) if face.text.x is not None else 0
        return amount

    return value


_value("attack", "attack", skills.attack_of, "attack")
_value("life", "life", skills.life_of, "life")
_value("recover", "recover", skills.recover_of, "recover")
_value("printed_attack", "printed attack", _printed("attack"), "attack")
_value("printed_recover", "printed recover", _printed("recover"), "recover")
_value("wounds", "#wounds", lambda t, x: x.wounds)
_value("exhaustion", "#exhaustion tokens", lambda t, x: x.exhaustion)
_value("status", "#status tokens", lambda t, x: x.status)
_value("tokens", "#tokens", lambda t, x: x.wounds + x.exhaustion + x.status)
_value("alterations", "#alterations", lambda t, x: len(x.attached))


@WORDS.word("value", "magic_cost", line="magic cost")
def _magic_cost(t: AshesTable, s: AshesScope, x: Thing) -> int:
    face = face_of(t, x)
    return magic_cost(face) if face is not None else 0


@WORDS.word("value", "cards_left", line="#cards in the draw pile")
def _cards_left(t: AshesTable, s: AshesScope, x: Thing) -> int:
    return len(t.seats[owner_of(t, x)].draw_pile)


@WORDS.word("value", "dice_left", line="#active dice")
def _dice_left(t: AshesTable, s: AshesScope, x: Thing) -> int:
    return len(t.dice_of(controller_of(t, x)))


@WORDS.word("number", "n", line="n")
def _n(t: AshesTable, s: AshesScope) -> int:
    """The number behind the name of the ability; of one with an X, the X of its card."""
    if s.n == 0 and s.skill is not None and s.skill.ability.name.endswith(" X"):
        x = t.cards[s.copy].text.x
        return 0 if x is None else x(t, s)
    return skills.n_of(t, s)


@WORDS.word("number", "x", line="X")
def _x(t: AshesTable, s: AshesScope) -> int:
    return s.x


@WORDS.word("number", "focus", line="the focus level")
def _focus(t: AshesTable, s: AshesScope) -> int:
    return s.focus


@WORDS.word("number", "amount", line="the number of them")
def _amount(t: AshesTable, s: AshesScope) -> int:
    return s.event.amount if s.event is not None else 0


@WORDS.word("number", "total", "token, thing", "the number of {0} tokens on {1}")
def _total(t: AshesTable, s: AshesScope, token: str, things: Sequence[Thing]) -> int:
    return sum(getattr(one, token) for one in things if isinstance(one, Piece))


@WORDS.word("number", "min", "number, number", "the lesser of {0} and {1}")
def _min(t: AshesTable, s: AshesScope, one: int, other: int) -> int:
    return min(one, other)


# ---------------------------------------------------------------- questions


@WORDS.word("question", "target", "amount?, thing, by:player?", "~target")
def _target(t: AshesTable, s: AshesScope, amount: Amount | None, things: Sequence[Thing], by: Any = None) -> Rules[Any]:
    least, most = (amount or Amount(1, 1)).of(len(things))
    if not things or not most:
        return NOTHING
    return (yield from deeds.target(t, s, things, least, most, seat_of(t, s, by)))


@WORDS.word("question", "random", "amount?, thing", "~random")
def _random(t: AshesTable, s: AshesScope, amount: Amount | None, things: Sequence[Thing]) -> tuple[Thing, ...]:
    _, most = (amount or Amount(1, 1)).of(len(things))
    left, taken = list(things), []
    for _ in range(most):
        taken.append(left.pop(t.chance.pick(f"{controller_of(t, things[0])}.random", len(left))))
    return tuple(taken)


def _from(phrase: Phrase) -> Phrase:
    return phrase._replace(where="from " + phrase.where[3:]) if phrase.where.startswith("in ") else phrase


@WORDS.word("question", "search", "amount?, thing", _from)
def _search(t: AshesTable, s: AshesScope, amount: Amount | None, things: Sequence[Thing]) -> Rules[Any]:
    least, most = (amount or Amount(1, 1)).of(len(things))
    if not things or not most:
        return NOTHING
    owner = next((t.seats[t.owners[one]] for one in things if isinstance(one, int)), None)
    hidden = owner is not None and any(one in owner.draw_pile for one in things)
    if owner is not None and hidden:
        deeds_piles.look(t, s.seat, owner.draw_pile)
    return (yield from pick(t, s.seat, "search", things, 0 if hidden else least, most, about_of(s)))


_LIFE_LINE = "any number of {1} with a total life of {0} or less"


@WORDS.word("question", "choose_life", "number, thing", _LIFE_LINE)
def _choose_life(t: AshesTable, s: AshesScope, most: int, things: Sequence[Thing]) -> Rules[tuple[Thing, ...]]:
    """Any number of units, one after the other, as long as their life values together are no more than that."""
    taken: list[Piece] = []
    left = [one for one in things if isinstance(one, Piece)]
    while left := [one for one in left if skills.life_of(t, one) <= most]:
        chosen = yield from pick(t, s.seat, "choose", left, 0, 1, about_of(s))
        if not chosen:
            break
        taken.append(chosen[0])
        left.remove(chosen[0])
        most -= skills.life_of(t, chosen[0])
    return tuple(taken)
