//! The screens, in folders; related screens share one. A folder has `state` and `update`, almost always `view`,
//! and sometimes `layout`.

pub(crate) mod about;
pub mod code;
pub mod devices;
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
    about::About,
    code::CodeScreen,
    devices::DevicesScreen,
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

/// The screen that fills the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The field for the user's name.
    Name(NameScreen),
    /// The start screen, with its list of actions.
    Menu(MenuScreen),
    /// The list of servers and rooms on this network.
    Find(FindScreen),
    /// The wait for the search for a room.
    Seek(SeekScreen),
    /// The form that creates or changes a room.
    Create(Box<CreateForm>),
    /// The room list of the server.
    List(ListScreen),
    /// The choice of a board for a quick match.
    Quick(QuickScreen),
    /// The field for a room code or a server address.
    Code(CodeScreen),
    /// The list of the user's devices.
    Devices(DevicesScreen),
    /// The wait for the answer to a command that enters a room.
    Opening(OpeningScreen),
    /// The field for the passphrase of a room.
    Passphrase(PassphraseScreen),
    /// The wait for the players' permission to watch.
    Knocking(KnockingScreen),
    /// A room, as a player or a spectator.
    Room(RoomScreen),
    /// The search tree of an AI for a position of a room.
    SearchTree(Box<ThinkingScreen>),
    /// The list of finished games.
    History(HistoryScreen),
    /// The replay of a finished game.
    Replay(Box<ReplayScreen>),
    /// The settings of the program.
    Settings(SettingsScreen),
}

impl Screen {
    /// Returns the screen as an `About`, for what every screen says of itself.
    #[must_use]
    pub fn about(&self) -> &dyn About {
        match self {
            Self::Name(screen) => screen,
            Self::Menu(screen) => screen,
            Self::Find(screen) => screen,
            Self::Seek(screen) => screen,
            Self::Create(form) => &**form,
            Self::List(screen) => screen,
            Self::Quick(screen) => screen,
            Self::Code(screen) => screen,
            Self::Devices(screen) => screen,
            Self::Opening(screen) => screen,
            Self::Passphrase(screen) => screen,
            Self::Knocking(screen) => screen,
            Self::Room(screen) => screen,
            Self::SearchTree(screen) => &**screen,
            Self::History(screen) => screen,
            Self::Replay(screen) => &**screen,
            Self::Settings(screen) => screen,
        }
    }

    /// Returns the room on the screen, or the one that the screen goes back to.
    #[must_use]
    pub fn room(&self) -> Option<&RoomScreen> {
        match self {
            Self::Room(room) => Some(room),
            Self::SearchTree(thinking) => Some(&thinking.room),
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
            | Self::Devices(_)
            | Self::Opening(_)
            | Self::Passphrase(_)
            | Self::Knocking(_) => None,
        }
    }
}
