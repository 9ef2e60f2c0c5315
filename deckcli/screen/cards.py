"""Cards, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from catalog.card import Card, Face, Fact, Printing
from deckcli.screen.blocks import Block, Columns, Gap, Pairs, Para, Title

_NUMBERS = (
    *("magic", "deploy_cost", "class_change_cost", "training_cost", "attack", "defence", "life", "recover"),
    *("battlefield", "spellboard"),
)
_LABELS = {
    "magic": "dice in its cost",
    "magic_x": "X in its cost",
    "effect_dice": "dice of its effects",
    "parallel_dice": "either of these dice",
    "phoenixborn": "only with",
    "conjuration_limit": "copies in the pile",
    "deploy_cost": "deployment cost",
    "extra_unit_names": "also named",
    "no_bond": "cannot be a bond",
    "unit_name": "unit",
}
_UNSHOWN = frozenset({"magic_x", "exclusive", "decksteria"})


class CardShown(NamedTuple):
    """A card with what stands around it: releases by slug, what it summons and what summons it, copies owned
    and those that no deck claims, and the decks of the person that hold it (name, copies)."""

    card: Card
    game: str
    releases: dict[str, str]
    summons: Sequence[Card] = ()
    summoned_by: Sequence[Card] = ()
    owned: int = 0
    free: int = 0
    decks: Sequence[tuple[str, int]] = ()


def card_blocks(shown: CardShown) -> Iterator[Block]:
    """One card as a person reads it."""
    yield Title(shown.card.name, f"{shown.game} · {shown.card.slug}")
    yield from _faces(shown.card)
    yield Gap()
    yield Pairs(list(_around(shown)))


def said_blocks(card: Card) -> Iterator[Block]:
    """What a card says, and nothing around it: for somebody in the middle of a game."""
    yield Title(card.name, "")
    yield from _faces(card)


def _faces(card: Card) -> Iterator[Block]:
    for face in card.faces:
        if len(card.faces) > 1:
            yield Title(face.name, face.side, tone="")
        yield Pairs(
            [("type", face.type), *((fact_label(k), fact_text(v)) for k, v in face.facts.items() if k not in _UNSHOWN)]
        )
        yield from _text_blocks(face)


def _text_blocks(face: Face) -> Iterator[Block]:
    if face.text:
        yield Gap()
        yield Para(face.text)
    if face.published:
        yield Gap()
        yield Para("As published, from your own import; not shipped with deckcli:", "dim")
        yield Para(face.published, indent=2)


def _around(shown: CardShown) -> Iterator[tuple[str, str]]:
    card = shown.card
    yield "effects", acting_text(card)
    if card.origin != "published":
        yield "origin", f"{card.origin}" + (f" (pack {card.pack})" if card.pack else "")
    elif card.pack:
        yield "pack", card.pack
    if card.summons:
        yield "summons", ", ".join(other.name for other in shown.summons)
    if shown.summoned_by:
        yield "summoned by", ", ".join(other.name for other in shown.summoned_by)
    if card.copies_max is not None:
        yield "copies in a deck", "any number" if card.copies_max < 0 else str(card.copies_max)
    if card.aliases:
        yield "also found as", "; ".join(card.aliases)
    yield "printed in", "\n".join(_printing(printing, shown.releases) for printing in card.printings)
    if card.note:
        yield "note", card.note
    yield "owned", f"{shown.owned} ({max(0, shown.free)} free)" if shown.decks else str(shown.owned)
    if shown.decks:
        yield "in your decks", ", ".join(f"{name} ({count})" for name, count in shown.decks)


def _printing(printing: Printing, releases: dict[str, str]) -> str:
    release = releases.get(printing.release, printing.release)
    return f"{printing.code or printing.number}  {release}" if printing.code or printing.number else release


def acting_text(card: Card) -> str:
    """What the program can say of a card's effects."""
    printed = [len(face.abilities) for face in card.faces if face.abilities is not None]
    if len(printed) < len(card.faces):
        return "the card's text is not published; effect not written yet"
    if not sum(printed):
        return "none printed"
    count = sum(printed)
    words = f"{count} printed abilit{'y' if count == 1 else 'ies'}"
    kinds = ", ".join(kind for face in card.faces for kind in face.abilities or ())
    said = any(face.text for face in card.faces)
    without = "written, does not act yet" if said else "effect not written yet"
    return {
        "yes": f"{words} ({kinds})",
        "partly": f"{words} ({kinds}): only some {'act' if said else 'written'} yet",
    }.get(card.acting, f"{words} ({kinds}): {without}")


def card_json(card: Card) -> dict[str, Any]:
    """A card for scripts: every printed number by its own name, `acting` true or false."""
    return {
        "game": card.game,
        "slug": card.slug,
        "name": card.name,
        "type": card.type,
        "acting": card.acting == "yes",
        "acting_state": card.acting,
        "origin": card.origin,
        **({"pack": card.pack} if card.pack else {}),
        **({} if len(card.faces) > 1 else _face_json(card.face)),
        **({"faces": [_whole_face_json(face) for face in card.faces]} if len(card.faces) > 1 else {}),
        **({"summons": list(card.summons)} if card.summons else {}),
        **({"copies_max": "any" if card.copies_max < 0 else card.copies_max} if card.copies_max is not None else {}),
        **({"aliases": list(card.aliases)} if card.aliases else {}),
        **({"note": card.note} if card.note else {}),
        "printings": [_printing_json(printing) for printing in card.printings],
    }


def shown_json(shown: CardShown) -> dict[str, Any]:
    """A card and what stands around it, for scripts."""
    return {
        **card_json(shown.card),
        "summons": [{"slug": card.slug, "name": card.name} for card in shown.summons],
        "summoned_by": [{"slug": card.slug, "name": card.name} for card in shown.summoned_by],
        "owned": shown.owned,
        "free": shown.free,
        "decks": [{"name": name, "count": count} for name, count in shown.decks],
    }


def _whole_face_json(face: Face) -> dict[str, Any]:
    return {"name": face.name, "side": face.side, "type": face.type, **_face_json(face)}


def _face_json(face: Face) -> dict[str, Any]:
    return {
        **{name: _plain(value) for name, value in face.facts.items()},
        "abilities": None if face.abilities is None else list(face.abilities),
        "text": face.text,
        **({"published": face.published} if face.published else {}),
    }


def _printing_json(printing: Printing) -> dict[str, Any]:
    whole = {
        "release": printing.release,
        "number": printing.number,
        "code": printing.code,
        "rarity": printing.rarity,
        "series": printing.series,
        **dict(printing.ids),
    }
    return {name: value for name, value in whole.items() if value}


def _plain(value: Fact) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def fact_text(value: Fact) -> str:
    """A printed fact in words; the parts of a parallel cost stand around an "or"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (
            ", ".join(" or ".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value) or "none"
        )
    return str(value)


def fact_label(name: str) -> str:
    """What to call a printed fact."""
    return _LABELS.get(name, name.replace("_", " "))


def card_columns(cards: Iterable[Card]) -> Columns:
    """Cards as a table: those columns that at least one of them fills."""
    rows = list(cards)
    numbers = [name for name in _NUMBERS if any(name in face.facts for card in rows for face in card.faces)]
    games = len({card.game for card in rows}) > 1
    lists = [name for name in ("faction", "symbols", "dice") if any(card.words(name) for card in rows)]
    heads = [*(["game"] if games else []), "name", "type", *lists, *map(_short, numbers), "release", "acts"]
    table = [
        [
            *([card.game] if games else []),
            card.name,
            " // ".join(dict.fromkeys(face.type for face in card.faces)),
            *(" ".join(card.words(name)) for name in lists),
            *(_sides(card, name) for name in numbers),
            card.release,
            card.acting,
        ]
        for card in rows
    ]
    return Columns(heads, table, frozenset(map(_short, numbers)))


def _sides(card: Card, name: str) -> str:
    """A printed number; of a card with two faces, that of each, in the order of its name."""
    told = [fact_text(face.facts.get(name, "")) for face in card.faces]
    return " // ".join(told) if any(told) else ""


def _short(name: str) -> str:
    return {
        "deploy_cost": "cost",
        "training_cost": "cost",
        "class_change_cost": "cc",
        "battlefield": "field",
        "spellboard": "board",
    }.get(name, name)
