"""Runs graphs node by node: values in between, and how long each node takes."""

import shutil
import tempfile
from pathlib import Path

from ... import _missing
from ...error import _suggest
from ...runtime._graph_executor import DebugGraphExecutor
from ...runtime.module import BenchmarkResult
from ...runtime.ndarray import NDArray
from ...runtime.profiling import Report
from .. import graph_executor
from . import debug_result


def create(graph_json_str, libmod, device, dump_root=None):
    """Return an executor that runs a graph node by node; its parameters still have to be set as inputs.

    Parameters
    ----------
    graph_json_str : str
        The description of the graph that was built with the library.
    libmod : Module
        The library.
    device : Device or list of Device
        The CPU.
    dump_root : str, optional
        The folder for what run() writes; by default a new one for temporary files.
    """
    devices, _, _ = graph_executor.get_device(libmod, device)
    executor = DebugGraphExecutor(*graph_executor._find_graph(graph_json_str, libmod))
    return GraphModuleDebug(executor.make_module(), devices, graph_json_str, dump_root)


class GraphModuleDebug(graph_executor.GraphModule):
    """A graph that runs node by node.

    Parameters
    ----------
    module : Module
        What `library["debug_create"]("default", device)` gives.
    device : list of Device
    graph_json_str : str
    dump_root : str or None
        The folder for what run() writes; by default a new one for temporary files.

    Attributes
    ----------
    debug_datum : DebugResult
    """

    def __init__(self, module, device, graph_json_str, dump_root):
        super().__init__(module)
        self._dump_root = dump_root or tempfile.mkdtemp(prefix="tvmdbg_")
        name = str(device[0]).upper().replace("(", "_").replace(")", "")
        self._dump_path = Path(self._dump_root, f"_tvmdbg_device_{name}")
        self._dump_path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.debug_datum = debug_result.DebugResult(graph_json_str, str(self._dump_path))

    def debug_get_output(self, node, out=None) -> NDArray:
        """The value of a node.

        Parameters
        ----------
        node : int or str
            Its number or name.
        out : NDArray, optional
            It gets a copy.
        """
        if isinstance(node, str):
            names = [one["name"] for one in self.debug_datum.get_graph_nodes()]
            if node not in names:
                raise AttributeError(f"Could not find a node named {node} in this graph"
                                     + _suggest(node, names))
            node = names.index(node)
        elif not isinstance(node, int):
            raise RuntimeError("Require node index or name only.")
        return self.module["debug_get_output"](node, out)

    def run(self, number=10, repeat=1, min_repeat_ms=1, limit_zero_time_iterations=100,
            cooldown_interval_ms=0, repeats_to_cooldown=1, sort_by_time=True, **input_dict) -> None:
        """Runs the graph, measures each node, writes the values, the times and the graph to files,
        and prints the times.

        Parameters
        ----------
        number, repeat, min_repeat_ms, limit_zero_time_iterations, cooldown_interval_ms, \
repeats_to_cooldown : int
            See Module.time_evaluator.
        sort_by_time : bool
            Whether nodes that take longer are printed first.
        **input_dict : NDArray or array
            Inputs to set before.
        """
        if input_dict:
            self.set_input(**input_dict)
        self.debug_datum.set_times(self.run_individual(
            number, repeat, min_repeat_ms, limit_zero_time_iterations, cooldown_interval_ms,
            repeats_to_cooldown))
        self.debug_datum.update_output_tensors([
            self.module["get_node_output"](index, output)
            for index, node in enumerate(self.debug_datum.get_graph_nodes())
            for output in range(self.debug_datum.get_graph_node_output_num(node))])
        self.module["run"]()
        self.debug_datum.dump_output_tensor()
        self.debug_datum.dump_chrome_trace()
        self.debug_datum.display_debug_result(sort_by_time)

    def run_individual(self, number, repeat=1, min_repeat_ms=0, limit_zero_time_iterations=100,
                       cooldown_interval_ms=0, repeats_to_cooldown=1) -> list:
        """The times of each node in seconds; for the parameters see Module.time_evaluator."""
        return self.module["run_individual"](
            number, repeat, min_repeat_ms, limit_zero_time_iterations, cooldown_interval_ms,
            repeats_to_cooldown)

    def run_individual_node(self, index, number=10, repeat=1, min_repeat_ms=0,
                            limit_zero_time_iterations=100, cooldown_interval_ms=0,
                            repeats_to_cooldown=1) -> BenchmarkResult:
        """The times of a node.

        Parameters
        ----------
        index : int
            Its number.
        number, repeat, min_repeat_ms, limit_zero_time_iterations, cooldown_interval_ms, \
repeats_to_cooldown : int
            See Module.time_evaluator.
        """
        return BenchmarkResult(self.module["run_individual_node"](
            index, number, repeat, min_repeat_ms, limit_zero_time_iterations, cooldown_interval_ms,
            repeats_to_cooldown))

    def profile(self, collectors=None, **input_dict) -> Report:
        """Runs the graph once, and reports how long each node takes.

        Parameters
        ----------
        collectors : None
            There are no further metrics.
        **input_dict : NDArray or array
            Inputs to set before.
        """
        if input_dict:
            self.set_input(**input_dict)
        return self.module["profile"](collectors)

    def exit(self) -> None:
        """Removes the folder with what run() has written."""
        shutil.rmtree(self._dump_root, ignore_errors=True)


__getattr__ = _missing.make_getattr("tvm.contrib.debugger.debug_executor")
