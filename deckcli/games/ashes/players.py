"""A player of Ashes that plays a sane game: it builds up, trades well, guards what is worth it, and keeps good dice.

It answers from the question and its view alone. Numbers in it are worths in points of damage, more or less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from deckcli.engine.choice import DONE, NO, YES, Choice, Option
from deckcli.engine.playthrough import Sight
from deckcli.engine.reasons import Reasons, by_points
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.gists import Deed, Gist, Plan
from deckcli.games.ashes.judging import (
    CARD,
    Seen,
    Shown,
    dice_in,
    left,
    plan_worth,
    price,
    reaches,
    touch_worth,
    worth,
)
from deckcli.games.ashes.paying import Bill

LEVELS = {"basic": 0, "class": 1, "power": 2}
SAFE = 6
"""Life that a Phoenixborn wants to have left after guarding."""
SPARE = 10
"""Cards of a draw pile from which on its top is given up to meditate."""


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
        return answer(choice, Seen(sight.view(), choice.seat))

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """The points of a turn's actions and of targets (`engine.reasons`); None for any other question."""
        if _ANSWERS.get(choice.prompt) not in (_turn, _target):
            return None
        seen = Seen(sight.view(), choice.seat)
        answer = _ANSWERS[choice.prompt](choice, seen)
        if choice.prompt == "turn":
            return by_points(answer, choice.options, lambda option: _worth_of(option, seen))
        deeds = _asked_for(choice, seen)
        return by_points(answer, choice.options, lambda option: _aim(option, seen, deeds))


# ---------------------------------------------------------------- the turn


def _turn(choice: Choice, t: Seen) -> Option:
    """The option that is worth most; passing is worth nothing."""
    return max(choice.options, key=lambda option: _worth_of(option, t))


def _worth_of(option: Option, t: Seen) -> float:
    judge = _DEEDS.get(str(option[0]))
    return judge(option, t) if judge is not None else 0.0


def _play(option: Option, t: Seen) -> float:
    card = t.card(int(option[1]))
    return 0.0 if card is None else _card_worth(card, t)


def _card_worth(card: Shown, t: Seen) -> float:
    """What it is worth to play a card now."""
    kind = card["kind"]
    if kind == "ready_spell":
        return _spell_worth(card, t)
    if kind == "ally":
        return 10.0 + (card["attack"] or 0) if t.has_room else -5.0
    spent = price(card["ways"], held=CARD / 2)
    if kind == "alteration":
        return (3.0 if t.mine["units"] or t.theirs["units"] else -2.0) - spent
    return sum(plan_worth(gist.does, t) for gist in card["gists"]) - spent


def _spell_worth(card: Shown, t: Seen) -> float:
    """A ready spell works every round: a new one early, a copy where it focuses something that was used."""
    names = [spell["card"]["name"] for spell in t.mine["spells"]]
    own = names.count(card["name"])
    if not own and len(set(names)) >= t.mine["phoenixborn"]["card"]["spellboard"]:
        return -5.0
    return 16.0 - 6.0 * own if t.view["round"] < 4 or not own else 1.0


def _use(option: Option, t: Seen) -> float:
    found = t.pieces.get(int(option[1]))
    if found is None:
        return 0.0
    gist = _gist_of(found[0], int(option[2]))
    if gist is None:
        return 1.0
    copies = sum(spell["card"]["name"] == found[0]["card"]["name"] for spell in t.mine["spells"])
    plans = (gist.does, *gist.focus[: max(0, copies - 1)])
    return sum(plan_worth(plan, t, found[0]) for plan in plans) - price(gist.ways)


def _gist_of(piece: Shown, place: int) -> Gist | None:
    """What the ability at a place of a card is for: its own come first, then those that lie on it."""
    gists: list[Gist] = [*piece["card"]["gists"]]
    for one in piece.get("attached", ()):
        gists += one["card"]["grants"]
    return gists[place] if place < len(gists) else None


def _power(option: Option, t: Seen) -> float:
    type_ = t.dice[int(option[1])][1]
    if type_ == "natural":
        return 3.0 if any(left(unit) <= 1 for unit in t.theirs["units"]) else 0.5 if t.theirs["units"] else -2.0
    if type_ == "illusion":
        foes = [die for die in t.theirs["dice"] if die[3] == "active" and die[2] != "basic"]
        return 1.0 if foes else -0.5
    return {"ceremonial": -1.0, "sympathy": 1.0, "divine": 1.5, "charm": 1.5}.get(type_, 0.2)


# ---------------------------------------------------------------- meditating


def _wanted(t: Seen) -> tuple[float, list[Option]]:
    """The best thing that dice turned by meditation would pay for, with the turns that it takes."""
    best: tuple[float, list[Option]] = (0.0, [])
    for worth_, ways in _not_payable(t):
        for way in ways:
            turns = _turns_for(way, t)
            if turns and len(turns) <= 2 and worth_ - 2.0 * len(turns) > best[0]:
                best = worth_ - 2.0 * len(turns), turns
    return best


def _not_payable(t: Seen) -> Iterator[tuple[float, Sequence[Bill]]]:
    """Cards of the hand and abilities for which only the sides of the dice are wrong, with what they are worth."""
    for held in t.mine["hand"]:
        if held[1]["kind"] != "reaction_spell" and not any(_turns_for(way, t) == [] for way in held[1]["ways"]):
            yield _card_worth(held[1], t), held[1]["ways"]
    for piece in (t.mine["phoenixborn"], *t.mine["units"], *t.mine["spells"]):
        if piece["exhausted"]:
            continue
        for gist in piece["card"]["gists"]:
            if not gist.timing and gist.ways[0] and not any(_turns_for(way, t) == [] for way in gist.ways):
                yield plan_worth(gist.does, t, piece) - price(gist.ways), gist.ways


def _turns_for(way: Bill, t: Seen) -> list[Option] | None:
    """The dice to turn so that they pay; none when they do already, None when there are too few."""
    dice = [die for die in t.mine["dice"] if die[3] == "active"]
    if len(dice) < dice_in(way) or way.discard > len(t.mine["hand"]):
        return None
    turns: list[Option] = []
    for type_, power, plain in way.dice:
        own = sorted((die for die in dice if die[1] == DICE[type_]), key=lambda die: -LEVELS[die[2]])
        if len(own) < power + plain:
            return None
        wanted = [2] * power + [1] * plain
        turns += [("turn", die[0], side) for die, side in zip(own, wanted, strict=False) if LEVELS[die[2]] < side]
    return turns


def _junk(t: Seen) -> list[int]:
    """Cards of the hand that will not be played: of a spell that is there already, of what has no slot, of what the
    dice never pay for, and more reactions than one."""
    found, seen = [], set()
    types = {die[1] for die in t.mine["dice"]}
    names = [spell["card"]["name"] for spell in t.mine["spells"]]
    full = len(set(names)) >= t.mine["phoenixborn"]["card"]["spellboard"]
    for copy, card in t.mine["hand"]:
        name, kind = card["name"], card["kind"]
        foreign = all(any(DICE[type_] not in types for type_, *_ in way.dice) for way in card["ways"])
        copies = names.count(name) if kind == "ready_spell" else int(name in seen and kind == "reaction_spell")
        if foreign or copies > (kind == "ready_spell") or (kind == "ready_spell" and full and not copies):
            found.append(copy)
        seen.add(name)
    return found


def _meditating(option: Option, t: Seen) -> float:
    """Worth its cards when it turns dice that something is waiting for."""
    gain, turns = _wanted(t)
    return min(gain, 0.5) if turns and len(turns) <= len(_junk(t)) + max(0, t.mine["draw_pile"] - SPARE) else -1.0


def _meditation(choice: Choice, t: Seen) -> Option:
    """What is discarded: what is of no use, then the top of the draw pile; no more than dice are to be turned."""
    if DONE in choice.options and not _wanted(t)[1]:
        return DONE
    junk = {t.card(copy)["name"] for copy in _junk(t)}  # type: ignore[index]
    for option in choice.options:
        card = t.card(int(option[1])) if option[0] == "card" else None
        if card is not None and card["name"] in junk:
            return option
    if ("top",) in choice.options and (t.mine["draw_pile"] > SPARE or DONE not in choice.options):
        return ("top",)
    return DONE if DONE in choice.options else choice.options[0]


def _least_missed(choice: Choice, t: Seen) -> Option:
    """What has to go: what is of no use, then the top of the draw pile, then a card of the hand."""
    junk = _junk(t)
    useless = [option for option in choice.options if option[0] == "card" and int(option[1]) in junk]
    return useless[0] if useless else ("top",) if ("top",) in choice.options else choice.options[0]


def _meditated(choice: Choice, t: Seen) -> Option:
    """The die that is wanted most; without one the weakest goes up."""
    wanted = [option for option in _wanted(t)[1] if option in choice.options]
    return wanted[0] if wanted else _turned(choice, t)


def _prepared(choice: Choice, t: Seen) -> Option:
    """Before drawing, what is of no use makes room, as long as there is something to draw."""
    junk = _junk(t)
    if t.mine["draw_pile"] < 5 - len(t.mine["hand"]) + 1:
        return _decline(choice)
    names = {t.card(copy)["name"] for copy in junk[: t.mine["draw_pile"]]}  # type: ignore[index]
    for option in choice.options:
        card = t.card(int(option[1])) if option[0] == "card" else None
        if card is not None and card["name"] in names and int(option[1]) in junk:
            return option
    return _decline(choice)


# ---------------------------------------------------------------- attacking


def _attack(option: Option, t: Seen) -> float:
    """An attack on the Phoenixborn is worth what its attackers bring; one on a unit what it kills and saves."""
    target, _ = t.pieces[int(option[1])]
    if target["card"]["kind"] == "phoenixborn":
        if _is_deadly(t):
            return 1000.0
        return sum(max(0.0, gain) for gain in _strikes(t).values()) or -5.0
    best = max((_trade(unit, target) for unit in _ready(t.mine)), default=-9.0)
    return best + 1.0


def _ready(side: Shown) -> list[Shown]:
    return [unit for unit in side["units"] if not unit["exhausted"]]


def _is_deadly(t: Seen) -> bool:
    """Whether the Phoenixborn would fall although every unit that can blocks one of the strongest attackers."""
    hits = sorted((int(unit["attack"]) for unit in _ready(t.mine)), reverse=True)
    return sum(hits[len(_ready(t.theirs)) :]) >= left(t.theirs["phoenixborn"])


def _strikes(t: Seen) -> dict[int, float]:
    """What each ready unit brings that attacks the Phoenixborn: its damage, or what comes of the block that the other
    side would like best, in the measure in which there are units to block."""
    ready, foes = [unit for unit in _ready(t.mine) if int(unit["attack"])], _ready(t.theirs)
    share = min(1.0, len(foes) / len(ready)) if ready else 0.0
    gains = {}
    for unit in ready:
        through = 1.5 * int(unit["attack"])
        blocks = [_exchange(unit, foe) for foe in foes if _blocks(foe, unit) >= 0]
        gains[int(unit["id"])] = (1 - share) * through + share * min([through, *blocks])
    return gains


def _exchange(attacker: Shown, blocker: Shown) -> float:
    """What an attacker gains from being blocked by that unit."""
    kills, dies = int(attacker["attack"]) >= left(blocker), int(blocker["attack"]) >= left(attacker)
    return (worth(blocker) if kills else 0.0) - (worth(attacker) + 0.5 if dies else 0.0)


def _trade(attacker: Shown, target: Shown) -> float:
    """What attacking a unit gains: what it kills, less what the counter kills."""
    kills = int(attacker["attack"]) >= left(target)
    dies = not target["exhausted"] and int(target["attack"]) >= left(attacker) > 0
    gain = float(worth(target)) if kills else 0.4 * int(attacker["attack"])
    return gain - (worth(attacker) if dies else 0.3 * int(target["attack"]))


_DEEDS: Mapping[str, Callable[[Option, Seen], float]] = {
    "play": _play, "use": _use, "power": _power, "attack": _attack,
    "meditate": _meditating, "pass": lambda option, t: 0.0, "end": lambda option, t: 0.0,
}  # fmt: skip


# ---------------------------------------------------------------- attacks


def _attackers(choice: Choice, t: Seen) -> Option:
    """Against a Phoenixborn everybody who brings something, or all if it falls; against a unit who trades best."""
    attack = t.view["attack"]
    target, _ = t.pieces[attack["target"]]
    if target["card"]["kind"] == "phoenixborn":
        gains, deadly = _strikes(t), _is_deadly(t)
        for option in choice.options:
            if option != DONE and (gain := gains.get(int(option[1]))) is not None and (deadly or gain > 0):
                return option
        return DONE if DONE in choice.options else choice.options[0]
    return max(choice.options, key=lambda option: _trade(t.pieces[int(option[1])][0], target))


def _block(choice: Choice, t: Seen) -> Option:
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


def _guard(choice: Choice, t: Seen) -> Option:
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


def _counter(choice: Choice, t: Seen) -> Option:
    """A counter that deals damage, unless the unit survives and could still attack for more."""
    unit, _ = t.pieces[choice.about[0]]
    return YES if int(unit["attack"]) > 0 else NO


# ---------------------------------------------------------------- targets and yes or no


def _target(choice: Choice, t: Seen) -> Option:
    """What the deeds of the card would do best to; what may be left and gains nothing is left."""
    deeds = _asked_for(choice, t)
    best = max(choice.options, key=lambda option: _aim(option, t, deeds))
    if DONE in choice.options and _aim(best, t, deeds) <= 0:
        return DONE
    return best


def _asked_for(choice: Choice, t: Seen) -> list[Deed]:
    """The deeds of the card that asks for a target."""
    card = t.card(choice.about[0]) if choice.about else None
    return [] if card is None else list(_deeds_of(card))


def _deeds_of(card: Shown) -> Iterator[Deed]:
    """Every deed of a card's abilities."""
    waiting: list[Plan] = [plan for gist in card["gists"] for plan in (gist.does, *gist.focus)]
    while waiting:
        for part in waiting.pop().parts:
            if isinstance(part, Plan):
                waiting.append(part)
            else:
                yield part


def _aim(option: Option, t: Seen, deeds: Sequence[Deed]) -> float:
    """What it is worth that the card does its deeds to that."""
    word = str(option[0])
    if word == "player":
        own = int(option[1]) == t.view["you"]
        foul = any(deed.verb in _AT_FOES or deed.what == "wounds" for deed in deeds if deed.side == "any")
        return 1.0 if own is not foul else -1.0
    if word == "die":
        die = t.dice[int(option[1])]
        foul = any(deed.verb in ("lower_dice", "exhaust_dice") for deed in deeds)
        return LEVELS[die[2]] + (1.0 if (die in t.mine["dice"]) is not foul else -9.0)
    if word != "piece":
        return 0.5 if word == "card" else 0.0
    piece, own = t.pieces[int(option[1])]
    reaching = [deed for deed in deeds if deed.side != "this" and reaches(deed, piece, own)]
    fit = 3.0 if own and piece["card"]["wants_charge"] and not piece.get("dice") else worth(piece) / 100 + 0.1
    return sum(touch_worth(deed, piece, own) for deed in reaching) if reaching else fit


_AT_FOES = frozenset({"damage", "mill", "lower_dice", "exhaust_dice", "destroy", "discard"})


def _reaction(choice: Choice, t: Seen) -> Option:
    """A reaction that gains something; what it is an answer to is not looked at."""
    for option in choice.options:
        card = t.card(int(option[1])) if option != NO else None
        if card is not None and any(plan_worth(gist.does, t) >= 0.0 for gist in card["gists"]):
            return option
    return NO if NO in choice.options else choice.options[0]


# ---------------------------------------------------------------- dice and cards


def _lowest_die(choice: Choice, t: Seen) -> Option:
    """The weakest face pays."""
    dice = [option for option in choice.options if option[0] == "die"]
    return min(dice, key=lambda option: LEVELS[t.dice[int(option[1])][2]]) if dice else choice.options[0]


def _exhaust(choice: Choice, t: Seen) -> Option:
    """Only basic sides are rolled again."""
    for option in choice.options:
        if option[0] == "die" and t.dice[int(option[1])][2] == "basic":
            return option
    return DONE if DONE in choice.options else choice.options[0]


def _decline(choice: Choice) -> Option:
    return next((answer for answer in (DONE, NO) if answer in choice.options), choice.options[0])


def _turned(choice: Choice, t: Seen) -> Option:
    """Dice are turned to power, the weakest first."""
    ups = [option for option in choice.options if option[0] == "turn" and option[2] == 2]
    ups = [option for option in ups if t.dice[int(option[1])] in t.mine["dice"]]
    if ups:
        return min(ups, key=lambda option: LEVELS[t.dice[int(option[1])][2]])
    return _decline(choice)


def _discard(choice: Choice, t: Seen) -> Option:
    """Copies of what is in play already go first, then what costs most."""
    cards: Sequence[Option] = [option for option in choice.options if option[0] == "card"]
    in_play = {spell["card"]["name"] for spell in t.mine["spells"]}

    def cost(option: Option) -> tuple[bool, int]:
        card = t.card(int(option[1]))
        return (card is not None and card["name"] in in_play), sum(m for *_, m in card["magic"]) if card else 0

    return max(cards, key=cost) if cards else choice.options[0]


_BLIND: Mapping[str, Callable[[Choice], Option]] = {
    "may": lambda choice: YES, "pay it": lambda choice: YES, "extra": lambda choice: YES,
    "x": lambda choice: choice.options[-1],
    "return": _decline,
}  # fmt: skip
"""Questions that are answered without a look at the table."""

_ANSWERS: Mapping[str, Callable[[Choice, Seen], Option]] = {
    "turn": _turn, "attackers": _attackers, "block": _block, "guard": _guard, "counter": _counter,
    "target": _target, "choose": _target, "pay": _lowest_die, "exhaust dice": _exhaust, "discard": _discard,
    "meditate": _meditation, "sudden death": _least_missed, "meditate turn": _meditated, "turn die": _turned,
    "raise": _lowest_die, "prepare discard": _prepared, "react": _reaction,
}  # fmt: skip
"""How each question is answered; for any other the first option is taken."""
