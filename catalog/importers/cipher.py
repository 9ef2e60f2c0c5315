"""Cipher cards in the list of Decksteria and in the set file of LackeyCCG."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalog.card import Fact
from catalog.importers import facts
from catalog.importers.values import Found, RefusedError, Side

_SYMBOLS = re.compile("Red|Blue|White|Black|Green|Purple|Yellow|Brown")
_COST = re.compile(r"([0-9]{1,2}|X|-)?\s*(?:\(([0-9]{1,2}|X)\))?", re.IGNORECASE)
_VARIANT = re.compile(r"\s*(?:\(P\)|\+X?)$")
_NUMBER = re.compile(r"[A-Z]+[0-9]*-[0-9]+")
_SKILLS = ("skill#1", "skill#2", "skill#3", "skill#4")


def of_decksteria(place: str, row: Mapping[str, object]) -> Found:
    """The card of one row of a Decksteria list, with its printings."""
    unit = facts.named("Character", facts.word, row.get("Character"))
    if not unit:
        raise RefusedError("no Character")
    title = facts.named("Title", facts.word, row.get("Title"))
    name = f"{unit}, {title}" if title else str(unit)
    arts = row.get("AlternateArts", [])
    if not isinstance(arts, list) or len(arts) > facts.MOST_ITEMS:
        raise RefusedError("AlternateArts: is no list of printings")
    printings = tuple(_art(art) for art in arts)
    number = facts.named("ID", facts.count, row.get("ID"))
    ids = [("decksteria", str(number))] if number is not None else []
    named: dict[str, Fact] = {"unit_name": unit}
    named |= {key: told for key, told in (("title", title), ("decksteria", number)) if told is not None}
    return Found(
        place=place,
        name=name,
        sides=(_side(name, row, named),),
        ids=(*ids, *(("lackey", str(one["lackey"])) for one in printings if "lackey" in one)),
        codes=tuple(str(one["code"]) for one in printings if "code" in one),
        printings=printings,
    )


def _side(name: str, row: Mapping[str, object], named: dict[str, Fact]) -> Side:
    read = {
        ours: facts.read_fact("cipher", ours, row.get(theirs))
        for theirs, ours in (
            ("Cost", "deploy_cost"),
            ("ClassChangeCost", "class_change_cost"),
            ("Attack", "attack"),
            ("Support", "support"),
        )
    }
    read["ranges"] = _between(row.get("MinRange"), row.get("MaxRange"))
    marks = facts.named("Type", facts.words, row.get("Type")) or ()
    skills = [facts.named(key, facts.text, row.get(key)) for key in ("Skill", "SupportSkill")]
    return Side(
        facts={key: value for key, value in read.items() if value is not None},
        hints=named | _printed_words(row.get("Color"), row.get("Class"), marks),
        name=name,
        type="Unit",
        published="\n".join(str(skill) for skill in skills if skill),
    )


def _printed_words(colours: object, unit_class: object, marks: Fact) -> dict[str, Fact]:
    told = facts.named("Color", facts.words, colours) or ()
    symbols = _SYMBOLS.findall(" ".join(map(str, told)) if isinstance(told, tuple) else "")
    hints: dict[str, Fact] = {"symbols": tuple(symbols)}
    called = facts.named("Class", facts.word, unit_class)
    if called:
        hints["class"] = called
    return hints | facts.of_types(tuple(map(str, marks)) if isinstance(marks, tuple) else ())


def _between(least: object, most: object) -> Fact | None:
    """Ranges from the least to the greatest; 0 to 0 is a unit that cannot attack."""
    ends = [facts.named("Range", facts.count, end) for end in (least, most)]
    if not all(isinstance(end, int) for end in ends):
        return None
    first, last = (int(str(end)) for end in ends)
    if last > 9 or first > last:
        raise RefusedError(f"Range: {first} to {last} are no ranges")
    return tuple(range(max(first, 1), last + 1))


def _art(art: object) -> Mapping[str, object]:
    if not isinstance(art, dict):
        raise RefusedError("AlternateArts: is no list of printings")
    keys = (
        *(("CardCode", "code"), ("SetCode", "set"), ("Rarity", "rarity")),
        *(("LackeyCCGID", "lackey"), ("LackeyCCGName", "lackey_name"), ("CipherVitId", "ciphervit")),
    )
    found: dict[str, object] = {ours: facts.named(theirs, facts.word, art.get(theirs)) for theirs, ours in keys}
    number = _NUMBER.match(str(found["code"] or ""))
    found["number"] = number[0] if number else None
    series = art.get("SeriesNo")
    if isinstance(series, int) and series != -1:  # what the list writes for some starters
        found["series"] = facts.named("SeriesNo", facts.count, series)
    return {key: value for key, value in found.items() if value is not None}


def of_lackey(place: str, row: Mapping[str, str]) -> Found:
    """The card of one line of a set file; every line is one printing. Keys are headers in lower case."""
    written = facts.named("Name", facts.word, row.get("name"))
    if not written:
        raise RefusedError("no name")
    cost, class_change = _costs(row.get("cost", ""))
    if cost is None:
        raise RefusedError("no deployment cost: a marker, not a card of a deck")
    name = _VARIANT.sub("", str(written))
    printing = _printing(row, str(written), name)
    return Found(
        place=place,
        name=name,
        sides=(_lackey_side(name, row, cost, class_change),),
        ids=tuple((key, str(printing[key])) for key in ("lackey", "lackey_name") if key in printing),
        codes=(str(printing["code"]),) if "code" in printing else (),
        printings=(printing,),
    )


def _costs(written: str) -> tuple[Fact | None, Fact | None]:
    """Deployment and class change cost of "5(4)"."""
    found = _COST.fullmatch(facts.short(written))
    if not found:
        raise RefusedError(f'Cost: "{facts.shown(written)}" is no cost')
    return facts.number(found[1]), facts.number(found[2])


def _lackey_side(name: str, row: Mapping[str, str], cost: Fact, class_change: Fact | None) -> Side:
    read = {"deploy_cost": cost, "class_change_cost": class_change} | {
        key: facts.read_fact("cipher", key, row.get(theirs))
        for theirs, key in (("range", "ranges"), ("attack", "attack"), ("support", "support"))
    }
    unit, _, title = name.partition(", ")
    named: dict[str, Fact] = {"unit_name": unit}
    if title:
        named["title"] = title
    marks = facts.named("Type", facts.words, row.get("type", "")) or ()
    skills = [facts.named(key, facts.text, row.get(key, "")) for key in _SKILLS]
    return Side(
        facts={key: value for key, value in read.items() if value is not None},
        hints=named | _printed_words(row.get("color", ""), row.get("class", ""), marks),
        name=name,
        type="Unit",
        published="\n".join(str(skill) for skill in skills if skill),
    )


def _printing(row: Mapping[str, str], written: str, name: str) -> dict[str, object]:
    """One printing; its code is read out of the picture's name ("B01-001SRplus_SAMPLE.png")."""
    image = facts.named("Imagefile", facts.word, row.get("imagefile") or row.get("image file"))
    code = re.sub(r"(_SAMPLE)?(\.\w{3,4})?$", "", str(image or "")).replace("plus", "+")
    number = _NUMBER.match(code)
    found: dict[str, object] = {
        "number": number[0] if number else None,
        "code": code if number else None,
        "set": facts.named("Set", facts.word, row.get("set")),
        "rarity": facts.named("Rarity", facts.word, row.get("rarity")),
        "lackey": image,
        "lackey_name": written if written != name else None,
    }
    return {key: value for key, value in found.items() if value is not None}
