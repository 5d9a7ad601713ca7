//! What several screens show alike.

use tengen_session::{alone::Alone, terms, text::Lang};
use tengen_shared::{
    game::{MAX_NAME_CHARS, RoomCode, Seat},
    protocol::{Connected, ListedSeat},
    rules::{Stone, Variant},
};

use crate::{
    model::Model,
    msg::{Element, Msg},
    route::Route,
    tree::{self, Handler, Text, el},
};

/// Returns a link to another address of the page.
pub(crate) fn link(route: Route, label: impl Into<Text>) -> Element {
    el("a").attr("href", route.path()).text(label).on(Handler::Click(Msg::Go(route)))
}

/// Returns the link to the first screen.
pub(crate) fn back(lang: Lang) -> Element {
    link(Route::Start, "‹").class("back").attr("aria-label", lang.web_home())
}

/// The look of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Black,
    White,
    Cross,
    Nought,
}

impl Mark {
    /// Returns the look of the stones of `seat`: X or O where seats keep their marks, otherwise their colour. `None` while an
    /// opening has not decided the colour.
    pub(crate) const fn of(variant: Variant, seat: Option<Seat>, stone: Option<Stone>) -> Option<Self> {
        match (seat, stone) {
            (Some(Seat::One), _) if variant.marks_follow_seat() => Some(Self::Cross),
            (Some(Seat::Two), _) if variant.marks_follow_seat() => Some(Self::Nought),
            (_, Some(Stone::Black)) => Some(Self::Black),
            (_, Some(Stone::White)) => Some(Self::White),
            (_, None) => None,
        }
    }

    /// Returns the name of the class in the style sheet.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Cross => "cross",
            Self::Nought => "nought",
        }
    }

    pub(crate) const fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Black => lang.web_is_black(),
            Self::White => lang.web_is_white(),
            Self::Cross => "X",
            Self::Nought => "O",
        }
    }
}

/// Returns who has a seat of a room on the list or on the wall.
pub(crate) fn occupant(seat: &ListedSeat, lang: Lang) -> String {
    match seat {
        ListedSeat::Empty {} => lang.list_free().to_owned(),
        ListedSeat::Person { name, connected: Connected::Away } => lang.list_away(name),
        ListedSeat::Person { name, connected: Connected::Here } => name.to_string(),
        ListedSeat::Ai { bot } => lang.list_ai(&bot.to_string()),
    }
}

/// Returns the form that asks for the user's name.
pub(crate) fn name_form(model: &Model) -> Element {
    let lang = model.lang;
    let field = el("input")
        .attr("id", "name")
        .attr("autocomplete", "nickname")
        .attr("maxlength", MAX_NAME_CHARS.to_string())
        .attr("value", model.typed_name.clone())
        .on_input(Msg::TypeName);
    el("form")
        .class("name")
        .on(Handler::Submit(Msg::SaveName))
        .child(el("label").attr("for", "name").text(lang.web_name()))
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

/// Returns the name of a room, or of the game on this device.
pub(crate) fn room_name(code: &RoomCode, lang: Lang) -> String {
    if Alone::is(code) { lang.web_alone().to_owned() } else { lang.room_title(code.as_str()) }
}

/// Returns the choice of a named board. `now` is the chosen one; `None` if `other` is chosen, which comes last.
pub(crate) fn boards<M>(
    now: Option<Variant>,
    lang: Lang,
    other: Option<tree::Element<M>>,
    choose: impl Fn(String) -> M + 'static,
) -> tree::Element<M> {
    let named = Variant::NAMED.into_iter().map(|(name, variant)| {
        let board = terms::board(variant, lang);
        el("option").attr("value", name).flag("selected", now == Some(variant)).text(board)
    });
    el("select").attr("aria-label", lang.form_board()).on_input(choose).children(named).children(other)
}
