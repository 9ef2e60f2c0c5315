"""The card catalogue and the person's library. Imports nothing heavy: see `reading`, `loading`, `library`."""
