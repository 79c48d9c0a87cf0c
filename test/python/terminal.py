"""Programs whose standard error is a terminal."""

import os
import pty
import subprocess
import sys


def run_on_terminal(*arguments):
    """Return the standard error of a program in Python, which has to succeed."""
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *map(str, arguments)], stderr=terminal,
        env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})
    os.close(terminal)
    text = b""
    try:
        while part := os.read(main, 4096):
            text += part
    except OSError:
        pass  # The other end is closed.
    os.close(main)
    assert process.wait() == 0, text
    return text.decode()
