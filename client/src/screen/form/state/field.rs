//! The fields of the form, and the values of some of them.

use tengen_session::settings::Setting;
use tengen_shared::{
    game::Seat,
    rules::{RuleSet, Variant},
};

/// A named board, or one that the user defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantChoice {
    /// The index of a board in [`tengen_shared::rules::Variant::NAMED`].
    Named(usize),
    /// A board that the user defines; see [`Custom`].
    Custom,
}

/// A board that the user defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The number of stones in a row that win.
    pub win_length: u8,
    /// The rule set.
    pub runs: RuleSet,
}

impl From<Variant> for Custom {
    fn from(board: Variant) -> Self {
        Self {
            width: board.width(),
            height: board.height(),
            win_length: board.win_length(),
            runs: board.runs(),
        }
    }
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A named board, or the user's own.
    Variant,
    /// The number of columns of the user's own board.
    Width,
    /// The number of rows of the user's own board.
    Height,
    /// The win length of the user's own board.
    WinLength,
    /// Whether longer rows win on the user's own board.
    Runs,
    /// The occupant of the other seat.
    Opponent,
    /// The level or engine of an AI. A single AI is that of seat one here.
    Level(Seat),
    /// The search depth of an AI whose engine has a choice of it.
    Depth(Seat),
    /// The name of the second person at this keyboard.
    Guest,
    /// The side that begins the first game.
    Starter,
    /// A setting of the room.
    Setting(Setting),
    /// The text of the user's own clock.
    OwnClock,
    /// Whether the less common settings below are shown.
    More,
    /// The passphrase of the room.
    Passphrase,
    /// The button that creates or changes the room.
    Start,
}
