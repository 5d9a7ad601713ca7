//! Draws the title, the notices and the last line.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    text::{Line, Span},
    widgets::Widget,
};
use tengen_session::{link::Link, points, room::board_shown};
use unicode_width::UnicodeWidthStr;

use super::{columns::cut, foot, parts::lines, typed, words};
use crate::{
    action::Action,
    intent::Mode,
    keymap::Context,
    layout::{Body, Layout},
    model::{Model, Tone},
    screen::{
        Screen,
        replay::Playback,
        room::view::{requests, talk},
        settings::SettingsPage,
    },
    theme::Theme,
};

pub(crate) fn title(model: &Model, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let (width, lang) = (usize::from(area.width), model.lang);
    let left = match &model.screen {
        Screen::Room(screen) => {
            words::room_title(&screen.code, model.session.room(&screen.code), width.saturating_sub(2), lang)
        }
        screen => screen.about().title(lang),
    };
    let right = match (model.mode, model.session.link()) {
        (Mode::Local, Link::Idle) => String::new(),
        (Mode::Local, _) => lang.is_local().to_owned(),
        (Mode::Online, Link::Idle) => String::new(),
        (Mode::Online, link) if link.is_online() => model.address().to_string(),
        (Mode::Online, _) => lang.is_offline().to_owned(),
    };
    Line::styled(format!(" {}", cut(&left, width.saturating_sub(1))), theme.title()).render(area, buffer);
    if left.width() + right.width() + 4 <= width {
        Line::styled(format!("{right} "), theme.faint()).alignment(Alignment::Right).render(area, buffer);
    }
}

/// Draws the point that the user is typing. Otherwise draws the notices, or the latest chat line or the prompt of the
/// room.
pub(crate) fn notice(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let area = layout.notice;
    let width = usize::from(area.width).saturating_sub(2);
    if let Some(entry) = model.screen.about().entry() {
        let advice = model.notice.as_ref().map_or_else(|| advice(model), |notice| notice.text.clone());
        let label = model.lang.entry_label();
        let left = width.saturating_sub(label.width());
        let mut line = Line::styled(label, theme.strong());
        line.extend(typed::spans(&entry.typed(), left, theme.strong()));
        line.push_span(cut(&format!("   {advice}"), width.saturating_sub(line.width())));
        return line.render(area, buffer);
    }
    let notices = model.notices();
    let style = |tone| match tone {
        Tone::Info => theme.strong(),
        Tone::Problem => theme.problem(),
    };
    let (text, style) = match (&notices[..], model.standing()) {
        ([(text, tone), ..], _)
            if area.height == 1 && (model.notice.is_some() || !banner_is_tall(layout)) =>
        {
            (text.clone(), style(*tone))
        }
        // Only the state of the connection is left, and the tall banner of the room shows it.
        ([_, ..], _) if area.height == 1 => return,
        ([_, ..], _) => {
            let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
            let line = |(text, tone): &(String, Tone)| Line::styled(text.clone(), style(*tone));
            return lines(notices.iter().map(line).collect(), inner, buffer);
        }
        ([], Some(standing)) => {
            let prompt = match &model.screen {
                // The banner beside the board shows it.
                Screen::Room(_) if banner_is_tall(layout) => String::new(),
                Screen::Room(_) => words::prompt(&standing),
                // From here, the key for going back leads to the main page of the settings.
                Screen::Settings(settings) if settings.page != SettingsPage::Main => String::new(),
                screen => {
                    let key = model.key(screen.about().context(), Action::Back);
                    let turn = words::turn_reminder(&standing, &key);
                    turn.or_else(|| requests::request_reminder(&standing, &key)).unwrap_or_default()
                }
            };
            let said = if chat_is_seen(layout) { None } else { talk::news(model, standing.view) };
            (said.unwrap_or(prompt), theme.strong())
        }
        ([], None) => return,
    };
    Line::styled(format!(" {}", cut(&text, width)), style).render(area, buffer);
}

/// Returns what the user can type, with a point of the board as an example.
fn advice(model: &Model) -> String {
    let board = match &model.screen {
        Screen::Replay(replay) => replay.playback().map(Playback::variant),
        _ => model.standing().map(|standing| board_shown(standing.room)),
    };
    board.map_or_else(String::new, |board| model.lang.entry_advice(&points::example(board).0))
}

fn banner_is_tall(layout: &Layout) -> bool {
    matches!(&layout.body, Body::Room(parts) if parts.panels.banner.height > 1)
}

fn chat_is_seen(layout: &Layout) -> bool {
    matches!(&layout.body, Body::Room(parts) if parts.panels.chat.is_some())
}

/// Returns the number of unread chat lines, in words, if the chat is hidden.
fn unread(model: &Model, layout: &Layout) -> String {
    match (&model.screen, model.room_on_screen()) {
        (Screen::Room(_), Some((_, view))) if !chat_is_seen(layout) => match model.unread(view) {
            0 => String::new(),
            count => {
                let key = model.keymap.key_of(Context::Room, Action::Chat).unwrap_or_default();
                model.lang.unread(&key, count)
            }
        },
        _ => String::new(),
    }
}

/// Draws the most useful keys of the screen.
pub(crate) fn foot(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let area = layout.foot;
    let width = usize::from(area.width).saturating_sub(2);
    let news = unread(model, layout);
    let mut spans = vec![Span::raw(" "), Span::styled(news.clone(), theme.good())];
    let mut used = news.width();
    // If not all keys fit, keys that answer a request come first. Then keep the two before the last: in a room, these
    // are for going back and for help.
    let hints = foot::keys(model, layout);
    let lengths: Vec<usize> = hints.iter().map(|hint| hint.keys.width() + hint.what.width() + 3).collect();
    let always: usize = lengths.iter().rev().skip(1).take(2).sum();
    let last = hints.len().saturating_sub(3);
    let answers = foot::answers(model);
    for (index, (hint, length)) in hints.iter().zip(lengths).enumerate() {
        let reserve = if (answers..last).contains(&index) { always } else { 0 };
        if used + length + reserve > width + 2 {
            continue;
        }
        used += length;
        spans.push(Span::styled(hint.keys.clone(), theme.strong()));
        spans.push(Span::styled(format!(" {}  ", hint.what), theme.faint()));
    }
    Line::from(spans).render(area, buffer);
}
