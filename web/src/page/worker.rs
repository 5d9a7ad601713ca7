//! The worker with the engines.

use js_sys::Uint8Array;
use tengen_shared::protocol::{pack, unpack};
use tengen_worker::Ask;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Document, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker that answers one question. It ends when it is dropped: a worker receives no messages while an engine searches,
/// so this is the only way to stop it.
pub(crate) struct Thinker {
    worker: Worker,
    _answered: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(JsValue)>,
}

impl Thinker {
    /// Starts a worker, gives it a question, and passes each answer on to `tell`.
    pub(crate) fn ask<Q: Ask>(
        document: &Document,
        question: &Q,
        tell: impl Fn(Result<Q::Answer, String>) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let page = document.get_element_by_id("page").ok_or("The page has no place for its content.")?;
        let script = page.get_attribute("data-worker").ok_or("The page does not name its worker.")?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&script, &options)?;
        let report = tell.clone();
        let answered = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            report(match event.data().dyn_into::<Uint8Array>() {
                Ok(bytes) => unpack(&bytes.to_vec()),
                // Not bytes but a text is what the worker says when it fails.
                Err(other) => Err(other.as_string().unwrap_or_default()),
            });
        });
        // The worker could not be loaded.
        let failed = Closure::<dyn FnMut(JsValue)>::new(move |_| tell(Err(String::new())));
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        let message = [&[Q::KIND], pack(question).as_slice()].concat();
        worker.post_message(&Uint8Array::from(message.as_slice()))?;
        Ok(Self { worker, _answered: answered, _failed: failed })
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
