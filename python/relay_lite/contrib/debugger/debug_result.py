"""Files and tables of what a graph computes, and how long it takes."""

import json
from pathlib import Path

from ... import _missing
from ..._ext import save_param_dict, write_file

GRAPH_DUMP_FILE_NAME = "_tvmdbg_graph_dump.json"
CHROME_TRACE_FILE_NAME = "_tvmdbg_execution_trace.json"
_MICROSECONDS = 1e6


class DebugResult:
    """The nodes of a graph with their values and times; the graph itself is written to a file.

    Parameters
    ----------
    graph_json : str
    dump_path : str
        The folder for files.
    """

    def __init__(self, graph_json, dump_path):
        graph = json.loads(graph_json)
        self._path = Path(dump_path)
        self._nodes = graph["nodes"]
        self._shapes, self._dtypes = graph["attrs"]["shape"], graph["attrs"]["dltype"]
        names = [node["name"] for node in self._nodes]
        for node, row in zip(self._nodes, graph["node_row_ptr"]):
            attrs = node.setdefault("attrs", {})
            node["op"] = attrs.get("func_name", "param")
            node["inputs"] = [names[source] for source, *_ in node["inputs"]]
            attrs["T"] = f"type: {self._dtypes[1][row]}"
            node["shape"] = self._shapes[1][row]
        self._tensors, self._times = [], []
        self._write_json(GRAPH_DUMP_FILE_NAME, graph)

    def _write_json(self, name, content):
        write_file(self._path / name, json.dumps(content, indent=4).encode())

    def get_graph_nodes(self) -> list:
        """The nodes, as dictionaries."""
        return self._nodes

    def get_graph_node_shapes(self) -> list:
        """The shapes of all values, behind the word `list_shape`."""
        return self._shapes

    def get_graph_node_dtypes(self) -> list:
        """The element types of all values, behind the word `list_str`."""
        return self._dtypes

    def get_graph_node_output_num(self, node) -> int:
        """How many values a node has."""
        return 1 if node["op"] == "param" else int(node["attrs"]["num_outputs"])

    def set_times(self, times) -> None:
        """Sets the times of each node in seconds."""
        self._times = times

    def update_output_tensors(self, tensors) -> None:
        """Sets the values of all nodes.

        Parameters
        ----------
        tensors : list of NDArray
        """
        self._tensors = list(tensors)

    def _list_values(self):
        """The number, the node and the number of the output of each value."""
        return [(index, node, output) for index, node in enumerate(self._nodes)
                for output in range(self.get_graph_node_output_num(node))]

    def get_output_tensors(self) -> dict:
        """The values by name, node and output."""
        return {f"{node['name']}____topo-index:{index}____output-num:{output}": tensor
                for (index, node, output), tensor in zip(self._list_values(), self._tensors)}

    def dump_output_tensor(self) -> None:
        """Writes the values to a file of parameters."""
        write_file(self._path / "output_tensors.params", save_tensors(self.get_output_tensors()))

    def dump_chrome_trace(self) -> None:
        """Writes the times to a file that Chrome shows."""
        import numpy as np

        events, begin = [], 0.0
        for node, times in zip(self._nodes, self._times):
            end = begin + float(np.mean(times))
            events += [{"ts": time * _MICROSECONDS, "tid": 1, "pid": 1, "name": node["name"], "ph": phase}
                       for time, phase in ((begin, "B"), (end, "E"))]
            begin = end
        self._write_json(CHROME_TRACE_FILE_NAME, {"displayTimeUnit": "ns", "traceEvents": events})

    def get_debug_result(self, sort_by_time=True) -> str:
        """A table of the times.

        Parameters
        ----------
        sort_by_time : bool
            Whether nodes that take longer come first; then there is a line for the sum, too.
        """
        import numpy as np

        means = [float(np.mean(times)) for times in self._times]
        total = sum(means)
        rows = []
        for (index, node, _), tensor in zip(self._list_values(), self._tensors):
            if node["op"] == "param":
                continue
            rows.append([node["name"], node["op"], round(means[index] * _MICROSECONDS, 3),
                         round(100 * means[index] / total, 3) if total else 0.0, str(tensor.shape),
                         node["attrs"]["num_inputs"], node["attrs"]["num_outputs"],
                         str([round(time * _MICROSECONDS, 3) for time in self._times[index]])])
        if sort_by_time:
            rows.sort(key=lambda row: -row[2])
            rows.append(["Total_time", "-", round(total * _MICROSECONDS, 3), *["-"] * 5])
        head = ["Node Name", "Ops", "Time(us)", "Time(%)", "Shape", "Inputs", "Outputs",
                "Measurements(us)"]
        rows = [head, ["-" * len(title) for title in head], *rows]
        widths = [max(len(str(row[column])) for row in rows) for column in range(len(head))]
        return "\n".join("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths))
                         for row in rows)

    def display_debug_result(self, sort_by_time=True) -> None:
        """Prints the table; see get_debug_result."""
        print(self.get_debug_result(sort_by_time))


def save_tensors(params) -> bytearray:
    """Parameters as bytes; see save_param_dict."""
    return save_param_dict(params)


__getattr__ = _missing.make_getattr("tvm.contrib.debugger.debug_result")
