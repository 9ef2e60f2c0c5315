"""A saved playthrough: what it began with and every answer, as JSON that a person can read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from deckcli.engine.choice import Option
from deckcli.engine.playing import PlayedGame
from deckcli.engine.playthrough import NotOfferedError, Playthrough, Setting, replayed

SCHEMA = 1
MOST_CHARACTERS = 16 * 1024 * 1024
_MOST_CHOICES = 100_000
_LONGEST_OPTION = 100


class BadRecordError(ValueError):
    """A file that is no saved playthrough, or one that does not fit today's rules or cards; says where."""


def saved(playthrough: Playthrough, digest: str, lists: tuple[Any, ...]) -> str:
    """The record of a playthrough. `digest` stands for the cards it uses, `lists` are the decks as JSON values."""
    return json.dumps(
        {
            "deckcli": "playthrough",
            "schema": SCHEMA,
            "game": playthrough.game.slug,
            "rules": playthrough.game.rules_version,
            "cards": digest,
            "seed": playthrough.setting.seed,
            "options": dict(playthrough.setting.options),
            "decks": list(lists),
            "choices": [list(option) for option in playthrough.log],
        },
        ensure_ascii=False,
    )


def record_of(text: str) -> Mapping[str, Any]:
    """The checked contents of a record. Raises BadRecordError for anything else, however large, deep or wrong."""
    if len(text) > MOST_CHARACTERS:
        raise BadRecordError("this file is too long for a saved playthrough")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecordError("this is no JSON, so no saved playthrough") from None
    if not isinstance(record, dict) or record.get("deckcli") != "playthrough":
        raise BadRecordError("this is no saved playthrough of deckcli")
    for key, kind in _KINDS.items():
        if not isinstance(record.get(key), kind) or isinstance(record.get(key), bool):
            raise BadRecordError(f"{key} is missing or of the wrong kind")
    if record["schema"] != SCHEMA:
        raise BadRecordError(
            f"this playthrough was saved in form {str(record['schema'])[:20]}, and this is form {SCHEMA}"
        )
    if len(record["choices"]) > _MOST_CHOICES:
        raise BadRecordError(f"more than {_MOST_CHOICES:,} choices")
    for number, option in enumerate(record["choices"], 1):
        if not _is_option(option):
            raise BadRecordError(f"choice {number} is no option")
    return record


def _is_option(value: Any) -> bool:
    """A list of a word and few small numbers or short words."""
    return (
        isinstance(value, list)
        and 0 < len(value) <= _LONGEST_OPTION
        and all(type(part) in (int, str) for part in value)
        and all(len(part) <= 200 if isinstance(part, str) else abs(part) < 1 << 63 for part in value)
    )


_KINDS: Mapping[str, type] = {
    "schema": int, "game": str, "rules": str, "cards": str, "seed": int, "options": dict, "decks": list,
    "choices": list,
}  # fmt: skip


def resumed(
    record: Mapping[str, Any], game: PlayedGame, setting: Setting, digest: str, *, watched: bool = False
) -> Playthrough:
    """The playthrough of a record, at the question where it was saved. Raises BadRecordError, at which choice it no
    longer fits, or, when every choice fits, whether rules or cards have changed since."""
    if record["game"] != game.slug:
        raise BadRecordError(f"this is a playthrough of the game {record['game'][:80]!r}, not of {game.slug}")
    log: list[Option] = [tuple(option) for option in record["choices"]]
    changed = []
    if record["rules"] != game.rules_version:
        changed.append(f"the rules were those of {record['rules'][:80]!r} and are those of {game.rules_version!r}")
    if record["cards"] != digest:
        changed.append("the cards have changed")
    try:
        again = replayed(game, setting, log, watched=watched)
    except NotOfferedError as error:
        why = f" ({' and '.join(changed)} since)" if changed else ""
        raise BadRecordError(f"the saved playthrough does not fit{why}: {error}") from None
    if changed:
        raise BadRecordError(f"{' and '.join(changed)} since this was saved, so it may not be the same game any more")
    return again
