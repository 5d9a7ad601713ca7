//! Tells an event, in a line or two.

use tengen_session::{
    evaluation::{self, EvaluatedGame},
    offers::{self, Acts},
    opening,
    room::RoomView,
    settings,
};
use tengen_shared::{
    game::{
        Clock, ClockState, Event, GIFT_MS, Game, Occupant, Offer, OfferEnd, PlayerId, Room, Said, Seat,
        Stamped, Thought,
    },
    rules::Stone,
};

use super::{Boards, Lines, Told};
use crate::{
    line::{board_lines, wording},
    model::Model,
};

/// The context of an event: the model, and the room before and after it.
pub(super) struct Scene<'a> {
    pub(super) model: &'a Model,
    pub(super) view: &'a RoomView,
    pub(super) before: &'a Room,
    pub(super) after: &'a Room,
}

/// Tells one event.
pub(super) fn tell(scene: &Scene<'_>, stamped: &Stamped, out: &mut Lines) {
    let lang = out.lang;
    let (before, after) = (scene.before, scene.after);
    let name = |seat: Seat| wording::who(after, seat, lang);
    match &stamped.event {
        Event::StonePlaced { seat, point } => {
            out.say(lang.told_move(stones(after), &name(*seat), &point.to_string()));
        }
        Event::SidesSet { black } => begun(after, *black, out),
        Event::OpeningBegun { first } => opening_begun(after, *first, out),
        Event::OpeningChosen { seat, choice } => out.say(opening::chosen(&name(*seat), *choice, lang)),
        Event::GameOver { end } => over(scene.view, after, end, out),
        Event::SeatTaken { seat, .. } => out.say(lang.told_sat(&name(*seat), wording::number(*seat))),
        Event::SeatFreed { seat } => {
            out.say(lang.told_freed(&wording::who(before, *seat, lang), wording::number(*seat)));
        }
        Event::SeatReady { seat } => out.say(lang.told_ready(&name(*seat))),
        Event::ThoughtNoted { thought, .. } => thinks(scene, thought, out),
        Event::WinForeseen { winner, ply } => {
            let wins = evaluation::wins_in(ply.saturating_sub(stones(after)), lang);
            out.say(lang.thought_of(&name(*winner), &wins));
        }
        Event::HintAsked { .. } => out.say(lang.told_hint_asked()),
        Event::HintGiven { hint, .. } => {
            out.say(lang.told_hint(&hint.point.to_string(), &evaluation::outlook(hint.outlook, lang)));
        }
        Event::WentOn {} => out.say(lang.told_went_on()),
        Event::ClockSet { clock } => clocks(scene, clock, out),
        Event::MovesTakenBack { to, .. } => taken_back(after, &Acts::of(before), *to, out),
        Event::OfferMade { seat, offer } => offered(scene, *seat, offer, out),
        Event::OfferClosed { seat, how } => closed(scene, *seat, *how, out),
        Event::StoodIn { seat, bot } => {
            let owner = after.seats()[*seat].occupant.as_ref().map(Occupant::label).unwrap_or_default();
            out.say(lang.told_stood_in(&bot.to_string(), &owner));
        }
        Event::SettingsChanged { settings } => {
            out.say(lang.told_changed(&settings::changes(before.settings(), settings, lang)));
        }
        Event::SeatsSwapped {} => out.say(lang.told_swapped()),
        Event::HostPassed { to } if scene.model.session.player() == Some(*to) => out.say(lang.told_host()),
        Event::Kicked { player } if scene.model.session.player() == Some(*player) => {
            out.say(lang.told_kicked());
        }
        Event::Recognized { now, .. } => recognized(after, *now, out),
        Event::Kicked { .. } => out.say(lang.told_kicked_other()),
        Event::Said { line } => {
            let said = Said { seq: stamped.seq, time: stamped.time, line: line.clone() };
            heard(scene.model, scene.view, &said, out);
        }
        Event::WatchAsked { name, .. } => out.say(lang.told_asks_to_watch(name.as_str())),
        Event::WatchRefused { .. } => out.say(lang.told_not_let_in()),
        // Other lines include these events, or they mean nothing to the user.
        Event::RoomOpened { .. }
        | Event::GameBegun { .. }
        | Event::Disclosed { .. }
        | Event::Hidden {}
        | Event::HostPassed { .. }
        | Event::WatchAgreed { .. }
        | Event::Admitted { .. } => {}
    }
}

fn recognized(room: &Room, player: PlayerId, out: &mut Lines) {
    if let Some(name) = room.scores().person(player) {
        out.say(out.lang.told_recognized(name.as_str()));
    }
}

fn stones(room: &Room) -> u16 {
    room.game().map_or(0, Game::ply)
}

/// Tells who took back the acts after the first `to` stones. The first of them was that player's own.
pub(super) fn taken_back(room: &Room, acts: &Acts, to: u16, out: &mut Lines) {
    let seat = room.game().and_then(Game::seat_to_act);
    let who = seat.map(|seat| wording::who(room, seat, out.lang)).unwrap_or_default();
    out.say(out.lang.took_back(&who, &acts.after(to, out.lang)));
}

/// Tells that a game has begun.
pub(super) fn begun(room: &Room, black: Seat, out: &mut Lines) {
    let Some(game) = room.game() else { return };
    let (lang, mark) = (out.lang, wording::mark(game, black, out.lang));
    out.say(lang.told_game(game.number(), &wording::who(room, black, lang), mark));
}

/// Tells that a game has begun whose colours are chosen in the opening.
pub(super) fn opening_begun(room: &Room, first: Seat, out: &mut Lines) {
    let Some(game) = room.game() else { return };
    let (lang, opening) = (out.lang, opening::name(game.opening(), out.lang));
    out.say(lang.told_opening_begun(game.number(), &wording::who(room, first, lang), opening));
}

/// Tells how a game ended, and the score.
pub(super) fn over(view: &RoomView, room: &Room, end: &tengen_shared::game::GameEnd, out: &mut Lines) {
    let lang = out.lang;
    out.say(lang.told_over(&wording::ending(view, room, end, lang)));
    if end.reason.counts() {
        for entry in room.scores().entries() {
            out.say(lang.told_score(&entry.who.label(), entry.wins, entry.draws, entry.losses));
        }
    }
    if room.ai_games_paused() {
        out.say(lang.told_ai_paused());
    }
}

fn thinks(scene: &Scene<'_>, thought: &Thought, out: &mut Lines) {
    let room = scene.after;
    let seat = room.game().and_then(|game| game.seat_of(Stone::of_ply(thought.ply.into())));
    let who = seat.map(|seat| wording::who(room, seat, out.lang)).unwrap_or_default();
    let detail = scene.model.settings.evaluation;
    let text = EvaluatedGame::of_room(room).and_then(|game| game.text(thought, detail, out.lang));
    text.into_iter().for_each(|text| out.say(out.lang.told_thought(thought.ply, &who, &text)));
}

fn offered(scene: &Scene<'_>, seat: Seat, offer: &Offer, out: &mut Lines) {
    let lang = out.lang;
    let mine = scene.view.my_seats(scene.model.session.player());
    let who = wording::who(scene.after, seat, lang);
    let to_me = mine.contains(&seat.other()) && !mine.contains(&seat);
    let request = offers::made_by(&who, offer, scene.after, lang);
    out.say(if to_me { lang.told_offer(&request) } else { request });
}

fn closed(scene: &Scene<'_>, seat: Seat, how: OfferEnd, out: &mut Lines) {
    let lang = out.lang;
    let other = wording::who(scene.after, seat.other(), lang);
    out.say(match how {
        OfferEnd::Accepted => lang.news_agreed(&other),
        OfferEnd::Declined => lang.news_declined(&other),
        OfferEnd::Withdrawn => lang.news_withdrawn(&wording::who(scene.after, seat, lang)),
    });
}

/// Tells that the clocks have stopped or go on, or that a player gave the other more time.
fn clocks(scene: &Scene<'_>, after: &Clock, out: &mut Lines) {
    let lang = out.lang;
    let Some(before) = scene.before.clock().copied() else { return };
    let stood = matches!(before.state, ClockState::Paused {} | ClockState::Held {});
    match after.state {
        ClockState::Paused {} if before.state != after.state => out.say(lang.told_paused()),
        ClockState::Held {} if before.state != after.state => out.say(lang.told_held()),
        ClockState::Runs { since, .. } if stood => match since.saturating_sub(scene.after.time()) {
            0 => out.say(lang.told_go_on()),
            ms => out.say(lang.told_count_down(ms.div_ceil(1_000))),
        },
        ClockState::Paused {} | ClockState::Held {} | ClockState::Runs { .. } | ClockState::Stopped {} => {}
    }
    let richer = |seat: &Seat| {
        let (had, has) = (before.left(*seat), after.left(*seat));
        before.state == after.state && had != has && has == had.and(GIFT_MS)
    };
    if let Some(seat) = Seat::BOTH.into_iter().find(richer) {
        let name = |seat| wording::who(scene.after, seat, lang);
        out.say(lang.told_gift(&name(seat), &name(seat.other())));
    }
}

/// Tells a chat line, unless the user has muted the player or it is on the other channel.
pub(super) fn heard(model: &Model, view: &RoomView, said: &Said, out: &mut Lines) {
    if model.hears(view, said) {
        out.say(out.lang.told_said(said.line.name.as_str(), said.line.text.as_str()));
    }
}

impl Told {
    /// Shows the board after an event that has changed it.
    pub(super) fn show_board(&self, boards: Boards, event: &Event, out: &mut Lines) {
        let changed = matches!(event, Event::StonePlaced { .. } | Event::MovesTakenBack { .. });
        if changed {
            self.show_position(boards, out);
        }
    }

    /// Shows the board if `boards` says so and the board has stones.
    pub(super) fn show_position(&self, boards: Boards, out: &mut Lines) {
        let Some(game) = self.room.game().filter(|game| game.ply() > 0) else { return };
        let shown = match boards {
            Boards::On => true,
            Boards::Off => false,
            Boards::Small => game.position().variant().is_3x3(),
        };
        if shown {
            board_lines::lines(game.position(), game.black()).into_iter().for_each(|line| out.say(line));
        }
    }
}
