"""The life of a deck list: read, resolve, and the values in between."""
