"""XML from outside: never with types or entities of its own, never deeper or larger than a list can be."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from catalog.errors import UnreadableError
from deckcli.decks.formats.json_text import DEEPEST, Json

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DECLARED = re.compile(r"""\A\s*<\?xml[^>]*\?>""")
_BEGUN = re.compile(r"(?>(?:<\?.*?\?>|<!--.*?-->)\s*)*+<([A-Za-z_][\w.-]*)", re.S)
"""The first element, behind declarations and comments."""
_PLAIN = re.compile(r"[A-Za-z_][\w.-]*")
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""


def root_of(text: str, source: str) -> Element:
    """The root element of an XML text.

    Raises UnreadableError for broken XML, with line and column, for a document type or entities of its own, and for
    elements nested more than DEEPEST deep.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    # What an XML declaration says of the encoding is settled already: this is text.
    body = _DECLARED.sub("", text).lstrip()
    try:
        root: Element = fromstring(body, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        dropped = text[: len(text) - len(body)].count("\n")
        what = str(error).split(":")[0]
        raise UnreadableError(f"{source}:{line + dropped}:{column + 1}", f"broken XML: {what}.") from error
    except DefusedXmlException as error:
        raise UnreadableError(source, "XML with a document type or entities of its own is not read.") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(source, "this XML cannot be read.") from error
    _shallow(root, source)
    return root


def root_name(text: str) -> str:
    """The name of the first element, without reading the rest; "" where there is none."""
    begun = _BEGUN.match(text[:4_000].lstrip())
    return begun[1] if begun else ""


def escaped(text: str) -> str:
    """`text` for an element or an attribute; apostrophes stay as they are, as in other programs' files."""
    return html.escape(_UNFIT.sub("", text), quote=False).replace('"', "&quot;")


def attributes(values: Mapping[str, object]) -> str:
    """Attributes as they stand in an element; those of a name space of its own are left out."""
    return "".join(f' {key}="{escaped(str(value))}"' for key, value in values.items() if _PLAIN.fullmatch(key))


def count_of(text: str | None) -> Json:
    """An attribute that is a count: a number, the words that are none, or None where it is absent."""
    if text is None:
        return None
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 15 else text[:40]


def _shallow(root: Element, source: str) -> None:
    level, depth = [root], 0
    while level:
        if depth > DEEPEST:
            raise UnreadableError(source, f"XML nested more than {DEEPEST} deep is no deck list.")
        level, depth = [child for element in level for child in element], depth + 1
