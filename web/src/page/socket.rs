//! Opens and closes the connection, and hands its frames to the session.

use js_sys::{ArrayBuffer, Uint8Array};
use std::{cell::Cell, rc::Rc};

use tengen_session::link::{Address, LinkEvent, LinkId, Loss};
use tengen_shared::protocol::{CLOSE_REMOVED, Codec};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{BinaryType, CloseEvent, Event, MessageEvent, WebSocket, Window};

use super::tell;
use crate::msg::Msg;

/// A connection, or the attempt to make one. It is closed when it is dropped, and reports nothing afterwards.
pub(super) struct Socket {
    pub(super) link: LinkId,
    socket: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _received: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    /// Begins to connect to the server of the page. A page that came over TLS may use no plain connection.
    pub(super) fn open(window: &Window, link: LinkId, address: &Address) -> Result<Self, Loss> {
        let scheme = match window.location().protocol().as_deref() {
            Ok("https:") => "wss",
            _ => "ws",
        };
        let url = address.url();
        let url = url.split_once("://").map_or_else(|| url.clone(), |(_, rest)| format!("{scheme}://{rest}"));
        let refused = || Loss::Unreachable(address.clone(), "".into());
        let socket = WebSocket::new_with_str(&url, Codec::Bincode.subprotocol()).map_err(|_| refused())?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let report = move |event| tell(Some(Msg::Link(link, event)));
        let was_open = Rc::new(Cell::new(false));
        let open = was_open.clone();
        let opened = Closure::<dyn FnMut()>::new(move || {
            open.set(true);
            report(LinkEvent::Opened(Codec::Bincode));
        });
        let received = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Ok(buffer) = event.data().dyn_into::<ArrayBuffer>() {
                report(LinkEvent::Received(Uint8Array::new(&buffer).to_vec()));
            }
        });
        let of = address.clone();
        let closed = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            let loss = match (event.code(), event.reason()) {
                (CLOSE_REMOVED, _) => Loss::Removed,
                // A browser tells nobody why a connection could not be made.
                (1006, _) if was_open.get() => Loss::BrokenOff,
                (1006, _) => {
                    ask_for_new_page();
                    Loss::Refused(of.clone())
                }
                (_, reason) if reason.is_empty() => Loss::Closed,
                (_, reason) => Loss::ClosedFor(reason.into()),
            };
            report(LinkEvent::Lost(loss));
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Ok(Self { link, socket, _opened: opened, _received: received, _closed: closed })
    }

    pub(super) fn send(&self, bytes: &[u8]) {
        // If the connection is closing, the session sends this again on the next one.
        let _ = self.socket.send_with_u8_array(bytes);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

/// Has `start.js` look whether the server has another page by now: a newer server may not speak this page's layout.
fn ask_for_new_page() {
    if let (Some(window), Ok(event)) = (web_sys::window(), Event::new("tengen-refused")) {
        let _ = window.dispatch_event(&event);
    }
}
