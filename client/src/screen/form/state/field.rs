//! What the lines of the form are, and what some of them choose from.

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
    /// Who begins the later games.
    FirstMove,
    /// How long the computer's moves take at least.
    ThinkTime,
    /// Whether the lines below it are shown, which are seldom changed.
    More,
    /// When a player may ask for a hint.
    Hints,
    /// When people see what the computer thinks.
    Thoughts,
    /// When the room says that a win is proven.
    Verdicts,
    /// After how many games two computers pause.
    AiGames,
    /// How time is measured.
    Clock,
    /// How the room is found and entered.
    Access,
    /// The secret of the room.
    Passphrase,
    /// Who may watch.
    Spectators,
    /// Makes the room, or changes it.
    Start,
}
