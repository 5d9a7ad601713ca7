//! The announcer: compares what it has told with the model, and tells the difference, one fact on each line.

mod entry;
mod event;
mod link;
mod presence;
mod screen;

use std::collections::BTreeMap;

use tengen_session::{room::RoomView, text::Lang};
use tengen_shared::{
    game::{Game, PerSeat, Phase, Room, RoomCode, Seat, Stamped},
    protocol::{Attending, Spectators},
};

use super::wording;
use crate::{
    model::{Model, Overlay},
    screen::Screen,
};

pub(super) use screen::question;

/// When to show the board after a change, without a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::line) enum Boards {
    /// For 3x3 boards only, because they are short.
    #[default]
    Small,
    On,
    Off,
}

/// The state of a room at the last comparison.
#[derive(Clone, Debug)]
struct Told {
    room: Room,
    presence: PerSeat<Option<Attending>>,
    spectators: Spectators,
    /// The opponent's seat, if the user was told that the opponent is gone.
    gone: Option<Seat>,
    /// Whether the user was told that the AI waits for a free thread.
    queued: bool,
    /// The last known turn: the number of the game, the number of stones, and the phase of the room.
    turn: Option<(u32, u16, Phase)>,
}

/// Tells what is new. It remembers the state of the model at the last comparison.
#[derive(Clone, Debug, Default)]
pub(in crate::line) struct Announcer {
    pub(in crate::line) boards: Boards,
    link: link::Known,
    rooms: BTreeMap<RoomCode, Told>,
    overlay: Option<Overlay>,
    screen: screen::Known,
}

/// The lines of one comparison.
pub(super) struct Lines {
    lang: Lang,
    lines: Vec<String>,
}

impl Lines {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }
}

impl Announcer {
    /// Returns lines about everything that has changed since the last call. The events in `model.heard` get
    /// lines of their own. Other lines describe the present state.
    pub(in crate::line) fn tell(&mut self, model: &Model) -> Vec<String> {
        let mut out = Lines { lang: model.lang, lines: Vec::new() };
        self.link.tell(model, &mut out);
        if let Some((code, events)) = &model.new_events {
            self.follow(model, code, events, &mut out);
        }
        for view in model.session.rooms() {
            let code = view.code();
            if let Some(room) = view.room() {
                self.look(model, code, view, room, &mut out);
            }
        }
        let gone: Vec<RoomCode> =
            self.rooms.keys().filter(|code| model.session.room(code).is_none()).cloned().collect();
        for code in gone {
            self.rooms.remove(&code);
            out.say(model.lang.told_left(code.as_str()));
        }
        self.screen.tell(model, &mut out);
        self.question(model, &mut out);
        out.lines
    }

    /// Tells events one by one.
    fn follow(&mut self, model: &Model, code: &RoomCode, events: &[Stamped], out: &mut Lines) {
        let (Some(view), Some(told)) = (model.session.room(code), self.rooms.get_mut(code)) else { return };
        for stamped in events.iter().filter(|stamped| stamped.seq > told.room.seq()).collect::<Vec<_>>() {
            let before = told.room.clone();
            if stamped.seq != before.seq().next() || told.room.apply(stamped).is_err() {
                // An event is missing. `look` tells the changes of the whole room instead.
                told.room = before;
                return;
            }
            event::tell(&event::Scene { model, view, before: &before, after: &told.room }, stamped, out);
            told.show_board(self.boards, &stamped.event, out);
        }
    }

    /// Tells what is new in a room.
    fn look(&mut self, model: &Model, code: &RoomCode, view: &RoomView, room: &Room, out: &mut Lines) {
        match self.rooms.get_mut(code) {
            // The room may arrive before the answer to the command, which says where the user sits.
            None if matches!(model.screen, Screen::Opening(_)) => {}
            None => {
                let mut told = Told::new(view, room);
                entry::entered(model, view, room, out);
                told.show_position(self.boards, out);
                told.tell_rest(model, view, out);
                self.rooms.insert(code.clone(), told);
            }
            Some(told) => {
                if told.room.seq() != room.seq() {
                    let before = std::mem::replace(&mut told.room, room.clone());
                    let moved = entry::caught_up(model, view, &before, room, out);
                    if moved {
                        told.show_position(self.boards, out);
                    }
                }
                told.tell_rest(model, view, out);
            }
        }
    }

    /// Tells the question of a new overlay.
    fn question(&mut self, model: &Model, out: &mut Lines) {
        if self.overlay != model.overlay {
            self.overlay = model.overlay.clone();
            if let Some(question) = question(model) {
                out.say(question);
            }
        }
    }
}

impl Told {
    fn new(view: &RoomView, room: &Room) -> Self {
        Self {
            room: room.clone(),
            presence: view.presence(),
            spectators: Spectators::default(),
            gone: None,
            queued: false,
            turn: None,
        }
    }

    /// Tells changes of presence, whether the AI must wait for a thread, and whether it is the user's turn.
    fn tell_rest(&mut self, model: &Model, view: &RoomView, out: &mut Lines) {
        presence::tell(self, model, view, out);
        let lang = out.lang;
        let queued = view.thinking.is_some_and(|thinking| thinking.queued);
        if queued && !self.queued {
            let seat = view.thinking.map_or(Seat::One, |thinking| thinking.seat);
            out.say(lang.told_queued(&wording::who(&self.room, seat, lang)));
        }
        self.queued = queued;
        let game = self.room.game().map_or(0, Game::number);
        let ply = self.room.game().map_or(0, Game::ply);
        let turn = (game, ply, self.room.phase());
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            if let Some(viewer) = model.session.viewer(view.code()) {
                let lines = if viewer.is_my_turn() {
                    wording::turn(&viewer, lang)
                } else {
                    wording::waits(&viewer, lang).into_iter().collect()
                };
                lines.into_iter().for_each(|line| out.say(line));
            }
        }
    }
}
