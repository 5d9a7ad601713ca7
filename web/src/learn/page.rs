//! The lessons in the browser.

use std::cell::RefCell;

use tengen_session::text::Lang;
use wasm_bindgen::JsValue;
use web_sys::{Element, Node};

use super::{Effect, Model, Msg, update, view};
use crate::{
    page::{
        events,
        program::{self, Program, Stage},
        storage::Storage,
        worker::Thinker,
    },
    tree::Handler,
};

/// The program in this page.
struct Page {
    stage: Stage<Self>,
    model: Model,
    /// The worker that answers the last task.
    thinker: Option<Thinker>,
}

thread_local! {
    /// A page has one thread and one program.
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Shows what the address of the page leads to, and begins to listen.
pub(crate) fn start() -> Result<(), JsValue> {
    program::say_panics_on_page();
    let window = web_sys::window().ok_or("a page has a window")?;
    let document = window.document().ok_or("a window has a document")?;
    let location = window.location();
    let storage = Storage::of(&window);
    let locale = window.navigator().language().unwrap_or_default();
    let lang = storage.lang().unwrap_or_else(|| Lang::of_locale(&locale));
    program::colour(&document, storage.prefs().theme);
    let model = Model::new(&location.pathname()?, &location.search()?, lang);
    events::listen::<Page>(&window, &document)?;
    let stage = Stage::new(window, document, view::page(&model))?;
    let page = Page { stage, model, thinker: None };
    PAGE.with_borrow_mut(|slot| *slot = Some(page));
    Page::tell(None);
    Ok(())
}

/// Runs `act` with the page. Does nothing while the page is busy: it changes the browser's nodes then, and a field that goes
/// away reports its text once more.
fn with<T>(act: impl FnOnce(&mut Page) -> T) -> Option<T> {
    PAGE.with(|page| page.try_borrow_mut().ok()?.as_mut().map(act))
}

impl Program for Page {
    type Msg = Msg;

    fn tell(msg: Option<Msg>) {
        with(|page| page.take_in(msg));
    }

    fn handlers(target: &Node) -> Vec<(Handler<Msg>, Element)> {
        with(|page| page.stage.handlers(target)).unwrap_or_default()
    }

    fn moved(path: String, query: String) -> Msg {
        Msg::Moved(path, query)
    }
}

impl Page {
    /// Tells the model of the time that has passed and of an event, and shows it.
    fn take_in(&mut self, msg: Option<Msg>) {
        let elapsed = self.stage.elapsed();
        let mut effects = update::update(&mut self.model, Msg::Passed(elapsed));
        effects.extend(msg.into_iter().flat_map(|msg| update::update(&mut self.model, msg)));
        self.show();
        effects.into_iter().for_each(|effect| self.carry_out(effect));
        self.stage.wait(self.model.next_change());
    }

    fn show(&mut self) {
        self.stage.show(view::page(&self.model));
        self.stage.head(view::title(&self.model), self.model.lang);
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Think(number, task) => {
                // Whatever the engine does now, nobody waits for it.
                self.thinker = None;
                let tell = move |answer| Page::tell(Some(Msg::Answered(number, answer)));
                match Thinker::ask(&self.stage.document, &task, tell) {
                    Ok(thinker) => self.thinker = Some(thinker),
                    Err(why) => {
                        let why = Err(why.as_string().unwrap_or_default());
                        let effects = update::update(&mut self.model, Msg::Answered(number, why));
                        effects.into_iter().for_each(|effect| self.carry_out(effect));
                        self.show();
                    }
                }
            }
            Effect::Rest => self.thinker = None,
            Effect::Show(route) => {
                self.stage.show_address(&route.path());
                self.stage.focus("main");
            }
            Effect::Readdress(route) => {
                if let Ok(history) = self.stage.window.history() {
                    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&route.path()));
                }
            }
            Effect::Focus(id) => self.stage.focus(&id),
            Effect::Sound => program::signal(&self.stage.window, "tengen-sound", "Stone"),
        }
    }
}
