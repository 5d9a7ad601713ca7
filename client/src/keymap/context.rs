//! What the keys are meant for, by what is on the screen.

use tengen_session::text::Lang;

use super::bindings::TEXTS;

/// What the keys are meant for just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The name is typed.
    Name,
    /// The start screen.
    Menu,
    /// The servers on this network.
    Find,
    /// A room is looked for.
    Seek,
    /// The form, on a line with a value.
    Form,
    /// The form, on a line of text.
    FormText,
    /// The choice of a board for a quick match.
    Quick,
    /// The room list.
    List,
    /// A code is typed.
    Code,
    /// A room is awaited.
    Opening,
    /// A room.
    Room,
    /// How an AI thinks.
    Thinking,
    /// A point is typed.
    Entry,
    /// A question.
    Confirm,
    /// The choice of a level, or of how a game goes on.
    Levels,
    /// What can be done in a room.
    Game,
    /// A secret is typed.
    Secret,
    /// The form, on a line of text that is hidden.
    FormSecret,
    /// The talk of a room.
    Chat,
    /// The choice whom not to hear.
    Mutes,
    /// A list of finished games.
    History,
    /// A finished game.
    Replay,
    /// The settings.
    Settings,
    /// The keys among the settings.
    Keys,
    /// What is wrong in the files of the settings.
    Problems,
    /// The help.
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
    C::Opening,
    C::Room,
    C::Thinking,
    C::Entry,
    C::Confirm,
    C::Levels,
    C::Game,
    C::Secret,
    C::FormSecret,
    C::Chat,
    C::Mutes,
    C::History,
    C::Replay,
    C::Settings,
    C::Keys,
    C::Problems,
    C::Help,
];

impl Context {
    /// Whether characters are typed into a line of text.
    #[must_use]
    pub fn takes_text(self) -> bool {
        TEXTS.contains(&self)
    }

    /// What the mouse does; `None` where it does nothing of note.
    pub(super) const fn mouse(self, lang: Lang) -> Option<&'static str> {
        Some(match self {
            C::Room => lang.mouse_room(),
            C::Menu | C::Find | C::Quick | C::List | C::Confirm | C::Levels | C::Mutes => lang.mouse_choose(),
            C::Game => lang.mouse_deed(),
            C::Form | C::FormText | C::FormSecret => lang.mouse_form(),
            C::Settings => lang.mouse_settings(),
            C::Keys => lang.mouse_keys(),
            C::Thinking => lang.mouse_fold(),
            C::History => lang.mouse_replay(),
            C::Replay => lang.mouse_try(),
            C::Chat | C::Help | C::Problems => lang.mouse_scroll(),
            C::Name | C::Seek | C::Code | C::Secret | C::Opening | C::Entry => return None,
        })
    }
}
