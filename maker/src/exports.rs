//! The functions that a page calls, with 32-bit addresses. Bytes are passed through the module's memory: the page calls
//! [`board_room`], writes its argument there and calls a function, which frees the memory. The result is a number with
//! an address in its lower and a length in its upper half; the page copies it and frees it with [`board_free`]. Texts
//! are UTF-8, and everything but the bytes of files is JSON.

use std::{mem, ptr};

use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{alone, draw, keys, open, review, uf2};

/// Allocates memory for an argument.
#[unsafe(no_mangle)]
pub extern "C" fn board_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees a result, or an unused argument.
///
/// # Safety
/// Both numbers must come from one call of [`board_room`], or from one result, and may be freed only once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_free(at: *mut u8, length: usize) {
    drop(unsafe { taken(at, length) });
}

/// # Safety
/// As for [`board_free`].
unsafe fn taken(at: *mut u8, length: usize) -> Box<[u8]> {
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, length)) }
}

fn given(bytes: Vec<u8>) -> u64 {
    let bytes = mem::ManuallyDrop::new(bytes.into_boxed_slice());
    bytes.as_ptr() as u64 | (bytes.len() as u64) << 32
}

fn answer(value: &impl Serialize) -> u64 {
    given(serde_json::to_vec(value).unwrap_or_default())
}

/// # Safety
/// As for [`board_free`].
unsafe fn argument(at: *mut u8, length: usize) -> Json {
    serde_json::from_slice(&unsafe { taken(at, length) }).unwrap_or_default()
}

/// [`keys`]
#[unsafe(no_mangle)]
pub extern "C" fn board_keys() -> u64 {
    answer(&keys())
}

/// [`review`]s a board.
///
/// # Safety
/// The argument must be in memory from [`board_room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_review(at: *mut u8, length: usize) -> u64 {
    answer(&review(&unsafe { argument(at, length) }))
}

/// [`draw`]s sheets of `{ "board": …, "sheet": "wiring.svg" }`.
///
/// # Safety
/// The argument must be in memory from [`board_room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_draw(at: *mut u8, length: usize) -> u64 {
    let asked = unsafe { argument(at, length) };
    answer(&draw(&asked["board"], asked["sheet"].as_str().unwrap_or_default()))
}

/// [`open`]s a file, `{ "name": …, "text": … }`: returns `{ "board": … }` or `{ "mistakes": … }`.
///
/// # Safety
/// The argument must be in memory from [`board_room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_open(at: *mut u8, length: usize) -> u64 {
    let asked = unsafe { argument(at, length) };
    let text = |key: &str| asked[key].as_str().unwrap_or_default();
    answer(&match open(text("name"), text("text")) {
        Ok(board) => json!({ "board": board }),
        Err(mistakes) => json!({ "mistakes": mistakes }),
    })
}

/// [`uf2`] of a board with the firmware of another UF2 file: the file's bytes, or none if that is not possible.
///
/// # Safety
/// Both arguments must be in memory from [`board_room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_uf2(at: *mut u8, length: usize, file_at: *mut u8, file_length: usize) -> u64 {
    let (board, firmware) = unsafe { (argument(at, length), taken(file_at, file_length)) };
    given(uf2(&board, &firmware).unwrap_or_default())
}

/// The file with the board [`alone`], or no bytes.
///
/// # Safety
/// The argument must be in memory from [`board_room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_alone(at: *mut u8, length: usize) -> u64 {
    given(alone(&unsafe { argument(at, length) }).unwrap_or_default())
}
