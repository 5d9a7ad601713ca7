//! What several screens show alike.

use tengen_session::text::Lang;
use tengen_shared::game::MAX_NAME_CHARS;

use crate::{
    model::Model,
    msg::{Element, Msg},
    route::Route,
    tree::{Handler, Text, el},
};

/// Returns a link to another address of the page.
pub(crate) fn link(route: Route, label: impl Into<Text>) -> Element {
    el("a").attr("href", route.path()).text(label).on(Handler::Click(Msg::Go(route)))
}

/// Returns the link to the first screen.
pub(crate) fn back(lang: Lang) -> Element {
    link(Route::Start, "‹").class("back").attr("aria-label", lang.web_home())
}

/// Returns the form that asks for the user's name.
pub(crate) fn name_form(model: &Model) -> Element {
    let lang = model.lang;
    let field = el("input")
        .attr("id", "name")
        .attr("aria-label", lang.web_name())
        .attr("autocomplete", "nickname")
        .attr("maxlength", MAX_NAME_CHARS.to_string())
        .attr("value", model.typed_name.clone())
        .on_input(Msg::TypeName);
    el("form")
        .class("name")
        .on(Handler::Submit(Msg::SaveName))
        .child(el("label").attr("for", "name").text(lang.ask_name()))
        .children(
            model.name_fault.iter().map(|why| el("p").class("fault").attr("role", "alert").text(why.clone())),
        )
        .child(
            el("div")
                .class("line")
                .child(field)
                .child(el("button").attr("type", "submit").class("primary").text(lang.web_save())),
        )
}
