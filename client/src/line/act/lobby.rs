//! Commands outside of rooms: servers, lists, entering and leaving rooms.

use tengen_session::{form::Players, settings};
use tengen_shared::{
    game::{Passphrase, RoomCode},
    rules::{Bot, Variant},
};

use crate::{
    action::Action,
    intent::{Mode, Purpose},
    line::{
        Against, DeviceTask, NewRoom, Sure,
        repl::{Repl, ShowNext},
    },
    screen::Screen,
    wish::Wish,
};

impl Repl {
    /// Runs `action`, which needs a server on a network. Refuses if there is none, or the user is in a room.
    pub(super) fn online(&mut self, action: impl FnOnce(&mut Self)) {
        match self.model.mode {
            Mode::Online => self.outside_room(action),
            Mode::Local => self.outside_room(|repl| repl.refuse(repl.model.lang.line_not_connected())),
        }
    }

    pub(super) fn rooms(&mut self) {
        self.online(|repl| {
            repl.wish(Wish::Rooms);
            repl.then = Some(ShowNext::Rooms);
        });
    }

    pub(super) fn devices(&mut self, task: DeviceTask) {
        self.online(|repl| {
            let listed = match &repl.model.screen {
                Screen::Devices(screen) => screen.devices.keys().len(),
                _ => 0,
            };
            if let DeviceTask::Remove(number, sure) = task {
                return match usize::from(number).checked_sub(1).filter(|index| *index < listed) {
                    Some(index) => repl.sure(Wish::RemoveDevice(index), sure),
                    None => repl.refuse(repl.model.lang.line_no_such_device()),
                };
            }
            repl.wish(Wish::Devices);
            repl.then = match task {
                DeviceTask::Code => {
                    repl.act(Action::New);
                    Some(ShowNext::DeviceCode)
                }
                DeviceTask::Use(code) => {
                    repl.wish(Wish::Pair(code));
                    None
                }
                DeviceTask::List | DeviceTask::Remove(..) => Some(ShowNext::Devices),
            };
        });
    }

    pub(super) fn find(&mut self) {
        self.outside_room(|repl| match repl.model.mode {
            Mode::Online => repl.refuse(repl.model.lang.line_leave_server_first()),
            Mode::Local => {
                repl.wish(Wish::Find);
                repl.listen();
            }
        });
    }

    pub(super) fn go_on_from_before(&mut self) {
        self.outside_room(|repl| {
            let lang = repl.model.lang;
            match (&repl.model.offered, repl.model.mode) {
                (None, _) => repl.refuse(lang.line_nothing_to_continue()),
                // The client uses the room's server already, so it enters the room like any other.
                (Some(kept), Mode::Online) if kept.address.as_ref() == Some(repl.model.address()) => {
                    let (room, purpose) = (kept.room.clone(), Purpose::Watch);
                    repl.wish(Wish::Enter { room, purpose, passphrase: None });
                }
                (Some(_), Mode::Online) => repl.refuse(lang.line_leave_server_first()),
                (Some(_), Mode::Local) => repl.wish(Wish::Continue),
            }
        });
    }

    pub(super) fn make(&mut self, room: &NewRoom) {
        let (settings, seats, passphrase) = room.plan();
        let open = room.against == Against::Open;
        self.outside_room(|repl| {
            if repl.model.mode == Mode::Local {
                if open {
                    return repl.refuse(repl.model.lang.line_nobody_comes_here());
                }
                repl.wish(Wish::Local);
            }
            repl.wish(Wish::Make { settings, seats, passphrase });
        });
    }

    pub(super) fn ai(&mut self, bot: Bot, board: Option<Variant>) {
        if self.model.screen.room().is_some() && board.is_none() {
            return self.seat_ai(bot);
        }
        let settings = settings::usual(board.unwrap_or(Variant::TICTACTOE));
        let seats = Players::Ai(bot).seats(None);
        self.outside_room(|repl| {
            if repl.model.mode == Mode::Local {
                repl.wish(Wish::Local);
            }
            repl.wish(Wish::Make { settings, seats, passphrase: None });
        });
    }

    pub(super) fn enter(&mut self, room: RoomCode, purpose: Purpose, passphrase: Option<Passphrase>) {
        // This command replaces the one that asks for a passphrase or waits for permission.
        if matches!(self.model.screen, Screen::Passphrase(_) | Screen::Knocking(_)) {
            self.act(Action::Back);
        }
        self.outside_room(|repl| match repl.model.mode {
            Mode::Online => repl.wish(Wish::Enter { room, purpose, passphrase }),
            Mode::Local => repl.wish(Wish::Seek { room, purpose, passphrase }),
        });
    }

    pub(super) fn mine(&mut self) {
        self.outside_room(|repl| {
            if repl.model.mode == Mode::Local {
                repl.wish(Wish::Local);
            }
            repl.wish(Wish::Mine);
            repl.then = Some(ShowNext::Games(0));
        });
    }

    fn back_to_room(&mut self) {
        self.wish(Wish::ToRoom);
        if let Screen::Room(screen) = &self.model.screen {
            self.say(self.model.lang.told_back_in(screen.code.as_str()));
        }
    }

    pub(super) fn leave(&mut self, sure: Sure) {
        match &self.model.screen {
            Screen::Room(_) => self.sure(Wish::Act(Action::Back), sure),
            Screen::SearchTree(_) | Screen::Create(_) => self.back_to_room(),
            Screen::History(_) | Screen::Replay(_) => {
                self.back_to_room();
                // The list of the user's own games was not opened from a room.
                while matches!(self.model.screen, Screen::History(_) | Screen::Replay(_)) {
                    self.act(Action::Back);
                }
            }
            Screen::Menu(_) => self.refuse(self.model.lang.line_nowhere_to_leave()),
            Screen::Name(_)
            | Screen::Find(_)
            | Screen::Seek(_)
            | Screen::List(_)
            | Screen::Quick(_)
            | Screen::Code(_)
            | Screen::Devices(_)
            | Screen::Opening(_)
            | Screen::Passphrase(_)
            | Screen::Knocking(_)
            | Screen::Settings(_) => self.act(Action::Back),
        }
    }
}
