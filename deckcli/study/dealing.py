"""Openings dealt by chance: sample hands, and how often they are as wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deckcli.engine.chance import Chance, game_seed
from deckcli.games.opening import Asking, Dealt, Keep, hand_chosen, pool_of
from deckcli.study.tally import Figure, share


@dataclass(frozen=True, slots=True)
class Chances:
    """One row: by which own turn (0: the opening), how many cards were seen, the exact chance, how often it came."""

    turn: int
    seen: int
    exact: Fraction
    dealt: Figure | None = None

    @property
    def differs(self) -> bool:
        """Whether the exact chance lies outside of the interval of what was dealt."""
        return self.dealt is not None and not self.dealt.low <= float(self.exact) <= self.dealt.high


def deal(asked: Asking, seed: int, keep: Keep) -> Dealt:
    """One opening by the numbers of the game; equal seeds give equal ones.

    Where there are fewer cards than are dealt, all of them are: no card is invented and none is lost.
    """
    chosen = hand_chosen(asked.deck) if asked.opening.chosen else []
    pool = [slug for slug, count in pool_of(asked.deck).items() for _ in range(count)]
    chance = Chance(seed)
    order = _shuffled(chance, pool)
    by_turn = tuple(asked.opening.later(turn, asked.begins) for turn in range(asked.turn + 1))
    later = by_turn[-1]
    if chosen:
        return Dealt(tuple(chosen), tuple(order[:later]), by_turn=by_turn)
    size = asked.opening.hand
    hand, returned, under = order[:size], [], []
    if asked.mulligan != "none" and not keep(hand):
        returned, order = hand, _shuffled(chance, pool)
        hand = order[:size]
        if asked.mulligan == "bottom" and hand:
            under = [next((slug for slug in reversed(hand) if keep(_without(hand, slug))), hand[-1])]
            hand = _without(hand, under[0])
    return Dealt(tuple(hand), tuple(order[size : size + later]), tuple(returned), tuple(under), by_turn)


def _shuffled(chance: Chance, pool: Sequence[str]) -> list[str]:
    return [pool[place] for place in chance.shuffle("0.shuffle", range(len(pool)))]


def _without(hand: Sequence[str], slug: str) -> list[str]:
    place = list(hand).index(slug)
    return [*hand[:place], *hand[place + 1 :]]


def dealer(game: str, mulligan: str) -> tuple[Callable[[Asking, int, Keep], Dealt], bool]:
    """Who deals a game's openings: its own rules, run by the engine, where they know the mulligan (True), else its
    numbers."""
    if game == "cipher" and mulligan != "bottom":
        from deckcli.study.cipher_dealing import deal_by_rules

        return deal_by_rules, True
    if game in ("phase", "phase10") and mulligan == "none":
        from deckcli.study import rule_dealing

        return rule_dealing.deal_by_rules, True
    return deal, False


def simulated(asked: Asking, seed: int, n: int, keep: Keep, fits: Keep) -> list[Figure]:
    """How often openings are as wanted by each own turn, of `n`, with its interval; each is dealt once."""
    by, _ = dealer(asked.deck.game, asked.mulligan)
    hits = [0] * (asked.turn + 1)
    for number in range(n):
        dealt = by(asked, game_seed(seed, "opening", number), keep)
        for turn in range(asked.turn + 1):
            hits[turn] += fits(dealt.seen(turn))
    return [share(found, n) for found in hits]
