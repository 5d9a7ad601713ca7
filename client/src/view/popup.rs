//! What lies over a screen: the help, a question, a choice of levels.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Widget, Wrap},
};

use super::{chat, menu::choices};
use crate::{
    layout::{Popup, help_rows},
    model::{LevelsFor, Model, Overlay},
    theme::Theme,
};

pub(super) fn draw(overlay: &Overlay, model: &Model, popup: &Popup, buffer: &mut Buffer, theme: Theme) {
    let area = popup.area.intersection(buffer.area);
    Clear.render(area, buffer);
    let title = match overlay {
        Overlay::Help { .. } => model.lang.help_title(),
        Overlay::Confirm { .. } => " Sure? ",
        Overlay::Levels { .. } => " Level ",
        Overlay::Game { .. } => " What can be done here (Esc closes) ",
        Overlay::Claim { .. } => " The other player is gone ",
        Overlay::Chat(_) => " Chat (times are UTC) ",
        Overlay::Mutes(_) => " Mute ",
    };
    Block::bordered().title(title).border_style(theme.strong()).render(area, buffer);
    let head = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: popup.rows.area.y.saturating_sub(area.y + 1).min(area.height.saturating_sub(2)),
    };
    let words = match overlay {
        Overlay::Help { .. } => return help(model, popup, buffer, theme),
        Overlay::Chat(chat) => return chat::popup(chat, model, popup, buffer, theme),
        Overlay::Confirm { deed, .. } => deed.question().to_owned(),
        Overlay::Levels { purpose: LevelsFor::StandIn { .. }, .. } => {
            "Who shall play on? The game then counts for nobody.".to_owned()
        }
        Overlay::Game { head, .. } => head.clone(),
        Overlay::Claim { .. } => "How shall the game go on?".to_owned(),
        Overlay::Mutes(_) => "Whom do you not want to hear? Only you know.".to_owned(),
        Overlay::Levels { seat, .. } => {
            format!("Who shall play in seat {}? A level, or a brain by name.", u8::from(*seat))
        }
    };
    Paragraph::new(words).wrap(Wrap { trim: true }).render(head, buffer);
    let labels = overlay.rows();
    let label = |row: usize| labels.get(row).cloned().unwrap_or_default();
    choices(&popup.rows, overlay.cursor(), label, buffer, theme);
}

fn help(model: &Model, popup: &Popup, buffer: &mut Buffer, theme: Theme) {
    let lines = help_rows(model, popup.rows.area.width);
    for (row, area) in popup.rows.rects() {
        if let Some(line) = lines.get(row) {
            let spans = vec![
                Span::styled(line.keys.clone(), theme.strong()),
                Span::styled(format!(" {}", line.what), Style::new()),
            ];
            Line::from(spans).render(area, buffer);
        }
    }
}
