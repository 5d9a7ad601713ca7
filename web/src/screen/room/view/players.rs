//! The two players: names, colours, clocks, scores and presence.

use tengen_session::{
    room::{Viewer, board_shown},
    terms,
};
use tengen_shared::game::{Game, Seat, Seen};

use crate::{model::Model, msg::Element, tree::el, view::parts::Mark};

pub(super) fn view(model: &Model, viewer: &Viewer<'_>) -> Element {
    let watching = viewer.view.spectators.count;
    el("section")
        .class("players")
        .children(Seat::BOTH.map(|seat| player(model, viewer, seat)))
        .children((watching > 0).then(|| el("p").class("watching").text(model.lang.panel_watchers(watching))))
}

fn player(model: &Model, viewer: &Viewer<'_>, seat: Seat) -> Element {
    let (lang, room) = (model.lang, viewer.room);
    let stone = room.game().and_then(|game: &Game| game.stone_of(seat));
    let sign = match Mark::of(board_shown(room), Some(seat), stone) {
        Some(mark) => {
            let sign = el("span").class(format!("sign {}", mark.class()));
            sign.attr("role", "img").attr("aria-label", mark.name(lang))
        }
        None => el("span").class("sign"),
    };
    let mut notes = Vec::new();
    if viewer.mine().contains(&seat) {
        notes.push(lang.note_you().to_owned());
    }
    if room.seats()[seat].ready && !room.is_playing() {
        notes.push(lang.note_ready().to_owned());
    }
    if let Some(entry) = room.seats()[seat].occupant.as_ref().and_then(|who| room.scores().of(who)) {
        notes.push(lang.tally_short(entry.wins, entry.draws));
    }
    match viewer.presence_of(seat) {
        Seen::Away { .. } => notes.push(lang.is_away().to_owned()),
        Seen::Here | Seen::Unknown => {}
    }
    let clock = viewer.shown(seat).map(|left| {
        let low = terms::is_low(left) && viewer.running().is_some_and(|(running, _)| running == seat);
        el("time").class(if low { "clock low" } else { "clock" }).text(terms::time_left(left))
    });
    let turn = room.turn() == Some(seat);
    el("div")
        .class(if turn { "player turn" } else { "player" })
        .child(sign)
        .child(
            el("span")
                .class("who")
                .child(el("b").text(viewer.seat_name(seat, lang)))
                .child(el("small").text(notes.join(" · "))),
        )
        .children(clock)
}
