"""Cards of Ashes 1.0, the game before Ashes Reborn: known by name, so that a list of the old game is told for one."""

from __future__ import annotations

from functools import lru_cache

from catalog.errors import DataFaultError
from catalog.home import data_root
from catalog.names import fold

OLD_GAME = "Ashes 1.0"


@lru_cache(maxsize=1)
def old_names() -> frozenset[str]:
    """The folded names of cards of Ashes 1.0 that no card of Ashes Reborn has. Raises DataFaultError when their file
    is broken."""
    import tomllib  # a name that no card has is rare

    path = data_root() / "ashes" / "old-names.toml"
    try:
        names = tomllib.loads(path.read_text(encoding="utf-8"))["names"]
        return frozenset(fold(str(name)) for name in names)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise DataFaultError(str(path), f"the names cannot be read: {error}") from error
