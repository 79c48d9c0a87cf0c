"""The document about PyTorch."""

import sys

from test_docs import ROOT, test_document as run_document

DOCUMENT = (ROOT / "docs/PyTorch.md").read_text()


def test_table_of_operators():
    sys.path.insert(0, str(ROOT / "utils/dev"))
    import generate_pytorch_docs

    assert generate_pytorch_docs.write(DOCUMENT) == DOCUMENT, "run utils/dev/generate_pytorch_docs.py"


def test_examples(monkeypatch):
    monkeypatch.chdir(ROOT)
    run_document("docs/PyTorch.md", 2)
