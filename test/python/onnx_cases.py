"""ONNX's conformance tests: those that the installed package generates, and those in files of another
version. utils/dev/run_onnx_conformance.py runs them, too."""

import pathlib
import warnings

import numpy as np
import onnx
import onnx.numpy_helper
from onnx.backend.test.case.test_case import TestCase
from onnx.backend.test.loader import load_model_tests
from onnx.backend.test.runner import Runner

# The folders of tests in a package's backend/test/data. Others need files from elsewhere.
KINDS = ("node", "simple", "pytorch-operator", "pytorch-converted")


def generate_cases():
    """Return the tests of operators that the installed package generates, sorted by name."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        import onnx.backend.test.case.node as node_cases

        return sorted(node_cases.collect_testcases(None), key=lambda case: case.name)


def find_cases(folder):
    """Return the tests in the files of a folder, as packages have it in backend/test/data."""
    return sorted((_describe(path) for kind in KINDS for path in pathlib.Path(folder, kind).iterdir()
                   if (path / "model.onnx").exists()), key=lambda case: case.name)


def _describe(path):
    """Return the test of a folder; its data are read when it runs."""
    return TestCase(name=path.name, model_name=path.name, url=None, model_dir=str(path), model=None,
                    data_sets=None, kind=path.parent.name, rtol=1e-3, atol=1e-7)


def run_case(case):
    """Run a test: an error if it fails."""
    import relay_lite.onnx_backend as backend

    if case.model is not None:
        model, data_sets = case.model, case.data_sets
    else:
        model = onnx.load(pathlib.Path(case.model_dir, "model.onnx"))
        data_sets = _read_data(case, model)
    rep = backend.prepare(model)
    for inputs, outputs in data_sets:
        Runner.assert_similar_outputs(list(map(to_array, outputs)),
                                      list(rep.run(list(map(to_array, inputs)))), case.rtol, case.atol)


def _read_data(case, model):
    """Return the inputs and the outputs of each set of data of a test. Inputs of the model get the shape
    of their data: some files of onnx 1.14.1 have another one."""
    initial = {tensor.name for tensor in model.graph.initializer}
    infos = [info for info in model.graph.input if info.name not in initial]
    data_sets = []
    for folder in sorted(pathlib.Path(case.model_dir).glob("test_data_set_*")):
        inputs, outputs = ([_read_value(folder / f"{kind}_{i}.pb", info) for i, info in enumerate(values)]
                           for kind, values in (("input", infos), ("output", model.graph.output)))
        for info, value in zip(infos, inputs):
            shape = info.type.tensor_type.shape.dim
            if info.type.HasField("tensor_type") and all(size.HasField("dim_value") for size in shape):
                del shape[:]
                for size in value.shape:
                    shape.add().dim_value = size
        data_sets.append((inputs, outputs))
    return data_sets


def _read_value(path, info):
    kind = info.type.WhichOneof("value")
    message, convert = {
        "tensor_type": (onnx.TensorProto, onnx.numpy_helper.to_array),
        "sequence_type": (onnx.SequenceProto, onnx.numpy_helper.to_list),
        "optional_type": (onnx.OptionalProto, onnx.numpy_helper.to_optional)}[kind]
    value = convert(message.FromString(path.read_bytes()))
    if info.type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16:
        # Old versions write the bits as integers.
        return value.view(onnx.helper.tensor_dtype_to_np_dtype(onnx.TensorProto.BFLOAT16))
    return value


def to_array(value):
    """Return a value of a test as an array."""
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value
