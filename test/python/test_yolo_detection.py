"""Boxes of objects from the results of YOLO networks."""

import math

import numpy as np
import pytest

from relay_lite.relay.testing import yolo_detection as yolo


def make_yolo_layer():
    output = np.zeros((1, 7, 2, 4), "float32")
    # Center, logarithms of the size, objectness, two classes.
    output[0, :, 1, 2] = 0.5, 0.25, math.log(2), 0, 0.5, 0.8, 0.1
    return {"type": "Yolo", "output": output, "biases": [1, 1, 16, 32], "mask": [1], "classes": 2}


def test_layer_of_yolo():
    # The image is as wide as the input of the network, so it is padded above and below.
    found, = yolo.fill_network_boxes((64, 64), (128, 64), 0.2, True, [make_yolo_layer()])
    assert found["bbox"] == pytest.approx((2.5 / 4, (1.25 / 2 - 0.25) / 0.5, 0.5, 1.0))
    assert found["objectness"] == 0.5 and found["classes"] == 2
    np.testing.assert_allclose(found["prob"], [0.4, 0])
    found, = yolo.fill_network_boxes((64, 64), (128, 64), 0.2, False, [make_yolo_layer()])
    assert found["bbox"] == pytest.approx((80, 48, 64, 64))
    # A tall image is padded at the left and the right.
    found, = yolo.fill_network_boxes((64, 64), (64, 128), 0.2, True, [make_yolo_layer()])
    assert found["bbox"] == pytest.approx(((2.5 / 4 - 0.25) / 0.5, 1.25 / 2, 1.0, 0.5))
    assert not yolo.fill_network_boxes((64, 64), (64, 64), 0.5, True, [make_yolo_layer()])
    assert not yolo.fill_network_boxes((64, 64), (64, 64), 0.1, True,
                                       [{**make_yolo_layer(), "type": "Convolution"}])


@pytest.mark.parametrize("background", [0, 1])
def test_layer_of_regions(background):
    output = np.zeros((2, 7, 1, 2), "float32")
    output[1, :, 0, 1] = 0.5, 0.5, 0, 0, 0.5, 0.9, 0.2
    layer = {"type": "Region", "output": output, "biases": [1, 1, 0.5, 0.25], "classes": 2,
             "coords": 4, "background": background}
    found = yolo.fill_network_boxes((32, 32), (32, 32), 0.3, True, [layer])
    # One of each column and anchor.
    assert len(found) == 4
    assert found[3]["bbox"] == pytest.approx((0.75, 0.5, 0.25, 0.25))
    scale = 1 if background else 0.5
    assert found[3]["objectness"] == scale
    np.testing.assert_allclose(found[3]["prob"], [0.9 * scale, 0])
    assert [d["objectness"] for d in found[:3]] == [background] * 3
    assert all(list(d["prob"]) == [0, 0] for d in found[:3])


def make_detection(x, objectness, prob, w=0.5):
    return {"bbox": yolo.Box(x, 0.5, w, 0.5), "objectness": objectness, "prob": list(prob)}


def test_suppression():
    # The second overlaps the first by a third of the union, the third touches nothing.
    dets = [make_detection(0, 0, (0.9, 0.9)), make_detection(0.25, 0.5, (0.6, 0.3)),
            make_detection(0.5, 0.9, (0.9, 0.1)), make_detection(2, 0.4, (0.5, 0.5))]
    lowest = dets[0]
    yolo.do_nms_sort(dets, 2, 0.3)
    assert dets[-1] is lowest and lowest["prob"] == [0.9, 0.9]
    # By the last class.
    assert [d["bbox"].x for d in dets[:3]] == [2, 0.25, 0.5]
    assert {d["bbox"].x: d["prob"] for d in dets[:3]} == {2: [0.5, 0.5], 0.25: [0, 0.3], 0.5: [0.9, 0]}
    dets = [make_detection(0.25, 0.5, (0.6,)), make_detection(0.5, 0.9, (0.9,))]
    yolo.do_nms_sort(dets, 1, 0.34)
    assert [d["prob"] for d in dets] == [[0.9], [0.6]]


def test_comparator():
    first, second = make_detection(0, 0.5, (0.1, 0.9)), make_detection(0, 0.75, (0.2, 0.3))
    assert yolo.nms_comparator(first, second) == -0.25
    second["sort_class"] = 1
    assert yolo.nms_comparator(first, second) == pytest.approx(0.6)


def test_drawings(capsys):
    from PIL import ImageFont

    image = np.full((3, 400, 600), 0.5)
    dets = [make_detection(0.5, 1, (0.25, 0.75)), make_detection(0.5, 1, (0.1, 0.1))]
    valid, found = yolo.get_detections(image, dets[0], 0.5, ["cat", "dog"], 2)
    assert valid and found == {"category": 1, "labelstr": ["dog 0.75"], "left": 150, "right": 450,
                               "top": 100, "bot": 300, "width": 2, "rgb": found["rgb"]}
    assert found["rgb"] == [0.5, 1.0, 0.0]
    assert yolo.get_detections(image, dets[1], 0.5, ["cat", "dog"], 2) == (False, None)
    yolo.show_detections(image, dets, 0.5, ["cat", "dog"], 2)
    assert capsys.readouterr().out == "class:['dog 0.75'] left:150 right:450 top:100 bottom:300\n"
    # The font of Pillow itself.
    font = ImageFont.load_default(25).path
    font.seek(0)
    yolo.draw_detections(font, image, dets, 0.5, ["cat", "dog"], 2)
    for row, column in ((100, 400), (301 - 2, 200), (200, 150), (200, 449)):
        assert (image[:, row, column] == [0.5, 1.0, 0.0]).all(), (row, column)
    assert (image[:, 200, 300] == 0.5).all()
    # The label stands above the box, has its color and letters in black.
    label = image[:, 85:100, 150:200].reshape(3, -1)
    assert (label == 0).all(0).any() and (np.abs(label.T - [0.5, 1, 0]) < 0.01).all(1).any()


def test_boxes_are_cut_at_the_image():
    image = np.zeros((3, 100, 100))
    _, found = yolo.get_detections(image, make_detection(0.9, 1, (0.9,), 2), 0.5, ["cat"], 1)
    assert found is not None
    assert [found[side] for side in ("left", "right", "top", "bot")] == [0, 99, 25, 75]
