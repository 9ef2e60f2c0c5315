"""What `goldfish --vary` and `--what-if` and `compare --vary` do: a deck beside its variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from catalog.card import Card
from catalog.pool import Pool
from catalog.reading import Catalog
from deckcli.cli.failures import INTERRUPTED, Said
from deckcli.cli.owned import Owned
from deckcli.cli.session import Session
from deckcli.cli.testing import Trying, play, play_and_close, show_study, studied, study_of, want_legal
from deckcli.decks.deck import MAIN, Deck
from deckcli.decks.variants import Change, aligned, changes_of, varied
from deckcli.errors import UsageError
from deckcli.games import GAMES
from deckcli.games.verdict import judge
from deckcli.study.folder import Folder
from deckcli.study.found import Found
from deckcli.study.judged import BY, OFTENEST, QUICKEST, TURNS, WIN, Judged, measures_of
from deckcli.study.pace import won_name
from deckcli.study.plan import Plan, Side, Study
from deckcli.study.playing import play_one, playable_of
from deckcli.study.race import Raced, Swap, race

MOST_VARIANTS = 50
_TRIED = 6
"""So many playthroughs are asked what a game reports."""


def variants_of(here: Session, deck: Deck, texts: Sequence[str], how: Trying) -> list[tuple[str, Deck]]:
    """The variants that some --vary name, each with its name and laid out like the deck.

    Raises UsageError for what is no change (or a deck that nobody builds), UnknownNameError, NotSoManyError, and
    IllegalDeckError for a variant that is not legal, unless that is allowed.
    """
    _want_built(deck)
    if len(texts) > MOST_VARIANTS:
        raise UsageError(f"at most {MOST_VARIANTS} variants can be compared at once.")
    with here.catalog() as catalog:
        return [_variant(here, catalog, deck, text, how) for text in texts]


def _want_built(deck: Deck) -> None:
    if GAMES[deck.game].fixed:
        raise UsageError(f"{GAMES[deck.game].name} has one deck that nobody builds, and so no variants.")


def _variant(here: Session, catalog: Catalog, deck: Deck, text: str, how: Trying) -> tuple[str, Deck]:
    changes = changes_of(text, deck, catalog)
    name = " ".join(map(str, changes))
    verdict = judge(varied(deck, changes), catalog, game=deck.game)
    want_legal(here, verdict, f'--vary "{text}"', how)
    return name, aligned(verdict.deck, deck)


def with_deck(plan: Plan, name: str, deck: Deck) -> Plan:
    """The same plan for another version of the first side's deck."""
    return replace(plan, sides=(Side(name, deck, plan.sides[0].player), *plan.sides[1:]))


def judged_by(here: Session, plan: Plan, told: str) -> Judged:
    """What variants are judged by: as told, else how often they win where somebody plays against them, and turns where
    nobody does. Raises UsageError for a figure that the game does not report."""
    alone = all(side.player == "goldfish" for side in plan.sides[1:])
    if not told:
        return QUICKEST if alone else OFTENEST
    by = Judged.told(told)
    if by.name == TURNS and not alone:
        raise UsageError("--by turns is of a deck that plays alone: against somebody, a quick loss would look quick.")
    if by.name not in (TURNS, WIN):
        known = _reported(plan, by.name)
        if by.name not in known:
            near = get_close_matches(by.name, known, n=3) or [*known][:12]
            raise UsageError(
                f'--by: {GAMES[plan.game].name} reports no "{by.name}". There are {TURNS}, {WIN}, {", ".join(near)} ...'
            )
    return by


def _reported(plan: Plan, wanted: str) -> dict[str, Any]:
    """What a game reports by which versions may be judged, as far as a few playthroughs tell: what is wanted may be
    there in some of them alone."""
    known: dict[str, Any] = {}
    for index in range(min(plan.n, _TRIED)):
        known |= measures_of(play_one(plan, playable_of(plan.game), index))
        if wanted in known:
            break
    return known | {won_name(plan.game): None}


def vary(here: Session, plan: Plan, texts: Sequence[str], how: Trying, by: Judged) -> int:
    """Play a deck and its variants with the same chances, and show which are better; the exit code."""
    variants = variants_of(here, plan.sides[0].deck, texts, how)
    plans = [plan, *(with_deck(plan, name, deck) for name, deck in variants)]
    return studied(here, "vary", plans, how, _asked(by))


def _asked(by: Judged) -> dict[str, Any]:
    return {} if by == QUICKEST else {BY: by.asked}


# ---------------------------------------------------------------- --what-if


def what_if(here: Session, plan: Plan, budget: int, how: Trying, by: Judged) -> int:
    """Race all single swaps from the collection, and play the last of them anew; the exit code.

    Raises UsageError where no swap is possible.
    """
    deck = plan.sides[0].deck
    _want_built(deck)
    if (how.part.begin, how.part.end) != (0, None):
        raise UsageError("--what-if is played whole: --from and --to do not go with it.")
    with here.catalog() as catalog:
        here.out.hint("looking which swaps your collection allows ...")
        swaps = list(swaps_of(here, catalog, plan))
    if not swaps:
        raise UsageError(
            "your collection holds no card that could come into this deck and leave it legal."
            " `deckcli collection add NAME COUNT` fills it."
        )
    try:
        raced = race(plan, swaps, budget, lambda study: _raced(here, study, how), by)
    except KeyboardInterrupt:
        here.out.note("interrupted in the race, before any swap was judged.")
        return Said(INTERRUPTED)
    return _judged(here, plan, raced, how, by)


def _raced(here: Session, study: Study, how: Trying) -> Found:
    """A study of the race, played whole; nothing of it is kept."""
    found = Found(study)
    code, _ = play(here, found, replace(how, part=replace(how.part, out=None)), "race")
    if code:
        raise KeyboardInterrupt
    return found


def _judged(here: Session, plan: Plan, raced: Raced, how: Trying, by: Judged) -> int:
    """The last swaps of a race beside the deck as it is, with chances of their own."""
    plans = [plan, *(replace(plan, sides=(swap.side, *plan.sides[1:])) for swap in raced.last)]
    asked = {**_asked(by), "what_if": {"there": raced.there, "tried": raced.tried, "played": raced.played}}
    study = study_of("vary", plans, how, asked)
    found = Found(study) if how.part.out is None else Folder.begin(how.part.out, study)
    code, seconds = play_and_close(here, found, how, "the best, anew")
    show_study(here, found, how.json, seconds)
    return code


def swaps_of(here: Session, catalog: Catalog, plan: Plan) -> Iterator[Swap]:
    """Every card of a deck exchanged for every card that is owned in more copies than the deck has, where that leaves
    it as legal as it was: in the order of the list, then of the catalogue."""
    side = plan.sides[0]
    deck, pool = side.deck, Pool(catalog)
    known = _errors(deck, pool)
    spare = list(_spare(Owned(here, catalog, deck.game), catalog, deck))
    for gone in dict.fromkeys(slot.card for slot in deck.slots if slot.pile == MAIN):
        for card in spare:
            if card.name_key == gone.name_key:
                continue
            changes = (Change(gone, -1), Change(card, 1))
            verdict = judge(varied(deck, changes), pool, game=deck.game)
            codes = {problem.code for problem in verdict.problems if problem.severity == "error"}
            if codes <= known:
                name = f"-1 {gone.name} +1 {card.name}"
                yield Swap(gone.slug, card.slug, Side(name, aligned(verdict.deck, deck), side.player))


def _errors(deck: Deck, catalog: Pool) -> set[str]:
    verdict = judge(varied(deck, ()), catalog, game=deck.game)
    return {problem.code for problem in verdict.problems if problem.severity == "error"}


def _spare(stock: Owned, catalog: Catalog, deck: Deck) -> Iterator[Card]:
    """The cards that are owned in more copies than a deck has, each name once."""
    held: dict[str, int] = {}
    for slot in deck.slots:
        held[slot.card.name_key] = held.get(slot.card.name_key, 0) + slot.count
    seen: set[str] = set()
    for card in catalog.cards(deck.game):
        if card.name_key not in seen and stock.copies(card) > held.get(card.name_key, 0):
            seen.add(card.name_key)
            yield card
