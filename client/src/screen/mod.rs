//! The screens, one folder each: its state, where its parts stand, what its keys do, how it is drawn.

pub mod code;
pub mod door;
pub mod find;
pub mod form;
pub mod history;
pub mod list;
pub mod menu;
pub mod name;
pub mod opening;
pub mod quick;
pub mod replay;
pub mod room;
pub mod settings;
pub mod thinking;

use self::{
    code::CodeScreen,
    door::{KnockingScreen, PassphraseScreen},
    find::{FindScreen, SeekScreen},
    form::CreateForm,
    history::HistoryScreen,
    list::ListScreen,
    menu::MenuScreen,
    name::NameScreen,
    opening::OpeningScreen,
    quick::QuickScreen,
    replay::ReplayScreen,
    room::RoomScreen,
    settings::SettingsScreen,
    thinking::ThinkingScreen,
};

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
