//! The browser: events come in, effects go out, and the page shows the model's tree.

mod events;
mod patch;
mod socket;
mod storage;
mod worker;

use std::{cell::RefCell, time::Duration};

use tengen_session::{
    link::{Address, LinkEvent, LinkId, LinkOrder, Loss},
    text::Lang,
};
use tengen_shared::game::RunId;
use tengen_worker::Question;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{CustomEvent, CustomEventInit, Document, FocusOptions, HtmlDialogElement, HtmlElement, Window};

use self::{patch::Shown, socket::Socket, storage::Storage, worker::Thinker};
use crate::{
    effect::{Effect, Kept},
    model::{Begin, Model},
    msg::Msg,
    prefs::Theme,
    screen::replay::Format,
    update, view,
};

/// The shortest wait for a timer. It keeps a rounding error from causing a busy loop.
const LEAST_WAIT: i32 = 10;

/// The program in this page.
struct Page {
    window: Window,
    document: Document,
    model: Model,
    shown: Shown,
    socket: Option<Socket>,
    /// The connection to make once the server has answered a request over plain HTTP.
    probing: Option<(LinkId, Address)>,
    /// Whether the last attempt to connect has not succeeded.
    was_refused: bool,
    /// The worker that answers the last question.
    thinker: Option<Thinker>,
    storage: Storage,
    /// The title of the window and the language of the document.
    headed: (String, Option<Lang>),
    /// When the model was last told how much time has passed, in milliseconds of the page's clock.
    now: f64,
    /// The timer that waits for the next change of the model.
    timer: Option<i32>,
    /// Whether the next frame of the screen will show the model.
    frame_asked: bool,
    tick: Closure<dyn FnMut()>,
    frame: Closure<dyn FnMut()>,
    /// What follows when the server has answered that request, and when it could not be reached.
    reached: Closure<dyn FnMut(JsValue)>,
    unreached: Closure<dyn FnMut(JsValue)>,
}

thread_local! {
    /// A page has one thread and one program.
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Called by the browser when the page has loaded.
///
/// # Errors
/// Returns an error if the browser lacks something without which nothing can be shown.
#[wasm_bindgen(start)]
pub(crate) fn start() -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|panic| say_on_page(&panic.to_string())));
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
    let place = document.get_element_by_id("page").ok_or("the page has a place")?;
    let shown = Shown::new(&document, &place, view::page(&model));
    let now = now(&window);
    let page = Page {
        window: window.clone(),
        document: document.clone(),
        model,
        shown,
        socket: None,
        probing: None,
        was_refused: false,
        thinker: None,
        storage,
        headed: (String::new(), None),
        now,
        timer: None,
        frame_asked: false,
        tick: Closure::new(|| tell(None)),
        frame: Closure::new(show),
        reached: Closure::new(|_| _ = with(Page::reached)),
        unreached: Closure::new(|_| unreached()),
    };
    PAGE.with_borrow_mut(|slot| *slot = Some(page));
    events::listen(&window, &document)?;
    with(|page| page.carry_out(effects));
    tell(None);
    Ok(())
}

/// Says on the page that the program has ended: nothing else can say it any more.
fn say_on_page(what: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(place) = document.and_then(|document| document.get_element_by_id("page")) {
        let text = Lang::ALL.map(|lang| lang.web_broken(what)).join("\n");
        place.set_text_content(Some(&text));
    }
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

fn show() {
    with(Page::show);
}

fn unreached() {
    if let Some((link, address)) = with(|page| page.probing.take()).flatten() {
        tell(Some(Msg::Link(link, LinkEvent::Lost(Loss::Refused(address)))));
    }
}

fn now(window: &Window) -> f64 {
    window.performance().map_or(0.0, |performance| performance.now())
}

impl Page {
    fn tell(&mut self, msg: Option<Msg>) {
        let now = now(&self.window);
        let elapsed = Duration::try_from_secs_f64((now - self.now) / 1_000.0).unwrap_or_default();
        self.now = now;
        let mut effects = update::update(&mut self.model, Msg::Passed(elapsed));
        if let Some(msg) = msg {
            if let Msg::Link(_, LinkEvent::Opened(_)) = &msg {
                self.was_refused = false;
            }
            effects.extend(update::update(&mut self.model, msg));
        }
        self.carry_out(effects);
        self.ask_for_frame();
        self.wait();
    }

    /// Shows the model with the next frame of the screen.
    fn ask_for_frame(&mut self) {
        if !self.frame_asked {
            let asked = self.window.request_animation_frame(self.frame.as_ref().unchecked_ref());
            self.frame_asked = asked.is_ok();
        }
    }

    fn show(&mut self) {
        self.frame_asked = false;
        let had_focus = self.has_focus();
        self.shown.update(view::page(&self.model));
        self.head();
        // The focused element is gone. Without this, Tab would start at the top of the page.
        if had_focus && !self.has_focus() {
            self.focus_without_scrolling("main");
        }
        patch::scroll_new_to_end(&self.document);
        patch::scroll_to_here(&self.document);
    }

    /// Sets the title of the window and the language of the document, if they have changed: even the same values again would
    /// cost the browser a millisecond or two.
    fn head(&mut self) {
        let headed = (view::title(&self.model), Some(self.model.lang));
        if headed == self.headed {
            return;
        }
        self.document.set_title(&headed.0);
        if let Some(html) = self.document.document_element() {
            let _ = html.set_attribute("lang", self.model.lang.code());
        }
        self.headed = headed;
    }

    /// Waits for the next change of the model.
    fn wait(&mut self) {
        if let Some(timer) = self.timer.take() {
            self.window.clear_timeout_with_handle(timer);
        }
        let Some(wait) = self.model.next_change() else { return };
        let ms = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX).saturating_add(1).max(LEAST_WAIT);
        let tick = self.tick.as_ref().unchecked_ref();
        self.timer = self.window.set_timeout_with_callback_and_timeout_and_arguments_0(tick, ms).ok();
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(effect);
        }
    }

    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            Effect::Link(LinkOrder::Open { link, address }) if self.was_refused => self.probe(link, address),
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
                let visitor = self.storage.visitor(&self.window, server, &self.model);
                let effects = update::update(&mut self.model, Msg::Found(server, Box::new(visitor)));
                self.carry_out(effects);
            }
            Effect::Store(kept) => self.store(&kept),
            Effect::Colour(theme) => colour(&self.document, theme),
            Effect::Save(Format::Svg, picture) => signal(&self.window, "tengen-svg", &picture),
            Effect::Save(Format::Png, picture) => signal(&self.window, "tengen-png", &picture),
            Effect::AskToNotify => signal(&self.window, "tengen-may-notify", ""),
            Effect::Sound(sound) => signal(&self.window, "tengen-sound", sound.name()),
            Effect::Notify { text, aloud } => {
                signal(&self.window, "tengen-news", text);
                if aloud {
                    signal(&self.window, "tengen-notify", text);
                }
            }
            Effect::Show(route) => {
                if let Ok(history) = self.window.history() {
                    // The page works without: only back and forward do not.
                    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
                }
                self.window.scroll_to_with_x_and_y(0.0, 0.0);
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
        let _ = self.window.fetch_with_str("/healthz").then2(&self.reached, &self.unreached);
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
        match Socket::open(&self.window, link, address) {
            Ok(socket) => self.socket = Some(socket),
            Err(loss) => later(link, LinkEvent::Lost(loss)),
        }
    }

    /// Gives the worker a question instead of the present one.
    fn think(&mut self, number: u32, question: &Question) {
        // Whatever the engine does now, nobody waits for it.
        self.thinker = None;
        match Thinker::ask(&self.document, number, question) {
            Ok(thinker) => self.thinker = Some(thinker),
            Err(why) => {
                let why = Err(why.as_string().unwrap_or_default());
                let effects = update::update(&mut self.model, Msg::Answered(number, why));
                self.carry_out(effects);
            }
        }
    }

    /// Whether an element of the page has the keyboard.
    fn has_focus(&self) -> bool {
        self.document.active_element().is_some_and(|element| element.tag_name() != "BODY")
    }

    fn focus_without_scrolling(&self, id: &str) {
        let Some(element) = self.document.get_element_by_id(id) else { return };
        let element: &HtmlElement = element.unchecked_ref();
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }

    /// Gives the keyboard to an element.
    fn focus(&mut self, id: &str) {
        // The element may be new, so it must be shown first.
        self.show();
        let Some(element) = self.document.get_element_by_id(id) else { return };
        match element.dyn_ref::<HtmlDialogElement>() {
            Some(dialog) if !dialog.open() => drop(dialog.show_modal()),
            _ => {
                let element: &HtmlElement = element.unchecked_ref();
                let _ = element.focus();
            }
        }
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
        let may = self.window.is_secure_context();
        if may {
            let _ = self.window.navigator().clipboard().write_text(text);
        }
        may
    }
}

/// Takes the colours of the user's theme.
fn colour(document: &Document, theme: Theme) {
    if let Some(html) = document.document_element() {
        let _ = html.set_attribute("data-theme", theme.name());
    }
}

/// Has `start.js` do what it knows how to do.
fn signal(window: &Window, kind: &str, detail: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&detail.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(kind, &init) {
        let _ = window.dispatch_event(&event);
    }
}

/// Reports an event of the connection once the present event is over.
fn later(link: LinkId, event: LinkEvent) {
    let report = Closure::once_into_js(move || tell(Some(Msg::Link(link, event))));
    if let Some(window) = web_sys::window() {
        let _ = window.set_timeout_with_callback(report.unchecked_ref());
    }
}
