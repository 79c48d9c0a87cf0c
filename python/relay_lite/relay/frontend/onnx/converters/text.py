"""Counts of sequences of numbers."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import scalar, vector
from ..node import Node
from ..registry import converter


def _count(node: Node, data: Expr, patterns: np.ndarray, skip: int) -> Expr:
    """Return how often each row of a matrix stands in the rows of data, with some elements left out
    after each one."""
    size, length = node.shape(data)[1], patterns.shape[1]
    if size is None:
        node.fail("the last dimension of the input must be known")
    span = (length - 1) * (skip + 1) + 1
    starts = np.arange(max(0, size - span + 1))
    index = starts[:, None] + np.arange(length)[None] * (skip + 1)
    dtype = node.dtype(data)
    windows = op.expand_dims(op.take(data, vector(index), 1), 2)
    same = op.all(op.equal(windows, const(patterns.astype(dtype), dtype)), [3])
    return op.sum(op.cast(same, "int32"), [1])


@converter("TfIdfVectorizer", since=9)
def convert_tf_idf_vectorizer(node: Node) -> Expr:
    """Return how often given sequences occur, or the weights of those that do."""
    if not node.has_attribute("pool_int64s"):
        node.fail("strings are not supported")
    mode = node.attribute("mode")
    if mode not in ("TF", "IDF", "TFIDF"):
        node.fail(f"expected mode TF, IDF or TFIDF, but found {mode}")
    pool = np.array(node.attribute("pool_int64s"), "int64")
    bounds = [*node.attribute("ngram_counts"), len(pool)]
    places = np.array(node.attribute("ngram_indexes"), "int64")
    data = node.input(0)
    is_row = node.rank(data) == 1
    data = op.expand_dims(data, 0) if is_row else data
    counts, used, first = [], [], 0
    for length in range(1, len(bounds)):
        patterns = pool[bounds[length - 1]:bounds[length]].reshape(-1, length)
        own = places[first:first + len(patterns)]
        first += len(patterns)
        in_range = node.attribute("min_gram_length") <= length <= node.attribute(
            "max_gram_length")
        if not len(patterns) or not in_range:
            continue
        skips = range(node.attribute("max_skip_count") + 1 if length > 1 else 1)
        parts = [_count(node, data, patterns, skip) for skip in skips]
        total = parts[0]
        for part in parts[1:]:
            total = op.add(total, part)
        counts.append(total)
        used.extend(own.tolist())
    return _place_counts(node, counts, used, int(places.max()) + 1, is_row)


def _place_counts(node: Node, counts: list[Expr], used: list[int], size: int,
                  is_row: bool) -> Expr:
    """Return the counts at their places in the result, times weights as the mode says."""
    if not counts:
        node.fail("there are no sequences to count")
    joined = op.cast(op.concatenate(counts, 1), "float32")
    owners = np.zeros((size, len(used)), "float32")
    owners[used, np.arange(len(used))] = 1
    result = op.nn.dense(joined, const(owners, "float32"))
    mode = node.attribute("mode")
    if mode == "IDF":
        result = op.cast(op.greater(result, scalar(0, "float32")), "float32")
    if mode != "TF" and node.has_attribute("weights"):
        weights = np.zeros(size, "float32")
        places = node.attribute("ngram_indexes")
        weights[places] = node.attribute("weights")
        result = op.multiply(result, const(weights, "float32"))
    return op.squeeze(result, [0]) if is_row else result
