"""What the rules ask of the cards in play: values as cards change them, what is forbidden, which abilities listen.

The rules and deeds call these functions and know nothing of how an ability is written. What continuous abilities change
is asked when it is read, and never stored. Which of them could matter is kept in a `Standing`: made anew when a card
enters or leaves play, is attached, or something is given or ends (`changed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.closures import Built, Group
from deckcli.engine.effects import Ability
from deckcli.engine.table import Derived
from deckcli.engine.vocabulary import Did, things_of
from deckcli.games.ashes.cards import Face, Skill
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.paying import Bill, bills
from deckcli.games.ashes.table import ALTERATION, NONE, READY_SPELL, AshesScope, AshesTable, Cause, Event, Piece, Seat

MOST_FOCUS = 2
_DICE_ON = {DICE.index("charm"): -1, DICE.index("divine"): 1}
"""What a die on a unit adds to its attack."""


class Mod(NamedTuple):
    """One change of cards in play.

    `kind` says of what: "attack", "life", "recover" (`value` is added), "magnify" (added to the numbers of its
    abilities), "focus" (added to its focus), "skill" (`value` is a Skill that it gains), and those without a value:
    "blank" (it has no abilities), "swap" (printed attack and life), "exhausted" (it counts as exhausted),
    "first_strike", "unpreventable"; "copy" (`value` is the Face that it becomes). `group` tells which cards; None where
    things are given it by `last`.
    """

    kind: str
    value: Any = 1
    group: Group | None = None


class Ruling(NamedTuple):
    """Something that is forbidden, allowed or forced: `word` is "cannot", "can" or "must".

    `act` is "attack", "block", "guard", "protect", "target", "affect", "tire", "meditate", "play", "activate",
    "alter_dice", "spend", "side_action". `who` tells `(t, s, thing)` who is spoken of (a unit, a Seat; None: anybody),
    `what` likewise what the act is done to (the attacker that is blocked, the card that is targeted; None: anything),
    `cause` tells `(t, s, cause)` by which causes (None: all).
    """

    word: str
    act: str
    who: Callable[..., bool] | None = None
    what: Callable[..., bool] | None = None
    cause: Callable[..., bool] | None = None


Static: TypeAlias = "tuple[Mod | Ruling, ...]"
"""What a word of the role "rule" makes: the lines of a static ability."""


class Lasting(NamedTuple):
    """A change that lasts: what, said by whom, until when (see `UNTIL`), in which turn it began, and on which pieces
    (None: on whatever fits `made` while it lasts)."""

    made: Mod | Ruling
    scope: AshesScope
    until: str
    turn: int
    ids: frozenset[int] | None = None
    need: Callable[..., Any] | None = None


class Delayed(NamedTuple):
    """A deed for later. `moment` is the event that it waits for; `test` tells `(t, s, event)` whether it is the one
    (None: the first); `until` is empty for what happens once, else until when it happens each time. With a `round` it
    waits for a later turn than `turn`, of that round."""

    moment: str
    scope: AshesScope
    run: Built
    names: tuple[tuple[str, Any], ...]
    turn: int
    until: str = ""
    test: Callable[..., bool] | None = None
    round: int = 0


UNTIL = (
    "turn", "round", "my_turn_start", "my_turn_start_or_round", "next_turn_end", "their_turn_end", "turn_attacks",
    "game",
)  # fmt: skip
"""When something ends: with this turn, this round, the start of my next turn, that or the round, the end of the next
turn or the round, the end of the opponent's next turn, with this turn and only while an attack runs, never."""


class Entry(NamedTuple):
    """A change that may hold: of one piece, or of whatever `fits`, while its ability is awake and the tests hold."""

    made: Any
    scope: AshesScope
    ability: Ability | None
    need: Callable[..., Any] | None
    test: Callable[..., Any] | None
    until: str = ""
    ids: frozenset[int] | None = None


class Act(NamedTuple):
    """An activated ability where it works: with who speaks, its number among those of its card (for options), and the
    ways of paying it (None: they are computed each time)."""

    skill: Skill
    scope: AshesScope
    place: int
    ways: tuple[Bill, ...] | None


Live: TypeAlias = "tuple[Skill, AshesScope]"
"""An ability where it works, with who speaks."""


class Standing(Derived):
    """What follows from the cards in play: changes by kind, rulings by word and act, who hears which event, what each
    seat may activate, the faces of copies, and the keywords of each piece with their numbers."""

    __slots__ = ("acts", "faces", "hears", "keys", "mods", "rulings")

    def __init__(self) -> None:
        self.mods: dict[str, list[Entry]] = {}
        self.rulings: dict[str, list[Entry]] = {}
        self.hears: dict[str, list[Live]] = {}
        self.acts: tuple[list[Act], list[Act]] = ([], [])
        self.faces: dict[int, Face] = {}
        self.keys: dict[int, Mapping[str, int]] = {}


_NO_ENTRIES: list[Entry] = []


def standing_of(t: AshesTable) -> Standing:
    """What follows from the cards in play, made when it is first asked for after a change."""
    found: Standing | None = t.standing
    if found is None:
        found = t.standing = _stand(t)
    return found


def changed(t: AshesTable) -> None:
    """A card entered or left play, was attached, changed sides, or something that lasts began or ended."""
    t.standing = None


# ---------------------------------------------------------------- what stands


def _stand(t: AshesTable) -> Standing:
    if t.events is None:
        t.events = all_events(t.cards)
    standing = Standing()
    given: dict[int, list[tuple[Skill, int]]] = {}
    for lasting in t.lasting:
        _stand_lasting(standing, lasting, given)
    cards, copied = t.cards, standing.faces
    for piece in t.pieces.values():
        face = copied.get(piece.id) or cards[piece.card]
        if face.text.bestows:
            _bestow(t, piece, face, given)
    for piece in t.pieces.values():
        face = copied.get(piece.id) or cards[piece.card]
        if piece.attached or piece.id in given or piece.kind == ALTERATION:
            _merge(standing, piece.id, _part_of(t, piece, face, given.get(piece.id, ())))
        elif face.text.skills:
            _merge(standing, piece.id, _part(piece, face))
    return standing


class Part(NamedTuple):
    """What one card adds to a Standing, by kind, ruling, event; its activated abilities; its abilities by name."""

    face: Face
    mods: tuple[tuple[str, Entry], ...]
    rulings: tuple[tuple[str, Entry], ...]
    hears: tuple[tuple[str, Live], ...]
    acts: tuple[Act, ...]
    names: Mapping[str, int]


_PARTS: dict[tuple[int, int, int, int], Part] = {}
"""Parts by face, seat, copy and piece: they hold ids alone, so that every game may use them again."""
_MOST_PARTS = 20_000


def _part(piece: Piece, face: Face) -> Part:
    """What a card adds to which nothing is attached or given."""
    key = (id(face), piece.seat, piece.card, piece.id)
    found = _PARTS.get(key)
    if found is None or found.face is not face:
        if len(_PARTS) >= _MOST_PARTS:
            _PARTS.clear()
        found = _PARTS[key] = _built(face, *_lives(piece, face, [(skill, NONE) for skill in face.text.skills]), ())
    return found


def _part_of(t: AshesTable, piece: Piece, face: Face, given: Sequence[tuple[Skill, int]]) -> Part:
    """What a card adds with what is attached to it and what it was given."""
    found: list[tuple[Skill, int]] = [(skill, NONE) for skill in face.text.skills]
    for number in piece.attached:
        alteration = t.pieces.get(number)
        if alteration is not None:
            found += [(skill, number) for skill in t.cards[alteration.card].text.grants]
    found += given
    bonuses = _bonuses(piece, face) if piece.kind == ALTERATION else ()
    return _built(face, *_lives(piece, face, found), bonuses)


def _merge(standing: Standing, number: int, part: Part) -> None:
    _, mods, rulings, hears, acts, names = part
    for kind, entry in mods:
        standing.mods.setdefault(kind, []).append(entry)
    for kind, entry in rulings:
        standing.rulings.setdefault(kind, []).append(entry)
    for name, live in hears:
        standing.hears.setdefault(name, []).append(live)
    for act in acts:
        standing.acts[act.scope.seat].append(act)
    if names:
        standing.keys[number] = names


def _bestow(t: AshesTable, piece: Piece, face: Face, given: dict[int, list[tuple[Skill, int]]]) -> None:
    """What a card gives to whatever fits, as long as it is in play."""
    scope = AshesScope(piece.seat, piece.card, piece.id)
    for group, skill in face.text.bestows:
        for other in t.pieces.values():
            if group.fits(t, scope, other):
                given.setdefault(other.id, []).append((skill, piece.id))


def _stand_lasting(standing: Standing, lasting: Lasting, given: dict[int, list[tuple[Skill, int]]]) -> None:
    made = lasting.made
    entry = Entry(made, lasting.scope, None, lasting.need, None, lasting.until, lasting.ids)
    if isinstance(made, Ruling):
        standing.rulings.setdefault(f"{made.word} {made.act}", []).append(entry)
    elif made.kind == "skill" and lasting.ids is not None:
        for number in lasting.ids:
            given.setdefault(number, []).append((made.value, NONE))
    else:
        standing.mods.setdefault(made.kind, []).append(entry)
        if made.kind == "copy" and lasting.ids is not None:
            standing.faces.update(dict.fromkeys(lasting.ids, made.value))


def _bonuses(piece: Piece, face: Face) -> tuple[tuple[str, Entry], ...]:
    """The printed values of an alteration are added to its host's, exhausted or not."""
    scope = AshesScope(piece.seat, piece.card, piece.id)
    on = frozenset((piece.host,))
    values = (("attack", face.attack), ("life", face.life), ("recover", face.recover))
    return tuple(
        (kind, Entry(Mod(kind, face.text.x if value is None else value), scope, None, None, None, "", on))
        for kind, value in values
        if value != 0
    )


def _lives(piece: Piece, face: Face, found: Sequence[tuple[Skill, int]]) -> tuple[list[Live], Mapping[str, int]]:
    """Abilities with who speaks, each with the alteration that grants it, and their names with numbers. What has one
    name and adds up is one ability with the sum of the numbers."""
    kind = "ability"
    if face.kind == "ready_spell":
        kind = "ready_spell"
    elif piece.kind == ALTERATION:
        kind = "alteration"
    cause = Cause(kind, piece.seat, piece.card, piece.id)
    adding: dict[str, AshesScope] = {}
    names: dict[str, int] = {}
    lives: list[Live] = []
    for skill, via in found:
        same = adding.get(skill.key) if skill.adds else None
        if same is not None:
            same.n += skill.n
            continue
        scope = AshesScope(piece.seat, piece.card, piece.id, skill, cause, skill.n)
        scope.via = via
        if skill.adds:
            adding[skill.key] = scope
        if skill.key:
            names[skill.key] = 0
        lives.append((skill, scope))
    return lives, names | {key: scope.n for key, scope in adding.items()}


def _built(face: Face, lives: Sequence[Live], names: Mapping[str, int], bonuses: tuple[tuple[str, Entry], ...]) -> Part:
    mods: list[tuple[str, Entry]] = list(bonuses)
    rulings: list[tuple[str, Entry]] = []
    hears: list[tuple[str, Live]] = []
    acts: list[Act] = []
    for place, (skill, scope) in enumerate(lives):
        ability = skill.ability
        if ability.zone:
            continue
        if ability.rules:
            for rule in ability.rules:
                for made in rule.made:
                    entry = Entry(made, scope, ability, ability.need, rule.test)
                    if isinstance(made, Ruling):
                        rulings.append((f"{made.word} {made.act}", entry))
                    else:
                        mods.append((made.kind, entry))
        elif ability.timing:
            hears += [(name, (skill, scope)) for name in ability.hears]
        elif ability.cost:
            acts.append(Act(skill, scope, place, _fixed_ways(ability)))
    return Part(face, tuple(mods), tuple(rulings), tuple(hears), tuple(acts), names)


def _fixed_ways(ability: Ability) -> tuple[Bill, ...] | None:
    """The ways of paying that never change; None where there is a second cost, or one that is computed."""
    if ability.focus_cost or any(callable(atom.many) for atom in ability.cost):
        return None
    return bills(ability.cost)


def all_events(cards: Sequence[Face]) -> frozenset[str]:
    """The names of all events that some of these cards could ever wait for."""
    return frozenset(
        name
        for face in set(cards)
        for skill in (*face.text.skills, *face.text.grants, *(skill for _, skill in face.text.bestows))
        for one in (skill.ability, *skill.ability.inner)
        for name in one.hears
    )


def listened(t: AshesTable, name: str) -> bool:
    """Whether anything may listen to an event of that name now: else it need not be told."""
    events = t.events
    if events is None:
        standing_of(t)
        events = t.events
    return bool(t.delayed) or (events is not None and name in events)


# ---------------------------------------------------------------- whether an ability is awake


def is_exhausted(t: AshesTable, piece: Piece) -> bool:
    """Whether a card has an exhaustion token, or counts as if it had."""
    if piece.exhaustion:
        return True
    entries = (t.standing or standing_of(t)).mods.get("exhausted")
    return entries is not None and any(_touches(t, entry, piece) and _holds(t, entry) for entry in entries)


def awake(t: AshesTable, scope: AshesScope, ability: Ability) -> bool:
    """Whether an ability works: its card is not exhausted (nor the alteration that grants it), unless its text is
    inexhaustible, and nothing has taken its abilities."""
    piece = t.pieces.get(scope.piece)
    if piece is None:
        return True
    if not ability.always:
        if is_exhausted(t, piece):
            return False
        if scope.via != NONE:
            via = t.pieces.get(scope.via)
            if via is not None and via.exhaustion:
                return False
    entries = (t.standing or standing_of(t)).mods.get("blank")
    return entries is None or not any(
        entry.scope.piece != piece.id and _touches(t, entry, piece) and _holds(t, entry) for entry in entries
    )


def _touches(t: AshesTable, entry: Entry, piece: Piece) -> bool:
    """Whether an entry speaks of this piece."""
    if entry.ids is not None:
        return piece.id in entry.ids
    group = entry.made.group
    if group is None:
        return bool(piece.id == entry.scope.piece)
    return bool(group.fits(t, entry.scope, piece))


def _holds(t: AshesTable, entry: Entry) -> bool:
    """Whether the tests of an entry hold, for those that decide whether cards are awake: they look at tokens alone."""
    ability, scope = entry.ability, entry.scope
    if ability is not None and not ability.always:
        own = t.pieces.get(scope.piece)
        if own is not None and own.exhaustion:
            return False
    return _tested(t, entry)


def _tested(t: AshesTable, entry: Entry) -> bool:
    if entry.until == "turn_attacks" and t.attack is None:
        return False
    return (entry.need is None or bool(entry.need(t, entry.scope))) and (
        entry.test is None or bool(entry.test(t, entry.scope))
    )


def _acting(t: AshesTable, kind: str, piece: Piece) -> Iterator[Entry]:
    """The entries of a kind that change a piece now."""
    for entry in (t.standing or standing_of(t)).mods.get(kind, _NO_ENTRIES):
        if (
            _touches(t, entry, piece)
            and (entry.ability is None or awake(t, entry.scope, entry.ability))
            and _tested(t, entry)
        ):
            yield entry


def has_mod(t: AshesTable, kind: str, piece: Piece) -> bool:
    """Whether something changes a piece in that way: "first_strike", "unpreventable", "blank" ..."""
    if kind not in (t.standing or standing_of(t)).mods:
        return False
    return any(True for _ in _acting(t, kind, piece))


# ---------------------------------------------------------------- values


def face_now(t: AshesTable, piece: Piece) -> Face:
    """The card that a piece is now: the printed one, or the one that it copies."""
    copies = (t.standing or standing_of(t)).faces
    return copies.get(piece.id) or t.cards[piece.card] if copies else t.cards[piece.card]


def _sum(t: AshesTable, kind: str, piece: Piece) -> int:
    total = 0
    for entry in _acting(t, kind, piece):
        value = entry.made.value
        if type(value) is not int:
            value = int(value.run(t, entry.scope) if isinstance(value, Built) else value(t, entry.scope))
        total += value
    return total


def _printed(t: AshesTable, piece: Piece, kind: str) -> int:
    face = face_now(t, piece)
    amount: int | None = getattr(face, kind)
    if amount is None:
        x = face.text.x
        amount = 0 if x is None else int(x(t, AshesScope(piece.seat, piece.card, piece.id)))
    return amount


def _value(t: AshesTable, piece: Piece, kind: str) -> int:
    """A value now, never below 0 when it is read."""
    mods = (t.standing or standing_of(t)).mods
    printed = kind
    if "swap" in mods and kind != "recover" and has_mod(t, "swap", piece):
        printed = "life" if kind == "attack" else "attack"
    amount = _printed(t, piece, printed)
    if kind in mods:
        amount += _sum(t, kind, piece)
    if piece.dice and kind == "attack":
        amount += sum(_DICE_ON.get(t.dice[number].type, 0) for number in piece.dice)
    return max(0, amount)


def attack_of(t: AshesTable, piece: Piece) -> int:
    """The attack value of a unit now; of one that left, as it was."""
    return piece.last[0] if piece.last is not None else _value(t, piece, "attack")


def life_of(t: AshesTable, piece: Piece) -> int:
    """The life value of a unit or Phoenixborn now; of one that left, as it was."""
    return piece.last[1] if piece.last is not None else _value(t, piece, "life")


def recover_of(t: AshesTable, piece: Piece) -> int:
    """The recover value of a unit now; of one that left, as it was."""
    return piece.last[2] if piece.last is not None else _value(t, piece, "recover")


def values_of(t: AshesTable, piece: Piece) -> tuple[int, int, int]:
    """Attack, life and recover together."""
    return attack_of(t, piece), life_of(t, piece), recover_of(t, piece)


def n_of(t: AshesTable, s: AshesScope) -> int:
    """The number of the ability that speaks: the sum over its sources, and what magnifies it."""
    piece = t.pieces.get(s.piece)
    if piece is None or s.n == 0 or "magnify" not in (t.standing or standing_of(t)).mods:
        return s.n
    return max(0, s.n + _sum(t, "magnify", piece))


def keyword_of(t: AshesTable, piece: Piece, key: str) -> bool:
    """Whether a piece has an ability of that name ("Unseen"), awake or not."""
    return key in (t.standing or standing_of(t)).keys.get(piece.id, ())


def focus_of(t: AshesTable, piece: Piece) -> int:
    """The focus of a ready spell: its copies on that side less one, more by cards that say so, 2 at most."""
    name = face_now(t, piece).name
    copies = sum(
        1
        for other in t.pieces.values()
        if other.kind == READY_SPELL and other.seat == piece.seat and t.cards[other.card].name == name
    )
    return max(0, min(MOST_FOCUS, copies - 1 + _sum(t, "focus", piece)))


# ---------------------------------------------------------------- what is forbidden, allowed, forced


def ruled(t: AshesTable, word: str, act: str, who: Any = None, what: Any = None, cause: Cause | None = None) -> bool:
    """Whether something says `word` ("cannot", "can", "must") to an act of `who`, done to `what`, by `cause`.

    How it is asked: attack(unit, target) block(unit, attacker) guard(unit or Phoenixborn, attacker)
    protect(unit, the attacked) target(None, thing, cause) affect(None, thing, cause) tire(unit) meditate(Seat, thing)
    play(Seat, copy) activate(Seat, piece) alter_dice(Seat, Seat) spend(Seat, Die) side_action(Seat).
    """
    entries = (t.standing or standing_of(t)).rulings.get(f"{word} {act}")
    if not entries:
        return False
    for entry in entries:
        made, scope = entry.made, entry.scope
        if (
            (entry.ids is None or (isinstance(who, Piece) and who.id in entry.ids))
            and (made.who is None or (who is not None and made.who(t, scope, who)))
            and (made.what is None or (what is not None and made.what(t, scope, what)))
            and (made.cause is None or (cause is not None and made.cause(t, scope, cause)))
            and (entry.ability is None or awake(t, scope, entry.ability))
            and _tested(t, entry)
        ):
            return True
    return False


def forbidden(t: AshesTable, act: str, who: Any = None, what: Any = None, cause: Cause | None = None) -> bool:
    """Whether something says "cannot" (`ruled` tells how it is asked)."""
    return ruled(t, "cannot", act, who, what, cause)


def allowed(t: AshesTable, act: str, who: Any = None, what: Any = None, cause: Cause | None = None) -> bool:
    """Whether something says "can" to what the rules do not allow by themselves."""
    return ruled(t, "can", act, who, what, cause)


# ---------------------------------------------------------------- who listens


def listeners(t: AshesTable, event: Event) -> list[tuple[Skill, AshesScope]]:
    """The abilities in play that an event wakes now: those of "when" before those of "after"."""
    found = []
    for skill, scope in (t.standing or standing_of(t)).hears.get(event.name, ()):
        ability = skill.ability
        assert ability.event is not None
        if ability.timing != "replaces" and ability.event(t, scope, event) and awake(t, scope, ability):
            found.append((skill, scope))
    return found


def replacing(t: AshesTable, event: Event) -> list[tuple[Skill, AshesScope]]:
    """The abilities that change an event before it happens ("would")."""
    found = []
    for skill, scope in (t.standing or standing_of(t)).hears.get(event.name, ()):
        ability = skill.ability
        assert ability.event is not None
        if ability.timing == "replaces" and ability.event(t, scope, event) and awake(t, scope, ability):
            found.append((skill, scope))
    return found


# ---------------------------------------------------------------- what lasts


def last(
    t: AshesTable,
    s: AshesScope,
    made: Mod | Ruling,
    until: str,
    things: Sequence[Any] | None = None,
    need: Callable[..., Any] | None = None,
) -> int:
    """Something lasts from now on: on these pieces (None: on whatever fits while it lasts). On how many it does."""
    ids = None
    if things is not None:
        ids = frozenset(thing.id for thing in things if isinstance(thing, Piece) and thing.id in t.pieces)
        if not ids:
            return 0
    if isinstance(made, Mod) and isinstance(made.value, Built):
        made = made._replace(value=int(made.value.run(t, s)))
    if isinstance(made, Mod) and isinstance(made.value, Skill) and t.events is not None:
        t.events |= frozenset(made.value.ability.hears)
    t.lasting.append(Lasting(made, _kept(s), until, t.turn, ids, need))
    changed(t)
    return 1 if ids is None else len(ids)


def _kept(s: AshesScope) -> AshesScope:
    """Who speaks, without the moment: what a position may keep."""
    kept = AshesScope(s.seat, s.copy, s.piece, s.skill, s.cause, s.n)
    kept.via, kept.x, kept.focus = s.via, s.x, s.focus
    return kept


def later(t: AshesTable, s: AshesScope, moment: str, run: Built, *, next_turn: bool = False) -> None:
    """Do something once when a moment comes ("turn_end", "round_end" ...), with the names that were given so far; with
    `next_turn` in the turn after this one, if this round has one."""
    t.delayed.append(Delayed(moment, _kept(s), run, kept_names(s), t.turn, round=t.round if next_turn else 0))


def watch(t: AshesTable, s: AshesScope, event: str, test: Callable[..., bool], run: Built, until: str) -> None:
    """Do something each time that an event happens, until a moment."""
    t.delayed.append(Delayed(event, _kept(s), run, kept_names(s), t.turn, until, test))


def kept_names(s: AshesScope) -> tuple[tuple[str, Any], ...]:
    """Names with their things by number, so that they hold in every fork."""
    return tuple((name, _numbered(value)) for name, value in s.names.items())


def _numbered(value: Any) -> Any:
    if isinstance(value, Did):
        return Did(tuple(map(_number, value.things)), value.count, value.full)
    return tuple(map(_number, things_of(value)))


def _number(thing: Any) -> Any:
    if isinstance(thing, Piece):
        return ("piece", thing.id)
    return ("seat", thing.number) if isinstance(thing, Seat) else thing


def names_back(t: AshesTable, names: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Names that were kept, with their things again; pieces that are forgotten are left out."""
    return {name: _back(t, value) for name, value in names}


def _back(t: AshesTable, value: Any) -> Any:
    if isinstance(value, Did):
        return Did(_back(t, value.things), value.count, value.full)
    things = (_thing(t, one) for one in value)
    return tuple(thing for thing in things if thing is not None)


def _thing(t: AshesTable, kept: Any) -> Any:
    if not isinstance(kept, tuple):
        return kept
    return t.piece(kept[1]) if kept[0] == "piece" else t.seats[kept[1]]


def expire(t: AshesTable, moment: str) -> None:
    """End what lasts until a moment: "turn_start" or "turn_end" of the active seat, "round_end"."""
    if t.lasting:
        kept = [one for one in t.lasting if not _over(t, one.until, one.turn, one.scope.seat, moment)]
        if len(kept) < len(t.lasting):
            t.lasting = kept
            changed(t)
    if t.delayed:
        t.delayed = [one for one in t.delayed if not _is_past(t, one, moment)]


def _is_past(t: AshesTable, one: Delayed, moment: str) -> bool:
    if not one.until:
        return moment == "round_end" and one.round > 0
    return _over(t, one.until, one.turn, one.scope.seat, moment)


def _over(t: AshesTable, until: str, begun: int, seat: int, moment: str) -> bool:
    if moment == "turn_start":
        return until.startswith("my_turn_start") and t.active == seat and t.turn > begun
    if moment == "round_end":
        return until in ("turn", "turn_attacks", "round", "my_turn_start_or_round", "next_turn_end")
    if until in ("turn", "turn_attacks"):
        return True
    if until == "next_turn_end":
        return t.turn > begun
    return until == "their_turn_end" and t.active != seat and t.turn > begun
