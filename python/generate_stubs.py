#!/usr/bin/env python3
"""Generates the type stubs of relay_lite into its folder: those of the compiled
module, and those of the modules in Python as they are when they are imported,
with the names that they make then.

Parameters without annotations get the types that their docstrings tell, and Any
otherwise. Type checkers would take the type of a default value instead. The
declarations in stubs.pat replace or complete generated ones.
"""

import argparse
import ast
import enum
import importlib
import inspect
import pkgutil
import re
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, TypeVar, Union

from nanobind.stubgen import ReplacePattern, StubGen, load_pattern_file

COMPILED = "relay_lite._ext"


def make_type_names(package):
    """The types that docstrings name."""
    ext = package._ext
    names = {"str": str, "bool": bool, "int": int, "float": float,
             "dict": Mapping[Any, Any],
             "IRModule": ext.IRModule, "IRModule or relay.Expr": Union[ext.IRModule, ext.RelayExpr],
             "IRModule or relay.Function": Union[ext.IRModule, ext.Function],
             "Object": Any}
    for name in ("Function", "Var", "Type", "Call", "Span"):
        names[f"relay.{name}"] = names[name] = getattr(ext, name)
    names["relay.Expr"] = names["Expr"] = ext.RelayExpr
    return names


def find_type(text, names, sequence=Sequence, mapping=Mapping):
    """The type that a docstring tells; none if it is not one of the usual."""
    text, optional = re.subn(r"(, optional| or None)$", "", text.strip())
    found = names.get(text)
    elements = re.fullmatch(r"list of (.+)", text)
    entries = re.fullmatch(r"dict of (.+?) to (.+)", text)
    if elements:
        element = find_type(elements[1], names, sequence, mapping)
        found = sequence[element] if element is not None else None
    elif entries:
        types_ = tuple(find_type(entry, names, sequence, mapping) for entry in entries.groups())
        found = mapping[types_] if None not in types_ else None
    elif text.startswith("function of "):
        found = Callable[..., Any]
    return Optional[found] if optional and found is not None else found


def read_section(docstring, title):
    """Return the types that a section of a docstring tells, as texts by name."""
    section = re.search(rf"\n *{title}\n *-+\n(.*?)(\n *[A-Z]\w+\n *-+\n|\Z)", docstring or "", re.S)
    lines = inspect.cleandoc("\n" + section[1]).splitlines() if section else ()
    matches = filter(None, (re.fullmatch(r"([\w*, ]+) : (.+)", line) for line in lines))
    return {name: match[2] for match in matches for name in match[1].split(", ")}


# Containers without the types of their elements.
ELEMENT_TYPES = {list: list[Any], set: set[Any], dict: dict[Any, Any], tuple: tuple[Any, ...]}
# Methods that scripts override. Their parameters may have other names there.
OVERRIDDEN = re.compile(r"Expr(Functor|Visitor|Mutator)\.visit|DFPatternCallback\.callback|"
                        r"PassInstrument\.(should_run|run_)")
# The results of special methods that have no annotation.
RESULTS = {"__init__": None, "__setitem__": None, "__eq__": bool, "__contains__": bool,
           "__hash__": int, "__len__": int, "__int__": int, "__float__": float, "__repr__": str,
           "__str__": str}


def annotate(function, docstring, names, is_method=False):
    """Annotate all parameters, by the section of a docstring on them, and the result."""
    parameters = list(inspect.signature(function).parameters.values())[is_method:]
    documented = read_section(docstring, "Parameters")
    annotations = function.__annotations__
    for parameter in parameters:
        found = find_type(documented.get(parameter.name, ""), names)
        # A default of None says that it may be None.
        if found is not None and parameter.default is None:
            found = Optional[found]
        annotations.setdefault(parameter.name, Any if found is None else found)
    annotations.setdefault("return", RESULTS.get(function.__name__, Any))
    for name, type_ in annotations.items():
        annotations[name] = ELEMENT_TYPES.get(type_, type_) if isinstance(type_, type) else type_
    if parameters and OVERRIDDEN.match(function.__qualname__):
        signature = inspect.signature(function)
        function.__signature__ = signature.replace(parameters=[
            parameter.replace(kind=inspect.Parameter.POSITIONAL_ONLY)
            if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD else parameter
            for parameter in signature.parameters.values()])


class Declaration:
    """A member of a class that stands for the result of a function in the stub: the generator of
    nanobind writes the signature of such a value."""

    def __init__(self, write):
        self.write = write

    @property
    def __nb_signature__(self):
        return self.write()


def get_classes(module):
    """Return the definitions of the classes of a module in Python, by name."""
    if not module.__file__.endswith(".py"):
        return {}
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def add_members(cls, definition, names, generator):
    """Add the attributes that methods of a class give its objects."""
    documented = {**read_section(cls.__doc__, "Parameters"), **read_section(cls.__doc__, "Attributes")}
    module = vars(generator.module)
    names = {**names, **{name: value for name, value in module.items() if inspect.isclass(value)},
             "dict": dict[Any, Any], "list": list[Any]}
    for node in ast.walk(definition):
        if (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and
                isinstance(node.value, ast.Name) and node.value.id == "self" and
                not hasattr(cls, node.attr)):
            found = find_type(documented.get(node.attr, ""), names, list, dict)
            declare(cls, node.attr, Any if found is None else found, generator)


def declare(cls, name, type_, generator):
    """Declare an attribute of the objects of a class."""
    setattr(cls, name, Declaration(lambda: f"{name}: {generator.type_str(type_)}"))


def declare_constructor(cls, names, generator):
    """Declare the parameters of a class whose objects are not made by `__init__`. The generator of
    nanobind leaves `__new__` out."""
    constructor = (vars(cls).get("__new__") if type(cls) is type else
                   vars(type(cls)).get("__call__"))
    function = getattr(constructor, "__func__", constructor)
    if not inspect.isfunction(function) or hasattr(cls, "__nb_signature__"):
        return
    function = own(function, cls.__module__, "__new__")
    annotate(function, cls.__doc__, names, is_method=True)
    function.__annotations__["return"] = cls
    cls._constructor = Declaration(
        lambda: f"def __new__{generator.signature_str(inspect.signature(function))}: ...")


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
            annotate(value, cls.__doc__ if name == "__init__" else value.__doc__, names,
                     is_method=True)
        elif isinstance(value, (staticmethod, classmethod)) and inspect.isfunction(value.__func__):
            function = own(value.__func__, cls.__module__, name)
            annotate(function, function.__doc__, names, is_method=isinstance(value, classmethod))
            setattr(cls, name, type(value)(function))
        elif isinstance(value, property) and type(value.fget).__name__ == "nb_func":
            # A function of the compiled module under another name.
            set_property(cls, name, lambda self: ..., value.fset, names)
        elif isinstance(value, property) and inspect.isfunction(value.fget):
            set_property(cls, name, value.fget, value.fset, names)


def set_property(cls, name, getter, setter, names):
    """Give a class a property of its own."""
    accessors = [own(accessor, cls.__module__, name) for accessor in (getter, setter)
                 if inspect.isfunction(accessor)]
    for accessor in accessors:
        annotate(accessor, "", names, is_method=True)
    setattr(cls, name, property(*accessors))


def add_variable(module, name, *bounds):
    """Define a type variable in a module. The package itself does without typing, which takes long
    to import."""
    variable = TypeVar(name, *bounds)
    variable.__module__ = module.__name__
    setattr(module, name, variable)
    return variable


def annotate_passes(package):
    """Say that a pass returns an object of the class that it is given."""
    transform, ext = sys.modules[package.transform.Pass.__module__], package._ext
    program = add_variable(transform, "_Program", ext.IRModule, ext.RelayExpr)
    transform.Pass.__call__.__annotations__.update({"mod": program, "return": program})


def set_bases(cls, *bases):
    """Give a class other bases in its stub."""
    for subclass in cls.__subclasses__():
        set_bases(subclass, *(ELEMENT_TYPES.get(base, base) for base in subclass.__bases__))
    cls.__orig_bases__ = bases


def annotate_containers(package):
    """Give Array and Map the types of their elements. Without them they are of anything."""
    container = package.ir.container
    element, key, value = (add_variable(container, name) for name in ("_T", "_K", "_V"))
    ELEMENT_TYPES.update({container.Array: container.Array[Any], container.Map: container.Map[Any, Any]})
    set_bases(container.Array, tuple[element, ...])
    set_bases(container.Map, dict[key, value])
    set_bases(package.ir.module._Functions, container.Map[package._ext.GlobalVar, package._ext.Function])


def annotate_visits(functor):
    """Give the methods of visitors the kinds of nodes that they are called for."""
    for cls in (functor.ExprFunctor, functor.ExprVisitor, functor.ExprMutator):
        for kind, name in functor._METHODS.items():
            method = getattr(cls, name)
            method.__annotations__[list(inspect.signature(method).parameters)[1]] = kind


def annotate_nodes(package):
    """Give classes that only test or make objects of the compiled module the class of these
    objects, and a tuple of which fields can be taken that of an expression."""
    relay, node = package.relay, package._ext.MetaObject
    for cls in (relay.backend.Executor, relay.backend.Runtime, package.tir.Var):
        set_bases(cls, node)
    set_bases(relay.expr.TupleWrapper, package.runtime.ObjectGeneric, package._ext.RelayExpr)


def open_class(cls):
    """Return the patterns that let a class have any member, but none of its subclasses: its objects
    are of one of these, which type checkers do not know."""
    def add(cls, *lines):
        name = re.escape(f"{cls.__module__}.{cls.__qualname__}.__prefix__")
        return ReplacePattern(re.compile(f"^{name}$"), [*lines, ""], 0)

    patterns = [add(cls, "\\from typing import Any", "def __getattr__(self, name: str, /) -> Any: ...")]
    subclasses = cls.__subclasses__()
    while subclasses:
        subclass = subclasses.pop()
        patterns.append(add(subclass, "__getattr__: None  # type: ignore"))
        subclasses += subclass.__subclasses__()
    return patterns


def read_imports(module):
    """Return the imports of a module whose annotations are texts: they use the names as they are."""
    source = inspect.getsource(module) if module.__name__ != COMPILED else ""
    if "\nfrom __future__ import annotations\n" not in source:
        return ""
    statements = ast.parse(source).body
    for statement in list(statements):
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            statements += statement.body
    return "".join(ast.unparse(statement) + "\n" for statement in statements
                   if isinstance(statement, (ast.Import, ast.ImportFrom)) and
                   getattr(statement, "module", "") != "__future__")


def list_modules(package):
    """All modules that are meant for users, the compiled one included. The module of ONNX's backends
    is left out, since it needs other packages."""
    names = [package.__name__, COMPILED]
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "_ext", "_generated", "as_tvm",
                                     "onnx_backend")):
            names.append(module.name)
    return [importlib.import_module(name) for name in names]


def declare_named_tuples(module, text):
    """The text of a stub, with the named tuples of the module declared by their fields."""
    for name, value in vars(module).items():
        if not inspect.isclass(value) or NamedTuple not in getattr(value, "__orig_bases__", ()):
            continue
        fields = "".join(f"    {field}: {type_.__name__}\n"
                         for field, type_ in value.__annotations__.items())
        text = re.sub(rf"^class {name}\(<function NamedTuple.*\n(?:(?: .*)?\n)*",
                      f"class {name}(NamedTuple):\n{fields}\n", text, flags=re.M)
        text = text.replace("import _collections\n", "from typing import NamedTuple\n")
    return text


def generate(module, names, patterns):
    """The text of the stub of a module."""
    generator = StubGen(module=module, include_docstrings=False, include_private=True, quiet=True,
                        patterns=patterns)
    classes = get_classes(module)
    for name, value in list(vars(module).items()):
        if name in ("__getattr__", "_missing_getattr") and value.__module__ != module.__name__:
            # At run time it says of wrong names that they are wrong.
            delattr(module, name)
        elif (inspect.isclass(value) and value.__module__ == module.__name__ and
              not isinstance(value, enum.EnumMeta)):
            prepare_class(value, names)
            if name in classes:
                add_members(value, classes[name], names, generator)
                declare_constructor(value, names, generator)
        elif inspect.isfunction(value) and value.__module__ == module.__name__:
            if value.__name__ != name:
                value = own(value, module.__name__, name)
                setattr(module, name, value)
            annotate(value, value.__doc__, names)
    generator.put(module)
    text = re.sub(r"\n *__(all|slots|dataclass_params|match_args|hash)__: .*", "", generator.get())
    text = declare_named_tuples(module, text)
    imports = read_imports(module)
    for statement in ast.parse(imports).body:
        for alias in statement.names:
            # The generator takes what is imported for variables, and their modules for others.
            name = alias.asname or alias.name
            text = re.sub(rf"^(import {name}|{name}(:| =) .*)\n", "", text, flags=re.M)
    text = imports + text
    # The generator writes a tuple of one number without its comma.
    text = re.sub(r"=( ?)\((-?\d+)\)", r"=\1(\2,)", text)
    if module.__name__ == COMPILED:
        # Python makes its sequences of them.
        text = re.sub(r"-> tuple\[(\w+), \.\.\.\]", r"-> relay_lite.ir.container.Array[\1]", text)
    # An `object` of C++ has members, such as the attributes of a call.
    text = text.replace(") -> object: ...", ") -> Any: ...")
    for result in ("list[Any]", "dict[Any, Any]", "tuple[Any, ...]"):
        text = text.replace(f" -> {result.partition('[')[0]}: ...", f" -> {result}: ...")
    if (re.search(r"\bAny\b", text) and "Any" not in vars(module) and
            not re.search(r"^from typing import .*\bAny\b", text, re.M)):
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
    annotate_containers(package)
    annotate_visits(package.relay.expr_functor)
    annotate_nodes(package)
    # Nothing is written before all has been imported.
    patterns = load_pattern_file(Path(__file__).with_name("stubs.pat"))
    for cls in (package._ext.RelayExpr, package._ext.Type, package._ext.DFPattern,
                package.relay.build_module.ExecutorFactoryModule):
        patterns += open_class(cls)
    texts = {module.__name__: generate(module, names, patterns)
             for module in list_modules(package)}
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
