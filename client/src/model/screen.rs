//! The screens, each with its own state inside its variant.

use tengen_shared::game::{CommandId, MAX_NAME_CHARS, RoomCode};

use super::{
    find::{FindScreen, SeekScreen},
    form::CreateForm,
    history::{HistoryScreen, ReplayScreen},
    input::{SecretInput, TextInput},
    menu::MenuScreen,
    room_screen::RoomScreen,
    settings_screen::SettingsScreen,
    thinking::ThinkingScreen,
};
use crate::intent::Purpose;

/// What fills the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Asks for the user's name.
    Name(NameScreen),
    /// What can be done: the start screen.
    Menu(MenuScreen),
    /// The servers on this network, with their rooms.
    Find(FindScreen),
    /// A room is looked for.
    Seek(SeekScreen),
    /// Makes a room, or changes one.
    Create(Box<CreateForm>),
    /// The rooms of the server.
    List(ListScreen),
    /// The choice of a board for a quick match.
    Quick(QuickScreen),
    /// A room's code is typed.
    Code(CodeScreen),
    /// A room has been asked for and the answer is awaited.
    Opening(OpeningScreen),
    /// The passphrase of a room is typed.
    Passphrase(PassphraseScreen),
    /// The players of a room have been asked for leave to watch.
    Knocking(KnockingScreen),
    /// A room.
    Room(RoomScreen),
    /// How an AI thinks about a position of a room.
    Thinking(Box<ThinkingScreen>),
    /// A list of finished games.
    History(HistoryScreen),
    /// A finished game, replayed.
    Replay(Box<ReplayScreen>),
    /// The settings.
    Settings(SettingsScreen),
}

impl Screen {
    /// The room that is on the screen, or to which it leads back.
    #[must_use]
    pub fn room(&self) -> Option<&RoomScreen> {
        match self {
            Self::Room(room) => Some(room),
            Self::Thinking(thinking) => Some(&thinking.room),
            Self::Create(form) => form.changed().map(|change| &change.screen),
            Self::History(history) => history.of.room(),
            Self::Replay(replay) => replay.history.of.room(),
            Self::Settings(settings) => settings.back.room(),
            Self::Name(_)
            | Self::Menu(_)
            | Self::Find(_)
            | Self::Seek(_)
            | Self::List(_)
            | Self::Quick(_)
            | Self::Code(_)
            | Self::Opening(_)
            | Self::Passphrase(_)
            | Self::Knocking(_) => None,
        }
    }
}

/// The name being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameScreen {
    /// What has been typed.
    pub input: TextInput,
}

impl NameScreen {
    /// The screen with `text` typed already.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { input: TextInput::new(text, MAX_NAME_CHARS) }
    }
}

/// The room list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListScreen {
    /// What a room is wanted for.
    pub purpose: Purpose,
    /// Where the cursor stands.
    pub cursor: usize,
}

impl ListScreen {
    /// The list, its cursor on the first room.
    #[must_use]
    pub const fn new(purpose: Purpose) -> Self {
        Self { purpose, cursor: 0 }
    }
}

/// The choice of a board for a quick match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuickScreen {
    /// Where the cursor stands in [`Variant::NAMED`](tengen_shared::rules::Variant::NAMED).
    pub cursor: usize,
}

/// The most characters of a code or an address: the longest name of a host, with its port.
const MAX_CODE: usize = 260;

/// A room's code, or a server's address, being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeScreen {
    /// What has been typed.
    pub input: TextInput,
    /// Where to go instead.
    pub back: Box<Screen>,
}

impl CodeScreen {
    /// Nothing is typed yet.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { input: TextInput::new("", MAX_CODE), back: Box::new(back) }
    }
}

/// A room's passphrase being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassphraseScreen {
    /// The room.
    pub room: RoomCode,
    /// What the room is wanted for.
    pub purpose: Purpose,
    /// What has been typed.
    pub secret: SecretInput,
    /// Where to go instead.
    pub back: Box<Screen>,
}

/// The wait for leave to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockingScreen {
    /// The room.
    pub room: RoomCode,
    /// Where to go instead.
    pub back: Box<Screen>,
}

/// The wait for a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningScreen {
    /// The command whose answer is awaited.
    pub asked: CommandId,
    /// What is awaited, for people.
    pub what: String,
    /// Where to go if it is refused.
    pub back: Box<Screen>,
}
