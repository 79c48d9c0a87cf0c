"""Libraries that run and export programs: the only place that knows how they are compiled.

A library has functions of an optimized module. Everything else, executors included, asks it for the
names and types of their parameters and calls them.
"""

import os
import threading

from .. import _ext
from ..error import TVMError, _suggest
from ..ir.container import Any
from ._machines import get_machine
from ._values import as_array, check_fields, flatten, flatten_type, unflatten, wrap
from .container import ADT
from .name_transforms import sanitize_name

# Each thread adds to the memory that a call takes.
_MOST_THREADS = 16

# The version of the content of exported libraries.
_VERSION = 1

# The functions of a file that give what it holds besides the functions of the library.
_CONTENT, _CONSTANTS = "relay_lite_content", "relay_lite_constants"


class _Functions:
    """Functions by name.

    Parameters
    ----------
    signatures : dict of str to tuple
        The parameters of each function, as names and types, and the type of its result.
    """

    def __init__(self, signatures):
        self._signatures = signatures

    def list_functions(self) -> list:
        """The names of the functions."""
        return list(self._signatures)

    def get_parameters(self, name) -> list:
        """The names and types of the parameters of a function; a ValueError if there is none."""
        return self._get_signature(name)[0]

    def get_result_type(self, name):
        """The type of the result of a function."""
        return self._get_signature(name)[1]

    def _get_signature(self, name):
        if name not in self._signatures:
            raise ValueError(f"Cannot find function {name} in module"
                             + _suggest(name, self._signatures))
        return self._signatures[name]


class Library(_Functions):
    """The functions of an optimized module.

    Those of tensors and tuples run as machine code, which the first call compiles for this machine,
    whatever the target is. Functions of references and functions are evaluated, and so are all of a
    module with functions of other compilers, which may be Python's.

    Parameters
    ----------
    module : IRModule
        With types.
    target : Target, optional
        What it is compiled for.
    externals : dict of str to ExternalFunction, optional
        By their symbols: what runs functions that other compilers compile.
    """

    def __init__(self, module, target=None, externals=None):
        super().__init__({
            var.name_hint: ([(param.name_hint, param.checked_type) for param in function.params],
                            function.checked_type.ret_type)
            for var, function in module.functions.items()})
        self.module = module
        self.target = target
        self.externals = externals or {}
        # Names of functions that are not for C programs.
        self._internal = [name for name, (parameters, result) in self._signatures.items()
                          if _is_external(module[name])
                          or not all(map(_is_for_c, [result, *(one for _, one in parameters)]))]
        self._program = self._native = None
        self._lock = threading.Lock()

    @property
    def kind(self) -> str:
        """The kind of the target."""
        return self.target.kind.name if self.target is not None else "llvm"

    def call(self, name, arguments):
        """The result of a function: an NDArray, or an ADT for a tuple.

        Parameters
        ----------
        name : str
        arguments : list of NDArray or tuple
        """
        result_type = self.get_result_type(name)
        with self._lock:
            # If several threads call a function for the first time, one compiles it.
            is_native = not self.externals and name not in self._internal
            if is_native and self._native is None:
                self._native = self._compile_here()
            elif not is_native and self._program is None:
                self._program = _ext.Program(self.module, self.externals)
        if is_native:
            return _call_native(self._native, name, self.get_parameters(name), arguments, result_type)
        return wrap(self._program.call(name, list(arguments)))

    def _compile_here(self):
        """The functions as machine code in this process."""
        return _ext.NativeLibrary(_ext.compile_module(
            self.module, "relay", internal=self._internal, threads=self._count_threads(is_here=True)))

    def compile(self, content, params):
        """The code of the library as a CompiledModule of C++.

        Parameters
        ----------
        content : dict
            What load() gives besides the functions.
        params : dict of str to NDArray or None
            Constants that load() gives, too.
        """
        import json

        # The compiler tells if main is not for C.
        internal = [name for name in self._internal if name != "main"]
        signatures = {name: [[(parameter, _describe_type(checked_type))
                              for parameter, checked_type in parameters], _describe_type(result)]
                      for name, (parameters, result) in self._signatures.items()
                      if name not in internal}
        names = list(params or {})
        text = json.dumps({"version": _VERSION, "content": content, "functions": signatures,
                           "params": names})
        data = {_CONTENT: [as_array(list(text.encode("ascii")), "int8")]}
        if params:
            data[_CONSTANTS] = list(params.values())
        triple, cpu, features = get_machine(self.target)
        return _ext.compile_module(
            self.module, _get_c_name(content.get("name", "relay")), triple, cpu, features,
            internal,
            {symbol: external.get_link()[0] for symbol, external in self.externals.items()},
            self._count_threads(is_here=not triple), data)

    def _count_threads(self, is_here) -> int:
        """The most threads of code: num-cores of the target, or as many as this machine has cores if
        the code is for it."""
        attrs = self.target.attrs if self.target is not None else {}
        default = min(os.cpu_count() or 1, _MOST_THREADS) if is_here else 1
        return int(attrs.get("num-cores", default))

    def get_linked_files(self) -> list:
        """The files with the functions of other compilers, which an exported library needs."""
        return list(dict.fromkeys(external.get_link()[1] for external in self.externals.values()))


class LoadedLibrary(_Functions):
    """The functions of a library from a file: what Library is for those of a module.

    Parameters
    ----------
    path : str
    """

    kind = "llvm"
    # The functions of other compilers are in the file, or in those that it is linked with.
    externals = {}

    def __init__(self, path, native):
        import json

        self.path = path
        self._native = native
        functions = json.loads(self._native.description)["functions"]
        self._symbols = {function["name"]: function["symbol"] for function in functions}
        if _CONTENT not in self._symbols:
            # relay-lite-compile has written it.
            super().__init__({one["name"]: (
                [(leaf["name"], _make_type(leaf)) for leaf in one["inputs"]],
                _make_type(one["outputs"][0] if len(one["outputs"]) == 1 else one["outputs"]))
                for one in functions})
            self.content = {"kind": "library"}
            self._param_names = []
            return
        text, = self._native.call(_CONTENT, [])
        description = json.loads(bytes(memoryview(text)))
        if description["version"] != _VERSION:
            raise TVMError(f"cannot load {path}: it was written in version {description['version']} of "
                           f"the format, but this is version {_VERSION}")
        self.content = description["content"]
        super().__init__({
            name: ([(parameter, _make_type(one)) for parameter, one in parameters], _make_type(result))
            for name, (parameters, result) in description["functions"].items()})
        self._param_names = description["params"]

    @property
    def module(self):
        """An error: there is no program any more."""
        raise TVMError(f"{self.path} holds compiled code, not the program: copy the file, or build "
                       "the program again")

    def get_constants(self) -> dict:
        """The constants that were written with the functions, by name."""
        if not self._param_names:
            return {}
        return dict(zip(self._param_names, self._native.call(_CONSTANTS, [])))

    def call(self, name, arguments):
        """The result of a function; for the parameters see Library.call."""
        return _call_native(self._native, name, self.get_parameters(name), arguments,
                            self.get_result_type(name))

    def compile(self, content, params):
        """An error: there is no program any more."""
        return self.module

    def get_link(self, name) -> tuple:
        """The name of the C function of a function, and the file that has it."""
        return self._symbols[name], self.path


class SymbolLibrary:
    """The C functions of a shared library of others. Each has the type RelayLiteFunctionPointer of
    RelayLite-c/Compiled.h; how many results it has, and of which types, only its users know.

    Parameters
    ----------
    path : str
    native : NativeLibrary
    """

    kind = "dso"
    content = {"kind": "symbols"}

    def __init__(self, path, native):
        self.path = path
        self._native = native

    def has_function(self, name) -> bool:
        """Whether there is a C function."""
        return self._native.has_symbol(name)

    def bind(self, name, function_type):
        """A C function as a function of arrays.

        Parameters
        ----------
        name : str
        function_type : FuncType
            Its results have static shapes.
        """
        types = [(list(map(int, leaf.shape)), leaf.dtype)
                 for leaf in flatten_type(function_type.ret_type)]

        def call(*arguments):
            results = iter(self._native.call_symbol(name, flatten(tuple(arguments)), types))
            return unflatten(function_type.ret_type, results)

        return call

    def get_link(self, name) -> tuple:
        """The name of the C function, and the file that has it."""
        return name, self.path


def load(path) -> tuple:
    """The library of a file, and what was said about it when it was written."""
    native = _ext.NativeLibrary(path)
    library = (LoadedLibrary if native.description else SymbolLibrary)(path, native)
    return library, library.content


def _call_native(native, name, parameters, arguments, result_type):
    """The result of a function of a NativeLibrary of RelayLite's."""
    for (parameter, checked_type), argument in zip(parameters, arguments):
        check_fields(parameter, checked_type, argument)
    results = iter(native.call(name, flatten(tuple(arguments))))
    return unflatten(result_type, results, lambda fields: ADT(0, fields))


def _get_c_name(name):
    """The name of a program as C has names."""
    name = sanitize_name(name)
    return "_" + name if name[0].isdigit() else name


def _is_external(function):
    """Whether another compiler compiles a function."""
    return bool(function.attrs) and "Compiler" in function.attrs.keys()


def _is_for_c(checked_type):
    """Whether C programs have values of a type: tensors and tuples of them."""
    if isinstance(checked_type, _ext.TupleType):
        return all(map(_is_for_c, checked_type.fields))
    return isinstance(checked_type, _ext.TensorType)


def _describe_type(checked_type):
    """A type as JSON has it: a list for a tuple."""
    if isinstance(checked_type, _ext.TupleType):
        return list(map(_describe_type, checked_type.fields))
    if not isinstance(checked_type, _ext.TensorType):
        # The compiler says at which function.
        return str(checked_type)
    return {"dtype": checked_type.dtype,
            "shape": [size if isinstance(size, int) else -1 for size in checked_type.shape]}


def _make_type(description):
    """The type that _describe_type has described."""
    if isinstance(description, list):
        return _ext.TupleType(list(map(_make_type, description)))
    shape = [Any() if size == -1 else size for size in description["shape"]]
    return _ext.TensorType(shape, description["dtype"])
