"""The command line tools of RelayLite, which are functions of its extension module.

The names of this module are the entry points of their scripts. Tools do not import the package
relay_lite, whose modules in Python they do not need.
"""

import signal
import sys
from functools import partial
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


compare = partial(_run, "compare")
compile = partial(_run, "compile")
lsp_server = partial(_run, "lsp-server")
opt = partial(_run, "opt")
reduce = partial(_run, "reduce")
run = partial(_run, "run")
translate = partial(_run, "translate")
