"""FantasyForm from its rulebook, top down: General Setup, Row Setup, the four phases of a turn.

`rulings.md` tells what is played where the rulebook is silent. Every step is a move: undo goes back to its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.engine.table import Outcome
from deckcli.games.fantasyform import deeds
from deckcli.games.fantasyform.deeds import RIVAL, Event, FantasyScope, changed_by, tell
from deckcli.games.fantasyform.faces import FORM, KINDS, Wallet
from deckcli.games.fantasyform.table import NONE, FantasyTable

START: Mapping[str, int] = {"beginner": 10, "standard": 8, "hard": 6, "expert": 4}
"""The shards one begins with, by difficulty (General Setup)."""
STANDARD = "standard"
EACH = "each"
"""As a difficulty: the four in turn, from one seed to the next."""
ROW, ALL = 3, 6
"""Cards of the Upgrade Row and of the Encounter Row; of pack and Ethereal Row together (Row Setup)."""
DAMAGE = 4
"""Shards for one damage (Rival Phase)."""
FEWEST = 2
"""With so many cards in the Ethereal Row a turn ends with the Exploration Phase (Exploration / Rival Phase)."""

_MOST_CARDS = 64
BUY, SELL, WEAR, USE = (
    tuple[Option, ...]((word, copy) for copy in range(_MOST_CARDS)) for word in ("buy", "sell", "wear", "use")
)
"""The answers about each copy, made once."""
HIT: Option = ("damage",)

# ---------------------------------------------------------------- General Setup


def set_up(decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> FantasyTable:
    """The table before the first turn. `decks` is one Wallet, `options` may hold a difficulty (General Setup).

    Raises ValueError for a difficulty that there is not.
    """
    (wallet,) = decks
    t = FantasyTable(wallet)
    t.chance = Chance(seed)
    t.difficulty = difficulty_of(str(options.get("difficulty", STANDARD)), seed)
    t.worn = [_starting(wallet, kind) for kind in range(len(KINDS))]
    deeds.worn_anew(t)
    t.health = t.cards[t.worn[FORM]].player_health
    t.shards = START[t.difficulty]
    t.discard = [copy for copy in range(len(t.cards)) if copy not in t.worn]
    row_setup(t)
    t.step = "outlands"
    return t


def difficulty_of(told: str, seed: int) -> str:
    """A difficulty by its name; for "each", the four by turns of the seed. Raises ValueError."""
    if told == EACH:
        return tuple(START)[seed % len(START)]
    if told not in START:
        raise ValueError(f"there is no difficulty {told[:40]!r}: there are {', '.join(START)}")
    return told


def _starting(wallet: Wallet, kind: int) -> int:
    return next(copy for copy, card in enumerate(wallet.cards) if card.starting and card.kind == kind)


# ---------------------------------------------------------------- Row Setup / Reset


def row_setup(t: FantasyTable) -> None:
    """Shuffle the discard pile and deal the three rows from it; what remains stays there (Row Setup / Reset)."""
    pile = t.chance.shuffle("rows", t.discard)
    t.upgrades = _dealt(pile, ROW)
    t.encounters = _dealt(pile, ROW)
    t.ethereal = _dealt(pile, ALL - len(t.pack))
    t.discard = pile


def _dealt(pile: list[int], count: int) -> list[int]:
    """The top cards of a pile, the first one leftmost."""
    return [pile.pop() for _ in range(min(count, len(pile)))]


# ---------------------------------------------------------------- 1. Outlands Phase, 2. Forge Phase


def outlands(t: FantasyTable) -> Rules[None]:
    """A turn begins, and the Outlands Encounter of the leftmost card of the Encounter Row is resolved."""
    t.turn += 1
    t.off, t.next_off, t.shift = (0, 0, 0), 0, 0
    t.used = t.bought_damage = 0
    t.phase = "outlands"
    if "turn_begins" in t.kit.skills:
        yield from tell(t, Event("turn_begins"))
    copy = t.encounters[0]
    yield from _encounter(t, copy, t.cards[copy].out)
    t.step = "forge"
    if not t.pack and t.outcome is None:
        yield from forge(t)  # in one go, as long as no essence may be used in between


def forge(t: FantasyTable) -> Rules[None]:
    """The Forge Encounter of the middle card of the Encounter Row is resolved; then the market opens."""
    t.phase = "forge"
    copy = t.encounters[1]
    yield from _encounter(t, copy, t.cards[copy].forged)
    t.phase = t.step = "market"
    if "market_begins" in t.kit.skills and t.outcome is None:
        yield from tell(t, Event("market_begins"))


def _encounter(t: FantasyTable, copy: int, skills: Sequence[int]) -> Rules[None]:
    """One encounter, unless an essence lets it be skipped."""
    if t.pack:
        yield from _window(t, "encounter")
        if t.skipped:
            t.skipped = False
            return
    card = t.cards[copy]
    t.trouble = card.name
    for number in skills:
        do = card.skills[number].do
        if do is not None and t.outcome is None:
            yield from do(t, FantasyScope(copy, number))
    t.trouble = ""


def _window(t: FantasyTable, moment: str) -> Rules[None]:
    """A moment at which essences may be used, one after the other; not asked when there is none to use."""
    while t.outcome is None and not t.skipped and (options := usable(t, moment)):
        answer = yield from choose(0, "essence", [*options, DONE])
        if answer == DONE:
            return
        yield from use_essence(t, int(answer[1]))


def usable(t: FantasyTable, moment: str) -> list[Option]:
    """The essences of the pack that can be used at a moment (rulings.md: Using essences)."""
    fitting = t.wallet.moments[moment]
    return [USE[copy] for copy in t.pack if copy in fitting]


def use_essence(t: FantasyTable, copy: int) -> Rules[None]:
    """Discard an essence from the pack and do what it does (Key Concepts: Essences)."""
    essence = t.cards[copy].essence
    deeds.throw_away(t, copy)
    yield from deeds.run(t, t.wallet.essences[essence], FantasyScope(copy, NONE, essence=essence))
    if "essence_used" in t.kit.skills and t.outcome is None:
        yield from tell(t, Event("essence_used", essence))


# ---------------------------------------------------------------- 3. Market Phase


def market(t: FantasyTable) -> Rules[None]:
    """One deal: buy or sell an essence, buy an upgrade, use an essence; or leave the market, and the turn ends."""
    answer = yield from choose(0, "market", _deals(t))
    word = answer[0]
    if word == "buy":
        copy = int(answer[1])
        _buy(t, copy)
        if "essence_bought" in t.kit.skills:
            yield from tell(t, Event("essence_bought", t.cards[copy].essence))
    elif word == "sell":
        copy = int(answer[1])
        _sell(t, copy)
        if "essence_sold" in t.kit.skills:
            yield from tell(t, Event("essence_sold", t.cards[copy].essence))
    elif word == "done":
        t.phase = t.step = "end"
        yield from end(t)
    elif word == "wear":
        yield from _wear(t, int(answer[1]))
    else:
        yield from use_essence(t, int(answer[1]))


def _deals(t: FantasyTable) -> list[Option]:
    """Everything that can be done in the market now, leaving it last."""
    cards, pack, kit, shards = t.cards, t.pack, t.kit, t.shards
    if len(pack) < kit.pack_size:
        prices, essence_of = cards[t.encounters[2]].prices, t.wallet.essence_of
        purse = shards - t.shift - (changed_by(t, "essence_price") if kit.mods else 0)
        options = [BUY[copy] for copy in t.ethereal if prices[essence_of[copy]] <= purse]
    else:
        options = []
    if pack:
        options += [SELL[copy] for copy in pack]
        options += usable(t, "market")
    off, purse = t.off, shards + t.next_off
    for copy in t.upgrades:
        card = cards[copy]
        if card.cost - off[card.kind] <= purse and (card.kind or not kit.elemental):
            options.append(WEAR[copy])
    options.append(DONE)
    return options


def price(t: FantasyTable, copy: int) -> int:
    """The Market Price of an essence now: that of the rightmost card of the Encounter Row, as changed this turn."""
    return max(0, t.cards[t.encounters[2]].prices[t.cards[copy].essence] + t.shift)


def price_to_buy(t: FantasyTable, copy: int) -> int:
    """What it costs to buy an essence now."""
    return max(0, price(t, copy) + changed_by(t, "essence_price"))


def cost(t: FantasyTable, copy: int) -> int:
    """What it costs to buy an upgrade now."""
    card = t.cards[copy]
    return max(0, card.cost - t.off[card.kind] - t.next_off)


def _buy(t: FantasyTable, copy: int) -> None:
    t.shards -= price_to_buy(t, copy)
    changed_by(t, "essence_price", spend=True)
    deeds.pack_up(t, copy)


def _sell(t: FantasyTable, copy: int) -> None:
    """It goes to the leftmost place of the Ethereal Row, not to the discard pile."""
    deeds.gain(t, price(t, copy))
    t.pack.remove(copy)
    t.ethereal.insert(0, copy)


def _wear(t: FantasyTable, copy: int) -> Rules[None]:
    t.shards -= cost(t, copy)
    t.next_off = 0
    t.bought.append(copy)
    yield from deeds.exchange(t, copy)


# ---------------------------------------------------------------- 4. Exploration / Rival Phase


def end(t: FantasyTable) -> Rules[None]:
    """One of the two phases, never both: which, is told by the Ethereal Row."""
    if len(t.ethereal) < FEWEST:
        yield from rival_phase(t)
        return
    t.phase = "exploration"
    if t.pack:
        yield from _window(t, "any")
    exploration(t)


def exploration(t: FantasyTable) -> None:
    """The rightmost upgrade is discarded, the rightmost encounter becomes an upgrade, the rightmost card of the
    Ethereal Row an encounter (Exploration Phase)."""
    t.discard.append(t.upgrades.pop())
    t.upgrades.insert(0, t.encounters.pop())
    t.encounters.insert(0, t.ethereal.pop())
    t.step = "outlands"


def rival_phase(t: FantasyTable) -> Rules[None]:
    """All rows are discarded, then the rival's elemental power acts (Rival Phase)."""
    t.phase = "rival"
    t.rests += 1
    t.discard += t.upgrades
    t.discard += t.encounters
    t.discard += t.ethereal
    t.upgrades, t.encounters, t.ethereal = [], [], []
    if t.pack:
        yield from _window(t, "any")
    for skill in t.wallet.powers[t.rival != NONE]:
        if t.outcome is None:
            yield from deeds.run(t, skill, FantasyScope(NONE, 0, RIVAL))
    t.step = "attack"


def attack(t: FantasyTable) -> Rules[None]:
    """Damage for shards, as many times as one can afford, one at a time; then the timer, and the rows anew."""
    options: list[Option] = []
    attacks = deeds.may_attack(t)
    if attacks and damage_price(t) <= t.shards:
        options.append(HIT)
    if t.pack:
        options += usable(t, "rival" if attacks else "any")
    options.append(DONE)
    answer = yield from choose(0, "attack", options)
    if answer == HIT:
        yield from _hit(t)
    elif answer == DONE:
        _rotate(t)
    else:
        yield from use_essence(t, int(answer[1]))


def damage_price(t: FantasyTable) -> int:
    """What the next damage costs."""
    return max(0, DAMAGE + changed_by(t, "damage_price"))


def _hit(t: FantasyTable) -> Rules[None]:
    t.shards -= damage_price(t)
    changed_by(t, "damage_price", spend=True)
    t.bought_damage += 1
    deeds.strike(t, 1)
    if "damage_bought" in t.kit.skills and t.outcome is None:
        yield from tell(t, Event("damage_bought", count=t.bought_damage))


def _rotate(t: FantasyTable) -> None:
    """The Rival Card goes down one number and the rows are dealt anew; at 1, the game is lost."""
    if t.timer <= 1:
        t.outcome = Outcome((), "the timer ran out")
        return
    t.timer -= 1
    row_setup(t)
    t.step = "outlands"


STEPS: Mapping[str, Callable[[FantasyTable], Rules[None]]] = {
    "outlands": outlands,
    "forge": forge,
    "market": market,
    "end": end,
    "attack": attack,
}
"""The parts of a turn by the step that names them."""
