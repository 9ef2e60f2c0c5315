"""deckcli: build, judge and test decks of five card games."""

__version__ = "0.1.0"

EFFECTS = ", ".join(
    (
        "ashes 9",
        "cipher 16",
        "fantasyform 2",
        "phase 4",
    )
)
"""The words that effects are written in. Who changes what a word means or how it is said changes this, so that every
catalogue is made anew. It stands here for look-ups, which import no game."""
