//! The lessons: a second program of the page, for `/learn` and `/search`. It needs no connection and no name, so it is small.
//! Players do not load it.
//!
//! It has the same form as the program for games: a [`Msg`] changes the [`Model`] in [`update::update`], which returns
//! effects, and [`view::page`] makes a tree of plain values.

pub mod lesson;
#[cfg(target_arch = "wasm32")]
pub(crate) mod page;
pub mod route;
pub mod search;
pub mod update;
pub mod view;
mod widgets;

use std::time::Duration;

use tengen_session::text::Lang;
use tengen_worker::{Article, Task, Taught};

use self::{lesson::Lesson, route::Route, search::Search};
use crate::tree::{self, Text};

/// An element whose events are messages of this program.
pub type Element = tree::Element<Msg>;

/// What the page shows.
#[derive(Clone, Debug)]
pub enum Screen {
    /// The list of the lessons.
    Contents,
    Lesson(Box<Lesson>),
    Search(Box<Search>),
    /// Nothing is at the address.
    Missing,
}

/// The state of the program.
#[derive(Clone, Debug)]
pub struct Model {
    pub lang: Lang,
    pub screen: Screen,
    /// The lesson and the search that were shown last, for a way back to them.
    lesson: Option<Box<Lesson>>,
    search: Option<Box<Search>>,
    /// The number of the engine's present question, and the question.
    asked: (u32, Option<Task>),
    /// The time since the program began.
    pub(crate) now: Duration,
    effects: Vec<Effect>,
}

/// An event, from the browser or from what it shows.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Time has passed. This comes before every other message.
    Passed(Duration),
    /// The engine answers the question with this number; the error says why it cannot.
    Answered(u32, Result<Taught, String>),
    /// The user has chosen an address, with a link of the page.
    Go(Route),
    /// The browser has gone back or forward to this path, with what follows its question mark.
    Moved(String, String),
    Lesson(lesson::Msg),
    Search(search::Msg),
}

/// A side effect that [`update::update`] asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Have the engine answer a question instead of what it is doing.
    Think(u32, Task),
    /// End the engine's work: nobody waits for its answer.
    Rest,
    /// Show this address in the browser, as a new step of its history.
    Show(Route),
    /// Show this address in the browser, in place of the present one.
    Readdress(Route),
    /// Give the keyboard to the element with this id.
    Focus(Text),
    /// Make the sound of a stone, if the user has touched the page since it was loaded.
    Sound,
}

impl Model {
    /// Creates the program at an address of the browser.
    #[must_use]
    pub fn new(path: &str, query: &str, lang: Lang) -> Self {
        let mut model = Self {
            lang,
            screen: Screen::Missing,
            lesson: None,
            search: None,
            asked: (0, None),
            now: Duration::ZERO,
            effects: Vec::new(),
        };
        model.open(Route::of(path, query));
        model
    }

    /// Shows the screen of an address; without one, that nothing is there.
    fn open(&mut self, route: Option<Route>) {
        match std::mem::replace(&mut self.screen, Screen::Missing) {
            Screen::Lesson(lesson) => self.lesson = Some(lesson),
            Screen::Search(search) => self.search = Some(search),
            Screen::Contents | Screen::Missing => {}
        }
        self.screen = match route {
            None => Screen::Missing,
            Some(Route::Contents) => Screen::Contents,
            Some(Route::Lesson(article, query)) => {
                let is_it = |lesson: &mut Box<Lesson>| lesson.article() == article && lesson.came_by == query;
                let known = self.lesson.take_if(is_it);
                Screen::Lesson(known.unwrap_or_else(|| Box::new(Lesson::new(article, &query))))
            }
            Some(Route::Search(query)) => {
                let known = self.search.take_if(|search| search.came_by == query);
                Screen::Search(known.unwrap_or_else(|| Box::new(Search::of_query(&query, self.lang))))
            }
        };
    }

    /// Goes to an address, as a new step of the browser's history.
    fn go(&mut self, route: Route) {
        self.effects.push(Effect::Show(route.clone()));
        self.open(Some(route));
    }

    /// Returns the article whose lesson is shown.
    #[must_use]
    pub fn article(&self) -> Option<Article> {
        match &self.screen {
            Screen::Lesson(lesson) => Some(lesson.article()),
            Screen::Contents | Screen::Search(_) | Screen::Missing => None,
        }
    }

    /// Returns the time until the model changes by itself; `None` if it waits for an event.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        match &self.screen {
            Screen::Search(search) => search.next_step_in(self.now),
            Screen::Lesson(lesson) => lesson.aim.hand.and_then(|hand| hand.loupe_in(self.now)),
            Screen::Contents | Screen::Missing => None,
        }
    }
}
