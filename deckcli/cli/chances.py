"""What `deckcli deck odds` and `deck hand` do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from catalog.card import Card
from catalog.reading import Catalog
from deckcli.cli import lists
from deckcli.cli.session import Session
from deckcli.cli.testing import seed_of
from deckcli.decks.deck import Deck
from deckcli.decks.dice_costs import cost_needs, together, token_need
from deckcli.decks.odds import (
    MOST_GROUPS,
    DiceNeed,
    Wanted,
    chance,
    chance_bottomed,
    chance_redrawn,
    chance_to_pay,
    kinds_of,
)
from deckcli.decks.resolve import resolve
from deckcli.errors import UnknownNameError, UsageError
from deckcli.games.opening import OPENINGS, Asking, Dealt, Opening, hand_chosen, pool_of
from deckcli.study.dealing import Chances, dealer, simulated

_MOST_DICE = 99
_GROUP = re.compile(r"(?P<least>\d{1,9})(?P<more>\+|-|\.\.(?P<most>\d{1,9}))?\s+(?P<cards>\S.*)")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, as arguments and options say."""

    list: str
    game: str | None
    groups: tuple[str, ...]
    turn: int
    begins: bool
    mulligan: str | None
    n: int
    seed: int | None
    json: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Some cards of a deck and how many of them are wanted."""

    text: str
    cards: frozenset[str]
    least: int
    most: int | None


def _deck(here: Session, catalog: Catalog, how: Asked) -> Deck:
    asked = lists.Asked.of(here, how.list, how.game)
    wanted = lists.read_list(asked, here, catalog)
    deck, problems = resolve(wanted, catalog, game=asked.game)
    lists.say_game(here, asked, wanted, deck.game)
    for problem in problems:
        if problem.severity == "error":
            here.out.note(f"{problem.message} It is left out.")
    if deck.game not in OPENINGS or not pool_of(deck):
        raise UsageError(f"{how.list}: there is no card here to deal. Say the game with -g.")
    if how.mulligan not in (None, "none") and OPENINGS[deck.game].chosen and hand_chosen(deck):
        raise UsageError("the First Five are chosen, so that no hand goes back: --mulligan is for a list without them.")
    return deck


def show_odds(here: Session, how: Asked) -> None:
    """Show the chances by turn of the groups together; without groups, of every card by itself."""
    from deckcli.screen.odds import card_odds_columns, odds_blocks, odds_json

    with here.catalog() as catalog:
        deck = _deck(here, catalog, how)
        groups = [_group(catalog, deck, text) for text in how.groups]
    opening = OPENINGS[deck.game]
    if len(groups) > MOST_GROUPS:
        raise UsageError(f"at most {MOST_GROUPS} groups can be asked about at once.")
    if not groups:
        names = {slot.card.slug: slot.card.name for slot in deck.slots}
        rows = [(names[slug], count, _rows(deck, opening, how, [Group("", frozenset({slug}), 1, None)], None))
                for slug, count in pool_of(deck).items()]  # fmt: skip
        if how.json:
            here.out.data({"game": deck.game, "deck": deck.name, "cards": [
                {"name": name, "count": count, "chances": [float(one.exact) for one in found]}
                for name, count, found in rows], "assumptions": _said(deck, opening, how)})  # fmt: skip
        else:
            here.out.table(card_odds_columns(rows), None)
            for line in _said(deck, opening, how):
                here.out.note(f"assumed: {line}.")
        return
    seed = seed_of(here, how.seed) if how.n else None
    found = _rows(deck, opening, how, groups, seed)
    engine = dealer(deck.game, _mulligan(opening, how))[1]
    whole = Counter(pool_of(deck)) + Counter(hand_chosen(deck))
    told = [(one.text, one.least, one.most, sum(whole[slug] for slug in one.cards)) for one in groups]
    if how.json:
        here.out.data(odds_json(deck, told, found, _said(deck, opening, how), how.n, seed, engine))
    else:
        here.out.show(odds_blocks(deck, told, found, _said(deck, opening, how), how.n, engine))


def _mulligan(opening: Opening, how: Asked) -> str:
    return how.mulligan or opening.mulligan


def _rows(deck: Deck, opening: Opening, how: Asked, groups: Sequence[Group], seed: int | None) -> list[Chances]:
    """The chances by the opening and each turn; with a seed, beside them how often they came."""
    exact = [_row(deck, opening, how, groups, turn) for turn in range(how.turn + 1)]
    if seed is None:
        return exact

    def fits(slugs: Sequence[str]) -> bool:
        return all(_fits(group, slugs) for group in groups)

    asking = Asking(deck, opening, _mulligan(opening, how), how.begins, how.turn)
    dealt = simulated(asking, seed, how.n, fits, fits)
    return [replace(one, dealt=came) for one, came in zip(exact, dealt, strict=True)]


def _row(deck: Deck, opening: Opening, how: Asked, groups: Sequence[Group], turn: int) -> Chances:
    pool = pool_of(deck)
    chosen = Counter(hand_chosen(deck)) if opening.chosen else Counter[str]()
    held = [sum(count for slug, count in chosen.items() if slug in group.cards) for group in groups]
    sizes, places = kinds_of([dict.fromkeys(group.cards, 1) for group in groups], pool)
    wanted = [
        Wanted(kinds, group.least - have, None if group.most is None else group.most - have)
        for group, kinds, have in zip(groups, places, held, strict=True)
    ]
    later, mulligan = opening.later(turn, how.begins), _mulligan(opening, how)
    hand = 0 if chosen else opening.hand
    if mulligan == "none" or chosen:
        exact = chance(sizes, wanted, hand + later)
    else:
        exact = (chance_bottomed if mulligan == "bottom" else chance_redrawn)(sizes, wanted, hand, later)
    seen = min(sum(chosen.values()) + hand + later, sum(chosen.values()) + sum(sizes))
    return Chances(turn, seen, exact)


def _fits(group: Group, slugs: Sequence[str]) -> bool:
    number = sum(slug in group.cards for slug in slugs)
    return number >= group.least and (group.most is None or number <= group.most)


def _said(deck: Deck, opening: Opening, how: Asked) -> list[str]:
    """What the figures rest on."""
    mulligan = _mulligan(opening, how)
    words = {
        "none": "no hand is returned",
        "redraw": "a hand that is not as wanted is returned whole, once",
        "bottom": "a hand that is not as wanted is returned, once; of the new one a card that is not wanted goes under",
    }
    said = list(opening.said)
    if opening.chosen and not hand_chosen(deck):
        said[0] = "the deck names no First Five, so that five cards at random stand for it"
    begins = [] if opening.first == opening.second else ["the player begins" if how.begins else "another player begins"]
    return [*said, *([] if opening.chosen else [words[mulligan]]), *begins]


def _group(catalog: Catalog, deck: Deck, text: str) -> Group:
    """A group of cards: how many, and which; one at least where nothing is said. Raises UnknownNameError and
    UsageError."""
    if not text.strip():
        raise UsageError("a group of cards is named or searched for: 'Marth', '2+ cost<=2'.")
    pool = {slot.card.slug: slot.card for slot in deck.slots}
    told = None if _named(catalog, pool, deck.game, text) else _GROUP.fullmatch(text.strip())
    words = told["cards"] if told else text
    cards = _named(catalog, pool, deck.game, words) or _searched(catalog, pool, deck.game, words)
    if not cards:
        raise UnknownNameError(f'no card of this deck fits "{words}".')
    if told is None:
        return Group(words, cards, 1, None)
    number = int(told["least"])
    least, most = {"+": (number, None), "-": (0, number), None: (number, number)}.get(
        told["more"], (number, int(told["most"] or 0))
    )
    if most is not None and least > most:
        raise UsageError(f'"{text}": a range goes up: 1..3.')
    return Group(words, cards, least, most)


def _named(catalog: Catalog, pool: dict[str, Card], game: str, text: str) -> frozenset[str]:
    return frozenset(match.card.slug for match in catalog.find(text, game) if match.card.slug in pool)


def _searched(catalog: Catalog, pool: dict[str, Card], game: str, text: str) -> frozenset[str]:
    from catalog.query import parse

    wanted = parse(text, catalog.fields(game), catalog.releases(game), game=game)
    return frozenset(card.slug for card in catalog.search(wanted) if card.slug in pool)


# ---------------------------------------------------------------- hands


def show_hands(here: Session, how: Asked) -> None:
    """Show opening hands. A seed that was not given is chosen and said."""
    from deckcli.engine.chance import game_seed
    from deckcli.screen.odds import hand_json, hands_blocks

    with here.catalog() as catalog:
        deck = _deck(here, catalog, how)
    opening = OPENINGS[deck.game]
    seed = seed_of(here, how.seed)
    # A sample is returned only where it was asked for: the person decides what to keep.
    mulligan = how.mulligan or "none"
    by, _ = dealer(deck.game, mulligan)
    asking = Asking(deck, opening, mulligan, how.begins, how.turn)
    found: list[Dealt] = [by(asking, game_seed(seed, "opening", number), lambda _: False) for number in range(how.n)]
    names = {slot.card.slug: slot.card.name for slot in deck.slots}
    size = opening.hand
    if found and len(found[0].hand) + len(found[0].under) < size:
        here.out.note(f"the deck has fewer cards than a hand of {size}.")
    if how.json:
        here.out.data(
            {"game": deck.game, "deck": deck.name, "seed": seed, "hands": [hand_json(one, names) for one in found]}
        )
    else:
        here.out.show(hands_blocks(found, names, _said(deck, opening, replace(how, mulligan=mulligan))))


# ---------------------------------------------------------------- dice


def show_pay(here: Session, how: Asked, pay: Sequence[str], dice: str) -> None:
    """Show the chance that one roll of the dice pays these costs."""
    from deckcli.screen.odds import pay_blocks, pay_json

    with here.catalog() as catalog:
        deck = _deck(here, catalog, how)
        if deck.game != "ashes":
            raise UsageError("dice are rolled in Ashes only.")
        costs = _costs(catalog, deck, pay or ("first five",))
    held = _dice(dice) if dice else {one.type: one.count for one in deck.dice}
    if not held:
        raise UsageError("the deck names no dice. Say them: --dice '5 charm, 5 natural'.")
    ways = [together(parts) for parts in product(*(needs for _, needs in costs))]
    found = chance_to_pay(held, ways)
    names = [name for name, _ in costs]
    if how.json:
        here.out.data(pay_json(held, names, min(way.dice for way in ways), found))
    else:
        here.out.show(pay_blocks(held, names, min(way.dice for way in ways), found))


def _costs(catalog: Catalog, deck: Deck, pay: Sequence[str]) -> list[tuple[str, list[DiceNeed]]]:
    """What is to be paid, each with the ways to pay it. Raises UnknownNameError, UsageError."""
    from deckcli.cli.cards import named_card

    found: list[tuple[str, list[DiceNeed]]] = []
    for text in pay:
        need = token_need(text)
        if need is not None:
            found.append((text, [need]))
            continue
        cards = deck.first_five if text.casefold() in ("first five", "ff") else (named_card(catalog, text, "ashes"),)
        if not cards:
            raise UsageError("the deck names no First Five; name the cards: --pay 'Hammer Knight'.")
        found += [(card.name, cost_needs(card)) for card in cards]
    return found


def _dice(text: str) -> dict[str, int]:
    """Dice as they are written: "5 charm, 5 natural". Raises UsageError."""
    from deckcli.decks.asked import dice_of
    from deckcli.decks.owned.names import DICE

    found = dice_of(text)
    wrong = [f"{count} {kind}" for kind, count in found.items() if kind not in DICE]
    if wrong or sum(found.values()) > _MOST_DICE:
        said = f'"{wrong[0]}" is no dice' if wrong else f"at most {_MOST_DICE} dice can be rolled"
        raise UsageError(f"{said}; write --dice '5 charm, 5 natural'.")
    return found
