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
    """Forget the converters of ONNX operators that a test registers."""
    from relay_lite.relay.frontend.onnx import registry

    kept = {name: list(versions) for name, versions in registry._CONVERTERS.items()}
    yield
    registry._CONVERTERS.clear()
    registry._CONVERTERS.update(kept)
