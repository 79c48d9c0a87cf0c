//! The parts of the C API that the example uses, as in include/RelayLite-c and
//! mlir-c.

use std::os::raw::{c_char, c_int, c_void};

/// Declares structs that hold a pointer.
macro_rules! handles {
    ($($name:ident),*) => {$(
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            pub ptr: *mut c_void,
        }
    )*};
}
handles!(
    MlirDialectRegistry,
    MlirContext,
    MlirModule,
    RelayLiteArrays,
    RelayLiteEvaluator
);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct MlirStringRef {
    pub data: *const c_char,
    pub length: usize,
}

#[repr(C)]
pub struct MlirLogicalResult {
    pub value: i8,
}

pub type MlirStringCallback = Option<extern "C" fn(MlirStringRef, *mut c_void)>;

#[repr(C)]
pub struct RelayLiteBuffer {
    pub data: *const c_void,
    pub num_bytes: usize,
    pub dtype: MlirStringRef,
    pub rank: isize,
    pub shape: *const i64,
    pub strides: *const i64,
}

#[repr(C)]
pub struct RelayLiteFoldOptions {
    pub fold_qnn: bool,
    pub max_growth: u64,
    pub max_temporary: u64,
    pub max_cost: u64,
    pub num_no_fold_ops: isize,
    pub no_fold_ops: *const MlirStringRef,
    pub collect_times: bool,
    pub is_cancelled: Option<extern "C" fn(*mut c_void) -> bool>,
    pub cancellation_user_data: *mut c_void,
}

pub const TEXT: c_int = 0;

extern "C" {
    pub fn mlirDialectRegistryCreate() -> MlirDialectRegistry;
    pub fn mlirDialectRegistryDestroy(registry: MlirDialectRegistry);
    pub fn mlirContextCreateWithRegistry(
        registry: MlirDialectRegistry,
        threading: bool,
    ) -> MlirContext;
    pub fn mlirContextDestroy(context: MlirContext);
    pub fn mlirModuleDestroy(module: MlirModule);

    pub fn relayLiteRegisterAllDialects(registry: MlirDialectRegistry);
    pub fn relayLiteModuleImportFile(
        context: MlirContext,
        format: c_int,
        path: MlirStringRef,
        infer_types: bool,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> MlirModule;
    pub fn relayLiteModuleExport(
        module: MlirModule,
        format: c_int,
        on_text: MlirStringCallback,
        text_user_data: *mut c_void,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> MlirLogicalResult;
    pub fn relayLiteFoldOptionsGetDefault() -> RelayLiteFoldOptions;
    pub fn relayLiteModuleFoldConstants(
        module: MlirModule,
        options: *const RelayLiteFoldOptions,
        on_report: MlirStringCallback,
        report_user_data: *mut c_void,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> MlirLogicalResult;

    pub fn relayLiteArraysCreate() -> RelayLiteArrays;
    pub fn relayLiteArraysDestroy(arrays: RelayLiteArrays);
    pub fn relayLiteArraysAppend(
        arrays: RelayLiteArrays,
        name: MlirStringRef,
        buffer: RelayLiteBuffer,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> MlirLogicalResult;
    pub fn relayLiteArraysGetSize(arrays: RelayLiteArrays) -> isize;
    pub fn relayLiteArraysGetBuffer(arrays: RelayLiteArrays, position: isize) -> RelayLiteBuffer;

    pub fn relayLiteEvaluatorCreate(
        module: MlirModule,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> RelayLiteEvaluator;
    pub fn relayLiteEvaluatorDestroy(evaluator: RelayLiteEvaluator);
    pub fn relayLiteEvaluatorRun(
        evaluator: RelayLiteEvaluator,
        function: MlirStringRef,
        arguments: RelayLiteArrays,
        on_error: MlirStringCallback,
        user_data: *mut c_void,
    ) -> RelayLiteArrays;
}
