"""What changes the table of FantasyForm: shards, health, essences, upgrades, the rival; and the abilities that hear of
it."""

from __future__ import annotations

from functools import lru_cache

from deckcli.engine.choice import Rules, choose
from deckcli.engine.closures import Run
from deckcli.engine.effects import Ability
from deckcli.engine.table import Outcome
from deckcli.engine.vocabulary import Scope
from deckcli.games.fantasyform.faces import FORM, Upgrade
from deckcli.games.fantasyform.table import NONE, FantasyTable, Kit

MOST_SHARDS = 25
"""Key Concepts: Shards."""
RIVAL, ENCOUNTER = "rival", "encounter"
"""Where damage comes from."""


class Event:
    """Something that a worn card may hear of: its name, the essence it is about, how often it has happened."""

    __slots__ = ("count", "essence", "name")

    def __init__(self, name: str, essence: int = NONE, count: int = 0) -> None:
        self.name = name
        self.essence = essence
        self.count = count


class FantasyScope(Scope):
    """Who speaks: the copy whose ability runs (NONE: the Rival Card), the number of the ability on it, the essence when
    it is one's, and where its damage comes from."""

    __slots__ = ("copy", "essence", "index", "source")

    def __init__(self, copy: int, index: int, source: str = ENCOUNTER, essence: int = NONE) -> None:
        self.names = {}
        self.copy = copy
        self.index = index
        self.source = source
        self.essence = essence


# ---------------------------------------------------------------- what is worn


@lru_cache(maxsize=4096)
def kit_of(form: Upgrade, companion: Upgrade, artifact: Upgrade) -> Kit:
    """What follows from wearing these three (Key Concepts: Upgrades, Tags); made once for each three."""
    kit = Kit()
    worn = (form, companion, artifact)
    kit.tags = form.tags | companion.tags | artifact.tags
    kit.words = frozenset(tag.lower() for tag in kit.tags)
    kit.pack_size, kit.elemental = form.pack_size, form.elemental
    kit.skills, kit.mods = {}, {}
    for place, card in enumerate(worn):
        for number in card.worn:
            _take_in(kit, place, number, card.skills[number])
    return kit


def _take_in(kit: Kit, place: int, number: int, skill: Ability) -> None:
    for name in skill.hears:
        kit.skills[name] = (*kit.skills.get(name, ()), (place, number, skill))
    for rule in skill.rules:
        what, much = rule.made
        test = _both(rule.test, skill.need)
        kit.mods[what] = (*kit.mods.get(what, ()), (much, place, number, bool(skill.limit), test))


def _both(one: Run | None, other: Run | None) -> Run | None:
    """What holds when both do; None holds always."""
    if one is None or other is None:
        return one or other
    return lambda t, s: one(t, s) and other(t, s)


def worn_anew(t: FantasyTable) -> None:
    """What is worn has changed."""
    cards, worn = t.cards, t.worn
    t.kit = kit_of(cards[worn[0]], cards[worn[1]], cards[worn[2]])


def _bit(t: FantasyTable, place: int, number: int) -> int:
    return 1 << (t.worn[place] * 8 + number)


def changed_by(t: FantasyTable, what: str, *, spend: bool = False) -> int:
    """What the worn cards add to something now (a price, an amount of damage): 0 or less for all that there is.

    `spend`: it happens, and what holds for the first time each turn is used up.
    """
    found = t.kit.mods.get(what)
    if found is None:
        return 0
    total = 0
    for much, place, number, limited, test in found:
        if limited and t.used & _bit(t, place, number):
            continue
        if test is not None and not test(t, FantasyScope(t.worn[place], number)):
            continue
        total += much
        if limited and spend:
            t.used |= _bit(t, place, number)
    return total


def tell(t: FantasyTable, event: Event) -> Rules[None]:
    """Let the worn abilities that wait for this event act, form first, then companion, then artifact."""
    for place, number, skill in t.kit.skills.get(event.name, ()):
        copy = t.worn[place]
        scope = FantasyScope(copy, number)
        bit = 1 << (copy * 8 + number)
        if (skill.limit and t.used & bit) or (skill.event is not None and not skill.event(t, scope, event)):
            continue
        if skill.need is not None and not skill.need(t, scope):
            continue
        if skill.limit:
            t.used |= bit
        yield from run(t, skill, scope)
        if t.outcome is not None:
            return


def run(t: FantasyTable, skill: Ability, scope: FantasyScope) -> Rules[None]:
    """Do what an ability does."""
    t.trouble = t.cards[scope.copy].name if scope.copy != NONE else "Rival Card"
    if skill.do is not None:
        yield from skill.do(t, scope)
    t.trouble = ""


# ---------------------------------------------------------------- shards and health


def gain(t: FantasyTable, count: int) -> int:
    """Gain shards, up to 25 in all; how many were gained."""
    before = t.shards
    t.shards = min(MOST_SHARDS, before + max(0, count))
    return t.shards - before


def lose(t: FantasyTable, count: int) -> int:
    """Lose shards, down to none; how many were lost."""
    lost = min(t.shards, max(0, count))
    t.shards -= lost
    return lost


def harm(t: FantasyTable, count: int, source: str) -> int:
    """Take damage, as worn cards reduce it; at 0 health the game is lost (rulings.md: Health). How much was taken."""
    if count <= 0:
        return 0
    count = max(0, count + changed_by(t, source, spend=True))
    t.health -= count
    if t.health <= 0 and t.outcome is None:
        t.health = 0
        t.outcome = Outcome((), "no health is left")
    return count


def heal(t: FantasyTable, count: int) -> int:
    """Regain health, up to what the form has; how much was regained."""
    healed = max(0, min(count, t.cards[t.worn[FORM]].player_health - t.health))
    t.health += healed
    return healed


# ---------------------------------------------------------------- essences and upgrades


def room(t: FantasyTable) -> bool:
    """Whether one more essence fits into the pack."""
    return len(t.pack) < t.kit.pack_size


def pack_up(t: FantasyTable, copy: int) -> bool:
    """Move a card from the Ethereal Row into the pack, if there is room; the gap closes."""
    if copy not in t.ethereal or not room(t):
        return False
    t.ethereal.remove(copy)
    t.pack.append(copy)
    return True


def throw_away(t: FantasyTable, copy: int) -> bool:
    """Discard an essence from the pack."""
    if copy not in t.pack:
        return False
    t.pack.remove(copy)
    t.discard.append(copy)
    return True


def exchange(t: FantasyTable, copy: int) -> Rules[None]:
    """Put on a card of the Upgrade Row; what was worn takes its place there (Market Phase).

    A new form begins at full health; a pack that is too large for it is discarded down at once.
    """
    kind = t.cards[copy].kind
    t.upgrades[t.upgrades.index(copy)] = t.worn[kind]
    t.worn[kind] = copy
    worn_anew(t)
    if kind == FORM:
        t.health = t.cards[copy].player_health
        while len(t.pack) > t.kit.pack_size:
            answer = yield from choose(0, "too many", [("take", one) for one in sorted(t.pack)])
            throw_away(t, int(answer[1]))


# ---------------------------------------------------------------- the rival


def may_attack(t: FantasyTable) -> bool:
    """Only an elemental form attacks, and only a rival that has a form (rulings.md: Attacking)."""
    return t.kit.elemental and t.rival != NONE


def strike(t: FantasyTable, count: int) -> int:
    """Deal damage to the rival; at 0 health it is defeated (Rival Phase). How much was dealt."""
    if count <= 0 or not may_attack(t) or t.outcome is not None:
        return 0
    dealt = min(count, t.rival_health)
    t.rival_health -= dealt
    t.hits += dealt
    if t.rival_health == 0:
        t.outcome = Outcome((0,), "the rival is defeated")
    return dealt


def rival_heals(t: FantasyTable, count: int) -> int:
    """The rival regains health, up to what its form has; how much."""
    if t.rival == NONE:
        return 0
    healed = max(0, min(count, t.cards[t.rival].rival_health - t.rival_health))
    t.rival_health += healed
    return healed


def take_form(t: FantasyTable) -> bool:
    """The rival takes an elemental form out of the discard pile, whichever chance gives; false when there is none."""
    forms = sorted(copy for copy in t.discard if t.cards[copy].elemental)
    if not forms or t.rival != NONE:
        return False
    copy = forms[t.chance.pick("rival", len(forms))]
    t.discard.remove(copy)
    t.rival = copy
    t.rival_health = t.cards[copy].rival_health
    return True
