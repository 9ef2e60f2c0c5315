"""Errors as people and scripts see them: one line on standard error, and an exit code."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import Any

from catalog.errors import (
    CatalogError,
    DatabaseTroubleError,
    DataFaultError,
    NotThereError,
    QueryError,
    UnreadableError,
    WrongValueError,
)
from deckcli.errors import DeckcliError, UnknownListError, UnknownNameError, UsageError
from deckcli.screen.safe import is_text, safe_lines

_LONGEST = 1_000
"""Characters of a line of an error."""
FINE, NO, USAGE, UNREADABLE, UNKNOWN, DATABASE, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

_NO_NUMBER = re.compile(r"is not a valid (int|float)(?:eger)?(?: range)?")
"""What Typer says of a word that is no number."""
_RANGE = re.compile(r"is not in the range (?:(\S+?)<=)?x(?:<=(\S+?)|>=(\S+?))?(?=\.?$)")
"""What it says of a number that is too small or too large."""


class Said(int):
    """An exit code of which a person has been told already."""


_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (UsageError, USAGE),
    (QueryError, USAGE),
    (WrongValueError, USAGE),
    (UnreadableError, UNREADABLE),
    (NotThereError, UNKNOWN),
    (UnknownListError, UNKNOWN),
    (UnknownNameError, UNKNOWN),
    (DatabaseTroubleError, DATABASE),
    (DataFaultError, DATABASE),
    (CatalogError, NO),
    (DeckcliError, NO),
)


def told(error: BaseException) -> int:
    """Say what went wrong and return the exit code. Raises `error` again when it is a fault of ours."""
    if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
        # The reader has had enough (`| head`): leave quietly, and keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    if isinstance(error, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else NO
    typers: Any = error
    if type(error).__name__ == "NoArgsIsHelpError":
        return _say(typers.format_message(), USAGE)
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        return _usage(typers)
    if type(error).__name__ == "Abort":
        return _say("interrupted", INTERRUPTED)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return _say(str(error), code)
    if isinstance(error, OSError):
        return _say(f"{error.filename or 'deckcli'}: {error.strerror or error}", DATABASE)
    if isinstance(error, UnicodeEncodeError) and not is_text(error.object):
        return _say(f'"{error.object}" holds bytes that are no text here. Is this a UTF-8 terminal?', USAGE)
    if isinstance(error, MemoryError):
        return _say("not enough memory for this", UNREADABLE)
    raise error


def _say(text: str, code: int) -> int:
    # A word too many cannot be helped where standard error is full or gone; the exit code still tells.
    with suppress(OSError):
        sys.stderr.write("\n".join(map(_short, safe_lines(text))) + "\n")
    return code


def _short(line: str) -> str:
    """A line without its middle, when what was typed is so long that nobody would find the end of it."""
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"


def _no_number(found: re.Match[str]) -> str:
    return f"is no {'whole ' if found[1] == 'int' else ''}number"


def _out_of(found: re.Match[str]) -> str:
    least, most = found[1] or found[3], found[2]
    return (
        f"is not from {least} to {most}"
        if least and most
        else f"is less than {least}"
        if least
        else f"is more than {most}"
    )


def _usage(error: Any) -> int:
    """A Typer usage error (missing argument, wrong option) in one line: which command, what was wrong, what next."""
    context = getattr(error, "ctx", None)
    message = _RANGE.sub(_out_of, _NO_NUMBER.sub(_no_number, error.format_message().rstrip()))
    if context is None:
        return _say(message, int(error.exit_code))
    path = context.command_path
    own = getattr(error, "option_name", "")
    if own and context.parent and any(own in option.opts for option in context.find_root().command.params):
        return _say(f"{own} stands before the command: `deckcli {own} ... {path.partition(' ')[2]}`.", USAGE)
    ending = "" if message.endswith((".", "?")) else "."
    return _say(f"{path}: {message[:1].lower()}{message[1:]}{ending} `{path} --help` shows how.", int(error.exit_code))
