"""The functions that external compilers have compiled."""

from .. import _ext
from ..error import TVMError
from . import _library
from .module import Module


class ExternalFunction:
    """A function that another compiler has compiled. It takes arrays, and tuples of them, and returns
    an array or a tuple.

    Parameters
    ----------
    compiler : str
    symbol : str
        The attribute `global_symbol` of the function.
    implementation : callable or Module
    function_type : FuncType
    """

    def __init__(self, compiler, symbol, implementation, function_type):
        self.compiler = compiler
        self.symbol = symbol
        self.implementation = implementation
        self.function_type = function_type
        self._call = implementation
        if isinstance(implementation, Module):
            library = implementation._library
            self._call = library.bind(symbol, function_type) \
                if isinstance(library, _library.SymbolLibrary) else implementation.get_function(symbol)

    def __call__(self, *arguments):
        try:
            result = self._call(*arguments)
            _check_result(result, self.function_type.ret_type)
            return result
        except Exception as error:
            # Scripts handle it as what it is.
            if hasattr(error, "add_note"):
                error.add_note(f"{self._describe()} has failed")
            raise

    def _describe(self):
        return f"the function {self.symbol} of the external compiler {self.compiler}"

    def get_link(self):
        """The name of the C function, and the file that a library is linked with: a shared library
        or an object. A TVMError if there is none."""
        library = getattr(self.implementation, "_library", None)
        if isinstance(library, (_library.LoadedLibrary, _library.SymbolLibrary)):
            return library.get_link(self.symbol)
        raise TVMError(f"{self._describe()} cannot be exported: relay.ext.{self.compiler} has to give "
                       "a module of a file (tvm.runtime.load_module), but gave "
                       f"{self.implementation!r}")


def _check_result(result, result_type):
    """Refuses what is no value at all; the evaluator compares shapes and types."""
    if isinstance(result_type, _ext.TupleType):
        if not isinstance(result, (tuple, list)):
            raise TVMError(f"expected a tuple of {len(result_type.fields)} arrays as the result, but "
                           f"got {type(result).__name__}")
    elif result is None:
        raise TVMError("expected an array as the result, but got None")
