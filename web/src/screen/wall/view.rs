//! Shows the wall: the players and the board of each game, as large as the screen allows.

use tengen_session::{terms, text::Lang};
use tengen_shared::{
    game::{Millis, Seat},
    protocol::WallGame,
    rules::Stone,
};

use super::time_of;
use crate::{
    model::Model,
    msg::Element,
    route::Route,
    tree::el,
    view::{
        parts::{Mark, back, link, occupant},
        picture,
    },
};

pub(crate) fn view(model: &Model) -> Element {
    let lang = model.lang;
    let main =
        el("main").class("wall").child(back(lang)).child(el("h1").class("spoken").text(lang.web_wall()));
    if let Some(why) = &model.name_fault {
        return main.child(el("p").class("no-games fault").attr("role", "alert").text(why.clone()));
    }
    let Some(games) = model.session.wall().games() else {
        return main.child(el("p").class("no-games").text(lang.web_loading()));
    };
    if games.is_empty() {
        let address = el("b").text(model.origin.clone());
        return main
            .child(el("p").class("no-games").text(lang.web_no_games_on()).child(el("br")).child(address));
    }
    let (columns, rows) = fit(games.len());
    let now = model.session.time().server().unwrap_or_default();
    main.attr("style", format!("--across:{columns};--down:{rows}"))
        .children(games.iter().map(|game| tile(game, lang, now)))
}

/// Returns the columns and rows for so many games that make the boards largest on a screen of 16 to 9.
fn fit(games: usize) -> (usize, usize) {
    let across = |columns: usize| (columns, games.div_ceil(columns));
    // The board has seven eighths of the height of a row; the names are above it.
    let size = |(columns, rows): &(usize, usize)| (16 * 8 * 10 / columns).min(9 * 7 * 10 / rows);
    (1..=games).rev().map(across).max_by_key(size).unwrap_or((1, 1))
}

/// One game: the players above the board.
fn tile(game: &WallGame, lang: Lang, now: Millis) -> Element {
    let line = game.end.as_ref().map_or(&[][..], |end| &end.line);
    let players = Seat::BOTH.map(|seat| player(game, seat, lang, now));
    link(Route::Watch(game.room.clone()), "")
        .key(game.room.to_string())
        .class("tile")
        .child(el("span").class("playing").children(players))
        .child(picture::board(game.variant, &game.moves, game.black, line))
}

fn player(game: &WallGame, seat: Seat, lang: Lang, now: Millis) -> Element {
    let won = game.end.as_ref().is_some_and(|end| end.winner == Some(seat));
    let class = match (won, game.turn == Some(seat)) {
        (true, _) => "side won",
        (false, true) => "side turn",
        (false, false) => "side",
    };
    let clock = time_of(game, seat, now).map(|left| el("time").text(terms::time_left(left)));
    let stone = game.black.map(|black| if black == seat { Stone::Black } else { Stone::White });
    let mark = Mark::of(game.variant, Some(seat), stone).map_or("", Mark::class);
    el("span")
        .class(class)
        .child(el("i").class(format!("sign {mark}")))
        .child(el("b").text(occupant(&game.seats[seat], lang)))
        .child(el("span").text(game.wins[seat].to_string()))
        .children(clock)
}
