"""The results of models by onnxruntime."""

import pytest

onnxruntime = pytest.importorskip("onnxruntime")


def run(proto, *arrays):
    """The results of a model."""
    session = onnxruntime.InferenceSession(proto.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {value.name: array for value, array in zip(session.get_inputs(), arrays)})
