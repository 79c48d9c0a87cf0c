"""The examples of the documents about Python run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("document, least", [
    ("README.md", 1), ("docs/Python.md", 7), ("docs/ExternalCompilers.md", 4),
    ("docs/FromTVM.md", 9), ("docs/Patterns.md", 4), ("docs/ONNX.md", 3),
    ("docs/TFLite.md", 2), ("docs/Keras.md", 1)])
def test_document(document, least):
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= least
    names = {"__name__": "document"}
    for i, block in enumerate(blocks):
        exec(compile(block, f"{document}, example {i + 1}", "exec"), names)
