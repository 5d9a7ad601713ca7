//! Shows the lessons.

use tengen_session::text::Lang;
use tengen_worker::Article;

use super::{
    Element, Model, Screen,
    lesson::{self, words},
    route::Route,
    search,
    widgets::link,
};
use crate::tree::el;

/// Returns the whole page.
#[must_use]
pub fn page(model: &Model) -> Element {
    let lang = model.lang;
    let screen = match &model.screen {
        Screen::Contents => contents(lang).key("contents"),
        Screen::Lesson(lesson) => lesson::view::view(model, lesson).key(lesson.article().number()),
        Screen::Search(search) => search::view::view(search, lang).key("search"),
        Screen::Missing => el("main").child(home(lang)).child(el("h1").text(lang.web_no_page())),
    };
    el("div").class("page").attr("lang", lang.code()).child(screen.attr("id", "main").attr("tabindex", "-1"))
}

/// Returns the title of the window.
#[must_use]
pub fn title(model: &Model) -> String {
    let lang = model.lang;
    let here = match &model.screen {
        Screen::Contents | Screen::Missing => lang.learn_title(),
        Screen::Lesson(lesson) => words::title(lesson.article(), lang),
        Screen::Search(_) => lang.search_title(),
    };
    format!("{here} · {}", lang.web_home())
}

/// Returns the link to the program for games.
fn home(lang: Lang) -> Element {
    el("a").class("back").attr("href", "/").attr("aria-label", lang.web_home()).text("‹")
}

/// The list of the lessons.
fn contents(lang: Lang) -> Element {
    let lesson = |article: Article| {
        el("li")
            .child(el("h2").child(link(Route::Lesson(article, String::new()), words::title(article, lang))))
            .child(el("p").text(words::teaches(article, lang)))
    };
    let search = el("li")
        .child(el("h2").child(link(Route::Search(String::new()), lang.search_title())))
        .child(el("p").text(lang.learn_about_search()));
    el("main")
        .class("contents")
        .child(el("header").child(home(lang)).child(el("h1").text(lang.learn_title())))
        .child(el("p").text(lang.learn_about()))
        .child(el("ul").children(Article::ALL.map(lesson)).child(search))
}
