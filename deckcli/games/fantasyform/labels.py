"""Questions and answers of FantasyForm in words. Made only when they are shown, saved or matched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from deckcli.engine.choice import Choice, Option
from deckcli.engine.effects import Ability
from deckcli.games.fantasyform import rules
from deckcli.games.fantasyform.effects import mode_words
from deckcli.games.fantasyform.faces import ESSENCES
from deckcli.games.fantasyform.table import NONE, FantasyTable

Said: TypeAlias = Callable[[FantasyTable, Choice, Option], str]


def label(t: FantasyTable, choice: Choice, option: Option) -> str:
    """An option in words."""
    word = str(option[0])
    said = OPTIONS.get(f"{choice.prompt} {word}") or OPTIONS[word]
    return said(t, choice, option)


def question(t: FantasyTable, choice: Choice) -> str:
    """What is asked, in words."""
    return QUESTIONS[choice.prompt](t, choice)


# ---------------------------------------------------------------- things by name


def essence_words(t: FantasyTable, copy: int) -> str:
    """A card as an essence: "Life Essence (Guide)"."""
    card = t.cards[copy]
    return f"{ESSENCES[card.essence]} Essence ({card.name})"


def skill_asking(t: FantasyTable, choice: Choice) -> Ability | None:
    """The ability in which a question is asked; None for those of the rules."""
    if len(choice.about) < 2:
        return None
    copy, number = choice.about
    if copy == NONE:
        return t.wallet.powers[t.rival != NONE][number]
    card = t.cards[copy]
    return t.wallet.essences[card.essence] if number == NONE else card.skills[number]


def _asker(t: FantasyTable, choice: Choice) -> str:
    """Who asks: the event of an encounter, or the card."""
    skill = skill_asking(t, choice)
    if skill is not None and skill.name:
        return skill.name
    return t.cards[choice.about[0]].name if choice.about and choice.about[0] != NONE else "The rival"


# ---------------------------------------------------------------- options


def _mode(t: FantasyTable, choice: Choice, option: Option) -> str:
    skill = skill_asking(t, choice)
    assert skill is not None
    return mode_words(skill, int(option[1]))


def _wear(t: FantasyTable, choice: Choice, option: Option) -> str:
    copy = int(option[1])
    old = t.cards[t.worn[t.cards[copy].kind]].name
    return f"Buy {t.cards[copy].name} for {rules.cost(t, copy)}, in exchange for {old}"


def _words(words: str) -> Said:
    return lambda t, choice, option: words


OPTIONS: Mapping[str, Said] = {
    "buy": lambda t, c, o: f"Buy {essence_words(t, int(o[1]))} for {rules.price_to_buy(t, int(o[1]))}",
    "sell": lambda t, c, o: f"Sell {essence_words(t, int(o[1]))} for {rules.price(t, int(o[1]))}",
    "use": lambda t, c, o: f"Use {essence_words(t, int(o[1]))}",
    "wear": _wear,
    "damage": lambda t, c, o: f"Deal 1 damage for {rules.damage_price(t)}",
    "take": lambda t, c, o: essence_words(t, int(o[1])),
    "mode": _mode,
    "yes": _words("Yes"),
    "no": _words("No"),
    "done": _words("Done"),
    "give no": _words("Keep everything"),
    "essence done": _words("Use no essence"),
    "market done": _words("Leave the market"),
    "attack done": _words("End the Rival Phase"),
}
"""How an option is said, by its word, or by prompt and word."""


# ---------------------------------------------------------------- questions


def _essence(t: FantasyTable, choice: Choice) -> str:
    if t.phase in ("outlands", "forge"):
        place = t.cards[t.encounters[t.phase == "forge"]]
        coming = place.forge if t.phase == "forge" else place.outlands
    else:
        coming = "the Exploration Phase" if t.phase == "exploration" else "the rival's power"
    return f"Before {coming}: use an essence?"


def _attack(t: FantasyTable, choice: Choice) -> str:
    if t.rival == NONE:
        return "The rival has no form yet, and cannot be attacked."
    rival = f"the rival has {t.rival_health} health"
    return f"Attack? {rival[:1].upper()}{rival[1:]}, you have {t.shards} shard{'' if t.shards == 1 else 's'}."


def _asks(words: str) -> Callable[[FantasyTable, Choice], str]:
    return lambda t, choice: f"{_asker(t, choice)}: {words}"


QUESTIONS: Mapping[str, Callable[[FantasyTable, Choice], str]] = {
    "essence": _essence,
    "market": lambda t, choice: f"Market: you have {t.shards} shard{'' if t.shards == 1 else 's'}.",
    "attack": _attack,
    "too many": lambda t, choice: f"Your pack holds {t.kit.pack_size}. Which essence is discarded?",
    "pay": _asks("pay?"),
    "give": _asks("discard an essence?"),
    "one of": _asks("choose one."),
    "choose": _asks("which card?"),
    "may": _asks("do it?"),
}
"""How a question is said, by its prompt."""
