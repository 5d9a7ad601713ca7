//! Where the parts of a replay stand: words and board, one above the other or side by side.

use ratatui::layout::Rect;

use super::{BoardLayout, Body};
use crate::model::ReplayScreen;

/// The lines of words above the board: who and how it ended, which move, what was thought, what was tried.
const WORDS: u16 = 4;
/// The columns of the words beside the board.
const BESIDE: u16 = 30;
/// The width that the words above the board keep to on a wide terminal.
const WIDTH: u16 = 76;

pub(super) fn body(screen: &ReplayScreen, area: Rect) -> Body {
    let Some(playback) = screen.playback() else {
        let info = Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
        return Body::Replay { info, board: None };
    };
    let board = |area| BoardLayout::new(playback.variant(), area, playback.origin);
    let words = if area.height > WORDS * 4 { WORDS } else { WORDS - 1 };
    let below = Rect { y: area.y + words, height: area.height - words, ..area };
    let stacked = board(below);
    if area.width > BESIDE {
        let beside = board(Rect { width: area.width - BESIDE, ..area });
        let larger = beside.area.height > stacked.area.height;
        if beside.shows_all() && (larger || !stacked.shows_all()) {
            let x = beside.area.right() + 1;
            let width = area.right().saturating_sub(x + 1).min(WIDTH);
            let info = Rect { x, y: area.y + 1, width, height: area.height - 1 };
            return Body::Replay { info, board: Some(beside) };
        }
    }
    let margin = (below.width - stacked.area.width) / 2;
    let below = Rect { x: below.x + margin, width: below.width - margin, ..below };
    let width = (area.width - 2).min(WIDTH);
    let info = Rect { x: area.x + (area.width - width) / 2, width, height: words, ..area };
    Body::Replay { info, board: Some(board(below)) }
}
