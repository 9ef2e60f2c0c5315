"""Cipher's effect language whole: every cost, noun, condition, event, verb and mod that a card's effects may use.

Each word is one function, which runs it through `deeds`, and one line, which says it. `data/cipher/effects` is written
in these words; `engine.vocabulary` tells how a word is registered, `engine.phrases` how a line is written. The words
stand by role in `nouns`, `filters`, `events`, `costs`, `gifts` and `verbs`; `asking` says how they ask.
"""

from deckcli.games.cipher import asking, costs, events, filters, gifts, nouns, verbs
from deckcli.games.cipher.gifts import ready, shared_ability
from deckcli.games.cipher.words import WORDS

__all__ = ["WORDS", "asking", "costs", "events", "filters", "gifts", "nouns", "ready", "shared_ability", "verbs"]
