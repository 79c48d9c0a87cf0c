"""Simplification of ONNX models.

>>> import relay_lite.onnx
>>> model = relay_lite.onnx.simplify("net.onnx")
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _missing
from .error import ArgumentError, TVMError
from .relay.frontend import common
from .relay.frontend.onnx import source as _source
from .relay.frontend.onnx import weights as _weights
from .relay.frontend.onnx import writer as _writer
from .relay.frontend.onnx.custom import is_no_tensor
from .relay.frontend.onnx.exporter import Exporter, choose_opset
from .relay.frontend.onnx.exporters.model import Options
from .relay.frontend.onnx.importer import Importer, import_onnx

# Values of so many bytes are folded while importing; larger ones are chosen afterwards.
_MOST_FOLDED = 64
# With `optimize`, values may make a model larger by one part in so many.
_SLACK = 200
# Outputs differ by so much of their range at most.
_TOLERANCE = 1e-5
# The size of dimensions that are not known, for a check.
_UNKNOWN_SIZE = 2


class CheckError(TVMError):
    """A simplified model whose outputs are others."""


@dataclass
class Summary:
    """A model in numbers.

    Attributes
    ----------
    nodes : dict of str to int
        The numbers of nodes by operator, in graphs of nodes, too.
    initializers, bytes : int
        The number of initializers, and the bytes of the model with its weights.
    """

    nodes: Counter[str] = field(default_factory=Counter)
    initializers: int = 0
    bytes: int = 0


@dataclass
class Report:
    """An account of a simplification.

    Attributes
    ----------
    before, after : Summary
    left : dict of (str, str) to int
        How often an operator on constants was left, and why.
    """

    before: Summary = field(default_factory=Summary)
    after: Summary = field(default_factory=Summary)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __str__(self) -> str:
        rows = [("nodes", sum(self.before.nodes.values()), sum(self.after.nodes.values())),
                ("initializers", self.before.initializers, self.after.initializers),
                ("bytes", self.before.bytes, self.after.bytes)]
        rows += [(f"  {name}", self.before.nodes[name], self.after.nodes[name])
                 for name in sorted({**self.before.nodes, **self.after.nodes})
                 if self.before.nodes[name] != self.after.nodes[name]]
        width = max(len(row[0]) for row in rows)
        lines = [f"{name:{width}} {old:12} -> {new:12}" for name, old, new in rows]
        lines += [f"left: {name} on constants ({number}), as {reason}"
                  for (name, reason), number in sorted(self.left.items())]
        return "\n".join(lines)


def simplify(model: Any, path: Any = None, *, shape: Mapping[str, Any] | None = None,
             optimize: bool = False, grow: int = 0, check: int = 0,
             report: Report | None = None) -> Any:
    """Return a model with what is constant evaluated, and without nodes that do nothing.

    Parameters
    ----------
    model : onnx.ModelProto, str or os.PathLike
        The model, or its file.
    path : str or os.PathLike, optional
        The file to which the result is written. The model that is returned then says where in the
        file its weights are.
    shape : dict of str to sequence of int, optional
        Shapes of inputs, as from_onnx takes them.
    optimize : bool
        Whether nodes are put together, too.
    grow : int
        So many bytes a value may have more than what it replaces.
    check : int
        The outputs of both models are compared on so many random inputs, here, and by onnxruntime
        if it is installed.
    report : Report, optional
        Gets an account of what was done.

    Returns
    -------
    onnx.ModelProto

    Raises
    ------
    ConversionError, ExportError
        If the model is invalid.
    CheckError
        If the outputs differ.
    """
    import_onnx()
    grow, check = _expect_count("grow", grow), _expect_count("check", check)
    report = Report() if report is None else report
    proto, files = _weights.load_model(model)
    report.before = _summarize(proto, _count_bytes(proto, files))
    nodes = list(_walk_nodes(proto.graph))
    unnamed = [node for node in nodes if not node.name]
    function = _import(proto, files, shape)
    # The importer has given all nodes names.
    given = {node.name for node in unnamed}
    slack = report.before.bytes // _SLACK if optimize else 0
    first = _make_exporter(function, proto.graph.name or "main", Options(grow, slack, optimize))
    first.infos = {info.name: info for info in proto.graph.output}
    first.other_inputs = {place: info for place, info in enumerate(_list_inputs(proto))
                          if is_no_tensor(info)}
    first.model.value_names = {node.name: list(node.output) for node in nodes}
    with common.keep_values({}):
        last, result = first.convert_to_version(True)
    arrays, report.left = last.model.initializers, last.model.folding.reasons
    for node in _walk_nodes(result.graph):
        if node.name in given:
            node.name = ""
    size = result.ByteSize() + sum(array.nbytes for array in arrays.values())
    report.after = _summarize(result, size, len(arrays))
    _copy_texts(proto, result)
    if check:
        _weights.load_data(proto, files)
        whole = type(result)()
        whole.CopyFrom(result)
        _writer.add_initializers(whole, arrays)
        _check(proto, whole, shape, check)
    if path is None:
        _writer.add_initializers(result, arrays)
    else:
        _writer.write(result, arrays, os.fspath(path), None)
    return result


def _import(model: Any, files: Any, shape: Mapping[str, Any] | None) -> Any:
    """Return the function main of a model."""
    from .relay import transform

    importer = Importer(model, files, {"shape": shape, "custom": "keep", "most_folded": _MOST_FOLDED,
                                       "keeps_nodes": True})
    with transform.PassContext(opt_level=3):
        mod, _ = importer.convert()
    return mod["main"]


def _list_inputs(model: Any) -> list[Any]:
    """Return the descriptions of the inputs that are no initializers."""
    initial = {tensor.name for tensor in model.graph.initializer}
    return [info for info in model.graph.input if info.name not in initial]


def _make_exporter(function: Any, name: str, options: Options) -> Any:
    known = _source.read_source(function)
    return Exporter(function, known, name, choose_opset(None, known), options)


def _walk_nodes(graph: Any) -> Iterator[Any]:
    """Yield the nodes of a graph, and those of graphs in their attributes."""
    pending = [graph]
    while pending:
        for node in pending.pop().node:
            yield node
            pending.extend(attribute.g for attribute in node.attribute if attribute.HasField("g"))


def _copy_texts(source: Any, target: Any) -> None:
    """Give a model what the other one says of itself."""
    for name in ("doc_string", "domain", "model_version", "producer_name", "producer_version"):
        setattr(target, name, getattr(source, name))
    target.graph.doc_string = source.graph.doc_string
    target.metadata_props.extend(source.metadata_props)


def _summarize(proto: Any, size: int, initializers: int | None = None) -> Summary:
    summary = Summary(bytes=size, initializers=initializers or 0)
    if initializers is None:
        summary.initializers = len(proto.graph.initializer)
    for node in _walk_nodes(proto.graph):
        summary.nodes[f"{node.domain}.{node.op_type}" if node.domain else node.op_type] += 1
    return summary


def _count_bytes(proto: Any, files: Any) -> int:
    """Return the bytes of a model with the data of large tensors."""
    tensors = [*proto.graph.initializer, *(attribute.t for node in _walk_nodes(proto.graph)
                                           for attribute in node.attribute if attribute.HasField("t"))]
    lengths = [entry.value for tensor in tensors
               for entry in tensor.external_data if entry.key == "length"]
    return int(proto.ByteSize()) + sum(map(int, lengths))


# Check


def _check(old: Any, new: Any, shape: Mapping[str, Any] | None, count: int) -> None:
    """Compare the outputs of two models; a CheckError if they differ."""
    runners = [_make_runner(shape)]
    try:
        runners.append(_make_onnxruntime())
    except ImportError:
        pass
    for seed in range(count):
        feeds = _make_inputs(old, shape, np.random.RandomState(seed))
        for name, run in runners:
            try:
                expected = run(old, feeds)
            except Exception as error:
                raise CheckError(f"{name} does not run the model: {error}") from error
            found = run(new, feeds)
            for info, array, wanted in zip(old.graph.output, found, expected):
                _compare(f"{name}, input {seed}: output {info.name!r}", array, wanted)


def _make_runner(shape: Mapping[str, Any] | None) -> tuple[str, Any]:
    from . import onnx_backend

    return "RelayLite", lambda model, feeds: onnx_backend.run_model(model, feeds)


def _make_onnxruntime() -> tuple[str, Any]:
    import onnxruntime

    def run(model: Any, feeds: Mapping[str, Any]) -> Any:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                               providers=["CPUExecutionProvider"])
        return session.run(None, dict(feeds))

    return "onnxruntime", run


def _make_inputs(model: Any, shape: Mapping[str, Any] | None,
                 random: np.random.RandomState) -> dict[str, Any]:
    """Return random inputs: floats of a normal distribution, small integers."""
    import onnx

    feeds = {}
    for info in _list_inputs(model):
        if is_no_tensor(info):
            raise CheckError(f"the input {info.name!r} is no tensor: the model cannot be checked")
        tensor = info.type.tensor_type
        given: Sequence[Any] = (shape or {}).get(info.name) or \
            [dimension.dim_value or None for dimension in tensor.shape.dim]
        sizes = [size if isinstance(size, int) and size > 0 else _UNKNOWN_SIZE for size in given]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        is_float = np.issubdtype(dtype, np.floating)
        values = random.standard_normal(sizes) if is_float else random.randint(0, 2, sizes)
        feeds[info.name] = np.asarray(values).astype(dtype)
    return feeds


def _compare(what: str, found: Any, expected: Any) -> None:
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            raise CheckError(f"{what} is another sequence")
        for i, pair in enumerate(zip(found, expected)):
            _compare(f"{what}, element {i}", *pair)
        return
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape or found.dtype != expected.dtype:
        raise CheckError(f"{what} is {found.dtype}{list(found.shape)}, but was "
                         f"{expected.dtype}{list(expected.shape)}")
    if not expected.size or expected.dtype == bool or expected.dtype.kind not in "fV":
        if not np.array_equal(found, expected):
            raise CheckError(f"{what} has other elements")
        return
    wide, wanted = found.astype("float64"), expected.astype("float64")
    finite = wanted[np.isfinite(wanted)]
    limit = _TOLERANCE * (np.ptp(finite) if finite.size else 0) + 1e-6
    if not np.allclose(wide, wanted, rtol=_TOLERANCE, atol=limit, equal_nan=True):
        error = np.nanmax(np.abs(wide - wanted))
        raise CheckError(f"{what} differs by {error:.3g}, more than {limit:.3g}")


def _expect_count(name: str, value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise ArgumentError(f"expected a number of at least 0 as {name}, but got {value!r}")
    return value


__getattr__ = _missing.make_getattr("tvm.onnx")
