"""Runs programs of all kinds: dynamic shapes, control flow, several functions."""

import os

from .. import _missing
from ..error import TVMError, _expect, _list_names, _suggest
from . import _executable, _machines, _values
from .container import Map
from .module import BenchmarkResult, Module
from .ndarray import Device, NDArray
from .params import load_param_dict_from_file, save_param_dict_to_file


def convert(args) -> list:
    """Arguments as arrays, and as tuples of them."""
    for arg in args:
        if isinstance(arg, dict) or callable(arg):
            raise TypeError(f"Unsupported type: {type(arg)}")
    return [_values.to_value(arg) for arg in args]


class Executable:
    """A program that is compiled for VirtualMachine.

    Parameters
    ----------
    mod : Module
        What another executable has as `mod`.

    Attributes
    ----------
    mod, module : Module
    """

    def __init__(self, mod):
        self.mod = mod
        self._function_params = {}

    @property
    def module(self) -> Module:
        """The program as a module."""
        return self.mod

    def save(self) -> tuple:
        """The program as bytes, and its library; load_exec makes an executable of both."""
        return self.mod["save"](), self.lib

    @staticmethod
    def load_exec(bytecode, lib):
        """The executable of what save() has given.

        Parameters
        ----------
        bytecode : bytes
        lib : Module or None
            Programs with functions of other compilers need it.
        """
        if not isinstance(bytecode, (bytes, bytearray)):
            raise TypeError("bytecode is expected to be the type of bytearray or TVMByteArray, but "
                            f"received {type(bytecode)}")
        if lib is not None and not isinstance(lib, Module):
            raise TypeError("lib is expected to be the type of tvm.runtime.Module, but received "
                            f"{type(lib)}")
        library, late = _executable.deserialize(bytes(bytecode), lib and lib._library)
        return Executable(make_executable_module(Program(library, dict.fromkeys(late))))

    @property
    def lib(self) -> Module:
        """The library."""
        return self.mod["get_lib"]()

    @property
    def stats(self) -> str:
        """How many functions, operators and constants the program has."""
        return self.mod["get_stats"]()

    @property
    def primitive_ops(self) -> list:
        """The names of the functions of operators."""
        return self.mod["get_primitives"]()

    @property
    def primitives(self) -> str:
        """The functions of operators as text."""
        return "\n".join(f"VM PackedFunc[{index}]: {name}"
                         for index, name in enumerate(self.primitive_ops))

    @property
    def bytecode(self) -> str:
        """The functions as text for people."""
        return self.mod["get_bytecode"]()

    @property
    def constants(self) -> str:
        """The constants as text."""
        return self.mod["get_constants"]()

    @property
    def virtual_devices(self) -> str:
        """The devices as text."""
        return "VirtualDevice[0]: device type 1, id 0 and mem_scope "

    @property
    def globals(self) -> list:
        """The names of the functions."""
        return self.mod["get_globals"]()

    def get_function_params(self, func_name) -> list:
        """The names of the parameters of a function."""
        if func_name not in self._function_params:
            count = self.mod["get_function_arity"](func_name)
            self._function_params[func_name] = [
                self.mod["get_function_param_name"](func_name, index) for index in range(count)]
        return self._function_params[func_name]

    def move_late_bound_consts(self, path, byte_limit) -> None:
        """Moves large constants of `main` to a file; the program runs after they are loaded again.

        Parameters
        ----------
        path : str
        byte_limit : int
            The size of the smallest constant that is moved.
        """
        path = os.fsdecode(path)
        save_param_dict_to_file(self.get_late_bound_consts(byte_limit), path)

    def get_late_bound_consts(self, byte_limit) -> dict:
        """The large constants of `main` by name; the program runs after they are loaded again.

        Parameters
        ----------
        byte_limit : int
            The size of the smallest constant that is moved.
        """
        return self.mod["get_late_bound_consts"](byte_limit)

    def load_late_bound_consts(self, path) -> None:
        """Loads the constants of a file that move_late_bound_consts has written."""
        self.mod["load_late_bound_consts"](path)

    def load_late_bound_consts_from_map(self, map) -> None:
        """Loads constants.

        Parameters
        ----------
        map : dict of str to NDArray
            What get_late_bound_consts has given.
        """
        self.mod["load_late_bound_consts_from_map"](map)


class Program:
    """A library, and the constants of `main` that were moved out of it.

    Parameters
    ----------
    library : Library
    constants : dict of str to NDArray or None
        None stands for one that has to be loaded. They are the last parameters of `main`.
    move : function of (library, byte_limit), optional
        It gives a library without large constants, and these.
    """

    def __init__(self, library, constants=None, move=None):
        self.library = library
        self.constants = constants or {}
        self._move = move

    def get_parameters(self, function):
        """The parameters of a function that get arguments; see Library."""
        parameters = self.library.get_parameters(function)
        return parameters[:len(parameters) - len(self._get_constants(function))]

    def _get_constants(self, function):
        return self.constants if function == "main" else {}

    def call(self, function, arguments):
        """The result of a function; see Library."""
        constants = self._get_constants(function)
        missing = [name for name, value in constants.items() if value is None]
        if missing:
            raise TVMError(f"the constants {', '.join(missing)} of the program have not been loaded")
        return self.library.call(function, [*arguments, *constants.values()])

    def move_constants(self, byte_limit):
        """Moves large constants out; see Executable."""
        if self._move is None or self.constants:
            raise TVMError("constants are moved once, right after a program is compiled")
        self.library, constants = self._move(self.library, byte_limit)
        self.constants = dict.fromkeys(constants)
        return constants

    def load_constants(self, constants):
        """Sets constants that were moved out."""
        missing = [name for name in self.constants if name not in constants]
        if missing:
            raise TVMError(f"the constants {', '.join(missing)} of the program are not among those "
                           "that are loaded")
        self.constants = {name: constants[name] for name in self.constants}

    def get_content(self):
        """The description of the program in a file."""
        return {"kind": "vm", "late": list(self.constants)}


def make_executable_module(program):
    """The module of an executable."""
    library = program.library

    def get_param_name(function, index):
        return program.get_parameters(function)[index][0]

    def move(byte_limit):
        constants = program.move_constants(byte_limit)
        made._library, made._content = program.library, program.get_content()
        return Map(constants)

    functions = {
        "save": lambda: bytearray(_executable.serialize(program.library, list(program.constants))),
        "get_lib": lambda: Module(library.kind, {}, library=program.library,
                                  content=program.get_content()),
        "get_late_bound_consts": move,
        "load_late_bound_consts": lambda path: program.load_constants(
            load_param_dict_from_file(path)),
        "load_late_bound_consts_from_map": program.load_constants,
        "get_stats": lambda: _executable.describe_size(library),
        "get_primitives": lambda: _executable.list_primitives(library),
        "get_bytecode": lambda: _executable.describe_functions(program.library),
        "get_constants": lambda: _executable.describe_constants(library),
        "get_globals": library.list_functions,
        "get_function_arity": lambda function: len(program.get_parameters(function)),
        "get_function_param_name": get_param_name,
        "vm_load_executable": lambda: Module("VirtualMachine",
                                             _Machine(program).get_functions())}
    made = Module("VMExecutable", functions, library=library, content=program.get_content())
    return made


class _Machine:
    """Arguments and results of the functions of a program."""

    def __init__(self, program):
        self.program = program
        # Arguments by function, None for those that are not set yet, and arrays for results.
        self.arguments = {}
        self.shared_outputs = {}
        self.result = None
        self.is_ready = False

    def init(self, *devices):
        for device_type in devices[::3]:
            _machines.check_device(Device(device_type, 0))
        self.is_ready = True

    def get_input_index(self, name, function="main"):
        names = [parameter for parameter, _ in self.program.get_parameters(function)]
        return names.index(name) if name in names else -1

    def set_input(self, function, *arguments):
        count = len(self.program.get_parameters(function))
        if len(arguments) != count:
            raise TVMError(f"The number of provided parameters doesn't match the number of assigned "
                           f"parameters: {function} takes {count} arguments, but got "
                           f"{len(arguments)}")
        self.arguments[function] = list(arguments)

    def set_one_input(self, function, key, value):
        parameters = self.program.get_parameters(function)
        index = self.get_input_index(key, function) if isinstance(key, str) else key
        if not 0 <= index < len(parameters):
            raise TVMError(f"{function} has no input {key}"
                           + _suggest(key, [name for name, _ in parameters]))
        arguments = self.arguments.setdefault(function, [None] * len(parameters))
        arguments[index] = _values.to_value(value)

    def set_outputs(self, function, *arrays):
        for array in arrays:
            _expect(array, NDArray, "an NDArray for each output")
        self.shared_outputs[function] = arrays

    def invoke(self, function):
        parameters = self.program.get_parameters(function)
        arguments = self.arguments.get(function, [None] * len(parameters))
        missing = [name for (name, _), value in zip(parameters, arguments) if value is None]
        if missing:
            raise TVMError(f"Input has not been set for {_list_names(missing)} of function {function}")
        self.result = self.program.call(function, arguments)
        arrays = self.shared_outputs.pop(function, None)
        if arrays is not None:
            results = _values.flatten(self.result)
            if len(arrays) != len(results):
                raise TVMError(f"{function} has {len(results)} outputs, but got {len(arrays)} arrays")
            for array, value in zip(arrays, results):
                array.copyfrom(value)
        return self.result

    def invoke_return_to_device(self, function, device_type, device_id, *arguments):
        self.set_input(function, *convert(arguments))
        return self.invoke(function)

    def get_results(self):
        if self.result is None:
            raise TVMError("there are no outputs yet: invoke a function first")
        return self.result if isinstance(self.result, tuple) else (self.result,)

    def get_functions(self):
        names = ("init", "get_input_index", "set_input", "set_one_input", "set_outputs", "invoke",
                 "invoke_return_to_device")
        return {**{name: getattr(self, name) for name in names},
                "invoke_stateful": lambda function: self.invoke(function) and None,
                "get_output": lambda index: self.get_results()[index],
                "get_num_outputs": lambda: len(self.get_results())}


class VirtualMachine:
    """Runs the functions of a program.

    Parameters
    ----------
    exe : Executable or Module
        A module is what an executable has as `mod`.
    device : Device or list of Device
        The CPU.
    memory_cfg : str or dict of Device to str, optional
        `naive` or `pooled`: it makes no difference.

    Attributes
    ----------
    module : Module

    Examples
    --------
    >>> executable = relay.vm.compile(mod, "llvm", params=params)
    >>> machine = tvm.runtime.vm.VirtualMachine(executable, tvm.cpu())
    >>> result = machine.invoke("main", data)
    """

    NAIVE_ALLOCATOR = 1
    POOLED_ALLOCATOR = 2

    def __init__(self, exe, device, memory_cfg=None):
        if not isinstance(exe, (Executable, Module)):
            raise TypeError(f"exe is expected to be the type of Executable, but received {type(exe)}")
        self._exec = exe if isinstance(exe, Executable) else Executable(exe)
        self.module = self._exec.mod["vm_load_executable"]()
        devices = device if isinstance(device, (list, tuple)) else [device]
        if not all(isinstance(one, Device) for one in devices):
            raise TypeError("dev is expected to be Device or List[Device]")
        if not isinstance(memory_cfg, (str, dict, type(None))):
            raise TypeError("memory_cfg is expected be string or dictionary, but received "
                            f"{type(memory_cfg)}")
        kinds = [memory_cfg] if isinstance(memory_cfg, str) else (memory_cfg or {}).values()
        for kind in kinds:
            if kind not in ("naive", "pooled", self.NAIVE_ALLOCATOR, self.POOLED_ALLOCATOR):
                raise ValueError(f"expected the allocator naive or pooled, but got {kind!r}")
        self.module["init"](*[number for one in devices for number in (
            one.device_type, one.device_id, self.POOLED_ALLOCATOR)])

    def _arrange(self, func_name, args, kwargs):
        """Arguments by position and by name in the order of the parameters. Names that no parameter
        has are ignored, as in TVM."""
        if not kwargs:
            return args
        names = self._exec.get_function_params(func_name)
        rest = iter(args)
        missing = [name for name in names if name not in kwargs]
        if len(missing) != len(args):
            raise TypeError(f"{func_name} takes {', '.join(names)}, but got {len(args)} arguments "
                            f"besides {', '.join(name for name in names if name in kwargs)}")
        return [kwargs[name] if name in kwargs else next(rest) for name in names]

    def set_input(self, func_name, *args, **kwargs) -> None:
        """Sets the arguments of a function.

        Parameters
        ----------
        func_name : str
        *args, **kwargs : NDArray, array, number, tuple or list
        """
        self.module["set_input"](func_name, *convert(self._arrange(func_name, args, kwargs)))

    def set_one_input(self, func_name, *args, **kwargs) -> None:
        """Sets one argument of a function.

        Parameters
        ----------
        func_name : str
        *args : str or int, and NDArray
            The name or position of the parameter and its value, or:
        **kwargs : NDArray
            A value by name.
        """
        pairs = list(kwargs.items()) if kwargs else [args]
        if len(pairs) != 1 or len(pairs[0]) != 2 or kwargs and args:
            raise TypeError("expected the name or position of one input and its value")
        self.module["set_one_input"](func_name, *pairs[0])

    def invoke(self, func_name, *args, **kwargs):
        """The result of a function.

        Parameters
        ----------
        func_name : str
        *args, **kwargs : NDArray, array, number, tuple or list
            By default what was set before.
        """
        if args or kwargs:
            self.set_input(func_name, *args, **kwargs)
        return self.module["invoke"](func_name)

    def run(self, *args, **kwargs):
        """The result of the function `main`; see invoke."""
        return self.invoke("main", *args, **kwargs)

    def invoke_stateful(self, func_name, *args, **kwargs) -> None:
        """Calls a function; get_outputs() gives the result. For the parameters see invoke."""
        if args or kwargs:
            self.set_input(func_name, *args, **kwargs)
        self.module["invoke_stateful"](func_name)

    def invoke_with_outputs(self, func_name, input_args, output_args) -> None:
        """Calls a function, and copies its results to arrays.

        Parameters
        ----------
        func_name : str
        input_args : dict of str to NDArray or array, or None
            None stands for what was set before.
        output_args : list of NDArray
        """
        if input_args:
            self.set_input(func_name, **input_args)
        self.module["set_outputs"](func_name, *output_args)
        self.module["invoke"](func_name)

    def get_outputs(self) -> list[NDArray]:
        """The results of the last call."""
        return [self.module["get_output"](index)
                for index in range(self.module["get_num_outputs"]())]

    def get_input_index(self, input_name, func_name="main") -> int:
        """The position of a parameter; -1 if there is none of the name."""
        return self.module["get_input_index"](input_name, func_name)

    def benchmark(self, device, *args, func_name="main", repeat=5, number=5, min_repeat_ms=None,
                  limit_zero_time_iterations=100, end_to_end=False, cooldown_interval_ms=0,
                  repeats_to_cooldown=1, **kwargs) -> BenchmarkResult:
        """Measures how long a function takes; see Module.time_evaluator.

        Parameters
        ----------
        device : Device
        *args, **kwargs : NDArray, array, number, tuple or list
            Arguments of the function.
        func_name : str
        end_to_end : bool
            Whether setting the arguments counts, too.
        """
        options = dict(repeat=repeat, number=number, min_repeat_ms=min_repeat_ms or 0,
                       limit_zero_time_iterations=limit_zero_time_iterations)
        if end_to_end:
            for name in kwargs:
                if self.get_input_index(name, func_name) < 0:
                    raise TypeError(
                        f"{func_name}() got an unexpected keyword argument '{name}'"
                        + _suggest(name, self._exec.get_function_params(func_name)))
            return self.module.time_evaluator("invoke_return_to_device", device, **options)(
                func_name, device.device_type, device.device_id,
                *self._arrange(func_name, args, kwargs))
        if args or kwargs:
            self.set_input(func_name, *args, **kwargs)
        return self.module.time_evaluator(
            "invoke", device, cooldown_interval_ms=cooldown_interval_ms,
            repeats_to_cooldown=repeats_to_cooldown, **options)(func_name)


__getattr__ = _missing.make_getattr("tvm.runtime.vm")
