"""The documents about ONNX."""

import importlib.util
import sys

import pytest
from onnx_exceptions import EXCEPTIONS, EXCEPTIONS_OF_FILES
from onnx_models import onnx
from test_docs import ROOT, test_document as run_document

DOCUMENT = (ROOT / "docs/ONNX.md").read_text()


def test_table_of_operators():
    if onnx.__version__ != "1.23.2":
        pytest.skip("the table is made with onnx 1.23.2")
    sys.path.insert(0, str(ROOT / "utils/dev"))
    import generate_onnx_docs

    assert generate_onnx_docs.write(DOCUMENT) == DOCUMENT, "run utils/dev/generate_onnx_docs.py"


def test_all_versions_of_operators_are_converted():
    """Each version of each operator that the package onnx knows has a converter or a body, or a reason."""
    from relay_lite.relay.frontend.onnx.importer import _has_body
    from relay_lite.relay.frontend.onnx.registry import find_converter
    from relay_lite.relay.frontend.onnx.table import MISSING

    found = {(schema.domain, schema.name) for schema in onnx.defs.get_all_schemas_with_history()
             if not schema.deprecated
             and find_converter(schema.domain, schema.name, schema.since_version) is None
             and not _has_body(schema.domain, schema.name, schema.since_version)}
    assert found == set(MISSING)


def test_exceptions_are_in_the_document():
    assert all(reason in DOCUMENT for _, reason in EXCEPTIONS + EXCEPTIONS_OF_FILES)


@pytest.mark.skipif(not importlib.util.find_spec("magika"), reason="needs the files of magika")
@pytest.mark.skipif(not importlib.util.find_spec("onnxruntime"), reason="needs onnxruntime")
def test_tutorial():
    run_document("docs/ImportingONNX.md", 9)
