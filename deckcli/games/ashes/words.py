"""The vocabulary of Ashes, still empty: each `words_*` module puts its words in, and `effects` has them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckcli.engine.vocabulary import Vocabulary, unlinked

WORDS = Vocabulary(
    "ashes",
    kinds={},
    keys=(
        "name", "from", "limit", "always", "cost", "focus_cost", "when", "after", "replaces", "static", "need", "do",
        "focus", "inner", "with",
    ),
    zones={"hand": "reaction from your hand"},
    limits={"turn": "once a turn"},
    always="inexhaustible",
)  # fmt: skip


def said_only(
    role: str, spelling: str, takes: str = "", line: str | Callable[..., Any] = "", *, again: str = ""
) -> None:
    """Add a word that is read, checked and said, and does nothing yet."""
    WORDS.word(role, spelling, takes, line, again=again)(unlinked)
