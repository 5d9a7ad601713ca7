//! Candidate moves: the points that the search considers.

use crate::{
    board::Board,
    marks::Rows,
    pattern::{Class, Style},
    square::{Side, Square},
};

/// Returns the empty points near stones: within two steps in any direction, or exactly three along a line. On an
/// empty board, it returns the points near the centre. Points that the rules forbid the side to move are left out.
pub(crate) fn near(board: &Board) -> Rows {
    let near = around_stones(board);
    match board.style() {
        Style::Plain | Style::Closed => near,
        Style::Fouls => {
            let forbidden = board.forbidden(board.to_move());
            let legal = near.without(&forbidden);
            if legal.is_empty() { board.empty().without(&forbidden) } else { legal }
        }
    }
}

fn around_stones(board: &Board) -> Rows {
    let variant = board.variant();
    let empty = board.empty().words();
    let full = (1_u32 << variant.width()) - 1;
    let height = usize::from(variant.height());
    if board.moves().is_empty() {
        return centre(board);
    }
    // Three empty rows above and below, so that no row is a special case.
    let mut taken = [0; 32];
    for row in 0..height {
        taken[row + 3] = full & !empty[row];
    }
    let wide = |row: u32, by: u32| row << by | row >> by;
    let mut rows = [0; 26];
    for row in 0..height {
        let at = row + 3;
        let close = taken[at - 2] | taken[at - 1] | taken[at] | taken[at + 1] | taken[at + 2];
        let far = taken[at - 3] | taken[at + 3];
        let all = close | wide(close, 1) | wide(close, 2) | far | wide(far, 3) | wide(taken[at], 3);
        rows[row] = all & empty[row];
    }
    Rows::from_words(rows)
}

/// Returns the empty points within two steps of the centre.
fn centre(board: &Board) -> Rows {
    let variant = board.variant();
    let near = |at: u8, side: u8| (2 * at + 1).abs_diff(side) <= 5;
    let mut rows = Rows::default();
    let central =
        |square: &Square| near(square.col(), variant.width()) && near(square.row(), variant.height());
    board.empty().iter().filter(central).for_each(|square| rows.insert(square));
    rows
}

/// Returns the moves with which `side` stops all of its opponent's threats to make an open four or two fours. Each
/// move occupies or weakens every point with such a threat. Fours of `side` that only delay the threats are not included.
pub(crate) fn defences(board: &Board, side: Side) -> Rows {
    stops(board, side, Class::OpenFour)
}

/// Returns the moves of `side` after which none of its opponent's points with this class has it any more, or a higher one.
fn stops(board: &Board, side: Side, class: Class) -> Rows {
    let attacker = 1 - side;
    let threats = board.marks(attacker).of(class);
    let mut left: Option<Rows> = None;
    for threat in threats.iter() {
        let mut stops = Rows::default();
        let tried = match &left {
            // For the first threat, every point that bears on it.
            None => {
                let mut around = Rows::default();
                board.reach(threat).for_each(|square| around.insert(square));
                around.insert(threat);
                around
            }
            Some(left) => *left,
        };
        for square in tried.iter().filter(|square| board.allows(*square, side)) {
            if square == threat || board.class_despite(threat, attacker, square) < class {
                stops.insert(square);
            }
        }
        if stops.is_empty() {
            return stops;
        }
        left = Some(stops);
    }
    left.unwrap_or_default()
}

/// The replies of the side to move to its opponent's fives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Blocks {
    /// There is no five to stop.
    None,
    One(Square),
    /// Only in caro, where a stone at the end of a run may stop a five.
    Several(Rows),
    /// The opponent makes a five next.
    Lost,
}

/// Returns the moves that stop every five that the opponent of the side to move could make next.
#[inline]
pub(crate) fn blocks(board: &Board) -> Blocks {
    let side = board.to_move();
    let theirs = board.marks(1 - side);
    match (theirs.count(Class::Five), board.style()) {
        (0, _) => Blocks::None,
        (_, Style::Closed) => {
            let rows = stops(board, side, Class::Five);
            match rows.count() {
                0 => Blocks::Lost,
                1 => rows.iter().next().map_or(Blocks::Lost, Blocks::One),
                _ => Blocks::Several(rows),
            }
        }
        (1, _) => {
            let five = theirs.first(Class::Five).filter(|square| board.allows(*square, side));
            five.map_or(Blocks::Lost, Blocks::One)
        }
        (_, Style::Plain | Style::Fouls) => Blocks::Lost,
    }
}

/// The candidate replies of the side to move if its opponent threatens an open four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    /// The moves that stop the threat, and fours that a second threat may follow.
    pub(crate) good: Rows,
    /// Lone fours that do not stop the threat and only delay it.
    pub(crate) delays: Rows,
}

impl Answers {
    pub(crate) fn all(&self) -> Rows {
        self.good.or(&self.delays)
    }
}

/// Returns the replies of the side to move to a threatened open four.
pub(crate) fn answers(board: &Board) -> Answers {
    let side = board.to_move();
    let mut good = defences(board, side);
    let mut delays = Rows::default();
    fours(board, side).for_each(|square| match board.class(square, side) {
        Class::LoneFour if !good.contains(square) => delays.insert(square),
        _ => good.insert(square),
    });
    Answers { good, delays }
}

/// Returns the points where `side` makes a four of any class.
pub(crate) fn fours(board: &Board, side: Side) -> impl Iterator<Item = Square> {
    let marks = board.marks(side);
    [Class::OpenFour, Class::FourThree, Class::Four, Class::LoneFour]
        .into_iter()
        .filter(|class| marks.has(*class))
        .flat_map(|class| marks.of(class).iter())
}
