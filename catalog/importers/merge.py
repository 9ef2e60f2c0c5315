"""Rows as read, held against the cards that there are: what is new in each, and the entry to be written for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from catalog.card import Card, Face, Fact, Printing
from catalog.importers import facts
from catalog.importers.values import Bad, Found, Known, RefusedError, Row, Rows, Side, Status
from catalog.names import fold

_BY_NAME = ("slug", "name", "alias", "former")
"""How a name must fit to mean a card: a face, a unit or initials fit many."""
RELEASE_SLUG = "[A-Za-z0-9][A-Za-z0-9._+-]*"


# ---------------------------------------------------------------- card -> entry


def entry_of(card: Card) -> dict[str, object]:
    """A card turned back into an entry of data/README.md, whole, so that a pack may change it and win."""
    entry: dict[str, object] = {"slug": card.slug, "name": card.name, "type": card.type}
    if len(card.faces) == 1:
        entry |= _listed(card.face.facts) | _told(card.face.abilities, card.face.published)
    if card.name_key != fold(card.name):
        entry["name_key"] = card.name_key
    shared = {"aliases": card.aliases, "formerly": card.formerly, "summons": card.summons}
    entry |= {key: list(value) for key, value in shared.items() if value}
    if card.copies_max is not None:
        entry["copies_max"] = "any" if card.copies_max < 0 else card.copies_max
    if card.origin != "published":
        entry["origin"] = card.origin
    if card.note:
        entry["note"] = card.note
    entry["printings"] = [_printing(one) for one in card.printings]
    if len(card.faces) > 1:
        entry["faces"] = [
            ({"slug": face.slug} if face.slug else {})
            | {"name": face.name, "side": face.side, "type": face.type}
            | _listed(face.facts)
            | _told(face.abilities, face.published)
            for face in card.faces
        ]
    return entry


def _listed(told: Mapping[str, Fact]) -> dict[str, object]:
    return {key: _plain(value) for key, value in told.items()}


def _plain(value: Fact) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _told(abilities: tuple[str, ...] | None, published: str) -> dict[str, object]:
    kinds = {} if abilities is None else {"abilities": list(abilities)}
    return kinds | ({"published": published} if published else {})


def _printing(printing: Printing) -> dict[str, object]:
    told = {"number": printing.number, "code": printing.code, "set": printing.release, "rarity": printing.rarity}
    kept: dict[str, object] = {key: value for key, value in told.items() if value}
    if printing.series:
        kept["series"] = printing.series
    return kept | dict(printing.ids)


def slug_of(name: str) -> str:
    """A slug for a name: small letters and digits, hyphens between words; "" for a name that has neither."""
    letters = unicodedata.normalize("NFKD", fold(name).replace("'", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")[:80].strip("-")


# ---------------------------------------------------------------- rows -> entries


@dataclass(slots=True)
class _Taken:
    """A card of the file: its entry, the row that first told it, and whether we had it before."""

    entry: dict[str, object]
    place: str
    sides: tuple[Side, ...]
    known: Card | None
    keep: bool = True


@dataclass(slots=True)
class _Merging:
    """The rows of a file one after the other; `taken` is by slug, `named` has the new cards by folded name."""

    game: str
    known: Known
    taken: dict[str, _Taken] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)

    def row(self, found: Found) -> Row:
        """Take one row in. Raises RefusedError."""
        card = self._card_of(found)
        slug = card.slug if card else self._slug_of_new(found)
        if slug in self.taken:
            return self._again(found, slug)
        if card and not (found.own and card.origin == "invented"):
            return self._held_against(found, card)
        return self._new(found, slug)  # what we invented says nothing of a printed card of the same name

    def _card_of(self, found: Found) -> Card | None:
        """The card of ours that a row speaks of: by its slug, by a foreign id that its name or code confirms, by name,
        by code."""
        if found.own and found.slug:
            return self.known.card(self.game, found.slug)
        for program, value in found.ids:
            sure = [card for card in self.known.foreign(program, value, self.game) if _agree(found, card)]
            if len(sure) == 1:
                return sure[0]
        by_slug = self.known.card(self.game, found.slug) if found.slug else None
        if by_slug and _agree(found, by_slug):
            return by_slug
        named = self._fitting(found.name, _BY_NAME)
        if len(named) > 1:
            named = {slug: card for slug, card in named.items() if not _codes(card).isdisjoint(found.codes)} or named
        if len(named) > 1:
            raise RefusedError(f"several cards are called so: {', '.join(sorted(named)[:5])}")
        coded = (card for code in found.codes for card in self._fitting(code, ("code",)).values())
        return next(iter(named.values()), None) or next(coded, None)

    def _fitting(self, name: str, kinds: tuple[str, ...]) -> dict[str, Card]:
        return {match.card.slug: match.card for match in self.known.find(name, self.game) if match.kind in kinds}

    def _slug_of_new(self, found: Found) -> str:
        if found.own and found.slug:
            return found.slug
        key = fold(found.name)
        if key not in self.named:
            self.named[key] = self._free(slug_of(found.name) or slug_of(" ".join(found.codes[:1])) or "card")
        return self.named[key]

    def _free(self, wanted: str) -> str:
        """`wanted`, or with the next number after it that no card has."""
        slug = wanted
        while slug in self.taken or self.known.card(self.game, slug):
            self.links[wanted] = self.links.get(wanted, 1) + 1
            slug = f"{wanted}-{self.links[wanted]}"
        return slug

    def _again(self, found: Found, slug: str) -> Row:
        """A card that an earlier row told: another printing of it, or a contradiction."""
        first = self.taken[slug]
        if len(found.sides) != len(first.sides):
            raise RefusedError(f"{first.place} is the same card, with {len(first.sides)} faces")
        against = [
            f"{name.replace('_', ' ')} {_said(told)}"
            for one, other in zip(first.sides, found.sides, strict=True)
            for name, told in one.facts.items()
            if name in other.facts and other.facts[name] != told
        ]
        if against:
            raise RefusedError(f"{first.place} is the same card, with {', '.join(against)}")
        _add_printings(first, found)
        texts = [(one.published, other.published) for one, other in zip(first.sides, found.sides, strict=True)]
        differs = any(other and one != other for one, other in texts)
        reason = f"the same card as {first.place}" + ("; its text differs, and the first stands" if differs else "")
        return Row(found.place, found.name, "same", reason, slug)

    def _new(self, found: Found, slug: str) -> Row:
        entry: dict[str, object] = {"slug": slug, "name": found.name}
        faces = [_new_face(self.game, side) for side in found.sides]
        entry |= {"type": faces[0]["type"]} | dict(found.extra)
        if len(faces) == 1:
            entry |= faces[0]
        else:
            names = ({"name": side.name, "side": side.side} for side in found.sides)
            entry["faces"] = [name | face for name, face in zip(names, faces, strict=True)]
        printings = [_as_told(one) for one in found.printings]
        if printings:
            entry["printings"] = printings
        self.taken[slug] = _Taken(entry, found.place, found.sides, None)
        return Row(found.place, found.name, "new", "", slug)

    def _held_against(self, found: Found, card: Card) -> Row:
        if len(found.sides) != len(card.faces):
            raise RefusedError(f"{card.name} has {len(card.faces)} faces here, {len(found.sides)} there")
        entry = entry_of(card)
        faces = entry.get("faces")
        tables = [entry] if not isinstance(faces, list) else faces
        differences, texts = list[str](), False
        for side, face, table in zip(found.sides, card.faces, tables, strict=True):
            differences += _changed(side, face, table)
            texts |= _text_into(side, face.published, table)
        if found.own:
            differences += _extra_into(found, entry, card)
        status: Status = "changed" if differences else "text" if texts else "same"
        entry.setdefault("origin", card.origin)  # said, since a card of a pack is else its owner's own
        keep = status != "same" or card.pack != ""
        self.taken[card.slug] = _Taken(entry, found.place, found.sides, card, keep)
        return Row(found.place, found.name, status, "; ".join(list(dict.fromkeys(differences))[:6]), card.slug)


def _agree(found: Found, card: Card) -> bool:
    names = {fold(card.name), *map(fold, card.aliases)}
    return fold(found.name) in names or not _codes(card).isdisjoint(found.codes)


def _codes(card: Card) -> set[str]:
    return {code for printing in card.printings for code in (printing.code, printing.number) if code}


def _changed(side: Side, face: Face, table: dict[str, object]) -> Iterator[str]:
    """Write what a side tells otherwise into the table of its face; yields each in words."""
    ours = face.facts
    for name, told in side.facts.items():
        if name not in ours or ours[name] != told:
            table[name] = _plain(told)
            yield f"{name.replace('_', ' ')} {_said(told)}" + (f", was {_said(ours[name])}" if name in ours else "")
    if side.type and side.type != face.type:
        table["type"] = side.type
        yield f"type {side.type}, was {face.type}"
    if side.abilities is not None and side.abilities != face.abilities:
        table["abilities"] = list(side.abilities)
        yield "abilities " + (", ".join(side.abilities) or "none")


def _said(fact: Fact) -> str:
    if isinstance(fact, tuple):
        return " + ".join(_said(item) for item in fact) or "none"
    return "yes" if fact is True else str(fact)[:60]


def _text_into(side: Side, published: str, table: dict[str, object]) -> bool:
    if not side.published or side.published == published:
        return False
    table["published"] = side.published
    return True


def _extra_into(found: Found, entry: dict[str, object], card: Card) -> list[str]:
    """What a person tells besides facts of a card that we have: a name beside the slug, aliases and printings more, and
    the rest instead of ours. (Of what a program lists nothing is taken: ours is better.)"""
    told = {key: value for key, value in found.extra.items() if key not in ("aliases", "origin", "name_key")}
    if found.slug and found.name != card.name:
        told["name"] = found.name
    aliases = found.extra.get("aliases")
    if isinstance(aliases, list) and not set(aliases) <= set(card.aliases):
        told["aliases"] = list(dict.fromkeys((*card.aliases, *aliases)))
    told_codes = ({one.get("code"), one.get("number")} - {None} for one in found.printings)
    more = [_as_told(one) for one, codes in zip(found.printings, told_codes, strict=True) if not codes <= _codes(card)]
    if more:
        told["printings"] = [*map(_printing, card.printings), *more]
    changed = [key for key, value in told.items() if entry.get(key) != value]
    entry |= {key: told[key] for key in changed}
    return [key.replace("_", " ") for key in changed]


def _new_face(game: str, side: Side) -> dict[str, object]:
    if not side.type:
        raise RefusedError(f"no card of ours is called so, and no type is told ({', '.join(facts.TYPES[game])})")
    told = {**side.hints, **side.facts}
    needed = facts.needed(game, side.side, side.type, told)
    missing = [name.replace("_", " ") for name in needed if name not in told]
    if missing:
        of = f" on {side.name}" if side.side else ""
        raise RefusedError(f"no card of ours is called so, and a new one needs {', '.join(missing)}{of}")
    return {"type": side.type} | _listed(told) | _told(side.abilities, side.published)


def _as_told(printing: Mapping[str, object]) -> dict[str, object]:
    """A printing whose set is a release slug."""
    release = str(printing.get("set", ""))
    if re.fullmatch(RELEASE_SLUG, release):
        return dict(printing)
    rest = {key: value for key, value in printing.items() if key != "set"}
    return ({"set": slug_of(release)} if slug_of(release) else {}) | rest


def _add_printings(first: _Taken, found: Found) -> None:
    if first.known is not None:
        return  # ours are listed already, and better
    listed = first.entry.setdefault("printings", [])
    if isinstance(listed, list):
        listed += [one for told in found.printings if (one := _as_told(told)) not in listed]


def merged(game: str, rows: Rows, known: Known) -> tuple[tuple[Row, ...], tuple[dict[str, object], ...]]:
    """A report on every row, and the entries to be written, in the order of the file."""
    merging = _Merging(game, known)
    report = [_reported(merging, row) for row in rows]
    kept = {slug: taken.entry for slug, taken in merging.taken.items() if taken.keep}
    lost = {slug: _cut_links(game, entry, merging.taken, known) for slug, entry in kept.items()}
    told = tuple(_with_lost(row, lost.get(row.slug, "")) for row in report)
    return told, tuple(kept.values())


def _reported(merging: _Merging, row: Found | Bad) -> Row:
    if isinstance(row, Bad):
        return Row(row.place, row.name, "refused", row.reason)
    try:
        return merging.row(row)
    except RefusedError as fault:
        return Row(row.place, row.name, "refused", str(fault))


def _cut_links(game: str, entry: dict[str, object], taken: Mapping[str, _Taken], known: Known) -> str:
    """Take out links to cards that there are not, which would spoil the pack; gives them in words."""
    links = entry.get("summons")
    if not isinstance(links, list):
        return ""
    dead = [slug for slug in links if slug not in taken and not known.card(game, slug)]
    if dead:
        entry["summons"] = [slug for slug in links if slug not in dead]
    return ", ".join(map(str, dead))


def _with_lost(row: Row, dead: str) -> Row:
    if not dead or row.status == "refused":
        return row
    reason = f"summons {dead}, which is no card: left out"
    return Row(row.place, row.name, row.status, "; ".join(filter(None, (row.reason, reason))), row.slug)
