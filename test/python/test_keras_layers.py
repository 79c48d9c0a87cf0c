"""Layers of Keras, compared with results that Keras has given. utils/dev/generate_keras_models.py has
written the models of Inputs/keras."""

from pathlib import Path

import numpy as np
import pytest
from tflite_models import run

pytest.importorskip("h5py")

from relay_lite.relay.frontend import from_keras  # noqa: E402

FOLDER = Path(__file__).parent / "Inputs/keras"
MODELS = sorted(path.stem for path in FOLDER.glob("*.keras"))


def to_first(array):
    """An array with the channels of images as the second dimension."""
    return np.ascontiguousarray(array.transpose(0, 3, 1, 2)) if array.ndim == 4 else array


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("name", MODELS)
def test_layers(name, layout):
    # Models whose layers have the channels first have tensors in Keras's order.
    arrange = to_first if layout == "NCHW" and name != "channels_first" else lambda array: array
    arrays = {key: arrange(array) for key, array in np.load(FOLDER / f"{name}.npz").items()}
    shapes = {key: array.shape for key, array in arrays.items() if not key.startswith("result")}
    mod, params = from_keras(FOLDER / f"{name}.keras", shapes, layout)
    inputs = [arrays[param.name_hint] for param in mod["main"].params if param.name_hint in arrays]
    results = run(mod, params, *inputs)
    expected = [array for key, array in arrays.items() if key.startswith("result")]
    assert len(results) == len(expected)
    for i, (result, wanted) in enumerate(zip(results, expected)):
        assert result.shape == wanted.shape, i
        assert result.dtype == wanted.dtype, i
        # Numbers of 16 bits are rounded in other places.
        tolerance = 1e-2 if name == "mixed" else 1e-5
        np.testing.assert_allclose(result, wanted, rtol=10 * tolerance, atol=tolerance, err_msg=str(i))
