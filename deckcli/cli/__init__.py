"""The command line: one module a noun; a command reads, calls one thing below, and shows."""
