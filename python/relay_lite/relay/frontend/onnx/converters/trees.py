"""Ensembles of decision trees. The conditions of all nodes are computed, then each tree is walked down:
a step for each level takes the child that the condition picks. Leaves are their own children."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import scalar, vector
from ..node import Node
from ..registry import converter

_COMPARISONS = [op.less_equal, op.less, op.greater_equal, op.greater, op.equal, op.not_equal]
_MEMBER = 6


class Trees:
    """The trees of a node.

    Attributes
    ----------
    features, modes, splits : array
        For each inner node, the column that its condition reads, the kind of the condition, and the
        number to compare with.
    children : array
        For each inner node and leaf, the next node if the condition is false, and if it is true.
        Leaves come behind the inner nodes.
    """

    def __init__(self, node: Node):
        self.node = node
        self.features = np.array(node.attribute("nodes_featureids"), "int64")
        self.modes = np.asarray(node.attribute("nodes_modes"))
        self.splits = np.asarray(node.attribute("nodes_splits"))
        self.targets = np.array(node.attribute("leaf_targetids"), "int64")
        self.weights = np.asarray(node.attribute("leaf_weights"))
        self.roots = np.array(node.attribute("tree_roots"), "int64")
        count = len(self.features)
        sides = []
        for side in ("false", "true"):
            places = np.array(node.attribute(f"nodes_{side}nodeids"), "int64")
            leaves = np.array(node.attribute(f"nodes_{side}leafs"), "int64")
            sides.append(np.where(leaves != 0, places + count, places))
        total = count + len(self.targets)
        inner = np.stack(sides, 1)
        if len(inner) != count or len(self.modes) != count or len(self.splits) != count:
            node.fail(f"the attributes of {count} nodes have different lengths")
        if inner.size and not 0 <= inner.min() <= inner.max() < total:
            node.fail("a node has a child that does not exist")
        columns = node.shape(node.input(0))[1]
        if columns is not None and ((self.features < 0) | (self.features >= columns)).any():
            node.fail(f"a node reads a column that the input of {columns} columns has not")
        leaf = np.arange(count, total)
        self.children = np.concatenate([inner, np.stack([leaf, leaf], 1)])
        self.depth = self._measure(count)

    def _measure(self, count: int) -> int:
        """Return how many steps lead from the roots to leaves; a cycle is an error."""
        level, depth = np.unique(self.roots), 0
        while (level < count).any():
            level = np.unique(self.children[level[level < count]])
            depth += 1
            if depth > count:
                self.node.fail("the nodes of a tree form a cycle")
        return depth

    def conditions(self, data: Expr) -> Expr:
        """Return whether the condition of each node holds for each row."""
        dtype = self.node.dtype(data)
        values = op.take(data, vector(self.features), 1)
        splits = const(self.splits.astype(dtype), dtype)
        result = self._find_members(values, dtype)
        for mode, compare in enumerate(_COMPARISONS):
            chosen = const(self.modes == mode)
            result = op.logical_or(result, op.logical_and(chosen, compare(values, splits)))
        tracks = self.node.attribute("nodes_missing_value_tracks_true", [])
        if any(tracks):
            missing = op.logical_and(op.isnan(values), const(np.array(tracks) != 0))
            result = op.logical_or(result, missing)
        # Leaves have a condition, too, of no effect.
        return op.nn.pad(op.cast(result, "int64"), [[0, 0], [0, len(self.targets)]], 0)

    def _find_members(self, values: Expr, dtype: str) -> Expr:
        """Return whether values are in the sets of their nodes, which NaN separates."""
        node = self.node
        none = const(np.zeros(len(self.modes), bool))
        if not (self.modes == _MEMBER).any():
            return none
        members = np.asarray(node.attribute("membership_values"))
        sets = np.split(members, np.flatnonzero(np.isnan(members)) + 1)
        places = np.flatnonzero(self.modes == _MEMBER)
        if len(sets) < len(places):
            node.fail(f"{len(places)} nodes ask for members, but there are {len(sets)} sets")
        # No value differs from itself but NaN, which zeros are not.
        rows = op.zeros_like(op.strided_slice(values, [0], [1], axes=[1]))
        columns: list[Expr] = [op.not_equal(rows, rows)] * len(self.modes)
        for place, own in zip(places, sets):
            value = op.strided_slice(values, [int(place)], [int(place) + 1], axes=[1])
            own = own[~np.isnan(own)]
            if len(own):
                same = op.equal(value, const(own.astype(dtype), dtype))
                columns[place] = op.any(same, [1], True)
        return op.concatenate(columns, 1)

    def leaves(self, data: Expr) -> Expr:
        """Return the leaf that each row reaches in each tree."""
        conditions = self.conditions(data)
        ones = op.cast(op.ones_like(op.strided_slice(data, [0], [1], axes=[1])), "int64")
        place = op.multiply(ones, vector(self.roots))
        flat = vector(self.children.reshape(-1))
        for _ in range(self.depth):
            holds = op.gather(conditions, 1, place)
            place = op.take(flat, op.add(op.multiply(place, scalar(2, "int64")), holds), 0)
        return op.subtract(place, scalar(len(self.features), "int64"))


@converter("TreeEnsemble", domain="ai.onnx.ml", since=5)
def convert_tree_ensemble(node: Node) -> Expr:
    """Return for each target the aggregate of the leaves that rows reach in trees."""
    data, dtype = node.input(0), node.dtype(node.input(0))
    if node.attribute("post_transform", 0):
        node.fail(f"post_transform {node.attribute('post_transform')} is not supported")
    trees, count = Trees(node), node.attribute("n_targets")
    leaves = trees.leaves(data)
    targets = op.take(vector(trees.targets), leaves, 0)
    weights = op.take(const(trees.weights.astype(dtype), dtype), leaves, 0)
    # (row, tree, target)
    owns = op.equal(op.expand_dims(targets, 2), vector(np.arange(count)))
    return _aggregate(node, op.expand_dims(weights, 2), owns, len(trees.roots))


def _aggregate(node: Node, weights: Expr, owns: Expr, count: int) -> Expr:
    """Return the sum, average, minimum or maximum of the weights of a target; 0 for one without."""
    dtype = node.dtype(weights)
    function = node.attribute("aggregate_function", 1)
    zero = scalar(0, dtype)
    if function in (0, 1):
        total = op.sum(op.where(owns, weights, zero), [1])
        return total if function else op.divide(total, scalar(count, dtype))
    if function not in (2, 3):
        node.fail(f"expected aggregate_function 0 to 3, but found {function}")
    outside = scalar(np.inf if function == 2 else -np.inf, dtype)
    best = (op.min if function == 2 else op.max)(op.where(owns, weights, outside), [1])
    return op.where(op.any(owns, [1]), best, zero)
