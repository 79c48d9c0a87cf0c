"""Functions that depend on the current target."""

import functools

from .. import _missing
from ..error import TVMError
from .target import Target

# The functions that have a name in the process.
_NAMED = {}


class GenericFunc:
    """A function with variants for the keys of targets, such as `cpu` or `cuda`. A call takes that
    of the first key of the current target that has one, or else the default."""

    def __init__(self, name):
        self.name = name
        self._default = None
        self._variants = {}

    def __call__(self, *args, **kwargs):
        return self.get_packed_func()(*args, **kwargs)

    def set_default(self, func, allow_override=False):
        """Sets the function that is called if no variant suits the target.

        Parameters
        ----------
        func : function
        allow_override : bool
            Whether another one may be there.
        """
        if self._default is not None and not allow_override:
            raise TVMError(f"generic function {self.name} already has a default")
        self._default = func

    def register(self, func, key_list, allow_override=False):
        """Adds a variant.

        Parameters
        ----------
        func : function
        key_list : str or list of str
            The keys of targets.
        allow_override : bool
            Whether a variant for a key may be there.
        """
        for key in [key_list] if isinstance(key_list, str) else key_list:
            if key in self._variants and not allow_override:
                raise ValueError(f"key {key} is already registered for {self.name}")
            self._variants[key] = func

    def get_packed_func(self):
        """The function that a call takes for the current target."""
        target = Target.current()
        for key in target.keys if target is not None else ():
            if key in self._variants:
                return self._variants[key]
        if self._default is None:
            raise TVMError(f"generic function {self.name} has no function for the target {target}")
        return self._default


def get_native_generic_func(name) -> GenericFunc:
    """The function of a name, a new one if there is none.

    Parameters
    ----------
    name : str
    """
    return _NAMED.setdefault(name, GenericFunc(name))


def _decorate(generic, default, overrides):
    """The default of a generic function, with the dispatch in its place."""

    @functools.wraps(default)
    def dispatch(*args, **kwargs):
        return generic(*args, **kwargs)

    def register(key, func=None, override=overrides):
        """Adds a variant for a key of targets, or for a list of keys; without a function, a decorator."""

        def add(variant):
            generic.register(variant, key, override)
            return variant

        return add(func) if func else add

    dispatch.fdefault = default
    dispatch.register = register
    dispatch.get_packed_func = generic.get_packed_func
    dispatch.generic_func_node = generic
    return dispatch


def override_native_generic_func(func_name):
    """A decorator that makes a function the default of the generic function of a name. The result
    has a decorator `register(key)` for variants.

    Parameters
    ----------
    func_name : str
    """

    def decorate(fdefault):
        generic = get_native_generic_func(func_name)
        generic.set_default(fdefault, allow_override=True)
        return _decorate(generic, fdefault, overrides=True)

    return decorate


def generic_func(fdefault):
    """Makes a function depend on the current target: the result has a decorator `register(key)` for
    variants.

    Parameters
    ----------
    fdefault : function
        The function for targets without a variant.
    """
    generic = GenericFunc(fdefault.__name__)
    generic.set_default(fdefault)
    dispatch = _decorate(generic, fdefault, overrides=False)
    dispatch.dispatch_dict = generic._variants
    return dispatch


__getattr__ = _missing.make_getattr("tvm.target.generic_func")
