"""Modules: sets of functions by name, which executors, libraries and executables are."""

import os
import time

from .. import _missing
from .._ext import write_file
from ..error import TVMError
from . import _library, _machines
from .packed_func import PackedFunc


class BenchmarkResult:
    """Times of runs in seconds.

    Parameters
    ----------
    results : list of float

    Attributes
    ----------
    results, min, mean, median, max, std
    """

    def __init__(self, results):
        import numpy as np

        self.results = results
        self.mean = np.mean(results)
        self.std = np.std(results)
        self.median = np.median(results)
        self.min = np.min(results)
        self.max = np.max(results)

    def __repr__(self):
        values = ", ".join(f"{name}={getattr(self, name)}"
                           for name in ("min", "mean", "median", "max", "std", "results"))
        return f"BenchmarkResult({values})"

    def __str__(self):
        names = ("mean", "median", "max", "min", "std")
        head = " ".join(f"{name + ' (ms)':^12}" for name in names)
        values = " ".join(f"{getattr(self, name) * 1000:^12.4f}" for name in names)
        return f"Execution time summary:\n{head}\n{values}"


class ModulePropertyMask:
    """The properties of modules: the bits of Module.get_property_mask()."""

    BINARY_SERIALIZABLE = 0b001
    RUNNABLE = 0b010
    DSO_EXPORTABLE = 0b100


class Module:
    """A set of functions: `module["name"]` is one of them.

    Parameters
    ----------
    type_key : str
        What it is: `GraphExecutor`, `VirtualMachine`, ...
    functions : dict of str to callable, or function of a name
        A function gives None for a name that it does not know.
    imports : list of Module
        Further modules, in which functions may be looked for, too.
    library : Library, optional
        What it exports.
    content : dict, optional
        What the file says about it.
    params : dict of str to NDArray, optional
        The constants that the file holds besides.
    """

    entry_name = "__tvm_main__"

    def __init__(self, type_key, functions, imports=(), library=None, content=None, params=None):
        self._type_key = type_key
        self._find = functions.get if isinstance(functions, dict) else functions
        self._imports = list(imports)
        self._library = library
        self._content = content
        self._params = params

    def get_function(self, name, query_imports=False) -> PackedFunc:
        """A function by name; an AttributeError if there is none.

        Parameters
        ----------
        name : str
        query_imports : bool
            Whether the modules that this one imports are searched, too.
        """
        function = self._look_up(name, query_imports)
        if function is None:
            raise AttributeError(f"Module has no function '{name}'")
        return PackedFunc(function)

    def _look_up(self, name, query_imports):
        function = self._find(name)
        if function is None and query_imports:
            found = (module._look_up(name, True) for module in self._imports)
            function = next((one for one in found if one is not None), None)
        return function

    def implements_function(self, name, query_imports=False) -> bool:
        """Whether there is a function; for the parameters see get_function."""
        return self._look_up(name, query_imports) is not None

    def __getitem__(self, name):
        if not isinstance(name, str):
            raise ValueError("Can only take string as function name")
        return self.get_function(name)

    @property
    def entry_func(self) -> PackedFunc:
        """The function that calling the module calls."""
        return self.get_function(self.entry_name)

    def __call__(self, *args):
        return self.entry_func(*args)

    def __repr__(self):
        return f"Module({self.type_key}, {id(self):x})"

    @property
    def type_key(self) -> str:
        """The kind of the module."""
        return self._type_key

    @property
    def format(self) -> str:
        """The format of the file that export_library writes; empty if there is none."""
        return "so" if self._library is not None else ""

    def get_source(self, fmt="") -> str:
        """The program of a library as text.

        Parameters
        ----------
        fmt : str
            `ll`, the default, for LLVM IR, `asm` for assembly, `mlir` for the relay dialect.
        """
        if self._library is None or fmt not in ("", "ll", "asm", "s", "mlir"):
            raise TVMError(f"Module[{self.type_key}] does not support get_source of the format "
                           f"'{fmt}': libraries have 'll', 'asm' and 'mlir'")
        if fmt == "mlir":
            return self._library.module.mlir()
        form = "assembly" if fmt in ("asm", "s") else "llvm"
        return self._compile().emit(form).decode()

    def _compile(self):
        """The code of the library."""
        if self._library is None:
            raise TVMError(f"Module {self.type_key} should be either dso exportable or binary "
                           "serializable.")
        return self._library.compile(self._content, self._params)

    @property
    def imported_modules(self) -> list:
        """The modules that this one imports."""
        return list(self._imports)

    def import_module(self, module) -> None:
        """Adds a module to those that this one imports."""
        if not isinstance(module, Module):
            raise TypeError(f"expected a Module, but got {module!r}")
        self._imports.append(module)

    def clear_imports(self) -> None:
        """Forgets the modules that this one imports."""
        self._imports.clear()

    def get_property_mask(self) -> int:
        """The properties of the module: bits of ModulePropertyMask."""
        exportable = self._library is not None
        return ModulePropertyMask.RUNNABLE | (ModulePropertyMask.DSO_EXPORTABLE if exportable else 0)

    @property
    def is_binary_serializable(self) -> bool:
        """Whether the module is bytes that are loaded by another one: none is."""
        return bool(self.get_property_mask() & ModulePropertyMask.BINARY_SERIALIZABLE)

    @property
    def is_runnable(self) -> bool:
        """Whether its functions can be called."""
        return bool(self.get_property_mask() & ModulePropertyMask.RUNNABLE)

    @property
    def is_dso_exportable(self) -> bool:
        """Whether export_library can write it."""
        return bool(self.get_property_mask() & ModulePropertyMask.DSO_EXPORTABLE)

    def save(self, file_name, fmt="") -> None:
        """Compiles the library to a file.

        Parameters
        ----------
        file_name : str
        fmt : str
            `o` for an object, `ll` for LLVM IR, `asm` for assembly; by default what the name of the
            file ends with.
        """
        file_name = os.fsdecode(file_name)
        fmt = fmt or os.path.splitext(file_name)[1][1:]
        forms = {"o": "object", "obj": "object", "ll": "llvm", "s": "assembly", "asm": "assembly"}
        if fmt not in forms:
            raise TVMError(f"Do not know how to save to file {file_name} with format '{fmt}'; "
                           f"those that are there: {', '.join(forms)}")
        _write(file_name, self._compile().emit(forms[fmt]))

    def export_library(self, file_name, *, fcompile=None, fpack_imports=None, addons=None,
                       workspace_dir=None, **kwargs) -> None:
        """Compiles the library to a file, which load_module reads, and programs in C use.

        Parameters
        ----------
        file_name : str
            An object (`.o`), an archive of an object (`.tar`), or a shared library.
        fcompile : function of (file, objects, options), optional
            What links a shared library, such as tvm.contrib.cc.create_shared, which False stands
            for.
        fpack_imports, addons : None
            There is nothing to pack.
        workspace_dir : str, optional
            The folder for objects.
        **kwargs
            What `fcompile` takes besides; `cc` is the C compiler that links.
        """
        from ..contrib import cc

        file_name = os.fsdecode(file_name)
        fcompile = cc.create_shared if fcompile is False else fcompile
        if addons or fpack_imports:
            raise TVMError("addons and fpack_imports have no meaning: one object has all code")
        code = self._compile()
        if file_name.endswith(".o"):
            _write(file_name, code.emit("object"))
        elif fcompile is None and not file_name.endswith(".tar"):
            linker = kwargs.pop("cc", "")
            if kwargs.pop("options", None) or kwargs:
                raise TVMError("options are for what links: give fcompile=tvm.contrib.cc.create_shared, "
                               "too")
            code.write_library(file_name, linker or "", self._library.get_linked_files())
        else:
            from ..contrib import tar, utils

            folder = utils.tempdir(workspace_dir and os.path.join(workspace_dir, "relay_lite"))
            path = folder.relpath("lib0.o")
            _write(path, code.emit("object"))
            (fcompile or tar.tar)(file_name, [path, *self._library.get_linked_files()], **kwargs)

    def time_evaluator(self, func_name, dev, number=10, repeat=1, min_repeat_ms=0,
                       limit_zero_time_iterations=100, cooldown_interval_ms=0,
                       repeats_to_cooldown=1, cache_flush_bytes=0, f_preproc=""):
        """A function that takes what a function of the module takes, and measures how long the
        calls last: a BenchmarkResult with `repeat` times in seconds, each the mean of `number`
        calls after one that does not count.

        Parameters
        ----------
        func_name : str
        dev : Device
            The CPU.
        number, repeat : int
        min_repeat_ms : int
            For how long a measurement lasts at least: `number` grows until it does.
        limit_zero_time_iterations : int
            How often a measurement that lasts no time at all is tried.
        cooldown_interval_ms, repeats_to_cooldown : int
            For how long to pause, and after how many measurements.
        cache_flush_bytes : int
            How many bytes are written before each measurement, so that the caches hold others.
        f_preproc : str
            The name of a registered function that is called before each measurement.
        """
        for name, value, least in (("number", number, 1), ("repeat", repeat, 1),
                                   ("min_repeat_ms", min_repeat_ms, 0)):
            if value < least:
                raise TVMError(f"expected at least {least} as {name}, but got {value}")
        _machines.check_device(dev)
        function = self.get_function(func_name)
        prepare = _find_preparation(f_preproc)

        def measure(count, args):
            flushed = bytearray(cache_flush_bytes)
            flushed[::64] = b"\1" * len(flushed[::64])
            if prepare:
                prepare(*args)
            begin = time.perf_counter()
            for _ in range(count):
                function(*args)
            return time.perf_counter() - begin

        def evaluate(*args):
            function(*args)
            count, times = number, []
            for index in range(repeat):
                duration = measure(count, args)
                attempts = 1
                while duration * 1000 < min_repeat_ms or \
                        duration == 0 and attempts < limit_zero_time_iterations:
                    attempts += 1
                    # As much more as is missing, and at least twice as many.
                    factor = min_repeat_ms / (duration * 1000) if duration else 2
                    count = int(count * max(min(factor * 1.1, 1000), 1.618)) + 1
                    duration = measure(count, args)
                times.append(duration / count)
                if cooldown_interval_ms and (index + 1) % repeats_to_cooldown == 0:
                    time.sleep(cooldown_interval_ms / 1000)
            return BenchmarkResult(times)

        return evaluate


def _find_preparation(name):
    """The registered function of a name, or None for no name."""
    from .._registry import get_global_func

    return get_global_func(name) if name else None


def load_module(path, fmt="") -> Module:
    """The module of a file that export_library has written.

    Parameters
    ----------
    path : str
    fmt : str
        Ignored: the file tells what it is.
    """
    path = os.fsdecode(path)
    if not os.path.isfile(path):
        raise ValueError(f"cannot find file {path}")
    path = os.path.realpath(path)
    if path.endswith((".o", ".tar")):
        path = _link(path)
    return _make_module(*_library.load(path))


def _link(path):
    """Makes a shared library of an object or of an archive of objects; its path."""
    from ..contrib import cc, tar, utils

    folder = utils.tempdir()
    objects = tar.normalize_file_list_by_unpacking_tars(folder, [path])
    for file_name in objects:
        _check_object(path, file_name)
    cc.create_shared(path + ".so", objects)
    return path + ".so"


def _check_object(path, file_name):
    """Refuses a file that is no object before a linker does, whose messages are long. A file of an
    archive may also be a library."""
    from .. import _ext

    with open(file_name, "rb") as file:
        kind = _ext.describe_contents(file.read(512))
    if kind not in ("an object file", "a shared library", "an archive of object files"):
        raise TVMError(f"cannot load {path}: expected an object file, but got {kind}")


def _write(path, data):
    """Writes a file that has all of the data, or stays as it was."""
    try:
        write_file(path, data)
    except OSError as error:
        raise TVMError(f"cannot write '{path}': {error.strerror}") from None


# Makes the module of a library and of what its file says: _factories sets it, which needs modules.
_make_module = None


def enabled(target) -> bool:
    """Whether programs can run for a target."""
    words = str(target).split()
    return bool(words) and words[0] in ("llvm", "c", "cpu")


__getattr__ = _missing.make_getattr("tvm.runtime.module")
