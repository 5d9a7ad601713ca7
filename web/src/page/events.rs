//! What the user and the browser do.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    AddEventListenerOptions, Document, Element, Event, EventTarget, HtmlInputElement, KeyboardEvent,
    MouseEvent, Node, PointerEvent, Window,
};

use super::Program;
use crate::tree::{Handler, Phase, Pointer};

/// Listens to everything that the user does in the page of `P`, and to steps through the browser's history.
pub(crate) fn listen<P: Program>(window: &Window, document: &Document) -> Result<(), JsValue> {
    on(document, "click", clicked::<P>)?;
    on(document, "input", typed::<P>)?;
    // Some programs that fill in forms report only this.
    on(document, "change", typed::<P>)?;
    on(document, "submit", submitted::<P>)?;
    on(document, "keydown", key_pressed::<P>)?;
    on(document, "cancel", cancelled::<P>)?;
    for (kind, phase) in [
        ("pointerdown", Phase::Down),
        ("pointermove", Phase::Drag),
        ("pointerup", Phase::Up),
        ("pointercancel", Phase::Cancel),
    ] {
        on(document, kind, move |event| pointed::<P>(event, phase))?;
    }
    on(window, "popstate", |_| {
        let location = web_sys::window().map(|window| window.location());
        let moved =
            location.and_then(|location| Some(P::moved(location.pathname().ok()?, location.search().ok()?)));
        P::tell(moved);
    })
}

pub(super) fn on(
    target: &EventTarget,
    kind: &str,
    mut act: impl FnMut(&Event) + 'static,
) -> Result<(), JsValue> {
    let act = Closure::<dyn FnMut(Event)>::new(move |event: Event| act(&event));
    let options = AddEventListenerOptions::new();
    // Some of these events are cancelled, and some do not bubble.
    options.set_passive(false);
    options.set_capture(true);
    let listener = act.as_ref().unchecked_ref();
    target.add_event_listener_with_callback_and_add_event_listener_options(kind, listener, &options)?;
    // The page listens as long as it lives.
    act.forget();
    Ok(())
}

/// Returns the handlers that an event concerns, the innermost first.
fn handlers<P: Program>(event: &Event) -> Vec<(Handler<P::Msg>, Element)> {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    target.map(|target| P::handlers(&target)).unwrap_or_default()
}

fn clicked<P: Program>(event: &Event) {
    let mouse: Option<&MouseEvent> = event.dyn_ref();
    let handlers = handlers::<P>(event);
    // A link that is opened in another tab is the browser's.
    let is_link = handlers.iter().any(|(_, element)| element.tag_name() == "A");
    if is_link && mouse.is_some_and(|mouse| mouse.ctrl_key() || mouse.meta_key() || mouse.shift_key()) {
        return;
    }
    // A pointer on the board was handled when it went down and up. A click without one comes from a screen reader.
    let by_pointer = match event.dyn_ref::<PointerEvent>() {
        Some(pointer) => !pointer.pointer_type().is_empty(),
        None => mouse.is_some_and(|mouse| mouse.detail() > 0),
    };
    if by_pointer && handlers.iter().any(|(handler, _)| matches!(handler, Handler::Pointer(_))) {
        return;
    }
    let msg = handlers.into_iter().find_map(|(handler, _)| match handler {
        Handler::Click(msg) => Some(msg),
        _ => None,
    });
    if let Some(msg) = msg {
        event.prevent_default();
        P::tell(Some(msg));
    }
}

fn typed<P: Program>(event: &Event) {
    let Some(target) = event.target() else { return };
    let value = match target.dyn_ref::<HtmlInputElement>() {
        Some(field) => Some(field.value()),
        None => js_sys::Reflect::get(&target, &"value".into()).ok().and_then(|value| value.as_string()),
    };
    let input = handlers::<P>(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Input(msg) => Some(msg),
        _ => None,
    });
    if let (Some(value), Some(msg)) = (value, input) {
        P::tell(Some(msg(value)));
    }
}

fn submitted<P: Program>(event: &Event) {
    event.prevent_default();
    let msg = handlers::<P>(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Submit(msg) => Some(msg),
        _ => None,
    });
    P::tell(msg);
}

fn cancelled<P: Program>(event: &Event) {
    let msg = handlers::<P>(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Cancel(msg) => Some(msg),
        _ => None,
    });
    if let Some(msg) = msg {
        event.prevent_default();
        P::tell(Some(msg));
    }
}

fn key_pressed<P: Program>(event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
    if key.ctrl_key() || key.meta_key() || key.alt_key() {
        return;
    }
    let name = key.key();
    let id = event.target().and_then(|target| target.dyn_into::<Element>().ok()).map(|target| target.id());
    let id = id.unwrap_or_default();
    let msg = handlers::<P>(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Key(msg) => msg(&name, &id),
        _ => None,
    });
    if let Some(msg) = msg {
        event.prevent_default();
        P::tell(Some(msg));
    }
}

fn pointed<P: Program>(event: &Event, phase: Phase) {
    let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
    let found = handlers::<P>(event).into_iter().find_map(|(handler, element)| match handler {
        Handler::Pointer(msg) => Some((msg, element)),
        _ => None,
    });
    let Some((msg, element)) = found else { return };
    if !pointer.is_primary() || (phase == Phase::Down && pointer.button() != 0) {
        return;
    }
    if phase == Phase::Drag && pointer.buttons() == 0 {
        return;
    }
    let finger = pointer.pointer_type() == "touch";
    if phase == Phase::Down {
        // The finger may leave the board, and the board still learns of it.
        let _ = element.set_pointer_capture(pointer.pointer_id());
    }
    let area = element.get_bounding_client_rect();
    let at = (
        (f64::from(pointer.client_x()) - area.left()) / area.width(),
        (f64::from(pointer.client_y()) - area.top()) / area.height(),
    );
    P::tell(Some(msg(Pointer { phase, finger, at, size: (area.width(), area.height()) })));
}
