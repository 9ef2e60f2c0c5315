"""Chances and opening hands, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from deckcli.decks.deck import Deck
from deckcli.games.opening import Dealt
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.study.dealing import Chances

Told: TypeAlias = "tuple[str, int, int | None, int]"
"""A group: what it is called, the least and the most that is wanted, and how many cards are in it."""


def percent(value: Fraction | float) -> str:
    """A chance as people write it; a small one is never called none."""
    number = float(value) * 100
    if 0 < value < 1 and not 0.05 <= number < 99.95:
        return "< 0.1 %" if number < 1 else "> 99.9 %"
    return f"{number:.1f} %"


def _when(turn: int) -> str:
    return "opening" if turn == 0 else f"turn {turn}"


def odds_blocks(
    deck: Deck, groups: Sequence[Told], rows: Sequence[Chances], said: Sequence[str], n: int, engine: bool
) -> Iterator[Block]:
    """The chances by turn, exact and dealt, and what they rest on."""
    yield Title(deck.title, "chances of drawing")
    for text, least, most, held in groups:
        yield Para(f"{_number(least, most)} of {held}: {text}", indent=2)
    yield from (Para(f"Assumed: {line}.", "dim") for line in said)
    yield Gap()
    heads = ["by", "seen", "exact", *(["dealt", "95 %"] if n else [])]
    yield Columns(heads, [_row(row, bool(n)) for row in rows], frozenset({"seen", "exact", "dealt"}))
    if n:
        by = "the game's own rules" if engine else "the numbers of the game"
        yield Para(f"Dealt: {n} openings by {by}.", "dim")
        yield from (Para(_differs(row), "warn") for row in rows if row.differs)


def _number(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return f"exactly {least}" if least == most and least else "none" if most == 0 else f"{least} to {most}"


def _row(row: Chances, dealt: bool) -> list[str]:
    cells = [_when(row.turn), str(row.seen), percent(row.exact)]
    if dealt and row.dealt is not None:
        cells += [percent(row.dealt.mean), f"{percent(row.dealt.low)} to {percent(row.dealt.high)}"]
    return cells


def _differs(row: Chances) -> str:
    return (
        f"By {_when(row.turn)} the two differ: an interval misses once in twenty by chance; if it stays with more"
        " openings (-n), a card of the deck draws or sets cards aside, which the exact figure does not know."
    )


def odds_json(
    deck: Deck,
    groups: Sequence[Told],
    rows: Sequence[Chances],
    said: Sequence[str],
    n: int,
    seed: int | None,
    engine: bool,
) -> dict[str, Any]:
    """The chances for scripts; `fraction` is the exact one. `seed` is None where nothing was dealt."""
    return {
        "game": deck.game, "deck": deck.name,
        "groups": [{"group": text, "least": least, "most": most, "cards": held} for text, least, most, held in groups],
        "assumptions": list(said), "n": n, "seed": seed, "by_rules": engine,
        "chances": [
            {"turn": row.turn, "seen": row.seen, "exact": float(row.exact),
             "fraction": f"{row.exact.numerator}/{row.exact.denominator}",
             **({"dealt": row.dealt.mean, "ci95": [row.dealt.low, row.dealt.high], "differs": row.differs}
                if row.dealt else {})}
            for row in rows
        ],
    }  # fmt: skip


def card_odds_columns(rows: Sequence[tuple[str, int, Sequence[Chances]]]) -> Columns:
    """A row a card: the chance of one or more by each turn."""
    turns = [_when(row.turn) for row in rows[0][2]] if rows else []
    cells = [[str(count), name, *(percent(row.exact) for row in found)] for name, count, found in rows]
    return Columns(["count", "name", *turns], cells, frozenset({"count", *turns}))


def hands_blocks(hands: Sequence[Dealt], names: Mapping[str, str], said: Sequence[str]) -> Iterator[Block]:
    """Hands, a card a line."""
    yield from (Para(f"Assumed: {line}.", "dim") for line in said)
    for number, one in enumerate(hands, 1):
        yield Gap()
        yield Title(f"Hand {number}", f"{len(one.hand)} cards")
        yield Para("\n".join(names[slug] for slug in one.hand), indent=2)
        for what, slugs in (
            ("Drawn after it", one.later),
            ("Returned before", one.returned),
            ("Under the deck", one.under),
        ):
            if slugs:
                yield Para(f"{what}: {'; '.join(names[slug] for slug in slugs)}", "dim", 2)


def hand_json(one: Dealt, names: Mapping[str, str]) -> dict[str, Any]:
    """A hand for scripts, by names."""
    return {name: [names[slug] for slug in getattr(one, name)] for name in ("hand", "later", "returned", "under")}


def pay_blocks(dice: Mapping[str, int], costs: Sequence[str], least: int, found: Fraction) -> Iterator[Block]:
    """The chance that a roll pays."""
    rolled = ", ".join(f"{count} {kind}" for kind, count in dice.items())
    yield Title(f"{percent(found)} of all rolls of {rolled}", "pay for")
    yield Para("\n".join(costs), indent=2)
    yield Para("Assumed: one roll, no die turned; a face pays its own level or a lower one of its type; X is 1.", "dim")
    total = sum(dice.values())
    yield Para(
        f"They take {least} of {total} dice." if least <= total else f"They take {least} dice, and there are {total}.",
        "dim",
    )


def pay_json(dice: Mapping[str, int], costs: Sequence[str], least: int, found: Fraction) -> dict[str, Any]:
    """The same for scripts."""
    return {"dice": dict(dice), "costs": list(costs), "takes": least, "exact": float(found),
            "fraction": f"{found.numerator}/{found.denominator}"}  # fmt: skip
