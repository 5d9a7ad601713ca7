//! Taking a seat, by a room's code or in a quick match.

use tengen_shared::game::{Command, CommandId, Input, Millis, Reject, RejectCode, Seat};

use super::Shell;
use crate::{
    room::{flow::Flow, log::Along},
    room_io::{RoomOut, Search, Sender},
};

impl Shell {
    /// Follows the room and takes a seat. A sender who gets no seat does not stay, unless they were a member before.
    pub(super) async fn join(
        &mut self,
        from: Sender,
        id: CommandId,
        arrived: Millis,
        search: Option<Search>,
    ) -> Flow {
        let cause = from.who.cause(id);
        if let Some(why_not) = self.turned_away.find(&cause) {
            self.out.reject(self.log.room().code(), from.who.conn, Some(id), why_not);
            return Flow::Go;
        }
        let command = Command::Join { passphrase: None };
        let room = self.log.room();
        let earlier = self.log.machine().earlier(&cause).cloned();
        let input = Input::Command { player: from.who.player, name: &from.who.name, command: &command };
        // Somebody who gets no seat is shown nothing of the room.
        let joined = if earlier.is_some() {
            Ok(())
        } else if search.is_some() && !self.owns_seat(&from) && self.who_waits().is_none() {
            // The player who waited has left meanwhile.
            Err(Reject::RoomFull)
        } else {
            let decided = room.decide(input, &self.context(arrived, Some(&from)));
            decided.and_then(|_| self.check_features(&from.who))
        };
        if let Err(reject) = joined {
            if self.refuses_without_lease(from.who.conn, id) {
                return Flow::Go;
            }
            self.turn_away(from, id, &reject, arrived, search);
            return Flow::Go;
        }
        if let Some(answer) = earlier
            && let Err(reject) = self.check_reader(&from.who)
        {
            self.repeat_outside(&from, id, answer, reject);
            return Flow::Go;
        }
        let member = self.members.has(from.who.conn);
        self.follow(&from);
        self.out.snapshot(self.log.room(), &from.who);
        let searches = search.is_some();
        let along = Along { search, ..Along::default() };
        let flow = self.command(&from, id, &command, along, arrived).await;
        if !member && !self.owns_seat(&from) {
            // The command was refused, or has led into another room before, so nothing has changed.
            self.leave(from.who.conn);
            // If the room has moved, its next owner answers.
            if searches && flow != Flow::Moved {
                let why = (RejectCode::NotInRoom, "your quick match has not led into this room");
                self.out.put_out(self.log.room().code(), from.who.conn, why);
            }
        }
        flow
    }

    /// Refuses a seat. A stranger in search of a quick match goes on to another room.
    fn turn_away(
        &mut self,
        from: Sender,
        id: CommandId,
        reject: &Reject,
        arrived: Millis,
        search: Option<Search>,
    ) {
        match search {
            None => {
                self.turned_away.remember(from.who.cause(id), reject);
                self.out.reject(self.log.room().code(), from.who.conn, Some(id), reject);
            }
            Some(mut search) => {
                search.passed.insert(self.log.code());
                self.send_on(from, id, arrived, search);
            }
        }
    }

    /// Lets a stranger in search of a quick match search on.
    pub(super) fn send_on(&mut self, from: Sender, id: CommandId, arrived: Millis, search: Search) {
        let room = self.log.room();
        // The room's time may not be that of the server.
        let arrived = self.time.of_server(arrived);
        self.out.put(RoomOut::TurnedAway { to: from, id, search, arrived });
        // Somebody else may still find a match in this room.
        self.app.set_waiting(room.code(), room.settings().variant, self.who_waits());
    }

    /// Returns whether the sender owns a seat, even while an AI stands in for them.
    fn owns_seat(&self, from: &Sender) -> bool {
        let seats = self.room().seats();
        Seat::BOTH.into_iter().any(|seat| seats.owner(seat) == Some(from.who.player))
    }
}
