"""Ashes' words, all of them: what `data/ashes/effects` is written in.

Each is one function, which runs it through `deeds`, and one line, which says it. They stand in `words_things`,
`words_moments`, `words_rules` and `words_deeds` (`words_asked` says their questions); `engine.vocabulary` tells how a
word is registered, `engine.phrases` how a line is written.
"""

from __future__ import annotations

from deckcli.games.ashes import words_asked, words_deeds, words_moments, words_rules, words_things
from deckcli.games.ashes.words import WORDS

__all__ = ["WORDS", "words_asked", "words_deeds", "words_moments", "words_rules", "words_things"]
