"""How any card game is played. Standard library only; never says phase, turn or action."""
