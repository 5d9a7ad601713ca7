//! The worker's side in a browser: bytes in, bytes out.

use js_sys::{Function, Uint8Array};
use tengen_shared::protocol::{pack, unpack};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{answering, question::Question};

/// Answers the question in `bytes`, and calls `tell` with the bytes of each answer.
///
/// # Errors
/// Returns an error if the bytes do not encode a question of this version.
#[wasm_bindgen]
pub fn answer(bytes: &[u8], tell: &Function) -> Result<(), JsValue> {
    let question: Question = unpack(bytes)?;
    answering::answer(&question, &mut |answer| {
        // The page may have closed the worker; then nobody listens.
        let _ = tell.call1(&JsValue::NULL, &Uint8Array::from(pack(&answer).as_slice()));
    });
    Ok(())
}
