//! What the lines of the form are, and what some of them choose from.

use tengen_session::settings::Setting;
use tengen_shared::rules::Runs;

/// A board with a name, or one of the user's own making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantChoice {
    /// The number of a named one in [`tengen_shared::rules::Variant::NAMED`].
    Named(usize),
    /// One of the user's own making.
    Custom,
}

/// A board of the user's own making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Stones in a row that win.
    pub win_length: u8,
    /// How longer runs count.
    pub runs: Runs,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Which board.
    Variant,
    /// Columns of a board of one's own.
    Width,
    /// Rows of a board of one's own.
    Height,
    /// Win length of a board of one's own.
    WinLength,
    /// How longer runs count on a board of one's own.
    Runs,
    /// Who sits in the other seat.
    Opponent,
    /// Which level or brain plays.
    Level,
    /// Which level or brain plays in seat two, where the computer has both seats.
    SecondLevel,
    /// The name of the second person at this keyboard.
    Guest,
    /// Who begins the first game.
    Starter,
    /// One of the table of settings.
    Setting(Setting),
    /// Whether the lines below it are shown, which are seldom changed.
    More,
    /// The secret of the room.
    Passphrase,
    /// Makes the room, or changes it.
    Start,
}
