"""Who plays Phase by rules of thumb: from what its seat may see, and the question, to an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.choice import DONE, NO, YES, Choice, Option
from deckcli.engine.playthrough import Sight
from deckcli.engine.reasons import Reasons, by_points

Card: TypeAlias = Mapping[str, Any]
PASS: Option = ("pass",)
NEXUS = -2

KINDS = ("good", "evil")
CARD_WORTH = 1.0
"""What an order in hand is worth: it is played when it brings more."""
OTHER_KIND = 0.3
"""What influence of the kind that does not lead is worth, beside one of the kind that does: who has most of one kind
wins, and a tie goes to who has more in all."""
RESOURCES_KEPT = 3
"""With fewer resources left than this, training must bring a stronger warrior."""


class Fighter(NamedTuple):
    """A warrior as it would fight: `left` is defence less damage, `worth` what losing it costs."""

    copy: int
    seat: int
    side: str
    attack: int
    left: int
    swift: bool
    worth: float

    def changed(self, attack: int, defence: int) -> Fighter:
        """With so much more attack and defence."""
        return self._replace(attack=self.attack + attack, left=self.left + defence)


class Heuristic:
    """Trains what it can, attacks where the other side cannot oppose well, defends where that pays, and plays an order
    when it changes a skirmish for the better. It looks at its view and the question alone."""

    __slots__ = ("_plans",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        """Its answers follow from what it sees: seed and seat change nothing."""
        self._plans: Plans = {}

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        answer = ANSWERS.get(choice.prompt)
        return choice.options[0] if answer is None else answer(Look(sight.view().seen, self._plans), choice)

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """By how much an order, a skill or training is worth more than it costs (`engine.reasons`); None for any other
        question."""
        worth = _ACTS.get(choice.prompt)
        if worth is None:
            return None
        look = Look(sight.view().seen, self._plans)
        points = dict.fromkeys(choice.options, 0.0)
        for option, act in _acts(look, choice):
            points[option] = worth(look, act, int(option[1])) - price_of(look, option, act)
        points |= {option: _trained_worth(look, int(option[1])) for option in choice.options if option[0] == "train"}
        return by_points(ANSWERS[choice.prompt](look, choice), choice.options, points.__getitem__)


Plans: TypeAlias = "dict[tuple[Any, ...], tuple[float, list[Fighter]]]"
"""What attacks were found to bring, by all that it follows from: an attack is asked about once for each attacker."""
MOST_PLANS = 50


class Look:
    """A view as the heuristic reads it. `plans` are attacks that were thought out before."""

    __slots__ = ("cards", "fighters", "me", "plans", "seats", "seen", "you")

    def __init__(self, seen: Mapping[str, Any], plans: Plans | None = None) -> None:
        self.seen = seen
        self.plans: Plans = {} if plans is None else plans
        self.you: int = seen["you"]
        self.seats: Sequence[Mapping[str, Any]] = seen["seats"]
        self.me = self.seats[self.you]
        self.cards: dict[int, Card] = {
            card["copy"]: card
            for side in self.seats
            for area in ("hand", "barracks", "play", "discard", "revealed")
            for card in side[area]
        }
        weight = self.long()
        self.fighters: dict[int, Fighter] = {
            card["copy"]: _fighter(card, seat, weight) for seat, side in enumerate(self.seats) for card in side["play"]
        }

    def long(self) -> float:
        """How much of the game is left: 1.5 at the beginning, 0.3 when a kind of influence has run out, nothing in the
        last turn, in which warriors have nothing more to do."""
        count = len(self.seats)
        if 0 in self.seen["nexus"] and (self.seen["active"] + 1) % count == self.seen["first"]:
            return 0.0
        whole = 10 * count
        return 0.3 + 1.2 * float(min(self.seen["nexus"])) / whole

    def able(self, seat: int) -> list[Fighter]:
        """The warriors of a seat that are not locked."""
        return [self.fighters[card["copy"]] for card in self.seats[seat]["play"] if not card["locked"]]

    def act_of(self, about: Sequence[int]) -> Mapping[str, Any] | None:
        """The order or skill that a question is about."""
        copy, side, index = about
        card = self.cards.get(copy)
        for face in (card["face"], card["back"]) if card is not None else ():
            if face is not None and face["side"] == KINDS[side]:
                act: Mapping[str, Any] | None = face["order"] if index < 0 else face["skills"][index]
                return act
        return None

    def skirmish(self) -> tuple[Fighter, list[Fighter]] | None:
        """The skirmish that is being resolved; None when there is none."""
        if self.seen["fought"] < 0:
            return None
        attacker, defenders = self.seen["skirmishes"][self.seen["fought"]]
        if attacker not in self.fighters:
            return None
        return self.fighters[attacker], [self.fighters[copy] for copy in defenders if copy in self.fighters]


def _fighter(card: Card, seat: int, weight: float) -> Fighter:
    face, back = card["face"], card["back"]
    other = back if back is not None else face
    strength = (2 * card["attack"] + other["attack"]) / 3 + (card["defence"] + other["defence"]) / 6
    worth = weight * (0.5 + strength + 0.4 * len(face["skills"]))
    return Fighter(
        card["copy"], seat, face["side"], card["attack"], card["defence"] - card["damage"], card["swift"], worth
    )


def strength_of(face: Mapping[str, Any]) -> float:
    """What a side is worth in play."""
    return float(face["attack"] + face["defence"] / 2 + 0.7 * len(face["skills"]))


# ---------------------------------------------------------------- what influence is worth


def standing(influence: Sequence[int]) -> float:
    """How far somebody has come: the kind that leads counts, the other a little."""
    return max(influence) + OTHER_KIND * min(influence)


def worth_of_gain(look: Look, seat: int, gained: Sequence[int]) -> float:
    """What it is worth to a seat to take so much good and evil influence from the Nexus."""
    nexus = look.seen["nexus"]
    taken = [min(gained[kind], nexus[kind]) for kind in (0, 1)]
    own = look.seats[seat]["influence"]
    after = [own[kind] + taken[kind] for kind in (0, 1)]
    # What is taken is also taken away from the others.
    return standing(after) - standing(own) + 0.4 * float(sum(taken))


def worth_of_loss(look: Look, seat: int, lost: Sequence[int]) -> float:
    """What it takes from a seat to lose so much good and evil influence."""
    own = look.seats[seat]["influence"]
    after = [max(0, own[kind] - lost[kind]) for kind in (0, 1)]
    return standing(own) - standing(after)


def worth_of_attack(look: Look, attacker: int, target: int, hits: Sequence[int]) -> float:
    """What unopposed attacks of so much good and evil are worth to the attacking seat."""
    if target == NEXUS:
        return worth_of_gain(look, attacker, hits)
    leads = standing(look.seats[target]["influence"]) >= standing(look.seats[attacker]["influence"])
    return worth_of_loss(look, target, hits) * (0.9 if leads or len(look.seats) == 2 else 0.4)


# ---------------------------------------------------------------- how a skirmish goes


def hits_of(fighter: Fighter) -> tuple[int, int]:
    """What a warrior takes when nobody opposes it, good and evil."""
    strength = max(0, fighter.attack)
    return (strength, 0) if fighter.side == "good" else (0, strength)


def fallen(attacker: Fighter, defenders: Sequence[Fighter]) -> tuple[bool, list[Fighter]]:
    """Whether the attacker falls, and which defenders: Swift first, then the others at once; its damage goes to those
    that are easiest to destroy."""
    down = attacker.left <= 0
    gone: list[Fighter] = [one for one in defenders if one.left <= 0]
    for swift in (True, False):
        strikes = sum(max(0, one.attack) for one in defenders if one.swift is swift and one not in gone)
        if attacker.swift is swift and not down:
            strength = max(0, attacker.attack)
            for one in sorted((one for one in defenders if one not in gone), key=lambda one: one.left):
                if one.left <= strength:
                    strength -= one.left
                    gone.append(one)
        down = down or strikes >= attacker.left
    return down, gone


def result(look: Look, attacker: Fighter, defenders: Sequence[Fighter], target: int) -> float:
    """What a skirmish is worth to the attacking seat."""
    defenders = [one for one in defenders if one.left > 0]
    if attacker.left <= 0:
        return -attacker.worth
    if not defenders:
        return worth_of_attack(look, attacker.seat, target, hits_of(attacker))
    down, gone = fallen(attacker, defenders)
    return sum(one.worth for one in gone) - (attacker.worth if down else 0.0)


Results: TypeAlias = "dict[tuple[int, ...], float]"
"""What skirmishes were found to be worth, by the copies in them, as long as nothing else changes."""


def opposed(
    look: Look, attackers: Sequence[Fighter], blockers: Sequence[Fighter], target: int, known: Results
) -> dict[int, list[Fighter]]:
    """Who would be sent against whom by a player who looks at one warrior after the other: by attacker's copy."""
    sent: dict[int, list[Fighter]] = {one.copy: [] for one in attackers}
    before = {one.copy: _known_result(look, one, (), target, known) for one in attackers}
    for blocker in sorted(blockers, key=lambda one: one.worth):
        best, most, left = None, 0.05, 0.0
        for attacker in attackers:
            if attacker.side != blocker.side:
                after = _known_result(look, attacker, (*sent[attacker.copy], blocker), target, known)
                gain = before[attacker.copy] - after
                if gain > most:
                    best, most, left = attacker, gain, after
        if best is not None:
            sent[best.copy].append(blocker)
            before[best.copy] = left
    return sent


def _known_result(look: Look, attacker: Fighter, defenders: Sequence[Fighter], target: int, known: Results) -> float:
    """`result`, worked out once."""
    key = (attacker.copy, *[one.copy for one in defenders])
    found = known.get(key)
    if found is None:
        found = known[key] = result(look, attacker, defenders, target)
    return found


def worth_of_attackers(
    look: Look, attackers: Sequence[Fighter], blockers: Sequence[Fighter], target: int, known: Results
) -> float:
    """What it is worth to attack with these, when the other side opposes as it likes best."""
    sent = opposed(look, attackers, blockers, target, known)
    free = [hits_of(one) for one in attackers if not sent[one.copy]]
    open_hits = [sum(hit[kind] for hit in free) for kind in (0, 1)]
    fights = sum(_known_result(look, one, sent[one.copy], target, known) for one in attackers if sent[one.copy])
    return fights + (worth_of_attack(look, attackers[0].seat, target, open_hits) if attackers else 0.0)


def best_attack(look: Look, seat: int, target: int, blockers: Sequence[Fighter]) -> tuple[float, list[Fighter]]:
    """The attackers of a seat that bring most against one target: all, without those that spoil it."""
    attackers = look.able(seat)
    key = (target, *attackers, *blockers, *look.seen["nexus"], *(side["influence"] for side in look.seats))
    found = look.plans.get(key)
    if found is None:
        if len(look.plans) >= MOST_PLANS:
            look.plans.clear()
        found = look.plans[key] = _without_spoilers(look, attackers, blockers, target)
    return found


def _without_spoilers(
    look: Look, attackers: list[Fighter], blockers: Sequence[Fighter], target: int
) -> tuple[float, list[Fighter]]:
    known: Results = {}
    best = worth_of_attackers(look, attackers, blockers, target, known)
    improved = True
    while improved and attackers:
        improved = False
        for one in attackers:
            fewer = [other for other in attackers if other is not one]
            worth = worth_of_attackers(look, fewer, blockers, target, known) if fewer else 0.0
            if worth > best + 1e-9:
                attackers, best, improved = fewer, worth, True
                break
    return best, attackers


def _blockers(look: Look, target: int) -> list[Fighter]:
    """Who may oppose an attack on that target; while nobody knows who is selected, any one opponent."""
    if target != NEXUS:
        return look.able(target)
    guard = look.seen["guard"]
    if guard >= 0:
        return look.able(guard)
    return max((look.able(seat) for seat in range(len(look.seats)) if seat != look.you), key=len, default=[])


def _plan(look: Look) -> tuple[float, int, list[Fighter]]:
    """The best attack of the seat that is asked: what it is worth, on what, and by whom."""
    targets = [NEXUS, *(seat for seat in range(len(look.seats)) if seat != look.you)]
    plans = [(*best_attack(look, look.you, target, _blockers(look, target)), target) for target in targets]
    worth, attackers, target = max(plans, key=lambda plan: plan[0])
    return worth, target, attackers


# ---------------------------------------------------------------- the Attack Step


def _muster(look: Look, choice: Choice) -> Option:
    """The card that is easiest to train begins in the barracks."""
    return min(choice.options, key=lambda option: look.cards[int(option[1])]["face"]["cost"])


def _attack(look: Look, choice: Choice) -> Option:
    return YES if _plan(look)[0] > 0 else NO


def _target(look: Look, choice: Choice) -> Option:
    _, target, _ = _plan(look)
    return next(
        (option for option in choice.options if option[0] == "player" and option[1] == target), choice.options[0]
    )


def _attackers(look: Look, choice: Choice) -> Option:
    """The warriors of the best attack, one after the other."""
    wanted = {
        one.copy for one in best_attack(look, look.you, look.seen["target"], _blockers(look, look.seen["target"]))[1]
    }
    for option in choice.options:
        if option != DONE and option[1] in wanted:
            return option
    return DONE if DONE in choice.options else choice.options[0]


def _defend(look: Look, choice: Choice) -> Option:
    """Oppose the attacker against which that is worth most."""
    blocker = look.fighters[choice.about[0]]
    target = look.seen["target"]
    best, most = NO, 0.05
    for attacker, defenders in look.seen["skirmishes"]:
        if ("oppose", attacker) in choice.options:
            one, sent = look.fighters[attacker], [look.fighters[copy] for copy in defenders]
            gain = result(look, one, sent, target) - result(look, one, [*sent, blocker], target)
            if gain > most:
                best, most = ("oppose", attacker), gain
    return best


def _skirmish_order(look: Look, choice: Choice) -> Option:
    """Skirmishes that nobody opposes come last: orders are for those that can be lost."""
    opposing = {attacker: len(defenders) for attacker, defenders in look.seen["skirmishes"]}
    return max(choice.options, key=lambda option: opposing.get(int(option[1]), 0))


def _split(look: Look, choice: Choice) -> Option:
    """Just enough to destroy, else nothing: the others may be weaker."""
    copy, strength = choice.about
    needed = look.fighters[copy].left
    return ("damage", needed) if needed <= strength else ("damage", 0)


# ---------------------------------------------------------------- orders and skills


def _acts(look: Look, choice: Choice) -> Iterable[tuple[Option, Mapping[str, Any]]]:
    """The orders and skills among the answers, with what they are."""
    for option in choice.options:
        if option[0] == "order":
            yield option, look.cards[int(option[1])]["face"]["order"]
        elif option[0] == "skill":
            yield option, look.cards[int(option[1])]["face"]["skills"][int(option[2])]


def price_of(look: Look, option: Option, act: Mapping[str, Any]) -> float:
    """What using an order or a skill costs: the card, influence, what is locked."""
    good, evil = act["loses"]
    lost = worth_of_loss(look, look.you, (good, evil)) if good or evil else 0.0
    price: float = (CARD_WORTH if option[0] == "order" else 0.0) + lost
    price += 0.5 * act["discards"] + 0.3 * max(0, act["locks"]) + 0.05 * act["resources"] + 2.0 * act["itself"]
    return price


def candidates(look: Look, noun: str, this: int) -> list[int]:
    """The warriors that a deed about a noun could fall on, those of a skirmish while one is resolved."""
    if noun == "this":
        return [this] if this in look.fighters else []
    if noun == "opposing":
        return [copy for copy, one in look.fighters.items() if one.seat != look.you]
    if not noun.endswith("warrior"):
        return []
    whose = {"my.warrior": True, "enemy.warrior": False}.get(noun)
    found = [copy for copy, one in look.fighters.items() if whose is None or (one.seat == look.you) is whose]
    skirmish = look.skirmish()
    if skirmish is None:
        return found
    fighting = {skirmish[0].copy, *(one.copy for one in skirmish[1])}
    return [copy for copy in found if copy in fighting]


def after_deed(look: Look, deed: tuple[str, str, tuple[Any, ...]], fighter: Fighter) -> Fighter:
    """A warrior as it is when a deed has fallen on it."""
    verb, _, told = deed
    if verb == "give" and "bonus" in told:
        place = told.index("bonus")
        fighter = fighter.changed(int(told[place + 1]), int(told[place + 2]))
    if verb == "give" and "swift" in told:
        fighter = fighter._replace(swift=True)
    if verb == "damage":
        return fighter.changed(0, -int(told[0] if told else 1))
    if verb == "destroy" or (verb == "put" and fighter.copy in look.fighters):
        return fighter._replace(left=0)
    return flipped(look, fighter) if verb == "phase" else fighter


def flipped(look: Look, fighter: Fighter) -> Fighter:
    """A warrior on its other side: as it is for an own one; of another's nothing is known, and the middle assumed."""
    card = look.cards[fighter.copy]
    back, face = card["back"], card["face"]
    side = "evil" if fighter.side == "good" else "good"
    if back is None:
        return fighter._replace(side=side, attack=2 + card["attack"] - face["attack"], left=3, swift=False)
    more, tougher = card["attack"] - face["attack"], card["defence"] - face["defence"]
    swift = "swift" in back["kinds"]
    return fighter._replace(side=side, attack=back["attack"] + more, left=back["defence"] + tougher, swift=swift)


def best_in_skirmish(look: Look, act: Mapping[str, Any], this: int) -> tuple[float, int]:
    """By how much a use of an act in the skirmish that is being resolved betters it for the seat, and on whom."""
    skirmish = look.skirmish()
    if skirmish is None:
        return 0.0, -1
    attacker, defenders = skirmish
    target, active = look.seen["target"], look.seen["active"]
    sign = 1.0 if active == look.you else -1.0 if look.you in {target, *(one.seat for one in defenders)} else -0.5
    before = sign * result(look, attacker, defenders, target)
    best, whom = 0.0, -1
    for deed in act["does"]:
        for copy in candidates(look, deed[1], this):
            changed = {one.copy: one for one in (attacker, *defenders)}
            if copy in changed:
                changed[copy] = after_deed(look, deed, changed[copy])
                after = result(look, changed[attacker.copy], [changed[one.copy] for one in defenders], target)
                if sign * after - before > best:
                    best, whom = sign * after - before, copy
    return best, whom


def worth_outside(look: Look, act: Mapping[str, Any], this: int) -> float:
    """What the deeds of an act are worth when no skirmish is resolved: cards, influence, warriors destroyed."""
    worth = 0.0
    for verb, noun, told in act["does"]:
        count = next((one for one in told if isinstance(one, int)), 1)
        if verb in ("draw", "enlist"):
            # Not from a deck that would be shuffled for it: two such orders could draw each other for ever.
            worth += 1.2 * min(max(1, count), look.me["deck"]) * (-1 if "opponents" in told else 1)
        elif verb in ("gain", "lose"):
            worth += _influence_worth(look, verb, told, count)
        elif verb in ("damage", "give", "destroy"):
            worth += _destroyed_worth(look, (verb, noun, told), this)
        elif verb == "discard" and told:
            worth += 0.7 * count * (1 if "opponents" in told or "an_opponent" in told else -1)
        elif verb in ("train", "put") and noun.startswith("my."):
            worth += 0.9 * CARD_WORTH if "hand" in told else 1.5  # no order is worth another one
        elif verb in ("put", "lock") and noun == "enemy.warrior" and candidates(look, noun, this):
            worth += 1.0 if verb == "lock" else 2.5
    return worth


def _influence_worth(look: Look, verb: str, told: Sequence[Any], count: int) -> float:
    kind = (max(1, count), 0) if "good" in told else (0, max(1, count))
    others = "opponents" in told or "an_opponent" in told
    if verb == "gain":
        return worth_of_gain(look, look.you, kind) * (-1 if others else 1)
    if others:
        return max(worth_of_loss(look, seat, kind) for seat in range(len(look.seats)) if seat != look.you)
    return -worth_of_loss(look, look.you, kind)


def _destroyed_worth(look: Look, deed: tuple[str, str, tuple[Any, ...]], this: int) -> float:
    """The enemy warrior of most worth that a deed would destroy."""
    enemies = [look.fighters[copy] for copy in candidates(look, deed[1], this) if look.fighters[copy].seat != look.you]
    return max((one.worth for one in enemies if after_deed(look, deed, one).left <= 0), default=0.0)


# ---------------------------------------------------------------- the action rounds


def _skirmish_worth(look: Look, act: Mapping[str, Any], this: int) -> float:
    return best_in_skirmish(look, act, this)[0]


def _before_worth(look: Look, act: Mapping[str, Any], this: int) -> float:
    return _maneuver_worth(look, act, this)[0]


def _best_act(look: Look, choice: Choice, worth: Callable[[Look, Mapping[str, Any], int], float]) -> Option:
    """The act that brings most beyond its price; else a pass."""
    best, most = PASS, 0.0
    for option, act in _acts(look, choice):
        gain = worth(look, act, int(option[1])) - price_of(look, option, act)
        if gain > most:
            best, most = option, gain
    return best


def _skirmish(look: Look, choice: Choice) -> Option:
    """An act that turns the skirmish for the better by more than it costs."""
    return _best_act(look, choice, _skirmish_worth)


def _maneuvering(look: Look, choice: Choice) -> Option:
    """Whoever may be attacked phases a warrior to be able to oppose; whoever attacks destroys what would oppose."""
    return _best_act(look, choice, _before_worth)


def _maneuver_worth(look: Look, act: Mapping[str, Any], this: int) -> tuple[float, int]:
    best, whom = 0.0, -1
    for deed in act["does"]:
        if deed[0] == "phase" and deed[1].endswith("warrior"):
            for copy in candidates(look, deed[1], this):
                worth = phased_to_oppose(look, copy)
                if worth > best:
                    best, whom = worth, copy
        elif deed[0] in ("damage", "destroy", "give"):
            best = max(best, _destroyed_worth(look, deed, this))
    return best, whom


def phased_to_oppose(look: Look, copy: int) -> float:
    """What it is worth to a defender to phase a warrior before the attackers are declared: how much less the best
    attack on the Nexus then brings. Nothing for other seats, and nothing for a warrior whose other side is unknown."""
    fighter, active = look.fighters[copy], look.seen["active"]
    if look.you != look.seen["guard"] or fighter.seat != look.you:
        return 0.0
    mine = look.able(look.you)
    turned = [flipped(look, one) if one.copy == copy else one for one in mine]
    now, then = (best_attack(look, active, NEXUS, blockers)[0] for blockers in (mine, turned))
    return now - then


def _training(look: Look, choice: Choice) -> Option:
    """Train the strongest warrior that can be, while enough resources are left; then what is worth it by itself."""
    trains = [option for option in choice.options if option[0] == "train"]
    left = sum(not card["locked"] for card in look.me["barracks"]) - 1
    best = max(trains, key=lambda option: _trained_worth(look, int(option[1])), default=PASS)
    if trains and _trained_worth(look, int(best[1])) > max(0.0, 1.1 * (RESOURCES_KEPT - left)):
        return best
    return _end(look, choice)


def _trained_worth(look: Look, copy: int) -> float:
    card = look.cards[copy]
    face, back = card["face"], card["back"]
    return (2 * strength_of(face) + strength_of(back)) / 3


def _end(look: Look, choice: Choice) -> Option:
    return _best_act(look, choice, worth_outside)


# ---------------------------------------------------------------- payments and other choices


def _phased(look: Look, choice: Choice) -> Option:
    """The resource that gains most, or loses least, by being on its other side; those that come first are asked
    first, and one is taken when no later one gains more."""
    options = [option for option in choice.options if option != DONE]
    wanted = sorted(options, key=lambda option: -_turned_worth(look, int(option[1])))[: max(1, choice.left)]
    return next((option for option in options if option in wanted), choice.options[0])


def _turned_worth(look: Look, copy: int) -> float:
    """How much better a resource is on its other side: stronger, or within reach of training."""
    card = look.cards[copy]
    face, back = card["face"], card["back"]
    reach = len(look.me["barracks"]) - 2

    def worth(side: Mapping[str, Any]) -> float:
        return strength_of(side) if side["cost"] <= reach else 0.5

    return worth(back) - worth(face)


def _lock_for(look: Look, choice: Choice) -> Option:
    """For a cost of any number one is locked, since one warrior is phased for it; else the weakest."""
    options = [option for option in choice.options if option != DONE]
    free = sum(not card["locked"] for card in look.me["barracks"])
    taken = DONE in choice.options and choice.left < free
    if taken or not options:
        return DONE
    return min(options, key=lambda option: strength_of(look.cards[int(option[1])]["face"]))


def _discard(look: Look, choice: Choice) -> Option:
    """An order that does nothing, else the first."""
    options = [option for option in choice.options if option != DONE]
    if not options:
        return DONE
    return min(options, key=lambda option: len(look.cards[int(option[1])]["face"]["order"] or ()))


def _choose(look: Look, choice: Choice) -> Option:
    """Whoever an act is best used on."""
    act = look.act_of(choice.about)
    options = [option for option in choice.options if option != DONE]
    if not options or act is None:
        return DONE if not options else options[0]
    for whom in (best_in_skirmish(look, act, choice.about[0])[1], _maneuver_worth(look, act, choice.about[0])[1]):
        if ("take", whom) in options:
            return ("take", whom)
    return _liked(look, act, options, DONE in choice.options)


FRIENDLY = frozenset({"heal", "unlock", "train", "enlist"})


def _liked(look: Look, act: Mapping[str, Any], options: Sequence[Option], free: bool) -> Option:
    """Something of one's own for a deed that helps, of another's for one that harms; the best there is."""
    deed = next((deed for deed in act["does"] if deed[1]), None)
    helps = deed is not None and (deed[0] in FRIENDLY or (deed[0] == "give" and _sum_of(deed[2]) >= 0))
    helps = helps or (deed is not None and deed[0] == "put" and deed[1] in ("my.discard", "discard"))

    def worth(option: Option) -> float:
        copy = int(option[1])
        fighter, card = look.fighters.get(copy), look.cards.get(copy)
        value = fighter.worth if fighter else strength_of(card["face"]) if card and card["face"] else 1.0
        mine = card is not None and any(card["copy"] == own["copy"] for area in _OWN for own in look.me[area])
        dead = fighter is not None and deed is not None and after_deed(look, deed, fighter).left <= 0
        return (value + 3.0 * dead) * (1.0 if mine is helps else -1.0)

    best = max(options, key=worth)
    return DONE if free and worth(best) < 0 else best


_OWN = ("play", "barracks", "hand", "discard")


def _sum_of(told: Sequence[Any]) -> int:
    return sum(one for one in told if isinstance(one, int))


def _opponent(look: Look, choice: Choice) -> Option:
    """The opponent who has come farthest."""
    return max(choice.options, key=lambda option: standing(look.seats[int(option[1])]["influence"]))


def _yes(look: Look, choice: Choice) -> Option:
    return YES


ANSWERS: Mapping[str, Callable[[Look, Choice], Option]] = {
    "muster": _muster,
    "attack": _attack,
    "target": _target,
    "attackers": _attackers,
    "defend": _defend,
    "skirmish order": _skirmish_order,
    "split": _split,
    "maneuvering": _maneuvering,
    "skirmish": _skirmish,
    "training": _training,
    "end": _end,
    "training cost": _phased,
    "phase": _phased,
    "lock": _lock_for,
    "discard": _discard,
    "choose": _choose,
    "opponent": _opponent,
    "may": _yes,
    "pay": _yes,
}
"""How a question is answered, by its prompt."""

_ACTS: Mapping[str, Callable[[Look, Mapping[str, Any], int], float]] = {
    "maneuvering": _before_worth, "skirmish": _skirmish_worth, "training": worth_outside, "end": worth_outside,
}  # fmt: skip
"""What an act is worth in each action round."""
