//! The browser: events come in, effects go out, and the page shows the model's tree.

pub(crate) mod events;
mod patch;
pub(crate) mod program;
mod socket;
pub(crate) mod storage;
pub(crate) mod worker;

use std::cell::RefCell;

use tengen_session::{
    link::{Address, LinkEvent, LinkId, LinkOrder, Loss},
    text::Lang,
};
use tengen_shared::game::RunId;
use tengen_worker::Question;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Document, Element, Node, VisibilityState, Window};

use self::{
    program::{Program, Stage, colour, now, signal},
    socket::Socket,
    storage::Storage,
    worker::Thinker,
};
use crate::{
    effect::{Effect, Kept},
    model::{Begin, Model},
    msg::Msg,
    screen::replay::Format,
    tree::Handler,
    update, view,
};

/// The time of a frame of the screen, in milliseconds.
const FRAME: f64 = 16.0;

/// The program in this page.
struct Page {
    stage: Stage<Self>,
    model: Model,
    socket: Option<Socket>,
    /// The connection to make once the server has answered a request over plain HTTP.
    probing: Option<(LinkId, Address)>,
    /// Whether the last attempt to connect has not succeeded.
    was_refused: bool,
    /// The worker that answers the last question.
    thinker: Option<Thinker>,
    storage: Storage,
    /// When the model was last shown, in milliseconds of the page's clock.
    shown_at: f64,
    /// Whether the next frame of the screen will show the model.
    frame_asked: bool,
    frame: Closure<dyn FnMut()>,
    /// What follows when the server has answered that request, and when it could not be reached.
    reached: Closure<dyn FnMut(JsValue)>,
    unreached: Closure<dyn FnMut(JsValue)>,
}

thread_local! {
    /// A page has one thread and one program.
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Shows what the address of the page leads to, begins to listen, and connects to the server.
///
/// # Errors
/// Returns an error if the browser lacks something without which nothing can be shown.
pub(crate) fn start() -> Result<(), JsValue> {
    program::say_panics_on_page();
    let window = web_sys::window().ok_or("a page has a window")?;
    let document = window.document().ok_or("a window has a document")?;
    let location = window.location();
    let storage = Storage::of(&window);
    let host = location.host()?;
    let port = if location.protocol()? == "https:" { ":443" } else { ":80" };
    let authority = if location.port()?.is_empty() { format!("{host}{port}") } else { host };
    let address: Address = authority.parse().map_err(|_| "the page has no address")?;
    let locale = window.navigator().language().unwrap_or_default();
    let begin = Begin {
        run: RunId(storage::random(&window)?),
        address,
        origin: location.origin()?,
        path: location.pathname()?,
        name: storage.name(),
        rooms: storage.rooms(),
        prefs: storage.prefs(),
        lang: storage.lang().unwrap_or_else(|| Lang::of_locale(&locale)),
    };
    let mut model = Model::new(begin);
    colour(&document, model.prefs.theme);
    let effects = update::begin(&mut model);
    listen(&window, &document)?;
    let stage = Stage::new(window, document, view::page(&model))?;
    let page = Page {
        stage,
        model,
        socket: None,
        probing: None,
        was_refused: false,
        thinker: None,
        storage,
        shown_at: f64::NEG_INFINITY,
        frame_asked: false,
        frame: Closure::new(show),
        reached: Closure::new(|_| _ = with(Page::reached)),
        unreached: Closure::new(|_| unreached()),
    };
    PAGE.with_borrow_mut(|slot| *slot = Some(page));
    with(|page| page.carry_out(effects));
    tell(None);
    Ok(())
}

/// Runs `act` with the page. Does nothing while the page is busy: it changes the browser's nodes then, and a field that goes
/// away reports its text once more. After a panic, the page stays busy.
fn with<T>(act: impl FnOnce(&mut Page) -> T) -> Option<T> {
    PAGE.with(|page| page.try_borrow_mut().ok()?.as_mut().map(act))
}

/// Tells the model of the time that has passed, and of an event.
fn tell(msg: Option<Msg>) {
    with(|page| page.tell(msg));
}

impl Program for Page {
    type Msg = Msg;

    fn tell(msg: Option<Msg>) {
        tell(msg);
    }

    fn handlers(target: &Node) -> Vec<(Handler<Msg>, Element)> {
        with(|page| page.stage.handlers(target)).unwrap_or_default()
    }

    fn moved(path: String, _query: String) -> Msg {
        Msg::Moved(path)
    }
}

/// Listens to everything that matters to this program.
fn listen(window: &Window, document: &Document) -> Result<(), JsValue> {
    events::listen::<Page>(window, document)?;
    // The browser asks whether a game that is stored nowhere is to be lost.
    events::on(window, "beforeunload", |event| {
        if with(|page| page.model.has_unstored_game()).unwrap_or(false) {
            event.prevent_default();
        }
    })?;
    // A phone that slept, a tab that was hidden, a page out of the browser's cache, another network.
    for kind in ["pageshow", "online"] {
        events::on(window, kind, |_| tell(Some(Msg::Awake)))?;
    }
    events::on(document, "visibilitychange", |_| {
        let state = web_sys::window()
            .and_then(|window| window.document())
            .map(|document| document.visibility_state());
        if state == Some(VisibilityState::Visible) {
            tell(Some(Msg::Awake));
        }
    })
}

fn show() {
    with(Page::show);
}

fn unreached() {
    if let Some((link, address)) = with(|page| page.probing.take()).flatten() {
        tell(Some(Msg::Link(link, LinkEvent::Lost(Loss::Refused(address)))));
    }
}

impl Page {
    fn tell(&mut self, msg: Option<Msg>) {
        let elapsed = self.stage.elapsed();
        let is_of_server = matches!(msg, Some(Msg::Link(..)));
        let mut effects = update::update(&mut self.model, Msg::Passed(elapsed));
        if let Some(msg) = msg {
            if let Msg::Link(_, LinkEvent::Opened(_)) = &msg {
                self.was_refused = false;
            }
            effects.extend(update::update(&mut self.model, msg));
        }
        self.carry_out(effects);
        self.show_soon(is_of_server);
        self.stage.wait(self.model.next_change());
    }

    /// Shows the model at once, so that an event that changes nothing costs no frame of the screen. If the server sends more
    /// within the time of a frame, that is shown with the next one. A hidden page has no frames, but a title.
    fn show_soon(&mut self, is_of_server: bool) {
        self.stage.head(view::title(&self.model), self.model.lang);
        let can_wait = is_of_server && now(&self.stage.window) - self.shown_at < FRAME;
        if !can_wait && !self.stage.document.hidden() {
            self.show();
        } else if !self.frame_asked {
            let asked = self.stage.window.request_animation_frame(self.frame.as_ref().unchecked_ref());
            self.frame_asked = asked.is_ok();
        }
    }

    fn show(&mut self) {
        (self.frame_asked, self.shown_at) = (false, now(&self.stage.window));
        self.stage.show(view::page(&self.model));
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(effect);
        }
    }

    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            // Another node of a cluster may be asked for nothing but a WebSocket.
            Effect::Link(LinkOrder::Open { link, address })
                if self.was_refused && address == self.model.address =>
            {
                self.probe(link, address);
            }
            Effect::Link(LinkOrder::Open { link, address }) => self.connect(link, &address),
            Effect::Link(LinkOrder::Send { link, bytes }) => {
                if let Some(socket) = self.socket.as_ref().filter(|socket| socket.link == link) {
                    socket.send(&bytes);
                }
            }
            Effect::Link(LinkOrder::Close { link }) => {
                self.socket.take_if(|socket| socket.link == link);
                self.probing.take_if(|(of, _)| *of == link);
            }
            Effect::LookUp(server) => {
                let visitor = self.storage.visitor(&self.stage.window, server, &self.model);
                let effects = update::update(&mut self.model, Msg::Found(server, Box::new(visitor)));
                self.carry_out(effects);
            }
            Effect::Store(kept) => self.store(&kept),
            Effect::Colour(theme) => colour(&self.stage.document, theme),
            Effect::Save(Format::Svg, picture) => signal(&self.stage.window, "tengen-svg", &picture),
            Effect::Save(Format::Png, picture) => signal(&self.stage.window, "tengen-png", &picture),
            Effect::AskToNotify => signal(&self.stage.window, "tengen-may-notify", ""),
            Effect::Sound(sound) => signal(&self.stage.window, "tengen-sound", sound.name()),
            Effect::Notify { text, aloud } => {
                signal(&self.stage.window, "tengen-news", text);
                if aloud {
                    signal(&self.stage.window, "tengen-notify", text);
                }
            }
            Effect::Show(route) => {
                self.stage.show_address(&route.path());
                self.focus("main");
            }
            Effect::Copy(text) => {
                let copied = Msg::Copied(self.copy(&text));
                let effects = update::update(&mut self.model, copied);
                self.carry_out(effects);
            }
            Effect::Focus(id) => self.focus(&id),
            Effect::Rest => self.thinker = None,
            Effect::Think(number, question) => self.think(number, &question),
        }
    }

    /// Connects once the server answers a request over plain HTTP. After failures, Firefox waits up to a minute before it
    /// opens a WebSocket to the same address, but it sends other requests at once.
    fn probe(&mut self, link: LinkId, address: Address) {
        self.probing = Some((link, address));
        let _ = self.stage.window.fetch_with_str("/healthz").then2(&self.reached, &self.unreached);
    }

    /// The server has answered. An answer to an earlier request says the same.
    fn reached(&mut self) {
        if let Some((link, address)) = self.probing.take() {
            self.connect(link, &address);
        }
    }

    /// Begins to connect to the server.
    fn connect(&mut self, link: LinkId, address: &Address) {
        self.was_refused = true;
        match Socket::open(&self.stage.window, link, address) {
            Ok(socket) => self.socket = Some(socket),
            Err(loss) => later(link, LinkEvent::Lost(loss)),
        }
    }

    /// Gives the worker a question instead of the present one.
    fn think(&mut self, number: u32, question: &Question) {
        // Whatever the engine does now, nobody waits for it.
        self.thinker = None;
        match Thinker::ask(&self.stage.document, question, move |answer| {
            tell(Some(Msg::Answered(number, answer)));
        }) {
            Ok(thinker) => self.thinker = Some(thinker),
            Err(why) => {
                let why = Err(why.as_string().unwrap_or_default());
                let effects = update::update(&mut self.model, Msg::Answered(number, why));
                self.carry_out(effects);
            }
        }
    }

    /// Gives the keyboard to an element.
    fn focus(&mut self, id: &str) {
        // The element may be new, so it must be shown first.
        self.show();
        self.stage.focus(id);
    }

    fn store(&mut self, kept: &Kept) {
        let other = match kept {
            Kept::Identity { server, .. } => self.storage.other_key(server),
            _ => None,
        };
        let stored = self.storage.keep(kept);
        let not_kept = stored.is_err().then_some(Msg::NotKept);
        for msg in other.map(Msg::OtherKey).into_iter().chain(not_kept) {
            let effects = update::update(&mut self.model, msg);
            self.carry_out(effects);
        }
    }

    /// Puts a text into the clipboard. Returns false over plain HTTP, where a page has none.
    fn copy(&self, text: &str) -> bool {
        let may = self.stage.window.is_secure_context();
        if may {
            let _ = self.stage.window.navigator().clipboard().write_text(text);
        }
        may
    }
}

/// Reports an event of the connection once the present event is over.
fn later(link: LinkId, event: LinkEvent) {
    let report = Closure::once_into_js(move || tell(Some(Msg::Link(link, event))));
    if let Some(window) = web_sys::window() {
        let _ = window.set_timeout_with_callback(report.unchecked_ref());
    }
}
