//! Shows the lessons.

use tengen_session::text::Lang;
use tengen_worker::Article;

use super::{
    Element, Model, Msg, Screen,
    lesson::{self, words},
    route::Route,
    search,
};
use crate::tree::{Handler, Text, button, el};

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

/// Returns a link to another address of the lessons.
pub(super) fn link(route: Route, label: impl Into<Text>) -> Element {
    el("a").attr("href", route.path()).text(label).on(Handler::Click(Msg::Go(route)))
}

/// Returns the link to the program for games.
fn home(lang: Lang) -> Element {
    el("a").class("back").attr("href", "/").attr("aria-label", lang.web_home()).text("‹")
}

/// Returns the link to the list of the lessons.
pub(super) fn back(lang: Lang) -> Element {
    link(Route::Contents, "‹").class("back").attr("aria-label", lang.learn_title())
}

/// Returns a button that shows whether it is chosen.
pub(super) fn choice(label: &'static str, chosen: bool, msg: Msg) -> Element {
    button(label, msg).class("choice").says("aria-pressed", chosen)
}

/// Returns a depth with buttons for one less and one more, each with whether there is one.
pub(super) fn stepper(depth: u8, lang: Lang, [less, more]: [(Msg, bool); 2]) -> Element {
    let step = |sign: &'static str, label: &'static str, (msg, is_there): (Msg, bool)| {
        button(sign, msg).attr("aria-label", label).flag("disabled", !is_there)
    };
    el("div")
        .class("stepper")
        .child(step("−", lang.web_less(), less))
        .child(el("output").text(lang.search_depth(depth)))
        .child(step("+", lang.web_more(), more))
}

/// The longest text of a tree or a position: 300 nodes or 361 stones need less, and an address can have it.
const MAX_TEXT: &str = "4000";

/// Returns a form of one field, with the button that sends it.
pub(super) fn line(
    label: &'static str,
    value: &str,
    typed: fn(String) -> Msg,
    (send, msg): (&'static str, Msg),
) -> Element {
    let field = el("input")
        .attr("aria-label", label)
        .attr("autocomplete", "off")
        .attr("autocapitalize", "none")
        .attr("spellcheck", "false")
        .attr("maxlength", MAX_TEXT)
        .attr("value", value.to_owned())
        .on_input(typed);
    el("form")
        .class("line")
        .on(Handler::Submit(msg))
        .child(field)
        .child(el("button").attr("type", "submit").text(send))
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
