"""Conversion of Loop and Scan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...expr import Expr
from ... import op as _op
from .. import common
from ..loops import Loop, int64
from .node import Node
from .registry import converter

# Loop


@converter("Loop")
def convert_loop(node: Node) -> list[Expr]:
    """The rounds end by the count or by the condition."""
    body = node.attribute("body")
    initial = [node.input(i) for i in range(2, len(node.inputs))]
    count, condition = node.optional_input(0), node.optional_input(1)

    def step(i: Expr, condition: Expr, values: Sequence[Expr]) -> Any:
        results = node.graph.convert_graph(node, body, [i, condition, *values], "body")
        if len(results) < 1 + len(initial):
            node.fail(f"expected at least {1 + len(initial)} results of the body, but got "
                      f"{len(results)}")
        return results[0], results[1:1 + len(initial)], results[1 + len(initial):]

    loop = Loop(node, None if count is None else common.ensure_scalar_shape(count),
                None if condition is None else common.ensure_scalar_shape(condition), step,
                unroll=node.graph.importer.unroll)
    loop.needs_places = _has_sequences(body)
    known = node.constant(condition) if condition is not None else None
    if known is not None and known.all():
        loop.condition = None
    return loop.convert(initial)


def _has_sequences(graph: Any) -> bool:
    """Return whether there are operators on sequences in a graph, or in those of its nodes."""
    pending = [graph]
    while pending:
        for node in pending.pop().node:
            if "Sequence" in node.op_type:
                return True
            pending.extend(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return False


# Scan


@converter("Scan", since=9)
def convert_scan(node: Node) -> list[Expr]:
    """Each round takes a slice of the scan inputs."""
    body = node.attribute("body")
    num_inputs = node.attribute("num_scan_inputs")
    num_states = len(node.inputs) - num_inputs
    if num_inputs < 1 or num_states < 0:
        node.fail(f"num_scan_inputs: expected 1 to {len(node.inputs)}, but got {num_inputs}")
    num_outputs = len(body.output) - num_states
    scanned = [node.input(num_states + k) for k in range(num_inputs)]
    axes = [_normalize(node, axis, node.rank(expr)) for axis, expr in zip(
        node.attribute("scan_input_axes", [0] * num_inputs), scanned)]
    backwards = node.attribute("scan_input_directions", [0] * num_inputs)
    if len(axes) != num_inputs or len(backwards) != num_inputs:
        node.fail(f"expected {num_inputs} axes and directions of scan inputs")
    length = _get_length(node, scanned[0], axes[0])

    def step(i: Expr, condition: Expr, values: Sequence[Expr]) -> Any:
        last = _op.subtract(_op.subtract(length, int64(1)), i)
        slices = [_op.take(expr, last if back else i, axis)
                  for expr, axis, back in zip(scanned, axes, backwards)]
        results = node.graph.convert_graph(node, body, [*values, *slices], "body")
        return None, results[:num_states], results[num_states:]

    reverse = [bool(back) for back in
               node.attribute("scan_output_directions", [0] * num_outputs)]
    results = Loop(node, length, None, step, reverse, node.graph.importer.unroll).convert(
        [node.input(k) for k in range(num_states)])
    moved = [_move_first_axis(node, expr, axis) for expr, axis in zip(
        results[num_states:], node.attribute("scan_output_axes", [0] * num_outputs))]
    return [*results[:num_states], *moved]


@converter("Scan", since=8)
def convert_scan_8(node: Node) -> list[Expr]:
    """Scans each sequence of a batch: the batches of unequal lengths are not supported."""
    if node.optional_input(0) is not None:
        node.fail("lengths of sequences are not supported")
    body = node.attribute("body")
    num_inputs = node.attribute("num_scan_inputs")
    num_states = len(node.inputs) - 1 - num_inputs
    backwards = node.attribute("directions", [0] * num_inputs)
    scanned = [node.input(1 + num_states + k) for k in range(num_inputs)]
    batch = node.shape(scanned[0])[0]
    if batch is None:
        node.fail("the size of the batch must be known")
    length = _get_length(node, scanned[0], 1)
    columns = []
    for index in range(batch):
        def step(i: Expr, condition: Expr, values: Sequence[Expr], index: int = index) -> Any:
            last = _op.subtract(_op.subtract(length, int64(1)), i)
            slices = [_op.take(_op.take(expr, int64(index), 0), last if back else i, 0)
                      for expr, back in zip(scanned, backwards)]
            results = node.graph.convert_graph(node, body, [*values, *slices], "body")
            return None, results[:num_states], results[num_states:]

        columns.append(Loop(node, length, None, step, (), node.graph.importer.unroll).convert(
            [_op.take(node.input(1 + k), int64(index), 0) for k in range(num_states)]))
    return [_op.stack(list(column), 0) for column in zip(*columns)]


def _get_length(node: Node, expr: Expr, axis: int) -> Expr:
    """Return the size of a dimension as a scalar."""
    size = node.shape(expr)[axis]
    return _op.take(node.shape_of(expr), int64(axis)) if size is None else int64(size)


def _normalize(node: Node, axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        node.fail(f"the axis {axis} is not one of {rank} dimensions")
    return axis % rank


def _move_first_axis(node: Node, expr: Expr, axis: int) -> Expr:
    """Return a tensor with its first axis moved to another place."""
    rank = node.rank(expr)
    axis = _normalize(node, axis, rank)
    order = list(range(1, rank))
    order.insert(axis, 0)
    return expr if axis == 0 else _op.transpose(expr, order)
