"""Modules of libraries and of what makes executors."""

from ..error import TVMError
from . import _machines, _values, module, vm
from ._graph_executor import DebugGraphExecutor, Executor, GraphDescription, GraphExecutor, Input
from .container import Map
from .module import Module


def make_library(library, graph_json=None, make_operators=None):
    """The module of a library.

    Parameters
    ----------
    library : Library
    graph_json : str, optional
        The graph that the library is for.
    make_operators : function without parameters, optional
        It makes the library with the functions of the graph's nodes.
    """
    content = {"kind": "library"}
    if graph_json is not None:
        content["graph"] = graph_json
    made = Module(library.kind, lambda name: _find_function(library, name), library=library,
                  content=content)
    if graph_json is not None:
        made._graph = GraphDescription(graph_json), library, make_operators
    return made


def _find_function(library, name):
    """A function of a library, which returns its result."""
    if name not in library.list_functions():
        return None
    return lambda *arguments: library.call(name, [_values.to_value(one) for one in arguments])


def _check_devices(devices):
    if not devices:
        raise TypeError("expected a device, such as tvm.cpu()")
    for device in devices:
        _machines.check_device(device)


def make_graph_factory(graph_json, libmod, name, params):
    """The module that makes executors of a graph."""
    description, library, operators = libmod._graph

    def create(*devices):
        _check_devices(devices)
        executor = GraphExecutor(description, library)
        executor.set_params(params)
        return executor.make_module()

    def debug_create(module_name, *devices):
        if module_name != name:
            raise ValueError(f"the program is called {name}, not {module_name}")
        if operators is None:
            raise TVMError("a library in a file has no functions of single nodes: debug_executor runs "
                           "what relay.build has made")
        _check_devices(devices)
        executor = DebugGraphExecutor(description, library, operators)
        executor.set_params(params)
        return executor.make_module()

    functions = {name: create, "debug_create": debug_create, "get_graph_json": lambda: graph_json,
                 "get_graph_params": lambda: Map(params),
                 "remove_params": lambda: make_graph_factory(graph_json, libmod, name, {})}
    return Module("GraphExecutorFactory", functions, [libmod], library,
                  {"kind": "graph", "name": name, "graph": graph_json}, params)


def make_aot_factory(libmod, name):
    """The module that makes executors of a library with a function `main`."""
    library = libmod._library

    def create(*devices):
        _check_devices(devices)
        inputs, outputs = [], len(_values.flatten_type(library.get_result_type("main")))
        for parameter, checked_type in library.get_parameters("main"):
            leaves = _values.flatten_type(checked_type)
            inputs += [Input(parameter if len(leaves) == 1 else f"{parameter}_{index}",
                             map(int, leaf.shape), leaf.dtype) for index, leaf in enumerate(leaves)]
        names = ["output"] if outputs == 1 else [f"output{index}" for index in range(outputs)]
        return Executor(library, "main", inputs, names).make_module()

    functions = {name: create, "list_module_names": lambda: [name]}
    return Module("AotExecutorFactory", functions, [libmod], library, {"kind": "aot", "name": name})


def _make_symbol_module(library):
    """The module of a library of others."""
    def refuse(*_):
        raise TVMError(f"the types of the C functions of {library.path} are not known: external "
                       "compilers give the module, and programs call its functions")

    return Module(library.kind, lambda name: refuse if library.has_function(name) else None,
                  library=library)


def make_module(library, content):
    """The module of a library from a file.

    Parameters
    ----------
    library : LoadedLibrary
    content : dict
        What was said when it was exported.
    """
    kind = content["kind"]
    if kind == "symbols":
        return _make_symbol_module(library)
    if kind == "vm":
        return vm.make_executable_module(vm.Program(library, dict.fromkeys(content["late"])))
    if kind == "aot":
        return make_aot_factory(make_library(library), content["name"])
    if kind == "library":
        return make_library(library, content.get("graph"))
    graph = content["graph"]
    return make_graph_factory(graph, make_library(library, graph), content["name"],
                              library.get_constants())


module._make_module = make_module
