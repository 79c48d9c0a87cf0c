"""Converters of classifiers and regressors of the domain ai.onnx.ml, compared with onnxruntime or with
the reference where onnxruntime departs from it."""

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import compare, evaluate, floats, onnx
from onnx_models import info

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

helper = onnx.helper

DATA = floats(7, 3)

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


@pytest.mark.parametrize("op_type, attributes, message", [
    ("Imputer", {"imputed_value_floats": [1.0, 2.0]}, "expected 1 or 3 imputed values, but got 2"),
    ("FeatureVectorizer", {"inputdimensions": [1, 2]}, "expected 1 inputdimensions, but got 2"),
    ("OneHotEncoder", {"cats_strings": ["a"]}, "categories that are strings are not supported"),
    ("OneHotEncoder", {"cats_int64s": [1], "zeros": 0}, "zeros of 0 is not supported")])
def test_errors(op_type, attributes, message):
    with pytest.raises(ConversionError) as error:
        from_onnx(make(op_type, "yz" if "Classifier" in op_type else "z", **attributes))
    assert message in str(error.value) and f"{op_type} 'here'" in str(error.value)
