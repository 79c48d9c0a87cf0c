# Declarations that a module itself does not tell, for generate_stubs.py: a
# pattern of names, and the lines of the stub for them (see nanobind's manual).

^relay_lite\.__prefix__$:
    __version__: str

^relay_lite\._ext\.NDArray\.__prefix__$:
    def __buffer__(self, flags: int, /) -> memoryview: ...

^relay_lite\._ext\.NDArray\.(numpy|asnumpy)$:
    \from numpy.typing import NDArray as _NumpyArray
    def \1(self) -> _NumpyArray[Any]: ...

^relay_lite\._ext\.NDArray\.__array__$:
    \from numpy.typing import NDArray as _NumpyArray
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> _NumpyArray[Any]: ...

^relay_lite\._ext\.load_param_dict$:
    def load_param_dict(param_bytes: object) -> dict[str, NDArray]: ...

^relay_lite\._ext\.Tuple\.__iter__$:
    \from collections.abc import Iterator
    def __iter__(self) -> Iterator[RelayExpr]: ...

^relay_lite\._ext\.Tuple\.__getitem__$:
    def __getitem__(self, index: int) -> RelayExpr: ...

^relay_lite\._ext\.TuplePattern\.__iter__$:
    \from collections.abc import Iterator
    def __iter__(self) -> Iterator[DFPattern]: ...

^relay_lite\._ext\.TuplePattern\.__getitem__$:
    def __getitem__(self, index: int) -> DFPattern: ...

^relay_lite\._ext\.DFPattern\.__or__$:
    def __or__(self, other: DFPattern) -> AltPattern: ...

^relay_lite\._ext\.DFPattern\.(__add__|__sub__|__mul__|__truediv__)$:
    def \1(self, other: DFPattern) -> CallPattern: ...

^relay_lite\._ext\.PassContext\.__enter__$:
    def __enter__(self) -> PassContext: ...

# Attributes are one of the classes that op_attrs has.
^relay_lite\.relay\.op\.op_attrs\.(\w+Attrs)$:
    \from relay_lite._ext import Attrs as _Attrs
    class \1(_Attrs): ...

# `tuple` and `dict` tell the types of elements.
^relay_lite\.ir\.container\.Array\.__getitem__$:
    \from typing import SupportsIndex, overload
    @overload  # type: ignore[override]
    def __getitem__(self, index: SupportsIndex, /) -> _T: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[_T]: ...

^relay_lite\.ir\.container\.Map\.get$:

^relay_lite\.ir\.container\.Map\.items$:
    def items(self) -> list[tuple[_K, _V]]: ...  # type: ignore[override]

^relay_lite\.ir\.module\._Functions\.__getitem__$:
    def __getitem__(self, key: GlobalVar | str) -> Function: ...

^relay_lite\.relay\.expr\.TupleWrapper\.astext$:
    def astext(self, *, show_meta_data: bool = True, annotate: Any = None) -> str: ...  # type: ignore[override]

^relay_lite\.relay\.expr\.TupleWrapper\.__iter__$:
    \from collections.abc import Iterator
    def __iter__(self) -> Iterator[TupleGetItem]: ...

# A function of a program returns an array, or a tuple of such results.
^relay_lite\.relay\.backend\._executor\.__prefix__$:
    \from collections.abc import Iterator
    \from relay_lite._ext import NDArray as _NDArray
    class _Result(_NDArray):
        def __getitem__(self, index: Any, /) -> _Result: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[_Result]: ...

^relay_lite\.relay\.backend\._executor\.Executor\.evaluate$:
    \from collections.abc import Callable, Mapping
    \from relay_lite._ext import Function as _Function, GlobalVar as _GlobalVar
    \from typing import overload
    @overload
    def evaluate(self, expr: _Function | _GlobalVar | None = None, binds: Mapping[Any, Any] | None = None, *, params: Mapping[str, Any] | None = None) -> Callable[..., _Result]: ...
    @overload
    def evaluate(self, expr: Any, binds: Mapping[Any, Any] | None = None, *, params: Mapping[str, Any] | None = None) -> Any: ...

^relay_lite\.runtime\.vm\.VirtualMachine\.(invoke)$:
    \from relay_lite.relay.backend._executor import _Result as _Result
    def \1(self, func_name: str, *args: Any, **kwargs: Any) -> _Result: ...

^relay_lite\.runtime\.vm\.VirtualMachine\.run$:
    \from relay_lite.relay.backend._executor import _Result as _Result
    def run(self, *args: Any, **kwargs: Any) -> _Result: ...

^relay_lite\.relay\.op\._composites\.topk$:
    \from typing import Literal, overload
    @overload
    def topk(data: Expr, k: Any = 1, axis: int = -1, ret_type: Literal['both'] = 'both', is_ascend: bool = False, dtype: str = 'int32') -> TupleWrapper: ...
    @overload
    def topk(data: Expr, k: Any = 1, axis: int = -1, *, ret_type: Literal['values', 'indices'], is_ascend: bool = False, dtype: str = 'int32') -> Call: ...
    @overload
    def topk(data: Expr, k: Any = 1, axis: int = -1, ret_type: str = 'both', is_ascend: bool = False, dtype: str = 'int32') -> Any: ...

# A decorator makes a pass of a function, and a class of passes of a class.
^relay_lite\.ir\.transform\.__prefix__$:
    \from collections.abc import Callable
    \from typing import Protocol, overload
    class _ModulePassDecorator(Protocol):
        @overload
        def __call__(self, pass_func: type, /) -> Any: ...
        @overload
        def __call__(self, pass_func: Callable[..., Any], /) -> ModulePass: ...
    class _FunctionPassDecorator(Protocol):
        @overload
        def __call__(self, pass_func: type, /) -> Any: ...
        @overload
        def __call__(self, pass_func: Callable[..., Any], /) -> FunctionPass: ...

^relay_lite\.ir\.transform\.module_pass$:
    @overload
    def module_pass(pass_func: None = None, opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> _ModulePassDecorator: ...
    @overload
    def module_pass(pass_func: type, opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> Any: ...
    @overload
    def module_pass(pass_func: Callable[..., Any], opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> ModulePass: ...

^relay_lite\.ir\.transform\.function_pass$:
    @overload
    def function_pass(pass_func: None = None, opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> _FunctionPassDecorator: ...
    @overload
    def function_pass(pass_func: type, opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> Any: ...
    @overload
    def function_pass(pass_func: Callable[..., Any], opt_level: int | None = None, name: str | None = None, required: Sequence[str] | None = None, traceable: bool = False) -> FunctionPass: ...

^relay_lite\.relay\.dataflow_pattern\.DFPatternCallback\.pattern$:
    pattern: DFPattern

^relay_lite\.relay\.dataflow_pattern\.DFPatternCallback\.callback$:
    \from relay_lite.ir.container import Array as _Array, Map as _Map
    def callback(self, pre: Expr, post: Expr, node_map: _Map[DFPattern, _Array[Expr]], /) -> Any: ...

^relay_lite\.ir\.instrument\.PassInstrument\.should_run$:
    \from relay_lite._ext import IRModule, PassInfo
    def should_run(self, mod: IRModule, info: PassInfo, /) -> bool: ...

^relay_lite\.ir\.instrument\.PassInstrument\.(run_before_pass|run_after_pass)$:
    def \1(self, mod: IRModule, info: PassInfo, /) -> Any: ...
