//! The page for browsers without a browser: its model and its tree, connected to a server.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use tengen_session::{
    Visitor,
    link::{LinkEvent, LinkId, LinkOrder, Loss},
    text::Lang,
};
use tengen_shared::{
    game::{Name, RunId},
    protocol::{Codec, SecretKey},
};
use tengen_web::{
    effect::Effect,
    model::{Begin, Model},
    msg::{Element, Msg},
    route::Route,
    tree::{Handler, Node},
    update, view,
};
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest as _},
};

use crate::{PATIENCE, within};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A page with its connection. It does what a browser does, except to draw.
pub struct Page {
    pub model: Model,
    key: SecretKey,
    socket: Option<(LinkId, Socket)>,
    now: Instant,
    /// The addresses that the page has shown, the present one last.
    pub history: Vec<Route>,
    /// What the page has put into the clipboard.
    pub copied: Option<String>,
}

impl Page {
    /// Opens the page at `path`, as a visitor who has been here under `name` or for the first time.
    ///
    /// # Panics
    /// Panics if `name` is not a name.
    #[must_use]
    pub fn open(addr: SocketAddr, path: &str, name: Option<&str>) -> Self {
        let model = Model::new(Begin {
            run: RunId(rand::random()),
            address: addr.to_string().parse().expect("an address"),
            origin: format!("http://{addr}"),
            path: path.to_owned(),
            name: name.map(|name| name.parse::<Name>().expect("a name")),
            lang: Lang::English,
            rooms: Vec::new(),
        });
        let key = SecretKey::from_bytes(rand::random());
        Self { model, key, socket: None, now: Instant::now(), history: Vec::new(), copied: None }
    }

    /// Does something on the page, and everything that follows at once.
    pub async fn tell(&mut self, msg: Msg) {
        let now = Instant::now();
        let passed = Msg::Passed(now - self.now);
        self.now = now;
        let mut effects = update::update(&mut self.model, passed);
        effects.extend(update::update(&mut self.model, msg));
        self.carry_out(effects).await;
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Link(LinkOrder::Open { link, address }) => {
                    let mut request = address.url().into_client_request().expect("a request");
                    let protocol = Codec::Bincode.subprotocol().parse().expect("a header");
                    request.headers_mut().insert("sec-websocket-protocol", protocol);
                    let event = match tokio_tungstenite::connect_async(request).await {
                        Ok((socket, _)) => {
                            self.socket = Some((link, socket));
                            LinkEvent::Opened(Codec::Bincode)
                        }
                        Err(_) => LinkEvent::Lost(Loss::Refused(address)),
                    };
                    Box::pin(self.tell(Msg::Link(link, event))).await;
                }
                Effect::Link(LinkOrder::Send { bytes, .. }) => {
                    if let Some((_, socket)) = &mut self.socket {
                        // A lost connection is reported when it is read.
                        let _ = socket.send(Message::Binary(bytes.into())).await;
                    }
                }
                Effect::Link(LinkOrder::Close { .. }) => self.socket = None,
                Effect::LookUp(server) => {
                    let name = self.model.name.clone().expect("a name before a connection");
                    let visitor = Box::new(Visitor::new(name, self.key.clone()));
                    Box::pin(self.tell(Msg::Found(server, visitor))).await;
                }
                Effect::Show(route) => self.history.push(route),
                Effect::Copy(text) => {
                    self.copied = Some(text);
                    Box::pin(self.tell(Msg::Copied(true))).await;
                }
                Effect::Keep { .. }
                | Effect::KeepMuted(_)
                | Effect::KeepName(_)
                | Effect::KeepLang(_)
                | Effect::KeepRooms(_)
                | Effect::Focus(_) => {}
            }
        }
    }

    /// Waits for the next message of the server, or for the next change of the page by itself.
    async fn listen(&mut self) {
        let effects = update::begin(&mut self.model);
        self.carry_out(effects).await;
        let wait = self.model.next_change().unwrap_or(PATIENCE).max(Duration::from_millis(1));
        let Some((link, socket)) = &mut self.socket else {
            // Nothing can come before the page acts by itself, so its time is moved on instead of waited for.
            self.now -= wait;
            return self.tell(Msg::CloseNotice).await;
        };
        let link = *link;
        let event = match tokio::time::timeout(wait, socket.next()).await {
            Err(_) => return self.tell(Msg::CloseNotice).await,
            Ok(Some(Ok(Message::Binary(bytes)))) => LinkEvent::Received(bytes.to_vec()),
            // A page learns nothing of the server's pings.
            Ok(Some(Ok(_))) => return self.tell(Msg::CloseNotice).await,
            Ok(Some(Err(_)) | None) => {
                self.socket = None;
                LinkEvent::Lost(Loss::BrokenOff)
            }
        };
        self.tell(Msg::Link(link, event)).await;
    }

    /// Returns what the page shows.
    #[must_use]
    pub fn tree(&self) -> Element {
        view::page(&self.model)
    }

    /// Waits until the page shows `text`.
    ///
    /// # Panics
    /// Panics if it does not show it in time.
    pub async fn sees(&mut self, text: &str) {
        let seen = within(text, async {
            while !self.tree().inner_text().contains(text) {
                self.listen().await;
            }
        });
        seen.await;
    }

    /// Clicks the button or link with this label, once it is there.
    ///
    /// # Panics
    /// Panics if there is none in time.
    pub async fn click(&mut self, label: &str) {
        let is_it = |element: &Element| {
            let name = element.attribute("aria-label").map_or_else(|| element.inner_text(), str::to_owned);
            (element.tag == "button" || element.tag == "a") && name == label
        };
        let found = within(label, async {
            loop {
                match find(&self.tree(), &is_it) {
                    Some(found) => break found,
                    None => self.listen().await,
                }
            }
        });
        let found = found.await;
        self.press(&found).await;
    }

    /// Activates an element, as a click or the sending of its form does.
    async fn press(&mut self, element: &Element) {
        let click = element.handlers.iter().find_map(|handler| match handler {
            Handler::Click(msg) => Some(msg.clone()),
            _ => None,
        });
        let msg = click.or_else(|| submit(&self.tree(), element)).expect("a button that does something");
        self.tell(msg).await;
    }

    /// Types into the field with this label.
    ///
    /// # Panics
    /// Panics if there is no such field.
    pub async fn type_into(&mut self, label: &str, text: &str) {
        let is_it = |element: &Element| element.attribute("aria-label") == Some(label);
        let field = find(&self.tree(), &is_it).unwrap_or_else(|| panic!("no field {label:?}"));
        let input = field.handlers.iter().find_map(|handler| match handler {
            Handler::Input(msg) => Some(msg(text.to_owned())),
            _ => None,
        });
        self.tell(input.expect("a field")).await;
    }

    /// Places a stone, once it is the user's turn, and waits until it is there.
    ///
    /// # Panics
    /// Panics if it is not there in time.
    pub async fn place(&mut self, point: &str) {
        self.sees("Your turn").await;
        self.activate(point).await;
        let placed = within(point, async {
            while !self.stones().iter().any(|label| label.starts_with(&format!("{point},"))) {
                self.listen().await;
            }
        });
        placed.await;
    }

    /// Activates a point of the board, as a screen reader does.
    ///
    /// # Panics
    /// Panics if the board has no such point.
    pub async fn activate(&mut self, point: &str) {
        let id = format!("p-{point}");
        let is_it = |element: &Element| element.attribute("id") == Some(&id);
        let cell = find(&self.tree(), &is_it).unwrap_or_else(|| panic!("no point {point}"));
        self.press(&cell).await;
    }

    /// Returns the labels of all points with a stone.
    #[must_use]
    pub fn stones(&self) -> Vec<String> {
        let mut found = Vec::new();
        each(&self.tree(), &mut |element| {
            let label = element.attribute("aria-label").unwrap_or_default();
            if element.attribute("role") == Some("gridcell") && !label.ends_with("empty") {
                found.push(label.to_owned());
            }
        });
        found
    }
}

fn each(element: &Element, look: &mut dyn FnMut(&Element)) {
    look(element);
    for child in &element.children {
        if let Node::Element(child) = child {
            each(child, look);
        }
    }
}

fn find(element: &Element, is_it: &dyn Fn(&Element) -> bool) -> Option<Element> {
    let mut found = None;
    each(element, &mut |element| {
        if found.is_none() && is_it(element) {
            found = Some(element.clone());
        }
    });
    found
}

/// Returns what the form does in which `button` stands.
fn submit(page: &Element, button: &Element) -> Option<Msg> {
    let text = button.inner_text();
    let mut found = None;
    each(page, &mut |form| {
        let is_in =
            |element: &Element| element.attribute("type") == Some("submit") && element.inner_text() == text;
        if form.tag == "form" && find(form, &is_in).is_some() {
            found = form.handlers.iter().find_map(|handler| match handler {
                Handler::Submit(msg) => Some(msg.clone()),
                _ => None,
            });
        }
    });
    found
}
