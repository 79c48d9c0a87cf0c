"""Element types of results, by PyTorch's rules, and writes into tensors that share memory."""

import pytest

from relay_lite import relay
from relay_lite.relay.frontend.pytorch import dtypes
from relay_lite.relay.frontend.pytorch.aliases import Alias


@pytest.mark.parametrize("tensors, scalars, numbers, expected", [
    (["float32", "float64"], [], [], "float64"), (["int32", "float16"], [], [], "float16"),
    (["uint8", "int8"], [], [], "int16"), (["float16", "bfloat16"], [], [], "float32"),
    (["int32"], ["int64"], [], "int32"), (["int32"], ["float64"], [], "float64"),
    (["int32"], [], ["float32"], "float32"), (["float16"], [], ["float32"], "float16"),
    (["bool"], [], ["int64"], "int64"), ([], ["bool"], ["bool"], "bool"), ([], [], [], "float32"),
])
def test_promotion(tensors, scalars, numbers, expected):
    assert dtypes.promote(tensors, scalars, numbers) == expected


@pytest.mark.parametrize("value, expected", [
    (6, "float32"), ("torch.int64", "int64"), ("Half", "float16"), (9, None), ("complex64", None)])
def test_names(value, expected):
    assert dtypes.get_dtype(value) == expected


def test_writes_into_views():
    x, y = relay.var("x", shape=(2, 3)), relay.var("y", shape=(6,))
    base = Alias(x)
    view = Alias(relay.reshape(x, (6,)), base, lambda data: relay.reshape(data, (6,)),
                 lambda data, value: relay.reshape(value, (2, 3)))
    other = Alias(relay.reshape(x, (3, 2)), base, lambda data: relay.reshape(data, (3, 2)))
    view.write(y, pytest.fail)
    assert view.read() is y
    assert base.read().args[0] is y and other.read().args[0] is base.read()
    with pytest.raises(AssertionError, match="a view of a kind that is not supported"):
        other.write(y, _refuse)


def _refuse(message):
    raise AssertionError(message)
