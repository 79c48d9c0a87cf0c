"""Names and global variables that are given once."""

from .. import _ext, _missing
from ..error import TVMError


class NameSupply:
    """Gives each name once; a name that is taken gets a number.

    Parameters
    ----------
    prefix : str
        What stands, with an underscore, before the names.
    """

    def __init__(self, prefix=""):
        self.prefix = prefix
        # The last number of each name.
        self._numbers = {}

    def _complete(self, name, add_prefix):
        return f"{self.prefix}_{name}" if add_prefix and self.prefix else name

    def fresh_name(self, name, add_prefix=True, add_underscore=True) -> str:
        """A name that has not been given yet.

        Parameters
        ----------
        name : str
            Dots become underscores.
        add_prefix : bool
        add_underscore : bool
            Whether an underscore stands before the number.
        """
        name = self._complete(name, add_prefix).replace(".", "_")
        fresh = name
        while fresh in self._numbers:
            self._numbers[name] += 1
            fresh = f"{name}{'_' if add_underscore else ''}{self._numbers[name]}"
        self._numbers[fresh] = 0
        return fresh

    def reserve_name(self, name, add_prefix=True) -> str:
        """Makes a name one that has been given."""
        name = self._complete(name, add_prefix)
        self._numbers[name] = 0
        return name

    def contains_name(self, name, add_prefix=True) -> bool:
        """Whether a name has been given."""
        return self._complete(name, add_prefix) in self._numbers


class GlobalVarSupply:
    """Gives global variables with names of their own.

    Parameters
    ----------
    value : NameSupply, IRModule or list of IRModule, optional
        The variables of modules are there from the beginning.
    """

    def __init__(self, value=None):
        self._variables = {}
        self._names = value if isinstance(value, NameSupply) else NameSupply()
        modules = [value] if isinstance(value, _ext.IRModule) else \
            value if isinstance(value, (list, tuple)) else []
        if modules:
            self._names.prefix = modules[0].get_attr("mod_name") or "tvmgen_default"
        for module in modules:
            for variable in module.get_global_vars():
                self.reserve_global(variable)

    def fresh_global(self, name, add_prefix=True) -> _ext.GlobalVar:
        """A variable with a name that has not been given yet."""
        return self._add(self._names.fresh_name(name, add_prefix))

    def unique_global_for(self, name, add_prefix=True) -> _ext.GlobalVar:
        """The variable of a name, which is made if there is none."""
        name = self._names.reserve_name(name, add_prefix)
        return self._variables.get(name) or self._add(name)

    def _add(self, name):
        self._variables[name] = _ext.GlobalVar(name)
        return self._variables[name]

    def reserve_global(self, global_var, allow_conflict=False) -> None:
        """Makes a variable one that has been given.

        Parameters
        ----------
        global_var : GlobalVar
        allow_conflict : bool
            Whether it may have the name of another, whose place it takes.
        """
        name = self._names.reserve_name(global_var.name_hint, add_prefix=False)
        if name in self._variables and not allow_conflict:
            raise TVMError(f"GlobalVar {global_var} conflicts by name in this supply.")
        self._variables[name] = global_var


__getattr__ = _missing.make_getattr("tvm.ir.supply")
