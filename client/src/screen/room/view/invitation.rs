//! Draws the link that brings a friend into the room, and its QR code.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
    text::Line,
    widgets::Widget,
};

use crate::{
    model::Model,
    screen::room::{
        Invitation,
        layout::invitation::{Parts, parts},
    },
    theme::{Charset, Depth},
    view::parts::paragraph,
};

/// Returns black on white, so that cameras can read the code on light and dark terminals; `None` without colours. Where
/// the terminal has them, these are colours that no theme of its own changes.
const fn black_on_white(depth: Depth) -> Option<Style> {
    match depth {
        Depth::None => None,
        Depth::Sixteen => Some(Style::new().fg(Color::Black).bg(Color::White)),
        Depth::Indexed | Depth::True => Some(Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(231))),
    }
}

pub(crate) fn draw(invitation: &Invitation, model: &Model, area: Rect, buffer: &mut Buffer) {
    let lang = model.lang;
    let Parts { words, code } = parts(invitation, area);
    let style = black_on_white(model.theme.depth).filter(|_| model.theme.charset == Charset::Unicode);
    let (note, style) = match style {
        _ if invitation.is_local => (lang.invitation_local(), None),
        None => (lang.invitation_plain(), None),
        Some(_) if code.is_none() => (lang.invitation_small(), None),
        Some(style) => (lang.invitation_scan(), Some(style)),
    };
    paragraph(format!("{}\n{note}", invitation.link), Style::new(), words, buffer);
    if let (Some(style), Some(area)) = (style, code) {
        for (line, row) in invitation.code.iter().zip(area.rows()) {
            Line::styled(line.as_str(), style).render(row, buffer);
        }
    }
}
