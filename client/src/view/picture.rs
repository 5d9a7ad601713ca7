//! What a board shows at each of its points.

use tengen_shared::{
    game::{Game, Seat},
    rules::{Point, Position, Stone, Variant},
};

use crate::{model::Standing, screen::room::RoomScreen};

/// The emphasis of a point. If several apply, the first of this list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// The point has just been refused.
    Refused,
    /// The point has the tentative stone.
    Pending,
    /// The point is the last move, with the cursor on it.
    CursorOnLast,
    Cursor,
    /// The point is the last move, and the cursor is directly to its left or right.
    LastBesideCursor,
    /// The point is the last move.
    Last,
}

/// What the board shows at one point.
pub(crate) struct Cell {
    pub(crate) point: Point,
    pub(crate) stone: Option<Stone>,
    /// The seat that plays the stone.
    pub(crate) owner: Option<Seat>,
    pub(crate) is_won: bool,
    pub(crate) emphasis: Option<Emphasis>,
    /// The stone that the user could place here, and its seat if that is known.
    pub(crate) ghost: Option<(Stone, Option<Seat>)>,
    pub(crate) is_hint: bool,
    pub(crate) is_forbidden: bool,
    /// The number of the move, and how many moves came after it; `None` without a stone, or if the picture has no
    /// numbers.
    pub(crate) number: Option<(usize, usize)>,
}

impl Cell {
    pub(crate) const fn has_cursor(&self) -> bool {
        matches!(self.emphasis, Some(Emphasis::Cursor | Emphasis::CursorOnLast))
    }

    pub(crate) const fn is_last(&self) -> bool {
        matches!(self.emphasis, Some(Emphasis::Last | Emphasis::LastBesideCursor | Emphasis::CursorOnLast))
    }
}

/// What a board shows, before it is divided into points.
#[derive(Clone, Copy, Default)]
pub(crate) struct Picture<'a> {
    /// The stones; `None` before the first game.
    pub(crate) stones: Option<&'a Position>,
    /// The seat that plays Black, if that is known.
    pub(crate) black: Option<Seat>,
    /// The points of the winning row.
    pub(crate) won: &'a [Point],
    /// The point under the cursor.
    pub(crate) cursor: Option<Point>,
    /// Whether stones show the numbers of their moves.
    pub(crate) numbered: bool,
    /// The colour of the stone that the user could place.
    pub(crate) ghost: Option<Stone>,
    /// The point of the tentative stone.
    pub(crate) pending: Option<Point>,
    /// The point of the hint.
    pub(crate) hint: Option<Point>,
    /// The point that has just been refused.
    pub(crate) refused: Option<Point>,
}

impl<'a> Picture<'a> {
    /// Returns what the board of a room shows. `refused` is a point that has just been refused.
    pub(crate) fn of_room(screen: &RoomScreen, standing: &Standing<'a>, refused: Option<Point>) -> Self {
        let room = standing.room;
        let game = room.game();
        Self {
            stones: game.map(Game::position),
            black: game.and_then(Game::black),
            won: game.and_then(Game::end).map_or(&[], |end| &end.line),
            // Spectators have no cursor.
            cursor: screen.cursor_in(room).filter(|_| standing.sits()),
            numbered: false,
            ghost: standing.position_to_play().map(Position::to_move),
            pending: screen.trial_in(room),
            hint: game.and_then(Game::hint).map(|hint| hint.point),
            refused,
        }
    }

    fn owner(&self, stone: Stone) -> Option<Seat> {
        self.black.map(|black| Seat::of_stone(stone, black))
    }

    /// Returns all points in reading order, from the top left.
    pub(crate) fn cells(&self, variant: Variant) -> Vec<Cell> {
        let moves = self.stones.filter(|_| self.numbered).map(Position::moves).unwrap_or_default();
        let number = |point: Point| {
            let index = moves.iter().position(|played| *played == point)?;
            Some((index + 1, moves.len() - index - 1))
        };
        // They matter to whoever could place a stone.
        let position = self.stones.filter(|_| self.ghost.is_some());
        let forbidden: Vec<Point> =
            position.into_iter().flat_map(Position::forbidden_points).map(|(point, _)| point).collect();
        let cell = |point: Point| {
            let stone = self.stones.and_then(|stones| stones.board().get(point));
            let shown = self.pending == Some(point) || (self.cursor == Some(point) && self.pending.is_none());
            Cell {
                point,
                stone,
                owner: stone.and_then(|stone| self.owner(stone)),
                is_won: self.won.contains(&point),
                emphasis: self.emphasis(point),
                ghost: self.ghost.filter(|_| shown && stone.is_none()).map(|of| (of, self.owner(of))),
                is_hint: self.hint == Some(point) && stone.is_none(),
                is_forbidden: forbidden.contains(&point),
                number: number(point),
            }
        };
        variant.reading_order().map(cell).collect()
    }

    fn emphasis(&self, point: Point) -> Option<Emphasis> {
        let at = Some(point);
        let last = self.stones.and_then(Position::last) == at;
        match self.cursor == at {
            _ if self.refused == at => Some(Emphasis::Refused),
            _ if self.pending == at => Some(Emphasis::Pending),
            true if last => Some(Emphasis::CursorOnLast),
            true => Some(Emphasis::Cursor),
            false if last && self.cursor.is_some_and(|cursor| is_beside(cursor, point)) => {
                Some(Emphasis::LastBesideCursor)
            }
            false => last.then_some(Emphasis::Last),
        }
    }
}

const fn is_beside(one: Point, other: Point) -> bool {
    one.row() == other.row() && one.col().abs_diff(other.col()) == 1
}
