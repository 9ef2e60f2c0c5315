"""Names that a shell completes, before anything of the command line is imported (Typer alone takes longer than this).

Commands and options are left to Typer; so is a place where no name stands.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ARGUMENTS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("cards", "search"): ("search",),
    ("cards", "show"): ("card",),
    ("cards", "check"): ("list", ""),
    ("deck", "check"): ("list", ""),
    ("deck", "show"): ("list", ""),
    ("deck", "add"): ("deck", "card"),
    ("deck", "remove"): ("deck", "card"),
    ("deck", "set"): ("deck", "card"),
    ("deck", "edit"): ("deck", ""),
    ("deck", "rename"): ("deck", ""),
    ("deck", "copy"): ("deck", ""),
    ("deck", "note"): ("deck", ""),
    ("deck", "tag"): ("deck", ""),
    ("deck", "state"): ("deck", "state", ""),
    ("deck", "history"): ("deck", ""),
    ("deck", "diff"): ("list",),
    ("deck", "restore"): ("deck", ""),
    ("deck", "delete"): ("deck", ""),
    ("deck", "import"): ("list", ""),
    ("deck", "export"): ("list", ""),
    ("deck", "convert"): ("list", ""),
    ("collection", "add"): ("card",),
    ("collection", "remove"): ("card",),
    ("collection", "set"): ("card",),
    ("collection", "free"): ("card",),
    ("collection", "missing"): ("list",),
    ("deck", "odds"): ("list", "card"),
    ("deck", "hand"): ("list",),
    ("deck", "stats"): ("list",),
    ("collection", "wish"): ("list",),
    ("goldfish",): ("list", ""),
    ("duel",): ("list",),
    ("compare",): ("list",),
    ("league",): ("list",),
    ("first-five",): ("list", ""),
    ("play",): ("list", ""),
}
"""What the arguments of a command name, one after the other; the last goes on for ever."""

OPTIONS: Mapping[str, str] = {
    "-g": "game",
    "--game": "game",
    "--vs": "list",
    "--against": "list",
    "--phoenixborn": "card",
    "--main-character": "card",
    "--first-five": "card",
    "--effects-paid": "card",
    "--tutor": "card",
    "--players": "players",
    "--player": "player",
}
"""Options whose value is a name."""

VALUED = frozenset(OPTIONS) | {
    "--at", "--batch", "--binder", "--budget", "--candidates", "--cluster", "--color", "--condition", "--count-by",
    "--db", "--dice", "--difficulty", "--edition", "--encoding", "--faces", "--finish", "--for-trade", "--forget",
    "--format", "--from", "--html", "--index", "--jobs", "--language", "--limit", "--map", "--mulligan", "--name",
    "--note", "--offset-x", "--offset-y", "--option", "--out", "--output", "--pack", "--pay", "--phase", "--pile",
    "--plan", "--player", "--players", "--printing", "--product", "--remove", "--resume", "--rules", "--save",
    "--seats", "--seed", "--seen-by", "--sort", "--tag", "--to", "--turn", "--turns", "--vary", "-n", "-o",
    "--by",
}  # fmt: skip
"""Every option that takes a value: what follows it is no argument."""

STATES = ("built", "flexible", "idea")
PLAYERS = ("random", "goldfish", "heuristic", "search")
"""Who may sit at any table; packages bring more."""
OWN_PLAYERS: Mapping[str, tuple[str, ...]] = {"phase10": ("greedy",)}
"""Players that one game alone has."""


def complete() -> bool:
    """Write what the shell asked for, if it is a name; whether it was."""
    shell = os.environ.get("_DECKCLI_COMPLETE", "").partition("_")[2]
    if shell not in _SHELLS:
        return False
    words, begun, quote = _SHELLS[shell]()
    lead = ""
    name, equals, value = begun.partition("=")
    if equals and name in OPTIONS:  # --players=heu
        words, begun, lead = [*words, name], value, name + equals
    kind, game, library = wanted(words)
    if not kind or begun.startswith("-"):
        return False
    if kind == "players":  # one after the other, with commas between
        before, comma, begun = begun.rpartition(",")
        lead += before + comma
    found = [lead + name for name in _found(kind, begun, game, library)]
    return _write(shell, found, quote)


def wanted(words: Sequence[str]) -> tuple[str, str, Path | None]:
    """What stands behind these words of a command line: a kind of name ("" for anything else), the game that -g names,
    and the library that --db names."""
    from deckcli.titles import game_of

    told: dict[str, str] = {}
    plain: list[str] = []
    before = ""
    for word in words:
        if before:
            told[before], before = word, ""
        elif word in VALUED:
            before = word
        elif word.startswith("-") and len(word) > 1:
            name, _, value = word.partition("=")
            told[name] = value
        else:
            plain.append(word)
    game = game_of(told.get("-g", told.get("--game", "")))
    library = Path(told["--db"]) if told.get("--db") else None
    if before:
        return OPTIONS.get(before, ""), game, library
    for command in (tuple(plain[:2]), tuple(plain[:1])):
        if command in ARGUMENTS:
            kinds, at = ARGUMENTS[command], len(plain) - len(command)
            return kinds[min(at, len(kinds) - 1)], game, library
    return "", game, library


def _found(kind: str, begun: str, game: str, library: Path | None) -> list[str]:
    if kind in ("game", "state"):
        from deckcli.titles import TITLES

        known = tuple(TITLES) if kind == "game" else STATES
        return [word for word in known if word.startswith(begun.casefold())]
    if kind in ("player", "players"):
        return [name for name in players(game) if name.startswith(begun)]
    if kind == "search" and not begun.startswith("@"):
        return []
    from catalog.completing import names

    return names(kind, begun, game, library)


def players(game: str) -> list[str]:
    """The players that may sit at the tables of a game ("": of any), third parties' too, of which nothing is loaded."""
    from importlib.metadata import entry_points

    own = OWN_PLAYERS.get(game, ()) if game else tuple(name for names in OWN_PLAYERS.values() for name in names)
    guests = sorted(point.name for point in entry_points(group="deckcli.players") if point.name.isprintable())
    return list(dict.fromkeys((*PLAYERS, *own, *guests)))


# ---------------------------------------------------------------- shells


def _split(text: str) -> list[str]:
    """The words of a command line that may end within quotes."""
    import shlex

    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:  # the last word is still open
        words.append(lexer.token)
    return words


def _bash() -> tuple[list[str], str, str]:
    """The words before the one that is completed, that word, and the quotation mark it begins with."""
    raw = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD", "0") or 0)
    before, current = _glued(raw[1:at]), raw[at] if at < len(raw) else ""
    if current in _BREAKS or (before and before[-1].endswith(_BREAKS)):
        # It is a part of the word before it, and the shell exchanges this part alone.
        current = "" if current in _BREAKS else current
        whole = before.pop() if before else ""
        before += [whole.partition("=")[0]] if whole.startswith("--") else []
    quote = current[:1] if current[:1] in ("'", '"') else ""
    begun = current[1:] if quote else re.sub(r"\\(.)", r"\1", current)
    return [_plain(word) for word in before], begun, quote


_BREAKS = ("=", ":")
"""Where bash takes a word apart: --players=search:16 comes as five."""


def _glued(pieces: Sequence[str]) -> list[str]:
    """Words as they were typed, out of bash's pieces."""
    words: list[str] = []
    open_ = False
    for piece in pieces:
        if words and (piece in _BREAKS or open_):
            words[-1] += piece
        else:
            words.append(piece)
        open_ = piece in _BREAKS
    return words


def _plain(word: str) -> str:
    return " ".join(_split(word))


def _line() -> tuple[list[str], str, str]:
    """The same, of a shell that gives the whole line."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = _split(line)[1:]
    if words and not line[-1:].isspace():
        return words[:-1], words[-1], ""
    return words, "", ""


_SHELLS = {"bash": _bash, "zsh": _line, "fish": _line}


def _write(shell: str, found: Sequence[str], quote: str) -> bool:
    """The names as the shell takes them; whether there was anything to say."""
    if shell == "bash":
        sys.stdout.write("\n".join(_for_bash(name, quote) for name in found))
    elif shell == "zsh":
        items = "\n".join('"' + re.sub(r'([$`"\\])', r"\\\1", name).replace(":", r"\\:") + '"' for name in found)
        quoted = items.replace("'", "'\\''")
        sys.stdout.write(f"_arguments '*: :(({quoted}))'" if found else "_files")
    elif os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        raise SystemExit(0 if found else 1)
    else:
        sys.stdout.write("\n".join(found))
    return True


def _for_bash(name: str, quote: str) -> str:
    """A name as it is typed: between the quotation marks that were begun, else with a backslash where one is needed."""
    if quote == '"':
        return re.sub(r'([$`"\\])', r"\\\1", name)
    if quote == "'":
        return name.replace("'", "'\\''")
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", name)
