"""How sheets of proxies come out of a printer: which of their sides, and how far the backs are shifted."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from deckcli.errors import UsageError

Faces: TypeAlias = Literal["front", "back", "both"]
MOST = 10.0
"""Millimetres that backs are shifted at most: farther, they would leave the paper."""


class Printer(NamedTuple):
    """What is printed: the sheets of the fronts, those of the backs, or each front with its back behind it.

    `faces` None is "both" for a deck that has a card with two faces, else "front". `right` and `up` shift the sheets
    of backs, in mm, as one looks at them.
    """

    faces: Faces | None = None
    right: float = 0.0
    up: float = 0.0

    def of(self, two_faced: bool) -> Faces:
        """What is printed of a deck. Raises UsageError where backs are to be shifted and there are none."""
        faces = self.faces or ("both" if two_faced else "front")
        if faces == "front" and (self.right or self.up):
            raise UsageError("--offset-x and --offset-y shift the sheets of backs, and none is printed. "
                             "Add --faces both, or --faces back.")  # fmt: skip
        return faces


def printer(to: str, faces: Faces | None, right: float | None, up: float | None) -> Printer:
    """The options of `deck export` as a printer. Raises UsageError for a number that is no shift, and where one of
    them is told for something that is not printed as sheets of proxies."""
    told = {"--faces": faces, "--offset-x": right, "--offset-y": up}
    if to != "pdf" and (words := [option for option, value in told.items() if value is not None]):
        what = "a checklist has no backs" if to == "checklist" else f"{to} is not printed on sheets of cards"
        raise UsageError(f"{' and '.join(words)}: for proxies alone (--to pdf); {what}.")
    for option, value in (("--offset-x", right), ("--offset-y", up)):
        if value is not None and not -MOST <= value <= MOST:  # nan neither
            raise UsageError(f"{option} {value:g}: a shift is from -{MOST:g} to {MOST:g} mm.")
    return Printer(faces, right or 0.0, up or 0.0)
