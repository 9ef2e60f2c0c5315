"""How each game's board is drawn."""
