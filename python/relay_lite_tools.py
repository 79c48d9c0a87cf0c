"""The command line tools of RelayLite, which are functions of its extension module.

They start without the package, whose import takes most of a second tool's time.
"""

import signal
import sys
from importlib.util import module_from_spec, spec_from_file_location
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def _load_extension():
    """Return relay_lite._ext, without importing relay_lite."""
    folder = Path(__file__).absolute().parent / "relay_lite"
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"_ext{suffix}"
        if path.exists():
            spec = spec_from_file_location("_ext", path)
            extension = module_from_spec(spec)
            spec.loader.exec_module(extension)
            return extension
    raise ImportError(f"{folder} has no extension module _ext for this Python")


def _run(name):
    # The tools have no handlers of Python's.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    sys.exit(_load_extension().run_tool(name, sys.argv))


def compare():
    """Run relay-lite-compare."""
    _run("compare")


def compile():
    """Run relay-lite-compile."""
    _run("compile")


def lsp_server():
    """Run relay-lite-lsp-server."""
    _run("lsp-server")


def opt():
    """Run relay-lite-opt."""
    _run("opt")


def reduce():
    """Run relay-lite-reduce."""
    _run("reduce")


def run():
    """Run relay-lite-run."""
    _run("run")


def translate():
    """Run relay-lite-translate."""
    _run("translate")
