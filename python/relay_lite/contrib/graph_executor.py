"""Runs graphs: what relay.build makes of modules."""

from .. import _missing
from ..error import TVMError, _expect
from ..runtime import _machines
from ..runtime._graph_executor import GraphDescription, GraphExecutor
from ..runtime.executor.aot_executor import AotModule
from ..runtime.module import BenchmarkResult, Module
from ..runtime.ndarray import Device


def create(graph_json_str, libmod, device):
    """Return an executor of a graph; its parameters still have to be set as inputs.

    Parameters
    ----------
    graph_json_str : str
        The description of the graph that was built with the library.
    libmod : Module
        The library.
    device : Device or list of Device
        The CPU.
    """
    get_device(libmod, device)
    description, library, _ = _find_graph(graph_json_str, libmod)
    return GraphModule(GraphExecutor(description, library).make_module())


def _find_graph(graph_json_str, libmod):
    """The description of a graph, its library, and what makes the library of its operators."""
    _expect(graph_json_str, str, "the JSON of a graph")
    _expect(libmod, Module, "the library of a graph")
    description = GraphDescription(graph_json_str)
    for module in [libmod, *libmod.imported_modules]:
        graph = getattr(module, "_graph", None)
        if graph is not None:
            own, library, operators = graph
            if own.content != description.content:
                raise TVMError("the graph is not the one for which the library was built")
            return description, library, operators
    raise TVMError(f"{libmod!r} is not the library of a graph")


def get_device(libmod, device):
    """The devices as a list, the number of those of other machines, and the numbers of types and
    devices one after the other.

    Parameters
    ----------
    libmod : Module
    device : Device or list of Device
    """
    devices = [device] if isinstance(device, Device) else device
    if not isinstance(devices, (list, tuple)) or \
            not all(isinstance(one, Device) for one in devices):
        raise ValueError("dev has to be the type of Device or a list of Device")
    for one in devices:
        _machines.check_device(one)
    numbers = [number for one in devices for number in (one.device_type, one.device_id)]
    return devices, 0, numbers


class GraphModule(AotModule):
    """A graph with inputs and outputs.

    Parameters
    ----------
    module : Module
        What `library["default"](device)` gives.

    Attributes
    ----------
    module : Module

    Examples
    --------
    >>> library = relay.build(mod, "llvm", params=params)
    >>> runner = graph_executor.GraphModule(library["default"](tvm.cpu()))
    >>> runner.set_input("data", data)
    >>> runner.run()
    >>> result = runner.get_output(0)
    """

    _whole = "graph"

    def set_input_zero_copy(self, key=None, value=None, **params) -> None:
        """Makes arrays inputs: what is copied to them counts from then on.

        Parameters
        ----------
        key : str or int, optional
        value : NDArray
        **params : NDArray
            Values by name.
        """
        if key is not None:
            self.module["set_input_zero_copy"](key, value)
        for name, param in params.items():
            self.module["set_input_zero_copy"](name, param)

    def set_output_zero_copy(self, key, value) -> None:
        """Makes an array get an output whenever the graph runs.

        Parameters
        ----------
        key : int or str
        value : NDArray
        """
        self.module["set_output_zero_copy"](key, value)

    def debug_get_output(self, node, out):
        """Raise an error: use debugger.debug_executor for values in between."""
        raise NotImplementedError("Please use debugger.debug_executor as graph_executor instead.")

    def load_params(self, params_bytes) -> None:
        """Sets the parameters.

        Parameters
        ----------
        params_bytes : bytes
            What save_param_dict has made.
        """
        self.module["load_params"](params_bytes)

    def share_params(self, other, params_bytes) -> None:
        """Makes the parameters those of another module.

        Parameters
        ----------
        other : GraphModule
        params_bytes : bytes
            What save_param_dict has made; only the names count.
        """
        self.module["share_params"](other.module, params_bytes)

    def __getitem__(self, key):
        """A function of the module."""
        return self.module[key]

    def benchmark(self, device, func_name="run", repeat=5, number=5, min_repeat_ms=None,
                  limit_zero_time_iterations=100, end_to_end=False, cooldown_interval_ms=0,
                  repeats_to_cooldown=1, **kwargs) -> BenchmarkResult:
        """Measures how long a function takes; see Module.time_evaluator.

        Parameters
        ----------
        device : Device
        func_name : str
        end_to_end : bool
            Whether setting inputs and copying outputs counts, too.
        **kwargs : NDArray or array
            Inputs by name.
        """
        options = dict(repeat=repeat, number=number, min_repeat_ms=min_repeat_ms or 0,
                       limit_zero_time_iterations=limit_zero_time_iterations)
        if end_to_end:
            arguments = [part for pair in kwargs.items() for part in pair]
            return self.module.time_evaluator("run_from_inputs", device, **options)(
                device.device_type, device.device_id, *arguments)
        if kwargs:
            self.set_input(**kwargs)
        return self.module.time_evaluator(
            func_name, device, cooldown_interval_ms=cooldown_interval_ms,
            repeats_to_cooldown=repeats_to_cooldown, **options)()


__getattr__ = _missing.make_getattr("tvm.contrib.graph_executor")
