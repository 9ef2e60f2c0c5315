"""What `deckcli deck new|add|remove|set` do: one change of a saved deck, its verdict, and a way back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from catalog.library import Library
from catalog.reading import Catalog
from catalog.saved import NameTakenError, SavedDeck
from deckcli.cli.lists import standard_input
from deckcli.cli.saved import the_deck
from deckcli.cli.session import Session
from deckcli.decks.asked import Wanted, dice_of, first_five_of, tutors_of, wanted_cards
from deckcli.decks.bytes import MOST_BYTES, lines_of, text_of
from deckcli.decks.changes import Moved, add, count_of, lead, moves, remove, set_count, with_plan
from deckcli.decks.deck import LEADER, MAIN, Deck
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import list_of
from deckcli.errors import CannotWriteError, DeckcliError, UsageError
from deckcli.games import GAMES, find_format, not_built
from deckcli.games.limits import with_one_more
from deckcli.games.verdict import Verdict, judge
from deckcli.screen.verdict import live_line, verdict_json
from deckcli.titles import TITLES

Edit: TypeAlias = Callable[[SavedDeck, Catalog], SavedDeck]
"""What a command makes of a deck; it raises what speaks against it, and then nothing is changed."""


class RefusedError(DeckcliError):
    """A change that the rules of construction speak against; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Changing:
    """How a saved deck is to be changed, as the options say."""

    name: str
    game: str
    dry_run: bool = False
    json: bool = False
    allow_illegal: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a deck besides its cards, as options tell them; None where an option was not given."""

    leader: str | None = None
    dice: str | None = None
    first_five: Sequence[str] | None = None
    effects: Sequence[str] | None = None
    tutors: Sequence[str] | None = None
    rules: str | None = None

    @property
    def told(self) -> bool:
        """Whether any was."""
        return any(part is not None for part in (self.leader, self.dice, self.first_five, self.effects, self.tutors,
                                                 self.rules))  # fmt: skip

    def put(self, deck: SavedDeck, catalog: Catalog) -> SavedDeck:
        """The deck with these parts. Raises UsageError and UnknownNameError."""
        if deck.game != "ashes" and not (self.dice is self.first_five is self.effects is self.tutors is None):
            raise UsageError(
                f"dice, First Five and a plan for round one belong to Ashes, and this is {TITLES[deck.game]}."
            )
        if self.leader is not None:
            one = _only(
                wanted_cards([self.leader], deck.game, catalog, [slot.slug for slot in deck.slots]), self.leader
            )
            deck = lead(deck, one.card, one.printing)
        if self.dice is not None:
            deck = replace(deck, dice=dice_of(self.dice))
        if self.first_five is not None:
            five = first_five_of(self.first_five, deck.game, catalog)
            deck = replace(deck, first_five=tuple(card.slug for card in five))
        effects = None if self.effects is None else first_five_of(self.effects, deck.game, catalog)
        tutors = None if self.tutors is None else tutors_of(self.tutors, deck.game, catalog)
        if self.rules is not None:
            deck = replace(deck, rules=find_format(deck.game, self.rules).key if self.rules else "")
        return with_plan(deck, effects=effects, tutors=tutors)


def _only(wanted: list[Wanted], name: str) -> Wanted:
    if len(wanted) != 1:
        raise UsageError(f'"{name}" names {len(wanted)} cards, and one leads a deck.')
    return wanted[0]


# ---------------------------------------------------------------- the commands


def new_deck(here: Session, how: Changing, parts: Parts, note: str, tags: Sequence[str]) -> int:
    """Begin a deck; the exit code."""
    name = how.name.strip()
    if not name:
        raise UsageError("a deck's name has at least one character.")
    plays = GAMES[how.game]
    if plays.check is None:
        raise UsageError(not_built(plays))
    with here.catalog() as catalog, here.library(write=True) as library:
        begun = parts.put(SavedDeck(0, how.game, name), catalog)
        with library.step(f"deck new {name}", dry_run=how.dry_run):
            try:
                saved = library.save_deck(how.game, name, begun.slots, dice=begun.dice, first_five=begun.first_five,
                                          extra=begun.extra, rules=begun.rules, note=note, tags=tags)  # fmt: skip
            except NameTakenError as taken:
                there = f'there is a deck "{taken.name}" of {TITLES[taken.game]} already (#{taken.deck})'
                raise CannotWriteError(f"{there}. Choose another name, or change that one.") from None
        show_change(here, catalog, how, SavedDeck(0, how.game, name), saved, "began")
    return 0


def add_cards(here: Session, how: Changing, words: Sequence[str], pile: str) -> int:
    """Put cards into a deck; refused whole where the rules speak against one of them, unless --allow-illegal."""

    def edit(deck: SavedDeck, catalog: Catalog) -> SavedDeck:
        for one in _wanted(here, words, deck, catalog):
            count = 1 if one.count is None else one.count
            if count < 1:
                raise UsageError(f"0 of {one.card.name} cannot be added; `deckcli deck set` sets a number.")
            into = pile or (LEADER if one.leads else MAIN)
            if not how.allow_illegal and into in (MAIN, LEADER):
                _refuse_illegal(deck, one, count, catalog)
            deck = add(deck, one.card, count, into, one.printing)
        return deck

    return change(here, how, f"deck add {how.name} {' '.join(words)}", edit)


def remove_cards(here: Session, how: Changing, words: Sequence[str], pile: str, all_: bool) -> int:
    """Take cards out of a deck, one copy each unless told."""

    def edit(deck: SavedDeck, catalog: Catalog) -> SavedDeck:
        for one in _wanted(here, words, deck, catalog):
            count = (
                count_of(deck, one.card, pile) if all_ and one.count is None else 1 if one.count is None else one.count
            )
            if one.count == 0:
                raise UsageError(f"0 of {one.card.name} cannot be removed; `deckcli deck set` sets a number.")
            deck = remove(deck, one.card, max(count, 1), pile)
        return deck

    return change(here, how, f"deck remove {how.name} {' '.join(words)}", edit)


def set_parts(here: Session, how: Changing, words: Sequence[str], pile: str, parts: Parts) -> int:
    """Have cards of a deck, or its other parts, be exactly as told."""
    if not words and not parts.told:
        raise UsageError('nothing is to be set: name a card and its number ("Iron Worker" 2), or an option.')

    def edit(deck: SavedDeck, catalog: Catalog) -> SavedDeck:
        before = deck
        deck = parts.put(deck, catalog)
        for one in _wanted(here, words, deck, catalog) if words else []:
            if one.count is None:
                raise UsageError(f'how many of {one.card.name}? Write the number behind it: "{one.card.name}" 2.')
            more = one.count - count_of(deck, one.card, pile)
            if more > 0 and not how.allow_illegal and pile in ("", MAIN, LEADER):
                _refuse_illegal(deck, one, more, catalog)
            deck = set_count(deck, one.card, one.count, pile or (LEADER if one.leads else ""), one.printing)
        if not how.allow_illegal:
            _refuse_dice(before, deck, catalog)
        return deck

    return change(here, how, f"deck set {how.name} {' '.join(words)}".rstrip(), edit)


def _wanted(here: Session, words: Sequence[str], deck: SavedDeck, catalog: Catalog) -> list[Wanted]:
    """The cards that are named; `-` stands for a line each on standard input."""
    told: list[str] = []
    for word in words:
        told += _typed(here) if word == "-" else [word]
    return wanted_cards(told, deck.game, catalog, [slot.slug for slot in deck.slots])


def _typed(here: Session) -> list[str]:
    lines = lines_of(text_of(standard_input(here, MOST_BYTES), "-"), "-")
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _refuse_illegal(deck: SavedDeck, one: Wanted, count: int, catalog: Catalog) -> None:
    """Raise RefusedError when the rules of the deck speak against one of `count` copies more."""
    can_add = GAMES[deck.game].can_add
    if can_add is None:
        return
    rules = find_format(deck.game, deck.rules)
    now, _ = resolve(list_of(deck), catalog)

    def wrong(having: Deck) -> list[Problem]:
        return [problem for problem in can_add(having, one.card, rules) if problem.severity == "error"]

    for room in range(count):
        if errors := wrong(now):
            for _ in range(count - 1 - room):
                now = with_one_more(now, one.card)
            errors = wrong(now) or errors  # what would be wrong with all of them, not with the first too many
            said = " ".join(problem.message for problem in errors)
            rule = f" ({errors[0].source})" if errors[0].source else ""
            more = f" {room} more may be added." if room else ""
            raise RefusedError(f"{said}{rule} Nothing was changed.{more} --allow-illegal does it all the same.")
        now = with_one_more(now, one.card)


def _refuse_dice(before: SavedDeck, after: SavedDeck, catalog: Catalog) -> None:
    """Raise RefusedError for dice of a type that there is not, or that the rules do not have."""
    check = GAMES[after.game].check
    if before.dice == after.dice or check is None:
        return
    wrong = [one for one in check(resolve(list_of(after), catalog)[0], find_format(after.game, after.rules))
             if one.code == "dice_type"]  # fmt: skip
    if wrong:
        said = " ".join(f"{problem.message} {problem.fix}" for problem in wrong)
        raise RefusedError(f"{said} Nothing was changed.")


# ---------------------------------------------------------------- one change


def change(here: Session, how: Changing, command: str, edit: Edit) -> int:
    """Make one change of a saved deck as one step, and show what it was and what the deck is now; the exit code.

    The deck is read within the step, so that of two changes at once neither is lost.
    """
    with here.catalog() as catalog, here.library(write=True) as library:
        the_deck(library, how.name, how.game)  # a name that is none needs no lock
        with library.step(command, dry_run=how.dry_run):
            before = the_deck(library, how.name, how.game)
            saved = store(library, before, edit(before, catalog))
        show_change(here, catalog, how, before, saved, "changed")
    return 0


def store(library: Library, before: SavedDeck, after: SavedDeck, comment: str = "") -> SavedDeck:
    """Keep what a deck has become as a new revision; the same contents again make none."""
    saved = library.revise(before.id, slots=after.slots, dice=after.dice, first_five=after.first_five,
                           extra=after.extra, comment=comment)  # fmt: skip
    return library.set_rules(before.id, after.rules) if after.rules != before.rules else saved


def show_change(here: Session, catalog: Catalog, how: Changing, before: SavedDeck, after: SavedDeck, did: str) -> None:
    """Say what a change was, and whether the deck is legal now."""
    verdict = verdict_of(after, catalog)
    moved = list(moves(before, after))
    if how.json:
        here.out.data(change_json(how, before, after, verdict, moved, catalog))
        return
    words = [_moved_words(one, after.game, catalog) for one in moved] + _other_words(before, after, catalog)
    would = "would have " if how.dry_run else ""
    nothing = {"began": "nothing in it yet", "brought back": "as it was"}
    what = "; ".join(words) if words else nothing.get(did, "nothing to change")
    here.out.note(f'{would}{did} "{after.name}": {what}.')
    _say_pile(here, before, verdict, catalog)
    if verdict is not None:
        here.out.text(live_line(verdict) + "\n")


def _say_pile(here: Session, before: SavedDeck, verdict: Verdict | None, catalog: Catalog) -> None:
    """Say which conjurations the cards bring with them, where a change has made them others."""
    if verdict is None or before.game != "ashes":
        return
    then = resolve(list_of(before), catalog, game=before.game)[0].derived
    now = verdict.deck.derived
    if [(slot.card.slug, slot.count) for slot in then] != [(slot.card.slug, slot.count) for slot in now]:
        pile = ", ".join(f"{slot.count} {slot.card.name}" for slot in now)
        here.out.note(f"conjuration pile, as it follows from the cards: {pile or 'none'}.")


def verdict_of(deck: SavedDeck, catalog: Catalog) -> Verdict | None:
    """What the rules say of a saved deck; None for a game whose decks are not built here."""
    if GAMES[deck.game].check is None:
        return None
    return judge(list_of(deck), catalog, game=deck.game)


def change_json(how: Changing, before: SavedDeck, after: SavedDeck, verdict: Verdict | None, moved: Sequence[Moved],
                catalog: Catalog) -> Mapping[str, Any]:  # fmt: skip
    """One change for scripts."""
    return {
        "deck": after.name,
        "id": after.id,
        "game": after.game,
        "revision": after.revision,
        "changed": bool(moved) or bool(_other_words(before, after, catalog)),
        "dry_run": how.dry_run,
        "changes": [
            {
                "pile": m.pile,
                "slug": m.slug,
                "name": _name(m.slug, after.game, catalog),
                "before": m.before,
                "after": m.after,
            }
            for m in moved
        ],
        "verdict": None if verdict is None else verdict_json(verdict),
    }


def _name(slug: str, game: str, catalog: Catalog) -> str:
    card = catalog.card(game, slug)
    return card.name if card else slug


def _moved_words(one: Moved, game: str, catalog: Catalog) -> str:
    sign = f"+{one.after - one.before}" if one.after > one.before else str(one.after - one.before)
    where = "" if one.pile == MAIN else f" ({one.pile})"
    return f"{sign} {_name(one.slug, game, catalog)}{where}, now {one.after}"


def _other_words(before: SavedDeck, after: SavedDeck, catalog: Catalog) -> list[str]:
    """What else a change did, in words."""
    words = []
    if dict(before.dice) != dict(after.dice):
        words.append("dice " + (", ".join(f"{count} {kind}" for kind, count in after.dice.items()) or "none"))
    if before.first_five != after.first_five:
        names = [_name(slug, after.game, catalog) for slug in after.first_five]
        words.append(f"First Five {', '.join(names) or 'none'}")
    if before.rules != after.rules:
        words.append(f"rules {after.rules or 'the default'}")
    if before.extra != after.extra:
        words.append("the plan for round one" if after.game == "ashes" else "what stands beside the cards")
    return words


def is_waiting() -> bool:
    """Whether a person sits at both ends and can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()
