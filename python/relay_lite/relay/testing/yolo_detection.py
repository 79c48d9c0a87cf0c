"""Boxes of objects from the results of YOLO networks (Redmon and Farhadi, 2016 and 2018).

A box has a center, a width and a height. A detection is a dictionary: `bbox`, the Box; `prob`, the
probability of each class; `objectness`, the probability of any.
"""

import functools
import math
from typing import Any, NamedTuple, Optional

import numpy as np

from ... import _missing

Detection = dict[str, Any]


class Box(NamedTuple):
    """A center, a width and a height."""
    x: float
    y: float
    w: float
    h: float


def nms_comparator(a, b) -> float:
    """Compare detections: by the probability of the class `sort_class` of the second one, if it
    has one, and otherwise by objectness. Positive if the first is more probable."""
    class_ = b.get("sort_class", -1)
    if class_ >= 0:
        return a["prob"][class_] - b["prob"][class_]
    return a["objectness"] - b["objectness"]


def _place(box, image, net, relative):
    """Return a box of the input of a network as a box of the image, which was scaled and padded
    to fit into it. Both are width and height."""
    (width, height), (net_width, net_height) = image, net
    if net_width / width < net_height / height:
        fitted = net_width, height * net_width // width
    else:
        fitted = width * net_height // height, net_height
    x = (box.x - (net_width - fitted[0]) / 2 / net_width) / (fitted[0] / net_width)
    y = (box.y - (net_height - fitted[1]) / 2 / net_height) / (fitted[1] / net_height)
    box = Box(x, y, box.w * net_width / fitted[0], box.h * net_height / fitted[1])
    return box if relative else Box(box.x * width, box.y * height, box.w * width, box.h * height)


def _get_box(values, anchor, column, row, grid, scale):
    """The box of four values in a cell of a grid. `anchor` is width and height in units of
    `scale`, `grid` the number of columns and rows."""
    x, y, w, h = (float(value) for value in values)
    return Box((column + x) / grid[0], (row + y) / grid[1],
               math.exp(w) * anchor[0] / scale[0], math.exp(h) * anchor[1] / scale[1])


def _get_anchor(layer, index):
    return layer["biases"][2 * index], layer["biases"][2 * index + 1]


def _list_yolo(layer, net_shape, thresh) -> list[Detection]:
    """The detections of a layer of YOLO v3, in the order of its output: anchor, row, column."""
    data, classes = layer["output"], layer["classes"]
    grid = data.shape[3], data.shape[2]
    detections = []
    for n, row, column in zip(*np.nonzero(data[:, 4] > thresh)):
        cell = data[n, :, row, column]
        prob = cell[4] * cell[5:6 + classes]
        prob[prob < thresh] = 0
        box = _get_box(cell[:4], _get_anchor(layer, layer["mask"][n]), column, row, grid, net_shape)
        detections.append({"bbox": box, "classes": classes, "prob": prob, "objectness": cell[4]})
    return detections


def _list_region(layer, _, thresh) -> list[Detection]:
    """The detections of a layer of YOLO v2: one for each row, column and anchor."""
    data, classes, coords = layer["output"], layer["classes"], layer["coords"]
    anchors, _, rows, columns = data.shape
    detections = []
    for row, column, n in np.ndindex(rows, columns, anchors):
        cell = data[n, :, row, column]
        objectness = 1 if layer["background"] else cell[coords]
        prob: Any = [0] * classes
        if objectness > thresh:
            prob = objectness * cell[coords + 1:coords + 1 + classes]
            prob[prob < thresh] = 0
        else:
            objectness = 0
        grid = columns, rows
        box = _get_box(cell[:4], _get_anchor(layer, n), column, row, grid, grid)
        detections.append({"bbox": box, "prob": prob, "objectness": objectness})
    return detections


_LISTS = {"Yolo": _list_yolo, "Region": _list_region}


def fill_network_boxes(net_shape, im_shape, thresh, relative, tvm_out) -> list[Detection]:
    """The detections of the output layers of a network.

    Parameters
    ----------
    net_shape, im_shape : pair of int
        Width and height of the input of the network, and of the image.
    thresh : float
        Smaller probabilities are 0.
    relative : bool
        Whether boxes are fractions of the image, and not in pixels.
    tvm_out : list of dict
        One dict for each layer, with the keys `type` (Yolo or Region; others have no boxes), `output`
        (an array of anchor, value, row and column), `biases` (width and height of each anchor) and
        `classes`; for Yolo the `mask` (which anchors), for Region `coords` and `background`.
    """
    return [{**detection, "bbox": _place(detection["bbox"], im_shape, net_shape, relative)}
            for layer in tvm_out if layer["type"] in _LISTS
            for detection in _LISTS[layer["type"]](layer, net_shape, thresh)]


def _overlap(a, b):
    """The area of two boxes over that of their union."""
    width, height = (
        min(p + s / 2, q + t / 2) - max(p - s / 2, q - t / 2)
        for p, s, q, t in ((a.x, a.w, b.x, b.w), (a.y, a.h, b.y, b.h)))
    common = 0 if width < 0 or height < 0 else width * height
    return common / (a.w * a.h + b.w * b.h - common)


def do_nms_sort(dets, classes, thresh) -> None:
    """Erase detections of the same object, by non-maximum suppression: for each class, the
    probability of a box is 0 if it overlaps a more probable one by more than `thresh`.

    Sorts the list in place: by the last class, and detections with objectness 0 at the end.
    """
    count, end = 0, len(dets) - 1
    while count < end:
        if dets[count]["objectness"] == 0:
            dets[count], dets[end] = dets[end], dets[count]
            end -= 1
        else:
            count += 1
    found = dets[:end + 1]
    for class_ in range(classes):
        for detection in found:
            detection["sort_class"] = class_
        found.sort(key=functools.cmp_to_key(nms_comparator), reverse=True)
        for i, best in enumerate(found):
            if best["prob"][class_] == 0:
                continue
            for other in found[i + 1:]:
                if _overlap(best["bbox"], other["bbox"]) > thresh:
                    other["prob"][class_] = 0
    dets[:end + 1] = found


# Red, green and blue of the colors between which classes are spread.
_COLORS = ((1, 0, 1), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 1, 0), (1, 0, 0))


def _get_color(part, index, count):
    position = index / count * (len(_COLORS) - 1)
    low, high = math.floor(position), math.ceil(position)
    share = position - low
    return (1 - share) * _COLORS[low][part] + share * _COLORS[high][part]


def get_detections(im, det, thresh, names, classes) -> tuple[bool, Optional[Detection]]:
    """Whether a class of a detection is more probable than `thresh`, and how to draw it.

    Parameters
    ----------
    im : numpy.ndarray
        The image: channels, height and width.
    det : dict
        A detection, as a fraction of the image.
    thresh : float
    names : list of str
        The names of the classes.
    classes : int

    Returns
    -------
    tuple of bool and dict
        `category`, the first of the classes; `labelstr`, their names and probabilities; `left`,
        `right`, `top` and `bot` in pixels; the `width` of the line, and its color `rgb`.
    """
    found = [i for i in range(classes) if det["prob"][i] > thresh]
    if not found:
        return False, None
    _, height, width = im.shape
    # Neighboring classes have different colors.
    offset = found[0] * 123457 % classes
    box = det["bbox"]
    return True, {
        "category": found[0],
        "labelstr": [f"{names[i]} {round(det['prob'][i], 4)}" for i in found],
        "left": max(int((box.x - box.w / 2) * width), 0),
        "right": min(int((box.x + box.w / 2) * width), width - 1),
        "top": max(int((box.y - box.h / 2) * height), 0),
        "bot": min(int((box.y + box.h / 2) * height), height - 1),
        "width": int(height * 0.006), "rgb": [_get_color(part, offset, classes)
                                              for part in (2, 1, 0)]}


def _get_label(font_path, text, rgb):
    """A text in black on a color, as an array of channels, height and width."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(font_path, 25)
    _, _, width, height = font.getbbox(text)
    picture = Image.new("RGB", (max(int(width), 1), max(int(height), 1)),
                        color=tuple(int(part * 255) for part in rgb))
    ImageDraw.Draw(picture).text((0, 0), text, fill="black", font=font)
    return (np.asarray(picture) / 255).transpose(2, 0, 1)


def _draw_frame(im, detection):
    for i in range(detection["width"]):
        left, right = detection["left"] + i, detection["right"] - i
        top, bottom = detection["top"] + i, detection["bot"] - i
        for part, value in enumerate(detection["rgb"]):
            im[part, [top, bottom], left:right] = value
            im[part, top:bottom, [left, right]] = value


def draw_detections(font_path, im, dets, thresh, names, classes) -> None:
    """Draw the boxes of detections, and the names of their classes, into an image; see
    get_detections. Needs the package Pillow.

    Parameters
    ----------
    font_path : str
        A file of a TrueType font.
    """
    for det in dets:
        _, detection = get_detections(im, det, thresh, names, classes)
        if detection is None:
            continue
        _draw_frame(im, detection)
        label = _get_label(font_path, "".join(detection["labelstr"]), detection["rgb"])
        row, column = detection["top"] + detection["width"], detection["left"]
        # A label stands above its box where there is room.
        row = row - label.shape[1] if row >= label.shape[1] else row
        part = im[:, row:row + label.shape[1], column:column + label.shape[2]]
        part[:] = label[:, :part.shape[1], :part.shape[2]]


def show_detections(im, dets, thresh, names, classes) -> None:
    """Print the boxes of detections and the names of their classes; see get_detections."""
    for det in dets:
        _, detection = get_detections(im, det, thresh, names, classes)
        if detection is not None:
            print(f"class:{detection['labelstr']} left:{detection['left']} "
                  f"right:{detection['right']} top:{detection['top']} bottom:{detection['bot']}")


__getattr__ = _missing.make_getattr("tvm.relay.testing.yolo_detection")
