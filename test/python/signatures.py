"""How the tests read the signatures of TVM and those of the package.

tvm_signatures.txt has a line `path(parameters)` for each function, constructor and method of TVM
0.16, under the module that defines it, and a line `path < bases` for each class with bases."""

import ast
import importlib
import inspect
import re
from pathlib import Path

FILE = Path(__file__).parent / "tvm_signatures.txt"


def read():
    """Parameters by path, with those that classes inherit."""
    own, bases = {}, {}
    for line in FILE.read_text().splitlines():
        path, colon, names = line.partition(" < ")
        if colon:
            bases[path] = names.split()
        else:
            path, _, parameters = line.partition("(")
            own[path] = parameters[:-1]

    def get_members(cls):
        """The members of a class, inherited ones included: an empty name is the constructor."""
        members = {}
        for base in reversed(bases.get(cls, [])):
            members.update(get_members(base))
        members.update({path[len(cls):]: parameters for path, parameters in own.items()
                        if path == cls or path.rpartition(".")[0] == cls})
        return members

    inherited = {cls + name: parameters for cls in bases
                 for name, parameters in get_members(cls).items()}
    return {**inherited, **own}


def _look_up(path):
    """The place of a name, and its object; nothing if there is none."""
    holder, _, name = path.rpartition(".")
    try:
        return None, importlib.import_module(path)
    except ImportError:
        holder = _look_up(holder) if holder else None
        if holder is None or not hasattr(holder[1], name):
            return None
        return holder[1], getattr(holder[1], name)


def find(path):
    """The object under TVM's path, or one module further out, and the class or module
    that has it; None if there is nothing."""
    parts = path.split(".")[1:]
    # A method is in a class, which begins with a capital letter.
    last = -2 if len(parts) > 1 and parts[-2][0].isupper() else -1
    return _look_up(".".join(["relay_lite", *parts])) or \
        _look_up(".".join(["relay_lite", *parts[:last - 1], *parts[last:]]))


class Named:
    """A default that is known by its text only."""

    def __init__(self, text):
        self.text = text


def parse(parameters, values=()):
    """The parameters of a text: names, kinds and defaults. `value(0)` stands for the first of
    `values`."""
    arguments = ast.parse(f"def f({parameters}): pass").body[0].args

    def evaluate(default):
        if default is None:
            return inspect.Parameter.empty
        if isinstance(default, ast.Call) and ast.unparse(default.func) == "value":
            return values[default.args[0].value]
        try:
            return ast.literal_eval(default)
        except ValueError:
            return Named(ast.unparse(default))

    positional = arguments.posonlyargs + arguments.args
    kinds = [inspect.Parameter.POSITIONAL_ONLY] * len(arguments.posonlyargs) + \
        [inspect.Parameter.POSITIONAL_OR_KEYWORD] * len(arguments.args)
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    result = [(a.arg, kind, evaluate(d)) for a, kind, d in zip(positional, kinds, defaults)]
    if arguments.vararg:
        result.append((arguments.vararg.arg, inspect.Parameter.VAR_POSITIONAL, evaluate(None)))
    result += [(a.arg, inspect.Parameter.KEYWORD_ONLY, evaluate(d))
               for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        result.append((arguments.kwarg.arg, inspect.Parameter.VAR_KEYWORD, evaluate(None)))
    return result


def get_signatures(holder, name, value):
    """The parameters of something callable of the package, without self: several lists if C++
    overloads it."""
    function = value.__init__ if isinstance(value, type) else value
    is_method = isinstance(value, type) or isinstance(holder, type) and not isinstance(
        inspect.getattr_static(holder, name), (staticmethod, classmethod))
    if hasattr(function, "__nb_signature__"):
        found = []
        for text, _, values in function.__nb_signature__:
            inner = re.fullmatch(r"def \w+\((.*)\) -> .*", text, re.S)[1]
            parameters = parse(re.sub(r"\\(\d+)", r"value(\1)", inner), values or ())
            found.append(parameters[is_method and type(function).__name__ == "nb_method":])
        return found
    parameters = [(p.name, p.kind, p.default) for p in inspect.signature(value).parameters.values()]
    return [parameters[is_method and not isinstance(value, type):]]
