"""Executors: they keep inputs, run a function of a library, and keep its outputs."""

from .. import _ext
from ..error import TVMError, _expect, _suggest
from ..ir.container import Array, Map
from . import _values
from .container import ShapeTuple
from .module import Module
from .ndarray import NDArray, array, empty
from .params import load_param_dict
from .profiling import Report


class Input:
    """An input: its array, which is made of zeros when somebody first asks for it."""

    def __init__(self, name, shape, dtype):
        self.name = name
        self.shape = tuple(shape)
        self.dtype = dtype
        self._array = None

    @property
    def array(self):
        """The elements; what is copied to the array is the input from then on."""
        if self._array is None:
            self._array = empty(self.shape, self.dtype)
        return self._array

    def share(self, value):
        """Makes an array of the same type the input."""
        _check_fit(f"the input {self.name}", self.shape, self.dtype, value)
        self._array = value


def copy_out(value, out):
    """A value, or `out` with its elements if there is one."""
    _expect(out, (NDArray, type(None)), "an NDArray as out")
    return value if out is None else value.copyto(out)


def _check_fit(what, shape, dtype, value):
    if not isinstance(value, NDArray):
        raise TypeError(f"{what} shares memory with an NDArray, but got {type(value).__name__}; "
                        "tvm.nd.array() makes one")
    if tuple(value.shape) != tuple(shape) or value.dtype != dtype:
        raise ValueError(f"{what} is {_describe(shape, dtype)}, but got "
                         f"{_describe(value.shape, value.dtype)}")


def _describe(shape, dtype):
    return f"{dtype} of the shape {tuple(map(int, shape))}"


class Executor:
    """Runs a function of a library.

    Parameters
    ----------
    library : Library
    function : str
    inputs : list of Input
        Those that get values by name, in the order of the parameters.
    output_names : list of str
    """

    type_key = "AotExecutor"

    def __init__(self, library, function, inputs, output_names):
        self.library = library
        self.function = function
        self.inputs = inputs
        self.output_names = output_names
        self.outputs = None
        self.output_types = [(tuple(map(int, leaf.shape)), leaf.dtype) for leaf in
                             _values.flatten_type(library.get_result_type(function))]
        self.shared_outputs = {}
        self.param_names = set()

    def get_input_index(self, name):
        """The position of an input; -1 if there is none."""
        if not isinstance(name, str):
            raise TVMError("Input key is not a string")
        names = [one.name for one in self.inputs]
        return names.index(name) if name in names else -1

    def find_input(self, key):
        """The input of a name or position; None for a name that none has."""
        index = self.get_input_index(key) if isinstance(key, str) else key
        if index == -1 and isinstance(key, str):
            return None
        if not 0 <= index < len(self.inputs):
            raise TVMError(f"there are {len(self.inputs)} inputs, but got the index {index}")
        return self.inputs[index]

    def get_input(self, key):
        """The array of an input; None for a name that none has."""
        found = self.find_input(key)
        return None if found is None else found.array

    def set_input(self, key, value):
        """Copies a value to an input; TVM ignores names that none has."""
        found = self.find_input(key)
        if found is not None:
            found.array.copyfrom(value)

    def set_input_zero_copy(self, key, value):
        """Makes an array an input: what is copied to it counts from then on."""
        found = self.find_input(key)
        if found is not None:
            found.share(value)

    def find_output(self, key):
        """The position of an output."""
        if isinstance(key, str):
            if key not in self.output_names:
                raise TVMError(f"Invalid output node:{key}" + _suggest(key, self.output_names))
            return self.output_names.index(key)
        if not 0 <= key < len(self.output_types):
            raise TVMError(f"there are {len(self.output_types)} outputs, but got the index {key}")
        return key

    def set_output_zero_copy(self, key, value):
        """Makes an array get an output whenever the function has run."""
        if isinstance(key, str):
            # TVM writes NODE:INDEX.
            key = key.rpartition(":")[0] or key
        index = self.find_output(key)
        shape, dtype = self.output_types[index]
        _check_fit(f"the output {index}", shape, dtype, value)
        self.shared_outputs[index] = value

    def run(self):
        """Runs the function."""
        arrays = iter([one.array for one in self.inputs])
        arguments = [_values.unflatten(checked_type, arrays)
                     for _, checked_type in self.library.get_parameters(self.function)]
        self.outputs = _values.flatten(self.library.call(self.function, arguments))
        for index, value in self.shared_outputs.items():
            value.copyfrom(self.outputs[index])

    def get_output(self, key, out=None):
        """An output, or a copy of it in an array."""
        index = self.find_output(key)
        if self.outputs is None:
            raise TVMError("there are no outputs yet: run the module first")
        return copy_out(self.outputs[index], out)

    def get_input_info(self):
        """The shapes and element types of the inputs that are no parameters."""
        inputs = [one for one in self.inputs if one.name not in self.param_names]
        return _get_info([(one.name, one.shape, one.dtype) for one in inputs])

    def get_output_info(self):
        """The shapes and element types of the outputs."""
        return _get_info([(name, *output_type)
                          for name, output_type in zip(self.output_names, self.output_types)])

    def run_from_inputs(self, device_type, device_id, *arguments):
        """Sets inputs, given as keys and values, and runs; the outputs."""
        if len(arguments) % 2:
            raise TVMError("Number of arguments to run_from_inputs must be an even number of "
                           "key-value pairs")
        for key, value in zip(arguments[::2], arguments[1::2]):
            if self.find_input(key) is None:
                raise TVMError(f"{key} is not a valid input name"
                               + _suggest(key, [one.name for one in self.inputs]))
            self.set_input(key, value)
        self.run()
        return Array(value.copyto(empty(value.shape, value.dtype)) for value in self.outputs)

    def set_params(self, params):
        """Sets inputs that are parameters; names that no input has are ignored, as in TVM."""
        for name, value in params.items():
            self.param_names.add(name)
            self.set_input(name, value)

    def load_params(self, params):
        """Sets inputs from the bytes of a parameter file."""
        self.set_params(load_param_dict(bytes(params)))

    def share_params(self, other, params):
        """Makes the parameters that the bytes of a parameter file name those of another
        executor."""
        source = getattr(other, "_executor", None)
        if not isinstance(source, Executor):
            raise TVMError("parameters are shared with the module of a graph executor, but got "
                           f"{other!r}")
        for name in load_param_dict(bytes(params)):
            mine, theirs = self.find_input(name), source.find_input(name)
            if mine is not None and theirs is not None:
                self.param_names.add(name)
                mine.share(theirs.array)

    def get_functions(self):
        """The functions of the module."""
        names = ("get_input_index", "get_input", "set_input", "set_input_zero_copy",
                 "set_output_zero_copy", "run", "get_output", "get_input_info", "get_output_info",
                 "run_from_inputs", "load_params", "share_params")
        return {**{name: getattr(self, name) for name in names},
                "get_input_name": lambda index: self.find_input(index).name,
                "get_num_inputs": lambda: len(self.inputs),
                "get_num_outputs": lambda: len(self.output_types)}

    def make_module(self):
        """The module through which scripts use the executor."""
        module = Module(self.type_key, self.get_functions())
        module._executor = self
        return module


def _get_info(descriptions):
    return Map(shape=Map((name, ShapeTuple(shape)) for name, shape, _ in descriptions),
               dtype=Map((name, dtype) for name, _, dtype in descriptions))


class GraphDescription:
    """The contents of a graph's JSON.

    Parameters
    ----------
    text : str
    """

    def __init__(self, text):
        import json

        try:
            graph = json.loads(text)
            self.nodes = graph["nodes"]
            self.arg_nodes = graph["arg_nodes"]
            self.heads = [tuple(head[:2]) for head in graph["heads"]]
            self.rows = graph["node_row_ptr"]
            self.shapes = graph["attrs"]["shape"][1]
            self.dtypes = graph["attrs"]["dltype"][1]
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise TVMError(f"cannot read the graph: {error!r}") from None
        self.content = graph

    def make_inputs(self):
        """The inputs, parameters included."""
        rows = [self.rows[node] for node in self.arg_nodes]
        return [Input(self.nodes[node]["name"], self.shapes[row], self.dtypes[row])
                for node, row in zip(self.arg_nodes, rows)]

    def get_output_names(self):
        """The names of the nodes whose values are outputs."""
        return [self.nodes[node]["name"] for node, _ in self.heads]


class GraphExecutor(Executor):
    """Runs a graph: its parameters are inputs, too."""

    type_key = "GraphExecutor"

    def __init__(self, description, library):
        super().__init__(library, "main", description.make_inputs(), description.get_output_names())
        self.description = description


class DebugGraphExecutor(GraphExecutor):
    """Runs a graph node by node, and measures how long each takes.

    Parameters
    ----------
    operators : function without parameters
        It makes the library with the functions of the nodes.
    """

    type_key = "GraphExecutorDebug"

    def __init__(self, description, library, operators):
        super().__init__(description, library)
        self._make_operators = operators
        self._operators = None
        # Values by node and output.
        self.values = {}

    @property
    def operators(self):
        """The library with the functions of the nodes."""
        if self._operators is None:
            self._operators = self._make_operators()
        return self._operators

    def execute_node(self, index):
        """Computes the values of a node; those that it takes must be there."""
        self._check_node(index)
        node = self.description.nodes[index]
        if node["op"] == "null":
            position = self.description.arg_nodes.index(index)
            self.values[index] = [self.inputs[position].array]
            return
        arrays = [self.values[source][output] for source, output, *_ in node["inputs"]]
        name = node["attrs"]["func_name"]
        if name == "__nop":
            shape = self.description.shapes[self.description.rows[index]]
            self.values[index] = [array(arrays[0]._view().reshape(shape))
                                  if arrays[0].dtype != "bfloat16" else
                                  _ext.array(arrays[0]._view().reshape(shape), "bfloat16")]
            return
        arrays = iter(arrays)
        arguments = [_values.unflatten(checked_type, arrays)
                     for _, checked_type in self.operators.get_parameters(name)]
        self.values[index] = _values.flatten(self.operators.call(name, arguments))

    def run_up_to(self, index):
        """Computes the values of all nodes up to one."""
        self._check_node(index)
        self.values = {}
        for node in range(index + 1):
            self.execute_node(node)

    def _check_node(self, index):
        if not 0 <= index < len(self.description.nodes):
            raise TVMError(f"the graph has {len(self.description.nodes)} nodes, but got the index "
                           f"{index}")

    def get_node_output(self, index, output):
        """A value of a node that was computed."""
        if index not in self.values:
            raise TVMError(f"the node {index} has not been executed")
        return self.values[index][output]

    def debug_get_output(self, index, out=None):
        """The first value of a node, after all nodes up to it have run."""
        self.run_up_to(index)
        return copy_out(self.values[index][0], out)

    def run_individual_node(self, index, *measurement):
        """The times of a node in seconds; `measurement` are the parameters of time_evaluator from
        `number` on."""
        self.run_up_to(index)
        if self.description.nodes[index]["op"] == "null":
            return [0.0] * measurement[1]
        return self._measure(index, measurement)

    def _measure(self, index, measurement):
        from .ndarray import cpu

        module = Module("node", {"run": lambda: self.execute_node(index)})
        return module.time_evaluator("run", cpu(), *measurement)().results

    def run_individual(self, *measurement):
        """The times of each node."""
        self.run_up_to(len(self.description.nodes) - 1)
        return [[0.0] * measurement[1] if node["op"] == "null" else self._measure(index, measurement)
                for index, node in enumerate(self.description.nodes)]

    def profile(self, collectors=None):
        """A Report with the time of each node in one run."""
        import time

        if collectors:
            raise TVMError("there are no collectors of further metrics: the report has times")
        nodes = self.description.nodes
        self.run_up_to(len(nodes) - 1)
        calls, begin = [], time.perf_counter()
        for index, node in enumerate(nodes):
            if node["op"] == "null":
                continue
            start = time.perf_counter()
            self.execute_node(index)
            duration = time.perf_counter() - start
            arrays = [self.values[source][output] for source, output, *_ in node["inputs"]]
            calls.append((node["attrs"]["func_name"], duration,
                          ", ".join(f"{value.dtype}{list(value.shape)}"
                                    for value in arrays + self.values[index])))
        return Report.from_calls(calls, time.perf_counter() - begin, "Graph")

    def get_functions(self):
        names = ("execute_node", "get_node_output", "debug_get_output", "run_individual",
                 "run_individual_node", "profile")
        return {**super().get_functions(), **{name: getattr(self, name) for name in names}}
