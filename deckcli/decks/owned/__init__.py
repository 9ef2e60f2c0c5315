"""What a person owns and what decks want of it: names, copies, what is missing, and tables of holdings (CSV)."""
