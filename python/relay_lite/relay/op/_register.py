"""Functions that register an attribute of an operator, each under TVM's name of the attribute. Without
a value they are decorators of it."""

from ...ir.op import register_op_attr


def register_compute(op_name, compute=None, level=10):
    """Keeps TVM's function that computes an operator. Kernels come from elsewhere: it is not called.

    Parameters
    ----------
    op_name : str
    compute : function, optional
    level : int
    """
    return register_op_attr(op_name, "FTVMCompute", compute, level)


def register_schedule(op_name, schedule, level=10):
    """Keeps TVM's schedule of an operator. Kernels come from elsewhere: it is not called.

    Parameters
    ----------
    op_name : str
    schedule : function
    level : int
    """
    return register_op_attr(op_name, "FTVMSchedule", schedule, level)


def register_strategy(op_name, fstrategy=None, level=10):
    """Keeps TVM's strategy of an operator. Kernels come from elsewhere: it is not called.

    Parameters
    ----------
    op_name : str
    fstrategy : function, optional
    level : int
    """
    return register_op_attr(op_name, "FTVMStrategy", fstrategy, level)


def register_shape_func(op_name, data_dependent, shape_func=None, level=10):
    """Keeps TVM's function that computes the shape of an operator. Lowerings have their own: it is
    not called.

    Parameters
    ----------
    op_name : str
    data_dependent : bool or list of bool
        Whether the shape depends on the values of the arguments, or of each argument.
    shape_func : function, optional
    level : int
    """
    flags = data_dependent if isinstance(data_dependent, list) else [data_dependent]
    register_op_attr(op_name, "TShapeDataDependent", flags, level)
    return register_op_attr(op_name, "FShapeFunc", shape_func, level)


def register_external_compiler(op_name, fexternal=None, level=10):
    """Keeps a function for another compiler. AnnotateTarget asks the attribute `target.<compiler>`
    instead: it is not called.

    Parameters
    ----------
    op_name : str
    fexternal : function, optional
    level : int
    """
    return register_op_attr(op_name, "FTVMExternalCompiler", fexternal, level)


def register_gradient(op_name, fgradient=None, level=10):
    """Keeps the gradient of an operator, for which no pass asks.

    Parameters
    ----------
    op_name : str
    fgradient : function, optional
    level : int
    """
    return register_op_attr(op_name, "FPrimalGradient", fgradient, level)


def register_alter_op_layout(op_name, alter_layout=None, level=10):
    """Registers a rule of AlterOpLayout.

    Parameters
    ----------
    op_name : str
    alter_layout : function (attrs, inputs, tinfos, out_type) to relay.Expr or None
        Gives an operator in the place of a call, in other layouts of the same inputs; None if the
        call stays. `tinfos` are the types of the tensors that it reads.
    level : int
    """
    return register_op_attr(op_name, "FTVMAlterOpLayout", alter_layout, level)


def register_legalize(op_name, legal_op=None, level=10):
    """Registers a rule of Legalize.

    Parameters
    ----------
    op_name : str
    legal_op : function (attrs, inputs, types) to relay.Expr or None
        Gives what takes the place of a call; None if the call stays. `types` are those of the inputs
        and of the result.
    level : int
    """
    return register_op_attr(op_name, "FTVMLegalize", legal_op, level)


def register_convert_op_layout(op_name, convert_layout=None, level=10):
    """Registers a rule of ConvertLayout.

    Parameters
    ----------
    op_name : str
    convert_layout : function (attrs, inputs, tinfos, desired_layouts) to relay.Expr or None
        Gives an operator in the desired layouts in the place of a call; None if the call stays.
        `tinfos` are the types of the tensors that it reads.
    level : int
    """
    return register_op_attr(op_name, "FTVMConvertOpLayout", convert_layout, level)


def register_infer_correct_layout(op_name, infer_layout=None, level=10):
    """Registers how AlterOpLayout and ConvertLayout take layouts through an operator.

    Parameters
    ----------
    op_name : str
    infer_layout : function (attrs, new_in_layouts, old_in_layouts, old_in_types) to InferCorrectLayoutOutput
        Gives the layouts of the operator as it is, if `new_in_layouts` is None, or on inputs that are
        now in these layouts. `old_in_layouts` are those in the program, None for each that is not
        known. Tensors in tuples count one by one.
    level : int
    """
    return register_op_attr(op_name, "FInferCorrectLayout", infer_layout, level)


def register_mixed_precision_conversion(op_name, func=None, level=10):
    """Registers a rule of ToMixedPrecision.

    Parameters
    ----------
    op_name : str
    func : function (call, mixed_precision_type) to [int, str, str]
        Gives a category (0: always converted, 1: as the operands, 2: never), the element type in which
        the operator gives its result, if it has an attribute for that, and the type to which the
        result is cast.
    level : int
    """
    return register_op_attr(op_name, "FTVMMixedPrecisionConversionType", func, level)


def register_fake_quantization_to_integer(op_name, func=None, level=10):
    """Registers a rule of FakeQuantizationToInteger, which takes the place of the one in C++.

    Parameters
    ----------
    op_name : str
    func : function (expr, type_map) to a pair of relay.Expr and AffineType, optional
        Computes a call on quantized arguments. `type_map` has the quantization of each quantized
        argument (tvm.ir.TensorAffineType, or TupleAffineType of a tuple), and under the call that
        which is wanted of the result, if it is known. Regions with a call for which the rule raises
        keep their floats; with hard_fail that is an error.
    level : int
    """
    return register_op_attr(op_name, "FTVMFakeQuantizationToInteger", func, level)


def register_optional_fake_quantization_to_integer(op_name, func=None, level=10):
    """Registers a rule of FakeQuantizationToInteger that holds if `optional_qnn_ops` names the
    operator.

    Parameters
    ----------
    op_name : str
    func : function, optional
        As for register_fake_quantization_to_integer.
    level : int
    """
    return register_op_attr(op_name, "FTVMOptionalFakeQuantizationToInteger", func, level)
