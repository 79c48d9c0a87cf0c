"""Ensembles of decision trees. The conditions of all nodes are computed, then each tree is walked down:
a step for each level takes the child that the condition picks. Leaves are their own children."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import cast, scalar, vector
from ..node import Node
from ..registry import converter
from .ml_scores import (POST_TRANSFORMS, add_vector, both_classes, classify, post_transform,
                        read_classes)

_DOMAIN = "ai.onnx.ml"

_COMPARISONS = [op.less_equal, op.less, op.greater_equal, op.greater, op.equal, op.not_equal]
_MEMBER = 6
# The modes of old versions, in the order of the numbers of TreeEnsemble.
_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")
_AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")
# The most numbers of weights: of leaves times targets.
_MOST_WEIGHTS = 1 << 26


class Ensemble:
    """The trees of a node, as its attributes give them.

    Attributes
    ----------
    features, modes, splits, tracks : array
        For each inner node, the column that its condition reads, the kind of the condition, the
        number to compare with, and whether NaN fulfills it.
    inner : array
        For each inner node, the next node if the condition is false, and if it is true. Leaves have the
        numbers behind those of inner nodes.
    roots : array
        The first nodes of trees.
    weights : array
        For each leaf and target, what the leaf adds.
    owns : array
        For each leaf and target, whether the leaf says something about it.
    """

    def __init__(self, node: Node, features: Any, modes: Any, splits: Any, tracks: Any, inner: Any,
                 roots: Any):
        self.node = node
        self.features, self.modes = np.asarray(features, "int64"), np.asarray(modes)
        self.splits, self.tracks = np.asarray(splits), np.asarray(tracks)
        self.inner, self.roots = np.asarray(inner, "int64").reshape(-1, 2), np.asarray(roots, "int64")
        count = len(self.features)
        if any(len(values) != count for values in (self.inner, self.modes, self.splits)):
            node.fail(f"the attributes of {count} nodes have different lengths")

    def set_leaves(self, leaves: int, targets: int, places: Any, ids: Any, weights: Any) -> None:
        """Set what leaves add to targets: lists of leaves, targets and weights."""
        if not 0 < leaves * targets <= _MOST_WEIGHTS:
            self.node.fail(f"{leaves} leaves for {targets} targets are not supported")
        places, ids, weights = np.asarray(places, "int64"), np.asarray(ids, "int64"), np.asarray(weights)
        if len(places) != len(ids) or len(places) != len(weights):
            self.node.fail("the attributes of leaves have different lengths")
        if ids.size and not 0 <= ids.min() <= ids.max() < targets:
            self.node.fail(f"a leaf has a target that is none of {targets}")
        self.weights = np.zeros((leaves, targets), weights.dtype)
        self.owns = np.zeros((leaves, targets), bool)
        np.add.at(self.weights, (places, ids), weights)
        self.owns[places, ids] = True


def read_ensemble(node: Node) -> Ensemble:
    """Return the trees of a TreeEnsemble."""
    count = len(node.attribute("nodes_featureids"))
    sides = []
    for side in ("false", "true"):
        places = np.array(node.attribute(f"nodes_{side}nodeids"), "int64")
        leaves = np.array(node.attribute(f"nodes_{side}leafs"), "int64")
        if len(places) != len(leaves):
            node.fail(f"the attributes of {count} nodes have different lengths")
        sides.append(np.where(leaves != 0, places + count, places))
    if len(sides[0]) != len(sides[1]):
        node.fail(f"the attributes of {count} nodes have different lengths")
    tracks = node.attribute("nodes_missing_value_tracks_true", []) or np.zeros(count, "int64")
    ensemble = Ensemble(node, node.attribute("nodes_featureids"), node.attribute("nodes_modes"),
                        node.attribute("nodes_splits"), tracks, np.stack(sides, 1), node.attribute("tree_roots"))
    targets = node.attribute("leaf_targetids")
    ensemble.set_leaves(len(targets), node.attribute("n_targets"), range(len(targets)), targets,
                        node.attribute("leaf_weights"))
    return ensemble


def _read_floats(node: Node, name: str) -> Any:
    """Return the numbers of an attribute, or of the one that is a tensor; None without either."""
    if node.has_attribute(f"{name}_as_tensor"):
        return np.asarray(node.attribute(f"{name}_as_tensor")).reshape(-1)
    return np.array(node.attribute(name), "float32") if node.has_attribute(name) else None


def read_old_ensemble(node: Node, prefix: str, targets: int) -> Ensemble:
    """Return the trees of a TreeEnsembleRegressor or a TreeEnsembleClassifier, whose nodes have numbers
    in their trees."""
    keys = list(zip(node.attribute("nodes_treeids"), node.attribute("nodes_nodeids")))
    modes = node.attribute("nodes_modes")
    if len(modes) != len(keys):
        node.fail(f"the attributes of {len(keys)} nodes have different lengths")
    inner = [i for i, mode in enumerate(modes) if mode != "LEAF"]
    unknown = next((modes[i] for i in inner if modes[i] not in _MODES), None)
    if unknown is not None:
        node.fail(f"expected nodes_modes {', '.join(_MODES)} or LEAF, but found {unknown}")
    leaves = [i for i, mode in enumerate(modes) if mode == "LEAF"]
    places = {keys[i]: place for place, i in enumerate([*inner, *leaves])}

    def find(tree: int, number: int) -> int:
        if (tree, number) not in places:
            node.fail(f"the tree {tree} has no node {number}")
        return places[(tree, number)]

    def take(name: str, values: Any) -> Any:
        if values is None or len(values) != len(keys):
            node.fail(f"expected {len(keys)} numbers as {name}")
        return [values[i] for i in inner]

    sides = [[find(keys[i][0], number) for i, number in zip(inner, take(name, node.attribute(name)))]
             for name in ("nodes_falsenodeids", "nodes_truenodeids")]
    tracks = node.attribute("nodes_missing_value_tracks_true", []) or [0] * len(keys)
    roots = {key[0]: places[key] for key in reversed(keys)}
    ensemble = Ensemble(node, take("nodes_featureids", node.attribute("nodes_featureids")),
                        [_MODES.index(modes[i]) for i in inner], take("nodes_values", _read_floats(node, "nodes_values")),
                        take("nodes_missing_value_tracks_true", tracks), np.stack(sides, 1), list(roots.values()))
    owners = [find(*key) - len(inner) for key in zip(node.attribute(f"{prefix}_treeids"),
                                                     node.attribute(f"{prefix}_nodeids"))]
    if owners and min(owners) < 0:
        node.fail("a node that is no leaf has a weight")
    ensemble.set_leaves(len(leaves), targets, owners, node.attribute(f"{prefix}_ids"),
                        _read_floats(node, f"{prefix}_weights"))
    return ensemble


class Trees:
    """Ways through the trees of an ensemble.

    Attributes
    ----------
    children : array
        For each inner node and leaf, the next node if the condition is false, and if it is true.
        Leaves come behind the inner nodes.
    depth : int
        How many steps lead from the roots to leaves.
    """

    def __init__(self, ensemble: Ensemble, columns: int | None):
        self.node, self.ensemble = ensemble.node, ensemble
        count = len(ensemble.features)
        total = count + len(ensemble.weights)
        inner = ensemble.inner
        if inner.size and not 0 <= inner.min() <= inner.max() < total:
            self.node.fail("a node has a child that does not exist")
        features = ensemble.features
        if columns is not None and ((features < 0) | (features >= columns)).any():
            self.node.fail(f"a node reads a column that the input of {columns} columns has not")
        leaf = np.arange(count, total)
        self.children = np.concatenate([inner, np.stack([leaf, leaf], 1)])
        self.depth = self._measure(count)

    def _measure(self, count: int) -> int:
        """Return how many steps lead from the roots to leaves; a cycle is an error."""
        level, depth = np.unique(self.ensemble.roots), 0
        while (level < count).any():
            level = np.unique(self.children[level[level < count]])
            depth += 1
            if depth > count:
                self.node.fail("the nodes of a tree form a cycle")
        return depth

    def conditions(self, data: Expr) -> Expr:
        """Return whether the condition of each node holds for each row."""
        ensemble, dtype = self.ensemble, self.node.dtype(data)
        if not len(ensemble.features):
            # All trees are leaves.
            row = op.strided_slice(data, [0], [1], axes=[1])
            return op.zeros_like(op.cast(op.repeat(row, len(ensemble.weights), 1), "int64"))
        values = op.take(data, vector(ensemble.features), 1)
        splits = const(ensemble.splits.astype(dtype), dtype)
        result = self._find_members(values, dtype)
        for mode in np.unique(ensemble.modes[ensemble.modes < _MEMBER]):
            chosen = const(ensemble.modes == mode)
            result = op.logical_or(result, op.logical_and(chosen, _COMPARISONS[mode](values, splits)))
        if ensemble.tracks.any():
            missing = op.logical_and(op.isnan(values), const(ensemble.tracks != 0))
            result = op.logical_or(result, missing)
        # Leaves have a condition, too, of no effect.
        return op.nn.pad(op.cast(result, "int64"), [[0, 0], [0, len(ensemble.weights)]], 0)

    def _find_members(self, values: Expr, dtype: str) -> Expr:
        """Return whether values are in the sets of their nodes, which NaN separates."""
        node, modes = self.node, self.ensemble.modes
        none = const(np.zeros(len(modes), bool))
        if not (modes == _MEMBER).any():
            return none
        members = np.asarray(node.attribute("membership_values"))
        sets = np.split(members, np.flatnonzero(np.isnan(members)) + 1)
        places = np.flatnonzero(modes == _MEMBER)
        if len(sets) < len(places):
            node.fail(f"{len(places)} nodes ask for members, but there are {len(sets)} sets")
        # No value differs from itself but NaN, which zeros are not.
        rows = op.zeros_like(op.strided_slice(values, [0], [1], axes=[1]))
        columns: list[Expr] = [op.not_equal(rows, rows)] * len(modes)
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
        place = op.multiply(ones, vector(self.ensemble.roots))
        flat = vector(self.children.reshape(-1))
        for _ in range(self.depth):
            holds = op.gather(conditions, 1, place)
            place = op.take(flat, op.add(op.multiply(place, scalar(2, "int64")), holds), 0)
        return op.subtract(place, scalar(len(self.ensemble.features), "int64"))


def _sum_leaves(node: Node, ensemble: Ensemble, data: Expr, aggregate: str) -> Expr:
    """Return for each target the aggregate of what the leaves say about it that rows reach; 0 for one
    without."""
    leaves = Trees(ensemble, node.shape(data)[1]).leaves(data)
    dtype = node.dtype(data)
    zero, count = scalar(0, dtype), len(ensemble.roots)
    # (row, tree, target)
    weights = op.take(const(ensemble.weights.astype(dtype), dtype), leaves, 0)
    if aggregate in ("SUM", "AVERAGE"):
        total = op.sum(weights, [1])
        return total if aggregate == "SUM" else op.divide(total, scalar(count, dtype))
    owns = op.take(const(ensemble.owns), leaves, 0)
    outside = scalar(np.inf if aggregate == "MIN" else -np.inf, dtype)
    best = (op.min if aggregate == "MIN" else op.max)(op.where(owns, weights, outside), [1])
    return op.where(op.any(owns, [1]), best, zero)


@converter("TreeEnsemble", domain=_DOMAIN, since=5)
def convert_tree_ensemble(node: Node) -> Expr:
    """Return for each target the aggregate of the leaves that rows reach in trees."""
    function, transform = node.attribute("aggregate_function", 1), node.attribute("post_transform", 0)
    if not 0 <= function < len(_AGGREGATES):
        node.fail(f"expected aggregate_function 0 to 3, but found {function}")
    if not 0 <= transform < len(POST_TRANSFORMS):
        node.fail(f"expected post_transform 0 to 4, but found {transform}")
    result = _sum_leaves(node, read_ensemble(node), node.input(0), _AGGREGATES[function])
    return post_transform(node, result, POST_TRANSFORMS[transform])


def _as_floats(node: Node) -> Expr:
    """Return the input of an old operator: integers are compared as float32."""
    return node.input(0) if node.dtype(node.input(0)) == "float64" else \
        cast(node, node.input(0), "float32")


@converter("TreeEnsembleRegressor", domain=_DOMAIN, since=1)
def convert_tree_ensemble_regressor(node: Node) -> Expr:
    """Return for each target the aggregate of the leaves that rows reach in trees."""
    aggregate = node.attribute("aggregate_function", "SUM")
    if aggregate not in _AGGREGATES:
        node.fail(f"expected aggregate_function {', '.join(_AGGREGATES)}, but found {aggregate}")
    ensemble = read_old_ensemble(node, "target", node.attribute("n_targets"))
    result = _sum_leaves(node, ensemble, _as_floats(node), aggregate)
    result = add_vector(node, result, _list(_read_floats(node, "base_values")))
    return cast(node, post_transform(node, result, node.attribute("post_transform", "NONE")), "float32")


@converter("TreeEnsembleClassifier", domain=_DOMAIN, since=1)
def convert_tree_ensemble_classifier(node: Node) -> list[Expr]:
    """Return the class of the largest sum of leaves, and the sums. Leaves that tell of the first class
    of two alone mean the second one."""
    classes = read_classes(node, "classlabels_int64s")
    ids, name = set(node.attribute("class_ids")), node.attribute("post_transform", "NONE")
    ensemble = read_old_ensemble(node, "class", max(len(classes), 1))
    result = _sum_leaves(node, ensemble, _as_floats(node), "SUM")
    base = _list(_read_floats(node, "base_values"))
    if len(classes) == 2 and ids == {0}:
        result = add_vector(node, op.strided_slice(result, [0], [1], axes=[1]), base[:1])
        found = both_classes(node, result, classes, name, bool((ensemble.weights >= 0).all()))
    else:
        if base and len(base) != len(classes):
            node.fail(f"expected {len(classes)} base_values, but got {len(base)}")
        found = classify(node, add_vector(node, result, base), classes, name)
    return [found[0], cast(node, found[1], "float32")]


def _list(values: Any) -> list[float]:
    return [] if values is None else [float(value) for value in values]
