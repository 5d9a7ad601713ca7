//! A client's reaction to the server's messages: it records everything and plays on.

use std::time::{Duration, Instant};

use rand::RngExt;
use tengen_session::{News, link::LinkEvent};
use tengen_shared::{
    game::{Command, CommandId, Event, PlayerId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Cmd, Frame, Request, ServerFrame, ServerMessage},
};

use super::{
    Fault, Told,
    actions::choose,
    client::{Client, Place},
    opening,
    shared::{Notice, Order},
};

/// The maximum number of unanswered commands of a client in one room.
const MOST_OPEN: usize = 2;
/// The number of commands to a room whose answers the server remembers, minus those that may be unanswered.
const REMEMBERED: u32 = 60;
/// After a crash, a client repeats one in this many commands that the server still remembers.
const ONE_REPEATED_IN: u32 = 8;
/// How long a client leaves a room alone after a refusal.
const REST: Duration = Duration::from_millis(20);

/// Whether a command makes its sender enter or leave a room. The client sends nothing after it until the answer
/// comes.
fn is_door(frame: &Frame) -> bool {
    tengen_session::opens_room(frame) || matches!(frame.cmd, Cmd::Room(Command::Leave {}))
}

/// Whether two states of a room differ in the parts that all followers see in the same way.
fn differ(folded: &Room, shown: &Room) -> bool {
    let moves = |room: &Room| room.game().map(|game| game.position().moves().to_vec());
    let parts = |room: &Room| (moves(room), room.clock().copied(), room.at(), room.host(), room.next_first());
    parts(folded) != parts(shown)
        || folded.seats() != shown.seats()
        || folded.scores() != shown.scores()
        || folded.offers() != shown.offers()
        || folded.settings() != shown.settings()
}

impl Client {
    pub(super) fn received(&mut self, bytes: Vec<u8>) {
        let codec = self.me.codec();
        if let Ok(ServerFrame::Known(message)) = codec.decode_server(&bytes)
            && let ServerMessage::Snapshot { room } = *message
        {
            self.compare(&room);
        }
        if let Some(news) = self.session.on_link(self.session.id(), LinkEvent::Received(bytes)) {
            self.heard(news);
        }
    }

    /// Checks that a snapshot equals the room as the session has folded it, or is later.
    fn compare(&self, shown: &Room) {
        let folded = self.session.room(shown.code()).and_then(|view| view.room());
        let (Some(number), Some(folded)) = (self.number_of_room(shown.code()), folded) else { return };
        if folded.seq() > shown.seq() {
            let text = format!("has seen event {}, and the room ends there", folded.seq().0);
            self.find(number, Fault::Lost, Some(shown.seq()), &text);
        } else if folded.seq() == shown.seq() {
            self.shared.tally().folded += 1;
            if !differ(folded, shown) {
                return;
            }
            let text = format!("has folded {folded:?} and is shown {shown:?}");
            self.find(number, Fault::Disagrees, Some(shown.seq()), &text);
        }
    }

    fn heard(&mut self, news: News) {
        let gap = news.gap();
        if let (Some(awaited), Some(asked)) = (&mut self.awaited, &news.asked) {
            awaited.remove(&asked.id);
        }
        let Some(message) = news.message else {
            return self.shared.find(Fault::Unexpected, "a message that this program does not know");
        };
        match message {
            ServerMessage::Welcome { player, .. } => self.come_back(player),
            ServerMessage::Accepted { id, room, seq, events } => {
                let Some(number) = self.number_of(id, room.as_ref()) else { return };
                if let (true, Some(code)) = (self.making.contains_key(&id), room) {
                    self.is_made(number, code);
                }
                if !events.is_empty() {
                    self.kept_as = Some(self.player());
                }
                self.told(number, &events, gap);
                self.remember(number, news.asked.as_ref(), &events);
                let own = events.iter().map(|stamped| stamped.seq).collect();
                self.answered(number, id, news.asked.as_ref(), Told::Accepted { last: seq, own });
            }
            ServerMessage::Rejected { id: Some(id), room, code, text, .. } => {
                let Some(number) = self.number_of(id, room.as_ref()) else { return };
                self.note(number, &format_args!("is refused {id:?}: {text}"));
                self.refused(number, news.asked.as_ref(), code, text.as_str());
                self.answered(number, id, news.asked.as_ref(), Told::Refused(code));
            }
            ServerMessage::Rejected { id: None, room, code, text, .. } => {
                let text = format!("client {}: {room:?} cannot be resumed: {code:?} {text}", self.number);
                self.shared.find(Fault::Lost, text);
            }
            ServerMessage::Events { room, events } => {
                let Some(number) = self.number_of_room(&room) else { return };
                self.told(number, &events, gap);
                self.think(number);
            }
            ServerMessage::Snapshot { room } => {
                // A snapshot is not compared while the creation of its room is unanswered.
                let Some(number) = self.number_of_room(room.code()) else { return };
                self.note(number, &format_args!("is shown the room at {}", room.seq().0));
                self.shared.ledger(number).looked(self.player(), &room);
            }
            ServerMessage::Games { id, games } => {
                let room = news.asked.as_ref().and_then(|asked| asked.room.clone());
                let Some(number) = self.number_of(id, room.as_ref()) else { return };
                self.shared.ledger(number).listed(self.number, &games);
                let told = Told::Accepted { last: Seq(0), own: Vec::new() };
                self.answered(number, id, news.asked.as_ref(), told);
            }
            // Messages that may be lost prove nothing.
            _ => {}
        }
    }

    fn is_made(&mut self, number: usize, code: RoomCode) {
        self.shared.ledger(number).code = Some(code.clone());
        self.place(number).code = Some(code);
        self.shared.opened.send_replace(());
    }

    /// Looks for rooms that other clients have created for this client to follow.
    pub(super) fn meet_rooms(&mut self) {
        let unknown = self.places.iter().filter(|(_, place)| place.code.is_none() && !place.makes);
        let unknown: Vec<usize> = unknown.map(|(number, _)| *number).collect();
        for number in unknown {
            let code = self.shared.ledger(number).code.clone();
            self.place(number).code = code;
            self.think(number);
        }
    }

    fn told(&self, number: usize, events: &[Stamped], gap: bool) {
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return };
        self.note(number, &format_args!("is told events {} to {}", first.seq.0, last.seq.0));
        // Later events may change the seats, which are part of a game's record.
        let over = events.iter().rposition(|stamped| matches!(stamped.event, Event::GameOver { .. }));
        let over = over.is_some_and(|over| {
            let mut behind = events[over + 1..].iter();
            behind.all(|s| matches!(s.event, Event::Disclosed { .. } | Event::ClockSet { .. }))
        });
        let room = self.places[&number].code.as_ref().and_then(|code| self.session.room(code)?.room());
        let mut ledger = self.shared.ledger(number);
        ledger.told(self.number, events);
        if let Some(game) = room.filter(|room| over && room.seq() == last.seq).and_then(Room::finished_game) {
            ledger.ended(self.number, game);
        }
        if gap {
            let text = format!("client {}: an event before these is missing: {events:?}", self.number);
            ledger.find(Fault::Disagrees, Some(first.seq), text);
        }
    }

    /// Remembers a command that caused events, to repeat it after a crash.
    fn remember(&mut self, number: usize, asked: Option<&Frame>, events: &[Stamped]) {
        let Some(frame) = asked.filter(|frame| !events.is_empty() && !is_door(frame)) else { return };
        let place = self.place(number);
        place.recent.push_back((frame.clone(), place.sent));
        let sent = place.sent;
        place.recent.retain(|(_, before)| before + REMEMBERED >= sent);
    }

    fn refused(&mut self, number: usize, asked: Option<&Frame>, code: RejectCode, text: &str) {
        let fault = match code {
            RejectCode::NoSuchRoom => Some(Fault::Lost),
            code if self.shared.is_open(&Told::Refused(code)) => None,
            RejectCode::Storage
            | RejectCode::BadHello
            | RejectCode::BadValue
            | RejectCode::UnknownCommand => Some(Fault::Unexpected),
            _ => None,
        };
        if let Some(fault) = fault {
            self.find(number, fault, None, &format!("{asked:?} was refused: {code:?} {text}"));
        }
        let place = self.place(number);
        if asked.is_some_and(|frame| matches!(frame.cmd, Cmd::Room(Command::Join { .. }))) {
            place.full = true;
        }
        place.rests_until = Some(Instant::now() + REST);
    }

    fn answered(&mut self, number: usize, id: CommandId, asked: Option<&Frame>, told: Told) {
        let accepted = matches!(told, Told::Accepted { .. });
        let mut tally = self.shared.tally();
        match asked {
            Some(_) if accepted => tally.acknowledged += 1,
            Some(_) => tally.refused += 1,
            None => tally.same_answers += u64::from(accepted),
        }
        drop(tally);
        self.note(number, &format_args!("is told of {id:?}: {told:?}"));
        if !self.shared.is_open(&told) {
            let sent = self.shared.ledger(number).commands.get(&self.cause(id)).map(|sent| sent.at);
            if let Some(sent) = sent {
                self.shared.hears(number, sent);
            }
            self.shared.ledger(number).answered(self.cause(id), told);
        }
        self.making.remove(&id);
        if let Some(awaited) = &mut self.awaited {
            awaited.remove(&id);
        }
        self.think(number);
    }

    /// The server has welcomed this client again. All of its earlier commands must be answered now.
    fn come_back(&mut self, player: PlayerId) {
        if let Some(kept) = self.kept_as.filter(|kept| *kept != player) {
            let text = format!("client {} was {kept:?} and is {player:?} now", self.number);
            self.shared.find(Fault::Lost, text);
        }
        self.known_as = Some(player);
        self.look();
        for (number, place) in &self.places {
            self.note(*number, &"comes back");
            let remembered = place.recent.iter().filter(|(_, before)| before + REMEMBERED >= place.sent);
            for (frame, _) in remembered {
                if self.rng.random_ratio(1, ONE_REPEATED_IN) {
                    self.repeats.push(frame.clone());
                }
            }
        }
        let waiting = self.session.waiting().chain(&self.repeats).map(|frame| frame.id);
        self.awaited = Some(waiting.collect());
    }

    /// Asks for every followed room, to compare it with the folded one.
    fn look(&mut self) {
        let busy =
            |code: &RoomCode| self.session.waiting().any(|f| f.room.as_ref() == Some(code) && is_door(f));
        // The session follows a new room from its snapshot on, which may come before the answer to its creation. Until
        // that answer, the client does not know which of its rooms it is.
        let followed = self.session.rooms().map(|view| view.code().clone());
        let rooms: Vec<RoomCode> =
            followed.filter(|code| self.number_of_room(code).is_some() && !busy(code)).collect();
        for code in rooms {
            let _ = self.session.ask(Some(code), Request::Snapshot {});
        }
    }

    /// Returns a notice once all commands are answered after a crash. At the end, once no command is unanswered, it
    /// checks every room.
    pub(super) fn finish(&mut self) -> Option<Notice> {
        if self.awaited.take_if(|awaited| awaited.is_empty()).is_some() {
            let rooms: Vec<usize> = self.places.keys().copied().collect();
            rooms.into_iter().for_each(|room| self.think(room));
            return Some(Notice::Resumed { start: self.start });
        }
        let finishing = matches!(*self.ways.orders.borrow(), Order::Finish { .. });
        let quiet = self.session.link().is_online() && self.session.waiting().next().is_none();
        if !finishing || !quiet || self.awaited.is_some() || self.finished {
            return None;
        }
        if !self.looked {
            self.looked = true;
            self.look();
            return None;
        }
        self.finished = true;
        Some(Notice::Finished)
    }

    pub(super) fn wake_up(&mut self, now: Instant) {
        let due = |place: &Place| place.rests_until.is_some_and(|until| until <= now);
        let due: Vec<usize> =
            self.places.iter().filter(|(_, place)| due(place)).map(|(number, _)| *number).collect();
        for number in due {
            self.place(number).rests_until = None;
            self.think(number);
        }
    }

    /// Sends a command to the room, if it is time to.
    fn think(&mut self, number: usize) {
        let playing = matches!(*self.ways.orders.borrow(), Order::Play { .. } | Order::Down);
        let place = &self.places[&number];
        let online = self.session.link().is_online() && self.awaited.is_none();
        if !playing || !online || place.rests_until.is_some() {
            return;
        }
        let Some(code) = place.code.clone() else {
            if place.makes && !self.making.values().any(|made| *made == number) {
                let create = opening::create(number, &mut self.rng);
                if let Ok(id) = self.session.ask(None, create) {
                    self.making.insert(id, number);
                }
            }
            return;
        };
        let on_the_way = || self.session.waiting().filter(|frame| frame.room.as_ref() == Some(&code));
        let open = on_the_way().count();
        if open >= MOST_OPEN || on_the_way().any(is_door) {
            return;
        }
        let me = self.player();
        let cmd = match self.session.room(&code).map(|view| view.room()) {
            None if open > 0 => return,
            None if place.full => Some(Cmd::Request(Request::Watch { passphrase: None })),
            None => Some(Cmd::Room(Command::Join { passphrase: None })),
            Some(room) => room.and_then(|room| choose(room, me, open == 0, &mut self.rng)),
        };
        if let Some(cmd) = cmd {
            let _ = self.session.ask(Some(code), cmd);
        }
    }
}
