"""Makes the package of the build tree importable: RELAYLITE_PYTHON_PATH or build/python. If the variable is empty, the package is the installed one."""

import os
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_PATH = os.environ.get("RELAYLITE_PYTHON_PATH", str(_ROOT / "build/python"))
if _PATH:
    sys.path.insert(0, _PATH)
    # Processes that tests start look there too.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_PATH, os.environ.get("PYTHONPATH")]))


@pytest.fixture(autouse=True)
def keep_converters():
    """Forget the converters and exporters of operators that a test registers."""
    from relay_lite.relay.frontend.keras import registry as keras
    from relay_lite.relay.frontend.onnx import registry as onnx
    from relay_lite.relay.frontend.onnx.exporters import registry as exporters
    from relay_lite.relay.frontend.pytorch import registry as pytorch
    from relay_lite.relay.frontend.tflite import registry as tflite

    tables = [registry._CONVERTERS for registry in (keras, onnx, pytorch, tflite)]
    tables += [exporters._EXPORTERS, exporters._MADE]
    kept = [{name: list(entry) if isinstance(entry, list) else entry for name, entry in table.items()}
            for table in tables]
    yield
    for table, entries in zip(tables, kept):
        table.clear()
        table.update(entries)
