//! A simulated client: folds the messages that it receives, and remembers its commands and their answers.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use tengen_shared::{
    game::{
        Audience, CommandId, Corrupt, Event, Features, PerSeat, PlayerId, Room, RunId, Seat, Seen, Seq,
        Stamped,
    },
    protocol::{HexBytes, KeyId, ServerMessage, view::View},
};

use crate::{
    quota::AddressBlock,
    room_io::{ConnId, Identity, RoomOut, Sender, Standing, To},
};

/// Messages that wait for a client which does not read. Further events are lost.
const SPACE: usize = 6;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// The room's last event, and the events of the command.
    Accepted(Seq, Vec<Seq>),
    /// The code, as text.
    Rejected(String),
}

/// A client program of a player, and what its gateway knows of it.
pub(super) struct Client {
    pub(super) player: PlayerId,
    /// The connection; `None` while it has none.
    pub(super) who: Option<Arc<Identity>>,
    pub(super) room: Option<Room>,
    /// The presence in the seats, as it was told.
    pub(super) present: PerSeat<Seen>,
    /// Whether it reads what it is sent.
    pub(super) reads: bool,
    standing: Option<Standing>,
    inbox: VecDeque<ServerMessage>,
    /// Whether it has lost events, and waits for a snapshot.
    behind: bool,
    run: RunId,
    last: u32,
    /// The commands without an answer, in order.
    pub(super) open: Vec<CommandId>,
    pub(super) told: BTreeMap<CommandId, Told>,
}

impl Client {
    pub(super) fn new(player: PlayerId, run: u64) -> Self {
        Self {
            player,
            who: None,
            room: None,
            present: PerSeat([Seen::Unknown; 2]),
            reads: true,
            standing: None,
            inbox: VecDeque::new(),
            behind: false,
            run: RunId(run),
            last: 0,
            open: Vec::new(),
            told: BTreeMap::new(),
        }
    }

    pub(super) fn connect(&mut self, conn: ConnId) -> Sender {
        let name = format!("Player {}", self.player.0).parse().unwrap();
        let address = AddressBlock::from(std::net::IpAddr::from([127, 0, 0, 1]));
        let device = KeyId(HexBytes(self.run.0.to_be_bytes()));
        self.who = Some(Arc::new(Identity {
            conn,
            player: self.player,
            name,
            device,
            address,
            features: Features::all(),
        }));
        self.present = PerSeat([Seen::Unknown; 2]);
        self.reads = true;
        self.sender().unwrap()
    }

    pub(super) fn sender(&self) -> Option<Sender> {
        Some(Sender { who: self.who.clone()?, lag: 0 })
    }

    pub(super) fn conn(&self) -> Option<ConnId> {
        self.who.as_ref().map(|who| who.conn)
    }

    /// Returns whether the room counts the connection as a member.
    pub(super) const fn follows(&self) -> bool {
        matches!(self.standing, Some(Standing::Follows { .. }))
    }

    /// Takes a message of the room, as a gateway does.
    pub(super) fn deliver(&mut self, message: &RoomOut) {
        let Some(conn) = self.conn() else { return };
        match message {
            RoomOut::Answer { to, message } if *to == conn => self.inbox.push_back(message.clone()),
            RoomOut::State { to, message } if self.receives(*to, conn) && !self.behind => {
                if self.inbox.len() < SPACE {
                    self.inbox.push_back(message.clone());
                } else {
                    self.behind = true;
                }
            }
            RoomOut::Resync { to, message } if *to == conn && self.behind => {
                self.behind = false;
                self.inbox.push_back(message.clone());
            }
            RoomOut::News(message) if self.follows() && self.inbox.len() < SPACE && !self.behind => {
                self.inbox.push_back(message.clone());
            }
            RoomOut::Stands { conn: whose, standing } if *whose == conn => self.standing = *standing,
            _ => {}
        }
    }

    fn receives(&self, to: To, conn: ConnId) -> bool {
        let Some(Standing::Follows { view, .. }) = self.standing else { return false };
        match to {
            To::One(one) => one == conn,
            To::All { view: wanted, except } => {
                except != Some(conn) && wanted.is_none_or(|wanted: View| wanted == view)
            }
        }
    }

    pub(super) fn next_id(&mut self) -> CommandId {
        self.last += 1;
        let id = CommandId(self.run, self.last);
        self.open.push(id);
        id
    }

    /// Returns the commands that were carried out, whose repeats must get the same answer.
    pub(super) fn repeatable(&self) -> impl Iterator<Item = CommandId> {
        let carried_out = |told: &Told| matches!(told, Told::Accepted(_, events) if !events.is_empty());
        self.told.iter().filter(move |(_, told)| carried_out(told)).map(|(id, _)| *id)
    }

    pub(super) fn seen(&self) -> Seq {
        self.room.as_ref().map_or(Seq(0), Room::seq)
    }

    /// Reads everything that waits. Returns whether the room owes a snapshot now.
    pub(super) fn read(&mut self, truth: &Room) -> bool {
        if !self.reads || self.who.is_none() {
            return false;
        }
        while let Some(message) = self.inbox.pop_front() {
            self.take(message, truth);
        }
        self.behind
    }

    fn take(&mut self, message: ServerMessage, truth: &Room) {
        match message {
            ServerMessage::Accepted { id, seq, events, .. } => {
                let seqs = events.iter().map(|stamped| stamped.seq).collect();
                self.answered(id, Told::Accepted(seq, seqs));
                self.fold(&events, truth);
            }
            ServerMessage::Rejected { id: Some(id), code, .. } => {
                self.answered(id, Told::Rejected(format!("{code:?}")));
            }
            ServerMessage::Events { events, .. } => self.fold(&events, truth),
            ServerMessage::Snapshot { room } => {
                assert!(room.seq() >= self.seen(), "a snapshot went back in time");
                self.room = Some(*room);
                self.present = PerSeat([Seen::Unknown; 2]);
            }
            ServerMessage::Rejected { id: None, .. } => {
                // Removed from the room, or not admitted again.
                self.room = None;
            }
            ServerMessage::Presence { seats, .. } => {
                self.present = seats.map(|attending| attending.map_or(Seen::Unknown, Seen::from));
            }
            ServerMessage::Chat { id, .. } => self.answered(id, Told::Accepted(Seq(0), Vec::new())),
            _ => {}
        }
    }

    fn answered(&mut self, id: CommandId, told: Told) {
        let index = self.open.iter().position(|open| *open == id);
        match (index, self.told.get(&id)) {
            (Some(index), None) => {
                self.open.remove(index);
                self.told.insert(id, told);
            }
            (_, Some(before)) => same_answer(id, before, &told),
            (None, None) => panic!("{id:?} was answered and never sent"),
        }
    }

    fn fold(&mut self, events: &[Stamped], truth: &Room) {
        for stamped in events {
            let audience = stamped.event.audience();
            // Do not judge what was sent to a player who has changed places since.
            let moved = self
                .room
                .as_ref()
                .is_none_or(|room| room.channel_of(self.player) != truth.channel_of(self.player));
            let hidden = matches!(stamped.event, Event::Hidden {});
            if self.reads && !moved && !hidden && stamped.seq == truth.seq() {
                assert!(
                    may_see(truth, self.player, audience),
                    "player {} was sent {stamped:?}",
                    self.player.0
                );
            }
            let Some(room) = &mut self.room else { continue };
            if stamped.seq <= room.seq() {
                continue;
            }
            if stamped.event.changes_seats() {
                self.present = PerSeat([Seen::Unknown; 2]);
            }
            match room.apply(stamped) {
                // An answer can overtake events that did not fit into the outbox. A snapshot is then owed, and must
                // arrive before the client is compared with the room.
                Ok(()) | Err(Corrupt::Gap { .. }) => {}
                Err(corrupt) => panic!("{corrupt}: {stamped:?} after {room:?}"),
            }
        }
    }

    /// Drops the connection without a word, and with it everything queued. Returns it if the room knew it.
    pub(super) fn vanish(&mut self) -> Option<ConnId> {
        let conn = self.who.take()?.conn;
        self.inbox.clear();
        self.behind = false;
        self.standing.take().map(|_| conn)
    }
}

/// Returns whether a viewer may see something: a second definition, independent of the filter under test.
fn may_see(room: &Room, viewer: PlayerId, audience: Audience) -> bool {
    let sits = Seat::BOTH.map(|seat| room.seats().player(seat)).contains(&Some(viewer));
    match audience {
        Audience::All {} => true,
        Audience::Players {} => sits,
        Audience::Spectators {} => !sits,
        Audience::Seat { seat } => room.seats().player(seat) == Some(viewer),
        Audience::Nobody {} => false,
    }
}

/// Checks that a repeated command gets the same answer; events that have left memory may be missing.
fn same_answer(id: CommandId, before: &Told, now: &Told) {
    match (before, now) {
        (Told::Accepted(seq, events), Told::Accepted(again, repeated)) => {
            assert!(
                seq == again && repeated.iter().all(|seq| events.contains(seq)),
                "{id:?} was told {before:?} and then {now:?}"
            );
        }
        _ => assert_eq!(before, now, "{id:?} was told two things"),
    }
}
