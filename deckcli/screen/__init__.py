"""Everything that is shown. The only room that may import Rich, and it does so only for a terminal."""
