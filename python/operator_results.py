"""What the functions of operators return and what is an error, for their docstrings: by the class
of an operator in ODS, or by its name where it has none of these.

A pair of the type of the result and of what InferType refuses. generate_operators.py fails for an
operator that is not here.
"""

_SAME = "A tensor of the type of `data`."
_AXIS = "an axis is out of range or occurs twice"
_AXIS_RANGE = "`axis` is out of range"
_BROADCAST = "the shapes do not broadcast, or the element types differ"
_LAYOUT = "a layout is none, or has not the dimensions of the operator"

FAMILIES = {
    "Relay_UnaryOp": (_SAME, None),
    "Relay_ComparisonOp": (
        "A tensor of bool of the shape to which the operands broadcast.", _BROADCAST),
    "Relay_BinaryOp": (
        "A tensor of the shape to which the operands broadcast (dimensions are aligned at the "
        "last one, and those of 1 are repeated), of the element type that both have.", _BROADCAST),
    "Relay_ArgReduceOp": (
        "A tensor of int32 without the reduced axes, or with 1 in their place if `keepdims` is "
        "set.", _AXIS),
    "Relay_ReduceOp": (
        "A tensor of the element type of `data` without the reduced axes, or with 1 in their "
        "place if `keepdims` is set. `axis` has the axes, all if it is None; with `exclude`, "
        "all others.", _AXIS),
    "Relay_AnnotationOperator": ("A value of the type of the operand.", None),
    "Relay_AdaptivePoolOp": (
        "A tensor of the type of `data` with `output_size` as its spatial dimensions.",
        "`data` has another rank than the layout, " + _LAYOUT + ", or `output_size` does not fit"),
    "Relay_GlobalPool2DOp": (
        "A tensor of the type of `data` whose height and width are 1.",
        "`data` has another rank than the layout, or " + _LAYOUT),
    "Relay_WindowPoolOp": (
        "A tensor of the type of `data`, in `out_layout` or `layout`, that has in each spatial "
        "dimension as many elements as windows fit into the padded one, rounded up with "
        "`ceil_mode`.",
        "`data` has another rank than the layout, " + _LAYOUT + ", or `pool_size`, `strides`, "
        "`dilation` or `padding` have a wrong length or do not fit"),
    "Relay_ConvOp": (
        "A tensor in `out_layout` or `data_layout`, with as many channels as `weight` gives and "
        "in each spatial dimension as many elements as windows fit into the padded one; of "
        "element type `out_dtype`, or that of `data`.",
        "an operand has another rank than its layout, " + _LAYOUT + ", the channels of the "
        "operands, `channels`, `kernel_size` and `groups` contradict each other, or `strides`, "
        "`padding` or `dilation` have a wrong length or do not fit"),
    "Relay_SoftmaxOp": (_SAME, _AXIS_RANGE + ", or the elements are no floats"),
    "Relay_NormOp": (
        _SAME, _AXIS_RANGE + ", an operand is no vector of the right length, or the elements are "
        "no floats"),
    "Relay_DynOp": (
        "A tensor whose shape is known where the operands that give it are constants; of `Any` "
        "otherwise.", "what the operator without `dyn.` refuses"),
}

OPERATORS = {
    "arange": ("A vector of element type `dtype`, as long as the range if its bounds are "
               "constants; of `Any` otherwise.",
               "`start`, `stop` or `step` is no scalar of element type `dtype`, or `step` is 0"),
    "broadcast_to": ("A tensor of the element type of `data` and of the shape `shape`.",
                     "the shape of `data` does not broadcast to it"),
    "broadcast_to_like": ("A tensor of the type of `broadcast_type`.",
                          "the shape of `data` does not broadcast to it"),
    "cast": ("A tensor of the shape of `data` and of element type `dtype`.", None),
    "cast_like": ("A tensor of the shape of `data` and of the element type of `dtype_like`.",
                  None),
    "clip": (_SAME, None),
    "collapse_sum_like": ("A tensor of the type of `collapse_type`.",
                          "its shape does not broadcast to that of `data`"),
    "collapse_sum_to": ("A tensor of the element type of `data`, whose shape is known where "
                        "`target` is a constant.",
                        "`target` is no vector of integers, or the shape does not broadcast to "
                        "that of `data`"),
    "concatenate": ("A tensor of the element type of the fields, whose extents along `axis` add "
                    "up.", _AXIS_RANGE + ", or the fields differ in element type, rank or another "
                    "extent"),
    "expand_dims": ("A tensor of the element type of `data` with `num_newaxis` dimensions of 1 "
                    "before `axis`.", _AXIS_RANGE + ", or `num_newaxis` is negative"),
    "full": ("A tensor of the shape `shape` and of element type `dtype`, or that of "
             "`fill_value`.", "`fill_value` is no scalar, or an extent is negative"),
    "full_like": ("A tensor of the type of `data`.", "`fill_value` is no scalar"),
    "gather_nd": ("A tensor of the element type of `data`, with the dimensions of `indices` "
                  "behind the first and those of `data` that they do not index.",
                  "`indices` has no integers or no static first dimension, has more coordinates "
                  "than `data` dimensions, or `batch_dims` does not fit"),
    "image.resize2d": ("A tensor of the shape of `data` with `size` as its height and width, of "
                       "element type `out_dtype`, or that of `data`.",
                       "`data` has another rank than the layout, " + _LAYOUT + ", or `size`, "
                       "`roi`, `method` or a mode is none"),
    "layout_transform": ("A tensor of the element type of `data` with its dimensions in the "
                         "layout `dst_layout`.",
                         "a layout is none, they have not the same dimensions, or `data` has "
                         "another rank than `src_layout`"),
    "ndarray_size": ("A scalar of element type `dtype`.", None),
    "nn.batch_flatten": ("A matrix of the element type of `data`, with its first dimension and "
                         "the product of the others.", "`data` is a scalar"),
    "nn.batch_matmul": ("A tensor of rank 3 with the rows of `tensor_a` and the columns of "
                        "`tensor_b`, of element type `out_dtype`, or that of `tensor_a`.",
                        "the operands have not rank 3, their batches differ and none is 1, or "
                        "the extents to sum over differ"),
    "nn.batch_norm": ("A TupleWrapper of three: a tensor of the type of `data`, and vectors of "
                      "its extent along `axis`.",
                      _AXIS_RANGE + ", or an operand is no vector of this length"),
    "nn.batch_to_space_nd": ("A tensor of the element type of `data`, whose batch is divided and "
                             "whose spatial dimensions are multiplied by `block_shape`, less "
                             "`crops`.", "the lists have different lengths, or the batch is no "
                             "multiple of the blocks"),
    "nn.bias_add": (_SAME, "`bias` is no vector of the extent of `data` along `axis`"),
    "nn.dense": ("A tensor of the shape of `data` with `units` as its last dimension, of element "
                 "type `out_dtype`, or that of `data`.",
                 "`weight` is no matrix, its columns are not as many as `data` has in its last "
                 "dimension, or its rows are not `units`"),
    "nn.dropout": ("The data: a tensor of the type of `data`.", None),
    "nn.l2_normalize": (_SAME, _AXIS),
    "nn.leaky_relu": (_SAME, None),
    "nn.lrn": (_SAME, _AXIS_RANGE + ", or `size` is even"),
    "nn.matmul": ("A tensor with the rows of `tensor_a` and the columns of `tensor_b`, of element "
                  "type `out_dtype`, or that of `tensor_a`.",
                  "`tensor_b` is no matrix, or the extents to sum over differ"),
    "nn.pad": ("A tensor of the element type of `data`, whose dimensions are longer by "
               "`pad_width`.", "`pad_width` has not one pair for each dimension, `pad_value` has "
               "several elements, or `pad_mode` is none"),
    "nn.prelu": (_SAME, "`alpha` is no vector of the extent of `data` along `axis`"),
    "nn.space_to_batch_nd": ("A tensor of the element type of `data`, whose batch is multiplied "
                             "and whose padded spatial dimensions are divided by `block_shape`.",
                             "the lists have different lengths, or a padded dimension is no "
                             "multiple of its block"),
    "nn.upsampling": ("A tensor of the type of `data` with its height and width multiplied by "
                      "the scales.", "`data` has another rank than the layout, " + _LAYOUT +
                      ", or a scale is not positive"),
    "nn.upsampling3d": ("A tensor of the type of `data` with its depth, height and width "
                        "multiplied by the scales.", "`data` has another rank than the layout, "
                        + _LAYOUT + ", or a scale is not positive"),
    "one_hot": ("A tensor of element type `dtype`, with the dimensions of `indices` and `depth` "
                "before `axis`.", "`indices` has no integers, `on_value` or `off_value` is no "
                "scalar, `depth` is less than 1, or " + _AXIS_RANGE),
    "ones": ("A tensor of the shape `shape` and of element type `dtype`.",
             "an extent is negative"),
    "repeat": ("A tensor of the element type of `data`, longer along `axis` by `repeats` times.",
               _AXIS_RANGE + " or not given, or `repeats` is less than 1"),
    "reshape": ("A tensor of the element type of `data` and of the shape that `newshape` gives.",
                "`newshape` does not fit the number of elements, or has an entry that means "
                "nothing"),
    "reshape_like": ("A tensor of the element type of `data`, with dimensions of `shape_like`.",
                     "the ranges of dimensions do not fit, or the numbers of elements differ"),
    "reverse": (_SAME, _AXIS_RANGE + " or not given"),
    "shape_of": ("A vector of element type `dtype`, as long as `data` has dimensions.", None),
    "slice_like": ("A tensor of the element type of `data`, with extents of `shape_like`.",
                   _AXIS + ", or `data` is shorter than `shape_like`"),
    "sparse_to_dense": ("A tensor of the shape `output_shape` and of the element type of "
                        "`sparse_values`.", "the operands have not the ranks that are described, "
                        "or the element types differ"),
    "split": ("A TupleWrapper of the parts: tensors of the element type of `data`.",
              _AXIS_RANGE + ", the extent is no multiple of the number of parts, or the indices "
              "do not ascend within it"),
    "squeeze": ("A tensor of the element type of `data` without the dimensions.",
                _AXIS + ", or a dimension is not 1"),
    "stack": ("A tensor of the element type of the fields, with one dimension more.",
              _AXIS_RANGE + ", or the fields have different types"),
    "strided_slice": ("A tensor of the element type of `data`, with the numbers of elements that "
                      "the ranges have.", "the lists have different lengths, an axis is out of "
                      "range, a stride is 0, or `slice_mode` is none"),
    "take": ("A tensor of the element type of `data`, with the dimensions of `indices` in the "
             "place of the axis.", "`indices` has no integers, `axis` or `batch_dims` is out of "
             "range, or `mode` is none"),
    "tile": ("A tensor of the element type of `data`, whose extents are multiplied by `reps`.",
             "an entry of `reps` is less than 1"),
    "topk": ("By `ret_type`: a TupleWrapper of the values, of the element type of `data`, and of "
             "the indices, of `dtype`; or one of them. Their extent along `axis` is `k`.",
             _AXIS_RANGE + ", `k` exceeds the extent, or `ret_type` is none"),
    "transpose": ("A tensor of the element type of `data` with its dimensions in another order.",
                  "`axes` is no permutation"),
    "variance": ("A tensor of the element type of `data` without the reduced axes, or with 1 in "
                 "their place if `keepdims` is set.", _AXIS),
    "where": ("A tensor of the shape to which the three operands broadcast, of the element type "
              "of `x` and `y`.", _BROADCAST),
    "zeros": ("A tensor of the shape `shape` and of element type `dtype`.",
              "an extent is negative"),
}

# Of functions that need floats, integers or booleans.
TRAITS = {
    "Relay_FloatFunction": "floats",
    "Relay_IntegerFunction": "integers or booleans",
    "Relay_BooleanFunction": "booleans",
}
