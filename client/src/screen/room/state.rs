//! The user's own state in a room, such as the cursor.

pub(crate) mod invitation;
pub(crate) mod talk;

use tengen_session::{room::board_shown, text::Lang};
use tengen_shared::{
    game::{Game, Room, RoomCode, Seq},
    rules::{Point, Position, Variant},
};

use crate::{input::TextInput, keymap::Context, screen::about::About};

/// A tentative stone; choosing the same point again places it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The point of the stone.
    pub point: Point,
    /// The room's `at` when the stone was chosen. In another position the stone is discarded.
    pub at: Seq,
}

/// The screen of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomScreen {
    /// The code of the room.
    pub code: RoomCode,
    /// The point under the cursor, and its board; `None` until the cursor is moved.
    pub cursor: Option<(Variant, Point)>,
    /// The first visible column, and the first visible row from the top, if the board is larger than its area.
    pub origin: (u8, u8),
    /// The field for a point, if it is open.
    pub entry: Option<TextInput>,
    /// The stone that is shown before it is placed for good.
    pub preview: Option<Preview>,
    /// Whether the user has opened the moves, even if the board becomes smaller for them.
    pub moves_shown: bool,
}

impl RoomScreen {
    /// Creates the screen of a room in its initial state.
    #[must_use]
    pub const fn new(code: RoomCode) -> Self {
        Self { code, cursor: None, origin: (0, 0), entry: None, preview: None, moves_shown: false }
    }

    /// Returns the point under the cursor; until the cursor is moved on this board, a suggested free point.
    #[must_use]
    pub fn cursor_in(&self, room: &Room) -> Option<Point> {
        let variant = board_shown(room);
        let moved = self.cursor.filter(|(board, _)| *board == variant).map(|(_, point)| point);
        let stones = room.game().map(Game::position).filter(|stones| stones.variant() == variant);
        moved.or_else(|| start(variant, stones))
    }

    /// Returns the point of the tentative stone, if the position is still the same.
    #[must_use]
    pub fn trial_in(&self, room: &Room) -> Option<Point> {
        self.preview.filter(|preview| preview.at == room.at()).map(|preview| preview.point)
    }
}

/// Returns the centre if it is free at the start or after the end of a game. Else returns the free point nearest to the
/// last stone, and of those the one nearest to the centre.
fn start(variant: Variant, stones: Option<&Position>) -> Option<Point> {
    let middle = Point::new(variant.width() / 2, variant.height() / 2)?;
    let Some(stones) = stones.filter(|stones| !stones.moves().is_empty()) else { return Some(middle) };
    let free = |point: &Point| stones.board().get(*point).is_none();
    if free(&middle) && (stones.outcome().is_some() || stones.moves().len() < 2) {
        return Some(middle);
    }
    let last = stones.last().unwrap_or(middle);
    let distance = |a: Point, b: Point| {
        let (x, y) = (a.col().abs_diff(b.col()), a.row().abs_diff(b.row()));
        (x.max(y), x + y)
    };
    let near = |point: &Point| (distance(*point, last), distance(*point, middle));
    variant.reading_order().filter(free).min_by_key(near).or(Some(middle))
}

impl About for RoomScreen {
    fn context(&self) -> Context {
        if self.entry.is_some() { Context::Entry } else { Context::Room }
    }

    fn title(&self, _: Lang) -> String {
        self.code.to_string()
    }

    fn entry(&self) -> Option<&TextInput> {
        self.entry.as_ref()
    }
}
