//! The worker's side in a browser: bytes in, bytes out.

use js_sys::{Function, Uint8Array};
use tengen_shared::protocol::{pack, unpack};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    answering,
    lesson::Task,
    question::{Ask as _, Question},
    teaching,
};

/// Answers the question in `bytes`, and calls `tell` with the bytes of each answer.
///
/// # Errors
/// Returns an error if the bytes do not encode a question of this version.
#[wasm_bindgen]
pub fn answer(bytes: &[u8], tell: &Function) -> Result<(), JsValue> {
    let tell = |answer: &[u8]| {
        // The page may have closed the worker; then nobody listens.
        let _ = tell.call1(&JsValue::NULL, &Uint8Array::from(answer));
    };
    match bytes {
        [Question::KIND, question @ ..] => {
            answering::answer(&unpack(question)?, &mut |answer| tell(&pack(&answer)));
        }
        [Task::KIND, task @ ..] => tell(&pack(&teaching::teach(&unpack(task)?))),
        _ => return Err("this question is of another version".into()),
    }
    Ok(())
}
