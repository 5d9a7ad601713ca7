//! Tells about a room that the user has entered, or of which the client has missed events.

use std::net::IpAddr;

use tengen_session::{
    link::Address,
    offers::{self, Acts},
    opening,
    room::RoomView,
    settings, terms,
};
use tengen_shared::{
    game::{ClockRule, Game, Room, Said, Seat},
    rules::{FoulRule, Opening, RuleSet},
};

use super::{Lines, event};
use crate::{intent::Mode, line::wording, model::Model};

/// Tells everything about a room that the user has just entered.
pub(super) fn entered(model: &Model, view: &RoomView, room: &Room, out: &mut Lines) {
    let lang = out.lang;
    let settings = room.settings();
    let mut what = settings.variant.to_string();
    if settings.opening != Opening::None {
        what = format!("{what}, {}", lang.with_opening(opening::name(settings.opening, lang)));
    }
    if settings.clock != ClockRule::None {
        what = format!("{what}, {}", terms::clock(settings.clock, lang));
    }
    if settings.variant.runs() == RuleSet::Renju && settings.fouls == FoulRule::Loses {
        what = format!("{what}, {}", lang.a_foul_loses());
    }
    out.say(lang.told_room(room.code().as_str(), &what));
    let mine = view.my_seats(model.session.player());
    Seat::BOTH.into_iter().for_each(|seat| out.say(wording::seat(room, seat, &mine, lang)));
    if mine.is_empty() {
        out.say(lang.told_you_watch());
    } else if room.seats().first_empty().is_some() && model.mode == Mode::Online {
        let code = room.code().as_str();
        out.say(match is_on_this_machine(model.address()) {
            true => lang.told_invite_by_code(code),
            false => lang.told_invite(&model.address().to_string(), code),
        });
    }
    let Some(game) = room.game() else { return };
    match (game.end(), game.black()) {
        (Some(end), _) => event::over(view, room, end, out),
        (None, Some(black)) if game.ply() == 0 => event::begun(room, black, out),
        (None, Some(black)) => {
            let who = wording::who(room, black, lang);
            out.say(lang.told_game_on(game.number(), &who, wording::mark(game, black, lang), game.ply()));
        }
        (None, None) if game.ply() == 0 => {
            game.first().into_iter().for_each(|first| event::opening_begun(room, first, out));
        }
        (None, None) => {
            let opening = opening::name(game.opening(), lang);
            out.say(lang.told_opening_on(game.number(), opening, game.ply()));
        }
    }
    requests(model, out);
}

/// Whether the address works only on this machine, so that it is useless in an invitation.
fn is_on_this_machine(address: &Address) -> bool {
    let host = address.host();
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Tells the requests to the user: the opponent's offer, and a spectator who asks to watch.
fn requests(model: &Model, out: &mut Lines) {
    let Some(standing) = model.standing() else { return };
    if let Some((seat, made)) = standing.offered() {
        let who = standing.name(seat.other());
        out.say(out.lang.told_offer(&offers::made_by(&who, &made.offer, standing.room, standing.lang)));
    }
    if let Some((_, asker)) = standing.asker() {
        out.say(out.lang.told_asks_to_watch(asker.name.as_str()));
    }
}

/// Tells what has changed between two states of a room. Returns whether there are new or removed stones.
pub(super) fn caught_up(
    model: &Model,
    view: &RoomView,
    before: &Room,
    after: &Room,
    out: &mut Lines,
) -> bool {
    let lang = out.lang;
    if before.settings() != after.settings() {
        out.say(lang.told_changed(&settings::changes(before.settings(), after.settings(), lang)));
    }
    let mine = view.my_seats(model.session.player());
    for seat in Seat::BOTH {
        if before.seats()[seat].occupant != after.seats()[seat].occupant {
            out.say(wording::seat(after, seat, &mine, lang));
        }
    }
    let said = after.chat().iter().filter(|said| said.seq > before.seq());
    said.for_each(|said: &Said| event::heard(model, view, said, out));
    let moved = moves(view, before, after, out);
    if before.offers() != after.offers() || before.asking() != after.asking() {
        requests(model, out);
    }
    moved
}

/// Tells the missed moves, and the beginning and the end of the game if they are new. Returns whether there
/// are new or removed stones.
fn moves(view: &RoomView, before: &Room, after: &Room, out: &mut Lines) -> bool {
    let lang = out.lang;
    let Some(game) = after.game() else { return false };
    let same = before.game().filter(|old| old.number() == game.number());
    match (same.and_then(Game::first), game.first()) {
        (None, Some(first)) if game.opening().has_choice() => event::opening_begun(after, first, out),
        (None, Some(black)) => event::begun(after, black, out),
        (Some(_), _) | (None, None) => {}
    }
    for made in game.choices().iter().skip(same.map_or(0, |old| old.choices().len())) {
        let who = wording::who(after, made.turn.seat, lang);
        out.say(opening::chosen(&who, made.choice, lang));
    }
    let known = same.map(|old| old.position().moves()).unwrap_or_default();
    let now = game.position().moves();
    let kept = known.iter().zip(now).take_while(|(old, new)| old == new).count();
    if kept < known.len() {
        let to = u16::try_from(kept).unwrap_or(u16::MAX);
        event::taken_back(after, &Acts::of(before), to, out);
    }
    for (index, point) in now.iter().enumerate().skip(kept) {
        let seat = game.turns().get(index).map_or(Seat::One, |turn| turn.seat);
        let number = u16::try_from(index + 1).unwrap_or(u16::MAX);
        out.say(lang.told_move(number, &wording::who(after, seat, lang), &point.to_string()));
    }
    if let Some(end) = game.end().filter(|_| same.is_none_or(|old| old.end().is_none())) {
        event::over(view, after, end, out);
    }
    kept != known.len() || kept != now.len()
}
