"""Runs scripts that import tvm: `python -m relay_lite.as_tvm script.py [arguments]`, and modules:
`python -m relay_lite.as_tvm -m pytest [arguments]`.

install() makes `import tvm`, `from tvm import relay`, `import tvm.relay.transform`, ... mean the
modules of this package, for a conftest or an interpreter.
"""

import importlib
import importlib.abc
import importlib.util
import sys

from . import _missing


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules of TVM by their names."""

    def find_spec(self, name, path=None, target=None):
        if name != "tvm" and not name.startswith("tvm."):
            return None
        own = "relay_lite" + name[3:]
        try:
            found = importlib.util.find_spec(own)
        except ModuleNotFoundError:
            found = None
        if found is None:
            # Python asks for what is imported from a module, too, and then takes what is
            # missing for none of its business if it is said to be missing itself.
            raise ModuleNotFoundError(_missing.explain(_missing.get_imported_name(name)))
        return importlib.util.spec_from_loader(name, _missing.SameModule(own), origin=own)


_FINDER = _Finder()


def install():
    """Makes `tvm` this package from now on. An error if another tvm is imported already."""
    import relay_lite

    loaded = sys.modules.get("tvm")
    if loaded is not None and loaded is not relay_lite:
        raise ImportError("another tvm has been imported already")
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    sys.modules["tvm"] = relay_lite


def uninstall():
    """Ends what install() has begun."""
    if _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    for name in [n for n in sys.modules if n == "tvm" or n.startswith("tvm.")]:
        del sys.modules[name]


def _run(function):
    """Calls what runs a program; returns the exit code. An exception is shown as Python would
    show it without what is around the program."""
    try:
        function()
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__
        while trace and _is_own(trace):
            trace = trace.tb_next
        # The last frames have only made the message.
        last = None
        entry = trace
        while entry:
            last = entry if not _is_own(entry) else last
            entry = entry.tb_next
        if last:
            last.tb_next = None
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _is_own(trace):
    path = trace.tb_frame.f_code.co_filename
    return _missing.is_import_machinery(path) or path.endswith(("<frozen runpy>", "runpy.py"))


def main(arguments):
    """Runs a script or a module as the main program."""
    import os
    import runpy

    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    if arguments[0] == "-m":
        if len(arguments) == 1:
            print("error: -m needs the name of a module", file=sys.stderr)
            return 2
        install()
        sys.argv = arguments[1:]
        return _run(lambda: runpy.run_module(arguments[1], run_name="__main__", alter_sys=True))
    script = arguments[0]
    if not os.path.exists(script):
        print(f"error: no such script: {script}", file=sys.stderr)
        return 2
    install()
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    return _run(lambda: runpy.run_path(script, run_name="__main__"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
