//! What is to be seen on a board, point by point.

use tengen_shared::{
    game::{Game, Seat},
    rules::{Point, Position, Stone, Variant},
};

use crate::{model::Standing, screen::room::RoomScreen};

/// What stands out about a point; of several the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// It was refused just now.
    Refused,
    /// A stone was put there on trial.
    Pending,
    /// The cursor is on the last move.
    CursorOnLast,
    Cursor,
    /// The last move.
    Last,
    /// The last move, directly to the left or right of the cursor.
    LastBesideCursor,
}

/// What is known of one point.
pub(crate) struct Cell {
    pub(crate) point: Point,
    pub(crate) stone: Option<Stone>,
    /// On 3x3 boards, the seat whose mark stands here.
    pub(crate) owner: Option<Seat>,
    pub(crate) is_won: bool,
    pub(crate) emphasis: Option<Emphasis>,
    /// The stone that would be placed here.
    pub(crate) ghost: Option<(Stone, Option<Seat>)>,
    pub(crate) is_hint: bool,
    /// Which move it was and how many came after it, if that is to be shown.
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

/// What is to be seen on a board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Picture<'a> {
    /// The stones; none before the first game.
    pub(crate) stones: Option<&'a Position>,
    /// Who plays black, once that is known.
    pub(crate) black: Option<Seat>,
    /// The winning run.
    pub(crate) won: &'a [Point],
    /// The point under the cursor.
    pub(crate) cursor: Option<Point>,
    /// Whether the moves are numbered.
    pub(crate) numbered: bool,
    /// The stone that would be placed under the cursor.
    pub(crate) ghost: Option<Stone>,
    /// Where a stone was put on trial.
    pub(crate) pending: Option<Point>,
    /// The suggested point.
    pub(crate) hint: Option<Point>,
    /// A point that was refused just now.
    pub(crate) refused: Option<Point>,
}

impl<'a> Picture<'a> {
    /// What is seen in a room; `refused` was so just now.
    pub(crate) fn of_room(screen: &RoomScreen, standing: &Standing<'a>, refused: Option<Point>) -> Self {
        let room = standing.room;
        let game = room.game();
        let my_turn = room.turn().filter(|seat| standing.mine().contains(seat));
        let stone =
            my_turn.and_then(|seat| game?.stone_of(seat).or_else(|| Some(game?.position().to_move())));
        Self {
            stones: game.map(Game::position),
            black: game.and_then(Game::black),
            won: game.and_then(Game::end).map_or(&[], |end| &end.line),
            // Spectators place no stones.
            cursor: screen.cursor_in(room).filter(|_| standing.sits()),
            numbered: false,
            ghost: stone,
            pending: screen.trial_in(room),
            hint: game.and_then(Game::hint).map(|hint| hint.point),
            refused,
        }
    }

    fn owner(&self, stone: Stone) -> Option<Seat> {
        self.black.map(|black| Seat::of_stone(stone, black))
    }

    /// What is known of each point, from the top left.
    pub(crate) fn cells(&self, variant: Variant) -> Vec<Cell> {
        let moves = self.stones.filter(|_| self.numbered).map(Position::moves).unwrap_or_default();
        let number = |point: Point| {
            let index = moves.iter().position(|played| *played == point)?;
            Some((index + 1, moves.len() - index - 1))
        };
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
