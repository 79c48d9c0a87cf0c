"""Makes the package of the build tree importable: RELAYLITE_PYTHON_PATH or build/python."""

import os
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("RELAYLITE_PYTHON_PATH", str(_ROOT / "build/python")))
