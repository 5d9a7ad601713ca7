//! The whole page: the screen, the connection, and a notice.

pub(crate) mod board;
pub(crate) mod parts;
pub(crate) mod picture;

use tengen_session::{link::Link, terms};

use crate::{
    model::Model,
    msg::{Element, Msg},
    screen::{
        Screen, devices, games,
        new::{self, Place},
        replay, room, start, wall,
    },
    tree::{button, el},
    view::parts::{back, room_name},
};

/// Returns the whole page.
#[must_use]
pub fn page(model: &Model) -> Element {
    // Each screen has elements of its own: what the browser knows of a field does not go from one to the next.
    let screen = match &model.screen {
        Screen::Start(start) => start::view::view(model, start).key("start"),
        Screen::New(form) => new::view::view(model, form).key("new"),
        Screen::Room(room) => room::view::view(model, room).key("room"),
        Screen::Games(games) => games::view::view(model, games).key("games"),
        Screen::Devices(screen) => devices::view::view(model, screen).key("devices"),
        Screen::Replay(replay) => replay::view::view(model, replay).key("replay"),
        Screen::Wall => wall::view::view(model).key("wall"),
        Screen::Missing => el("main").child(back(model.lang)).child(el("h1").text(model.lang.web_no_page())),
    };
    let notice = model.notice.as_ref().map(|notice| {
        el("div")
            .class("notice")
            .child(el("span").text(notice.text.clone()))
            .child(button("×", Msg::CloseNotice).attr("aria-label", model.lang.close()))
    });
    el("div")
        .class(if matches!(model.screen, Screen::Wall) { "page walled" } else { "page" })
        .attr("lang", model.lang.code())
        .children(connection(model).filter(|_| needs_server(model)))
        .child(screen.attr("id", "main").attr("tabindex", "-1"))
        .child(el("div").key("notices").attr("role", "status").children(notice))
}

/// Returns the title of the window. It says if it is the user's turn, for a page that is in the background.
#[must_use]
pub fn title(model: &Model) -> String {
    let lang = model.lang;
    let Some(code) = model.code() else { return lang.web_home().to_owned() };
    let turn = model.session.viewer(code).is_some_and(|viewer| viewer.is_my_turn());
    let room = room_name(code, lang);
    if turn {
        format!("● {} · {room}", lang.your_turn())
    } else {
        format!("{room} · {}", lang.web_home())
    }
}

/// Whether the screen shows something of the server.
fn needs_server(model: &Model) -> bool {
    match &model.screen {
        Screen::Room(room) => !room.is_alone(),
        Screen::New(form) => form.place == Place::Server,
        Screen::Replay(replay) => replay.game.is_some(),
        Screen::Start(_) | Screen::Games(_) | Screen::Devices(_) | Screen::Wall | Screen::Missing => true,
    }
}

/// Returns the banner while the page is not connected.
fn connection(model: &Model) -> Option<Element> {
    let lang = model.lang;
    let text = match model.session.link() {
        Link::Idle | Link::Online => return None,
        Link::Silent { .. } if !model.is_stale() => return None,
        Link::Silent { last_heard_at } => {
            lang.no_sign(model.session.time().local().saturating_sub(*last_heard_at).as_secs())
        }
        Link::Dialling | Link::Opened => lang.connecting().to_owned(),
        Link::Greeting { .. } => lang.saying_hello().to_owned(),
        Link::Down { why, retry_in: Some(left) } => lang.offline(terms::seconds_left(*left), &lang.loss(why)),
        Link::Down { why, retry_in: None } => lang.loss(why),
    };
    // The countdown in it is not for a screen reader: what concerns the board is said there.
    let label = lang.web_connection();
    Some(el("section").key("connection").class("connection").attr("aria-label", label).text(text))
}
