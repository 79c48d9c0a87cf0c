#!/usr/bin/env python3
"""Generates the type stubs of relay_lite into its folder: those of the compiled
module, and those of the modules in Python as they are when they are imported,
with the names that they make then.

Parameters without annotations get the types that their docstrings tell.
"""

import argparse
import ast
import importlib
import inspect
import pkgutil
import re
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, TypeVar, Union

from nanobind.stubgen import StubGen

COMPILED = "relay_lite._ext"


def make_type_names(package):
    """The types that docstrings name."""
    ext = package._ext
    names = {"str": str, "bool": bool, "int": int, "float": float, "dict": Mapping,
             "IRModule": ext.IRModule, "IRModule or relay.Expr": Union[ext.IRModule, ext.RelayExpr],
             "Object": Any}
    for name in ("Function", "Var", "Type", "Call", "Span"):
        names[f"relay.{name}"] = names[name] = getattr(ext, name)
    names["relay.Expr"] = names["Expr"] = ext.RelayExpr
    return names


def find_type(text, names):
    """The type that a docstring gives a parameter; none if it is not one of the usual."""
    text, optional = re.subn(r", optional$", "", text.strip())
    found = names.get(text)
    sequence = re.fullmatch(r"list of (.+)", text)
    mapping = re.fullmatch(r"dict of (.+) to (.+)", text)
    if sequence and find_type(sequence[1], names) is not None:
        found = Sequence[find_type(sequence[1], names)]
    elif mapping and all(find_type(part, names) is not None for part in mapping.groups()):
        found = Mapping[find_type(mapping[1], names), find_type(mapping[2], names)]
    elif text.startswith("function of "):
        found = Callable[..., Any]
    return Optional[found] if optional and found is not None else found


def annotate(function, docstring, names):
    """Adds the types that the section on parameters of a docstring tells."""
    section = re.search(r"\n *Parameters\n *-+\n(.*?)(\n *[A-Z]\w+\n *-+\n|\Z)", docstring or "",
                        re.S)
    if not section:
        return
    parameters = inspect.signature(function).parameters
    for line in inspect.cleandoc("\n" + section[1]).splitlines():
        match = re.fullmatch(r"([\w*, ]+) : (.+)", line)
        for name in match[1].split(", ") if match else ():
            found = find_type(match[2], names)
            if name not in parameters or name in function.__annotations__ or found is None:
                continue
            # A default of None says that it may be None.
            if parameters[name].default is None:
                found = Optional[found]
            function.__annotations__[name] = found


def own(function, module, name):
    """The function as one of another module and name."""
    result = types.FunctionType(function.__code__, function.__globals__, name,
                                function.__defaults__, function.__closure__)
    result.__kwdefaults__, result.__doc__ = function.__kwdefaults__, function.__doc__
    result.__annotations__ = dict(function.__annotations__)
    result.__module__, result.__qualname__ = module, name
    return result


def prepare_class(cls, names):
    """Makes the methods that Python has given a class ones of its own."""
    for name, value in list(vars(cls).items()):
        if type(value).__name__ == "MissingMember":
            # At run time it says that the class has it not.
            delattr(cls, name)
        elif isinstance(value, types.FunctionType):
            if value.__module__ != cls.__module__ or value.__name__ != name:
                value = own(value, cls.__module__, name)
                setattr(cls, name, value)
            annotate(value, cls.__doc__ if name == "__init__" else value.__doc__, names)
        elif isinstance(value, staticmethod) and inspect.isfunction(value.__func__):
            function = own(value.__func__, cls.__module__, name)
            annotate(function, function.__doc__, names)
            setattr(cls, name, staticmethod(function))
        elif isinstance(value, property) and type(value.fget).__name__ == "nb_func":
            # A function of the compiled module under another name.
            setattr(cls, name, property(own(lambda self: ..., cls.__module__, name)))
        elif isinstance(value, property) and inspect.isfunction(value.fget):
            setters = [value.fset] if inspect.isfunction(value.fset) else [None]
            setattr(cls, name, property(own(value.fget, cls.__module__, name),
                                        *[s and own(s, cls.__module__, name) for s in setters]))


def annotate_passes(package):
    """A pass returns what it is given. The package itself does without typing, which takes long to
    import."""
    module, ext = package.transform.Pass.__module__, package._ext
    program = TypeVar("_Program", ext.IRModule, ext.RelayExpr)
    program.__module__ = module
    sys.modules[module]._Program = program
    package.transform.Pass.__call__.__annotations__.update({"mod": program, "return": program})


def list_modules(package):
    """All modules that are meant for users, the compiled one included."""
    names = [package.__name__, COMPILED]
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "_ext", "_generated", "as_tvm")):
            names.append(module.name)
    return [importlib.import_module(name) for name in names]


def generate(module, names):
    """The text of the stub of a module."""
    for name, value in list(vars(module).items()):
        if name in ("__getattr__", "_missing_getattr"):
            # At run time it says of wrong names that they are wrong.
            delattr(module, name)
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            prepare_class(value, names)
        elif inspect.isfunction(value) and value.__module__ == module.__name__:
            if value.__name__ != name:
                value = own(value, module.__name__, name)
                setattr(module, name, value)
            annotate(value, value.__doc__, names)
    generator = StubGen(module=module, include_docstrings=False, include_private=True, quiet=True)
    generator.put(module)
    text = re.sub(r"\n *__(all|slots)__: .*", "", generator.get())
    # The generator writes a tuple of one number without its comma.
    text = re.sub(r"=\((-?\d+)\)", r"=(\1,)", text)
    # An `object` of C++ has members, such as the attributes of a call.
    text = text.replace(") -> object: ...", ") -> Any: ...")
    if "-> Any" in text and not re.search(r"^from typing import .*\bAny\b", text, re.M):
        text = "from typing import Any\n\n" + text
    # A stub exports what it imports under another name only if it is listed.
    public = [name for name in vars(module)
              if not name.startswith("_") and re.search(rf"\b{name}\b", text)]
    return text.rstrip() + "\n\n__all__ = " + repr(sorted(public)) + "\n"


def make_alias(own, text):
    """The stub of a module that is `own` under another name."""
    names = ast.literal_eval(re.search(r"^__all__ = (.*)", text, re.M)[1])
    # Names that a module imports from Python's library are not for others.
    names = [name for name in names if hasattr(sys.modules[own], name) and
             getattr(getattr(sys.modules[own], name), "__module__", "relay_lite").startswith("relay_lite")]
    imports = ",\n".join(f"    {name} as {name}" for name in names)
    return f"from {own} import (\n{imports},\n)\n\n__all__ = {names!r}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, type=Path, help="the folder relay_lite")
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.package.resolve().parent))
    package = importlib.import_module("relay_lite")
    names = make_type_names(package)
    annotate_passes(package)
    # Nothing is written before all has been imported.
    texts = {module.__name__: generate(module, names) for module in list_modules(package)}
    for name, text in texts.items():
        path = arguments.package.joinpath(*name.split(".")[1:])
        is_package = Path(sys.modules[name].__file__).name == "__init__.py"
        path = path / "__init__.pyi" if is_package else path.with_suffix(".pyi")
        path.write_text(text)
    for alias, own in package._missing.ALIASES.items():
        path = arguments.package.joinpath(*alias.split(".")[1:])
        # Modules in what is no folder have no stubs of their own.
        if path.parent.is_dir():
            path.with_suffix(".pyi").write_text(make_alias(own, texts[own]))


if __name__ == "__main__":
    main()
