"""What is missing, what is free, and what would fill it, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalog.card import Label
from deckcli.decks.owned.copies import Free, Lack, Pull
from deckcli.decks.owned.cover import Box, Cover
from deckcli.decks.owned.names import Key
from deckcli.screen.blocks import Block, Columns, Gap, Pairs, Para, Title

Labels = Mapping[Key, Label]


def _name(key: Key, labels: Labels) -> str:
    return labels[key].name if key in labels else key[1]


def _decks(decks: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in decks)


# ---------------------------------------------------------------- missing


def lacks_columns(lacks: Sequence[Lack], labels: Labels) -> Columns:
    """A row a card: what is there of what is needed, what is missing, and the decks that hold it."""
    rows = [
        [
            str(one.missing),
            _name(one.key, labels),
            f"{min(one.available, one.needed)}/{one.needed} there",
            str(one.owned),
            ", ".join(f"{name} ({state} {count})" for name, state, count in one.elsewhere),
        ]
        for one in lacks
    ]
    return Columns(["missing", "name", "there", "owned", "in other decks"], rows, frozenset({"missing", "owned"}))


def lack_json(one: Lack, labels: Labels) -> dict[str, Any]:
    """One card in the shape of `cli.md`; `held` are copies that other built decks lock away."""
    label = labels.get(one.key)
    return {
        "game": one.key[0], "name": _name(one.key, labels), "slug": label.slug if label else "",
        "type": label.type if label else "", "needed": one.needed, "owned": one.owned, "held": one.held,
        "missing": one.missing, "decks": dict(one.decks),
        "elsewhere": [{"deck": name, "state": state, "count": count} for name, state, count in one.elsewhere],
    }  # fmt: skip


def missing_words(short: Sequence[Lack], lists: Sequence[str], unknown: int = 0) -> str:
    """The sum in one line; `unknown` lines of the lists name no card, so that nobody knows whether those are owned."""
    copies = sum(one.missing for one in short)
    names = " and ".join(lists) if len(lists) < 4 else f"{len(lists)} lists"
    besides = f"; {unknown} line{' names' if unknown == 1 else 's name'} no card" if unknown else ""
    if not copies:
        return f"nothing {'else ' if unknown else ''}is missing for {names}{besides}."
    cards = "1 card" if len(short) == 1 else f"{len(short)} cards"
    return f"{copies} {'copy' if copies == 1 else 'copies'} of {cards} missing for {names}{besides}."


def pulls_columns(drawn: Sequence[Pull], labels: Labels) -> Columns:
    """A row a card: free copies, those in flexible decks, those in built ones, what is still missing."""
    rows = [
        [str(one.needed), _name(one.key, labels), _some(one.free), _decks(one.flexible), _decks(one.built),
         _some(one.missing)]
        for one in drawn
    ]  # fmt: skip
    heads = ["needed", "name", "free", "from flexible decks", "from built decks", "missing"]
    return Columns(heads, rows, frozenset({"needed", "free", "missing"}))


def pull_json(one: Pull, labels: Labels) -> dict[str, Any]:
    """Where the copies of one card come from."""
    return {
        "game": one.key[0], "name": _name(one.key, labels), "needed": one.needed, "free": one.free,
        "flexible": [{"deck": name, "count": count} for name, count in one.flexible],
        "built": [{"deck": name, "count": count} for name, count in one.built], "missing": one.missing,
    }  # fmt: skip


def _some(number: int) -> str:
    return str(number) if number else ""


# ---------------------------------------------------------------- free


def free_blocks(label: Label, free: Free, places: Sequence[tuple[str, int]]) -> Iterator[Block]:
    """One card: owned, free, who holds it, where it lies."""
    yield Title(label.name, f"{max(0, free.free)} of {free.owned} free")
    if free.free < 0:
        yield Para(f"Decks claim {-free.free} more than there are.", "warn")
    rows = [
        ("in built decks", _decks(free.built)),
        ("in flexible decks", _decks(free.flexible)),
        ("in ideas", _decks(free.ideas)),
        ("lying in", _decks([(name or "no binder", count) for name, count in places])),
    ]
    yield Pairs([row for row in rows if row[1]])


def free_json(label: Label, free: Free, places: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """One card for scripts; `free` is below 0 when decks claim more than there is."""
    return {
        "game": label.game, "name": label.name, "slug": label.slug, "owned": free.owned, "free": free.free,
        **{state: [{"deck": name, "count": count} for name, count in decks]
           for state, decks in (("built", free.built), ("flexible", free.flexible), ("ideas", free.ideas))},
        "binders": [{"binder": name, "count": count} for name, count in places],
    }  # fmt: skip


# ---------------------------------------------------------------- wish


def wish_blocks(short: Sequence[Lack], labels: Labels, boxes: Sequence[Box], cover: Cover) -> Iterator[Block]:
    """What is missing with the boxes that hold it, then the fewest boxes that fill it."""
    if not short:
        yield Para("Nothing is missing.", "good")
        return
    rows = [[str(one.missing), _name(one.key, labels), _holding(one.key, boxes)] for one in short]
    yield Columns(["missing", "name", "in"], rows, frozenset({"missing"}))
    yield Gap()
    yield from _bought(cover, short, boxes)
    if cover.nowhere:
        names = ", ".join(_name(key, labels) for key in list(cover.nowhere)[:12])
        more = f" and {len(cover.nowhere) - 12} more" if len(cover.nowhere) > 12 else ""
        yield Para(f"In no box that we know the contents of: {names}{more}.", "warn")
    if unknown := _unknown(short, labels, boxes):
        count = f"{len(unknown)} box{'es' if len(unknown) > 1 else ''}"
        yield Para(
            f"Which dice are in {count} is not known (`deckcli collection products`): they may fill more.", "warn"
        )


def _unknown(short: Sequence[Lack], labels: Labels, boxes: Sequence[Box]) -> list[str]:
    """The boxes that may hold dice which are missing, since nobody has recorded theirs."""
    dice = any(one.key in labels and labels[one.key].type == "Die" for one in short)
    return [box.name for box in boxes if not box.whole] if dice else []


def _holding(key: Key, boxes: Sequence[Box]) -> str:
    names = [f"{box.name} ({box.contents[key]})" for box in boxes if box.contents.get(key)]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _bought(cover: Cover, short: Sequence[Lack], boxes: Sequence[Box]) -> Iterator[Block]:
    if not cover.boxes:
        return
    count = sum(cover.boxes.values())
    part = "Needed in any case" if cover.open else "The fewest boxes that fill it"
    yield Title(part, f"{count} box{'' if count == 1 else 'es'}")
    by_name = {box.name: box for box in boxes}
    rows = [[f"{times}x", name, str(_filled(by_name[name], times, short))] for name, times in cover.boxes.items()]
    yield Columns(["buy", "box", "fills"], rows, frozenset({"buy", "fills"}))


def _filled(box: Box, times: int, short: Sequence[Lack]) -> int:
    """How many of the missing copies are in a box bought so often."""
    return sum(min(one.missing, times * box.contents.get(one.key, 0)) for one in short)


def wish_json(
    lists: Sequence[str], short: Sequence[Lack], labels: Labels, boxes: Sequence[Box], cover: Cover
) -> dict[str, Any]:
    """A wish for scripts: `boxes` are the fewest when `complete`, else a part of every answer."""
    by_name = {box.name: box for box in boxes}
    return {
        "decks": list(lists),
        "missing": [lack_json(one, labels) for one in short],
        "boxes": [{"name": name, "times": times, "fills": _filled(by_name[name], times, short)}
                  for name, times in cover.boxes.items()],
        "nowhere": [_name(key, labels) for key in cover.nowhere],
        "dice_not_known": _unknown(short, labels, boxes),
        "complete": not cover.open,
        "open": [_name(key, labels) for key in cover.open],
    }  # fmt: skip
