"""Decks that chance made: each is legal, and whatever they hold, playthroughs with them end.

`python tests/games/cipher/test_chance_decks.py COUNT [FIRST]` plays so many of them, from that seed on, and tells: how
many ended and why others did not, the cards in fewest playthroughs, and every skill that could be used and never was.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine.effects import Ability
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import find_format
from deckcli.games.cipher import skills
from deckcli.games.cipher.chance_deck import SIZE, allowed_cards, chance_deck
from deckcli.games.cipher.construction import cards_of, check
from deckcli.games.cipher.playable import CipherPlayable
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.skills import CipherScope
from deckcli.games.cipher.table import CipherTable
from deckcli.games.cipher.written import unit_with_skills

PLAYABLE = CipherPlayable()


@pytest.fixture(scope="module")
def pool(all_cards: Callable[[str], Iterable[Card]]) -> Sequence[Card]:
    return list(all_cards("cipher"))


@pytest.mark.parametrize("rules", ["unlimited", "standard"])
def test_a_deck_of_chance_is_legal(rules: str, pool: Sequence[Card]) -> None:
    by = find_format("cipher", rules)
    for seed in range(20):
        deck = chance_deck(pool, seed, by)
        assert not [problem for problem in check(deck, by) if problem.severity == "error"]
        assert sum(slot.count for slot in cards_of(deck)) == SIZE


def test_the_same_seed_makes_the_same_deck(pool: Sequence[Card]) -> None:
    by = find_format("cipher")
    assert chance_deck(pool, 7, by) == chance_deck(pool, 7, by)
    assert chance_deck(pool, 7, by) != chance_deck(pool, 8, by)


def test_a_format_that_leaves_nothing_is_said(pool: Sequence[Card]) -> None:
    with pytest.raises(ValueError, match="main character"):
        chance_deck(pool[:0], 1, find_format("cipher"))


# ---------------------------------------------------------------- who takes part


@dataclass(slots=True)
class Participation:
    """What was counted: by card (its name) the playthroughs in which it came to lie on the table, by card and place the
    uses of its skills, and why playthroughs did not end."""

    playthroughs: int = 0
    dealt: Counter[str] = field(default_factory=Counter)
    used: Counter[tuple[str, int]] = field(default_factory=Counter)
    unfinished: Counter[str] = field(default_factory=Counter)

    def never_used(self, pool: Sequence[Card]) -> list[tuple[str, int]]:
        """(slug, place) of every skill of these cards that is used or triggers, and never did."""
        return [
            (card.slug, place)
            for card in pool
            for place, one in enumerate(unit_with_skills(card).skills, 1)
            if one.do is not None and (card.slug, place) not in self.used
        ]


@contextmanager
def watched(found: Participation, slugs: Mapping[int, str]) -> Iterator[None]:
    """While it is entered, `found` hears of every skill that runs. `slugs` tells the cards by the identity of their
    faces."""
    counted, told = skills._count_use, skills._tell_use

    def note(t: CipherTable, scope: CipherScope) -> None:
        slug = slugs.get(id(t.cards[scope.copy]))
        if slug is not None and 0 <= scope.index < skills.GRANTED:
            found.used[slug, scope.index + 1] += 1

    def counts(t: CipherTable, scope: CipherScope, name: str) -> None:
        note(t, scope)
        counted(t, scope, name)

    def tells(t: CipherTable, scope: CipherScope, ability: Ability) -> None:
        note(t, scope)
        told(t, scope, ability)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(skills, "_count_use", counts)
        patch.setattr(skills, "_tell_use", tells)
        yield


def play(
    pool: Sequence[Card], count: int, decks: int, first: int = 0, told: Callable[[Participation], None] | None = None
) -> Participation:
    """Play so many random playthroughs between so many decks of chance; `told` hears how far it is after each hundred.
    Raises what a rule raises, with a note of the seed, and AssertionError when a card is lost."""
    by = find_format("cipher")
    slugs = {id(unit_with_skills(card)): card.slug for card in pool}
    allowed = allowed_cards(pool, by)
    made = [PLAYABLE.deck_of(chance_deck(pool, first + number, by, allowed)) for number in range(decks)]
    found = Participation()
    with watched(found, slugs):
        for seed in range(first, first + count):
            pair = made[seed % decks], made[(7 * seed + 1) % decks]
            try:
                play_one(found, pair, seed)
            except Exception as error:
                error.add_note(f"seed {seed}, {decks} decks from {first}")
                raise
            found.dealt.update({slugs[id(face)] for deck in pair for face in deck.cards})
            if told is not None and found.playthroughs % 100 == 0:
                told(found)
    return found


def play_one(found: Participation, decks: tuple[DealtDeck, DealtDeck], seed: int) -> None:
    """Play one of them to its end, and look for every card after it."""
    playthrough = Playthrough(PLAYABLE.rules, Setting(decks, {}, seed))
    outcome = playthrough.play([PLAYABLE.player("random", seed, seat) for seat in range(2)])
    if not outcome.finished:
        found.unfinished[outcome.reason] += 1
    lying = [copy for zone in PLAYABLE.rules.zones(playthrough.table).values() for copy in zone]
    assert sorted(lying) == list(range(2 * SIZE)), "cards are lost"
    found.playthroughs += 1


NEVER = """
b01-007-2 b01-009-2 b01-016-2 b01-021-1 b01-037-1 b01-038-1 b01-040-1 b01-042-1 b01-044-1 b01-080-1 b02-001-1
b02-060-2 b02-074-1 b03-001-2 b03-012-1 b03-014-1 b03-016-1 b03-044-2 b03-074-1 b04-005-1 b04-013-1 b04-015-1
b04-021-1 b04-021-2 b04-026-1 b04-028-1 b04-055-1 b04-056-1 b04-066-1 b04-099-1 b05-007-1 b05-009-1 b05-022-1
b05-038-1 b05-046-1 b05-074-1 b05-080-1 b05-096-2 b05-099-2 b06-001-1 b06-014-1 b06-016-1 b06-024-1 b07-049-1
b07-061-1 b07-063-1 b07-093-2 b07-094-1 b08-002-1 b08-002-2 b08-025-1 b08-038-1 b08-041-2 b08-076-3 b08-089-1
b09-029-2 b09-035-1 b09-036-1 b09-036-2 b09-037-1 b09-037-2 b09-071-2 b09-076-1 b09-076-3 b10-033-1 b10-040-1
b10-059-1 b10-066-1 b10-067-1 b10-076-2 b11-001-1 b11-004-1 b11-012-2 b11-036-2 b11-040-2 b11-045-3 b11-058-1
b11-073-1 b11-073-2 b12-025-2 b12-026-1 b12-048-1 b12-048-2 b12-074-2 b13-006-1 b13-019-1 b13-024-1 b13-039-1
b13-041-1 b13-051-2 b13-073-1 b13-073-2 b14-049-2 b14-078-2 b14-091-2 b15-037-1 b16-039-1 b16-075-1 b16-100-3
b17-039-1 b17-073-1 b17-080-2 b18-062-3 b19-051-3 b19-058-2 b20-008-1 b20-008-3 b20-036-1 b20-040-3 b20-044-1
b20-044-2 b20-048-3 b20-051-2 b20-064-2 b20-093-2 b21-001-1 b21-047-1 b21-048-3 b21-067-1 b21-071-3 b21-073-2
b21-100-2 b22-006-2 b22-025-1 b22-044-2 b22-053-1 b22-060-2 b22-072-2 b22-073-2 b22-101-3 b22-109-1 p03-003-1
p04-004-1 p07-016-1 s03-001-2 s06-004-2
"""
"""The skills that 5,700 random playthroughs never used, by number and place."""


@pytest.mark.scaled
def test_random_playthroughs_of_decks_of_chance_end(pool: Sequence[Card], scaled: Callable[[int, int], int]) -> None:
    found = play(pool, scaled(20, 2000), scaled(10, 200))
    assert found.unfinished.total() <= found.playthroughs // 100, found.unfinished
    usable = sum(
        one.do is not None for card in pool if card.slug in found.dealt for one in unit_with_skills(card).skills
    )
    assert len(found.used) >= usable * scaled(1, 3) // 5


def test_skills_that_chance_does_not_use_have_a_scenario() -> None:
    folder = data_root() / "cipher" / "scenarios" / "skills"
    untried = [stem for stem in NEVER.split() if not (folder / f"{stem}.toml").is_file()]
    assert untried == []


def of_two_colours(pool: Sequence[Card]) -> Iterator[list[Card]]:
    """By pair of symbols, the cards that bear both, and those of either that can lead them or share their names: chance
    alone seldom brings them together."""
    faces = {card.slug: unit_with_skills(card) for card in pool}
    pairs = {face.symbols for face in faces.values() if len(face.symbols) == 2}
    for pair in sorted(pairs):
        both = [card for card in pool if faces[card.slug].symbols == pair]
        names = {name for card in both for name in faces[card.slug].names}
        own = [card for card in pool if set(faces[card.slug].symbols) < set(pair) and faces[card.slug].symbols]
        kin = [card for card in own if not names.isdisjoint(faces[card.slug].names)]
        yield both + kin + (own[::8] if len(both) < SIZE // 2 else [])


def main(count: int, first: int) -> None:
    """Play and tell."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from catalog.home import Home
    from catalog.reading import Catalog
    from deckcli import EFFECTS
    from deckcli.games.finish import finish

    with TemporaryDirectory() as folder:
        home = Home(root=Path(folder), library=Path(folder) / "library.db")
        with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
            pool = list(catalog.cards("cipher"))
    printed = {card.slug: card.printings[0].number for card in pool}

    def tell(found: Participation) -> None:
        print(f"{found.playthroughs} playthroughs, unfinished: {dict(found.unfinished)}", flush=True)
        if found.playthroughs % 300:
            return
        least = sorted((found.dealt[card.slug], card.slug) for card in pool)
        never = [f"{printed[slug]}-{place}".lower() for slug, place in found.never_used(pool)]
        print(f"cards in fewer than 20: {sum(times < 20 for times, _ in least)}; fewest: {least[:5]}")
        print(f"skills never used: {len(never)}: {' '.join(never)}", flush=True)

    play(pool, count, max(2, count // 2), first, tell)
    for few in of_two_colours(pool):
        found = play(few, max(2, count // 10), max(2, count // 20), first)
        least = min(found.dealt[card.slug] for card in few)
        print(f"{len(few)} cards of two colours: unfinished {dict(found.unfinished)}, each in {least} or more")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
