//! What the user and the browser do.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    AddEventListenerOptions, Document, Element, Event, EventTarget, HtmlInputElement, KeyboardEvent,
    MouseEvent, Node, PointerEvent, VisibilityState, Window,
};

use super::{tell, with};
use crate::{
    msg::Msg,
    tree::{self, Phase, Pointer},
};

type Handler = tree::Handler<Msg>;

/// Listens to everything on the page.
pub(super) fn listen(window: &Window, document: &Document) -> Result<(), JsValue> {
    on(document, "click", clicked)?;
    on(document, "input", typed)?;
    // Some programs that fill in forms report only this.
    on(document, "change", typed)?;
    on(document, "submit", submitted)?;
    on(document, "keydown", key_pressed)?;
    on(document, "cancel", cancelled)?;
    for (kind, phase) in [
        ("pointerdown", Phase::Down),
        ("pointermove", Phase::Drag),
        ("pointerup", Phase::Up),
        ("pointercancel", Phase::Cancel),
    ] {
        on(document, kind, move |event| pointed(event, phase))?;
    }
    on(window, "popstate", |_| {
        let path = web_sys::window().and_then(|window| window.location().pathname().ok());
        tell(path.map(Msg::Moved));
    })?;
    // The browser asks whether a game that is stored nowhere is to be lost.
    on(window, "beforeunload", |event| {
        if with(|page| page.model.has_unstored_game()).unwrap_or(false) {
            event.prevent_default();
        }
    })?;
    // A phone that slept, a tab that was hidden, a page out of the browser's cache, another network.
    for kind in ["pageshow", "online"] {
        on(window, kind, |_| tell(Some(Msg::Awake)))?;
    }
    on(document, "visibilitychange", |_| {
        let state = web_sys::window()
            .and_then(|window| window.document())
            .map(|document| document.visibility_state());
        if state == Some(VisibilityState::Visible) {
            tell(Some(Msg::Awake));
        }
    })
}

fn on(target: &EventTarget, kind: &str, mut act: impl FnMut(&Event) + 'static) -> Result<(), JsValue> {
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
fn handlers(event: &Event) -> Vec<(Handler, Element)> {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    target.and_then(|target| with(|page| page.shown.handlers(&target))).unwrap_or_default()
}

fn clicked(event: &Event) {
    let mouse: Option<&MouseEvent> = event.dyn_ref();
    let handlers = handlers(event);
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
        tell(Some(msg));
    }
}

fn typed(event: &Event) {
    let Some(target) = event.target() else { return };
    let value = match target.dyn_ref::<HtmlInputElement>() {
        Some(field) => Some(field.value()),
        None => js_sys::Reflect::get(&target, &"value".into()).ok().and_then(|value| value.as_string()),
    };
    let input = handlers(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Input(msg) => Some(msg),
        _ => None,
    });
    if let (Some(value), Some(msg)) = (value, input) {
        tell(Some(msg(value)));
    }
}

fn submitted(event: &Event) {
    event.prevent_default();
    let msg = handlers(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Submit(msg) => Some(msg),
        _ => None,
    });
    tell(msg);
}

fn cancelled(event: &Event) {
    let msg = handlers(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Cancel(msg) => Some(msg),
        _ => None,
    });
    if let Some(msg) = msg {
        event.prevent_default();
        tell(Some(msg));
    }
}

fn key_pressed(event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
    if key.ctrl_key() || key.meta_key() || key.alt_key() {
        return;
    }
    let name = key.key();
    let id = event.target().and_then(|target| target.dyn_into::<Element>().ok()).map(|target| target.id());
    let id = id.unwrap_or_default();
    let msg = handlers(event).into_iter().find_map(|(handler, _)| match handler {
        Handler::Key(msg) => msg(&name, &id),
        _ => None,
    });
    if let Some(msg) = msg {
        event.prevent_default();
        tell(Some(msg));
    }
}

fn pointed(event: &Event, phase: Phase) {
    let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
    let found = handlers(event).into_iter().find_map(|(handler, element)| match handler {
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
    tell(Some(msg(Pointer { phase, finger, at, size: (area.width(), area.height()) })));
}
