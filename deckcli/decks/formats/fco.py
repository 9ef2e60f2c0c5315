"""The deck code of FE-Cipher-Online: one line `name,mc,ids,counts`, numbers of base 256 in signs of its own.

`mc` is the main character's number, which is one of the cards; `ids` has two signs a card, `counts` one, copies less
one; a fifth field may follow. Source of the signs: github UDON-man/FE-Cipher-Online, Assets/Scripts, commit 073b5d5.
"""

from __future__ import annotations

from catalog.errors import UnreadableError
from catalog.names import visible
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Entry, Report
from deckcli.decks.formats.held import lost, missing, number_of, refuse_missing
from deckcli.errors import UsageError

NAME = "fco"
TITLE = "FE-Cipher-Online"
BASE = 256

_SIGNS = (
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "!#$%&'ザジ=~`@ズゼゾダｭ:ドヅデヂ/?ｬゲゴ"
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんっゃゅょぁぃぅぇぉ"
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンッャュョァィゥェォ"
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱαβγｧδεζηθικλμνξοπρστυφψωΩΔΓΘΛΞΠΣΦぴぷぺ"
)
"""The signs of the 256 digits, least first; the program knows four more that no number needs."""
_VALUE = {sign: value for value, sign in enumerate(_SIGNS)}


def looks(text: str) -> bool:
    """Whether it is one line with the fields of a code: two signs of the alphabet in `ids` for each in `counts`."""
    fields = _fields(text) if len(text) < 20_000 else []
    if len(fields) not in (4, 5) or "\n" in text.strip():
        return False
    _, leader, ids, counts = fields[:4]
    return bool(counts) and len(ids) == 2 * len(counts) and set(ids + counts + leader) <= _VALUE.keys()


def read(text: str, source: str) -> DeckList:
    """What a code says. Whole numbers are decoded before any is looked up, which `resolve` does.

    Raises UnreadableError for what is no code: other fields, a sign of no digit, half a number.
    """
    fields = _fields(text)
    if len(fields) not in (4, 5):
        raise UnreadableError(source, f"a code of {TITLE} has four fields: name,main character,ids,counts.")
    name, leader, ids, counts = fields[:4]
    _known(leader + ids + counts, source)
    if len(ids) != 2 * len(counts):
        raise UnreadableError(source, f"{len(ids)} signs for cards (two each) and {len(counts)} for their counts.")
    numbers = [_number(ids[at : at + 2]) for at in range(0, len(ids), 2)]
    copies = dict.fromkeys(numbers, 0)
    for number, sign in zip(numbers, counts, strict=True):
        copies[number] += _VALUE[sign] + 1
    return DeckList(
        name=visible(name),
        game="cipher",
        format=NAME,
        source=source,
        entries=tuple(_entries(copies, _number(leader) if leader else None)),
        leader_apart=bool(leader) and _number(leader) not in copies,
        report=Report(lines=len(numbers), cards=len(numbers)),
    )


def _fields(text: str) -> list[str]:
    return text.strip("\r\n \t").split(",")


def _known(signs: str, source: str) -> None:
    unknown = dict.fromkeys(sign for sign in signs if sign not in _VALUE)
    if unknown:
        shown = ", ".join(f"U+{ord(sign):04X}" + f' "{sign}"' * sign.isprintable() for sign in list(unknown)[:5])
        raise UnreadableError(source, f"no digit of a code of {TITLE}: {shown}.")


def _number(signs: str) -> int:
    """The number that some signs are; what is longer than any card's number stays too great to be one."""
    value = 0
    for sign in signs[:8]:
        value = value * BASE + _VALUE[sign]
    return value


def _entries(copies: dict[int, int], leader: int | None) -> list[Entry]:
    """The cards, with the main character as one of them in a pile of its own."""
    entries = [] if leader is None else [_entry(leader, 1, LEADER)]
    for number, count in copies.items():
        rest = count - 1 if number == leader else count
        entries += [_entry(number, rest, MAIN)] if rest else []
    return entries


def _entry(number: int, count: int, pile: str) -> Entry:
    return Entry(f"{TITLE} {number}", count, pile, ids={NAME: str(number)})


def write(deck: Deck) -> str:
    """The code of a deck. Raises UsageError for a card that the program lacks, or more than 256 copies of one."""
    refuse_missing(deck, NAME, TITLE)
    copies: dict[int, int] = {}
    leader = ""
    for slot in (*deck.pile(MAIN), *deck.pile(LEADER)):
        number = int(number_of(slot, NAME))
        copies[number] = copies.get(number, 0) + (0 if slot.pile == LEADER and deck.leader_apart else slot.count)
        leader = leader or (_signs(number) if slot.pile == LEADER else "")
        if copies[number] > BASE:
            raise UsageError(f"a code of {TITLE} has at most {BASE} copies of a card: {slot.card.name}.")
    cards = {number: count for number, count in copies.items() if count}
    ids = "".join(_signs(number).rjust(2, _SIGNS[0]) for number in cards)
    counts = "".join(_SIGNS[count - 1] for count in cards.values())
    return f"{_name(deck)},{leader},{ids},{counts}\n"


def _signs(number: int) -> str:
    signs = _SIGNS[number % BASE]
    while number := number // BASE:
        signs = _SIGNS[number % BASE] + signs
    return signs


def _name(deck: Deck) -> str:
    return visible(deck.name.replace(",", " "))


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    told = missing(deck, NAME, TITLE) + lost(deck, "name", "printings")
    told += ["the commas of the deck's name"] if "," in deck.name else []
    several = sum(slot.count for slot in deck.pile(LEADER)) > 1
    return told + (["more than one copy of the main character as such"] if several else [])
