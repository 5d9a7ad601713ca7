//! What a front end without cursor and popups asks for: the deeds behind the screens, one by one.

use tengen_session::link::Address;
use tengen_shared::{
    game::{ChatText, Command, Name, Passphrase, PerSeat, RoomCode, SeatPlan, Settings},
    rules::{Bot, Point, Variant},
};

use crate::{
    action::Action,
    intent::{Mutable, Purpose},
};

/// Something that is wanted at once, with all that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// What a key would do on the screen that is up.
    Act(Action),
    /// Play under this name.
    Name(Name),
    /// Go into a room.
    Enter {
        /// Which.
        room: RoomCode,
        /// To play or to look on.
        purpose: Purpose,
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Make a room.
    Make {
        /// What is played there, and how.
        settings: Settings,
        /// Who sits where.
        seats: PerSeat<SeatPlan>,
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Change the room, or ask the other player to.
    Change {
        /// What is to be in force.
        settings: Settings,
        /// Its new secret, if it gets one.
        passphrase: Option<Passphrase>,
    },
    /// Go to a server.
    Dial(Address),
    /// Play on this machine.
    Local,
    /// Go back to the room in which a seat is kept.
    Continue,
    /// Show the servers on this network.
    Find,
    /// Look for a room on the servers that can be reached.
    Seek {
        /// Which.
        room: RoomCode,
        /// To play or to look on.
        purpose: Purpose,
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Find somebody to play with.
    Quick(Variant),
    /// Show the rooms of the server.
    Rooms,
    /// Place a stone.
    Place(Point),
    /// Want the next game.
    Ready,
    /// Send this command to the room on the screen.
    Room(Command),
    /// Say something in the room.
    Say(ChatText),
    /// Ask for what was said before all that is known.
    OlderTalk,
    /// Hear somebody no more, or again.
    Mute {
        /// Whom.
        who: Mutable,
        /// Whether to hear them no more.
        muted: bool,
    },
    /// Show the finished games of the room.
    History,
    /// Show the user's finished games.
    Mine,
    /// Show older games of the list that is up.
    OlderGames,
    /// Replay the game with this place in the list that is up, from 0.
    Replay(usize),
    /// In a replay, go to the position with so many stones.
    Go(usize),
    /// In a replay, try a move.
    Try(Point),
    /// Show how an AI thinks.
    Explain {
        /// About the position after so many stones; the last move that an AI has made if not said.
        ply: Option<u16>,
        /// Which AI; the one that moved there if not said.
        bot: Option<Bot>,
    },
    /// Go back from a screen beside the room.
    ToRoom,
}
