"""Models that contradict themselves, or are too large: each is one located error."""

import pytest
from onnx_models import graph, info, model, node, onnx, tensor

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

X = info("x", [2, 3])
HUGE = 1 << 60


def chain(*infos, output="z", inputs=(X,)):
    """Two nodes, and what the model says of the value between them."""
    return model([node("Relu", "x", "y"), node("Relu", "y", "z")], list(inputs), [output],
                 value_info=list(infos))


def ints(name, *values):
    return tensor(name, values, "int64")


def function(name, nodes, inputs=("a",), outputs=("b",)):
    return onnx.helper.make_function("acme", name, list(inputs), list(outputs), nodes,
                                     [onnx.helper.make_opsetid("", 17),
                                      onnx.helper.make_opsetid("acme", 1)])


def calling(*functions):
    """A model that calls the function F."""
    return model([node("F", "x", "y", domain="acme")], [X], ["y"], domains=["acme"],
                 functions=functions)


def edited(proto, edit):
    """A model after a change."""
    edit(proto)
    return proto


def softmax(**attributes):
    return model([node("Softmax", "x", "y", **attributes)], [X], ["y"])


def doubling(depth):
    """Functions of which each calls the next one twice."""
    return [function(f"F{i or ''}", [node(f"F{i + 1}", "a", "c", domain="acme"),
                                     node(f"F{i + 1}", "c", "b", domain="acme")])
            for i in range(depth)] + [function(f"F{depth}", [node("Relu", "a", "b")])]


CONTRADICTIONS = {
    "rank": (chain(info("y", [2, 3, 4])),
             r"Relu 'Relu_0': the value 'y' has the type Tensor\[\(2, 3\), float32\], but the model "
             r"says Tensor\[\(2, 3, 4\), float32\]"),
    "size": (chain(info("y", [2, 4])), r"'y' has the type .* but the model says Tensor\[\(2, 4\)"),
    "element type": (chain(info("y", [2, 3], "int64")), r"but the model says .* int64"),
    "element type alone": (chain(info("y", None, "int64")), r"but the model says .* int64"),
    "output": (chain(output=info("z", [5, 3])), r"'Relu_1': the value 'z' has the type .*2, 3"),
    "two types": (chain(info("y", [2, 3]), info("y", [2, 4])),
                  "the graph gives the value 'y' two types"),
    "initializer": (model([node("Add", "x w", "y")], [X, info("w", [7])], ["y"], [tensor("w", [1.])]),
                    r"the initializer 'w' has the type Tensor\[\(1\), float32\]"),
    "branch": (model([node("If", "c", "y", then_branch=graph(
        [node("Relu", "x", "a")], [], [info("a", [2, 3], "int64")]), else_branch=graph(
            [node("Abs", "x", "b")], [], [info("b", [2, 3])]))], [X, info("c", [], "bool")], ["y"]),
               "If 'If_0', then_branch: Relu 'Relu_0': the value 'a' has the type"),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_types_that_contradict_the_model(name):
    proto, message = CONTRADICTIONS[name]
    with pytest.raises(ConversionError, match=message):
        from_onnx(proto)


def test_ranks_of_sizes_that_are_computed():
    """Trained models tell wrong ranks of such values."""
    proto = model([node("Relu", "x", "y")], [info("x", [None, 3])], [info("y", [None, 3, 4])])
    with pytest.warns(UserWarning, match=r"'y' has the type Tensor\[\(\?, 3\), float32\], but the model says "
                                         r"Tensor\[\(\?, 3, 4\)"):
        mod, _ = from_onnx(proto)
    assert len(mod["main"].ret_type.shape) == 2


def test_types_that_the_caller_gives():
    """They are others than the model's, and so are those that follow from them."""
    proto = chain(info("y", [2, 3]), info("unused", [4]))
    assert [int(size) for size in from_onnx(proto, shape={"x": (5, 3)})[0]["main"].ret_type.shape] == [5, 3]
    assert from_onnx(proto, dtype={"x": "float64"})[0]["main"].ret_type.dtype == "float64"
    # Sizes that are not known fit.
    from_onnx(chain(info("y", ["n", 3]), inputs=[info("x", [2, None])]))


WRONG = {
    "input without name": (model([node("Relu", "x", "y")], [info("", [1]), X], ["y"]),
                           "an input has no name"),
    "versions": (edited(model([], [X], ["x"]), lambda proto: proto.opset_import.add(version=9)),
                 "the model asks for the versions 17 and 9 of the domain ''"),
    "number": (softmax(axis="one"), "Softmax 'Softmax_0': attribute axis: expected INT, but got STRING"),
    "list": (model([node("Transpose", "x", "y", perm=1)], [X], ["y"]),
             "attribute perm: expected INTS, but got INT"),
    "tensor": (model([node("Constant", "", "y", value=1.0)], [X], ["y"]),
               "attribute value: expected TENSOR, but got FLOAT"),
    "graph": (model([node("If", "c", "y", then_branch=1, else_branch=2)], [info("c", [], "bool")], ["y"]),
              "attribute then_branch: expected GRAPH, but got INT"),
    "attribute twice": (edited(softmax(axis=1), lambda proto: proto.graph.node[0].attribute.append(
        onnx.helper.make_attribute("axis", 0))), "Softmax 'Softmax_0': the attribute axis is given twice"),
    "reference": (edited(softmax(axis=1), lambda proto: setattr(
        proto.graph.node[0].attribute[0], "ref_attr_name", "q")),
        "Softmax 'Softmax_0': the attribute axis refers to q of a function, but the node is in none"),
    "recursion": (calling(function("F", [node("G", "a", "b", domain="acme")]),
                          function("G", [node("F", "a", "b", domain="acme")])),
                  "acme.F 'F_0': acme.G 'F_0': acme.F 'F_0': the function F calls itself"),
    "function twice": (calling(*2 * [function("F", [node("Relu", "a", "b")])]),
                       "the function acme.F is defined twice"),
    "growth": (calling(*doubling(40)), "the function acme.F.* and those that it calls have more than "
                                       "1000000 nodes"),
    "depth": (calling(*[function(f"F{i or ''}", [node(f"F{i + 1}", "a", "b", domain="acme")])
                        for i in range(60)], function("F60", [node("Relu", "a", "b")])),
              "^acme.F 'F_0': graphs and functions are nested more than 50 deep"),
}


@pytest.mark.parametrize("name", WRONG)
def test_models_that_are_wrong(name):
    proto, message = WRONG[name]
    with pytest.raises(ConversionError, match=message):
        from_onnx(proto)


def test_deep_nests(tmp_path):
    """Messages of protobuf that are nested so deep cannot be read."""
    def field(number, content):
        size, digits = len(content), bytearray()
        while size > 127:
            digits.append(size & 127 | 128)
            size >>= 7
        return bytes([number << 3 | 2, *digits, size]) + content

    inner = b""
    for _ in range(300):
        inner = field(1, field(5, field(6, inner)))
    (tmp_path / "net.onnx").write_bytes(field(7, inner))
    with pytest.raises(ConversionError, match="its graphs are nested deeper than the package protobuf reads"):
        from_onnx(tmp_path / "net.onnx")


def one(op_type, inputs, *initializers, given=X, **attributes):
    return model([node(op_type, inputs, "y", **attributes)], [given], ["y"], initializers)


SIZES = {
    "flatten": (one("Flatten", "x", given=info("x", [2, HUGE, HUGE])),
                "Flatten 'Flatten_0': a number is out of range"),
    "reshape": (one("Reshape", "x s", ints("s", -1), given=info("x", [HUGE, HUGE])),
                "Reshape 'Reshape_0': .*the number of elements exceeds 64 bits"),
    "concat": (one("Concat", " ".join(16 * ["x"]), given=info("x", [HUGE]), axis=0),
               "Concat 'Concat_0': .*exceeds 64 bits"),
    "tile": (one("Tile", "x r", ints("r", 2**62, 2**62)), "Tile 'Tile_0': .*exceeds 64 bits"),
    "pad": (one("Pad", "x p", ints("p", 0, 0, 2**62, 2**62)), "Pad 'Pad_0': .*expected pad_width"),
    "range": (one("Range", "a b c", tensor("a", 0, "int64"), tensor("b", 2**62, "int64"),
                  tensor("c", 1, "int64")), "Range 'Range_0': .*expected between 1 and"),
    "constant": (one("ConstantOfShape", "s", ints("s", 10**15)),
                 r"ConstantOfShape 'ConstantOfShape_0': a constant of the shape \[10+\] is too large"),
    "parts": (one("SplitToSequence", "x", given=info("x", [10**7])),
              "a sequence of more than 65536 elements is not supported"),
    "empty tensor": (edited(one("Add", "x w", tensor("w", [])), lambda proto: proto.graph.initializer[0].dims.extend(
        [2**62, 2**62])), "the tensor 'w' has the invalid shape"),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_that_are_out_of_range(name):
    proto, message = SIZES[name]
    with pytest.raises(ConversionError, match=message):
        from_onnx(proto)


@pytest.mark.parametrize("proto, rank, size", [
    (one("Relu", "x", given=info("x", [HUGE])), 1, HUGE),
    (one("Tile", "x r", ints("r", 10**12, 1)), 2, 2 * 10**12),
    (one("Expand", "x s", ints("s", 10**15, 2, 3)), 3, 10**15),
    (one("Relu", "x", given=info("x", [1] * 1000)), 1000, 1),
    (one("Reshape", "x s", ints("s", 6, *[1] * 999)), 1000, 6),
], ids=["size", "tile", "expand", "rank", "reshape"])
def test_large_values_are_types_alone(proto, rank, size):
    """Nothing of their size is computed while importing."""
    type_ = from_onnx(proto)[0]["main"].ret_type
    assert len(type_.shape) == rank and int(type_.shape[0]) == size
