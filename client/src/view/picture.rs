//! What is to be seen on a board, point by point.

use tengen_shared::{
    game::{Game, Room, Seat},
    rules::{Point, Position, Stone, Variant},
};

use crate::model::{RoomScreen, board_shown};

/// What is known of one point.
pub(super) struct Cell {
    pub(super) point: Point,
    pub(super) stone: Option<Stone>,
    /// On 3x3 boards, the seat whose mark stands here.
    pub(super) owner: Option<Seat>,
    pub(super) is_last: bool,
    pub(super) is_won: bool,
    pub(super) has_cursor: bool,
    /// Which move it was and how many came after it, if that is to be shown.
    pub(super) number: Option<(usize, usize)>,
}

/// What is to be seen on a board.
#[derive(Clone, Copy)]
pub(super) struct Picture<'a> {
    /// The stones; none before the first game.
    pub(super) stones: Option<&'a Position>,
    /// Who plays black, once that is known.
    pub(super) black: Option<Seat>,
    /// The winning run.
    pub(super) won: &'a [Point],
    /// The point under the cursor.
    pub(super) cursor: Option<Point>,
    /// Whether the moves are numbered.
    pub(super) numbered: bool,
}

impl<'a> Picture<'a> {
    pub(super) fn of_room(screen: &RoomScreen, room: &'a Room) -> Self {
        let game = room.game();
        Self {
            stones: game.map(Game::position),
            black: game.and_then(Game::black),
            won: game.and_then(Game::end).map_or(&[], |end| &end.line),
            cursor: screen.cursor_on(board_shown(room)),
            numbered: false,
        }
    }

    fn owner(&self, stone: Stone) -> Option<Seat> {
        let black = self.black?;
        Some(if stone == Stone::Black { black } else { black.other() })
    }

    /// What is known of each point, from the top left.
    pub(super) fn cells(&self, variant: Variant) -> Vec<Cell> {
        let last = self.stones.and_then(Position::last);
        let moves = self.stones.filter(|_| self.numbered).map(Position::moves).unwrap_or_default();
        let number = |point: Point| {
            let index = moves.iter().position(|played| *played == point)?;
            Some((index + 1, moves.len() - index - 1))
        };
        let cell = |point: Point| {
            let stone = self.stones.and_then(|stones| stones.board().get(point));
            Cell {
                point,
                stone,
                owner: stone.and_then(|stone| self.owner(stone)),
                is_last: last == Some(point),
                is_won: self.won.contains(&point),
                has_cursor: self.cursor == Some(point),
                number: number(point),
            }
        };
        variant.reading_order().map(cell).collect()
    }
}
