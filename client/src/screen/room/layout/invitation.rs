//! The layout of the link that brings a friend into the room.

use ratatui::layout::Rect;

use crate::{
    layout::rows::{Popup, Rows},
    screen::room::Invitation,
};

/// The lines of text above the code.
const LINES: u16 = 6;
/// The least columns of text beside the code, with a gap.
const BESIDE: u16 = 41;
/// The columns of text without a code.
const WIDTH: u16 = 56;

/// The areas inside the popup.
pub(crate) struct Parts {
    pub(crate) words: Rect,
    /// The area of the code, if there is space for it.
    pub(crate) code: Option<Rect>,
}

/// Returns the popup: with the text beside the code, above it, or without a code.
pub(crate) fn popup(invitation: &Invitation, area: Rect) -> Popup {
    let (width, height) = invitation.size();
    let link = u16::try_from(invitation.link.len()).unwrap_or(u16::MAX / 2);
    let sizes = [(width + BESIDE, height), (width.max(link), height + LINES), (width, height + LINES)];
    let size = sizes.into_iter().map(|(width, height)| (width + 2, height + 2));
    let (width, height) = size
        .filter(|_| width > 0)
        .find(|(width, height)| *width <= area.width && *height <= area.height)
        .unwrap_or((WIDTH.min(area.width), (LINES + 2).min(area.height)));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let area = Rect { x, y, width, height };
    let inner = Rect { x: x + 1, y: y + 1, width: width.saturating_sub(2), height: height.saturating_sub(2) };
    Popup { area, rows: Rows::new(inner, 0, 0) }
}

/// Divides the inside of that popup.
pub(crate) fn parts(invitation: &Invitation, inner: Rect) -> Parts {
    let (width, height) = invitation.size();
    let corner = Rect { width, height, ..inner };
    let beside = inner.width >= width + BESIDE && inner.height >= height;
    if beside {
        let words = Rect { x: corner.right() + 1, width: inner.width - width - 1, ..inner };
        return Parts { words, code: Some(corner) };
    }
    let words = Rect { height: LINES.min(inner.height), ..inner };
    let below = inner.width >= width && inner.height >= height + LINES;
    Parts { words, code: below.then_some(Rect { y: words.bottom(), ..corner }) }
}
