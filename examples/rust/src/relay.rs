//! Owners of the handles of the C API, and errors as results.

use crate::ffi::*;
use std::marker::PhantomData;
use std::os::raw::c_void;

pub type Result<T> = std::result::Result<T, String>;

fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// A callback that appends to a `Vec<u8>`.
extern "C" fn append(text: MlirStringRef, user_data: *mut c_void) {
    if text.length != 0 {
        // SAFETY: `collect` gives the vector, and the text is valid until the
        // callback returns.
        unsafe {
            let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
            (*user_data.cast::<Vec<u8>>()).extend_from_slice(bytes);
        }
    }
}

/// What `call` returns, and what it gives to the callback.
fn collect<T>(call: impl FnOnce(MlirStringCallback, *mut c_void) -> T) -> (T, String) {
    let mut bytes = Vec::<u8>::new();
    let value = call(Some(append), (&mut bytes as *mut Vec<u8>).cast());
    (value, String::from_utf8_lossy(&bytes).into_owned())
}

/// The value of a call whose callback gets errors.
fn check<T>(
    is_good: impl FnOnce(&T) -> bool,
    call: impl FnOnce(MlirStringCallback, *mut c_void) -> T,
) -> Result<T> {
    let (value, errors) = collect(call);
    if is_good(&value) {
        Ok(value)
    } else {
        Err(errors)
    }
}

fn is_success(result: &MlirLogicalResult) -> bool {
    result.value != 0
}

pub struct Context(MlirContext);

impl Context {
    /// A context with everything of RelayLite.
    pub fn new() -> Self {
        // SAFETY: the registry lives until the context has copied it.
        unsafe {
            let registry = mlirDialectRegistryCreate();
            relayLiteRegisterAllDialects(registry);
            let context = mlirContextCreateWithRegistry(registry, false);
            mlirDialectRegistryDestroy(registry);
            Context(context)
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing that borrows the context is left.
        unsafe { mlirContextDestroy(self.0) }
    }
}

pub struct Module<'a> {
    module: MlirModule,
    context: PhantomData<&'a Context>,
}

impl<'a> Module<'a> {
    pub fn read(context: &'a Context, path: &str) -> Result<Self> {
        // SAFETY: all arguments live until the call returns, here and below.
        let module = check(
            |module: &MlirModule| !module.ptr.is_null(),
            |on_error, user_data| unsafe {
                relayLiteModuleImportFile(
                    context.0,
                    TEXT,
                    string_ref(path),
                    true,
                    on_error,
                    user_data,
                )
            },
        )?;
        Ok(Module {
            module,
            context: PhantomData,
        })
    }

    /// Folds constants, and returns the report.
    pub fn fold(&mut self, max_growth: u64) -> Result<String> {
        let (result, report) = collect(|on_report, report_user_data| {
            check(is_success, |on_error, user_data| unsafe {
                let mut options = relayLiteFoldOptionsGetDefault();
                options.max_growth = max_growth;
                relayLiteModuleFoldConstants(
                    self.module,
                    &options,
                    on_report,
                    report_user_data,
                    on_error,
                    user_data,
                )
            })
        });
        result.map(|_| report)
    }

    pub fn to_text(&self) -> Result<String> {
        let (result, text) = collect(|on_text, text_user_data| {
            check(is_success, |on_error, user_data| unsafe {
                relayLiteModuleExport(
                    self.module,
                    TEXT,
                    on_text,
                    text_user_data,
                    on_error,
                    user_data,
                )
            })
        });
        result.map(|_| text)
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: no evaluator is left.
        unsafe { mlirModuleDestroy(self.module) }
    }
}

pub struct Arrays(RelayLiteArrays);

impl Arrays {
    pub fn new() -> Self {
        Arrays(unsafe { relayLiteArraysCreate() })
    }

    /// Appends a copy of `data`.
    pub fn push(&mut self, data: &[f32], shape: &[i64]) -> Result<()> {
        let buffer = RelayLiteBuffer {
            data: data.as_ptr().cast(),
            num_bytes: std::mem::size_of_val(data),
            dtype: string_ref("float32"),
            rank: shape.len() as isize,
            shape: shape.as_ptr(),
            strides: std::ptr::null(),
        };
        check(is_success, |on_error, user_data| unsafe {
            relayLiteArraysAppend(self.0, string_ref(""), buffer, on_error, user_data)
        })
        .map(|_| ())
    }

    pub fn len(&self) -> usize {
        unsafe { relayLiteArraysGetSize(self.0) as usize }
    }

    /// The elements of an array, if it is one of float32.
    pub fn floats(&self, position: usize) -> Option<&[f32]> {
        // SAFETY: the memory lives as long as the list. It has no address to
        // rely on if it is empty.
        unsafe {
            let buffer = relayLiteArraysGetBuffer(self.0, position as isize);
            if buffer.dtype.data.is_null() {
                return None;
            }
            let name =
                std::slice::from_raw_parts(buffer.dtype.data.cast::<u8>(), buffer.dtype.length);
            match buffer.num_bytes / std::mem::size_of::<f32>() {
                _ if name != b"float32" => None,
                0 => Some(&[]),
                length => Some(std::slice::from_raw_parts(buffer.data.cast(), length)),
            }
        }
    }
}

impl Drop for Arrays {
    fn drop(&mut self) {
        unsafe { relayLiteArraysDestroy(self.0) }
    }
}

/// Runs functions of a module, which does not change meanwhile.
pub struct Evaluator<'a> {
    evaluator: RelayLiteEvaluator,
    module: PhantomData<&'a Module<'a>>,
}

impl<'a> Evaluator<'a> {
    pub fn new(module: &'a Module<'a>) -> Result<Self> {
        let evaluator = check(
            |evaluator: &RelayLiteEvaluator| !evaluator.ptr.is_null(),
            |on_error, user_data| unsafe {
                relayLiteEvaluatorCreate(module.module, on_error, user_data)
            },
        )?;
        Ok(Evaluator {
            evaluator,
            module: PhantomData,
        })
    }

    pub fn run(&self, function: &str, arguments: &Arrays) -> Result<Arrays> {
        check(
            |arrays: &RelayLiteArrays| !arrays.ptr.is_null(),
            |on_error, user_data| unsafe {
                relayLiteEvaluatorRun(
                    self.evaluator,
                    string_ref(function),
                    arguments.0,
                    on_error,
                    user_data,
                )
            },
        )
        .map(Arrays)
    }
}

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        unsafe { relayLiteEvaluatorDestroy(self.evaluator) }
    }
}
