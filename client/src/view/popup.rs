//! Draws popups: the help, a question, or a list to choose from.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, Widget},
};

use super::{
    choices::choices,
    parts::{clear, paragraph},
};
use crate::{
    action::Action,
    keymap::Context,
    layout::{Popup, help_rows},
    model::{LevelsFor, Model, Overlay},
    screen::room::view::{invitation, talk},
    theme::Theme,
};

pub(crate) fn draw(overlay: &Overlay, model: &Model, popup: &Popup, buffer: &mut Buffer, theme: Theme) {
    let (area, lang) = (popup.area.intersection(buffer.area), model.lang);
    let title = match overlay {
        Overlay::Help { .. } => lang.help_title(&model.key(Context::Help, Action::Back)),
        Overlay::Confirm { .. } => lang.sure_title().to_owned(),
        Overlay::Levels { .. } => lang.level_title().to_owned(),
        Overlay::Returning { .. } => lang.recognize_title().to_owned(),
        Overlay::Game { .. } => lang.menu_title(&model.key(Context::RoomMenu, Action::Back)),
        Overlay::Claim { .. } => lang.gone_title().to_owned(),
        Overlay::Chat(chat) => return talk::typing(chat, model, popup, buffer, theme),
        Overlay::Mutes(_) => lang.mute_title().to_owned(),
        Overlay::Invitation(_) => lang.invitation_title(&model.key(Context::Invitation, Action::Back)),
    };
    clear(area, buffer);
    Block::bordered().title(title).border_style(theme.strong()).render(area, buffer);
    let head = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: popup.rows.area.y.saturating_sub(area.y + 1).min(area.height.saturating_sub(2)),
    };
    let words = match overlay {
        Overlay::Help { .. } => return help(model, popup, buffer, theme),
        Overlay::Invitation(shown) => return invitation::draw(shown, model, popup.rows.area, buffer),
        Overlay::Chat(_) => return,
        Overlay::Confirm { action, .. } => action.question(model),
        Overlay::Levels { purpose: LevelsFor::StandIn { .. }, .. } => lang.who_plays_on().to_owned(),
        Overlay::Returning { .. } => lang.recognize_question().to_owned(),
        Overlay::Game { head, .. } => head.clone(),
        Overlay::Claim { seat, who, .. } => model.claim_question(*seat, who),
        Overlay::Mutes(_) => lang.whom_not_to_hear().to_owned(),
        Overlay::Levels { seat, .. } => lang.who_plays_seat(u8::from(*seat)),
    };
    paragraph(words, Style::new(), head, buffer);
    let labels = overlay.rows(lang);
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
