//! The requests of line mode, which has no cursor and no popups.

use tengen_session::link::Address;
use tengen_shared::{
    game::{ChatText, Command, Name, Passphrase, PerSeat, RoomCode, SeatPlan, Settings},
    protocol::PairingCode,
    rules::{Bot, Point, Variant, search::Cuts},
};

use crate::{
    action::Action,
    intent::{Mutable, Purpose},
};

/// A complete request that the model carries out at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Do what a key would do on the current screen.
    Act(Action),
    /// Play under this name. The client reconnects if needed.
    Name(Name),
    /// Enter a room on the present server.
    Enter {
        /// The code of the room.
        room: RoomCode,
        /// Whether to play or to watch.
        purpose: Purpose,
        /// The passphrase of the room, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Create a room on the present server.
    Make {
        /// The settings of the room, with its board.
        settings: Settings,
        /// The plan for each seat.
        seats: PerSeat<SeatPlan>,
        /// The passphrase of the room, if it gets one.
        passphrase: Option<Passphrase>,
    },
    /// Change the settings of the room, or ask the other player to agree.
    Change {
        /// All settings, the unchanged ones too.
        settings: Settings,
        /// The new passphrase; `None` keeps the present one.
        passphrase: Option<Passphrase>,
    },
    /// Connect to a server.
    Dial(Address),
    /// Start the server inside this program, and leave any other.
    Local,
    /// Go back to the room that keeps a seat for the user.
    Continue,
    /// Show the servers on this network.
    Find,
    /// Search for a room on all servers that the client can reach.
    Seek {
        /// The code of the room.
        room: RoomCode,
        /// Whether to play or to watch.
        purpose: Purpose,
        /// The passphrase of the room, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Ask the server for an opponent on this board.
    Quick(Variant),
    /// Show the rooms of the present server.
    Rooms,
    /// Place a stone on this point, without the guard against misplaced stones.
    Place(Point),
    /// Be ready for the next game.
    Ready,
    /// Send this command to the room on the screen.
    Room(Command),
    /// Say something in the room.
    Say(ChatText),
    /// Load older lines of the chat.
    OlderTalk,
    /// Mute or unmute somebody.
    Mute {
        /// The target of the mute.
        who: Mutable,
        /// True to mute, false to unmute.
        muted: bool,
    },
    /// List the user's devices.
    Devices,
    /// Play here as on the device that has shown this code.
    Pair(PairingCode),
    /// Remove the device at this index of the list on the screen, from 0. A question comes first.
    RemoveDevice(usize),
    /// List the finished games of the room.
    History,
    /// List the user's finished games.
    Mine,
    /// Load older games of the list on the screen.
    OlderGames,
    /// Replay the game at this index of the list on the screen, from 0.
    Replay(usize),
    /// In a replay, go to the position with this many stones.
    Go(usize),
    /// In a replay, try a move on this point.
    Try(Point),
    /// Show the search tree of an AI, or the parts of a value in it.
    Explain {
        /// The number of stones in the position; `None` for the position before the last move.
        ply: Option<u16>,
        /// The level or engine to show; `None` for the AI that moves there, or another one if a person does.
        bot: Option<Bot>,
        insight: Insight,
    },
    /// Go back to the room from a screen that was opened there.
    ToRoom,
}

/// What to show of an AI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    Tree(Cuts),
    /// The parts of its static value after these moves.
    Parts(Vec<Point>),
}
