//! What people want: the words that the command line, the keys and the screens share.

use tengen_session::{link::Address, text::Lang};
use tengen_shared::{
    game::{Passphrase, PlayerId, RoomCode},
    rules::{Bot, Variant},
};

/// An entry of the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// Go back to the room in which a seat is kept.
    GoOn,
    /// A game against the computer, on this machine.
    PlayAi,
    /// Two people at this keyboard.
    PlayHere,
    /// Servers and rooms on this network.
    Find,
    /// Join by a room's code or a server's address.
    JoinCode,
    /// Servers and rooms on this network, to look on.
    Watch,
    /// The user's finished games on this machine.
    MyGames,
    /// Another name.
    Rename,
    /// Looks, language and manners.
    Settings,
    /// The end.
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

    /// The words on the screen.
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

    /// The name under which the last choice is remembered.
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

    /// The entry of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.name() == name)
    }
}

/// Who shall sit in the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer.
    Ai,
    /// Whoever joins.
    Open,
    /// A second person at this keyboard.
    Here,
    /// Nobody: the computer has both seats, and the user watches.
    TwoAis,
}

/// Who begins the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// The user.
    Me,
    /// The other seat.
    Opponent,
}

/// What a room is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play.
    Join,
    /// To look on.
    Watch,
}

/// Which kind of server the client talks to, or would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A server somewhere, with other people.
    Online,
    /// One inside this very program, for one keyboard; it is started when it is wanted.
    Local,
}

/// What the program begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The start screen.
    Menu,
    /// A game on this machine: the one that was left, else the start screen.
    Local,
    /// A server.
    Server {
        /// Where it is; if that was not said, the server last used, else one on this network, else one on this machine.
        address: Option<Address>,
        /// What to do there; nothing in particular shows its rooms.
        start: Option<Start>,
    },
    /// A room, wherever it is.
    Seek {
        /// The room.
        room: RoomCode,
        /// What it is wanted for.
        purpose: Purpose,
        /// Its secret, if that was given.
        passphrase: Option<Passphrase>,
    },
}

/// What the command line asked for, done as soon as the server has made us welcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Go into this room.
    Enter {
        /// The room.
        room: RoomCode,
        /// What it is wanted for.
        purpose: Purpose,
        /// Its secret, if it was given.
        passphrase: Option<Passphrase>,
    },
    /// Go back to this room, where a seat was kept.
    GoOn {
        /// The room.
        room: RoomCode,
    },
    /// Play the computer.
    PlayAi {
        /// The board.
        variant: Variant,
        /// Which level or brain shall play.
        bot: Bot,
    },
    /// Look through the rooms for one to watch.
    Browse,
}

/// Who can be muted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutable {
    /// All of them at once.
    Everybody,
    /// One player.
    Player(PlayerId),
}
