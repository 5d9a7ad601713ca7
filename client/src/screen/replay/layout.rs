//! Where the parts of a replay stand: words, board, judgement and moves.

use ratatui::layout::Rect;

use crate::{
    layout::{
        board::BoardLayout,
        frame::{Frame, Wanted},
    },
    screen::replay::{Playback, ReplayScreen},
};

/// The lines of words above the board: who and how it ended, which move, what was thought, what was tried.
const WORDS: u16 = 4;
/// The lines of words beside it.
const BESIDE: u16 = 8;
/// The lines of the judgement: a title and its bars.
const JUDGEMENT: u16 = 2;
/// The fewest lines of the moves.
const MOVES: u16 = 3;

/// Where the parts of a replay stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The words.
    pub info: Rect,
    /// The board, once the game is there.
    pub board: Option<BoardLayout>,
    /// How the AIs judged the game.
    pub judgement: Option<Rect>,
    /// Its moves.
    pub moves: Option<Rect>,
}

pub(crate) fn parts(screen: &ReplayScreen, area: Rect) -> Parts {
    let Some(playback) = screen.playback() else {
        let info = Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
        return Parts { info, board: None, judgement: None, moves: None };
    };
    let above = if area.height > WORDS * 4 { WORDS } else { WORDS - 1 };
    let wanted = Wanted { variant: playback.variant(), origin: playback.origin, above, below: 0 };
    match wanted.frame(area) {
        Frame::Stacked { above, board, below } => {
            let (judgement, moves) = panels(playback, below);
            Parts { info: above, board: Some(board), judgement, moves }
        }
        Frame::Beside { board, side, .. } => {
            let info = Rect { height: BESIDE.min(side.height), ..side };
            let below = Rect { y: info.bottom(), height: side.height - info.height, ..side };
            let (judgement, moves) = panels(playback, below);
            Parts { info, board: Some(board), judgement, moves }
        }
    }
}

fn panels(playback: &Playback, area: Rect) -> (Option<Rect>, Option<Rect>) {
    let judged = !playback.record.thoughts.is_empty() && area.height >= JUDGEMENT + MOVES;
    let judgement = judged.then_some(Rect { height: JUDGEMENT, ..area });
    let taken = judgement.map_or(0, |judgement| judgement.height);
    let moves = Rect { y: area.y + taken, height: area.height - taken, ..area };
    (judgement, (moves.height >= MOVES).then_some(moves))
}
