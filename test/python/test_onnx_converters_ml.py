"""Converters of classifiers and regressors of the domain ai.onnx.ml, compared with onnxruntime or with
the reference where onnxruntime departs from it."""

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import compare, evaluate, floats, onnx
from onnx_models import info

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

helper, numpy_helper = onnx.helper, onnx.numpy_helper

DATA = floats(7, 3)
POST_TRANSFORMS = ["NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT"]


def numbers(count, seed=0):
    return [float(value) for value in np.random.RandomState(seed).randn(count)]


def make(op_type, outputs="yz", dtype="float32", columns=3, **attributes):
    """A model of one node: y are classes, z scores."""
    node = helper.make_node(op_type, ["x"], list(outputs), name="here", domain="ai.onnx.ml", **attributes)
    infos = [info(name, None, "int64" if name == "y" else "float32") for name in outputs]
    graph = helper.make_graph([node], "graph", [info("x", ["n", columns], dtype)], infos)
    return helper.make_model(graph, ir_version=9, opset_imports=[
        helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)])


def compare_with_runtime(proto, data=DATA):
    compare(evaluate(proto, data)[0], onnxruntime_check.run(proto, data), 1e-4)


def compare_with_reference(proto, data=DATA):
    compare(evaluate(proto, data)[0], onnx.reference.ReferenceEvaluator(proto).run(None, {"x": data}), 1e-4)


# Trees of one condition each.


def make_trees(prefix, ids, positive=False, single=False, count=3, mode="BRANCH_LEQ"):
    """The attributes of trees whose leaves have a weight for each target, or for one target alone."""
    random = np.random.RandomState(1)
    nodes = [(tree, number) for tree in range(count) for number in range(3)]
    leaves = [(key, target) for key in nodes if key[1]
              for target in ([ids[key[0] % len(ids)]] if single else ids)]
    weights = random.randn(len(leaves))
    return {
        "nodes_treeids": [tree for tree, _ in nodes], "nodes_nodeids": [number for _, number in nodes],
        "nodes_featureids": [0 if number else int(random.randint(3)) for _, number in nodes],
        "nodes_values": [0.0 if number else float(random.randn()) for _, number in nodes],
        "nodes_modes": ["LEAF" if number else mode for _, number in nodes],
        "nodes_truenodeids": [0 if number else 1 for _, number in nodes],
        "nodes_falsenodeids": [0 if number else 2 for _, number in nodes],
        f"{prefix}_treeids": [key[0] for key, _ in leaves], f"{prefix}_nodeids": [key[1] for key, _ in leaves],
        f"{prefix}_ids": [target for _, target in leaves],
        f"{prefix}_weights": list(map(float, (abs(weights) if positive else weights) * 0.4))}


@pytest.mark.parametrize("aggregate", ["SUM", "AVERAGE", "MIN", "MAX"])
@pytest.mark.parametrize("single", [False, True])
def test_regressor(aggregate, single):
    for base in ({}, {"base_values": [0.1, 0.2]}):
        compare_with_runtime(make("TreeEnsembleRegressor", "z", n_targets=2, aggregate_function=aggregate, **base,
                                  **make_trees("target", [0, 1], single=single)))


@pytest.mark.parametrize("name", POST_TRANSFORMS)
def test_scores_of_regressors(name):
    compare_with_runtime(make("TreeEnsembleRegressor", "z", n_targets=2, post_transform=name, **make_trees("target", [0, 1])))
    compare_with_runtime(make("LinearRegressor", "z", targets=2, coefficients=numbers(6), intercepts=numbers(2, 1),
                              post_transform=name))


@pytest.mark.parametrize("mode", ["BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"])
def test_modes(mode):
    trees = make_trees("target", [0], mode=mode)
    data = np.concatenate([DATA, np.full((1, 3), np.float32(trees["nodes_values"][0]))])
    compare_with_runtime(make("TreeEnsembleRegressor", "z", n_targets=1, **trees), data)


def test_missing_values():
    data = np.array(DATA)
    data[::2] = np.nan
    for tracks in (0, 1):
        compare_with_runtime(make("TreeEnsembleRegressor", "z", n_targets=1, **make_trees("target", [0]),
                                  nodes_missing_value_tracks_true=[tracks] * 9), data)


def test_a_tree_of_a_leaf():
    trees = {name: values[1:2] for name, values in make_trees("target", [0]).items()}
    trees.update(nodes_nodeids=[0], target_nodeids=[0])
    compare_with_reference(make("TreeEnsembleRegressor", "z", n_targets=1, **trees))


def test_integers():
    floats_, integers = (make("TreeEnsembleRegressor", "z", dtype=dtype, n_targets=1, **make_trees("target", [0]))
                         for dtype in ("float32", "int64"))
    data = (DATA * 2).astype("int64")
    compare(evaluate(integers, data)[0], onnxruntime_check.run(floats_, data.astype("float32")))


def test_tensors_of_doubles():
    trees = make_trees("target", [0])
    for name in ("nodes_values", "target_weights"):
        trees[f"{name}_as_tensor"] = numpy_helper.from_array(np.array(trees.pop(name)))
    proto = make("TreeEnsembleRegressor", "z", n_targets=1, **trees)
    proto.graph.input[0].type.tensor_type.elem_type = onnx.TensorProto.DOUBLE
    compare_with_runtime(proto, DATA.astype("float64"))


@pytest.mark.parametrize("name", POST_TRANSFORMS[:4])
def test_classifier(name):
    for positive in (False, True):
        for base in ({}, {"base_values": [0.1, 0.2, 0.3]}):
            compare_with_runtime(make("TreeEnsembleClassifier", classlabels_int64s=[5, 3, 9], post_transform=name, **base,
                                      **make_trees("class", [0, 1, 2], positive)))
    # onnxruntime returns 0 or 1 if both of two classes have weights.
    compare_with_reference(make("TreeEnsembleClassifier", classlabels_int64s=[5, 3], post_transform=name,
                                **make_trees("class", [0, 1])))


@pytest.mark.parametrize("name", POST_TRANSFORMS[:4])
@pytest.mark.parametrize("positive", [False, True])
def test_classifier_of_two_classes(name, positive):
    # onnxruntime makes no softmax of the scores of one class.
    check = compare_with_runtime if name in ("NONE", "LOGISTIC") else compare_with_reference
    for base in ({}, {"base_values": [0.1]}):
        check(make("TreeEnsembleClassifier", classlabels_int64s=[5, 3], post_transform=name, **base,
                   **make_trees("class", [0], positive)))


@pytest.mark.parametrize("name", POST_TRANSFORMS[:4])
def test_linear_classifier(name):
    for count in (2, 3):
        compare_with_runtime(make("LinearClassifier", classlabels_ints=[4, 5, 2][:count], coefficients=numbers(3 * count),
                                  intercepts=numbers(count, 1), post_transform=name))
    compare_with_reference(make("LinearClassifier", classlabels_ints=[4, 5], coefficients=numbers(3),
                                intercepts=numbers(1, 1), post_transform=name))


# Support vectors


KERNELS = ["LINEAR", "POLY", "RBF", "SIGMOID"]


def kernel(name, count):
    return {"kernel_type": name, "kernel_params": [0.3, 0.2, 3.0], "support_vectors": numbers(3 * count, 2)}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("one_class", [0, 1])
def test_support_vectors_of_a_regressor(name, one_class):
    compare_with_runtime(make("SVMRegressor", "z", n_supports=4, coefficients=numbers(4), rho=numbers(1), one_class=one_class,
                              **kernel(name, 4)))


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("sizes", [[2, 3], [2, 3, 1]])
def test_support_vectors_of_a_classifier(name, sizes):
    pairs = len(sizes) * (len(sizes) - 1) // 2
    for transform in POST_TRANSFORMS[:2]:
        compare_with_runtime(make("SVMClassifier", classlabels_ints=[3, 4, 7][:len(sizes)], vectors_per_class=sizes,
                                  coefficients=numbers(sum(sizes) * (len(sizes) - 1)), rho=numbers(pairs),
                                  post_transform=transform, **kernel(name, sum(sizes))))


def test_linear_support_vectors():
    compare_with_reference(make("SVMRegressor", "z", coefficients=numbers(3), rho=numbers(1), kernel_type="LINEAR",
                                n_supports=0))
    proto = make("SVMClassifier", classlabels_ints=[3, 4, 7], coefficients=numbers(9), rho=[0.5], kernel_type="LINEAR")
    scores = DATA @ np.array(numbers(9), "float32").reshape(3, 3).T + np.float32(0.5)
    compare(evaluate(proto, DATA)[0], [np.array([3, 4, 7])[scores.argmax(1)], scores])


# Features


def test_features():
    compare_with_runtime(make("Imputer", "z", imputed_value_floats=[1.0, 2.0, 3.0], replaced_value_float=float(DATA[0, 1])))
    data = np.array(DATA)
    data[1] = np.nan
    compare_with_runtime(make("Imputer", "z", imputed_value_floats=[4.0], replaced_value_float=float("nan")), data)
    compare_with_runtime(make("OneHotEncoder", "z", cats_int64s=[0, 1, -1]))
    compare_with_runtime(make("FeatureVectorizer", "z", inputdimensions=[3]))
    compare_with_reference(make("FeatureVectorizer", "z", inputdimensions=[2]))
    compare_with_reference(make("FeatureVectorizer", "z", inputdimensions=[5]))


TREES = make_trees("class", [0, 1, 2])
SVC = dict(classlabels_ints=[1, 2], coefficients=numbers(2), support_vectors=numbers(6), vectors_per_class=[1, 1], rho=[0.1])


@pytest.mark.parametrize("op_type, attributes, message", [
    ("TreeEnsembleClassifier", {**TREES, "classlabels_strings": ["a", "b"]}, "classes that are strings are not supported"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2]}, "a leaf has a target that is none of 2"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "base_values": [0.1]},
     "expected 3 base_values, but got 1"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "post_transform": "ODD"},
     "expected post_transform NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO, PROBIT, but found ODD"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "nodes_modes": ["LEAF"]},
     "the attributes of 9 nodes have different lengths"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "nodes_modes": ["ODD"] * 9},
     "expected nodes_modes BRANCH_LEQ, BRANCH_LT, BRANCH_GTE, BRANCH_GT, BRANCH_EQ, BRANCH_NEQ or LEAF, but found ODD"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "nodes_truenodeids": [7] * 9},
     "the tree 0 has no node 7"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "nodes_values": [0.5]},
     "expected 9 numbers as nodes_values"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "class_nodeids": [0] * 18},
     "a node that is no leaf has a weight"),
    ("TreeEnsembleClassifier", {**TREES, "classlabels_int64s": [1, 2, 3], "class_ids": [0]},
     "the attributes of leaves have different lengths"),
    ("TreeEnsembleRegressor", {**make_trees("target", [0]), "n_targets": 1, "aggregate_function": "ODD"},
     "expected aggregate_function AVERAGE, SUM, MIN, MAX, but found ODD"),
    ("TreeEnsembleRegressor", {**make_trees("target", [0]), "n_targets": 1 << 40},
     "leaves for 1099511627776 targets are not supported"),
    ("LinearClassifier", {"classlabels_ints": [1, 2], "coefficients": numbers(4), "intercepts": [0.0] * 3},
     "the 4 numbers of coefficients are no matrix of 3 rows"),
    ("LinearClassifier", {"classlabels_ints": [1, 2], "coefficients": numbers(9), "intercepts": [0.0] * 3},
     "there are 3 functions for 2 classes"),
    ("SVMClassifier", {**SVC, "prob_a": [0.1], "prob_b": [0.1]}, "probabilities are not supported"),
    ("SVMClassifier", {**SVC, "vectors_per_class": [1]}, "expected a number of support vectors for each of 2 classes"),
    ("SVMClassifier", {**SVC, "coefficients": numbers(3)}, "expected 2 coefficients for each pair of classes, but got 3"),
    ("SVMClassifier", {**SVC, "rho": [0.1, 0.2]}, "expected 1 numbers as rho, but got 2"),
    ("SVMClassifier", {**SVC, "kernel_type": "ODD"}, "expected kernel_type LINEAR, POLY, RBF or SIGMOID, but found ODD"),
    ("Imputer", {"imputed_value_floats": [1.0, 2.0]}, "expected 1 or 3 imputed values, but got 2"),
    ("FeatureVectorizer", {"inputdimensions": [1, 2]}, "expected 1 inputdimensions, but got 2"),
    ("OneHotEncoder", {"cats_strings": ["a"]}, "categories that are strings are not supported"),
    ("OneHotEncoder", {"cats_int64s": [1], "zeros": 0}, "zeros of 0 is not supported")])
def test_errors(op_type, attributes, message):
    with pytest.raises(ConversionError) as error:
        from_onnx(make(op_type, "yz" if "Classifier" in op_type else "z", **attributes))
    assert message in str(error.value) and f"{op_type} 'here'" in str(error.value)
