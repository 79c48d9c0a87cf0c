#!/usr/bin/env python3
"""Writes the table of operators into docs/ONNX.md, below its last heading.

  PYTHONPATH=build/python build/venv/bin/python3 utils/dev/generate_onnx_docs.py
"""

from pathlib import Path

from relay_lite.relay.frontend.onnx.table import make_table

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/ONNX.md"


def replace_table(text, table, begin):
    """Return a text with another table at its end; `begin` is that of the old one."""
    head, separator, _ = text.rpartition(begin)
    return head + "\n" + table if separator else text.rstrip("\n") + "\n\n" + table


def write(text):
    """Return the text of the document with a new table."""
    return replace_table(text, make_table(), "\n| Operator |")


if __name__ == "__main__":
    DOCUMENT.write_text(write(DOCUMENT.read_text()))
