#!/usr/bin/env python3
"""Writes the table of operators into docs/PyTorch.md, below its last heading.

  PYTHONPATH=build/python build/venv/bin/python3 utils/dev/generate_pytorch_docs.py
"""

from pathlib import Path

from generate_onnx_docs import replace_table
from relay_lite.relay.frontend.pytorch.table import make_table

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/PyTorch.md"


def write(text):
    """Return the text of the document with a new table."""
    return replace_table(text, make_table(), "\n| Operators |")


if __name__ == "__main__":
    DOCUMENT.write_text(write(DOCUMENT.read_text()))
