"""From what a list says to a deck: the card behind every name, the leader, and the pile that the cards bring along."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from typing import Protocol

from catalog.card import Card, Match
from catalog.names import bare, fold
from catalog.pool import Pool
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Dice, Entry, Slot
from deckcli.decks.old_cards import OLD_GAME, old_names
from deckcli.decks.problem import Problem, Severity
from deckcli.titles import TITLES

_MOST_PARTED = 400  # characters of a name that are looked through for several names
_WHOLE = frozenset({"slug", "name", "alias", "former", "face", "code", "number"})
"""How a name may fit a line for certain; `unit` and `title` are but part of a name, `initials` only a hint."""
_PART = frozenset({"unit", "title"})
_WORDS = re.compile(r"[^\W\d_]{2}.*[a-z]|[^\x00-\x7f]")
"""What no code of a release or number of a card is."""
_BETWEEN_FACES = re.compile(r"\s+(?:[-–—+&>|\\]|-+>|→|and)\s+", re.I)
_MOST_SUGGESTIONS = 40
"""So many unknown names of one list are given near names, which cost some 50 ms each; a list with more of them is of
another game."""


class Lookup(Protocol):
    """What resolving asks of a catalogue (`catalog.reading.Catalog` is one)."""

    def card(self, game: str, slug: str) -> Card | None:
        """The card of that slug, also of a former one."""

    def cards(self, game: str = "") -> Iterator[Card]:
        """Every card, in printed order."""

    def find(self, name: str, game: str = "") -> list[Match]:
        """Every card of the best kind that the name fits."""

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        """The cards that another program calls `value`."""

    def suggest(self, name: str, game: str = "", most: int = 3) -> list[str]:
        """Near names, best first."""

    def summons(self, card: Card) -> list[Card]:
        """What the card itself brings out."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line's card, and in which pile; `printing` as in Slot."""

    entry: Entry
    card: Card
    printing: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """One entry of a list and what became of it: its card, or the error that says why it has none; neither for a line
    that was passed over (a count of 0, a title)."""

    entry: Entry
    card: Card | None = None
    problem: Problem | None = None


@dataclass(slots=True)
class _Search:
    """Names looked up in one game (or in all, while `game` is empty), with what had to be said about them."""

    catalog: Lookup
    game: str
    lenient: bool = False
    problems: list[Problem] = field(default_factory=list)
    nearest: dict[str, tuple[str, ...]] = field(default_factory=dict)
    known: dict[tuple[str, str], list[Match]] = field(default_factory=dict)
    certain: dict[tuple[str, str], list[Card]] = field(default_factory=dict)
    settled: dict[tuple[object, ...], tuple[Card, str]] = field(default_factory=dict)
    """The card and printing of a line about which there was nothing to say."""
    names: list[tuple[str, str, Card]] = field(default_factory=list)
    last: Problem | None = None
    """The error that was said last."""
    said: int = 0
    """How often something was said, also again."""

    def find(self, name: str, game: str | None = None) -> list[Match]:
        """The cards that a name fits. What fits in no game fits in none of them, so that an unknown name, which is
        also looked for in the other games, is asked for once."""
        key = (name, self.game if game is None else game)
        if key not in self.known:
            anywhere = self.find(name, "") if key[1] else []
            alone = bool(key[1]) and all(match.card.game == key[1] for match in anywhere)
            self.known[key] = anywhere if alone else self.catalog.find(*key)
        return self.known[key]

    def exact(self, name: str) -> list[Card]:
        """The cards that a line names for certain."""
        key = (name, self.game)
        if key not in self.certain:
            found = [match.card for match in self.find(name) if match.kind in _WHOLE] if name else []
            self.certain[key] = found or self.of_two_faces(name)
        return self.certain[key]

    def of_two_faces(self, name: str) -> list[Card]:
        """The cards whose two faces a name tells with another mark between them: "Scout - Gladiator"."""
        said = _BETWEEN_FACES.split(name, 2)
        if len(said) != 2 or not all(said):
            return []
        found = [match.card for match in self.find(" // ".join(said)) if match.kind in _WHOLE]
        return [card for card in found if len(card.faces) > 1]

    def readings(self, entry: Entry) -> list[Card]:
        """The cards of the longest reading of an entry's name that is one."""
        return next((c for text in (entry.whole, *entry.fuller, entry.name) if (c := self.exact(text))), [])

    def place(self, entry: Entry, among: Set[str] = frozenset()) -> _Placed | None:
        """The card of an entry; None when it has none, which is then said. `among` are slugs to prefer."""
        key = (self.game, entry.name, entry.whole, entry.fuller, entry.hint, entry.counted, entry.remark)
        if entry.fault is not None or entry.ids or entry.marks:
            return self.looked_up(entry, among)
        if key in self.settled:
            return _Placed(entry, *self.settled[key])
        said, one = self.said, self.looked_up(entry, among)
        if one and self.said == said and one.entry is entry and len(self.exact(entry.name)) == 1:
            self.settled[key] = (one.card, one.printing)
        return one

    def looked_up(self, entry: Entry, among: Set[str]) -> _Placed | None:
        """As `place`, by looking its names up one after the other."""
        read = next((text for text in (entry.whole, *entry.fuller) if self.exact(text)), "")
        if entry.fault and not (read and read == entry.whole):
            self.say(entry.fault)
            return None
        if read == entry.whole and read:
            entry = replace(entry, name=read, count=1, counted=False, fault=None, hint="", ids={})
            self.note("count_assumed", entry, f'"{read}" is the name of a card, so 1 of it.')
        cards = self.by_ids(entry) or self.exact(read or entry.name) or self.by_part(entry, among)
        card = self.choose(entry, cards, among) if cards else self.by_prefix(entry)
        if card is None and not cards:
            if entry.short and self.remarked(entry, entry.short):
                return self.looked_up(entry.short, among)
            self.unknown(entry)
        elif card is not None and not read:
            self.beside(entry, card)
            self.bracketed(entry, card)
        return None if card is None else _Placed(entry, card, _printing(card, entry))

    def by_ids(self, entry: Entry) -> list[Card]:
        """The cards that the format's own words for a card mean, the surest first."""
        for program, value in entry.ids.items():
            if program == "slug":
                games = [self.game] if self.game else list(TITLES)
                cards = [card for game in games if (card := self.catalog.card(game, value))]
            elif program == "code":
                cards = self.exact(value)
            else:
                cards = next((c for v in _variants(value) if (c := self.catalog.foreign(program, v, self.game))), [])
            if cards:
                return cards
        return []

    def by_part(self, entry: Entry, among: Set[str]) -> list[Card]:
        """The cards whose unit name or title it is; one of the preferred alone, if only one of them is."""
        cards = [match.card for match in self.find(entry.name) if match.kind in _PART]
        preferred = [card for card in cards if card.slug in among]
        if len(preferred) > 1:  # "Marth" is Marth, Altean Prince, rather than who calls herself Marth
            own = [card for card in preferred if bare(card.name.split(",")[0]) == bare(entry.name)]
            preferred = _leading(own or preferred, entry)
        found = preferred if len(preferred) == 1 else [c for c in cards if self.fits(c, entry)] or cards
        if len(_apart(found)) == 1:
            self.note("part_name", entry, f'"{entry.name}" was taken for {found[0].name}.', found[0])
        return found

    def by_prefix(self, entry: Entry) -> Card | None:
        """With --lenient: the only card whose name begins so."""
        key = fold(entry.name)
        if not self.lenient or len(key) < 3:
            return None
        if not self.names:
            self.names = sorted((fold(card.name), card.slug, card) for card in self.catalog.cards(self.game))
        at = bisect_left(self.names, (key,))
        fitting = [card for name, _, card in self.names[at : at + 2] if name.startswith(key)]
        if len(fitting) != 1:
            return None
        self.note("prefix_name", entry, f'"{entry.name}" was taken for {fitting[0].name}.', fitting[0])
        return fitting[0]

    def fits(self, card: Card, entry: Entry) -> bool:
        """Whether a bracket or number beside the name means this card."""
        return _fits(card, entry) or any(card.slug == other.slug for other in self.exact(entry.hint))

    def choose(self, entry: Entry, cards: list[Card], among: Set[str]) -> Card | None:
        """One of several cards: by the bracket behind the name, by what is preferred, or since all count as one."""
        if len(cards) > 1:
            for better in (
                [card for card in cards if self.fits(card, entry)],
                [card for card in cards if entry.ids and fold(card.name) == fold(entry.name)],
                [card for card in cards if card.slug in among],
            ):
                cards = better or cards
            if len(_apart(cards)) > 1:
                self.ambiguous(entry, cards)
                return None
        card = cards[0]
        if len(cards) > 1 and len({one.slug for one in cards}) > 1:
            message = f'{len(cards)} cards are called "{card.name}" and count as one; the first was taken.'
            self.note("same_name", entry, message, card)
        elif fold(card.name) != fold(entry.name) and any(fold(f.name) == fold(entry.name) for f in card.faces):
            self.note("face_name", entry, f'"{entry.name}" is one face of {card.name}.', card)
        return card

    def remarked(self, entry: Entry, short: Entry) -> bool:
        """Whether a line is a card with a remark behind it, which is then said; not where the remark is a card itself,
        or the card has a second face, whose name it may be."""
        cards = [] if self.exact(entry.remark) else self.by_ids(short) or self.readings(short)
        if not cards or any(len(card.faces) > 1 for card in cards):
            return False
        self.note("remark", entry, f'"{entry.remark}" was taken for a remark.', cards[0])
        return True

    def beside(self, entry: Entry, card: Card) -> None:
        """Say that the number beside a name is that of another card."""
        if not (entry.hint and "-" in entry.hint) or _fits(card, entry):
            return
        others = [other for other in self.exact(entry.hint) if other.name_key != card.name_key]
        if others:
            message = f"{entry.hint} is the number of {others[0].name}; the name was taken."
            self.say(_about("other_number", entry, message, cards=(card.name, others[0].name), severity="warning"))

    def bracketed(self, entry: Entry, card: Card) -> None:
        """Say that words in a bracket behind a name tell nothing of its card: no release, nothing printed on it."""
        if not (entry.line and _WORDS.search(entry.hint)) or entry.ids or self.fits(card, entry):
            return
        if bare(entry.hint) not in set(map(bare, _told_of(card))):
            self.note("remark", entry, f'"{entry.hint}" was taken for a remark.', card)

    def unknown(self, entry: Entry) -> None:
        """Say that no card has the name, and which game's card it is, or what is near."""
        game = TITLES.get(self.game, "")
        if self.game in ("", "ashes") and (old := self.old_name(entry)):
            message = f"{old} is a card of {OLD_GAME}, and {TITLES['ashes']} has none of that name."
            self.say(_about("not_in_format", entry, message, cards=(old,), fix="Take it out."))
            return
        others = [m.card for m in self.find(entry.name, "") if m.kind in _WHOLE and m.card.game != self.game]
        if others and self.game:
            other = TITLES.get(others[0].game, others[0].game)
            message = f"{others[0].name} is a card of {other}, and this is a deck of {game}."
            self.say(_about("wrong_game", entry, message, cards=(others[0].name,), fix="Take it out."))
            return
        near = self.near(entry.name) or (self.near(entry.short.name) if entry.short else ())
        message = f'no {game + " " if game else ""}card is called "{entry.name}".'
        if near:
            message += f" Nearest: {', '.join(near)}."
        parts = [part.strip() for part in re.split("[,;、]", entry.name[:_MOST_PARTED])]
        apart = (len(parts) > 1 and any(map(self.exact, parts))) or bool(entry.remark and self.exact(entry.remark))
        fix = "Write each card on a line of its own." if apart else ""
        self.say(_about("unknown_card", entry, message, cards=(entry.name,), fix=fix, suggestions=near))

    def old_name(self, entry: Entry) -> str:
        """The name in an entry that is a card's of the game before Ashes Reborn; "" where none is."""
        names = (entry.name, *([entry.short.name] if entry.short else ()))
        return next((name for name in names if fold(name) in old_names()), "")

    def near(self, name: str) -> tuple[str, ...]:
        """Up to three names; first the cards whose initials were written."""
        if name not in self.nearest and len(self.nearest) < _MOST_SUGGESTIONS:
            short = [match.card.name for match in self.find(name) if match.kind == "initials"]
            self.nearest[name] = tuple(dict.fromkeys([*short, *self.catalog.suggest(name, self.game, 3)]))[:3]
        return self.nearest.get(name, ())

    def ambiguous(self, entry: Entry, cards: list[Card]) -> None:
        names = tuple(dict.fromkeys(_told_apart(card) for card in cards))
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        message = f'"{entry.name}" fits {len(names)} cards: {"; ".join(names[:5])}{more}.'
        fix = "Write the whole name, or the card's number behind it."
        self.say(_about("ambiguous_card", entry, message, cards=names[:5], found=len(names), fix=fix))

    def note(self, code: str, entry: Entry, message: str, card: Card | None = None) -> None:
        problem = _about(code, entry, message, cards=(card.name,) if card else ())
        self.say(replace(problem, severity="note"))

    def say(self, problem: Problem) -> None:
        """Say a thing once, even where a line names its card for two piles."""
        self.said += 1
        if problem.severity == "error":
            self.last = problem
        if problem not in self.problems[-8:]:
            self.problems.append(problem)


def resolve(
    wanted: DeckList, catalog: Lookup, *, game: str = "", leader: str = "", lenient: bool = False
) -> tuple[Deck, list[Problem]]:
    """Find the card behind every name of `wanted`; slots keep the order of the file, counts are copies (1 or more).

    Never raises for what a list holds: a name that matches nothing, or several cards, becomes a Problem with its line
    and near names, and the rest goes on. The problems of reading come first in what is returned. `game` wins over what
    the list says; without either, the game is the one in which most names are found. `leader` names the Phoenixborn or
    main character in place of the list's. `lenient` also takes a name's only possible ending.
    """
    search, wanted = _begun(wanted, catalog, game, leader, lenient)
    return _resolved(wanted, search, leader, list(_cards_of(wanted, search).values()))


def name_all(
    wanted: DeckList, catalog: Lookup, *, game: str = "", leader: str = "", lenient: bool = False
) -> tuple[Deck, list[Problem], list[Named]]:
    """As `resolve`, and what became of every entry, in the order of the file."""
    search, wanted = _begun(wanted, catalog, game, leader, lenient)
    said: dict[int, Problem | None] = {}
    placed = _cards_of(wanted, search, said)
    named = [
        Named(placed[i].entry, placed[i].card) if i in placed else Named(entry, problem=said[i])
        for i, entry in enumerate(wanted.entries)
    ]
    return *_resolved(wanted, search, leader, list(placed.values())), named


def _begun(wanted: DeckList, catalog: Lookup, game: str, leader: str, lenient: bool) -> tuple[_Search, DeckList]:
    """The search for a list's cards, in its game, and the list with each card as an entry of its own."""
    search = _Search(
        catalog, game or wanted.game or _voted(wanted, catalog, leader, lenient), lenient, list(wanted.problems)
    )
    if isinstance(catalog, Pool):  # of many lists, what one has asked the next need not
        catalog.tidy()
        search.known, search.certain, search.settled = catalog.matches, catalog.certain, catalog.settled
    if game and wanted.game and game != wanted.game:
        message = f"the list says {TITLES[wanted.game]}, and is read as {TITLES.get(game, game)}."
        search.say(Problem("wrong_game", "warning", message))
    if any(entry.parts for entry in wanted.entries):
        wanted = replace(wanted, entries=_parted(wanted.entries, search))
    return search, _diced(wanted, search) if any(entry.doubt == "die" for entry in wanted.entries) else wanted


def _diced(wanted: DeckList, search: _Search) -> DeckList:
    """The list with the dice that stand among its cards ("5 natural") as dice: in the game that has them, where no
    card is called so."""
    cards: list[Entry] = []
    dice: list[Entry] = []
    for entry in wanted.entries:
        die = entry.doubt == "die" and search.game == "ashes" and not search.readings(entry)
        (dice if die else cards).append(replace(entry, doubt="") if entry.doubt == "die" else entry)
    return replace(wanted, entries=tuple(cards), dice=(*wanted.dice, *dice))


def _resolved(wanted: DeckList, search: _Search, leader: str, placed: list[_Placed]) -> tuple[Deck, list[Problem]]:
    """The deck that these cards of a list make, and everything that had to be said."""
    slots, apart = _led(search, _slots(search, placed), placed, wanted, leader)
    first = list(_first_five(wanted, search))
    title = any(one.entry.doubt in ("title", "head") for one in placed)
    deck = Deck(
        game=search.game,
        name="" if title else wanted.name,
        slots=tuple(slots),
        dice=_dice(wanted.dice),
        first_five=tuple(one.card for one in first),
        first_five_lines=tuple(dict.fromkeys(one.entry.line for one in first if one.entry.line)),
        derived=tuple(conjurations_of(search.catalog, slots)) if search.game == "ashes" else (),
        leader_apart=apart,
        rules=wanted.rules,
        source=wanted.source,
        extra=wanted.extra,
    )
    return deck, search.problems


def _parted(entries: tuple[Entry, ...], search: _Search) -> tuple[Entry, ...]:
    """The entries with a line of several cards as these cards, unless the whole of it is a card's name."""
    return tuple(
        one
        for entry in entries
        for one in (entry.parts if entry.parts and not search.readings(entry) else (replace(entry, parts=()),))
    )


def _voted(wanted: DeckList, catalog: Lookup, leader: str, lenient: bool) -> str:
    """The game in which most names are found, the earlier of ours in a tie; without any, Ashes where dice are told."""
    votes: Counter[str] = Counter()
    search = _Search(catalog, "", lenient)
    wanted = replace(wanted, entries=_parted(wanted.entries, search))
    named = Entry(leader) if leader else None
    for entry in (*wanted.entries, *wanted.first_five, *((named,) if named else ())):
        votes.update({card.game for card in search.by_ids(entry) or search.readings(entry)})
    if not votes:
        matches = [match for entry in wanted.entries for match in search.find(entry.name) if match.kind in _PART]
        votes.update(match.card.game for match in matches)
    if not votes:
        votes.update(card.game for entry in wanted.entries if (card := search.by_prefix(entry)))
    if not votes and any(entry.doubt == "die" for entry in wanted.entries):
        return "ashes"  # the game that has such dice
    return max(TITLES, key=lambda game: votes[game]) if votes else ""


def _cards_of(wanted: DeckList, search: _Search, said: dict[int, Problem | None] | None = None) -> dict[int, _Placed]:
    """Every entry that has a card, by its place and in the order of the file; into `said` goes what was said of the
    others. Leaders are looked up last, among the cards."""
    found: dict[int, _Placed] = {}
    leading = [index for index, entry in enumerate(wanted.entries) if entry.pile == LEADER]
    for index, entry in enumerate(wanted.entries):
        if entry.pile != LEADER:
            _look_up(wanted, search, index, frozenset(), found, said)
    slugs = {one.card.slug for one in found.values()} if leading else set()
    for index in leading:
        if one := _look_up(wanted, search, index, slugs, found, said):
            slugs.add(one.card.slug)
    return {index: found[index] for index in sorted(found)} if leading else found


def _look_up(
    wanted: DeckList,
    search: _Search,
    index: int,
    among: Set[str],
    found: dict[int, _Placed],
    said: dict[int, Problem | None] | None,
) -> _Placed | None:
    entry, search.last = wanted.entries[index], None
    one = _doubted(wanted, entry, search) if entry.doubt else search.place(entry, among)
    if one:
        found[index] = one
    elif said is not None:
        said[index] = search.last
    return one


def _doubted(wanted: DeckList, entry: Entry, search: _Search) -> _Placed | None:
    """A first line that may be a title, or a key that we do not know: a card only where one has just that name."""
    if entry.doubt == "head":
        return search.place(replace(entry, whole="")) if _heads(wanted, entry, search) else None
    again = entry.doubt == "title" and sum(fold(other.name) == fold(entry.name) for other in wanted.entries) > 1
    cards = [] if again else search.readings(entry)
    if cards:
        if entry.doubt == "title":
            search.note("title_is_card", entry, f'"{cards[0].name}" is a card, so it is no title; 1 of it.', cards[0])
        return search.place(replace(entry, whole="", doubt=entry.doubt))
    if entry.doubt == "key":
        search.note("line_ignored", entry, "no card and no key we know; the line was passed over.")
    elif not again:
        search.note("title_assumed", entry, f'no card is called "{entry.name}", so it was taken for the title.')
    return None


def _heads(wanted: DeckList, entry: Entry, search: _Search) -> bool:
    """Whether the first line of a list names its leader (of Cipher: a card), where nothing else does."""
    others = [other for other in wanted.entries if other is not entry]
    if search.game == "cipher":
        named = any(other.pile == LEADER or fold(other.name) == fold(entry.name) for other in others)
        return not named and bool(search.readings(entry))
    if not any(card.type == "Phoenixborn" for card in search.readings(entry)):
        return False
    return not any(
        other.pile == LEADER or any(card.type == "Phoenixborn" for card in search.exact(other.name)) for other in others
    )


def _first_five(wanted: DeckList, search: _Search) -> Iterator[_Placed]:
    """The cards of the First Five, as often as the list names them."""
    for entry in wanted.first_five:
        names = (entry.whole, *entry.fuller) if entry.doubt == "ff" else ()
        if any(" ff" in fold(name) and search.exact(name) for name in names):
            continue  # the two letters belong to the card's name
        one = search.place(entry)
        yield from [one] * one.entry.count if one else []


def _slots(search: _Search, placed: list[_Placed]) -> list[Slot]:
    """One slot a card and pile; counts of several lines are added, and that is said."""
    alike: dict[tuple[str, str], list[_Placed]] = {}
    for one in placed:
        alike.setdefault((_pile(search.game, one), one.card.slug), []).append(one)
    slots = [_slot(pile, several) for (pile, _), several in alike.items()]
    for slot in slots:
        if len(slot.lines) > 1:
            message = f"{slot.card.name} is named {len(slot.lines)} times: {slot.count} together."
            search.say(Problem("lines_merged", "note", message, (slot.card.name,), slot.count, lines=slot.lines))
    return slots


def _slot(pile: str, several: list[_Placed]) -> Slot:
    """The slot of one card in one pile, over all lines that name it."""
    count = several[0].entry.count
    if len(several) == 1:
        entry, line = several[0].entry, several[0].entry.line
        return Slot(several[0].card, entry.count, pile, (line,) if line else (), several[0].printing)
    for one in several[1:]:
        twice = pile == LEADER and one.entry.pile != LEADER  # the Phoenixborn, by its key and again among the cards
        count = max(count, one.entry.count) if twice else count + one.entry.count
    lines = tuple(dict.fromkeys(one.entry.line for one in several if one.entry.line))
    return Slot(several[0].card, count, pile, lines, several[0].printing)


def _pile(game: str, one: _Placed) -> str:
    """The pile of a card: a Phoenixborn among the cards leads the deck."""
    return LEADER if game == "ashes" and one.entry.pile == MAIN and one.card.type == "Phoenixborn" else one.entry.pile


def _led(
    search: _Search, slots: list[Slot], placed: list[_Placed], wanted: DeckList, leader: str
) -> tuple[list[Slot], bool]:
    """The slots with the leader where it belongs, and whether it stands apart from the cards."""
    apart = wanted.leader_apart
    if search.game not in ("ashes", "cipher"):
        return slots, apart
    named = {one.card.slug for one in placed if one.entry.named}
    if leader and (one := search.place(Entry(leader, pile=LEADER), frozenset(slot.card.slug for slot in slots))):
        if search.game == "ashes":
            slots = [slot for slot in slots if slot.pile != LEADER and slot.card.slug != one.card.slug]
            return [Slot(one.card, 1, LEADER), *slots], apart
        slots = _returned(slots, _pointing(slots, named, apart))
        held = any(slot.pile == MAIN and slot.card.slug == one.card.slug for slot in slots)
        slots, named, apart = [Slot(one.card, 1, LEADER), *slots], {one.card.slug}, apart or not held
    if search.game == "cipher" and not apart:
        told = any(entry.pile == LEADER for entry in wanted.entries) or any(slot.pile == LEADER for slot in slots)
        slots = slots if told else _assumed(search, slots, placed, wanted)
        slots = [taken for slot in slots for taken in _taken(slot, slots, named)]
    return slots, apart


def _pointing(slots: list[Slot], named: Set[str], apart: bool) -> Set[str]:
    """The main characters that only point at one of the cards, and are no copy of their own."""
    leaders = {slot.card.slug for slot in slots if slot.pile == LEADER}
    held = {slot.card.slug for slot in slots if slot.pile == MAIN}
    return leaders if apart else leaders & named & held


def _returned(slots: list[Slot], pointing: Set[str]) -> list[Slot]:
    """The main characters of a list back among its cards, but for those that were no copy."""
    cards: dict[tuple[str, str], Slot] = {}
    for slot in slots:
        if slot.pile == LEADER and slot.card.slug in pointing:
            continue
        pile = MAIN if slot.pile == LEADER else slot.pile
        old = cards.get((pile, slot.card.slug))
        count = slot.count + (old.count if old else 0)
        cards[pile, slot.card.slug] = replace(old or slot, count=count, pile=pile)
    return list(cards.values())


def _assumed(search: _Search, slots: list[Slot], placed: list[_Placed], wanted: DeckList) -> list[Slot]:
    """Where no main character is named and only one card can be it, or one is shown to be: one copy of that leads."""
    able = [slot for slot in slots if slot.pile == MAIN and slot.card.number("deploy_cost") == 1]
    only = len({slot.card.name_key for slot in able}) == 1
    slot, why = (able[0], "is the only card with deployment cost 1") if only else _shown(able, placed, wanted)
    if slot is None:
        return slots
    message = f"no main character is named; {slot.card.name} {why}, and was taken."
    search.say(Problem("leader_assumed", "note", message, (slot.card.name,), lines=slot.lines))
    rest = [replace(slot, count=slot.count - 1)] if slot.count > 1 else []
    leading = replace(slot, count=1, pile=LEADER)
    return [leading, *(kept for one in slots for kept in (rest if one is slot else [one]))]


def _shown(able: list[Slot], placed: list[_Placed], wanted: DeckList) -> tuple[Slot | None, str]:
    """The one of several cards with deployment cost 1 that a list which people wrote shows to be its main character,
    and by what: its title is that card's, or it begins with a single copy or with a line that stands apart."""
    if wanted.format != "text" or not placed:
        return None, ""
    title = "" if placed[0].entry.doubt else bare(wanted.name)  # else the first line was no title
    titled = [slot for slot in able if title and title in (bare(slot.card.name), bare(slot.card.name.split(",")[0]))]
    if len({slot.card.name_key for slot in titled}) == 1:
        return titled[0], "is named by the title"
    first = placed[0].entry
    behind = next((one.line for one in wanted.entries if one.line > first.line), first.line)
    if first.pile != MAIN or (first.count > 1 and behind <= first.line + 1):
        return None, ""
    return next((slot for slot in able if slot.card.slug == placed[0].card.slug), None), "stands first"


def _taken(slot: Slot, slots: list[Slot], named: Iterable[str]) -> list[Slot]:
    """A card of the deck without the copies that a key names as the main character; nothing when none is left."""
    if slot.pile != MAIN or slot.card.slug not in named:
        return [slot]
    gone = sum(one.count for one in slots if one.pile == LEADER and one.card.slug == slot.card.slug)
    return [replace(slot, count=slot.count - gone)] if slot.count > gone else []


def conjurations_of(catalog: Lookup, slots: Iterable[Slot]) -> list[Slot]:
    """The conjuration pile of these cards: whatever the Phoenixborn, the cards and the pile itself bring out, each with
    its limit.

    Rulebook: Deck Building / Conjuration Pile.
    """
    members: dict[str, Slot] = {}
    waiting = [slot.card for slot in slots if slot.pile in (LEADER, MAIN)]
    seen = {card.slug for card in waiting}
    while waiting:
        for card in catalog.summons(waiting.pop()):
            limit = card.number("conjuration_limit")
            if limit is not None:
                members.setdefault(card.slug, Slot(card, limit, "conjurations"))
            if card.slug not in seen:
                seen.add(card.slug)
                waiting.append(card)
    return sorted(members.values(), key=lambda slot: fold(slot.card.name))


def _dice(entries: Iterable[Entry]) -> tuple[Dice, ...]:
    """The dice by type, in the order of the list; several lines of one type are added."""
    dice: dict[str, Dice] = {}
    for entry in entries:
        old = dice.get(entry.name, Dice(entry.name, 0))
        lines = old.lines + ((entry.line,) if entry.line and entry.line not in old.lines else ())
        dice[entry.name] = Dice(entry.name, old.count + entry.count, lines)
    return tuple(dice.values())


def _about(
    code: str,
    entry: Entry,
    message: str,
    *,
    cards: tuple[str, ...] = (),
    found: int | None = None,
    fix: str = "",
    suggestions: tuple[str, ...] = (),
    severity: Severity = "error",
) -> Problem:
    """A problem of one entry, with its place."""
    problem = Problem(code, severity, message, cards, found, fix=fix, suggestions=suggestions)
    return replace(problem, lines=(entry.line,), column=entry.column, text=entry.text) if entry.line else problem


def _apart(cards: list[Card]) -> set[tuple[str, str]]:
    """The cards as a copy limit tells them apart."""
    return {(card.game, card.name_key) for card in cards}


def _leading(cards: list[Card], entry: Entry) -> list[Card]:
    """Of cards that the leader's name fits, those that can be a main character; all of them where none can."""
    able = [card for card in cards if entry.pile == LEADER and card.number("deploy_cost") == 1]
    return able or cards


def _told_apart(card: Card) -> str:
    """A card's name with what tells it from others of that name."""
    return next((f"{card.name} ({one.code})" for one in card.printings if one.code), card.name)


def _told_of(card: Card) -> Iterator[str]:
    """The words that are told of a card: its releases, the names and types of its faces, and what they print."""
    yield from (printing.release for printing in card.printings)
    for face in card.faces:
        yield from (face.name, face.type)
        for fact in face.facts.values():
            yield from (str(word) for word in (fact if isinstance(fact, (tuple, list)) else (fact,)))


def _fits(card: Card, entry: Entry) -> bool:
    """Whether a bracket behind a name means this card: its Phoenixborn, a release, a number, or set and number."""
    told = {fold(word) for word in card.words("phoenixborn")}
    for printing in card.printings:
        told |= {fold(printing.release), fold(printing.number), fold(printing.code)}
    told.discard("")
    return any(fold(word) in told for hint in (entry.hint, *entry.marks) for word in (hint, *hint.split()[:1]))


def _printing(card: Card, entry: Entry) -> str:
    """The code of the printing that the list asks for, where it is not the card's first."""
    if len(card.printings) == 1 or not (entry.hint or entry.marks or entry.ids or fold(entry.name) != fold(card.name)):
        return ""
    asked = {fold(text) for text in (entry.hint, *entry.marks, entry.name, entry.ids.get("code")) if text}
    numbers = {(program, one) for program, value in entry.ids.items() for one in _variants(value)}
    by_code = [one for one in card.printings if fold(one.code) in asked]
    by_id = [one for one in card.printings if not numbers.isdisjoint(one.ids.items())]
    by_number = [one for one in card.printings if fold(one.number) in asked]
    told = next(iter(by_code + by_id + by_number), card.printings[0])
    return "" if told.code == card.printings[0].code else told.code


def _variants(value: str) -> list[str]:
    """An image's name as some programs write it, with and without its ending."""
    stem, dot, ending = value.rpartition(".")
    bare = stem if dot and ending.lower() in ("png", "jpg", "jpeg", "webp") else value
    return list(dict.fromkeys([value, bare, f"{bare}.png", f"{bare}.jpg"]))
