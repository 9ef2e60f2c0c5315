"""The triggered skills of Cipher: which of them an event wakes, how they are resolved, what happens in its place."""

from __future__ import annotations

from collections.abc import Iterator

from deckcli.engine.choice import Rules
from deckcli.engine.effects import Ability
from deckcli.engine.vocabulary import Did
from deckcli.games.cipher import skills
from deckcli.games.cipher.parts import Skill
from deckcli.games.cipher.payments import cost_of, offered
from deckcli.games.cipher.speaking import LATER, CipherScope, Event, Postponed, Waiting
from deckcli.games.cipher.standing import standing_of
from deckcli.games.cipher.table import NONE, CipherTable


def heard(t: CipherTable, event: Event) -> list[Waiting]:
    """The triggered skills that an event wakes, the turn player's first, each seat's in the order of its cards."""
    found: list[Waiting] = []
    standing = standing_of(t)
    for ability, scope in standing.hears.get(event.name, ()):
        assert ability.event is not None
        if ability.event(t, scope, event) and skills.is_ready(t, ability, scope, event):
            found.append(Waiting(scope.seat, scope.copy, scope.unit, scope.index, event))
    if event.name in t.flags.get("hears", ()):
        found += _heard_elsewhere(t, event)
    if t.delayed:
        found += _due(t, event)
    if len(found) > 1:
        found.sort(key=lambda waiting: waiting.seat != t.active)
    return found


def _heard_elsewhere(t: CipherTable, event: Event) -> Iterator[Waiting]:
    """The skills that an event wakes on cards that are neither in play nor bonds, and on one that has just left such a
    place by it."""
    for zone in t.flags["hears"][event.name]:
        for seat, own in enumerate(t.seats):
            copies = (own.support,) if zone == "support" else getattr(own, zone)
            if event.places[0] == zone and event.card != NONE and t.owners[event.card] == seat:
                copies = [*copies, event.card] if event.card not in copies else copies
            for copy in copies:
                if copy != NONE:
                    yield from _woken(t, event, seat, copy, zone)


def _woken(t: CipherTable, event: Event, seat: int, copy: int, zone: str) -> Iterator[Waiting]:
    for index, ability in enumerate(t.cards[copy].skills):
        if ability.zone not in (zone, "any") or ability.timing == "replaces" or event.name not in ability.hears:
            continue
        if ability.zone == "any" and event.card == copy and event.places[0] == zone:
            continue  # it is found where it has come to
        assert ability.event is not None
        scope = CipherScope(seat, copy, NONE, index)
        if ability.event(t, scope, event) and skills.is_ready(t, ability, scope, event):
            yield Waiting(seat, copy, NONE, index, event)


def _replacing_elsewhere(t: CipherTable, name: str) -> Iterator[Skill]:
    """Skills of cards that are neither in play nor bonds and that replace an event of that name."""
    for zone in t.flags.get("replaces", {}).get(name, ()):
        for seat, own in enumerate(t.seats):
            for copy in getattr(own, zone):
                for index, ability in enumerate(t.cards[copy].skills):
                    if ability.zone in (zone, "any") and name in ability.hears and ability.timing == "replaces":
                        yield ability, CipherScope(seat, copy, NONE, index)


def waits_for(t: CipherTable, name: str) -> bool:
    """Whether any skill, wherever it is, waits for an event of that name now."""
    return name in (t.standing or standing_of(t)).hears or name in t.flags.get("hears", ())


def _due(t: CipherTable, event: Event) -> list[Waiting]:
    """The deeds that were put off until this event."""
    due = [one for one in t.delayed if one[0] == event.name]
    if due:
        t.delayed = [one for one in t.delayed if one[0] != event.name]
    return [
        Waiting(seat, copy, unit, LATER, Postponed("later", seat, unit, copy, source=who, run=run, names=dict(names)))
        for _, seat, copy, unit, run, names, who in due
    ]


def resolve(t: CipherTable, waiting: Waiting) -> Rules[None]:
    """Resolve a triggered skill: its cost may be declined, one without cost is compulsory."""
    scope = CipherScope(waiting.seat, waiting.copy, waiting.unit, waiting.index, waiting.event)
    if isinstance(waiting.event, Postponed):
        run = waiting.event.run
        for name, copies in waiting.event.names.items():
            scope.names[name] = tuple(t.unit_of_copy(copy) or copy for copy in copies)
        if run is not None:
            before, t.speaker = t.speaker, waiting.event.source
            yield from skills.run_built(t, scope, run)
            t.speaker = before
        return
    ability = skills.ability_of(t, waiting.copy, waiting.unit, waiting.index)
    if ability is None or ability.do is None or (ability.limit and skills.is_used_up(t, ability, scope)):
        return
    yield from skills.spoken(t, scope, ability, _resolved(t, scope, ability))


def _resolved(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    if ability.cost and not (yield from offered(t, scope, cost_of(t, scope, ability))):
        return
    done = yield from ability.do(t, scope)
    if ability.cost or not isinstance(done, Did) or done.count:
        skills.count_use(t, scope, ability.name)
        tell_use(t, scope, ability)


def tell_use(t: CipherTable, scope: CipherScope, ability: Ability) -> None:
    """A skill was used: others may wait for that."""
    if waits_for(t, "uses"):
        places = (ability.kind, ability.tag)
        event = Event("uses", scope.seat, scope.unit, scope.copy, NONE, "rule", NONE, places, t.speaker)
        t.waiting.extend(heard(t, event))


def replaced(t: CipherTable, event: Event) -> Rules[bool]:
    """Whether something else happens in the place of an event (and then it has happened)."""
    for ability, scope in (*standing_of(t).replaces.get(event.name, ()), *_replacing_elsewhere(t, event.name)):
        assert ability.event is not None
        assert ability.do is not None
        if ability.event(t, scope, event) and skills.is_ready(t, ability, scope, event):
            speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event)
            before = t.speaker
            t.speaker = (scope.seat, ability.kind, ability.name, scope.copy, scope.unit)
            done = False
            if not ability.cost or (yield from offered(t, speaks, cost_of(t, speaks, ability))):
                done = bool((yield from ability.do(t, speaks)))
            t.speaker = before
            if done:
                skills.count_use(t, speaks, ability.name)
                return True
    return False
