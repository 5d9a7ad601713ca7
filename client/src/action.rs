//! The meanings of keys and mouse buttons.

use tengen_session::room::RoomAction;
use tengen_shared::rules::Point;

use crate::intent::MenuItem;

/// Something that the user wants to do on the current screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// End the program at once.
    QuitNow,
    /// End the program, and ask first if a game is on.
    Quit,
    /// Go back: close, leave or cancel.
    Back,
    /// Show the help of the current screen.
    Help,
    /// Move one row up.
    Up,
    /// Move one row down.
    Down,
    /// Move one column to the left, or choose the previous value.
    Left,
    /// Move one column to the right, or choose the next value.
    Right,
    /// Go to the first row or move.
    First,
    /// Go to the last row or move.
    Last,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// Choose what is under the cursor, such as an entry or a point. After a game, be ready for the next.
    Select,
    /// Watch the room under the cursor.
    Watch,
    /// Open the form that creates a room. On the list of devices, show a code for another one.
    New,
    /// Open the choice of a board for a quick match.
    Quick,
    /// Open the field for a room code or an address, or for a code from another device.
    Code,
    /// List the user's devices.
    Devices,
    /// Remove the device under the cursor.
    Remove,
    /// Choose this entry of the start screen. Other screens accept some of the entries too.
    Go(MenuItem),
    /// Place on one of the points 1 to 9 of a 3x3 board, counted from the top left.
    Digit(u8),
    /// Open the field for a point. On the network list, open the field for a code or an address.
    TypePoint,
    /// Take an action in the room.
    Do(RoomAction),
    /// Open the menu of the room.
    Menu,
    /// Show or hide the passphrase in the text field.
    Reveal,
    /// Show the search tree of an AI.
    Explain,
    /// Open the chat of the room.
    Chat,
    /// Open the list of people to mute.
    Mutes,
    /// Open the settings of the program.
    Preferences,
    /// Show or hide the moves if the screen has no room for their panel.
    Moves,
    /// List the finished games of the room. On the room list, list those of the user.
    History,
    /// Start or stop the autoplay of a replay.
    Autoplay,
    /// Make the autoplay faster.
    Faster,
    /// Make the autoplay slower.
    Slower,
    /// Show or hide the move numbers on the stones of a replay.
    Numbers,
    /// Go from a branch back to the moves of the game.
    ToGame,
    /// Move the cursor on the board of a replay.
    Nudge {
        /// The number of columns to the right; negative to the left.
        right: i8,
        /// The number of rows up; negative down.
        up: i8,
    },
    /// Show the search tree of the previous position.
    Earlier,
    /// Show the search tree of the next position.
    Later,
    /// Show the search tree of another AI for the same position.
    OtherBot,
    /// Search one depth deeper.
    Deeper,
    /// Search one depth less.
    Shallower,
    /// Show the link that brings a friend into the room.
    Invite,
    /// Search with or without cuts.
    Cuts,
    /// Show the parts of a value in a search tree.
    TakeApart,
    /// Insert a character into the text field.
    Type(char),
    /// Delete the character before the cursor. Outside of text fields, undo an entry: remove a tried move, or
    /// reset a setting or a key.
    Erase,
    /// Delete the character under the cursor.
    Delete,
    /// Delete the word before the cursor.
    EraseWord,
    /// Delete the whole line.
    EraseAll,
    /// Move the cursor of the text field one character to the left.
    TextLeft,
    /// Move the cursor of the text field one character to the right.
    TextRight,
    /// Move the cursor of the text field to the start.
    TextStart,
    /// Move the cursor of the text field to the end.
    TextEnd,
    /// Answer yes, or accept what another player asks for.
    Yes,
    /// Answer no, or decline what another player asks for.
    No,
    /// The mouse pointer is over this row.
    HoverRow(usize),
    /// The user clicked this row.
    ClickRow(usize),
    /// The mouse pointer is over this point.
    HoverPoint(Point),
    /// The user clicked this point.
    ClickPoint(Point),
    /// The user clicked the board between its points.
    ClickBoard,
}
