"""Ashes Reborn, building a deck (rulebook: Setup; `data/ashes/rulings.md`).

Thirty cards led by one Phoenixborn, ten dice, and a pile of conjurations that follows from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from catalog.card import Card, Printing
from catalog.names import fold
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, Dice
from deckcli.decks.problem import Problem, Severity
from deckcli.games.ashes.campaign import campaign_base, campaign_precons, campaign_switch, in_no_retail_deck
from deckcli.games.ashes.faces import DICE, Die, die_named, is_deckable, is_phoenixborn, owner
from deckcli.games.ashes.parts import counted, ordinary, phoenixborn, source
from deckcli.games.ashes.precon import not_of_a_precon, not_precon
from deckcli.games.game import Format, PileSum
from deckcli.games.limits import (
    Construction,
    Copies,
    RuleOf,
    amount,
    by_name,
    copy_limit,
    lines_of,
    listed,
    many_leaders,
    total,
)

EXCLUSIVES_IN_FIRST_FIVE = 1
"""What Ashteki allows; a remark, unless a format says it itself."""


def counts(deck: Deck) -> dict[str, int]:
    """The piles that a verdict adds up: the cards of the deck, its dice, and the conjurations that follow from it."""
    return {
        "main": total(counted(deck)),
        "dice": sum(dice.count for dice in deck.dice),
        "conjurations": total(deck.derived),
    }


def sums(deck: Deck) -> tuple[PileSum, ...]:
    """Which cards count towards the thirty, pile by pile; the conjurations are those that follow from the deck."""
    cards = total(counted(deck))
    own = {LEADER: deck.count(LEADER), CONJURATIONS: total(deck.derived)}
    others = {slot.pile: deck.count(slot.pile) for slot in deck.slots if slot.pile not in (MAIN, LEADER, CONJURATIONS)}
    beside = {pile: count for pile, count in (own | others).items() if count}
    main = PileSum(MAIN, cards, deck.count(MAIN) - cards)
    return (main, *(PileSum(pile, beside=count) for pile, count in beside.items()))


def _no_phoenixborn(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Nobody leads the deck. Whose exclusive cards it holds tells who might."""
    if phoenixborn(deck):
        return
    wrong = deck.pile(LEADER)
    said = "".join(f" {slot.card.name} is of type {slot.card.type} and cannot lead." for slot in wrong)
    likely = tuple(dict.fromkeys(name for slot in counted(deck) if (name := owner(slot.card))))
    yield Problem(
        code="no_phoenixborn",
        severity="error",
        message=f"No Phoenixborn leads the deck.{said}",
        cards=tuple(slot.card.name for slot in wrong),
        found=0,
        allowed=1,
        lines=lines_of(wrong),
        source=source(rules, "phoenixborn"),
        fix=f"Lead the deck by {listed(likely, 'or')}." if likely else "Name the Phoenixborn that leads the deck.",
        suggestions=likely[:3],
    )


def _many_phoenixborn(deck: Deck, rules: Format) -> Iterator[Problem]:
    return many_leaders(phoenixborn(deck), "many_phoenixborn", "Phoenixborn", source(rules, "phoenixborn"))


def _deck_size(deck: Deck, rules: Format) -> Iterator[Problem]:
    size, found = rules.number("deck_size"), total(counted(deck))
    if size is None or found == size:
        return
    yield Problem(
        code="deck_size",
        severity="error",
        message=f"{amount(found, 'card')}, and the deck has {size}.",
        found=found,
        allowed=size,
        source=source(rules, "deck_size"),
        fix=_add_or_take(found, size, "card"),
    )


def _add_or_take(found: int, wanted: int, one: str, many: str = "") -> str:
    return f"{'Take out' if found > wanted else 'Add'} {amount(abs(found - wanted), one, many)}."


def _not_deckable(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A conjuration, or a card of another kind of play, among the cards. (A Phoenixborn there has its own fault.)"""
    wrong = tuple(slot for slot in deck.pile(MAIN) if not is_deckable(slot.card) and not is_phoenixborn(slot.card))
    for copies in by_name(wrong):
        kind = copies.cards[0].type
        yield Problem(
            code="not_deckable",
            severity="error",
            message=f"{copies.name} is of type {kind}, which cannot be among the cards of a deck.",
            cards=(copies.name,),
            found=copies.count,
            allowed=0,
            lines=copies.lines,
            source=source(rules, "not_deckable"),
            fix=f"Take out {copies.count} {copies.name}.",
        )


def _not_in_format(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A card that the format does not have, or a Phoenixborn that leads none of its decks."""
    if not any(rules.words(rule) for rule in ("leaders", "releases")) and rules.number("retail_decks") is None:
        return
    leading = phoenixborn(deck)
    for copies in by_name((*leading, *counted(deck))):
        said, rule, fix = _foreign(copies, rules)
        if said:
            yield Problem(
                code="not_in_format",
                severity="error",
                message=f"{copies.name} {said}.",
                cards=(copies.name,),
                found=copies.count,
                allowed=0,
                lines=copies.lines,
                source=source(rules, rule),
                fix=fix or f"Take out {copies.count} {copies.name}.",
            )


def _foreign(copies: Copies, rules: Format) -> tuple[str, str, str]:
    """Why a format does not have a card, the rule that says so, and what else than taking it out is to do; "" if it has
    the card."""
    card, leaders, releases = copies.cards[0], rules.words("leaders"), rules.words("releases")
    if is_phoenixborn(card):
        if leaders and card.name_key not in map(fold, leaders):
            them = listed(leaders, "or")
            return f"does not lead a deck of {rules.name}: {them} does", "leaders", f"Lead the deck by {them}."
    elif not owner(card) and in_no_retail_deck(copies, rules):
        return f"came in no retail deck, and {rules.name} exchanges cards of those only", "retail_decks", ""
    if releases and not any(_slug(name) == one.release for name in releases for one in _printings(copies)):
        return f"is not in {listed(releases, 'or')}, and {rules.name} has no other cards", "releases", ""
    return "", "", ""


def _slug(name: str) -> str:
    return fold(name).replace(" ", "-")


def _printings(copies: Copies) -> Iterator[Printing]:
    return (printing for card in copies.cards for printing in card.printings)


def _wrong_phoenixborn(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Exclusive cards of a Phoenixborn who does not lead the deck; without any leader nobody's are wrong."""
    leaders = [slot.card.name for slot in phoenixborn(deck)]
    keys = {fold(name) for name in leaders}
    for copies in by_name(counted(deck)):
        whose = owner(copies.cards[0])
        if not leaders or not whose or fold(whose) in keys:
            continue
        lead = listed(dict.fromkeys(leaders))
        yield Problem(
            code="wrong_phoenixborn",
            severity="error",
            message=f"{copies.name} is exclusive to {whose}, and {lead} leads the deck.",
            cards=(copies.name,),
            found=copies.count,
            allowed=0,
            lines=copies.lines,
            source=source(rules, "wrong_phoenixborn"),
            fix=f"Choose {_possessive(lead)} own exclusives, or lead the deck by {whose}.",
        )


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _copies(deck: Deck, rules: Format) -> Iterator[Problem]:
    return copy_limit(counted(deck), rules.number("copies"), source(rules, "copies"))


def _exclusive_total(deck: Deck, rules: Format) -> Iterator[Problem]:
    exclusive = tuple(slot for slot in counted(deck) if owner(slot.card))
    found, allowed = total(exclusive), rules.number("exclusives")
    if allowed is None or found <= allowed:
        return
    groups = by_name(exclusive)
    said = listed(f"{copies.count} {copies.name}" for copies in groups)
    names = listed((copies.name for copies in groups), "or")
    yield Problem(
        code="exclusive_total",
        severity="error",
        message=f"{amount(found, 'exclusive card')} ({said}), and a deck may have {allowed} in all.",
        cards=tuple(copies.name for copies in groups),
        found=found,
        allowed=allowed,
        lines=lines_of(exclusive),
        source=source(rules, "exclusives"),
        fix=f"Take out {found - allowed} of them: {names}.",
    )


def _draft_picks(deck: Deck, rules: Format) -> Iterator[Problem]:
    """More different cards than a player picks in a draft; the exclusive ones come with the Phoenixborn."""
    picks = rules.number("picks")
    picked = by_name(ordinary(deck)) if picks is not None else []
    if picks is None or len(picked) <= picks:
        return
    few = sorted(picked, key=lambda copies: copies.count)[: len(picked) - picks]
    yield Problem(
        code="draft_picks",
        severity="error",
        message=f"{amount(len(picked), 'different card')} beside the exclusive ones, and {rules.name} gives {picks}.",
        cards=tuple(copies.name for copies in picked),
        found=len(picked),
        allowed=picks,
        lines=tuple(sorted({line for copies in picked for line in copies.lines})),
        source=source(rules, "picks"),
        fix=f"Take out all copies of {len(few)} of them, perhaps of {listed(copies.name for copies in few)}.",
    )


def _dice_count(deck: Deck, rules: Format) -> Iterator[Problem]:
    wanted, found = rules.number("dice"), sum(dice.count for dice in deck.dice)
    if wanted is None or found == wanted:
        return
    yield Problem(
        code="dice_count",
        severity="error",
        message=f"{amount(found, 'die', 'dice')}, and a deck has {wanted}.",
        found=found,
        allowed=wanted,
        lines=tuple(sorted({line for dice in deck.dice for line in dice.lines})),
        source=source(rules, "dice"),
        fix=_add_or_take(found, wanted, "die", "dice"),
    )


def _dice_type(deck: Deck, rules: Format) -> Iterator[Problem]:
    for dice in deck.dice:
        if (die := die_named(dice.type)) is not None:
            yield from _die_not_in_format(dice, die, rules)
            continue
        near = tuple(get_close_matches(fold(dice.type)[:40], DICE, n=3, cutoff=0.5))
        yield Problem(
            code="dice_type",
            severity="error",
            message=f'There is no die called "{dice.type}".',
            found=dice.count,
            lines=dice.lines,
            source=source(rules, "dice"),
            fix=f"Did you mean {listed(near, 'or')}?" if near else f"The dice are {listed(DICE)}.",
            suggestions=near,
        )


def _die_not_in_format(dice: Dice, die: Die, rules: Format) -> Iterator[Problem]:
    types = rules.words("dice_types")
    if types and die not in types:
        yield Problem(
            code="dice_type",
            severity="error",
            message=f"{amount(dice.count, f'{die} die', f'{die} dice')}, and {rules.name} has {listed(types)}.",
            found=dice.count,
            allowed=0,
            lines=dice.lines,
            source=source(rules, "dice_types"),
            fix=f"Choose {listed(types, 'or')} in place of {die}.",
            suggestions=types[:3],
        )


def _first_five_size(deck: Deck, rules: Format) -> Iterator[Problem]:
    wanted, found = rules.number("first_five"), len(deck.first_five)
    if wanted is None or found in (0, wanted):
        return
    yield Problem(
        code="first_five_size",
        severity="error",
        message=f"{amount(found, 'card')} in the First Five, and there are {wanted}.",
        cards=tuple(dict.fromkeys(card.name for card in deck.first_five)),
        found=found,
        allowed=wanted,
        lines=_first_five_lines(deck, *deck.first_five),
        source=source(rules, "first_five"),
        fix=_add_or_take(found, wanted, "card"),
    )


def _first_five_lines(deck: Deck, *cards: Card) -> tuple[int, ...]:
    """The lines that name these cards of the First Five; a list with one line for all five names that."""
    lines = deck.first_five_lines
    if len(lines) != len(deck.first_five):
        return tuple(sorted(set(lines)))
    keys = {card.name_key for card in cards}
    found = {line for card, line in zip(deck.first_five, lines, strict=True) if card.name_key in keys}
    return tuple(sorted(found))


def _first_five_duplicate(deck: Deck, rules: Format) -> Iterator[Problem]:
    often = Counter(card.name_key for card in deck.first_five)
    for card in _once(deck.first_five):
        count = often[card.name_key]
        if count > 1:
            yield Problem(
                code="first_five_duplicate",
                severity="error",
                message=f"{card.name} is {count} times in the First Five, and a card may be there once.",
                cards=(card.name,),
                found=count,
                allowed=1,
                lines=_first_five_lines(deck, card),
                source=source(rules, "first_five"),
                fix=f"Choose another card in place of {count - 1} {card.name}.",
            )


def _once(cards: tuple[Card, ...]) -> list[Card]:
    """The first card of each name, in order."""
    return list({card.name_key: card for card in reversed(cards)}.values())[::-1]


def _first_five_not_in_deck(deck: Deck, rules: Format) -> Iterator[Problem]:
    names = {slot.card.name_key for slot in counted(deck)}
    for card in _once(deck.first_five):
        if card.name_key not in names:
            yield Problem(
                code="first_five_not_in_deck",
                severity="error",
                message=f"{card.name} is in the First Five and not among the cards of the deck.",
                cards=(card.name,),
                found=0,
                lines=_first_five_lines(deck, card),
                source=source(rules, "first_five"),
                fix=f"Add {card.name} to the deck, or choose another card.",
            )


def _first_five_exclusives(deck: Deck, rules: Format) -> Iterator[Problem]:
    """More than one exclusive card to open with: an error only where the format itself says how many."""
    own = rules.number("first_five_exclusives")
    allowed = EXCLUSIVES_IN_FIRST_FIVE if own is None else own
    exclusive = [card for card in deck.first_five if owner(card)]
    if len(exclusive) <= allowed:
        return
    names = tuple(dict.fromkeys(card.name for card in exclusive))
    said = f"{amount(len(exclusive), 'exclusive card')} in the First Five ({listed(names)})"
    where = "there may be" if own is not None else "the rules of Ashteki allow"
    yield Problem(
        code="first_five_exclusives",
        severity=_severity(own is not None),
        message=f"{said}, and {where} {allowed}.",
        cards=names,
        found=len(exclusive),
        allowed=allowed,
        lines=_first_five_lines(deck, *exclusive),
        source=source(rules, "first_five_exclusives"),
        fix=f"Choose another card in place of {listed(names, 'or')}.",
    )


def _severity(binding: bool) -> Severity:
    return "error" if binding else "warning"


def _chained_first_five(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A card of the Chained list to open with: an error in organised play, elsewhere good to know."""
    binding = rules.flag("chained")
    for card in _once(deck.first_five):
        if card.flag("chained"):
            yield Problem(
                code="chained_first_five",
                severity=_severity(binding),
                message=f"{card.name} is chained: in organised play it may not be in the First Five.",
                cards=(card.name,),
                lines=_first_five_lines(deck, card),
                source=source(rules, "chained"),
                fix=f"Choose another card in place of {card.name}.",
            )


def _pile(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A pile that the list gives, against the one that follows from the cards; limits change, so these are warnings."""
    given = {copies.cards[0].slug: copies for copies in by_name(deck.pile(CONJURATIONS))}
    if not given:
        return
    wanted = {copies.cards[0].slug: copies for copies in by_name(deck.derived)}
    for slug in dict.fromkeys((*wanted, *given)):
        name = (wanted.get(slug) or given[slug]).name
        found = given[slug].count if slug in given else 0
        allowed = wanted[slug].count if slug in wanted else 0
        lines = given[slug].lines if slug in given else ()
        if found != allowed:
            yield _pile_problem(name, found, allowed, lines, source(rules, "pile"))


def _pile_problem(name: str, found: int, allowed: int, lines: tuple[int, ...], source: str) -> Problem:
    if found == 0:
        code, said = "pile_missing", f"{name} belongs in the conjuration pile, and the list leaves it out."
    elif allowed == 0:
        code, said = "pile_extra", f"{name} is in the conjuration pile, and no card of the deck brings it out."
    else:
        code, said = "pile_count", f"{found} {name} in the conjuration pile, and the cards now say {allowed}."
    return Problem(
        code=code,
        severity="warning",
        message=said,
        cards=(name,),
        found=found,
        allowed=allowed,
        lines=lines,
        source=source,
        fix=f"The pile is worked out from the cards: {allowed or 'no'} {name}.",
    )


LIMITS: tuple[RuleOf, ...] = (
    _many_phoenixborn,
    _not_deckable,
    _not_in_format,
    _wrong_phoenixborn,
    _copies,
    _exclusive_total,
    _draft_picks,
    not_of_a_precon,
    campaign_precons,
    campaign_switch,
)
"""The rules that one card more can break."""

RULES: tuple[RuleOf, ...] = (
    _no_phoenixborn,
    _many_phoenixborn,
    _deck_size,
    _not_deckable,
    _not_in_format,
    _wrong_phoenixborn,
    _copies,
    _exclusive_total,
    _draft_picks,
    not_precon,
    campaign_base,
    campaign_precons,
    campaign_switch,
    _dice_count,
    _dice_type,
    _first_five_size,
    _first_five_duplicate,
    _first_five_not_in_deck,
    _first_five_exclusives,
    _chained_first_five,
    _pile,
)
"""Every rule, the most binding first. Sizes and limits count every card that was found, but for those that
cannot be in a deck at all."""

BUILDING = Construction(RULES, LIMITS)
check = BUILDING.check
can_add = BUILDING.can_add
