"""Card data as others publish it, read from the person's disk into a pack of the person's own, text included.

`read_cards` accounts for every row of a file; whether a file with refused rows is taken is the caller's business.
Nothing here writes a file, and nothing here imports a database.
"""

from __future__ import annotations

from catalog.importers.forms import NoTemplateError, template
from catalog.importers.merge import entry_of
from catalog.importers.pack import pack_bytes
from catalog.importers.read import FORMATS, read_cards
from catalog.importers.values import Imported, Known, Row

__all__ = [
    "FORMATS",
    "Imported",
    "Known",
    "NoTemplateError",
    "Row",
    "entry_of",
    "pack_bytes",
    "read_cards",
    "template",
]
