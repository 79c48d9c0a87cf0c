"""Runs modules that are compiled ahead of time."""

from ... import _missing
from ...error import _suggest
from .._graph_executor import copy_out
from ..ndarray import NDArray


class AotModule:
    """A module with inputs and outputs.

    Parameters
    ----------
    module : Module
        What `library["default"](device)` gives.

    Attributes
    ----------
    module : Module

    Examples
    --------
    >>> library = relay.build(mod, "llvm", executor=relay.backend.Executor("aot"), params=params)
    >>> runner = tvm.runtime.executor.AotModule(library["default"](tvm.cpu()))
    >>> runner.set_input("data", data)
    >>> runner.run()
    >>> result = runner.get_output(0)
    """

    # The owner of the inputs in errors.
    _whole = "model"

    def __init__(self, module):
        # A factory of executors is no executor itself.
        module["set_input"]
        self.module = module

    def set_input(self, key=None, value=None, **params) -> None:
        """Copies values to inputs.

        Parameters
        ----------
        key : str or int, optional
            The name or the position of an input; a RuntimeError if there is none of the name.
        value : NDArray or array
        **params : NDArray or array
            Values by name; names that no input has are ignored, as in TVM.
        """
        if key is not None:
            found = self.module["get_input"](key)
            if found is None:
                raise self._make_missing(key)
            found.copyfrom(value)
        for name, param in params.items():
            self.module["set_input"](name, param)

    def _make_missing(self, key):
        """The error for the name of no input."""
        names = [self.get_input_name(index) for index in range(self.get_num_inputs())]
        return RuntimeError(f"Could not find '{key}' in {self._whole}'s inputs"
                            + _suggest(key, names))

    def run(self, **input_dict) -> None:
        """Runs the module.

        Parameters
        ----------
        **input_dict : NDArray or array
            Inputs to set before; see set_input.
        """
        if input_dict:
            self.set_input(**input_dict)
        self.module["run"]()

    def get_num_outputs(self) -> int:
        """How many outputs there are."""
        return self.module["get_num_outputs"]()

    def get_num_inputs(self) -> int:
        """How many inputs there are, parameters included."""
        return self.module["get_num_inputs"]()

    def get_input(self, index, out=None) -> NDArray:
        """An input.

        Parameters
        ----------
        index : int or str
        out : NDArray, optional
            It gets a copy.
        """
        found = self.module["get_input"](index)
        if found is None and out is not None:
            raise self._make_missing(index)
        return copy_out(found, out)

    def get_input_index(self, name) -> int:
        """The position of an input; -1 if there is none of the name."""
        return self.module["get_input_index"](name)

    def get_output(self, index, out=None) -> NDArray:
        """An output.

        Parameters
        ----------
        index : int or str
            A string is the name of a node.
        out : NDArray, optional
            It gets a copy.
        """
        return self.module["get_output"](index, out)

    def get_input_name(self, index: int) -> str:
        """The name of an input."""
        return self.module["get_input_name"](index)

    def get_input_info(self) -> tuple:
        """The shapes and the element types of the inputs by name, without those of parameters."""
        info = self.module["get_input_info"]()
        return info["shape"], info["dtype"]


__getattr__ = _missing.make_getattr("tvm.runtime.executor.aot_executor")
