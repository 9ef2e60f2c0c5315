"""The table of FantasyForm: what is worn, the pack, the three rows, the discard pile, the rival and its timer.

Positions only: what changes them stands in `deeds`, and when they change in `rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckcli.engine.table import Derived, Table

if TYPE_CHECKING:
    from deckcli.engine.closures import Run
    from deckcli.engine.effects import Ability
    from deckcli.games.fantasyform.faces import Upgrade, Wallet

NONE = -1
"""No copy."""


class Kit(Derived):
    """What follows from the three cards that are worn: `tags`, the `words` of the effect language for them,
    `pack_size`, whether the form is `elemental`, `skills` that wait for an event, by its name, and `mods` by what they
    change.

    A skill stands as (place where its card is worn, its number on the card, the ability), a mod as (how much, place,
    number, whether it is limited to the first time each turn, what must be true or None).
    """

    __slots__ = ("elemental", "mods", "pack_size", "skills", "tags", "words")

    tags: frozenset[str]
    words: frozenset[str]
    pack_size: int
    elemental: bool
    skills: dict[str, tuple[tuple[int, int, Ability], ...]]
    mods: dict[str, tuple[tuple[int, int, int, bool, Run | None], ...]]


class FantasyTable(Table):
    """The whole position. Copies are the 16 Upgrade cards by number; each lies in one of the zones.

    `worn` are form, companion and artifact; `rival` is the rival's form (NONE: it has none yet), `timer` the number on
    the Rival Card. Rows stand from left to right: `upgrades`, `encounters`, `ethereal`; `pack` and `discard` have no
    order that a rule reads. `health` and `rival_health` are what is left, `shards` 0 to 25.

    Of this turn: `off` is what forms, companions and artifacts cost less, `next_off` what the next upgrade does,
    `shift` what is added to market prices, `used` a bit for each limited ability that was used, `skipped` whether the
    encounter that comes is skipped, `bought_damage` how often damage was bought. `phase` is a word for the part of the
    turn. `bought` are the upgrades that were bought, in order, `hits` the damage the rival has taken, `rests` how many
    Rival Phases there were: no rule reads these.
    """

    __slots__ = (
        "bought", "bought_damage", "difficulty", "discard", "encounters", "ethereal", "health", "hits", "kit",
        "next_off", "off", "pack", "phase", "rests", "rival", "rival_health", "shards", "shift", "skipped", "timer",
        "turn", "upgrades", "used", "wallet", "worn",
    )  # fmt: skip
    shared = Table.shared | {"wallet"}

    cards: list[Upgrade]
    wallet: Wallet
    kit: Kit

    def __init__(self, wallet: Wallet) -> None:
        self.wallet = wallet
        self.cards = list(wallet.cards)
        self.owners = (0,) * len(self.cards)
        self.outcome = None
        self.step = ""
        self.trouble = ""
        self.difficulty = "standard"
        self.worn: list[int] = []
        self.pack: list[int] = []
        self.upgrades: list[int] = []
        self.encounters: list[int] = []
        self.ethereal: list[int] = []
        self.discard: list[int] = []
        self.rival = NONE
        self.rival_health = 0
        self.timer = wallet.timer
        self.health = 0
        self.shards = 0
        self.turn = 0
        self.phase = "setup"
        self.off = (0, 0, 0)
        self.next_off = 0
        self.shift = 0
        self.used = 0
        self.skipped = False
        self.bought_damage = 0
        self.bought: list[int] = []
        self.hits = 0
        self.rests = 0

    def copy(self) -> FantasyTable:
        """As any position is copied, written out, since it is most of a fork; the contract finds a forgotten field."""
        twin = FantasyTable.__new__(FantasyTable)
        twin.wallet, twin.cards, twin.owners, twin.chance = self.wallet, self.cards[:], self.owners, self.chance.copy()
        twin.outcome, twin.step, twin.trouble, twin.difficulty = self.outcome, self.step, self.trouble, self.difficulty
        twin.worn, twin.pack, twin.discard = self.worn[:], self.pack[:], self.discard[:]
        twin.upgrades, twin.encounters, twin.ethereal = self.upgrades[:], self.encounters[:], self.ethereal[:]
        twin.rival, twin.rival_health, twin.timer = self.rival, self.rival_health, self.timer
        twin.health, twin.shards, twin.turn, twin.phase = self.health, self.shards, self.turn, self.phase
        twin.off, twin.next_off, twin.shift, twin.used = self.off, self.next_off, self.shift, self.used
        twin.skipped, twin.bought_damage, twin.bought = self.skipped, self.bought_damage, self.bought[:]
        twin.hits, twin.rests, twin.kit = self.hits, self.rests, self.kit
        return twin
