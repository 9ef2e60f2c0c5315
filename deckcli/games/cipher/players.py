"""Who plays Cipher by rules of thumb: from what its seat may see, and the question, to an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, TypeAlias

from deckcli.engine.choice import DONE, NO, YES, Choice, Option
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Sight
from deckcli.engine.reasons import Reasons, by_points

Card: TypeAlias = Mapping[str, Any]
UnitSeen: TypeAlias = Mapping[str, Any]

ENOUGH_BONDS = 6
"""From so many bonds on, only cards that are worth nothing else become bonds."""
SWING = 9.0
"""How far the difference of two supports spreads: the attack that is so much stronger wins three times out of four."""
TIE = 7.0
"""What it is worth to the attacker that equal strength destroys, and that its side has more support skills."""
DANGER = 8.0
"""What it is worth to be out of the reach of an enemy that would surely take an orb."""
PAID_OTHERWISE = 2.5
"""What it is worth to pay for a critical or for evading as a skill lets one, beside discarding a card."""
SPARE_BONDS = 4
"""With fewer face-up bonds none is turned for a skill."""
WORTH_A_BOND = 2.0
"""What a bonus must add to an attack for a bond to be turned."""
LAST_STAND = 2
"""With so few orbs left a main character evades whenever it can."""


class Heuristic:
    """Bonds early, deploys as much as its points allow, attacks where the attack is worth most, and keeps cards of its
    main character's name to evade with. It looks at its view and the question alone."""

    __slots__ = ("_seat", "_whims")

    def __init__(self, seed: int, seat: int = 0) -> None:
        self._seat = seat
        self._whims = Random(seed, seat)

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        answer = ANSWERS.get(choice.prompt)
        if answer is None:
            return _otherwise(choice)
        return answer(_Look(sight.view().seen), choice)

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """The points of deployments and of actions (`engine.reasons`); None for any other question."""
        if choice.prompt not in ("deployment", "action"):
            return None
        look = _Look(sight.view().seen)
        if choice.prompt == "deployment":
            hand = look.hand()
            points = {option: _deployed_worth(look, option, hand) for option in choice.options}
            return by_points(_deployment(look, choice), choice.options, points.__getitem__)
        points = {option: _WORTH[str(option[0])](look, option, choice) for option in choice.options}
        return by_points(_action(look, choice), choice.options, points.__getitem__)


class _Look:
    """A view as the heuristic reads it."""

    __slots__ = ("foe", "me", "seen", "theirs")

    def __init__(self, seen: Mapping[str, Any]) -> None:
        self.seen = seen
        self.me = seen["seats"][seen["you"]]
        self.foe = seen["seats"][1 - seen["you"]]
        self.theirs = self.foe["units"]

    @property
    def bonds(self) -> int:
        """How many bonds the seat has."""
        return len(self.me["bonds"]) + len(self.me["spent"])

    def hand(self) -> Mapping[int, Card]:
        """The seat's hand by copy."""
        return dict(self.me["hand"])

    def unit(self, number: int) -> UnitSeen:
        """A unit of either side by its id."""
        return next(unit for side in (self.me, self.foe) for unit in side["units"] if unit["id"] == number)

    def leader(self) -> Card | None:
        """The seat's main character's card."""
        return next((unit["card"] for unit in self.me["units"] if unit["mc"]), None)

    def in_play(self, card: Card) -> UnitSeen | None:
        """The seat's own unit that shares a name with a card."""
        names = card["names"]
        return next((unit for unit in self.me["units"] if any(name in names for name in unit["card"]["names"])), None)


# ---------------------------------------------------------------- what things are worth


def _cost(card: Card) -> int:
    return int(card["deploy_cost"] or 0)


def _worth_keeping(look: _Look, card: Card, hand: Sequence[Card]) -> float:
    """How much a card in hand is worth as more than a bond or a discard."""
    cost, soon = _cost(card), look.bonds + 1
    base = look.in_play(card)
    if base is not None:
        if card["class_changes"]:
            cost = int(card["class_change_cost"] or 0)
        worth = 2.0 + max(0, int(card["attack"] or 0) - int(base["card"]["attack"] or 0)) / 10
        if base["mc"]:
            worth += 4.0
    else:
        worth = 2.0 + int(card["attack"] or 0) / 20
    if cost > soon:
        worth -= 1.5 * (cost - soon)
    twins = sum(other["unit_name"] == card["unit_name"] for other in hand)
    if twins > 1 and not (base is not None and base["mc"]):
        worth -= 1.5 * (twins - 1)
    return worth


def chance_to_win(attack: int, defence: int) -> float:
    """How likely an attack destroys, both supports still unknown."""
    return 1 / (1 + exp(-(attack - defence + TIE) / SWING))


def _prize(look: _Look, unit: UnitSeen) -> float:
    """What destroying an enemy unit is worth."""
    if unit["mc"]:
        orbs = len(look.foe["orbs"])
        return 1000.0 if orbs == 0 else 16.0 + 2.0 * (5 - orbs)
    card = unit["card"]
    return 4.0 + 2.5 * _cost(card) + len(unit["under"]) + int(card["attack"] or 0) / 20


# ---------------------------------------------------------------- phases


def _mulligan(look: _Look, choice: Choice) -> Option:
    """Keep a hand with two cards or more that come early."""
    early = sum(_cost(card) <= 2 for card in look.hand().values())
    return NO if early >= 2 else YES


def _bond(look: _Look, choice: Choice) -> Option:
    """The card that is worth least becomes a bond, one that shows a new symbol first."""
    hand = look.hand()
    cards = list(hand.values())
    shown = {symbol for _, card in look.me["bonds"] for symbol in card["symbols"]}
    wanted = {symbol for card in cards for symbol in card["symbols"]} - shown

    def worth(option: Option) -> float:
        card = hand[int(option[1])]
        new = any(symbol in wanted for symbol in card["symbols"])
        return _worth_keeping(look, card, cards) - (6.0 if new else 0.0)

    options = [option for option in choice.options if option != NO]
    if not options:
        return NO
    best = min(options, key=worth)
    if look.bonds >= ENOUGH_BONDS and (len(cards) <= 3 or worth(best) > 3.0):
        return NO
    return best


def _deployment(look: _Look, choice: Choice) -> Option:
    """What adds most for the points that are left."""
    hand = look.hand()
    best, most = choice.options[-1], 0.0
    for option in choice.options:
        worth = _deployed_worth(look, option, hand)
        if worth > most:
            best, most = option, worth
    return best


def _deployed_worth(look: _Look, option: Option, hand: Mapping[int, Card]) -> float:
    """What deploying a card or levelling up with it is worth; nothing for any other answer."""
    if option[0] == "level":
        return _level_worth(look, hand[int(option[1])], look.unit(int(option[2])), hand)
    return _deploy_worth(look, hand[int(option[1])], front=bool(option[2])) if option[0] == "deploy" else 0.0


def _level_worth(look: _Look, card: Card, unit: UnitSeen, hand: Mapping[int, Card]) -> float:
    """A stronger unit, and a card for a class change; the last card to evade with is kept."""
    gain = int(card["attack"] or 0) - int(unit["card"]["attack"] or 0)
    worth = gain / 4 + (4.0 if card["class_changes"] else -1.0)
    if unit["mc"]:
        worth += 2.0 if gain > 0 else -4.0
    return worth if gain > 0 else min(worth, 0.0)


def _deploy_worth(look: _Look, card: Card, *, front: bool) -> float:
    ranges = card["ranges"]
    right = front == (1 in ranges and 2 not in ranges)
    return 3.0 + int(card["attack"] or 0) / 10 + _cost(card) + (0.5 if right else 0.0)


def _action(look: _Look, choice: Choice) -> Option:
    """What is worth most: an attack, a skill that helps one, a main character in safety; then the turn is over."""
    best, most = END, 0.0
    for option in choice.options:
        worth = _WORTH[str(option[0])](look, option, choice)
        if worth > most:
            best, most = option, worth
    return best


END: Option = ("end",)


def _attack_worth(look: _Look, option: Option, choice: Choice) -> float:
    """The chance to destroy times the prize; of two attacks as good, the weaker unit goes first."""
    attacker, defender = look.unit(int(option[1])), look.unit(int(option[2]))
    attack, defence = int(attacker["attack"]), int(defender["attack"])
    return chance_to_win(attack, defence) * _prize(look, defender) - attack / 200 + 0.5


def _move_worth(look: _Look, option: Option, choice: Choice) -> float:
    """A main character behind two guards is out of reach; what that is worth grows with the enemy's attack."""
    unit = look.unit(int(option[1]))
    guards = sum(other["front"] for other in look.me["units"] if not other["mc"])
    if not unit["mc"] or not unit["front"] or guards < 2:
        return 0.0
    near = [other for other in look.foe["units"] if 1 in other["ranges"] and 2 not in other["ranges"]]
    return DANGER * sum(chance_to_win(int(other["attack"]), int(unit["attack"])) for other in near)


def _skill_worth(look: _Look, option: Option, choice: Choice) -> float:
    """A card in hand when nothing else is left to do; a bonus or a range when it turns an attack, and bonds remain."""
    unit = next((unit for unit in look.me["units"] if unit["copy"] == option[1]), None)
    if unit is None or not 0 <= int(option[2]) < len(unit["card"]["skills"]):
        return 0.0
    skill = unit["card"]["skills"][int(option[2])]
    if "flip" in skill["pays"] and len(look.me["bonds"]) < SPARE_BONDS:
        return 0.0
    if not skill["pays"] and not skill["limit"]:
        return 0.0  # it could be used without end
    if "give" not in skill["does"]:
        return _deed_worth(look, skill["does"])
    own = [one for one in choice.options if one[0] == "attack" and one[1] == unit["id"]]
    if unit["tapped"]:
        return 0.0
    if "range" in skill["does"]:
        return 0.0 if own or unit["ranges"] == (1, 2) else 2.0
    if "attack" in skill["does"] and "this" in skill["does"] and "tap" not in skill["pays"]:
        return max((_gain(look, unit, look.unit(int(one[2]))) for one in own), default=0.0)
    return 0.0


_DEEDS: Mapping[str, float] = {"destroy": 3.0, "deploy": 2.0, "untap": 1.5, "orbs": 0.5, "draw": 0.2, "hand": 0.2}
"""What a deed of a skill is worth, by its verb, when what it costs is not missed."""


def _deed_worth(look: _Look, does: Sequence[str]) -> float:
    """The dearest deed of a skill that gives nothing; untapping is for units that are tapped, destroying for enemies
    besides the main character."""
    worth = {deed: _DEEDS[deed] for deed in does if deed in _DEEDS}
    if not any(unit["tapped"] for unit in look.me["units"]):
        worth.pop("untap", None)
    if all(unit["mc"] for unit in look.foe["units"]):
        worth.pop("destroy", None)
    return max(worth.values(), default=0.0)


def _gain(look: _Look, unit: UnitSeen, target: UnitSeen) -> float:
    """What 10 more attack add against a target, where that is enough for the bonds they cost; before any attack."""
    attack, defence = int(unit["attack"]), int(target["attack"])
    more = chance_to_win(attack + 10, defence) - chance_to_win(attack, defence)
    gain = more * _prize(look, target)
    return 100.0 + gain if gain > WORTH_A_BOND else 0.0


_WORTH: Mapping[str, Callable[[_Look, Option, Choice], float]] = {
    "attack": _attack_worth,
    "move": _move_worth,
    "skill": _skill_worth,
    "end": lambda look, option, choice: 0.0,
}


# ---------------------------------------------------------------- battle


def _cheapest(look: _Look, choice: Choice) -> Option:
    """The discard that is worth least in hand."""
    hand = look.hand()
    cards = list(hand.values())
    options = [option for option in choice.options if option != NO and option != DONE]

    def missed(option: Option) -> float:
        if str(option[0]).endswith("_with"):
            return PAID_OTHERWISE
        return _worth_keeping(look, hand[int(option[1])], cards)

    return min(options, key=missed)


def _critical(look: _Look, choice: Choice) -> Option:
    """A critical is paid when it decides, for a main character or a unit that is worth the card."""
    battle = look.seen["battle"]
    attack, defence = battle["attack"], battle["defence"]
    if attack >= defence or 2 * attack < defence:
        return NO
    attacker, defender = look.unit(battle["attacker"]), look.unit(battle["defender"])
    if defender["mc"]:
        worth = len(look.foe["orbs"]) <= 2 or not attacker["mc"]
    else:
        worth = not attacker["mc"] and _cost(defender["card"]) >= 2
    return _cheapest(look, choice) if worth else NO


def _evade(look: _Look, choice: Choice) -> Option:
    """Evade what would destroy: a main character when orbs are few or cards many, any other unit always."""
    battle = look.seen["battle"]
    if battle["attack"] < battle["defence"]:
        return NO
    defender = look.unit(battle["defender"])
    if defender["mc"]:
        orbs, cards = len(look.me["orbs"]), len(choice.options) - 1
        worth = orbs <= LAST_STAND or battle["orbs"] > 1 or cards > 1
    else:
        worth = True
    return _cheapest(look, choice) if worth else NO


def _orb(look: _Look, choice: Choice) -> Option:
    return choice.options[0]


def _keep(look: _Look, choice: Choice) -> Option:
    return max(choice.options, key=lambda option: look.unit(int(option[1]))["attack"])


def _line(look: _Look, choice: Choice) -> Option:
    return choice.options[0]


def _otherwise(choice: Choice) -> Option:
    """Any other question: the first answer."""
    return choice.options[0]


# ---------------------------------------------------------------- skills


def _give_up(look: _Look, choice: Choice) -> Option:
    """What is paid or discarded: the worst card of the hand, the weakest unit, any bond."""
    hand = look.hand()
    cards = list(hand.values())
    units = {unit["copy"]: unit for unit in look.me["units"]}

    def price(option: Option) -> float:
        copy = int(option[1])
        if copy in hand:
            return _worth_keeping(look, hand[copy], cards)
        return float(units[copy]["attack"]) if copy in units else 0.0

    return min((option for option in choice.options if option != DONE), key=price)


def _pick(look: _Look, choice: Choice) -> Option:
    """What is chosen by a skill: the strongest enemy, the dearest card; own units are left where they are."""
    enemies = {unit["copy"]: unit for unit in look.foe["units"]}
    mine = {unit["copy"] for unit in look.me["units"]}
    options = [option for option in choice.options if option[0] == "take"]
    if not options:
        return choice.options[0]
    theirs = [option for option in options if option[1] in enemies]
    if theirs:
        return max(theirs, key=lambda option: int(enemies[int(option[1])]["attack"]))
    if DONE in choice.options and any(option[1] in mine for option in options):
        return DONE
    if all(option[1] in look.hand() for option in options):
        return _give_up(look, choice)
    known = {copy: card for pile in ("retreat", "bonds", "spent", "looked") for copy, card in look.me[pile]}
    return max(options, key=lambda option: _cost(known.get(int(option[1]), _NO_CARD)))


_NO_CARD: Card = {"deploy_cost": 0}


ANSWERS: Mapping[str, Callable[[_Look, Choice], Option]] = {
    "mulligan": _mulligan,
    "bond": _bond,
    "deployment": _deployment,
    "action": _action,
    "critical": _critical,
    "evade": _evade,
    "orb": _orb,
    "keep": _keep,
    "line": _line,
    "pay": _give_up,
    "discard": _give_up,
    "choose": _pick,
}
"""How a question is answered, by its prompt."""
