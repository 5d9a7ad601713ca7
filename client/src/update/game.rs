//! The deeds of a room: what the keys of its menu do, with the menu or without it.

use tengen_shared::{
    game::{Command, Game, Offer, Reply, RoomCode, Seat},
    protocol::Cmd,
    rules::{Bot, Level},
};

use super::{ask, settings};
use crate::{
    action::{Action, Deed},
    model::{Can, Confirmed, LevelsFor, Model, Overlay, Standing},
};
use tengen_session::terms;

/// Does what the key says, or says why not.
pub(super) fn act(model: &mut Model, action: Action) {
    let Some(standing) = model.standing() else { return };
    if action == Action::Do(Deed::Menu) {
        model.overlay = Some(menu(&standing));
        return;
    }
    match standing.can(action) {
        Can::Now(_) => carry_out(model, action),
        Can::Not(why) => model.warn(why),
        Can::Never(why) => model.warn(why),
    }
}

/// The menu as it is now.
fn menu(standing: &Standing<'_>) -> Overlay {
    let head = standing.offered().map_or_else(String::new, |(seat, made)| {
        let who = standing.name(seat.other());
        let what = terms::offer(&made.offer, standing.room.settings(), standing.lang);
        standing.lang.asks_in_full(&who, &what)
    });
    Overlay::Game { head, lines: standing.menu(), cursor: 0 }
}

/// Keeps an open menu true to the room; the cursor stays on its line if it is still there.
pub(super) fn refresh(model: &mut Model) {
    let Some(Overlay::Game { lines, cursor, .. }) = &model.overlay else { return };
    let (under, old) = (lines.get(*cursor).cloned(), *cursor);
    let fresh = model.standing().map(|standing| menu(&standing));
    model.overlay = fresh.map(|mut overlay| {
        if let Overlay::Game { lines, cursor, .. } = &mut overlay {
            // Where its line is gone the cursor stays where it was, so that it never comes to lie on an answer by itself.
            let same = under.and_then(|line| lines.iter().position(|known| known.is_same_deed(&line)));
            *cursor = same.unwrap_or(old).min(lines.len().saturating_sub(1));
        }
        overlay
    });
}

fn carry_out(model: &mut Model, action: Action) {
    let Some(standing) = model.standing() else { return };
    let code = standing.room.code().clone();
    match action {
        Action::Yes => return answer(model, Reply::Accept),
        Action::No => return answer(model, Reply::Decline),
        Action::Do(Deed::Settings) => return settings::open(model),
        Action::Do(Deed::Claim | Deed::Restart | Deed::Kick) => {
            model.overlay = question(&standing, action);
            return;
        }
        Action::Do(Deed::Draw) if !standing.room.seats().two_people() => {
            model.overlay = question(&standing, action);
            return;
        }
        _ => {}
    }
    if let Some(cmd) = command(&standing, action) {
        ask(model, Some(code), cmd);
        if !model.session.link().is_online() {
            model.tell(model.lang.deed_sent_later());
        }
    }
}

/// What is asked of the server at once.
fn command(standing: &Standing<'_>, action: Action) -> Option<Cmd> {
    let (room, seat) = (standing.room, standing.seat());
    let (at, game) = (room.at(), room.game().map(Game::number));
    let offer = |seat: Seat, offer: Offer| Cmd::Room(Command::Offer { seat, offer, at });
    Some(match action {
        Action::Do(Deed::TakeBack) => {
            let (seat, to) = standing.last_move()?;
            offer(seat, Offer::Takeback { to })
        }
        Action::Do(Deed::Draw) => offer(seat?, Offer::Draw {}),
        Action::Do(Deed::Pause) if room.has_pause() => offer(seat?, Offer::Resume {}),
        Action::Do(Deed::Pause) => offer(seat?, Offer::Pause {}),
        Action::Do(Deed::GiveTime) => Cmd::Room(Command::GiveTime { seat: seat?, game: game? }),
        Action::Do(Deed::Withdraw) => {
            let (seat, made) = standing.offers()?;
            Cmd::Room(Command::Withdraw { seat, offer: made.seq })
        }
        Action::Do(Deed::Abort) => Cmd::Room(Command::Abort { seat: seat?, game: game? }),
        Action::Do(Deed::Swap) if standing.is_host() => Cmd::Room(Command::Swap { at }),
        Action::Do(Deed::Swap) => offer(seat?, Offer::Swap {}),
        _ => return None,
    })
}

/// What is asked of the user first.
fn question(standing: &Standing<'_>, action: Action) -> Option<Overlay> {
    let room = standing.room.code().clone();
    let game = standing.room.game().map(Game::number);
    let confirm = |deed| Some(Overlay::Confirm { deed, yes: false });
    match action {
        Action::Do(Deed::Claim) => {
            let (seat, gone) = (standing.seat()?, standing.opponent()?);
            Some(Overlay::Claim { room, seat, game: game?, who: standing.name(gone), cursor: 0 })
        }
        Action::Do(Deed::Restart) => {
            confirm(Confirmed::Restart { room, seat: standing.seat()?, game: game? })
        }
        Action::Do(Deed::Draw) => {
            confirm(Confirmed::Draw { room, seat: standing.seat()?, at: standing.room.at() })
        }
        Action::Do(Deed::Kick) => confirm(Confirmed::Kick { room, seat: standing.kicked()? }),
        _ => None,
    }
}

/// The user's answer to what another asks.
fn answer(model: &mut Model, reply: Reply) {
    let Some(standing) = model.standing() else { return };
    let code = standing.room.code().clone();
    let cmd = match (standing.offered(), standing.asker()) {
        (Some((seat, made)), _) => Cmd::Room(Command::Answer { seat, offer: made.seq, reply }),
        (None, Some((seat, asker))) => Cmd::Room(Command::Admit { seat, player: asker.player, reply }),
        (None, None) => return,
    };
    ask(model, Some(code), cmd);
}

/// The choice of who plays on for whoever is gone from the other seat.
pub(super) fn choose_stand_in(model: &mut Model, room: RoomCode, seat: Seat, game: u32) {
    let known = model.session.room(&room).and_then(|view| view.room()).and_then(|room| {
        let variant = room.game().map(|game| game.position().variant())?;
        model.session.bots(variant).map(<[Bot]>::to_vec)
    });
    let medium = Bot::Level(Level::Medium);
    let bots = known.unwrap_or_else(|| vec![medium]);
    let cursor = bots.iter().position(|bot| *bot == medium).unwrap_or(0);
    let purpose = LevelsFor::StandIn { game };
    model.overlay = Some(Overlay::Levels { room, seat, bots, cursor, purpose });
}
