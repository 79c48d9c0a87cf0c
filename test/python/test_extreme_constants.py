"""Random networks whose constants are very large or very small: passes keep their values."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def evaluate(mod, *inputs):
    return relay.create_executor("graph", mod=mod).evaluate()(*inputs).numpy()


def optimize(expr, passes, level=3):
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    with tvm.transform.PassContext(opt_level=level):
        return mod, tvm.transform.Sequential(passes)(mod)


# Scales


SCALES = [1e-40, 1e-30, 1e-12, 0.0, -0.5, 1.0, 3.0, -1e12, 1e30]


NUMBERS = np.finfo("float32")


class Network:
    """A value of a network of channels, and a bound of the terms that it is the sum of."""

    def __init__(self, rng, x, image):
        self.rng, self.x, self.rank = rng, relay.var("x", shape=x.shape), x.ndim
        self.value, self.bound = self.x, np.abs(x.astype("float64"))
        self.image, self.is_normal = image, True

    def constant(self, shape, choices):
        scale = self.rng.choice(choices, size=shape)
        return (scale * self.rng.uniform(0.5, 2, size=shape)).astype("float32")

    def channels(self, choices):
        # One magnitude for all channels, or one for each.
        choices = choices if self.rng.random() < 0.5 else [self.rng.choice(choices)]
        return self.constant((3, 1, 1) if self.image else (3,), choices)

    def step(self):
        kind = self.rng.integers(5)
        if kind == 0:
            self.value = relay.nn.relu(self.value)
        elif kind in (1, 2):
            scale = self.channels(SCALES)
            self.value = relay.multiply(self.value, relay.const(scale))
            self.bound = self.bound * np.abs(scale.astype("float64"))
        elif kind == 3:
            bias = self.channels(SCALES)
            self.value = relay.add(self.value, relay.const(bias))
            self.bound = self.bound + np.abs(bias.astype("float64"))
        else:
            self.layer()
        self.check()

    def check(self):
        """Records whether a value may overflow or become a denormal number."""
        terms = self.bound[self.bound != 0]
        self.is_normal &= not terms.size or NUMBERS.tiny <= terms.min() <= terms.max() <= NUMBERS.max

    def layer(self):
        weight = self.constant((3, 3), [self.rng.choice([1e-20, 0.1, 1e10])])
        if self.image:
            self.value = relay.nn.conv2d(
                self.value, relay.const(weight[:, :, None, None]), channels=3, kernel_size=(1, 1)
            )
            self.bound = np.einsum("ncij,oc->noij", self.bound, np.abs(weight.astype("float64")))
        else:
            self.value = relay.nn.dense(self.value, relay.const(weight), units=3)
            self.bound = self.bound @ np.abs(weight.astype("float64")).T
        self.check()


@pytest.mark.parametrize("seed", range(8))
def test_scales_move(seed):
    rng = np.random.default_rng(seed)
    compared = 0
    for i in range(12):
        x = rng.uniform(-2, 2, size=(1, 3, 2, 2) if i % 2 else (2, 3)).astype("float32")
        network = Network(rng, x, image=bool(i % 2))
        for _ in range(rng.integers(1, 4)):
            network.step()
        network.layer()
        for _ in range(rng.integers(0, 3)):
            network.step()
        before, after = optimize(
            relay.Function([network.x], network.value),
            [relay.transform.FoldScaleAxis(), relay.transform.FoldConstant()],
        )
        if not network.is_normal:
            continue
        compared += 1
        expected, got = evaluate(before, x), evaluate(after, x)
        assert np.all(np.isfinite(got)), after
        error = np.abs(got.astype("float64") - expected.astype("float64"))
        assert np.all(error <= 1e-4 * network.bound + NUMBERS.tiny), after
    assert compared


def test_batch_norm_before_convolution():
    """The scale of the batch norm is a denormal number."""
    shape = (1, 2, 3, 3)
    x = relay.var("x", shape=shape)
    values = [[1e-40, 1e-40], [0.5, 0.5], [0, 0], [1, 1]]
    parameters = [relay.const(np.array(value, "float32")) for value in values]
    y = relay.nn.relu(relay.nn.batch_norm(x, *parameters)[0])
    weight = np.full((2, 2, 1, 1), 3.68, "float32")
    y = relay.nn.conv2d(y, relay.const(weight), channels=2, kernel_size=(1, 1))
    before, after = optimize(
        relay.Function([x], y),
        [
            relay.transform.SimplifyInference(),
            relay.transform.FoldConstant(),
            relay.transform.FoldScaleAxis(),
        ],
    )
    data = np.ones(shape, "float32")
    np.testing.assert_allclose(evaluate(before, data), 3.68, rtol=1e-6)
    np.testing.assert_allclose(evaluate(after, data), 3.68, rtol=1e-6)


def test_parameters_may_be_zero():
    x, scale = relay.var("x", shape=(1, 2)), relay.var("s", shape=(2,))
    y = relay.add(relay.multiply(x, scale), relay.const(np.array([1, 2], "float32")))
    y = relay.nn.dense(y, relay.const(np.ones((1, 2), "float32")), units=1)
    _, after = optimize(
        relay.Function([x, scale], y), [relay.transform.ForwardFoldScaleAxis()]
    )
    got = evaluate(after, np.ones((1, 2), "float32"), np.zeros(2, "float32"))
    np.testing.assert_array_equal(got, [[3]])


# Mixed precision


EXTREMES = [-3.4028235e38, -1e9, 1e-12, 1e-9, 1e5, 1e9, 3.4028235e38]


def mixed_step(rng, y):
    """An operator with a constant. Values are integers before it, so that float16 has them."""
    extreme = relay.const(np.float32(rng.choice(EXTREMES)))
    one = relay.const(np.float32(1))
    mask = relay.const(rng.integers(0, 2, size=(2, 3)).astype("float32"))
    kinds = [
        lambda: relay.add(y, relay.multiply(relay.subtract(one, mask), extreme)),
        lambda: relay.multiply(y, extreme),
        lambda: relay.divide(y, relay.const(np.float32(rng.choice([1e-12, 1e9])))),
        lambda: relay.divide(y, relay.add(relay.abs(y), relay.const(np.float32(1e-9)))),
        lambda: relay.where(relay.greater(y, one), y, relay.full_like(y, extreme)),
        lambda: relay.where(relay.less(y, one), relay.full(extreme, (2, 3), "float32"), y),
        lambda: relay.maximum(y, extreme),
        lambda: relay.minimum(extreme, y),
        lambda: relay.nn.pad(y, ((0, 0), (1, 0)), pad_value=extreme),
        lambda: relay.nn.pad(y, ((0, 0), (1, 0)), pad_value=relay.const(100000)),
        lambda: relay.concatenate([y, relay.full(extreme, (2, 1), "float32")], axis=1),
        lambda: relay.clip(y, -float(rng.choice([1e-9, 1e9])), float(rng.choice([1e-9, 1e9]))),
        lambda: relay.multiply(y, relay.add(relay.tanh(y), extreme)),
    ]
    return kinds[rng.integers(len(kinds))]()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("normal_form", [False, True])
def test_mixed_precision(dtype, normal_form):
    rng = np.random.default_rng(42)
    tolerance = {"float16": 4e-3, "bfloat16": 3e-2}[dtype]
    x = relay.var("x", shape=(2, 4))
    passes = [relay.transform.ToANormalForm()] if normal_form else []
    passes.append(relay.transform.ToMixedPrecision(dtype, 2))
    for _ in range(40):
        weight = rng.integers(-2, 3, size=(3, 4)).astype("float32")
        y = relay.nn.dense(x, relay.const(weight), units=3)
        y = mixed_step(rng, y)
        if rng.random() < 0.5:
            y = relay.nn.softmax(y)
        before, after = optimize(relay.Function([x], y), passes)
        data = rng.integers(-2, 3, size=(2, 4)).astype("float32")
        expected = evaluate(before, data)
        got = evaluate(after, data)
        if got.dtype == np.uint16:  # the bits of bfloat16
            got = (got.astype("uint32") << 16).view("float32")
        got = got.astype("float32")
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=1e-6, err_msg=str(after))
