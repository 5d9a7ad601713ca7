//! What a client does with each message: folds it, notes it, and says what does not fit.

use std::time::{Duration, Instant};

use tengen_shared::{
    game::{Command, CommandId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Attending, Cmd, ServerMessage},
};

use super::{
    Fault, Told,
    actions::Door,
    client::{Client, Pending, What, is_door},
    expected::is_expected,
    ledger::{Entry, Ledger},
    shared::{News, count},
    table::Misfit,
};

/// How long a client waits before it tries a closed door again.
const CLOSED_FOR: Duration = Duration::from_millis(250);

/// Where a client is told of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It follows the room.
    Inside,
    /// It asks to be let in, or was shown out, and is told only what its own commands have led to.
    Door,
}

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
            ServerMessage::Chat { id, lines, .. } => self.listed(id, |ledger, me| ledger.heard(me, &lines)),
            ServerMessage::Games { id, games } => self.listed(id, |ledger, me| ledger.listed(me, &games)),
            ServerMessage::Presence { room, seats, .. } => self.attended(&room, &seats),
            ServerMessage::LetIn { room } => self.let_in(&room),
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
        let follows = self.tables.get(&pending.table).is_some_and(|table| table.room.is_some());
        let place = if pending.followed || follows { Place::Inside } else { Place::Door };
        self.told(pending.table, events, place);
        let told = Told::Accepted { last, own: events.iter().map(|stamped| stamped.seq).collect() };
        self.answered(pending, told);
    }

    fn rejected(&mut self, id: Option<CommandId>, room: Option<&RoomCode>, code: RejectCode, text: &str) {
        let Some(id) = id else { return self.shown_out(room, code, text) };
        let Some(pending) = self.pending.remove(&id.n()) else {
            let text = format!("client {}: {id:?} was refused: {code:?} {text}", self.number);
            return self.shared.find(Fault::Unexpected, text);
        };
        let follows = self.tables.get(&pending.table).is_some_and(|table| table.room.is_some());
        if !is_expected(code, &pending, follows) {
            let text = format!("{:?} was refused: {code:?} {text}", pending.frame);
            self.shared.ledger(pending.table).find(Fault::Unexpected, None, text);
        }
        self.refused(&pending, code);
        self.answered(pending, Told::Refused(code));
    }

    /// Draws the conclusions from a refusal, so that the same is not tried again and again.
    fn refused(&mut self, pending: &Pending, code: RejectCode) {
        let room = pending.table;
        let Some(table) = self.tables.get_mut(&room) else { return };
        let wake = match code {
            RejectCode::TooEarly => table.too_early(),
            RejectCode::NeedsConsent if table.door == Door::Open => {
                table.door = Door::MustAsk;
                return;
            }
            RejectCode::Barred if pending.followed => {
                table.barred_at = table.room.as_ref().map(Room::games_finished);
                return;
            }
            RejectCode::NeedsConsent
            | RejectCode::NoSpectators
            | RejectCode::Barred
            | RejectCode::NotAsking => {
                table.door = Door::Closed;
                Instant::now() + CLOSED_FOR
            }
            _ => return,
        };
        self.wake_at(room, wake);
    }

    /// The room may not be watched by this client any more, or it is not let in.
    fn shown_out(&mut self, room: Option<&RoomCode>, code: RejectCode, text: &str) {
        let number = room.and_then(|room| self.codes.get(room)).copied();
        let table = number.and_then(|number| self.tables.get_mut(&number));
        let (RejectCode::NoSpectators | RejectCode::NeedsConsent, Some(table)) = (code, table) else {
            let text = format!("client {}: {room:?} cannot be resumed: {code:?} {text}", self.number);
            return self.shared.find(Fault::Lost, text);
        };
        // What happened during a crash it has not heard of.
        let may_watch = |room: &Room| room.check_watch(self.player).is_ok();
        if self.catching_up.is_none() && table.room.as_ref().is_some_and(may_watch) {
            let text = format!("client {} is shown out and may watch: {code:?} {text}", self.number);
            self.shared.ledger(table.number).find(Fault::Unexpected, None, text);
        }
        (table.room, table.door) = (None, Door::Closed);
        let number = table.number;
        let of_room = self.pending.values_mut().filter(|pending| pending.table == number);
        of_room.for_each(|pending| pending.followed = false);
        self.wake_at(number, Instant::now() + CLOSED_FOR);
    }

    /// Somebody has come or gone.
    fn attended(&mut self, room: &RoomCode, seats: &[Option<Attending>; 2]) {
        let Some(number) = self.codes.get(room).copied() else { return };
        let gone_at = self.tables.get_mut(&number).and_then(|table| table.attended(seats));
        if let Some(gone_at) = gone_at {
            self.wake_at(number, gone_at);
        }
    }

    /// The players have agreed that this client may watch.
    fn let_in(&mut self, room: &RoomCode) {
        let Some(number) = self.codes.get(room).copied() else { return };
        if let Some(table) = self.tables.get_mut(&number) {
            table.door = Door::Open;
        }
        self.think(number);
    }

    /// The answer to a command that only looks at what is past.
    fn listed(&mut self, id: CommandId, note: impl FnOnce(&mut Ledger, usize)) {
        let Some(pending) = self.pending.remove(&id.n()) else {
            self.shared.find(Fault::Unexpected, format!("a list for {id:?}, which waits for none"));
            return;
        };
        note(&mut self.shared.ledger(pending.table), self.number);
        self.answered(pending, Told::Accepted { last: Seq(0), own: Vec::new() });
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
        match pending.what {
            What::Act(action) => self.shared.acted(action, accepted),
            What::Repeat => self.repeated(&told),
            What::Create | What::Look => {}
        }
        self.close(pending, &told);
        let mut ledger = self.shared.ledger(room);
        ledger.log.push((self.number, self.start, Entry::Answered(id, told.clone())));
        ledger.answered(self.cause(id), told);
        drop(ledger);
        self.caught_up(Some(id.n()));
        self.think(room);
        self.finish();
    }

    /// Notes what the answer to a command makes of the client's place in the room.
    fn close(&mut self, pending: Pending, told: &Told) {
        let accepted = matches!(told, Told::Accepted { .. });
        let (room, me) = (pending.table, self.player);
        let Some(table) = self.tables.get_mut(&room) else { return };
        let stays = match &pending.frame.cmd {
            Cmd::Room(Command::Leave {}) => !accepted,
            // Whoever comes through this door stays only with a seat.
            Cmd::Room(Command::Join { .. }) => pending.followed || table.owns_seat(me),
            _ => true,
        };
        if !stays {
            table.room = None;
        }
        let asks =
            accepted && matches!(pending.frame.cmd, Cmd::Room(Command::AskToWatch {})) && !pending.followed;
        if asks {
            table.door = Door::Closed;
        } else if accepted && is_door(&pending.frame.cmd) {
            table.door = Door::Open;
        }
        if pending.what != What::Repeat {
            table.open = table.open.saturating_sub(1);
        }
        if matches!(pending.what, What::Act(_) | What::Create) {
            table.closed(pending.frame, told.clone());
        }
        if asks {
            // The news that it is let in may be lost.
            self.wake_at(room, Instant::now() + CLOSED_FOR);
        }
    }

    fn repeated(&self, told: &Told) {
        let tally = &self.shared.tally;
        count(match told {
            Told::Accepted { own, .. } if own.is_empty() => &tally.without_events,
            Told::Accepted { .. } => &tally.same_events,
            Told::Refused(_) => &tally.refused_again,
        });
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
            self.told(room, events, Place::Inside);
            self.think(room);
        }
    }

    fn told(&mut self, room: usize, events: &[Stamped], place: Place) {
        let (Some(table), Some(first), Some(last)) =
            (self.tables.get_mut(&room), events.first(), events.last())
        else {
            return;
        };
        let folded = match place {
            Place::Inside => table.fold(events, self.player),
            Place::Door => Ok(()),
        };
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
        let fits = table.replace(room, self.player);
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
            Misfit::Differs(text) => {
                (Fault::Disagrees, format!("client {who}: the events against the snapshot: {text}"))
            }
            Misfit::Corrupt(corrupt) => (Fault::Disagrees, format!("client {who}: {corrupt}")),
            Misfit::Uninvited => {
                (Fault::Unexpected, format!("client {who} is sent events of a room that it does not follow"))
            }
        };
        self.shared.ledger(room).find(fault, Some(seq), text);
    }
}
