"""`python -m deckcli` and the console script."""

from __future__ import annotations

import gc
import os

_SELDOM = 50_000
"""Objects made before Python looks for circles among them: a command over thousands of rows ends before it need."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(_SELDOM)
    try:
        if "_DECKCLI_COMPLETE" in os.environ:  # a shell waits for the rest of a word
            from deckcli.completing import complete

            if complete():
                return
        from deckcli.cli.app import run
    except KeyboardInterrupt:  # Ctrl-C before there is a command line to answer it
        raise SystemExit(130) from None
    code = run()
    import signal  # which Typer has loaded

    # Python waits for threads of its own yet; Ctrl-C ends that at once and without words.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise SystemExit(code)


if __name__ == "__main__":
    main()
