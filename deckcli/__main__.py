"""`python -m deckcli` and the console script."""

from __future__ import annotations


def main() -> None:
    """Run the command line and leave with its exit code."""
    from deckcli.cli.app import run

    raise SystemExit(run())


if __name__ == "__main__":
    main()
