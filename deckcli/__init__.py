"""deckcli: build, judge and test decks of five card games."""

__version__ = "0.1.0"
