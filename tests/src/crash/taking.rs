//! What a client does with each message: folds it, notes it, and says what does not fit.

use tengen_shared::{
    game::{CommandId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Cmd, ServerMessage},
};

use super::{
    Fault, Told,
    client::{Client, Pending, What, is_door},
    ledger::{Entry, difference},
    shared::{News, count},
    table::Misfit,
};

impl Client {
    /// Takes a message.
    pub(super) fn take(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Server { id, .. } => self.shared.meet(id),
            ServerMessage::Welcome { player, key, .. } => {
                if self.me.key.is_some_and(|known| known != key || player != self.player) {
                    let text = format!("client {} was {:?} and is {player:?} now", self.number, self.player);
                    self.shared.find(Fault::Lost, text);
                }
                (self.player, self.me.key) = (player, Some(key));
                self.caught_up(None);
            }
            ServerMessage::Accepted { id, room, seq, events } => self.accepted(id, room, seq, &events),
            ServerMessage::Rejected { id, room, code, text } => {
                self.rejected(id, room.as_ref(), code, text.as_str());
            }
            ServerMessage::Events { room, events } => self.events(&room, &events),
            ServerMessage::Snapshot { room } => self.snapshot(&room),
            // News that may be lost say nothing about what must not be.
            _ => {}
        }
    }

    fn accepted(&mut self, id: CommandId, room: Option<RoomCode>, last: Seq, events: &[Stamped]) {
        let Some(pending) = self.pending.remove(&id.n()) else {
            self.shared.find(Fault::Unexpected, format!("an answer to {id:?}, which waits for none"));
            return;
        };
        if let What::Act(action) = pending.what
            && action.is_illegal()
        {
            let text = format!("{action:?} was accepted: {:?}", pending.frame);
            self.shared.ledger(pending.table).find(Fault::Invented, Some(last), text);
        }
        if pending.what == What::Create
            && let Some(code) = room
        {
            self.open(pending.table, &code);
        }
        self.told(pending.table, events);
        let told = Told::Accepted { last, own: events.iter().map(|stamped| stamped.seq).collect() };
        self.answered(pending, told);
    }

    fn rejected(&mut self, id: Option<CommandId>, room: Option<&RoomCode>, code: RejectCode, text: &str) {
        let Some(id) = id else {
            let text = format!("client {}: {room:?} cannot be resumed: {code:?} {text}", self.number);
            return self.shared.find(Fault::Lost, text);
        };
        let Some(pending) = self.pending.remove(&id.n()) else {
            let text = format!("client {}: {id:?} was refused: {code:?} {text}", self.number);
            return self.shared.find(Fault::Unexpected, text);
        };
        if !is_expected(code, &pending) {
            let text = format!("{:?} was refused: {code:?} {text}", pending.frame);
            self.shared.ledger(pending.table).find(Fault::Unexpected, None, text);
        }
        self.answered(pending, Told::Refused(code));
    }

    fn answered(&mut self, pending: Pending, told: Told) {
        let (tally, room) = (&self.shared.tally, pending.table);
        let accepted = matches!(told, Told::Accepted { .. });
        if pending.what != What::Repeat {
            count(if accepted { &tally.accepted } else { &tally.refused });
            if pending.again {
                count(&tally.answered_again);
            }
        }
        let id = pending.frame.id;
        if let Some(table) = self.tables.get_mut(&room) {
            if accepted && matches!(pending.frame.cmd, Cmd::Leave {}) {
                table.room = None;
            }
            if pending.what != What::Repeat {
                table.closed(pending.frame, &told);
            }
        }
        let mut ledger = self.shared.ledger(room);
        ledger.log.push((self.number, self.start, Entry::Answered(id, told.clone())));
        ledger.answered(self.cause(id), told);
        drop(ledger);
        self.caught_up(Some(id.n()));
        self.think(room);
        self.finish();
    }

    /// Something that waited since the crash has its answer.
    fn caught_up(&mut self, n: Option<u32>) {
        let Some(waiting) = &mut self.catching_up else { return };
        n.map(|n| waiting.remove(&n));
        if !waiting.is_empty() || self.me.key.is_none() {
            return;
        }
        self.catching_up = None;
        self.news.push(News::Resumed { start: self.start });
        let rooms: Vec<usize> = self.tables.keys().copied().collect();
        for room in rooms {
            self.think(room);
        }
        self.finish();
    }

    fn open(&mut self, number: usize, code: &RoomCode) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        table.code = Some(code.clone());
        self.codes.insert(code.clone(), number);
        self.shared.ledger(number).code = Some(code.clone());
        if let Some(room) = self.strays.remove(code) {
            self.snapshot(&room);
        }
        for way in &self.shared.opened {
            // A client that does not follow it has room for all the same, and one that has ended needs it no more.
            let _ = way.try_send(number);
        }
    }

    fn events(&mut self, code: &RoomCode, events: &[Stamped]) {
        if let Some(room) = self.codes.get(code).copied() {
            self.told(room, events);
            self.think(room);
        }
    }

    fn told(&mut self, room: usize, events: &[Stamped]) {
        let (Some(table), Some(first), Some(last)) =
            (self.tables.get_mut(&room), events.first(), events.last())
        else {
            return;
        };
        let folded = table.fold(events);
        let mut ledger = self.shared.ledger(room);
        ledger.log.push((self.number, self.start, Entry::Events(first.seq, last.seq)));
        ledger.told(self.number, events);
        drop(ledger);
        if let Err(misfit) = folded {
            self.misfit(room, last.seq, misfit);
        }
    }

    fn snapshot(&mut self, room: &Room) {
        let number = match self.codes.get(room.code()) {
            Some(number) => *number,
            // It comes before the answer to the command that made it.
            None => {
                self.strays.insert(room.code().clone(), room.clone());
                return;
            }
        };
        let Some(table) = self.tables.get_mut(&number) else { return };
        let fits = table.replace(room);
        let mut ledger = self.shared.ledger(number);
        ledger.log.push((self.number, self.start, Entry::Snapshot(room.seq())));
        ledger.looked(self.player, room);
        drop(ledger);
        if let Err(misfit) = fits {
            self.misfit(number, room.seq(), misfit);
        }
        self.think(number);
    }

    fn misfit(&self, room: usize, seq: Seq, misfit: Misfit) {
        let who = self.number;
        let (fault, text) = match misfit {
            Misfit::Behind { seen, told } => (
                Fault::Lost,
                format!("client {who} has seen event {}, and the room ends at {}", seen.0, told.0),
            ),
            Misfit::Differs { fold, snapshot } => (
                Fault::Disagrees,
                format!("client {who}: the events against the snapshot: {}", difference(&fold, &snapshot)),
            ),
            Misfit::Corrupt(corrupt) => (Fault::Disagrees, format!("client {who}: {corrupt}")),
            Misfit::Uninvited => {
                (Fault::Unexpected, format!("client {who} is sent events of a room that it does not follow"))
            }
        };
        self.shared.ledger(room).find(fault, Some(seq), text);
    }
}

/// Whether a client that keeps to the protocol may be refused so.
fn is_expected(code: RejectCode, pending: &Pending) -> bool {
    match code {
        RejectCode::OffBoard
        | RejectCode::Occupied
        | RejectCode::NotYourTurn
        | RejectCode::NotYourSeat
        | RejectCode::Spectator
        | RejectCode::Stale
        | RejectCode::NoGame
        | RejectCode::GameOn
        | RejectCode::RoomFull
        | RejectCode::SeatTaken
        | RejectCode::SeatEmpty
        | RejectCode::AlreadySeated
        | RejectCode::BadSeats
        | RejectCode::NoHints
        | RejectCode::NotHost
        | RejectCode::Busy => true,
        // A refusal is not remembered across a crash, and must not be judged anew behind a later command.
        // Nothing is sent behind a command that makes the client enter or leave.
        RejectCode::OldCommand => pending.again && !is_door(&pending.frame.cmd),
        _ => false,
    }
}
