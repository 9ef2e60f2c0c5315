"""A player of Ashes that plays a sane game: it builds up, trades well, guards what is worth it, and keeps good dice.

It answers from the question and its view alone. Numbers in it are worths in points of damage, more or less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from deckcli.engine.choice import DONE, NO, YES, Choice, Option
from deckcli.engine.playthrough import Sight
from deckcli.engine.view import View

Shown: TypeAlias = Mapping[str, Any]

HARMS = frozenset({"damage", "destroy", "lower_dice", "exhaust_dice", "mill", "stop_attacking"})
"""Verbs that are meant for the other side."""
BAD_TOKENS = frozenset({"wounds", "exhaustion"})
LEVELS = {"basic": 0, "class": 1, "power": 2}
SAFE = 6
"""Life that a Phoenixborn wants to have left after guarding."""


class Heuristic:
    """Builds, then attacks; a seed breaks no ties: it has no whims."""

    __slots__ = ("seat",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        self.seat = seat

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        blind = _BLIND.get(choice.prompt)
        if blind is not None:
            return blind(choice)
        answer = _ANSWERS.get(choice.prompt)
        if answer is None:
            return choice.options[-1 if choice.options[0][0] == "number" else 0]  # as many cards as there may be
        return answer(choice, _Table(sight.view(), choice.seat))


class _Table:
    """The view, with its cards in play by number and hand cards by copy."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.mine: Shown = view["seats"][seat]
        self.theirs: Shown = view["seats"][1 - seat]
        self.pieces: dict[int, tuple[Shown, bool]] = {}
        for side, own in ((self.mine, True), (self.theirs, False)):
            for piece in (side["phoenixborn"], *side["units"], *side["spells"]):
                self.pieces[piece["id"]] = (piece, own)
                for one in piece["attached"]:
                    self.pieces[one["id"]] = ({**one, "attack": 0, "life": 0, "wounds": 0, "exhausted": False}, own)
        self.dice = {die[0]: die for side in (self.mine, self.theirs) for die in side["dice"]}

    def card(self, copy: int) -> Shown | None:
        """A hand or pile card that is known, by its copy."""
        for side in (self.mine, self.theirs):
            for pile in ("hand", "discard_pile", "pile", "removed", "looked", "playing", "top"):
                for held in side[pile]:
                    if held is not None and held[0] == copy:
                        card: Shown = held[1]
                        return card
            for piece in (side["phoenixborn"], *side["units"], *side["spells"]):
                if piece["copy"] == copy:
                    return piece["card"]  # type: ignore[no-any-return]
        return None


def left(piece: Shown) -> int:
    """Life that a unit has left."""
    return int(piece["life"]) - int(piece["wounds"])


def worth(piece: Shown) -> int:
    """What a unit is worth."""
    return 2 * int(piece["attack"]) + left(piece)


# ---------------------------------------------------------------- the turn


def _turn(choice: Choice, t: _Table) -> Option:
    """The option that is worth most; passing is worth nothing."""
    return max(choice.options, key=lambda option: _worth_of(option, t))


def _worth_of(option: Option, t: _Table) -> float:
    judge = _DEEDS.get(str(option[0]))
    return judge(option, t) if judge is not None else 0.0


def _play(option: Option, t: _Table) -> float:
    card = t.card(int(option[1]))
    if card is None:
        return 0.0
    kind = card["kind"]
    if kind == "ready_spell":
        own = sum(spell["card"]["name"] == card["name"] for spell in t.mine["spells"])
        names = {spell["card"]["name"] for spell in t.mine["spells"]}
        slots = t.mine["phoenixborn"]["card"]["spellboard"]
        if not own and len(names) >= slots:
            return -5.0
        return 16.0 - 6.0 * own if t.view["round"] < 4 or not own else 1.0
    if kind == "ally":
        room = len(t.mine["units"]) < t.mine["phoenixborn"]["card"]["battlefield"]
        return 10.0 + (card["attack"] or 0) if room else -5.0
    if kind == "alteration":
        return 3.0 if t.mine["units"] else -2.0
    return _effect(card, t)


def _effect(card: Shown, t: _Table) -> float:
    """What the effect of a spell or ability is worth, by the verbs that it uses."""
    words = frozenset(card["does"])
    worth = 1.0
    if words & {"summon"}:
        room = len(t.mine["units"]) < t.mine["phoenixborn"]["card"]["battlefield"]
        worth += 12.0 if room else -4.0
    if _is_harm(words):
        worth += 5.0 if t.theirs["units"] or "phoenixborn" in words else -6.0
    if words & {"draw", "search"}:
        worth += 4.0 - len(t.mine["hand"])
    if "give" in words or "skill" in words:
        worth += 2.0 if any(not unit["exhausted"] for unit in t.mine["units"]) else -3.0
    if "change_dice" in words or "raise_dice" in words:
        worth -= 0.5
    return worth


def _is_harm(words: frozenset[str]) -> bool:
    return bool(words & HARMS) or ("place" in words and bool(words & BAD_TOKENS))


def _use(option: Option, t: _Table) -> float:
    found = t.pieces.get(int(option[1]))
    if found is None:
        return 0.0
    piece = found[0]
    card = piece["card"]
    words = frozenset(card["does"])
    if "this" in words and _is_harm(words) and not words & {"target"}:
        return -3.0  # it hurts itself
    return 2.0 + _effect(card, t)


def _power(option: Option, t: _Table) -> float:
    type_ = t.dice[int(option[1])][1]
    if type_ == "natural":
        return 3.0 if any(left(unit) <= 1 for unit in t.theirs["units"]) else 0.5 if t.theirs["units"] else -2.0
    return {"ceremonial": -1.0, "sympathy": 1.0, "divine": 1.5, "charm": 1.5, "illusion": 1.0}.get(type_, 0.2)


def _attack(option: Option, t: _Table) -> float:
    """An attack on the Phoenixborn is worth the damage that gets through; one on a unit what it kills and saves."""
    target, _ = t.pieces[int(option[1])]
    ready = [unit for unit in t.mine["units"] if not unit["exhausted"]]
    if target["card"]["kind"] == "phoenixborn":
        blockers = sum(not unit["exhausted"] for unit in t.theirs["units"])
        hits = sorted((int(unit["attack"]) for unit in ready), reverse=True)
        through = sum(hits[blockers:])
        if through >= left(target):
            return 1000.0
        return 1.5 * through + 0.5 * sum(hits[:blockers]) + (1.0 if sum(hits) else -5.0)
    best = max((_trade(unit, target) for unit in ready), default=-9.0)
    return best + 1.0


def _trade(attacker: Shown, target: Shown) -> float:
    """What attacking a unit gains: what it kills, less what the counter kills."""
    kills = int(attacker["attack"]) >= left(target)
    dies = not target["exhausted"] and int(target["attack"]) >= left(attacker) > 0
    gain = float(worth(target)) if kills else 0.4 * int(attacker["attack"])
    return gain - (worth(attacker) if dies else 0.3 * int(target["attack"]))


_DEEDS: Mapping[str, Callable[[Option, _Table], float]] = {
    "play": _play, "use": _use, "power": _power, "attack": _attack,
    "meditate": lambda option, t: -1.0, "pass": lambda option, t: 0.0, "end": lambda option, t: 0.0,
}  # fmt: skip


# ---------------------------------------------------------------- attacks


def _attackers(choice: Choice, t: _Table) -> Option:
    """Against a Phoenixborn everybody who deals damage; against a unit the one that trades best."""
    attack = t.view["attack"]
    target, _ = t.pieces[attack["target"]]
    if target["card"]["kind"] == "phoenixborn":
        for option in choice.options:
            if option != DONE and int(t.pieces[int(option[1])][0]["attack"]) > 0:
                return option
        return DONE if DONE in choice.options else choice.options[0]
    return max(choice.options, key=lambda option: _trade(t.pieces[int(option[1])][0], target))


def _block(choice: Choice, t: _Table) -> Option:
    """A block that wins or costs nothing; a bad one only when the Phoenixborn would fall."""
    attacker, _ = t.pieces[choice.about[0]]
    attack = t.view["attack"]
    blocked = dict(attack["blocks"])
    coming = sum(int(t.pieces[n][0]["attack"]) for n in attack["attackers"] if n in t.pieces and n not in blocked)
    pressed = coming >= left(t.mine["phoenixborn"])
    blocks = [option for option in choice.options if option != NO]
    best = max(blocks, key=lambda option: _blocks(t.pieces[int(option[1])][0], attacker))
    if NO in choice.options and not pressed and _blocks(t.pieces[int(best[1])][0], attacker) < 0:
        return NO
    return best


def _blocks(blocker: Shown, attacker: Shown) -> float:
    kills = int(blocker["attack"]) >= left(attacker)
    dies = int(attacker["attack"]) >= left(blocker)
    return float(attacker["attack"]) + (worth(attacker) if kills else 0) - (worth(blocker) + 1.5 if dies else 0)


def _guard(choice: Choice, t: _Table) -> Option:
    """The Phoenixborn guards a unit that would fall, while it has life to spare; a unit that survives guards too."""
    target, _ = t.pieces[choice.about[0]]
    attack = t.view["attack"]
    attacker = t.pieces[attack["attackers"][0]][0]
    hit = int(attacker["attack"])
    if hit < left(target) or NO not in choice.options:
        return NO if NO in choice.options else choice.options[0]
    for option in choice.options:
        if option == NO:
            continue
        guard = t.pieces[int(option[1])][0]
        if guard["card"]["kind"] != "phoenixborn":
            if hit < left(guard) and worth(target) > 3:
                return option
        elif left(guard) - hit > SAFE and worth(target) > 2 * hit - 2:
            return option
    return NO


def _counter(choice: Choice, t: _Table) -> Option:
    """A counter that deals damage, unless the unit survives and could still attack for more."""
    unit, _ = t.pieces[choice.about[0]]
    return YES if int(unit["attack"]) > 0 else NO


# ---------------------------------------------------------------- targets and yes or no


def _target(choice: Choice, t: _Table) -> Option:
    """What harms goes to the other side, what helps to one's own; what may be left and fits nobody is left."""
    card = t.card(choice.about[0]) if choice.about else None
    words = frozenset(card["does"]) if card is not None else frozenset()
    harms = _is_harm(words)
    best = max(choice.options, key=lambda option: _aim(option, t, harms))
    if DONE in choice.options and _aim(best, t, harms) <= 0:
        return DONE
    return best


def _aim(option: Option, t: _Table, harms: bool) -> float:
    word = str(option[0])
    if word == "player":
        own = int(option[1]) == t.view["you"]
        return 1.0 if own is not harms else -1.0
    if word == "die":
        die = t.dice[int(option[1])]
        mine = die in t.mine["dice"]
        return LEVELS[die[2]] + (1.0 if mine is not harms else -9.0)
    if word != "piece":
        return 0.5 if word == "card" else 0.0
    piece, own = t.pieces[int(option[1])]
    if own is harms:
        return -1.0 - worth(piece) / 100
    if piece["card"]["kind"] == "phoenixborn":
        return 2.5
    value = worth(piece) / 4 + 1.0
    return value + (2.0 if harms and left(piece) <= 2 else 0.0)


# ---------------------------------------------------------------- dice and cards


def _lowest_die(choice: Choice, t: _Table) -> Option:
    """The weakest face pays."""
    dice = [option for option in choice.options if option[0] == "die"]
    return min(dice, key=lambda option: LEVELS[t.dice[int(option[1])][2]]) if dice else choice.options[0]


def _exhaust(choice: Choice, t: _Table) -> Option:
    """Only basic sides are rolled again."""
    for option in choice.options:
        if option[0] == "die" and t.dice[int(option[1])][2] == "basic":
            return option
    return DONE if DONE in choice.options else choice.options[0]


def _decline(choice: Choice) -> Option:
    return next((answer for answer in (DONE, NO) if answer in choice.options), choice.options[0])


def _turned(choice: Choice, t: _Table) -> Option:
    """Dice are turned to power, the weakest first."""
    ups = [option for option in choice.options if option[0] == "turn" and option[2] == 2]
    ups = [option for option in ups if t.dice[int(option[1])] in t.mine["dice"]]
    if ups:
        return min(ups, key=lambda option: LEVELS[t.dice[int(option[1])][2]])
    return _decline(choice)


def _discard(choice: Choice, t: _Table) -> Option:
    """Copies of what is in play already go first, then what costs most."""
    cards: Sequence[Option] = [option for option in choice.options if option[0] == "card"]
    in_play = {spell["card"]["name"] for spell in t.mine["spells"]}

    def cost(option: Option) -> tuple[bool, int]:
        card = t.card(int(option[1]))
        return (card is not None and card["name"] in in_play), sum(m for *_, m in card["magic"]) if card else 0

    return max(cards, key=cost) if cards else choice.options[0]


_BLIND: Mapping[str, Callable[[Choice], Option]] = {
    "may": lambda choice: YES, "pay it": lambda choice: YES, "extra": lambda choice: YES,
    "react": lambda choice: choice.options[0], "x": lambda choice: choice.options[-1],
    "prepare discard": _decline, "meditate": _decline, "return": _decline,
}  # fmt: skip
"""Questions that are answered without a look at the table."""

_ANSWERS: Mapping[str, Callable[[Choice, _Table], Option]] = {
    "turn": _turn, "attackers": _attackers, "block": _block, "guard": _guard, "counter": _counter,
    "target": _target, "choose": _target, "pay": _lowest_die, "exhaust dice": _exhaust, "discard": _discard,
    "meditate turn": _turned, "turn die": _turned, "raise": _lowest_die,
}  # fmt: skip
"""How each question is answered; for any other the first option is taken."""
