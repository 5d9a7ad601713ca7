//! The ledger of a room: the commands of its clients, and everything that they received about it.

use std::{collections::BTreeMap, time::Instant};

use tengen_server::journal::Cause;
use tengen_shared::{
    game::{Event, GameId, GameRecord, PlayerId, RejectCode, Room, RoomCode, Seq, Stamped},
    protocol::{Cmd, GameSummary},
};

use super::{Fault, Finding};

/// Whether number and time are equal, and the events too, unless one of them is hidden from its viewer.
pub(super) fn is_same(one: &Stamped, other: &Stamped) -> bool {
    let hidden = one.event == (Event::Hidden {}) || other.event == (Event::Hidden {});
    one.seq == other.seq && one.time == other.time && (hidden || one.event == other.event)
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The server carried out the command.
    Accepted {
        /// The number of the room's last event after it.
        last: Seq,
        /// The numbers of the events that it caused; empty if it caused none.
        own: Vec<Seq>,
    },
    /// The server refused the command.
    Refused(RejectCode),
}

/// A command of a client.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) cmd: Cmd,
    /// The number of times it was sent. A repeated answer leaves out events that are far back.
    pub(super) times: u32,
    /// When it was last sent.
    pub(super) at: Instant,
    pub(super) told: Option<Told>,
}

/// A snapshot that a client received.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) viewer: PlayerId,
    pub(super) room: Box<Room>,
}

/// The ledger of one room.
#[derive(Debug, Default)]
pub struct Ledger {
    pub(super) code: Option<RoomCode>,
    pub(super) events: BTreeMap<Seq, Stamped>,
    pub(super) commands: BTreeMap<Cause, Sent>,
    pub(super) looks: Vec<Look>,
    /// The finished games in the lists that clients received.
    pub(super) games: BTreeMap<GameId, GameSummary>,
    pub(super) findings: Vec<Finding>,
    /// The games that clients saw end.
    pub(super) ended: BTreeMap<u32, GameRecord>,
    /// The actions and observations of the clients, in order of time, for people who investigate a fault.
    pub(super) log: Vec<String>,
}

impl Ledger {
    /// Creates the ledger of a room with this code.
    #[must_use]
    pub fn new(code: RoomCode) -> Self {
        Self { code: Some(code), ..Self::default() }
    }

    pub(super) fn find(&mut self, fault: Fault, seq: Option<Seq>, text: impl Into<String>) {
        let room = self.code.as_ref().map(ToString::to_string);
        self.findings.push(Finding { fault, room, seq, text: text.into() });
    }

    /// Adds a sent command; returns whether it was sent for the first time.
    pub fn sent(&mut self, cause: Cause, cmd: &Cmd) -> bool {
        let at = Instant::now();
        let sent = self.commands.entry(cause).or_insert(Sent { cmd: cmd.clone(), times: 0, at, told: None });
        sent.times += 1;
        sent.at = at;
        sent.times == 1
    }

    /// Adds events that a client received.
    pub fn told(&mut self, who: usize, events: &[Stamped]) {
        for stamped in events {
            let Some(known) = self.events.get(&stamped.seq) else {
                self.events.insert(stamped.seq, stamped.clone());
                continue;
            };
            if !is_same(known, stamped) {
                let text = format!("client {who} is told {stamped:?}; earlier it was {known:?}");
                self.find(Fault::Changed, Some(stamped.seq), text);
            } else if known.event == (Event::Hidden {}) {
                self.events.insert(stamped.seq, stamped.clone());
            }
        }
    }

    /// Adds the answer to a command. A repeated answer must be the same.
    pub fn answered(&mut self, cause: Cause, told: Told) {
        let Some(sent) = self.commands.get_mut(&cause) else {
            self.find(Fault::Invented, None, format!("an answer to {cause:?}, which was not sent: {told:?}"));
            return;
        };
        let Some(before) = &sent.told else {
            sent.told = Some(told);
            return;
        };
        let same = match (before, &told) {
            (Told::Accepted { last, own }, Told::Accepted { last: again, own: events }) => {
                last == again && own.ends_with(events)
            }
            (Told::Accepted { .. }, Told::Refused(_)) | (Told::Refused(_), Told::Accepted { .. }) => false,
            (Told::Refused(_), Told::Refused(_)) => true,
        };
        if !same {
            let text =
                format!("{cause:?} {:?} was told {before:?} first and {told:?} when repeated", sent.cmd);
            self.find(Fault::Changed, None, text);
        }
    }

    /// Adds rows of a list of finished games.
    pub fn listed(&mut self, who: usize, games: &[GameSummary]) {
        for game in games {
            let known = self.games.insert(game.game, game.clone());
            if known.as_ref().is_some_and(|known| known != game) {
                let text = format!("client {who} is told of {game:?}; earlier it was {known:?}");
                self.find(Fault::Changed, None, text);
            }
        }
    }

    /// Adds a snapshot, for comparison with the journal.
    pub fn looked(&mut self, viewer: PlayerId, room: &Room) {
        self.looks.push(Look { viewer, room: Box::new(room.clone()) });
    }

    /// Adds a game whose end a client has seen, without the parts that are hidden from some viewers.
    pub fn ended(&mut self, who: usize, game: GameRecord) {
        let game = bare(game);
        let known = self.ended.entry(game.number).or_insert_with(|| game.clone());
        if *known != game {
            let text = format!("client {who} saw {game:?} end; others saw {known:?}");
            self.find(Fault::Changed, None, text);
        }
    }

    /// Returns the log and the events, line by line.
    #[must_use]
    pub fn story(&self) -> String {
        let events: Vec<String> = self.events.values().map(|stamped| format!("{stamped:?}")).collect();
        format!("{:?}\n{}\n\nEvents:\n{}\n", self.code, self.log.join("\n"), events.join("\n"))
    }
}

/// Removes the parts of a game that are only disclosed after its end.
pub(super) fn bare(game: GameRecord) -> GameRecord {
    GameRecord { thoughts: Vec::new(), hints: Vec::new(), ..game }
}
