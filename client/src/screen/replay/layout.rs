//! The layout of a replay: text, board, evaluation graph and moves.

use ratatui::layout::Rect;

use crate::{
    layout::{
        board_layout::BoardLayout,
        frame::{Frame, Wanted},
    },
    screen::replay::{Playback, ReplayScreen},
};

/// The lines of text above the board: the result, the current move, its notes, and the branches.
const INFO_ROWS: u16 = 4;
/// The lines of text beside the board.
const INFO_ROWS_BESIDE: u16 = 8;
/// The lines of the evaluation graph: a title and its bars.
const EVALUATION_ROWS: u16 = 2;
/// The fewest lines for the moves.
const MIN_MOVE_ROWS: u16 = 3;

/// The areas of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The text about the game and the current move.
    pub info: Rect,
    /// The board; `None` until the game is loaded.
    pub board: Option<BoardLayout>,
    /// The graph of the AI's evaluations, if there are any and there is space.
    pub evaluations: Option<Rect>,
    /// The moves, if there is space.
    pub moves: Option<Rect>,
}

pub(crate) fn parts(screen: &ReplayScreen, area: Rect) -> Parts {
    let Some(playback) = screen.playback() else {
        let info = Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
        return Parts { info, board: None, evaluations: None, moves: None };
    };
    let above = if area.height > INFO_ROWS * 4 { INFO_ROWS } else { INFO_ROWS - 1 };
    let wanted = Wanted { variant: playback.variant(), origin: playback.origin, above, below: 0 };
    match wanted.frame(area) {
        Frame::Stacked { above, board, below } => {
            let (evaluations, moves) = panels(playback, below);
            Parts { info: above, board: Some(board), evaluations, moves }
        }
        Frame::Beside { board, side, .. } => {
            let info = Rect { height: INFO_ROWS_BESIDE.min(side.height), ..side };
            let below = Rect { y: info.bottom(), height: side.height - info.height, ..side };
            let (evaluations, moves) = panels(playback, below);
            Parts { info, board: Some(board), evaluations, moves }
        }
    }
}

fn panels(playback: &Playback, area: Rect) -> (Option<Rect>, Option<Rect>) {
    let fits = !playback.record.thoughts.is_empty() && area.height >= EVALUATION_ROWS + MIN_MOVE_ROWS;
    let evaluations = fits.then_some(Rect { height: EVALUATION_ROWS, ..area });
    let taken = evaluations.map_or(0, |evaluations| evaluations.height);
    let moves = Rect { y: area.y + taken, height: area.height - taken, ..area };
    (evaluations, (moves.height >= MIN_MOVE_ROWS).then_some(moves))
}
