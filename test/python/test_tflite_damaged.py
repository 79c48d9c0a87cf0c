"""TFLite files that are damaged, or made to do harm."""

import faulthandler
import random
import subprocess
import sys

import numpy as np
import pytest
from test_tflite_errors import fail, ints, one
from test_tflite_graphs import build_counter, build_loop, make_options
from tflite_models import Writer, floats, model, tflite

from relay_lite.error import OpNotImplemented
from relay_lite.relay.frontend import from_tflite
from relay_lite.relay.frontend.node import ConversionError


def test_versions():
    data = one("RELU", [(2, 3)])
    root = tflite.Model.GetRootAs(data, 0)
    place = root._tab.Offset(4) + root._tab.Pos
    fail(data[:place] + b"\7" + data[place + 1:], "expected a TFLite model of version 3, but got one of "
                                                  "version 7")


def test_offsets_that_lead_outside():
    data = one("RELU", [(2, 3)])
    root = tflite.Model.GetRootAs(data, 0)
    graph = root.Subgraphs(0)
    # The fields of the tables: the codes and buffers of the model, and the tensors and operators of the graph.
    for table, slot, message in ((root, 6, "the model"), (root, 8, "graph 0"), (graph, 4, "tensor 0 of graph 0"),
                                 (graph, 10, "operator 0 of graph 0"), (graph.Tensors(0), 4, "tensor 0 of graph 0"),
                                 (graph.Operators(0), 6, "operator 0 of graph 0")):
        # The first element of a vector, or the vector itself if it has numbers.
        place = table._tab.Offset(slot) + table._tab.Pos
        if not isinstance(table, (tflite.Tensor, tflite.Operator)):
            place = table._tab.Vector(table._tab.Offset(slot))
        fail(data[:place] + b"\xff\xff\xff\x7f" + data[place + 4:],
             f"the model is not a TFLite model: {message} is cut off or invalid: ")


def test_lengths_that_lead_outside():
    data = one("SLICE", [(2, 3), ints(0, 0), ints(1, 2)], "SliceOptions")
    root = tflite.Model.GetRootAs(data, 0)
    graph = root.Subgraphs(0)
    # The vectors of codes, graphs, buffers, tensors, inputs, outputs, operators, sizes and bytes.
    for table, slots in ((root, (6, 8, 12)), (graph, (4, 6, 8, 10)), (graph.Tensors(0), (4,)),
                         (graph.Operators(0), (6, 8)), (root.Buffers(1), (4,))):
        for slot in slots:
            place = table._tab.Vector(table._tab.Offset(slot)) - 4
            for length in (len(data), 0x7fffffff, 0xffffffff):
                fail(data[:place] + length.to_bytes(4, "little") + data[place + 4:],
                     "the model is not a TFLite model: ")


def test_numbers_of_nothing():
    def build(change):
        writer = Writer()
        graph = writer.graph()
        graph.outputs = [graph.op("ABS", [graph.input("x", (2,))], ((2,), "float32"))]
        change(graph)
        return writer.finish()

    def set_operator(inputs, outputs):
        return lambda graph: graph.operators.append(("ABS", inputs, outputs, None, {}))

    fail(build(set_operator([-2], [1])), "operator 1 of graph 0 is cut off or invalid: there is no tensor -2")
    fail(build(set_operator([2], [1])), "there is no tensor 2")
    fail(build(set_operator([0], [-1])), "there is no tensor -1")
    fail(build(lambda graph: graph.inputs.append(-1)), "the inputs and outputs of graph 0 is cut off or invalid: "
                                                       "there is no tensor -1")
    fail(build(lambda graph: graph.outputs.append(9)), "there is no tensor 9")
    fail(build(lambda graph: graph.tensors[0].update(buffer=0xffffffff)), "there is no buffer 4294967295")
    fail(build(lambda graph: graph.tensors[0].update(shape=(-2,))), "the shape [-2] of 'x' has a negative size")
    data = build(lambda graph: graph.op("NEG", [0], ((2,), "float32")))
    operator = tflite.Model.GetRootAs(data, 0).Subgraphs(0).Operators(1)._tab
    place = operator.Offset(4) + operator.Pos
    fail(data[:place] + b"\xff\xff\xff\xff" + data[place + 4:], "there is no operator code 4294967295")


def build_sparse(sparsity, values, shape=(4, 4)):
    def build(graph):
        sparse = graph.tensor("w", shape, "float32", values, sparsity=sparsity)
        return graph.op("DENSIFY", [sparse], (shape, "float32"), "DensifyOptions")

    return model(build)


@pytest.mark.parametrize("sparsity, count, message", [
    (([0, 0], [], [4, 4]), 16, "the order [0, 0] and the blocks [] of a sparse tensor of rank 2"),
    (([0, 1, 2], [7], [4, 4, 1]), 16, "the order [0, 1, 2] and the blocks [7] of a sparse tensor of rank 2"),
    (([0, 1], [], [4, 4]), 3, "a sparse tensor has 16 places, but 3 values"),
    (([0, 1], [], [4, 1 << 30]), 16, "a sparse tensor has more places than elements"),
    (([0, 1], [], [4, ([0, 1], [0])]), 1, "a sparse tensor has too few segments"),
    (([0, 1], [], [4, ([0, 9, 1, 1, 1], [0])]), 1, "the segments of a sparse tensor are invalid"),
    (([0, 1], [], [4, ([0, 1, 1, 1, 1], [7])]), 1, "an index of a sparse tensor is outside the shape [4, 4]"),
    (([0, 1], [], [4, ([0, 1, 1, 1, 1], [0], 9)]), 1, "there is no kind 9 of vectors of indices"),
    (([0, 1, 2], [0], [2, 4, ([0] + [1] * 8, [0])]), 1, "a dimension of blocks is compressed"),
    ((list(range(65)), [0] * 63, [1] * 65), 1, "a sparse tensor of more than 64 levels"),
])
def test_invalid_sparse_weights(sparsity, count, message):
    fail(build_sparse(sparsity, floats(count)), message)


def test_sizes_of_sparse_weights():
    fail(build_sparse(([0], [], [1]), np.zeros(3, "uint8"), (1,)), "3 bytes are no whole elements of FLOAT32")
    # The elements, and the nodes before the last level, would take gigabytes.
    fail(build_sparse(([0], [], [1 << 29]), floats(1), (1 << 29,)), "a sparse tensor of more than 268435456 elements")
    fail(build_sparse(([0, 1], [], [1 << 28, ([0, 1], [0])]), floats(1), (1 << 28, 1)),
         "a sparse tensor has more places than elements")


def test_names():
    def build(graph):
        return graph.op("Whirl\n", [graph.input("x", (2,))], ((2,), "float32"))

    fail(model(build), "an operator has the name 'Whirl\\n'")
    # All tensors have the name of the first one.
    def build_many(graph):
        numbers = [graph.input("x" * 1000, (2,))] + [graph.input("y", (2,)) for _ in range(100)]
        return numbers[0]

    data = bytearray(model(build_many))
    graph = tflite.Model.GetRootAs(data, 0).Subgraphs(0)
    first = graph.Tensors(0)._tab
    name = first.Vector(first.Offset(10)) - 4
    for i in range(1, graph.TensorsLength()):
        table = graph.Tensors(i)._tab
        place = table.Offset(10) + table.Pos
        data[place:place + 4] = (name - place).to_bytes(4, "little", signed=True)
    fail(bytes(data), "the model is not a TFLite model: it has more parts than bytes")


def test_more_parts_than_bytes():
    writer = Writer()
    graph = writer.graph()
    graph.outputs = [graph.input("x", (2,))]
    for _ in range(300):
        graph.op("ABS", [0], ((2,), "float32"))
    data = bytearray(writer.finish())
    proto = tflite.Model.GetRootAs(data, 0)
    # All operators become the one that has the most inputs: the vector of tensors.
    tab = proto.Subgraphs(0)._tab
    inputs = tab.Vector(tab.Offset(4)) - 4
    for i in range(300):
        operator = proto.Subgraphs(0).Operators(i)._tab
        place = operator.Offset(6) + operator.Pos
        data[place:place + 4] = (inputs - place).to_bytes(4, "little", signed=True)
    fail(bytes(data), "the model ")


def build_detection():
    options = make_options(
        max_detections=2, max_classes_per_detection=1, detections_per_class=4, num_classes=2,
        use_regular_nms=False, nms_score_threshold=0.3, nms_iou_threshold=0.4, y_scale=10.0,
        x_scale=10.0, h_scale=5.0, w_scale=5.0)
    return one("TFLite_Detection_PostProcess", [(1, 3, 4), (1, 3, 2), floats(3, 4)], custom_options=options,
               outputs=[((1, 2, 4), "float32"), ((1, 2), "float32"), ((1, 2), "float32"), ((1,), "float32")])


def build_quantized():
    scale = {"quantization": ([0.5], [3])}

    def build(graph):
        return graph.op("FULLY_CONNECTED",
                        [graph.input("x", (2, 3), "int8", **scale), graph.constant(np.ones((4, 3), "int8"), **scale),
                         graph.constant(ints(1, 2, 3, 4), quantization=([0.25], [0]))],
                        ((2, 4), "int8", scale), "FullyConnectedOptions")

    return model(build)


def test_options_that_are_cut_off():
    data = build_detection()
    operator = tflite.Model.GetRootAs(data, 0).Subgraphs(0).Operators(0)._tab
    place = operator.Offset(14) + operator.Pos
    fail(data[:place] + b"\xff\xff\xff\x7f" + data[place + 4:],
         "TFLite_Detection_PostProcess 'tflite_detection_postprocess3, tflite_detection_postprocess4, "
         "tflite_detection_postprocess5, tflite_detection_postprocess6': the options are cut off: ")


def _import(data):
    """Import a model, which gives a module or one error of one line."""
    try:
        from_tflite(data)
    except (ConversionError, OpNotImplemented) as error:
        assert str(error).strip() and "\n" not in str(error)


def test_cut_files():
    data = build_quantized()
    from_tflite(data)
    for end in range(len(data)):
        _import(data[:end])
    data = build_loop(3)
    for end in range(8, len(data), 7):
        _import(data[:end])


def import_damaged(count):
    """Import models with random changes, each in 60 seconds, with 2 GiB of memory."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    models = [build_loop(3), build_counter(), build_detection(), build_quantized(),
              build_sparse(([0, 1], [], [4, ([0, 1, 1, 3, 4], [1, 0, 2, 3])]), floats(4)),
              one("SLICE", [(2, 3), ints(0, 0), ints(1, 2)], "SliceOptions")]
    for data in models:
        from_tflite(data)
    choose = random.Random(1)
    for i in range(count):
        damaged = bytearray(models[i % len(models)])
        for _ in range(choose.choice([1, 1, 3])):
            place = choose.randrange(8, len(damaged))
            # A byte, or a number of four bytes.
            values = [bytes([value]) for value in (0, 1, 2, 4, 127, 128, 255)] + \
                [value.to_bytes(4, "little", signed=True) for value in (-1, -4, 1 << 16, 1 << 24, (1 << 31) - 1)]
            value = choose.choice(values)
            place -= place % len(value)
            damaged[place:place + len(value)] = value
        faulthandler.dump_traceback_later(60, exit=True)
        _import(bytes(damaged))
        faulthandler.cancel_dump_traceback_later()
    print(count)


def test_damaged_files():
    """A process of its own, as neither a crash nor an endless import must end the other tests."""
    done = subprocess.run([sys.executable, "-X", "faulthandler", __file__, "3000"], capture_output=True, text=True,
                          timeout=600)
    assert (done.returncode, done.stdout) == (0, "3000\n"), done.stderr


if __name__ == "__main__":
    import_damaged(int(sys.argv[1]))
