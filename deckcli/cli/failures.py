"""Errors as people and scripts see them: one line on standard error, and an exit code."""

from __future__ import annotations

import os
import sys
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
from deckcli.screen.safe import safe_lines

FINE, NO, USAGE, UNREADABLE, UNKNOWN, DATABASE, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

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
    if isinstance(error, BrokenPipeError):
        # The reader has had enough (`| head`): leave quietly, and keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    if isinstance(error, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else NO
    typers: Any = error
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        return _usage(typers)
    if type(error).__name__ == "Abort":
        return _say("interrupted", INTERRUPTED)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return _say(str(error), code)
    if isinstance(error, OSError):
        return _say(f"{error.filename or 'deckcli'}: {error.strerror or error}", DATABASE)
    if isinstance(error, MemoryError):
        return _say("not enough memory for this", UNREADABLE)
    raise error


def _say(text: str, code: int) -> int:
    sys.stderr.write("\n".join(safe_lines(text)) + "\n")
    return code


def _usage(error: Any) -> int:
    """A Typer usage error (missing argument, wrong option): where help is, and what was wrong."""
    context = getattr(error, "ctx", None)
    message = error.format_message()
    if context is not None and not message:
        sys.stderr.write(context.get_help() + "\n")
        return USAGE
    if context is not None:
        sys.stderr.write(f"{context.get_usage()}\nTry '{context.command_path} --help'.\n")
    return _say(f"Error: {message}", int(error.exit_code))
