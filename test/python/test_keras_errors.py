"""Errors of the Keras importer, files that are damaged, and descriptions of Keras 2."""

import copy
import io
import json
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tflite_models import run

h5py = pytest.importorskip("h5py")

from relay_lite import TVMError  # noqa: E402
from relay_lite.error import OpNotImplemented  # noqa: E402
from relay_lite.relay.frontend import from_keras  # noqa: E402

CHAIN = Path(__file__).parent / "Inputs/keras/chain.keras"
INPUT = {"class_name": "InputLayer", "config": {"name": "x", "batch_shape": [2, 4, 4, 3], "dtype": "float32"}}


class Own:
    """A model with a description, as objects of Keras are."""

    def __init__(self, layers, weights=None, **fields):
        self.layers = [Layer(layer["config"]["name"], (weights or {}).get(layer["config"]["name"], []))
                       for layer in layers]
        self.config = {"name": "own", "layers": layers, **fields}

    def get_config(self):
        return copy.deepcopy(self.config)


class Sequential(Own):
    pass


class Layer:
    def __init__(self, name, weights):
        self.name, self.weights = name, weights

    def get_weights(self):
        return self.weights


class Nested(Own):
    """A model whose layers are models."""

    def __init__(self, config):
        self.config = config
        self.name, self.layers = "y", [Layer("x", [])]
        if any("layers" in entry["config"] for entry in config["layers"]):
            self.layers.append(Nested(config["layers"][1]["config"]))


def layer(class_name, name="own", **config):
    return {"class_name": class_name, "config": {"name": name, **config}}


def chain(*layers, weights=None, start=INPUT):
    return Sequential([start, *layers], weights)


def fail(model, message, **arguments):
    """Check the error of an import."""
    with pytest.raises(TVMError) as error:
        from_keras(model, **arguments)
    text = str(error.value)
    assert message in text and "\n" not in text


ROW = {"class_name": "InputLayer", "config": {"name": "x", "batch_shape": [2, 4], "dtype": "float32"}}
STEPS = {"class_name": "InputLayer", "config": {"name": "x", "batch_shape": [2, 4, 3], "dtype": "float32"}}
KERNEL = np.ones((3, 3, 3, 2), "float32")
RNN = {"own": [np.ones((3, 2)), np.ones((2, 2)), np.ones(2)]}


@pytest.mark.parametrize("model, message", [
    (chain(layer("Activation", activation="whirl")), "Activation 'own': the activation whirl is not supported"),
    (chain(layer("Dense", activation="relu")), "Dense 'own': the kernel is missing: the layer has 0 weights"),
    (chain(layer("Dense"), weights={"own": [np.ones(3)]}), "expected a kernel of rank 2, but got one of the shape [3]"),
    (chain(layer("Dense", use_bias=False), weights={"own": [np.ones((5, 2), "float32")]}), "Dense 'own': "),
    (chain(layer("Conv2D", strides="a"), weights={"own": [KERNEL]}), "expected 2 integers of at least 1 as strides"),
    (chain(layer("Conv2D"), weights={"own": [KERNEL]}, start=ROW), "expected an input of rank 4, but got one of rank 2"),
    (chain(layer("Conv2D", groups=2), weights={"own": [KERNEL]}), "a kernel of the shape [3, 3, 3, 2] in 2 groups"),
    (chain(layer("Conv2D", padding="much"), weights={"own": [KERNEL]}), "the padding 'much' is not supported"),
    (chain(layer("Conv2DTranspose"), weights={"own": [KERNEL]}), "the kernel is for 2 channels, but the input has 3"),
    (chain(layer("Conv2DTranspose", padding="much"), weights={"own": [np.ones((2, 2, 1, 3), "float32")]}),
     "the padding 'much' is not supported"),
    (chain(layer("Conv2D", data_format="channels_first"), weights={"own": [KERNEL]}),
     "a kernel of the shape [3, 3, 3, 2] in 1 groups does not fit 4 channels"),
    (chain(layer("ReLU", dtype="int8_from_float32")), "the dtype policy 'int8_from_float32' is not supported"),
    (chain(layer("ReLU", dtype={"class_name": "DTypePolicyMap", "config": {}})), "the dtype policy {'class_name'"),
    (chain(layer("LeakyReLU", alpha="a")), "expected a number as alpha, but found 'a'"),
    (chain(layer("PReLU"), weights={"own": [np.ones(3)]}), "an alpha of the shape [3] does not fit a tensor of rank 4"),
    (chain(layer("MaxPooling2D")), "expected an argument pool_size, but there is none"),
    (chain(layer("MaxPooling2D"), start=ROW), "expected an input of rank 4, but got one of rank 2"),
    (chain(layer("ZeroPadding2D", padding=[[1, -1], [0, 0]])), "expected 2 pairs of widths as padding"),
    (chain(layer("Cropping2D", cropping=2)), "nothing of a dimension of size 4 is left"),
    (chain(layer("UpSampling2D", size=2, interpolation="lanczos3")), "the interpolation 'lanczos3' is not supported"),
    (chain(layer("Reshape", target_shape=[0])), "expected sizes as target_shape, but found [0]"),
    (chain(layer("Permute", dims=[1, 1, 2])), "[1, 1, 2] is no order of dimensions of a tensor of rank 4"),
    (chain(layer("Concatenate", axis=7)), "axis 7 is out of range for a tensor of rank 4"),
    (chain(layer("Subtract")), "expected two tensors, but got 1"),
    (chain(layer("Dot", axes=1)), "expected at least 2 tensors, but got 1"),
    (chain(layer("BatchNormalization", axis=[1, 2]), weights={"own": [np.ones(3)] * 4}),
     "expected one axis, but found [1, 2]"),
    (chain(layer("LayerNormalization", axis=1)), "normalization along another axis than the last one"),
    (chain(layer("LSTM", units=2, activation="tanh"), weights=RNN, start=STEPS),
     "weights of the shapes [3, 2] and [2, 2] do not fit 2 units"),
    (chain(layer("SimpleRNN", units=2, activation="tanh"), weights=RNN, start=ROW),
     "SimpleRNN 'own': an input of the shape [2, 4] has not 1 to 10000 steps"),
    (chain(layer("Masking"), layer("Softmax", "soft"), start=STEPS),
     "Softmax 'soft': a softmax of places that a mask leaves out is not supported"),
    (chain(layer("NotEqual", "differs")), "NotEqual 'differs': expected a tensor and a number, but found []"),
    (chain(layer("Lambda")), "the function of a Lambda layer is Python code"),
    (chain(layer("TimeDistributed", layer=3)), "the layer of TimeDistributed 'own' is invalid"),
])
def test_invalid_layers(model, message):
    fail(model, message)


def test_unknown_layers_are_listed():
    with pytest.raises(OpNotImplemented) as error:
        from_keras(chain(layer("Whirl", "b"), layer("Whirl", "a"), layer("Swirl", "c")))
    assert str(error.value) == ("The following operators are not supported for frontend Keras: Swirl (c), "
                                "Whirl (a, b)")


def functional(layers, output="y", **fields):
    entries = [{**INPUT, "name": "x", "inbound_nodes": []}] + [
        {**layer(class_name, name, **config), "name": name, "inbound_nodes": calls}
        for class_name, name, calls, config in layers]
    return Own(entries, input_layers=[["x", 0, 0]], output_layers=[[output, 0, 0]], **fields)


def test_invalid_descriptions():
    call = [[["x", 0, 0, {}]]]
    fail(functional([("ReLU", "y", [[["z", 0, 0, {}]]], {}), ("ReLU", "z", [[["y", 0, 0, {}]]], {})]),
         "the layers of the model 'own' form a cycle at ")
    fail(functional([("ReLU", "y", call, {})], "z"), "the model 'own' has no call 0 of a layer 'z'")
    fail(functional([("ReLU", "y", [[["x", 0, 3, {}]]], {})]), "there is no result 3 of call 0 of layer 'x'")
    fail(functional([("ReLU", "y", [[7]], {})]), "a call of layer 'y' is invalid: found 7")
    fail(functional([("ReLU", "y", call, {}), ("ReLU", "y", call, {})]), "has two layers 'y'")
    fail(functional([("ReLU", "y", [{"args": [3.5], "kwargs": {}}], {})]),
         "ReLU 'y': expected tensors as arguments, but found [3.5]")
    fail(functional([("ReLU", "y", [[["x", 0, 0, {"scale": 2}]]], {})]), "the argument scale is not supported")
    fail(Own([]), "the outputs of the model 'own' are invalid: found None")
    fail(Sequential([]), "the model 'own' has no layers")
    fail(chain(start={"class_name": "InputLayer", "config": {"name": "x"}}), "input 'x' has no shape")
    inner = functional([("ReLU", "y", call, {})]).config
    for _ in range(60):
        inner = {"name": "inner", "layers": [
            {**INPUT, "name": "x", "inbound_nodes": []},
            {"class_name": "Functional", "config": inner, "name": "y", "inbound_nodes": call}],
            "input_layers": [["x", 0, 0]], "output_layers": [["y", 1, 0]]}
    fail(Nested(inner), "more than 50 deep")


def test_invalid_masks():
    def call(**named):
        entries = [{**STEPS, "name": "x", "inbound_nodes": []}, {**INPUT, "name": "z", "inbound_nodes": []},
                   {**layer("SimpleRNN", "y", units=2), "name": "y", "inbound_nodes": [[["x", 0, 0, named]]]}]
        entries[1] = {**entries[1], "config": {**INPUT["config"], "name": "z"}}
        return Own(entries, {"y": RNN["own"]}, input_layers=[["x", 0, 0], ["z", 0, 0]], output_layers=[["y", 0, 0]])

    fail(call(mask=[True, False]), "SimpleRNN 'y': expected a tensor as mask, but found True")
    fail(call(mask=["z", 0, 0]), "SimpleRNN 'y': a mask of the shape [2, 4, 4, 3] does not fit an input of the "
                                 "shape [2, 4, 3]")


# Keras 2 leaves out what one of two tensors leaves out, Keras 3 what both leave out.
@pytest.mark.parametrize("class_name", ["Add", "Concatenate"])
@pytest.mark.parametrize("is_old", [False, True])
def test_masks_of_merged_tensors(class_name, is_old):
    key = "batch_input_shape" if is_old else "batch_shape"
    call = {"left": [[["x", 0, 0, {}]]], "right": [[["y", 0, 0, {}]]],
            "both": [[["left", 0, 0, {}], ["right", 0, 0, {}]]], "mean": [[["both", 0, 0, {}]]]}
    entries = [{"class_name": "InputLayer", "name": name, "inbound_nodes": [],
                "config": {"name": name, key: [1, 4, 1]}} for name in "xy"]
    entries += [{**layer(kind, name, **config), "name": name, "inbound_nodes": call[name]}
                for kind, name, config in (("Masking", "left", {"mask_value": 9}), ("Masking", "right", {}),
                                           (class_name, "both", {}), ("GlobalAveragePooling1D", "mean", {}))]
    model = Own(entries, input_layers=[["x", 0, 0], ["y", 0, 0]], output_layers=[["mean", 0, 0]])
    x, y = (np.array(values, "float32").reshape(1, 4, 1) for values in ([9, 1, 9, 3], [4, 5, 0, 0]))
    left, right = np.where(x == 9, 0, x), y
    both = left + right if class_name == "Add" else np.concatenate([left, right], -1)
    used = (x != 9) & (y != 0) if is_old else (x != 9) | (y != 0)
    expected = both[used[..., 0]].mean(0, keepdims=True)
    mod, params = from_keras(model, layout="NHWC")
    np.testing.assert_allclose(run(mod, params, x, y)[0], expected, rtol=1e-6)


def test_invalid_arguments():
    model = chain(layer("ReLU"))
    fail(model, "expected a layout NWC, NCHW, NHWC, NDHWC, but got 'CHWN'", layout="CHWN")
    fail(model, "input 'x' has 4 dimensions, but the shape given for it is [3]", shape={"x": (3,)})
    fail(model, "expected a dict of shapes by name", shape=[3])
    fail(model, "expected a shape for 'x'", shape={"x": 3})
    fail(7, "expected a model of Keras or a path, but got int")

    class Subclassed(Own):
        def get_config(self):
            raise NotImplementedError

    fail(Subclassed([]), "the model of class Subclassed does not describe its layers")


def test_descriptions_of_keras_2():
    kernel, x = np.ones((3, 5), "float32"), np.random.RandomState(0).randn(2, 4, 4, 3).astype("float32")
    old = {"class_name": "InputLayer", "config": {"name": "x", "batch_input_shape": [None, 4, 4, 3]}}
    inner = {"name": "inner", "layers": [
        {**copy.deepcopy(old), "name": "x", "inbound_nodes": []},
        {**layer("Activation", "act", activation="hard_sigmoid"), "name": "act", "inbound_nodes": [[["x", 0, 0, {}]]]}],
        "input_layers": [["x", 0, 0]], "output_layers": [["act", 0, 0]]}
    layers = [{**old, "name": "x", "inbound_nodes": []},
              {**layer("Dense", "dense", use_bias=False), "name": "dense", "inbound_nodes": [[["x", 0, 0, {}]]]},
              {"class_name": "Functional", "config": inner, "name": "inner",
               "inbound_nodes": [[["dense", 0, 0, {}]]]},
              {**layer("Add", "add"), "name": "add", "inbound_nodes": [[["inner", 1, 0, {}], ["dense", 0, 0, {}]]]}]
    model = Own(layers, {"dense": [kernel]}, input_layers=[["x", 0, 0]], output_layers=[["add", 0, 0]])
    model.layers[2].layers = [Layer("x", []), Layer("act", [])]
    mod, params = from_keras(model, {"x": x.shape}, "NHWC")
    y = x @ kernel
    np.testing.assert_allclose(run(mod, params, x)[0], np.clip(0.2 * y + 0.5, 0, 1) + y, rtol=1e-5)


class K:
    """Keras's functions, of which none may run."""

    @staticmethod
    def l2_normalize(x, axis=None):
        raise AssertionError("the function is run")


# The functions that TVM takes, too.
@pytest.mark.parametrize("function, axes", [
    (lambda v: K.l2_normalize(v, axis=3), (3,)), (lambda v: K.l2_normalize(axis=[-3, -2], x=v), (1, 2)),
    (lambda v: K.l2_normalize(v, (2, -1)), (2, 3)), (lambda v: K.l2_normalize(v), (0, 1, 2, 3))])
def test_norms_of_lambda_layers(function, axes):
    model = chain(layer("Lambda"))
    model.layers[1].function = function
    x = np.random.RandomState(0).randn(2, 4, 4, 3).astype("float32")
    mod, params = from_keras(model, layout="NHWC")
    norm = np.sqrt((x * x).sum(axes, keepdims=True))
    np.testing.assert_allclose(run(mod, params, x)[0], x / norm, rtol=1e-5)


@pytest.mark.parametrize("function", [
    lambda v: K.l2_normalize(v) * 2, lambda v: K.l2_normalize(K.l2_normalize(v)), lambda v: v,
    lambda v: K.l2_normalize(3)])
def test_other_lambda_layers(function):
    model = chain(layer("Lambda"))
    model.layers[1].function = function
    fail(model, "the function of a Lambda layer is Python code")


# Files


def rewrite(path, change=None, compression=zipfile.ZIP_STORED, **members):
    """Write the file of the chain with other members."""
    with zipfile.ZipFile(CHAIN) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    for name, data in members.items():
        name = {"config": "config.json", "weights": "model.weights.h5"}[name]
        contents[name] = data
        if data is None:
            del contents[name]
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return path


def make_weights(change):
    """The weights of the chain, changed."""
    with zipfile.ZipFile(CHAIN) as archive:
        data = io.BytesIO(archive.read("model.weights.h5"))
    with h5py.File(data, "r+") as file:
        change(file)
    return data.getvalue()


def replace(file, make):
    del file["layers/dense/vars/0"]
    make(file["layers/dense/vars"])


def test_invalid_files(tmp_path):
    path = tmp_path / "net.keras"
    fail(tmp_path / "none.keras", "cannot read ")
    path.write_bytes(b"nothing at all")
    fail(path, "is not a .keras file: ")
    fail(rewrite(path, config=None), "member 'config.json': the archive has no such member")
    fail(rewrite(path, compression=zipfile.ZIP_DEFLATED), "member 'config.json': compressed members are not supported")
    fail(rewrite(path, config=b"[" * 100_000), "member 'config.json': expected a JSON text: ")
    fail(rewrite(path, config=b"[]"), "member 'config.json': expected an object, but found []")
    fail(rewrite(path, config=b"{}"), "the model is invalid: expected an entry class_name, but found None")
    fail(rewrite(path, weights=b"nothing"), "model.weights.h5 is invalid")
    path.write_bytes(b"")
    fail(path, "is not a .keras file: it is empty")
    path.write_bytes(CHAIN.read_bytes()[:20_000])
    fail(path, "is not a .keras file: File is not a zip file")

    def soft(vars):
        vars["0"] = h5py.SoftLink("/layers/dense/vars/1")

    def external(vars):
        vars["0"] = h5py.ExternalLink("/etc/passwd", "/")

    def elsewhere(vars):
        vars.create_dataset("0", (64, 5), "f4", external=[("/etc/passwd", 0, 1280)])

    def large(vars):
        vars.create_dataset("0", (1 << 20, 1 << 20), "f4", chunks=(1, 1024))

    def text(vars):
        vars["0"] = "text"

    for make, message in ((soft, "is a link to another place"), (external, "is a link to another place"),
                          (elsewhere, "has its data in another file"), (large, "is larger than its file"),
                          (text, "layers/dense/vars/0 ")):
        fail(rewrite(path, weights=make_weights(lambda file: replace(file, make))), message)


def test_encrypted_files(tmp_path):
    path, data = tmp_path / "net.keras", bytearray(CHAIN.read_bytes())
    # The flags of the first member, in its entry of the directory.
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    fail(path, "encrypted members are not supported")


def test_zip_bombs(tmp_path):
    path = rewrite(tmp_path / "net.keras", config=b" " * (1 << 26), compression=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 1 << 20
    fail(path, "member 'config.json': compressed members are not supported")
    # A member that says that it is larger than the file.
    data = bytearray(CHAIN.read_bytes())
    place = data.rindex(b"PK\1\2") + 20
    data[place:place + 8] = (1 << 30).to_bytes(4, "little") * 2
    path.write_bytes(data)
    fail(path, f"{1 << 30} bytes lead outside of the file")


def test_weights_are_mapped(tmp_path):
    path = rewrite(tmp_path / "net.keras")
    with zipfile.ZipFile(path) as archive, archive.open("model.weights.h5") as member:
        kernel = h5py.File(io.BytesIO(member.read()))["layers/conv2d/vars/0"][()]
    _, params = from_keras(path, layout="NHWC")
    data = next(value for value in params.values() if value.shape == kernel.shape)
    address = np.asarray(data).__array_interface__["data"][0]
    assert any(int(begin, 16) <= address < int(end, 16) for begin, end in (
        line.split(" ", 1)[0].split("-") for line in Path("/proc/self/maps").read_text().splitlines()
        if line.endswith(str(path))))
    np.testing.assert_array_equal(np.asarray(data), kernel)


@pytest.mark.parametrize("storage", [{"chunks": (8, 5)}, {"chunks": (8, 5), "compression": "gzip"}, {"dtype": ">f4"}])
def test_weights_that_are_not_mapped(tmp_path, storage):
    def write(vars):
        vars.create_dataset("0", data=values, **storage)

    arrays = np.load(CHAIN.with_suffix(".npz"))
    with zipfile.ZipFile(CHAIN) as archive:
        values = h5py.File(io.BytesIO(archive.read("model.weights.h5")))["layers/dense/vars/0"][()]
    path = rewrite(tmp_path / "net.keras", weights=make_weights(lambda file: replace(file, write)))
    mod, params = from_keras(path, {"x": arrays["x"].shape}, "NHWC")
    np.testing.assert_allclose(run(mod, params, arrays["x"])[0], arrays["result0"], rtol=1e-4, atol=1e-5)


def test_checksums(tmp_path):
    path = tmp_path / "net.keras"
    data = CHAIN.read_bytes()
    assert data.count(b'"same"') == 1
    path.write_bytes(data.replace(b'"same"', b'"soon"'))
    fail(path, "member 'config.json': the checksum is wrong: the file is damaged")


def test_weights_of_bfloat16(tmp_path):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    arrays = np.load(CHAIN.with_suffix(".npz"))

    def narrow(file, store):
        def change(name, item):
            if isinstance(item, h5py.Dataset):
                store(item, item[()].astype(ml_dtypes.bfloat16))

        file.visititems(change)

    def round(item, values):
        item[...] = values.astype("float32")

    def replace_by_bytes(file):
        found = []
        narrow(file, lambda item, values: found.append((item.name, values)))
        for name, values in found:
            del file[name]
            file.create_dataset(name, data=values.view("V2")).attrs["dtype"] = "bfloat16"

    rounded = rewrite(tmp_path / "rounded.keras", weights=make_weights(lambda file: narrow(file, round)))
    small = rewrite(tmp_path / "small.keras", weights=make_weights(replace_by_bytes))
    results = []
    for path in (rounded, small):
        mod, params = from_keras(path, {"x": arrays["x"].shape}, "NHWC")
        results.append(run(mod, params, arrays["x"])[0])
    assert {str(value.dtype) for value in params.values()} == {"bfloat16"}
    np.testing.assert_allclose(*results, rtol=1e-5)


@pytest.mark.parametrize("policy", ["bfloat16", "mixed_bfloat16"])
def test_policies_of_bfloat16(policy):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x, kernel = (np.random.RandomState(i).randn(*shape).astype(ml_dtypes.bfloat16)
                 for i, shape in enumerate([(2, 4), (4, 3)]))
    model = chain(layer("Dense", dtype=policy, use_bias=False), start=ROW, weights={"own": [kernel.astype("float32")]})
    mod, params = from_keras(model, layout="NHWC")
    assert mod["main"].ret_type.dtype == "bfloat16"
    result = run(mod, params, x.astype("float32"))[0].view(ml_dtypes.bfloat16).astype("float32")
    np.testing.assert_allclose(result, x.astype("float32") @ kernel.astype("float32"), rtol=2e-2, atol=2e-2)


def test_damaged_files(tmp_path):
    data, path = CHAIN.read_bytes(), tmp_path / "net.keras"
    choose = random.Random(1)
    for i in range(60):
        damaged = bytearray(data)
        # The directory of the zip, the description, and now and then the weights.
        begin, end = ((len(data) - 250, len(data)), (0, 6000))[i % 2]
        damaged[choose.randrange(begin, end)] = choose.choice([0, 1, 127, 255])
        path.write_bytes(bytes(damaged[:len(data) - (0 if i % 5 else choose.randrange(300))]))
        try:
            from_keras(path)
        except TVMError as error:
            assert str(error).strip()


def test_version_of_files(tmp_path):
    with zipfile.ZipFile(CHAIN) as archive:
        config = json.loads(archive.read("config.json"))
    assert config["class_name"] == "Sequential"
    config["config"]["layers"] = config["config"]["layers"][:1]
    mod, params = from_keras(rewrite(tmp_path / "net.keras", config=json.dumps(config)))
    assert not params and mod["main"].ret_type.shape[1] == 3
