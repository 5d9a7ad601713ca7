//! Handles the actions of the menu of a room, from its keys or from the menu.

use tengen_session::{
    offers,
    room::{RoomAction, RoomView},
};
use tengen_shared::{
    game::{Command, Game, RoomCode, Seat, Seen},
    rules::{Bot, Level},
};

use crate::{
    model::{Confirmed, LevelsFor, Model, Overlay, Standing},
    screen::{form::update::change, room::update::ready},
    update::common::ask,
};

/// Takes the action, or says why it is not possible.
pub(crate) fn act(model: &mut Model, action: RoomAction) {
    let Some(standing) = model.standing() else { return };
    match standing.attempt(action).map_err(|obstacle| standing.why(&obstacle)) {
        Ok(command) => carry_out(model, action, command),
        Err(why) => model.warn(why),
    }
}

/// Opens the menu of the room.
pub(crate) fn open_menu(model: &mut Model) {
    model.overlay = model.standing().map(|standing| menu(&standing));
}

/// Returns the menu with its present rows.
fn menu(standing: &Standing<'_>) -> Overlay {
    let head = standing.offered().map_or_else(String::new, |(seat, made)| {
        let who = standing.name(seat.other());
        offers::made_by(&who, &made.offer, standing.room, standing.lang)
    });
    Overlay::Game { head, lines: standing.menu(), cursor: 0 }
}

/// Updates an open menu, and closes a question about a claim that cannot be made any more.
pub(crate) fn refresh(model: &mut Model) {
    refresh_menu(model);
    if is_claim_over(model) {
        model.overlay = None;
    }
    refresh_claim(model);
}

/// Whether the overlay is about an opponent who is back or a game that has ended, or the connection is lost.
fn is_claim_over(model: &Model) -> bool {
    let (seat, game) = match &model.overlay {
        Some(Overlay::Claim { seat, game, .. }) => (*seat, *game),
        Some(Overlay::Levels { seat, purpose: LevelsFor::StandIn { game }, .. }) => (*seat, *game),
        _ => return false,
    };
    let Some(standing) = model.standing().filter(|standing| standing.online) else { return true };
    let played = standing.room.game().filter(|_| standing.room.is_playing()).map(Game::number);
    played != Some(game) || standing.presence_of(seat.other()) == Seen::Here
}

/// Shows the ways to claim a game once the player had their time to return.
fn refresh_claim(model: &mut Model) {
    let Some(Overlay::Claim { seat, .. }) = &model.overlay else { return };
    let now = model.standing().is_some_and(|standing| is_early(&standing, *seat));
    if let Some(Overlay::Claim { early, .. }) = &mut model.overlay {
        *early = now;
    }
}

/// Whether the opponent of the player in `seat` still has time to return.
fn is_early(standing: &Standing<'_>, seat: Seat) -> bool {
    standing.kept_for(seat.other()).is_some_and(|left| !left.is_zero())
}

/// Updates an open menu. The cursor stays on its row if that is still there.
fn refresh_menu(model: &mut Model) {
    let Some(Overlay::Game { lines, cursor, .. }) = &model.overlay else { return };
    let (under, old) = (lines.get(*cursor).cloned(), *cursor);
    let fresh = model.standing().map(|standing| menu(&standing));
    model.overlay = fresh.map(|mut overlay| {
        if let Overlay::Game { lines, cursor, .. } = &mut overlay {
            // If the row is gone, the cursor keeps its place, so that it does not jump to an answer by itself.
            let same = under.and_then(|line| lines.iter().position(|known| known.is_same_action(&line)));
            *cursor = same.unwrap_or(old).min(lines.len().saturating_sub(1));
        }
        overlay
    });
}

fn carry_out(model: &mut Model, action: RoomAction, command: Command) {
    let Some(standing) = model.standing() else { return };
    let room = standing.room.code().clone();
    if let Some(action) = standing.irreversible(action) {
        let action = Confirmed::Do { room, action, command };
        model.overlay = Some(Overlay::Confirm { action, yes: false });
        return;
    }
    match (action, &command) {
        (RoomAction::Settings, _) => change::open(model),
        (RoomAction::Ready, _) => ready::ready(model, &room),
        (RoomAction::AddAi, Command::SetAi { seat, .. }) => choose_ai(model, room, *seat),
        (RoomAction::Recognize, _) => {
            let pairs = standing.returning();
            model.overlay = Some(Overlay::Returning { room, pairs, cursor: 0 });
        }
        (RoomAction::Claim, Command::Claim { seat, game, .. }) => {
            let (seat, game, who) = (*seat, *game, standing.name(seat.other()));
            let early = is_early(&standing, seat);
            model.overlay = Some(Overlay::Claim { room, seat, game, who, early, cursor: 0 });
        }
        _ => {
            let asked = ask(model, Some(room), command);
            if asked.is_some() && !model.session.link().is_online() {
                model.tell(model.lang.action_sent_later());
            }
        }
    }
}

/// Opens the choice of the AI that plays on for a player who is gone.
pub(crate) fn choose_stand_in(model: &mut Model, room: RoomCode, seat: Seat, game: u32) {
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

/// Opens the choice of the AI for a free seat, or of a new AI for a seat that has one.
pub(crate) fn choose_ai(model: &mut Model, room: RoomCode, seat: Seat) {
    let Some(known) = model.session.room(&room).and_then(RoomView::room) else { return };
    let medium = Bot::Level(Level::Medium);
    let now = known.seats().bot(seat).unwrap_or(medium);
    let told = model.session.bots(known.settings().variant).map(<[Bot]>::to_vec);
    let bots = told.unwrap_or_else(|| vec![medium]);
    let cursor = bots.iter().position(|bot| *bot == now).unwrap_or(0);
    model.overlay = Some(Overlay::Levels { room, seat, bots, cursor, purpose: LevelsFor::Seat });
}
