"""Functions that are known by name."""

from . import _ext

_FUNCTIONS = {}
# The function that makes the pass of a name, or None: relay.transform sets it.
find_pass = None
_PASS_PREFIXES = ("relay._transform.", "transform.")


def register_func(func_name, f=None, override=False):
    """Makes a function known by name; may be used as a decorator. A function under
    `relay._transform.NAME` or `transform.NAME` that takes nothing and returns a pass makes the
    pass NAME one that others can require.
    """
    if callable(func_name):
        f, func_name = func_name, func_name.__name__
    if not isinstance(func_name, str):
        raise ValueError("expect string function name")

    def register(function):
        if func_name in _FUNCTIONS and not override:
            raise ValueError(f"Global PackedFunc {func_name} is already registered")
        _FUNCTIONS[func_name] = function
        for prefix in _PASS_PREFIXES:
            if func_name.startswith(prefix):
                _ext.register_pass(func_name[len(prefix):])
                break
        return function

    return register(f) if f is not None else register


def make_pass(name):
    """A pass that a registered function makes."""
    for prefix in _PASS_PREFIXES:
        if prefix + name in _FUNCTIONS:
            return _FUNCTIONS[prefix + name]()
    raise ValueError(f"the pass {name} is not registered any more")


def get_global_func(name, allow_missing=False):
    """The function that was registered by name; a ValueError, or None, if there is none."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    for prefix in _PASS_PREFIXES:
        if name.startswith(prefix):
            make = find_pass(name[len(prefix):])
            if make is not None:
                return make
    if allow_missing:
        return None
    raise ValueError(f"Cannot find global function {name}")
