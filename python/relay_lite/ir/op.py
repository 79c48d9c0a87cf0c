"""Operators."""

import operator
import warnings

from .. import _ext, _missing
from .._ext import Op
from ..error import TVMError
from . import _layouts, affine_type
from .container import Array, convert

# The facts about the operators that scripts have registered, by name.
_CUSTOM = {}
# The registered attributes by name: for each operator, a value and its level.
_ATTRS = {}
# TVM's names of the attributes that C++ has for every operator.
_NATIVE_ATTRS = {"TOpPattern": "pattern", "TOpIsStateful": "stateful",
                 "TNonComputational": "non_computational", "TReshapeOp": "reshape_only"}
# The attributes of TVM's compiler that scripts may set, and why nothing comes of them.
_IGNORED = {"FTVMCompute": "kernels come from the lowering to MLIR's linalg",
            "FTVMSchedule": "kernels come from the lowering to MLIR's linalg",
            "FTVMStrategy": "kernels come from the lowering to MLIR's linalg",
            "FShapeFunc": "lowerings compute shapes", "TShapeDataDependent": "lowerings compute shapes",
            "FTVMExternalCompiler": "AnnotateTarget asks the attribute `target.<compiler>`",
            "FPrimalGradient": "there are no gradients in RelayLite"}
# The ignored attributes of which a warning has told.
_WARNED = set()
# Rules of FakeQuantizationToInteger; the second ones hold where the pass is told to use them.
_QUANTIZATION = ("FTVMFakeQuantizationToInteger", "FTVMOptionalFakeQuantizationToInteger")
# The attributes that are rules for passes. Legalize("name") adds one; `apply_rule` says how each is
# called.
_RULES = {"FInferCorrectLayout", "FTVMAlterOpLayout", "FTVMConvertOpLayout", "FTVMLegalize", "FTVMQnnLegalize",
          "FTVMQnnCanonicalize", "FTVMMixedPrecisionConversionType", *_QUANTIZATION}
_IN_CPP = "what passes know of operators is in C++: see docs/AddingAnOperator.md"


def _is_of_passes(name):
    """Whether TVM's passes ask for the attribute: here they would not see it."""
    return name not in _IGNORED and name not in _RULES and (
        name in _NATIVE_ATTRS or name.startswith(("FTVM", "TOp", "TShape", "FInfer", "FPrimal")))


def _warn_of_ignored(name):
    """Warn, once in the process, that no pass asks for an attribute that is TVM's."""
    if name in _IGNORED and name not in _WARNED:
        _WARNED.add(name)
        warnings.warn(f"the attribute {name} of operators is kept, but has no effect: {_IGNORED[name]}",
                      stacklevel=4)


def _check_name(name):
    if not isinstance(name, str):
        raise TVMError(f"expected the name of an attribute, but got {name!r}")


def _get_attr(self, attr_name):
    """Return the value of an attribute of the operator: one that was registered, or TOpPattern,
    TOpIsStateful, TNonComputational and TReshapeOp; None if it has no value for the operator.

    Parameters
    ----------
    attr_name : str
    """
    _check_name(attr_name)
    known = None if self.name in _CUSTOM else _ext.describe_op(self.name)
    if attr_name in _NATIVE_ATTRS and known and self.name not in _ATTRS.get(attr_name, ()):
        return known[_NATIVE_ATTRS[attr_name]]
    if not self.has_attr(attr_name):
        raise TVMError(f"Attribute '{attr_name}' is not registered"
                       + (f": {_IN_CPP}" if _is_of_passes(attr_name) else ""))
    return _ATTRS.get(attr_name, {}).get(self.name, (None,))[0]


def _has_attr(self, attr_name) -> bool:
    """Whether get_attr knows the name, be it of this operator or of another.

    Parameters
    ----------
    attr_name : str
    """
    _check_name(attr_name)
    return (attr_name in _NATIVE_ATTRS or attr_name in _ATTRS or attr_name in _IGNORED
            or attr_name in _RULES)


def _set_attr(self, attr_name, value, plevel=10):
    """Register an attribute of the operator. The value of the highest level for a name counts.

    Parameters
    ----------
    attr_name : str
        A name that only TVM's own passes ask for is an error, since passes ask C++ for such facts.
        Only operators of a script take TOpIsStateful.
    value : object
    plevel : int
    """
    _check_name(attr_name)
    is_custom = self.name in _CUSTOM and attr_name == "TOpIsStateful"
    if _is_of_passes(attr_name) and not is_custom and attr_name != "TOpPattern":
        raise TVMError(f"the attribute {attr_name} of operators is not part of RelayLite: "
                       f"{_IN_CPP}")
    if value is None:
        raise TVMError(f"the attribute {attr_name} of operator {self.name} cannot be None")
    if attr_name in _RULES and not callable(value):
        raise TVMError(f"expected a function as the attribute {attr_name} of operator {self.name}, but "
                       f"got {value!r}")
    if attr_name == "TOpPattern" and value not in (0, 1, 2, 3, 4, 8):
        raise TVMError(f"expected a pattern of OpPattern as the attribute TOpPattern of operator {self.name}, "
                       f"but got {value!r}")
    values = _ATTRS.setdefault(attr_name, {})
    _, level = values.get(self.name, (None, None))
    if level == plevel:
        raise TVMError(f"Attribute {attr_name} of {self.name} is already registered with same "
                       f"plevel={plevel}")
    if level is None or plevel > level:
        values[self.name] = convert(value), plevel
    _warn_of_ignored(attr_name)
    _tell(self.name, attr_name)


def _reset_attr(self, attr_name):
    """Removes an attribute that was registered; no error if there is none.

    Parameters
    ----------
    attr_name : str
    """
    _check_name(attr_name)
    if _ATTRS.get(attr_name, {}).pop(self.name, None) is not None:
        _tell(self.name, attr_name)


def _tell(op_name, attr_name):
    """Tell C++ that an attribute of an operator has changed."""
    if attr_name in _QUANTIZATION:
        required, optional = (op_name in _ATTRS.get(name, ()) for name in _QUANTIZATION)
        _ext.set_fake_quantization_rule(op_name, required or optional, not required)
    elif attr_name in _RULES:
        _ext.set_operator_rule(attr_name, op_name, op_name in _ATTRS[attr_name])
    if attr_name == "TOpPattern":
        pattern, _ = _ATTRS[attr_name].get(op_name, (None, None))
        _ext.set_pattern(op_name, None if pattern is None else int(pattern))
    if op_name in _CUSTOM:
        _update(op_name)


def add_rules(attr_name):
    """Make an attribute one that is rules for Legalize."""
    if attr_name not in _RULES and attr_name not in _NATIVE_ATTRS:
        _RULES.add(attr_name)
        for op_name in _ATTRS.get(attr_name, ()):
            _tell(op_name, attr_name)


def apply_rule(attr_name, call, extra):
    """The expression that the rule of an operator puts in the place of a call; None if it stays. For
    mixed precision, how the call is converted, and two element types.

    Parameters
    ----------
    attr_name : str
    call : relay.Call
    extra : list of str, str or tuple
        The layouts that ConvertLayout is to give to the operator, the smaller type, the
        quantization of the arguments and of the output, or the layouts of the arguments.
    """
    rule, _ = _ATTRS.get(attr_name, {}).get(call.op.name, (None, None))
    if attr_name == "FTVMMixedPrecisionConversionType":
        # Another thread may have removed the rule: an operator then follows its operands.
        return rule(call, extra) if rule else [1, extra, extra]
    if rule is None and attr_name in _QUANTIZATION:
        rule, _ = _ATTRS.get(_QUANTIZATION[1], {}).get(call.op.name, (None, None))
    if rule is None:
        return None
    old = _ext.set_default_span(call.span)
    try:
        if attr_name == "FInferCorrectLayout":
            return _layouts.infer(rule, call, *extra)
        types = [arg.checked_type for arg in call.args]
        if attr_name in _QUANTIZATION:
            return affine_type.apply_rule(rule, call, *extra)
        if attr_name == "FTVMAlterOpLayout":
            return rule(call.attrs, call.args, _get_tensor_types(types), call.checked_type)
        if attr_name == "FTVMConvertOpLayout":
            return rule(call.attrs, call.args, _get_tensor_types(types), extra)
        return rule(call.attrs, call.args, Array([*types, call.checked_type]))
    finally:
        _ext.set_default_span(old)


def _get_tensor_types(types):
    """The types of tensors, those in tuples included."""
    return Array([tensor for type_ in types
                  for tensor in (type_.fields if isinstance(type_, _ext.TupleType) else [type_])])


def _get_num_inputs(self) -> int:
    """How many arguments the operator takes; -1 if the number is not fixed."""
    if self.name in _CUSTOM:
        return _CUSTOM[self.name].num_inputs
    known = _ext.describe_op(self.name)
    is_fixed = known and known["min_operands"] == known["max_operands"]
    return known["max_operands"] if is_fixed else -1


def _get_attrs_type_key(self) -> str:
    """TVM's type of the attributes; an empty string if the operator has none."""
    if self.name in _CUSTOM:
        return _CUSTOM[self.name].attrs_type_key
    return _ext.get_attrs_type_key(self.name) or ""


class _Custom:
    """The facts about an operator that a script has registered."""

    def __init__(self, description):
        self.description = description
        self.num_inputs = -1
        self.support_level = 10
        self.arguments = []
        self.attrs_type_key = ""
        # The name of a relation of C++, or a function.
        self.relation = None


class AttrFieldInfo:
    """An argument of an operator."""

    def __init__(self, name, type_info, description):
        self.name = name
        self.type_info = type_info
        self.description = description


def _update(name):
    """Tells C++ what is known of a registered operator."""
    custom = _CUSTOM[name]
    stateful, _ = _ATTRS.get("TOpIsStateful", {}).get(name, (False, None))
    relation = custom.relation
    _ext.set_custom_op(name, custom.num_inputs, bool(stateful),
                       True if callable(relation) else relation)


def infer_type(name, arg_types, attrs):
    """The type of a call of an operator that a script has registered."""
    return _CUSTOM[name].relation(arg_types, attrs)


def _set_num_inputs(self, n):
    """Sets how many arguments the operator takes.

    Parameters
    ----------
    n : int
    """
    _CUSTOM[self.name].num_inputs = operator.index(n)
    _update(self.name)


def _add_argument(self, name, type, description):
    """Describes the next argument.

    Parameters
    ----------
    name, type, description : str
    """
    _CUSTOM[self.name].arguments.append(AttrFieldInfo(name, type, description))


def _set_support_level(self, level):
    """Sets the level.

    Parameters
    ----------
    level : int
    """
    _CUSTOM[self.name].support_level = operator.index(level)


def _set_attrs_type_key(self, key):
    """Says of which type the attributes of calls are: DictAttrs.

    Parameters
    ----------
    key : str
    """
    if key != "DictAttrs":
        raise TVMError(f"expected DictAttrs as the type of attributes, but got {key!r}")
    _CUSTOM[self.name].attrs_type_key = key


def _add_type_rel(self, rel_name, type_rel_func=None):
    """Sets the relation that gives the type of the result.

    Parameters
    ----------
    rel_name : str
        Without a function: Identity, Broadcast or BroadcastComp.
    type_rel_func : function, optional
        Gives the type for the list of the arguments' types and the attributes of the call; None
        where there is none.
    """
    if type_rel_func is None and not _ext.has_type_relation(rel_name):
        raise TVMError(f"AddTypeRel error: no type_relation registered under {rel_name}.")
    _CUSTOM[self.name].relation = rel_name if type_rel_func is None else type_rel_func
    _update(self.name)


def _get_arguments(self):
    """The arguments that add_argument has declared."""
    return Array(_CUSTOM[self.name].arguments)


class _CustomMember:
    """A member that operators have that a script has registered; of others, looking for it is an
    AttributeError."""

    def __init__(self, name, member):
        self.name = name
        self.member = member

    def __get__(self, instance, owner=None):
        if instance is None:
            return self.member
        if instance.name not in _CUSTOM:
            raise AttributeError(_missing.explain(f"tvm.ir.op.Op.{self.name}"))
        return self.member.__get__(instance, owner)


def register(op_name, describe=""):
    """Registers an operator that InferType and the other passes handle by what is then said of
    it: at least set_num_inputs and add_type_rel. It has no kernel: programs that call it cannot be
    evaluated.

    Parameters
    ----------
    op_name : str
    describe : str
    """
    _ext.register_op(op_name)
    _CUSTOM[op_name] = _Custom(describe)


Op.get = staticmethod(_ext.get_op)
Op.list_op_names = staticmethod(_ext.list_op_names)
Op.get_attr = _get_attr
Op.has_attr = _has_attr
Op.set_attr = _set_attr
Op.reset_attr = _reset_attr
Op.num_inputs = property(_get_num_inputs)
Op.attrs_type_key = property(_get_attrs_type_key)
Op.__str__ = Op.__repr__ = lambda self: f"Op({self.name})"


def _cover(members):
    for name, member in members.items():
        setattr(Op, name, _CustomMember(name, member))


_cover({"set_num_inputs": _set_num_inputs, "add_argument": _add_argument,
        "set_support_level": _set_support_level, "set_attrs_type_key": _set_attrs_type_key,
        "add_type_rel": _add_type_rel, "arguments": property(_get_arguments)})


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Registers an attribute of an operator; a decorator of its value if none is given.

    Parameters
    ----------
    op_name : str
    attr_key : str
    value : object, optional
    level : int
        Of values for one name, that of the highest level counts.
    """

    def register(v):
        _ext.get_op(op_name).set_attr(attr_key, v, level)
        return v

    return register(value) if value is not None else register


__getattr__ = _missing.make_getattr("tvm.ir.op")
