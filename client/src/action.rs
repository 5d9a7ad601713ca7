//! What the user means, whichever key or button said it.

use tengen_session::room::Deed;
use tengen_shared::rules::Point;

use crate::intent::MenuItem;

/// Something the user wants done on the screen that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// End the program at once.
    QuitNow,
    /// End the program, after a question if a game is on.
    Quit,
    /// Go back, leave, close.
    Back,
    /// Show what can be done here.
    Help,
    /// One up.
    Up,
    /// One down.
    Down,
    /// One to the left, or the value before.
    Left,
    /// One to the right, or the next value.
    Right,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// Take what is under the cursor: an entry, a point; or be ready.
    Select,
    /// Watch the room under the cursor.
    Watch,
    /// Make a room.
    New,
    /// Find somebody to play with.
    Quick,
    /// Type a code or an address.
    Code,
    /// Choose this entry of the start screen.
    Go(MenuItem),
    /// Place on one of the points 1 to 9 of a 3x3 board, counted from the top left.
    Digit(u8),
    /// Open the line in which a point is typed.
    TypePoint,
    /// Something that a room does for a player.
    Do(Deed),
    /// Show what can be done in the room.
    Menu,
    /// Show what is typed though it is hidden, or hide it again.
    Reveal,
    /// Show how an AI thinks.
    Explain,
    /// Show the talk of the room, to say something.
    Chat,
    /// Choose whom not to hear.
    Mutes,
    /// Show the settings of the program.
    Preferences,
    /// Show the moves of the game where they have no panel, or no longer.
    Moves,
    /// Show the finished games of the room.
    History,
    /// Let the moves of a replay come by themselves, or no longer.
    Autoplay,
    /// Let them come faster.
    Faster,
    /// Let them come slower.
    Slower,
    /// Show the numbers of the moves, or no longer.
    Numbers,
    /// From a branch back to the moves of the game.
    ToGame,
    /// Move the cursor on the board of a replay.
    Nudge {
        /// Columns to the right.
        right: i8,
        /// Rows up.
        up: i8,
    },
    /// Show the position one stone earlier.
    Earlier,
    /// Show the position one stone later.
    Later,
    /// Ask another AI.
    OtherBot,
    /// Add a character to the line being typed.
    Type(char),
    /// Take the character before the cursor away, or whatever else was entered last.
    Erase,
    /// Take the character under the cursor away.
    Delete,
    /// Take the word before the cursor away.
    EraseWord,
    /// Take the whole line away.
    EraseAll,
    /// Move the cursor of the line being typed one character to the left.
    TextLeft,
    /// Move it one character to the right.
    TextRight,
    /// Move it before the first character.
    TextStart,
    /// Move it behind the last character.
    TextEnd,
    /// Yes.
    Yes,
    /// No.
    No,
    /// The mouse stands on this row.
    HoverRow(usize),
    /// This row was clicked.
    ClickRow(usize),
    /// The mouse stands on this point.
    HoverPoint(Point),
    /// This point was clicked.
    ClickPoint(Point),
    /// The board was clicked between its points.
    ClickBoard,
}
