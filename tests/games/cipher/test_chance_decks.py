"""Decks that chance made: each is legal, and whatever they hold, playthroughs with them end.

`python tests/games/cipher/test_chance_decks.py COUNT [FIRST [COUNTS]]` plays so many of them, from that seed on, and
then others with decks around each card that took part in fewer than twenty, until all have. It tells how many ended and
why others did not, the cards in fewest playthroughs, and every skill that could be used and never was, those without a
scenario by themselves. What it counted is kept in the file COUNTS, and added to when there is one.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count as count_from
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from catalog.card import Card
from catalog.home import Home, data_root
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.engine.chance import Chance
from deckcli.engine.effects import Ability
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games import find_format
from deckcli.games.cipher import skills, triggers
from deckcli.games.cipher.chance_deck import COLOURS, SIZE, allowed_cards, chance_deck
from deckcli.games.cipher.construction import MAIN_CHARACTER_COST, cards_of, check
from deckcli.games.cipher.faces import is_main_character, unit_of
from deckcli.games.cipher.playable import CipherPlayable
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.speaking import GRANTED, CipherScope
from deckcli.games.cipher.table import CipherTable
from deckcli.games.cipher.written import unit_with_skills
from deckcli.games.finish import finish

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

LEAST = 20
"""In so many playthroughs every card takes part."""


@dataclass(slots=True)
class Participation:
    """What was counted: by card (its slug) the playthroughs in which it came to lie elsewhere than in a deck, by card
    and place the uses of its skills, and why playthroughs did not end."""

    playthroughs: int = 0
    seen: Counter[str] = field(default_factory=Counter)
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

    def rare(self, pool: Sequence[Card]) -> list[Card]:
        """The cards that took part in too few playthroughs, those in fewest first."""
        return sorted((card for card in pool if self.seen[card.slug] < LEAST), key=lambda card: self.seen[card.slug])

    def keep(self, file: Path) -> None:
        """Write what was counted."""
        used = [[*key, times] for key, times in self.used.items()]
        kept = {"playthroughs": self.playthroughs, "seen": self.seen, "used": used, "unfinished": self.unfinished}
        file.write_text(json.dumps(kept), encoding="utf-8")

    @classmethod
    def kept(cls, file: Path) -> Participation:
        """What was counted before; nothing where there is no file."""
        if not file.is_file():
            return cls()
        read = json.loads(file.read_text(encoding="utf-8"))
        used = Counter({(slug, place): times for slug, place, times in read["used"]})
        return cls(read["playthroughs"], Counter(read["seen"]), used, Counter(read["unfinished"]))


@contextmanager
def watched(found: Participation, slugs: Mapping[int, str]) -> Iterator[None]:
    """While it is entered, `found` hears of every skill that runs. `slugs` tells the cards by the identity of their
    faces."""
    counted, told = skills.count_use, triggers.tell_use

    def note(t: CipherTable, scope: CipherScope) -> None:
        slug = slugs.get(id(t.cards[scope.copy]))
        if slug is not None and 0 <= scope.index < GRANTED:
            found.used[slug, scope.index + 1] += 1

    def counts(t: CipherTable, scope: CipherScope, name: str) -> None:
        note(t, scope)
        counted(t, scope, name)

    def tells(t: CipherTable, scope: CipherScope, ability: Ability) -> None:
        note(t, scope)
        told(t, scope, ability)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(skills, "count_use", counts)
        patch.setattr(triggers, "tell_use", tells)
        yield


def play(
    found: Participation, pool: Sequence[Card], decks: Sequence[DealtDeck], seeds: Iterable[int]
) -> Iterator[Participation]:
    """Play a random playthrough for each of the seeds, between two of these decks, and give what was counted by then.
    Raises what a rule raises, with a note of the seed, and AssertionError when a card is lost."""
    slugs = {id(unit_with_skills(card)): card.slug for card in pool}
    with watched(found, slugs):
        for seed in seeds:
            pair = decks[seed % len(decks)], decks[(7 * seed + 1) % len(decks)]
            try:
                table = play_one(found, pair, seed)
            except Exception as error:
                error.add_note(f"seed {seed}, {len(decks)} decks")
                raise
            undrawn = {copy for own in table.seats for copy in own.deck}
            drawn = (id(face) for copy, face in enumerate(table.cards) if copy not in undrawn)
            found.seen.update({slugs[face] for face in drawn if face in slugs})  # a copy of another card has no name
            yield found


def play_one(found: Participation, decks: tuple[DealtDeck, DealtDeck], seed: int) -> CipherTable:
    """Play one of them to its end, and look for every card after it."""
    playthrough = Playthrough(PLAYABLE.rules, Setting(decks, {}, seed))
    outcome = playthrough.play([PLAYABLE.player("random", seed, seat) for seat in range(2)])
    if not outcome.finished:
        found.unfinished[outcome.reason] += 1
    lying = [copy for zone in PLAYABLE.rules.zones(playthrough.table).values() for copy in zone]
    assert sorted(lying) == list(range(2 * SIZE)), "cards are lost"
    found.playthroughs += 1
    return playthrough.table


def chance_decks(pool: Sequence[Card], count: int, first: int) -> list[DealtDeck]:
    """So many decks of chance, from that seed on."""
    by = find_format("cipher")
    allowed = allowed_cards(pool, by)
    return [PLAYABLE.deck_of(chance_deck(pool, first + number, by, allowed)) for number in range(count)]


def decks_around(rare: Sequence[Card], pool: Sequence[Card], count: int, first: int) -> list[DealtDeck]:
    """So many decks of chance that hold most of what few others do: chance alone seldom brings their colours so."""
    by = find_format("cipher")
    made = []
    for number in range(count):
        cards = cards_around(rare[number % len(rare) :], pool, Chance(first + number))
        made.append(PLAYABLE.deck_of(chance_deck(pool, first + number, by, cards)))
    return made


def cards_around(rare: Sequence[Card], pool: Sequence[Card], chance: Chance) -> list[Card]:
    """What such a deck is made of: the first of the rare cards and others that fit its colours, cards that can lead
    them, and as many more as fill it. A leader without a colour takes one: beside it there is no second."""
    colours = frozenset(unit_of(rare[0]).symbols)
    most = COLOURS if colours else 1
    for card in rare[1:]:
        more = colours.union(unit_of(card).symbols)
        colours = more if len(more) <= most else colours

    def fits(card: Card) -> bool:
        symbols = unit_of(card).symbols
        return colours.issuperset(symbols) and (most == 1 or bool(symbols) or not leads(card))

    fitting = [card for card in rare if fits(card)][:12]
    names = {name for card in fitting for name in unit_of(card).names}
    own = [card for card in pool if fits(card)]
    leaders = [card for card in own if leads(card)]
    kin = [card for card in leaders if not names.isdisjoint(unit_of(card).names)] or leaders
    others = [own[place] for place in chance.shuffle("cards", range(len(own)))]
    found = {card.slug: card for card in (*fitting, kin[chance.pick("leader", len(kin))], *others)}
    return list(found.values())[:DISTINCT]


def leads(card: Card) -> bool:
    """Whether it could be a main character."""
    return is_main_character(card, MAIN_CHARACTER_COST)


DISTINCT = 32
"""So many cards fill a deck, one to four of each."""


NEVER = """
b01-007-2 b01-009-2 b01-016-2 b01-021-1 b01-037-1 b01-038-1 b01-040-1 b01-042-1 b01-044-1 b01-080-1 b02-001-1
b02-023-1 b02-060-2 b02-074-1 b03-001-2 b03-012-1 b03-014-1 b03-016-1 b03-044-2 b03-074-1 b04-005-1 b04-013-1
b04-015-1 b04-016-2 b04-021-1 b04-021-2 b04-023-2 b04-026-1 b04-028-1 b04-055-1 b04-056-1 b04-061-1 b04-066-1
b04-099-1 b05-007-1 b05-009-1 b05-022-1 b05-038-1 b05-046-1 b05-074-1 b05-080-1 b05-096-2 b05-099-2 b06-001-1
b06-014-1 b06-016-1 b06-024-1 b07-037-2 b07-038-2 b07-049-1 b07-061-1 b07-063-1 b07-093-2 b07-094-1 b07-097-1
b08-002-1 b08-002-2 b08-025-1 b08-038-1 b08-041-2 b08-057-2 b08-076-3 b08-089-1 b09-029-2 b09-035-1 b09-036-1
b09-036-2 b09-037-1 b09-037-2 b09-063-1 b09-071-2 b09-076-1 b09-076-3 b10-033-1 b10-040-1 b10-059-1 b10-066-1
b10-067-1 b10-076-2 b11-001-1 b11-004-1 b11-012-2 b11-036-2 b11-040-2 b11-045-3 b11-058-1 b11-073-1 b11-073-2
b12-025-2 b12-026-1 b12-048-1 b12-048-2 b12-074-2 b13-006-1 b13-019-1 b13-024-1 b13-039-1 b13-041-1 b13-051-2
b13-055-1 b13-058-1 b13-062-2 b13-073-1 b13-073-2 b14-049-2 b14-078-2 b14-091-2 b15-037-1 b16-039-1 b16-075-1
b16-100-3 b17-039-1 b17-073-1 b17-080-2 b18-062-3 b19-025-2 b19-036-1 b19-050-2 b19-051-3 b19-058-2 b20-008-1
b20-008-3 b20-036-1 b20-040-3 b20-044-1 b20-044-2 b20-048-3 b20-051-2 b20-064-2 b20-093-2 b21-001-1 b21-047-1
b21-048-3 b21-061-2 b21-067-1 b21-071-3 b21-073-2 b21-100-2 b22-006-2 b22-025-1 b22-029-2 b22-044-2 b22-049-2
b22-053-1 b22-060-2 b22-072-2 b22-073-2 b22-101-3 b22-109-1 p03-003-1 p04-004-1 p07-004-2 p07-016-1 p08-004-1
s03-001-2 s04-001-2 s06-004-2
"""
"""The skills, by number and place, that one of three runs of random playthroughs (5,700, 12,459, 20,000) never used."""


@pytest.mark.scaled
def test_random_playthroughs_of_decks_of_chance_end(pool: Sequence[Card], scaled: Callable[[int, int], int]) -> None:
    found = Participation()
    decks = chance_decks(pool, scaled(10, 200), 0)
    for _ in play(found, pool, decks, range(scaled(20, 2000))):
        pass
    assert found.unfinished.total() <= found.playthroughs // 100, found.unfinished
    usable = sum(
        one.do is not None for card in pool if card.slug in found.seen for one in unit_with_skills(card).skills
    )
    assert len(found.used) >= usable * scaled(1, 3) // 5


def test_whatever_is_asked_each_answer_is_said_in_words_of_its_own(pool: Sequence[Card]) -> None:
    decks = chance_decks(pool, 6, 3000)
    for seed in range(6):
        playthrough = Playthrough(PLAYABLE.rules, Setting((decks[seed], decks[seed - 1]), {}, seed))
        player, asked = PLAYABLE.player("random", seed, 0), 0
        while (choice := playthrough.choice) is not None and asked < 150:
            labels, asked = playthrough.labels(), asked + 1
            assert len(set(labels)) == len(labels), f"{choice.prompt}: {labels}"
            assert all(labels), choice.prompt
            assert PLAYABLE.rules.question(playthrough.table, choice)
            playthrough.choose(player(choice, Sight(playthrough, choice.seat)))


def test_a_deck_around_a_card_mostly_holds_it(pool: Sequence[Card]) -> None:
    faces = {id(unit_with_skills(card)): card.slug for card in pool}
    rare = [card for card in pool if len(unit_of(card).symbols) == COLOURS][:8]
    held = {faces[id(face)] for deck in decks_around(rare, pool, 16, 1) for face in deck.cards}
    assert {card.slug for card in rare} <= held


def test_skills_that_chance_does_not_use_have_a_scenario() -> None:
    assert [stem for stem in NEVER.split() if not scenario_of(stem)] == []


def scenario_of(stem: str) -> bool:
    """Whether a skill, by number and place, has a scenario of its own."""
    return (data_root() / "cipher" / "scenarios" / "skills" / f"{stem}.toml").is_file()


def tell(found: Participation, pool: Sequence[Card]) -> None:
    """Print what was counted."""
    printed = {card.slug: card.printings[0].number for card in pool}
    least = sorted((found.seen[card.slug], card.slug) for card in pool)
    never = [f"{printed[slug]}-{place}".lower() for slug, place in found.never_used(pool)]
    print(f"{found.playthroughs} playthroughs, unfinished: {dict(found.unfinished)}")
    print(f"cards in fewer than {LEAST}: {len(found.rare(pool))}; fewest: {least[:5]}")
    print(f"skills never used: {len(never)}: {' '.join(never)}")
    print(f"of them without a scenario: {' '.join(stem for stem in never if not scenario_of(stem))}", flush=True)


def main(count: int, first: int, file: Path | None) -> None:
    """Play, tell, and keep what was counted."""
    with TemporaryDirectory() as folder:
        home = Home(root=Path(folder), library=Path(folder) / "library.db")
        with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
            pool = list(catalog.cards("cipher"))
    found = Participation.kept(file) if file else Participation()
    if count:
        decks = chance_decks(pool, max(2, count // 2), first)
        for _ in play(found, pool, decks, range(first, first + count)):
            if found.playthroughs % 300 == 0:
                tell(found, pool)
    for seed in count_from(first + count):
        if not (rare := found.rare(pool)):
            break
        for _ in play(found, pool, decks_around(rare, pool, 20, 20 * seed), range(20 * seed, 20 * seed + 20)):
            pass
    tell(found, pool)
    if file:
        found.keep(file)


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        int(sys.argv[2]) if len(sys.argv) > 2 else 0,
        Path(sys.argv[3]) if len(sys.argv) > 3 else None,
    )
