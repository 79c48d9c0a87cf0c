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
            raise ModuleNotFoundError(_missing.explain(name))
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
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    script = arguments[0]
    if not os.path.exists(script):
        print(f"error: no such script: {script}", file=sys.stderr)
        return 2
    install()
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    runpy.run_path(script, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
