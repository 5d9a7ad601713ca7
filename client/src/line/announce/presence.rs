//! Tells changes of presence.

use tengen_session::room::RoomView;
use tengen_shared::{game::Seat, protocol::Attending};

use super::{Lines, Told};
use crate::{line::wording, model::Model};

/// Tells which players have disconnected or come back, and who watches.
pub(super) fn tell(told: &mut Told, model: &Model, view: &RoomView, out: &mut Lines) {
    let lang = out.lang;
    let mine = view.my_seats(model.session.player());
    let old = told.presence;
    for seat in Seat::BOTH {
        let who = || wording::who(&told.room, seat, lang);
        match (old[seat], view.presence()[seat]) {
            _ if mine.contains(&seat) => {}
            (Some(Attending::Here {}) | None, Some(Attending::Away { kept_for_ms })) => {
                out.say(lang.told_away(&who(), u64::from(kept_for_ms.div_ceil(1_000))));
            }
            (Some(Attending::Away { .. }), Some(Attending::Here {})) => out.say(lang.told_back(&who())),
            _ => {}
        }
    }
    told.presence = view.presence();
    let standing = model.standing().filter(|standing| standing.room.code() == told.room.code());
    let gone = standing.filter(|standing| standing.room.is_playing()).and_then(|standing| standing.gone());
    if gone != told.gone {
        told.gone = gone;
        gone.into_iter().for_each(|seat| out.say(lang.told_gone(&wording::who(&told.room, seat, lang))));
    }
    if told.spectators != view.spectators {
        told.spectators = view.spectators.clone();
        // A spectator who is alone needs no such line.
        if !mine.is_empty() || view.spectators.count > 1 {
            out.say(wording::watchers(&view.spectators, lang));
        }
    }
}
