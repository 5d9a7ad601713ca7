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
        Invitation, Reach,
        layout::invitation::{Parts, parts},
    },
    theme::Depth,
    view::parts::paragraph,
};

/// Black on white, so that cameras can read the code on light and dark terminals. Where the terminal has them, these are
/// colours that no theme of its own changes.
const fn black_on_white(depth: Depth) -> Style {
    match depth {
        Depth::None | Depth::Sixteen => Style::new().fg(Color::Black).bg(Color::White),
        Depth::Indexed | Depth::True => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(231)),
    }
}

pub(crate) fn draw(invitation: &Invitation, model: &Model, area: Rect, buffer: &mut Buffer) {
    let lang = model.lang;
    let Parts { words, code } = parts(invitation, area);
    let how = match (invitation.reach, code) {
        (Reach::Here, _) => lang.invitation_local(),
        _ if invitation.code.is_empty() => lang.invitation_plain(),
        (_, None) => lang.invitation_small(),
        (_, Some(_)) => lang.invitation_scan(),
    };
    let mut text = format!("{}\n{how}", invitation.link);
    if invitation.reach == Reach::Network {
        text += &format!(" {}", lang.invitation_network());
    }
    if invitation.has_passphrase {
        text += &format!(" {}", lang.and_passphrase());
    }
    paragraph(text, Style::new(), words, buffer);
    let Some(area) = code else { return };
    for (line, row) in invitation.code.iter().zip(area.rows()) {
        Line::styled(line.as_str(), black_on_white(model.theme.depth)).render(row, buffer);
    }
}
