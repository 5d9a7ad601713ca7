//! Shows the list of finished games.

use tengen_session::{
    ending::Ending,
    study::Pages,
    terms::{self, plural},
};
use tengen_shared::{game::Seat, protocol::GameSummary};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    route::Route,
    screen::games::{Games, Msg},
    tree::{button, el},
    view::parts::{back, link, name_form},
};

pub(crate) fn view(model: &Model, games: &Games) -> Element {
    let lang = model.lang;
    let title = match &games.room {
        Some(room) => format!("{} · {}", lang.web_games(), lang.room_title(room.as_str())),
        None => lang.web_games().to_owned(),
    };
    if model.name.is_none() {
        let head = el("header").child(back(lang)).child(el("h1").text(title));
        return el("main").child(head).child(name_form(model));
    }
    let rows = games.list.games().iter().map(|game| row(model, game));
    let count = games.list.games().len();
    let below = match games.list.pages() {
        Pages::Asked(_) => Some(el("p").attr("role", "status").text(lang.web_loading())),
        Pages::Partial if count == 0 => Some(el("p").attr("role", "status").text(lang.web_loading())),
        Pages::Partial => Some(button(lang.web_older(), Top::Games(Msg::More))),
        Pages::Whole => (count == 0).then(|| el("p").text(lang.shown_no_games())),
        Pages::Refused(why) => Some(el("p").class("fault").attr("role", "alert").text(why.clone())),
    };
    el("main")
        .child(el("header").child(back(lang)).child(el("h1").text(title)))
        .child(el("section").class("rooms").child(el("ul").children(rows)).children(below))
}

fn row(model: &Model, game: &GameSummary) -> Element {
    let lang = model.lang;
    let who = format!("{} - {}", game.label(Seat::One), game.label(Seat::Two));
    let how = Ending::of_summary(game).full_text(|seat| game.label(seat), lang);
    let moves = lang.moves(game.moves.into(), plural(game.moves.into()));
    let board = terms::board(game.variant, lang);
    el("li")
        .key(game.game.0.to_string())
        .child(
            el("span").class("what").child(el("b").text(who)).child(
                el("small").text(format!("{how} · {board} · {moves} · {} {}", game.room, game.number)),
            ),
        )
        .child(link(Route::Game(game.game), lang.web_show()).class("button"))
}
