//! The contexts of the keys, one for each screen, field or overlay.

use tengen_session::text::Lang;

use super::bindings::TEXTS;

/// The screen, field or overlay that decides what the keys mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The field for the user's name.
    Name,
    /// The start screen.
    Menu,
    /// The servers on this network.
    Find,
    /// The search for a room.
    Seek,
    /// The form, on a line with a value.
    Form,
    /// The form, on a line of text.
    FormText,
    /// The choice of a board for a quick match.
    Quick,
    /// The room list.
    List,
    /// The field for a room code or a server address.
    Code,
    /// The list of the user's devices.
    Devices,
    /// The field for a code from another device.
    DeviceCode,
    /// The wait for a room, or for permission to watch one.
    Opening,
    Room,
    /// The search tree of an AI.
    SearchTree,
    /// The parts of a value in a search tree.
    Parts,
    /// The field for a point.
    Entry,
    /// A question with the answers yes and no.
    Confirm,
    /// The choice of a level, or of how to end or continue a game.
    Levels,
    /// The menu of a room.
    RoomMenu,
    /// The field for a passphrase.
    Secret,
    /// The form, on the line of the passphrase.
    FormSecret,
    /// The chat of a room.
    Chat,
    /// The list of people to mute.
    Mutes,
    /// The link that brings a friend into the room.
    Invitation,
    /// The list of finished games.
    History,
    /// The replay of a finished game.
    Replay,
    Settings,
    /// The page of the settings with the keys.
    Keys,
    /// The page of the settings with the errors in the settings files.
    Problems,
    Help,
}

use Context as C;

/// Every context.
pub const ALL: &[Context] = &[
    C::Name,
    C::Menu,
    C::Find,
    C::Seek,
    C::Form,
    C::FormText,
    C::Quick,
    C::List,
    C::Code,
    C::Devices,
    C::DeviceCode,
    C::Opening,
    C::Room,
    C::SearchTree,
    C::Parts,
    C::Entry,
    C::Confirm,
    C::Levels,
    C::RoomMenu,
    C::Secret,
    C::FormSecret,
    C::Chat,
    C::Mutes,
    C::Invitation,
    C::History,
    C::Replay,
    C::Settings,
    C::Keys,
    C::Problems,
    C::Help,
];

impl Context {
    /// Whether the context has a text field for characters.
    #[must_use]
    pub fn takes_text(self) -> bool {
        TEXTS.contains(&self)
    }

    /// Returns the explanation of a sign or word on the screen, for the end of the help: what it is, and its meaning.
    pub(super) const fn note(self, lang: Lang) -> Option<(&'static str, &'static str)> {
        match self {
            C::Room => Some((lang.note_periods(), lang.note_periods_about())),
            C::SearchTree => Some((lang.note_at_once(), lang.note_at_once_about())),
            _ => None,
        }
    }

    /// Returns what the help says about the mouse; `None` if the mouse has no special use.
    pub(super) const fn mouse(self, lang: Lang) -> Option<&'static str> {
        Some(match self {
            C::Room => lang.mouse_room(),
            C::Menu | C::Find | C::Quick | C::List | C::Devices | C::Confirm | C::Levels | C::Mutes => {
                lang.mouse_choose()
            }
            C::RoomMenu => lang.mouse_action(),
            C::Form | C::FormText | C::FormSecret => lang.mouse_form(),
            C::Settings => lang.mouse_settings(),
            C::Keys => lang.mouse_keys(),
            C::SearchTree => lang.mouse_fold(),
            C::History => lang.mouse_replay(),
            C::Replay => lang.mouse_try(),
            C::Chat | C::Help | C::Problems | C::Parts => lang.mouse_scroll(),
            C::Name
            | C::Seek
            | C::Code
            | C::DeviceCode
            | C::Secret
            | C::Opening
            | C::Entry
            | C::Invitation => {
                return None;
            }
        })
    }
}
