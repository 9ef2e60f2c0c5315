"""Errors of deckcli itself, by kind; the command line alone turns them into one line and an exit code."""

from __future__ import annotations


class DeckcliError(Exception):
    """The root; its text says what, where and what next."""


class UnknownListError(DeckcliError):
    """A LIST argument that is no file, no saved deck and no bundled deck, or that several fit. Exit code 4."""


class UnknownNameError(DeckcliError):
    """A NAME argument that no card (deck, game, format ...) has, or that several fit. Exit code 4."""


class UsageError(DeckcliError):
    """A command used wrongly in a way that its options cannot tell. Exit code 2."""


class PlayerError(DeckcliError):
    """A player that there is not, that cannot be made, or that failed at the table; the text names it."""


class CannotWriteError(DeckcliError):
    """An output that must not or cannot be written: a file that is there already, a folder that is not."""
