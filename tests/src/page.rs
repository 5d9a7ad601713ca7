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
    prefs::Prefs,
    route::Route,
    screen::Screen,
    update, view,
};
use tengen_worker::{Answer, Question};
use tokio::{
    net::TcpStream,
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::Instant,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest as _},
};

use crate::{PATIENCE, shown, within};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A page with its connection. It does what a browser does, except to draw.
pub struct Page {
    pub model: Model,
    key: SecretKey,
    socket: Option<(LinkId, Socket)>,
    /// The answers of the engine to the last question, with its number.
    thinking: Option<(u32, UnboundedReceiver<Answer>)>,
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
            prefs: Prefs::default(),
            rooms: Vec::new(),
        });
        let key = SecretKey::from_bytes(rand::random());
        let (now, history) = (Instant::now(), Vec::new());
        Self { model, key, socket: None, thinking: None, now, history, copied: None }
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
                    let name = self.model.name.clone().unwrap_or_else(|| {
                        assert!(matches!(self.model.screen, Screen::Wall), "a name before a connection");
                        "Guest".parse().expect("a name")
                    });
                    let visitor = Box::new(Visitor::new(name, self.key.clone()));
                    Box::pin(self.tell(Msg::Found(server, visitor))).await;
                }
                Effect::Think(number, question) => self.thinking = Some((number, answers(question))),
                Effect::Rest => self.thinking = None,
                Effect::Show(route) => self.history.push(route),
                Effect::Copy(text) => {
                    self.copied = Some(text);
                    Box::pin(self.tell(Msg::Copied(true))).await;
                }
                Effect::Store(_)
                | Effect::Colour(_)
                | Effect::AskToNotify
                | Effect::Save(..)
                | Effect::Sound(_)
                | Effect::Notify { .. }
                | Effect::Focus(_) => {}
            }
        }
    }

    /// Waits for the next message of the server, or for the next change of the page by itself.
    async fn listen(&mut self) {
        let effects = update::begin(&mut self.model);
        self.carry_out(effects).await;
        let wait = self.model.next_change();
        let least = Duration::from_millis(1);
        if self.socket.is_none() && self.thinking.is_none() {
            let Some(wait) = wait else { panic!("nothing changes any more: {}", self.tree().inner_text()) };
            // Nothing can come before the page acts by itself, so its time is moved on instead of waited for.
            self.now -= wait.max(least);
            return self.tell(Msg::CloseNotice).await;
        }
        let heard = async {
            tokio::select! {
                msg = next_answer(&mut self.thinking), if self.thinking.is_some() => msg,
                msg = next_message(&mut self.socket), if self.socket.is_some() => msg,
            }
        };
        // A page learns nothing of the server's pings, and closing a notice is as good as nothing.
        let heard = tokio::time::timeout(wait.unwrap_or(PATIENCE).max(least), heard).await;
        self.tell(heard.ok().flatten().unwrap_or(Msg::CloseNotice)).await;
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
        let seen = tokio::time::timeout(PATIENCE, async {
            while !self.tree().inner_text().contains(text) {
                self.listen().await;
            }
        });
        let seen = seen.await.is_ok();
        assert!(seen, "{text:?} is not on the page: {}", self.tree().inner_text());
    }

    /// Clicks the button or link with this label, once it is there.
    ///
    /// # Panics
    /// Panics if there is none in time.
    pub async fn click(&mut self, label: &str) {
        let found = within(label, async {
            loop {
                match shown::labelled(&self.tree(), label) {
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
        let msg = shown::pressed(&self.tree(), element).expect("a button that does something");
        self.tell(msg).await;
    }

    /// Types into the field with this label.
    ///
    /// # Panics
    /// Panics if there is no such field.
    pub async fn type_into(&mut self, label: &str, text: &str) {
        let msg = shown::typed(&self.tree(), label, text);
        self.tell(msg.unwrap_or_else(|| panic!("no field {label:?}"))).await;
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
        let cell = shown::cell(&self.tree(), point).unwrap_or_else(|| panic!("no point {point}"));
        self.press(&cell).await;
    }

    /// Returns the labels of all points with a stone.
    #[must_use]
    pub fn stones(&self) -> Vec<String> {
        shown::stones(&self.tree())
    }
}

/// Waits for the next answer of the engine; `None` if it has ended.
async fn next_answer(thinking: &mut Option<(u32, UnboundedReceiver<Answer>)>) -> Option<Msg> {
    let (number, answers) = thinking.as_mut()?;
    let answer = answers.recv().await.map(|answer| Msg::Answered(*number, Ok(answer)));
    if answer.is_none() {
        *thinking = None;
    }
    answer
}

/// Waits for the next message of the server; `None` for one that a page does not learn of.
async fn next_message(connection: &mut Option<(LinkId, Socket)>) -> Option<Msg> {
    let (link, socket) = connection.as_mut()?;
    let link = *link;
    let event = match socket.next().await {
        Some(Ok(Message::Binary(bytes))) => LinkEvent::Received(bytes.to_vec()),
        Some(Ok(_)) => return None,
        Some(Err(_)) | None => {
            *connection = None;
            LinkEvent::Lost(Loss::BrokenOff)
        }
    };
    Some(Msg::Link(link, event))
}

/// Has an engine answer on a thread of its own, as a worker of the page does.
fn answers(question: Question) -> UnboundedReceiver<Answer> {
    let (teller, answers) = unbounded_channel();
    std::thread::spawn(move || {
        // A page that asks something else does not listen any more.
        tengen_worker::answer(&question, &mut |answer| drop(teller.send(answer)));
    });
    answers
}
