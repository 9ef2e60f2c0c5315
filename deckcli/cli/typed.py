"""A line that a person types at a terminal, where Tab completes it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence


def completing(ask: Callable[[str], str], known: Callable[[str], Sequence[str]]) -> Callable[[str], str]:
    """Who asks for a line: `ask`, and at a terminal that can do more, the same with Tab. `known` tells the lines that
    what has been typed may become."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ask
    try:
        import readline
    except ImportError:  # Windows has none
        return ask

    def found(_: str, number: int) -> str | None:
        lines = known(readline.get_line_buffer())
        return lines[number] if number < len(lines) else None

    def asked(prompt: str) -> str:
        readline.set_completer(found)
        try:
            return input(prompt).strip()
        finally:
            readline.set_completer(None)

    readline.set_completer_delims("")  # a line is completed as a whole
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    return asked
