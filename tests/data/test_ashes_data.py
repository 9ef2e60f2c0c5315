"""Ashes: printed facts and published deck lists agree with each other and with the counts of their source."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "data" / "ashes"
DICE = {"ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral"}
DECK_TYPES = {"Ready Spell", "Action Spell", "Ally", "Reaction Spell", "Alteration Spell"}
PILE_TYPES = {"Conjuration", "Conjured Alteration Spell"}
DICE_KEYS = ("dice", "effect_dice", "parallel_dice")
KINDS = {"activated", "triggered", "static", "resolution", "keyword", "reaction"}
UNPUBLISHED = {"the-garden-of-brilliance", "the-shaper-of-storms"}

Card = dict[str, Any]
DECK_FILES = sorted((DATA / "decks").glob("*.txt"))


@cache
def releases() -> dict[str, dict[str, Any]]:
    """Each file of cards by its name without the ending."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((DATA / "cards").glob("*.toml"))}


@cache
def cards() -> dict[str, Card]:
    """Every card by slug; a slug that stands twice is caught by its own test."""
    return {card["slug"]: card for release in releases().values() for card in release["card"]}


def published() -> list[Card]:
    """The 526 cards whose text is published: all but Kanna's and Maeve's releases."""
    return [card for slug, release in releases().items() if slug not in UNPUBLISHED for card in release["card"]]


def named(name: str) -> Card:
    return next(card for card in cards().values() if card["name"] == name)


def alternatives(token: str | list[str]) -> list[str]:
    """A cost token as the tokens of which one is paid: a parallel cost has two, any other one."""
    return token if isinstance(token, list) else [token]


def die_of(token: str) -> tuple[str, str] | None:
    """What die a cost token asks ("2 natural:class" -> "2", "natural"); None for an action or a discard."""
    found = re.fullmatch(r"(\d|X) (\w+)(?::(?:class|power))?", token)
    return (found[1], found[2]) if found and found[2] != "discard" else None


def dice_paid(card: Card) -> int:
    """The dice of the play cost; a parallel cost counts once, X not at all."""
    dice = [die_of(alternatives(token)[0]) for token in card["cost"]]
    return sum(int(die[0]) for die in dice if die and die[0] != "X")


def types_asked(card: Card, *, parallel: bool) -> set[str]:
    """The die types in the play cost, inside its parallel costs or outside of them."""
    tokens = [token for token in card.get("cost", []) if isinstance(token, list) == parallel]
    dice = [die_of(one) for token in tokens for one in alternatives(token)]
    return {die[1] for die in dice if die} - {"basic"}


def pile(*slugs: str) -> dict[str, int]:
    """The conjuration pile: whatever these cards and its members can bring out, each at its conjuration limit."""
    found: dict[str, int] = {}
    waiting = list(slugs)
    while waiting:
        for slug in cards()[waiting.pop()].get("summons", []):
            if slug not in found:
                found[slug] = cards()[slug]["conjuration_limit"]
                waiting.append(slug)
    return found


@dataclass(frozen=True)
class Listed:
    """A deck list as its file has it: the fields above the cards, and the copies of each name."""

    fields: dict[str, str]
    copies: dict[str, int]

    def phoenixborn(self) -> Card:
        return named(self.fields["Phoenixborn"])

    def dice(self) -> dict[str, int]:
        return {kind: int(count) for count, kind in (part.split() for part in self.fields["Dice"].split(", "))}

    def first_five(self) -> list[str]:
        return self.fields["First Five"].split(", ") if "First Five" in self.fields else []

    def exclusives(self) -> dict[str, int]:
        return {name: count for name, count in self.copies.items() if named(name).get("exclusive")}

    def pile(self) -> dict[str, int]:
        return pile(self.phoenixborn()["slug"], *(named(name)["slug"] for name in self.copies))


@cache
def read(path: Path) -> Listed:
    """A deck file; a line of a shape that these files do not have fails."""
    fields: dict[str, str] = {}
    copies: dict[str, int] = {}
    for line in path.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if entry := re.fullmatch(r"(\d)x (.+)", line):
            assert entry[2] not in copies, f"{path.name} lists {entry[2]} twice"
            copies[entry[2]] = int(entry[1])
        else:
            key, value = line.split(":", 1)
            fields[key] = value.strip()
    return Listed(fields, copies)


every_deck = pytest.mark.parametrize("path", DECK_FILES, ids=lambda path: path.stem)


def strings(value: Any) -> Iterator[str]:
    """Every string in a TOML value, however deep."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(inner)


# ---------------------------------------------------------------- cards


def test_there_are_557_cards_and_no_slug_or_name_stands_twice() -> None:
    every = [card for release in releases().values() for card in release["card"]]
    assert len(every) == 557
    assert len({card["slug"] for card in every}) == 557
    assert len({card["name"].casefold() for card in every}) == 557


def test_the_releases_are_numbered_without_a_gap_and_named_like_their_files() -> None:
    heads = {slug: release["release"] for slug, release in releases().items()}
    assert all(head["slug"] == slug for slug, head in heads.items())
    assert sorted(head["position"] for head in heads.values()) == list(range(1, 34))
    assert heads["master-set"]["position"] == 1


def test_the_published_cards_have_the_type_counts_of_their_source() -> None:
    assert Counter(card["type"] for card in published()) == {
        "Ready Spell": 128,
        "Action Spell": 104,
        "Conjuration": 94,
        "Ally": 86,
        "Reaction Spell": 40,
        "Alteration Spell": 34,
        "Phoenixborn": 30,
        "Conjured Alteration Spell": 10,
    }


def test_a_card_has_a_cost_exactly_when_it_can_be_in_a_deck() -> None:
    for card in cards().values():
        assert ("cost" in card) == (card["type"] in DECK_TYPES), card["name"]
        assert ("magic" in card) == ("cost" in card), card["name"]


def test_a_card_has_the_values_of_its_type() -> None:
    for card in cards().values():
        if card["type"] == "Phoenixborn":
            assert {"battlefield", "life", "spellboard"} <= card.keys(), card["name"]
        elif card["type"] in {"Ally", "Conjuration"}:
            assert {"attack", "life", "recover"} <= card.keys(), card["name"]
        assert ("conjuration_limit" in card) == (card["type"] in PILE_TYPES), card["name"]
        assert ("placement" in card) == (card["type"] != "Phoenixborn"), card["name"]


def test_the_magic_of_every_card_is_the_dice_of_its_cost() -> None:
    for card in cards().values():
        if "cost" in card:
            assert card["magic"] == dice_paid(card), card["name"]


def test_only_farewell_and_vengeance_cost_x_dice() -> None:
    assert {card["name"] for card in cards().values() if card.get("magic_x")} == {"Farewell", "Vengeance"}
    for name in ("Farewell", "Vengeance"):
        assert any(token.startswith("X ") for token in named(name)["cost"])


def test_every_cost_token_is_of_a_known_kind() -> None:
    for card in cards().values():
        for token in (one for printed in card.get("cost", []) for one in alternatives(printed)):
            die = die_of(token)
            assert token in {"main", "side", "1 discard"} or (die and die[1] in DICE | {"basic"}), (card["name"], token)


def test_the_dice_of_every_card_are_those_its_cost_demands() -> None:
    for card in cards().values():
        assert set(card.get("dice", [])) == types_asked(card, parallel=False), card["name"]
        assert types_asked(card, parallel=True) <= {die for key in DICE_KEYS for die in card.get(key, [])}, card["name"]


def test_a_die_type_stands_in_one_list_of_a_card_only_and_basic_in_none() -> None:
    for card in cards().values():
        listed = [die for key in DICE_KEYS for die in card.get(key, [])]
        assert len(listed) == len(set(listed)), card["name"]
        assert set(listed) <= DICE, card["name"]


@pytest.mark.parametrize(
    ("name", "dice", "effect", "parallel"),
    [
        ("Living Doll", ["ceremonial"], [], ["charm", "sympathy"]),
        ("Temple Elder", [], ["sympathy"], []),
        ("Xander Heartsblood", [], ["divine"], []),
        ("Empower", [], [], ["natural", "sympathy"]),
        ("Vampire Bat Swarm", [], [], ["ceremonial", "sympathy"]),
        ("Summon Cerasaurus Mount", [], ["natural", "divine"], []),
        ("Summon Emperor Lion", [], ["divine"], []),
        ("Captivate", ["charm"], [], []),
        ("Summon Galewind Hawk", [], ["natural", "astral"], []),
    ],
)
def test_faults_of_the_source_in_die_types_are_repaired(
    name: str, dice: list[str], effect: list[str], parallel: list[str]
) -> None:
    card = named(name)
    assert [card.get(key, []) for key in DICE_KEYS] == [dice, effect, parallel]


def test_a_repaired_card_says_so() -> None:
    noted = [card for card in published() if "note" in card]
    assert sum('"basic"' in card["note"] for card in noted) == 56
    assert sum("leaves out" in card["note"] for card in noted) == 7
    assert "charm power" in named("Captivate")["note"]
    assert "divine" in named("Summon Emperor Lion")["note"]


def test_ten_cards_are_chained() -> None:
    assert {card["name"] for card in cards().values() if card.get("chained")} == {
        "Era's End",
        "Explosive Growth",
        "Golden Veil",
        "Hypnotize",
        "Meteor",
        "Psychic Vampire",
        "River Skald",
        "Silver Paladin",
        "Summon Shining Hydra",
        "Take to the Skies",
    }


def test_an_exclusive_card_names_a_phoenixborn_that_exists() -> None:
    born = {card["name"] for card in cards().values() if card["type"] == "Phoenixborn"}
    for card in cards().values():
        assert card.get("exclusive", False) == ("phoenixborn" in card), card["name"]
        assert card.get("phoenixborn", "Coal Roarkwin") in born, card["name"]


def test_58_deck_cards_and_20_conjured_ones_are_exclusive_and_most_phoenixborn_own_two() -> None:
    exclusive = [card for card in published() if card.get("exclusive")]
    owned = Counter(card["phoenixborn"] for card in exclusive if card["type"] in DECK_TYPES)
    assert sum(owned.values()) == 58
    assert len(exclusive) == 78
    assert {name for name, count in owned.items() if count != 2} == {"Arren Frostpeak", "Issa Brightmore"}


# ---------------------------------------------------------------- conjurations


def test_a_card_brings_out_only_cards_of_a_conjuration_pile() -> None:
    for card in cards().values():
        for slug in card.get("summons", []):
            assert cards()[slug]["type"] in PILE_TYPES, (card["name"], slug)


def test_every_conjured_card_is_brought_out_by_another() -> None:
    linked = {slug for card in cards().values() for slug in card.get("summons", []) if slug != card["slug"]}
    assert {card["slug"] for card in cards().values() if card["type"] in PILE_TYPES} == linked


def test_the_conjuration_limits_are_spread_as_in_the_source() -> None:
    limits: dict[str, Counter[int]] = {kind: Counter() for kind in PILE_TYPES}
    for card in published():
        if card["type"] in PILE_TYPES:
            limits[card["type"]][card["conjuration_limit"]] += 1
    assert limits["Conjuration"] == {1: 19, 2: 33, 3: 26, 4: 8, 5: 2, 6: 3, 7: 1, 9: 1, 10: 1}
    assert limits["Conjured Alteration Spell"] == {1: 2, 2: 2, 3: 5, 5: 1}


def test_a_conjuration_may_bring_out_another_and_that_one_a_third() -> None:
    assert pile("summon-snapseed") == {"snapseed": 4, "snaptrap": 3, "floral-tyrant": 2}


# ---------------------------------------------------------------- abilities


def test_abilities_are_listed_exactly_where_the_text_is_published() -> None:
    for slug, release in releases().items():
        for card in release["card"]:
            assert ("abilities" in card) == (slug not in UNPUBLISHED), card["name"]


def test_every_kind_of_ability_is_a_known_word() -> None:
    assert {kind for card in published() for kind in card["abilities"]} == KINDS


def test_seven_cards_print_no_ability() -> None:
    assert {card["name"] for card in published() if not card["abilities"]} == {
        "Frozen Crown",
        "Holy Relics",
        "Ice Buff",
        "Masked Wolf",
        "Mist Spirit",
        "Sleeping Widow",
        "Wallop",
    }


def test_seven_cards_have_a_blue_box() -> None:
    assert {card["name"] for card in published() if "reaction" in card["abilities"]} == {
        "Crystal Armor",
        "Darkwater Hunter",
        "Gates Defender",
        "Shadow Guard",
        "Stasis",
        "Swift Messenger",
        "Timestopper",
    }


def test_an_action_or_reaction_spell_resolves_once() -> None:
    for card in published():
        expected = 1 if card["type"] in {"Action Spell", "Reaction Spell"} else 0
        assert card["abilities"].count("resolution") == expected, card["name"]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Hammer Knight", ["keyword", "keyword"]),
        ("Chant of Revenge", ["triggered", "activated"]),
        ("Gates Defender", ["reaction", "keyword"]),
        ("Dark Presence", ["activated"]),  # the ability it lends is not its own
        ("Deep Freeze", ["triggered", "triggered", "static", "activated"]),
        ("Abundance", ["activated"]),  # focus lines belong to their ability
    ],
)
def test_abilities_stand_in_printed_order(name: str, kinds: list[str]) -> None:
    assert named(name)["abilities"] == kinds


# ---------------------------------------------------------------- decks


def test_sixty_retail_decks_are_bundled() -> None:
    groups = Counter(read(path).fields["Group"] for path in DECK_FILES)
    assert groups == {"precon-core": 28, "precon-ascendancy": 4, "precon-pve": 28}
    assert len({read(path).fields["Name"] for path in DECK_FILES}) == 60


@every_deck
def test_a_deck_has_thirty_cards_of_the_five_deck_types_and_at_most_three_of_a_name(path: Path) -> None:
    copies = read(path).copies
    assert sum(copies.values()) == 30
    assert max(copies.values()) <= 3
    assert {named(name)["type"] for name in copies} <= DECK_TYPES
    assert "Cards (30)" in read(path).fields


@every_deck
def test_a_deck_has_ten_dice_of_known_types(path: Path) -> None:
    dice = read(path).dice()
    assert sum(dice.values()) == 10
    assert dice.keys() <= DICE


@every_deck
def test_a_deck_holds_at_most_three_exclusives_all_of_its_own_phoenixborn(path: Path) -> None:
    deck = read(path)
    assert deck.phoenixborn()["type"] == "Phoenixborn"
    assert {named(name)["phoenixborn"] for name in deck.exclusives()} <= {deck.fields["Phoenixborn"]}
    assert sum(deck.exclusives().values()) <= 3


@every_deck
def test_a_first_five_is_five_names_of_the_deck(path: Path) -> None:
    deck = read(path)
    five = deck.first_five()
    assert len(five) == len(set(five)) == (0 if path.stem.startswith("the-end-of-argaia-") else 5)
    assert set(five) <= deck.copies.keys()


@every_deck
def test_a_deck_file_says_where_it_comes_from_and_writes_no_pile(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith(f"# {read(path).fields['Name']}\n")
    assert "Source: Ashteki/ashteki" in text.splitlines()[1]
    assert not re.search(r"^Conjuration Pile", text, re.MULTILINE)


def test_the_scholar_of_ruin_has_red_raindrops_and_through_them_the_reborn_chimera() -> None:
    deck = read(DATA / "decks" / "the-scholar-of-ruin.txt")
    assert deck.pile() == {"eroding": 3, "red-raindrop": 3, "reborn-chimera": 1, "ruin-dweller": 2}


# ---------------------------------------------------------------- formats, and what must not be here


def test_constructed_is_the_default_and_each_of_its_rules_has_a_heading_in_the_rulings() -> None:
    constructed, *others = tomllib.loads((DATA / "formats.toml").read_text("utf-8"))["format"]
    rules = {"deck_size": 30, "copies": 3, "exclusives": 3, "dice": 10, "first_five": 5}
    assert constructed["key"] == "constructed"
    assert constructed["default"] is True
    assert [one["key"] for one in others if one.get("default")] == []
    assert {rule: constructed[rule] for rule in rules} == rules
    headings = re.findall(r"^## (.+)$", (DATA / "rulings.md").read_text("utf-8"), re.MULTILINE)
    assert constructed["source"].keys() == rules.keys()
    assert {source.removeprefix("rulings.md: ") for source in constructed["source"].values()} <= set(headings)


def test_every_ruling_has_a_source() -> None:
    rulings = (DATA / "rulings.md").read_text("utf-8").split("\n## ")[1:]
    assert len(rulings) >= 15
    assert all(re.search(r"^Source: .", ruling, re.MULTILINE) for ruling in rulings)


def test_no_file_of_cards_holds_card_text() -> None:
    for release in releases().values():
        for text in strings(release):
            assert len(text) <= 160, text
            assert "[[" not in text, text
            assert "\n" not in text, text
