//! Runs a compiled classifier on an image of raw floats:
//!
//!     classify IMAGE
//!
//! The declarations are those of net.h, which relay-lite-compile --header wrote.

use std::ffi::{c_char, c_void, CStr};

#[repr(C)]
struct DLDevice {
    device_type: i32,
    device_id: i32,
}

#[repr(C)]
struct DLDataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct DLTensor {
    data: *mut c_void,
    device: DLDevice,
    ndim: i32,
    dtype: DLDataType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

#[repr(C)]
struct RelayLiteContext {
    workspace: *mut c_void,
    workspace_size: usize,
    weights: *const c_void,
    weights_size: usize,
    threads: *mut c_void,
    reserved: [u64; 3],
    message: [c_char; 256],
}

extern "C" {
    fn net_main(context: *mut RelayLiteContext, inputs: *const DLTensor, outputs: *mut DLTensor) -> i32;
}

const CPU: DLDevice = DLDevice { device_type: 1, device_id: 0 };

/// A tensor of floats; elements and shape have to live as long.
fn tensor(elements: &mut [f32], shape: &mut [i64]) -> DLTensor {
    DLTensor {
        data: elements.as_mut_ptr().cast(),
        device: CPU,
        ndim: shape.len() as i32,
        dtype: DLDataType { code: 2, bits: 32, lanes: 1 },
        shape: shape.as_mut_ptr(),
        strides: std::ptr::null_mut(),
        byte_offset: 0,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: classify IMAGE")?;
    let mut image: Vec<f32> = std::fs::read(path)?
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
        .collect();
    if image.len() != 3 * 64 * 64 {
        return Err("the image has another size than 3 x 64 x 64".into());
    }
    let mut scores = vec![0f32; 1000];
    let (mut image_shape, mut score_shape) = ([1, 3, 64, 64], [1, 1000]);
    let input = tensor(&mut image, &mut image_shape);
    let mut output = tensor(&mut scores, &mut score_shape);
    // All zeros: each call allocates its workspace.
    let mut context: RelayLiteContext = unsafe { std::mem::zeroed() };
    // The tensors are as net.h says, and nothing else uses their memory.
    if unsafe { net_main(&mut context, &input, &mut output) } != 0 {
        let message = unsafe { CStr::from_ptr(context.message.as_ptr()) };
        return Err(message.to_string_lossy().into());
    }
    let best = (0..scores.len()).max_by(|&i, &j| scores[i].total_cmp(&scores[j])).unwrap();
    println!("class {best}");
    Ok(())
}
