"""Annotations for external compilers, which tests make."""

from ... import _missing
from ..expr import Var
from ..expr_functor import ExprMutator
from ..op import OPERATORS
from ..op.annotation import compiler_begin, compiler_end


class CcompilerAnnotator(ExprMutator):
    """Marks products of differences of sums, `(a + b - c) * d`, for the compiler `ccompiler`."""

    def __init__(self):
        super().__init__()
        # 0 outside, 1 from a product to the sum that ends the part, 2 behind it.
        self.in_compiler = 0

    def visit_call(self, call):
        name = call.op.name
        if name == "multiply":
            self.in_compiler = 1
            result = OPERATORS[name](*map(self._visit_inside, call.args))
            if self.in_compiler == 2:
                result = compiler_end(result, "ccompiler")
            self.in_compiler = 0
            return result
        if self.in_compiler == 1 and name == "subtract":
            return OPERATORS[name](*map(self._visit_inside, call.args))
        if self.in_compiler == 1 and name == "add":
            result = OPERATORS[name](*(compiler_begin(self.visit(arg), "ccompiler")
                                       for arg in call.args))
            self.in_compiler = 2
            return result
        return super().visit_call(call)

    def _visit_inside(self, arg):
        result = self.visit(arg)
        return compiler_begin(result, "ccompiler") if isinstance(result, Var) else result


__getattr__ = _missing.make_getattr("tvm.relay.testing.byoc")
