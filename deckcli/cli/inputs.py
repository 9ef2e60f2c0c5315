"""Files that a person names, read within bounds."""

from __future__ import annotations

from pathlib import Path

from catalog.errors import UnreadableError
from deckcli.errors import UnknownListError


def bytes_of(path: Path, most: int, folder: str = "this is a folder.") -> bytes:
    """What a file holds, and never more than `most` + 1 bytes of it, so that the caller can tell one that is too long.

    Raises UnknownListError for a file that is not there, or a folder (`folder` says what then), UnreadableError for
    one that is there and cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise UnknownListError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise UnknownListError(f"{path}: {folder}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UnreadableError(str(path), f"cannot be opened: {why}.") from None


def text_of_file(path: Path, most: int, what: str) -> str:
    """A file that is `what` ("a saved game"), as text. Raises as `bytes_of`, and UnreadableError for one that is too
    long or not UTF-8."""
    data = bytes_of(path, most)
    if len(data) > most:
        raise UnreadableError(str(path), f"more than {most:,} bytes are too long for {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError(str(path), f"this is not {what}: it is not UTF-8") from None
