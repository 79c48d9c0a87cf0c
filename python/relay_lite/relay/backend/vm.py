"""Compiles programs of all kinds for tvm.runtime.vm.VirtualMachine."""

from ... import _ext, _missing
from ...error import _expect
from ...runtime import _library, _machines
from ...runtime.vm import Executable, Program, make_executable_module
from ...target import Target
from ._executor import Executor, bind_main
from ._external import compile_external, optimize


def compile(mod, target=None, target_host=None, params=None) -> Executable:
    """The executable of a module.

    Parameters
    ----------
    mod : IRModule
    target : Target, str or dict, optional
        By default the target of the innermost `with`.
    target_host : Target or str, optional
    params : dict of str to array, optional
        Values for parameters of `main` by name.
    """
    compiler = VMCompiler()
    if params:
        compiler.set_params(params)
    compiler.lower(mod, target, target_host)
    compiler.codegen()
    return compiler.get_exec()


class VMCompiler:
    """Compiles a module step by step: lower(), codegen(), get_exec()."""

    def __init__(self):
        self._params = {}
        self._module = None
        self._targets = [None]
        self._library = None

    def set_params(self, params) -> None:
        """Sets values for parameters of `main`.

        Parameters
        ----------
        params : dict of str to array
        """
        self._params = dict(params)

    def get_params(self) -> dict[str, _ext.NDArray]:
        """Nothing: the values are constants of the module."""
        return {}

    def lower(self, mod, target=None, target_host=None) -> None:
        """Optimizes a module; for the parameters see compile."""
        self._module = self._optimize(mod, target, target_host)

    def codegen(self) -> None:
        """Compiles the module that was optimized."""
        self._check(self._module, "lower")
        self._library = _library.Library(self._module, self._targets[0],
                                        compile_external(self._module, self._targets))

    def optimize(self, mod, target=None, target_host=None, params=None) -> tuple:
        """The optimized module, and nothing, as the values are constants of the module; for the
        parameters see compile."""
        if params:
            self.set_params(params)
        return self._optimize(mod, target, target_host), self.get_params()

    def get_exec(self) -> Executable:
        """The executable."""
        self._check(self._library, "codegen")
        return Executable(make_executable_module(Program(self._library, move=_move_constants)))

    @staticmethod
    def _check(result, step):
        if result is None:
            raise RuntimeError(f"call {step}() first")

    def _optimize(self, mod, target, target_host):
        _expect(mod, _ext.IRModule, "an IRModule")
        targets = Target.canon_multi_target_and_host(Target.target_or_current(target), target_host)
        _machines.check_targets(targets)
        self._targets = targets
        if self._params:
            mod = bind_main(mod, self._params)
        return optimize(mod)


def _move_constants(library, byte_limit):
    """A library whose `main` has its large constants as further parameters, and these by name."""
    module, constants = _ext.lift_constants(library.module, "const_", byte_limit)
    return _library.Library(module, library.target, library.externals), constants


class VMExecutor(Executor):
    """Evaluates functions of a module; see create_executor."""


__getattr__ = _missing.make_getattr("tvm.relay.backend.vm")
