//! Arranges a room on the page: the board, and beside it the players, the actions and the chat.

mod actions;
mod board;
mod dialog;
mod players;
mod talk;

use tengen_session::{opening, room::Viewer, terms};
use tengen_shared::{game::RoomCode, rules::FoulRule};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::{
        new,
        room::{Entry, Msg, Panel, Purpose, RoomScreen},
    },
    tree::{Handler, button, el},
    view::parts::{back, name_form, room_name},
};

pub(crate) fn view(model: &Model, screen: &RoomScreen) -> Element {
    let lang = model.lang;
    let Some(viewer) = model.session.viewer(&screen.code).filter(|_| screen.entry == Entry::Inside) else {
        return outside(model, screen);
    };
    if let Some(form) = &screen.form {
        return new::view::view(model, form);
    }
    let settings = viewer.room.settings();
    let mut title = opening::after_board(&terms::board(settings.variant, lang), settings.opening, lang);
    if settings.fouls == FoulRule::Loses {
        title = format!("{title}, {}", lang.a_foul_loses());
    }
    let name = room_name(&screen.code, lang);
    let head = el("header").child(back(lang)).child(el("h1").text(name)).child(el("p").text(title));
    let side = el("section")
        .class("side")
        .child(actions::view(model, screen, &viewer))
        .child(panels(model, screen, &viewer));
    el("main")
        .class("room")
        .child(head)
        .child(players::view(model, &viewer))
        .child(board::view(model, screen, &viewer))
        .child(side)
        .children(screen.dialog.map(|dialog| dialog::view(model, dialog)))
}

fn panels(model: &Model, screen: &RoomScreen, viewer: &Viewer<'_>) -> Element {
    if screen.is_alone() {
        return el("div").class("panels").child(talk::moves(model, viewer));
    }
    let lang = model.lang;
    let unread = talk::unread(model, viewer);
    let chat = if unread > 0 { lang.web_unread(unread) } else { lang.panel_chat().to_owned() };
    let tab = |panel: Panel, label: String| {
        button(label, Top::Room(Msg::Panel(panel)))
            .class("choice")
            .says("aria-pressed", screen.panel == panel)
    };
    let shown = match screen.panel {
        Panel::Moves => talk::moves(model, viewer),
        Panel::Chat => talk::chat(model, screen, viewer),
    };
    el("div")
        .class("panels")
        .child(
            el("div")
                .class("choices")
                .child(tab(Panel::Moves, lang.panel_moves().to_owned()))
                .child(tab(Panel::Chat, chat)),
        )
        .child(shown)
}

/// Shows what is needed to enter the room.
fn outside(model: &Model, screen: &RoomScreen) -> Element {
    let lang = model.lang;
    let code: &RoomCode = &screen.code;
    let main = el("main")
        .class("door")
        .child(el("header").child(back(lang)).child(el("h1").text(lang.room_title(code.as_str()))));
    if model.name.is_none() {
        return main.child(name_form(model));
    }
    match &screen.entry {
        Entry::Outside | Entry::Asked(_) | Entry::Inside => {
            main.child(el("p").attr("role", "status").text(lang.web_going_in(code)))
        }
        Entry::Refused(why) => {
            main.child(el("p").class("fault").attr("role", "alert").text(why.clone())).child(
                el("div")
                    .class("buttons")
                    .child(button(lang.web_join(), Top::Room(Msg::Enter(Purpose::Join))))
                    .child(button(lang.web_watch(), Top::Room(Msg::Enter(Purpose::Watch)))),
            )
        }
        Entry::Consent { asked: true } => {
            main.child(el("p").attr("role", "status").text(lang.knocking(code)))
        }
        Entry::Consent { asked: false } => main
            .child(el("p").text(lang.q_watch()))
            .child(button(lang.web_ask_players(), Top::Room(Msg::Knock)).class("primary")),
        Entry::Passphrase { text, wrong } => {
            let field = el("input")
                .attr("type", "password")
                .attr("id", "passphrase")
                .attr("aria-label", lang.form_passphrase())
                .attr("value", text.clone())
                .on_input(|text| Top::Room(Msg::Passphrase(text)));
            let form = el("form")
                .class("line")
                .on(Handler::Submit(Top::Room(Msg::Enter(screen.purpose))))
                .child(field)
                .child(el("button").attr("type", "submit").text(lang.web_join()));
            main.child(el("p").text(lang.ask_passphrase(code)))
                .children(
                    wrong.then(|| {
                        el("p").class("fault").attr("role", "alert").text(lang.web_wrong_passphrase())
                    }),
                )
                .child(form)
        }
    }
}
