"""Openings of Cipher as its rules deal them: set-up, mulligan and draws run by the engine, two passive players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from catalog.card import Card
from deckcli.decks.deck import LEADER, MAIN, Deck
from deckcli.engine.choice import NO, YES
from deckcli.engine.players import Goldfish
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.cipher.construction import cards_of
from deckcli.games.cipher.faces import is_main_character
from deckcli.games.cipher.playable import CipherPlayable
from deckcli.games.opening import Asking, Dealt, Keep


def deal_by_rules(asked: Asking, seed: int, keep: Keep) -> Dealt:
    """One opening of seat 0. `keep` answers the mulligan; afterwards nobody does anything that can be declined."""
    playable = CipherPlayable()
    dealt = playable.deck_of(asked.deck)
    names = order_of(asked.deck)
    options = {"first": 0 if asked.begins else 1}
    game = Playthrough(playable.rules, Setting((dealt, dealt), options, seed))
    passive = Goldfish()
    returned: tuple[str, ...] = ()
    seen: list[tuple[str, ...]] = []  # the hand by each own turn

    def held() -> tuple[str, ...]:
        table: Any = game.table
        return tuple(names[copy] for copy in table.seats[0].hand)

    while game.choice is not None and len(seen) <= asked.turn:
        if game.choice.prompt == "mulligan" and game.choice.seat == 0:
            back = asked.mulligan == "redraw" and not keep(held())
            returned = held() if back else ()
            game.choose(YES if back else NO)
            continue
        if game.choice.prompt != "mulligan":
            by = playable.turns(game.table, 0)
            seen += [held()] * (min(by, asked.turn) + 1 - len(seen))
            if len(seen) > asked.turn:
                break
        game.choose(passive(game.choice, Sight(game, game.choice.seat)))
    seen += [held()] * (asked.turn + 1 - len(seen))  # a game that ended before
    return _dealt(seen, returned)


def _dealt(seen: Sequence[tuple[str, ...]], returned: tuple[str, ...]) -> Dealt:
    """An opening by the hand that was held by each own turn."""
    later: list[str] = []
    by_turn = [0]
    for before, hand in pairwise(seen):
        later += _rest(hand, before)
        by_turn.append(len(later))
    return Dealt(seen[0], tuple(later), returned, by_turn=tuple(by_turn))


def _rest(hand: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """What a hand holds besides what it held before."""
    left = list(hand)
    for slug in before:
        if slug in left:
            left.remove(slug)
    return tuple(left)


def order_of(deck: Deck) -> list[str]:
    """The slugs of a deck in the order in which the rules number its copies: the main character first."""
    cards: list[Card] = [slot.card for slot in cards_of(deck) for _ in range(slot.count)]
    leading = deck.pile(LEADER) or [slot for slot in deck.pile(MAIN) if is_main_character(slot.card)]
    leader = leading[0].card
    if not deck.leader_apart or leader in cards:
        cards.remove(leader)
    return [card.slug for card in (leader, *cards)]
