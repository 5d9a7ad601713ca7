//! What several screens of the lessons show alike.

use tengen_session::{
    parts,
    terms::{grouped, plural},
    text::Lang,
};
use tengen_shared::rules::search::Parts;

use super::{Element, Msg, route::Route};
use crate::tree::{Handler, Text, button, el};

/// Returns a link to another address of the lessons.
pub(super) fn link(route: Route, label: impl Into<Text>) -> Element {
    el("a").attr("href", route.path()).text(label).on(Handler::Click(Msg::Go(route)))
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

/// A static value and what it adds up, as a table. `sides` are the names of MAX and MIN.
pub(super) fn parts_table(found: &Parts, title: String, sides: [&str; 2], lang: Lang) -> Element {
    let rows = found.parts.iter().map(|part| {
        el("tr")
            .child(el("td").text(parts::place(part)))
            .child(el("td").text(parts::in_words_of(part, sides, lang)))
            .child(el("td").text(signed(part.adds)))
    });
    let more = (found.left_out > 0).then(|| {
        let text = lang.parts_more(found.left_out, plural(found.left_out.into()), &signed(found.rest));
        el("tr").child(el("td").attr("colspan", "3").text(text))
    });
    if found.parts.is_empty() {
        return el("p").text(lang.parts_none());
    }
    el("table")
        .class("parts")
        .child(el("caption").text(title))
        .child(el("tbody").children(rows).children(more))
}

/// Returns a number with its sign, its digits in groups.
pub(super) fn signed(value: i64) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", grouped(value.unsigned_abs()))
}
