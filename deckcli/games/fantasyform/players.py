"""Who plays FantasyForm by rules of thumb: from what it sees, and the question, to an answer.

Every essence is bought and sold at the same price, and the prices of the next turn lie open: so what is worth more
tomorrow is kept over night, as far as the turn still ends with the Exploration Phase. A form comes first; then whatever
pays for itself in the time that is left; and in every Rival Phase as much damage as the shards are enough for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.choice import DONE, Choice, Option
from deckcli.engine.playthrough import Sight
from deckcli.engine.reasons import Reasons, by_points
from deckcli.engine.view import View

MOST_SHARDS = 25
USUAL_PRICE = 2.8
"""What an essence is worth when nobody knows the next prices."""
TURN = 5.0
"""What one more turn before the Rival Phase is worth."""
TURNS = 5.0
"""How many turns there are from one Rival Phase to the next."""
DAMAGE = 4.0
"""What one damage is worth."""
MATCH = 3.0
"""What it is worth that an encounter finds a tag it asks for."""
BEYOND = 5.0
"""How much more than its price an upgrade must be worth."""
FIRST_FORM = 40.0
"""What it is worth to be able to attack at all."""
ALWAYS = 1000.0

SHADOW, RADIANT, LIFE, MARTIAL = range(4)
_ESSENCE = {"Shadow": SHADOW, "Radiant": RADIANT, "Life": LIFE, "Martial": MARTIAL}


class Heuristic:
    """Plays by what its view shows; what encounters and essences offer it reads in their words."""

    __slots__ = ()

    def __init__(self, seed: int, seat: int = 0) -> None:
        """It has no whims: the seed is of no use to it."""

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        look = Look(sight.view())
        if choice.prompt == "attack":
            return _attack(look, choice)
        return _best(choice, _VALUES[choice.prompt](look, choice))

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """What every answer is worth, in shards (`engine.reasons`); None for attacks, which are a rule."""
        if choice.prompt == "attack":
            return None
        value = _VALUES[choice.prompt](Look(sight.view()), choice)
        worths = {option: 0.0 if option == DONE else value(option) for option in choice.options}
        return by_points(_best(choice, worths.__getitem__), choice.options, worths.__getitem__)


def _best(choice: Choice, value: Callable[[Option], float]) -> Option:
    """The option of the greatest value, the last of equal ones, which is the modest one; doing nothing is worth 0."""
    best, most = choice.options[-1], -ALWAYS
    for option in reversed(choice.options):
        found = 0.0 if option == DONE else value(option)
        if found > most + 1e-9:
            best, most = option, found
    return best


class Look:
    """A view as the heuristic reads it."""

    def __init__(self, view: View) -> None:
        self.seen = seen = view.seen
        self.shards: int = seen["shards"]
        self.health: int = seen["health"]
        self.pack: Mapping[int, Any] = dict(seen["pack"])
        self.ethereal: Mapping[int, Any] = dict(seen["ethereal"])
        self.worn: Sequence[Any] = [card for _, card in seen["worn"]]
        self.elemental: bool = self.worn[0]["elemental"]
        self.rival = seen["rival"]
        self.timer: int = seen["timer"]

    @property
    def explores(self) -> bool:
        """Whether the turn ends with the Exploration Phase as things are."""
        return len(self.ethereal) >= 2

    @property
    def turns_left(self) -> float:
        """How many turns there may still be."""
        return max(0, len(self.ethereal) + len(self.pack) - 1) + (self.timer - 1) * TURNS

    @property
    def attacks_left(self) -> int:
        """In how many Rival Phases the rival can still be attacked."""
        return self.timer

    @property
    def attacks(self) -> bool:
        """Whether damage can be dealt in the Rival Phase that comes (a rival without a form is about to take one)."""
        return self.elemental

    # ------------------------------------------------------------ essences

    def price(self, card: Any) -> int:
        """What an essence is sold for now."""
        prices = self.seen["prices"]
        return int(prices[_ESSENCE[card["essence"]]]) if prices else 3

    def kept(self, card: Any) -> float:
        """What an essence is worth that is kept until the next turn."""
        essence = _ESSENCE[card["essence"]]
        if self.explores and len(self.seen["encounters"]) == 3:
            return float(self.seen["encounters"][1][1]["prices"][essence])
        worth = USUAL_PRICE
        shards, damage = self.by_using(card["essence"])
        if essence == MARTIAL and self.attacks:
            worth = DAMAGE * (1 + damage)
        if essence == LIFE:
            worth = max(worth, shards + self.health_worth(min(2, self.seen["most_health"] - self.health)))
        return worth

    def by_using(self, essence: str) -> tuple[int, int]:
        """The shards and the damage that worn cards add when an essence is used."""
        earns = [one for card in self.worn for one in card["earns"]]
        fitting = [one for one in earns if one[0] == "essence_used" and one[1] in ("", essence.lower())]
        return sum(one[2] for one in fitting), sum(one[3] for one in fitting)

    def price_or_kept(self, card: Any) -> float:
        """What an essence is worth: sold now, or kept."""
        return max(float(self.price(card)), self.kept(card))

    # ------------------------------------------------------------ health

    @property
    def pain(self) -> float:
        """What the rival is going to do to this health."""
        hurts = (2.2 if self.rival is None else float(self.rival["hurts"])) + self.softened("rival")
        return max(0.0, hurts) * max(0, self.timer - (self.rival is None)) + 1.5

    def softened(self, source: str) -> int:
        """By how much damage from there is reduced (0 or less)."""
        return sum(
            much
            for copy, card in self.seen["worn"]
            for what, much, limited in card["changes"]
            if what == source and not (limited and copy in self.seen["spent"])
        )

    def health_worth(self, more: int, less: int = 0) -> float:
        """What so much more health is worth, on top of what is left when so much is lost."""
        more += less
        short = self.pain + 1 - self.health + less
        return max(0.0, min(float(more), short)) * 2.5 + more * 0.3

    # ------------------------------------------------------------ upgrades

    def matches(self, tags: set[str]) -> float:
        """How many encounters a turn find a tag that they ask for, over all cards that may come."""
        cards = [card for name in _ROWS for _, card in self.seen[name]]
        found = sum(not tags.isdisjoint(wanted) for card in cards for wanted in card["wants"])
        return found / max(1, len(cards))

    def use_of(self, card: Any) -> float:
        """What an upgrade's abilities bring in the rest of the game, in shards."""
        turns, phases = self.turns_left, self.attacks_left
        worth = 0.0
        for what, much, limited in card["changes"]:
            if what == "damage_price":
                worth -= much * phases * (1 if limited else 3)
            elif what == "essence_price":
                worth -= much * turns * (1 if limited else 2) * 0.9
            elif what == "rival":
                worth += min(4.0, -much * phases) * 2
            else:
                worth -= much * turns * 0.25
        often = {"turn_begins": turns, "market_begins": turns, "damage_bought": 0.8 * phases, "essence_used": phases}
        for event, _, shards, damage, _ in card["earns"]:
            worth += often.get(event, turns * 0.5) * (shards + damage * DAMAGE)
        return worth

    def better(self, card: Any) -> float:
        """What a card is worth in place of the one that is worn."""
        place = {"Form": 0, "Companion": 1, "Artifact": 2}[card["kind"]]
        old = self.worn[place]
        others = {tag for number, worn in enumerate(self.worn) if number != place for tag in worn["tags"]}
        gain = self.matches(others | set(card["tags"])) - self.matches(others | set(old["tags"]))
        worth = self.use_of(card) - self.use_of(old) + gain * MATCH * self.turns_left
        if place == 0:
            worth += FIRST_FORM + 2.0 * (card["pack_size"] - old["pack_size"])
            worth += self.health_worth(card["health"] - self.health)
        return worth

    def wearable(self, card: Any, cost: int) -> bool:
        """Whether an upgrade can be bought at that cost."""
        return cost <= self.shards and (card["kind"] != "Form" or not self.elemental)

    # ------------------------------------------------------------ damage

    def hits_for(self, shards: int) -> int:
        """How much damage so many shards buy, and the Martial Essences of the pack bring."""
        first = sum(
            much for card in self.worn for what, much, limited in card["changes"] if what == "damage_price" and limited
        )
        hits = 0
        price = max(0, 4 + int(first))
        while price <= shards and hits < 30:
            shards -= price
            hits, price = hits + 1, 4
        second = any(event == "damage_bought" for card in self.worn for event, *_ in card["earns"])
        martial = sum(1 for card in self.pack.values() if card["essence"] == "Martial")
        return hits + (1 if second and hits >= 2 else 0) + martial * (1 + self.by_using("Martial")[1])

    def kills(self, shards: int) -> bool:
        """Whether the rival can be brought down in a Rival Phase with so many shards."""
        return self.elemental and self.rival is not None and self.hits_for(shards) >= int(self.seen["rival_health"])


_ROWS = ("upgrades", "encounters", "ethereal", "discard", "pack")


# ---------------------------------------------------------------- the market


def _market(look: Look, choice: Choice) -> Callable[[Option], float]:
    """What each deal is worth now."""
    goal = _form_wanted(look)
    killing = look.kills(look.shards)

    def value(option: Option) -> float:
        word, copy = str(option[0]), int(option[1])
        if word == "sell":
            return _selling(look, look.pack[copy], goal, killing)
        if word == "buy":
            return _buying(look, look.ethereal[copy], goal, killing)
        if word == "wear":
            return _wearing(look, copy, goal, killing)
        return _using(look, look.pack[copy], goal)

    return value


def _form_wanted(look: Look) -> int:
    """The cost of the form that is bought this turn, if what is in the pack is sold for it where needed; 0 for none."""
    if look.elemental:
        return 0
    purse = min(MOST_SHARDS, look.shards + sum(map(look.price, look.pack.values())))
    rows = zip(look.seen["upgrades"], look.seen["costs"], strict=True)
    return min((cost for (_, card), cost in rows if card["kind"] == "Form" and cost <= purse), default=0)


def _selling(look: Look, card: Any, goal: int, killing: bool) -> float:
    income = min(MOST_SHARDS, look.shards + look.price(card)) - look.shards
    if goal and look.shards < goal:
        return 50.0 + income - look.kept(card)
    if killing:
        return 0.0
    worth = income + _first(look, "essence_sold") - look.kept(card)
    if len(look.ethereal) == 1:
        worth += TURN  # one more turn
    return worth


def _buying(look: Look, card: Any, goal: int, killing: bool) -> float:
    price = look.price(card)
    if killing:
        # The Rival Phase comes sooner, as long as what is left is enough.
        return 5.0 - price if look.explores and look.kills(look.shards - price) else 0.0
    if goal and look.shards >= goal:
        return 0.0  # first the form
    worth = look.kept(card) - price - _first(look, "essence_price")
    if len(look.ethereal) == 2:
        worth -= TURN
    # What the first sale of a turn brings more is had by buying and selling again.
    again = _first(look, "essence_sold") - _first(look, "essence_price") - 0.5
    return worth if len(look.ethereal) == 2 else max(worth, again)


def _first(look: Look, what: str) -> float:
    """What the first sale or purchase of a turn still brings by a worn card (less than 0 for a lower price)."""
    worth = 0.0
    for copy, card in look.seen["worn"]:
        if copy in look.seen["spent"]:
            continue
        worth += sum(shards for event, _, shards, _, limited in card["earns"] if event == what and limited)
        worth += sum(much for kind, much, limited in card["changes"] if kind == what and limited)
    return worth


def _wearing(look: Look, copy: int, goal: int, killing: bool) -> float:
    number = [held for held, _ in look.seen["upgrades"]].index(copy)
    card, cost = look.seen["upgrades"][number][1], look.seen["costs"][number]
    if killing and not look.kills(look.shards - cost):
        return 0.0
    return look.better(card) - float(cost) - BEYOND


def _using(look: Look, card: Any, goal: int) -> float:
    essence = _ESSENCE[card["essence"]]
    if essence == LIFE:
        healed = min(2, look.seen["most_health"] - look.health)
        shards = min(MOST_SHARDS - look.shards, look.by_using("Life")[0])
        return shards + look.health_worth(healed) - max(look.price(card), look.kept(card)) - 0.5
    if essence == RADIANT and goal:
        return 60.0 + 3 - look.price(card) if look.price(card) < 3 else 0.0
    return 0.0


# ---------------------------------------------------------------- what encounters and essences ask


def worth_of(look: Look, deed: Any) -> float:
    """What a deed, in the words of the effect language, is worth now."""
    if not isinstance(deed, tuple) or not deed:
        return 0.0
    if deed[0] == "do":
        return sum(worth_of(look, part) for part in deed[1:])
    if deed[0] == "if":
        return _worth_of_test(look, *deed[1:])
    if deed[0] == "one_of":
        return max(worth_of(look, part) for part in deed[1])
    said = _WORTH.get(deed[0])
    return said(look, deed[1:]) if said is not None else 0.0


def _worth_of_test(look: Look, test: Any, body: Any, other: Any) -> float:
    if test[0] == "has":
        return worth_of(look, body if _has(look, test[1]) else other)
    if test[0] == "may_pay":
        declined, price = worth_of(look, other), _cost(look, test[1])
        return declined if price is None else max(declined, worth_of(look, body) - price)
    return max(worth_of(look, body), worth_of(look, other))


def _has(look: Look, tags: Sequence[str]) -> bool:
    return any(tag.lower() in tags for tag in look.seen["tags"])


def _cost(look: Look, cost: Any) -> float | None:
    """What a cost takes away; None when it cannot be paid."""
    if cost[0] == "shards":
        return float(cost[1]) if cost[1] <= look.shards else None
    return min(map(look.price_or_kept, look.pack.values()), default=None)


def _number(look: Look, told: Any) -> int:
    """A number, or how many of some tags there are."""
    if isinstance(told, int):
        return told
    return sum(tag.lower() in told[1] for tag in look.seen["tags"])


def _gained(look: Look, args: Any) -> float:
    return min(MOST_SHARDS - look.shards, _number(look, args[0]))


def _lost(look: Look, args: Any) -> float:
    return -min(look.shards, _number(look, args[0]))


def _hurt(look: Look, args: Any) -> float:
    harm = max(0, _number(look, args[0]) + look.softened("encounter"))
    return -ALWAYS / 2 if harm >= look.health else -look.health_worth(0, harm)


def _healed(look: Look, args: Any) -> float:
    return look.health_worth(min(_number(look, args[0]), look.seen["most_health"] - look.health))


def _packed(look: Look, args: Any) -> float:
    if len(look.pack) >= look.seen["pack_size"]:
        return 0.0
    cards = list(look.ethereal.values())
    some = cards[-1:] if args[0] == ("rightmost",) else cards
    worth = max(map(look.price_or_kept, some), default=0.0)
    return worth - (TURN / 2 if len(cards) <= 2 else 0.0)


def _thrown(look: Look, args: Any) -> float:
    return -min(map(look.price_or_kept, look.pack.values()), default=0.0)


def _cheaper(look: Look, args: Any) -> float:
    kind, count = args
    rows = zip(look.seen["upgrades"], look.seen["costs"], strict=True)
    wanted = [
        look.better(card) - cost + count
        for (_, card), cost in rows
        if kind in ("upgrade", card["kind"].lower()) and look.wearable(card, cost - count)
    ]
    return float(count) if max(wanted, default=0.0) > BEYOND else 0.0


_WORTH: Mapping[str, Callable[[Look, Any], float]] = {
    "gain": _gained,
    "lose": _lost,
    "hurt": _hurt,
    "heal": _healed,
    "pack_up": _packed,
    "discard": _thrown,
    "cheaper": _cheaper,
    "dearer": lambda look, args: 0.8 * len(look.pack) * int(args[0]),
    "strike": lambda look, args: DAMAGE * int(args[0]),
}
"""What each deed is worth, by its word."""


def _asked(look: Look, choice: Choice) -> Any:
    """What the ability does whose question waits; None when it is an essence's."""
    copy, number = choice.about
    rows = ("encounters", "worn", "upgrades", "discard")
    known = [card for name in rows for held, card in look.seen[name] if held == copy]
    return known[0]["skills"][number][1] if known and number >= 0 else None


def _found(deed: Any, word: str) -> Any:
    """The first part of a deed that begins with that word."""
    if not isinstance(deed, tuple):
        return None
    if deed and deed[0] == word:
        return deed
    return next((found for part in deed if (found := _found(part, word)) is not None), None)


def _paying(look: Look, choice: Choice) -> Callable[[Option], float]:
    """Whether to pay, and with which essence: the one that is worth least."""
    test = _found(_asked(look, choice), "if") or ("if", ("may_pay", ("shards", 0)), None, None)
    body, other = worth_of(look, test[2]), worth_of(look, test[3])

    def value(option: Option) -> float:
        if option[0] == "no":
            return other
        price = look.price_or_kept(look.pack[int(option[1])]) if option[0] == "take" else _cost(look, test[1][1])
        return body - (price or 0.0)

    return value


def _choosing(look: Look, choice: Choice) -> Callable[[Option], float]:
    """The best deed of several."""
    modes = _found(_asked(look, choice), "one_of")
    return lambda option: worth_of(look, modes[1][int(option[1])]) if modes else 0.0


def _taking(look: Look, choice: Choice) -> Callable[[Option], float]:
    """A card of the Ethereal Row that is worth most, or one of the pack that is worth least."""
    return lambda option: (
        look.price_or_kept(look.ethereal[int(option[1])])
        if int(option[1]) in look.ethereal
        else -look.price_or_kept(look.pack[int(option[1])])
    )


def _window(look: Look, choice: Choice) -> Callable[[Option], float]:
    """An essence where none need be used: Life when it is needed, Shadow against what would hurt."""
    coming = _coming(look)

    def value(option: Option) -> float:
        card = look.pack[int(option[1])]
        essence = _ESSENCE[card["essence"]]
        if essence == LIFE:
            saved = ALWAYS if coming <= -ALWAYS / 2 and look.health < look.seen["most_health"] else 0.0
            return _using(look, card, 0) + saved
        return -coming - look.price_or_kept(card) - 0.5 if essence == SHADOW else -1.0

    return value


def _coming(look: Look) -> float:
    """What is about to happen is worth: an encounter, or the rival's power."""
    phase = look.seen["phase"]
    if phase in ("outlands", "forge"):
        card = look.seen["encounters"][phase == "forge"][1]
        numbers = card["forged" if phase == "forge" else "out"]
        return sum(worth_of(look, card["skills"][number][1]) for number in numbers)
    if phase == "rival" and look.rival is not None:
        harm = look.rival["hurts"] + look.softened("rival")
        return -ALWAYS / 2 if harm >= look.health else 0.0
    return 0.0


_VALUES: Mapping[str, Callable[[Look, Choice], Callable[[Option], float]]] = {
    "market": _market,
    "essence": _window,
    "pay": _paying,
    "give": _paying,
    "one of": _choosing,
    "choose": _taking,
    "too many": _taking,
    "may": lambda look, choice: lambda option: float(option[0] == "yes"),
}
"""What the answers to each question are worth, by its prompt."""


# ---------------------------------------------------------------- attacking


def _attack(look: Look, choice: Choice) -> Option:
    """All the damage that there are shards for; the essences that do some come first."""
    for option in choice.options:
        if option[0] == "use" and look.pack[int(option[1])]["essence"] == "Martial":
            return option
    return choice.options[0] if choice.options[0][0] == "damage" else DONE
