"""The results of relay.build: a library, and factories of its executors."""

import warnings

from ... import _missing
from ...runtime._factories import make_aot_factory, make_graph_factory
from ...runtime.container import Map


class ExecutorFactoryModule:
    """Makes executors of a program.

    `factory[name](device)`, with the name that the program got, makes one. A loop over the factory,
    `graph, lib, params = relay.build(...)`, is the form of TVM 0.6.
    """

    def get_executor_config(self):
        """The JSON of a graph, or None."""
        raise NotImplementedError

    def get_params(self):
        """The parameters by name."""
        raise NotImplementedError

    def get_lib(self):
        """The library."""
        raise NotImplementedError

    def __getitem__(self, item):
        return self.module[item]

    def __iter__(self):
        warnings.warn(
            "legacy graph executor behavior of producing json / lib / params will be removed in the "
            "next release. Please see documents of tvm.contrib.graph_executor.GraphModule for the "
            " new recommended usage.", DeprecationWarning, 2)
        return iter((self.get_executor_config(), self.get_lib(), self.get_params()))

    def export_library(self, file_name, fcompile=None, addons=None, **kwargs):
        """Compiles the program to a file; see Module.export_library."""
        return self.module.export_library(file_name, fcompile=fcompile, addons=addons, **kwargs)


class GraphExecutorFactoryModule(ExecutorFactoryModule):
    """Makes graph executors.

    Attributes
    ----------
    ir_mod : IRModule
        The program that was built.
    target : list of Target
    executor : Executor
    module : Module
        The factory as a module.
    graph_json : str
        The description of the graph.
    lib : Module
        The library, without parameters.
    libmod_name : str
    params : dict of str to NDArray
        The constants, which are inputs of the graph.
    function_metadata : dict of str to FunctionInfo
    """

    def __init__(self, ir_mod, target, executor, graph_json_str, libmod, libmod_name, params,
                 function_metadata):
        self.ir_mod = ir_mod
        self.target = target
        self.executor = executor
        self.graph_json = graph_json_str
        self.lib = libmod
        self.libmod_name = libmod_name
        self.params = params
        self.function_metadata = function_metadata
        self.module = make_graph_factory(graph_json_str, libmod, libmod_name, params)

    def get_devices(self):
        """The names of the devices that the program names: none."""
        return []

    def get_params(self):
        """The constants, which are inputs of the graph."""
        return self.params

    def get_graph_json(self):
        """The description of the graph."""
        return self.graph_json

    def get_executor_config(self):
        """The description of the graph."""
        return self.graph_json

    def get_lib(self):
        """The library, without parameters."""
        return self.lib


class AOTExecutorFactoryModule(ExecutorFactoryModule):
    """Makes executors that know no graph.

    Attributes
    ----------
    ir_mod : IRModule
        The program that was built.
    lowered_ir_mods : dict of Target to IRModule
        The optimized program.
    target : list of Target
    executor : Executor
    runtime : Runtime
    module : Module
        The factory as a module.
    lib : Module
        The library, with the constants.
    libmod_name : str
    params, function_metadata : dict
        Empty.
    executor_codegen_metadata : None
    devices : list of str
    """

    def __init__(self, ir_mod, lowered_ir_mods, target, executor, runtime, libmod, libmod_name,
                 params, function_metadata, executor_codegen_metadata, devices):
        self.ir_mod = ir_mod
        self.lowered_ir_mods = lowered_ir_mods
        self.target = target
        self.executor = executor
        self.runtime = runtime
        self.lib = libmod
        self.libmod_name = libmod_name
        self.params = params
        self.function_metadata = function_metadata
        self.executor_codegen_metadata = executor_codegen_metadata
        self.devices = devices
        self.module = make_aot_factory(libmod, libmod_name)

    def get_devices(self):
        """The names of the devices that the program names."""
        return self.devices

    def get_params(self):
        """Nothing: the constants are in the library."""
        return self.params

    def get_executor_config(self):
        """None: there is no graph."""
        return None

    def get_lib(self):
        """The library, with the constants."""
        return self.lib


class FunctionInfo:
    """The facts about a function of a program.

    Attributes
    ----------
    workspace_sizes, io_sizes, constant_sizes : dict of Target to int
        The bytes for values in between, for inputs and outputs, and for constants.
    tir_primfuncs : dict
        Empty: there is no TIR.
    """

    def __init__(self, target, get_function, workspace=0, io=0, constants=0):
        self._target = target
        self._get_function = get_function
        self.workspace_sizes = Map({target: workspace})
        self.io_sizes = Map({target: io})
        self.constant_sizes = Map({target: constants})
        self.tir_primfuncs = Map()

    @property
    def relay_primfuncs(self):
        """The function by its target. It is made of the program when it is asked for."""
        return Map({self._target: self._get_function()})


__getattr__ = _missing.make_getattr("tvm.relay.backend.executor_factory")
