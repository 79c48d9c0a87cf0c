"""The tables of operators in the documents about importers."""

import sys

import pytest
from test_docs import ROOT

pytest.importorskip("tflite")


@pytest.mark.parametrize("name", ["TFLite.md", "Keras.md"])
def test_tables(name):
    sys.path.insert(0, str(ROOT / "utils/dev"))
    import generate_importer_docs

    heading, make_table = generate_importer_docs.DOCUMENTS[name]
    text = (ROOT / "docs" / name).read_text()
    assert generate_importer_docs.write(text, heading, make_table()) == text, \
        "run utils/dev/generate_importer_docs.py"
