"""Every ability of every card runs on a busy table, whatever is answered: nothing fails, no card or die is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from catalog.card import Card
from deckcli.engine.chance import Chance
from deckcli.engine.effects import acts
from deckcli.games.ashes import deeds, deeds_dice, moments, skills, written
from deckcli.games.ashes.cards import Face, Skill
from deckcli.games.ashes.paying import set_die
from deckcli.games.ashes.table import (
    ACTIVE,
    ALTERATION,
    EXHAUSTED,
    NONE,
    PHOENIXBORN,
    READY_SPELL,
    UNIT,
    AshesScope,
    AshesTable,
    Attack,
    Cause,
    Die,
    Event,
    Piece,
)
from tests.games.conftest import real_cards

DICE = 12
PLACES = {
    "phoenixborn": PHOENIXBORN, "ally": UNIT, "conjuration": UNIT, "ready_spell": READY_SPELL,
    "alteration": ALTERATION, "conjured_alteration": ALTERATION,
}  # fmt: skip
UNITS = ("Iron Worker", "Hammer Knight", "Blue Jaguar", "Living Doll")
SPELLS = ("Summon Blue Jaguar", "Summon Blue Jaguar", "Chant of Revenge")
HAND = ("Anchornaut", "Refresh", "Root Armor", "Golden Veil")
PILE = ("Iron Worker", "Sleight of Hand", "Massive Growth", "Chant of Revenge", "Final Cry", "Encore")


@cache
def face(name: str) -> Face:
    return written.face_with_text(by_name()[name])


@cache
def by_name() -> dict[str, Card]:
    return {card.name: card for card in real_cards("ashes")}


def busy_table(tested: Card, seed: int) -> tuple[AshesTable, Piece | None, int]:
    """A table in the middle of an attack, with the tested card where it works: its piece (None: a spell that is
    played), and its copy."""
    t = AshesTable()
    t.chance, t.phase, t.turn, t.round, t.main, t.sides = Chance(seed), "turns", 3, 2, True, 1
    owners: list[int] = []

    def new(name: str, seat: int) -> int:
        t.cards.append(face(name))
        owners.append(seat)
        return len(owners) - 1

    for seat in (0, 1):
        own = t.seats[seat]
        leader = new("Aradel Summergaard", seat)
        own.phoenixborn = deeds.new_piece(t, seat, leader, PHOENIXBORN).id
        for name in UNITS:
            deeds.new_piece(t, seat, new(name, seat), UNIT)
        for name in SPELLS:
            deeds.new_piece(t, seat, new(name, seat), READY_SPELL)
        own.hand = [new(name, seat) for name in HAND]
        own.draw_pile = [new(name, seat) for name in PILE]
        own.discard_pile = [new(name, seat) for name in PILE]
        brought = [slug for slug in tested.summons if slug] + ["blood-puppet"]
        own.pile = [new(card.name, seat) for card in by_name().values() if card.slug in brought for _ in range(3)]
    copy = new(tested.name, 0)
    host = next(piece for piece in t.units_of(0) if t.face(piece).name == "Living Doll")
    piece = place_tested(t, copy, host)
    deeds.new_piece(t, 1, new("Deep Freeze", 1), ALTERATION).host = t.units_of(1)[0].id
    t.owners = tuple(owners)
    fill(t, random.Random(seed))
    return t, piece, copy


def place_tested(t: AshesTable, copy: int, host: Piece) -> Piece | None:
    kind = PLACES.get(t.cards[copy].kind)
    if kind is None:
        t.seats[0].playing.append(copy)
        return None
    piece = deeds.new_piece(t, 0, copy, kind)
    if kind == ALTERATION:
        piece.host = host.id
        host.attached.append(piece.id)
    if kind == PHOENIXBORN:
        del t.pieces[t.seats[0].phoenixborn]
        t.seats[0].phoenixborn = piece.id
    return piece


def fill(t: AshesTable, chance: random.Random) -> None:
    """Tokens, dice and an attack."""
    dice = [Die(number, number // DICE, number % DICE % 9) for number in range(2 * DICE)]
    t.dice, t.levels, t.places = tuple(dice), [0] * len(dice), [EXHAUSTED] * len(dice)
    for die in dice:
        set_die(t, die, chance.choice((ACTIVE, ACTIVE, EXHAUSTED)), chance.randrange(3))
    for piece in list(t.pieces.values()):
        if piece.kind != ALTERATION:
            piece.exhaustion, piece.status = chance.choice((0, 0, 1)), chance.choice((0, 1, 3))
        if piece.kind == UNIT and skills.life_of(t, piece) > 1:
            piece.wounds = chance.randrange(skills.life_of(t, piece))
        if piece.kind == UNIT and chance.random() < 0.5:
            deeds_dice.place_die(t, Cause("rule"), chance.choice(dice), piece)
    attackers = [piece.id for piece in t.units_of(0) if not piece.exhaustion]
    t.attack = Attack(0, t.seats[1].phoenixborn)
    t.attack.attackers = attackers
    if attackers:
        t.attack.blocks[attackers[0]] = t.units_of(1)[0].id
        t.attack.fighting = (attackers[0], t.units_of(1)[0].id)


def event_for(t: AshesTable, skill: Skill, s: AshesScope) -> Event | None:
    """An event such as the ability waits for; None when it waits for none."""
    ability = skill.ability
    if not ability.hears:
        return None
    chance = random.Random(len(t.cards))
    things: list[Any] = [*t.pieces.values(), *t.seats, *t.dice[:4]]
    chance.shuffle(things)
    causes = [
        Cause("attack", 1, t.units_of(1)[0].card, t.units_of(1)[0].id), Cause("action_spell", 1, 5), Cause("rule"),
        Cause("attack", 0, s.copy, s.piece), Cause("ability", 0, s.copy, s.piece),
    ]  # fmt: skip
    assert ability.event is not None
    first = None
    for name in ability.hears:
        for thing in things:
            for cause in causes:
                for seat in (0, 1):
                    event = Event(name, thing, seat, cause, other=things[0], amount=3, word="status", things=(7, 8))
                    first = first or event
                    if ability.event(t, s, event):
                        return event
    return first


def run_to_end(rules: Iterator[Any], chance: random.Random) -> int:
    """Run with answers by chance; how many questions there were."""
    asked = 0
    try:
        choice = next(rules)
        while asked < 400:
            asked += 1
            assert choice.options
            assert len(set(choice.options)) == len(choice.options)
            choice = rules.send(chance.choice(choice.options))  # type: ignore[attr-defined]
    except StopIteration:
        return asked
    raise AssertionError("no end of questions")


def copies_of(t: AshesTable) -> list[int]:
    """Every copy on the table, wherever it lies."""
    found = [piece.card for piece in (*t.pieces.values(), *t.aside.values())]
    for piece in (*t.pieces.values(), *t.aside.values()):
        found += piece.under
    for own in t.seats:
        for name in deeds.PILES:
            found += getattr(own, name)
    return sorted(found)


def whole(t: AshesTable) -> bool:
    """Whether every copy lies in one place, and every die."""
    on_cards = [number for piece in (*t.pieces.values(), *t.aside.values()) for number in piece.dice]
    lying = [die.number for die in t.dice if t.places[die.number] not in (ACTIVE, EXHAUSTED)]
    return sorted(on_cards) == sorted(lying) and len(set(copies_of(t))) == len(copies_of(t))


def skills_of(card: Card) -> Sequence[Skill]:
    text = written.face_with_text(card).text
    return (*text.skills, *text.grants)


@pytest.mark.parametrize("release", sorted({card.release for card in real_cards("ashes")}))
def test_every_ability_of_a_release_runs_whatever_is_answered(release: str) -> None:
    for card in real_cards("ashes"):
        if card.release != release:
            continue
        for skill in skills_of(card):
            assert acts(skill.ability)
            for seed in range(6):
                t, piece, copy = busy_table(card, seed)
                before = copies_of(t)
                s = AshesScope(0, copy, NONE if piece is None else piece.id, skill, Cause("ability", 0, copy), skill.n)
                s.focus, s.x, s.extra = seed % 3, 1 + seed % 2, bool(seed % 2)
                s.spent = tuple((die.type, t.levels[die.number], die.number) for die in t.dice[:3])
                s.event = event_for(t, skill, s)
                if skill.ability.need is not None:
                    skill.ability.need(t, s)
                if skill.ability.do is not None:
                    run_to_end(moments.run(t, s), random.Random(seed))
                for one in t.pieces.values():
                    skills.values_of(t, one)
                if t.outcome is None:
                    assert copies_of(t) == before, (card.name, skill.ability.name)
                assert whole(t), (card.name, skill.ability.name)
