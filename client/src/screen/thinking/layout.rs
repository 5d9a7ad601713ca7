//! The layout of the screen with an AI's search tree.

use ratatui::layout::Rect;

use crate::{
    layout::{board_layout::BoardLayout, rows::Rows},
    screen::thinking::ThinkingScreen,
};

/// The lines of text above the tree: the title, the positions in total and per level, and the column headings. The
/// AI's move in the game, or that no AI played, takes one more.
const HEAD: u16 = 4;
/// The lines of text above the parts of a value: the title, the sum and what is left out.
const HEAD_OF_PARTS: u16 = 3;
/// The least width for a board beside the tree, in columns.
const WITH_BOARD: u16 = 100;
/// The least width for a part of a value with its words beside it, in columns.
const WITH_WORDS: u16 = 60;
/// The lines for the words of one part below the others.
const WORDS: u16 = 3;
/// The width of the board with the gap before it, in columns.
const BOARD_WIDTH: u16 = 46;

/// The areas of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The text above the tree.
    pub head: Rect,
    /// The rows of the tree, or the parts of a value.
    pub rows: Rows,
    /// The space for the words of the part under the cursor, if they do not fit beside it.
    pub words: Option<Rect>,
    /// The board beside the tree, if there is space.
    pub board: Option<BoardLayout>,
}

pub(crate) fn parts(screen: &ThinkingScreen, area: Rect) -> Parts {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let board = board(screen, inner);
    let width = inner.width - board.as_ref().map_or(0, |_| BOARD_WIDTH);
    let height = match screen.apart {
        Some(_) => HEAD_OF_PARTS,
        None => HEAD + u16::from(screen.played.is_some() || screen.without_ai),
    };
    let head = Rect { width, height: height.min(inner.height), ..inner };
    let below = Rect { y: head.bottom(), width, height: inner.height - head.height, ..inner };
    let words = (screen.apart.is_some() && width < WITH_WORDS && below.height > WORDS).then_some(Rect {
        y: below.bottom().saturating_sub(WORDS),
        height: WORDS,
        ..below
    });
    let rows = match &screen.apart {
        Some(apart) => {
            let height = below.height - words.map_or(0, |words| words.height);
            Rows::new(Rect { height, ..below }, apart.parts().len(), apart.cursor)
        }
        None => {
            let (count, first) = screen.outline().map_or((0, 0), |tree| (tree.rows().len(), tree.first()));
            Rows::scrolled(below, count, first)
        }
    };
    Parts { head, rows, words, board }
}

/// Returns the layout of the board, if all of it fits beside the tree.
fn board(screen: &ThinkingScreen, area: Rect) -> Option<BoardLayout> {
    if area.width + 2 < WITH_BOARD {
        return None;
    }
    let beside = Rect {
        x: area.right() - BOARD_WIDTH + 2,
        y: area.y + 1,
        width: BOARD_WIDTH - 2,
        height: area.height.saturating_sub(1),
    };
    Some(BoardLayout::new(screen.position.variant(), beside, (0, 0))).filter(BoardLayout::shows_all)
}
