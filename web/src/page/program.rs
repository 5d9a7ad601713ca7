//! What the two programs of the page have in common: both show a tree, and learn of the user's acts.

use std::time::Duration;

use tengen_session::text::Lang;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    CustomEvent, CustomEventInit, Document, Element, FocusOptions, HtmlDialogElement, HtmlElement, Node,
    Window,
};

use super::patch::{Shown, scroll_new_to_end, scroll_to_here};
use crate::{
    prefs::Theme,
    tree::{self, Handler},
};

/// A program that shows a tree in the page.
pub(crate) trait Program: 'static {
    type Msg: Clone + 'static;

    /// Tells the program of an event; of none, that time has passed.
    fn tell(msg: Option<Self::Msg>);

    /// Returns the handlers that an event at `target` concerns, the innermost first, each with its element.
    fn handlers(target: &Node) -> Vec<(Handler<Self::Msg>, Element)>;

    /// The browser has gone back or forward to an address, with what follows its question mark.
    fn moved(path: String, query: String) -> Self::Msg;
}

/// Says on the page that a program has ended: nothing else can say it any more.
pub(crate) fn say_panics_on_page() {
    std::panic::set_hook(Box::new(|panic| {
        let document = web_sys::window().and_then(|window| window.document());
        if let Some(place) = document.and_then(|document| document.get_element_by_id("page")) {
            let text = Lang::ALL.map(|lang| lang.web_broken(&panic.to_string())).join("\n");
            place.set_text_content(Some(&text));
        }
    }));
}

/// Returns the time of the page's clock, in milliseconds.
pub(crate) fn now(window: &Window) -> f64 {
    window.performance().map_or(0.0, |performance| performance.now())
}

/// Takes the colours of the user's theme.
pub(crate) fn colour(document: &Document, theme: Theme) {
    if let Some(html) = document.document_element() {
        let _ = html.set_attribute("data-theme", theme.name());
    }
}

/// Has `start.js` do what it knows how to do.
pub(crate) fn signal(window: &Window, kind: &str, detail: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&detail.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(kind, &init) {
        let _ = window.dispatch_event(&event);
    }
}

/// The shortest wait for a timer. It keeps a rounding error from causing a busy loop.
const LEAST_WAIT: i32 = 10;

/// What a program shows in the page, and the page's clock.
pub(crate) struct Stage<P: Program> {
    pub(crate) window: Window,
    pub(crate) document: Document,
    shown: Shown<P::Msg>,
    /// The title of the window and the language of the document.
    head: (String, Option<Lang>),
    /// When the program was last told how much time has passed, in milliseconds of the page's clock.
    told_at: f64,
    /// The timer that waits for the next change of the program.
    timer: Option<i32>,
    tick: Closure<dyn FnMut()>,
}

impl<P: Program> Stage<P> {
    /// Shows the first tree of a program, in its place in the page.
    pub(crate) fn new(
        window: Window,
        document: Document,
        tree: tree::Element<P::Msg>,
    ) -> Result<Self, JsValue> {
        let place = document.get_element_by_id("page").ok_or("the page has a place")?;
        let shown = Shown::new(&document, &place, tree);
        let (told_at, tick) = (now(&window), Closure::new(|| P::tell(None)));
        Ok(Self { window, document, shown, head: (String::new(), None), told_at, timer: None, tick })
    }

    /// Returns the time since this was last asked.
    pub(crate) fn elapsed(&mut self) -> Duration {
        let now = now(&self.window);
        let elapsed = Duration::try_from_secs_f64((now - self.told_at) / 1_000.0);
        self.told_at = now;
        elapsed.unwrap_or_default()
    }

    /// Shows a tree in place of the present one.
    pub(crate) fn show(&mut self, tree: tree::Element<P::Msg>) {
        let had_focus = self.has_focus();
        self.shown.update(tree);
        // The focused element is gone. Without this, Tab would start at the top of the page.
        if had_focus && !self.has_focus() {
            self.focus_without_scrolling("main");
        }
        scroll_new_to_end(&self.document);
        scroll_to_here(&self.document);
    }

    /// Sets the title of the window and the language of the document if they have changed: even the same values again would
    /// cost the browser a millisecond or two.
    pub(crate) fn head(&mut self, title: String, lang: Lang) {
        if self.head.0 == title && self.head.1 == Some(lang) {
            return;
        }
        self.document.set_title(&title);
        if let Some(html) = self.document.document_element() {
            let _ = html.set_attribute("lang", lang.code());
        }
        self.head = (title, Some(lang));
    }

    /// Tells the program of the time after `wait`, instead of after the present wait.
    pub(crate) fn wait(&mut self, wait: Option<Duration>) {
        if let Some(timer) = self.timer.take() {
            self.window.clear_timeout_with_handle(timer);
        }
        let Some(wait) = wait else { return };
        let ms = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX).saturating_add(1).max(LEAST_WAIT);
        let tick = self.tick.as_ref().unchecked_ref();
        self.timer = self.window.set_timeout_with_callback_and_timeout_and_arguments_0(tick, ms).ok();
    }

    /// Returns the handlers that an event at `target` concerns, the innermost first, each with its element.
    pub(crate) fn handlers(&self, target: &Node) -> Vec<(Handler<P::Msg>, Element)> {
        self.shown.handlers(target)
    }

    /// Whether an element of the page has the keyboard.
    fn has_focus(&self) -> bool {
        self.document.active_element().is_some_and(|element| element.tag_name() != "BODY")
    }

    /// Gives the keyboard to an element and leaves the page where it is.
    fn focus_without_scrolling(&self, id: &str) {
        let Some(element) = self.document.get_element_by_id(id) else { return };
        let element: &HtmlElement = element.unchecked_ref();
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }

    /// Gives the keyboard to an element. A dialog opens for it.
    pub(crate) fn focus(&self, id: &str) {
        let Some(element) = self.document.get_element_by_id(id) else { return };
        match element.dyn_ref::<HtmlDialogElement>() {
            Some(dialog) if !dialog.open() => drop(dialog.show_modal()),
            _ => {
                let element: &HtmlElement = element.unchecked_ref();
                let _ = element.focus();
            }
        }
    }

    /// Adds an address to the browser's history, and goes to the top of the page.
    pub(crate) fn show_address(&self, address: &str) {
        if let Ok(history) = self.window.history() {
            // The page works without: only back and forward do not.
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
        }
        self.window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}
