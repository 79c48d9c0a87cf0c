"""The examples of docs/Python.md run."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_python_document():
    text = (ROOT / "docs/Python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 7
    names = {"__name__": "document"}
    for i, block in enumerate(blocks):
        exec(compile(block, f"docs/Python.md, example {i + 1}", "exec"), names)
