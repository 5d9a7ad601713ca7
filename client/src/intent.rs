//! The user's intentions that the command line, the keys and the screens share.

use tengen_session::{link::Addresses, text::Lang};
use tengen_shared::{
    game::{Passphrase, PlayerId, RoomCode},
    rules::{Bot, Variant},
};

/// An entry of the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// Goes back to the room that keeps a seat for the user. The screen shows this entry only if there is
    /// such a room.
    GoOn,
    /// Starts a game against the AI on this machine.
    PlayAi,
    /// Starts a game between two people at this keyboard.
    PlayHere,
    /// Lists the servers on this network and their rooms, to play there.
    Find,
    /// Asks for a room code or a server address.
    JoinCode,
    /// Lists the servers on this network and their rooms, to watch a game.
    Watch,
    /// Lists the user's finished games on this machine.
    MyGames,
    /// Changes the user's name.
    Rename,
    /// Opens the settings of the program.
    Settings,
    /// Ends the program. The server inside it ends too.
    Quit,
}

impl MenuItem {
    /// Every entry, from the top.
    pub const ALL: [Self; 10] = [
        Self::GoOn,
        Self::PlayAi,
        Self::PlayHere,
        Self::Find,
        Self::JoinCode,
        Self::Watch,
        Self::MyGames,
        Self::Rename,
        Self::Settings,
        Self::Quit,
    ];

    /// Returns the text of the entry. For [`MenuItem::GoOn`], the screen adds the name of the room.
    #[must_use]
    pub const fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::GoOn => lang.menu_go_on(),
            Self::PlayAi => lang.menu_play_ai(),
            Self::PlayHere => lang.menu_play_here(),
            Self::Find => lang.menu_find(),
            Self::JoinCode => lang.menu_join_code(),
            Self::Watch => lang.menu_watch(),
            Self::MyGames => lang.menu_my_games(),
            Self::Rename => lang.menu_rename(),
            Self::Settings => lang.menu_settings(),
            Self::Quit => lang.menu_quit(),
        }
    }

    /// Returns the identifier of the entry in the state file, which stores the last choice.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoOn => "go-on",
            Self::PlayAi => "play-ai",
            Self::PlayHere => "play-here",
            Self::Find => "find",
            Self::JoinCode => "join",
            Self::Watch => "watch",
            Self::MyGames => "my-games",
            Self::Rename => "rename",
            Self::Settings => "settings",
            Self::Quit => "quit",
        }
    }

    /// Returns the entry with this identifier. Returns `None` if it is unknown, for example in a file of a
    /// newer version.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.name() == name)
    }
}

/// The side that begins the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// The user.
    Me,
    /// The occupant of the other seat.
    Opponent,
}

/// Whether to play or to watch in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Play, if a seat is free.
    Join,
    /// Watch as a spectator.
    Watch,
}

/// The kind of server to talk to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A server on a network.
    Online,
    /// The server inside this program, for games on this machine. It starts on first use.
    Local,
}

/// The first step of the program, from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// Show the start screen.
    Menu,
    /// Play on this machine: do `start`, or else resume the unfinished game. If there is neither, show the
    /// start screen.
    Local {
        /// A game against the AI to start.
        start: Option<Start>,
    },
    /// Connect to a server.
    Server {
        /// The addresses of the server. If there are none, the program tries the server last used. If there was
        /// none, it tries a server on this network, then this machine.
        server: Option<Addresses>,
        /// The next step on the server; `None` shows its rooms.
        start: Option<Start>,
    },
    /// Search for a room on all servers that the client can reach.
    Seek {
        /// The code of the room.
        room: RoomCode,
        /// Whether to play or to watch.
        purpose: Purpose,
        /// The passphrase from the command line.
        passphrase: Option<Passphrase>,
    },
}

/// The next step after the server has answered `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Enter the room from the command line.
    Enter {
        /// The code of the room.
        room: RoomCode,
        /// Whether to play or to watch.
        purpose: Purpose,
        /// The passphrase of the room; `None` if the room has none or the client asks the user later.
        passphrase: Option<Passphrase>,
    },
    /// Resume the room that keeps a seat for the user.
    GoOn {
        /// The code of the room.
        room: RoomCode,
    },
    /// Create a room with an AI as the opponent.
    PlayAi {
        /// The board to play on.
        variant: Variant,
        /// The level or engine of the AI.
        bot: Bot,
    },
    /// Show the room list, to choose a room to watch.
    Browse,
}

/// The target of a mute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutable {
    /// All other people in the room.
    Everybody,
    /// One player.
    Player(PlayerId),
}
