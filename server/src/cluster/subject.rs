//! The subjects under which the cluster's messages lie in the broker, and the streams that store them.

use std::{fmt, str::FromStr};

use tengen_shared::{
    game::{CommandId, PlayerId, RoomCode, RunId},
    protocol::{HexBytes, KeyId},
    rules::Variant,
};

use super::{NodeName, Place};
use crate::journal::Cause;

/// The number of streams over which rooms are spread. Each has a leader of its own among the brokers.
const SHARDS: u8 = 16;

/// One of the streams for rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(u8);

impl Shard {
    /// Returns the shard of a room.
    #[must_use]
    pub fn of(room: &RoomCode) -> Self {
        Self(Place::from(room).shard(SHARDS))
    }

    /// Returns the numbers of all streams for rooms.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SHARDS).map(Self)
    }

    /// Returns the place of the work that one node does for the whole shard.
    #[must_use]
    pub fn place(self) -> Place {
        Place::of(&self.to_string())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}

/// A stream of the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// The records and checkpoints of a part of the rooms.
    Rooms(Shard),
    /// The finished games of all rooms.
    Games,
    /// Players, their keys, and all else of which only the last value counts.
    Table,
    /// The rooms into which commands led their senders, for some days.
    Entries,
    /// The leases of nodes.
    Nodes,
}

impl Stream {
    /// Returns the streams that a cluster needs.
    pub fn all() -> impl Iterator<Item = Self> {
        Shard::all().map(Self::Rooms).chain([Self::Games, Self::Table, Self::Entries, Self::Nodes])
    }

    /// Returns whether only the last message of each subject is stored.
    #[must_use]
    pub const fn keeps_last_only(self) -> bool {
        matches!(self, Self::Table | Self::Nodes | Self::Entries)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rooms(shard) => write!(f, "TENGEN-ROOMS-{shard}"),
            Self::Games => f.write_str("TENGEN-GAMES"),
            Self::Table => f.write_str("TENGEN-TABLE"),
            Self::Entries => f.write_str("TENGEN-ENTRIES"),
            Self::Nodes => f.write_str("TENGEN-NODES"),
        }
    }
}

/// What a message of a stream is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The records of a room.
    Log(RoomCode),
    /// The last checkpoint of a room.
    State(RoomCode),
    /// Somebody other than its host has been in a room.
    Shared(RoomCode),
    /// A finished game: its room, and its number there.
    Game(RoomCode, u32),
    /// The games of a room have been deleted.
    GamesGone(RoomCode),
    /// A player with their keys.
    Player(PlayerId),
    /// The owners of the keys with this short name.
    Key(KeyId),
    /// The last number given to a player.
    LastPlayer,
    Identity,
    /// The days on which the cluster ran.
    Days,
    /// Whether an import has begun and not ended.
    Filling,
    /// The room that waits for a quick match.
    Quick(Variant),
    /// The room into which a command led its sender.
    Entry(Cause),
    Node(NodeName),
}

impl Subject {
    /// Returns the stream that stores the subject.
    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Log(room) | Self::State(room) | Self::Shared(room) => Stream::Rooms(Shard::of(room)),
            Self::Game(..) | Self::GamesGone(_) => Stream::Games,
            Self::Player(_)
            | Self::Key(_)
            | Self::LastPlayer
            | Self::Identity
            | Self::Days
            | Self::Filling
            | Self::Quick(_) => Stream::Table,
            Self::Entry(_) => Stream::Entries,
            Self::Node(_) => Stream::Nodes,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(room) => write!(f, "tengen.room.{}.log.{}", Shard::of(room), room.as_str()),
            Self::State(room) => write!(f, "tengen.room.{}.state.{}", Shard::of(room), room.as_str()),
            Self::Shared(room) => write!(f, "tengen.room.{}.shared.{}", Shard::of(room), room.as_str()),
            Self::Game(room, number) => write!(f, "tengen.game.{}.{number}", room.as_str()),
            Self::GamesGone(room) => write!(f, "tengen.game.{}.gone", room.as_str()),
            Self::Player(player) => write!(f, "tengen.table.player.{}", player.0),
            Self::Key(KeyId(HexBytes(bytes))) => write!(f, "tengen.table.key.{}", hex::encode(bytes)),
            Self::LastPlayer => f.write_str("tengen.table.last-player"),
            Self::Identity => f.write_str("tengen.table.identity"),
            Self::Days => f.write_str("tengen.table.days"),
            Self::Filling => f.write_str("tengen.table.filling"),
            // A subject has no spaces.
            Self::Quick(variant) => {
                write!(f, "tengen.table.quick.{}", variant.to_string().replace(' ', "_"))
            }
            Self::Entry(Cause { player, id: CommandId(run, n) }) => {
                write!(f, "tengen.entry.{}.{run}.{n}", player.0)
            }
            Self::Node(name) => write!(f, "tengen.node.{name}"),
        }
    }
}

/// A text is no subject of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSubject;

impl FromStr for Subject {
    type Err = NoSubject;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fn read<T: FromStr>(text: &str) -> Result<T, NoSubject> {
            text.parse().map_err(|_| NoSubject)
        }
        let parts: Vec<&str> = text.split('.').collect();
        Ok(match parts[..] {
            ["tengen", "room", _, "log", room] => Self::Log(read(room)?),
            ["tengen", "room", _, "state", room] => Self::State(read(room)?),
            ["tengen", "room", _, "shared", room] => Self::Shared(read(room)?),
            ["tengen", "game", room, "gone"] => Self::GamesGone(read(room)?),
            ["tengen", "game", room, number] => Self::Game(read(room)?, read(number)?),
            ["tengen", "table", "player", player] => Self::Player(PlayerId(read(player)?)),
            ["tengen", "table", "key", id] => {
                let mut bytes = [0; 8];
                hex::decode_to_slice(id, &mut bytes).map_err(|_| NoSubject)?;
                Self::Key(KeyId(HexBytes(bytes)))
            }
            ["tengen", "table", "last-player"] => Self::LastPlayer,
            ["tengen", "table", "identity"] => Self::Identity,
            ["tengen", "table", "days"] => Self::Days,
            ["tengen", "table", "filling"] => Self::Filling,
            ["tengen", "table", "quick", variant] => Self::Quick(read(&variant.replace('_', " "))?),
            ["tengen", "entry", player, run, n] => {
                let run = RunId(u64::from_str_radix(run, 16).map_err(|_| NoSubject)?);
                Self::Entry(Cause { player: PlayerId(read(player)?), id: CommandId(run, read(n)?) })
            }
            ["tengen", "node", name] => Self::Node(read(name)?),
            _ => return Err(NoSubject),
        })
    }
}

/// A part of the subjects of a stream, to be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The records of the rooms of a shard.
    Logs(Shard),
    /// The marks of shared rooms of a shard.
    Shared(Shard),
    Games,
    Players,
    /// The rooms into which commands led.
    Entries,
    Nodes,
}

impl Filter {
    /// Returns the stream of the part.
    #[must_use]
    pub const fn stream(self) -> Stream {
        match self {
            Self::Logs(shard) | Self::Shared(shard) => Stream::Rooms(shard),
            Self::Games => Stream::Games,
            Self::Players => Stream::Table,
            Self::Entries => Stream::Entries,
            Self::Nodes => Stream::Nodes,
        }
    }

    /// Returns whether a subject belongs to the part.
    #[must_use]
    pub fn covers(self, subject: &Subject) -> bool {
        match subject {
            Subject::Log(room) => self == Self::Logs(Shard::of(room)),
            Subject::Shared(room) => self == Self::Shared(Shard::of(room)),
            Subject::Game(..) | Subject::GamesGone(_) => self == Self::Games,
            Subject::Player(_) => self == Self::Players,
            Subject::Entry(_) => self == Self::Entries,
            Subject::Node(_) => self == Self::Nodes,
            _ => false,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Logs(shard) => write!(f, "tengen.room.{shard}.log.*"),
            Self::Shared(shard) => write!(f, "tengen.room.{shard}.shared.*"),
            Self::Games => f.write_str("tengen.game.>"),
            Self::Players => f.write_str("tengen.table.player.*"),
            Self::Entries => f.write_str("tengen.entry.>"),
            Self::Nodes => f.write_str("tengen.node.*"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn every_subject_is_read_as_it_was_written() {
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let cause = Cause { player: PlayerId(7), id: CommandId(RunId(u64::MAX), 3) };
        let exact = "15x15k5 exact".parse().unwrap();
        for subject in [
            Subject::Log(room.clone()),
            Subject::State(room.clone()),
            Subject::Shared(room.clone()),
            Subject::Game(room.clone(), 12),
            Subject::GamesGone(room),
            Subject::Player(PlayerId(7)),
            Subject::Key(KeyId(HexBytes([0xab; 8]))),
            Subject::LastPlayer,
            Subject::Identity,
            Subject::Days,
            Subject::Filling,
            Subject::Quick(Variant::TICTACTOE),
            Subject::Quick(exact),
            Subject::Entry(cause),
            Subject::Node("club-1".parse().unwrap()),
        ] {
            let text = subject.to_string();
            assert_eq!(text.parse(), Ok(subject), "{text}");
            assert!(!text.contains([' ', '*', '>']), "{text}");
        }
        assert_eq!("tengen.room.00.log".parse::<Subject>(), Err(NoSubject));
    }
}
