//! The lessons without a browser: their model and their tree, with the engines in this thread.

use std::time::Duration;

use tengen_session::text::Lang;
use tengen_web::learn::{Effect, Element, Model, Msg, route::Route, update, view};
use tengen_worker::Task;

use crate::shown;

/// The program of the lessons. It does what a browser does, except to draw.
pub struct Lessons {
    pub model: Model,
    /// Whether the engines answer at once. Otherwise they answer when [`answer`](Lessons::answer) is called.
    pub answers: bool,
    asked: Option<(u32, Task)>,
    /// The addresses that it has shown, the present one last.
    pub history: Vec<Route>,
}

impl Lessons {
    /// Opens the lessons at an address, such as `/search?tree=((1,2),3)`.
    #[must_use]
    pub fn open(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let model = Model::new(path, query, Lang::English);
        let mut lessons = Self { model, answers: true, asked: None, history: Vec::new() };
        lessons.wait(Duration::ZERO);
        lessons
    }

    /// Does something, and everything that follows at once.
    pub fn tell(&mut self, msg: Msg) {
        for effect in update::update(&mut self.model, msg) {
            match effect {
                Effect::Think(number, task) => {
                    self.asked = Some((number, task));
                    if self.answers {
                        self.answer();
                    }
                }
                Effect::Show(route) => self.history.push(route),
                Effect::Readdress(route) => {
                    self.history.pop();
                    self.history.push(route);
                }
                Effect::Rest | Effect::Focus(_) | Effect::Sound => {}
            }
        }
    }

    /// Has the engines answer the last task.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn answer(&mut self) {
        let (number, task) = self.asked.take().expect("a task");
        self.tell(Msg::Answered(number, Ok(tengen_worker::teach(&task))));
    }

    /// Lets time pass, in which a search may make its next step.
    pub fn wait(&mut self, time: Duration) {
        self.tell(Msg::Passed(time));
    }

    /// Returns what the lessons show.
    #[must_use]
    pub fn tree(&self) -> Element {
        view::page(&self.model)
    }

    /// Checks that the lessons show `text`.
    ///
    /// # Panics
    /// Panics if they do not.
    pub fn sees(&self, text: &str) {
        let shown = self.tree().inner_text();
        assert!(shown.contains(text), "{text:?} is not on the page: {shown}");
    }

    /// Clicks the button or link with this label.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn click(&mut self, label: &str) {
        let tree = self.tree();
        let found =
            shown::labelled(&tree, label).unwrap_or_else(|| panic!("no {label:?}: {}", tree.inner_text()));
        self.tell(shown::pressed(&tree, &found).expect("a button that does something"));
    }

    /// Clicks the button that shows the defect with this text.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn show_defect(&mut self, text: &str) {
        let tree = self.tree();
        let is_it = |element: &Element| {
            let label = element.attribute("aria-label").unwrap_or_default();
            element.tag == "button" && label.starts_with("Show: ") && label.contains(text)
        };
        let button = shown::find(&tree, &is_it).unwrap_or_else(|| panic!("no defect {text:?}"));
        self.tell(shown::pressed(&tree, &button).expect("a button that does something"));
    }

    /// Types into the field with this label.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn type_into(&mut self, label: &str, text: &str) {
        let msg = shown::typed(&self.tree(), label, text);
        self.tell(msg.unwrap_or_else(|| panic!("no field {label:?}")));
    }

    /// Activates a point of the board, as a screen reader does.
    ///
    /// # Panics
    /// Panics if the board has no such point.
    pub fn activate(&mut self, point: &str) {
        let tree = self.tree();
        let cell = shown::cell(&tree, point).unwrap_or_else(|| panic!("no point {point}"));
        self.tell(shown::pressed(&tree, &cell).expect("a point that can be chosen"));
    }

    /// Returns the labels of all points with a stone.
    #[must_use]
    pub fn stones(&self) -> Vec<String> {
        shown::stones(&self.tree())
    }
}
