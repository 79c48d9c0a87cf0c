"""Names that TVM has and RelayLite has not: they raise an error that says so."""

# What to use instead; the longest name that fits counts.
_ALTERNATIVES = {
    "tvm.build": "it compiles TIR; RelayLite lowers to MLIR: IRModule.mlir()",
    "tvm.relay.build": "evaluate with relay.create_executor, optimize with relay.optimize, or "
                       "lower to MLIR with the tool relay-lite-opt",
    "tvm.relay.frontend": "import models with TVM and bring them here as Relay text",
    "tvm.relay.dataflow_pattern": "patterns are not there yet; an ExprMutator finds and "
                                  "replaces expressions",
    "tvm.relay.prelude": "algebraic data types are not there yet",
    "tvm.relay.Prelude": "algebraic data types are not there yet",
    "tvm.relay.adt": "algebraic data types are not there yet",
    "tvm.relay.Match": "algebraic data types are not there yet",
    "tvm.relay.Clause": "algebraic data types are not there yet",
    "tvm.relay.Pattern": "algebraic data types are not there yet",
    "tvm.relay.Constructor": "algebraic data types are not there yet",
    "tvm.relay.TypeData": "algebraic data types are not there yet",
    "tvm.relay.TypeCall": "algebraic data types are not there yet",
    "tvm.relay.GlobalTypeVar": "algebraic data types are not there yet",
    "tvm.te": "tensor expressions are TVM's; RelayLite lowers to MLIR's linalg",
    "tvm.tir": "TIR is TVM's; RelayLite lowers to MLIR's linalg",
    "tvm.topi": "operators are lowered to MLIR's linalg here",
    "tvm.autotvm": "there is no tuning in RelayLite",
    "tvm.auto_scheduler": "there is no tuning in RelayLite",
    "tvm.meta_schedule": "there is no tuning in RelayLite",
    "tvm.rpc": "programs run on the CPU of this machine",
    "tvm.contrib": "see relay.create_executor for running programs",
}


def explain(name):
    """The message for TVM's name `name`."""
    known = name
    while known and known not in _ALTERNATIVES:
        known = known.rpartition(".")[0]
    hint = _ALTERNATIVES.get(known) or next(
        (text for key, text in _ALTERNATIVES.items() if name.startswith(key)), None)
    message = f"{name} is not part of RelayLite"
    return f"{message}: {hint}" if hint else message


def make_getattr(module):
    """The `__getattr__` of a module that stands for TVM's `module`."""

    def __getattr__(name):
        # Python itself looks for many names with underscores.
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(explain(f"{module}.{name}"))

    return __getattr__
