"""Openings of Cipher as its rules deal them: set-up, mulligan and draws run by the engine, two passive players."""

from __future__ import annotations

from collections.abc import Sequence
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
    opened: tuple[str, ...] | None = None
    while game.choice is not None:
        table: Any = game.table
        hand = tuple(names[copy] for copy in table.seats[0].hand)
        if game.choice.prompt == "mulligan" and game.choice.seat == 0:
            back = asked.mulligan == "redraw" and not keep(hand)
            returned = hand if back else ()
            game.choose(YES if back else NO)
            continue
        if game.choice.prompt != "mulligan":
            opened = hand if opened is None else opened
            if playable.turns(table, 0) >= asked.turn:
                break
        game.choose(passive(game.choice, Sight(game, game.choice.seat)))
    last: Any = game.table
    hand = tuple(names[copy] for copy in last.seats[0].hand)
    opened = hand if opened is None else opened
    return Dealt(opened, _rest(hand, opened), returned)


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
