"""The results of models by onnxruntime."""

import pytest

onnxruntime = pytest.importorskip("onnxruntime")


def run(proto, *arrays):
    """The results of a model."""
    return run_by_name(proto, dict(zip([value.name for value in proto.graph.input], arrays)))


def run_by_name(proto, arrays):
    """The results of a model whose inputs have their names."""
    session = onnxruntime.InferenceSession(proto.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {value.name: arrays[value.name] for value in session.get_inputs()})
