"""The package beside other installations, and its tools without the package."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from relay_lite import _ext


def run(code, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(Path(_ext.__file__).parents[1])}
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True,
                          env=environment)


def test_second_installation():
    spec = importlib.util.spec_from_file_location("second._ext", _ext.__file__)
    with pytest.raises(ImportError, match="another installation of RelayLite is loaded in this process"):
        importlib.util.module_from_spec(spec)
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_tool():
    code = "import sys, relay_lite_tools; assert 'relay_lite' not in sys.modules; relay_lite_tools.opt()"
    result = run(code, "--version")
    assert result.returncode == 0 and "RelayLite" in result.stdout, result


def test_exit_code_of_tool():
    result = run("import relay_lite_tools; relay_lite_tools.run()", "no-such-file.relay")
    assert result.returncode == 1 and "no-such-file.relay" in result.stderr, result


def test_unknown_tool():
    with pytest.raises(ValueError, match="no tool is named 'paint'"):
        _ext.run_tool("paint", ["paint"])
