"""Modules: global functions and algebraic data types by name."""

from .. import _ext, _missing
from .._ext import Constructor, Function, GlobalTypeVar, GlobalVar, IRModule, TypeData
from ..error import ArgumentError, TVMError, _expect
from ..target import Target
from .container import Array, Map


def _fill(self, functions, type_definitions, attrs):
    _expect(type_definitions, (dict, type(None)), "a dictionary of types")
    for var, definition in (type_definitions or {}).items():
        _add(self, var, definition)
    _expect(functions, (dict, type(None)), "a dictionary of functions")
    for var, function in (functions or {}).items():
        if var in self:
            raise TVMError(f"Duplicate global function name {var}")
        self[var] = function
    if attrs:
        self._attrs = _to_dict(attrs)


def _to_dict(attrs):
    """A dictionary of what can be written as attributes."""
    if not hasattr(attrs, "keys") or not all(isinstance(key, str) for key in attrs.keys()):
        raise ArgumentError(f"expected a dictionary of attributes by name, but got {attrs!r}")
    result = {key: attrs[key] for key in attrs.keys()}
    # An error for other values; targets are values in Python only.
    _ext.save_json([value for value in result.values() if not isinstance(value, Target)])
    return _copy_attrs(result)


def _copy_attrs(attrs):
    """A dictionary of attributes whose values nobody else has."""
    return {key: value if isinstance(value, Target)
            else _ext.make_attrs("DictAttrs", {key: value})[key] for key, value in attrs.items()}


class _Attrs(Map):
    """The attributes of a module, which other modules share: they are replaced, not changed."""

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"the module has no attribute {name}; it has: {', '.join(self)}")

    def get_str(self, key):
        """The attribute `key`."""
        return getattr(self, key)

    get_int = get_int_tuple = get_str

    def __reduce__(self):
        return _Attrs, (dict(self),)

    def _refuse(self, *args, **kwargs):
        raise TypeError("the attributes of a module cannot be changed: with_attr gives a module "
                        "with others")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def _attrs(self):
    """The attributes by name, or None."""
    return None if self._attrs is None else _Attrs(_copy_attrs(self._attrs))


class _Functions(Map):
    """The functions of a module; keys are GlobalVars."""

    def __getitem__(self, key):
        if not isinstance(key, str):
            return dict.__getitem__(self, key)
        for var, function in self.items():
            if var.name_hint == key:
                return function
        raise KeyError(key)


def _functions(self) -> _Functions:
    """The functions by their GlobalVars."""
    return _Functions(self._definitions())


def _type_definitions(self) -> Map[GlobalTypeVar, TypeData]:
    """The definitions of types by their GlobalTypeVars."""
    return Map((definition.header, definition) for definition in self._types())


def _global_type_var_map(self) -> Map[str, GlobalTypeVar]:
    """The GlobalTypeVars by name."""
    return Map((definition.header.name_hint, definition.header) for definition in self._types())


def _find_type(self, name):
    """The definition of the type `name`; a ValueError if there is none."""
    for definition in self._types():
        if definition.header.name_hint == name:
            return definition
    names = ", ".join(sorted(definition.header.name_hint for definition in self._types()))
    raise ValueError(f"Cannot find global type var {name} in the Module; the candidates are: "
                     f"[{names}]")


def _get_global_type_var(self, name) -> GlobalTypeVar:
    """The GlobalTypeVar of a name; a ValueError if there is none."""
    return _find_type(self, name).header


def _get_global_type_vars(self) -> Array[GlobalTypeVar]:
    """All GlobalTypeVars."""
    return Array(definition.header for definition in self._types())


def _contain_global_type_var(self, name) -> bool:
    return name in _global_type_var_map(self)


def _get_type(self, name) -> tuple:
    """The GlobalTypeVar of a name, and the constructors of the type."""
    definition = _find_type(self, name)
    return (definition.header, *definition.constructors)


def _get_constructor(self, tag) -> Constructor:
    """The constructor with a tag; a ValueError if there is none."""
    for definition in self._types():
        for constructor in definition.constructors:
            if constructor.tag == tag:
                return constructor
    raise ValueError(f"There is no constructor with the tag {tag}")


def _getitem(self, var) -> Function:
    """The function of a GlobalVar or a name, or the type of a GlobalTypeVar or a name."""
    if isinstance(var, GlobalTypeVar):
        return _find_type(self, var.name_hint)
    function = self._lookup(var)
    if function is None and isinstance(var, str) and _contain_global_type_var(self, var):
        return _find_type(self, var)
    if function is None:
        name = var if isinstance(var, str) else var.name_hint
        names = ", ".join(sorted(v.name_hint for v, _ in self._definitions()))
        raise ValueError(f"Cannot find global function \"{name}\" in the Module; the candidates "
                         f"are: [{names}]")
    return function


def _setitem(self, var, function):
    """Adds or replaces a function; another expression becomes the body of one. Adds a type."""
    if isinstance(function, TypeData):
        _add(self, var, function)
        return
    if not isinstance(function, _ext.Function):
        _expect(function, _ext.RelayExpr, "a function")
        function = _ext.Function(list(_ext.free_vars(function)), function)
    self._set(var, function)


def _contains(self, var) -> bool:
    return self._lookup(var) is not None


def _add(self, var, function, update=False):
    if isinstance(function, TypeData):
        _expect(var, (str, GlobalTypeVar), "a GlobalTypeVar or a name")
        name = var if isinstance(var, str) else var.name_hint
        if name != function.header.name_hint:
            raise ArgumentError(f"expected the definition of type {name}, but got that of "
                                f"{function.header.name_hint}")
        self._add_type(function, bool(update))
        return
    if not update and var in self:
        name = var if isinstance(var, str) else var.name_hint
        raise ValueError(f"Function {name} is already in the Module")
    self[var] = function


def _update(self, other) -> None:
    """Adds the functions of another module or dictionary, and the types of a module, in the place
    of those of the same names."""
    _expect(other, (IRModule, dict), "an IRModule or a dictionary")
    if isinstance(other, IRModule):
        for definition in other._types():
            self._add_type(definition, True)
    functions = other.functions if isinstance(other, IRModule) else other
    for var, function in functions.items():
        self[var] = function


def _update_func(self, var, func) -> None:
    """Replaces the function of a GlobalVar."""
    self[var] = func


def _get_global_var(self, name) -> GlobalVar:
    """The GlobalVar of a name; a ValueError if there is none."""
    var = self._global_var(name)
    if var is None:
        names = ", ".join(sorted(v.name_hint for v, _ in self._definitions()))
        raise ValueError(f"Cannot find global var \"{name}\" in the Module; the candidates are: "
                         f"[{names}]")
    return var


def _get_global_vars(self) -> Array[GlobalVar]:
    """All GlobalVars."""
    return Array(var for var, _ in self._definitions())


def _contain_global_var(self, name) -> bool:
    return self._global_var(name) is not None


def _from_expr(expr, functions=None, type_defs=None) -> IRModule:
    """Return a module whose function `main` is `expr`. Another expression becomes a function of its
    free variables; a function with the attribute global_symbol keeps that name.

    Parameters
    ----------
    expr : relay.Expr
    functions : dict of GlobalVar to Function, optional
    type_defs : dict of GlobalTypeVar to TypeData, optional
    """
    module = IRModule(functions, type_defs)
    name = "main"
    if isinstance(expr, _ext.Function):
        if expr.attrs is not None and "global_symbol" in expr.attrs:
            name = str(expr.attrs["global_symbol"])
    else:
        _expect(expr, _ext.RelayExpr, "an expression")
    var = module._global_var(name)
    module[name if var is None else var] = expr
    return module


def _get_attr(self, attr_key):
    """An attribute of the module, or None."""
    return (_attrs(self) or {}).get(attr_key)


def _with_attr(self, attr_key, attr_value) -> IRModule:
    """A copy of the module with an attribute."""
    return _with_attrs(self, {attr_key: attr_value})


def _with_attrs(self, attr_map) -> IRModule:
    """A copy of the module with attributes."""
    result = self._clone()
    result._attrs = {**(self._attrs or {}), **_to_dict(attr_map)}
    return result


def _without_attr(self, attr_key) -> IRModule:
    """A copy of the module without an attribute."""
    result = self._clone()
    result._attrs = {k: v for k, v in (self._attrs or {}).items() if k != attr_key} or None
    return result


def _import_from_std(self, file_to_import) -> IRModule:
    """Add the definitions of a file that comes with TVM. `core.rly` defines the type Storage; other
    files need algebraic data types in functions, and are an error.

    Parameters
    ----------
    file_to_import : str
    """
    if file_to_import != "core.rly":
        raise NotImplementedError(_missing.explain("tvm.relay.prelude"))
    if not self.contain_global_type_var("Storage"):
        name = _ext.GlobalTypeVar("Storage")
        self[name] = _ext.TypeData(name, [], [])
    return self


def _astext(self, show_meta_data=True, annotate=None) -> str:
    """The module as Relay text, which relay.parse reads back.

    Parameters
    ----------
    show_meta_data : bool
        Whether the constants follow.
    annotate : function of Expr to str, optional
        What to write after nodes, instead of their types.
    """
    return _ext.print_module(self, True, bool(show_meta_data), annotate)


def _str(self):
    return _ext.print_module(self, False, False)


def _reduce(self):
    functions = self._clone()
    functions._attrs = None
    return _unpickle, (_ext.save_json(functions), self._attrs)


def _unpickle(text, attrs):
    module = _ext.load_json(text)
    module._attrs = attrs
    return module


def _copy(self, memo=None) -> IRModule:
    return self._clone()


def _clone(self) -> IRModule:
    """A module with the same functions."""
    return self._clone()


IRModule._fill = _fill
IRModule.functions = property(_functions)
IRModule.attrs = property(_attrs)
IRModule.type_definitions = property(_type_definitions)
IRModule.global_type_var_map_ = property(_global_type_var_map)
IRModule.from_expr = staticmethod(_from_expr)
IRModule.same_as = lambda self, other: self is other
for _name, _function in {
        "__getitem__": _getitem, "__setitem__": _setitem, "__contains__": _contains,
        "__str__": _str, "__repr__": _str,
        "__reduce__": _reduce, "__copy__": _copy, "__deepcopy__": _copy,
        "_add": _add, "update": _update, "update_func": _update_func,
        "get_global_var": _get_global_var, "get_global_vars": _get_global_vars,
        "contain_global_var": _contain_global_var,
        "get_global_type_var": _get_global_type_var,
        "get_global_type_vars": _get_global_type_vars,
        "contain_global_type_var": _contain_global_type_var, "get_type": _get_type,
        "get_constructor": _get_constructor, "get_attr": _get_attr,
        "with_attr": _with_attr, "with_attrs": _with_attrs, "without_attr": _without_attr,
        "import_from_std": _import_from_std, "astext": _astext, "clone": _clone}.items():
    setattr(IRModule, _name, _function)

__getattr__ = _missing.make_getattr("tvm.ir.module")
