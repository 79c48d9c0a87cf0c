"""The compiler of operators: programs are compiled as a whole here, and keep their own code."""

from ... import _missing


class TECompiler:
    """The object that compiles operators in TVM."""

    def clear(self) -> None:
        """Forgets the operators that were compiled: nothing, since none is kept."""


def get() -> TECompiler:
    """The compiler of operators."""
    return _COMPILER


_COMPILER = TECompiler()

__getattr__ = _missing.make_getattr("tvm.relay.backend.te_compiler")
