//! A room on the screen: what is the user's own there, not the room's.

pub(crate) mod talk;

use tengen_session::room::board_shown;
use tengen_shared::{
    game::{Game, Room, RoomCode, Seq},
    rules::{Point, Position, Variant},
};

use crate::input::TextInput;

/// A stone put on trial: a second choice of the same point places it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Where.
    pub point: Point,
    /// The room's `at` then; in another position it is forgotten.
    pub at: Seq,
}

/// A room on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomScreen {
    /// Which room.
    pub code: RoomCode,
    /// The point under the cursor; none until it was moved.
    pub cursor: Option<Point>,
    /// The first column and the first row from the top that are shown, where the board does not fit.
    pub origin: (u8, u8),
    /// A point being typed.
    pub entry: Option<TextInput>,
    /// A stone put on trial.
    pub trial: Option<Trial>,
    /// Whether the moves are shown even where the board gives way for them.
    pub moves_shown: bool,
}

impl RoomScreen {
    /// The screen of a room, nothing touched yet.
    #[must_use]
    pub const fn new(code: RoomCode) -> Self {
        Self { code, cursor: None, origin: (0, 0), entry: None, trial: None, moves_shown: false }
    }

    /// The point under the cursor; until it was moved, a free point that is useful to play.
    #[must_use]
    pub fn cursor_in(&self, room: &Room) -> Option<Point> {
        let variant = board_shown(room);
        let moved = self.cursor.filter(|point| variant.contains(*point));
        let stones = room.game().map(Game::position).filter(|stones| stones.variant() == variant);
        moved.or_else(|| start(variant, stones))
    }

    /// Where a stone is on trial, if the position is still the same.
    #[must_use]
    pub fn trial_in(&self, room: &Room) -> Option<Point> {
        self.trial.filter(|trial| trial.at == room.at()).map(|trial| trial.point)
    }
}

/// The middle of the board, or the free point that is nearest to the last stone and then to the middle.
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
